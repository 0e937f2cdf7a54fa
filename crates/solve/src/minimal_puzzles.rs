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
//! Transversals: depth-first, with the condition that each chosen given is alone in some edge (K. Murakami and T. Uno,
//! "Efficient algorithms for dualizing large-scale hypergraphs", 2014). Learning edges from failed checks: as in the dual
//! enumeration of minimal unsatisfiable subsets (M. Liffiton and K. Sakallah 2008).

use crate::{OtherSolution, OutOfNodes, Solver};
use gridmill_board::{Cell, Grid, Solution};

/// All minimal puzzles within a puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MinimalPuzzles {
    /// Givens of every minimal puzzle, in row-major order.
    pub needed: Vec<Cell>,
    /// The other givens, in row-major order.
    pub optional: Vec<Cell>,
    /// The optional givens of each minimal puzzle, bit i for the i-th; in ascending order.
    pub choices: Vec<u64>,
    /// Search nodes visited.
    pub nodes: u64,
}

/// Most optional givens of a puzzle whose minimal puzzles can be enumerated.
pub(crate) const MAX_OPTIONAL: usize = 64;

/// Answers questions about choices of optional givens, beside the needed givens. All sets are of optional givens.
pub(crate) trait ChoiceOracle {
    /// Adds a given to the choice at `depth`, which becomes the choice at `depth + 1`. Returns givens that follow from it.
    /// None of them is in a minimal puzzle with this choice.
    fn choose(&mut self, depth: usize, given: usize) -> u64;

    /// Returns the difference of another solution of the choice at `depth`, which is `chosen`; the empty set if there is
    /// none, and `None` if the search ran out of nodes.
    fn difference_at(&mut self, depth: usize, chosen: u64) -> Option<u64>;

    /// The same for any choice.
    fn difference(&mut self, chosen: u64) -> Option<u64>;
}

/// One node on the path of the enumeration.
#[derive(Debug, Clone, Default)]
struct Level {
    chosen: u64,
    /// Givens that may still be chosen below.
    allowed: u64,
    /// Givens of the branching edge that are still to be tried.
    branches: u64,
    /// Edges without a chosen given.
    uncovered: EdgeList,
    /// Edges with exactly one chosen given.
    critical: EdgeList,
}

/// Edges; those from `len` on are left from before.
#[derive(Debug, Clone, Default)]
struct EdgeList {
    edges: Vec<u64>,
    len: usize,
}

/// Enumerates minimal transversals; owns its memory and is reused.
#[derive(Debug)]
pub(crate) struct TransversalSearch {
    levels: Vec<Level>,
    /// All optional givens.
    all: u64,
    /// All known edges.
    pub(crate) edges: Vec<u64>,
    /// Transversals of the last pass, sorted: each has one solution.
    known: Vec<u64>,
    /// Transversals of this pass.
    pub(crate) found: Vec<u64>,
    pub(crate) visited: u64,
    pub(crate) checks: u64,
    pub(crate) passes: u64,
}

impl EdgeList {
    #[inline(always)]
    fn as_slice(&self) -> &[u64] {
        &self.edges[..self.len]
    }

    /// Empties the list and makes room for `most` edges.
    #[inline(always)]
    fn clear_for(&mut self, most: usize) {
        self.len = 0;
        if self.edges.len() < most {
            self.edges.resize(2 * most, 0);
        }
    }

    /// Adds an edge.
    #[inline(always)]
    fn push(&mut self, edge: u64) {
        match self.edges.get_mut(self.len) {
            Some(place) => *place = edge,
            None => self.edges.push(edge),
        }
        self.len += 1;
    }

    /// Adds an edge, or only writes it behind the list, without a conditional jump.
    #[inline(always)]
    fn push_if(&mut self, edge: u64, condition: bool) {
        self.edges[self.len] = edge;
        self.len += usize::from(condition);
    }
}

