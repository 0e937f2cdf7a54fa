//! Enumerates all minimal puzzles within a puzzle: the subsets of its givens that have one solution and lose it with any given.
//!
//! ```text
//! needed     givens without which the puzzle has another solution: in every minimal puzzle
//! optional   the other givens; a choice is a subset of them, one bit each
//! edge       optional givens in which some other solution of the needed givens differs: an unavoidable set
//!
//! A choice has one solution exactly if it meets every edge, and is minimal exactly if each of its givens is alone in some
//! edge. The minimal puzzles are the minimal transversals of all edges. Few edges are known at first; the others are found
//! on the way:
//!
//! enumerate the minimal transversals of the known edges; at each one check its solution
//!     unique      -> a minimal puzzle
//!     not unique  -> the difference to the other solution is a new edge; shrink it, add it and go on
//! repeat until a pass finds no new edge
//! ```
//!
//! The result does not depend on the edges found or on the solver. In the last pass, each transversal is a minimal puzzle.
//! No minimal puzzle P is missing: P meets every known edge, so that it contains a minimal transversal. If that were a part of
//! P only, it would have another solution, and its difference would have become a new edge.
//!
//! If all minimal edges are known at first, one pass without checks is enough. So it is with the fast solver of 9x9 grids, which
//! finds all of them by one search.
//!
//! Transversals: depth-first, with the condition that each chosen given is alone in some edge (K. Murakami and T. Uno,
//! "Efficient algorithms for dualizing large-scale hypergraphs", 2014). Learning edges from failed checks: as in the dual
//! enumeration of minimal unsatisfiable subsets (M. Liffiton and K. Sakallah 2008).
#![allow(
    clippy::inline_always,
    reason = "the fast solver compiles the enumeration for each instruction set, inside the function that names it"
)]

use crate::{
    OtherSolution, OutOfNodes, Remover,
    edges::{BLOCK, EdgeBlock, EdgeIndex, MAX_OPTIONAL, bits, each_word, place},
};
use gridmill_board::{CanonicalError, Cell, Digit, Grid, Solution, Transform};
use std::collections::BTreeMap;

/// Minimal puzzles within a puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct MinimalPuzzles {
    /// Givens of every minimal puzzle, in row-major order.
    pub needed: Vec<Cell>,
    /// The other givens, in row-major order.
    pub optional: Vec<Cell>,
    /// The optional givens of each minimal puzzle, bit i for the i-th; in ascending order.
    pub choices: Vec<u64>,
    /// True if `choices` has all minimal puzzles; false if there are more, and the limit ended the enumeration.
    pub complete: bool,
    /// Search nodes visited.
    pub nodes: u64,
}

impl MinimalPuzzles {
    /// Returns the minimal puzzles within `puzzle`, in the order of their choices.
    ///
    /// # Panics
    /// Panics if `puzzle` is smaller than the one that was enumerated.
    pub fn grids<'a>(&'a self, puzzle: &'a Grid) -> impl Iterator<Item = Grid> + 'a {
        self.choices.iter().map(|choice| {
            let mut grid = puzzle.clone();
            for (_, &cell) in self.optional.iter().enumerate().filter(|(n, _)| choice >> n & 1 == 0) {
                grid.set(cell, None);
            }
            grid
        })
    }

    /// Counts the minimal puzzles by number of givens.
    pub fn by_givens(&self) -> BTreeMap<usize, u64> {
        let mut counts = BTreeMap::new();
        for choice in &self.choices {
            *counts.entry(self.needed.len() + choice.count_ones() as usize).or_default() += 1;
        }
        counts
    }
}

/// Givens without which a puzzle has another solution.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct NeededGivens {
    /// Their cells, in row-major order.
    pub cells: Vec<Cell>,
    /// Search nodes visited.
    pub nodes: u64,
}

/// Reason why [`Remover::minimal_puzzles_up_to`] enumerates nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EnumerationError {
    /// A search that reached its budget of nodes.
    #[error(transparent)]
    OutOfNodes(#[from] OutOfNodes),
    /// More than 64 givens that are not needed.
    #[error("{0} givens are optional; minimal puzzles are enumerated for up to {MAX_OPTIONAL}")]
    TooManyOptional(usize),
}

