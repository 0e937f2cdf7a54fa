//! The first screen: findings, warnings, key numbers and puzzles, made from the metrics.

use super::short_name;
use crate::{
    board::Symmetry,
    report::{
        Report,
        charts::{Drawing, Sudoku, spark, strip_bar},
        format::{self, Unit, amount, mean_rating, plain, rough_percent, whole},
        metrics::{ColumnMetrics, CorpusMetrics, DifficultyMetrics, ExamplePuzzle},
        page::{Lead, PuzzleCard, Tile},
    },
    schema::ColumnId,
};

/// Effective rows below which weighted shares are too uncertain to be read without a warning.
const FEW_EFFECTIVE: f64 = 400.0;

/// Builds the first screen.
pub(super) fn lead(report: &Report) -> Lead {
    let notes = report.corpora.iter().filter_map(|corpus| {
        let bias = corpus.origin.bias.as_ref()?;
        let name = if report.corpora.len() > 1 { format!("{}: ", corpus.origin.name) } else { String::new() };
        Some(format!("{name}{} {}", bias.grids, bias.puzzles).replace('`', ""))
    });
    let notes = if report.corpora.len() > 1 { Vec::new() } else { notes.collect() };
    match report.corpora.as_slice() {
        [corpus] => Lead {
            findings: findings(corpus),
            warnings: warnings(report),
            tiles: tiles(corpus),
            puzzles: corpus
                .examples
                .puzzles
                .iter()
                .enumerate()
                .map(|(n, one)| card(corpus, n, one))
                .collect(),
            notes,
        },
        corpora => Lead {
            findings: super::comparison::findings(report),
            warnings: warnings(report),
            tiles: tiles_of_several(report),
            puzzles: corpora.iter().enumerate().filter_map(|(n, corpus)| card_of_corpus(n, corpus)).collect(),
            notes,
        },
    }
}

/// Returns true if every row claims to be minimal.
fn is_minimal(corpus: &CorpusMetrics) -> bool {
    let column = column(corpus, ColumnId::Minimal).and_then(|column| column.values.as_ref());
    column.is_some_and(|values| corpus.rows > 0 && values.get("true") == Some(&corpus.rows))
}

fn column(corpus: &CorpusMetrics, id: ColumnId) -> Option<&ColumnMetrics> {
    corpus.columns.iter().find(|column| column.name == id.name())
}

/// Describes the kind of puzzles: `minimal 9x9 puzzles`.
fn kind(corpus: &CorpusMetrics, rows: u64) -> String {
    let side = corpus.shape.side();
    let minimal = if is_minimal(corpus) { "minimal " } else { "" };
    format!("{minimal}{side}x{side} {}", if rows == 1 { "puzzle" } else { "puzzles" })
}

/// States what is found, from the most general to the most special.
fn findings(corpus: &CorpusMetrics) -> String {
    if corpus.rows == 0 {
        return format!("{} holds no rows.", corpus.origin.name);
    }
    if let Some(unbiased) = &corpus.unbiased {
        return weighted_findings(corpus, unbiased);
    }
    let mut parts = vec![format!("{} {}", whole(corpus.rows as f64), kind(corpus, corpus.rows))];
    match &corpus.difficulty {
        Some(difficulty) => parts.extend(difficulty_findings(corpus, difficulty)),
        None => parts.extend(corpus.givens.as_ref().map(|givens| {
            let ends = [givens.bins.first(), givens.bins.last()].map(|bin| bin.map_or(0.0, |bin| bin.value));
            if ends[0].total_cmp(&ends[1]).is_eq() {
                format!("all with {} givens", plain(ends[0]))
            } else {
                format!("{:.1} givens on average, from {} to {}", givens.mean, plain(ends[0]), plain(ends[1]))
            }
        })),
    }
    if corpus.distinct.copies > 0 {
        parts.push(format!("{} of them copies", whole(corpus.distinct.copies as f64)));
    }
    format!("{}.", parts.join("; "))
}

