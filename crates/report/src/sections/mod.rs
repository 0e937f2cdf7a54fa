//! Sections of the page.

mod comparison;
mod difficulty;
mod givens;
mod lead;
mod literature;
mod provenance;
mod scales;
mod techniques;
mod time;
mod trial;
mod unbiased;

use super::{
    Report,
    charts::{Axis, Drawing, LineChart},
    format::{self, Unit, dash, percent, whole},
    metrics::{CorpusMetrics, Proportion, UnbiasedEstimate},
    page::{Chart, Document, PageBlock, Section, Table, each_chart},
};
use gridmill_board::{Grid, Shape};
use gridmill_draw::{Picture, PuzzlePicture};
use gridmill_rate::Technique;
use gridmill_tables::schema::ColumnId;
pub(super) use time::percentiles;

impl Report {
    pub(super) fn document(&self) -> Document {
        let names: Vec<&str> = self.corpora.iter().map(|corpus| corpus.origin.name.as_str()).collect();
        Document {
            command: self.command.clone(),
            title: format!("Report on {}", names.join(", ")),
            lead: lead::lead(self),
            sections: sections(self),
            closing: format!("Made by {}. Intervals are 95 % unless they say otherwise.", self.program),
        }
    }
}

/// Returns the sections that are not empty. Several corpora are compared first, and their own sections folded.
fn sections(report: &Report) -> Vec<Section> {
    let mut sections: Vec<Section> = match report.corpora.as_slice() {
        [corpus] if corpus.unbiased.is_some() => weighted(report, corpus),
        [corpus] => topics(Subject { report, n: 0, corpus })
            .into_iter()
            .map(|(id, title, blocks)| Section::open(&id, &title, blocks))
            .collect(),
        corpora => {
            let comparison = Section::open("comparison", "Comparison", comparison::blocks(report));
            let own = corpora.iter().enumerate().map(|(n, corpus)| of_corpus(Subject { report, n, corpus }));
            std::iter::once(comparison).chain(own).collect()
        }
    };
    let provenance = provenance::blocks(report);
    sections.push(Section { folded: true, ..Section::open("provenance", "Provenance", provenance) });
    sections.retain(|section| !section.blocks.is_empty());
    sections
}

/// Returns the sections on weighted rows: the estimates first, then the raw sample, folded, whose shares estimate nothing.
fn weighted(report: &Report, corpus: &CorpusMetrics) -> Vec<Section> {
    let title = format::capital(&corpus.origin.facts.population_words(corpus.shape));
    let (mut sections, mut raw) = (Vec::new(), vec![PageBlock::Text(RAW.to_owned())]);
    for (id, topic, blocks) in topics(Subject { report, n: 0, corpus }) {
        match id.as_str() {
            "unbiased" => sections.push(Section::open(&id, &title, blocks)),
            "checks" | "scales" | "trial" => sections.push(Section::open(&id, &topic, blocks)),
            id if id.starts_with("hardest") => sections.push(Section::open(id, &topic, blocks)),
            _ => {
                raw.push(PageBlock::Heading(topic));
                raw.extend(blocks);
            }
        }
    }
    let at = sections.len().min(1);
    sections.insert(at, Section { folded: true, ..Section::open("raw", "The raw sample", raw) });
    sections
}

const RAW: &str = "Rows as they were drawn, each counted once. Their shares describe the sample, and estimate no population.";

