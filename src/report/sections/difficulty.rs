//! Difficulty: hardest step, score and level, what techniques solve, which are needed, and the hardest puzzles.

use super::{axis, id, lines_chart, literature, rating_words, short_name, titled};
use crate::report::{
    Report,
    charts::{Bar, HeatMap, LineChart, Series, bars, heat, sudoku},
    format::{Unit, capital, mean_rating, percent, plain, whole},
    metrics::{
        Category, CorpusMetrics, DifficultyMetrics, GuessesMetrics, HardestStep, Histogram, TechniqueMetrics,
    },
    page::{Chart, PageBlock, Table},
};
use crate::schema::ColumnId;
use std::collections::BTreeMap;

/// Number of puzzles below which shares are too uncertain to show.
const FEW: u64 = 50;
/// Techniques of the table of pairs, the most needed ones.
const MOST_PAIRS: usize = 20;

pub(super) fn blocks(report: &Report) -> Vec<PageBlock> {
    let rated = report.corpora.iter().enumerate();
    let rated = rated.filter_map(|(n, corpus)| Some((n, corpus, corpus.difficulty.as_ref()?)));
    let mut blocks: Vec<PageBlock> =
        rated.flat_map(|(n, corpus, difficulty)| of_corpus(report, n, corpus, difficulty)).collect();
    if blocks.is_empty() && report.corpora.iter().any(|corpus| corpus.rows > 0) {
        blocks.push(PageBlock::Text(
            "No row has a rating: generate with --rate, or use gridmill rate.".to_owned(),
        ));
    }
    blocks
}

fn of_corpus(
    report: &Report,
    n: usize,
    corpus: &CorpusMetrics,
    difficulty: &DifficultyMetrics,
) -> Vec<PageBlock> {
    let scale = corpus.origin.rating_scale.as_deref().unwrap_or("unknown");
    let mut words = vec![format!(
        "{} rated on the scale {scale}; the techniques solve {}.",
        whole(difficulty.rated as f64),
        percent(difficulty.solved.share)
    )];
    if let Some(singles) = difficulty.singles_alone {
        words.push(format!(
            "Singles alone solve {} ({} to {}).",
            percent(singles.share),
            percent(singles.low),
            percent(singles.high)
        ));
        words.extend(literature::singles_alone(report, corpus));
    }
    if let Some(step) = &difficulty.hardest_step {
        let (label, _) = rating_words(step.column);
        words.push(format!("Mean {label} of what is solved: {}.", mean_rating(step.ratings.mean)));
    }
    words.extend(difficulty.guesses.as_ref().map(guesses));
    let mut blocks = Vec::new();
    if report.corpora.len() > 1 {
        blocks.push(PageBlock::Heading(corpus.origin.name.clone()));
    }
    blocks.push(PageBlock::Text(words.join(" ")));
    let titled = |title: &str| titled(report, corpus, title);
    if let Some(step) = &difficulty.hardest_step {
        let (label, unit) = rating_words(step.column);
        let words = (label, "Rating of the hardest step of each solved puzzle.");
        let title = titled(&capital(label));
        blocks.push(PageBlock::Chart(histogram(id("er", n), title, words, unit, &step.ratings)));
        blocks.push(PageBlock::Chart(ceilings(id("ceilings", n), titled("What techniques solve"), step)));
        if step.of_givens.len() > 1 {
            let [all, medians_title] =
                [format!("{} by givens", capital(label)), format!("Median {label} by givens")];
            blocks.push(PageBlock::Chart(ratings_by_givens(id("er-by-givens", n), titled(&all), step)));
            blocks.push(PageBlock::Chart(medians(id("er-medians", n), titled(&medians_title), step)));
            blocks.extend(literature::er(report, n, corpus, difficulty));
        }
    }
    if let Some(score) = &difficulty.score {
        let words = ("score", "Sum of the ratings of all steps of each solved puzzle.");
        blocks.push(PageBlock::Chart(histogram(id("score", n), titled("Score"), words, Unit::Plain, score)));
    }
    if !difficulty.level.is_empty() {
        let words = ("level", "Share of solved puzzles.");
        blocks.push(PageBlock::Chart(categories(id("level", n), titled("Level"), words, &difficulty.level)));
    }
    if !difficulty.hardest_technique.is_empty() {
        let words = ("technique", "Share of solved puzzles whose hardest step is of this technique.");
        let lines = &difficulty.hardest_technique;
        blocks.push(PageBlock::Chart(categories(
            id("hardest-technique", n),
            titled("Hardest technique"),
            words,
            lines,
        )));
    }
    if difficulty.techniques.iter().any(|technique| technique.needed.rows > 0) {
        blocks.push(PageBlock::Chart(techniques(
            id("techniques", n),
            titled("Techniques needed"),
            difficulty,
        )));
        blocks.push(PageBlock::Chart(together(id("together", n), titled("Techniques together"), difficulty)));
    }
    if !difficulty.hardest.is_empty() {
        blocks.push(PageBlock::Heading(titled("The hardest puzzles")));
        blocks.push(PageBlock::Gallery(hardest(n, corpus, difficulty)));
    }
    blocks
}

