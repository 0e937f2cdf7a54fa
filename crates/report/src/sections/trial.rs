//! Difficulty without a rulebook: trial depth, braid ratings and backdoors, with published shares and ratings.

use super::{
    Subject, axis, chart_of,
    difficulty::beyond_budget,
    estimated, lines_chart, or_dash,
    scales::{correlations, in_order, is_of_trial, joint, words},
    unbiased::{HEAVY, heaviest, interval, log_interval},
    with_interval,
};
use crate::{
    charts::{Axis, Bar, BarChart, Drawing, HeatCell, HeatMap, LineChart, Mark, Series},
    format::{Unit, capital, dash, percent, rough_percent, two_decimals, whole},
    metrics::{CorpusMetrics, MeasureAt, SizeOf, TrialMetrics, TrialShare, TrialShares, UnbiasedEstimate},
    page::{PageBlock, Table},
    summary::TrialMeasure,
};
use gridmill_generate::Addition;
use gridmill_tables::{facts::RowDependence, schema::ColumnId};
use std::collections::BTreeMap;

/// Name of the shares of published rows, which their author did not weight.
const PUBLISHED: &str = "Berthier's rows, weighted here";
const HOW: &str = "These measures depend on the puzzle alone: no rulebook decides about an order of steps (D. Berthier 2021).";

pub(super) fn blocks(of @ Subject { corpus, .. }: Subject<'_>) -> Vec<PageBlock> {
    let Some(trial) = &corpus.trial else { return Vec::new() };
    let mut blocks = vec![PageBlock::Text(summary(corpus, trial))];
    for shares in &trial.shares {
        blocks.extend(shares.measure().map(|measure| bars(of, (measure, shares))));
        if shares.measure() == Some(TrialMeasure::B) {
            blocks.extend(against_literature(of, shares));
        }
    }
    if !trial.by_b.is_empty() {
        let title = of.titled("Ratings, guesses and backdoors by B");
        blocks.push(PageBlock::Table(title, by_b(corpus, trial)));
    }
    let relations = || corpus.relations.iter().filter(|relation| is_of_trial(relation));
    if relations().next().is_some() {
        let title = of.titled("Rank correlations of B and backdoor sizes");
        blocks.push(PageBlock::Table(title, correlations(corpus, relations())));
    }
    let size = ColumnId::BackdoorSize.name();
    let drawn = relations().filter(|relation| relation.one != size && relation.other != size);
    blocks.extend(drawn.map(|relation| joint(of, relation)));
    blocks.extend(sizes(of, trial));
    if !trial.backdoors.is_empty() {
        let title = of.titled("Number of least backdoors");
        blocks.push(PageBlock::Table(title, numbers(corpus, &trial.backdoors)));
    }
    blocks
}

/// States what is measured, what is only a bound, and why there may be no standard errors.
fn summary(corpus: &CorpusMetrics, trial: &TrialMetrics) -> String {
    let mut text = vec![HOW.to_owned(), definitions(corpus)];
    for shares in &trial.shares {
        let Some(measure) = shares.measure() else { continue };
        let rows = whole(shares.rows as f64);
        let bounds = match shares.bounds {
            0 => String::new(),
            bounds => format!(", {} of them a lower bound alone", whole(bounds as f64)),
        };
        let mean = shares
            .estimated_mean
            .or(shares.mean)
            .map_or_else(String::new, |mean| format!(", mean {}", estimated(mean, Unit::Plain)));
        text.push(format!("{}: {rows} rows{bounds}{mean}.", capital(measure.words())));
    }
    if trial.shares.iter().any(|shares| shares.bounds > 0) {
        text.push(
            "A bound is a class of its own, and has no place in means, medians and correlations.".to_owned(),
        );
    }
    text.extend(corpus.scales().filter_map(beyond_budget));
    text.extend(corpus.origin.facts.why_no_errors().map(str::to_owned));
    text.join(" ")
}

