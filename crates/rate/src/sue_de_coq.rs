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

use super::{
    AlmostLockedSet, Candidates, CellSet, Finder, House, HouseKind, Pencilmarks, Reason, SearchFlow, Sink,
    Step, Technique, bits, house_cache::HouseCache, subset_sizes::SIZES,
};
use gridmill_board::DigitSet;

/// Memory of the search: clusters of each house, each before those that extend it, and the clusters of the current box.
#[derive(Debug, Default)]
pub(super) struct SueDeCoqScratch {
    listed: [Listed; 27],
    taking: Taking,
    cache: HouseCache,
}

/// Clusters of a box, with the number of core digits that each takes, by their largest excess.
type Taking = [Vec<(u8, Cluster)>; 4];

/// Largest excess of a cluster: the number of cells of a meeting.
const MOST_EXCESS: usize = 3;

/// Cluster: cells of a house, as bits of their places in it, and their candidates.
#[derive(Debug, Clone, Copy)]
struct Cluster {
    cells: u16,
    digits: u16,
    count: u8,
    /// Number of candidates beyond the number of cells.
    excess: u8,
}

/// Core: cells where a box meets a line, as places in both.
#[derive(Debug, Clone, Copy)]
struct Core {
    in_line: u16,
    digits: u16,
    /// Number of cells; also the largest excess of line and box cluster together.
    size: u8,
}

fn count(bits: u16) -> u8 {
    #[expect(clippy::cast_possible_truncation, reason = "nine at most")]
    let count = bits::count(bits) as u8;
    count
}

fn size(cells: CellSet) -> u8 {
    u8::try_from(cells.len()).unwrap_or(0)
}

/// Digits as bits.
fn bits(digits: DigitSet) -> u16 {
    digits.fold(0, |bits, digit| bits | 1 << digit.index())
}

/// Bits as digits.
fn set(bits: u16) -> DigitSet {
    DigitSet::full(9)
        .filter(|digit| bits >> digit.index() & 1 == 1)
        .fold(DigitSet::EMPTY, |all, digit| all | DigitSet::only(digit))
}

/// Finds Sue de Coqs.
pub(super) fn find(finder: &mut Finder<'_>, sink: &mut Sink<'_>) -> SearchFlow {
    let Finder { marks, wanted, .. } = *finder;
    if !wanted.contains(Technique::SueDeCoq) {
        return SearchFlow::Continue(());
    }
    let SueDeCoqScratch { listed, taking, cache } = &mut finder.scratch.sue_de_coq;
    let (known, [_, open, ..]) = (cache.known(marks), marks.cells_with_at_least());
    let mut any = false;
    let mut sink = |step: Step| {
        any = true;
        sink(step)
    };
    for line in HouseKind::Row.houses().chain(HouseKind::Column.houses()) {
        for square in HouseKind::Box.houses() {
            let meeting = line.cells() & square.cells() & open;
            let is_known = known.contains(line) && known.contains(square);
            if meeting.is_several() && !is_known && may_meet(marks, [line, square], meeting, open) {
                for house in [line, square] {
                    listed[house.index()].read(marks, house, open);
                }
                let [of_line, of_square] = [line, square].map(|house| &listed[house.index()]);
                SueDeCoqSearch { marks, line, square, of_line, of_square }
                    .in_meeting(meeting, taking, &mut sink)?;
            }
        }
    }
    if !any {
        House::all().for_each(|house| cache.note(marks, house));
    }
    SearchFlow::Continue(())
}

impl Cluster {
    fn new(cells: u16, digits: u16, size: u8) -> Self {
        Self { cells, digits, count: size, excess: count(digits).saturating_sub(size) }
    }
}

/// Clusters of a house with a small excess.
#[derive(Debug, Default)]
struct Listed {
    /// Clusters with an excess of at most one, two, three.
    clusters: [Vec<Cluster>; 3],
    least: u8,
    /// Positions in the house when it was read.
    positions: [u16; 9],
}

impl Listed {
    /// Lists the clusters among the `open` cells of a house, those with candidates, unless the house is unchanged.
    fn read(&mut self, marks: &Pencilmarks, house: House, open: CellSet) {
        if self.positions == marks.all_positions(house) {
            return;
        }
        self.positions = marks.all_positions(house);
        let mut cells = [(0, 0); 9];
        let open = (house.cells() & open)
            .map(|cell| (1 << House::index_of(house.kind(), cell), bits(marks.candidates(cell))));
        let count = cells.iter_mut().zip(open).map(|(cell, open)| *cell = open).count();
        self.clusters.iter_mut().for_each(Vec::clear);
        self.least = u8::MAX;
        self.extend(&cells[..count], Cluster::new(0, 0, 0));
    }

