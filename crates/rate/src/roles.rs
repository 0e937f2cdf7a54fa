//! Roles of the cells and digits of a step: pivot and pincers, fins, endpoints and so on, by the terms of HoDoKu and SudokuWiki.

use super::{AlmostLockedSet, CellNames, CellSet, ChainNode, Reason, Step, Technique as T, trial::Braid};
use gridmill_board::{Cell, Digit, DigitSet};

/// Defines [`Role`]: a variant, its name in data, its meaning.
macro_rules! roles {
    ($($variant:ident $name:literal $meaning:literal)*) => {
        /// Role of some cells and digits in a step.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Role {
            $(#[doc = $meaning] $variant,)*
        }

        impl Role {
            /// All roles.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The name in data.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// The meaning.
            pub const fn meaning(self) -> &'static str {
                match self {
                    $(Self::$variant => $meaning,)*
                }
            }
        }
    };
}

roles! {
    Locked "locked" "The only places of a digit in a house, all in another house."
    Subset "subset" "Cells of a naked or hidden subset, and its digits."
    Base "base" "Places of a digit in the base houses of a fish, without fins."
    Fins "fins" "Places in base houses that no cover house holds."
    EndoFins "endo_fins" "Places in two base houses."
    Endpoints "endpoints" "Ends of a chain, of which one holds; of a chain of almost locked sets, the first and the last set."
    Linking "linking" "Cells and digits between the ends, by which they are linked."
    EmptyRectangle "empty_rectangle" "Places of a digit in a box, all in one row and one column."
    Loop "loop" "Nodes of a loop of strong and weak links."
    Discontinuity "discontinuity" "The cell at which a loop contradicts itself."
    Pivot "pivot" "The cell, or the set, that sees all pincers."
    Pincers "pincers" "Cells of which one holds the digit that is eliminated."
    Color "color" "Cells of one colour: all hold the digit, or none does. Two colours after each other are opposite."
    Floor "floor" "Cells of a deadly pattern with its digits alone."
    Roof "roof" "Cells of a deadly pattern that may hold other digits."
    Surplus "surplus" "Cells with more than two candidates, and the digits that are too many for a bivalue universal grave."
    Als "als" "An almost locked set, one for each set in order."
    Core "core" "Cells where box and line of a Sue de Coq meet."
    Box "box" "Cells of the box that are locked with the core."
    Line "line" "Cells of the line that are locked with the core."
    Stem "stem" "The cell each of whose candidates sees a petal."
    Petal "petal" "An almost locked set, one for each candidate of the stem in order."
    Aligned "aligned" "Cells whose pairs or triples of values are counted."
    Excluders "excluders" "Cells that exclude values of the aligned cells."
    Template "template" "Places that all templates of a digit share, or none has."
    Assumption "assumption" "A start of forcing chains, one for each start."
    Contradiction "contradiction" "The end of a chain that contradicts another, or itself; of a braid, the candidates of the variable in which none is left."
    Variable "variable" "The candidates of a cell, or the places of a digit in a house, of which one is left: one for each variable of a braid in order."
    Placed "placed" "Cells and digits that the step places."
    Eliminated "eliminated" "Cells and digits that the step eliminates."
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
        let placed: Vec<_> = self.placements().collect();
        roles.add(
            Role::Placed,
            placed.iter().map(|placed| placed.cell).collect(),
            placed.iter().fold(DigitSet::EMPTY, |all, placed| all | DigitSet::only(placed.digit)),
        );
        roles.add(Role::Eliminated, self.eliminations.all_cells(), eliminated(self));
        roles.0
    }
}

/// Returns the digits that a step eliminates.
fn eliminated(step: &Step) -> DigitSet {
    DigitSet::full(9)
        .iter()
        .filter(|&digit| !step.eliminations.cells(digit).is_empty())
        .fold(DigitSet::EMPTY, |all, digit| all | DigitSet::only(digit))
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

    /// Adds a role of the nodes of a chain.
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
                self.add(
                    Role::Fins,
                    *fins - endo,
                    if (*fins - endo).is_empty() { DigitSet::EMPTY } else { digit },
                );
                self.add(Role::EndoFins, endo, if endo.is_empty() { DigitSet::EMPTY } else { digit });
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
        let set =
            |digits: &[Digit]| digits.iter().fold(DigitSet::EMPTY, |all, &digit| all | DigitSet::only(digit));
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
            T::UniqueRectangle4 | T::UniqueLoop4 => self.add(Role::Linking, roof, digits - eliminated(step)),
            T::UniqueRectangle6 => self.add(Role::Linking, cells, eliminated(step)),
            T::HiddenRectangle => {
                let opposite = step.eliminations.all_cells();
                let linking = cells.iter().filter(|&cell| !(opposite.with(cell).common_houses()).is_empty());
                self.add(Role::Linking, linking.collect(), digits - eliminated(step));
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
