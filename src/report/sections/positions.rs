//! Positions of givens, their digits, and symmetry.

use super::{difficulty::categories, id, titled};
use crate::report::{
    Report,
    charts::{HeatMap, heat},
    format::{Unit, percent, whole},
    metrics::{CorpusMetrics, PositionMetrics},
    page::{Chart, PageBlock, Table},
};

pub(super) fn blocks(report: &Report) -> Vec<PageBlock> {
    let corpora = report.corpora.iter().enumerate();
    corpora
        .filter_map(|(n, corpus)| Some(of_corpus(report, n, corpus, corpus.positions.as_ref()?)))
        .flatten()
        .collect()
}

fn of_corpus(
    report: &Report,
    n: usize,
    corpus: &CorpusMetrics,
    positions: &PositionMetrics,
) -> Vec<PageBlock> {
    let rows = corpus.puzzles as f64;
    let side = positions.side;
    let names: Vec<String> = (1..=side).map(|n| n.to_string()).collect();
    let share = |count: u64| count as f64 / rows;
    let shares: Vec<f64> = positions.cells.iter().map(|&count| share(count)).collect();
    let range = ends(&shares);
    let by_cell = HeatMap {
        x_label: "column",
        y_label: "row",
        columns: names.clone(),
        rows: names.clone(),
        values: shares.chunks(side).map(|row| row.iter().map(|&share| Some(share)).collect()).collect(),
        unit: Unit::Share,
        range,
        numbers: side <= 9,
        blocks: if corpus.shape.box_rows() == corpus.shape.box_cols() { corpus.shape.box_rows() } else { 0 },
    };
    let title = titled(report, corpus, "Givens by cell");
    let caption = format!(
        "Per cent of puzzles with a given in the cell; from {} to {}.",
        percent(range.0),
        percent(range.1)
    );
    let cell = |(n, share): (usize, &f64)| {
        vec![format!("r{}c{}", n / side + 1, n % side + 1), whole(positions.cells[n] as f64), percent(*share)]
    };
    let table = Table::with(&["cell", "#puzzles", "#share"], shares.iter().enumerate().map(cell));
    let svg = heat(&format!("svg-{}", id("cells", n)), &title, &caption, &by_cell);
    let mut blocks = vec![PageBlock::Chart(Chart { id: id("cells", n), title, caption, svg, table })];
    blocks.push(PageBlock::Chart(digits(report, n, corpus, positions)));
    blocks.push(PageBlock::Chart(symmetries(report, n, corpus, positions)));
    blocks
}

/// Returns the least and the greatest number, not so near that noise looks like a pattern.
fn ends(shares: &[f64]) -> (f64, f64) {
    let (low, high) =
        shares.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &x| (low.min(x), high.max(x)));
    if low > high {
        return (0.0, 1.0);
    }
    let middle = f64::midpoint(low, high);
    (low.min(middle * 0.95), high.max(middle * 1.05))
}

fn digits(report: &Report, n: usize, corpus: &CorpusMetrics, positions: &PositionMetrics) -> Chart {
    let side = positions.side;
    let rows = corpus.puzzles as f64;
    let all: Vec<Vec<f64>> = (0..side)
        .map(|digit| positions.digits.iter().map(|cell| cell[digit] as f64 / rows).collect())
        .collect();
    let range = ends(&all.concat());
    let chart = HeatMap {
        x_label: "cell, row by row",
        y_label: "digit",
        columns: (0..positions.cells.len()).map(|n| format!("r{}c{}", n / side + 1, n % side + 1)).collect(),
        rows: (1..=side).map(|digit| digit.to_string()).collect(),
        values: all.iter().map(|row| row.iter().map(|&share| Some(share)).collect()).collect(),
        unit: Unit::Share,
        range,
        numbers: false,
        blocks: 0,
    };
    let title = titled(report, corpus, "Digits by cell");
    let caption = "Per cent of puzzles with the digit given in the cell.";
    let givens: u64 = positions.by_digit.iter().sum();
    let row = |(digit, &count): (usize, &u64)| {
        vec![(digit + 1).to_string(), whole(count as f64), percent(count as f64 / givens.max(1) as f64)]
    };
    let table = Table::with(
        &["#digit", "#givens", "#share of givens"],
        positions.by_digit.iter().enumerate().map(row),
    );
    let svg = heat(&format!("svg-{}", id("digits", n)), &title, caption, &chart);
    Chart { id: id("digits", n), title, caption: caption.to_owned(), svg, table }
}

fn symmetries(report: &Report, n: usize, corpus: &CorpusMetrics, positions: &PositionMetrics) -> Chart {
    let title = titled(report, corpus, "Symmetry of the givens' cells");
    let caption = "A puzzle may have several; mirrors are named by the line that stays.";
    categories(id("symmetry", n), title, ("symmetry", caption), &positions.symmetries)
}
