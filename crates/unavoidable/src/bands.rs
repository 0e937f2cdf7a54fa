//! Division of a scan of a 9x9 grid by the givens of its bands.
//!
//! ```text
//! last     the band with the most givens; the other two have two thirds of all at most: 11 of 17
//! choice   cells of a band that meet the unavoidable sets within it
//! pair     a choice of each of the other two bands; if they meet the sets within both, the last band is searched
//! ```
//!
//! The choices of a band are listed once, in blocks. Each cell has one bit for each choice of a block, so that a set is tried on all of them at
//! once.
//!
//! Source: scans by the valid choices of two bands, blue and champagne (Sudoku forum, 2013 to 2019).
#![allow(clippy::cast_possible_truncation, reason = "a band has 27 cells")]

use crate::sets::cells;

/// Cells of a band.
const BAND: usize = 27;
const ALL: u32 = (1 << BAND) - 1;

/// Most givens that are scanned by bands. With more, the choices of a band are too many.
pub(crate) const MOST: u32 = 18;

/// Pairs of choices that a unit tries: some 10 ms.
const PAIRS: usize = 1 << 24;

/// Words of a block.
const WORDS: usize = 8;

/// One bit for each choice of a block.
type Block = [u64; WORDS];

/// Fewest choices left in a block on average, else they are listed.
const SPARSE: usize = 24;

/// Choices that are left: bits of blocks, or a list.
#[derive(Debug)]
enum Left {
    Blocks(Vec<(usize, Block)>),
    List(Vec<u32>),
}

/// Choices of one number of cells.
#[derive(Debug, Clone, Default)]
pub(crate) struct Choices {
    /// The cells of each.
    pub sets: Vec<u32>,
    /// The choices with each cell, and all of them.
    blocks: Vec<[Block; BAND + 1]>,
}

/// Numbers of givens of two bands.
#[derive(Debug, Clone, Copy)]
struct Split {
    last: usize,
    /// Band and givens of the choices that are taken one after the other, and of those that are tried with each.
    outer: (usize, usize),
    inner: (usize, usize),
    /// First unit.
    unit: usize,
}

/// Choices of two bands: a unit of a scan.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pairs<'a> {
    /// The bands of the choices, and the last one.
    pub bands: [usize; 3],
    pub outer: &'a [u32],
    pub inner: &'a Choices,
    /// Cells that may be chosen in the last band.
    pub left: usize,
}

/// A grid divided by its bands.
#[derive(Debug, Clone)]
pub(crate) struct Bands {
    givens: usize,
    /// Choices of each band by number of cells.
    choices: [Vec<Choices>; 3],
    splits: Vec<Split>,
    pub units: usize,
}

impl Bands {
    /// Divides a grid with these unavoidable sets.
    pub(crate) fn new(sets: &[u128], givens: usize) -> Self {
        let within = [0, 1, 2].map(|band| {
            let is_within = |set: &&u128| **set & !cells_of(band) == 0;
            sets.iter().filter(is_within).map(|&set| part(set, band)).collect::<Vec<_>>()
        });
        let fewest = [0, 1, 2].map(|band| {
            (0..givens).find(|&cells| !Choices::meeting(&within[band], cells).is_empty()).unwrap_or(givens)
        });
        let choices = [0, 1, 2].map(|band| {
            // Another band has its fewest givens at least, the last one as many as this one.
            let other = fewest[(band + 1) % 3].min(fewest[(band + 2) % 3]);
            let most = givens.saturating_sub(other) / 2;
            (0..=most).map(|cells| Choices::new(Choices::meeting(&within[band], cells))).collect()
        });
        let mut bands = Self { givens, choices, splits: Vec::new(), units: 0 };
        for last in 0..3 {
            let [one, other] = [(last + 1) % 3, (last + 2) % 3];
            for a in 0..bands.choices[one].len() {
                for b in 0..bands.choices[other].len() {
                    let two = [(one, a), (other, b)];
                    if a + b + bands.least(last, two) <= givens {
                        bands.add(last, two);
                    }
                }
            }
        }
        bands
    }

