//! Rows to show: the first of each level, or of each whole ER where there are no levels, and the first that needs each technique.

use super::difficulty::natural;
use crate::summary::{ExampleRow, Examples};
use gridmill_rate::Technique;
use serde::Serialize;
use std::collections::BTreeMap;

/// Examples. The first is that with the least index; without indices, that with the least hash.
#[derive(Debug, Default, Serialize)]
pub(crate) struct ExampleMetrics {
    /// The first row with a readable puzzle.
    pub(crate) first: Option<ExamplePuzzle>,
    /// By level in the order of `difficulty.level`, or by ER in whole numbers; only the first row if there is neither.
    pub(crate) puzzles: Vec<ExamplePuzzle>,
    /// By technique on the path, in the order of the table of techniques.
    pub(crate) techniques: Vec<ExamplePuzzle>,
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct ExamplePuzzle {
    /// The level, the ER in whole numbers, or the technique; empty for the first of all rows.
    pub(crate) of: String,
    pub(crate) puzzle: String,
    /// Rating of the hardest step: ER, or the score of the step.
    pub(crate) rating: Option<f64>,
    pub(crate) score: Option<f64>,
    pub(crate) hardest: Option<String>,
}

/// Most examples by ER.
const MAX_BY_ER: usize = 5;

impl ExampleMetrics {
    /// Builds the examples; `levels` has the names in order.
    pub(super) fn of<'a>(examples: &Examples, levels: impl Iterator<Item = &'a str>) -> Self {
        let by_level: Vec<ExamplePuzzle> =
            levels.filter_map(|level| Some(example(level, examples.by_level.get(level)?))).collect();
        let puzzles = if by_level.is_empty() { by_rating(&examples.by_rating) } else { by_level };
        let first = examples.all.as_ref().map(|row| example("", row));
        let technique = |technique: Technique| {
            Some(example(technique.name(), examples.by_technique.get(&(technique as u8))?))
        };
        let techniques = Technique::all().filter_map(technique).collect();
        let puzzles = if puzzles.is_empty() { first.iter().cloned().collect() } else { puzzles };
        Self { first, puzzles, techniques }
    }
}

fn example(of: &str, row: &ExampleRow) -> ExamplePuzzle {
    ExamplePuzzle {
        of: of.to_owned(),
        puzzle: row.puzzle.clone(),
        rating: row.rating.map(natural),
        score: row.score.map(natural),
        hardest: row.hardest.clone(),
    }
}

/// Chooses examples at equal steps among the whole ratings that there are.
fn by_rating(by_rating: &BTreeMap<u16, ExampleRow>) -> Vec<ExamplePuzzle> {
    let all: Vec<(&u16, &ExampleRow)> = by_rating.iter().collect();
    let count = all.len().min(MAX_BY_ER);
    let place = |n: usize| if count < 2 { 0 } else { n * (all.len() - 1) / (count - 1) };
    (0..count).map(|n| all[place(n)]).map(|(rating, row)| example(&rating.to_string(), row)).collect()
}
