//! Puzzles in the layouts that other programs read.
//!
//! ```text
//! TableInput -rows-> threads: solved, where the layout has solutions -> Exporter -> a file or a folder, under its name when it is whole
//! ```

mod bank;
mod book;
mod files;
mod hrm;
mod lines;
mod numpy;

pub use self::book::{BookChoice, BookOptions, PerPage};

use self::{
    bank::BankWriter,
    book::BookWriter,
    files::Files,
    hrm::Hrm,
    lines::{LineForm, Lines},
    numpy::Numpy,
};
use super::augment::Images;
use gridmill_board::{Digit, Grid, Puzzle, Shape, Solution};
use gridmill_draw::ExtraFont;
use gridmill_generate::{Budgets, MasterSeed, SearchDifficulty, SearchRater, TransformGroup};
use gridmill_solve::{Diagnosis, Remover, SolverKind, prove};
use gridmill_tables::{
    Error, Result,
    escape::shell_word,
    facts::Facts,
    files::{Draft, FileNames, FolderDraft, TextSink},
    read::{Invalid, Rows, TableInput},
    schema::ColumnNames,
    storage::read_whole,
    threads::OrderedMap,
    write::LinkSite,
};
use std::{
    collections::BTreeSet,
    io::Write,
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
};

/// Separates the images of a puzzle from all other uses of a seed.
const CONTEXT: &str = "gridmill 2026-11-22 export, images 1";

/// Opener of the files and folders of an export.
pub trait OpenOutputs {
    /// Opens the draft of a file.
    ///
    /// # Errors
    /// As [`Draft::open`].
    fn file(&mut self, path: &Path) -> Result<Draft>;

    /// Opens the draft of a folder whose files have these names.
    ///
    /// # Errors
    /// As [`FolderDraft::open`].
    fn folder(&mut self, path: &Path, names: FileNames) -> Result<FolderDraft>;
}

/// File with the facts of the rows, in layouts that are folders.
const FACTS: &str = "facts.json";

/// Layout of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExportLayout {
    /// A folder that HRM and TRM train on.
    Hrm,
    /// A folder of NumPy arrays.
    Numpy,
    /// All columns as JSON lines.
    Jsonl,
    /// All columns as a list of objects in JSON.
    Json,
    /// All columns as CSV.
    Csv,
    /// An object a line with short keys, and the solving path of each puzzle.
    Bank,
    /// CSV with the columns of the data set sudoku-extreme.
    SudokuExtreme,
    /// A puzzle a line, `0` for an empty cell.
    Sdm,
    /// A puzzle a line, `.` for an empty cell.
    Text,
    /// A line of HoDoKu's libraries for each puzzle.
    HoDoKu,
    /// A file of the app OpenSudoku.
    OpenSudoku,
    /// A link to sudokuwiki.org a line.
    SudokuWiki,
    /// A link to sudoku.coach a line.
    SudokuCoach,
    /// A link to f-puzzles.com a line.
    FPuzzles,
    /// A link to sudokupad.app a line.
    SudokuPad,
    /// A file of SadMan Sudoku for each puzzle.
    Sdk,
    /// A file of ipuz.org for each puzzle.
    Ipuz,
    /// A picture of each puzzle.
    Svg,
    /// A picture of each puzzle in pixels.
    Png,
    /// A book as PDF, or its pages as SVG.
    Book,
}

gridmill_board::named_values!(ExportLayout {
    Hrm "hrm", Numpy "numpy", Jsonl "jsonl", Json "json", Csv "csv", Bank "bank", SudokuExtreme "sudoku-extreme", Sdm "sdm", Text "text",
    HoDoKu "hodoku", OpenSudoku "opensudoku", SudokuWiki "sudokuwiki", SudokuCoach "sudoku-coach", FPuzzles "f-puzzles",
    SudokuPad "sudokupad", Sdk "sdk", Ipuz "ipuz", Svg "svg", Png "png", Book "book",
});

