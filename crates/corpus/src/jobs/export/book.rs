//! Books: a PDF file, or pages as SVG.
//!
//! ```text
//! book.pdf                                    file, or a stream
//! book.svg                                    the one page of a small book
//! OUT/page-001.svg, page-002.svg, facts.json  folder
//! ```

use super::{ExportOutput, Exporter, FACTS, OpenOutputs, Prepared, letters::lacking_letters};
use arrow_schema::{DataType, Schema};
use gridmill_board::Shape;
use gridmill_draw::{
    ExtraFont, Marks, Picture,
    book::{Book, BookLayout, BookPuzzle, BookWords, Paper},
    pdf, svg,
};
use gridmill_rate::{Family, Pencilmarks, Rater, Rulebook, Wording};
use gridmill_tables::{
    Error, Result,
    files::{Draft, FileNames, FolderDraft, TextSink, output_error},
    read::{Rows, TableInput},
    schema::ColumnId,
    write::cells::write_cell,
};
use rayon::prelude::*;
use std::{
    collections::BTreeSet,
    io::Write as _,
    path::{Path, PathBuf},
    sync::Arc,
};

/// Puzzles of a book at most: it is laid out in memory.
const MOST: usize = 20_000;

/// Look of a book.
#[derive(Debug, Clone)]
pub struct BookOptions {
    /// Paper, puzzles a page, solutions.
    pub layout: BookLayout,
    /// Title; a book without one has no title page.
    pub title: Option<String>,
    /// True for pages with a step of each puzzle that needs more than singles.
    pub hints: bool,
    /// Language; English if none is chosen.
    pub wording: Option<Wording>,
    /// Font of letters that the built-in one lacks.
    pub font: Option<ExtraFont>,
}

impl Default for BookOptions {
    /// Six puzzles a page of A4, with solutions.
    fn default() -> Self {
        Self { layout: BookLayout::new(Paper::A4, 6), title: None, hints: false, wording: None, font: None }
    }
}

impl BookOptions {
    /// Returns the wording of the chosen language.
    fn wording(&self) -> &Wording {
        self.wording.as_ref().unwrap_or_else(|| Wording::english())
    }
}

/// Wishes for the look of a book. What is left out follows from the rest.
#[derive(Debug, Clone, Default)]
pub struct BookChoice {
    /// Title; a book without one has no title page.
    pub title: Option<String>,
    /// Paper; A4 if none is chosen.
    pub paper: Option<Paper>,
    /// Puzzles a page.
    pub per_page: Option<u64>,
    /// True for large numbers and words.
    pub large_print: bool,
    /// True for pages with a step of each puzzle that needs more than singles.
    pub hints: bool,
    /// True for a book without pages of solutions.
    pub no_solutions: bool,
    /// Language; English if none is chosen.
    pub wording: Option<Wording>,
    /// Font of letters that the built-in one lacks.
    pub font: Option<ExtraFont>,
}

impl BookChoice {
    /// Returns the look of a book of puzzles of a shape. Messages call the options for puzzles a page and for paper by these names.
    ///
    /// # Errors
    /// [`Error::Option`] if the puzzles would be too small.
    pub fn options(&self, shape: Shape, (per_page_name, paper_name): (&str, &str)) -> Result<BookOptions> {
        let (paper, side) = (self.paper.unwrap_or(Paper::A4), shape.side());
        let per_page = match self.per_page {
            None => BookLayout::usual(paper, side, self.large_print),
            Some(asked) => {
                let count =
                    usize::try_from(asked).ok().filter(|count| (1..=BookLayout::MAX_PUZZLES).contains(count));
                count.ok_or_else(|| {
                    let problem = format!("a page has at most {} puzzles", BookLayout::MAX_PUZZLES);
                    Error::option(format!("{per_page_name} {asked}: {problem}"))
                })?
            }
        };
        let mut layout = BookLayout::new(paper, per_page);
        if self.large_print {
            layout = layout.with_large_print();
        }
        if self.no_solutions {
            layout = layout.without_solutions();
        }
        let (size, name) = (layout.digit_size(side), if self.large_print { "large print" } else { "print" });
        let least = if self.large_print { BookLayout::LARGE } else { BookLayout::SMALLEST };
        if size < least {
            let found = format!("digits of {size:.1} points; {name} has {least} or more");
            return Err(Error::option(if per_page > 1 {
                format!("{per_page} puzzles a page of {paper} have {found}: give a smaller {per_page_name}")
            } else {
                format!("a puzzle on {paper} has {found}: give a larger {paper_name}")
            }));
        }
        let fits = |title: &String| ExtraFont::with(self.font.as_ref(), || layout.fits_title(title));
        if self.title.as_ref().is_some_and(|title| !fits(title)) {
            return Err(Error::option(format!(
                "the title does not fit a page of {paper}: give a shorter title, or a larger {paper_name}"
            )));
        }
        Ok(BookOptions {
            layout,
            title: self.title.clone(),
            hints: self.hints,
            wording: self.wording.clone(),
            font: self.font.clone(),
        })
    }
}

