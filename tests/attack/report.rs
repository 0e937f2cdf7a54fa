//! The table at the end, and the figures as files.

use crate::{
    options::Options,
    tally::{Counts, Kind, Tally, megabytes},
};
use gridmill::report::compare::Machine;
use serde_json::json;
use std::{fmt::Write as _, fs, path::Path, time::Duration};

/// Prints the failures and the sums; true if the attack failed.
pub(crate) fn print(options: &Options, tallies: &[Tally], time: Duration) -> bool {
    let counts: Vec<(&Tally, Counts)> = tallies.iter().map(|tally| (tally, tally.counts())).collect();
    let mut failed = false;
    for (tally, counts) in &counts {
        for failure in &counts.failures {
            println!(
                "\n{}: {}\n  {}",
                failure.kind.name(),
                failure.problem,
                again(options, tally.stage, &failure.case)
            );
        }
        failed |= !counts.failed.is_empty();
        if counts.tried < tally.goal {
            println!("\n{}: {} cases, and {} are needed", tally.stage, counts.tried, tally.goal);
            failed = true;
        }
    }
    println!("\n{}", table(&counts));
    println!("{:.0} s; {}", time.as_secs_f64(), if failed { "FAILED" } else { "nothing lost" });
    failed
}

/// The command that repeats a case.
fn again(options: &Options, stage: &str, case: &str) -> String {
    let form = if options.quick { " --quick" } else { "" };
    format!("bash scripts/attack.sh{form} --seed {} --only {stage} --case '{case}'", options.seed)
}

fn table(counts: &[(&Tally, Counts)]) -> String {
    let mut text = "| stage | tried | survived |".to_owned();
    for kind in Kind::ALL {
        let _ = write!(text, " {} |", kind.name());
    }
    text += " most memory, MB | seconds |\n|---|--:|--:|";
    text += &"--:|".repeat(Kind::ALL.len() + 2);
    text.push('\n');
    for (tally, counts) in counts {
        let failed: u64 = counts.failed.values().sum();
        let _ = write!(text, "| {} | {} | {} |", tally.stage, counts.tried, counts.tried - failed);
        for kind in Kind::ALL {
            let _ = write!(text, " {} |", counts.failed.get(&kind).copied().unwrap_or(0));
        }
        let _ = writeln!(text, " {:.0} | {:.0} |", megabytes(counts.most_memory), counts.seconds);
    }
    text
}

/// Writes `README.md` and `attack.json`.
pub(crate) fn write(folder: &Path, options: &Options, tallies: &[Tally], time: Duration) {
    let counts: Vec<(&Tally, Counts)> = tallies.iter().map(|tally| (tally, tally.counts())).collect();
    let command = format!("bash scripts/attack.sh {}", options.words.join(" "));
    let command = command.split(" --report").next().unwrap_or_default().trim().to_owned();
    let machine = Machine::here();
    let mut text = format!(
        "<!-- {command} -->\n# The attack\n\n{} on {machine}, seed {}, {:.0} seconds.\n\n",
        gridmill::tables::PROGRAM,
        options.seed,
        time.as_secs_f64()
    );
    text += "A case is one kill, one failing call of the C library, one disk, one race, one changed file, one limit, one bomb or one \
             fuzzed input. It survives if nothing is lost, nothing outside the folders named is written, the program neither panics nor \
             hangs nor takes more than 512 MB, and ends with one clear line where it fails. \
             [tests/attack](../../tests/attack/README.md) describes the stages.\n\n";
    text += &table(&counts);
    for (tally, counts) in &counts {
        let _ = write!(
            text,
            "\n## {}\n\n{}.\n\n| group | tried | survived |\n|---|--:|--:|\n",
            tally.stage, tally.about
        );
        for (group, (tried, survived)) in &counts.groups {
            let _ = writeln!(text, "| {group} | {tried} | {survived} |");
        }
        for reason in &counts.skipped {
            let _ = writeln!(text, "\nSkipped: {reason}.");
        }
    }
    let stages: serde_json::Map<String, serde_json::Value> = counts
        .iter()
        .map(|(tally, counts)| (tally.stage.to_owned(), json!({ "goal": tally.goal, "counts": counts })))
        .collect();
    let figures = json!({
        "schema": 1,
        "program": gridmill::tables::PROGRAM,
        "command": command,
        "seed": options.seed,
        "machine": machine,
        "seconds": time.as_secs_f64(),
        "stages": stages,
    });
    fs::create_dir_all(folder).unwrap();
    fs::write(folder.join("README.md"), text).unwrap();
    fs::write(folder.join("attack.json"), format!("{figures:#}\n")).unwrap();
}
