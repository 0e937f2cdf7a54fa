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
//! | as many groups of digits, some of several | a row of pencilmarks: a group of one digit is a given, any other an empty cell; or of numbers, see [`PencilmarkGrid`](gridmill_board::PencilmarkGrid) |
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
    arrays::Arrays,
    drawn_grid::DrawnGrid,
    elements::is_json,
    fields::{first_field, is_comment, numbered, puzzle_schema},
    format::{FileReader, FormatDescription, Input, InputFormat, Rows, TableReader},
    has_known_ending,
    limits::LINE_BYTES,
    rows_of_cells::{
        Row, has_dashes_for_cells, is_bar, is_row_of_dashes, is_rule, is_sequence, is_table_rule,
        known_cells, label_of_fields, labelled, row, row_without_label, side_of_row, side_without_label,
    },
    table::TextBatch,
    text::{LineReader, is_blank},
};
use crate::error::{Error, Result};
use arrow_schema::SchemaRef;
use gridmill_board::{Grid, Shape};
use std::collections::VecDeque;

/// Text with grids over several lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DrawnFormat {
    /// Recognized by two rows of a grid in a row.
    Drawn,
    /// The format of SadMan Sudoku: drawn grids, in sections.
    Sdk,
    /// Arrays as programs print them, see `arrays`.
    Array,
}

impl InputFormat for DrawnFormat {
    fn description(&self) -> FormatDescription {
        match self {
            Self::Drawn => FormatDescription {
                name: "drawn grids",
                section: "drawn-grids",
                endings: &["ss", "sdx"],
                begins: "two rows of a grid or of pencilmarks, after titles and rules or not",
                row_word: LINE,
                programs: &[
                    ("HoDoKu", "drawn grids and pencilmarks"),
                    ("Simple Sudoku", "`.ss`"),
                    ("SudoCue", "`.sdx`"),
                    ("Forums, wikis", "drawings, with labels or not; Markdown tables"),
                ],
                about: "`.sdx` of SudoCue: cells between blanks; digits after `u` are entries, and left out.",
                example: b"Grid 01\n53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79\n",
            },
            Self::Sdk => FormatDescription {
                name: "SadMan Sudoku",
                section: "files-of-other-programs",
                endings: &["sdk"],
                begins: "`[Puzzle]`",
                row_word: LINE,
                programs: &[("SadMan Sudoku", "`.sdk`")],
                about: "`.sdk` of SadMan Sudoku holds one puzzle as nine lines. Lines with `#` are skipped; of sections, only `[Puzzle]` is read.",
                example: b"#A me\n[Puzzle]\n53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79\n[State]\n",
            },
            Self::Array => FormatDescription {
                name: "printed arrays",
                section: "printed-arrays",
                endings: &[],
                begins: "brackets that are no JSON, or a line such as `board = [`",
                row_word: LINE,
                programs: &[
                    ("NumPy", "printed arrays"),
                    ("Python, C, C#, Java, JavaScript", "printed arrays"),
                ],
                about: "",
                example: b"board = [\n[5,3,0,0,7,0,0,0,0],\n[6,0,0,1,9,5,0,0,0],\n[0,9,8,0,0,0,0,6,0],\n[8,0,0,0,6,0,0,0,3],\n[4,0,0,8,0,3,0,0,1],\n[7,0,0,0,2,0,0,0,6],\n[0,6,0,0,0,0,2,8,0],\n[0,0,0,4,1,9,0,0,5],\n[0,0,0,0,8,0,0,7,9]]\n",
            },
        }
    }

    fn sniff(&self, input: &mut Input) -> Result<bool> {
        if input.is_named_as(self) {
            return Ok(true);
        }
        match self {
            // Names of other formats have been recognized, except tables without a known column.
            Self::Drawn => Ok(side(input)?.is_some()),
            _ if has_known_ending(input) => Ok(false),
            Self::Sdk => Ok(section(&input.text()?.first_line).is_some_and(is_read)),
            Self::Array => begins_with_array(input),
        }
    }

    fn open(&self, input: Input) -> Result<Box<dyn FileReader>> {
        Ok(Box::new(Drawings::new(input, *self)?))
    }
}

