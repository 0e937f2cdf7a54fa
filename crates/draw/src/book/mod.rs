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

mod layout;
mod sections;

pub use self::layout::{BookLayout, Paper, PaperError};
use crate::{Marks, Picture, font::has_glyph};
use gridmill_board::Grid;
use gridmill_rate::{CellNames, Notation, Step, Wording};

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
    /// Name of the technique.
    pub title: String,
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
    pub fn with_hint(self, marks: Marks, step: Step, wording: &Wording) -> Self {
        let text = step.explanation(wording, &Notation::new(marks.shape(), CellNames::RowColumn));
        let title = wording.title(step.technique);
        Self { hint: Some(BookHint { marks, step, text, title }), ..self }
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
    /// The digits from `{first}` to `{last}`.
    pub(crate) range: String,
    /// Joins two of these ranges, `{first}` and `{last}`.
    pub(crate) and: String,
}

impl BookWords {
    /// Returns the words of a language, English ones where the wording has none.
    pub fn of(wording: &Wording) -> Self {
        // The digits are known to the book, so their slots are filled with their own names.
        let [digits, first, last] = ["{digits}", "{first}", "{last}"].map(|slot| [slot.to_owned()]);
        let slots: [(_, &[String]); 3] = [("digits", &digits), ("first", &first), ("last", &last)];
        let english = Self::default();
        let word = |key, english: String| wording.optional(key, &slots).unwrap_or(english);
        Self {
            solutions: word("book.solutions", english.solutions),
            hints: word("book.hints", english.hints),
            puzzles: word("book.puzzles", english.puzzles),
            puzzle: word("book.puzzle", english.puzzle),
            rules: word("book.rules", english.rules),
            range: word("book.range", english.range),
            and: wording.sentence("list.and", &slots),
        }
    }
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
            range: "{first} to {last}".to_owned(),
            and: "{first} and {last}".to_owned(),
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
                hint.title = printable(&hint.title, &mut replaced);
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
    pub fn with_words(mut self, mut words: BookWords) -> Self {
        let BookWords { solutions, hints, puzzles, puzzle, rules, range, and } = &mut words;
        for word in [solutions, hints, puzzles, puzzle, rules, range, and] {
            *word = printable(word, &mut self.replaced);
        }
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
        let front = self.title.as_ref().map(|title| sections::title_page(self, title, &sections));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ElementKind, Font, svg};
    use gridmill_board::Shape;

    fn small(count: usize, level: impl Fn(usize) -> Option<&'static str>) -> Vec<BookPuzzle> {
        let shape: Shape = "2x2".parse().unwrap();
        let puzzle = Grid::parse(shape, "1...3.......4..1").unwrap();
        let solution = Grid::parse(shape, "1243342121344312").unwrap();
        let of = |n| {
            let made = BookPuzzle::new(puzzle.clone()).with_solution(solution.clone());
            level(n).map_or(made.clone(), |level| made.with_level(level))
        };
        (0..count).map(of).collect()
    }

    fn texts(page: &Picture) -> Vec<(String, Font)> {
        page.elements
            .iter()
            .filter_map(|element| match &element.0 {
                ElementKind::Text { text, font, .. } => Some((text.clone(), *font)),
                _ => None,
            })
            .collect()
    }

    #[test]
    fn a_page_looks_like_this() {
        let book = Book::new(small(2, |_| Some("easy")), BookLayout::new(Paper::A5, 2));
        insta::assert_snapshot!(svg(&book.pages().next().unwrap()));
    }

