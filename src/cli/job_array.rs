//! `--part auto`: the part of a task of a job array, from the variables that its scheduler sets.
//!
//! | scheduler | task | array |
//! |---|---|---|
//! | Slurm | `SLURM_ARRAY_TASK_ID` | `_COUNT`, `_MIN`, `_MAX` and `_STEP` |
//! | Grid Engine | `SGE_TASK_ID`, `undefined` outside of arrays | `SGE_TASK_FIRST`, `_LAST`, `_STEPSIZE` |
//! | LSF | `LSB_JOBINDEX`, 0 outside of arrays | `LSB_JOBINDEX_END`, `_STEP`; the first is not given, and taken to be 1 |
//! | AWS Batch | `AWS_BATCH_JOB_ARRAY_INDEX`, from 0 | `AWS_BATCH_JOB_ARRAY_SIZE` |
//! | Kubernetes | `JOB_COMPLETION_INDEX`, from 0 | not given |
//! | PBS | `PBS_ARRAY_INDEX` | not given |
//! | Torque | `PBS_ARRAYID` | not given |
//!
//! Sources: the manuals of sbatch (Slurm 24), qsub (Grid Engine 6.2, PBS 2021, Torque 4.1), LSF 10.1, the AWS Batch user guide, and the
//! Kubernetes reference of `batch/v1`.

use crate::corpus::Part;
use std::path::{Path, PathBuf};

/// Text in the name of a folder or file that the number of the part replaces.
const PLACEHOLDER: &str = "{part}";

/// Returns the value of a variable; `None` if it is not set.
type Lookup<'a> = &'a dyn Fn(&str) -> Option<String>;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Task {
    /// The variable that numbers it.
    variable: &'static str,
    index: u64,
    array: Array,
}

/// Numbers of the tasks of an array, as far as its scheduler gives them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Array {
    /// From `first` to `last` in steps of `step`, `count` in all where the scheduler counts them.
    Range { first: u64, last: u64, step: u64, count: Option<u64> },
    /// From 0, with their number.
    FromZero(Option<u64>),
    /// Not given; the first is taken to be 1.
    Unknown,
}

/// Parses `K/N`, `auto` or `auto/N`, with the environment of the process.
///
/// # Errors
/// One line that says what is allowed, or which variables are missing or do not fit.
pub(super) fn part(text: &str) -> Result<Part, String> {
    part_from(text, &|name| std::env::var(name).ok())
}

/// Replaces `{part}` in a path by the number of the part, with zeros before it so that all are of one length.
pub(super) fn named(path: &Path, part: Part) -> PathBuf {
    let text = path.to_string_lossy();
    if !text.contains(PLACEHOLDER) {
        return path.to_owned();
    }
    let (number, of) = (part.number().to_string(), part.of().to_string());
    PathBuf::from(text.replace(PLACEHOLDER, &format!("{number:0>width$}", width = of.len())))
}

fn part_from(text: &str, lookup: Lookup<'_>) -> Result<Part, String> {
    let parts = match text.split_once('/') {
        None if text.eq_ignore_ascii_case("auto") => None,
        Some((auto, parts)) if auto.eq_ignore_ascii_case("auto") => match parts.parse() {
            Ok(parts @ 1..) => Some(parts),
            _ => return Err("give auto/N with N 1 or more, such as auto/100".to_owned()),
        },
        _ => {
            return text
                .parse()
                .map_err(|_| "give K/N with K from 1 to N, such as 2/8, or auto in a job array".to_owned());
        }
    };
    let mut found: Option<(&str, Part)> = None;
    for task in tasks(lookup)? {
        let part = task.part(parts)?;
        match found {
            Some((other, known)) if known != part => {
                return Err(format!("{other} says part {known} and {} part {part}: give K/N", task.variable));
            }
            _ => found = Some((task.variable, part)),
        }
    }
    found.map(|(_, part)| part).ok_or_else(|| {
        "no job array: none of SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX, AWS_BATCH_JOB_ARRAY_INDEX, PBS_ARRAY_INDEX, PBS_ARRAYID, \
         LSB_JOBINDEX and SGE_TASK_ID is set; give K/N"
            .to_owned()
    })
}

