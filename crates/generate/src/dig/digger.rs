//! One pass of any dig; the caller repeats passes until it gets a matching puzzle.

use super::{
    BottomUp, ClimbTarget, Climber, DescentSampler, DigResult, DigStart, Effort, PatternSearch,
    RemovalOracle, SubsetSampler, TechniqueOracle, minimise, symmetric, top_down, walk, weighted,
};
use crate::{Budgets, Dig, RatingPlan, RowCounts, SymmetryTarget, random};
use gridmill_board::{Cell, Shape, Solution, Symmetry};
use gridmill_solve::{OutOfNodes, Remover};
use rand::Rng;
use rand_pcg::Pcg64;

/// Target of one pass; each dig reads only the fields that apply to it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PassTarget {
    /// Number of givens at which digging stops; 0 to go on until none can be removed. For top-down and bottom-up.
    pub stop_at: usize,
    /// Fewest and most givens required. For a walk.
    pub required: (usize, usize),
    /// Number of the pattern, from 0. For a pattern.
    pub pattern: usize,
    /// Number of the symmetry among those of the dig, from 0. For top-down.
    pub symmetry: usize,
    /// Target of the objective. For a climb.
    pub climb: Option<ClimbTarget>,
    /// Attempts that the pass may make. For a walk, a pattern, controlled bias and a climb.
    pub attempts: u64,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PassResult {
    /// The puzzle; `None` if the pass failed.
    pub dug: Option<DigResult>,
    /// Solution of the puzzle, if it differs from the grid that the pass started from.
    pub moved: Option<Solution>,
    /// Attempts made: digs, descents, digit assignments to a pattern, or neighbours of a climb.
    pub attempts: u64,
}

/// Makes the passes of one dig; owns its scratch memory and is reused.
#[derive(Debug)]
pub(crate) struct Digger {
    shape: Shape,
    order: Vec<Cell>,
    method: Method,
}

/// Memory that each dig needs.
#[derive(Debug)]
enum Method {
    TopDown {
        /// Orbits of each symmetry; empty without one.
        orbits: Vec<Vec<Vec<Cell>>>,
        techniques: Option<Box<TechniqueOracle>>,
    },
    BottomUp(Box<BottomUp>),
    Walk,
    Pattern {
        search: Box<PatternSearch>,
        patterns: Vec<Vec<Cell>>,
    },
    ControlledBias(Box<DescentSampler>),
    Weighted,
    Enumerated(Box<SubsetSampler>),
    Climb(Box<Climber>),
}

impl Digger {
    /// Creates a digger for grids of `shape`.
    ///
    /// # Panics
    /// Panics if the dig does not know the shape: see [`DigMode::supports`](crate::DigMode::supports).
    pub(crate) fn new(dig: &Dig, shape: Shape) -> Self {
        Self::rated_by(&RatingPlan::default(), Budgets::DEFAULT, dig, shape)
    }

    /// Creates a digger that climbs by the ratings of a plan; other digs are those of [`new`](Self::new).
    ///
    /// # Panics
    /// As [`new`](Self::new).
    pub(crate) fn rated_by(rating: &RatingPlan, budgets: Budgets, dig: &Dig, shape: Shape) -> Self {
        let method = match dig {
            Dig::TopDown { symmetry, .. } => {
                let orbits = |symmetry| match symmetry {
                    Symmetry::None => Vec::new(),
                    symmetry => symmetry.orbits(shape),
                };
                Method::TopDown { orbits: symmetry.targets().map(orbits).collect(), techniques: None }
            }
            Dig::BottomUp { .. } => Method::BottomUp(Box::new(BottomUp::new(shape))),
            Dig::Walk { .. } => Method::Walk,
            Dig::Pattern { patterns } => Method::Pattern {
                search: Box::new(PatternSearch::new(shape)),
                patterns: patterns.iter().map(|pattern| pattern.cells().collect()).collect(),
            },
            Dig::ControlledBias => Method::ControlledBias(Box::new(DescentSampler::new(shape))),
            Dig::Weighted => Method::Weighted,
            Dig::Enumerated => match SubsetSampler::new(shape) {
                Some(sampler) => Method::Enumerated(Box::new(sampler)),
                None => panic!("dig enumerated does not know {shape} grids"),
            },
            Dig::Climb { objective, steps, .. } if cfg!(feature = "climb") => {
                Method::Climb(Box::new(Climber::new(*objective, *steps, rating, budgets, shape)))
            }
            Dig::Climb { .. } => panic!("this program is built without climb"),
        };
        Self { shape, order: Vec::with_capacity(shape.cells()), method }
    }

