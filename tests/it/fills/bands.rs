//! The classes of bands: in how many ways the other two bands of a 9x9 grid can be completed, counted afresh.
//!
//! ```text
//! three rows of a grid:   5 3 4 | 6 7 8 | 9 1 2     What can stand below depends on the nine columns as sets only,
//!                         6 7 2 | 1 9 5 | 3 4 8     and a box's three columns are a partition of the digits into
//!                         1 9 8 | 3 4 2 | 5 6 7     triples, of which there are 280.
//!
//! ways(p, q, r)         in how many ways columns with these partitions can be ordered to make three rows
//! completions(p, q, r)  sum of ways(middle) * ways(bottom) over the 56^3 pairs of partitions, box by box, for the
//!                       middle and the bottom band that go below p, q, r
//! ```
//!
//! Renaming the digits makes p the first partition, {123, 456, 789}; 280 * 280 triples remain. Bands that renaming and
//! exchange of boxes carry into each other have equally many completions, so that one triple of each orbit is counted.
//! Bands fall into 44 classes by that number (B. Felgenhauer and F. Jarvis, "Enumerating possible Sudoku grids", 2005).
//! Nothing here knows how grids are made.

#![allow(dead_code, unreachable_pub, reason = "shared by a test and a report")]
#![allow(clippy::cast_possible_truncation, reason = "280 partitions, 44 classes, at most 1,728 orders")]

/// Three disjoint sets of three digits each, ascending by lowest digit.
type Partition = [u16; 3];

/// Partitions of nine digits into three triples.
const PARTITIONS: usize = 280;
/// Bands and stacks of a grid.
pub const PLACES: usize = 6;
const ALL: u16 = 511;
const NO_CLASS: u8 = u8::MAX;

/// One class of bands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Class {
    /// Bands of the class whose first box is in reading order, columns sorted in the second and third box, and
    /// these two boxes sorted: 36,288 over all classes.
    pub bands: u64,
    /// Completions of each, the rows sorted in each of the two bands below, and these two bands sorted: all
    /// completions divided by 72.
    pub completions: u64,
}

/// Tells the class of a band.
#[derive(Debug)]
pub struct Bands {
    /// By two of a partition's triples, in any order.
    ids: Vec<u16>,
    /// `renamed[p][q]`: what `q` becomes when the digits are renamed so that `p` becomes the first partition.
    renamed: Vec<[u16; PARTITIONS]>,
    /// By the second and the third partition, the first being the first.
    class_of: Vec<u8>,
    /// Ascending by completions.
    pub classes: Vec<Class>,
}

/// Orders of the columns of a box: three row sets, each a digit of each column; 216 ways.
type Orders = Vec<[u16; 3]>;

impl Bands {
    pub fn new() -> Self {
        let partitions = partitions();
        let mut bands =
            Self { ids: ids(&partitions), renamed: Vec::new(), class_of: Vec::new(), classes: Vec::new() };
        bands.renamed = partitions.iter().map(|p| bands.renaming(&partitions, names(*p))).collect();
        let ways = ways(&partitions);
        bands.classify(&partitions, &ways);
        bands
    }

    fn id(&self, triples: Partition) -> usize {
        usize::from(self.ids[usize::from(triples[0]) << 9 | usize::from(triples[1])])
    }

    /// Returns the images of all partitions when digit `d` is renamed to `names[d]`.
    fn renaming(&self, partitions: &[Partition], names: [usize; 9]) -> [u16; PARTITIONS] {
        let rename = |set: u16| (0..9).filter(|d| set >> d & 1 == 1).fold(0, |all, d| all | 1 << names[d]);
        std::array::from_fn(|q| self.id(partitions[q].map(rename)) as u16)
    }

    /// The place in tables by two partitions.
    fn key(&self, p: usize, q: usize, r: usize) -> usize {
        usize::from(self.renamed[p][q]) * PARTITIONS + usize::from(self.renamed[p][r])
    }

