//! Techniques: the share of paths that use them, how often, which of them come together; and one puzzle of each, drawn at the step with the
//! pattern marked.

use super::{Subject, chart_of, narrow_name, or_dash, share_cells, short_name};
use crate::{
    charts::{Dot, DotPlot, Drawing, HeatCell, HeatMap},
    format::{Unit, capital, percent, plain, rough_percent, whole},
    metrics::{CorpusMetrics, DifficultyMetrics, ExamplePuzzle, TechniqueMetrics},
    page::{Chart, PageBlock, Table},
};
use gridmill_board::{Grid, Shape};
use gridmill_draw::{Labels, Marks, StepPicture};
use gridmill_rate::{Family, NextStep, Pencilmarks, Rater, Rulebook, Step, StepData, Technique};
use std::{cmp::Reverse, collections::BTreeMap};

/// Techniques of the table of pairs, the most used ones.
const MAX_PAIRS: usize = 18;
/// Techniques of one column of the plot.
const MAX_LINES: usize = 26;
/// Share of puzzles below which techniques are folded.
const RARE: f64 = 0.005;

pub(super) fn blocks(of @ Subject { corpus, .. }: Subject<'_>) -> Vec<PageBlock> {
    let Some(difficulty) = &corpus.difficulty else { return Vec::new() };
    let used = |technique: &&TechniqueMetrics| technique.used.rows > 0;
    let (common, rare): (Vec<&TechniqueMetrics>, Vec<&TechniqueMetrics>) =
        difficulty.techniques.iter().filter(used).partition(|technique| technique.used.share >= RARE);
    if common.is_empty() && rare.is_empty() {
        return Vec::new();
    }
    let order = Order::of(corpus);
    let title = of.titled_by("Techniques used on the path");
    let mut blocks: Vec<PageBlock> = columns(&order.sorted(common), MAX_LINES)
        .into_iter()
        .enumerate()
        .map(|(column, shown)| {
            let (id, title) = match column {
                0 => (of.id("techniques"), title.clone()),
                _ => (
                    of.id(&format!("techniques-part-{}", column + 1)),
                    format!("{title}, part {}", column + 1),
                ),
            };
            plot(id, title, difficulty, &shown)
        })
        .collect();
    blocks.push(together(of.id("together"), of.titled_by("Techniques together"), difficulty));
    if !rare.is_empty() {
        let words = format!("{} techniques on fewer than {} of the paths", rare.len(), rough_percent(RARE));
        let title = of.titled_by("Rare techniques");
        let plot = plot(of.id("techniques-rare"), title, difficulty, &order.sorted(rare));
        blocks.push(PageBlock::Folded(words, vec![plot]));
    }
    // A page on several corpora would repeat the same patterns.
    if of.report.corpora.len() == 1 {
        blocks.extend(gallery(corpus));
    }
    blocks
}

/// Order of families and techniques in a rulebook.
struct Order(Vec<Technique>);

impl Order {
    /// Returns the order of the corpus's rulebook; of HoDoKu's, if it is not known.
    fn of(corpus: &CorpusMetrics) -> Self {
        let rulebook = rulebook(corpus).unwrap_or(Rulebook::hodoku());
        Self(rulebook.rules().iter().flat_map(|rule| rule.techniques().iter()).collect())
    }

    fn place(&self, technique: Technique) -> usize {
        self.0.iter().position(|known| *known == technique).unwrap_or(usize::MAX)
    }

    fn family(&self, family: Family) -> usize {
        self.0.iter().position(|known| known.family() == family).unwrap_or(usize::MAX)
    }

    /// Sorts techniques by family, each family together.
    fn sorted<'a>(&self, mut shown: Vec<&'a TechniqueMetrics>) -> Vec<&'a TechniqueMetrics> {
        shown.sort_by_key(|&metrics| {
            technique(metrics).map_or((usize::MAX, usize::MAX), |technique| {
                (self.family(technique.family()), self.place(technique))
            })
        });
        shown
    }
}

/// Splits techniques between families into as few columns as hold that number each.
fn columns<'a>(shown: &[&'a TechniqueMetrics], most: usize) -> Vec<Vec<&'a TechniqueMetrics>> {
    let count = shown.len().div_ceil(most).max(1);
    let each = shown.len().div_ceil(count);
    let mut columns: Vec<Vec<&TechniqueMetrics>> = vec![Vec::new()];
    for family in shown.chunk_by(|a, b| family(a) == family(b)) {
        let last = columns.last().map_or(0, Vec::len);
        // A family goes to the next column if more than half of it would be beyond this one's end.
        if last > 0 && last + family.len() / 2 >= each && columns.len() < count {
            columns.push(Vec::new());
        }
        columns.last_mut().into_iter().for_each(|column| column.extend(family));
    }
    columns
}

