//! A font for letters that the built-in one lacks, such as Cyrillic, Greek and Japanese.

use std::{cell::RefCell, collections::BTreeMap, fmt, sync::Arc};
use subsetter::{GlyphRemapper, subset};
use ttf_parser::{Face, cmap::Subtable};

/// A font file, TrueType or OpenType, for letters that the built-in font lacks.
///
/// ```
/// use gridmill_draw::{ExtraFont, has_glyph};
///
/// # let open_sans = include_bytes!("../fonts/OpenSans-Regular.ttf").to_vec();
/// let font = ExtraFont::new(open_sans)?;
/// assert!(ExtraFont::with(Some(&font), || has_glyph('a')));
/// assert!(ExtraFont::new(b"no font".to_vec()).is_err());
/// # Ok::<(), gridmill_draw::ExtraFontError>(())
/// ```
#[derive(Clone)]
pub struct ExtraFont(Arc<Letters>);

struct Letters {
    bytes: Vec<u8>,
    /// Units of the em square.
    units: f64,
    /// Glyph and advance of each letter.
    glyphs: BTreeMap<char, (u16, u16)>,
}

impl fmt::Debug for ExtraFont {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ExtraFont({} letters)", self.0.glyphs.len())
    }
}

/// Error: a file that is no font whose letters can be embedded.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}; give a TrueType or OpenType font")]
pub struct ExtraFontError(String);

thread_local! {
    /// The font that this thread draws with.
    static IN_USE: RefCell<Option<ExtraFont>> = const { RefCell::new(None) };
}

impl ExtraFont {
    /// Reads the bytes of a font file; of a collection, the first font.
    ///
    /// # Errors
    /// [`ExtraFontError`] for other files, and for fonts without outlines.
    pub fn new(bytes: Vec<u8>) -> Result<Self, ExtraFontError> {
        let problem = |problem: &dyn fmt::Display| ExtraFontError(problem.to_string());
        let face = Face::parse(&bytes, 0).map_err(|error| problem(&error))?;
        subset(&bytes, 0, &GlyphRemapper::new()).map_err(|error| problem(&error))?;
        let mut glyphs = BTreeMap::new();
        for table in face.tables().cmap.iter().flat_map(|cmap| cmap.subtables).filter(Subtable::is_unicode) {
            table.codepoints(|code| {
                let glyph = table.glyph_index(code).filter(|glyph| glyph.0 != 0);
                if let (Some(letter), Some(glyph)) = (char::from_u32(code), glyph) {
                    glyphs.insert(letter, (glyph.0, face.glyph_hor_advance(glyph).unwrap_or(0)));
                }
            });
        }
        let units = f64::from(face.units_per_em());
        Ok(Self(Arc::new(Letters { bytes, units, glyphs })))
    }

    /// Does work in which this font has the letters that the built-in one lacks, in measures and in drawings of this thread.
    pub fn with<T>(font: Option<&Self>, work: impl FnOnce() -> T) -> T {
        struct Restore(Option<ExtraFont>);
        impl Drop for Restore {
            fn drop(&mut self) {
                IN_USE.set(self.0.take());
            }
        }
        let _restore = Restore(IN_USE.replace(font.cloned()));
        work()
    }

    /// Returns the font that this thread draws with.
    #[cfg(any(feature = "pdf", feature = "png"))]
    pub(crate) fn in_use() -> Option<Self> {
        IN_USE.with_borrow(Clone::clone)
    }

    /// Returns the font's own file.
    #[cfg(any(feature = "pdf", feature = "png"))]
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0.bytes
    }

    #[cfg(feature = "pdf")]
    pub(crate) fn glyph(&self, letter: char) -> Option<u16> {
        self.0.glyphs.get(&letter).map(|(glyph, _)| *glyph)
    }

    fn advance(&self, letter: char) -> Option<f64> {
        self.0.glyphs.get(&letter).map(|(_, advance)| f64::from(*advance) / self.0.units)
    }
}

/// Returns the width of a letter in the font of this thread, as a part of the size.
pub(crate) fn advance(letter: char) -> Option<f64> {
    IN_USE.with_borrow(|font| font.as_ref()?.advance(letter))
}
