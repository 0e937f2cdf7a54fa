//! Rulebooks by name or from files.

use super::{folder::Folder, job::Job};
use gridmill_generate::RatingPlan;
use gridmill_rate::Rulebook;
use gridmill_tables::{
    Error, Result,
    files::read_whole::{WRITTEN_BY_HAND, read_text},
};
use std::{path::Path, sync::Arc};

/// Returns the built-in rulebook of this name, in any case, or reads the one in this file.
///
/// # Errors
/// [`Error::Option`] if there is neither, or if the file is no rulebook, with line and key.
pub fn read_rulebook(name: &str) -> Result<Rulebook> {
    if let Some(rulebook) = Rulebook::by_name(&name.to_ascii_lowercase())
        && !Path::new(name).is_file()
    {
        return Ok(rulebook.clone());
    }
    let path = Path::new(name);
    let text = read_text(path, WRITTEN_BY_HAND).map_err(|error| {
        Error::option(format!("rulebook {name}: {error}; the built-in ones are hodoku, se and basic"))
    })?;
    Rulebook::parse(&text).map_err(|error| Error::option(format!("{name}: {error}")))
}

/// Reads rulebooks by names or files, each of them alone or several between commas; a file with a comma in its name is one rulebook.
///
/// # Errors
/// As [`read_rulebook`], and [`Error::Option`] if there is none, or if two have the same name.
pub fn read_rulebooks(names: &[impl AsRef<str>]) -> Result<Vec<Arc<Rulebook>>> {
    let each = names.iter().map(AsRef::as_ref).flat_map(|names| {
        let is_one = Path::new(names).is_file();
        if is_one { vec![names] } else { names.split(',').map(str::trim).collect() }
    });
    let mut rulebooks: Vec<Arc<Rulebook>> = Vec::new();
    for name in each {
        let rulebook = Arc::new(read_rulebook(name)?);
        if rulebooks.iter().any(|other| other.prefix() == rulebook.prefix()) {
            let problem = format!("rulebook {name}: give each name once, because columns are named by it");
            return Err(Error::option(problem));
        }
        rulebooks.push(rulebook);
    }
    if rulebooks.is_empty() {
        return Err(Error::option("no rulebook is given; the built-in ones are hodoku, se and basic"));
    }
    Ok(rulebooks)
}

/// Files of rulebooks of one's own in a corpus, in the order of the plan.
pub(crate) const FILES: [&str; RatingPlan::MOST_RULEBOOKS] =
    ["rulebook.toml", "rulebook-2.toml", "rulebook-3.toml", "rulebook-4.toml"];

/// Returns the file of each rulebook in a corpus; none for those that are built in.
pub(crate) fn rulebook_files(rulebooks: &[Arc<Rulebook>]) -> impl Iterator<Item = Option<&'static str>> {
    let mut files = FILES.into_iter();
    rulebooks.iter().map(move |rulebook| if rulebook.is_built_in() { None } else { files.next() })
}

/// Writes the rulebooks of `job` that are its own to the places where its command reads them.
pub(crate) fn write(folder: &Folder, job: &Job) -> Result<()> {
    let rulebooks = &job.plan.rating.rulebooks;
    for (rulebook, file) in rulebooks.iter().zip(rulebook_files(rulebooks)) {
        if let Some(file) = file {
            folder.replace(&folder.rulebook(file), rulebook.text().as_bytes())?;
        }
    }
    Ok(())
}
