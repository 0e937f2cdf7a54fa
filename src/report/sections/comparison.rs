//! Corpora beside each other.

use super::{axis, lines_chart, or_dash, short_name};
use crate::{
    report::{
        Report,
        charts::{Bar, LineChart, Series, bars},
        format::{Unit, capital, percent, plain, probability},
        metrics::{Categories, Compared, ComparisonMetrics, CorpusMetrics, Histogram},
        page::{Chart, PageBlock, Table},
    },
    schema::{ColumnId, ColumnUnit},
};

/// Techniques of a chart, the most different ones.
const MOST_TECHNIQUES: usize = 20;

pub(super) fn blocks(report: &Report) -> Vec<PageBlock> {
    if report.comparisons.is_empty() {
        return Vec::new();
    }
    let mut blocks = overlays(report);
    for (n, comparison) in report.comparisons.iter().enumerate() {
        let ComparisonMetrics { baseline, corpus, numbers, categories } = comparison;
        blocks.push(PageBlock::Heading(format!("{corpus} against {baseline}")));
        blocks.push(PageBlock::Table("Differences of means".to_owned(), means(comparison, numbers)));
        blocks.push(PageBlock::Table("Differences of distributions".to_owned(), tests(numbers, categories)));
        let charts = categories.iter().map(|categories| PageBlock::Chart(shares(n, comparison, categories)));
        blocks.extend(charts);
    }
    blocks.push(PageBlock::Text(
        "Intervals of means by Welch, of differences of shares by Newcombe's score method. D is the largest difference of \
         cumulative shares (Kolmogorov, Smirnov; p asymptotic, and too large where there are few different values). Sizes of \
         effects: Cohen's d counts deviations, Cram\u{e9}r's V goes from 0 to 1. Of large samples tiny differences are \
         significant: look at sizes."
            .to_owned(),
    ));
    blocks
}

/// Draws the distributions of all corpora over each other.
fn overlays(report: &Report) -> Vec<PageBlock> {
    type Of = fn(&CorpusMetrics) -> Option<&Histogram>;
    let all: [(&str, &str, &str, Unit, Of); 4] = [
        ("compared-givens", "Givens of all corpora", "givens", Unit::Count, |corpus| corpus.givens.as_ref()),
        ("compared-er", "ER of all corpora", "ER", Unit::Rating, |corpus| hardest_step(corpus, ColumnId::Er)),
        (
            "compared-hardest-score",
            "Score of the hardest step of all corpora",
            "score of the hardest step",
            Unit::Count,
            |corpus| hardest_step(corpus, ColumnId::HardestScore),
        ),
        ("compared-score", "Score of all corpora", "score", Unit::Plain, |corpus| {
            corpus.difficulty.as_ref()?.score.as_ref()
        }),
    ];
    let charts = all.into_iter().filter_map(|(id, title, label, unit, of)| {
        let found: Vec<(&str, &Histogram)> = report
            .corpora
            .iter()
            .filter_map(|corpus| Some((corpus.origin.name.as_str(), of(corpus)?)))
            .collect();
        if found.len() < 2 {
            return None;
        }
        let mut table = Table::new(&["corpus", &format!("#{label}"), "#share up to it"]);
        let mut series = Vec::new();
        for (name, histogram) in found {
            let (mut below, mut points) = (0, Vec::new());
            for bin in &histogram.bins {
                below += bin.share.rows;
                let share = below as f64 / histogram.rows as f64;
                points.push((bin.value + histogram.width, share));
                table.row([name.to_owned(), unit.show(bin.value + histogram.width), percent(share)]);
            }
            series.push(Series::line(name, points));
        }
        let chart =
            LineChart { x: axis(label, unit), y: axis("share of puzzles up to it", Unit::Share), series };
        let caption = "Cumulative: the higher line is the corpus with more small values.";
        Some(PageBlock::Chart(lines_chart(id.to_owned(), title.to_owned(), caption, &chart, table)))
    });
    charts.collect()
}

/// Returns the ratings of the hardest steps, if they are in this column.
fn hardest_step(corpus: &CorpusMetrics, column: ColumnId) -> Option<&Histogram> {
    let step = corpus.difficulty.as_ref()?.hardest_step.as_ref()?;
    (step.column == column).then_some(&step.ratings)
}

