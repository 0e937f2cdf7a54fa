//! The program as a process, and the folders it writes.
#![allow(dead_code, unreachable_pub, reason = "each test crate uses what it needs")]

pub mod html;

use assert_cmd::Command;
use std::{collections::BTreeMap, fs, path::Path};

/// The program under test.
pub const PATH: &str = env!("CARGO_BIN_EXE_gridmill");

/// A command of the program, in an environment that decides nothing.
pub fn gridmill() -> Command {
    let mut command = Command::new(PATH);
    command.env_remove("NO_COLOR").env("LC_ALL", "C");
    command
}

/// A place for a corpus that does not exist yet; removed at the end.
pub struct Folder(Option<tempfile::TempDir>, std::path::PathBuf);

impl Folder {
    pub fn new() -> Self {
        let parent = tempfile::tempdir().unwrap();
        let path = parent.path().join("corpus");
        Self(Some(parent), path)
    }

    /// A folder of the test's own, which stays.
    pub fn at(path: std::path::PathBuf) -> Self {
        Self(None, path)
    }

    pub fn path(&self) -> &Path {
        &self.1
    }
}

/// Names and contents of the files in `data/`.
pub fn data_bytes(folder: &Folder) -> BTreeMap<String, Vec<u8>> {
    files(&folder.path().join("data"))
}

/// Names and contents of every file below the folder.
pub fn everything(folder: &Folder) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder.path()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            all.extend(files(&path).into_iter().map(|(inner, bytes)| (format!("{name}/{inner}"), bytes)));
        } else {
            all.insert(name, fs::read(&path).unwrap());
        }
    }
    all
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let read = |entry: std::io::Result<fs::DirEntry>| {
        let path = entry.unwrap().path();
        (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(&path).unwrap())
    };
    fs::read_dir(folder).unwrap().map(read).collect()
}

/// The manifest as JSON.
pub fn manifest(folder: &Folder) -> serde_json::Value {
    serde_json::from_slice(&fs::read(folder.path().join("manifest.json")).unwrap()).unwrap()
}

/// The cells of the named column of CSV text.
pub fn column(csv_text: &[u8], name: &str) -> Vec<String> {
    let mut reader = csv::Reader::from_reader(csv_text);
    let place = reader.headers().unwrap().iter().position(|header| header == name).unwrap();
    reader.records().map(|row| row.unwrap()[place].to_owned()).collect()
}
