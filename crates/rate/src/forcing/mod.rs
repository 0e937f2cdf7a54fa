//! Forcing chains and nets: an assumption leads to a contradiction, or several assumptions lead to the same conclusion (verity).
//!
//! ```text
//! contradiction   a is on (off) -> ... -> x on and off, two digits in a cell, none left in a house, ...      a is not (is)
//! verity          a on -> x, a off -> x; or every candidate of a cell -> x; or every place of a digit        x
//! chain           each node follows from the one before, groups of places among them
//! net             nodes follow by naked and hidden singles, too, from several others
//! ```
//!
//! As HoDoKu does (B. Hobiger 2012), a step that places a digit is preferred to one that eliminates, then the first cell, then the
//! lowest digit. A candidate that goes by a contradiction and by a verity goes by the shorter. A net whose ways are all chains is none.

mod table;

use crate::{
    Candidate, Candidates, CellSet, ChainNode, Finder, House, HouseKind, LinkKind, Notation, Pencilmarks,
    Reason, SearchFlow, Sink, Step, Technique,
    chains::{
        self, Tree,
        link_graph::{self, LinkGraph, NodeId, Nodes},
        reach::{Consequences, Reach},
    },
    pencilmarks::{KEPT, Snapshot},
    step::successive,
    uniqueness::allowed,
};
use gridmill_board::{Cell, Digit, DigitSet};
use table::LinkedNodes;

/// Memory of the search: everything that follows from each candidate, if on and if off.
#[derive(Debug, Default)]
pub(super) struct ForcingScratch {
    on: Vec<Consequences>,
    off: Vec<Consequences>,
    tables: table::Tables,
}

/// Assumptions of which one holds: nine at most.
#[derive(Debug, Clone, Copy, Default)]
struct Roots {
    nodes: [NodeId; 9],
    count: usize,
}

impl FromIterator<NodeId> for Roots {
    fn from_iter<I: IntoIterator<Item = NodeId>>(nodes: I) -> Self {
        let mut roots = Self::default();
        roots.count = roots.nodes.iter_mut().zip(nodes).map(|(node, root)| *node = root).count();
        roots
    }
}

impl std::ops::Deref for Roots {
    type Target = [NodeId];

    fn deref(&self) -> &[NodeId] {
        &self.nodes[..self.count]
    }
}

/// Argument for a conclusion: what leads from each assumption to its ends.
#[derive(Debug, Clone)]
struct Argument {
    technique: Technique,
    /// Assumptions, each with an end.
    ways: Vec<(NodeId, NodeId)>,
    /// Nodes of all ways.
    length: usize,
}

/// Finds chains, then nets.
pub(super) fn find(finder: &mut Finder<'_>, sink: &mut Sink<'_>) -> SearchFlow {
    let Finder { marks, requested, .. } = *finder;
    let kinds = [
        (false, [Technique::ForcingChainContradiction, Technique::ForcingChainVerity]),
        (true, [Technique::ForcingNetContradiction, Technique::ForcingNetVerity]),
    ];
    for (is_net, techniques) in kinds {
        if !techniques.iter().any(|&technique| requested.contains(technique)) {
            continue;
        }
        let super::FinderMemory { chains, forcing, .. } = &mut *finder.scratch;
        chains.grouped.read(marks, Nodes::Groups);
        let chains::ChainScratch { grouped, tree, reach, .. } = chains;
        if is_net {
            forcing.tables.read(marks, grouped);
        } else {
            reach.read(grouped);
        }
        let houses = house_digits(marks);
        let mut search = ForcingSearch { marks, graph: grouped, tree, reach, forcing, is_net, houses };
        search.assume();
        let [contradicted, verified] = search.conclusions();
        for is_on in [true, false] {
            let side = |forced: &Consequences| if is_on { forced.on } else { forced.off };
            let [contradicted, verified] = [side(&contradicted), side(&verified)];
            let mut targets = contradicted;
            targets.union(&verified);
            let mut targets: Vec<Candidate> = targets.iter().collect();
            targets.sort_unstable();
            for target in targets {
                let has = |set: &Candidates| set.cells(target.digit).contains(target.cell);
                let mut arguments = Vec::new();
                if requested.contains(techniques[0]) && has(&contradicted) {
                    arguments.extend(search.contradiction(target, is_on, techniques[0]));
                }
                if requested.contains(techniques[1]) && has(&verified) {
                    arguments.extend(search.verity(target, is_on, techniques[1]));
                }
                // Of a digit that is placed, the contradiction comes first, however long it is.
                if let [contradiction, verity] = &mut arguments[..]
                    && !is_on
                    && verity.length < contradiction.length
                {
                    std::mem::swap(contradiction, verity);
                }
                for argument in arguments {
                    sink(search.step(target, is_on, &argument))?;
                }
            }
        }
    }
    SearchFlow::Continue(())
}

