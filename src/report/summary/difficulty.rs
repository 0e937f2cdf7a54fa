//! Ratings: ER, level, techniques needed, which of them together, and the hardest puzzles.

use super::{
    batch::{Batch, MISSING, Names, each_whole},
    weights::{RowWeight, Weights},
};
use crate::{
    rate::{Family, Technique, TechniqueSet},
    schema::ColumnId,
};
use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

/// The hardest puzzles that are kept.
const HARDEST: usize = 10;
/// An ER beyond this, in tenths, is no ER.
const HIGHEST_ER: u64 = 10_000;

/// One of the hardest puzzles; the order is from the hardest.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::report) struct HardRow {
    pub(in crate::report) er: Reverse<u16>,
    pub(in crate::report) puzzle: String,
    pub(in crate::report) hardest: Option<String>,
}

/// Counts over ratings.
#[derive(Debug, Clone)]
pub(in crate::report) struct DifficultyCounts {
    /// Rows by givens and ER.
    pub(in crate::report) er_by_givens: BTreeMap<(u16, u16), u64>,
    /// Rows by hardest technique and ER.
    pub(in crate::report) er_by_hardest: BTreeMap<(String, u16), u64>,
    /// The techniques that have a column.
    pub(in crate::report) columns: TechniqueSet,
    /// Rows with counts of techniques.
    pub(in crate::report) counted: u64,
    /// Of these, rows that were solved, and that needed singles alone.
    pub(in crate::report) singles_alone: u64,
    /// Rows that need each technique.
    pub(in crate::report) needed: Vec<u64>,
    /// Steps of each technique in all.
    pub(in crate::report) uses: Vec<u64>,
    /// Rows that need both of two techniques.
    pub(in crate::report) together: Vec<u64>,
    pub(in crate::report) hardest: BTreeSet<HardRow>,
}

/// The ratings of a batch.
#[derive(Debug)]
pub(in crate::report) struct BatchRatings<'a> {
    er: Option<Vec<u64>>,
    level: Option<Names<'a>>,
    hardest: Option<Names<'a>>,
    solved: Option<&'a arrow_array::BooleanArray>,
    score: Option<Vec<f64>>,
    /// The techniques that each row needs, where rows are counted.
    needed: Option<Vec<u128>>,
}

impl Default for DifficultyCounts {
    fn default() -> Self {
        Self {
            er_by_givens: BTreeMap::new(),
            er_by_hardest: BTreeMap::new(),
            columns: TechniqueSet::EMPTY,
            counted: 0,
            singles_alone: 0,
            needed: vec![0; Technique::COUNT],
            uses: vec![0; Technique::COUNT],
            together: vec![0; Technique::COUNT * Technique::COUNT],
            hardest: BTreeSet::new(),
        }
    }
}

/// Returns the bits of the singles.
fn singles() -> u128 {
    let singles = Technique::all().filter(|technique| technique.family() == Family::Singles);
    singles.fold(0, |bits, technique| bits | 1 << technique as u8)
}

/// Marks rows without counts of techniques.
const NOT_COUNTED: u128 = u128::MAX;

impl<'a> BatchRatings<'a> {
    pub(in crate::report) fn of(batch: Batch<'a>, difficulty: &mut DifficultyCounts) -> Self {
        Self {
            er: batch.whole(ColumnId::Er),
            level: batch.names(ColumnId::Level),
            hardest: batch.names(ColumnId::Hardest),
            solved: batch.flags(ColumnId::Solved),
            score: batch.real(ColumnId::Score),
            needed: difficulty.count_techniques(batch),
        }
    }

    fn er(&self, row: usize) -> Option<u16> {
        let er = self.er.as_ref()?[row];
        u16::try_from(er).ok().filter(|_| er <= HIGHEST_ER)
    }

    /// Returns the ER of each row, [`MISSING`] where there is none.
    pub(in crate::report) fn ers(&self) -> Option<&[u64]> {
        self.er.as_deref()
    }

    fn is_solved(&self, row: usize) -> bool {
        self.solved.is_none_or(|solved| arrow_array::Array::is_valid(solved, row) && solved.value(row))
    }

    fn needs_singles_alone(&self, row: usize) -> bool {
        let needed = self.needed.as_ref().map_or(NOT_COUNTED, |needed| needed[row]);
        needed != NOT_COUNTED && needed & !singles() == 0 && self.is_solved(row)
    }

