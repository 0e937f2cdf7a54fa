//! Folders with splits whose run was killed, and then is resumed with one option, one input or one file of `.work/` changed.
//!
//! With another option or input, the run is refused, or leaves what a fresh run with these leaves. What lies in `.work/` and in the manifest
//! is not trusted: with a file there changed by hand, the run is refused, or leaves what an uninterrupted run leaves. Nothing outside changes.

use crate::{
    corpora,
    prelude::*,
    steps::Tracer,
    tampered::{canaries, untouched},
};
use std::os::unix::fs::symlink;

/// Cases of the long form and of the quick form.
const CASES: usize = 1_200;
const QUICK: usize = 150;

/// Calls before which the first run is killed, at most.
const LAST_CALL: usize = 90;

/// Scan whose journal is changed.
const SCAN: &str = "scan 1234341221434321 1234341223414123 --givens 5 -j 1 --progress never";

/// Files of work, in whose places others are put.
const WORK: [&str; 5] = ["classes.keys", "classes.places", "generated", "lock", "a-00000-of-00003.csv"];

/// A command, and changes of its words: what is replaced, and by what.
type Changeable = (&'static str, &'static [(&'static str, &'static str)]);

const COMMANDS: [Changeable; 3] = [
    (
        "split in.csv --into a:0.6,b:0.4 --by puzzle --seed 1 --format csv --shard-rows 9 --column puzzle --invalid=skip",
        &[
            ("a:0.6,b:0.4", "a:0.5,b:0.5"),
            ("a:0.6,b:0.4", "a:0.6,c:0.4"),
            ("--by puzzle", "--by row"),
            ("--by puzzle", "--by expansion"),
            ("--by puzzle", "--by grid"),
            ("--seed 1", "--seed 2"),
            ("--format csv", "--format jsonl"),
            ("--shard-rows 9", "--shard-rows 10"),
            ("--column puzzle", "--column other"),
            ("--column puzzle", ""),
            ("--invalid=skip", ""),
            ("--seed 1", "--seed 1 --stratify givens"),
            ("--seed 1", "--seed 1 --exclude first.csv"),
            ("in.csv", "first.csv"),
            ("in.csv", "in.csv first.csv"),
            ("--seed 1", "--seed 1 --box 2x2"),
            ("--seed 1", "--seed 1 --columns puzzle"),
        ],
    ),
    (
        "dedup in.csv --by puzzle --format csv --column puzzle --invalid=skip",
        &[
            ("--by puzzle", "--by row"),
            ("--by puzzle", "--by expansion"),
            ("--by puzzle", "--by grid"),
            ("--format csv", "--format parquet"),
            ("--column puzzle", "--column other"),
            ("--invalid=skip", ""),
            ("in.csv", "first.csv"),
            ("in.csv", "first.csv in.csv"),
            ("--by puzzle", "--by puzzle --box 2x2"),
            ("--by puzzle", "--by puzzle --columns puzzle"),
        ],
    ),
    (
        "generate --givens 46 --count 24 --seed 1 --split a:0.6,b:0.4 --format csv --shard-rows 9 --no-timings -j 1",
        &[
            ("a:0.6,b:0.4", "a:0.5,b:0.5"),
            ("--seed 1", "--seed 2"),
            ("--format csv", "--format jsonl"),
            ("--shard-rows 9", "--shard-rows 10"),
            ("--givens 46", "--givens 45"),
            ("--count 24", "--count 30"),
            ("--count 24", "--count 24 --start 5"),
            ("--count 24", "--count 24 --of 30"),
            ("--givens 46", "--givens 46 --rulebook hodoku"),
            ("--givens 46", "--givens 46 --exclude first.csv"),
            ("--givens 46", "--givens 46 --columns puzzle,givens"),
        ],
    ),
];

/// Everything that the cases share.
struct Bench<'a> {
    attack: &'a Attack<'a>,
    tally: &'a Tally,
    tracer: Tracer,
    inputs: Tree,
    /// Trees of fresh runs by command line; `None` if it fails.
    fresh: Mutex<BTreeMap<String, Option<Tree>>>,
}

