//! Names of classes of grids.

use super::Canonical;
use std::fmt;

/// Short name of a class of equivalent grids: a hash of the canonical form, stable for good.
///
/// It is the first 64 bits of BLAKE3 in its key derivation mode: the context is `gridmill 2026-11-22 class of a grid, version 1`, and the material the
/// shape, a colon and the text of the form with `.` for empty cells. The text form has 16 hex digits. Different classes share a name
/// with a chance of 2^-64 a pair: a half for some pair among 5 billion classes.
///
/// ```
/// use gridmill_board::Grid;
///
/// let canonical = "2143432134121234".parse::<Grid>()?.canonical()?;
/// assert_eq!(canonical.form.to_string(), "1234341221434321");
/// assert_eq!(canonical.class_id().to_string(), "6c67e6c7480f6467");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClassId(u64);

impl Canonical {
    /// Returns the short name of the class.
    pub fn class_id(&self) -> ClassId {
        let mut material = format!("{}:", self.form.shape()).into_bytes();
        self.form.write_text(&mut material);
        let hash = blake3::derive_key(ClassId::CONTEXT, &material);
        ClassId(hash.iter().take(8).fold(0, |id, &byte| id << 8 | u64::from(byte)))
    }
}

impl ClassId {
    /// Context of the hash. Another version would give every class another name.
    const CONTEXT: &str = "gridmill 2026-11-22 class of a grid, version 1";

    /// Returns the 64 bits.
    pub const fn value(self) -> u64 {
        self.0
    }
}

impl fmt::Display for ClassId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}
