//! Numbers of bands: the 416 classes of three rows of a 9x9 grid, and the 44 gangsters.
//!
//! ```text
//! a band of a grid   9 7 8 | 3 1 2 | 6 4 5      class     all bands that other digits, and other orders of its rows, stacks
//!                    3 1 2 | 6 4 5 | 9 7 8                and columns of a stack make of it
//!                    6 4 5 | 9 7 8 | 3 1 2      form      the least text in the class, row by row
//!
//! its form           1 2 3 | 4 5 6 | 7 8 9      number    place of the form among all 416, in ascending order, from 1:
//!                    4 5 6 | 7 8 9 | 1 2 3                this is the form of band 1
//!                    7 8 9 | 1 2 3 | 4 5 6
//!
//! digits of columns  147 258 369 | 147 258 369 | 147 258 369
//! gangster           all bands with these digits in the columns, up to other digits and orders of stacks and columns
//! ```
//!
//! A gangster decides in how many ways its bands are completed to grids, and holds whole classes of bands. The 44 have the numbers 1 to 44
//! in the order of the least band number in each.
//!
//! The forms are found as those of grids are (`complete`): from each second row that can be least, with each third row.
//!
//! A digit is in one column of each stack, so the digits of the columns are nine points of a 3x3x3 cube, where the coordinates are the
//! columns in the three stacks. Other digits change nothing there; orders of columns permute coordinates and their values. Two bands are of
//! one gangster if an order makes the multiset of points of one that of the other.
//!
//! Sources: B. Felgenhauer, F. Jarvis, "Enumerating possible Sudoku grids", 2005 (416 classes, and 44 by the numbers of completions);
//! E. Russell, F. Jarvis 2006.

use super::{LeastBand, Lines, ROW_PAIRS};
use crate::{Grid, Shape, Solution};
use std::{collections::BTreeMap, fmt, sync::LazyLock};

/// Number of a class of bands, from 1 to 416: the place of its form among all, in ascending order.
///
/// ```
/// use gridmill_board::BandNumber;
///
/// let band = BandNumber::new(1).ok_or("no such band")?;
/// assert_eq!(band.form(), "123456789456789123789123456");
/// assert_eq!(band.class_size(), 72 * 362_880);
/// assert_eq!(BandNumber::new(417), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BandNumber(u16);

/// Number of a gangster, from 1 to 44: a class of bands by the digits of their columns. Numbers are in the order of the least band number
/// in each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Gangster(u8);

/// Numbers of the bands and stacks of a 9x9 solution, in place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct GridBands {
    /// Bands, from top to bottom.
    pub bands: [BandNumber; 3],
    /// Stacks, from left to right, each as the band that transposition makes of it.
    pub stacks: [BandNumber; 3],
}

impl BandNumber {
    /// Number of classes.
    #[doc(hidden)]
    pub const COUNT: u16 = 416;

    /// Returns the number of a class, `None` unless it is from 1 to 416.
    pub const fn new(number: u16) -> Option<Self> {
        if 1 <= number && number <= Self::COUNT { Some(Self(number)) } else { None }
    }

    /// Iterates over all numbers.
    #[doc(hidden)]
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=Self::COUNT).map(Self)
    }

    /// Returns the number.
    pub const fn value(self) -> u16 {
        self.0
    }

    /// Returns the form: 27 digits, row by row, the least text of the class.
    pub fn form(self) -> String {
        self.class().rows.as_flattened().iter().map(|&value| char::from(b'0' + value)).collect()
    }

    /// Counts the bands of the class. Those of all classes add up to 9! x 2,612,736.
    pub fn class_size(self) -> u64 {
        // Digits, and orders of three rows and of nine columns; one automorphism for each way to the form.
        362_880 * 6 * 1296 / self.class().automorphisms
    }

    /// Returns the gangster.
    pub fn gangster(self) -> Gangster {
        self.class().gangster
    }

    fn class(self) -> &'static BandClass {
        &CLASSES[usize::from(self.0) - 1]
    }

    /// Returns the number of a band of lines, of rows (`orientation` 0) or of columns (1).
    #[expect(clippy::cast_possible_truncation, reason = "at most 416")]
    fn from_lines(lines: &Lines, orientation: usize, band: usize) -> Self {
        let (least, _) = super::least_band(lines, orientation, band);
        Self(1 + CLASSES.partition_point(|class| class.least < least) as u16)
    }
}

