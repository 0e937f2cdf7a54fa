//! Books: puzzles on pages, with solutions at the end and drawn hints.
//!
//! ```text
//! title page | text | puzzles, a new page for each shape and level | hints | solutions, small
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
mod markdown;
mod sections;

pub use self::layout::{BookLayout, Length, LengthError, Paper, PaperError};
pub use self::markdown::{FrontMatter, FrontMatterError};
use self::{
    front::{TextPage, title_page},
    sections::{Sections, capitalised},
};
use crate::{Marks, Picture, font::has_glyph};
use gridmill_board::{Grid, Shape};
use gridmill_rate::{CellNames, Notation, Step, Wording};

/// A puzzle of a book.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct BookPuzzle {
    /// Givens.
    pub puzzle: Grid,
    /// The whole grid.
    #[doc(hidden)]
    pub solution: Option<Grid>,
    /// Level, a heading of its own.
    pub level: Option<String>,
    /// Step to draw on a page of hints.
    #[doc(hidden)]
    pub hint: Option<BookHint>,
}

/// A step to draw on a page of hints.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
#[doc(hidden)]
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

    /// Returns what the puzzles of a chapter have in common.
    fn chapter(&self) -> (Shape, Option<&str>) {
        (self.puzzle.shape(), self.level.as_deref())
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
    pub(crate) solutions: String,
    /// Heading of the hints.
    pub(crate) hints: String,
    /// Place of the solution of a puzzle, which is on page `{page}`.
    pub(crate) on_page: String,
    /// The same in short.
    pub(crate) page: String,
    /// Several puzzles, after their number.
    pub(crate) puzzles: String,
    /// One puzzle, after the number 1.
    pub(crate) puzzle: String,
    /// Rules of the game for `{digits}` digits.
    pub(crate) rules: String,
    /// The digits from `{first}` to `{last}`.
    pub(crate) range: String,
    /// Joins two of these ranges, `{first}` and `{last}`.
    pub(crate) and: String,
}