/// Writer of a book. Pages need the number of all puzzles, so it writes when it has them.
pub(super) struct BookWriter {
    out: BookOut,
    options: BookOptions,
    shape: Shape,
    /// Number of the column with the levels.
    level: Option<usize>,
    /// Rulebook of the plan that the rows state, which may have levels of its own.
    planned: Option<Arc<Rulebook>>,
    /// First input, for messages.
    input: PathBuf,
    puzzles: Vec<BookPuzzle>,
}

/// Destination of the pages.
enum BookOut {
    Pdf(PathBuf, TextSink),
    Page(PathBuf, Draft),
    Folder(FolderDraft),
}

/// Returns true for the names of the files of a folder of pages.
fn is_of_folder(name: &str) -> bool {
    let number = name.strip_prefix("page-").and_then(|name| name.strip_suffix(".svg"));
    name == FACTS
        || number.is_some_and(|number| number.len() >= 3 && number.bytes().all(|b| b.is_ascii_digit()))
}

impl BookWriter {
    pub(super) fn begin(
        out: ExportOutput<'_>,
        options: BookOptions,
        shape: Shape,
        (tables, facts): (&TableInput, String),
        open: &mut dyn OpenOutputs,
    ) -> Result<Self> {
        let ending = |path: &Path, required: &str| {
            path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(required))
        };
        let out = match out {
            ExportOutput::Stream(name, out) => BookOut::Pdf(name.into(), TextSink::Stream(out)),
            ExportOutput::Path(path) if ending(path, "pdf") => {
                BookOut::Pdf(path.to_owned(), TextSink::File(open.file(path)?))
            }
            ExportOutput::Path(path) if ending(path, "svg") => {
                BookOut::Page(path.to_owned(), open.file(path)?)
            }
            ExportOutput::Path(path) => {
                let folder = open.folder(path, FileNames::Matching(is_of_folder))?;
                Draft::open(&folder.hidden().join(FACTS), false)?.keep_with(facts.as_bytes())?;
                BookOut::Folder(folder)
            }
        };
        let plan = tables.facts().plan();
        Ok(Self {
            out,
            options,
            shape,
            level: level_column(tables.schema()),
            planned: plan.and_then(|plan| plan.rating.technique_rulebook()).cloned(),
            input: tables.first().to_owned(),
            puzzles: Vec::new(),
        })
    }

    /// Returns the level of a row, if it has one.
    fn level(&self, rows: &Rows, row: usize) -> Result<Option<String>> {
        let Some(column) = self.level else { return Ok(None) };
        let mut text = Vec::new();
        write_cell(rows.batch.column(column), row, &mut text)?;
        Ok(Some(String::from_utf8_lossy(&text).trim().to_owned()).filter(|level| !level.is_empty()))
    }
}

