//! The fast 9x9 solver: counts the solutions of a grid, and digs givens out of a puzzle.
//!
//! ```text
//! givens -> layout -> search:  pass, pass ... -> no new singles -> branch -> pass ...
//!                                                  (save one state on the stack, go on with the other)
//!                              solved or contradiction -> restore the last saved state -> pass ...
//!
//! layout             which bit is which candidate
//! propagate          one pass of eliminations, written once over the operations of `lanes`
//! branch             which two candidates to branch on
//! search             the backtrack stack: counts solutions, or finds any solution
//! unavoidable, dig   which givens can be removed, with few searches
//! enumerate          all minimal puzzles within a puzzle
//! tally              candidates in one solution, and in several
//! x86, portable      the operations of `lanes`; `words` has them for tests; the code of `x86` is compiled for AVX2 and AVX-512
//! solver             `Bitboard`, the public type
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

mod branch;
mod dig;
mod enumerate;
mod grid_states;
mod lanes;
mod layout;
mod portable;
mod propagate;
mod search;
mod side_by_side;
mod solver;
mod tally;
mod unavoidable;
#[cfg(test)]
mod words;
#[cfg(target_arch = "x86_64")]
mod x86;

use crate::removal_memory::KnownSets;
use dig::{DigState, DigTask};
use enumerate::{EnumerationLimits, EnumerationState, EnumerationStop};
use lanes::GridLanes;
use layout::CandidateBits;
use portable::{FourGrids, Portable};
use search::{CountTask, Counter, SolutionsAndNodes};
use side_by_side::Search;
pub use solver::Bitboard;
use std::{cell::OnceCell, sync::OnceLock};
use tally::Tally;
#[cfg(target_arch = "x86_64")]
use x86::CpuFeatures;

/// Solver with its own memory, dispatched to an instruction set. Nothing is allocated for each puzzle.
#[derive(Debug)]
pub(super) struct Engine {
    isa: InstructionSet,
    /// A search for each puzzle side by side.
    counters: Vec<Counter>,
    decoded: OnceCell<[u8; 81]>,
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

    pub(super) const fn instruction_set(&self) -> &'static str {
        self.isa.name()
    }

    fn on(isa: InstructionSet) -> Self {
        Self {
            isa,
            counters: Vec::new(),
            decoded: OnceCell::new(),
            digs: Vec::new(),
            enumeration: None,
            tally: None,
        }
    }

    /// Counts solutions, up to `limit`, and nodes. Returns `None` if more than `budget` nodes are needed. In `givens`, 0 is
    /// an empty cell; a grid with a value above 9 has no solution.
    pub(super) fn count(&mut self, givens: &[u8; 81], limit: u64, budget: u64) -> Option<(u64, u64)> {
        if givens.iter().fold(0, |most, &given| most.max(given)) > 9 {
            return Some((0, 0));
        }
        let task = CountTask { start: self.start(givens), limit, budget };
        self.run(&task)
    }

    /// Returns the first solution of the last search that found one; zeros before any did.
    pub(super) fn solution(&self) -> &[u8; 81] {
        self.decoded.get_or_init(|| self.counters.first().map_or([0; 81], |counter| self.isa.decode(counter)))
    }

    /// Searches for a solution with a digit other than `digit` at `cell` (0 to 80, row-major). Returns whether one exists and
    /// the nodes visited, or `None` if more than `budget` nodes are needed.
    ///
    /// # Panics
    /// Panics if `cell` is above 80 or `digit` is not 1 to 9.
    pub(super) fn has_other_solution(
        &mut self,
        givens: &[u8; 81],
        cell: usize,
        digit: u8,
        budget: u64,
    ) -> Option<(bool, u64)> {
        assert!(cell < 81 && (1..=9).contains(&digit), "no such cell or digit");
        if givens.iter().any(|&given| given > 9) {
            return Some((false, 0));
        }
        let mut task = CountTask { start: self.start(givens), limit: 1, budget };
        task.start.clear(layout::candidate(cell, digit));
        let (solutions, nodes) = self.run(&task)?;
        Some((solutions > 0, nodes))
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

    fn run(&mut self, task: &CountTask) -> SolutionsAndNodes {
        if self.counters.is_empty() {
            self.counters.push(Counter::new());
        }
        let counter = &mut self.counters[0];
        run_alone(self.isa, counter, task);
        let result = counter.result();
        if result.is_some_and(|(solutions, _)| solutions > 0) {
            self.decoded.take();
        }
        result
    }
}

/// Runs a search alone.
#[inline]
fn run_alone<S: Search>(isa: InstructionSet, search: &mut S, task: &S::Task<'_>) {
    match isa {
        InstructionSet::Portable => run_alone_portable(search, task),
        #[cfg(target_arch = "x86_64")]
        InstructionSet::X86(features) => features.run_alone(search, task),
    }
}

/// `side_by_side::run_alone` for every machine: one copy for all callers, because all that it calls is inlined.
#[inline(never)]
fn run_alone_portable<S: Search>(search: &mut S, task: &S::Task<'_>) {
    side_by_side::run_alone::<Portable, S>(search, task);
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
        InstructionSet::Portable => side_by_side::run::<FourGrids, S>(searches, tasks, done),
        #[cfg(target_arch = "x86_64")]
        InstructionSet::X86(features) => features.run(searches, tasks, done),
    }
}
