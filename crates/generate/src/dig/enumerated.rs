//! All minimal puzzles within a random puzzle of fixed size, of which one is drawn.
//!
//! ```text
//! complete grid -> random subset S of k givens -> one solution? -> enumerated? -> all minimal puzzles -> kept? -> one of them
//!                                             no: no row, the next try has a new grid
//! ```
//!
//! Of n cells, a minimal puzzle with j givens lies in C(n-j, k-j) subsets of size k, and all of these have one solution. With
//! psi(S) = sum over P within S of 1/C(n-j, k-j), the sum of psi over all S with one solution is therefore exactly the number
//! of minimal puzzles with up to k givens. A try has probability 1/C(n, k) for each S, so that the mean over tries of
//! C(n, k) psi(S) is that number for a grid. As C(n, k) / C(n-j, k-j) = C(n, j) / C(k, j), each P within S counts
//! C(n, j) / C(k, j). The row draws one P in proportion to this, and has T(S), the sum over all P, as its weight.
//!
//! Two draws spare work. Each divides the weight by the probability with which it goes on, so that the expectation stays:
//!
//! ```text
//! enumerated   with e(d), where d givens of S are needed, that is in every P: few needed givens make an enumeration dear
//! kept         with T(S) / (e(d) L) where that is below 1: the row then has the weight L, an evener one
//! ```
//!
//! Such draws in phases are J. Neyman's ("Contribution to the theory of sampling human populations", 1938).
//!
//! Minimal puzzles with more than k givens: one try of 64 is a `weighted` dig instead and gives a row only if its puzzle has
//! more than k givens. The weights of both kinds of tries are divided by their probabilities.
//!
//! All tries have the same distribution. Rows are independent, and `attempts` counts their tries.
//!
//! A try counts all puzzles that it finds, by their givens, each with C(n, j) / C(k, j) over the probabilities of its draws but the last
//! one, or with the weight of the dig: an unbiased estimate of the minimal puzzles of a grid that needs no drawn puzzle.

use super::{
    DigResult, Effort, count,
    logarithms::{exp, ln, ln_choose, ln_integer},
    weighted,
};
use crate::{RowCounts, random};
use gridmill_board::{Cell, Grid, Shape, Solution};
use gridmill_solve::{OutOfNodes, Remover};
use rand::Rng;

// Rejects failing descents without a search.
//
// ```text
// givens left   . . 5 | . 2 .      1  exchanging two digits in cells that are all empty gives another solution:
//               . a . | b . .         too many givens are removed
//               . b . | a . .      2  a given is the only digit possible in its cell, or its cell is the only place
//               8 . . | . . 3         for it in a house: it is removable at this stage, and at every earlier one
// ```
//
// Together: the descent has passed the stage at which a given first cannot be removed, and no earlier stage was minimal.
// Both conditions are sufficient, not necessary: descents that pass the filter are searched.

/// Set of cells, one bit each; shapes with more cells are not supported.
type Cells = u128;

/// Filter for the descents on one grid; prepared once for many descents.
#[derive(Debug, Default)]
pub(super) struct DescentFilter {
    /// Unavoidable sets: cells in which two digits can be exchanged. Smallest sets first.
    unavoidable: Vec<Cells>,
    /// Cells of the row, the column and the box of each cell.
    houses: Vec<[Cells; 3]>,
    /// Numbers of the row, the column and the box of each cell, and its digit.
    cells: Vec<([usize; 3], usize)>,
    side: usize,
}

/// Size of the largest sets that are kept: larger ones are rarely without a given.
const LARGEST_SET: u32 = 12;

impl DescentFilter {
    /// Returns true if the filter supports grids of this shape.
    pub(super) const fn supports(shape: Shape) -> bool {
        shape.cells() <= Cells::BITS as usize
    }

