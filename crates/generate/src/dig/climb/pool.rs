//! Pool: many puzzles that climb side by side, for goals where one climb alone mostly ends too low.
//!
//! ```text
//! pool of 100   worst: rank 2615 ... best: rank 4447
//! neighbour of a random one, rank 2790   replaces the worst       neighbour with rank 2600   goes
//! ```
//!
//! The lowest rank in the pool rises slowly, so puzzles may rank lower than those that they came from, and climbs leave what would be their end.
//! Towards an ER of 10, climbs alone came to a trial depth of 2 in one of four, pools in nine of ten. T. Dillon's `generate` (tdoku, 2019) keeps
//! such a pool for puzzles with many guesses.

use super::{Place, Rank};

/// Puzzles of a pool. Part of the stream version.
pub(super) const POOL: usize = 100;

/// Ranked puzzles; never empty.
#[derive(Debug)]
pub(super) struct Pool {
    members: Vec<(Rank, Place)>,
}

impl Pool {
    /// Creates a pool with one puzzle.
    pub(super) fn new(rank: Rank, place: Place) -> Self {
        Self { members: vec![(rank, place)] }
    }

    /// Returns the number of puzzles.
    pub(super) const fn len(&self) -> usize {
        self.members.len()
    }

    /// Returns a puzzle by its number.
    pub(super) fn get(&self, number: usize) -> &Place {
        &self.members[number].1
    }

    /// Returns the rank that a newcomer must reach: the lowest one of a full pool.
    pub(super) fn least(&self) -> Option<Rank> {
        (self.members.len() >= POOL).then(|| self.members[self.worst()].0)
    }

    /// Returns the greatest rank.
    pub(super) fn greatest(&self) -> Rank {
        self.members[self.best()].0
    }

    /// Adds a puzzle; in a full pool in place of the worst, and only if it ranks higher.
    pub(super) fn offer(&mut self, rank: Rank, place: Place) {
        if self.members.iter().any(|(_, member)| member.grid == place.grid) {
            return;
        }
        if self.members.len() < POOL {
            self.members.push((rank, place));
            return;
        }
        let worst = self.worst();
        if rank > self.members[worst].0 {
            self.members[worst] = (rank, place);
        }
    }

    /// Returns the best puzzle.
    pub(super) fn into_best(mut self) -> Place {
        let best = self.best();
        self.members.swap_remove(best).1
    }

    fn worst(&self) -> usize {
        let ranks = self.members.iter().enumerate().map(|(number, (rank, _))| (*rank, number));
        ranks.min().map_or(0, |(_, number)| number)
    }

    fn best(&self) -> usize {
        let ranks = self.members.iter().enumerate().map(|(number, (rank, _))| (*rank, number));
        ranks.max().map_or(0, |(_, number)| number)
    }
}
