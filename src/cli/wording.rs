//! Words of steps, ratings and problems on a terminal: their language, and the names of cells in them.

use super::{
    draw::{self, Drawing},
    style::Style,
    terminal::wrapped,
};
use crate::{
    corpus::read_wording,
    draw::ExtraFont,
    rate::{CellNames, Family, Measure, Pencilmarks, Rating, Rulebook, Step, Tenths, Wording},
    tables::{Result, escape::visible},
};

/// Options of the language.
#[derive(Debug, clap::Args)]
pub(super) struct WordingArgs {
    /// Language of steps, hints and problems, in sentences: en, de, fr, es, ja, or FILE.txt with your own words, a changed copy of the
    /// file of a language
    #[arg(long, value_name = "LANGUAGE|FILE", hide_short_help = true)]
    language: Option<String>,
}

impl WordingArgs {
    /// Reads the wording; `None` if none is chosen.
    pub(super) fn read(&self) -> Result<Option<Wording>> {
        self.language.as_deref().map(read_wording).transpose()
    }

    /// Reads the wording and the font, with these names of cells.
    pub(super) fn words(&self, names: CellNames, style: &Style) -> Result<Words> {
        Ok(Words { names, chosen: self.read()?, font: style.font()? })
    }
}

/// Words of steps and problems.
#[derive(Debug, Clone, Default)]
pub struct Words {
    /// Names of cells.
    pub names: CellNames,
    /// The wording that was chosen. Without one, steps are lines of notation, and explanations English.
    pub chosen: Option<Wording>,
    /// Font of letters in pictures that the built-in one lacks.
    pub font: Option<ExtraFont>,
}

impl Words {
    /// Returns the wording of explanations.
    pub fn wording(&self) -> &Wording {
        self.chosen.as_ref().unwrap_or_else(|| Wording::english())
    }

    pub(super) fn explanation(&self, step: &Step) -> String {
        wrapped(&step.explanation(self.wording(), &step.notation(self.names)))
    }

    /// Describes a step: as one line of notation, or by its title and explanation in the chosen words.
    pub(super) fn step(&self, step: &Step) -> String {
        match &self.chosen {
            Some(wording) => format!("{}\n{}", wording.title(step.technique), self.explanation(step)),
            None => step.text(&step.notation(self.names)) + "\n",
        }
    }
}

/// Describes every step from `start` on; steps harder than a single come with the pencilmarks before them.
pub(super) fn steps_text(start: &Pencilmarks, steps: &[Step], words: &Words, colour: bool) -> String {
    let (mut text, mut marks) = (String::new(), start.clone());
    for (number, step) in steps.iter().enumerate() {
        let is_single = step.technique.family() == Family::Singles;
        if !is_single {
            text += &format!("\n{}", drawn_lines(&draw::pencilmarks(&marks, Some(step), colour)));
        }
        text += &format!("{:>3}  {}", number + 1, words.step(step));
        if !is_single {
            text.push('\n');
        }
        marks.apply(step);
    }
    text
}

pub(super) fn drawn_lines(drawing: &Drawing) -> String {
    drawing.lines.join("\n") + "\n"
}

/// Describes the measures of a puzzle on the scale of the rulebook, `-` where one is missing:
/// `ER 7.2, EP 1.2, ED 1.2, score 130.3 (se-1.2.1/1)` or `score 392, hardest step 100 (hodoku-2.2/2)`.
pub(super) fn measures(rating: &Rating, rulebook: &Rulebook) -> String {
    let shown = |number: Option<Tenths>| number.map_or("-".to_owned(), |number| rulebook.shown(number));
    let score = shown(rating.score);
    let measures = match rulebook.measure() {
        Measure::Er => {
            let er = match rating.er_at_least {
                Some(least) => format!("{} at least", rulebook.shown(least)),
                None => shown(rating.er),
            };
            format!("ER {er}, EP {}, ED {}, score {score}", shown(rating.ep), shown(rating.ed))
        }
        Measure::Score => format!("score {score}, hardest step {}", shown(rating.er)),
    };
    format!("{measures} ({})", visible(rulebook.scale()))
}
