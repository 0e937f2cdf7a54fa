//! `gridmill completions` and `gridmill man`: shell completions and manual pages, made from the definition of the command line.

use super::terminal::print;
use crate::tables::{Error, Result, files::Draft};
use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;
use std::{fs, io, path::PathBuf};

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

/// Prints the completions for a shell.
pub(super) fn completions(args: &CompletionsArgs) -> anyhow::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut super::program(), "gridmill", &mut script);
    Ok(print(&String::from_utf8(script)?)?)
}

/// Prints a manual page, or writes all of them.
pub(super) fn man(args: &ManArgs) -> anyhow::Result<()> {
    let program = program();
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
fn program() -> Command {
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
