//! Pages before the puzzles: the title page with the contents, and the pages of a text.

use super::{
    Book, BookLayout,
    layout::{PageFrame, SMALLEST, shrunk, title_lines},
    markdown::{Block, BlockKind, FrontMatter, Run},
    sections::Sections,
};
use crate::{Anchor, Element, Font, Picture, Point, Stroke, font::balanced, picture::ink, text_width};

pub(super) fn title_page(book: &Book, title: &str, sections: &Sections) -> Picture {
    let (layout, paper) = (&book.layout, book.layout.paper);
    let frame = layout.page(1, sections.page_count());
    let (width, middle) = (frame.right - frame.left, f64::midpoint(frame.left, frame.right));
    let count = book.puzzles.len();
    let word = if count == 1 { &book.words.puzzle } else { &book.words.puzzles };
    let subtitle = format!("{count} {word}");
    let mut picture = Picture::new((paper.width, paper.height), title, subtitle.clone());
    let out = &mut picture.elements;

    let (font, lines) = title_lines(layout, title)
        .unwrap_or_else(|| (shrunk(title, Font::bold(SMALLEST), width), vec![title.to_owned()]));
    let mut y = frame.top + (frame.bottom - frame.top) * 0.2;
    for line in lines {
        out.push(Element::text((middle, y), line, font, Anchor::Middle, ink::GIVEN));
        y += font.size * 1.2;
    }
    let small = Font::regular(12.0 * layout.scale());
    out.push(Element::text((middle, y), subtitle, small, Anchor::Middle, ink::WORDS));

    let half = (width * 0.36).min(170.0);
    let rules_font = Font::regular(9.5 * layout.scale());
    let rules = balanced(&rules(book), rules_font, width * 0.8);
    let rules_top = frame.bottom - rules.len() as f64 * rules_font.size * 1.4;
    y += 1.5 * small.size;
    let space = rules_top - 24.0 - y;
    // Many chapters have smaller letters.
    let step = (small.size * 1.6).min(space / (sections.entries.len() + 1) as f64);
    let font = Font::regular((step / 1.3).clamp(SMALLEST, small.size));
    y += step * 1.5;
    for entry in &sections.entries {
        let page = entry.page.to_string();
        let room = 2.0 * half - text_width(&format!("  {page}"), font);
        let name = shrunk(&entry.name, font, room);
        out.push(Element::text((middle - half, y), &*entry.name, name, Anchor::Start, ink::WORDS));
        out.push(Element::text((middle + half, y), page, font, Anchor::End, ink::WORDS));
        y += step;
    }

    let mut y = rules_top;
    let stroke = Stroke::new(ink::RULE, 0.6);
    out.push(Element::line((middle - half, y - 18.0), (middle + half, y - 18.0), stroke));
    for line in rules {
        out.push(Element::text((middle, y), line, rules_font, Anchor::Middle, ink::WORDS));
        y += rules_font.size * 1.4;
    }
    picture
}

/// Returns the rules for the digits of each size of grid.
fn rules(book: &Book) -> String {
    let fill = |text: &str, first: &str, last: &str| text.replace("{first}", first).replace("{last}", last);
    let range = |first, last: &str| fill(&book.words.range, first, last);
    let digits = |side: usize| match u8::try_from(side).ok().filter(|side| *side > 9) {
        Some(side) => {
            let letters = range("A", &char::from(b'A' + side - 10).to_string());
            fill(&book.words.and, &range("1", "9"), &letters)
        }
        None => range("1", &side.to_string()),
    };
    let all = book.sides().into_iter().map(digits).collect::<Vec<_>>().join(" / ");
    book.words.rules.replace("{digits}", &all)
}

#[derive(Debug, Clone)]
pub(super) struct TextPage {
    lines: Vec<TextLine>,
}

/// A line: its base below the top, and its pieces with their distances from the left.
#[derive(Debug, Clone)]
struct TextLine {
    y: f64,
    pieces: Vec<(f64, String, Font)>,
}

/// A word: pieces of one weight each.
type Word = Vec<(String, bool)>;

impl TextPage {
    /// Sets a text in pages as wide as the narrowest of a book.
    pub(super) fn of_text(text: &FrontMatter, layout: &BookLayout) -> Vec<Self> {
        // Thick books have wide inner margins.
        let frame = layout.page(1, usize::MAX);
        let (width, height) = (frame.right - frame.left, frame.bottom - frame.head);
        let mut pages = Vec::new();
        for blocks in &text.pages {
            let mut setter = Setter { layout, width, height, y: 0.0, page: Vec::new(), pages: Vec::new() };
            for (n, block) in blocks.iter().enumerate() {
                setter.block(block, n.checked_sub(1).map(|before| &blocks[before].kind));
            }
            pages.append(&mut setter.pages);
            pages.push(Self { lines: setter.page });
        }
        pages
    }

    pub(super) fn draw(&self, layout: &BookLayout, frame: &PageFrame) -> Picture {
        let words =
            |line: &TextLine| line.pieces.iter().map(|piece| piece.1.as_str()).collect::<Vec<_>>().join(" ");
        let text: Vec<String> = self.lines.iter().map(words).collect();
        let title = text.first().cloned().unwrap_or_default();
        let size = (layout.paper.width, layout.paper.height);
        let mut picture = Picture::new(size, title, text.join(" "));
        for line in &self.lines {
            for (x, text, font) in &line.pieces {
                let at: Point = (frame.left + x, frame.head + line.y);
                picture.elements.push(Element::text(at, text.as_str(), *font, Anchor::Start, ink::GIVEN));
            }
        }
        picture
    }
}

