//! Braids as proofs: the variables and candidates of one shortest braid.

use super::{
    Trial,
    board::{BANDS, Board, LANES, Place},
    engine::{BudgetSpent, Engine},
    kernel::Closure,
    layout::Layout,
};
use crate::{Candidate, CellSet, House, HouseKind, Pencilmarks};
use gridmill_board::{Cell, Digit, DigitSet};

/// Something that has exactly one value in every solution: what a cell holds, or where a digit of a house is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Variable {
    /// The digit of a cell.
    Cell(Cell),
    /// The cell of a digit in a house.
    House(House, Digit),
}

/// Variable of a braid, and the only candidate that is left there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct BraidLink {
    /// The variable.
    pub variable: Variable,
    /// Its only candidate that is not linked to the target or to a candidate before; the next variables use it.
    pub candidate: Candidate,
}

/// Proof that a candidate is false: placing it, and then the only candidate of one variable after the other, leaves a variable without
/// candidates.
///
/// Source: D. Berthier, "Pattern-Based Constraint Satisfaction", 3rd ed. 2021.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Braid {
    /// Candidate that is proved false.
    pub target: Candidate,
    /// Variables with one candidate, in order.
    pub links: Vec<BraidLink>,
    /// Variable in which nothing is left.
    pub last: Variable,
}

impl Braid {
    /// Returns the length: the number of variables, 1 or more.
    pub const fn length(&self) -> usize {
        self.links.len() + 1
    }
}

impl Trial {
    /// Finds a shortest braid that proves a candidate false, or `None` if no braid does.
    ///
    /// The singles of the state count like those that follow from the target, so a state is best closed under singles first. There is no braid for a
    /// digit that is placed or no candidate, nor in a state that shows a contradiction. A node is a state of the search.
    ///
    /// # Errors
    /// [`BudgetSpent`] if `budget` nodes ended before a braid was found or excluded.
    ///
    /// # Example
    /// ```
    /// use gridmill_board::{Digit, Grid, Shape};
    /// use gridmill_rate::{Candidate, Pencilmarks, trial::Trial};
    ///
    /// let shape = Shape::new(2, 2)?;
    /// let marks = Pencilmarks::new(&Grid::parse(shape, "1...3......3..2.")?);
    /// let target = Candidate { cell: shape.cell(1, 2), digit: Digit::new(4).ok_or("no digit")? };
    /// let braid = Trial::new().braid(&marks, target, 1000)?;
    /// assert_eq!(braid.map(|braid| braid.length()), Some(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn braid(
        &mut self,
        marks: &Pencilmarks,
        target: Candidate,
        budget: u64,
    ) -> Result<Option<Braid>, BudgetSpent> {
        let shape = marks.shape();
        let exists = target.cell.index() < shape.cells() && target.digit.index() < shape.side();
        if !exists || marks.value(target.cell).is_some() || !marks.has(target.cell, target.digit) {
            return Ok(None);
        }
        let engine = self.begin(shape, budget);
        let board = engine.layout.board_of_play(marks);
        if engine.layout.find_singles(&board, &mut [[0; LANES]; BANDS]) == Closure::Contradiction {
            return Ok(None);
        }
        let place = engine.layout.place(target.cell, target.digit);
        let asserted = engine.shortest_braid(&board, place)?;
        Ok(asserted.and_then(|asserted| engine.proof(board, target, &asserted)))
    }
}

impl Engine {
    /// Finds the candidates that a shortest braid asserts, in order.
    fn shortest_braid(&mut self, board: &Board, target: Place) -> Result<Option<Vec<Place>>, BudgetSpent> {
        let mut copy = *board;
        self.layout.assert(&mut copy, target);
        if self.close(&mut copy)? != Closure::Contradiction {
            return Ok(None);
        }
        for length in 1..u8::MAX {
            if self.has_braid(board, target, length)? {
                let mut path = std::mem::take(&mut self.path);
                path.reverse();
                return Ok(Some(path));
            }
        }
        Ok(None)
    }

    /// Names the variables of a braid by its target and the candidates that it asserts.
    pub(super) fn proof(&self, mut board: Board, target: Candidate, asserted: &[Place]) -> Option<Braid> {
        let layout = &self.layout;
        let variables = variables(layout);
        layout.assert(&mut board, layout.place(target.cell, target.digit));
        let mut links = Vec::new();
        for &place in asserted {
            let candidate = Candidate { cell: layout.cell(place), digit: Digit::from_index(place.lane) };
            let is_only = |&&variable: &&Variable| left(layout, &board, variable).eq([candidate]);
            links.push(BraidLink { variable: *variables.iter().find(is_only)?, candidate });
            layout.assert(&mut board, place);
        }
        let is_empty = |&variable: &Variable| left(layout, &board, variable).next().is_none();
        Some(Braid { target, links, last: variables.into_iter().find(is_empty)? })
    }
}

/// Lists all variables: cells, then digits of rows, columns and boxes.
fn variables(layout: &Layout) -> Vec<Variable> {
    let shape = layout.shape();
    let cells = shape.all_cells().map(Variable::Cell);
    let houses = HouseKind::ALL.into_iter().flat_map(|kind| kind.houses_in(shape));
    let in_house = |house| DigitSet::full(shape.side()).map(move |digit| Variable::House(house, digit));
    cells.chain(houses.flat_map(in_house)).collect()
}

/// Iterates over the candidates of a variable.
fn left<'a>(
    layout: &'a Layout,
    board: &'a Board,
    variable: Variable,
) -> impl Iterator<Item = Candidate> + 'a {
    let (cells, digits) = match variable {
        Variable::Cell(cell) => (CellSet::only(cell), DigitSet::full(layout.shape().side())),
        Variable::House(house, digit) => (house.cells_in(layout.shape()), DigitSet::only(digit)),
    };
    let all = cells.into_iter().flat_map(move |cell| digits.map(move |digit| Candidate { cell, digit }));
    all.filter(|candidate| layout.place(candidate.cell, candidate.digit).is_in(&board.candidates))
}
