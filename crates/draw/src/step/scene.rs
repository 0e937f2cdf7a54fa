//! Meaning of a step's drawing: which cells, houses, candidates and links it marks, and how.

use crate::{Marks, frame::Frame};
use gridmill_board::{Cell, CellSet, Digit, DigitSet, House};
use gridmill_rate::{ChainNode, LinkKind, Reason, Role, Step, StepRole, Technique, Wording, trial::Variable};
use std::collections::{BTreeMap, BTreeSet};

/// Mark of a candidate, shown by shape and colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Mark {
    /// Circle: pattern, first colour, or a node that is on.
    First,
    /// Square: fins, second colour, or a node that is off.
    Second,
    /// Diamond: third colour, or a node that is on and off.
    Third,
    /// Triangle: fourth colour.
    Fourth,
}

impl Mark {
    /// Returns the mark of a colour of several.
    const fn of_colour(n: usize) -> Self {
        match n % 4 {
            0 => Self::First,
            1 => Self::Second,
            2 => Self::Third,
            _ => Self::Fourth,
        }
    }
}

/// Part of a house in the argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum HousePart {
    /// The argument starts in it.
    Base,
    /// The base is covered by it.
    Cover,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct SceneLink {
    pub(super) from: ChainNode,
    pub(super) to: ChainNode,
    /// `None` for more than a link.
    pub(super) kind: Option<LinkKind>,
    /// Number of its chain.
    pub(super) thread: usize,
}

// Words of marks, as `Wording::legend` has them.
const PATTERN: &str = "pattern";
const LINKING: &str = "linking_digit";
const ELSEWHERE: &str = "digit_removed_elsewhere";
/// Tint of cells between the ends of a chain.
const LINKED: usize = 5;
/// Tint of the cell at which an argument starts.
const START: usize = 4;
/// Tint of the cells at which it ends in a contradiction.
const END: usize = 3;

/// Returns the letter of a set, counted from 1, as explanations name it.
fn letter(set: usize) -> char {
    ('A'..='Z').cycle().nth(set.saturating_sub(1)).unwrap_or('A')
}

/// Candidate in a cell.
pub(super) type Place = (Cell, Digit);

/// Marks of a step.
#[derive(Debug, Default)]
pub(super) struct Scene {
    /// Tints of cells, the first below.
    pub(super) tints: BTreeMap<Cell, Vec<usize>>,
    /// Words of the tints, for the legend.
    pub(super) tint_words: Vec<(usize, String)>,
    pub(super) houses: Vec<(House, HousePart)>,
    pub(super) marked: BTreeMap<Place, Mark>,
    /// Words of the marks, as `Wording::legend` has them.
    pub(super) mark_words: Vec<(Mark, &'static str)>,
    pub(super) removed: BTreeSet<Place>,
    pub(super) placed: Vec<Place>,
    /// Groups of several cells that are one node.
    pub(super) groups: Vec<(CellSet, Digit, Mark)>,
    pub(super) links: Vec<SceneLink>,
    /// Number of chains.
    pub(super) threads: usize,
    /// Filled cells that leave one place for a hidden single.
    pub(super) evidence: Vec<Cell>,
    /// Candidates that follow one after the other, numbered if there are several.
    pub(super) order: Vec<Place>,
}

impl Scene {
    /// Returns the marks of a step in a state, with words of this language.
    pub(super) fn new(marks: &Marks, step: &Step, frame: &Frame, wording: &Wording) -> Self {
        let mut scene = Self {
            removed: step.eliminations.iter().map(|gone| (gone.cell, gone.digit)).collect(),
            placed: step.placements().map(|placed| (placed.cell, placed.digit)).collect(),
            ..Self::default()
        };
        scene.explain(marks, step, frame);
        scene.tint_roles(step, wording);
        let links = step.links();
        scene.threads = links.len();
        for (thread, links) in links.iter().enumerate() {
            let of_thread =
                links.iter().map(|link| SceneLink { from: link.from, to: link.to, kind: link.kind, thread });
            scene.links.extend(of_thread);
        }
        let nodes: Vec<ChainNode> = scene.links.iter().flat_map(|link| [link.from, link.to]).collect();
        if !nodes.is_empty() {
            scene.nodes(&nodes, marks);
        }
        scene
    }

    /// Returns true if the order of candidates is numbered.
    pub(super) fn is_ordered(&self) -> bool {
        self.order.len() > 1
    }

