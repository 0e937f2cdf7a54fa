//! Difficulty: level, score, hardest step, what techniques solve, and the hardest puzzles.

use super::{
    Subject, axis, chart_of, lines_chart, literature, narrow_name, puzzle_picture, rating_words, share_cells,
    short_name, with_error,
};
use crate::{
    charts::{Axis, Band, Bar, BarChart, Drawing, LineChart, Mark, Series, Strip},
    format::{Unit, brief, capital, mean_rating, percent, plain, rough_percent, whole},
    metrics::{
        Category, CorpusMetrics, DifficultyMetrics, HardestStep, Histogram, RatingOfGivens, Relation,
        next_ratio_end,
    },
    page::{PageBlock, PuzzleCard, Table},
};
use gridmill_tables::{
    facts::{BEYOND_BUDGET, FALL_TO_SINGLES},
    schema::ColumnId,
};

/// Number of puzzles below which quartiles are left out.
const FEW: u64 = 30;
/// Names on the curve of what techniques solve: the largest jumps.
const NOTES: usize = 5;
/// Share of puzzles that an axis may leave out at its end.
const BEYOND: f64 = 0.001;

pub(super) fn blocks(of @ Subject { corpus, .. }: Subject<'_>) -> Vec<PageBlock> {
    let Some(difficulty) = &corpus.difficulty else {
        let words = "No row has a rating: generate with a rulebook, or rate the rows.";
        return if corpus.rows > 0 { vec![PageBlock::Text(words.to_owned())] } else { Vec::new() };
    };
    let titled = |title: &str| of.titled_by(title);
    let mut blocks = vec![PageBlock::Text(summary(corpus, difficulty))];
    if !difficulty.level.is_empty() {
        blocks.push(levels(of.id("level"), titled("Level"), &difficulty.level));
    }
    if let Some(score) = &difficulty.score_by_ratio {
        blocks.push(scores(of.id("score"), titled("Score"), score));
    } else if let Some(score) = &difficulty.score {
        let words = ("score", "Sum of the ratings of all steps of each solved puzzle.");
        blocks.push(histogram(of.id("score"), titled("Score"), words, Unit::Plain, score));
    }
    if let Some(step) = &difficulty.hardest_step {
        let (label, unit) = rating_words(step.column);
        let words = (label, "Rating of the hardest step of each solved puzzle.");
        blocks.push(histogram(of.id("er"), titled(&capital(label)), words, unit, &step.ratings));
        let has_ended = difficulty.ended_by_budget().is_some();
        blocks.push(ceilings(of.id("ceilings"), titled("What techniques solve"), step, has_ended));
        if step.of_givens.len() > 1 {
            let title = titled(&format!("{} by givens", capital(label)));
            blocks.push(by_givens(of.id("er-by-givens"), title, step));
        }
        blocks.extend(literature::er(of, difficulty));
    }
    if !difficulty.hardest_technique.is_empty() && difficulty.techniques.is_empty() {
        let words = ("technique", "Share of solved puzzles whose hardest step is of this technique.");
        let lines: Vec<&Category> = difficulty.hardest_technique.iter().collect();
        blocks.push(categories(of.id("hardest-technique"), titled("Hardest technique"), words, &lines));
    }
    blocks
}

