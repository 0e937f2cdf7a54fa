//! Columns of one corpus or file: which it has, and under which names.
//!
//! Ratings by one rulebook have the names of their columns. Those by several have the prefix of their rulebook: `hodoku_score`, `se_er`.

use super::{Column, ColumnNames, Presence, RowRatings, Value, ValueSource, columns};
use crate::error::Result;
use gridmill_generate::{Additions, BoardKind, Plan, Record};
use gridmill_rate::{Measure, Rater, Rulebook, TechniqueSet};
use std::borrow::Cow;

/// Selection of the columns that one corpus has.
#[derive(Debug, Clone, PartialEq, Eq)]
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
    /// Beginning of their names.
    prefix: String,
    /// Techniques of the rulebook.
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
    place: usize,
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

    /// Returns the place among columns of a kind: of its rulebook, or its number of givens; 0 if there is one of the kind.
    pub const fn place(&self) -> usize {
        self.place
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

    /// Returns true for a column of the rulebook.
    fn has(&self, column: &Column, timings: bool) -> bool {
        match column.presence {
            Presence::Ratings => true,
            Presence::Measure(measure) => self.measure == measure,
            Presence::Budget => self.measure == Measure::Er && Rater::limits(self.techniques),
            Presence::RatingTimings => timings,
            Presence::Technique(technique) => self.techniques.contains(technique),
            Presence::Added(addition) => column.is_of_rulebook() && self.add.has(addition),
            Presence::Always
            | Presence::Symmetry
            | Presence::SymmetryMix
            | Presence::Weights
            | Presence::Timings
            | Presence::CanonicalWithin
            | Presence::Bands
            | Presence::Board
            | Presence::BoardLabel(_)
            | Presence::Augmented => false,
        }
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
    /// [`Error::Option`](crate::Error::Option) for a column that is not there, with the option that adds it or with the nearest names.
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
        let layout = Self {
            symmetry: false,
            symmetry_mix: false,
            weights: false,
            timings,
            ratings,
            add,
            board: None,
            names: ColumnNames::default(),
        };
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
                    found.extend(self.has(column).then(|| LayoutColumn::plain(column)));
                }
                [one] => found.extend(one.has(column, self.timings).then(|| one.column(0, column))),
                several if !of_rulebooks_are_in => {
                    of_rulebooks_are_in = true;
                    for (place, ratings) in several.iter().enumerate() {
                        let theirs = columns::all().filter(|column| ratings.has(column, self.timings));
                        found.extend(theirs.map(|column| ratings.column(place, column)));
                    }
                }
                _ => {}
            }
        }
        found
    }

    /// Returns true for a column that is of no rulebook.
    fn has(&self, column: &Column) -> bool {
        match column.presence {
            Presence::Always => true,
            Presence::Symmetry => self.symmetry,
            Presence::SymmetryMix => self.symmetry_mix,
            Presence::Weights => self.weights,
            Presence::Timings => self.timings,
            Presence::Added(addition) => self.add.has(addition),
            Presence::Board => self.board.is_some(),
            Presence::BoardLabel(kind) => self.board == Some(kind),
            Presence::Augmented
            | Presence::CanonicalWithin
            | Presence::Bands
            | Presence::Ratings
            | Presence::Measure(_)
            | Presence::Budget
            | Presence::RatingTimings
            | Presence::Technique(_) => false,
        }
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
        assert_eq!((others[0].as_str(), others.len()), ("guesses", 22));
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
}
