//! The readers and parsers, each called with one input. A promise that is broken is an error; so is a panic.

use gridmill::{
    board::{Grid, Pattern, Shape, Transform},
    corpus::{
        AddColumns as _, AugmentJob, CorpusReader, Job, Manifest, Part, RateJob, Sources, read_grids,
        read_patterns, read_rulebook,
    },
    generate::{Addition, Budgets, Givens, GivensMix, MasterSeed, Plan, TransformGroup},
    rate::{FinderMemory, Rulebook, Technique, library::Case},
    report::{Form, Origin, Report, SummaryCollector, SummaryOptions, VerifyScope},
    tables::{
        facts::Facts,
        files::Draft,
        read::{GridColumns, Invalid, Puzzles, TableInput, parse_puzzle},
        write::{Format, RowsOutput},
    },
};
use std::{
    fmt::{Debug, Display},
    io,
    path::Path,
    str::FromStr,
    sync::{
        Arc, LazyLock,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
};

/// One input, as bytes and as a file.
#[derive(Debug)]
pub(crate) struct Input<'a> {
    /// The bytes.
    pub(crate) bytes: &'a [u8],
    /// A file that holds them, if the target has a file name.
    pub(crate) path: &'a Path,
}

/// A reader or parser.
#[derive(Debug)]
pub(crate) struct Target {
    /// Its name.
    pub(crate) name: &'static str,
    /// The name of the file that it reads; empty if it reads none.
    pub(crate) file: &'static str,
    /// Inputs in every thousand or so.
    pub(crate) share: u64,
    /// Name of the words of its format, in `words.txt`.
    pub(crate) words: &'static str,
    /// Tries one input.
    pub(crate) run: fn(&Input) -> Result<(), String>,
}

/// Rows after which a file is read enough: a short one may hold many.
const ROWS: usize = 50_000;

/// A target by its parts.
const fn target(
    name: &'static str,
    file: &'static str,
    share: u64,
    words: &'static str,
    run: fn(&Input) -> Result<(), String>,
) -> Target {
    Target { name, file, share, words, run }
}

/// All targets.
pub(crate) static TARGETS: [Target; 29] = [
    target("puzzles-text", "fuzz.txt", 80, "text", puzzles),
    target("puzzles-csv", "fuzz.csv", 80, "csv", puzzles),
    target("puzzles-arrow", "fuzz.arrow", 30, "arrow", puzzles),
    target("puzzles-npy", "fuzz.npy", 15, "numpy", puzzles),
    target("puzzles-parquet", "fuzz.parquet", 50, "parquet", puzzles),
    target("tables-text", "fuzz.txt", 30, "text", tables),
    target("tables-csv", "fuzz.csv", 40, "csv", tables),
    target("tables-arrow", "fuzz.arrow", 10, "arrow", tables),
    target("tables-npy", "fuzz.npy", 5, "numpy", tables),
    target("tables-parquet", "fuzz.parquet", 30, "parquet", tables),
    target("source-arrow", "fuzz.arrow", 10, "arrow", source),
    target("report-arrow", "fuzz.arrow", 2, "arrow", report),
    target("source-csv", "fuzz.csv", 15, "csv", source),
    target("source-parquet", "fuzz.parquet", 25, "parquet", source),
    target("rate-csv", "fuzz.csv", 2, "csv", rate),
    target("rate-parquet", "fuzz.parquet", 4, "parquet", rate),
    target("augment-csv", "fuzz.csv", 10, "csv", augment),
    target("augment-parquet", "fuzz.parquet", 10, "parquet", augment),
    target("report-csv", "fuzz.csv", 1, "csv", report),
    target("report-parquet", "fuzz.parquet", 2, "parquet", report),
    target("grids", "fuzz.csv", 20, "csv", grids),
    target("patterns", "fuzz.txt", 50, "text", patterns),
    target("manifest", "manifest.json", 50, "json", manifest),
    target("facts", "", 60, "json", facts),
    target("json", "", 80, "json", json),
    target("rulebook", "fuzz.toml", 40, "toml", rulebook),
    target("library", "", 120, "library", library),
    target("grid", "", 150, "text", grid),
    target("options", "", 200, "option", options),
];

