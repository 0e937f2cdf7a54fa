//! Steps that techniques find: a placement or eliminations, and the reason.

use crate::{
    Candidate, Candidates, CellNames, CellSet, Family, House, HouseKind, HouseSet, Notation, Technique,
    Tenths,
    trial::{Braid, BraidLink, Variable},
};
use gridmill_board::{Cell, Digit, DigitSet, Shape};
use std::fmt;

/// A link's end: a digit in one cell, or in several of one house of which one must hold it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ChainNode {
    /// One cell, or a group.
    pub cells: CellSet,
    /// The digit.
    pub digit: Digit,
    /// True if the digit is there (on), false if it is not (off).
    pub on: bool,
}

/// Cells of one house with one candidate more than cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct AlmostLockedSet {
    /// The cells.
    pub cells: CellSet,
    /// Their candidates.
    pub digits: DigitSet,
}

/// Kind of forcing argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ForcingKind {
    /// A candidate on and off: the same follows from both.
    Double,
    /// A candidate on, or off: a node follows on and off.
    Contradiction,
    /// All candidates of a cell: the same follows from each.
    Cell,
    /// All places of a digit in a house: the same follows from each.
    House,
}

gridmill_board::named_values!(ForcingKind { Double "double", Contradiction "contradiction", Cell "cell", House "house" });

/// Reason of a step: the cells, digits and houses that a person would point at. [`Step::roles`] and [`Step::links`] name them, and
/// [`StepData`](crate::StepData) has them as plain data; the reasons themselves are for gridmill's own crates.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// One cell has one candidate left.
    #[doc(hidden)]
    Cell(Cell),
    /// One digit has one place left in a house.
    #[doc(hidden)]
    House(House),
    /// The places of a digit in one house lie in another.
    #[doc(hidden)]
    Intersection {
        /// The house whose places all lie in the cover.
        house: House,
        /// The house that they lie in.
        cover: House,
        /// The digit.
        digit: Digit,
        /// The places.
        cells: CellSet,
    },
    /// As many digits as cells of a house.
    #[doc(hidden)]
    Subset {
        /// The house; one of them where there are two.
        house: House,
        /// The digits.
        digits: DigitSet,
        /// The cells.
        cells: CellSet,
    },
    /// A fish, or a pattern of one digit with strong links in base houses.
    #[doc(hidden)]
    Fish {
        /// The digit.
        digit: Digit,
        /// The base houses.
        base: HouseSet,
        /// The cover houses.
        cover: HouseSet,
        /// The places in the base houses, without fins.
        cells: CellSet,
        /// The fins.
        fins: CellSet,
        /// The chains of a pattern of strong links, from one endpoint to the other; none of a fish.
        chains: Vec<Vec<ChainNode>>,
    },
    /// Cells by their roles, such as pivot and pincers, and the digits that link them.
    #[doc(hidden)]
    Wing {
        /// The cells: a pivot first where there is one.
        cells: Vec<Cell>,
        /// The digits that matter; the one that is eliminated last.
        digits: Vec<Digit>,
        /// The chain from pincer to pincer; of a pivot with three candidates, one to each pincer.
        chains: Vec<Vec<ChainNode>>,
    },
    /// Conjugate pairs of one digit in two colours, or of several components.
    #[doc(hidden)]
    Colors {
        /// The digit.
        digit: Digit,
        /// The cells of each colour, two for each component.
        colors: Vec<CellSet>,
    },
    /// A rectangle, loop or BUG that would have two solutions.
    #[doc(hidden)]
    Deadly {
        /// The digits of the pattern; of a BUG those that are surplus.
        digits: DigitSet,
        /// Its cells.
        cells: CellSet,
        /// Cells of an additional subset, empty without one.
        extra: CellSet,
        /// Cells of the pattern that may hold another digit, and so save the puzzle.
        roof: CellSet,
        /// Digits beyond those of the pattern that the argument needs: those of the roof, or of the additional subset; of BUG+1 the
        /// one that is placed next, of BUG type 4 the one that both cells need.
        further: DigitSet,
        /// House of the additional subset, or of the digit that is locked into the roof.
        house: Option<House>,
    },
    /// A chain or loop from one node to the next.
    #[doc(hidden)]
    Chain(Vec<ChainNode>),
    /// Several chains that share a conclusion, or contradict each other.
    #[doc(hidden)]
    Chains {
        /// From the assumption to the end. In a net, a node may follow from several others.
        chains: Vec<Vec<ChainNode>>,
        /// Of each chain, the places of a node and of one that follows from it, ordered by the second.
        links: Vec<Vec<[u16; 2]>>,
    },
    /// Several chains from assumptions of which one holds, each with all that leads from its assumption to its end.
    #[doc(hidden)]
    Forcing {
        /// Kind of argument.
        kind: ForcingKind,
        /// From the assumption to the end; each node follows from some of those before it.
        chains: Vec<Vec<ChainNode>>,
        /// Of each chain, the places of a node and of one that follows from it directly, ordered by the second.
        links: Vec<Vec<[u16; 2]>>,
        /// Nodes of all chains, and of those within them, by which they are rated.
        nodes: u32,
    },
    /// A candidate from which singles follow, until nothing is left in a cell, or of a digit in a house.
    #[doc(hidden)]
    Braid {
        /// The variables of the braid.
        braid: Braid,
        /// Their candidates from the assumption on: those that are left are on, those that are gone off.
        nodes: Vec<ChainNode>,
        /// Places of a node and of one that follows from it, ordered by the second.
        links: Vec<[u16; 2]>,
    },
    /// Almost locked sets, and the digits that link each to the next.
    #[doc(hidden)]
    Sets {
        /// The sets, in the order in which they link.
        sets: Vec<AlmostLockedSet>,
        /// Digits that link them, or the digits of a stem.
        links: DigitSet,
    },
    /// Places of a digit that all its templates share, or that none has.
    #[doc(hidden)]
    Template {
        /// The digit.
        digit: Digit,
        /// The places.
        cells: CellSet,
    },
    /// Cells whose pairs or triples of values were counted, and the cells that forbid them.
    #[doc(hidden)]
    Aligned {
        /// The cells.
        cells: Vec<Cell>,
        /// The cells that forbid.
        excluders: CellSet,
    },
}

