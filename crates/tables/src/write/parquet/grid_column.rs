//! A column of grids, written as pages of text that all have the same length.
//!
//! ```text
//! blocks -> text of a page -> lengths (all equal), text -> zstd -> pages of the column
//! ```
//!
//! The general writer would do the same, but has no choice of zstd parameters. Level 1 looks for repeated text and finds many short
//! ones, because a row of a grid is one of few orders of nine digits; they save nothing over the entropy coding of single cells. A
//! small hash table finds nearly none: pages take a third of the time and are a little smaller.
//!
//! Tables of other programs may lack grids, or hold text of several lengths. Such blocks have pages of their own, where each text
//! follows its length.

use super::PAGE_BYTES;
use ::parquet::{
    basic::{Compression, Encoding, PageType, ZstdLevel},
    column::{
        page::{CompressedPage, Page, PageWriter as _},
        writer::ColumnCloseResult,
    },
    errors::{ParquetError, Result},
    file::{
        metadata::{ColumnChunkMetaData, OffsetIndexBuilder, PageEncodingStats},
        writer::{SerializedPageWriter, SerializedRowGroupWriter, TrackedWrite},
    },
    schema::types::ColumnDescPtr,
};
use arrow_array::{Array as _, ArrayRef, StringArray, cast::AsArray as _};
use bytes::Bytes;
use std::{io::Write, iter, mem};
use zstd::{bulk::Compressor, zstd_safe::CParameter};

/// Level of zstd, as other columns have it.
pub(super) const LEVEL: i32 = 1;

/// Base 2 logarithm of the number of entries in zstd's table of places. The level has 14.
const HASH_LOG: u32 = 8;

/// Rows that are added to a page together.
const BLOCK_ROWS: usize = 256;

/// Encoding of texts of one length: lengths, then text.
const EQUAL: Encoding = Encoding::DELTA_LENGTH_BYTE_ARRAY;

/// Encoding of other texts: each after its length.
const OTHER: Encoding = Encoding::PLAIN;

/// Lengths in a block of theirs, and parts of a block.
const LENGTHS: usize = 128;
const PARTS: usize = 4;

pub(super) struct GridColumn {
    column: ColumnDescPtr,
    page: Filling,
    compressor: Compressor<'static>,
    sink: TrackedWrite<Vec<u8>>,
    index: OffsetIndexBuilder,
    rows: usize,
    /// Pages with texts of one length, and others.
    pages: [usize; 2],
    uncompressed: usize,
}

/// The page that is not full.
#[derive(Default)]
struct Filling {
    rows: usize,
    /// Length of each text; `None` if the lengths differ or texts are missing.
    length: Option<usize>,
    /// For each row, true if its text is there; empty if all are known to be.
    present: Vec<bool>,
    values: Vec<u8>,
}

pub(super) struct GridChunk {
    pages: Bytes,
    close: ColumnCloseResult,
}

impl GridColumn {
    pub(super) fn new(column: ColumnDescPtr) -> Result<Self> {
        let mut compressor = Compressor::new(LEVEL)?;
        compressor.set_parameter(CParameter::HashLog(HASH_LOG))?;
        Ok(Self {
            column,
            page: Filling::default(),
            compressor,
            sink: TrackedWrite::new(Vec::new()),
            index: OffsetIndexBuilder::new(),
            rows: 0,
            pages: [0; 2],
            uncompressed: 0,
        })
    }

    pub(super) fn write(&mut self, grids: &ArrayRef) -> Result<()> {
        let grids = grids.as_string::<i32>();
        if grids.null_count() > 0 && self.column.max_def_level() == 0 {
            return Err(ParquetError::General("a grid is missing".to_owned()));
        }
        for first in (0..grids.len()).step_by(BLOCK_ROWS) {
            self.write_block(&grids.slice(first, BLOCK_ROWS.min(grids.len() - first)))?;
        }
        Ok(())
    }

    fn write_block(&mut self, grids: &StringArray) -> Result<()> {
        let length = common_length(grids)?;
        if self.page.rows > 0 && self.page.length != length {
            self.end_page()?;
        }
        let page = &mut self.page;
        page.length = length;
        page.rows += grids.len();
        if length.is_some() {
            page.values.extend_from_slice(text_of(grids)?);
        } else {
            page.present.extend(grids.iter().map(|text| text.is_some()));
            for text in grids.iter().flatten() {
                page.values.extend_from_slice(&u32::try_from(text.len())?.to_le_bytes());
                page.values.extend_from_slice(text.as_bytes());
            }
        }
        if page.values.len() >= PAGE_BYTES { self.end_page() } else { Ok(()) }
    }