/// Returns the tasks that the variables describe, one for each scheduler that set some.
fn tasks(lookup: Lookup<'_>) -> Result<Vec<Task>, String> {
    let number = |name: &str| match lookup(name).as_deref().map(str::trim) {
        None | Some("" | "undefined") => Ok(None),
        Some(text) => {
            text.parse::<u64>().map(Some).map_err(|_| format!("{name} is {text:?}, no whole number"))
        }
    };
    let range = |first: Option<u64>, last: Option<u64>, step: Option<u64>, count| match (first, last) {
        (Some(first), Some(last)) if first <= last => {
            Array::Range { first, last, step: step.unwrap_or(1).max(1), count }
        }
        _ => Array::Unknown,
    };
    let mut found = Vec::new();
    let mut add = |variable, index: Option<u64>, array| {
        found.extend(index.map(|index| Task { variable, index, array }));
    };
    let slurm = |name: &str| number(&format!("SLURM_ARRAY_TASK_{name}"));
    let array = range(slurm("MIN")?, slurm("MAX")?, slurm("STEP")?, slurm("COUNT")?);
    add("SLURM_ARRAY_TASK_ID", slurm("ID")?, array);
    let array =
        range(number("SGE_TASK_FIRST")?, number("SGE_TASK_LAST")?, number("SGE_TASK_STEPSIZE")?, None);
    add("SGE_TASK_ID", number("SGE_TASK_ID")?, array);
    let array = range(Some(1), number("LSB_JOBINDEX_END")?, number("LSB_JOBINDEX_STEP")?, None);
    // A job that is no array has the index 0.
    add("LSB_JOBINDEX", number("LSB_JOBINDEX")?.filter(|&index| index > 0), array);
    let size = number("AWS_BATCH_JOB_ARRAY_SIZE")?;
    add("AWS_BATCH_JOB_ARRAY_INDEX", number("AWS_BATCH_JOB_ARRAY_INDEX")?, Array::FromZero(size));
    add("JOB_COMPLETION_INDEX", number("JOB_COMPLETION_INDEX")?, Array::FromZero(None));
    add("PBS_ARRAY_INDEX", number("PBS_ARRAY_INDEX")?, Array::Unknown);
    add("PBS_ARRAYID", number("PBS_ARRAYID")?, Array::Unknown);
    Ok(found)
}

impl Task {
    /// Returns the part of this task, of `parts` parts if that is given.
    fn part(self, parts: Option<u64>) -> Result<Part, String> {
        let Self { variable, index, array } = self;
        let (number, of) = match (array, parts) {
            (Array::Range { first, last, step, count }, parts) => {
                let all = (last - first) / step + 1;
                let is_regular = (last - first) % step == 0 && count.is_none_or(|count| count == all);
                match parts {
                    // Some tasks of an array from 1 that are run again.
                    Some(parts) if !is_regular || parts != all => (index, parts),
                    _ if is_regular && (first..=last).contains(&index) && (index - first) % step == 0 => {
                        ((index - first) / step + 1, all)
                    }
                    _ => {
                        return Err(format!(
                            "{variable} is {index} in an array from {first} to {last} that is no range with even steps: give auto/N \
                             with an array from 1 to N, or K/N"
                        ));
                    }
                }
            }
            (Array::FromZero(Some(size)), Some(parts)) if size != parts => {
                return Err(format!("auto/{parts} in an array of {size} tasks: the numbers must agree"));
            }
            (Array::FromZero(size), parts) => match parts.or(size) {
                Some(parts) => (index.saturating_add(1), parts),
                None => return Err(no_count(variable)),
            },
            (Array::Unknown, Some(parts)) => (index, parts),
            (Array::Unknown, None) => return Err(no_count(variable)),
        };
        let from = u8::from(!matches!(array, Array::FromZero(_)));
        Part::new(number, of)
            .ok_or_else(|| format!("{variable} is {index}, no task of an array from {from} with {of} tasks"))
    }
}

