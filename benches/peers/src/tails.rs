//! Inputs that searches are slow on: most have no solution, and few givens. Half of them are found by climbs on the nodes of a search.
//!
//! ```text
//! image       the example of 17 givens without solution, its rows, columns and digits permuted
//! changed     a minimal puzzle with another digit in a given
//! added       a minimal puzzle with a wrong digit in an empty cell
//! sparse      10 to 17 givens of a minimal puzzle; in half of them, one is changed
//! random      17 to 26 digits that do not see their like
//! pattern     boxes, rows or digits of a complete grid, with a few wrong digits
//! climb       one of these, changed again and again; each change that needs more nodes, or as many, is kept
//! ```

use anyhow::{Result, ensure};
use gridmill::{
    board::{Cell, Digit, Grid, Shape},
    generate::{Fill, Filler, random_transform},
    solve::{Bitboard, Remover as _, Solver, SolverKind},
};
use rand::{RngExt as _, SeedableRng as _, seq::SliceRandom as _};
use rand_pcg::Pcg64;
use std::{collections::BTreeSet, fmt::Write as _, hint::black_box, time::Instant};

/// Puzzle without solution on which the search by the fewest removed candidates visits 2,070,000 nodes.
const EXAMPLE: &str = "5.....96..........46...8.1....48..5....5..84..........1...4....8....1............";

/// Kinds of inputs that climbs start from.
const KINDS: usize = 6;

/// Solutions at which counting stops.
const LIMITS: [u64; 4] = [1, 2, 2, 100];

/// Nodes above which a climb ends.
const CLIMBED: u64 = 20_000;

/// Changes that a climb tries, and the inputs that it gives.
const CHANGES: usize = 60;
const KEPT: usize = 5;

/// Nodes that a solver may visit on an input: more than dancing links needs.
const BUDGET: u64 = 1_000_000;

/// Slow solvers have every input of this number.
const SAMPLED: usize = 50;

/// Grids of a call where several are searched side by side.
const BATCH: usize = 64;

/// Grid of which to count the solutions, up to a limit.
pub struct Input {
    pub grid: Grid,
    pub limit: u64,
}

/// Makes `count` inputs, all different; half of them by climbs.
pub fn inputs(count: usize) -> Result<Vec<Input>> {
    let mut maker = Maker {
        rng: Pcg64::seed_from_u64(17),
        filler: Filler::new(Fill::Uniform, Shape::STANDARD, BUDGET),
        solver: Bitboard::new(CLIMBED).without_handover(),
    };
    let (mut inputs, mut known) = (Vec::new(), BTreeSet::new());
    while inputs.len() < count {
        let limit = LIMITS[inputs.len() / KEPT % LIMITS.len()];
        let made = if inputs.len() < count / 2 { vec![maker.input()?] } else { maker.climb(limit)? };
        let new = made.into_iter().filter(|grid| known.insert(grid.to_string()));
        inputs.extend(new.map(|grid| Input { grid, limit }));
    }
    inputs.truncate(count);
    Ok(inputs)
}

struct Maker {
    rng: Pcg64,
    filler: Filler,
    solver: Bitboard,
}

impl Maker {
    /// Makes an input of any kind but a climb.
    fn input(&mut self) -> Result<Grid> {
        Ok(match self.rng.random_range(0..KINDS) {
            0 => random_transform(&mut self.rng, Shape::STANDARD).grid(&EXAMPLE.parse()?),
            kind @ (1 | 2) => {
                let mut puzzle = self.minimal()?;
                let is_given = kind == 1;
                self.place(&mut puzzle, is_given);
                puzzle
            }
            3 => {
                let mut puzzle = self.minimal()?;
                let left = self.rng.random_range(10..=17);
                while puzzle.givens() > left {
                    let cell = self.cell(&puzzle, true);
                    puzzle.set(cell, None);
                }
                if self.rng.random() {
                    self.place(&mut puzzle, true);
                }
                puzzle
            }
            4 => {
                let mut grid = Grid::empty(Shape::STANDARD);
                for _ in 0..self.rng.random_range(17..=26) {
                    self.place(&mut grid, false);
                }
                grid
            }
            _ => self.pattern()?,
        })
    }