    /// Creates a top-down digger, with or without a symmetry, that removes a given only if `techniques` allow it.
    pub(crate) fn within(techniques: TechniqueOracle, symmetry: &SymmetryTarget, shape: Shape) -> Self {
        let mut digger = Self::new(&Dig::symmetric(symmetry.clone()), shape);
        if let Method::TopDown { techniques: limit, .. } = &mut digger.method {
            *limit = Some(Box::new(techniques));
        }
        digger
    }

    /// Grows a puzzle to start from, for the dig that needs no complete grid; returns `None` for the other digs.
    pub(crate) fn grow(
        &mut self,
        rng: &mut impl Rng,
        solver: &mut dyn Remover,
        effort: &mut Effort,
    ) -> Result<Option<DigStart>, OutOfNodes> {
        match &mut self.method {
            Method::BottomUp(grower) => {
                let (grid, solution) = grower.grow(rng, solver, effort)?;
                Ok(Some(DigStart::Grown(grid, solution)))
            }
            Method::TopDown { .. }
            | Method::Walk
            | Method::Pattern { .. }
            | Method::ControlledBias(_)
            | Method::Weighted
            | Method::Enumerated(_)
            | Method::Climb(_) => Ok(None),
        }
    }

    /// Returns the minimal puzzles that passes counted since the last call; `None` of a dig that counts none.
    pub(crate) fn take_counts(&mut self) -> Option<RowCounts> {
        match &mut self.method {
            Method::Enumerated(sampler) => Some(sampler.take_counts()),
            Method::TopDown { .. }
            | Method::BottomUp(_)
            | Method::Walk
            | Method::Pattern { .. }
            | Method::ControlledBias(_)
            | Method::Weighted
            | Method::Climb(_) => None,
        }
    }

    /// Returns true if a pass draws an [`order`](Self::order) of all cells and then asks the solver about each given once.
    pub(crate) fn is_single_pass(&self) -> bool {
        match &self.method {
            Method::TopDown { orbits, techniques } => {
                orbits.iter().all(Vec::is_empty) && techniques.is_none()
            }
            Method::BottomUp(_) => true,
            Method::Walk
            | Method::Pattern { .. }
            | Method::ControlledBias(_)
            | Method::Weighted
            | Method::Enumerated(_)
            | Method::Climb(_) => false,
        }
    }

    /// Draws a random order of all cells from each of the random numbers, and returns them in one list, one after the other.
    pub(crate) fn orders(&self, rngs: &mut [&mut Pcg64]) -> Vec<Cell> {
        /// Orders that are drawn at the same time.
        const TOGETHER: usize = 4;
        let cells: Vec<Cell> = self.shape.all_cells().collect();
        let mut orders = cells.repeat(rngs.len());
        let lists = orders.chunks_mut(TOGETHER * cells.len());
        for (rngs, orders) in rngs.chunks_mut(TOGETHER).zip(lists) {
            match <&mut [&mut Pcg64; TOGETHER]>::try_from(&mut *rngs) {
                Ok(rngs) => random::shuffle_each(rngs, orders),
                Err(_) => rngs
                    .iter_mut()
                    .zip(orders.chunks_mut(cells.len()))
                    .for_each(|(rng, order)| random::shuffle(*rng, order)),
            }
        }
        orders
    }

