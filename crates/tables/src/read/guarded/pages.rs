//! Pages of one column chunk, each checked before the parquet crate decompresses and decodes it.
//!
//! ```text
//! file -Chunks-> header: size within bounds? -> decompressed -Pages-> counts within the page? memory left? -> decoder
//! ```
//!
//! Delta encodings of byte arrays are checked before they are decoded.
//!
//! ```text
//! DELTA_LENGTH_BYTE_ARRAY   lengths | bytes                       as large as its values
//! DELTA_BYTE_ARRAY          shared prefixes | lengths | suffixes  a few bytes may stand for any number of long values
//! ```
//!
//! The parquet crate reserves memory for as many lengths as a page declares. Values with shared prefixes are written out here.
//! Format: <https://github.com/apache/parquet-format/blob/master/Encodings.md>.

use super::thrift::{Struct, ThriftInput, ThriftValue, Trouble};
use crate::storage::StoredFile;
use bytes::Bytes;
use parquet::{
    basic::{Encoding, Type},
    column::page::{Page, PageMetadata, PageReader},
    errors::{ParquetError, Result},
    file::{
        metadata::ColumnChunkMetaData,
        reader::{ChunkReader, Length, SerializedPageReader},
    },
};
use std::{
    io::{self, Read},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
};

/// Bytes of a page, decompressed.
const PAGE_BYTES: usize = 64 << 20;
/// Bytes of a page's header, which may hold a least and a greatest value.
const HEADER_BYTES: usize = 1 << 20;
/// Values of a page of texts with shared prefixes.
const PREFIXED_VALUES: usize = 1 << 22;
/// Bytes that are read of a header at first.
const FIRST_BYTES: usize = 256;
/// Bytes that the pages and values of one batch may take, of all columns together.
const BATCH_BYTES: usize = 192 << 20;
/// Bytes of the levels and the place of a repeated value.
const REPEATED_BYTES: usize = 16;

fn problem<T>(text: String) -> Result<T> {
    Err(ParquetError::General(text))
}

/// Memory of one reader: the pages that it holds, and those that it has opened since a batch began.
#[derive(Debug, Default)]
pub(super) struct Budget {
    held: AtomicUsize,
    opened: AtomicUsize,
}

impl Budget {
    /// Begins a batch: pages that stay open count on.
    pub(super) fn begin_batch(&self) {
        self.opened.store(self.held.load(Relaxed), Relaxed);
    }

    /// Counts a page in that takes the place of another.
    fn exchange(&self, old: usize, new: usize) -> Result<()> {
        self.held.fetch_sub(old, Relaxed);
        self.held.fetch_add(new, Relaxed);
        let opened = self.opened.fetch_add(new, Relaxed).saturating_add(new);
        if opened > BATCH_BYTES {
            return problem(format!(
                "a batch of rows takes more than {BATCH_BYTES} bytes; at most that many are read"
            ));
        }
        Ok(())
    }
}

pub(super) struct Chunks {
    file: Arc<StoredFile>,
    size: u64,
}

impl Chunks {
    pub(super) const fn new(file: Arc<StoredFile>, size: u64) -> Self {
        Self { file, size }
    }
}

impl Length for Chunks {
    fn len(&self) -> u64 {
        self.size
    }
}

impl ChunkReader for Chunks {
    type T = Header;

    fn get_read(&self, start: u64) -> Result<Header> {
        Ok(Header { file: Arc::clone(&self.file), start, bytes: Vec::new(), next: 0 })
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        let end = start.checked_add(length as u64).filter(|&end| end <= self.size);
        if end.is_none() || length > PAGE_BYTES {
            return problem("a page lies outside of the file, or is too large".to_owned());
        }
        let bytes = self.file.read_at(start, length)?;
        if bytes.len() < length {
            return Err(io::Error::from(io::ErrorKind::UnexpectedEof).into());
        }
        Ok(bytes)
    }
}

/// Header of a page, read and checked on first use: the parquet crate opens readers that it never reads.
pub(super) struct Header {
    file: Arc<StoredFile>,
    start: u64,
    bytes: Vec<u8>,
    next: usize,
}

