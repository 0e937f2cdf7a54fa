//! Grids that the user brings: what puzzles are dug from in place of a fill's.
//!
//! ```text
//! file -> grids -> one solution    Complete    dug as it is
//!                  several         Partial     completed at random for each puzzle
//!                  none            refused
//! ```
//!
//! A manifest names the grids by the hash of their text, one a line; the grids themselves are not in it.

use crate::error::{Error, Result};
use gridmill_board::{Grid, GridError, Shape, Solution};
use gridmill_solve::{OutOfNodes, Solutions, Solver, SolverKind};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Grids to dig puzzles from, in turn: each has a solution.
///
/// Two are equal if their grids are, whatever they are called.
///
/// # Example
/// ```
/// use gridmill_board::{Grid, Shape};
/// use gridmill_generate::{Fill, Generator, GivenGrids, Plan};
///
/// let text = "295743861431865927876192543387459216612387495549216738763524189928671354154938672";
/// let grid = Grid::parse(Shape::STANDARD, text).expect("81 cells");
/// let from = Some(GivenGrids::new("mine", [grid])?);
/// let made = Generator::new(Plan { from, fill: Fill::Given, ..Plan::default() })?.generate()?;
/// assert_eq!(made.solution.to_string(), text);
/// # Ok::<(), gridmill_generate::Error>(())
/// ```
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GivenGrids {
    name: String,
    /// BLAKE3 hash of the grids as text, `.` for an empty cell, a line feed after each.
    blake3: String,
    /// How many.
    grids: u64,
    #[serde(skip)]
    known: Option<Arc<Known>>,
}

#[derive(Debug)]
struct Known {
    shape: Shape,
    grids: Vec<Given>,
}

/// A given grid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Given {
    /// Its one solution.
    Complete(Solution),
    /// A grid with several solutions.
    Partial(Grid),
}

