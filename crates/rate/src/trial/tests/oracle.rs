//! The definitions, as they stand: candidates and variables in lists, no bits, no shortcuts. Slow.

use crate::Pencilmarks;
pub(super) use crate::testing::{image, rated as standard};
use gridmill_board::{Cell, Digit, Grid, Shape, Solution};
pub(super) use gridmill_testing::Numbers;

/// A candidate: `side * cell + digit`.
type Id = usize;

/// Variables of a shape, and its candidates' links.
pub(super) struct Variables {
    pub(super) side: usize,
    /// Candidates of each variable.
    pub(super) candidates: Vec<Vec<Id>>,
    /// Candidates that are linked to each.
    pub(super) linked: Vec<Vec<Id>>,
}

impl Variables {
    pub(super) fn new(shape: Shape) -> Self {
        let side = shape.side();
        let mut variables = vec![Vec::new(); 4 * side * side];
        for cell in shape.all_cells() {
            for digit in 0..side {
                let id = side * cell.index() + digit;
                variables[cell.index()].push(id);
                for (kind, house) in
                    [shape.row(cell), shape.col(cell), shape.box_of(cell)].into_iter().enumerate()
                {
                    variables[(kind + 1) * side * side + house * side + digit].push(id);
                }
            }
        }
        let mut linked = vec![Vec::new(); side * side * side];
        for variable in &variables {
            for &a in variable {
                linked[a].extend(variable.iter().filter(|&&b| b != a));
            }
        }
        Self { side, candidates: variables, linked }
    }

    pub(super) fn id(&self, cell: Cell, digit: Digit) -> Id {
        self.side * cell.index() + digit.index()
    }
}

/// Possible candidates and those that are values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct State {
    pub(super) possible: Vec<bool>,
    pub(super) value: Vec<bool>,
}

impl State {
    pub(super) fn new(variables: &Variables, marks: &Pencilmarks) -> Self {
        let mut possible = vec![false; variables.side.pow(3)];
        for cell in marks.shape().all_cells() {
            let digits =
                marks.value(cell).map_or_else(|| marks.candidates(cell), gridmill_board::DigitSet::only);
            for digit in digits {
                possible[variables.id(cell, digit)] = true;
            }
        }
        Self { value: vec![false; possible.len()], possible }
    }

    pub(super) fn assert(&mut self, variables: &Variables, id: Id) {
        self.value[id] = true;
        for &other in &variables.linked[id] {
            self.possible[other] = false;
        }
    }

    /// Iterates over the candidates of a variable.
    fn left<'a>(&'a self, variable: &'a [Id]) -> impl Iterator<Item = Id> + 'a {
        variable.iter().copied().filter(|&id| self.possible[id])
    }

    /// Returns true if a variable has no candidate.
    fn is_contradictory(&self, variables: &Variables) -> bool {
        variables.candidates.iter().any(|variable| self.left(variable).next().is_none())
    }

    /// Returns the candidates that are the only ones of a variable, and no values.
    pub(super) fn singles(&self, variables: &Variables) -> Vec<Id> {
        let only = |variable: &Vec<Id>| {
            let mut left = self.left(variable);
            left.next().filter(|&id| left.next().is_none() && !self.value[id])
        };
        let mut singles: Vec<_> = variables.candidates.iter().filter_map(only).collect();
        singles.sort_unstable();
        singles.dedup();
        singles
    }

    pub(super) fn is_solved(&self) -> bool {
        self.value.iter().filter(|value| **value).count()
            == self.possible.iter().filter(|possible| **possible).count()
    }

    fn open(&self) -> Vec<Id> {
        (0..self.possible.len()).filter(|&id| self.possible[id] && !self.value[id]).collect()
    }

    /// Basic resolution. Returns false for a contradiction.
    pub(super) fn close(&mut self, variables: &Variables) -> bool {
        loop {
            if self.is_contradictory(variables) {
                return false;
            }
            let singles = self.singles(variables);
            if singles.is_empty() {
                return true;
            }
            for id in singles {
                // One that another of them has deleted leaves its variable empty.
                if self.possible[id] {
                    self.assert(variables, id);
                }
            }
        }
    }

