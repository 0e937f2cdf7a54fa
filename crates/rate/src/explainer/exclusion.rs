//! Aligned pair exclusion: cells that see two cells forbid pairs of their values. A value without any pair left goes.
//!
//! ```text
//! {1,2} .. {1,3}      (1,1) where the two see each other, and (2,3) where a cell with {2,3} sees both;
//!     {2,3}           a value of which no pair is left goes
//! ```
//!
//! Order: pairs colexicographically by cell. A cell counts if it sees a cell with two candidates and none with one; the two need
//! not see each other, but two cells at least with two candidates must see both.

use super::around;
use crate::{
    Candidates, CellSet, Pencilmarks, Reason, SearchFlow, Sink, Step, Technique as T, candidates::bits, peers,
};
use gridmill_board::{Cell, DigitSet};

/// Finds aligned pair exclusions.
pub(super) fn find_pairs(
    marks: &Pencilmarks,
    snapshot: &mut CandidateSnapshot,
    sink: &mut Sink<'_>,
) -> SearchFlow {
    let at_least = marks.cells_with_at_least();
    let (singles, excluders) = (at_least[1] - at_least[2], at_least[2] - at_least[3]);
    let base: CellSet = at_least[2]
        .iter()
        .filter(|&cell| !peers(cell).meets(singles) && peers(cell).meets(excluders))
        .collect();
    let now = candidates(marks);
    let changed = if singles.is_empty() { snapshot.changed(&now) } else { CellSet::ALL };
    let mut any = false;
    for second in base {
        let seen = excluders & peers(second);
        // Cells that several of these see.
        let [_, several] = seen.iter().fold([CellSet::EMPTY; 2], |[once, several], cell| {
            [once | peers(cell), several | once & peers(cell)]
        });
        let near = if changed.contains(second) {
            CellSet::ALL
        } else {
            { changed & seen }.iter().fold(changed, |near, cell| near | peers(cell))
        };
        for first in base & several & near & CellSet::before(second) {
            let common = seen & peers(first);
            if pair_may_exclude(marks, first, second, common) {
                pair(marks, first, second, common, &mut |step| {
                    any = true;
                    sink(step)
                })?;
            }
        }
    }
    snapshot.keep(&now, !any && singles.is_empty());
    SearchFlow::Continue(())
}

/// Returns true if a value of either cell has no partner in the other.
#[inline]
fn pair_may_exclude(marks: &Pencilmarks, first: Cell, second: Cell, excluders: CellSet) -> bool {
    let [a, b] = [first, second].map(|cell| marks.candidate_bits(cell));
    // Each excluder removes one partner. The value itself is removed, too, if the two cells see each other.
    let sees = peers(first).contains(second);
    if a.count_ones().min(b.count_ones()) > excluders.len() + u32::from(sees) {
        return false;
    }
    let mut partners: [u16; 9] = std::array::from_fn(|digit| if sees { 1 << digit } else { 0 });
    for pair in excluders.iter().map(|cell| marks.candidate_bits(cell)) {
        for digit in bits(pair) {
            partners[digit] |= pair;
        }
    }
    // An excluder with the value removes all its other digits as partners. The value may pair with itself if the cells do not
    // see each other.
    let own = |digit: usize| if sees { 0 } else { 1 << digit };
    let lonely = |of: u16, others: u16| bits(of).any(|n| others & !(partners[n] & !own(n)) == 0);
    lonely(a, b) || lonely(b, a)
}

fn pair(
    marks: &Pencilmarks,
    first: Cell,
    second: Cell,
    excluders: CellSet,
    sink: &mut Sink<'_>,
) -> SearchFlow {
    let mut partners = [DigitSet::EMPTY; 9];
    if peers(first).contains(second) {
        for digit in DigitSet::full(9) {
            partners[digit.index()].insert(digit);
        }
    }
    for pair in excluders.iter().map(|cell| marks.candidates(cell)) {
        for digit in pair {
            partners[digit.index()] |= pair - DigitSet::only(digit);
        }
    }
    let mut eliminations = Candidates::EMPTY;
    for (cell, other) in [(first, second), (second, first)] {
        let others = marks.candidates(other);
        for digit in
            marks.candidates(cell).iter().filter(|digit| (others - partners[digit.index()]).is_empty())
        {
            eliminations.insert(cell, digit);
        }
    }
    if eliminations.is_empty() {
        return SearchFlow::Continue(());
    }
    let reason = Reason::Aligned { cells: vec![first, second], excluders };
    sink(Step::eliminate(T::AlignedPairExclusion, eliminations, reason))
}