/// Sets blocks below each other.
struct Setter<'a> {
    layout: &'a BookLayout,
    width: f64,
    height: f64,
    /// Bottom of the last line.
    y: f64,
    page: Vec<TextLine>,
    pages: Vec<TextPage>,
}

impl Setter<'_> {
    fn block(&mut self, block: &Block, before: Option<&BlockKind>) {
        let scale = self.layout.scale();
        let body = 10.5 * scale;
        let size = match block.kind {
            BlockKind::Heading(1) => 20.0 * scale,
            BlockKind::Heading(2) => 15.0 * scale,
            BlockKind::Heading(_) => 12.0 * scale,
            BlockKind::Paragraph | BlockKind::Item(_) => body,
        };
        let (is_heading, is_item) =
            (matches!(block.kind, BlockKind::Heading(_)), matches!(block.kind, BlockKind::Item(_)));
        let gap = match before {
            None => 0.0,
            Some(BlockKind::Item(_)) if is_item => 0.25 * body,
            Some(_) if is_heading => 1.1 * size,
            Some(_) => 0.7 * body,
        };
        // A heading stays with the lines below it.
        let least = if is_heading { size * 1.4 + 2.0 * body * 1.4 } else { size * 1.4 };
        self.make_room(gap, least);
        let indent = if is_item { 1.8 * body } else { 0.0 };
        let mut mark = match &block.kind {
            BlockKind::Item(mark) => Some(mark.clone()),
            BlockKind::Heading(_) | BlockKind::Paragraph => None,
        };
        for line in &block.lines {
            for words in wrapped_words(words(line), size, is_heading, self.width - indent) {
                self.make_room(0.0, size * 1.4);
                let mut pieces = placed(&words, size, is_heading, indent);
                pieces.extend(mark.take().map(|mark| (0.3 * body, mark, Font::regular(size))));
                self.page.push(TextLine { y: self.y + size, pieces });
                self.y += size * 1.4;
            }
        }
    }

    /// Leaves a gap, or begins a page if what follows has no room on this one.
    fn make_room(&mut self, gap: f64, height: f64) {
        if self.y + gap + height <= self.height || self.page.is_empty() {
            self.y += if self.page.is_empty() { 0.0 } else { gap };
        } else {
            self.pages.push(TextPage { lines: std::mem::take(&mut self.page) });
            self.y = 0.0;
        }
    }
}

/// Divides runs into words.
fn words(runs: &[Run]) -> Vec<Word> {
    let (mut words, mut is_open) = (Vec::<Word>::new(), false);
    for run in runs {
        for part in run.text.split_inclusive(char::is_whitespace) {
            let text = part.trim_end();
            if !text.is_empty() {
                let piece = (text.to_owned(), run.bold);
                match words.last_mut().filter(|_| is_open) {
                    Some(word) => word.push(piece),
                    None => words.push(vec![piece]),
                }
            }
            is_open = text.len() == part.len();
        }
    }
    words
}

fn font_of(size: f64, bold: bool) -> Font {
    if bold { Font::bold(size) } else { Font::regular(size) }
}

fn width_of(word: &Word, size: f64, is_heading: bool) -> f64 {
    word.iter().map(|(text, bold)| text_width(text, font_of(size, *bold || is_heading))).sum()
}

/// Breaks words into lines; a word that is too long is broken between its characters.
fn wrapped_words(words: Vec<Word>, size: f64, is_heading: bool, width: f64) -> Vec<Vec<Word>> {
    let space = text_width(" ", Font::regular(size));
    let (mut lines, mut used) = (Vec::<Vec<Word>>::new(), 0.0);
    let whole = words.into_iter().flat_map(|word| broken(word, size, is_heading, width));
    for word in whole {
        let wide = width_of(&word, size, is_heading);
        if let Some(line) = lines.last_mut().filter(|_| used + space + wide <= width) {
            line.push(word);
            used += space + wide;
        } else {
            lines.push(vec![word]);
            used = wide;
        }
    }
    lines
}

/// Breaks a word that is wider than a line.
fn broken(word: Word, size: f64, is_heading: bool, width: f64) -> Vec<Word> {
    if width_of(&word, size, is_heading) <= width {
        return vec![word];
    }
    let mut parts: Vec<Word> = vec![Vec::new()];
    for (text, bold) in word {
        for character in text.chars() {
            let piece = vec![(character.to_string(), bold)];
            let last = parts.last().map_or(0.0, |part| width_of(part, size, is_heading));
            if last > 0.0 && last + width_of(&piece, size, is_heading) > width {
                parts.push(piece);
            } else if let Some(part) = parts.last_mut() {
                match part.last_mut().filter(|(_, last)| *last == bold) {
                    Some((text, _)) => text.push(character),
                    None => part.extend(piece),
                }
            }
        }
    }
    parts
}

/// Returns the pieces of a line, neighbours of one weight together.
fn placed(line: &[Word], size: f64, is_heading: bool, indent: f64) -> Vec<(f64, String, Font)> {
    let mut pieces: Vec<(f64, String, Font)> = Vec::new();
    let (space, mut x) = (text_width(" ", Font::regular(size)), indent);
    for (n, word) in line.iter().enumerate() {
        for (k, (text, bold)) in word.iter().enumerate() {
            let font = font_of(size, *bold || is_heading);
            let is_apart = n > 0 && k == 0;
            x += if is_apart { space } else { 0.0 };
            match pieces.last_mut().filter(|(_, _, last)| *last == font && !font.bold) {
                Some((_, joined, _)) => {
                    joined.push_str(if is_apart { " " } else { "" });
                    joined.push_str(text);
                }
                None => pieces.push((x, text.clone(), font)),
            }
            x += text_width(text, font);
        }
    }
    pieces
}