/// Returns the side of the grids that an input draws: that of the first two rows in a row. `None` if the input draws none, or has a
/// grid in one line before.
pub(super) fn side(input: &mut Input) -> Result<Option<usize>> {
    let shape = input.shape;
    let (mut last, mut last_plain) = (None, None);
    let side = input.look_ahead(|line| {
        if is_rule(line) || is_comment(line) || is_blank(without_comment(line).as_bytes()) {
            return None;
        }
        if is_whole(line, shape) {
            return Some(None);
        }
        let text = without_comment(line);
        let found = side_of_row(text, shape).map(|side| (side, row(text, side).label));
        let plain = side_without_label(text, shape);
        // A row of a larger grid may look as if its first cell were a label; labels count.
        let counts = |one: Option<usize>, other: Option<usize>| match (one, other) {
            (Some(one), Some(other)) => one.abs_diff(other) == 1,
            _ => true,
        };
        if let (Some((side, label)), Some((last_side, last_label))) = (found, last)
            && side == last_side
            && counts(label, last_label)
        {
            return Some(Some(side));
        }
        if plain.is_some() && plain == last_plain {
            return Some(plain);
        }
        (last, last_plain) = (found, plain);
        None
    })?;
    Ok(side.flatten())
}

/// Returns true if an input has an array before anything else with cells, and is no JSON.
fn begins_with_array(input: &mut Input) -> Result<bool> {
    let shape = input.shape;
    let side = shape.unwrap_or(Shape::STANDARD).side();
    if input.text()?.first_line.trim_start().starts_with(['[', '{']) && is_json(&input.beginning()?) {
        return Ok(false);
    }
    let begins = input.look_ahead(|line| {
        if Arrays::are_begun_by(line, side) {
            return Some(true);
        }
        let has_cells = is_whole(line, shape) || side_of_row(without_comment(line), shape).is_some();
        has_cells.then_some(false)
    })?;
    Ok(begins.unwrap_or(false))
}

