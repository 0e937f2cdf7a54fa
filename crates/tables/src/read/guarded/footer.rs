//! The footer of a Parquet file: its declarations are checked before the parquet crate reserves memory for them.

use super::thrift::{Struct, ThriftInput, ThriftValue, Trouble};
use crate::{read::limits, storage::StoredFile};
use ::parquet::file::metadata::{
    ParquetMetaData, ParquetMetaDataOptions, ParquetMetaDataReader, ParquetStatisticsPolicy,
};
use arrow_ipc::root_as_message_with_opts;
use base64::prelude::{BASE64_STANDARD, Engine as _};
use bytes::Bytes;
use flatbuffers::VerifierOptions;

const MAGIC: &[u8] = b"PAR1";
/// Bytes of the footer's length and the magic number behind it.
const TAIL: u64 = 8;
/// Bytes of a footer: of some 140,000 column chunks.
const FOOTER_BYTES: u64 = 16 << 20;
/// Column chunks of all row groups, of about half a kilobyte in memory.
const CHUNKS: usize = 1 << 18;
/// Columns with those inside of other columns.
const LEAVES: usize = 2 * limits::COLUMNS;
/// Nested elements of the schema.
const DEPTH: usize = 32;
/// Elements of the schema.
const ELEMENTS: usize = 1 << 14;
/// Bytes of a column's name; names of outer columns stand in those of the inner ones.
const NAME_BYTES: usize = 1 << 10;
/// Bytes of a value of fixed length.
const FIXED_BYTES: i64 = 1 << 16;
/// Pairs of key and value.
const PAIRS: usize = 1 << 12;
/// Elements of a list of numbers.
const NUMBERS: usize = 1 << 12;
/// Rows that a small file may declare: a constant column needs a few bytes for any number of rows.
const FEW_ROWS: u64 = 1 << 20;
/// Rows that a file may declare for each of its bytes.
const ROWS_A_BYTE: u64 = 1 << 10;

pub(super) fn read(file: &StoredFile, size: u64) -> Result<ParquetMetaData, String> {
    let footer = bytes(file, size)?;
    check(&footer)?;
    let skip = ParquetStatisticsPolicy::SkipAll;
    let options = ParquetMetaDataOptions::new()
        .with_column_stats_policy(skip.clone())
        .with_size_stats_policy(skip.clone())
        .with_encoding_stats_policy(skip);
    let metadata = ParquetMetaDataReader::decode_metadata_with_options(&footer, Some(&options));
    let metadata = metadata.map_err(|error| super::first_line(&error))?;
    check_ranges(&metadata, size)?;
    Ok(metadata)
}

fn bytes(file: &StoredFile, size: u64) -> Result<Bytes, String> {
    let read = |at: u64, length: u64| {
        let length = usize::try_from(length).map_err(|error| error.to_string())?;
        file.read_at(at, length).map_err(|error| error.to_string())
    };
    let end = size.checked_sub(TAIL).filter(|&end| end >= MAGIC.len() as u64);
    let end = end.ok_or_else(|| format!("{size} bytes are too few"))?;
    let tail = read(end, TAIL)?;
    let length = tail.first_chunk().map(|length| u64::from(u32::from_le_bytes(*length)));
    let length = length.filter(|_| tail.ends_with(MAGIC)).ok_or("it does not end with PAR1")?;
    if length > FOOTER_BYTES {
        return Err(format!("its footer has {length} bytes; at most {FOOTER_BYTES} are read"));
    }
    let start = end.checked_sub(length).filter(|&start| start >= MAGIC.len() as u64);
    let start = start.ok_or_else(|| format!("its footer has {length} bytes, and the file {size}"))?;
    read(start, length)
}

/// The schema's elements as a tree, of which only the path to the present element is kept.
#[derive(Default)]
struct FooterSchema {
    declared: usize,
    leaves: usize,
    /// Children of the present element.
    children: i64,
    /// Children still to come of each outer element.
    open: Vec<i64>,
}

impl FooterSchema {
    fn end_element(&mut self) -> Result<(), String> {
        while self.open.pop_if(|left| *left == 0).is_some() {}
        if let Some(left) = self.open.last_mut() {
            *left -= 1;
        }
        let columns = if self.open.is_empty() { limits::COLUMNS } else { self.declared };
        match usize::try_from(std::mem::take(&mut self.children)) {
            Ok(0) => self.leaves += 1,
            Ok(children) if children > columns => return Err(too_many("columns", children, columns)),
            Ok(children) => self.open.push(i64::try_from(children).unwrap_or(i64::MAX)),
            Err(_) => return Err("the file is damaged".to_owned()),
        }
        if self.open.len() > DEPTH {
            return Err(format!("its columns are nested more than {DEPTH} deep"));
        }
        limit("columns with the nested ones", self.leaves, LEAVES)
    }
}

