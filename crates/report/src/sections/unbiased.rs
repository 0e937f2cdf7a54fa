//! All minimal puzzles: every statistic as an estimate, before the raw sample.

use super::{
    Subject, axis, block_of, chart_of, difficulty::beyond_budget, estimated, lines_chart,
    literature::has_published_er, narrow_name, or_dash, rating_words, with_error, with_interval,
};
use crate::{
    charts::{Axis, Bar, BarChart, Drawing, LawChart, LawPoint, LawShare, LineChart, Mark, Series},
    format::{Unit, amount_with_error, dash, percent, plain, rough_percent, two_decimals, whole},
    metrics::{
        CorpusMetrics, MeanOfGivens, PUBLISHED, Published, UnbiasedEstimate, UnbiasedMetrics, Weighed,
        next_ratio_end,
    },
    page::{Chart, PageBlock, Table},
};
use gridmill_board::Shape;
use gridmill_generate::{ESTIMATORS, Estimator};
use gridmill_tables::{
    facts::{BEYOND_BUDGET, FALL_TO_SINGLES},
    schema::ColumnId,
};
use std::{collections::BTreeSet, fmt::Write as _};

/// Share of one row in the weight of a category from which the estimate rests on that row.
pub(super) const HEAVY: f64 = 0.1;
/// The same from which that row carries it, so that there is neither estimate nor error.
const CARRIED: f64 = 0.5;
/// Most bars of a chart.
const MAX_LINES: usize = 20;

pub(super) fn blocks(of @ Subject { corpus, .. }: Subject<'_>) -> Vec<PageBlock> {
    let Some(unbiased) = &corpus.unbiased else { return Vec::new() };
    let mut blocks = of_corpus(of, unbiased);
    let title = of.titled("Estimates and their variances");
    let how = vec![PageBlock::Table(title, formulas()), PageBlock::Text(HOW.to_owned())];
    blocks.push(PageBlock::Folded("How it is estimated".to_owned(), how));
    blocks
}

pub(super) fn of_further_scale(of @ Subject { corpus: scale, .. }: Subject<'_>) -> Vec<PageBlock> {
    let Some(unbiased) = &scale.unbiased else { return Vec::new() };
    let means = PageBlock::Table(of.titled_by("Means"), means(scale, unbiased));
    let quartiles = quartiles(unbiased).map(|table| PageBlock::Table(of.titled_by("Quartiles"), table));
    let first = ended(scale, unbiased).into_iter().chain([means]).chain(quartiles);
    first.chain(ratings(of, unbiased)).collect()
}

const HOW: &str = "Row i stands for w = exp(weight) puzzles; W sums w, the index c sums over the rows of a category, x is \
    the number, a the attempts, n the rows, f = n / (n \u{2212} 1). The variances are the delta method's, that is of the ratio's \
    linear part; rows must be independent. Intervals of quartiles and medians are R. Woodruff's (1952): the quantiles of the share \u{b1} 1.96 \
    of its standard errors. Where attempts counted puzzles, x(j) is the number of those with j givens that the attempts of a \
    row counted, and t their sum over j. Where one row makes more than 10 % of the sum in a variance, the error is usually too small.";

fn formulas() -> Table {
    let row = |estimator: &Estimator| {
        let Estimator { of, estimate, variance, source } = estimator;
        [of, estimate, variance, source].map(|text| (*text).to_owned()).to_vec()
    };
    Table::with(&["what", "estimate", "variance", "source"], ESTIMATORS.iter().map(row))
}

