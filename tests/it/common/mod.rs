//! The program as a process, and the folders it writes.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

pub(crate) mod data;
pub(crate) mod drawing;
pub(crate) mod html;

use assert_cmd::Command;
use std::{collections::BTreeMap, fs, path::Path};

/// A puzzle that singles solve.
pub(crate) const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// Its solution.
pub(crate) const SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// A. Inkala's puzzle of 2012: ER 10.7, of depth 2.
pub(crate) const HARD: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

/// The program under test.
pub(crate) const PATH: &str = env!("CARGO_BIN_EXE_gridmill");

/// A command of the program, in an environment that decides nothing.
pub(crate) fn gridmill() -> Command {
    let mut command = Command::new(PATH);
    command.env_remove("NO_COLOR").env("LC_ALL", "C");
    command
}

/// Output of a command, as text.
pub(crate) trait Runs {
    /// Runs the command, which succeeds, and returns its standard output.
    fn stdout_text(&mut self) -> String;
    /// Runs the command, which ends with this exit code, and returns its standard error.
    fn stderr_text(&mut self, code: i32) -> String;
}

impl Runs for Command {
    fn stdout_text(&mut self) -> String {
        String::from_utf8(self.assert().success().get_output().stdout.clone()).unwrap()
    }

    fn stderr_text(&mut self, code: i32) -> String {
        String::from_utf8_lossy(&self.assert().code(code).get_output().stderr).into_owned()
    }
}

/// Parses JSON that the program prints.
pub(crate) fn parsed(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap()
}

/// Text of the system about a file that is not there: the error has number 2 everywhere.
pub(crate) fn no_such_file() -> String {
    std::io::Error::from_raw_os_error(2).to_string()
}

/// The output of the program as UTF-8, with the slashes of Unix in names of files.
pub(crate) fn with_slashes(output: &[u8]) -> String {
    let text = String::from_utf8(output.to_vec()).unwrap();
    if cfg!(windows) { text.replace('\\', "/") } else { text }
}

/// Words of a line, such as arguments.
pub(crate) fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

/// Runs the program, which must succeed: its standard output.
pub(crate) fn run(args: &[&str]) -> String {
    run_with(args, "")
}

/// Runs the program, which fails, and returns its only line on standard error.
pub(crate) fn failure(args: &[&str]) -> String {
    only_line(&quiet(args).assert().failure())
}

/// Runs the program, which ends with this exit code, and returns its only line on standard error.
pub(crate) fn refusal(args: &[&str], code: i32) -> String {
    only_line(&quiet(args).assert().code(code))
}

/// Runs the program, which ends with this exit code and writes nothing to standard output, and returns its only line on standard error.
pub(crate) fn silent_refusal(args: &[&str], code: i32) -> String {
    only_line(&gridmill().args(args).assert().code(code).stdout(""))
}

/// Runs the program with this text as standard input; it fails. Returns its exit code and standard error.
pub(crate) fn failure_with(args: &[&str], input: &str) -> (i32, String) {
    let run = gridmill().args(args).write_stdin(input).assert().failure();
    let output = run.get_output();
    (output.status.code().unwrap(), with_slashes(&output.stderr).trim_end().to_owned())
}

/// Returns the program with these arguments, without progress.
fn quiet(args: &[&str]) -> Command {
    let is_quiet = args.iter().any(|arg| arg.starts_with("--progress"));
    let mut command = gridmill();
    command.args(args).args((!is_quiet).then_some("--progress=never"));
    command
}

/// Returns the only line of a run on standard error.
fn only_line(run: &assert_cmd::assert::Assert) -> String {
    let text = String::from_utf8(run.get_output().stderr.clone()).unwrap();
    assert!(text.lines().count() == 1 && !text.contains("panicked"), "{text}");
    text.trim_end().to_owned()
}

/// Runs the program with this text as standard input. It must succeed: its standard output.
pub(crate) fn run_with(args: &[&str], input: &str) -> String {
    gridmill().args(args).write_stdin(input).stdout_text()
}

/// Runs the program in a folder. It must succeed: its standard output.
pub(crate) fn run_in(folder: &Path, args: &[&str]) -> String {
    gridmill().current_dir(folder).args(args).stdout_text()
}

