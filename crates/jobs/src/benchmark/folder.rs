//! A folder with a benchmark, or with the first rows of each stratum: made and opened.

use super::definition::{BENCHMARK_ROWS, BENCHMARKS, Benchmark, BenchmarkStratum};
use crate::classes::StrataJob;
use gridmill_board::{Puzzle, Shape, Solution};
use gridmill_corpus::{
    Corpus, Equivalence, IfExists, Job, Part, Rule, RunHooks, Sources, SplitChoice, SplitManifest,
    StratumJob, Workers, contents_of_file,
};
use gridmill_generate::Budgets;
use gridmill_solve::{SolverKind, prove};
use gridmill_tables::{Error, Result, read::TableInput, write::Format};
use std::path::{Path, PathBuf};

/// A folder that [`BenchmarkJob`] made.
#[derive(Debug)]
pub struct BenchmarkFolder {
    path: PathBuf,
    /// Benchmark.
    pub benchmark: &'static Benchmark,
    /// Rows of each split, in the order of [`Benchmark::splits`].
    rows: Vec<u64>,
    /// BLAKE3 hashes of these rows.
    contents: Vec<String>,
}

/// Puzzle of a stratum that is scored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// Number of its stratum among [`Benchmark::strata`].
    pub stratum: usize,
    /// Stratum and index within it: `er_1/17`.
    pub id: String,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its solution.
    pub solution: Solution,
}

impl BenchmarkFolder {
    /// Opens a folder, and computes the hashes of its rows.
    ///
    /// # Errors
    /// [`Error::Corpus`] for a folder that is not one of the benchmark, or is not whole; [`Error::Io`] if it cannot be read.
    pub fn open(path: &Path) -> Result<Self> {
        let place = path.join("manifest.json");
        if place.is_file() && !SplitManifest::is_at(&place) {
            return Err(Error::corpus(path, no_benchmark("it has no splits")));
        }
        let manifest = SplitManifest::read(&place)?;
        let Rule::Benchmark { name, strata } = &manifest.selection.rule else {
            return Err(Error::corpus(path, no_benchmark("it has the splits of another command")));
        };
        let known = Benchmark::named(name).filter(|benchmark| benchmark.has_jobs(strata));
        let Some(benchmark) = known else {
            return Err(Error::corpus(path, no_benchmark("its strata are not those of this version")));
        };
        if !manifest.complete {
            let problem = "the run that makes it has not ended; go on with it by the same command";
            return Err(Error::corpus(path, problem));
        }
        let file = |StratumJob { name, job }: &StratumJob| {
            let file = manifest.files.iter().find(|file| file.split == *name);
            let file = file.ok_or_else(|| Error::corpus(path, format!("the stratum {name} has no file")))?;
            contents_of_file(&path.join("data").join(&file.name), job)
        };
        let contents = strata.iter().map(file).collect::<Result<_>>()?;
        let rows = strata.iter().map(|StratumJob { job: Job { count, .. }, .. }| *count).collect();
        Ok(Self { path: path.to_owned(), benchmark, rows, contents })
    }

    /// Returns the rows of the largest split.
    pub fn rows(&self) -> u64 {
        self.rows.iter().copied().max().unwrap_or_default()
    }

    /// Returns true if the folder has all rows of each split.
    pub fn is_whole(&self) -> bool {
        self.benchmark.splits().map(|stratum| stratum.rows).eq(self.rows.iter().copied())
    }

    /// Goes through the splits and the hashes of their rows.
    pub fn contents(&self) -> impl Iterator<Item = (&'static BenchmarkStratum, &str)> {
        self.benchmark.splits().zip(self.contents.iter().map(String::as_str))
    }

    /// Checks that all rows are those of the definition. Rows of a smaller benchmark have no hash to be compared with.
    ///
    /// # Errors
    /// [`Error::Corpus`] with the first stratum whose rows are others.
    pub fn check(&self) -> Result<()> {
        let differs = |(stratum, hash): &(&BenchmarkStratum, &str)| *hash != stratum.contents_blake3;
        match self.contents().find(differs).filter(|_| self.is_whole()) {
            None => Ok(()),
            Some((BenchmarkStratum { name, contents_blake3, .. }, hash)) => {
                let benchmark = self.benchmark.name;
                let problem = format!(
                    "these are not the rows of {benchmark}: those of {name} have the hash {hash}, not {contents_blake3}"
                );
                Err(Error::corpus(self.path.clone(), problem))
            }
        }
    }

