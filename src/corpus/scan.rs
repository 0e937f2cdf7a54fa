//! All rows of a corpus, or of any file of puzzles, in batches and in no order: for whoever adds them up.
//!
//! Row groups of Parquet files are decoded by all threads at once, one each; text is read by one thread and handed to all.

use super::{
    Job, Manifest, card,
    read::{
        is_parquet,
        parquet::text,
        table::{Tables, text_column},
    },
    typed::Typed,
};
use crate::{
    board::Shape,
    error::{Error, Result},
    pipeline::{Plan, RatingPlan},
};
use ::parquet::{
    arrow::{
        ProjectionMask,
        arrow_reader::{ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReaderBuilder},
    },
    file::metadata::KeyValue,
};
use arrow_array::RecordBatch;
use arrow_schema::{DataType, SchemaRef};
use rayon::prelude::*;
use std::{
    fs::{self, File},
    ops::Range,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
};

/// Rows of a batch.
const BATCH_ROWS: usize = 4096;
/// Batches of text for each thread at a time.
const BATCHES_A_THREAD: usize = 4;

/// What files say of how their rows came about; `None` where they do not.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct About {
    /// The program and its version.
    pub program: Option<String>,
    /// The command that makes the rows again.
    pub command: Option<String>,
    /// The master seed.
    pub seed: Option<String>,
    /// The plan.
    pub plan: Option<Plan>,
    /// Rows of the whole corpus.
    pub count: Option<u64>,
    /// The rows of it that should be here, by index.
    pub planned: Vec<Range<u64>>,
    /// The scale of the ratings.
    pub rating_scale: Option<String>,
}

/// A corpus, or a file of puzzles.
#[derive(Debug)]
pub struct Source {
    /// What it says of itself.
    pub about: About,
    path: PathBuf,
    files: Vec<PathBuf>,
    tables: Vec<Table>,
}

#[derive(Debug)]
enum Table {
    Parquet { metadata: ArrowReaderMetadata, columns: Vec<usize>, schema: SchemaRef },
    Text(Box<Text>),
}

#[derive(Debug)]
struct Text {
    /// The rows that were read to see what there is, and the line of the first.
    first: Option<RecordBatch>,
    line: u64,
    tables: Mutex<Tables>,
    typed: Typed,
}

impl Source {
    /// Opens a corpus folder, a folder of files, or a file (`-` for standard input).
    ///
    /// # Errors
    /// [`Error::Io`] for what cannot be opened, [`Error::Corpus`] for what is neither a corpus nor puzzles.
    pub fn open(path: &Path) -> Result<Self> {
        let (files, mut about) = if path.is_dir() { folder(path)? } else { (vec![path.to_owned()], None) };
        let tables = files.iter().map(|file| Table::open(file)).collect::<Result<Vec<_>>>()?;
        if about.is_none()
            && let Some(Table::Parquet { metadata, .. }) = tables.first()
        {
            about = Some(About::of_keys(metadata.metadata().file_metadata().key_value_metadata()));
        }
        Ok(Self { about: about.unwrap_or_default(), path: path.to_owned(), files, tables })
    }

    /// What was opened.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The files.
    pub fn files(&self) -> &[PathBuf] {
        &self.files
    }

    /// The columns of each file.
    pub fn schemas(&self) -> impl Iterator<Item = &SchemaRef> {
        self.tables.iter().map(|table| match table {
            Table::Parquet { schema, .. } => schema,
            Table::Text(text) => text.typed.schema(),
        })
    }

    /// The shape of the puzzles: the plan's, or that of the first puzzle; 9x9 where there is none.
    ///
    /// # Errors
    /// [`Error::Corpus`] for a file that cannot be read, or whose first puzzle fits no shape that has one form only.
    pub fn shape(&self) -> Result<Shape> {
        if let Some(plan) = &self.about.plan {
            return Ok(plan.shape);
        }
        for (table, path) in self.tables.iter().zip(&self.files) {
            if let Some(cells) = table.cells_of_first(path)? {
                let named = ["2x2", "2x3", "2x4", "3x3", "3x4", "4x4", "5x5"];
                let shapes = named.iter().filter_map(|name| name.parse::<Shape>().ok());
                // What is no puzzle at all is said later, row by row.
                return Ok(shapes
                    .into_iter()
                    .find(|shape| shape.cells() == cells)
                    .unwrap_or(Shape::STANDARD));
            }
        }
        Ok(Shape::STANDARD)
    }

