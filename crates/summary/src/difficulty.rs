//! Ratings: the hardest step, level, techniques on the paths, which of them together, and the hardest puzzles.
//!
//! The rating of the hardest step is counted in tenths: `er`, or `hardest_score` where the score is the measure.

use super::{
    ScaleColumns, add_counts,
    batch::{Batch, MISSING, Names, each_whole, tenths},
    merge_maps,
    rank_counts::bin_of,
    weights::{RowWeight, Weights, score_bin},
};
use gridmill_rate::{Family, Measure, Technique, TechniqueSet};
use gridmill_tables::schema::ColumnId;
use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

/// The hardest puzzles that are kept.
const HARDEST: usize = 10;
/// A rating of a step beyond this, in tenths, is none.
const HIGHEST: u64 = 65_000;

/// One of the hardest puzzles. The order is from the hardest: by ER, where there is one, then by score. Equals are in the order of
/// the corpus; the puzzle decides only between rows without an index.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct HardRow {
    /// ER in tenths.
    pub er: Reverse<Option<u16>>,
    /// Score in tenths.
    pub score: Reverse<Option<u64>>,
    pub index: u64,
    pub puzzle: String,
    pub hardest: Option<String>,
}

/// Counts over ratings.
#[derive(Debug, Clone)]
pub struct DifficultyCounts {
    /// Measure of the columns; `None` before a column of either.
    pub measure: Option<Measure>,
    /// Rows by givens and rating of the hardest step.
    pub by_givens: BTreeMap<(u16, u16), u64>,
    /// Rows by hardest technique and its rating.
    pub by_hardest: BTreeMap<(String, u16), u64>,
    /// The techniques that have a column.
    pub columns: TechniqueSet,
    /// Rows with counts of techniques.
    pub counted: u64,
    /// Rows with a step of each technique on their path.
    pub used: Vec<u64>,
    /// Steps of each technique in all.
    pub uses: Vec<u64>,
    /// Rows with steps of both of two techniques.
    pub together: Vec<u64>,
    /// The hardest rows.
    pub hardest: BTreeSet<HardRow>,
}

/// Evidence of a row's path about whether singles solve the puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PathOfSingles {
    /// The row has no counts of techniques.
    Absent,
    /// Singles solved the puzzle.
    Whole,
    /// Another technique was used where there was no single.
    Broken,
    /// The path does not show it: the puzzle must be looked at.
    Open,
}

/// The ratings of a batch.
#[derive(Debug)]
pub struct BatchRatings<'a> {
    pub(super) measure: Option<Measure>,
    /// Rating of the hardest step, in tenths.
    rating: Option<Vec<u64>>,
    level: Option<Names<'a>>,
    hardest: Option<Names<'a>>,
    score: Option<Vec<f64>>,
    /// Techniques on the path of each row, where rows are counted.
    used: Option<Vec<u128>>,
    /// Techniques that have a column.
    techniques: TechniqueSet,
    solved: Option<&'a arrow_array::BooleanArray>,
    /// Least ER of each row whose rating the budget ended, NaN of others.
    at_least: Option<Vec<f64>>,
    singles: u128,
}

impl Default for DifficultyCounts {
    fn default() -> Self {
        Self {
            measure: None,
            by_givens: BTreeMap::new(),
            by_hardest: BTreeMap::new(),
            columns: TechniqueSet::EMPTY,
            counted: 0,
            used: vec![0; Technique::COUNT],
            uses: vec![0; Technique::COUNT],
            together: vec![0; Technique::COUNT * Technique::COUNT],
            hardest: BTreeSet::new(),
        }
    }
}

fn singles() -> u128 {
    let singles = Technique::all().filter(|technique| technique.family() == Family::Singles);
    singles.fold(0, |bits, technique| bits | 1 << technique as u8)
}

/// Marks rows without counts of techniques.
const NOT_COUNTED: u128 = u128::MAX;

