//! Ratings on several scales and guesses beside each other: rank correlations, levels by ER, and tables of two measures.

use super::{chart_of, id, titled, with_error};
use crate::{
    Report,
    charts::{Drawing, HeatCell, HeatMap},
    format::{Unit, brief, capital, percent, rough_percent, whole},
    metrics::{CorpusMetrics, JointCell, LevelOfEr, Relation},
    page::{PageBlock, Table},
    stats::Z,
};
use std::collections::BTreeMap;

const HOW: &str = "The scales order the same puzzles differently. Spearman's rank correlation (1904) is 1 where both have the same order and 0 \
    where one says nothing about the other; puzzles that tie share their mean rank. Puzzles that one of the scales does not solve \
    have no place.";

/// Returns nothing of a corpus with a single scale.
pub(super) fn blocks(report: &Report, n: usize, corpus: &CorpusMetrics) -> Vec<PageBlock> {
    if corpus.further_scales.is_empty() || corpus.relations.is_empty() {
        return Vec::new();
    }
    let title = |words: &str| titled(report, corpus, words);
    let mut blocks = vec![PageBlock::Text(HOW.to_owned())];
    blocks.push(PageBlock::Table(title("Rank correlations"), correlations(corpus)));
    if !corpus.levels_by_er.is_empty() {
        blocks.push(levels(id("levels-by-er", n), title("Levels by ER"), corpus));
    }
    for relation in &corpus.relations {
        let [one, other] = [&relation.one, &relation.other].map(|name| words(name));
        let heading = title(&capital(&format!("{other} by {one}")));
        let place = format!("{}-by-{}", relation.other, relation.one).replace('_', "-");
        blocks.push(joint(id(&place, n), heading, relation, corpus.unbiased.is_some()));
    }
    blocks
}

/// Names a measure as people do: `ER (se)`, `score (hodoku)`, `guesses`.
fn words(column: &str) -> String {
    match column.rsplit_once('_') {
        Some((rulebook, "er")) => format!("ER ({rulebook})"),
        Some((rulebook, measure)) => format!("{measure} ({rulebook})"),
        None => {
            if column == "er" {
                "ER".to_owned()
            } else {
                column.to_owned()
            }
        }
    }
}

fn correlations(corpus: &CorpusMetrics) -> Table {
    let interval = |value: f64, error: Option<f64>| {
        error.map_or_else(
            || "\u{2013}".to_owned(),
            |error| format!("{:.3} to {:.3}", (value - Z * error).max(-1.0), (value + Z * error).min(1.0)),
        )
    };
    let row = |relation: &Relation| {
        let mut row = vec![format!("{} and {}", words(&relation.one), words(&relation.other))];
        row.push(whole(relation.rows as f64));
        let sample = relation.spearman.map_or_else(|| "\u{2013}".to_owned(), |rho| format!("{rho:.3}"));
        if let Some(estimate) = relation.estimate {
            row.push(with_error(estimate.value, estimate.error, Unit::Plain));
            row.extend([interval(estimate.value, estimate.error), sample]);
        } else {
            let rho = relation.spearman.map(|rho| with_error(rho, relation.error, Unit::Plain));
            row.push(rho.unwrap_or(sample));
            row.push(interval(relation.spearman.unwrap_or(0.0), relation.error));
        }
        row
    };
    let names = ["measures", "#rows", "#rank correlation", "#95 % interval", "#raw sample"];
    let names = if corpus.unbiased.is_some() { &names[..] } else { &names[..4] };
    Table::with(names, corpus.relations.iter().map(row))
}