impl GridBands {
    /// Returns all six numbers: bands, then stacks.
    #[doc(hidden)]
    pub const fn chutes(&self) -> [BandNumber; 6] {
        let (bands, stacks) = (self.bands, self.stacks);
        [bands[0], bands[1], bands[2], stacks[0], stacks[1], stacks[2]]
    }
}

impl Gangster {
    /// Number of gangsters.
    #[doc(hidden)]
    pub const COUNT: u8 = 44;

    /// Returns the number.
    pub const fn value(self) -> u8 {
        self.0
    }
}

impl fmt::Display for BandNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Display for Gangster {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl Solution {
    /// Returns the numbers of the three bands and three stacks, `None` for any shape but 9x9.
    ///
    /// ```
    /// use gridmill_board::{Grid, Solution};
    ///
    /// let grid: Grid = "751439682268715439394628715145296378683571924972384561817953246439862157526147893".parse()?;
    /// let numbers = Solution::new(&grid)?.bands().ok_or("not 9x9")?;
    /// assert_eq!(numbers.bands.map(|band| band.value()), [23, 45, 291]);
    /// assert_eq!(numbers.bands[0].gangster().value(), 18);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn bands(&self) -> Option<GridBands> {
        if self.shape() != Shape::STANDARD {
            return None;
        }
        let lines = Lines::from_grid(&Grid::from(self))?;
        let numbers = |orientation| [0, 1, 2].map(|band| BandNumber::from_lines(&lines, orientation, band));
        Some(GridBands { bands: numbers(0), stacks: numbers(1) })
    }
}

/// One of the 416 classes.
struct BandClass {
    least: LeastBand,
    /// Values of the form.
    rows: [[u8; 9]; 3],
    /// Orders of rows and columns that with some renaming of digits take the form to itself.
    automorphisms: u64,
    gangster: Gangster,
}

/// The classes in ascending order, found at first use in some ten milliseconds.
static CLASSES: LazyLock<Vec<BandClass>> = LazyLock::new(classes);

#[expect(clippy::cast_possible_truncation, reason = "44 gangsters")]
fn classes() -> Vec<BandClass> {
    let orders = super::orders(3, 3);
    // For each gangster, all multisets that orders of columns make of one.
    let mut gangsters: Vec<Vec<u64>> = Vec::new();
    let mut classes = Vec::with_capacity(BandNumber::COUNT.into());
    for (least, (rows, automorphisms)) in forms() {
        let columns = columns_of_digits(&rows);
        let own = points(&columns, &orders[0]);
        let known = gangsters.iter().position(|multisets| multisets.binary_search(&own).is_ok());
        let place = known.unwrap_or_else(|| {
            let mut multisets: Vec<u64> = orders.iter().map(|order| points(&columns, order)).collect();
            multisets.sort_unstable();
            gangsters.push(multisets);
            gangsters.len() - 1
        });
        let gangster = Gangster(place as u8 + 1);
        classes.push(BandClass { least, rows, automorphisms: automorphisms as u64, gangster });
    }
    classes
}

/// Finds the forms of all bands, each with its number of automorphisms.
fn forms() -> BTreeMap<LeastBand, ([[u8; 9]; 3], usize)> {
    let mut found = BTreeMap::new();
    let first = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    for next in ROW_PAIRS.least_of_classes() {
        let second = next.map(|col| col + 1);
        for third in third_rows(&first, &second) {
            let rows = [first, second, third];
            let mut lines = Lines { values: [[[0; 16]; 9]; 2], givens: [[0; 9]; 2] };
            for (line, row) in lines.values[0].iter_mut().zip(&rows) {
                line[..9].copy_from_slice(row);
            }
            let (least, ways) = super::least_band(&lines, 0, 0);
            // The form is among these bands: its second row is the least of a class.
            if least.second == ROW_PAIRS.class(ROW_PAIRS.index(&next)) && least.third == packed(&third) {
                found.insert(least, (rows, ways));
            }
        }
    }
    found
}

