//! Canonical forms of any shape: row by row, all beginnings that are least so far.
//!
//! ```text
//! beginning    orientation, lines taken so far, order of columns as far as the rows above decide it
//! tied         columns that no row above tells apart: all of them are empty there, or have digits that appear there first
//!
//!  columns  a b c d     row 1   . . . 1     a, b and c stay tied
//!           -------     row 2   . 2 3 .     a is first; b and c stay tied, and so do the names of their digits
//!                       row 3   . . . 2     the least name is 2, so the column above this digit is at place 2
//! ```
//!
//! Two runs of tied columns are linked where a row pairs each column of one with a column of the other, but does not say which pair is
//! first. They then change places together.
//!
//! A stack is tied to its neighbours as long as it is empty. The orders that are still tied at the end are automorphisms.
//!
//! The method is a search by refinement of ordered partitions, as for canonical forms of graphs (B. McKay, "Practical graph isomorphism",
//! 1981), cut at the least row instead of a leaf's code.
#![expect(clippy::cast_possible_truncation, reason = "lines, places and names are 25 at most")]

use super::{CanonicalError, Least};
use crate::{Digit, Grid, Shape, Transform};
use std::cmp::Ordering;

/// Lines, columns, digits or places of the largest shape.
type Lines = [u8; Shape::MAX_SIDE];

/// Most beginnings that are kept. Grids up to 8x8 have fewer orders of lines than that.
const MAX_BEGINNINGS: usize = 500_000;

/// No row.
const NONE: u8 = u8::MAX;

/// Value of a digit that has no name yet: more than every name.
const UNNAMED: u8 = u8::MAX;

/// Finds the least grid among all transforms of `grid`, whose houses have no digit twice.
///
/// # Errors
/// [`CanonicalError::Symmetric`].
pub(super) fn least(grid: &Grid) -> Result<Least, CanonicalError> {
    let (search, beginnings) = Search::run(grid)?;
    let side = search.shape.side();
    let ways: u128 = beginnings.iter().map(|beginning| search.ways(beginning)).sum();
    let automorphisms = u32::try_from(ways).map_err(|_| CanonicalError::Symmetric)?;
    let cells = search.form.iter().flat_map(|row| &row[..side]).map(|&value| Digit::new(value)).collect();
    let Some(first) = beginnings.first() else { unreachable!("there is a least grid") };
    Ok(Least { cells, transform: search.transform(first), automorphisms })
}

/// Finds every transform to the least grid, of a complete grid: as many as it has automorphisms.
///
/// # Errors
/// [`CanonicalError::Symmetric`].
pub(super) fn transforms(grid: &Grid) -> Result<Vec<Transform>, CanonicalError> {
    let (search, beginnings) = Search::run(grid)?;
    Ok(beginnings.iter().map(|beginning| search.transform(beginning)).collect())
}

/// Orders of lines that give the same rows.
#[derive(Clone)]
struct Beginning {
    transposed: bool,
    /// Line at each row.
    lines: Lines,
    /// Lines that are taken, as bits.
    taken: u32,
    /// Orders of empty lines that this one stands for.
    ways: u128,
    /// Column at each place, and place of each column.
    cols: Lines,
    places: Lines,
    /// Bit `p`: the columns at places `p` and `p + 1` are tied.
    tied_cols: u32,
    /// For each place the next one whose column moves with its own. Such places form a ring through linked runs; a place that is alone
    /// has itself.
    linked: Lines,
    /// Bit `s`: stacks `s` and `s + 1` are tied.
    tied_stacks: u32,
    /// Row of the form in which each digit appears first, [`NONE`] if in none so far, and its column there.
    rows_of_names: Lines,
    cols_of_names: Lines,
    /// Digits that have appeared.
    names: u8,
}

/// Rows that are found, and the next one while it is sought.
struct Search {
    shape: Shape,
    /// Values of each line, by orientation; 0 in empty cells.
    values: Vec<Vec<Lines>>,
    form: Vec<Lines>,
    /// Least next row so far, and the beginnings that give it.
    next: Option<Lines>,
    found: Vec<Beginning>,
}

