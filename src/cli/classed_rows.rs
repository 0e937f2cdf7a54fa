//! Options that `dedup` and `split` share.

use super::{
    args::{ExistingArgs, InvalidArg, LicenseArg, MemoryArg, RunArgs, ShapeArg},
    columns::OutputColumnsArg,
    limits::warn_about_threads,
    outputs::refuse_inputs_in,
    puzzle_files::PuzzleFiles,
    terminal::say,
};
use crate::{
    board::Shape,
    corpus::{EquivalenceInputs, Sources, SplitChoice},
    tables::{Result, escape::visible, schema::is_step_count},
};
use std::path::{Path, PathBuf};

/// Rows that are read by class, and how.
#[derive(Debug, clap::Args)]
pub(super) struct ClassedRows {
    #[command(flatten)]
    puzzles: PuzzleFiles,

    #[command(flatten)]
    shape: ShapeArg,

    #[command(flatten)]
    pub existing: ExistingArgs,

    #[command(flatten)]
    pub invalid: InvalidArg,

    #[command(flatten)]
    pub license: LicenseArg,

    #[command(flatten)]
    pub memory: MemoryArg,

    #[command(flatten)]
    pub run: RunArgs,

    #[command(flatten)]
    output: OutputColumnsArg,
}

impl ClassedRows {
    /// Opens the files.
    pub(super) fn inputs(&self) -> Result<EquivalenceInputs> {
        warn_about_threads(self.run.threads());
        self.puzzles.tell();
        let (sources, columns) = (self.puzzles.sources(), self.puzzles.columns());
        let shape = sources.stated_shape(self.shape.shape, &columns)?;
        let inputs =
            EquivalenceInputs::new(sources, shape, columns)?.with_output_columns(self.output.names())?;
        if !inputs.left_out().is_empty() && !self.run.progress.is_quiet() {
            say(&format!("left out, because not all files have them: {}", shown(inputs.left_out())));
        }
        Ok(inputs)
    }

    /// Opens files whose rows are left out, read in the same way, of all splits.
    pub(super) fn excluded(&self, files: &[PathBuf], shape: Shape) -> Result<EquivalenceInputs> {
        let sources = Sources::new(files.to_vec(), SplitChoice::All);
        EquivalenceInputs::new(sources, shape, self.puzzles.columns())
    }

    pub(super) fn paths(&self) -> impl Iterator<Item = &Path> {
        self.puzzles.paths()
    }

    /// Checks that no input is in a folder that would be replaced.
    pub(super) fn refuse_own_input<'a>(
        &'a self,
        out: &Path,
        more: impl Iterator<Item = &'a Path>,
    ) -> Result<()> {
        if self.existing.overwrite { refuse_inputs_in(out, self.paths().chain(more)) } else { Ok(()) }
    }
}

/// Lists names of columns, those of counted steps as one.
fn shown(names: &[String]) -> String {
    let one = |name: &String| if is_step_count(name) { "t_*".to_owned() } else { visible(name).into_owned() };
    let mut shown: Vec<String> = names.iter().map(one).collect();
    shown.dedup();
    shown.join(", ")
}