impl<'a> BatchRatings<'a> {
    pub fn of(batch: Batch<'a>, difficulty: &mut DifficultyCounts) -> Self {
        let er = batch.ratings(ColumnId::Er).map(|er| (Measure::Er, er));
        let rating = er.or_else(|| {
            let scores = batch.whole(ColumnId::HardestScore)?;
            Some((Measure::Score, scores.into_iter().map(|score| score.saturating_mul(10)).collect()))
        });
        let (measure, rating) = rating.unzip();
        Self {
            measure,
            rating,
            level: batch.names(ColumnId::Level),
            hardest: batch.names(ColumnId::Hardest),
            score: batch.numbers(ColumnId::Score),
            used: difficulty.count_techniques(batch),
            techniques: Technique::all()
                .filter(|&technique| batch.column(ColumnId::Technique(technique)).is_some())
                .collect(),
            solved: batch.flags(ColumnId::Solved),
            at_least: batch.numbers(ColumnId::ErAtLeast),
            singles: singles(),
        }
    }

    /// Returns the rating of a row's hardest step in tenths.
    pub(super) fn rating(&self, row: usize) -> Option<u16> {
        let rating = self.rating.as_ref()?[row];
        u16::try_from(rating).ok().filter(|_| rating <= HIGHEST)
    }

    /// Returns the rating of each row's hardest step in tenths, [`MISSING`] where there is none.
    pub fn ratings(&self) -> Option<&[u64]> {
        self.rating.as_deref()
    }

    pub(super) const fn has_levels(&self) -> bool {
        self.level.is_some()
    }

