//! Input grids: grids of the user, from which puzzles are dug in place of those of a fill.
//!
//! ```text
//! file -> grids -> one solution    Complete    dug as it is
//!                  several         Partial     completed at random for each puzzle
//!                  none            refused
//! ```
//!
//! A climb starts from puzzles in place of their solutions: a grid with several solutions is refused then.
//!
//! A manifest identifies the grids by the hash of their text, one a line. It does not hold the grids themselves.

use crate::{
    Budgets,
    error::{Error, Result},
};
use gridmill_board::{Grid, Shape, Solution};
use gridmill_solve::{Diagnosis, OutOfNodes, Remover, Solutions, SolverKind};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Grids to dig puzzles from, in turn: each has a solution.
///
/// Two are equal if their grids are; names do not count.
///
/// # Example
/// ```
/// use gridmill_board::{Grid, Shape};
/// use gridmill_generate::{Generator, InputGrids, Plan};
///
/// let text = "295743861431865927876192543387459216612387495549216738763524189928671354154938672";
/// let grid = Grid::parse(Shape::STANDARD, text).expect("81 cells");
/// let plan = Plan::default().with_input_grids(InputGrids::new("mine", [grid])?);
/// let made = Generator::new(plan)?.generate()?;
/// assert_eq!(made.solution.to_string(), text);
/// # Ok::<(), gridmill_generate::Error>(())
/// ```
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InputGrids {
    name: String,
    /// BLAKE3 hash of the grids as text, `.` for an empty cell, a line feed after each.
    blake3: String,
    grids: u64,
    #[serde(skip)]
    loaded: Option<Arc<LoadedGrids>>,
}

#[derive(Debug)]
struct LoadedGrids {
    shape: Shape,
    grids: Vec<InputGrid>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum InputGrid {
    Complete(Solution),
    /// A grid with several solutions.
    Partial(Grid),
    Puzzle(Grid, Solution),
}

/// Error of a grid from which no puzzle can be dug.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InputGridError {
    /// It has no solution; what is known of the reason.
    #[error("{0}")]
    NoSolution(Diagnosis),
    /// The search for a solution exceeded its budget.
    #[error("{0} before the grid was solved")]
    OutOfNodes(#[from] OutOfNodes),
    /// It has several solutions, and a puzzle is required.
    #[error("it has more than one solution; a climb starts from puzzles, which have one")]
    Several,
    /// Its shape is not that of the others.
    #[error("a {found} grid where {required} ones are required")]
    Shape {
        /// Its shape.
        found: Shape,
        /// Shape of the others.
        required: Shape,
    },
}

/// Builder of [`InputGrids`]: adds grids one by one, so that the caller can name a bad one.
#[derive(Debug)]
pub struct InputGridsBuilder {
    shape: Shape,
    solver: Box<dyn Remover>,
    grids: Vec<InputGrid>,
    /// True to keep the puzzles, and to refuse grids with several solutions.
    keeps_puzzles: bool,
    hasher: blake3::Hasher,
    line: Vec<u8>,
}

impl InputGridsBuilder {
    /// Creates a builder without grids. Solving each grid may visit `nodes` search nodes.
    pub fn new(shape: Shape, nodes: u64) -> Self {
        let solver = SolverKind::default_for(shape).solver_of_rows(shape, nodes);
        let hasher = blake3::Hasher::new();
        Self { shape, solver, grids: Vec::new(), keeps_puzzles: false, hasher, line: Vec::new() }
    }

    /// Takes the grids as puzzles that a climb starts from, in place of their solutions.
    #[must_use]
    pub fn keeping_puzzles(self) -> Self {
        Self { keeps_puzzles: true, ..self }
    }

