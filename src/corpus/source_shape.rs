//! Shape of the puzzles in files: that which manifests and metadata state, or the only one that fits.

use super::{
    facts::{Facts, shape_of},
    read::{
        detect,
        folders::{ManifestKind, files_of_folder},
        is_stream,
        names::{ColumnChoice, GridColumns},
        sources::{SourceFile, Sources},
    },
    reader::cells_of_first_puzzle,
};
use crate::{
    board::Shape,
    error::{Error, Result},
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
        let mut facts = Facts::default();
        let mut first = None;
        for path in self.paths() {
            if is_stream(path) {
                continue;
            }
            let problem = |problem| Error::Corpus { path: path.clone(), problem };
            let (stated, file) = facts_of(path, columns)?;
            facts = facts.join(stated).map_err(problem)?;
            facts.shape_with(chosen).map_err(problem)?;
            first = first.or(file.map(|file| (file, stated)));
        }
        let Some((file, stated)) = first else {
            return Ok(facts.shape.or(chosen).unwrap_or(Shape::STANDARD));
        };
        if facts.shape.is_none()
            && let Some(chosen) = chosen
        {
            return Ok(chosen);
        }
        let cells = cells_of_first_puzzle(&file, columns)?.filter(|&cells| Shape::of_cells(cells).is_some());
        // Another file may state the shape of one that states none.
        let shape = shape_of(cells, stated.shape.or(facts.shape));
        shape.map_err(|problem| Error::Corpus { path: file, problem })
    }
}

/// Returns the facts that a file or a folder states, and its first file.
fn facts_of(path: &Path, columns: &GridColumns) -> Result<(Facts, Option<PathBuf>)> {
    if !storage::is_folder(path).map_err(Error::io("reading", path))? {
        return Ok((facts_of_file(path, columns)?, Some(path.to_owned())));
    }
    let (files, kind) = files_of_folder(path)?;
    let files = files.into_iter().map(SourceFile::into_path);
    if let ManifestKind::Corpus(manifest) = kind {
        return Ok((Facts::of_shape(manifest.job.plan.shape), files.into_iter().next()));
    }
    let (mut facts, mut first) = (Facts::default(), None);
    for file in files {
        let problem = |problem| Error::Corpus { path: file.clone(), problem };
        facts = facts.join(facts_of_file(&file, columns)?).map_err(problem)?;
        first = first.or(Some(file));
    }
    Ok((facts, first))
}

fn facts_of_file(path: &Path, columns: &GridColumns) -> Result<Facts> {
    let (format, _) = detect(path, None, &ColumnChoice::puzzles(columns))?;
    let Some(file) = format.open_chunked(path)? else { return Ok(Facts::default()) };
    let facts = Facts::of_values(|key| file.value(key));
    facts.map_err(|problem| Error::Corpus { path: path.to_owned(), problem })
}