/// Draws the shares of levels among the puzzles of each whole ER.
fn levels(id: String, title: String, corpus: &CorpusMetrics) -> PageBlock {
    let scales = std::iter::once(corpus).chain(corpus.further_scales.iter().map(|further| &further.0));
    let order = scales.filter_map(|scale| scale.difficulty.as_ref()).flat_map(|found| &found.level);
    let order: Vec<&str> = order.map(|level| level.name.as_str()).collect();
    let place = |level: &str| order.iter().position(|known| *known == level).unwrap_or(usize::MAX);
    let mut rows: Vec<&str> = corpus.levels_by_er.iter().map(|cell| cell.level.as_str()).collect();
    rows.sort_by_key(|level| (std::cmp::Reverse(place(level)), *level));
    rows.dedup();
    let share = |cell: &LevelOfEr| cell.estimate.map_or(cell.sample.share, |estimate| estimate.value);
    let cells: BTreeMap<(&str, u64), (f64, u64)> = corpus
        .levels_by_er
        .iter()
        .map(|cell| ((cell.level.as_str(), u64::from(cell.er)), (share(cell), cell.sample.rows)))
        .collect();
    let names: Vec<String> = rows.iter().map(|level| (*level).to_owned()).collect();
    let chart = heat(("ER from", "level"), &rows, &names, &cells);
    let row = |cell: &LevelOfEr| {
        let mut row = vec![
            format!("{}.0 to {}.9", cell.er, cell.er),
            cell.level.clone(),
            whole(cell.sample.rows as f64),
            percent(cell.sample.share),
        ];
        if let (Some(estimate), Some(largest)) = (cell.estimate, cell.largest) {
            row.push(with_error(estimate.value, estimate.error, Unit::Share));
            row.push(percent(largest));
        }
        row
    };
    let columns = ["ER", "level", "#rows", "#share of the rows", "#estimate", "#heaviest row"];
    let columns = if corpus.unbiased.is_some() { &columns[..] } else { &columns[..4] };
    let table = Table::with(columns, corpus.levels_by_er.iter().map(row));
    chart_of(id, title, "Share of the puzzles of each ER that have the level, in percent.", chart, table)
}

/// Draws how one measure lies at each value of another.
fn joint(id: String, title: String, relation: &Relation, weighted: bool) -> PageBlock {
    let mut rows: Vec<u64> = relation.joint.iter().map(|cell| cell.other).collect();
    rows.sort_unstable_by(|a, b| b.cmp(a));
    rows.dedup();
    let names: Vec<String> = rows.iter().map(|end| whole(*end as f64)).collect();
    let cells: BTreeMap<(u64, u64), (f64, u64)> =
        relation.joint.iter().map(|cell| ((cell.other, cell.one), (cell.share, cell.rows))).collect();
    let [one, other] = [&relation.one, &relation.other].map(|name| words(name));
    let labels = (format!("{one} from"), format!("{other} from"));
    let short = |name: &str| name.split(' ').next().unwrap_or(name).to_owned();
    let chart = heat((&format!("{} from", short(&one)), &short(&other)), &rows, &names, &cells);
    let row = |cell: &JointCell| {
        vec![whole(cell.one as f64), whole(cell.other as f64), whole(cell.rows as f64), percent(cell.share)]
    };
    let share = if weighted { "#estimated share" } else { "#share" };
    let columns = [&format!("#{}", labels.0), &format!("#{}", labels.1), "#rows", share];
    let table = Table::with(&columns, relation.joint.iter().map(row));
    let caption = format!("Share of the puzzles of each {one} that have the {other}, in percent.");
    chart_of(id, title, &caption, chart, table)
}

/// Draws shares within columns, from the highest row.
fn heat<K: Ord + Copy>(
    (x, y): (&str, &str),
    rows: &[K],
    names: &[String],
    cells: &BTreeMap<(K, u64), (f64, u64)>,
) -> Drawing {
    let mut columns: Vec<u64> = cells.keys().map(|(_, column)| *column).collect();
    columns.sort_unstable();
    columns.dedup();
    let cell = |row: K, name: &str, column: u64| {
        let &(share, count) = cells.get(&(row, column))?;
        let text = if share < 0.005 { String::new() } else { format!("{:.0}", 100.0 * share) };
        let title =
            format!("{x} {column}, {y} {name}: {} ({} rows)", rough_percent(share), whole(count as f64));
        Some(HeatCell { depth: share, text, title })
    };
    Drawing::Heat(HeatMap {
        x_label: x.to_owned(),
        y_label: y.to_owned(),
        columns: columns.iter().map(|&end| brief(end as f64)).collect(),
        rows: names.to_vec(),
        cells: rows
            .iter()
            .zip(names)
            .map(|(&row, name)| columns.iter().map(|&column| cell(row, name, column)).collect())
            .collect(),
        blocks: (0, 0),
        ends: Some(("0 %".to_owned(), "100 %".to_owned())),
    })
}
