//! Files: drafts that appear under their names once they are whole, hashes, texts that are read whole.

pub mod draft;
pub mod file_hash;
pub mod own_file;
pub mod platform;
pub mod read_whole;
pub mod text_sink;

pub use draft::Draft;
pub use draft::{FileNames, FolderDraft};
pub use file_hash::HashingWriter;
pub use text_sink::TextSink;
