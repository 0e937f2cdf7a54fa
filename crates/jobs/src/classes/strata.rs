//! Splits whose rows are made by jobs of their own, and which share no class.

use super::{
    inputs::EquivalenceInputs,
    key::Keys,
    key_file::KeyFile,
    place_file::{PlaceFile, Places},
    sorter::Sorter,
    split::each_place_of_classes,
    split_folder::{SplitFolder, WorkFiles},
};
use gridmill_board::Shape;
use gridmill_corpus::{
    Equivalence, IfExists, Rule, RunHooks, Selection, SplitManifest, SplitPlan, SplitRows, StratumJob,
};
use gridmill_tables::{
    Error, Result,
    read::{GridColumns, Invalid, RowsPart},
    schema::ColumnNames,
    threads::thread_pool,
    write::Format,
};
use rayon::ThreadPool;
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
        let (places, mut next) = (Places::new(&work.folder, MEMORY, file.rows), 0);
        let mut batch = places.batch();
        let mut plan = SplitPlan { rows: file.rows, ..SplitPlan::default() };
        for (split, StratumJob { name, job }) in self.strata.iter().enumerate() {
            for index in next..next + job.count {
                batch.put(index, split)?;
            }
            next += job.count;
            plan.splits.push(SplitRows { name: name.clone(), rows: job.count, classes: 0 });
        }
        batch.enter()?;
        let mut places = places.write(Some(&work.places), &work.folder)?;
        let sorter = Sorter::new(&work.folder, MEMORY);
        let mut see = |split, count| {
            plan.splits[usize::from(split)].classes += 1;
            plan.classes += u64::from(count == 1);
            plan.classes_in_common += u64::from(count == 2);
        };
        keys.pool().install(|| each_place_of_classes((&file, None), &mut places, sorter, &mut see))?;
        if plan.classes_in_common > 0 {
            let problem = format!("{} classes would be in more than one split", plan.classes_in_common);
            return Err(Error::corpus(work.places.clone(), problem));
        }
        places.rewind()?;
        Ok((plan, places))
    }
}