/// Returns the column with the levels: of the first scale that has one.
fn level_column(schema: &Schema) -> Option<usize> {
    let name = ColumnId::Level.name();
    let fields = || schema.fields().iter();
    let is_text =
        |kind: &DataType| matches!(kind, DataType::Utf8 | DataType::LargeUtf8 | DataType::Dictionary(..));
    let scale = |field: &str| field.strip_suffix(name).is_some_and(|scale| scale.ends_with('_'));
    fields()
        .position(|field| field.name() == name && is_text(field.data_type()))
        .or_else(|| fields().position(|field| scale(field.name()) && is_text(field.data_type())))
}

/// Adds the first step that is no single, where there is one.
fn with_hint(puzzle: BookPuzzle, shape: Shape, rater: &mut Rater, wording: &Wording) -> BookPuzzle {
    if !Pencilmarks::supports(shape) {
        return puzzle;
    }
    let mut marks = Pencilmarks::new(&puzzle.puzzle);
    while let Ok(Some(next)) = rater.next_step(&marks) {
        if next.step.technique.family() != Family::Singles {
            return puzzle.with_hint(Marks::from(&marks), next.step, wording);
        }
        marks.apply(&next.step);
    }
    puzzle
}

/// Returns the rulebook of the hints of a shape.
fn rulebook(shape: Shape) -> &'static Rulebook {
    if shape == Shape::STANDARD { Rulebook::hodoku() } else { Rulebook::basic() }
}

/// Orders puzzles by level from the easiest, as the rulebook has them; levels that it does not have come last.
fn order(puzzles: &mut [BookPuzzle], planned: Option<&Rulebook>) {
    let levels: BTreeSet<&str> = puzzles.iter().filter_map(|puzzle| puzzle.level.as_deref()).collect();
    let has_all = |rulebook: &&Rulebook| levels.iter().all(|level| rulebook.level_rank(level).is_some());
    let rulebook = planned.filter(has_all).unwrap_or_else(|| Rulebook::of_levels(levels.iter().copied()));
    let rank = |puzzle: &BookPuzzle| {
        puzzle.level.as_deref().and_then(|level| rulebook.level_rank(level)).unwrap_or(usize::MAX)
    };
    puzzles.sort_by_key(rank);
}

