//! Columns of an output by name, as a user lists them.

use super::{Column, Presence};
use crate::{
    error::{Error, Result},
    read::shown,
};
use gridmill_generate::BoardKind;
use gridmill_rate::{Measure, Rulebook};
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// Names that a message about an unknown one lists.
const NEAREST: usize = 3;
/// Columns that such a message lists.
const LISTED: usize = 12;

/// Names of columns in the order in which an output has them; none for all columns in their own order.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ColumnNames(Vec<String>);

impl ColumnNames {
    /// Returns true for all columns in their own order.
    pub const fn is_all(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the names.
    pub fn as_slice(&self) -> &[String] {
        &self.0
    }

    /// Returns true if the output has the column.
    pub fn contains(&self, name: &str) -> bool {
        self.is_all() || self.0.iter().any(|known| known == name)
    }

    /// Returns the places of the named columns among those `there`; all places if none is named.
    ///
    /// # Errors
    /// [`Error::Option`] for a name that none of them has, with the nearest names, and for one that is named twice.
    pub fn places(&self, there: &[&str]) -> Result<Vec<usize>> {
        if self.is_all() {
            return Ok((0..there.len()).collect());
        }
        self.check_each_once()?;
        let place = |name: &String| {
            let unknown = || {
                let rest = if there.len() > LISTED { ", ..." } else { "" };
                let listed = there[..there.len().min(LISTED)].join(", ");
                format!("{}; the columns are {listed}{rest}", unknown(name, there))
            };
            there.iter().position(|known| known == name).ok_or_else(|| Error::Option(unknown()))
        };
        self.0.iter().map(place).collect()
    }

    /// Checks the names against the columns of a corpus, those `there`.
    ///
    /// # Errors
    /// [`Error::Option`] for a name that none of them has, with the option that adds the column or with the nearest names, and for one
    /// that is named twice.
    pub(super) fn check(&self, there: &[&str]) -> Result<()> {
        self.check_each_once()?;
        if let Some(name) = self.0.iter().find(|name| !there.contains(&name.as_str())) {
            let prefixed =
                there.iter().any(|known| known.strip_suffix(name).is_some_and(|p| p.ends_with('_')));
            let known = if prefixed { None } else { Column::of_name(name) };
            return Err(Error::Option(match known.and_then(way_to) {
                Some(way) => format!("{}the rows of this plan do not have it; {way}", named(name)),
                None => unknown(name, there) + "; docs/COLUMNS.md lists all",
            }));
        }
        Ok(())
    }

    /// Checks that the column with the puzzles is among these, as in rows that are read again.
    ///
    /// # Errors
    /// [`Error::Option`] without it.
    pub fn check_puzzles(&self, column: &str) -> Result<()> {
        if self.contains(column) {
            return Ok(());
        }
        Err(Error::option(format!("`columns={self}`: rows need the column {column} too")))
    }

    fn check_each_once(&self) -> Result<()> {
        let twice = (1..self.0.len()).find(|&place| self.0[..place].contains(&self.0[place]));
        match twice {
            None => Ok(()),
            Some(place) => Err(Error::option(named(&self.0[place]) + "the column is named twice")),
        }
    }
}

fn named(name: &str) -> String {
    format!("`columns={}`: ", shown(name))
}

/// Says that there is no such column, and which names are near.
fn unknown(name: &str, there: &[&str]) -> String {
    let mut near: Vec<(usize, &str)> = there
        .iter()
        .map(|&known| {
            let ends_so = known.strip_suffix(name).is_some_and(|prefix| prefix.ends_with('_'));
            let edits = strsim::damerau_levenshtein(&name.to_lowercase(), known);
            (if ends_so { 0 } else { edits }, known)
        })
        .filter(|(edits, known)| 2 * edits <= known.len())
        .collect();
    near.sort_unstable();
    let near: Vec<&str> = near.into_iter().take(NEAREST).map(|(_, known)| known).collect();
    let hint = if near.is_empty() { String::new() } else { format!("; the nearest are {}", near.join(", ")) };
    format!("{}there is no such column{hint}", named(name))
}

/// Returns the option that adds a column to a corpus.
fn way_to(column: &Column) -> Option<String> {
    let way = match column.presence {
        Presence::Always => return None,
        Presence::Symmetry => "give `symmetry=rot180` or another",
        Presence::SymmetryMix => "give `mix=symmetry=rot180:0.5,none:0.5` or other shares",
        Presence::Weights => "give `dig=weighted`, controlled-bias or enumerated",
        Presence::Timings => "leave `no_timings` out",
        Presence::Ratings => "give `rulebook=hodoku`, se or a file",
        Presence::RatingTimings => "give `rulebook=hodoku`, se or a file, and leave `no_timings` out",
        Presence::Measure(Measure::Score) => "give `rulebook=hodoku`",
        Presence::Measure(Measure::Er) | Presence::Budget => "give `rulebook=se`",
        Presence::Technique(technique) => {
            let has = |rulebook: &&Rulebook| rulebook.techniques().contains(technique);
            let known = [Rulebook::hodoku(), Rulebook::se()].into_iter().find(has);
            return Some(format!("give `rulebook={}`", known.map_or("FILE", Rulebook::name)));
        }
        Presence::Added(addition) => return Some(format!("give `add={}`", addition.name())),
        Presence::Board => "give `solutions=2..10`, or other boards",
        Presence::BoardLabel(BoardKind::Ambiguous) => "give `solutions=2..10`",
        Presence::BoardLabel(BoardKind::Broken) => "give `broken`",
        Presence::BoardLabel(BoardKind::Partial) => "give `fill_to=40`",
        Presence::CanonicalWithin => "the command canonical adds it, with the minlex form of the solution",
        Presence::Bands => "the command canonical adds it, with bands",
        Presence::Augmented => "the command augment adds it",
    };
    Some(way.to_owned())
}

impl FromStr for ColumnNames {
    type Err = String;

