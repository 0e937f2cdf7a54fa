//! The fast 9x9 solver: counts the solutions of a grid, and digs givens out of a puzzle.
//!
//! ```text
//! givens -> layout -> search:  pass, pass ... -> no new singles -> branch -> pass ...
//!                                                  (save one state on the stack, go on with the other)
//!                              solved or contradiction -> restore the last saved state -> pass ...
//!
//! layout             which bit is which candidate
//! lanes              the operations on vectors, and their portable form; `x86` has them for AVX2 and AVX-512, `words` for tests
//! propagate          one pass of eliminations, written once over the operations of `lanes`; which two candidates to branch on
//! grid_states        the states of several grids that are searched at once
//! search             the backtrack stack: counts solutions, or finds any solution, of one grid or of several at once
//! dig                which givens can be removed, with few searches, by unavoidable sets
//! handover           the grids that the search is slow on, which dancing links count
//! enumerate          all minimal puzzles within a puzzle
//! tally              candidates in one solution, and in several
//! mod                `Bitboard`, the public type
//! ```
//!
//! `README.md` in this folder explains the solver with pictures of the bits.
//!
//! All instruction sets do the same steps: solutions, nodes and the first solution are equal on all machines.
//!
//! Sources: bands of one digit as machine words are from the Sudoku forum (`JCZSolve`, Zhou Yundong, about 2012).
//! Branching on bivalue cells, and box-line reduction before all else, are from tdoku (Tom Dillon, 2019). Layout,
//! reductions and choice of branches are this project's own.
#![allow(
    clippy::inline_always,
    reason = "intrinsics must end up inside the function that names the instruction set"
)]
#![allow(clippy::many_single_char_names, reason = "x is the candidates of a grid, a to h are lanes")]
#![allow(clippy::cast_possible_truncation, reason = "cells, digits and lanes are below 256")]

mod dig;
mod enumerate;
mod grid_states;
mod handover;
mod lanes;
mod layout;
mod propagate;
mod search;
#[cfg(test)]
mod words;
#[cfg(target_arch = "x86_64")]
mod x86;

use crate::{
    CandidateTally, Count, MinimalPuzzles, NeededGivens, OtherSolution, OutOfNodes, Removal, RemovalMemory,
    RemovalTask, Remover, Solutions, Solver, minimal_puzzles, removal_memory::KnownSets,
};
use dig::{DigState, DigTask};
use enumerate::{EnumerationLimits, EnumerationState, EnumerationStop};
use gridmill_board::{Cell, Digit, Grid, Shape, Solution};
use handover::Handover;
use lanes::{FourGrids, GridLanes, Portable};
use layout::{CELL_OF_BIT, CandidateBits};
use search::Tally;
use search::{CountTask, Counter, Search};
use std::sync::OnceLock;
#[cfg(target_arch = "x86_64")]
use x86::CpuFeatures;

/// Solver with its own memory, dispatched to an instruction set. Nothing is allocated for each puzzle.
#[derive(Debug)]
pub(super) struct Engine {
    isa: InstructionSet,
    /// A search for each puzzle side by side.
    counters: Vec<Counter>,
    /// A dig for each puzzle side by side.
    digs: Vec<DigState>,
    enumeration: Option<Box<EnumerationState>>,
    tally: Option<Box<Tally>>,
}

/// Code that is compiled once for each instruction set.
pub(crate) trait Task {
    type Output;
    /// True if it is compiled for AVX-512 too, else machines with AVX-512 run the code for AVX2.
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "there is no AVX-512"))]
    const AVX512: bool;
    /// Runs the code. It and everything that it calls must be `#[inline(always)]`: a function of its own is compiled for every
    /// machine.
    fn run(self) -> Self::Output;
}

/// Instruction set that the search is compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InstructionSet {
    Portable,
    #[cfg(target_arch = "x86_64")]
    X86(CpuFeatures),
}

impl InstructionSet {
    /// Returns the instruction sets of this machine, the portable one first and the fastest last.
    pub(crate) fn detect() -> Vec<Self> {
        #[allow(unused_mut, reason = "nothing is added on other machines")]
        let mut sets = vec![Self::Portable];
        #[cfg(target_arch = "x86_64")]
        sets.extend(CpuFeatures::detect().into_iter().map(Self::X86));
        sets
    }

