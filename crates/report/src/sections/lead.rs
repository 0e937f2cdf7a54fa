//! The first screen: findings, warnings, key numbers and puzzles, made from the metrics.

use super::{Subject, difficulty::beyond_budget, estimated, puzzle_picture, short_name};
use crate::{
    Report,
    charts::{spark, strip_bar},
    format::{
        self, Unit, amount_with_error, mean_rating, percent, plain, rough_percent, share_with_error, whole,
    },
    metrics::{
        ColumnMetrics, CorpusMetrics, DifficultyMetrics, ExamplePuzzle, UnbiasedEstimate, UnbiasedMean,
        UnbiasedMetrics, Weighed,
    },
    page::{Chart, Lead, PuzzleCard, Tile},
};
use gridmill_tables::{
    facts::{BEYOND_BUDGET, FALL_TO_SINGLES, RowDependence},
    schema::ColumnId,
};

/// Effective rows of an estimate below which its error is too uncertain to be read without a warning.
const FEW_EFFECTIVE: f64 = 100.0;
/// The same for each row: a few rows then carry most of the weight.
const FEW_EFFECTIVE_EACH: f64 = 0.05;

/// Builds the first screen: the finding, the chart that matters, key numbers, puzzles, and how the rows were drawn.
pub(super) fn lead(report: &Report) -> Lead {
    match report.corpora.as_slice() {
        [corpus] => Lead {
            findings: findings(corpus),
            warnings: warnings(report),
            limits: limits(corpus),
            chart: chart(report, corpus),
            tiles: tiles(corpus),
            puzzles: corpus.examples.puzzles.iter().map(|one| card(corpus, one)).collect(),
            notes: notes(corpus),
        },
        corpora => Lead {
            findings: super::comparison::findings(report),
            warnings: warnings(report),
            limits: corpora
                .iter()
                .flat_map(|corpus| {
                    limits(corpus).into_iter().map(|limit| format!("{}: {limit}", corpus.origin.name))
                })
                .collect(),
            chart: super::comparison::forest(report),
            tiles: tiles_of_several(report),
            puzzles: corpora.iter().filter_map(card_of_corpus).collect(),
            notes: Vec::new(),
        },
    }
}

/// Returns the chart of givens: the estimate, or else the sample, and what is published.
fn chart(report: &Report, corpus: &CorpusMetrics) -> Option<Chart> {
    let chart = match &corpus.unbiased {
        Some(unbiased) => Some(super::unbiased::givens(Subject { report, n: 0, corpus }, unbiased)),
        None => super::givens::main(corpus),
    };
    chart.map(|chart| Chart { quantity: super::quantity(corpus, corpus.unbiased.is_some()), ..chart })
}

/// Describes the populations of the grids and of the puzzles, in the words of data set cards.
fn notes(corpus: &CorpusMetrics) -> Vec<String> {
    let bias = corpus.origin.bias.iter();
    bias.map(|bias| format!("{} {}", bias.grids, bias.puzzles).replace('`', "")).collect()
}

/// Lists what cannot be said of the rows.
fn limits(corpus: &CorpusMetrics) -> Vec<String> {
    let has_weights = column(corpus, ColumnId::Weight).is_some();
    let limits = corpus.origin.facts.limits(has_weights).into_iter().map(|limit| limit.replace('`', ""));
    limits.chain(corpus.scales().filter_map(beyond_budget)).collect()
}

/// Returns true if every row claims to be minimal.
fn is_minimal(corpus: &CorpusMetrics) -> bool {
    let column = column(corpus, ColumnId::Minimal).and_then(|column| column.values.as_ref());
    column.is_some_and(|values| corpus.rows > 0 && values.get("true") == Some(&corpus.rows))
}

/// Describes the puzzles of a sample: `minimal 9x9 puzzles dug top-down from uniform grids`.
fn kind(corpus: &CorpusMetrics) -> String {
    let facts = &corpus.origin.facts;
    let minimal = if Finding::Minimal.is_of(corpus) && is_minimal(corpus) && !facts.population.is_estimated()
    {
        "minimal "
    } else {
        ""
    };
    let words = facts.population_words(corpus.shape);
    let of = if facts.population.is_estimated() { "rows, a sample of " } else { "" };
    format!("{of}{minimal}{words}")
}