impl Search {
    /// Finds the rows of the form and all orders that give them.
    fn run(grid: &Grid) -> Result<(Self, Vec<Beginning>), CanonicalError> {
        let shape = grid.shape();
        let (side, per_stack) = (shape.side(), shape.box_cols());
        let orientations = if shape.transposed() == shape { [false, true].as_slice() } else { &[false] };
        let line = |transposed: bool, line: usize| {
            let mut values = [0; Shape::MAX_SIDE];
            for (place, value) in values.iter_mut().enumerate().take(side) {
                let cell = if transposed { shape.cell(place, line) } else { shape.cell(line, place) };
                *value = grid.get(cell).map_or(0, Digit::value);
            }
            values
        };
        let lines = |&transposed: &bool| (0..side).map(|number| line(transposed, number)).collect();
        let values = orientations.iter().map(lines).collect();
        let in_order = std::array::from_fn(|number| number as u8);
        let ends_stack = |place: usize| (place + 1).is_multiple_of(per_stack);
        let start = |&transposed: &bool| Beginning {
            transposed,
            lines: [0; Shape::MAX_SIDE],
            taken: 0,
            ways: 1,
            cols: in_order,
            places: in_order,
            tied_cols: (0..side).filter(|&place| !ends_stack(place)).map(|place| 1 << place).sum(),
            linked: in_order,
            tied_stacks: (1 << (side / per_stack - 1)) - 1,
            rows_of_names: [NONE; Shape::MAX_SIDE],
            cols_of_names: [0; Shape::MAX_SIDE],
            names: 0,
        };
        let mut beginnings: Vec<Beginning> = orientations.iter().map(start).collect();
        let mut search = Self { shape, values, form: Vec::new(), next: None, found: Vec::new() };
        for _ in 0..side {
            for beginning in &beginnings {
                for (line, ways) in search.lines_to_follow(beginning) {
                    search.take_line(beginning, line, ways)?;
                }
            }
            search.form.extend(search.next.take());
            beginnings = std::mem::take(&mut search.found);
        }
        Ok((search, beginnings))
    }

    /// Lists the lines that may be the next row, each with the number of lines that it stands for. Of empty lines, and of empty bands,
    /// one is enough.
    fn lines_to_follow(&self, beginning: &Beginning) -> Vec<(usize, u128)> {
        let (side, per_band) = (self.shape.side(), self.shape.box_rows());
        let values = &self.values[usize::from(beginning.transposed)];
        let is_empty = |line: usize| values[line] == [0; Shape::MAX_SIDE];
        let row = self.form.len();
        let bands = if row.is_multiple_of(per_band) {
            0..side / per_band
        } else {
            let band = usize::from(beginning.lines[row - 1]) / per_band;
            band..band + 1
        };
        let left = |band: usize| {
            (band * per_band..(band + 1) * per_band).filter(|&line| beginning.taken >> line & 1 == 0)
        };
        let is_empty_band = |&band: &usize| left(band).count() == per_band && left(band).all(is_empty);
        let empty_bands = bands.clone().filter(is_empty_band).count() as u128;
        if empty_bands > 0 && bands.len() > 1 {
            let first = bands.clone().find(is_empty_band).unwrap_or_default();
            return vec![(first * per_band, empty_bands * per_band as u128)];
        }
        let mut lines = Vec::new();
        for band in bands {
            let empty = left(band).filter(|&line| is_empty(line)).count() as u128;
            lines.extend(left(band).find(|&line| is_empty(line)).map(|line| (line, empty)));
            lines.extend(left(band).filter(|&line| !is_empty(line)).map(|line| (line, 1)));
        }
        lines
    }

    /// Appends `line` to a beginning in every way that gives the least row.
    fn take_line(&mut self, beginning: &Beginning, line: usize, ways: u128) -> Result<(), CanonicalError> {
        let mut longer = beginning.clone();
        longer.lines[self.form.len()] = line as u8;
        longer.taken |= 1 << line;
        longer.ways *= ways;
        self.fill(longer, line, 0, [0; Shape::MAX_SIDE])
    }

    /// Fills the row from `place` on. Gives up where it becomes more than the least one so far.
    fn fill(
        &mut self,
        mut beginning: Beginning,
        line: usize,
        mut place: usize,
        mut text: Lines,
    ) -> Result<(), CanonicalError> {
        let values = self.values[usize::from(beginning.transposed)][line];
        let side = self.shape.side();
        while place < side {
            if place.is_multiple_of(self.shape.box_cols())
                && beginning.empty_stacks_first(self.shape, place, &values)
            {
                let slot = place / self.shape.box_cols();
                let last = end_of_run(beginning.tied_stacks, slot);
                for other in slot..=last {
                    let mut next = beginning.clone();
                    next.swap_stacks(self.shape, slot, other);
                    next.tied_stacks &= !(1 << slot);
                    self.fill(next, line, place, text)?;
                }
                return Ok(());
            }
            let last = end_of_run(beginning.tied_cols, place);
            let empty = beginning.empty_columns_first(place, last, &values);
            if empty > 0 {
                place += empty;
            } else {
                let name = |at: usize| self.least_name(&beginning, &values, place, at);
                let least = (place..=last).map(name).min().unwrap_or(UNNAMED);
                let able: Vec<usize> = (place..=last).filter(|&at| name(at) == least).collect();
                if least == UNNAMED {
                    for (at, name) in (place..).zip(&mut text[place..=last]) {
                        *name = beginning.name_digit(self.form.len(), at, &values);
                    }
                    place = last + 1;
                } else if able.len() == last + 1 - place
                    && let Some((row, start)) = beginning.link(place, last, &values)
                {
                    let names = &self.form[usize::from(row)][start..];
                    text[place..=last].copy_from_slice(&names[..=last - place]);
                    place = last + 1;
                } else {
                    text[place] = least;
                    place += 1;
                    let [only] = able[..] else {
                        if !self.is_more(&text[..place]) {
                            for at in able {
                                let mut next = beginning.clone();
                                next.choose(place - 1, at, &values);
                                self.fill(next, line, place, text)?;
                            }
                        }
                        return Ok(());
                    };
                    beginning.choose(place - 1, only, &values);
                }
            }
            if self.is_more(&text[..place]) {
                return Ok(());
            }
        }
        if self.next.is_none_or(|least| text < least) {
            self.next = Some(text);
            self.found.clear();
        }
        self.found.push(beginning);
        if self.found.len() > MAX_BEGINNINGS { Err(CanonicalError::Symmetric) } else { Ok(()) }
    }

