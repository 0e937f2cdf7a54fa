//! Rows that are read more than once.

use super::input_file::InputFile;
use crate::read::sources::Sources;
use arrow_array::{
    Array, ArrayRef, ArrowPrimitiveType, BooleanArray, PrimitiveArray, RecordBatch, StringArray, UInt32Array,
    cast::AsArray as _, downcast_primitive_array,
};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, OffsetBuffer};
use arrow_schema::{ArrowError, DataType};
use arrow_select::take::take;
use gridmill_board::Shape;
use gridmill_tables::{
    Error, Result,
    facts::{Facts, InputIdentity},
    files::platform::is_standard_input_endless,
    read::{
        ColumnChoice, CommonColumns, FileList, GridColumns, InputFiles as _, MemoryTable, Rows, TableInput,
        is_stdin, is_stream,
    },
    schema::ColumnNames,
    storage::{StoredFile, endless},
    write::PickedColumns,
};
use rayon::{ThreadPool, prelude::*};
use std::{
    io::{self, stdin},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};
use tempfile::TempPath;

/// Files of puzzles that are read more than once, or a table in memory. Streams, such as standard input, are copied to temporary files
/// first.
#[derive(Debug, Clone)]
pub struct EquivalenceInputs {
    sources: Sources,
    /// The rows, if they are in memory.
    table: Option<MemoryTable>,
    shape: Shape,
    columns: GridColumns,
    /// Columns that the files have in common, where not all have the same.
    common: Option<CommonColumns>,
    /// Columns of the rows that are written; all if none is named.
    output: ColumnNames,
    /// Copies of streams, and the names of the streams.
    copies: Vec<(Arc<TempPath>, PathBuf)>,
}

impl EquivalenceInputs {
    /// Takes files or folders of corpora, whose puzzles are in the columns of these names.
    ///
    /// # Errors
    /// [`Error::Io`] for a stream that cannot be copied.
    pub fn new(sources: impl Into<Sources>, shape: Shape, columns: GridColumns) -> Result<Self> {
        let sources = sources.into();
        // Before a stream is read to its end.
        sources.files()?;
        let mut copies = Vec::new();
        let sources = sources.try_map(|file| {
            if !is_stream(&file) {
                return Ok(file);
            }
            let copy = Arc::new(copy_of_stream(&file)?);
            let path = copy.to_path_buf();
            copies.push((copy, file));
            Ok(path)
        })?;
        let common = common_columns(&sources, shape, &columns)?;
        Ok(Self { sources, table: None, shape, columns, common, output: ColumnNames::default(), copies })
    }

    /// Takes rows in memory, whose puzzles are in the columns of these names.
    pub fn of_memory(table: MemoryTable, shape: Shape, columns: GridColumns) -> Self {
        Self {
            sources: Sources::default(),
            table: Some(table),
            shape,
            columns,
            common: None,
            output: ColumnNames::default(),
            copies: Vec::new(),
        }
    }

    /// Writes these columns of the rows alone, in this order.
    ///
    /// # Errors
    /// [`Error::Option`] for a column that is not there, and without that of the puzzles.
    pub fn with_output_columns(self, output: ColumnNames) -> Result<Self> {
        let selected = Self { output, ..self };
        if !selected.output.is_all() {
            let tables = selected.tables()?;
            PickedColumns::of(&selected.output, tables.schema())?;
            let names: Vec<&str> =
                tables.schema().fields().iter().map(|field| field.name().as_str()).collect();
            let puzzle = names[selected.columns.puzzle_place(&names)?];
            selected.output.check_puzzles(puzzle)?;
        }
        Ok(selected)
    }

    /// Returns the names of the columns that are left out because not all files have them.
    pub fn left_out(&self) -> &[String] {
        self.common.as_ref().map_or(&[], CommonColumns::left_out)
    }

    /// Returns the columns that are written.
    pub(super) const fn output(&self) -> &ColumnNames {
        &self.output
    }

    /// Returns each file or folder by itself: their columns may differ.
    pub(super) fn each(&self) -> Vec<Self> {
        if self.table.is_some() {
            return vec![self.clone()];
        }
        let of = |sources| Self { sources, common: None, ..self.clone() };
        self.sources.each().map(of).collect()
    }

    /// Returns the names of the columns that hold the grids.
    pub(super) const fn columns(&self) -> &GridColumns {
        &self.columns
    }

    /// Returns the shape of the puzzles.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the facts that the files or the table state about their rows.
    pub(super) fn facts(&self) -> Result<Facts> {
        let facts = match &self.table {
            Some(table) => table.facts().clone(),
            None => self.sources.facts(&ColumnChoice::puzzles(&self.columns))?,
        };
        let columns = self.common.as_ref().map(|common| common.schema().fields().iter());
        let names: Option<Vec<&str>> =
            columns.map(|fields| fields.map(|field| field.name().as_str()).collect());
        let facts = names.map_or(facts.clone(), |names| facts.of_columns(&names));
        let facts = if self.output.is_all() {
            facts
        } else {
            facts.of_columns(&self.output.as_slice().iter().map(String::as_str).collect::<Vec<_>>())
        };
        Ok(facts.with_shape(self.shape))
    }