    /// Rows, as far as that is known beforehand.
    pub fn rows(&self) -> u64 {
        let rows = |table: &Table| match table {
            Table::Parquet { metadata, .. } => metadata.metadata().file_metadata().num_rows(),
            Table::Text(_) => 0,
        };
        self.tables.iter().map(|table| u64::try_from(rows(table)).unwrap_or(0)).sum()
    }

    /// Hands all rows to `see`, from all threads of `pool`, and counts them in `rows`.
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
        let groups = self.tables.iter().zip(&self.files).flat_map(|(table, path)| match table {
            Table::Parquet { metadata, columns, .. } => {
                let groups = 0..metadata.metadata().num_row_groups();
                groups.map(|group| (path, metadata, columns, group)).collect()
            }
            Table::Text(_) => Vec::new(),
        });
        let groups: Vec<_> = groups.collect();
        pool.install(|| {
            groups.into_par_iter().try_for_each(|(path, metadata, columns, group)| {
                whole(path, || read_group(path, metadata, columns, group, &see))
            })
        })?;
        for (table, path) in self.tables.iter().zip(&self.files) {
            if let Table::Text(text) = table {
                read_text(path, text, pool, &see)?;
            }
        }
        Ok(())
    }
}

/// The files of a folder and what it says of them.
fn folder(path: &Path) -> Result<(Vec<PathBuf>, Option<About>)> {
    let manifest = path.join("manifest.json");
    if manifest.exists() {
        let manifest = Manifest::read(&manifest)?;
        let data = path.join("data");
        let files = manifest.shards.iter().map(|shard| data.join(&shard.name)).collect();
        let about = About::of_job(&manifest.job, &manifest.program);
        return Ok((files, Some(About { planned: manifest.planned(), ..about })));
    }
    for folder in [path.join("data"), path.to_owned()].iter().filter(|folder| folder.is_dir()) {
        let entries = fs::read_dir(folder).map_err(Error::io("reading", folder))?;
        let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        files.retain(|file| {
            let ending = file.extension().map(|ending| ending.to_string_lossy().to_lowercase());
            file.is_file() && matches!(ending.as_deref(), Some("parquet" | "csv" | "tsv"))
        });
        files.sort();
        if !files.is_empty() {
            return Ok((files, None));
        }
    }
    let problem = "no corpus is here: neither a manifest.json nor a Parquet or CSV file".to_owned();
    Err(Error::Corpus { path: path.to_owned(), problem })
}

impl About {
    /// What a job says.
    pub fn of_job(job: &Job, program: &str) -> Self {
        Self {
            program: Some(program.to_owned()),
            command: Some(job.command("corpus", None)),
            seed: Some(job.seed.to_string()),
            count: Some(job.count),
            planned: std::iter::once(0..job.count).collect(),
            rating_scale: scale(&job.plan.rating),
            plan: Some(job.plan.clone()),
        }
    }

    /// What the complete grids represent, and what the puzzles dug from them, as data set cards say it.
    pub fn bias(&self) -> Option<[String; 2]> {
        self.plan.as_ref().map(|plan| [card::fill_bias(plan), card::dig_bias(plan)])
    }

    fn of_keys(keys: Option<&Vec<KeyValue>>) -> Self {
        let value = |key: &str| {
            let found = keys?.iter().find(|pair| pair.key == key)?;
            found.value.clone()
        };
        // A plan of another version is as good as none.
        let plan: Option<Plan> = value("gridmill.plan").and_then(|plan| serde_json::from_str(&plan).ok());
        Self {
            program: value("gridmill.program"),
            command: None,
            seed: value("gridmill.seed"),
            count: None,
            planned: Vec::new(),
            rating_scale: value("gridmill.rating_scale")
                .or_else(|| plan.as_ref().and_then(|plan| scale(&plan.rating))),
            plan,
        }
    }
}

fn scale(rating: &RatingPlan) -> Option<String> {
    rating.rulebook.as_ref().map(|rulebook| rulebook.scale().to_owned())
}

impl Table {
    fn open(path: &Path) -> Result<Self> {
        if is_parquet(path)? {
            return Self::open_parquet(path);
        }
        let mut tables = Tables::new(vec![path.to_owned()], Shape::STANDARD)?;
        let rows = tables.next_rows()?;
        let line = rows.as_ref().and_then(|rows| Some(rows.puzzles.first()?.0)).unwrap_or(1);
        let first = rows.map(|rows| rows.batch);
        let typed = match &first {
            Some(first) => Typed::of(first),
            None => Typed::of(&RecordBatch::new_empty(Arc::clone(tables.schema()))),
        };
        Ok(Self::Text(Box::new(Text { first, line, tables: tables.into(), typed })))
    }

