//! Steps of a person, drawn for a terminal.

use super::{
    draw::{self, Drawing},
    wording::Words,
};
use crate::rate::{Family, Pencilmarks, Step};

/// Describes every step from `start` on; steps harder than a single come with the pencilmarks before them.
pub(super) fn text(start: &Pencilmarks, steps: &[Step], words: &Words, colour: bool) -> String {
    let (mut text, mut marks) = (String::new(), start.clone());
    for (number, step) in steps.iter().enumerate() {
        let is_single = step.technique.family() == Family::Singles;
        if !is_single {
            text += &format!("\n{}", lines(&draw::pencilmarks(&marks, Some(step), colour)));
        }
        text += &format!("{:>3}  {}", number + 1, words.step(step));
        if !is_single {
            text.push('\n');
        }
        marks.apply(step);
    }
    text
}

/// Returns the lines of a drawing.
pub(super) fn lines(drawing: &Drawing) -> String {
    drawing.lines.join("\n") + "\n"
}
