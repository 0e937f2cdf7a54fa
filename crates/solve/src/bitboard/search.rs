//! Depth-first search: passes until no new single appears, then a branch on two candidates of which one is true.

use super::{
    grid_states::GridStates,
    lanes::{GridLanes, Lanes, MAX_LANES},
    layout::{BIT_OF_CELL, CandidateBits, candidate_bit},
    propagate::{
        CandidateVectors, Progress, SavedState, SearchState, bivalue_and_open, branch, branch_toward, pass,
        store,
    },
};
use gridmill_board::{Digit, DigitSet};

/// Stack slots allocated up front. Nearly every branch solves a cell, so the stack hardly ever grows beyond them.
const DEPTH: usize = 81;

/// Branches without any contradiction after which cells are no longer scored: many solutions are likely, and any
/// branch finds one.
const UNSCORED_DEPTH: usize = 2;

/// Nodes after which a search that may be handed over is looked at for the first time; then after twice as many each time.
const FIRST_LOOK: u64 = 32;

/// Saved states at such a time from which on the search is taken for a slow one. Of 3,100 looks after 32 nodes on puzzles rated 11 and
/// more, none found more than 9, of those on puzzles without solution that take thousands of nodes 92 % found 10 or more.
const MANY_SAVED: usize = 10;

/// Nodes without a solution after which a search is slow, however few states are saved.
const MANY_NODES: u64 = 1_000;

/// Memory kept between puzzles: the backtrack stack and the first solution.
#[derive(Debug)]
pub(super) struct SearchMemory {
    stack: Vec<SavedState>,
    pub(super) first: CandidateBits,
}

/// Solutions and nodes, or `None` if the budget of nodes ran out.
pub(super) type SolutionsAndNodes = Option<(u64, u64)>;

impl SearchMemory {
    pub(super) fn new() -> Self {
        Self { stack: vec![SavedState::EMPTY; DEPTH], first: CandidateBits::EMPTY }
    }

    /// Stack slot for the state saved at `depth`.
    #[inline(always)]
    fn slot(&mut self, depth: usize) -> &mut SavedState {
        if depth == self.stack.len() {
            self.stack.push(SavedState::EMPTY);
        }
        &mut self.stack[depth]
    }
}

/// Candidates of which to count the solutions, up to `limit`, with at most `budget` nodes.
#[derive(Debug)]
pub(super) struct CountTask {
    pub(super) start: CandidateBits,
    pub(super) limit: u64,
    pub(super) budget: u64,
    /// True if the search may end as slow, without a result: another solver then counts.
    pub(super) hands_over: bool,
}

/// Search that counts, with its memory.
#[derive(Debug)]
pub(super) struct Counter {
    pub(super) memory: SearchMemory,
    search: CountSearch,
}

impl Counter {
    pub(super) fn new() -> Self {
        Self { memory: SearchMemory::new(), search: CountSearch::NONE }
    }

    /// Solutions and nodes of a search that ended.
    pub(super) fn result(&self) -> SolutionsAndNodes {
        self.search.result()
    }

    /// Returns the nodes of a search that ended as slow.
    pub(super) fn slow_after(&self) -> Option<u64> {
        self.search.slow_after()
    }
}

impl Search for Counter {
    type Task<'a> = CountTask;

    #[inline(always)]
    fn start<V: Lanes>(&mut self, task: &CountTask) -> Option<SearchState<V>> {
        self.search = CountSearch::new(task);
        if task.limit == 0 {
            return None;
        }
        // Not in a closure: it would be compiled without the instruction set of the function around it.
        Some(SearchState::new(&task.start))
    }

    #[inline(always)]
    fn resume<V: Lanes>(&mut self, here: &mut SearchState<V>, progress: Progress) -> bool {
        self.search.resume(&mut self.memory, here, progress)
    }
}

