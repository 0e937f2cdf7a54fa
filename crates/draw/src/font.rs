//! The font of books: widths of text, and where its lines may end.
//!
//! Of the tables of a TrueType file (Apple, "TrueType Reference Manual"), five are read: `head`, `hhea`, `hmtx`, `maxp`, `cmap` with format 4.

use crate::Font;

/// The files. What is read of them at compile time is no part of the program.
pub(crate) const REGULAR: &[u8] = include_bytes!("../fonts/OpenSans-Regular.ttf");
pub(crate) const BOLD: &[u8] = include_bytes!("../fonts/OpenSans-Bold.ttf");

static REGULAR_WIDTHS: Widths = Widths::read(REGULAR);
static BOLD_WIDTHS: Widths = Widths::read(BOLD);

/// Characters that each file has.
const CHARACTERS: usize = 329;

/// Height of figures and capitals as a part of the size.
pub(crate) const CAP_HEIGHT: f64 = 0.714;

/// Widths of the characters of a font.
#[derive(Debug)]
struct Widths {
    /// Units of the em square.
    units: u16,
    /// The characters, in order.
    codes: [u16; CHARACTERS],
    /// Their widths, in units.
    advances: [u16; CHARACTERS],
}

impl Widths {
    /// Returns the widths of a font.
    const fn for_font(font: Font) -> &'static Self {
        if font.bold { &BOLD_WIDTHS } else { &REGULAR_WIDTHS }
    }

    #[expect(clippy::cast_possible_truncation, reason = "codes have 16 bits")]
    const fn read(bytes: &[u8]) -> Self {
        let [head, hhea, hmtx] = [table(bytes, *b"head"), table(bytes, *b"hhea"), table(bytes, *b"hmtx")];
        let last = unsigned(bytes, hhea + 34) - 1;
        let cmap = CharacterMap::new(bytes);
        let (mut codes, mut advances) = ([0; CHARACTERS], [0; CHARACTERS]);
        let (mut found, mut segment) = (0, 0);
        while segment < cmap.segments {
            let (mut code, end) = cmap.codes(bytes, segment);
            while code <= end {
                let glyph = cmap.glyph(bytes, segment, code);
                if glyph != 0 {
                    // Glyphs beyond the measured ones have the last advance.
                    let measured = if glyph < last { glyph } else { last };
                    codes[found] = code as u16;
                    advances[found] = unsigned(bytes, hmtx + 4 * measured as usize);
                    found += 1;
                }
                code += 1;
            }
            segment += 1;
        }
        assert!(found == CHARACTERS);
        Self { units: unsigned(bytes, head + 18), codes, advances }
    }

    /// Returns the width of a character as a part of the size, if the font has it.
    fn get(&self, character: char) -> Option<f64> {
        let code = u16::try_from(u32::from(character)).ok()?;
        let place = self.codes.binary_search(&code).ok()?;
        Some(f64::from(self.advances[place]) / f64::from(self.units))
    }

    /// Returns the width of a character; one that no font has is as wide as `?`, or as high as wide in scripts without spaces.
    fn advance(&self, character: char) -> f64 {
        let unknown = || if is_wide(character) { Some(1.0) } else { self.get('?') };
        match raised(character) {
            Some(digit) => self.advance(digit) * RAISED.0,
            None => self.get(character).or_else(|| extra(character)).or_else(unknown).unwrap_or(0.6),
        }
    }
}

/// Returns the width of a character in the font of letters that the built-in one lacks.
#[cfg(feature = "letters")]
fn extra(character: char) -> Option<f64> {
    crate::extra::advance(character)
}

#[cfg(not(feature = "letters"))]
const fn extra(_: char) -> Option<f64> {
    None
}

/// The subtable of format 4 of a table `cmap`: segments of characters.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CharacterMap {
    pub(crate) at: usize,
    pub(crate) segments: usize,
}

impl CharacterMap {
    /// Finds the subtable of a file.
    pub(crate) const fn new(bytes: &[u8]) -> Self {
        let cmap = table(bytes, *b"cmap");
        let mut n = 0;
        loop {
            let at = cmap + long(bytes, cmap + 4 + 8 * n + 4);
            if unsigned(bytes, at) == 4 {
                return Self { at, segments: unsigned(bytes, at + 6) as usize / 2 };
            }
            n += 1;
        }
    }