    /// Adds the row's weight to all counts that the row belongs to.
    pub(in crate::report) fn weigh(&self, row: usize, one: RowWeight, givens: u16, weights: &mut Weights) {
        weights.add(one, givens, self.er(row));
        let name =
            |names: &Option<Names<'_>>| names.as_ref().and_then(|names| names.get(row)).map(str::to_owned);
        if let Some(level) = name(&self.level) {
            weights.by_level.entry(level).or_default().add(one);
        }
        if let Some(hardest) = name(&self.hardest) {
            weights.by_hardest.entry(hardest).or_default().add(one);
        }
        if let Some(score) = &self.score {
            weights.score.add(one, score[row]);
        }
        if self.needs_singles_alone(row) {
            weights.singles_alone.add(one);
        }
        let needed = self.needed.as_ref().map_or(NOT_COUNTED, |needed| needed[row]);
        if needed != NOT_COUNTED {
            for_each_bit(needed, |technique| {
                #[expect(clippy::cast_possible_truncation, reason = "below 128")]
                weights.by_technique.entry(technique as u8).or_default().add(one);
            });
        }
    }
}

impl DifficultyCounts {
    /// Adds the ratings of the rows with a readable puzzle; `puzzle` gives a row's text.
    pub(in crate::report) fn absorb<'a>(
        &mut self,
        ratings: &BatchRatings<'_>,
        givens: &[u64],
        puzzle: impl Fn(usize) -> Option<&'a str>,
    ) {
        let mut by_hardest: BTreeMap<(u64, u16), u64> = BTreeMap::new();
        let mut by_givens: BTreeMap<(u16, u16), u64> = BTreeMap::new();
        for (row, &givens) in givens.iter().enumerate() {
            self.singles_alone += u64::from(ratings.needs_singles_alone(row));
            let (Some(er), Ok(givens)) = (ratings.er(row), u16::try_from(givens)) else { continue };
            *by_givens.entry((givens, er)).or_default() += 1;
            if let Some(names) = &ratings.hardest
                && names.rows[row] != MISSING
            {
                *by_hardest.entry((names.rows[row], er)).or_default() += 1;
            }
            let last = self.hardest.last().filter(|_| self.hardest.len() == HARDEST);
            if last.is_none_or(|last| er >= last.er.0) {
                let hardest = ratings.hardest.as_ref().and_then(|names| names.get(row)).map(str::to_owned);
                let puzzle = puzzle(row).unwrap_or("").to_owned();
                self.keep(HardRow { er: Reverse(er), puzzle, hardest });
            }
        }
        for (key, rows) in by_givens {
            *self.er_by_givens.entry(key).or_default() += rows;
        }
        let Some(names) = &ratings.hardest else { return };
        for ((name, er), rows) in by_hardest {
            let name = usize::try_from(name).ok().and_then(|name| names.names.get(name)).copied();
            *self.er_by_hardest.entry((name.unwrap_or("").to_owned(), er)).or_default() += rows;
        }
    }

    fn keep(&mut self, hard: HardRow) {
        self.hardest.insert(hard);
        if self.hardest.len() > HARDEST {
            self.hardest.pop_last();
        }
    }

    /// Adds the columns of techniques, and returns the techniques that each row needs.
    fn count_techniques(&mut self, batch: Batch<'_>) -> Option<Vec<u128>> {
        let mut needed: Option<Vec<u128>> = None;
        for technique in Technique::all() {
            let Some(column) = batch.column(ColumnId::Technique(technique)) else { continue };
            let place = technique as usize;
            self.columns = self.columns.with(technique);
            let needed = needed.get_or_insert_with(|| vec![NOT_COUNTED; batch.rows()]);
            let (mut uses, mut rows) = (0, 0);
            each_whole(&**column, |row, steps| {
                if needed[row] == NOT_COUNTED {
                    needed[row] = 0;
                }
                if steps > 0 {
                    needed[row] |= 1 << place;
                    uses += u64::try_from(steps).unwrap_or(0);
                    rows += 1;
                }
            });
            self.uses[place] += uses;
            self.needed[place] += rows;
        }
        for &needed in needed.iter().flatten().filter(|needed| **needed != NOT_COUNTED) {
            self.counted += 1;
            for_each_bit(needed, |one| {
                let row = &mut self.together[one * Technique::COUNT..(one + 1) * Technique::COUNT];
                for_each_bit(needed, |other| row[other] += 1);
            });
        }
        needed
    }

    pub(in crate::report) fn merge(&mut self, other: &Self) {
        for (&key, rows) in &other.er_by_givens {
            *self.er_by_givens.entry(key).or_default() += rows;
        }
        for (key, rows) in &other.er_by_hardest {
            *self.er_by_hardest.entry(key.clone()).or_default() += rows;
        }
        self.columns = self.columns.iter().chain(other.columns.iter()).collect();
        self.counted += other.counted;
        self.singles_alone += other.singles_alone;
        let add = |mine: &mut [u64], theirs: &[u64]| {
            mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine += theirs);
        };
        add(&mut self.needed, &other.needed);
        add(&mut self.uses, &other.uses);
        add(&mut self.together, &other.together);
        other.hardest.iter().for_each(|hard| self.keep(hard.clone()));
    }
}

#[inline]
fn for_each_bit(mut bits: u128, mut see: impl FnMut(usize)) {
    while bits != 0 {
        see(bits.trailing_zeros() as usize);
        bits &= bits - 1;
    }
}
