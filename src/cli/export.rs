//! `gridmill export`: puzzles in the layouts that other programs read.

use super::{
    args::{BudgetArg, InvalidArg, OutputColumnsArg, PuzzleFiles, RunArgs, SeedArg, ShapeArg, by_name},
    limits::warn_about_threads,
    outputs::{Outputs, destination},
    signals::end_on_signals,
    style::Style,
    terminal::rows_out,
    wording::WordingArgs,
};
use crate::{
    board::Shape,
    corpus::{
        AugmentJob, BookChoice, BookOptions, ExportJob, ExportLayout, ExportOutput, Exported, PerPage,
        RunHooks, Sources,
    },
    draw::book::{Length, LengthError, Paper, PaperError},
    tables::{
        Error, Result,
        numbers::{self, thousands},
        read::TableInput,
    },
};
use serde_json::json;
use std::path::PathBuf;

/// Options of `export`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    puzzles: PuzzleFiles,

    /// Layout: hrm (a folder for HRM and TRM), numpy (a folder of arrays), all columns as JSON lines (jsonl), a list in JSON, or CSV, a bank
    /// for apps with steps and short keys, the CSV of sudoku-extreme, a puzzle a line with 0 (sdm) or . (text) for an empty cell or as in
    /// HoDoKu's libraries, a file of OpenSudoku, a link a line, a file for each puzzle (sdk, ipuz, svg, png), or a book: one PDF, or a folder
    /// of SVG pages
    #[arg(long, value_parser = by_name(&ExportLayout::ALL, ExportLayout::name), value_name = "LAYOUT", ignore_case = true)]
    to: ExportLayout,

    /// File, or folder of the layouts that are one or have a file for each puzzle; - for standard output
    #[arg(long, short, value_name = "PATH", default_value = "-")]
    out: PathBuf,

    /// Replace files that exist
    #[arg(long)]
    overwrite: bool,

    /// Name of the set in an HRM folder; where the input has a split of this name, that split is read [default: that of --split, or train]
    #[arg(long, value_name = "NAME")]
    set: Option<String>,

    /// Random images of each puzzle in an HRM folder, in the group of the puzzle
    #[arg(long, value_name = "K", default_value_t = 0, value_parser = numbers::whole)]
    augment: u64,

    /// Look of pictures: dark (light on dark) and width=PIXELS of a PNG (400 if not given); of books: black (black and grey only, with black
    /// lines and words), large-print (digits of 16 points or more) and font=FILE, TrueType or OpenType, for letters that the built-in font
    /// lacks (Greek, Cyrillic, Japanese); such as black,large-print
    #[arg(long, value_name = "LIST", value_parser = Style::of_exports)]
    style: Option<Style>,

    #[command(flatten)]
    columns: OutputColumnsArg,

    #[command(flatten)]
    seed: SeedArg,

    #[command(flatten)]
    shape: ShapeArg,

    #[command(flatten)]
    invalid: InvalidArg,

    #[command(flatten)]
    budget: BudgetArg,

    #[command(flatten)]
    run: RunArgs,

    // Last, because its heading is that of all options after it.
    #[command(flatten)]
    book: BookArgs,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    args.run.check_output(&args.out)?;
    let (job, mut tables) = args.job()?;
    let events = RunHooks::default();
    warn_about_threads(args.run.threads());
    args.puzzles.tell();
    end_on_signals(&events)?;
    let mut outputs = Outputs::new(args.puzzles.paths(), args.overwrite);
    let out = if args.out.as_os_str() == "-" {
        ExportOutput::Stream("standard output", Box::new(rows_out()?))
    } else {
        ExportOutput::Path(&args.out)
    };
    let exported = args.run.progress.watch(0, &events.counters, || {
        job.run(&mut tables, out, &mut outputs, &events.stop, &events.counters.rows)
    })?;
    args.run.close(
        || {
            let Exported { puzzles, skipped, notes, .. } = &exported;
            json!({ "puzzles": puzzles, "skipped": skipped, "notes": notes })
        },
        || closing(&exported, args.augment),
    )
}

fn closing(exported: &Exported, images: u64) -> Vec<String> {
    let puzzles = if exported.puzzles == 1 { "puzzle" } else { "puzzles" };
    let images = match images {
        0 => String::new(),
        images => format!(", {} images of each", thousands(images)),
    };
    let skipped = match exported.skipped {
        0 => String::new(),
        skipped => format!("; {} rows left out", thousands(skipped)),
    };
    let line = format!("{} {puzzles}{images}{skipped}", thousands(exported.puzzles));
    std::iter::once(line).chain(exported.notes.iter().cloned()).collect()
}

impl Args {
    /// Returns the files: of the split that is named, or that has the name of the set.
    fn sources(&self) -> Result<Sources> {
        let sources = self.puzzles.sources();
        match (&self.set, self.puzzles.split.name()) {
            (Some(set), None) => sources.of_split_if_any(set),
            _ => Ok(sources),
        }
    }

    /// Returns the inputs: each file or folder by itself for a book, whose puzzles may be of several shapes; or else all as one.
    fn inputs(&self) -> Result<Vec<TableInput>> {
        let (sources, columns) = (self.sources()?, self.puzzles.columns());
        sources.check_splits()?;
        let inputs = if self.to == ExportLayout::Book { sources.each().collect() } else { vec![sources] };
        let open = |sources: Sources| {
            let shape = sources.stated_shape(self.shape.shape, &columns)?;
            TableInput::with_columns(sources, shape, &columns)
        };
        inputs.into_iter().map(open).collect()
    }

