//! Templates: all ways to place a digit in the rows that lack it, one in each row, column and box.
//!
//! ```text
//! set      a place that all templates of a digit share holds it
//! delete   a place that no template of a digit has does not hold it
//! ```
//!
//! Two digits cannot share a cell. So a template is dropped if every template of some other digit meets it, again and again; the steps
//! that need fewer such drops come first.
//!
//! Sources: R. Beil's templates («Pattern Overlay Method», 2005) as in HoDoKu (B. Hobiger 2012).

use crate::{
    Candidates, CellSet, House, HouseKind, Pencilmarks, Reason, SearchFlow, Sink, Step, Technique, peers,
};
use gridmill_board::{Digit, DigitSet};

/// Finds the steps of templates, by digit.
pub(super) fn find(marks: &Pencilmarks, technique: Technique, sink: &mut Sink<'_>) -> SearchFlow {
    let mut templates = [const { Vec::new() }; 9];
    for (templates, digit) in templates.iter_mut().zip(DigitSet::full(9)) {
        list(marks.places(digit), CellSet::EMPTY, &open_rows(marks, digit), templates);
    }
    steps(marks, technique, &templates, sink)?;
    while refine(&mut templates) {
        steps(marks, technique, &templates, sink)?;
    }
    SearchFlow::Continue(())
}

/// The places of a digit in each row that lacks it.
fn open_rows(marks: &Pencilmarks, digit: Digit) -> Vec<House> {
    HouseKind::Row.houses().filter(|&row| !marks.places_in(row, digit).is_empty()).collect()
}

/// Lists all ways to add a place of each of these rows to the places that are taken.
fn list(free: CellSet, taken: CellSet, rows: &[House], templates: &mut Vec<CellSet>) {
    let Some((row, rest)) = rows.split_first() else { return templates.push(taken) };
    for cell in free & row.cells() {
        list(free - peers(cell), taken.with(cell), rest, templates);
    }
}

/// Drops templates that all templates of another digit meet, as they are before. Returns true if any was dropped.
fn refine(templates: &mut [Vec<CellSet>; 9]) -> bool {
    let before = templates.clone();
    for (digit, own) in templates.iter_mut().enumerate() {
        let others = before.iter().enumerate().filter(|(other, list)| *other != digit && !list.is_empty());
        let others: Vec<&Vec<CellSet>> = others.map(|(_, list)| list).collect();
        own.retain(|template| others.iter().all(|other| other.iter().any(|rival| !rival.meets(*template))));
    }
    *templates != before
}

fn steps(
    marks: &Pencilmarks,
    technique: Technique,
    templates: &[Vec<CellSet>; 9],
    sink: &mut Sink<'_>,
) -> SearchFlow {
    for (templates, digit) in templates.iter().zip(DigitSet::full(9)) {
        // A digit without a template: the grid has no solution.
        let Some(&first) = templates.first() else { continue };
        let shared = templates.iter().fold(first, |shared, &template| shared & template);
        let dead = templates.iter().fold(marks.places(digit), |dead, &template| dead - template);
        let reason = |cells| Reason::Template { digit, cells };
        match (technique, shared.first()) {
            (Technique::TemplateSet, Some(cell)) => {
                sink(Step::place(technique, cell, digit, reason(shared)))?;
            }
            (Technique::TemplateDelete, _) if !dead.is_empty() => {
                sink(Step::eliminate(technique, Candidates::of(digit, dead), reason(dead)))?;
            }
            _ => {}
        }
    }
    SearchFlow::Continue(())
}