fn of_corpus(of @ Subject { corpus, .. }: Subject<'_>, unbiased: &UnbiasedMetrics) -> Vec<PageBlock> {
    let facts = &corpus.origin.facts;
    let mut words = format!(
        "Each row counts exp(weight) puzzles: so shares and means are estimates of {}.",
        facts.population_words(corpus.shape),
    );
    if let Some(attempts) = unbiased.counted_attempts {
        let _ = write!(
            words,
            " Shares by givens, their mean and the number of puzzles are from all minimal puzzles that {} attempts counted; all else is \
             from the {} rows.",
            whole(attempts as f64),
            whole(unbiased.rows as f64)
        );
    }
    words += &match facts.why_no_errors() {
        Some(why) => format!(" {why}"),
        None => " One standard error follows each \u{b1} (delta method, Cochran 1977). Effective rows of an estimate are the \
                 independent puzzles, drawn evenly, whose estimate would have the same error."
            .to_owned(),
    };
    let mut blocks = vec![PageBlock::Text(words)];
    let amounts = [(unbiased.per_grid, "a grid"), (unbiased.minimal_puzzles, "in all")];
    let amounts: Vec<String> = amounts
        .iter()
        .filter_map(|(found, of)| {
            let found = found.as_ref()?;
            Some(format!("{} {of}", amount_with_error(found.ln, found.relative_error)))
        })
        .collect();
    if !amounts.is_empty() {
        let published = if corpus.comparable().is_some() {
            " Published: 4.6552 \u{d7} 10\u{b9}\u{2075} a grid, 3.1055 \u{d7} 10\u{b3}\u{2077} in all (Berthier 2009)."
        } else {
            ""
        };
        let words =
            format!("Number of {}: {}.{published}", facts.population_words(corpus.shape), amounts.join(", "));
        blocks.push(PageBlock::Text(words));
    }
    blocks.extend(unbiased.falls_to_singles.as_ref().map(|line| PageBlock::Text(singles(corpus, line))));
    blocks.extend(ended(corpus, unbiased));
    blocks.push(PageBlock::Table(of.titled("Means"), means(corpus, unbiased)));
    blocks.extend(quartiles(unbiased).map(|table| PageBlock::Table(of.titled("Quartiles"), table)));
    // That of a single corpus is on the first screen.
    if of.report.corpora.len() > 1 {
        let chart = givens(of, unbiased);
        blocks.push(block_of(Chart { id: of.id("unbiased-givens"), ..chart }));
    }
    blocks.extend(tails(of, unbiased));
    blocks.extend(ratings(of, unbiased));
    blocks
}

/// Draws the estimates of ratings on the scale of these metrics.
fn ratings(of @ Subject { corpus, .. }: Subject<'_>, unbiased: &UnbiasedMetrics) -> Vec<PageBlock> {
    let titled = |title: &str| of.titled_by(title);
    let mut blocks = Vec::new();
    let ratings: Vec<(f64, &Weighed)> = unbiased
        .hardest_step_up_to
        .iter()
        .filter_map(|line| Some((line.value.parse().ok()?, line)))
        .collect();
    if !ratings.is_empty() {
        let (label, unit) = rating_words(corpus.hardest_step().map_or(ColumnId::Er, |step| step.column));
        let words = (label, "Cumulative shares, of solved and unsolved puzzles together.", unit);
        blocks.push(cumulative(of.id("unbiased-er"), titled(&format!("Estimated {label}")), words, &ratings));
    }
    blocks.extend(rating_by_givens(of, unbiased));
    blocks.extend(scores(of, unbiased));
    let order: Vec<&str> = corpus
        .difficulty
        .iter()
        .flat_map(|difficulty| &difficulty.level)
        .map(|level| level.name.as_str())
        .collect();
    for (name, title, lines) in [
        ("unbiased-level", "Estimated level", &unbiased.level),
        ("unbiased-hardest", "Estimated technique of the hardest step", &unbiased.hardest),
        ("unbiased-techniques", "Estimated techniques used on the path", &unbiased.techniques),
    ] {
        if !lines.is_empty() {
            blocks.push(shares(of.id(name), titled(title), lines, &order));
        }
    }
    blocks
}

/// States the estimated share whose rating the budget ended, and what other estimates lose by it.
fn ended(corpus: &CorpusMetrics, unbiased: &UnbiasedMetrics) -> Option<PageBlock> {
    let line = unbiased.beyond_budget.as_ref()?;
    let words = beyond_budget(corpus)?;
    let share = estimated(line.all, Unit::Share);
    Some(PageBlock::Text(format!("Estimated share {BEYOND_BUDGET}: {share}. {words}")))
}

