//! Two or three runs on the same output at once: the result is whole and right, and those that lose say so.

use self::Output::{Files, Folder, Replaced, Together};
use crate::{corpora::equal, jobs, prelude::*};

/// Rounds of each race.
const ROUNDS: usize = 60;
const QUICK: usize = 20;

/// Name, number of runs, and output of a race; and its command, in which each run in turn has one of the words for `EACH`.
type Race = (&'static str, usize, Output, &'static str, &'static str);

/// Output that the runs share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Output {
    /// Folder of one run.
    Folder,
    /// Folder of the run that came first, which the second may have refused to replace.
    Replaced,
    /// Files, each of some run.
    Files,
    /// Files that belong together, all of one run.
    Together,
}

const GENERATE: &str = "generate --seed 3 --givens 46 --count 60 --shard-rows 10 --no-timings --out out";
const SPLIT: &str = "split INPUTS/classes.csv --into a:0.6,b:0.4 --shard-rows 40 --out out";
const RATE: &str = "rate INPUTS/puzzles.csv --no-timings --overwrite --rulebook EACH --out";
const EXPORT: &str = "export INPUTS/EACH.csv --overwrite --to";

/// The commands begin with the constant that is named.
const RACES: [Race; 20] = [
    ("generate", 2, Folder, "", "GENERATE --resume"),
    ("generate-three", 3, Folder, "", "GENERATE --resume --format csv"),
    ("generate-overwrite", 2, Replaced, "", "GENERATE --overwrite"),
    ("merge", 2, Folder, "", "merge INPUTS/part1 INPUTS/part2 INPUTS/part3 --overwrite --out out"),
    ("rate-csv", 3, Files, "hodoku", "RATE out.csv"),
    ("rate-parquet", 2, Files, "hodoku", "RATE out.parquet"),
    ("rate-rulebooks", 2, Files, "hodoku,se", "RATE out.csv"),
    ("report", 2, Files, "", "report INPUTS/part1 --check 5 --overwrite --out out.html"),
    (
        "generate-report",
        2,
        Files,
        "",
        "generate --seed 3 --givens 46 --count 60 --no-timings --report out.md",
    ),
    ("split", 2, Folder, "", "SPLIT --resume"),
    ("split-three", 3, Folder, "", "SPLIT --resume --format csv --stratify givens"),
    ("split-generate", 2, Folder, "", "GENERATE --resume --split a:0.6,b:0.4"),
    ("dedup-folder", 2, Folder, "", "dedup INPUTS/classes.csv --resume --out out"),
    (
        "dedup-report",
        2,
        Together,
        "classes,puzzles",
        "dedup INPUTS/EACH.csv --overwrite --out out.csv --report groups.csv",
    ),
    ("export-hrm", 3, Together, "few,first", "EXPORT hrm --set train --out out"),
    ("export-numpy", 3, Together, "few,first", "EXPORT numpy --out out"),
    ("export-jsonl", 2, Files, "few", "EXPORT jsonl --out out.jsonl"),
    ("canonical", 2, Files, "", "canonical INPUTS/few.csv --overwrite --out out.parquet"),
    ("solve", 2, Files, "", "solve INPUTS/few.csv --overwrite --out out.parquet"),
    ("augment", 3, Files, "", "augment INPUTS/few.csv --times 2 --overwrite --out out.csv"),
];

/// Runs the stage.
pub(crate) fn run(attack: &Attack, tally: &Tally) {
    let inputs = jobs::inputs(attack);
    let rounds = if attack.options.quick { QUICK } else { ROUNDS };
    for (round, race) in (0..rounds).flat_map(|round| RACES.iter().map(move |race| (round, race))) {
        let label = format!("{}/{round}", race.0);
        if attack.wants(&label) && !attack.is_late() {
            tally.count(race.0, &label, Runs { attack, inputs: &inputs, race }.case(tally));
        }
    }
}

/// The runs of a race.
struct Runs<'a> {
    attack: &'a Attack<'a>,
    inputs: &'a Path,
    race: &'a Race,
}

impl<'a> Runs<'a> {
    fn call(&self, n: usize, dir: &Path) -> Call<'a> {
        let (.., each, line) = *self.race;
        let each: Vec<&str> = each.split(',').collect();
        let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
        let first = match first {
            "GENERATE" => GENERATE,
            "SPLIT" => SPLIT,
            "RATE" => RATE,
            "EXPORT" => EXPORT,
            word => word,
        };
        let progress = if first == "merge" { "" } else { "--progress never" };
        let line = format!("{first} {rest} {progress}").replace("EACH", each[n % each.len()]);
        Call::new(self.attack, dir, jobs::words(&line, self.inputs))
    }

    /// All runs at once, against what each leaves alone.
    fn case(&self, tally: &Tally) -> Verdict {
        let (attack, (_, runs, output, each, _)) = (self.attack, *self.race);
        let mut alone: Vec<Tree> = Vec::new();
        for n in 0..each.split(',').count() {
            let room = attack.room();
            self.call(n, room.path()).run().succeeded(tally)?;
            alone.push(tree(room.path()).into_iter().filter(|(name, _)| !name.contains(".work")).collect());
        }
        let room = attack.room();
        let dir = room.path();
        let ended: Vec<Ended> = thread::scope(|scope| {
            let runs: Vec<_> = (0..runs).map(|n| scope.spawn(move || self.call(n, dir).run())).collect();
            runs.into_iter().map(|run| run.join().unwrap()).collect()
        });
        for run in &ended {
            run.sound(tally)?;
        }
        if !ended.iter().any(|run| run.code == Some(0)) {
            return fail(Kind::Lost, format!("no run succeeded; {}", ended[0].said()));
        }
        if output == Replaced {
            // The one that came second may have found the corpus of the first.
            self.call(0, dir).run().succeeded(tally)?;
        }
        if matches!(output, Folder | Replaced) {
            let _ = fs::remove_dir_all(dir.join("out/.work"));
            return equal(&alone[0], dir);
        }
        let found = tree(dir);
        if output == Together {
            return if alone.contains(&found) {
                Ok(())
            } else {
                let names: Vec<_> = found.into_keys().collect();
                fail(Kind::Lost, format!("{} are of no one run", names.join(", ")))
            };
        }
        let whole =
            |(name, entry): (&String, &Entry)| alone.iter().any(|alone| alone.get(name) == Some(entry));
        match found.iter().find(|&(name, entry)| !whole((name, entry))) {
            Some((name, _)) => fail(Kind::Lost, format!("{name} is what no run leaves alone")),
            None if found.is_empty() => fail(Kind::Lost, "nothing is left"),
            None => Ok(()),
        }
    }
}
