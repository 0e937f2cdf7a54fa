//! Splits whose rows are made by jobs of their own, and which share no class.

use super::{
    inputs::EquivalenceInputs,
    key::{Equivalence, Keys},
    key_file::KeyFile,
    place_file::{PlaceFile, Places},
    sorter::Sorter,
    split_folder::{SplitFolder, WorkFiles},
    split_manifest::{Rule, Selection, SplitManifest, SplitPlan, SplitRows, StratumJob},
};
use crate::make::{folder::IfExists, write::RunHooks};
use arrow_array::{ArrayRef, RecordBatch};
use gridmill_board::Shape;
use gridmill_tables::{
    Error, Result,
    read::{GridColumns, Invalid, Rows, RowsPart},
    schema::{ColumnId, ColumnNames},
    threads::thread_pool,
    write::{Format, cells::write_cell},
};
use rayon::ThreadPool;
use serde::{Deserialize, Serialize};
use std::{path::Path, sync::Arc};

/// Bytes of memory that sorting takes, about.
const MEMORY: usize = 64 << 20;

/// Options of a folder with a split for each of several jobs.
#[derive(Debug, Clone)]
pub(crate) struct StrataJob {
    /// Name of the data set.
    pub name: String,
    /// The splits, and the jobs that make them: of one shape, and with the same columns.
    pub strata: Vec<StratumJob>,
    /// Relation of rows of which one split alone may have some.
    pub by: Equivalence,
    /// File format.
    pub format: Format,
    /// Identifier of the license of the folder, if the maker chose one.
    pub license: Option<String>,
    /// Threads, 0 for one a core.
    pub threads: usize,
}

impl StrataJob {
    /// Lets `make` make the rows of each stratum in the folder that it is given, and writes them to `out`. A run that goes on calls it again.
    ///
    /// # Errors
    /// [`Error::Corpus`] if two strata have a class in common, or `out` holds something else; [`Error::Io`] for files that fail,
    /// [`Error::Interrupted`] once a stop is asked for, and those of `make`.
    pub(crate) fn run(
        &self,
        (out, existing): (&Path, IfExists),
        events: &RunHooks,
        mut make: impl FnMut(&StratumJob, &Path) -> Result<()>,
    ) -> Result<SplitManifest> {
        let folder =
            SplitFolder::open(self.selection(), self.license.as_deref(), (out, existing), |_| Ok(()))?;
        if folder.is_complete() {
            return Ok(folder.into_manifest());
        }
        let made = folder.generated();
        let places: Vec<_> = self.strata.iter().map(|stratum| made.join(&stratum.name)).collect();
        for (stratum, place) in self.strata.iter().zip(&places) {
            make(stratum, place)?;
        }
        let inputs = EquivalenceInputs::new(places, self.shape(), GridColumns::default())?;
        let pool = Arc::new(thread_pool(self.threads)?);
        folder.fill(&inputs, &pool, events, |work| self.plan(&inputs, work, &pool, events))
    }

    fn shape(&self) -> Shape {
        self.strata.first().map_or(Shape::STANDARD, |stratum| stratum.job.plan.shape)
    }

    fn selection(&self) -> Selection {
        let most = self.strata.iter().map(|stratum| stratum.job.count).max();
        Selection {
            by: self.by,
            shape: self.shape(),
            format: self.format,
            shard_rows: most.unwrap_or_default().max(1),
            rule: Rule::Benchmark { name: self.name.clone(), strata: self.strata.clone() },
            invalid: Invalid::Stop,
            columns: GridColumns::default(),
            output_columns: ColumnNames::default(),
            generated: None,
            inputs: Vec::new(),
            exclude: Vec::new(),
        }
    }

