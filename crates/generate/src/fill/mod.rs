//! Fills: methods that make a complete grid, and the bias of each.

mod uniform;

use crate::random::{self, AtRandom};
use gridmill_board::{Cell, Digit, Grid, Shape, Solution};
use gridmill_solve::{Backtracking, OutOfNodes};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;
use serde::{Deserialize, Serialize};
use uniform::Uniform;

/// Method that makes complete grids. [`Fill::Uniform`] alone gives all grids the same probability.
///
/// Measured on ten million 9x9 grids of each: chi-square, on 43 degrees of freedom, of the 44 classes of bands
/// (three rows) and stacks (three columns) by their number of completions, and the mean number of unavoidable sets
/// of four cells in a grid. `reports/fills.md` has the rest.
///
/// | fill | rows 1-3 | rows 4-6 | rows 7-9 | stacks | four-cell sets |
/// |---|---|---|---|---|---|
/// | all grids, exactly | | | | | 11.579 |
/// | `uniform` | 34 | 56 | 38 | 35 to 39 | 11.580 |
/// | `diagonal` | 55,350 | 54,682 | 55,578 | 53,954 to 54,708 | 10.407 |
/// | `digitwise` | 12,442 | 16,172 | 207,755 | 5,749 to 14,716 | 10.966 |
/// | `selected`, of 100,000 | 70,964 | 70,373 | 72,056 | 70,122 to 71,656 | 3.768 |
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Fill {
    /// Draws from a larger set of known size that holds every grid once, until it draws a grid.
    ///
    /// Distribution: every complete grid has exactly the same probability. Shapes 2x2, 2x3, 3x2 and 3x3 only.
    ///
    /// Bias: none.
    Uniform,
    /// Shuffles the independent diagonal boxes, then completes by backtracking: fewest candidates first, ties at
    /// random.
    ///
    /// Distribution: the diagonal boxes are uniform; the rest is a random path down a search tree. A grid that few paths
    /// reach is rarer than one that many paths reach.
    ///
    /// Bias: grids that leave less freedom to later boxes are under-represented, in all bands and stacks alike. Over 9x9
    /// grids the mean number of four-cell unavoidable sets is 10.41, where all grids together have 11.58.
    Diagonal,
    /// Places digit after digit, box after box, at a random allowed position, and steps back when a box has none.
    ///
    /// Distribution: a random depth-first path; positions that failed are forbidden until the search has stepped back past
    /// them.
    ///
    /// Bias: the choice of a position ignores how many completions it leaves. Early digits are spread almost evenly over
    /// their possible patterns; the last ones take the positions left over. The boxes filled last deviate most: over 9x9
    /// grids the last band about 15 times as far as the first. The mean number of
    /// four-cell unavoidable sets is 10.97 instead of 11.58.
    Digitwise,
    /// Draws 256 grids of the uniform fill and takes the one with the fewest small unavoidable sets. Its puzzles need fewer givens: walks
    /// reach 19 of them in less than half of the digs, and 18 in an eighth.
    ///
    /// Distribution: the weight of a grid is the sum of 2^-n over all unavoidable sets that are 2n cells in two rows of a band
    /// or two columns of a stack. The grid with the least weight of 256 uniform ones is taken, of equal ones the first. Grids of equal
    /// weight have the same probability. Shapes 2x2, 2x3, 3x2 and 3x3 only.
    ///
    /// Bias: grids with few small sets only; most grids never occur. The mean number of four-cell unavoidable sets is 3.77
    /// instead of 11.58.
    Selected,
    /// Makes no grids: takes input grids, and completes partial ones by a `Completer`.
    ///
    /// Distribution: that of the input grids. Completions of a partial grid to which many search paths lead are more
    /// frequent.
    ///
    /// Bias: that of the input grids.
    Given,
}

impl Fill {
    /// All fills that make grids from nothing, in the order in which help lists them.
    pub const ALL: [Self; 4] = [Self::Uniform, Self::Diagonal, Self::Digitwise, Self::Selected];

    /// Returns the default fill of a shape: uniform if it supports the shape, diagonal otherwise.
    pub const fn default_for(shape: Shape) -> Self {
        if Self::Uniform.supports(shape) { Self::Uniform } else { Self::Diagonal }
    }