// Aligned triplet exclusion: cells that see three cells forbid triples of their values. A value without any triple left goes.
//
// ```text
// {1,2} {1,3} {4,5}       (1,3,4) where a cell with {1,3}, {3,4} or {1,3,4} sees all three, and (1,1,x) where the first two
//    {1,3}  {2,4,5}       see each other; a value of which no triple is left goes
// ```
//
// Order: the first two cells colexicographically; the third among cells that could be excluders with the first, then with the
// second, by box, row and column of either. A cell counts if it sees a cell with two or three candidates and none with one; two
// cells at least with two or three candidates must see all three.

/// Candidates of a state in which nothing was found.
///
/// Three cells give the same result as long as they and their excluders (cells with two or three candidates that see all three) are
/// unchanged. An excluder that is gone, or has more candidates, forbids no more than before.
#[derive(Debug, Default)]
pub(super) struct CandidateSnapshot(Option<Box<[DigitSet; 81]>>);

impl CandidateSnapshot {
    /// Returns the cells whose candidates changed.
    pub(super) fn changed(&self, now: &[DigitSet; 81]) -> CellSet {
        let Some(before) = &self.0 else { return CellSet::ALL };
        CellSet::ALL.iter().filter(|cell| now[cell.index()] != before[cell.index()]).collect()
    }

    pub(super) fn keep(&mut self, now: &[DigitSet; 81], all: bool) {
        self.0 = all.then(|| Box::new(*now));
    }
}

/// The candidates of all cells.
pub(super) fn candidates(marks: &Pencilmarks) -> [DigitSet; 81] {
    std::array::from_fn(|cell| marks.candidates(Cell::new(cell)))
}

/// Finds aligned triplet exclusions.
pub(super) fn find_triplets(
    marks: &Pencilmarks,
    snapshot: &mut CandidateSnapshot,
    sink: &mut Sink<'_>,
) -> SearchFlow {
    let at_least = marks.cells_with_at_least();
    let (singles, excluders) = (at_least[1] - at_least[2], at_least[2] - at_least[4]);
    let now = candidates(marks);
    // A cell with one candidate rules others out.
    let changed = if singles.is_empty() { snapshot.changed(&now) } else { CellSet::ALL };
    let mut any = false;
    let base: CellSet = at_least[2]
        .iter()
        .filter(|&cell| !peers(cell).meets(singles) && peers(cell).meets(excluders))
        .collect();
    for second in base {
        let seen = excluders & peers(second);
        for first in base & CellSet::before(second) {
            let common = seen & peers(first);
            let thirds = if changed.contains(first) || changed.contains(second) {
                base
            } else {
                base & { changed & common }.iter().fold(changed, |thirds, cell| thirds | peers(cell))
            };
            if common.is_several() && triplet_may_exclude(marks, [first, second], excluders, common, thirds) {
                let tail = around(first, excluders).chain(around(second, seen - peers(first)));
                for third in tail.filter(|&third| thirds.contains(third) && third != first && third != second)
                {
                    let common = common & peers(third);
                    // The same three came before where the second cell is a third to the others, or the first to a lower.
                    let is_third = |cell: Cell, to: [Cell; 2]| {
                        excluders.contains(cell) && to.into_iter().any(|to| peers(to).contains(cell))
                    };
                    let before = third < second && is_third(second, [first, third])
                        || third < first && is_third(first, [third, second]);
                    if common.is_several() && !before {
                        triplet(marks, [first, second, third], common, &mut |step| {
                            any = true;
                            sink(step)
                        })?;
                    }
                }
            }
        }
    }
    snapshot.keep(&now, !any && singles.is_empty());
    SearchFlow::Continue(())
}

/// Prefilter: returns true if one of three cells loses a value.
///
/// A test that assumes that all excluders of the first two cells see the third is fast for all thirds together, and mostly excludes all.
/// Thirds that came before, as below, are left out.
fn triplet_may_exclude(
    marks: &Pencilmarks,
    [first, second]: [Cell; 2],
    excluders: CellSet,
    common: CellSet,
    thirds: CellSet,
) -> bool {
    let near = |cell: Cell| if peers(first).contains(second) { CellSet::ALL } else { peers(cell) };
    let mut thirds = thirds & excluders & (peers(first) | peers(second));
    for cell in [first, second].into_iter().filter(|&cell| excluders.contains(cell)) {
        thirds -= CellSet::before(cell) & near(cell);
    }
    thirds = thirds.without(first).without(second);
    let thirds: CellSet = thirds.iter().filter(|&third| (common & peers(third)).is_several()).collect();
    if thirds.is_empty() {
        return false;
    }
    let allowed = Allowed::new(marks, [first, second], common);
    thirds.into_iter().any(|third| {
        let (candidates, common) = (marks.candidate_bits(third), common & peers(third));
        !allowed.all(candidates, third)
            && !Allowed::new(marks, [first, second], common).all(candidates, third)
    })
}

