//! Grids drawn over several lines, one after another.
//!
//! ```text
//! Grid 01             +-------+-------+-------+      ┌───────┬───────┬───────┐
//! 003020600           | 5 3 . | . 7 . | . . . |      │ 5 3 . │ . 7 . │ . . . │
//! 900305001           | 6 . . | 1 9 5 | . . . |      │ 6 . . │ 1 9 5 │ . . . │
//! ```
//!
//! | line | meaning |
//! |---|---|
//! | as many cells as the grid has columns, with bars and spaces anywhere | a row |
//! | as many groups of digits, some of several | a row of pencilmarks: a group of one digit is a given, any other an empty cell; or of numbers, see [`PencilmarkGrid`] |
//! | three dashes or more, with `+`, `*`, `.`, `:`, `'` and bars | a rule: it separates bands, or grids |
//! | blank | the same |
//! | a whole grid in its first field | that grid |
//! | `#` and what follows it | a comment |
//! | `[Name]`, in `.sdk` alone | a section; grids are read before the first and in `[Puzzle]` |
//! | more cells than half a row, in a wrong number or with wrong characters | an error of its grid |
//! | anything else | a title: no row of the grid before it follows |
//!
//! Rows belong together if none of them is missing: what separates bands comes after each band or after none.

use super::{
    LINE, Numbered,
    candidates::check_candidates,
    fields::{first_field, puzzle_schema},
    format::{FileReader, Input, InputFormat, Rows, TableReader},
    has_known_ending,
    limits::LINE_BYTES,
    line_reader::LineReader,
    rows_of_cells::{Cells, is_rule, known_cells, row_or_groups, side_of_row},
    table::TextBatch,
};
use crate::error::{Error, Result};
use arrow_schema::SchemaRef;
use gridmill_board::{DigitSet, Grid, PencilmarkGrid, Shape};

/// Text with grids over several lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DrawnFormat {
    /// Recognized by two rows of a grid in a row.
    Drawn,
    /// The format of SadMan Sudoku: drawn grids, in sections.
    Sdk,
}

impl InputFormat for DrawnFormat {
    fn endings(&self) -> &'static [&'static str] {
        if *self == Self::Sdk { &["sdk"] } else { &[] }
    }

    fn row_word(&self) -> &'static str {
        LINE
    }

    fn sniff(&self, input: &mut Input) -> Result<bool> {
        if has_known_ending(input) {
            return Ok(input.is_named_as(self));
        }
        Ok(if *self == Self::Sdk {
            section(&input.text()?.first_line).is_some_and(is_read)
        } else {
            side(input)?.is_some()
        })
    }

    fn open(
        &self,
        input: Input,
        shape: Shape,
        _read_by_name: fn(&str) -> bool,
    ) -> Result<Box<dyn FileReader>> {
        Ok(Box::new(Drawings::new(input, shape, *self == Self::Sdk)?))
    }
}

/// Returns the side of the grids that an input draws: that of the first two rows in a row. `None` if the input draws none, or has a
/// grid in one line before.
pub(super) fn side(input: &mut Input) -> Result<Option<usize>> {
    let shape = input.shape();
    let mut last = None;
    let side = input.look_ahead(|line| {
        if is_rule(line) || without_comment(line).trim().is_empty() {
            return None;
        }
        if is_whole(line, shape) {
            return Some(None);
        }
        let side = side_of_row(without_comment(line), shape);
        if side.is_some() && side == last {
            return Some(side);
        }
        last = side;
        None
    })?;
    Ok(side.flatten())
}

/// Returns true if the first field of a line is a whole grid, of the shape if it is known.
fn is_whole(line: &str, shape: Option<Shape>) -> bool {
    let Some((_, field)) = first_field(line) else { return false };
    let cells = field.chars().count();
    let of = shape.filter(|shape| shape.cells() == cells).or_else(|| match shape {
        Some(_) => None,
        None => Shape::of_cells(cells),
    });
    of.is_some_and(|shape| 3 * known_cells(field.chars(), shape.side()) >= 2 * cells)
}

fn without_comment(line: &str) -> &str {
    line.split('#').next().unwrap_or_default()
}

/// Returns the heading of a section.
fn section(line: &str) -> Option<&str> {
    Some(line.trim()).filter(|line| line.starts_with('[') && line.ends_with(']'))
}