    /// Returns true if this fill makes grids of `shape`.
    pub const fn supports(self, shape: Shape) -> bool {
        match self {
            Self::Uniform | Self::Selected => Uniform::new(shape).is_some(),
            Self::Diagonal | Self::Digitwise | Self::Given => true,
        }
    }

    /// Returns the name in options, plans and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::Diagonal => "diagonal",
            Self::Digitwise => "digitwise",
            Self::Selected => "selected",
            Self::Given => "given",
        }
    }

    /// Returns a sentence on the fill's bias, for data set cards.
    pub const fn bias(self) -> &'static str {
        match self {
            Self::Uniform => {
                "Complete grids are exactly uniform: every grid of this size was equally likely."
            }
            Self::Diagonal => {
                "Complete grids come from shuffled diagonal boxes completed by backtracking (fewest candidates \
                 first, ties at random); not all grids are equally likely: grids that leave the search little \
                 freedom are under-represented (9x9: 10.41 unavoidable sets of four cells on average, where all \
                 grids have 11.58)."
            }
            Self::Digitwise => {
                "Complete grids come from placing digit after digit, box after box, at random allowed positions \
                 with a step back where none is left; not all grids are equally likely: positions are chosen \
                 without regard to how many completions they leave (9x9: 10.97 unavoidable sets of four cells on \
                 average, where all grids have 11.58; the last band is off most)."
            }
            Self::Selected => {
                "Complete grids are the one of 256 uniform ones with the fewest small unavoidable sets in two rows or two \
                 columns: most grids never occur, so that the puzzles can have fewer givens (9x9: 3.77 unavoidable sets \
                 of four cells on average, where all grids have 11.58)."
            }
            Self::Given => {
                "Complete grids were given, and taken in turn: puzzle N has grid N modulo their number. A given grid \
                 with several solutions was completed for each puzzle again, by backtracking (fewest candidates first, \
                 ties at random): not all of its solutions are equally likely."
            }
        }
    }
}

/// Makes complete grids of one shape; owns its scratch memory and is reused.
#[derive(Debug)]
pub struct Filler(FillerKind);

#[derive(Debug)]
enum FillerKind {
    Uniform(Uniform),
    Diagonal(Box<Diagonal>),
    Digitwise(Box<Digitwise>),
    Selected(Selected),
}

impl Filler {
    /// Creates a filler for `shape` that may visit `budget` search nodes per grid. The uniform fill does not search.
    ///
    /// # Panics
    /// Panics if the fill does not [support](Fill::supports) the shape, or is [`Fill::Given`].
    pub fn new(fill: Fill, shape: Shape, budget: u64) -> Self {
        Self(match fill {
            Fill::Uniform => match Uniform::new(shape) {
                Some(uniform) => FillerKind::Uniform(uniform),
                None => panic!("the uniform fill makes no {shape} grids"),
            },
            Fill::Diagonal => FillerKind::Diagonal(Box::new(Diagonal::new(shape, budget))),
            Fill::Digitwise => FillerKind::Digitwise(Box::new(Digitwise::new(shape, budget))),
            Fill::Selected => match Selected::new(shape) {
                Some(selected) => FillerKind::Selected(selected),
                None => panic!("the selected fill makes no {shape} grids"),
            },
            Fill::Given => panic!("given grids are not made"),
        })
    }

    /// Makes a complete grid: a function of the numbers of `rng` alone.
    ///
    /// # Errors
    /// [`OutOfNodes`] if the search exceeds the budget.
    pub fn fill(&mut self, rng: &mut impl Rng) -> Result<Solution, OutOfNodes> {
        match &mut self.0 {
            FillerKind::Uniform(uniform) => Ok(uniform.fill(rng)),
            FillerKind::Diagonal(diagonal) => diagonal.fill(rng),
            FillerKind::Digitwise(digitwise) => digitwise.fill(rng),
            FillerKind::Selected(selected) => Ok(selected.fill(rng)),
        }
    }
}

// Pool of ten digit orders made once; a request shuffles a copy of one and allocates nothing.

