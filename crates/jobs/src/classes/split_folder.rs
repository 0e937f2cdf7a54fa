//! A folder with splits, whose files are always whole.
//!
//! ```text
//! DIR/data/train-00000-of-00009.parquet   whole files
//! DIR/manifest.json   README.md   croissant.json
//! DIR/.work/                              keys and places of rows, files being written; gone when all is whole
//! ```

use super::{
    inputs::EquivalenceInputs,
    place_file::PlaceFile,
    write_places::{Destination, write_places},
};
use arrow_array::RecordBatch;
use arrow_schema::{Schema, SchemaRef};
use gridmill_corpus::{
    Folder, IfExists, RunHooks, Selection, SplitFile, SplitManifest, SplitPlan, is_emptying, refuse_link,
    write_split_card,
};
use gridmill_tables::{
    Error, JsonLiterals, Result,
    facts::Facts,
    files::{HashingWriter, remove_file},
    threads::Background,
    write::{Format, TableWriter},
};
use rayon::ThreadPool;
use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    sync::Arc,
};

pub(super) struct SplitFolder {
    folder: Folder,
    manifest: SplitManifest,
}

/// Files that a run works with until its rows are whole.
pub(super) struct WorkFiles {
    pub(super) keys: PathBuf,
    pub(super) places: PathBuf,
    pub(super) folder: PathBuf,
}

struct SplitWriter<'a> {
    folder: &'a Folder,
    manifest: &'a mut SplitManifest,
    /// Facts about the rows of all splits together.
    facts: &'a Facts,
    schema: Option<SchemaRef>,
    pool: Option<Arc<ThreadPool>>,
    splits: Vec<Split>,
    /// The file written last, which is being synced.
    syncing: Option<(SplitFile, Background<io::Result<()>>)>,
}

struct Split {
    name: String,
    rows: u64,
    /// Rows that came so far.
    done: u64,
    open: Option<TableWriter<HashingWriter<File>>>,
}

impl SplitFolder {
    /// Opens `out` for the rows of `selection`. `begin` is called before the manifest is written, and is shown whether an earlier folder was
    /// removed.
    ///
    /// # Errors
    /// [`Error::Corpus`] if the folder holds something else, or other rows under [`IfExists::Resume`]; [`Error::Io`] if it cannot be
    /// written to; those of `begin`.
    pub(super) fn open(
        selection: Selection,
        license: Option<&str>,
        (out, existing): (&Path, IfExists),
        begin: impl FnOnce(bool) -> Result<()>,
    ) -> Result<Self> {
        let differs = |earlier: &SplitManifest| match earlier.difference(&selection) {
            None => Ok(()),
            Some(difference) => {
                let problem = format!(
                    "other rows are here: {difference}; resume with the files and options they were made with"
                );
                Err(Error::corpus(out, problem))
            }
        };
        // Checked before the folder is touched, and again for the manifest that is read under the lock.
        let path = out.join("manifest.json");
        if existing == IfExists::Resume && !is_emptying(out) && path.exists() {
            differs(&SplitManifest::read(&path)?)?;
        }
        let (folder, earlier) = Folder::open::<SplitManifest>(out, existing)?;
        earlier.iter().try_for_each(differs)?;
        begin(folder.is_emptied())?;
        let mut manifest = earlier.unwrap_or_else(|| SplitManifest::new(selection));
        if let Some(license) = license {
            manifest.license = Some(license.to_owned());
        }
        let (data, entered) = (folder.data(), std::mem::take(&mut manifest.files));
        for file in entered {
            if gridmill_tables::files::has_size_and_hash(
                &data.join(&file.name),
                file.size_bytes,
                &file.blake3,
            )? {
                manifest.files.push(file);
            } else {
                manifest.complete = false;
            }
        }
        let mut opened = Self { folder, manifest };
        refuse_link(&opened.generated())?;
        save(&opened.folder, &mut opened.manifest)?;
        if opened.is_complete() {
            // A run may have ended between its last file and this.
            opened.clear()?;
        }
        Ok(opened)
    }

    /// Returns true if nothing is left to do.
    pub(super) const fn is_complete(&self) -> bool {
        self.manifest.complete
    }

    pub(super) fn work_files(&self) -> WorkFiles {
        WorkFiles {
            keys: self.folder.work(SplitManifest::KEYS),
            places: self.folder.work(SplitManifest::PLACES),
            folder: self.folder.work(""),
        }
    }

    /// Returns the folder of a corpus that is made and split in one run.
    pub(super) fn generated(&self) -> PathBuf {
        self.folder.work(SplitManifest::GENERATED)
    }

    /// Opens the places that an earlier run found, if they are still what it wrote.
    pub(super) fn earlier_places(&self) -> Result<Option<PlaceFile>> {
        match &self.manifest.places_blake3 {
            Some(hash) => PlaceFile::open(&self.work_files().places, hash),
            None => Ok(None),
        }
    }

