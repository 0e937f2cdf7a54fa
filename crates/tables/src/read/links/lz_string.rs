//! Texts that links hold in compressed form: LZ-string by P. Guillot, in base 64, read and written.
//!
//! ```text
//! 6 bits a character, most significant first; the bits of a code come least significant first
//! code  0  a new character of 8 bits follows     codes from 3 on: a phrase that was written before
//!       1  a new character of 16 bits follows    each code adds a phrase: the one before and its first character
//!       2  the end                               codes grow by a bit whenever the phrases need it
//! ```
//!
//! A phrase is a part of the output, so a dictionary of phrases takes 16 bytes for each code, however long they are. The output is
//! bounded: codes of growing phrases make it quadratic in the input.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

/// Characters of a text, at most. The drawings of the largest puzzles have some hundred thousand.
const MOST: usize = 1 << 20;

/// Reason why a text is not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LzError {
    /// It is no compressed text, or a damaged one.
    Damaged,
    /// It is longer than [`MOST`].
    TooLong,
}

/// Decompresses the text of base 64, in the alphabet of links or of mail.
pub(super) fn decompress(base64: &str) -> Result<String, LzError> {
    let units = decompress_units(base64)?;
    String::from_utf16(&units).map_err(|_| LzError::Damaged)
}

fn decompress_units(base64: &str) -> Result<Vec<u16>, LzError> {
    let mut bits = Bits { figures: base64.bytes(), figure: 0, left: 0 };
    let mut output: Vec<u16> = Vec::new();
    // Phrases of the codes from 3 on; the phrase of a code whose turn has not come is the last one with its first character.
    let mut phrases: Vec<Range<usize>> = Vec::new();
    let mut last: Range<usize> = 0..0;
    let (mut width, mut until_wider) = (2, 1_u32);
    loop {
        let code = bits.take(width)?;
        let phrase = match code {
            0 | 1 => {
                let unit = bits.take(if code == 0 { 8 } else { 16 })?;
                let place = output.len();
                output.push(u16::try_from(unit).map_err(|_| LzError::Damaged)?);
                phrases.push(place..place + 1);
                // The width counts from the second code on.
                if !last.is_empty() {
                    count(&mut width, &mut until_wider);
                }
                place..place + 1
            }
            2 => return Ok(output),
            code => {
                let number = code as usize - 3;
                let source = match phrases.get(number) {
                    Some(phrase) => phrase.clone(),
                    // The phrase that this code adds: the last one and, behind it, its own first character.
                    None if number == phrases.len() && !last.is_empty() => last.start..last.end + 1,
                    None => return Err(LzError::Damaged),
                };
                let place = output.len();
                if place + source.len() > MOST {
                    return Err(LzError::TooLong);
                }
                for at in source {
                    // The character behind the last phrase is the first of this one.
                    let unit = *output.get(at).ok_or(LzError::Damaged)?;
                    output.push(unit);
                }
                place..output.len()
            }
        };
        if output.len() > MOST {
            return Err(LzError::TooLong);
        }
        if last.is_empty() {
            (width, until_wider) = (3, 4);
        } else {
            phrases.push(last.start..last.end + 1);
            count(&mut width, &mut until_wider);
        }
        last = phrase;
    }
}

/// Compresses a text to base 64, as P. Guillot's program does.
pub(crate) fn compress(text: &str) -> String {
    let mut packed = Compressor { width: 2, until_wider: 2, ..Compressor::default() };
    let mut phrase: Vec<u16> = Vec::new();
    for unit in text.encode_utf16() {
        if !packed.codes.contains_key(&[unit][..]) {
            packed.name(vec![unit]);
            packed.new.insert(unit);
        }
        phrase.push(unit);
        if !packed.codes.contains_key(&phrase) {
            packed.put_phrase(&phrase[..phrase.len() - 1]);
            packed.name(std::mem::replace(&mut phrase, vec![unit]));
        }
    }
    if !phrase.is_empty() {
        packed.put_phrase(&phrase);
    }
    packed.put(2, packed.width);
    packed.finish()
}

/// A text on its way to base 64.
#[derive(Default)]
struct Compressor {
    codes: BTreeMap<Vec<u16>, u32>,
    /// Characters that are not written yet.
    new: BTreeSet<u16>,
    width: u32,
    until_wider: u32,
    bits: Vec<bool>,
}

impl Compressor {
    /// Gives a phrase the next code.
    fn name(&mut self, phrase: Vec<u16>) {
        let code = u32::try_from(self.codes.len() + 3).unwrap_or(u32::MAX);
        self.codes.insert(phrase, code);
    }

