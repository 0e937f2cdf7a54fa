//! The files of the font of books, which PDF files embed.

use crate::{
    Font,
    font::{BOLD, CharacterMap, REGULAR, table, unsigned},
};
use std::{collections::BTreeMap, sync::LazyLock};

static REGULAR_FILE: LazyLock<FontFile> = LazyLock::new(|| FontFile::read("OpenSans", REGULAR));
static BOLD_FILE: LazyLock<FontFile> = LazyLock::new(|| FontFile::read("OpenSans-Bold", BOLD));

/// A font and its measures, in units of the em square.
#[derive(Debug)]
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
        if font.bold { &BOLD_FILE } else { &REGULAR_FILE }
    }

    fn read(name: &'static str, bytes: &'static [u8]) -> Self {
        let [head, hhea, hmtx, maxp] = [*b"head", *b"hhea", *b"hmtx", *b"maxp"].map(|tag| table(bytes, tag));
        let last = unsigned(bytes, hhea + 34).saturating_sub(1);
        // Glyphs beyond the measured ones have the last advance.
        let advance = |glyph: u16| unsigned(bytes, hmtx + 4 * usize::from(glyph.min(last)));
        let signed = |at| unsigned(bytes, at).cast_signed();
        Self {
            name,
            bytes,
            units: f64::from(unsigned(bytes, head + 18)),
            bounds: [36, 38, 40, 42].map(|at| signed(head + at)),
            reach: [4, 6].map(|at| signed(hhea + at)),
            advances: (0..unsigned(bytes, maxp + 4)).map(advance).collect(),
            glyphs: glyphs(bytes),
        }
    }

    /// Returns the glyph of a character, if the font has it.
    pub(crate) fn glyph(&self, character: char) -> Option<u16> {
        self.glyphs.get(&character).copied()
    }

    /// Returns the characters that have glyphs, with these.
    pub(crate) fn characters(&self) -> impl Iterator<Item = (char, u16)> {
        self.glyphs.iter().map(|(&character, &glyph)| (character, glyph))
    }

    /// Returns the advance of each glyph, in thousandths of the size.
    pub(crate) fn advances(&self) -> impl Iterator<Item = f64> {
        self.advances.iter().map(|&advance| f64::from(advance) * 1000.0 / self.units)
    }
}

/// Reads the glyphs of all characters.
fn glyphs(bytes: &[u8]) -> BTreeMap<char, u16> {
    let map = CharacterMap::of(bytes);
    let codes = |segment| {
        let (first, last) = map.codes(bytes, segment);
        (first..=last).map(move |code| (char::from_u32(code), map.glyph(bytes, segment, code)))
    };
    let all = (0..map.segments).flat_map(codes);
    all.filter_map(|(character, glyph)| Some((character?, glyph)).filter(|_| glyph != 0)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{has_glyph, text_width};

    /// The widths that are read at compile time are those of the files.
    #[test]
    fn widths_are_those_of_the_glyphs() {
        for font in [Font::regular(1.0), Font::bold(1.0)] {
            let file = FontFile::of(font);
            assert!(file.bounds[0] < 0 && file.bounds[3] > 1000 && file.reach[1] < 0);
            let advances: Vec<f64> = file.advances().collect();
            for (character, glyph) in file.characters() {
                let width = text_width(character.encode_utf8(&mut [0; 4]), font) * 1000.0;
                assert!(
                    has_glyph(character) && (width - advances[usize::from(glyph)]).abs() < 1e-9,
                    "{character}"
                );
            }
        }
    }
}
