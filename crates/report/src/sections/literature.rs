//! Ratings and published ones of minimal 9x9 puzzles, on comparable scales.

use super::{axis, id, lines_chart, titled_by, with_error};
use crate::{
    Report,
    charts::{LineChart, Mark, Series},
    format::{Unit, mean_rating, percent, whole},
    metrics::{CorpusMetrics, DifficultyMetrics, Published},
    page::{PageBlock, Table},
};
use gridmill_board::Shape;
use gridmill_rate::Rulebook;

/// Returns true if the ratings of a corpus are on the scale of published ones.
pub(super) fn has_published_er(corpus: &CorpusMetrics) -> bool {
    let scale = Rulebook::se().scale();
    corpus.shape == Shape::STANDARD && corpus.origin.rating_scale.as_deref() == Some(scale)
}

/// States the published shares that fall to singles, which no rulebook changes.
pub(super) fn falls_to_singles(report: &Report, corpus: &CorpusMetrics) -> Option<String> {
    let known = report.published.iter().filter(|_| corpus.shape == Shape::STANDARD).filter_map(|published| {
        let share = published.falls_to_singles_percent? / 100.0;
        Some(format!("{} {}", published.name, percent(share)))
    });
    let known: Vec<String> = known.collect();
    (!known.is_empty()).then(|| format!("Published: {}.", known.join("; ")))
}

/// Tabulates means of ER and published ones.
pub(super) fn er(
    report: &Report,
    n: usize,
    corpus: &CorpusMetrics,
    difficulty: &DifficultyMetrics,
) -> Vec<PageBlock> {
    if !has_published_er(corpus) {
        return Vec::new();
    }
    let title = titled_by(report, corpus, "ER against the literature");
    let by_givens = report.published.iter().find(|published| !published.mean_er_by_givens.is_empty());
    let chart = by_givens.map(|published| chart(id("er-published", n), title, difficulty, published));
    let mut blocks: Vec<PageBlock> = chart.into_iter().collect();
    let means_title = titled_by(report, corpus, "Mean ER against the literature");
    blocks.push(PageBlock::Table(means_title, means(report, corpus, difficulty)));
    blocks
}

fn means(report: &Report, corpus: &CorpusMetrics, difficulty: &DifficultyMetrics) -> Table {
    let mut table = Table::new(&["puzzles", "#mean ER", "#sd", "source"]);
    if let Some(er) = difficulty.hardest_step.as_ref().map(|step| &step.ratings) {
        let error = er.sd.map(|sd| sd / (er.rows as f64).sqrt());
        let mean = with_error(er.mean, error, Unit::Plain);
        let sd = er.sd.map_or_else(|| "\u{2013}".to_owned(), mean_rating);
        let solved = difficulty
            .solved
            .map_or_else(String::new, |solved| format!("{} that are ", percent(solved.share)));
        let source = format!("here, of the {solved}solved; after \u{b1} one standard error");
        table.row([corpus.origin.name.clone(), mean, sd, source]);
    }
    for published in report.published {
        let words = [published.name.to_owned(), two(published.mean_er), two(published.sd_er)];
        table.row(words.into_iter().chain([published.source.to_owned()]));
    }
    table
}

/// Formats an ER with the two decimals that are published.
fn two(er: f64) -> String {
    format!("{er:.2}")
}

fn chart(id: String, title: String, difficulty: &DifficultyMetrics, published: &Published) -> PageBlock {
    let of_givens = difficulty.hardest_step.as_ref().map_or(&[][..], |step| &step.of_givens);
    let own = of_givens.iter().map(|line| (f64::from(line.givens), line.mean));
    let known = published.mean_er_by_givens.iter().map(|&(givens, er)| (f64::from(givens), er));
    let own = Series::new(Mark::Line, "here", own.collect());
    let known = Series::new(Mark::Line, published.name, known.collect());
    let chart = LineChart::new(axis("givens", Unit::Count), axis("mean ER", Unit::Rating), vec![own, known]);
    let row = |line: &crate::metrics::RatingOfGivens| {
        let known = published.er_of(line.givens).map_or_else(|| "\u{2013}".to_owned(), two);
        vec![line.givens.to_string(), whole(line.rows as f64), mean_rating(line.mean), known]
    };
    let names = ["#givens", "#puzzles", "#mean ER", &format!("#{}", published.name)];
    let table = Table::with(&names, of_givens.iter().map(row));
    let caption = "Mean by givens; few puzzles at the ends. Published: D. Berthier's classification results.";
    lines_chart(id, title, caption, chart, table)
}

/// A source, and whether a report quotes it.
struct Source {
    entry: &'static str,
    is_quoted: fn(&Report) -> bool,
}