    /// Returns the first and the last character of a segment.
    pub(crate) const fn codes(self, bytes: &[u8], segment: usize) -> (u32, u32) {
        let end = self.at + 14 + 2 * segment;
        (unsigned(bytes, end + 2 * self.segments + 2) as u32, unsigned(bytes, end) as u32)
    }

    /// Returns the glyph of a character of a segment; 0 if it has none.
    #[expect(clippy::cast_possible_truncation, reason = "codes have 16 bits")]
    pub(crate) const fn glyph(self, bytes: &[u8], segment: usize, code: u32) -> u16 {
        let start = self.at + 16 + 2 * self.segments + 2 * segment;
        let delta_at = start + 2 * self.segments;
        let offset_at = delta_at + 2 * self.segments;
        let (delta, offset) = (unsigned(bytes, delta_at), unsigned(bytes, offset_at) as usize);
        if offset == 0 {
            return (code as u16).wrapping_add(delta);
        }
        match unsigned(bytes, offset_at + offset + 2 * (code as usize - unsigned(bytes, start) as usize)) {
            0 => 0,
            glyph => glyph.wrapping_add(delta),
        }
    }
}

/// Returns the place of a table.
pub(crate) const fn table(bytes: &[u8], tag: [u8; 4]) -> usize {
    let mut at = 12;
    while long(bytes, at) != u32::from_be_bytes(tag) as usize {
        at += 16;
    }
    long(bytes, at + 8)
}

/// Returns the number of 16 bits at a place.
pub(crate) const fn unsigned(bytes: &[u8], at: usize) -> u16 {
    u16::from_be_bytes([bytes[at], bytes[at + 1]])
}

const fn long(bytes: &[u8], at: usize) -> usize {
    (unsigned(bytes, at) as usize) << 16 | unsigned(bytes, at + 2) as usize
}

/// Size and height of raised characters, as parts of the size of the text.
pub(crate) const RAISED: (f64, f64) = (0.62, 0.33);

/// Returns the digit or sign that a raised character of an exponent shows; the font has only some of them.
pub(crate) const fn raised(character: char) -> Option<char> {
    Some(match character {
        '\u{2070}' => '0',
        '\u{2074}' => '4',
        '\u{2075}' => '5',
        '\u{2076}' => '6',
        '\u{2077}' => '7',
        '\u{2078}' => '8',
        '\u{2079}' => '9',
        '\u{207b}' => '\u{2212}',
        _ => return None,
    })
}

/// Returns the width of a text in the font of books.
///
/// ```
/// use gridmill_draw::{Font, text_width};
///
/// assert!(text_width("mm", Font::bold(10.0)) > 2.0 * text_width("i", Font::bold(10.0)));
/// ```
pub fn text_width(text: &str, font: Font) -> f64 {
    let widths = Widths::for_font(font);
    text.chars().map(|character| widths.advance(character)).sum::<f64>() * font.size
}

/// Returns the width of a character; one that the font lacks is as wide as `?`.
#[cfg(any(feature = "pdf", feature = "png"))]
pub(crate) fn character_width(character: char, font: Font) -> f64 {
    Widths::for_font(font).advance(character) * font.size
}

/// Returns true if the built-in font has a glyph for the character, or the font of letters that it lacks.
pub fn has_glyph(character: char) -> bool {
    is_built_in(character) || extra(character).is_some()
}

/// Returns true if the built-in font has a glyph for the character.
pub(crate) fn is_built_in(character: char) -> bool {
    REGULAR_WIDTHS.get(character).is_some()
}

/// Returns true for letters of scripts without spaces, such as Japanese; each is as wide as two others.
pub const fn is_wide(character: char) -> bool {
    matches!(character, '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ff60}' | '\u{20000}'..)
}

/// Splits a text where a line may end: at spaces and between wide letters. A piece comes with true if a space is before it.
///
/// No line begins with a mark that belongs to the letter before it, or ends with an opening bracket.
pub fn pieces(text: &str) -> Vec<(bool, &str)> {
    const NO_START: &str = "\u{3001}\u{3002}\u{ff0c}\u{ff0e}\u{ff1a}\u{ff1b}\u{ff1f}\u{ff01}\u{ff09}\u{300d}\u{300f}\u{30fb}\u{30fc}\u{3005}\
                            \u{3041}\u{3043}\u{3045}\u{3047}\u{3049}\u{3063}\u{3083}\u{3085}\u{3087}\
                            \u{30a1}\u{30a3}\u{30a5}\u{30a7}\u{30a9}\u{30c3}\u{30e3}\u{30e5}\u{30e7}.,:;?!)";
    const NO_END: &str = "\u{ff08}\u{300c}\u{300e}(";
    let mut pieces = Vec::new();
    for word in text.split_whitespace() {
        let (mut start, mut before) = (0, None);
        for (at, letter) in word.char_indices() {
            let ends = |before: char| {
                (is_wide(before) || is_wide(letter)) && !NO_START.contains(letter) && !NO_END.contains(before)
            };
            if before.is_some_and(ends) {
                pieces.push((start == 0, &word[start..at]));
                start = at;
            }
            before = Some(letter);
        }
        pieces.push((start == 0, &word[start..]));
    }
    pieces
}