/// Packs a row, four bits a cell.
fn packed(row: &[u8; 9]) -> u64 {
    row.iter().fold(0, |text, &value| text << 4 | u64::from(value))
}

/// Lists the rows that complete the boxes of two rows, in any order within each box.
fn third_rows(first: &[u8; 9], second: &[u8; 9]) -> Vec<[u8; 9]> {
    const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let mut rows = vec![[0; 9]];
    for stack in 0..3 {
        let cols = 3 * stack..3 * stack + 3;
        let taken = [&first[cols.clone()], &second[cols]].concat();
        let left: Vec<u8> = (1..=9).filter(|value| !taken.contains(value)).collect();
        rows = rows
            .iter()
            .flat_map(|row| {
                let left = &left;
                ORDERS.iter().map(move |order| {
                    let mut row = *row;
                    for (place, &of) in order.iter().enumerate() {
                        row[3 * stack + place] = left[of];
                    }
                    row
                })
            })
            .collect();
    }
    rows
}

/// Returns the three columns of each digit of a band.
fn columns_of_digits(rows: &[[u8; 9]; 3]) -> [[usize; 3]; 9] {
    let mut columns = [[0; 3]; 9];
    for (row, values) in rows.iter().enumerate() {
        for (col, &value) in values.iter().enumerate() {
            columns[usize::from(value) - 1][row] = col;
        }
    }
    columns
}