/// Returns the side of the grids of an input with arrays, if its shape is not known.
fn side_of_arrays(input: &mut Input) -> Result<Option<usize>> {
    if input.shape.is_some() {
        return Ok(None);
    }
    let mut text = String::new();
    input.look_ahead(|line| {
        let is_begun = !text.is_empty() || Arrays::are_begun_by(line, Shape::STANDARD.side());
        if is_begun {
            text += line;
        }
        (text.len() >= LINE_BYTES).then_some(())
    })?;
    Ok(Arrays::side_of(text.split_once('=').map_or(text.as_str(), |(_, text)| text)))
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

fn section(line: &str) -> Option<&str> {
    Some(line.trim()).filter(|line| line.starts_with('[') && line.ends_with(']'))
}

/// Returns true if a section holds the puzzle.
fn is_read(heading: &str) -> bool {
    heading.eq_ignore_ascii_case("[puzzle]")
}

/// Lines between two rows.
#[derive(Default)]
struct Gap {
    has_blank: bool,
    has_title: bool,
    rules: usize,
}

enum LineKind {
    Comment,
    Blank,
    Rule,
    /// Rule below the head of a Markdown table.
    TableRule,
    Section {
        is_read: bool,
    },
    Whole {
        before: usize,
        field: String,
    },
    Row(Row),
    Title,
}

/// Labels of the first rows of fields that have one field more than cells.
struct Index {
    side: usize,
    labels: Vec<usize>,
}

impl Index {
    const fn new(side: usize) -> Self {
        Self { side, labels: Vec::new() }
    }

    /// Looks at a line; returns whether the first fields are labels once a grid has as many of them.
    fn decide(&mut self, line: &str) -> Option<bool> {
        if let Some(label) = label_of_fields(line, self.side) {
            self.labels.push(label);
        }
        (self.labels.len() == self.side).then(|| self.is_likely())
    }

    /// Returns true if the labels so far count.
    fn is_likely(&self) -> bool {
        self.labels.len() > 1 && self.labels.windows(2).all(|pair| pair[1] == pair[0] + 1)
    }
}

#[derive(Default)]
struct FirstRow {
    has_bars: bool,
    /// True if it counts from 1 or 0, or is empty: it may be the head of a table.
    is_head: bool,
    /// Difference of its label and its place, from 0.
    label: Option<usize>,
}

/// Reader of drawn grids, as a table with one column.
pub(super) struct Drawings {
    schema: SchemaRef,
    lines: LineReader,
    shape: Shape,
    side: usize,
    /// True in a section that holds no puzzle; none without sections.
    skips: Option<bool>,
    /// True if lines of dashes alone are cells.
    has_dashes: bool,
    /// True if the first field of rows is a label, not a cell before a delimiter at their end.
    has_index: bool,
    arrays: Option<Arrays>,
    grid: DrawnGrid,
    first: FirstRow,
    /// True if the first row of the grid is a head if another row follows the last one.
    may_have_head: bool,
    /// Rows of its first band, if something separates bands.
    band: Option<usize>,
    gap: Gap,
    /// Grids that were read already.
    ended: VecDeque<DrawnGrid>,
}

impl Drawings {
    fn new(mut input: Input, format: DrawnFormat) -> Result<Self> {
        let shape = input.grid_shape();
        let is_array = format == DrawnFormat::Array;
        let side = if is_array { side_of_arrays(&mut input)? } else { side(&mut input)? };
        let side = side.unwrap_or(shape.side());
        let has_dashes = input.look_ahead(|line| has_dashes_for_cells(line, side).then_some(()))?.is_some();
        let mut index = Index::new(side);
        let has_index = input.look_ahead(|line| index.decide(line))?.unwrap_or(index.is_likely());
        let path = input.path.clone();
        let lines = LineReader::new(&path, input.into_text()?, LINE_BYTES);
        let has_sections = format == DrawnFormat::Sdk;
        let arrays = is_array.then(|| Arrays::new(side));
        let mut drawings = Self {
            skips: has_sections.then_some(false),
            has_dashes,
            has_index,
            arrays,
            ..Self::of_lines(lines, (shape, side))
        };
        // A file of one puzzle without it is no file of this format.
        if has_sections {
            let first = drawings.next_grid().transpose()?;
            let problem = || Error::Corpus { path, problem: "there is no grid in it".into() };
            drawings.ended.push_front(first.ok_or_else(problem)?);
        }
        Ok(drawings)
    }

    /// Reads the grids that a text draws, or has as arrays.
    pub(super) fn of_text(text: &str, shape: Shape) -> Self {
        let side = shape.side();
        let lines = LineReader::of_text(text);
        let has_dashes = text.lines().any(|line| has_dashes_for_cells(line, side));
        let mut index = Index::new(side);
        let has_index = text.lines().find_map(|line| index.decide(line)).unwrap_or(index.is_likely());
        let begins = |line| (Arrays::are_begun_by(line, side), side_of_row(line, Some(shape)).is_some());
        let is_array = text
            .lines()
            .map(begins)
            .find(|&(is_array, is_row)| is_array || is_row)
            .is_some_and(|(is_array, _)| is_array);
        let arrays = is_array.then(|| Arrays::new(side));
        Self { has_dashes, has_index, arrays, ..Self::of_lines(lines, (shape, side)) }
    }

    fn of_lines(lines: LineReader, (shape, side): (Shape, usize)) -> Self {
        Self {
            schema: puzzle_schema(),
            lines,
            shape,
            side,
            skips: None,
            has_dashes: false,
            has_index: false,
            arrays: None,
            grid: DrawnGrid::default(),
            first: FirstRow::default(),
            may_have_head: false,
            band: None,
            gap: Gap::default(),
            ended: VecDeque::new(),
        }
    }

    pub(super) fn next_puzzle(&mut self) -> Option<Result<Grid, String>> {
        Some(self.next_grid()?.map_err(|error| error.to_string()).and_then(|grid| {
            grid.parse(self.shape)
                .map_err(|(line, column, problem)| format!("line {line}, column {column}: {problem}"))
        }))
    }

    /// Returns the next grid, or the column of its mistake and what it is.
    pub(super) fn next_grid_place(&mut self) -> Option<Result<Grid, (usize, String)>> {
        Some(
            self.next_grid()?
                .map_err(|error| (1, error.to_string()))
                .and_then(|grid| grid.parse(self.shape).map_err(|(_, column, problem)| (column, problem))),
        )
    }

    fn kind(&self, line: &str) -> LineKind {
        let text = without_comment(line);
        if is_comment(line) {
            return LineKind::Comment;
        }
        if is_blank(text.as_bytes()) {
            return LineKind::Blank;
        }
        if let Some(heading) = section(text).filter(|_| self.skips.is_some()) {
            return LineKind::Section { is_read: is_read(heading) };
        }
        if is_table_rule(text, self.side) {
            return LineKind::TableRule;
        }
        let is_row_of_dashes = self.has_dashes && is_row_of_dashes(text, self.side);
        if is_rule(text) && !is_row_of_dashes {
            return LineKind::Rule;
        }
        if let Some((before, field)) = first_field(line)
            && field.chars().count() == self.side * self.side
            && is_whole(line, None)
        {
            return LineKind::Whole { before, field: field.to_owned() };
        }
        let labelled = if self.has_index { labelled(text, self.side) } else { None };
        let row = labelled.unwrap_or_else(|| row(text, self.side));
        let known = known_cells(row.cells.iter().map(|(_, c)| *c), self.side);
        if 2 * row.cells.len() > self.side && 3 * known >= 2 * row.cells.len() {
            LineKind::Row(row)
        } else {
            LineKind::Title
        }
    }

    /// Returns the next grid, complete or not; `None` after the last and after an error.
    fn next_grid(&mut self) -> Option<Result<DrawnGrid>> {
        loop {
            if let Some(grid) = self.ended.pop_front() {
                return Some(Ok(grid));
            }
            match self.lines.read() {
                Some(Ok(())) => {}
                Some(Err(error)) => return Some(Err(error)),
                None => break,
            }
            let line = self.lines.number;
            let text = self.lines.text().into_owned();
            match &mut self.arrays {
                Some(arrays) => arrays.feed(line, &text, &mut self.ended),
                None => self.read_line(line, &text),
            }
        }
        if let Some(arrays) = &mut self.arrays {
            arrays.end(&mut self.ended);
        }
        self.end_grid();
        self.ended.pop_front().map(Ok)
    }

    fn read_line(&mut self, line: u64, text: &str) {
        let kind = self.kind(text);
        if let LineKind::Section { is_read } = kind {
            self.skips = Some(!is_read);
        } else if self.skips == Some(true) {
            return;
        }
        // As many rows as a grid has, and the first may be a head.
        if self.may_have_head && self.grid.rows == self.side {
            if matches!(kind, LineKind::Row(_)) {
                self.grid.remove_first_row(self.side);
                self.may_have_head = false;
            } else {
                self.end_grid();
            }
        }
        match kind {
            LineKind::Comment => {}
            LineKind::Blank => self.gap.has_blank = true,
            LineKind::TableRule if self.grid.rows <= 1 => {
                self.may_have_head = self.grid.rows == 1 && self.first.is_head;
            }
            LineKind::Rule | LineKind::TableRule => self.gap.rules += 1,
            LineKind::Title | LineKind::Section { .. } => self.gap.has_title = true,
            LineKind::Whole { before, field } => {
                let places = (0..field.chars().count()).map(|cell| (line, before + cell + 1)).collect();
                let whole = DrawnGrid { line, rows: self.side, text: field, places, ..DrawnGrid::default() };
                self.end_grid();
                self.ended.push_back(whole);
            }
            LineKind::Row(row) => self.read_row(line, text, row),
        }
    }

    fn read_row(&mut self, line: u64, text: &str, mut row: Row) {
        let has_bars = text.contains(is_bar);
        // Numbers of columns above rows that have labels, or bars where it has none.
        if self.grid.rows == 1
            && self.first.is_head
            && (row.label.is_some() || has_bars != self.first.has_bars)
        {
            self.clear_grid();
        }
        if self.begins_another_grid() {
            self.end_grid();
        }
        let rows = self.grid.rows;
        let offset = row.label.and_then(|label| label.checked_sub(rows)).filter(|&offset| offset <= 1);
        if row.label.is_some() && (offset.is_none() || rows > 0 && offset != self.first.label) {
            row = row_without_label(without_comment(text), self.side);
        }
        if rows == 0 {
            let is_empty = row.cells.iter().all(|(_, c)| *c == '.');
            let is_head = row.label.is_none() && (is_sequence(&row.cells, self.side) || is_empty && has_bars);
            self.first = FirstRow { has_bars, is_head, label: offset };
            self.may_have_head = is_head && row.is_delimited;
        }
        self.grid.push(line, &row.cells, row.groups, self.side);
        if self.grid.rows == self.side && !self.may_have_head {
            self.end_grid();
        }
    }

    /// Forgets the grid that is being read.
    fn clear_grid(&mut self) -> DrawnGrid {
        (self.band, self.gap, self.may_have_head) = (None, Gap::default(), false);
        std::mem::take(&mut self.grid)
    }

    /// Ends the grid that is being read, if it has a row.
    fn end_grid(&mut self) {
        let grid = self.clear_grid();
        if grid.rows > 0 {
            self.ended.push_back(grid.end(self.side));
        }
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
        batch.finish(&self.lines.path, &self.schema)
    }
}

impl FileReader for Drawings {
    fn next_puzzle(&mut self) -> Option<Numbered> {
        Some(self.next_grid()?.and_then(|grid| {
            let parsed = grid.parse(self.shape);
            let line = parsed.as_ref().map_or_else(|problem| problem.0, |_| grid.line);
            let parsed = parsed.map_err(|(_, column, problem)| (column, problem));
            numbered((&self.lines.path, LINE), line, parsed)
        }))
    }
}