impl ExportLayout {
    /// Returns the endings of file names; a layout without one is a folder.
    pub const fn endings(self) -> &'static [&'static str] {
        match self {
            Self::Hrm | Self::Numpy => &[],
            Self::Jsonl | Self::Bank => &["jsonl", "ndjson"],
            Self::Json => &["json"],
            Self::Csv | Self::SudokuExtreme => &["csv"],
            Self::Sdm => &["sdm", "txt"],
            Self::Text => &["txt", "sdm"],
            Self::HoDoKu | Self::SudokuWiki | Self::SudokuCoach | Self::FPuzzles | Self::SudokuPad => {
                &["txt"]
            }
            Self::OpenSudoku => &["opensudoku", "xml"],
            Self::Sdk => &["sdk"],
            Self::Ipuz => &["ipuz"],
            Self::Svg => &["svg"],
            Self::Png => &["png"],
            Self::Book => &["pdf", "svg"],
        }
    }

    /// Returns the program, site or use that the layout is for, as [`FormatDescription`](gridmill_tables::read::FormatDescription) names it.
    pub const fn program(self) -> &'static str {
        match self {
            Self::Hrm => "HRM, TRM, URM",
            Self::Numpy => "NumPy",
            Self::Jsonl => "pandas, Polars, DuckDB, Spark",
            Self::Json => "Python, C, C#, Java, JavaScript",
            Self::Csv => "Spreadsheets",
            Self::Bank => "Apps with puzzles of their own",
            Self::SudokuExtreme => "Sudoku-Extreme",
            Self::Sdm | Self::Sdk => "SadMan Sudoku",
            Self::Text => "Other programs",
            Self::HoDoKu => "HoDoKu",
            Self::OpenSudoku => "OpenSudoku",
            Self::SudokuWiki => "SudokuWiki",
            Self::SudokuCoach => "sudoku.coach",
            Self::FPuzzles => "f-puzzles",
            Self::SudokuPad => "SudokuPad",
            Self::Ipuz => "ipuz",
            Self::Svg | Self::Png => "Forums, wikis",
            Self::Book => "Printers",
        }
    }

    /// Returns true if the layout holds puzzles with 3x3 boxes alone.
    const fn is_standard(self) -> bool {
        matches!(
            self,
            Self::SudokuExtreme
                | Self::HoDoKu
                | Self::OpenSudoku
                | Self::SudokuWiki
                | Self::SudokuCoach
                | Self::Sdk
        )
    }

    /// Returns true if the export is a folder.
    pub const fn is_folder(self) -> bool {
        self.endings().is_empty()
    }

    /// Returns true if each row needs its one solution.
    const fn has_solutions(self) -> bool {
        matches!(self, Self::Hrm | Self::Numpy | Self::SudokuExtreme | Self::Bank | Self::Book)
    }
}

/// Destination of an export.
pub enum ExportOutput<'a> {
    /// A file or, for the layouts that are one, a folder.
    Path(&'a Path),
    /// A stream, and what errors call it.
    Stream(&'a str, Box<dyn Write + Send>),
}

impl ExportOutput<'_> {
    /// Opens it as one file or stream, with the name that errors have.
    fn sink(self, open: &mut dyn OpenOutputs) -> Result<(PathBuf, TextSink)> {
        Ok(match self {
            Self::Stream(name, out) => (name.into(), TextSink::Stream(out)),
            Self::Path(path) => (path.to_owned(), TextSink::File(open.file(path)?)),
        })
    }
}

impl std::fmt::Debug for ExportOutput<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Path(path) => f.debug_tuple("Path").field(path).finish(),
            Self::Stream(name, _) => f.debug_tuple("Stream").field(name).finish(),
        }
    }
}

/// Options of an export.
#[derive(Debug)]
pub struct ExportJob {
    /// The layout.
    pub layout: ExportLayout,
    /// Shape of the puzzles.
    pub shape: Shape,
    /// Columns of JSON lines; all if none is named.
    pub columns: ColumnNames,
    /// Name of the set of an HRM folder, such as `train`.
    pub set: String,
    /// Random images of each puzzle in an HRM folder.
    pub images: usize,
    /// Seed of the images.
    pub seed: MasterSeed,
    /// Look of a book; of a bank, the language of its explanations.
    pub book: BookOptions,
    /// Width of a picture in pixels.
    pub width: u32,
    /// True for pictures that are light on dark.
    pub dark: bool,
    /// Treatment of rows that cannot be exported.
    pub invalid: Invalid,
    /// Search nodes that solving a puzzle may take.
    pub budgets: Budgets,
    /// Threads, 0 for one a core.
    pub threads: usize,
}

