//! Plan of a corpus: the resolved options of its puzzles, as a manifest has them.

mod crossed;
mod dig;
mod givens;
mod mix;
mod quotas;
mod rating;
mod rejected;
mod target;
mod validate;

use crate::{
    Addition, Additions, BoardOptions, BoardPlan, CountRange, DigMode, ExcludedClasses, Fill, FillOrder,
    InputGrids, Objective,
    error::{Error, Result},
    input_grids::NODE_BUDGET,
};
pub(crate) use crossed::CrossedQuotas;
pub use dig::{Dig, DigOptions, Patterns, WalkTarget};
pub use givens::{Givens, GivensMix, GivensTarget};
use gridmill_board::{Pattern, Shape, Symmetry};
use gridmill_solve::SolverKind;
pub(crate) use mix::AnyMix;
pub use mix::{
    LevelCycle, LevelMix, LevelName, Mix, MixLayout, MixOrder, MixTarget, NamedMix, SHARE_RULE, SymmetryMix,
    SymmetryTarget, parse_shares, share_text,
};
pub(crate) use quotas::Quotas;
pub use rating::RatingPlan;
use serde::{Deserialize, Serialize};
use std::fmt;
pub use target::{MeasureRange, RangeError, Target, TargetMeasure};

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

impl Minimality {
    /// All values, in the order in which help lists them.
    pub const ALL: [Self; 3] = [Self::Any, Self::Minimal, Self::NotMinimal];

    /// Returns the name in options, plans and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::Minimal => "true",
            Self::NotMinimal => "false",
        }
    }
}

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
    /// Search nodes that one complete grid, or one uniqueness check, may take before the run fails.
    pub node_budget: u64,
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
    /// Default node budget: some tens of seconds of search on the largest shapes, never reached by 9x9.
    pub const NODE_BUDGET: u64 = NODE_BUDGET;

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
            node_budget: Self::NODE_BUDGET,
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

    /// Sets the search nodes that one grid, or one check, may take.
    pub fn with_node_budget(self, nodes: u64) -> Self {
        Self { node_budget: nodes, ..self }
    }

    /// Sets the solver that checks uniqueness.
    pub fn with_checker(self, checker: SolverKind) -> Self {
        Self { checker, ..self }
    }

    /// Sets the rows over which mixes have exact quotas, and the order of their targets.
    pub fn with_mix_layout(self, mix: MixLayout) -> Self {
        Self { mix, ..self }
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
    pub fn has_mix(&self) -> bool {
        let givens = matches!(self.dig.givens(), GivensTarget::Mix(_));
        givens || self.dig.symmetry().mix().is_some() || self.rating.has_mix()
    }

    /// Returns true if the plan has quotas over the whole corpus: which puzzle has which target then depends on the size of the corpus.
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

    /// Returns true if some grids take more attempts than others: a dig repeats tries on each of several input grids until one succeeds.
    /// Attempts then do not count grids.
    pub fn attempts_vary_by_grid(&self) -> bool {
        self.dig.facts().repeats_tries && self.from.as_ref().is_some_and(|grids| grids.len() > 1)
    }

    /// Checks that the options fit each other.
    ///
    /// # Errors
    /// [`Error::Option`](crate::Error::Option) with what is allowed.
    pub fn validate(&self) -> Result<()> {
        validate::check(self)
    }
}

/// Fields of a plan. Names and order are those of manifests; fields with a default came later than the first manifests.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Plan", deny_unknown_fields)]
struct PlanFields {
    #[serde(rename = "box")]
    shape: Shape,
    fill: Fill,
    #[serde(default)]
    from: Option<InputGrids>,
    #[serde(default)]
    dig: DigMode,
    givens: Givens,
    #[serde(default)]
    givens_mix: Option<GivensMix>,
    #[serde(default)]
    symmetry: Symmetry,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    symmetry_mix: Option<SymmetryMix>,
    #[serde(default)]
    patterns: Vec<Pattern>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    objective: Option<Objective>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    climb_steps: Option<u64>,
    #[serde(default)]
    minimal: Minimality,
    #[serde(default = "one")]
    max_puzzles_per_grid: u64,
    attempts: u64,
    node_budget: u64,
    checker: SolverKind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mix_block: Option<u64>,
    #[serde(default, skip_serializing_if = "is_random")]
    mix_order: MixOrder,
    #[serde(default, skip_serializing_if = "RatingPlan::is_none")]
    rating: RatingPlan,
    #[serde(default, skip_serializing_if = "Additions::is_empty")]
    add: Additions,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    solutions: Option<CountRange>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    broken: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fill_to: Option<CountRange>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fill_order: Option<FillOrder>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    exclude: Option<ExcludedClasses>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_random(order: &MixOrder) -> bool {
    *order == MixOrder::Random
}

const fn one() -> u64 {
    1
}

impl From<Plan> for PlanFields {
    fn from(plan: Plan) -> Self {
        let DigOptions { mode, givens, givens_mix, symmetry, symmetry_mix, patterns, objective, climb_steps } =
            plan.dig.options();
        let BoardOptions { solutions, broken, fill_to, fill_order } = BoardPlan::options(plan.board);
        Self {
            shape: plan.shape,
            fill: plan.fill,
            from: plan.from,
            dig: mode,
            givens,
            givens_mix,
            symmetry,
            symmetry_mix,
            patterns,
            objective,
            climb_steps,
            minimal: plan.minimal,
            max_puzzles_per_grid: plan.max_puzzles_per_grid,
            attempts: plan.attempts,
            node_budget: plan.node_budget,
            checker: plan.checker,
            mix_block: plan.mix.block,
            mix_order: plan.mix.order,
            rating: plan.rating,
            add: plan.add,
            solutions,
            broken,
            fill_to,
            fill_order,
            exclude: plan.exclude,
        }
    }
}

impl TryFrom<PlanFields> for Plan {
    type Error = Error;