/// Returns true if a section holds the puzzle.
fn is_read(heading: &str) -> bool {
    heading.eq_ignore_ascii_case("[puzzle]")
}

/// A grid as it was read, complete or not.
#[derive(Default)]
struct DrawnGrid {
    /// The line of its first row.
    line: u64,
    rows: usize,
    text: String,
    /// Line and column of each cell.
    places: Vec<(u64, usize)>,
    /// Text of each row of pencilmarks or numbers, with the row.
    groups: Vec<(usize, String)>,
    /// Candidates of each cell, if the grid has some.
    candidates: Vec<DigitSet>,
    /// The first mistake: its line, its column and what it is.
    problem: Option<(u64, usize, String)>,
}

impl DrawnGrid {
    /// Adds a row of a grid with this `side`, and its text if it has groups.
    fn push(&mut self, line: u64, cells: &Cells, groups: Option<String>, side: usize) {
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

    /// Records that no more rows follow.
    fn end(mut self, side: usize) -> Self {
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
    fn row_text(&self, shape: Shape) -> String {
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
    fn parse(&self, shape: Shape) -> Result<Grid, (u64, usize, String)> {
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

/// Lines between two rows.
#[derive(Default)]
struct Gap {
    has_blank: bool,
    has_title: bool,
    rules: usize,
}

/// Kind of a line.
enum LineKind {
    Comment,
    Blank,
    Rule,
    Section {
        is_read: bool,
    },
    Whole {
        before: usize,
        field: String,
    },
    Row(Cells),
    /// A row of groups, with its text.
    Groups(Cells, String),
    Title,
}

/// Reader of drawn grids, as a table with one column.
pub(super) struct Drawings {
    schema: SchemaRef,
    lines: LineReader,
    shape: Shape,
    side: usize,
    has_sections: bool,
    /// True in a section that holds no puzzle.
    skips: bool,
    /// The grid whose rows are being read.
    grid: DrawnGrid,
    /// Rows of its first band, if something separates bands.
    band: Option<usize>,
    gap: Gap,
    /// A grid that was read already.
    next: Option<DrawnGrid>,
}

impl Drawings {
    fn new(mut input: Input, shape: Shape, has_sections: bool) -> Result<Self> {
        let side = side(&mut input)?.unwrap_or(shape.side());
        let path = input.path().to_owned();
        let lines = LineReader::new(&path, input.into_text()?, LINE_BYTES);
        let mut drawings = Self::of_lines(lines, (shape, side), has_sections);
        // A file of one puzzle without it is no file of this format.
        if has_sections {
            let first = drawings.next_grid().transpose()?;
            let problem = || Error::Corpus { path, problem: "there is no grid in it".into() };
            drawings.next = Some(first.ok_or_else(problem)?);
        }
        Ok(drawings)
    }

    /// Reads the grids that a text draws.
    pub(super) fn of_text(text: &str, shape: Shape) -> Self {
        Self::of_lines(LineReader::of_text(text), (shape, shape.side()), false)
    }

    fn of_lines(lines: LineReader, (shape, side): (Shape, usize), has_sections: bool) -> Self {
        Self {
            schema: puzzle_schema(),
            lines,
            shape,
            side,
            has_sections,
            skips: false,
            grid: DrawnGrid::default(),
            band: None,
            gap: Gap::default(),
            next: None,
        }
    }

    /// Returns the next grid, or what is wrong with it.
    pub(super) fn next_puzzle(&mut self) -> Option<Result<Grid, String>> {
        Some(self.next_grid()?.map_err(|error| error.to_string()).and_then(|grid| {
            grid.parse(self.shape)
                .map_err(|(line, column, problem)| format!("line {line}, column {column}: {problem}"))
        }))
    }

    fn kind(&self, line: &str) -> LineKind {
        let text = without_comment(line);
        if text.trim().is_empty() {
            return if line.trim().is_empty() { LineKind::Blank } else { LineKind::Comment };
        }
        if let Some(heading) = section(text).filter(|_| self.has_sections) {
            return LineKind::Section { is_read: is_read(heading) };
        }
        if is_rule(text) {
            return LineKind::Rule;
        }
        if let Some((before, field)) = first_field(line)
            && field.chars().count() == self.side * self.side
            && is_whole(line, None)
        {
            return LineKind::Whole { before, field: field.to_owned() };
        }
        let (cells, has_groups) = row_or_groups(text, self.side);
        let known = known_cells(cells.iter().map(|(_, c)| *c), self.side);
        if 2 * cells.len() > self.side && 3 * known >= 2 * cells.len() {
            if has_groups {
                LineKind::Groups(cells, text.trim_end().to_owned())
            } else {
                LineKind::Row(cells)
            }
        } else {
            LineKind::Title
        }
    }

    /// Returns the next grid, complete or not; `None` after the last and after an error.
    fn next_grid(&mut self) -> Option<Result<DrawnGrid>> {
        if let Some(grid) = self.next.take() {
            return Some(Ok(grid));
        }
        while let Some(read) = self.lines.read() {
            if let Err(error) = read {
                return Some(Err(error));
            }
            let (line, kind) = (self.lines.number(), self.kind(&self.lines.text()));
            if let LineKind::Section { is_read } = kind {
                self.skips = !is_read;
            } else if self.skips {
                continue;
            }
            let (kind, groups) = match kind {
                LineKind::Groups(cells, text) => (LineKind::Row(cells), Some(text)),
                kind => (kind, None),
            };
            let ended = match kind {
                LineKind::Comment => None,
                LineKind::Blank => {
                    self.gap.has_blank = true;
                    None
                }
                LineKind::Rule => {
                    self.gap.rules += 1;
                    None
                }
                LineKind::Title | LineKind::Section { .. } | LineKind::Groups(..) => {
                    self.gap.has_title = true;
                    None
                }
                LineKind::Whole { before, field } => {
                    let places = (0..field.chars().count()).map(|cell| (line, before + cell + 1)).collect();
                    let whole =
                        DrawnGrid { line, rows: self.side, text: field, places, ..DrawnGrid::default() };
                    match self.take_grid() {
                        Some(incomplete) => {
                            self.next = Some(whole);
                            Some(incomplete)
                        }
                        None => Some(whole),
                    }
                }
                LineKind::Row(cells) => {
                    let ended = if self.begins_another_grid() { self.take_grid() } else { None };
                    self.grid.push(line, &cells, groups, self.side);
                    let complete = if self.grid.rows == self.side { self.take_grid() } else { None };
                    ended.or(complete)
                }
            };
            if let Some(grid) = ended {
                return Some(Ok(grid));
            }
        }
        self.take_grid().map(Ok)
    }

    /// Returns the grid that is being read, if it has a row.
    fn take_grid(&mut self) -> Option<DrawnGrid> {
        (self.band, self.gap) = (None, Gap::default());
        let grid = std::mem::take(&mut self.grid);
        (grid.rows > 0).then(|| grid.end(self.side))
    }

    /// Returns true if the row just read cannot belong to the grid before it, by what stands between them.
    fn begins_another_grid(&mut self) -> bool {
        let gap = std::mem::take(&mut self.gap);
        let rows = self.grid.rows;
        if rows == 0 {
            return false;
        }
        let is_separated = gap.has_blank || gap.rules > 0;
        let is_end_of_band = match self.band {
            Some(band) => rows.is_multiple_of(band),
            None if is_separated => {
                self.band = Some(rows);
                self.side.is_multiple_of(rows)
            }
            None => false,
        };
        // Two rules end one drawing and begin another.
        gap.has_title || gap.rules > 1 || is_separated != is_end_of_band
    }
}

impl TableReader for Drawings {
    fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    fn next_rows(&mut self) -> Result<Option<Rows>> {
        let mut batch = TextBatch::new(1);
        while !batch.is_full()
            && let Some(grid) = self.next_grid()
        {
            let grid = grid?;
            match grid.parse(self.shape) {
                Ok(parsed) => batch.push_row(grid.line, Ok(parsed)),
                Err((line, column, problem)) => {
                    batch.push_row(line, Err(format!("column {column}: {problem}")));
                }
            }
            batch.push(0, Some(&grid.row_text(self.shape)));
        }
        batch.finish(self.lines.path(), &self.schema)
    }
}

impl FileReader for Drawings {
    fn next_puzzle(&mut self) -> Option<Numbered> {
        Some(self.next_grid()?.and_then(|grid| {
            grid.parse(self.shape).map(|parsed| (grid.line, parsed)).map_err(|(line, column, problem)| {
                Error::NoPuzzle { path: self.lines.path().to_owned(), unit: LINE, line, column, problem }
            })
        }))
    }
}
