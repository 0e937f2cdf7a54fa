//! Checker of traces: replays the events of a search from the puzzle alone.
//!
//! It shares no code with the search. The state is the grid of placed digits; a digit is a candidate of an empty cell if no cell of its
//! row, column or box has it. Every event is checked by its definition:
//!
//! - a naked single is the only candidate of its cell, a hidden single has no other place in its house
//! - a guess lists exactly the candidates of its cell, or the places of its digit in its house, and its first alternative follows
//! - a contradiction is true, and nothing goes on from it
//! - a return goes to the deepest choice point that has an alternative left, and the next alternative follows
//! - at a solution every cell has a digit, each once a house
//! - the search ends once: when no alternative is left, after a solution, or by its budget

use crate::{
    event::{AssertRule, Constraint, Contradiction, Event, SearchEnd},
    state::UnsupportedShape,
    vocabulary::{Mark, Vocabulary},
};
use gridmill_board::{Cell, Digit, Grid, House, HouseKind, Shape, Solution};
use gridmill_rate::{Candidate, CompactStep, Pencilmarks, Rater, Rating};

/// Result of a replay.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Replayed {
    /// Solutions in the order in which they were found.
    pub solutions: Vec<Solution>,
    /// Reason of the end.
    pub end: SearchEnd,
}

/// Error of a trace that is not one of the puzzle.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("event {event}: {reason}")]
#[non_exhaustive]
pub struct ReplayError {
    /// Place of the event, from 0; the number of events for a missing end.
    pub event: usize,
    /// Reason why it is wrong.
    pub reason: String,
}

/// Checks that events are a search of the puzzle.
///
/// ```
/// use gridmill_board::Grid;
/// use gridmill_traces::{SearchOptions, Searcher, replay};
///
/// let puzzle: Grid = "1......2..3.4...".parse()?;
/// let mut events = Searcher::new(puzzle.shape(), SearchOptions::default())?.events(&puzzle);
/// assert_eq!(replay(&puzzle, &events)?.solutions.len(), 1);
/// events.remove(3);
/// assert!(replay(&puzzle, &events).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ReplayError`] with the first event that is wrong.
pub fn replay(puzzle: &Grid, events: &[Event]) -> Result<Replayed, ReplayError> {
    let shape = puzzle.shape();
    if !Pencilmarks::supports(shape) {
        let reason = UnsupportedShape { shape }.to_string();
        return Err(ReplayError { event: 0, reason });
    }
    let mut replay =
        Replay { grid: puzzle.clone(), points: Vec::new(), next: Next::Any, solutions: Vec::new() };
    for (event, found) in events.iter().enumerate() {
        replay.take(found).map_err(|reason| ReplayError { event, reason })?;
    }
    match replay.next {
        Next::Nothing(end) => Ok(Replayed { solutions: replay.solutions, end }),
        _ => Err(ReplayError { event: events.len(), reason: "the trace has no end".to_owned() }),
    }
}

/// Events that are allowed next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    /// Any event that the state allows.
    Any,
    /// The alternative of the last choice point whose turn it is.
    Try,
    /// A return or an end, after a contradiction or a solution.
    Back { solved: bool },
    /// Nothing.
    Nothing(SearchEnd),
}

/// Choice point.
#[derive(Debug)]
struct Point {
    before: Grid,
    alternatives: Vec<Candidate>,
    tried: usize,
}

/// Replay up to an event.
#[derive(Debug)]
struct Replay {
    grid: Grid,
    points: Vec<Point>,
    next: Next,
    solutions: Vec<Solution>,
}

/// Answer of a check: the reason why the event is wrong.
type Checked = Result<(), String>;

/// Returns the reason unless it holds.
fn check(holds: bool, reason: impl FnOnce() -> String) -> Checked {
    if holds { Ok(()) } else { Err(reason()) }
}

impl Replay {
    const fn shape(&self) -> Shape {
        self.grid.shape()
    }

    fn take(&mut self, event: &Event) -> Checked {
        let is_budget = *event == Event::End(SearchEnd::Truncated);
        match (self.next, event) {
            (Next::Nothing(_), _) => return Err("the search is over".to_owned()),
            (Next::Try, Event::Assert { rule: AssertRule::Try, .. })
            | (Next::Any, _)
            | (Next::Back { .. }, Event::Backtrack { .. } | Event::End(_)) => {}
            (Next::Try, _) if !is_budget => return Err("an alternative must be tried".to_owned()),
            (Next::Back { .. }, _) => return Err("the search must go back or end".to_owned()),
            _ => {}
        }
        match event {
            Event::Assert { candidate, rule: AssertRule::Try } => self.try_next(*candidate),
            Event::Assert { candidate, rule } => {
                self.check_single(*candidate, *rule)?;
                self.place(*candidate);
                Ok(())
            }
            Event::Guess { constraint, alternatives } => self.guess(*constraint, alternatives.as_slice()),
            Event::Contradiction(contradiction) => {
                self.check_contradiction(*contradiction)?;
                self.next = Next::Back { solved: false };
                Ok(())
            }
            Event::Backtrack { depth } => self.backtrack(usize::from(*depth)),
            Event::Solution => {
                let solution = Solution::new(&self.grid).map_err(|error| format!("no solution: {error}"))?;
                self.solutions.push(solution);
                self.next = Next::Back { solved: true };
                Ok(())
            }
            Event::End(end) => self.end(*end),
        }
    }

