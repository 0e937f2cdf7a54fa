//! Ratings on several scales and guesses compared: rank correlations, levels by ER, and tables of two measures.

use super::{Subject, chart_of, dash, difficulty::beyond_budget, estimated, with_error};
use crate::{
    charts::{Drawing, HeatCell, HeatMap},
    format::{Unit, brief, capital, percent, rough_percent, whole},
    metrics::{CorpusMetrics, JointCell, LevelOfEr, Relation},
    page::{PageBlock, Table},
    stats::Z,
    summary::TrialMeasure,
};
use std::collections::BTreeMap;

const HOW: &str = "The scales order the same puzzles differently. Spearman's rank correlation (1904) is 1 where both have the same order and 0 \
    where one says nothing about the other; puzzles that tie share their mean rank. Puzzles that one of the scales does not solve \
    have no place.";

/// Returns nothing of a corpus with a single scale.
pub(super) fn blocks(of @ Subject { corpus, .. }: Subject<'_>) -> Vec<PageBlock> {
    let of_scales = || corpus.relations.iter().filter(|relation| !is_of_trial(relation));
    if corpus.further_scales.is_empty() || of_scales().next().is_none() {
        return Vec::new();
    }
    let title = |words: &str| of.titled(words);
    let ended = corpus.scales().filter_map(beyond_budget);
    let words: Vec<String> = std::iter::once(HOW.to_owned()).chain(ended).collect();
    let mut blocks = vec![PageBlock::Text(words.join(" "))];
    blocks.push(PageBlock::Table(title("Rank correlations"), correlations(corpus, of_scales())));
    if !corpus.levels_by_er.is_empty() {
        blocks.push(levels(of.id("levels-by-er"), title("Levels by ER"), corpus));
    }
    blocks.extend(of_scales().map(|relation| joint(of, relation)));
    blocks
}

/// Returns true if one of the two measures has no rulebook.
pub(super) fn is_of_trial(relation: &Relation) -> bool {
    [&relation.one, &relation.other].into_iter().any(|column| trial_words(column).is_some())
}

/// Names a measure without a rulebook.
fn trial_words(column: &str) -> Option<&'static str> {
    TrialMeasure::ALL.into_iter().find(|measure| measure.column().name() == column).map(TrialMeasure::words)
}

/// Names a measure as people do: `ER (se)`, `score (hodoku)`, `guesses`.
pub(super) fn words(column: &str) -> String {
    if let Some(words) = trial_words(column) {
        return words.to_owned();
    }
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

/// Tabulates the rank correlations of some of the relations of a corpus.
pub(super) fn correlations<'a>(
    corpus: &CorpusMetrics,
    relations: impl Iterator<Item = &'a Relation>,
) -> Table {
    let interval = |value: f64, error: Option<f64>| {
        error.map_or_else(dash, |error| {
            format!("{:.3} to {:.3}", (value - Z * error).max(-1.0), (value + Z * error).min(1.0))
        })
    };
    let row = |relation: &Relation| {
        let mut row = vec![format!("{} and {}", words(&relation.one), words(&relation.other))];
        row.push(whole(relation.rows as f64));
        let sample = relation.spearman.map_or_else(dash, |rho| format!("{rho:.3}"));
        if let Some(estimate) = relation.estimate {
            row.push(estimated(estimate, Unit::Plain));
            row.extend([interval(estimate.value, estimate.error), sample]);
        } else if corpus.unbiased.is_some() {
            // All rows tie.
            row.extend([dash(), dash(), sample]);
        } else {
            let rho = relation.spearman.map(|rho| with_error(rho, relation.error, Unit::Plain));
            row.push(rho.unwrap_or(sample));
            row.push(interval(relation.spearman.unwrap_or(0.0), relation.error));
        }
        row
    };
    let names = ["measures", "#rows", "#rank correlation", "#95 % interval", "#raw sample"];
    let names = if corpus.unbiased.is_some() { &names[..] } else { &names[..4] };
    Table::with(names, relations.map(row))
}

/// Returns the levels from the easiest, once each.
pub(super) fn in_order<'a>(corpus: &CorpusMetrics, levels: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let order = corpus.scales().filter_map(|scale| scale.difficulty.as_ref()).flat_map(|found| &found.level);
    let order: Vec<&str> = order.map(|level| level.name.as_str()).collect();
    let place = |level: &str| order.iter().position(|known| *known == level).unwrap_or(usize::MAX);
    let mut levels: Vec<&str> = levels.collect();
    levels.sort_by_key(|level| (place(level), *level));
    levels.dedup();
    levels
}

/// Draws the shares of levels among the puzzles of each whole ER.
fn levels(id: String, title: String, corpus: &CorpusMetrics) -> PageBlock {
    let mut rows = in_order(corpus, corpus.levels_by_er.iter().map(|cell| cell.level.as_str()));
    rows.reverse();
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
            row.push(estimated(estimate, Unit::Share));
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
pub(super) fn joint(of @ Subject { corpus, .. }: Subject<'_>, relation: &Relation) -> PageBlock {
    let place = format!("{}-by-{}", relation.other, relation.one).replace('_', "-");
    let mut rows: Vec<u64> = relation.joint.iter().map(|cell| cell.other).collect();
    rows.sort_unstable_by(|a, b| b.cmp(a));
    rows.dedup();
    let names: Vec<String> = rows.iter().map(|end| whole(*end as f64)).collect();
    let cells: BTreeMap<(u64, u64), (f64, u64)> =
        relation.joint.iter().map(|cell| ((cell.other, cell.one), (cell.share, cell.rows))).collect();
    let [one, other] = [&relation.one, &relation.other].map(|name| words(name));
    let title = of.titled(&capital(&format!("{other} by {one}")));
    // Measures without a rulebook are whole numbers, not bins.
    let from = |column: &str, name: &str| match trial_words(column) {
        Some(words) => words.to_owned(),
        None => format!("{name} from"),
    };
    let labels = (from(&relation.one, &one), from(&relation.other, &other));
    let short = |name: &str| name.split(' ').next().unwrap_or(name).to_owned();
    let chart = heat((&from(&relation.one, &short(&one)), &short(&other)), &rows, &names, &cells);
    let row = |cell: &JointCell| {
        vec![whole(cell.one as f64), whole(cell.other as f64), whole(cell.rows as f64), percent(cell.share)]
    };
    let share = if corpus.unbiased.is_some() { "#estimated share" } else { "#share" };
    let columns = [&format!("#{}", labels.0), &format!("#{}", labels.1), "#rows", share];
    let table = Table::with(&columns, relation.joint.iter().map(row));
    let caption = format!("Share of the puzzles of each {one} that have the {other}, in percent.");
    chart_of(of.id(&place), title, &caption, chart, table)
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
