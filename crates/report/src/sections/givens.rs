//! Givens: their number, the sample against what is published; their positions, digits and symmetry, where they are not what chance would
//! give.

use super::{Subject, axis, block_of, chart_of, difficulty::categories, share_cells};
use crate::{
    charts::{Drawing, HeatCell, HeatMap, LineChart, Mark, Series},
    format::{Unit, dash, percent, plain, probability, whole},
    metrics::{Category, CorpusMetrics, Histogram, PUBLISHED, PositionMetrics, digit_z},
    page::{Chart, PageBlock, Table},
};
use gridmill_board::Shape;

pub(super) fn blocks(of @ Subject { corpus, .. }: Subject<'_>) -> Vec<PageBlock> {
    let Some(givens) = &corpus.givens else { return Vec::new() };
    let is_on_first_screen = of.report.corpora.len() == 1 && corpus.unbiased.is_none();
    let is_own_first = is_on_first_screen && corpus.shape != Shape::STANDARD;
    let mut blocks = Vec::new();
    if !is_own_first {
        blocks.push(block_of(own(of.id("givens"), of.titled("Givens"), givens)));
    }
    if corpus.shape == Shape::STANDARD && !is_on_first_screen {
        let title = of.titled("Givens against the literature");
        blocks.push(block_of(published(of.id("givens-published"), title, givens)));
    }
    blocks
}

/// Returns the chart of the first screen: the sample and what is published where that is known.
pub(super) fn main(corpus: &CorpusMetrics) -> Option<Chart> {
    let givens = corpus.givens.as_ref()?;
    Some(if corpus.shape == Shape::STANDARD {
        let title = "Givens against the literature".to_owned();
        published("givens-published".to_owned(), title, givens)
    } else {
        own("givens".to_owned(), "Givens".to_owned(), givens)
    })
}

fn own(id: String, title: String, histogram: &Histogram) -> Chart {
    let mut series = Series::new(Mark::Columns, "puzzles", histogram.points());
    series.intervals = histogram.bins.iter().map(|bin| Some((bin.share.low, bin.share.high))).collect();
    let axes = (axis("givens", Unit::Count), axis("share of puzzles", Unit::Share));
    let mut table = Table::new(&["#givens", "#puzzles", "#share", "#95 % from", "#to"]);
    for bin in &histogram.bins {
        table.row([plain(bin.value)].into_iter().chain(share_cells(bin.share)));
    }
    let sd = histogram.sd.map(|sd| format!(", standard deviation {sd:.2}")).unwrap_or_default();
    let caption = format!("Mean {:.2}{sd}.", histogram.mean);
    super::chart(id, title, &caption, Drawing::Lines(LineChart::new(axes.0, axes.1, vec![series])), table)
}

fn published(id: String, title: String, own: &Histogram) -> Chart {
    let mut columns = Series::new(Mark::Columns, "here", own.points()).muted();
    columns.intervals = own.bins.iter().map(|bin| Some((bin.share.low, bin.share.high))).collect();
    let others = PUBLISHED.iter().map(|published| {
        let points = published.percent.iter().map(|(givens, percent)| (f64::from(givens), percent / 100.0));
        Series::new(Mark::Line, published.name, points.collect())
    });
    let series = std::iter::once(columns).chain(others).collect();
    let chart = LineChart::new(axis("givens", Unit::Count), axis("share of puzzles", Unit::Share), series);
    let names = PUBLISHED.iter().map(|published| format!("#{}", published.name));
    let mut table = Table::new(&["#givens", "#here"]).and(names);
    let mut all: Vec<u16> = PUBLISHED.iter().flat_map(|known| known.percent.iter().map(|(g, _)| g)).collect();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "numbers of givens")]
    all.extend(own.bins.iter().map(|bin| bin.value as u16));
    all.sort_unstable();
    all.dedup();
    for givens in all {
        let own = own.share_at(givens.into()).map_or_else(dash, |share| percent(share.share));
        let others = PUBLISHED.iter().map(|published| published.share(givens).map_or_else(dash, percent));
        table.row([givens.to_string(), own].into_iter().chain(others));
    }
    let source = PUBLISHED.first().map_or("", |published| published.source);
    let caption = format!(
        "Minimal 9x9 puzzles ({source}). The last line is what a fair sample of all minimal puzzles would show."
    );
    super::chart(id, title, &caption, Drawing::Lines(chart), table)
}

/// Standard deviations at the ends of the scale of colours, the same for every corpus.
const FULL: f64 = 4.0;
/// Probability below which a deviation is not put down to chance.
const RARE: f64 = 0.001;
/// Share of puzzles from which a symmetry is worth a chart.
const SOME: f64 = 0.01;

pub(super) fn position_blocks(of @ Subject { corpus, .. }: Subject<'_>) -> Vec<PageBlock> {
    let Some(positions) = &corpus.positions else { return Vec::new() };
    let mut blocks = vec![PageBlock::Text(sentences(corpus, positions))];
    blocks.extend(cells(of, positions));
    blocks.extend(digits(of, positions));
    let some = positions.symmetries.iter().any(|symmetry| symmetry.share.share >= SOME);
    if some {
        let title = of.titled("Symmetry of the givens' cells");
        let caption = "A puzzle may have several; mirrors are named by the line that stays.";
        let seen = positions.symmetries.iter().filter(|symmetry| symmetry.share.rows > 0);
        let seen: Vec<&Category> = seen.collect();
        blocks.push(categories(of.id("symmetry"), title, ("symmetry", caption), &seen));
    }
    blocks
}

