//! Two or three runs on the same output at once: the result is whole and right, and those that lose say so.

use crate::{
    corpora::{Entry, Tree, equal, tree},
    jobs,
    run::{Call, Ended},
    tally::{Kind, Tally, Verdict, fail},
    tools::Attack,
};
use std::{fs, path::Path, thread};

/// Rounds of each race.
const ROUNDS: usize = 60;
const QUICK: usize = 20;

/// Commands on one output, and the exit codes that they may have.
struct Race {
    name: &'static str,
    /// The command of each run, in turn.
    lines: Vec<String>,
    runs: usize,
    output: Output,
}

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

/// Runs the stage.
pub(crate) fn run(attack: &Attack, tally: &Tally) {
    let inputs = jobs::inputs(attack);
    let generate =
        "generate --seed 3 --givens 46 --count 60 --shard-rows 10 --no-timings --progress never --out out";
    let split = "split INPUTS/classes.csv --into a:0.6,b:0.4 --shard-rows 40 --progress never --out out";
    let pair = |input: &str| {
        format!("dedup INPUTS/{input}.csv --progress never --overwrite --out out.csv --report groups.csv")
    };
    let hrm = |input: &str| {
        format!("export INPUTS/{input}.csv --to hrm --set train --progress never --overwrite --out out")
    };
    let numpy =
        |input: &str| format!("export INPUTS/{input}.csv --to numpy --progress never --overwrite --out out");
    let rows = |command: &str, options: &str, ending: &str| {
        format!("{command} INPUTS/few.csv {options} --progress never --overwrite --out out.{ending}")
    };
    let race = |name, lines: &[&str], runs, output| Race {
        name,
        lines: lines.iter().map(|&line| line.to_owned()).collect(),
        runs,
        output,
    };
    let races = [
        race("generate", &[&format!("{generate} --resume")], 2, Output::Folder),
        race("generate-three", &[&format!("{generate} --resume --format csv")], 3, Output::Folder),
        race("generate-overwrite", &[&format!("{generate} --overwrite")], 2, Output::Replaced),
        race(
            "merge",
            &["merge INPUTS/part1 INPUTS/part2 INPUTS/part3 --overwrite --out out"],
            2,
            Output::Folder,
        ),
        race(
            "rate-csv",
            &["rate INPUTS/puzzles.csv --no-timings --progress never --overwrite --out out.csv"],
            3,
            Output::Files,
        ),
        race(
            "rate-parquet",
            &["rate INPUTS/puzzles.csv --no-timings --progress never --overwrite --out out.parquet"],
            2,
            Output::Files,
        ),
        race(
            "rate-rulebooks",
            &[
                "rate INPUTS/puzzles.csv --no-timings --progress never --overwrite --out out.csv",
                "rate INPUTS/puzzles.csv --rulebook se --no-timings --progress never --overwrite --out out.csv",
            ],
            2,
            Output::Files,
        ),
        race(
            "report",
            &["report INPUTS/part1 --check 5 --progress never --overwrite --out out.html"],
            2,
            Output::Files,
        ),
        race(
            "generate-report",
            &["generate --seed 3 --givens 46 --count 60 --progress never --no-timings --report out.md"],
            2,
            Output::Files,
        ),
        race("split", &[&format!("{split} --resume")], 2, Output::Folder),
        race(
            "split-three",
            &[&format!("{split} --resume --format csv --stratify givens")],
            3,
            Output::Folder,
        ),
        race("split-generate", &[&format!("{generate} --resume --split a:0.6,b:0.4")], 2, Output::Folder),
        race(
            "dedup-folder",
            &["dedup INPUTS/classes.csv --progress never --resume --out out"],
            2,
            Output::Folder,
        ),
        race("dedup-report", &[&pair("classes"), &pair("puzzles")], 2, Output::Together),
        race("export-hrm", &[&hrm("few"), &hrm("first")], 3, Output::Together),
        race("export-numpy", &[&numpy("few"), &numpy("first")], 3, Output::Together),
        race("export-jsonl", &[&rows("export", "--to jsonl", "jsonl")], 2, Output::Files),
        race("canonical", &[&rows("canonical", "", "parquet")], 2, Output::Files),
        race("solve", &[&rows("solve", "", "parquet")], 2, Output::Files),
        race("augment", &[&rows("augment", "--times 2", "csv")], 3, Output::Files),
    ];
    let rounds = if attack.options.quick { QUICK } else { ROUNDS };
    let cases: Vec<_> = (0..rounds).flat_map(|round| races.iter().map(move |race| (race, round))).collect();
    for (race, round) in cases {
        let label = format!("{}/{round}", race.name);
        if attack.wants(&label) && !attack.is_late() {
            tally.count(race.name, &label, race.case(attack, tally, &inputs));
        }
    }
}

impl Race {
    fn call<'a>(&self, attack: &'a Attack, n: usize, inputs: &Path, dir: &Path) -> Call<'a> {
        Call::new(attack, dir, jobs::words(&self.lines[n % self.lines.len()], inputs))
    }

    /// All runs at once, against what each leaves alone.
    fn case(&self, attack: &Attack, tally: &Tally, inputs: &Path) -> Verdict {
        let mut alone: Vec<Tree> = Vec::new();
        for n in 0..self.lines.len() {
            let room = attack.room();
            self.call(attack, n, inputs, room.path()).run().succeeded(tally)?;
            alone.push(tree(room.path()).into_iter().filter(|(name, _)| !name.contains(".work")).collect());
        }
        let room = attack.room();
        let dir = room.path();
        let ended: Vec<Ended> = thread::scope(|scope| {
            let runs: Vec<_> = (0..self.runs)
                .map(|n| scope.spawn(move || self.call(attack, n, inputs, dir).run()))
                .collect();
            runs.into_iter().map(|run| run.join().unwrap()).collect()
        });
        for run in &ended {
            run.sound(tally)?;
        }
        if !ended.iter().any(|run| run.code == Some(0)) {
            return fail(Kind::Lost, format!("no run succeeded; {}", ended[0].said()));
        }
        if self.output == Output::Replaced {
            // The one that came second may have found the corpus of the first.
            self.call(attack, 0, inputs, dir).run().succeeded(tally)?;
        }
        if matches!(self.output, Output::Folder | Output::Replaced) {
            let _ = fs::remove_dir_all(dir.join("out/.work"));
            return equal(&alone[0], dir);
        }
        let found = tree(dir);
        if self.output == Output::Together {
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
