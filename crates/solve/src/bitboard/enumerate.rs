//! Enumeration of all minimal puzzles within a 9x9 puzzle, in two steps without checks of single choices.
//!
//! ```text
//! 1  needed givens, propagated
//!    branch on an optional given    first same: it is given; then differs: its known digit is excluded
//!    a solution                     the givens where it differs are a minimal edge (unavoidable set of optional givens)
//!    all givens of an edge differ   no search below: the edge is known
//!    all but one differ             the last one is the same
//! 2  minimal transversals of all edges (see `minimal_puzzles`)
//! ```
//!
//! No minimal edge is missing: the path to a solution whose difference is a minimal edge E ends early only where all givens of
//! a known edge differ. That edge is then within E, so it is E.
//!
//! All edges found are minimal. Where the paths to two solutions part, some given is the same in the first and differs in the
//! second. So if the difference of one is within that of the other, the smaller one is found first, and ends the path to the
//! larger one.

use super::dig::{ALL, CellMask, half_lanes, lanes};
use super::lanes::Lanes;
use super::layout::{BIT_OF_CELL, CELL_LANES, CandidateBits, DigitMasks, VECTORS};
use super::propagate::{
    Progress, SavedState, SearchState, bivalue_and_open, each, load, or_vectors, pass, single_cells, store,
};
use super::search::{SearchMemory, find_any_solution};
use crate::edges::{EdgeIndex, EdgeState, MAX_OPTIONAL, bits};
use crate::minimal_puzzles::TransversalSearch;

/// State of an enumeration, with the memory that it needs.
#[derive(Debug)]
pub(super) struct EnumerationState {
    pub(super) search: TransversalSearch,
    differences: DifferenceSearch,
    /// Needed givens, one bit for each cell in row-major order.
    pub(super) needed: u128,
    /// Optional givens, in the same way.
    pub(super) optional: u128,
    /// True if all minimal puzzles were found, false if there are more than the limit.
    pub(super) complete: bool,
}

/// Bounds of an enumeration.
#[derive(Clone, Copy, Debug)]
pub(super) struct EnumerationLimits {
    /// Search nodes up to the next answer.
    pub(super) nodes: u64,
    /// Minimal edges.
    pub(super) edges: usize,
    /// Minimal puzzles. With 0, the needed givens alone are found.
    pub(super) puzzles: usize,
}

/// Bound that ended an enumeration without a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EnumerationStop {
    Nodes,
    Edges,
}

/// Search for the differences of all solutions of the needed givens.
#[derive(Debug)]
struct DifferenceSearch {
    memory: SearchMemory,
    /// Complete grid: one candidate for each cell.
    known: CandidateBits,
    /// Branches that wait. Each branch decides an optional given.
    stack: Vec<Branch>,
    /// Givens of the puzzle, by cell bit.
    givens: CellMask,
    /// Optional givens, by cell bit.
    optional: CellMask,
    /// Number of each optional given, by cell bit.
    number: [u8; 128],
    /// Cell bit of each optional given.
    cell_bits: [u8; MAX_OPTIONAL],
    limits: EnumerationLimits,
    nodes: u64,
}

/// Branch in which a given differs.
#[derive(Clone, Copy, Debug)]
struct Branch {
    state: SavedState,
    /// Optional givens that differ.
    differ: u64,
}

/// Search state with its optional givens.
struct Node<V> {
    here: SearchState<V>,
    /// Those that differ in all solutions here.
    differ: u64,
    /// Those that may differ or not.
    open: u64,
    solved: bool,
}

impl EnumerationState {
    pub(super) fn new() -> Self {
        Self {
            search: TransversalSearch::new(),
            differences: DifferenceSearch {
                memory: SearchMemory::new(),
                known: CandidateBits::EMPTY,
                stack: Vec::with_capacity(MAX_OPTIONAL),
                givens: 0,
                optional: 0,
                number: [0; 128],
                cell_bits: [0; MAX_OPTIONAL],
                limits: EnumerationLimits { nodes: 0, edges: 0, puzzles: 0 },
                nodes: 0,
            },
            needed: 0,
            optional: 0,
            complete: false,
        }
    }

