//! Random grids on which all checkers must say the same: puzzles, partial grids, solvable and not.

use super::{assert_solves, bands, solvers};
use crate::prelude::*;
use gridmill::generate::{random, top_down};

/// Enough for nearly every grid; one that needs more is left out, for a grid with few givens and no solution can
/// take any plain search ages.
const BUDGET: u64 = 20_000;

/// Makes grids of one shape, four kinds in turn.
struct Source {
    shape: Shape,
    rng: Pcg64,
    filler: Filler,
    digger: Box<dyn Remover>,
}

impl Source {
    fn new(shape: Shape, seed: u8) -> Self {
        Self {
            shape,
            rng: Pcg64::from_seed([seed; 32]),
            filler: Filler::new(Fill::Diagonal, shape, 1_000_000),
            digger: SolverKind::DancingLinks.solver(shape, 1_000_000),
        }
    }

    fn grid(&mut self, kind: usize) -> Grid {
        match kind % 4 {
            0 => self.part_of_a_solution(),
            1 => self.part_with_a_digit_changed(),
            2 => self.any_clues(),
            _ => self.minimal_puzzle_perhaps_less_a_given(),
        }
    }

    fn any_cell(&mut self) -> Cell {
        Cell::new(random::index_below(&mut self.rng, self.shape.cells()))
    }

    fn any_digit(&mut self) -> Digit {
        Digit::from_index(random::index_below(&mut self.rng, self.shape.side()))
    }

    fn solution(&mut self) -> Solution {
        self.filler.fill(&mut self.rng).unwrap()
    }

    /// A quarter of the cells or more.
    fn part_of_a_solution(&mut self) -> Grid {
        let mut grid = Grid::from(&self.solution());
        let most = self.shape.cells() * 3 / 4;
        let mut cells: Vec<_> = self.shape.all_cells().collect();
        random::shuffle(&mut self.rng, &mut cells);
        cells.truncate(random::index_below(&mut self.rng, most + 1));
        for cell in cells {
            grid.set(cell, None);
        }
        grid
    }

    fn part_with_a_digit_changed(&mut self) -> Grid {
        let mut grid = self.part_of_a_solution();
        let (cell, digit) = (self.any_cell(), self.any_digit());
        grid.set(cell, Some(digit));
        grid
    }

    /// Up to a side and a half of digits anywhere, which often contradict each other.
    fn any_clues(&mut self) -> Grid {
        let mut grid = Grid::empty(self.shape);
        for _ in 0..random::index_below(&mut self.rng, self.shape.side() * 3 / 2) {
            let (cell, digit) = (self.any_cell(), self.any_digit());
            grid.set(cell, Some(digit));
        }
        grid
    }

    fn minimal_puzzle_perhaps_less_a_given(&mut self) -> Grid {
        let solution = self.solution();
        let mut order: Vec<_> = self.shape.all_cells().collect();
        random::shuffle(&mut self.rng, &mut order);
        let dug = top_down(&solution, &order, 0, &mut *self.digger, &mut Effort::default()).unwrap();
        let mut grid = dug.grid;
        let cell = self.any_cell();
        grid.set(cell, None);
        grid
    }
}

/// Answers of a checker about a grid: the counts with several limits, the solution if it is the only one, and true if
/// another digit than `known` fits `cell`.
type Said = (Vec<u64>, Option<Solution>, bool);

fn ask(
    name: &str,
    solver: &mut dyn Remover,
    grid: &Grid,
    cell: Cell,
    known: Digit,
) -> Result<Said, OutOfNodes> {
    let other = solver.has_other_solution(grid, cell, known)?.found;
    let mut counts = vec![];
    for limit in [1, 1000, 2] {
        counts.push(solver.count(grid, limit)?.solutions);
    }
    let first = solver.first_solution();
    assert_eq!(first.is_some(), counts[0] > 0, "{name} on {grid}");
    if let Some(solution) = &first {
        assert_solves(name, grid, solution);
    }
    Ok((counts.clone(), first.filter(|_| counts[2] == 1), other))
}

/// `number` random grids of a shape.
fn agree(shape: &str, number: usize, seed: u8) {
    let shape = shape.parse().unwrap();
    let mut source = Source::new(shape, seed);
    let mut all = solvers(shape, BUDGET);
    let (mut left_out, mut tally) = (0, [0; 3]);
    for n in 0..number {
        let grid = source.grid(n);
        let (cell, known) = (source.any_cell(), source.any_digit());
        let said: Result<Vec<_>, _> =
            all.iter_mut().map(|(name, solver)| ask(name, &mut **solver, &grid, cell, known)).collect();
        let Ok(said) = said else {
            left_out += 1;
            continue;
        };
        assert!(said.iter().all(|other| *other == said[0]), "{grid}, not {known} at {cell:?}: {said:?}");
        check_other_solution(&grid, cell, known, &said[0]);
        tally[usize::try_from(said[0].0[2]).unwrap()] += 1;
    }
    println!("{shape}: {number} grids, {tally:?} with no, one, several solutions; {left_out} too hard");
    assert!(left_out * 50 <= number, "{left_out} of {number} left out");
    assert!(tally.iter().all(|&n| n * 20 >= number), "a kind of grid is hardly tried: {tally:?}");
}

/// The digging question against the count of a grid with one solution.
fn check_other_solution(grid: &Grid, cell: Cell, known: Digit, (_, only, other): &Said) {
    if let Some(only) = only {
        assert_eq!(*other, only.get(cell) != known, "{grid}, not {known} at {cell:?}");
    }
}

#[test]
#[ignore = "2 minutes: bash scripts/long_tests.sh"]
fn very_long_checkers_agree_on_random_grids() {
    for (shape, number, seed) in [("2x2", 2000, 1), ("2x3", 2000, 2), ("3x2", 500, 3), ("2x4", 500, 4)] {
        agree(shape, number, seed);
    }
    agree("3x3", 4000, 5);
}

