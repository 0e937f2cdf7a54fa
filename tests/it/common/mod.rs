//! The program as a process, and the folders it writes.

pub(crate) mod data;
pub(crate) mod drawing;
pub(crate) mod html;

use assert_cmd::Command;
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

/// A puzzle that singles solve.
pub(crate) const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// Its solution.
pub(crate) const SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// Another puzzle that singles solve.
pub(crate) const OTHER: &str =
    "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";
/// Its solution.
pub(crate) const OTHER_SOLUTION: &str =
    "483921657967345821251876493548132976729564138136798245372689514814253769695417382";
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

/// Runs the program with this text as standard input; returns exit code, standard output and standard error.
pub(crate) fn outcome(args: &[&str], input: &str) -> (i32, String, String) {
    let output = gridmill().args(args).write_stdin(input).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// Parses lines of JSON.
pub(crate) fn json_lines(text: &str) -> Vec<serde_json::Value> {
    text.lines().map(parsed).collect()
}

/// Returns the names of a list of objects.
pub(crate) fn names_in(list: &serde_json::Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|item| item["name"].as_str().unwrap()).collect()
}

/// Counts each value.
pub(crate) fn counts<T: Ord>(values: impl IntoIterator<Item = T>) -> BTreeMap<T, usize> {
    let mut counts = BTreeMap::new();
    for value in values {
        *counts.entry(value).or_default() += 1;
    }
    counts
}

