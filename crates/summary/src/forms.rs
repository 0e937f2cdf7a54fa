//! Classes of equivalent puzzles and of equivalent solutions, for corpora that are compared up to symmetry.
//!
//! A class is named by [`Canonical::class_id`]. Rows that `gridmill canonical` has written hold theirs; of others, the canonical forms
//! are found here. The solution is the one of the row, or else that of the solver.
//!
//! All classes with their rows are kept up to a limit, and a fair part of the classes beyond it: only those whose number begins with one more
//! 0 bit, as in [`Distinct`](super::Distinct). Rows of one class are counted, not kept, so that a million puzzles of one grid take the memory
//! of one.

use super::{batch::Batch, distinct::Overlap, puzzles::Offences, verify::NODE_BUDGET};
use arrow_array::Array;
use gridmill_board::{Canonical, Grid, Shape, Solution, Transform};
use gridmill_solve::{Remover, Solutions, SolverKind};
use gridmill_tables::schema::{ColumnId, arrow::text};

/// Bits of the hash that are 0 for rows whose columns are compared with computed forms: one row in 64.
const SAMPLED_BITS: u32 = 6;

/// Classes of a corpus.
#[derive(Debug, Clone)]
pub struct FormSets {
    pub puzzles: ClassSet,
    /// Of the rows with a known solution.
    pub solutions: ClassSet,
    /// Rows whose columns were compared with computed forms.
    pub compared: u64,
    /// Those of them whose columns hold another class.
    pub other_forms: Offences,
}

#[derive(Debug)]
pub(crate) struct FormFinder {
    shape: Shape,
    solver: Box<dyn Remover>,
    /// True if the columns of all rows are compared with computed forms.
    compare_all: bool,
}

#[derive(Clone, Copy)]
pub(crate) struct FormColumns<'a> {
    class_id: Option<&'a dyn Array>,
    puzzle: Option<&'a dyn Array>,
    grid: Option<&'a dyn Array>,
    solution: Option<&'a dyn Array>,
}

impl<'a> FormColumns<'a> {
    pub(crate) fn of(batch: Batch<'a>) -> Self {
        Self {
            class_id: batch.texts(ColumnId::ClassId),
            puzzle: batch.texts(ColumnId::CanonicalPuzzle),
            grid: batch.texts(ColumnId::CanonicalGrid),
            solution: batch.texts(ColumnId::Solution),
        }
    }

    /// Returns the class of the puzzle of a row, if the columns hold it.
    fn class(self, row: usize, shape: Shape) -> Option<u64> {
        let named = self.class_id.and_then(|column| text(column, row)).and_then(parse_class);
        named.or_else(|| class_of_form(shape, text(self.puzzle?, row)?))
    }
}

impl FormSets {
    pub fn new(limit: usize) -> Self {
        let (puzzles, solutions) = (ClassSet::new(limit), ClassSet::new(limit));
        Self { puzzles, solutions, compared: 0, other_forms: Offences::default() }
    }

    pub fn merge(&mut self, other: &Self) {
        self.puzzles.merge(&other.puzzles);
        self.solutions.merge(&other.solutions);
        self.compared += other.compared;
        self.other_forms.merge(&other.other_forms);
    }

    pub fn settle(&mut self) {
        self.puzzles.settle();
        self.solutions.settle();
    }
}

impl FormFinder {
    /// Builds a finder; `compare_all` compares the columns of all rows with computed forms, not only those of one in 64.
    pub(crate) fn new(shape: Shape, compare_all: bool) -> Self {
        Self { shape, solver: SolverKind::default_for(shape).solver(shape, NODE_BUDGET), compare_all }
    }