/// Values of a third cell that are allowed with values of two cells.
struct Allowed {
    cells: [Cell; 2],
    /// Values of the third cell by the value of the first, and of the second; none for other digits. The second table leaves out the value
    /// of the other of the two cells.
    by_value: [[[u16; 9]; 2]; 2],
    /// Values of the third cell, without that of the first, of the second, or of both.
    all: [[u16; 2]; 2],
    candidates: [u16; 2],
}

impl Allowed {
    fn new(marks: &Pencilmarks, cells: [Cell; 2], excluders: CellSet) -> Self {
        let mut partners = [0; 9];
        let (mut threes, mut count) = ([0; 20], 0);
        for digits in excluders.iter().map(|cell| marks.candidate_bits(cell)) {
            if digits.count_ones() == 2 {
                bits(digits).for_each(|digit| partners[digit] |= digits & !(1 << digit));
            } else {
                threes[count] = digits;
                count += 1;
            }
        }
        let threes = &threes[..count];
        let candidates = cells.map(|cell| marks.candidate_bits(cell));
        let sees = peers(cells[0]).contains(cells[1]);
        let mut allowed = Self { cells, by_value: [[[0; 9]; 2]; 2], all: [[0; 2]; 2], candidates };
        for a in bits(candidates[0]) {
            let seen = if sees { 1 << a } else { 0 };
            for b in bits(candidates[1] & !(partners[a] | seen)) {
                let pair = 1 << a | 1 << b;
                let third = if a == b { 0 } else { forbidden_by_three(threes, pair) };
                allowed.add([a, b], !(partners[a] | partners[b] | third));
            }
        }
        allowed
    }

    /// Adds the values of the third cell that are allowed with two values.
    #[inline]
    fn add(&mut self, values: [usize; 2], third: u16) {
        let [without_first, without_second] = values.map(|value| third & !(1 << value));
        self.by_value[0][0][values[0]] |= third;
        self.by_value[0][1][values[0]] |= without_second;
        self.by_value[1][0][values[1]] |= third;
        self.by_value[1][1][values[1]] |= without_first;
        self.all[0][0] |= third;
        self.all[1][0] |= without_first;
        self.all[0][1] |= without_second;
        self.all[1][1] |= without_first & without_second;
    }

    /// Returns true if all values of the three cells are allowed.
    #[inline]
    fn all(&self, third: u16, cell: Cell) -> bool {
        let sees = self.cells.map(|other| peers(other).contains(cell));
        let [sees_first, sees_second] = sees.map(usize::from);
        let all_of = |of: usize| {
            let allowed = &self.by_value[of][usize::from(sees[1 - of])];
            bits(self.candidates[of]).all(|value| {
                let own = if sees[of] { 1 << value } else { 0 };
                allowed[value] & third & !own != 0
            })
        };
        third & !self.all[sees_first][sees_second] == 0 && all_of(0) && all_of(1)
    }
}

/// Returns the values that excluders forbid together with one: the other of two.
fn forbidden(excluders: &[u16], a: u16) -> u16 {
    excluders
        .iter()
        .filter(|&&digits| digits & a != 0 && digits.count_ones() == 2)
        .fold(0, |all, digits| all | digits & !a)
}

/// Returns the values that excluders forbid together with two: the third of three.
fn forbidden_by_three(excluders: &[u16], pair: u16) -> u16 {
    excluders.iter().filter(|&&digits| digits & pair == pair).fold(0, |all, digits| all | digits & !pair)
}

