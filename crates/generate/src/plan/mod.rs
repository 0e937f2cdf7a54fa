//! Plan of a corpus: the resolved options of its puzzles, as a manifest has them.

mod aim;
mod budgets;
mod dig;
mod fields;
mod givens;
mod level_cycle;
mod mix;
mod named_mix;
mod quotas;
mod rating;
mod rejected;
mod target;
mod technique_range;
mod validate;

use crate::{Addition, Additions, BoardPlan, ExcludedClasses, Fill, InputGrids, error::Result};
pub use budgets::{Budget, Budgets};
pub use dig::{Dig, DigOptions, Patterns, WalkTarget};
use fields::PlanFields;
pub use givens::{Givens, GivensMix, GivensTarget, SymmetryTarget};
use gridmill_board::Shape;
use gridmill_solve::SolverKind;
pub use level_cycle::{LevelCycle, LevelMix, LevelName};
pub(crate) use mix::AnyMix;
pub use mix::{Mix, MixTarget, SHARE_RULE, SymmetryMix, parse_shares, share_text};
pub use named_mix::NamedMix;
pub(crate) use quotas::{CrossedQuotas, Quotas};
pub use quotas::{MixLayout, MixOrder};
pub use rating::RatingPlan;
use serde::{Deserialize, Serialize};
use std::fmt;
pub use target::{MeasureRange, RangeError, Target, TargetMeasure};
pub use technique_range::TechniqueRange;

/// Minimality that puzzles must have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Minimality {
    /// Any; established only if the dig does so by itself.
    #[default]
    #[serde(rename = "any")]
    Any,
    /// No given can be removed.
    #[serde(rename = "true")]
    Minimal,
    /// Some given can be removed.
    #[serde(rename = "false")]
    NotMinimal,
}

gridmill_board::named_values!(Minimality { Any "any", Minimal "true", NotMinimal "false" });

/// Options that decide which puzzle a seed gives, and the effort it takes.
///
/// In JSON, as in manifests, the options of the dig stand with the others.
///
/// ```
/// use gridmill_generate::{Dig, Givens, Plan};
///
/// let plan = Plan::default().with_dig(Dig::top_down(Givens::Range(24, 28)));
/// plan.validate()?;
/// # Ok::<(), gridmill_generate::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "PlanFields", into = "PlanFields")]
#[non_exhaustive]
pub struct Plan {
    /// Size of the grid.
    pub shape: Shape,
    /// Method that makes complete grids; it must support the shape ([`Fill::default_for`] gives one that does).
    pub fill: Fill,
    /// Grids to dig from, for [`Fill::Given`]: puzzles in a row take them in turn.
    pub from: Option<InputGrids>,
    /// Dig, with the options that apply to it.
    pub dig: Dig,
    /// Minimality that puzzles must have.
    pub minimal: Minimality,
    /// Puzzles in a row of a corpus that are dug from one grid; more save time, and make rows depend on each other.
    pub max_puzzles_per_grid: u64,
    /// Digging passes that one puzzle may take before the run fails.
    pub attempts: u64,
    /// Work that searches may take before they are given up.
    pub budgets: Budgets,
    /// Solver that checks uniqueness; decides the effort columns alone.
    pub checker: SolverKind,
    /// Rows over which mixes have exact quotas, and the order of their targets.
    pub mix: MixLayout,
    /// Rulebook of ratings, limit of difficulty, and ratings that are required.
    pub rating: RatingPlan,
    /// Columns that rows have besides those of every row.
    pub add: Additions,
    /// Boards that are derived from the puzzles.
    pub board: Option<BoardPlan>,
    /// Classes of puzzles that are not made.
    pub exclude: Option<ExcludedClasses>,
}

impl Default for Plan {
    /// Minimal 9x9 puzzles.
    fn default() -> Self {
        Self::for_shape(Shape::STANDARD)
    }
}

