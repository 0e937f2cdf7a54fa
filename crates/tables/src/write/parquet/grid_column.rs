//! A column of grids, written as pages of text that all have the same length.
//!
//! ```text
//! blocks -> text of a page -> lengths (all equal), text -> zstd -> pages of the column
//! ```
//!
//! The general writer would do the same, but has no choice of zstd parameters. Level 1 looks for repeated text and finds many short
//! ones, because a row of a grid is one of few orders of nine digits; they save nothing over the entropy coding of single cells. A
//! small hash table finds nearly none: pages take a third of the time and are a little smaller.

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
use arrow_array::{Array as _, ArrayRef, cast::AsArray as _};
use bytes::Bytes;
use std::io::Write;
use zstd::{bulk::Compressor, zstd_safe::CParameter};

/// Level of zstd, as other columns have it.
pub(super) const LEVEL: i32 = 1;

/// Base 2 logarithm of the number of entries in zstd's table of places. The level has 14.
const HASH_LOG: u32 = 8;

/// Encoding of the values: lengths, then text.
const ENCODING: Encoding = Encoding::DELTA_LENGTH_BYTE_ARRAY;

/// Lengths in a block of theirs, and parts of a block.
const LENGTHS: usize = 128;
const PARTS: usize = 4;

/// A column of grids being written.
pub(super) struct GridColumn {
    column: ColumnDescPtr,
    /// Length of each text.
    cells: usize,
    /// Text of the page that is not full.
    text: Vec<u8>,
    compressor: Compressor<'static>,
    sink: TrackedWrite<Vec<u8>>,
    index: OffsetIndexBuilder,
    rows: usize,
    pages: usize,
    uncompressed: usize,
}

/// A column of grids that is written.
pub(super) struct GridChunk {
    pages: Bytes,
    close: ColumnCloseResult,
}

impl GridColumn {
    /// Begins a column of grids with `cells` cells.
    pub(super) fn new(column: ColumnDescPtr, cells: usize) -> Result<Self> {
        let mut compressor = Compressor::new(LEVEL)?;
        compressor.set_parameter(CParameter::HashLog(HASH_LOG))?;
        Ok(Self {
            column,
            cells,
            text: Vec::new(),
            compressor,
            sink: TrackedWrite::new(Vec::new()),
            index: OffsetIndexBuilder::new(),
            rows: 0,
            pages: 0,
            uncompressed: 0,
        })
    }

    /// Adds the grids of a block.
    pub(super) fn write(&mut self, grids: &ArrayRef) -> Result<()> {
        let grids = grids.as_string::<i32>();
        let offsets = grids.value_offsets();
        let (start, end) = (usize::try_from(offsets[0])?, usize::try_from(offsets[grids.len()])?);
        let text = &grids.value_data()[start..end];
        if text.len() != grids.len() * self.cells {
            return Err(ParquetError::General("grids of different sizes".to_owned()));
        }
        self.text.extend_from_slice(text);
        if self.text.len() >= PAGE_BYTES { self.end_page() } else { Ok(()) }
    }

    fn end_page(&mut self) -> Result<()> {
        let rows = self.text.len() / self.cells;
        let mut body = lengths(rows, self.cells);
        body.append(&mut self.text);
        let buf = Bytes::from(self.compressor.compress(&body)?);
        let page = Page::DataPage {
            buf,
            num_values: u32::try_from(rows)?,
            encoding: ENCODING,
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
        self.pages += 1;
        self.uncompressed += written.uncompressed_size;
        // The memory serves the next page.
        body.clear();
        self.text = body;
        Ok(())
    }

    /// Ends the column.
    pub(super) fn close(mut self) -> Result<GridChunk> {
        if !self.text.is_empty() {
            self.end_page()?;
        }
        let pages = Bytes::from(self.sink.into_inner()?);
        let stats = PageEncodingStats {
            page_type: PageType::DATA_PAGE,
            encoding: ENCODING,
            count: i32::try_from(self.pages)?,
        };
        let metadata = ColumnChunkMetaData::builder(self.column)
            .set_compression(Compression::ZSTD(ZstdLevel::try_new(LEVEL)?))
            .set_encodings(vec![Encoding::RLE, ENCODING])
            .set_page_encoding_stats(vec![stats])
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
    /// Writes the column to its row group.
    pub(super) fn append<W: Write + Send>(
        self,
        row_group: &mut SerializedRowGroupWriter<'_, W>,
    ) -> Result<()> {
        row_group.append_column(&self.pages, self.close)
    }
}

/// Returns `rows` equal lengths as packed differences: block size, parts, number of lengths, the first; then for each block of
/// differences the least of them and the widths of the parts, all 0.
fn lengths(rows: usize, length: usize) -> Vec<u8> {
    let mut out = Vec::with_capacity(2 * PAGE_BYTES);
    // Twice the length: signed numbers have their sign in the lowest bit.
    for number in [LENGTHS, PARTS, rows, 2 * length] {
        write_number(number, &mut out);
    }
    let blocks = rows.saturating_sub(1).div_ceil(LENGTHS);
    out.resize(out.len() + blocks * (1 + PARTS), 0);
    out
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
    use arrow_array::StringArray;
    use std::sync::Arc;

    fn grids(rows: std::ops::Range<usize>) -> ArrayRef {
        Arc::new(rows.map(|row| Some(format!("{:081}", row * row))).collect::<StringArray>())
    }

    /// Compares what a reader finds with what was written: blocks of lengths that are full, begun and empty, and several pages.
    #[test]
    fn grids_are_read_back() {
        for rows in [1, 2, 128, 129, 130, 9000] {
            let schema = Arc::new(parse_message_type("message m { required binary g (UTF8); }").unwrap());
            let mut file = SerializedFileWriter::new(Vec::new(), schema, Arc::default()).unwrap();
            let mut column = GridColumn::new(file.schema_descr().column(0), 81).unwrap();
            for first in (0..rows).step_by(256) {
                column.write(&grids(first..rows.min(first + 256))).unwrap();
            }
            let mut row_group = file.next_row_group().unwrap();
            column.close().unwrap().append(&mut row_group).unwrap();
            row_group.close().unwrap();
            let bytes = Bytes::from(file.into_inner().unwrap());
            let reader = ParquetRecordBatchReaderBuilder::try_new(bytes).unwrap().with_batch_size(rows);
            let batch = reader.build().unwrap().next().unwrap().unwrap();
            assert_eq!(batch.column(0), &grids(0..rows));
        }
    }

    #[test]
    fn grids_of_different_sizes_are_refused() {
        let schema = Arc::new(parse_message_type("message m { required binary g (UTF8); }").unwrap());
        let file = SerializedFileWriter::new(Vec::new(), schema, Arc::default()).unwrap();
        let mut column = GridColumn::new(file.schema_descr().column(0), 81).unwrap();
        let short: ArrayRef = Arc::new(StringArray::from(vec!["1.2"]));
        assert!(column.write(&short).is_err());
    }
}