/// States the estimated share that falls to singles, compared with that of published rows.
fn singles(corpus: &CorpusMetrics, line: &Weighed) -> String {
    let published = corpus.comparable().and_then(|known| known.falls_to_singles_percent);
    let known = published.map_or_else(String::new, |share| {
        format!(" D. Berthier's rows, weighted here: {}.", percent(share / 100.0))
    });
    if line.largest > HEAVY {
        return format!(
            "The share that {FALL_TO_SINGLES} rests on one row, which has {} of its weight.{known}",
            percent(line.largest)
        );
    }
    format!(
        "{} {FALL_TO_SINGLES}: naked and hidden singles solve them, in any order.{known}",
        estimated(line.all, Unit::Share)
    )
}

/// Draws the mean rating of the hardest step by givens, with its errors.
fn rating_by_givens(
    of @ Subject { corpus, .. }: Subject<'_>,
    unbiased: &UnbiasedMetrics,
) -> Option<PageBlock> {
    let shown: Vec<&MeanOfGivens> =
        unbiased.rating_by_givens.iter().filter(|line| line.largest <= HEAVY).collect();
    if shown.len() < 2 {
        return None;
    }
    let (label, unit) = rating_words(corpus.hardest_step().map_or(ColumnId::Er, |step| step.column));
    let points = shown.iter().map(|line| (f64::from(line.givens), line.all.value)).collect();
    let mut series = Series::new(Mark::Dots, "estimate", points);
    let half = |line: &&MeanOfGivens| {
        let half = crate::stats::Z * line.all.error?;
        Some((line.all.value - half, line.all.value + half))
    };
    series.intervals = shown.iter().map(half).collect();
    let y = axis(&format!("mean {label}"), unit);
    let chart = LineChart::new(axis("givens", Unit::Count), y, vec![series]);
    let row = |line: &MeanOfGivens| {
        let mean = estimated(line.all, Unit::Plain);
        vec![line.givens.to_string(), whole(line.rows as f64), mean, heaviest(line.largest)]
    };
    let names = ["#givens", "#rows", &format!("#mean {label}"), "heaviest row"];
    let table = Table::with(&names, unbiased.rating_by_givens.iter().map(row));
    let title = of.titled_by(&format!("Estimated mean {label} by givens"));
    let caption = "Estimates with 95 % intervals; means that rest on one row are in the table alone.";
    Some(lines_chart(of.id("unbiased-er-by-givens"), title, caption, chart, table))
}

/// Draws the estimated distribution of scores, where the score is the measure.
fn scores(of @ Subject { corpus, .. }: Subject<'_>, unbiased: &UnbiasedMetrics) -> Option<PageBlock> {
    let is_measure = corpus.hardest_step().is_some_and(|step| step.column == ColumnId::HardestScore);
    let bins: Vec<(f64, &Weighed)> =
        unbiased.score.iter().filter_map(|line| Some((line.value.parse().ok()?, line))).collect();
    if !is_measure || bins.len() < 2 {
        return None;
    }
    let mut all =
        Series::new(Mark::Columns, "estimate", bins.iter().map(|(at, line)| (*at, line.all.value)).collect());
    all.spans = bins.iter().map(|(at, _)| (*at, next_ratio_end(*at))).collect();
    let chart =
        LineChart::new(Axis::log("score", Unit::Count), axis("share of puzzles", Unit::Share), vec![all]);
    let row = |(at, line): &(f64, &Weighed)| {
        let estimate = estimated(line.all, Unit::Share);
        vec![plain(*at), estimate, percent(line.sample.share), heaviest(line.largest)]
    };
    let names = ["#score from", "#estimate", "#share of the sample", "heaviest row"];
    let table = Table::with(&names, bins.iter().map(row));
    let caption = "Estimates. Bins have equal ratios, twenty to a factor of ten.";
    Some(lines_chart(of.id("unbiased-score"), of.titled_by("Estimated score"), caption, chart, table))
}

