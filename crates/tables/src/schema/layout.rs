//! Columns of one corpus or file: which it has, under which names, and which of them a user lists.

use super::{Column, Presence, RowRatings, Value, ValueSource, columns};
use crate::{
    error::{Error, Result},
    read::shown,
};
use gridmill_generate::{Additions, BoardKind, Plan, Record};
use gridmill_rate::{Measure, Rater, Rulebook, TechniqueSet};
use serde::{Deserialize, Serialize};
use std::{borrow::Cow, fmt, str::FromStr};

/// Selection of the columns that one corpus has.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each selects columns of its own")]
pub struct Layout {
    symmetry: bool,
    symmetry_mix: bool,
    weights: bool,
    timings: bool,
    /// By each rulebook.
    ratings: Vec<Ratings>,
    add: Additions,
    board: Option<BoardKind>,
    /// Names of the columns that it has, in order.
    names: ColumnNames,
}

/// Selection of the columns of ratings by a rulebook.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Ratings {
    prefix: String,
    techniques: TechniqueSet,
    measure: Measure,
    add: Additions,
}

/// Column of a layout.
#[derive(Debug, Clone)]
pub struct LayoutColumn {
    /// The column.
    pub column: &'static Column,
    /// Place among columns of a kind: of its rulebook among those of the layout, or its number of givens; 0 if there is one of the kind.
    pub place: usize,
    name: Cow<'static, str>,
}

impl LayoutColumn {
    /// Creates a column with its own name.
    pub const fn plain(column: &'static Column) -> Self {
        Self { column, place: 0, name: Cow::Borrowed(column.name()) }
    }

    /// Creates the column of a number of givens, one of several of a kind.
    pub fn of_givens(column: &'static Column, givens: usize) -> Self {
        Self { column, place: givens, name: Cow::Owned(format!("{}_{givens}", column.name())) }
    }

    /// Returns the name in headers and schemas.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the value in a row.
    #[inline]
    pub fn value<'a>(&self, row: &'a Record) -> Value<'a> {
        self.column.value(row, self.place)
    }

    /// Returns the value in the ratings of a row, missing where they lack it.
    pub fn value_of_ratings<'a>(&self, ratings: RowRatings<'a>) -> Value<'a> {
        self.column.value_of_ratings(ratings, self.place)
    }
}

impl Ratings {
    fn of(rulebook: &Rulebook, prefix: &str, add: Additions) -> Self {
        let (techniques, measure) = (rulebook.techniques(), rulebook.measure());
        Self { prefix: prefix.to_owned(), techniques, measure, add }
    }

    fn column(&self, rulebook: usize, column: &'static Column) -> LayoutColumn {
        let name = match self.prefix.as_str() {
            "" => Cow::Borrowed(column.name()),
            prefix => Cow::Owned(format!("{prefix}{}", column.name())),
        };
        LayoutColumn { column, place: rulebook, name }
    }
}

impl Layout {
    /// Returns the layout of the rows that `plan` makes, with or without the columns of times.
    pub fn of(plan: &Plan, timings: bool) -> Self {
        Self {
            symmetry: !plan.dig.symmetry().is_none(),
            symmetry_mix: plan.dig.symmetry().mix().is_some(),
            weights: plan.dig.facts().weighted,
            timings,
            ratings: (plan.rating.prefixes().iter().zip(&plan.rating.rulebooks))
                .map(|(prefix, rulebook)| Ratings::of(rulebook, prefix, plan.add))
                .collect(),
            add: plan.add,
            board: plan.board.map(|board| board.kind()),
            names: ColumnNames::default(),
        }
    }

    /// Returns the layout of those of its columns that have these names, in their order. Columns that are not there are passed over.
    #[must_use]
    pub fn with_columns(self, names: &ColumnNames) -> Self {
        Self { names: names.clone(), ..self }
    }