/// States what is found, from the most general to the most special.
fn findings(corpus: &CorpusMetrics) -> String {
    if corpus.rows == 0 {
        return format!("{} holds no rows.", corpus.origin.name);
    }
    if let Some(unbiased) = &corpus.unbiased {
        return weighted_findings(corpus, unbiased);
    }
    let mut parts = vec![format!("{} {}", whole(corpus.rows as f64), kind(corpus))];
    let givens = Finding::Givens.then(corpus, || corpus.givens.as_ref());
    parts.extend(givens.map(|givens| {
        let ends = givens.ends();
        if ends[0].total_cmp(&ends[1]).is_eq() {
            format!("all with {} givens", plain(ends[0]))
        } else {
            let independent = corpus.origin.facts.rows == RowDependence::Independent;
            let error = givens.sd.filter(|_| independent).map(|sd| sd / (givens.rows as f64).sqrt());
            let mean = error.map_or_else(
                || format!("{:.1}", givens.mean),
                |error| format::with_error(givens.mean, error),
            );
            format!("{mean} givens on average")
        }
    }));
    parts.extend(falls(corpus).map(|share| format!("{share} {FALL_TO_SINGLES}")));
    parts.extend(corpus.difficulty.iter().flat_map(|difficulty| difficulty_findings(corpus, difficulty)));
    if corpus.distinct.copies > 0 {
        parts.push(format!("{} of them copies", whole(corpus.distinct.copies as f64)));
    }
    format!("{}.", parts.join("; "))
}

/// States the share that falls to singles, with its standard error where rows are independent.
fn falls(corpus: &CorpusMetrics) -> Option<String> {
    let found = Finding::FallsToSingles.then(corpus, || corpus.falls_to_singles)?;
    let rows = corpus.paths as f64;
    let independent = corpus.origin.facts.rows == RowDependence::Independent;
    let error = independent.then(|| (found.share * (1.0 - found.share) / rows).sqrt());
    Some(error.map_or_else(|| percent(found.share), |error| share_with_error(found.share, error)))
}

/// Says that a rating is that of solved puzzles, where not all rows have one: others are not solved, or not rated within the budget.
const fn of_solved(rated: u64, all: u64) -> &'static str {
    if rated < all { " of those solved" } else { "" }
}

fn difficulty_findings(corpus: &CorpusMetrics, difficulty: &DifficultyMetrics) -> Vec<String> {
    let level = Finding::HardestLevel.then(corpus, || {
        let hardest = difficulty.level.iter().rfind(|level| level.share.rows > 0);
        let level = hardest.filter(|_| difficulty.level.len() > 1)?;
        Some(format!("{} {}", rough_percent(level.share.share), level.name))
    });
    let techniques = Finding::BeyondTechniques.then(corpus, || {
        let beyond = difficulty.beyond_techniques().filter(|&beyond| beyond > 0.0)?;
        Some(format!("{} beyond these techniques", rough_percent(beyond)))
    });
    let budget = Finding::BeyondBudget.then(corpus, || {
        let ended = difficulty.ended_by_budget()?;
        Some(format!("{} {BEYOND_BUDGET}", rough_percent(ended.share)))
    });
    let er = Finding::MeanEr.then(corpus, || {
        let step = difficulty.hardest_step.as_ref().filter(|step| step.column == ColumnId::Er)?;
        let of = of_solved(step.ratings.rows, corpus.puzzles);
        Some(format!("mean ER{of} {}", mean_rating(step.ratings.mean)))
    });
    let measure = er.or_else(|| {
        Finding::MedianScore.then(corpus, || {
            let score = column(corpus, ColumnId::Score)?;
            let of = of_solved(corpus.rows - score.nulls, corpus.puzzles);
            Some(format!("median score{of} {}", plain(score.median?)))
        })
    });
    [level, techniques, budget, measure].into_iter().flatten().collect()
}