/// Returns the blocks on one corpus by topic, each with id and title. Topics of ratings come once for each scale.
fn topics(of @ Subject { report, n, corpus }: Subject<'_>) -> Vec<(String, String, Vec<PageBlock>)> {
    let mut all = Vec::new();
    let mut add = |id: String, title: &str, mut blocks: Vec<PageBlock>| {
        if !blocks.is_empty() {
            let is_estimate = ["unbiased", "scales", "trial"].contains(&id.as_str());
            let quantity = quantity(corpus, is_estimate);
            each_chart(&mut blocks, &mut |chart| quantity.clone_into(&mut chart.quantity));
            all.push((id, title.to_owned(), blocks));
        }
    };
    // Charts of a further scale are named as those of one more corpus.
    let named = corpus.scales().enumerate();
    let named = named.map(|(k, corpus)| Subject { report, n: n + report.corpora.len() * k, corpus });
    let scales: Vec<Subject<'_>> = named.collect();
    let further = scales.iter().skip(1).flat_map(|&scale| unbiased::of_further_scale(scale));
    let unbiased = unbiased::blocks(of).into_iter().chain(further);
    add("unbiased".to_owned(), "All minimal puzzles", unbiased.collect());
    for (place, &scale) in scales.iter().enumerate() {
        let named = |title: &str| with_rulebook(title, scale.corpus);
        add(id("difficulty", place), &named("Difficulty"), difficulty::blocks(scale));
        add(id("techniques", place), &named("Techniques"), techniques::blocks(scale));
    }
    add("scales".to_owned(), "Scales and guesses next to each other", scales::blocks(of));
    add("trial".to_owned(), "Difficulty without a rulebook", trial::blocks(of));
    for (place, &Subject { corpus, .. }) in scales.iter().enumerate() {
        let title = with_rulebook("The hardest puzzles", corpus);
        add(id("hardest", place), &title, difficulty::hardest(corpus));
    }
    add("givens".to_owned(), "Givens", givens::blocks(of));
    add("positions".to_owned(), "Positions", givens::position_blocks(of));
    add("checks".to_owned(), "Checks", provenance::checks(of));
    all
}

/// Returns a title that names the rulebook where there are several.
fn with_rulebook(title: &str, corpus: &CorpusMetrics) -> String {
    match &corpus.rulebook {
        Some(rulebook) => format!("{title} ({rulebook})"),
        None => title.to_owned(),
    }
}

fn quantity(corpus: &CorpusMetrics, is_estimate: bool) -> String {
    let (facts, rows) = (&corpus.origin.facts, format::whole(corpus.rows as f64));
    if is_estimate {
        format!("estimate of {}, {rows} weighted rows", facts.population_words(corpus.shape))
    } else if corpus.unbiased.is_some() {
        format!("raw sample of {rows} rows, not weighted")
    } else {
        format!("{}, {rows} rows", facts.sample_words(corpus.shape))
    }
}

fn of_corpus(of: Subject<'_>) -> Section {
    let blocks = topics(of)
        .into_iter()
        .flat_map(|(_, title, blocks)| std::iter::once(PageBlock::Heading(of.titled(&title))).chain(blocks));
    let id = format!("corpus-{}", of.n + 1);
    Section { folded: true, ..Section::open(&id, &of.corpus.origin.name, blocks.collect()) }
}

/// Returns a name for a chart of corpus `n`, unique in the report.
fn id(name: &str, n: usize) -> String {
    if n == 0 { name.to_owned() } else { format!("{name}-{}", n + 1) }
}

/// Corpus of a report, or its ratings on one of several scales.
#[derive(Clone, Copy)]
struct Subject<'a> {
    report: &'a Report,
    /// Its number in names of charts.
    n: usize,
    corpus: &'a CorpusMetrics,
}

impl Subject<'_> {
    /// Returns a name for a chart, unique in the report.
    fn id(self, name: &str) -> String {
        id(name, self.n)
    }

    /// Returns a title that names the corpus where there are several.
    fn titled(self, title: &str) -> String {
        let is_one = self.report.corpora.len() < 2;
        if is_one { title.to_owned() } else { format!("{title}: {}", self.corpus.origin.name) }
    }

    /// Returns a title of ratings that names the rulebook and the corpus where there are several.
    fn titled_by(self, title: &str) -> String {
        self.titled(&with_rulebook(title, self.corpus))
    }
}

/// Shortens the name of a technique for charts; other words stay unchanged.
fn short_name(name: &str) -> String {
    let technique = Technique::all().find(|technique| technique.name() == name);
    let Some(title) = technique.map(Technique::title) else { return name.replace('_', " ") };
    let title = title.split_once(" (Locked").map_or(title, |(title, _)| title);
    let shorter = [
        ("Bivalue Universal Grave", "BUG"),
        ("Almost Locked Set", "ALS"),
        ("Forcing Chains", "FC"),
        ("Nice Loop", "Loop"),
        (" Type ", " "),
        (" (+)", "+"),
    ];
    shorter.iter().fold(title.to_owned(), |title, (long, short)| title.replace(long, short))
}