/// Checks all that is declared before it is decoded.
fn check(footer: &[u8]) -> Result<(), String> {
    let (mut schema, mut chunks, mut key, mut value) = (FooterSchema::default(), 0_usize, &[][..], &[][..]);
    let walked = ThriftInput::new(footer).walk(Struct::File, &mut |of, id, found| match (of, id, found) {
        (Struct::File, 2, ThriftValue::List(elements)) => {
            schema = FooterSchema { declared: elements, ..FooterSchema::default() };
            limit("elements of the schema", elements, ELEMENTS)
        }
        (Struct::SchemaElement, 2, ThriftValue::Number(bytes)) if bytes > FIXED_BYTES => {
            Err(format!("a column has values of {bytes} bytes; at most {FIXED_BYTES} are read"))
        }
        (Struct::SchemaElement, 4, ThriftValue::Bytes(name)) => {
            limit("bytes of a column's name", name.len(), NAME_BYTES)
        }
        (Struct::SchemaElement, 5, ThriftValue::Number(children)) => {
            schema.children = children;
            Ok(())
        }
        (Struct::SchemaElement, 0, _) => schema.end_element(),
        (Struct::File, 4, ThriftValue::List(row_groups)) => limit("row groups", row_groups, CHUNKS),
        (Struct::RowGroup, 1, ThriftValue::List(columns)) => {
            chunks = chunks.saturating_add(columns);
            limit("column chunks", chunks, CHUNKS)
        }
        (Struct::File, 5, ThriftValue::List(pairs)) => limit("pairs of key and value", pairs, PAIRS),
        (Struct::KeyValue, 1, ThriftValue::Bytes(bytes)) => {
            key = bytes;
            Ok(())
        }
        (Struct::KeyValue, 2, ThriftValue::Bytes(bytes)) => {
            value = bytes;
            Ok(())
        }
        (Struct::KeyValue, 0, _) if key == b"ARROW:schema" => check_arrow_schema(value),
        (Struct::File, 7, ThriftValue::List(elements))
        | (Struct::RowGroup, 4, ThriftValue::List(elements)) => limit("orders of columns", elements, LEAVES),
        (_, _, ThriftValue::List(elements)) => limit("elements of a list", elements, NUMBERS),
        _ => Ok(()),
    });
    walked.map_err(|trouble| match trouble {
        Trouble::Short => "the file is damaged".to_owned(),
        Trouble::Problem(problem) => problem,
    })
}

fn limit(of: &str, found: usize, most: usize) -> Result<(), String> {
    if found > most { Err(too_many(of, found, most)) } else { Ok(()) }
}

fn too_many(of: &str, found: usize, most: usize) -> String {
    format!("it has {found} {of}; at most {most} are read")
}

/// Checks the Arrow schema that writers add. In its format several tables may share one, so that few bytes can expand to
/// gigabytes; the verifier counts the expanded size.
pub(super) fn check_arrow_schema(encoded: &[u8]) -> Result<(), String> {
    let options =
        VerifierOptions { max_tables: 1 << 16, max_apparent_size: 16 << 20, ..VerifierOptions::default() };
    let damaged = || "its Arrow schema is damaged or too large".to_owned();
    let bytes = BASE64_STANDARD.decode(encoded).map_err(|_| damaged())?;
    let message = match bytes.strip_prefix(&[0xFF; 4]) {
        Some(rest) if rest.len() > 4 => &rest[4..],
        _ => &bytes,
    };
    root_as_message_with_opts(&options, message).map(drop).map_err(|_| damaged())
}

/// Checks that column chunks lie within the file, and that the rows can.
fn check_ranges(metadata: &ParquetMetaData, size: u64) -> Result<(), String> {
    let mut rows = 0_u64;
    for (number, row_group) in metadata.row_groups().iter().enumerate() {
        let here = u64::try_from(row_group.num_rows());
        rows = rows.saturating_add(here.map_err(|_| format!("row group {number} has a negative size"))?);
        for column in row_group.columns() {
            let start = column.dictionary_page_offset().unwrap_or_else(|| column.data_page_offset());
            let end = start.checked_add(column.compressed_size());
            let inside = start >= 0
                && column.compressed_size() >= 0
                && column.num_values() >= 0
                && end.and_then(|end| u64::try_from(end).ok()).is_some_and(|end| end <= size);
            if !inside {
                let name = limits::shown(&column.column_path().string());
                return Err(format!("row group {number}: the column {name} lies outside of the file"));
            }
        }
    }
    let most = FEW_ROWS.max(size.saturating_mul(ROWS_A_BYTE));
    if rows > most {
        return Err(format!("it declares {rows} rows; a file of {size} bytes may have {most}"));
    }
    if u64::try_from(metadata.file_metadata().num_rows()).ok() != Some(rows) {
        let declared = metadata.file_metadata().num_rows();
        return Err(format!("it declares {declared} rows, and its row groups {rows}"));
    }
    Ok(())
}