fn weighted_findings(corpus: &CorpusMetrics, unbiased: &UnbiasedMetrics) -> String {
    let mut parts = Vec::new();
    if let Some(mean) = unbiased.mean(ColumnId::Givens) {
        let all = estimated(mean.all, Unit::Plain);
        parts.push(format!("{all} givens on average"));
    }
    let falls = unbiased.falls_to_singles.as_ref().filter(|falls| falls.largest <= super::unbiased::HEAVY);
    if let Some(falls) = falls {
        let share = estimated(falls.all, Unit::Share);
        parts.push(format!("{share} {FALL_TO_SINGLES}"));
    }
    if let Some((mean, of_scale)) = mean_er(corpus) {
        parts.extend(of_scale.beyond_budget.as_ref().map(|ended| {
            let share = estimated(ended.all, Unit::Share);
            format!("{share} {BEYOND_BUDGET}")
        }));
        let of = of_solved(of_scale.rated(), of_scale.rows);
        let mean = estimated(mean.all, Unit::Plain);
        parts.push(format!("mean ER{of} {mean}"));
    }
    if let Some(all) = &unbiased.minimal_puzzles {
        parts.push(format!("there are {}", amount_with_error(all.ln, all.relative_error)));
    }
    format!(
        "{}, estimated from {} weighted rows: {}.",
        format::capital(&corpus.origin.facts.population_words(corpus.shape)),
        whole(unbiased.rows as f64),
        parts.join("; ")
    )
}

/// Lists what must be known before the findings are trusted.
fn warnings(report: &Report) -> Vec<String> {
    let mut warnings: Vec<String> =
        report.failed_checks().into_iter().map(|check| format!("A check failed: {check} rows.")).collect();
    for corpus in &report.corpora {
        warnings.extend(corpus.unbiased.as_ref().and_then(|unbiased| heavy_tail(corpus, unbiased)));
    }
    warnings.extend(super::comparison::overlap_warnings(&report.overlaps));
    warnings
}

/// Names the estimates of the first screen, with the words for each.
fn headline(corpus: &CorpusMetrics, unbiased: &UnbiasedMetrics) -> Vec<(String, UnbiasedEstimate)> {
    let givens = unbiased.mean(ColumnId::Givens).map(|mean| ("mean givens".to_owned(), mean.all));
    let falls = unbiased.falls_to_singles.as_ref();
    let falls = falls.map(|line| (format!("share that {FALL_TO_SINGLES}"), line.all));
    let er = mean_er(corpus).map(|(mean, _)| ("mean ER".to_owned(), mean.all));
    let score = unbiased.mean(ColumnId::Score).filter(|_| er.is_none());
    let score = score.map(|mean| ("mean score".to_owned(), mean.all));
    [givens, falls, er, score].into_iter().flatten().collect()
}

/// Warns of estimates whose variance one row makes, and of weights of which a few rows carry too much.
fn heavy_tail(corpus: &CorpusMetrics, unbiased: &UnbiasedMetrics) -> Option<String> {
    let headline = headline(corpus, unbiased);
    let resting = headline.iter().filter_map(|(of, estimate)| {
        Some(format!("{} of the variance of the {of}", rough_percent(estimate.rests_on()?)))
    });
    let resting: Vec<String> = resting.collect();
    let name = &corpus.origin.name;
    if !resting.is_empty() {
        let words = resting.join(", ");
        return Some(format!(
            "{name}: one row makes {words}. Such errors are usually too small: take more rows."
        ));
    }
    let few = headline.iter().filter_map(|(of, estimate)| Some((of, estimate.effective_rows?)));
    let (of, effective) = few.min_by(|one, other| one.1.total_cmp(&other.1))?;
    let is_few = effective < FEW_EFFECTIVE || effective < FEW_EFFECTIVE_EACH * unbiased.rows as f64;
    is_few.then(|| {
        format!(
            "{name}: the {of} of the {} weighted rows has the error of {} independent puzzles only. A few rows carry most of the weight, \
             so that errors are usually too small.",
            whole(unbiased.rows as f64),
            whole(effective)
        )
    })
}

