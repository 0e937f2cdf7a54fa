//! Trial and error: resolution by copies of the board, in levels.
//!
//! ```text
//! Method { depth: 2, braids: 0 }     T&E(2)
//!
//! level 0: board       close by singles; copies with each candidate, closed by singles; then copies closed by T&E(1)
//! level 1:   copy      close by singles; copies with each candidate, closed by singles
//! level 2:     copy    close by singles
//! ```
//!
//! The order of the eliminations does not change the result, so each level first uses the methods that are weaker, and tries candidates first
//! whose copies have least candidates left. Three facts save most copies:
//!
//! - The closure of a copy is remembered. After further eliminations the new closure is within the old one, so it starts from there; if the old
//!   one has none of the deleted candidates it is the new one.
//! - The values of a closure without contradiction survive, too: their closures hold all of it.
//! - The digits of a solution survive at every level.

use super::{
    Braid, Trial,
    board::{self, BANDS, Bands, Board, Closure, LANES, Layout, Place},
};
use crate::{Candidate, Pencilmarks, SearchFlow};
use gridmill_board::{Digit, Shape};

/// Error: the budget ended before the question was decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the budget of nodes ended before the question was decided")]
#[non_exhaustive]
pub struct BudgetSpent;

/// Layout, budget and memory of the searches.
#[derive(Debug)]
pub(super) struct Engine {
    pub(super) layout: Layout,
    /// Memory of the levels of copies.
    pub(super) levels: Vec<Level>,
    /// Candidates that the last braid asserts, the last one first.
    pub(super) path: Vec<Place>,
    pub(super) nodes: u64,
    budget: u64,
}

impl Engine {
    /// Prepares for boards of a shape.
    pub(super) fn new(shape: Shape) -> Self {
        Self { layout: Layout::new(shape), levels: Vec::new(), path: Vec::new(), nodes: 0, budget: 0 }
    }

    /// Starts a question that may take `budget` nodes.
    pub(super) fn begin(&mut self, budget: u64) {
        (self.nodes, self.budget) = (0, budget);
    }

    /// Counts one node.
    #[inline]
    pub(super) fn count(&mut self) -> Result<(), BudgetSpent> {
        if self.nodes == self.budget {
            return Err(BudgetSpent);
        }
        self.nodes += 1;
        Ok(())
    }

    /// Places singles until there is none: one node.
    #[inline]
    pub(super) fn close(&mut self, board: &mut Board) -> Result<Closure, BudgetSpent> {
        self.count()?;
        Ok(self.layout.propagate(board))
    }
}

/// A method of resolution: trial and error around braids.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Method {
    /// Levels of copies.
    pub(super) depth: u8,
    /// Greatest length of braids in the innermost copies; 0 for singles alone.
    pub(super) braids: u8,
}

impl Method {
    /// Naked and hidden singles.
    pub(super) const SINGLES: Self = Self { depth: 0, braids: 0 };
}

/// Closures of the copies of one board, by candidate.
#[derive(Debug)]
struct Memo {
    closures: Vec<Board>,
    /// Number of its board, and method, for each.
    stamps: Vec<(u32, Method)>,
    /// Number of the current board, from 1.
    board: u32,
}

impl Memo {
    const fn new() -> Self {
        Self { closures: Vec::new(), stamps: Vec::new(), board: 1 }
    }

    /// Forgets all closures.
    fn clear(&mut self) {
        self.board += 1;
    }

    /// Returns the closure and its method. A closure by a weaker method holds that by a stronger one.
    fn get(&self, id: usize) -> Option<(&Board, Method)> {
        let &(board, method) = self.stamps.get(id)?;
        (board == self.board).then(|| (&self.closures[id], method))
    }

    fn set(&mut self, id: usize, closure: &Board, method: Method) {
        if self.closures.len() <= id {
            self.closures.resize(IDS, Board::EMPTY);
            self.stamps.resize(IDS, (0, Method::SINGLES));
        }
        self.closures[id] = *closure;
        self.stamps[id] = (self.board, method);
    }
}

