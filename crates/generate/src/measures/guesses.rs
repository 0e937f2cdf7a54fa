//! Search difficulty: the guesses that a solver needs, a measure that depends on no technique of people.
//!
//! ```text
//! text of the puzzle --derive_key("gridmill ... search difficulty ...")--> Pcg64 --> 32 random transforms of the puzzle
//! each transform --solver, count to 2--> guesses g        search difficulty = exp(mean of ln(1 + g)) - 1
//! ```
//!
//! The solver is `Bitboard` for 9x9, and `BitParallel` for other shapes: values of different shapes are on different scales. Some grids
//! larger than 9x9 need searches without end, so theirs have a budget; a puzzle that exceeds it has no value.
//!
//! A guess is a branch of the search: propagation leads no further, so the solver chooses two candidates of which one is true, tries
//! one, and keeps the other for later. The search finds the solution and proves that there is no other, so it visits the
//! whole tree, and the guesses are its nodes without the root.
//!
//! The guesses of one grid depend on which of equal branches comes first, and so on the order of its rows, columns and
//! digits. The mean over random transforms removes most of that. The transforms depend on the puzzle alone, so a puzzle has the same
//! value in every corpus.
//!
//! Source: the generator of tdoku (T. Dillon 2019, `src/generate.cc`) takes the geometric mean of 1 + g over random transforms.

use crate::TransformGroup;
use gridmill_board::{Puzzle, Shape};
use gridmill_solve::{Remover, SolverKind};
use rand::SeedableRng;
use rand_pcg::Pcg64;
use std::{fmt, str::FromStr};

const CONTEXT: &str = "gridmill 2026-11-22 search difficulty, transforms 1";

/// Begins the context of a shape other than 9x9; the shape follows.
const OTHER_CONTEXT: &str = "gridmill 2026-11-25 search difficulty, transforms 1, boxes of ";

/// Nodes of each search, for shapes larger than 9x9.
const BUDGET: u64 = 1_000_000;

/// Transforms of one puzzle: a power of two, so that square roots make the geometric mean.
const TRANSFORMS: usize = 32;

/// Search difficulty of a puzzle: the geometric mean of its guesses, to two decimals. 0 if it needs none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SearchDifficulty {
    hundredths: u32,
}

impl SearchDifficulty {
    /// Returns the mean guesses, in hundredths.
    #[doc(hidden)]
    pub const fn hundredths(self) -> u32 {
        self.hundredths
    }

    /// Returns the mean guesses.
    pub fn guesses(self) -> f64 {
        f64::from(self.hundredths) / 100.0
    }

    /// Describes the value: `4.17, geometric mean over 32 transforms`.
    pub(super) fn words(self) -> String {
        format!("{self}, geometric mean over {TRANSFORMS} transforms")
    }

    /// Averages the guesses of all transforms.
    ///
    /// Multiplication and square root round in the same way on every machine, unlike `f64::ln` and `f64::exp`. So the
    /// geometric mean is made of means of two: sqrt(sqrt(ab) sqrt(cd)) is that of four.
    fn of(guesses: [u64; TRANSFORMS]) -> Self {
        let mut means = guesses.map(|guesses| (1 + guesses) as f64);
        let mut count = TRANSFORMS;
        while count > 1 {
            count /= 2;
            for n in 0..count {
                means[n] = (means[2 * n] * means[2 * n + 1]).sqrt();
            }
        }
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "`as` saturates")]
        let hundredths = ((means[0] - 1.0) * 100.0).round() as u32;
        Self { hundredths }
    }
}

impl fmt::Display for SearchDifficulty {
    /// Writes two decimals.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:02}", self.hundredths / 100, self.hundredths % 100)
    }
}

/// Error of text that is not a number of guesses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("give a number of guesses with at most two decimals, such as 3 or 0.25")]
#[doc(hidden)]
pub struct SearchDifficultyError;

#[doc(hidden)]
impl FromStr for SearchDifficulty {
    type Err = SearchDifficultyError;

    /// Reads a number with at most two decimals.
    fn from_str(text: &str) -> Result<Self, SearchDifficultyError> {
        let (whole, decimals) = match text.split_once('.') {
            Some((whole, decimals)) if !decimals.is_empty() => (whole, decimals),
            Some(_) => return Err(SearchDifficultyError),
            None => (text, ""),
        };
        let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
        if whole.is_empty() || decimals.len() > 2 || !digits(whole) || !digits(decimals) {
            return Err(SearchDifficultyError);
        }
        let hundredths = format!("{whole}{decimals:0<2}").parse().map_err(|_| SearchDifficultyError)?;
        Ok(Self { hundredths })
    }
}

