//! Solving paths as frames: each step with the board before it.

use crate::words::Words;
use gridmill_board::{Digit, DigitSet};
use gridmill_hints::Help;
use gridmill_rate::{Pencilmarks, Step, StepHelp};
use serde::Serialize;

/// A step and the board before it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Frame {
    /// Digit of each cell; 0 for an empty one.
    digits: Vec<u8>,
    /// Candidates of each empty cell: bit d - 1 for digit d.
    candidates: Vec<u16>,
    step: StepHelp,
}

impl Frame {
    fn new(before: &Pencilmarks, step: &Step, words: &Words) -> Self {
        let cells = || before.shape().all_cells();
        let mask = |candidates: DigitSet| candidates.iter().map(|digit| 1 << digit.index()).sum::<u16>();
        Self {
            digits: cells().map(|cell| before.value(cell).map_or(0, Digit::value)).collect(),
            candidates: cells().map(|cell| mask(before.candidates(cell))).collect(),
            step: StepHelp::new(step, words.wording(), &step.notation(words.names)),
        }
    }
}

/// Returns the frames of the steps that a state has.
pub(crate) fn frames(help: &Help, words: &Words) -> Vec<Frame> {
    let Some(start) = &help.marks else { return Vec::new() };
    let mut marks = start.clone();
    let steps = help.steps.as_deref().unwrap_or_default();
    steps
        .iter()
        .map(|step| {
            let frame = Frame::new(&marks, step, words);
            marks.apply(step);
            frame
        })
        .collect()
}
