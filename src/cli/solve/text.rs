//! Findings about a puzzle, drawn for a terminal.

use super::{Findings, Path9x9};
use crate::{
    board::Grid,
    cli::{draw, rating::measures, steps, terminal::COLUMNS},
    rate::{Rating, Rulebook, Step},
    solve::Diagnosis,
    tables::escape::visible,
};

/// Draws the puzzle, and its solutions or the steps to it.
pub(super) fn page(findings: &Findings, rulebook: &Rulebook, colour: bool) -> String {
    let Findings { puzzle, diagnosis, path } = findings;
    let drawing = |grid: &Grid| draw::grid(grid, puzzle, colour);
    let is_complete = puzzle.givens() == puzzle.cells().len();
    match (diagnosis, path) {
        (Diagnosis::Unique(_), _) if is_complete => {
            steps::lines(&drawing(puzzle)) + "complete and valid: nothing to solve\n"
        }
        (Diagnosis::Unique(_), Some(path)) => {
            steps::lines(&drawing(puzzle)) + &path_text(path, rulebook, colour)
        }
        (Diagnosis::Unique(solution), None) => {
            let [left, right] = [drawing(puzzle), drawing(&Grid::from(solution))];
            draw::pair(("puzzle", &left), ("solution", &right), COLUMNS) + &format!("\n{solution}\n")
        }
        (Diagnosis::Multiple(_), Some(path)) => {
            let warning = format!("{diagnosis}\ntechniques that presume one solution are left out\n");
            steps::lines(&drawing(puzzle)) + &warning + &path_text(path, rulebook, colour)
        }
        (Diagnosis::Multiple(solutions), None) => {
            let [left, right] = solutions.each_ref().map(|solution| drawing(&Grid::from(solution)));
            let pair = draw::pair(("one solution", &left), ("another", &right), COLUMNS);
            format!(
                "{}{diagnosis}\n\n{pair}\n{}\n{}\n",
                steps::lines(&drawing(puzzle)),
                solutions[0],
                solutions[1]
            )
        }
        (Diagnosis::Contradiction { .. } | Diagnosis::NoSolution, _) => {
            steps::lines(&drawing(puzzle)) + &format!("{diagnosis}\n")
        }
    }
}

/// Describes every step, and the rating of all.
fn path_text(path: &Path9x9, rulebook: &Rulebook, colour: bool) -> String {
    if let Some(problem) = &path.wrong_candidate {
        return format!("{problem}\n");
    }
    let mut text = steps::text(&path.start, &path.steps, colour);
    let Some(rating) = &path.rating else {
        return if path.steps.is_empty() {
            "no technique of the rulebook applies\n".to_owned()
        } else {
            text
        };
    };
    if !rating.solved {
        let mut marks = path.start.clone();
        path.steps.iter().for_each(|step| marks.apply(step));
        text += &format!("\n{}", steps::lines(&draw::pencilmarks(&marks, None::<&Step>, colour)));
    }
    text + &closing(rating, rulebook)
}

fn closing(rating: &Rating, rulebook: &Rulebook) -> String {
    let end = match &rating.level {
        Some(level) => format!("solved, {}", visible(level)),
        None if rating.solved => "solved".to_owned(),
        None if rating.er_at_least.is_some() => {
            format!("past the rate budget with {} empty cells", rating.stuck_cells)
        }
        None => format!("stuck with {} empty cells", rating.stuck_cells),
    };
    format!("\n{end} in {} steps; {}\n", rating.steps, measures(rating, rulebook))
}
