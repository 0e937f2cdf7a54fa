//! Diagnosis of a grid: a contradiction of its givens and where it is, or its solutions.

use super::{Backtracking, OutOfNodes, Remover, Solver as _};
use gridmill_board::{Cell, Digit, DigitSet, Grid, Shape, Solution};
use std::fmt;

/// Validity of a grid: its contradictions, or its solutions.
///
/// ```
/// use gridmill_board::Grid;
/// use gridmill_solve::diagnose;
///
/// let grid: Grid = "5..5.............................................................................".parse()?;
/// assert_eq!(diagnose(&grid).to_string(), "contradiction: 5 twice in row 1, at r1c1 and r1c4");
/// # Ok::<(), gridmill_board::GridError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Diagnosis {
    /// Givens that contradict each other at sight.
    Contradiction {
        /// Every contradiction, in the order of rows, columns and boxes, then of cells.
        found: Vec<Contradiction>,
        /// Side of the boxes, for the names of cells.
        shape: Shape,
    },
    /// No solution, though no contradiction is visible.
    NoSolution,
    /// Exactly one solution: the grid is a puzzle.
    Unique(Solution),
    /// Several solutions: two of them.
    Multiple([Solution; 2]),
}

/// A contradiction that is visible without search.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Contradiction {
    /// A digit is in a house more than once.
    Twice {
        /// The digit.
        digit: Digit,
        /// The house.
        house: HouseName,
        /// The cells with the digit.
        cells: Vec<Cell>,
    },
    /// An empty cell sees every digit.
    NoCandidate(Cell),
    /// A digit is missing in a house, and no cell is left for it.
    NoPlace {
        /// The digit.
        digit: Digit,
        /// The house.
        house: HouseName,
    },
}

/// A house of a grid of any shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HouseName {
    /// A row, from 0.
    Row(usize),
    /// A column, from 0.
    Column(usize),
    /// A box, from 0, row by row.
    Box(usize),
}

impl HouseName {
    /// Returns all houses of a shape: rows, then columns, then boxes.
    fn all(shape: Shape) -> impl Iterator<Item = Self> {
        let side = shape.side();
        (0..side).map(Self::Row).chain((0..side).map(Self::Column)).chain((0..side).map(Self::Box))
    }

    fn cells(self, shape: Shape) -> Vec<Cell> {
        match self {
            Self::Row(row) => (0..shape.side()).map(|col| shape.cell(row, col)).collect(),
            Self::Column(col) => (0..shape.side()).map(|row| shape.cell(row, col)).collect(),
            Self::Box(number) => shape.box_cells(number).collect(),
        }
    }
}

impl fmt::Display for HouseName {
    /// Writes `row 1`, `column 1` or `box 1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Row(row) => write!(f, "row {}", row + 1),
            Self::Column(col) => write!(f, "column {}", col + 1),
            Self::Box(number) => write!(f, "box {}", number + 1),
        }
    }
}

impl Diagnosis {
    /// Diagnoses a grid.
    ///
    /// # Errors
    /// [`OutOfNodes`] if a search exceeds the budget of the solver.
    ///
    /// # Panics
    /// Panics if the shape of the grid is not that of the solver.
    pub fn new(grid: &Grid, solver: &mut dyn Remover) -> Result<Self, OutOfNodes> {
        let shape = grid.shape();
        let found = contradictions(grid);
        if !found.is_empty() {
            return Ok(Self::Contradiction { found, shape });
        }
        solver.count(grid, 1)?;
        let Some(first) = solver.first_solution() else { return Ok(Self::NoSolution) };
        for cell in shape.all_cells().filter(|&cell| grid.get(cell).is_none()) {
            if solver.has_other_solution(grid, cell, first.get(cell))?.found
                && let Some(second) = solver.first_solution()
            {
                return Ok(Self::Multiple([first, second]));
            }
        }
        Ok(Self::Unique(first))
    }

    /// Diagnoses a grid whose empty cells can only have their `candidates`; a cell without candidates can have any digit. Each search may visit
    /// `budget` nodes.
    ///
    /// # Errors
    /// [`OutOfNodes`] if a search exceeds the budget.
    ///
    /// # Panics
    /// Panics if there are not as many candidates as cells.
    #[doc(hidden)]
    pub fn within(grid: &Grid, candidates: &[DigitSet], budget: u64) -> Result<Self, OutOfNodes> {
        let shape = grid.shape();
        let found = contradictions(grid);
        if !found.is_empty() {
            return Ok(Self::Contradiction { found, shape });
        }
        let mut solver = Backtracking::new(shape, budget);
        solver.count_within(grid, candidates, 1)?;
        let Some(first) = solver.first_solution() else { return Ok(Self::NoSolution) };
        let full = DigitSet::full(shape.side());
        let mut others = candidates.to_vec();
        for cell in shape.all_cells().filter(|&cell| grid.get(cell).is_none()) {
            let digits = Some(candidates[cell.index()]).filter(|digits| !digits.is_empty()).unwrap_or(full);
            let mut without = digits;
            without.remove(first.get(cell));
            if without.is_empty() {
                continue;
            }
            others[cell.index()] = without;
            solver.count_within(grid, &others, 1)?;
            if let Some(second) = solver.first_solution() {
                return Ok(Self::Multiple([first, second]));
            }
            others[cell.index()] = digits;
        }
        Ok(Self::Unique(first))
    }