/// Number of candidates of the largest layout.
const IDS: usize = BANDS * LANES * 32;

/// Memory of one level: the closures by each stage of its copies.
#[derive(Debug, Default)]
pub(super) struct Level {
    stages: Vec<Memo>,
}

impl Engine {
    /// Finds a solution of the board by depth-first search with singles. Its candidates survive every trial.
    pub(super) fn find_solution(&mut self, board: &Board) -> Result<Option<Bands>, BudgetSpent> {
        for place in self.layout.smallest_cell(board) {
            let mut copy = *board;
            self.layout.assert(&mut copy, place);
            match self.close(&mut copy)? {
                Closure::Contradiction => {}
                Closure::Solved => return Ok(Some(copy.candidates)),
                Closure::Open => {
                    if let Some(solution) = self.find_solution(&copy)? {
                        return Ok(Some(solution));
                    }
                }
            }
        }
        Ok(None)
    }

    /// Starts a new board at a level: forgets what was remembered for the last one.
    pub(super) fn start_level(&mut self, level: usize) {
        if self.levels.len() <= level {
            self.levels.resize_with(level + 1, Level::default);
        }
        self.levels[level].stages.iter_mut().for_each(Memo::clear);
    }

    /// Resolves a board that is closed by the method `from`, of no more depth, by another. `known` survives every trial.
    pub(super) fn resolve(
        &mut self,
        board: &mut Board,
        from: Method,
        method: Method,
        level: usize,
        known: &Bands,
    ) -> Result<Closure, BudgetSpent> {
        if method.depth == 0 {
            return self.resolve_by_braids(board, from.braids, method.braids, known);
        }
        let stages = method.depth + u8::from(method.braids > 0);
        let mut stage = 0;
        while stage < stages {
            let inner = if stage < method.depth {
                Method { depth: stage, braids: 0 }
            } else {
                Method { depth: method.depth - 1, braids: method.braids }
            };
            let before = *board;
            // From the third stage on, one elimination ends the pass: the weaker methods are quicker, and may go on.
            let closure = self.try_all(board, inner, level, usize::from(stage), known)?;
            if closure != Closure::Open {
                return Ok(closure);
            }
            stage = if stage > 1 && *board != before { 0 } else { stage + 1 };
        }
        Ok(Closure::Open)
    }

    /// Tries the candidates of a board, each in a copy that is resolved by the inner method, until a whole pass deletes nothing; from the
    /// third stage on, until one is deleted.
    fn try_all(
        &mut self,
        board: &mut Board,
        inner: Method,
        level: usize,
        stage: usize,
        known: &Bands,
    ) -> Result<Closure, BudgetSpent> {
        let stages = &mut self.levels[level].stages;
        if stages.len() <= stage {
            stages.resize_with(stage + 1, Memo::new);
        }
        let order = self.order(board, level, stage, known);
        let mut survives = *known;
        let mut last = 0;
        let mut n = 0;
        while n < last + order.len() {
            let place = order[n % order.len()];
            n += 1;
            if place.is_in(&survives) || !place.is_in(&board.candidates) || board.is_placed(place) {
                continue;
            }
            let (closure, copy) = self.try_one(board, place, inner, level, stage)?;
            if closure == Closure::Contradiction {
                place.leave(&mut board.candidates);
                let closure = self.close(board)?;
                if closure != Closure::Open || stage > 1 {
                    return Ok(closure);
                }
                survives = *known;
                last = n;
            } else {
                copy.add_values(&mut survives);
                self.levels[level].stages[stage].set(place.id(), &copy, inner);
            }
        }
        Ok(Closure::Open)
    }