    /// Prepares the filter for a complete grid of a supported shape.
    pub(super) fn prepare(&mut self, solution: &Solution) {
        let shape = solution.shape();
        self.side = shape.side();
        let place = |cell| [shape.row(cell), shape.col(cell), shape.box_of(cell)];
        self.cells.clear();
        self.cells.extend(shape.all_cells().map(|cell| (place(cell), solution.get(cell).index())));
        if self.houses.len() != shape.cells() {
            let house = |cell, kind: usize| {
                let same = shape.all_cells().filter(|&other| place(other)[kind] == place(cell)[kind]);
                same.fold(0, |set, other| set | bit(other))
            };
            self.houses = shape.all_cells().map(|cell| [0, 1, 2].map(|kind| house(cell, kind))).collect();
        }
        self.find_unavoidable_sets(shape);
    }

    /// Collects the connected components of the cells of each two digits: exchanging the digits in one gives a valid grid.
    fn find_unavoidable_sets(&mut self, shape: Shape) {
        // Cell of each digit in each row, column and box.
        let mut positions = [[[0_u8; Shape::MAX_SIDE]; 3]; Shape::MAX_SIDE];
        for (index, &(houses, digit)) in (0..).zip(&self.cells) {
            for (kind, house) in houses.into_iter().enumerate() {
                positions[digit][kind][house] = index;
            }
        }
        self.unavoidable.clear();
        for a in 0..self.side {
            for b in a + 1..self.side {
                let mut rows_left = (1_u32 << self.side) - 1;
                while rows_left != 0 {
                    let mut component = 0;
                    let mut reached = 1_u32 << rows_left.trailing_zeros();
                    rows_left &= !reached;
                    while reached != 0 {
                        let row = reached.trailing_zeros() as usize;
                        reached &= reached - 1;
                        let (at, other) = (positions[a][0][row], positions[b][0][row]);
                        component |= 1 << at | 1 << other;
                        let [_, col, box_] = self.cells[usize::from(at)].0;
                        for linked in [positions[b][1][col], positions[b][2][box_]] {
                            let row = 1 << shape.row(Cell::new(usize::from(linked)));
                            reached |= rows_left & row;
                            rows_left &= !row;
                        }
                        let [_, col, box_] = self.cells[usize::from(other)].0;
                        for linked in [positions[a][1][col], positions[a][2][box_]] {
                            let row = 1 << shape.row(Cell::new(usize::from(linked)));
                            reached |= rows_left & row;
                            rows_left &= !row;
                        }
                    }
                    if Cells::count_ones(component) <= LARGEST_SET {
                        self.unavoidable.push(component);
                    }
                }
            }
        }
        self.unavoidable.sort_unstable_by_key(|set| set.count_ones());
    }

    /// Returns true if a descent whose givens at some stage are `left` fails for certain; false if that is not known.
    pub(super) fn rejects(&self, left: &[Cell]) -> bool {
        let given = left.iter().fold(0, |set, &cell| set | bit(cell));
        self.unavoidable.iter().any(|set| set & given == 0) && self.has_single(left, given)
    }

    /// Returns true if one of the givens is a naked or hidden single of the others.
    fn has_single(&self, left: &[Cell], given: Cells) -> bool {
        let mut seen = [[0_u32; Shape::MAX_SIDE]; 3];
        let mut positions = [0; Shape::MAX_SIDE];
        for &cell in left {
            let (houses, digit) = self.cells[cell.index()];
            for (kind, house) in houses.into_iter().enumerate() {
                seen[kind][house] |= 1 << digit;
            }
            positions[digit] |= bit(cell);
        }
        let all = (1_u32 << self.side) - 1;
        let naked = |cell: Cell| {
            let [row, col, box_] = self.cells[cell.index()].0;
            seen[0][row] | seen[1][col] | seen[2][box_] == all
        };
        left.iter().any(|&cell| naked(cell))
            || left.iter().any(|&cell| self.is_hidden_single(cell, given, &positions))
    }

    /// Returns true if a given is a hidden single: its digit has no other place in one of its houses.
    fn is_hidden_single(&self, cell: Cell, given: Cells, positions: &[Cells; Shape::MAX_SIDE]) -> bool {
        let mut others = positions[self.cells[cell.index()].1] & !bit(cell);
        let mut taken = given & !bit(cell);
        while others != 0 {
            let [row, col, box_] = self.houses[others.trailing_zeros() as usize];
            taken |= row | col | box_;
            others &= others - 1;
        }
        self.houses[cell.index()].iter().any(|&house| house & !taken == bit(cell))
    }
}

