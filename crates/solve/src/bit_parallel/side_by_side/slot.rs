//! The dig of one slot: windows, bases and searches as in `dig` and `search`, step by step between passes.

use super::passes::{Slots, State};
use crate::bit_parallel::dig::WINDOW;

/// Puzzle to dig.
#[derive(Debug)]
pub(in crate::bit_parallel) struct DigTask {
    /// Digit of each cell, from 0.
    pub(in crate::bit_parallel) solution: [u8; 64],
    /// Cells that are given.
    pub(in crate::bit_parallel) given: u64,
    /// Givens to try, each once.
    pub(in crate::bit_parallel) order: [u8; 64],
    /// Their number.
    pub(in crate::bit_parallel) len: usize,
    /// Number of givens to stop at.
    pub(in crate::bit_parallel) stop_at: usize,
}

/// Result of a dig.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::bit_parallel) struct DigResult {
    /// Cells that are given.
    pub(in crate::bit_parallel) given: u64,
    /// Givens of the order that were tried.
    pub(in crate::bit_parallel) tried: usize,
    pub(in crate::bit_parallel) nodes: u64,
    pub(in crate::bit_parallel) out_of_nodes: bool,
}

/// Propagation or search that a dig waits for.
#[derive(Clone, Copy, Debug)]
enum Question {
    /// The base of the window.
    Base,
    /// Another solution without the given at this cell.
    Other { cell: usize },
}

/// State to go back to, and the cell that was branched on before it.
#[derive(Debug)]
struct Saved<const SIDE: usize> {
    state: State<SIDE>,
    cell: usize,
}

/// Dig of one puzzle, with its backtrack stack.
#[derive(Debug)]
pub(super) struct Slot<const BC: usize, const SIDE: usize> {
    /// Cells of each digit in the solution.
    known: [u64; SIDE],
    /// Candidates with the cells of the window empty, propagated.
    base: State<SIDE>,
    /// The base with the undecided and the needed cells of the window given.
    current: [u64; SIDE],
    /// Cells of the window that the base does not imply.
    open: u64,
    /// Number in the order of the cell to decide next, and of the first behind the window.
    next: usize,
    end: usize,
    question: Question,
    pub(super) result: DigResult,
    givens: usize,
    /// Backtrack stack, the next state last.
    stack: Vec<Saved<SIDE>>,
    /// Cell that was branched on before the state at work.
    cell: usize,
    /// Contradictions after a branch on each cell.
    failures: [u32; 64],
    /// Cells with failures.
    failed: u64,
    /// Nodes of the search at work.
    nodes: u64,
}

impl<const BC: usize, const SIDE: usize> Slot<BC, SIDE> {
    pub(super) fn new() -> Self {
        let none = State { digits: [0; SIDE], placed: 0 };
        Self {
            known: [0; SIDE],
            base: none,
            current: [0; SIDE],
            open: 0,
            next: 0,
            end: 0,
            question: Question::Base,
            result: DigResult::default(),
            givens: 0,
            stack: Vec::with_capacity(SIDE * SIDE),
            cell: 0,
            failures: [0; 64],
            failed: 0,
            nodes: 0,
        }
    }

    /// Starts a dig. Returns the first state to propagate, or `None` if there is nothing to do.
    #[inline(always)]
    pub(super) fn start(&mut self, task: &DigTask) -> Option<State<SIDE>> {
        self.known = [0; SIDE];
        for row in 0..SIDE {
            for cell in 8 * row..8 * row + SIDE {
                self.known[usize::from(task.solution[cell]) % SIDE] |= 1 << cell;
            }
        }
        self.result = DigResult { given: task.given, ..DigResult::default() };
        self.givens = task.given.count_ones() as usize;
        (self.failures, self.failed) = ([0; 64], 0);
        // Early givens can nearly always be removed: the first window is half of the grid.
        let half = SIDE * SIDE / 2;
        self.next_base(task, if self.givens > half { half } else { WINDOW })
    }

    /// Returns the base of the next window, with its cells empty, or `None` if the dig is done.
    #[inline(always)]
    fn next_base(&mut self, task: &DigTask, size: usize) -> Option<State<SIDE>> {
        let tried = self.result.tried;
        if tried == task.len || self.givens <= task.stop_at {
            return None;
        }
        self.end = task.len.min(tried + size.min(self.givens - task.stop_at));
        self.open = task.order[tried..self.end].iter().fold(0, |cells, &cell| cells | 1 << (cell % 64));
        self.next = tried;
        self.result.given &= !self.open;
        self.question = Question::Base;
        let given = self.result.given;
        let digits = self.known.map(|known| Slots::<BC, SIDE>::FULL & !given | known & given);
        Some(State { digits, placed: 0 })
    }

    /// Takes the propagated base of the window: its placed cells are implied by the others.
    #[inline(always)]
    fn take_base(&mut self, base: &State<SIDE>) {
        self.result.nodes += 1;
        let implied = self.open & base.placed;
        self.open &= !implied;
        self.givens -= implied.count_ones() as usize;
        self.base = *base;
        for digit in 0..SIDE {
            self.current[digit] = base.digits[digit] & !self.open | self.known[digit] & self.open;
        }
    }

    /// Keeps the given if another solution was found without it; else removes it.
    #[inline(always)]
    fn decide(&mut self, cell: usize, found: bool) {
        self.result.nodes += self.nodes;
        let cell = 1 << cell;
        if found {
            self.result.given |= cell;
            return;
        }
        self.givens -= 1;
        for digit in 0..SIDE {
            self.current[digit] = self.current[digit] & !cell | self.base.digits[digit] & cell;
        }
    }

