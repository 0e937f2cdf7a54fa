//! Steps as plain data: what a program needs to draw a hint without a solver.
//!
//! Cells are numbered row by row from 0, digits are 1 to 9, houses are named `r1` to `r9`, `c1` to `c9` and `b1` to `b9`. Every field
//! is there for every step; those that do not apply are empty. The numbers are those of the shape; the text is in a [`Notation`].

use crate::{
    AlmostLockedSet, Candidate, Candidates, CellNames, CellSet, ChainNode, House, HouseSet, Notation, Reason,
    Role, Step, StepLevels, Technique as T, Wording,
    step::{LinkKind, successive},
    trial::Braid,
};
use gridmill_board::{Cell, Digit, DigitSet};
use serde::Serialize;

/// A step as plain data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct StepData {
    /// Name of the technique.
    pub technique: &'static str,
    /// The step in one line, with chains in Eureka notation: [`Step::text`].
    pub text: String,
    /// The digits that it places: one at most, but for templates.
    pub placements: Vec<CandidateData>,
    /// The candidates that it removes.
    pub eliminations: Vec<CandidateData>,
    /// The cells that a person would point at. Of a wing the pivot comes first.
    pub cells: Vec<u8>,
    /// The digits that matter. Of a wing the one that is eliminated comes last; of almost locked sets those that link them.
    pub digits: Vec<u8>,
    /// The houses that a person would point at; of fish and locked candidates `base` and then `cover`.
    pub houses: Vec<&'static str>,
    /// Base houses of a fish or of locked candidates.
    pub base: Vec<&'static str>,
    /// Cover houses of a fish or of locked candidates.
    pub cover: Vec<&'static str>,
    /// Fins of a fish.
    pub fins: Vec<u8>,
    /// Further cells: those of a subset next to a deadly pattern, or those that exclude values of aligned cells.
    pub extra: Vec<u8>,
    /// Almost locked sets, in the order in which they link.
    pub sets: Vec<SetData>,
    /// Cells of each colour, two colours for each component.
    pub colors: Vec<Vec<u8>>,
    /// Chains, node by node.
    pub chains: Vec<Vec<NodeData>>,
    /// Of forcing chains `double`, `contradiction`, `cell` or `house`.
    pub kind: Option<&'static str>,
    /// First nodes of the chains, each once.
    pub sources: Vec<SourceData>,
    /// Number of nodes of the chains, with those of chains within them.
    pub nodes: Option<u32>,
    /// Roles of cells and digits: those of the pattern, then `placed` and `eliminated`.
    pub roles: Vec<RoleData>,
}

/// A step as plain data with the help that an app shows: its fields are those of [`StepData`], `levels` and `explanation`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct StepHelp {
    /// The step.
    #[serde(flatten)]
    pub data: StepData,
    /// Less than the explanation: where to look, the cells alone, the digits alone, the technique.
    pub levels: StepLevels,
    /// Sentences that say what to look at, and why the step follows: [`Step::explanation`].
    pub explanation: String,
}

impl StepHelp {
    /// Converts a step of a grid of the notation's shape, and explains it.
    ///
    /// ```
    /// use gridmill_board::{Grid, Shape};
    /// use gridmill_rate::{Notation, Pencilmarks, Rater, Rulebook, StepHelp, Wording};
    ///
    /// let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    /// let marks = Pencilmarks::new(&Grid::parse(Shape::STANDARD, text)?);
    /// let next = Rater::new(Rulebook::hodoku()).next_step(&marks)?.expect("the puzzle can be solved");
    /// let help = StepHelp::new(&next.step, Wording::english(), &Notation::default());
    /// assert_eq!(help.data.text, "r5c5: naked single places 5");
    /// assert_eq!(help.explanation, "5 is the only digit that is still possible in r5c5. So r5c5 is 5.");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(step: &Step, wording: &Wording, notation: &Notation) -> Self {
        Self {
            data: StepData::new(step, notation),
            levels: step.levels(wording, notation),
            explanation: step.explanation(wording, notation),
        }
    }
}

/// Cells and digits with one role. Either list may be empty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct RoleData {
    /// Name of the role: [`Role::name`](super::Role::name).
    pub role: &'static str,
    /// The cells.
    pub cells: Vec<u8>,
    /// The digits.
    pub digits: Vec<u8>,
}