fn difficulty_findings(corpus: &CorpusMetrics, difficulty: &DifficultyMetrics) -> Vec<String> {
    let mut parts = Vec::new();
    if let Some(singles) = &difficulty.singles_alone {
        parts.push(format!("{} fall to singles", rough_percent(singles.share)));
    }
    let hardest = difficulty.level.iter().rfind(|level| level.share.rows > 0);
    if let Some(level) = hardest.filter(|_| difficulty.level.len() > 1) {
        parts.push(format!("{} {}", rough_percent(level.share.share), level.name));
    }
    if difficulty.solved.share < 1.0 {
        parts.push(format!("{} beyond these techniques", rough_percent(1.0 - difficulty.solved.share)));
    }
    let step = difficulty.hardest_step.as_ref().filter(|step| step.column == ColumnId::Er);
    if let Some(step) = step {
        parts.push(format!("mean ER {}", mean_rating(step.ratings.mean)));
    } else if let Some(median) = column(corpus, ColumnId::Score).and_then(|score| score.median) {
        parts.push(format!("median score {}", plain(median)));
    }
    parts
}

fn weighted_findings(corpus: &CorpusMetrics, unbiased: &crate::report::metrics::UnbiasedMetrics) -> String {
    let side = corpus.shape.side();
    let mut parts = Vec::new();
    if let Some(all) = &unbiased.minimal_puzzles {
        parts.push(format!("there are about {}", amount(all.ln)));
    }
    if let Some(mean) = unbiased.means.iter().find(|mean| mean.of == ColumnId::Givens) {
        let all = super::with_error(mean.all.value, mean.all.error, Unit::Plain);
        parts.push(format!("they have {all} givens on average"));
    }
    let singles = unbiased.techniques.iter().find(|line| line.value == "singles alone");
    if let Some(singles) = singles {
        let error =
            singles.all.error.map(|error| format!(" \u{b1} {}", rough_percent(error))).unwrap_or_default();
        parts.push(format!("{}{error} fall to singles", rough_percent(singles.all.value)));
    }
    format!(
        "All minimal {side}x{side} puzzles, estimated from {} weighted rows: {}.",
        whole(unbiased.rows as f64),
        parts.join("; ")
    )
}

/// Lists what must be known before the findings are trusted.
fn warnings(report: &Report) -> Vec<String> {
    let mut warnings: Vec<String> =
        report.failed_checks().into_iter().map(|check| format!("A check failed: {check} rows.")).collect();
    for corpus in &report.corpora {
        let few = corpus.unbiased.as_ref().filter(|unbiased| unbiased.effective_rows < FEW_EFFECTIVE);
        if let Some(unbiased) = few {
            warnings.push(format!(
                "{}: the {} weighted rows tell only as much as {:.0} of equal weight. Estimates may rest on a few rows, and their errors are too small.",
                corpus.origin.name,
                whole(unbiased.rows as f64),
                unbiased.effective_rows
            ));
        }
    }
    warnings.extend(super::overlap::warnings(&report.overlaps));
    warnings
}

fn tile(name: &str, value: String, about: String) -> Tile {
    Tile { name: name.to_owned(), value, about, picture: None, alarm: false }
}

fn tiles(corpus: &CorpusMetrics) -> Vec<Tile> {
    let mut tiles = vec![rows_tile(corpus)];
    if let Some(givens) = &corpus.givens {
        let points: Vec<(f64, f64)> = givens.bins.iter().map(|bin| (bin.value, bin.share.share)).collect();
        let ends = [points.first(), points.last()].map(|end| end.map_or(0.0, |end| end.0));
        let several = points.len() > 1;
        let about = if several {
            format!("mean, from {} to {}", plain(ends[0]), plain(ends[1]))
        } else {
            "in every puzzle".to_owned()
        };
        let picture = several.then(|| spark(&points, "Distribution of the numbers of givens"));
        let name = if corpus.unbiased.is_some() { "Givens in the sample" } else { "Givens" };
        let mean = if several { format!("{:.1}", givens.mean) } else { plain(givens.mean) };
        tiles.push(Tile { picture, ..tile(name, mean, about) });
    }
    if let Some(difficulty) = &corpus.difficulty {
        tiles.extend(difficulty_tiles(corpus, difficulty));
    }
    let done = corpus.checks.iter().filter(|check| check.passed.is_some()).count();
    let passed = corpus.checks.iter().filter(|check| check.passed == Some(true)).count();
    let nothing = corpus.checks.len() - done;
    let mut about = if passed == done { "passed".to_owned() } else { "passed: see the warning".to_owned() };
    if nothing > 0 {
        about += &format!("; nothing to check for {nothing}");
    }
    tiles.push(Tile { alarm: passed < done, ..tile("Checks", format!("{passed} of {done}"), about) });
    let distinct = &corpus.distinct;
    let about = match distinct.one_in {
        1 => format!("{} different puzzles", whole(distinct.distinct as f64)),
        many => format!("of one puzzle in {many}, {} compared", whole(distinct.looked_at as f64)),
    };
    let duplicates = tile("Duplicates", whole(distinct.copies as f64), about);
    tiles.push(Tile { alarm: distinct.copies > 0, ..duplicates });
    tiles
}