    pub(super) fn level(&self, row: usize) -> Option<&'a str> {
        self.level.as_ref()?.get(row)
    }

    pub(super) fn hardest(&self, row: usize) -> Option<&'a str> {
        self.hardest.as_ref()?.get(row)
    }

    /// Returns the score of a row in tenths.
    pub(super) fn score(&self, row: usize) -> Option<u64> {
        Some(tenths(self.score.as_ref()?[row])).filter(|&score| score != MISSING)
    }

    /// Calls `see` with the number of each technique on the path of a row, if techniques are counted in it.
    pub(super) fn each_needed(&self, row: usize, mut see: impl FnMut(u8)) {
        let needed = self.used.as_ref().map_or(NOT_COUNTED, |used| used[row]);
        if needed != NOT_COUNTED {
            #[expect(clippy::cast_possible_truncation, reason = "below 128")]
            for_each_bit(needed, |technique| see(technique as u8));
        }
    }

    /// Returns what the path of each row shows about singles.
    ///
    /// A single of one grid is one, or is placed, in each grid with more digits and fewer candidates. So singles solve a puzzle
    /// whose path has nothing else, and do not where the path has a technique that was tried after all singles.
    /// Without the columns of some techniques of the rulebook, a path that shows only singles is open.
    pub(super) fn paths_of_singles(&self, scale: &ScaleColumns) -> impl Fn(usize) -> PathOfSingles {
        // Once for all rows: going through the techniques takes longer than the rest of a row.
        let of = |set: TechniqueSet| set.iter().fold(0_u128, |bits, technique| bits | 1 << technique as u8);
        let after_singles = of(scale.after_singles);
        let has_all = |all: TechniqueSet| all.iter().all(|technique| self.techniques.contains(technique));
        let has_all = scale.techniques.is_some_and(has_all);
        move |row| {
            let used = self.used.as_ref().map_or(NOT_COUNTED, |used| used[row]);
            let is_solved = self
                .solved
                .is_some_and(|solved| arrow_array::Array::is_valid(solved, row) && solved.value(row));
            match used {
                NOT_COUNTED => PathOfSingles::Absent,
                used if used & !self.singles == 0 && is_solved && has_all => PathOfSingles::Whole,
                used if used & after_singles != 0 => PathOfSingles::Broken,
                _ => PathOfSingles::Open,
            }
        }
    }

    /// Adds the row's weight to all counts that the row belongs to.
    pub fn weigh(&self, row: usize, one: RowWeight, givens: u16, weights: &mut Weights) {
        weights.add(one, givens, self.rating(row));
        if self.at_least.as_ref().is_some_and(|at_least| !at_least[row].is_nan()) {
            weights.beyond_budget.add(one);
        }
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
            if let Some(bin) = score_bin(score[row]) {
                weights.by_score_bin.entry(bin).or_default().add(one);
            }
            if let Some(bin) = bin_of(score[row], 1.0) {
                weights.by_score.entry(bin).or_default().add(one);
            }
        }
        let needed = self.used.as_ref().map_or(NOT_COUNTED, |used| used[row]);
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
    pub fn absorb<'a>(
        &mut self,
        ratings: &BatchRatings<'_>,
        givens: &[u64],
        index: Option<&[u64]>,
        puzzle: impl Fn(usize) -> Option<&'a str>,
    ) {
        self.measure = least_of(self.measure, ratings.measure);
        let mut by_hardest: BTreeMap<(u64, u16), u64> = BTreeMap::new();
        let mut by_givens: BTreeMap<(u16, u16), u64> = BTreeMap::new();
        for (row, &givens) in givens.iter().enumerate() {
            let (Some(rating), Ok(givens)) = (ratings.rating(row), u16::try_from(givens)) else { continue };
            *by_givens.entry((givens, rating)).or_default() += 1;
            if let Some(names) = &ratings.hardest
                && names.rows[row] != MISSING
            {
                *by_hardest.entry((names.rows[row], rating)).or_default() += 1;
            }
            let er = (ratings.measure == Some(Measure::Er)).then_some(rating);
            let score =
                ratings.score.as_ref().map(|score| tenths(score[row])).filter(|&score| score != MISSING);
            let (er, score) = (Reverse(er), Reverse(score));
            let last = self.hardest.last().filter(|_| self.hardest.len() == HARDEST);
            if last.is_none_or(|last| (er, score) <= (last.er, last.score)) {
                let hardest = ratings.hardest.as_ref().and_then(|names| names.get(row)).map(str::to_owned);
                let puzzle = puzzle(row).unwrap_or("").to_owned();
                let index = index.map_or(MISSING, |index| index[row]);
                self.keep(HardRow { er, score, index, puzzle, hardest });
            }
        }
        for (key, rows) in by_givens {
            *self.by_givens.entry(key).or_default() += rows;
        }
        let Some(names) = &ratings.hardest else { return };
        for ((name, rating), rows) in by_hardest {
            let name = usize::try_from(name).ok().and_then(|name| names.names.get(name)).copied();
            *self.by_hardest.entry((name.unwrap_or("").to_owned(), rating)).or_default() += rows;
        }
    }

    fn keep(&mut self, hard: HardRow) {
        self.hardest.insert(hard);
        if self.hardest.len() > HARDEST {
            self.hardest.pop_last();
        }
    }

    /// Adds the columns of techniques, and returns the techniques on the path of each row.
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
            self.used[place] += rows;
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

    pub(crate) fn merge(&mut self, other: &Self) {
        self.measure = least_of(self.measure, other.measure);
        merge_maps(&mut self.by_givens, &other.by_givens, |mine, rows| *mine += rows);
        merge_maps(&mut self.by_hardest, &other.by_hardest, |mine, rows| *mine += rows);
        self.columns = self.columns.iter().chain(other.columns.iter()).collect();
        self.counted += other.counted;
        add_counts(&mut self.used, &other.used);
        add_counts(&mut self.uses, &other.uses);
        add_counts(&mut self.together, &other.together);
        other.hardest.iter().for_each(|hard| self.keep(hard.clone()));
    }
}

/// Returns the measure of two parts: ER where either has it, whatever their order.
fn least_of(one: Option<Measure>, other: Option<Measure>) -> Option<Measure> {
    [one, other].into_iter().flatten().min_by_key(|measure| *measure == Measure::Score)
}

#[inline]
fn for_each_bit(mut bits: u128, mut see: impl FnMut(usize)) {
    while bits != 0 {
        see(bits.trailing_zeros() as usize);
        bits &= bits - 1;
    }
}
