//! The classical dig: tries the givens once each in random order, and removes each if one solution remains.
//!
//! The result is a function of (solution, order) alone: whether a given can be removed does not depend on the solver.
//! Distribution, over random orders: the probability of a minimal puzzle with k givens grows with the number of orders
//! that lead to it. Puzzles with few givens are therefore far more frequent than their share among all minimal
//! puzzles (D. Berthier, "Unbiased Statistics of a CSP - A Controlled-Bias Generator", 2009: mean 24.4 givens against
//! 26.6).

use super::{
    DigResult, Effort, RemovalOracle, RemovalVerdict,
    logarithms::{ln, ln_factorial},
    needed,
};
use crate::random;
use gridmill_board::{Cell, Grid, Solution};
use gridmill_solve::{OutOfNodes, Removal, RemovalMemory, Remover};
use rand::Rng;

/// Digs `solution` in `order`, until every cell of it was tried or `stop_at` givens are left.
///
/// # Errors
/// [`OutOfNodes`] if a check exceeds the solver's budget.
pub fn top_down(
    solution: &Solution,
    order: &[Cell],
    stop_at: usize,
    oracle: &mut (impl RemovalOracle + ?Sized),
    effort: &mut Effort,
) -> Result<DigResult, OutOfNodes> {
    minimise(Grid::from(solution), solution, order, stop_at, oracle, effort)
}

/// Digs the puzzle `grid` in `order`, which names each given once, until every given was tried or `stop_at` are left.
pub(super) fn minimise(
    mut grid: Grid,
    solution: &Solution,
    order: &[Cell],
    stop_at: usize,
    oracle: &mut (impl RemovalOracle + ?Sized),
    effort: &mut Effort,
) -> Result<DigResult, OutOfNodes> {
    let removal = oracle.remove_givens(&mut grid, solution, order, stop_at)?;
    Ok(dug(grid, &removal, oracle.is_exact(), effort))
}

/// Returns the puzzle that a removal of givens left, and adds the work. `exact` tells that every given that stays is needed.
pub(crate) fn dug(grid: Grid, removal: &Removal, exact: bool, effort: &mut Effort) -> DigResult {
    effort.checks += removal.checks;
    effort.nodes += removal.nodes;
    let dug = if removal.all_tried && exact { DigResult::minimal } else { DigResult::new };
    dug(grid, removal.givens)
}

/// Digs `solution` orbit by orbit in the order given, and leaves `stop_at` givens or more. An orbit with more cells than
/// may be removed stays.
pub(super) fn symmetric(
    solution: &Solution,
    orbits: &[&[Cell]],
    stop_at: usize,
    oracle: &mut (impl RemovalOracle + ?Sized),
    effort: &mut Effort,
) -> Result<DigResult, OutOfNodes> {
    let mut grid = Grid::from(solution);
    let mut givens = grid.givens();
    let mut all_tried = true;
    for orbit in orbits {
        if givens < stop_at + orbit.len() {
            all_tried = false;
        } else if remove_orbit(&mut grid, orbit, oracle, effort)? {
            givens -= orbit.len();
        }
    }
    let mut dug = DigResult::new(grid, givens);
    dug.orbit_minimal = (all_tried && oracle.is_exact()).then_some(true);
    let single = |orbit: &&[Cell]| orbit.len() == 1 || dug.grid.get(orbit[0]).is_none();
    dug.minimal = dug.orbit_minimal.filter(|_| orbits.iter().all(single));
    Ok(dug)
}

/// Removes the givens of `orbit` if one solution remains; returns true if it did.
fn remove_orbit(
    grid: &mut Grid,
    orbit: &[Cell],
    oracle: &mut (impl RemovalOracle + ?Sized),
    effort: &mut Effort,
) -> Result<bool, OutOfNodes> {
    let mut removed = Vec::with_capacity(orbit.len());
    for &cell in orbit {
        let removable = match grid.set(cell, None) {
            None => true,
            Some(given) => {
                removed.push((cell, given));
                let check = oracle.check_removal(grid, cell, given)?;
                effort.add(check.nodes);
                match check.verdict {
                    RemovalVerdict::Removable => true,
                    RemovalVerdict::Needed | RemovalVerdict::Undecided => false,
                }
            }
        };
        if !removable {
            for (cell, given) in removed {
                grid.set(cell, Some(given));
            }
            return Ok(false);
        }
    }
    Ok(true)
}

#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub(super) struct WalkResult {
    /// The last minimal puzzle, with a required number of givens or not.
    pub dug: DigResult,
    /// Digs made, the first included.
    pub digs: u64,
}

/// Givens put back by a move. Part of the stream version.
const PUT_BACK: usize = 3;
/// Moves without progress after which a walk ends. Part of the stream version.
const PATIENCE: u64 = 500;

