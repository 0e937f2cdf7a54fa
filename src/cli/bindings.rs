//! Functions of the command line that packages for other languages share: drawings, and results as JSON.

use super::{dedup, draw, overlap, report};
use crate::{
    board::Grid,
    corpus::{DedupTotals, Overlap, Provenance, SplitPlan},
    rate::{Pencilmarks, Step, StepData},
    report::Origin,
};

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