    /// Reads the puzzles of the strata, one after the other, and solves them.
    ///
    /// # Errors
    /// Those of [`check`](Self::check) and of reading the rows.
    pub fn questions(&self) -> Result<Vec<Question>> {
        self.check()?;
        let mut solver =
            SolverKind::default_for(Shape::STANDARD).solver(Shape::STANDARD, Budgets::DEFAULT.nodes);
        let mut questions = Vec::new();
        for (number, stratum) in self.benchmark.strata.iter().enumerate() {
            let split = SplitChoice::Named(stratum.name.to_owned());
            let mut tables = TableInput::new(Sources::new(vec![self.path.clone()], split), Shape::STANDARD)?;
            let first = questions.len();
            while let Some(rows) = tables.next_rows()? {
                for (line, grid) in rows.puzzles {
                    let proven = grid.and_then(|grid| {
                        let proven = prove(grid, &mut *solver).map_err(|error| error.to_string())?;
                        proven.ok_or_else(|| "it has not exactly one solution".to_owned())
                    });
                    let (puzzle, solution) = proven.map_err(|problem| {
                        Error::corpus(rows.file.0.clone(), format!("row {line}: {problem}"))
                    })?;
                    let id = format!("{}/{}", stratum.name, questions.len() - first);
                    questions.push(Question { stratum: number, id, puzzle, solution });
                }
            }
        }
        Ok(questions)
    }
}

fn no_benchmark(why: &str) -> String {
    format!("this is no folder of a benchmark: {why}; the command benchmark makes one")
}

/// Options of making a benchmark.
#[derive(Debug, Clone)]
pub struct BenchmarkJob {
    /// The benchmark.
    pub benchmark: &'static Benchmark,
    /// Rows of each split, at most: the first of each, all from [`BENCHMARK_ROWS`] on.
    pub rows: u64,
    /// File format.
    pub format: Format,
    /// Identifier of the license of the folder, if the maker chose one.
    pub license: Option<String>,
    /// Threads, 0 for one a core.
    pub threads: usize,
}

impl Default for BenchmarkJob {
    fn default() -> Self {
        Self {
            benchmark: BENCHMARKS[0],
            rows: BENCHMARK_ROWS,
            format: Format::default(),
            license: None,
            threads: 0,
        }
    }
}

impl BenchmarkJob {
    /// Makes the strata in `out`: a folder with a split for each, which share no class of complete grids.
    ///
    /// # Errors
    /// [`Error::Corpus`] if `out` holds something that `existing` does not allow,
    /// [`Error::Io`] if it cannot be written to, [`Error::Interrupted`] once
    /// a stop is asked for.
    pub fn run(&self, out: &Path, existing: IfExists, events: &RunHooks) -> Result<BenchmarkFolder> {
        let strata = StrataJob {
            name: self.benchmark.name.to_owned(),
            strata: self.benchmark.jobs(self.rows, self.format)?,
            by: Equivalence::Grid,
            format: self.format,
            license: self.license.clone(),
            threads: self.threads,
        };
        // Rows that are read again are not made.
        let reading = RunHooks { stop: events.stop.clone(), ..RunHooks::default() };
        strata.run((out, existing), &reading, |stratum, place| self.make(stratum, place, events))?;
        BenchmarkFolder::open(out)
    }

    fn make(&self, StratumJob { job, .. }: &StratumJob, place: &Path, events: &RunHooks) -> Result<()> {
        let workers = Workers::new(job.plan.clone(), job.seed.clone(), job.whole(), self.threads)?;
        let corpus = Corpus::open(job.clone(), Part::WHOLE, place, IfExists::Resume)?;
        corpus.write(&workers, events)?.outcome
    }
}
