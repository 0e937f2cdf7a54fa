//! Definitions of the benchmarks: their strata, the jobs of these, and the hashes of their rows.
//!
//! The rows of a stratum are those of `gridmill generate --count ROWS --seed "BENCHMARK STRATUM"` with the options of the stratum. So the rows of
//! a stratum are independent, and the first rows of it are those of a smaller one.

use gridmill_corpus::{Job, JobOptions, OptionValue, StratumJob};
use gridmill_generate::{Addition, DigMode};
use gridmill_tables::{Error, Result, schema::ColumnId, write::Format};

/// Rows of a stratum, at most.
pub const BENCHMARK_ROWS: u64 = 1000;

/// Rulebooks of all strata, with their versions.
const RULEBOOKS: &str = "se-1.2.1/1,hodoku-2.2/2";

/// Columns of all strata.
const COLUMNS: &str =
    "index,puzzle,solution,givens,se_er,se_ep,se_ed,hodoku_level,hodoku_score,guesses,attempts,class_id";

/// A benchmark: strata of puzzles that are scored, and sets to train with, which share no class with them.
#[derive(Debug, PartialEq, Eq)]
pub struct Benchmark {
    /// Name with its version, and the beginning of the seeds of its strata.
    pub name: &'static str,
    /// Strata that are scored, by measure, the easiest first.
    pub strata: &'static [BenchmarkStratum],
    /// Splits that are not scored: to train and to choose a model with.
    pub training: &'static [BenchmarkStratum],
    /// Names of the strata whose mean share of exact solutions is the headline number; empty for none.
    pub headline: &'static [&'static str],
    /// True if the rows have their trial depth.
    has_trial: bool,
}

/// Stratum of a benchmark: puzzles whose difficulty is in a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BenchmarkStratum {
    /// Name of the split.
    pub name: &'static str,
    /// Measure of the difficulty, an option of `generate`: ER, guesses or trial depth.
    pub measure: &'static str,
    /// Range of the measure, both ends included, as the option writes it.
    pub range: &'static str,
    /// Method that makes its puzzles.
    pub making: Making,
    /// Rows.
    pub rows: u64,
    /// BLAKE3 hash of the rows as CSV.
    pub contents_blake3: &'static str,
}

/// Method that makes the puzzles of a stratum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Making {
    /// Minimal puzzles of uniform grids, of which those within the range are kept.
    TopDown,
    /// Ends of climbs: the first puzzle of a local search within the range.
    Climb,
    /// The same, with equal numbers of rows for each of these ranges, as `mix` writes them.
    ClimbMix(&'static str),
}

impl Making {
    /// Returns the dig.
    pub const fn dig(self) -> DigMode {
        match self {
            Self::TopDown => DigMode::TopDown,
            Self::Climb | Self::ClimbMix(_) => DigMode::Climb,
        }
    }
}

