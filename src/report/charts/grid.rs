//! A puzzle drawn as a grid.

use super::{Anchor, Svg, WIDTH};
use crate::{board::Shape, report::markup::Html};

/// Draws the givens of a puzzle, as text row by row.
pub(in crate::report) fn sudoku(id: &str, title: &str, shape: Shape, puzzle: &str) -> Html {
    let side = shape.side();
    let cell = WIDTH / side as f64;
    let mut svg = Svg::new(WIDTH);
    for n in 0..=side {
        let at = n as f64 * cell;
        let class = |thick: usize| if n.is_multiple_of(thick) { "edge" } else { "rule" };
        svg.line(class(shape.box_rows()), (0.0, at), (WIDTH, at));
        svg.line(class(shape.box_cols()), (at, 0.0), (at, WIDTH));
    }
    let empty = |c: &char| matches!(c, '.' | '0' | '_' | '*');
    for (n, given) in puzzle.chars().enumerate().filter(|(_, c)| !empty(c)) {
        let (row, col) = (n / side, n % side);
        let middle = |place: usize| (place as f64 + 0.5) * cell;
        svg.text("given", (middle(col), middle(row) + cell * 0.22), Anchor::Middle, &given.to_string());
    }
    svg.finish(id, title, puzzle)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_puzzle_looks_like_this() {
        let shape = "2x2".parse().unwrap();
        insta::assert_snapshot!(sudoku("hard", "A puzzle", shape, "1...3.......4..1"));
    }
}
