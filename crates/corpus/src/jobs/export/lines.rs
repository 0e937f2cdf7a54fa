//! Files of lines: puzzles as text, JSON lines, and the CSV of sudoku-extreme.

use super::{Exporter, Prepared};
use arrow_schema::{DataType, Schema};
use gridmill_tables::{
    Result,
    files::{Draft, TextSink, output_error},
    read::Rows,
    schema::ColumnNames,
    write::{cells::write_cell, json, text::quote},
};
use std::{
    io::{BufWriter, Write},
    path::PathBuf,
};

/// Form of a line.
pub(super) enum LineForm {
    /// A puzzle, `.` for an empty cell.
    Text,
    /// A puzzle, `0` for an empty cell, as in files of SudoCue.
    Sdm,
    /// Columns, as an object: their places and keys.
    Jsonl(Vec<(usize, Vec<u8>)>),
    /// `source,question,answer,rating`, the rating a whole number: the mean guesses, rounded.
    SudokuExtreme {
        /// Number of the column with the sources; the name of the file where there is none.
        source: Option<usize>,
    },
}

/// Writer of lines.
pub(super) struct Lines {
    path: PathBuf,
    out: BufWriter<TextSink>,
    form: LineForm,
}

impl LineForm {
    /// JSON lines with the columns of these names.
    ///
    /// # Errors
    /// [`Error::Option`](gridmill_tables::Error::Option) for a column that is not there.
    pub(super) fn jsonl(schema: &Schema, columns: &ColumnNames) -> Result<Self> {
        let names: Vec<&str> = schema.fields().iter().map(|field| field.name().as_str()).collect();
        let places = columns.places(&names)?;
        Ok(Self::Jsonl(places.into_iter().map(|place| (place, json::key(names[place]))).collect()))
    }

    /// The CSV of sudoku-extreme, with the sources of a column of text.
    pub(super) fn sudoku_extreme(schema: &Schema) -> Self {
        let source = schema.fields().iter().position(|field| {
            field.name() == "source" && matches!(field.data_type(), DataType::Utf8 | DataType::Dictionary(..))
        });
        Self::SudokuExtreme { source }
    }

    fn write(&self, rows: &Rows, prepared: &Prepared, out: &mut Vec<u8>) -> Result<()> {
        match self {
            Self::Text => prepared.grid.write_text(out),
            Self::Sdm => {
                let start = out.len();
                prepared.grid.write_text(out);
                for byte in out[start..].iter_mut().filter(|byte| **byte == b'.') {
                    *byte = b'0';
                }
            }
            Self::Jsonl(keys) => {
                json::begin(out);
                for (place, key) in keys {
                    out.extend_from_slice(key);
                    let is_literal = rows.literals.contains(*place, prepared.row);
                    json::write_cell(rows.batch.column(*place), prepared.row, is_literal, out);
                    out.push(b',');
                }
                json::end(out);
                return Ok(());
            }
            Self::SudokuExtreme { source } => {
                let start = out.len();
                if let Some(column) = source {
                    write_cell(rows.batch.column(*column), prepared.row, out)?;
                } else {
                    let stem = rows.file.0.file_stem().unwrap_or_default();
                    out.extend_from_slice(stem.to_string_lossy().as_bytes());
                }
                quote(out, start);
                out.push(b',');
                prepared.grid.write_text(out);
                out.push(b',');
                if let Some(solution) = &prepared.solution {
                    solution.write_text(out);
                }
                let guesses = prepared.guesses.map_or(0, |guesses| (guesses.hundredths() + 50) / 100);
                out.extend_from_slice(format!(",{guesses}").as_bytes());
            }
        }
        out.push(b'\n');
        Ok(())
    }
}

impl Lines {
    /// Begins a file.
    pub(super) fn to_file(draft: Draft, form: LineForm) -> Result<Self> {
        Self::begin(draft.path().to_owned(), TextSink::File(draft), form)
    }

    /// Begins a stream, which errors call `name`.
    pub(super) fn to_stream(name: &str, out: Box<dyn Write + Send>, form: LineForm) -> Result<Self> {
        Self::begin(name.into(), TextSink::Stream(out), form)
    }

    fn begin(path: PathBuf, out: TextSink, form: LineForm) -> Result<Self> {
        let mut lines = Self { path, out: out.buffered(), form };
        if matches!(lines.form, LineForm::SudokuExtreme { .. }) {
            lines.put(b"source,question,answer,rating\n")?;
        }
        Ok(lines)
    }

    fn put(&mut self, bytes: &[u8]) -> Result<()> {
        self.out.write_all(bytes).map_err(|error| output_error(&self.path, error))
    }
}

impl Exporter for Lines {
    fn push(&mut self, rows: &Rows, prepared: &[Prepared]) -> Result<()> {
        let mut lines = Vec::new();
        for row in prepared {
            self.form.write(rows, row, &mut lines)?;
        }
        self.put(&lines)
    }

    fn finish(self: Box<Self>) -> Result<Vec<String>> {
        TextSink::finish(self.out, &self.path)?;
        Ok(Vec::new())
    }
}
