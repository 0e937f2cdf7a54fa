//! Which options of a plan go together: each misfit is one clear line.

use super::{Givens, Minimality, Plan};
use crate::{
    Dig, Fill,
    error::{Error, Result},
};
use gridmill_board::{Shape, Symmetry};

/// Checks that the options about givens and digging fit each other.
pub(super) fn check(plan: &Plan) -> Result<()> {
    mix_alone(plan)?;
    for givens in targets(plan) {
        within_shape(givens, plan.shape)?;
        within_orbits(givens, plan)?;
    }
    for rule in [symmetry, patterns, givens_of_dig, minimality, shared_grids] {
        rule(plan)?;
    }
    Ok(())
}

/// Whether given grids, if there are any, fit the shape, the fill and the dig.
pub(super) fn given_grids(plan: &Plan) -> Result<()> {
    let Some(given) = &plan.from else {
        return match plan.fill {
            Fill::Given => refuse("fill given needs grids to dig from: give --from FILE"),
            _ => Ok(()),
        };
    };
    if plan.fill != Fill::Given {
        let fill = plan.fill.name();
        return refuse(format!("given grids take the place of a fill; fill {fill} makes its own"));
    }
    if let Some(found) = given.shape().filter(|&shape| shape != plan.shape) {
        return refuse(format!("the given grids are {found}, and the puzzles are to be {}", plan.shape));
    }
    match plan.dig {
        Dig::BottomUp => refuse("dig bottom-up begins with an empty grid; leave --from out"),
        Dig::Pattern => refuse("dig pattern changes the digits of its grid; leave --from out"),
        _ => Ok(()),
    }
}

fn refuse(problem: impl Into<String>) -> Result<()> {
    Err(Error::Option(problem.into()))
}

/// Every number of givens that some puzzle may be asked for.
fn targets(plan: &Plan) -> Vec<Givens> {
    plan.givens_mix.as_ref().map_or_else(|| vec![plan.givens], |mix| mix.targets().collect())
}

fn mix_alone(plan: &Plan) -> Result<()> {
    if plan.givens_mix.is_some() && plan.givens != Givens::Minimal {
        return refuse("a mix of givens takes the place of one number of givens; give one of them");
    }
    Ok(())
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
    Ok(())
}

/// Some number of the range must be a sum of orbits.
fn within_orbits(givens: Givens, plan: &Plan) -> Result<()> {
    let (Givens::Range(fewest, most), Plan { symmetry, shape, .. }) = (givens, plan) else { return Ok(()) };
    let mut reached = vec![false; shape.cells() + 1];
    reached[0] = true;
    for orbit in symmetry.orbits(*shape) {
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

fn symmetry(plan: &Plan) -> Result<()> {
    if plan.symmetry != Symmetry::None && plan.dig != Dig::TopDown {
        let (symmetry, dig) = (plan.symmetry.name(), plan.dig.name());
        return refuse(format!("symmetry {symmetry} needs dig top-down; dig {dig} knows none"));
    }
    Ok(())
}

fn patterns(plan: &Plan) -> Result<()> {
    match (plan.dig, plan.patterns.is_empty()) {
        (Dig::Pattern, true) => refuse("dig pattern needs a pattern: give --pattern FILE"),
        (Dig::Pattern, false) | (_, true) => {
            for (n, pattern) in (1..).zip(&plan.patterns) {
                pattern.fits(plan.shape).or_else(|problem| refuse(format!("pattern {n}: {problem}")))?;
            }
            Ok(())
        }
        (dig, false) => refuse(format!("a pattern needs dig pattern, and this is dig {}", dig.name())),
    }
}

/// Which numbers of givens a dig can be asked for.
fn givens_of_dig(plan: &Plan) -> Result<()> {
    let numbers = targets(plan).into_iter().filter(|&givens| givens != Givens::Minimal).count();
    let name = plan.dig.name();
    match plan.dig {
        Dig::TopDown | Dig::BottomUp => Ok(()),
        Dig::Walk if numbers == targets(plan).len() => Ok(()),
        Dig::Walk => refuse("dig walk needs a number of givens to walk to, such as --givens 19..21"),
        _ if numbers == 0 && plan.givens_mix.is_none() => Ok(()),
        Dig::Pattern => refuse("dig pattern takes its givens from the pattern; leave --givens out"),
        Dig::ControlledBias | Dig::Weighted => refuse(format!(
            "dig {name} gives minimal puzzles as they come, whose weights are known; leave --givens out"
        )),
    }
}

fn minimality(plan: &Plan) -> Result<()> {
    let name = plan.dig.name();
    match (plan.minimal, plan.dig) {
        (Minimality::NotMinimal, Dig::TopDown | Dig::BottomUp)
            if targets(plan).contains(&Givens::Minimal) =>
        {
            refuse("minimal false needs a number of givens: without, digging goes on until none can go")
        }
        (Minimality::NotMinimal, Dig::Walk | Dig::ControlledBias | Dig::Weighted) => {
            refuse(format!("minimal false cannot be met: dig {name} gives minimal puzzles only"))
        }
        _ => Ok(()),
    }
}

fn shared_grids(plan: &Plan) -> Result<()> {
    if plan.max_puzzles_per_grid > 1 && !plan.dig.may_share_grids() {
        let (many, name) = (plan.max_puzzles_per_grid, plan.dig.name());
        return refuse(format!(
            "max puzzles per grid {many} cannot be met: dig {name} takes a new grid each time"
        ));
    }
    Ok(())
}