/// States the version of the definitions, and the work that each question was allowed.
fn definitions(corpus: &CorpusMetrics) -> String {
    let measures = &corpus.origin.facts.measures;
    let definition = |addition: Addition, of: &str| {
        let definition = measures.get(addition.name())?;
        let budget = whole(*definition.bounds.get("budget")? as f64);
        Some((definition.version.as_deref()?, format!("{budget} nodes for {of}")))
    };
    let stated =
        [definition(Addition::Trial, "depth and braids"), definition(Addition::Backdoors, "backdoors")];
    let stated: Vec<_> = stated.into_iter().flatten().collect();
    let Some((version, _)) = stated.first() else {
        return "The files do not state the version of the definitions and the budgets.".to_owned();
    };
    let budgets: Vec<&str> = stated.iter().map(|(_, budget)| budget.as_str()).collect();
    format!("Definitions {version}; budget of {}.", budgets.join(" and "))
}

/// Returns the meaning of a measure, and of which puzzles shares are.
const fn caption(measure: TrialMeasure) -> &'static str {
    match measure {
        TrialMeasure::Depth => {
            "Levels of assumptions under which singles must find contradictions; 0 is singles alone. Share of puzzles."
        }
        TrialMeasure::B => {
            "Longest braid that is needed; 0 is singles alone. Share of the puzzles of depth 0 and 1."
        }
        TrialMeasure::Bxb => {
            "Longest braid that is needed within one assumption. Share of the puzzles of depth 2."
        }
        TrialMeasure::Bxbb => {
            "Longest braid that is needed within two assumptions. Share of the puzzles of depth 3."
        }
        TrialMeasure::BackdoorSize => {
            "Least number of cells that, given in addition, let singles solve the puzzle. Share of puzzles."
        }
    }
}

/// Returns the 95 % interval of a share, if rows are independent.
fn interval_of(corpus: &CorpusMetrics, share: &TrialShare) -> Option<(f64, f64)> {
    if let Some(estimate) = share.of.estimate {
        return interval(estimate);
    }
    let independent = corpus.origin.facts.rows == RowDependence::Independent;
    independent.then_some((share.of.sample.low, share.of.sample.high))
}

/// Draws the shares of a measure, and the published ones where they are of the same population.
fn bars(
    of @ Subject { corpus, .. }: Subject<'_>,
    (measure, shares): (TrialMeasure, &TrialShares),
) -> PageBlock {
    let weighted = corpus.unbiased.is_some();
    let is_published = shares.classes.iter().any(|class| class.published.is_some());
    let heavy = |class: &TrialShare| class.of.largest.filter(|&largest| largest > HEAVY);
    let bar = |class: &TrialShare| {
        let published = class.published.map(|known| (known.value, interval(known)));
        let own = (class.of.share(), interval_of(corpus, class));
        Bar {
            name: class.of.words(),
            values: std::iter::once(own).chain(published).collect(),
            behind: weighted.then_some(class.of.sample.share),
            instead: heavy(class).map(|largest| format!("one row has {}", rough_percent(largest))),
        }
    };
    let mut series = vec![if weighted { "estimate" } else { "puzzles" }.to_owned()];
    series.extend(is_published.then(|| PUBLISHED.to_owned()));
    let behind = weighted.then(|| "sample".to_owned());
    let chart = BarChart::of_shares(series, behind, shares.classes.iter().map(bar));
    let title = of.titled(&capital(measure.words()));
    let name = measure.column().name().replace('_', "-");
    let table = shares_table(corpus, measure, shares);
    let mut caption = caption(measure).to_owned();
    if shares.classes.iter().any(|class| heavy(class).is_some()) {
        caption += " Shares of which one row has more than 10 % of the weight have no bar.";
    }
    chart_of(of.id(&name), title, &caption, Drawing::Bars(chart), table)
}

fn shares_table(corpus: &CorpusMetrics, measure: TrialMeasure, shares: &TrialShares) -> Table {
    let row = |class: &TrialShare| {
        let mut row =
            vec![class.of.words(), whole(class.of.sample.rows as f64), percent(class.of.sample.share)];
        if let (Some(estimate), Some(largest)) = (class.of.estimate, class.of.largest) {
            row.extend([estimated(estimate, Unit::Share), heaviest(largest)]);
        } else {
            let ends = interval_of(corpus, class);
            row.extend(
                [ends.map(|ends| ends.0), ends.map(|ends| ends.1)].map(|end| or_dash(end, Unit::Share)),
            );
        }
        row
    };
    let last = if corpus.unbiased.is_some() { ["#estimate", "heaviest row"] } else { ["#95 % from", "#to"] };
    let names = [&format!("#{}", measure.words()), "#rows", "#share of the rows", last[0], last[1]];
    Table::with(&names, shares.classes.iter().map(row))
}

