//! One puzzle for each technique, drawn at the step with the pattern marked.

use super::short_name;
use crate::{
    charts::{Drawing, DrawnLink, Link, StepMarks, Sudoku},
    metrics::{CorpusMetrics, ExamplePuzzle},
    page::{Chart, PageBlock, Table},
};
use gridmill_board::{Cell, Grid, House, HouseKind, Shape};
use gridmill_rate::{
    CandidateData, ChainNode, LinkKind, NextStep, Pencilmarks, Rater, Rulebook, Step, StepData, StepLink,
    Technique,
};

/// Work that the chains of one step may take, in nodes: a small part of what a rating may.
const BUDGET: u64 = 20_000_000;

/// Returns the rulebook that rated a corpus, if it is known.
pub(super) fn rulebook(corpus: &CorpusMetrics) -> Option<&Rulebook> {
    let scale = corpus.origin.rating_scale.as_deref();
    let of_plan = corpus.origin.plan.as_ref().map_or(&[][..], |plan| &plan.rating.rulebooks);
    let planned = of_plan.iter().map(|rulebook| &**rulebook).find(|known| Some(known.scale()) == scale);
    let built_in = Rulebook::all_built_in().iter().find(|known| Some(known.scale()) == scale);
    planned.or(built_in)
}

pub(super) fn blocks(corpus: &CorpusMetrics) -> Vec<PageBlock> {
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
    let key = "Green: candidates of the pattern; orange: its second part, such as fins, the other colour, or what is off; red: \
               candidates that are removed. Links of chains are solid if strong, dashed if weak, and dotted (indirect) where a pattern or a chain \
               within the chain removes the candidate. Of forcing nets the nodes are marked without links: each follows from those \
               before it by singles. Each is the first puzzle of the corpus that needs the technique, at its first such step.";
    let blocks = vec![PageBlock::Text(key.to_owned()), PageBlock::Gallery(charts)];
    vec![PageBlock::Folded("A puzzle for each technique, at its step".to_owned(), blocks)]
}

fn chart(rater: &mut Rater, example: &ExamplePuzzle, shape: Shape, rulebook: Option<&str>) -> Option<Chart> {
    let technique = Technique::all().find(|technique| technique.name() == example.of)?;
    let (step, before) = first_step(rater, &Grid::parse(shape, &example.puzzle).ok()?, technique)?;
    let chains = step.links();
    let step = StepData::from(&step);
    let beside = |before: &str, after: &str| {
        rulebook.map_or_else(String::new, |rulebook| format!("{before}{rulebook}{after}"))
    };
    let title = short_name(technique.name()) + &beside(" (", ")");
    let lines = [("step", &step.text), ("puzzle", &example.puzzle)];
    let table = Table::with(&["part", "text"], lines.map(|(name, text)| vec![name.to_owned(), text.clone()]));
    let (links, left_out) = drawn_links(&chains);
    let marks = StepMarks { links, ..marks(&step, &before) };
    let drawing = Drawing::Sudoku(Sudoku { shape, puzzle: example.puzzle.clone(), step: Some(marks) });
    let id = format!("step-{}{}", beside("", "-"), technique.name()).replace('_', "-");
    let mut caption = cut(&step.text);
    if left_out > 0 {
        caption += &format!(" {left_out} of its links are not drawn.");
    }
    Some(Chart { id, title, caption, quantity: String::new(), drawing, table })
}

/// Characters of a step's text that stand above its picture; the whole is in the table.
const MOST: usize = 150;