/// Pool of pre-shuffled orders of the digits.
///
/// The orders are made once, from a constant of the stream, and never change: a request copies one into scratch
/// memory and shuffles it there with the caller's numbers. Requests are therefore independent: the result is a function of
/// the index and the caller's numbers alone, and every order is equally likely.
#[derive(Debug, Clone)]
pub(crate) struct ShufflePool {
    orders: Vec<Vec<Digit>>,
    scratch: Vec<Digit>,
}

impl ShufflePool {
    /// Number of orders in the pool.
    pub(crate) const ORDERS: usize = 10;

    pub(crate) fn new(shape: Shape) -> Self {
        let mut rng = Pcg64::from_seed(*b"gridmill shuffle pool, stream 1.");
        let digits: Vec<_> = (0..shape.side()).map(Digit::from_index).collect();
        let orders = std::iter::repeat_with(|| {
            let mut order = digits.clone();
            random::shuffle(&mut rng, &mut order);
            order
        });
        Self { orders: orders.take(Self::ORDERS).collect(), scratch: digits }
    }

    /// Returns a new shuffle of the order at `index` (modulo the pool's size).
    pub(crate) fn shuffled(&mut self, index: usize, rng: &mut impl Rng) -> &[Digit] {
        self.scratch.copy_from_slice(&self.orders[index % Self::ORDERS]);
        random::shuffle(rng, &mut self.scratch);
        &self.scratch
    }
}

// Completes partial grids at random.
//
// ```text
// 1 2 3 4     1 2 3 4     1 2 3 4      The cell with the fewest candidates (ties at random), its candidates in
// . . . .     3 . . .     3 4 1 2      random order, singles placed in between. A try that meets too many dead
// . . . .     . . . .     2 1 4 3      ends is dropped, and the next one may take twice as long.
// . . . .     . . . .     4 3 2 1
// ```
//
// Distribution: a random path down a search tree, so that completions to which many paths lead are more frequent. A grid
// with one solution gives that solution.

/// Completes grids of one shape; owns its scratch memory and is reused.
#[derive(Debug)]
pub(crate) struct Completer {
    shape: Shape,
    budget: u64,
    first_try: Backtracking,
}

/// Nodes per cell that the first try may visit. Part of the stream version.
const NODES_PER_CELL: u64 = 4;

impl Completer {
    /// Creates a completer for `shape` that may visit `budget` search nodes per grid.
    pub(crate) fn new(shape: Shape, budget: u64) -> Self {
        Self { shape, budget, first_try: Backtracking::new(shape, Self::nodes(shape).min(budget)) }
    }

    const fn nodes(shape: Shape) -> u64 {
        NODES_PER_CELL * shape.cells() as u64
    }

    /// Returns a solution of `grid`, or `None` if it has none: a function of the grid and of the numbers of `rng`.
    ///
    /// # Errors
    /// [`OutOfNodes`] if the search exceeds the budget.
    ///
    /// # Panics
    /// Panics if the shape of the grid is not that of the completer.
    pub(crate) fn complete(
        &mut self,
        grid: &Grid,
        rng: &mut impl Rng,
    ) -> Result<Option<Solution>, OutOfNodes> {
        if let Ok((solution, _)) = self.first_try.complete(grid, &mut AtRandom(rng)) {
            return Ok(solution);
        }
        let mut nodes = Self::nodes(self.shape);
        let mut left = self.budget;
        loop {
            left =
                left.checked_sub(nodes).filter(|&left| left > 0).ok_or(OutOfNodes { budget: self.budget })?;
            nodes *= 2;
            let mut solver = Backtracking::new(self.shape, nodes.min(left));
            if let Ok((solution, _)) = solver.complete(grid, &mut AtRandom(rng)) {
                return Ok(solution);
            }
        }
    }
}

