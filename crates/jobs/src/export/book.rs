//! Books: a PDF file, or pages as SVG.
//!
//! ```text
//! book.pdf                                    file, or a stream
//! book.svg                                    the one page of a small book
//! OUT/page-001.svg, page-002.svg, facts.json  folder
//! ```

use super::{ExportLayout, ExportOutput, Exporter, FACTS, OpenOutputs, Prepared, lacking_letters};
use arrow_schema::{DataType, Schema};
use gridmill_board::Shape;
use gridmill_draw::{
    ExtraFont, Marks, Picture,
    book::{Book, BookLayout, BookPuzzle, BookWords, FrontMatter, FrontMatterError, Length, Paper},
    pdf, svg,
};
use gridmill_rate::{Family, Pencilmarks, Rater, Rulebook, Wording};
use gridmill_tables::{
    Error, Result,
    files::{Draft, FileNames, FolderDraft, TextSink, output_error, read_text},
    numbers,
    read::{Rows, TableInput},
    schema::ColumnId,
    write::cells::write_cell,
};
use rayon::prelude::*;
use std::{
    collections::BTreeSet,
    io::Write as _,
    path::{Path, PathBuf},
    str::FromStr,
    sync::Arc,
};

/// Puzzles of a book at most, and pages: it is laid out in memory.
const MOST: usize = 20_000;
/// Bytes of the text after the title page at most.
const MOST_FRONT: u64 = 1 << 20;

/// Look of a book.
#[derive(Debug, Clone)]
pub struct BookOptions {
    /// Paper, puzzles a page, solutions.
    pub layout: BookLayout,
    /// Title; a book without one has no title page.
    pub title: Option<String>,
    /// Text after the title page.
    pub front: Option<FrontMatter>,
    /// Pages at most, which as many puzzles as fit have a place on; `None` for all puzzles.
    pub pages: Option<usize>,
    /// Levels whose puzzles have a hint if they need more than singles, or all if none is named; `None` for no hints.
    pub hints: Option<Vec<String>>,
    /// Language; English if none is chosen.
    pub wording: Option<Wording>,
    /// Font of letters that the built-in one lacks.
    pub font: Option<ExtraFont>,
}

impl Default for BookOptions {
    /// Six puzzles a page of A4, with solutions.
    fn default() -> Self {
        let layout = BookLayout::new(Paper::A4, 6);
        Self { layout, title: None, front: None, pages: None, hints: None, wording: None, font: None }
    }
}

impl BookOptions {
    fn wording(&self) -> &Wording {
        self.wording.as_ref().unwrap_or_else(|| Wording::english())
    }
}

/// Puzzles, hints and solutions a page of a book, as `6,hints=2,solutions=12`; what is left out follows from the paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PerPage {
    /// Puzzles.
    pub puzzles: Option<u64>,
    /// Hints.
    pub hints: Option<u64>,
    /// Solutions, 0 for a book without them.
    pub solutions: Option<u64>,
}

impl FromStr for PerPage {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut counts = Self::default();
        for (name, number) in numbers::named_list(text, Some("puzzles"))? {
            let count = match name {
                "puzzles" => &mut counts.puzzles,
                "hints" => &mut counts.hints,
                "solutions" => &mut counts.solutions,
                _ => return Err("give PUZZLES,hints=N,solutions=N, or some of these".to_owned()),
            };
            let parse = if name == "solutions" { numbers::whole } else { numbers::positive };
            *count = Some(parse(number)?);
        }
        Ok(counts)
    }
}

/// Wishes for the look of a book. What is left out follows from the rest.
#[derive(Debug, Clone, Default)]
pub struct BookChoice {
    /// Title; a book without one has no title page.
    pub title: Option<String>,
    /// File of the text after the title page, in the part of Markdown that [`FrontMatter`] has.
    pub front: Option<PathBuf>,
    /// Paper; A4 if none is chosen.
    pub paper: Option<Paper>,
    /// Margin around the pages that is cut off.
    pub bleed: Option<Length>,
    /// True for black and grey alone.
    pub black: bool,
    /// Puzzles, hints and solutions a page.
    pub per_page: PerPage,
    /// Pages at most.
    pub pages: Option<u64>,
    /// True for large numbers and words.
    pub large_print: bool,
    /// Levels that have hints, as in [`BookOptions::hints`].
    pub hints: Option<Vec<String>>,
    /// Language; English if none is chosen.
    pub wording: Option<Wording>,
    /// Font of letters that the built-in one lacks.
    pub font: Option<ExtraFont>,
}