/// Builds at most four tiles: estimates of weighted rows, and of others what the sample has.
fn tiles(corpus: &CorpusMetrics) -> Vec<Tile> {
    if let Some(unbiased) = &corpus.unbiased {
        return weighted_tiles(corpus, unbiased);
    }
    let mut tiles = vec![rows_tile(corpus)];
    if let Some(givens) = &corpus.givens {
        let (points, ends) = (givens.points(), givens.ends());
        let several = points.len() > 1;
        let about = if several {
            format!("mean, from {} to {}", plain(ends[0]), plain(ends[1]))
        } else {
            "in every puzzle".to_owned()
        };
        let picture = several.then(|| spark(&points, "Distribution of the numbers of givens"));
        let mean = if several { format!("{:.1}", givens.mean) } else { plain(givens.mean) };
        tiles.push(Tile { picture, ..Tile::new("Givens", mean, about) });
    }
    if let Some(share) = falls(corpus) {
        tiles.push(Tile::new(&format::capital(FALL_TO_SINGLES), share, "naked and hidden, in any order"));
    }
    match &corpus.difficulty {
        Some(difficulty) => tiles.extend(difficulty_tile(corpus, difficulty)),
        None => tiles.push(duplicates_tile(corpus)),
    }
    tiles
}

fn weighted_tiles(corpus: &CorpusMetrics, unbiased: &UnbiasedMetrics) -> Vec<Tile> {
    let of = corpus.origin.facts.population_words(corpus.shape);
    let mut tiles = Vec::new();
    let shown = |mean: &UnbiasedMean| estimated(mean.all, Unit::Plain);
    if let Some(mean) = unbiased.mean(ColumnId::Givens) {
        let points = points_of(&unbiased.givens);
        let picture =
            (points.len() > 1).then(|| spark(&points, "Estimated distribution of the numbers of givens"));
        tiles.push(Tile { picture, ..Tile::new("Mean givens", shown(mean), format!("of {of}")) });
    }
    if let Some(falls) = &unbiased.falls_to_singles {
        let share = estimated(falls.all, Unit::Share);
        let resting = falls.largest > super::unbiased::HEAVY;
        let share = if resting { "uncertain".to_owned() } else { share };
        tiles.push(Tile::new(&format::capital(FALL_TO_SINGLES), share, format!("of {of}")));
    }
    if let Some((mean, unbiased)) = mean_er(corpus) {
        let picture = spark(&points_of(&unbiased.hardest_step), "Estimated distribution of ER");
        let solved = if unbiased.rated() < unbiased.rows { ", those solved" } else { "" };
        tiles.push(Tile {
            picture: Some(picture),
            ..Tile::new("Mean ER", shown(mean), format!("of {of}{solved}"))
        });
    } else if let Some(mean) = unbiased.mean(ColumnId::Score) {
        tiles.push(Tile::new("Mean score", shown(mean), format!("of {of}")));
    }
    if let Some(all) = &unbiased.per_grid {
        let alarm = heavy_tail(corpus, unbiased).is_some();
        let number = amount_with_error(all.ln, all.relative_error);
        tiles.push(Tile { alarm, ..Tile::new("Minimal puzzles", number, "of a grid, on average") });
    }
    tiles
}

/// Returns the estimated mean ER, with the estimates on the first scale that has one.
fn mean_er(corpus: &CorpusMetrics) -> Option<(&UnbiasedMean, &UnbiasedMetrics)> {
    let mut scales = corpus.scales().filter_map(|scale| scale.unbiased.as_ref());
    scales.find_map(|unbiased| Some((unbiased.mean(ColumnId::Er)?, unbiased)))
}

/// Returns the values of categories that are numbers, and their estimated shares.
fn points_of(lines: &[Weighed]) -> Vec<(f64, f64)> {
    lines.iter().filter_map(|line| Some((line.value.parse().ok()?, line.all.value))).collect()
}

