//! Where complete grids come from: a fill, or grids that were given.

use super::{GivenGrids, Plan, Task, given::Given, seed};
use crate::{
    Completer, Filler,
    error::{Error, Result},
};
use gridmill_board::Solution;
use gridmill_solve::OutOfNodes;
use rand_pcg::Pcg64;

/// Makes or takes the complete grids of one plan.
#[derive(Debug)]
pub(super) enum Source {
    Fill(Filler),
    Given(GivenGrids, Box<Completer>),
}

impl Source {
    /// The source of a valid plan.
    ///
    /// # Errors
    /// [`Error::Option`] if the plan has given grids, of which only the hash is known.
    pub(super) fn new(plan: &Plan) -> Result<Self> {
        let Some(given) = &plan.from else {
            return Ok(Self::Fill(Filler::new(plan.fill, plan.shape, plan.node_budget)));
        };
        if given.shape().is_none() {
            return Err(Error::Option(format!(
                "the grids of {} are not at hand: a manifest holds their hash alone; read them from their file",
                given.name()
            )));
        }
        let completer = Completer::new(plan.shape, plan.node_budget);
        Ok(Self::Given(given.clone(), Box::new(completer)))
    }

    /// Grid `n` of `task`, for which `rng` is the task's own.
    pub(super) fn grid(&mut self, task: &Task, n: u64, rng: &mut Pcg64) -> Result<Solution, OutOfNodes> {
        match self {
            Self::Fill(filler) => match task.grid_seed {
                Some(seed) => filler.fill(&mut seed::grid_rng(&seed, n)),
                None => filler.fill(rng),
            },
            Self::Given(given, completer) => match given.get(task.given) {
                Some(Given::Complete(solution)) => Ok(solution.clone()),
                Some(Given::Partial(grid)) => {
                    let mut rng = seed::completion_rng(&task.grid_seed.unwrap_or(task.seed), n);
                    let completed = completer.complete(grid, &mut rng)?;
                    Ok(completed.unwrap_or_else(|| unreachable!("each given grid has a solution")))
                }
                None => unreachable!("tasks name given grids by numbers below theirs"),
            },
        }
    }
}