/// Result of an export.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Exported {
    /// Puzzles exported.
    pub puzzles: u64,
    /// Rows left out, because they hold no puzzle or not exactly one solution.
    pub skipped: u64,
    /// Sentences about what the layout could not hold.
    pub notes: Vec<String>,
}

trait Exporter {
    /// Learns of an input before its rows come.
    fn begin_input(&mut self, _tables: &TableInput) {}

    fn push(&mut self, rows: &Rows, prepared: &[Prepared]) -> Result<()>;

    /// Gives the files their names; returns sentences about what the layout could not hold.
    fn finish(self: Box<Self>) -> Result<Vec<String>>;
}

struct Prepared {
    /// Number of its row in the batch.
    row: usize,
    /// Number of its row in the whole input.
    index: u64,
    grid: Grid,
    solution: Option<Solution>,
    guesses: Option<SearchDifficulty>,
}

impl Prepared {
    /// Adds the digits, 0 for an empty cell.
    fn write_digits(&self, out: &mut Vec<u8>) {
        out.extend(self.grid.cells().iter().map(|cell| cell.map_or(0, Digit::value)));
    }

    fn write_solution(&self, out: &mut Vec<u8>) {
        if let Some(solution) = &self.solution {
            out.extend(solution.cells().iter().map(|digit| digit.value()));
        }
    }
}

struct Worker {
    solver: Box<dyn Remover>,
    rater: Option<SearchRater>,
}

impl ExportJob {
    /// Width of a picture in pixels, by default.
    pub const WIDTH: u32 = 400;

    /// Returns true for a name that a set of an HRM folder may have: it is the name of a folder.
    pub fn is_name_of_set(name: &str) -> bool {
        let is_sign = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        !name.is_empty() && name.bytes().all(is_sign)
    }

    /// Writes the rows of the inputs to `out`. Files appear under their names when all rows are written. Several inputs, whose shapes and
    /// columns may differ, make one book; any other layout has one.
    ///
    /// # Errors
    /// [`Error::Option`] if the layout does not fit the puzzles; [`Error::NoPuzzle`] for the first row without a puzzle or, where the
    /// layout has solutions, without exactly one solution; [`Error::Io`] and [`Error::Corpus`] for input and output that fail;
    /// [`Error::Interrupted`] once `stop` is set.
    pub fn run(
        &self,
        inputs: &mut [TableInput],
        out: ExportOutput<'_>,
        open: &mut dyn OpenOutputs,
        stop: &AtomicBool,
        rows_done: &AtomicU64,
    ) -> Result<Exported> {
        let mut exporter = self.exporter(inputs, out, open)?;
        let (mut exported, mut first) = (Exported::default(), 0);
        for tables in inputs {
            exporter.begin_input(tables);
            let (workers, shape) = (OrderedMap::new(self.threads)?, tables.shape());
            while let Some(rows) = tables.next_rows()? {
                if stop.load(Relaxed) {
                    return Err(Error::Interrupted);
                }
                let prepared = workers.map_slice(
                    &rows.puzzles,
                    || self.worker(shape),
                    |worker, row, (_, grid)| self.prepare(row, first + row as u64, grid, worker),
                );
                first += rows.puzzles.len() as u64;
                let ready = self.ready(&rows, prepared, &mut exported)?;
                workers.pool().install(|| exporter.push(&rows, &ready))?;
                rows_done.store(first, Relaxed);
            }
        }
        exported.notes = exporter.finish()?;
        Ok(exported)
    }