/// Files of a test in a folder that is removed at its end.
pub(crate) struct Files(tempfile::TempDir);

impl Files {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self, name: &str) -> std::path::PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn name(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().to_owned()
    }

    /// Writes a file: its path.
    pub(crate) fn write(&self, name: &str, contents: impl AsRef<[u8]>) -> String {
        fs::write(self.path(name), contents).unwrap();
        self.name(name)
    }
}

/// A place for a corpus that does not exist yet; removed at the end.
pub(crate) struct Folder {
    path: std::path::PathBuf,
    /// Removed with what it holds when the folder is dropped.
    _parent: Option<tempfile::TempDir>,
}

impl Folder {
    pub(crate) fn new() -> Self {
        let parent = tempfile::tempdir().unwrap();
        let path = parent.path().join("corpus");
        Self { path, _parent: Some(parent) }
    }

    /// A folder of the test's own, which stays.
    pub(crate) fn at(path: std::path::PathBuf) -> Self {
        Self { path, _parent: None }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn name(&self) -> String {
        self.path.to_str().unwrap().to_owned()
    }

    /// Reads its data set card.
    pub(crate) fn card(&self) -> String {
        fs::read_to_string(self.path.join("README.md")).unwrap()
    }
}

/// Makes a corpus with these options of `generate`.
pub(crate) fn corpus(options: &[&str]) -> Folder {
    let folder = Folder::new();
    run(&[&["generate", "--out", &folder.name()], options].concat());
    folder
}

/// Makes each part of a corpus in a folder of its own.
pub(crate) fn parts(count: usize, options: &[&str]) -> Vec<Folder> {
    let part = |number| corpus(&[options, &["--part", &format!("{number}/{count}")]].concat());
    (1..=count).map(part).collect()
}

/// Makes a corpus again, by the command that its card prints.
pub(crate) fn made_again(made: &Folder) -> Folder {
    let (card, again) = (made.card(), Folder::new());
    let command = card.lines().find_map(|line| line.strip_prefix("gridmill generate ")).unwrap();
    let name = again.name();
    let words = command.split(' ').map(|word| if word == "corpus" { &name } else { word });
    run(&["generate"].into_iter().chain(words).collect::<Vec<_>>());
    again
}

/// Merges parts of a corpus into a new folder.
pub(crate) fn merged(parts: &[Folder]) -> Folder {
    let out = Folder::new();
    gridmill().arg("merge").args(parts.iter().map(Folder::path)).args(["--out", &out.name()]).stdout_text();
    out
}

/// Names and contents of the files in `data/`.
pub(crate) fn data_bytes(folder: &Folder) -> BTreeMap<String, Vec<u8>> {
    tree(&folder.path().join("data"))
}

/// Names of what a folder holds, in their order.
pub(crate) fn names(folder: impl AsRef<Path>) -> Vec<String> {
    let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
    let mut names: Vec<String> = fs::read_dir(folder).unwrap().map(name).collect();
    names.sort();
    names
}

/// Names and contents of every file of a corpus.
pub(crate) fn everything(folder: &Folder) -> BTreeMap<String, Vec<u8>> {
    tree(folder.path())
}

/// Names, with slashes, and contents of every regular file below a folder. Links are not followed.
pub(crate) fn tree(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let name = entry.file_name().to_string_lossy().into_owned();
        let kind = entry.file_type().unwrap();
        if kind.is_dir() {
            all.extend(
                tree(&entry.path()).into_iter().map(|(inner, bytes)| (format!("{name}/{inner}"), bytes)),
            );
        } else if kind.is_file() {
            all.insert(name, fs::read(entry.path()).unwrap());
        }
    }
    all
}

/// The manifest as JSON.
pub(crate) fn manifest(folder: &Folder) -> serde_json::Value {
    serde_json::from_slice(&fs::read(folder.path().join("manifest.json")).unwrap()).unwrap()
}

/// The cells of the named column of CSV text.
pub(crate) fn column(csv_text: &[u8], name: &str) -> Vec<String> {
    let mut reader = csv::Reader::from_reader(csv_text);
    let place = reader.headers().unwrap().iter().position(|header| header == name).unwrap();
    reader.records().map(|row| row.unwrap()[place].to_owned()).collect()
}