    /// Returns the instruction set of new solvers: the fastest, or the one that was forced.
    pub(crate) fn selected() -> Self {
        *SELECTED.get_or_init(|| Self::detect().pop().unwrap_or(Self::Portable))
    }

    /// Runs a task compiled for this instruction set.
    pub(crate) fn run_task<T: Task>(self, task: T) -> T::Output {
        match self {
            Self::Portable => task.run(),
            #[cfg(target_arch = "x86_64")]
            Self::X86(features) => features.run_task(task),
        }
    }

    /// Returns the first solution that a search found; zeros before any did.
    fn decode(self, counter: &Counter) -> [u8; 81] {
        match self {
            Self::Portable => counter.memory.first.decode(),
            #[cfg(target_arch = "x86_64")]
            Self::X86(features) => features.decode(&counter.memory.first),
        }
    }

    /// Returns the number of puzzles that it works on side by side.
    const fn side_by_side(self) -> usize {
        match self {
            _ if !cfg!(feature = "side-by-side") => 1,
            Self::Portable => FourGrids::GRIDS,
            #[cfg(target_arch = "x86_64")]
            Self::X86(features) => features.side_by_side(),
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Self::X86(features) => features.name(),
        }
    }
}

static SELECTED: OnceLock<InstructionSet> = OnceLock::new();

/// Lists the instruction sets that this machine has and the solver is compiled for, the fastest last.
pub fn instruction_sets() -> Vec<&'static str> {
    InstructionSet::detect().into_iter().map(InstructionSet::name).collect()
}

/// Forces the instruction set of all solvers that this process creates from now on. Results do not depend on it.
///
/// # Errors
/// A message of one line, if this machine does not have the instruction set, or if another one is in use already.
pub fn force_instruction_set(name: &str) -> Result<(), String> {
    let isa = InstructionSet::detect().into_iter().find(|isa| isa.name() == name);
    let isa = isa.ok_or_else(|| {
        format!(
            "there is no instruction set {name:?} here; this machine has {}",
            instruction_sets().join(", ")
        )
    })?;
    match SELECTED.set(isa) {
        Err(_) if InstructionSet::selected() != isa => Err(format!(
            "solvers use {} already; force {name} before the first is made",
            InstructionSet::selected().name()
        )),
        _ => Ok(()),
    }
}

impl Engine {
    /// Creates a solver on the fastest instruction set of this machine, or on the one that was forced.
    pub(super) fn new() -> Self {
        Self::on(InstructionSet::selected())
    }

    /// Creates a solver for each instruction set of this machine, the portable one first: for tests and benches.
    pub(super) fn every() -> Vec<Self> {
        InstructionSet::detect().into_iter().map(Self::on).collect()
    }