/// Marks in a book that must be legible, and the least size of theirs in points.
struct Legible<'a> {
    /// Option that sets how many things a page has.
    option: &'a str,
    /// The things, such as puzzles.
    things: &'a str,
    marks: &'a str,
    print: &'a str,
    least: f64,
}

impl Legible<'_> {
    /// Checks the size of the marks for a number of things a page.
    fn check(&self, paper: Paper, count: usize, size: impl Fn(usize) -> f64) -> Result<()> {
        let Self { option, things, marks, print, least } = self;
        if size(count) >= *least {
            return Ok(());
        }
        let found = format!("{marks} of {:.1} points; {print} has {least} or more", size(count));
        Err(Error::option(match (1..count).rev().find(|&count| size(count) >= *least) {
            Some(fits) => format!("{count} {things} a page of {paper} have {found}: `{option}={fits}` fits"),
            None => format!("{things} that fill a page of {paper} have {found}: give a larger `paper`"),
        }))
    }
}

impl BookChoice {
    /// Returns the name of the first option that is set and that the layout does not have; a bank has a language.
    pub fn misfit(&self, layout: ExportLayout) -> Option<&'static str> {
        let given = [
            (self.title.is_some(), "title"),
            (self.front.is_some(), "front"),
            (self.paper.is_some(), "paper"),
            (self.bleed.is_some(), "bleed"),
            (self.black, "black"),
            (self.per_page != PerPage::default(), "per_page"),
            (self.pages.is_some(), "pages"),
            (self.large_print, "large_print"),
            (self.hints.is_some(), "hints"),
            (self.wording.is_some() && layout != ExportLayout::Bank, "language"),
            (self.font.is_some(), "font"),
        ];
        let first = given.into_iter().find(|(is_given, _)| *is_given).map(|(_, name)| name);
        first.filter(|_| layout != ExportLayout::Book)
    }

    /// Returns the look of a book of puzzles of these shapes.
    ///
    /// # Errors
    /// [`Error::Option`] if puzzles, hints or solutions would be too small to be read, or if options exclude each other; [`Error::Io`] and
    /// [`Error::Corpus`] for a text that cannot be read.
    pub fn options(&self, shapes: &[Shape]) -> Result<BookOptions> {
        let asked = self.per_page;
        if asked.hints.is_some() && self.hints.is_none() {
            return Err(Error::option("`per_page=hints=...` goes with `hints`"));
        }
        let paper = self.paper.unwrap_or(Paper::A4);
        let side = shapes.iter().map(|shape| shape.side()).max().unwrap_or(9);
        let number =
            |name, asked: Option<u64>, most| asked.map(|asked| bounded(name, asked, most)).transpose();
        let per_page = number("per_page", asked.puzzles, BookLayout::MAX_PUZZLES)?
            .unwrap_or_else(|| BookLayout::usual(paper, side, self.large_print));
        let hints_per_page = number("per_page=hints", asked.hints, BookLayout::MAX_PUZZLES)?;
        let has_solutions = asked.solutions != Some(0);
        let solutions = asked.solutions.filter(|_| has_solutions);
        let solutions_per_page = number("per_page=solutions", solutions, BookLayout::MAX_SOLUTIONS)?;
        let mut layout = BookLayout::new(paper, per_page).with_bleed(self.bleed.unwrap_or_default());
        if self.large_print {
            layout = layout.with_large_print();
        }
        layout = hints_per_page.map_or(layout, |count| layout.with_hints_per_page(count));
        layout = solutions_per_page.map_or(layout, |count| layout.with_solutions_per_page(count));
        if !has_solutions {
            layout = layout.without_solutions();
        }
        if self.black {
            layout = layout.in_black();
        }
        let large = if self.large_print {
            ("large print", BookLayout::LARGE)
        } else {
            ("print", BookLayout::SMALLEST)
        };
        let puzzles = Legible {
            option: "per_page",
            things: "puzzles",
            marks: "digits",
            print: large.0,
            least: large.1,
        };
        puzzles.check(paper, per_page, |count| layout.with_puzzles(count).digit_size(side))?;
        let hints = Legible {
            option: "per_page=hints",
            things: "hints",
            marks: "candidates",
            print: "print",
            least: BookLayout::SMALLEST_CANDIDATE,
        };
        for &shape in shapes.iter().filter(|&&shape| self.hints.is_some() && Pencilmarks::supports(shape)) {
            let size = |count| layout.candidate_size(count, shape);
            hints.check(paper, hints_per_page.unwrap_or(1), size)?;
        }
        let solutions = Legible {
            option: "per_page=solutions",
            things: "solutions",
            least: BookLayout::SMALLEST,
            print: "print",
            ..puzzles
        };
        if has_solutions {
            let size = |count| layout.solution_digit_size(count, side);
            solutions.check(paper, solutions_per_page.unwrap_or(1), size)?;
        }
        let fits = |title: &String| ExtraFont::with(self.font.as_ref(), || layout.fits_title(title));
        if self.title.as_ref().is_some_and(|title| !fits(title)) {
            return Err(Error::option(format!(
                "the title does not fit a page of {paper}: give a shorter title, or a larger `paper`"
            )));
        }
        Ok(BookOptions {
            layout,
            title: self.title.clone(),
            front: self.front.as_deref().map(read_front).transpose()?,
            pages: number("pages", self.pages, MOST)?,
            hints: self.hints.clone(),
            wording: self.wording.clone(),
            font: self.font.clone(),
        })
    }
}

