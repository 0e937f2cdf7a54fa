//! Everything that decides the bytes of a corpus, and its division into shards and parts.

use gridmill_generate::{MasterSeed, MixLayout, Plan};
use gridmill_tables::{
    Error, Result,
    facts::{Facts, HistoryStep},
    numbers::thousands,
    schema::{ColumnNames, Layout, LayoutColumn},
    write::Format,
};
use serde::{Deserialize, Serialize};
use std::{fmt, ops::Range, str::FromStr};

/// Description of a whole corpus: its puzzles, their number, its files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// The stream version that gives the seeds their meaning.
    pub stream: u32,
    /// The master seed.
    pub seed: MasterSeed,
    /// Rows to make.
    pub count: u64,
    /// Index of the first of them in the whole corpus.
    #[serde(default, skip_serializing_if = "is_default")]
    pub start: u64,
    /// Rows of the whole corpus; `None` if it ends with these.
    #[serde(default, skip_serializing_if = "is_default")]
    pub of: Option<u64>,
    /// Plan that makes each puzzle.
    pub plan: Plan,
    /// The file format.
    pub format: Format,
    /// Rows of each shard but the last.
    pub shard_rows: u64,
    /// True if rows hold the `_ns` columns, the only ones that differ from run to run.
    pub timings: bool,
    /// The columns of the rows; all if none is named.
    #[serde(default, skip_serializing_if = "ColumnNames::is_all")]
    pub columns: ColumnNames,
}

pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Job {
    /// The default number of rows of a shard.
    pub const SHARD_ROWS: u64 = 1_000_000;

    /// Returns a job of `count` puzzles with default files.
    pub fn new(plan: Plan, seed: MasterSeed, count: u64) -> Self {
        Self {
            stream: plan.stream_version(),
            seed,
            count,
            start: 0,
            of: None,
            plan,
            format: Format::default(),
            shard_rows: Self::SHARD_ROWS,
            timings: true,
            columns: ColumnNames::default(),
        }
    }

    /// Checks that the options fit each other.
    ///
    /// # Errors
    /// [`Error::Option`] with what is allowed.
    pub fn validate(&self) -> Result<()> {
        for (name, value) in [("count", self.count), ("shard rows", self.shard_rows)] {
            if value == 0 {
                return Err(Error::option(format!("{name} 0 makes no corpus; give 1 or more")));
            }
        }
        let Some(end) = self.start.checked_add(self.count) else {
            let most = thousands(u64::MAX);
            return Err(Error::option(format!("start and count add up to more than {most}; give less")));
        };
        if let Some(of) = self.of.filter(|&of| of < end) {
            let (start, last) = (self.start, end - 1);
            return Err(Error::option(format!(
                "`of={of}` has no rows {start} to {last}: give more, or fewer rows"
            )));
        }
        self.plan.validate()?;
        if self.start > 0 && self.of.is_none() && self.plan.needs_count() {
            return Err(Error::option(format!(
                "`start` is within a corpus with quotas, whose size decides which row has which: give `mix_block={}` or `of=N`",
                MixLayout::BLOCK
            )));
        }
        Layout::of(&self.plan, self.timings).check(&self.columns)
    }

    /// Returns the indices of the rows.
    pub const fn rows(&self) -> Range<u64> {
        self.start..self.start.saturating_add(self.count)
    }

    /// Returns the number of rows of the whole corpus.
    pub fn whole(&self) -> u64 {
        self.of.unwrap_or(self.rows().end)
    }

    /// Returns the columns of the rows.
    pub fn layout(&self) -> Layout {
        Layout::of(&self.plan, self.timings).with_columns(&self.columns)
    }

    /// Returns the number of shards of the whole corpus.
    pub const fn shards(&self) -> u64 {
        self.count.div_ceil(self.shard_rows)
    }

    /// Returns the rows of shard `number` (from 0); none beyond the last.
    pub fn rows_of(&self, number: u64) -> Range<u64> {
        let first = number.saturating_mul(self.shard_rows).min(self.count);
        let end = first.saturating_add(self.shard_rows).min(self.count);
        self.start.saturating_add(first)..self.start.saturating_add(end)
    }

    /// Returns the number of the shard with row `index`, if it is not before the first.
    pub const fn shard_with(&self, index: u64) -> Option<u64> {
        match index.checked_sub(self.start) {
            Some(place) => place.checked_div(self.shard_rows),
            None => None,
        }
    }

    /// Returns the file name of shard `number` (from 0), in the form of the Hugging Face hub.
    pub fn shard_name(&self, number: u64) -> String {
        format!("part-{number:05}-of-{:05}.{}", self.shards(), self.format.name())
    }

    /// Returns the facts of the rows, which `program` makes.
    pub fn facts(&self, program: &str) -> Facts {
        let drawn = (self.stream, self.seed.to_string());
        let facts = Facts::of_plan(&self.plan, drawn, self.whole());
        let step = HistoryStep {
            program: program.to_owned(),
            command: self.command("corpus", None),
            inputs: Vec::new(),
        };
        let columns = self.layout().columns();
        let names: Vec<&str> = columns.iter().map(LayoutColumn::name).collect();
        Facts { history: vec![step], ..facts }.of_columns(&names)
    }

    /// Describes the first difference from the corpus of `other`; `None` if it is the same.
    pub fn difference(&self, other: &Self) -> Option<String> {
        let flat = |job: &Self| {
            let mut fields = serde_json::to_value(job).unwrap_or_default();
            let plan = fields.as_object_mut().and_then(|fields| fields.remove("plan")).unwrap_or_default();
            let both = [fields, plan].into_iter().filter_map(|value| value.as_object().cloned());
            let mut flat: std::collections::BTreeMap<_, _> = both.flatten().collect();
            // The grids matter, not the name of their file.
            let from = flat.remove("from").unwrap_or_default();
            flat.insert("from (its grids' BLAKE3)".to_owned(), from["blake3"].clone());
            // So do the classes of excluded puzzles.
            let exclude = flat.remove("exclude").unwrap_or_default();
            flat.insert("exclude (its classes' BLAKE3)".to_owned(), exclude["blake3"].clone());
            flat
        };
        let (mine, theirs) = (flat(self), flat(other));
        let shown = |fields: &std::collections::BTreeMap<_, _>, name| {
            fields.get(name).map_or("absent".to_owned(), ToString::to_string)
        };
        mine.keys()
            .chain(theirs.keys())
            .find(|&name| mine.get(name) != theirs.get(name))
            .map(|name| format!("{name} is {} there and {} here", shown(&mine, name), shown(&theirs, name)))
    }
}

