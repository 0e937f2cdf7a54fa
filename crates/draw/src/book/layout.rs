//! Arrangement of a page: sizes of paper, margins, and places of equal boxes.

use crate::{
    Font, Point, StepPicture,
    font::{balanced, unspaced},
    text_width,
};
use gridmill_board::Shape;
use std::{fmt, str::FromStr};

/// Points of a millimetre.
const MILLIMETRE: f64 = 72.0 / 25.4;

/// Look of a book.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct BookLayout {
    /// Size of the pages.
    pub(crate) paper: Paper,
    /// Puzzles a page.
    pub(crate) per_page: usize,
    /// Hints a page, or fewer where these would be too small to be read.
    hints_per_page: usize,
    /// Solutions a page, or fewer where these would be too small to be read; `None` for no solutions.
    solutions_per_page: Option<usize>,
    /// Words and numbers in larger letters.
    pub(crate) large_print: bool,
    /// Margin around the pages that is cut off.
    pub(super) bleed: Length,
    /// True for black and grey alone.
    pub(super) is_black: bool,
}

impl BookLayout {
    /// Puzzles a page at most, and hints.
    #[doc(hidden)]
    pub const MAX_PUZZLES: usize = 30;
    /// Solutions a page at most.
    #[doc(hidden)]
    pub const MAX_SOLUTIONS: usize = 60;
    /// Size of digits from which print is called large, in points.
    #[doc(hidden)]
    pub const LARGE: f64 = 16.0;

    /// Size of digits below which print cannot be read, in points.
    #[doc(hidden)]
    pub const SMALLEST: f64 = 5.0;

    /// Size of the candidates of hints below which they cannot be read, in points.
    #[doc(hidden)]
    pub const SMALLEST_CANDIDATE: f64 = 6.0;

    /// Creates a layout with a number of puzzles a page, 1 to 30, two hints a page, and small solutions.
    pub fn new(paper: Paper, per_page: usize) -> Self {
        let area = paper.width * paper.height;
        let solutions = if area > 350_000.0 { 20 } else { 12 };
        Self {
            paper,
            per_page: per_page.clamp(1, Self::MAX_PUZZLES),
            hints_per_page: 2,
            solutions_per_page: Some(solutions),
            large_print: false,
            bleed: Length::default(),
            is_black: false,
        }
    }

    /// Returns the usual number of puzzles a page: 6 on large paper, 2 on small, and fewer for large print.
    ///
    /// ```
    /// use gridmill_draw::book::{BookLayout, Paper};
    ///
    /// assert_eq!(BookLayout::usual(Paper::A4, 9, false), 6);
    /// assert_eq!(BookLayout::usual(Paper::A4, 9, true), 4);
    /// ```
    #[doc(hidden)]
    pub fn usual(paper: Paper, side: usize, large_print: bool) -> usize {
        let usual = if paper.width * paper.height > 350_000.0 { 6 } else { 2 };
        let smallest = if large_print { Self::LARGE } else { 2.0 * Self::SMALLEST };
        let fits = |&count: &usize| {
            let layout = Self { large_print, ..Self::new(paper, count) };
            layout.digit_size(side) >= smallest
        };
        [usual, 4, 2].into_iter().filter(|&count| count <= usual).find(fits).unwrap_or(1)
    }

    /// Sets the puzzles a page.
    pub fn with_puzzles(self, per_page: usize) -> Self {
        Self { per_page: per_page.clamp(1, Self::MAX_PUZZLES), ..self }
    }

    /// Sets large letters, one hint and six solutions a page.
    pub fn with_large_print(self) -> Self {
        let solutions_per_page = self.solutions_per_page.map(|_| 6);
        Self { large_print: true, hints_per_page: 1, solutions_per_page, ..self }
    }

    /// Sets the hints a page, from 1 on; fewer are printed where they could not be read.
    pub fn with_hints_per_page(self, count: usize) -> Self {
        Self { hints_per_page: count.clamp(1, Self::MAX_PUZZLES), ..self }
    }

    /// Sets the solutions a page, from 1 on; fewer are printed where they could not be read.
    pub fn with_solutions_per_page(self, count: usize) -> Self {
        Self { solutions_per_page: Some(count.clamp(1, Self::MAX_SOLUTIONS)), ..self }
    }