/// Question to any solver: is there a solution with another digit in a cell, and which? It is no type parameter, so that the enumeration is
/// compiled once.
type Question<'a> =
    dyn FnMut(&Grid, Cell, Digit) -> Result<(OtherSolution, Option<Solution>), OutOfNodes> + 'a;

fn question<S: Remover + ?Sized>(
    solver: &mut S,
) -> impl FnMut(&Grid, Cell, Digit) -> Result<(OtherSolution, Option<Solution>), OutOfNodes> {
    |grid, cell, known| {
        let other = solver.has_other_solution(grid, cell, known)?;
        Ok((other, if other.found { solver.first_solution() } else { None }))
    }
}

/// Enumerates all minimal puzzles with any solver.
///
/// # Panics
/// Panics if too many givens are optional.
pub(crate) fn all_by_searches<S: Remover + ?Sized>(
    solver: &mut S,
    puzzle: &Grid,
    solution: &Solution,
) -> Result<MinimalPuzzles, OutOfNodes> {
    match by_searches(solver, puzzle, solution, usize::MAX) {
        Ok(all) => Ok(all),
        Err(EnumerationError::OutOfNodes(error)) => Err(error),
        Err(error @ EnumerationError::TooManyOptional(_)) => panic!("{error}"),
    }
}

/// Enumerates up to `limit` minimal puzzles with any solver.
pub(crate) fn by_searches<S: Remover + ?Sized>(
    solver: &mut S,
    puzzle: &Grid,
    solution: &Solution,
    limit: usize,
) -> Result<MinimalPuzzles, EnumerationError> {
    by_questions(&mut question(solver), puzzle, solution, limit)
}

/// Finds the needed givens, by a search for each given.
pub(crate) fn needed_by_searches<S: Remover + ?Sized>(
    solver: &mut S,
    puzzle: &Grid,
    solution: &Solution,
) -> Result<NeededGivens, OutOfNodes> {
    let GivensByNeed { needed, nodes, .. } = GivensByNeed::new(&mut question(solver), puzzle, solution)?;
    Ok(NeededGivens { cells: needed, nodes })
}

/// Givens of a puzzle: needed and optional.
struct GivensByNeed {
    needed: Vec<Cell>,
    optional: Vec<Cell>,
    nodes: u64,
}

impl GivensByNeed {
    fn new(ask: &mut Question<'_>, puzzle: &Grid, solution: &Solution) -> Result<Self, OutOfNodes> {
        let mut grid = puzzle.clone();
        let (mut needed, mut optional, mut nodes) = (Vec::new(), Vec::new(), 0);
        for cell in puzzle.shape().all_cells().filter(|&cell| puzzle.get(cell).is_some()) {
            grid.set(cell, None);
            let (other, _) = ask(&grid, cell, solution.get(cell))?;
            grid.set(cell, puzzle.get(cell));
            nodes += other.nodes;
            if other.found { &mut needed } else { &mut optional }.push(cell);
        }
        Ok(Self { needed, optional, nodes })
    }
}

fn by_questions(
    ask: &mut Question<'_>,
    puzzle: &Grid,
    solution: &Solution,
    limit: usize,
) -> Result<MinimalPuzzles, EnumerationError> {
    let GivensByNeed { needed, optional, nodes } = GivensByNeed::new(ask, puzzle, solution)?;
    if optional.len() > MAX_OPTIONAL {
        return Err(EnumerationError::TooManyOptional(optional.len()));
    }
    let all = if optional.len() == 64 { !0 } else { (1 << optional.len()) - 1 };
    let grid = puzzle.clone();
    let mut oracle = SolverOracle { ask, grid, solution, optional: &optional, nodes, error: None };
    let mut search = TransversalSearch::new();
    search.limit = limit;
    let complete = search.run(&mut oracle, all).is_some();
    if let Some(error) = oracle.error {
        return Err(error.into());
    }
    Ok(MinimalPuzzles { nodes: oracle.nodes, choices: search.found, complete, needed, optional })
}

/// Any solver as an oracle about choices.
struct SolverOracle<'a> {
    ask: &'a mut Question<'a>,
    /// The needed givens, and some choice.
    grid: Grid,
    solution: &'a Solution,
    optional: &'a [Cell],
    nodes: u64,
    error: Option<OutOfNodes>,
}