    fn add(&mut self, last: usize, mut two: [(usize, usize); 2]) {
        // The shorter list is the outer one, for which more is prepared.
        two.sort_by_key(|&of| self.of(of).sets.len());
        let [outer, inner] = two;
        if !self.of(outer).sets.is_empty() {
            let split = Split { last, outer, inner, unit: self.units };
            self.splits.push(split);
            self.units += self.of(outer).sets.len().div_ceil(self.step(split));
        }
    }

    fn of(&self, (band, cells): (usize, usize)) -> &Choices {
        &self.choices[band][cells]
    }

    /// Returns the fewest givens of the last band: of bands with as many, the one with the most choices is the last.
    fn least(&self, last: usize, others: [(usize, usize); 2]) -> usize {
        let cells = self.choices.iter().map(Vec::len).min().unwrap_or(0) - 1;
        let weight = |band: usize| (self.choices[band][cells].sets.len(), band);
        let least = |(band, cells): (usize, usize)| cells + usize::from(weight(band) > weight(last));
        others.map(least).into_iter().max().unwrap_or(0)
    }

    /// Returns the choices of the outer band that are a unit.
    fn step(&self, split: Split) -> usize {
        (PAIRS / self.of(split.inner).sets.len()).max(1)
    }

    /// Returns the pairs that are tried.
    pub(crate) fn pairs(&self) -> usize {
        self.splits
            .iter()
            .map(|split| self.of(split.outer).sets.len() * self.of(split.inner).sets.len())
            .sum()
    }

    pub(crate) fn unit(&self, unit: usize) -> Pairs<'_> {
        let split = self.splits[self.splits.partition_point(|split| split.unit <= unit) - 1];
        let outer = &self.of(split.outer).sets;
        let first = (unit - split.unit) * self.step(split);
        Pairs {
            bands: [split.outer.0, split.inner.0, split.last],
            outer: &outer[first..outer.len().min(first + self.step(split))],
            inner: self.of(split.inner),
            left: self.givens - split.outer.1 - split.inner.1,
        }
    }

    /// Returns the only unit whose search can find a puzzle with these givens.
    pub(crate) fn unit_of(&self, givens: u128) -> Option<usize> {
        let parts = [0, 1, 2].map(|band| part(givens, band));
        let number = |band: usize| parts[band].count_ones() as usize;
        let is_of = |split: &&Split| {
            let of = [split.outer, split.inner];
            of.iter().all(|&(band, cells)| number(band) == cells)
                && number(split.last) >= self.least(split.last, of)
        };
        let split = *self.splits.iter().find(is_of)?;
        self.of(split.inner).sets.contains(&parts[split.inner.0]).then_some(())?;
        let place = self.of(split.outer).sets.iter().position(|&set| set == parts[split.outer.0])?;
        Some(split.unit + place / self.step(split))
    }
}

impl Choices {
    fn new(sets: Vec<u32>) -> Self {
        let mut blocks = vec![[[0; WORDS]; BAND + 1]; sets.len().div_ceil(64 * WORDS)];
        for (number, &set) in sets.iter().enumerate() {
            for cell in cells(set.into()).chain([BAND]) {
                blocks[number / (64 * WORDS)][cell][number / 64 % WORDS] |= 1 << (number % 64);
            }
        }
        Self { sets, blocks }
    }

    /// Lists the choices of so many cells that meet all sets.
    fn meeting(sets: &[u32], number: usize) -> Vec<u32> {
        let mut found = Vec::new();
        meet(sets, (0, ALL), number, &mut found);
        found
    }
}