/// Returns the multiset of points that an order of columns makes of the digits' columns, two bits for each of 27.
fn points(columns: &[[usize; 3]; 9], order: &[usize]) -> u64 {
    let mut part = [0; 9];
    for (place, &col) in order.iter().enumerate() {
        part[col] = place % 3 * [9, 3, 1][place / 3];
    }
    let point = |cols: &[usize; 3]| cols.iter().map(|&col| part[col]).sum::<usize>();
    columns.iter().map(|cols| 1_u64 << (2 * point(cols))).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canonical::tests::{MAX_CANONICAL, PUZZLES, random_transform};
    use rand::SeedableRng as _;
    use rand_pcg::Pcg64;
    use std::collections::BTreeSet;

    /// Puts the rows of a band into band 1 of the rows of empty lines.
    fn lines_of(rows: [&[u8]; 3]) -> Lines {
        let mut lines = Lines { values: [[[0; 16]; 9]; 2], givens: [[0; 9]; 2] };
        for (line, row) in lines.values[0].iter_mut().zip(rows) {
            line[..9].copy_from_slice(row);
        }
        lines
    }

    /// Bands with a first box in order and columns and stacks 2 and 3 in a fixed order, by gangster: the counts of B. Felgenhauer and
    /// F. Jarvis 2005, ascending.
    const NORMALISED: [u64; 44] = [
        4, 12, 20, 24, 72, 108, 108, 144, 216, 216, 216, 252, 288, 288, 324, 324, 324, 360, 432, 432, 432,
        516, 540, 576, 648, 648, 684, 756, 756, 756, 864, 864, 864, 1188, 1296, 1512, 1512, 1944, 2052, 2484,
        2592, 2592, 2808, 3240,
    ];

    #[test]
    fn there_are_416_classes_of_all_bands() {
        assert_eq!(CLASSES.len(), 416);
        let forms: Vec<String> = BandNumber::all().map(BandNumber::form).collect();
        assert!(forms.is_sorted_by(|a, b| a < b));
        assert_eq!(forms[0], "123456789456789123789123456");
        let bands: u64 = BandNumber::all().map(BandNumber::class_size).sum();
        assert_eq!(bands, 362_880 * 2_612_736);
        assert_eq!(bands, 948_109_639_680);
    }

    #[test]
    fn the_44_gangsters_have_the_sizes_of_felgenhauer_and_jarvis() {
        let mut sizes = BTreeMap::new();
        let mut seen = 0;
        for band in BandNumber::all() {
            let number = band.gangster().value();
            assert!(number <= seen + 1, "numbers are in the order of the first band");
            seen = seen.max(number);
            *sizes.entry(number).or_insert(0) += band.class_size();
        }
        assert_eq!(sizes.keys().copied().collect::<Vec<_>>(), (1..=44).collect::<Vec<_>>());
        // 9! first boxes, and 6 x 6 x 2 orders of the columns of stacks 2 and 3.
        let mut normalised: Vec<u64> = sizes.into_values().map(|size| size / 362_880 / 72).collect();
        normalised.sort_unstable();
        assert_eq!(normalised, NORMALISED);
        assert_eq!(normalised.iter().sum::<u64>(), 36_288);
    }

    /// Each digit's columns decide the gangster: exchanging the digits within columns, where rows stay valid, leads to bands of one
    /// gangster alone.
    #[test]
    fn bands_with_the_same_digits_in_columns_are_one_gangster() {
        for band in BandNumber::all().step_by(23) {
            let rows = band.class().rows;
            let columns: Vec<BTreeSet<u8>> =
                (0..9).map(|col| rows.iter().map(|row| row[col]).collect()).collect();
            let first = rows[0];
            // Second rows that take another digit of each column; the third row is what is left.
            let mut seconds = vec![Vec::new()];
            for col in 0..9 {
                seconds = seconds
                    .iter()
                    .flat_map(|row: &Vec<u8>| {
                        let free = |&&value: &&u8| value != first[col] && !row.contains(&value);
                        columns[col]
                            .iter()
                            .filter(free)
                            .map(|&v| [&row[..], &[v]].concat())
                            .collect::<Vec<_>>()
                    })
                    .collect();
            }
            assert!(!seconds.is_empty());
            for second in seconds {
                let third: Vec<u8> = (0..9)
                    .map(|col| *columns[col].iter().find(|&&v| v != first[col] && v != second[col]).unwrap())
                    .collect();
                let lines = lines_of([&first, &second, &third]);
                assert_eq!(BandNumber::from_lines(&lines, 0, 0).gangster(), band.gangster(), "{second:?}");
            }
        }
    }

    #[test]
    fn forms_have_their_own_number() {
        for band in BandNumber::all() {
            let lines = lines_of(band.class().rows.each_ref().map(<[u8; 9]>::as_slice));
            assert_eq!(BandNumber::from_lines(&lines, 0, 0), band);
        }
        assert_eq!([0, 417].map(BandNumber::new), [None; 2]);
    }

    /// Orders two triples of numbers, whichever are rows.
    fn sorted(numbers: GridBands) -> [[BandNumber; 3]; 2] {
        let mut triples = [numbers.bands, numbers.stacks];
        for triple in &mut triples {
            triple.sort_unstable();
        }
        triples.sort_unstable();
        triples
    }

    #[test]
    fn images_have_the_same_numbers_and_the_canonical_grid_begins_with_the_least() {
        let mut rng = Pcg64::seed_from_u64(5);
        for text in PUZZLES.iter().map(|&(_, solution)| solution).chain([MAX_CANONICAL]) {
            let solution = Solution::new(&text.parse().unwrap()).unwrap();
            let numbers = sorted(solution.bands().unwrap());
            for _ in 0..20 {
                let image = random_transform(&mut rng, Shape::STANDARD).solution(&solution);
                assert_eq!(sorted(image.bands().unwrap()), numbers, "{text}");
            }
            let canonical = solution.canonical().unwrap();
            let first = canonical.transform.solution(&solution).bands().unwrap().bands[0];
            assert_eq!(Some(&first), numbers.as_flattened().iter().min(), "{text}");
            assert_eq!(first.form(), canonical.form.to_string()[..27], "{text}");
        }
    }

    #[test]
    fn other_shapes_have_no_numbers() {
        let small: Grid = "1234341221434321".parse().unwrap();
        assert_eq!(Solution::new(&small).unwrap().bands(), None);
    }

    /// Numbers are promises. The second word is the gangster.
    #[test]
    fn numbers_are_stable() {
        let line = |band: BandNumber| format!("{band} {} {}", band.gangster(), band.form());
        insta::assert_snapshot!(BandNumber::all().map(line).collect::<Vec<_>>().join("\n"));
    }
}