    fn put_phrase(&mut self, phrase: &[u16]) {
        if self.new.remove(&phrase[0]) {
            let is_wide = phrase[0] > 0xFF;
            self.put(u32::from(is_wide), self.width);
            self.put(u32::from(phrase[0]), if is_wide { 16 } else { 8 });
            count(&mut self.width, &mut self.until_wider);
        } else {
            self.put(self.codes[phrase], self.width);
        }
        count(&mut self.width, &mut self.until_wider);
    }

    /// Writes a number of `width` bits, the least significant first.
    fn put(&mut self, value: u32, width: u32) {
        self.bits.extend((0..width).map(|bit| value >> bit & 1 == 1));
    }

    /// Fills the last figure and the last four figures.
    fn finish(self) -> String {
        const FIGURES: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let value =
            |six: &[bool]| (0..6).fold(0, |value, bit| 2 * value + usize::from(six.get(bit) == Some(&true)));
        let mut text: String = self.bits.chunks(6).map(|six| char::from(FIGURES[value(six)])).collect();
        while !text.len().is_multiple_of(4) {
            text.push('=');
        }
        text
    }
}

/// Counts a phrase; widens the codes if it is the last that they can name.
fn count(width: &mut u32, until_wider: &mut u32) {
    *until_wider -= 1;
    if *until_wider == 0 {
        *until_wider = 1 << *width;
        *width += 1;
    }
}

/// Bits of a text in base 64.
struct Bits<'a> {
    figures: std::str::Bytes<'a>,
    figure: u8,
    /// Bits of the figure that are still to be read.
    left: u32,
}

impl Bits<'_> {
    /// Reads a number of `width` bits, the least significant first.
    fn take(&mut self, width: u32) -> Result<u32, LzError> {
        // Codes of the longest text have 22 bits.
        if width > 24 {
            return Err(LzError::TooLong);
        }
        let mut value = 0;
        for bit in 0..width {
            if self.left == 0 {
                self.figure = self.figures.next().and_then(figure).ok_or(LzError::Damaged)?;
                self.left = 6;
            }
            self.left -= 1;
            value |= u32::from(self.figure >> self.left & 1) << bit;
        }
        Ok(value)
    }
}

/// Returns the value of a figure. In links, `+` may come as a space, and `-` stands for `/`.
const fn figure(byte: u8) -> Option<u8> {
    Some(match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' | b' ' => 62,
        b'/' | b'-' => 63,
        // Fill at the end.
        b'=' | b'$' => 0,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_other_programs_are_read() {
        for (packed, text) in [
            ("Q===", ""),
            ("N4IgHiBcDMC+Q===", "{\"x\":3}"),
            ("IY1/k===", "aaaaaaaaaaaaaaaaaaaa"),
            ("jgEFYJcouAQAShOF4NwAHtA=", "“5é5” “5é5” \u{1f600}"),
        ] {
            assert_eq!(decompress(packed).as_deref(), Ok(text));
            assert_eq!(compress(text), packed);
            let in_links = packed.replace('/', "-").replace('+', " ").replace('=', "$");
            assert_eq!(decompress(&in_links).as_deref(), Ok(text));
        }
    }

    #[test]
    fn damaged_texts_are_refused() {
        for packed in ["", "N", "N4Ig", "N4IgHiBcDMC", "é", "====", "////////"] {
            assert_eq!(decompress(packed), Err(LzError::Damaged), "{packed}");
        }
    }

    /// One character over and over: each phrase is longer by one than the one before.
    #[test]
    fn output_is_bounded() {
        let mut bits: Vec<bool> = Vec::new();
        let mut put = |value: u32, width: u32| bits.extend((0..width).map(|bit| value >> bit & 1 == 1));
        put(0, 2);
        put(u32::from(b'a'), 8);
        let (mut code, mut width, mut left) = (4, 3, 4);
        for _ in 0..20_000 {
            put(code, width);
            code += 1;
            left -= 1;
            if left == 0 {
                left = 1 << width;
                width += 1;
            }
        }
        let figures = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let text: String = bits
            .chunks(6)
            .map(|six| six.iter().fold(0, |value, &bit| 2 * value + usize::from(bit)))
            .map(|value| char::from(figures[value]))
            .collect();
        assert!(text.len() < 60_000);
        assert_eq!(decompress(&text), Err(LzError::TooLong));
    }
}
