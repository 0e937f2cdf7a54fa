//! Files that are read whole: manifests, patterns, rulebooks, libraries of cases.

use crate::storage;
use std::{io, path::Path};

/// Bytes of a file that a person writes, at most.
pub const WRITTEN_BY_HAND: u64 = 16 << 20;

/// Reads the text of a file of at most `longest` bytes.
///
/// # Errors
/// Those of the system, or an error for a longer file, which is not read to its end.
pub fn read_text(path: &Path, longest: u64) -> io::Result<String> {
    let text = storage::read_whole(path, longest)?;
    if text.len() as u64 > longest {
        let problem = format!("it is longer than {} MiB", longest >> 20);
        return Err(io::Error::new(io::ErrorKind::InvalidData, problem));
    }
    String::from_utf8(text).map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8 text"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_files_are_refused_and_not_read_to_their_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        std::fs::write(&path, "12345").unwrap();
        assert_eq!(read_text(&path, 5).unwrap(), "12345");
        assert_eq!(read_text(&path, 4).unwrap_err().to_string(), "it is longer than 0 MiB");
        std::fs::write(&path, b"\xff").unwrap();
        assert_eq!(read_text(&path, 5).unwrap_err().to_string(), "it is not UTF-8 text");
        #[cfg(unix)]
        assert!(read_text(Path::new("/dev/zero"), 1 << 20).is_err());
    }
}
