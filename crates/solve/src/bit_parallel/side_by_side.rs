//! Digs of eight puzzles of up to 64 cells side by side.
//!
//! ```text
//! slot        a dig at work (`slot`), and its state in a lane of each word (`passes`)
//! singles     a pass over the states of all slots
//! locked      a pass over those without new singles, when there are enough of them
//! then        each slot whose state ended goes on by itself: it branches, backtracks, or asks its next question; one that is
//!             done takes the next puzzle
//! ```
//!
//! Each dig takes the steps that it takes alone: the givens, checks and nodes are the same.

use super::{BitParallel, InstructionSet, Task, WINDOW};
use crate::{OutOfNodes, Removal, RemovalTask, TieBreaker};
use gridmill_board::{Cell, Shape};
use std::fmt;

/// Slots without new singles for which a pass over locked candidates is made while others have some.
const WAITING: u32 = 5;

/// Digs on grids of one shape.
pub(super) trait Digs: fmt::Debug + Send {
    /// Digs every puzzle. Each search may visit `budget` nodes.
    fn dig_each(&mut self, isa: InstructionSet, tasks: &[DigTask], budget: u64) -> Vec<DigResult>;
}

/// Returns true if digs of this shape go side by side.
pub(super) fn supports(shape: Shape) -> bool {
    shape.side() <= 8
}

/// Creates the digs of a supported shape.
fn digs_of(shape: Shape) -> Box<dyn Digs> {
    match shape.side() {
        4 => Box::new(SideBySide::<2, 4>::new()),
        6 => Box::new(SideBySide::<3, 6>::new()),
        8 => Box::new(SideBySide::<4, 8>::new()),
        _ => unreachable!("shapes up to 8x8"),
    }
}

impl BitParallel {
    /// Removes givens from several puzzles of a shape up to 8x8, side by side.
    pub(super) fn remove_side_by_side(
        &mut self,
        tasks: &mut [RemovalTask<'_>],
    ) -> Vec<Result<Removal, OutOfNodes>> {
        let digs: Vec<_> = tasks.iter().map(|task| self.dig_task(task)).collect();
        let all = self.digs.get_or_insert_with(|| digs_of(self.shape));
        let results = all.dig_each(self.isa, &digs, self.budget);
        let finish = |((task, dig), result): ((&mut RemovalTask<'_>, DigTask), DigResult)| {
            if result.out_of_nodes {
                return Err(OutOfNodes { budget: self.budget });
            }
            for cell in self.shape.all_cells() {
                if result.given >> self.bit(cell) & 1 == 0 {
                    task.puzzle.set(cell, None);
                }
            }
            Ok(Removal {
                givens: result.given.count_ones() as usize,
                checks: result.tried as u64,
                nodes: result.nodes,
                all_tried: result.tried == dig.len,
            })
        };
        tasks.iter_mut().zip(digs).zip(results).map(finish).collect()
    }

    /// Returns the bit of a cell: a row has eight.
    fn bit(&self, cell: Cell) -> usize {
        let (index, side) = (usize::from(self.index[cell.index()]), self.shape.side());
        8 * (index / side) + index % side
    }

    fn dig_task(&self, task: &RemovalTask<'_>) -> DigTask {
        assert_eq!(task.puzzle.shape(), self.shape, "a grid of another shape than the solver's");
        let mut dig = DigTask { solution: [0; 64], given: 0, order: [0; 64], len: 0, stop_at: task.stop_at };
        for cell in self.shape.all_cells() {
            dig.given |= u64::from(task.puzzle.get(cell).is_some()) << self.bit(cell);
            dig.solution[self.bit(cell)] = task.solution.get(cell).index() as u8;
        }
        let mut left = dig.given;
        for &cell in task.order {
            let bit = self.bit(cell);
            if left >> bit & 1 == 1 {
                left &= !(1 << bit);
                dig.order[dig.len] = bit as u8;
                dig.len += 1;
            }
        }
        dig
    }
}

/// Eight slots.
#[derive(Debug)]
struct SideBySide<const BC: usize, const SIDE: usize> {
    states: Slots<BC, SIDE>,
    slots: Vec<Slot<BC, SIDE>>,
}

impl<const BC: usize, const SIDE: usize> SideBySide<BC, SIDE> {
    fn new() -> Self {
        Self { states: Slots::new(), slots: (0..GRIDS).map(|_| Slot::new()).collect() }
    }
}

impl<const BC: usize, const SIDE: usize> Digs for SideBySide<BC, SIDE> {
    fn dig_each(&mut self, isa: InstructionSet, tasks: &[DigTask], budget: u64) -> Vec<DigResult> {
        let mut results = vec![DigResult::default(); tasks.len()];
        isa.run_task(Run { digs: self, tasks, budget, results: &mut results });
        results
    }
}

/// Arguments of [`Digs::dig_each`].
struct Run<'a, const BC: usize, const SIDE: usize> {
    digs: &'a mut SideBySide<BC, SIDE>,
    tasks: &'a [DigTask],
    budget: u64,
    results: &'a mut [DigResult],
}

impl<const BC: usize, const SIDE: usize> Task for Run<'_, BC, SIDE> {
    type Output = ();
    const AVX512: bool = true;

