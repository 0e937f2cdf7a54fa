//! Searches: count the solutions of a grid, or show a solution other than a known one.

use super::{
    InstructionSet, Task,
    candidates::Candidates,
    lanes::{Lanes, Word},
};

/// A candidate to branch on: assigned first, removed second.
#[derive(Clone, Copy, Debug)]
struct Branch {
    row: usize,
    col: usize,
    digit: usize,
}

/// Question to a search. All questions share one search, because it is compiled for each shape and instruction set.
#[derive(Clone, Copy)]
enum Question<'a, W, const SIDE: usize, const L: usize> {
    /// Counts solutions, up to a limit.
    Count { limit: u64 },
    /// Looks for a solution other than the known one. As soon as each open cell has its known digit as a candidate, there is.
    Other { known: &'a [Lanes<W, L>; SIDE] },
    /// Propagates, without branching.
    Propagate,
}

/// Arguments of [`Search::answer`].
struct SearchTask<'a, W, const BR: usize, const BC: usize, const SIDE: usize, const L: usize> {
    search: &'a mut Search<W, BR, BC, SIDE, L>,
    start: &'a Candidates<W, BR, BC, SIDE, L>,
    question: Question<'a, W, SIDE, L>,
    budget: u64,
}

impl<W: Word, const BR: usize, const BC: usize, const SIDE: usize, const L: usize> Task
    for SearchTask<'_, W, BR, BC, SIDE, L>
{
    type Output = Option<u64>;
    const AVX512: bool = Lanes::<W, L>::FILL_A_REGISTER;
    #[inline(always)]
    fn run(self) -> Option<u64> {
        self.search.answer(self.start, self.question, self.budget)
    }
}

/// State to go back to, and the cell that was branched on before it.
#[derive(Debug)]
struct Saved<W, const BR: usize, const BC: usize, const SIDE: usize, const L: usize> {
    state: Candidates<W, BR, BC, SIDE, L>,
    cell: usize,
}

/// Memory of a search.
#[derive(Debug)]
pub(super) struct Search<W, const BR: usize, const BC: usize, const SIDE: usize, const L: usize> {
    pub(super) isa: InstructionSet,
    /// State at work: in memory, because the compiler would split a local one into words.
    state: Candidates<W, BR, BC, SIDE, L>,
    /// Cell that was branched on before it.
    cell: usize,
    /// Backtrack stack, the next state last.
    stack: Vec<Saved<W, BR, BC, SIDE, L>>,
    /// Contradictions after a branch on each cell: cells that failed often are branched on first.
    failures: [[u32; SIDE]; SIDE],
    /// First solution of the last count.
    pub(super) first: Option<Candidates<W, BR, BC, SIDE, L>>,
    pub(super) nodes: u64,
}

impl<W: Word, const BR: usize, const BC: usize, const SIDE: usize, const L: usize>
    Search<W, BR, BC, SIDE, L>
{
    pub(super) fn new(isa: InstructionSet) -> Self {
        let stack = Vec::with_capacity(SIDE * SIDE);
        let failures = [[0; SIDE]; SIDE];
        Self { isa, state: Candidates::all(), cell: 0, stack, failures, first: None, nodes: 0 }
    }

    /// Forgets the failures of earlier searches, so that a result depends on nothing but its question.
    pub(super) fn forget(&mut self) {
        self.failures = [[0; SIDE]; SIDE];
    }

    /// Counts the solutions of `start`, up to `limit`. Returns `None` if that needs more than `budget` nodes.
    pub(super) fn count(
        &mut self,
        start: &Candidates<W, BR, BC, SIDE, L>,
        limit: u64,
        budget: u64,
    ) -> Option<u64> {
        self.forget();
        self.first = None;
        self.ask(start, Question::Count { limit }, budget)
    }

    /// Checks whether `start` has a solution other than `known`. Returns `None` if that needs more than `budget` nodes.
    pub(super) fn has_other(
        &mut self,
        start: &Candidates<W, BR, BC, SIDE, L>,
        known: &[Lanes<W, L>; SIDE],
        budget: u64,
    ) -> Option<bool> {
        self.ask(start, Question::Other { known }, budget).map(|found| found > 0)
    }

    /// Propagates `start`, which has a solution, without branching.
    pub(super) fn propagated(
        &mut self,
        start: &Candidates<W, BR, BC, SIDE, L>,
    ) -> Candidates<W, BR, BC, SIDE, L> {
        let consistent = self.ask(start, Question::Propagate, u64::MAX);
        debug_assert_eq!(consistent, Some(1), "the known solution remains");
        self.state
    }

    fn ask(
        &mut self,
        start: &Candidates<W, BR, BC, SIDE, L>,
        question: Question<'_, W, SIDE, L>,
        budget: u64,
    ) -> Option<u64> {
        self.isa.run_task(SearchTask { search: self, start, question, budget })
    }

    /// Answers a question: the number of solutions that it found. Returns `None` if that needs more than `budget` nodes.
    #[inline(always)]
    fn answer(
        &mut self,
        start: &Candidates<W, BR, BC, SIDE, L>,
        question: Question<'_, W, SIDE, L>,
        budget: u64,
    ) -> Option<u64> {
        self.start(start);
        let limit = if let Question::Count { limit } = question { limit } else { 1 };
        let mut found = 0;
        while found < limit && self.settle(budget)? {
            let mut displaced = [W::ZERO; SIDE];
            match question {
                Question::Propagate => return Some(1),
                Question::Count { .. } if self.state.is_solved() => {
                    self.first.get_or_insert(self.state);
                    found += 1;
                    if self.restore() {
                        continue;
                    }
                    break;
                }
                Question::Count { .. } => {}
                Question::Other { known } => {
                    displaced = self.state.displaced(known);
                    if displaced.iter().fold(W::ZERO, |any, &cells| any | cells) == W::ZERO {
                        return Some(1);
                    }
                }
            }
            let mut branch = self.state.branch(&displaced, &self.failures);
            if let Question::Other { known } = question {
                branch = branch.toward(known, &self.state);
            }
            self.push(branch);
        }
        Some(found)
    }

    #[inline(always)]
    fn start(&mut self, start: &Candidates<W, BR, BC, SIDE, L>) {
        self.nodes = 0;
        self.stack.clear();
        (self.state, self.cell) = (*start, 0);
    }

    /// Propagates the state, or else saved states until one is no contradiction. Returns true if there is one, and `None`
    /// beyond the budget.
    #[inline(always)]
    fn settle(&mut self, budget: u64) -> Option<bool> {
        loop {
            if self.nodes == budget {
                return None;
            }
            self.nodes += 1;
            if self.state.propagate().is_ok() {
                return Some(true);
            }
            self.failures[self.cell / SIDE][self.cell % SIDE] += 1;
            if !self.restore() {
                return Some(false);
            }
        }
    }

    /// Goes back to the last saved state. Returns false if there is none.
    #[inline(always)]
    fn restore(&mut self) -> bool {
        let Some(saved) = self.stack.pop() else { return false };
        (self.state, self.cell) = (saved.state, saved.cell);
        true
    }

    /// Assigns a candidate, and saves the state without it.
    #[inline(always)]
    fn push(&mut self, Branch { row, col, digit }: Branch) {
        self.cell = row * SIDE + col;
        self.stack.push(Saved { state: self.state, cell: self.cell });
        if let Some(saved) = self.stack.last_mut() {
            saved.state.exclude(row, col, digit);
        }
        self.state.assign(row, col, digit);
    }
}