/// Search that counts solutions up to a limit, between two passes.
#[derive(Clone, Copy, Debug)]
struct CountSearch {
    limit: u64,
    budget: u64,
    solutions: u64,
    nodes: u64,
    depth: usize,
    extra_pass_done: bool,
    contradiction_met: bool,
    /// Nodes that may be visited before the search is looked at: the budget, or fewer.
    next_look: u64,
    /// Nodes after which the search is slow.
    many_nodes: u64,
    slow: bool,
}

impl CountSearch {
    /// A search that ended.
    const NONE: Self = Self {
        limit: 0,
        budget: 0,
        solutions: 0,
        nodes: 1,
        depth: 0,
        extra_pass_done: false,
        contradiction_met: false,
        next_look: 0,
        many_nodes: 0,
        slow: false,
    };

    #[inline(always)]
    fn new(task: &CountTask) -> Self {
        let CountTask { limit, budget, hands_over, .. } = *task;
        let [next_look, many_nodes] =
            if hands_over { [budget.min(FIRST_LOOK), MANY_NODES] } else { [budget, u64::MAX] };
        Self { limit, budget, next_look, many_nodes, ..Self::NONE }
    }

    /// Looks at a search after `next_look` nodes. Returns true if it goes on, false if it is out of nodes or slow.
    ///
    /// Where a search backtracks, a state is saved for each choice above that is half done. So the nodes that are left double
    /// with each saved state.
    #[cold]
    #[inline(never)]
    fn look(&mut self) -> bool {
        if self.nodes > self.budget {
            return false;
        }
        self.slow = self.nodes > self.many_nodes || self.contradiction_met && self.depth >= MANY_SAVED;
        self.next_look = self.budget.min(2 * self.next_look);
        !self.slow
    }

    /// Adds a solution. The more nodes were visited before it, the later the search is looked at again.
    #[inline(always)]
    fn add_solution(&mut self) {
        self.solutions += 1;
        if self.many_nodes != u64::MAX {
            self.many_nodes = 2 * self.nodes + MANY_NODES;
            self.next_look = self.budget.min(2 * self.nodes + FIRST_LOOK);
        }
    }

    /// Goes on with the state `here` after a pass over it that ended with `progress`. Returns true if `here` is now a state
    /// that needs passes, false if the search ended.
    #[inline(always)]
    pub(super) fn resume<V: Lanes>(
        &mut self,
        memory: &mut SearchMemory,
        here: &mut SearchState<V>,
        progress: Progress,
    ) -> bool {
        match progress {
            Progress::Changed => return true,
            Progress::NoNewSingles => {
                let [bivalue, open] = bivalue_and_open(&here.candidates);
                if self.nodes == 1 && !self.extra_pass_done && few_bivalue_cells(bivalue) {
                    self.extra_pass_done = true;
                } else {
                    let unscored = !self.contradiction_met && self.depth >= UNSCORED_DEPTH;
                    branch(here, bivalue, open, memory.slot(self.depth), unscored);
                    (self.nodes, self.depth) = (self.nodes + 1, self.depth + 1);
                }
                return self.nodes <= self.next_look || self.look();
            }
            Progress::Solved => {
                if self.solutions == 0 {
                    store(&here.candidates, &mut memory.first);
                }
                self.add_solution();
                if self.solutions == self.limit {
                    return false;
                }
            }
            Progress::Contradiction => self.contradiction_met = true,
        }
        if self.depth == 0 {
            return false;
        }
        self.depth -= 1;
        *here = SearchState::restore(&memory.stack[self.depth]);
        true
    }

    pub(super) fn result(&self) -> SolutionsAndNodes {
        (self.nodes <= self.budget && !self.slow).then_some((self.solutions, self.nodes))
    }

    fn slow_after(&self) -> Option<u64> {
        self.slow.then_some(self.nodes)
    }
}

