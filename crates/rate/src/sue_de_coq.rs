//! Sue de Coq: cells where a box meets a line, locked together with cells of the line and cells of the box.
//!
//! ```text
//! core          n cells of the meeting with at least n + 2 candidates
//! clusters      a cells of the line and b of the box, which use the excess candidates of the core:
//!               together as many cells as candidates; line and box cells share only digits that the core lacks
//! eliminations  from the rest of the box: digits that the line cells lack; from the rest of the line likewise
//! ```
//!
//! By the forum user of that name (2005); in HoDoKu's order (B. Hobiger 2012): rows before columns, then boxes.

use crate::{
    AlmostLockedSet, Candidates, CellSet, Finder, House, HouseKind, Pencilmarks, Reason, SearchFlow, Sink,
    Step, Technique, candidates,
    pencilmarks::{KnownEmpty, Snapshot},
    subsets::SIZES,
};
use gridmill_board::DigitSet;

/// Memory of the search.
#[derive(Debug, Default)]
pub(super) struct SueDeCoqScratch {
    /// Sets of cells of the line and of the box, for the prefilter; then clusters.
    takings: [Vec<Taken>; 2],
    clusters: [Vec<Cluster>; 2],
    nothing_found: KnownEmpty,
}

/// Core digits that a set of cells has, in the lowest nine bits, and above them the number of those that it uses up.
type Taken = u16;

/// Cluster: cells of a house outside a core, with their candidates.
#[derive(Debug, Clone, Copy, Default)]
struct Cluster {
    cells: CellSet,
    digits: u16,
    count: u8,
    /// Number of core digits that it uses up.
    taken: u8,
}

/// Core: cells where a box meets a line.
#[derive(Debug, Clone, Copy)]
struct Core {
    cells: CellSet,
    digits: u16,
    /// Number of cells; also the largest excess of candidates over cells of both clusters together.
    size: u8,
    /// Number of candidates beyond that of cells.
    spare: u8,
}

fn count(bits: u16) -> u8 {
    #[expect(clippy::cast_possible_truncation, reason = "nine at most")]
    let count = candidates::count(bits) as u8;
    count
}

fn set(bits: u16) -> DigitSet {
    DigitSet::from_bits(bits.into())
}

/// Finds Sue de Coqs.
pub(super) fn find(finder: &mut Finder<'_>, sink: &mut Sink<'_>) -> SearchFlow {
    let Finder { marks, requested, .. } = *finder;
    if !requested.contains(Technique::SueDeCoq) {
        return SearchFlow::Continue(());
    }
    let SueDeCoqScratch { takings, clusters, nothing_found } = &mut finder.scratch.sue_de_coq;
    let (now, [_, open, ..]) = (Snapshot::new(marks), marks.cells_with_at_least());
    let changed = nothing_found.changed(&now);
    let mut any = false;
    let mut sink = |step: Step| {
        any = true;
        sink(step)
    };
    for line in HouseKind::Row.houses().chain(HouseKind::Column.houses()) {
        for square in HouseKind::Box.houses() {
            let meeting = line.cells() & square.cells() & open;
            if !meeting.is_several() || !(line.cells() | square.cells()).meets(changed) {
                continue;
            }
            for core in cores(meeting).into_iter().filter_map(|cells| Core::new(marks, cells)) {
                let free = [line, square].map(|house| (house.cells() & open) - core.cells);
                if may_have_clusters(marks, core, free, changed, takings) {
                    with_clusters(marks, (line, square), core, free, clusters, &mut sink)?;
                }
            }
        }
    }
    if !any {
        nothing_found.note(&now);
    }
    SearchFlow::Continue(())
}

impl Core {
    /// Returns the core of these cells; `None` if they have too few candidates for two clusters.
    fn new(marks: &Pencilmarks, cells: CellSet) -> Option<Self> {
        let digits = cells.iter().fold(0, |all, cell| all | marks.candidate_bits(cell));
        let size = u8::try_from(cells.len()).unwrap_or(0);
        let spare = count(digits).saturating_sub(size);
        (size > 1 && spare > 1).then_some(Self { cells, digits, size, spare })
    }