const fn bit(cell: Cell) -> Cells {
    1 << cell.index()
}

/// One in this number of tries is a weighted dig. Part of the stream version.
const TRIES_PER_DIG: usize = 64;

/// A chance of 1: chances are in thousandths. Part of the stream version.
const CERTAIN: u16 = 1000;

/// Draws minimal puzzles by enumeration within random subsets; owns its scratch memory and is reused.
#[derive(Debug)]
pub(crate) struct SubsetSampler {
    order: Vec<Cell>,
    phases: Phases,
    /// C(n, j) / C(k, j) for each number j of givens, rounded down.
    terms: Vec<u128>,
    /// The same, for the counts.
    multiples: Vec<f64>,
    /// Estimates of the minimal puzzles of a grid by number of givens, added up over the tries since the last [`take_counts`](Self::take_counts).
    counts: Vec<f64>,
}

/// Size of the subsets and chances of the two draws. Part of the stream version.
#[derive(Debug, Clone, Copy)]
struct Phases {
    /// Givens of a subset.
    size: usize,
    /// Chance to be enumerated, of [`CERTAIN`], for each number of needed givens; certain for more. Empty: all are enumerated,
    /// and none is counted.
    enumerated: &'static [u16],
    /// Weight of most rows, L: an enumerated subset is kept with a chance of the sum of its puzzles over L, if that is below 1.
    level: u128,
}

impl Phases {
    const fn one(size: usize) -> Self {
        Self { size, enumerated: &[], level: 0 }
    }

    /// Of 9x9: near the least variance of the mean number of givens for equal time, over 60,000 subsets, whose mean T is a third of the level.
    const STANDARD: Self = Self {
        size: 33,
        enumerated: &[220, 220, 220, 220, 220, 220, 220, 225, 240, 260, 290, 340, 410, 510, 650, 840],
        level: 250_000_000_000_000_000,
    };
}

impl SubsetSampler {
    /// Creates a sampler for grids of `shape` with the subset size of the dig `enumerated`: about where the product of
    /// variance and time is smallest. Returns `None` for other shapes. The sizes are part of the stream version.
    pub(crate) fn new(shape: Shape) -> Option<Self> {
        let phases = match (shape.box_rows(), shape.box_cols()) {
            (2, 2) => Phases::one(7),
            (2, 3) | (3, 2) => Phases::one(14),
            (3, 3) => Phases::STANDARD,
            _ => return None,
        };
        Some(Self::with_phases(shape, phases))
    }

    fn with_phases(shape: Shape, phases: Phases) -> Self {
        let (cells, size) = (shape.cells(), phases.size);
        assert!(size <= cells.min(64), "{size} givens");
        let terms = (0..=size).map(|givens| choose(cells, givens) / choose(size, givens)).collect();
        let multiples = (0..=size).map(|givens| choose(cells, givens) as f64 / choose(size, givens) as f64);
        let multiples = multiples.collect();
        let counts = vec![0.0; cells + 1];
        Self { order: shape.all_cells().collect(), phases, terms, multiples, counts }
    }

    /// Returns what the tries counted since the last call.
    pub(crate) fn take_counts(&mut self) -> RowCounts {
        let counts = (0..).zip(self.counts.iter_mut()).map(|(givens, count)| (givens, std::mem::take(count)));
        RowCounts::new(counts)
    }

    /// Returns true if the dig `enumerated` knows the shape.
    pub(crate) fn supports(shape: Shape) -> bool {
        Self::new(shape).is_some()
    }

    /// Makes one try on `solution`. Returns a minimal puzzle with its weight, or `None` if the try fails.
    pub(crate) fn sample(
        &mut self,
        solution: &Solution,
        rng: &mut impl Rng,
        solver: &mut dyn Remover,
        effort: &mut Effort,
    ) -> Result<Option<DigResult>, OutOfNodes> {
        self.order.clear();
        self.order.extend(solution.shape().all_cells());
        let (dug, rate) = if random::index_below(rng, TRIES_PER_DIG) == 0 {
            random::shuffle(rng, &mut self.order);
            let dug = self.beyond_subsets(solution, solver, effort)?;
            if let Some(DigResult { givens, weight: Some(weight), .. }) = dug {
                self.counts[givens] += exp(weight) * TRIES_PER_DIG as f64;
            }
            (dug, 1)
        } else {
            (self.within_subset(solution, rng, solver, effort)?, TRIES_PER_DIG - 1)
        };
        let weigh = |weight: f64| weight + ln(TRIES_PER_DIG) - ln(rate);
        Ok(dug.map(|dug| DigResult { weight: dug.weight.map(weigh), ..dug }))
    }

