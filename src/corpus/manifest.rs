//! The manifest: what a corpus is, and which of its shards are whole.

use super::{Job, Part, folder};
use crate::error::{Error, Result};
use serde::{Deserialize, Serialize};
use std::{fs, ops::Range, path::Path};

/// The version of the manifest's form.
const MANIFEST_VERSION: u32 = 1;

/// A finished shard.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shard {
    /// File name in `data/`.
    pub name: String,
    /// Index of its first row.
    pub first_index: u64,
    /// Rows in it.
    pub rows: u64,
    /// Size of the file.
    pub size_bytes: u64,
    /// BLAKE3 hash of the file.
    pub blake3: String,
    /// BLAKE3 hash of the same rows as a CSV file without timings: equal whatever the format and the machine.
    pub contents_blake3: String,
}

/// What stands in `manifest.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    #[serde(rename = "manifest")]
    version: u32,
    /// The program and its version.
    pub program: String,
    /// The scale of the ratings and its version, where there are some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating_scale: Option<String>,
    /// What the corpus is.
    pub job: Job,
    /// The parts that are made here; none where the whole is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Part>,
    /// Whether every shard of the job is there.
    pub complete: bool,
    /// The finished shards in order.
    pub shards: Vec<Shard>,
}

impl Manifest {
    /// The manifest of a corpus without shards yet.
    pub fn new(job: Job) -> Self {
        Self {
            version: MANIFEST_VERSION,
            program: crate::PROGRAM.to_owned(),
            rating_scale: job.plan.rating.rulebook.as_ref().map(|rulebook| rulebook.scale().to_owned()),
            job,
            parts: Vec::new(),
            complete: false,
            shards: Vec::new(),
        }
    }

    /// Remembers that `part` is made here.
    pub(super) fn plan_part(&mut self, part: Part) {
        if part == Part::WHOLE {
            self.parts.clear();
        } else if (self.shards.is_empty() || !self.parts.is_empty()) && !self.parts.contains(&part) {
            self.parts.push(part);
        }
    }

    /// The rows that should be here.
    pub fn planned(&self) -> Vec<Range<u64>> {
        let parts = if self.parts.is_empty() { &[Part::WHOLE][..] } else { &self.parts };
        parts.iter().filter_map(|part| part.rows(&self.job).ok()).collect()
    }

    /// Rows in the finished shards.
    pub fn rows(&self) -> u64 {
        self.shards.iter().map(|shard| shard.rows).sum()
    }

    /// Reads a manifest.
    ///
    /// # Errors
    /// [`Error::Io`], or [`Error::Corpus`] with line and column if it is no manifest.
    pub fn read(path: &Path) -> Result<Self> {
        let text = fs::read_to_string(path).map_err(Error::io("reading", path))?;
        let broken = |problem: String| Error::Corpus { path: path.to_owned(), problem };
        let manifest: Self = serde_json::from_str(&text)
            .map_err(|error| broken(format!("this is no manifest of gridmill: {error}")))?;
        if manifest.version != MANIFEST_VERSION {
            return Err(broken(format!(
                "manifest version {} is not known; this program reads version {MANIFEST_VERSION}",
                manifest.version
            )));
        }
        manifest.job.validate().map_err(|error| broken(error.to_string()))?;
        Ok(manifest)
    }

    /// Replaces the manifest in `folder` at once: a reader sees the old one or the new one, whole.
    pub(super) fn write(&self, folder: &folder::Folder) -> Result<()> {
        let path = folder.manifest();
        let mut text = serde_json::to_vec_pretty(self)
            .map_err(|error| Error::Corpus { path: path.clone(), problem: error.to_string() })?;
        text.push(b'\n');
        folder.replace(&path, &text)
    }

    /// Enters a shard, in its place, instead of an older one of its name.
    pub(super) fn enter(&mut self, shard: Shard) {
        self.shards.retain(|other| other.name != shard.name);
        let place = self.shards.partition_point(|other| other.first_index < shard.first_index);
        self.shards.insert(place, shard);
        self.complete = self.shards.len() as u64 == self.job.shards();
    }

    /// The first way in which `other` belongs to another corpus, in words.
    pub(super) fn difference(&self, job: &Job) -> Option<String> {
        if self.program != crate::PROGRAM {
            return Some(format!("it was made by {} and this is {}", self.program, crate::PROGRAM));
        }
        self.job.difference(job)
    }
}
