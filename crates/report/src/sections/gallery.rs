//! One puzzle for each technique, drawn at the step with the pattern marked.

use super::short_name;
use crate::{
    charts::Drawing,
    metrics::{CorpusMetrics, ExamplePuzzle},
    page::{Chart, PageBlock, Table},
};
use gridmill_board::{Grid, Shape};
use gridmill_draw::{Labels, Marks, StepPicture};
use gridmill_rate::{NextStep, Pencilmarks, Rater, Rulebook, Step, StepData, Technique};

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