/// One machine's part of a corpus: `2/8` is the second of eight parts. A part has whole shards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    number: u64,
    of: u64,
}

impl Part {
    /// All of it.
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    /// Returns part `number` (from 1) of `of`; `None` if there is no such part.
    pub const fn new(number: u64, of: u64) -> Option<Self> {
        if 1 <= number && number <= of { Some(Self { number, of }) } else { None }
    }

    /// Returns the number of this part, from 1.
    pub const fn number(self) -> u64 {
        self.number
    }

    /// Returns the number of parts.
    pub const fn of(self) -> u64 {
        self.of
    }

    /// Returns the shards of this part. All parts together have each shard once.
    ///
    /// # Errors
    /// [`Error::Option`] if the corpus has too few shards to give this part one.
    pub fn shards(self, job: &Job) -> Result<Range<u64>> {
        let cut = |n: u64| {
            #[expect(clippy::cast_possible_truncation, reason = "at most the number of shards")]
            {
                (u128::from(n) * u128::from(job.shards()) / u128::from(self.of)) as u64
            }
        };
        let shards = cut(self.number - 1)..cut(self.number);
        if shards.is_empty() {
            return Err(Error::option(format!(
                "part {self} has nothing to make: {} rows in shards of {} are {} file(s); give `shard_rows={}` or less",
                job.count,
                job.shard_rows,
                job.shards(),
                (job.count / self.of).max(1)
            )));
        }
        Ok(shards)
    }

    /// Returns the rows of this part.
    ///
    /// # Errors
    /// As [`shards`](Self::shards).
    pub fn rows(self, job: &Job) -> Result<Range<u64>> {
        let shards = self.shards(job)?;
        Ok(job.rows_of(shards.start).start..job.rows_of(shards.end - 1).end)
    }
}