impl Pairs<'_> {
    /// Calls `take` with each choice of the outer band, and those of the inner band that meet with it all sets, given by their cells in both.
    pub(crate) fn each<E>(
        &self,
        sets: &[(u32, u32)],
        mut take: impl FnMut(u32, &[u32]) -> Result<(), E>,
    ) -> Result<(), E> {
        let all = self.inner.blocks.iter().map(|with| with[BAND]).enumerate().collect();
        self.narrow(self.outer, sets, &Left::Blocks(all), &mut take)
    }

    /// Narrows the choices of the inner band by the sets that no choice of a range meets, then halves the range.
    fn narrow<E>(
        &self,
        range: &[u32],
        sets: &[(u32, u32)],
        left: &Left,
        take: &mut impl FnMut(u32, &[u32]) -> Result<(), E>,
    ) -> Result<(), E> {
        let (some, all) = range.iter().fold((0, ALL), |(some, all), choice| (some | choice, all & choice));
        let unmet: Vec<u32> = sets.iter().filter(|set| set.0 & some == 0).map(|set| set.1).collect();
        let left = self.meeting(left, &unmet, range.len() == 1);
        match (&left, range) {
            (Left::List(list), _) if list.is_empty() => return Ok(()),
            (Left::List(list), [choice]) => return take(*choice, list),
            _ => {}
        }
        let open: Vec<(u32, u32)> =
            sets.iter().filter(|set| set.0 & some != 0 && set.0 & all == 0).copied().collect();
        let (first, second) = range.split_at(range.len() / 2);
        self.narrow(first, &open, &left, take)?;
        self.narrow(second, &open, &left, take)
    }

    /// Returns those of some choices that meet all sets.
    fn meeting(&self, left: &Left, sets: &[u32], as_list: bool) -> Left {
        match left {
            Left::List(list) => Left::List(
                list.iter().copied().filter(|choice| sets.iter().all(|set| set & choice != 0)).collect(),
            ),
            Left::Blocks(blocks) => {
                let narrowed = blocks.iter().filter_map(|&(number, left)| {
                    Some((number, meet_all(&self.inner.blocks[number], left, sets)?))
                });
                let blocks: Vec<(usize, Block)> = narrowed.collect();
                let number: u32 =
                    blocks.iter().flat_map(|(_, left)| left).map(|word| word.count_ones()).sum();
                if !as_list && number as usize >= SPARSE * blocks.len().max(1) {
                    return Left::Blocks(blocks);
                }
                let mut list = Vec::with_capacity(number as usize);
                for (number, left) in &blocks {
                    for (word, &bits) in left.iter().enumerate() {
                        list.extend(
                            cells(bits.into()).map(|bit| self.inner.sets[64 * (WORDS * number + word) + bit]),
                        );
                    }
                }
                Left::List(list)
            }
        }
    }
}

/// Returns the choices of a block that meet all sets.
fn meet_all(with: &[Block; BAND + 1], mut left: Block, sets: &[u32]) -> Option<Block> {
    for &set in sets {
        let mut met: Block = [0; WORDS];
        for cell in cells(set.into()) {
            for (met, with) in met.iter_mut().zip(&with[cell % BAND]) {
                *met |= with;
            }
        }
        let mut any = 0;
        for (left, met) in left.iter_mut().zip(met) {
            *left &= met;
            any |= *left;
        }
        if any == 0 {
            return None;
        }
    }
    Some(left)
}

/// Lists the choices of `left` more able cells that meet some sets.
fn meet(sets: &[u32], (chosen, mut able): (u32, u32), left: usize, found: &mut Vec<u32>) {
    let next = sets.iter().map(|set| set & able).min_by_key(|set| set.count_ones());
    if left == 0 || (able.count_ones() as usize) < left {
        if left == 0 && next.is_none() {
            found.push(chosen);
        }
        return;
    }
    for cell in cells(next.unwrap_or(able).into()) {
        able &= !(1 << cell);
        let rest: Vec<u32> = sets.iter().copied().filter(|set| set >> cell & 1 == 0).collect();
        meet(&rest, (chosen | 1 << cell, able), left - 1, found);
    }
}

/// Mini-rows of a band: three cells of a row and a box.
pub(crate) const MINI_ROWS: usize = 9;

/// Returns the mini-row that holds a part; their number if none does.
pub(crate) fn mini_row(part: u32) -> usize {
    (0..MINI_ROWS).find(|mini_row| part & !(0b111 << (3 * mini_row)) == 0).unwrap_or(MINI_ROWS)
}

pub(crate) const fn cells_of(band: usize) -> u128 {
    (ALL as u128) << (BAND * band)
}

/// Returns the cells of a set in a band, numbered within it.
pub(crate) const fn part(set: u128, band: usize) -> u32 {
    (set >> (BAND * band)) as u32 & ALL
}

/// Returns the cells of a part.
pub(crate) const fn whole(part: u32, band: usize) -> u128 {
    (part as u128) << (BAND * band)
}
