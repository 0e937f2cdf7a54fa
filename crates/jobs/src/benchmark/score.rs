//! Scores of answers: puzzles solved exactly and cells filled rightly, by stratum, with intervals.
//!
//! - **exact**: share of puzzles whose every cell is right, with the 95 % score interval (E. B. Wilson 1927). Where strata are joined, the
//!   interval is that of as many independent puzzles, which is never too narrow: sizes of strata are fixed.
//! - **headline**: mean of the shares of the hardest strata. Its interval squares and adds the distances of each stratum's ends (G. Zou and A. Donner
//!   2008).
//! - **cells**: share of a puzzle's empty cells that are filled rightly, averaged over the puzzles, with its standard error.
//! - A puzzle counts as wrong, with no cell right, if its answer is missing, or is invalid: of another length, without a grid, or with another digit in a
//!   given's cell.

use super::{
    answers::{Answer, Answers, Fault},
    definition::{Benchmark, BenchmarkStratum},
    folder::{BenchmarkFolder, Question},
};
use gridmill_board::{Digit, Shape};
use gridmill_tables::{Error, Result, escape::visible, intervals::wilson, numbers::thousands};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Score of answers to a benchmark.
#[derive(Debug, Clone, PartialEq)]
pub struct BenchmarkScore {
    /// The benchmark.
    pub benchmark: &'static Benchmark,
    /// Rows of the largest stratum.
    pub rows: u64,
    /// True if that is the whole benchmark.
    pub is_whole: bool,
    /// The strata, in the order of [`Benchmark::strata`].
    pub strata: Vec<StratumScore>,
}

/// Score of one stratum.
#[derive(Debug, Clone, PartialEq)]
pub struct StratumScore {
    /// The stratum.
    pub stratum: BenchmarkStratum,
    /// The score of its rows.
    pub rows: ScoredRows,
}

/// Counts and sums over scored rows, which add up.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ScoredRows {
    /// Puzzles.
    pub rows: u64,
    /// Those whose every cell is right.
    pub exact: u64,
    /// Those without an answer.
    pub missing: u64,
    /// Those whose answer has cells and nothing else, but another number of them.
    pub wrong_length: u64,
    /// Those whose answer has no grid in it.
    pub no_grid: u64,
    /// Those whose answer has another digit in a given's cell.
    pub changed_givens: u64,
    /// Those whose grid has other text around it; it is scored.
    pub with_text: u64,
    /// Sum of the shares of cells that are right.
    cells: f64,
    squares: f64,
}

/// Share with its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ShareInterval {
    /// The share, 0 to 1.
    pub share: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

/// Mean share of cells that are right.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CellShare {
    /// The mean, 0 to 1.
    pub mean: f64,
    /// Its standard error; `None` for fewer than two puzzles.
    pub standard_error: Option<f64>,
}

impl ScoredRows {
    fn add(&mut self, question: &Question, answer: &Answer) {
        self.rows += 1;
        self.with_text += u64::from(matches!(answer, Answer::Grid { has_text: true, .. }));
        let share = match judge(question, answer) {
            Verdict::Missing => {
                self.missing += 1;
                0.0
            }
            Verdict::Invalid(Fault::Length) => {
                self.wrong_length += 1;
                0.0
            }
            Verdict::Invalid(Fault::NoGrid) => {
                self.no_grid += 1;
                0.0
            }
            Verdict::ChangedGiven => {
                self.changed_givens += 1;
                0.0
            }
            Verdict::Cells { right, of } => {
                self.exact += u64::from(right == of);
                right as f64 / of.max(1) as f64
            }
        };
        self.cells += share;
        self.squares += share * share;
    }

    /// Joins two groups of rows.
    #[must_use]
    fn and(self, other: &Self) -> Self {
        Self {
            rows: self.rows + other.rows,
            exact: self.exact + other.exact,
            missing: self.missing + other.missing,
            wrong_length: self.wrong_length + other.wrong_length,
            no_grid: self.no_grid + other.no_grid,
            changed_givens: self.changed_givens + other.changed_givens,
            with_text: self.with_text + other.with_text,
            cells: self.cells + other.cells,
            squares: self.squares + other.squares,
        }
    }

