//! Rulebooks by name or from files.

use super::{
    folder::{Folder, rulebook_files},
    job::Job,
};
use gridmill_generate::without_code;
use gridmill_rate::{Rulebook, Technique, UnknownScale};
use gridmill_tables::{Error, Result, files::read_text};
use serde_json::Value;
use std::{path::Path, slice, sync::Arc};

/// Beginning of the names of rulebooks that try one technique early.
const PRACTICE: &str = "practice:";

/// Bytes of the file of a rulebook, at most, as [`Rulebook::parse`] allows.
const LONGEST: u64 = 1 << 20;

/// Returns the built-in rulebook of this name or scale, in any case, or that of [`Rulebook::practice`] for `practice:TECHNIQUE`, or reads the
/// one in this file.
///
/// # Errors
/// [`Error::Option`] if there is neither, with the scales that there are for a version that is not kept, or if the file is no rulebook,
/// with line and key.
pub fn read_rulebook(name: &str) -> Result<Rulebook> {
    let (path, built_in) = (Path::new(name), Rulebook::built_in(name));
    match built_in {
        Ok(rulebook) if !path.is_file() => return Ok(rulebook.clone()),
        Err(unknown) if unknown.is_version() && !path.is_file() => {
            return Err(Error::option(format!("rulebook {name}: {unknown}")));
        }
        Ok(_) | Err(_) => {}
    }
    if let Some(technique) = name.strip_prefix(PRACTICE).filter(|_| !path.is_file()) {
        let technique: Result<Technique, _> = technique.parse();
        let technique = technique.map_err(|error| Error::option(format!("rulebook {name}: {error}")))?;
        return Ok(Rulebook::practice(technique));
    }
    let text = read_text(path, LONGEST).map_err(|error| {
        let built_in = built_in_names();
        Error::option(format!("rulebook {name}: {error}; the built-in ones are {built_in}"))
    })?;
    Rulebook::parse(&text)
        .map_err(|error| Error::option(format!("{name}: {}", without_code(&error.to_string()))))
}

/// Returns the error of a scale that a plan in JSON names and this program does not have.
pub(crate) fn unknown_scale(plan: &Value) -> Option<UnknownScale> {
    let rulebooks = &plan["rating"]["rulebook"];
    let rulebooks = rulebooks.as_array().map_or(slice::from_ref(rulebooks), Vec::as_slice);
    // The text of a rulebook of one's own has several lines.
    let named = rulebooks.iter().filter_map(Value::as_str).filter(|text| !text.contains('\n'));
    named.map(Rulebook::built_in).find_map(Result::err)
}

/// Lists the names of the built-in rulebooks.
fn built_in_names() -> String {
    let mut names: Vec<&str> = Rulebook::all_built_in().iter().map(Rulebook::name).collect();
    names.dedup();
    names.join(", ")
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
        return Err(Error::option(format!(
            "no rulebook is given; the built-in ones are {}",
            built_in_names()
        )));
    }
    Ok(rulebooks)
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