    /// Resolves the copy of a board with a candidate by the inner method, from what is remembered.
    fn try_one(
        &mut self,
        board: &Board,
        place: Place,
        inner: Method,
        level: usize,
        stage: usize,
    ) -> Result<(Closure, Board), BudgetSpent> {
        let mut copy = *board;
        let mut from = Method::SINGLES;
        if let Some((closure, method)) = self.levels[level].stages[stage].get(place.id()) {
            if closure.is_within(board) {
                if method == inner {
                    return Ok((Closure::Open, *closure));
                }
                from = method;
            }
            copy.meet(closure);
        } else if let Some(closure) = self.remembered(level, stage, place) {
            copy.meet(closure);
        } else {
            self.layout.assert(&mut copy, place);
        }
        let closure = self.close(&mut copy)?;
        if closure != Closure::Open || inner == Method::SINGLES {
            return Ok((closure, copy));
        }
        self.start_level(level + 1);
        let closure = self.resolve(&mut copy, from, inner, level + 1, &[[0; LANES]; BANDS])?;
        Ok((closure, copy))
    }

    /// Returns a closure of the candidate by weaker stages of this level, or by the levels above: it contains the requested one.
    fn remembered(&self, level: usize, stage: usize, place: Place) -> Option<&Board> {
        let own = self.levels[level].stages[..stage].iter().rev();
        let above = self.levels[..level].iter().rev().filter_map(|level| level.stages.first());
        own.chain(above).find_map(|memo| Some(memo.get(place.id())?.0))
    }

    /// Lists the candidates that are not known to survive: those with the smallest remembered closures first, then by the number of
    /// candidates of their cells.
    fn order(&self, board: &Board, level: usize, stage: usize, known: &Bands) -> Vec<Place> {
        let mut order = Vec::new();
        let sizes = self.layout.cell_sizes(board);
        for place in self.layout.open(board) {
            if place.is_in(known) {
                continue;
            }
            let size = match self.remembered(level, stage + 1, place) {
                Some(closure) => closure.len(),
                None => 729 + u32::from(sizes[self.layout.cell(place).index()]),
            };
            order.push((size, place));
        }
        order.sort_by_key(|&(size, _)| size);
        order.into_iter().map(|(_, place)| place).collect()
    }
}

// Resolution by braids: search for the contradiction with the fewest assertions.
//
// A braid of length n is a set of n - 1 candidates, each the only one of a variable after those before, that empties a variable. The order does
// not matter for what they delete, so sets are searched: depth first, without a candidate after all sets with it have been tried.
//
// The bound: placing all singles at once deletes all that any one of them deletes. So if k such waves give no contradiction, k assertions
// give none.

impl Engine {
    /// Deletes what braids up to `length` prove false, until nothing changes. The board is closed under singles, and braids up to `from`.
    fn resolve_by_braids(
        &mut self,
        board: &mut Board,
        from: u8,
        length: u8,
        known: &Bands,
    ) -> Result<Closure, BudgetSpent> {
        let mut current = from + 1;
        while current <= length {
            let before = *board;
            let closure = if current == 1 {
                self.resolve_by_locked(board)?
            } else {
                self.delete_refuted(board, known, |engine, board, place| {
                    engine.has_braid(board, place, current)
                })?
            };
            if closure != Closure::Open {
                return Ok(closure);
            }
            current = if current > 1 && *board != before { 1 } else { current + 1 };
        }
        Ok(Closure::Open)
    }

    /// Deletes what locked candidates delete: braids of length 1.
    pub(super) fn resolve_by_locked(&mut self, board: &mut Board) -> Result<Closure, BudgetSpent> {
        while self.layout.delete_locked(board) {
            let closure = self.close(board)?;
            if closure != Closure::Open {
                return Ok(closure);
            }
        }
        Ok(Closure::Open)
    }

    /// Deletes the candidates that are refuted, but for the known ones, in one pass.
    pub(super) fn delete_refuted(
        &mut self,
        board: &mut Board,
        known: &Bands,
        mut is_refuted: impl FnMut(&mut Self, &Board, Place) -> Result<bool, BudgetSpent>,
    ) -> Result<Closure, BudgetSpent> {
        let open: Vec<Place> = self.layout.open(board).filter(|place| !place.is_in(known)).collect();
        for place in open {
            let is_open = place.is_in(&board.candidates) && !board.is_placed(place);
            if !is_open || !is_refuted(self, board, place)? {
                continue;
            }
            place.leave(&mut board.candidates);
            let closure = self.close(board)?;
            if closure != Closure::Open {
                return Ok(closure);
            }
        }
        Ok(Closure::Open)
    }

