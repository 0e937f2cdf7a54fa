//! Output files of a command: none replaces a file without `--overwrite`, and none replaces an input or another output. Runs of jobs that add
//! columns to rows.

use super::{
    args::{ProgressArg, RowsOutArgs},
    limits::warn_about_threads,
    signals::end_on_signals,
    terminal::rows_out,
};
use crate::{
    corpus::{AddColumns, CORPUS_FILES, CORPUS_FOLDERS, OpenOutputs, RunHooks, Sources},
    tables::{
        Error, Result,
        files::{
            Draft, FileNames, FolderDraft,
            platform::{self, FileId},
        },
        numbers::thousands,
        read::TableInput,
        write::{Format, RowsOutput},
    },
};
use std::{
    collections::BTreeSet,
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
    time::Instant,
};

/// Destination that a name stands for, the same in every command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Destination<F> {
    /// `-`.
    StandardOutput,
    /// A name with the ending of a form.
    File(F),
    /// A name without an ending, or a folder that is there.
    Folder,
}

/// Returns the destination that a name stands for. An ending begins with a letter, so that `corpus-1.5` has none.
///
/// # Errors
/// [`Error::Option`] for an ending that is none of `endings`, and for one that is not of the form asked for.
pub fn destination<F: Copy + PartialEq>(
    out: &Path,
    asked: Option<F>,
    all: &[F],
    endings: fn(F) -> &'static [&'static str],
) -> Result<Destination<F>> {
    if out.as_os_str() == "-" {
        return Ok(Destination::StandardOutput);
    }
    let is_ending = |ending: &&OsStr| ending.to_string_lossy().starts_with(|c: char| c.is_ascii_alphabetic());
    let Some(ending) = out.extension().filter(is_ending).filter(|_| !out.is_dir()) else {
        return Ok(Destination::Folder);
    };
    let is_named = |form: &F| endings(*form).iter().any(|its| ending.eq_ignore_ascii_case(its));
    let Some(form) = all.iter().copied().find(is_named) else {
        let known: Vec<String> =
            all.iter().flat_map(|&form| endings(form)).map(|ending| format!(".{ending}")).collect();
        let file = if known.is_empty() {
            String::new()
        } else {
            format!("a file ends in {}, and ", known.join(", "))
        };
        return Err(Error::option(format!("`out={}`: {file}a folder has no ending", out.display())));
    };
    if let Some(asked) = asked.filter(|&asked| asked != form) {
        let (ending, format) = (ending.to_string_lossy(), endings(asked)[0]);
        let out = out.display();
        return Err(Error::option(format!("`out={out}`: .{ending} is not `format={format}`; leave one out")));
    }
    Ok(Destination::File(form))
}

/// Checks that a name is that of a folder of rows.
pub(super) fn check_folder(out: &Path, asked: Option<Format>) -> Result<()> {
    let Destination::File(format) = destination(out, asked, &Format::ALL, Format::endings)? else {
        return Ok(());
    };
    let (folder, format) = (out.with_extension(""), format.name());
    let problem = format!(
        "--out {} looks like a file; a corpus is a folder of files: give --out {} --format {format}",
        out.display(),
        folder.display()
    );
    Err(Error::option(problem))
}

/// The inputs of a command and the outputs that it has opened.
#[derive(Debug)]
pub struct Outputs {
    inputs: Vec<Identity>,
    folders: Vec<PathBuf>,
    opened: Vec<(PathBuf, Identity)>,
    overwrite: bool,
}

/// Properties that two names of one file have in common.
#[derive(Debug)]
struct Identity {
    /// Number of a file that is there, equal also for hard links.
    id: Option<FileId>,
    /// The path without links.
    path: Option<PathBuf>,
}