    fn open_parquet(path: &Path) -> Result<Self> {
        let file = File::open(path).map_err(Error::io("opening", path))?;
        let metadata = whole(path, || {
            ArrowReaderMetadata::load(&file, ArrowReaderOptions::default())
                .map_err(|error| damaged(path, &format!("this is no Parquet file: {error}")))
        })?;
        text_column(path, metadata.schema())?;
        let plain = |data_type: &DataType| !data_type.is_nested();
        let fields = metadata.schema().fields().iter().enumerate();
        let columns: Vec<usize> =
            fields.filter(|(_, field)| plain(field.data_type())).map(|(place, _)| place).collect();
        let schema = Arc::clone(metadata.schema());
        Ok(Self::Parquet { metadata, columns, schema })
    }

    /// Cells of the first puzzle.
    fn cells_of_first(&self, path: &Path) -> Result<Option<usize>> {
        let cells = |batch: &RecordBatch| {
            let column = text_column(path, batch.schema_ref()).ok()?;
            let texts = batch.column(column);
            (0..texts.len()).find_map(|row| text(texts, row)).map(str::len)
        };
        match self {
            Self::Text(text) => Ok(text.first.as_ref().and_then(cells)),
            Self::Parquet { metadata, schema, .. } => {
                let column = text_column(path, schema)?;
                let mut found = None;
                let file = || File::open(path).map_err(Error::io("opening", path));
                for batch in batches(file()?, metadata, &[column], None, path)? {
                    let batch = batch.map_err(|error| damaged(path, &error))?;
                    found = found.or_else(|| cells(&batch));
                    if found.is_some() {
                        break;
                    }
                }
                Ok(found)
            }
        }
    }
}

fn batches(
    file: File,
    metadata: &ArrowReaderMetadata,
    columns: &[usize],
    group: Option<usize>,
    path: &Path,
) -> Result<::parquet::arrow::arrow_reader::ParquetRecordBatchReader> {
    let columns = ProjectionMask::roots(metadata.parquet_schema(), columns.iter().copied());
    let builder = ParquetRecordBatchReaderBuilder::new_with_metadata(file, metadata.clone());
    let builder = builder.with_projection(columns).with_batch_size(BATCH_ROWS);
    let builder = match group {
        Some(group) => builder.with_row_groups(vec![group]),
        None => builder,
    };
    builder.build().map_err(|error| damaged(path, &error))
}

fn read_group(
    path: &Path,
    metadata: &ArrowReaderMetadata,
    columns: &[usize],
    group: usize,
    see: &(impl Fn(&RecordBatch) -> Result<()> + Sync),
) -> Result<()> {
    let file = File::open(path).map_err(Error::io("opening", path))?;
    for batch in batches(file, metadata, columns, Some(group), path)? {
        see(&batch.map_err(|error| damaged(path, &error))?)?;
    }
    Ok(())
}

fn read_text(
    path: &Path,
    Text { first, line, tables, typed }: &Text,
    pool: &rayon::ThreadPool,
    see: &(impl Fn(&RecordBatch) -> Result<()> + Sync),
) -> Result<()> {
    let Some(first) = first else { return Ok(()) };
    let mut tables = tables.lock().unwrap_or_else(PoisonError::into_inner);
    let most = BATCHES_A_THREAD * pool.current_num_threads();
    let mut waiting = vec![(first.clone(), *line)];
    while !waiting.is_empty() {
        pool.install(|| {
            waiting
                .par_iter()
                .try_for_each(|(batch, line)| see(&typed.rows(batch, path, |row| line + row as u64)?))
        })?;
        waiting.clear();
        while waiting.len() < most
            && let Some(rows) = tables.next_rows()?
        {
            let line = rows.puzzles.first().map_or(0, |(line, _)| *line);
            waiting.push((rows.batch, line));
        }
    }
    Ok(())
}

/// Runs a reader that may give up on a damaged file by a panic.
fn whole<T>(path: &Path, read: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(read))
        .unwrap_or_else(|_| Err(damaged(path, &"the file is damaged".to_owned())))
}

fn damaged(path: &Path, problem: &impl ToString) -> Error {
    let problem = problem.to_string();
    let problem = problem.lines().next().unwrap_or_default().to_owned();
    Error::Corpus { path: path.to_owned(), problem }
}
