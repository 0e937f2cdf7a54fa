//! Rows as Parquet, CSV and JSON lines.

pub(crate) mod cell_text;
pub mod cells_as_json;
pub mod cells_as_text;
pub mod file_format;
pub mod json_lines;
pub mod parquet;
pub mod path;
pub mod picked_columns;
pub mod table_writer;
pub mod text;
pub mod tokens;

pub use file_format::Format;
pub use parquet::{ParquetRows, arrow_schema, record_batch};
pub use picked_columns::PickedColumns;
pub use table_writer::{IsJsonLiteral, RowsOutput, TableWriter};
