//! Rows to show: the first of each level or rating, and the first that needs each technique.
//!
//! The first is the one with the least index; rows without an index, or with the same, are ordered by a hash of the puzzle, so
//! that the choice depends neither on the order of rows nor on how puzzles are written.

use super::{batch::MISSING, difficulty::BatchRatings};
use gridmill_rate::Technique;
use std::collections::BTreeMap;

/// A row to show. The order is that of choice.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ExampleRow {
    pub(crate) index: u64,
    hash: u64,
    /// The puzzle, as text.
    pub puzzle: String,
    /// Rating of the hardest step, in tenths.
    pub rating: Option<u16>,
    /// Score in tenths.
    pub score: Option<u64>,
    /// Name of its hardest technique.
    pub hardest: Option<String>,
}

/// Examples by what they are examples of.
#[derive(Debug, Clone, Default)]
pub struct Examples {
    /// The first of all rows.
    pub all: Option<ExampleRow>,
    /// One of each level.
    pub by_level: BTreeMap<String, ExampleRow>,
    /// By whole part of the rating of the hardest step.
    pub by_rating: BTreeMap<u16, ExampleRow>,
    /// By number of a technique that is needed.
    pub by_technique: BTreeMap<u8, ExampleRow>,
    /// Least index by number of a technique, [`MISSING`] where there is none: most rows are rejected by it.
    least: Vec<u64>,
}

/// Most levels of which examples are kept: the first by name.
const MAX_LEVELS: usize = 64;

/// Hashes a text with 64 bits (FNV-1a; G. Fowler, L. Noll and K. Vo 1991).
fn hash(text: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}

impl Examples {
    /// Adds the rows with a readable puzzle; `puzzle` gives a row's text.
    pub fn absorb<'a>(
        &mut self,
        ratings: &BatchRatings<'_>,
        givens: &[u64],
        index: Option<&[u64]>,
        puzzle: impl Fn(usize) -> Option<&'a str>,
    ) {
        self.least.resize(Technique::COUNT, MISSING);
        for row in (0..givens.len()).filter(|&row| givens[row] != MISSING) {
            let at = index.map_or(MISSING, |index| index[row]);
            let is_earlier = |known: Option<&ExampleRow>| known.is_none_or(|known| at <= known.index);
            let (rating, level) = (ratings.rating(row).map(|rating| rating / 10), ratings.level(row));
            let all = is_earlier(self.all.as_ref());
            let rating = rating.filter(|rating| is_earlier(self.by_rating.get(rating)));
            let level = level.filter(|&level| is_earlier(self.by_level.get(level)));
            let mut techniques = Vec::new();
            ratings.each_needed(row, |technique| {
                if at <= self.least[usize::from(technique)] {
                    techniques.push(technique);
                }
            });
            if !all && rating.is_none() && level.is_none() && techniques.is_empty() {
                continue;
            }
            let puzzle = puzzle(row).unwrap_or("");
            let row = ExampleRow {
                index: at,
                hash: hash(puzzle),
                puzzle: puzzle.to_owned(),
                rating: ratings.rating(row),
                score: ratings.score(row),
                hardest: ratings.hardest(row).map(str::to_owned),
            };
            if all && self.all.as_ref().is_none_or(|known| row < *known) {
                self.all = Some(row.clone());
            }
            if let Some(rating) = rating {
                keep(&mut self.by_rating, &rating, &row);
            }
            if let Some(level) = level {
                self.keep_level(level, &row);
            }
            for technique in techniques {
                self.least[usize::from(technique)] = at;
                keep(&mut self.by_technique, &technique, &row);
            }
        }
    }

    fn keep_level(&mut self, level: &str, row: &ExampleRow) {
        keep(&mut self.by_level, &level.to_owned(), row);
        if self.by_level.len() > MAX_LEVELS {
            self.by_level.pop_last();
        }
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        self.all = [self.all.take(), other.all.clone()].into_iter().flatten().min();
        other.by_rating.iter().for_each(|(rating, row)| keep(&mut self.by_rating, rating, row));
        other.by_level.iter().for_each(|(level, row)| self.keep_level(level, row));
        other.by_technique.iter().for_each(|(technique, row)| keep(&mut self.by_technique, technique, row));
        self.least.resize(Technique::COUNT, MISSING);
        self.least.iter_mut().zip(&other.least).for_each(|(mine, theirs)| *mine = (*mine).min(*theirs));
    }
}

/// Keeps the first of two examples of one kind.
fn keep<K: Ord + Clone>(all: &mut BTreeMap<K, ExampleRow>, of: &K, row: &ExampleRow) {
    match all.get_mut(of) {
        Some(known) if *row < *known => *known = row.clone(),
        Some(_) => {}
        None => {
            all.insert(of.clone(), row.clone());
        }
    }
}
