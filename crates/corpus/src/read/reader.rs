//! Reader of all rows of a corpus, or of any file of puzzles, in batches and in no order, for statistics.
//!
//! Row groups of Parquet files are decoded by all threads at once, one each; text is read by one thread and parsed by all. A file is
//! open only while it is read; its columns, its number of rows and the size of its first puzzle are known before.

use super::sources::{ManifestKind, Sources, files_of_folder};
use crate::{
    make::job::Job,
    splits::{choice::SplitChoice, manifest::SplitFile},
};
use arrow_array::{Array as _, RecordBatch};
use arrow_schema::SchemaRef;
use gridmill_board::{Grid, Shape, Solution};
use gridmill_rate::Rulebook;
use gridmill_solve::{in_only_shape, in_shape};
use gridmill_tables::{
    Error, Result,
    facts::{Facts, shape_of},
    read::{
        ChunkedFile, ColumnChoice, GridColumns, InputFormat, Rows, TableInput, Typed, detect, is_stream,
        table::with_unique_names,
    },
    schema::{Column, arrow::text},
    storage,
    threads::map_blocks,
};
use rayon::prelude::*;
use std::{
    iter,
    ops::Range,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
};

const BATCH_ROWS: usize = 4096;
/// Batches of text for each thread at a time.
const BATCHES_A_THREAD: usize = 2;

/// Provenance of rows as files state it; `None` where they do not.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Provenance {
    /// The program and its version.
    pub program: Option<String>,
    /// The command that makes the rows again.
    pub command: Option<String>,
    /// The rows of it that should be here, by index.
    pub planned: Vec<Range<u64>>,
    /// The scale of the ratings.
    pub rating_scale: Option<String>,
    /// Facts about the rows; their design has the seed, the plan and the number of rows of the whole corpus.
    pub facts: Facts,
}

/// A corpus, or a file of puzzles.
#[derive(Debug)]
pub struct CorpusReader {
    /// Provenance that the files state.
    pub provenance: Provenance,
    path: PathBuf,
    shape: Option<Shape>,
    choice: ColumnChoice,
    files: Vec<PathBuf>,
    tables: Vec<OpenedFile>,
}

#[derive(Debug)]
enum OpenedFile {
    Chunked { format: &'static dyn InputFormat, schema: SchemaRef, rows: u64 },
    Text { typed: Arc<Typed>, first: FirstGrids },
    Stream { typed: Arc<Typed>, first: FirstGrids, unread: Mutex<Option<Box<Unread>>> },
}

/// An opened stream, and the rows that were read to detect its columns.
#[derive(Debug)]
struct Unread {
    first: Option<Rows>,
    tables: TableInput,
}

impl CorpusReader {
    /// Opens a corpus folder, a folder of files, or a file (`-` for standard input).
    ///
    /// # Errors
    /// [`Error::Io`] for what cannot be opened, [`Error::Corpus`] for what is neither a corpus nor puzzles.
    pub fn open(path: &Path) -> Result<Self> {
        Self::open_with(path, None, &GridColumns::default(), &SplitChoice::default())
    }

    /// Opens a corpus folder, a folder of files, or a file, with grids of `shape` if it is known, in the columns of these names, and of this
    /// split. The rows that [`scan`](Self::scan) shows have them as `puzzle` and `solution`.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn open_with(
        path: &Path,
        shape: Option<Shape>,
        columns: &GridColumns,
        split: &SplitChoice,
    ) -> Result<Self> {
        let choice = ColumnChoice::puzzles(columns);
        let (files, provenance) = if storage::is_folder(path).map_err(Error::io("reading", path))? {
            folder(path, split)?
        } else {
            (Sources::new(vec![path.to_owned()], split.clone()).files()?, None)
        };
        let mut tables: Vec<OpenedFile> = Vec::with_capacity(files.len());
        let mut stated = None;
        for file in &files {
            let table = OpenedFile::open(file, (shape, &choice), tables.last(), &mut stated)?;
            tables.push(table);
        }
        Ok(Self {
            provenance: provenance.or(stated).unwrap_or_default(),
            path: path.to_owned(),
            shape,
            choice,
            files,
            tables,
        })
    }

    /// Returns the path that was opened.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the files.
    pub fn files(&self) -> &[PathBuf] {
        &self.files
    }

