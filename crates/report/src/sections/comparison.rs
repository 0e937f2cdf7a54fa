//! Corpora compared: distributions on shared axes, and differences with their intervals. Puzzles and solutions that they share: a warning on
//! the first screen, and a table of all pairs.

use super::{axis, chart_of, dash, narrow_name, or_dash, rating_words};
use crate::{
    Report,
    charts::{Axis, Bar, BarChart, Drawing, Forest, ForestRow, Ridge, Ridges, Strip},
    format::{Unit, capital, percent, plain, probability, whole},
    metrics::{
        Bin, Categories, Category, Compared, ComparisonMetrics, CorpusMetrics, Histogram, PairOverlap,
        SharedMetrics, SharedRows, UnbiasedMean, Weighed, next_ratio_end,
    },
    page::{Chart, PageBlock, Table},
};
use gridmill_tables::schema::{ColumnId, ColumnUnit};
use std::borrow::Cow;

/// Techniques of a chart, the most different ones.
const MAX_TECHNIQUES: usize = 14;
/// Share of all rows left out at each end of a shared axis.
const OUTSIDE: f64 = 0.001;
/// Differences in deviations from which a difference is worth a sentence (J. Cohen 1988: small).
const SMALL: f64 = 0.2;
/// Numbers whose standardised differences are drawn.
const DRAWN: [&str; 4] = ["givens", "er", "hardest_score", "score"];

/// States the largest differences from the first corpus.
pub(super) fn findings(report: &Report) -> String {
    let rows: u64 = report.corpora.iter().map(|corpus| corpus.rows).sum();
    let Some(first) = report.corpora.first() else { return "No corpus.".to_owned() };
    let mut parts = vec![format!("{} corpora with {} puzzles", report.corpora.len(), whole(rows as f64))];
    for (name, words) in [("givens", "givens"), ("er", "mean ER"), ("score", "mean score")] {
        let found = report.comparisons.iter().filter_map(|comparison| {
            let compared = comparison.numbers.iter().find(|number| number.of == name)?;
            Some((comparison, compared, compared.cohens_d?))
        });
        let most = found.max_by(|a, b| a.2.abs().total_cmp(&b.2.abs()));
        if let Some((comparison, compared, _)) = most.filter(|most| most.2.abs() >= SMALL) {
            let is_estimated = comparison.estimated.contains(&true);
            let digits = usize::from(name != "score") + usize::from(name == "er" || is_estimated);
            let of = |estimated: bool, name: &str| {
                let corpus = report.corpora.iter().find(|corpus| estimated && corpus.origin.name == name);
                corpus.map_or_else(String::new, |corpus| {
                    format!(" of {}", corpus.origin.facts.population_words(corpus.shape))
                })
            };
            let [baseline, own] = comparison.estimated;
            parts.push(format!(
                "{words} differ most from {} in {}: {:.digits$}{} against {:.digits$}{}",
                first.origin.name,
                comparison.corpus,
                compared.mean,
                of(own, &comparison.corpus),
                compared.baseline_mean,
                of(baseline, &first.origin.name)
            ));
        }
    }
    if parts.len() == 1 {
        parts.push(format!("none differs much from {}", first.origin.name));
    }
    parts.extend(overlap_finding(&report.overlaps));
    format!("{}.", parts.join("; "))
}