impl Plan {
    /// Creates a plan of minimal puzzles of `shape`, dug top-down from grids of its default fill.
    pub fn for_shape(shape: Shape) -> Self {
        let dig = Dig::default();
        Self {
            shape,
            fill: Fill::default_for(shape),
            from: None,
            minimal: Minimality::default(),
            max_puzzles_per_grid: 1,
            attempts: dig.facts().default_attempts,
            dig,
            budgets: Budgets::DEFAULT,
            checker: SolverKind::default_for(shape),
            mix: MixLayout::default(),
            rating: RatingPlan::default(),
            add: Additions::default(),
            board: None,
            exclude: None,
        }
    }

    /// Sets the size of the grid. The fill must support it.
    pub fn with_shape(self, shape: Shape) -> Self {
        Self { shape, ..self }
    }

    /// Sets the fill.
    pub fn with_fill(self, fill: Fill) -> Self {
        Self { fill, ..self }
    }

    /// Digs from these grids.
    pub fn with_input_grids(self, grids: InputGrids) -> Self {
        Self { fill: Fill::Given, from: Some(grids), ..self }
    }

    /// Sets the dig, and the attempts to its default.
    pub fn with_dig(self, dig: Dig) -> Self {
        Self { attempts: dig.facts().default_attempts, dig, ..self }
    }

    /// Sets the minimality that puzzles must have.
    pub fn with_minimal(self, minimal: Minimality) -> Self {
        Self { minimal, ..self }
    }

    /// Sets the puzzles in a row that are dug from one grid.
    pub fn with_max_puzzles_per_grid(self, puzzles: u64) -> Self {
        Self { max_puzzles_per_grid: puzzles, ..self }
    }

    /// Sets the digging passes that one puzzle may take.
    pub fn with_attempts(self, attempts: u64) -> Self {
        Self { attempts, ..self }
    }

    /// Sets the work that searches may take.
    pub fn with_budgets(self, budgets: Budgets) -> Self {
        Self { budgets, ..self }
    }

    /// Sets the solver that checks uniqueness.
    pub fn with_checker(self, checker: SolverKind) -> Self {
        Self { checker, ..self }
    }

    /// Sets the ratings, and adds the columns of the measures that they select by.
    pub fn with_rating(self, rating: RatingPlan) -> Self {
        let add = rating.selecting_measures().iter().fold(self.add, Additions::with);
        Self { rating, add, ..self }
    }

    /// Adds columns.
    pub fn with_columns(self, additions: impl IntoIterator<Item = Addition>) -> Self {
        Self { add: additions.into_iter().fold(self.add, Additions::with), ..self }
    }

    /// Derives a board from each puzzle. One without such a board is rejected like one that misses its rating.
    pub fn with_board(self, board: BoardPlan) -> Self {
        Self { board: Some(board), ..self }
    }

    /// Makes no puzzle of these classes: one that comes is rejected like one that misses its rating.
    pub fn with_excluded(self, classes: ExcludedClasses) -> Self {
        Self { exclude: Some(classes), ..self }
    }

    /// Returns true if the plan has quotas.
    #[doc(hidden)]
    pub fn has_mix(&self) -> bool {
        let givens = matches!(self.dig.givens(), GivensTarget::Mix(_));
        givens || self.dig.symmetry().mix().is_some() || self.rating.has_mix()
    }

    /// Returns true if the plan has quotas over the whole corpus: which puzzle has which target then depends on the size of the corpus.
    #[doc(hidden)]
    pub fn needs_count(&self) -> bool {
        self.has_mix() && self.mix.block.is_none()
    }