    fn place(&mut self, candidate: Candidate) {
        self.grid.set(candidate.cell, Some(candidate.digit));
        self.next = Next::Any;
    }

    /// Returns true if the cell is empty and no cell that shares a house has the digit.
    fn allows(&self, candidate: Candidate) -> bool {
        let houses = HouseKind::ALL.map(|kind| house_of(self.shape(), kind, candidate.cell));
        self.grid.get(candidate.cell).is_none()
            && houses.into_iter().all(|house| self.lacks(house, candidate.digit))
    }

    /// Returns true if no cell of the house has the digit.
    fn lacks(&self, house: House, digit: Digit) -> bool {
        house.cells_in(self.shape()).iter().all(|cell| self.grid.get(cell) != Some(digit))
    }

    /// Returns all candidates of a constraint: of a cell by digit, of a digit in a house by cell.
    fn candidates(&self, constraint: Constraint) -> Vec<Candidate> {
        let digits = (0..self.shape().side()).map(Digit::from_index);
        let all: Vec<Candidate> = match constraint {
            Constraint::Cell(cell) => digits.map(|digit| Candidate { cell, digit }).collect(),
            Constraint::Place(house, digit) => {
                house.cells_in(self.shape()).iter().map(|cell| Candidate { cell, digit }).collect()
            }
        };
        all.into_iter().filter(|&candidate| self.allows(candidate)).collect()
    }

    /// Checks that a constraint is one of the grid and is not satisfied yet.
    fn check_open(&self, constraint: Constraint) -> Checked {
        let side = self.shape().side();
        match constraint {
            Constraint::Cell(cell) => {
                check(cell.index() < self.shape().cells(), || "the grid has no such cell".to_owned())?;
                check(self.grid.get(cell).is_none(), || format!("{} has a digit", cell.name(self.shape())))
            }
            Constraint::Place(house, digit) => {
                check(house.number() < side && digit.index() < side, || {
                    "the grid has no such house or digit".to_owned()
                })?;
                check(self.lacks(house, digit), || format!("{house} has its {digit}"))
            }
        }
    }

    fn check_single(&self, single: Candidate, rule: AssertRule) -> Checked {
        self.check_open(Constraint::Cell(single.cell))?;
        check(single.digit.index() < self.shape().side(), || "the grid has no such digit".to_owned())?;
        let constraint = match rule {
            AssertRule::NakedSingle | AssertRule::Try => Constraint::Cell(single.cell),
            AssertRule::HiddenSingle(kind) => {
                Constraint::Place(house_of(self.shape(), kind, single.cell), single.digit)
            }
        };
        self.check_open(constraint)?;
        check(self.candidates(constraint) == [single], || {
            format!("{} in {} is not the only candidate", single.digit, single.cell.name(self.shape()))
        })
    }

    fn guess(&mut self, constraint: Constraint, alternatives: &[Candidate]) -> Checked {
        self.check_open(constraint)?;
        let mut listed = alternatives.to_vec();
        listed.sort_unstable();
        check(!listed.is_empty() && listed == self.candidates(constraint), || {
            "the alternatives are not the candidates".to_owned()
        })?;
        self.points.push(Point { before: self.grid.clone(), alternatives: alternatives.to_vec(), tried: 0 });
        self.next = Next::Try;
        Ok(())
    }

    /// Tries the next alternative of the last choice point.
    fn try_next(&mut self, candidate: Candidate) -> Checked {
        let point = self.points.last_mut().filter(|_| self.next == Next::Try);
        let point = point.ok_or("no alternative is to be tried")?;
        check(point.alternatives.get(point.tried) == Some(&candidate), || {
            "it is not the next alternative".to_owned()
        })?;
        point.tried += 1;
        self.place(candidate);
        Ok(())
    }

    fn check_contradiction(&self, contradiction: Contradiction) -> Checked {
        let constraint = match contradiction {
            Contradiction::NoCandidate(cell) => Constraint::Cell(cell),
            Contradiction::NoPlace(house, digit) => Constraint::Place(house, digit),
            Contradiction::Repeated(house, digit) => {
                let holding =
                    house.cells_in(self.shape()).iter().filter(|&cell| self.grid.get(cell) == Some(digit));
                return check(holding.count() > 1, || format!("{house} does not have {digit} twice"));
            }
        };
        self.check_open(constraint)?;
        check(self.candidates(constraint).is_empty(), || "there is a candidate".to_owned())
    }