/// Runs the stage.
pub(crate) fn run(attack: &Attack, tally: &Tally) {
    let tracer = match Tracer::new(attack) {
        Ok(tracer) => tracer,
        Err(reason) => return tally.skip(&reason),
    };
    let bench = Bench { attack, tally, tracer, inputs: inputs(attack), fresh: Mutex::default() };
    let cases: Vec<usize> = (0..if attack.options.quick { QUICK } else { CASES }).collect();
    attack.in_parallel(&cases, |number| {
        let label = number.to_string();
        if attack.wants(&label) {
            let mut dice = attack.dice(&label);
            let (line, changes) = *dice.pick(&COMMANDS);
            let (group, verdict) = if dice.one_in(5) {
                ("journals", bench.other_journal(&mut dice))
            } else if dice.one_in(2) {
                ("options", bench.other_option(line, *dice.pick(changes), &mut dice))
            } else {
                ("files", bench.other_file(line, &mut dice))
            };
            tally.count(group, &label, verdict);
        }
    });
}

/// Rows with two columns of puzzles, duplicates, and rows without a puzzle; and some of them once more.
fn inputs(attack: &Attack) -> Tree {
    let made = |seed: &str| {
        let line = format!("generate --seed {seed} --givens 44 --count 24 --no-timings --progress never");
        let ended = attack.call(attack.scratch(), line).run();
        assert!(ended.code == Some(0), "inputs cannot be made: {}", ended.said());
        let table = String::from_utf8_lossy(&ended.stdout).into_owned();
        table.lines().skip(1).filter_map(|row| row.split(',').nth(1)).map(str::to_owned).collect::<Vec<_>>()
    };
    let (mut puzzles, others) = (made("11"), made("12"));
    let twin = puzzles[3].clone();
    puzzles[20] = twin;
    puzzles[7] = String::from("no puzzle");
    let rows: Vec<String> =
        puzzles.iter().zip(&others).map(|(puzzle, other)| format!("{puzzle},{other}\n")).collect();
    let table = |rows: &[String]| Entry::File(format!("puzzle,other\n{}", rows.concat()).into_bytes());
    let files =
        [("in.csv", table(&rows)), ("first.csv", table(&rows[..6])), ("later.csv", table(&rows[1..]))];
    files.into_iter().map(|(name, entry)| (name.to_owned(), entry)).collect()
}