    fn classify(&mut self, partitions: &[Partition], ways: &[u32]) {
        let orbit_of = self.orbits(partitions);
        let mut bands = vec![0_u64; ways.len()];
        for (key, &ways) in ways.iter().enumerate() {
            bands[orbit_of[key]] += u64::from(ways);
        }
        let mut completions = vec![0; ways.len()];
        for key in (0..ways.len()).filter(|&key| orbit_of[key] == key && ways[key] > 0) {
            completions[key] = self.completions(partitions, ways, key);
        }
        let mut numbers: Vec<u64> = completions.iter().copied().filter(|&n| n > 0).collect();
        numbers.sort_unstable();
        numbers.dedup();
        // 216 orders of the first box, 6 of the columns of each other box, 72 bands for each that is sorted.
        let bands_with = |n: u64| {
            bands.iter().zip(&completions).filter(|b| *b.1 == n).map(|b| b.0).sum::<u64>() * 36 / 216 / 72
        };
        self.classes = numbers.iter().map(|&n| Class { bands: bands_with(n), completions: n / 72 }).collect();
        self.class_of = orbit_of
            .iter()
            .map(|&orbit| numbers.binary_search(&completions[orbit]).map_or(NO_CLASS, |class| class as u8))
            .collect();
    }

    /// For each key the least of its orbit.
    fn orbits(&self, partitions: &[Partition]) -> Vec<usize> {
        // Exchange two digits of the first triple, or two triples: these generate all renamings that keep the first
        // partition.
        let keep = [
            [1, 0, 2, 3, 4, 5, 6, 7, 8],
            [0, 2, 1, 3, 4, 5, 6, 7, 8],
            [3, 4, 5, 0, 1, 2, 6, 7, 8],
            [0, 1, 2, 6, 7, 8, 3, 4, 5],
        ]
        .map(|names| self.renaming(partitions, names));
        let mut orbit_of = vec![usize::MAX; PARTITIONS * PARTITIONS];
        for start in 0..orbit_of.len() {
            let mut open = vec![start];
            while let Some(key) = open.pop() {
                if orbit_of[key] != usize::MAX {
                    continue;
                }
                orbit_of[key] = start;
                let (q, r) = (key / PARTITIONS, key % PARTITIONS);
                open.push(r * PARTITIONS + q);
                open.push(self.key(q, 0, r));
                open.extend(keep.iter().map(|to| usize::from(to[q]) * PARTITIONS + usize::from(to[r])));
            }
        }
        orbit_of
    }

    fn completions(&self, partitions: &[Partition], ways: &[u32], key: usize) -> u64 {
        let [first, second, third] =
            [0, key / PARTITIONS, key % PARTITIONS].map(|p| self.below(partitions[p]));
        let mut sum = 0;
        for &(m1, b1) in &first {
            for &(m2, b2) in &second {
                for &(m3, b3) in &third {
                    sum += u64::from(ways[self.key(m1, m2, m3)]) * u64::from(ways[self.key(b1, b2, b3)]);
                }
            }
        }
        sum
    }

    /// The partitions of the middle and the bottom box below a box with these columns: 56 pairs.
    fn below(&self, top: Partition) -> Vec<(usize, usize)> {
        let free = top.map(|column| subsets(ALL & !column));
        let mut pairs = Vec::new();
        for &a in &free[0] {
            for &b in free[1].iter().filter(|b| a & **b == 0) {
                let c = ALL & !(a | b);
                if c & top[2] == 0 {
                    let bottom = [ALL & !(top[0] | a), ALL & !(top[1] | b), ALL & !(top[2] | c)];
                    pairs.push((self.id([a, b, c]), self.id(bottom)));
                }
            }
        }
        assert_eq!(pairs.len(), 56);
        pairs
    }

    /// The place in [`classes`](Self::classes) of the band with these nine columns, as sets of digits.
    pub fn class(&self, columns: [u16; 9]) -> usize {
        let id = |b: usize| self.id([columns[3 * b], columns[3 * b + 1], columns[3 * b + 2]]);
        let class = self.class_of[self.key(id(0), id(1), id(2))];
        assert_ne!(class, NO_CLASS, "no band");
        usize::from(class)
    }

    /// The classes of the three bands, then of the three stacks, of a grid of digits from 0.
    pub fn classes_of(&self, grid: &[u8]) -> [usize; PLACES] {
        let digit = |row: usize, col: usize| 1 << grid[9 * row + col];
        let column = |band: usize, col| (0..3).fold(0, |all, i| all | digit(3 * band + i, col));
        let line = |stack: usize, row| (0..3).fold(0, |all, i| all | digit(row, 3 * stack + i));
        std::array::from_fn(|place| match place {
            0..3 => self.class(std::array::from_fn(|i| column(place, i))),
            _ => self.class(std::array::from_fn(|i| line(place - 3, i))),
        })
    }