fn rows_tile(corpus: &CorpusMetrics) -> Tile {
    let rows = whole(corpus.rows as f64);
    if let Some(unbiased) = &corpus.unbiased {
        let few = unbiased.effective_rows < FEW_EFFECTIVE;
        let about = format!("of {rows} weighted rows");
        return Tile { alarm: few, ..tile("Effective rows", whole(unbiased.effective_rows), about) };
    }
    let about = match (corpus.origin.planned_rows, corpus.origin.whole_rows) {
        (Some(part), Some(all)) if part < all => format!("a part of {}", whole(all as f64)),
        _ => match corpus.origin.plan.as_ref() {
            Some(plan) => made(plan),
            None => format!("{} boxes", corpus.shape),
        },
    };
    tile("Puzzles", rows, about)
}

/// Describes a plan in a few words.
fn made(plan: &crate::pipeline::Plan) -> String {
    let symmetry = plan.dig.symmetry();
    let symmetry = if symmetry == Symmetry::None { String::new() } else { format!(", {}", symmetry.name()) };
    format!("{} dig{symmetry}", plan.dig.name())
}

fn difficulty_tiles(corpus: &CorpusMetrics, difficulty: &DifficultyMetrics) -> Vec<Tile> {
    let mut tiles = Vec::new();
    if difficulty.level.len() > 1 {
        let names: Vec<String> = difficulty.level.iter().map(|level| level.name.clone()).collect();
        let shares: Vec<f64> = difficulty.level.iter().map(|level| level.share.share).collect();
        let words = |n: usize| format!("{} {}", rough_percent(shares[n]), names[n]);
        let about = format!("{} \u{2026} {}", words(0), words(names.len() - 1));
        let picture = strip_bar(&names, &shares, "Shares of the levels");
        let most = (0..shares.len()).max_by(|&a, &b| shares[a].total_cmp(&shares[b])).unwrap_or(0);
        let value = format::capital(&names[most]);
        let tile = tile("Most frequent level", value, about);
        tiles.push(Tile { picture: Some(picture), ..tile });
    }
    let step = difficulty.hardest_step.as_ref().filter(|step| step.column == ColumnId::Er);
    if let Some(step) = step {
        let points: Vec<(f64, f64)> =
            step.ratings.bins.iter().map(|bin| (bin.value, bin.share.share)).collect();
        let ends = [points.first(), points.last()].map(|end| end.map_or(0.0, |end| end.0));
        let about = format!("mean, from {:.1} to {:.1}", ends[0], ends[1]);
        let picture = spark(&points, "Distribution of ER");
        tiles.push(Tile { picture: Some(picture), ..tile("ER", mean_rating(step.ratings.mean), about) });
    } else if let Some(score) = column(corpus, ColumnId::Score)
        && let (Some(q25), Some(median), Some(q75)) = (score.q25, score.median, score.q75)
    {
        let about = format!("median; quartiles {} and {}", plain(q25), plain(q75));
        let bins = difficulty.score_by_ratio.iter().flat_map(|score| &score.bins);
        let points: Vec<(f64, f64)> =
            bins.map(|bin| ((bin.value.log10() * 20.0).round(), bin.share.share)).collect();
        let picture = (!points.is_empty()).then(|| spark(&points, "Distribution of scores, logarithmic"));
        tiles.push(Tile { picture, ..tile("Score", plain(median), about) });
    }
    tiles
}

