//! Commands about the program itself: citation, shell completions, manual pages, and `doctor`, whose output a bug report needs.

use super::{limits, terminal::print};
use crate::{
    report::compare::Machine,
    solve::instruction_sets,
    tables::{Error, REPOSITORY, Result, files::Draft, numbers::thousands},
};
use anyhow::ensure;
use bytesize::ByteSize;
use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;
use std::{fs, io, path::PathBuf, time::Instant};

const CITATION: &str = include_str!("../../CITATION.cff");

pub(super) fn cite() -> anyhow::Result<()> {
    Ok(print(&bibtex())?)
}

/// Returns the entry. It has the address of the sources if they have one.
fn bibtex() -> String {
    let url = match REPOSITORY {
        "" => String::new(),
        address => format!("  url = {{{address}}},\n"),
    };
    let year = field("date-released").split('-').next().unwrap_or_default();
    format!(
        "@software{{gridmill,\n  author = {{{{{}}}}},\n  title = {{{}}},\n  version = {{{}}},\n  year = {{{year}}},\n{url}}}\n",
        field("  - name"),
        field("title"),
        field("version")
    )
}

/// Returns the value of a key at the start of a line.
fn field(key: &str) -> &'static str {
    let of_line = |line: &'static str| line.strip_prefix(key)?.strip_prefix(": ");
    CITATION.lines().find_map(of_line).unwrap_or_default().trim_matches('"')
}

/// Options of `completions`.
#[derive(Debug, clap::Args)]
pub(super) struct CompletionsArgs {
    /// Shell that reads the completions
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

/// Options of `man`.
#[derive(Debug, clap::Args)]
pub(super) struct ManArgs {
    /// Command to print the page of [default: gridmill itself]
    #[arg(value_name = "COMMAND", conflicts_with = "out")]
    command: Option<String>,

    /// Write the pages of gridmill and of all its commands into this folder, as gridmill.1, gridmill-generate.1 and so on
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Replace pages that are in the folder
    #[arg(long, requires = "out")]
    overwrite: bool,
}

pub(super) fn completions(args: &CompletionsArgs) -> anyhow::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut super::program(), "gridmill", &mut script);
    Ok(print(&String::from_utf8(script)?)?)
}

pub(super) fn man(args: &ManArgs) -> anyhow::Result<()> {
    let program = described();
    if let Some(folder) = &args.out {
        fs::create_dir_all(folder).map_err(Error::io("creating", folder))?;
        for command in std::iter::once(&program).chain(program.get_subcommands()) {
            let path = folder.join(format!("{}.1", name(command)));
            let page = page(command).map_err(Error::io("writing", &path))?;
            Draft::open(&path, args.overwrite)?.keep_with(&page)?;
        }
        return Ok(());
    }
    let command = args.command.as_ref().map_or(Ok(&program), |name| find(&program, name))?;
    let page = page(command).map_err(Error::io("writing", "standard output"))?;
    Ok(print(&String::from_utf8(page)?)?)
}

/// The command line, without the command `help`, which has no page.
fn described() -> Command {
    let mut program = super::program().disable_help_subcommand(true);
    program.build();
    program
}

fn find<'a>(program: &'a Command, name: &str) -> Result<&'a Command> {
    program.find_subcommand(name).ok_or_else(|| {
        let names: Vec<&str> = program.get_subcommands().map(Command::get_name).collect();
        Error::option(format!("no command is called {name:?}; there are {}", names.join(", ")))
    })
}

/// Name of a command's page, such as `gridmill-generate`.
fn name(command: &Command) -> String {
    command.get_display_name().unwrap_or_else(|| command.get_name()).to_owned()
}

fn page(command: &Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    Man::new(command.clone()).source(crate::tables::PROGRAM).render(&mut page)?;
    Ok(page)
}

/// Puzzles of the check.
const PUZZLES: usize = 1000;

/// BLAKE3 hash of the first puzzles of seed 42, each with a line feed.
const EXPECTED: &str = "037d9abbdab7e78bc33e92fc5044dcb979650b0125145f70655758c07cd15eab";

/// Prints the facts.
///
/// # Errors
/// If seed 42 makes other puzzles than it promises.
pub(super) fn doctor() -> anyhow::Result<()> {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Files that cannot ask Cargo have the version and the address of Cargo.toml.
    #[test]
    fn citations_have_version_and_address() {
        assert_eq!(field("version"), env!("CARGO_PKG_VERSION"));
        assert_eq!(field("repository-code"), REPOSITORY);
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let read = |name: &str| std::fs::read_to_string(root.join(name)).unwrap();
        let codemeta: serde_json::Value = serde_json::from_str(&read("codemeta.json")).unwrap();
        assert_eq!(codemeta["version"], env!("CARGO_PKG_VERSION"));
        assert_eq!(codemeta["dateModified"], field("date-released"));
        assert_eq!(codemeta["codeRepository"].as_str().unwrap_or_default(), REPOSITORY);
        let package: serde_json::Value = serde_json::from_str(&read("npm/package.json")).unwrap();
        assert_eq!(package["version"], env!("CARGO_PKG_VERSION"));
        assert!(bibtex().lines().all(|line| !line.contains("{}")), "{}", bibtex());
    }
}