    /// Adds a grid that is complete, or has one solution, or several.
    ///
    /// # Errors
    /// [`InputGridError`] if it has no solution, or is of another shape.
    pub fn add(&mut self, grid: Grid) -> Result<(), InputGridError> {
        self.line.clear();
        grid.write_text(&mut self.line);
        self.line.push(b'\n');
        let given = match (self.solved(grid.clone())?, self.keeps_puzzles) {
            (InputGrid::Complete(solution), true) => InputGrid::Puzzle(grid, solution),
            (InputGrid::Partial(_), true) => return Err(InputGridError::Several),
            (given, _) => given,
        };
        self.hasher.update(&self.line);
        self.grids.push(given);
        Ok(())
    }

    fn solved(&mut self, grid: Grid) -> Result<InputGrid, InputGridError> {
        if grid.shape() != self.shape {
            return Err(InputGridError::Shape { found: grid.shape(), required: self.shape });
        }
        if let Ok(solution) = Solution::new(&grid) {
            return Ok(InputGrid::Complete(solution));
        }
        match self.solver.solutions(&grid) {
            Ok(Solutions::Unique(solution)) => Ok(InputGrid::Complete(solution)),
            Ok(Solutions::Multiple) => Ok(InputGrid::Partial(grid)),
            Ok(Solutions::None) => Err(InputGridError::NoSolution(Diagnosis::new(&grid, &mut *self.solver)?)),
            // One solution shows that the grid can be completed.
            Err(_) if self.solver.first_solution().is_some() => Ok(InputGrid::Partial(grid)),
            Err(error) => Err(error.into()),
        }
    }

    /// Returns true if there are no grids yet.
    pub const fn is_empty(&self) -> bool {
        self.grids.is_empty()
    }

    /// Finishes the list of grids, called `name`.
    ///
    /// # Errors
    /// [`Error::Option`] if there is none.
    pub fn finish(self, name: impl Into<String>) -> Result<InputGrids> {
        let name = name.into();
        if self.grids.is_empty() {
            return Err(Error::option(format!("{name} holds no grid to dig from")));
        }
        let (shape, grids) = (self.shape, self.grids);
        Ok(InputGrids {
            name,
            blake3: self.hasher.finalize().to_string(),
            grids: grids.len() as u64,
            loaded: Some(Arc::new(LoadedGrids { shape, grids })),
        })
    }
}

impl InputGrids {
    /// Creates a list of these grids, in this order, called `name`. Solving each grid may visit [`Budgets::DEFAULT`] search
    /// nodes; an [`InputGridsBuilder`] has a budget of its own.
    ///
    /// [`Budgets::DEFAULT`]: super::Budgets::DEFAULT
    ///
    /// # Errors
    /// [`Error::Option`] naming the first grid that has no solution or another shape, or if there is none.
    pub fn new(name: impl Into<String>, grids: impl IntoIterator<Item = Grid>) -> Result<Self> {
        let mut grids = grids.into_iter().peekable();
        let shape = grids.peek().map_or(Shape::STANDARD, Grid::shape);
        let mut builder = InputGridsBuilder::new(shape, Budgets::DEFAULT.nodes);
        for (n, grid) in (1..).zip(grids) {
            builder.add(grid).map_err(|error| Error::option(format!("given grid {n}: {error}")))?;
        }
        builder.finish(name)
    }

    /// Returns the name of the grids: that of their file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the BLAKE3 hash of the grids as text, `.` for an empty cell, a line feed after each.
    #[doc(hidden)]
    pub fn blake3(&self) -> &str {
        &self.blake3
    }

    /// Returns the number of grids.
    pub const fn len(&self) -> u64 {
        self.grids
    }

    /// Returns the number of grids with several solutions, which are completed at random; `None` if they come from a manifest.
    #[doc(hidden)]
    pub fn partial(&self) -> Option<u64> {
        let grids = &self.loaded.as_ref()?.grids;
        Some(grids.iter().filter(|grid| matches!(grid, InputGrid::Partial(_))).count() as u64)
    }

    /// Returns true if the grids are puzzles that climbs start from.
    pub(super) fn holds_puzzles(&self) -> bool {
        matches!(self.get(0), Some(InputGrid::Puzzle(..)))
    }