    #[inline(always)]
    fn run(self) {
        let Self { digs: SideBySide { states, slots }, tasks, budget, results } = self;
        let mut at_work = [0; GRIDS];
        let mut running = 0_u32;
        let mut waiting = 0_u32;
        let mut next = 0;
        for slot in 0..GRIDS {
            if let Some((task, state)) = start_next(&mut slots[slot], tasks, &mut next, results) {
                at_work[slot] = task;
                running |= 1 << slot;
                states.set(slot, &state);
            }
        }
        while running != 0 {
            let singles = states.singles();
            let (mut failed, mut propagated) = (0, 0);
            for slot in 0..GRIDS {
                let bad = singles.contradiction[slot] != 0;
                let done = singles.new[slot] == 0;
                failed |= u32::from(bad) << slot;
                waiting |= u32::from(done) << slot;
                propagated |= u32::from(done & states.is_solved(slot)) << slot;
            }
            failed &= running;
            waiting &= running & !failed;
            propagated &= waiting;
            waiting &= !propagated;
            if waiting != 0 && (waiting.count_ones() >= WAITING || waiting == running & !failed & !propagated)
            {
                let mut which = [0; GRIDS];
                for slot in 0..GRIDS {
                    which[slot] = if waiting >> slot & 1 == 1 { u64::MAX } else { 0 };
                }
                let changed = states.locked_candidates(&which);
                for slot in 0..GRIDS {
                    propagated |= u32::from(changed[slot] == 0) << slot & waiting;
                }
                waiting = 0;
            }
            let mut ended = failed | propagated;
            while ended != 0 {
                let slot = ended.trailing_zeros() as usize % GRIDS;
                ended &= ended - 1;
                let (dig, task) = (&mut slots[slot], &tasks[at_work[slot]]);
                let state = if failed >> slot & 1 == 1 {
                    dig.backtrack(task, budget)
                } else {
                    dig.advance(&states.get(slot), task, budget)
                };
                if let Some(state) = state {
                    states.set(slot, &state);
                    continue;
                }
                results[at_work[slot]] = dig.result;
                if let Some((task, state)) = start_next(dig, tasks, &mut next, results) {
                    at_work[slot] = task;
                    states.set(slot, &state);
                } else {
                    running &= !(1 << slot);
                }
            }
        }
    }
}