fn unit_of(compared: &Compared) -> Unit {
    match compared.unit {
        Some(ColumnUnit::Nanoseconds) => Unit::Nanoseconds,
        Some(
            ColumnUnit::Cells
            | ColumnUnit::Ln
            | ColumnUnit::Passes
            | ColumnUnit::Checks
            | ColumnUnit::Nodes
            | ColumnUnit::Steps
            | ColumnUnit::Guesses,
        )
        | None => Unit::Plain,
    }
}

fn means(comparison: &ComparisonMetrics, numbers: &[Compared]) -> Table {
    let names = [
        "number",
        &format!("#{}", comparison.baseline),
        &format!("#{}", comparison.corpus),
        "#difference",
        "#95 % from",
        "#to",
        "#Cohen's d",
    ];
    let row = |compared: &Compared| {
        let unit = unit_of(compared);
        let fine = |value: Option<f64>| or_dash(value, unit);
        vec![
            compared.of.clone(),
            fine(Some(compared.baseline_mean)),
            fine(Some(compared.mean)),
            fine(Some(compared.difference)),
            fine(compared.low),
            fine(compared.high),
            or_dash(compared.cohens_d, Unit::Plain),
        ]
    };
    Table::with(&names, numbers.iter().map(row))
}

fn tests(numbers: &[Compared], categories: &[Categories]) -> Table {
    let names =
        ["distribution", "#D", "#p of D", "#chi-square", "#degrees", "#p of chi-square", "#Cram\u{e9}r's V"];
    let mut table = Table::new(&names);
    let dash = || "\u{2013}".to_owned();
    let mut line = |name: &str, ks: Option<(f64, f64)>, chi: Option<crate::report::stats::ChiSquare>| {
        table.row([
            name.to_owned(),
            ks.map_or_else(dash, |(d, _)| plain(d)),
            ks.map_or_else(dash, |(_, p)| probability(p)),
            chi.map_or_else(dash, |chi| plain(chi.statistic)),
            chi.map_or_else(dash, |chi| chi.degrees.to_string()),
            chi.map_or_else(dash, |chi| probability(chi.p)),
            chi.map_or_else(dash, |chi| plain(chi.cramers_v)),
        ]);
    };
    for compared in numbers.iter().filter(|compared| compared.ks_d.is_some()) {
        line(&compared.of, compared.ks_d.zip(compared.ks_p), compared.chi_square);
    }
    for categories in categories.iter().filter(|categories| categories.chi_square.is_some()) {
        line(categories.of, None, categories.chi_square);
    }
    table
}

fn shares(n: usize, comparison: &ComparisonMetrics, categories: &Categories) -> Chart {
    let mut shown: Vec<_> = categories.differences.iter().collect();
    if shown.len() > MOST_TECHNIQUES {
        shown.sort_by(|a, b| b.value.abs().total_cmp(&a.value.abs()).then(a.name.cmp(&b.name)));
        shown.truncate(MOST_TECHNIQUES);
    }
    let names: Vec<String> = shown.iter().map(|difference| short_name(&difference.name)).collect();
    let lines: Vec<Bar<'_>> = names
        .iter()
        .zip(&shown)
        .map(|(name, difference)| Bar {
            name,
            values: vec![(difference.baseline, None), (difference.share, None)],
        })
        .collect();
    let id = format!("compared-{}-{}", categories.of.replace(' ', "-"), n + 2);
    let title = format!("{}: {} and {}", capital(categories.of), comparison.baseline, comparison.corpus);
    let caption = "Shares of puzzles; intervals of the differences are in the table.";
    let series = [comparison.baseline.as_str(), comparison.corpus.as_str()];
    let svg = bars(&format!("svg-{id}"), &title, caption, (Unit::Share, &series), &lines);
    let names = [
        categories.of,
        &format!("#{}", series[0]),
        &format!("#{}", series[1]),
        "#difference",
        "#95 % from",
        "#to",
    ];
    let row = |d: &crate::report::metrics::Difference| {
        let numbers = [d.baseline, d.share, d.value, d.low, d.high].map(percent);
        std::iter::once(d.name.clone()).chain(numbers).collect()
    };
    let table = Table::with(&names, categories.differences.iter().map(row));
    Chart { id, title, caption: caption.to_owned(), svg, table }
}