/// Breaks a text into lines of at most a width. A longer word is cut.
pub(crate) fn wrapped(text: &str, font: Font, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (is_spaced, piece) in pieces(text) {
        let space = if is_spaced { " " } else { "" };
        match lines.last_mut() {
            Some(line) if text_width(&format!("{line}{space}{piece}"), font) <= width => {
                line.push_str(space);
                line.push_str(piece);
            }
            Some(_) | None => lines.push(fitting(piece, font, width)),
        }
    }
    lines
}

/// Returns a text without its spaces.
pub(crate) fn unspaced<'a>(parts: impl IntoIterator<Item = &'a str>) -> String {
    parts.into_iter().flat_map(str::split_whitespace).collect()
}

/// Breaks a text into as few lines as [`wrapped`] does, of about equal widths.
pub(crate) fn balanced(text: &str, font: Font, width: f64) -> Vec<String> {
    let whole = |lines: &[String]| unspaced(lines.iter().map(String::as_str));
    let first = wrapped(text, font, width);
    let widths = std::iter::successors(Some(width), |width| Some(width - font.size / 4.0));
    let narrower = widths.map(|width| wrapped(text, font, width));
    let same = narrower.take_while(|lines| lines.len() == first.len() && whole(lines) == whole(&first));
    same.take(1000).last().unwrap_or(first.clone())
}

/// Cuts a text to a width, with an ellipsis in place of the rest.
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

    /// The last line of a text is no lonely word, where other breaks need no more lines.
    #[test]
    fn lines_of_equal_widths() {
        let font = Font::regular(10.0);
        let text = "Sudoku for rainy days and long nights at the sea";
        let width = text_width("Sudoku for rainy days and long nights at", font) + 1.0;
        assert_eq!(wrapped(text, font, width)[1], "the sea");
        assert_eq!(balanced(text, font, width), ["Sudoku for rainy days", "and long nights at the sea"]);
        for text in ["", "Sudoku", "Donaudampfschifffahrtsgesellschaft"] {
            assert_eq!(balanced(text, font, 60.0), wrapped(text, font, 60.0));
        }
    }

    /// Figures are of one width, as columns of page numbers and rows of candidates need.
    #[test]
    fn both_fonts_have_latin_letters_and_even_figures() {
        for font in [Font::regular(1.0), Font::bold(1.0)] {
            let widths = Widths::for_font(font);
            assert!(('!'..='~').chain('\u{a1}'..='\u{17f}').all(|letter| widths.get(letter).is_some()));
            let figures: Vec<f64> = ('0'..='9').map(|figure| widths.advance(figure)).collect();
            assert!(figures.iter().all(|&width| (width - figures[0]).abs() < 1e-9), "{figures:?}");
            assert!((0.5..0.65).contains(&figures[0]));
        }
        assert!(!has_glyph('\u{4e00}'));
    }

    #[test]
    fn text_is_broken_between_words_and_cut() {
        let font = Font::regular(10.0);
        let lines = wrapped("one two  three four", font, text_width("one two", font) + 0.1);
        assert_eq!(lines, ["one two", "three", "four"]);
        let text = "r1c1\u{306f}5\u{3067}\u{3059}\u{3002} r2";
        let broken: Vec<&str> = pieces(text).into_iter().map(|(_, piece)| piece).collect();
        assert_eq!(broken, ["r1c1", "\u{306f}", "5", "\u{3067}", "\u{3059}\u{3002}", "r2"]);
        assert_eq!(wrapped(text, font, 1000.0), [text]);
        let cut = fitting("abcdefgh", font, text_width("abcd", font));
        assert!(cut.ends_with('\u{2026}') && text_width(&cut, font) <= text_width("abcd", font));
    }
}
