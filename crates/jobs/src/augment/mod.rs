//! Random images of the rows of existing files: puzzles transformed so that they stay the same to a solver.
//!
//! ```text
//! TableInput -rows-> ImageTable: rows checked, then images of each on all threads, at most 8,192 rows at once
//!        -rows-> written as they are, or rated -> CSV, JSON lines or Parquet
//! ```
//!
//! An image has the columns of its source: grids transformed, values that all transforms share as they are ([`Invariance`]). The others are
//! left out.
//! The transforms are functions of a seed and of numbers, whatever the threads.

mod columns;
mod table;

use self::{columns::OutputColumns, table::ImageTable};
use super::{add_columns::AddColumns as _, column_job::ColumnJob as _, rate::RateJob};
use arrow_array::RecordBatch;
use gridmill_board::Transform;
use gridmill_corpus::Sources;
use gridmill_generate::{MasterSeed, TransformGroup};
#[cfg(doc)]
use gridmill_tables::schema::Invariance;
use gridmill_tables::{
    Error, Result,
    escape::shell_word,
    facts::Facts,
    numbers::thousands,
    read::{GridColumns, Invalid, MemoryTable, Rows, TableInput},
    write::RowsOutput,
};
use rand::SeedableRng as _;
use rand_pcg::Pcg64;
use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
};

/// Separates the images of a row from all other uses of a seed.
const CONTEXT: &str = "gridmill 2026-11-22 augment, images 1";

/// Options of making images.
#[derive(Debug)]
pub struct AugmentJob {
    /// Random images of each row.
    pub times: u64,
    /// True if each row stands before its images.
    pub keep_original: bool,
    /// Group from which transforms are drawn, for grids of its shape.
    pub group: TransformGroup,
    /// Seed of the transforms.
    pub seed: MasterSeed,
    /// Ratings to compute for the images.
    pub rate: Option<RateJob>,
    /// Treatment of rows that hold no puzzle.
    pub invalid: Invalid,
    /// Threads, 0 for one a core.
    pub threads: usize,
}

/// Totals of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AugmentTotals {
    /// Rows read.
    pub rows: u64,
    /// Rows left out, because they hold no puzzle.
    pub skipped: u64,
    /// Rows written: images, and sources that are kept.
    pub images: u64,
}

/// Files whose images are to be made.
#[derive(Debug)]
pub struct Augmented {
    tables: TableInput,
    totals: Arc<Counts>,
    /// Names of the columns that are left out, in order.
    pub left_out: Vec<String>,
}

#[derive(Debug, Default)]
struct Counts {
    rows: AtomicU64,
    skipped: AtomicU64,
    images: AtomicU64,
}

impl AugmentJob {
    /// Images of a row, at most.
    pub const MAX_TIMES: u64 = 1_000_000;

    /// Opens files, which may be corpus folders.
    ///
    /// # Errors
    /// [`Error::Option`] if the job cannot be done; [`Error::Splits`] for files of several splits; [`Error::Io`] and [`Error::Corpus`] for files that
    /// cannot be read.
    pub fn open(&self, sources: impl Into<Sources>, columns: &GridColumns) -> Result<Augmented> {
        self.check()?;
        self.begin(TableInput::with_columns(sources.into(), self.group.shape(), columns)?, columns)
    }

    /// Takes rows in memory.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn open_in_memory(&self, table: &MemoryTable, columns: &GridColumns) -> Result<Augmented> {
        self.check()?;
        self.begin(table.tables(self.group.shape(), columns)?, columns)
    }

    fn begin(&self, tables: TableInput, columns: &GridColumns) -> Result<Augmented> {
        let shape = self.group.shape();
        let columns = OutputColumns::new(&tables, columns)?;
        let first = tables.first().to_owned();
        let rated = match &self.rate {
            Some(rate) => rate.columns(&[], &Facts::default())?.columns,
            None => Vec::new(),
        };
        let is_anew = |name: &str| rated.iter().any(|column| column.name() == name);
        let left_out = columns.left_out.iter().filter(|name| !is_anew(name)).cloned().collect();
        let totals = Arc::new(Counts::default());
        let original = if self.keep_original { " --keep-original" } else { "" };
        let seed = shell_word(&self.seed.to_string());
        let command = format!("gridmill augment --times {} --seed {seed}{original}", self.times);
        let facts = tables.facts().clone().images(self.times).made_by(command, tables.identities());
        let reader = ImageTable::new(self, tables, columns, Arc::clone(&totals))?;
        let tables = TableInput::of_reader(first, Box::new(reader), facts.with_shape(shape));
        Ok(Augmented { tables, totals, left_out })
    }

    fn check(&self) -> Result<()> {
        if let Some(rate) = &self.rate {
            rate.check()?;
        }
        if self.times > Self::MAX_TIMES {
            let (times, most) = (thousands(self.times), thousands(Self::MAX_TIMES));
            return Err(Error::option(format!("{times} images of each row are too many: at most {most}")));
        }
        if self.times == 0 {
            return Err(Error::option("0 images of each row leave nothing to make; give 1 or more"));
        }
        Ok(())
    }

    fn images(&self) -> Images {
        Images::new(CONTEXT, self.seed.clone(), self.group)
    }

    /// Writes the images to `out`; counts them as they are written. A file appears under its name if the run succeeds, and not otherwise.
    ///
    /// # Errors
    /// [`Error::NoPuzzle`] for the first row without a puzzle, unless such rows are skipped; [`Error::Io`] and [`Error::Corpus`] for input
    /// and output that fail; [`Error::Interrupted`] once `stop` is set.
    pub fn run(
        &self,
        augmented: &mut Augmented,
        out: RowsOutput,
        stop: &AtomicBool,
        rows_done: &AtomicU64,
    ) -> Result<AugmentTotals> {
        let tables = &mut augmented.tables;
        match &self.rate {
            Some(rate) => drop(rate.run(tables, out, stop, rows_done)?),
            None => copy(tables, out, stop, rows_done)?,
        }
        Ok(augmented.totals())
    }

    /// Returns the images in memory: batches with the same columns, at least one.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn run_in_memory(
        &self,
        augmented: &mut Augmented,
        stop: &AtomicBool,
        rows_done: &AtomicU64,
    ) -> Result<(AugmentTotals, Vec<RecordBatch>)> {
        let tables = &mut augmented.tables;
        let batches = if let Some(rate) = &self.rate {
            rate.run_in_memory(tables, stop, rows_done)?
        } else {
            let schema = tables.facts().in_schema(tables.schema());
            let mut batches = vec![RecordBatch::new_empty(schema)];
            for_each_batch(tables, stop, |rows| {
                rows_done.fetch_add(rows.puzzles.len() as u64, Relaxed);
                batches.push(rows.batch);
                Ok(())
            })?;
            batches
        };
        Ok((augmented.totals(), batches))
    }
}