fn means(corpus: &CorpusMetrics, unbiased: &UnbiasedMetrics) -> Table {
    let names = [
        "number",
        "#estimated mean",
        "#sd",
        "#effective rows",
        "#published mean",
        "#sd",
        "#mean of the sample",
        "#sd",
    ];
    let standard = corpus.shape == Shape::STANDARD;
    let se = has_published_er(corpus);
    let row = |mean: &crate::metrics::UnbiasedMean| {
        let shown = |value: Option<f64>| or_dash(value, Unit::Plain);
        let published = PUBLISHED.last().filter(|_| standard).and_then(|known| {
            let givens = (mean.of == ColumnId::Givens).then_some((known.mean, known.sd));
            givens.or_else(|| (mean.of == ColumnId::Er && se).then_some((known.mean_er, known.sd_er)))
        });
        vec![
            mean.of.name().to_owned(),
            estimated(mean.all, Unit::Plain),
            shown(mean.all_sd),
            or_dash(mean.all.effective_rows, Unit::Count),
            or_dash(published.map(|(mean, _)| mean), Unit::Plain),
            or_dash(published.map(|(_, sd)| sd), Unit::Plain),
            shown(mean.sample),
            shown(mean.sample_sd),
        ]
    };
    Table::with(&names, unbiased.means.iter().map(row))
}

/// Tabulates the quartiles of each number with their intervals.
fn quartiles(unbiased: &UnbiasedMetrics) -> Option<Table> {
    let lines = unbiased.means.iter().filter(|mean| mean.quartiles.len() == 3).map(|mean| {
        let quartiles = mean
            .quartiles
            .iter()
            .map(|quartile| with_interval(quartile.value, quartile.interval, unbiased.independent));
        [mean.of.name().to_owned()].into_iter().chain(quartiles).collect::<Vec<_>>()
    });
    let lines: Vec<Vec<String>> = lines.collect();
    let names = ["number", "#lower quartile (95 %)", "#median (95 %)", "#upper quartile (95 %)"];
    (!lines.is_empty()).then(|| Table::with(&names, lines))
}

pub(super) fn interval(estimate: UnbiasedEstimate) -> Option<(f64, f64)> {
    let half = crate::stats::Z * estimate.error?;
    Some(((estimate.value - half).max(0.0), (estimate.value + half).min(1.0)))
}

/// Draws the estimated shares by givens and the published ones, with the sample in grey.
pub(super) fn givens(of: Subject<'_>, unbiased: &UnbiasedMetrics) -> Chart {
    let corpus = of.corpus;
    let published = corpus.comparable();
    let lines: Vec<(u16, &Weighed)> =
        unbiased.givens.iter().filter_map(|line| Some((line.value.parse().ok()?, line))).collect();
    let chart = LawChart {
        x: "givens".to_owned(),
        y: "share of puzzles".to_owned(),
        published: published.map(|_| "published (Berthier 2009)".to_owned()),
        points: law_points(unbiased, &lines, published),
    };
    let names = ["#givens", "#rows", "#estimate", "#published", "#share of the sample", "heaviest row"];
    let mut table = Table::new(&names);
    let known = |givens: u16| {
        let known = published.and_then(|published| {
            Some(with_error(published.share(givens)?, published.error(givens), Unit::Share))
        });
        known.unwrap_or_else(dash)
    };
    let limits = unbiased.unseen_givens.iter().map(|limit| {
        let below = format!("below {}", percent(limit.below));
        let cells = ["0".to_owned(), below, known(limit.givens), percent(0.0), String::new()];
        (limit.givens, cells)
    });
    let seen = lines.iter().map(|&(givens, line)| {
        let rows = whole(line.sample.rows as f64);
        (
            givens,
            [rows, estimate_cell(line), known(givens), percent(line.sample.share), heaviest(line.largest)],
        )
    });
    let mut rows: Vec<(u16, [String; 5])> = seen.chain(limits).collect();
    rows.sort_by_key(|(givens, _)| *givens);
    for (givens, cells) in rows {
        table.row([givens.to_string()].into_iter().chain(cells));
    }
    let words = corpus.origin.facts.population_words(corpus.shape);
    let title = of.titled(&format!("Givens of {words}"));
    let from = match unbiased.counted_attempts {
        Some(attempts) => format!("the puzzles that {} attempts counted", whole(attempts as f64)),
        None => format!("{} weighted rows", whole(unbiased.rows as f64)),
    };
    let mut caption = format!("Estimate from {from} with 95 % intervals; the raw sample in grey.");
    if published.is_some() {
        caption += " Below: ratios to the published shares, whose own 95 % intervals are the bars.";
    }
    if lines.iter().any(|(_, line)| line.largest > HEAVY) {
        caption += " Shares of which one row has more than 10 % have a cross.";
    }
    if !unbiased.unseen_givens.is_empty() {
        caption +=
            " Numbers that no row has get an upper limit in the table (95 %, by the weights next to them).";
    }
    super::chart("unbiased-givens".to_owned(), title, &caption, Drawing::Law(chart), table)
}

