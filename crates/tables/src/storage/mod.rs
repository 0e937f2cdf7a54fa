//! Files on this machine or in an object store; the only module that knows which.
//!
//! A path such as `s3://bucket/prefix/file` names an object. Object stores are a crate and a feature of the build, `cloud`; without it such a path is
//! refused.
//!
//! ```text
//! path -> Address -> StoredFile  reads, in windows
//!                 -> Upload      writes, whole or not at all
//!                 -> list, replace under a condition, delete
//! ```

mod file;
mod object;

pub use self::file::{StoredFile, endless, read_whole};
pub use self::object::{Address, OpenPlace, PendingUpload, Place, Upload, Version, set_object_stores};
use crate::error::Error;
use std::{fs, io, path::Path};

/// The beginnings of paths in object stores: Amazon S3 and what speaks its protocol, Google Cloud Storage, Azure Blob Storage.
const SCHEMES: [&str; 3] = ["s3://", "gs://", "az://"];

/// Returns true for a path in an object store.
pub fn is_remote(path: &Path) -> bool {
    path.to_str().is_some_and(|path| SCHEMES.iter().any(|scheme| path.starts_with(scheme)))
}

/// Returns the error of an output that cannot lie in an object store.
pub fn only_local(path: &Path) -> Error {
    Error::option(format!(
        "{}: only generate and merge write to object stores; give a file or folder of this machine",
        path.display()
    ))
}

/// Returns true if a folder is here: in an object store, if an object begins with its name and a slash.
///
/// # Errors
/// Those of an object store that cannot be asked.
pub fn is_folder(path: &Path) -> io::Result<bool> {
    if is_remote(path) { Address::of(path)?.is_folder() } else { Ok(path.is_dir()) }
}

/// Returns true if something is here that can be read as a file.
///
/// # Errors
/// Those of an object store that cannot be asked.
pub fn exists(path: &Path) -> io::Result<bool> {
    if is_remote(path) { Ok(Address::of(path)?.size()?.is_some()) } else { Ok(path.exists()) }
}

/// Returns the size of a file; `None` if there is none, or if it is not regular. A link at `path` itself is not followed.
///
/// # Errors
/// Those of an object store that cannot be asked.
pub fn file_size(path: &Path) -> io::Result<Option<u64>> {
    if is_remote(path) {
        return Address::of(path)?.size();
    }
    Ok(fs::symlink_metadata(path).ok().filter(fs::Metadata::is_file).map(|found| found.len()))
}

/// Returns the names in a folder, sorted; none if there is no such folder.
///
/// # Errors
/// Those of the system or the object store.
pub fn names(folder: &Path) -> io::Result<Vec<String>> {
    if is_remote(folder) {
        return Ok(Address::of(folder)?.list()?.into_iter().map(|(name, _)| name).collect());
    }
    let list = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        list => list?,
    };
    let name = |entry: io::Result<fs::DirEntry>| {
        let not_utf8 = |name: std::ffi::OsString| {
            let name = name.as_encoded_bytes().escape_ascii();
            let problem = format!("it holds \"{name}\", a name that is not UTF-8; rename it");
            io::Error::new(io::ErrorKind::InvalidData, problem)
        };
        entry?.file_name().into_string().map_err(not_utf8)
    };
    let mut names: Vec<String> = list.map(name).collect::<io::Result<_>>()?;
    names.sort();
    Ok(names)
}

/// Returns true if two paths are one place, as far as that can be determined.
pub fn is_same_place(one: &Path, other: &Path) -> bool {
    match (is_remote(one), is_remote(other)) {
        (true, true) => one.components().eq(other.components()),
        (false, false) => match (fs::canonicalize(one), fs::canonicalize(other)) {
            (Ok(one), Ok(other)) => one == other,
            _ => false,
        },
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_object_stores_begin_with_a_scheme() {
        for path in ["s3://bucket", "gs://bucket/prefix", "az://container/a/b"] {
            assert!(is_remote(Path::new(path)), "{path}");
        }
        for path in ["s3:/bucket", "corpus", "/s3://bucket", "https://host/file", ""] {
            assert!(!is_remote(Path::new(path)), "{path}");
        }
    }

    #[test]
    fn places_are_compared_by_what_they_lead_to() {
        let root = tempfile::tempdir().unwrap();
        let inner = root.path().join("inner");
        fs::create_dir(&inner).unwrap();
        assert!(is_same_place(&inner, &root.path().join("inner/../inner")));
        assert!(!is_same_place(&inner, root.path()));
        assert!(!is_same_place(&root.path().join("a"), &root.path().join("a")), "neither is there");
        assert!(is_same_place(Path::new("s3://b/p"), Path::new("s3://b/p/")));
        assert!(!is_same_place(Path::new("s3://b/p"), Path::new("s3://b/q")));
    }

    #[test]
    fn without_object_stores_a_path_in_an_object_store_is_refused() {
        let problem = StoredFile::open(Path::new("s3://bucket/file")).unwrap_err();
        assert_eq!(problem.kind(), io::ErrorKind::Unsupported);
        assert!(problem.to_string().contains("its feature `cloud`"), "{problem}");
    }
}