/// The search in one state.
struct ForcingSearch<'a> {
    marks: &'a Pencilmarks,
    graph: &'a LinkGraph,
    tree: &'a mut Tree,
    reach: &'a mut Reach,
    forcing: &'a mut ForcingScratch,
    is_net: bool,
    houses: Vec<HouseDigit>,
}

impl ForcingSearch<'_> {
    /// Assumes each candidate on, and off.
    fn assume(&mut self) {
        for outcomes in [&mut self.forcing.on, &mut self.forcing.off] {
            outcomes.resize(link_graph::CANDIDATES, Consequences::default());
        }
        for Candidate { cell, digit } in self.marks.each_candidate() {
            let place = link_graph::on(cell, digit) as usize;
            self.forcing.on[place] = self.outcome(link_graph::on(cell, digit));
            self.forcing.off[place] = self.outcome(link_graph::off(cell, digit));
        }
    }

    fn outcome(&mut self, root: NodeId) -> Consequences {
        if self.is_net { self.forcing.tables.forced(root) } else { self.reach.from(self.graph, root) }
    }

    /// Everything that follows from a candidate that is on, or off.
    fn forced(&self, root: NodeId) -> &Consequences {
        let (cell, digit) = link_graph::candidate(root);
        let outcomes = if link_graph::is_on_candidate(root) { &self.forcing.on } else { &self.forcing.off };
        &outcomes[link_graph::on(cell, digit) as usize]
    }

    /// The candidates whose opposite leads to a contradiction, and those that several assumptions share of which one holds.
    ///
    /// Links of chains go both ways, so a candidate that all of these assumptions lead to is one whose opposite excludes them all. That is a
    /// contradiction, unless the candidates left out of a house have been eliminated.
    fn conclusions(&self) -> [Consequences; 2] {
        let [mut contradicted, mut verified] = [Consequences::default(); 2];
        for (roots, is_contradiction) in self.alternatives() {
            let mut common = self.shared(&roots);
            if is_contradiction && !self.is_net {
                contradicted.extend(&common);
            }
            if let Some(cell) = double(&roots) {
                for digit in DigitSet::full(9) {
                    common.on.restrict(digit, CellSet::ALL.without(cell));
                    common.off.restrict(digit, CellSet::ALL.without(cell));
                }
            }
            verified.extend(&common);
        }
        // In a cell without candidates everything leads to a contradiction.
        if self.is_net || self.marks.empty().iter().any(|cell| self.marks.candidates(cell).is_empty()) {
            contradicted = self.contradicted();
        }
        [contradicted, verified]
    }

    /// The candidates whose opposite leads to a contradiction.
    fn contradicted(&self) -> Consequences {
        let mut contradicted = Consequences::default();
        let houses: Vec<_> = self.houses.iter().copied().filter(|house| house.is_intact).collect();
        for Candidate { cell, digit } in self.marks.each_candidate() {
            let is_impossible = |root| self.forced(root).is_impossible(self.marks, &houses);
            if is_impossible(link_graph::off(cell, digit)) {
                contradicted.on.insert(cell, digit);
            }
            if is_impossible(link_graph::on(cell, digit)) {
                contradicted.off.insert(cell, digit);
            }
        }
        contradicted
    }

    /// Lists assumptions of which one holds: a candidate on and off, the candidates of a cell, the places of a digit in a house. Tells
    /// for each whether it is a contradiction if none holds.
    fn alternatives(&self) -> impl Iterator<Item = (Roots, bool)> + use<'_> {
        let marks = self.marks;
        let on = |Candidate { cell, digit }| link_graph::on(cell, digit);
        let doubles = marks
            .each_candidate()
            .map(move |at| [on(at), link_graph::opposite(on(at))].into_iter().collect::<Roots>());
        let cells = marks.empty().iter().map(move |cell| {
            marks.candidates(cell).iter().map(|digit| on(Candidate { cell, digit })).collect()
        });
        let houses = self.houses.iter().map(move |house| {
            let roots = house.places.iter().map(|cell| on(Candidate { cell, digit: house.digit })).collect();
            (roots, house.is_intact)
        });
        doubles.chain(cells).filter(|roots| !roots.is_empty()).map(|roots| (roots, true)).chain(houses)
    }

    /// Everything that follows from all of these.
    fn shared(&self, roots: &[NodeId]) -> Consequences {
        let mut common = roots.first().map_or_else(Consequences::default, |&root| *self.forced(root));
        roots.iter().skip(1).for_each(|&root| common.meet(self.forced(root)));
        common
    }

    /// Returns the shortest contradiction that the opposite of a candidate leads to; `None` if a net is requested, and there is none.
    fn contradiction(&mut self, target: Candidate, is_on: bool, technique: Technique) -> Option<Argument> {
        let Candidate { cell, digit } = target;
        let root = if is_on { link_graph::off(cell, digit) } else { link_graph::on(cell, digit) };
        let found = self.forced(root).contradictions(self.marks, &self.houses, target, !is_on);
        if !self.is_net {
            self.tree.grow(self.graph, root, u32::MAX);
        }
        let ways = found.into_iter().map(|ends| ends.into_iter().map(|end| (root, end)).collect());
        self.shortest(ways.collect(), technique, |search, _, end| search.tree.length(end))
    }

    /// Returns the shortest way in which assumptions of which one holds lead to a candidate on, or off.
    fn verity(&mut self, target: Candidate, is_on: bool, technique: Technique) -> Option<Argument> {
        let Candidate { cell, digit } = target;
        let [on, off] = [link_graph::on(cell, digit), link_graph::off(cell, digit)];
        let (end, opposite) = if is_on { (on, off) } else { (off, on) };
        if !self.is_net {
            // Links go both ways: what leads to the target is led to by its opposite, turned round.
            self.tree.grow(self.graph, opposite, u32::MAX);
        }
        let leads = |root: &NodeId| {
            let forced = self.forced(*root);
            (if is_on { forced.on } else { forced.off }).cells(digit).contains(cell)
        };
        let all = self.alternatives().map(|(roots, _)| roots);
        let all = all.filter(|roots| double(roots) != Some(cell) && roots.iter().all(leads));
        let ways = all.map(|roots| roots.iter().map(|&root| (root, end)).collect()).collect();
        self.shortest(ways, technique, |search, root, _| search.tree.length(link_graph::opposite(root)))
    }

    /// Returns the shortest of some arguments, the first of equals; in nets, of those that are no chains.
    fn shortest(
        &mut self,
        arguments: Vec<Vec<(NodeId, NodeId)>>,
        technique: Technique,
        length_of_chain: impl Fn(&Self, NodeId, NodeId) -> Option<usize>,
    ) -> Option<Argument> {
        let mut shortest: Option<Argument> = None;
        for ways in arguments {
            let (mut length, mut is_net) = (0, false);
            for &(root, end) in &ways {
                if self.is_net {
                    if shortest.as_ref().is_some_and(|shortest| length >= shortest.length) {
                        break;
                    }
                    let way = self.forcing.tables.way(root, end);
                    length += way.length();
                    is_net |= way.is_net();
                } else {
                    length += length_of_chain(self, root, end)?;
                }
            }
            if is_net == self.is_net && shortest.as_ref().is_none_or(|shortest| length < shortest.length) {
                shortest = Some(Argument { technique, ways, length });
            }
        }
        shortest
    }

    fn step(&mut self, at: Candidate, is_on: bool, argument: &Argument) -> Step {
        let mut paths: Vec<LinkedNodes> =
            argument.ways.iter().map(|&(root, end)| self.trace(root, end)).collect();
        // After a contradiction HoDoKu's trials go on, and the one that they name may follow from what cannot be.
        if self.is_net
            && argument.technique == Technique::ForcingNetContradiction
            && !paths.iter().all(|path| is_complete(self.marks, path))
            && let Some(&(root, _)) = argument.ways.first()
        {
            paths = refute(self.marks, root).unwrap_or(paths);
        }
        let (chains, links) = paths.into_iter().unzip();
        let (technique, reason) = (argument.technique, Reason::Chains { chains, links });
        if is_on {
            Step::place(technique, at.cell, at.digit, reason)
        } else {
            Step::eliminate(technique, Candidates::from_cells(at.digit, CellSet::only(at.cell)), reason)
        }
    }

    /// Returns the nodes from an assumption to an end, with the places of each two of which one follows from the other.
    fn trace(&mut self, root: NodeId, end: NodeId) -> LinkedNodes {
        if self.is_net {
            let path = self.forcing.tables.trace(self.graph, root, end);
            if is_complete(self.marks, &path) {
                return path;
            }
            // HoDoKu leaves causes of side branches out.
            return prove(self.marks, root, end).unwrap_or(path);
        }
        self.tree.grow(self.graph, root, u32::MAX);
        let Some(place) = self.tree.place(end) else { return LinkedNodes::default() };
        let chain: Vec<ChainNode> = self.tree.path(place).iter().map(|&id| self.graph.node(id)).collect();
        let links = successive(&chain);
        (chain, links)
    }
}

