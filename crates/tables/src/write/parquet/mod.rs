//! Rows as Parquet: the workers build arrays and encode row groups; the file only joins the bytes.
//!
//! Grids look random: no dictionary, no statistics (readers truncate them to 64 bytes), zstd level 1 for the gain of entropy coding,
//! and the lengths, which all repeat, stored apart; `grid_column` writes them. 64-bit numbers are nearly sorted, small, or noise:
//! delta packing leaves nothing to compress.

mod grid_column;
mod row_group;
mod rows;

pub use self::rows::ParquetRows;
use crate::{error::Error, facts::Facts, schema::ColumnKind};
use ::parquet::{
    basic::{Compression, Encoding, ZstdLevel},
    errors::ParquetError,
    file::{
        metadata::KeyValue,
        properties::{EnabledStatistics, WriterProperties, WriterPropertiesBuilder},
    },
    schema::types::ColumnPath,
};
use arrow_schema::Metadata;
use std::{io, path::Path};

/// Rows of a row group.
const ROW_GROUP_ROWS: usize = 131_072;

/// Bytes of a page, before compression: above the 256 KiB from which zstd takes its quicker parameters, and so small that
/// a page's buffers are used again for the next; those of the usual 1 MiB go back to the system each time.
const PAGE_BYTES: usize = 288 << 10;

/// Bytes that are hashed and written at once: columns of grids arrive in pieces of 8 KiB.
const SINK_BYTES: usize = 128 << 10;

/// Returns the properties of a file with columns of these names and kinds. Its metadata have the program, and the facts of the schema.
fn properties<'a>(
    columns: impl Iterator<Item = (&'a str, ColumnKind)>,
    metadata: &Metadata,
) -> Result<WriterProperties, ParquetError> {
    let program = [KeyValue::new("gridmill.program".to_owned(), crate::PROGRAM.to_owned())];
    // Arrow's readers see the metadata of the schema, others those of the file.
    let fact = |key: &str| Some(KeyValue::new(key.to_owned(), metadata.get(key)?.clone()));
    let facts = [Facts::KEY, Facts::ROWS_KEY, Facts::COUNTS_KEY].into_iter().filter_map(fact);
    let mut builder = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(grid_column::LEVEL)?))
        .set_max_row_group_row_count(Some(ROW_GROUP_ROWS))
        .set_data_page_size_limit(PAGE_BYTES)
        .set_key_value_metadata(Some(program.into_iter().chain(facts).collect()));
    for (name, kind) in columns {
        builder = pack(builder, name, kind);
    }
    Ok(builder.build())
}

/// Sets the encoding of a column.
fn pack(builder: WriterPropertiesBuilder, name: &str, kind: ColumnKind) -> WriterPropertiesBuilder {
    let mut path = vec![name.to_owned()];
    if kind == ColumnKind::Texts {
        path.extend(["list", "item"].map(str::to_owned));
    }
    let path = ColumnPath::from(path);
    match kind {
        ColumnKind::U64 => builder
            .set_column_dictionary_enabled(path.clone(), false)
            .set_column_encoding(path.clone(), Encoding::DELTA_BINARY_PACKED)
            .set_column_compression(path, Compression::UNCOMPRESSED),
        // `GridColumn` writes grids.
        ColumnKind::Grid
        | ColumnKind::U16
        | ColumnKind::U32
        | ColumnKind::Decimal
        | ColumnKind::F64
        | ColumnKind::Name
        | ColumnKind::Path
        | ColumnKind::Tokens
        | ColumnKind::Bool => builder,
        // Nearly all differ.
        ColumnKind::Text | ColumnKind::Texts => builder
            .set_column_dictionary_enabled(path.clone(), false)
            .set_column_statistics_enabled(path, EnabledStatistics::None),
    }
}

/// Returns the system's error behind that of Parquet, if there is one.
pub fn write_error(path: &Path, error: ParquetError) -> Error {
    let source = match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(other) => io::Error::other(other),
        },
        other => io::Error::other(other),
    };
    Error::io("writing", path)(source)
}
