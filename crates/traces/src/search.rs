//! Depth-first search with propagation by singles, as events.
//!
//! In each state the first of these that applies is the next event; cells go row by row, houses by rows, columns, boxes:
//!
//! 1. every cell has its digit: a solution
//! 2. the first empty cell without a candidate: a contradiction
//! 3. the first cell with one candidate: a naked single
//! 4. the first house, and the least digit, without a place: a contradiction
//! 5. the first house, and the least digit, with one place: a hidden single
//! 6. a guess
//!
//! A contradiction, and a solution that is not the last one, return to the deepest choice point that has an alternative left.

use crate::{
    event::{
        Alternatives, AssertRule, Contradiction, DigitOrder, Event, Propagation, SearchEnd, SearchOptions,
    },
    state::{Random, ShapeTables, State, UnsupportedShape, branch, candidate, house},
    vocabulary::{Mark, Vocabulary},
};
use gridmill_board::{Cell, CellSet, Digit, Grid, HouseKind, Shape, Solution};
use gridmill_rate::{
    Candidate, Pencilmarks,
    trial::{Trial, TrialValue},
};
use gridmill_solve::{Remover, Solutions, SolverKind};
use std::collections::BTreeMap;

/// Totals of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct SearchSummary {
    /// Solutions found.
    pub solutions: u64,
    /// Choice points opened.
    pub guesses: u64,
    /// Contradictions met.
    pub contradictions: u64,
    /// Events, with the end.
    pub events: u64,
    /// Reason of the end.
    pub end: SearchEnd,
}

/// Searcher of puzzles of one shape; it keeps its memory between searches.
///
/// ```
/// use gridmill_board::Grid;
/// use gridmill_traces::{Event, SearchOptions, Searcher};
///
/// let puzzle: Grid = "1......2..3.4...".parse()?;
/// let mut searcher = Searcher::new(puzzle.shape(), SearchOptions::default())?;
/// let events = searcher.events(&puzzle);
/// assert_eq!(events[events.len() - 2], Event::Solution);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Searcher {
    tables: &'static ShapeTables,
    vocabulary: Vocabulary,
    options: SearchOptions,
    stack: Vec<ChoicePoint>,
    /// Solver for the orders that ask for the solution.
    solver: Option<Box<dyn Remover>>,
}

/// Open choice of a search.
#[derive(Debug, Clone)]
struct ChoicePoint {
    before: State,
    alternatives: Alternatives,
    /// Alternatives that were tried.
    tried: u8,
}

/// Search of one puzzle.
struct Run<'a, S> {
    tables: &'a ShapeTables,
    options: SearchOptions,
    stack: &'a mut Vec<ChoicePoint>,
    solution: Option<Solution>,
    random: Random,
    sink: S,
    summary: SearchSummary,
}

/// Answer of a part of a search: go on, or end.
type Flow = Result<(), SearchEnd>;

impl Searcher {
    /// Creates a searcher of puzzles of `shape`.
    ///
    /// # Errors
    /// [`UnsupportedShape`] for a side above 9.
    pub fn new(shape: Shape, options: SearchOptions) -> Result<Self, UnsupportedShape> {
        let tables = ShapeTables::for_shape(shape)?;
        let vocabulary = Vocabulary::of_side(shape.side()).ok_or(UnsupportedShape { shape })?;
        let wants_solution = matches!(options.digits, DigitOrder::SolutionFirst | DigitOrder::SolutionLast);
        let solver = wants_solution.then(|| SolverKind::default_for(shape).solver(shape, u64::MAX));
        Ok(Self { tables, vocabulary, options, stack: Vec::new(), solver })
    }

    /// Returns the shape of the puzzles.
    pub const fn shape(&self) -> Shape {
        self.tables.shape
    }

