//! Good moves in the states of a search: labels for a model that is to choose.
//!
//! ```text
//! backdoor      cells whose solution digits, given in addition, let singles solve the state
//! least         no backdoor has fewer cells; its size is 0 if singles solve the state as it is
//! good moves    every single, and the solution's digit at every cell of every least backdoor
//! ```
//!
//! A state after a wrong guess has no solution and no good move.

use crate::{
    event::{AssertRule, Event},
    state::{ShapeTables, State, UnsupportedShape},
};
use gridmill_board::{CellSet, Grid, Shape, Solution};
use gridmill_rate::{
    Candidate, Pencilmarks,
    trial::{Trial, TrialValue},
};
use gridmill_solve::{Remover, Solutions, SolverKind};
use std::collections::BTreeMap;

/// Size of the least backdoors of a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BackdoorSize {
    /// Number of cells.
    Cells(u8),
    /// Greater than the sizes that the budget lets decide: the moves are singles alone.
    Unknown,
    /// The state has no solution.
    NoSolution,
}

/// Good moves before an event of a trace.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct MoveLabel {
    /// Place of the event, from 0: a single or a guess.
    pub event: usize,
    /// Size of the least backdoors of the state before it.
    pub size: BackdoorSize,
    /// Good digits of each cell, row by row: bit 0 is digit 1.
    pub moves: Vec<u16>,
}

/// Finder of the good moves in traces of one shape.
///
/// ```
/// use gridmill_board::Grid;
/// use gridmill_traces::{BackdoorSize, MoveLabeller, SearchOptions, Searcher};
///
/// let puzzle: Grid = "1......2..3.4...".parse()?;
/// let events = Searcher::new(puzzle.shape(), SearchOptions::default())?.events(&puzzle);
/// let labels = MoveLabeller::new(puzzle.shape(), MoveLabeller::BUDGET)?.label(&puzzle, &events);
/// assert_eq!((labels[0].event, labels[0].size), (0, BackdoorSize::Cells(0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct MoveLabeller {
    tables: &'static ShapeTables,
    solver: Box<dyn Remover>,
    trial: Trial,
    budget: u64,
}

/// Least backdoors of a state.
#[derive(Debug, Clone, Copy)]
struct Backdoors {
    size: BackdoorSize,
    cells: CellSet,
}

impl MoveLabeller {
    /// Default budget for a state, in closures under singles: a thousand decide size 2.
    pub const BUDGET: u64 = 10_000;

    /// Creates a labeller for grids of `shape`, which closes at most `budget` states under singles for each label
    /// ([`Trial::backdoors`]).
    ///
    /// # Errors
    /// [`UnsupportedShape`] for a side above 9.
    pub fn new(shape: Shape, budget: u64) -> Result<Self, UnsupportedShape> {
        let solver = SolverKind::default_for(shape).solver(shape, u64::MAX);
        Ok(Self { tables: ShapeTables::for_shape(shape)?, solver, trial: Trial::new(), budget })
    }

    /// Labels the states before each single and each guess of a trace of the puzzle; none unless the puzzle has exactly one solution.
    ///
    /// The events are trusted: those of a searcher, or those that [`replay`](crate::replay()) accepts. Labels end at an event that does
    /// not fit the state.
    ///
    /// # Panics
    /// Panics if the puzzle has another shape.
    pub fn label(&mut self, puzzle: &Grid, events: &[Event]) -> Vec<MoveLabel> {
        let Ok(Solutions::Unique(solution)) = self.solver.solutions(puzzle) else { return Vec::new() };
        let mut state = State::new(self.tables, puzzle);
        let (mut labels, mut stack, mut known) = (Vec::new(), Vec::new(), BTreeMap::new());
        // True while every placed digit is the solution's.
        let mut is_right = true;
        for (event, found) in events.iter().enumerate() {
            let is_choice = match found {
                Event::Assert { rule, .. } => *rule != AssertRule::Try,
                Event::Guess { .. } => true,
                _ => false,
            };
            if is_choice {
                labels.push(self.state_label(event, &state, is_right, &solution, &mut known));
            }
            match found {
                Event::Assert { candidate: Candidate { cell, digit }, .. } => {
                    let (at, index) = (cell.index(), digit.index());
                    if at >= self.tables.shape.cells()
                        || index >= self.tables.side
                        || !state.allows(at, index)
                    {
                        return labels;
                    }
                    is_right &= solution.get(*cell) == *digit;
                    state.place(self.tables, at, index);
                }
                Event::Guess { .. } => stack.push((state.clone(), is_right)),
                Event::Backtrack { depth } => {
                    stack.truncate(usize::from(*depth));
                    let Some((before, was_right)) = stack.last() else { return labels };
                    state.clone_from(before);
                    is_right = *was_right;
                }
                Event::Contradiction(_) | Event::Solution | Event::End(_) => {}
            }
        }
        labels
    }

    /// Labels one state. States of the right branch with the same empty cells after singles share their backdoors.
    fn state_label(
        &mut self,
        event: usize,
        state: &State,
        is_right: bool,
        solution: &Solution,
        known: &mut BTreeMap<u128, Backdoors>,
    ) -> MoveLabel {
        let cells = self.tables.shape.cells();
        if !is_right {
            return MoveLabel { event, size: BackdoorSize::NoSolution, moves: vec![0; cells] };
        }
        let mut closed = state.clone();
        closed.close(self.tables);
        let backdoors = *known.entry(closed.empty).or_insert_with(|| self.backdoors(closed.empty, solution));
        let mut moves = state.singles(self.tables)[..cells].to_vec();
        for cell in backdoors.cells {
            moves[cell.index()] |= 1 << solution.get(cell).index();
        }
        MoveLabel { event, size: backdoors.size, moves }
    }

    /// Returns the least backdoors of a state of the right branch that has digits in all cells but these.
    fn backdoors(&mut self, empty: u128, solution: &Solution) -> Backdoors {
        let mut grid = Grid::from(solution);
        for cell in CellSet::from_bits(empty) {
            grid.set(cell, None);
        }
        let found = self.trial.backdoors(&Pencilmarks::new(&grid), solution, self.budget);
        match (found.size, found.count) {
            (TrialValue::Exactly(size), Some(_)) => {
                Backdoors { size: BackdoorSize::Cells(size), cells: found.cells }
            }
            _ => Backdoors { size: BackdoorSize::Unknown, cells: CellSet::EMPTY },
        }
    }
}
