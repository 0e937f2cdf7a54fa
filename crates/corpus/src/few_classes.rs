//! Shapes with so few essentially different puzzles that rows repeat each other.

use gridmill_board::Shape;
use gridmill_tables::numbers::thousands;

/// Numbers of essentially different puzzles of a shape: classes of puzzles that are transforms of each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FewClasses {
    /// Of minimal puzzles.
    pub minimal: u64,
    /// Of all puzzles.
    pub all: u64,
}

impl FewClasses {
    /// Returns the numbers of a shape; `None` of shapes with very many.
    pub fn of(shape: Shape) -> Option<Self> {
        (shape.side() == 4).then_some(Self { minimal: 36, all: 4710 })
    }

    /// Returns a line that says that `rows` rows of a shape repeat each other, if they must.
    pub fn note(shape: Shape, rows: u64) -> Option<String> {
        let Self { minimal, all } = Self::of(shape).filter(|few| rows > few.minimal)?;
        Some(format!(
            "{side}x{side} grids have {minimal} essentially different minimal puzzles, and {all} puzzles in all: rows repeat them; split by \
             puzzle, remove duplicates by puzzle, or take 2x3 boxes",
            side = shape.side(),
            all = thousands(all),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridmill_board::{Grid, Solution};
    use gridmill_solve::{BitParallel, Remover, Solver};
    use std::collections::BTreeSet;

    /// Every puzzle of both classes of 4x4 grids.
    #[test]
    fn numbers_are_those_of_all_puzzles() {
        let shape: Shape = "2x2".parse().unwrap();
        let mut solver = BitParallel::new(shape, 1000);
        let (mut minimal, mut all) = (BTreeSet::new(), BTreeSet::new());
        let form = |grid: &Grid| grid.canonical().unwrap().form.to_string();
        for text in ["1234341221434321", "1234341223414123"] {
            let full = Grid::parse(shape, text).unwrap();
            let solution = Solution::new(&full).unwrap();
            let within = |cells: &dyn Fn(usize) -> bool| {
                let mut puzzle = Grid::empty(shape);
                let chosen = shape.all_cells().filter(|cell| cells(cell.index()));
                chosen.for_each(|cell| assert!(puzzle.set(cell, full.get(cell)).is_none()));
                puzzle
            };
            let found = solver.minimal_puzzles(&full, &solution).unwrap();
            for choice in found.choices {
                let chosen = found.optional.iter().enumerate().filter(|(n, _)| choice >> n & 1 == 1);
                let cells: Vec<usize> =
                    chosen.map(|(_, cell)| cell).chain(&found.needed).map(|cell| cell.index()).collect();
                minimal.insert(form(&within(&|cell| cells.contains(&cell))));
            }
            for bits in 0..1_u32 << 16 {
                let puzzle = within(&|cell| bits >> cell & 1 == 1);
                if puzzle.givens() >= 4 && solver.count(&puzzle, 2).unwrap().solutions == 1 {
                    all.insert(form(&puzzle));
                }
            }
        }
        let few = FewClasses::of(shape).unwrap();
        assert_eq!((minimal.len() as u64, all.len() as u64), (few.minimal, few.all));
        assert!(FewClasses::note(shape, 36).is_none() && FewClasses::of(Shape::STANDARD).is_none());
        insta::assert_snapshot!(FewClasses::note(shape, 2000).unwrap(), @"4x4 grids have 36 essentially different minimal puzzles, and 4,710 puzzles in all: rows repeat them; split by puzzle, remove duplicates by puzzle, or take 2x3 boxes");
    }
}