    /// Counts the core digits that some cells with these candidates use up: none, or all that are spare, make no cluster.
    #[inline]
    fn taken(&self, digits: u16, cells: u8) -> Option<u8> {
        let taken = cells.checked_sub(count(digits & !self.digits))?;
        (digits & self.digits != 0 && taken > 0 && taken < self.spare).then_some(taken)
    }
}

/// Prefilter: returns true if some sets of free cells on the line and in the box together use up the spare candidates of a core and share
/// none of its digits, and they or the core have a changed cell. Most cores have none.
fn may_have_clusters(
    marks: &Pencilmarks,
    core: Core,
    free: [CellSet; 2],
    changed: CellSet,
    takings: &mut [Vec<Taken>; 2],
) -> bool {
    let all = core.cells.meets(changed);
    let sides = free.map(|cells| FreeSets::new(marks, cells, if all { CellSet::ALL } else { changed }));
    // The sets with a changed cell, then the others.
    let counts = [0, 1].map(|side| {
        takings[side].clear();
        sides[side].list(core, sides[side].unchanged..sides[side].count, &mut takings[side]);
        takings[side].len()
    });
    if counts == [0; 2] {
        return false;
    }
    for (side, takings) in sides.iter().zip(&mut *takings) {
        side.list(core, 0..side.unchanged, takings);
    }
    let [of_line, of_square] = takings;
    of_line.iter().enumerate().any(|(n, line)| {
        let of_square = &of_square[..if n < counts[0] { of_square.len() } else { counts[1] }];
        let rest = (u16::from(core.spare) << 9) - (line & !0x1FF);
        // All without a branch, so that the compiler takes eight at once.
        let disjoint = !0x1FF | line;
        of_square.iter().fold(0, |any, square| any | u16::from(square & disjoint == rest)) != 0
    })
}

/// Sets of free cells on the line, or in the box.
struct FreeSets {
    /// Candidates of each set. Nine cells at most, two of which are the core's.
    unions: [u16; 128],
    /// Number of sets without a changed cell, which come first, and of all.
    unchanged: usize,
    count: usize,
}

impl FreeSets {
    fn new(marks: &Pencilmarks, cells: CellSet, changed: CellSet) -> Self {
        let (mut unions, mut count) = ([0_u16; 128], 1);
        let unchanged = 1 << (cells - changed).len();
        for cell in (cells - changed).iter().chain(cells & changed) {
            let (known, next) = unions.split_at_mut(count);
            let candidates = marks.candidate_bits(cell);
            next.iter_mut().zip(known).for_each(|(next, union)| *next = *union | candidates);
            count *= 2;
        }
        Self { unions, unchanged, count }
    }

    /// Lists some of the sets that use up core digits.
    fn list(&self, core: Core, places: std::ops::Range<usize>, takings: &mut Vec<Taken>) {
        for (&digits, &size) in self.unions[places.clone()].iter().zip(&SIZES[places]) {
            let taken = u8::try_from(size).ok().and_then(|size| core.taken(digits, size));
            takings.extend(taken.map(|taken| u16::from(taken) << 9 | digits & core.digits));
        }
    }
}

/// Lists the clusters among free cells, each before those that extend it.
fn list(marks: &Pencilmarks, core: Core, mut free: CellSet, chosen: Cluster, clusters: &mut Vec<Cluster>) {
    while let Some(cell) = free.pop_first() {
        let (digits, count) = (chosen.digits | marks.candidate_bits(cell), chosen.count + 1);
        let mut cluster = Cluster { cells: chosen.cells.with(cell), digits, count, taken: 0 };
        if let Some(taken) = core.taken(digits, count) {
            cluster.taken = taken;
            clusters.push(cluster);
        }
        list(marks, core, free, cluster, clusters);
    }
}

