//! Files that options name: excluded puzzles and grids, which are anything that [`Puzzles`] reads, patterns, rulebooks and wordings.

use super::{
    folder::{Folder, rulebook_files},
    job::Job,
};
use crate::{read::sources::Sources, splits::choice::SplitChoice};
use gridmill_board::{Grid, Pattern, PatternError, Shape};
use gridmill_generate::{ExcludedClasses, InputGrids, InputGridsBuilder, without_code};
use gridmill_rate::{Rulebook, Technique, Wording};
use gridmill_tables::{
    Error, Result,
    files::{WRITTEN_BY_HAND, read_text},
    read::{FileList, GridColumns, Puzzles},
    threads::OrderedMap,
};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

/// Puzzles whose classes are found at once.
const BLOCK_PUZZLES: usize = 8192;

/// Reads the classes of the puzzles of `shape` in files or corpus folders, of all splits, on all cores. They are named by the files or folders, without those
/// above them.
///
/// # Errors
/// [`Error::NoPuzzle`] with path and line for the first row without a puzzle, [`Error::Option`] if there is none, [`Error::Io`] or [`Error::Corpus`] for a file that cannot be read.
pub fn read_excluded(paths: &[PathBuf], shape: Shape, columns: &GridColumns) -> Result<ExcludedClasses> {
    let named = |problem: String| Error::option(format!("`exclude`{problem}"));
    let sources = Sources::new(paths.to_vec(), SplitChoice::All);
    let (workers, mut classes) = (OrderedMap::new(0)?, Vec::new());
    for file in sources.files()? {
        let mut rows = Puzzles::new(&FileList(vec![file]), shape)?.columns(columns);
        loop {
            let block: Vec<(u64, Grid)> = rows.by_ref().take(BLOCK_PUZZLES).collect::<Result<_>>()?;
            if block.is_empty() {
                break;
            }
            let forms = workers.map_slice(&block, || (), |(), _, (_, grid)| grid.canonical());
            for ((line, _), form) in block.iter().zip(forms) {
                let form = form.map_err(|error| rows.problem_at(*line, error.to_string()))?;
                classes.push(form.class_id());
            }
        }
    }
    let names = paths.iter().map(|path| path.file_name().unwrap_or(path.as_os_str()).to_string_lossy());
    let names: Vec<String> = names.map(String::from).collect();
    if classes.is_empty() {
        return Err(named(format!(": {} holds no puzzle", names.join(", "))));
    }
    Ok(ExcludedClasses::new(names, classes))
}

/// Reads the grids of `shape` in a file or a corpus folder: of a table its column of solutions or, where there is none, of puzzles. If `columns` names only
/// that of puzzles, it is read.
/// As puzzles that a climb starts from, the column of puzzles, none of which may have several solutions.
/// Solving each of them may visit `nodes` search nodes. Their name is that of the file or folder, without those above it.
///
/// # Errors
/// [`Error::NoPuzzle`] with path and line for the first that is no grid or has no solution, [`Error::Option`] if there is
/// none, [`Error::Io`] or [`Error::Corpus`] if the file cannot be read.
pub fn read_grids(
    path: &Path,
    shape: Shape,
    nodes: u64,
    columns: &GridColumns,
    are_puzzles: bool,
) -> Result<InputGrids> {
    let rows = Puzzles::new(&Sources::from(vec![path.to_owned()]), shape)?.columns(columns);
    let mut rows = if are_puzzles { rows } else { rows.solutions_first() };
    let gathering = InputGridsBuilder::new(shape, nodes);
    let mut gathering = if are_puzzles { gathering.keeping_puzzles() } else { gathering };
    while let Some(row) = rows.next() {
        let (line, grid) = row?;
        gathering.add(grid).map_err(|unfit| rows.problem_at(line, unfit.to_string()))?;
    }
    if gathering.is_empty() {
        return Err(Error::option(format!("{} holds no grid to dig from", path.display())));
    }
    Ok(gathering.finish(path.file_name().unwrap_or(path.as_os_str()).to_string_lossy())?)
}