/// Measures the search difficulty of puzzles; owns its solver and is reused.
///
/// ```
/// use gridmill_board::{Grid, Shape};
/// use gridmill_generate::SearchRater;
/// use gridmill_solve::{SolverKind, prove};
///
/// let mut guesses = |text: &str| {
///     let mut solver = SolverKind::Bitboard.solver(Shape::STANDARD, 1_000_000);
///     let (puzzle, _) = prove(text.parse()?, &mut *solver)?.ok_or("not unique")?;
///     let rated = SearchRater::new().rate(&puzzle).ok_or("out of nodes")?;
///     Ok::<_, Box<dyn std::error::Error>>(rated.guesses())
/// };
/// let singles = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// assert_eq!(guesses(singles)?, 0.0);
/// let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
/// assert!(guesses(hard)? > 5.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SearchRater {
    solver: Box<dyn Remover>,
    transforms: TransformGroup,
    context: String,
}

impl SearchRater {
    /// Creates a rater of 9x9 puzzles.
    pub fn new() -> Self {
        Self::for_shape(Shape::STANDARD)
    }

    /// Creates a rater of puzzles of `shape`.
    pub fn for_shape(shape: Shape) -> Self {
        let budget = if shape.side() <= Shape::STANDARD.side() { u64::MAX } else { BUDGET };
        Self::on(shape, SolverKind::default_for(shape).solver_of_rows(shape, budget))
    }

    fn on(shape: Shape, solver: Box<dyn Remover>) -> Self {
        let context =
            if shape == Shape::STANDARD { CONTEXT.to_owned() } else { format!("{OTHER_CONTEXT}{shape}") };
        Self { solver, transforms: TransformGroup::full(shape), context }
    }

    /// Measures the search difficulty of a puzzle: a function of the puzzle alone. `None` if a search takes more than a million nodes, for
    /// shapes larger than 9x9.
    ///
    /// # Panics
    /// Panics if it has another shape than the rater.
    pub fn rate(&mut self, puzzle: &Puzzle) -> Option<SearchDifficulty> {
        let grid = puzzle.grid();
        assert_eq!(grid.shape(), self.transforms.shape(), "a puzzle of another shape than the rater's");
        let mut text = Vec::with_capacity(grid.cells().len());
        grid.write_text(&mut text);
        let mut rng = Pcg64::from_seed(blake3::derive_key(&self.context, &text));
        let mut guesses = [0; TRANSFORMS];
        for guesses in &mut guesses {
            let transformed = self.transforms.draw(&mut rng).grid(grid);
            // The root is a node and no guess.
            *guesses = self.solver.count(&transformed, 2).ok()?.nodes - 1;
        }
        Some(SearchDifficulty::of(guesses))
    }
}