    fn extend(&mut self, cells: &[(u16, u16)], chosen: Cluster) {
        for (n, &(cell, digits)) in cells.iter().enumerate() {
            let rest = &cells[n + 1..];
            let cluster = Cluster::new(chosen.cells | cell, chosen.digits | digits, chosen.count + 1);
            self.least = self.least.min(cluster.excess);
            for list in self.clusters.iter_mut().skip(usize::from(cluster.excess.saturating_sub(1))) {
                list.push(cluster);
            }
            // Each further cell lowers the excess by at most one.
            if !rest.is_empty() && usize::from(cluster.excess) <= MOST_EXCESS + rest.len() {
                self.extend(rest, cluster);
            }
        }
    }

    /// Returns the clusters with at most this excess, up to three.
    fn up_to(&self, most: u8) -> impl Iterator<Item = &Cluster> {
        self.clusters[usize::from(most.clamp(1, 3) - 1)].iter().filter(move |cluster| cluster.excess <= most)
    }
}

/// Prefilter: returns true if some core may have clusters on the line and in the box that together use up its excess candidates and share
/// none of its digits. Most cores have none; this is known without lists of clusters.
fn may_meet(marks: &Pencilmarks, houses: [House; 2], meeting: CellSet, open: CellSet) -> bool {
    cores(meeting).into_iter().filter(|cells| cells.is_several()).any(|cells| {
        let digits = cells.fold(0, |all, cell| all | marks.candidate_bits(cell));
        let spare = u16::from(count(digits).saturating_sub(size(cells)));
        if spare < 2 {
            return false;
        }
        // Clusters of the line, with which those of the box are compared.
        let (mut taking, mut known) = ([(0, 0); MOST_SETS], 0);
        let [line, square] = houses.map(|house| (house.cells() & open) - cells);
        let _ = each_taking(marks, line, digits, |taken, shared| {
            taking[known] = (taken, shared);
            known += usize::from(taken < spare);
            false
        });
        known > 0
            && each_taking(marks, square, digits, |taken, shared| {
                taking[..known].iter().any(|&(other, digits)| other + taken == spare && digits & shared == 0)
            })
    })
}

/// Most sets of the cells of a house beside two of a core.
const MOST_SETS: usize = 128;

/// Passes the number of core digits that each set of cells uses up, if any, and those that it has, until `see` returns true.
#[inline]
fn each_taking(
    marks: &Pencilmarks,
    cells: CellSet,
    core: u16,
    mut see: impl FnMut(u16, u16) -> bool,
) -> bool {
    let (mut unions, mut sets) = ([0_u16; MOST_SETS], 1);
    for cell in cells {
        let (known, next) = unions.split_at_mut(sets);
        let candidates = marks.candidate_bits(cell);
        next.iter_mut().zip(known).for_each(|(next, union)| *next = *union | candidates);
        sets *= 2;
    }
    unions[..sets].iter().zip(&SIZES).any(|(&union, &size)| {
        let (extra, shared) = (u16::from(count(union & !core)), union & core);
        size > extra && shared != 0 && see(size - extra, shared)
    })
}

/// Search in one line and one box.
#[derive(Debug, Clone, Copy)]
struct SueDeCoqSearch<'a> {
    marks: &'a Pencilmarks,
    line: House,
    square: House,
    of_line: &'a Listed,
    of_square: &'a Listed,
}

