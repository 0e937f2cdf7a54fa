//! Sections of a book: puzzles by shape and level, hints, solutions; and their pages.

use super::{
    Book, BookLayout, BookPuzzle, hints,
    layout::{PageFrame, shrunk},
};
use crate::{Anchor, Element, Font, Picture, Point, picture::ink, puzzle::placed_grid, text_width};

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
        let hints_per_page = hints::largest_shape(book).map_or(0, |shape| layout.hints_that_fit(shape));
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
        let mut picture = Picture::new((paper.width(), paper.height()), title, Self::description(book, page));
        let out = &mut picture.elements;
        if !heading.is_empty() {
            let font = shrunk(heading, Font::bold(13.0 * book.layout.scale()), frame.right - frame.left);
            let at = (f64::midpoint(frame.left, frame.right), frame.head + font.size);
            out.push(Element::text(at, heading, font, Anchor::Middle, ink::GIVEN));
        }
        page_number(book, &frame, out);
        match page.content {
            Content::Puzzles => self.puzzles(book, page, &frame, out),
            Content::Hints => hints::draw(book, &page.puzzles, self.per_page[0], &frame, out),
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
