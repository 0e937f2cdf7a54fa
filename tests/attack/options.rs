//! The command line of the attack.

use crate::{
    fuzz::{Placed, WorkerJob},
    prelude::*,
};
use std::str::FromStr;

/// Stages to run, and for how long.
#[derive(Debug)]
pub(crate) struct Options {
    /// Three minutes in place of the long form.
    pub(crate) quick: bool,
    /// Minutes at least of the long form; fuzzing goes on until they are over.
    pub(crate) minutes: u64,
    /// Decides every choice.
    pub(crate) seed: u64,
    /// Stages to run; all if empty.
    pub(crate) only: Vec<String>,
    /// The one case to run.
    pub(crate) case: Option<String>,
    /// Where the figures go.
    pub(crate) report: Option<PathBuf>,
    /// The program under attack.
    pub(crate) program: PathBuf,
    /// The folder to work in; one of its own if there is none.
    pub(crate) scratch: Option<PathBuf>,
    /// The words of the command line.
    pub(crate) words: Vec<String>,
    /// The work of a fuzzing process, which the attack starts itself.
    pub(crate) worker: Option<Placed>,
}

const USAGE: &str = "usage: attack.sh [--quick | --minutes N] [--seed N] [--only STAGE,...] [--case LABEL] [--report DIR] \
     [--program FILE]";

impl Options {
    /// Reads the words after the program's name.
    pub(crate) fn parse(words: impl Iterator<Item = String>) -> Result<Self, String> {
        let words: Vec<String> = words.collect();
        let mut options = Self {
            quick: false,
            minutes: 0,
            seed: 1,
            only: Vec::new(),
            case: None,
            report: None,
            scratch: None,
            program: env!("CARGO_BIN_EXE_gridmill").into(),
            words: Vec::new(),
            worker: None,
        };
        if words.first().is_some_and(|word| word == "--fuzz-worker") {
            options.worker = Some(WorkerJob::parse(&words[1..])?);
            return Ok(options);
        }
        let mut rest = words.into_iter();
        let mut said = Vec::new();
        while let Some(word) = rest.next() {
            let mut value = || rest.next().ok_or_else(|| format!("{word} needs a value; {USAGE}"));
            if word == "--scratch" {
                options.scratch = Some(value()?.into());
                continue;
            }
            said.push(word.clone());
            let mut value = || value().inspect(|value| said.push(value.clone()));
            match word.as_str() {
                "--quick" => options.quick = true,
                "--minutes" => options.minutes = number(&value()?)?,
                "--seed" => options.seed = number(&value()?)?,
                "--only" => options.only = value()?.split(',').map(str::to_owned).collect(),
                "--case" => options.case = Some(value()?),
                "--program" => options.program = value()?.into(),
                "--report" => options.report = Some(value()?.into()),
                _ => return Err(format!("{word} is no option; {USAGE}")),
            }
        }
        options.words = said;
        if !options.quick && options.only.is_empty() && options.report.is_none() {
            options.report = Some(Path::new(env!("CARGO_MANIFEST_DIR")).join("reports/attack"));
        }
        let known = crate::STAGES.map(|(name, ..)| name);
        if let Some(unknown) = options.only.iter().find(|only| !known.contains(&only.as_str())) {
            return Err(format!("no stage is called {unknown}; there are {}", known.join(", ")));
        }
        Ok(options)
    }

    /// The name of the form.
    pub(crate) const fn form(&self) -> &'static str {
        if self.quick { "quick" } else { "long" }
    }

    /// Cases that the long form must try in a stage.
    pub(crate) fn goal(&self, stage: &str) -> u64 {
        match stage {
            _ if self.quick || self.case.is_some() => 0,
            "kills" | "steps" => 1_000,
            "faults" => 5_000,
            "fuzz" => 10_000_000,
            _ => 0,
        }
    }

    /// When the long form may end at the earliest.
    pub(crate) const fn least(&self) -> Duration {
        Duration::from_secs(60 * self.minutes)
    }
}

fn number<T: FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("{text} is no number; {USAGE}"))
}
