//! Sections of a book: puzzles by shape and level, hints, solutions; and their pages. A hint has its number and technique, the candidates with the
//! step, and the words below or next to them.

use super::{
    Book, BookHint, BookLayout, BookPuzzle,
    layout::{PageFrame, WordsPlace, shrunk},
};
use crate::{
    Anchor, Element, Font, Picture, Point, StepPicture,
    font::{fitting, wrapped},
    picture::ink,
    puzzle::placed_grid,
    text_width,
};
use gridmill_board::Shape;

/// Content of a page.
#[derive(Debug)]
pub(super) enum Content {
    Puzzles,
    Hints,
    Solutions,
}

/// A page about to be drawn.
#[derive(Debug)]
pub(super) struct Page {
    content: Content,
    heading: Option<String>,
    /// Places in the book of its puzzles.
    puzzles: Vec<usize>,
}

/// A chapter and its first page.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) page: usize,
}

/// All pages behind the title page and the text after it.
#[derive(Debug)]
pub(super) struct Sections {
    pub(super) pages: Vec<Page>,
    /// Pages before these.
    before: usize,
    /// Levels, hints and solutions, with their first pages.
    pub(super) entries: Vec<Entry>,
    /// Hints and solutions a page.
    per_page: [usize; 2],
    /// Page of the solution of each puzzle.
    solution_pages: Vec<Option<usize>>,
}

impl Sections {
    /// Divides the puzzles of a book that are `kept` into pages.
    pub(super) fn new(book: &Book, kept: impl Fn(usize) -> bool) -> Self {
        let layout = &book.layout;
        let hints_per_page = largest_shape_of_hints(book).map_or(0, |shape| layout.hints_that_fit(shape));
        let per_page = [hints_per_page, layout.solutions_that_fit(book.side())].map(|count| count.max(1));
        let before = usize::from(book.title.is_some()) + book.front.len();
        let solution_pages = vec![None; book.puzzles.len()];
        let mut sections = Self { pages: Vec::new(), before, entries: Vec::new(), per_page, solution_pages };
        let all = book.puzzles.iter().enumerate().filter(|(n, _)| kept(*n));
        let numbered: Vec<(usize, &BookPuzzle)> = all.collect();
        for puzzles in numbered.chunk_by(|a, b| a.1.chapter() == b.1.chapter()) {
            let heading = book.heading(puzzles[0].1);
            let all: Vec<usize> = puzzles.iter().map(|(n, _)| *n).collect();
            sections.add(heading.as_deref(), &all, layout.per_page, || Content::Puzzles);
        }
        let those = |is_one: fn(&BookPuzzle) -> bool| -> Vec<usize> {
            numbered.iter().filter(|(_, puzzle)| is_one(puzzle)).map(|(n, _)| *n).collect()
        };
        let hinted = those(|puzzle| puzzle.hint.is_some());
        sections.add(Some(&book.words.hints), &hinted, per_page[0], || Content::Hints);
        if layout.has_solutions() {
            let solved = those(|puzzle| puzzle.solution.is_some());
            let first = before + sections.pages.len() + 1;
            for (place, &n) in solved.iter().enumerate() {
                sections.solution_pages[n] = Some(first + place / per_page[1]);
            }
            sections.add(Some(&book.words.solutions), &solved, per_page[1], || Content::Solutions);
        }
        sections
    }

    fn add(&mut self, heading: Option<&str>, all: &[usize], per_page: usize, content: fn() -> Content) {
        if let Some(name) = heading.filter(|_| !all.is_empty()) {
            let page = self.before + self.pages.len() + 1;
            self.entries.push(Entry { name: name.to_owned(), page });
        }
        for puzzles in all.chunks(per_page.max(1)) {
            let (heading, puzzles) = (heading.map(str::to_owned), puzzles.to_vec());
            self.pages.push(Page { content: content(), heading, puzzles });
        }
    }

    /// Returns the number of pages of the book.
    pub(super) fn page_count(&self) -> usize {
        self.before + self.pages.len()
    }