/// A step on the way to the solution.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Step {
    /// The technique.
    pub technique: Technique,
    /// The digit that it places, if it does; of several, which only templates place, the first.
    pub placement: Option<Candidate>,
    /// The candidates that it eliminates; empty if it only places, because the consequences of a placement are not listed.
    pub eliminations: Candidates,
    /// Extra rating of this instance over the easiest of its technique.
    pub extra: Tenths,
    /// Why it holds.
    pub reason: Reason,
    /// The shape of the grid in which its cells are numbered.
    pub shape: Shape,
}

impl Step {
    /// A step of a 9x9 grid that places a digit.
    ///
    /// ```
    /// use gridmill_rate::{Notation, Reason, Step, Technique, Wording};
    /// use gridmill_board::{Cell, Digit, House, HouseKind};
    ///
    /// let house = Reason::House(House::new(HouseKind::Row, 0));
    /// let step = Step::place(Technique::HiddenSingle, Cell::new(4), Digit::from_index(6), house);
    /// assert_eq!(
    ///     step.explanation(Wording::english(), &Notation::default()),
    ///     "In row 1 the digit 7 can only go in r1c5; no other empty cell there can hold it. So r1c5 is 7."
    /// );
    /// ```
    #[inline]
    #[doc(hidden)]
    pub fn place(technique: Technique, cell: Cell, digit: Digit, reason: Reason) -> Self {
        let (placement, eliminations) = (Some(Candidate { cell, digit }), Candidates::EMPTY);
        let (extra, shape) = (Tenths::default(), Shape::STANDARD);
        Self { technique, placement, eliminations, extra, reason, shape }
    }

    /// A step of a 9x9 grid that takes candidates away.
    #[inline]
    #[doc(hidden)]
    pub fn eliminate(technique: Technique, eliminations: Candidates, reason: Reason) -> Self {
        let (extra, shape) = (Tenths::default(), Shape::STANDARD);
        Self { technique, placement: None, eliminations, extra, reason, shape }
    }

    /// This step in a grid of `shape`.
    #[must_use]
    #[inline]
    pub(crate) fn in_shape(self, shape: Shape) -> Self {
        Self { shape, ..self }
    }

    /// Returns the names of the cells and houses of its grid.
    pub const fn notation(&self, names: CellNames) -> Notation {
        Notation::new(self.shape, names)
    }

    /// Returns the cells that its reason points at.
    pub fn cells(&self) -> CellSet {
        self.reason.cells_in(self.notation(CellNames::RowColumn))
    }

    /// The digits that it places.
    pub fn placements(&self) -> impl Iterator<Item = Candidate> + use<> {
        let (digit, others) = match (&self.reason, self.placement) {
            (&Reason::Template { digit, cells }, Some(first)) => (digit, cells.without(first.cell)),
            _ => (Digit::from_index(0), CellSet::EMPTY),
        };
        self.placement.into_iter().chain(others.iter().map(move |cell| Candidate { cell, digit }))
    }

    /// Sets the extra rating over the easiest instance of its technique, in tenths.
    #[must_use]
    pub(crate) fn harder_by(self, extra: u16) -> Self {
        Self { extra: Tenths::new(extra.into()), ..self }
    }
}