/// The target of this name.
pub(crate) fn by_name(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

/// The target of a kept file, `TARGET--ANYTHING`.
pub(crate) fn of_file(name: &str) -> Option<&'static Target> {
    name.split_once("--").and_then(|(target, _)| by_name(target))
}

static POOL: LazyLock<rayon::ThreadPool> = LazyLock::new(|| {
    rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("one thread can be started")
});
static SHAPES: LazyLock<[Shape; 3]> =
    LazyLock::new(|| ["3x3", "2x2", "5x5"].map(|shape| shape.parse().expect("a shape")));

/// The shape that an input is read as, by its length.
fn shape_of(input: &Input) -> Shape {
    SHAPES[if input.bytes.len().is_multiple_of(8) { 1 + input.bytes.len() / 8 % 2 } else { 0 }]
}

/// Lines of text that there can be at most.
fn most_rows(input: &Input) -> usize {
    let is_parquet =
        input.path.extension().is_some_and(|ending| ending == "parquet") || input.bytes.starts_with(b"PAR1");
    if is_parquet { usize::MAX } else { input.bytes.len() + 1 }
}

/// An error says something.
fn said<T>(result: Result<T, impl Display>) -> Result<(), String> {
    match result {
        Err(error) if error.to_string().is_empty() => Err("an error without words".to_owned()),
        _ => Ok(()),
    }
}

const fn treatment(skips: bool) -> Invalid {
    if skips { Invalid::Skip } else { Invalid::Stop }
}

fn puzzles(input: &Input) -> Result<(), String> {
    if let Err(reason) = parse_puzzle(shape_of(input), &String::from_utf8_lossy(input.bytes))
        && (reason.is_empty() || reason.lines().count() > 1 || reason.len() > 500)
    {
        return Err(format!("no short line says why there is no puzzle: {reason}"));
    }
    let Ok(rows) = Puzzles::new(&Sources::from(vec![input.path.to_owned()]), shape_of(input)) else {
        return Ok(());
    };
    let mut rows = rows.invalid(treatment(input.bytes.len().is_multiple_of(2)));
    let read = rows.by_ref().take(ROWS).count();
    if read > most_rows(input) {
        return Err(format!("{read} rows of {} bytes", input.bytes.len()));
    }
    if read < ROWS && rows.by_ref().take(3).count() > 0 {
        return Err("rows after the end".to_owned());
    }
    Ok(())
}

fn tables(input: &Input) -> Result<(), String> {
    let Ok(mut tables) = TableInput::new(Sources::from(vec![input.path.to_owned()]), shape_of(input)) else {
        return Ok(());
    };
    let mut read = 0;
    while read < ROWS {
        match tables.next_rows() {
            Ok(Some(rows)) if rows.batch.num_rows() != rows.puzzles.len() => {
                return Err(format!("{} rows and {} puzzles", rows.batch.num_rows(), rows.puzzles.len()));
            }
            Ok(Some(rows)) => read += rows.puzzles.len(),
            Ok(None) if !matches!(tables.next_rows(), Ok(None)) => {
                return Err("rows after the end".to_owned());
            }
            Ok(None) | Err(_) => break,
        }
    }
    if read > most_rows(input) { Err(format!("{read} rows of {} bytes", input.bytes.len())) } else { Ok(()) }
}

/// Scans a file as `report` does, and shows each batch.
fn scan(source: &CorpusReader, see: impl Fn(&arrow_array::RecordBatch) + Sync) -> Result<(), String> {
    let (stop, rows) = (AtomicBool::new(false), AtomicU64::new(0));
    said(source.scan(&POOL, &stop, &rows, |batch| {
        see(batch);
        if rows.load(Relaxed) > ROWS as u64 {
            stop.store(true, Relaxed);
        }
    }))
}

fn source(input: &Input) -> Result<(), String> {
    let Ok(source) = CorpusReader::open(input.path) else { return Ok(()) };
    let _ = (source.shape(), source.rows(), source.schemas().count(), source.provenance.bias());
    scan(&source, |_| ())
}