    /// The probability of each class in a uniform grid.
    pub fn distribution(&self) -> Vec<f64> {
        let weights: Vec<u64> = self.classes.iter().map(|class| class.bands * class.completions).collect();
        let total: u64 = weights.iter().sum();
        weights.into_iter().map(|weight| weight as f64 / total as f64).collect()
    }

    /// The exact mean number of unavoidable sets of four cells in a uniform grid, as a fraction.
    ///
    /// Such a set lies in two rows of a band and two stacks, or in two columns of a stack and two bands, so that
    /// the mean is six times the mean of a band: an average over all bands, by their completions.
    pub fn mean_fours(&self) -> (u64, u64) {
        let (mut sets, mut all) = (0, 0);
        for rows in pairs_of_boxes() {
            for orders in 0..6_usize.pow(4) {
                let order = |k: u32| SIX[orders / 6_usize.pow(k) % 6];
                // The columns of the second and the third box are sorted by their first row.
                let keys = [[SIX[0]; 3], [SIX[0], order(0), order(1)], [SIX[0], order(2), order(3)]];
                let digit = |row: usize, col: usize| nth(rows[col / 3][row], keys[col / 3][row][col % 3]);
                let column = |col| (0..3).fold(0, |all, row| all | 1 << digit(row, col));
                let weight = self.classes[self.class(std::array::from_fn(column))].completions;
                all += weight;
                sets += weight * fours_of_band(digit) as u64;
            }
        }
        (6 * sets, all)
    }
}

/// The row sets of the three boxes of a band whose first box is in reading order: 56 ways.
fn pairs_of_boxes() -> Vec<[[u16; 3]; 3]> {
    let first: [u16; 3] = [0b111, 0b111_000, 0b111_000_000];
    let mut all = Vec::new();
    for a in subsets(ALL & !first[0]) {
        for b in subsets(ALL & !(first[1] | a)) {
            let second = [a, b, ALL & !(a | b)];
            if second[2] & first[2] == 0 {
                all.push([first, second, std::array::from_fn(|row| ALL & !(first[row] | second[row]))]);
            }
        }
    }
    assert_eq!(all.len(), 56);
    all
}

const SIX: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// The digit of `set` that has `n` below it.
fn nth(set: u16, n: usize) -> u8 {
    let digits = (0..9).filter(|d| set >> d & 1 == 1);
    digits.clone().nth(n).unwrap_or_else(|| panic!("{set:b} has no digit {n}"))
}

/// Sets of three among the digits of `set`.
fn subsets(set: u16) -> Vec<u16> {
    (0..=ALL).filter(|sub| sub & !set == 0 && sub.count_ones() == 3).collect()
}

fn partitions() -> Vec<Partition> {
    let mut all = Vec::with_capacity(PARTITIONS);
    for a in subsets(ALL).into_iter().filter(|a| a & 1 == 1) {
        let lowest = (ALL & !a) & (ALL & !a).wrapping_neg();
        for b in subsets(ALL & !a).into_iter().filter(|b| b & lowest != 0) {
            all.push([a, b, ALL & !(a | b)]);
        }
    }
    assert_eq!((all.len(), all[0]), (PARTITIONS, [0b111, 0b111_000, 0b111_000_000]));
    all
}

fn ids(partitions: &[Partition]) -> Vec<u16> {
    let mut ids = vec![u16::MAX; 1 << 18];
    for (id, triples) in (0..).zip(partitions) {
        for [a, b, _] in SIX {
            ids[usize::from(triples[a]) << 9 | usize::from(triples[b])] = id;
        }
    }
    ids
}

/// The new name of each digit, so that `partition` becomes the first.
fn names(partition: Partition) -> [usize; 9] {
    let mut names = [0; 9];
    let digits = partition.iter().flat_map(|&set| (0..9).filter(move |d| set >> d & 1 == 1));
    for (name, digit) in digits.enumerate() {
        names[digit] = name;
    }
    names
}