impl SueDeCoqSearch<'_> {
    /// Tries each core: two or three cells of the meeting, in order.
    fn in_meeting(&self, meeting: CellSet, taking: &mut Taking, sink: &mut Sink<'_>) -> SearchFlow {
        // Both clusters together have an excess of no more than the cells of the meeting.
        let [line_least, square_least] = [self.of_line, self.of_square].map(|listed| listed.least.min(9));
        for cells in cores(meeting).into_iter().filter(|cells| cells.is_several()) {
            let digits = bits(cells.fold(DigitSet::EMPTY, |all, cell| all | self.marks.candidates(cell)));
            let size = size(cells);
            let spare = count(digits).saturating_sub(size);
            if spare < 2 || size < line_least + square_least {
                continue;
            }
            let [in_line, in_square] = [self.line, self.square]
                .map(|house| cells.fold(0, |all, cell| all | 1 << House::index_of(house.kind(), cell)));
            let core = Core { in_line, digits, size };
            taking.iter_mut().for_each(Vec::clear);
            let free = self.of_square.up_to(size - line_least).filter(|square| square.cells & in_square == 0);
            for square in free {
                if let Some(taken) = takes(*square, core).filter(|&taken| taken < spare) {
                    let lists = taking.iter_mut().skip(usize::from(square.excess));
                    lists.for_each(|list| list.push((taken, *square)));
                }
            }
            self.with_line(core, (spare, size - square_least), taking, sink)?;
        }
        SearchFlow::Continue(())
    }

    /// Adds a line cluster that takes some of the excess of the core.
    fn with_line(
        &self,
        core: Core,
        (spare, most): (u8, u8),
        taking: &Taking,
        sink: &mut Sink<'_>,
    ) -> SearchFlow {
        if taking[3].is_empty() {
            return SearchFlow::Continue(());
        }
        for line in self.of_line.up_to(most).filter(|line| line.cells & core.in_line == 0) {
            if let Some(taken) = takes(*line, core).filter(|&taken| taken < spare) {
                let taking = &taking[usize::from(core.size - line.excess)];
                self.with_square(core, *line, (spare - taken, taking), sink)?;
            }
        }
        SearchFlow::Continue(())
    }

    /// Adds a box cluster that takes the rest, and shares with the line cluster only digits that the core lacks.
    fn with_square(
        &self,
        core: Core,
        line: Cluster,
        (spare, taking): (u8, &[(u8, Cluster)]),
        sink: &mut Sink<'_>,
    ) -> SearchFlow {
        let forbidden = line.digits & core.digits;
        for &(taken, square) in taking {
            if taken == spare
                && square.digits & forbidden == 0
                && translate(line.cells, self.line, self.square) & square.cells == 0
            {
                self.step(core, line, square, sink)?;
            }
        }
        SearchFlow::Continue(())
    }

    fn step(&self, core: Core, line: Cluster, square: Cluster, sink: &mut Sink<'_>) -> SearchFlow {
        let SueDeCoqSearch { marks, .. } = *self;
        let [core_cells, line_cells] = [core.in_line, line.cells].map(|places| cells(self.line, places));
        let square_cells = cells(self.square, square.cells);
        let both = line.digits & square.digits;
        let from_square = set(((core.digits | square.digits) & !line.digits) | both);
        let from_line = set(((core.digits | line.digits) & !square.digits) | both);
        let rest = |house: House, cells: CellSet| house.cells() - cells - core_cells;
        let mut eliminations = Candidates::within(marks, from_square, rest(self.square, square_cells));
        eliminations.union(&Candidates::within(marks, from_line, rest(self.line, line_cells)));
        if eliminations.is_empty() {
            return SearchFlow::Continue(());
        }
        let sets = [(core_cells, core.digits), (square_cells, square.digits), (line_cells, line.digits)]
            .map(|(cells, digits)| AlmostLockedSet { cells, digits: set(digits) })
            .to_vec();
        let reason = Reason::Sets { sets, links: set(core.digits) };
        sink(Step::eliminate(Technique::SueDeCoq, eliminations, reason))
    }
}

/// Returns the cores of a meeting: two or three cells, in order.
fn cores(meeting: CellSet) -> [CellSet; 4] {
    let mut rest = meeting;
    let [first, second, third] = [(); 3].map(|()| rest.next().map_or(CellSet::EMPTY, CellSet::only));
    if third.is_empty() {
        return [meeting, third, third, third];
    }
    [first | second, meeting, first | third, second | third]
}

/// Returns the cells at these places of a house.
fn cells(house: House, places: u16) -> CellSet {
    (0..9).filter(|place| places >> place & 1 == 1).map(|place| house.cell(place)).collect()
}

/// Converts places of one house to places of another. Cells outside the other are dropped.
fn translate(places: u16, from: House, to: House) -> u16 {
    (cells(from, places) & to.cells()).fold(0, |all, cell| all | 1 << House::index_of(to.kind(), cell))
}

/// Counts the core digits that a cluster uses up. `None` if it shares no digit with the core, or uses up none.
#[inline]
fn takes(cluster: Cluster, core: Core) -> Option<u8> {
    let extra = cluster.digits & !core.digits;
    let shares = extra != cluster.digits;
    cluster.count.checked_sub(count(extra)).filter(|&taken| shares && taken > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{HARD, all, states};

    /// Clusters are listed for meetings alone that pass the prefilter; here for all.
    #[test]
    fn no_sue_de_coq_is_left_out_all_along_a_path() {
        let mut count = 0;
        for marks in states(HARD) {
            let [_, open, ..] = marks.cells_with_at_least();
            let mut listed: [Listed; 27] = Default::default();
            House::all().for_each(|house| listed[house.index()].read(&marks, house, open));
            let mut expected = Vec::new();
            for line in HouseKind::Row.houses().chain(HouseKind::Column.houses()) {
                for square in HouseKind::Box.houses() {
                    let meeting = line.cells() & square.cells() & open;
                    if meeting.is_several() {
                        let [of_line, of_square] = [line, square].map(|house| &listed[house.index()]);
                        let search = SueDeCoqSearch { marks: &marks, line, square, of_line, of_square };
                        let _ = search.in_meeting(meeting, &mut Taking::default(), &mut |step| {
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