type Named = (&'static str, &'static str, &'static str);

const fn top_down((measure, name, range): Named, contents_blake3: &'static str) -> BenchmarkStratum {
    BenchmarkStratum { name, measure, range, making: Making::TopDown, rows: BENCHMARK_ROWS, contents_blake3 }
}

const fn er(name: &'static str, range: &'static str, contents_blake3: &'static str) -> BenchmarkStratum {
    top_down(("er", name, range), contents_blake3)
}

const fn guesses(name: &'static str, range: &'static str, contents_blake3: &'static str) -> BenchmarkStratum {
    top_down(("guesses", name, range), contents_blake3)
}

const fn climb((measure, name, range): Named, rows: u64, contents_blake3: &'static str) -> BenchmarkStratum {
    BenchmarkStratum { name, measure, range, making: Making::Climb, rows, contents_blake3 }
}

const fn climb_mix(
    (measure, name, range): Named,
    mix: &'static str,
    rows: u64,
    contents_blake3: &'static str,
) -> BenchmarkStratum {
    BenchmarkStratum { name, measure, range, making: Making::ClimbMix(mix), rows, contents_blake3 }
}

const FIRST: [BenchmarkStratum; 12] = [
    er("er_1", "1.0..1.5", "d3d6203d08207e9c3a7a972dc92c7aba271cf543099439e312f4b1c01509f603"),
    er("er_2", "1.6..2.5", "d53dded8ada6d9c4d0d67fa827153da0ec9f981ed233ef20d15e1e2357f70813"),
    er("er_3", "2.6..6.4", "69b0e8e1737740f604b3cd3fbd94d87943a022d71a3c5c2d9523d29c1443afbb"),
    er("er_4", "6.5..7.9", "1db3877c2ffb6843da7124fe392f014d902d0d3b319afcdaa25960a910e0c3b4"),
    er("er_5", "8.0..8.9", "de47c1bab9cf8e41d0c6ce3ee66f60ac204e0cb481e1c64f69d2357636433f47"),
    er("er_6", "9.0..11.9", "5b21701a48833483463669c637049dba95264cc00f0675a1957952ee7f749b0d"),
    guesses("guesses_1", "0", "80f6413491bfbd088beb9c7b9a6fe78b10885178eafe44255d04e779cb1b769f"),
    guesses("guesses_2", "0.01..1.99", "db5ead02e9c281c6ee74add74a22bdcdfbb9f2edc7792b2f7a7dcc39a3f3853d"),
    guesses("guesses_3", "2..3.99", "a2f2448388e9c68e328e06b7ff21cf7b5a2e8fe01a90ff1aceb4b269b3cb7420"),
    guesses("guesses_4", "4..5.99", "e1901285c8a49e90c031664e950d85c6ba9705785b1a231f6f13ec5751452ccf"),
    guesses("guesses_5", "6..9.99", "4d02580834fb5d6718294e30741dd214d9ca854b50908c23e5c58909589a6503"),
    guesses("guesses_6", "10..1000", "08b61841704db79480faf73c01854c85c44185b4ec449506f682d39162cecbd6"),
];

const SECOND: [BenchmarkStratum; 12] = [
    er("er_1", "1.0..2.5", "03b3a450a8dc28ab78097cd4e67666115ae9d4dfcecb7afe770626ced0ff338d"),
    er("er_3", "2.6..6.4", "2ef2465e206dbb65628753c00cf9240a9ac7d0c19993356375b93149d21d47bf"),
    er("er_6", "6.5..7.9", "292a3ae96fb54fce6ac30b6bd9ba59a4d04d6d877b8c5e77a2196fe155f2acdc"),
    er("er_8", "8.0..8.9", "b242a1430ec3ca122f33957d7de717de19128298eefe9856134d9d276b0928e4"),
    climb(
        ("er", "er_9", "9.0..9.9"),
        BENCHMARK_ROWS,
        "5c8817633ee0077b5c454775030c6da125d6cb2759898dc8d7d754205c9c2a89",
    ),
    guesses("guesses_0", "0", "666e2ae0420f476944bc1bedc79bc34b6f5f4d914a2b861ec643213d62df4a92"),
    guesses("guesses_1", "1..4.99", "500f87ad1261a3998a450b48e0345fafa9a2bea9f36e4ad9b4b8c8bcad1cbf31"),
    guesses("guesses_5", "5..19.99", "3d6a62ada46655f1ac60765abe6c54f3b4440a22cc04c912be5d78e102173892"),
    climb_mix(
        ("guesses", "guesses_20", "20..49.99"),
        "guesses=20..34.99:1,35..49.99:1",
        BENCHMARK_ROWS,
        "cdf3b40073c8d06a26faade8b766cfbed1063bbaa4e74cdddd0e6bb13c4a00f5",
    ),
    climb_mix(
        ("guesses", "guesses_50", "50..99.99"),
        "guesses=50..69.99:1,70..99.99:1",
        200,
        "b8fc8b1fc97fabaa72f14a0593aa1ef937e43944ab632ec93ec84055bdf17aee",
    ),
    climb(
        ("guesses", "guesses_100", "100..1000"),
        100,
        "5526d57cf5bc1e6743393f0b2bac8447f29cc96ae2bffe54e32425530dac6deb",
    ),
    climb(
        (ColumnId::TrialDepth.name(), "depth_2", "2"),
        50,
        "9d7e8cc8d6eff0ee127e212945a50c713840e75ef70c0650d4b350516cabf188",
    ),
];

/// The benchmarks, the first one first.
pub static BENCHMARKS: [&Benchmark; 2] = [
    &Benchmark { name: "gridmill-bench-1", strata: &FIRST, training: &[], headline: &[], has_trial: false },
    &Benchmark {
        name: "gridmill-bench-2",
        strata: &SECOND,
        training: &[
            climb_mix(
                ("guesses", "train", "0..99.99"),
                TRAINING_MIX,
                750,
                "69d272d059cef1a2f0c4939dfeda20e6b1d5cb5ade3c274099b389aba82cec20",
            ),
            climb_mix(
                ("guesses", "validation", "0..99.99"),
                TRAINING_MIX,
                750,
                "301e8981e0d0e434729e18c2a56e14f82f5726a6f93064c12ca6ea2b0253f7cd",
            ),
        ],
        headline: &["guesses_20", "guesses_50", "guesses_100"],
        has_trial: true,
    },
];

/// Ranges of the training sets of the second benchmark: easier than its hardest strata.
const TRAINING_MIX: &str = "guesses=0..0.99:1,1..4.99:1,5..19.99:1,20..49.99:1,50..99.99:1";

impl Benchmark {
    /// Returns the benchmark of a name.
    pub fn named(name: &str) -> Option<&'static Self> {
        BENCHMARKS.into_iter().find(|benchmark| benchmark.name == name)
    }

    /// Returns its hash: BLAKE3 of a line for each split, its name and the hash of its rows with a space between.
    pub fn hash(&self) -> String {
        let lines = self.splits().map(|stratum| format!("{} {}\n", stratum.name, stratum.contents_blake3));
        blake3::hash(lines.collect::<String>().as_bytes()).to_string()
    }

    /// Goes through the strata, then the sets to train with.
    pub fn splits(&self) -> impl Iterator<Item = &'static BenchmarkStratum> {
        self.strata.iter().chain(self.training)
    }

    /// Returns the number of rows of all splits, if each has at most `rows`.
    pub fn rows(&self, rows: u64) -> u64 {
        self.splits().map(|stratum| stratum.rows.min(rows)).sum()
    }

    /// Goes through the measures of the strata.
    pub fn measures(&self) -> impl Iterator<Item = &'static str> {
        let measures = self.strata.iter().map(|stratum| stratum.measure);
        measures
            .scan("", |last, measure| Some((std::mem::replace(last, measure) != measure).then_some(measure)))
            .flatten()
    }

    /// Returns the jobs of all splits, with at most `rows` rows each.
    pub(super) fn jobs(&self, rows: u64, format: Format) -> Result<Vec<StratumJob>> {
        self.splits().map(|stratum| self.job(stratum, rows, format)).collect()
    }

    /// Returns the job that makes the first `rows` rows of a stratum, or all, in files of `format`.
    fn job(&self, stratum: &BenchmarkStratum, rows: u64, format: Format) -> Result<StratumJob> {
        let rows = rows.min(stratum.rows);
        let trial = self.has_trial.then_some(Addition::Trial);
        let mut options = JobOptions {
            count: Some(rows),
            shard_rows: Some(rows),
            seed: format!("{} {}", self.name, stratum.name).parse().ok(),
            format: Some(format),
            no_timings: true,
            add: [Addition::Guesses, Addition::Canonical].into_iter().chain(trial).collect(),
            ..JobOptions::default()
        };
        let columns = [COLUMNS, ColumnId::TrialDepth.name()][..=usize::from(self.has_trial)].join(",");
        let mut set = |name: &str, value: &str| {
            options.set(name, &OptionValue::Text(value.to_owned())).map_err(Error::option)
        };
        set("rulebook", RULEBOOKS)?;
        set("columns", &columns)?;
        match stratum.making {
            Making::TopDown => set(stratum.measure, stratum.range)?,
            Making::Climb => {
                set("dig", DigMode::Climb.name())?;
                set(stratum.measure, stratum.range)?;
            }
            Making::ClimbMix(mix) => {
                set("dig", DigMode::Climb.name())?;
                set("mix", mix)?;
                set("mix_block", &mix.split(',').count().to_string())?;
            }
        }
        Ok(StratumJob { name: stratum.name.to_owned(), job: options.job()? })
    }

    /// Returns true if the jobs are those of the benchmark, whatever the number of rows and the format.
    pub(super) fn has_jobs(&self, jobs: &[StratumJob]) -> bool {
        let Some(rows) = jobs.iter().map(|stratum| stratum.job.count).max() else { return false };
        let Job { format, .. } = jobs[0].job;
        self.jobs(rows, format).is_ok_and(|own| own == jobs)
    }
}