    /// 7 easy and 3 hard puzzles at 4 a page are 2 + 1 pages; 10 solutions at 12 a page are one.
    #[test]
    fn levels_begin_new_pages_and_solutions_follow() {
        let level = |n: usize| Some(if n % 3 == 1 { "hard" } else { "easy" });
        let book = Book::new(small(10, level), BookLayout::new(Paper::A5, 4)).with_title("Small");
        let pages: Vec<Picture> = book.pages().collect();
        assert_eq!(pages.len(), book.page_count());
        let headings: Vec<String> =
            pages[1..].iter().map(|page| page.title.split([' ', ':']).next().unwrap().to_owned()).collect();
        assert_eq!(headings, ["Easy", "Easy", "Hard", "Solutions"]);
        let numbers = |page: &Picture| -> Vec<usize> {
            texts(page)
                .iter()
                .filter(|(_, font)| font.bold)
                .filter_map(|(text, _)| text.parse().ok())
                .collect()
        };
        assert_eq!(numbers(&pages[1]), [1, 2, 3, 4]);
        assert_eq!(numbers(&pages[3]), [8, 9, 10]);
        assert_eq!(numbers(&pages[4]), (1..=10).collect::<Vec<_>>());
        // The contents name the first page of each.
        let front: Vec<String> = texts(&pages[0]).into_iter().map(|(text, _)| text).collect();
        assert!(front.starts_with(
            &["Small", "10 puzzles", "Easy", "2", "Hard", "4", "Solutions", "5"].map(str::to_owned)
        ));
    }

    /// The spine is on the left of odd pages, where the page number is on the right.
    #[test]
    fn margins_are_mirrored() {
        let layout = BookLayout::new(Paper::SIX_BY_NINE, 1);
        let (right, left) = (layout.page(1, 400), layout.page(2, 400));
        assert!((right.left - (Paper::SIX_BY_NINE.width() - left.right)).abs() < 1e-9);
        assert!(right.left > left.left + 20.0);
        assert!(layout.page(1, 800).left > right.left && layout.page(1, 10).left < right.left);
    }

    /// Boxes of every number stay between the margins and apart, on upright and on wide paper.
    #[test]
    fn boxes_fit() {
        for paper in ["a4", "a5", "letter", "6x9in", "297x210", "100x100", "60x200"] {
            for count in 1..=BookLayout::MAX_PUZZLES {
                let layout = BookLayout::new(paper.parse().unwrap(), count);
                let page = layout.page(1, 10);
                let boxes = BookLayout::boxes(&page, count, 14.0);
                assert_eq!(boxes.len(), count);
                for (n, &((x, y), side)) in boxes.iter().enumerate() {
                    let name = format!("{paper} {count} {n}");
                    assert!(side > 0.0 || paper == "60x200" || paper == "100x100", "{name}");
                    assert!(x >= page.left - 0.1 && x + side <= page.right + 0.1, "{name}");
                    assert!(y - 14.0 >= page.top - 0.1 && y + side <= page.bottom + 0.1, "{name}");
                    for &((a, b), _) in &boxes[..n] {
                        assert!((a - x).abs() >= side - 0.1 || (b - y).abs() >= side + 13.9, "{name}");
                    }
                }
            }
        }
    }

    #[test]
    fn characters_without_a_glyph_are_named() {
        let book = Book::new(small(1, |_| Some("\u{6613}")), BookLayout::new(Paper::A4, 1))
            .with_title("Sudoku \u{6570}\u{72ec}\n\u{1f600} \u{17d}lut\u{fd}");
        assert_eq!(book.title(), Some("Sudoku ?? ? \u{17d}lut\u{fd}"));
        assert_eq!(book.replaced(), ['\u{6613}', '\u{6570}', '\u{72ec}', '\u{1f600}']);
    }

    #[test]
    fn no_puzzles_make_no_pages() {
        assert!(Book::new(Vec::new(), BookLayout::new(Paper::A4, 4)).pages().next().is_none());
    }

    /// A long title has smaller letters, and no word of it is lost.
    #[test]
    fn long_titles_are_whole() {
        for title in [
            "Small",
            "Ninety-nine puzzles for long train journeys, rainy afternoons, and evenings without electricity anywhere",
            "Donaudampfschifffahrtselektrizitaetenhauptbetriebswerk",
        ] {
            for paper in [Paper::A4, Paper::A5] {
                let layout = BookLayout::new(paper, 2);
                assert!(layout.fits_title(title), "{title}");
                let front = Book::new(small(1, |_| None), layout).with_title(title).pages().next().unwrap();
                let lines: Vec<String> =
                    texts(&front).into_iter().filter(|(_, font)| font.bold).map(|(text, _)| text).collect();
                assert_eq!(lines.join(" "), title);
            }
        }
    }
}