    /// Returns the targets of the first mix in words, in its order: ratings come before givens, and these before symmetries. Levels in turn are the
    /// targets of a plan without such a mix; a plan without both has none.
    pub fn target_names(&self) -> Vec<String> {
        fn names<T: fmt::Display>(name: &str, targets: impl Iterator<Item = T>) -> Vec<String> {
            targets.map(|target| format!("{name} {target}")).collect()
        }
        let RatingPlan { level_mix, level_cycle, .. } = &self.rating;
        let mixed = self.rating.mixed();
        match (level_mix, level_cycle, mixed, self.dig.givens(), self.dig.symmetry().mix()) {
            (Some(mix), ..) => names("level", mix.targets()),
            (_, Some(cycle), ..) => names("level", cycle.levels().iter()),
            (_, _, Some(target), ..) => names(target.measure().words(), target.ranges()),
            (_, _, _, GivensTarget::Mix(mix), _) => names("givens", mix.targets()),
            (.., Some(mix)) => names("symmetry", mix.targets()),
            (.., GivensTarget::Fixed(_), None) => Vec::new(),
        }
    }

    /// Returns the number of the first try, from 0, that draws one of the input grids or puzzles; `None` if all tries for a row take the same, or a
    /// fill makes grids. With weights, rows then count all minimal puzzles of the grids the same, and attempts count grids.
    pub(crate) fn first_drawn_try(&self) -> Option<u64> {
        let grids = self.from.as_ref()?;
        let dig = self.dig.facts();
        if grids.holds_puzzles() {
            return Some(1);
        }
        (dig.weighted && grids.len() > 1).then(|| u64::from(!dig.repeats_tries))
    }

    /// Returns the version of the rules by which a seed decides the puzzles of the plan. Corpora of different versions differ.
    ///
    /// - 2: all plans but those of 3. Version 1 had other rows of the dig `enumerated`.
    /// - 3: digs with weights, from several input grids, of which each try draws one.
    pub fn stream_version(&self) -> u32 {
        if self.dig.facts().weighted && self.first_drawn_try().is_some() { 3 } else { 2 }
    }

    /// Returns true if the attempts count minimal puzzles of the population of the rows: subsets are enumerated, and no condition rejects a
    /// puzzle.
    #[doc(hidden)]
    pub fn counts_puzzles(&self) -> bool {
        matches!(self.dig, Dig::Enumerated)
            && self.minimal != Minimality::NotMinimal
            && !self.rating.selects()
            && self.board.is_none()
            && self.exclude.is_none()
    }

    /// Checks that the options fit each other.
    ///
    /// # Errors
    /// [`Error::Option`](crate::Error::Option) with what is allowed.
    pub fn validate(&self) -> Result<()> {
        validate::check(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_options_are_named_with_what_is_allowed() {
        let problem = |givens, shape: &str| {
            let plan = Plan { dig: Dig::top_down(givens), ..Plan::for_shape(shape.parse().unwrap()) };
            plan.validate().unwrap_err().to_string()
        };
        let large = Plan { add: [Addition::SearchTrace].into(), ..Plan::for_shape("4x4".parse().unwrap()) };
        insta::assert_snapshot!(large.validate().unwrap_err(), @"`add=search_trace` is for grids with a side up to 9, not for 4x4 boxes");
        let large = Plan::for_shape("4x4".parse().unwrap()).with_columns([Addition::Unavoidable]);
        insta::assert_snapshot!(large.validate().unwrap_err(), @"`add=unavoidable` is for grids with a side up to 9, not for 4x4 boxes");
        let magic = Plan { shape: "4x4".parse().unwrap(), ..Plan::default() };
        insta::assert_snapshot!(magic.validate().unwrap_err(), @"fill uniform knows the shapes 2x2, 2x3, 3x2 and 3x3 only; for 4x4 give diagonal or digitwise");
        insta::assert_snapshot!(problem(Givens::Range(26, 22), "3x3"), @"givens 26..22 is empty; write the smaller number first");
        insta::assert_snapshot!(problem(Givens::Range(16, 16), "3x3"), @"givens 16 cannot be met: a 3x3 puzzle has from 17 to 81");
        insta::assert_snapshot!(problem(Givens::Range(4, 17), "2x2"), @"givens 4..17 cannot be met: a 2x2 puzzle has from 4 to 16");
    }
}
