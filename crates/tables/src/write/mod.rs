//! Rows as Parquet, CSV and JSON lines.

pub mod arrays;
pub mod file_format;
pub mod json;
pub mod parquet;
pub mod path;
pub mod picked_columns;
pub mod table_writer;
pub mod text;
pub mod tokens;

pub use arrays::{arrow_schema, record_batch};
pub use file_format::Format;
pub use parquet::ParquetRows;
pub use picked_columns::PickedColumns;
pub use table_writer::{RowsOutput, TableWriter};