/// Builds tiles over all corpora.
fn tiles_of_several(report: &Report) -> Vec<Tile> {
    let corpora = &report.corpora;
    let sum = |of: fn(&CorpusMetrics) -> u64| corpora.iter().map(of).sum::<u64>() as f64;
    let checks = |of: fn(&crate::report::metrics::Check) -> bool| {
        corpora.iter().flat_map(|corpus| &corpus.checks).filter(|check| of(check)).count()
    };
    let (done, passed) = (checks(|check| check.passed.is_some()), checks(|check| check.passed == Some(true)));
    let copies = sum(|corpus| corpus.distinct.copies);
    let first = corpora.first().map_or("", |corpus| corpus.origin.name.as_str());
    let about = if passed == done { "passed" } else { "passed: see the warning" };
    vec![
        tile("Corpora", corpora.len().to_string(), format!("compared with {first}")),
        tile("Puzzles", whole(sum(|corpus| corpus.rows)), "in all".to_owned()),
        Tile { alarm: passed < done, ..tile("Checks", format!("{passed} of {done}"), about.to_owned()) },
        Tile { alarm: copies > 0.0, ..tile("Duplicates", whole(copies), "within corpora".to_owned()) },
        overlap_tile(report),
    ]
}

/// Builds the tile of what corpora share: the puzzles of two, the pairs of more.
fn overlap_tile(report: &Report) -> Tile {
    let pairs = report.overlaps.as_slice();
    let found = pairs.iter().filter(|pair| pair.is_any()).count();
    let (value, about) = match pairs {
        [pair] => {
            let solutions = pair.solutions.filter(|kind| kind.shared > 0 && pair.puzzles().shared == 0);
            let about = match (solutions, pair.equivalent) {
                (Some(_), _) => "solutions in both, up to symmetry",
                (None, Some(_)) => "puzzles in both, up to symmetry",
                (None, None) => "puzzles in both, as text",
            };
            (whole(solutions.unwrap_or_else(|| pair.puzzles()).shared as f64), about)
        }
        pairs => (format!("{found} of {}", pairs.len()), "pairs share puzzles or solutions"),
    };
    Tile { alarm: found > 0, ..tile("Overlap", value, about.to_owned()) }
}

/// Draws an example.
fn card(corpus: &CorpusMetrics, n: usize, example: &ExamplePuzzle) -> PuzzleCard {
    let er = corpus.difficulty.as_ref().and_then(|difficulty| difficulty.hardest_step.as_ref());
    let er = er.filter(|step| step.column == ColumnId::Er).and(example.rating);
    let title = match (example.of.as_str(), er) {
        ("", _) => "The first puzzle".to_owned(),
        (of, Some(er)) if of.parse::<u16>().is_ok() => format!("ER {er:.1}"),
        (of, _) => format::capital(of),
    };
    let id = format!("example-{}", n + 1);
    PuzzleCard { id, title, ..described(corpus, example) }
}

/// Draws the first puzzle of a corpus of several.
fn card_of_corpus(n: usize, corpus: &CorpusMetrics) -> Option<PuzzleCard> {
    let (id, title) = (format!("example-of-{}", n + 1), corpus.origin.name.clone());
    let example = corpus.examples.first.as_ref()?;
    Some(PuzzleCard { id, title, ..described(corpus, example) })
}

fn described(corpus: &CorpusMetrics, example: &ExamplePuzzle) -> PuzzleCard {
    let empty = |c: char| matches!(c, '.' | '0' | '_' | '*');
    let givens = example.puzzle.chars().filter(|&c| !empty(c)).count();
    let mut about = vec![format!("{givens} givens")];
    about.extend(example.score.map(|score| format!("score {}", plain(score))));
    about.extend(example.hardest.as_deref().map(short_name));
    let sudoku = Sudoku { shape: corpus.shape, puzzle: example.puzzle.clone(), step: None };
    PuzzleCard {
        id: String::new(),
        title: String::new(),
        about: about.join(", "),
        text: example.puzzle.clone(),
        drawing: Drawing::Sudoku(sudoku),
    }
}