// Diagonal fill: shuffles independent boxes and completes the rest by backtracking.
//
// ```text
//   7 3 9 . . . . . .      Boxes on the diagonal share no row and no column, so that any order of digits fits
//   1 5 2 . . . . . .      each of them. Shapes with unequal box sides have as many as the shorter side.
//   4 8 6 . . . . . .
//   . . . 2 8 6 . . .      Then: the cell with the fewest candidates (ties at random), its candidates in random
//   . . . 9 4 1 . . .      order, singles propagated in between. A try that meets too many dead ends is dropped
//   . . . 7 3 5 . . .      and started again from new boxes.
//   . . . . . . 3 1 7
//   ...
// ```

#[derive(Debug)]
struct Diagonal {
    shape: Shape,
    budget: u64,
    pool: ShufflePool,
    solver: Backtracking,
}

/// Nodes per cell that one try may visit. A good path needs fewer than one node per cell. A bad one on a large shape would
/// search very long, while a new start succeeds. Part of the stream version.
const DIAGONAL_NODES_PER_CELL: u64 = 4;

impl Diagonal {
    fn new(shape: Shape, budget: u64) -> Self {
        let nodes_per_try = (DIAGONAL_NODES_PER_CELL * shape.cells() as u64).min(budget);
        Self { shape, budget, pool: ShufflePool::new(shape), solver: Backtracking::new(shape, nodes_per_try) }
    }

    fn fill(&mut self, rng: &mut impl Rng) -> Result<Solution, OutOfNodes> {
        let mut left = self.budget;
        loop {
            let start = self.diagonal_boxes(rng);
            let spent = match self.solver.complete(&start, &mut AtRandom(rng)) {
                Ok((Some(solution), _)) => return Ok(solution),
                Ok((None, nodes)) => nodes,
                Err(OutOfNodes { budget }) => budget,
            };
            left = left
                .checked_sub(spent.max(1))
                .filter(|&left| left > 0)
                .ok_or(OutOfNodes { budget: self.budget })?;
        }
    }

    fn diagonal_boxes(&mut self, rng: &mut impl Rng) -> Grid {
        let mut grid = Grid::empty(self.shape);
        let stacks = self.shape.box_rows();
        for k in 0..self.shape.box_rows().min(self.shape.box_cols()) {
            let digits = self.pool.shuffled(k, rng);
            for (cell, &digit) in self.shape.box_cells(k * stacks + k).zip(digits) {
                grid.set(cell, Some(digit));
            }
        }
        grid
    }
}

// Digitwise fill: places digit by digit, box by box, with a list of forbidden positions and a step back.
//
// ```text
// digit 1: box 1, box 2, ... box 9;  digit 2: box 1, ...        a step is one (digit, box)
// available = positions of the box that are empty, whose row and column lack the digit, and not forbidden
// one at random; none left: lift this step's prohibitions, forbid the previous step's position, redo that step
// ```
//
// The search is complete: it can make every grid. On large shapes it may search long below a choice without any
// completion. Such a try is dropped after a number of steps and started again from an empty grid.

/// Steps per cell that one try may take. Part of the stream version.
const STEPS_PER_CELL: u64 = 20;

#[derive(Debug)]
struct Digitwise {
    shape: Shape,
    budget: u64,
    /// The cells of each box in reading order; a position is an index into them and a bit of the masks below.
    boxes: Vec<Vec<Cell>>,
    /// For each box and line, the positions on that line: rows, then columns.
    row_positions: Vec<Vec<u32>>,
    col_positions: Vec<Vec<u32>>,
    state: SearchState,
}

#[derive(Debug, Default)]
struct SearchState {
    /// Empty positions of each box.
    empty: Vec<u32>,
    /// Rows and columns that hold each digit.
    rows: Vec<u32>,
    cols: Vec<u32>,
    /// The position chosen and the positions forbidden at each step.
    chosen: Vec<u32>,
    forbidden: Vec<u32>,
}

impl Digitwise {
    fn new(shape: Shape, budget: u64) -> Self {
        let boxes: Vec<Vec<Cell>> = (0..shape.side()).map(|b| shape.box_cells(b).collect()).collect();
        let positions = |line: fn(Shape, Cell) -> usize| {
            let of_box = |cells: &Vec<Cell>| {
                let on = |required| {
                    let hit = cells.iter().enumerate().filter(|&(_, &cell)| line(shape, cell) == required);
                    hit.fold(0, |mask, (position, _)| mask | 1 << position)
                };
                (0..shape.side()).map(on).collect()
            };
            boxes.iter().map(of_box).collect()
        };
        let (row_positions, col_positions) = (positions(Shape::row), positions(Shape::col));
        Self { shape, budget, boxes, row_positions, col_positions, state: SearchState::default() }
    }

