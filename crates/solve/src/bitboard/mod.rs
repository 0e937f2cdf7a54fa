//! The fast 9x9 solver: counts the solutions of a grid, and asks whether a cell can differ.
//!
//! ```text
//! givens -> layout (bits) -> search: pass, pass ... idle -> guess -> pass ... -> solved or dead -> what waits -> ...
//!                            propagate   written once, over the operations of `lanes`
//!                            guess       which two candidates
//!                            avx2, portable   the operations; AVX-512VL is the AVX2 room compiled again
//! ```
//!
//! Every instruction set takes the same steps: solutions, nodes and the first solution are equal on all machines.
//!
//! Sources: the idea of bands of one digit as machine words is the Sudoku forum's (`JCZSolve`, Zhou Yundong, about 2012);
//! guessing in cells of two candidates and closing boxes with lines before all else, Tom Dillon's (tdoku, 2019). Layout,
//! closures and choice of guesses are this project's own.
#![allow(
    clippy::inline_always,
    reason = "intrinsics must end up inside the function that names the instruction set"
)]
#![allow(clippy::many_single_char_names, reason = "x is a state, a to h are lanes")]
#![allow(clippy::cast_possible_truncation, reason = "cells, digits and lanes are below 256")]

#[cfg(target_arch = "x86_64")]
mod avx2;
mod branch;
mod dig;
mod lanes;
mod layout;
mod portable;
mod propagate;
mod search;
mod solver;
mod unavoidable;

use dig::DigState;
use layout::CandidateBits;
use portable::Portable;
use search::{SearchMemory, SolutionsAndNodes};
pub use solver::Band;
use std::{cell::OnceCell, sync::OnceLock};

/// A solver with its own room to work in: nothing is allocated per puzzle.
#[derive(Debug)]
pub(super) struct Engine {
    search: SearchMemory,
    isa: InstructionSet,
    decoded: OnceCell<[u8; 81]>,
    dig: Option<Box<DigState>>,
}

/// The instruction sets that the search is compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum InstructionSet {
    Portable,
    #[cfg(target_arch = "x86_64")]
    X86(avx2::CpuFeatures),
}

impl InstructionSet {
    /// What this machine has, the plainest first and the fastest last.
    fn found() -> Vec<Self> {
        #[allow(unused_mut, reason = "nothing is added on other machines")]
        let mut found = vec![Self::Portable];
        #[cfg(target_arch = "x86_64")]
        found.extend(avx2::CpuFeatures::detect().into_iter().map(Self::X86));
        found
    }

    /// The one that new solvers use: the fastest, or the one that was forced.
    fn chosen() -> Self {
        *CHOSEN.get_or_init(|| Self::found().pop().unwrap_or(Self::Portable))
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Self::X86(found) => found.name(),
        }
    }
}

static CHOSEN: OnceLock<InstructionSet> = OnceLock::new();

/// The instruction sets that this machine has and the solver is compiled for, the fastest last.
pub fn instruction_sets() -> Vec<&'static str> {
    InstructionSet::found().into_iter().map(InstructionSet::name).collect()
}

/// Makes every solver of this process that is still to be made use the instruction set of this name, whatever is the fastest. Results do
/// not depend on it.
///
/// # Errors
/// What is wrong, in a line, if this machine does not have it, or if another one is in use already.
pub fn force_instruction_set(name: &str) -> Result<(), String> {
    let isa = InstructionSet::found().into_iter().find(|isa| isa.name() == name);
    let isa = isa.ok_or_else(|| {
        format!(
            "there is no instruction set {name:?} here; this machine has {}",
            instruction_sets().join(", ")
        )
    })?;
    match CHOSEN.set(isa) {
        Err(_) if InstructionSet::chosen() != isa => Err(format!(
            "solvers use {} already; force {name} before the first is made",
            InstructionSet::chosen().name()
        )),
        _ => Ok(()),
    }
}

impl Engine {
    /// A solver on the best instruction set of this machine, or the one that was forced.
    pub(super) fn new() -> Self {
        Self::on(InstructionSet::chosen())
    }

    /// A solver for each instruction set of this machine, the portable one first: for tests and benches.
    pub(super) fn every() -> Vec<Self> {
        InstructionSet::found().into_iter().map(Self::on).collect()
    }

    pub(super) const fn instruction_set(&self) -> &'static str {
        self.isa.name()
    }

    fn on(isa: InstructionSet) -> Self {
        Self { search: SearchMemory::new(), isa, decoded: OnceCell::new(), dig: None }
    }

    /// Counts the solutions, up to `limit`, and the nodes; 0 is an empty cell. `None` when more than `budget` nodes are needed. Values above 9 have no solution.
    pub(super) fn count(&mut self, givens: &[u8; 81], limit: u64, budget: u64) -> Option<(u64, u64)> {
        if givens.iter().fold(0, |most, &given| most.max(given)) > 9 {
            return Some((0, 0));
        }
        let start = self.start(givens);
        self.run(&start, limit, budget)
    }

    /// The first solution of the last search that found one; zeros before that.
    pub(super) fn solution(&self) -> &[u8; 81] {
        self.decoded.get_or_init(|| self.search.first.decode())
    }

    /// Whether some solution holds something else than `digit` at `cell` (0 to 80, row-major), and the nodes it took. `None`
    /// when more than `budget` nodes are needed.
    ///
    /// # Panics
    /// When `cell` is above 80 or `digit` is not 1 to 9.
    pub(super) fn differs(
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
        let mut start = self.start(givens);
        start.clear(layout::candidate(cell, digit));
        let (solutions, nodes) = self.run(&start, 1, budget)?;
        Some((solutions > 0, nodes))
    }

    /// Tries to take `cells` (row-major) of a puzzle away, one by one, until `stop_at` givens are left; what came of it, or
    /// `None` when a search needed more than `budget` nodes. `solution` is complete and holds 1 to 9.
    fn dig(
        &mut self,
        solution: &[u8; 81],
        givens: &[bool; 81],
        cells: impl Iterator<Item = usize>,
        stop_at: usize,
        budget: u64,
    ) -> Option<&DigState> {
        let masks = self.digit_masks(solution);
        let dig = self.dig.get_or_insert_with(|| Box::new(DigState::new()));
        dig.start(solution, &masks, givens, cells);
        let within = match self.isa {
            InstructionSet::Portable => dig::run::<Portable>(dig, stop_at, budget),
            #[cfg(target_arch = "x86_64")]
            InstructionSet::X86(found) => found.dig(dig, stop_at, budget),
        };
        within.then_some(dig)
    }

    fn start(&self, givens: &[u8; 81]) -> CandidateBits {
        CandidateBits::from_masks(&self.digit_masks(givens))
    }

    fn digit_masks(&self, givens: &[u8; 81]) -> layout::DigitMasks {
        match self.isa {
            InstructionSet::Portable => layout::digit_masks(givens),
            #[cfg(target_arch = "x86_64")]
            InstructionSet::X86(found) => found.digit_masks(givens),
        }
    }

    fn run(&mut self, start: &CandidateBits, limit: u64, budget: u64) -> SolutionsAndNodes {
        let outcome = match self.isa {
            InstructionSet::Portable => search::run::<Portable>(&mut self.search, start, limit, budget),
            #[cfg(target_arch = "x86_64")]
            InstructionSet::X86(found) => found.run(&mut self.search, start, limit, budget),
        };
        if outcome.is_some_and(|(solutions, _)| solutions > 0) {
            self.decoded.take();
        }
        outcome
    }
}