/// Returns a number of things or pages.
fn bounded(name: &str, asked: u64, most: usize) -> Result<usize> {
    let count = usize::try_from(asked).ok().filter(|count| (1..=most).contains(count));
    count.ok_or_else(|| Error::option(format!("`{name}={asked}`: a number from 1 to {most}")))
}

/// Reads the text after the title page.
fn read_front(path: &Path) -> Result<FrontMatter> {
    let text = read_text(path, MOST_FRONT).map_err(Error::io("reading", path))?;
    text.parse().map_err(|error: FrontMatterError| Error::corpus(path, error.to_string()))
}

/// Writer of a book. Pages need the number of all puzzles, so it writes when it has them.
pub(super) struct BookWriter {
    out: BookOut,
    options: BookOptions,
    columns: RankColumns,
    /// Rulebooks of the plans that the rows state, which may have levels of their own.
    planned: Vec<Arc<Rulebook>>,
    /// First input, for messages.
    input: PathBuf,
    puzzles: Vec<ScoredPuzzle>,
}

/// Columns by which puzzles are ordered: level and score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct RankColumns {
    level: Option<usize>,
    score: Option<usize>,
}

/// A puzzle and its score, if it has one.
#[derive(Debug, Clone)]
struct ScoredPuzzle {
    puzzle: BookPuzzle,
    score: Option<f64>,
}

enum BookOut {
    Pdf(PathBuf, TextSink),
    Page(PathBuf, Draft),
    Folder(FolderDraft),
}

fn is_of_folder(name: &str) -> bool {
    let number = name.strip_prefix("page-").and_then(|name| name.strip_suffix(".svg"));
    name == FACTS
        || number.is_some_and(|number| number.len() >= 3 && number.bytes().all(|b| b.is_ascii_digit()))
}

impl BookWriter {
    pub(super) fn begin(
        out: ExportOutput<'_>,
        options: BookOptions,
        facts: &str,
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
        let (columns, planned, puzzles) = (RankColumns::default(), Vec::new(), Vec::new());
        Ok(Self { out, options, columns, planned, input: PathBuf::from("-"), puzzles })
    }
}