    /// Adds the classes of a row: the `puzzle`, whose `hash` decides whether columns are compared, and its solution.
    pub(crate) fn add(
        &mut self,
        (row, columns): (usize, FormColumns<'_>),
        (puzzle, hash): (&str, u128),
        sets: &mut FormSets,
    ) {
        let shape = self.shape;
        let Ok(grid) = Grid::parse(shape, puzzle) else { return };
        let computed = || Some(grid.canonical().ok()?.class_id().value());
        let held = columns.class(row, shape);
        if let Some(class) = held
            && (self.compare_all || hash.trailing_zeros() >= SAMPLED_BITS)
        {
            sets.compared += 1;
            if computed() != Some(class) {
                sets.other_forms.add(puzzle);
            }
        }
        if let Some(class) = held.or_else(computed) {
            sets.puzzles.add(class);
        }
        let held = columns.grid.and_then(|column| class_of_form(shape, text(column, row)?));
        let solution = columns.solution.and_then(|column| text(column, row));
        if let Some(class) = held.or_else(|| self.class_of_solution(&grid, solution)) {
            sets.solutions.add(class);
        }
    }

    /// Returns the class of the solution that the row holds, or that the solver finds.
    fn class_of_solution(&mut self, grid: &Grid, held: Option<&str>) -> Option<u64> {
        let held = held.and_then(|text| Solution::new(&Grid::parse(self.shape, text).ok()?).ok());
        let solution = match held.filter(|solution| grid.is_within(solution)) {
            Some(solution) => solution,
            None => match self.solver.solutions(grid) {
                Ok(Solutions::Unique(solution)) => solution,
                Ok(Solutions::None | Solutions::Multiple) | Err(_) => return None,
            },
        };
        Some(solution.canonical().ok()?.class_id().value())
    }
}

/// Reads a class: 16 hexadecimal digits.
fn parse_class(text: &str) -> Option<u64> {
    let is_class = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_class.then(|| u64::from_str_radix(text, 16).ok())?
}

fn class_of_form(shape: Shape, form: &str) -> Option<u64> {
    let form = Grid::parse(shape, form).ok()?;
    let canonical = Canonical { form, transform: Transform::identity(shape), automorphisms: 1 };
    Some(canonical.class_id().value())
}

/// New rows that wait until they are sorted into the set.
const RECENT: usize = 1 << 16;

/// Set of 64-bit classes: 12 bytes each.
#[derive(Debug, Clone)]
pub struct ClassSet {
    /// Ascending; those that begin with `zeros` bits of 0.
    classes: Vec<u64>,
    /// Rows of each of `classes`.
    rows: Vec<u32>,
    /// Classes of the newest rows, in no order.
    recent: Vec<u64>,
    zeros: u32,
    limit: usize,
    /// Rows that were added, whether kept or not.
    pub added: u64,
}

impl ClassSet {
    const fn new(limit: usize) -> Self {
        Self { classes: Vec::new(), rows: Vec::new(), recent: Vec::new(), zeros: 0, limit, added: 0 }
    }

    fn add(&mut self, class: u64) {
        self.added += 1;
        if class.leading_zeros() >= self.zeros {
            self.recent.push(class);
            if self.recent.len() >= RECENT.max(self.classes.len() / 4) {
                self.settle();
            }
        }
    }

    fn merge(&mut self, other: &Self) {
        self.added += other.added;
        self.zeros = self.zeros.max(other.zeros);
        self.insert(&other.classes, &other.rows);
        self.insert_unsorted(other.recent.clone());
        self.thin();
    }

    /// Sorts the newest rows into the set, so that it can be compared.
    fn settle(&mut self) {
        let recent = std::mem::take(&mut self.recent);
        self.insert_unsorted(recent);
        self.thin();
    }

    fn insert_unsorted(&mut self, mut recent: Vec<u64>) {
        recent.sort_unstable();
        let runs = recent.chunk_by(|one, other| one == other);
        let (classes, rows): (Vec<u64>, Vec<u32>) =
            runs.map(|run| (run[0], u32::try_from(run.len()).unwrap_or(u32::MAX))).unzip();
        self.insert(&classes, &rows);
    }

    /// Merges an ascending list, from the greatest down, so that nothing is copied twice.
    fn insert(&mut self, classes: &[u64], rows: &[u32]) {
        let (mut mine, mut fresh) = (0, 0);
        for class in classes {
            while self.classes.get(mine).is_some_and(|known| known < class) {
                mine += 1;
            }
            fresh += usize::from(self.classes.get(mine) != Some(class));
        }
        let (mut mine, mut theirs) = (self.classes.len(), classes.len());
        self.classes.reserve_exact(fresh);
        self.rows.reserve_exact(fresh);
        self.classes.resize(mine + fresh, 0);
        self.rows.resize(mine + fresh, 0);
        for place in (0..self.classes.len()).rev() {
            let Some(last) = theirs.checked_sub(1) else { break };
            let known = mine.checked_sub(1).map(|n| self.classes[n]);
            let (from_mine, from_theirs) = (known >= Some(classes[last]), known <= Some(classes[last]));
            self.classes[place] = known.filter(|_| from_mine).unwrap_or(classes[last]);
            let of_mine = if from_mine { self.rows[mine - 1] } else { 0 };
            self.rows[place] = of_mine.saturating_add(if from_theirs { rows[last] } else { 0 });
            mine -= usize::from(from_mine);
            theirs -= usize::from(from_theirs);
        }
    }