/// Facts of strangers are bounded when they are shown, and the same when they are stated again.
fn facts(input: &Input) -> Result<(), String> {
    let Ok(text) = std::str::from_utf8(input.bytes) else { return Ok(()) };
    let Ok(facts) = Facts::parse(text) else { return Ok(()) };
    if Facts::parse(&facts.to_json()) != Ok(facts.clone()) {
        return Err(format!("stated again: {}", facts.to_json()));
    }
    let words = facts.population_words(Shape::STANDARD);
    if words.len() > 64 * 400 || words.chars().any(char::is_control) {
        return Err(format!("{} bytes of words", words.len()));
    }
    let joined = facts.clone().join(Facts::of_shape(Shape::STANDARD));
    let _ = (
        facts.limits(true),
        facts.why_no_errors(),
        facts.scales.iter().map(gridmill::tables::facts::RatingScale::after_singles).collect::<Vec<_>>(),
        joined,
    );
    Ok(())
}

fn report(input: &Input) -> Result<(), String> {
    let Ok(source) = CorpusReader::open(input.path) else { return Ok(()) };
    let options = SummaryOptions {
        scope: VerifyScope::Sample(3),
        ..SummaryOptions::of(source.shape().unwrap_or(Shape::STANDARD))
    };
    let options = options.with_scales(&source.provenance.facts, source.schemas());
    let collector = SummaryCollector::new(options);
    source.schemas().for_each(|schema| collector.declare(schema));
    scan(&source, |batch| collector.absorb(batch))?;
    let origin = Origin::of("fuzz".to_owned(), &source.provenance);
    let report = Report::new("gridmill report".to_owned(), vec![(origin, collector.finish())]);
    let form = Form::ALL[input.bytes.len() % Form::ALL.len()];
    let text = report.render(form);
    // A number that went below 0; in Parquet it may be a value.
    let below = |text: &str| text.replace(',', "").contains("18446744073709551");
    if below(&text) && input.path.ends_with("fuzz.csv") && !below(&String::from_utf8_lossy(input.bytes)) {
        return Err("a number that went below 0".to_owned());
    }
    if text.chars().any(|c| c.is_control() && c != '\n' && c != '\t') {
        return Err(format!("a control character in {}", form.name()));
    }
    Ok(())
}

fn rate(input: &Input) -> Result<(), String> {
    let Ok(mut tables) = TableInput::new(Sources::from(vec![input.path.to_owned()]), Shape::STANDARD) else {
        return Ok(());
    };
    let job = RateJob {
        shape: Shape::STANDARD,
        rulebooks: vec![Arc::new(Rulebook::hodoku().clone())],
        add: (3..)
            .zip(Addition::ALL)
            .filter(|&(n, _)| input.bytes.len().is_multiple_of(n))
            .map(|(_, one)| one)
            .collect(),
        timings: false,
        invalid: treatment(!input.bytes.len().is_multiple_of(16)),
        budgets: Budgets { nodes: 100_000, rating: 1_000_000, trial: 10_000 },
        threads: 1,
    };
    let out = input.path.with_file_name("rated.parquet");
    let output = if input.bytes.len().is_multiple_of(2) {
        RowsOutput::stream(Format::Csv, "nowhere", io::sink())
    } else {
        RowsOutput::file(Format::Parquet, Draft::open(&out, true).map_err(|error| error.to_string())?)
    };
    let (stop, rows) = (AtomicBool::new(false), AtomicU64::new(0));
    said(job.run(&mut tables, output, &stop, &rows))
}

fn augment(input: &Input) -> Result<(), String> {
    let job = AugmentJob {
        times: 1 + input.bytes.len() as u64 % 3,
        keep_original: input.bytes.len().is_multiple_of(2),
        group: TransformGroup::full(shape_of(input)),
        seed: MasterSeed::from(7),
        rate: None,
        invalid: treatment(!input.bytes.len().is_multiple_of(16)),
        threads: 1,
    };
    let Ok(mut images) = job.open(vec![input.path.to_owned()], &GridColumns::default()) else {
        return Ok(());
    };
    let output = RowsOutput::stream(Format::Jsonl, "nowhere", io::sink());
    let (stop, rows) = (AtomicBool::new(false), AtomicU64::new(0));
    match job.run(&mut images, output, &stop, &rows) {
        Ok(totals)
            if totals.images
                != (totals.rows - totals.skipped) * (job.times + u64::from(job.keep_original)) =>
        {
            Err(format!("{totals:?}"))
        }
        outcome => said(outcome),
    }
}

fn grids(input: &Input) -> Result<(), String> {
    said(read_grids(input.path, shape_of(input), 1_000, &GridColumns::default(), false))
}

