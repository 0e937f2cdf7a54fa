//! Messages in the words of the command line: options that texts of the library name, and mistakes in one line.

use crate::{board::Shape, corpus::JobOptions, generate, tables::Error};
use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Writes an option: `--shard-rows 500`, or `--style width=600`.
pub(super) fn option(name: &str, value: Option<&str>) -> String {
    let option = format!("--{}", name.replace('_', "-"));
    match (PARTS.iter().find(|(part, _)| *part == option), value) {
        (Some((_, form)), Some(value)) => format!("{}={value}", form.split('=').next().unwrap_or_default()),
        (Some((_, form)), None) => (*form).to_owned(),
        (None, Some(value)) => format!("{option} {value}"),
        (None, None) => option,
    }
}

pub(super) fn with_options(text: &str) -> String {
    generate::with_options(text, option)
}

pub(super) fn of_error(error: &anyhow::Error) -> String {
    let is_of_library = error.is::<Error>() || error.is::<generate::Error>();
    if is_of_library { with_options(&error.to_string()) } else { error.to_string() }
}

/// Words that people try, and what serves in their place.
const TRIED: [(&str, &str); 5] = [
    ("hint", "solve --next tells the next step"),
    ("--diagonal", "gridmill knows classic Sudoku alone, no variants"),
    ("--variant", "gridmill knows classic Sudoku alone, no variants"),
    ("--hgrm", "--out FILE.json has the percentiles of times"),
    ("--killer", "gridmill knows classic Sudoku alone, no variants"),
];

/// Options of earlier versions, and what replaces them; [`JobOptions::renamed`] has those that make puzzles.
const RENAMED: [(&str, &str); 17] = [
    ("--wording", "--language FILE.txt"),
    ("--svg", "--picture FILE.svg"),
    ("--png", "--picture FILE.png"),
    ("--hints-per-page", "--per-page hints=N"),
    ("--solutions-per-page", "--per-page solutions=N"),
    ("--no-solutions", "--per-page solutions=0"),
    ("--up-to", "--count-solutions=N"),
    ("--cores", "--machines NxCORES"),
    ("--rows", "benchmark DIR --score ANSWERS"),
    ("--list", "--print list"),
    ("--classes", "--print classes"),
    ("--by-givens", "--print by-givens"),
    ("--minlex", "--add puzzle_in_canonical_grid"),
    ("--bands", "--add bands"),
    ("--duplicates-up-to", "--check duplicates=N"),
    ("--index", "show INDEX, or show CORPUS INDEX"),
    ("-i", "show INDEX, or show CORPUS INDEX"),
];

/// Options of the library, and of earlier versions, that are parts of a list here.
const PARTS: [(&str, &str); 6] = [
    ("--dark", "--style dark"),
    ("--width", "--style width=PIXELS"),
    ("--font", "--style font=FILE"),
    ("--black", "--style black"),
    ("--large-print", "--style large-print"),
    ("--bleed", "--paper bleed=LENGTH"),
];

/// Returns what serves in place of a word that gridmill does not know.
fn in_place(error: &clap::Error) -> Option<String> {
    let text = |kind: ContextKind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    let is_number = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    let word = match error.kind() {
        ErrorKind::InvalidSubcommand => text(ContextKind::InvalidSubcommand)?,
        ErrorKind::UnknownArgument => text(ContextKind::InvalidArg)?,
        ErrorKind::ValueValidation => {
            return way_to_write(text(ContextKind::InvalidArg)?, text(ContextKind::InvalidValue)?);
        }
        _ => return None,
    };
    let tried = TRIED.iter().find(|(tried, _)| *tried == word).map(|(_, way)| *way);
    let below_zero =
        || word.strip_prefix('-').is_some_and(is_number).then_some("no option takes a number below 0");
    let renamed = || {
        if let Some((_, new)) = RENAMED.iter().chain(&PARTS).find(|(old, _)| *old == word) {
            return Some(format!("it is now {new}"));
        }
        let name = word.strip_prefix("--")?.replace('-', "_");
        JobOptions::renamed(&name).map(|new| format!("it is now {}", with_options(&new)))
    };
    tried.or_else(below_zero).map(str::to_owned).or_else(renamed)
}

/// Returns how to write a range that has a hyphen, or the boxes of a grid that was given by its sides.
fn way_to_write(option: &str, value: &str) -> Option<String> {
    let is_number = |text: &str| text.parse::<f64>().is_ok();
    if option.starts_with("--box") {
        let (rows, cols) = value.split_once('x')?;
        let side: usize = rows.parse().ok().filter(|side| rows == cols && *side <= Shape::MAX_SIDE)?;
        return Some(format!("boxes of a {value} grid are {}", Shape::of_cells(side * side)?));
    }
    let (least, most) = value.split_once('-').filter(|_| option.starts_with("--er <"))?;
    (is_number(least) && is_number(most)).then(|| format!("a range is written {least}..{most}"))
}

pub(super) fn of_mistake(error: clap::Error) -> String {
    if let Some(way) = in_place(&error) {
        let text = error.to_string();
        let what = text.lines().next().unwrap_or_default();
        return format!("{what}; {way}");
    }
    let text = without_far_suggestion(error).render().to_string();
    let words: Vec<&str> = text
        .split("\n\n")
        .take_while(|part| !part.starts_with("Usage:") && !part.starts_with("For more"))
        .flat_map(str::split_whitespace)
        .collect();
    words.join(" ")
}

/// Removes the suggestion of another value where it is not near: most of its letters would have to change.
fn without_far_suggestion(mut error: clap::Error) -> clap::Error {
    let text = |kind: ContextKind, error: &clap::Error| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        _ => None,
    };
    let given = text(ContextKind::InvalidValue, &error);
    let suggested = text(ContextKind::SuggestedValue, &error);
    if let (Some(given), Some(suggested)) = (given, suggested) {
        let edits = strsim::damerau_levenshtein(&given.to_lowercase(), &suggested.to_lowercase());
        if 3 * edits > suggested.len() {
            error.remove(ContextKind::SuggestedValue);
        }
    }
    error
}
