//! Puzzles and solutions that corpora share: a warning on the first screen, and a table of all pairs.

use crate::{
    format::{percent, whole},
    metrics::{PairOverlap, SharedMetrics, SharedRows},
    page::{PageBlock, Table},
};

/// Pairs with a warning of their own; the others are counted.
const MAX_WARNINGS: usize = 6;
/// Pairs that are all in the open table.
const MAX_PAIRS: usize = 3;

/// States that nothing is shared, as far as it was looked for.
pub(super) fn finding(pairs: &[PairOverlap]) -> Option<String> {
    let none = |of: fn(&PairOverlap) -> Option<SharedMetrics>| {
        pairs.iter().all(|pair| of(pair).is_none_or(|kind| kind.shared == 0))
    };
    let everywhere = pairs.iter().all(|pair| pair.equivalent.is_some());
    let words = match (none(|pair| Some(pair.text)) && none(|pair| pair.equivalent), everywhere) {
        (false, _) => return None,
        (true, false) => "no two share a puzzle as text",
        (true, true) if none(|pair| pair.solutions) => {
            "no two share a puzzle or a solution, also up to symmetry"
        }
        (true, true) => "no two share a puzzle, also up to symmetry",
    };
    let all = pairs.iter().flat_map(|pair| [Some(pair.text), pair.equivalent, pair.solutions]);
    let thinned = all.flatten().any(|kind| kind.one_in > 1);
    Some(format!("{words}{}", if thinned { ", of those compared" } else { "" }))
}

/// Warns of each pair that shares puzzles, those with the greatest shares first if there are many; pairs that share only solutions have
/// one warning together.
pub(super) fn warnings(pairs: &[PairOverlap]) -> Vec<String> {
    let (mut found, others): (Vec<&PairOverlap>, Vec<&PairOverlap>) =
        pairs.iter().filter(|pair| pair.is_any()).partition(|pair| pair.puzzles().shared > 0);
    let more = found.len().saturating_sub(MAX_WARNINGS);
    if more > 0 {
        let share = |pair: &PairOverlap| pair.puzzles().first.share.max(pair.puzzles().other.share);
        found.sort_by(|one, other| share(other).total_cmp(&share(one)));
        found.truncate(MAX_WARNINGS);
    }
    let mut warnings: Vec<String> = found.into_iter().map(warning).collect();
    if more > 0 {
        warnings.push(format!("{more} more pairs of corpora share puzzles: see the table under Comparison."));
    }
    let solutions = |pair: &&PairOverlap| {
        let kind = pair.solutions?;
        Some(format!("{} and {} {}{}", pair.first, pair.other, whole(kind.shared as f64), one_in(kind)))
    };
    let others: Vec<String> = others.iter().filter_map(solutions).collect();
    if !others.is_empty() {
        let listed = others.join("; ");
        warnings.push(format!("No puzzle is in both, but solutions are, up to symmetry: {listed}."));
    }
    warnings
}

fn warning(pair: &PairOverlap) -> String {
    let estimate =
        |kind: Option<SharedMetrics>| kind.map_or(0, |kind| kind.shared.saturating_mul(kind.one_in));
    let [text, equivalent, solutions] = [Some(pair.text), pair.equivalent, pair.solutions];
    let mut parts = Vec::new();
    if let Some(text) = text.filter(|text| text.shared > 0) {
        parts.push(format!("{} in both{}", are(text.shared, "puzzle"), one_in(text)));
    } else {
        parts.push("no puzzle is in both as text".to_owned());
    }
    if let Some(equivalent) = equivalent.filter(|_| estimate(equivalent) > estimate(text)) {
        let found = are(equivalent.shared, "puzzle");
        parts.push(format!("{found} in both up to symmetry{}", one_in(equivalent)));
    }
    if let Some(solutions) = solutions.filter(|_| estimate(solutions) > estimate(equivalent)) {
        let found = are(solutions.shared, "solution");
        parts.push(format!("{found} in both up to symmetry{}", one_in(solutions)));
    }
    let puzzles = pair.puzzles();
    let rows = if puzzles.shared > 0 {
        format!(" That is {} and {}.", of(&pair.first, puzzles.first), of(&pair.other, puzzles.other))
    } else {
        String::new()
    };
    format!("{} and {} overlap: {}.{rows}", pair.first, pair.other, parts.join("; "))
}

