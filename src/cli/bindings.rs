//! Functions of the command line that packages for other languages share: options by their names, drawings.

use super::{dedup, draw, generate, one_line, overlap, report};
use crate::{
    Result,
    board::Grid,
    corpus::{DedupTotals, Job, Overlap, Provenance, SplitPlan},
    rate::{Pencilmarks, Step, StepData},
    report::Origin,
    tables::Error,
};
use clap::{Args as _, FromArgMatches as _};
use std::ffi::OsString;

/// Value of an option.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OptionValue {
    /// True or false, of a switch or of an option with these values.
    Flag(bool),
    /// A text or number.
    Text(OsString),
    /// Several values of one option.
    Several(Vec<OsString>),
}

/// Options of `generate` that say where rows go and what is printed, not what they are.
const OF_OUTPUT: [&str; 11] = [
    "out",
    "part",
    "resume",
    "verify",
    "overwrite",
    "split",
    "split_by",
    "license",
    "progress",
    "json",
    "report",
];

/// Returns the names of the options of `generate` that [`generate_job`] takes, with `_` for `-`, in the order of help.
pub fn generate_options() -> Vec<String> {
    let command = generate::Args::augment_args(clap::Command::new("generate"));
    let names = command.get_arguments().filter_map(|arg| arg.get_long()).map(|name| name.replace('-', "_"));
    names.filter(|name| !OF_OUTPUT.contains(&name.as_str())).collect()
}

/// Returns the job that `generate` runs with these options, and its number of threads. Names are those of the command line, with `_` for
/// `-`.
///
/// # Errors
/// [`Error::Option`] for an option that `generate` does not have, and as `generate` for those that it has.
pub fn generate_job(options: impl IntoIterator<Item = (String, OptionValue)>) -> Result<(Job, usize)> {
    let command = generate::Args::augment_args(clap::Command::new("generate").no_binary_name(true));
    let mut words = Vec::new();
    for (name, value) in options {
        let long = name.replace('_', "-");
        let Some(arg) = command.get_arguments().find(|arg| arg.get_long() == Some(&long)) else {
            let all = generate_options().join(", ");
            return Err(Error::Option(format!("there is no option {name:?}; there are: {all}")));
        };
        if OF_OUTPUT.contains(&name.as_str()) {
            return Err(Error::Option(format!(
                "option {name:?} is about files: save() has it, or only the program"
            )));
        }
        let takes_values = arg.get_action().takes_values();
        let word = |value: OsString| {
            let mut word = OsString::from(format!("--{long}="));
            word.push(value);
            word
        };
        match value {
            OptionValue::Flag(flag) if takes_values => words.push(word(flag.to_string().into())),
            OptionValue::Flag(true) => words.push(format!("--{long}").into()),
            OptionValue::Flag(false) => {}
            OptionValue::Text(_) | OptionValue::Several(_) if !takes_values => {
                return Err(Error::Option(format!("option {name:?} is true or false")));
            }
            OptionValue::Text(text) => words.push(word(text)),
            OptionValue::Several(texts) => words.extend(texts.into_iter().map(word)),
        }
    }
    let option = |error: clap::Error| {
        let line = one_line(error);
        Error::Option(line.strip_prefix("error: ").unwrap_or(&line).to_owned())
    };
    let matches = command.try_get_matches_from(words).map_err(option)?;
    let args = generate::Args::from_arg_matches(&matches).map_err(option)?;
    Ok((args.job_in(args.format().unwrap_or_default())?, args.threads()))
}

/// Returns the origin that a report shows, of rows with this provenance.
pub fn origin(name: String, provenance: &Provenance) -> Origin {
    report::origin(name, provenance)
}

/// Returns the totals of removing duplicates as JSON, as `dedup --json` prints them.
pub fn dedup_json(totals: &DedupTotals) -> String {
    dedup::as_json(totals).to_string()
}

/// Returns the numbers of a split as JSON, as `split --json` prints them.
pub fn split_json(plan: &SplitPlan) -> String {
    // Plain data: numbers, text and lists.
    serde_json::to_string(plan).unwrap_or_default()
}

/// Returns what corpora have in common as JSON, as `overlap --json` prints it.
pub fn overlap_json(found: &Overlap) -> String {
    overlap::as_json(found).to_string()
}

/// Draws a grid as lines of text with rules between its boxes.
pub fn grid_text(grid: &Grid) -> String {
    draw::grid(grid, grid, false).lines.join("\n")
}

/// Draws the candidates before a step as lines of text.
pub fn pencilmarks_text(marks: &Pencilmarks, step: &Step) -> String {
    draw::pencilmarks(marks, Some(step), false).lines.join("\n")
}

/// Returns a step as JSON, as `solve --steps --json` prints it.
pub fn step_json(step: &Step) -> String {
    // Plain data: numbers, text and lists.
    serde_json::to_string(&StepData::from(step)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(value: &str) -> OptionValue {
        OptionValue::Text(value.into())
    }

    fn job(options: &[(&str, OptionValue)]) -> Result<(Job, usize), String> {
        let options = options.iter().map(|(name, value)| ((*name).to_owned(), value.clone()));
        generate_job(options).map_err(|error| error.to_string())
    }

    #[test]
    fn options_are_those_of_the_command() {
        let all = [
            ("count", text("10")),
            ("seed", text("-7")),
            ("givens", text("30..32")),
            ("minimal", OptionValue::Flag(false)),
            ("canonical", OptionValue::Flag(true)),
            ("no_timings", OptionValue::Flag(false)),
            ("require", OptionValue::Several(vec!["x_wing".into(), "xy_wing".into()])),
            ("threads", text("2")),
        ];
        let (job, threads) = job(&all).unwrap();
        assert_eq!((job.count, job.seed.to_string().as_str(), threads), (10, "-7", 2));
        assert!(job.plan.canonical && job.timings && job.plan.rating.require.len() == 2);
    }

    #[test]
    fn mistakes_are_told_in_one_line() {
        let problem = |name, value| job(&[("count", text("10")), (name, value)]).unwrap_err();
        insta::assert_snapshot!(problem("givens", text("many")), @"invalid value 'many' for '--givens <GIVENS>': give minimal, easy, medium, hard, expert, a number such as 30, or a range such as 22..26 (both included)");
        insta::assert_snapshot!(problem("out", text("corpus")), @r#"option "out" is about files: save() has it, or only the program"#);
        insta::assert_snapshot!(problem("canonical", text("yes")), @r#"option "canonical" is true or false"#);
        assert!(
            problem("colour", text("red"))
                .starts_with("there is no option \"colour\"; there are: count, seed")
        );
        assert!(job(&[]).unwrap_err().contains("--count"));
    }
}
