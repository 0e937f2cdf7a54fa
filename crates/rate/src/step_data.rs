//! Steps as plain data: what a program needs to draw a hint without a solver.
//!
//! Cells are numbered row by row from 0, digits are 1 to 9, houses are named `r1` to `r9`, `c1` to `c9` and `b1` to `b9`. Every field
//! is there for every step; those that do not apply are empty. The numbers are those of the shape; the text is in a [`Notation`].

use crate::{
    Candidate, CellNames, CellSet, ChainNode, House, HouseKind, HouseSet, Notation, Reason, Step, StepRole,
    Wording,
    step::{LinkKind, successive},
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

/// A step as plain data with its explanation: the help that an app shows. Its fields are those of [`StepData`], and `explanation`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct StepHelp {
    /// The step.
    #[serde(flatten)]
    pub data: StepData,
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
        Self { data: StepData::new(step, notation), explanation: step.explanation(wording, notation) }
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

impl From<&Step> for StepData {
    /// Converts a step, with cells such as `r1c1` in its text.
    fn from(step: &Step) -> Self {
        Self::new(step, &step.notation(CellNames::RowColumn))
    }
}

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
                data.chains =
                    chains.iter().map(|chain| nodes(*notation, chain, &successive(chain))).collect();
                (data.digits, data.fins) = (vec![digit.value()], cells(*fins));
                (data.base, data.cover) = (names(*base), names(*cover));
                data.houses = data.base.iter().chain(&data.cover).copied().collect();
            }
            Reason::Wing { cells, digits, chains } => {
                data.chains =
                    chains.iter().map(|chain| nodes(*notation, chain, &successive(chain))).collect();
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
            Reason::Chain(chain) => data.chains = vec![nodes(*notation, chain, &successive(chain))],
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
                let set = |set: &super::AlmostLockedSet| SetData {
                    cells: cells(set.cells),
                    digits: values(set.digits),
                };
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

impl From<Candidate> for CandidateData {
    fn from(Candidate { cell, digit }: Candidate) -> Self {
        Self { cell: index(cell), digit: digit.value() }
    }
}

impl From<&ChainNode> for SourceData {
    fn from(node: &ChainNode) -> Self {
        Self { cells: cells(node.cells), digit: node.digit.value(), on: node.on }
    }
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
    const ROWS: [&str; 9] = ["r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9"];
    const COLUMNS: [&str; 9] = ["c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9"];
    const BOXES: [&str; 9] = ["b1", "b2", "b3", "b4", "b5", "b6", "b7", "b8", "b9"];
    let names = match house.kind() {
        HouseKind::Row => &ROWS,
        HouseKind::Column => &COLUMNS,
        HouseKind::Box => &BOXES,
    };
    names[house.number()]
}