fn patterns(input: &Input) -> Result<(), String> {
    if let Ok(patterns) = read_patterns(input.path) {
        for pattern in patterns {
            round_trip(&pattern)?;
            let _ = pattern.fits(Shape::STANDARD);
        }
    }
    Ok(())
}

fn manifest(input: &Input) -> Result<(), String> {
    let Ok(manifest) = Manifest::read(input.path) else { return Ok(()) };
    let (planned, rows) = (manifest.planned(), manifest.rows());
    let (most, all) = (manifest.job.count, manifest.job.rows());
    if rows > most || planned.iter().any(|rows| rows.start < all.start || rows.end > all.end) {
        return Err(format!("{rows} rows, planned {planned:?}, of {all:?}"));
    }
    let names: Vec<&str> = manifest.shards.iter().map(|shard| shard.name.as_str()).collect();
    match names.iter().find(|name| name.contains(['/', '\\', '\0']) || !name.starts_with("part-")) {
        Some(name) => Err(format!("a shard called {name:?}")),
        None => Ok(()),
    }
}

fn json(input: &Input) -> Result<(), String> {
    if let Ok(job) = serde_json::from_slice::<Job>(input.bytes)
        && job.validate().is_ok()
    {
        let _ = (job.shards(), job.rows_of(0), job.shard_name(0), job.command("out", None));
        let last = job.shards().saturating_sub(1);
        let rows = job.rows_of(last);
        if rows.end != job.rows().end || rows.start >= rows.end {
            return Err(format!("the last shard holds {rows:?} of {:?}", job.rows()));
        }
        let written = serde_json::to_vec(&job).map_err(|error| error.to_string())?;
        let again: Job = serde_json::from_slice(&written).map_err(|error| error.to_string())?;
        if again != job {
            return Err("a job that is another when it is written and read".to_owned());
        }
    }
    let _ = serde_json::from_slice::<Plan>(input.bytes).map(|plan| plan.validate());
    let _ = serde_json::from_slice::<Manifest>(input.bytes);
    Ok(())
}

fn rulebook(input: &Input) -> Result<(), String> {
    let name = input.path.display().to_string();
    let Ok(rulebook) = read_rulebook(&name) else { return Ok(()) };
    let again = Rulebook::parse(rulebook.text()).map_err(|error| error.to_string())?;
    if again == rulebook {
        Ok(())
    } else {
        Err("a rulebook that is another when it is read again".to_owned())
    }
}

fn library(input: &Input) -> Result<(), String> {
    for line in String::from_utf8_lossy(input.bytes).lines().take(4) {
        let case = Case::parse(line);
        if let Ok(Some(case)) = &case
            && input.bytes.len() % 64 == 1
        {
            let found = case.found(&mut FinderMemory::default());
            let _ = case.passes(&found);
        }
        said(case)?;
    }
    Ok(())
}

fn grid(input: &Input) -> Result<(), String> {
    let text = String::from_utf8_lossy(input.bytes);
    for &shape in &*SHAPES {
        match Grid::parse(shape, &text) {
            Ok(grid) => {
                let again = Grid::parse(shape, &grid.to_string()).map_err(|error| error.to_string())?;
                if again != grid {
                    return Err("a grid that is another when it is read again".to_owned());
                }
            }
            Err(error) => drop(error.to_string()),
        }
    }
    Ok(())
}

/// Text that parses is written in a form that parses to the same.
fn round_trip<T: FromStr + Display + PartialEq>(value: &T) -> Result<(), String> {
    match value.to_string().parse::<T>() {
        Ok(again) if again == *value => Ok(()),
        _ => Err(format!("{value} is another when it is read again")),
    }
}

fn parse<T: FromStr<Err: Display> + Display + PartialEq + Debug>(text: &str) -> Result<(), String> {
    match text.parse::<T>() {
        Ok(value) => round_trip(&value),
        error => said(error),
    }
}

fn options(input: &Input) -> Result<(), String> {
    let text = String::from_utf8_lossy(input.bytes);
    parse::<Part>(&text)?;
    parse::<Shape>(&text)?;
    parse::<Givens>(&text)?;
    parse::<GivensMix>(&text)?;
    parse::<MasterSeed>(&text)?;
    parse::<Technique>(&text)?;
    parse::<Transform>(&text)?;
    parse::<Pattern>(&text)
}