    /// Returns the puzzles whose answer is of another length, has no grid, or changes a given.
    pub const fn invalid(&self) -> u64 {
        self.wrong_length + self.no_grid + self.changed_givens
    }

    /// Returns the share of puzzles that are solved exactly.
    pub fn exact(&self) -> ShareInterval {
        let (low, high) = wilson(self.exact, self.rows).unwrap_or((0.0, 1.0));
        ShareInterval { share: self.exact as f64 / self.rows.max(1) as f64, low, high }
    }

    /// Returns the mean share of cells that are right.
    pub fn cells(&self) -> CellShare {
        let rows = self.rows.max(1) as f64;
        let mean = self.cells / rows;
        let variance = ((self.squares - rows * mean * mean) / (rows - 1.0)).max(0.0);
        CellShare { mean, standard_error: (self.rows > 1).then(|| (variance / rows).sqrt()) }
    }

    fn to_json(self) -> Value {
        let (exact, cells) = (self.exact(), self.cells());
        json!({
            "rows": self.rows,
            "exact": { "count": self.exact, "share": exact.share, "low": exact.low, "high": exact.high },
            "cells": { "mean": cells.mean, "standard_error": cells.standard_error },
            "missing": self.missing,
            "invalid": self.invalid(),
            "wrong_length": self.wrong_length,
            "no_grid": self.no_grid,
            "changed_givens": self.changed_givens,
            "with_text": self.with_text,
        })
    }
}

impl BenchmarkScore {
    /// Scores answers to the puzzles of a folder.
    ///
    /// # Errors
    /// Those of [`BenchmarkFolder::questions`], and [`Error::Option`] for answers to other puzzles, several to one, or a number of answers in
    /// order that is not that of the puzzles.
    pub fn of(folder: &BenchmarkFolder, answers: &Answers) -> Result<Self> {
        let benchmark = folder.benchmark;
        let strata = strata(benchmark, &folder.questions()?, answers)?;
        Ok(Self { benchmark, rows: folder.rows(), is_whole: folder.is_whole(), strata })
    }

    /// Returns the headline number: the mean of the shares of the hardest strata; `None` if the benchmark has none.
    pub fn headline(&self) -> Option<ShareInterval> {
        let names = self.benchmark.headline;
        let hardest = self.strata.iter().filter(|score| names.contains(&score.stratum.name));
        let shares: Vec<ShareInterval> = hardest.map(|score| score.rows.exact()).collect();
        let of = shares.len() as f64;
        let share = shares.iter().map(|exact| exact.share).sum::<f64>() / of;
        let width = |distance: fn(&ShareInterval) -> f64| {
            shares.iter().map(|exact| distance(exact).powi(2)).sum::<f64>().sqrt() / of
        };
        let (low, high) =
            (share - width(|exact| exact.share - exact.low), share + width(|exact| exact.high - exact.share));
        (!shares.is_empty()).then_some(ShareInterval { share, low, high })
    }

    /// Returns the score of the strata of one measure, such as `er`.
    pub fn of_measure(&self, measure: &str) -> ScoredRows {
        let of = self.strata.iter().filter(|score| score.stratum.measure == measure);
        of.fold(ScoredRows::default(), |sum, score| sum.and(&score.rows))
    }

    /// Returns the score of all strata.
    pub fn all(&self) -> ScoredRows {
        self.strata.iter().fold(ScoredRows::default(), |sum, score| sum.and(&score.rows))
    }

