//! Commands that write, small enough to be run thousands of times, with the bytes that each must leave.

use crate::{
    corpora::{self, whole_so_far},
    prelude::*,
};

/// The kind of a job's outputs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Output {
    /// A corpus in the folder `out`, the same bytes in every run; an interrupted run is finished by these words.
    Corpus(&'static str),
    /// A folder with splits in `out/rows`, the same bytes in every run, which `--resume` finishes; and other files.
    Splits,
    /// Files in the folder `out`, the same bytes in every run.
    Files,
    /// This folder in `out`, which holds the files of one run alone, the same bytes in every run; and other files.
    Exchanged(&'static str),
    /// Two files in `out`, the same bytes in every run, that never are of two runs. The second may be absent.
    Pair([&'static str; 2]),
    /// Files in `out` whose figures are times: their lines are the same but for numbers.
    Timed,
    /// A file in `out`, the same bytes in every run, and its journal, with which `--resume` finishes it.
    Journaled,
}

/// A command.
#[derive(Debug)]
pub(crate) struct Job {
    /// Its name in labels.
    pub(crate) name: String,
    /// Its words; outputs are below `out`.
    pub(crate) args: Vec<String>,
    /// The kind of outputs.
    pub(crate) output: Output,
    /// Entries of `out` before the run.
    pub(crate) before: Tree,
    /// Exact contents of `out` afterwards.
    pub(crate) expected: Tree,
    /// Wall time of the uninterrupted run.
    pub(crate) time: Duration,
}

/// A corpus that `--resume` finishes.
const RESUMED: Output = Output::Corpus("--resume");

/// Words in the names of outputs in whose place no old file is put: names that a run decides, and a file that every set shares.
const STAYS: [&str; 3] = ["svg", "identifiers.json", JOURNAL];

/// End of the names of journals.
const JOURNAL: &str = ".scan";

/// Contents of an old file in the place of an output.
const OLD: &[u8] = b"an older file\n";

const WHOLE: [&str; 12] = [
    "--givens 46 --count 90",
    "--count 60 --box 2x2 --symmetry rot180",
    "--dig bottom-up --count 60 --box 2x2",
    "--dig walk --givens 21..22 --count 24",
    "--pattern INPUTS/patterns.txt --count 40 --box 2x2",
    "--dig controlled-bias --count 40 --box 2x2",
    "--dig weighted --count 60",
    "--mix givens=46:0.5,40:0.5 --count 90",
    "--givens 40 --count 60 --rulebook hodoku,se --add path,guesses",
    "--from INPUTS/grids.csv --givens 46 --count 90 --max-puzzles-per-grid 3",
    "--board solutions=2..10 --count 60",
    "--dig climb --objective guesses --climb-steps 40 --count 24",
];

/// Folder of inputs that all jobs read.
pub(crate) fn inputs(attack: &Attack) -> PathBuf {
    let folder = attack.folder("inputs");
    if folder.join("timed/README.md").exists() {
        return folder;
    }
    let patterns = "xx..\n..xx\n.x.x\nx.x.\n".split('\n').collect::<String>();
    fs::write(folder.join("patterns.txt"), format!("# cells\n{patterns}\nxxx...x..x..xx.x\n")).unwrap();
    let run = |args: &str, more: &[&str]| {
        let more = more.iter().map(|&word| word.to_owned());
        let ended = Call::new(attack, &folder, words(args, &folder).into_iter().chain(more)).run();
        assert!(ended.code == Some(0), "inputs cannot be made: {}", ended.said());
        ended.stdout
    };
    let make = |args: &str, out: &str| drop(run(args, &["--out", out]));
    let stream = |args: &str, out: &str| fs::write(folder.join(out), run(args, &[])).unwrap();
    stream("generate --seed 5 --progress never --no-timings --givens 46 --count 20", "grids.csv");
    stream("generate --seed 6 --progress never --no-timings --givens 40 --count 300", "puzzles.csv");
    let parts = "generate --seed 7 --progress never --givens 46 --count 90 --shard-rows 10 --no-timings";
    for part in 1..=3 {
        make(&format!("{parts} --part {part}/3"), &format!("part{part}"));
        make(&format!("{parts} --format csv --part {part}/3"), &format!("csv{part}"));
    }
    stream("generate --seed 9 --progress never --no-timings --givens 44 --count 12", "few.csv");
    stream("generate --seed 10 --progress never --no-timings --givens 44 --count 60", "first.csv");
    make("augment first.csv --times 1 --keep-original --progress never", "classes.csv");
    make("benchmark --first 1 --progress never", "bench");
    stream("solve INPUTS/bench/data --split all --out - --progress never", "answers.csv");
    make("generate --seed 8 --progress never --count 200 --shard-rows 64 --givens 46", "timed");
    folder
}

/// The words of a command line, `INPUTS` replaced by the folder of inputs.
pub(crate) fn words(line: &str, inputs: &Path) -> Vec<String> {
    line.split_whitespace().map(|word| word.replace("INPUTS", &inputs.display().to_string())).collect()
}

/// Every way to make a corpus, and every other command that writes.
pub(crate) fn all(attack: &Attack, tally: &Tally) -> Vec<Job> {
    let mut lines = Vec::new();
    for (n, mode) in WHOLE.iter().enumerate() {
        for format in ["parquet", "csv"] {
            for rows in [7, 31, 1000] {
                let line = format!("generate {mode} --format {format} --shard-rows {rows}");
                lines.push((format!("generate{n}-{format}-{rows}"), line, RESUMED, false));
            }
        }
    }
    lines.extend(few_lines());
    learn(attack, tally, lines)
}

/// One job of each kind.
pub(crate) fn few(attack: &Attack, tally: &Tally) -> Vec<Job> {
    learn(attack, tally, few_lines())
}

/// Jobs of the commands that choose, change or export rows.
pub(crate) fn of_rows(attack: &Attack, tally: &Tally) -> Vec<Job> {
    learn(attack, tally, with_older(&row_lines()))
}

type Line = (String, String, Output, bool);

fn few_lines() -> Vec<Line> {
    let generate = "generate --givens 46 --count 30 --shard-rows 8 -j 1";
    let lines = [
        ("generate-parquet", format!("{generate} --format parquet"), RESUMED),
        ("generate-csv", format!("{generate} --format csv"), RESUMED),
        ("generate-many", format!("{generate} --format csv --shard-rows 3").replace(" --shard-rows 8", ""), RESUMED),
        ("generate-part", format!("{generate} --format csv --part 2/2"), RESUMED),
        ("generate-pattern", "generate --pattern INPUTS/patterns.txt --count 20 --box 2x2 --shard-rows 7 -j 1".into(), RESUMED),
        ("merge-parquet", "merge INPUTS/part1 INPUTS/part2 INPUTS/part3".into(), Output::Corpus("--overwrite")),
        ("merge-csv", "merge INPUTS/csv3 INPUTS/csv2 INPUTS/csv1".into(), Output::Corpus("--overwrite")),
        ("rate-csv", "rate INPUTS/puzzles.csv --no-timings -j 1 --out out/rated.csv".into(), Output::Files),
        ("rate-parquet", "rate INPUTS/puzzles.csv --no-timings --add path -j 1 --out out/rated.parquet".into(), Output::Files),
        ("report", "report INPUTS/part1 --check 5 -j 1 --out out/a.md --out out/a.html --out out/a.json --out out/a.csv".into(), Output::Files),
        ("report-svg", "report INPUTS/timed --check 5 -j 1 --out out/a.md --svg out/svg".into(), Output::Files),
        ("compare", "compare --box 2x2 --count 20 --seed 1 --out out/c.html --out out/c.md".into(), Output::Timed),
    ];
    with_older(&lines)
}

fn row_lines() -> Vec<(&'static str, String, Output)> {
    let split = "split INPUTS/classes.csv --into a:0.6,b:0.4 --shard-rows 40 -j 1 --out out/rows";
    let generate = "generate --givens 46 --count 30 -j 1 --shard-rows";
    let dedup = "dedup INPUTS/classes.csv -j 1 --out out/rows";
    let export = "export INPUTS/few.csv -j 1 --to";
    let pair = Output::Pair(["rows.csv", "groups.csv"]);
    let scan = "scan 1234341221434321 1234341223414123 --givens 5 -j 1 --out out/found.txt";
    vec![
        ("split", split.to_owned(), Output::Splits),
        ("split-csv", format!("{split} --format csv --stratify givens --invalid=skip"), Output::Splits),
        (
            "split-exclude",
            format!("{split} --format jsonl --by grid --exclude INPUTS/few.csv"),
            Output::Splits,
        ),
        ("split-generate", format!("{generate} 12 --split a:0.6,b:0.4 --out out/rows"), Output::Splits),
        ("dedup-folder", dedup.to_owned(), Output::Splits),
        ("dedup-folder-report", format!("{dedup} --report out/groups.csv"), Output::Splits),
        ("dedup-file", format!("{dedup}.parquet"), Output::Files),
        ("dedup-file-report", format!("{dedup}.csv --report out/groups.csv"), pair),
        ("export-hrm", format!("{export} hrm --set train --augment 2 --out out"), Output::Exchanged("train")),
        ("export-numpy", format!("{export} numpy --out out/arrays"), Output::Exchanged("arrays")),
        ("export-jsonl", format!("{export} jsonl --out out/rows.jsonl"), Output::Files),
        ("export-extreme", format!("{export} sudoku-extreme --out out/rows.csv"), Output::Files),
        ("export-bank", format!("{export} bank --out out/bank.jsonl"), Output::Files),
        ("export-book", format!("{export} book --out out/book.pdf"), Output::Files),
        ("export-pages", format!("{export} book --out out/pages"), Output::Exchanged("pages")),
        ("scan", scan.to_owned(), Output::Journaled),
        ("generate-over", format!("{generate} 8"), RESUMED),
        ("canonical", "canonical INPUTS/few.csv -j 1 --out out/rows.csv".to_owned(), Output::Files),
        ("solve", "solve INPUTS/few.csv -j 1 --out out/rows.parquet".to_owned(), Output::Files),
        ("augment", "augment INPUTS/few.csv --times 2 -j 1 --out out/rows.parquet".to_owned(), Output::Files),
    ]
}

/// Jobs whose outputs are folders, once more with those of other options in their place.
const OTHER_OPTIONS: [(&str, &str, &str); 5] = [
    ("generate-over", "--count 30", "--count 50"),
    ("split", "a:0.6,b:0.4", "a:0.5,c:0.5"),
    ("split-generate", "--count 30", "--count 50"),
    ("dedup-folder", "dedup", "dedup --by row"),
    ("dedup-folder-report", "dedup", "dedup --by row"),
];

/// Returns the command line that made what a job replaces.
fn older_line(name: &str, line: &str) -> Option<String> {
    let (_, from, to) = OTHER_OPTIONS.iter().find(|(of, ..)| Some(*of) == name.strip_suffix("-old"))?;
    Some(line.replace(from, to))
}

/// The jobs, and each once more with older outputs in the place of its own.
fn with_older(lines: &[(&str, String, Output)]) -> Vec<Line> {
    let fresh = lines.iter().map(|(name, line, output)| ((*name).to_owned(), line.clone(), *output, false));
    let is_folder = |output: &Output| matches!(output, Output::Corpus(_) | Output::Splits);
    let has_older =
        |name: &str, output: &Output| !is_folder(output) || OTHER_OPTIONS.iter().any(|(of, ..)| *of == name);
    let old = lines.iter().filter(|(name, _, output)| has_older(name, output));
    let old =
        old.map(|(name, line, output)| (format!("{name}-old"), format!("{line} --overwrite"), *output, true));
    fresh.chain(old).collect()
}

/// Runs each job once, undisturbed, and keeps what it leaves.
fn learn(attack: &Attack, tally: &Tally, lines: Vec<Line>) -> Vec<Job> {
    let inputs = inputs(attack);
    let mut jobs = Vec::new();
    for (name, line, output, old) in lines {
        let line = if line.starts_with("merge") { line } else { format!("{line} --progress never") };
        let line = if line.starts_with("generate") { format!("{line} --seed 42 --no-timings") } else { line };
        let args_of = |line: &str| {
            let mut args = words(line, &inputs);
            if matches!(output, Output::Corpus(_)) {
                args.extend(["--out".to_owned(), "out".to_owned()]);
            }
            args
        };
        let args = args_of(&line);
        let mut job = Job {
            name: name.clone(),
            args,
            output,
            before: Tree::new(),
            expected: Tree::new(),
            time: Duration::ZERO,
        };
        let room = attack.room();
        job.prepare(room.path());
        let verdict = job.learn(attack, tally, room.path());
        if let Some(line) = older_line(&name, &line) {
            let room = attack.room();
            job.prepare(room.path());
            let ended = Call::new(attack, room.path(), args_of(&line)).run();
            assert!(ended.code == Some(0), "older outputs cannot be made: {}", ended.said());
            job.before = corpora::settled(&tree(&room.path().join("out")));
        } else if old {
            let outputs = job.expected.iter();
            let outputs = outputs.filter(|(name, _)| !STAYS.iter().any(|stays| name.contains(stays)));
            let older = |entry: &Entry| match entry {
                Entry::Folder => Entry::Folder,
                _ => Entry::File(OLD.to_owned()),
            };
            job.before = outputs.map(|(name, entry)| (name.clone(), older(entry))).collect();
        }
        match verdict {
            Ok(()) => jobs.push(job),
            Err(_) => tally.count("undisturbed", &format!("{}/undisturbed", job.name), verdict),
        }
    }
    jobs
}

impl Job {
    /// Lays out the folder of a run.
    pub(crate) fn prepare(&self, dir: &Path) {
        if !matches!(self.output, Output::Corpus(_)) {
            fs::create_dir_all(dir.join("out")).unwrap();
        }
        corpora::plant(&dir.join("out"), &self.before);
        if matches!(self.output, Output::Corpus(_)) {
            let _ = fs::remove_dir(dir.join("out"));
        }
    }

    /// True if there is what a run can go on with, or the output is files.
    pub(crate) fn is_begun(&self, dir: &Path) -> bool {
        let out = dir.join("out");
        match self.output {
            Output::Journaled => tree(&out).keys().any(|name| name.ends_with(JOURNAL)),
            Output::Corpus(_) | Output::Splits if self.is_over_older() => self.is_replacing(dir),
            Output::Splits => out.join("rows").exists(),
            _ => out.exists(),
        }
    }

    /// True if the output is a folder, and an older one of other options is in its place.
    fn is_over_older(&self) -> bool {
        matches!(self.output, Output::Corpus(_) | Output::Splits) && !self.before.is_empty()
    }

    /// True if the older folder is being removed, or is replaced.
    fn is_replacing(&self, dir: &Path) -> bool {
        let (root, prefix) = self.root(dir);
        let manifest = fs::read(root.join("manifest.json")).ok().map(Entry::File);
        root.join(".work/emptying").exists()
            || manifest.as_ref() != self.before.get(&format!("{prefix}manifest.json"))
    }

    /// Returns the folder of rows, and the beginning of its names below `out`.
    fn root(&self, dir: &Path) -> (PathBuf, &'static str) {
        if self.output == Output::Splits { (dir.join("out/rows"), "rows/") } else { (dir.join("out"), "") }
    }

    /// The command in `dir`.
    pub(crate) fn call<'a>(&self, attack: &'a Attack, dir: &Path) -> Call<'a> {
        Call::new(attack, dir, &self.args)
    }

    /// The command that goes on after an interruption.
    pub(crate) fn again<'a>(&self, attack: &'a Attack, dir: &Path) -> Call<'a> {
        let more = match self.output {
            Output::Corpus(word) => Some(word.to_owned()),
            Output::Splits | Output::Journaled => Some("--resume".to_owned()),
            _ => None,
        };
        let is_resumed = more.as_deref() == Some("--resume");
        let words = self.args.iter().filter(|word| !(is_resumed && *word == "--overwrite")).cloned();
        Call::new(attack, dir, words.chain(more))
    }

    fn learn(&mut self, attack: &Attack, tally: &Tally, dir: &Path) -> Verdict {
        let ended = self.call(attack, dir).run();
        ended.succeeded(tally)?;
        self.time = ended.time;
        self.expected = corpora::settled(&tree(&dir.join("out")));
        match self.output {
            Output::Corpus(_) => corpora::sound(&dir.join("out")),
            Output::Splits => corpora::sound_splits(&dir.join("out/rows")),
            _ => Ok(()),
        }
    }

    /// Names in `out`. Drafts of a run that was killed stay there, and the next run is not to blame for them.
    pub(crate) fn names(dir: &Path) -> BTreeSet<String> {
        tree(&dir.join("out")).into_keys().collect()
    }

    /// Checks the outputs after a run that did not end by itself. If it has ended `cleanly`, nothing else is there but the
    /// names of `earlier`.
    pub(crate) fn check_interrupted(&self, dir: &Path, cleanly: bool, earlier: &BTreeSet<String>) -> Verdict {
        let out = dir.join("out");
        if self.is_over_older() {
            return self.check_replaced(dir);
        }
        if matches!(self.output, Output::Corpus(_)) {
            return whole_so_far(&out, &self.expected).map(drop);
        }
        let found = tree(&out);
        if self.output == Output::Splits {
            corpora::splits_whole_so_far(&out.join("rows"))?;
        }
        let is_of_splits = |name: &str| {
            self.output == Output::Splits
                && (name == "rows" || name == "rows/manifest.json" || name.starts_with("rows/.work"))
        };
        let is_state =
            |name: &str| is_of_splits(name) || self.output == Output::Journaled && name.ends_with(JOURNAL);
        for (name, entry) in &found {
            if self.before.get(name) == Some(entry) || self.is_whole(name, entry) || is_state(name) {
                continue;
            }
            if self.expected.contains_key(name) {
                let problem = format!("{name} is neither absent nor old nor whole");
                return fail(Kind::Lost, problem);
            }
            fail_if(cleanly && !earlier.contains(name), Kind::Lost, || format!("{name} was left behind"))?;
        }
        self.check_together(&found)?;
        let may_be_absent = |name: &str| matches!(self.output, Output::Pair([_, second]) if name == second);
        match self.before.keys().find(|&name| !found.contains_key(name) && !may_be_absent(name)) {
            Some(name) => fail(Kind::Lost, format!("the older {name} is gone")),
            None => Ok(()),
        }
    }

    /// Checks a folder that replaces an older one: each file is of one of them, the manifest is there as long as there is a shard, and one
    /// that is not the older names whole files alone.
    fn check_replaced(&self, dir: &Path) -> Verdict {
        let (root, prefix) = self.root(dir);
        let found = corpora::settled(&tree(&dir.join("out")));
        let manifest = format!("{prefix}manifest.json");
        for (name, entry) in &found {
            let is_known = self.before.get(name) == Some(entry) || self.expected.get(name) == Some(entry);
            if !is_known
                && *name != manifest
                && !name.starts_with(&format!("{prefix}.work"))
                && !name.contains(".gridmill-")
            {
                return fail(Kind::Lost, format!("{name} is neither old nor new"));
            }
        }
        if !self.is_replacing(dir) {
            let is_old = |(name, entry): (&String, &Entry)| found.get(name) == Some(entry);
            return match self.before.iter().find(|&old| !is_old(old)) {
                Some((name, _)) => fail(Kind::Lost, format!("the older {name} is gone, and nothing says so")),
                None => Ok(()),
            };
        }
        match self.output {
            _ if root.join(".work/emptying").exists() => Ok(()),
            Output::Splits => corpora::splits_whole_so_far(&root),
            _ => whole_so_far(&root, &self.expected).map(drop),
        }
    }

    /// Checks that outputs which belong together are of one run.
    fn check_together(&self, found: &Tree) -> Verdict {
        let part = |tree: &Tree, is_in: &dyn Fn(&str) -> bool| -> Tree {
            let part = tree.iter().filter(|(name, _)| is_in(name));
            part.map(|(name, entry)| (name.clone(), entry.clone())).collect()
        };
        match self.output {
            Output::Exchanged(folder) => {
                let is_in = |name: &str| name.starts_with(&format!("{folder}/"));
                let found = part(found, &is_in);
                let is_one = found.is_empty() && self.before.is_empty()
                    || [&self.before, &self.expected].into_iter().any(|whole| part(whole, &is_in) == found);
                fail_if(!is_one, Kind::Lost, || format!("{folder} holds files of two runs or a part"))
            }
            Output::Pair([first, second]) => {
                let (Some(rows), Some(other)) = (found.get(first), found.get(second)) else { return Ok(()) };
                let is_one = [&self.before, &self.expected]
                    .into_iter()
                    .any(|whole| whole.get(first) == Some(rows) && whole.get(second) == Some(other));
                fail_if(!is_one, Kind::Lost, || format!("{first} and {second} are of two runs"))
            }
            _ => Ok(()),
        }
    }

    /// Checks the outputs after a run that succeeded.
    pub(crate) fn check_done(&self, dir: &Path) -> Verdict {
        let out = dir.join("out");
        if self.output == Output::Splits {
            corpora::is_clean_of_work(&out.join("rows"))?;
        }
        if self.output == Output::Journaled {
            // Nodes of a scan that was stopped may differ.
            let without =
                |tree: Tree| tree.into_iter().filter(|(name, _)| !name.ends_with(JOURNAL)).collect();
            return match corpora::difference(&without(self.expected.clone()), &without(tree(&out))) {
                Some(difference) => fail(Kind::Lost, difference),
                None => Ok(()),
            };
        }
        if self.output != Output::Timed {
            return corpora::equal(&self.expected, &out);
        }
        let found = tree(&out);
        let names = found.keys().chain(self.expected.keys());
        for name in names {
            if !found.get(name).is_some_and(|entry| self.is_whole(name, entry)) {
                return fail(Kind::Lost, format!("{name} is not whole"));
            }
        }
        Ok(())
    }

    /// Finishes what was interrupted, and checks it. Drafts that a dead run left may stay.
    pub(crate) fn finish(&self, attack: &Attack, tally: &Tally, dir: &Path) -> Verdict {
        let out = dir.join("out");
        if matches!(self.output, Output::Corpus(_) | Output::Splits | Output::Journaled) {
            let again = if self.is_begun(dir) { self.again(attack, dir) } else { self.call(attack, dir) };
            again.run().succeeded(tally)?;
            if matches!(self.output, Output::Corpus(_)) {
                return self.check_done(dir);
            }
        } else {
            for name in self.expected.keys().filter(|name| !self.before.contains_key(*name)) {
                let _ = fs::remove_file(out.join(name));
            }
            self.call(attack, dir).run().succeeded(tally)?;
        }
        // The next run in a folder removes drafts of one that was killed.
        let is_draft = |name: &&String| {
            let first = name.split('/').next().unwrap_or_default();
            first.starts_with(".gridmill-") && first.strip_suffix(".part").is_some()
        };
        if let Some(draft) = tree(&out).keys().find(is_draft) {
            return fail(Kind::Lost, format!("{draft} of a killed run is left"));
        }
        for name in tree(&out).keys().rev().filter(|name| !self.expected.contains_key(*name)) {
            let path = out.join(name);
            let _ = if path.is_dir() { fs::remove_dir(path) } else { fs::remove_file(path) };
        }
        self.check_done(dir)
    }

    /// True if an output is whole: the expected bytes or, of times, the expected lines.
    fn is_whole(&self, name: &str, entry: &Entry) -> bool {
        match (self.expected.get(name), entry) {
            (Some(Entry::File(expected)), Entry::File(found)) if self.output == Output::Timed => {
                skeleton(name, expected) == skeleton(name, found)
            }
            (expected, found) => expected == Some(found),
        }
    }
}

/// Returns the parts of a file of times that are the same in every run: the headings of a page, and the letters of the last line.
fn skeleton(name: &str, bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let letters =
        |line: &str| line.chars().filter(|c| c.is_alphabetic() || "<>/".contains(*c)).collect::<String>();
    let last = text.lines().next_back().map(letters).unwrap_or_default();
    let is_markdown = Path::new(name).extension().is_some_and(|ending| ending == "md");
    let headings = text.lines().filter(|line| is_markdown && line.starts_with('#'));
    format!("{}{last}{}", headings.collect::<String>(), text.ends_with('\n'))
}