    /// Puts the rows of each job into its split, and counts the classes.
    fn plan(
        &self,
        inputs: &EquivalenceInputs,
        work: &WorkFiles,
        pool: &Arc<ThreadPool>,
        events: &RunHooks,
    ) -> Result<(SplitPlan, PlaceFile)> {
        let keys = Keys::new(self.shape(), pool);
        let mut file = KeyFile::open(&work.keys)?;
        let mut none = |rows: &gridmill_tables::read::Rows| Ok(vec![[0; 8]; rows.puzzles.len()]);
        let part = (inputs, RowsPart::Puzzles);
        file.complete(part, (&keys, self.by), (&mut none, &mut |_, _| Ok(())), Invalid::Stop, events)?;
        let (places, mut next) = (Places::new(&work.folder, MEMORY, file.rows()), 0);
        let mut batch = places.batch();
        let mut plan = SplitPlan { rows: file.rows(), ..SplitPlan::default() };
        for (split, StratumJob { name, job }) in self.strata.iter().enumerate() {
            for index in next..next + job.count {
                batch.put(index, split)?;
            }
            next += job.count;
            plan.splits.push(SplitRows { name: name.clone(), rows: job.count, classes: 0 });
        }
        batch.enter()?;
        let mut places = places.write(Some(&work.places), &work.folder)?;
        keys.pool().install(|| count_classes(&file, &mut places, &work.folder, &mut plan))?;
        if plan.classes_in_common > 0 {
            let problem = format!("{} classes would be in more than one split", plan.classes_in_common);
            return Err(Error::corpus(work.places.clone(), problem));
        }
        places.rewind()?;
        Ok((plan, places))
    }
}

/// Counts the classes of all rows, of each split, and of more than one split.
fn count_classes(keys: &KeyFile, places: &mut PlaceFile, folder: &Path, plan: &mut SplitPlan) -> Result<()> {
    let mut sorter = Sorter::<17>::new(folder, MEMORY);
    keys.for_each(|_, key| {
        let (Some((key, _)), Some(split)) = (key, places.take(1)?[0]) else { return Ok(()) };
        let mut record = [u8::try_from(split).unwrap_or(u8::MAX); 17];
        record[..16].copy_from_slice(&key);
        sorter.push(record)
    })?;
    let sorted = sorter.finish()?;
    let (mut scan, mut last, mut splits) = (sorted.scan()?, None, 0);
    while let Some(record) = scan.next()? {
        let is_same_class = last.is_some_and(|last: [u8; 17]| last[..16] == record[..16]);
        splits = if is_same_class { splits } else { 0 };
        if last != Some(record) {
            splits += 1;
            plan.splits[usize::from(record[16])].classes += 1;
            plan.classes += u64::from(splits == 1);
            plan.classes_in_common += u64::from(splits == 2);
        }
        last = Some(record);
    }
    Ok(())
}

/// Property whose values have the same shares in each split.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stratum {
    /// The column `level`; next to other rulebooks, that of the first with a score.
    Level,
    /// The column `er`, or that of the rulebook that has one.
    Er,
    /// The number of givens.
    Givens,
    /// The column `guesses`, by classes: the whole part below 10, then all numbers with the same first digit.
    Guesses,
    /// The column `score`, or that of the first rulebook that measures by scores, by classes like guesses.
    Score,
    /// The column `trial_depth`.
    TrialDepth,
    /// The column `b`.
    B,
    /// The column `backdoor_size`.
    BackdoorSize,
}

impl Stratum {
    /// Every property.
    pub const ALL: [Self; 8] = [
        Self::Level,
        Self::Er,
        Self::Givens,
        Self::Guesses,
        Self::Score,
        Self::TrialDepth,
        Self::B,
        Self::BackdoorSize,
    ];

