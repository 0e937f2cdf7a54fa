//! Options that `dedup` and `split` share.

use super::{limits::tell_threads, outputs::refuse_inputs_in, progress, puzzle_files::PuzzleFiles};
use crate::{
    board::Shape,
    corpus::{ClassInputs, Existing, Sources, SplitChoice},
    tables::Result,
};
use bytesize::ByteSize;
use std::path::{Path, PathBuf};

/// Rows that are read by class, and how.
#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub(super) struct ClassedRows {
    #[command(flatten)]
    puzzles: PuzzleFiles,

    /// Box rows x box columns, 2x2 to 5x5 [default: as the files state, or 3x3]
    #[arg(long = "box", value_name = "RxC", hide_short_help = true)]
    shape: Option<Shape>,

    /// Replace what is there
    #[arg(long, conflicts_with = "resume")]
    pub overwrite: bool,

    /// Go on with an interrupted run: keep what is whole, make the rest
    #[arg(long)]
    pub resume: bool,

    /// Count rows without a puzzle instead of stopping at the first
    #[arg(long)]
    pub skip_invalid: bool,

    /// License of a folder, as an identifier of the hub: cc0-1.0, cc-by-4.0, mit [default: a line to fill in]
    #[arg(long, value_name = "ID", value_parser = license, hide_short_help = true)]
    pub license: Option<String>,

    /// Memory to use, about; more rows than fit are sorted on disk
    #[arg(long, value_name = "SIZE", default_value = "1GiB", value_parser = memory)]
    memory: ByteSize,

    /// Threads, 0 for one a core; the rows do not depend on it
    #[arg(long, short = 'j', value_name = "N", default_value_t = 0)]
    pub threads: usize,

    /// Print the closing summary as JSON on standard output
    #[arg(long)]
    pub json: bool,

    /// Progress on standard error: auto and always draw a bar on a terminal and print a line now and then elsewhere
    #[arg(long, value_enum, default_value_t, value_name = "WHEN", hide_short_help = true)]
    pub progress: progress::When,
}

/// Memory, at least.
const LEAST: ByteSize = ByteSize::mib(64);

/// Memory that a run takes besides what it sorts: rows that are read and written.
const BESIDES: u64 = 256 << 20;

impl ClassedRows {
    /// Opens the files.
    pub(super) fn inputs(&self) -> Result<ClassInputs> {
        tell_threads(self.threads);
        self.puzzles.tell();
        let (sources, columns) = (self.puzzles.sources(), self.puzzles.columns());
        let shape = sources.stated_shape(self.shape, &columns)?;
        ClassInputs::new(sources, shape, columns)
    }

    /// Opens files whose rows are left out, read in the same way, of all splits.
    pub(super) fn excluded(&self, files: &[PathBuf], shape: Shape) -> Result<ClassInputs> {
        let sources = Sources::new(files.to_vec(), SplitChoice::All);
        ClassInputs::new(sources, shape, self.puzzles.columns())
    }

    pub(super) fn paths(&self) -> impl Iterator<Item = &Path> {
        self.puzzles.paths()
    }

    /// Returns the bytes that sorting may take.
    pub(super) fn memory(&self) -> u64 {
        sorting(self.memory)
    }

    pub(super) const fn existing(&self) -> Existing {
        match (self.resume, self.overwrite) {
            (true, _) => Existing::Resume,
            (_, true) => Existing::Overwrite,
            _ => Existing::Refuse,
        }
    }

    /// Checks that no input is in a folder that would be replaced.
    pub(super) fn refuse_own_input<'a>(
        &'a self,
        out: &Path,
        more: impl Iterator<Item = &'a Path>,
    ) -> Result<()> {
        if self.overwrite { refuse_inputs_in(out, self.paths().chain(more)) } else { Ok(()) }
    }
}

/// Returns the part of the memory that sorting may take.
pub(super) fn sorting(memory: ByteSize) -> u64 {
    let all = memory.as_u64();
    all.saturating_sub(BESIDES).max(all / 4)
}

/// Parses the identifier of a license.
pub(super) fn license(text: &str) -> Result<String, String> {
    let is_sign = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
    if !text.is_empty() && text.len() <= 64 && text.bytes().all(is_sign) {
        return Ok(text.to_ascii_lowercase());
    }
    Err("give an identifier, such as cc0-1.0, cc-by-4.0 or mit".to_owned())
}

/// Parses an amount of memory.
pub(super) fn memory(text: &str) -> Result<ByteSize, String> {
    match text.parse::<ByteSize>() {
        Ok(size) if size >= LEAST => Ok(size),
        Ok(_) => Err(format!("give {LEAST} or more")),
        Err(_) => Err("give a size, such as 512MiB or 4GiB".to_owned()),
    }
}