fn name(cell: usize, side: usize) -> String {
    format!("r{}c{}", cell / side + 1, cell % side + 1)
}

/// States whether cells and digits are as uniform as chance would have them.
fn sentences(corpus: &CorpusMetrics, positions: &PositionMetrics) -> String {
    let mut words = Vec::new();
    if let Some(test) = &positions.cells_test {
        let verdict = if test.p >= RARE {
            "Givens are spread over the cells as chance would spread them".to_owned()
        } else {
            let most = (0..test.z.len()).max_by(|&a, &b| test.z[a].abs().total_cmp(&test.z[b].abs()));
            let most = most.unwrap_or(0);
            let share = positions.cells[most] as f64 / corpus.puzzles as f64;
            format!(
                "Givens are not spread evenly over the cells: the most deviant is {} with {}",
                name(most, positions.side),
                percent(share)
            )
        };
        words.push(format!(
            "{verdict} (chi-square {:.1} of {} degrees, p {}).",
            test.chi_square,
            test.degrees,
            p(test.p)
        ));
    }
    if let Some(test) = &positions.digits_test {
        let verdict =
            if test.p >= RARE { "consistent with uniform digits" } else { "more than chance allows" };
        words.push(format!(
            "Of {} counts of a digit in a cell, the largest deviation is {} standard deviations ({} in {}): {verdict} (p {}).",
            whole(test.counts as f64),
            format!("{:+.1}", test.largest_z).replace('-', "\u{2212}"),
            test.digit,
            name(test.cell, positions.side),
            p(test.p)
        ));
    }
    words.join(" ")
}

fn p(p: f64) -> String {
    let shown = probability(p);
    if shown.starts_with('<') { shown } else { format!("= {shown}") }
}

fn cells(of @ Subject { corpus, .. }: Subject<'_>, positions: &PositionMetrics) -> Option<PageBlock> {
    let (test, side, rows) = (positions.cells_test.as_ref()?, positions.side, corpus.puzzles as f64);
    let names: Vec<String> = (1..=side).map(|n| n.to_string()).collect();
    let share = |cell: usize| positions.cells[cell] as f64 / rows;
    let cell = |cell: usize| HeatCell {
        depth: test.z[cell] / FULL,
        text: if side <= 9 { format!("{:.1}", share(cell) * 100.0) } else { String::new() },
        title: format!("{}: {}, z {:+.1}", name(cell, side), percent(share(cell)), test.z[cell]),
    };
    let chart = HeatMap {
        x_label: String::new(),
        y_label: String::new(),
        columns: names.clone(),
        rows: names,
        cells: (0..side)
            .map(|row| (0..side).map(|column| Some(cell(row * side + column))).collect())
            .collect(),
        blocks: (corpus.shape.box_rows(), corpus.shape.box_cols()),
        ends: Some((format!("z \u{2212}{FULL} or less"), format!("z {FULL} or more"))),
    };
    let row = |cell: usize| {
        let z = format!("{:+.2}", test.z[cell]).replace('-', "\u{2212}");
        vec![name(cell, side), whole(positions.cells[cell] as f64), percent(share(cell)), z]
    };
    let table = Table::with(&["cell", "#puzzles", "#share", "#z"], (0..positions.cells.len()).map(row));
    let title = of.titled("Givens by cell");
    let caption = "Per cent of puzzles with a given in the cell; colour shows the deviation from the mean in standard deviations.";
    Some(chart_of(of.id("cells"), title, caption, Drawing::Heat(chart), table))
}

fn digits(of: Subject<'_>, positions: &PositionMetrics) -> Option<PageBlock> {
    positions.digits_test.as_ref()?;
    let side = positions.side;
    let cell = |cell: usize, digit: usize| {
        let z = digit_z(&positions.digits[cell], digit);
        let title = format!("{} in {}: z {z:+.1}", digit + 1, name(cell, side));
        Some(HeatCell { depth: z / FULL, text: String::new(), title })
    };
    // Rows of the grid are below each other for each digit: a line has all cells of one digit.
    let chart = HeatMap {
        x_label: "cell, row by row".to_owned(),
        y_label: String::new(),
        columns: (0..positions.cells.len()).map(|n| name(n, side)).collect(),
        rows: (1..=side).map(|digit| digit.to_string()).collect(),
        cells: (0..side).map(|digit| (0..positions.cells.len()).map(|n| cell(n, digit)).collect()).collect(),
        blocks: (0, side),
        ends: Some((format!("z \u{2212}{FULL} or less"), format!("z {FULL} or more"))),
    };
    let givens: u64 = positions.by_digit.iter().sum();
    let row = |(digit, &count): (usize, &u64)| {
        vec![(digit + 1).to_string(), whole(count as f64), percent(count as f64 / givens.max(1) as f64)]
    };
    let table = Table::with(
        &["#digit", "#givens", "#share of givens"],
        positions.by_digit.iter().enumerate().map(row),
    );
    let title = of.titled("Digits by cell");
    let caption = "Deviation of each digit from an equal share of the cell's givens, in standard deviations.";
    Some(chart_of(of.id("digits"), title, caption, Drawing::Heat(chart), table))
}