impl TransversalSearch {
    pub(crate) fn new() -> Self {
        Self {
            levels: vec![Level::default(); MAX_OPTIONAL + 1],
            all: 0,
            edges: Vec::new(),
            known: Vec::new(),
            found: Vec::new(),
            visited: 0, checks: 0, passes: 0,
        }
    }

    /// Enumerates the minimal puzzles among the choices of `allowed`, starting with the edges in `self.edges`. Returns `None`
    /// if a search ran out of nodes.
    #[inline(always)]
    pub(crate) fn run(&mut self, oracle: &mut impl ChoiceOracle, all: u64, allowed: u64) -> Option<()> {
        self.all = all;
        self.found.clear();
        loop {
            self.passes += 1;
            self.known.clear();
            std::mem::swap(&mut self.known, &mut self.found);
            self.known.sort_unstable();
            self.minimise_edges();
            let edges = self.edges.len();
            self.pass(oracle, allowed)?;
            if self.edges.len() == edges {
                self.found.sort_unstable();
                return Some(());
            }
        }
    }

    /// Keeps the edges that contain no other edge.
    #[inline(always)]
    fn minimise_edges(&mut self) {
        self.edges.sort_unstable_by_key(|edge| (edge.count_ones(), *edge));
        let mut kept = 0;
        for at in 0..self.edges.len() {
            let edge = self.edges[at];
            if self.edges[..kept].iter().all(|smaller| smaller & !edge != 0) {
                self.edges[kept] = edge;
                kept += 1;
            }
        }
        self.edges.truncate(kept);
    }

    /// Makes one pass over the minimal transversals.
    #[inline(always)]
    fn pass(&mut self, oracle: &mut impl ChoiceOracle, allowed: u64) -> Option<()> {
        let root = &mut self.levels[0];
        (root.chosen, root.allowed, root.branches) = (0, allowed, 0);
        root.critical.clear_for(1);
        root.uncovered.clear_for(self.edges.len() + 1);
        for &edge in &self.edges {
            root.uncovered.push(edge);
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
            self.visited += 1;
            if self.descend(oracle, depth, given) {
                self.branch(oracle, depth + 1)?;
                depth += 1;
            }
        }
    }

    /// Prepares the level below `depth` with one more given chosen. Returns false if a chosen given is no longer alone in
    /// any edge.
    #[inline(always)]
    fn descend(&mut self, oracle: &mut impl ChoiceOracle, depth: usize, given: u64) -> bool {
        let (above, below) = self.levels.split_at_mut(depth + 1);
        let (parent, child) = (&mut above[depth], &mut below[0]);
        let allowed = parent.allowed;
        // The later givens of the edge may be chosen together with this one.
        parent.allowed |= given;
        let chosen = parent.chosen | given;
        child.chosen = chosen;
        let (uncovered, critical) = (parent.uncovered.as_slice(), parent.critical.as_slice());
        child.critical.clear_for(uncovered.len() + critical.len() + 1);
        // Givens that all critical edges of a chosen given have: none of them may be chosen.
        let mut common = [!0_u64; MAX_OPTIONAL];
        let mut alone = given;
        for &edge in critical {
            let keep = edge & given == 0;
            child.critical.push_if(edge, keep);
            let hit = edge & parent.chosen;
            let at = hit.trailing_zeros() as usize % MAX_OPTIONAL;
            common[at] &= if keep { edge } else { !0 };
            alone |= if keep { hit } else { 0 };
        }
        if alone != chosen {
            return false;
        }
        child.uncovered.clear_for(uncovered.len() + 1);
        let mut own = !0;
        for &edge in uncovered {
            let hit = edge & given != 0;
            child.uncovered.push_if(edge, !hit);
            child.critical.push_if(edge, hit);
            own &= if hit { edge } else { !0 };
        }
        let (mut forbidden, mut left) = (own, parent.chosen);
        while left != 0 {
            forbidden |= common[left.trailing_zeros() as usize % MAX_OPTIONAL];
            left &= left - 1;
        }
        let implied = oracle.choose(depth, given.trailing_zeros() as usize);
        child.allowed = allowed & !forbidden & !implied;
        true
    }