    fn fill(&mut self, rng: &mut impl Rng) -> Result<Solution, OutOfNodes> {
        let mut left = self.budget;
        loop {
            let allowance = left.min(STEPS_PER_CELL * self.shape.cells() as u64);
            if self.try_once(rng, allowance) {
                return Ok(self.solution());
            }
            left -= allowance;
            if left == 0 {
                return Err(OutOfNodes { budget: self.budget });
            }
        }
    }

    /// Makes one try from an empty grid; returns true if the grid is complete within `allowance` steps.
    fn try_once(&mut self, rng: &mut impl Rng, allowance: u64) -> bool {
        self.state.reset(self.shape);
        let mut step = 0;
        for _ in 0..allowance {
            let available = self.available(step);
            if available != 0 {
                let pick = random::below(rng, u64::from(available.count_ones()));
                self.place(step, nth_bit(available, pick));
                step += 1;
                if step == self.shape.cells() {
                    return true;
                }
            } else {
                // Step 0 never fails: a complete search has always a position left for it.
                self.state.forbidden[step] = 0;
                step -= 1;
                let failed = self.take_back(step);
                self.state.forbidden[step] |= 1 << failed;
            }
        }
        false
    }

    const fn digit_and_box(&self, step: usize) -> (usize, usize) {
        (step / self.shape.side(), step % self.shape.side())
    }

    fn available(&self, step: usize) -> u32 {
        let (digit, b) = self.digit_and_box(step);
        let taken = |lines: u32, positions: &[u32]| {
            positions
                .iter()
                .enumerate()
                .filter(|&(line, _)| lines >> line & 1 == 1)
                .fold(0, |all, (_, p)| all | p)
        };
        self.state.empty[b]
            & !self.state.forbidden[step]
            & !taken(self.state.rows[digit], &self.row_positions[b])
            & !taken(self.state.cols[digit], &self.col_positions[b])
    }

    fn place(&mut self, step: usize, position: u32) {
        self.state.chosen[step] = position;
        self.toggle(step, position);
    }

    fn take_back(&mut self, step: usize) -> u32 {
        let position = self.state.chosen[step];
        self.toggle(step, position);
        position
    }

    /// Flips the bits of a position: placing and taking back are the same operation.
    fn toggle(&mut self, step: usize, position: u32) {
        let (digit, b) = self.digit_and_box(step);
        let cell = self.boxes[b][position as usize];
        self.state.empty[b] ^= 1 << position;
        self.state.rows[digit] ^= 1 << self.shape.row(cell);
        self.state.cols[digit] ^= 1 << self.shape.col(cell);
    }

    fn solution(&self) -> Solution {
        let mut grid = vec![Digit::from_index(0); self.shape.cells()];
        for (step, &position) in self.state.chosen.iter().enumerate() {
            let (digit, b) = self.digit_and_box(step);
            grid[self.boxes[b][position as usize].index()] = Digit::from_index(digit);
        }
        Solution::from_valid(self.shape, grid.into())
    }
}

impl SearchState {
    fn reset(&mut self, shape: Shape) {
        let refill = |list: &mut Vec<u32>, len, value| {
            list.clear();
            list.resize(len, value);
        };
        refill(&mut self.empty, shape.side(), (1 << shape.side()) - 1);
        refill(&mut self.rows, shape.side(), 0);
        refill(&mut self.cols, shape.side(), 0);
        refill(&mut self.chosen, shape.cells(), 0);
        refill(&mut self.forbidden, shape.cells(), 0);
    }
}

/// Returns the index of the `n`-th lowest bit of `mask`, from 0.
fn nth_bit(mut mask: u32, n: u64) -> u32 {
    for _ in 0..n {
        mask &= mask - 1;
    }
    mask.trailing_zeros()
}

