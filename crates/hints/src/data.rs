//! Help as one JSON object, always of the same shape.

use crate::{Help, Problem};
use gridmill_board::{Cell, Digit};
use gridmill_rate::{CellNames, Measure, Rating, Rulebook, Step, StepHelp, Technique, Tenths, Wording};
use gridmill_solve::HouseName;
use serde::Serialize;

/// Help as plain data. Cells are numbered row by row from 0; fields that do not apply are null or empty.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct HelpData {
    /// The `id` of the state, as it was given.
    pub id: serde_json::Value,
    /// The givens; null if the text is no state.
    pub puzzle: Option<String>,
    /// The entries; null if the text is no state.
    pub entries: Option<String>,
    /// Name of the status.
    pub status: &'static str,
    /// The status as a sentence; of a wrong state, the first problem.
    pub message: String,
    /// Everything that is wrong.
    pub problems: Vec<ProblemData>,
    /// The solution of the givens, if they have exactly one.
    pub solution: Option<String>,
    /// Two solutions, if there are several.
    pub solutions: Vec<String>,
    /// Cells in which the two differ.
    pub differing_cells: Vec<usize>,
    /// The next step.
    pub next: Option<StepHelp>,
    /// All steps from the state on.
    pub steps: Option<Vec<StepHelp>>,
    /// Rating of these steps.
    pub rating: Option<RatingData>,
    /// End of the rulebook.
    pub stuck: Option<StuckData>,
}

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ProblemData {
    /// Name of the kind.
    pub kind: &'static str,
    /// Cells that show it.
    pub cells: Vec<usize>,
    /// The digit, if one matters.
    pub digit: Option<u8>,
    /// The house, if one matters: `r1`, `c1` or `b1`.
    pub house: Option<String>,
    /// The problem as a sentence.
    pub message: String,
}

/// End of a rulebook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct StuckData {
    /// Name of the rulebook.
    pub rulebook: String,
    /// Version of its scale.
    pub scale: String,
    /// Empty cells.
    pub cells: u32,
}

/// A rating in the units of its scale; the fields are those of the columns of a corpus.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct RatingData {
    /// Version of the scale.
    pub scale: String,
    /// True if the rules solved the puzzle.
    pub solved: bool,
    /// Level; null unless solved.
    pub level: Option<String>,
    /// Fields of the scale's measure.
    #[serde(flatten)]
    pub measure: MeasureData,
    /// The hardest technique; null unless solved.
    pub hardest: Option<&'static str>,
    /// Number of steps.
    pub steps: u32,
    /// Empty cells that are left.
    pub stuck_cells: u8,
}

/// Fields that depend on the measure of the rulebook.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum MeasureData {
    /// The Explainer's: ratings of steps.
    Er {
        /// The hardest step.
        er: Option<Tenths>,
        /// The hardest step up to the first that places a digit.
        ep: Option<Tenths>,
        /// The first step.
        ed: Option<Tenths>,
        /// Lower bound of the ER if the budget ran out.
        er_at_least: Option<Tenths>,
        /// Sum of the ratings.
        score: Option<Tenths>,
    },
    /// HoDoKu's: scores of steps.
    Score {
        /// Sum of the scores.
        score: Option<u32>,
        /// The hardest step.
        hardest_score: Option<u32>,
    },
}

impl HelpData {
    /// Converts help, with cells such as `r1c1` in its texts and English explanations.
    pub fn new(help: &Help) -> Self {
        Self::in_words(help, CellNames::RowColumn, Wording::english())
    }

    /// Converts help, with cells in this style and explanations in these words.
    pub fn in_words(help: &Help, names: CellNames, wording: &Wording) -> Self {
        let indices = |cells: &[Cell]| cells.iter().map(|cell| cell.index()).collect();
        let explained = |step: &Step| StepHelp::new(step, wording, &step.notation(names));
        let rulebook = help.rulebook.as_deref();
        let stuck = |(rulebook, cells): (&Rulebook, u32)| StuckData {
            rulebook: rulebook.name().to_owned(),
            scale: rulebook.scale().to_owned(),
            cells,
        };
        Self {
            id: serde_json::Value::Null,
            puzzle: help.state.as_ref().map(|state| state.givens().to_string()),
            entries: help.state.as_ref().map(|state| state.entries().to_string()),
            status: help.status.name(),
            message: help.text(names),
            problems: help.problems.iter().map(|problem| ProblemData::new(problem, names)).collect(),
            solution: help.solution.as_ref().map(ToString::to_string),
            solutions: help.solutions.iter().map(ToString::to_string).collect(),
            differing_cells: indices(&help.differing_cells),
            next: help.next.as_ref().map(explained),
            steps: help.steps.as_ref().map(|steps| steps.iter().map(explained).collect()),
            rating: rulebook.zip(help.rating.as_ref()).map(|(of, rating)| RatingData::new(rating, of)),
            stuck: rulebook.zip(help.stuck_cells).map(stuck),
        }
    }

    /// Sets the `id` with which the state came.
    #[must_use]
    pub fn with_id(self, id: serde_json::Value) -> Self {
        Self { id, ..self }
    }

    /// Writes one line of JSON, without its end.
    pub fn to_json(&self) -> String {
        // Text, numbers and lists always have a form in JSON.
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl ProblemData {
    /// Converts a problem, with cells in this style.
    fn new(problem: &Problem, names: CellNames) -> Self {
        Self {
            kind: problem.kind.name(),
            cells: problem.cells.iter().map(|cell| cell.index()).collect(),
            digit: problem.digit.map(Digit::value),
            house: problem.house.map(|house| match house {
                HouseName::Row(row) => format!("r{}", row + 1),
                HouseName::Column(col) => format!("c{}", col + 1),
                HouseName::Box(number) => format!("b{}", number + 1),
            }),
            message: problem.text(names),
        }
    }
}

impl RatingData {
    /// Converts a rating by this rulebook.
    pub fn new(rating: &Rating, rulebook: &Rulebook) -> Self {
        let whole = |number: Option<Tenths>| number.map(|number| number.tenths() / 10);
        Self {
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
}