    /// Returns the columns of each file.
    pub fn schemas(&self) -> impl Iterator<Item = &SchemaRef> {
        self.tables.iter().map(|table| match table {
            OpenedFile::Chunked { schema, .. } => schema,
            OpenedFile::Text { typed, .. } | OpenedFile::Stream { typed, .. } => typed.schema(),
        })
    }

    /// Returns the shape of the puzzles: the one that is stated, or that of the first puzzles; 9x9 where there is none. Of wide and tall boxes,
    /// solutions decide, or uniqueness.
    ///
    /// # Errors
    /// [`Error::Corpus`] for a file that cannot be read, whose first puzzle has another shape than the file states, or whose first puzzles fit
    /// wide and tall boxes.
    pub fn shape(&self) -> Result<Shape> {
        let stated = self.provenance.facts.shape;
        for (table, path) in self.tables.iter().zip(&self.files) {
            let first = table.first_grids(path, &self.choice)?;
            if let Some(cells) = first.cells() {
                let known = Shape::of_cells(cells).map(|_| cells);
                let shape = if stated.is_some() { shape_of(known, stated) } else { first.shape(cells) };
                return shape.map_err(|problem| Error::corpus(path.clone(), problem));
            }
        }
        Ok(stated.unwrap_or(Shape::STANDARD))
    }

    /// Counts the rows that are known before reading: those of Parquet.
    pub fn rows(&self) -> u64 {
        let rows = |table: &OpenedFile| match table {
            OpenedFile::Chunked { rows, .. } => *rows,
            OpenedFile::Text { .. } | OpenedFile::Stream { .. } => 0,
        };
        self.tables.iter().map(rows).fold(0, u64::saturating_add)
    }

    /// Calls `see` with all rows, from all threads of `pool`, and counts them in `rows`.
    ///
    /// # Errors
    /// [`Error::Corpus`] for the first file found damaged, [`Error::Interrupted`] once `stop` is set.
    pub fn scan(
        &self,
        pool: &rayon::ThreadPool,
        stop: &AtomicBool,
        rows: &AtomicU64,
        see: impl Fn(&RecordBatch) + Sync,
    ) -> Result<()> {
        let see = |batch: &RecordBatch| {
            see(batch);
            rows.fetch_add(batch.num_rows() as u64, Relaxed);
            if stop.load(Relaxed) { Err(Error::Interrupted) } else { Ok(()) }
        };
        let files = || self.tables.iter().zip(&self.files);
        let chunked = files().filter_map(|(table, path)| match table {
            OpenedFile::Chunked { format, .. } => Some((*format, path)),
            OpenedFile::Text { .. } | OpenedFile::Stream { .. } => None,
        });
        let chunked: Vec<(&dyn InputFormat, &PathBuf)> = chunked.collect();
        pool.install(|| {
            chunked
                .into_par_iter()
                .try_for_each(|(format, path)| read_chunked(format, path, &self.choice, &see))
        })?;
        for (table, path) in files() {
            match table {
                OpenedFile::Chunked { .. } => {}
                OpenedFile::Text { typed, .. } => {
                    let (format, input) = detect(path, self.shape, &self.choice)?;
                    let mut tables = TableInput::of_input(path, format, input, is_ours)?;
                    let first = tables.next_rows()?;
                    read_text(path, Unread { first, tables }, typed, pool, &see)?;
                }
                OpenedFile::Stream { typed, unread, .. } => {
                    let unread = unread.lock().unwrap_or_else(PoisonError::into_inner).take();
                    let unread = unread.ok_or_else(|| Error::Corpus {
                        path: path.clone(),
                        problem: "a stream can be read only once".into(),
                    })?;
                    read_text(path, *unread, typed, pool, &see)?;
                }
            }
        }
        Ok(())
    }
}

/// Returns true if reports read the column of this name.
fn is_ours(name: &str) -> bool {
    Column::of_name(name).is_some()
}