fn cut(text: &str) -> String {
    if text.chars().count() <= MOST {
        return text.to_owned();
    }
    text.chars().take(MOST).chain(['\u{2026}']).collect()
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

/// Returns the cells of a house by its short name.
fn house(name: &str, shape: Shape) -> Vec<usize> {
    let number: usize = name.get(1..).and_then(|number| number.parse().ok()).unwrap_or(1);
    let kind = match name.get(..1) {
        Some("r") => HouseKind::Row,
        Some("c") => HouseKind::Column,
        _ => HouseKind::Box,
    };
    House::new(kind, number.saturating_sub(1)).cells_in(shape).map(Cell::index).collect()
}

/// Marks the pattern of a step on the state before it.
fn marks(step: &StepData, before: &Pencilmarks) -> StepMarks {
    let candidates: Vec<Vec<usize>> = before
        .shape()
        .all_cells()
        .map(|cell| match before.value(cell) {
            None => before.candidates(cell).map(|digit| usize::from(digit.value())).collect(),
            Some(_) => Vec::new(),
        })
        .collect();
    let has = |&(cell, digit): &(usize, usize)| candidates.get(cell).is_some_and(|all| all.contains(&digit));
    let within = |cells: &[u8], digits: &[u8]| -> Vec<(usize, usize)> {
        let all = cells.iter().flat_map(|&cell| digits.iter().map(move |&digit| (cell.into(), digit.into())));
        all.filter(has).collect()
    };
    let place = |one: &CandidateData| (usize::from(one.cell), usize::from(one.digit));
    let mut pattern = [Vec::new(), Vec::new()];
    if !step.chains.is_empty() {
        for node in step.chains.iter().flatten() {
            pattern[usize::from(!node.on)].extend(within(&node.cells, &[node.digit]));
        }
    } else if !step.colors.is_empty() {
        for (n, color) in step.colors.iter().enumerate() {
            pattern[n % 2].extend(within(color, &step.digits));
        }
    } else if !step.sets.is_empty() {
        for (n, set) in step.sets.iter().enumerate() {
            pattern[n % 2].extend(within(&set.cells, &set.digits));
        }
    } else {
        let every: Vec<u8> = (1..=9).collect();
        let digits = if step.digits.is_empty() { &every } else { &step.digits };
        let second: Vec<u8> = step.fins.iter().chain(&step.extra).copied().collect();
        let first: Vec<u8> = step.cells.iter().filter(|cell| !second.contains(cell)).copied().collect();
        pattern = [within(&first, digits), within(&second, digits)];
    }
    for part in &mut pattern {
        part.sort_unstable();
        part.dedup();
    }
    let removed: Vec<(usize, usize)> = step.eliminations.iter().map(place).collect();
    for part in &mut pattern {
        part.retain(|one| !removed.contains(one));
    }
    let houses = if step.base.is_empty() { &step.houses } else { &step.base };
    let shaded: Vec<usize> = if houses.is_empty() {
        step.cells.iter().map(|&cell| cell.into()).collect()
    } else {
        houses.iter().flat_map(|name| house(name, before.shape())).collect()
    };
    StepMarks {
        filled: before.grid().to_string(),
        candidates,
        cells: shaded,
        pattern,
        removed,
        placed: step.placements.iter().map(place).collect(),
        links: Vec::new(),
    }
}

/// Links of a step that are drawn: more hide the grid.
const MAX_LINKS: usize = 24;

/// Returns the links to draw, and the number of those that are left out.
///
/// Up to [`MAX_LINKS`] are all drawn. Of more, each chain has the shortest path from its assumption to its end, those with the fewest
/// links first, as far as there is room; of one that is too long, the part next to the assumption.
fn drawn_links(chains: &[Vec<StepLink>]) -> (Vec<Link>, usize) {
    let mut all: Vec<Link> = chains.iter().flatten().filter_map(drawn).collect();
    all.sort_unstable();
    all.dedup();
    if all.len() <= MAX_LINKS {
        return (all, 0);
    }
    let mut paths: Vec<Vec<Link>> =
        chains.iter().map(|chain| shortest_path(chain).iter().filter_map(drawn).collect()).collect();
    paths.sort_by_key(Vec::len);
    let mut kept: Vec<Link> = Vec::new();
    for link in paths.into_iter().flatten() {
        if kept.len() < MAX_LINKS && !kept.contains(&link) {
            kept.push(link);
        }
    }
    kept.sort_unstable();
    let left_out = all.len() - kept.len();
    (kept, left_out)
}

/// Returns the shortest path from the first node of a chain to its last; of several, the first.
fn shortest_path(chain: &[StepLink]) -> Vec<StepLink> {
    let (Some(first), Some(last)) = (chain.first(), chain.last()) else { return Vec::new() };
    // Links are ordered by the node that they lead to, and parents come first, so one pass knows every way.
    let mut ways: Vec<(ChainNode, Vec<StepLink>)> = vec![(first.from, Vec::new())];
    for link in chain {
        let Some((_, way)) = ways.iter().find(|(node, _)| *node == link.from) else { continue };
        let way: Vec<StepLink> = way.iter().copied().chain([*link]).collect();
        match ways.iter_mut().find(|(node, _)| *node == link.to) {
            Some((_, known)) if known.len() > way.len() => *known = way,
            Some(_) => {}
            None => ways.push((link.to, way)),
        }
    }
    ways.into_iter().find(|(node, _)| *node == last.to).map(|(_, way)| way).unwrap_or_default()
}

/// Returns a link from the first cell of its node to that of the next; `None` where singles lead from one to the other.
fn drawn(link: &StepLink) -> Option<Link> {
    let StepLink { from, to, kind } = link;
    let kind = match kind {
        Some(LinkKind::Strong) => DrawnLink::Strong,
        Some(LinkKind::Weak) => DrawnLink::Weak,
        None if from.on && to.on => return None,
        None => DrawnLink::Within,
    };
    let end = |node: &ChainNode| Some((node.cells.first()?.index(), usize::from(node.digit.value())));
    Some((end(from)?, end(to)?, kind))
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridmill_board::{CellSet, Digit};

    /// A puzzle that takes hidden singles, locked candidates, naked pairs and an X-wing.
    const PUZZLE: &str = "8..2..4..7..91.....5...7.2......6.1.69..3......4.....5....8.39...86..5..9......7.";

    #[test]
    fn the_pattern_is_that_of_the_first_step_of_the_technique() {
        let (mut rater, puzzle) = (Rater::new(Rulebook::hodoku()), PUZZLE.parse().unwrap());
        let mut seen = 0;
        for technique in
            [Technique::HiddenSingle, Technique::Pointing, Technique::NakedPair, Technique::XWing]
        {
            let Some((step, before)) = first_step(&mut rater, &puzzle, technique) else { continue };
            seen += 1;
            let step = StepData::from(&step);
            let marks = marks(&step, &before);
            assert_eq!(step.technique, technique.name());
            for &(cell, digit) in marks.pattern.iter().flatten().chain(&marks.removed).chain(&marks.placed) {
                assert!(marks.candidates[cell].contains(&digit), "{}: {digit} in {cell}", step.text);
            }
            assert_eq!(
                marks.removed.len() + marks.placed.len(),
                step.eliminations.len() + step.placements.len()
            );
            assert!(marks.pattern[0].iter().all(|place| !marks.removed.contains(place)));
        }
        assert_eq!(seen, 4);
    }

    #[test]
    fn short_chains_have_all_links_and_long_ones_the_shortest_path() {
        let node = |cell: usize, digit: usize, on| ChainNode {
            cells: CellSet::only(Cell::new(cell)),
            digit: Digit::from_index(digit - 1),
            on,
        };
        let link =
            |from: ChainNode, to: ChainNode| StepLink { from, to, kind: LinkKind::between(&from, &to) };
        // From 1 at r1c1, a long way round and a short one, both to the end.
        let start = node(0, 1, true);
        let way: Vec<ChainNode> = (1..60).map(|n| node(n, 1, n % 2 == 0)).collect();
        let mut chain: Vec<StepLink> = Vec::new();
        for (n, &at) in way.iter().enumerate() {
            chain.push(link(if n == 0 { start } else { way[n - 1] }, at));
        }
        let (links, left_out) = drawn_links(std::slice::from_ref(&chain));
        assert_eq!((links.len(), left_out), (MAX_LINKS, 59 - MAX_LINKS));
        chain.push(link(way[4], way[58]));
        let (links, left_out) = drawn_links(std::slice::from_ref(&chain));
        assert_eq!((links.len(), left_out), (6, 54));
        assert_eq!(links[0], ((0, 1), (1, 1), DrawnLink::Weak));
        let (links, left_out) = drawn_links(&[chain[..10].to_vec(), chain[..10].to_vec()]);
        assert_eq!((links.len(), left_out), (10, 0));
    }

    #[test]
    fn houses_have_nine_cells() {
        assert_eq!(house("r2", Shape::STANDARD)[..3], [9, 10, 11]);
        assert_eq!(house("c9", Shape::STANDARD)[..3], [8, 17, 26]);
        assert_eq!(house("b5", Shape::STANDARD), [30, 31, 32, 39, 40, 41, 48, 49, 50]);
    }
}