    /// Enters the plan, whose places are on the disk. Files of another plan are made again.
    pub(super) fn set_plan(&mut self, plan: SplitPlan, places: &PlaceFile) -> Result<()> {
        if self.manifest.plan.as_ref().is_some_and(|earlier| *earlier != plan) {
            self.manifest.files.clear();
        }
        self.manifest.plan = Some(plan);
        self.manifest.places_blake3 = Some(places.hash.clone());
        save(&self.folder, &mut self.manifest)?;
        remove_file(&self.work_files().keys)
    }

    /// Enters the hash of the file of duplicates, before it gets its name.
    pub(super) fn set_report(&mut self, hash: String) -> Result<()> {
        self.manifest.report_blake3 = Some(hash);
        save(&self.folder, &mut self.manifest)
    }

    /// Returns true if the file at `path` is the file of duplicates of this folder.
    pub(super) fn has_written(&self, path: &Path) -> Result<bool> {
        match &self.manifest.report_blake3 {
            Some(hash) if path.is_file() => Ok(gridmill_tables::files::file_hash(path)? == *hash),
            _ => Ok(false),
        }
    }

    /// Writes the rows of the splits, which have these facts together. Returns the columns.
    pub(super) fn write(
        &mut self,
        inputs: &EquivalenceInputs,
        (places, facts): (&mut PlaceFile, &Facts),
        pool: &Arc<ThreadPool>,
        events: &RunHooks,
    ) -> Result<SchemaRef> {
        let Self { folder, manifest } = self;
        let splits = manifest.plan.iter().flat_map(|plan| &plan.splits);
        let splits = splits
            .map(|split| Split { name: split.name.clone(), rows: split.rows, done: 0, open: None })
            .collect();
        let mut writer =
            SplitWriter { folder, manifest, facts, schema: None, pool: None, splits, syncing: None };
        let written = write_places(inputs, (places, facts), &mut writer, pool, events);
        // An interrupted run keeps its last whole file.
        let placed = writer.place();
        written.and_then(|schema| placed.map(|()| schema))
    }

    /// Returns the facts of the rows that the plan chose from rows with the facts `given`.
    pub(super) fn facts(&self, given: Facts) -> Facts {
        let plan = self.manifest.plan.clone().unwrap_or_default();
        self.manifest.selection.facts(given, &plan)
    }

    /// Finds the places of the rows by `plan`, unless an earlier run did, writes the rows, and ends the run.
    pub(super) fn fill(
        mut self,
        inputs: &EquivalenceInputs,
        pool: &Arc<ThreadPool>,
        events: &RunHooks,
        plan: impl FnOnce(&WorkFiles) -> Result<(SplitPlan, PlaceFile)>,
    ) -> Result<SplitManifest> {
        let mut places = if let Some(places) = self.earlier_places()? {
            places
        } else {
            let found = plan(&self.work_files());
            let (plan, places) = self.unless_withdrawn(found)?;
            self.set_plan(plan, &places)?;
            places
        };
        let facts = self.facts(inputs.facts()?);
        let schema = self.write(inputs, (&mut places, &facts), pool, events)?;
        // Windows keeps a folder as long as a file in it is open.
        drop(places);
        self.complete(&schema, facts)
    }

    /// Removes the folder of rows that have an error, as far as nothing whole is in it: the corrected command is not refused because of it.
    pub(super) fn unless_withdrawn<T>(&self, found: Result<T>) -> Result<T> {
        let is_of_rows = |error: &Error| {
            matches!(
                error,
                Error::NoPuzzle { .. } | Error::Option(_) | Error::Corpus { .. } | Error::Splits { .. }
            )
        };
        if found.as_ref().is_err_and(is_of_rows) && self.manifest.plan.is_none() && !self.generated().exists()
        {
            // The error of the rows matters. What cannot be removed is the folder of an interrupted run.
            let removed = self.clear().and_then(|()| remove_file(&self.folder.manifest()));
            let _ = removed.map(|()| fs::remove_dir(self.folder.data()));
        }
        found
    }

    /// Ends the run, once every file of the plan is whole.
    pub(super) fn complete(mut self, schema: &Schema, facts: Facts) -> Result<SplitManifest> {
        if !self.manifest.has_all_files() {
            let problem = "the rows do not fill the files of its plan: an input has changed".to_owned();
            return Err(Error::corpus(self.folder.manifest(), problem));
        }
        self.manifest.facts = facts;
        self.manifest.complete = true;
        self.manifest.places_blake3 = None;
        write_split_card(&self.folder, &self.manifest, schema)?;
        save(&self.folder, &mut self.manifest)?;
        self.clear()?;
        Ok(self.manifest)
    }