    fn thin(&mut self) {
        loop {
            let kept = self.kept(self.zeros);
            self.classes.truncate(kept);
            self.rows.truncate(kept);
            if kept <= self.limit || self.zeros == 63 {
                return;
            }
            self.zeros += 1;
        }
    }

    /// Counts the classes that begin with this many bits of 0: the first ones.
    fn kept(&self, zeros: u32) -> usize {
        self.classes.partition_point(|class| class.leading_zeros() >= zeros)
    }

    /// Lists the classes that begin with this many bits of 0, and their rows.
    fn first(&self, zeros: u32) -> impl Iterator<Item = (u64, u64)> {
        let rows = self.rows.iter().map(|&rows| u64::from(rows));
        self.classes.iter().copied().zip(rows).take(self.kept(zeros))
    }

    /// Compares the classes with those of another set, both settled; of both, those that the thinner one would keep.
    pub fn overlap(&self, other: &Self) -> Overlap {
        debug_assert!(self.recent.is_empty() && other.recent.is_empty(), "rows that are not settled");
        let zeros = self.zeros.max(other.zeros);
        Overlap::of(self.first(zeros), other.first(zeros), 1 << zeros)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distinct::OverlapSide;
    use std::collections::BTreeMap;

    /// A number for each n that looks random (SplitMix64; G. L. Steele and others 2014).
    fn class(n: u64) -> u64 {
        let mut z = n.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn set(limit: usize, numbers: impl Iterator<Item = u64>) -> ClassSet {
        let mut set = ClassSet::new(limit);
        numbers.for_each(|n| set.add(class(n)));
        set
    }

    #[test]
    fn rows_of_each_class_are_counted_whatever_the_parts() {
        let numbers = || (0..3000_u64).map(|n| n * n % 700);
        let mut expected: BTreeMap<u64, u32> = BTreeMap::new();
        numbers().for_each(|n| *expected.entry(class(n)).or_default() += 1);
        let mut whole = set(5000, numbers());
        whole.settle();
        let counted = |set: &ClassSet| -> BTreeMap<u64, u32> {
            set.classes.iter().copied().zip(set.rows.iter().copied()).collect()
        };
        assert_eq!(counted(&whole), expected);
        assert!(whole.classes.is_sorted() && whole.added == 3000);
        let mut parts = set(5000, numbers().take(10));
        parts.settle();
        parts.merge(&set(5000, numbers().skip(10).take(1500)));
        parts.merge(&set(5000, numbers().skip(1510)));
        assert_eq!((counted(&parts), parts.added), (expected, 3000));
    }

    #[test]
    fn thinned_sets_do_not_depend_on_the_order_and_keep_all_rows_of_a_class() {
        let thinned = |numbers: Vec<u64>| {
            let mut thinned = ClassSet::new(100);
            for part in numbers.chunks(60) {
                let mut own = set(100, part.iter().copied());
                own.settle();
                thinned.merge(&own);
            }
            (thinned.zeros, thinned.classes, thinned.rows)
        };
        let numbers: Vec<u64> = (0..2000).map(|n| n % 500).collect();
        let found = thinned(numbers.clone());
        assert_eq!(found, thinned(numbers.into_iter().rev().collect()));
        assert!(found.0 >= 2 && found.1.len() <= 100 && found.2.iter().all(|&rows| rows == 4));
        // One class takes one place, however many rows it has.
        let mut same = set(100, std::iter::repeat_n(7, 100_000));
        same.settle();
        assert_eq!((same.zeros, same.rows.as_slice()), (0, &[100_000][..]));
    }

    #[test]
    fn overlap_counts_classes_and_the_rows_of_both_sides() {
        let (mut one, mut other) = (set(1000, (0..90).map(|n| n % 30)), set(1000, 20..60));
        one.settle();
        other.settle();
        let sides = [
            OverlapSide { rows: 90, different: 30, in_both: 30 },
            OverlapSide { rows: 40, different: 40, in_both: 10 },
        ];
        assert_eq!(one.overlap(&other), Overlap { sides, shared: 10, one_in: 1 });
        let mut thin = set(20, 0..60);
        thin.settle();
        let found = thin.overlap(&other);
        assert!(found.one_in >= 4 && found.shared == found.sides[1].rows && found.shared > 0, "{found:?}");
    }
}