impl Exporter for BookWriter {
    fn push(&mut self, rows: &Rows, prepared: &[Prepared]) -> Result<()> {
        if self.puzzles.len() + prepared.len() > MOST {
            let problem = format!("a book has at most {MOST} puzzles; take a part of the rows");
            return Err(Error::option(problem));
        }
        let (hints, shape) = (self.options.hints, self.shape);
        let mut made = Vec::with_capacity(prepared.len());
        for row in prepared {
            let mut puzzle = BookPuzzle::new(row.grid.clone());
            puzzle.level = self.level(rows, row.row)?;
            puzzle.solution = row.solution.as_ref().map(Into::into);
            made.push(puzzle);
        }
        let rater = || Rater::new(rulebook(shape));
        let wording = self.options.wording();
        let add = |rater: &mut Rater, puzzle| {
            if hints { with_hint(puzzle, shape, rater, wording) } else { puzzle }
        };
        self.puzzles.par_extend(made.into_par_iter().map_init(rater, add));
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Vec<String>> {
        let font = self.options.font.clone();
        ExtraFont::with(font.as_ref(), || self.write())
    }
}

impl BookWriter {
    fn write(self) -> Result<Vec<String>> {
        let Self { out, options, mut puzzles, planned, input, .. } = self;
        if puzzles.is_empty() {
            return Err(Error::corpus(input, "the input holds no puzzle, and a book has at least one"));
        }
        order(&mut puzzles, planned.as_deref());
        let wording = options.wording();
        for level in puzzles.iter_mut().filter_map(|puzzle| puzzle.level.as_mut()) {
            *level = wording.level(level);
        }
        let mut book = Book::new(puzzles, options.layout).with_words(BookWords::of(wording));
        if let Some(title) = &options.title {
            book = book.with_title(title);
        }
        if let Some(error) = lacking_letters(book.replaced().iter().copied()) {
            return Err(error);
        }
        let count = book.page_count();
        write(out, &book, count)?;
        let pages = if count == 1 { "page" } else { "pages" };
        Ok(vec![format!("{count} {pages}")])
    }
}

/// Writes the pages.
fn write(out: BookOut, book: &Book, count: usize) -> Result<()> {
    match out {
        BookOut::Pdf(path, sink) => {
            let title = book.title().unwrap_or("Sudoku");
            let mut sink = sink.buffered();
            sink.write_all(&pdf(book.pages(), title)).map_err(|error| output_error(&path, error))?;
            TextSink::finish(sink, &path)
        }
        BookOut::Page(path, draft) => {
            if count > 1 {
                let path = path.display();
                let problem =
                    format!("the book has {count} pages, and {path} is one; give a folder, or a .pdf");
                return Err(Error::option(problem));
            }
            draft.keep_with(book.pages().next().map_or_else(String::new, |page| svg(&page)).as_bytes())
        }
        BookOut::Folder(folder) => {
            let width = count.to_string().len().max(3);
            let name = |n: usize| folder.hidden().join(format!("page-{n:0width$}.svg"));
            let page = |(n, picture): (usize, Picture)| {
                Draft::open(&name(n), false)?.keep_with(svg(&picture).as_bytes())
            };
            (1..).zip(book.pages()).try_for_each(page)?;
            folder.keep()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_schema::Field;

    #[test]
    fn levels_are_ordered_from_the_easiest() {
        let ordered = |levels: &[Option<&str>], planned: Option<&Rulebook>| {
            let made = |level: Option<&str>| {
                let puzzle = BookPuzzle::new(gridmill_board::Grid::empty(Shape::STANDARD));
                level.map_or(puzzle.clone(), |level| puzzle.with_level(level))
            };
            let mut puzzles: Vec<BookPuzzle> = levels.iter().copied().map(made).collect();
            order(&mut puzzles, planned);
            let levels = puzzles.into_iter().map(|puzzle| puzzle.level.unwrap_or_default());
            levels.collect::<Vec<_>>().join(" ")
        };
        let levels = [Some("extreme"), None, Some("own"), Some("Medium"), Some("easy"), Some("unfair")];
        assert_eq!(ordered(&levels, None), "easy Medium unfair extreme  own");
        // Beginner comes before easy in another rulebook than that of extreme.
        let levels = [Some("hard"), Some("easy"), Some("beginner"), Some("easy")];
        assert_eq!(ordered(&levels, None), "beginner easy easy hard");
        assert_eq!(ordered(&levels, Some(Rulebook::hodoku())), "beginner easy easy hard");
        let own = "name = \"own\"\nscale = \"own/1\"\nconventions = \"hodoku\"\n\
                   [[level]]\nname = \"hard\"\n[[level]]\nname = \"easy\"\n[[level]]\nname = \"beginner\"\n\
                   [[rule]]\ntechnique = \"naked_single\"\nrating = 1\nlevel = \"hard\"\n";
        let own = Rulebook::parse(own).unwrap();
        assert_eq!(ordered(&levels, Some(&own)), "hard easy easy beginner");
    }

    #[test]
    fn the_level_is_that_of_the_first_scale() {
        let column = |fields: &[(&str, DataType)]| {
            let fields = fields.iter().map(|(name, kind)| Field::new(*name, kind.clone(), true));
            level_column(&Schema::new(fields.collect::<Vec<_>>()))
        };
        let (text, number) = (DataType::Utf8, DataType::UInt8);
        let own = ColumnId::Level.name();
        let [first, second] = ["se", "hodoku"].map(|scale| format!("{scale}_{own}"));
        assert_eq!(column(&[("a", text.clone()), (own, text.clone())]), Some(1));
        assert_eq!(column(&[(own, number), (&first, text.clone()), (&second, text)]), Some(1));
        assert_eq!(column(&[("sublevel", DataType::Utf8)]), None);
    }

    #[test]
    fn a_folder_of_pages_has_pages_and_facts() {
        assert!(["page-001.svg", "page-1234.svg", FACTS].into_iter().all(is_of_folder));
        assert!(
            !["page-1.svg", "page-00a.svg", "page-001.svg.bak", "notes.txt", "page-.svg"]
                .into_iter()
                .any(is_of_folder)
        );
    }
}
