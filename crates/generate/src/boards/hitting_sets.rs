//! Smallest hitting sets: the fewest cells of which every set of a collection has one.
//!
//! ```text
//! sets {a b} {b c} {c d}     size 1: none     size 2: {b c}
//! ```
//!
//! Iterative deepening: no set of `size` cells is left out before one of `size + 1` is tried. A node takes the unhit set with the fewest
//! cells that are still allowed, and tries each of them; a cell that was tried is not allowed in the branches that follow. Disjoint unhit
//! sets need a cell each, which is the bound.

use gridmill_board::CellSet;

/// Collection of sets of cells, with the size below which no hitting set exists.
#[derive(Debug, Default)]
pub(super) struct HittingSets {
    sets: Vec<CellSet>,
    /// Size of the last smallest hitting set: more sets need no fewer cells.
    size: u32,
}

/// Result of a search: the cells, or nothing within this size.
type Found = Option<CellSet>;

/// The budget is used up.
#[derive(Debug)]
pub(super) struct OutOfBudget;

impl HittingSets {
    /// Adds a set.
    pub(super) fn add(&mut self, set: CellSet) {
        self.sets.push(set);
    }

    /// Returns a smallest hitting set, and takes the nodes of the search off `budget`.
    ///
    /// # Errors
    /// [`OutOfBudget`] if the search needs more nodes.
    pub(super) fn smallest(&mut self, budget: &mut u64) -> Result<CellSet, OutOfBudget> {
        loop {
            if let Some(cells) = self.search(CellSet::EMPTY, CellSet::EMPTY, self.size, budget)? {
                return Ok(cells);
            }
            self.size += 1;
        }
    }

    /// Searches for a hitting set with the cells of `chosen`, at most `left` others, and none that is `barred`.
    fn search(
        &self,
        chosen: CellSet,
        mut barred: CellSet,
        left: u32,
        budget: &mut u64,
    ) -> Result<Found, OutOfBudget> {
        *budget = budget.checked_sub(1).ok_or(OutOfBudget)?;
        let (mut disjoint, mut covered) = (0, CellSet::EMPTY);
        let mut fewest: Option<CellSet> = None;
        for &set in self.sets.iter().filter(|set| !set.meets(chosen)) {
            let allowed = set - barred;
            if !allowed.meets(covered) {
                (disjoint, covered) = (disjoint + 1, covered | allowed);
            }
            if fewest.is_none_or(|fewest| allowed.len() < fewest.len()) {
                fewest = Some(allowed);
            }
        }
        let Some(fewest) = fewest else { return Ok(Some(chosen)) };
        if disjoint > left {
            return Ok(None);
        }
        for cell in fewest {
            if let Some(found) = self.search(chosen.with(cell), barred, left - 1, budget)? {
                return Ok(Some(found));
            }
            barred = barred.with(cell);
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridmill_board::Cell;
    use rand::{Rng as _, SeedableRng};

    /// Every collection against all subsets of its cells.
    #[test]
    fn hitting_sets_are_smallest() {
        let mut rng = rand_pcg::Pcg64::seed_from_u64(5);
        for _ in 0..300 {
            let mut sets = HittingSets::default();
            let mut all = Vec::new();
            for _ in 0..=rng.next_u32() % 12 {
                let set = u128::from((rng.next_u32() & rng.next_u32() | 1 << (rng.next_u32() % 12)) & 0xfff);
                all.push(set);
                sets.add(CellSet::from_bits(set));
                // Sets arrive one after the other, as in a run.
                let found = sets.smallest(&mut u64::MAX.clone()).unwrap().bits();
                assert!(all.iter().all(|set| set & found != 0));
                let hits = |cells: &u128| all.iter().all(|set| set & cells != 0);
                let least = (0..1u128 << 12).filter(hits).map(u128::count_ones).min();
                assert_eq!(Some(found.count_ones()), least);
            }
        }
    }

    #[test]
    fn budgets_end_a_search() {
        let mut sets = HittingSets::default();
        (0..20).for_each(|cell| sets.add(CellSet::only(Cell::new(cell))));
        assert!(sets.smallest(&mut 19).is_err());
        let mut budget = 1000;
        assert_eq!(sets.smallest(&mut budget).unwrap().len(), 20);
        assert!(budget < 1000);
    }
}
