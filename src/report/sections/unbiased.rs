//! Unbiased: every statistic twice, of the sample and of all minimal puzzles.

use super::{
    axis, id, lines_chart, literature::has_published_er, or_dash, rating_words, short_name, titled,
    with_error,
};
use crate::{
    board::Shape,
    generate::{ESTIMATORS, Estimator},
    report::{
        Report,
        charts::{Bar, LineChart, Series, bars},
        format::{Unit, amount, capital, percent, plain, whole},
        metrics::{CorpusMetrics, Published, UnbiasedEstimate, UnbiasedMetrics},
        page::{Chart, PageBlock, Table},
    },
    schema::ColumnId,
};

/// Returns the published statistics of all minimal puzzles: the last published column.
fn known(report: &Report) -> Option<&'static Published> {
    report.published.last()
}

pub(super) fn blocks(report: &Report) -> Vec<PageBlock> {
    let corpora = report.corpora.iter().enumerate();
    let weighted = corpora.filter_map(|(n, corpus)| Some((n, corpus, corpus.unbiased.as_ref()?)));
    let mut blocks: Vec<PageBlock> =
        weighted.flat_map(|(n, corpus, unbiased)| of_corpus(report, n, corpus, unbiased)).collect();
    if !blocks.is_empty() {
        blocks.push(PageBlock::Heading("How it is estimated".to_owned()));
        blocks.push(PageBlock::Table("Estimates and their variances".to_owned(), formulas()));
        blocks.push(PageBlock::Text(HOW.to_owned()));
    }
    blocks
}

const HOW: &str = "Row i stands for w = exp(weight) puzzles; W sums w, Q sums w\u{b2}, the index c sums over the rows of a category, x is \
    the number, a the attempts, n the rows, f = n / (n \u{2212} 1). The variances are the delta method's, that is of the ratio's \
    linear part; rows must be independent, as they are with a grid each. Where few rows carry most of the weight, errors \
    estimated from the same rows are mostly too small: compare the effective rows with the rows.";

/// Table of the estimators with their variances and sources.
fn formulas() -> Table {
    let row = |estimator: &Estimator| {
        let Estimator { of, estimate, variance, source } = estimator;
        [of, estimate, variance, source].map(|text| (*text).to_owned()).to_vec()
    };
    Table::with(&["what", "estimate", "variance", "source"], ESTIMATORS.iter().map(row))
}

fn of_corpus(
    report: &Report,
    n: usize,
    corpus: &CorpusMetrics,
    unbiased: &UnbiasedMetrics,
) -> Vec<PageBlock> {
    let titled = |title: &str| titled(report, corpus, title);
    let mut words = format!(
        "Each row counts exp(weight) puzzles, so that every minimal puzzle counts the same. The {} rows tell as much as {} of equal \
         weight (Kish 1965); after \u{b1} stands one standard error (delta method, Cochran 1977).",
        whole(unbiased.rows as f64),
        plain(unbiased.effective_rows)
    );
    if !unbiased.independent {
        words += " Rows share grids, or it is not known whether they do: there are no standard errors.";
    }
    let mut blocks = vec![PageBlock::Text(words)];
    let amounts = [(unbiased.per_grid, "a grid"), (unbiased.minimal_puzzles, "in all")];
    let amounts: Vec<String> = amounts
        .iter()
        .filter_map(|(found, of)| Some(format!("{} {of}", amount(found.as_ref()?.ln))))
        .collect();
    if let Some(per_grid) = &unbiased.per_grid {
        let error =
            per_grid.relative_error.map(|error| format!(" \u{b1} {}", percent(error))).unwrap_or_default();
        let published = if corpus.shape == Shape::STANDARD {
            " Published: 4.6552 \u{d7} 10^15 a grid, 3.1055 \u{d7} 10^37 in all (Berthier 2009)."
        } else {
            ""
        };
        blocks.push(PageBlock::Text(format!("Minimal puzzles: {}{error}.{published}", amounts.join(", "))));
    }
    blocks.push(PageBlock::Table(titled("Means"), means(report, corpus, unbiased)));
    blocks.push(PageBlock::Chart(givens(report, n, corpus, unbiased)));
    let ratings: Vec<(f64, f64, UnbiasedEstimate)> = unbiased
        .hardest_step
        .iter()
        .filter_map(|line| Some((line.value.parse().ok()?, line.sample.share, line.all)))
        .collect();
    if !ratings.is_empty() {
        let column = corpus.difficulty.as_ref().and_then(|difficulty| difficulty.hardest_step.as_ref());
        let (label, unit) = rating_words(column.map_or(ColumnId::Er, |step| step.column));
        let words = (label, "Cumulative shares of solved and unsolved puzzles.", unit);
        let title = titled(&format!("{}, unbiased", capital(label)));
        blocks.push(PageBlock::Chart(cumulative(id("unbiased-er", n), title, words, &ratings)));
    }
    for (name, title, lines) in [
        ("unbiased-level", "Level, unbiased", &unbiased.level),
        ("unbiased-hardest", "Hardest technique, unbiased", &unbiased.hardest),
        ("unbiased-techniques", "Techniques needed, unbiased", &unbiased.techniques),
    ] {
        if !lines.is_empty() {
            blocks.push(PageBlock::Chart(shares(id(name, n), titled(title), lines)));
        }
    }
    blocks
}