/// Returns the files of a split in a folder, and the provenance that its manifest states. A corpus may be unfinished: the summary counts the rows
/// that are planned.
fn folder(path: &Path, split: &SplitChoice) -> Result<(Vec<PathBuf>, Option<Provenance>)> {
    let (files, kind) = files_of_folder(path)?;
    let provenance = match kind {
        ManifestKind::Corpus(manifest) => {
            let facts = manifest.facts_of_rows();
            let provenance = Provenance { facts, ..Provenance::of_job(&manifest.job, &manifest.program) };
            let rating_scale = manifest.rating_scale.clone();
            Some(Provenance { planned: manifest.planned(), rating_scale, ..provenance })
        }
        ManifestKind::Splits(manifest) => {
            let of = |file: &&SplitFile| match split {
                SplitChoice::Named(name) => file.split.eq_ignore_ascii_case(name),
                SplitChoice::Only | SplitChoice::All => true,
            };
            let rows = manifest.files.iter().filter(of).map(|file| file.rows).sum();
            let provenance = Provenance::of_facts(manifest.facts_of(split));
            let planned = iter::once(0..rows).collect();
            Some(Provenance { program: Some(manifest.program.clone()), planned, ..provenance })
        }
        ManifestKind::Absent => None,
    };
    Ok((split.choose(files)?, provenance))
}

impl Provenance {
    /// Returns the provenance of the rows of a job.
    pub fn of_job(job: &Job, program: &str) -> Self {
        Self {
            program: Some(program.to_owned()),
            command: Some(job.command("corpus", None)),
            planned: iter::once(job.rows()).collect(),
            rating_scale: job.plan.rating.scale(),
            facts: job.facts(program),
        }
    }

    /// Returns the scale of the ratings if this program does not have it, so that it makes other rows: one that only later programs have, or an
    /// older version than that which the plan means here.
    pub fn lost_scale(&self) -> Option<&str> {
        let family = |scale: &str| scale.split_once('/').map(|(family, _)| family.to_owned());
        let is_lost = |scale: &&str| match self.facts.plan() {
            Some(plan) => {
                let rulebooks = &plan.rating.rulebooks;
                rulebooks.iter().any(|other| other.is_built_in() && family(other.scale()) == family(scale))
                    && rulebooks.iter().all(|other| other.scale() != *scale)
            }
            None => Rulebook::built_in(scale).is_err_and(|unknown| unknown.is_version()),
        };
        self.rating_scale.as_deref()?.split(", ").find(is_lost)
    }

    /// Returns true if both are parts of one corpus, by seed and plan.
    pub fn is_part_with(&self, other: &Self) -> bool {
        self.facts.plan().is_some() && self.facts.design == other.facts.design
    }

    /// Returns the provenance that facts state.
    pub fn of_facts(facts: Facts) -> Self {
        Self {
            program: facts.history.last().map(|step| step.program.clone()),
            command: None,
            planned: Vec::new(),
            rating_scale: facts.scales.first().map(|scale| scale.scale.clone()),
            facts,
        }
    }

    fn of_file(path: &Path, file: &dyn ChunkedFile) -> Result<Self> {
        let facts = Facts::of_values(|key| file.value(key), Some(file.rows()));
        facts.map(Self::of_facts).map_err(|problem| Error::corpus(path, problem))
    }

    /// Joins the provenance of sources that are read as one table.
    ///
    /// # Errors
    /// [`Error::Corpus`] for shapes that contradict each other.
    pub fn of_sources(sources: &[CorpusReader]) -> Result<Self> {
        let mut joined = None;
        for source in sources {
            add_stated(&mut joined, source.path(), source.provenance.clone())?;
        }
        Ok(joined.unwrap_or_default())
    }

    /// Joins the provenance of files that are read as one table: what they state alike stays.
    ///
    /// # Errors
    /// A line that names two shapes that contradict each other.
    pub fn join(self, other: Self) -> Result<Self, String> {
        fn same<T: PartialEq>(one: Option<T>, other: Option<&T>) -> Option<T> {
            one.filter(|one| other == Some(one))
        }
        let is_one = self.is_part_with(&other);
        Ok(Self {
            program: same(self.program, other.program.as_ref()),
            command: same(self.command, other.command.as_ref()),
            planned: if is_one && !self.planned.is_empty() && !other.planned.is_empty() {
                [self.planned, other.planned].concat()
            } else {
                Vec::new()
            },
            rating_scale: same(self.rating_scale, other.rating_scale.as_ref()),
            facts: self.facts.join(other.facts)?,
        })
    }
}

