//! Basic, finned and sashimi fish: rows against columns, as masks of nine bits.
//!
//! ```text
//! union of n rows' places   n columns        a fish
//!                           n + 1 columns    one of them holds fins
//!                           n + 2 columns    two of one stack do: all fins and cells that see them are in one box
//! ```
//!
//! More than two columns of fins leave nothing in their box, so a union of more than n + 2 columns is skipped.

use super::{Fish, FishSearch, Form, House, HouseKind, HouseSet, MAX_FINS, SearchFlow, Sink};
use crate::CellSet;

/// Finds fish with rows as base, then those with columns.
pub(super) fn find(search: &FishSearch<'_>, sink: &mut Sink<'_>) -> SearchFlow {
    for (base, cover) in [(HouseKind::Row, HouseKind::Column), (HouseKind::Column, HouseKind::Row)] {
        let lines = |kind| HouseKind::houses(kind).map(|line| search.marks.positions(line, search.digit));
        let rows = masks(lines(base));
        let fins = if search.form == Form::Basic { 0 } else { 2 };
        let most = search.size + fins;
        let usable =
            rows.iter().enumerate().filter(|(_, row)| **row != 0 && (row.count_ones() as usize) <= most);
        let usable = usable.fold(0_u16, |usable, (n, _)| usable | 1 << n);
        let open = rows.iter().filter(|row| **row != 0).count();
        // If all rows with places are base rows, there is nothing to eliminate.
        if open <= search.size || (usable.count_ones() as usize) < search.size {
            continue;
        }
        let columns = masks(lines(cover));
        Lines { search, kinds: (base, cover), rows, columns, most }.choose(
            usable,
            search.size,
            0,
            0,
            sink,
        )?;
    }
    SearchFlow::Continue(())
}

fn masks(lines: impl Iterator<Item = u16>) -> [u16; 9] {
    let mut masks = [0; 9];
    for (mask, line) in masks.iter_mut().zip(lines) {
        *mask = line;
    }
    masks
}

/// A digit's places, with the base lines called rows and the cover lines columns.
struct Lines<'a> {
    search: &'a FishSearch<'a>,
    kinds: (HouseKind, HouseKind),
    rows: [u16; 9],
    columns: [u16; 9],
    most: usize,
}

impl Lines<'_> {
    /// Takes `left` more base rows of those that are still `usable`.
    fn choose(&self, usable: u16, left: usize, base: u16, union: u16, sink: &mut Sink<'_>) -> SearchFlow {
        if left == 0 {
            return self.check(base, union, sink);
        }
        let mut usable = usable;
        while usable != 0 {
            let row = usable.trailing_zeros() as usize;
            usable &= usable - 1;
            let union = union | self.rows[row];
            if union.count_ones() as usize <= self.most {
                self.choose(usable, left - 1, base | 1 << row, union, sink)?;
            }
        }
        SearchFlow::Continue(())
    }

    /// The fish of these base rows.
    fn check(&self, base: u16, union: u16, sink: &mut Sink<'_>) -> SearchFlow {
        let spare = (union.count_ones() as usize).checked_sub(self.search.size);
        match (self.search.form, spare) {
            (Form::Basic, Some(0)) if bits(union).any(|column| self.columns[column] & !base != 0) => {
                sink(self.search.step(&self.fish(base, union, 0)))
            }
            (Form::Finned | Form::Sashimi, Some(spare @ 1..=2)) => self.check_fins(base, union, spare, sink),
            _ => SearchFlow::Continue(()),
        }
    }

    /// Finned and sashimi fish, the last columns first as those of fins.
    fn check_fins(&self, base: u16, union: u16, spare: usize, sink: &mut Sink<'_>) -> SearchFlow {
        let mut all = Vec::new();
        for first in bits(union).rev() {
            if spare == 1 {
                all.extend(self.finned(base, union, 1 << first));
            } else {
                let later = |second: &usize| *second > first && second / 3 == first / 3;
                for second in bits(union).rev().filter(later) {
                    all.extend(self.finned(base, union, 1 << first | 1 << second));
                }
            }
        }
        self.search.emit(&all, sink)
    }

    /// Returns the fish whose fins are in these columns, of one stack, if it has eliminations.
    fn finned(&self, base: u16, union: u16, fin_columns: u16) -> Option<Fish> {
        let rows = bits(fin_columns).fold(0, |rows, column| rows | self.columns[column] & base);
        let band = 0b111 << (rows.trailing_zeros() / 3 * 3);
        let stack = 0b111 << (fin_columns.trailing_zeros() / 3 * 3);
        let sees_fins = |column: usize| self.columns[column] & band & !base != 0;
        if rows & !band != 0 || !bits(union & !fin_columns & stack).any(sees_fins) {
            return None;
        }
        Some(self.fish(base, union & !fin_columns, fin_columns)).filter(|fish| fish.fins.len() <= MAX_FINS)
    }

    fn fish(&self, base: u16, cover: u16, fin_columns: u16) -> Fish {
        let lean = bits(base).any(|row| (self.rows[row] & !fin_columns).count_ones() <= 1);
        let form = match (fin_columns, lean) {
            (0, _) => Form::Basic,
            (_, true) => Form::Sashimi,
            (_, false) => Form::Finned,
        };
        let (base_kind, cover_kind) = self.kinds;
        let (base, cover) = (houses(base_kind, base), houses(cover_kind, cover));
        let places = self.search.marks.places(self.search.digit);
        let (base_cells, cover_cells) = (base.cells() & places, cover.cells() & places);
        let fins = base_cells - cover_cells;
        let seen = if fins.is_empty() { CellSet::ALL } else { fins.common_peers() };
        let eliminations = (cover_cells - base_cells) & seen;
        Fish { form, base, cover, cells: base_cells - fins, fins, eliminations }
    }
}

fn houses(kind: HouseKind, numbers: u16) -> HouseSet {
    bits(numbers).fold(HouseSet::EMPTY, |houses, number| houses | HouseSet::only(House::new(kind, number)))
}

fn bits(mask: u16) -> impl DoubleEndedIterator<Item = usize> + Clone {
    (0..9).filter(move |bit| mask >> bit & 1 == 1)
}
