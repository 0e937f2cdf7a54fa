//! BibTeX entries of the corpora and of the sources that a page quotes.

use crate::{Report, format::whole, metrics::CorpusMetrics};
use gridmill_tables::escape::bibtex;

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
    let title = format!("{}: {} Sudoku puzzles", bibtex(&origin.name), whole(corpus.rows as f64));
    let program = origin.program.clone().unwrap_or_else(|| gridmill_tables::PROGRAM.to_owned());
    let seed = origin.seed.as_ref().map(|seed| format!(", seed {}", bibtex(seed)));
    let note = match &origin.program {
        Some(_) => format!("Made by {}{}", bibtex(&program), seed.unwrap_or_default()),
        None => format!("Described by {}", bibtex(&program)),
    };
    format!("@misc{{corpus{},\n  title = {{{title}}},\n  note = {{{note}}}\n}}", n + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

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