    /// Makes one pass.
    ///
    /// # Errors
    /// [`OutOfNodes`] if a check exceeds the solver's budget.
    ///
    /// # Panics
    /// Panics if the dig has patterns and `target.pattern` is not below their number, and likewise for symmetries.
    pub(crate) fn pass(
        &mut self,
        start: &DigStart,
        target: &PassTarget,
        rng: &mut impl Rng,
        solver: &mut dyn Remover,
        effort: &mut Effort,
    ) -> Result<PassResult, OutOfNodes> {
        let Self { shape, order, method } = self;
        let solution = start.solution();
        let dug = match method {
            Method::TopDown { orbits, techniques } => {
                let trials = Trials::shuffled(&orbits[target.symmetry], order, *shape, rng);
                match techniques {
                    Some(techniques) => trials.dig(start, target.stop_at, &mut **techniques, effort)?,
                    None => trials.dig(start, target.stop_at, solver, effort)?,
                }
            }
            Method::BottomUp(_) => {
                Trials::Givens(shuffled(order, *shape, rng)).dig(start, target.stop_at, solver, effort)?
            }
            Method::Walk => {
                let walked = walk(solution, target.required, target.attempts, rng, solver, effort)?;
                return Ok(PassResult { dug: Some(walked.dug), moved: None, attempts: walked.digs });
            }
            Method::Pattern { search, patterns } => {
                let cells = &patterns[target.pattern];
                let found = search.search(cells, solution, target.attempts, rng, solver, effort)?;
                let (dug, moved) = found.puzzle.unzip();
                return Ok(PassResult { dug, moved, attempts: found.tries });
            }
            Method::ControlledBias(descents) => {
                let result = descents.sample(solution, target.attempts, rng, solver, effort)?;
                return Ok(PassResult { dug: result.dug, moved: None, attempts: result.descents });
            }
            Method::Enumerated(sampler) => {
                let dug = sampler.sample(solution, rng, solver, effort)?;
                return Ok(PassResult { dug, moved: None, attempts: 1 });
            }
            Method::Climb(climber) if cfg!(feature = "climb") => {
                let any = ClimbTarget::new(None);
                let climbed = climber.climb(
                    start,
                    target.climb.as_ref().unwrap_or(&any),
                    target.attempts,
                    rng,
                    solver,
                    effort,
                )?;
                let (dug, moved) = (Some(climbed.dug), Some(climbed.solution));
                return Ok(PassResult { dug, moved, attempts: climbed.neighbours });
            }
            Method::Climb(_) => unreachable!("no plan of a program without climbs has one"),
            Method::Weighted => weighted(solution, shuffled(order, *shape, rng), solver, effort)?,
        };
        Ok(PassResult { dug: Some(dug), moved: None, attempts: 1 })
    }
}

/// Order in which a pass tries to remove givens.
enum Trials<'a> {
    Givens(&'a [Cell]),
    Orbits(Vec<&'a [Cell]>),
}

impl<'a> Trials<'a> {
    /// Puts the orbits in random order or, if there are none, all cells.
    fn shuffled(orbits: &'a [Vec<Cell>], order: &'a mut Vec<Cell>, shape: Shape, rng: &mut impl Rng) -> Self {
        if orbits.is_empty() {
            return Self::Givens(shuffled(order, shape, rng));
        }
        let mut orbits: Vec<&[Cell]> = orbits.iter().map(Vec::as_slice).collect();
        random::shuffle(rng, &mut orbits);
        Self::Orbits(orbits)
    }

    fn dig(
        &self,
        start: &DigStart,
        stop_at: usize,
        oracle: &mut (impl RemovalOracle + ?Sized),
        effort: &mut Effort,
    ) -> Result<DigResult, OutOfNodes> {
        match (self, start) {
            (Self::Orbits(orbits), start) => symmetric(start.solution(), orbits, stop_at, oracle, effort),
            (Self::Givens(order), DigStart::Complete(solution)) => {
                top_down(solution, order, stop_at, oracle, effort)
            }
            (Self::Givens(order), DigStart::Grown(grid, solution) | DigStart::Puzzle(grid, solution)) => {
                minimise(grid.clone(), solution, order, stop_at, oracle, effort)
            }
        }
    }
}

/// Fills `order` with all cells in random order.
fn shuffled<'a>(order: &'a mut Vec<Cell>, shape: Shape, rng: &mut impl Rng) -> &'a [Cell] {
    order.clear();
    order.extend(shape.all_cells());
    random::shuffle(rng, order);
    order
}