/// Writes a number with its noun and verb: `1 puzzle is`, `7 puzzles are`.
fn are(number: u64, noun: &str) -> String {
    if number == 1 { format!("1 {noun} is") } else { format!("{} {noun}s are", whole(number as f64)) }
}

fn one_in(kind: SharedMetrics) -> String {
    if kind.one_in > 1 {
        format!(" (of one in {} compared)", whole(kind.one_in as f64))
    } else {
        String::new()
    }
}

/// Writes the rows of a corpus that are in both: `7 of 60 rows of a`.
fn of(corpus: &str, rows: SharedRows) -> String {
    format!("{} of {} rows of {corpus}", whole(rows.in_both as f64), whole(rows.looked_at as f64))
}

/// Tabulates the pairs, each as text and up to symmetry; of many, those that share anything come first.
pub(super) fn blocks(pairs: &[PairOverlap]) -> Vec<PageBlock> {
    let title = "Puzzles and solutions in both".to_owned();
    let overlapping: Vec<&PairOverlap> = pairs.iter().filter(|pair| pair.is_any()).collect();
    let mut blocks = if pairs.len() <= MAX_PAIRS || overlapping.len() == pairs.len() {
        vec![PageBlock::Table(title, table(pairs.iter(), true))]
    } else {
        let all = PageBlock::Table("All pairs".to_owned(), table(pairs.iter(), true));
        let folded = PageBlock::Folded(format!("What all {} pairs of corpora share", pairs.len()), vec![all]);
        let first = PageBlock::Table(title, table(overlapping.iter().copied(), false));
        if overlapping.is_empty() { vec![folded] } else { vec![first, folded] }
    };
    let mut text = "Puzzles are the same up to symmetry if renaming digits, exchanging bands, stacks, rows of a band or columns of a stack, \
                    and transposition take one to the other: their canonical forms are equal. Puzzles with the same solution up to \
                    symmetry may differ in their givens."
        .to_owned();
    if pairs.iter().any(|pair| pair.equivalent.is_none()) {
        text += " Canonical forms are found for boxes of 2x2, 2x3, 3x2, 2x4, 4x2 and 3x3; pairs with other shapes are compared as text only.";
    }
    blocks.push(PageBlock::Text(text));
    blocks
}

/// Tabulates pairs, with the kinds of which nothing is in both if `shows_none`.
fn table<'a>(pairs: impl Iterator<Item = &'a PairOverlap>, shows_none: bool) -> Table {
    let names = [
        "corpora",
        "the same",
        "#different in both",
        "#rows of the first",
        "#share",
        "#rows of the other",
        "#share",
        "compared",
    ];
    let mut table = Table::new(&names);
    for pair in pairs {
        let kinds = [
            ("puzzle as text", Some(pair.text)),
            ("puzzle up to symmetry", pair.equivalent),
            ("solution up to symmetry", pair.solutions),
        ];
        for (name, kind) in kinds {
            let Some(kind) = kind.filter(|kind| shows_none || kind.shared > 0) else { continue };
            let mut cells = vec![format!("{} and {}", pair.first, pair.other), name.to_owned()];
            cells.push(whole(kind.shared as f64));
            for side in [kind.first, kind.other] {
                cells.extend([whole(side.in_both as f64), percent(side.share)]);
            }
            cells.push(compared(kind));
            table.row(cells);
        }
    }
    table
}

/// Describes what was looked at: `60 and 8 rows`.
fn compared(kind: SharedMetrics) -> String {
    let rows = [kind.first, kind.other].map(|side| whole(side.looked_at as f64));
    let part =
        if kind.one_in > 1 { format!("one in {}: ", whole(kind.one_in as f64)) } else { String::new() };
    let without = [kind.first, kind.other].map(|side| side.without);
    let rest = if without == [0, 0] {
        String::new()
    } else {
        let [first, other] = without.map(|rows| whole(rows as f64));
        format!("; without one: {first} and {other}")
    };
    format!("{part}{} and {} rows{rest}", rows[0], rows[1])
}
