//! Puzzles of f-puzzles.com.
//!
//! ```text
//! {"size":9,"grid":[[{"value":5,"given":true},{},...],...],"title":"...","killercage":[...]}
//! ```
//!
//! Every key with contents that is not listed here is a rule or a drawing that belongs to one: a variant.

use super::{Refused, check_side, loose_json::Loose, set_cell, variant};
use gridmill_board::{Grid, Shape};

/// Keys without which the puzzle is the same.
const PLAIN: [&str; 11] = [
    "size",
    "grid",
    "title",
    "author",
    "ruleset",
    "solution",
    "successMessage",
    "disabledlogic",
    "truecandidatesoptions",
    "highlightConflicts",
    "id",
];

/// Names of variants, where the key is none.
const NAMES: [(&str, &str); 24] = [
    ("diagonal+", "a diagonal"),
    ("diagonal-", "a diagonal"),
    ("antiknight", "the anti-knight rule"),
    ("antiking", "the anti-king rule"),
    ("disjointgroups", "disjoint groups"),
    ("nonconsecutive", "the nonconsecutive rule"),
    ("arrow", "arrows"),
    ("killercage", "killer cages"),
    ("cage", "cages"),
    ("thermometer", "thermometers"),
    ("littlekillersum", "little killer sums"),
    ("sandwichsum", "sandwich sums"),
    ("betweenline", "between lines"),
    ("regionsumline", "region sum lines"),
    ("renban", "renban lines"),
    ("whispers", "whisper lines"),
    ("palindrome", "palindromes"),
    ("difference", "difference dots"),
    ("ratio", "ratio dots"),
    ("quadruple", "quadruples"),
    ("extraregion", "extra regions"),
    ("odd", "odd cells"),
    ("even", "even cells"),
    ("xv", "XV marks"),
];

pub(super) fn puzzle(shape: Shape, value: &Loose) -> Result<Grid, Refused> {
    let rows = value.get(&["grid"]).and_then(Loose::list).ok_or(Refused::Damaged)?;
    if let Loose::Object(fields) = value {
        for (key, value) in fields {
            if !PLAIN.contains(&key.as_str()) && !value.is_nothing() {
                return Err(variant(&NAMES, key));
            }
        }
    }
    check_side(shape, rows.len())?;
    for row in rows {
        check_side(shape, row.list().ok_or(Refused::Damaged)?.len())?;
    }
    let mut grid = Grid::empty(shape);
    let all = || rows.iter().filter_map(Loose::list).flatten();
    let is_given = |cell: &Loose| cell.get(&["given"]).is_some_and(|given| !given.is_nothing());
    // A puzzle that nobody has marked has givens alone.
    let is_marked = all().any(is_given);
    for (place, cell) in shape.all_cells().zip(all()) {
        if cell.get(&["givenPencilMarks"]).is_some_and(|marks| !marks.is_nothing()) {
            return Err(Refused::Variant("given pencilmarks".to_owned()));
        }
        if let Some(region) = cell.get(&["region"]) {
            let region = region.text().and_then(|text| text.parse().ok());
            if region != Some(shape.box_of(place)) {
                return Err(Refused::Variant("irregular regions".to_owned()));
            }
        }
        if let Some(value) = cell.get(&["value"]).filter(|value| !value.is_nothing())
            && (is_given(cell) || !is_marked)
        {
            set_cell(&mut grid, place, value.text().ok_or(Refused::Damaged)?)?;
        }
    }
    Ok(grid)
}
