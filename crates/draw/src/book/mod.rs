//! Books: puzzles on pages, with solutions at the end and drawn hints.
//!
//! ```text
//! title page | puzzles, a new page for each level | hints | solutions, small
//! ```
//!
//! ```
//! use gridmill_board::Grid;
//! use gridmill_draw::book::{Book, BookLayout, BookPuzzle, Paper};
//!
//! let puzzle = Grid::parse("2x2".parse()?, "1...3.......4..1")?;
//! let solution = Grid::parse("2x2".parse()?, "1243342121344312")?;
//! let layout = BookLayout::new(Paper::A5, 2);
//! let book = Book::new(vec![BookPuzzle::new(puzzle).with_solution(solution)], layout);
//! assert_eq!(book.pages().count(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod front;
mod layout;
mod paper;
mod sections;
#[cfg(test)]
mod tests;

pub use self::{
    layout::BookLayout,
    paper::{Paper, PaperError},
};
use crate::{Marks, Picture, font::has_glyph};
use gridmill_board::Grid;
use gridmill_rate::Step;

/// A puzzle of a book.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct BookPuzzle {
    /// Givens.
    pub puzzle: Grid,
    /// The whole grid.
    pub solution: Option<Grid>,
    /// Level, a heading of its own.
    pub level: Option<String>,
    /// Step to draw on a page of hints.
    pub hint: Option<BookHint>,
}

/// A step to draw on a page of hints.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct BookHint {
    /// State before the step.
    pub(crate) marks: Marks,
    /// The step.
    pub step: Step,
    /// The step in words.
    pub text: String,
}

impl BookPuzzle {
    /// Creates a puzzle without a solution, level and hint.
    pub const fn new(puzzle: Grid) -> Self {
        Self { puzzle, solution: None, level: None, hint: None }
    }

    /// Adds the solution.
    pub fn with_solution(self, solution: impl Into<Grid>) -> Self {
        Self { solution: Some(solution.into()), ..self }
    }

    /// Adds the level.
    pub fn with_level(self, level: impl Into<String>) -> Self {
        Self { level: Some(level.into()), ..self }
    }

    /// Adds a step, the state before it, and its words.
    pub fn with_hint(self, marks: Marks, step: Step, text: impl Into<String>) -> Self {
        Self { hint: Some(BookHint { marks, step, text: text.into() }), ..self }
    }
}

/// Words of a book. The default is English.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct BookWords {
    /// Heading of the solutions.
    pub solutions: String,
    /// Heading of the hints.
    pub(crate) hints: String,
    /// Several puzzles, after their number.
    pub puzzles: String,
    /// One puzzle, after the number 1.
    pub puzzle: String,
    /// Rules of the game for `{digits}` digits.
    pub rules: String,
}

impl Default for BookWords {
    fn default() -> Self {
        Self {
            solutions: "Solutions".to_owned(),
            hints: "Hints".to_owned(),
            puzzles: "puzzles".to_owned(),
            puzzle: "puzzle".to_owned(),
            rules: "Fill in the grid so that every row, every column and every box holds each of the digits {digits} once. \
                    Each puzzle has exactly one solution."
                .to_owned(),
        }
    }
}

/// A book of puzzles.
#[derive(Debug, Clone)]
pub struct Book {
    title: Option<String>,
    puzzles: Vec<BookPuzzle>,
    layout: BookLayout,
    words: BookWords,
    replaced: Vec<char>,
}

impl Book {
    /// Creates a book of puzzles in this order; puzzles of one level are brought together.
    ///
    /// They are numbered from 1 in the order of the book.
    pub fn new(mut puzzles: Vec<BookPuzzle>, layout: BookLayout) -> Self {
        let mut replaced = Vec::new();
        let mut levels: Vec<String> = Vec::new();
        for puzzle in &mut puzzles {
            puzzle.level = puzzle.level.take().map(|level| printable(&level, &mut replaced));
            if let Some(hint) = &mut puzzle.hint {
                hint.text = printable(&hint.text, &mut replaced);
            }
            levels.extend(puzzle.level.clone().filter(|level| !levels.contains(level)));
        }
        let place = |level: &String| levels.iter().position(|known| known == level);
        puzzles.sort_by_key(|puzzle| puzzle.level.as_ref().and_then(place).unwrap_or(levels.len()));
        Self { title: None, puzzles, layout, words: BookWords::default(), replaced }
    }

    /// Sets the title, which has a page of its own.
    pub fn with_title(mut self, title: &str) -> Self {
        self.title = Some(printable(title, &mut self.replaced));
        self
    }

    /// Sets the words, for other languages.
    pub fn with_words(self, words: BookWords) -> Self {
        Self { words, ..self }
    }

    /// Returns the title, if there is one.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// Returns the characters that the font lacks; each becomes a question mark.
    pub fn replaced(&self) -> &[char] {
        &self.replaced
    }

    /// Returns the side of the largest grid.
    fn side(&self) -> usize {
        self.puzzles.iter().map(|puzzle| puzzle.puzzle.shape().side()).max().unwrap_or(9)
    }

    /// Returns the number of pages.
    pub fn page_count(&self) -> usize {
        sections::Sections::new(self).page_count()
    }

    /// Draws one page after the other. A unit is a point.
    pub fn pages(&self) -> impl Iterator<Item = Picture> {
        let sections = sections::Sections::new(self);
        let front = self.title.as_ref().map(|title| front::title_page(self, title, &sections));
        front.into_iter().chain((0..sections.pages.len()).map(move |n| sections.draw(self, n)))
    }
}

/// Replaces the characters that the font lacks.
fn printable(text: &str, replaced: &mut Vec<char>) -> String {
    let known = |character: char| {
        let character = if character.is_whitespace() { ' ' } else { character };
        if has_glyph(character) {
            return character;
        }
        if !replaced.contains(&character) {
            replaced.push(character);
        }
        '?'
    };
    text.chars().map(known).collect()
}