    /// Returns true if a braid up to this length proves the candidate false; its assertions are then in `path`.
    pub(super) fn has_braid(&mut self, board: &Board, place: Place, length: u8) -> Result<bool, BudgetSpent> {
        let mut copy = *board;
        self.layout.assert(&mut copy, place);
        self.path.clear();
        self.search(&copy, length - 1, &[[u32::MAX; LANES]; BANDS])
    }

    /// Searches a set of at most `assertions` of the allowed singles that empties a variable.
    fn search(&mut self, board: &Board, assertions: u8, allowed: &Bands) -> Result<bool, BudgetSpent> {
        self.count()?;
        if assertions == 0 {
            return Ok(self.layout.has_empty(board));
        }
        let mut singles = [[0; LANES]; BANDS];
        if self.layout.find_singles(board, &mut singles) == Closure::Contradiction {
            return Ok(true);
        }
        if !self.waves_contradict(board, &singles, assertions, allowed) {
            return Ok(false);
        }
        let mut own = *allowed;
        for place in self.layout.places(&singles).filter(|place| place.is_in(allowed)).collect::<Vec<_>>() {
            let mut longer = *board;
            self.layout.assert(&mut longer, place);
            if self.search(&longer, assertions - 1, &own)? {
                self.path.push(place);
                return Ok(true);
            }
            place.leave(&mut own);
        }
        Ok(false)
    }

    /// Returns true if `waves` waves of all allowed singles, of which the first is given, give a contradiction.
    pub(super) fn waves_contradict(&self, board: &Board, first: &Bands, waves: u8, allowed: &Bands) -> bool {
        let mut board = *board;
        let mut singles = *first;
        for _ in 0..waves {
            for (band, allowed) in singles.iter_mut().zip(allowed) {
                for (cells, allowed) in band.iter_mut().zip(allowed) {
                    *cells &= allowed;
                }
            }
            if board::is_empty(&singles) {
                return false;
            }
            self.layout.place_all(&mut board, &singles);
            if self.layout.find_singles(&board, &mut singles) == Closure::Contradiction {
                return true;
            }
        }
        false
    }
}

// The braids of a state: one for each candidate that braids prove false, the shortest first.

/// Error: the budget ended. There is no other braid shorter than this length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LengthReached(pub(crate) u8);

impl Trial {
    /// Passes a shortest braid of each candidate that braids prove false to `see`, until it stops: by length, then by cell, then by digit.
    ///
    /// All braids are of this state: what the first ones prove false is still a candidate for the others.
    pub(crate) fn each_braid(
        &mut self,
        marks: &Pencilmarks,
        budget: u64,
        see: &mut dyn FnMut(Braid) -> SearchFlow,
    ) -> Result<SearchFlow, LengthReached> {
        let engine = self.begin(marks.shape(), budget);
        let Some(board) = engine.layout.board_of_play(marks) else { return Ok(SearchFlow::Continue(())) };
        let mut targets = engine.refuted(&board).map_err(|BudgetSpent| LengthReached(1))?;
        for length in 1..u8::MAX {
            let mut longer = Vec::new();
            for place in targets {
                if !engine.has_braid(&board, place, length).map_err(|BudgetSpent| LengthReached(length))? {
                    longer.push(place);
                    continue;
                }
                let asserted: Vec<Place> = engine.path.iter().rev().copied().collect();
                if let Some(braid) = engine.proof(board, engine.candidate(place), &asserted)
                    && see(braid).is_break()
                {
                    return Ok(SearchFlow::Break(()));
                }
            }
            targets = longer;
            if targets.is_empty() {
                break;
            }
        }
        Ok(SearchFlow::Continue(()))
    }
}

