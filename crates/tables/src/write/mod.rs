//! Rows as Parquet, CSV and JSON lines.

pub mod arrays;
pub mod cells;
pub mod json;
mod links;
pub mod parquet;
pub mod path;
pub mod table_writer;
pub mod text;

pub use arrays::{arrow_schema, record_batch};
pub use links::LinkSite;
pub use parquet::ParquetRows;
pub use table_writer::{PickedColumns, RowsOutput, TableWriter};

use serde::{Deserialize, Serialize};

/// The file format of a corpus.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Apache Parquet, zstd level 1.
    #[default]
    Parquet,
    /// Comma-separated values with a header line.
    Csv,
    /// One JSON object a line.
    Jsonl,
}

gridmill_board::named_values!(Format { Parquet "parquet", Csv "csv", Jsonl "jsonl" });

impl Format {
    /// Returns the endings of file names, in lower case; the first is the name.
    pub const fn endings(self) -> &'static [&'static str] {
        match self {
            Self::Parquet => &["parquet"],
            Self::Csv => &["csv"],
            Self::Jsonl => &["jsonl", "ndjson"],
        }
    }
}