// Selected fill: the one of many uniform grids that has the fewest small unavoidable sets.
//
// ```text
// two rows of a band     1 2 3 4 5 6 7 8 9      1 over 4 and 4 over 1: a cycle of two columns; these four cells can trade rows.
//                        4 5 6 1 2 7 8 9 3      Every puzzle of the grid has a given among them.
// ```
//
// The more small sets a grid has, the more givens its puzzles need. A set of 2n cells, on n columns, has the weight 2^-n: 24 random givens
// of 81 miss it about as often. The sum over all pairs of rows in bands and columns in stacks is compared.

/// Uniform grids of which one is taken. Part of the stream version.
const DRAWS: usize = 256;

/// Most lines of a grid that the uniform fill makes.
const LINES: usize = 9;

/// Makes grids with few small unavoidable sets, of the shapes of the uniform fill.
#[derive(Debug, Clone, Copy)]
struct Selected {
    shape: Shape,
    uniform: Uniform,
}

impl Selected {
    /// Creates the fill for `shape`; `None` if the shape is not supported.
    fn new(shape: Shape) -> Option<Self> {
        Uniform::new(shape).map(|uniform| Self { shape, uniform })
    }

    /// Returns the first of the grids with the least weight of small sets.
    fn fill(self, rng: &mut impl Rng) -> Solution {
        let mut best = self.uniform.fill(rng);
        let mut least = self.weight(best.cells(), u32::MAX);
        for _ in 1..DRAWS {
            let next = self.uniform.fill(rng);
            let weight = self.weight(next.cells(), least);
            if weight < least {
                (best, least) = (next, weight);
            }
        }
        best
    }

    /// Returns the weight of the sets in two lines, in units of 2^-16; any larger number once it is not below `enough`.
    fn weight(self, cells: &[Digit], enough: u32) -> u32 {
        let (rows, cols, side) = (self.shape.box_rows(), self.shape.box_cols(), self.shape.side());
        let mut weight = 0;
        for (chute, next_line, next_place) in [(rows, side, 1), (cols, 1, side)] {
            for first in (0..side).step_by(chute) {
                weight += chute_weight(cells, side, (first, chute), (next_line, next_place));
                if weight >= enough {
                    return weight;
                }
            }
        }
        weight
    }
}