    /// Sets a margin around the pages that is cut off.
    pub const fn with_bleed(self, bleed: Length) -> Self {
        Self { bleed, ..self }
    }

    /// Leaves black and grey alone: lines and words are black.
    pub const fn in_black(self) -> Self {
        Self { is_black: true, ..self }
    }

    /// Leaves the solutions out.
    pub const fn without_solutions(mut self) -> Self {
        self.solutions_per_page = None;
        self
    }

    /// Returns the size of the digits of puzzles of this side, in points.
    ///
    /// ```
    /// use gridmill_draw::book::{BookLayout, Paper};
    ///
    /// assert!(BookLayout::new(Paper::A4, 2).digit_size(9) > BookLayout::LARGE);
    /// assert!(BookLayout::new(Paper::A4, 12).digit_size(9) < BookLayout::LARGE);
    /// ```
    #[doc(hidden)]
    pub fn digit_size(&self, side: usize) -> f64 {
        self.digits_of(self.per_page, side, self.caption())
    }

    /// Returns the size of the digits of solutions of this side, with that many on a page.
    #[doc(hidden)]
    pub fn solution_digit_size(&self, count: usize, side: usize) -> f64 {
        self.digits_of(count, side, self.solution_caption())
    }

    /// Returns the size of digits where a page has this many grids with captions.
    fn digits_of(&self, count: usize, side: usize, caption: f64) -> f64 {
        let boxes = Self::boxes(&self.page(1, 100), count, caption);
        boxes.first().map_or(0.0, |(_, width)| width / side as f64 * 0.6)
    }

    /// Returns the size of the candidates of hints of a shape, with that many on a page.
    #[doc(hidden)]
    pub fn candidate_size(&self, count: usize, shape: Shape) -> f64 {
        let picture = StepPicture::size(shape);
        let parts = self.hint_parts(&self.page(1, 100), count, picture);
        parts.first().map_or(0.0, |&(_, size)| self.hint_in(size, picture).0 * StepPicture::CANDIDATE)
    }

    /// Returns the number of hints a page of this shape whose candidates can be read, at most as many as were asked for; 0 if none can.
    ///
    /// ```
    /// use gridmill_board::Shape;
    /// use gridmill_draw::book::{BookLayout, Paper};
    ///
    /// assert_eq!(BookLayout::new(Paper::LETTER, 6).hints_that_fit(Shape::STANDARD), 2);
    /// assert_eq!(BookLayout::new(Paper::SIX_BY_NINE, 6).hints_that_fit(Shape::STANDARD), 1);
    /// ```
    #[doc(hidden)]
    pub fn hints_that_fit(&self, shape: Shape) -> usize {
        let fits = |&count: &usize| self.candidate_size(count, shape) >= Self::SMALLEST_CANDIDATE;
        (1..=self.hints_per_page).rev().find(fits).unwrap_or(0)
    }

    /// Returns the number of solutions a page of this side whose digits can be read, at most as many as were asked for; 0 for no solutions,
    /// or if none can.
    #[doc(hidden)]
    pub fn solutions_that_fit(&self, side: usize) -> usize {
        let fits = |&count: &usize| self.solution_digit_size(count, side) >= Self::SMALLEST;
        (1..=self.solutions_per_page.unwrap_or(0)).rev().find(fits).unwrap_or(0)
    }

    /// Returns true if a title page has a place for all of a title, in letters that can be read.
    ///
    /// ```
    /// use gridmill_draw::book::{BookLayout, Paper};
    ///
    /// let layout = BookLayout::new(Paper::A5, 2);
    /// assert!(layout.fits_title("Sudoku for Rainy Days"));
    /// assert!(!layout.fits_title(&"Sudoku ".repeat(1000)));
    /// ```
    #[doc(hidden)]
    pub fn fits_title(&self, title: &str) -> bool {
        title_lines(self, title).is_some()
    }

    /// Returns true if the book has solutions.
    pub(super) const fn has_solutions(&self) -> bool {
        self.solutions_per_page.is_some()
    }

    /// Returns the height of the number over a solution.
    pub(super) fn solution_caption(&self) -> f64 {
        10.0 * self.scale()
    }