fn duplicates_tile(corpus: &CorpusMetrics) -> Tile {
    let distinct = &corpus.distinct;
    let about = match distinct.one_in {
        1 => format!("{} different puzzles", whole(distinct.distinct as f64)),
        many => format!("of one puzzle in {many}, {} compared", whole(distinct.looked_at as f64)),
    };
    let duplicates = Tile::new("Duplicates", whole(distinct.copies as f64), about);
    Tile { alarm: distinct.copies > 0, ..duplicates }
}

fn rows_tile(corpus: &CorpusMetrics) -> Tile {
    let rows = whole(corpus.rows as f64);
    let about = match (corpus.origin.planned_rows, corpus.origin.whole_rows) {
        (Some(part), Some(all)) if part < all => format!("a part of {}", whole(all as f64)),
        _ => match corpus.origin.plan.as_ref() {
            Some(plan) => made(plan),
            None => format!("{} boxes", corpus.shape),
        },
    };
    Tile::new("Puzzles", rows, about)
}

fn made(plan: &gridmill_generate::Plan) -> String {
    let symmetry = plan.dig.symmetry();
    let symmetry = if symmetry.is_none() { String::new() } else { format!(", {symmetry}") };
    format!("{} dig{symmetry}", plan.dig.name())
}

/// Builds the tile of the difficulty: ER, the score, or the most frequent level.
fn difficulty_tile(corpus: &CorpusMetrics, difficulty: &DifficultyMetrics) -> Option<Tile> {
    let step = difficulty.hardest_step.as_ref().filter(|step| step.column == ColumnId::Er);
    if let Some(step) = step {
        let (points, ends) = (step.ratings.points(), step.ratings.ends());
        let of = of_solved(step.ratings.rows, corpus.puzzles);
        let about = format!("mean{of}, from {:.1} to {:.1}", ends[0], ends[1]);
        let picture = spark(&points, "Distribution of ER");
        return Some(Tile {
            picture: Some(picture),
            ..Tile::new("ER", mean_rating(step.ratings.mean), about)
        });
    }
    if difficulty.level.len() > 1 {
        let names: Vec<String> = difficulty.level.iter().map(|level| level.name.clone()).collect();
        let shares: Vec<f64> = difficulty.level.iter().map(|level| level.share.share).collect();
        let words = |n: usize| format!("{} {}", rough_percent(shares[n]), names[n]);
        let about = format!("{} \u{2026} {}", words(0), words(names.len() - 1));
        let picture = strip_bar(&names, &shares, "Shares of the levels");
        let most = (0..shares.len()).max_by(|&a, &b| shares[a].total_cmp(&shares[b])).unwrap_or(0);
        let value = format::capital(&names[most]);
        let tile = Tile::new("Most frequent level", value, about);
        return Some(Tile { picture: Some(picture), ..tile });
    }
    let score = column(corpus, ColumnId::Score)?;
    let (q25, median, q75) = (score.q25?, score.median?, score.q75?);
    let about = format!("median; quartiles {} and {}", plain(q25), plain(q75));
    Some(Tile::new("Score", plain(median), about))
}

fn tiles_of_several(report: &Report) -> Vec<Tile> {
    let corpora = &report.corpora;
    let sum = |of: fn(&CorpusMetrics) -> u64| corpora.iter().map(of).sum::<u64>() as f64;
    let copies = sum(|corpus| corpus.distinct.copies);
    let first = corpora.first().map_or("", |corpus| corpus.origin.name.as_str());
    vec![
        Tile::new("Corpora", corpora.len().to_string(), format!("compared with {first}")),
        Tile::new("Puzzles", whole(sum(|corpus| corpus.rows)), "in all"),
        Tile { alarm: copies > 0.0, ..Tile::new("Duplicates", whole(copies), "within corpora") },
        overlap_tile(report),
    ]
}

