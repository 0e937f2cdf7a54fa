//! A puzzle drawn as a grid, and a step of its solution with the pattern marked.

use super::{Anchor, Canvas, Svg, svg::Shape as Drawn};
use crate::markup::Html;
use gridmill_board::Shape;

/// A puzzle as text row by row, and a step to mark in it.
#[derive(Debug)]
pub(crate) struct Sudoku {
    pub(crate) shape: Shape,
    pub(crate) puzzle: String,
    pub(crate) step: Option<StepMarks>,
}

/// A candidate: cell and digit.
pub(crate) type Place = (usize, usize);

/// Two candidates that are linked, and the kind of the link.
pub(crate) type Link = (Place, Place, DrawnLink);

/// Kind of a link, drawn as the style of its line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum DrawnLink {
    /// Solid.
    Strong,
    /// Dashed.
    Weak,
    /// Dotted: more than a link, such as a pattern or a chain within the chain.
    Within,
}

impl DrawnLink {
    const ALL: [Self; 3] = [Self::Strong, Self::Weak, Self::Within];

    const fn class(self) -> &'static str {
        match self {
            Self::Strong => "link strong",
            Self::Weak => "link",
            Self::Within => "link within",
        }
    }

    /// Returns the words of the legend.
    const fn words(self) -> &'static str {
        match self {
            Self::Strong => "strong link",
            Self::Weak => "weak link",
            Self::Within => "indirect",
        }
    }
}

/// Height of the legend of links.
const LEGEND: f64 = 20.0;

/// State before a step, its pattern and its result.
#[derive(Debug, Default)]
pub(crate) struct StepMarks {
    /// Digits of the cells filled so far, as text; `.` for none.
    pub(crate) filled: String,
    /// Candidates of each empty cell.
    pub(crate) candidates: Vec<Vec<usize>>,
    /// Cells of the pattern.
    pub(crate) cells: Vec<usize>,
    /// Candidates of the pattern, and those in its second part, such as fins or the other colour.
    pub(crate) pattern: [Vec<Place>; 2],
    pub(crate) removed: Vec<Place>,
    pub(crate) placed: Vec<Place>,
    /// Links from candidate to candidate.
    pub(crate) links: Vec<Link>,
}

/// Returns true for a character that stands for an empty cell.
const fn is_empty(c: char) -> bool {
    matches!(c, '.' | '0' | '_' | '*')
}

/// Draws the puzzle.
pub(super) fn draw(chart: &Sudoku, canvas: Canvas) -> Svg {
    let side = chart.shape.side();
    let whole = canvas.width - 3.0;
    let grid = GridPlaces {
        side,
        cell: whole / side as f64,
        columns: if side == 9 { 3 } else { chart.shape.box_cols() },
    };
    let has_links = chart.step.as_ref().is_some_and(|step| !step.links.is_empty());
    let mut svg = Svg::new(canvas, canvas.width + if has_links { LEGEND } else { 0.0 });
    if let Some(step) = &chart.step {
        for &cell in &step.cells {
            let (x, y) = grid.corner(cell);
            svg.rect(&Html::literal("pattern"), (x, y), (grid.cell, grid.cell), "");
        }
    }
    lines(&mut svg, "rule", chart.shape, (grid, whole), |n, thick| !n.is_multiple_of(thick));
    lines(&mut svg, "edge", chart.shape, (grid, whole), usize::is_multiple_of);
    let filled = chart.step.as_ref().map_or("", |step| step.filled.as_str());
    let class = if side > 9 { "given small" } else { "given" };
    digits(&mut svg, class, grid, &chart.puzzle, "");
    digits(&mut svg, "filled", grid, filled, &chart.puzzle);
    if let Some(step) = &chart.step {
        mark(&mut svg, step, grid);
        legend(&mut svg, step, canvas.width);
    }
    svg
}

/// Draws the line styles of the links that there are, below the grid.
fn legend(svg: &mut Svg, step: &StepMarks, top: f64) {
    let (mut x, y) = (4.0, top + LEGEND - 8.0);
    for kind in DrawnLink::ALL {
        if step.links.iter().any(|(.., link)| *link == kind) {
            svg.line(kind.class(), (x, y), (x + 22.0, y));
            svg.text("tick", (x + 27.0, y + 4.0), Anchor::Start, kind.words());
            x += 27.0 + super::text_width(kind.words()) + 14.0;
        }
    }
}

/// Draws the lines between cells or boxes as one path.
fn lines(
    svg: &mut Svg,
    class: &'static str,
    shape: Shape,
    (grid, whole): (GridPlaces, f64),
    wanted: fn(usize, usize) -> bool,
) {
    let at = |n: usize| 1.5 + n as f64 * grid.cell;
    let of = |box_side: usize| (0..=grid.side).filter(|&n| wanted(n, box_side)).map(at).collect();
    let (across, down) = (of(shape.box_rows()), of(shape.box_cols()));
    svg.shapes.push(Drawn::Ruling { class, corner: 1.5, length: whole, across, down });
}

/// Places of the cells and their candidates.
#[derive(Clone, Copy)]
struct GridPlaces {
    side: usize,
    cell: f64,
    /// Candidates beside each other in a cell.
    columns: usize,
}

impl GridPlaces {
    fn corner(self, cell: usize) -> (f64, f64) {
        (1.5 + (cell % self.side) as f64 * self.cell, 1.5 + (cell / self.side) as f64 * self.cell)
    }

    fn middle(self, cell: usize) -> (f64, f64) {
        let (x, y) = self.corner(cell);
        (x + self.cell / 2.0, y + self.cell / 2.0)
    }