    /// Marks houses and candidates of the reason.
    fn explain(&mut self, marks: &Marks, step: &Step, frame: &Frame) {
        let all = DigitSet::full(marks.shape().side());
        match &step.reason {
            Reason::Cell(cell) => self.tint(CellSet::only(*cell), 0, ""),
            Reason::House(house) => {
                self.houses.push((*house, HousePart::Base));
                for place in self.placed.clone() {
                    self.tint(CellSet::only(place.0), 0, "");
                    self.evidence = evidence(marks, frame, *house, place);
                }
            }
            Reason::Intersection { house, cover, digit, cells } => {
                self.houses.extend([(*house, HousePart::Base), (*cover, HousePart::Cover)]);
                self.mark(marks, *cells, DigitSet::only(*digit), Mark::First, PATTERN);
            }
            Reason::Subset { house, digits, cells } => {
                self.houses.push((*house, HousePart::Base));
                self.mark(marks, *cells, *digits, Mark::First, PATTERN);
            }
            Reason::Fish { digit, base, cover, cells, fins, chains } => {
                if chains.is_empty() {
                    self.houses.extend(base.iter().map(|house| (house, HousePart::Base)));
                    self.houses.extend(cover.iter().map(|house| (house, HousePart::Cover)));
                }
                self.mark(marks, *cells, DigitSet::only(*digit), Mark::First, PATTERN);
                self.mark(marks, *fins, DigitSet::only(*digit), Mark::Second, "fin");
            }
            Reason::Wing { cells, digits, .. } => {
                if let Some((&last, linking)) = digits.split_last() {
                    let cells: CellSet = cells.iter().copied().collect();
                    self.mark(marks, cells, linking.iter().copied().collect(), Mark::First, LINKING);
                    self.mark(marks, cells, DigitSet::only(last), Mark::Second, ELSEWHERE);
                }
            }
            Reason::Colors { digit, colors } => {
                const WORDS: [&str; 4] = ["first_colour", "second_colour", "third_colour", "fourth_colour"];
                for (n, color) in colors.iter().enumerate() {
                    self.mark(marks, *color, DigitSet::only(*digit), Mark::of_colour(n), WORDS[n % 4]);
                }
            }
            Reason::Deadly { digits, cells, extra, roof, further, house } => {
                self.houses.extend(house.filter(|_| !extra.is_empty()).map(|house| (house, HousePart::Base)));
                // Cells of a BUG have many digits; those that the reason names are the surplus.
                let is_bug = matches!(
                    step.technique,
                    Technique::BugPlus1
                        | Technique::Bug1
                        | Technique::Bug2
                        | Technique::Bug3
                        | Technique::Bug4
                );
                let surplus = if step.technique == Technique::BugPlus1 { *further } else { *digits };
                let digits = if is_bug { all - surplus } else { *digits };
                self.mark(marks, *cells, digits, Mark::First, PATTERN);
                self.mark(marks, *roof, all - digits, Mark::Second, "extra_candidate");
                if step.technique != Technique::BugPlus1 {
                    self.mark(marks, *extra, all, Mark::Second, "extra_candidate");
                }
            }
            Reason::Sets { sets, links } => {
                let removed = self.removed.iter().map(|place| place.1).collect();
                for set in sets {
                    self.mark(marks, set.cells, set.digits & removed, Mark::Second, ELSEWHERE);
                    self.mark(marks, set.cells, set.digits & *links, Mark::First, LINKING);
                }
            }
            Reason::Template { digit, .. } => {
                let results = &self.removed;
                let others = frame.shape.all_cells().filter(|&cell| !results.contains(&(cell, *digit)));
                let places = others.filter(|&cell| marks.candidates(cell).contains(*digit));
                let placed = self.placed.iter().map(|place| place.0).collect::<CellSet>();
                let places = places.collect::<CellSet>() - placed;
                self.mark(marks, places, DigitSet::only(*digit), Mark::Second, "place_of_the_digit");
                let is_filled = |cell: &Cell| marks.value(*cell) == Some(*digit);
                self.evidence = frame.shape.all_cells().filter(is_filled).collect();
            }
            Reason::Braid { braid, .. } => {
                self.order =
                    braid.links.iter().map(|link| (link.candidate.cell, link.candidate.digit)).collect();
                if let Variable::House(house, _) = braid.last {
                    self.houses.push((house, HousePart::Base));
                }
            }
            Reason::Aligned { excluders, .. } => {
                self.mark(marks, *excluders, all, Mark::Second, "excluding_candidate");
            }
            // Chains are marked by their nodes.
            _ => {}
        }
    }