    fn end_page(&mut self) -> Result<()> {
        let Filling { rows, length, present, mut values } = mem::take(&mut self.page);
        let mut body = Vec::with_capacity(2 * PAGE_BYTES);
        if self.column.max_def_level() > 0 {
            write_levels(rows, &present, &mut body)?;
        }
        if let Some(length) = length {
            write_lengths(rows, length, &mut body);
        }
        body.append(&mut values);
        let encoding = if length.is_some() { EQUAL } else { OTHER };
        let buf = Bytes::from(self.compressor.compress(&body)?);
        let page = Page::DataPage {
            buf,
            num_values: u32::try_from(rows)?,
            encoding,
            def_level_encoding: Encoding::RLE,
            rep_level_encoding: Encoding::RLE,
            statistics: None,
        };
        let written =
            SerializedPageWriter::new(&mut self.sink).write_page(CompressedPage::new(page, body.len()))?;
        self.index.append_row_count(i64::try_from(rows)?);
        self.index
            .append_offset_and_size(i64::try_from(written.offset)?, i32::try_from(written.compressed_size)?);
        self.rows += rows;
        self.pages[usize::from(length.is_none())] += 1;
        self.uncompressed += written.uncompressed_size;
        // The memory serves the next page.
        body.clear();
        self.page.values = body;
        Ok(())
    }

    pub(super) fn close(mut self) -> Result<GridChunk> {
        if self.page.rows > 0 {
            self.end_page()?;
        }
        let pages = Bytes::from(self.sink.into_inner()?);
        let used = [EQUAL, OTHER].into_iter().zip(self.pages).filter(|&(_, count)| count > 0);
        let stats = used.clone().map(|(encoding, count)| {
            let count = i32::try_from(count)?;
            Ok(PageEncodingStats { page_type: PageType::DATA_PAGE, encoding, count })
        });
        let metadata = ColumnChunkMetaData::builder(self.column)
            .set_compression(Compression::ZSTD(ZstdLevel::try_new(LEVEL)?))
            .set_encodings(iter::once(Encoding::RLE).chain(used.map(|(encoding, _)| encoding)).collect())
            .set_page_encoding_stats(stats.collect::<Result<_>>()?)
            .set_total_compressed_size(i64::try_from(pages.len())?)
            .set_total_uncompressed_size(i64::try_from(self.uncompressed)?)
            .set_num_values(i64::try_from(self.rows)?)
            .set_data_page_offset(0)
            .build()?;
        let close = ColumnCloseResult {
            bytes_written: pages.len() as u64,
            rows_written: self.rows as u64,
            metadata,
            bloom_filter: None,
            column_index: None,
            offset_index: Some(self.index.build()),
        };
        Ok(GridChunk { pages, close })
    }
}

impl GridChunk {
    pub(super) fn append<W: Write + Send>(
        self,
        row_group: &mut SerializedRowGroupWriter<'_, W>,
    ) -> Result<()> {
        row_group.append_column(&self.pages, self.close)
    }
}

/// Returns the length of all texts; `None` if they have several, or some are missing.
fn common_length(grids: &StringArray) -> Result<Option<usize>> {
    let offsets = grids.value_offsets();
    let length = offsets[1] - offsets[0];
    // Without an early exit, which the compiler vectorises.
    let differs = offsets.windows(2).fold(0, |differs, pair| differs | ((pair[1] - pair[0]) ^ length));
    Ok(if differs == 0 && grids.null_count() == 0 { Some(usize::try_from(length)?) } else { None })
}

fn text_of(grids: &StringArray) -> Result<&[u8]> {
    let offsets = grids.value_offsets();
    let (start, end) = (usize::try_from(offsets[0])?, usize::try_from(offsets[grids.len()])?);
    Ok(&grids.value_data()[start..end])
}

/// Writes which of the rows have a text, as runs: bytes of all runs (u32); for each, twice its rows, and 1 if they have one. All have if
/// `present` is empty.
fn write_levels(rows: usize, present: &[bool], out: &mut Vec<u8>) -> Result<()> {
    let start = out.len();
    out.extend_from_slice(&[0; 4]);
    let mut run = |rows: usize, is_present: bool| {
        write_number(2 * rows, out);
        out.push(u8::from(is_present));
    };
    if present.is_empty() {
        run(rows, true);
    }
    present.chunk_by(|one, other| one == other).for_each(|same| run(same.len(), same[0]));
    let bytes = u32::try_from(out.len() - start - 4)?;
    out[start..start + 4].copy_from_slice(&bytes.to_le_bytes());
    Ok(())
}