/// Returns the cell of a candidate that is assumed on and off.
fn double(roots: &[NodeId]) -> Option<gridmill_board::Cell> {
    match *roots {
        [on, off] if off == link_graph::opposite(on) => Some(link_graph::candidate(on).0),
        _ => None,
    }
}

// Candidates that follow from an assumption, and contradictions among them.

/// Digit of a house, with its places.
#[derive(Debug, Clone, Copy)]
struct HouseDigit {
    digit: Digit,
    places: CellSet,
    /// True if no candidate was eliminated except by placements. As in HoDoKu, only such a digit can be left without a place.
    is_intact: bool,
}

/// Lists the digits of houses that have places; by kind of house, then by digit.
fn house_digits(marks: &Pencilmarks) -> Vec<HouseDigit> {
    let allowed = allowed(marks);
    let of_house = |(digit, house): (Digit, House)| {
        let places = marks.places_in(house, digit);
        HouseDigit { digit, places, is_intact: places == allowed[digit.index()] & house.cells() }
    };
    digits_of_houses().map(of_house).filter(|house| !house.places.is_empty()).collect()
}

/// The digits of the rows, then of the columns, then of the boxes.
fn digits_of_houses() -> impl Iterator<Item = (Digit, House)> {
    let of_kind = |kind: HouseKind| {
        DigitSet::full(9).iter().flat_map(move |digit| kind.houses().map(move |house| (digit, house)))
    };
    HouseKind::ALL.into_iter().flat_map(of_kind)
}

