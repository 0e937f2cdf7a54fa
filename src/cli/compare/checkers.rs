//! The checkers of a comparison: built-in ones by name, external ones by name and command.

use crate::{
    Result,
    board::Shape,
    report::compare::{ByTechnique, Checker, External, TECHNIQUE},
    solve::{Remover, SolverKind},
    tables::Error,
};
use std::{
    str::FromStr,
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

/// Kind of a checker: a solver, or the techniques.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CheckerKind {
    Solver(SolverKind),
    Technique,
}

impl CheckerKind {
    const fn name(self) -> &'static str {
        match self {
            Self::Solver(solver) => solver.name(),
            Self::Technique => TECHNIQUE,
        }
    }

    fn from_name(name: &str) -> Option<Self> {
        if name == TECHNIQUE { Some(Self::Technique) } else { SolverKind::from_name(name).map(Self::Solver) }
    }

    fn supports(self, shape: Shape) -> bool {
        match self {
            Self::Solver(solver) => solver.supports(shape),
            Self::Technique => shape == Shape::STANDARD,
        }
    }

    fn solver(self, shape: Shape, budget: u64) -> Box<dyn Remover> {
        match self {
            Self::Solver(solver) => solver.solver(shape, budget),
            Self::Technique => Box::new(ByTechnique::default()),
        }
    }

    fn all() -> impl Iterator<Item = Self> {
        SolverKind::ALL.into_iter().map(Self::Solver).chain([Self::Technique])
    }
}

/// Returns the kinds of these names, or all solvers that support the shape if there are no names.
pub(super) fn checker_kinds(names: &[String], shape: Shape) -> Result<Vec<CheckerKind>> {
    let known = || CheckerKind::all().filter(|kind| kind.supports(shape));
    let there_are =
        || format!("for {shape} there are {}", known().map(CheckerKind::name).collect::<Vec<_>>().join(", "));
    let find = |name: &String| match CheckerKind::from_name(name) {
        Some(kind) if kind.supports(shape) => Ok(kind),
        Some(_) => Err(Error::option(format!("checker {name} does not know {shape}; {}", there_are()))),
        None => Err(Error::option(format!("no checker is called {name:?}; {}", there_are()))),
    };
    if names.is_empty() {
        return Ok(known().filter(|&kind| kind != CheckerKind::Technique).collect());
    }
    names.iter().map(find).collect()
}

/// Gives each kind a solver of its own; a kind named again gets a number behind its name.
pub(super) fn named_checkers(kinds: &[CheckerKind], shape: Shape, budget: u64) -> Vec<Checker> {
    let name = |n: usize, kind: CheckerKind| match kinds[..n].iter().filter(|&&other| other == kind).count() {
        0 => kind.name().to_owned(),
        before => format!("{}-{}", kind.name(), before + 1),
    };
    let checker = |(n, &kind): (usize, &CheckerKind)| Checker::new(name(n, kind), kind.solver(shape, budget));
    kinds.iter().enumerate().map(checker).collect()
}

/// Longest name of an external checker: tables with it fit a terminal.
const LONGEST_NAME: usize = 24;

/// External checker of the command line: `NAME=COMMAND`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NamedCommand {
    pub(super) name: String,
    pub(super) command: String,
}

impl FromStr for NamedCommand {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, command) = text.split_once('=').unwrap_or((text, ""));
        let fits = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if command.trim().is_empty() {
            return Err("give a name and a command, such as mine=\"./my-solver\"".to_owned());
        }
        if name.len() > LONGEST_NAME
            || !name.chars().all(fits)
            || !name.starts_with(|c: char| c.is_ascii_alphanumeric())
        {
            return Err(format!(
                "{name:?} is no name; allowed are 1 to {LONGEST_NAME} letters, digits, - and _, of which the first is a \
                 letter or digit"
            ));
        }
        Ok(Self { name: name.to_owned(), command: command.to_owned() })
    }
}

/// Builds the external checkers, whose names must differ from each other, from the names of built-in checkers and from those of
/// `others`. A run ends after `timeout`, and all end once `stop` is set.
pub(super) fn external_checkers(
    commands: &[NamedCommand],
    others: &[Checker],
    timeout: Duration,
    stop: &Arc<AtomicBool>,
) -> Result<Vec<Checker>> {
    for (n, NamedCommand { name, .. }) in commands.iter().enumerate() {
        let problem =
            if CheckerKind::from_name(name).is_some() || others.iter().any(|other| &other.name == name) {
                format!("{name} is the name of a built-in checker; give the external one another name")
            } else if commands[..n].iter().any(|other| &other.name == name) {
                format!("two external checkers are called {name}; give each its own name")
            } else {
                continue;
            };
        return Err(Error::option(problem));
    }
    let checker = |NamedCommand { name, command }: &NamedCommand| {
        External::new(name, command, timeout, Arc::clone(stop)).into()
    };
    Ok(commands.iter().map(checker).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The error for a checker that does not support the shape lists those that do.
    #[test]
    fn checkers_are_chosen_by_name_and_shape() {
        let shape: Shape = "5x5".parse().unwrap();
        assert!(checker_kinds(&[], shape).unwrap().iter().all(|kind| kind.supports(shape)));
        assert!(!checker_kinds(&[], Shape::STANDARD).unwrap().contains(&CheckerKind::Technique));
        for kind in CheckerKind::all() {
            let found = checker_kinds(&[kind.name().to_owned()], shape);
            assert_eq!(found.is_ok(), kind.supports(shape), "{found:?}");
        }
        let twice = [SolverKind::DancingLinks, SolverKind::Backtracking, SolverKind::DancingLinks]
            .map(CheckerKind::Solver);
        let twice = named_checkers(&twice, shape, 1);
        assert_eq!(
            twice.iter().map(|c| c.name.as_str()).collect::<Vec<_>>(),
            ["dancing-links", "backtracking", "dancing-links-2"]
        );
    }

    #[test]
    fn external_checkers_have_a_name_and_a_command() {
        let named = |text: &str| text.parse::<NamedCommand>();
        let command = named("tdoku=./count -n 2 --mode=fast").unwrap();
        assert_eq!((command.name.as_str(), command.command.as_str()), ("tdoku", "./count -n 2 --mode=fast"));
        for bad in ["", "x", "x=", "x= ", "=y", "a b=y", "-x=y", "a/b=y", &format!("{}=y", "x".repeat(25))] {
            assert!(named(bad).is_err(), "{bad}");
        }
        let shape = Shape::STANDARD;
        let dancing = [CheckerKind::Solver(SolverKind::DancingLinks); 2];
        let others = named_checkers(&dancing, shape, 1);
        let build = |names: &[&str]| {
            let commands: Vec<NamedCommand> =
                names.iter().map(|name| named(&format!("{name}=cat")).unwrap()).collect();
            external_checkers(&commands, &others, Duration::from_secs(1), &Arc::default())
                .map(|checkers| checkers.len())
        };
        assert_eq!(build(&["a", "b"]).unwrap(), 2);
        for bad in [&["a", "a"][..], &["bitboard"], &["dancing-links"], &["technique"], &["dancing-links-2"]]
        {
            assert!(matches!(build(bad), Err(Error::Option(_))), "{bad:?}");
        }
    }
}