fn summary(corpus: &CorpusMetrics, difficulty: &DifficultyMetrics) -> String {
    let scale = corpus.origin.rating_scale.as_deref().unwrap_or("unknown");
    let rated = whole(difficulty.rated as f64);
    let solved = difficulty
        .solved
        .map_or_else(String::new, |solved| format!("; the techniques solve {}", percent(solved.share)));
    let mut words = vec![format!("{rated} rated on the scale {scale}{solved}.")];
    words.extend(beyond_budget(corpus));
    if let Some(singles) = corpus.falls_to_singles {
        words.push(format!(
            "{} of the rated puzzles {FALL_TO_SINGLES}, naked and hidden in any order ({} to {}).",
            percent(singles.share),
            percent(singles.low),
            percent(singles.high)
        ));
        words.extend(literature::falls_to_singles(corpus));
    }
    if let Some(step) = &difficulty.hardest_step {
        let (label, _) = rating_words(step.column);
        words.push(format!("Mean {label} of what is solved: {}.", mean_rating(step.ratings.mean)));
    }
    let of_score = difficulty.hardest_step.as_ref().is_some_and(|step| step.column == ColumnId::HardestScore);
    let measure = if of_score { ColumnId::Score } else { ColumnId::Er };
    let rating = format!("{}{}", corpus.prefix, measure.name());
    let guessed = |relation: &&Relation| relation.one == rating && relation.other == ColumnId::Guesses.name();
    words.extend(corpus.relations.iter().find(guessed).map(|relation| guesses(relation, measure)));
    words.join(" ")
}

/// Says how many rows the budget of the rating ended, and what estimates lose by it; `None` where it ended none.
pub(super) fn beyond_budget(corpus: &CorpusMetrics) -> Option<String> {
    let ended = corpus.difficulty.as_ref()?.ended_by_budget()?;
    let rows = if ended.rows == 1 {
        "1 row was".to_owned()
    } else {
        format!("{} rows were", whole(ended.rows as f64))
    };
    let by = corpus.rulebook.as_ref().map_or_else(String::new, |rulebook| format!(" of {rulebook}"));
    Some(format!(
        "{rows} {BEYOND_BUDGET}{by} ({}). They are a class of their own, as they may be solved or not: means, quartiles and correlations of ratings \
         are those of the others, which are easier.",
        rough_percent(ended.share)
    ))
}

fn levels(id: String, title: String, levels: &[Category]) -> PageBlock {
    let names = levels.iter().map(|level| level.name.clone()).collect();
    let shares = levels.iter().map(|level| level.share.share).collect();
    let strip = Drawing::Strip(Strip { names, rows: vec![(String::new(), shares)] });
    let table = shares_table("level", &levels.iter().collect::<Vec<_>>());
    chart_of(id, title, "Share of solved puzzles, from the easiest level.", strip, table)
}

/// Draws scores on a logarithmic axis, in bins of equal ratio.
fn scores(id: String, title: String, score: &Histogram) -> PageBlock {
    let (last, beyond) = within(score);
    let mut series = Series::new(Mark::Columns, "score", score.points());
    series.spans = score.bins.iter().map(|bin| (bin.value, next_ratio_end(bin.value))).collect();
    let mut chart = LineChart::new(
        Axis::log("score", Unit::Count),
        axis("share of solved puzzles", Unit::Share),
        vec![series],
    );
    chart.beyond = beyond.map(|words| (last, words));
    let caption = "Sum of the ratings of all steps. Bins have equal ratios, twenty to a factor of ten.";
    lines_chart(id, title, caption, chart, bins_table("score from", Unit::Plain, score))
}

/// Returns the last bin to draw, and words on the puzzles beyond it, if a long tail of few puzzles would flatten the rest.
fn within(histogram: &Histogram) -> (f64, Option<String>) {
    let (mut beyond, mut last) = (0, histogram.bins.len().saturating_sub(1));
    while last > 0 && (beyond + histogram.bins[last].share.rows) as f64 <= BEYOND * histogram.rows as f64 {
        beyond += histogram.bins[last].share.rows;
        last -= 1;
    }
    let value = |n: usize| histogram.bins.get(n).map_or(0.0, |bin| bin.value);
    let (all, drawn) = (value(histogram.bins.len().saturating_sub(1)) - value(0), value(last) - value(0));
    if beyond == 0 || drawn > 0.75 * all {
        return (f64::INFINITY, None);
    }
    (value(last), Some(format!("{} beyond", rough_percent(beyond as f64 / histogram.rows as f64))))
}