/// Shortens the name of a technique for the narrow column of names next to a chart.
fn narrow_name(name: &str) -> String {
    let shorter = [
        (" (+ Dynamic FC (+ FC))", " + nested"),
        ("Dynamic", "Dyn."),
        ("Grouped ", "Gr. "),
        ("Discontinuous", "Discont."),
        ("Bidirectional", "Bidir."),
        ("Contradiction", "Contrad."),
        ("Forcing Chain ", "FC "),
        ("Forcing Net ", "Net "),
        ("Aligned", "Al."),
        ("Multiple", "Mult."),
        ("Direct Hidden", "Dir. Hidden"),
        ("Avoidable", "Avoid."),
    ];
    shorter.iter().fold(short_name(name), |title, (long, short)| title.replace(long, short))
}

fn axis(label: &str, unit: Unit) -> Axis {
    Axis::new(label, unit)
}

fn lines_chart(id: String, title: String, caption: &str, chart: LineChart, table: Table) -> PageBlock {
    chart_of(id, title, caption, Drawing::Lines(chart), table)
}

fn puzzle_picture(shape: Shape, puzzle: &str) -> Picture {
    let puzzle = Grid::parse(shape, puzzle).unwrap_or_else(|_| Grid::empty(shape));
    PuzzlePicture::new(&puzzle).draw()
}

fn chart(id: String, title: String, caption: &str, drawing: Drawing, table: Table) -> Chart {
    Chart { id, title, caption: caption.to_owned(), quantity: String::new(), drawing, table }
}

fn block_of(chart: Chart) -> PageBlock {
    PageBlock::Chart(Box::new(chart))
}

fn chart_of(id: String, title: String, caption: &str, drawing: Drawing, table: Table) -> PageBlock {
    block_of(chart(id, title, caption, drawing, table))
}

/// Returns the name and the unit of the rating of the hardest step that a column holds.
fn rating_words(column: ColumnId) -> (&'static str, Unit) {
    if column == ColumnId::HardestScore {
        ("score of the hardest step", Unit::Count)
    } else {
        ("ER", Unit::Rating)
    }
}

fn or_dash(value: Option<f64>, unit: Unit) -> String {
    value.map_or_else(dash, |value| unit.show(value))
}

/// Formats a share of rows: their number, the share, and the ends of its interval.
fn share_cells(Proportion { rows, share, low, high }: Proportion) -> [String; 4] {
    [whole(rows as f64), percent(share), percent(low), percent(high)]
}

fn estimated(UnbiasedEstimate { value, error, .. }: UnbiasedEstimate, unit: Unit) -> String {
    with_error(value, error, unit)
}

fn with_error(value: f64, error: Option<f64>, unit: Unit) -> String {
    match (error, unit) {
        (Some(error), Unit::Share) => format::share_with_error(value, error),
        (Some(error), _) => format::with_error(value, error),
        (None, unit) => unit.show(value),
    }
}

/// Formats a quantile of weighted rows with its 95 % interval. Without one it is only printed of rows that are not independent.
fn with_interval(value: f64, interval: Option<(f64, f64)>, independent: bool) -> String {
    match interval {
        Some((low, high)) => {
            format!("{} ({} to {})", format::plain(value), format::plain(low), format::plain(high))
        }
        None if independent => dash(),
        None => format::plain(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No two techniques look the same once names are cut to the width of charts.
    #[test]
    fn short_names_tell_techniques_apart() {
        let names = ["unique_rectangle_1", "bug_3", "pointing", "my_own"].map(short_name);
        assert_eq!(names, ["Unique Rectangle 1", "BUG 3", "Pointing", "my own"]);
        for (short, width) in [(short_name as fn(&str) -> String, 25), (narrow_name, 18)] {
            let mut cut: Vec<String> =
                Technique::all().map(|t| short(t.name()).chars().take(width).collect()).collect();
            cut.sort();
            let repeated = cut.windows(2).find(|pair| pair[0] == pair[1]);
            assert_eq!(repeated, None);
        }
    }
}
