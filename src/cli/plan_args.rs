//! Options that decide the puzzles, shared by the commands that make them.

use super::{
    args::{NodeBudgetArg, by_name, by_names},
    board::BoardArgs,
    columns::ColumnArgs,
    rating::RatingArgs,
};
use crate::{
    Result,
    board::{Shape, Symmetry},
    corpus::JobOptions,
    generate::{DigMode, Fill, Givens, Minimality, MixOrder, NamedMix, Objective, Plan},
    solve::SolverKind,
    tables::numbers,
};
use clap::{
    Args,
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
};
use std::path::PathBuf;

/// Options of the plan.
#[derive(Debug, Args)]
pub(super) struct PlanArgs {
    /// Box rows x box columns: 2x2, 2x3, 2x4, 3x3, 3x4, 4x4, 5x5 (each side 2 to 5)
    #[arg(long = "box", value_name = "RxC", default_value_t = Shape::STANDARD)]
    shape: Shape,

    /// Method that makes complete grids [default: uniform for 2x2, 2x3, 3x2 and 3x3, diagonal for other shapes]
    #[arg(long, ignore_case = true, value_parser = by_name(&Fill::ALL, Fill::name), hide_short_help = true)]
    fill: Option<Fill>,

    /// File of grids to dig from in place of a fill's, in any format of docs/INPUTS.md, or a corpus folder; - for standard input. Of a
    /// table, the column of solutions, or else that of puzzles. Puzzle N takes grid N modulo their number, completed at random where
    /// it has several solutions. For --dig climb, puzzles to start from
    #[arg(long, value_name = "FILE", conflicts_with = "fill")]
    pub from: Option<PathBuf>,

    #[command(flatten)]
    pub columns: ColumnArgs,

    /// Mode of digging puzzles [default: pattern with --pattern, top-down without]
    #[arg(long, ignore_case = true, value_parser = dig_mode())]
    dig: Option<DigMode>,

    /// Measure that --dig climb raises: er, guesses, b, bxb, depth, few or many (givens) [default: that of the range, such as --er]
    #[arg(long, ignore_case = true, value_parser = by_name(&Objective::ALL, Objective::name), hide_short_help = true)]
    objective: Option<Objective>,

    /// Neighbours that a climb makes where no range of its objective is wanted [default: 2000]
    #[arg(long, value_name = "N", value_parser = numbers::positive, hide_short_help = true)]
    climb_steps: Option<u64>,

    /// Givens to leave: minimal, a number, a range such as 22..26 (both included), or easy (46), medium (36), hard (30) or expert
    /// (22..26) [default: minimal]
    #[arg(long, value_name = "GIVENS")]
    givens: Option<Givens>,

    /// Symmetry of the cells of the givens; mirrors are named by the line that stays
    #[arg(long, ignore_case = true, value_parser = symmetry(), default_value = Symmetry::default().name())]
    symmetry: Symmetry,

    /// Exact shares over the whole corpus of levels, ranges of a measure (er, ep, ed, guesses, score, trial_depth, b, backdoor), givens or symmetries,
    /// such as level=easy:0.2,hard:0.8 or er=1.0..2.0:0.5,2.1..4.0:0.5: whole numbers in proportion, or fractions that add up to 1. Given twice, the shares of symmetries hold for each target of the other
    #[arg(long, value_name = "NAME=TARGET:SHARE,...")]
    mix: Vec<NamedMix>,

    /// Rows over which the shares of mixes are exact, block by block: which row has which target then depends on no count [default: the whole
    /// corpus]
    #[arg(long, value_name = "ROWS", value_parser = numbers::positive, hide_short_help = true)]
    mix_block: Option<u64>,

    /// Order in which the targets of mixes come: random, or listed, target by target as the mix names them
    #[arg(long, ignore_case = true, value_parser = by_name(&MixOrder::ALL, MixOrder::name), default_value = MixOrder::default().name(), hide_short_help = true)]
    mix_order: MixOrder,