/// Describes how far the search difficulty and the ratings rank the puzzles in the same order.
fn guesses(relation: &Relation, rating: ColumnId) -> String {
    let rating = if rating == ColumnId::Er { "ER" } else { "score" };
    let correlation = relation.spearman.map_or("none, as all tie".to_owned(), |rho| match relation.error {
        Some(error) => with_error(rho, Some(error), Unit::Plain),
        None => format!("{rho:.3}"),
    });
    let rows = whole(relation.rows as f64);
    format!(
        "Rank correlation of search difficulty and {rating} (Spearman): {correlation}, over {rows} puzzles."
    )
}

fn histogram(
    id: String,
    title: String,
    (label, caption): (&str, &str),
    unit: Unit,
    histogram: &Histogram,
) -> PageBlock {
    let mut series = Series::new(Mark::Columns, label, histogram.points());
    let width = histogram.width;
    if width > 0.0 {
        series.spans = histogram.bins.iter().map(|bin| (bin.value, bin.value + width)).collect();
    }
    let (last, beyond) = within(histogram);
    let mut chart =
        LineChart::new(axis(label, unit), axis("share of solved puzzles", Unit::Share), vec![series]);
    chart.beyond = beyond.map(|words| (last, words));
    let name = if width > 0.0 { format!("{label} from") } else { label.to_owned() };
    lines_chart(id, title, caption, chart, bins_table(&name, unit, histogram))
}

fn bins_table(name: &str, unit: Unit, histogram: &Histogram) -> Table {
    let row = |bin: &crate::metrics::Bin| {
        [unit.show(bin.value)].into_iter().chain(share_cells(bin.share)).collect()
    };
    let names = [&format!("#{name}"), "#puzzles", "#share", "#95 % from", "#to"];
    Table::with(&names, histogram.bins.iter().map(row))
}

/// Draws the share solved up to each rating, with the techniques of the largest jumps.
fn ceilings(id: String, title: String, step: &HardestStep, has_ended: bool) -> PageBlock {
    let (label, unit) = rating_words(step.column);
    let first = step.ceilings.first().map(|ceiling| (ceiling.rating, 0.0));
    let shares = step.ceilings.iter().map(|ceiling| (ceiling.rating, ceiling.solved.share));
    let series = Series::new(Mark::Steps, "solved", first.into_iter().chain(shares).collect());
    let y = axis("share of rated puzzles solved", Unit::Share);
    let mut chart = LineChart::new(axis("highest rating allowed", unit), y, vec![series]);
    chart.notes = jumps(step);
    let (last, beyond) = within(&step.ratings);
    chart.beyond = beyond.map(|words| (last, words));
    let row = |ceiling: &crate::metrics::Ceiling| {
        let solved = ceiling.solved;
        vec![
            unit.show(ceiling.rating),
            ceiling.techniques.join(", "),
            whole(solved.rows as f64),
            percent(solved.share),
        ]
    };
    let names = [&format!("#{label} up to"), "hardest technique at it", "#puzzles", "#share solved"];
    let table = Table::with(&names, step.ceilings.iter().map(row));
    let caption = if has_ended {
        format!(
            "Share of puzzles that steps rated this much or less solve, at least: those {BEYOND_BUDGET} are not counted as solved."
        )
    } else {
        "Share of puzzles that steps rated this much or less solve.".to_owned()
    };
    lines_chart(id, title, &caption, chart, table)
}

/// Returns words at the largest jumps of the share solved, which are apart from each other.
fn jumps(step: &HardestStep) -> Vec<(f64, f64, String)> {
    let before = std::iter::once(0.0).chain(step.ceilings.iter().map(|ceiling| ceiling.solved.share));
    let mut jumps: Vec<(f64, &crate::metrics::Ceiling)> = before
        .zip(&step.ceilings)
        .map(|(before, ceiling)| (ceiling.solved.share - before, ceiling))
        .collect();
    jumps.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut notes: Vec<(f64, f64, String)> = Vec::new();
    for (_, ceiling) in jumps.into_iter().filter(|jump| jump.0 >= 0.01) {
        let share = ceiling.solved.share;
        let apart = notes.iter().all(|note| (note.1 - share).abs() > 0.09);
        if let Some(technique) = ceiling.techniques.first().filter(|_| apart && notes.len() < NOTES) {
            let words = format!("{} {}", short_name(technique), rough_percent(share));
            notes.push((ceiling.rating, share, words));
        }
    }
    notes
}

