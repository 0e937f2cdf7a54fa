//! `export`: puzzles in the layouts that other programs read.

use crate::{
    arguments::{budget, by_name, named_counts, names, number, refused, whole, whole_or_none},
    background::{self, Bar},
    classes::master_seed,
    data::{Choice, Data, Source, splits_exception},
    errors::{OptionError, exception},
    values::json,
};
use gridmill::{
    cli::bindings::{Outputs, destination},
    corpus::{
        AugmentJob, BookChoice, BookOptions, ExportJob, ExportLayout, ExportOutput, Exported, PerPage,
        read_font, read_wording,
    },
    generate::Budgets,
    tables::{
        read::{Invalid, TableInput},
        schema::ColumnNames,
    },
};
use pyo3::prelude::*;
use std::path::PathBuf;

/// Writes puzzles to a file or a folder, in a layout that other programs read: what `gridmill export` writes, byte for byte.
///
/// `layout` is `"hrm"` (a folder that HRM and TRM train on), `"numpy"` (a folder of arrays), `"jsonl"`, `"json"` or `"csv"` (all columns, or
/// `columns`), `"bank"` (short keys and steps, for apps), `"sudoku-extreme"` (CSV), `"sdm"` or `"text"` (a puzzle a line, with 0 or . for an empty cell), `"hodoku"` (a line of a library),
/// `"opensudoku"` (one file), `"sudokuwiki"`, `"sudoku-coach"`, `"f-puzzles"` or `"sudokupad"` (a link a line), `"sdk"`, `"ipuz"`, `"svg"` or `"png"` (a
/// file for each puzzle, in a folder; a PNG is `width` pixels wide, and `dark` pictures are light on dark), or `"book"` (a PDF, or SVG pages). `out` is the file or the folder; `overwrite` replaces files. Takes what `dedup` takes; a row that cannot be exported is a ValueError, or is
/// left out with `invalid="skip"`.
///
/// Of an HRM folder, `set` is the name of the set, such as `"test"`, and `augment` the number of random images of each puzzle by `seed`. Of
/// a book, `title`, `paper` (`"a4"`, `"letter"`, `"6x9in"`, `"148x210"`), `per_page` (a number, or `{"puzzles": 4, "hints": 2, "solutions": 0}`), `large_print`,
/// `hints` (`True`, or levels), `front` (a file of text in Markdown), `pages` (at most), `bleed` and `black` decide the
/// look; `language` (`en`, `de`, `fr`, `es`, `ja`, or a file `.txt`) has its words, or adds explanations to a bank, and `font`, a file, the letters that the built-in font lacks.
///
/// Returns a dict as `gridmill export --json` prints it: `puzzles`, `skipped`, and `notes` about what the layout could not hold.
///
/// >>> import gridmill, os, tempfile
/// >>> corpus, folder = gridmill.generate(10, seed=42), tempfile.mkdtemp()
/// >>> gridmill.export(corpus, "text", os.path.join(folder, "puzzles.txt"))["puzzles"]
/// 10
/// >>> gridmill.export(corpus, "numpy", os.path.join(folder, "arrays"))["skipped"]
/// 0
/// >>> "puzzles.npy" in os.listdir(os.path.join(folder, "arrays"))
/// True
#[pyfunction]
#[pyo3(
    signature = (data, layout, out, *, overwrite=false, set=None, augment=None, seed=None, columns=None, title=None, paper=None, per_page=None, large_print=false, hints=None, front=None, bleed=None, black=false, pages=None, language=None, font=None, width=None, dark=false, budget=Budgets::DEFAULT, column=None, r#box=None, split=None, invalid="stop", threads=0, progress=None),
    text_signature = "(data, layout, out, *, overwrite=False, set=None, augment=0, seed=0, columns=None, title=None, paper=None, per_page=None, large_print=False, hints=False, front=None, bleed=None, black=False, pages=None, language=None, font=None, width=400, dark=False, budget=None, column=None, box=None, split=None, invalid='stop', threads=0, progress=None)"
)]
#[expect(clippy::too_many_arguments, clippy::fn_params_excessive_bools, reason = "options by name in Python")]
pub(crate) fn export(
    data: &Bound<'_, PyAny>,
    layout: &str,
    out: PathBuf,
    overwrite: bool,
    set: Option<String>,
    augment: Option<&Bound<'_, PyAny>>,
    seed: Option<&Bound<'_, PyAny>>,
    columns: Option<&Bound<'_, PyAny>>,
    title: Option<String>,
    paper: Option<&str>,
    per_page: Option<&Bound<'_, PyAny>>,
    large_print: bool,
    hints: Option<&Bound<'_, PyAny>>,
    front: Option<PathBuf>,
    bleed: Option<&str>,
    black: bool,
    pages: Option<&Bound<'_, PyAny>>,
    language: Option<PathBuf>,
    font: Option<PathBuf>,
    width: Option<&Bound<'_, PyAny>>,
    dark: bool,
    #[pyo3(from_py_with = budget::nodes)] budget: Budgets,
    column: Option<String>,
    r#box: Option<String>,
    split: Option<String>,
    invalid: &str,
    #[pyo3(from_py_with = number::threads)] threads: usize,
    progress: Option<bool>,
) -> PyResult<Py<PyAny>> {
    let py = data.py();
    let layout = by_name("layout", layout, &ExportLayout::ALL, ExportLayout::name)?;
    destination(&out, None, &[layout], ExportLayout::endings).map_err(exception)?;
    let paper = paper.map(str::parse).transpose().map_err(|problem| named("paper", problem))?;
    let bleed = bleed.map(str::parse).transpose().map_err(|problem| named("bleed", problem))?;
    let book = BookChoice {
        title,
        front,
        paper,
        bleed,
        black,
        per_page: per_page.map_or(Ok(PerPage::default()), numbers_a_page)?,
        pages: whole_or_none("pages", pages)?,
        large_print,
        hints: hint_levels(hints)?,
        wording: language.map(|name| read_wording(&name.to_string_lossy())).transpose().map_err(exception)?,
        font: font.as_deref().map(read_font).transpose().map_err(exception)?,
    };
    let images = images(layout, augment)?;
    let width = whole_or_none("width", width)?.map(|width: u64| u32::try_from(width).unwrap_or(u32::MAX));
    if width.is_some() && layout != ExportLayout::Png {
        return Err(OptionError::new_err(format!(
            "width is for the layout \"png\", not {:?}",
            layout.name()
        )));
    }
    if dark && ![ExportLayout::Svg, ExportLayout::Png].contains(&layout) {
        let name = layout.name();
        return Err(OptionError::new_err(format!(
            "dark is for the layouts \"svg\" and \"png\", not {name:?}"
        )));
    }
    let set_name = set.as_deref().or(split.as_deref().filter(|&split| split != "all")).unwrap_or("train");
    if !ExportJob::is_name_of_set(set_name) {
        let problem = "it is the name of a folder: letters, digits, - and _";
        return Err(OptionError::new_err(format!("set is {set_name:?}: {problem}")));
    }
    let (set_name, columns) = (set_name.to_owned(), column_names(columns)?);
    let choice = Choice { column, shape: r#box, split: split.clone(), apart: true, ..Choice::default() };
    let data = of_split(Data::take(data, &choice)?, set.filter(|_| split.is_none()))?;
    let job = ExportJob {
        layout,
        shape: data.shape(),
        columns,
        set: set_name,
        images,
        seed: master_seed(seed)?,
        book: look(layout, &book, data.shape())?,
        width: width.unwrap_or(ExportJob::WIDTH),
        dark,
        invalid: by_name("invalid", invalid, &Invalid::ALL, Invalid::name)?,
        budgets: budget,
        threads,
    };
    let bar = Bar::new("export", data.rows(), progress);
    let exported = background::run(py, bar, move |events| {
        let (tables, inputs) = match &data.source {
            Source::Table(table) => (table.tables(job.shape, data.columns())?, Vec::new()),
            Source::Files(files) => {
                let paths = files.paths().to_vec();
                (TableInput::with_columns(files.clone(), job.shape, data.columns())?, paths)
            }
        };
        let mut outputs = Outputs::new(inputs.iter().map(PathBuf::as_path), overwrite);
        job.run(&mut [tables], ExportOutput::Path(&out), &mut outputs, &events.stop, &events.counters.rows)
    })?;
    let Exported { puzzles, skipped, notes, .. } = &exported;
    json(py, &serde_json::json!({ "puzzles": puzzles, "skipped": skipped, "notes": notes }).to_string())
}

fn named(name: &str, problem: impl std::fmt::Display) -> PyErr {
    OptionError::new_err(format!("{name}: {problem}"))
}

/// Takes the number of images of each puzzle.
fn images(layout: ExportLayout, augment: Option<&Bound<'_, PyAny>>) -> PyResult<usize> {
    let most = AugmentJob::MAX_TIMES;
    let images = augment.map_or(Ok(0), |augment| whole("augment", augment))?;
    if images > 0 && layout != ExportLayout::Hrm {
        return Err(named("augment", format!("it is for the layout hrm, not {}", layout.name())));
    }
    usize::try_from(images)
        .ok()
        .filter(|_| images <= most)
        .ok_or_else(|| OptionError::new_err(format!("augment is {images}: at most {most}")))
}

/// Takes puzzles a page, or these, hints and solutions by name.
fn numbers_a_page(value: &Bound<'_, PyAny>) -> PyResult<PerPage> {
    let parse = |text: String| text.parse().map_err(|problem: String| refused("per_page", value, &problem));
    named_counts("per_page", value)?.map_or(Ok(PerPage::default()), parse)
}

/// Returns the look of a book; options for it are refused in another layout.
fn look(layout: ExportLayout, book: &BookChoice, shape: gridmill::board::Shape) -> PyResult<BookOptions> {
    if layout == ExportLayout::Book {
        return book.options(&[shape]).map_err(exception);
    }
    match book.misfit(layout) {
        Some(name) => Err(named(name, format!("it is for the layout book, not {}", layout.name()))),
        None => Ok(BookOptions { wording: book.wording.clone(), ..BookOptions::default() }),
    }
}

/// Takes the levels that have hints: true for all, false for none, or a text or list of their names.
fn hint_levels(hints: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Vec<String>>> {
    let Some(hints) = hints else { return Ok(None) };
    if let Ok(all) = hints.extract::<bool>() {
        return Ok(all.then(Vec::new));
    }
    Ok(Some(names(hints)?))
}

/// Takes names of columns: a list, or a text with commas.
fn column_names(columns: Option<&Bound<'_, PyAny>>) -> PyResult<ColumnNames> {
    match columns {
        None => Ok(ColumnNames::default()),
        Some(columns) => names(columns)?.join(",").parse().map_err(|problem| named("columns", problem)),
    }
}

/// Returns the data of the split that has the name of the set, if files have one.
fn of_split(mut data: Data, set: Option<String>) -> PyResult<Data> {
    if let Source::Files(files) = data.source {
        let files = match set {
            Some(set) => files.of_split_if_any(&set).map_err(exception)?,
            None => files,
        };
        files.check_splits().map_err(splits_exception)?;
        data.source = Source::Files(files);
    }
    Ok(data)
}