    /// Removes what a run works with.
    fn clear(&self) -> Result<()> {
        let WorkFiles { keys, places, .. } = self.work_files();
        remove_file(&keys)?;
        remove_file(&places)?;
        let generated = self.generated();
        match fs::remove_dir_all(&generated) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(Error::io("removing", generated)(error))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn into_manifest(self) -> SplitManifest {
        self.manifest
    }
}

fn save(folder: &Folder, manifest: &mut SplitManifest) -> Result<()> {
    manifest.files.sort_by(|one, two| one.name.cmp(&two.name));
    let mut text = serde_json::to_vec_pretty(manifest)
        .map_err(|error| Error::corpus(folder.manifest(), error.to_string()))?;
    text.push(b'\n');
    folder.replace(&folder.manifest(), &text)
}

impl Destination for SplitWriter<'_> {
    fn format(&self) -> Option<Format> {
        Some(self.manifest.selection.format)
    }

    fn begin(&mut self, schema: &SchemaRef, pool: &Arc<ThreadPool>) -> Result<()> {
        (self.schema, self.pool) = (Some(SchemaRef::clone(schema)), Some(Arc::clone(pool)));
        for split in 0..self.splits.len() {
            if self.splits[split].rows == 0 && !self.is_whole(split, 0) {
                // Readers expect a file of each split.
                let empty = RecordBatch::new_empty(SchemaRef::clone(schema));
                self.write(split, 0, &empty, &JsonLiterals::NONE)?;
                self.finish(split, 0, 0)?;
            }
        }
        Ok(())
    }

    fn push(&mut self, split: usize, batch: &RecordBatch, literals: &JsonLiterals) -> Result<()> {
        let room = self.splits.get(split).map_or(0, |split| split.rows - split.done);
        if batch.num_rows() as u64 > room {
            let problem = "a split has more rows than its plan: an input has changed".to_owned();
            return Err(Error::corpus(self.folder.manifest(), problem));
        }
        let shard_rows = self.manifest.selection.shard_rows;
        let mut first = 0;
        while first < batch.num_rows() {
            let Split { rows, done, .. } = self.splits[split];
            let number = done / shard_rows;
            let end = (number + 1).saturating_mul(shard_rows).min(rows);
            let left = batch.num_rows() - first;
            let count = usize::try_from(end - done).map_or(left, |room| room.min(left));
            let is_whole = self.is_whole(split, number);
            if !is_whole {
                let literals = literals.take(&(first..first + count));
                self.write(split, number, &batch.slice(first, count), &literals)?;
            }
            self.splits[split].done += count as u64;
            first += count;
            if !is_whole && self.splits[split].done == end {
                self.finish(split, number, end - number * shard_rows)?;
            }
        }
        Ok(())
    }
}

impl SplitWriter<'_> {
    fn name(&self, split: usize, number: u64) -> String {
        let Split { name, rows, .. } = &self.splits[split];
        self.manifest.file_name(name, number, *rows)
    }

    fn is_whole(&self, split: usize, number: u64) -> bool {
        let name = self.name(split, number);
        self.manifest.files.iter().any(|file| file.name == name)
    }

    fn write(
        &mut self,
        split: usize,
        number: u64,
        batch: &RecordBatch,
        literals: &JsonLiterals,
    ) -> Result<()> {
        let name = self.name(split, number);
        if let Some(writer) = &mut self.splits[split].open {
            return writer.push(batch, literals);
        }
        let path = self.folder.work(&name);
        let file = File::create_new(&path).map_err(Error::io("creating", &path))?;
        let schema = self.schema.clone().unwrap_or_else(|| batch.schema());
        let SplitManifest { selection, program, .. } = &*self.manifest;
        let facts = selection.facts_of_split(self.facts, &self.splits[split].name, program);
        let schema = facts.in_schema(&schema);
        let (format, out) = (self.manifest.selection.format, HashingWriter::new(file));
        let open = &mut self.splits[split].open;
        let mut writer = TableWriter::begin(&path, format, out, &schema)?;
        if let Some(pool) = &self.pool {
            writer = writer.on(pool);
        }
        open.insert(writer).push(batch, literals)
    }

    /// Ends a whole file and begins to sync it, while rows of the next are written.
    fn finish(&mut self, split: usize, number: u64, rows: u64) -> Result<()> {
        let Some(writer) = self.splits[split].open.take() else { return Ok(()) };
        let name = self.name(split, number);
        let out = writer.end()?;
        let (size_bytes, blake3) = (out.bytes, out.hash());
        self.place()?;
        let (split, file) = (self.splits[split].name.clone(), out.into_inner());
        let sync = Background::start(move || file.sync_all());
        self.syncing = Some((SplitFile { name, split, rows, size_bytes, blake3 }, sync));
        Ok(())
    }

    /// Gives the file that was being synced its name and enters it.
    fn place(&mut self) -> Result<()> {
        let Some((file, sync)) = self.syncing.take() else { return Ok(()) };
        let from = self.folder.work(&file.name);
        sync.wait().map_err(Error::io("syncing", &from))?;
        self.folder.place(&from, &self.folder.data().join(&file.name))?;
        self.manifest.files.push(file);
        save(self.folder, self.manifest)
    }
}