impl Read for Header {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.bytes.is_empty() {
            self.load()?;
        }
        let rest = &self.bytes[self.next.min(self.bytes.len())..];
        let length = rest.len().min(buffer.len());
        buffer[..length].copy_from_slice(&rest[..length]);
        self.next += length;
        Ok(length)
    }
}

impl Header {
    fn load(&mut self) -> io::Result<()> {
        let mut required = FIRST_BYTES;
        loop {
            let from = self.start.saturating_add(self.bytes.len() as u64);
            let read = self.file.read_at(from, required - self.bytes.len())?;
            self.bytes.extend_from_slice(&read);
            let more = read.len();
            match check_header(&self.bytes) {
                Ok(()) => return Ok(()),
                Err(Trouble::Short) if more > 0 && required < HEADER_BYTES => required *= 2,
                Err(Trouble::Short) => {
                    return Err(io::Error::other("a page's header is damaged or too long"));
                }
                Err(Trouble::Problem(problem)) => return Err(io::Error::other(problem)),
            }
        }
    }
}

/// Returns true if a page may have this size.
fn fits(size: i64) -> bool {
    usize::try_from(size).is_ok_and(|size| size <= PAGE_BYTES)
}

fn check_header(bytes: &[u8]) -> std::result::Result<(), Trouble> {
    ThriftInput::new(bytes).walk(Struct::PageHeader, &mut |of, id, value| match (of, id, value) {
        (Struct::PageHeader, 2 | 3, ThriftValue::Number(size)) if !fits(size) => {
            Err(format!("a page has {size} bytes; at most {PAGE_BYTES} are read"))
        }
        // Lengths of levels are added up by the parquet crate.
        (Struct::DataPageV2, 5 | 6, ThriftValue::Number(size)) if !fits(size) => {
            Err("a page is damaged".to_owned())
        }
        _ => Ok(()),
    })
}

/// Properties of a column that decide what its pages may hold.
#[derive(Debug, Clone, Copy)]
pub(super) struct Leaf {
    physical: Type,
    /// Bytes of a value of fixed length.
    fixed: usize,
    definition: i16,
    repetition: i16,
}

/// The pages of a column chunk. The first is read at once: if it is a dictionary, its longest value bounds the memory of a row.
pub(super) struct Pages {
    inner: SerializedPageReader<Chunks>,
    first: Option<Page>,
    leaf: Leaf,
    budget: Arc<Budget>,
    /// Bytes of the present dictionary and page.
    held: [usize; 2],
    /// Bytes of the longest value of the dictionary.
    pub(super) longest: usize,
    /// Set once a page was read: a dictionary comes first.
    begun: bool,
}

impl Pages {
    pub(super) fn open(
        chunks: Arc<Chunks>,
        column: &ColumnChunkMetaData,
        rows: usize,
        budget: Arc<Budget>,
    ) -> Result<Self> {
        let descriptor = column.column_descr();
        let leaf = Leaf {
            physical: descriptor.physical_type(),
            fixed: match descriptor.physical_type() {
                Type::FIXED_LEN_BYTE_ARRAY => usize::try_from(descriptor.type_length()).unwrap_or(0),
                _ => 0,
            },
            definition: descriptor.max_def_level(),
            repetition: descriptor.max_rep_level(),
        };
        let inner = SerializedPageReader::new(chunks, column, rows, None)?;
        let mut pages = Self { inner, first: None, leaf, budget, held: [0; 2], longest: 0, begun: false };
        pages.first = pages.next_page()?;
        Ok(pages)
    }

    fn next_page(&mut self) -> Result<Option<Page>> {
        self.inner.get_next_page()?.map(|page| self.admit(page)).transpose()
    }