    /// Trial and error of this depth. Returns false for a contradiction.
    pub(super) fn try_all(&mut self, variables: &Variables, depth: u8) -> bool {
        self.eliminate_all(variables, &|state, id| {
            depth > 0 && {
                let mut copy = state.clone();
                copy.assert(variables, id);
                !copy.try_all(variables, depth - 1)
            }
        })
    }

    /// Deletes candidates that are refuted until none is. Returns false for a contradiction.
    fn eliminate_all(&mut self, variables: &Variables, is_refuted: &dyn Fn(&Self, Id) -> bool) -> bool {
        if !self.close(variables) {
            return false;
        }
        loop {
            let mut deleted = false;
            for id in self.open() {
                if self.possible[id] && !self.value[id] && is_refuted(self, id) {
                    deleted = true;
                    self.possible[id] = false;
                    if !self.close(variables) {
                        return false;
                    }
                }
            }
            if !deleted {
                return true;
            }
        }
    }

    /// Returns true if a braid with at most `length` variables proves the candidate false: one that empties a variable by at most `length - 1`
    /// further candidates, each the only one of a variable at its turn.
    pub(super) fn has_braid(&self, variables: &Variables, id: Id, length: usize) -> bool {
        let mut copy = self.clone();
        copy.assert(variables, id);
        let mut states = vec![copy];
        for _ in 1..length {
            if states.iter().any(|state| state.is_contradictory(variables)) {
                return true;
            }
            let mut next: Vec<Self> = Vec::new();
            for state in &states {
                for single in state.singles(variables) {
                    let mut longer = state.clone();
                    longer.assert(variables, single);
                    if !next.contains(&longer) {
                        next.push(longer);
                    }
                }
            }
            states = next;
        }
        states.iter().any(|state| state.is_contradictory(variables))
    }

    /// Returns true if a whip with at most `length` variables proves the candidate false, with `start` as the first state.
    fn has_whip(&self, variables: &Variables, start: &Self, id: Id, length: usize) -> bool {
        let mut copy = self.clone();
        copy.assert(variables, id);
        if copy.is_contradictory(variables) {
            return true;
        }
        let next = |variable: &&Vec<Id>| {
            let is_linked = |other: &Id| start.possible[*other] && variables.linked[id].contains(other);
            copy.left(variable).count() == 1 && variable.iter().any(is_linked)
        };
        let asserted = |variable: &Vec<Id>| copy.left(variable).next().filter(|&single| !copy.value[single]);
        let chain = |single: Id| copy.has_whip(variables, start, single, length - 1);
        length > 1 && variables.candidates.iter().filter(next).filter_map(asserted).any(chain)
    }

    /// Resolution by whips. Returns false for a contradiction.
    pub(super) fn whip_all(&mut self, variables: &Variables, length: usize) -> bool {
        if !self.close(variables) {
            return false;
        }
        let start = self.clone();
        self.eliminate_all(variables, &|state, id| {
            length > 0 && state.has_whip(variables, &start, id, length)
        })
    }

    /// Resolution by braids. Returns false for a contradiction.
    pub(super) fn braid_all(&mut self, variables: &Variables, length: usize) -> bool {
        self.eliminate_all(variables, &|state, id| length > 0 && state.has_braid(variables, id, length))
    }

    /// Trial and error of this depth around resolution by braids. Returns false for a contradiction.
    pub(super) fn try_braids(&mut self, variables: &Variables, depth: u8, length: usize) -> bool {
        if depth == 0 {
            return self.braid_all(variables, length);
        }
        self.eliminate_all(variables, &|state, id| {
            let mut copy = state.clone();
            copy.assert(variables, id);
            !copy.try_braids(variables, depth - 1, length)
        })
    }
}