/// Starts the next task in a slot. Returns its number and the first state. Tasks with nothing to do are done at once.
#[inline(always)]
fn start_next<const BC: usize, const SIDE: usize>(
    slot: &mut Slot<BC, SIDE>,
    tasks: &[DigTask],
    next: &mut usize,
    results: &mut [DigResult],
) -> Option<(usize, State<SIDE>)> {
    while let Some(task) = tasks.get(*next) {
        let number = *next;
        *next += 1;
        if let Some(state) = slot.start(task) {
            return Some((number, state));
        }
        results[number] = slot.result;
    }
    None
}

// The dig of one slot: windows, bases and searches as in `dig` and `search`, step by step between passes.

/// Puzzle to dig.
#[derive(Debug)]
pub(super) struct DigTask {
    /// Digit of each cell, from 0.
    pub(super) solution: [u8; 64],
    /// Cells that are given.
    pub(super) given: u64,
    /// Givens to try, each once.
    pub(super) order: [u8; 64],
    /// Their number.
    pub(super) len: usize,
    /// Number of givens to stop at.
    pub(super) stop_at: usize,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct DigResult {
    /// Cells that are given.
    pub(super) given: u64,
    /// Givens of the order that were tried.
    pub(super) tried: usize,
    pub(super) nodes: u64,
    pub(super) out_of_nodes: bool,
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
struct Slot<const BC: usize, const SIDE: usize> {
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
    result: DigResult,
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
    fn new() -> Self {
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
    fn start(&mut self, task: &DigTask) -> Option<State<SIDE>> {
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
    fn backtrack(&mut self, task: &DigTask, budget: u64) -> Option<State<SIDE>> {
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
    fn advance(&mut self, here: &State<SIDE>, task: &DigTask, budget: u64) -> Option<State<SIDE>> {
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

// Passes over eight grids of up to 64 cells: one word of 64 cells a digit, one lane a grid.
//
// ```text
// digit 3 of eight 8x8 grids      grid 0      grid 1      ...  grid 7         row r, column c: bit 8 r + c
// u64                             ........    x.......         ..x.....
// ```
//
// No operation crosses lanes. Each is a loop over the eight grids around plain words, which the compiler turns into vectors of
// eight, four or two grids. Boxes have two rows, and there are two side by side: true of all shapes up to 8x8, boxes not taller than
// wide.

/// Grids side by side.
pub(super) const GRIDS: usize = 8;

type Words = [u64; GRIDS];

/// Column 0 of every row.
const COLUMN_0: u64 = 0x0101_0101_0101_0101;

/// Candidates of eight grids, whose boxes are 2 x `BC` cells; `SIDE` is 2 `BC`.
#[derive(Debug)]
#[repr(align(64))]
struct Slots<const BC: usize, const SIDE: usize> {
    digits: [Words; SIDE],
    /// Cells whose only candidate was removed from their peers.
    placed: Words,
    /// Hidden singles of each digit: memory of a pass.
    hidden: [Words; SIDE],
}

/// Candidates of one grid.
#[derive(Clone, Copy, Debug)]
struct State<const SIDE: usize> {
    digits: [u64; SIDE],
    placed: u64,
}

/// Result of a pass over singles, for each grid zero or not.
#[derive(Debug)]
struct Singles {
    /// A cell has no candidate, or a digit no place in a house.
    contradiction: Words,
    /// New singles: the grid needs another pass.
    new: Words,
}

impl<const BC: usize, const SIDE: usize> Slots<BC, SIDE> {
    /// All cells.
    const FULL: u64 = {
        let (mut full, mut row) = (0, 0);
        while row < SIDE {
            full |= ((1 << SIDE) - 1) << (8 * row);
            row += 1;
        }
        full
    };
    /// First cell of each box of each row.
    const FIRST: u64 = Self::FULL & (COLUMN_0 | COLUMN_0 << BC);
    /// Cells of the first boxes of the rows.
    const LEFT: u64 = Self::FULL & (COLUMN_0 * ((1 << BC) - 1));
    /// Cells of the first rows of the boxes.
    const UPPER: u64 = Self::FULL & 0x00FF_00FF_00FF_00FF;

    fn new() -> Self {
        Self { digits: [[0; GRIDS]; SIDE], placed: [0; GRIDS], hidden: [[0; GRIDS]; SIDE] }
    }

    #[inline(always)]
    fn get(&self, slot: usize) -> State<SIDE> {
        let mut digits = [0; SIDE];
        for digit in 0..SIDE {
            digits[digit] = self.digits[digit][slot];
        }
        State { digits, placed: self.placed[slot] }
    }

    #[inline(always)]
    fn set(&mut self, slot: usize, state: &State<SIDE>) {
        for digit in 0..SIDE {
            self.digits[digit][slot] = state.digits[digit];
        }
        self.placed[slot] = state.placed;
    }

    #[inline(always)]
    fn is_solved(&self, slot: usize) -> bool {
        self.placed[slot] == Self::FULL
    }

    /// Places naked singles, then assigns hidden singles.
    #[inline(always)]
    fn singles(&mut self) -> Singles {
        let (mut contradiction, mut new) = ([0; GRIDS], [0; GRIDS]);
        for grid in 0..GRIDS {
            let (mut once, mut twice) = (0, 0);
            for digit in 0..SIDE {
                let cells = self.digits[digit][grid];
                twice |= once & cells;
                once |= cells;
            }
            contradiction[grid] = Self::FULL & !once;
            new[grid] = once & !twice & !self.placed[grid];
            self.placed[grid] |= new[grid];
        }
        let (mut some, mut several) = ([0; GRIDS], [0; GRIDS]);
        for digit in 0..SIDE {
            let (digits, hidden) = (&mut self.digits[digit], &mut self.hidden[digit]);
            for grid in 0..GRIDS {
                let mut bad = 0;
                let cells = Self::place(digits[grid], digits[grid] & new[grid], &mut bad);
                let singles = Self::hidden(cells, &mut bad);
                contradiction[grid] |= bad;
                several[grid] |= some[grid] & singles;
                some[grid] |= singles;
                digits[grid] = cells;
                hidden[grid] = singles;
            }
        }
        for grid in 0..GRIDS {
            for digit in 0..SIDE {
                self.digits[digit][grid] &= self.hidden[digit][grid] | !some[grid];
            }
            contradiction[grid] |= several[grid];
            new[grid] |= some[grid] & !self.placed[grid];
        }
        Singles { contradiction, new }
    }

    /// Places the naked singles of one grid, then assigns hidden singles. Returns true if there were new ones, `None` at a contradiction.
    #[inline(always)]
    fn singles_of(state: &mut State<SIDE>) -> Option<bool> {
        let (mut once, mut twice) = (0, 0);
        for cells in state.digits {
            twice |= once & cells;
            once |= cells;
        }
        let new = once & !twice & !state.placed;
        state.placed |= new;
        let (mut bad, mut hidden) = ([0; SIDE], [0; SIDE]);
        for digit in 0..SIDE {
            let cells = state.digits[digit];
            let cells = Self::place(cells, cells & new, &mut bad[digit]);
            hidden[digit] = Self::hidden(cells, &mut bad[digit]);
            state.digits[digit] = cells;
        }
        let (mut some, mut several) = (0, Self::FULL & !once);
        for digit in 0..SIDE {
            several |= some & hidden[digit] | bad[digit];
            some |= hidden[digit];
        }
        for digit in 0..SIDE {
            state.digits[digit] &= hidden[digit] | !some;
        }
        (several == 0).then_some((new | some & !state.placed) != 0)
    }

    /// Returns true if a digit is given twice in a house.
    fn clash(givens: &[u64; SIDE]) -> bool {
        givens.iter().any(|&cells| {
            let mut bad = 0;
            Self::place(cells, cells, &mut bad) != cells || bad != 0
        })
    }

    /// Removes a digit from the peers of its new `placed` cells. Of two that are peers, both lose it, or `bad` is set.
    #[inline(always)]
    fn place(cells: u64, placed: u64, bad: &mut u64) -> u64 {
        let here = Self::fold(placed);
        *bad |= placed & placed.wrapping_sub(here);
        let elsewhere =
            Self::fill(Self::other_box(here) | Self::other_row(here)) | Self::rest_of_column(placed);
        cells & !(elsewhere | Self::fill(here) & !placed)
    }

    /// Returns the hidden singles of a digit. Sets `bad` if it has no place in a house.
    #[inline(always)]
    fn hidden(cells: u64, bad: &mut u64) -> u64 {
        let (mut once, mut twice) = (cells, 0);
        for col in 1..BC as u32 {
            let next = cells >> col;
            twice |= once & next;
            once |= next;
        }
        let (once, twice) = (once & Self::FIRST, twice & Self::FIRST);
        let (other_box, below) = (Self::other_box(once), Self::other_row(once));
        *bad |= Self::FIRST & !(once | other_box);
        *bad |= Self::FIRST & !(once | below);
        let row = twice | Self::other_box(twice) | once & other_box;
        let of_box = twice | Self::other_row(twice) | once & below;
        let (column, columns) = Self::columns(cells);
        *bad |= Self::FULL & !column;
        cells & !(Self::fill(row & of_box) & columns)
    }

    /// Removes candidates by locked candidates, first in rows, then in columns, from the grids whose word in `which` is all ones.
    /// Returns for each grid zero, or the cells that lost some.
    #[inline(always)]
    fn locked_candidates(&mut self, which: &Words) -> Words {
        let mut changed = [0; GRIDS];
        for digit in 0..SIDE {
            let digits = &mut self.digits[digit];
            for grid in 0..GRIDS {
                let cells = digits[grid];
                let left = Self::lock_columns(Self::lock_rows(cells));
                let lost = cells & !left & which[grid];
                digits[grid] = cells & !lost;
                changed[grid] |= lost;
            }
        }
        changed
    }

    /// A digit that a row has in one box only, and one that a box has in one row only.
    #[inline(always)]
    fn lock_rows(cells: u64) -> u64 {
        let boxes = Self::fold(cells);
        let single = boxes & !Self::other_box(boxes);
        let pointing = boxes & !Self::other_row(boxes);
        let away = Self::other_row(single) & !single | Self::other_box(pointing) & !pointing;
        cells & !Self::fill(away)
    }

    /// A digit that a column has in one band only, and one that a box has in one column only.
    #[inline(always)]
    fn lock_columns(cells: u64) -> u64 {
        let band = cells | Self::other_row(cells);
        let claimed = band & !Self::other_bands(band);
        let first = Self::fold(band);
        let several = Self::fill(Self::fold(band & band.wrapping_sub(first)));
        let pointing = band & !several;
        let away = Self::other_bands(pointing) & !pointing;
        cells & !(Self::fill(Self::fold(claimed)) & !claimed | away)
    }

    /// Reduces each box of a row to its first cell: set if any cell of the box is.
    #[inline(always)]
    fn fold(cells: u64) -> u64 {
        let mut folded = cells;
        let mut covered = 1;
        while covered < BC {
            let step = covered.min(BC - covered);
            folded |= folded >> step as u32;
            covered += step;
        }
        folded & Self::FIRST
    }

    /// Fills the boxes of rows whose first cell is set.
    #[inline(always)]
    fn fill(first: u64) -> u64 {
        (first << BC as u32).wrapping_sub(first)
    }

    /// Exchanges the two boxes of each row.
    #[inline(always)]
    fn other_box(cells: u64) -> u64 {
        (cells & Self::LEFT) << BC as u32 | cells >> BC as u32 & Self::LEFT
    }

    /// Exchanges the two rows of each band.
    #[inline(always)]
    fn other_row(cells: u64) -> u64 {
        (cells & Self::UPPER) << 8 | cells >> 8 & Self::UPPER
    }

    /// Moves the rows down, the last ones to the top.
    #[inline(always)]
    fn rotate(cells: u64, rows: usize) -> u64 {
        if SIDE == 8 {
            cells.rotate_left(8 * rows as u32)
        } else {
            (cells << (8 * rows as u32) | cells >> (8 * (SIDE - rows) as u32)) & Self::FULL
        }
    }

    /// Returns the union of the other bands, in each band.
    #[inline(always)]
    fn other_bands(cells: u64) -> u64 {
        let mut union = 0;
        for band in 1..BC {
            union |= Self::rotate(cells, 2 * band);
        }
        union
    }

    /// Returns the other cells of the columns of some cells.
    #[inline(always)]
    fn rest_of_column(cells: u64) -> u64 {
        let mut union = cells;
        let mut covered = 1;
        while covered < SIDE - 1 {
            let step = covered.min(SIDE - 1 - covered);
            union |= Self::rotate(union, step);
            covered += step;
        }
        Self::rotate(union, 1)
    }

    /// Returns the columns with a cell, and those with several, in all rows.
    #[inline(always)]
    fn columns(cells: u64) -> (u64, u64) {
        let (mut once, mut twice) = (cells, 0);
        let mut rows = SIDE;
        while rows > 1 {
            // 6 rows: pairs, then the other two pairs.
            let parts = if rows.is_multiple_of(2) { 2 } else { rows };
            rows /= parts;
            let (once_here, twice_here) = (once, twice);
            for part in 1..parts {
                let (next, next_twice) =
                    (Self::rotate(once_here, part * rows), Self::rotate(twice_here, part * rows));
                twice |= next_twice | once & next;
                once |= next;
            }
        }
        (once, twice)
    }
}

// Completes grids of up to 64 cells as `Backtracking` does: the same choices, solutions and nodes, by passes over all digits at once.

/// Completes grids of one shape.
pub(crate) trait Complete: fmt::Debug + Send {
    /// Completes a grid, in place: digits from 1, 0 for an empty cell. Returns whether there is a solution, and the nodes visited.
    ///
    /// # Errors
    /// [`OutOfNodes`] if the search needs more than `budget` nodes.
    fn complete(
        &mut self,
        digits: &mut [u8],
        budget: u64,
        choose: &mut dyn TieBreaker,
    ) -> Result<(bool, u64), OutOfNodes>;
}

/// Creates what completes grids of boxes with two rows and up to four columns. Returns `None` for other boxes.
pub(crate) fn completer(box_rows: usize, box_cols: usize) -> Option<Box<dyn Complete>> {
    let isa = InstructionSet::selected();
    Some(match (box_rows, box_cols) {
        (2, 2) => Box::new(Completion::<2, 4> { isa, levels: Vec::new() }),
        (2, 3) => Box::new(Completion::<3, 6> { isa, levels: Vec::new() }),
        (2, 4) => Box::new(Completion::<4, 8> { isa, levels: Vec::new() }),
        _ => return None,
    })
}

/// Propagated state with a cell to branch on.
#[derive(Debug)]
pub(super) struct Level<const SIDE: usize> {
    state: State<SIDE>,
    cell: usize,
    /// Digits of the cell that were not tried, a bit for each.
    untried: u32,
}

#[derive(Debug)]
struct Completion<const BC: usize, const SIDE: usize> {
    isa: InstructionSet,
    /// Levels of the search, the deepest last.
    levels: Vec<Level<SIDE>>,
}

/// Arguments of a search.
struct CompletionRun<'a, const BC: usize, const SIDE: usize> {
    start: State<SIDE>,
    levels: &'a mut Vec<Level<SIDE>>,
    budget: u64,
    choose: &'a mut dyn TieBreaker,
}

impl<const BC: usize, const SIDE: usize> Complete for Completion<BC, SIDE> {
    fn complete(
        &mut self,
        digits: &mut [u8],
        budget: u64,
        choose: &mut dyn TieBreaker,
    ) -> Result<(bool, u64), OutOfNodes> {
        let cells = || (0..SIDE).flat_map(|row| (0..SIDE).map(move |col| 8 * row + col));
        let mut givens = [0; SIDE];
        for (cell, &digit) in cells().zip(&*digits) {
            if digit > 0 {
                givens[usize::from(digit) - 1] |= 1 << cell;
            }
        }
        if Slots::<BC, SIDE>::clash(&givens) {
            return Ok((false, 0));
        }
        let empty = Slots::<BC, SIDE>::FULL & !givens.iter().fold(0, |all, cells| all | cells);
        let start = State { digits: givens.map(|cells| cells | empty), placed: 0 };
        let run = CompletionRun::<BC, SIDE> { start, levels: &mut self.levels, budget, choose };
        let (solution, nodes) = self.isa.run_task(run)?;
        for (cell, digit) in cells().zip(&mut *digits) {
            for (value, cells) in (1..).zip(solution.iter().flatten()) {
                if cells >> cell & 1 == 1 {
                    *digit = value;
                }
            }
        }
        Ok((solution.is_some(), nodes))
    }
}

impl<const BC: usize, const SIDE: usize> Task for CompletionRun<'_, BC, SIDE> {
    type Output = Result<(Option<[u64; SIDE]>, u64), OutOfNodes>;
    const AVX512: bool = true;

    #[inline(always)]
    fn run(self) -> Self::Output {
        let Self { start: mut state, levels, budget, choose } = self;
        levels.clear();
        let mut nodes = 0;
        loop {
            nodes += 1;
            if nodes > budget {
                return Err(OutOfNodes { budget });
            }
            let mut more = Some(true);
            while more == Some(true) {
                more = Slots::<BC, SIDE>::singles_of(&mut state);
            }
            if more.is_some() {
                if state.placed == Slots::<BC, SIDE>::FULL {
                    return Ok((Some(state.digits), nodes));
                }
                let cell = pick_cell(&state, Slots::<BC, SIDE>::FULL & !state.placed, choose);
                let digits = (0..).zip(state.digits);
                let untried =
                    digits.fold(0, |untried, (digit, cells)| untried | ((cells >> cell & 1) as u32) << digit);
                levels.push(Level { state, cell, untried });
            }
            while levels.pop_if(|level| level.untried == 0).is_some() {}
            let Some(level) = levels.last_mut() else { return Ok((None, nodes)) };
            let digit = nth(level.untried.into(), choose.pick(level.untried.count_ones()));
            level.untried &= !(1 << digit);
            state = level.state;
            for (other, cells) in state.digits.iter_mut().enumerate() {
                if other != digit {
                    *cells &= !(1 << level.cell);
                }
            }
        }
    }
}

/// Chooses one of the `open` cells with the fewest candidates.
#[inline(always)]
fn pick_cell<const SIDE: usize>(state: &State<SIDE>, open: u64, choose: &mut dyn TieBreaker) -> usize {
    // Binary digits of the number of candidates of each cell, the lowest first.
    let mut sums = [0; 4];
    for mut carry in state.digits {
        for sum in &mut sums {
            (*sum, carry) = (*sum ^ carry, *sum & carry);
        }
    }
    let mut fewest = open;
    for sum in sums.into_iter().rev() {
        if fewest & !sum != 0 {
            fewest &= !sum;
        }
    }
    nth(fewest, choose.pick(fewest.count_ones()))
}

/// Returns the place of the `n`-th bit, from 0.
#[inline(always)]
fn nth(mut bits: u64, n: u32) -> usize {
    for _ in 0..n {
        bits &= bits.wrapping_sub(1);
    }
    bits.trailing_zeros() as usize % 64
}
