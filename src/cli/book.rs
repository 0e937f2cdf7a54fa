//! Options of books.

use super::wording::WordingArgs;
use crate::{
    board::Shape,
    corpus::{BookChoice, BookOptions},
    draw::book::Paper,
    tables::{Result, numbers},
};

/// Look of a book.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Books")]
pub(super) struct BookArgs {
    /// Title, on a page of its own
    #[arg(long, value_name = "TEXT", hide_short_help = true)]
    title: Option<String>,

    /// Paper: a4, a5, letter, 6x9in, or width x height, such as 148x210 (mm) or 8.5x11in [default: a4]
    #[arg(long, value_name = "SIZE", hide_short_help = true)]
    paper: Option<Paper>,

    /// Puzzles a page, 1 to 30 [default: 6 on large paper, 2 on small, fewer for large print]
    #[arg(long, value_name = "N", value_parser = numbers::positive, hide_short_help = true)]
    per_page: Option<u64>,

    /// Large numbers and words: digits of 16 points or more
    #[arg(long, hide_short_help = true)]
    large_print: bool,

    /// Draw for each puzzle the first step that is no single
    #[arg(long, hide_short_help = true)]
    hints: bool,

    /// Leave the pages of solutions out
    #[arg(long, hide_short_help = true)]
    no_solutions: bool,

    #[command(flatten, next_help_heading = "Books")]
    wording: WordingArgs,
}

impl BookArgs {
    /// Returns the first option that is given.
    pub(super) fn given(&self) -> Option<&'static str> {
        let given = [
            (self.title.is_some(), "--title"),
            (self.paper.is_some(), "--paper"),
            (self.per_page.is_some(), "--per-page"),
            (self.large_print, "--large-print"),
            (self.hints, "--hints"),
            (self.no_solutions, "--no-solutions"),
        ];
        let first = given.into_iter().find(|(is_given, _)| *is_given).map(|(_, name)| name);
        first.or(self.wording.given())
    }

    /// Returns the look of a book of puzzles of a shape.
    ///
    /// # Errors
    /// [`Error::Option`](crate::Error::Option) if the puzzles would be too small.
    pub(super) fn options(&self, shape: Shape) -> Result<BookOptions> {
        let choice = BookChoice {
            title: self.title.clone(),
            paper: self.paper,
            per_page: self.per_page,
            large_print: self.large_print,
            hints: self.hints,
            no_solutions: self.no_solutions,
            wording: self.wording.read()?,
            font: self.wording.font()?,
        };
        choice.options(shape, ("--per-page", "--paper"))
    }
}
