//! Solving paths as columns: nested lists in Parquet, JSON in text. Each step is a [`StepData`].
//!
//! ```text
//! path        list of struct
//!   technique     name
//!   text          text                       the sentence of `gridmill solve --steps`
//!   placements    list of {cell, digit}      cell: row-major from 0; digit: 1 to 9
//!   eliminations  list of {cell, digit}
//!   cells         list of cell               what a person would point at
//!   digits        list of digit
//!   houses        list of name               r1 to r9, c1 to c9, b1 to b9
//!   base, cover   list of name               houses of fish and locked candidates
//!   fins, extra   list of cell
//!   sets          list of {cells, digits}    almost locked sets
//!   colors        list of list of cell
//!   chains        list of list of {cells, digit, on, link, parents}
//!   kind          name                       of forcing chains: double, contradiction, cell, house; null for other steps
//!   sources       list of {cells, digit, on} what chains start from; none for other steps
//!   nodes         number                     of chains, with those within them; null for other steps
//!   roles         list of {role, cells, digits}
//! ```

mod arrow;

pub use arrow::{array, data_type};
use gridmill_board::Shape;
use gridmill_rate::{CompactPath, Step, StepData};

/// Formats a path as JSON, with the fields in the order of the columns.
pub fn json(steps: &[Step]) -> String {
    let steps: Vec<StepData> = steps.iter().map(StepData::from).collect();
    // Text, numbers and lists always have a form in JSON.
    serde_json::to_string(&steps).unwrap_or_default()
}

/// Formats a path as short text.
pub fn compact(steps: &[Step]) -> String {
    let shape = steps.first().map_or(Shape::STANDARD, |step| step.shape);
    CompactPath::of(steps, shape).to_string()
}