    /// Returns the cells in which the two solutions differ; empty unless there are several.
    pub fn differing_cells(&self) -> Vec<Cell> {
        match self {
            Self::Multiple([first, second]) => {
                let differs = |&cell: &Cell| first.get(cell) != second.get(cell);
                first.shape().all_cells().filter(differs).collect()
            }
            Self::Contradiction { .. } | Self::NoSolution | Self::Unique(_) => Vec::new(),
        }
    }
}

/// Lists the contradictions of a grid that are visible without search.
fn contradictions(grid: &Grid) -> Vec<Contradiction> {
    let shape = grid.shape();
    let all = DigitSet::full(shape.side());
    let holders = |house: HouseName, digit: Digit| -> Vec<Cell> {
        house.cells(shape).into_iter().filter(|&cell| grid.get(cell) == Some(digit)).collect()
    };
    let mut found = Vec::new();
    for house in HouseName::all(shape) {
        for digit in all {
            let cells = holders(house, digit);
            if cells.len() > 1 {
                found.push(Contradiction::Twice { digit, house, cells });
            }
        }
    }
    if !found.is_empty() {
        return found;
    }
    let candidates = |cell: Cell| {
        let houses = [
            HouseName::Row(shape.row(cell)),
            HouseName::Column(shape.col(cell)),
            HouseName::Box(shape.box_of(cell)),
        ];
        let mut free = all;
        for digit in houses.into_iter().flat_map(|house| house.cells(shape)).filter_map(|cell| grid.get(cell))
        {
            free.remove(digit);
        }
        free
    };
    let empty = |cell: &Cell| grid.get(*cell).is_none();
    let stuck = shape.all_cells().filter(empty).filter(|&cell| candidates(cell).is_empty());
    found.extend(stuck.map(Contradiction::NoCandidate));
    for house in HouseName::all(shape) {
        let cells: Vec<Cell> = house.cells(shape).into_iter().filter(empty).collect();
        for digit in all.iter().filter(|&digit| holders(house, digit).is_empty()) {
            if !cells.iter().any(|&cell| candidates(cell).contains(digit)) {
                found.push(Contradiction::NoPlace { digit, house });
            }
        }
    }
    found
}

impl Contradiction {
    fn describe(&self, shape: Shape) -> String {
        match self {
            Self::Twice { digit, house, cells } => {
                let times = match cells.len() {
                    2 => "twice".to_owned(),
                    times => format!("{times} times"),
                };
                format!("{digit} {times} in {house}, at {}", names(cells, shape))
            }
            Self::NoCandidate(cell) => format!("{} sees every digit", cell.name(shape)),
            Self::NoPlace { digit, house } => format!("no cell of {house} is left for {digit}"),
        }
    }
}

/// Lists cells: `r1c1, r1c2 and r1c3`.
fn names(cells: &[Cell], shape: Shape) -> String {
    let names: Vec<String> = cells.iter().map(|cell| cell.name(shape)).collect();
    match names.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => names.concat(),
    }
}

/// Contradictions and cells that a message names; more are counted.
const NAMED: usize = 4;

