//! The font of books: widths of text, and what PDF files embed.
//!
//! Of the tables of a TrueType file (Apple, "TrueType Reference Manual"), five are read: `head`, `hhea`, `hmtx`, `maxp`, `cmap` with format 4.

use crate::Font;
use std::{collections::BTreeMap, sync::LazyLock};

static REGULAR: LazyLock<FontFile> =
    LazyLock::new(|| FontFile::read("OpenSans", include_bytes!("../fonts/OpenSans-Regular.ttf")));
static BOLD: LazyLock<FontFile> =
    LazyLock::new(|| FontFile::read("OpenSans-Bold", include_bytes!("../fonts/OpenSans-Bold.ttf")));

/// Height of figures and capitals as a part of the size.
pub(crate) const CAP_HEIGHT: f64 = 0.714;

/// A font and its measures, in units of the em square.
#[derive(Debug)]
#[cfg_attr(not(feature = "pdf"), expect(dead_code, reason = "the rest is for PDF"))]
pub(crate) struct FontFile {
    /// Name in PDF files.
    pub(crate) name: &'static str,
    /// The whole file.
    pub(crate) bytes: &'static [u8],
    /// Units of the em square.
    pub(crate) units: f64,
    /// Left, bottom, right and top of all glyphs.
    pub(crate) bounds: [i16; 4],
    /// Height over, and depth under the base line.
    pub(crate) reach: [i16; 2],
    advances: Vec<u16>,
    glyphs: BTreeMap<char, u16>,
}

impl FontFile {
    /// Returns the file of a font.
    pub(crate) fn of(font: Font) -> &'static Self {
        if font.bold { &BOLD } else { &REGULAR }
    }

    fn read(name: &'static str, bytes: &'static [u8]) -> Self {
        let table = |tag: &[u8; 4]| -> &'static [u8] {
            let record = (0..usize::from(unsigned(bytes, 4))).map(|n| 12 + 16 * n);
            let found = record.into_iter().find(|&at| bytes.get(at..at + 4) == Some(tag.as_slice()));
            found.map_or(&[], |at| bytes.get(long(bytes, at + 8)..).unwrap_or_default())
        };
        let (head, hhea, hmtx) = (table(b"head"), table(b"hhea"), table(b"hmtx"));
        let (count, measured) = (unsigned(table(b"maxp"), 4), unsigned(hhea, 34));
        // Glyphs beyond the measured ones have the last advance.
        let advance = |glyph: u16| unsigned(hmtx, 4 * usize::from(glyph.min(measured.saturating_sub(1))));
        Self {
            name,
            bytes,
            units: f64::from(unsigned(head, 18)),
            bounds: [36, 38, 40, 42].map(|at| signed(head, at)),
            reach: [4, 6].map(|at| signed(hhea, at)),
            advances: (0..count).map(advance).collect(),
            glyphs: glyphs(table(b"cmap")),
        }
    }

    /// Returns the glyph of a character, if the font has it.
    pub(crate) fn glyph(&self, character: char) -> Option<u16> {
        self.glyphs.get(&character).copied()
    }

    /// Returns the characters that have glyphs, with these.
    #[cfg(feature = "pdf")]
    pub(crate) fn characters(&self) -> impl Iterator<Item = (char, u16)> {
        self.glyphs.iter().map(|(&character, &glyph)| (character, glyph))
    }

    /// Returns the advance of each glyph, in thousandths of the size.
    #[cfg(feature = "pdf")]
    pub(crate) fn advances(&self) -> impl Iterator<Item = f64> {
        self.advances.iter().map(|&advance| f64::from(advance) * 1000.0 / self.units)
    }

    /// Returns the width of a character as a part of the size; one that the font lacks is as wide as `?`.
    pub(crate) fn advance(&self, character: char) -> f64 {
        let glyph = self.glyph(character).or_else(|| self.glyph('?')).unwrap_or(0);
        self.advances.get(usize::from(glyph)).map_or(0.6, |&advance| f64::from(advance) / self.units)
    }
}

fn unsigned(bytes: &[u8], at: usize) -> u16 {
    bytes.get(at..at + 2).map_or(0, |pair| u16::from_be_bytes([pair[0], pair[1]]))
}