fn means(report: &Report, corpus: &CorpusMetrics, unbiased: &UnbiasedMetrics) -> Table {
    let names = [
        "number",
        "#mean of the sample",
        "#sd",
        "#mean of all minimal puzzles",
        "#sd",
        "#published mean",
        "#sd",
    ];
    let standard = corpus.shape == Shape::STANDARD;
    let se = has_published_er(corpus);
    let row = |mean: &crate::report::metrics::UnbiasedMean| {
        let shown = |value: Option<f64>| or_dash(value, Unit::Plain);
        let published = known(report).filter(|_| standard).and_then(|known| {
            let givens = (mean.of == ColumnId::Givens).then_some((known.mean, known.sd));
            givens.or_else(|| (mean.of == ColumnId::Er && se).then_some((known.mean_er, known.sd_er)))
        });
        vec![
            mean.of.name().to_owned(),
            shown(mean.sample),
            shown(mean.sample_sd),
            with_error(mean.all.value, mean.all.error, Unit::Plain),
            shown(mean.all_sd),
            or_dash(published.map(|(mean, _)| mean), Unit::Plain),
            or_dash(published.map(|(_, sd)| sd), Unit::Plain),
        ]
    };
    Table::with(&names, unbiased.means.iter().map(row))
}

fn interval(estimate: UnbiasedEstimate) -> Option<(f64, f64)> {
    let half = crate::report::stats::Z * estimate.error?;
    Some(((estimate.value - half).max(0.0), (estimate.value + half).min(1.0)))
}

fn givens(report: &Report, n: usize, corpus: &CorpusMetrics, unbiased: &UnbiasedMetrics) -> Chart {
    let published = known(report).filter(|_| corpus.shape == Shape::STANDARD);
    let lines: Vec<(u16, &crate::report::metrics::Weighed)> =
        unbiased.givens.iter().filter_map(|line| Some((line.value.parse().ok()?, line))).collect();
    let of = |share: fn(&crate::report::metrics::Weighed) -> f64| {
        lines.iter().map(|(givens, line)| (f64::from(*givens), share(line))).collect::<Vec<_>>()
    };
    let mut all = Series::columns("all minimal puzzles, by weight", of(|line| line.all.value));
    all.intervals = lines.iter().map(|(_, line)| interval(line.all)).collect();
    let mut series = vec![all, Series::line("sample", of(|line| line.sample.share))];
    if let Some(published) = published {
        let points = published.percent.iter().map(|(givens, percent)| (f64::from(*givens), percent / 100.0));
        series.push(Series::line("all, published (Berthier 2009)", points.collect()));
    }
    let chart =
        LineChart { x: axis("givens", Unit::Count), y: axis("share of puzzles", Unit::Share), series };
    let names = ["#givens", "#rows", "#share of the sample", "#share of all minimal puzzles", "#published"];
    let mut table = Table::new(&names);
    for (givens, line) in &lines {
        let beside = published.and_then(|published| {
            Some(with_error(published.share(*givens)?, published.error(*givens), Unit::Share))
        });
        table.row([
            givens.to_string(),
            whole(line.sample.rows as f64),
            percent(line.sample.share),
            with_error(line.all.value, line.all.error, Unit::Share),
            beside.unwrap_or_else(|| "\u{2013}".to_owned()),
        ]);
    }
    let title = titled(report, corpus, "Givens, unbiased");
    let caption = "With 95 % intervals, which are too narrow while few rows carry the weight.";
    lines_chart(id("unbiased-givens", n), title, caption, &chart, table)
}

fn cumulative(
    id: String,
    title: String,
    (label, caption, unit): (&str, &str, Unit),
    lines: &[(f64, f64, UnbiasedEstimate)],
) -> Chart {
    let sums = |share: fn(&(f64, f64, UnbiasedEstimate)) -> f64| {
        let mut sum = 0.0;
        let step = |line: &(f64, f64, UnbiasedEstimate)| {
            sum += share(line);
            (line.0, sum)
        };
        lines.iter().map(step).collect::<Vec<_>>()
    };
    let chart = LineChart {
        x: axis(label, unit),
        y: axis("share of puzzles up to it", Unit::Share),
        series: vec![
            Series::line("all minimal puzzles, by weight", sums(|line| line.2.value)),
            Series::line("sample", sums(|line| line.1)),
        ],
    };
    let row = |(value, sample, all): &(f64, f64, UnbiasedEstimate)| {
        vec![unit.show(*value), percent(*sample), with_error(all.value, all.error, Unit::Share)]
    };
    let names = [&format!("#{label}"), "#share of the sample", "#share of all minimal puzzles"];
    let table = Table::with(&names, lines.iter().map(row));
    lines_chart(id, title, caption, &chart, table)
}

fn shares(id: String, title: String, lines: &[crate::report::metrics::Weighed]) -> Chart {
    let mut shown: Vec<&crate::report::metrics::Weighed> = lines.iter().collect();
    shown.sort_by(|a, b| b.all.value.total_cmp(&a.all.value).then(a.value.cmp(&b.value)));
    shown.truncate(24);
    let bar = |line: &&'_ crate::report::metrics::Weighed| (line.all.value, interval(line.all));
    let names: Vec<String> = shown.iter().map(|line| short_name(&line.value)).collect();
    let drawn: Vec<Bar<'_>> = names
        .iter()
        .zip(&shown)
        .map(|(name, line)| Bar { name, values: vec![bar(line), (line.sample.share, None)] })
        .collect();
    let caption = "Share of puzzles.";
    let series = ["all minimal puzzles, by weight", "sample"];
    let svg = bars(&format!("svg-{id}"), &title, caption, (Unit::Share, &series), &drawn);
    let row = |line: &crate::report::metrics::Weighed| {
        vec![
            line.value.clone(),
            whole(line.sample.rows as f64),
            percent(line.sample.share),
            with_error(line.all.value, line.all.error, Unit::Share),
        ]
    };
    let names = ["what", "#rows", "#share of the sample", "#share of all minimal puzzles"];
    let table = Table::with(&names, lines.iter().map(row));
    Chart { id, title, caption: caption.to_owned(), svg, table }
}