impl Consequences {
    /// Keeps the candidates that follow from another assumption too.
    fn meet(&mut self, other: &Self) {
        for digit in DigitSet::full(9) {
            self.on.restrict(digit, other.on.cells(digit));
            self.off.restrict(digit, other.off.cells(digit));
        }
    }

    /// Returns true if the candidates contradict each other.
    ///
    /// Two digits in a cell, or a digit twice in a house, need no test: each turns the other off.
    fn is_impossible(&self, marks: &Pencilmarks, houses: &[HouseDigit]) -> bool {
        DigitSet::full(9).iter().any(|digit| self.on.cells(digit).meets(self.off.cells(digit)))
            || !self.closed_cells(marks).is_empty()
            || houses.iter().any(|house| self.closes(house))
    }

    /// Returns the contradictions in HoDoKu's order, each as the nodes that cannot all be.
    fn contradictions(
        &self,
        marks: &Pencilmarks,
        houses: &[HouseDigit],
        assumed: Candidate,
        is_on: bool,
    ) -> Vec<Vec<NodeId>> {
        let (on, off) = (link_graph::on, link_graph::off);
        let mut found = Vec::new();
        let Candidate { cell, digit } = assumed;
        let opposite = if is_on { &self.off } else { &self.on };
        if opposite.cells(digit).contains(cell) {
            found.push(vec![if is_on { off(cell, digit) } else { on(cell, digit) }]);
        }
        for digit in DigitSet::full(9) {
            if let Some(cell) = (self.on.cells(digit) & self.off.cells(digit)).first() {
                found.push(vec![off(cell, digit), on(cell, digit)]);
            }
        }
        for one in DigitSet::full(9) {
            for other in DigitSet::full(9).iter().filter(|&other| other > one) {
                if let Some(cell) = (self.on.cells(one) & self.on.cells(other)).first() {
                    found.push(vec![on(cell, one), on(cell, other)]);
                }
            }
        }
        let nodes = |cells: CellSet, digit: Digit, node: fn(Cell, Digit) -> NodeId| {
            cells.iter().map(|cell| node(cell, digit)).collect::<Vec<_>>()
        };
        for (digit, house) in digits_of_houses() {
            let there = self.on.cells(digit) & house.cells();
            if there.is_several() {
                found.push(nodes(there, digit, on));
            }
        }
        for cell in self.closed_cells(marks) {
            found.push(marks.candidates(cell).iter().map(|digit| off(cell, digit)).collect());
        }
        let closed = houses.iter().filter(|house| self.closes(house));
        found.extend(closed.map(|house| nodes(house.places, house.digit, off)));
        found
    }