/// `ways[q * 280 + r]`: in how many ways columns with the partitions first, q, r can be ordered to make three rows.
fn ways(partitions: &[Partition]) -> Vec<u32> {
    let orders: Vec<Orders> = partitions.iter().map(|p| box_orders(*p)).collect();
    // The rows can be exchanged: of six orders one has digit 1 in the first row and digit 2 in the second.
    let first: Vec<_> = orders[0].iter().filter(|rows| rows[0] & 1 == 1 && rows[1] & 2 == 2).collect();
    let mut ways = Vec::with_capacity(PARTITIONS * PARTITIONS);
    for second in &orders {
        let disjoint = |x: &[u16; 3], y: &[u16; 3]| (0..3).all(|i| x[i] & y[i] == 0);
        let pairs = first.iter().flat_map(|x| second.iter().filter(|y| disjoint(x, y)).map(move |y| (x, y)));
        let left: Vec<[u16; 2]> = pairs.map(|(x, y)| [0, 1].map(|i| ALL & !(x[i] | y[i]))).collect();
        for third in partitions {
            let crosses = |row: u16| third.iter().all(|column| (row & column).is_power_of_two());
            ways.push(6 * left.iter().filter(|rows| crosses(rows[0]) && crosses(rows[1])).count() as u32);
        }
    }
    ways
}

fn box_orders(columns: Partition) -> Orders {
    let row_sets = |orders: usize| {
        let keys = [orders % 6, orders / 6 % 6, orders / 36].map(|k| SIX[k]);
        std::array::from_fn(|row| (0..3).fold(0, |set, col| set | 1 << nth(columns[col], keys[col][row])))
    };
    (0..216).map(row_sets).collect()
}

/// Unavoidable sets of four cells in a band or stack: two digits that stand in two of its lines, and the other way
/// round in another box.
fn fours_of_band(digit: impl Fn(usize, usize) -> u8) -> usize {
    let mut sets = 0;
    for (upper, lower) in [(0, 1), (0, 2), (1, 2)] {
        for (left, right) in (0..9).flat_map(|left| (left + 1..9).map(move |right| (left, right))) {
            let crossed =
                digit(upper, left) == digit(lower, right) && digit(lower, left) == digit(upper, right);
            sets += usize::from(crossed);
        }
    }
    sets
}

/// Unavoidable sets of four cells in a grid.
pub fn fours(grid: &[u8]) -> usize {
    (0..3)
        .map(|k| {
            fours_of_band(|i, col| grid[9 * (3 * k + i) + col])
                + fours_of_band(|i, row| grid[9 * row + 3 * k + i])
        })
        .sum()
}

/// Counts over many grids.
#[derive(Debug)]
pub struct Tally {
    pub grids: u64,
    /// Grids by the class of each band and stack.
    pub classes: [Vec<u64>; PLACES],
    fours: u64,
    fours_squared: u64,
}

impl Tally {
    pub fn new(bands: &Bands) -> Self {
        let none = || vec![0; bands.classes.len()];
        Self { grids: 0, classes: std::array::from_fn(|_| none()), fours: 0, fours_squared: 0 }
    }

    pub fn absorb(&mut self, bands: &Bands, grid: &[u8]) {
        self.grids += 1;
        for (counts, class) in self.classes.iter_mut().zip(bands.classes_of(grid)) {
            counts[class] += 1;
        }
        let fours = fours(grid) as u64;
        self.fours += fours;
        self.fours_squared += fours * fours;
    }

    pub fn chi_squares(&self, bands: &Bands) -> [f64; PLACES] {
        let distribution = bands.distribution();
        std::array::from_fn(|place| chi_square(&self.classes[place], |class| distribution[class]))
    }

    /// Mean and standard deviation of the number of unavoidable sets of four cells in a grid.
    pub fn fours(&self) -> (f64, f64) {
        let n = self.grids as f64;
        let mean = self.fours as f64 / n;
        (mean, (self.fours_squared as f64 / n - mean * mean).sqrt())
    }
}

/// Pearson's statistic of counts against probabilities.
pub fn chi_square(counts: &[u64], probability: impl Fn(usize) -> f64) -> f64 {
    let total = counts.iter().sum::<u64>() as f64;
    let term = |(i, &count): (usize, &u64)| {
        let expected = total * probability(i);
        (count as f64 - expected).powi(2) / expected
    };
    counts.iter().enumerate().map(term).sum()
}
