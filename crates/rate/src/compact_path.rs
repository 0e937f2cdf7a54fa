//! Solving paths as short text: technique, placements and eliminations of each step, some 10 bytes a step.
//!
//! ```text
//! path    = run *( ";" run )                     steps in order
//! run     = technique 1*( " " step )             steps of the same technique that follow each other
//! step    = action *( "," action )
//! action  = "r" rows "c" columns "=" digit       a placement: one row, one column
//!         / "r" rows "c" columns "-" digits      eliminations: each of the digits from each cell in one of the rows and one of the columns
//! ```
//!
//! A technique has its name in data, but for the singles: `full`, `hidden` and `naked` stand for `full_house`, `hidden_single` and
//! `naked_single`. `naked r5c5=4;hidden r3c8=2 r6c6=2;pointing r458c7-6` is a path of four steps.

use super::{Candidate, Candidates, Step, Technique};
use gridmill_board::{Cell, Digit, DigitSet, Shape};
use std::{
    fmt::{self, Write as _},
    str::FromStr,
};

/// Short names of techniques that most steps have.
const SHORT: [(Technique, &str); 3] =
    [(Technique::FullHouse, "full"), (Technique::HiddenSingle, "hidden"), (Technique::NakedSingle, "naked")];

/// Step without its reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompactStep {
    /// The technique.
    pub technique: Technique,
    /// Digits that it places: one at most, but for templates.
    pub placements: Vec<Candidate>,
    /// Candidates that it removes.
    pub eliminations: Candidates,
}

/// Solving path without the reasons of its steps: a text that reads back as the same steps.
///
/// | part | | |
/// |---|---|---|
/// | path | runs between `;` | `naked r5c5=4;hidden r3c8=2 r6c6=2` |
/// | run | technique, and steps between spaces | `hidden r3c8=2 r6c6=2` |
/// | step | actions between `,` | `r4c46-3,r6c4-3` |
/// | placement | row, column, digit | `r5c5=4` |
/// | eliminations | rows, columns, digits: all of them | `r46c4-58` is 5 and 8 from r4c4 and r6c4 |
///
/// A technique has its name in data, but `full`, `hidden` and `naked` stand for `full_house`, `hidden_single` and `naked_single`.
///
/// ```
/// use gridmill_board::Grid;
/// use gridmill_rate::{CompactPath, Pencilmarks, Rater, Rulebook};
///
/// let puzzle: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let mut steps = Vec::new();
/// Rater::new(Rulebook::hodoku()).trace(&mut Pencilmarks::new(&puzzle), |_, step| steps.push(step.clone()));
/// let path = CompactPath::from_steps(&steps, puzzle.shape());
/// let text = path.to_string();
/// assert!(text.starts_with("naked r5c5=5 r7c6=7 "), "{text}");
/// let read: CompactPath = text.parse()?;
/// assert_eq!(read, path);
/// assert_eq!(read.steps()[0].technique.name(), "naked_single");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompactPath {
    steps: Vec<CompactStep>,
    shape: Shape,
}

/// Error of text that is no compact path.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("step {step}: {problem}")]
#[non_exhaustive]
pub struct CompactPathError {
    /// Number of the step, from 1.
    pub step: usize,
    /// The part that is wrong, and what is allowed.
    pub problem: String,
}

#[doc(hidden)]
impl From<&Step> for CompactStep {
    fn from(step: &Step) -> Self {
        Self {
            technique: step.technique,
            placements: step.placements().collect(),
            eliminations: step.eliminations,
        }
    }
}

impl CompactPath {
    /// Creates the path of these steps in a grid of a shape with a side up to 9.
    pub fn from_steps<'a>(steps: impl IntoIterator<Item = &'a Step>, shape: Shape) -> Self {
        Self { steps: steps.into_iter().map(CompactStep::from).collect(), shape }
    }

    /// Parses a path in a grid of a shape with a side up to 9. [`FromStr`] takes 9x9.
    ///
    /// # Errors
    /// [`CompactPathError`] with the first step that is wrong.
    pub fn parse(text: &str, shape: Shape) -> Result<Self, CompactPathError> {
        let mut steps = Vec::new();
        for run in text.split(';').filter(|_| !text.is_empty()) {
            let failed = |steps: &[CompactStep], problem| CompactPathError { step: steps.len() + 1, problem };
            let mut words = run.split(' ');
            let name = words.next().unwrap_or_default();
            let technique = technique(name).map_err(|problem| failed(&steps, problem))?;
            let before = steps.len();
            for word in words {
                let step = step(technique, word, shape).map_err(|problem| failed(&steps, problem))?;
                steps.push(step);
            }
            if steps.len() == before {
                return Err(failed(&steps, format!("{name:?} has no step after it")));
            }
        }
        Ok(Self { steps, shape })
    }

    /// Returns the steps in order.
    pub fn steps(&self) -> &[CompactStep] {
        &self.steps
    }

    /// Returns the steps in order.
    #[doc(hidden)]
    pub fn into_steps(self) -> Vec<CompactStep> {
        self.steps
    }
}