    /// Returns true if an intact digit of a house is left without a place.
    #[inline]
    fn closes(&self, house: &HouseDigit) -> bool {
        house.places.is_within(self.off.cells(house.digit)) && house.is_intact
    }

    /// The cells without a digit that is not off.
    fn closed_cells(&self, marks: &Pencilmarks) -> CellSet {
        DigitSet::full(9).iter().fold(marks.empty(), |closed, digit| {
            closed - (marks.places(digit) - self.off.cells(digit)) - self.on.cells(digit)
        })
    }
}

// Candidates that follow from an assumption directly, with their causes.

/// Entry that follows from an assumption by a trial.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Direct {
    node: NodeId,
    causes: [u16; Self::CAUSES],
    count: u8,
    distance: u16,
}

impl Direct {
    /// Most causes that are kept.
    const CAUSES: usize = 5;

    /// Creates an entry with its causes: places among the entries before it.
    fn new(node: NodeId, causes: &[u16], before: &[Self]) -> Self {
        let mut kept = [0; Self::CAUSES];
        kept.iter_mut().zip(causes).for_each(|(kept, &cause)| *kept = cause);
        let first = before.get(usize::from(kept[0])).or_else(|| before.first());
        #[expect(clippy::cast_possible_truncation, reason = "five at most")]
        let count = causes.len().min(Self::CAUSES) as u8;
        Self { node, causes: kept, count, distance: 1 + first.map_or(0, |cause| cause.distance) }
    }

    /// The main cause: the last entered.
    fn main_cause(&self) -> u16 {
        self.causes[..usize::from(self.count)].iter().copied().max().unwrap_or(0)
    }

    /// Iterates over the causes except the main one and the assumption.
    fn side_causes(&self) -> impl Iterator<Item = u16> + '_ {
        let main = self.main_cause();
        self.causes[..usize::from(self.count)]
            .iter()
            .copied()
            .filter(move |&cause| cause != main && cause != 0)
    }
}

// Trials that are kept from one search for nets to the next.
//
// A trial is unchanged by candidates that are gone if it did not turn them off, and leaves two candidates or more in their cells and two
// places or more in their houses, without those that are gone. Then no single comes to light that did not before, at any time of the
// trial: what is left at its end was there all along. Cells that were filled, and houses in which the digit was placed, have no
// candidates that a trial could leave alone.

/// Maximum number of units with a removed candidate. With more, all trials are made again.
const MAX_UNITS: usize = 80;

/// Trials of the last search.
#[derive(Debug, Default)]
struct KeptTrials {
    state: Option<Snapshot>,
    /// Trial of each candidate, on and off.
    trials: Vec<KeptTrial>,
    /// Number of the search, and whether trials of the one before may be used.
    search: u32,
    follows: bool,
    gone: Candidates,
    /// The digits with a candidate that is gone.
    digits: DigitSet,
    /// The cells with a candidate that is gone and with others, and the digits of houses likewise, each with what is left there.
    cells: Vec<(CellSet, DigitSet)>,
    houses: Vec<(Digit, CellSet)>,
}

#[derive(Debug, Clone, Default)]
struct KeptTrial {
    /// Number of the last search in which it was valid.
    search: u32,
    entries: Vec<Direct>,
    off: Candidates,
}

impl KeptTrials {
    /// Begins a search.
    fn begin(&mut self, marks: &Pencilmarks) {
        let now = Snapshot::new(marks);
        let before = self.state.replace(now).filter(|before| before.changed(&now).is_some());
        self.search += 1;
        self.trials.resize(2 * link_graph::CANDIDATES, KeptTrial::default());
        self.follows = before.is_some_and(|before| self.list_units(marks, before.gone(&now)));
    }

    /// Lists the cells and houses with candidates that are gone. Returns false if there are too many.
    fn list_units(&mut self, marks: &Pencilmarks, gone: Candidates) -> bool {
        self.gone = gone;
        self.cells.clear();
        self.houses.clear();
        self.digits = DigitSet::EMPTY;
        for cell in gone.all_cells() & marks.empty() {
            self.cells.push((CellSet::only(cell), marks.candidates(cell)));
        }
        for digit in DigitSet::full(9).iter().filter(|&digit| !gone.cells(digit).is_empty()) {
            self.digits |= DigitSet::only(digit);
            for house in gone.cells(digit).houses() {
                let places = marks.places_in(house, digit);
                if !places.is_empty() {
                    self.houses.push((digit, places));
                }
            }
        }
        self.cells.len() + self.houses.len() <= MAX_UNITS
    }