impl RankColumns {
    /// Returns the columns of the first scale that has a level.
    fn of(schema: &Schema) -> Self {
        let [level, score] = [ColumnId::Level, ColumnId::Score].map(ColumnId::name);
        let fields = || schema.fields().iter();
        let is_text =
            |kind: &DataType| matches!(kind, DataType::Utf8 | DataType::LargeUtf8 | DataType::Dictionary(..));
        let is_level = |field: &str| {
            field == level || field.strip_suffix(level).is_some_and(|scale| scale.ends_with('_'))
        };
        let plain = fields().position(|field| field.name() == level && is_text(field.data_type()));
        let place =
            plain.or_else(|| fields().position(|field| is_level(field.name()) && is_text(field.data_type())));
        let scale = place.and_then(|place| schema.field(place).name().strip_suffix(level));
        let score = format!("{}{score}", scale.unwrap_or_default());
        Self { level: place, score: fields().position(|field| *field.name() == score) }
    }

    fn values(self, rows: &Rows, row: usize) -> Result<(Option<String>, Option<f64>)> {
        let text = |column: Option<usize>| {
            let mut text = Vec::new();
            column.map_or(Ok(()), |column| write_cell(rows.batch.column(column), row, &mut text))?;
            Ok::<_, Error>(
                Some(String::from_utf8_lossy(&text).trim().to_owned()).filter(|text| !text.is_empty()),
            )
        };
        let score =
            text(self.score)?.and_then(|score| score.parse().ok()).filter(|score: &f64| score.is_finite());
        Ok((text(self.level)?, score))
    }
}

