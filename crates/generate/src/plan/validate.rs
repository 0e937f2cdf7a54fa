//! Checks that the options of a plan fit each other; each problem is one line of text.

use super::{Dig, Givens, Minimality, MixLayout, Plan, Target};
use crate::{
    Addition, BoardPlan, Budget, Fill, Objective,
    error::{Error, Result},
};
use gridmill_board::{Shape, Symmetry};
use gridmill_solve::SolverKind;

pub(super) fn check(plan: &Plan) -> Result<()> {
    let rules = [
        features,
        input_grids,
        fill,
        dig,
        climb,
        givens,
        patterns,
        minimality,
        shared_grids,
        mix_layout,
        rating,
        additions,
        measured,
        board,
        checker,
        at_least_one,
    ];
    rules.into_iter().try_for_each(|rule| rule(plan))
}

fn refuse(problem: impl Into<String>) -> Result<()> {
    Err(Error::option(problem))
}

/// Checks that the crate is built with what the plan needs.
fn features(plan: &Plan) -> Result<()> {
    let needed = [
        ("boards", cfg!(feature = "boards"), plan.board.is_some()),
        ("climb", cfg!(feature = "climb"), plan.dig.objective().is_some()),
        ("classes", cfg!(feature = "classes"), plan.exclude.is_some()),
    ];
    let missing = needed.into_iter().find(|&(_, is_there, is_needed)| is_needed && !is_there);
    let missing =
        missing.map(|(name, ..)| name).or_else(|| plan.add.iter().find_map(Addition::missing_feature));
    missing.map_or(Ok(()), |name| refuse(format!("this program is built without {name}")))
}

/// Checks that input grids, if there are any, fit the shape, the fill and the dig.
fn input_grids(plan: &Plan) -> Result<()> {
    let Some(grids) = &plan.from else {
        return match plan.fill {
            Fill::Given => refuse("fill given needs grids to dig from: give `from=FILE`"),
            Fill::Uniform | Fill::Diagonal | Fill::Digitwise | Fill::Selected => Ok(()),
        };
    };
    if plan.fill != Fill::Given {
        let fill = plan.fill.name();
        return refuse(format!("given grids take the place of a fill; fill {fill} makes its own"));
    }
    if let Some(found) = grids.shape().filter(|&shape| shape != plan.shape) {
        return refuse(format!("the given grids are {found}, and the puzzles are to be {}", plan.shape));
    }
    match plan.dig.facts().refuses_input_grids {
        Some(reason) => refuse(format!("dig {} {reason}; leave `from` out", plan.dig.name())),
        None => Ok(()),
    }
}

fn fill(plan: &Plan) -> Result<()> {
    if plan.fill.supports(plan.shape) {
        return Ok(());
    }
    let others: Vec<_> =
        Fill::ALL.into_iter().filter(|fill| fill.supports(plan.shape)).map(Fill::name).collect();
    refuse(format!(
        "fill {} knows the shapes 2x2, 2x3, 3x2 and 3x3 only; for {} give {}",
        plan.fill.name(),
        plan.shape,
        others.join(" or ")
    ))
}

fn dig(plan: &Plan) -> Result<()> {
    let mode = plan.dig.mode();
    if mode.supports(plan.shape) {
        return Ok(());
    }
    refuse(format!("dig {} knows the shapes 2x2, 2x3, 3x2 and 3x3 only, not {}", mode.name(), plan.shape))
}

/// Checks that the puzzles have the measure that a climb raises, and that its number of neighbours is one.
fn climb(plan: &Plan) -> Result<()> {
    let Dig::Climb { objective, .. } = plan.dig else { return Ok(()) };
    let name = objective.name();
    if !objective.supports(plan.shape) {
        let shapes = if objective == Objective::Er { "9x9 grids" } else { "grids of up to 9x9 cells" };
        return refuse(format!("`objective={name}` is for {shapes}, not for boxes of {}", plan.shape));
    }
    plan.dig.check_steps()?;
    let books = &plan.rating.rulebooks;
    if objective == Objective::Er && !books.is_empty() && plan.rating.er_rulebook().is_none() {
        return refuse(format!(
            "`objective={name}` needs an ER, and rulebook {} has a score; give `rulebook=se`",
            books[0].name()
        ));
    }
    Ok(())
}