    /// Returns the start of the search for the next cell that needs one, or the next base.
    #[inline(always)]
    fn next_question(&mut self, task: &DigTask, budget: u64) -> Option<State<SIDE>> {
        while self.next < self.end {
            let cell = usize::from(task.order[self.next] % 64);
            self.next += 1;
            let bit = 1 << cell;
            if self.open & bit == 0 {
                continue;
            }
            self.question = Question::Other { cell };
            (self.nodes, self.cell) = (0, 0);
            self.stack.clear();
            if !self.count_node(budget) {
                return None;
            }
            let mut digits = self.current;
            for digit in 0..SIDE {
                digits[digit] = digits[digit] & !bit | self.base.digits[digit] & bit & !self.known[digit];
            }
            return Some(State { digits, placed: self.base.placed });
        }
        self.result.tried = self.end;
        self.next_base(task, WINDOW)
    }

    /// Counts a node. Returns false if the search has no more.
    #[inline(always)]
    fn count_node(&mut self, budget: u64) -> bool {
        self.result.out_of_nodes = self.nodes == budget;
        self.nodes += 1;
        !self.result.out_of_nodes
    }

    /// Goes on after a contradiction. Returns the next state to propagate, or `None` if the dig is done.
    #[inline(always)]
    pub(super) fn backtrack(&mut self, task: &DigTask, budget: u64) -> Option<State<SIDE>> {
        let Question::Other { cell } = self.question else { unreachable!("the known solution remains") };
        self.failures[self.cell] += 1;
        self.failed |= 1 << self.cell;
        if let Some(saved) = self.stack.pop() {
            self.cell = saved.cell;
            return self.count_node(budget).then_some(saved.state);
        }
        self.decide(cell, false);
        self.next_question(task, budget)
    }

    /// Goes on after the propagated state `here`, as `backtrack` does.
    #[inline(always)]
    pub(super) fn advance(&mut self, here: &State<SIDE>, task: &DigTask, budget: u64) -> Option<State<SIDE>> {
        match self.question {
            Question::Base => self.take_base(here),
            Question::Other { cell } => {
                let lost =
                    self.known.iter().zip(here.digits).fold(0, |lost, (known, cells)| lost | known & !cells);
                let displaced = lost & !here.placed;
                if displaced != 0 {
                    let state = self.push(here, displaced, task);
                    return self.count_node(budget).then_some(state);
                }
                self.decide(cell, true);
            }
        }
        self.next_question(task, budget)
    }

    /// Returns the state with a candidate assigned, and saves the state without it.
    #[inline(always)]
    fn push(&mut self, here: &State<SIDE>, displaced: u64, task: &DigTask) -> State<SIDE> {
        let cell = self.branching_cell(here, displaced) % 64;
        let bit = 1 << cell;
        let known = usize::from(task.solution[cell]) % SIDE;
        let digit = if here.digits[known] & bit != 0 {
            known
        } else {
            here.digits.iter().position(|cells| cells & bit != 0).unwrap_or(0)
        };
        let (mut assigned, mut excluded) = (*here, *here);
        for cells in &mut assigned.digits {
            *cells &= !bit;
        }
        assigned.digits[digit] |= bit;
        excluded.digits[digit] &= !bit;
        self.cell = cell;
        self.stack.push(Saved { state: excluded, cell });
        assigned
    }

    /// Chooses the open cell with the fewest candidates; of those with two the one that failed most, where the failures of
    /// displaced cells count four times; of equal ones the first.
    #[inline(always)]
    fn branching_cell(&self, here: &State<SIDE>, displaced: u64) -> usize {
        let (mut once, mut twice, mut thrice) = (0, 0, 0);
        for cells in here.digits {
            thrice |= twice & cells;
            twice |= once & cells;
            once |= cells;
        }
        let pairs = twice & !thrice;
        if pairs == 0 {
            return self.smallest_cell(here, twice);
        }
        // Of the cells that never failed, only the first displaced one and the first other one can be best.
        let weight = |cell: usize| {
            let failed = self.failures[cell % 64] + 1;
            if displaced >> cell & 1 == 1 { 4 * failed + 1 } else { failed }
        };
        let fresh = pairs & !self.failed;
        let fresh = if fresh & displaced == 0 { fresh } else { fresh & displaced };
        let mut left = pairs & self.failed;
        let mut best = fresh.trailing_zeros() as usize;
        let mut most = if fresh == 0 { 0 } else { weight(best) };
        while left != 0 {
            let cell = left.trailing_zeros() as usize;
            left &= left - 1;
            let weight = weight(cell);
            if weight > most || weight == most && cell < best {
                (best, most) = (cell, weight);
            }
        }
        best
    }

    /// Chooses the cell of `open` with the fewest candidates, and the most failures among these.
    #[inline(always)]
    fn smallest_cell(&self, here: &State<SIDE>, open: u64) -> usize {
        let mut left = open;
        let (mut best, mut least) = (0, (u32::MAX, 0));
        while left != 0 {
            let cell = left.trailing_zeros() as usize;
            left &= left - 1;
            let size = here.digits.iter().map(|cells| (cells >> cell & 1) as u32).sum();
            let order = (size, u32::MAX - self.failures[cell % 64]);
            if order < least || least.0 == u32::MAX {
                (best, least) = (cell, order);
            }
        }
        best
    }
}
