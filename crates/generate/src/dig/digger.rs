//! One pass of any dig: what the caller repeats until the puzzle is as wanted.

use super::{
    BottomUp, Descents, Dig, Dug, Effort, PatternSearch, minimise, symmetric, top_down, walk, weighted,
};
use crate::random;
use gridmill_board::{Cell, Grid, Shape, Solution, Symmetry};
use gridmill_solve::{OutOfNodes, Solver};
use rand::Rng;

/// What a pass begins from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Start {
    /// A complete grid.
    Complete(Solution),
    /// A puzzle, mostly with givens that can go, and its solution.
    Grown(Grid, Solution),
}

impl Start {
    /// The complete grid.
    pub const fn solution(&self) -> &Solution {
        match self {
            Self::Complete(solution) | Self::Grown(_, solution) => solution,
        }
    }

    /// The complete grid.
    pub fn into_solution(self) -> Solution {
        match self {
            Self::Complete(solution) | Self::Grown(_, solution) => solution,
        }
    }
}

/// What a pass is to come to, as far as the dig minds.
#[derive(Debug, Clone, Copy)]
pub struct Goal<'a> {
    /// Givens at which digging stops; 0 to go on until none can go.
    pub stop_at: usize,
    /// The fewest and the most givens that are wanted, for a walk.
    pub wanted: (usize, usize),
    /// The cells of the givens, for a pattern.
    pub pattern: &'a [Cell],
    /// Attempts that the pass may make, for a walk and a pattern.
    pub attempts: u64,
}

/// What a pass came to.
#[derive(Debug, Clone, PartialEq)]
pub struct Pass {
    /// The puzzle, if the pass came to one.
    pub dug: Option<Dug>,
    /// Its solution, if that is not the one that the pass began from.
    pub moved: Option<Solution>,
    /// Attempts made: digs, or tries of a pattern.
    pub attempts: u64,
}

/// Makes the passes of one dig; owns its scratch memory and is reused.
#[derive(Debug)]
pub struct Digger {
    dig: Dig,
    shape: Shape,
    /// Orbits of the symmetry asked for; none without one.
    orbits: Vec<Vec<Cell>>,
    order: Vec<Cell>,
    grower: BottomUp,
    descents: Descents,
    search: PatternSearch,
}

impl Digger {
    /// A digger for `shape`; the symmetry counts for [`Dig::TopDown`] alone.
    pub fn new(dig: Dig, shape: Shape, symmetry: Symmetry) -> Self {
        let orbits = if symmetry == Symmetry::None { Vec::new() } else { symmetry.orbits(shape) };
        let (grower, search) = (BottomUp::new(shape), PatternSearch::new(shape));
        let (order, descents) = (Vec::with_capacity(shape.cells()), Descents::new(shape));
        Self { dig, shape, orbits, order, grower, descents, search }
    }

    /// A puzzle to begin from, for the dig that needs no complete grid.
    ///
    /// # Errors
    /// [`OutOfNodes`] if a check does not fit the solver's budget.
    pub fn grow(
        &mut self,
        rng: &mut impl Rng,
        solver: &mut dyn Solver,
        effort: &mut Effort,
    ) -> Result<Start, OutOfNodes> {
        let (grid, solution) = self.grower.grow(rng, solver, effort)?;
        Ok(Start::Grown(grid, solution))
    }

    /// One pass.
    ///
    /// # Errors
    /// [`OutOfNodes`] if a check does not fit the solver's budget.
    pub fn pass(
        &mut self,
        start: &Start,
        goal: &Goal<'_>,
        rng: &mut impl Rng,
        solver: &mut dyn Solver,
        effort: &mut Effort,
    ) -> Result<Pass, OutOfNodes> {
        let solution = start.solution();
        let dug = match self.dig {
            Dig::Walk => {
                let walked = walk(solution, goal.wanted, goal.attempts, rng, solver, effort)?;
                return Ok(Pass { dug: Some(walked.dug), moved: None, attempts: walked.digs });
            }
            Dig::Pattern => {
                let found = self.search.search(goal.pattern, solution, goal.attempts, rng, solver, effort)?;
                let (dug, moved) = found.puzzle.unzip();
                return Ok(Pass { dug, moved, attempts: found.tries });
            }
            Dig::TopDown if !self.orbits.is_empty() => {
                let mut orbits: Vec<&[Cell]> = self.orbits.iter().map(Vec::as_slice).collect();
                random::shuffle(rng, &mut orbits);
                Some(symmetric(solution, &orbits, goal.stop_at, solver, effort)?)
            }
            Dig::TopDown | Dig::BottomUp => {
                let order = self.order(rng);
                Some(match start {
                    Start::Complete(solution) => top_down(solution, order, goal.stop_at, solver, effort)?,
                    Start::Grown(grid, solution) => {
                        minimise(grid.clone(), solution, order, goal.stop_at, solver, effort)?
                    }
                })
            }
            Dig::ControlledBias => {
                let landed = self.descents.make(solution, goal.attempts, rng, solver, effort)?;
                return Ok(Pass { dug: landed.dug, moved: None, attempts: landed.descents });
            }
            Dig::Weighted => Some(weighted(solution, self.order(rng), solver, effort)?),
        };
        Ok(Pass { dug, moved: None, attempts: 1 })
    }

    /// All cells in random order.
    fn order(&mut self, rng: &mut impl Rng) -> &[Cell] {
        self.order.clear();
        self.order.extend(self.shape.all_cells());
        random::shuffle(rng, &mut self.order);
        &self.order
    }
}