/// Counts the sets of `size` cells whose solution digits let singles solve, and their cells.
pub(super) fn backdoors(marks: &Pencilmarks, solution: &Solution, size: usize) -> (u64, Vec<Cell>) {
    let variables = Variables::new(marks.shape());
    let mut state = State::new(&variables, marks);
    assert!(state.close(&variables));
    let open: Vec<Cell> = marks
        .shape()
        .all_cells()
        .filter(|&cell| !state.value[variables.id(cell, solution.get(cell))])
        .collect();
    let (mut count, mut cells) = (0, Vec::new());
    for set in subsets(&open, size) {
        let mut state = state.clone();
        for &cell in &set {
            state.assert(&variables, variables.id(cell, solution.get(cell)));
        }
        if state.close(&variables) && state.is_solved() {
            count += 1;
            cells.extend(set);
        }
    }
    cells.sort_unstable();
    cells.dedup();
    (count, cells)
}

/// Lists all sets of `size` of these cells.
fn subsets(cells: &[Cell], size: usize) -> Vec<Vec<Cell>> {
    let Some((&first, rest)) = cells.split_first() else {
        return if size == 0 { vec![Vec::new()] } else { Vec::new() };
    };
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut with = subsets(rest, size - 1);
    for set in &mut with {
        set.push(first);
    }
    with.extend(subsets(rest, size));
    with
}

// Puzzles for the tests, made from a grid by removing givens: no solver is needed for grids of a few cells.

/// Returns a complete grid: rows shifted within a band and from band to band, digits renamed, rows of each band and bands exchanged.
pub(super) fn solution(shape: Shape, numbers: &mut Numbers) -> Solution {
    let (side, rows, cols) = (shape.side(), shape.box_rows(), shape.box_cols());
    let mut digits: Vec<usize> = (0..side).collect();
    numbers.shuffle(&mut digits);
    let mut order: Vec<Vec<usize>> =
        (0..cols).map(|band| (0..rows).map(|row| band * rows + row).collect()).collect();
    for band in &mut order {
        numbers.shuffle(band);
    }
    numbers.shuffle(&mut order);
    let mut grid = Grid::empty(shape);
    for (row, from) in order.into_iter().flatten().enumerate() {
        for col in 0..side {
            let digit = (from % rows * cols + from / rows + col) % side;
            grid.set(shape.cell(row, col), Some(Digit::from_index(digits[digit])));
        }
    }
    Solution::new(&grid).unwrap()
}

/// Removes givens in random order as long as trial and error of this depth solves: a puzzle with one solution.
pub(super) fn puzzle(solution: &Solution, depth: u8, numbers: &mut Numbers) -> Grid {
    let variables = Variables::new(solution.shape());
    let mut cells: Vec<_> = solution.shape().all_cells().collect();
    numbers.shuffle(&mut cells);
    let mut grid = Grid::from(solution);
    for cell in cells {
        let digit = grid.set(cell, None);
        let mut state = State::new(&variables, &Pencilmarks::new(&grid));
        if !(state.try_all(&variables, depth) && state.is_solved()) {
            grid.set(cell, digit);
        }
    }
    grid
}

/// Returns pencilmarks with some digits of the solution, and without some others: they have the solution and maybe more.
pub(super) fn state(
    solution: &Solution,
    givens: usize,
    deleted: usize,
    numbers: &mut Numbers,
) -> Pencilmarks {
    let shape = solution.shape();
    let mut cells: Vec<_> = shape.all_cells().collect();
    numbers.shuffle(&mut cells);
    let mut grid = Grid::empty(shape);
    for &cell in &cells[..givens] {
        grid.set(cell, Some(solution.get(cell)));
    }
    let mut marks = Pencilmarks::new(&grid);
    for _ in 0..deleted {
        let cell = cells[givens + numbers.below(cells.len() - givens)];
        let digit = Digit::from_index(numbers.below(shape.side()));
        if digit != solution.get(cell) {
            marks.eliminate(cell, digit);
        }
    }
    marks
}