impl Engine {
    /// Lists the candidates whose closure is a contradiction, by cell and then by digit: each has a braid, and no other has one.
    pub(super) fn refuted(&mut self, board: &Board) -> Result<Vec<Place>, BudgetSpent> {
        let mut open: Vec<Place> = self.layout.open(board).collect();
        open.sort_by_key(|&place| (self.layout.cell(place).index(), place.lane));
        let mut refuted = Vec::new();
        for place in open {
            let mut copy = *board;
            self.layout.assert(&mut copy, place);
            if self.close(&mut copy)? == Closure::Contradiction {
                refuted.push(place);
            }
        }
        Ok(refuted)
    }

    fn candidate(&self, place: Place) -> Candidate {
        Candidate { cell: self.layout.cell(place), digit: Digit::from_index(place.lane) }
    }
}

// Rounds of trials: a quick measure of the way through trial and error, for searches that compare many puzzles.
//
// ```text
// round 1   230 candidates tried, each alone, with singles: 60 end with a contradiction, 150 candidates are left on average
//           the 60 are deleted together, singles placed
// round 2   120 candidates tried ...                                       solved, or a round that deletes none: the depth is 2 or more
// ```

/// Rounds of trials of a puzzle: see [`Trial::rounds`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
#[non_exhaustive]
#[doc(hidden)]
pub struct TrialRounds {
    /// Rounds made; 0 if singles solve.
    pub rounds: u32,
    /// Tenths of the candidates that a trial leaves on average, summed over the rounds; a contradiction leaves none.
    pub left: u32,
    /// True if a round deleted nothing: the trial depth is 2 or more.
    pub is_stuck: bool,
}

/// Results of one round.
struct Round {
    /// The board without the candidates that ended with a contradiction, before singles are placed.
    next: Board,
    deleted: u32,
    left: u32,
}

impl Trial {
    /// Makes rounds of trials: each tries every candidate alone with singles, then deletes all that ended with a contradiction. Stops when the
    /// grid is solved, when a round deletes nothing, or when the first round leaves less than `least` tenths.
    ///
    /// Equal for all images of a puzzle. Hard puzzles take more rounds, and leave more: of 3x3 puzzles with ER 7 to 9 most take one round, and
    /// those with 10.6 and more, as far as known, get stuck with about 240 candidates left.
    ///
    /// ```
    /// use gridmill_board::{Grid, Shape};
    /// use gridmill_rate::{Pencilmarks, trial::Trial};
    ///
    /// let easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    /// let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    /// let mut rounds = |text| Ok::<_, gridmill_board::GridError>(
    ///     Trial::new().rounds(&Pencilmarks::new(&Grid::parse(Shape::STANDARD, text)?), 0),
    /// );
    /// assert_eq!(rounds(easy)?.rounds, 0);
    /// assert!(rounds(hard)?.is_stuck);
    /// # Ok::<(), gridmill_board::GridError>(())
    /// ```
    #[doc(hidden)]
    pub fn rounds(&mut self, marks: &Pencilmarks, least: u32) -> TrialRounds {
        let engine = self.begin(marks.shape(), u64::MAX);
        let mut board = engine.layout.board(marks);
        let mut made = TrialRounds::default();
        while engine.layout.propagate(&mut board) == Closure::Open {
            let round = engine.round(&board);
            made.rounds += 1;
            made.left += round.left;
            made.is_stuck = round.deleted == 0;
            if made.is_stuck || made.left < least && made.rounds == 1 {
                break;
            }
            board = round.next;
        }
        made
    }
}

impl Engine {
    /// Tries every candidate of a board that is closed by singles.
    fn round(&self, board: &Board) -> Round {
        let mut next = *board;
        let (mut tried, mut deleted, mut left) = (0, 0, 0);
        for place in self.layout.open(board) {
            let mut copy = *board;
            self.layout.assert(&mut copy, place);
            tried += 1;
            if self.layout.propagate(&mut copy) == Closure::Contradiction {
                place.leave(&mut next.candidates);
                deleted += 1;
            } else {
                left += copy.len();
            }
        }
        Round { next, deleted, left: 10 * left / tried.max(1) }
    }
}