/// Returns the points of the law by givens: those of rows, those that are published, and those next to both.
fn law_points(
    unbiased: &UnbiasedMetrics,
    lines: &[(u16, &Weighed)],
    published: Option<&'static Published>,
) -> Vec<LawPoint> {
    let known =
        published.into_iter().flat_map(|published| published.percent.iter()).map(|(givens, _)| givens);
    let unseen = unbiased.unseen_givens.iter().map(|limit| limit.givens);
    let all: BTreeSet<u16> = lines.iter().map(|(givens, _)| *givens).chain(known).chain(unseen).collect();
    let point = |givens: u16| {
        let line = lines.iter().find(|(of, _)| *of == givens).map(|(_, line)| *line);
        let estimate = match line {
            Some(line) if line.largest <= HEAVY => {
                Ok(LawShare { share: line.all.value, error: line.all.error })
            }
            Some(line) => Err(format!("one row has {}", rough_percent(line.largest))),
            None => Err("no row".to_owned()),
        };
        let share = |published: &Published| {
            Some(LawShare { share: published.share(givens)?, error: published.error(givens) })
        };
        LawPoint {
            at: f64::from(givens),
            estimate,
            published: published.and_then(share),
            sample: line.map_or(0.0, |line| line.sample.share),
        }
    };
    all.into_iter().map(point).collect()
}

/// Draws the same on a logarithmic axis, where the tails are seen, and tabulates the differences in standard errors.
fn tails(of @ Subject { corpus, .. }: Subject<'_>, unbiased: &UnbiasedMetrics) -> Option<PageBlock> {
    let published = corpus.comparable();
    let lines: Vec<(u16, UnbiasedEstimate)> =
        unbiased.givens.iter().filter_map(|line| Some((line.value.parse().ok()?, line.all))).collect();
    let carried = unbiased.givens.iter().map(|line| line.largest > HEAVY);
    let drawn: Vec<(u16, UnbiasedEstimate)> =
        lines.iter().zip(carried).filter(|(_, carried)| !carried).map(|(line, _)| *line).collect();
    if drawn.len() < 3 {
        return None;
    }
    let points = drawn.iter().map(|(givens, all)| (f64::from(*givens), all.value)).collect();
    let mut estimate = Series::new(Mark::Dots, "estimate", points);
    estimate.intervals = drawn.iter().map(|(_, all)| log_interval(all.value, all.error)).collect();
    let mut series = vec![estimate];
    series.extend(published.map(|published| {
        // Nothing is next to those further out.
        let seen = |givens: u16| lines.iter().any(|(other, _)| other.abs_diff(givens) <= 1);
        let known = published.percent.iter().filter(|(givens, percent)| *percent > 0.0 && seen(*givens));
        let share = |(givens, percent): (u16, f64)| (f64::from(givens), percent / 100.0);
        let interval = |(givens, percent): (u16, f64)| log_interval(percent / 100.0, published.error(givens));
        let points = known.clone().map(share).collect();
        let mut series = Series::new(Mark::Dots, "published (Berthier 2009)", points);
        series.intervals = known.map(interval).collect();
        series
    }));
    let chart =
        LineChart::new(axis("givens", Unit::Count), Axis::log("share of puzzles", Unit::Share), series);
    let row = |(givens, all): &(u16, UnbiasedEstimate)| {
        let known = published.and_then(|known| Some((known.share(*givens)?, known.error(*givens))));
        let ratio = known.map(|(share, _)| all.value / share);
        let apart = known.and_then(|(share, error)| {
            let error = all.error?.hypot(error.unwrap_or(0.0));
            (error > 0.0).then(|| (all.value - share) / error)
        });
        vec![givens.to_string(), estimated(*all, Unit::Share), two_decimals(ratio), two_decimals(apart)]
    };
    let names = ["#givens", "#estimate", "#over the published share", "#difference in standard errors"];
    let table = Table::with(&names, lines.iter().map(row));
    let title = of.titled("The tails of givens");
    let caption = "Estimates on a logarithmic axis, with 95 % intervals of the logarithm. Shares of which one row has more than 10 % are \
        in the table alone.";
    Some(lines_chart(of.id("unbiased-givens-tails"), title, caption, chart, table))
}