impl OpenedFile {
    /// Looks at a file. A table with the same columns as the one before shares them with it. What it states of its rows is joined to what
    /// was stated before.
    fn open(
        path: &Path,
        (shape, choice): (Option<Shape>, &ColumnChoice),
        before: Option<&Self>,
        stated: &mut Option<Provenance>,
    ) -> Result<Self> {
        let (format, input) = detect(path, shape, choice)?;
        if let Some(file) = format.open_chunked(path, choice)? {
            let schema = with_unique_names(path, file.schema(), is_ours)?;
            let mut schema = choice.with_standard_names(path, &schema)?;
            if let Some(Self::Chunked { schema: known, .. }) = before
                && known == &schema
            {
                schema = Arc::clone(known);
            }
            add_stated(stated, path, Provenance::of_file(path, &*file)?)?;
            return Ok(Self::Chunked { format, schema, rows: file.rows() });
        }
        let facts = if input.is_stream() { Facts::default() } else { format.facts(path, choice)? };
        add_stated(stated, path, Provenance::of_facts(facts))?;
        let mut tables = TableInput::of_input(path, format, input, is_ours)?;
        let names = choice.with_standard_names(path, tables.schema())?;
        let first = tables.next_rows()?;
        let mut typed = Arc::new(match &first {
            Some(rows) => Typed::of(&rows.batch, &names),
            None => Typed::of(&RecordBatch::new_empty(Arc::clone(tables.schema())), &names),
        });
        if let Some(Self::Text { typed: known, .. }) = before
            && known == &typed
        {
            typed = Arc::clone(known);
        }
        let grids = first.as_ref().map(|rows| FirstGrids::of(path, choice, &rows.batch)).unwrap_or_default();
        Ok(if is_stream(path) {
            let unread = Mutex::new(Some(Box::new(Unread { first, tables })));
            Self::Stream { typed, first: grids, unread }
        } else {
            Self::Text { typed, first: grids }
        })
    }

    /// The first puzzles.
    fn first_grids(&self, path: &Path, choice: &ColumnChoice) -> Result<FirstGrids> {
        match self {
            Self::Text { first, .. } | Self::Stream { first, .. } => Ok(first.clone()),
            Self::Chunked { format, .. } => {
                let Some(file) = format.open_chunked(path, choice)? else { return Ok(FirstGrids::default()) };
                let puzzle = choice.text_place(path, file.schema())?;
                let solution = choice.solution_place(path, file.schema(), puzzle)?;
                let columns: Vec<usize> = [puzzle].into_iter().chain(solution).collect();
                for batch in file.batches(&columns, 0..file.chunks(), BATCH_ROWS)? {
                    let found = FirstGrids::of(path, choice, &batch?);
                    if found.cells().is_some() {
                        return Ok(found);
                    }
                }
                Ok(FirstGrids::default())
            }
        }
    }
}

/// Joins the provenance of a further file to that of those before.
fn add_stated(stated: &mut Option<Provenance>, path: &Path, further: Provenance) -> Result<()> {
    let joined = match stated.take() {
        None => further,
        Some(before) => before.join(further).map_err(|problem| Error::corpus(path, problem))?,
    };
    *stated = Some(joined);
    Ok(())
}

/// Counts the cells of the first puzzle of a file.
pub(crate) fn cells_of_first_puzzle(path: &Path, columns: &GridColumns) -> Result<Option<usize>> {
    let choice = ColumnChoice::puzzles(columns);
    Ok(OpenedFile::open(path, (None, &choice), None, &mut None)?.first_grids(path, &choice)?.cells())
}

/// Returns the shape that the first grids of a file show; `None` if it cannot be read, or none of its first rows is a grid of some shape.
///
/// # Errors
/// [`Error::Corpus`] for grids that fit wide and tall boxes.
pub(crate) fn shape_of_first_grids(path: &Path, columns: &GridColumns) -> Result<Option<Shape>> {
    let choice = ColumnChoice::puzzles(columns);
    // What is wrong with a file is said by the reader of its rows.
    let first = OpenedFile::open(path, (None, &choice), None, &mut None)
        .and_then(|file| file.first_grids(path, &choice))
        .unwrap_or_default();
    let Some(cells) = first.cells_of_grid() else { return Ok(None) };
    first.shape(cells).map(Some).map_err(|problem| Error::corpus(path, problem))
}

