//! Plans as manifests have them: all options side by side.

use super::{Budgets, Givens, GivensMix, Minimality, MixLayout, MixOrder, Plan, SymmetryMix};
use crate::{
    Additions, BoardOptions, BoardPlan, CountRange, DigMode, DigOptions, ExcludedClasses, Fill, FillOrder,
    InputGrids, Objective, RatingPlan,
    error::{Error, Result},
};
use gridmill_board::{Pattern, Shape, Symmetry};
use gridmill_solve::SolverKind;
use serde::{Deserialize, Serialize};

/// Fields of a plan. Names and order are those of manifests; fields with a default came later than the first manifests.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Plan", deny_unknown_fields)]
pub(super) struct PlanFields {
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
    budgets: Budgets,
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
            budgets: plan.budgets,
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
            budgets: fields.budgets,
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