pub(super) fn blocks(report: &Report) -> Vec<PageBlock> {
    if report.comparisons.is_empty() {
        return Vec::new();
    }
    let mut blocks = ridges(report);
    blocks.extend(levels(report));
    blocks.extend(overlap_blocks(&report.overlaps));
    for (n, comparison) in report.comparisons.iter().enumerate() {
        let ComparisonMetrics { baseline, corpus, numbers, categories, .. } = comparison;
        let name = |title: &str| format!("{title}: {corpus} against {baseline}");
        let mut inner: Vec<PageBlock> = categories.iter().map(|one| shares(n, comparison, one)).collect();
        inner.push(PageBlock::Table(name("Differences of means"), means(comparison, numbers)));
        inner.push(PageBlock::Table(name("Differences of distributions"), tests(numbers, categories)));
        blocks.push(PageBlock::Folded(format!("{corpus} against {baseline}"), inner));
    }
    blocks.push(PageBlock::Text(
        "Intervals of means by Welch, of standardised differences by Hedges and Olkin, of differences of shares by Newcombe's score \
         method. D is the largest difference of cumulative shares (Kolmogorov, Smirnov; p asymptotic, and too large where there are \
         few different values). Sizes of effects: Cohen's d counts deviations, Cram\u{e9}r's V goes from 0 to 1. Of large samples \
         tiny differences are significant: look at sizes. Effects are left out where a corpus has no deviation, or the scales differ."
            .to_owned(),
    ));
    blocks
}

/// Draws the standardised differences of the main numbers.
pub(super) fn forest(report: &Report) -> Option<Chart> {
    let first = report.corpora.first()?.origin.name.as_str();
    let names = ["number", "corpus", "#Cohen's d", "#95 % from", "#to"];
    let (mut rows, mut table) = (Vec::new(), Table::new(&names));
    for name in DRAWN {
        let found = report.comparisons.iter().filter_map(|comparison| {
            let compared = comparison.numbers.iter().find(|number| number.of == name)?;
            Some((comparison, compared.cohens_d?, compared.d_low?, compared.d_high?))
        });
        let found: Vec<_> = found.collect();
        if !found.is_empty() {
            rows.push(ForestRow::Heading(words(name).to_owned()));
        }
        for (comparison, value, low, high) in found {
            rows.push(ForestRow::Line { name: comparison.corpus.clone(), value, low, high });
            let numbers = [value, low, high].map(plain);
            table.row([name.to_owned(), comparison.corpus.clone()].into_iter().chain(numbers));
        }
    }
    if rows.is_empty() {
        return None;
    }
    let caption = format!("Mean less that of {first}, in standard deviations, with 95 % intervals.");
    let chart = Forest { x: "standard deviations".to_owned(), rows };
    let title = "Differences of means".to_owned();
    Some(super::chart("compared-differences".to_owned(), title, &caption, Drawing::Forest(chart), table))
}

/// Names a number of the rows for people.
fn words(column: &str) -> &'static str {
    match column {
        "givens" => "Givens",
        "er" => "ER",
        "hardest_score" => "Score of the hardest step",
        _ => "Score",
    }
}

/// Returns the ratings of the hardest steps, if they are in this column: their estimated shares, where rows are weighted.
fn hardest_step(corpus: &CorpusMetrics, column: ColumnId) -> Option<Cow<'_, Histogram>> {
    let step = corpus.hardest_step().filter(|step| step.column == column)?;
    match &corpus.unbiased {
        Some(unbiased) => estimated(&unbiased.hardest_step, unbiased.mean(column)),
        None => Some(Cow::Borrowed(&step.ratings)),
    }
}

/// Returns the numbers of givens, in the same way.
fn givens(corpus: &CorpusMetrics) -> Option<Cow<'_, Histogram>> {
    match &corpus.unbiased {
        Some(unbiased) => estimated(&unbiased.givens, unbiased.mean(ColumnId::Givens)),
        None => corpus.givens.as_ref().map(Cow::Borrowed),
    }
}

/// Returns the scores, in the same way.
fn scores(corpus: &CorpusMetrics) -> Option<Cow<'_, Histogram>> {
    match &corpus.unbiased {
        Some(unbiased) => estimated(&unbiased.score, unbiased.mean(ColumnId::Score)),
        None => corpus.difficulty.as_ref()?.score_by_ratio.as_ref().map(Cow::Borrowed),
    }
}

fn estimated(lines: &[Weighed], mean: Option<&UnbiasedMean>) -> Option<Cow<'static, Histogram>> {
    Histogram::of_estimates(lines, mean?).map(Cow::Owned)
}