    /// Searches a puzzle and passes each event to `sink`. The last one is [`Event::End`].
    ///
    /// # Panics
    /// Panics if the puzzle has another shape.
    pub fn search(&mut self, puzzle: &Grid, sink: impl FnMut(&Event)) -> SearchSummary {
        assert!(puzzle.shape() == self.shape(), "a puzzle of another shape than the searcher's");
        let solution = self.solver.as_mut().and_then(|solver| match solver.solutions(puzzle) {
            Ok(Solutions::Unique(solution)) => Some(solution),
            _ => None,
        });
        self.stack.clear();
        let summary = SearchSummary {
            solutions: 0,
            guesses: 0,
            contradictions: 0,
            events: 0,
            end: SearchEnd::Exhausted,
        };
        let mut run = Run {
            tables: self.tables,
            options: self.options,
            stack: &mut self.stack,
            solution,
            random: Random::new(self.options.seed, puzzle),
            sink,
            summary,
        };
        let end = match run.givens(puzzle) {
            Ok(mut state) => loop {
                if let Err(end) = run.step(&mut state) {
                    break end;
                }
            },
            Err(end) => end,
        };
        run.summary.end = end;
        run.summary.events += 1;
        (run.sink)(&Event::End(end));
        run.summary
    }

    /// Appends the search of a puzzle as one sequence of tokens: `bos`, the board, `sep`, the events, `eos`.
    ///
    /// # Panics
    /// Panics if the puzzle has another shape.
    pub fn encode(&mut self, puzzle: &Grid, tokens: &mut Vec<u16>) -> SearchSummary {
        let vocabulary = self.vocabulary;
        vocabulary.encode_board(puzzle, tokens);
        let summary = self.search(puzzle, |event| vocabulary.encode_event(event, tokens));
        tokens.push(vocabulary.mark(Mark::Eos));
        summary
    }

    /// Returns all events of the search of a puzzle.
    ///
    /// # Panics
    /// Panics if the puzzle has another shape.
    pub fn events(&mut self, puzzle: &Grid) -> Vec<Event> {
        let mut events = Vec::new();
        self.search(puzzle, |event| events.push(*event));
        events
    }
}

