//! `gridmill show`: makes one puzzle of a corpus again and draws it.

use super::{
    draw,
    outputs::Outputs,
    plan_args::PlanArgs,
    solve::pictures::{PictureForm, StepPictures},
    style::StyleArgs,
    terminal::{COLUMNS, print, wants_colour},
    wording::{self, WordingArgs, Words, measures},
};
use crate::{
    board::{Grid, Shape},
    corpus::{CorpusReader, JobOptions, SYSTEM_CLOCK, Sources, SplitChoice, read_excluded},
    draw::PuzzlePicture,
    generate::{BoardLabel, DerivedBoard, Generated, Generator, MasterSeed, Plan, Rated, Record, Tasks},
    rate::{CellNames, Pencilmarks, Rulebook},
    tables::{
        Error, JsonLiterals, Result,
        escape::visible,
        facts::SamplingDesign,
        numbers::{self, duration},
        read::{GridColumns, TableInput},
        schema::Layout,
        write::{json, record_batch},
    },
};
use std::{
    path::{Path, PathBuf},
    time::Duration,
};

/// Options of `show`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Corpus, or file of one, that states its seed and plan; or only the index, with --seed and the options of a plan
    #[arg(value_name = "CORPUS|INDEX")]
    corpus_or_index: PathBuf,

    /// Index of the puzzle in the corpus, from 0
    #[arg(value_name = "INDEX", value_parser = numbers::whole)]
    corpus_index: Option<u64>,

    /// Print the row as JSON: an object with its columns, without times
    #[arg(long)]
    json: bool,

    /// Draw the puzzle: FILE.svg or FILE.png, or a folder, of SVG, or of PNG with --style width=PIXELS, for the puzzle, its solution
    /// and, with --add path, the steps
    #[arg(long, value_name = "FILE|DIR", group = "written", hide_short_help = true)]
    picture: Option<PathBuf>,

    #[command(flatten)]
    style: StyleArgs,

    /// Replace pictures that exist
    #[arg(long, hide_short_help = true)]
    overwrite: bool,

    #[command(flatten)]
    wording: WordingArgs,

    #[command(flatten)]
    plan: PlanArgs,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let options = &args.plan.0;
    let given = options.of.or(options.count);
    let (index, count, seed, plan) = if let Some(index) = args.corpus_index {
        let corpus = &args.corpus_or_index;
        let (count, seed, plan) = stated(corpus)?;
        if let Some(given) = given.filter(|&given| given != count) {
            let problem = format!("it has {count} puzzles, and --count is {given}; leave --count out");
            return Err(Error::corpus(corpus, problem).into());
        }
        (index, Some(count), seed, with_excluded(plan, (corpus, index), options)?)
    } else {
        let word = args.corpus_or_index.display().to_string();
        let missing = || {
            let word = visible(&word);
            let problem = "give CORPUS INDEX, or INDEX with --seed and the options of its plan";
            Error::option(format!("{word}: {problem}"))
        };
        let index = numbers::whole(&word).map_err(|_| missing())?;
        let plan = options.plan()?;
        (index, given, options.seed.clone().ok_or_else(missing)?, plan)
    };
    if !args.json && !options.output_columns.is_all() {
        return Err(Error::option("--columns goes with --json").into());
    }
    let layout = Layout::of(&plan, false);
    layout.check(&options.output_columns)?;
    let task = Tasks::new(&plan, seed, count)?.task(index)?;
    let made = Generator::new(plan)?.with_clock(SYSTEM_CLOCK).make(&task).map_err(|e| e.of_puzzle(index))?;
    let words = args.wording.words(CellNames::default(), &args.style.style())?;
    if let Some(out) = &args.picture {
        pictures(args, (out, args.style.form(out)?), (index, &made), &words)?;
    } else if args.overwrite {
        return Err(Error::option("--overwrite goes with --picture").into());
    }
    if args.json {
        let row = record_batch(&[Record { index, made }], &layout.with_columns(&options.output_columns))?;
        let mut line = Vec::new();
        json::rows(&row, &JsonLiterals::NONE, &mut line);
        return Ok(print(&String::from_utf8_lossy(&line))?);
    }
    Ok(page(index, &made, &words)?)
}

impl Args {
    /// Returns the corpus; `None` where the options state it.
    fn corpus(&self) -> Option<&Path> {
        self.corpus_index.map(|_| self.corpus_or_index.as_path())
    }
}

