//! Verification of puzzles one by one: one solution, the solution claimed, minimal where claimed, and checkers that agree.

use super::puzzles::Offences;
use gridmill_board::{Cell, Grid, Shape, Solution};
use gridmill_solve::{Remover, Solutions, SolverKind};
use std::collections::BTreeSet;

/// Search nodes that one question may take.
pub(super) const NODE_BUDGET: u64 = 10_000_000;

/// Puzzles that are verified one by one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VerifyScope {
    /// Each puzzle.
    All,
    /// A sample of this size, which does not depend on the order of rows or files.
    Sample(usize),
}

/// Row to verify; ordered by its hash.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SampledRow {
    pub hash: u128,
    pub puzzle: String,
    pub solution: Option<String>,
    pub minimal: Option<bool>,
}

/// The rows with the least hashes: a fair sample of the different rows.
#[derive(Debug, Clone, Default)]
pub(crate) struct RowSample {
    rows: BTreeSet<SampledRow>,
    size: usize,
}

/// Results of verification.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Verdicts {
    pub puzzles: u64,
    /// Puzzles without exactly one solution.
    pub not_unique: Offences,
    /// Puzzles whose solution is not the one claimed, of those with one claimed.
    pub solutions: u64,
    pub other_solution: Offences,
    /// Puzzles that are not minimal though claimed to be, or the other way, of those with a claim.
    pub claims: u64,
    pub other_minimality: Offences,
    /// Puzzles on which checkers differ.
    pub disagreements: Offences,
    /// Puzzles that took a checker too long.
    pub given_up: u64,
}

#[derive(Debug)]
pub(crate) struct PuzzleVerifier {
    shape: Shape,
    checkers: Vec<Box<dyn Remover>>,
}

impl RowSample {
    pub(crate) const fn new(size: usize) -> Self {
        Self { rows: BTreeSet::new(), size }
    }

    /// Returns true if a row with this hash would be kept.
    pub(crate) fn wants(&self, hash: u128) -> bool {
        self.size > 0
            && (self.rows.len() < self.size || self.rows.last().is_some_and(|last| hash <= last.hash))
    }

    pub(crate) fn add(&mut self, row: SampledRow) {
        self.rows.insert(row);
        if self.rows.len() > self.size {
            self.rows.pop_last();
        }
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        for row in &other.rows {
            if self.wants(row.hash) {
                self.add(row.clone());
            }
        }
    }

    pub(crate) fn rows(&self) -> impl Iterator<Item = &SampledRow> {
        self.rows.iter()
    }
}

impl Verdicts {
    pub fn merge(&mut self, other: &Self) {
        self.puzzles += other.puzzles;
        self.solutions += other.solutions;
        self.claims += other.claims;
        self.given_up += other.given_up;
        for (mine, theirs) in [
            (&mut self.not_unique, &other.not_unique),
            (&mut self.other_solution, &other.other_solution),
            (&mut self.other_minimality, &other.other_minimality),
            (&mut self.disagreements, &other.disagreements),
        ] {
            mine.merge(theirs);
        }
    }
}

impl PuzzleVerifier {
    pub(crate) fn new(shape: Shape) -> Self {
        // The fastest first: only it decides minimality.
        let mut checkers = SolverKind::ALL.map(Some);
        checkers.sort_by_key(|checker| *checker != Some(SolverKind::default_for(shape)));
        let able = checkers.into_iter().flatten().filter(|checker| checker.supports(shape));
        Self { shape, checkers: able.map(|checker| checker.solver(shape, NODE_BUDGET)).collect() }
    }

    pub(crate) fn look(
        &mut self,
        puzzle: &str,
        solution: Option<&str>,
        minimal: Option<bool>,
        verdicts: &mut Verdicts,
    ) {
        let Ok(grid) = Grid::parse(self.shape, puzzle) else { return };
        let answers: Result<Vec<Solutions>, _> =
            self.checkers.iter_mut().map(|checker| checker.solutions(&grid)).collect();
        let Ok(answers) = answers else {
            verdicts.given_up += 1;
            return;
        };
        verdicts.puzzles += 1;
        if answers.windows(2).any(|pair| pair[0] != pair[1]) {
            verdicts.disagreements.add(puzzle);
        }
        let Some(Solutions::Unique(found)) = answers.first() else {
            verdicts.not_unique.add(puzzle);
            return;
        };
        if let Some(claimed) = solution {
            verdicts.solutions += 1;
            if found.to_string() != claimed {
                verdicts.other_solution.add(puzzle);
            }
        }
        if let Some(claimed) = minimal
            && let Some(minimal) = self.is_minimal(&grid, found)
        {
            verdicts.claims += 1;
            if minimal != claimed {
                verdicts.other_minimality.add(puzzle);
            }
        }
    }

    /// Returns true if every given is needed; `None` if a search took too long.
    fn is_minimal(&mut self, puzzle: &Grid, solution: &Solution) -> Option<bool> {
        let checker = self.checkers.first_mut()?;
        let mut without = puzzle.clone();
        for cell in self.shape.all_cells().filter(|&cell: &Cell| puzzle.get(cell).is_some()) {
            let given = without.set(cell, None);
            let needed = checker.has_other_solution(&without, cell, solution.get(cell)).ok()?.found;
            without.set(cell, given);
            if !needed {
                return Some(false);
            }
        }
        Some(true)
    }
}