impl ChoiceOracle for SolverOracle<'_> {
    /// Searches for a solution that differs at one empty given after the other: the puzzle has one solution, so that another
    /// one of the choice differs at some of them.
    fn difference(&mut self, chosen: u64) -> Option<u64> {
        for (n, &cell) in self.optional.iter().enumerate() {
            self.grid.set(cell, (chosen >> n & 1 != 0).then(|| self.solution.get(cell)));
        }
        for (n, &cell) in self.optional.iter().enumerate() {
            if chosen >> n & 1 != 0 {
                continue;
            }
            let known = self.solution.get(cell);
            let (OtherSolution { found, nodes }, other) = match (self.ask)(&self.grid, cell, known) {
                Ok(answer) => answer,
                Err(error) => {
                    self.error = Some(error);
                    return None;
                }
            };
            self.nodes += nodes;
            if !found {
                // It follows, so that it may be given in the next searches.
                self.grid.set(cell, Some(known));
                continue;
            }
            let other = other?;
            let differs = |cell: Cell| other.get(cell) != self.solution.get(cell);
            return Some(
                (0..).zip(self.optional).fold(0, |set, (n, &cell)| set | u64::from(differs(cell)) << n),
            );
        }
        Some(0)
    }
}

// Number of essentially different minimal puzzles within a puzzle.
//
// Minimal puzzles of one grid are equivalent exactly if an automorphism of the grid takes one to the other. All transforms from the
// grid to its canonical form differ by automorphisms, so that the least image of a puzzle's cells by them is the same for
// equivalent puzzles and for no others. Most grids have no automorphism but the identity: no two puzzles within them are equivalent.

impl MinimalPuzzles {
    /// Counts the classes of the minimal puzzles: those that transforms lead to each other are one. `solution` is their solution.
    ///
    /// ```
    /// use gridmill_board::{Grid, Solution};
    /// use gridmill_solve::SolverKind;
    ///
    /// let grid: Grid = "1234341221434321".parse()?;
    /// let mut solver = SolverKind::BitParallel.solver(grid.shape(), 10_000);
    /// let solution = Solution::new(&grid)?;
    /// let all = solver.minimal_puzzles_up_to(&grid, &solution, usize::MAX)?;
    /// assert_eq!((all.choices.len(), all.classes(&solution)?), (284, 14));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`CanonicalError::Symmetric`] for a grid larger than 9x9 with too many symmetries.
    ///
    /// # Panics
    /// Panics if the solution has another shape.
    pub fn classes(&self, solution: &Solution) -> Result<u64, CanonicalError> {
        let transforms = solution.canonical_transforms()?;
        if transforms.len() == 1 {
            return Ok(self.choices.len() as u64);
        }
        let images: Vec<CellImages> =
            transforms.iter().map(|transform| CellImages::new(transform, self)).collect();
        let least =
            |&choice: &u64| images.iter().map(|images| images.of_choice(choice)).min().unwrap_or_default();
        let mut forms: Vec<u128> = self.choices.iter().map(least).collect();
        forms.sort_unstable();
        forms.dedup();
        Ok(forms.len() as u64)
    }
}

/// Cells to which a transform takes the givens, one bit each.
struct CellImages {
    needed: u128,
    optional: Vec<u128>,
}

impl CellImages {
    fn new(transform: &Transform, all: &MinimalPuzzles) -> Self {
        let image = |&cell: &Cell| 1 << transform.cell(cell).index();
        Self {
            needed: all.needed.iter().map(image).fold(0, |set, cell: u128| set | cell),
            optional: all.optional.iter().map(image).collect(),
        }
    }

    fn of_choice(&self, choice: u64) -> u128 {
        let chosen = self.optional.iter().enumerate().filter(|(n, _)| choice >> n & 1 != 0);
        chosen.fold(self.needed, |set, (_, cell)| set | cell)
    }
}

// Enumeration of the minimal transversals of a growing set of edges.

/// Answers questions about choices of optional givens; the needed givens always stay. All sets are of optional givens.
pub(super) trait ChoiceOracle {
    /// Returns the difference of another solution of a choice; the empty set if there is none, and `None` if the search ran
    /// out of nodes.
    fn difference(&mut self, chosen: u64) -> Option<u64>;
}

