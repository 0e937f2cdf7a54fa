//! Checks of the rows and their results.

use super::{Different, Origin};
use crate::{
    format::whole as count,
    summary::{Offences, Summary, VerifyScope},
};
use gridmill_tables::schema::ColumnId;
use serde::Serialize;

#[derive(Debug, Serialize)]
pub(crate) struct Check {
    pub(crate) name: &'static str,
    /// `None` if there was nothing to check.
    pub(crate) passed: Option<bool>,
    pub(crate) looked_at: u64,
    pub(crate) failed: u64,
    /// The first puzzle, as text is ordered, that failed.
    pub(crate) example: Option<String>,
    pub(crate) note: String,
}

fn check(name: &'static str, looked_at: u64, offences: &Offences, note: impl Into<String>) -> Check {
    Check {
        name,
        passed: (looked_at > 0).then_some(offences.rows == 0),
        looked_at,
        failed: offences.rows,
        example: offences.least.clone().filter(|example| !example.is_empty()),
        note: note.into(),
    }
}

pub(super) fn of(summary: &Summary, origin: &Origin, distinct: Different) -> Vec<Check> {
    let puzzles = &summary.puzzles;
    let verdicts = summary.verdicts();
    let looked = match summary.options.scope {
        VerifyScope::All => "every puzzle".to_owned(),
        VerifyScope::Sample(_) => format!("a sample of {}, chosen by the puzzles' hashes", verdicts.puzzles),
    };
    let by_column = |name, offences: &Option<Offences>, column: ColumnId, note: &str| {
        let rows = offences.as_ref().map_or(0, |_| column_rows(summary, column));
        check(name, rows, offences.as_ref().unwrap_or(&Offences::default()), note)
    };
    let planned = origin.planned_rows.unwrap_or(summary.rows);
    let missing = Offences { rows: planned.abs_diff(summary.rows), least: None };
    let copies = Offences { rows: distinct.copies, least: None };
    let copies_note = match distinct.one_in {
        1 => "all puzzles, distinguished by 128 bits of BLAKE3".to_owned(),
        many => format!("too many to keep: one puzzle in {many} was looked at, copies with their originals"),
    };
    let readable = "81 cells of a digit or empty, or as many as the shape has";
    let solution = "every row: each house holds each digit, givens stand in their places";
    let verified = |name, rows: u64, offences: &Offences, what: &str| {
        check(name, rows, offences, format!("{what}; {looked}"))
    };
    let agreement = given_up(verdicts.given_up);
    let minimal = "each given taken away; false claims count, too";
    let given = "every row: the column against the puzzle";
    let mut checks = vec![
        check("rows as planned", origin.planned_rows.unwrap_or(0), &missing, against(origin)),
        check("puzzles readable", summary.rows, &puzzles.unreadable, readable),
        verified("exactly one solution", verdicts.puzzles, &verdicts.not_unique, "solved again"),
        verified("solution is the one", verdicts.solutions, &verdicts.other_solution, "against the solver's"),
        by_column("solution complete and agrees", &puzzles.other_solution, ColumnId::Solution, solution),
        by_column("givens agree", &puzzles.other_givens, ColumnId::Givens, given),
        verified("minimal where claimed", verdicts.claims, &verdicts.other_minimality, minimal),
        check("no duplicates", distinct.looked_at, &copies, copies_note),
        verified("checkers agree", verdicts.puzzles, &verdicts.disagreements, &agreement),
    ];
    checks.extend(summary.forms.iter().filter(|forms| forms.compared > 0).map(|forms| {
        let note = "the columns of `gridmill canonical` against the form of the puzzle; rows chosen by the puzzles' hashes";
        check("canonical forms agree", forms.compared, &forms.other_forms, note)
    }));
    checks
}

/// Describes the source of the expected number of rows.
fn against(origin: &Origin) -> String {
    match (origin.planned_rows, origin.whole_rows) {
        (Some(part), Some(whole)) if part < whole => {
            format!("against the manifest: a part, {} of {} rows", count(part as f64), count(whole as f64))
        }
        _ => "against the manifest's count".to_owned(),
    }
}

fn given_up(puzzles: u64) -> String {
    match puzzles {
        0 => "all checkers that know the shape".to_owned(),
        some => format!("all checkers that know the shape; {some} puzzles were given up for taking too long"),
    }
}

/// Returns an upper bound for the rows with a value in a column and a readable puzzle.
fn column_rows(summary: &Summary, id: ColumnId) -> u64 {
    summary.column_of(id).map_or(0, |column| (column.rows - column.nulls).min(summary.puzzles.rows))
}
