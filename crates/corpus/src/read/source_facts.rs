//! Facts about the rows of files: those that manifests and metadata state, and the shape of the puzzles, or the only one that fits.

use super::{
    reader::{cells_of_first_puzzle, shape_of_first_grids},
    sources::{ManifestKind, Sources, files_of_folder},
};
use crate::splits::choice::{SourceFile, SplitChoice};
use gridmill_board::Shape;
use gridmill_tables::{
    Error, Result,
    facts::{Facts, InputIdentity, shape_of},
    files::file_hash,
    read::{
        ColumnChoice, GridColumns, InputFiles,
        input_files::{facts_of_file, identity, joined_facts},
        is_stream,
    },
    storage,
};
use std::path::{Path, PathBuf};

impl Sources {
    /// Returns the shape of all puzzles: that which the files state, or `chosen`, or the only one that has as many cells as the first
    /// puzzle. A stream is not read: without a choice, its puzzles are 9x9.
    ///
    /// # Errors
    /// [`Error::Corpus`] for files whose shapes contradict each other, the choice or their own puzzles, and for a number of cells that two shapes
    /// have; those of reading the files.
    pub fn shape(&self, chosen: Option<Shape>, columns: &GridColumns) -> Result<Shape> {
        let mut known: Option<Shape> = None;
        let mut first = None;
        for path in self.paths() {
            if is_stream(path) {
                continue;
            }
            let problem = |problem| Error::corpus(path.clone(), problem);
            let (stated, file) = shape_stated(path, columns)?;
            let stated_shape = stated.shape;
            let facts = Facts { shape: known, ..Facts::default() }.join(stated).map_err(problem)?;
            facts.shape_with(chosen).map_err(problem)?;
            known = facts.shape;
            first = first.or(file.map(|file| (file, stated_shape)));
        }
        let Some((file, stated)) = first else {
            return Ok(known.or(chosen).unwrap_or(Shape::STANDARD));
        };
        if known.is_none()
            && let Some(chosen) = chosen
        {
            return Ok(chosen);
        }
        let cells = cells_of_first_puzzle(&file, columns)?.filter(|&cells| Shape::of_cells(cells).is_some());
        // Another file may state the shape of one that states none.
        let shape = shape_of(cells, stated.or(known));
        shape.map_err(|problem| Error::corpus(file, problem))
    }

    /// Returns the shape that the files state, or `chosen`, or that which the first grids of the first file show, or 9x9. A stream is not read:
    /// without a choice, its puzzles are 9x9.
    ///
    /// # Errors
    /// [`Error::Corpus`] for files whose shapes contradict each other or the choice, and for grids that fit wide and tall boxes; those of reading
    /// the files.
    pub fn stated_shape(&self, chosen: Option<Shape>, columns: &GridColumns) -> Result<Shape> {
        // Splits have one shape, whether or not they are read together.
        let all = match self.split {
            SplitChoice::Only => Self::new(self.paths().to_vec(), SplitChoice::All),
            SplitChoice::Named(_) | SplitChoice::All => self.clone(),
        };
        let facts = all.facts(&ColumnChoice::puzzles(columns))?;
        let path = self.paths().first().cloned().unwrap_or_else(|| PathBuf::from("-"));
        let shape = facts.shape_with(chosen).map_err(|problem| Error::corpus(path, problem))?;
        if let Some(shape) = shape {
            return Ok(shape);
        }
        let first = all.files()?.into_iter().next().filter(|file| !is_stream(file));
        let shown = first.map(|file| shape_of_first_grids(&file, columns)).transpose()?.flatten();
        Ok(shown.unwrap_or(Shape::STANDARD))
    }
}

impl InputFiles for Sources {
    fn files(&self) -> Result<Vec<PathBuf>> {
        Self::files(self)
    }

    /// Joins the facts that the files of the chosen split state.
    fn facts(&self, choice: &ColumnChoice) -> Result<Facts> {
        joined_facts(self.paths(), |path| facts_of(path, &self.split, choice))
    }

    fn identities(&self) -> Result<Vec<InputIdentity>> {
        self.paths().iter().map(|path| identity(path, hash_of)).collect()
    }
}

/// Returns the hash of a file; a folder of a corpus has that of the hashes of its files.
fn hash_of(path: &Path) -> Result<String> {
    if !path.is_dir() {
        return file_hash(path);
    }
    let (files, kind) = files_of_folder(path)?;
    let hashes: Vec<String> = match kind {
        ManifestKind::Corpus(manifest) => manifest.shards.into_iter().map(|shard| shard.blake3).collect(),
        ManifestKind::Splits(manifest) => manifest.files.into_iter().map(|file| file.blake3).collect(),
        ManifestKind::Absent => {
            files.into_iter().map(|file| file_hash(&file.into_path())).collect::<Result<_>>()?
        }
    };
    Ok(blake3::hash(hashes.concat().as_bytes()).to_string())
}

/// Returns the facts that the files of a split in a folder, or a file, state about their rows.
fn facts_of(path: &Path, split: &SplitChoice, choice: &ColumnChoice) -> Result<Facts> {
    if !storage::is_folder(path).map_err(Error::io("reading", path))? {
        return facts_of_file(path, choice);
    }
    let (files, kind) = files_of_folder(path)?;
    match kind {
        ManifestKind::Corpus(manifest) => Ok(manifest.facts_of_rows()),
        ManifestKind::Splits(manifest) => Ok(manifest.facts_of(split)),
        ManifestKind::Absent => joined_facts(&split.choose(files)?, |file| facts_of_file(file, choice)),
    }
}

/// Returns the facts that a file or a folder states, as far as its shape, and its first file.
fn shape_stated(path: &Path, columns: &GridColumns) -> Result<(Facts, Option<PathBuf>)> {
    if !storage::is_folder(path).map_err(Error::io("reading", path))? {
        return Ok((facts_of_file(path, &ColumnChoice::puzzles(columns))?, Some(path.to_owned())));
    }
    let (files, kind) = files_of_folder(path)?;
    let files = files.into_iter().map(SourceFile::into_path);
    if let ManifestKind::Corpus(manifest) = kind {
        return Ok((Facts::of_shape(manifest.job.plan.shape), files.into_iter().next()));
    }
    let (mut facts, mut first) = (Facts::default(), None);
    for file in files {
        let problem = |problem| Error::corpus(file.clone(), problem);
        facts = facts.join(facts_of_file(&file, &ColumnChoice::puzzles(columns))?).map_err(problem)?;
        first = first.or(Some(file));
    }
    Ok((facts, first))
}