/// Calls `see` with the rows of a file in chunks from all threads, without nested columns.
fn read_chunked(
    format: &dyn InputFormat,
    path: &Path,
    choice: &ColumnChoice,
    see: &(impl Fn(&RecordBatch) -> Result<()> + Sync),
) -> Result<()> {
    let Some(file) = format.open_chunked(path, choice)? else { return Ok(()) };
    let schema = with_unique_names(path, file.schema(), is_ours)?;
    let schema = choice.with_standard_names(path, &schema)?;
    let plain = |place: &usize| !schema.field(*place).data_type().is_nested();
    let columns: Vec<usize> = (0..schema.fields().len()).filter(plain).collect();
    let damaged = |error: arrow_schema::ArrowError| Error::corpus(path, error.to_string());
    let schema = Arc::new(schema.project(&columns).map_err(damaged)?);
    (0..file.chunks()).into_par_iter().try_for_each(|chunk| {
        for batch in file.batches(&columns, chunk..chunk + 1, BATCH_ROWS)? {
            let columns = batch?.columns().to_vec();
            see(&RecordBatch::try_new(Arc::clone(&schema), columns).map_err(damaged)?)?;
        }
        Ok(())
    })
}

fn read_text(
    path: &Path,
    Unread { first, mut tables }: Unread,
    typed: &Typed,
    pool: &rayon::ThreadPool,
    see: &(impl Fn(&RecordBatch) -> Result<()> + Sync),
) -> Result<()> {
    let batches = first.map(Ok).into_iter().chain(iter::from_fn(|| tables.next_rows().transpose()));
    let see = |rows: Result<Rows>, _: &AtomicBool| {
        let Rows { batch, puzzles, .. } = rows?;
        see(&typed.rows(&batch, path, |row| puzzles[row].0)?)
    };
    map_blocks(pool, batches, BATCHES_A_THREAD, see, Ok)
}

/// Rows that are looked at.
const ROWS: usize = 16;

/// Puzzles and solutions of the first rows that have a puzzle.
#[derive(Debug, Clone, Default)]
struct FirstGrids {
    puzzles: Vec<String>,
    solutions: Vec<String>,
}

impl FirstGrids {
    pub(super) fn of(path: &Path, choice: &ColumnChoice, batch: &RecordBatch) -> Self {
        let schema = batch.schema_ref();
        let Ok(puzzle) = choice.text_place(path, schema) else { return Self::default() };
        let solution = choice.solution_place(path, schema, puzzle).ok().flatten();
        let puzzles = batch.column(puzzle);
        let rows = || (0..puzzles.len()).filter(|&row| text(puzzles, row).is_some()).take(ROWS);
        let texts =
            |place| rows().filter_map(|row| text(batch.column(place), row)).map(str::to_owned).collect();
        Self { puzzles: texts(puzzle), solutions: solution.map(texts).unwrap_or_default() }
    }

    /// Counts the cells of the first puzzle.
    pub(super) fn cells(&self) -> Option<usize> {
        self.puzzles.first().map(String::len)
    }

    /// Counts the cells of the first text that is a grid of some shape.
    fn cells_of_grid(&self) -> Option<usize> {
        let is_grid = |text: &&String| {
            Shape::of_cells(text.len()).is_some_and(|shape| Grid::parse(shape, text).is_ok())
        };
        self.puzzles.iter().find(is_grid).map(String::len)
    }

    /// Returns the shape of grids with this many cells: of wide and tall boxes, those of the first solution that is valid with one of them
    /// only, or else of the first puzzle that has exactly one solution with one of them only. 9x9 if no shape has that number of cells, because
    /// invalid puzzles are reported row by row.
    ///
    /// # Errors
    /// A line that names both shapes, if nothing decides.
    pub(super) fn shape(&self, cells: usize) -> Result<Shape, String> {
        let Some(wide) = Shape::of_cells(cells) else { return Ok(Shape::STANDARD) };
        let grids = |texts: &[String]| -> Vec<Grid> {
            texts.iter().filter_map(|text| Grid::parse(wide, text).ok()).collect()
        };
        if wide == wide.transposed() {
            return Ok(wide);
        }
        let is_valid =
            |grid: &Grid, shape| in_shape(grid, shape).is_some_and(|grid| Solution::new(&grid).is_ok());
        let by_solution = grids(&self.solutions).into_iter().find_map(|grid| {
            match [wide, wide.transposed()].map(|shape| is_valid(&grid, shape)) {
                [true, false] => Some(wide),
                [false, true] => Some(wide.transposed()),
                _ => None,
            }
        });
        let by_puzzle = || grids(&self.puzzles).iter().find_map(in_only_shape).map(|grid| grid.shape());
        let tall = wide.transposed();
        by_solution.or_else(by_puzzle).ok_or_else(|| {
            format!(
                "{cells} cells fit boxes of {wide} and {tall}, and neither solutions nor uniqueness decides; give `box={wide}` or `box={tall}`"
            )
        })
    }
}