/// Adds the first step that is no single, where there is one.
fn with_hint(puzzle: BookPuzzle, rater: &mut Rater, wording: &Wording) -> BookPuzzle {
    let shape = puzzle.puzzle.shape();
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

/// Orders puzzles by shape from the smallest, by level from the easiest, as the rulebook of the level names has them, and by score. Levels
/// that the rulebook does not have come last.
fn order(puzzles: &mut [ScoredPuzzle], planned: &[Arc<Rulebook>]) {
    let size = |puzzle: &BookPuzzle| (puzzle.puzzle.shape().side(), puzzle.puzzle.shape().box_rows());
    puzzles.sort_by_key(|scored| size(&scored.puzzle));
    for chapter in puzzles.chunk_by_mut(|a, b| size(&a.puzzle) == size(&b.puzzle)) {
        let levels: BTreeSet<String> =
            chapter.iter().filter_map(|scored| scored.puzzle.level.clone()).collect();
        let has_all = |rulebook: &&Rulebook| levels.iter().all(|level| rulebook.level_rank(level).is_some());
        let rulebook = planned.iter().map(|rulebook| &**rulebook).find(has_all);
        let rulebook = rulebook.unwrap_or_else(|| Rulebook::of_levels(levels.iter().map(String::as_str)));
        let rank = |scored: &ScoredPuzzle| {
            let level = scored.puzzle.level.as_deref();
            level.and_then(|level| rulebook.level_rank(level)).unwrap_or(usize::MAX)
        };
        let score = |scored: &ScoredPuzzle| scored.score.unwrap_or(f64::INFINITY);
        chapter.sort_by(|a, b| rank(a).cmp(&rank(b)).then(score(a).total_cmp(&score(b))));
    }
}

fn check_levels(hints: &[String], puzzles: &[ScoredPuzzle]) -> Result<()> {
    let levels: BTreeSet<&str> = puzzles.iter().filter_map(|scored| scored.puzzle.level.as_deref()).collect();
    match hints.iter().find(|hint| !levels.iter().any(|level| level.eq_ignore_ascii_case(hint))) {
        None => Ok(()),
        Some(none) => {
            let there_are = if levels.is_empty() {
                "the rows have no levels".to_owned()
            } else {
                format!("there are {}", levels.into_iter().collect::<Vec<_>>().join(", "))
            };
            Err(Error::option(format!("`hints={none}`: no puzzle has this level; {there_are}")))
        }
    }
}

impl Exporter for BookWriter {
    fn begin_input(&mut self, tables: &TableInput) {
        if self.puzzles.is_empty() {
            tables.first().clone_into(&mut self.input);
        }
        self.columns = RankColumns::of(tables.schema());
        let plan = tables.facts().plan();
        self.planned.extend(plan.and_then(|plan| plan.rating.technique_rulebook()).cloned());
    }

    fn push(&mut self, rows: &Rows, prepared: &[Prepared]) -> Result<()> {
        if self.puzzles.len() + prepared.len() > MOST {
            return Err(Error::option(format!("a book has at most {MOST} puzzles; take a part of the rows")));
        }
        let Some(shape) = prepared.first().map(|row| row.grid.shape()) else { return Ok(()) };
        let hints = self.options.hints.as_deref();
        let mut made = Vec::with_capacity(prepared.len());
        for row in prepared {
            let (level, score) = self.columns.values(rows, row.row)?;
            let mut puzzle = BookPuzzle::new(row.grid.clone());
            puzzle.level = level;
            puzzle.solution = row.solution.as_ref().map(Into::into);
            made.push(ScoredPuzzle { puzzle, score });
        }
        let is_hinted = |puzzle: &BookPuzzle| {
            let level = puzzle.level.as_deref().unwrap_or_default();
            hints.is_some_and(|hints| {
                hints.is_empty() || hints.iter().any(|hint| hint.eq_ignore_ascii_case(level))
            })
        };
        let rater = || Rater::new(Rulebook::default_for(shape));
        let wording = self.options.wording();
        let add = |rater: &mut Rater, ScoredPuzzle { puzzle, score }: ScoredPuzzle| {
            let puzzle = if is_hinted(&puzzle) { with_hint(puzzle, rater, wording) } else { puzzle };
            ScoredPuzzle { puzzle, score }
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
        check_levels(options.hints.as_deref().unwrap_or_default(), &puzzles)?;
        order(&mut puzzles, &planned);
        let all = puzzles.len();
        let wording = options.wording();
        for level in puzzles.iter_mut().filter_map(|scored| scored.puzzle.level.as_mut()) {
            *level = wording.level(level);
        }
        let puzzles = puzzles.into_iter().map(|scored| scored.puzzle).collect();
        let mut book = Book::new(puzzles, options.layout).with_words(BookWords::of(wording));
        if let Some(title) = &options.title {
            book = book.with_title(title);
        }
        if let Some(front) = options.front.clone() {
            book = book.with_front_matter(front);
        }
        if let Some(pages) = options.pages {
            book = within_pages(book, pages)?;
        }
        if let Some(error) = lacking_letters(book.replaced().iter().copied()) {
            return Err(error);
        }
        let count = book.page_count();
        write(out, &book, count)?;
        let pages = if count == 1 { "page" } else { "pages" };
        let part =
            if book.len() < all { format!(", with {} of the puzzles", book.len()) } else { String::new() };
        Ok(vec![format!("{count} {pages}{part}")])
    }
}

/// Keeps the puzzles that a number of pages has place for.
fn within_pages(book: Book, pages: usize) -> Result<Book> {
    let whole = book.page_count();
    if whole < pages {
        let problem = format!("`pages={pages}`: the puzzles make {whole} pages; give more of them");
        return Err(Error::option(problem));
    }
    let book = book.within_pages(pages);
    if book.is_empty() {
        return Err(Error::option(format!("`pages={pages}`: no puzzle has a place on so few pages")));
    }
    Ok(book)
}

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
            let made = |level| scored("3x3", level, None);
            let mut puzzles: Vec<ScoredPuzzle> = levels.iter().copied().map(made).collect();
            let planned: Vec<Arc<Rulebook>> = planned.into_iter().cloned().map(Arc::new).collect();
            order(&mut puzzles, &planned);
            let levels = puzzles.into_iter().map(|scored| scored.puzzle.level.unwrap_or_default());
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

    fn scored(shape: &str, level: Option<&str>, score: Option<f64>) -> ScoredPuzzle {
        let puzzle = BookPuzzle::new(gridmill_board::Grid::empty(shape.parse().unwrap()));
        let puzzle = level.map_or(puzzle.clone(), |level| puzzle.with_level(level));
        ScoredPuzzle { puzzle, score }
    }

    /// Small grids come first, each by the levels of its own rulebook; within a level the lowest score does, and none is last.
    #[test]
    fn shapes_and_scores_are_ordered() {
        let mut puzzles = vec![
            scored("3x3", Some("easy"), None),
            scored("3x3", Some("easy"), Some(300.0)),
            scored("3x3", Some("unfair"), Some(1.0)),
            scored("2x3", Some("easy"), Some(2.5)),
            scored("2x3", Some("beginner"), Some(9.0)),
            scored("3x3", Some("easy"), Some(204.0)),
            scored("2x2", Some("easy"), Some(4.0)),
        ];
        order(&mut puzzles, &[]);
        let text = |scored: &ScoredPuzzle| {
            let (side, level) = (scored.puzzle.puzzle.shape().side(), scored.puzzle.level.as_deref());
            format!("{side} {} {:?}", level.unwrap_or_default(), scored.score.unwrap_or(f64::NAN))
        };
        assert_eq!(
            puzzles.iter().map(text).collect::<Vec<_>>(),
            [
                "4 easy 4.0",
                "6 beginner 9.0",
                "6 easy 2.5",
                "9 easy 204.0",
                "9 easy 300.0",
                "9 easy NaN",
                "9 unfair 1.0"
            ]
        );
    }

    /// Level and score are of one scale.
    #[test]
    fn the_level_is_that_of_the_first_scale() {
        let columns = |fields: &[(&str, DataType)]| {
            let fields = fields.iter().map(|(name, kind)| Field::new(*name, kind.clone(), true));
            let found = RankColumns::of(&Schema::new(fields.collect::<Vec<_>>()));
            (found.level, found.score)
        };
        let (text, number) = (DataType::Utf8, DataType::UInt8);
        let own = ColumnId::Level.name();
        let [first, second] = ["se", "hodoku"].map(|scale| format!("{scale}_{own}"));
        assert_eq!(
            columns(&[("a", text.clone()), (own, text.clone()), ("score", number.clone())]),
            (Some(1), Some(2))
        );
        let both = [
            ("hodoku_score", number.clone()),
            (own, number.clone()),
            (&first, text.clone()),
            (&second, text.clone()),
            ("se_score", number),
        ];
        assert_eq!(columns(&both), (Some(2), Some(4)));
        assert_eq!(columns(&[("sublevel", text)]), (None, None));
    }

    /// The usual trims of printing on demand have hints whose candidates can be read, and large print of four puzzles a page from 8 inches on.
    #[test]
    fn usual_trims_fit() {
        for (name, paper) in Paper::NAMED {
            let choice = BookChoice { paper: Some(paper), hints: Some(Vec::new()), ..BookChoice::default() };
            let options = choice.options(&[Shape::STANDARD]).unwrap();
            let count = options.layout.hints_that_fit(Shape::STANDARD);
            assert!(count > 0 && options.layout.candidate_size(count, Shape::STANDARD) >= 6.0, "{name}");
            let large = BookChoice {
                paper: Some(paper),
                large_print: true,
                per_page: PerPage { puzzles: Some(4), ..PerPage::default() },
                ..BookChoice::default()
            };
            let large = large.options(&[Shape::STANDARD]);
            assert_eq!(
                large.is_ok(),
                !["a5", "5x8in", "6x9in", "7x10in"].contains(&name),
                "{name} {large:?}"
            );
        }
    }

    #[test]
    fn numbers_a_page_are_read_by_name() {
        let parse = |text: &str| text.parse::<PerPage>();
        let all = PerPage { puzzles: Some(6), hints: Some(2), solutions: Some(0) };
        assert_eq!(parse("6,hints=2,solutions=0"), Ok(all));
        assert_eq!(parse("solutions=0,puzzles=6,hints=2"), Ok(all));
        assert_eq!(parse("hints=1"), Ok(PerPage { hints: Some(1), ..PerPage::default() }));
        insta::assert_snapshot!(parse("6,tips=2").unwrap_err(), @"give PUZZLES,hints=N,solutions=N, or some of these");
        insta::assert_snapshot!(parse("hints=0").unwrap_err(), @"give a whole number, 1 or more");
        insta::assert_snapshot!(parse("2,3").unwrap_err(), @"puzzles is given twice");
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