    const fn instruction_set(&self) -> &'static str {
        self.isa.name()
    }

    fn on(isa: InstructionSet) -> Self {
        Self { isa, counters: Vec::new(), digs: Vec::new(), enumeration: None, tally: None }
    }

    /// Tallies the candidates of the solutions of a task.
    fn tally(&mut self, task: &CountTask) -> &Tally {
        let tally = self.tally.get_or_insert_with(|| Box::new(Tally::new()));
        run_alone(self.isa, &mut **tally, task);
        tally
    }

    /// Counts the solutions of every task, several side by side, and calls `done` with the number of each and its counter.
    fn count_each(&mut self, tasks: &[CountTask], mut done: impl FnMut(usize, &Counter)) {
        run_each(self.isa, &mut self.counters, Counter::new, tasks, &mut done);
    }

    /// Digs a puzzle.
    fn dig(&mut self, task: &DigTask<'_>) -> &DigState {
        if self.digs.is_empty() {
            self.digs.push(DigState::new());
        }
        run_alone(self.isa, &mut self.digs[0], task);
        &self.digs[0]
    }

    /// Digs a puzzle with the known sets of its grid. The dig has them until its caller takes them.
    fn dig_again(&mut self, task: &DigTask<'_>, sets: Box<KnownSets>) -> &mut DigState {
        if self.digs.is_empty() {
            self.digs.push(DigState::new());
        }
        self.digs[0].known_sets = Some(sets);
        run_alone(self.isa, &mut self.digs[0], task);
        &mut self.digs[0]
    }

    /// Digs every puzzle as [`dig`](Self::dig) does, several side by side, and calls `done` with the number of each and its
    /// dig.
    fn dig_each(&mut self, tasks: &[DigTask<'_>], mut done: impl FnMut(usize, &DigState)) {
        run_each(self.isa, &mut self.digs, DigState::new, tasks, &mut done);
    }

    /// Enumerates the minimal puzzles of a puzzle with the givens at `givens`. `solution` is complete, with values 1 to 9.
    ///
    /// # Errors
    /// The bound of nodes or edges that ended it. The bound of minimal puzzles ends it with a result.
    fn minimal_puzzles(
        &mut self,
        solution: &[u8; 81],
        givens: &[bool; 81],
        limits: EnumerationLimits,
    ) -> Result<&EnumerationState, EnumerationStop> {
        let masks = self.digit_masks(solution);
        let enumeration = self.enumeration.get_or_insert_with(|| Box::new(EnumerationState::new()));
        enumeration.start(&masks, givens, limits);
        let within = match self.isa {
            InstructionSet::Portable => enumerate::run::<Portable>(enumeration),
            #[cfg(target_arch = "x86_64")]
            InstructionSet::X86(features) => features.enumerate(enumeration),
        };
        within.map(|()| &**enumeration).ok_or(enumeration.stop())
    }

    fn start(&self, givens: &[u8; 81]) -> CandidateBits {
        CandidateBits::from_masks(&self.digit_masks(givens))
    }

    fn digit_masks(&self, givens: &[u8; 81]) -> layout::DigitMasks {
        match self.isa {
            InstructionSet::Portable => layout::digit_masks(givens),
            #[cfg(target_arch = "x86_64")]
            InstructionSet::X86(features) => features.digit_masks(givens),
        }
    }

    /// Counts the solutions of a task.
    fn run(&mut self, task: &CountTask) -> &Counter {
        if self.counters.is_empty() {
            self.counters.push(Counter::new());
        }
        run_alone(self.isa, &mut self.counters[0], task);
        &self.counters[0]
    }
}

#[inline]
fn run_alone<S: Search>(isa: InstructionSet, search: &mut S, task: &S::Task<'_>) {
    match isa {
        InstructionSet::Portable => run_alone_portable(search, task),
        #[cfg(target_arch = "x86_64")]
        InstructionSet::X86(features) => features.run_alone(search, task),
    }
}

/// `search::run_alone` for every machine: one copy for all callers, because all that it calls is inlined.
#[inline(never)]
fn run_alone_portable<S: Search>(search: &mut S, task: &S::Task<'_>) {
    search::run_alone::<Portable, S>(search, task);
}