/// Draws the distributions of all corpora below each other; those on another scale than the first are left out.
fn ridges(report: &Report) -> Vec<PageBlock> {
    type Of = fn(&CorpusMetrics) -> Option<Cow<'_, Histogram>>;
    let all: [(&str, Axis, Of); 4] = [
        ("givens", axis("givens", Unit::Count), givens),
        ("er", axis("ER", Unit::Rating), |corpus| hardest_step(corpus, ColumnId::Er)),
        ("hardest_score", Axis::log(rating_words(ColumnId::HardestScore).0, Unit::Count), |corpus| {
            hardest_step(corpus, ColumnId::HardestScore)
        }),
        ("score", Axis::log("score", Unit::Count), scores),
    ];
    let scale = report.corpora.first().and_then(|corpus| corpus.origin.rating_scale.as_deref());
    let charts = all.into_iter().filter_map(|(name, x, of)| {
        let comparable =
            |corpus: &&CorpusMetrics| name == "givens" || corpus.origin.rating_scale.as_deref() == scale;
        let found: Vec<(&str, Cow<'_, Histogram>)> = report
            .corpora
            .iter()
            .filter(comparable)
            .filter_map(|corpus| Some((corpus.origin.name.as_str(), of(corpus)?)))
            .collect();
        (found.len() > 1).then(|| ridge_chart(name, x, &found))
    });
    charts.collect()
}

/// Returns the ends of a bin: whole for values of few tenths, of equal ratio on a logarithmic axis.
fn span(name: &str, value: f64) -> (f64, f64) {
    match name {
        "givens" => (value - 0.5, value + 0.5),
        "er" => (value - 0.05, value + 0.05),
        "hardest_score" => (value * 0.94, value * 1.06),
        _ => (value, next_ratio_end(value)),
    }
}

fn ridge_chart(name: &str, x: Axis, found: &[(&str, Cow<'_, Histogram>)]) -> PageBlock {
    let unit = x.unit;
    let mut table = Table::new(&["corpus", &format!("#{}", x.label), "#share", "#share up to it"]);
    let mut rows = Vec::new();
    for (corpus, histogram) in found {
        let mut below = 0.0;
        for bin in &histogram.bins {
            below += bin.share.share;
            let up_to = percent(below);
            table.row([(*corpus).to_owned(), unit.show(bin.value), percent(bin.share.share), up_to]);
        }
        let bins = histogram.bins.iter().map(|bin| {
            let (from, to) = span(name, bin.value);
            (from, to, bin.share.share)
        });
        let digits = usize::from(name == "givens") + 2 * usize::from(name == "er");
        let note = format!("mean {:.digits$}", histogram.mean);
        rows.push(Ridge { name: (*corpus).to_owned(), note, bins: bins.collect() });
    }
    let ends = found.iter().map(|(_, histogram)| inner(histogram));
    let (low, high) =
        ends.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), (a, b)| (low.min(a), high.max(b)));
    let range = (span(name, low).0, span(name, high).1);
    let caption =
        "Share of puzzles; the grey outline is the first corpus. A thousandth at each end is not drawn.";
    let title = format!("{} of all corpora", words(name));
    let id = format!("compared-{}", name.replace('_', "-"));
    chart_of(id, title, caption, Drawing::Ridges(Ridges { x, rows, range }), table)
}

/// Returns the values between which all but a small share of the rows lie at each end.
fn inner(histogram: &Histogram) -> (f64, f64) {
    let end = |bins: Vec<&Bin>| {
        let mut passed = 0.0;
        let found = bins.into_iter().find(|bin| {
            passed += bin.share.share;
            passed > OUTSIDE
        });
        found.map_or(0.0, |bin| bin.value)
    };
    (end(histogram.bins.iter().collect()), end(histogram.bins.iter().rev().collect()))
}

/// Draws the levels of all corpora on the scale of the first.
fn levels(report: &Report) -> Option<PageBlock> {
    let scale = report.corpora.first()?.origin.rating_scale.as_deref();
    let found: Vec<(&str, Vec<Category>)> = report
        .corpora
        .iter()
        .filter(|corpus| corpus.origin.rating_scale.as_deref() == scale)
        .filter_map(|corpus| {
            let levels = corpus.levels();
            (!levels.is_empty()).then_some((corpus.origin.name.as_str(), levels))
        })
        .collect();
    // The corpus with the most levels has them all, in order.
    let names: Vec<String> = found
        .iter()
        .map(|(_, levels)| levels)
        .max_by_key(|levels| levels.len())?
        .iter()
        .map(|l| l.name.clone())
        .collect();
    if found.len() < 2 || names.len() < 2 {
        return None;
    }
    let mut table = Table::new(&["corpus", "level", "#puzzles", "#share", "#95 % from", "#to"]);
    let mut rows = Vec::new();
    for (corpus, levels) in &found {
        for level in levels {
            let numbers = [level.share.share, level.share.low, level.share.high].map(percent);
            let words = [(*corpus).to_owned(), level.name.clone(), whole(level.share.rows as f64)];
            table.row(words.into_iter().chain(numbers));
        }
        let share =
            |name: &String| levels.iter().find(|level| level.name == *name).map_or(0.0, |l| l.share.share);
        rows.push(((*corpus).to_owned(), names.iter().map(share).collect()));
    }
    let caption = "From the easiest level to the hardest; next to each name, the shares of both.";
    let strip = Drawing::Strip(Strip { names, rows });
    Some(chart_of("compared-levels".to_owned(), "Levels of all corpora".to_owned(), caption, strip, table))
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
    let mut line = |name: &str, ks: Option<(f64, f64)>, chi: Option<crate::stats::ChiSquare>| {
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

fn shares(n: usize, comparison: &ComparisonMetrics, categories: &Categories) -> PageBlock {
    let mut shown: Vec<_> = categories.differences.iter().collect();
    if shown.len() > MAX_TECHNIQUES {
        shown.sort_by(|a, b| b.value.abs().total_cmp(&a.value.abs()).then(a.name.cmp(&b.name)));
        shown.truncate(MAX_TECHNIQUES);
    }
    let series = [comparison.baseline.as_str(), comparison.corpus.as_str()];
    let bar = |difference: &&crate::metrics::Difference| Bar {
        behind: Some(difference.baseline),
        ..Bar::of(narrow_name(&difference.name), difference.share, None)
    };
    let behind = Some(series[0].to_owned());
    let chart = BarChart::of_shares(vec![series[1].to_owned()], behind, shown.iter().map(bar));
    let id = format!("compared-{}-{}", categories.of.replace(' ', "-"), n + 2);
    let title = format!("{}: {} and {}", capital(categories.of), series[1], series[0]);
    let caption = "Shares of puzzles, the most different; intervals of the differences are in the table.";
    let names = [
        categories.of,
        &format!("#{}", series[0]),
        &format!("#{}", series[1]),
        "#difference",
        "#95 % from",
        "#to",
    ];
    let row = |d: &crate::metrics::Difference| {
        let numbers = [d.baseline, d.share, d.value, d.low, d.high].map(percent);
        std::iter::once(d.name.clone()).chain(numbers).collect()
    };
    let table = Table::with(&names, categories.differences.iter().map(row));
    chart_of(id, title, caption, Drawing::Bars(chart), table)
}

/// Pairs with a warning of their own; the others are counted.
const MAX_WARNINGS: usize = 6;
/// Pairs that are all in the open table.
const MAX_PAIRS: usize = 3;

/// States that nothing is shared, as far as it was looked for.
fn overlap_finding(pairs: &[PairOverlap]) -> Option<String> {
    let none = |of: fn(&PairOverlap) -> SharedMetrics| pairs.iter().all(|pair| of(pair).shared == 0);
    let words = match (none(|pair| pair.text) && none(|pair| pair.equivalent), none(|pair| pair.solutions)) {
        (false, _) => return None,
        (true, true) => "no two share a puzzle or a solution, also up to symmetry",
        (true, false) => "no two share a puzzle, also up to symmetry",
    };
    let mut all = pairs.iter().flat_map(|pair| [pair.text, pair.equivalent, pair.solutions]);
    let thinned = all.any(|kind| kind.one_in > 1);
    Some(format!("{words}{}", if thinned { ", of those compared" } else { "" }))
}

/// Warns of each pair that shares puzzles, those with the greatest shares first if there are many; pairs that share only solutions have
/// one warning together.
pub(super) fn overlap_warnings(pairs: &[PairOverlap]) -> Vec<String> {
    let (mut found, others): (Vec<&PairOverlap>, Vec<&PairOverlap>) =
        pairs.iter().filter(|pair| pair.is_any()).partition(|pair| pair.puzzles().shared > 0);
    let more = found.len().saturating_sub(MAX_WARNINGS);
    if more > 0 {
        let share = |pair: &PairOverlap| pair.puzzles().first.share.max(pair.puzzles().other.share);
        found.sort_by(|one, other| share(other).total_cmp(&share(one)));
        found.truncate(MAX_WARNINGS);
    }
    let mut warnings: Vec<String> = found.into_iter().map(overlap_warning).collect();
    if more > 0 {
        warnings.push(format!("{more} more pairs of corpora share puzzles: see the table under Comparison."));
    }
    let solutions = |pair: &&PairOverlap| {
        let kind = pair.solutions;
        format!("{} and {} {}{}", pair.first, pair.other, whole(kind.shared as f64), one_in(kind))
    };
    let others: Vec<String> = others.iter().map(solutions).collect();
    if !others.is_empty() {
        let listed = others.join("; ");
        warnings.push(format!("No puzzle is in both, but solutions are, up to symmetry: {listed}."));
    }
    warnings
}

fn overlap_warning(pair: &PairOverlap) -> String {
    let estimate = |kind: SharedMetrics| kind.shared.saturating_mul(kind.one_in);
    let PairOverlap { text, equivalent, solutions, .. } = *pair;
    let mut parts = Vec::new();
    if text.shared > 0 {
        parts.push(format!("{} in both{}", are(text.shared, "puzzle"), one_in(text)));
    } else {
        parts.push("no puzzle is in both as text".to_owned());
    }
    if estimate(equivalent) > estimate(text) {
        let found = are(equivalent.shared, "puzzle");
        parts.push(format!("{found} in both up to symmetry{}", one_in(equivalent)));
    }
    if estimate(solutions) > estimate(equivalent) {
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
fn overlap_blocks(pairs: &[PairOverlap]) -> Vec<PageBlock> {
    let title = "Puzzles and solutions in both".to_owned();
    let overlapping: Vec<&PairOverlap> = pairs.iter().filter(|pair| pair.is_any()).collect();
    let mut blocks = if pairs.len() <= MAX_PAIRS || overlapping.len() == pairs.len() {
        vec![PageBlock::Table(title, overlap_table(pairs.iter(), true))]
    } else {
        let all = PageBlock::Table("All pairs".to_owned(), overlap_table(pairs.iter(), true));
        let folded = PageBlock::Folded(format!("What all {} pairs of corpora share", pairs.len()), vec![all]);
        let first = PageBlock::Table(title, overlap_table(overlapping.iter().copied(), false));
        if overlapping.is_empty() { vec![folded] } else { vec![first, folded] }
    };
    let text = "Puzzles are the same up to symmetry if renaming digits, exchanging bands, stacks, rows of a band or columns of a stack, \
                    and transposition take one to the other: their canonical forms are equal. Puzzles with the same solution up to \
                    symmetry may differ in their givens."
        .to_owned();
    blocks.push(PageBlock::Text(text));
    blocks
}

/// Tabulates pairs, with the kinds of which nothing is in both if `shows_none`.
fn overlap_table<'a>(pairs: impl Iterator<Item = &'a PairOverlap>, shows_none: bool) -> Table {
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
            ("puzzle as text", pair.text),
            ("puzzle up to symmetry", pair.equivalent),
            ("solution up to symmetry", pair.solutions),
        ];
        for (name, kind) in kinds {
            if !shows_none && kind.shared == 0 {
                continue;
            }
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