/// Oracle for a pass that starts with all minimal edges: each minimal transversal has one solution.
struct AllEdgesKnown;

impl ChoiceOracle for AllEdgesKnown {
    #[inline(always)]
    fn difference(&mut self, _: u64) -> Option<u64> {
        Some(0)
    }
}

/// One node on the path of the enumeration.
#[derive(Debug, Clone, Default)]
pub(super) struct Level {
    chosen: u64,
    /// Givens that may still be chosen below.
    allowed: u64,
    /// Givens of the branching edge that are still to be tried.
    branches: u64,
    /// Edges without a chosen given.
    uncovered: Vec<EdgeBlock>,
    /// Edges with exactly one chosen given.
    critical: Vec<EdgeBlock>,
}

/// Enumerates minimal transversals; owns its memory and is reused.
#[derive(Debug)]
pub(crate) struct TransversalSearch {
    levels: Vec<Level>,
    /// All optional givens.
    all: u64,
    /// All known edges.
    pub(crate) edges: EdgeIndex,
    /// Transversals of the last pass, sorted: each has one solution.
    known: Vec<u64>,
    /// Transversals of this pass.
    pub(crate) found: Vec<u64>,
    /// Most transversals that are kept; another one ends the enumeration.
    pub(crate) limit: usize,
}

impl TransversalSearch {
    pub(crate) fn new() -> Self {
        Self {
            levels: vec![Level::default(); MAX_OPTIONAL + 1],
            all: 0,
            edges: EdgeIndex::new(),
            known: Vec::new(),
            found: Vec::new(),
            limit: usize::MAX,
        }
    }

    /// Enumerates the minimal puzzles among the choices of `all`, starting with the edges in `self.edges`. Returns `None` if a
    /// search ran out of nodes or if there are more than the limit. Those found until then are minimal puzzles, too: each has one
    /// solution, and each of its givens is alone in an edge.
    #[inline(always)]
    pub(crate) fn run(&mut self, oracle: &mut impl ChoiceOracle, all: u64) -> Option<()> {
        self.all = all;
        self.found.clear();
        loop {
            self.known.clear();
            std::mem::swap(&mut self.known, &mut self.found);
            self.known.sort_unstable();
            self.edges.minimise();
            let edges = self.edges.as_slice().len();
            let done = self.pass(oracle);
            let is_within = self.found.len() <= self.limit;
            if done.is_none() || !is_within || self.edges.as_slice().len() == edges {
                self.found.sort_unstable();
                self.found.truncate(self.limit);
                return done.filter(|()| is_within);
            }
        }
    }

    /// The same, where `self.edges` has all minimal edges and nothing else. Returns false if there are more than the limit.
    #[inline(always)]
    pub(crate) fn run_complete(&mut self, all: u64) -> bool {
        self.all = all;
        self.known.clear();
        self.found.clear();
        self.edges.sort();
        let is_within = self.pass(&mut AllEdgesKnown).is_some();
        self.found.sort_unstable();
        is_within
    }

    /// Makes one pass over the minimal transversals. Returns `None` if it ends early.
    #[inline(always)]
    fn pass(&mut self, oracle: &mut impl ChoiceOracle) -> Option<()> {
        let root = &mut self.levels[0];
        (root.chosen, root.allowed, root.branches) = (0, self.all, 0);
        root.uncovered.clear();
        root.critical.clear();
        for block in 0..self.edges.blocks().len() {
            root.uncovered.push(self.edges.block_mask(block));
            root.critical.push([0; 4]);
        }
        self.branch(oracle, 0)?;
        let mut depth = 0;
        loop {
            let level = &mut self.levels[depth];
            if level.branches == 0 {
                if depth == 0 {
                    return Some(());
                }
                depth -= 1;
                continue;
            }
            let given = level.branches & level.branches.wrapping_neg();
            level.branches ^= given;
            if self.descend(depth, given) {
                depth += 1;
                self.branch(oracle, depth)?;
            }
        }
    }