/// Returns the 95 % interval of a share by that of its logarithm.
pub(super) fn log_interval(share: f64, error: Option<f64>) -> Option<(f64, f64)> {
    let factor = (crate::stats::Z * error? / share).exp();
    Some((share / factor, share * factor))
}

/// Shows an estimated share, unless one row carries it.
fn estimate_cell(line: &Weighed) -> String {
    if line.largest > CARRIED { "one row".to_owned() } else { estimated(line.all, Unit::Share) }
}

/// States the share of the heaviest row in a category, if an estimate rests on it.
pub(super) fn heaviest(largest: f64) -> String {
    if largest > HEAVY { format!("{} of the weight", percent(largest)) } else { String::new() }
}

fn cumulative(
    id: String,
    title: String,
    (label, caption, unit): (&str, &str, Unit),
    lines: &[(f64, &Weighed)],
) -> PageBlock {
    let of = |share: fn(&Weighed) -> f64| {
        lines.iter().map(|(value, line)| (*value, share(line))).collect::<Vec<_>>()
    };
    let mut all = Series::new(Mark::Steps, "estimate", of(|line| line.all.value));
    // Errors at a dozen places: at each of many ratings they would cover the line.
    let every = lines.len().div_ceil(12).max(1);
    all.intervals = lines
        .iter()
        .enumerate()
        .map(|(n, (_, line))| interval(line.all).filter(|_| n % every == 0))
        .collect();
    let sample = Series::new(Mark::Steps, "sample", of(|line| line.sample.share)).muted();
    let chart =
        LineChart::new(axis(label, unit), axis("share of puzzles up to it", Unit::Share), vec![all, sample]);
    let row = |(value, line): &(f64, &Weighed)| {
        let estimate = estimated(line.all, Unit::Share);
        vec![unit.show(*value), estimate, percent(line.sample.share)]
    };
    let names = [&format!("#{label} up to"), "#estimate", "#share of the sample"];
    let table = Table::with(&names, lines.iter().map(row));
    lines_chart(id, title, caption, chart, table)
}

/// Draws shares by category: those named in `order` first in that order, the others by their estimates.
fn shares(id: String, title: String, lines: &[Weighed], order: &[&str]) -> PageBlock {
    let mut shown: Vec<&Weighed> = lines.iter().collect();
    let place = |line: &Weighed| order.iter().position(|name| *name == line.value).unwrap_or(usize::MAX);
    shown.sort_by(|a, b| {
        place(a).cmp(&place(b)).then(b.all.value.total_cmp(&a.all.value)).then(a.value.cmp(&b.value))
    });
    let table = shares_table(&shown);
    shown.truncate(MAX_LINES);
    let bar = |line: &&Weighed| Bar {
        behind: Some(line.sample.share),
        instead: (line.largest > HEAVY).then(|| format!("one row has {}", rough_percent(line.largest))),
        ..Bar::of(narrow_name(&line.value), line.all.value, interval(line.all))
    };
    let behind = Some("sample".to_owned());
    let chart = BarChart::of_shares(vec!["estimate".to_owned()], behind, shown.iter().map(bar));
    let resting = shown.iter().any(|line| line.largest > HEAVY);
    let mut caption = "Share of puzzles, with 95 % intervals.".to_owned();
    if resting {
        caption += " Shares of which one row has more than 10 % of the weight have no bar.";
    }
    chart_of(id, title, &caption, Drawing::Bars(chart), table)
}

fn shares_table(lines: &[&Weighed]) -> Table {
    let row = |line: &&Weighed| {
        vec![
            line.value.clone(),
            estimate_cell(line),
            percent(line.sample.share),
            whole(line.sample.rows as f64),
            heaviest(line.largest),
        ]
    };
    let names = ["category", "#estimate", "#share of the sample", "#rows", "heaviest row"];
    Table::with(&names, lines.iter().map(row))
}