/// Searches for any solution below `here`. Returns whether one exists and the nodes visited, or `None` if the budget
/// ran out.
///
/// `known` is a solution of the grid, except that `here` excludes one of its candidates.
#[inline(always)]
pub(super) fn find_any_solution<V: Lanes>(
    memory: &mut SearchMemory,
    known: &CandidateBits,
    here: SearchState<V>,
    budget: u64,
) -> Option<(bool, u64)> {
    let (solution, nodes) = find_any_solution_in(memory, known, here, budget)?;
    Some((solution.is_some(), nodes))
}

/// The same; returns the solution.
#[inline(always)]
fn find_any_solution_in<V: Lanes>(
    memory: &mut SearchMemory,
    known: &CandidateBits,
    mut here: SearchState<V>,
    budget: u64,
) -> Option<(Option<CandidateVectors<V>>, u64)> {
    let mut search = NearSearch::new();
    loop {
        let progress = pass(&mut here);
        if progress == Progress::Changed {
            continue;
        }
        match search.resume(memory, known, &mut here, progress, budget) {
            NearProgress::Branched => {}
            NearProgress::Found => return Some((Some(here.candidates), search.nodes)),
            NearProgress::NoSolution => return Some((None, search.nodes)),
            NearProgress::OutOfNodes => return None,
        }
    }
}

/// Search for any solution close to a known one, between two passes.
///
/// Another solution mostly agrees with the known one, so the search starts close to it. Until the first contradiction, each
/// branch speculates: it assigns the known digits of several bivalue cells at once, and saves the unchanged state for
/// backtracking.
#[derive(Clone, Copy, Debug)]
pub(super) struct NearSearch {
    pub(super) nodes: u64,
    depth: usize,
    /// Once speculation stops, it never resumes: the slots below this depth are those that it saved. Their states are
    /// unchanged, thus propagated already.
    speculative_depth: usize,
    may_speculate: bool,
}

/// State of such a search after a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NearProgress {
    /// The state is another one and needs passes.
    Branched,
    /// The state is a solution.
    Found,
    /// There is no solution.
    NoSolution,
    /// The budget of nodes ran out.
    OutOfNodes,
}

impl NearSearch {
    #[inline(always)]
    pub(super) const fn new() -> Self {
        Self { nodes: 1, depth: 0, speculative_depth: 0, may_speculate: true }
    }

    /// Goes on with the state `here` after a pass over it that ended with `progress`.
    #[inline(always)]
    pub(super) fn resume<V: Lanes>(
        &mut self,
        memory: &mut SearchMemory,
        known: &CandidateBits,
        here: &mut SearchState<V>,
        progress: Progress,
        budget: u64,
    ) -> NearProgress {
        match progress {
            Progress::Changed => return NearProgress::Branched,
            Progress::Solved => return NearProgress::Found,
            Progress::NoNewSingles => {}
            Progress::Contradiction if self.depth == 0 => return NearProgress::NoSolution,
            Progress::Contradiction => {
                (self.depth, self.may_speculate) = (self.depth - 1, false);
                *here = SearchState::restore(&memory.stack[self.depth]);
                let propagated = self.depth < self.speculative_depth;
                self.speculative_depth = self.speculative_depth.min(self.depth);
                if !propagated {
                    return NearProgress::Branched;
                }
            }
        }
        self.may_speculate = branch_toward(here, known, memory.slot(self.depth), self.may_speculate);
        (self.nodes, self.depth) = (self.nodes + 1, self.depth + 1);
        self.speculative_depth += usize::from(self.may_speculate);
        if self.nodes > budget { NearProgress::OutOfNodes } else { NearProgress::Branched }
    }
}

/// Returns true below six bivalue cells: one more pass at the root is then worth its time.
#[inline(always)]
fn few_bivalue_cells<V: Lanes>(bivalue: V) -> bool {
    let [[low, high], _] = bivalue.halves();
    low.count_ones() + high.count_ones() < 6
}