impl Outputs {
    /// Outputs of a command that reads `inputs`: files, folders of corpora, or `-` for standard input. Names of nothing are allowed.
    pub fn new<'a>(inputs: impl IntoIterator<Item = &'a Path>, overwrite: bool) -> Self {
        let mut outputs = Self { inputs: Vec::new(), folders: Vec::new(), opened: Vec::new(), overwrite };
        for input in inputs {
            if input.as_os_str() == "-" {
                outputs.inputs.extend(Identity::of_standard_input());
            } else if input.is_dir() {
                outputs.folders.extend(input.canonicalize().ok());
                let files = Sources::from(vec![input.to_owned()]).every_file();
                outputs.inputs.extend(files.iter().filter_map(|file| Identity::of(file)));
            } else {
                outputs.inputs.extend(Identity::of(input));
            }
        }
        outputs
    }

    /// Opens the draft of an output.
    ///
    /// # Errors
    /// [`Error::Option`] if it is an input, an output that was opened before, or a file that exists and may not be replaced;
    /// [`Error::Io`] if it cannot be written.
    pub(super) fn open(&mut self, path: &Path) -> Result<Draft> {
        self.enter(path)?;
        Draft::open(path, self.overwrite)
    }

    /// Enters an output, which is neither an input nor another output.
    fn enter(&mut self, path: &Path) -> Result<()> {
        if let Some(identity) = Identity::of(path) {
            if self.inputs.iter().any(|input| input.is(&identity)) {
                let problem = format!("{} is an input; give the output another name", path.display());
                return Err(Error::option(problem));
            }
            if self.folders.iter().any(|folder| identity.is_in_corpus(folder)) {
                let problem =
                    format!("{} is a file of a corpus; give the output another name", path.display());
                return Err(Error::option(problem));
            }
            if let Some((other, _)) =
                self.opened.iter().find(|(other, opened)| opened.is(&identity) && is_still(other, &identity))
            {
                let (path, other) = (path.display(), other.display());
                return Err(Error::option(format!(
                    "{path} and {other} are one file; give each output its own"
                )));
            }
            self.opened.push((path.to_owned(), identity));
        }
        Ok(())
    }

    /// Enters a file that the program itself opens for an output: it is neither an input nor another output.
    pub(super) fn enter_file(&mut self, path: &Path) -> Result<()> {
        self.enter(path)
    }

    /// Makes a folder for outputs whose names are not known yet, and checks that files can be made in it. Without `--overwrite`, a
    /// file there with one of these endings that begins with one of `prefixes` is refused now and not at the end.
    pub(super) fn folder(&self, folder: &Path, endings: &[&str], prefixes: &[String]) -> Result<()> {
        fs::create_dir_all(folder).map_err(Error::io("creating", folder))?;
        drop(Draft::open(&folder.join(".gridmill"), true)?);
        if self.overwrite {
            return Ok(());
        }
        for entry in fs::read_dir(folder).map_err(Error::io("reading", folder))? {
            let path = entry.map_err(Error::io("reading", folder))?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if path.extension().is_some_and(|its| endings.iter().any(|ending| its == *ending))
                && prefixes.iter().any(|prefix| name.starts_with(prefix))
            {
                let problem = format!("{} exists; give --overwrite or another folder", path.display());
                return Err(Error::option(problem));
            }
        }
        Ok(())
    }
}

impl OpenOutputs for Outputs {
    fn file(&mut self, path: &Path) -> Result<Draft> {
        self.open(path)
    }

    fn folder(&mut self, path: &Path, names: FileNames) -> Result<FolderDraft> {
        match names {
            FileNames::Listed(names) => names.iter().try_for_each(|name| self.enter(&path.join(name)))?,
            // What is not there yet is no input.
            FileNames::Matching(matches) => {
                for entry in fs::read_dir(path).into_iter().flatten().flatten() {
                    if matches(&entry.file_name().to_string_lossy()) {
                        self.enter(&entry.path())?;
                    }
                }
            }
        }
        FolderDraft::open(path, self.overwrite, names)
    }
}

/// Returns true if an output that was opened before has the path of another, or is still the same file. The number of a file that was
/// replaced since may be that of another file now.
fn is_still(path: &Path, other: &Identity) -> bool {
    Identity::of(path).is_some_and(|now| now.is(other))
}

/// Refuses inputs that are in a folder which is about to be replaced, by whatever names: their files would be removed.
///
/// # Errors
/// [`Error::Option`] with the first of them.
pub fn refuse_inputs_in<'a>(folder: &Path, inputs: impl IntoIterator<Item = &'a Path>) -> Result<()> {
    let Ok(folder) = folder.canonicalize() else { return Ok(()) };
    let shards = fs::read_dir(folder.join("data")).into_iter().flatten().flatten().map(|entry| entry.path());
    let removed = shards.chain(CORPUS_FILES.map(|name| folder.join(name)));
    let removed = removed.filter_map(|file| Identity::of(&file));
    let removed: BTreeSet<FileId> = removed.filter_map(|file| file.id).collect();
    for input in inputs {
        let read = Sources::from(vec![input.to_owned()]).every_file();
        let is_within = |path: &Path| {
            let Some(file) = Identity::of(path) else { return false };
            file.id.is_some_and(|id| removed.contains(&id))
                || file.path.is_some_and(|path| path.starts_with(&folder))
        };
        if is_within(input) || read.iter().any(|file| is_within(file)) {
            return Err(Error::option(format!(
                "{} is an input; `overwrite` would remove it: give `out=another folder`",
                input.display()
            )));
        }
    }
    Ok(())
}

