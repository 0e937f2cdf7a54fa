//! Checks of Parquet's delta encodings of byte arrays before they are decoded.
//!
//! ```text
//! DELTA_LENGTH_BYTE_ARRAY   lengths | bytes                       as large as its values
//! DELTA_BYTE_ARRAY          shared prefixes | lengths | suffixes  a few bytes may stand for any number of long values
//! ```
//!
//! The parquet crate reserves memory for as many lengths as a page declares. Values with shared prefixes are written out here.
//! Format: <https://github.com/apache/parquet-format/blob/master/Encodings.md>.

use ::parquet::errors::{ParquetError, Result};

/// Values of a block; writers use 128 or 256.
const BLOCK: u64 = 1 << 20;

/// Parameters of packed lengths.
struct DeltaHeader {
    /// Packs of a block, and values of a pack.
    packs: usize,
    pack: usize,
    values: usize,
    first: i32,
}

struct DeltaInput<'a>(&'a [u8]);

fn damaged() -> ParquetError {
    ParquetError::General("a page is damaged".to_owned())
}

impl<'a> DeltaInput<'a> {
    fn take(&mut self, bytes: usize) -> Result<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(bytes).ok_or_else(damaged)?;
        self.0 = rest;
        Ok(taken)
    }

    fn varint(&mut self) -> Result<u64> {
        let mut number = 0;
        for place in 0..10 {
            let byte = self.take(1)?[0];
            number |= u64::from(byte & 0x7F) << (7 * place);
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(damaged())
    }

    fn number(&mut self) -> Result<i32> {
        let number = self.varint()?;
        let number = (number >> 1).cast_signed() ^ -(number & 1).cast_signed();
        i32::try_from(number).map_err(|_| damaged())
    }

    /// Reads the header of packed numbers, of which there may be `most`.
    fn header(&mut self, most: usize) -> Result<DeltaHeader> {
        let (block, packs) = (self.varint()?, self.varint()?);
        let values = usize::try_from(self.varint()?).ok().filter(|&values| values <= most);
        let values = values.ok_or_else(damaged)?;
        let first = self.number()?;
        let pack = block.checked_div(packs).filter(|_| block <= BLOCK && block.is_multiple_of(128));
        let pack = pack.filter(|pack| block.is_multiple_of(packs) && pack.is_multiple_of(32) && *pack > 0);
        let small = |number: u64| usize::try_from(number).map_err(|_| damaged());
        Ok(DeltaHeader { packs: small(packs)?, pack: small(pack.ok_or_else(damaged)?)?, values, first })
    }

    /// Reads packed lengths, of which there may be `most`.
    fn lengths(&mut self, most: usize) -> Result<Vec<usize>> {
        let DeltaHeader { packs, pack, values, first } = self.header(most)?;
        let mut lengths = Vec::new();
        let mut last = first;
        let mut push = |length: i32| {
            lengths.push(usize::try_from(length).map_err(|_| damaged())?);
            Ok::<_, ParquetError>(())
        };
        if values > 0 {
            push(last)?;
        }
        let mut left = values.saturating_sub(1);
        while left > 0 {
            let least = self.number()?;
            for &width in self.take(packs)? {
                if left == 0 {
                    break;
                }
                let bits = self.take(usize::from(width) * pack / 8)?;
                for place in 0..pack.min(left) {
                    last = last.wrapping_add(least).wrapping_add(unpack(bits, width, place)?);
                    push(last)?;
                }
                left -= pack.min(left);
            }
        }
        Ok(lengths)
    }
}

/// Returns the number at a place of a pack whose numbers have `width` bits, from the lowest.
fn unpack(bits: &[u8], width: u8, place: usize) -> Result<i32> {
    if width > 32 {
        return Err(damaged());
    }
    let start = place * usize::from(width);
    let mut bytes = [0; 8];
    let from = &bits[(start / 8).min(bits.len())..];
    let here = from.len().min(8);
    bytes[..here].copy_from_slice(&from[..here]);
    let number = u64::from_le_bytes(bytes) >> (start % 8) & ((1 << width) - 1);
    #[expect(clippy::cast_possible_truncation, reason = "of at most 32 bits")]
    Ok((number as u32).cast_signed())
}