    /// Appends the entries of a trial of the search before and returns true, if it is unchanged.
    fn take(&mut self, root: NodeId, entries: &mut Vec<Direct>) -> bool {
        let Self { search, gone, cells, houses, .. } = self;
        let trial = &mut self.trials[root as usize];
        let off = &trial.off;
        let is_unchanged = KEPT
            && self.follows
            && trial.search + 1 == *search
            && self.digits.into_iter().all(|digit| !off.cells(digit).meets(gone.cells(digit)))
            && houses.iter().all(|&(digit, places)| (places - off.cells(digit)).is_several())
            && cells.iter().all(|&(cell, digits)| {
                let mut left = digits.iter().filter(|&digit| !off.cells(digit).meets(cell));
                left.nth(1).is_some()
            });
        if is_unchanged {
            trial.search = *search;
            entries.extend_from_slice(&trial.entries);
        }
        is_unchanged
    }

    /// Keeps a trial.
    fn put(&mut self, root: NodeId, entries: &[Direct]) {
        if !KEPT {
            return;
        }
        let trial = &mut self.trials[root as usize];
        trial.search = self.search;
        trial.entries.clear();
        trial.entries.extend_from_slice(entries);
        trial.off = Candidates::EMPTY;
        for entry in entries.iter().filter(|entry| !link_graph::is_on_candidate(entry.node)) {
            let (cell, digit) = link_graph::candidate(entry.node);
            trial.off.insert(cell, digit);
        }
    }
}

// Proofs of nets: all causes of each node, where HoDoKu names some of them alone.
//
// ```text
// on            -> off   all others of the cell, and the digit in all peers
// off ... off   -> on    the last candidate of a cell, the last place of a house
// off ... off   -> group of the last places of a house that lie in another house, too; the others there are off
// ```
//
// Nodes are listed in the order in which they follow, round by round, so causes come before their effects.

/// Returns true if each node but the first follows from its causes by the rules of cells and houses.
fn is_complete(marks: &Pencilmarks, (nodes, links): &LinkedNodes) -> bool {
    (1..).zip(nodes.iter().skip(1)).all(|(place, node)| {
        let causes = links.iter().filter(|link| usize::from(link[1]) == place);
        let causes: Vec<&ChainNode> = causes.filter_map(|link| nodes.get(usize::from(link[0]))).collect();
        follows(marks, node, &causes)
    })
}

/// Returns true if a node follows from these alone.
fn follows(marks: &Pencilmarks, node: &ChainNode, causes: &[&ChainNode]) -> bool {
    if !node.on {
        return causes
            .iter()
            .any(|cause| LinkKind::direct(Notation::default(), cause, node) == Some(LinkKind::Weak));
    }
    let off = |digit: Digit| {
        let of_digit = causes.iter().filter(|cause| !cause.on && cause.digit == digit);
        of_digit.fold(CellSet::EMPTY, |all, cause| all | cause.cells)
    };
    let in_cell = node.cells.single().is_some_and(|cell| {
        let others = marks.candidates(cell) - DigitSet::only(node.digit);
        others.into_iter().all(|other| off(other).contains(cell))
    });
    let gone = node.cells | off(node.digit);
    in_cell
        || node
            .cells
            .common_houses()
            .into_iter()
            .any(|house| marks.places_in(house, node.digit).is_within(gone))
}

/// Proves a candidate, on or off, from an assumption. `None` if singles and groups do not lead there.
fn prove(marks: &Pencilmarks, root: NodeId, to: NodeId) -> Option<LinkedNodes> {
    let target = node(to)?;
    let mut proof = Proof::new(marks, node(root)?);
    let mut next = 0;
    // The assumption may lead to itself, or to its opposite.
    let mut end = None;
    while next < proof.nodes.len() && end.is_none() {
        proof.follow(next);
        next += 1;
        end = proof.nodes.iter().skip(1).position(|(known, _)| *known == target).map(|before| before + 1);
    }
    Some(proof.trace(end?))
}

/// Maximum number of contradictions to compare; the shortest is shown.
const MAX_CLASHES: u32 = 50;