    /// Returns the number of choice points up to the deepest one with an alternative left; 0 without one.
    fn open_points(&self) -> usize {
        let is_open = |point: &Point| point.tried < point.alternatives.len();
        self.points.iter().rposition(is_open).map_or(0, |place| place + 1)
    }

    fn backtrack(&mut self, depth: usize) -> Checked {
        check(matches!(self.next, Next::Back { .. }), || "nothing failed and nothing was solved".to_owned())?;
        let open = self.open_points();
        check(open > 0, || "no choice point has an alternative left".to_owned())?;
        check(depth == open, || {
            format!("it goes back to choice point {depth} where {open} is the deepest open one")
        })?;
        self.points.truncate(depth);
        if let Some(point) = self.points.last() {
            self.grid.clone_from(&point.before);
        }
        self.next = Next::Try;
        Ok(())
    }

    fn end(&mut self, end: SearchEnd) -> Checked {
        let is_back = matches!(self.next, Next::Back { .. });
        match end {
            SearchEnd::Exhausted => {
                check(is_back && self.open_points() == 0, || "alternatives are left".to_owned())?;
            }
            SearchEnd::Limit => {
                check(self.next == Next::Back { solved: true }, || {
                    "no solution stands before it".to_owned()
                })?;
            }
            SearchEnd::Truncated => {}
        }
        self.next = Next::Nothing(end);
        Ok(())
    }
}

/// Returns the house of a kind that holds a cell.
fn house_of(shape: Shape, kind: HouseKind, cell: Cell) -> House {
    House::new(
        kind,
        match kind {
            HouseKind::Row => shape.row(cell),
            HouseKind::Column => shape.col(cell),
            HouseKind::Box => shape.box_of(cell),
        },
    )
}

// Steps of a person as tokens, and the states before them.

/// States before each step of a path, and the state after the last one: row by row of cells.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct PathStates {
    /// Digit of each cell, 0 for an empty one.
    pub digits: Vec<u8>,
    /// Candidates of each cell: bit 0 is digit 1; 0 where a digit stands.
    pub candidates: Vec<u16>,
}

impl PathStates {
    /// Appends a state.
    fn push(&mut self, marks: &Pencilmarks) {
        for cell in marks.shape().all_cells() {
            self.digits.push(marks.value(cell).map_or(0, Digit::value));
            #[expect(clippy::cast_possible_truncation, reason = "nine digits at most")]
            self.candidates.push(marks.candidates(cell).bits() as u16);
        }
    }
}

/// Appends the path by which a rater solves a puzzle, as one sequence of tokens: board, steps, `solved` or `stuck`.
///
/// ```
/// use gridmill_board::Grid;
/// use gridmill_rate::{Rater, Rulebook};
/// use gridmill_traces::{Vocabulary, encode_path};
///
/// let puzzle: Grid = "......34.3....2.".parse()?;
/// let mut tokens = Vec::new();
/// let rating = encode_path(&mut Rater::new(Rulebook::default_for(puzzle.shape())), &puzzle, &mut tokens);
/// assert!(rating.solved);
/// let names = Vocabulary::of_side(4).ok_or("no such side")?.names();
/// let text: Vec<&str> = tokens[18..22].iter().map(|&token| names[usize::from(token)].as_str()).collect();
/// assert_eq!(text, ["hidden_single_box", "r1c1=3", "hidden_single_box", "r1c2=4"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// Panics for a shape with a side above 9.
pub fn encode_path(rater: &mut Rater, puzzle: &Grid, tokens: &mut Vec<u16>) -> Rating {
    let Some(vocabulary) = Vocabulary::of_side(puzzle.shape().side()) else {
        panic!("paths are for sides up to 9");
    };
    vocabulary.encode_board(puzzle, tokens);
    let rating = rater.trace(&mut Pencilmarks::new(puzzle), |_, step| {
        vocabulary.encode_step(&CompactStep::from(step), tokens);
    });
    let end = if rating.solved { Mark::Solved } else { Mark::Stuck };
    tokens.extend([vocabulary.mark(end), vocabulary.mark(Mark::Eos)]);
    rating
}

/// Returns the states of the path by which a rater solves a puzzle: one before each step, and the last one.
///
/// # Panics
/// Panics for a shape with a side above 9.
pub fn path_states(rater: &mut Rater, puzzle: &Grid) -> PathStates {
    let mut states = PathStates::default();
    let mut marks = Pencilmarks::new(puzzle);
    rater.trace(&mut marks, |before, _| states.push(before));
    states.push(&marks);
    states
}
