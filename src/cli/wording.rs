//! Language of steps and problems, and the names of cells in them.

use super::terminal::wrapped;
use crate::{
    corpus::{read_font, read_wording},
    draw::ExtraFont,
    rate::{CellNames, Step, Wording},
    tables::Result,
};
use clap::builder::PossibleValuesParser;
use std::path::PathBuf;

/// Options of the language.
#[derive(Debug, clap::Args)]
pub(super) struct WordingArgs {
    /// Language of steps, hints and problems, in sentences
    #[arg(long, value_name = "LANGUAGE", value_parser = PossibleValuesParser::new(Wording::languages()), ignore_case = true, conflicts_with = "wording", hide_short_help = true)]
    language: Option<String>,

    /// The same in the words of a file: a changed copy of that of a language
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    wording: Option<PathBuf>,

    /// Font, TrueType or OpenType, for letters that the built-in one lacks in books and PNG pictures: Greek, Cyrillic, Japanese
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    font: Option<PathBuf>,
}

impl WordingArgs {
    /// Reads the wording; `None` if none is chosen.
    ///
    /// # Errors
    /// [`Error::Option`](crate::Error::Option) for a file that is no wording.
    pub(super) fn read(&self) -> Result<Option<Wording>> {
        let language = self.language.as_ref().map(|language| language.to_lowercase());
        read_wording(language.as_deref(), self.wording.as_deref())
    }

    /// Reads the font of letters that the built-in one lacks.
    ///
    /// # Errors
    /// [`Error::Option`](crate::Error::Option) for a file that is no font.
    pub(super) fn font(&self) -> Result<Option<ExtraFont>> {
        self.font.as_deref().map(read_font).transpose()
    }

    /// Reads all of it, with these names of cells.
    ///
    /// # Errors
    /// As [`read`](Self::read) and [`font`](Self::font).
    pub(super) fn words(&self, names: CellNames) -> Result<Words> {
        Ok(Words { names, chosen: self.read()?, font: self.font()? })
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

    /// Returns the explanation of a step as lines for a terminal.
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
