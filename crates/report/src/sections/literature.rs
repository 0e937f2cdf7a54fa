//! Ratings and published ones of minimal 9x9 puzzles, on comparable scales.

use super::{Subject, axis, lines_chart, with_error};
use crate::{
    charts::{LineChart, Mark, Series},
    format::{Unit, dash, mean_rating, percent, whole},
    metrics::{CorpusMetrics, DifficultyMetrics, PUBLISHED, Published},
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
pub(super) fn falls_to_singles(corpus: &CorpusMetrics) -> Option<String> {
    let known = PUBLISHED.iter().filter(|_| corpus.shape == Shape::STANDARD).filter_map(|published| {
        let share = published.falls_to_singles_percent? / 100.0;
        // The author did not weight these rows.
        let weighted = if published.effective_rows_of_b.is_some() { " (rows weighted here)" } else { "" };
        Some(format!("{}{weighted} {}", published.name, percent(share)))
    });
    let known: Vec<String> = known.collect();
    (!known.is_empty()).then(|| format!("D. Berthier: {}.", known.join("; ")))
}

/// Tabulates means of ER and published ones.
pub(super) fn er(of @ Subject { corpus, .. }: Subject<'_>, difficulty: &DifficultyMetrics) -> Vec<PageBlock> {
    if !has_published_er(corpus) {
        return Vec::new();
    }
    let title = of.titled_by("ER against the literature");
    let by_givens = PUBLISHED.iter().find(|published| published.mean_er_by_givens.iter().next().is_some());
    let chart = by_givens.map(|published| chart(of.id("er-published"), title, difficulty, published));
    let mut blocks: Vec<PageBlock> = chart.into_iter().collect();
    let means_title = of.titled_by("Mean ER against the literature");
    blocks.push(PageBlock::Table(means_title, means(corpus, difficulty)));
    blocks
}

fn means(corpus: &CorpusMetrics, difficulty: &DifficultyMetrics) -> Table {
    let mut table = Table::new(&["puzzles", "#mean ER", "#sd", "source"]);
    if let Some(er) = difficulty.hardest_step.as_ref().map(|step| &step.ratings) {
        let error = er.sd.map(|sd| sd / (er.rows as f64).sqrt());
        let mean = with_error(er.mean, error, Unit::Plain);
        let sd = er.sd.map_or_else(dash, mean_rating);
        let solved = difficulty
            .solved
            .map_or_else(String::new, |solved| format!("{} that are ", percent(solved.share)));
        let source = format!("here, of the {solved}solved; after \u{b1} one standard error");
        table.row([corpus.origin.name.clone(), mean, sd, source]);
    }
    for published in PUBLISHED {
        let words = [published.name.to_owned(), two(published.mean_er), two(published.sd_er)];
        table.row(words.into_iter().chain([published.source.to_owned()]));
    }
    table
}

fn two(er: f64) -> String {
    format!("{er:.2}")
}

fn chart(id: String, title: String, difficulty: &DifficultyMetrics, published: &Published) -> PageBlock {
    let of_givens = difficulty.hardest_step.as_ref().map_or(&[][..], |step| &step.of_givens);
    let own = of_givens.iter().map(|line| (f64::from(line.givens), line.mean));
    let known = published.mean_er_by_givens.iter().map(|(givens, er)| (f64::from(givens), er));
    let own = Series::new(Mark::Line, "here", own.collect());
    let known = Series::new(Mark::Line, published.name, known.collect());
    let chart = LineChart::new(axis("givens", Unit::Count), axis("mean ER", Unit::Rating), vec![own, known]);
    let row = |line: &crate::metrics::RatingOfGivens| {
        let known = published.mean_er_by_givens.get(line.givens).map_or_else(dash, two);
        vec![line.givens.to_string(), whole(line.rows as f64), mean_rating(line.mean), known]
    };
    let names = ["#givens", "#puzzles", "#mean ER", &format!("#{}", published.name)];
    let table = Table::with(&names, of_givens.iter().map(row));
    let caption = "Mean by givens; few puzzles at the ends. Published: D. Berthier's classification results.";
    lines_chart(id, title, caption, chart, table)
}