/// Draws B and the published shares on a logarithmic axis, and tabulates the differences in standard errors.
fn against_literature(of: Subject<'_>, shares: &TrialShares) -> Option<PageBlock> {
    let known: Vec<_> = shares
        .classes
        .iter()
        .filter_map(|class| Some((class, class.of.estimate?, class.published?)))
        .collect();
    if known.len() < 2 {
        return None;
    }
    let at = |class: &TrialShare| f64::from(class.of.value);
    let points = known.iter().map(|(class, estimate, _)| (at(class), estimate.value)).collect();
    let mut own = Series::new(Mark::Dots, "estimate", points);
    own.intervals =
        known.iter().map(|(_, estimate, _)| log_interval(estimate.value, estimate.error)).collect();
    let points = known.iter().map(|(class, _, known)| (at(class), known.value)).collect();
    let mut published = Series::new(Mark::Dots, PUBLISHED, points);
    published.intervals = known.iter().map(|(_, _, known)| log_interval(known.value, known.error)).collect();
    let axes = (axis("B", Unit::Count), Axis::log("share of puzzles", Unit::Share));
    let chart = LineChart::new(axes.0, axes.1, vec![own, published]);
    let row = |(class, estimate, known): &(&TrialShare, UnbiasedEstimate, UnbiasedEstimate)| {
        vec![
            class.of.words(),
            estimated(*estimate, Unit::Share),
            estimated(*known, Unit::Share),
            two_decimals(Some(estimate.value / known.value)),
            two_decimals(class.difference),
        ]
    };
    let names = [
        "#B",
        "#estimate",
        "#D. Berthier's rows",
        "#over the share of his rows",
        "#difference in standard errors",
    ];
    let table = Table::with(&names, known.iter().map(row));
    let title = of.titled("B against the literature");
    let caption = "Estimates on a logarithmic axis, with 95 % intervals of the logarithm. D. Berthier's classified rows are weighted here by C(81, givens).";
    Some(lines_chart(of.id("b-published"), title, caption, chart, table))
}

/// Tabulates means and medians of ratings, guesses and backdoor sizes for each B.
fn by_b(corpus: &CorpusMetrics, trial: &TrialMetrics) -> Table {
    let mut rows: BTreeMap<u8, BTreeMap<&str, &MeasureAt>> = BTreeMap::new();
    for line in &trial.by_b {
        rows.entry(line.at).or_default().insert(&line.of, line);
    }
    // Ratings first, in the order of their scales.
    let last = [ColumnId::Guesses, ColumnId::BackdoorSize].map(ColumnId::name);
    let ratings = corpus.scales().flat_map(|scale| {
        [ColumnId::Er, ColumnId::Score].map(|measure| format!("{}{}", scale.prefix, measure.name()))
    });
    let numbers = ratings.chain(last.map(str::to_owned));
    let numbers: Vec<String> =
        numbers.filter(|name| trial.by_b.iter().any(|line| line.of == *name)).collect();
    let columns = numbers.iter().flat_map(|of| {
        let words = words(of);
        [format!("#mean {words}"), format!("#median {words}")]
    });
    let table = Table::new(&["#B", "#rows"]).and(columns);
    let of_b = trial.shares_of(TrialMeasure::B);
    let row = |(b, lines): (&u8, &BTreeMap<&str, &MeasureAt>)| {
        let class = of_b.and_then(|shares| {
            shares.classes.iter().find(|class| !class.of.at_least && class.of.value == *b)
        });
        let mut row =
            vec![b.to_string(), or_dash(class.map(|class| class.of.sample.rows as f64), Unit::Count)];
        for of in &numbers {
            let line = lines.get(of.as_str());
            row.push(line.map_or_else(dash, |line| mean(corpus, line)));
            row.push(line.map_or_else(dash, |line| median(corpus, line)));
        }
        row
    };
    Table { rows: rows.iter().map(row).collect(), ..table }
}

/// Formats the mean of a number: the estimate, where rows are weighted.
fn mean(corpus: &CorpusMetrics, line: &MeasureAt) -> String {
    let mean = line.estimated_mean.filter(|_| corpus.unbiased.is_some()).unwrap_or(line.mean);
    super::with_error(mean.value, mean.error.filter(|&error| error > 0.0), Unit::Plain)
}