fn technique(metrics: &TechniqueMetrics) -> Option<Technique> {
    Technique::all().find(|known| known.name() == metrics.name)
}

fn family(metrics: &TechniqueMetrics) -> Option<Family> {
    technique(metrics).map(Technique::family)
}

fn plot(id: String, title: String, difficulty: &DifficultyMetrics, shown: &[&TechniqueMetrics]) -> PageBlock {
    let hardest = |name: &str| difficulty.hardest_technique.iter().find(|line| line.name == name);
    let has_hardest = !difficulty.hardest_technique.is_empty();
    let mut lines = Vec::new();
    let mut known = None;
    for metrics in shown {
        let own = family(metrics);
        if own != known {
            known = own;
            lines.push(Dot::Heading(capital(&own.map_or("", Family::name).replace('_', " "))));
        }
        lines.push(Dot::Line {
            name: narrow_name(metrics.name),
            share: metrics.used.share,
            interval: (metrics.used.low, metrics.used.high),
            ring: hardest(metrics.name).map(|line| line.share.share),
            note: metrics.mean_uses.map(|uses| format!("{uses:.1}")).unwrap_or_default(),
        });
    }
    let names = ["share of paths that use it", "share where it is the hardest", "steps"];
    let chart = DotPlot { x: "share of puzzles, logarithmic".to_owned(), names, lines };
    let row = |metrics: &&TechniqueMetrics| {
        let hardest = hardest(metrics.name);
        let hardest =
            if has_hardest { percent(hardest.map_or(0.0, |line| line.share.share)) } else { String::new() };
        let uses = [hardest, whole(metrics.uses as f64), or_dash(metrics.mean_uses, Unit::Plain)];
        [metrics.title.to_owned()].into_iter().chain(share_cells(metrics.used)).chain(uses).collect()
    };
    let names = [
        "technique",
        "#puzzles",
        "#share",
        "#95 % from",
        "#to",
        "#hardest, share of solved",
        "#steps",
        "#steps where used",
    ];
    let caption = "By family in the order of the rulebook. Another path may do without a technique. At the right, mean steps of a path that uses it.";
    chart_of(id, title, caption, Drawing::Dots(chart), Table::with(&names, shown.iter().map(row)))
}

fn together(id: String, title: String, difficulty: &DifficultyMetrics) -> PageBlock {
    let used = difficulty.techniques.iter().filter(|technique| technique.used.rows > 0);
    let mut shown: Vec<&TechniqueMetrics> = used.collect();
    shown.sort_by_key(|technique| (Reverse(technique.used.rows), technique.name));
    shown.truncate(MAX_PAIRS);
    let mut rows: BTreeMap<(&str, &str), u64> = BTreeMap::new();
    for pair in &difficulty.together {
        rows.insert((pair.one, pair.other), pair.rows);
        rows.insert((pair.other, pair.one), pair.rows);
    }
    let cell = |one: &TechniqueMetrics, other: &TechniqueMetrics| {
        let both = rows.get(&(one.name, other.name)).copied().unwrap_or(0);
        let share = both as f64 / one.used.rows as f64;
        let title = format!("{} with {}: {}", narrow_name(one.name), narrow_name(other.name), percent(share));
        (one.name != other.name).then_some(HeatCell { depth: share, text: String::new(), title })
    };
    let names: Vec<String> = shown.iter().map(|technique| narrow_name(technique.name)).collect();
    let chart = HeatMap {
        x_label: "\u{2026} that also have".to_owned(),
        y_label: "of paths with".to_owned(),
        columns: names.clone(),
        rows: names,
        cells: shown.iter().map(|one| shown.iter().map(|other| cell(one, other)).collect()).collect(),
        blocks: (0, 0),
        ends: Some(("0 %".to_owned(), "100 %".to_owned())),
    };
    let caption = "Of the paths that use the technique of the line, the share that also uses that of the column: the deeper, \
                   the more. The techniques used most.";
    let mut table = Table::new(&["technique", "and", "#puzzles with both", "#times as often as by chance"]);
    let mut pairs: Vec<_> = difficulty.together.iter().collect();
    pairs.sort_by_key(|pair| (Reverse(pair.rows), pair.one, pair.other));
    let drawn = |name: &str| shown.iter().any(|technique| technique.name == name);
    pairs.retain(|pair| drawn(pair.one) && drawn(pair.other));
    for pair in pairs {
        table.row([pair.one.to_owned(), pair.other.to_owned(), whole(pair.rows as f64), plain(pair.lift)]);
    }
    chart_of(id, title, caption, Drawing::Heat(chart), table)
}

