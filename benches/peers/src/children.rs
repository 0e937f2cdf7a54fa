//! Solvers of other repositories, each in a child process (`benches/peers/*/count.cc`) that lasts as long as the benches.

use anyhow::{Context as _, Result, ensure};
use gridmill::board::Grid;
use std::{
    io::{BufRead as _, BufReader, Write as _},
    process::{Command, Stdio},
};

/// Variables that name programs of solvers: see `benches/build_tdoku.sh` and `benches/build_schoku.sh`.
const VARIABLES: [&str; 2] = ["TDOKU_COUNT", "SCHOKU_COUNT"];

/// A solver in a process of its own.
pub struct Child {
    name: String,
    process: std::process::Child,
    answers: BufReader<std::process::ChildStdout>,
}

impl Child {
    /// Starts every solver of the programs that variables name; none, with a line on standard error, where one names none.
    pub fn all() -> Result<Vec<Self>> {
        let of = VARIABLES.map(|variable| Self::all_of(variable).with_context(|| variable.to_owned()));
        Ok(of.into_iter().collect::<Result<Vec<_>>>()?.into_iter().flatten().collect())
    }

    fn all_of(variable: &str) -> Result<Vec<Self>> {
        let Ok(program) = std::env::var(variable) else {
            eprintln!("peers skipped: {variable} names no program");
            return Ok(Vec::new());
        };
        let names = Command::new(&program).output().with_context(|| program.clone())?;
        let names = String::from_utf8(names.stdout)?;
        names.lines().map(|name| Self::start(&program, name).with_context(|| program.clone())).collect()
    }

    fn start(program: &str, name: &str) -> Result<Self> {
        let mut process =
            Command::new(program).arg(name).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let answers = BufReader::new(process.stdout.take().context("a child without output")?);
        Ok(Self { name: name.to_owned(), process, answers })
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// Adds the number of solutions of each grid, `limit` at most, and returns the seconds by the child's clock.
    pub fn count(&mut self, grids: &[Grid], limit: u64, counts: &mut Vec<u64>) -> Result<f64> {
        let mut job = format!("{limit} {}\n", grids.len());
        for grid in grids {
            job += &grid.to_string();
            job.push('\n');
        }
        let input = self.process.stdin.as_mut().context("a child without input")?;
        input.write_all(job.as_bytes())?;
        input.flush()?;
        let mut answer = String::new();
        self.answers.read_line(&mut answer)?;
        let mut numbers = answer.split_whitespace().map(str::parse::<u64>);
        let nanoseconds = numbers.next().with_context(|| format!("{} gives no answer", self.name))??;
        let before = counts.len();
        for number in numbers {
            counts.push(number?);
        }
        ensure!(counts.len() - before == grids.len(), "{} gives {} counts", self.name, counts.len() - before);
        Ok(nanoseconds as f64 * 1e-9)
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        // Its input ends, and so does it.
        drop(self.process.stdin.take());
        let _ = self.process.wait();
    }
}