fn signed(bytes: &[u8], at: usize) -> i16 {
    unsigned(bytes, at).cast_signed()
}

fn long(bytes: &[u8], at: usize) -> usize {
    usize::from(unsigned(bytes, at)) << 16 | usize::from(unsigned(bytes, at + 2))
}

/// Reads the glyphs of a table `cmap`: its first subtable of format 4.
fn glyphs(cmap: &[u8]) -> BTreeMap<char, u16> {
    let subtables = (0..usize::from(unsigned(cmap, 2))).map(|n| long(cmap, 4 + 8 * n + 4));
    let found = subtables.filter_map(|at| cmap.get(at..)).find(|subtable| unsigned(subtable, 0) == 4);
    let Some(subtable) = found else { return BTreeMap::new() };
    let doubled = usize::from(unsigned(subtable, 6));
    let mut glyphs = BTreeMap::new();
    for segment in (0..doubled).step_by(2) {
        let [end, start, delta, offset] =
            [14, 16 + doubled, 16 + 2 * doubled, 16 + 3 * doubled].map(|at| unsigned(subtable, at + segment));
        for code in start..=end {
            let glyph = if offset == 0 {
                code.wrapping_add(delta)
            } else {
                let at = 16 + 3 * doubled + segment + usize::from(offset) + 2 * usize::from(code - start);
                match unsigned(subtable, at) {
                    0 => 0,
                    glyph => glyph.wrapping_add(delta),
                }
            };
            if let Some(character) = char::from_u32(u32::from(code)).filter(|_| glyph != 0) {
                glyphs.insert(character, glyph);
            }
        }
    }
    glyphs
}

/// Returns the width of a text in the font of books.
///
/// ```
/// use gridmill_draw::{Font, text_width};
///
/// assert!(text_width("mm", Font::bold(10.0)) > 2.0 * text_width("i", Font::bold(10.0)));
/// ```
pub fn text_width(text: &str, font: Font) -> f64 {
    let file = FontFile::of(font);
    text.chars().map(|character| file.advance(character)).sum::<f64>() * font.size
}

/// Returns true if the font of books has a glyph for the character.
pub fn has_glyph(character: char) -> bool {
    REGULAR.glyph(character).is_some()
}

/// Breaks a text between words into lines of at most a width. A longer word is cut.
pub(crate) fn wrapped(text: &str, font: Font, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if text_width(&format!("{line} {word}"), font) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            Some(_) | None => lines.push(fitting(word, font, width)),
        }
    }
    lines
}

/// Cuts a text to a width; an ellipsis stands for the rest.
pub(crate) fn fitting(text: &str, font: Font, width: f64) -> String {
    if text_width(text, font) <= width {
        return text.to_owned();
    }
    let mut left = width - text_width("\u{2026}", font);
    let fits = |character: &char| {
        left -= text_width(character.encode_utf8(&mut [0; 4]), font);
        left >= 0.0
    };
    text.chars().take_while(fits).chain(['\u{2026}']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Figures are of one width, as columns of page numbers and rows of candidates need.
    #[test]
    fn both_fonts_have_latin_letters_and_even_figures() {
        for font in [Font::regular(1.0), Font::bold(1.0)] {
            let file = FontFile::of(font);
            assert!(('!'..='~').chain('\u{a1}'..='\u{17f}').all(|letter| file.glyph(letter).is_some()));
            let widths: Vec<f64> = ('0'..='9').map(|figure| file.advance(figure)).collect();
            assert!(widths.iter().all(|&width| (width - widths[0]).abs() < 1e-9), "{widths:?}");
            assert!((0.5..0.65).contains(&widths[0]));
            assert!(file.bounds[0] < 0 && file.bounds[3] > 1000 && file.reach[1] < 0);
        }
        assert!(!has_glyph('\u{4e00}'));
    }

    #[test]
    fn text_is_broken_between_words_and_cut() {
        let font = Font::regular(10.0);
        let lines = wrapped("one two  three four", font, text_width("one two", font) + 0.1);
        assert_eq!(lines, ["one two", "three", "four"]);
        let cut = fitting("abcdefgh", font, text_width("abcd", font));
        assert!(cut.ends_with('\u{2026}') && text_width(&cut, font) <= text_width("abcd", font));
    }
}