/// Walks on `solution`, starting from the minimal puzzle of a random order, until the puzzle has from `fewest` to `most`
/// givens. Stops after `digs` digs, or after too many moves without progress. Rejects moves to fewer than `fewest` givens.
pub(super) fn walk(
    solution: &Solution,
    (fewest, most): (usize, usize),
    digs: u64,
    rng: &mut impl Rng,
    solver: &mut dyn Remover,
    effort: &mut Effort,
) -> Result<WalkResult, OutOfNodes> {
    let mut order: Vec<Cell> = solution.shape().all_cells().collect();
    random::shuffle(rng, &mut order);
    let mut memory = RemovalMemory::new();
    let mut grid = Grid::from(solution);
    let removal = solver.remove_again(&mut memory, &mut grid, solution, &order, usize::MAX)?;
    let mut walked = WalkResult { dug: dug(grid, &removal, true, effort), digs: 1 };
    let mut idle = 0;
    while walked.dug.givens > most && walked.digs < digs && idle < PATIENCE {
        random::shuffle(rng, &mut order);
        let next = neighbour(solution, &walked.dug, &mut order, solver, &mut memory, effort)?;
        walked.digs += 1;
        idle += 1;
        if let Some(next) = next {
            if next.givens < walked.dug.givens {
                idle = 0;
            }
            if (fewest..=walked.dug.givens).contains(&next.givens) {
                walked.dug = next;
            }
        }
    }
    Ok(walked)
}

/// Makes a minimal puzzle from the givens of `from` and a few more, which are tried last. Returns `None` if it is `from`,
/// or has more givens.
fn neighbour(
    solution: &Solution,
    from: &DigResult,
    order: &mut [Cell],
    solver: &mut dyn Remover,
    memory: &mut RemovalMemory,
    effort: &mut Effort,
) -> Result<Option<DigResult>, OutOfNodes> {
    let mut grid = from.grid.clone();
    let (mut kept, mut back) = (0, [None; PUT_BACK]);
    let mut put_back = 0;
    for at in 0..order.len() {
        let cell = order[at];
        if put_back < PUT_BACK && grid.get(cell).is_none() {
            back[put_back] = Some(cell);
            put_back += 1;
            grid.set(cell, Some(solution.get(cell)));
        } else {
            order[kept] = cell;
            kept += 1;
        }
    }
    for (to, cell) in order[kept..].iter_mut().zip(back.into_iter().flatten()) {
        *to = cell;
    }
    let (others, back) = order.split_at(kept);
    let others = solver.remove_again(memory, &mut grid, solution, others, usize::MAX)?;
    effort.checks += others.checks;
    effort.nodes += others.nodes;
    // Without the givens put back, the puzzle is `from`, which has one solution.
    if others.givens == from.givens + back.len() {
        effort.checks += back.len() as u64;
        return Ok(None);
    }
    let last = solver.remove_again(memory, &mut grid, solution, back, from.givens)?;
    effort.nodes += last.nodes;
    // As many as without the early end, so that all solvers count the same.
    effort.checks += back.len() as u64;
    Ok(last.all_tried.then(|| DigResult::minimal(grid, last.givens)))
}

/// Digs `solution` in `order`, which names each cell once, to a minimal puzzle with its weight.
///
/// # Errors
/// [`OutOfNodes`] if a check exceeds the solver's budget.
pub fn weighted(
    solution: &Solution,
    order: &[Cell],
    solver: &mut dyn Remover,
    effort: &mut Effort,
) -> Result<DigResult, OutOfNodes> {
    let mut grid = Grid::from(solution);
    let (mut removed, mut kept) = (Vec::new(), Vec::new());
    for &cell in order {
        if needed(&mut grid, cell, solver, effort)? {
            kept.push((cell, removed.len()));
        } else {
            grid.set(cell, None);
            removed.push(cell);
        }
    }
    let mut stages = DigStages { solution, removed: &removed, grid: grid.clone(), stage: removed.len() };
    // turned[t]: givens needed from stage t on, and not before.
    let mut turned = vec![0; removed.len() + 1];
    for &(cell, needed_at) in &kept {
        turned[stages.turning_point(cell, needed_at, solver, effort)?] += 1;
    }
    let weight = ln_removable(&turned, kept.len()) - ln_factorial(removed.len());
    Ok(DigResult { weight: Some(weight), ..DigResult::minimal(grid, kept.len()) })
}

/// Returns the sum of ln m over all steps. At stage s, m counts the givens removed later and those not needed yet.
fn ln_removable(turned: &[usize], kept: usize) -> f64 {
    let steps = turned.len() - 1;
    let mut not_needed = kept;
    let mut sum = 0.0;
    for (stage, &turned) in turned[..steps].iter().enumerate() {
        not_needed -= turned;
        sum += ln(steps - stage + not_needed);
    }
    sum
}

/// Grid of a dig at any of its stages.
struct DigStages<'a> {
    solution: &'a Solution,
    removed: &'a [Cell],
    grid: Grid,
    stage: usize,
}

impl DigStages<'_> {
    /// Returns the first stage at which the given at `cell` is needed. It is needed at `needed_at`.
    fn turning_point(
        &mut self,
        cell: Cell,
        needed_at: usize,
        solver: &mut dyn Remover,
        effort: &mut Effort,
    ) -> Result<usize, OutOfNodes> {
        let (mut low, mut high) = (0, needed_at);
        while low < high {
            let middle = low.midpoint(high);
            self.go_to(middle);
            if needed(&mut self.grid, cell, solver, effort)? {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        Ok(high)
    }

    fn go_to(&mut self, stage: usize) {
        for &cell in self.removed.get(stage..self.stage).unwrap_or_default() {
            self.grid.set(cell, Some(self.solution.get(cell)));
        }
        for &cell in self.removed.get(self.stage..stage).unwrap_or_default() {
            self.grid.set(cell, None);
        }
        self.stage = stage;
    }
}