/// Reads the patterns in a file, with `x` for a given and `.` for an empty cell: one a line, or drawn with a line for each row, blanks and
/// bars between marks, and rules between rows. Empty lines and those that begin with `#` are left out.
///
/// # Errors
/// [`Error::Io`] if the file cannot be read, [`Error::Option`] with path, line and column if a line is no pattern, a drawing is not square,
/// or there is none.
pub fn read_patterns(path: &Path) -> Result<Vec<Pattern>> {
    let text = read_text(path, WRITTEN_BY_HAND).map_err(Error::io("reading", path))?;
    let is_rule = |line: &str| line.contains("--") && line.chars().all(|c| " |+-".contains(c));
    let is_between = |c: char| c.is_whitespace() || c == '|';
    let lines = (1..).zip(text.lines()).map(|(number, line)| (number, line.trim()));
    let mut lines =
        lines.filter(|(_, line)| !(line.is_empty() || line.starts_with('#') || is_rule(line))).peekable();
    let problem = |number: usize, problem: &dyn std::fmt::Display| {
        Error::option(format!("{} line {number} {problem}", path.display()))
    };
    let mut patterns = Vec::new();
    while let Some((first, line)) = lines.next() {
        let marks = |line: &str| line.replace(is_between, "");
        let mut drawn = marks(line);
        let side = drawn.chars().count();
        // Marks of a row where no grid has so few cells.
        if Shape::of_cells(side * side).is_some() && Shape::of_cells(side).is_none() {
            check_row(line).map_err(|error| problem(first, &error))?;
            for read in 1..side {
                let Some((number, line)) = lines.next_if(|(_, line)| marks(line).chars().count() == side)
                else {
                    let found = if read == 1 { "a row".to_owned() } else { format!("{read} rows") };
                    let required = format!(
                        "begins {found} of {side} marks; write {side} rows for a {side}x{side} grid, or the whole pattern in one line"
                    );
                    return Err(problem(first, &required));
                };
                check_row(line).map_err(|error| problem(number, &error))?;
                drawn += &marks(line);
            }
        }
        patterns.push(drawn.parse().map_err(|error| problem(first, &error))?);
    }
    if patterns.is_empty() {
        return Err(Error::option(format!(
            "{} holds no pattern; write one a line, or draw it",
            path.display()
        )));
    }
    Ok(patterns)
}

/// Checks the marks of a row; the error has the column in the line.
fn check_row(line: &str) -> Result<Pattern, PatternError> {
    line.replace(|c: char| c.is_whitespace() || c == '|', ".").parse()
}

/// Writes the patterns of `job`, if it has some, where its command looks for them.
pub(crate) fn write_patterns(folder: &Folder, job: &Job) -> Result<()> {
    let patterns = job.plan.dig.patterns();
    if patterns.is_empty() {
        return Ok(());
    }
    let lines: String = patterns.iter().map(|pattern| format!("{pattern}\n")).collect();
    folder.replace(&folder.patterns(), lines.as_bytes())
}

/// Beginning of the names of rulebooks that try one technique early.
const PRACTICE: &str = "practice:";

/// Bytes of the file of a rulebook, at most, as [`Rulebook::parse`] allows.
const LONGEST_RULEBOOK: u64 = 1 << 20;

/// Returns the built-in rulebook of this name or scale, in any case, or that of [`Rulebook::practice`] for `practice:TECHNIQUE`, or reads the
/// one in this file.
///
/// # Errors
/// [`Error::Option`] if there is neither, with the scales that there are for a version that is not kept, or if the file is no rulebook,
/// with line and key.
pub fn read_rulebook(name: &str) -> Result<Rulebook> {
    let (path, built_in) = (Path::new(name), Rulebook::built_in(name));
    match built_in {
        Ok(rulebook) if !path.is_file() => return Ok(rulebook.clone()),
        Err(unknown) if unknown.is_version() && !path.is_file() => {
            return Err(Error::option(format!("rulebook {name}: {unknown}")));
        }
        Ok(_) | Err(_) => {}
    }
    if let Some(technique) = name.strip_prefix(PRACTICE).filter(|_| !path.is_file()) {
        let technique: Result<Technique, _> = technique.parse();
        let technique = technique.map_err(|error| Error::option(format!("rulebook {name}: {error}")))?;
        return Ok(Rulebook::practice(technique));
    }
    let text = read_text(path, LONGEST_RULEBOOK).map_err(|error| {
        let built_in = built_in_names();
        Error::option(format!("rulebook {name}: {error}; the built-in ones are {built_in}"))
    })?;
    Rulebook::parse(&text)
        .map_err(|error| Error::option(format!("{name}: {}", without_code(&error.to_string()))))
}

fn built_in_names() -> String {
    let mut names: Vec<&str> = Rulebook::all_built_in().iter().map(Rulebook::name).collect();
    names.dedup();
    names.join(", ")
}