fn triplet(marks: &Pencilmarks, cells: [Cell; 3], excluders: CellSet, sink: &mut Sink<'_>) -> SearchFlow {
    let [first, second, third] = cells.map(|cell| marks.candidate_bits(cell));
    let sees = |a: usize, b: usize| if peers(cells[a]).contains(cells[b]) { u16::MAX } else { 0 };
    let [ab, ac, bc] = [sees(0, 1), sees(0, 2), sees(1, 2)];
    let mut list = [0; 20];
    let mut count = 0;
    for cell in excluders {
        list[count] = marks.candidate_bits(cell);
        count += 1;
    }
    let list = &list[..count];
    let mut allowed = [0; 3];
    for a in bits(first).map(|digit| 1 << digit) {
        let partners = forbidden(list, a);
        let for_c = third & !(partners | a & ac);
        for b in bits(second & !(partners | a & ab)).map(|digit| 1 << digit) {
            let mut c = for_c & !(b & bc);
            // Triples of values that are all known to be allowed add nothing.
            if allowed[0] & a != 0 && allowed[1] & b != 0 && c & !allowed[2] == 0 {
                continue;
            }
            c &= !forbidden(list, b);
            if a != b {
                c &= !forbidden_by_three(list, a | b);
            }
            if c != 0 {
                allowed[0] |= a;
                allowed[1] |= b;
                allowed[2] |= c;
            }
        }
        if allowed == [first, second, third] {
            return SearchFlow::Continue(());
        }
    }
    let mut eliminations = Candidates::EMPTY;
    for ((cell, candidates), allowed) in cells.into_iter().zip([first, second, third]).zip(allowed) {
        for digit in DigitSet::from_bits(u32::from(candidates & !allowed)) {
            eliminations.insert(cell, digit);
        }
    }
    if eliminations.is_empty() {
        return SearchFlow::Continue(());
    }
    let reason = Reason::Aligned { cells: cells.to_vec(), excluders };
    sink(Step::eliminate(T::AlignedTripletExclusion, eliminations, reason))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Conventions, Family, Finder, FinderMemory, Rater, Rulebook, TechniqueSet};
    use gridmill_board::{Digit, Grid, Shape};

    /// Returns the eliminations of three cells by trying all triples.
    fn by_definition(marks: &Pencilmarks, cells: [Cell; 3], excluders: CellSet) -> Candidates {
        let mut gone: Candidates = cells
            .into_iter()
            .flat_map(|cell| marks.candidates(cell).iter().map(move |digit| (cell, digit)))
            .map(|(cell, digit)| crate::Candidate { cell, digit })
            .collect();
        let [first, second, third] = cells.map(|cell| marks.candidates(cell));
        let excluded = |triple: [Digit; 3]| {
            let set: DigitSet = triple.into_iter().collect();
            let equal = |a: usize, b: usize| triple[a] == triple[b] && peers(cells[a]).contains(cells[b]);
            equal(0, 1) || equal(0, 2) || equal(1, 2) || { excluders }
                .iter()
                .any(|cell| (marks.candidates(cell) - set).is_empty())
        };
        for a in first {
            for b in second {
                for c in third.iter().filter(|&c| !excluded([a, b, c])) {
                    for (digit, cell) in [a, b, c].into_iter().zip(cells) {
                        gone.restrict(digit, gone.cells(digit).without(cell));
                    }
                }
            }
        }
        gone
    }

    /// Returns the eliminations of all exclusions of a state in order, each three cells once.
    fn all_by_definition(marks: &Pencilmarks) -> Vec<Candidates> {
        let at_least = marks.cells_with_at_least();
        let (singles, excluders) = (at_least[1] - at_least[2], at_least[2] - at_least[4]);
        let is_base = |cell: &Cell| !peers(*cell).meets(singles) && peers(*cell).meets(excluders);
        let base: CellSet = at_least[2].iter().filter(is_base).collect();
        let mut found = Vec::new();
        let mut seen = std::collections::BTreeSet::new();
        for second in base {
            for first in base & CellSet::before(second) {
                let tail: Vec<Cell> = around(first, excluders).chain(around(second, excluders)).collect();
                for &third in
                    tail.iter().filter(|&&third| base.contains(third) && third != first && third != second)
                {
                    let three: CellSet = [first, second, third].into_iter().collect();
                    let common = three.common_peers() & excluders;
                    if common.is_several() && seen.insert(three) {
                        found.push(by_definition(marks, [first, second, third], common));
                    }
                }
            }
        }
        found.retain(|gone| !gone.is_empty());
        found
    }

    #[test]
    fn exclusions_are_those_of_the_definition_all_along_a_path() {
        let requested = TechniqueSet::only(T::AlignedTripletExclusion);
        let mut rater = Rater::new(&Rulebook::se().restricted(|rule| !rule.techniques.meets(requested)));
        let mut scratch = FinderMemory::default();
        let mut count = 0;
        for puzzle in [
            "...456..9...1..2...6..2..5.......36..15.68.....43..8...81..........9.54.9......7.",
            "12.4...8.........6.89..315...4.....3.....75....59.4.2..48.619..731.........7.....",
        ] {
            let mut marks = Pencilmarks::new(&Grid::parse(Shape::STANDARD, puzzle).unwrap());
            let mut states = Vec::new();
            rater.trace(&mut marks, |marks, _| states.push(marks.clone()));
            for marks in states {
                let mut found = Vec::new();
                let mut finder = Finder::new(&marks, requested, Conventions::Explainer, &mut scratch);
                let _ = finder.find(Family::Exclusion, &mut |step| {
                    found.push(step.eliminations);
                    SearchFlow::Continue(())
                });
                assert_eq!(found, all_by_definition(&marks), "{marks:?}");
                count += found.len();
            }
        }
        assert!(count > 0);
    }
}