impl Reason {
    /// Returns the first nodes of its chains, each once; empty if there are no chains.
    pub(crate) fn sources(&self) -> Vec<ChainNode> {
        let mut sources: Vec<ChainNode> = Vec::new();
        for node in self.chains().iter().filter_map(|chain| chain.first()) {
            if !sources.contains(node) {
                sources.push(*node);
            }
        }
        sources
    }

    /// Counts the nodes of its chains, by which they are rated if length counts; `None` if there are no chains.
    ///
    /// A loop counts its start once; chains within chains count.
    pub(crate) fn nodes(&self) -> Option<u32> {
        let len = |chain: &Vec<ChainNode>| {
            chain.len() - usize::from(chain.len() > 1 && chain.first() == chain.last())
        };
        match self {
            Self::Forcing { nodes, .. } => Some(*nodes),
            _ if self.chains().is_empty() => None,
            _ => u32::try_from(self.chains().iter().map(len).sum::<usize>()).ok(),
        }
    }

    pub(crate) fn chains(&self) -> &[Vec<ChainNode>] {
        match self {
            Self::Chain(chain) | Self::Braid { nodes: chain, .. } => std::slice::from_ref(chain),
            Self::Chains { chains, .. }
            | Self::Forcing { chains, .. }
            | Self::Fish { chains, .. }
            | Self::Wing { chains, .. } => chains,
            _ => &[],
        }
    }

    /// The cells of a 9x9 grid that the reason points at.
    #[doc(hidden)]
    pub fn cells(&self) -> CellSet {
        self.cells_in(Notation::default())
    }

    /// The cells that the reason points at, in a grid of any shape.
    pub(crate) fn cells_in(&self, notation: Notation) -> CellSet {
        let nodes = |nodes: &[ChainNode]| nodes.iter().fold(CellSet::EMPTY, |all, node| all | node.cells);
        match self {
            Self::Cell(cell) => CellSet::only(*cell),
            Self::House(house) => notation.cells_of(*house),
            Self::Intersection { cells, .. } | Self::Subset { cells, .. } | Self::Template { cells, .. } => {
                *cells
            }
            Self::Fish { cells, fins, .. } => *cells | *fins,
            Self::Wing { cells, .. } => cells.iter().copied().collect(),
            Self::Colors { colors, .. } => colors.iter().fold(CellSet::EMPTY, |all, &color| all | color),
            Self::Deadly { cells, extra, .. } => *cells | *extra,
            Self::Chain(chain) | Self::Braid { nodes: chain, .. } => nodes(chain),
            Self::Chains { chains, .. } | Self::Forcing { chains, .. } => {
                chains.iter().fold(CellSet::EMPTY, |all, chain| all | nodes(chain))
            }
            Self::Sets { sets, .. } => sets.iter().fold(CellSet::EMPTY, |all, set| all | set.cells),
            Self::Aligned { cells, excluders } => cells.iter().copied().collect::<CellSet>() | *excluders,
        }
    }
}

// Text of steps: one line of notation, for a person at the grid.
//
// ```text
// r3c46: naked pair {2,7} in row 3 removes 2 from r3c1
// r5c8: hidden single in box 6 places 4
// r4c2: cell forcing chains of 8 nodes by cell from 1 at r4c2 and from 6 at r4c2 to not 6 at r7c4 (...) removes 6 from r7c4
// r14c28: x-wing of 5 in rows 1 and 4 covered by columns 2 and 8 removes 5 from r7c28
// r6c6: braid of length 3 (1 in column 6 at r3c6, 2 in box 2 at r2c4, nothing in r4c4) removes 2 from r6c6
// r1c15 r4c5: x-chain (3)r1c1 = (3)r1c5 - (3)r4c5 removes 3 from r4c1
// ```
//
// Chains are in Eureka notation: `=` is a strong link, `-` a weak one.
//
// Cells that share rows or columns are written together, as is usual: `r3c46` is r3c4 and r3c6.

impl fmt::Display for Step {
    /// Writes the text, with cells such as `r1c1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(&self.notation(CellNames::RowColumn)))
    }
}