/// Works on every task, several side by side, and calls `done` with the number of each and its search. `done` is no type parameter: the
/// searches would be compiled once for each caller.
fn run_each<S: Search>(
    isa: InstructionSet,
    searches: &mut Vec<S>,
    new: fn() -> S,
    tasks: &[S::Task<'_>],
    done: &mut dyn FnMut(usize, &S),
) {
    if searches.len() < isa.side_by_side() {
        searches.resize_with(isa.side_by_side(), new);
    }
    match isa {
        _ if !cfg!(feature = "side-by-side") => {
            for (number, task) in tasks.iter().enumerate() {
                run_alone(isa, &mut searches[0], task);
                done(number, &searches[0]);
            }
        }
        InstructionSet::Portable => search::run::<FourGrids, S>(searches, tasks, done),
        #[cfg(target_arch = "x86_64")]
        InstructionSet::X86(features) => features.run(searches, tasks, done),
    }
}

// `Bitboard`: the fast 9x9 solver behind the trait of all solvers.

/// Most optional givens whose unavoidable sets are all found before a limited number of minimal puzzles.
#[cfg(feature = "minimal-puzzles")]
const FEW_OPTIONAL: usize = 40;

/// Maximum number of these sets. Each step of their search visits all of them, so this many take seconds.
#[cfg(feature = "minimal-puzzles")]
const MAX_EDGES: usize = 1 << 14;

/// Bit-parallel solver for 9x9 grids with 3x3 boxes, on the fastest instruction set of this machine.
///
/// Nodes and first solutions are the same on every machine. A count or check that needs many nodes goes on by [`DancingLinks`]: few of
/// the puzzles that are hard for people, and many grids with few givens and no solution.
///
/// [`DancingLinks`]: crate::DancingLinks
#[doc(hidden)]
pub struct Bitboard {
    engine: Engine,
    budget: u64,
    hands_over: bool,
    handover: Handover,
    found: bool,
}

gridmill_board::debug_of_fields!(Bitboard: budget);

impl Bitboard {
    /// Creates a solver; each of its searches may visit `budget` nodes.
    pub fn new(budget: u64) -> Self {
        Self::on(Engine::new(), budget)
    }

    const fn on(engine: Engine, budget: u64) -> Self {
        Self { engine, budget, hands_over: true, handover: Handover::new(budget), found: false }
    }

    /// Makes it search all grids by itself. Counts are the same; nodes and first solutions are those of one search, however long it takes.
    ///
    /// ```
    /// use gridmill_board::Grid;
    /// use gridmill_solve::{Bitboard, Solver};
    ///
    /// let slow: Grid =
    ///     "5.....96..........46...8.1....48..5....5..84..........1...4....8....1............".parse()?;
    /// assert_eq!(Bitboard::new(10_000).count(&slow, 2)?.solutions, 0);
    /// assert!(Bitboard::new(10_000).without_handover().count(&slow, 2).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn without_handover(self) -> Self {
        Self { hands_over: false, ..self }
    }

    /// Creates a solver for each instruction set of this machine, the portable one first: for tests and benches.
    pub fn on_each_instruction_set(budget: u64) -> Vec<Self> {
        Engine::every().into_iter().map(|engine| Self::on(engine, budget)).collect()
    }

    /// Returns the instruction set in use: `portable`, `avx2` or `avx512`.
    pub const fn instruction_set(&self) -> &'static str {
        self.engine.instruction_set()
    }

    fn count_task(&self, grid: &Grid, limit: u64) -> CountTask {
        let start = self.engine.start(&values(grid));
        CountTask { start, limit, budget: self.budget, hands_over: self.hands_over }
    }

    fn dig_task<'a>(
        &self,
        puzzle: &Grid,
        solution: &Solution,
        order: &'a [Cell],
        stop_at: usize,
    ) -> DigTask<'a> {
        let solution = bytes(solution.cells(), |digit| digit.value());
        DigTask {
            masks: self.engine.digit_masks(&solution),
            solution,
            givens: values(puzzle).map(|value| value > 0),
            cells: order,
            stop_at,
            at_most: usize::MAX,
            budget: self.budget,
        }
    }

    fn out_of_nodes(&self) -> OutOfNodes {
        OutOfNodes { budget: self.budget }
    }

    fn enumeration(
        &mut self,
        puzzle: &Grid,
        solution: &Solution,
        limits: EnumerationLimits,
    ) -> Result<&EnumerationState, EnumerationStop> {
        let givens = values(puzzle).map(|value| value > 0);
        let known = bytes(solution.cells(), |digit| digit.value());
        self.engine.minimal_puzzles(&known, &givens, limits)
    }

    /// Enumerates minimal puzzles, up to a limit, with a limited number of unavoidable sets.
    fn enumerate(
        &mut self,
        puzzle: &Grid,
        solution: &Solution,
        [puzzles, edges]: [usize; 2],
    ) -> Result<MinimalPuzzles, EnumerationStop> {
        let limits = EnumerationLimits { nodes: self.budget, edges, puzzles };
        let state = self.enumeration(puzzle, solution, limits)?;
        Ok(MinimalPuzzles {
            needed: cells(state.needed),
            optional: cells(state.optional),
            choices: state.search.found.clone(),
            complete: state.complete,
            nodes: state.nodes(),
        })
    }
}

/// Returns the cells of a set, one bit for each in row-major order.
fn cells(set: u128) -> Vec<Cell> {
    (0..81).filter(|cell| set >> cell & 1 != 0).map(Cell::new).collect()
}