    /// Opens the rows, from the first on.
    pub(super) fn tables(&self) -> Result<TableInput> {
        if let Some(table) = &self.table {
            return table.tables(self.shape, &self.columns);
        }
        TableInput::with_common_columns(self.sources.clone(), self.shape, &self.columns, self.common.clone())
            .map_err(|error| self.named(error))
    }

    /// Shows batches of rows to `see`, with the next ones read ahead.
    ///
    /// # Errors
    /// Those of reading, and of `see`; [`Error::Interrupted`] once `stop` is set.
    pub(super) fn for_each_batch(
        &self,
        mut tables: TableInput,
        stop: &AtomicBool,
        mut see: impl FnMut(Rows) -> Result<()>,
    ) -> Result<()> {
        let read = tables.read_ahead(|batches| {
            for batch in batches {
                if stop.load(Relaxed) {
                    return Err(Error::Interrupted);
                }
                see(batch?)?;
            }
            Ok(())
        });
        read.map_err(|error| self.named(error))
    }

    /// Identifies the files and folders; those that cannot be read again have no hash.
    pub(super) fn identities(&self) -> Vec<InputIdentity> {
        let mut identities = self.sources.identities().unwrap_or_default();
        for (identity, path) in identities.iter_mut().zip(self.sources.paths()) {
            let shown = self.shown(path);
            identity.name = shown.file_name().unwrap_or(shown.as_os_str()).to_string_lossy().into_owned();
        }
        identities
    }

    /// Identifies the files by the hashes of their bytes, on the threads of `pool`.
    ///
    /// # Errors
    /// [`Error::Option`] for rows in memory, which a later run would not know again.
    pub(super) fn identify(&self, pool: &ThreadPool) -> Result<Vec<InputFile>> {
        if self.table.is_some() {
            let problem = "a folder that a run can go on with is made of files, not of rows in memory";
            return Err(Error::option(problem));
        }
        let files = self.sources.files()?;
        let identify = |path: PathBuf| {
            let file = StoredFile::open(&path).map_err(Error::io("reading", &path))?;
            let size_bytes = file.size().map_err(Error::io("reading", &path))?;
            let shown = self.shown(&path);
            let name = shown.file_name().unwrap_or(shown.as_os_str()).to_string_lossy().into_owned();
            Ok(InputFile { name, size_bytes, blake3: gridmill_tables::files::file_hash(&path)? })
        };
        pool.install(|| files.into_par_iter().map(identify).collect())
    }

    /// Returns the name that the user gave.
    pub(super) fn shown<'a>(&'a self, path: &'a Path) -> &'a Path {
        let copy = self.copies.iter().find(|(copy, _)| &***copy == path);
        copy.map_or(path, |(_, stream)| stream)
    }

    /// Puts the names of streams in the place of their copies' names.
    fn named(&self, mut error: Error) -> Error {
        if let Error::Io { path, .. } | Error::Corpus { path, .. } | Error::NoPuzzle { path, .. } = &mut error
        {
            *path = self.shown(path).to_owned();
        }
        error
    }
}

/// Finds the columns that several files or folders have in common, of each of which the first file is opened; `None` if all have the same.
fn common_columns(sources: &Sources, shape: Shape, columns: &GridColumns) -> Result<Option<CommonColumns>> {
    if sources.paths().len() < 2 {
        return Ok(None);
    }
    let mut tables = Vec::new();
    for source in sources.each() {
        // Of a split that is not read there is no file; other problems have shown before.
        let Some(first) = source.files().ok().and_then(|files| files.into_iter().next()) else { continue };
        let table = TableInput::with_columns(FileList(vec![first.clone()]), shape, columns)?;
        tables.push((first, Arc::clone(table.schema())));
    }
    CommonColumns::of(&tables, &ColumnChoice::puzzles(columns))
}

fn copy_of_stream(path: &Path) -> Result<TempPath> {
    let (mut copy, name) = tempfile::NamedTempFile::new()
        .map_err(Error::io("creating a file in", std::env::temp_dir()))?
        .into_parts();
    let copied = if is_stdin(path) && is_standard_input_endless() {
        Err(endless())
    } else if is_stdin(path) {
        io::copy(&mut stdin().lock(), &mut copy)
    } else {
        StoredFile::open(path).and_then(|mut stream| io::copy(&mut stream, &mut copy))
    };
    copied.map_err(Error::io("reading", path))?;
    Ok(name)
}

