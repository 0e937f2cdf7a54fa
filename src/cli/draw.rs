//! Grids as pictures of text.

use crate::{
    board::{Cell, Digit, DigitSet, Grid, Shape},
    rate::{Pencilmarks, Step},
};

/// Lines of a drawing, all `width` columns wide on a terminal.
pub(super) struct Drawing {
    pub lines: Vec<String>,
    pub width: usize,
}

/// Draws `grid`; digits that `emphasised` holds too are bold if `colour` is true.
pub(super) fn grid(grid: &Grid, emphasised: &Grid, colour: bool) -> Drawing {
    frame(grid.shape(), &vec![1; grid.shape().side()], |cell| {
        let digit = grid.get(cell).map_or('.', |digit| char::from(Digit::ascii(digit)));
        if colour && emphasised.get(cell).is_some() {
            format!("\x1b[1m{digit}\x1b[0m")
        } else {
            digit.to_string()
        }
    })
}

pub(super) fn letters(shape: Shape, letter: impl Fn(Cell) -> char) -> Drawing {
    frame(shape, &vec![1; shape.side()], |cell| letter(cell).to_string())
}

/// Draws a text for each cell, as wide as its column.
fn frame(shape: Shape, widths: &[usize], text: impl Fn(Cell) -> String) -> Drawing {
    let rule = |left: &str, middle: &str, right: &str| {
        let run = |widths: &[usize]| "─".repeat(widths.iter().sum::<usize>() + widths.len() + 1);
        let runs: Vec<_> = widths.chunks(shape.box_cols()).map(run).collect();
        format!("{left}{}{right}", runs.join(middle))
    };
    let mut lines = vec![rule("┌", "┬", "┐")];
    for row in 0..shape.side() {
        if row > 0 && row % shape.box_rows() == 0 {
            lines.push(rule("├", "┼", "┤"));
        }
        let mut line = String::new();
        for col in 0..shape.side() {
            line += if col % shape.box_cols() == 0 { if col == 0 { "│ " } else { " │ " } } else { " " };
            line += &text(shape.cell(row, col));
        }
        lines.push(line + " │");
    }
    lines.push(rule("└", "┴", "┘"));
    Drawing { lines, width: widths.iter().sum::<usize>() + shape.side() + 2 * shape.box_rows() + 1 }
}

/// Draws the candidates of every cell. Of a step, the cells that it points at are bold, what it takes away red, what it
/// places green, if `colour` is true.
pub(super) fn pencilmarks(marks: &Pencilmarks, step: Option<&Step>, colour: bool) -> Drawing {
    let (shape, side) = (marks.shape(), marks.shape().side());
    let digits = |cell: Cell| marks.value(cell).map_or(marks.candidates(cell), DigitSet::only);
    let widths: Vec<usize> = (0..side)
        .map(|col| (0..side).map(|row| digits(shape.cell(row, col)).len()).max().unwrap_or(1).max(1) as usize)
        .collect();
    frame(shape, &widths, |cell| {
        let text = digits(cell).iter().map(|digit| candidate(cell, digit, step, colour)).collect::<String>();
        text + &" ".repeat(widths[cell.index() % side] - digits(cell).len() as usize)
    })
}

fn candidate(cell: Cell, digit: Digit, step: Option<&Step>, colour: bool) -> String {
    let Some(step) = step.filter(|_| colour) else { return digit.to_string() };
    if step.eliminations.cells(digit).contains(cell) {
        format!("\x1b[31m{digit}\x1b[0m")
    } else if step.placements().any(|placed| (placed.cell, placed.digit) == (cell, digit)) {
        format!("\x1b[32m{digit}\x1b[0m")
    } else if step.cells().contains(cell) {
        format!("\x1b[1m{digit}\x1b[0m")
    } else {
        digit.to_string()
    }
}

/// Joins two drawings with titles, side by side if they fit `columns`.
pub(super) fn pair(first: (&str, &Drawing), second: (&str, &Drawing), columns: usize) -> String {
    let stacked = |(title, drawing): (&str, &Drawing)| format!("{title}\n{}\n", drawing.lines.join("\n"));
    let (left, right) = (first.1, second.1);
    if left.width + 3 + right.width > columns {
        return stacked(first) + &stacked(second);
    }
    let mut text = format!("{:<width$}   {}\n", first.0, second.0, width = left.width);
    for (left, right) in left.lines.iter().zip(&right.lines) {
        text += &format!("{left}   {right}\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawings_have_the_width_they_claim() {
        for text in ["2x2", "2x3", "3x2", "3x3", "5x5"] {
            let shape: Shape = text.parse().unwrap();
            let drawing = grid(&Grid::empty(shape), &Grid::empty(shape), false);
            assert!(drawing.lines.iter().all(|line| line.chars().count() == drawing.width), "{text}");
        }
    }

    #[test]
    fn pencilmarks_have_the_width_they_claim() {
        let puzzle = "..3..6..9...18.2..89...31.4.14...6.....7.......5.4.3...........64.92...39....4..7";
        let marks = Pencilmarks::new(&Grid::parse(Shape::STANDARD, puzzle).unwrap());
        let drawing = pencilmarks(&marks, None, false);
        assert!(drawing.lines.iter().all(|line| line.chars().count() == drawing.width));
        insta::assert_snapshot!(drawing.lines.join("\n"));
        for (shape, puzzle) in [
            ("2x2", "1...3......3..2."),
            ("2x3", "1....6.5..4....3..4..............1.."),
            ("3x2", "1....6.5..4....3..4..............1.."),
        ] {
            let marks = Pencilmarks::new(&Grid::parse(shape.parse().unwrap(), puzzle).unwrap());
            let drawing = pencilmarks(&marks, None, false);
            assert!(drawing.lines.iter().all(|line| line.chars().count() == drawing.width), "{shape}");
        }
    }

    #[test]
    fn a_small_grid_looks_like_this() {
        let grid = Grid::parse("2x3".parse().unwrap(), "1....6.5..4....3..4..............1..").unwrap();
        insta::assert_snapshot!(super::grid(&grid, &grid, false).lines.join("\n"));
    }
}
