//! Steps applied to a state.
//!
//! Eliminations go in HoDoKu's order, because it decides which single comes to light first, and so is taken next:
//!
//! ```text
//! subsets, unique rectangles, BUG+1   by cell; a subset's line before its box
//! Sue de Coq                          by cell; the box before the line
//! ALS-XZ with two links               what both sets share, then what each locks for itself
//! everything else                     by digit, then by cell
//! ```

use super::Pencilmarks;
use crate::{AlmostLockedSet, Candidate, Candidates, HouseKind, HouseSet, Reason, Step, Technique};
use gridmill_board::DigitSet;

impl Pencilmarks {
    /// Applies a step: first its eliminations in HoDoKu's order, which decides the single that is taken next; then its placement.
    pub fn apply(&mut self, step: &Step) {
        match (&step.reason, step.technique) {
            (Reason::Subset { cells, .. }, _) => {
                self.eliminate_by_cell(self.common_houses(*cells), &step.eliminations);
            }
            (Reason::Deadly { .. }, _) => self.eliminate_by_cell(HouseSet::ROWS, &step.eliminations),
            (Reason::Sets { sets, .. }, Technique::SueDeCoq) => {
                let houses = sets.first().map_or(HouseSet::EMPTY, |core| core.cells.common_houses());
                self.eliminate_by_cell(houses & HouseSet::of(HouseKind::Box), &step.eliminations);
                self.eliminate_by_cell(houses, &step.eliminations);
            }
            (Reason::Sets { sets, links }, Technique::AlsXz) if links.len() == 2 => {
                if let [one, other] = sets[..] {
                    self.eliminate_doubly_linked([one, other], *links);
                }
            }
            _ => {}
        }
        for Candidate { cell, digit } in step.eliminations.iter() {
            self.eliminate(cell, digit);
        }
        for Candidate { cell, digit } in step.placements() {
            self.place(cell, digit);
        }
    }

    /// Eliminates those of the candidates that are in these houses, house by house and cell by cell.
    fn eliminate_by_cell(&mut self, houses: HouseSet, eliminations: &Candidates) {
        let (taken, tables) = (eliminations.all_cells(), self.tables);
        for cell in houses.iter().flat_map(|house| taken & tables.houses[house.index()]) {
            for digit in eliminations.digits(cell) {
                self.eliminate(cell, digit);
            }
        }
    }

    /// Eliminates what two sets with two links exclude: for each link, the digits that both share, but not the link itself; then the
    /// digits of the first that are no links; then those of the second.
    fn eliminate_doubly_linked(&mut self, [one, other]: [AlmostLockedSet; 2], links: DigitSet) {
        let before = self.places;
        let shared = one.digits & other.digits;
        let (both, mut lists) = (one.cells | other.cells, Vec::new());
        for link in links {
            for digit in shared - DigitSet::only(link) {
                let places = before[digit.index()];
                lists.push((digit, (places & (places & both).common_peers()) - both));
            }
        }
        for (set, other) in [(one, other), (other, one)] {
            for digit in set.digits - links {
                let places = before[digit.index()];
                lists.push((digit, (places & (places & set.cells).common_peers()) - set.cells - other.cells));
            }
        }
        for (digit, cells) in lists {
            for cell in cells {
                self.eliminate(cell, digit);
            }
        }
    }
}