    /// Returns the middle of a candidate.
    fn candidate(self, (cell, digit): Place) -> (f64, f64) {
        let (x, y) = self.corner(cell);
        let part = self.cell / self.columns as f64;
        let rows = self.side.div_ceil(self.columns) as f64;
        let (row, column) = ((digit - 1) / self.columns, (digit - 1) % self.columns);
        (x + (column as f64 + 0.5) * part, y + (row as f64 + 0.5) * self.cell / rows)
    }
}

/// Draws the digits of `text` where `before` has none, a line of text for each row.
fn digits(svg: &mut Svg, class: &'static str, grid: GridPlaces, text: &str, before: &str) {
    let known: Vec<char> = before.chars().collect();
    let all: Vec<(usize, char)> = text
        .chars()
        .enumerate()
        .filter(|&(n, c)| !is_empty(c) && known.get(n).copied().is_none_or(is_empty))
        .collect();
    for row in all.chunk_by(|a, b| a.0 / grid.side == b.0 / grid.side) {
        let places: Vec<(f64, char)> = row.iter().map(|&(n, c)| (grid.middle(n).0, c)).collect();
        svg.characters(class, grid.middle(row[0].0).1 + grid.cell * 0.23, &places);
    }
}

/// Draws candidates, and marks the step on them.
fn mark(svg: &mut Svg, step: &StepMarks, grid: GridPlaces) {
    for (n, class) in ["s3 node", "s2 node"].into_iter().enumerate() {
        for &place in &step.pattern[n] {
            svg.dot(&Html::literal(class), grid.candidate(place), 6.5, "");
        }
    }
    for &place in &step.removed {
        svg.dot(&Html::literal("alarm node"), grid.candidate(place), 6.5, "");
    }
    for (from, to, kind) in &step.links {
        link(svg, grid.candidate(*from), grid.candidate(*to), *kind);
    }
    let rows = grid.side.div_ceil(grid.columns);
    for line in 0..grid.side * rows {
        let (row, third) = (line / rows, line % rows);
        let mut places = Vec::new();
        for column in 0..grid.side {
            let cell = row * grid.side + column;
            let all = step.candidates.get(cell).map_or(&[][..], Vec::as_slice);
            for &digit in all.iter().filter(|&&digit| (digit - 1) / grid.columns == third) {
                let shown = u32::try_from(digit).ok().and_then(|digit| char::from_digit(digit, 36));
                places.extend(shown.map(|shown| (grid.candidate((cell, digit)).0, shown)));
            }
        }
        let y = grid.candidate((row * grid.side, third * grid.columns + 1)).1 + 3.6;
        svg.characters("mark", y, &places);
    }
    for &place in &step.removed {
        let (x, y) = grid.candidate(place);
        svg.line("struck", (x - 5.0, y + 5.0), (x + 5.0, y - 5.0));
    }
    for &(cell, digit) in &step.placed {
        let (x, y) = grid.middle(cell);
        let shown = u32::try_from(digit).ok().and_then(|digit| char::from_digit(digit, 36));
        svg.rect(
            &Html::literal("placed"),
            (x - grid.cell / 2.0 + 1.0, y - grid.cell / 2.0 + 1.0),
            (grid.cell - 2.0, grid.cell - 2.0),
            "",
        );
        svg.text(
            "given new",
            (x, y + grid.cell * 0.23),
            Anchor::Middle,
            &shown.map(String::from).unwrap_or_default(),
        );
    }
}

/// Draws a link as a slight arc, so that links over other candidates are told apart.
fn link(svg: &mut Svg, (x1, y1): (f64, f64), (x2, y2): (f64, f64), kind: DrawnLink) {
    let (dx, dy) = (x2 - x1, y2 - y1);
    let length = dx.hypot(dy);
    if length < 1.0 {
        return;
    }
    let (ux, uy) = (dx / length, dy / length);
    let (start, end) = ((x1 + ux * 6.0, y1 + uy * 6.0), (x2 - ux * 6.0, y2 - uy * 6.0));
    let bend = (length * 0.12).min(12.0);
    let middle = (f64::midpoint(x1, x2) - uy * bend, f64::midpoint(y1, y2) + ux * bend);
    svg.shapes.push(Drawn::Curve { class: kind.class(), from: start, bend: middle, to: end });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charts::Drawing;

    fn draw(step: Option<StepMarks>) -> Html {
        let puzzle = "1...3.......4..1".to_owned();
        let chart = Sudoku { shape: "2x2".parse().unwrap(), puzzle, step };
        Drawing::Sudoku(chart).draw("hard", "A puzzle", "Four givens.", Canvas::COLUMN)
    }

    #[test]
    fn a_small_puzzle_looks_like_this() {
        insta::assert_snapshot!(draw(None));
    }

    #[test]
    fn a_step_is_marked_with_its_links_and_results() {
        let mut candidates = vec![Vec::new(); 16];
        candidates[1] = vec![2, 4];
        let step = StepMarks {
            filled: "12..3.......4..1".to_owned(),
            candidates,
            cells: vec![1],
            pattern: [vec![(1, 2)], Vec::new()],
            removed: vec![(1, 4)],
            placed: vec![(2, 3)],
            links: vec![((1, 2), (5, 2), DrawnLink::Strong), ((5, 2), (6, 2), DrawnLink::Weak)],
        };
        let svg = draw(Some(step)).to_string();
        for part in [
            "class=\"pattern\"",
            "class=\"filled\"",
            "class=\"link strong\" d=",
            "class=\"link\" d=",
            ">strong link<",
            ">weak link<",
            "class=\"struck\"",
            "given new",
        ] {
            assert_eq!(svg.matches(part).count(), 1, "{part}");
        }
    }
}