    /// Adds an edge, and adds it as uncovered to all levels down to `depth`.
    #[inline(always)]
    fn add_edge(&mut self, edge: u64, depth: usize) {
        let (block, word, bit) = place(self.edges.add(edge));
        for level in &mut self.levels[..=depth] {
            if block == level.uncovered.len() {
                level.uncovered.push([0; 4]);
                level.critical.push([0; 4]);
            }
            level.uncovered[block][word] |= bit;
        }
    }

    /// Prepares the level below `depth` with one more given chosen. Returns false if a chosen given is no longer alone in
    /// any edge, or if the choice is known to have one solution.
    #[inline(always)]
    fn descend(&mut self, depth: usize, given: u64) -> bool {
        let (above, below) = self.levels.split_at_mut(depth + 1);
        let (parent, child) = (&mut above[depth], &mut below[0]);
        let number = given.trailing_zeros() as usize % MAX_OPTIONAL;
        let index = self.edges.blocks();
        let blocks = index.len();
        if child.uncovered.len() != blocks {
            child.uncovered.resize(blocks, [0; 4]);
            child.critical.resize(blocks, [0; 4]);
        }
        let (uncovered, critical) = (&mut child.uncovered[..blocks], &mut child.critical[..blocks]);
        let mut any = [0; 4];
        for block in 0..blocks {
            let (above, alone, with) =
                (parent.uncovered[block], parent.critical[block], index[block][number]);
            uncovered[block] = each_word(|n| above[n] & !with[n]);
            critical[block] = each_word(|n| alone[n] & !with[n] | above[n] & with[n]);
            any = each_word(|n| any[n] | above[n] & !with[n]);
        }
        for chosen in bits(parent.chosen) {
            let alone = |block: usize| {
                let (critical, with) = (critical[block], index[block][chosen]);
                each_word(|n| critical[n] & with[n]) != [0; 4]
            };
            if !(0..blocks).any(alone) {
                // Nor can it be chosen with more givens, so that it is not allowed again.
                return false;
            }
        }
        child.chosen = parent.chosen | given;
        child.allowed = parent.allowed;
        // The later givens of the edge may be chosen together with this one.
        parent.allowed |= given;
        child.branches = 0;
        if any == [0; 4] && self.known.binary_search(&child.chosen).is_ok() {
            self.found.push(child.chosen);
            return false;
        }
        true
    }

    /// Chooses the edge to branch on. At a transversal, checks it first: records it if it has one solution, and adds an edge
    /// otherwise.
    #[inline(always)]
    fn branch(&mut self, oracle: &mut impl ChoiceOracle, depth: usize) -> Option<()> {
        if self.levels[depth].uncovered.iter().all(|block| *block == [0; 4]) {
            let chosen = self.levels[depth].chosen;
            let difference = oracle.difference(chosen)?;
            if difference == 0 {
                if self.found.len() >= self.limit {
                    return None;
                }
                self.found.push(chosen);
                return Some(());
            }
            let edge = self.shrink(oracle, difference)?;
            self.add_edge(edge, depth);
        }
        let level = &mut self.levels[depth];
        let mut fewest = u32::MAX;
        let mut branches = 0;
        for (edges, block) in self.edges.as_slice().chunks(BLOCK).zip(&level.uncovered) {
            for (edges, &uncovered) in edges.chunks(64).zip(block) {
                for number in bits(uncovered) {
                    let able = edges[number] & level.allowed;
                    let count = able.count_ones();
                    branches = if count < fewest { able } else { branches };
                    fewest = fewest.min(count);
                }
            }
        }
        level.branches = branches;
        level.allowed &= !branches;
        Some(())
    }

