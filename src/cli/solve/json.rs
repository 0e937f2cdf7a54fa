//! Findings about a puzzle as JSON.

use super::Findings;
use crate::{
    rate::{Measure, Rating, Rulebook, StepData, Technique, Tenths},
    solve::Diagnosis,
};
use serde::{Serialize, Serializer};

/// One line of `solve --json`.
#[derive(Debug, Serialize)]
struct SolveLine {
    puzzle: String,
    /// `unique`, `complete`, `multiple`, `none`, `contradiction`, or `wrong` where a candidate that the solution needs is missing.
    status: &'static str,
    /// The status as a sentence.
    message: String,
    /// `None` unless there is exactly one.
    solution: Option<String>,
    /// Two solutions, where there are several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    solutions: Vec<String>,
    /// Cells in which they differ, row by row from 0.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    differing_cells: Vec<usize>,
    /// All steps, with `--steps`.
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Vec<StepData>>,
    /// The next step, with `--next`; null if no technique applies.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "first")]
    next: Option<Vec<StepData>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<RatingData>,
}

/// A rating in the units of its scale; the fields are those of the columns.
#[derive(Debug, Serialize)]
struct RatingData {
    scale: String,
    solved: bool,
    level: Option<String>,
    #[serde(flatten)]
    measure: MeasureData,
    hardest: Option<&'static str>,
    steps: u32,
    stuck_cells: u8,
}

/// Fields that depend on the measure of the rulebook.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum MeasureData {
    Er {
        er: Option<Tenths>,
        ep: Option<Tenths>,
        ed: Option<Tenths>,
        er_at_least: Option<Tenths>,
        score: Option<Tenths>,
    },
    Score {
        score: Option<u32>,
        hardest_score: Option<u32>,
    },
}

/// Writes the first step, null where there is none.
#[expect(clippy::ref_option, reason = "serde hands over a reference")]
fn first<S: Serializer>(steps: &Option<Vec<StepData>>, serializer: S) -> Result<S::Ok, S::Error> {
    steps.as_ref().and_then(|steps| steps.first()).serialize(serializer)
}

/// Formats what is found about a puzzle.
pub(super) fn line(findings: &Findings, rulebook: &Rulebook, is_next: bool) -> String {
    let Findings { puzzle, diagnosis, path } = findings;
    let is_complete = puzzle.givens() == puzzle.cells().len();
    let wrong = path.as_ref().and_then(|path| path.wrong_candidate.clone());
    let status = match diagnosis {
        Diagnosis::Contradiction { .. } => "contradiction",
        Diagnosis::NoSolution => "none",
        Diagnosis::Unique(_) if wrong.is_some() => "wrong",
        Diagnosis::Unique(_) if is_complete => "complete",
        Diagnosis::Unique(_) => "unique",
        Diagnosis::Multiple(_) => "multiple",
    };
    let (solution, solutions) = match diagnosis {
        Diagnosis::Unique(solution) => (Some(solution.to_string()), Vec::new()),
        Diagnosis::Multiple(solutions) => (None, solutions.iter().map(ToString::to_string).collect()),
        Diagnosis::Contradiction { .. } | Diagnosis::NoSolution => (None, Vec::new()),
    };
    let data = path.as_ref().map(|path| path.steps.iter().map(StepData::from).collect::<Vec<_>>());
    let (steps, next) = match data {
        steps if is_next => (None, steps),
        steps => (steps, None),
    };
    let line = SolveLine {
        puzzle: puzzle.to_string(),
        status,
        message: wrong.unwrap_or_else(|| diagnosis.to_string()),
        solution,
        solutions,
        differing_cells: diagnosis.differing_cells().iter().map(|cell| cell.index()).collect(),
        steps,
        next,
        rating: path
            .as_ref()
            .and_then(|path| path.rating.as_ref())
            .map(|rating| rating_data(rating, rulebook)),
    };
    // Text, numbers and lists always have a form in JSON.
    serde_json::to_string(&line).unwrap_or_default()
}

fn rating_data(rating: &Rating, rulebook: &Rulebook) -> RatingData {
    let whole = |number: Option<Tenths>| number.map(|number| number.tenths() / 10);
    RatingData {
        scale: rulebook.scale().to_owned(),
        solved: rating.solved,
        level: rating.level.as_deref().map(str::to_owned),
        measure: match rulebook.measure() {
            Measure::Er => MeasureData::Er {
                er: rating.er,
                ep: rating.ep,
                ed: rating.ed,
                er_at_least: rating.er_at_least,
                score: rating.score,
            },
            Measure::Score => {
                MeasureData::Score { score: whole(rating.score), hardest_score: whole(rating.er) }
            }
        },
        hardest: rating.hardest.map(Technique::name),
        steps: rating.steps,
        stuck_cells: rating.stuck_cells,
    }
}