/// Builds the tile of what corpora share: the puzzles of two, the pairs of more.
fn overlap_tile(report: &Report) -> Tile {
    let pairs = report.overlaps.as_slice();
    let found = pairs.iter().filter(|pair| pair.is_any()).count();
    let (value, about) = match pairs {
        [pair] => {
            let (kind, about) = if pair.solutions.shared > 0 && pair.puzzles().shared == 0 {
                (pair.solutions, "solutions in both, up to symmetry")
            } else {
                (pair.puzzles(), "puzzles in both, up to symmetry")
            };
            (whole(kind.shared as f64), about)
        }
        pairs => (format!("{found} of {}", pairs.len()), "pairs share puzzles or solutions"),
    };
    Tile { alarm: found > 0, ..Tile::new("Overlap", value, about) }
}

fn card(corpus: &CorpusMetrics, example: &ExamplePuzzle) -> PuzzleCard {
    let er = corpus.hardest_step();
    let er = er.filter(|step| step.column == ColumnId::Er).and(example.rating);
    let title = match (example.of.as_str(), er) {
        ("", _) => "The first puzzle".to_owned(),
        (of, Some(er)) if of.parse::<u16>().is_ok() => format!("ER {er:.1}"),
        (of, _) => format::capital(of),
    };
    PuzzleCard { title, ..described(corpus, example) }
}

/// Draws the first puzzle of a corpus of several.
fn card_of_corpus(corpus: &CorpusMetrics) -> Option<PuzzleCard> {
    let title = corpus.origin.name.clone();
    let example = corpus.examples.first.as_ref()?;
    Some(PuzzleCard { title, ..described(corpus, example) })
}

fn described(corpus: &CorpusMetrics, example: &ExamplePuzzle) -> PuzzleCard {
    let empty = |c: char| matches!(c, '.' | '0' | '_' | '*');
    let givens = example.puzzle.chars().filter(|&c| !empty(c)).count();
    let mut about = vec![format!("{givens} givens")];
    about.extend(example.score.map(|score| format!("score {}", plain(score))));
    about.extend(example.hardest.as_deref().map(short_name));
    PuzzleCard {
        title: String::new(),
        about: about.join(", "),
        text: example.puzzle.clone(),
        picture: puzzle_picture(corpus.shape, &example.puzzle),
    }
}

/// Sentence of the first screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Finding {
    /// All puzzles are minimal.
    Minimal,
    Givens,
    FallsToSingles,
    /// The share of the hardest level.
    HardestLevel,
    /// The share that the techniques do not solve.
    BeyondTechniques,
    /// The share whose rating the budget ended.
    BeyondBudget,
    MeanEr,
    MedianScore,
}

impl Finding {
    /// Returns the columns without which the finding would be another, or none.
    const fn columns(self) -> &'static [ColumnId] {
        // The metrics know whether a scale has a budget, and so needs er_at_least. Singles are looked for in the puzzle where columns of
        // techniques are missing.
        match self {
            Self::Minimal => &[ColumnId::Puzzle, ColumnId::Minimal],
            Self::Givens | Self::FallsToSingles => &[ColumnId::Puzzle],
            Self::HardestLevel => &[ColumnId::Level],
            Self::BeyondTechniques => &[ColumnId::Solved],
            Self::BeyondBudget => &[ColumnId::ErAtLeast],
            Self::MeanEr => &[ColumnId::Er],
            Self::MedianScore => &[ColumnId::Score],
        }
    }

    /// Returns true if the rows have all columns that the finding rests on.
    pub(super) fn is_of(self, corpus: &CorpusMetrics) -> bool {
        self.columns().iter().all(|&id| column(corpus, id).is_some())
    }

    /// Returns the value of the finding if the rows have its columns.
    pub(super) fn then<T>(self, corpus: &CorpusMetrics, value: impl FnOnce() -> Option<T>) -> Option<T> {
        if self.is_of(corpus) { value() } else { None }
    }
}

/// Returns the metrics of a column: of ratings, that of the first scale.
fn column(corpus: &CorpusMetrics, id: ColumnId) -> Option<&ColumnMetrics> {
    let prefix = if id.column().is_of_rulebook() { corpus.prefix.as_str() } else { "" };
    corpus.columns.iter().find(|column| column.name.strip_prefix(prefix) == Some(id.name()))
}