/// Draws the puzzle into a file; or puzzle, solution and steps into a folder.
fn pictures(
    args: &Args,
    (out, form): (&Path, PictureForm),
    (index, made): (u64, &Generated),
    words: &Words,
) -> Result<()> {
    let (puzzle, title) = (made.puzzle.grid(), format!("Puzzle {index}"));
    let mut outputs = Outputs::new(args.corpus(), args.overwrite);
    let picture = PuzzlePicture::new(puzzle).with_title(&title);
    if form.is_file {
        return outputs.open(out)?.keep_with(&form.contents(picture.draw())?);
    }
    let paths = made.ratings.iter().filter_map(|rated| rated.path.as_ref()).collect::<Vec<_>>();
    let steps = StepPictures::new((out, form), args.corpus(), args.overwrite)?;
    let mut steps = steps.with_words(words.clone());
    let solved =
        picture.clone().with_entries(&made.solution).with_title(format!("Solution of puzzle {index}"));
    for (kind, picture) in [("puzzle", picture), ("solution", solved)] {
        let path = out.join(format!("{kind}-{index}.{}", form.ending()));
        outputs.open(&path)?.keep_with(&form.contents(picture.draw())?)?;
    }
    // Several rulebooks have a path each; the pictures are of the first.
    paths.first().map_or(Ok(()), |path| steps.write(index, &Pencilmarks::new(puzzle), path))?;
    steps.finish()
}

fn stated(corpus: &Path) -> Result<(u64, MasterSeed, Plan)> {
    let reader = CorpusReader::open_with(corpus, None, &GridColumns::default(), &SplitChoice::All)?;
    if let Some(scale) = reader.provenance.lost_scale() {
        let problem = match Rulebook::built_in(scale) {
            Err(unknown) => format!("its ratings are on a scale that this program lacks: {unknown}"),
            Ok(_) => format!("its ratings are on the scale {scale}, and its plan names another version"),
        };
        return Err(Error::corpus(corpus, problem));
    }
    let Some(SamplingDesign { seed, count, plan: Some(plan), .. }) = reader.provenance.facts.design else {
        let problem = "it does not state the seed and the plan of its rows; give only INDEX, with --seed and the options of its plan";
        return Err(Error::corpus(corpus, problem));
    };
    let seed = seed.parse().map_err(|error| Error::corpus(corpus, format!("its seed {seed:?}: {error}")))?;
    Ok((count, seed, *plan))
}

/// Returns the plan that a corpus states with the classes that it excludes, of which it states only the hash: those of the files that are
/// given, or else all but that of the stored row.
fn with_excluded(plan: Plan, (corpus, index): (&Path, u64), given: &JobOptions) -> Result<Plan> {
    let refuse = |problem: String| Err(Error::corpus(corpus, problem));
    let stated_elsewhere = JobOptions {
        exclude: given.exclude.clone(),
        columns: given.columns.clone(),
        count: given.count,
        of: given.of,
        output_columns: given.output_columns.clone(),
        ..JobOptions::default()
    };
    if *given != stated_elsewhere {
        let corpus = visible(&corpus.display().to_string()).into_owned();
        return Err(Error::option(format!("{corpus} states its plan: leave the options of the plan out")));
    }
    match (&plan.exclude, given.exclude.as_slice()) {
        (None, []) => Ok(plan),
        (None, _) => refuse("its rows were made without excluded puzzles; leave --exclude out".to_owned()),
        (Some(stated), []) => {
            let Some(puzzle) = stored_puzzle(corpus, index, plan.shape)? else {
                let files = stated.files().join(" ");
                return refuse(format!(
                    "its rows were made without the puzzles of other files, and it does not hold row {index}: give --exclude {files}"
                ));
            };
            let excluded = stated.clone().for_known(puzzle);
            Ok(plan.with_excluded(excluded))
        }
        (Some(stated), files) => {
            let found = read_excluded(files, plan.shape, &given.excluded_columns())?;
            if found == *stated {
                return Ok(plan.with_excluded(found));
            }
            let (there, here) = (stated.blake3(), found.blake3());
            refuse(format!(
                "other puzzles were excluded from its rows: the BLAKE3 of their classes is {there} there and {here} here"
            ))
        }
    }
}

/// Reads the puzzle of a row; `None` if the corpus does not hold it.
fn stored_puzzle(corpus: &Path, index: u64, shape: Shape) -> Result<Option<Grid>> {
    let sources = Sources::new(vec![corpus.to_owned()], SplitChoice::All);
    // What cannot be read as puzzles holds none.
    let Ok(mut tables) = TableInput::new(sources, shape) else { return Ok(None) };
    while let Some(rows) = tables.next_rows()? {
        if let Some(row) = (0..rows.puzzles.len()).find(|&row| rows.index(row) == Some(index)) {
            return Ok(rows.puzzles[row].1.clone().ok());
        }
    }
    Ok(None)
}