    /// Returns true if a row that begins so is more than the least one so far.
    fn is_more(&self, text: &[u8]) -> bool {
        self.next.is_some_and(|least| text.cmp(&least[..text.len()]) == Ordering::Greater)
    }

    /// Returns the least name that the digit of the column at `at` can have, once that column is at `place`.
    fn least_name(&self, beginning: &Beginning, values: &Lines, place: usize, at: usize) -> u8 {
        let digit = digit_index(values[usize::from(beginning.cols[at])]);
        let row = beginning.rows_of_names[digit];
        if row == NONE {
            return UNNAMED;
        }
        let above = usize::from(beginning.places[usize::from(beginning.cols_of_names[digit])]);
        let start = start_of_run(beginning.tied_cols, above);
        // The first place of the run may be taken by a column that moves with the one at `at`.
        let is_taken = beginning.are_linked(place, start) && above - start != at - place;
        self.form[usize::from(row)][start + usize::from(is_taken)]
    }

    /// Number of orders that a beginning with all rows stands for.
    fn ways(&self, beginning: &Beginning) -> u128 {
        // Linked runs have one order: that of the first.
        let is_first = |place: usize| beginning.ring(place).all(|other| place <= other);
        let tied =
            (0..self.shape.side()).filter(|&place| is_first(place)).map(|place| 1 << place).sum::<u32>();
        beginning.ways * orders_of_runs(beginning.tied_cols & tied) * orders_of_runs(beginning.tied_stacks)
    }

    /// Returns a transform to the form. Digits without name take those left, in ascending order.
    fn transform(&self, beginning: &Beginning) -> Transform {
        let side = self.shape.side();
        let label = |digit: usize| {
            let row = self.form.get(usize::from(beginning.rows_of_names[digit]))?;
            let place = beginning.places[usize::from(beginning.cols_of_names[digit])];
            Some(row[usize::from(place)] - 1)
        };
        let mut left = beginning.names..;
        let digits: Vec<u8> = (0..side).filter_map(|digit| label(digit).or_else(|| left.next())).collect();
        let mut lines = vec![0; side];
        for (row, &line) in (0..).zip(&beginning.lines[..side]) {
            lines[usize::from(line)] = row;
        }
        let (lines, cols) = (&lines[..], &beginning.places[..side]);
        let (rows, cols) = if beginning.transposed { (cols, lines) } else { (lines, cols) };
        Transform::from_valid(self.shape, rows, cols, &digits, beginning.transposed)
    }
}

impl Beginning {
    /// Moves the stacks that are empty in a line before those tied to them that are not. Returns true if at least two stacks are tied at
    /// the place, all with digits.
    fn empty_stacks_first(&mut self, shape: Shape, place: usize, values: &Lines) -> bool {
        let per_stack = shape.box_cols();
        let slot = place / per_stack;
        let last = end_of_run(self.tied_stacks, slot);
        let is_empty = |beginning: &Self, slot: usize| {
            let cols = &beginning.cols[slot * per_stack..(slot + 1) * per_stack];
            cols.iter().all(|&col| values[usize::from(col)] == 0)
        };
        let mut end = slot;
        for other in slot..=last {
            if is_empty(self, other) {
                self.swap_stacks(shape, end, other);
                end += 1;
            }
        }
        if end > slot && end <= last {
            self.tied_stacks &= !(1 << (end - 1));
        }
        end == slot && last > slot
    }

    fn swap_stacks(&mut self, shape: Shape, slot: usize, other: usize) {
        for i in 0..shape.box_cols() {
            self.swap(slot * shape.box_cols() + i, other * shape.box_cols() + i);
        }
    }

    /// Exchanges the columns of two places.
    fn swap(&mut self, place: usize, other: usize) {
        self.cols.swap(place, other);
        for at in [place, other] {
            self.places[usize::from(self.cols[at])] = at as u8;
        }
    }