// Several puzzles side by side: one pass moves the searches of all of them on.
//
// ```text
// slot        a search at work, and its state: a lane of all rows
// step        one pass over the states of all slots
// then        each search of which the state ended goes on by itself: it branches, backtracks, or asks its next question;
//             a search that is done leaves its slot to the next puzzle
// ```
//
// A pass is a long chain of dependent operations, so that a processor has room for those of another grid. States of one search
// depend on each other; puzzles do not. Each search takes the steps that it would take alone.

/// Eighths of the slots at work up to which searches go on alone: a pass over all would take longer.
const FEW: usize = 2;

/// Search of one puzzle, between two passes.
pub(super) trait Search {
    /// Puzzle and question.
    type Task<'a>;
    /// Starts with a task. Returns the first state that needs passes, or `None` if the search is done.
    fn start<V: Lanes>(&mut self, task: &Self::Task<'_>) -> Option<SearchState<V>>;
    /// Goes on with the state `here` after a pass over it that ended with `progress`. Returns true if `here` is now a state
    /// that needs passes, false if the search is done.
    fn resume<V: Lanes>(&mut self, here: &mut SearchState<V>, progress: Progress) -> bool;
}

#[inline(always)]
pub(super) fn run_alone<V: Lanes, S: Search>(search: &mut S, task: &S::Task<'_>) {
    if let Some(here) = search.start::<V>(task) {
        finish(search, here);
    }
}

/// Runs the rest of a search that needs passes over `here`.
#[inline(always)]
fn finish<V: Lanes, S: Search>(search: &mut S, mut here: SearchState<V>) {
    loop {
        let progress = pass(&mut here);
        if progress != Progress::Changed && !search.resume(&mut here, progress) {
            return;
        }
    }
}

/// Searches at work, one in each slot, and the tasks that wait for a slot.
struct Slots<'a, 'b, S: Search> {
    states: GridStates,
    searches: &'a mut [S],
    tasks: &'a [S::Task<'b>],
    /// Tasks that are at work or done.
    started: usize,
    /// Task of each slot at work.
    at_work: [usize; MAX_LANES],
    /// Slots at work, one bit for each.
    running: u32,
    done: &'a mut dyn FnMut(usize, &S),
}

impl<S: Search> Slots<'_, '_, S> {
    /// Starts the next task in a slot. A search that ends at its start is done at once.
    #[inline(always)]
    fn start_next<V: Lanes>(&mut self, slot: usize) {
        self.running &= !(1 << slot);
        while self.started < self.tasks.len() {
            let task = self.started;
            self.started += 1;
            if let Some(state) = self.searches[slot].start::<V>(&self.tasks[task]) {
                self.states.set(slot, &state);
                self.at_work[slot] = task;
                self.running |= 1 << slot;
                return;
            }
            (self.done)(task, &self.searches[slot]);
        }
    }

    /// Goes on with the search of a slot after a pass.
    #[inline(always)]
    fn resume<V: Lanes>(&mut self, slot: usize, mut here: SearchState<V>, progress: Progress) {
        if self.searches[slot].resume(&mut here, progress) {
            self.states.set(slot, &here);
        } else {
            (self.done)(self.at_work[slot], &self.searches[slot]);
            self.start_next::<V>(slot);
        }
    }
}