const SOURCES: [Source; 7] = [
    Source {
        entry: "@inproceedings{berthier2009,\n  author = {Berthier, Denis},\n  title = {Unbiased Statistics of a {CSP} -- A Controlled-Bias \
                Generator},\n  booktitle = {Innovations in Computing Sciences and Software Engineering (CISSE 2009)},\n  publisher = \
                {Springer},\n  year = {2010}\n}",
        is_quoted: |report| {
            report.corpora.iter().any(|corpus| corpus.shape == gridmill_board::Shape::STANDARD)
        },
    },
    Source {
        entry: "@book{kish1965,\n  author = {Kish, Leslie},\n  title = {Survey Sampling},\n  publisher = {Wiley},\n  year = {1965}\n}",
        is_quoted: is_weighted,
    },
    Source {
        entry: "@book{cochran1977,\n  author = {Cochran, William G.},\n  title = {Sampling Techniques},\n  edition = {3},\n  publisher = \
                {Wiley},\n  year = {1977}\n}",
        is_quoted: is_weighted,
    },
    Source {
        entry: "@book{hedges1985,\n  author = {Hedges, Larry V. and Olkin, Ingram},\n  title = {Statistical Methods for \
                Meta-Analysis},\n  publisher = {Academic Press},\n  year = {1985}\n}",
        is_quoted: |report| report.corpora.len() > 1,
    },
    Source {
        entry: "@misc{hodoku,\n  author = {Hobiger, Bernhard},\n  title = {{HoDoKu}},\n  note = {Version 2.2},\n  year = {2012}\n}",
        is_quoted: |report| is_rated_on(report, "hodoku"),
    },
    Source {
        entry: "@misc{sudokuexplainer,\n  author = {Juillerat, Nicolas},\n  title = {{Sudoku Explainer}},\n  note = {Version 1.2.1}\n}",
        is_quoted: |report| is_rated_on(report, "se"),
    },
    Source {
        entry: "@book{berthier2021,\n  author = {Berthier, Denis},\n  title = {Pattern-Based Constraint Satisfaction and Logic \
                Puzzles},\n  edition = {3},\n  year = {2021}\n}",
        is_quoted: |report| is_rated_on(report, "braids"),
    },
];

fn is_weighted(report: &Report) -> bool {
    report.corpora.iter().any(|corpus| corpus.unbiased.is_some())
}

fn is_rated_on(report: &Report, scale: &str) -> bool {
    let mut scales = report
        .corpora
        .iter()
        .flat_map(CorpusMetrics::scales)
        .filter_map(|metrics| metrics.origin.rating_scale.as_deref());
    scales.any(|its| its.split(['-', '/']).next() == Some(scale))
}

/// Returns an entry for each corpus and for each source that the report quotes.
pub(super) fn citations(report: &Report) -> String {
    let corpora = report.corpora.iter().enumerate().map(|(n, corpus)| of_corpus(n, corpus));
    let sources = SOURCES.iter().filter(|source| (source.is_quoted)(report));
    let entries: Vec<String> = corpora.chain(sources.map(|source| source.entry.to_owned())).collect();
    entries.join("\n\n")
}

fn of_corpus(n: usize, corpus: &CorpusMetrics) -> String {
    let origin = &corpus.origin;
    let title = format!("{}: {} Sudoku puzzles", escaped(&origin.name), whole(corpus.rows as f64));
    let program = origin.program.clone().unwrap_or_else(|| gridmill_tables::PROGRAM.to_owned());
    let seed = origin.seed.as_ref().map(|seed| format!(", seed {}", escaped(seed)));
    let note = match &origin.program {
        Some(_) => format!("Made by {}{}", escaped(&program), seed.unwrap_or_default()),
        None => format!("Described by {}", escaped(&program)),
    };
    format!("@misc{{corpus{},\n  title = {{{title}}},\n  note = {{{note}}}\n}}", n + 1)
}

/// Escapes the signs that mean something in BibTeX and TeX; braces become parentheses, so that they always match.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '{' => out.push('('),
            '}' => out.push(')'),
            '\\' => out.push('/'),
            '#' | '$' | '%' | '&' | '_' => out.extend(['\\', c]),
            '~' | '^' => out.push('-'),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_escaped() {
        assert_eq!(escaped("50 % of_{a}\\b & #1"), "50 \\% of\\_(a)/b \\& \\#1");
    }

    /// Braces match, so that a program reads each entry to its end.
    #[test]
    fn entries_are_well_formed() {
        for Source { entry, .. } in SOURCES {
            let count = |c| entry.matches(c).count();
            assert_eq!(count('{'), count('}'), "{entry}");
            assert!(entry.starts_with('@') && entry.ends_with("\n}"), "{entry}");
        }
    }
}