    /// Starts with the givens at `givens` (row-major) of a complete grid.
    #[inline(always)]
    pub(super) fn start(&mut self, masks: &DigitMasks, givens: &[bool; 81], limits: EnumerationLimits) {
        let search = &mut self.differences;
        search.known = CandidateBits::from_masks(masks);
        (search.givens, search.optional, search.limits, search.nodes) = (0, 0, limits, 0);
        self.search.limit = limits.puzzles;
        (self.needed, self.optional, self.complete) = (0, 0, false);
        for (cell, _) in givens.iter().enumerate().filter(|(_, given)| **given) {
            search.givens |= 1 << BIT_OF_CELL[cell];
            self.needed |= 1 << cell;
        }
    }

    /// Returns the nodes visited.
    pub(super) const fn nodes(&self) -> u64 {
        self.differences.nodes
    }

    /// Returns the bound that ended an enumeration without a result.
    pub(super) fn stop(&self) -> EnumerationStop {
        let edges = self.search.edges.as_slice().len();
        if edges > self.differences.limits.edges { EnumerationStop::Edges } else { EnumerationStop::Nodes }
    }
}

/// Enumerates the minimal puzzles. Returns `None` if a search exceeds its budget, or if there are too many edges.
#[inline(always)]
pub(super) fn run<V: Lanes>(state: &mut EnumerationState) -> Option<()> {
    let EnumerationState { search, differences, needed, optional, complete } = state;
    let mut number = 0;
    for (cell, &cell_bit) in BIT_OF_CELL.iter().enumerate() {
        if *needed >> cell & 1 != 0 && !differences.is_needed::<V>(cell_bit)? {
            *needed ^= 1 << cell;
            *optional |= 1 << cell;
            differences.optional |= 1 << cell_bit;
            differences.number[usize::from(cell_bit)] = number;
            differences.cell_bits[usize::from(number) % MAX_OPTIONAL] = cell_bit;
            number += 1;
        }
    }
    if search.limit == 0 {
        return Some(());
    }
    assert!(usize::from(number) <= MAX_OPTIONAL, "more than {MAX_OPTIONAL} optional givens");
    let all = 1_u64.checked_shl(u32::from(number)).unwrap_or(0).wrapping_sub(1);
    search.edges.clear();
    differences.collect::<V>(all, &mut search.edges)?;
    *complete = search.run_complete(all);
    Some(())
}

/// Places the known digits at the cells of `cells`.
#[inline(always)]
fn assign<V: Lanes>(known: &CandidateBits, here: SearchState<V>, cells: V) -> SearchState<V> {
    let known = load::<V>(known);
    let x = each!(I => here.candidates[I].and_not(cells.and_not(known[I])));
    SearchState { candidates: x, singles: here.singles.or(cells) }
}

/// Repeats passes until no new single appears.
#[inline(always)]
fn propagate<V: Lanes>(mut here: SearchState<V>) -> (SearchState<V>, Progress) {
    loop {
        let progress = pass(&mut here);
        if progress != Progress::Changed {
            return (here, progress);
        }
    }
}

impl DifferenceSearch {
    /// Returns the candidates with these cells given, before any elimination.
    #[inline(always)]
    fn with_givens<V: Lanes>(&self, given: CellMask) -> SearchState<V> {
        let empty = ALL & !given;
        let [low, high] = [V::load(&lanes(empty)), V::load(&half_lanes(empty))];
        let known = load::<V>(&self.known);
        let x = each!(I => known[I].or(if I + 1 < VECTORS { low } else { high }));
        SearchState { candidates: x, singles: V::load(&lanes(given)) }
    }

    /// Checks whether the puzzle has another solution without the given at a cell.
    #[inline(always)]
    fn is_needed<V: Lanes>(&mut self, cell_bit: u8) -> Option<bool> {
        let cell = V::load(&CELL_LANES[usize::from(cell_bit)]);
        let here = self.with_givens::<V>(self.givens & !(1 << cell_bit));
        let known = load::<V>(&self.known);
        let x = each!(I => here.candidates[I].and_not(cell.and(known[I])));
        let start = SearchState { candidates: x, singles: single_cells(&x) };
        let (found, nodes) = find_any_solution(&mut self.memory, &self.known, start, self.limits.nodes)?;
        self.nodes += nodes;
        Some(found)
    }