fn givens(plan: &Plan) -> Result<()> {
    plan.dig.givens().targets().try_for_each(|givens| {
        within_shape(givens, plan.shape)?;
        plan.dig.symmetry().targets().try_for_each(|symmetry| within_orbits(givens, symmetry, plan.shape))
    })
}

fn within_shape(givens: Givens, shape: Shape) -> Result<()> {
    let Givens::Range(fewest, most) = givens else { return Ok(()) };
    let (least, all) = (shape.fewest_givens(), shape.cells());
    if fewest > most {
        return refuse(format!("givens {fewest}..{most} is empty; write the smaller number first"));
    }
    if fewest < least || most > all {
        return refuse(format!("givens {givens} cannot be met: a {shape} puzzle has from {least} to {all}"));
    }
    within_reach(most, shape, &format!("givens {givens} are"))
}

/// Refuses puzzles with so few givens that none would ever come.
fn within_reach(givens: usize, shape: Shape, what: &str) -> Result<()> {
    let (reach, side, all) = (shape.fewest_givens_in_reach(), shape.side(), shape.cells());
    if givens < reach {
        let meant = if shape.side() == 16 { "; a 4x4 grid has 2x2 boxes" } else { "" };
        return refuse(format!(
            "{what} out of reach: of {side}x{side} puzzles ({shape} boxes), those with {reach} to {all} can be made{meant}"
        ));
    }
    Ok(())
}

/// Checks that some number of the range is a sum of orbit sizes.
fn within_orbits(givens: Givens, symmetry: Symmetry, shape: Shape) -> Result<()> {
    let Givens::Range(fewest, most) = givens else { return Ok(()) };
    let mut reached = vec![false; shape.cells() + 1];
    reached[0] = true;
    for orbit in symmetry.orbits(shape) {
        for sum in (orbit.len()..reached.len()).rev() {
            reached[sum] |= reached[sum - orbit.len()];
        }
    }
    if !reached[fewest..=most].contains(&true) {
        let name = symmetry.name();
        return refuse(format!(
            "no {shape} puzzle of symmetry {name} has {givens} givens: its orbits do not add up to that"
        ));
    }
    Ok(())
}

fn patterns(plan: &Plan) -> Result<()> {
    (1..).zip(plan.dig.patterns()).try_for_each(|(n, pattern)| {
        pattern.fits(plan.shape).or_else(|problem| refuse(format!("pattern {n}: {problem}")))?;
        let givens = pattern.givens();
        within_reach(givens, plan.shape, &format!("pattern {n}: {givens} givens are"))
    })
}

/// Checks that the dig can make puzzles that are not minimal, if these are required.
fn minimality(plan: &Plan) -> Result<()> {
    match plan.minimal {
        Minimality::Any | Minimality::Minimal => return Ok(()),
        Minimality::NotMinimal => {}
    }
    match &plan.dig {
        Dig::TopDown { givens, .. } | Dig::BottomUp { givens } => {
            if givens.targets().any(|target| target == Givens::Minimal) {
                return refuse(
                    "minimal false needs a number of givens: without, digging goes on until none can go",
                );
            }
            Ok(())
        }
        Dig::Pattern { .. } => Ok(()),
        Dig::Walk { .. } | Dig::ControlledBias | Dig::Weighted | Dig::Enumerated | Dig::Climb { .. } => {
            let name = plan.dig.name();
            refuse(format!("minimal false cannot be met: dig {name} gives minimal puzzles only"))
        }
    }
}

fn shared_grids(plan: &Plan) -> Result<()> {
    if plan.max_puzzles_per_grid > 1 && !plan.dig.facts().may_share_grids {
        let (many, name) = (plan.max_puzzles_per_grid, plan.dig.name());
        return refuse(format!(
            "max puzzles per grid {many} cannot be met: dig {name} takes a new grid each time"
        ));
    }
    Ok(())
}