    /// Checks that columns can be chosen by these names.
    ///
    /// # Errors
    /// [`Error::Option`] for a column that is not there, with the option that adds it or with the nearest names.
    pub fn check(&self, names: &ColumnNames) -> Result<()> {
        if names.is_all() {
            return Ok(());
        }
        let all = self.all_columns();
        names.check(&all.iter().map(LayoutColumn::name).collect::<Vec<_>>())
    }

    /// Returns the columns of ratings alone, by rulebooks with the prefixes of their columns.
    pub fn of_ratings<'a>(
        rulebooks: impl IntoIterator<Item = (&'a Rulebook, &'a str)>,
        add: Additions,
        timings: bool,
    ) -> Vec<LayoutColumn> {
        let ratings =
            rulebooks.into_iter().map(|(rulebook, prefix)| Ratings::of(rulebook, prefix, add)).collect();
        let layout = Self { timings, ratings, add, ..Self::default() };
        let of_ratings = |column: &LayoutColumn| !matches!(column.column.source, ValueSource::Row(_));
        layout.columns().into_iter().filter(of_ratings).collect()
    }

    /// Returns the columns in order: those of several rulebooks stand together, one rulebook after the other.
    pub fn columns(&self) -> Vec<LayoutColumn> {
        let all = self.all_columns();
        if self.names.is_all() {
            return all;
        }
        let named = |name: &String| all.iter().find(|column| column.name() == name).cloned();
        self.names.as_slice().iter().filter_map(named).collect()
    }

    /// Returns the columns before some are chosen.
    fn all_columns(&self) -> Vec<LayoutColumn> {
        let mut found = Vec::new();
        let mut of_rulebooks_are_in = false;
        for column in columns::all() {
            match self.ratings.as_slice() {
                _ if !column.is_of_rulebook() => {
                    found.extend(self.has(column, None).then(|| LayoutColumn::plain(column)));
                }
                [one] => found.extend(self.has(column, Some(one)).then(|| one.column(0, column))),
                several if !of_rulebooks_are_in => {
                    of_rulebooks_are_in = true;
                    for (place, ratings) in several.iter().enumerate() {
                        let theirs = columns::all().filter(|column| self.has(column, Some(ratings)));
                        found.extend(theirs.map(|column| ratings.column(place, column)));
                    }
                }
                _ => {}
            }
        }
        found
    }

    /// Returns true if the layout has a column, that of a rulebook if `ratings` are those by one.
    fn has(&self, column: &Column, ratings: Option<&Ratings>) -> bool {
        let is_of = |test: fn(&Ratings) -> bool| ratings.is_some_and(test);
        column.is_of_rulebook() == ratings.is_some()
            && match column.presence {
                Presence::Always => true,
                Presence::Symmetry => self.symmetry,
                Presence::SymmetryMix => self.symmetry_mix,
                Presence::Weights => self.weights,
                Presence::Timings => self.timings,
                Presence::Added(addition) => ratings.map_or(self.add, |ratings| ratings.add).has(addition),
                Presence::Board => self.board.is_some(),
                Presence::BoardLabel(kind) => self.board == Some(kind),
                Presence::Ratings => ratings.is_some(),
                Presence::RatingTimings => ratings.is_some() && self.timings,
                Presence::Budget => is_of(|of| of.measure == Measure::Er && Rater::limits(of.techniques)),
                Presence::Measure(measure) => ratings.is_some_and(|of| of.measure == measure),
                Presence::Technique(technique) => ratings.is_some_and(|of| of.techniques.contains(technique)),
                Presence::Augmented | Presence::Forms(_) => false,
            }
    }
}

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
        Presence::Board => "give `board=solutions=2..10`, or another board",
        Presence::BoardLabel(BoardKind::Ambiguous) => "give `board=solutions=2..10`",
        Presence::BoardLabel(BoardKind::Broken) => "give `board=broken`",
        Presence::BoardLabel(BoardKind::Partial) => "give `board=filled=40`",
        Presence::Forms(fact) => {
            return Some(format!("the command canonical adds it, with `add={}`", fact.name()));
        }
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
    use crate::schema::{is_rating, plain_name};
    use gridmill_generate::{Addition, RatingPlan};

    fn names(rulebooks: &[&Rulebook]) -> Vec<String> {
        let plan = RatingPlan::by(rulebooks.iter().copied().cloned());
        let prefixes = plan.prefixes();
        let named =
            plan.rulebooks.iter().map(|rulebook| &**rulebook).zip(prefixes.iter().map(String::as_str));
        let all = Addition::ALL.into_iter().filter(|&addition| addition != Addition::Canonical).collect();
        let columns = Layout::of_ratings(named, all, true);
        columns.iter().map(|column| column.name().to_owned()).collect()
    }

    #[test]
    fn several_rulebooks_have_all_columns_of_each_under_names_of_their_own() {
        let (hodoku, se) = (names(&[Rulebook::hodoku()]), names(&[Rulebook::se()]));
        let both = names(&[Rulebook::hodoku(), Rulebook::se()]);
        let is_of_rulebook = |name: &str| Column::named(name).unwrap().is_of_rulebook();
        let with = |prefix: &'static str, names: Vec<String>| {
            let named = names.into_iter().filter(|name| is_of_rulebook(name));
            named.map(move |name| format!("{prefix}{name}"))
        };
        let others: Vec<String> = hodoku.iter().filter(|name| !is_of_rulebook(name)).cloned().collect();
        let is_of_rows =
            |presence| matches!(presence, Presence::Added(addition) if addition != Addition::Canonical);
        let measured = Column::all().filter(|column| is_of_rows(column.presence) && !column.is_of_rulebook());
        assert_eq!((others[0].as_str(), others.len()), ("guesses", measured.count()));
        let mut expected: Vec<String> = with("hodoku_", hodoku).chain(with("se_", se)).collect();
        expected.extend(others);
        assert_eq!(both, expected);
        assert!(both.iter().all(|name| is_rating(name)), "{both:?}");
    }

    #[test]
    fn prefixes_are_told_from_names() {
        let names = ["se_er", "hodoku_t_x_wing", "my_score", "er", "stuck_cells", "se_notes", "se_guesses"];
        assert_eq!(
            names.map(plain_name),
            ["er", "t_x_wing", "my_score", "er", "stuck_cells", "se_notes", "se_guesses"]
        );
    }

    fn listed(text: &str) -> ColumnNames {
        text.parse().unwrap()
    }

    #[test]
    fn columns_are_found_in_the_order_of_their_names() {
        let there = ["index", "puzzle", "solution", "level"];
        assert_eq!(listed("level, puzzle").places(&there).unwrap(), [3, 1]);
        assert_eq!(ColumnNames::default().places(&there).unwrap(), [0, 1, 2, 3]);
        for bad in ["", "a,,b", ","] {
            assert!(bad.parse::<ColumnNames>().is_err(), "{bad:?}");
        }
        let problem = |text: &str| listed(text).places(&there).unwrap_err().to_string();
        insta::assert_snapshot!(problem("puzzle,lvel"), @"`columns=lvel`: there is no such column; the nearest are level; the columns are index, puzzle, solution, level");
        insta::assert_snapshot!(problem("x"), @"`columns=x`: there is no such column; the columns are index, puzzle, solution, level");
        insta::assert_snapshot!(problem("level,level"), @"`columns=level`: the column is named twice");
    }

    #[test]
    fn columns_of_other_plans_are_told_with_the_option_that_adds_them() {
        let there = ["index", "puzzle", "hodoku_level", "se_er"];
        let problem = |text: &str| listed(text).check(&there).unwrap_err().to_string();
        listed("se_er,puzzle").check(&there).unwrap();
        insta::assert_snapshot!(problem("puzzle,guesses"), @"`columns=guesses`: the rows of this plan do not have it; give `add=guesses`");
        insta::assert_snapshot!(problem("puzzle,level"), @"`columns=level`: there is no such column; the nearest are hodoku_level; docs/COLUMNS.md lists all");
        let unread = listed("index,se_er").check_puzzles("puzzle").unwrap_err();
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