impl fmt::Display for CompactPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut last = None;
        for step in &self.steps {
            let separator = if last.is_none() { "" } else { ";" };
            if last.replace(step.technique) != Some(step.technique) {
                write!(f, "{separator}{}", short_name(step.technique))?;
            }
            f.write_char(' ')?;
            step.write(self.shape, f)?;
        }
        Ok(())
    }
}

impl CompactStep {
    /// Writes the actions, without the technique.
    fn write(&self, shape: Shape, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let placements = self
            .placements
            .iter()
            .map(|placement| format!("{}={}", placement.cell.name(shape), placement.digit.value()));
        let eliminations = products(&self.eliminations, shape).into_iter().map(|product| product.to_string());
        for (place, action) in placements.chain(eliminations).enumerate() {
            if place > 0 {
                f.write_char(',')?;
            }
            f.write_str(&action)?;
        }
        Ok(())
    }
}

/// Candidates of the same digits in all cells where some rows and some columns meet.
struct Product {
    digits: DigitSet,
    /// Bit for each row.
    rows: u16,
    /// Bit for each column.
    columns: u16,
}

impl fmt::Display for Product {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let figures = |bits: u16| -> String {
            (b'1'..=b'9').filter(|figure| bits >> (figure - b'1') & 1 == 1).map(char::from).collect()
        };
        write!(f, "r{}c{}-", figures(self.rows), figures(self.columns))?;
        self.digits.into_iter().try_for_each(|digit| write!(f, "{}", digit.value()))
    }
}

/// Divides candidates into products: row by row, cells with the same digits; then rows of which these are the same.
fn products(candidates: &Candidates, shape: Shape) -> Vec<Product> {
    let mut products: Vec<Product> = Vec::new();
    for row in 0..shape.side() {
        let mut of_row: Vec<Product> = Vec::new();
        for column in 0..shape.side() {
            let digits = candidates.digits(Cell::new(row * shape.side() + column));
            if digits.is_empty() {
                continue;
            }
            match of_row.iter_mut().find(|product| product.digits == digits) {
                Some(product) => product.columns |= 1 << column,
                None => of_row.push(Product { digits, rows: 1 << row, columns: 1 << column }),
            }
        }
        for product in of_row {
            let same =
                |other: &&mut Product| (other.digits, other.columns) == (product.digits, product.columns);
            match products.iter_mut().find(same) {
                Some(other) => other.rows |= product.rows,
                None => products.push(product),
            }
        }
    }
    products
}

fn short_name(technique: Technique) -> &'static str {
    SHORT.iter().find(|(known, _)| *known == technique).map_or(technique.name(), |(_, short)| short)
}

impl FromStr for CompactPath {
    type Err = CompactPathError;

    /// Parses a path in a 9x9 grid.
    fn from_str(text: &str) -> Result<Self, CompactPathError> {
        Self::parse(text, Shape::STANDARD)
    }
}

fn technique(name: &str) -> Result<Technique, String> {
    match SHORT.iter().find(|(_, short)| *short == name) {
        Some((technique, _)) => Ok(*technique),
        None => name.parse().map_err(|error: super::UnknownTechnique| error.to_string()),
    }
}

fn step(technique: Technique, word: &str, shape: Shape) -> Result<CompactStep, String> {
    let (mut placements, mut eliminations) = (Vec::new(), Candidates::EMPTY);
    for action in word.split(',') {
        let parsed = placement(action, shape).map(|placement| placements.push(placement));
        parsed.or_else(|| removed(action, shape, &mut eliminations)).ok_or_else(|| {
            format!("{action:?} is no action; a placement is r5c5=4, eliminations are r46c4-58")
        })?;
    }
    Ok(CompactStep { technique, placements, eliminations })
}

fn placement(action: &str, shape: Shape) -> Option<Candidate> {
    let (cell, digit) = action.split_once('=')?;
    let (row, column) = cell.strip_prefix('r')?.split_once('c')?;
    let [row, column, digit] =
        [row, column, digit].map(|text| figures(text, shape).filter(|found| found.len() == 1));
    let cell = Cell::new((usize::from(row?[0]) - 1) * shape.side() + usize::from(column?[0]) - 1);
    Some(Candidate { cell, digit: Digit::new(digit?[0])? })
}

fn removed(action: &str, shape: Shape, eliminations: &mut Candidates) -> Option<()> {
    let (cells, digits) = action.split_once('-')?;
    let (rows, columns) = cells.strip_prefix('r')?.split_once('c')?;
    let (rows, columns, digits) = (figures(rows, shape)?, figures(columns, shape)?, figures(digits, shape)?);
    for row in rows {
        for &column in &columns {
            let cell = Cell::new((usize::from(row) - 1) * shape.side() + usize::from(column) - 1);
            for &digit in &digits {
                eliminations.insert(cell, Digit::new(digit)?);
            }
        }
    }
    Some(())
}