/// A digit in a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct CandidateData {
    /// The cell.
    pub cell: u8,
    /// The digit.
    pub digit: u8,
}

/// An almost locked set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SetData {
    /// Its cells.
    pub cells: Vec<u8>,
    /// Their candidates: one more than cells.
    pub digits: Vec<u8>,
}

/// A node of a chain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct NodeData {
    /// One cell, or a group of one house.
    pub cells: Vec<u8>,
    /// The digit.
    pub digit: u8,
    /// True if the digit is there, false if it is not.
    pub on: bool,
    /// Link from the node before it, where this node follows from it and the two share a cell or a house: `strong` or `weak`. Null for
    /// the first, and where another node, a pattern or a chain within the chain is the cause.
    pub link: Option<&'static str>,
    /// Places, in the chain, of the nodes that it follows from; none for an assumption.
    pub parents: Vec<u16>,
}

/// The start of a chain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SourceData {
    /// One cell, or a group of one house.
    pub cells: Vec<u8>,
    /// The digit.
    pub digit: u8,
    /// True if the digit is there, false if it is not.
    pub on: bool,
}

#[doc(hidden)]
impl From<&Step> for StepData {
    /// Converts a step, with cells such as `r1c1` in its text.
    fn from(step: &Step) -> Self {
        Self::new(step, &step.notation(CellNames::RowColumn))
    }
}

#[doc(hidden)]
impl From<StepRole> for RoleData {
    fn from(StepRole { role, cells: of, digits }: StepRole) -> Self {
        Self { role: role.name(), cells: cells(of), digits: values(digits) }
    }
}

impl StepData {
    /// Converts a step of a grid of the notation's shape.
    pub fn new(step: &Step, notation: &Notation) -> Self {
        let reason = &step.reason;
        let mut data = Self {
            technique: step.technique.name(),
            text: step.text(notation),
            placements: step.placements().map(CandidateData::from).collect(),
            eliminations: step.eliminations.iter().map(CandidateData::from).collect(),
            cells: cells(reason.cells_in(*notation)),
            digits: Vec::new(),
            houses: Vec::new(),
            base: Vec::new(),
            cover: Vec::new(),
            fins: Vec::new(),
            extra: Vec::new(),
            sets: Vec::new(),
            colors: Vec::new(),
            chains: Vec::new(),
            kind: None,
            sources: reason.sources().iter().map(SourceData::from).collect(),
            nodes: reason.nodes(),
            roles: step.roles().into_iter().map(RoleData::from).collect(),
        };
        match reason {
            Reason::Cell(_) => {}
            Reason::House(house) => data.houses = vec![name(*house)],
            Reason::Intersection { house, cover, digit, .. } => {
                data.digits = vec![digit.value()];
                (data.base, data.cover) = (vec![name(*house)], vec![name(*cover)]);
                data.houses = vec![name(*house), name(*cover)];
            }
            Reason::Subset { house, digits, .. } => {
                (data.houses, data.digits) = (vec![name(*house)], values(*digits));
            }
            Reason::Fish { digit, base, cover, fins, chains, .. } => {
                data.chains = lines(*notation, chains);
                (data.digits, data.fins) = (vec![digit.value()], cells(*fins));
                (data.base, data.cover) = (names(*base), names(*cover));
                data.houses = data.base.iter().chain(&data.cover).copied().collect();
            }
            Reason::Wing { cells, digits, chains } => {
                data.chains = lines(*notation, chains);
                data.cells = cells.iter().map(|&cell| index(cell)).collect();
                data.digits = digits.iter().map(|digit| digit.value()).collect();
            }
            Reason::Colors { digit, colors } => {
                data.digits = vec![digit.value()];
                data.colors = colors.iter().map(|&color| cells(color)).collect();
            }
            Reason::Deadly { digits, extra, .. } => {
                (data.digits, data.extra) = (values(*digits), cells(*extra));
            }
            Reason::Chain(chain) => data.chains = lines(*notation, std::slice::from_ref(chain)),
            Reason::Chains { chains, links } => data.chains = all_nodes(*notation, chains, links),
            Reason::Forcing { kind, chains, links, .. } => {
                data.kind = Some(kind.name());
                data.chains = all_nodes(*notation, chains, links);
            }
            Reason::Braid { braid, nodes: chain, links } => {
                data.chains = vec![nodes(*notation, chain, links)];
                data.houses = braid.houses().into_iter().map(name).collect();
            }
            Reason::Sets { sets, links } => {
                data.digits = values(*links);
                let set =
                    |set: &AlmostLockedSet| SetData { cells: cells(set.cells), digits: values(set.digits) };
                data.sets = sets.iter().map(set).collect();
            }
            Reason::Template { digit, .. } => data.digits = vec![digit.value()],
            Reason::Aligned { cells: aligned, excluders } => {
                data.cells = aligned.iter().map(|&cell| index(cell)).collect();
                data.extra = cells(*excluders);
            }
        }
        data
    }
}