    /// Returns the factor of the sizes of letters.
    pub(super) const fn scale(&self) -> f64 {
        if self.large_print { 1.5 } else { 1.0 }
    }

    /// Returns the height of the number over a grid.
    pub(super) fn caption(&self) -> f64 {
        14.0 * self.scale()
    }

    /// Returns the margins of a page, numbered from 1, of a book with a number of pages. The inner margin grows with the spine.
    pub(super) fn page(&self, number: usize, pages: usize) -> PageFrame {
        let (width, height) = (self.paper.width, self.paper.height);
        let outer = (0.055 * width.min(height)).max(9.6 * MILLIMETRE);
        let spine = match pages {
            0..=150 => 3.0,
            151..=300 => 5.0,
            301..=500 => 8.0,
            501..=700 => 11.0,
            _ => 14.0,
        };
        let inner = outer + spine * MILLIMETRE;
        // Odd pages are on the right: their spine is on the left.
        let is_right = number % 2 == 1;
        let left = if is_right { inner } else { outer };
        let (head, foot) = (24.0 * self.scale(), 16.0 * self.scale());
        PageFrame {
            number,
            is_right,
            left,
            right: left + width - inner - outer,
            head: outer,
            top: outer + head,
            bottom: height - outer - foot,
            foot: height - outer,
        }
    }

    /// Returns corner and width of the largest equal squares with captions above them that a page has place for.
    pub(super) fn boxes(page: &PageFrame, count: usize, caption: f64) -> Vec<(Point, f64)> {
        let (width, height) = (page.right - page.left, page.bottom - page.top);
        let gap = (width * 0.05).clamp(8.0, 20.0);
        let side = |cols: usize| {
            let rows = count.div_ceil(cols);
            let across = (width - gap * (cols - 1) as f64) / cols as f64;
            let down = (height - gap * 0.6 * (rows - 1) as f64) / rows as f64 - caption;
            across.min(down)
        };
        let cols = (1..=count).max_by(|&a, &b| side(a).total_cmp(&side(b)).then(b.cmp(&a))).unwrap_or(1);
        let (side, rows) = (side(cols).max(1.0), count.div_ceil(cols));
        // What is left over goes between rows and columns, but not too much, and the rest around them.
        let spread = |whole: f64, each: f64, many: usize, most: f64| {
            let spare = whole - each * many as f64;
            let between = (spare / many.saturating_sub(1).max(1) as f64).min(most);
            (between, spare - between * many.saturating_sub(1) as f64)
        };
        let (dx, space) = spread(width, side, cols, gap + 0.12 * side);
        let (dy, above) = spread(height, side + caption, rows, gap + 0.16 * side);
        let place = |n: usize| {
            let (row, col) = ((n / cols) as f64, (n % cols) as f64);
            let x = space / 2.0 + col * (side + dx);
            let y = above * 0.35 + row * (side + caption + dy);
            ((page.left + x, page.top + y + caption), side)
        };
        (0..count).map(place).collect()
    }
}

/// Width of the words next to the picture of a hint, and the space between them, in points.
const WORDS: (f64, f64) = (140.0, 12.0);

impl BookLayout {
    /// Returns corner and size of the equal parts of a page in which the pictures of hints are largest.
    pub(super) fn hint_parts(&self, page: &PageFrame, count: usize, picture: Point) -> Vec<(Point, Point)> {
        let (width, height) = (page.right - page.left, page.bottom - page.top);
        let (dx, dy) = (16.0, 12.0);
        let part = |cols: usize| {
            let rows = count.div_ceil(cols);
            let across = (width - dx * (cols - 1) as f64) / cols as f64;
            (across, (height - dy * (rows - 1) as f64) / rows as f64)
        };
        let factor = |cols: usize| self.hint_in(part(cols), picture).0;
        let cols = (1..=count).max_by(|&a, &b| factor(a).total_cmp(&factor(b)).then(b.cmp(&a))).unwrap_or(1);
        let size = part(cols);
        let place = |n: usize| {
            let (row, col) = ((n / cols) as f64, (n % cols) as f64);
            (page.left + col * (size.0 + dx), page.top + row * (size.1 + dy))
        };
        (0..count).map(|n| (place(n), size)).collect()
    }