    /// Parses names between commas.
    fn from_str(text: &str) -> Result<Self, String> {
        let names: Vec<String> = text.split(',').map(|name| name.trim().to_owned()).collect();
        if names.iter().any(String::is_empty) {
            return Err("give names of columns between commas, such as puzzle,solution,level".to_owned());
        }
        Ok(Self(names))
    }
}

impl fmt::Display for ColumnNames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> ColumnNames {
        text.parse().unwrap()
    }

    #[test]
    fn columns_are_found_in_the_order_of_their_names() {
        let there = ["index", "puzzle", "solution", "level"];
        assert_eq!(names("level, puzzle").places(&there).unwrap(), [3, 1]);
        assert_eq!(ColumnNames::default().places(&there).unwrap(), [0, 1, 2, 3]);
        for bad in ["", "a,,b", ","] {
            assert!(bad.parse::<ColumnNames>().is_err(), "{bad:?}");
        }
        let problem = |text: &str| names(text).places(&there).unwrap_err().to_string();
        insta::assert_snapshot!(problem("puzzle,lvel"), @"`columns=lvel`: there is no such column; the nearest are level; the columns are index, puzzle, solution, level");
        insta::assert_snapshot!(problem("x"), @"`columns=x`: there is no such column; the columns are index, puzzle, solution, level");
        insta::assert_snapshot!(problem("level,level"), @"`columns=level`: the column is named twice");
    }

    #[test]
    fn columns_of_other_plans_are_told_with_the_option_that_adds_them() {
        let there = ["index", "puzzle", "hodoku_level", "se_er"];
        let problem = |text: &str| names(text).check(&there).unwrap_err().to_string();
        names("se_er,puzzle").check(&there).unwrap();
        insta::assert_snapshot!(problem("puzzle,guesses"), @"`columns=guesses`: the rows of this plan do not have it; give `add=guesses`");
        insta::assert_snapshot!(problem("puzzle,level"), @"`columns=level`: there is no such column; the nearest are hodoku_level; docs/COLUMNS.md lists all");
        let unread = names("index,se_er").check_puzzles("puzzle").unwrap_err();
        insta::assert_snapshot!(unread, @"`columns=index,se_er`: rows need the column puzzle too");
        insta::assert_snapshot!(problem("puzzle,puzle"), @"`columns=puzle`: there is no such column; the nearest are puzzle; docs/COLUMNS.md lists all");
        for column in Column::all().filter(|column| column.presence != Presence::Always) {
            let problem = problem(&format!("puzzle,{}", column.name()));
            assert!(
                problem.contains("do not have it; ") || there.iter().any(|name| problem.contains(name)),
                "{problem}"
            );
        }
    }
}
