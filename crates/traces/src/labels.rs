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
    state::State,
    tables::{ShapeTables, UnsupportedShape},
};
use gridmill_board::{Grid, Shape, Solution};
use gridmill_rate::Candidate;
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

/// Largest size that is tried: no state has more empty cells.
const LARGEST: u8 = 81;

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
    budget: u64,
}

/// Least backdoors of a state without singles.
#[derive(Debug, Clone, Copy)]
struct Backdoors {
    size: BackdoorSize,
    cells: u128,
}

impl MoveLabeller {
    /// Default budget for a state: the number of sets of cells that are tried. Sizes 1 and 2 of 9x9 are always decided.
    pub const BUDGET: u64 = 10_000;

    /// Creates a labeller for grids of `shape`, which tries at most `budget` sets of cells for each state.
    ///
    /// # Errors
    /// [`UnsupportedShape`] for a side above 9.
    pub fn new(shape: Shape, budget: u64) -> Result<Self, UnsupportedShape> {
        let solver = SolverKind::default_for(shape).solver(shape, u64::MAX);
        Ok(Self { tables: ShapeTables::of(shape)?, solver, budget })
    }

    /// Labels the states before each single and each guess of a trace of the puzzle; none unless the puzzle has exactly one solution.
    ///
    /// The events are trusted: those of a searcher, or those that [`replay`](crate::replay) accepts. Labels end at an event that does
    /// not fit the state.
    ///
    /// # Panics
    /// Panics if the puzzle has another shape.
    pub fn label(&mut self, puzzle: &Grid, events: &[Event]) -> Vec<MoveLabel> {
        let Ok(Solutions::Unique(solution)) = self.solver.solutions(puzzle) else { return Vec::new() };
        let mut state = State::empty(self.tables);
        for (cell, digit) in puzzle.cells().iter().enumerate() {
            if let Some(digit) = digit {
                state.place(self.tables, cell, digit.index());
            }
        }
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
        &self,
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
        let backdoors = *known.entry(closed.empty).or_insert_with(|| self.backdoors(&closed, solution));
        let mut moves = state.singles(self.tables)[..cells].to_vec();
        for (cell, digit) in solution.cells().iter().enumerate() {
            if backdoors.cells >> cell & 1 == 1 {
                moves[cell] |= 1 << digit.index();
            }
        }
        MoveLabel { event, size: backdoors.size, moves }
    }

    /// Returns the least backdoors of a state in which no single is left.
    fn backdoors(&self, state: &State, solution: &Solution) -> Backdoors {
        if state.empty == 0 {
            return Backdoors { size: BackdoorSize::Cells(0), cells: 0 };
        }
        let mut search = BackdoorSearch { tables: self.tables, solution, left: self.budget, found: 0 };
        for size in 1..=LARGEST {
            if !search.sets(state, size, state.empty, 0) {
                break;
            }
            if search.found != 0 {
                return Backdoors { size: BackdoorSize::Cells(size), cells: search.found };
            }
        }
        Backdoors { size: BackdoorSize::Unknown, cells: 0 }
    }
}

/// Search for all backdoors of one size.
struct BackdoorSearch<'a> {
    tables: &'a ShapeTables,
    solution: &'a Solution,
    /// Sets of cells that may still be tried.
    left: u64,
    /// Cells of the backdoors.
    found: u128,
}

impl BackdoorSearch<'_> {
    /// Tries all sets of `size` cells among `cells`, in addition to those that led to `state`. Returns false if the budget ran out.
    ///
    /// A cell that singles fill after another one was given is left out: the other alone would do as much.
    fn sets(&mut self, state: &State, size: u8, cells: u128, chosen: u128) -> bool {
        let mut left = cells & state.empty;
        while left != 0 {
            let cell = left.trailing_zeros() as usize;
            left &= left - 1;
            if self.left == 0 {
                return false;
            }
            self.left -= 1;
            let mut next = state.clone();
            next.place(self.tables, cell, self.solution.cells()[cell].index());
            next.close(self.tables);
            let chosen = chosen | 1 << cell;
            if next.empty == 0 {
                self.found |= chosen;
            } else if size > 1 && !self.sets(&next, size - 1, left, chosen) {
                return false;
            }
        }
        true
    }
}