    /// Returns the factor of the picture of a hint in a part of a page, and the place of the words in the part.
    pub(super) fn hint_in(&self, (width, height): Point, picture: Point) -> (f64, WordsPlace) {
        let height = height - self.caption();
        let below = (width / picture.0).min((height - 62.0 * self.scale()) / picture.1);
        let beside = ((width - WORDS.0 * self.scale() - WORDS.1) / picture.0).min(height / picture.1);
        if beside > below { (beside, WordsPlace::Beside) } else { (below, WordsPlace::Below) }
    }
}

/// Place of the words of a hint, seen from its picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WordsPlace {
    Below,
    Beside,
}

impl WordsPlace {
    /// Returns corner and size of the words in a part of a page, where the picture has the other corner and size.
    pub(super) fn words(
        self,
        ((left, top), (width, height)): (Point, Point),
        (at, drawn): (Point, Point),
    ) -> (Point, Point) {
        match self {
            Self::Below => {
                let y = at.1 + drawn.1 + 4.0;
                ((left, y), (width, top + height - y))
            }
            Self::Beside => {
                let x = at.0 + drawn.0 + WORDS.1;
                ((x, at.1), (left + width - x, top + height - at.1))
            }
        }
    }
}

/// Lines of a page between its margins.
#[derive(Debug, Clone, Copy)]
pub(super) struct PageFrame {
    pub(super) number: usize,
    pub(super) is_right: bool,
    pub(super) left: f64,
    pub(super) right: f64,
    /// Top of the heading.
    pub(super) head: f64,
    pub(super) top: f64,
    pub(super) bottom: f64,
    /// Base line of the page number.
    pub(super) foot: f64,
}

/// Size of the letters of a title at least, in points.
pub(super) const SMALLEST: f64 = 8.0;

/// Returns the lines of a title, in the largest letters with which all of it fits; `None` if it does not.
pub(super) fn title_lines(layout: &BookLayout, title: &str) -> Option<(Font, Vec<String>)> {
    let frame = layout.page(1, 100);
    let width = frame.right - frame.left;
    let largest = (width / 11.0).clamp(18.0, 40.0);
    let sizes = std::iter::successors(Some(largest), |size| Some(size - 1.0));
    sizes.take_while(|size| *size >= SMALLEST).find_map(|size| {
        let font = Font::bold(size);
        let lines = balanced(title, font, width);
        // Four lines of the largest letters have a place.
        let is_whole = unspaced(lines.iter().map(String::as_str)) == unspaced([title]);
        let fits = lines.len() as f64 * size <= 4.0 * largest && is_whole;
        fits.then_some((font, lines))
    })
}

/// Returns a font in which a text is at most this wide.
pub(super) fn shrunk(text: &str, font: Font, width: f64) -> Font {
    let factor = (width / text_width(text, font)).min(1.0);
    Font { size: font.size * factor, ..font }
}

/// Points of an inch.
const INCH: f64 = 72.0;

/// Length in points; zero by default.
///
/// ```
/// use gridmill_draw::book::Length;
///
/// assert_eq!("3mm".parse::<Length>()?, "3".parse()?);
/// assert!("0.125in".parse::<Length>()? > "3mm".parse()?);
/// # Ok::<(), gridmill_draw::book::LengthError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Default)]
pub struct Length(f64);

/// Error: text that is no length.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{found:?} is no length from 0 to 25.4 mm, such as 3mm or 0.125in")]
#[non_exhaustive]
pub struct LengthError {
    found: String,
}

impl Length {
    /// Returns the length in points.
    pub(super) const fn points(self) -> f64 {
        self.0
    }
}

impl FromStr for Length {
    type Err = LengthError;

    /// Reads millimetres or inches.
    fn from_str(text: &str) -> Result<Self, LengthError> {
        let (number, unit) = with_unit(text);
        let length = number.trim().parse::<f64>().ok().map(|number| number * unit);
        let length = length.filter(|length| (0.0..=INCH + 1e-9).contains(length)).map(Self);
        length.ok_or_else(|| LengthError { found: text.to_owned() })
    }
}

