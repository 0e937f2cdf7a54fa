//! `gridmill techniques`: lists the techniques, or checks them against a library of cases.

use super::terminal::print;
use crate::{
    corpus::read_rulebook,
    rate::{
        Candidates, FinderMemory, Rulebook, Technique,
        library::{Case, StepEffect},
    },
    tables::{
        Error, Result,
        escape::visible,
        files::{WRITTEN_BY_HAND, read_text},
    },
};
use std::{collections::BTreeMap, path::Path, path::PathBuf};

/// Options of `techniques`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A further rulebook whose ratings to show
    #[arg(long, value_name = "FILE", conflicts_with = "check")]
    rulebook: Option<String>,

    /// Look for every case of a file in the format of HoDoKu's library instead
    #[arg(long, value_name = "LIBRARY")]
    check: Option<PathBuf>,
}

/// Error: cases whose result differs from the library.
#[derive(Debug, thiserror::Error)]
#[error("{failed} of {cases} cases failed")]
pub(super) struct CasesFailed {
    failed: usize,
    cases: usize,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    if let Some(library) = &args.check {
        return check(library);
    }
    let own = args.rulebook.as_deref().map(read_rulebook).transpose()?;
    let rulebooks: Vec<&Rulebook> =
        [Rulebook::hodoku(), Rulebook::se()].into_iter().chain(own.as_ref()).collect();
    Ok(print(&table(&rulebooks))?)
}

fn table(rulebooks: &[&Rulebook]) -> String {
    let heads: String =
        rulebooks.iter().map(|rulebook| format!("  {:<12}", visible(rulebook.name()))).collect();
    let head = format!("{:<31}  {:<4}  {:<11}{heads}", "technique", "code", "family");
    let mut text = head.trim_end().to_owned() + "\n";
    for technique in Technique::all() {
        let worth: String =
            rulebooks.iter().map(|rulebook| format!("  {:<12}", worth(rulebook, technique))).collect();
        let code = technique.code().unwrap_or("");
        let line = format!("{:<31}  {code:<4}  {:<11}{worth}", technique.name(), technique.family().name());
        text += &(line.trim_end().to_owned() + "\n");
    }
    text
}

/// `150 hard`, `4.2`; nothing where the rulebook does not have the technique.
fn worth(rulebook: &Rulebook, technique: Technique) -> String {
    let Some(rule) = rulebook.rule(technique) else { return String::new() };
    let level = rulebook.level_of(rule).map_or("", |level| &level.name);
    format!("{} {}", rulebook.shown(rule.rating()), visible(level)).trim_end().to_owned()
}

#[derive(Default)]
struct Score {
    cases: usize,
    passed: usize,
}

fn check(library: &Path) -> anyhow::Result<()> {
    let text = read_text(library, WRITTEN_BY_HAND).map_err(Error::io("reading", library))?;
    let mut scores: BTreeMap<String, Score> = BTreeMap::new();
    let mut scratch = FinderMemory::default();
    for (line, text) in (1..).zip(text.lines()) {
        let Some(case) = read(library, line, text)? else { continue };
        let found = case.found(&mut scratch);
        let passed = case.passes(&found);
        let score = scores.entry(case.code.clone()).or_default();
        score.cases += 1;
        score.passed += usize::from(passed);
        if !passed {
            print(&failure(line, &case, &found))?;
        }
    }
    print(&score_table(&scores))?;
    let [cases, passed] = [|s: &Score| s.cases, |s: &Score| s.passed].map(|n| scores.values().map(n).sum());
    let failed = cases - passed;
    if failed == 0 { Ok(()) } else { Err(CasesFailed { failed, cases }.into()) }
}

fn read(library: &Path, line: u64, text: &str) -> Result<Option<Case>> {
    Case::parse(text).map_err(|problem| Error::NoPuzzle {
        path: library.to_owned(),
        unit: "line",
        line,
        column: 1,
        problem,
    })
}

fn failure(line: u64, case: &Case, found: &[StepEffect]) -> String {
    let expected = if case.must_be_found { outcome(&case.expected) } else { "nothing".to_owned() };
    let found = match (case.technique, found) {
        (None, _) => "not looked for: no technique has this code".to_owned(),
        (_, []) => "nothing".to_owned(),
        (_, found) => found.iter().map(outcome).collect::<Vec<_>>().join(" | "),
    };
    format!("line {line}, {}: expected {expected}; found {found}\n", visible(&case.code))
}

/// `r1c5<>4 r3c2=7`.
fn outcome(outcome: &StepEffect) -> String {
    let all = |candidates: &Candidates, sign: &str| {
        let one = |c: crate::rate::Candidate| format!("{}{sign}{}", c.cell.name(STANDARD), c.digit);
        candidates.iter().map(one).collect::<Vec<_>>()
    };
    [all(&outcome.eliminations, "<>"), all(&outcome.placements, "=")].concat().join(" ")
}

const STANDARD: crate::board::Shape = crate::board::Shape::STANDARD;

fn score_table(scores: &BTreeMap<String, Score>) -> String {
    let mut text =
        format!("{:<8}  {:<31}  {:>5}  {:>6}  {:>6}\n", "code", "technique", "cases", "passed", "failed");
    let mut all = Score::default();
    for (code, score) in scores {
        let technique = code.get(..4).and_then(Technique::from_code).map_or("-", Technique::name);
        text += &score_line(&visible(code), technique, score);
        all.cases += score.cases;
        all.passed += score.passed;
    }
    text + &score_line("all", "", &all)
}

fn score_line(code: &str, technique: &str, score: &Score) -> String {
    let failed = score.cases - score.passed;
    format!("{code:<8}  {technique:<31}  {:>5}  {:>6}  {failed:>6}\n", score.cases, score.passed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_fits_a_terminal() {
        let text = table(&[Rulebook::hodoku(), Rulebook::se()]);
        assert!(text.lines().all(|line| line.len() <= 80), "{text}");
        insta::assert_snapshot!(text.lines().take(4).collect::<Vec<_>>().join("\n"));
    }
}