/// Converts a grid to the values of the engine: 0 for an empty cell.
///
/// # Panics
/// Panics if the shape is not 3x3.
fn values(grid: &Grid) -> [u8; 81] {
    bytes(grid.cells(), |cell| cell.map_or(0, Digit::value))
}

/// Converts 81 cells to bytes. Their number is known to the compiler, so that this is a copy.
fn bytes<T>(cells: &[T], value: impl Fn(&T) -> u8) -> [u8; 81] {
    let Ok(cells): Result<&[T; 81], _> = cells.try_into() else {
        panic!("a grid of another shape than the solver's");
    };
    let mut values = [0; 81];
    for (to, cell) in values.iter_mut().zip(cells) {
        *to = value(cell);
    }
    values
}

/// Converts the values of a solution.
///
/// # Panics
/// Panics if a value is not 1 to 9.
fn solution(values: &[u8; 81]) -> Solution {
    let digit = |&value| Digit::new(value).unwrap_or_else(|| panic!("{value} is no digit"));
    Solution::from_valid(Shape::STANDARD, values.iter().map(digit).collect())
}

/// Removes from `puzzle` what a dig in `order` removed.
fn take_removal(dig: &DigState, puzzle: &mut Grid) -> Removal {
    let mut removed = dig.removed;
    while removed != 0 {
        puzzle.set(Cell::new(CELL_OF_BIT[removed.trailing_zeros() as usize].into()), None);
        removed &= removed - 1;
    }
    Removal {
        givens: dig.givens_left,
        checks: dig.tried as u64,
        nodes: dig.nodes,
        all_tried: dig.all_tried(),
    }
}

impl Solver for Bitboard {
    fn count(&mut self, grid: &Grid, limit: u64) -> Result<Count, OutOfNodes> {
        self.found = false;
        let task = self.count_task(grid, limit);
        let count = self.handover.count(grid, &task, self.engine.run(&task))?;
        self.found = count.solutions > 0;
        Ok(count)
    }

    fn first_solution(&self) -> Option<Solution> {
        self.found.then(|| self.handover.solution(self.engine.isa, &self.engine.counters[0]))
    }

    /// Tallies while it counts, without keeping the solutions.
    fn tally(&mut self, grid: &Grid, limit: u64) -> Result<CandidateTally, OutOfNodes> {
        if !cfg!(feature = "tally") {
            return crate::tally::by_list(self, grid, limit);
        }
        self.found = false;
        let task = self.count_task(grid, limit);
        let tally = self.engine.tally(&task);
        if let Some(nodes) = tally.slow_after() {
            return self.handover.tally(grid, limit, nodes);
        }
        let Some((solutions, nodes)) = tally.result() else { return Err(self.out_of_nodes()) };
        if solutions == limit {
            return Ok(CandidateTally::at_limit(solutions, nodes));
        }
        let [once, several] = tally.digits();
        Ok(CandidateTally { solutions, nodes, once, several })
    }

    fn side_by_side(&self) -> usize {
        self.engine.isa.side_by_side()
    }

    /// Counts as [`count`](Self::count) with the same nodes, several grids side by side.
    fn count_each(&mut self, grids: &[Grid], limit: u64) -> Vec<Result<Count, OutOfNodes>> {
        self.found = false;
        let tasks: Vec<CountTask> = grids.iter().map(|grid| self.count_task(grid, limit)).collect();
        let mut counts = vec![Err(self.out_of_nodes()); grids.len()];
        self.engine.count_each(&tasks, |number, counter| {
            counts[number] = self.handover.count(&grids[number], &tasks[number], counter);
        });
        counts
    }

    /// Solves as [`solutions`](Self::solutions), several grids side by side.
    fn solutions_each(&mut self, grids: &[&Grid]) -> Vec<Result<Solutions, OutOfNodes>> {
        self.found = false;
        let tasks: Vec<CountTask> = grids.iter().map(|grid| self.count_task(grid, 2)).collect();
        let mut found = vec![Err(self.out_of_nodes()); grids.len()];
        let isa = self.engine.isa;
        self.engine.count_each(&tasks, |number, counter| {
            let count = self.handover.count(grids[number], &tasks[number], counter);
            found[number] = count.map(|count| match count.solutions {
                0 => Solutions::None,
                1 => Solutions::Unique(self.handover.solution(isa, counter)),
                _ => Solutions::Multiple,
            });
        });
        found
    }

