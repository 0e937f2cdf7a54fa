//! Options of books.

use super::wording::WordingArgs;
use crate::{
    board::Shape,
    corpus::{BookChoice, BookOptions, ExportLayout},
    draw::book::{Length, Paper},
    tables::{Error, Result, numbers},
};
use std::path::PathBuf;

/// Look of a book.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Books")]
pub(super) struct BookArgs {
    /// Title, on a page of its own
    #[arg(long, value_name = "TEXT", hide_short_help = true)]
    title: Option<String>,

    /// Text for the pages after the title, in Markdown: headings, paragraphs, lists, emphasis, and --- for a new page
    #[arg(long, value_name = "FILE.md", hide_short_help = true)]
    front: Option<PathBuf>,

    /// Paper: a4, a5, letter, or width x height, such as 148x210 (mm) or 6x9in [default: a4]
    #[arg(long, value_name = "SIZE", hide_short_help = true)]
    paper: Option<Paper>,

    /// Margin around each page that is cut off, such as 3mm or 0.125in; PDF has the rest as trim box
    #[arg(long, value_name = "LENGTH", hide_short_help = true)]
    bleed: Option<Length>,

    /// Print in black and grey alone, with black lines and words
    #[arg(long, hide_short_help = true)]
    black: bool,

    /// Puzzles a page, 1 to 30 [default: 6 on large paper, 2 on small, fewer for large print]
    #[arg(long, value_name = "N", value_parser = numbers::positive, hide_short_help = true)]
    per_page: Option<u64>,

    /// Pages at most; the book has as many puzzles as fit, of each level its share
    #[arg(long, value_name = "N", value_parser = numbers::positive, hide_short_help = true)]
    pages: Option<u64>,

    /// Large numbers and words: digits of 16 points or more
    #[arg(long, hide_short_help = true)]
    large_print: bool,

    /// Draw for each puzzle, or each of these levels, the first step that is no single
    #[arg(long, value_name = "LEVEL,...", num_args = 0..=1, require_equals = true, value_delimiter = ',', hide_short_help = true)]
    hints: Option<Vec<String>>,

    /// Hints a page, 1 to 30 [default: 2, or 1 on small paper and in large print]
    #[arg(long, value_name = "N", value_parser = numbers::positive, hide_short_help = true)]
    hints_per_page: Option<u64>,

    /// Solutions a page, 1 to 60 [default: 20 on large paper, 12 on small, 6 in large print, or as many as can be read]
    #[arg(long, value_name = "N", value_parser = numbers::positive, hide_short_help = true)]
    solutions_per_page: Option<u64>,

    /// Leave the pages of solutions out
    #[arg(long, hide_short_help = true)]
    no_solutions: bool,

    #[command(flatten, next_help_heading = "Books")]
    wording: WordingArgs,
}

impl BookArgs {
    /// Returns the choice of the look.
    fn choice(&self) -> Result<BookChoice> {
        Ok(BookChoice {
            title: self.title.clone(),
            front: self.front.clone(),
            paper: self.paper,
            bleed: self.bleed,
            black: self.black,
            per_page: self.per_page,
            pages: self.pages,
            large_print: self.large_print,
            hints: self.hints.clone(),
            hints_per_page: self.hints_per_page,
            solutions_per_page: self.solutions_per_page,
            no_solutions: self.no_solutions,
            wording: self.wording.read()?,
            font: self.wording.font()?,
        })
    }

    /// Returns the look of a book of puzzles of these shapes; for another layout, what it has of that.
    ///
    /// # Errors
    /// [`Error::Option`] if something would be too small to be read, or for an option that the layout does not have.
    pub(super) fn options(&self, layout: ExportLayout, shapes: &[Shape]) -> Result<BookOptions> {
        let choice = self.choice()?;
        match choice.misfit(layout) {
            Some(name) => Err(Error::option(format!("`{name}` is for --to book, not {}", layout.name()))),
            None if layout == ExportLayout::Book => choice.options(shapes),
            None => Ok(BookOptions { wording: choice.wording, ..BookOptions::default() }),
        }
    }
}