    /// File of patterns for the givens, one a line, x for a given and . for none; puzzles take them in turn
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pattern: Option<PathBuf>,

    /// Make only puzzles that are minimal (true), or only such as are not (false)
    #[arg(long, ignore_case = true, value_parser = by_name(&Minimality::ALL, Minimality::name), default_value = Minimality::default().name(), hide_short_help = true)]
    minimal: Minimality,

    /// Puzzles in a row that may be dug from one complete grid
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = numbers::whole, hide_short_help = true)]
    max_puzzles_per_grid: u64,

    /// Digs, tries of a pattern, or neighbours of climbs, that one puzzle may take before the run fails [default: 100000; 100000000 for
    /// controlled-bias, 10000000 for climb]
    #[arg(long, value_name = "N", value_parser = numbers::whole, hide_short_help = true)]
    attempts: Option<u64>,

    #[command(flatten)]
    budget: NodeBudgetArg,

    /// Add the columns of `gridmill canonical`: the canonical forms of puzzle and solution, automorphisms, and the class. For boxes of
    /// 2x2, 2x3, 3x2, 2x4, 4x2 and 3x3
    #[arg(long, hide_short_help = true)]
    canonical: bool,

    #[command(flatten)]
    board: BoardArgs,

    #[command(flatten)]
    rating: RatingArgs,

    /// Solver that checks uniqueness; decides the effort columns alone [default: the fastest for the shape]
    #[arg(long, ignore_case = true, value_parser = by_name(&SolverKind::ALL, SolverKind::name), hide_short_help = true)]
    checker: Option<SolverKind>,

    /// Make no puzzle that is in these files, turned round or not: in any format of docs/INPUTS.md, or corpus folders. For boxes of
    /// 2x2, 2x3, 3x2, 2x4, 4x2 and 3x3
    #[arg(long, value_name = "FILE", num_args = 1.., hide_short_help = true)]
    pub exclude: Vec<PathBuf>,
}

impl PlanArgs {
    /// Returns the options of the puzzles.
    pub(super) fn options(&self) -> JobOptions {
        JobOptions {
            shape: Some(self.shape),
            fill: self.fill,
            from: self.from.clone(),
            columns: self.columns.named(),
            dig: self.dig,
            objective: self.objective,
            climb_steps: self.climb_steps,
            givens: self.givens,
            symmetry: self.symmetry,
            mix: self.mix.clone(),
            mix_block: self.mix_block,
            mix_order: self.mix_order,
            pattern: self.pattern.clone(),
            minimal: self.minimal,
            max_puzzles_per_grid: Some(self.max_puzzles_per_grid),
            attempts: self.attempts,
            node_budget: Some(self.budget.node_budget),
            canonical: self.canonical,
            board: self.board.options(),
            search_difficulty: self.rating.measures.search_difficulty,
            search_trace: self.rating.measures.search_trace,
            unavoidable: self.rating.measures.unavoidable,
            rating: self.rating.options(),
            checker: self.checker,
            exclude: self.exclude.clone(),
            ..JobOptions::default()
        }
    }

    /// Builds the plan of these options.
    pub(super) fn plan(&self) -> Result<Plan> {
        self.options().plan()
    }
}

/// Returns a parser of symmetries by their names, and by words that people use for them, which are not listed.
fn symmetry() -> impl TypedValueParser<Value = Symmetry> {
    by_names(&Symmetry::ALL, |symmetry| [&[symmetry.name()], symmetry.other_names()].concat())
}

/// Returns a parser of digs; help has the distribution of each.
fn dig_mode() -> impl TypedValueParser<Value = DigMode> {
    let listed = DigMode::ALL.map(|mode| PossibleValue::new(mode.name()).help(mode.facts().distribution));
    PossibleValuesParser::new(listed).try_map(|text: String| {
        let named = DigMode::ALL.into_iter().find(|mode| mode.name().eq_ignore_ascii_case(&text));
        named.ok_or_else(|| format!("{text:?} is not in the list"))
    })
}
