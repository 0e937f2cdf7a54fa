//! Puzzles as links of other programs; `read/links` reads them.

use crate::read::links::lz_string::compress;
use gridmill_board::Grid;

/// Program that opens a puzzle from a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkSite {
    /// sudokuwiki.org, the solver of A. Stuart.
    SudokuWiki,
    /// sudoku.coach.
    SudokuCoach,
    /// f-puzzles.com.
    FPuzzles,
    /// sudokupad.app, by S. Neumann.
    SudokuPad,
}

impl LinkSite {
    /// Writes the link of a puzzle. Links of [`SudokuWiki`](Self::SudokuWiki) and [`SudokuCoach`](Self::SudokuCoach) are for 3x3 boxes.
    ///
    /// ```
    /// use gridmill_board::Grid;
    /// use gridmill_tables::write::LinkSite;
    ///
    /// let puzzle: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let mut link = Vec::new();
    /// LinkSite::SudokuCoach.write(&puzzle, &mut link);
    /// assert!(link.starts_with(b"https://sudoku.coach/en/play/530070000600195000"));
    /// # Ok::<(), gridmill_board::GridError>(())
    /// ```
    pub fn write(self, puzzle: &Grid, out: &mut Vec<u8>) {
        let beginning = match self {
            Self::SudokuWiki => "https://www.sudokuwiki.org/sudoku.htm?bd=",
            Self::SudokuCoach => "https://sudoku.coach/en/play/",
            Self::FPuzzles => "https://www.f-puzzles.com/?load=",
            Self::SudokuPad => "https://sudokupad.app/fpuzzles",
        };
        out.extend_from_slice(beginning.as_bytes());
        match self {
            Self::SudokuWiki | Self::SudokuCoach => puzzle.write_text_with_zeros(out),
            Self::FPuzzles | Self::SudokuPad => {
                for byte in compress(&f_puzzles(puzzle)).bytes() {
                    match byte {
                        // These have another meaning in links.
                        b'+' => out.extend_from_slice(b"%2B"),
                        b'/' => out.extend_from_slice(b"%2F"),
                        b'=' => out.extend_from_slice(b"%3D"),
                        _ => out.push(byte),
                    }
                }
            }
        }
    }
}

/// Returns a puzzle as f-puzzles.com has it. Boxes that are no squares are named, because programs differ in what they take them to be.
fn f_puzzles(puzzle: &Grid) -> String {
    let shape = puzzle.shape();
    let is_square = shape == shape.transposed();
    let mut text = format!("{{\"size\":{},\"grid\":[", shape.side());
    for (place, cell) in shape.all_cells().enumerate() {
        let region = (!is_square).then(|| format!("\"region\":{}", shape.box_of(cell)));
        let given = puzzle.get(cell).map(|digit| format!("\"value\":{},\"given\":true", digit.value()));
        let keys: Vec<String> = [region, given].into_iter().flatten().collect();
        let begin = if place.is_multiple_of(shape.side()) { "[" } else { "" };
        let end = if (place + 1).is_multiple_of(shape.side()) { "]" } else { "" };
        text += &format!("{begin}{{{}}}{end},", keys.join(","));
    }
    text.pop();
    text + "]}"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::links;
    use gridmill_board::Shape;

    /// Every link is read as the puzzle that it was made of.
    #[test]
    fn links_are_read_again() {
        for text in [
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
            "..1.2..6...5....3...2.1....4.2..5...",
            "12......2......1",
        ] {
            let wide: Grid = text.parse().unwrap();
            for shape in [wide.shape(), wide.shape().transposed()] {
                let puzzle = Grid::parse(shape, text).unwrap();
                let sites =
                    [LinkSite::FPuzzles, LinkSite::SudokuPad, LinkSite::SudokuWiki, LinkSite::SudokuCoach];
                let count = if shape == Shape::STANDARD { 4 } else { 2 };
                for site in &sites[..count] {
                    let mut link = Vec::new();
                    site.write(&puzzle, &mut link);
                    let link = String::from_utf8(link).unwrap();
                    assert_eq!(links::puzzle(shape, &link), Ok(puzzle.clone()), "{link}");
                }
            }
        }
    }
}