/// Formats the median of a number: the estimate with its interval, where rows are weighted.
fn median(corpus: &CorpusMetrics, line: &MeasureAt) -> String {
    match (&corpus.unbiased, line.estimated_median) {
        (Some(unbiased), Some(median)) => {
            with_interval(median, line.estimated_median_interval, unbiased.independent)
        }
        _ => or_dash(line.median, Unit::Plain),
    }
}

/// Draws backdoor sizes among the puzzles of each level, and of each B.
fn sizes(of @ Subject { corpus, .. }: Subject<'_>, trial: &TrialMetrics) -> Vec<PageBlock> {
    let mut blocks = Vec::new();
    let cells = &trial.sizes_by_level;
    if !cells.is_empty() {
        let levels = in_order(corpus, cells.iter().map(|cell| cell.of.as_str()));
        let title = of.titled("Backdoor size by level");
        blocks.push(size_map(of.id("backdoor-size-by-level"), title, "level", &levels, cells));
    }
    let cells = &trial.sizes_by_b;
    if !cells.is_empty() {
        let mut classes: Vec<&str> = cells.iter().map(|cell| cell.of.as_str()).collect();
        classes.dedup();
        let title = of.titled("Backdoor size by B");
        blocks.push(size_map(of.id("backdoor-size-by-b"), title, "B", &classes, cells));
    }
    blocks
}

/// Draws the shares of backdoor sizes within each row, the hardest at the top.
fn size_map(id: String, title: String, of: &str, rows: &[&str], cells: &[SizeOf]) -> PageBlock {
    let mut sizes: Vec<(bool, u8)> = cells.iter().map(|cell| (cell.size.at_least, cell.size.value)).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let by_place: BTreeMap<(&str, (bool, u8)), &SizeOf> =
        cells.iter().map(|cell| ((cell.of.as_str(), (cell.size.at_least, cell.size.value)), cell)).collect();
    let cell = |row: &str, size: (bool, u8)| {
        let cell = by_place.get(&(row, size))?;
        let share = cell.size.share();
        let text = if share < 0.005 { String::new() } else { format!("{:.0}", 100.0 * share) };
        let (count, shown) = (whole(cell.size.sample.rows as f64), rough_percent(share));
        let title = format!("{of} {row}, size {}: {shown} ({count} rows)", cell.size.words());
        Some(HeatCell { depth: share, text, title })
    };
    let short = |&(at_least, value): &(bool, u8)| format!("{value}{}", if at_least { "+" } else { "" });
    let rows: Vec<&str> = rows.iter().rev().copied().collect();
    let chart = HeatMap {
        x_label: "backdoor size".to_owned(),
        y_label: of.to_owned(),
        columns: sizes.iter().map(short).collect(),
        rows: rows.iter().map(|row| (*row).to_owned()).collect(),
        cells: rows.iter().map(|row| sizes.iter().map(|&size| cell(row, size)).collect()).collect(),
        blocks: (0, 0),
        ends: Some(("0 %".to_owned(), "100 %".to_owned())),
    };
    let caption = format!("Share of the puzzles of each {of} that have the size, in percent.");
    chart_of(id, title, &caption, Drawing::Heat(chart), sizes_table(of, cells))
}

fn sizes_table(of: &str, cells: &[SizeOf]) -> Table {
    let row = |cell: &SizeOf| {
        let mut row = vec![
            cell.of.clone(),
            cell.size.words(),
            whole(cell.size.sample.rows as f64),
            percent(cell.size.sample.share),
        ];
        row.extend(cell.size.estimate.map(|estimate| estimated(estimate, Unit::Share)));
        row.extend(cell.size.largest.map(percent));
        row
    };
    let weighted = cells.iter().any(|cell| cell.size.estimate.is_some());
    let names = [of, "#backdoor size", "#rows", "#share of the rows", "#estimate", "#heaviest row"];
    Table::with(if weighted { &names } else { &names[..4] }, cells.iter().map(row))
}

/// Tabulates the numbers of least backdoors for each size.
fn numbers(corpus: &CorpusMetrics, lines: &[MeasureAt]) -> Table {
    let row = |line: &MeasureAt| {
        vec![line.at.to_string(), whole(line.rows as f64), mean(corpus, line), median(corpus, line)]
    };
    Table::with(&["#backdoor size", "#rows", "#mean number", "#median"], lines.iter().map(row))
}