impl Bench<'_> {
    fn call(&self, dir: &Path, line: &str) -> Call<'_> {
        let line = format!("{line} --progress never --out out");
        self.attack.call(dir, line)
    }

    /// Returns the files that a fresh run leaves; `None` if it fails.
    fn fresh(&self, line: &str) -> Option<Tree> {
        if let Some(known) = self.fresh.lock().unwrap().get(line) {
            return known.clone();
        }
        let room = self.attack.room();
        plant(room.path(), &self.inputs);
        let is_made = self.call(room.path(), line).run().code == Some(0);
        let made = is_made.then(|| corpora::settled(&tree(&room.path().join("out"))));
        self.fresh.lock().unwrap().insert(line.to_owned(), made.clone());
        made
    }

    /// Kills a run at a random call, or lets it end; false if it left no manifest.
    fn killed(&self, dir: &Path, line: &str, dice: &mut Dice) -> Verdict<bool> {
        plant(dir, &self.inputs);
        let hit = dir.join("hit");
        let fault = format!("any:{}:kill", 4 + dice.below(LAST_CALL));
        let (ended, is_hit) = self.tracer.run(self.call(dir, line), &fault, &hit);
        if !is_hit {
            ended.succeeded(self.tally)?;
        }
        let _ = fs::remove_file(hit);
        Ok(dir.join("out/manifest.json").exists())
    }

    /// Resumes with another option or another input.
    fn other_option(&self, line: &str, (from, to): (&str, &str), dice: &mut Dice) -> Verdict {
        let room = self.attack.room();
        let dir = room.path();
        if !self.killed(dir, line, dice)? {
            return Ok(());
        }
        let is_input_changed = !line.starts_with("generate") && dice.one_in(6);
        let changed = if is_input_changed { line.to_owned() } else { line.replacen(from, to, 1) };
        if is_input_changed {
            fs::copy(dir.join("later.csv"), dir.join("in.csv")).unwrap();
        }
        let said = |(kind, problem): (Kind, String)| {
            let change =
                if is_input_changed { "another in.csv".to_owned() } else { format!("{from:?} as {to:?}") };
            (kind, format!("{line}: {change}: {problem}"))
        };
        let ended = self.call(dir, &format!("{changed} --resume")).run();
        ended.sound(self.tally).map_err(said)?;
        if ended.code == Some(0) {
            let fresh = if is_input_changed {
                let room = self.attack.room();
                plant(room.path(), &self.inputs);
                fs::copy(dir.join("in.csv"), room.path().join("in.csv")).unwrap();
                self.call(room.path(), line).run().succeeded(self.tally)?;
                Some(tree(&room.path().join("out")))
            } else {
                self.fresh(&changed)
            };
            return match fresh {
                Some(fresh) => corpora::equal(&fresh, &dir.join("out")).map_err(said),
                None => fail(Kind::Lost, "resumed, and a fresh run fails".to_owned()).map_err(said),
            };
        }
        plant(dir, &self.inputs);
        self.finishes(dir, line).map_err(said)
    }

    /// Resumes a scan whose journal was changed by hand.
    fn other_journal(&self, dice: &mut Dice) -> Verdict {
        let room = self.attack.room();
        let dir = room.path();
        canaries(dir);
        fs::create_dir_all(dir.join("out/in")).unwrap();
        let words = |more: &'static str| SCAN.split_whitespace().chain(more.split_whitespace());
        let fresh = Call::new(self.attack, dir, words("--out out/in/fresh.txt")).run();
        fresh.succeeded(self.tally)?;
        let hit = dir.join("hit");
        let fault = format!("any:{}:kill", 4 + dice.below(LAST_CALL));
        let call = Call::new(self.attack, dir, words("--out out/in/found.txt"));
        self.tracer.run(call, &fault, &hit);
        let _ = fs::remove_file(hit);
        let before = tree(dir);
        let journal = dir.join("out/in/.gridmill-found.txt.scan");
        let change = tamper_file(&journal, dice);
        let said =
            |(kind, problem): (Kind, String)| (kind, format!("{SCAN}: the journal {change}: {problem}"));
        let more = *dice.pick(&["--out out/in/found.txt --resume", "--out out/in/found.txt --overwrite"]);
        let ended = Call::new(self.attack, dir, words(more)).run();
        ended.sound(self.tally).map_err(said)?;
        untouched(dir, &before, "out").map_err(said)?;
        let [found, fresh] =
            ["found.txt", "fresh.txt"].map(|name| fs::read(dir.join("out/in").join(name)).ok());
        if ended.code == Some(0) && found != fresh {
            return fail(Kind::Lost, "other puzzles than those of a fresh run".to_owned()).map_err(said);
        }
        Ok(())
    }

    /// After a refusal the first command still finishes.
    fn finishes(&self, dir: &Path, line: &str) -> Verdict {
        self.call(dir, &format!("{line} --resume")).run().succeeded(self.tally)?;
        let Some(fresh) = self.fresh(line) else { return Ok(()) };
        corpora::is_clean_of_work(&dir.join("out"))?;
        corpora::equal(&fresh, &dir.join("out"))
    }

    /// Resumes and reads after a file was changed by hand.
    fn other_file(&self, line: &str, dice: &mut Dice) -> Verdict {
        let room = self.attack.room();
        let dir = room.path();
        if !self.killed(dir, line, dice)? {
            return Ok(());
        }
        canaries(dir);
        let file =
            if line.starts_with("dedup") { "train-00000-of-00001.csv" } else { "a-00000-of-00002.csv" };
        let change = tamper(&dir.join("out"), file, dice);
        let said = |(kind, problem): (Kind, String)| (kind, format!("{line}: {change}: {problem}"));
        let before = tree(dir);
        for reader in [
            "overlap out",
            "export out --to text --split a",
            "report out --format json",
            "dedup out --split a",
        ] {
            let ended = self.attack.call(dir, reader).run();
            ended.sound(self.tally).map_err(said)?;
            untouched(dir, &before, "none").map_err(said)?;
        }
        let ended: Ended = self.call(dir, &format!("{line} --resume")).run();
        ended.sound(self.tally).map_err(said)?;
        untouched(dir, &before, "out").map_err(said)?;
        match self.fresh(line) {
            Some(fresh) if ended.code == Some(0) => corpora::equal(&fresh, &dir.join("out")).map_err(said),
            _ => Ok(()),
        }
    }
}