    /// Returns the score as JSON.
    pub fn to_json(&self) -> Value {
        let stratum = |score: &StratumScore| {
            let mut json = score.rows.to_json();
            json["stratum"] = score.stratum.name.into();
            json[score.stratum.measure] = score.stratum.range.into();
            json
        };
        let measures =
            self.benchmark.measures().map(|measure| (measure.to_owned(), self.of_measure(measure).to_json()));
        let headline = self.headline().map(|exact| {
            json!({ "strata": self.benchmark.headline, "share": exact.share, "low": exact.low, "high": exact.high })
        });
        json!({
            "benchmark": self.benchmark.name,
            "headline": headline,
            "whole": self.is_whole,
            "rows_of_stratum": self.rows,
            "strata": self.strata.iter().map(stratum).collect::<Vec<_>>(),
            "measures": Value::Object(measures.collect()),
            "all": self.all().to_json(),
        })
    }
}

/// Answer next to the puzzle and its solution.
enum Verdict {
    Missing,
    Invalid(Fault),
    ChangedGiven,
    /// Empty cells that are filled rightly, of all.
    Cells {
        right: usize,
        of: usize,
    },
}

fn judge(question: &Question, answer: &Answer) -> Verdict {
    match answer {
        Answer::Missing => return Verdict::Missing,
        Answer::Invalid(fault) => return Verdict::Invalid(*fault),
        Answer::Grid { .. } => {}
    }
    let (mut right, mut of) = (0, 0);
    for (cell, (given, solution)) in
        question.puzzle.grid().cells().iter().zip(question.solution.cells()).enumerate()
    {
        let digit: Option<Digit> = answer.digit(cell);
        if given.is_none() {
            of += 1;
            right += usize::from(digit == Some(*solution));
        } else if digit.is_some() && digit != *given {
            return Verdict::ChangedGiven;
        }
    }
    Verdict::Cells { right, of }
}

pub(super) fn strata(
    benchmark: &Benchmark,
    questions: &[Question],
    answers: &Answers,
) -> Result<Vec<StratumScore>> {
    let texts = match answers {
        Answers::InOrder(texts) => in_order(texts, questions.len())?,
        Answers::ByKey(pairs) => by_key(pairs, questions)?,
    };
    let score = |&stratum| StratumScore { stratum, rows: ScoredRows::default() };
    let mut strata: Vec<_> = benchmark.strata.iter().map(score).collect();
    for (question, text) in questions.iter().zip(texts) {
        strata[question.stratum].rows.add(question, &Answer::read(Shape::STANDARD, text));
    }
    Ok(strata)
}

fn in_order(texts: &[Option<String>], questions: usize) -> Result<Vec<Option<&str>>> {
    if texts.len() != questions {
        let (found, required) = (thousands(texts.len() as u64), thousands(questions as u64));
        return Err(Error::option(format!(
            "{found} answers in order, where the benchmark has {required} puzzles: give one for each, empty where there is none, or name \
             the puzzles"
        )));
    }
    Ok(texts.iter().map(Option::as_deref).collect())
}

fn by_key<'a>(pairs: &'a [(String, Option<String>)], questions: &[Question]) -> Result<Vec<Option<&'a str>>> {
    let mut places = BTreeMap::new();
    for (place, question) in questions.iter().enumerate() {
        places.insert(question.id.clone(), place);
        places.insert(question.puzzle.to_string(), place);
    }
    let mut texts = vec![None; questions.len()];
    let mut is_answered = vec![false; questions.len()];
    for (key, text) in pairs {
        let key = key.trim();
        let place = places.get(key).or_else(|| places.get(&key.replace(['0', '_'], ".")));
        let Some(&place) = place else {
            let (key, example) = (visible(key), questions.first().map_or("er_1/0", |first| &first.id));
            let problem =
                format!("{key:?} is no puzzle of the benchmark, nor the id of one, such as {example}");
            return Err(Error::option(problem));
        };
        if std::mem::replace(&mut is_answered[place], true) {
            return Err(Error::option(format!("{} has several answers", questions[place].id)));
        }
        texts[place] = text.as_deref();
    }
    Ok(texts)
}