/// Works on every task, `G::GRIDS` at a time, and calls `done` with the number of each and its search. There is a search for
/// each grid.
#[inline(always)]
pub(super) fn run<G: GridLanes, S: Search>(
    searches: &mut [S],
    tasks: &[S::Task<'_>],
    done: &mut dyn FnMut(usize, &S),
) {
    let (states, at_work) = (GridStates::EMPTY, [0; MAX_LANES]);
    let mut slots = Slots { states, searches, tasks, started: 0, at_work, running: 0, done };
    for slot in 0..G::GRIDS {
        slots.start_next::<G::One>(slot);
    }
    while slots.running.count_ones() as usize > FEW * G::GRIDS / 8 {
        let progress = slots.states.pass::<G>();
        // Contradictions first: nothing of their states is needed, and each kind has jumps of its own.
        let mut dead = progress.dead & slots.running;
        let mut ended = progress.ended() & slots.running & !dead;
        while dead != 0 {
            let slot = dead.trailing_zeros() as usize % MAX_LANES;
            dead &= dead - 1;
            slots.resume(slot, SearchState::<G::One>::none(), Progress::Contradiction);
        }
        while ended != 0 {
            let slot = ended.trailing_zeros() as usize % MAX_LANES;
            ended &= ended - 1;
            let here = slots.states.get::<G::One>(slot);
            slots.resume(slot, here, progress.of(slot, &here));
        }
    }
    while slots.running != 0 {
        let slot = slots.running.trailing_zeros() as usize % MAX_LANES;
        slots.running &= slots.running - 1;
        finish::<G::One, S>(&mut slots.searches[slot], slots.states.get(slot));
        (slots.done)(slots.at_work[slot], &slots.searches[slot]);
    }
}

// Tally of the candidates in the solutions of a grid: which are in one solution, and which in several.
//
// ```text
// solution        once    several     a candidate of the solution that is in `once` already enters `several`;
// 1  5 at r1c1    5                   those of `once` alone are in exactly one solution
// 2  5 at r1c1    5       5
// 3  8 at r1c1    5 8     5
// ```

/// Search that visits all solutions up to a limit, and tallies their candidates.
#[derive(Debug)]
pub(super) struct Tally {
    memory: SearchMemory,
    search: CountSearch,
    once: CandidateBits,
    several: CandidateBits,
}

impl Tally {
    pub(super) fn new() -> Self {
        Self {
            memory: SearchMemory::new(),
            search: CountSearch::NONE,
            once: CandidateBits::EMPTY,
            several: CandidateBits::EMPTY,
        }
    }

    /// Solutions and nodes of a search that ended.
    pub(super) fn result(&self) -> SolutionsAndNodes {
        self.search.result()
    }

    /// Returns the nodes of a search that ended as slow.
    pub(super) fn slow_after(&self) -> Option<u64> {
        self.search.slow_after()
    }

    /// Returns, for each cell, the digits in exactly one solution and those in several.
    pub(super) fn digits(&self) -> [Vec<DigitSet>; 2] {
        let mut digits = [vec![DigitSet::default(); 81], vec![DigitSet::default(); 81]];
        for (cell, digit) in (0..81).flat_map(|cell| (0..9).map(move |digit| (cell, digit))) {
            let bit = candidate_bit(digit, BIT_OF_CELL[cell].into());
            if self.once.has(bit) {
                digits[usize::from(self.several.has(bit))][cell].insert(Digit::from_index(digit));
            }
        }
        digits
    }

    #[inline(always)]
    fn add<V: Lanes>(&mut self, solution: &SearchState<V>) {
        let mut bits = CandidateBits::EMPTY;
        store(&solution.candidates, &mut bits);
        let (once, several) = (self.once.0.as_flattened_mut(), self.several.0.as_flattened_mut());
        for ((once, several), &bits) in once.iter_mut().zip(several).zip(bits.0.as_flattened()) {
            *several |= *once & bits;
            *once |= bits;
        }
    }
}

impl Search for Tally {
    type Task<'a> = CountTask;

    #[inline(always)]
    fn start<V: Lanes>(&mut self, task: &CountTask) -> Option<SearchState<V>> {
        self.search = CountSearch::new(task);
        (self.once, self.several) = (CandidateBits::EMPTY, CandidateBits::EMPTY);
        if task.limit == 0 {
            return None;
        }
        // Not in a closure: it would be compiled without the instruction set of the function around it.
        Some(SearchState::new(&task.start))
    }

    #[inline(always)]
    fn resume<V: Lanes>(&mut self, here: &mut SearchState<V>, progress: Progress) -> bool {
        if progress == Progress::Solved {
            self.add::<V>(here);
        }
        self.search.resume(&mut self.memory, here, progress)
    }
}