/// Tries each cluster of the line with each of the box: they share only digits that the core lacks.
fn with_clusters(
    marks: &Pencilmarks,
    (line, square): (House, House),
    core: Core,
    free: [CellSet; 2],
    clusters: &mut [Vec<Cluster>; 2],
    sink: &mut Sink<'_>,
) -> SearchFlow {
    for (cells, clusters) in free.into_iter().zip(&mut *clusters) {
        clusters.clear();
        list(marks, core, cells, Cluster::default(), clusters);
    }
    let excess = |cluster: &Cluster| count(cluster.digits).saturating_sub(cluster.count);
    let [of_line, of_square] = &*clusters;
    for of_line in of_line {
        for of_square in of_square {
            if of_line.taken + of_square.taken == core.spare
                && of_line.digits & of_square.digits & core.digits == 0
                && !of_line.cells.meets(of_square.cells)
                && excess(of_line) + excess(of_square) <= core.size
            {
                step(marks, (line, square), core, (of_line, of_square), sink)?;
            }
        }
    }
    SearchFlow::Continue(())
}

fn step(
    marks: &Pencilmarks,
    houses: (House, House),
    core: Core,
    (line, square): (&Cluster, &Cluster),
    sink: &mut Sink<'_>,
) -> SearchFlow {
    let both = line.digits & square.digits;
    let from_square = set(((core.digits | square.digits) & !line.digits) | both);
    let from_line = set(((core.digits | line.digits) & !square.digits) | both);
    let rest = |house: House, cells: CellSet| house.cells() - cells - core.cells;
    let mut eliminations = Candidates::within(marks, from_square, rest(houses.1, square.cells));
    eliminations.union(&Candidates::within(marks, from_line, rest(houses.0, line.cells)));
    if eliminations.is_empty() {
        return SearchFlow::Continue(());
    }
    let sets = [(core.cells, core.digits), (square.cells, square.digits), (line.cells, line.digits)]
        .map(|(cells, digits)| AlmostLockedSet { cells, digits: set(digits) })
        .to_vec();
    let reason = Reason::Sets { sets, links: set(core.digits) };
    sink(Step::eliminate(Technique::SueDeCoq, eliminations, reason))
}

/// Returns the cores of a meeting: two or three cells, in order.
fn cores(meeting: CellSet) -> [CellSet; 4] {
    let mut rest = meeting;
    let [first, second, third] = [(); 3].map(|()| rest.pop_first().map_or(CellSet::EMPTY, CellSet::only));
    if third.is_empty() {
        return [meeting, third, third, third];
    }
    [first | second, meeting, first | third, second | third]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{HARD, all, assert_memory_changes_nothing, states};

    #[test]
    fn unchanged_cells_are_not_searched_again_without_difference() {
        assert_memory_changes_nothing(Technique::SueDeCoq);
    }

    /// Clusters are listed for cores alone that pass the prefilter; here for all.
    #[test]
    fn no_sue_de_coq_is_left_out_all_along_a_path() {
        let mut count = 0;
        for marks in states(HARD) {
            let [_, open, ..] = marks.cells_with_at_least();
            let mut expected = Vec::new();
            for line in HouseKind::Row.houses().chain(HouseKind::Column.houses()) {
                for square in HouseKind::Box.houses() {
                    let meeting = line.cells() & square.cells() & open;
                    for core in cores(meeting).into_iter().filter_map(|cells| Core::new(&marks, cells)) {
                        let free = [line, square].map(|house| (house.cells() & open) - core.cells);
                        let mut clusters = Default::default();
                        let _ =
                            with_clusters(&marks, (line, square), core, free, &mut clusters, &mut |step| {
                                expected.push(step);
                                SearchFlow::Continue(())
                            });
                    }
                }
            }
            assert_eq!(all(&marks, Technique::SueDeCoq), expected);
            count += expected.len();
        }
        assert!(count > 10, "{count}");
    }
}