    /// Returns true if there are no grids; there is always one.
    pub const fn is_empty(&self) -> bool {
        self.grids == 0
    }

    /// Returns their shape; `None` if they come from a manifest, which has only their hash.
    pub fn shape(&self) -> Option<Shape> {
        self.loaded.as_ref().map(|loaded| loaded.shape)
    }

    /// Returns grid `number`, from 0; `None` if they come from a manifest.
    pub(super) fn get(&self, number: u64) -> Option<&InputGrid> {
        self.loaded.as_ref()?.grids.get(usize::try_from(number).ok()?)
    }
}

#[doc(hidden)]
impl PartialEq for InputGrids {
    fn eq(&self, other: &Self) -> bool {
        (&self.blake3, self.grids) == (&other.blake3, other.grids)
    }
}

#[doc(hidden)]
impl Eq for InputGrids {}

#[cfg(test)]
mod tests {
    use super::*;

    fn grids(shape: &str, texts: &[&str]) -> Vec<Grid> {
        texts.iter().map(|text| Grid::parse(shape.parse().unwrap(), text).unwrap()).collect()
    }

    #[test]
    fn grids_are_solved_where_they_have_one_solution() {
        let all = ["1234341221434321", "1...3.......4..1", "12..............", "1234341221434321"];
        let given = InputGrids::new("four", grids("2x2", &all)).unwrap();
        assert!(matches!(given.get(0), Some(InputGrid::Complete(_))));
        assert!(matches!(given.get(2), Some(InputGrid::Partial(_))));
        assert_eq!(given.get(3), given.get(0));
        assert_eq!((given.len(), given.partial(), given.get(4)), (4, Some(2), None));
        let text: String = all.iter().map(|text| format!("{text}\n")).collect();
        assert_eq!(given.blake3(), blake3::hash(text.as_bytes()).to_string());
    }

    #[test]
    fn what_cannot_be_dug_from_is_named() {
        let problem = |texts: &[&str]| InputGrids::new("x", grids("2x2", texts)).unwrap_err().to_string();
        let good = "1234341221434321";
        insta::assert_snapshot!(problem(&[]), @"x holds no grid to dig from");
        insta::assert_snapshot!(problem(&[good, "123....4........"]), @"given grid 2: contradiction: r1c4 sees every digit; no cell of row 1 is left for 4; no cell of box 1 is left for 4");
        insta::assert_snapshot!(problem(&["1234341221434322"]), @"given grid 1: contradiction: 2 twice in row 4, at r4c3 and r4c4; 2 twice in column 4, at r2c4 and r4c4; 2 twice in box 4, at r4c3 and r4c4");
        let mixed = [grids("2x2", &[good]), vec![Grid::empty(Shape::STANDARD)]].concat();
        insta::assert_snapshot!(InputGrids::new("x", mixed).unwrap_err(), @"given grid 2: a 3x3 grid where 2x2 ones are required");
        let mut builder = InputGridsBuilder::new("5x5".parse().unwrap(), 5);
        let empty = Grid::empty("5x5".parse().unwrap());
        insta::assert_snapshot!(builder.add(empty).unwrap_err(), @"the search ran out of its budget of 5 nodes before the grid was solved");
    }

    #[test]
    fn a_manifest_names_them_and_knows_them_again() {
        let given = InputGrids::new("one.txt", grids("2x2", &["1234341221434321"])).unwrap();
        let text = serde_json::to_string(&given).unwrap();
        insta::assert_snapshot!(text, @r#"{"name":"one.txt","blake3":"83710d2eef9caa22e3317c4ad524c4f15ebd3d926ca60120657b14a795721b54","grids":1}"#);
        let read: InputGrids = serde_json::from_str(&text).unwrap();
        assert_eq!(read, given);
        assert_eq!((read.shape(), read.get(0)), (None, None));
        let other = InputGrids::new(
            "one.txt",
            grids("2x2", &["2134341221434321".replace("213434", "214334").as_str()]),
        );
        assert_ne!(other.ok(), Some(given));
    }
}
