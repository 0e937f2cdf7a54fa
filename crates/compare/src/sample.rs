//! Questions made from a seed: what a dig asks, the puzzle it leaves, that puzzle broken and contradicted.
//!
//! ```text
//! master seed, index --> solution, order --top_down--> 81 digging questions, the minimal puzzle
//!                                                        less one given ----> several solutions
//!                                                        one given changed -> none
//! ```
//!
//! The puzzle is the one that `gridmill generate` makes of the same seed and index with default options.

use super::{Question, Workload};
use gridmill_board::{Cell, Digit, DigitSet, Grid, Shape, Solution};
use gridmill_generate as generate;
use gridmill_generate::{Effort, Fill, Filler, MasterSeed, random, top_down};
use gridmill_solve::{Count, OtherSolution, OutOfNodes, Remover, Solver, SolverKind};
use gridmill_tables::Result;
use rand::SeedableRng;
use rand_pcg::Pcg64;

/// The questions that one index of a seed gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sample {
    /// Questions that came up while digging.
    pub dig: Vec<Question>,
    /// The minimal puzzle it left.
    pub puzzle: Grid,
    /// The puzzle without one given.
    pub broken: Grid,
    /// The puzzle with one given changed; `None` if every change leaves a solution.
    pub empty: Option<Grid>,
}

impl Sample {
    /// Returns the questions of one kind.
    pub fn questions(&self, workload: Workload) -> impl Iterator<Item = Question> {
        let (dig, grid) = match workload {
            Workload::Dig => (self.dig.as_slice(), None),
            Workload::Puzzles => (&[][..], Some(&self.puzzle)),
            Workload::Broken => (&[][..], Some(&self.broken)),
            Workload::Empty => (&[][..], self.empty.as_ref()),
            Workload::Files => (&[][..], None),
        };
        dig.iter().cloned().chain(grid.cloned().map(Question::count))
    }
}

/// Makes samples; owns its scratch memory and is reused.
#[derive(Debug)]
pub struct Sampler {
    seed: MasterSeed,
    filler: Filler,
    solver: Box<dyn Remover>,
    order: Vec<Cell>,
}

impl Sampler {
    /// Samples of `seed`, no search for which may visit more than `budget` nodes.
    pub fn new(shape: Shape, seed: MasterSeed, budget: u64) -> Self {
        // The samples do not depend on who answers.
        let checker = SolverKind::default_for(shape);
        Self {
            seed,
            filler: Filler::new(Fill::default_for(shape), shape, budget),
            solver: checker.solver(shape, budget),
            order: shape.all_cells().collect(),
        }
    }

    /// Returns the sample of an index: a function of seed, shape and index only.
    ///
    /// # Errors
    /// [`Error::Generate`](gridmill_tables::Error::Generate) if a search does not fit the budget.
    pub fn sample(&mut self, index: u64) -> Result<Sample> {
        self.make(index).map_err(|source| {
            let doing = "making questions".to_owned();
            let advice = "raise the node budget";
            generate::Error::OutOfNodes { doing, source, advice: advice.into() }.of_puzzle(index).into()
        })
    }

    fn make(&mut self, index: u64) -> Result<Sample, OutOfNodes> {
        let mut rng = Pcg64::from_seed(self.seed.puzzle_seed(index));
        let solution = self.filler.fill(&mut rng)?;
        self.order.sort();
        random::shuffle(&mut rng, &mut self.order);
        let mut recorder = Recorder { solver: &mut *self.solver, asked: Vec::new() };
        let dug = top_down(&solution, &self.order, 0, &mut recorder, &mut Effort::default())?;
        let dig = recorder.asked;
        let broken = self.broken(&dug.grid, &mut rng);
        let empty = self.contradicted(&dug.grid, &mut rng)?;
        Ok(Sample { dig, puzzle: dug.grid, broken, empty })
    }

    /// `puzzle` without one of its givens.
    fn broken(&self, puzzle: &Grid, rng: &mut Pcg64) -> Grid {
        let mut grid = puzzle.clone();
        let givens = self.order.iter().filter(|&&cell| puzzle.get(cell).is_some());
        let place = random::index_below(rng, puzzle.givens().max(1));
        if let Some(&cell) = givens.clone().nth(place) {
            grid.set(cell, None);
        }
        grid
    }

