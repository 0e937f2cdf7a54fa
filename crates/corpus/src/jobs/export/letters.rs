//! Fonts of books, for letters that the built-in one lacks.

use gridmill_draw::ExtraFont;
use gridmill_tables::{Error, Result, storage::read_whole};
use std::{collections::BTreeSet, path::Path};

/// Bytes of a font, at most.
const LONGEST: u64 = 64 << 20;

/// Reads a font, TrueType or OpenType.
///
/// # Errors
/// [`Error::Option`] for a file that cannot be read, is longer than 64 MiB, or is no font.
pub fn read_font(path: &Path) -> Result<ExtraFont> {
    let refused = |problem: String| Error::option(format!("font {}: {problem}", path.display()));
    let bytes = read_whole(path, LONGEST).map_err(|error| refused(error.to_string()))?;
    if bytes.len() as u64 > LONGEST {
        return Err(refused(format!("it is longer than {} MiB", LONGEST >> 20)));
    }
    ExtraFont::new(bytes).map_err(|error| refused(error.to_string()))
}

/// Returns the error of letters that no font has; `None` if there are none.
pub fn lacking_letters(letters: impl IntoIterator<Item = char>) -> Option<Error> {
    let letters: BTreeSet<char> = letters.into_iter().collect();
    let named = |letter: &char| format!("{letter} (U+{:04X})", u32::from(*letter));
    let named: Vec<String> = letters.iter().take(5).map(named).collect();
    let more = if letters.len() > 5 { format!(" and {} others", letters.len() - 5) } else { String::new() };
    let problem =
        || format!("the built-in font lacks {}{more}; give `font` a file that has them", named.join(", "));
    (!named.is_empty()).then(|| Error::option(problem()))
}
