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
    board::{BANDS, Bands, Board, LANES, Place},
    kernel::Closure,
    layout::Layout,
};
use gridmill_board::Shape;

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
    nodes: u64,
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

    /// Returns the nodes of the question so far.
    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
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
pub(super) struct Memo {
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

    /// Returns a closure of the candidate by weaker stages of this level, or by the levels above: it holds the wanted one.
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
