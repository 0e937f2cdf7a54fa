//! Plan of a corpus: the resolved options of its puzzles, as a manifest has them.

mod aim;
mod budgets;
mod dig;
mod givens;
mod levels;
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
pub use givens::{Givens, GivensMix, GivensTarget, PuzzleTarget, SymmetryTarget};
use gridmill_board::{Grid, Shape};
use gridmill_solve::SolverKind;
pub use levels::{LevelCycle, LevelMix, LevelName};
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
/// In JSON, as in manifests, the options of the dig stand with the others, and names and order of fields are those of the first manifests. A field
/// that came later has a default, with which it is left out.
///
/// ```
/// use gridmill_generate::{Dig, Givens, Plan};
///
/// let plan = Plan::default().with_dig(Dig::top_down(Givens::Range(24, 28)));
/// plan.validate()?;
/// # Ok::<(), gridmill_generate::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)] // Structs that are flattened leave fields that are not theirs.
#[non_exhaustive]
pub struct Plan {
    /// Size of the grid.
    #[serde(rename = "box")]
    pub shape: Shape,
    /// Method that makes complete grids; it must support the shape ([`Fill::default_for`] gives one that does).
    pub fill: Fill,
    /// Grids to dig from, for [`Fill::Given`]: puzzles in a row take them in turn.
    #[serde(default)]
    pub from: Option<InputGrids>,
    /// Dig, with the options that apply to it.
    #[serde(flatten)]
    pub dig: Dig,
    /// Minimality that puzzles must have.
    #[serde(default)]
    pub minimal: Minimality,
    /// Puzzles in a row of a corpus that are dug from one grid; more save time, and make rows depend on each other.
    #[serde(default = "one")]
    pub max_puzzles_per_grid: u64,
    /// Digging passes that one puzzle may take before the run fails.
    pub attempts: u64,
    /// Work that searches may take before they are given up.
    pub budgets: Budgets,
    /// Solver that checks uniqueness; decides the effort columns alone.
    pub checker: SolverKind,
    /// Rows over which mixes have exact quotas, and the order of their targets.
    #[serde(flatten)]
    pub mix: MixLayout,
    /// Rulebook of ratings, limit of difficulty, and ratings that are required.
    #[serde(default, skip_serializing_if = "is_default")]
    pub rating: RatingPlan,
    /// Columns that rows have besides those of every row.
    #[serde(default, skip_serializing_if = "is_default")]
    pub add: Additions,
    /// Boards that are derived from the puzzles.
    #[serde(default, skip_serializing_if = "is_default")]
    pub board: Option<BoardPlan>,
    /// Classes of puzzles that are not made.
    #[serde(default, skip_serializing_if = "is_default")]
    pub exclude: Option<ExcludedClasses>,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

const fn one() -> u64 {
    1
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
        let dig = &self.dig;
        dig.givens().mix().is_some() || dig.symmetry().mix().is_some() || self.rating.has_mix()
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
        let (rating, dig) = (&self.rating, &self.dig);
        if let Some(mix) = &rating.level_mix {
            names("level", mix.targets())
        } else if let Some(cycle) = rating.turns() {
            names("level", cycle.levels().iter())
        } else if let Some(target) = rating.mixed() {
            names(target.measure().words(), target.ranges())
        } else if let Some(mix) = dig.givens().mix() {
            names("givens", mix.targets())
        } else {
            names("symmetry", dig.symmetry().mix().into_iter().flat_map(Mix::targets))
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

    /// Lists the conditions that puzzles meet, in words of populations.
    #[doc(hidden)]
    pub fn conditions(&self) -> Vec<String> {
        let minimal = match self.minimal {
            Minimality::Minimal if !self.dig.facts().weighted => Some("minimal".to_owned()),
            Minimality::NotMinimal => Some("not minimal".to_owned()),
            Minimality::Minimal | Minimality::Any => None,
        };
        let givens = self.dig.givens().population();
        let words = minimal.into_iter().chain(givens).chain(self.rating.conditions());
        let excluded = self.exclude.as_ref().map(|_| ExcludedClasses::POPULATION.to_owned());
        words.chain(self.board.map(BoardPlan::population)).chain(excluded).collect()
    }

    /// Lists the parts of puzzles that are kept, in words, as in "only puzzles with ... were kept".
    #[doc(hidden)]
    pub fn kept(&self) -> Vec<String> {
        self.rating.kept().collect()
    }

    /// Returns the class, in words, of a puzzle that is rejected whatever its ratings; `None` for others.
    pub(crate) fn rejected(&self, puzzle: &Grid) -> Option<&'static str> {
        let excluded = self.exclude.as_ref().filter(|_| cfg!(feature = "classes"));
        excluded.is_some_and(|classes| classes.contains(puzzle)).then_some(ExcludedClasses::REJECTED)
    }

    /// Returns advice where most puzzles were rejected as of this class; `None` for classes of ratings.
    pub(crate) fn advice(&self, class: &str) -> Option<String> {
        if class == ExcludedClasses::REJECTED {
            return Some("allow more attempts, or exclude fewer puzzles".to_owned());
        }
        let board = self.board.map(|board| board.kind()).filter(|kind| kind.rejection() == class)?;
        Some(format!("allow more attempts, or another value of `board={}`", board.name()))
    }

    /// Returns the digs of a grid before the next one.
    pub(crate) const fn passes_per_grid(&self) -> u64 {
        self.dig.facts().passes_per_grid
    }

    /// Goes through the numbers that are at least 1, each with its words.
    fn counts(&self) -> impl Iterator<Item = (&'static str, u64)> {
        let counts = [("attempts", self.attempts), ("max puzzles per grid", self.max_puzzles_per_grid)];
        counts.into_iter().chain(self.mix.block.map(|rows| ("mix block", rows)))
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
    use gridmill_board::{Pattern, Symmetry};

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

    fn json(plan: &Plan) -> String {
        serde_json::to_string(plan).unwrap()
    }

    /// The text of plans is part of manifests: it does not change.
    #[test]
    fn plans_are_written_as_ever() {
        insta::assert_snapshot!(json(&Plan::default()), @r#"{"box":"3x3","fill":"uniform","from":null,"dig":"top-down","givens":"minimal","givens_mix":null,"symmetry":"none","patterns":[],"minimal":"any","max_puzzles_per_grid":1,"attempts":100000,"budgets":"nodes=10000000,rating=200000000,trial=1000000","checker":"bitboard"}"#);
        let pattern: Pattern = "x.x..x.xx.x..x.x".parse().unwrap();
        let mix: GivensMix = "30:0.2,26:0.8".parse().unwrap();
        let digs = [
            Dig::symmetric(Symmetry::Rot180),
            Dig::symmetric("rot180:1,none:3".parse::<SymmetryMix>().unwrap()),
            Dig::bottom_up(Givens::Range(28, 30)),
            Dig::walk(mix).unwrap(),
            Dig::pattern([pattern]).unwrap(),
            Dig::ControlledBias,
            Dig::Weighted,
            Dig::Enumerated,
            Dig::climb(crate::Objective::Er),
        ];
        let texts = digs.map(|dig| {
            let plan = Plan { dig, ..Plan::default() };
            assert_eq!(serde_json::from_str::<Plan>(&json(&plan)).unwrap(), plan);
            let text = json(&plan);
            let [start, end] = [text.find("\"dig\""), text.find(",\"minimal\"")].map(Option::unwrap);
            text[start..end].to_owned()
        });
        insta::assert_snapshot!(texts.join("\n"), @r#"
        "dig":"top-down","givens":"minimal","givens_mix":null,"symmetry":"rot180","patterns":[]
        "dig":"top-down","givens":"minimal","givens_mix":null,"symmetry":"none","symmetry_mix":"rot180:1,none:3","patterns":[]
        "dig":"bottom-up","givens":"28..30","givens_mix":null,"symmetry":"none","patterns":[]
        "dig":"walk","givens":"minimal","givens_mix":"30:0.2,26:0.8","symmetry":"none","patterns":[]
        "dig":"pattern","givens":"minimal","givens_mix":null,"symmetry":"none","patterns":["x.x..x.xx.x..x.x"]
        "dig":"controlled-bias","givens":"minimal","givens_mix":null,"symmetry":"none","patterns":[]
        "dig":"weighted","givens":"minimal","givens_mix":null,"symmetry":"none","patterns":[]
        "dig":"enumerated","givens":"minimal","givens_mix":null,"symmetry":"none","patterns":[]
        "dig":"climb","givens":"minimal","givens_mix":null,"symmetry":"none","patterns":[],"objective":"er","climb_steps":2000
        "#);
    }

    #[test]
    fn older_plans_parse_and_bad_ones_do_not() {
        let older = r#"{"box":"3x3","fill":"uniform","givens":"30","attempts":5,"budgets":"nodes=7","checker":"dancing-links"}"#;
        let plan: Plan = serde_json::from_str(older).unwrap();
        assert!(plan.add.is_empty() && !json(&plan).contains("add"));
        assert_eq!((plan.dig, plan.max_puzzles_per_grid), (Dig::top_down(Givens::Range(30, 30)), 1));
        // Released names and their order; new measures need no place here.
        let released = "path,compact_path,guesses,search_trace,trial,backdoors,whips,open_steps,er_images,unavoidable,canonical";
        let more = Plan { add: released.parse().unwrap(), ..Plan::default() };
        assert!(json(&more).ends_with(&format!(r#","add":"{released}"}}"#)));
        assert_eq!(serde_json::from_str::<Plan>(&json(&more)).unwrap(), more);
        let all = Plan { add: Addition::ALL.into(), ..Plan::default() };
        assert_eq!(serde_json::from_str::<Plan>(&json(&all)).unwrap(), all);
        let problem = |text: &str| {
            let problem = serde_json::from_str::<Plan>(text).unwrap_err().to_string();
            problem.split(" at line ").next().unwrap().to_owned()
        };
        insta::assert_snapshot!(problem(&older.replace("\"fill\"", "\"dig\":\"walk\",\"symmetry\":\"full\",\"fill\"")), @"symmetry full needs dig top-down; dig walk knows none");
        insta::assert_snapshot!(problem(&older.replace("\"fill\"", "\"givens_mix\":\"30:1\",\"fill\"")), @"a mix of givens takes the place of one number of givens; give one of them");
        assert!(problem(&older.replace("\"fill\"", "\"fil\":1,\"fill\"")).starts_with("unknown field `fil`"));
        assert!(problem("7").starts_with("invalid type: integer `7`, expected struct Plan"));
    }
}