    fn try_from(fields: PlanFields) -> Result<Self> {
        let PlanFields { dig: mode, givens, givens_mix, symmetry, symmetry_mix, patterns, .. } = fields;
        let PlanFields { objective, climb_steps, solutions, broken, fill_to, fill_order, .. } = fields;
        Ok(Self {
            shape: fields.shape,
            fill: fields.fill,
            from: fields.from,
            dig: DigOptions {
                mode,
                givens,
                givens_mix,
                symmetry,
                symmetry_mix,
                patterns,
                objective,
                climb_steps,
            }
            .try_into()?,
            minimal: fields.minimal,
            max_puzzles_per_grid: fields.max_puzzles_per_grid,
            attempts: fields.attempts,
            node_budget: fields.node_budget,
            checker: fields.checker,
            mix: MixLayout { block: fields.mix_block, order: fields.mix_order },
            rating: fields.rating,
            add: fields.add,
            board: BoardOptions { solutions, broken, fill_to, fill_order }.plan()?,
            exclude: fields.exclude,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Addition, Dig};

    #[test]
    fn impossible_options_are_named_with_what_is_allowed() {
        let problem = |givens, shape: &str| {
            let plan = Plan { dig: Dig::top_down(givens), ..Plan::for_shape(shape.parse().unwrap()) };
            plan.validate().unwrap_err().to_string()
        };
        let searched = Plan { add: [Addition::Guesses].into(), ..Plan::for_shape("3x4".parse().unwrap()) };
        insta::assert_snapshot!(searched.validate().unwrap_err(), @"`add=guesses` is for grids with a side up to 9, not for 3x4 boxes");
        let large = Plan { add: [Addition::SearchTrace].into(), ..Plan::for_shape("4x4".parse().unwrap()) };
        insta::assert_snapshot!(large.validate().unwrap_err(), @"`add=search_trace` is for grids with a side up to 9, not for 4x4 boxes");
        let large = Plan::for_shape("4x4".parse().unwrap()).with_columns([Addition::Unavoidable]);
        insta::assert_snapshot!(large.validate().unwrap_err(), @"`add=unavoidable` is for grids with a side up to 9, not for 4x4 boxes");
        let large = Plan { add: [Addition::Canonical].into(), ..Plan::for_shape("4x4".parse().unwrap()) };
        insta::assert_snapshot!(large.validate().unwrap_err(), @"canonical forms are made for boxes of 2x2, 2x3, 3x2, 2x4, 4x2 and 3x3, not of 4x4");
        let known = ExcludedClasses::new(["known.txt"], []);
        let large = Plan::for_shape("4x4".parse().unwrap()).with_excluded(known);
        insta::assert_snapshot!(large.validate().unwrap_err(), @"puzzles are excluded by their canonical forms, and canonical forms are made for boxes of 2x2, 2x3, 3x2, 2x4, 4x2 and 3x3, not of 4x4");
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
        insta::assert_snapshot!(json(&Plan::default()), @r#"{"box":"3x3","fill":"uniform","from":null,"dig":"top-down","givens":"minimal","givens_mix":null,"symmetry":"none","patterns":[],"minimal":"any","max_puzzles_per_grid":1,"attempts":100000,"node_budget":10000000,"checker":"bitboard"}"#);
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
        let older = r#"{"box":"3x3","fill":"uniform","givens":"30","attempts":5,"node_budget":7,"checker":"dancing-links"}"#;
        let plan: Plan = serde_json::from_str(older).unwrap();
        assert!(plan.add.is_empty() && !json(&plan).contains("add"));
        assert_eq!((plan.dig, plan.max_puzzles_per_grid), (Dig::top_down(Givens::Range(30, 30)), 1));
        let more = Plan { add: Addition::ALL.into(), ..Plan::default() };
        assert!(json(&more).ends_with(
            r#","add":"path,compact_path,guesses,search_trace,trial,backdoors,unavoidable,canonical"}"#
        ));
        assert_eq!(serde_json::from_str::<Plan>(&json(&more)).unwrap(), more);
        let problem = |text: &str| serde_json::from_str::<Plan>(text).unwrap_err().to_string();
        insta::assert_snapshot!(problem(&older.replace("\"fill\"", "\"dig\":\"walk\",\"symmetry\":\"full\",\"fill\"")), @"symmetry full needs dig top-down; dig walk knows none");
        insta::assert_snapshot!(problem(&older.replace("\"fill\"", "\"givens_mix\":\"30:1\",\"fill\"")), @"a mix of givens takes the place of one number of givens; give one of them");
        assert!(
            problem(&older.replace("\"fill\"", "\"fil\":1,\"fill\""))
                .starts_with("unknown field `fil`, expected one of `box`")
        );
        assert!(problem("7").starts_with("invalid type: integer `7`, expected struct Plan"));
    }
}
