//! Options of books.

use crate::{
    board::Shape,
    corpus::BookOptions,
    draw::book::{BookLayout, Paper},
    tables::{Error, Result, numbers},
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
        given.into_iter().find(|(is_given, _)| *is_given).map(|(_, name)| name)
    }

    /// Returns the look of a book of puzzles of a shape.
    ///
    /// # Errors
    /// [`Error::Option`] if the puzzles would be too small.
    pub(super) fn options(&self, shape: Shape) -> Result<BookOptions> {
        let (paper, side) = (self.paper.unwrap_or(Paper::A4), shape.side());
        let per_page = match self.per_page {
            None => BookLayout::usual(paper, side, self.large_print),
            Some(asked) => match usize::try_from(asked) {
                Ok(count) if count <= BookLayout::MOST => count,
                _ => {
                    let most = BookLayout::MOST;
                    return Err(Error::option(format!(
                        "--per-page {asked}: a page has at most {most} puzzles"
                    )));
                }
            },
        };
        let mut layout = BookLayout::new(paper, per_page);
        if self.large_print {
            layout = layout.with_large_print();
        }
        if self.no_solutions {
            layout = layout.without_solutions();
        }
        let (size, name) = (layout.digit_size(side), if self.large_print { "large print" } else { "print" });
        let least = if self.large_print { BookLayout::LARGE } else { BookLayout::SMALLEST };
        if size < least {
            let found = format!("digits of {size:.1} points; {name} has {least} or more");
            let problem = if per_page > 1 {
                format!("{per_page} puzzles a page of {paper} have {found}: give a smaller --per-page")
            } else {
                format!("a puzzle on {paper} has {found}: give a larger --paper")
            };
            return Err(Error::option(problem));
        }
        Ok(BookOptions { layout, title: self.title.clone(), hints: self.hints })
    }
}