    /// Moves the columns that are empty in a line before those tied to them that are not. Returns their number.
    fn empty_columns_first(&mut self, place: usize, last: usize, values: &Lines) -> usize {
        let mut end = place;
        for at in place..=last {
            if values[usize::from(self.cols[at])] == 0 {
                self.swap_tied(end, at);
                end += 1;
            }
        }
        if end > place && end <= last {
            self.untie(end - 1);
        }
        end - place
    }

    /// Names the digit at a place, and returns its name.
    fn name_digit(&mut self, row: usize, at: usize, values: &Lines) -> u8 {
        let col = self.cols[at];
        let digit = digit_index(values[usize::from(col)]);
        self.rows_of_names[digit] = row as u8;
        self.cols_of_names[digit] = col;
        self.names += 1;
        self.names
    }

    /// Puts the column at `at` at `place`, and the column in which its digit appeared first at the first place that is left to that one.
    fn choose(&mut self, place: usize, at: usize, values: &Lines) {
        let digit = digit_index(values[usize::from(self.cols[at])]);
        self.put(place, at);
        let above = usize::from(self.places[usize::from(self.cols_of_names[digit])]);
        self.put(start_of_run(self.tied_cols, above), above);
    }

    /// Moves the column at `at` to the first place of its run, where it is tied no more.
    fn put(&mut self, start: usize, at: usize) {
        self.swap_tied(start, at);
        self.untie(start);
    }

    /// Places whose columns move with that of a place, which is the first of them.
    fn ring(&self, place: usize) -> impl Iterator<Item = usize> {
        let mut next = Some(place);
        std::iter::from_fn(move || {
            let at = next?;
            next = Some(usize::from(self.linked[at])).filter(|&other| other != place);
            Some(at)
        })
    }

    fn are_linked(&self, place: usize, other: usize) -> bool {
        self.ring(place).any(|at| at == other)
    }

    /// Exchanges the columns of two places of a run, and those that move with them.
    fn swap_tied(&mut self, place: usize, other: usize) {
        let (mut a, mut b) = (place, other);
        loop {
            self.swap(a, b);
            (a, b) = (usize::from(self.linked[a]), usize::from(self.linked[b]));
            if a == place {
                return;
            }
        }
    }

    /// Ends a run at a place, and the runs that are linked to it.
    fn untie(&mut self, place: usize) {
        let ends = self.ring(place).map(|at| 1 << at).sum::<u32>();
        self.tied_cols &= !ends;
    }

    /// Links a run with that of the columns in which its digits appeared first, if these are one run of the same length, in one row: then
    /// all orders give the same names. Returns that row and the first place of that run. `None` if the names depend on the order.
    fn link(&mut self, place: usize, last: usize, values: &Lines) -> Option<(u8, usize)> {
        let source = |beginning: &Self, at: usize| {
            let digit = digit_index(values[usize::from(beginning.cols[at])]);
            let above = usize::from(beginning.places[usize::from(beginning.cols_of_names[digit])]);
            (beginning.rows_of_names[digit], start_of_run(beginning.tied_cols, above), above)
        };
        let (row, start, _) = source(self, place);
        let is_whole = end_of_run(self.tied_cols, start) - start == last - place;
        let is_one_run = (place..=last).all(|at| {
            let (other_row, other_start, _) = source(self, at);
            (other_row, other_start) == (row, start)
        });
        if place == last || !is_whole || !is_one_run {
            return None;
        }
        if self.are_linked(place, start) {
            let in_order = (place..=last).all(|at| source(self, at).2 - start == at - place);
            return in_order.then_some((row, start));
        }
        for at in place..=last {
            let from = (at..=last).find(|&other| source(self, other).2 - start == at - place)?;
            self.swap_tied(at, from);
        }
        for i in 0..=last - place {
            self.linked.swap(place + i, start + i);
        }
        Some((row, start))
    }
}

/// Index of the digit of a value from 1.
fn digit_index(value: u8) -> usize {
    usize::from(value) - 1
}

/// Last of the run of tied places that `place` is in.
fn end_of_run(tied: u32, place: usize) -> usize {
    place + (tied >> place).trailing_ones() as usize
}

/// First of the run of tied places that `place` is in.
fn start_of_run(tied: u32, place: usize) -> usize {
    let before = tied & ((1 << place) - 1);
    place - (!(before << (31 - place) << 1)).leading_zeros() as usize
}

/// Number of orders of places that keep each in its run.
fn orders_of_runs(mut tied: u32) -> u128 {
    let mut orders = 1;
    while tied != 0 {
        tied >>= tied.trailing_zeros();
        let run = tied.trailing_ones();
        orders *= (1..=u128::from(run) + 1).product::<u128>();
        tied >>= run;
    }
    orders
}