impl Default for SearchRater {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Generator, Plan, random};
    use gridmill_board::{Cell, Digit, Grid};
    use gridmill_solve::{Bitboard, Solver as _};

    const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const INKALA: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    const GOLDEN_NUGGET: &str =
        ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....";
    const SEVENTEEN: &str =
        "000801000000000043500000000000070800000000100020030000600000075003400000000200600";

    fn puzzle(text: &str) -> Puzzle {
        let grid = Grid::parse(Shape::STANDARD, text).unwrap();
        gridmill_solve::prove(grid, &mut Bitboard::new(1_000_000)).unwrap().unwrap().0
    }

    fn minimal_puzzles(count: u8) -> impl Iterator<Item = Puzzle> {
        let mut generator = Generator::new(Plan::default()).unwrap();
        (0..count).map(move |n| generator.generate_with_seed([n; 32]).unwrap().puzzle)
    }

    /// Part of the promise of a version: these values change only with the transforms or the solver's branches.
    #[test]
    fn value_stability() {
        let known = [EASY, INKALA, GOLDEN_NUGGET, SEVENTEEN].map(puzzle);
        let mut rater = SearchRater::new();
        let values = known
            .into_iter()
            .chain(minimal_puzzles(8))
            .map(|puzzle| rater.rate(&puzzle).unwrap().to_string());
        insta::assert_snapshot!(values.collect::<Vec<_>>().join(" "), @"0.00 49.31 87.23 2.00 2.00 1.00 0.00 0.00 1.00 0.00 3.00 0.00");
    }

    fn small_puzzles(shape: &str, count: u8) -> impl Iterator<Item = Puzzle> {
        let mut generator = Generator::new(Plan::for_shape(shape.parse().unwrap())).unwrap();
        (0..count).map(move |n| generator.generate_with_seed([n; 32]).unwrap().puzzle)
    }

    #[test]
    fn value_stability_of_small_shapes() {
        let values = ["2x2", "2x3", "3x2", "2x4"].map(|shape| {
            let mut rater = SearchRater::for_shape(shape.parse().unwrap());
            let values = small_puzzles(shape, 12).map(|puzzle| rater.rate(&puzzle).unwrap().to_string());
            values.collect::<Vec<_>>().join(" ")
        });
        insta::assert_snapshot!(values.join("\n"), @r"
        0.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00
        0.00 0.00 2.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00
        0.00 2.44 0.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00
        3.25 0.00 0.00 2.85 0.00 0.00 0.00 0.00 2.30 0.00 0.00 0.00
        ");
    }

    /// The mean of the logarithms of 1 + g over the same transforms, by another solver of the class.
    #[test]
    fn values_of_small_shapes_are_those_of_the_definition() {
        for puzzle in small_puzzles("2x3", 30) {
            let shape = puzzle.grid().shape();
            let context = format!("{OTHER_CONTEXT}{shape}");
            let text = puzzle.to_string();
            let mut rng = Pcg64::from_seed(blake3::derive_key(&context, text.as_bytes()));
            let mut solver = gridmill_solve::BitParallel::new(shape, u64::MAX);
            let mut sum = 0.0;
            for _ in 0..32 {
                let transform = TransformGroup::full(shape).draw(&mut rng);
                sum += (solver.count(&transform.grid(puzzle.grid()), 2).unwrap().nodes as f64).ln();
            }
            let found = SearchRater::for_shape(shape).rate(&puzzle).unwrap().guesses();
            assert!((found - ((sum / 32.0).exp() - 1.0)).abs() <= 0.005 + 1e-9);
        }
    }

    /// Larger grids have values, too; a search beyond its budget gives none.
    #[test]
    fn large_shapes_have_values_within_a_budget() {
        let shape: Shape = "3x4".parse().unwrap();
        let mut rater = SearchRater::for_shape(shape);
        let values = small_puzzles("3x4", 4).map(|puzzle| rater.rate(&puzzle).unwrap().to_string());
        insta::assert_snapshot!(values.collect::<Vec<_>>().join(" "), @"16.87 14.48 73.26 12.78");
        let mut hasty = SearchRater::on(shape, SolverKind::default_for(shape).solver(shape, 10));
        let values: Vec<_> = small_puzzles("3x4", 4).map(|puzzle| hasty.rate(&puzzle)).collect();
        assert_eq!(values, [None; 4]);
    }

    /// Puzzles of singles need no guess, whatever the transform.
    #[test]
    fn propagation_alone_is_no_guess() {
        assert_eq!(SearchRater::new().rate(&puzzle(EASY)).unwrap().hundredths(), 0);
        assert_eq!(SearchDifficulty::of([0; 32]).to_string(), "0.00");
    }

    #[test]
    fn values_do_not_depend_on_the_instruction_set_nor_on_the_puzzles_before() {
        let puzzles: Vec<Puzzle> = minimal_puzzles(60).chain([puzzle(INKALA)]).collect();
        let expected: Vec<_> =
            puzzles.iter().map(|puzzle| SearchRater::new().rate(puzzle).unwrap()).collect();
        for solver in Bitboard::on_each_instruction_set(u64::MAX) {
            let mut rater = SearchRater::on(Shape::STANDARD, Box::new(solver.without_handover()));
            let values: Vec<_> = puzzles.iter().map(|puzzle| rater.rate(puzzle).unwrap()).collect();
            assert_eq!(values, expected);
        }
    }

    /// The definition step by step: transforms drawn and applied by hand, logarithms in place of square roots.
    #[test]
    fn values_are_those_of_the_definition() {
        fn shuffled(rng: &mut Pcg64, mut items: Vec<usize>) -> Vec<usize> {
            random::shuffle(rng, &mut items);
            items
        }
        fn lines(rng: &mut Pcg64) -> Vec<usize> {
            let groups = shuffled(rng, vec![0, 1, 2]);
            groups.into_iter().flat_map(|g| shuffled(rng, vec![3 * g, 3 * g + 1, 3 * g + 2])).collect()
        }
        for puzzle in minimal_puzzles(40).chain([puzzle(GOLDEN_NUGGET)]) {
            let text = puzzle.to_string();
            let key = *blake3::Hasher::new_derive_key(CONTEXT).update(text.as_bytes()).finalize().as_bytes();
            let mut rng = Pcg64::from_seed(key);
            let mut sum = 0.0;
            for _ in 0..32 {
                let digits = shuffled(&mut rng, (0..9).collect());
                let (rows, cols) = (lines(&mut rng), lines(&mut rng));
                let transposed = random::below(&mut rng, 2) == 1;
                let mut grid = Grid::empty(Shape::STANDARD);
                for (cell, symbol) in text.bytes().enumerate().filter(|(_, symbol)| *symbol != b'.') {
                    let (row, col) = (rows[cell / 9], cols[cell % 9]);
                    let place = if transposed { col * 9 + row } else { row * 9 + col };
                    grid.set(Cell::new(place), Some(Digit::from_index(digits[usize::from(symbol - b'1')])));
                }
                let count = Bitboard::new(1_000_000).without_handover().count(&grid, 2).unwrap();
                assert_eq!(count.solutions, 1);
                sum += (count.nodes as f64).ln();
            }
            let expected = (sum / 32.0).exp() - 1.0;
            let found = SearchRater::new().rate(&puzzle).unwrap().guesses();
            assert!((found - expected).abs() <= 0.005 + 1e-9, "{text}: {found}, not {expected}");
        }
    }
}