    fn job(&self) -> Result<(ExportJob, Vec<TableInput>)> {
        let refuse = |problem: String| Err(Error::option(problem));
        destination(&self.out, None, &[self.to], ExportLayout::endings)?;
        if self.augment > 0 && self.to != ExportLayout::Hrm {
            return refuse(format!("--augment is for --to hrm, not {}", self.to.name()));
        }
        let style = self.style.clone().unwrap_or_default();
        if style.width.is_some() && self.to != ExportLayout::Png {
            return refuse(format!("--style width is for --to png, not {}", self.to.name()));
        }
        if style.dark && ![ExportLayout::Svg, ExportLayout::Png].contains(&self.to) {
            return refuse(format!("--style dark is for --to svg and png, not {}", self.to.name()));
        }
        let set = self.set.as_deref().or(self.puzzles.split.name()).unwrap_or("train");
        if !ExportJob::is_name_of_set(set) {
            return refuse("--set is the name of a folder: letters, digits, - and _".to_owned());
        }
        let most = AugmentJob::MAX_TIMES;
        let images = usize::try_from(self.augment).ok().filter(|_| self.augment <= most);
        let Some(images) = images else {
            return refuse(format!("--augment {}: at most {}", self.augment, thousands(most)));
        };
        let tables = self.inputs()?;
        let shapes: Vec<Shape> = tables.iter().map(TableInput::shape).collect();
        let book = self.book.options(&style, self.to, &shapes)?;
        let job = ExportJob {
            layout: self.to,
            columns: self.columns.names(),
            shape: shapes.first().copied().unwrap_or(Shape::STANDARD),
            book,
            dark: style.dark,
            width: style.width.unwrap_or(ExportJob::WIDTH),
            set: set.to_owned(),
            images,
            seed: self.seed.seed.clone(),
            invalid: self.invalid.invalid,
            budgets: self.budget.budgets,
            threads: self.run.threads(),
        };
        Ok((job, tables))
    }
}

/// Look of a book.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Books")]
struct BookArgs {
    /// Title, on a page of its own
    #[arg(long, value_name = "TEXT", hide_short_help = true)]
    title: Option<String>,

    /// Text for the pages after the title, in Markdown: headings, paragraphs, lists, emphasis, and --- for a new page
    #[arg(long, value_name = "FILE.md", hide_short_help = true)]
    front: Option<PathBuf>,

    /// Paper: a4, a5, letter, or width x height, such as 148x210 (mm) or 6x9in [default: a4]; and a margin around each page that is cut off,
    /// such as bleed=3mm or bleed=0.125in: PDF has the rest as trim box
    #[arg(long, value_name = "SIZE,bleed=LENGTH", value_parser = paper, hide_short_help = true)]
    paper: Option<(Option<Paper>, Option<Length>)>,

    /// Puzzles a page, 1 to 30, and hints=N (1 to 30) and solutions=N (1 to 60, 0 for none) on theirs, such as 4,hints=2,solutions=12
    /// [default: as many as can be read on the paper, at most 6, 2 and 20]
    #[arg(long, value_name = "N,hints=N,solutions=N", hide_short_help = true)]
    per_page: Option<PerPage>,

    /// Pages at most; the book has as many puzzles as fit, of each level its share
    #[arg(long, value_name = "N", value_parser = numbers::positive, hide_short_help = true)]
    pages: Option<u64>,

    /// Draw for each puzzle, or each of these levels, the first step that is no single
    #[arg(long, value_name = "LEVEL,...", num_args = 0..=1, require_equals = true, value_delimiter = ',', hide_short_help = true)]
    hints: Option<Vec<String>>,

    #[command(flatten, next_help_heading = "Books")]
    wording: WordingArgs,
}

fn paper(text: &str) -> Result<(Option<Paper>, Option<Length>), String> {
    let (mut size, mut bleed) = (None, None);
    for (name, value) in numbers::named_list(text, Some("size"))? {
        match name {
            "size" => size = Some(value.parse().map_err(|error: PaperError| error.to_string())?),
            "bleed" => bleed = Some(value.parse().map_err(|error: LengthError| error.to_string())?),
            _ => return Err("give SIZE,bleed=LENGTH, or one of these".to_owned()),
        }
    }
    Ok((size, bleed))
}

impl BookArgs {
    fn choice(&self, style: &Style) -> Result<BookChoice> {
        let (paper, bleed) = self.paper.unwrap_or_default();
        Ok(BookChoice {
            title: self.title.clone(),
            front: self.front.clone(),
            paper,
            bleed,
            black: style.black,
            per_page: self.per_page.unwrap_or_default(),
            pages: self.pages,
            large_print: style.large_print,
            hints: self.hints.clone(),
            wording: self.wording.read()?,
            font: style.font()?,
        })
    }

    /// Returns the look of a book of puzzles of these shapes; for another layout, what it has of that.
    ///
    /// # Errors
    /// [`Error::Option`] if something would be too small to be read, or for an option that the layout does not have.
    fn options(&self, style: &Style, layout: ExportLayout, shapes: &[Shape]) -> Result<BookOptions> {
        let choice = self.choice(style)?;
        match choice.misfit(layout) {
            Some(name) => Err(Error::option(format!("`{name}` is for --to book, not {}", layout.name()))),
            None if layout == ExportLayout::Book => choice.options(shapes),
            None => Ok(BookOptions { wording: choice.wording, ..BookOptions::default() }),
        }
    }
}