    /// Returns the name in options.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Level => ColumnId::Level.name(),
            Self::Er => ColumnId::Er.name(),
            Self::Givens => ColumnId::Givens.name(),
            Self::Guesses => ColumnId::Guesses.name(),
            Self::Score => ColumnId::Score.name(),
            Self::TrialDepth => ColumnId::TrialDepth.name(),
            Self::B => ColumnId::B.name(),
            Self::BackdoorSize => ColumnId::BackdoorSize.name(),
        }
    }

    /// Returns the name of a value in texts.
    pub const fn value_name(self) -> &'static str {
        match self {
            Self::Level | Self::Er => self.name(),
            Self::TrialDepth => "trial depth",
            Self::B => "B",
            Self::BackdoorSize => "backdoor size",
            Self::Givens => "number of givens",
            Self::Guesses => "class of guesses",
            Self::Score => "class of scores",
        }
    }

    /// Returns true if values are numbers that are grouped by their first digit.
    const fn has_classes(self) -> bool {
        matches!(self, Self::Guesses | Self::Score)
    }

    /// Returns the column, alone or next to those of other rulebooks: the level and the score of the first that measures by
    /// scores, else of the first; the ER of the first that has one.
    fn column(self, rows: &RecordBatch) -> Option<&ArrayRef> {
        let named = |name: &str| rows.column_by_name(name);
        let schema = rows.schema_ref();
        let prefixes = schema.fields().iter().filter_map(|field| field.name().strip_suffix(self.name()));
        let prefixes = prefixes.filter(|prefix| prefix.ends_with('_'));
        let has = |prefix: &&str, id: ColumnId| named(&format!("{prefix}{}", id.name())).is_some();
        let of_rulebook = prefixes.filter(|prefix| has(prefix, ColumnId::StuckCells));
        let with_score = of_rulebook.clone().find(|prefix| has(prefix, ColumnId::HardestScore));
        let prefix = with_score
            .filter(|_| matches!(self, Self::Level | Self::Score))
            .or_else(|| of_rulebook.clone().next());
        named(self.name()).or_else(|| named(&format!("{}{}", prefix?, self.name())))
    }

    /// Returns the value of each row.
    pub(super) fn values(self, rows: &Rows) -> Result<Vec<String>> {
        if self == Self::Givens {
            let givens = |grid: &Result<_, _>| grid.as_ref().map_or(0, gridmill_board::Grid::givens);
            return Ok(rows.puzzles.iter().map(|(_, grid)| givens(grid).to_string()).collect());
        }
        let name = self.name();
        let Some(column) = self.column(&rows.batch) else {
            let adds = match self {
                Self::Guesses => "measures the search difficulty",
                Self::TrialDepth | Self::B => "measures trial depth and braids",
                Self::BackdoorSize => "measures backdoors",
                Self::Level | Self::Er | Self::Givens | Self::Score => "adds ratings",
            };
            let problem = format!("no column is called {name}; the command rate {adds}");
            return Err(Error::corpus(rows.file.0.clone(), problem));
        };
        let value = |row| {
            let mut text = Vec::new();
            write_cell(column, row, &mut text)?;
            let text = String::from_utf8_lossy(&text);
            Ok(if self.has_classes() { class_by_first_digit(&text) } else { text.into_owned() })
        };
        (0..rows.batch.num_rows()).map(value).collect()
    }
}

/// Returns the class of a number of guesses or a score: `0` to `9`, `10`, `20` and so on to `100`, then `200`. A text that is no such number is a class of
/// its own.
fn class_by_first_digit(text: &str) -> String {
    let is_number = |number: &f64| number.is_finite() && *number >= 0.0;
    let Some(number) = text.parse().ok().filter(is_number) else { return text.to_owned() };
    let whole = format!("{:.0}", number.floor());
    let (first, rest) = whole.split_at(1);
    format!("{first}{}", "0".repeat(rest.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_classes_by_their_first_digit() {
        let texts = [
            "0.0",
            "0.99",
            "1.0",
            "9.99",
            "10.0",
            "49.31",
            "99.99",
            "123.4",
            "392",
            "4294967295",
            "",
            "NaN",
            "-1.0",
            "x",
        ];
        let classes = texts.map(class_by_first_digit);
        assert_eq!(
            classes,
            ["0", "0", "1", "9", "10", "40", "90", "100", "300", "4000000000", "", "NaN", "-1.0", "x"]
        );
    }
}
