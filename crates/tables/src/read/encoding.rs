//! Text that is no UTF-8: UTF-16 with a byte order mark, as spreadsheets write it, and bytes of Windows-1252.

use std::{
    borrow::Cow,
    io::{self, BufRead, BufReader, Read},
};

pub(super) type TextInput = Box<dyn BufRead + Send>;

/// Bytes that are decoded at a time, an even number.
const CHUNK: usize = 8192;

/// Characters of the bytes 0x80 to 0x9F, which differ from Latin-1.
const WINDOWS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž', '\u{8F}', '\u{90}',
    '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}', 'ž', 'Ÿ',
];

/// Returns bytes as text: of UTF-8, or else of Windows-1252, which has a character for each byte.
#[inline]
pub(super) fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    // Not `map_or_else`, which moves the result through memory for each field.
    match str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(of_windows(bytes)),
    }
}

#[cold]
fn of_windows(bytes: &[u8]) -> String {
    let character = |&byte: &u8| match byte {
        0x80..=0x9F => WINDOWS[usize::from(byte - 0x80)],
        byte => char::from(byte),
    };
    bytes.iter().map(character).collect()
}

/// Returns the beginning of a file as text, which may be cut within a character.
pub(super) fn decoded_beginning(bytes: &[u8]) -> String {
    match is_big_endian(bytes) {
        Some(is_big_endian) => {
            let units = bytes[2..].chunks_exact(2).map(|pair| unit(pair, is_big_endian));
            char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
        }
        None => String::from_utf8_lossy(bytes).into_owned(),
    }
}

/// Returns an input as UTF-8: what it holds, or the text of UTF-16 after a byte order mark.
pub(super) fn as_utf8(mut input: TextInput) -> io::Result<TextInput> {
    let Some(is_big_endian) = is_big_endian(input.fill_buf()?) else { return Ok(input) };
    input.consume(2);
    Ok(Box::new(BufReader::new(Utf16 { input, is_big_endian, high: None, decoded: Vec::new(), at: 0 })))
}

/// Reads the byte order mark of UTF-16.
fn is_big_endian(bytes: &[u8]) -> Option<bool> {
    match bytes {
        [0xFF, 0xFE, ..] => Some(false),
        [0xFE, 0xFF, ..] => Some(true),
        _ => None,
    }
}

const fn unit(pair: &[u8], is_big_endian: bool) -> u16 {
    let pair = [pair[0], pair[1]];
    if is_big_endian { u16::from_be_bytes(pair) } else { u16::from_le_bytes(pair) }
}

/// Reader of UTF-16 as UTF-8.
struct Utf16 {
    input: TextInput,
    is_big_endian: bool,
    /// The first half of a character whose second one is not read yet.
    high: Option<u16>,
    decoded: Vec<u8>,
    /// Decoded bytes that were read.
    at: usize,
}

impl Utf16 {
    fn decode(&mut self) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(CHUNK);
        (&mut self.input).take(CHUNK as u64).read_to_end(&mut bytes)?;
        let mut units: Vec<u16> = self.high.take().into_iter().collect();
        units.extend(bytes.chunks_exact(2).map(|pair| unit(pair, self.is_big_endian)));
        // A chunk may end within a character, but not the text.
        if bytes.len() == CHUNK {
            self.high = units.pop_if(|unit| (0xD800..0xDC00).contains(unit));
        }
        (self.decoded, self.at) = (Vec::new(), 0);
        for c in char::decode_utf16(units) {
            let c = c.unwrap_or(char::REPLACEMENT_CHARACTER);
            self.decoded.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
        }
        Ok(())
    }
}

impl Read for Utf16 {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at == self.decoded.len() {
            self.decode()?;
        }
        let length = (&self.decoded[self.at..]).read(buffer)?;
        self.at += length;
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf_16_is_read_as_utf_8() {
        let text = format!("id,puzzle\r\n{}é𝄞,€\n", "x𝄞".repeat(5000));
        for is_big_endian in [false, true] {
            let bytes = |unit: u16| if is_big_endian { unit.to_be_bytes() } else { unit.to_le_bytes() };
            let encoded: Vec<u8> = [0xFEFF].into_iter().chain(text.encode_utf16()).flat_map(bytes).collect();
            let mut read = String::new();
            as_utf8(Box::new(io::Cursor::new(encoded.clone()))).unwrap().read_to_string(&mut read).unwrap();
            assert!(read == text, "{is_big_endian}");
            assert!(decoded_beginning(&encoded[..21]).starts_with("id,puzzle"));
        }
    }

    #[test]
    fn bytes_that_are_no_utf_8_are_windows_1252() {
        assert_eq!(decoded("José".as_bytes()), "José");
        assert_eq!(decoded(b"Jos\xE9 \x80 \xB7"), "José € ·");
    }
}