impl Step {
    /// Returns the step as one line of notation, with the names of cells and the shape of `notation`.
    pub fn text(&self, notation: &Notation) -> String {
        let text = StepText(*notation);
        let name = self.technique.title().to_lowercase();
        let mut line = match (&self.reason, self.placement) {
            (Reason::Cell(_) | Reason::House(_), Some(placed)) => {
                format!("{}: {name}{}", notation.cell(placed.cell), text.why(&self.reason))
            }
            (Reason::Forcing { .. }, _) => {
                let from = self.reason.sources().iter().fold(CellSet::EMPTY, |all, node| all | node.cells);
                format!("{}: {name}{}", notation.cells(from), text.why(&self.reason))
            }
            (Reason::Braid { braid, .. }, _) => {
                format!("{}: {name}{}", notation.cell(braid.target.cell), text.why(&self.reason))
            }
            (Reason::Chain(nodes), _) if self.technique.family() == Family::Chaining => {
                let length = self.reason.nodes().unwrap_or(0);
                let cells = notation.cells(self.reason.cells_in(*notation));
                format!("{cells}: {name} of {length} nodes {}", text.eureka(nodes))
            }
            (reason, _) => {
                format!("{}: {name}{}", notation.cells(reason.cells_in(*notation)), text.why(reason))
            }
        };
        if let Some(placed) = self.placement {
            line += &format!(" places {}", placed.digit);
            if !matches!(self.reason, Reason::Cell(_) | Reason::House(_)) {
                let cells = self.placements().map(|placed| placed.cell).collect();
                line += &format!(" at {}", notation.cells(cells));
            }
        }
        if !self.eliminations.is_empty() {
            let and = if self.placement.is_some() { " and" } else { "" };
            line += &format!("{and} removes {}", text.eliminations(&self.eliminations));
        }
        line
    }
}

/// Text of the parts of a step.
struct StepText(Notation);

impl StepText {
    /// Describes the reason: the text after the name of the technique.
    fn why(&self, reason: &Reason) -> String {
        let cells = |cells| self.0.cells(cells);
        match reason {
            Reason::Cell(_) => String::new(),
            Reason::House(house) => format!(" in {}", self.0.house(*house)),
            Reason::Intersection { house, cover, digit, .. } => {
                let by = if cover.kind() == HouseKind::Box { "within" } else { "along" };
                format!(" of {digit} in {} {by} {}", self.0.house(*house), self.0.house(*cover))
            }
            Reason::Subset { house, digits, .. } => format!(" {} in {}", set(*digits), self.0.house(*house)),
            Reason::Fish { digit, base, cover, fins, .. } => {
                let by = if cover.is_empty() {
                    String::new()
                } else {
                    format!(" covered by {}", self.houses(*cover))
                };
                let word = if fins.is_several() { "fins" } else { "fin" };
                let fins =
                    if fins.is_empty() { String::new() } else { format!(" with {word} {}", cells(*fins)) };
                format!(" of {digit} in {}{by}{fins}", self.houses(*base))
            }
            Reason::Wing { digits, .. } => format!(" {{{}}}", list(digits.iter().copied())),
            Reason::Colors { digit, colors } => {
                let against = |pair: &[CellSet]| {
                    pair.iter().map(|&color| cells(color)).collect::<Vec<_>>().join(" against ")
                };
                let pairs: Vec<_> = colors.chunks(2).map(against).collect();
                format!(" of {digit} in {}", pairs.join(" and in "))
            }
            Reason::Deadly { digits, extra, .. } => {
                let extra = if extra.is_empty() { String::new() } else { format!(" with {}", cells(*extra)) };
                format!(" {}{extra}", set(*digits))
            }
            Reason::Chain(nodes) => format!(" {}", self.eureka(nodes)),
            Reason::Chains { chains, .. } => {
                let chains: Vec<_> = chains.iter().map(|nodes| self.eureka(nodes)).collect();
                format!(" {}", chains.join("; "))
            }
            Reason::Forcing { kind, chains, nodes, .. } => self.forcing(*kind, chains, *nodes),
            Reason::Braid { braid, .. } => self.braid(braid),
            Reason::Sets { sets, links } => {
                let sets: Vec<_> = sets.iter().map(|set| self.almost_locked(set)).collect();
                let links =
                    if links.is_empty() { String::new() } else { format!(" linked by {}", set(*links)) };
                format!(" {}{links}", and(&sets))
            }
            Reason::Template { digit, .. } => format!(" of {digit}"),
            Reason::Aligned { cells: aligned, excluders } => {
                format!(" of {} forbidden by {}", cells(aligned.iter().copied().collect()), cells(*excluders))
            }
        }
    }

    fn almost_locked(&self, set: &AlmostLockedSet) -> String {
        format!("{} {}", self.0.cells(set.cells), self::set(set.digits))
    }

    /// `(5)r1c2 - (5)r1c7 = (5)r4c7`; `>` where two neighbours do not alternate.
    fn eureka(&self, nodes: &[ChainNode]) -> String {
        let mut text = String::new();
        for (at, node) in nodes.iter().enumerate() {
            if let Some(before) = at.checked_sub(1).and_then(|before| nodes.get(before)) {
                text += match LinkKind::between(before, node) {
                    Some(LinkKind::Strong) => " = ",
                    Some(LinkKind::Weak) => " - ",
                    None => " > ",
                };
            }
            text += &format!("({}){}", node.digit, self.0.cells(node.cells));
        }
        text
    }