impl BookWords {
    /// Returns the words of a language, English ones where the wording has none.
    pub fn of(wording: &Wording) -> Self {
        // Digits and pages are known to the book, so their slots are filled with their own names.
        let names = ["digits", "first", "last", "page"];
        let texts = names.map(|name| [format!("{{{name}}}")]);
        let slots: [(_, &[String]); 4] = std::array::from_fn(|n| (names[n], texts[n].as_slice()));
        let english = Self::default();
        let word = |key, english: String| wording.optional(key, &slots).unwrap_or(english);
        Self {
            solutions: word("book.solutions", english.solutions),
            hints: word("book.hints", english.hints),
            on_page: word("book.on_page", english.on_page),
            page: word("book.page", english.page),
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
            on_page: "solution on page {page}".to_owned(),
            page: "p. {page}".to_owned(),
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
    /// Pages of text after the title page.
    front: Vec<TextPage>,
    replaced: Vec<char>,
}

impl Book {
    /// Creates a book of puzzles in this order; puzzles of one shape and level are brought together.
    ///
    /// They are numbered from 1 in the order of the book.
    pub fn new(mut puzzles: Vec<BookPuzzle>, layout: BookLayout) -> Self {
        let mut replaced = Vec::new();
        let (mut shapes, mut levels) = (Vec::<Shape>::new(), Vec::<String>::new());
        for puzzle in &mut puzzles {
            puzzle.level = puzzle.level.take().map(|level| printable(&level, &mut replaced));
            if let Some(hint) = &mut puzzle.hint {
                hint.text = printable(&hint.text, &mut replaced);
                hint.title = printable(&hint.title, &mut replaced);
            }
            let shape = puzzle.puzzle.shape();
            shapes.extend(Some(shape).filter(|shape| !shapes.contains(shape)));
            levels.extend(puzzle.level.clone().filter(|level| !levels.contains(level)));
        }
        let place = |level: &String| levels.iter().position(|known| known == level);
        puzzles.sort_by_key(|puzzle| {
            let shape = puzzle.puzzle.shape();
            let level = puzzle.level.as_ref().and_then(place).unwrap_or(levels.len());
            (shapes.iter().position(|known| *known == shape), level)
        });
        Self { title: None, puzzles, layout, words: BookWords::default(), front: Vec::new(), replaced }
    }

    /// Sets a text, whose pages come after the title page.
    pub fn with_front_matter(mut self, mut text: FrontMatter) -> Self {
        let lines = text.pages.iter_mut().flatten().flat_map(|block| &mut block.lines);
        for run in lines.flatten() {
            run.text = printable(&run.text, &mut self.replaced);
        }
        self.front = TextPage::of_text(&text, &self.layout);
        self
    }

    /// Keeps as many puzzles as this number of pages has place for: of each shape and level the first ones, in equal shares.
    ///
    /// ```
    /// use gridmill_board::Grid;
    /// use gridmill_draw::book::{Book, BookLayout, BookPuzzle, Paper};
    ///
    /// let puzzle = BookPuzzle::new(Grid::parse("2x2".parse()?, "1...3.......4..1")?);
    /// let book = Book::new(vec![puzzle; 100], BookLayout::new(Paper::A5, 2)).within_pages(5);
    /// assert_eq!((book.page_count(), book.len()), (5, 10));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn within_pages(mut self, pages: usize) -> Self {
        let mut shares: Vec<f64> = Vec::with_capacity(self.puzzles.len());
        for chapter in self.puzzles.chunk_by(|a, b| a.chapter() == b.chapter()) {
            shares.extend((0..chapter.len()).map(|n| (n as f64 + 0.5) / chapter.len() as f64));
        }
        let mut order: Vec<usize> = (0..self.puzzles.len()).collect();
        order.sort_by(|&a, &b| shares[a].total_cmp(&shares[b]).then(a.cmp(&b)));
        let mut rank = vec![0; order.len()];
        for (place, &n) in order.iter().enumerate() {
            rank[n] = place;
        }
        let pages_of = |count: usize| Sections::new(&self, |n| rank[n] < count).page_count();
        let counts: Vec<usize> = (1..=rank.len()).collect();
        let count = counts.partition_point(|&count| pages_of(count) <= pages);
        let mut ranks = rank.into_iter();
        self.puzzles.retain(|_| ranks.next().is_some_and(|rank| rank < count));
        self
    }

    /// Sets the title, which has a page of its own.
    pub fn with_title(mut self, title: &str) -> Self {
        self.title = Some(printable(title, &mut self.replaced));
        self
    }

    /// Sets the words, for other languages.
    pub fn with_words(mut self, mut words: BookWords) -> Self {
        let BookWords { solutions, hints, on_page, page, puzzles, puzzle, rules, range, and } = &mut words;
        for word in [solutions, hints, on_page, page, puzzles, puzzle, rules, range, and] {
            *word = printable(word, &mut self.replaced);
        }
        Self { words, ..self }
    }

    /// Returns the title, if there is one.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// Returns the characters that the font lacks; each becomes a question mark.
    #[doc(hidden)]
    pub fn replaced(&self) -> &[char] {
        &self.replaced
    }

    /// Returns the number of puzzles.
    pub const fn len(&self) -> usize {
        self.puzzles.len()
    }

    /// Returns true if the book has no puzzles.
    pub const fn is_empty(&self) -> bool {
        self.puzzles.is_empty()
    }

    /// Returns the sides of the grids, each once, from the smallest.
    fn sides(&self) -> Vec<usize> {
        let mut sides: Vec<usize> = self.puzzles.iter().map(|puzzle| puzzle.puzzle.shape().side()).collect();
        sides.sort_unstable();
        sides.dedup();
        sides
    }

    /// Returns the side of the largest grid.
    fn side(&self) -> usize {
        self.sides().last().copied().unwrap_or(9)
    }

    /// Returns the heading of the chapter of a puzzle: its level, after its size where the book has several.
    fn heading(&self, puzzle: &BookPuzzle) -> Option<String> {
        let level = puzzle.level.as_deref().map(capitalised);
        if self.sides().len() < 2 {
            return level;
        }
        let side = puzzle.puzzle.shape().side();
        Some(format!("{side}\u{d7}{side} {}", level.unwrap_or_default()).trim_end().to_owned())
    }

    /// Returns the number of pages.
    pub fn page_count(&self) -> usize {
        Sections::new(self, |_| true).page_count()
    }

    /// Draws one page after the other. A unit is a point.
    pub fn pages(&self) -> impl Iterator<Item = Picture> {
        let sections = Sections::new(self, |_| true);
        let (layout, count) = (&self.layout, sections.page_count());
        let title = self.title.as_ref().map(|title| title_page(self, title, &sections));
        let first = 1 + usize::from(title.is_some());
        let front = self.front.iter().enumerate();
        let front = front.map(move |(n, page)| page.draw(layout, &layout.page(first + n, count)));
        let all = title
            .into_iter()
            .chain(front)
            .chain((0..sections.pages.len()).map(move |n| sections.draw(self, n)));
        all.map(|page| {
            let page = if layout.is_black { page.in_black() } else { page };
            page.with_bleed(layout.bleed.points())
        })
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
        assert!(texts(&pages[3]).iter().any(|(text, _)| text == "Hard, solution on page 5"));
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
        assert!((right.left - (Paper::SIX_BY_NINE.width - left.right)).abs() < 1e-9);
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

    /// On every usual trim a hint has candidates of 6 points or more, and all of its words, between the margins and off the picture.
    #[test]
    fn hints_can_be_read_on_every_trim() {
        let text = "..3..6..9...18.2..89...31.4.14...6.....7.......5.4.3...........64.92...39....4..7";
        let puzzle = Grid::parse(Shape::STANDARD, text).unwrap();
        let marks = gridmill_rate::Pencilmarks::new(&puzzle);
        let next = gridmill_rate::Rater::new(gridmill_rate::Rulebook::hodoku()).next_step(&marks);
        let step = next.unwrap().unwrap().step;
        for (name, paper) in Paper::NAMED {
            for words in [20, 150] {
                let text: Vec<String> = (0..words).map(|n| format!("word{n}")).collect();
                let mut hinted = BookPuzzle::new(puzzle.clone()).with_hint(
                    Marks::from(&marks),
                    step.clone(),
                    Wording::english(),
                );
                hinted.hint.as_mut().unwrap().text = text.join(" ");
                for layout in [BookLayout::new(paper, 1), BookLayout::new(paper, 1).with_large_print()] {
                    let count = layout.hints_that_fit(Shape::STANDARD);
                    let book = Book::new(vec![hinted.clone(); count], layout);
                    let (page, frame) =
                        (book.pages().last().unwrap(), layout.page(book.page_count(), book.page_count()));
                    let (mut found, mut scales) = (Vec::new(), Vec::new());
                    for element in &page.elements {
                        match &element.0 {
                            ElementKind::Text { at, text, font, .. } if text.starts_with("word") => {
                                let right = at.0 + crate::text_width(text, *font);
                                assert!(
                                    at.0 > frame.left - 0.1 && right < frame.right + 0.1,
                                    "{name} {words}: {text}"
                                );
                                assert!(
                                    at.1 < frame.bottom + 0.1 && font.size >= 6.0,
                                    "{name} {words}: {text}"
                                );
                                found.extend(text.split(' ').map(str::to_owned));
                            }
                            ElementKind::Group { scale, .. } => scales.push(*scale),
                            _ => {}
                        }
                    }
                    assert_eq!(found, vec![text.clone(); count].concat(), "{name}");
                    assert!(
                        scales.len() == count && scales.iter().all(|scale| scale * 12.5 > 5.99),
                        "{name} {scales:?}"
                    );
                }
            }
        }
    }

    /// Chapters keep their shares of the puzzles, and one puzzle more would make one page more.
    #[test]
    fn pages_limit_the_puzzles() {
        let level = |n: usize| Some(if n < 40 { "easy" } else { "hard" });
        let book = Book::new(small(60, level), BookLayout::new(Paper::A5, 4)).with_title("Small");
        for pages in 5..book.page_count() {
            let part = book.clone().within_pages(pages);
            assert!(part.page_count() <= pages && part.page_count() + 1 >= pages, "{pages}");
            let easy = part.puzzles.iter().filter(|puzzle| puzzle.level.as_deref() == Some("easy")).count();
            let hard = part.len() - easy;
            assert!(easy.abs_diff(2 * hard) <= 2, "{pages}: {easy} {hard}");
        }
        assert!(book.clone().within_pages(1).is_empty());
        assert_eq!(book.clone().within_pages(1000).len(), 60);
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
        // A title without spaces has lines, too.
        let (font, lines) =
            layout::title_lines(&BookLayout::new(Paper::A5, 2), &"数独の本".repeat(6)).unwrap();
        assert!(lines.len() > 1 && font.size > 18.0, "{lines:?}");
    }
}