/// Changes one file of a folder; the change in words.
fn tamper(out: &Path, file: &str, dice: &mut Dice) -> String {
    if dice.one_in(2) {
        return tamper_manifest(&out.join("manifest.json"), dice);
    }
    let name = *dice.pick(&WORK);
    let path = if dice.one_in(6) { out.join("data").join(file) } else { out.join(".work").join(name) };
    let shown = path.strip_prefix(out).unwrap().display().to_string();
    format!("{shown}: {}", tamper_file(&path, dice))
}

/// Changes one file, two folders below that of the canaries; the change in words.
fn tamper_file(path: &Path, dice: &mut Dice) -> &'static str {
    let mut bytes = fs::read(path).unwrap_or_default();
    let remove = || {
        let _ = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
    };
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    match dice.below(9) {
        kind @ 0..=2 => {
            remove();
            symlink(["../../canary/secret.txt", "../../canary/folder", "../../canary/none"][kind], path)
                .unwrap();
            ["a link to a stranger's file", "a link to a stranger's folder", "a link to nothing"][kind]
        }
        3 => {
            remove();
            let made = Command::new("mkfifo").arg(path).status();
            assert!(made.is_ok_and(|status| status.success()), "a pipe can be made");
            "a pipe"
        }
        4 => {
            remove();
            fs::create_dir(path).unwrap();
            "a folder"
        }
        _ if path.is_dir() || bytes.is_empty() => "unchanged",
        _ => {
            let change = damage(&mut bytes, dice);
            fs::write(path, bytes).unwrap();
            change
        }
    }
}

/// Changes one value of the manifest.
fn tamper_manifest(path: &Path, dice: &mut Dice) -> String {
    let mut manifest: Value = serde_json::from_slice(&fs::read(path).unwrap_or_default()).unwrap_or_default();
    let places: [&[&str]; 13] = [
        &["complete"],
        &["files"],
        &["files", "0", "name"],
        &["files", "0", "split"],
        &["files", "0", "rows"],
        &["files", "0", "blake3"],
        &["files", "0", "size_bytes"],
        &["plan", "splits", "0", "name"],
        &["plan", "splits", "0", "rows"],
        &["plan", "rows"],
        &["plan"],
        &["places_blake3"],
        &["selection", "shard_rows"],
    ];
    let place = *dice.pick(&places);
    let texts =
        ["\"../../canary/secret.txt\"", "\"/etc/passwd\"", "\"a-00000-of-00002.csv\"", "\"b\"", "\"\""];
    let numbers = ["0", "1", "-1", "18446744073709551615", "true", "false", "null", "[]", "{}"];
    let text = if dice.one_in(2) { *dice.pick(&texts) } else { *dice.pick(&numbers) };
    let value: Value = serde_json::from_str(text).unwrap();
    if let Some(slot) = manifest.pointer_mut(&format!("/{}", place.join("/"))) {
        *slot = value;
    }
    fs::write(path, manifest.to_string()).unwrap();
    format!("manifest {} as {text}", place.join("."))
}
