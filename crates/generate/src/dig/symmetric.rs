//! The classical dig in orbits: a given is removed together with its images under a symmetry, or not at all.
//!
//! An orbit can be removed if its cells can be removed one after the other, each time with one solution left. A dig that
//! ends by itself leaves no orbit that can be removed; single givens may still be removable. Distribution and bias are those
//! of the classical dig, with orbits in place of givens. Puzzles have more givens, because an orbit stays if any of its
//! cells is needed.

use super::{DigResult, Effort, RemovalOracle, RemovalVerdict};
use gridmill_board::{Cell, Grid, Solution};
use gridmill_solve::OutOfNodes;

/// Digs `solution` orbit by orbit in the order given, and leaves `stop_at` givens or more. An orbit with more cells than
/// may be removed stays.
///
/// # Errors
/// [`OutOfNodes`] if a check exceeds the solver's budget.
pub(super) fn symmetric(
    solution: &Solution,
    orbits: &[&[Cell]],
    stop_at: usize,
    oracle: &mut (impl RemovalOracle + ?Sized),
    effort: &mut Effort,
) -> Result<DigResult, OutOfNodes> {
    let mut grid = Grid::from(solution);
    let mut givens = grid.givens();
    let mut all_tried = true;
    for orbit in orbits {
        if givens < stop_at + orbit.len() {
            all_tried = false;
        } else if remove_orbit(&mut grid, orbit, oracle, effort)? {
            givens -= orbit.len();
        }
    }
    let mut dug = DigResult::new(grid, givens);
    dug.orbit_minimal = (all_tried && oracle.is_exact()).then_some(true);
    let single = |orbit: &&[Cell]| orbit.len() == 1 || dug.grid.get(orbit[0]).is_none();
    dug.minimal = dug.orbit_minimal.filter(|_| orbits.iter().all(single));
    Ok(dug)
}

/// Removes the givens of `orbit` if one solution remains; returns true if it did.
fn remove_orbit(
    grid: &mut Grid,
    orbit: &[Cell],
    oracle: &mut (impl RemovalOracle + ?Sized),
    effort: &mut Effort,
) -> Result<bool, OutOfNodes> {
    let mut removed = Vec::with_capacity(orbit.len());
    for &cell in orbit {
        let removable = match grid.set(cell, None) {
            None => true,
            Some(given) => {
                removed.push((cell, given));
                let check = oracle.check_removal(grid, cell, given)?;
                effort.add(check.nodes);
                match check.verdict {
                    RemovalVerdict::Removable => true,
                    RemovalVerdict::Needed | RemovalVerdict::Undecided => false,
                }
            }
        };
        if !removable {
            for (cell, given) in removed {
                grid.set(cell, Some(given));
            }
            return Ok(false);
        }
    }
    Ok(true)
}