    /// Makes a minimal puzzle.
    fn minimal(&mut self) -> Result<Grid> {
        let solution = self.filler.fill(&mut self.rng)?;
        let mut grid = Grid::from(&solution);
        let mut order: Vec<Cell> = Shape::STANDARD.all_cells().collect();
        order.shuffle(&mut self.rng);
        self.solver.remove(&mut grid, &solution, &order, 0)?;
        Ok(grid)
    }

    /// Makes a grid of which whole boxes, rows or digits are given, and some digits are wrong.
    fn pattern(&mut self) -> Result<Grid> {
        let mut grid = Grid::from(&self.filler.fill(&mut self.rng)?);
        let (kind, kept, shift) =
            (self.rng.random_range(0..3), self.rng.random_range(1..=3), self.rng.random_range(0..9));
        for cell in Shape::STANDARD.all_cells() {
            let of_cell = match kind {
                0 => Shape::STANDARD.row(cell),
                1 => Shape::STANDARD.box_of(cell),
                _ => grid.get(cell).map_or(0, Digit::index),
            };
            if (of_cell + shift) * 4 % 9 >= kept {
                grid.set(cell, None);
            }
        }
        for _ in 0..self.rng.random_range(0..8) {
            self.place(&mut grid, false);
        }
        Ok(grid)
    }

    /// Climbs from an input, and returns the last grids on its way.
    fn climb(&mut self, limit: u64) -> Result<Vec<Grid>> {
        let mut way = vec![self.input()?];
        let mut most = self.nodes(&way[0], limit);
        for _ in 0..CHANGES {
            let mut grid = way[way.len() - 1].clone();
            for _ in 0..self.rng.random_range(1..=2) {
                match self.rng.random_range(0..4) {
                    0 => self.place(&mut grid, true),
                    1 if grid.givens() < 28 => self.place(&mut grid, false),
                    2 if grid.givens() > 10 => {
                        let cell = self.cell(&grid, true);
                        grid.set(cell, None);
                    }
                    _ => {
                        let cell = self.cell(&grid, true);
                        grid.set(cell, None);
                        self.place(&mut grid, false);
                    }
                }
            }
            let nodes = self.nodes(&grid, limit);
            if nodes >= most {
                most = nodes;
                way.push(grid);
            }
            if most > CLIMBED {
                break;
            }
        }
        Ok(way.split_off(way.len().saturating_sub(KEPT)))
    }

    fn nodes(&mut self, grid: &Grid, limit: u64) -> u64 {
        self.solver.count(grid, limit).map_or(CLIMBED + 1, |count| count.nodes)
    }

    /// Chooses a cell that is given, or one that is not.
    fn cell(&mut self, grid: &Grid, given: bool) -> Cell {
        loop {
            let cell = Cell::new(self.rng.random_range(0..81));
            if grid.get(cell).is_some() == given {
                return cell;
            }
        }
    }

    /// Gives a cell that is given, or one that is not, another digit, which does not see its like; none if there is none.
    fn place(&mut self, grid: &mut Grid, given: bool) {
        let cell = self.cell(grid, given);
        let seen = |digit| {
            Shape::STANDARD.all_cells().any(|other| {
                let shape = Shape::STANDARD;
                let sees = shape.row(other) == shape.row(cell)
                    || shape.col(other) == shape.col(cell)
                    || shape.box_of(other) == shape.box_of(cell);
                sees && grid.get(other) == Some(digit)
            })
        };
        let free: Vec<Digit> = (0..9).map(Digit::from_index).filter(|&digit| !seen(digit)).collect();
        if !free.is_empty() {
            grid.set(cell, Some(free[self.rng.random_range(0..free.len())]));
        }
    }
}

