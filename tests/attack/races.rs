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
    /// Option that finishes a corpus afterwards; `None` for files.
    again: Option<&'static str>,
}

/// Runs the stage.
pub(crate) fn run(attack: &Attack, tally: &Tally) {
    let inputs = jobs::inputs(attack);
    let generate =
        "generate --seed 3 --givens 46 --count 60 --shard-rows 10 --no-timings --progress never --out out";
    let race = |name, lines: &[&str], runs, again| Race {
        name,
        lines: lines.iter().map(|&line| line.to_owned()).collect(),
        runs,
        again,
    };
    let races = [
        race("generate", &[&format!("{generate} --resume")], 2, Some("")),
        race("generate-three", &[&format!("{generate} --resume --format csv")], 3, Some("")),
        race("generate-overwrite", &[&format!("{generate} --overwrite")], 2, Some("overwrite")),
        race("merge", &["merge INPUTS/part1 INPUTS/part2 INPUTS/part3 --overwrite --out out"], 2, Some("")),
        race(
            "rate-csv",
            &["rate INPUTS/puzzles.csv --no-timings --progress never --overwrite --out out.csv"],
            3,
            None,
        ),
        race(
            "rate-parquet",
            &["rate INPUTS/puzzles.csv --no-timings --progress never --overwrite --out out.parquet"],
            2,
            None,
        ),
        race(
            "rate-rulebooks",
            &[
                "rate INPUTS/puzzles.csv --no-timings --progress never --overwrite --out out.csv",
                "rate INPUTS/puzzles.csv --rulebook se --no-timings --progress never --overwrite --out out.csv",
            ],
            2,
            None,
        ),
        race(
            "report",
            &["report INPUTS/part1 --check 5 --progress never --overwrite --out out.html"],
            2,
            None,
        ),
        race(
            "generate-report",
            &["generate --seed 3 --givens 46 --count 60 --progress never --no-timings --report out.md"],
            2,
            None,
        ),
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
        if self.again == Some("overwrite") {
            // The one that came second may have found the corpus of the first.
            self.call(attack, 0, inputs, dir).run().succeeded(tally)?;
        }
        if self.again.is_some() {
            let _ = fs::remove_dir_all(dir.join("out/.work"));
            return equal(&alone[0], dir);
        }
        let found = tree(dir);
        let whole =
            |(name, entry): (&String, &Entry)| alone.iter().any(|alone| alone.get(name) == Some(entry));
        match found.iter().find(|&(name, entry)| !whole((name, entry))) {
            Some((name, _)) => fail(Kind::Lost, format!("{name} is what no run leaves alone")),
            None if found.is_empty() => fail(Kind::Lost, "nothing is left"),
            None => Ok(()),
        }
    }
}
