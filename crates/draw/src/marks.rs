//! State before a step: values and candidates of a grid of any shape.

use gridmill_board::{Cell, Digit, DigitSet, Shape};
use gridmill_rate::Pencilmarks;

/// Values and candidates of a grid of any shape.
///
/// ```
/// use gridmill_board::{Digit, DigitSet};
/// use gridmill_draw::{CellMarks, Marks};
///
/// let given = Digit::new(4);
/// let marks = Marks::new("2x2".parse()?, |cell| match cell.index() {
///     0 => CellMarks::given(given),
///     _ => CellMarks::empty(DigitSet::full(4)),
/// });
/// assert_eq!(marks.shape().side(), 4);
/// # Ok::<(), gridmill_board::ShapeError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Marks {
    shape: Shape,
    cells: Vec<CellMarks>,
}

/// Content of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct CellMarks {
    /// Digit that was given or placed.
    pub(crate) value: Option<Digit>,
    /// True if the digit was given.
    pub(crate) is_given: bool,
    /// Candidates of an empty cell.
    pub(crate) candidates: DigitSet,
}

impl CellMarks {
    /// Creates a cell with a given.
    pub const fn given(value: Option<Digit>) -> Self {
        Self { value, is_given: true, candidates: DigitSet::EMPTY }
    }

    /// Creates a cell with a digit that was placed.
    pub(crate) const fn placed(value: Option<Digit>) -> Self {
        Self { value, is_given: false, candidates: DigitSet::EMPTY }
    }

    /// Creates an empty cell with candidates.
    pub const fn empty(candidates: DigitSet) -> Self {
        Self { value: None, is_given: false, candidates }
    }
}

impl Marks {
    /// Creates the marks of a grid from those of each cell.
    pub fn new(shape: Shape, cell: impl FnMut(Cell) -> CellMarks) -> Self {
        Self { shape, cells: shape.all_cells().map(cell).collect() }
    }

    /// Returns the shape.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the content of a cell.
    ///
    /// # Panics
    /// Panics if the grid has no such cell.
    pub fn cell(&self, cell: Cell) -> CellMarks {
        self.cells[cell.index()]
    }

    pub(crate) fn value(&self, cell: Cell) -> Option<Digit> {
        self.cells.get(cell.index()).and_then(|marks| marks.value)
    }

    /// Returns the candidates of a cell; none outside the grid.
    pub(crate) fn candidates(&self, cell: Cell) -> DigitSet {
        self.cells.get(cell.index()).map_or(DigitSet::EMPTY, |marks| marks.candidates)
    }
}

impl From<&Pencilmarks> for Marks {
    fn from(marks: &Pencilmarks) -> Self {
        Self::new(marks.shape(), |cell| match marks.value(cell) {
            None => CellMarks::empty(marks.candidates(cell)),
            value if marks.givens().contains(cell) => CellMarks::given(value),
            value => CellMarks::placed(value),
        })
    }
}
