//! Rows as JSON: the columns that a corpus of the same plan has, without times.

use gridmill_generate::{Generated, Plan, Rated};
use gridmill_hints::RatingData;
use gridmill_rate::{Measure, Rater};
use serde_json::{Map, Value};

/// Returns the columns of a puzzle.
pub(crate) fn row(plan: &Plan, index: u64, made: &Generated) -> Value {
    let mut row = Map::new();
    let mut set = |name: &str, value: Value| row.insert(name.to_owned(), value);
    set("index", index.into());
    set("puzzle", made.puzzle.grid().to_string().into());
    set("solution", made.solution.to_string().into());
    set("givens", made.givens.into());
    set("minimal", made.minimal.into());
    if !plan.dig.symmetry().is_none() {
        set("orbit_minimal", made.orbit_minimal.into());
    }
    if plan.dig.facts().weighted {
        set("weight", made.weight.into());
    }
    set("attempts", made.attempts.into());
    set("checks", made.effort.checks.into());
    set("nodes", made.effort.nodes.into());
    if let Some(difficulty) = &made.measured.guesses {
        set("guesses", difficulty.guesses().into());
    }
    for (prefix, rated) in plan.rating.prefixes().iter().zip(&made.ratings) {
        add_rating(prefix, rated, &mut row);
    }
    Value::Object(row)
}

/// Adds the columns of a rating.
fn add_rating(prefix: &str, rated: &Rated, row: &mut Map<String, Value>) {
    let rulebook = rated.rulebook();
    // A rating is numbers, texts and truth values.
    let data = serde_json::to_value(RatingData::new(&rated.rating, rulebook)).unwrap_or_default();
    let Value::Object(mut data) = data else { return };
    data.remove("scale");
    if rulebook.measure() == Measure::Er && !Rater::limits(rulebook.techniques()) {
        data.remove("er_at_least");
    }
    row.extend(data.into_iter().map(|(name, value)| (format!("{prefix}{name}"), value)));
    for technique in rulebook.techniques().iter() {
        row.insert(format!("{prefix}t_{}", technique.name()), rated.rating.count(technique).into());
    }
}
