//! Puzzles of SudokuPad, and of the Cracking the Cryptic app before it.
//!
//! ```text
//! {cellSize:64,cells:[[{value:5},{},...],...],regions:[[[0,0],[0,1],...],...],cages:[{value:"title: ..."}]}
//! ```
//!
//! Keys may be shortened (`ce` for `cells`). Lines, arrows, overlays and the like are the pictures of rules: a puzzle that has some
//! is a variant.

use super::{Refused, check_side, loose_json::Loose, set_cell, variant};
use gridmill_board::{Grid, Shape};

/// Keys without which the puzzle is the same, and those that are read here.
const PLAIN: [&str; 21] = [
    "cellSize", "cs", "cells", "ce", "regions", "re", "cages", "ca", "metadata", "settings", "id", "title",
    "t", "author", "rules", "solution", "videos", "vd", "duration", "d", "version",
];

/// Keys of `metadata` that are rules.
const RULES: [&str; 6] = ["antiknight", "antiking", "nonconsecutive", "diagonal", "disjointgroups", "global"];

/// Names of variants, where the key is none.
const NAMES: [(&str, &str); 16] = [
    ("lines", "lines"),
    ("l", "lines"),
    ("arrows", "arrows"),
    ("a", "arrows"),
    ("overlays", "marks over the grid"),
    ("o", "marks over the grid"),
    ("underlays", "marks under the grid"),
    ("u", "marks under the grid"),
    ("foglight", "fog"),
    ("foglink", "fog"),
    ("fogmask", "fog"),
    ("antiknight", "the anti-knight rule"),
    ("antiking", "the anti-king rule"),
    ("nonconsecutive", "the nonconsecutive rule"),
    ("diagonal", "a diagonal"),
    ("disjointgroups", "disjoint groups"),
];

pub(super) fn puzzle(shape: Shape, value: &Loose) -> Result<Grid, Refused> {
    let rows = value.get(&["cells", "ce"]).and_then(Loose::list).ok_or(Refused::Damaged)?;
    let Loose::Object(fields) = value else { return Err(Refused::Damaged) };
    if let Some((key, _)) =
        fields.iter().find(|(key, value)| !PLAIN.contains(&key.as_str()) && !value.is_nothing())
    {
        return Err(variant(&NAMES, key));
    }
    if let Some(metadata) = value.get(&["metadata"])
        && let Some(rule) =
            RULES.iter().find(|rule| metadata.get(&[rule]).is_some_and(|rule| !rule.is_nothing()))
    {
        return Err(variant(&NAMES, rule));
    }
    check_cages(value.get(&["cages", "ca"]))?;
    check_side(shape, rows.len())?;
    let mut grid = Grid::empty(shape);
    for (row, cells) in rows.iter().enumerate() {
        let cells = cells.list().ok_or(Refused::Damaged)?;
        check_side(shape, cells.len())?;
        for (column, cell) in cells.iter().enumerate() {
            let Some(value) = cell.get(&["value", "v"]).filter(|value| !value.is_nothing()) else { continue };
            set_cell(&mut grid, shape.cell(row, column), value.text().ok_or(Refused::Damaged)?)?;
        }
    }
    check_regions(shape, value.get(&["regions", "re"]))?;
    Ok(grid)
}

/// Checks that cages hold text about the puzzle, or its rows, columns and boxes.
fn check_cages(cages: Option<&Loose>) -> Result<(), Refused> {
    let is_plain = |cage: &Loose| {
        let cells = cage.get(&["cells", "ce"]).is_none_or(Loose::is_nothing);
        let kind = cage.get(&["type", "style"]).and_then(Loose::text);
        cells || matches!(kind, Some("rowcol" | "box"))
    };
    match cages.and_then(Loose::list) {
        Some(cages) if !cages.iter().all(is_plain) => Err(Refused::Variant("cages".to_owned())),
        _ => Ok(()),
    }
}

/// Checks that the regions, if they are listed, are the boxes.
fn check_regions(shape: Shape, regions: Option<&Loose>) -> Result<(), Refused> {
    let Some(regions) = regions.filter(|regions| !regions.is_nothing()) else { return Ok(()) };
    let irregular = || Refused::Variant("irregular regions".to_owned());
    let regions = regions.list().ok_or_else(irregular)?;
    let mut is_seen = vec![false; shape.cells()];
    for region in regions {
        let cells = region.list().ok_or_else(irregular)?.iter().map(|cell| {
            let [row, column] = cell.list()? else { return None };
            let place = |value: &Loose| value.text()?.parse().ok().filter(|&place| place < shape.side());
            Some(shape.cell(place(row)?, place(column)?))
        });
        let mut number = None;
        for cell in cells {
            let cell = cell.ok_or_else(irregular)?;
            if *number.get_or_insert(shape.box_of(cell)) != shape.box_of(cell) {
                return Err(irregular());
            }
            is_seen[cell.index()] = true;
        }
    }
    if regions.len() == shape.side() && is_seen.iter().all(|&seen| seen) { Ok(()) } else { Err(irregular()) }
}
