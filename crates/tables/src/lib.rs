//! Rows of puzzles and what they mean: columns, facts, readers and writers of files, storage.
//!
//! ```text
//! schema    columns of a corpus: name, type, unit, meaning, promise
//! facts     what rows mean: population, design, weights, scales, splits, history
//! read      text, CSV, JSON lines, Parquet -> batches of rows, one trait a format; guards against hostile files
//! write     rows -> Parquet, CSV, JSON lines
//! files     drafts, hashes, texts that are read whole
//! storage   files on this machine and in object stores
//! ```
//!
//! Nothing here knows of corpora, their folders or their manifests.

pub mod escape;
pub mod facts;
pub mod files;
pub mod intervals;
pub mod numbers;
pub mod read;
pub mod schema;
pub mod storage;
pub mod threads;
pub mod write;

mod error;

pub use error::{Error, Result};
pub use write::json::JsonLiterals;

/// The program and its version, as manifests and files name it.
pub const PROGRAM: &str = concat!("gridmill ", env!("CARGO_PKG_VERSION"));

/// The address of the sources; empty if they have none.
pub const REPOSITORY: &str = env!("CARGO_PKG_REPOSITORY");
