//! Files of one puzzle after the other: as text, as rows of a table, as links, and in the lines of other programs.

use super::{Exporter, Prepared};
use arrow_schema::{DataType, Schema};
use gridmill_tables::{
    Error, Result,
    files::{TextSink, output_error},
    read::Rows,
    schema::ColumnNames,
    write::{LinkSite, cells::write_cell, json, text},
};
use std::{
    io::{BufWriter, Write},
    path::{Path, PathBuf},
};

pub(super) enum LineForm {
    /// A puzzle, `.` for an empty cell.
    Text,
    /// A puzzle, `0` for an empty cell, as in files of SudoCue.
    Sdm,
    /// Columns, as an object a line.
    Jsonl(Keys),
    /// Columns, as one list of objects.
    Json(Keys),
    /// Columns, as CSV: their places and the header.
    Csv(Vec<usize>, Vec<u8>),
    HoDoKu,
    OpenSudoku,
    Link(LinkSite),
    /// `source,question,answer,rating`, the rating a whole number: the mean guesses, rounded.
    SudokuExtreme {
        /// Number of the column with the sources; the name of the file where there is none.
        source: Option<usize>,
    },
}

pub(super) type Keys = Vec<(usize, Vec<u8>)>;

pub(super) struct Lines {
    path: PathBuf,
    out: BufWriter<TextSink>,
    form: LineForm,
    is_empty: bool,
}

impl LineForm {
    /// Returns the places and the keys of the columns of these names.
    pub(super) fn keys(schema: &Schema, columns: &ColumnNames) -> Result<Keys> {
        let names: Vec<&str> = schema.fields().iter().map(|field| field.name().as_str()).collect();
        let places = columns.places(&names)?;
        Ok(places.into_iter().map(|place| (place, json::key(names[place]))).collect())
    }

    /// CSV with the columns of these names.
    pub(super) fn csv(schema: &Schema, columns: &ColumnNames) -> Result<Self> {
        let names: Vec<&str> = schema.fields().iter().map(|field| field.name().as_str()).collect();
        let places = columns.places(&names)?;
        let header = text::names(places.iter().map(|&place| names[place]))?;
        Ok(Self::Csv(places, header))
    }

    /// The CSV of sudoku-extreme, with the sources of a column of text.
    pub(super) fn sudoku_extreme(schema: &Schema) -> Self {
        let source = schema.fields().iter().position(|field| {
            field.name() == "source" && matches!(field.data_type(), DataType::Utf8 | DataType::Dictionary(..))
        });
        Self::SudokuExtreme { source }
    }

    /// Returns what stands before the first puzzle and after the last one.
    fn frame(&self) -> (&[u8], &'static [u8]) {
        match self {
            Self::Json(_) => (b"[", b"\n]\n"),
            Self::Csv(_, header) => (header, b""),
            Self::OpenSudoku => {
                (b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n", b"</opensudoku>\n")
            }
            Self::SudokuExtreme { .. } => (b"source,question,answer,rating\n", b""),
            _ => (b"", b""),
        }
    }

    /// Writes puzzles, each with the end of its line; the first of the file if it `is_first`.
    fn write(&self, rows: &Rows, prepared: &[Prepared], is_first: bool, out: &mut Vec<u8>) -> Result<()> {
        if let Self::Csv(places, _) = self {
            let columns = rows.batch.project(places).map_err(|error| Error::option(error.to_string()))?;
            return text::rows_of(&columns, prepared.iter().map(|row| row.row), out);
        }
        for (place, row) in prepared.iter().enumerate() {
            match self {
                Self::Jsonl(keys) => write_object(keys, rows, row.row, out),
                Self::Json(keys) => {
                    out.extend_from_slice(if is_first && place == 0 { b"\n" } else { b",\n" });
                    write_object(keys, rows, row.row, out);
                    // The end of the line comes with the next object, or with the end of the list.
                    out.pop();
                }
                _ => {
                    self.write_puzzle(rows, row, out)?;
                    out.push(b'\n');
                }
            }
        }
        Ok(())
    }

    /// Writes a puzzle without columns of its row, but for a source.
    fn write_puzzle(&self, rows: &Rows, prepared: &Prepared, out: &mut Vec<u8>) -> Result<()> {
        let grid = &prepared.grid;
        match self {
            Self::Sdm => grid.write_text_with_zeros(out),
            Self::HoDoKu => {
                out.extend_from_slice(b":0000:x:");
                grid.write_text(out);
                out.extend_from_slice(b":::");
            }
            Self::OpenSudoku => {
                out.extend_from_slice(b"  <game data=\"");
                grid.write_text_with_zeros(out);
                out.extend_from_slice(b"\"/>");
            }
            Self::Link(site) => site.write(grid, out),
            Self::SudokuExtreme { source } => {
                let start = out.len();
                if let Some(column) = source {
                    write_cell(rows.batch.column(*column), prepared.row, out)?;
                } else {
                    let stem = rows.file.0.file_stem().unwrap_or_default();
                    out.extend_from_slice(stem.to_string_lossy().as_bytes());
                }
                text::quote(out, start);
                out.push(b',');
                grid.write_text(out);
                out.push(b',');
                if let Some(solution) = &prepared.solution {
                    solution.write_text(out);
                }
                let guesses = prepared.guesses.map_or(0, |guesses| (guesses.hundredths() + 50) / 100);
                out.extend_from_slice(format!(",{guesses}").as_bytes());
            }
            Self::Text | Self::Jsonl(_) | Self::Json(_) | Self::Csv(..) => grid.write_text(out),
        }
        Ok(())
    }
}

fn write_object(keys: &Keys, rows: &Rows, row: usize, out: &mut Vec<u8>) {
    json::begin(out);
    for (place, key) in keys {
        out.extend_from_slice(key);
        json::write_cell(rows.batch.column(*place), row, rows.literals.contains(*place, row), out);
        out.push(b',');
    }
    json::end(out);
}

impl Lines {
    pub(super) fn begin((path, out): (PathBuf, TextSink), form: LineForm) -> Result<Self> {
        let mut lines = Self { path, out: out.buffered(), form, is_empty: true };
        put(&mut lines.out, &lines.path, lines.form.frame().0)?;
        Ok(lines)
    }
}

fn put(out: &mut impl Write, path: &Path, bytes: &[u8]) -> Result<()> {
    out.write_all(bytes).map_err(|error| output_error(path, error))
}

impl Exporter for Lines {
    fn push(&mut self, rows: &Rows, prepared: &[Prepared]) -> Result<()> {
        let mut lines = Vec::new();
        self.form.write(rows, prepared, self.is_empty, &mut lines)?;
        self.is_empty &= lines.is_empty();
        put(&mut self.out, &self.path, &lines)
    }

    fn finish(mut self: Box<Self>) -> Result<Vec<String>> {
        put(&mut self.out, &self.path, self.form.frame().1)?;
        TextSink::finish(self.out, &self.path)?;
        Ok(Vec::new())
    }
}