    /// `not 5 at r1c7`.
    fn node(&self, node: &ChainNode) -> String {
        let not = if node.on { "" } else { "not " };
        format!("{not}{} at {}", node.digit, self.0.cells(node.cells))
    }

    /// ` of 8 nodes by cell from 1 at r4c2 and from 6 at r4c2 to not 6 at r7c4 (1 at r4c2 ...; 6 at r4c2 ...)`.
    ///
    /// A node may follow from several others, so a chain lists its nodes in order of arrival.
    fn forcing(&self, kind: ForcingKind, chains: &[Vec<ChainNode>], nodes: u32) -> String {
        let listed: usize = chains.iter().map(Vec::len).sum();
        let within = usize::try_from(nodes).unwrap_or(usize::MAX).saturating_sub(listed);
        let within = if within == 0 { String::new() } else { format!(" ({within} in chains within)") };
        let ends = |end: fn(&Vec<ChainNode>) -> Option<&ChainNode>| {
            let mut ends: Vec<String> = Vec::new();
            for end in chains.iter().filter_map(end).map(|end| self.node(end)) {
                if !ends.contains(&end) {
                    ends.push(end);
                }
            }
            ends
        };
        let from = ends(|chain| chain.first()).join(" and from ");
        let to = ends(|chain| chain.last()).join(" and to ");
        let listed =
            |nodes: &Vec<ChainNode>| nodes.iter().map(|node| self.node(node)).collect::<Vec<_>>().join(", ");
        let chains: Vec<_> = chains.iter().map(listed).collect();
        format!(" of {nodes} nodes{within} by {} from {from} to {to} ({})", kind.name(), chains.join("; "))
    }

    /// ` of length 3 (1 in column 6 at r3c6, 2 in r2c4, no 4 in box 3)`.
    fn braid(&self, braid: &Braid) -> String {
        let link = |link: &BraidLink| {
            let (digit, cell) = (link.candidate.digit, self.0.cell(link.candidate.cell));
            match link.variable {
                Variable::Cell(_) => format!("{digit} in {cell}"),
                Variable::House(house, _) => format!("{digit} in {} at {cell}", self.0.house(house)),
            }
        };
        let last = match braid.last {
            Variable::Cell(cell) => format!("nothing in {}", self.0.cell(cell)),
            Variable::House(house, digit) => format!("no {digit} in {}", self.0.house(house)),
        };
        let variables: Vec<String> = braid.links.iter().map(link).chain([last]).collect();
        format!(" of length {} ({})", braid.length(), variables.join(", "))
    }

    /// `2 from r3c1, 7 from r4c56`.
    fn eliminations(&self, candidates: &Candidates) -> String {
        let of = |digit| (digit, candidates.cells(digit));
        let digits = DigitSet::full(9).iter().map(of).filter(|(_, cells)| !cells.is_empty());
        let each = |(digit, from)| format!("{digit} from {}", self.0.cells(from));
        digits.map(each).collect::<Vec<_>>().join(", ")
    }

    /// `rows 1 and 4 and column 8`.
    fn houses(&self, houses: HouseSet) -> String {
        let of = |kind: HouseKind| {
            let name = match (kind, houses.iter().filter(|house| house.kind() == kind).count()) {
                (_, 0) => return None,
                (HouseKind::Row, 1) => "row",
                (HouseKind::Row, _) => "rows",
                (HouseKind::Column, 1) => "column",
                (HouseKind::Column, _) => "columns",
                (HouseKind::Box, 1) => "box",
                (HouseKind::Box, _) => "boxes",
            };
            let of_kind = houses.iter().filter(|house| house.kind() == kind);
            let numbers: Vec<_> = of_kind.map(|house| self.0.number(house)).collect();
            Some(format!("{name} {}", and(&numbers)))
        };
        HouseKind::ALL.into_iter().filter_map(of).collect::<Vec<_>>().join(" and ")
    }
}

/// `{2,7}`.
fn set(digits: DigitSet) -> String {
    format!("{{{}}}", list(digits))
}

/// `2,7`.
fn list(digits: impl IntoIterator<Item = Digit>) -> String {
    digits.into_iter().map(|digit| digit.to_string()).collect::<Vec<_>>().join(",")
}

/// `1, 2 and 3`.
fn and(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

// Links of the chains of a step, for drawings.

/// Link between two neighbours of a chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LinkKind {
    /// If the first is off, the second is on.
    Strong,
    /// If the first is on, the second is off.
    Weak,
}

gridmill_board::named_values!(LinkKind { Strong "strong", Weak "weak" });

impl LinkKind {
    /// Returns the link between two neighbours; `None` if they do not alternate.
    pub(crate) const fn between(from: &ChainNode, to: &ChainNode) -> Option<Self> {
        match (from.on, to.on) {
            (false, true) => Some(Self::Strong),
            (true, false) => Some(Self::Weak),
            (true, true) | (false, false) => None,
        }
    }