/// Splits a text into numbers and the points of their unit: millimetres, if there is none.
fn with_unit(text: &str) -> (String, f64) {
    let plain = text.trim().to_ascii_lowercase();
    match (plain.strip_suffix("mm"), plain.strip_suffix("in")) {
        (Some(numbers), _) => (numbers.to_owned(), MILLIMETRE),
        (_, Some(numbers)) => (numbers.to_owned(), INCH),
        _ => (plain, MILLIMETRE),
    }
}

/// Shortest and longest side, in points: 2 inches and 2 metres.
const SIDES: std::ops::RangeInclusive<f64> = 144.0..=5670.0;

/// Width and height of a page, in points.
///
/// ```
/// use gridmill_draw::book::Paper;
///
/// assert_eq!("6x9in".parse::<Paper>()?, Paper::SIX_BY_NINE);
/// assert_eq!("210x297".parse::<Paper>()?.to_string(), "a4");
/// assert!("6x9".parse::<Paper>().is_err()); // 6 millimetres
/// # Ok::<(), gridmill_draw::book::PaperError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Paper {
    pub(crate) width: f64,
    pub(crate) height: f64,
}

/// Error: text that is no size of paper.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{found:?} is no paper: a4, a5, letter, or width x height from 51 mm, such as 148x210 or 6x9in")]
#[non_exhaustive]
pub struct PaperError {
    found: String,
}

impl Paper {
    /// ISO A4.
    pub const A4: Self = Self { width: 210.0 * MILLIMETRE, height: 297.0 * MILLIMETRE };
    /// ISO A5.
    pub const A5: Self = Self { width: 148.0 * MILLIMETRE, height: 210.0 * MILLIMETRE };
    /// US Letter.
    pub const LETTER: Self = Self::inches(8.5, 11.0);
    /// 6 by 9 inches, usual for printing on demand.
    pub const SIX_BY_NINE: Self = Self::inches(6.0, 9.0);

    /// Sizes with names, among them the usual ones of printing on demand.
    pub const NAMED: [(&'static str, Self); 8] = [
        ("a4", Self::A4),
        ("a5", Self::A5),
        ("letter", Self::LETTER),
        ("5x8in", Self::inches(5.0, 8.0)),
        ("6x9in", Self::SIX_BY_NINE),
        ("7x10in", Self::inches(7.0, 10.0)),
        ("8x10in", Self::inches(8.0, 10.0)),
        ("8.25x11in", Self::inches(8.25, 11.0)),
    ];

    const fn inches(width: f64, height: f64) -> Self {
        Self { width: width * INCH, height: height * INCH }
    }

    fn is(self, other: Self) -> bool {
        (self.width - other.width).abs() < 0.1 && (self.height - other.height).abs() < 0.1
    }
}

impl fmt::Display for Paper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match Self::NAMED.iter().find(|(_, named)| named.is(*self)) {
            Some((name, _)) => f.write_str(name),
            None => write!(f, "{:.0}x{:.0}", self.width / MILLIMETRE, self.height / MILLIMETRE),
        }
    }
}

impl FromStr for Paper {
    type Err = PaperError;

    fn from_str(text: &str) -> Result<Self, PaperError> {
        let plain = text.trim().to_ascii_lowercase();
        if let Some((_, named)) = Self::NAMED.iter().find(|(name, _)| *name == plain) {
            return Ok(*named);
        }
        let (sides, unit) = with_unit(&plain);
        let side = |text: &str| text.trim().parse::<f64>().ok().map(|side| side * unit);
        sides
            .split_once('x')
            .and_then(|(width, height)| Some((side(width)?, side(height)?)))
            .filter(|(width, height)| SIDES.contains(width) && SIDES.contains(height))
            .map(|(width, height)| Self { width, height })
            .ok_or_else(|| PaperError { found: text.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_in_millimetres_and_inches() {
        for (text, paper) in Paper::NAMED {
            assert_eq!(text.parse::<Paper>().unwrap().to_string(), paper.to_string());
        }
        let found: Paper = "8.5 x 11in".parse().unwrap();
        assert!(found.is(Paper::LETTER));
        for wrong in ["", "a3x", "x", "210x", "0x0", "nanx100", "infx100", "-210x297", "10x10", "1e9x1e9"] {
            assert!(wrong.parse::<Paper>().is_err(), "{wrong}");
        }
    }
}