/// Returns a random image of a puzzle.
pub(crate) fn image(puzzle: &str, rng: &mut rand_pcg::Pcg64) -> String {
    let grid: gridmill::board::Grid = puzzle.parse().unwrap();
    gridmill::generate::random_transform(rng, grid.shape()).grid(&grid).to_string()
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

/// Runs the program, which fails with one line that holds this.
#[track_caller]
pub(crate) fn assert_failure(args: &[&str], part: &str) {
    let line = failure(args);
    assert!(line.contains(part), "{line}");
}

/// Runs the program, which ends with this exit code and one line that holds this.
#[track_caller]
pub(crate) fn assert_refusal(args: &[&str], code: i32, part: &str) {
    let line = refusal(args, code);
    assert!(line.contains(part), "{line}");
}

/// Checks of a text.
pub(crate) trait Text {
    /// Checks that the text holds each of these.
    fn assert_has(&self, parts: &[&str]);
}

impl Text for str {
    #[track_caller]
    fn assert_has(&self, parts: &[&str]) {
        for part in parts {
            assert!(self.contains(part), "{part}: {self}");
        }
    }
}

/// Returns some fields of an object.
pub(crate) fn picked(object: &serde_json::Value, names: &[&str]) -> serde_json::Value {
    names.iter().map(|&name| object[name].clone()).collect()
}

/// Runs a command for each entry of a table: `$` and words of its own; then its exit code, and its only line on standard error, where `...`
/// stands for any beginning and end, or for any end.
pub(crate) fn assert_refusals(command: &[&str], table: &str) {
    let lines: Vec<&str> = table.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    for entry in lines.chunks(2) {
        let args = entry[0].strip_prefix('$').unwrap();
        let (code, expected) = entry[1].split_once(' ').unwrap();
        let found = refusal(&[command, &words(args)].concat(), code.parse().unwrap());
        let is_such = match (expected.strip_prefix("..."), expected.strip_suffix("...")) {
            (Some(part), _) => found.contains(part),
            (_, Some(start)) => found.starts_with(start),
            _ => found == expected,
        };
        assert!(is_such, "{args}: {found}");
    }
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
    let text = with_slashes(&run.get_output().stderr);
    assert!(text.lines().count() == 1 && !text.contains("panicked"), "{text}");
    text.trim_end().to_owned()
}

/// Runs the program with this text as standard input. It must succeed: its standard output.
pub(crate) fn run_with(args: &[&str], input: &str) -> String {
    gridmill().args(args).write_stdin(input).stdout_text()
}

/// A folder of a test, or a place for a corpus that does not exist yet; removed at the end.
pub(crate) struct Folder {
    path: PathBuf,
    /// Removed with what it holds when the folder is dropped.
    _parent: Option<tempfile::TempDir>,
}

impl Folder {
    pub(crate) fn new() -> Self {
        let parent = tempfile::tempdir().unwrap();
        let path = parent.path().join("corpus");
        Self { path, _parent: Some(parent) }
    }

    /// A folder that is there.
    pub(crate) fn made() -> Self {
        let folder = Self::new();
        fs::create_dir(&folder.path).unwrap();
        folder
    }

    /// A folder of the test's own, which stays.
    pub(crate) fn at(path: PathBuf) -> Self {
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
        self.text("README.md")
    }

    /// Reads its data set card as words between single blanks.
    pub(crate) fn card_words(&self) -> String {
        words(&self.card()).join(" ")
    }

    pub(crate) fn file(&self, name: impl AsRef<Path>) -> PathBuf {
        self.path.join(name)
    }

    pub(crate) fn named(&self, name: impl AsRef<Path>) -> String {
        self.file(name).to_str().unwrap().to_owned()
    }

    pub(crate) fn has(&self, name: impl AsRef<Path>) -> bool {
        self.file(name).exists()
    }

    pub(crate) fn bytes(&self, name: impl AsRef<Path>) -> Vec<u8> {
        fs::read(self.file(name)).unwrap()
    }

    pub(crate) fn text(&self, name: impl AsRef<Path>) -> String {
        fs::read_to_string(self.file(name)).unwrap()
    }

    /// Writes a file, in a folder that is made if it is not there: its path.
    pub(crate) fn write(&self, name: impl AsRef<Path>, contents: impl AsRef<[u8]>) -> String {
        let file = self.file(&name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, contents).unwrap();
        self.named(name)
    }

    pub(crate) fn make(&self, name: impl AsRef<Path>) {
        fs::create_dir_all(self.file(name)).unwrap();
    }

    pub(crate) fn remove(&self, name: impl AsRef<Path>) {
        fs::remove_file(self.file(name)).unwrap();
    }

    /// Runs the program in the folder. It must succeed: its standard output.
    pub(crate) fn run(&self, args: &[&str]) -> String {
        gridmill().current_dir(&self.path).args(args).stdout_text()
    }

    /// Runs the program in the folder. It ends with this exit code: its only line on standard error.
    pub(crate) fn refusal(&self, args: &[&str], code: i32) -> String {
        let mut command = quiet(args);
        only_line(&command.current_dir(&self.path).timeout(Duration::from_mins(1)).assert().code(code))
    }

    /// Changes the manifest.
    pub(crate) fn change_manifest(&self, change: impl FnOnce(&mut serde_json::Value)) {
        let mut changed = manifest(self);
        change(&mut changed);
        self.write("manifest.json", changed.to_string());
    }
}

/// Makes a corpus with these options of `generate`.
pub(crate) fn corpus(options: &[&str]) -> Folder {
    let folder = Folder::new();
    run(&[&["generate", "--out", &folder.name()], options].concat());
    folder
}

/// Starts the program, whose standard error is left to the test.
pub(crate) fn start(args: &[&str]) -> std::process::Child {
    std::process::Command::new(PATH).args(args).stderr(std::process::Stdio::piped()).spawn().unwrap()
}

/// Waits for something, a minute at the most.
#[track_caller]
pub(crate) fn wait_until(is_so: impl Fn() -> bool) {
    let begun = std::time::Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_mins(1), "it does not come");
        std::thread::sleep(Duration::from_millis(2));
    }
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

/// The folder of the root package.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Files below a folder, without those that are left out and what lies in folders that are.
pub(crate) fn files_below(folder: &Path, is_left_out: &impl Fn(&Path) -> bool) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths
        .filter(|path| !is_left_out(path))
        .flat_map(|path| if path.is_dir() { files_below(&path, is_left_out) } else { vec![path] })
        .collect()
}

/// The manifest as JSON.
pub(crate) fn manifest(folder: &Folder) -> serde_json::Value {
    parsed(&folder.text("manifest.json"))
}

/// The cells of the named column of CSV text.
pub(crate) fn column(csv_text: &(impl AsRef<[u8]> + ?Sized), name: &str) -> Vec<String> {
    let mut reader = csv::Reader::from_reader(csv_text.as_ref());
    let place = reader.headers().unwrap().iter().position(|header| header == name).unwrap();
    reader.records().map(|row| row.unwrap()[place].to_owned()).collect()
}