    /// Returns the link between two neighbours that share a cell, or a house of one digit, in a grid of the notation's shape; `None` for
    /// others.
    pub(crate) fn direct(notation: Notation, from: &ChainNode, to: &ChainNode) -> Option<Self> {
        let is_linked = if from.digit == to.digit {
            notation.common_houses(from.cells | to.cells).next().is_some()
        } else {
            from.cells == to.cells
        };
        Self::between(from, to).filter(|_| is_linked)
    }
}

/// Link of a chain: a node, and one that follows from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct StepLink {
    /// Node that comes first.
    pub from: ChainNode,
    /// Node that follows.
    pub to: ChainNode,
    /// Kind of the link; `None` if the second node follows by more than a link: by a pattern, a chain within the chain, or singles.
    pub kind: Option<LinkKind>,
}

impl Step {
    /// Returns the links of each of its chains, from the assumption to the end; empty if the step has no chain.
    ///
    /// Patterns of strong links have chains too: skyscrapers, kites, empty rectangles and wings. Nodes of several cells are groups.
    ///
    /// In a forcing chain a node may follow from several others: then a link leads from each of them. A strong link may need the
    /// candidates that other links of the same node turn off.
    pub fn links(&self) -> Vec<Vec<StepLink>> {
        let notation = self.notation(CellNames::RowColumn);
        let linked = |(chain, links): (&Vec<ChainNode>, &Vec<[u16; 2]>)| {
            let node = |place: u16| chain.get(usize::from(place)).copied();
            links.iter().filter_map(|&[from, to]| Some(direct(notation, node(from)?, node(to)?))).collect()
        };
        match &self.reason {
            Reason::Chains { chains, links } | Reason::Forcing { chains, links, .. } => {
                chains.iter().zip(links).map(linked).collect()
            }
            Reason::Braid { nodes, links, .. } => vec![linked((nodes, links))],
            reason => reason.chains().iter().map(|chain| neighbours(chain)).collect(),
        }
    }
}

/// Returns the links between neighbours of a chain.
fn neighbours(chain: &[ChainNode]) -> Vec<StepLink> {
    let link = |pair: &[ChainNode]| StepLink {
        from: pair[0],
        to: pair[1],
        kind: LinkKind::between(&pair[0], &pair[1]),
    };
    chain.windows(2).map(link).collect()
}

/// Links two nodes of a forcing chain; nodes that share no cell and no house are not linked directly.
fn direct(notation: Notation, from: ChainNode, to: ChainNode) -> StepLink {
    StepLink { from, to, kind: LinkKind::direct(notation, &from, &to) }
}

/// Returns a chain of nodes that are off and on in turn, the first off.
pub(crate) fn alternating(nodes: impl IntoIterator<Item = (CellSet, Digit)>) -> Vec<ChainNode> {
    let node = |(n, (cells, digit)): (usize, (CellSet, Digit))| ChainNode { cells, digit, on: n % 2 == 1 };
    nodes.into_iter().enumerate().map(node).collect()
}

