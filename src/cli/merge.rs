//! `gridmill merge`: the parts of a corpus joined into one.

use super::{
    args::{ExistingArgs, ProgressArg},
    outputs,
    signals::end_on_signals,
    terminal::say,
};
use crate::{
    corpus::{self, RunHooks},
    tables::{Error, format::thousands},
};
use std::path::PathBuf;

/// Options of `merge`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Folders made by `generate --part K/N`
    #[arg(required_unless_present = "parts_in", value_name = "DIR")]
    folders: Vec<PathBuf>,

    /// Folder whose folders are the parts; those without a manifest are left out
    #[arg(long = "parts", id = "parts_in", value_name = "DIR", conflicts_with = "folders")]
    parts_in: Option<PathBuf>,

    /// Folder of the whole corpus, here or in an object store (s3://, gs://, az://)
    #[arg(long, short, value_name = "DIR")]
    out: PathBuf,

    #[command(flatten)]
    existing: ExistingArgs,

    #[command(flatten)]
    progress: ProgressArg,
}

const HINT: &str = "the same command with --resume goes on";

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    outputs::check_folder(&args.out, None)?;
    let events = RunHooks::default();
    end_on_signals(&events)?.set(|| HINT.to_owned());
    let parts = match &args.parts_in {
        Some(parent) => &corpus::part_folders(parent, &args.out)?,
        None => &args.folders,
    };
    if args.existing.overwrite {
        outputs::refuse_inputs_in(&args.out, parts.iter().map(PathBuf::as_path))?;
    }
    let merged = corpus::merge(parts, &args.out, args.existing.existing(), &events.stop);
    if matches!(merged, Err(Error::Interrupted)) {
        say(HINT);
    }
    let manifest = merged?;
    if !args.progress.is_quiet() {
        let (rows, files) = (thousands(manifest.rows()), manifest.shards.len());
        say(&format!("{rows} rows in {files} file(s) in {}", args.out.join("data").display()));
    }
    Ok(())
}
