//! Rows that are read more than once.

use gridmill_board::Shape;
use gridmill_corpus::{InputFile, Sources};
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
    pub(super) columns: GridColumns,
    /// Columns that the files have in common, where not all have the same.
    common: Option<CommonColumns>,
    /// Columns of the rows that are written; all if none is named.
    pub(super) output: ColumnNames,
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
        self.common.as_ref().map_or(&[], |common| &common.left_out)
    }

    /// Returns each file or folder by itself: their columns may differ.
    pub(super) fn each(&self) -> Vec<Self> {
        if self.table.is_some() {
            return vec![self.clone()];
        }
        let of = |sources| Self { sources, common: None, ..self.clone() };
        self.sources.each().map(of).collect()
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
