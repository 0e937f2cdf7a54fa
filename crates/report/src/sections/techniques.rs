//! Techniques: the share of paths that use them, how often, which of them come together, and one puzzle of each.

use super::{chart_of, gallery, id, narrow_name, or_dash, titled_by};
use crate::{
    Report,
    charts::{Dot, DotPlot, Drawing, HeatCell, HeatMap},
    format::{Unit, capital, percent, plain, rough_percent, whole},
    metrics::{CorpusMetrics, DifficultyMetrics, TechniqueMetrics},
    page::{PageBlock, Table},
};
use gridmill_rate::{Family, Rulebook, Technique};
use std::{cmp::Reverse, collections::BTreeMap};

/// Techniques of the table of pairs, the most used ones.
const MAX_PAIRS: usize = 18;
/// Techniques of one column of the plot.
const MAX_LINES: usize = 26;
/// Share of puzzles below which techniques are folded.
const RARE: f64 = 0.005;

pub(super) fn blocks(report: &Report, n: usize, corpus: &CorpusMetrics) -> Vec<PageBlock> {
    let Some(difficulty) = &corpus.difficulty else { return Vec::new() };
    let used = |technique: &&TechniqueMetrics| technique.used.rows > 0;
    let (common, rare): (Vec<&TechniqueMetrics>, Vec<&TechniqueMetrics>) =
        difficulty.techniques.iter().filter(used).partition(|technique| technique.used.share >= RARE);
    if common.is_empty() && rare.is_empty() {
        return Vec::new();
    }
    let order = Order::of(corpus);
    let title = titled_by(report, corpus, "Techniques used on the path");
    let mut blocks: Vec<PageBlock> = columns(&order.sorted(common), MAX_LINES)
        .into_iter()
        .enumerate()
        .map(|(column, shown)| {
            let (id, title) = match column {
                0 => (id("techniques", n), title.clone()),
                _ => (
                    id(&format!("techniques-part-{}", column + 1), n),
                    format!("{title}, part {}", column + 1),
                ),
            };
            plot(id, title, difficulty, &shown)
        })
        .collect();
    blocks.push(together(id("together", n), titled_by(report, corpus, "Techniques together"), difficulty));
    if !rare.is_empty() {
        let words = format!("{} techniques on fewer than {} of the paths", rare.len(), rough_percent(RARE));
        let title = titled_by(report, corpus, "Rare techniques");
        let plot = plot(id("techniques-rare", n), title, difficulty, &order.sorted(rare));
        blocks.push(PageBlock::Folded(words, vec![plot]));
    }
    // A page on several corpora would repeat the same patterns.
    if report.corpora.len() == 1 {
        blocks.extend(gallery::blocks(corpus));
    }
    blocks
}

/// Order of families and techniques in a rulebook.
struct Order(Vec<Technique>);

impl Order {
    /// Returns the order of the corpus's rulebook; of HoDoKu's, if it is not known.
    fn of(corpus: &CorpusMetrics) -> Self {
        let rulebook = gallery::rulebook(corpus).unwrap_or(Rulebook::hodoku());
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
        let share = metrics.used;
        let hardest = hardest(metrics.name);
        let hardest =
            if has_hardest { percent(hardest.map_or(0.0, |line| line.share.share)) } else { String::new() };
        vec![
            metrics.title.to_owned(),
            whole(share.rows as f64),
            percent(share.share),
            percent(share.low),
            percent(share.high),
            hardest,
            whole(metrics.uses as f64),
            or_dash(metrics.mean_uses, Unit::Plain),
        ]
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