/// Writes `rows` equal lengths as packed differences: block size, parts, number of lengths, the first; then for each block of
/// differences the least of them and the widths of the parts, all 0.
fn write_lengths(rows: usize, length: usize, out: &mut Vec<u8>) {
    // Twice the length: signed numbers have their sign in the lowest bit.
    for number in [LENGTHS, PARTS, rows, 2 * length] {
        write_number(number, out);
    }
    let blocks = rows.saturating_sub(1).div_ceil(LENGTHS);
    out.resize(out.len() + blocks * (1 + PARTS), 0);
}

/// Writes a number, seven bits a byte, lowest first.
#[expect(clippy::cast_possible_truncation, reason = "the lowest bits")]
fn write_number(mut number: usize, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::parquet::{
        arrow::arrow_reader::ParquetRecordBatchReaderBuilder, file::writer::SerializedFileWriter,
        schema::parser::parse_message_type,
    };
    use std::sync::Arc;

    /// Writes grids in blocks, and returns what a reader finds, and the encodings of the column.
    fn read_back(column: &str, blocks: &[ArrayRef]) -> (ArrayRef, Vec<Encoding>) {
        let schema = format!("message m {{ {column} binary g (UTF8); }}");
        let schema = Arc::new(parse_message_type(&schema).unwrap());
        let mut file = SerializedFileWriter::new(Vec::new(), schema, Arc::default()).unwrap();
        let mut column = GridColumn::new(file.schema_descr().column(0)).unwrap();
        for block in blocks {
            column.write(block).unwrap();
        }
        let mut row_group = file.next_row_group().unwrap();
        column.close().unwrap().append(&mut row_group).unwrap();
        row_group.close().unwrap();
        let bytes = Bytes::from(file.into_inner().unwrap());
        let reader = ParquetRecordBatchReaderBuilder::try_new(bytes).unwrap();
        let encodings = reader.metadata().row_group(0).column(0).encodings().collect();
        let rows = blocks.iter().map(ArrayRef::len).sum();
        let batch = reader.with_batch_size(rows).build().unwrap().next().unwrap().unwrap();
        (batch.column(0).clone(), encodings)
    }

    fn array(texts: Vec<Option<String>>) -> ArrayRef {
        Arc::new(StringArray::from(texts))
    }

    fn grids(rows: std::ops::Range<usize>) -> ArrayRef {
        array(rows.map(|row| Some(format!("{:081}", row * row))).collect())
    }

    /// Compares what a reader finds with what was written: blocks of lengths that are full, begun and empty, and several pages.
    #[test]
    fn grids_are_read_back() {
        for rows in [1, 2, 128, 129, 130, 9000] {
            for column in ["required", "optional"] {
                let blocks = (0..rows).step_by(256).map(|first| grids(first..rows.min(first + 256)));
                let (found, encodings) = read_back(column, &blocks.collect::<Vec<_>>());
                assert_eq!(&found, &grids(0..rows));
                assert_eq!(encodings, [Encoding::RLE, EQUAL]);
                let (found, _) = read_back(column, &[grids(0..rows)]);
                assert_eq!(&found, &grids(0..rows), "one array of many rows");
            }
        }
    }

    /// Grids that are missing, and texts of several lengths: blocks of each kind, and both in one.
    #[test]
    fn other_texts_are_read_back() {
        let mixed = |row: usize| match row / 300 % 4 {
            0 => Some("1".repeat(81)),
            1 => (!row.is_multiple_of(3)).then(|| row.to_string().repeat(16)),
            2 => None,
            _ => Some(String::new()),
        };
        let whole = array((0..9000).map(mixed).collect());
        let (found, encodings) = read_back("optional", std::slice::from_ref(&whole));
        assert_eq!(&found, &whole);
        assert!([EQUAL, OTHER].iter().all(|encoding| encodings.contains(encoding)));
        let long = array((0..2000).map(|row| Some("12".repeat(row))).collect());
        assert_eq!(&read_back("required", std::slice::from_ref(&long)).0, &long);
    }

    #[test]
    fn a_missing_grid_is_refused_where_none_may_be() {
        let schema = Arc::new(parse_message_type("message m { required binary g (UTF8); }").unwrap());
        let file = SerializedFileWriter::new(Vec::new(), schema, Arc::default()).unwrap();
        let mut column = GridColumn::new(file.schema_descr().column(0)).unwrap();
        assert!(column.write(&array(vec![Some("1.2".to_owned()), None])).is_err());
    }
}