/// Why a grid cannot be dug from.
#[derive(Debug, thiserror::Error)]
pub enum Unfit {
    /// It is complete, and a digit is twice in a house.
    #[error("{0}")]
    Invalid(#[from] GridError),
    /// It has no solution.
    #[error("the grid has no solution")]
    NoSolution,
    /// Whether it has one was not found out.
    #[error("{0} before the grid was solved")]
    OutOfNodes(#[from] OutOfNodes),
    /// It is not of the shape of the others.
    #[error("a {found} grid where {wanted} ones are wanted")]
    Shape {
        /// Its shape.
        found: Shape,
        /// The others'.
        wanted: Shape,
    },
}

/// Grids on their way to be [`GivenGrids`]: added one by one, so that each that is unfit can be named.
#[derive(Debug)]
pub struct Gathering {
    shape: Shape,
    solver: Box<dyn Solver>,
    grids: Vec<Given>,
    hasher: blake3::Hasher,
    line: Vec<u8>,
}

impl Gathering {
    /// No grids yet, of `shape`; solving each of them may visit `node_budget` search nodes.
    pub fn new(shape: Shape, node_budget: u64) -> Self {
        let solver = SolverKind::default_for(shape).solver(shape, node_budget);
        Self { shape, solver, grids: Vec::new(), hasher: blake3::Hasher::new(), line: Vec::new() }
    }

    /// Adds a grid: complete, with one solution, or with several.
    ///
    /// # Errors
    /// [`Unfit`] if it has no solution, or is of another shape.
    pub fn add(&mut self, grid: Grid) -> Result<(), Unfit> {
        self.line.clear();
        grid.write_text(&mut self.line);
        self.line.push(b'\n');
        let given = self.solved(grid)?;
        self.hasher.update(&self.line);
        self.grids.push(given);
        Ok(())
    }

    fn solved(&mut self, grid: Grid) -> Result<Given, Unfit> {
        if grid.shape() != self.shape {
            return Err(Unfit::Shape { found: grid.shape(), wanted: self.shape });
        }
        if grid.givens() == self.shape.cells() {
            return Ok(Given::Complete(Solution::new(&grid)?));
        }
        match self.solver.solutions(&grid) {
            Ok(Solutions::Unique(solution)) => Ok(Given::Complete(solution)),
            Ok(Solutions::Multiple) => Ok(Given::Partial(grid)),
            Ok(Solutions::None) => Err(Unfit::NoSolution),
            // One is enough to know that it can be completed.
            Err(_) if self.solver.first_solution().is_some() => Ok(Given::Partial(grid)),
            Err(error) => Err(error.into()),
        }
    }

    /// Whether there is none yet.
    pub const fn is_empty(&self) -> bool {
        self.grids.is_empty()
    }

    /// The grids, called `name`.
    ///
    /// # Errors
    /// [`Error::Option`] if there is none.
    pub fn finish(self, name: impl Into<String>) -> Result<GivenGrids> {
        let name = name.into();
        if self.grids.is_empty() {
            return Err(Error::Option(format!("{name} holds no grid to dig from")));
        }
        let (shape, grids) = (self.shape, self.grids);
        Ok(GivenGrids {
            name,
            blake3: self.hasher.finalize().to_string(),
            grids: grids.len() as u64,
            known: Some(Arc::new(Known { shape, grids })),
        })
    }
}

impl GivenGrids {
    /// These grids, in this order, called `name`. Solving each of them may visit [`Plan::NODE_BUDGET`] search nodes;
    /// a [`Gathering`] has a budget of its own.
    ///
    /// [`Plan::NODE_BUDGET`]: super::Plan::NODE_BUDGET
    ///
    /// # Errors
    /// [`Error::Option`] naming the first grid that has no solution or another shape, or if there is none.
    pub fn new(name: impl Into<String>, grids: impl IntoIterator<Item = Grid>) -> Result<Self> {
        let mut grids = grids.into_iter().peekable();
        let shape = grids.peek().map_or(Shape::STANDARD, Grid::shape);
        let mut gathering = Gathering::new(shape, super::Plan::NODE_BUDGET);
        for (n, grid) in (1..).zip(grids) {
            gathering.add(grid).map_err(|unfit| Error::Option(format!("given grid {n}: {unfit}")))?;
        }
        gathering.finish(name)
    }

    /// What they are called: the name of their file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// BLAKE3 hash of the grids as text, `.` for an empty cell, a line feed after each.
    pub fn blake3(&self) -> &str {
        &self.blake3
    }

    /// How many they are.
    pub const fn len(&self) -> u64 {
        self.grids
    }

    /// Whether there is none; there always is one.
    pub const fn is_empty(&self) -> bool {
        self.grids == 0
    }

    /// Their shape; `None` if they come from a manifest, which knows only their hash.
    pub fn shape(&self) -> Option<Shape> {
        self.known.as_ref().map(|known| known.shape)
    }

    /// Grid `number`, from 0; `None` if they come from a manifest.
    pub(super) fn get(&self, number: u64) -> Option<&Given> {
        self.known.as_ref()?.grids.get(usize::try_from(number).ok()?)
    }
}

impl PartialEq for GivenGrids {
    fn eq(&self, other: &Self) -> bool {
        (&self.blake3, self.grids) == (&other.blake3, other.grids)
    }
}

impl Eq for GivenGrids {}

#[cfg(test)]
mod tests {
    use super::*;

    fn grids(shape: &str, texts: &[&str]) -> Vec<Grid> {
        texts.iter().map(|text| Grid::parse(shape.parse().unwrap(), text).unwrap()).collect()
    }

    #[test]
    fn grids_are_solved_where_they_have_one_solution() {
        let all = ["1234341221434321", "1...3.......4..1", "12..............", "1234341221434321"];
        let given = GivenGrids::new("four", grids("2x2", &all)).unwrap();
        assert!(matches!(given.get(0), Some(Given::Complete(_))));
        assert!(matches!(given.get(2), Some(Given::Partial(_))));
        assert_eq!(given.get(3), given.get(0));
        assert_eq!((given.len(), given.get(4)), (4, None));
        let text: String = all.iter().map(|text| format!("{text}\n")).collect();
        assert_eq!(given.blake3(), blake3::hash(text.as_bytes()).to_string());
    }

    #[test]
    fn what_cannot_be_dug_from_is_named() {
        let problem = |texts: &[&str]| GivenGrids::new("x", grids("2x2", texts)).unwrap_err().to_string();
        let good = "1234341221434321";
        insta::assert_snapshot!(problem(&[]), @"x holds no grid to dig from");
        insta::assert_snapshot!(problem(&[good, "123....4........"]), @"given grid 2: the grid has no solution");
        insta::assert_snapshot!(problem(&["1234341221434322"]), @"given grid 1: digit 2 at r4c4 is already in its row, column or box");
        let mixed = [grids("2x2", &[good]), vec![Grid::empty(Shape::STANDARD)]].concat();
        insta::assert_snapshot!(GivenGrids::new("x", mixed).unwrap_err(), @"given grid 2: a 3x3 grid where 2x2 ones are wanted");
        let mut gathering = Gathering::new("5x5".parse().unwrap(), 5);
        let empty = Grid::empty("5x5".parse().unwrap());
        insta::assert_snapshot!(gathering.add(empty).unwrap_err(), @"the search ran out of its budget of 5 nodes before the grid was solved");
    }

    #[test]
    fn a_manifest_names_them_and_knows_them_again() {
        let given = GivenGrids::new("one.txt", grids("2x2", &["1234341221434321"])).unwrap();
        let text = serde_json::to_string(&given).unwrap();
        insta::assert_snapshot!(text, @r#"{"name":"one.txt","blake3":"83710d2eef9caa22e3317c4ad524c4f15ebd3d926ca60120657b14a795721b54","grids":1}"#);
        let read: GivenGrids = serde_json::from_str(&text).unwrap();
        assert_eq!(read, given);
        assert_eq!((read.shape(), read.get(0)), (None, None));
        let other = GivenGrids::new(
            "one.txt",
            grids("2x2", &["2134341221434321".replace("213434", "214334").as_str()]),
        );
        assert_ne!(other.ok(), Some(given));
    }
}