    /// Draws a page, counted from 0 behind those before.
    pub(super) fn draw(&self, book: &Book, n: usize) -> Picture {
        let page = &self.pages[n];
        let frame = book.layout.page(self.before + n + 1, self.page_count());
        let paper = book.layout.paper;
        let heading = page.heading.as_deref().unwrap_or_default();
        let numbers = page.puzzles.iter().map(|n| (n + 1).to_string()).collect::<Vec<_>>().join(" ");
        let title = format!("{heading} {numbers}").trim().to_owned();
        let mut picture = Picture::new((paper.width, paper.height), title, Self::description(book, page));
        let out = &mut picture.elements;
        if !heading.is_empty() {
            let font = shrunk(heading, Font::bold(13.0 * book.layout.scale()), frame.right - frame.left);
            let at = (f64::midpoint(frame.left, frame.right), frame.head + font.size);
            out.push(Element::text(at, heading, font, Anchor::Middle, ink::GIVEN));
        }
        page_number(book, &frame, out);
        match page.content {
            Content::Puzzles => self.puzzles(book, page, &frame, out),
            Content::Hints => draw_hints(book, &page.puzzles, self.per_page[0], &frame, out),
            Content::Solutions => self.solutions(book, page, &frame, out),
        }
        picture
    }

    fn puzzles(&self, book: &Book, page: &Page, frame: &PageFrame, out: &mut Vec<Element>) {
        let caption = book.layout.caption();
        let boxes = BookLayout::boxes(frame, book.layout.per_page, caption);
        for (&n, (at, width)) in page.puzzles.iter().zip(boxes) {
            let base = at.1 - caption * 0.35;
            number(n, (at.0, base), caption * 0.72, out);
            let room = width - text_width(&format!("{}  ", n + 1), Font::bold(caption * 0.72));
            if let Some((text, font)) = self.note(book, n, room) {
                out.push(Element::text((at.0 + width, base), text, font, Anchor::End, ink::WORDS));
            }
            out.extend(placed_grid(at, width, &book.puzzles[n].puzzle, None));
        }
    }

    /// Returns the level of a puzzle and the page of its solution, or the page alone where there is little room.
    fn note(&self, book: &Book, n: usize, room: f64) -> Option<(String, Font)> {
        let level = book.puzzles[n].level.as_deref().map(capitalised);
        let page = self.solution_pages[n].map(|page| page.to_string());
        let on_page = |words: &str| page.as_ref().map(|page| words.replace("{page}", page));
        let (long, short) = (on_page(&book.words.on_page), on_page(&book.words.page));
        let both = level.iter().chain(&long).cloned().collect::<Vec<_>>().join(", ");
        let font = Font::regular(book.layout.caption() * 0.52);
        let notes = std::iter::once(both).chain(long).chain(short);
        let fits = |text: &String| !text.is_empty() && text_width(text, font) <= room;
        notes.into_iter().find(fits).map(|text| (text, font))
    }

    fn solutions(&self, book: &Book, page: &Page, frame: &PageFrame, out: &mut Vec<Element>) {
        let caption = book.layout.solution_caption();
        let boxes = BookLayout::boxes(frame, self.per_page[1], caption);
        for (&n, (at, width)) in page.puzzles.iter().zip(boxes) {
            number(n, (at.0, at.1 - caption * 0.3), caption * 0.75, out);
            let puzzle = &book.puzzles[n];
            out.extend(placed_grid(at, width, &puzzle.puzzle, puzzle.solution.as_ref()));
        }
    }

    /// Returns the puzzles of a page as text, or the words of its hints.
    fn description(book: &Book, page: &Page) -> String {
        let text = |&n: &usize| -> String {
            let puzzle = &book.puzzles[n];
            let shown = match (&page.content, &puzzle.hint, &puzzle.solution) {
                (Content::Hints, Some(hint), _) => hint.text.clone(),
                (Content::Solutions, _, Some(solution)) => solution.to_string(),
                _ => puzzle.puzzle.to_string(),
            };
            format!("{}: {shown}", n + 1)
        };
        page.puzzles.iter().map(text).collect::<Vec<_>>().join("; ")
    }
}

/// Writes the first letter large: levels of data are in small letters.
pub(super) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Writes the number of a page into its outer corner.
fn page_number(book: &Book, frame: &PageFrame, out: &mut Vec<Element>) {
    let font = Font::regular(9.0 * book.layout.scale());
    let (x, anchor) = if frame.is_right { (frame.right, Anchor::End) } else { (frame.left, Anchor::Start) };
    out.push(Element::text((x, frame.foot), frame.number.to_string(), font, anchor, ink::LABEL));
}

fn number(n: usize, at: Point, size: f64, out: &mut Vec<Element>) {
    out.push(Element::text(at, (n + 1).to_string(), Font::bold(size), Anchor::Start, ink::WORDS));
}