/// Returns figures from 1 to the side as numbers; `None` for other text, and for none.
fn figures(text: &str, shape: Shape) -> Option<Vec<u8>> {
    let figure = |byte: u8| {
        let value = byte.checked_sub(b'0').filter(|value| (1..=9).contains(value))?;
        (usize::from(value) <= shape.side()).then_some(value)
    };
    text.bytes().map(figure).collect::<Option<Vec<u8>>>().filter(|figures| !figures.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Pencilmarks, Rater, Rulebook, testing::candidates};
    use gridmill_board::Grid;

    fn read_back(path: &CompactPath) {
        assert_eq!(path.to_string().parse().as_ref(), Ok(path), "{path}");
    }

    #[test]
    fn paths_of_both_rulebooks_read_back_as_their_steps() {
        let puzzles = [
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
            "..8..9..491.4.....4...32...2.7..4.8...........4.6..5.2...34...1.....8.365..9..4..",
            "....4..7.5..3...1.....58..4.14..2..5.........8..7..63.1..87.....2...9..8.5..2....",
            "8....1.4..2.4.......1.2.9.819....6.....5.3.....3....879.6.1.3.......4.7..8.3....9",
            ".6..7..3.8.93.......4..9...753.....1..6...9..2.....384...1..5.......32.8.4..5..6.",
        ];
        let mut techniques = std::collections::BTreeSet::new();
        for (puzzle, rulebook) in
            puzzles.iter().flat_map(|puzzle| [(puzzle, Rulebook::hodoku()), (puzzle, Rulebook::se())])
        {
            let mut steps = Vec::new();
            let puzzle: Grid = puzzle.parse().unwrap();
            let mut rater = Rater::new(rulebook).with_budget(200_000);
            rater.trace(&mut Pencilmarks::new(&puzzle), |_, step| steps.push(step.clone()));
            let path = CompactPath::from_steps(&steps, puzzle.shape());
            read_back(&path);
            assert!(
                steps.iter().zip(path.steps()).all(|(step, compact)| CompactStep::from(step) == *compact)
            );
            techniques.extend(steps.iter().map(|step| step.technique));
        }
        assert!(techniques.len() > 40, "{techniques:?}");
    }

    #[test]
    fn eliminations_are_products_of_rows_columns_and_digits() {
        let path = |text: &str, shape| {
            let (technique, eliminations) = (Technique::XWing, candidates(text));
            let step = CompactStep { technique, placements: Vec::new(), eliminations };
            CompactPath { steps: vec![step], shape }
        };
        let text = |text: &str| path(text, Shape::STANDARD).to_string();
        assert_eq!(text("3 r4c46,3 r6c4"), "x_wing r4c46-3,r6c4-3");
        assert_eq!(text("5 r46c4,8 r46c4,1 r9c9"), "x_wing r46c4-58,r9c9-1");
        assert_eq!(text("6 r458c7"), "x_wing r458c7-6");
        // The tenth cell of 6x6 is r2c4.
        let small = path("6 r2c1", "2x3".parse().unwrap());
        assert_eq!(small.to_string(), "x_wing r2c4-6");
        assert_eq!(CompactPath::parse("x_wing r2c4-6", small.shape), Ok(small.clone()));
        assert!(CompactPath::parse("x_wing r2c7-6", small.shape).is_err());
        let mut state = 1_u64;
        for _ in 0..2000 {
            let mut eliminations = Candidates::EMPTY;
            for _ in 0..=state % 40 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let below = |bits: u64, end: u64| usize::try_from(bits % end).unwrap();
                eliminations
                    .insert(Cell::new(below(state >> 33, 81)), Digit::from_index(below(state >> 49, 3)));
            }
            let placement = Candidate { cell: Cell::new(80), digit: Digit::from_index(8) };
            let placements = if state >> 62 == 0 { vec![placement; 2] } else { Vec::new() };
            read_back(&CompactPath {
                steps: vec![CompactStep { technique: Technique::XyChain, placements, eliminations }],
                shape: Shape::STANDARD,
            });
        }
        read_back(&CompactPath { steps: Vec::new(), shape: Shape::STANDARD });
    }

    #[test]
    fn errors_of_paths_name_the_step() {
        let problem = |text: &str| text.parse::<CompactPath>().unwrap_err().to_string();
        assert_eq!(
            problem("naked r5c5=4;hidden r3c8"),
            r#"step 2: "r3c8" is no action; a placement is r5c5=4, eliminations are r46c4-58"#
        );
        assert_eq!(problem("naked"), r#"step 1: "naked" has no step after it"#);
        assert!(
            problem("x_wong r1c1-1")
                .starts_with("step 1: unknown technique `x_wong`; the nearest names are x_wing")
        );
        for bad in [
            ";",
            "naked r0c1=1",
            "naked r1c1=0",
            "naked r12c1=1",
            "naked r1c1=12",
            "naked  r1c1=1",
            "naked r1c-1",
            "naked r1c1=1,",
            " ",
        ] {
            problem(bad);
        }
        let full: CompactPath = "naked_single r1c1=1;naked r1c2=2".parse().unwrap();
        assert_eq!(full.to_string(), "naked r1c1=1 r1c2=2");
    }
}