    /// Checks a page and counts its memory.
    fn admit(&mut self, page: Page) -> Result<Page> {
        let page = self.leaf.without_prefixes(page)?;
        let (place, memory) = match &page {
            Page::DictionaryPage { .. } if self.begun => {
                return problem("a dictionary comes after other pages".to_owned());
            }
            Page::DictionaryPage { buf, num_values, .. } => {
                self.longest = self.leaf.check_dictionary(buf, *num_values as usize)?;
                (0, buf.len())
            }
            Page::DataPage { .. } | Page::DataPageV2 { .. } => (1, self.leaf.check_data(&page)?),
        };
        // Text is copied out of its page.
        let memory = if self.leaf.physical == Type::BYTE_ARRAY { 2 * memory } else { memory };
        self.budget.exchange(self.held[place], memory)?;
        self.held[place] = memory;
        self.begun = true;
        Ok(page)
    }
}

impl Drop for Pages {
    fn drop(&mut self) {
        self.budget.held.fetch_sub(self.held.iter().sum(), Relaxed);
    }
}

impl Leaf {
    /// Checks that the values of a dictionary are there; returns the bytes of the longest.
    fn check_dictionary(self, bytes: &[u8], values: usize) -> Result<usize> {
        let width = match self.physical {
            Type::BYTE_ARRAY | Type::INT32 | Type::FLOAT => 4,
            Type::INT64 | Type::DOUBLE => 8,
            Type::INT96 => 12,
            Type::FIXED_LEN_BYTE_ARRAY => self.fixed.max(1),
            Type::BOOLEAN => return problem("a column of true and false has a dictionary".to_owned()),
        };
        if values.saturating_mul(width) > bytes.len() {
            let found = bytes.len();
            return problem(format!("a dictionary of {found} bytes declares {values} values"));
        }
        if self.physical != Type::BYTE_ARRAY {
            return Ok(width);
        }
        let (mut rest, mut longest) = (bytes, 0);
        for _ in 0..values {
            let length = rest.split_first_chunk().and_then(|(length, behind)| {
                let length = usize::try_from(u32::from_le_bytes(*length)).ok()?;
                rest = behind.get(length..)?;
                Some(length)
            });
            let length = length.ok_or_else(|| ParquetError::General("a dictionary is damaged".to_owned()))?;
            longest = longest.max(length);
        }
        Ok(longest)
    }

    /// Checks the counts of a data page; returns the bytes that it takes.
    fn check_data(self, page: &Page) -> Result<usize> {
        let (bytes, values) = (page.buffer(), page.num_values() as usize);
        let repeated = if self.repetition > 0 { values.saturating_mul(REPEATED_BYTES) } else { 0 };
        let lengths = if page.encoding() == Encoding::DELTA_LENGTH_BYTE_ARRAY {
            check_lengths(&bytes[self.values_start(page)?..], values)?;
            values.saturating_mul(4)
        } else {
            0
        };
        Ok(bytes.len().saturating_add(repeated).saturating_add(lengths).min(BATCH_BYTES + 1))
    }

    /// Returns the place of the values behind the levels.
    fn values_start(self, page: &Page) -> Result<usize> {
        let bytes = page.buffer();
        let start = match page {
            Page::DataPage { num_values, def_level_encoding, rep_level_encoding, .. } => {
                let mut start = 0_usize;
                let levels = [(self.repetition, rep_level_encoding), (self.definition, def_level_encoding)];
                for (most, encoding) in levels.into_iter().filter(|(most, _)| *most > 0) {
                    #[expect(deprecated, reason = "files may still have it")]
                    let packed = *encoding == Encoding::BIT_PACKED;
                    let length = if packed {
                        let bits = u16::BITS - most.unsigned_abs().leading_zeros();
                        (*num_values as usize * bits as usize).div_ceil(8)
                    } else {
                        let length = bytes.get(start..).and_then(|rest| rest.first_chunk());
                        let length = u32::from_le_bytes(*length.ok_or_else(damaged)?) as usize;
                        length.checked_add(4).ok_or_else(damaged)?
                    };
                    start = start.checked_add(length).ok_or_else(damaged)?;
                }
                start
            }
            Page::DataPageV2 { def_levels_byte_len, rep_levels_byte_len, .. } => {
                (*def_levels_byte_len as usize).saturating_add(*rep_levels_byte_len as usize)
            }
            Page::DictionaryPage { .. } => 0,
        };
        if start > bytes.len() { Err(damaged()) } else { Ok(start) }
    }