#[doc(hidden)]
impl From<Candidate> for CandidateData {
    fn from(Candidate { cell, digit }: Candidate) -> Self {
        Self { cell: index(cell), digit: digit.value() }
    }
}

#[doc(hidden)]
impl From<&ChainNode> for SourceData {
    fn from(node: &ChainNode) -> Self {
        Self { cells: cells(node.cells), digit: node.digit.value(), on: node.on }
    }
}

/// Returns the nodes of chains, each of which follows from the one before it.
fn lines(notation: Notation, chains: &[Vec<ChainNode>]) -> Vec<Vec<NodeData>> {
    chains.iter().map(|chain| nodes(notation, chain, &successive(chain))).collect()
}

/// Returns the nodes of chains, each with those that it follows from.
fn all_nodes(notation: Notation, chains: &[Vec<ChainNode>], links: &[Vec<[u16; 2]>]) -> Vec<Vec<NodeData>> {
    chains.iter().zip(links).map(|(chain, links)| nodes(notation, chain, links)).collect()
}

/// Returns the nodes of a chain. `links` are the places of a node and of one that follows from it.
fn nodes(notation: Notation, chain: &[ChainNode], links: &[[u16; 2]]) -> Vec<NodeData> {
    let node = |(place, at): (u16, &ChainNode)| {
        let SourceData { cells, digit, on } = at.into();
        let parents: Vec<u16> = links.iter().filter(|link| link[1] == place).map(|link| link[0]).collect();
        let before = place.checked_sub(1).filter(|before| parents.contains(before));
        let link = before.and_then(|before| LinkKind::direct(notation, &chain[usize::from(before)], at));
        NodeData { cells, digit, on, link: link.map(LinkKind::name), parents }
    };
    (0..).zip(chain).map(node).collect()
}

fn index(cell: Cell) -> u8 {
    u8::try_from(cell.index()).unwrap_or(u8::MAX)
}

fn cells(cells: CellSet) -> Vec<u8> {
    cells.iter().map(index).collect()
}

fn values(digits: DigitSet) -> Vec<u8> {
    digits.iter().map(Digit::value).collect()
}

fn names(houses: HouseSet) -> Vec<&'static str> {
    houses.iter().map(name).collect()
}

/// Returns the short name of a house: `r1`, `c1` or `b1`.
fn name(house: House) -> &'static str {
    const NAMES: [&str; 27] = [
        "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8",
        "c9", "b1", "b2", "b3", "b4", "b5", "b6", "b7", "b8", "b9",
    ];
    NAMES[house.index()]
}

/// Cells and digits with one role. Either may be empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct StepRole {
    /// The role.
    pub role: Role,
    /// The cells.
    pub cells: CellSet,
    /// The digits.
    pub digits: DigitSet,
}

impl Step {
    /// Returns the roles of its cells and digits: those of the pattern first, then `Placed` and `Eliminated`.
    ///
    /// A role may come several times, such as `Color` and `Petal`: once for each colour or petal.
    pub fn roles(&self) -> Vec<StepRole> {
        let mut roles = Roles::default();
        roles.of_reason(self);
        let placed: Candidates = self.placements().collect();
        roles.add(Role::Placed, placed.all_cells(), placed.all_digits());
        roles.add(Role::Eliminated, self.eliminations.all_cells(), self.eliminations.all_digits());
        roles.0
    }
}

#[derive(Default)]
struct Roles(Vec<StepRole>);

impl Roles {
    /// Adds a role, unless nothing has it.
    fn add(&mut self, role: Role, cells: CellSet, digits: DigitSet) {
        if !cells.is_empty() || !digits.is_empty() {
            self.0.push(StepRole { role, cells, digits });
        }
    }

