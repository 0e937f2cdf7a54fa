//! Sections of a book: title page, puzzles by level, hints, solutions; and their pages.

use super::{
    Book, BookLayout, BookPuzzle,
    layout::{PageFrame, SMALLEST, title_lines},
};
use crate::{
    Anchor, Element, Font, Picture, Point, StepPicture, Stroke,
    font::{fitting, wrapped},
    picture::ink,
    puzzle::placed_grid,
};

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

/// A level and its first page.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) page: usize,
}

/// All pages behind the title page.
#[derive(Debug)]
pub(super) struct Sections {
    pub(super) pages: Vec<Page>,
    /// Pages before these.
    before: usize,
    /// Levels, hints and solutions, with their first pages.
    pub(super) entries: Vec<Entry>,
}

impl Sections {
    /// Divides the puzzles of a book into pages.
    pub(super) fn new(book: &Book) -> Self {
        let before = usize::from(book.title.is_some());
        let mut sections = Self { pages: Vec::new(), before, entries: Vec::new() };
        let numbered: Vec<(usize, &BookPuzzle)> = book.puzzles.iter().enumerate().collect();
        for level in numbered.chunk_by(|a, b| a.1.level == b.1.level) {
            let heading = level[0].1.level.as_deref().map(capitalised);
            let all: Vec<usize> = level.iter().map(|(n, _)| *n).collect();
            sections.add(heading.as_deref(), &all, book.layout.per_page, || Content::Puzzles);
        }
        let hints: Vec<usize> =
            numbered.iter().filter(|(_, puzzle)| puzzle.hint.is_some()).map(|(n, _)| *n).collect();
        let per_page = if book.layout.large_print { 1 } else { 2 };
        sections.add(Some(&book.words.hints), &hints, per_page, || Content::Hints);
        let solved: Vec<usize> =
            numbered.iter().filter(|(_, puzzle)| puzzle.solution.is_some()).map(|(n, _)| *n).collect();
        let side = book.side();
        if book.layout.solutions_per_page.is_some() {
            let per_page = book.layout.solutions_that_fit(side);
            sections.add(Some(&book.words.solutions), &solved, per_page, || Content::Solutions);
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

    /// Draws a page, counted from 0 behind the title page.
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
            let font = Font::bold(13.0 * book.layout.scale());
            let heading = fitting(heading, font, frame.right - frame.left);
            let at = (f64::midpoint(frame.left, frame.right), frame.head + font.size);
            out.push(Element::text(at, heading, font, Anchor::Middle, ink::GIVEN));
        }
        page_number(book, &frame, out);
        match page.content {
            Content::Puzzles => puzzles(book, page, &frame, out),
            Content::Hints => hints(book, page, &frame, out),
            Content::Solutions => solutions(book, page, &frame, out),
        }
        picture
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
fn capitalised(text: &str) -> String {
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

fn puzzles(book: &Book, page: &Page, frame: &PageFrame, out: &mut Vec<Element>) {
    let caption = book.layout.caption();
    let boxes = BookLayout::boxes(frame, book.layout.per_page, caption);
    for (&n, (at, width)) in page.puzzles.iter().zip(boxes) {
        number(n, (at.0, at.1 - caption * 0.35), caption * 0.72, out);
        out.extend(placed_grid(at, width, &book.puzzles[n].puzzle, None));
    }
}

fn solutions(book: &Book, page: &Page, frame: &PageFrame, out: &mut Vec<Element>) {
    let caption = book.layout.solution_caption();
    let boxes = BookLayout::boxes(frame, book.layout.solutions_that_fit(book.side()), caption);
    for (&n, (at, width)) in page.puzzles.iter().zip(boxes) {
        number(n, (at.0, at.1 - caption * 0.3), caption * 0.75, out);
        let puzzle = &book.puzzles[n];
        out.extend(placed_grid(at, width, &puzzle.puzzle, puzzle.solution.as_ref()));
    }
}

/// Draws hints in equal parts of the page: number and technique, the candidates, and the words.
fn hints(book: &Book, page: &Page, frame: &PageFrame, out: &mut Vec<Element>) {
    let per_page = if book.layout.large_print { 1 } else { 2 };
    let (width, scale) = (frame.right - frame.left, book.layout.scale());
    let part = (frame.bottom - frame.top) / f64::from(per_page);
    let (font, line) = (Font::regular(8.2 * scale), 10.8 * scale);
    let lines_at_most: usize = 6;
    for (place, &n) in page.puzzles.iter().enumerate() {
        let Some(hint) = &book.puzzles[n].hint else { continue };
        let top = frame.top + place as f64 * part;
        let caption = 14.0 * scale;
        let lines_high = line * lines_at_most as f64 + 6.0;
        let picture = StepPicture::new(&hint.marks, &hint.step).with_legend(false).draw();
        let factor = (width / picture.width).min((part - caption - lines_high - 8.0) / picture.height);
        let drawn = (picture.width * factor, picture.height * factor);
        let left = frame.left + (width - drawn.0) / 2.0;
        number(n, (left, top + caption * 0.7), caption * 0.72, out);
        let title = Font::regular(caption * 0.72);
        let at =
            (left + crate::text_width(&format!("{}  ", n + 1), Font::bold(title.size)), top + caption * 0.7);
        out.push(Element::text(at, hint.title.as_str(), title, Anchor::Start, ink::WORDS));
        out.push(picture.placed((left, top + caption), factor));
        let wide = frame.right - left;
        let mut lines = wrapped(&hint.text, font, wide);
        if lines.len() > lines_at_most {
            lines.truncate(lines_at_most);
            if let Some(last) = lines.last_mut() {
                *last = fitting(&format!("{last} \u{2026}"), font, wide);
            }
        }
        for (k, text) in lines.into_iter().enumerate() {
            let y = top + caption + drawn.1 + line * (k + 1) as f64;
            out.push(Element::text((left, y), text, font, Anchor::Start, ink::WORDS));
        }
    }
}

/// Draws the title page.
pub(super) fn title_page(book: &Book, title: &str, sections: &Sections) -> Picture {
    let (layout, paper) = (&book.layout, book.layout.paper);
    let frame = layout.page(1, 100);
    let (width, middle) = (frame.right - frame.left, f64::midpoint(frame.left, frame.right));
    let count = book.puzzles.len();
    let word = if count == 1 { &book.words.puzzle } else { &book.words.puzzles };
    let subtitle = format!("{count} {word}");
    let mut picture = Picture::new((paper.width(), paper.height()), title, subtitle.clone());
    let out = &mut picture.elements;

    let (font, lines) = title_lines(layout, title).unwrap_or_else(|| {
        let font = Font::bold(SMALLEST);
        (font, vec![fitting(title, font, width)])
    });
    let mut y = frame.top + (frame.bottom - frame.top) * 0.2;
    for line in lines {
        out.push(Element::text((middle, y), line, font, Anchor::Middle, ink::GIVEN));
        y += font.size * 1.2;
    }
    let small = Font::regular(12.0 * layout.scale());
    out.push(Element::text((middle, y), subtitle, small, Anchor::Middle, ink::WORDS));

    let (step, half) = (small.size * 1.6, (width * 0.36).min(170.0));
    y += 3.0 * step;
    let space = frame.bottom - 5.0 * step - y;
    // A line for each level, while they fit.
    for (n, entry) in sections.entries.iter().enumerate() {
        if (n + 1) as f64 * step > space {
            break;
        }
        let name = fitting(&entry.name, small, 1.6 * half);
        out.push(Element::text((middle - half, y), name, small, Anchor::Start, ink::WORDS));
        let page = entry.page.to_string();
        out.push(Element::text((middle + half, y), page, small, Anchor::End, ink::WORDS));
        y += step;
    }

    let rules = rules(book);
    let font = Font::regular(9.5 * layout.scale());
    let lines = wrapped(&rules, font, width * 0.8);
    let mut y = frame.bottom - lines.len() as f64 * font.size * 1.4;
    let stroke = Stroke::new(ink::RULE, 0.6);
    out.push(Element::line((middle - half, y - 18.0), (middle + half, y - 18.0), stroke));
    for line in lines {
        out.push(Element::text((middle, y), line, font, Anchor::Middle, ink::WORDS));
        y += font.size * 1.4;
    }
    picture
}

/// Returns the rules for the digits of the largest grid.
fn rules(book: &Book) -> String {
    let side = book.side();
    let fill = |text: &str, first: &str, last: &str| text.replace("{first}", first).replace("{last}", last);
    let range = |first, last: &str| fill(&book.words.range, first, last);
    let digits = match u8::try_from(side).ok().filter(|side| *side > 9) {
        Some(side) => {
            let letters = range("A", &char::from(b'A' + side - 10).to_string());
            fill(&book.words.and, &range("1", "9"), &letters)
        }
        None => range("1", &side.to_string()),
    };
    book.words.rules.replace("{digits}", &digits)
}
