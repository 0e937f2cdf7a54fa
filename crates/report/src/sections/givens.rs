//! Givens: the sample against what is published.

use super::{axis, block_of, chart, id, titled};
use crate::{
    Report,
    charts::{Drawing, LineChart, Mark, Series},
    format::{Unit, percent, plain, whole},
    metrics::{CorpusMetrics, Histogram, Published},
    page::{Chart, PageBlock, Table},
};
use gridmill_board::Shape;

pub(super) fn blocks(report: &Report, n: usize, corpus: &CorpusMetrics) -> Vec<PageBlock> {
    let Some(givens) = &corpus.givens else { return Vec::new() };
    let is_on_first_screen = report.corpora.len() == 1 && corpus.unbiased.is_none();
    let is_own_first = is_on_first_screen && corpus.shape != Shape::STANDARD;
    let mut blocks = Vec::new();
    if !is_own_first {
        blocks.push(block_of(own(id("givens", n), titled(report, corpus, "Givens"), givens)));
    }
    if corpus.shape == Shape::STANDARD && !is_on_first_screen {
        let title = titled(report, corpus, "Givens against the literature");
        blocks.push(block_of(published(id("givens-published", n), title, givens, report.published)));
    }
    blocks
}

/// Returns the chart of the first screen: the sample and what is published where that is known.
pub(super) fn main(report: &Report, corpus: &CorpusMetrics) -> Option<Chart> {
    let givens = corpus.givens.as_ref()?;
    Some(if corpus.shape == Shape::STANDARD {
        let title = "Givens against the literature".to_owned();
        published("givens-published".to_owned(), title, givens, report.published)
    } else {
        own("givens".to_owned(), "Givens".to_owned(), givens)
    })
}

fn points(histogram: &Histogram) -> Vec<(f64, f64)> {
    histogram.bins.iter().map(|bin| (bin.value, bin.share.share)).collect()
}

fn own(id: String, title: String, histogram: &Histogram) -> Chart {
    let mut series = Series::new(Mark::Columns, "puzzles", points(histogram));
    series.intervals = histogram.bins.iter().map(|bin| Some((bin.share.low, bin.share.high))).collect();
    let axes = (axis("givens", Unit::Count), axis("share of puzzles", Unit::Share));
    let mut table = Table::new(&["#givens", "#puzzles", "#share", "#95 % from", "#to"]);
    for bin in &histogram.bins {
        let share = bin.share;
        table.row([
            plain(bin.value),
            whole(share.rows as f64),
            percent(share.share),
            percent(share.low),
            percent(share.high),
        ]);
    }
    let sd = histogram.sd.map(|sd| format!(", standard deviation {sd:.2}")).unwrap_or_default();
    let caption = format!("Mean {:.2}{sd}.", histogram.mean);
    chart(id, title, &caption, Drawing::Lines(LineChart::new(axes.0, axes.1, vec![series])), table)
}

fn published(id: String, title: String, own: &Histogram, published: &[Published]) -> Chart {
    let mut columns = Series::new(Mark::Columns, "here", points(own)).muted();
    columns.intervals = own.bins.iter().map(|bin| Some((bin.share.low, bin.share.high))).collect();
    let others = published.iter().map(|published| {
        let points = published.percent.iter().map(|(givens, percent)| (f64::from(*givens), percent / 100.0));
        Series::new(Mark::Line, published.name, points.collect())
    });
    let series = std::iter::once(columns).chain(others).collect();
    let chart = LineChart::new(axis("givens", Unit::Count), axis("share of puzzles", Unit::Share), series);
    let names: Vec<String> = ["#givens", "#here"]
        .into_iter()
        .map(str::to_owned)
        .chain(published.iter().map(|published| format!("#{}", published.name)))
        .collect();
    let mut table = Table::new(&names.iter().map(String::as_str).collect::<Vec<_>>());
    let mut all: Vec<u16> =
        published.iter().flat_map(|published| published.percent.iter().map(|(g, _)| *g)).collect();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "numbers of givens")]
    all.extend(own.bins.iter().map(|bin| bin.value as u16));
    all.sort_unstable();
    all.dedup();
    let dash = || "\u{2013}".to_owned();
    for givens in all {
        let own = own.share_at(givens.into()).map_or_else(dash, |share| percent(share.share));
        let others = published.iter().map(|published| published.share(givens).map_or_else(dash, percent));
        table.row([givens.to_string(), own].into_iter().chain(others));
    }
    let source = published.first().map_or("", |published| published.source);
    let caption = format!(
        "Minimal 9x9 puzzles ({source}). The last line is what a fair sample of all minimal puzzles would show."
    );
    super::chart(id, title, &caption, Drawing::Lines(chart), table)
}