    fn add_nodes<'a>(&mut self, role: Role, nodes: impl IntoIterator<Item = &'a ChainNode>) {
        let (mut cells, mut digits) = (CellSet::EMPTY, DigitSet::EMPTY);
        for node in nodes {
            cells |= node.cells;
            digits |= DigitSet::only(node.digit);
        }
        self.add(role, cells, digits);
    }

    fn of_reason(&mut self, step: &Step) {
        match &step.reason {
            Reason::Cell(_) | Reason::House(_) => {}
            Reason::Intersection { digit, cells, .. } => {
                self.add(Role::Locked, *cells, DigitSet::only(*digit));
            }
            Reason::Subset { digits, cells, .. } => self.add(Role::Subset, *cells, *digits),
            Reason::Fish { chains, .. } if !chains.is_empty() => self.of_strong_links(step, chains),
            Reason::Fish { digit, base, cells, fins, .. } => {
                let digit = DigitSet::only(*digit);
                let shared =
                    |cell: &Cell| base.iter().filter(|house| house.cells().contains(*cell)).count() > 1;
                let endo: CellSet = fins.iter().filter(shared).collect();
                self.add(Role::Base, *cells, digit);
                for (role, fins) in [(Role::Fins, *fins - endo), (Role::EndoFins, endo)] {
                    self.add(role, fins, if fins.is_empty() { DigitSet::EMPTY } else { digit });
                }
            }
            Reason::Wing { cells, digits, .. } => self.of_wing(step.technique, cells, digits),
            Reason::Colors { digit, colors } => {
                for &color in colors {
                    self.add(Role::Color, color, DigitSet::only(*digit));
                }
            }
            Reason::Deadly { .. } => self.of_deadly(step),
            Reason::Chain(nodes) => self.of_chain(step, nodes),
            Reason::Chains { chains, .. } | Reason::Forcing { chains, .. } => self.of_forcing(step, chains),
            Reason::Braid { braid, nodes, .. } => self.of_braid(step, braid, nodes),
            Reason::Sets { sets, links } => self.of_sets(step.technique, sets, *links),
            Reason::Template { digit, cells } => self.add(Role::Template, *cells, DigitSet::only(*digit)),
            Reason::Aligned { cells, excluders } => {
                self.add(Role::Aligned, cells.iter().copied().collect(), DigitSet::EMPTY);
                self.add(Role::Excluders, *excluders, DigitSet::EMPTY);
            }
        }
    }

    /// Adds the ends of chains of four places each, and the places between them.
    fn of_strong_links(&mut self, step: &Step, chains: &[Vec<ChainNode>]) {
        if matches!(step.technique, T::EmptyRectangle | T::DualEmptyRectangle) {
            self.add_nodes(Role::EmptyRectangle, chains.first().into_iter().flat_map(|chain| &chain[2..]));
        }
        for chain in chains {
            self.of_ends(chain);
        }
    }

    /// Adds the first and the last node of a chain, and those between them.
    fn of_ends(&mut self, nodes: &[ChainNode]) {
        if let [first, between @ .., last] = nodes {
            self.add_nodes(Role::Endpoints, [first, last]);
            self.add_nodes(Role::Linking, between);
        }
    }

    fn of_wing(&mut self, technique: T, cells: &[Cell], digits: &[Digit]) {
        let set = |digits: &[Digit]| digits.iter().copied().collect();
        let of = |cells: &[Cell]| cells.iter().copied().collect();
        let Some((goes, linking)) = digits.split_last() else { return };
        match (technique, cells) {
            (T::WWing, [one, link @ .., other]) => {
                self.add(Role::Pincers, of(&[*one, *other]), set(digits));
                self.add(Role::Linking, of(link), set(linking));
            }
            (_, [pivot, pincers @ ..]) => {
                let of_pivot = if technique == T::XyzWing { digits } else { linking };
                self.add(Role::Pivot, of(&[*pivot]), set(of_pivot));
                self.add(Role::Pincers, of(pincers), set(&[*goes]));
                self.add(Role::Linking, CellSet::EMPTY, set(linking));
            }
            _ => {}
        }
    }

    fn of_deadly(&mut self, step: &Step) {
        let Reason::Deadly { digits, cells, extra, roof, further, .. } = step.reason else { return };
        match step.technique {
            T::BugPlus1 => return self.add(Role::Surplus, roof, further),
            T::Bug1 | T::Bug2 | T::Bug3 | T::Bug4 => self.add(Role::Surplus, roof, digits),
            _ => {
                self.add(Role::Floor, cells - roof, digits);
                self.add(Role::Roof, roof, digits | further);
            }
        }
        if !extra.is_empty() {
            self.add(Role::Subset, extra, further);
        }
        match step.technique {
            T::Bug4 => self.add(Role::Linking, roof, further),
            T::UniqueRectangle4 | T::UniqueLoop4 => {
                self.add(Role::Linking, roof, digits - step.eliminations.all_digits());
            }
            T::UniqueRectangle6 => self.add(Role::Linking, cells, step.eliminations.all_digits()),
            T::HiddenRectangle => {
                let opposite = step.eliminations.all_cells();
                let linking = cells.iter().filter(|&cell| !(opposite.with(cell).common_houses()).is_empty());
                self.add(Role::Linking, linking.collect(), digits - step.eliminations.all_digits());
            }
            _ => {}
        }
    }

    fn of_chain(&mut self, step: &Step, nodes: &[ChainNode]) {
        let [first, .., last] = nodes else { return };
        match step.technique {
            T::ContinuousNiceLoop
            | T::GroupedContinuousNiceLoop
            | T::BidirectionalXCycle
            | T::BidirectionalYCycle
            | T::BidirectionalCycle => self.add_nodes(Role::Loop, nodes),
            T::DiscontinuousNiceLoop | T::GroupedDiscontinuousNiceLoop => {
                self.add_nodes(Role::Discontinuity, [first, last]);
                self.add_nodes(Role::Linking, &nodes[1..nodes.len() - 1]);
            }
            T::ForcingXChain | T::ForcingChain => {
                self.add_nodes(Role::Assumption, [first]);
                self.add_nodes(Role::Linking, &nodes[1..nodes.len() - 1]);
            }
            _ => self.of_ends(nodes),
        }
    }

    /// Adds the start of each chain, each once, and the ends unless they are what the step concludes.
    fn of_forcing(&mut self, step: &Step, chains: &[Vec<ChainNode>]) {
        let sources = step.reason.sources();
        for source in &sources {
            self.add_nodes(Role::Assumption, [source]);
        }
        let follows = |end: &ChainNode| match step.placement {
            Some(placed) if end.on => end.digit == placed.digit && end.cells.single() == Some(placed.cell),
            _ => !end.on && end.cells.is_within(step.eliminations.cells(end.digit)),
        };
        let ends = chains.iter().filter_map(|chain| chain.last());
        if sources.len() == 1 || !ends.clone().all(follows) {
            self.add_nodes(Role::Contradiction, ends);
        }
    }

    /// Adds the target, and the candidates of each variable.
    fn of_braid(&mut self, step: &Step, braid: &Braid, nodes: &[ChainNode]) {
        let notation = step.notation(CellNames::RowColumn);
        self.add_nodes(Role::Assumption, nodes.first());
        for variable in braid.variables() {
            let role = if variable == braid.last { Role::Contradiction } else { Role::Variable };
            self.add_nodes(role, nodes.iter().skip(1).filter(|node| variable.holds(notation, node)));
        }
    }

    fn of_sets(&mut self, technique: T, sets: &[AlmostLockedSet], links: DigitSet) {
        let last = sets.len().saturating_sub(1);
        for (n, set) in sets.iter().enumerate() {
            let role = match (technique, n) {
                (T::SueDeCoq, 0) => Role::Core,
                (T::SueDeCoq, 1) => Role::Box,
                (T::SueDeCoq, _) => Role::Line,
                (T::DeathBlossom, 0) => Role::Stem,
                (T::DeathBlossom, _) => Role::Petal,
                (T::AlsXyWing, 1) => Role::Pivot,
                (T::AlsXyChain, n) if n == 0 || n == last => Role::Endpoints,
                _ => Role::Als,
            };
            self.add(role, set.cells, set.digits);
        }
        if technique != T::SueDeCoq {
            self.add(Role::Linking, CellSet::EMPTY, links);
        }
    }
}