/// Proves that an assumption contradicts itself: chains to a candidate on and off, or one to the opposite of the assumption. `None` if
/// singles and groups lead to no contradiction.
fn refute(marks: &Pencilmarks, root: NodeId) -> Option<Vec<LinkedNodes>> {
    let mut proof = Proof::new(marks, node(root)?);
    let (mut next, mut clashes, mut shortest) = (0, 0, None);
    while next < proof.nodes.len() && clashes < MAX_CLASHES {
        let known = proof.nodes.len();
        proof.follow(next);
        next += 1;
        for later in known..proof.nodes.len() {
            let opposite = ChainNode { on: !proof.nodes[later].0.on, ..proof.nodes[later].0 };
            let earlier = proof.nodes[..later].iter().position(|(node, _)| *node == opposite);
            if let Some(earlier) = earlier {
                clashes += 1;
                let ends = [earlier, later].into_iter().filter(|&end| end > 0);
                let paths: Vec<LinkedNodes> = ends.map(|end| proof.trace(end)).collect();
                let length =
                    |paths: &Vec<LinkedNodes>| paths.iter().map(|(nodes, _)| nodes.len()).sum::<usize>();
                if shortest.as_ref().is_none_or(|shortest| length(&paths) < length(shortest)) {
                    shortest = Some(paths);
                }
            }
        }
    }
    shortest
}

/// Returns a candidate as a node; `None` for groups.
fn node(id: NodeId) -> Option<ChainNode> {
    let (cell, digit) = link_graph::is_candidate(id).then(|| link_graph::candidate(id))?;
    Some(ChainNode { cells: CellSet::only(cell), digit, on: link_graph::is_on_candidate(id) })
}

struct Proof<'a> {
    marks: &'a Pencilmarks,
    /// Nodes with their causes.
    nodes: Vec<(ChainNode, Vec<usize>)>,
    /// Places of the candidates that are off.
    off: [[Option<usize>; 81]; 9],
    on: [CellSet; 9],
}

impl<'a> Proof<'a> {
    fn new(marks: &'a Pencilmarks, root: ChainNode) -> Self {
        let mut proof = Self { marks, nodes: Vec::new(), off: [[None; 81]; 9], on: [CellSet::EMPTY; 9] };
        proof.enter(root, Vec::new());
        proof
    }

    /// Adds a node, unless it is known.
    fn enter(&mut self, node: ChainNode, causes: Vec<usize>) {
        if let (false, Some(cell)) = (node.on, node.cells.single()) {
            let known = &mut self.off[node.digit.index()][cell.index()];
            if known.is_some() {
                return;
            }
            *known = Some(self.nodes.len());
        } else if node.cells.is_several() {
            if self.nodes.iter().any(|(known, _)| *known == node) {
                return;
            }
        } else {
            let on = &mut self.on[node.digit.index()];
            if node.cells.is_within(*on) {
                return;
            }
            *on |= node.cells;
        }
        self.nodes.push((node, causes));
    }

    /// Adds all that follows from a node directly, together with those before.
    fn follow(&mut self, place: usize) {
        let ChainNode { cells, digit, on } = self.nodes[place].0;
        let off = |cell, digit| ChainNode { cells: CellSet::only(cell), digit, on: false };
        if on {
            if let Some(cell) = cells.single() {
                for other in self.marks.candidates(cell) - DigitSet::only(digit) {
                    self.enter(off(cell, other), vec![place]);
                }
            }
            for peer in (cells.common_peers() & self.marks.places(digit)) - cells {
                self.enter(off(peer, digit), vec![place]);
            }
        } else if let Some(cell) = cells.single() {
            self.last_of_cell(cell);
            for kind in HouseKind::ALL {
                self.last_of_house(House::holding(kind, cell), digit);
            }
        }
    }

    fn last_of_cell(&mut self, cell: Cell) {
        let candidates = self.marks.candidates(cell);
        let mut left = candidates.iter().filter(|digit| self.off[digit.index()][cell.index()].is_none());
        let (Some(digit), None) = (left.next(), left.next()) else { return };
        let causes = candidates.iter().filter_map(|other| self.off[other.index()][cell.index()]).collect();
        self.enter(ChainNode { cells: CellSet::only(cell), digit, on: true }, causes);
    }

    /// Adds the last place of a digit in a house, or the last places if they lie in another house, too.
    fn last_of_house(&mut self, house: House, digit: Digit) {
        let places = self.marks.places_in(house, digit);
        let off = &self.off[digit.index()];
        let left: CellSet = places.iter().filter(|cell| off[cell.index()].is_none()).collect();
        let in_several = left.common_houses().len() > 1;
        if left.is_empty() || left.is_several() && !in_several {
            return;
        }
        let causes = places.iter().filter_map(|cell| off[cell.index()]).collect();
        self.enter(ChainNode { cells: left, digit, on: true }, causes);
    }