fn no_count(variable: &str) -> String {
    format!("{variable} is set, but not the number of tasks: give auto/N, such as auto/100")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the part as text, or the message.
    fn read(text: &str, variables: &[(&str, &str)]) -> String {
        let lookup = |name: &str| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        };
        part_from(text, &lookup).map_or_else(|problem| problem, |part| part.to_string())
    }

    fn slurm<'a>(id: &'a str, [min, max, step, count]: [&'a str; 4]) -> [(&'static str, &'a str); 5] {
        [
            ("SLURM_ARRAY_TASK_ID", id),
            ("SLURM_ARRAY_TASK_MIN", min),
            ("SLURM_ARRAY_TASK_MAX", max),
            ("SLURM_ARRAY_TASK_STEP", step),
            ("SLURM_ARRAY_TASK_COUNT", count),
        ]
    }

    #[test]
    fn each_scheduler_numbers_its_tasks_in_its_own_way() {
        let sge = |id| {
            [
                ("SGE_TASK_ID", id),
                ("SGE_TASK_FIRST", "2"),
                ("SGE_TASK_LAST", "10"),
                ("SGE_TASK_STEPSIZE", "4"),
            ]
        };
        let lsf = |id| [("LSB_JOBINDEX", id), ("LSB_JOBINDEX_END", "8"), ("LSB_JOBINDEX_STEP", "1")];
        let aws = |id| [("AWS_BATCH_JOB_ARRAY_INDEX", id), ("AWS_BATCH_JOB_ARRAY_SIZE", "10")];
        for (text, variables, part) in [
            // --array=1-100%10, --array=0-99, --array=5-14, --array=0-12:3, --array=7
            ("auto", &slurm("7", ["1", "100", "1", "100"])[..], "7/100"),
            ("AUTO", &slurm("0", ["0", "99", "1", "100"]), "1/100"),
            ("auto", &slurm("14", ["5", "14", "1", "10"]), "10/10"),
            ("auto", &slurm("9", ["0", "12", "3", "5"]), "4/5"),
            ("auto", &slurm("7", ["7", "7", "1", "1"]), "1/1"),
            // Tasks 5 and 9 of an array from 1 to 100, run again.
            ("auto/100", &slurm("9", ["5", "9", "4", "2"]), "9/100"),
            ("auto/100", &slurm("0", ["0", "99", "1", "100"]), "1/100"),
            ("auto/8", &[("SLURM_ARRAY_TASK_ID", "8")], "8/8"),
            ("auto", &sge("10"), "3/3"),
            ("auto", &sge("2"), "1/3"),
            ("auto/12", &sge("10"), "10/12"),
            ("auto", &lsf("8"), "8/8"),
            ("auto", &aws("0"), "1/10"),
            ("auto/10", &aws("9"), "10/10"),
            ("auto/4", &[("AWS_BATCH_JOB_ARRAY_INDEX", "3")], "4/4"),
            ("auto/64", &[("JOB_COMPLETION_INDEX", "0")], "1/64"),
            ("auto/64", &[("JOB_COMPLETION_INDEX", "63")], "64/64"),
            ("auto/64", &[("PBS_ARRAY_INDEX", "64")], "64/64"),
            ("auto/64", &[("PBS_ARRAYID", "1")], "1/64"),
            // Two that agree, and variables of jobs that are no array.
            (
                "auto/64",
                &[("PBS_ARRAY_INDEX", "5"), ("PBS_ARRAYID", "5"), ("SGE_TASK_ID", "undefined")],
                "5/64",
            ),
            (
                "auto/64",
                &[("PBS_ARRAY_INDEX", "5"), ("LSB_JOBINDEX", "0"), ("SLURM_ARRAY_TASK_ID", "")],
                "5/64",
            ),
            ("3/4", &slurm("7", ["1", "100", "1", "100"]), "3/4"),
        ] {
            assert_eq!(read(text, variables), part, "{text} {variables:?}");
        }
    }

    #[test]
    fn refusals_say_what_to_give() {
        let both = [("JOB_COMPLETION_INDEX", "3"), ("PBS_ARRAY_INDEX", "3")];
        for (text, variables, problem) in [
            ("auto", &[][..], "no job array: none of SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX, "),
            // --array=1,5,9 and --array=1,2,9
            (
                "auto",
                &slurm("5", ["1", "9", "1", "3"]),
                "SLURM_ARRAY_TASK_ID is 5 in an array from 1 to 9 that is no ",
            ),
            (
                "auto",
                &slurm("2", ["1", "7", "2", "4"]),
                "SLURM_ARRAY_TASK_ID is 2 in an array from 1 to 7 that is no ",
            ),
            ("auto", &slurm("x", ["1", "7", "2", "4"]), "SLURM_ARRAY_TASK_ID is \"x\", no whole number"),
            (
                "auto/8",
                &slurm("0", ["0", "3", "1", "4"]),
                "SLURM_ARRAY_TASK_ID is 0, no task of an array from 1 with 8 ",
            ),
            (
                "auto",
                &[("JOB_COMPLETION_INDEX", "3")],
                "JOB_COMPLETION_INDEX is set, but not the number of tasks: ",
            ),
            (
                "auto",
                &[("PBS_ARRAY_INDEX", "3")],
                "PBS_ARRAY_INDEX is set, but not the number of tasks: give auto/N",
            ),
            (
                "auto/4",
                &[("PBS_ARRAY_INDEX", "0")],
                "PBS_ARRAY_INDEX is 0, no task of an array from 1 with 4 tasks",
            ),
            (
                "auto/4",
                &[("JOB_COMPLETION_INDEX", "4")],
                "JOB_COMPLETION_INDEX is 4, no task of an array from 0 with 4 ",
            ),
            (
                "auto/4",
                &[("AWS_BATCH_JOB_ARRAY_INDEX", "0"), ("AWS_BATCH_JOB_ARRAY_SIZE", "5")],
                "auto/4 in an array of 5 tasks",
            ),
            ("auto/9", &both, "JOB_COMPLETION_INDEX says part 4/9 and PBS_ARRAY_INDEX part 3/9: give K/N"),
            ("auto/0", &both, "give auto/N with N 1 or more"),
            ("auto/", &both, "give auto/N with N 1 or more"),
            ("automatic", &both, "give K/N with K from 1 to N, such as 2/8, or auto in a job array"),
            ("5/4", &both, "give K/N with K from 1 to N, such as 2/8, or auto in a job array"),
        ] {
            let printed = read(text, variables);
            assert!(printed.starts_with(problem), "{text} {variables:?}: {printed}");
        }
    }

    #[test]
    fn names_of_parts_have_one_length() {
        let name =
            |path: &str, part: &str| named(Path::new(path), part.parse().unwrap()).display().to_string();
        assert_eq!(name("parts/{part}", "7/1000"), "parts/0007");
        assert_eq!(name("{part}/part-{part}", "1000/1000"), "1000/part-1000");
        assert_eq!(name("corpus", "7/1000"), "corpus");
        assert_eq!(name("corpus-{part}", "1/1"), "corpus-1");
    }
}