    /// Tints cells by their roles.
    fn tint_roles(&mut self, step: &Step, wording: &Wording) {
        let words = |role: Role| wording.legend(role.name());
        let set = |number| format!("{} {}", words(Role::Als), letter(number));
        let mut sets = 0;
        for StepRole { role, cells, .. } in step.roles() {
            let (tint, words) = match role {
                Role::Placed | Role::Eliminated | Role::Template => continue,
                Role::Linking => (LINKED, String::new()),
                Role::Color => {
                    sets += 1;
                    ((sets - 1) % 2, String::new())
                }
                Role::Als | Role::Petal => {
                    sets += 1;
                    (sets - 1, format!("{} {}", words(role), letter(sets)))
                }
                Role::Endpoints if matches!(step.reason, Reason::Sets { .. }) => {
                    sets += 1;
                    (sets - 1, format!("{}, {}", set(sets), wording.legend("end")))
                }
                Role::Pivot if matches!(step.reason, Reason::Sets { .. }) => {
                    sets += 1;
                    (sets - 1, format!("{}, {}", set(sets), words(role)))
                }
                Role::Locked | Role::Base | Role::Fins | Role::EndoFins | Role::Loop => (0, String::new()),
                Role::Subset if self.tints.is_empty() => (0, String::new()),
                Role::Pincers
                | Role::Floor
                | Role::Surplus
                | Role::Core
                | Role::Aligned
                | Role::Endpoints => (0, words(role)),
                Role::Pivot | Role::Roof | Role::Box | Role::Excluders | Role::EmptyRectangle => {
                    (1, words(role))
                }
                Role::Subset | Role::Line => (2, words(role)),
                Role::Stem | Role::Assumption | Role::Discontinuity => (START, words(role)),
                Role::Contradiction => (END, words(role)),
                _ => (LINKED, words(role)),
            };
            self.tint(cells, tint, &words);
        }
        if matches!(step.reason, Reason::Braid { .. }) {
            self.raise_end();
        }
    }

    /// Shows the tint of the end in cells that have others, too.
    fn raise_end(&mut self) {
        for tints in self.tints.values_mut() {
            if let Some(place) = tints.iter().position(|&tint| tint == END) {
                tints.swap(0, place);
            }
        }
    }

    /// Marks the nodes of chains: on, off, or both.
    fn nodes(&mut self, nodes: &[ChainNode], marks: &Marks) {
        self.marked.clear();
        self.mark_words.clear();
        for node in nodes {
            let role = if node.on { Mark::First } else { Mark::Second };
            if node.cells.is_several() && !self.groups.contains(&(node.cells, node.digit, role)) {
                self.groups.push((node.cells, node.digit, role));
            }
            for cell in node.cells.into_iter().filter(|&cell| marks.candidates(cell).contains(node.digit)) {
                let role = match self.marked.get(&(cell, node.digit)) {
                    Some(&known) if known != role => Mark::Third,
                    _ => role,
                };
                self.marked.insert((cell, node.digit), role);
            }
        }
        self.mark_words = vec![(Mark::First, "on"), (Mark::Second, "off"), (Mark::Third, "on_and_off")];
    }

    fn tint(&mut self, cells: CellSet, tint: usize, words: &str) {
        for cell in cells {
            let tints = self.tints.entry(cell).or_default();
            if !tints.contains(&tint) {
                tints.push(tint);
            }
        }
        if !cells.is_empty() && !words.is_empty() && self.tint_words.iter().all(|(known, _)| *known != tint) {
            self.tint_words.push((tint, words.to_owned()));
        }
    }

    fn mark(&mut self, marks: &Marks, cells: CellSet, digits: DigitSet, role: Mark, words: &'static str) {
        for cell in cells {
            for digit in marks.candidates(cell) & digits {
                self.marked.insert((cell, digit), role);
            }
        }
        if !self.mark_words.contains(&(role, words)) {
            self.mark_words.push((role, words));
        }
    }
}

/// Returns a few cells with the digit of a hidden single that exclude it from the other empty cells of its house.
fn evidence(marks: &Marks, frame: &Frame, house: House, (target, digit): Place) -> Vec<Cell> {
    let shape = marks.shape();
    let is_open = |cell: &Cell| *cell != target && marks.value(*cell).is_none();
    let mut open: Vec<Cell> = frame.house(house).into_iter().filter(is_open).collect();
    let sees = |one: Cell, other: Cell| {
        shape.row(one) == shape.row(other)
            || shape.col(one) == shape.col(other)
            || shape.box_of(one) == shape.box_of(other)
    };
    let holders: Vec<Cell> = shape.all_cells().filter(|&cell| marks.value(cell) == Some(digit)).collect();
    let mut chosen = Vec::new();
    loop {
        let excluded = |holder: Cell| open.iter().filter(|&&cell| sees(holder, cell)).count();
        // The first of those that exclude most.
        let Some(best) = holders.iter().copied().rev().max_by_key(|&holder| excluded(holder)) else { break };
        if excluded(best) == 0 {
            break;
        }
        open.retain(|&cell| !sees(best, cell));
        chosen.push(best);
    }
    chosen
}