    /// Removes givens from an edge while some other solution still differs only within it.
    #[inline(always)]
    fn shrink(&mut self, oracle: &mut impl ChoiceOracle, difference: u64) -> Option<u64> {
        let all = self.all;
        let (mut edge, mut left) = (difference, difference);
        while left != 0 && edge.count_ones() > 2 {
            let given = left & left.wrapping_neg();
            left ^= given;
            let smaller = oracle.difference(all & !edge | given)?;
            if smaller != 0 {
                edge = smaller;
                left &= edge;
            }
        }
        Some(edge)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edges::{BLOCK, bits};
    use crate::{Backtracking, Bitboard, DancingLinks, Solutions, Solver, SolverKind};
    use gridmill_board::Shape;
    use gridmill_testing::sample;
    use std::collections::BTreeSet;

    /// Complete 9x9 grid of a puzzle with 17 givens.
    fn complete() -> Solution {
        let text = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
        let puzzle = Grid::parse(Shape::STANDARD, text).unwrap();
        let Solutions::Unique(solution) = Bitboard::new(1_000_000).solutions(&puzzle).unwrap() else {
            panic!()
        };
        solution
    }

    /// Puts the cells in an order that depends on `seed`.
    fn shuffled(seed: u64) -> Vec<Cell> {
        let mut cells: Vec<Cell> = Shape::STANDARD.all_cells().collect();
        gridmill_testing::Numbers::new(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1).shuffle(&mut cells);
        cells
    }

    /// A minimal puzzle of the order, with the first `more` of the other givens.
    fn puzzle(solution: &Solution, seed: u64, more: usize) -> Grid {
        let order = shuffled(seed);
        let mut grid = Grid::from(solution);
        Bitboard::new(1_000_000).remove(&mut grid, solution, &order, 0).unwrap();
        let empty: Vec<Cell> =
            order.into_iter().filter(|&cell| grid.get(cell).is_none()).take(more).collect();
        for cell in empty {
            grid.set(cell, Some(solution.get(cell)));
        }
        grid
    }

    /// Collects the minimal puzzles by their definition: goes through all subsets with one solution, each reached by removing
    /// its missing givens in ascending order.
    fn depth_first(grid: &mut Grid, solution: &Solution, first: usize, minimal: &mut BTreeSet<String>) {
        let mut solver = Backtracking::new(grid.shape(), 100_000);
        let removable: Vec<Cell> = grid
            .shape()
            .all_cells()
            .filter(|&cell| {
                let Some(digit) = grid.set(cell, None) else { return false };
                let unique = solver.count(grid, 2).unwrap().solutions == 1;
                grid.set(cell, Some(digit));
                unique
            })
            .collect();
        if removable.is_empty() {
            minimal.insert(grid.to_string());
        }
        for cell in removable.into_iter().filter(|cell| cell.index() >= first) {
            grid.set(cell, None);
            depth_first(grid, solution, cell.index() + 1, minimal);
            grid.set(cell, Some(solution.get(cell)));
        }
    }

    fn texts(puzzle: &Grid, all: &MinimalPuzzles) -> BTreeSet<String> {
        let text = |choice: &u64| {
            let mut grid = puzzle.clone();
            for (_, &cell) in all.optional.iter().enumerate().filter(|(n, _)| choice >> n & 1 == 0) {
                grid.set(cell, None);
            }
            grid.to_string()
        };
        all.choices.iter().map(text).collect()
    }

    /// Every minimal puzzle is found, and nothing else, on every instruction set.
    #[test]
    fn they_are_those_of_a_depth_first_enumeration() {
        let solution = complete();
        let mut found = 0;
        let puzzles = sample(12, 36);
        for (seed, more) in (0..puzzles).zip([4, 5, 6].into_iter().cycle()) {
            let mut puzzle = puzzle(&solution, seed, more);
            let mut expected = BTreeSet::new();
            depth_first(&mut puzzle, &solution, 0, &mut expected);
            for mut solver in Bitboard::on_each_instruction_set(1_000_000) {
                let all = solver.minimal_puzzles(&puzzle, &solution).unwrap();
                assert_eq!(all.choices.len(), expected.len());
                assert_eq!(texts(&puzzle, &all), expected, "{puzzle}");
            }
            found += expected.len();
        }
        assert!(found > sample(150, 450), "{found}");
    }

    /// Solvers find the same, in the same order; instruction sets also visit the same nodes.
    #[test]
    fn all_solvers_agree() {
        let solution = complete();
        for seed in 100..106 {
            let puzzle = puzzle(&solution, seed, 6);
            let fast: Vec<MinimalPuzzles> = Bitboard::on_each_instruction_set(1_000_000)
                .iter_mut()
                .map(|solver| solver.minimal_puzzles(&puzzle, &solution).unwrap())
                .collect();
            assert!(fast.iter().all(|all| *all == fast[0]) && fast[0].choices.is_sorted());
            let backtracking =
                Backtracking::new(Shape::STANDARD, 10_000_000).minimal_puzzles(&puzzle, &solution);
            let links = DancingLinks::new(Shape::STANDARD, 10_000_000).minimal_puzzles(&puzzle, &solution);
            for other in [backtracking.unwrap(), links.unwrap()] {
                assert_eq!(MinimalPuzzles { nodes: fast[0].nodes, ..other }, fast[0]);
            }
        }
    }

    /// A given is needed exactly if the puzzle has another solution without it, for every solver, of puzzles with few and with all
    /// givens; instruction sets also visit the same nodes.
    #[test]
    fn needed_givens_are_those_without_which_there_are_more_solutions() {
        let solution = complete();
        let mut counter = Bitboard::new(1_000_000);
        let (mut found, mut fast_nodes) = (0, Vec::new());
        for more in [0, 3, 8, 57] {
            let puzzle = puzzle(&solution, 7, more);
            let mut expected = Vec::new();
            for cell in Shape::STANDARD.all_cells().filter(|&cell| puzzle.get(cell).is_some()) {
                let mut without = puzzle.clone();
                without.set(cell, None);
                if counter.count(&without, 2).unwrap().solutions == 2 {
                    expected.push(cell);
                }
            }
            found += expected.len();
            for mut solver in Bitboard::on_each_instruction_set(1_000_000) {
                let needed = solver.needed_givens(&puzzle, &solution).unwrap();
                assert_eq!(needed.cells, expected, "{puzzle}");
                fast_nodes.push(needed.nodes);
            }
            for kind in SolverKind::ALL {
                let needed =
                    kind.solver(Shape::STANDARD, 10_000_000).needed_givens(&puzzle, &solution).unwrap();
                assert_eq!(needed.cells, expected, "{kind:?} {puzzle}");
            }
            assert!(fast_nodes.iter().all(|&nodes| nodes == fast_nodes[0] && nodes > 0));
            fast_nodes.clear();
        }
        assert!(found > 40, "{found}");
        assert!(Bitboard::new(1).needed_givens(&puzzle(&solution, 7, 0), &solution).is_err());
    }

    /// Edges found before all else, and edges found by checks of transversals, lead to the same puzzles, within random subsets of
    /// 33 givens as the dig `enumerated` has them.
    #[test]
    fn edges_first_and_edges_by_checks_agree() {
        let solution = complete();
        let mut solvers = Bitboard::on_each_instruction_set(1_000_000);
        let mut solver = Bitboard::new(1_000_000);
        let (mut subsets, mut found) = (0, 0);
        for seed in 0.. {
            let mut puzzle = Grid::empty(Shape::STANDARD);
            for &cell in &shuffled(seed)[..33] {
                puzzle.set(cell, Some(solution.get(cell)));
            }
            if solver.count(&puzzle, 2).unwrap().solutions != 1 {
                continue;
            }
            let expected = all_by_searches(&mut solver, &puzzle, &solution).unwrap();
            for solver in &mut solvers {
                let all = solver.minimal_puzzles(&puzzle, &solution).unwrap();
                assert_eq!(MinimalPuzzles { nodes: expected.nodes, ..all }, expected, "{puzzle}");
            }
            (subsets, found) = (subsets + 1, found + expected.choices.len());
            if subsets == 8 {
                break;
            }
        }
        assert!(found > 2000, "{found}");
    }

    /// Sets of 4 of 14 givens as hidden edges.
    struct HiddenEdges<'a>(&'a [u64]);

