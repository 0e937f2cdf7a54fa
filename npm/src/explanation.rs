//! Steps in three parts, each of which tells more than the one before.

use crate::InputError;
use gridmill_board::Shape;
use gridmill_rate::Technique;
use serde::Serialize;
use serde_json::Value;

/// A step in three parts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Explanation {
    /// Houses or cells to look at.
    #[serde(rename = "where")]
    place: String,
    /// Title of the technique.
    technique: &'static str,
    /// Sentences that say why the step follows.
    follows: String,
}

impl Explanation {
    /// Divides a step, as hints have it, of a grid of this shape.
    ///
    /// # Errors
    /// [`InputError`] for an object that is no step.
    pub(crate) fn read(json: &str, shape: Shape) -> Result<Self, InputError> {
        let step: Value = serde_json::from_str(json).unwrap_or_default();
        let (Some(name), Some(follows)) = (step["technique"].as_str(), step["explanation"].as_str()) else {
            return Err(InputError::new("that is no step; give one of hint() or steps()"));
        };
        let technique: Technique = name.parse().map_err(|error| InputError::option("technique", error))?;
        Ok(Self { place: place(&step, shape), technique: technique.title(), follows: follows.to_owned() })
    }
}

/// Says where to look: at few houses, else at few cells, else at the digits.
fn place(step: &Value, shape: Shape) -> String {
    let list = |field: &str| step[field].as_array().into_iter().flatten();
    let numbers = |field: &str| list(field).filter_map(Value::as_u64);
    let houses: Vec<String> = list("houses").filter_map(Value::as_str).map(house_name).collect();
    let side = shape.side() as u64;
    let cells: Vec<String> =
        numbers("cells").map(|cell| format!("r{}c{}", cell / side + 1, cell % side + 1)).collect();
    let digits: Vec<String> = numbers("digits").map(|digit| digit.to_string()).collect();
    match (houses.len(), cells.len(), digits.len()) {
        (1..=4, ..) => format!("Look at {}.", listed(&houses)),
        (0, 1..=6, _) => format!("Look at {}.", listed(&cells)),
        (_, _, 1) => format!("Look at the digit {}.", digits[0]),
        (_, _, 2..=4) => format!("Look at the digits {}.", listed(&digits)),
        _ => format!(
            "Look at {} cells, from {} on.",
            cells.len(),
            cells.first().map_or("r1c1", String::as_str)
        ),
    }
}

/// Returns the name of a house in words: `row 3` for `r3`.
fn house_name(house: &str) -> String {
    let (kind, number) = house.split_at(house.len().min(1));
    match kind {
        "r" => format!("row {number}"),
        "c" => format!("column {number}"),
        "b" => format!("box {number}"),
        _ => house.to_owned(),
    }
}

fn listed(names: &[String]) -> String {
    match names.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => names.concat(),
    }
}
