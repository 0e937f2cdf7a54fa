//! A grid that was read from several lines or from an array, with the places of its cells, and with candidates where they do not decide.

use super::rows_of_cells::Cells;
use gridmill_board::{DigitSet, Grid, PencilmarkGrid, Shape};
use gridmill_solve::{Solutions, SolverKind};

/// A grid as it was read, complete or not.
#[derive(Debug, Default)]
pub(super) struct DrawnGrid {
    /// The line of its first row.
    pub(super) line: u64,
    pub(super) rows: usize,
    pub(super) text: String,
    /// Line and column of each cell.
    pub(super) places: Vec<(u64, usize)>,
    /// Text of each row of pencilmarks or numbers, with the row.
    pub(super) groups: Vec<(usize, String)>,
    /// Candidates of each cell, if the grid has some.
    pub(super) candidates: Vec<DigitSet>,
    /// The first mistake: its line, its column and what it is.
    pub(super) problem: Option<(u64, usize, String)>,
}

impl DrawnGrid {
    /// Adds a row of a grid with this `side`, and its text if it has groups.
    pub(super) fn push(&mut self, line: u64, cells: &Cells, groups: Option<String>, side: usize) {
        if self.rows == 0 {
            self.line = line;
        }
        if cells.len() != side && self.problem.is_none() {
            let column = cells.get(side).or(cells.last()).map_or(1, |(column, _)| *column);
            let word = if cells.len() == 1 { "cell" } else { "cells" };
            let problem = format!("{} {word} in a row of a grid that has {side} in each", cells.len());
            self.problem = Some((line, column, problem));
        }
        self.groups.extend(groups.map(|text| (self.rows, text)));
        self.rows += 1;
        self.text.extend(cells.iter().map(|(_, c)| c));
        self.places.extend(cells.iter().map(|(column, _)| (line, *column)));
    }

    /// Removes the first row of a grid with this `side`.
    pub(super) fn remove_first_row(&mut self, side: usize) {
        let length = self.places.iter().take_while(|place| place.0 == self.places[0].0).count();
        self.places.drain(..length);
        self.text = self.text.chars().skip(length).collect();
        self.groups.retain_mut(|(row, _)| {
            let is_later = *row > 0;
            *row = row.saturating_sub(1);
            is_later
        });
        self.rows -= 1;
        self.line = self.places.first().map_or(self.line, |place| place.0);
        debug_assert!(self.text.chars().count() <= side * side, "rows of a grid");
    }

    /// Records that no more rows follow.
    pub(super) fn end(mut self, side: usize) -> Self {
        if self.rows < side {
            let problem = format!("the grid that begins here has {} of {side} rows", self.rows);
            self.problem = Some((self.line, 1, problem));
        } else if !self.groups.is_empty() && self.problem.is_none() {
            self.read_groups(side);
        }
        self
    }

    /// Reads candidates or numbers, now that all rows are known.
    fn read_groups(&mut self, side: usize) {
        let Some(shape) = Shape::of_cells(side * side) else { return };
        match PencilmarkGrid::parse(shape, &self.written(side)) {
            Ok(marks) => (self.text, self.candidates) = (marks.grid.to_string(), marks.candidates),
            Err(error) => {
                let (row, column, problem) = error.place();
                let line = self.places.get((row - 1) * side).map_or(self.line, |(line, _)| *line);
                self.problem = Some((line, column, problem));
            }
        }
    }

    /// Returns all rows as groups between blanks.
    fn written(&self, side: usize) -> String {
        let signs: Vec<char> = self.text.chars().collect();
        let mut rows: Vec<String> =
            signs.chunks(side).map(|row| row.iter().flat_map(|&sign| [sign, ' ']).collect()).collect();
        for (row, text) in &self.groups {
            rows[*row].clone_from(text);
        }
        rows.join("\n")
    }

    /// Returns the text of a row of a table: the cells, or the groups where the cells alone would be another puzzle.
    pub(super) fn row_text(&self, shape: Shape) -> String {
        if self.groups.is_empty() || (self.problem.is_none() && self.check_candidates(shape).is_ok()) {
            return self.text.clone();
        }
        let groups: Vec<&str> = self.groups.iter().map(|(_, text)| text.as_str()).collect();
        groups.join(" ")
    }

    /// Checks that the candidates do not decide; by the shape with as many cells, if they are of another.
    fn check_candidates(&self, shape: Shape) -> Result<(), String> {
        let cells = self.text.chars().count();
        let shape = Some(shape).filter(|shape| shape.cells() == cells).or_else(|| Shape::of_cells(cells));
        match shape.map(|shape| Grid::parse(shape, &self.text)) {
            Some(Ok(grid)) if !self.candidates.is_empty() => check_candidates(&grid, &self.candidates),
            _ => Ok(()),
        }
    }

    /// Returns the grid, or line and column of the first mistake and what it is.
    pub(super) fn parse(&self, shape: Shape) -> Result<Grid, (u64, usize, String)> {
        let found = match &self.problem {
            Some(problem) => Err(problem.clone()),
            None => Grid::parse(shape, &self.text).map_err(|error| {
                let (cell, problem) = error.place();
                // Text of a wrong length has no cell to show.
                let place = if self.places.len() == shape.cells() { self.places.get(cell - 1) } else { None };
                let (line, column) = place.copied().unwrap_or((self.line, 1));
                (line, column, problem)
            }),
        };
        let found = found.and_then(|grid| match self.check_candidates(shape) {
            Ok(()) => Ok(grid),
            Err(problem) => Err((self.line, 1, problem)),
        });
        found.map_err(|(line, column, problem)| {
            let begin = if line == self.line {
                String::new()
            } else {
                format!("; the grid begins in line {}", self.line)
            };
            (line, column, problem + &begin)
        })
    }
}

/// Nodes of the search by which candidates are found not to matter.
const NODE_BUDGET: u64 = 100_000;

/// Checks that a grid without these candidates is the same puzzle: it has one solution or none, or they exclude no more than its digits.
pub(super) fn check_candidates(grid: &Grid, candidates: &[DigitSet]) -> Result<(), String> {
    let shape = grid.shape();
    let houses = |cell| [shape.row(cell), shape.col(cell), shape.box_of(cell)];
    let mut free = [[DigitSet::full(shape.side()); Shape::MAX_SIDE]; 3];
    for cell in shape.all_cells() {
        let Some(digit) = grid.get(cell) else { continue };
        for (free, house) in free.iter_mut().zip(houses(cell)) {
            free[house].remove(digit);
        }
    }
    let excludes = |cell| {
        let [row, col, box_] = houses(cell);
        let noted = candidates[cell.index()];
        !noted.is_empty()
            && grid.get(cell).is_none()
            && !((free[0][row] & free[1][col] & free[2][box_]) - noted).is_empty()
    };
    if !shape.all_cells().any(excludes) {
        return Ok(());
    }
    let mut solver = SolverKind::default_for(shape).solver(shape, NODE_BUDGET);
    match solver.solutions(grid) {
        Ok(Solutions::None | Solutions::Unique(_)) => Ok(()),
        Ok(Solutions::Multiple) | Err(_) => Err(
            "its digits alone have several solutions, and its candidates may decide; solve reads them if a file begins with them".to_owned()
        ),
    }
}