    impl ChoiceOracle for HiddenEdges<'_> {
        fn difference(&mut self, chosen: u64) -> Option<u64> {
            Some(self.0.iter().copied().find(|edge| edge & chosen == 0).unwrap_or(0))
        }
    }

    /// Edges that fill more than one block: their minimal transversals are those of a scan of all sets.
    #[test]
    fn transversals_of_many_edges_are_those_of_a_scan() {
        const ALL: u64 = (1 << 14) - 1;
        let sets = (0..=ALL).filter(|set| set.count_ones() == 4);
        let edges: Vec<u64> = sets.filter(|set| set.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 62 != 0).collect();
        assert!(edges.len() > 2 * BLOCK, "{}", edges.len());
        let meets_all = |set: u64| edges.iter().all(|edge| edge & set != 0);
        let minimal = |set: u64| bits(set).all(|given| !meets_all(set & !(1 << given)));
        let expected: Vec<u64> = (0..=ALL).filter(|&set| meets_all(set) && minimal(set)).collect();
        let mut search = TransversalSearch::new();
        for &edge in &edges {
            search.edges.add(edge);
        }
        search.run_complete(ALL);
        assert_eq!(search.found, expected);
        search.edges.clear();
        search.run(&mut HiddenEdges(&edges), ALL).unwrap();
        assert_eq!(search.found, expected);
        assert!(expected.len() > 100, "{}", expected.len());
    }

    /// A minimal puzzle holds itself alone.
    #[test]
    fn minimal_puzzles_hold_themselves() {
        let solution = complete();
        let puzzle = puzzle(&solution, 1, 0);
        let all = Bitboard::new(1_000_000).minimal_puzzles(&puzzle, &solution).unwrap();
        assert_eq!((all.needed.len(), all.optional.len(), all.choices), (puzzle.givens(), 0, vec![0]));
    }

    #[test]
    fn a_small_budget_is_an_error() {
        let solution = complete();
        let puzzle = puzzle(&solution, 2, 6);
        assert_eq!(Bitboard::new(1).minimal_puzzles(&puzzle, &solution), Err(OutOfNodes { budget: 1 }));
        let mut plain = Backtracking::new(Shape::STANDARD, 1);
        assert_eq!(plain.minimal_puzzles(&puzzle, &solution), Err(OutOfNodes { budget: 1 }));
    }

    /// A limit ends the enumeration with some of the minimal puzzles, on every path; one that is large enough changes nothing.
    #[test]
    fn limits_end_the_enumeration() {
        let solution = complete();
        let puzzle = puzzle(&solution, 3, 8);
        let all = Bitboard::new(1_000_000).minimal_puzzles(&puzzle, &solution).unwrap();
        let count = all.choices.len();
        assert!(all.complete && count > 20, "{count}");
        let mut solvers: Vec<Box<dyn Remover>> =
            vec![Box::new(Backtracking::new(Shape::STANDARD, 1_000_000))];
        solvers.extend(
            Bitboard::on_each_instruction_set(1_000_000).into_iter().map(|solver| Box::new(solver) as _),
        );
        for solver in &mut solvers {
            for limit in [0, 1, count / 2, count - 1, count, count + 1, usize::MAX] {
                let some = solver.minimal_puzzles_up_to(&puzzle, &solution, limit).unwrap();
                assert_eq!((some.choices.len(), some.complete), (limit.min(count), limit >= count));
                assert!(
                    some.choices.is_sorted()
                        && some.choices.iter().all(|choice| all.choices.contains(choice))
                );
                assert_eq!((some.needed, some.optional), (all.needed.clone(), all.optional.clone()));
            }
        }
    }

    /// Too many unavoidable sets for the fast search: searches find minimal puzzles, too.
    #[test]
    fn many_unavoidable_sets_leave_some_minimal_puzzles() {
        let solution = complete();
        let mut puzzle = Grid::empty(Shape::STANDARD);
        for &cell in &shuffled(1)[..58] {
            puzzle.set(cell, Some(solution.get(cell)));
        }
        let mut solver = Bitboard::new(1_000_000);
        let some = solver.minimal_puzzles_up_to(&puzzle, &solution, 300).unwrap();
        assert_eq!((some.choices.len(), some.complete), (300, false));
        for grid in some.grids(&puzzle) {
            assert_eq!(solver.count(&grid, 2).unwrap().solutions, 1);
            let itself = solver.minimal_puzzles(&grid, &solution).unwrap();
            assert_eq!((itself.needed.len(), itself.choices), (grid.givens(), vec![0]));
        }
    }

    #[test]
    fn a_complete_grid_has_too_many_optional_givens() {
        let solution = complete();
        let grid = Grid::from(&solution);
        for kind in SolverKind::ALL {
            let result = kind.solver(Shape::STANDARD, 1_000_000).minimal_puzzles_up_to(&grid, &solution, 10);
            assert_eq!(result, Err(EnumerationError::TooManyOptional(81)), "{kind:?}");
        }
    }
}
