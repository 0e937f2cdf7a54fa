//! Sizes of paper.

use std::{fmt, str::FromStr};

/// Points of a millimetre and of an inch.
const MILLIMETRE: f64 = 72.0 / 25.4;
const INCH: f64 = 72.0;
/// Shortest and longest side, in points: 2 inches and 2 metres.
const SIDES: std::ops::RangeInclusive<f64> = 144.0..=5670.0;

/// Width and height of a page, in points.
///
/// ```
/// use gridmill_draw::book::Paper;
///
/// assert_eq!("6x9in".parse::<Paper>()?, Paper::SIX_BY_NINE);
/// assert_eq!("210x297".parse::<Paper>()?.to_string(), "a4");
/// assert!("6x9".parse::<Paper>().is_err()); // 6 millimetres
/// # Ok::<(), gridmill_draw::book::PaperError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Paper {
    width: f64,
    height: f64,
}

/// Error: text that is no size of paper.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct PaperError {
    found: String,
}

impl fmt::Display for PaperError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = &self.found;
        write!(
            f,
            "{found:?} is no paper: a4, a5, letter, 6x9in, or width x height from 51 mm, such as 148x210 or 8.5x11in"
        )
    }
}

impl std::error::Error for PaperError {}

impl Paper {
    /// ISO A4.
    pub const A4: Self = Self { width: 210.0 * MILLIMETRE, height: 297.0 * MILLIMETRE };
    /// ISO A5.
    pub const A5: Self = Self { width: 148.0 * MILLIMETRE, height: 210.0 * MILLIMETRE };
    /// US Letter.
    pub const LETTER: Self = Self { width: 8.5 * INCH, height: 11.0 * INCH };
    /// 6 by 9 inches, usual for printing on demand.
    pub const SIX_BY_NINE: Self = Self { width: 6.0 * INCH, height: 9.0 * INCH };

    const NAMED: [(&'static str, Self); 4] =
        [("a4", Self::A4), ("a5", Self::A5), ("letter", Self::LETTER), ("6x9in", Self::SIX_BY_NINE)];

    /// Returns the width in points.
    pub(crate) const fn width(self) -> f64 {
        self.width
    }

    /// Returns the height in points.
    pub(crate) const fn height(self) -> f64 {
        self.height
    }

    fn is(self, other: Self) -> bool {
        (self.width - other.width).abs() < 0.1 && (self.height - other.height).abs() < 0.1
    }
}

impl fmt::Display for Paper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match Self::NAMED.iter().find(|(_, named)| named.is(*self)) {
            Some((name, _)) => f.write_str(name),
            None => write!(f, "{:.0}x{:.0}", self.width / MILLIMETRE, self.height / MILLIMETRE),
        }
    }
}

impl FromStr for Paper {
    type Err = PaperError;

    fn from_str(text: &str) -> Result<Self, PaperError> {
        let plain = text.trim().to_ascii_lowercase();
        if let Some((_, named)) = Self::NAMED.iter().find(|(name, _)| *name == plain) {
            return Ok(*named);
        }
        let (sides, unit) = match (plain.strip_suffix("mm"), plain.strip_suffix("in")) {
            (Some(sides), _) => (sides, MILLIMETRE),
            (_, Some(sides)) => (sides, INCH),
            _ => (plain.as_str(), MILLIMETRE),
        };
        let side = |text: &str| text.trim().parse::<f64>().ok().map(|side| side * unit);
        sides
            .split_once('x')
            .and_then(|(width, height)| Some((side(width)?, side(height)?)))
            .filter(|(width, height)| SIDES.contains(width) && SIDES.contains(height))
            .map(|(width, height)| Self { width, height })
            .ok_or_else(|| PaperError { found: text.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_in_millimetres_and_inches() {
        for (text, paper) in Paper::NAMED {
            assert_eq!(text.parse::<Paper>().unwrap().to_string(), paper.to_string());
        }
        let found: Paper = "8.5 x 11in".parse().unwrap();
        assert!(found.is(Paper::LETTER));
        for wrong in ["", "a3x", "x", "210x", "0x0", "nanx100", "infx100", "-210x297", "10x10", "1e9x1e9"] {
            assert!(wrong.parse::<Paper>().is_err(), "{wrong}");
        }
    }
}