impl<S: FnMut(&Event)> Run<'_, S> {
    /// Passes an event on, unless the budget is used up.
    #[inline]
    fn tell(&mut self, event: &Event) -> Flow {
        if self.summary.events == self.options.max_events {
            return Err(SearchEnd::Truncated);
        }
        self.summary.events += 1;
        (self.sink)(event);
        Ok(())
    }

    /// Places the givens.
    fn givens(&mut self, puzzle: &Grid) -> Result<State, SearchEnd> {
        if let Some((number, digit)) = first_repeated(self.tables, puzzle) {
            self.summary.contradictions += 1;
            let repeated = Contradiction::Repeated(house(self.tables.side, number), Digit::from_index(digit));
            self.tell(&Event::Contradiction(repeated))?;
            return Err(SearchEnd::Exhausted);
        }
        Ok(State::new(self.tables, puzzle))
    }

    /// Tells the next events of a state, and goes to the next state.
    #[inline]
    fn step(&mut self, state: &mut State) -> Flow {
        if state.empty == 0 {
            self.tell(&Event::Solution)?;
            self.summary.solutions += 1;
            if self.summary.solutions >= self.options.limit {
                return Err(SearchEnd::Limit);
            }
            return self.backtrack(state);
        }
        let (side, propagation) = (self.tables.side, self.options.propagation);
        let (dead, naked) = state.dead_and_naked();
        if dead != 0 {
            let cell = Cell::new(dead.trailing_zeros() as usize);
            return self.contradict(Contradiction::NoCandidate(cell), state);
        }
        if naked != 0 && propagation != Propagation::None {
            let cell = naked.trailing_zeros() as usize;
            return self.assert(state, candidate(cell, state.naked_single(cell)), AssertRule::NakedSingle);
        }
        if let Some((number, digit)) = state.first_dead() {
            let contradiction = Contradiction::NoPlace(house(side, number), Digit::from_index(digit));
            return self.contradict(contradiction, state);
        }
        if propagation == Propagation::Singles
            && let Some((number, digit)) = state.first_hidden()
        {
            let cell = state.places_in(self.tables, number, digit).trailing_zeros() as usize;
            let rule = AssertRule::HiddenSingle(HouseKind::ALL[number / side]);
            return self.assert(state, candidate(cell, digit), rule);
        }
        self.guess(state)
    }

    /// Asserts a digit.
    #[inline]
    fn assert(&mut self, state: &mut State, candidate: Candidate, rule: AssertRule) -> Flow {
        self.tell(&Event::Assert { candidate, rule })?;
        state.place(self.tables, candidate.cell.index(), candidate.digit.index());
        Ok(())
    }

    /// Tells a contradiction and goes back.
    fn contradict(&mut self, contradiction: Contradiction, state: &mut State) -> Flow {
        self.tell(&Event::Contradiction(contradiction))?;
        self.summary.contradictions += 1;
        self.backtrack(state)
    }

    /// Opens a choice point and tries its first alternative.
    fn guess(&mut self, state: &mut State) -> Flow {
        let (constraint, mut alternatives) = branch(state, self.tables, self.options.order, &mut self.random);
        self.arrange(&mut alternatives);
        self.tell(&Event::Guess { constraint, alternatives })?;
        self.summary.guesses += 1;
        self.stack.push(ChoicePoint { before: state.clone(), alternatives, tried: 1 });
        self.assert(state, alternatives.as_slice()[0], AssertRule::Try)
    }

    /// Orders alternatives, which are ascending.
    fn arrange(&mut self, alternatives: &mut Alternatives) {
        let candidates = alternatives.as_mut_slice();
        match (self.options.digits, &self.solution) {
            (DigitOrder::Random, _) => self.random.shuffle(candidates),
            (DigitOrder::SolutionFirst | DigitOrder::SolutionLast, Some(solution)) => {
                let is_right = |candidate: &Candidate| solution.get(candidate.cell) == candidate.digit;
                let is_first = self.options.digits == DigitOrder::SolutionFirst;
                candidates.sort_by_key(|candidate| is_right(candidate) != is_first);
            }
            _ => {}
        }
    }

    /// Returns to the deepest choice point with an alternative that was not tried, and tries it.
    fn backtrack(&mut self, state: &mut State) -> Flow {
        let is_open = |point: &ChoicePoint| usize::from(point.tried) < point.alternatives.as_slice().len();
        let depth = self.stack.iter().rposition(is_open).ok_or(SearchEnd::Exhausted)? + 1;
        #[expect(clippy::cast_possible_truncation, reason = "each open guess fills a cell")]
        self.tell(&Event::Backtrack { depth: depth as u8 })?;
        self.stack.truncate(depth);
        let Some(point) = self.stack.last_mut() else { return Err(SearchEnd::Exhausted) };
        let next = point.alternatives.as_slice()[usize::from(point.tried)];
        point.tried += 1;
        state.clone_from(&point.before);
        self.assert(state, next, AssertRule::Try)
    }
}

/// Returns the first house, and the least digit, that the givens have twice.
fn first_repeated(tables: &ShapeTables, puzzle: &Grid) -> Option<(usize, usize)> {
    let mut cells = [0; 9];
    for (cell, digit) in puzzle.cells().iter().enumerate() {
        if let Some(digit) = digit {
            cells[digit.index()] |= 1 << cell;
        }
    }
    let repeats = |house: usize| {
        cells
            .iter()
            .position(|cells: &u128| (cells & tables.houses[house]).count_ones() > 1)
            .map(|digit| (house, digit))
    };
    (0..3 * tables.side).find_map(repeats)
}

// Good moves in the states of a search: labels for a model that is to choose.
//
// ```text
// backdoor      cells whose solution digits, given in addition, let singles solve the state
// least         no backdoor has fewer cells; its size is 0 if singles solve the state as it is
// good moves    every single, and the solution's digit at every cell of every least backdoor
// ```
//
// A state after a wrong guess has no solution and no good move.

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