    /// Returns the rows that can be written, and counts them and those that are left out.
    fn ready(
        &self,
        rows: &Rows,
        prepared: Vec<Result<Prepared, String>>,
        exported: &mut Exported,
    ) -> Result<Vec<Prepared>> {
        let mut ready = Vec::with_capacity(prepared.len());
        for (row, outcome) in prepared.into_iter().enumerate() {
            match outcome {
                Ok(prepared) => ready.push(prepared),
                Err(_) if self.invalid == Invalid::Skip => exported.skipped += 1,
                Err(problem) => {
                    let ((path, unit), line) = (rows.file.clone(), rows.puzzles[row].0);
                    return Err(Error::NoPuzzle { path, unit, line, column: 1, problem });
                }
            }
        }
        exported.puzzles += ready.len() as u64;
        Ok(ready)
    }

    fn exporter(
        &self,
        inputs: &[TableInput],
        out: ExportOutput<'_>,
        open: &mut dyn OpenOutputs,
    ) -> Result<Box<dyn Exporter + Send>> {
        let tables = match inputs {
            [tables] => tables,
            [tables, ..] if self.layout == ExportLayout::Book => tables,
            _ => {
                return Err(Error::option(format!("the layout {} has one input", self.layout.name())));
            }
        };
        let schema = tables.schema();
        if self.layout.is_standard() && self.shape != Shape::STANDARD {
            let problem = format!("the layout {} is for 3x3 boxes, not {}", self.layout.name(), self.shape);
            return Err(Error::option(problem));
        }
        let has_columns = matches!(self.layout, ExportLayout::Jsonl | ExportLayout::Json | ExportLayout::Csv);
        if !self.columns.is_all() && !has_columns {
            let (columns, layout) = (&self.columns, self.layout.name());
            return Err(Error::option(format!(
                "`columns={columns}`: the columns of the layout {layout} are fixed"
            )));
        }
        let images = Images::new(CONTEXT, self.seed.clone(), TransformGroup::full(self.shape));
        let form = match (self.layout, &out) {
            (ExportLayout::Hrm, ExportOutput::Path(folder)) => {
                return Ok(Box::new(Hrm::begin(
                    folder,
                    &self.set,
                    self.shape,
                    (images, self.images),
                    &self.facts(inputs),
                    open,
                )?));
            }
            (ExportLayout::Numpy, ExportOutput::Path(folder)) => {
                return Ok(Box::new(Numpy::begin(folder, self.shape, &self.facts(inputs), open)?));
            }
            (ExportLayout::Hrm | ExportLayout::Numpy, ExportOutput::Stream(..)) => {
                let problem = format!("the layout {} is a folder: give `out=DIR`", self.layout.name());
                return Err(Error::option(problem));
            }
            (ExportLayout::Bank, _) => {
                return Ok(Box::new(BankWriter::begin(
                    out,
                    self.shape,
                    self.book.wording.clone(),
                    tables,
                    open,
                )?));
            }
            (ExportLayout::Book, _) => {
                let facts = self.facts(inputs);
                return Ok(Box::new(BookWriter::begin(out, self.book.clone(), &facts, open)?));
            }
            (ExportLayout::Jsonl | ExportLayout::Json, _) => {
                tables.check_json_form()?;
                let keys = LineForm::keys(schema, &self.columns)?;
                if self.layout == ExportLayout::Json { LineForm::Json(keys) } else { LineForm::Jsonl(keys) }
            }
            (ExportLayout::Csv, _) => LineForm::csv(schema, &self.columns)?,
            (ExportLayout::SudokuExtreme, _) => LineForm::sudoku_extreme(schema),
            (ExportLayout::Sdm, _) => LineForm::Sdm,
            (ExportLayout::Text, _) => LineForm::Text,
            (ExportLayout::HoDoKu, _) => LineForm::HoDoKu,
            (ExportLayout::OpenSudoku, _) => LineForm::OpenSudoku,
            (ExportLayout::SudokuWiki, _) => LineForm::Link(LinkSite::SudokuWiki),
            (ExportLayout::SudokuCoach, _) => LineForm::Link(LinkSite::SudokuCoach),
            (ExportLayout::FPuzzles, _) => LineForm::Link(LinkSite::FPuzzles),
            (ExportLayout::SudokuPad, _) => LineForm::Link(LinkSite::SudokuPad),
            (ExportLayout::Sdk | ExportLayout::Ipuz | ExportLayout::Svg | ExportLayout::Png, _) => {
                return Ok(Box::new(Files::begin(self.layout, (self.width, self.dark), out, open)?));
            }
        };
        Ok(Box::new(Lines::begin(out.sink(open)?, form)?))
    }

