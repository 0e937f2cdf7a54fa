//! Source of complete grids: a fill, or input grids.

use super::{InputGrids, Plan, Task, input_grids::InputGrid, seed};
use crate::{
    Completer, DigStart, Filler,
    error::{Error, Result},
    random::below,
};
use gridmill_solve::OutOfNodes;
use rand_pcg::Pcg64;

#[derive(Debug)]
pub(super) enum GridSource {
    Fill(Filler),
    Input {
        grids: InputGrids,
        /// Number of the first try that draws a grid; tries before it have that of their task.
        drawn_from: u64,
        completer: Box<Completer>,
    },
}

impl GridSource {
    /// Creates the source of a valid plan.
    ///
    /// # Errors
    /// [`Error::Option`] if the plan has input grids of which only the hash is known.
    pub(super) fn new(plan: &Plan) -> Result<Self> {
        let Some(grids) = &plan.from else {
            return Ok(Self::Fill(Filler::new(plan.fill, plan.shape, plan.budgets.nodes)));
        };
        if grids.shape().is_none() {
            return Err(Error::option(format!(
                "the grids of {} are not at hand: a manifest holds their hash alone; read them from their file",
                grids.name()
            )));
        }
        Ok(Self::Input {
            grids: grids.clone(),
            drawn_from: plan.first_drawn_try().unwrap_or(u64::MAX),
            completer: Box::new(Completer::new(plan.shape, plan.budgets.nodes)),
        })
    }

    /// Returns start `n` of `task`: a complete grid or, for climbs, a puzzle. `rng` is the task's own.
    pub(super) fn start(&mut self, task: &Task, n: u64, rng: &mut Pcg64) -> Result<DigStart, OutOfNodes> {
        match self {
            Self::Fill(filler) => match task.grid_seed {
                Some(seed) => filler.fill(&mut seed::grid_rng(&seed, n)),
                None => filler.fill(rng),
            }
            .map(DigStart::Complete),
            Self::Input { grids, drawn_from, completer } => {
                let number = match task.grid_seed {
                    _ if n < *drawn_from => task.input_grid,
                    Some(seed) => below(&mut seed::grid_rng(&seed, n), grids.len()),
                    None => below(rng, grids.len()),
                };
                match grids.get(number) {
                    Some(InputGrid::Complete(solution)) => Ok(DigStart::Complete(solution.clone())),
                    Some(InputGrid::Puzzle(grid, solution)) => {
                        Ok(DigStart::Puzzle(grid.clone(), solution.clone()))
                    }
                    Some(InputGrid::Partial(grid)) => {
                        let mut rng = seed::completion_rng(&task.grid_seed.unwrap_or(task.seed), n);
                        let completed = completer.complete(grid, &mut rng)?;
                        let solution =
                            completed.unwrap_or_else(|| unreachable!("each input grid has a solution"));
                        Ok(DigStart::Complete(solution))
                    }
                    None => unreachable!("input grids are numbered below their count"),
                }
            }
        }
    }
}