    /// `puzzle` with one given changed to a digit that its houses lack and no solution has there.
    fn contradicted(&mut self, puzzle: &Grid, rng: &mut Pcg64) -> Result<Option<Grid>, OutOfNodes> {
        let mut changes: Vec<(Cell, Digit)> =
            self.order.iter().flat_map(|&cell| changes(puzzle, cell)).collect();
        random::shuffle(rng, &mut changes);
        for (cell, digit) in changes {
            let mut grid = puzzle.clone();
            grid.set(cell, Some(digit));
            if self.solver.count(&grid, 1)?.solutions == 0 {
                return Ok(Some(grid));
            }
        }
        Ok(None)
    }
}

/// Returns the other digits that the given at `cell` could be without a clash; none if it is empty.
fn changes(puzzle: &Grid, cell: Cell) -> impl Iterator<Item = (Cell, Digit)> {
    let shape = puzzle.shape();
    let mut fitting = match puzzle.get(cell) {
        Some(_) => DigitSet::full(shape.side()),
        None => DigitSet::EMPTY,
    };
    let sees = |other: &Cell| {
        shape.row(*other) == shape.row(cell)
            || shape.col(*other) == shape.col(cell)
            || shape.box_of(*other) == shape.box_of(cell)
    };
    for digit in shape.all_cells().filter(sees).filter_map(|other| puzzle.get(other)) {
        fitting.remove(digit);
    }
    fitting.iter().map(move |digit| (cell, digit))
}

/// Passes questions on and keeps them.
#[derive(Debug)]
struct Recorder<'a> {
    solver: &'a mut dyn Remover,
    asked: Vec<Question>,
}

impl Solver for Recorder<'_> {
    fn count(&mut self, grid: &Grid, limit: u64) -> Result<Count, OutOfNodes> {
        self.asked.push(Question::count(grid.clone()));
        self.solver.count(grid, limit)
    }

    fn first_solution(&self) -> Option<Solution> {
        self.solver.first_solution()
    }
}

impl Remover for Recorder<'_> {
    fn has_other_solution(
        &mut self,
        grid: &Grid,
        cell: Cell,
        known: Digit,
    ) -> Result<OtherSolution, OutOfNodes> {
        self.asked.push(Question::has_other_solution(grid.clone(), cell, known));
        self.solver.has_other_solution(grid, cell, known)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridmill_generate::{Generator, Plan};
    use gridmill_solve::{Backtracking, Solutions};

    #[test]
    fn samples_are_what_they_are_called() {
        let seed: MasterSeed = "samples".parse().unwrap();
        for shape in ["2x2", "2x3", "3x3"] {
            let shape: Shape = shape.parse().unwrap();
            let mut sampler = Sampler::new(shape, seed.clone(), 1_000_000);
            let mut solver = Backtracking::new(shape, 1_000_000);
            let mut contradicted = 0;
            for index in 0..30 {
                let sample = sampler.sample(index).unwrap();
                assert_eq!(sample.dig.len(), shape.cells());
                assert!(matches!(solver.solutions(&sample.puzzle).unwrap(), Solutions::Unique(_)));
                assert_eq!(sample.broken.givens() + 1, sample.puzzle.givens());
                assert_eq!(solver.solutions(&sample.broken).unwrap(), Solutions::Multiple);
                if let Some(empty) = sample.empty {
                    contradicted += 1;
                    assert_eq!(empty.givens(), sample.puzzle.givens());
                    let changed = |c: &Cell| empty.get(*c) != sample.puzzle.get(*c);
                    assert_eq!(shape.all_cells().filter(changed).count(), 1);
                    assert_eq!(solver.count(&empty, 2).unwrap().solutions, 0);
                    // No clash: the root node was searched.
                    assert!(solver.count(&empty, 2).unwrap().nodes > 0);
                }
            }
            // Puzzles of 4x4 have few givens to change.
            assert!(contradicted > 10, "{shape}: {contradicted}");
        }
    }

    /// The questions are those of the dig that makes the corpus's own puzzle.
    #[test]
    fn samples_are_the_puzzles_of_a_corpus() {
        let seed: MasterSeed = "42".parse().unwrap();
        let mut sampler = Sampler::new(Shape::STANDARD, seed.clone(), 1_000_000);
        let mut generator = Generator::new(Plan::default()).unwrap();
        for index in [5, 0, 3] {
            let made = generator.generate_with_seed(seed.puzzle_seed(index)).unwrap();
            assert_eq!(&sampler.sample(index).unwrap().puzzle, made.puzzle.grid());
        }
    }

    #[test]
    fn impossible_budgets_are_errors() {
        let mut sampler = Sampler::new("5x5".parse().unwrap(), "1".parse().unwrap(), 2);
        insta::assert_snapshot!(sampler.sample(7).unwrap_err(), @"puzzle 7: making questions: the search ran out of its budget of 2 nodes; raise the node budget");
    }
}