/// Work that the chains of one step may take, in nodes: a small part of what a rating may.
const BUDGET: u64 = 20_000_000;

/// Returns the rulebook that rated a corpus, if it is known.
fn rulebook(corpus: &CorpusMetrics) -> Option<&Rulebook> {
    let scale = corpus.origin.rating_scale.as_deref();
    let of_plan = corpus.origin.plan.as_ref().map_or(&[][..], |plan| &plan.rating.rulebooks);
    let planned = of_plan.iter().map(|rulebook| &**rulebook).find(|known| Some(known.scale()) == scale);
    let built_in = Rulebook::all_built_in().iter().find(|known| Some(known.scale()) == scale);
    planned.or(built_in)
}

fn gallery(corpus: &CorpusMetrics) -> Vec<PageBlock> {
    let Some(rulebook) = rulebook(corpus).filter(|known| known.check_shape(corpus.shape).is_ok()) else {
        return Vec::new();
    };
    let mut rater = Rater::new(rulebook).with_budget(BUDGET);
    let examples = corpus.examples.techniques.iter();
    let charts: Vec<Chart> = examples
        .filter_map(|example| chart(&mut rater, example, corpus.shape, corpus.rulebook.as_deref()))
        .collect();
    if charts.is_empty() {
        return Vec::new();
    }
    let key = "Each is the first puzzle of the corpus that needs the technique, at its first such step. Links of chains are solid if \
               strong, dashed if weak, and dotted (indirect) where a pattern or a chain within the chain removes the candidate.";
    let blocks = vec![PageBlock::Text(key.to_owned()), PageBlock::Gallery(charts)];
    vec![PageBlock::Folded("A puzzle for each technique, at its step".to_owned(), blocks)]
}

fn chart(rater: &mut Rater, example: &ExamplePuzzle, shape: Shape, rulebook: Option<&str>) -> Option<Chart> {
    let technique = Technique::all().find(|technique| technique.name() == example.of)?;
    let (step, before) = first_step(rater, &Grid::parse(shape, &example.puzzle).ok()?, technique)?;
    let text = StepData::from(&step).text;
    let with_rulebook = |before: &str, after: &str| {
        rulebook.map_or_else(String::new, |rulebook| format!("{before}{rulebook}{after}"))
    };
    let title = short_name(technique.name()) + &with_rulebook(" (", ")");
    let lines = [("step", &text), ("puzzle", &example.puzzle)];
    let table = Table::with(&["part", "text"], lines.map(|(name, text)| vec![name.to_owned(), text.clone()]));
    let picture = StepPicture::new(&Marks::from(&before), &step).with_labels(Labels::None).draw();
    let id = format!("step-{}{}", with_rulebook("", "-"), technique.name()).replace('_', "-");
    let (caption, drawing) = (cut(&text), Drawing::Picture(picture));
    Some(Chart { id, title, caption, quantity: String::new(), drawing, table })
}

/// Characters of a step's text above its picture; the whole is in the table.
const MAX_CAPTION: usize = 150;

fn cut(text: &str) -> String {
    if text.chars().count() <= MAX_CAPTION {
        return text.to_owned();
    }
    text.chars().take(MAX_CAPTION).chain(['\u{2026}']).collect()
}

/// Solves up to the first step of a technique; returns it and the state before it.
fn first_step(rater: &mut Rater, puzzle: &Grid, technique: Technique) -> Option<(Step, Pencilmarks)> {
    let mut marks = Pencilmarks::new(puzzle);
    while let Ok(Some(NextStep { step, .. })) = rater.next_step(&marks) {
        if step.technique == technique {
            return Some((step, marks));
        }
        marks.apply(&step);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A puzzle that takes hidden singles, locked candidates, naked pairs and an X-wing.
    const PUZZLE: &str = "8..2..4..7..91.....5...7.2......6.1.69..3......4.....5....8.39...86..5..9......7.";

    #[test]
    fn the_first_step_of_a_technique_is_found_with_its_state() {
        let (mut rater, puzzle) = (Rater::new(Rulebook::hodoku()), PUZZLE.parse().unwrap());
        let mut seen = 0;
        for technique in
            [Technique::HiddenSingle, Technique::Pointing, Technique::NakedPair, Technique::XWing]
        {
            let Some((step, before)) = first_step(&mut rater, &puzzle, technique) else { continue };
            seen += 1;
            assert_eq!(step.technique, technique);
            let has = |cell, digit| before.candidates(cell).contains(digit);
            assert!(step.eliminations.iter().all(|gone| has(gone.cell, gone.digit)), "{technique:?}");
            assert!(step.placements().all(|placed| has(placed.cell, placed.digit)), "{technique:?}");
        }
        assert_eq!(seen, 4);
    }
}