/// Checks that a page of lengths and bytes declares at most `most` values.
pub(super) fn check_lengths(data: &[u8], most: usize) -> Result<()> {
    DeltaInput(data).header(most).map(drop)
}

/// Writes out a page of `most` values or fewer with shared prefixes, as PLAIN encoding has them: with their lengths in front, unless
/// they are of fixed length. At most `most_bytes` are written.
pub(super) fn write_out(
    data: &[u8],
    most: usize,
    fixed: bool,
    most_bytes: usize,
    out: &mut Vec<u8>,
) -> Result<()> {
    let mut input = DeltaInput(data);
    let (prefixes, suffixes) = (input.lengths(most)?, input.lengths(most)?);
    if prefixes.len() != suffixes.len() {
        return Err(damaged());
    }
    let mut last: Vec<u8> = Vec::new();
    for (prefix, suffix) in prefixes.into_iter().zip(suffixes) {
        if prefix > last.len() {
            return Err(damaged());
        }
        last.truncate(prefix);
        last.extend_from_slice(input.take(suffix)?);
        if out.len() + 4 + last.len() > most_bytes {
            let problem = format!("a page has more than {most_bytes} bytes; at most that many are read");
            return Err(ParquetError::General(problem));
        }
        if !fixed {
            let length = u32::try_from(last.len()).map_err(|_| damaged())?;
            out.extend_from_slice(&length.to_le_bytes());
        }
        out.extend_from_slice(&last);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lengths that are all the same: a header and blocks of 128 without any bits.
    fn same(values: u8, length: u8) -> Vec<u8> {
        let blocks = usize::from(values.saturating_sub(1)).div_ceil(128);
        let block = [0, 0, 0, 0, 0].repeat(blocks);
        [&[0x80, 0x01, 4, values, 2 * length][..], &block].concat()
    }

    #[test]
    fn more_lengths_than_values_are_refused() {
        assert!(check_lengths(&same(100, 3), 100).is_ok());
        assert!(check_lengths(&same(100, 3), 99).is_err());
        let many = [0x80, 0x01, 4, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 0];
        assert!(check_lengths(&many, 1 << 20).is_err());
        for header in [&[][..], &[0x80], &[0x80, 0x01, 0, 1, 0], &[0x40, 1, 1, 0], &[0x80, 0x01, 3, 1, 0]] {
            assert!(check_lengths(header, 100).is_err(), "{header:?}");
        }
    }

    #[test]
    fn shared_prefixes_are_written_out() {
        // Lengths that grow by two, the first 32 of them with two bits each that are 0.
        let prefixes = [0x80, 0x01, 4, 100, 0, 4, 2, 0, 0, 0];
        let prefixes = [&prefixes[..], &[0; 8]].concat();
        assert!(DeltaInput(&prefixes).lengths(100).unwrap().starts_with(&[0, 2, 4]));
        let mut out = Vec::new();
        let twice = [same(2, 0), same(2, 2), b"abcd".to_vec()].concat();
        write_out(&twice, 2, false, 100, &mut out).unwrap();
        assert_eq!(out, b"\x02\0\0\0ab\x02\0\0\0cd");
        let mut out = Vec::new();
        write_out(&twice, 2, true, 100, &mut out).unwrap();
        assert_eq!(out, b"abcd");
        assert!(write_out(&twice, 2, false, 10, &mut Vec::new()).is_err(), "too long");
        assert!(write_out(&twice[..twice.len() - 1], 2, false, 100, &mut Vec::new()).is_err(), "cut");
        let behind = [same(2, 1), same(2, 2), b"abcd".to_vec()].concat();
        assert!(write_out(&behind, 2, false, 100, &mut Vec::new()).is_err(), "a prefix of nothing");
    }
}
