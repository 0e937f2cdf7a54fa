//! Bands and stacks of 9x9 grids: the share that each of the 44 gangsters has in all grids, and unavoidable sets of four cells.
//!
//! All bands of a gangster can be completed to grids in the same number of ways (B. Felgenhauer and F. Jarvis, "Enumerating possible
//! Sudoku grids", 2005), so that its share is its number of bands times that number.

#![allow(dead_code, unreachable_pub, reason = "shared by a test and a report")]

use gridmill::board::{BandNumber, Solution};

/// Bands and stacks of a grid.
pub const PLACES: usize = 6;
pub const GANGSTERS: usize = 44;

/// Of each gangster the bands whose first box is in reading order, columns sorted in the second and third box, and these two boxes sorted:
/// 36,288 over all; and the completions of a band, the rows sorted in each of the two bands below, and these two bands sorted: all divided
/// by 72.
pub const PUBLISHED: [(u64, u64); GANGSTERS] = [
    (4, 108_374_976),
    (108, 102_543_168),
    (72, 100_231_616),
    (216, 102_047_904),
    (432, 98_875_264),
    (2592, 98_733_568),
    (576, 97_685_328),
    (516, 98_950_072),
    (1296, 98_369_440),
    (2052, 97_477_096),
    (684, 97_549_160),
    (756, 96_702_240),
    (2484, 97_961_464),
    (20, 94_888_576),
    (216, 99_083_712),
    (216, 99_525_184),
    (1512, 97_287_008),
    (648, 98_128_064),
    (756, 98_153_104),
    (24, 97_282_720),
    (12, 99_258_880),
    (3240, 97_116_296),
    (1188, 98_371_664),
    (2592, 97_539_392),
    (2808, 96_482_296),
    (756, 97_346_960),
    (1512, 97_910_032),
    (1944, 97_416_016),
    (864, 98_119_872),
    (288, 96_631_520),
    (324, 98_493_856),
    (864, 98_733_184),
    (648, 97_455_648),
    (540, 95_596_592),
    (288, 96_807_424),
    (252, 96_100_688),
    (324, 96_380_896),
    (864, 97_756_224),
    (432, 98_784_768),
    (144, 101_131_392),
    (432, 97_992_064),
    (324, 97_714_592),
    (360, 97_372_400),
    (108, 98_048_704),
];

fn place(band: BandNumber) -> usize {
    usize::from(band.gangster().value()) - 1
}

/// Counts the bands of each gangster, as [`PUBLISHED`] has them.
pub fn bands() -> [u64; GANGSTERS] {
    let mut bands = [0; GANGSTERS];
    for band in BandNumber::all() {
        bands[place(band)] += band.class_size();
    }
    // 9! first boxes, and 6 x 6 x 2 orders of the columns and of the two boxes.
    bands.map(|all| all / 362_880 / 72)
}

/// Returns the probability of each gangster in a uniform grid.
pub fn distribution() -> [f64; GANGSTERS] {
    let weights = PUBLISHED.map(|(bands, completions)| bands * completions);
    let total: u64 = weights.iter().sum();
    weights.map(|weight| weight as f64 / total as f64)
}

/// Returns the exact mean number of unavoidable sets of four cells in a uniform grid, as a fraction.
///
/// Such a set lies in two rows of a band and two stacks, or in two columns of a stack and two bands, so that the mean is six times the mean
/// of a band: an average over all classes of bands, by their sizes and completions.
pub fn mean_fours() -> (u64, u64) {
    let (mut sets, mut all) = (0, 0);
    for band in BandNumber::all() {
        let form = band.form().into_bytes();
        let weight = band.class_size() / 362_880 * PUBLISHED[place(band)].1;
        all += weight;
        sets += weight * fours_of_band(|row, col| form[9 * row + col]) as u64;
    }
    (sets / 6, all / 36)
}

/// Counts unavoidable sets of four cells in a band or stack: two digits that stand in two of its lines, and the other way round in another
/// box.
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

/// Counts unavoidable sets of four cells in a grid.
pub fn fours(grid: &Solution) -> usize {
    let digit = |cell: usize| grid.cells()[cell].value();
    let chutes = (0..3).map(|k| {
        fours_of_band(|i, col| digit(9 * (3 * k + i) + col))
            + fours_of_band(|i, row| digit(9 * row + 3 * k + i))
    });
    chutes.sum()
}

/// Counts over many grids.
#[derive(Debug)]
pub struct Tally {
    pub grids: u64,
    /// Grids by the gangster of each band and stack.
    pub gangsters: [[u64; GANGSTERS]; PLACES],
    fours: u64,
    fours_squared: u64,
}

impl Tally {
    pub const fn new() -> Self {
        Self { grids: 0, gangsters: [[0; GANGSTERS]; PLACES], fours: 0, fours_squared: 0 }
    }

    pub fn absorb(&mut self, grid: &Solution) {
        self.grids += 1;
        let chutes = grid.bands().expect("a 9x9 grid").chutes();
        for (counts, chute) in self.gangsters.iter_mut().zip(chutes) {
            counts[place(chute)] += 1;
        }
        let fours = fours(grid) as u64;
        self.fours += fours;
        self.fours_squared += fours * fours;
    }

    pub fn chi_squares(&self) -> [f64; PLACES] {
        let distribution = distribution();
        self.gangsters.each_ref().map(|counts| chi_square(counts, |gangster| distribution[gangster]))
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
