//! Givens: the sample against what is published.

use super::{axis, lines_chart};
use crate::{
    board::Shape,
    report::{
        Report,
        charts::{LineChart, Series},
        format::{Unit, percent, plain, whole},
        metrics::{Histogram, Published},
        page::{PageBlock, Table},
    },
};

pub(super) fn blocks(report: &Report) -> Vec<PageBlock> {
    let corpora: Vec<(&str, &Histogram)> = report
        .corpora
        .iter()
        .filter_map(|corpus| Some((corpus.origin.name.as_str(), corpus.givens.as_ref()?)))
        .collect();
    if corpora.is_empty() {
        return Vec::new();
    }
    let mut blocks = vec![PageBlock::Chart(own(&corpora))];
    let alike = report.corpora.iter().any(|corpus| corpus.shape == Shape::STANDARD);
    if alike {
        blocks.push(PageBlock::Chart(published(&corpora, report.published)));
        blocks.push(PageBlock::Text(format!(
            "Published: {}; minimal 9x9 puzzles. The last of them is what a fair sample of all minimal puzzles would show.",
            report.published.first().map_or("", |published| published.source)
        )));
    }
    blocks
}

fn points(histogram: &Histogram) -> Vec<(f64, f64)> {
    histogram.bins.iter().map(|bin| (bin.value, bin.share.share)).collect()
}

fn own(corpora: &[(&str, &Histogram)]) -> crate::report::page::Chart {
    let alone = corpora.len() == 1;
    let series = corpora.iter().map(|(name, histogram)| {
        let intervals = histogram.bins.iter().map(|bin| Some((bin.share.low, bin.share.high))).collect();
        Series { name, points: points(histogram), intervals, columns: alone }
    });
    let chart = LineChart {
        x: axis("givens", Unit::Count),
        y: axis("share of puzzles", Unit::Share),
        series: series.collect(),
    };
    let mut table = Table::new(&["corpus", "#givens", "#puzzles", "#share", "#95 % from", "#to"]);
    for (name, histogram) in corpora {
        for bin in &histogram.bins {
            let share = bin.share;
            table.row([
                (*name).to_owned(),
                plain(bin.value),
                whole(share.rows as f64),
                percent(share.share),
                percent(share.low),
                percent(share.high),
            ]);
        }
    }
    let moments = corpora.iter().map(|(name, histogram)| {
        let sd = histogram.sd.map(|sd| format!(", sd {}", plain(sd))).unwrap_or_default();
        let name = if alone { String::new() } else { format!("{name}: ") };
        format!("{name}mean {}{sd}", plain(histogram.mean))
    });
    let caption =
        format!("Share of puzzles by number of givens; {}.", moments.collect::<Vec<_>>().join("; "));
    lines_chart("givens".to_owned(), "Givens".to_owned(), &caption, &chart, table)
}

fn published(corpora: &[(&str, &Histogram)], published: &[Published]) -> crate::report::page::Chart {
    let alone = corpora.len() == 1;
    let own = corpora.iter().take(3).map(|(name, histogram)| Series {
        name,
        points: points(histogram),
        intervals: Vec::new(),
        columns: alone,
    });
    let others = published.iter().map(|published| {
        let points = published.percent.iter().map(|(givens, percent)| (f64::from(*givens), percent / 100.0));
        Series::line(published.name, points.collect())
    });
    let chart = LineChart {
        x: axis("givens", Unit::Count),
        y: axis("share of puzzles", Unit::Share),
        series: own.chain(others).collect(),
    };
    let names: Vec<String> = std::iter::once("#givens".to_owned())
        .chain(corpora.iter().map(|(name, _)| format!("#{name}")))
        .chain(published.iter().map(|published| format!("#{}", published.name)))
        .collect();
    let mut table = Table::new(&names.iter().map(String::as_str).collect::<Vec<_>>());
    let mut all: Vec<u16> =
        published.iter().flat_map(|published| published.percent.iter().map(|(g, _)| *g)).collect();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "numbers of givens")]
    all.extend(corpora.iter().flat_map(|(_, histogram)| histogram.bins.iter().map(|bin| bin.value as u16)));
    all.sort_unstable();
    all.dedup();
    let dash = || "\u{2013}".to_owned();
    for givens in all {
        let own = corpora.iter().map(|(_, histogram)| {
            histogram.share_at(givens.into()).map_or_else(dash, |share| percent(share.share))
        });
        let others = published.iter().map(|published| published.share(givens).map_or_else(dash, percent));
        table.row(std::iter::once(givens.to_string()).chain(own).chain(others));
    }
    let caption = "The same against published distributions of minimal 9x9 puzzles.";
    lines_chart(
        "givens-published".to_owned(),
        "Givens against the literature".to_owned(),
        caption,
        &chart,
        table,
    )
}