impl fmt::Display for Diagnosis {
    /// Writes one line, such as `several solutions; two differ in 4 cells: r1c1, r1c2, r5c1 and r5c2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Contradiction { found, shape } => {
                let named = found.iter().take(NAMED).map(|one| one.describe(*shape));
                write!(f, "contradiction: {}", named.collect::<Vec<_>>().join("; "))?;
                if found.len() > NAMED {
                    write!(f, "; and {} more", found.len() - NAMED)?;
                }
                Ok(())
            }
            Self::NoSolution => f.write_str("no solution"),
            Self::Unique(_) => f.write_str("one solution"),
            Self::Multiple([first, _]) => {
                let (cells, shape) = (self.differing_cells(), first.shape());
                write!(f, "several solutions; two differ in {} cells: ", cells.len())?;
                if cells.len() <= 2 * NAMED {
                    return f.write_str(&names(&cells, shape));
                }
                let named: Vec<String> = cells[..NAMED].iter().map(|cell| cell.name(shape)).collect();
                write!(f, "{} and {} more", named.join(", "), cells.len() - NAMED)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SolverKind, count_solutions, diagnose};

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn diagnosed(text: &str) -> Diagnosis {
        diagnose(&text.parse().unwrap())
    }

    #[test]
    fn contradictions_are_named_by_their_cells() {
        let three = format!("1.1....1.{}", ".".repeat(72));
        assert_eq!(
            diagnosed(&three).to_string(),
            "contradiction: 1 3 times in row 1, at r1c1, r1c3 and r1c8; 1 twice in box 1, at r1c1 and r1c3"
        );
        // r1c1 sees 1 to 9; 9 is in its column.
        let stuck = format!(".12345678{}9{}", ".".repeat(27), ".".repeat(44));
        let found = diagnosed(&stuck).to_string();
        assert!(
            found.starts_with("contradiction: r1c1 sees every digit; no cell of row 1 is left for 9"),
            "{found}"
        );
        let many = "1".repeat(81);
        assert!(diagnosed(&many).to_string().ends_with("; and 23 more"), "{}", diagnosed(&many));
        // Each row, column and box of a complete wrong grid is checked.
        let wrong = format!("{}123456789", "123456789".repeat(8));
        assert!(matches!(diagnosed(&wrong), Diagnosis::Contradiction { .. }));
    }

    #[test]
    fn a_puzzle_has_its_solution() {
        let Diagnosis::Unique(solution) = diagnosed(PUZZLE) else { panic!() };
        assert!(PUZZLE.parse::<Grid>().unwrap().is_within(&solution));
    }

    /// For every given of a minimal puzzle: without it there are two solutions, both with the givens, and they differ.
    #[test]
    fn two_solutions_are_shown() {
        let minimal = "2...7....5......731..4...59..6.3..1.......6.....2.8.9......5.27.823.....6.....1..";
        let grid: Grid = minimal.parse().unwrap();
        for cell in grid.shape().all_cells().filter(|&cell| grid.get(cell).is_some()) {
            let mut less = grid.clone();
            less.set(cell, None);
            for kind in SolverKind::ALL {
                let mut solver = kind.solver(grid.shape(), u64::MAX);
                let found = Diagnosis::new(&less, &mut *solver).unwrap();
                let Diagnosis::Multiple(solutions) = &found else { panic!("{kind:?} {less}: {found}") };
                assert!(solutions.iter().all(|solution| less.is_within(solution)));
                assert!(solutions[0] != solutions[1] && !found.differing_cells().is_empty());
            }
        }
    }

    #[test]
    fn grids_without_a_visible_contradiction_can_have_no_solution() {
        let grid: Grid = "2...7....5......731..4...59..6.3..1.......6.....2.8.9......5.27.823.....6.....1.."
            .parse()
            .unwrap();
        let shape = grid.shape();
        let mut seen = 0;
        for cell in shape.all_cells().filter(|&cell| grid.get(cell).is_none()) {
            for digit in DigitSet::full(9) {
                let mut more = grid.clone();
                more.set(cell, Some(digit));
                let found = diagnose(&more);
                let solutions = count_solutions(&more, 2);
                assert_eq!(matches!(found, Diagnosis::Unique(_)), solutions == 1, "{more}: {found}");
                seen += u32::from(found == Diagnosis::NoSolution);
            }
        }
        assert!(seen > 0);
    }

    #[test]
    fn candidates_restrict_the_solutions() {
        let shape = Shape::STANDARD;
        let Diagnosis::Unique(solution) = diagnosed(PUZZLE) else { panic!() };
        let empty = Grid::empty(shape);
        let mut candidates = vec![DigitSet::EMPTY; 81];
        let within =
            |grid: &Grid, candidates: &[DigitSet]| Diagnosis::within(grid, candidates, 1_000_000).unwrap();
        assert!(matches!(within(&empty, &candidates), Diagnosis::Multiple(_)));
        assert_eq!(within(&PUZZLE.parse().unwrap(), &candidates), Diagnosis::Unique(solution.clone()));
        // Each cell has the digit of the solution and the next one.
        for (cell, digits) in candidates.iter_mut().enumerate() {
            let digit = solution.get(Cell::new(cell));
            digits.insert(digit);
            digits.insert(Digit::from_index((digit.index() + 1) % 9));
        }
        let found = within(&empty, &candidates);
        let Diagnosis::Multiple(two) = &found else { panic!("{found}") };
        let is_within =
            |one: &Solution| shape.all_cells().all(|cell| candidates[cell.index()].contains(one.get(cell)));
        assert!(two.iter().all(is_within) && two[0] != two[1]);
        candidates[0].remove(Digit::from_index((solution.get(Cell::new(0)).index() + 1) % 9));
        assert_eq!(within(&empty, &candidates), Diagnosis::Unique(solution.clone()));
        candidates[80].remove(solution.get(Cell::new(80)));
        assert_eq!(within(&empty, &candidates), Diagnosis::NoSolution);
    }

    #[test]
    fn every_shape_is_diagnosed() {
        for text in ["2x2", "2x3", "3x2", "3x4"] {
            let shape: Shape = text.parse().unwrap();
            assert!(matches!(diagnose(&Grid::empty(shape)), Diagnosis::Multiple(_)), "{text}");
        }
        let grid: Grid = ".... ..34 .3.. ..2.".parse().unwrap();
        assert_eq!(diagnose(&grid).to_string(), "one solution");
    }
}