fn page(index: u64, made: &Generated, words: &Words) -> Result<()> {
    let colour = wants_colour();
    let puzzle = made.puzzle.grid();
    let drawings =
        [draw::grid(puzzle, puzzle, colour), draw::grid(&Grid::from(&made.solution), puzzle, colour)];
    print(&draw::pair(("puzzle", &drawings[0]), ("solution", &drawings[1]), COLUMNS))?;
    print(&format!("\n{puzzle}\n{}\n\n", made.solution))?;
    if let Some(board) = &made.board {
        print(&derived_board(board, made, colour))?;
    }
    print(&statistics(index, made))?;
    for rated in &made.ratings {
        let Some(path) = &rated.path else { continue };
        if made.ratings.len() > 1 {
            print(&format!("\nsteps by {}:", visible(rated.rulebook().name())))?;
        }
        print(&format!("\n{}", wording::steps_text(&Pencilmarks::new(puzzle), path, words, colour)))?;
    }
    Ok(())
}

fn derived_board(board: &DerivedBoard, made: &Generated, colour: bool) -> String {
    let drawing = draw::grid(&board.grid, made.puzzle.grid(), colour);
    let label = match &board.label {
        BoardLabel::Ambiguous(label) => {
            let (solutions, cells) = (label.solutions.len(), label.ambiguous.cells().len());
            let least = label.differing_sets.first().map_or(0, |set| set.cells().len());
            format!(
                "ambiguous: {solutions} solutions, {cells} cells differ, the fewest between two are {least}"
            )
        }
        BoardLabel::Broken(label) => {
            let wrong = label.wrong_cell.name(made.solution.shape());
            let conflict = label.conflict.map_or("the least conflict was not found".to_owned(), |conflict| {
                format!("{} givens contradict it: {conflict}", conflict.cells().len())
            });
            format!("broken: {} at {wrong} is wrong; {conflict}", label.wrong_digit)
        }
        BoardLabel::Partial(label) => {
            format!(
                "partly filled: {} cells, of which {} are no givens",
                label.filled,
                label.entries.cells().len()
            )
        }
    };
    format!("board\n{}\n\n{}\n{label}\n\n", drawing.lines.join("\n"), board.grid)
}

/// `hard, score 584 (hodoku-2.2/2); hardest xyz_wing 180, 57 steps`.
fn rating(rated: &Rated) -> String {
    let (rating, rulebook) = (&rated.rating, rated.rulebook());
    let level = rated.level().map(|level| format!("{}, ", visible(level))).unwrap_or_default();
    let measures = measures(rating, rulebook);
    let Some(hardest) = rating.hardest else {
        let (cells, steps) = (rating.stuck_cells, rating.steps);
        let open = if rating.er_at_least.is_some() {
            format!("; past the rate budget, {measures}")
        } else {
            String::new()
        };
        return format!("not solved: {cells} empty cells after {steps} steps{open}");
    };
    format!("{level}{measures}; hardest step {hardest}, {} steps", rating.steps)
}

fn statistics(index: u64, made: &Generated) -> String {
    let minimal = match (made.minimal, made.orbit_minimal) {
        (Some(true), _) => "yes: no given can go",
        (Some(false), Some(true)) => "no, but no orbit of givens can go",
        (Some(false), _) => "no",
        (None, Some(true)) => "not established; no orbit of givens can go",
        (None, _) => "not established",
    };
    let time = |time: Duration| duration(time.as_nanos() as f64);
    let seed = blake3::Hash::from_bytes(made.seed).to_string();
    let weight = made.weight.map(|weight| ("weight", format!("ln {weight}")));
    let rows = [
        ("index", index.to_string()),
        ("puzzle seed", seed),
        ("givens", made.givens.to_string()),
        ("minimal", minimal.to_owned()),
        ("attempts", made.attempts.to_string()),
        ("checks", format!("{} in {} nodes", made.effort.checks, made.effort.nodes)),
        ("fill, dig", format!("{}, {}", time(made.fill_time), time(made.dig_time))),
    ];
    let ratings = made.ratings.iter().map(|rated| ("rating", rating(rated)));
    rows.into_iter()
        .chain(weight)
        .chain(ratings)
        .chain(made.measured.iter().flat_map(|measured| measured.words()))
        .map(|(name, value)| format!("{name:<11} {value}\n"))
        .collect()
}