/// Reads rulebooks by names or files, each of them alone or several between commas; a file with a comma in its name is one rulebook.
///
/// # Errors
/// As [`read_rulebook`], and [`Error::Option`] if there is none, or if two have the same name.
pub fn read_rulebooks(names: &[impl AsRef<str>]) -> Result<Vec<Arc<Rulebook>>> {
    let each = names.iter().map(AsRef::as_ref).flat_map(|names| {
        let is_one = Path::new(names).is_file();
        if is_one { vec![names] } else { names.split(',').map(str::trim).collect() }
    });
    let mut rulebooks: Vec<Arc<Rulebook>> = Vec::new();
    for name in each {
        let rulebook = Arc::new(read_rulebook(name)?);
        if rulebooks.iter().any(|other| other.prefix() == rulebook.prefix()) {
            let problem = format!("rulebook {name}: give each name once, because columns are named by it");
            return Err(Error::option(problem));
        }
        rulebooks.push(rulebook);
    }
    if rulebooks.is_empty() {
        return Err(Error::option(format!(
            "no rulebook is given; the built-in ones are {}",
            built_in_names()
        )));
    }
    Ok(rulebooks)
}

/// Writes the rulebooks of `job` that are its own to the places where its command reads them.
pub(crate) fn write_rulebooks(folder: &Folder, job: &Job) -> Result<()> {
    let rulebooks = &job.plan.rating.rulebooks;
    for (rulebook, file) in rulebooks.iter().zip(rulebook_files(rulebooks)) {
        if let Some(file) = file {
            folder.replace(&folder.rulebook(file), rulebook.text().as_bytes())?;
        }
    }
    Ok(())
}

/// Returns the wording of a built-in language, named in any case, or of a file: a name that ends in `.txt` or has a folder before it.
///
/// # Errors
/// [`Error::Option`] for an unknown language, with those that there are, and for a file that is no wording, with line, key and what is
/// allowed there.
pub fn read_wording(language: &str) -> Result<Wording> {
    let path = Path::new(language);
    let is_file = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("txt"))
        || language.contains(['/', std::path::MAIN_SEPARATOR]);
    if !is_file {
        return Wording::of_language(&language.to_lowercase())
            .map_err(|error| Error::option(without_code(&error.to_string())));
    }
    let refused =
        |problem: String| Error::option(format!("wording {}: {}", path.display(), without_code(&problem)));
    let text = read_text(path, WRITTEN_BY_HAND).map_err(|error| refused(error.to_string()))?;
    Wording::parse(&text).map_err(|error| refused(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<String>, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("p.txt");
        std::fs::write(&path, text).unwrap();
        let patterns = read_patterns(&path).map(|all| all.iter().map(Pattern::to_string).collect());
        patterns.map_err(|error| error.to_string().replace(&path.display().to_string(), "p.txt"))
    }

    #[test]
    fn patterns_may_be_drawn() {
        let rows = ["x.x..x", "..xx..", ".x..x.", "x....x", "xx..xx", ".xxxx."];
        let whole = rows.concat();
        let bars: String = rows
            .map(|row| format!("| {} {} {} | {} |\n", &row[..1], &row[1..2], &row[2..3], &row[3..]))
            .concat();
        for text in [
            rows.join("\n"),
            format!("# six\n\n{}\n\n{}\n", rows[..2].join("\n"), rows[2..].join("\r\n")),
            format!("+-------+-----+\n{bars}+-------+-----+\n"),
        ] {
            assert_eq!(read(&text), Ok(vec![whole.clone()]), "{text}");
            assert_eq!(read(&format!("{text}\n{whole}\n{text}")), Ok(vec![whole.clone(); 3]), "{text}");
        }
        // Sixteen marks are a whole pattern.
        assert_eq!(read(&"xx..\n".repeat(4)), Ok(vec!["xx..".repeat(4)]));
        assert_eq!(read(&"xx..xx..xx..xx..\n".repeat(16)).map(|all| all.len()), Ok(16));
        let short = "p.txt line 1 begins 5 rows of 6 marks; write 6 rows for a 6x6 grid, or the whole pattern in one line";
        assert_eq!(read(&rows[..5].join("\n")), Err(short.to_owned()));
        assert_eq!(
            read(&rows.join("\n").replace("x....x", "x...x")).unwrap_err(),
            short.replace("5 rows", "3 rows")
        );
        let wrong = read(&bars.replacen("x . x", "x . y", 1)).unwrap_err();
        assert!(wrong.starts_with("p.txt line 1 column 7: 'y' is no mark"), "{wrong}");
        assert_eq!(read("# none\n"), Err("p.txt holds no pattern; write one a line, or draw it".to_owned()));
    }
}