    /// Returns the facts of the exported puzzles as JSON, for layouts that have a place for them.
    fn facts(&self, inputs: &[TableInput]) -> String {
        let stated = inputs.iter().map(|tables| Ok(tables.facts().clone().with_shape(tables.shape())));
        // Grids of several shapes have no facts in common.
        let joined = stated.reduce(|one: Result<Facts, String>, other| one?.join(other?));
        let facts = joined.and_then(Result::ok).unwrap_or_default();
        let identities = inputs.iter().flat_map(TableInput::identities).collect();
        let (facts, of_images) = match self.layout {
            ExportLayout::Hrm if self.images > 0 => {
                let of_images =
                    format!(" --images {} --seed {}", self.images, shell_word(&self.seed.to_string()));
                (facts.images(self.images as u64), of_images)
            }
            _ => (facts, String::new()),
        };
        let command = format!("gridmill export --to {}{of_images}", self.layout.name());
        facts.made_by(command, identities).to_json() + "\n"
    }

    fn worker(&self, shape: Shape) -> Worker {
        let solver = SolverKind::default_for(shape).solver(shape, self.budgets.nodes);
        Worker { solver, rater: (self.layout == ExportLayout::SudokuExtreme).then(SearchRater::new) }
    }

    fn prepare(
        &self,
        row: usize,
        index: u64,
        puzzle: &Result<Grid, String>,
        worker: &mut Worker,
    ) -> Result<Prepared, String> {
        let grid = puzzle.clone()?;
        if !self.layout.has_solutions() {
            return Ok(Prepared { row, index, grid, solution: None, guesses: None });
        }
        let proven: Option<(Puzzle, Solution)> =
            prove(grid.clone(), &mut *worker.solver).map_err(|error| error.to_string())?;
        let Some((puzzle, solution)) = proven else {
            let diagnosis = Diagnosis::new(&grid, &mut *worker.solver);
            return Err(diagnosis.map_or_else(|error| error.to_string(), |diagnosis| diagnosis.to_string()));
        };
        let guesses = worker.rater.as_mut().and_then(|rater| rater.rate(&puzzle));
        Ok(Prepared { row, index, grid, solution: Some(solution), guesses })
    }
}

/// Bytes of a font, at most.
const LONGEST: u64 = 64 << 20;

/// Reads a font, TrueType or OpenType.
///
/// # Errors
/// [`Error::Option`] for a file that cannot be read, is longer than 64 MiB, or is no font.
pub fn read_font(path: &Path) -> Result<ExtraFont> {
    let refused = |problem: String| Error::option(format!("font {}: {problem}", path.display()));
    let bytes = read_whole(path, LONGEST).map_err(|error| refused(error.to_string()))?;
    if bytes.len() as u64 > LONGEST {
        return Err(refused(format!("it is longer than {} MiB", LONGEST >> 20)));
    }
    ExtraFont::new(bytes).map_err(|error| refused(error.to_string()))
}

/// Returns the error of letters that no font has; `None` if there are none.
pub fn lacking_letters(letters: impl IntoIterator<Item = char>) -> Option<Error> {
    let letters: BTreeSet<char> = letters.into_iter().collect();
    let named = |letter: &char| format!("{letter} (U+{:04X})", u32::from(*letter));
    let named: Vec<String> = letters.iter().take(5).map(named).collect();
    let more = if letters.len() > 5 { format!(" and {} others", letters.len() - 5) } else { String::new() };
    let problem =
        || format!("the built-in font lacks {}{more}; `font` takes a file that has them", named.join(", "));
    (!named.is_empty()).then(|| Error::option(problem()))
}