/// Returns the rows of these numbers, which ascend.
///
/// # Errors
/// [`ArrowError`] for columns that cannot be copied.
pub(super) fn chosen_rows(batch: &RecordBatch, rows: &[u32]) -> Result<RecordBatch, ArrowError> {
    let columns = batch.columns().iter().map(|column| values(column, rows)).collect::<Result<_, _>>()?;
    RecordBatch::try_new(batch.schema(), columns)
}

fn values(column: &ArrayRef, rows: &[u32]) -> Result<ArrayRef, ArrowError> {
    let array = &**column;
    Ok(downcast_primitive_array!(
        array => Arc::new(numbers(array, rows)),
        DataType::Utf8 => Arc::new(texts(array.as_string(), rows)?),
        DataType::Boolean => {
            let array = array.as_boolean();
            Arc::new(BooleanArray::new(bits(array.values(), rows), nulls(array, rows)))
        }
        _ => take(array, &UInt32Array::from(rows.to_vec()), None)?
    ))
}

fn numbers<T: ArrowPrimitiveType>(array: &PrimitiveArray<T>, rows: &[u32]) -> PrimitiveArray<T> {
    let values: Vec<T::Native> = rows.iter().map(|&row| array.values()[row as usize]).collect();
    PrimitiveArray::new(values.into(), nulls(array, rows)).with_data_type(array.data_type().clone())
}

fn texts(array: &StringArray, rows: &[u32]) -> Result<StringArray, ArrowError> {
    let (offsets, text) = (array.offsets(), array.value_data());
    let end_of = |row: u32| offsets[row as usize + 1];
    let lengths = rows.iter().map(|&row| usize::try_from(end_of(row) - offsets[row as usize]).unwrap_or(0));
    let offsets_of_chosen = OffsetBuffer::from_lengths(lengths);
    let mut chosen = Vec::with_capacity(usize::try_from(offsets_of_chosen[rows.len()]).unwrap_or(0));
    // Rows that follow each other are copied together.
    for run in rows.chunk_by(|one, other| one + 1 == *other) {
        let (start, end) = (offsets[run[0] as usize], end_of(run[run.len() - 1]));
        let range = usize::try_from(start).unwrap_or(0)..usize::try_from(end).unwrap_or(0);
        chosen.extend_from_slice(&text[range]);
    }
    StringArray::try_new(offsets_of_chosen, Buffer::from_vec(chosen), nulls(array, rows))
}

fn bits(bits: &BooleanBuffer, rows: &[u32]) -> BooleanBuffer {
    BooleanBuffer::collect_bool(rows.len(), |place| bits.value(rows[place] as usize))
}

fn nulls(array: &dyn Array, rows: &[u32]) -> Option<NullBuffer> {
    let nulls = array.nulls().filter(|nulls| nulls.null_count() > 0)?;
    Some(NullBuffer::new(bits(nulls.inner(), rows)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::{DictionaryArray, Float64Array, UInt16Array, UInt64Array, types::Int8Type};
    use arrow_select::take::take_record_batch;

    #[test]
    fn chosen_rows_are_those_of_arrow() {
        let names: DictionaryArray<Int8Type> =
            (0..300).map(|n| (n % 4 > 0).then_some(["a", "b", "c"][n % 3])).collect();
        let columns: Vec<(&str, ArrayRef)> = vec![
            ("index", Arc::new(UInt64Array::from_iter_values(0..300))),
            ("text", Arc::new((0..300).map(|n| Some("7".repeat(n % 9))).collect::<StringArray>())),
            (
                "some text",
                Arc::new((0..300).map(|n| (n % 5 > 0).then(|| n.to_string())).collect::<StringArray>()),
            ),
            ("givens", Arc::new((0..300).map(|n| (n % 7 > 0).then_some(n)).collect::<UInt16Array>())),
            ("weight", Arc::new(Float64Array::from_iter_values((0..300).map(f64::from)))),
            (
                "minimal",
                Arc::new((0..300).map(|n| (n % 2 > 0).then_some(n % 3 > 0)).collect::<BooleanArray>()),
            ),
            ("name", Arc::new(names)),
        ];
        let whole = RecordBatch::try_from_iter(columns).unwrap();
        for batch in [whole.clone(), whole.slice(13, 250)] {
            let count = u32::try_from(batch.num_rows()).unwrap();
            let all: Vec<u32> = (0..count).collect();
            let some = |one_in: u32| (0..count).filter(|row| row * 7 % 11 % one_in == 0).collect();
            for rows in [all.clone(), some(2), some(5), vec![count - 1], Vec::new()] {
                let expected = take_record_batch(&batch, &UInt32Array::from(rows.clone())).unwrap();
                assert_eq!(chosen_rows(&batch, &rows).unwrap(), expected);
            }
        }
    }
}