/// Size of the words at least, in points.
const SMALLEST_WORDS: f64 = 6.0;
/// Height of a line of words, as a part of their size.
const LINE_HEIGHT: f64 = 1.32;

/// Returns the largest shape of the hints of a book; `None` without hints.
fn largest_shape_of_hints(book: &Book) -> Option<Shape> {
    let hints = book.puzzles.iter().filter(|puzzle| puzzle.hint.is_some());
    hints.map(|puzzle| puzzle.puzzle.shape()).max_by(|&a, &b| size_of_hint(a).1.total_cmp(&size_of_hint(b).1))
}

fn size_of_hint(shape: Shape) -> Point {
    StepPicture::size(shape)
}

/// Draws the hints of a page that has `per_page` of them at most.
fn draw_hints(book: &Book, puzzles: &[usize], per_page: usize, frame: &PageFrame, out: &mut Vec<Element>) {
    let largest = size_of_hint(largest_shape_of_hints(book).unwrap_or(Shape::STANDARD));
    let parts = book.layout.hint_parts(frame, per_page, largest);
    for (&n, part) in puzzles.iter().zip(parts) {
        if let Some(hint) = &book.puzzles[n].hint {
            draw_one(&book.layout, (n, hint), part, out);
        }
    }
}

fn draw_one(
    layout: &BookLayout,
    (n, hint): (usize, &BookHint),
    (at, size): (Point, Point),
    out: &mut Vec<Element>,
) {
    let picture = StepPicture::new(&hint.marks, &hint.step).with_legend(false).draw();
    let natural = (picture.width, picture.height);
    let (fitting_factor, place) = layout.hint_in(size, natural);
    let caption = layout.caption();
    let placed = |factor: f64| {
        let drawn = (natural.0 * factor, natural.1 * factor);
        let indent = if place == WordsPlace::Below { (size.0 - drawn.0) / 2.0 } else { 0.0 };
        let corner = (at.0 + indent, at.1 + caption);
        (corner, place.words((at, size), (corner, drawn)))
    };
    // Long explanations have smaller letters, then a smaller picture, and are cut if no letter can be read any more.
    let least = (BookLayout::SMALLEST_CANDIDATE / StepPicture::CANDIDATE).min(fitting_factor);
    let whole = [fitting_factor, least].into_iter().find_map(|factor| {
        let (corner, words) = placed(factor);
        Some((factor, corner, words, lines_in(&hint.text, words.1, 8.2 * layout.scale())?))
    });
    let (factor, corner, words, (font, lines)) = whole.unwrap_or_else(|| {
        let (corner, words) = placed(least);
        (least, corner, words, cut(&hint.text, words.1))
    });

    let number = Font::bold(caption * 0.72);
    let base = at.1 + caption * 0.7;
    let label = format!("{}  ", n + 1);
    let after = corner.0 + crate::text_width(&label, number);
    out.push(Element::text((corner.0, base), label.trim_end(), number, Anchor::Start, ink::WORDS));
    let technique = Font::regular(number.size);
    out.push(Element::text((after, base), hint.title.as_str(), technique, Anchor::Start, ink::WORDS));
    out.push(picture.placed(corner, factor));
    let (left, top) = words.0;
    for (k, line) in lines.into_iter().enumerate() {
        let y = top + font.size * (1.0 + LINE_HEIGHT * k as f64);
        out.push(Element::text((left, y), line, font, Anchor::Start, ink::WORDS));
    }
}

/// Returns the lines of a text in the largest letters with which it fits; `None` if it does not.
fn lines_in(text: &str, (width, height): Point, largest: f64) -> Option<(Font, Vec<String>)> {
    let sizes = std::iter::successors(Some(largest), |size| Some(size - 0.2));
    sizes.take_while(|&size| size >= SMALLEST_WORDS).find_map(|size| {
        let font = Font::regular(size);
        let lines = wrapped(text, font, width);
        (lines.len() as f64 * size * LINE_HEIGHT <= height).then_some((font, lines))
    })
}

/// Returns as many lines of a text as a place has, with an ellipsis at the end.
fn cut(text: &str, (width, height): Point) -> (Font, Vec<String>) {
    let font = Font::regular(SMALLEST_WORDS);
    let mut lines = wrapped(text, font, width);
    let mut room = height;
    lines.retain(|_| {
        room -= font.size * LINE_HEIGHT;
        room >= 0.0
    });
    if let Some(last) = lines.last_mut() {
        *last = fitting(&format!("{last} \u{2026}"), font, width);
    }
    (font, lines)
}