    /// Returns a node with all that leads to it, and the places of each two of which one follows from the other.
    #[expect(clippy::cast_possible_truncation, reason = "some thousand at most")]
    fn trace(&self, end: usize) -> LinkedNodes {
        let mut is_needed = vec![false; end + 1];
        is_needed[end] = true;
        for place in (0..=end).rev() {
            if is_needed[place] {
                for &cause in &self.nodes[place].1 {
                    is_needed[cause] = true;
                }
            }
        }
        is_needed[0] = true;
        let places: Vec<usize> = (0..=end).filter(|&place| is_needed[place]).collect();
        let position = |place: usize| places.partition_point(|&known| known < place) as u16;
        let chain = places.iter().map(|&place| self.nodes[place].0).collect();
        let links = places.iter().flat_map(|&place| {
            let mut causes = self.nodes[place].1.clone();
            causes.sort_unstable();
            causes.into_iter().map(move |cause| [position(cause), position(place)])
        });
        (chain, links.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::{ForcingScratch, ForcingSearch, LinkGraph, Nodes, Reach, Tree, house_digits, table::Tables};
    use crate::{
        Conventions::Hodoku,
        Pencilmarks, Technique,
        testing::{HARD, found, position, states},
    };

    fn takes(marks: &Pencilmarks, technique: Technique, what: &str) -> bool {
        found(marks, technique, Hodoku).contains(&what.to_owned())
    }

    /// r1c1 1 = r7c1 4 = r7c2 6 = r2c2 - 1 = r1c1.
    #[test]
    fn what_leads_to_its_opposite_is_wrong() {
        let links = "columns 1 in r17c1, rows 4 in r7c12, columns 6 in r27c2, no 1 in r1c23 r2c13 r3c123";
        let marks = position(links);
        assert_eq!(found(&marks, Technique::ForcingChainContradiction, Hodoku)[0], "=1 r1c1");
        assert!(takes(&marks, Technique::ForcingChainContradiction, "9 r1c1"), "another digit is wrong, too");
    }

    /// An XY-wing: either digit of r1c1 takes 3 from r5c5.
    #[test]
    fn what_all_candidates_of_a_cell_lead_to_is_so() {
        let marks = position("12 in r1c1, 13 in r1c5, 23 in r5c1");
        assert!(takes(&marks, Technique::ForcingChainVerity, "3 r5c5"));
        let apart = position("12 in r1c1, 13 in r1c5, 23 in r6c1");
        assert!(!takes(&apart, Technique::ForcingChainVerity, "3 r5c5"));
    }

    /// 1 at r1c1 leaves 3 at r1c5 and 4 at r1c9, both together 5 at r1c3, and this 6 at both r6c3 and r9c3.
    #[test]
    fn a_net_joins_several_ways() {
        let fewer = "127 in r1c1, 13 in r1c5, 14 in r1c9, 345 in r1c3, 56 in r6c3";
        let marks = position(&format!("{fewer}, 56 in r9c3"));
        assert!(takes(&marks, Technique::ForcingNetContradiction, "1 r1c1"));
        assert!(!takes(&marks, Technique::ForcingChainContradiction, "1 r1c1"));
        assert!(!takes(&position(fewer), Technique::ForcingNetContradiction, "1 r1c1"));
    }

    /// A candidate follows by chains from alternatives of which one holds if its opposite leads to a contradiction.
    #[test]
    fn chains_to_a_shared_conclusion_are_contradictions_turned_round() {
        let (mut graph, mut reach, mut tree) = (LinkGraph::default(), Reach::default(), Tree::default());
        let mut forcing = ForcingScratch::default();
        let mut count = 0;
        for marks in states(HARD) {
            graph.read(&marks, Nodes::Groups);
            reach.read(&graph);
            let mut search = ForcingSearch {
                marks: &marks,
                graph: &graph,
                tree: &mut tree,
                reach: &mut reach,
                forcing: &mut forcing,
                is_net: false,
                houses: house_digits(&marks),
            };
            search.assume();
            let ([found, _], expected) = (search.conclusions(), search.contradicted());
            assert_eq!((found.on, found.off), (expected.on, expected.off));
            count += found.on.len() + found.off.len();
        }
        assert!(count > 0);
    }

    /// Trials that are kept, and trials of each state by itself.
    #[test]
    fn trials_are_kept_from_step_to_step_without_difference() {
        let (mut graph, mut kept) = (LinkGraph::default(), Tables::default());
        let turned: String = HARD.chars().rev().collect();
        for marks in states(HARD).iter().chain(&states(&turned)) {
            graph.read(marks, Nodes::Groups);
            let mut fresh = Tables::default();
            kept.read(marks, &graph);
            fresh.read(marks, &graph);
            assert!(kept.direct() == fresh.direct(), "{:?}", marks.grid());
        }
    }
}
