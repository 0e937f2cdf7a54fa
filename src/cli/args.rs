//! Options that decide the puzzles, shared by the commands that make them.

use crate::{
    board::Shape,
    error::Result,
    generate::Fill,
    pipeline::{Givens, MasterSeed, Plan},
    solve::Checker,
};
use clap::{Args, ValueEnum};

/// Which puzzles to make.
#[derive(Debug, Args)]
pub(super) struct PlanArgs {
    /// Master seed: a number, 64 hexadecimal digits, or any text [default: a random one, shown]
    #[arg(long, value_name = "SEED")]
    pub seed: Option<MasterSeed>,

    /// Box rows x box columns: 2x2, 2x3, 2x4, 3x3, 3x4, 4x4, 5x5 (each side 2 to 5)
    #[arg(long = "box", value_name = "RxC", default_value_t = Shape::STANDARD)]
    shape: Shape,

    /// How complete grids are made [default: uniform for 2x2, 2x3, 3x2 and 3x3, diagonal for other shapes]
    #[arg(long, value_enum)]
    fill: Option<Fill>,

    /// Givens to leave: minimal, a number, or a range such as 22..26 (both included) [default: minimal]
    #[arg(long, value_name = "GIVENS", conflicts_with = "difficulty")]
    givens: Option<Givens>,

    /// A preset of givens for 9x9: easy 46, medium 36, hard 30, expert 22..26
    #[arg(long, value_enum)]
    difficulty: Option<Difficulty>,

    /// Digging passes that one puzzle may take before the run fails
    #[arg(long, value_name = "N", default_value_t = Plan::ATTEMPTS)]
    attempts: u64,

    /// Search nodes that one grid or one uniqueness check may take before the run fails
    #[arg(long, value_name = "N", default_value_t = Plan::NODE_BUDGET)]
    node_budget: u64,

    /// Solver that checks uniqueness; decides the effort columns alone [default: the fastest for the shape]
    #[arg(long, value_enum)]
    checker: Option<Checker>,
}

/// Presets of givens; how hard a puzzle feels depends on more than that.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Difficulty {
    Easy,
    Medium,
    Hard,
    Expert,
}

impl Difficulty {
    const fn givens(self) -> Givens {
        match self {
            Self::Easy => Givens::Range(46, 46),
            Self::Medium => Givens::Range(36, 36),
            Self::Hard => Givens::Range(30, 30),
            Self::Expert => Givens::Range(22, 26),
        }
    }
}

impl PlanArgs {
    /// The plan these options ask for.
    pub(super) fn plan(&self) -> Result<Plan> {
        let preset = self.difficulty.map(Difficulty::givens);
        let plan = Plan {
            shape: self.shape,
            fill: self.fill.unwrap_or(Fill::default_for(self.shape)),
            givens: self.givens.or(preset).unwrap_or_default(),
            attempts: self.attempts,
            node_budget: self.node_budget,
            checker: self.checker.unwrap_or(Checker::default_for(self.shape)),
        };
        plan.validate()?;
        Ok(plan)
    }
}

impl ValueEnum for Fill {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<clap::builder::PossibleValue> {
        Some(clap::builder::PossibleValue::new(self.name()))
    }
}

impl ValueEnum for Checker {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<clap::builder::PossibleValue> {
        Some(clap::builder::PossibleValue::new(self.name()))
    }
}