    /// Chooses the edge to branch on. At a transversal, checks it first: records it if it has one solution, and adds an edge
    /// otherwise.
    #[inline(always)]
    fn branch(&mut self, oracle: &mut impl ChoiceOracle, depth: usize) -> Option<()> {
        if self.levels[depth].uncovered.len == 0 {
            let chosen = self.levels[depth].chosen;
            self.levels[depth].branches = 0;
            if self.known.binary_search(&chosen).is_ok() {
                self.found.push(chosen);
                return Some(());
            }
            self.checks += 1;
            let difference = oracle.difference_at(depth, chosen)?;
            if difference == 0 {
                self.found.push(chosen);
                return Some(());
            }
            let edge = self.shrink(oracle, difference)?;
            self.edges.push(edge);
            for level in &mut self.levels[..=depth] {
                level.uncovered.push(edge);
            }
        }
        let level = &mut self.levels[depth];
        let mut fewest = u32::MAX;
        let mut branches = 0;
        for &edge in level.uncovered.as_slice() {
            let able = edge & level.allowed;
            let count = able.count_ones();
            branches = if count < fewest { able } else { branches };
            fewest = fewest.min(count);
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

/// Enumerates the minimal puzzles with any solver.
pub(crate) fn by_searches<S: Solver + ?Sized>(
    solver: &mut S,
    puzzle: &Grid,
    solution: &Solution,
) -> Result<MinimalPuzzles, OutOfNodes> {
    let mut grid = puzzle.clone();
    let (mut needed, mut optional, mut nodes) = (Vec::new(), Vec::new(), 0);
    for cell in puzzle.shape().all_cells().filter(|&cell| puzzle.get(cell).is_some()) {
        grid.set(cell, None);
        let other = solver.has_other_solution(&grid, cell, solution.get(cell))?;
        grid.set(cell, puzzle.get(cell));
        nodes += other.nodes;
        if other.found { &mut needed } else { &mut optional }.push(cell);
    }
    assert!(optional.len() <= MAX_OPTIONAL, "{} optional givens", optional.len());
    let all = if optional.len() == 64 { !0 } else { (1 << optional.len()) - 1 };
    let mut oracle = SolverOracle { solver, grid, solution, optional: &optional, nodes, error: None };
    let mut search = TransversalSearch::new();
    let done = search.run(&mut oracle, all, all);
    if let (None, Some(error)) = (done, oracle.error) {
        return Err(error);
    }
    Ok(MinimalPuzzles { nodes: oracle.nodes, choices: search.found, needed, optional })
}

/// Any solver as an oracle about choices.
struct SolverOracle<'a, S: ?Sized> {
    solver: &'a mut S,
    /// The needed givens, and some choice.
    grid: Grid,
    solution: &'a Solution,
    optional: &'a [Cell],
    nodes: u64,
    error: Option<OutOfNodes>,
}

impl<S: Solver + ?Sized> ChoiceOracle for SolverOracle<'_, S> {
    fn choose(&mut self, _: usize, _: usize) -> u64 {
        0
    }

    fn difference_at(&mut self, _: usize, chosen: u64) -> Option<u64> {
        self.difference(chosen)
    }

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
            match self.solver.has_other_solution(&self.grid, cell, known) {
                Ok(OtherSolution { found, nodes }) => {
                    self.nodes += nodes;
                    if !found {
                        // It follows, so that it may be given in the next searches.
                        self.grid.set(cell, Some(known));
                        continue;
                    }
                }
                Err(error) => {
                    self.error = Some(error);
                    return None;
                }
            }
            let other = self.solver.first_solution()?;
            let differs = |cell: Cell| other.get(cell) != self.solution.get(cell);
            return Some((0..).zip(self.optional).fold(0, |set, (n, &cell)| set | u64::from(differs(cell)) << n));
        }
        Some(0)
    }
}