impl Identity {
    /// `None` for devices such as `/dev/null`, which may be several inputs and outputs at once.
    fn of(path: &Path) -> Option<Self> {
        if platform::is_device(path) {
            return None;
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let absent = || Some(folder.canonicalize().ok()?.join(path.file_name()?));
        Some(Self { id: platform::id_of(path).ok(), path: path.canonicalize().ok().or_else(absent) })
    }

    /// Identity of standard input, which has a name on Unix.
    fn of_standard_input() -> Option<Self> {
        if cfg!(unix) {
            return Self::of(Path::new("/dev/stdin"));
        }
        Some(Self { id: platform::id_of_standard_input().ok(), path: None })
    }

    fn is(&self, other: &Self) -> bool {
        let same_file = self.id.is_some() && self.id == other.id;
        same_file || self.path.is_some() && self.path == other.path
    }

    /// True for a file that belongs to the corpus in `folder`.
    fn is_in_corpus(&self, folder: &Path) -> bool {
        let Some(inner) = self.path.as_ref().and_then(|path| path.strip_prefix(folder).ok()) else {
            return false;
        };
        let file = CORPUS_FILES.iter().any(|name| inner == Path::new(name));
        file || CORPUS_FOLDERS.iter().any(|name| inner.starts_with(name))
    }
}

/// Makes distinct names of files from any names, with letters, digits, `-` and `_`.
pub(super) fn file_names<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for name in names {
        let plain = name.replace(|c: char| !c.is_ascii_alphanumeric() && c != '-', "_");
        // A name of a file has at most 255 bytes, of which two such names and an ending take part.
        let plain: String = plain.chars().take(100).collect();
        let numbered = (2..).map(|n| format!("{plain}_{n}"));
        all.extend(std::iter::once(plain.clone()).chain(numbered).find(|name| !all.contains(name)));
    }
    all
}

/// Runs a job on rows of files, of which `inputs` must stay as they are: shows its progress, and ends on signals. Returns its totals and
/// seconds.
pub(super) fn run_adding<'a, J: AddColumns>(
    job: &J,
    tables: &mut TableInput,
    inputs: impl Iterator<Item = &'a Path>,
    to: &RowsOutArgs,
    progress: &ProgressArg,
) -> anyhow::Result<(J::Totals, f64)> {
    let events = RunHooks::default();
    warn_about_threads(job.threads());
    end_on_signals(&events)?;
    let out = rows_output(&to.out, to.format, Outputs::new(inputs, to.overwrite))?;
    let out = out.with_columns(to.columns.names());
    let start = Instant::now();
    let expected = if progress.is_quiet() { None } else { tables.expected_rows() };
    let totals = progress.watch(expected.unwrap_or(0), &events.counters, || {
        job.run(tables, out, &events.stop, &events.counters.rows)
    })?;
    Ok((totals, start.elapsed().as_secs_f64()))
}

/// Describes a run in words: `rows` in `seconds`, and how fast.
pub(super) fn rows_in_seconds(rows: u64, seconds: f64) -> String {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a rate for people")]
    let rate = thousands((rows as f64 / seconds.max(1e-9)) as u64);
    format!("{} rows in {seconds:.1} s, {rate} a second", thousands(rows))
}

/// Returns the form that is asked for, or else that of the ending of `out`; `usual` for standard output. `problem` is the message for a name whose
/// ending is that of no form.
pub(super) fn form_of<F: Copy + PartialEq>(
    out: &Path,
    asked: Option<F>,
    all: &[F],
    endings: fn(F) -> &'static [&'static str],
    (usual, problem): (F, &str),
) -> Result<F> {
    match (destination(out, asked, all, endings)?, asked) {
        (Destination::StandardOutput, asked) => Ok(asked.unwrap_or(usual)),
        (Destination::File(form), _) => Ok(form),
        (Destination::Folder, Some(form)) if !out.is_dir() => Ok(form),
        (Destination::Folder, _) => Err(Error::option(format!("--out {}: {problem}", out.display()))),
    }
}