/// Returns the places of neighbours of a chain, each of which follows from the one before it.
pub(crate) fn successive(chain: &[ChainNode]) -> Vec<[u16; 2]> {
    (1_u16..).take(chain.len().saturating_sub(1)).map(|place| [place - 1, place]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Candidate, CellNames, Family, House, HouseKind, Pencilmarks, Rater, Rulebook, StepData, Technique,
        testing::rated,
    };
    use gridmill_board::{Cell, DigitSet, Shape};
    use std::collections::BTreeSet;

    fn all(names: &[(usize, usize)]) -> CellSet {
        names.iter().map(|&(row, col)| Cell::new(9 * (row - 1) + col - 1)).collect()
    }

    fn digits(digits: &[usize]) -> DigitSet {
        digits.iter().map(|digit| Digit::from_index(digit - 1)).collect()
    }

    /// The text has sources, length and conclusion, but no nodes of nested chains.
    #[test]
    fn forcing_chains_name_what_they_assume_and_prove() {
        let node = |row, col, digit: usize, on| ChainNode {
            cells: all(&[(row, col)]),
            digit: Digit::from_index(digit - 1),
            on,
        };
        let target = Candidates::from_cells(Digit::from_index(5), all(&[(7, 4)]));
        let chains = vec![
            vec![node(4, 2, 1, true), node(4, 4, 1, false), node(7, 4, 6, false)],
            vec![node(4, 2, 6, true), node(7, 4, 6, false)],
        ];
        let reason = Reason::Forcing { kind: ForcingKind::Cell, chains, links: Vec::new(), nodes: 5 };
        assert_eq!((reason.sources().len(), reason.nodes()), (2, Some(5)));
        let step = Step::eliminate(Technique::CellForcingChains, target, reason);
        assert_eq!(
            step.to_string(),
            "r4c2: cell forcing chains of 5 nodes by cell from 1 at r4c2 and from 6 at r4c2 to not 6 at r7c4 \
         (1 at r4c2, not 1 at r4c4, not 6 at r7c4; 6 at r4c2, not 6 at r7c4) removes 6 from r7c4"
        );
        let chains = vec![
            vec![node(7, 4, 6, true), node(1, 2, 5, true)],
            vec![node(7, 4, 6, true), node(1, 2, 5, false)],
        ];
        let reason =
            Reason::Forcing { kind: ForcingKind::Contradiction, chains, links: Vec::new(), nodes: 12 };
        assert_eq!(reason.sources().len(), 1);
        let step = Step::eliminate(Technique::NestedForcing, target, reason);
        assert_eq!(
            step.to_string(),
            "r7c4: dynamic forcing chains (+ forcing chains) of 12 nodes (8 in chains within) by contradiction \
         from 6 at r7c4 to 5 at r1c2 and to not 5 at r1c2 \
         (6 at r7c4, 5 at r1c2; 6 at r7c4, not 5 at r1c2) removes 6 from r7c4"
        );
    }

    #[test]
    fn steps_read_as_sentences() {
        let digit = |digit: usize| Digit::from_index(digit - 1);
        let row = House::new(HouseKind::Row, 2);
        let pair = all(&[(3, 4), (3, 6)]);
        let step = Step::eliminate(
            Technique::NakedPair,
            Candidates::from_cells(digit(2), all(&[(3, 1)])),
            Reason::Subset { house: row, digits: digits(&[2, 7]), cells: pair },
        );
        assert_eq!(step.to_string(), "r3c46: naked pair {2,7} in row 3 removes 2 from r3c1");
        let letters = Notation::new(Shape::STANDARD, CellNames::LetterDigit);
        assert_eq!(step.text(&letters), "C46: naked pair {2,7} in row C removes 2 from C1");
        let cell = Cell::new(43);
        let six = House::new(HouseKind::Box, 5);
        let step = Step::place(Technique::HiddenSingle, cell, digit(4), Reason::House(six));
        assert_eq!(step.to_string(), "r5c8: hidden single in box 6 places 4");
        let fish = Reason::Fish {
            digit: digit(5),
            base: HouseSet::only(House::new(HouseKind::Row, 0))
                | HouseSet::only(House::new(HouseKind::Row, 3)),
            cover: HouseSet::only(House::new(HouseKind::Column, 1))
                | HouseSet::only(House::new(HouseKind::Column, 7)),
            cells: all(&[(1, 2), (1, 8), (4, 2)]),
            fins: all(&[(4, 9)]),
            chains: Vec::new(),
        };
        let gone = [Candidate { cell: Cell::new(71), digit: digit(5) }].into_iter().collect();
        let step = Step::eliminate(Technique::FinnedXWing, gone, fish);
        assert_eq!(
            step.to_string(),
            "r1c28 r4c29: finned x-wing of 5 in rows 1 and 4 covered by columns 2 and 8 with fin r4c9 removes 5 from r8c9"
        );
        let node = |row, col, on| ChainNode { cells: all(&[(row, col)]), digit: digit(3), on };
        let step = Step::eliminate(
            Technique::XChain,
            Candidates::from_cells(digit(3), all(&[(9, 1), (9, 2)])),
            Reason::Chain(vec![node(1, 1, false), node(1, 5, true)]),
        );
        assert_eq!(step.to_string(), "r1c15: x-chain (3)r1c1 = (3)r1c5 removes 3 from r9c12");
        let nodes = vec![node(1, 1, true), node(1, 5, false), node(4, 5, true), node(1, 1, true)];
        let step = Step::eliminate(Technique::BidirectionalXCycle, step.eliminations, Reason::Chain(nodes));
        assert_eq!(
            step.to_string(),
            "r1c15 r4c5: bidirectional x-cycle of 3 nodes (3)r1c1 - (3)r1c5 = (3)r4c5 > (3)r1c1 removes 3 from r9c12"
        );
    }

    /// Every node of a forcing chain but the assumption follows from earlier nodes, and every link is what its kind says.
    #[test]
    fn forcing_chains_have_a_link_to_every_node() {
        let mut rater = Rater::new(Rulebook::se());
        let (mut seen, mut within) = (BTreeSet::new(), 0);
        for puzzle in rated() {
            let mut marks = Pencilmarks::new(&puzzle);
            while let Some(crate::NextStep { step, .. }) = rater.next_step(&marks).unwrap() {
                let chains = step.links();
                if let Reason::Forcing { chains: nodes, .. } = &step.reason {
                    assert_eq!(chains.len(), nodes.len(), "{step}");
                    for (links, nodes) in chains.iter().zip(nodes) {
                        let place = |node: &ChainNode| nodes.iter().position(|known| known == node).unwrap();
                        assert!(links.iter().all(|link| place(&link.from) < place(&link.to)), "{step}");
                        let reached: BTreeSet<usize> = links.iter().map(|link| place(&link.to)).collect();
                        assert_eq!(reached, (1..nodes.len()).collect(), "{step}");
                        within += links.iter().filter(|link| link.kind.is_none()).count();
                    }
                    seen.insert(step.technique.name());
                } else if step.technique.family() == Family::Chaining {
                    // A loop or chain: its links alternate, up to the end that repeats the start.
                    assert!(chains[0].iter().filter(|link| link.kind.is_none()).count() <= 1, "{step}");
                }
                for link in chains.iter().flatten() {
                    match link.kind {
                        Some(LinkKind::Weak) => assert!(link.from.on && !link.to.on, "{step}"),
                        Some(LinkKind::Strong) => assert!(!link.from.on && link.to.on, "{step}"),
                        None => {}
                    }
                }
                marks.apply(&step);
            }
        }
        assert!(seen.len() >= 8 && within > 0, "{seen:?} {within}");
    }
    /// True if the node is on, or off, because of these nodes alone, by the rules of cells and houses.
    fn follows(marks: &Pencilmarks, node: &ChainNode, parents: &[ChainNode]) -> bool {
        let (Some(cell), true) = (node.cells.first(), node.cells.len() == 1) else { return true };
        let is_off = |other: Cell, digit: Digit| {
            let turned_off =
                |parent: &&ChainNode| !parent.on && parent.digit == digit && parent.cells.contains(other);
            parents.iter().any(|parent| turned_off(&parent))
        };
        if !node.on {
            return parents
                .iter()
                .any(|parent| LinkKind::direct(Notation::default(), parent, node) == Some(LinkKind::Weak));
        }
        let in_cell = marks.candidates(cell) - DigitSet::only(node.digit);
        let in_house = |kind| {
            let house = House::holding(kind, cell);
            marks
                .places_in(house, node.digit)
                .without(cell)
                .into_iter()
                .all(|other| is_off(other, node.digit))
        };
        in_cell.into_iter().all(|digit| is_off(cell, digit)) || HouseKind::ALL.into_iter().any(in_house)
    }

    /// Every node of a chain but the assumption has the nodes that it follows from, a link is one of a cell or house, and in chains
    /// without patterns the parents of a node are enough for it.
    #[test]
    fn parents_imply_their_nodes() {
        let (mut nets, mut linked, mut within) = (0, 0, 0);
        let (mut placed, mut unexplained) = (0, 0);
        for rulebook in [Rulebook::se(), Rulebook::hodoku()] {
            let is_hodoku = rulebook.name() == "hodoku";
            let mut rater = Rater::new(rulebook);
            for puzzle in rated() {
                let mut marks = Pencilmarks::new(&puzzle);
                while let Some(crate::NextStep { step, .. }) = rater.next_step(&marks).unwrap() {
                    let data = StepData::from(&step);
                    for (nodes, chain) in step.reason.chains().iter().zip(&data.chains) {
                        for (place, (node, written)) in nodes.iter().zip(chain).enumerate() {
                            assert_eq!(written.parents.is_empty(), place == 0, "{step}");
                            let parents: Vec<ChainNode> =
                                written.parents.iter().map(|&parent| nodes[usize::from(parent)]).collect();
                            if let Some(link) = written.link {
                                let before = &nodes[place - 1];
                                assert!(
                                    written.parents.contains(&u16::try_from(place - 1).unwrap()),
                                    "{step}"
                                );
                                assert_eq!(
                                    LinkKind::direct(Notation::default(), before, node).map(LinkKind::name),
                                    Some(link),
                                    "{step}"
                                );
                                linked += 1;
                            }
                            let is_forcing = matches!(step.reason, Reason::Chains { .. });
                            nets += usize::from(is_forcing && parents.len() > 1);
                            // The Explainer's patterns and chains within are causes of another kind.
                            let is_implied = place == 0 || follows(&marks, node, &parents);
                            if is_hodoku && is_forcing {
                                (placed, unexplained) =
                                    (placed + usize::from(node.on), unexplained + usize::from(!is_implied));
                            } else if !is_hodoku {
                                within += usize::from(!is_implied);
                            }
                        }
                    }
                    marks.apply(&step);
                }
            }
        }
        assert!(nets > 100 && linked > 5_000 && within > 0, "{nets} {linked} {within}");
        assert!(placed > 500 && unexplained == 0, "{unexplained} of {placed}");
    }
}