impl Branch {
    /// Prefers the known digit of the cell.
    #[inline(always)]
    fn toward<W: Word, const BR: usize, const BC: usize, const SIDE: usize, const L: usize>(
        self,
        known: &[Lanes<W, L>; SIDE],
        state: &Candidates<W, BR, BC, SIDE, L>,
    ) -> Self {
        let kept = known[self.row].and(state.rows[self.row]);
        let digit = kept.0.iter().position(|cells| cells.bits() >> self.col & 1 == 1);
        Self { digit: digit.unwrap_or(self.digit), ..self }
    }
}

impl<W: Word, const BR: usize, const BC: usize, const SIDE: usize, const L: usize>
    Candidates<W, BR, BC, SIDE, L>
{
    /// Returns the open cells that lost their known digit.
    #[inline(always)]
    fn displaced(&self, known: &[Lanes<W, L>; SIDE]) -> [W; SIDE] {
        let mut displaced = [W::ZERO; SIDE];
        for row in 0..SIDE {
            displaced[row] = known[row].and_not(self.rows[row]).union() & !self.placed[row];
        }
        displaced
    }

    /// Chooses the open cell with the fewest candidates; of those with two the one that failed most, where the
    /// failures of displaced cells count four times.
    #[inline(always)]
    fn branch(&self, displaced: &[W; SIDE], failures: &[[u32; SIDE]; SIDE]) -> Branch {
        let mut best = (0, 0, 0);
        let pairs = self.pairs();
        for row in 0..SIDE {
            let mut left = pairs[row].bits();
            while left != 0 {
                let col = left.trailing_zeros() as usize;
                left &= left - 1;
                let failed = failures[row][col] + 1;
                let weight = if displaced[row].bits() >> col & 1 == 1 { 4 * failed + 1 } else { failed };
                if weight > best.0 {
                    best = (weight, row, col);
                }
            }
        }
        let (weight, row, col) = best;
        if weight == 0 {
            return self.branch_smallest(failures);
        }
        Branch { row, col, digit: self.first_digit(row, col).1 }
    }

    /// Chooses the open cell with the fewest candidates, and the most failures among these.
    #[inline(always)]
    fn branch_smallest(&self, failures: &[[u32; SIDE]; SIDE]) -> Branch {
        let mut best = (u32::MAX, 0, Branch { row: 0, col: 0, digit: 0 });
        for row in 0..SIDE {
            let mut left = (Self::full() & !self.placed[row]).bits();
            while left != 0 {
                let col = left.trailing_zeros() as usize;
                left &= left - 1;
                let (size, digit) = self.first_digit(row, col);
                let failed = failures[row][col];
                if size < best.0 || size == best.0 && failed > best.1 {
                    best = (size, failed, Branch { row, col, digit });
                }
            }
        }
        best.2
    }

    /// Returns the number of candidates of a cell, and the first.
    #[inline(always)]
    fn first_digit(&self, row: usize, col: usize) -> (u32, usize) {
        let (mut size, mut first) = (0, 0);
        for (digit, cells) in self.rows[row].0.iter().enumerate().rev() {
            if cells.bits() >> col & 1 == 1 {
                (size, first) = (size + 1, digit);
            }
        }
        (size, first)
    }
}