/// Draws quartiles of the ratings by givens, with the numbers of puzzles.
fn by_givens(id: String, title: String, step: &HardestStep) -> PageBlock {
    let (label, unit) = rating_words(step.column);
    let mut chart = LineChart::new(axis("givens", Unit::Count), axis(label, unit), Vec::new());
    let enough = step.of_givens.iter().filter(|line| line.rows >= FEW);
    let band = |line: &RatingOfGivens| Band {
        at: line.givens.into(),
        low: line.q25,
        middle: line.median,
        high: line.q75,
    };
    chart.band = enough.clone().map(band).collect();
    let count = |line: &RatingOfGivens| (f64::from(line.givens), brief(line.rows as f64));
    chart.under = Some(("n".to_owned(), enough.map(count).collect()));
    let row = |line: &RatingOfGivens| {
        let quartiles = [line.q25, line.median, line.q75].map(|rating| unit.show(rating));
        let numbers = [line.givens.to_string(), whole(line.rows as f64), mean_rating(line.mean)];
        numbers.into_iter().chain(quartiles).collect()
    };
    let names = ["#givens", "#puzzles", &format!("#mean {label}"), "#q25", "#median", "#q75"];
    let table = Table::with(&names, step.of_givens.iter().map(row));
    let caption = format!("Median and quartiles of solved puzzles, where there are {FEW} or more.");
    lines_chart(id, title, &caption, chart, table)
}

pub(super) fn categories(
    id: String,
    title: String,
    (of, caption): (&str, &str),
    lines: &[&Category],
) -> PageBlock {
    let bar = |line: &&Category| {
        Bar::of(narrow_name(&line.name), line.share.share, Some((line.share.low, line.share.high)))
    };
    let chart = BarChart::of_shares(vec!["puzzles".to_owned()], None, lines.iter().map(bar));
    chart_of(id, title, caption, Drawing::Bars(chart), shares_table(of, lines))
}

fn shares_table(of: &str, lines: &[&Category]) -> Table {
    let row = |line: &&Category| [line.name.clone()].into_iter().chain(share_cells(line.share)).collect();
    Table::with(&[of, "#puzzles", "#share", "#95 % from", "#to"], lines.iter().map(row))
}

pub(super) fn hardest(corpus: &CorpusMetrics) -> Vec<PageBlock> {
    let hardest = corpus.difficulty.iter().flat_map(|difficulty| &difficulty.hardest);
    let card = |(place, hard): (usize, &crate::metrics::HardPuzzle)| {
        let score = hard.score.map(|score| format!("score {}", plain(score)));
        let technique = hard.hardest.as_deref().map(short_name);
        let er = hard.er.map(|er| format!("ER {er:.1}"));
        let rest = if er.is_some() { score.clone() } else { None };
        let about: Vec<String> = [rest, technique].into_iter().flatten().collect();
        PuzzleCard {
            title: format!("{}. {}", place + 1, er.or(score).unwrap_or_default()),
            about: about.join(", "),
            text: hard.puzzle.clone(),
            picture: puzzle_picture(corpus.shape, &hard.puzzle),
        }
    };
    let cards: Vec<PuzzleCard> = hardest.enumerate().map(card).collect();
    if cards.is_empty() {
        return Vec::new();
    }
    vec![PageBlock::Folded(format!("The {} hardest, drawn", cards.len()), vec![PageBlock::Puzzles(cards)])]
}