#[test]
#[ignore = "90 seconds in release mode: cargo test --release --test it -- --ignored 200000"]
fn checkers_agree_on_200000_random_grids() {
    agree("3x3", 200_000, 6);
    for (shape, seed) in [("2x2", 7), ("2x3", 8), ("3x2", 9), ("2x4", 10)] {
        agree(shape, 50_000, seed);
    }
    agree("3x4", 2_000, 11);
}

/// The moves of `Transform` change neither counts nor the answer to the digging question.
#[test]
#[ignore = "20 s: bash scripts/long_tests.sh"]
fn long_answers_are_symmetric() {
    for (shape, number, seed) in [("2x2", 100, 14), ("2x3", 300, 12), ("3x3", 300, 13), ("2x4", 50, 15)] {
        let shape = shape.parse().unwrap();
        let mut source = Source::new(shape, seed);
        for n in 0..number {
            let grid = source.grid(n);
            let (cell, known) = (source.any_cell(), source.any_digit());
            let transform = random_transform(&mut source.rng, shape);
            let moved = transform.grid(&grid);
            let before = solvers(shape, BUDGET).into_iter();
            for ((name, mut before), (_, mut after)) in before.zip(solvers(transform.target(), BUDGET)) {
                let here = ask(name, &mut *before, &grid, cell, known);
                let there = ask(name, &mut *after, &moved, transform.cell(cell), transform.digit(known));
                let (Ok(here), Ok(there)) = (here, there) else { continue };
                let carried = here.1.map(|solution| transform.solution(&solution));
                assert_eq!((here.0, carried, here.2), there, "{name} on {grid} and {moved}");
            }
        }
    }
}

#[test]
#[ignore = "20 s, every instruction set on many grids: bash scripts/long_tests.sh"]
fn long_instruction_sets_take_the_same_steps() {
    let mut source = Source::new(Shape::STANDARD, 12);
    let mut all = bands(BUDGET);
    println!("{} instruction sets", all.len());
    for n in 0..3000 {
        let grid = source.grid(n);
        let (cell, known) = (source.any_cell(), source.any_digit());
        let mut steps = all.iter_mut().map(|(_, band)| {
            let counts = [1, 2, 1000].map(|limit| (band.count(&grid, limit), band.first_solution()));
            (counts, band.has_other_solution(&grid, cell, known), band.first_solution())
        });
        let first = steps.next().unwrap();
        assert!(steps.all(|other| other == first), "{grid}");
    }
}

/// The same of `bit-parallel`, with a budget that some searches exceed.
#[test]
#[ignore = "10 s: bash scripts/long_tests.sh"]
fn long_instruction_sets_take_the_same_steps_on_other_shapes() {
    for (shape, grids) in [("2x3", 300), ("2x4", 300), ("3x2", 100), ("3x4", 60), ("4x4", 12)] {
        let shape: Shape = shape.parse().unwrap();
        let mut source = Source::new(shape, 13);
        let mut all = BitParallel::on_each_instruction_set(shape, 2_000);
        for n in 0..grids {
            let grid = source.grid(n);
            let (cell, known) = (source.any_cell(), source.any_digit());
            let mut steps = all.iter_mut().map(|solver| {
                let counts = [1, 2, 50].map(|limit| (solver.count(&grid, limit), solver.first_solution()));
                (counts, solver.has_other_solution(&grid, cell, known), solver.first_solution())
            });
            let first = steps.next().unwrap();
            assert!(steps.all(|other| other == first), "{grid}");
        }
    }
}

#[test]
#[ignore = "10 s: bash scripts/long_tests.sh"]
fn long_batched_grids_have_the_answers_of_single_grids() {
    let mut source = Source::new(Shape::STANDARD, 21);
    let grids: Vec<Grid> = (0..2_000).map(|n| source.grid(n)).collect();
    for budget in [1, 3, BUDGET] {
        for (name, solver) in &mut bands(budget) {
            let mut failed = 0;
            for (n, batch) in grids.chunks(47).enumerate() {
                for limit in [0, 1, 2, 1000] {
                    let alone: Vec<_> = batch.iter().map(|grid| solver.count(grid, limit)).collect();
                    assert_eq!(solver.count_each(batch, limit), alone, "{name}, batch {n}, limit {limit}");
                    failed += alone.iter().filter(|count| count.is_err()).count();
                }
                let alone: Vec<_> = batch.iter().map(|grid| solver.solutions(grid)).collect();
                assert_eq!(
                    solver.solutions_each(&batch.iter().collect::<Vec<_>>()),
                    alone,
                    "{name}, batch {n}"
                );
                let mut values = vec![7];
                let solved = solver.solve_into(batch, &mut values);
                assert_eq!(solved.is_err(), alone.iter().any(Result::is_err), "{name}, batch {n}");
                if solved.is_ok() {
                    let digits = |alone: &Result<Solutions, _>| match alone {
                        Ok(Solutions::Unique(solution)) => {
                            solution.cells().iter().map(|digit| digit.value()).collect()
                        }
                        _ => vec![0; 81],
                    };
                    assert_eq!(values[0], 7);
                    assert_eq!(
                        values[1..],
                        alone.iter().flat_map(digits).collect::<Vec<u8>>(),
                        "{name}, batch {n}"
                    );
                }
            }
            let all = 4 * grids.len();
            assert!(
                (failed > 0) == (budget < BUDGET) && failed < all,
                "{name}: {budget} nodes, {failed} failed"
            );
            assert_eq!((solver.count_each(&[], 2), solver.solutions_each(&[])), (vec![], vec![]));
        }
    }
}