impl Augmented {
    fn totals(&self) -> AugmentTotals {
        let Counts { rows, skipped, images } = &*self.totals;
        AugmentTotals {
            rows: rows.load(Relaxed),
            skipped: skipped.load(Relaxed),
            images: images.load(Relaxed),
        }
    }
}

fn copy(tables: &mut TableInput, out: RowsOutput, stop: &AtomicBool, rows_done: &AtomicU64) -> Result<()> {
    let schema = Arc::clone(tables.schema());
    out.format.check_columns(tables)?;
    let mut out = out.begin(&tables.facts().in_schema(&schema))?;
    for_each_batch(tables, stop, |rows| {
        out.push(&rows.batch, &rows.literals)?;
        rows_done.fetch_add(rows.puzzles.len() as u64, Relaxed);
        Ok(())
    })?;
    out.keep()
}

fn for_each_batch(
    tables: &mut TableInput,
    stop: &AtomicBool,
    mut see: impl FnMut(Rows) -> Result<()>,
) -> Result<()> {
    while let Some(rows) = tables.next_rows()? {
        if stop.load(Relaxed) {
            return Err(Error::Interrupted);
        }
        see(rows)?;
    }
    Ok(())
}

pub(crate) struct Images {
    context: &'static str,
    seed: MasterSeed,
    pub(crate) group: TransformGroup,
}

impl Images {
    /// Creates a source of transforms of `group`. The context separates them from all other uses of the seed.
    pub(crate) const fn new(context: &'static str, seed: MasterSeed, group: TransformGroup) -> Self {
        Self { context, seed, group }
    }

    /// Draws the transforms of the puzzle in row `index`, one after the other: a function of the seed and the index.
    pub(crate) fn of(&self, index: u64) -> impl Iterator<Item = Transform> + use<> {
        let mut rng = Pcg64::from_seed(blake3::derive_key(self.context, &self.seed.puzzle_seed(index)));
        let group = self.group;
        std::iter::repeat_with(move || group.draw(&mut rng))
    }

    /// Draws the transform of one image of the puzzle in row `index`: a function of the seed, the index and the number of the image. It is
    /// none of those that [`of`](Self::of) draws.
    pub(crate) fn one(&self, index: u64, image: u64) -> Transform {
        let mut material = [0; 40];
        material[..32].copy_from_slice(&self.seed.puzzle_seed(index));
        material[32..].copy_from_slice(&image.to_le_bytes());
        self.group.draw(&mut Pcg64::from_seed(blake3::derive_key(self.context, &material)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridmill_board::Shape;

    fn images(seed: &str) -> Images {
        Images::new("gridmill tests, images", seed.parse().unwrap(), TransformGroup::full(Shape::STANDARD))
    }

    /// Each number changes the image, and nothing else does.
    #[test]
    fn images_depend_on_seed_row_and_number_alone() {
        let first = images("1").one(5, 3);
        assert_eq!(images("1").one(5, 3), first);
        for other in [images("2").one(5, 3), images("1").one(6, 3), images("1").one(5, 4)] {
            assert_ne!(other, first);
        }
        let [one, other] = [images("1").of(5).take(3), images("1").of(5).take(3)];
        let one: Vec<_> = one.collect();
        assert_eq!(one, other.collect::<Vec<_>>());
        assert!(one[0] != one[1] && !one.contains(&images("1").one(5, 0)));
    }
}
