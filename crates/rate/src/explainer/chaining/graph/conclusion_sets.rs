//! Conclusion sets: all that each candidate turns off and on by static links, as rows of bits.
//!
//! ```text
//! rank    0 1 2 3 ...       the candidates of the state, cell by cell: some two hundred, so that a row is four words
//! row     0 0 1 0 ...       bit = a candidate that is off
//! on      classes           bit = a class that is on
//! ```
//!
//! Candidates of which one must hold share a conclusion where their rows, or their sets of classes, meet. A candidate with a class
//! has the row of the class.

use super::{
    super::candidates::{CANDIDATES, CandidateGrid, CandidateId, bits, id},
    implication_sets::{ClassSet, Classes, UNITS, units},
};

/// Set of candidates by rank.
type Row<const W: usize> = [u64; W];

/// Words of a row that holds every candidate of a blank grid.
const MAX_WORDS: usize = CANDIDATES.div_ceil(64);

/// Memory of conclusion sets, by the size of their rows.
#[derive(Debug, Default)]
pub(crate) struct ConclusionScratch {
    up_to_256: ConclusionSets<4>,
    all: ConclusionSets<MAX_WORDS>,
}

/// Conclusions of all candidates of a state.
#[derive(Debug)]
pub(crate) struct ConclusionSets<const W: usize> {
    ranks: Box<[u16; CANDIDATES]>,
    /// By unit, a cell or a digit of a house: its candidates.
    units: Vec<Row<W>>,
    /// By unit: what a candidate turns off that has no class, beside itself.
    off_by_unit: Vec<Row<W>>,
    /// By class: candidates that are off because of it.
    by_class: Vec<Row<W>>,
    /// By rank: candidates that are off, and classes that are on.
    off: Vec<Row<W>>,
    on: Vec<ClassSet>,
}

impl<const W: usize> Default for ConclusionSets<W> {
    fn default() -> Self {
        Self {
            ranks: Box::new([0; CANDIDATES]),
            units: vec![[0; W]; UNITS],
            off_by_unit: vec![[0; W]; UNITS],
            by_class: Vec::new(),
            off: Vec::new(),
            on: Vec::new(),
        }
    }
}

#[inline]
fn join<const W: usize>(row: &mut Row<W>, more: &Row<W>) {
    for (word, more) in row.iter_mut().zip(more) {
        *word |= more;
    }
}

/// Returns the union of the rows of all units of a candidate.
#[inline]
fn around<const W: usize>(rows: &[Row<W>], own: CandidateId) -> Row<W> {
    let mut seen = [0; W];
    for unit in units(own) {
        join(&mut seen, &rows[unit]);
    }
    seen
}

/// Passes to `ask` a test for groups of candidates: whether they may share a conclusion.
pub(crate) fn with_conclusions(
    grid: &CandidateGrid,
    classes: Option<Classes<'_>>,
    scratch: &mut ConclusionScratch,
    ask: impl FnOnce(&dyn Fn(&[CandidateId]) -> bool),
) {
    let Some(classes) = classes else { return ask(&|_| true) };
    let count: u32 = grid.cells.iter().map(|candidates| candidates.count_ones()).sum();
    if count <= 256 {
        let sets = &mut scratch.up_to_256;
        sets.fill(grid, classes);
        ask(&|group| sets.may_share(group));
    } else {
        let sets = &mut scratch.all;
        sets.fill(grid, classes);
        ask(&|group| sets.may_share(group));
    }
}

impl<const W: usize> ConclusionSets<W> {
    fn fill(&mut self, grid: &CandidateGrid, classes: Classes<'_>) {
        self.rank(grid);
        self.by_class.clear();
        self.by_class.resize(classes.implied().len(), [0; W]);
        for &member in classes.members() {
            if let Some(class) = classes.of(member) {
                let direct = self.beside(around(&self.units, member), member);
                join(&mut self.by_class[class], &direct);
            }
        }
        self.close(classes.implied());
        self.off_by_unit.copy_from_slice(&self.units);
        for &member in classes.members() {
            if let Some(class) = classes.of(member) {
                for unit in units(member) {
                    join(&mut self.off_by_unit[unit], &self.by_class[class ^ 1]);
                }
            }
        }
        self.off.clear();
        self.on.clear();
        for (cell, &candidates) in grid.cells.iter().enumerate() {
            for own in bits(candidates).map(|digit| id(cell, digit)) {
                let on = classes.turned_on(own);
                let off = if let Some(class) = classes.of(own) {
                    self.by_class[class]
                } else {
                    let off = around(&self.off_by_unit, own);
                    if classes.refutes_itself(own) { off } else { self.beside(off, own) }
                };
                self.off.push(off);
                self.on.push(on);
            }
        }
    }

    /// Numbers the candidates.
    fn rank(&mut self, grid: &CandidateGrid) {
        self.units.fill([0; W]);
        let mut rank = 0;
        for (cell, &candidates) in grid.cells.iter().enumerate() {
            for own in bits(candidates).map(|digit| id(cell, digit)) {
                self.ranks[usize::from(own)] = rank;
                let (word, bit) = (usize::from(rank / 64), 1 << (rank % 64));
                for unit in units(own) {
                    self.units[unit][word] |= bit;
                }
                rank += 1;
            }
        }
    }

    /// Removes a candidate from a row.
    #[inline]
    fn beside(&self, mut row: Row<W>, own: CandidateId) -> Row<W> {
        let rank = self.ranks[usize::from(own)];
        row[usize::from(rank / 64)] &= !(1 << (rank % 64));
        row
    }

    /// Adds to each class what the classes turn off that follow from it.
    fn close(&mut self, implied: &[ClassSet]) {
        for class in 0..implied.len() {
            let mut todo = implied[class] & !(1 << class);
            let mut off = self.by_class[class];
            while todo != 0 {
                let next = todo.trailing_zeros() as usize;
                // A lower class is closed already.
                todo &= if next < class { !implied[next] } else { todo - 1 };
                join(&mut off, &self.by_class[next]);
            }
            self.by_class[class] = off;
        }
    }

    /// Returns true if all candidates of a group turn off the same candidate, or turn on the same class.
    fn may_share(&self, group: &[CandidateId]) -> bool {
        let (mut off, mut on) = ([u64::MAX; W], ClassSet::MAX);
        for &own in group {
            let rank = usize::from(self.ranks[usize::from(own)]);
            let mut any = 0;
            for (word, own) in off.iter_mut().zip(&self.off[rank]) {
                *word &= own;
                any |= *word;
            }
            on &= self.on[rank];
            if any == 0 && on == 0 {
                return false;
            }
        }
        true
    }
}