/// Measures our solvers on the inputs, and checks that all counts agree. Returns a table.
pub fn table(quick: bool) -> Result<String> {
    let inputs = inputs(if quick { 2_000 } else { 100_000 })?;
    let mut expected = vec![None; inputs.len()];
    let mut table = format!(
        "\n## Slow inputs\n\n{} inputs of which most have no solution and few givens, counted up to 1, 2 or 100, half of them found by climbs on the \
         nodes of `bitboard` without handover (`benches/peers/src/tails.rs`). Each is timed twice, and the shorter time counts. Slow \
         solvers have every {SAMPLED}th. All counts agree. `Beyond` are inputs that need more than {BUDGET} nodes.\n\n\
         | solver | inputs | mean, µs | 99.9 %, µs | worst, µs | most nodes | beyond |\n|---|--:|--:|--:|--:|--:|--:|\n",
        inputs.len(),
    );
    for Measured { name, mut solver, step } in solvers() {
        eprintln!("slow inputs: {name}");
        let (mut micros, mut most, mut beyond) = (Vec::new(), 0, 0);
        for (input, expected) in inputs.iter().zip(&mut expected).step_by(step) {
            let mut shortest = f64::INFINITY;
            let mut count = Ok(0);
            for _ in 0..2 {
                let start = Instant::now();
                let counted = black_box(solver.count(&input.grid, input.limit));
                shortest = shortest.min(start.elapsed().as_secs_f64() * 1e6);
                count = counted.map(|counted| {
                    most = most.max(counted.nodes);
                    counted.solutions
                });
            }
            micros.push(shortest);
            match count {
                Ok(count) => {
                    let expected = *expected.get_or_insert(count);
                    ensure!(expected == count, "{} has {expected} solutions, {count} by {name}", input.grid);
                }
                Err(_) => beyond += 1,
            }
        }
        micros.sort_by(f64::total_cmp);
        let (count, mean) = (micros.len(), micros.iter().sum::<f64>() / micros.len() as f64);
        let [most_of_all, worst] = [micros[(count - 1) * 999 / 1000], micros[count - 1]];
        let _ = writeln!(
            table,
            "| {name} | {count} | {mean:.1} | {most_of_all:.0} | {worst:.0} | {most} | {beyond} |"
        );
    }
    Ok(table + &side_by_side(&inputs, &expected)?)
}

/// Measures calls with several grids, and returns a row.
fn side_by_side(inputs: &[Input], expected: &[Option<u64>]) -> Result<String> {
    let mut solver = Bitboard::new(BUDGET);
    let mut seconds = 0.0;
    for limit in [1, 2, 100] {
        let of_limit = inputs.iter().zip(expected).filter(|(input, _)| input.limit == limit);
        let (grids, expected): (Vec<_>, Vec<_>) =
            of_limit.map(|(input, count)| (input.grid.clone(), *count)).unzip();
        for (grids, expected) in grids.chunks(BATCH).zip(expected.chunks(BATCH)) {
            let (mut shortest, mut counts) = (f64::INFINITY, Vec::new());
            for _ in 0..2 {
                let start = Instant::now();
                counts = black_box(solver.count_each(grids, limit));
                shortest = shortest.min(start.elapsed().as_secs_f64());
            }
            seconds += shortest;
            for (count, expected) in counts.into_iter().zip(expected) {
                ensure!(Some(count?.solutions) == *expected, "a count changed side by side");
            }
        }
    }
    let (count, mean) = (inputs.len(), seconds * 1e6 / inputs.len() as f64);
    Ok(format!("| bitboard, {} side by side | {count} | {mean:.1} | | | | |\n", solver.side_by_side()))
}

/// Solver to measure on every `step`-th input.
struct Measured {
    name: &'static str,
    solver: Box<dyn Solver>,
    step: usize,
}

fn solvers() -> Vec<Measured> {
    let all =
        SolverKind::ALL.into_iter().filter(|kind| kind.supports(Shape::STANDARD)).map(|kind| Measured {
            name: kind.name(),
            solver: kind.solver(Shape::STANDARD, BUDGET),
            step: if matches!(kind, SolverKind::Bitboard | SolverKind::DancingLinks) { 1 } else { SAMPLED },
        });
    let alone = Bitboard::new(BUDGET).without_handover();
    let alone = Measured { name: "bitboard without handover", solver: Box::new(alone), step: SAMPLED };
    all.chain([alone]).collect()
}
