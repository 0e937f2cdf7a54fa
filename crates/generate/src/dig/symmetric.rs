//! The classical dig in orbits: givens go together with their images under a symmetry, or not at all.
//!
//! An orbit can go if its cells can go one after the other, each leaving one solution. A dig that ends by itself
//! leaves no orbit that can go; single givens still may. Law and bias are those of the classical dig, with orbits for
//! givens; counts are higher, for an orbit stays for the sake of any of its cells.

use super::{Dug, Effort, needed};
use gridmill_board::{Cell, Grid, Solution};
use gridmill_solve::{OutOfNodes, Solver};

/// Digs `solution` orbit by orbit in the order given, leaving `stop_at` givens or more. An orbit too large for that
/// stays.
///
/// # Errors
/// [`OutOfNodes`] if a check does not fit the solver's budget.
pub fn symmetric(
    solution: &Solution,
    orbits: &[&[Cell]],
    stop_at: usize,
    solver: &mut dyn Solver,
    effort: &mut Effort,
) -> Result<Dug, OutOfNodes> {
    let mut grid = Grid::from(solution);
    let mut givens = grid.givens();
    let mut all_tried = true;
    for orbit in orbits {
        if givens < stop_at + orbit.len() {
            all_tried = false;
        } else if remove(&mut grid, orbit, solver, effort)? {
            givens -= orbit.len();
        }
    }
    let mut dug = Dug::new(grid, givens);
    dug.orbit_minimal = all_tried.then_some(true);
    let single = |orbit: &&[Cell]| orbit.len() == 1 || dug.grid.get(orbit[0]).is_none();
    dug.minimal = dug.orbit_minimal.filter(|_| orbits.iter().all(single));
    Ok(dug)
}

/// Takes the givens of `orbit` away if one solution remains; whether it did.
fn remove(
    grid: &mut Grid,
    orbit: &[Cell],
    solver: &mut dyn Solver,
    effort: &mut Effort,
) -> Result<bool, OutOfNodes> {
    let mut taken = Vec::with_capacity(orbit.len());
    for &cell in orbit {
        if needed(grid, cell, solver, effort)? {
            for (cell, digit) in taken {
                grid.set(cell, digit);
            }
            return Ok(false);
        }
        taken.push((cell, grid.set(cell, None)));
    }
    Ok(true)
}
