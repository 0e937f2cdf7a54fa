//! Symmetries of the picture that the givens make, and the orbits of cells that go together under each.
//!
//! ```text
//!   rot180       rot90       diagonal    antidiagonal  horizontal   vertical
//!   a . . .     a . . a      a b . .      . . . a      a . . b      a . . a
//!   b . . .     . . . .      b . . .      . . b .      . . . .      . b b .
//!   . . . b     . . . .      . . . .      . b . .      . . . .      . . . .
//!   . . . a     a . . a      . . . .      a . . .      a . . b      . . . .
//! ```
//!
//! Mirrors are named by the line that stays in place. Grids are square whatever their boxes, so that every shape
//! knows every symmetry; where boxes are not square, a diagonal or a quarter turn does not take boxes to boxes.

use super::{Cell, Shape};
use serde::{Deserialize, Serialize};

/// A symmetry that the cells of the givens may have; digits have no part in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Symmetry {
    /// None asked for: every cell is an orbit of its own.
    #[default]
    None,
    /// The half turn.
    Rot180,
    /// The quarter turn, and so the half turn.
    Rot90,
    /// The mirror in the diagonal from r1c1: rows become columns.
    Diagonal,
    /// The mirror in the other diagonal.
    Antidiagonal,
    /// The mirror in the horizontal midline: top and bottom change places.
    Horizontal,
    /// The mirror in the vertical midline: left and right change places.
    Vertical,
    /// All turns and mirrors of the square.
    Full,
}

impl Symmetry {
    /// All symmetries, in the order in which help lists them.
    pub const ALL: [Self; 8] = [
        Self::None,
        Self::Rot180,
        Self::Rot90,
        Self::Diagonal,
        Self::Antidiagonal,
        Self::Horizontal,
        Self::Vertical,
        Self::Full,
    ];

    /// The name in options, plans and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Rot180 => "rot180",
            Self::Rot90 => "rot90",
            Self::Diagonal => "diagonal",
            Self::Antidiagonal => "antidiagonal",
            Self::Horizontal => "horizontal",
            Self::Vertical => "vertical",
            Self::Full => "full",
        }
    }

    /// The cells of `shape` in orbits: sets that the symmetry maps to themselves and that hold no smaller one. Each
    /// in reading order, by their first cells in reading order.
    pub fn orbits(self, shape: Shape) -> Vec<Vec<Cell>> {
        let orbit = |cell| {
            let mut orbit: Vec<Cell> = self.motions().iter().map(|&m| image(shape, m, cell)).collect();
            orbit.sort_unstable();
            orbit.dedup();
            orbit
        };
        shape
            .all_cells()
            .map(|cell| (cell, orbit(cell)))
            .filter(|(c, o)| o[0] == *c)
            .map(|(_, o)| o)
            .collect()
    }

    /// The motions of the square that belong to the symmetry.
    const fn motions(self) -> &'static [Motion] {
        use Motion::{Antidiagonal, Diagonal, Horizontal, Stay, Turn90, Turn180, Turn270, Vertical};
        match self {
            Self::None => &[Stay],
            Self::Rot180 => &[Stay, Turn180],
            Self::Rot90 => &[Stay, Turn90, Turn180, Turn270],
            Self::Diagonal => &[Stay, Diagonal],
            Self::Antidiagonal => &[Stay, Antidiagonal],
            Self::Horizontal => &[Stay, Horizontal],
            Self::Vertical => &[Stay, Vertical],
            Self::Full => &[Stay, Turn90, Turn180, Turn270, Diagonal, Antidiagonal, Horizontal, Vertical],
        }
    }
}

/// One of the eight motions of a square onto itself.
#[derive(Clone, Copy)]
enum Motion {
    Stay,
    Turn90,
    Turn180,
    Turn270,
    Diagonal,
    Antidiagonal,
    Horizontal,
    Vertical,
}

/// Where `motion` takes `cell`.
const fn image(shape: Shape, motion: Motion, cell: Cell) -> Cell {
    let (row, col, last) = (shape.row(cell), shape.col(cell), shape.side() - 1);
    match motion {
        Motion::Stay => cell,
        Motion::Turn90 => shape.cell(col, last - row),
        Motion::Turn180 => shape.cell(last - row, last - col),
        Motion::Turn270 => shape.cell(last - col, row),
        Motion::Diagonal => shape.cell(col, row),
        Motion::Antidiagonal => shape.cell(last - col, last - row),
        Motion::Horizontal => shape.cell(last - row, col),
        Motion::Vertical => shape.cell(row, last - col),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orbits_tile_the_grid() {
        for symmetry in Symmetry::ALL {
            for shape in ["2x2", "2x3", "3x2", "3x3", "4x4"] {
                let shape: Shape = shape.parse().unwrap();
                let mut cells: Vec<Cell> = symmetry.orbits(shape).concat();
                cells.sort_unstable();
                assert!(cells.into_iter().eq(shape.all_cells()), "{} {shape}", symmetry.name());
            }
        }
    }

    /// Orbits of a square of odd side n: all cells in one's own but for those on the axes.
    #[test]
    fn orbits_are_as_many_as_burnside_counts() {
        let orbits = |symmetry: Symmetry| symmetry.orbits(Shape::STANDARD).len();
        assert_eq!(Symmetry::ALL.map(orbits), [81, 41, 21, 45, 45, 45, 45, 15]);
    }

    #[test]
    fn mirrors_are_named_by_the_line_that_stays() {
        let still = |symmetry: Symmetry| -> Vec<String> {
            let orbits = symmetry.orbits(Shape::STANDARD);
            orbits.into_iter().filter(|o| o.len() == 1).map(|o| o[0].name(Shape::STANDARD)).collect()
        };
        assert_eq!(still(Symmetry::Horizontal)[..2], ["r5c1", "r5c2"]);
        assert_eq!(still(Symmetry::Vertical)[..2], ["r1c5", "r2c5"]);
        assert_eq!(still(Symmetry::Diagonal)[..2], ["r1c1", "r2c2"]);
        assert_eq!(still(Symmetry::Antidiagonal)[..2], ["r1c9", "r2c8"]);
        assert_eq!(still(Symmetry::Full), ["r5c5"]);
    }
}