/// Opens the destination of the rows, before anything is computed: a file or `-` for standard output, in the format asked for or that of the
/// file's ending.
pub(super) fn rows_output(out: &Path, asked: Option<Format>, mut outputs: Outputs) -> Result<RowsOutput> {
    let problem = "the name must end in .csv, .jsonl, .ndjson or .parquet, or --format say the format";
    let format = form_of(out, asked, &Format::ALL, Format::endings, (Format::Csv, problem))?;
    if out.as_os_str() != "-" {
        return Ok(RowsOutput::file(format, outputs.open(out)?));
    }
    if format == Format::Parquet {
        return Err(Error::option("Parquet needs a file: give --out FILE.parquet"));
    }
    Ok(RowsOutput::stream(format, "standard output", rows_out()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(outputs: &mut Outputs, path: &Path) -> String {
        match outputs.open(path) {
            Err(Error::Option(problem)) => problem,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn inputs_are_known_by_every_name() {
        let folder = tempfile::tempdir().unwrap();
        let [input, link, hard, far] =
            ["in.csv", "link.csv", "hard.csv", "far"].map(|name| folder.path().join(name));
        fs::write(&input, "puzzle\n").unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink(&input, &link).unwrap();
        // On Windows, a link takes a privilege.
        #[cfg(windows)]
        fs::hard_link(&input, &link).unwrap();
        fs::hard_link(&input, &hard).unwrap();
        fs::create_dir(&far).unwrap();
        for read in [&input, &link, &hard] {
            let mut outputs = Outputs::new([read.as_path(), Path::new("-")], true);
            for name in [&input, &link, &hard, &far.join("../in.csv")] {
                assert!(refusal(&mut outputs, name).contains("is an input"), "{}", name.display());
            }
            outputs.open(&folder.path().join("out.csv")).unwrap();
        }
        let absent = folder.path().join("absent.csv");
        let null = Path::new(if cfg!(windows) { "NUL" } else { "/dev/null" });
        let mut outputs = Outputs::new([absent.as_path(), null], true);
        assert!(refusal(&mut outputs, &far.join("../absent.csv")).contains("is an input"));
        outputs.open(null).unwrap();
        outputs.open(null).unwrap();
    }

    #[test]
    fn files_of_a_corpus_are_no_outputs() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("data")).unwrap();
        let mut outputs = Outputs::new([folder.path()], true);
        for name in ["manifest.json", "README.md", "data/report.csv"] {
            assert!(refusal(&mut outputs, &folder.path().join(name)).contains("corpus"), "{name}");
        }
        outputs.open(&folder.path().join("report.html")).unwrap();
    }

    #[test]
    fn outputs_are_different_files() {
        let folder = tempfile::tempdir().unwrap();
        let mut outputs = Outputs::new([], false);
        let kept = outputs.open(&folder.path().join("a.html")).unwrap();
        assert!(refusal(&mut outputs, &folder.path().join("./a.html")).contains("one file"));
        kept.keep().unwrap();
        assert!(
            refusal(&mut Outputs::new([], false), &folder.path().join("a.html")).contains("give `overwrite`")
        );
    }

    /// Two runs that write into one folder replace each other's files, and numbers of files are used again.
    #[test]
    fn numbers_of_replaced_files_are_no_identity() {
        let folder = tempfile::tempdir().unwrap();
        let [first, second, link] = ["1.svg", "2.svg", "link.svg"].map(|name| folder.path().join(name));
        fs::write(&first, "old").unwrap();
        let mut outputs = Outputs::new([], true);
        let draft = outputs.open(&first).unwrap();
        fs::rename(&first, &second).unwrap();
        draft.keep_with(b"new").unwrap();
        outputs.open(&second).unwrap();
        // Names of one file are refused all the same.
        fs::hard_link(&first, &link).unwrap();
        let mut outputs = Outputs::new([], true);
        outputs.open(&first).unwrap();
        assert!(refusal(&mut outputs, &link).contains("one file"));
    }

    #[test]
    fn file_names_stay_in_their_folder_and_apart() {
        let long = "x".repeat(300);
        let names = file_names(["../../a b", "../../a_b", "corpus-1", "", "\u{1b}/\0", &long]);
        assert_eq!(names[..5], ["______a_b", "______a_b_2", "corpus-1", "", "___"].map(str::to_owned));
        assert_eq!(names[5].len(), 100);
    }
}