/// Returns the weight of the sets in two of the `number` lines from line `first` on. The cell at a place of a line is the one at
/// `line * next_line + place * next_place`.
fn chute_weight(
    cells: &[Digit],
    side: usize,
    (first, number): (usize, usize),
    (next_line, next_place): (usize, usize),
) -> u32 {
    let mut digits = [[0; LINES]; LINES];
    let mut places = [[0; LINES]; LINES];
    for line in 0..number {
        for place in 0..side {
            let digit = cells[(first + line) * next_line + place * next_place].index();
            (digits[line][place], places[line][digit]) = (digit, place);
        }
    }
    let mut weight = 0;
    for (one, digits) in digits[..number].iter().enumerate() {
        for places in &places[..one] {
            let mut open: u32 = (1 << side) - 1;
            while open != 0 {
                let before = open;
                let mut place = open.trailing_zeros() as usize;
                while open >> place & 1 != 0 {
                    open &= !(1 << place);
                    place = places[digits[place]];
                }
                let length = (before ^ open).count_ones() as usize;
                // Two whole lines can always trade places, in every grid.
                if length < side {
                    weight += 1 << (16 - length);
                }
            }
        }
    }
    weight
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridmill_testing::sample;
    use rand::SeedableRng;
    use rand_pcg::Pcg64;
    use std::collections::BTreeMap;

    fn grids(fill: Fill, shape: &str, seeds: std::ops::Range<u8>) -> Vec<String> {
        let mut filler = Filler::new(fill, shape.parse().unwrap(), 1_000_000);
        seeds.map(|seed| filler.fill(&mut Pcg64::from_seed([seed; 32])).unwrap().to_string()).collect()
    }

    /// Part of the stream: these grids never change within a stream version.
    #[test]
    fn value_stability() {
        for fill in Fill::ALL {
            insta::assert_debug_snapshot!(fill.name(), grids(fill, "3x3", 0..3));
        }
        for shape in ["2x2", "2x3", "3x2"] {
            insta::assert_debug_snapshot!(format!("uniform_{shape}"), grids(Fill::Uniform, shape, 0..3));
        }
    }

    #[test]
    fn every_shape_up_to_16x16_fills_and_owes_nothing_to_earlier_grids() {
        for fill in Fill::ALL {
            for shape in ["2x2", "2x3", "3x2", "2x4", "3x3", "3x4", "4x4"] {
                if !fill.supports(shape.parse().unwrap()) {
                    assert_eq!(Fill::default_for(shape.parse().unwrap()), Fill::Diagonal);
                    continue;
                }
                let together = grids(fill, shape, 0..5);
                let alone = grids(fill, shape, 4..5);
                assert_eq!(together[4], alone[0], "{} {shape}", fill.name());
            }
        }
    }

    /// All 288 grids of 4x4 must occur, except where grids are selected: 192 of them have the least weight. This tests coverage, not the
    /// distribution, because some fills are biased. A grid of probability 1/2000 is missed by 15,000 draws with chance 6e-4, by 40,000 with 2e-9.
    #[test]
    fn small_grids_are_all_reached() {
        for fill in Fill::ALL {
            let mut filler = Filler::new(fill, "2x2".parse().unwrap(), 1_000_000);
            let mut rng = Pcg64::from_seed([9; 32]);
            let distinct: std::collections::BTreeSet<_> =
                (0..sample(15_000, 40_000)).map(|_| filler.fill(&mut rng).unwrap().to_string()).collect();
            let expected = if fill == Fill::Selected { 192 } else { 288 };
            assert_eq!(distinct.len(), expected, "{}", fill.name());
        }
    }

    #[test]
    fn a_request_depends_on_index_and_numbers_alone() {
        let rng = || Pcg64::from_seed([3; 32]);
        let mut pool = ShufflePool::new(Shape::STANDARD);
        let first = pool.shuffled(4, &mut rng()).to_vec();
        for index in 0..40 {
            pool.shuffled(index, &mut rng());
        }
        assert_eq!(pool.shuffled(4, &mut rng()), first);
        assert_eq!(pool.shuffled(14, &mut rng()), first);
        assert_ne!(pool.shuffled(5, &mut rng()), first);
        assert_eq!(ShufflePool::new(Shape::STANDARD).shuffled(4, &mut rng()), first);
    }

    #[test]
    fn shuffles_are_stable() {
        let mut pool = ShufflePool::new(Shape::STANDARD);
        let text: Vec<String> =
            pool.orders.iter().map(|order| order.iter().map(Digit::to_string).collect()).collect();
        insta::assert_debug_snapshot!(text);
        let shuffled: String =
            pool.shuffled(0, &mut Pcg64::from_seed([0; 32])).iter().map(Digit::to_string).collect();
        insta::assert_snapshot!(shuffled);
    }

    fn grid(shape: &str, text: &str) -> Grid {
        Grid::parse(shape.parse().unwrap(), text).unwrap()
    }

    /// Part of the stream: these grids never change within a stream version.
    #[test]
    fn completions_are_stable() {
        let mut completer = Completer::new(Shape::STANDARD, 1_000_000);
        let partial = grid("3x3", &format!("123456789{}", ".".repeat(72)));
        let grids = [0, 1, 2].map(|seed| {
            completer.complete(&partial, &mut Pcg64::from_seed([seed; 32])).unwrap().unwrap().to_string()
        });
        insta::assert_debug_snapshot!(grids);
    }

    /// A first row of 4x4 has 288/4! = 12 completions. One of probability 1/40 would have 10 or fewer of 2,000 draws with
    /// chance 1e-10.
    #[test]
    fn all_completions_come_and_nothing_else() {
        let partial = grid("2x2", "1234............");
        let mut completer = Completer::new(partial.shape(), 1_000_000);
        let mut rng = Pcg64::from_seed([1; 32]);
        let mut met = BTreeMap::<String, u32>::new();
        for _ in 0..2_000 {
            let solution = completer.complete(&partial, &mut rng).unwrap().unwrap();
            assert!(partial.is_within(&solution));
            *met.entry(solution.to_string()).or_default() += 1;
        }
        assert_eq!(met.len(), 12);
        assert!(met.values().all(|&times| times > 10), "{met:?}");
    }

    #[test]
    fn grids_without_solution_have_no_completion_and_budgets_hold() {
        let mut rng = Pcg64::from_seed([2; 32]);
        let dead = grid("2x2", "123....4........");
        assert_eq!(Completer::new(dead.shape(), 1000).complete(&dead, &mut rng), Ok(None));
        let empty = Grid::empty("5x5".parse().unwrap());
        assert_eq!(
            Completer::new(empty.shape(), 50).complete(&empty, &mut rng),
            Err(OutOfNodes { budget: 50 })
        );
    }

    /// Tries with a growing budget solve a grid that few short tries would solve.
    #[test]
    fn one_solution_is_found_however_hard() {
        let hard =
            grid("3x3", "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9");
        let solution =
            Completer::new(hard.shape(), 10_000_000).complete(&hard, &mut Pcg64::from_seed([3; 32]));
        let solution = solution.unwrap().unwrap();
        assert!(hard.is_within(&solution));
    }

    fn weight(shape: &str, text: &str) -> u32 {
        let shape: Shape = shape.parse().unwrap();
        let grid = gridmill_board::Grid::parse(shape, text).unwrap();
        Selected::new(shape).unwrap().weight(Solution::new(&grid).unwrap().cells(), u32::MAX)
    }

    #[test]
    fn cycles_of_two_lines_are_weighed() {
        // Every pair of lines in a chute has two cycles of two.
        assert_eq!(weight("2x2", "1234341221434321"), 4 * 2 * (1 << 14));
        // Rows 2 and 4 under rows 1 and 3 are one cycle of four each, the columns have two cycles of two.
        assert_eq!(weight("2x2", "1234341223414123"), by_trades("1234341223414123"));
    }

    /// Weighs a 4x4 grid by the definition: the ways to trade some places of two lines and keep both lines whole.
    fn by_trades(grid: &str) -> u32 {
        let grid: Vec<u8> = grid.bytes().collect();
        let line = |n: usize, rows: bool| -> Vec<u8> {
            (0..4).map(|place| if rows { grid[n * 4 + place] } else { grid[place * 4 + n] }).collect()
        };
        let mut weight = 0;
        for (one, rows) in [(0, true), (2, true), (0, false), (2, false)] {
            let (a, b) = (line(one, rows), line(one + 1, rows));
            let digits = |places: u32, line: &[u8]| -> Vec<u8> {
                let mut all: Vec<u8> =
                    (0..4_usize).filter(|p| places >> p & 1 != 0).map(|p| line[p]).collect();
                all.sort_unstable();
                all
            };
            let trades: Vec<u32> =
                (1..15).filter(|&places| digits(places, &a) == digits(places, &b)).collect();
            let smallest = trades.iter().filter(|&&t| !trades.iter().any(|&s| s != t && s & t == s));
            weight += smallest.map(|t| 1 << (16 - t.count_ones())).sum::<u32>();
        }
        weight
    }

    #[test]
    fn the_least_of_all_draws_is_taken() {
        for shape in ["2x3", "3x2", "3x3"] {
            let shape: Shape = shape.parse().unwrap();
            let (selected, uniform) = (Selected::new(shape).unwrap(), Uniform::new(shape).unwrap());
            for seed in 0..20 {
                let mut rng = Pcg64::from_seed([seed; 32]);
                let draws: Vec<Solution> = (0..DRAWS).map(|_| uniform.fill(&mut rng)).collect();
                let weights: Vec<u32> =
                    draws.iter().map(|draw| selected.weight(draw.cells(), u32::MAX)).collect();
                let least = *weights.iter().min().unwrap();
                let first = weights.iter().position(|&weight| weight == least).unwrap();
                assert_eq!(selected.fill(&mut Pcg64::from_seed([seed; 32])), draws[first]);
                assert!(shape != Shape::STANDARD || weights.iter().max() > weights.iter().min());
            }
        }
    }
}