gridmill_board::text_in_data!(Part);

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(n, of)| Some((n.parse().ok()?, of.parse().ok()?)));
        let part = numbers.and_then(|(number, of)| Self::new(number, of));
        part.ok_or_else(|| "give K/N with K from 1 to N, such as 2/8".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(count: u64, shard_rows: u64) -> Job {
        Job { shard_rows, ..Job::new(Plan::default(), "42".parse().unwrap(), count) }
    }

    #[test]
    fn shards_tile_the_corpus() {
        for (count, shard_rows) in [(1, 1), (10, 3), (9, 3), (1_000_000, 1_000_000), (5, 100)] {
            let job = job(count, shard_rows);
            let rows: Vec<u64> = (0..job.shards()).flat_map(|n| job.rows_of(n)).collect();
            assert!(rows.into_iter().eq(0..count));
        }
        assert_eq!(job(10, 3).shard_name(3), "part-00003-of-00004.parquet");
    }

    /// Rows from an index on are those of the whole, in files of their own.
    #[test]
    fn rows_may_start_anywhere() {
        for (start, count, shard_rows) in [(3, 10, 4), (1 << 40, 1, 1), (u64::MAX - 5, 5, 2)] {
            let job = Job { start, ..job(count, shard_rows) };
            job.validate().unwrap();
            let rows: Vec<u64> = (0..job.shards()).flat_map(|n| job.rows_of(n)).collect();
            assert!(rows.iter().copied().eq(job.rows()));
            for number in 0..job.shards() {
                assert!(job.rows_of(number).all(|index| job.shard_with(index) == Some(number)));
            }
            assert_eq!((job.shard_with(start - 1), job.whole()), (None, start + count));
        }
        let text = |job: &Job| job.validate().unwrap_err().to_string();
        let within = Job { start: 90, of: Some(99), ..job(10, 10) };
        insta::assert_snapshot!(text(&within), @"`of=99` has no rows 90 to 99: give more, or fewer rows");
        assert!(text(&Job { start: u64::MAX, ..job(1, 1) }).starts_with("start and count add up to more"));
        let mut mixed = Job { start: 5, ..job(10, 10) };
        mixed.plan.dig =
            gridmill_generate::Dig::top_down("30:1,26:1".parse::<gridmill_generate::GivensMix>().unwrap());
        insta::assert_snapshot!(text(&mixed), @"`start` is within a corpus with quotas, whose size decides which row has which: give `mix_block=1000` or `of=N`");
        mixed.of = Some(100);
        mixed.validate().unwrap();
        assert!(mixed.command("corpus", None).contains(" --count 10 --start 5 --of 100 --seed 42 "));
        let whole = serde_json::to_string(&job(10, 10)).unwrap();
        assert!(!whole.contains("start") && !whole.contains("\"of\""), "{whole}");
    }

    #[test]
    fn parts_tile_the_shards() {
        let job = job(1000, 10);
        for of in [1, 3, 7, 100] {
            let parts = (1..=of).map(|number| Part { number, of }.shards(&job).unwrap());
            assert!(parts.flatten().eq(0..100));
        }
        let problem = "2/101".parse::<Part>().unwrap().shards(&job);
        assert!(problem.is_ok() || problem.unwrap_err().to_string().contains("shard rows 9"));
        assert!("1/101".parse::<Part>().unwrap().shards(&job).is_err());
        for bad in ["5/4", "0/4", "4", "a/b", "1/0", ""] {
            assert!(bad.parse::<Part>().is_err(), "{bad}");
        }
    }

    #[test]
    fn differences_are_named() {
        let mut other = job(10, 10);
        assert_eq!(job(10, 10).difference(&other), None);
        other.plan.fill = gridmill_generate::Fill::Digitwise;
        insta::assert_snapshot!(job(10, 10).difference(&other).unwrap(), @r#"fill is "uniform" there and "digitwise" here"#);
    }

    #[test]
    fn commands_quote_what_a_shell_would_split() {
        let mut job = job(10, 10);
        job.seed = "it's a seed".parse().unwrap();
        insta::assert_snapshot!(job.command("corpus", None), @r"gridmill generate --count 10 --seed 'it'\''s a seed' --box 3x3 --fill uniform --dig top-down --givens minimal --symmetry none --minimal any --max-puzzles-per-grid 1 --attempts 100000 --budget nodes=10000000 --checker bitboard --format parquet --shard-rows 10 --out corpus");
    }
    /// A shell parses the command into the intended arguments.
    #[test]
    fn commands_quote_names_of_files() {
        let mut job = job(10, 10);
        job.plan.dig = gridmill_generate::Dig::pattern(["x".repeat(81).parse().unwrap()]).unwrap();
        let command = job.command("my corpus; ls", None);
        assert!(command.contains(" --pattern 'my corpus; ls/patterns.txt' "), "{command}");
        assert!(command.ends_with(" --out 'my corpus; ls'"), "{command}");
        let own = "name = \"mine\"\nscale = \"mine/1\"\nconventions = \"hodoku\"\n\
             [[rule]]\ntechnique = \"naked_single\"\nrating = 1\n";
        let rulebook = gridmill_rate::Rulebook::parse(own).unwrap();
        job.plan.rating.rulebooks = vec![std::sync::Arc::new(rulebook)];
        let command = job.command("my corpus; ls", None);
        assert!(command.contains(" --rulebook 'my corpus; ls/rulebook.toml' "), "{command}");
        let grid = gridmill_board::Grid::empty(gridmill_board::Shape::STANDARD);
        job.plan.from = Some(gridmill_generate::InputGrids::new("my $HOME grids", [grid]).unwrap());
        assert!(job.command("corpus", None).contains(" --from 'my $HOME grids' "));
        assert!(job.command("corpus", Some("../it's")).contains(r" --from '../it'\''s' "));
    }
}