    /// Makes a weighted dig, for puzzles that no subset has. A dig without weight is several times as fast, and shows first
    /// whether there is such a puzzle.
    fn beyond_subsets(
        &self,
        solution: &Solution,
        solver: &mut dyn Remover,
        effort: &mut Effort,
    ) -> Result<Option<DigResult>, OutOfNodes> {
        let removal = solver.remove(&mut Grid::from(solution), solution, &self.order, 0)?;
        effort.checks += removal.checks;
        effort.nodes += removal.nodes;
        if removal.givens <= self.phases.size {
            return Ok(None);
        }
        weighted(solution, &self.order, solver, effort).map(Some)
    }

    /// Draws a subset and one of the minimal puzzles within it. Returns `None` if the subset has several solutions, or if a draw
    /// goes against it.
    fn within_subset(
        &mut self,
        solution: &Solution,
        rng: &mut impl Rng,
        solver: &mut dyn Remover,
        effort: &mut Effort,
    ) -> Result<Option<DigResult>, OutOfNodes> {
        let Phases { size, level, .. } = self.phases;
        let first = self.order.len() - size;
        random::shuffle_from(rng, &mut self.order, first);
        let mut grid = Grid::empty(solution.shape());
        for &cell in &self.order[first..] {
            grid.set(cell, Some(solution.get(cell)));
        }
        if count(&grid, 2, solver, effort)? != 1 {
            return Ok(None);
        }
        let chance = self.chance(&grid, solution, solver, effort)?;
        if chance < CERTAIN && random::below(rng, CERTAIN.into()) >= chance.into() {
            return Ok(None);
        }
        let all = solver.minimal_puzzles(&grid, solution)?;
        effort.checks += all.choices.len() as u64;
        effort.nodes += all.nodes;
        self.count(all.needed.len(), &all.choices, chance);
        let givens = |choice: u64| all.needed.len() + choice.count_ones() as usize;
        let term = |choice: u64| self.terms[givens(choice)];
        let sum: u128 = all.choices.iter().map(|&choice| term(choice)).sum();
        // A place beyond the sum is a subset that is not kept.
        let level = sum.max(level * u128::from(chance) / u128::from(CERTAIN));
        let mut place = random::below_wide(rng, level);
        let drawn = all.choices.iter().find(|&&choice| {
            let passed = place >= term(choice);
            place -= if passed { term(choice) } else { 0 };
            !passed
        });
        let Some(&choice) = drawn else { return Ok(None) };
        for (n, &cell) in all.optional.iter().enumerate() {
            if choice >> n & 1 == 0 {
                grid.set(cell, None);
            }
        }
        let givens = givens(choice);
        // The weight divides what the puzzle counts by the probability of its draws, chance / CERTAIN and term / level. Terms are
        // rounded, and their rounding cancels.
        let counts = ln_choose(self.order.len(), givens) - ln_choose(size, givens);
        let enumerated = ln_integer(CERTAIN.into()) - ln_integer(chance.into());
        let weight = counts + (ln_integer(level) - ln_integer(term(choice))) + enumerated;
        Ok(Some(DigResult { weight: Some(weight), ..DigResult::minimal(grid, givens) }))
    }

    /// Counts the minimal puzzles of a subset that had this chance to be enumerated.
    fn count(&mut self, needed: usize, choices: &[u64], chance: u16) {
        let mut numbers = [0_u32; u64::BITS as usize + 1];
        for choice in choices {
            numbers[choice.count_ones() as usize] += 1;
        }
        let tries = TRIES_PER_DIG as f64 / (TRIES_PER_DIG - 1) as f64;
        let of_chance = tries * (f64::from(CERTAIN) / f64::from(chance));
        for (optional, &number) in numbers.iter().enumerate().filter(|(_, number)| **number > 0) {
            let givens = needed + optional;
            self.counts[givens] += f64::from(number) * self.multiples[givens] * of_chance;
        }
    }