    fn solve_into(&mut self, grids: &[Grid], values: &mut Vec<u8>) -> Result<(), OutOfNodes> {
        self.found = false;
        let tasks: Vec<CountTask> = grids.iter().map(|grid| self.count_task(grid, 2)).collect();
        let start = values.len();
        values.resize(start + 81 * grids.len(), 0);
        let (isa, mut all_counted) = (self.engine.isa, true);
        self.engine.count_each(&tasks, |number, counter| {
            match self.handover.count(&grids[number], &tasks[number], counter) {
                Ok(Count { solutions: 1, .. }) => {
                    let digits = match counter.slow_after() {
                        Some(_) => bytes(self.handover.solution(isa, counter).cells(), |digit| digit.value()),
                        None => isa.decode(counter),
                    };
                    values[start + 81 * number..][..81].copy_from_slice(&digits);
                }
                Ok(_) => {}
                Err(_) => all_counted = false,
            }
        });
        if all_counted { Ok(()) } else { Err(self.out_of_nodes()) }
    }
}

impl Remover for Bitboard {
    fn has_other_solution(
        &mut self,
        grid: &Grid,
        cell: Cell,
        known: Digit,
    ) -> Result<OtherSolution, OutOfNodes> {
        self.found = false;
        let mut task = self.count_task(grid, 1);
        task.start.clear(layout::candidate(cell.index(), known.value()));
        let counter = self.engine.run(&task);
        let other = if let Some(nodes) = counter.slow_after() {
            self.handover.has_other_solution(grid, (cell, known), nodes)?
        } else {
            let Count { solutions, nodes } = self.handover.count(grid, &task, counter)?;
            OtherSolution { found: solutions > 0, nodes }
        };
        self.found = other.found;
        Ok(other)
    }

    /// Removes the same givens as the default method, with fewer searches. `nodes` counts the nodes of these searches, and
    /// one for each propagation that several givens share.
    fn remove(
        &mut self,
        puzzle: &mut Grid,
        solution: &Solution,
        order: &[Cell],
        stop_at: usize,
    ) -> Result<Removal, OutOfNodes> {
        let task = self.dig_task(puzzle, solution, order, stop_at);
        let dig = self.engine.dig(&task);
        if dig.out_of_nodes { Err(OutOfNodes { budget: self.budget }) } else { Ok(take_removal(dig, puzzle)) }
    }

    /// Removes the same givens as the default method. Givens that known sets prove needed take no search.
    fn remove_again(
        &mut self,
        memory: &mut RemovalMemory,
        puzzle: &mut Grid,
        solution: &Solution,
        order: &[Cell],
        at_most: usize,
    ) -> Result<Removal, OutOfNodes> {
        let task = DigTask { at_most, ..self.dig_task(puzzle, solution, order, 0) };
        if memory.grid != task.solution {
            (memory.grid, memory.sets) = (task.solution.to_vec(), None);
        }
        let sets = memory.sets.take().unwrap_or_else(|| Box::new(KnownSets::new()));
        let dig = self.engine.dig_again(&task, sets);
        memory.sets = dig.known_sets.take();
        if dig.out_of_nodes { Err(OutOfNodes { budget: self.budget }) } else { Ok(take_removal(dig, puzzle)) }
    }