    /// Returns the page with its values written out, if they share prefixes.
    fn without_prefixes(self, page: Page) -> Result<Page> {
        if !page.is_data_page() || page.encoding() != Encoding::DELTA_BYTE_ARRAY {
            return Ok(page);
        }
        let start = self.values_start(&page)?;
        let (bytes, values) = (page.buffer(), PREFIXED_VALUES.min(page.num_values() as usize));
        let mut out = bytes[..start].to_vec();
        let fixed = self.physical == Type::FIXED_LEN_BYTE_ARRAY;
        write_out(&bytes[start..], values, fixed, PAGE_BYTES, &mut out)?;
        let mut page = page;
        if let Page::DataPage { buf, encoding, .. } | Page::DataPageV2 { buf, encoding, .. } = &mut page {
            (*buf, *encoding) = (out.into(), Encoding::PLAIN);
        }
        Ok(page)
    }
}

impl Iterator for Pages {
    type Item = Result<Page>;

    fn next(&mut self) -> Option<Self::Item> {
        self.get_next_page().transpose()
    }
}

impl PageReader for Pages {
    fn get_next_page(&mut self) -> Result<Option<Page>> {
        match self.first.take() {
            Some(first) => Ok(Some(first)),
            None => self.next_page(),
        }
    }

    fn peek_next_page(&mut self) -> Result<Option<PageMetadata>> {
        let Some(first) = &self.first else { return self.inner.peek_next_page() };
        let values = first.num_values() as usize;
        Ok(Some(match first {
            Page::DictionaryPage { .. } => PageMetadata { num_rows: None, num_levels: None, is_dict: true },
            Page::DataPage { .. } => {
                PageMetadata { num_rows: None, num_levels: Some(values), is_dict: false }
            }
            Page::DataPageV2 { num_rows, .. } => {
                PageMetadata { num_rows: Some(*num_rows as usize), num_levels: Some(values), is_dict: false }
            }
        }))
    }

    fn skip_next_page(&mut self) -> Result<()> {
        if self.first.take().is_some() { Ok(()) } else { self.inner.skip_next_page() }
    }

    fn at_record_boundary(&mut self) -> Result<bool> {
        if self.first.is_some() {
            return Ok(self.peek_next_page()?.is_none_or(|page| page.num_rows.is_some()));
        }
        self.inner.at_record_boundary()
    }
}

/// Values of a block; writers use 128 or 256.
const BLOCK: u64 = 1 << 20;

struct DeltaHeader {
    /// Packs of a block, and values of a pack.
    packs: usize,
    pack: usize,
    values: usize,
    first: i32,
}

struct DeltaInput<'a>(ThriftInput<'a>);

fn damaged() -> ParquetError {
    ParquetError::General("a page is damaged".to_owned())
}

impl<'a> DeltaInput<'a> {
    const fn new(bytes: &'a [u8]) -> Self {
        Self(ThriftInput::new(bytes))
    }

    fn take(&mut self, bytes: usize) -> Result<&'a [u8]> {
        self.0.take(bytes).map_err(|_| damaged())
    }

    fn varint(&mut self) -> Result<u64> {
        self.0.varint().map_err(|_| damaged())
    }

    fn number(&mut self) -> Result<i32> {
        let number = self.0.number().map_err(|_| damaged())?;
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
fn check_lengths(data: &[u8], most: usize) -> Result<()> {
    DeltaInput::new(data).header(most).map(drop)
}

/// Writes out a page of `most` values or fewer with shared prefixes, as PLAIN encoding has them: with their lengths in front, unless
/// they are of fixed length. At most `most_bytes` are written.
fn write_out(data: &[u8], most: usize, fixed: bool, most_bytes: usize, out: &mut Vec<u8>) -> Result<()> {
    let mut input = DeltaInput::new(data);
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
        assert!(DeltaInput::new(&prefixes).lengths(100).unwrap().starts_with(&[0, 2, 4]));
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