    /// Adds the minimal differences of the solutions of the needed givens to `edges`. Returns `None` if the budget of nodes ends
    /// before the next difference, or if there are too many.
    #[inline(always)]
    fn collect<V: Lanes>(&mut self, all: u64, edges: &mut EdgeIndex) -> Option<()> {
        let known = load::<V>(&self.known);
        let mut here = self.with_givens::<V>(self.givens & !self.optional);
        let mut nodes = 0;
        self.stack.clear();
        loop {
            (self.nodes, nodes) = (self.nodes + 1, nodes + 1);
            if nodes > self.limits.nodes {
                return None;
            }
            let mut branched = false;
            if let Some((node, given)) = self.settle(here, all, edges) {
                if node.open != 0 {
                    let cell_bit = usize::from(self.cell_bits[given]) % 128;
                    let cell = V::load(&CELL_LANES[cell_bit]);
                    let [bivalue, _] = bivalue_and_open(&node.here.candidates);
                    let x = each!(I => node.here.candidates[I].and_not(cell.and(known[I])));
                    let mut branch = Branch { state: SavedState::EMPTY, differ: node.differ | 1 << given };
                    store(&x, &mut branch.state.candidates);
                    node.here.singles.or(cell.and(bivalue)).store(&mut branch.state.singles);
                    self.stack.push(branch);
                    here = assign(&self.known, node.here, cell);
                    branched = true;
                } else if node.differ != 0 && (node.solved || self.has_solution(node.here)?) {
                    if edges.add(node.differ) >= self.limits.edges {
                        return None;
                    }
                    nodes = 0;
                }
            }
            while !branched {
                let Some(branch) = self.stack.pop() else { return Some(()) };
                // Edges found since the branch was saved may end it.
                if let Some(forced) = edges.forced(branch.differ) {
                    here = SearchState::restore(&branch.state);
                    here = assign(&self.known, here, V::load(&lanes(self.cells(forced))));
                    branched = true;
                }
            }
        }
    }

    /// Propagates, by the rules of Sudoku and by the edges. Returns the node with the given to branch on, or `None` if no new
    /// difference is below.
    #[inline(always)]
    fn settle<V: Lanes>(
        &self,
        mut here: SearchState<V>,
        all: u64,
        edges: &EdgeIndex,
    ) -> Option<(Node<V>, usize)> {
        let known = load::<V>(&self.known);
        loop {
            let progress;
            (here, progress) = propagate(here);
            if progress == Progress::Contradiction {
                return None;
            }
            let solved = progress == Progress::Solved;
            let same = each!(I => here.candidates[I].and(known[I]));
            let same = or_vectors(&same);
            let same = cells_of(same.or(same.swap_digits()));
            let differ = self.numbers(self.optional & !same);
            let open = if solved { 0 } else { self.numbers(self.optional & same & !cells_of(here.singles)) };
            match edges.state(all & !differ & !open, open) {
                EdgeState::Excluded => return None,
                EdgeState::Forced(givens) => {
                    here = assign(&self.known, here, V::load(&lanes(self.cells(givens))));
                }
                EdgeState::Open(given) => return Some((Node { here, differ, open, solved }, given)),
            }
        }
    }

    /// Checks whether a solution exists below `here`.
    #[inline(always)]
    fn has_solution<V: Lanes>(&mut self, here: SearchState<V>) -> Option<bool> {
        let (found, nodes) = find_any_solution(&mut self.memory, &self.known, here, self.limits.nodes)?;
        self.nodes += nodes;
        Some(found)
    }

    /// Converts numbers of optional givens to cell bits.
    #[inline(always)]
    fn cells(&self, set: u64) -> CellMask {
        bits(set).fold(0, |cells, given| cells | 1 << self.cell_bits[given])
    }

    /// Converts cell bits to numbers of optional givens.
    #[inline(always)]
    fn numbers(&self, mut cells: CellMask) -> u64 {
        let mut set = 0;
        while cells != 0 {
            set |= 1 << (self.number[cells.trailing_zeros() as usize % 128] % 64);
            cells &= cells - 1;
        }
        set
    }
}

/// Returns the cells of a vector whose halves are the same.
#[inline(always)]
fn cells_of<V: Lanes>(v: V) -> CellMask {
    let [[low, high], _] = v.halves();
    u128::from(low) | u128::from(high) << 64
}