    /// Removes the same givens as [`remove`](Self::remove) with the same nodes, several puzzles side by side.
    fn remove_each(&mut self, tasks: &mut [RemovalTask<'_>]) -> Vec<Result<Removal, OutOfNodes>> {
        let digs: Vec<DigTask<'_>> = tasks
            .iter()
            .map(|task| self.dig_task(&task.puzzle, task.solution, task.order, task.stop_at))
            .collect();
        let mut removals = vec![Err(self.out_of_nodes()); tasks.len()];
        self.engine.dig_each(&digs, |number, dig| {
            if !dig.out_of_nodes {
                removals[number] = Ok(take_removal(dig, &mut tasks[number].puzzle));
            }
        });
        removals
    }

    fn needed_givens(&mut self, puzzle: &Grid, solution: &Solution) -> Result<NeededGivens, OutOfNodes> {
        if !cfg!(feature = "minimal-puzzles") {
            return minimal_puzzles::needed_by_searches(self, puzzle, solution);
        }
        let limits = EnumerationLimits { nodes: self.budget, edges: 0, puzzles: 0 };
        match self.enumeration(puzzle, solution, limits) {
            Ok(state) => Ok(NeededGivens { cells: cells(state.needed), nodes: state.nodes() }),
            Err(_) => Err(self.out_of_nodes()),
        }
    }

    fn minimal_puzzles(&mut self, puzzle: &Grid, solution: &Solution) -> Result<MinimalPuzzles, OutOfNodes> {
        if !cfg!(feature = "minimal-puzzles") {
            return minimal_puzzles::all_by_searches(self, puzzle, solution);
        }
        self.enumerate(puzzle, solution, [usize::MAX; 2]).map_err(|_| self.out_of_nodes())
    }

    /// Enumerates all, by searches where there are too many unavoidable sets to find
    /// all of them first.
    #[cfg(feature = "minimal-puzzles")]
    fn minimal_puzzles_up_to(
        &mut self,
        puzzle: &Grid,
        solution: &Solution,
        limit: usize,
    ) -> Result<MinimalPuzzles, crate::EnumerationError> {
        let has_few = puzzle.givens() <= FEW_OPTIONAL
            || puzzle.givens() - self.needed_givens(puzzle, solution)?.cells.len() <= FEW_OPTIONAL;
        if has_few {
            match self.enumerate(puzzle, solution, [limit, MAX_EDGES]) {
                Ok(all) => return Ok(all),
                Err(EnumerationStop::Nodes) => return Err(self.out_of_nodes().into()),
                Err(EnumerationStop::Edges) => {}
            }
        }
        minimal_puzzles::by_searches(self, puzzle, solution, limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values are those of solutions, also behind others, with zeros where there are none or several.
    #[test]
    fn values_of_solutions_are_added() {
        let unique = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let texts = [unique.to_owned(), ".".repeat(81), format!("55{}", &unique[2..]), unique.to_owned()];
        let grids: Vec<Grid> = texts.iter().map(|text| Grid::parse(Shape::STANDARD, text).unwrap()).collect();
        for mut solver in Bitboard::on_each_instruction_set(1_000_000) {
            let mut expected = vec![1, 2];
            for solutions in solver.solutions_each(&grids.iter().collect::<Vec<_>>()) {
                match solutions.unwrap() {
                    Solutions::Unique(solution) => {
                        expected.extend(solution.cells().iter().map(|digit| digit.value()));
                    }
                    Solutions::None | Solutions::Multiple => expected.extend([0; 81]),
                }
            }
            let mut values = vec![1, 2];
            solver.solve_into(&grids, &mut values).unwrap();
            assert_eq!(values, expected);
            assert_eq!(values[2 + 81..][..2 * 81], [0; 2 * 81]);
        }
        for mut solver in Bitboard::on_each_instruction_set(0) {
            assert!(solver.solve_into(&grids, &mut Vec::new()).is_err());
        }
    }

    /// Unavoidable sets beyond the bound end the search for them, and searches find the same minimal puzzles.
    #[test]
    fn too_many_unavoidable_sets_end_an_enumeration() {
        let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let puzzle = Grid::parse(Shape::STANDARD, text).unwrap();
        for mut solver in Bitboard::on_each_instruction_set(1_000_000) {
            let Solutions::Unique(solution) = solver.solutions(&puzzle).unwrap() else { panic!() };
            let all = solver.enumerate(&puzzle, &solution, [usize::MAX; 2]).unwrap();
            let sets =
                (1..10_000).find(|&sets| solver.enumerate(&puzzle, &solution, [usize::MAX, sets]).is_ok());
            assert!(sets.is_some_and(|sets| sets > 10), "{sets:?}");
            let few = solver.enumerate(&puzzle, &solution, [usize::MAX, 10]);
            assert_eq!(few, Err(EnumerationStop::Edges));
            let searched = minimal_puzzles::by_searches(&mut solver, &puzzle, &solution, usize::MAX).unwrap();
            assert_eq!(MinimalPuzzles { nodes: all.nodes, ..searched }, all);
        }
    }
}
