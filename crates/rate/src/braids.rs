//! Braids: a candidate is false if singles follow from it until a cell has no candidate left, or a digit no place in a house.
//!
//! ```text
//! target        assumed true
//! variables     a cell, or a digit of a house; one candidate is left there, and it is assumed true in turn
//! last          a variable in which nothing is left
//! ```
//!
//! The length is the number of variables. Steps come by length, then by cell, then by digit. Braids of length 1 are locked candidates.
//!
//! Source: D. Berthier, "Pattern-Based Constraint Satisfaction", 3rd ed. 2021. Search and proof are in [`trial`](super::trial).

use super::{
    Candidate, Candidates, CellNames, CellSet, ChainNode, Finder, FinderMemory, House, Notation, Pencilmarks,
    Reason, SearchFlow, Sink, Step, Technique, Tenths,
    trial::{Braid, LengthReached, Trial, Variable},
};
use gridmill_board::DigitSet;

/// Work of a node of the search, in nodes of the budget: both take about as long.
const NODE_WORK: u64 = 25;
/// Rating of each variable after the first, in tenths.
const PER_VARIABLE: u16 = 10;

/// Memory of the search.
#[derive(Debug, Default)]
pub(super) struct BraidScratch {
    trial: Trial,
    /// Length that was searched when the budget ran out.
    reached: Option<LengthReached>,
}

impl BraidScratch {
    /// Starts a puzzle.
    pub(super) fn begin(&mut self) {
        self.reached = None;
    }

    /// Returns the extra rating of the shortest braid that the budget left.
    pub(super) fn least_extra(&self) -> Tenths {
        self.reached
            .map_or_else(Tenths::default, |LengthReached(length)| Tenths::new(extra(length.into()).into()))
    }
}

/// Returns the extra rating of a braid over one of length 1, in tenths.
fn extra(length: usize) -> u16 {
    u16::try_from(length - 1).unwrap_or(u16::MAX).saturating_mul(PER_VARIABLE)
}

/// Finds a shortest braid of each candidate that has one, in a grid of any shape.
pub(super) fn find(finder: &mut Finder<'_>, sink: &mut Sink<'_>) -> SearchFlow {
    if !finder.requested.contains(Technique::Braid) {
        return SearchFlow::Continue(());
    }
    let (marks, FinderMemory { braids, explainer, .. }) = (finder.marks, &mut *finder.scratch);
    let budget = explainer.chaining.budget_left() / NODE_WORK;
    let found = braids.trial.each_braid(marks, budget, &mut |braid| sink(step(marks, braid)));
    explainer.chaining.add_work(braids.trial.nodes() * NODE_WORK, found.is_err());
    braids.reached = found.err();
    found.unwrap_or(SearchFlow::Continue(()))
}

fn step(marks: &Pencilmarks, braid: Braid) -> Step {
    let gone = Candidates::from_cells(braid.target.digit, CellSet::only(braid.target.cell));
    let extra = extra(braid.length());
    let BraidNodes { nodes, links, .. } = BraidNodes::new(marks, &braid);
    let reason = Reason::Braid { braid, nodes, links };
    Step::eliminate(Technique::Braid, gone, reason).in_shape(marks.shape()).harder_by(extra)
}

/// Candidates of the variables of a braid as nodes, in the order in which they follow.
struct BraidNodes {
    notation: Notation,
    nodes: Vec<ChainNode>,
    links: Vec<[u16; 2]>,
}

impl BraidNodes {
    /// Turns the target on, for each variable its other candidates off and its own on, and at last all of the last variable off.
    fn new(marks: &Pencilmarks, braid: &Braid) -> Self {
        let notation = Notation::new(marks.shape(), CellNames::RowColumn);
        let mut chain = Self { notation, nodes: Vec::new(), links: Vec::new() };
        chain.turn_on(braid.target, Vec::new());
        for link in &braid.links {
            let others = link.variable.candidates(marks).into_iter().filter(|&other| other != link.candidate);
            let gone = others.filter_map(|other| chain.turn_off(other)).collect();
            chain.turn_on(link.candidate, gone);
        }
        for candidate in braid.last.candidates(marks) {
            chain.turn_off(candidate);
        }
        chain
    }

    /// Adds a candidate that is on because these nodes are off.
    fn turn_on(&mut self, candidate: Candidate, because: Vec<u16>) {
        let place = self.add(candidate, true);
        self.links.extend(because.into_iter().map(|from| [from, place]));
    }

    /// Returns the place of a candidate that is off; it is off because of the first node that is on and linked to it.
    fn turn_off(&mut self, candidate: Candidate) -> Option<u16> {
        let is_here = |node: &ChainNode| !node.on && is_at(node, candidate);
        if let Some(place) = self.nodes.iter().position(is_here) {
            return u16::try_from(place).ok();
        }
        let from = self.nodes.iter().position(|node| node.on && self.is_linked(node, candidate))?;
        let place = self.add(candidate, false);
        self.links.push([u16::try_from(from).ok()?, place]);
        Some(place)
    }

    /// Returns true if the node, being on, turns the candidate off.
    fn is_linked(&self, node: &ChainNode, candidate: Candidate) -> bool {
        if node.digit == candidate.digit {
            self.notation.common_houses(node.cells.with(candidate.cell)).next().is_some()
        } else {
            node.cells.contains(candidate.cell)
        }
    }

    /// Adds a node, and returns its place.
    fn add(&mut self, Candidate { cell, digit }: Candidate, on: bool) -> u16 {
        self.nodes.push(ChainNode { cells: CellSet::only(cell), digit, on });
        u16::try_from(self.nodes.len() - 1).unwrap_or(u16::MAX)
    }
}

fn is_at(node: &ChainNode, candidate: Candidate) -> bool {
    node.digit == candidate.digit && node.cells == CellSet::only(candidate.cell)
}

impl Braid {
    /// Returns the variables in order, the one in which nothing is left last.
    pub(crate) fn variables(&self) -> impl Iterator<Item = Variable> {
        self.links.iter().map(|link| link.variable).chain([self.last])
    }

    /// Returns the houses of its variables in order, each once.
    pub(crate) fn houses(&self) -> Vec<House> {
        let mut houses = Vec::new();
        for variable in self.variables() {
            if let Variable::House(house, _) = variable
                && !houses.contains(&house)
            {
                houses.push(house);
            }
        }
        houses
    }
}

impl Variable {
    /// Lists its candidates in a state, by cell and then by digit.
    pub(crate) fn candidates(self, marks: &Pencilmarks) -> Vec<Candidate> {
        let (cells, digits) = match self {
            Self::Cell(cell) => (CellSet::only(cell), marks.candidates(cell)),
            Self::House(house, digit) => (marks.places_in(house, digit), DigitSet::only(digit)),
        };
        cells.into_iter().flat_map(|cell| digits.iter().map(move |digit| Candidate { cell, digit })).collect()
    }

    /// Returns true if the candidate of a node is one of the variable, in a grid of the notation's shape.
    pub(crate) fn holds(self, notation: Notation, node: &ChainNode) -> bool {
        match self {
            Self::Cell(cell) => node.cells.contains(cell),
            Self::House(house, digit) => {
                node.digit == digit && node.cells.is_within(notation.cells_of(house))
            }
        }
    }
}