/// Describes how far the search difficulty and the ratings rank the puzzles in the same order.
fn guesses(guesses: &GuessesMetrics) -> String {
    let rating = if guesses.beside == ColumnId::Er { "ER" } else { "score" };
    let correlation = guesses.spearman.map_or("none, as all tie".to_owned(), |rho| format!("{rho:.3}"));
    let rows = whole(guesses.rows as f64);
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
) -> Chart {
    let half = histogram.width / 2.0;
    let points = histogram.bins.iter().map(|bin| (bin.value + half, bin.share.share));
    let chart = LineChart {
        x: axis(label, unit),
        y: axis("share of solved puzzles", Unit::Share),
        series: vec![Series::columns("puzzles", points.collect())],
    };
    let name = if histogram.width > 0.0 { format!("#{label} from") } else { format!("#{label}") };
    let row = |bin: &crate::report::metrics::Bin| {
        let share = bin.share;
        vec![
            unit.show(bin.value),
            whole(share.rows as f64),
            percent(share.share),
            percent(share.low),
            percent(share.high),
        ]
    };
    let table =
        Table::with(&[&name, "#puzzles", "#share", "#95 % from", "#to"], histogram.bins.iter().map(row));
    lines_chart(id, title, caption, &chart, table)
}

fn ceilings(id: String, title: String, step: &HardestStep) -> Chart {
    let (label, unit) = rating_words(step.column);
    let points = step.ceilings.iter().map(|ceiling| (ceiling.rating, ceiling.solved.share));
    let first = step.ceilings.first().map(|ceiling| (ceiling.rating, 0.0));
    // A share stays until the next rating: steps, not slopes.
    let mut steps: Vec<(f64, f64)> = first.into_iter().collect();
    for (rating, share) in points {
        if let Some(&(_, before)) = steps.last() {
            steps.push((rating, before));
        }
        steps.push((rating, share));
    }
    let chart = LineChart {
        x: axis("highest rating allowed", unit),
        y: axis("share of rated puzzles solved", Unit::Share),
        series: vec![Series::line("solved", steps)],
    };
    let row = |ceiling: &crate::report::metrics::Ceiling| {
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
    lines_chart(id, title, "Share of puzzles that steps rated this much or less solve.", &chart, table)
}

fn ratings_by_givens(id: String, title: String, step: &HardestStep) -> Chart {
    let (label, unit) = rating_words(step.column);
    let mut all: Vec<f64> = step.by_givens.iter().map(|cell| cell.rating).collect();
    all.sort_unstable_by(|a, b| b.total_cmp(a));
    all.dedup();
    let mut givens: Vec<u16> = step.of_givens.iter().map(|line| line.givens).collect();
    givens.dedup();
    let rows: BTreeMap<u16, u64> = step.of_givens.iter().map(|line| (line.givens, line.rows)).collect();
    let cells: BTreeMap<(u16, u64), u64> =
        step.by_givens.iter().map(|cell| ((cell.givens, cell.rating.to_bits()), cell.rows)).collect();
    let share = |givens: u16, rating: f64| {
        let (cell, all) = (*cells.get(&(givens, rating.to_bits()))?, *rows.get(&givens)?);
        Some(cell as f64 / all as f64)
    };
    // Few lines are distinguishable: neighbouring ratings share one.
    let together = all.len().div_ceil(26);
    let groups: Vec<&[f64]> = all.chunks(together.max(1)).collect();
    let name = |group: &&[f64]| match group {
        [only] => unit.show(*only),
        _ => format!("{}\u{2013}{}", unit.show(group[group.len() - 1]), unit.show(group[0])),
    };
    let value = |group: &[f64], givens: u16| {
        let sum: f64 = group.iter().filter_map(|&rating| share(givens, rating)).sum();
        (sum > 0.0).then_some(sum)
    };
    let values: Vec<Vec<Option<f64>>> =
        groups.iter().map(|group| givens.iter().map(|&givens| value(group, givens)).collect()).collect();
    let deepest = |least: u64| {
        let columns = givens.iter().enumerate().filter(|(_, givens)| rows.get(givens) >= Some(&least));
        let shares = columns.flat_map(|(n, _)| values.iter().filter_map(move |line| line[n]));
        shares.fold(0.0, f64::max)
    };
    // Rare numbers of givens must not make all other cells pale.
    let most = [FEW, 0].map(deepest).into_iter().find(|most| *most > 0.0).unwrap_or(1.0);
    let chart = HeatMap {
        x_label: "givens",
        y_label: label,
        columns: givens.iter().map(u16::to_string).collect(),
        rows: groups.iter().map(name).collect(),
        values,
        unit: Unit::Share,
        range: (0.0, most),
        numbers: false,
        blocks: 0,
    };
    let caption = format!(
        "Of the puzzles with a number of givens, the share with each {label}; the deepest is {} or more.",
        percent(most)
    );
    let row = |cell: &crate::report::metrics::GivensRating| {
        let share = share(cell.givens, cell.rating).unwrap_or_default();
        vec![cell.givens.to_string(), unit.show(cell.rating), whole(cell.rows as f64), percent(share)]
    };
    let names = ["#givens", &format!("#{label}"), "#puzzles", "#share of the givens' puzzles"];
    let table = Table::with(&names, step.by_givens.iter().map(row));
    let svg = heat(&format!("svg-{id}"), &title, &caption, &chart);
    Chart { id, title, caption, svg, table }
}

fn medians(id: String, title: String, step: &HardestStep) -> Chart {
    let (label, unit) = rating_words(step.column);
    let line = |name, of: fn(&crate::report::metrics::RatingOfGivens) -> f64| {
        Series::line(name, step.of_givens.iter().map(|line| (f64::from(line.givens), of(line))).collect())
    };
    let chart = LineChart {
        x: axis("givens", Unit::Count),
        y: axis(label, unit),
        series: vec![
            line("median", |line| line.median),
            line("mean", |line| line.mean),
            line("lower quartile", |line| line.q25),
            line("upper quartile", |line| line.q75),
        ],
    };
    let row = |line: &crate::report::metrics::RatingOfGivens| {
        let quartiles = [line.q25, line.median, line.q75].map(|rating| unit.show(rating));
        let numbers = [line.givens.to_string(), whole(line.rows as f64), mean_rating(line.mean)];
        numbers.into_iter().chain(quartiles).collect()
    };
    let names = ["#givens", "#puzzles", &format!("#mean {label}"), "#q25", "#median", "#q75"];
    let table = Table::with(&names, step.of_givens.iter().map(row));
    lines_chart(id, title, "Of solved puzzles; few puzzles at the ends.", &chart, table)
}

/// Draws shares of puzzles by category, with intervals.
pub(super) fn categories(
    id: String,
    title: String,
    (of, caption): (&str, &str),
    lines: &[Category],
) -> Chart {
    let names: Vec<String> = lines.iter().map(|line| short_name(&line.name)).collect();
    let values = lines.iter().map(|line| (line.share.share, Some((line.share.low, line.share.high))));
    let drawn: Vec<Bar<'_>> =
        names.iter().zip(values).map(|(name, value)| Bar { name, values: vec![value] }).collect();
    let svg = bars(&format!("svg-{id}"), &title, caption, (Unit::Share, &["puzzles"]), &drawn);
    let row = |line: &Category| {
        let share = line.share;
        vec![
            line.name.clone(),
            whole(share.rows as f64),
            percent(share.share),
            percent(share.low),
            percent(share.high),
        ]
    };
    let table = Table::with(&[of, "#puzzles", "#share", "#95 % from", "#to"], lines.iter().map(row));
    Chart { id, title, caption: caption.to_owned(), svg, table }
}

/// Techniques that some puzzle needs, the most needed first.
fn needed(difficulty: &DifficultyMetrics) -> Vec<&TechniqueMetrics> {
    let mut needed: Vec<&TechniqueMetrics> =
        difficulty.techniques.iter().filter(|technique| technique.needed.rows > 0).collect();
    needed.sort_by_key(|technique| (std::cmp::Reverse(technique.needed.rows), technique.name));
    needed
}

fn techniques(id: String, title: String, difficulty: &DifficultyMetrics) -> Chart {
    let needed = needed(difficulty);
    let names: Vec<String> = needed.iter().map(|technique| short_name(technique.name)).collect();
    let share = |technique: &&TechniqueMetrics| {
        let share = technique.needed;
        vec![(share.share, Some((share.low, share.high)))]
    };
    let lines: Vec<Bar<'_>> =
        names.iter().zip(&needed).map(|(name, one)| Bar { name, values: share(one) }).collect();
    let caption = "Share of puzzles with at least one such step on their path, with 95 % intervals.";
    let svg = bars(&format!("svg-{id}"), &title, caption, (Unit::Share, &["puzzles"]), &lines);
    let row = |technique: &&TechniqueMetrics| {
        let share = technique.needed;
        vec![
            technique.title.to_owned(),
            whole(share.rows as f64),
            percent(share.share),
            percent(share.low),
            percent(share.high),
            whole(technique.uses as f64),
            super::or_dash(technique.mean_uses, Unit::Plain),
        ]
    };
    let names = ["technique", "#puzzles", "#share", "#95 % from", "#to", "#steps", "#steps where needed"];
    Chart { id, title, caption: caption.to_owned(), svg, table: Table::with(&names, needed.iter().map(row)) }
}

fn together(id: String, title: String, difficulty: &DifficultyMetrics) -> Chart {
    let mut shown = needed(difficulty);
    shown.truncate(MOST_PAIRS);
    let mut rows: BTreeMap<(&str, &str), u64> = BTreeMap::new();
    for pair in &difficulty.together {
        rows.insert((pair.one, pair.other), pair.rows);
        rows.insert((pair.other, pair.one), pair.rows);
    }
    let share = |one: &TechniqueMetrics, other: &TechniqueMetrics| {
        let both = rows.get(&(one.name, other.name)).copied().unwrap_or(0);
        (one.name != other.name).then(|| both as f64 / one.needed.rows as f64)
    };
    let chart = HeatMap {
        x_label: "\u{2026} that also need",
        y_label: "of those that need",
        columns: shown.iter().map(|technique| short_name(technique.name)).collect(),
        rows: shown.iter().map(|technique| short_name(technique.name)).collect(),
        values: shown.iter().map(|one| shown.iter().map(|other| share(one, other)).collect()).collect(),
        unit: Unit::Share,
        range: (0.0, 1.0),
        numbers: false,
        blocks: 0,
    };
    let caption = "Of the puzzles that need the technique of the line, the share that also needs that of the column; the \
                   techniques needed most.";
    let mut table = Table::new(&["technique", "and", "#puzzles with both", "#times as often as by chance"]);
    let mut pairs: Vec<_> = difficulty.together.iter().collect();
    pairs.sort_by_key(|pair| (std::cmp::Reverse(pair.rows), pair.one, pair.other));
    let drawn = |name: &str| shown.iter().any(|technique| technique.name == name);
    pairs.retain(|pair| drawn(pair.one) && drawn(pair.other));
    for pair in pairs {
        table.row([pair.one.to_owned(), pair.other.to_owned(), whole(pair.rows as f64), plain(pair.lift)]);
    }
    let svg = heat(&format!("svg-{id}"), &title, caption, &chart);
    Chart { id, title, caption: caption.to_owned(), svg, table }
}

fn hardest(n: usize, corpus: &CorpusMetrics, difficulty: &DifficultyMetrics) -> Vec<Chart> {
    let names = ["puzzle", "#ER", "#score", "hardest technique"];
    let chart = |(place, hard): (usize, &crate::report::metrics::HardPuzzle)| {
        let id = id(&format!("hardest-{}", place + 1), n);
        let er = super::or_dash(hard.er, Unit::Rating);
        let score = super::or_dash(hard.score, Unit::Plain);
        let technique = hard.hardest.clone().unwrap_or_default();
        let measure = if hard.er.is_some() { format!("ER {er}") } else { format!("score {score}") };
        let title = format!("{}. {measure}", place + 1);
        let svg = sudoku(&format!("svg-{id}"), &title, corpus.shape, &hard.puzzle);
        let table = Table::with(&names, [vec![hard.puzzle.clone(), er, score, technique.clone()]]);
        Chart { id, title, caption: short_name(&technique), svg, table }
    };
    difficulty.hardest.iter().enumerate().map(chart).collect()
}
