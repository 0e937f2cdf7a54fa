//! Source of complete grids: a fill, or input grids.

use super::{InputGrids, Plan, Task, input_grids::InputGrid, seed};
use crate::{
    Completer, DigStart, Filler,
    error::{Error, Result},
    random::below,
};
use gridmill_board::Solution;
use gridmill_solve::OutOfNodes;
use rand_pcg::Pcg64;

/// Makes or takes the complete grids of one plan.
#[derive(Debug)]
pub(super) enum GridSource {
    Fill(Filler),
    Input(InputGrids, Box<Completer>),
}

impl GridSource {
    /// Creates the source of a valid plan.
    ///
    /// # Errors
    /// [`Error::Option`] if the plan has input grids of which only the hash is known.
    pub(super) fn new(plan: &Plan) -> Result<Self> {
        let Some(grids) = &plan.from else {
            return Ok(Self::Fill(Filler::new(plan.fill, plan.shape, plan.node_budget)));
        };
        if grids.shape().is_none() {
            return Err(Error::option(format!(
                "the grids of {} are not at hand: a manifest holds their hash alone; read them from their file",
                grids.name()
            )));
        }
        let completer = Completer::new(plan.shape, plan.node_budget);
        Ok(Self::Input(grids.clone(), Box::new(completer)))
    }

    /// Returns start `n` of `task`: a complete grid or, for climbs, a puzzle. Puzzles after the first are drawn from all. `rng` is the task's own.
    pub(super) fn start(&mut self, task: &Task, n: u64, rng: &mut Pcg64) -> Result<DigStart, OutOfNodes> {
        if let Self::Input(grids, _) = self {
            let number =
                if n > 0 && grids.holds_puzzles() { below(rng, grids.len()) } else { task.input_grid };
            if let Some(InputGrid::Puzzle(grid, solution)) = grids.get(number) {
                return Ok(DigStart::Puzzle(grid.clone(), solution.clone()));
            }
        }
        self.grid(task, n, rng).map(DigStart::Complete)
    }

    /// Returns complete grid `n` of `task`.
    fn grid(&mut self, task: &Task, n: u64, rng: &mut Pcg64) -> Result<Solution, OutOfNodes> {
        match self {
            Self::Fill(filler) => match task.grid_seed {
                Some(seed) => filler.fill(&mut seed::grid_rng(&seed, n)),
                None => filler.fill(rng),
            },
            Self::Input(grids, completer) => match grids.get(task.input_grid) {
                Some(InputGrid::Complete(solution) | InputGrid::Puzzle(_, solution)) => Ok(solution.clone()),
                Some(InputGrid::Partial(grid)) => {
                    let mut rng = seed::completion_rng(&task.grid_seed.unwrap_or(task.seed), n);
                    let completed = completer.complete(grid, &mut rng)?;
                    Ok(completed.unwrap_or_else(|| unreachable!("each input grid has a solution")))
                }
                None => unreachable!("tasks number the input grids modulo their count"),
            },
        }
    }
}