fn mix_layout(plan: &Plan) -> Result<()> {
    if plan.mix == MixLayout::default() || plan.has_mix() {
        return Ok(());
    }
    let option = if plan.mix.block.is_some() { "mix_block" } else { "mix_order" };
    refuse(format!("`{option}` is about the targets of a mix: give `mix=level=easy:0.5,hard:0.5`"))
}

fn rating(plan: &Plan) -> Result<()> {
    plan.rating.validate(plan.shape, plan.dig.mode())
}

/// Checks that the puzzles can have the added columns.
fn additions(plan: &Plan) -> Result<()> {
    let problem = plan.add.iter().find_map(|addition| addition.check_shape(plan.shape).err());
    if let Some(problem) = problem {
        return refuse(problem);
    }
    if plan.add.keep_steps() && plan.rating.rulebooks.is_empty() {
        return refuse("paths are those of a rulebook: give `rulebook=hodoku`, se or a file");
    }
    Ok(())
}

/// Checks that puzzles are chosen by measures that are taken.
fn measured(plan: &Plan) -> Result<()> {
    let missing = plan.rating.targets.iter().map(Target::measure).find_map(|measure| {
        let addition = measure.addition().filter(|&addition| !plan.add.has(addition))?;
        Some((measure.words(), addition.name()))
    });
    match missing {
        Some((words, name)) => {
            refuse(format!("puzzles are chosen by {words}, not measured: give `add={name}`"))
        }
        None => Ok(()),
    }
}

/// Checks that the puzzles can have the boards.
fn board(plan: &Plan) -> Result<()> {
    let Some(board) = plan.board else { return Ok(()) };
    let (shape, option) = (plan.shape, format!("board={}", board.kind().name()));
    if shape.side() > Shape::STANDARD.side() {
        return refuse(format!("`{option}` is for grids of up to 9x9 cells, not for boxes of {shape}"));
    }
    if board.kind().rejects_by_chance() && plan.dig.facts().weighted {
        let name = plan.dig.name();
        return refuse(format!(
            "`{option}` rejects puzzles by chance, which the weights of dig {name} do not count; give another dig"
        ));
    }
    match board {
        BoardPlan::Ambiguous { solutions } => {
            let most = BoardPlan::MAX_SOLUTIONS;
            if solutions.least() < 2 || solutions.most() > most {
                return refuse(format!("`{option}={solutions}` cannot be met: give from 2 to {most}"));
            }
        }
        BoardPlan::Broken => {}
        BoardPlan::Partial { filled, .. } => {
            let (least, cells) = (shape.fewest_givens(), shape.cells());
            if usize::from(filled.most()) < least || usize::from(filled.most()) > cells {
                return refuse(format!(
                    "`{option}={filled}` cannot be met: a {shape} grid has from {least} to {cells} filled cells"
                ));
            }
            if board.follows_path() && plan.rating.rulebooks.is_empty() {
                return refuse(format!(
                    "`{option}={filled}` follows a rulebook: give `rulebook`, or `{option}={filled},order=random`"
                ));
            }
        }
    }
    Ok(())
}

fn checker(plan: &Plan) -> Result<()> {
    if plan.checker.supports(plan.shape) {
        return Ok(());
    }
    let able =
        SolverKind::ALL.into_iter().filter(|checker| checker.supports(plan.shape)).map(SolverKind::name);
    refuse(format!(
        "checker {} does not know {} grids; those that do: {}",
        plan.checker.name(),
        plan.shape,
        able.collect::<Vec<_>>().join(", ")
    ))
}

fn at_least_one(plan: &Plan) -> Result<()> {
    if let Some((name, _)) = plan.counts().find(|&(_, count)| count == 0) {
        return refuse(format!("{name} 0 leaves nothing to try; give 1 or more"));
    }
    match Budget::ALL.into_iter().find(|&budget| plan.budgets.of(budget) == 0) {
        Some(budget) => refuse(format!("`budget={}=0` leaves nothing to try; give 1 or more", budget.name())),
        None => Ok(()),
    }
}
