//! `gridmill doctor`: the facts about the program and the machine that a report of a fault needs, and a check of the rows.

use super::{limits, terminal::print};
use crate::{report::compare::Machine, solve::instruction_sets, tables::format::thousands};
use anyhow::ensure;
use bytesize::ByteSize;
use std::time::Instant;

/// Options of `doctor`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {}

/// Puzzles of the check.
const PUZZLES: usize = 1000;

/// BLAKE3 hash of the first puzzles of seed 42, each with a line feed.
const EXPECTED: &str = "037d9abbdab7e78bc33e92fc5044dcb979650b0125145f70655758c07cd15eab";

/// Prints the facts.
///
/// # Errors
/// If seed 42 makes other puzzles than it promises.
pub(super) fn run(_: &Args) -> anyhow::Result<()> {
    let sets = instruction_sets();
    let forced = std::env::var(super::ISA).ok().filter(|name| !name.is_empty());
    let used = forced.as_deref().or(sets.last().copied()).unwrap_or_default();
    let build = if cfg!(debug_assertions) { "debug" } else { "release" };
    let stores = if cfg!(feature = "cloud") { "with" } else { "without" };
    let limit = |limit: Option<u64>, shown: fn(u64) -> String| limit.map_or_else(|| "none".to_owned(), shown);
    print(&format!(
        "program           {}, {build} build, {stores} object stores\n\
         machine           {}\n\
         instruction sets  {}; {used} is used\n\
         memory limit      {}\n\
         open files limit  {}\n\
         temporary files   {}\n",
        crate::tables::PROGRAM,
        Machine::here(),
        sets.join(", "),
        limit(limits::address_space(), |bytes| ByteSize(bytes).to_string()),
        limit(limits::open_files(), thousands),
        std::env::temp_dir().display(),
    ))?;
    let start = Instant::now();
    let mut hash = blake3::Hasher::new();
    for puzzle in crate::generate(42).take(PUZZLES) {
        hash.update(format!("{puzzle}\n").as_bytes());
    }
    let (hash, time) = (hash.finalize().to_hex(), start.elapsed());
    ensure!(
        hash.as_str() == EXPECTED,
        "seed 42 makes other puzzles here than it promises: {hash}; please report it"
    );
    let count = thousands(PUZZLES as u64);
    Ok(print(&format!("rows              {count} of seed 42 in {} ms, as promised\n", time.as_millis()))?)
}