    /// Returns the chance of a subset to be enumerated, by its needed givens.
    fn chance(
        &self,
        grid: &Grid,
        solution: &Solution,
        solver: &mut dyn Remover,
        effort: &mut Effort,
    ) -> Result<u16, OutOfNodes> {
        if self.phases.enumerated.is_empty() {
            return Ok(CERTAIN);
        }
        let needed = solver.needed_givens(grid, solution)?;
        effort.checks += self.phases.size as u64;
        effort.nodes += needed.nodes;
        Ok(self.phases.enumerated.get(needed.cells.len()).copied().unwrap_or(CERTAIN))
    }
}

/// Returns C(`n`, `k`).
fn choose(n: usize, k: usize) -> u128 {
    (1..=k).fold(1, |product, i| product * (n - k + i) as u128 / i as u128)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CountSums, Fill, Filler, LogEstimate, is_minimal};
    use gridmill_solve::{Backtracking, Solver, SolverKind};
    use gridmill_testing::sample;
    use rand::SeedableRng;
    use rand_pcg::Pcg64;

    fn shape() -> Shape {
        "2x2".parse().unwrap()
    }

    /// For each size k, the sum of psi over all subsets with one solution of a grid is the number of its minimal puzzles with up
    /// to k givens. The 288 grids of 4x4 have 25,728, 58,368 and 1,536 minimal puzzles with 4, 5 and 6 givens (exhaustive
    /// computation); a grid of either of the two classes has the same share of its class, with 96 and 192 grids.
    #[test]
    fn sums_over_all_subsets_of_4x4_count_the_minimal_puzzles() {
        let mut solver = Backtracking::new(shape(), 1_000_000);
        let classes = [("1234341221434321", 96.0), ("1234341223414123", 192.0)];
        for (size, expected) in [(4, 25_728.0), (5, 84_096.0), (6, 85_632.0), (7, 85_632.0)] {
            let mut total = 0.0;
            for (text, grids) in classes {
                let solution = Solution::new(&Grid::parse(shape(), text).unwrap()).unwrap();
                for subset in (0_u32..1 << 16).filter(|subset| subset.count_ones() == size) {
                    let mut grid = Grid::from(&solution);
                    for cell in shape().all_cells().filter(|cell| subset >> cell.index() & 1 == 0) {
                        grid.set(cell, None);
                    }
                    if solver.count(&grid, 2).unwrap().solutions == 1 {
                        let all = solver.minimal_puzzles(&grid, &solution).unwrap();
                        let psi = all.choices.iter().map(|choice| {
                            let givens = all.needed.len() + choice.count_ones() as usize;
                            1.0 / choose(16 - givens, size as usize - givens) as f64
                        });
                        total += grids * psi.sum::<f64>();
                    }
                }
            }
            assert!((total - expected).abs() < 1e-6, "{size}: {total}");
        }
    }

    /// Tries with subsets of 5 givens, so that puzzles with 6 come from the weighted digs alone, with subsets of 6 and 8, and with
    /// subsets of 8 of which both draws take some: weights count the minimal puzzles with 4, 5 and 6 givens and all. Each of 16 estimates
    /// within 5 of its standard errors, which true ones pass but once in 100,000; the errors are small enough for the test to mean
    /// something.
    #[test]
    fn tries_on_4x4_count_the_minimal_puzzles() {
        const PUZZLES: [f64; 4] = [25_728.0, 58_368.0, 1536.0, 85_632.0];
        let tries: u32 = sample(60_000, 100_000);
        let two_draws = Phases { size: 8, enumerated: &[250, 500, 333, 800, 900], level: 900 };
        for phases in [Phases::one(5), Phases::one(6), Phases::one(8), two_draws] {
            let mut rng = Pcg64::from_seed(*b"random subsets of complete grids");
            let mut solver = Backtracking::new(shape(), 1_000_000);
            let mut filler = Filler::new(Fill::Uniform, shape(), 1_000_000);
            let mut sampler = SubsetSampler::with_phases(shape(), phases);
            let (mut sums, mut squares) = ([0.0; 4], [0.0; 4]);
            let mut counted = CountSums::default();
            let (mut rows, mut at_level) = (0, 0);
            for _ in 0..tries {
                let solution = filler.fill(&mut rng).unwrap();
                let dug = sampler.sample(&solution, &mut rng, &mut solver, &mut Effort::default()).unwrap();
                counted.absorb(&sampler.take_counts(), 1);
                if let Some(dug) = dug {
                    let weight = dug.weight.unwrap().exp();
                    rows += 1;
                    at_level += u32::from((weight * 63.0 / 64.0 / 900.0 - 1.0).abs() < 0.02);
                    for place in [dug.givens - 4, 3] {
                        sums[place] += weight * 288.0;
                        squares[place] += (weight * 288.0).powi(2);
                    }
                }
            }
            let by_counts = counted.estimates(true).unwrap();
            for place in 0..4 {
                let mean = sums[place] / f64::from(tries);
                let error = ((squares[place] / f64::from(tries) - mean * mean) / f64::from(tries)).sqrt();
                let z = (mean - PUZZLES[place]) / error;
                let enough = if place == 2 { sample(0.65, 0.4) } else { 0.02 };
                assert!(
                    z.abs() < 5.0 && error < enough * PUZZLES[place],
                    "{phases:?}: {mean} +- {error} for {}",
                    PUZZLES[place]
                );
                // Counts have the same expectation, and a smaller error but where each subset has at most one puzzle.
                let givens = u16::try_from(place).unwrap() + 4;
                let one = counted.by_givens.get(&givens).filter(|_| place < 3);
                let (number, counted_error) = if let Some(sums) = one {
                    let mean = sums.sum / f64::from(tries);
                    let squares = sums.products[&givens] / f64::from(tries);
                    (mean * 288.0, ((squares - mean * mean) / f64::from(tries)).sqrt() * 288.0)
                } else {
                    let LogEstimate { relative_error, .. } = by_counts.per_grid;
                    let number = by_counts.per_grid.value() * 288.0;
                    (number, relative_error.unwrap() * number)
                };
                assert!(
                    (number - PUZZLES[place]).abs() < 5.0 * counted_error,
                    "{phases:?} {place}: {number}"
                );
                assert!(counted_error < error * 1.02, "{phases:?} {place}: {counted_error} for {error}");
            }
            // Most rows of the two draws have the weight of their level, and no others have.
            assert_eq!(phases.level > 0, at_level > rows / 2, "{phases:?}: {at_level} of {rows}");
        }
    }

    /// Rows do not depend on the solver, and are minimal puzzles.
    #[test]
    fn every_solver_draws_the_same_puzzles() {
        for (shape, tries) in [("2x2", 200), ("2x3", 60), ("3x3", 180)] {
            let shape: Shape = shape.parse().unwrap();
            let mut rows = Vec::new();
            for kind in SolverKind::ALL.into_iter().filter(|kind| kind.supports(shape)) {
                let mut solver = kind.solver(shape, 100_000_000);
                let mut rng = Pcg64::from_seed(*b"the same puzzles for all solvers");
                let mut filler = Filler::new(Fill::Uniform, shape, 1_000_000);
                let mut sampler = SubsetSampler::new(shape).unwrap();
                let mut effort = Effort::default();
                let drawn: Vec<Option<DigResult>> = (0..tries)
                    .map(|_| {
                        let solution = filler.fill(&mut rng).unwrap();
                        sampler.sample(&solution, &mut rng, &mut *solver, &mut effort).unwrap()
                    })
                    .collect();
                for dug in drawn.iter().flatten() {
                    assert_eq!(count(&dug.grid, 2, &mut *solver, &mut effort), Ok(1));
                    assert!(is_minimal(&dug.grid, &mut *solver, &mut effort).unwrap());
                }
                rows.push(drawn);
            }
            assert!(rows[0].iter().flatten().count() > 0, "{shape}");
            assert!(rows.iter().all(|drawn| *drawn == rows[0]), "{shape}");
        }
    }
}
