//! `gridmill merge`: the parts of a corpus joined into one.

use super::say;
use crate::corpus::{self, Existing, thousands};
use std::path::PathBuf;

/// Options of `merge`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Folders made by `generate --shard K/N`
    #[arg(required = true, value_name = "DIR")]
    parts: Vec<PathBuf>,

    /// Folder of the whole corpus
    #[arg(long, short, value_name = "DIR")]
    out: PathBuf,

    /// Replace a corpus that is in the folder
    #[arg(long)]
    overwrite: bool,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let existing = if args.overwrite { Existing::Overwrite } else { Existing::Refuse };
    let manifest = corpus::merge(&args.parts, &args.out, existing)?;
    let (rows, files) = (thousands(manifest.rows()), manifest.shards.len());
    say(&format!("{rows} rows in {files} file(s) in {}", args.out.join("data").display()));
    Ok(())
}
