//! Help drawn for a terminal.

use crate::{
    board::Grid,
    cli::{
        draw,
        rating::measures,
        steps,
        terminal::{COLUMNS, wrapped},
        wording::Words,
    },
    hints::{Help, Problem, Status},
    rate::{Pencilmarks, Rating, Rulebook, Step},
    tables::escape::visible,
};

/// Problems that are printed; more are counted.
const LISTED: usize = 8;

/// Draws the state, and its solutions or the steps to them.
pub(super) fn page(help: &Help, number: Option<u64>, words: &Words, colour: bool) -> String {
    let Some(state) = &help.state else { return format!("{}\n", help.message) };
    let (puzzle, filled) = (state.givens(), state.filled());
    let title = number.map(|number| format!("puzzle {number}: {puzzle}\n")).unwrap_or_default();
    let title = title + &assumption(help);
    let drawing = |grid: &Grid| draw::grid(grid, puzzle, colour);
    let drawn = steps::lines(&drawing(&filled));
    let body = match (help.status, &help.solution, &help.solutions[..]) {
        (Status::Complete, ..) => drawn + "complete and valid: nothing to solve\n",
        (Status::Unique | Status::Multiple, ..) if let Some(steps) = steps_text(help, words, colour) => {
            let warning = match help.status {
                Status::Multiple => {
                    format!("{}\ntechniques that presume one solution are left out\n", help.message)
                }
                _ => String::new(),
            };
            drawn + &warning + &steps
        }
        (Status::Unique, Some(solution), _) => {
            let [left, right] = [drawing(&filled), drawing(&Grid::from(solution))];
            draw::pair(("puzzle", &left), ("solution", &right), COLUMNS) + &format!("\n{solution}\n")
        }
        (Status::Multiple, _, [one, other]) => {
            let [left, right] = [one, other].map(|solution| drawing(&Grid::from(solution)));
            let pair = draw::pair(("one solution", &left), ("another", &right), COLUMNS);
            format!("{drawn}{}\n\n{pair}\n{one}\n{other}\n", help.message)
        }
        (Status::Wrong, ..) => drawn + &problems(help, words),
        _ => drawn + &format!("{}\n", help.message),
    };
    title + &body
}

/// Returns a line with what a solution rests on besides the givens: candidates, or an assumed shape.
fn assumption(help: &Help) -> String {
    let is_plain =
        !matches!(help.status, Status::Unique | Status::Complete) || help.message == "one solution";
    if is_plain { String::new() } else { format!("{}\n", help.message) }
}

/// Lists problems, or says what else is wrong.
fn problems(help: &Help, words: &Words) -> String {
    if help.problems.is_empty() {
        return format!("{}\n", help.message);
    }
    let text = |problem: &Problem| problem.text(words.names, words.wording()) + "\n";
    let printed: String = help.problems.iter().take(LISTED).map(text).collect();
    match help.problems.len().saturating_sub(LISTED) {
        0 => printed,
        more => format!("{printed}and {more} more\n"),
    }
}

/// Describes the requested steps; `None` if none were.
fn steps_text(help: &Help, words: &Words, colour: bool) -> Option<String> {
    let (rulebook, start) = (help.rulebook.as_deref()?, help.marks.as_ref()?);
    Some(match (&help.steps, &help.rating) {
        (Some(steps), Some(rating)) => all_steps(start, steps, (rating, rulebook), words, colour),
        (None, _) => match &help.next {
            Some(next) => {
                let path: Vec<Step> = help.rests_on.iter().chain([next]).cloned().collect();
                // Chosen words explain each step at its place.
                let explained = path.iter().filter(|_| words.chosen.is_none());
                let explanations: Vec<String> = explained.map(|step| words.explanation(step)).collect();
                assumptions(help, words)
                    + &steps::text(start, &path, words, colour)
                    + &explanations.join("\n")
            }
            None => format!("no technique of {} applies\n", visible(rulebook.name())),
        },
        (Some(_), None) => "the candidates leave no solution\n".to_owned(),
    })
}

/// Tells what the next step takes from the notes.
fn assumptions(help: &Help, words: &Words) -> String {
    let Some(state) = &help.state else { return String::new() };
    help.assumed.iter().map(|one| wrapped(&one.text(state, words.names, words.wording()))).collect()
}

/// Describes every step, and the rating of all.
fn all_steps(
    start: &Pencilmarks,
    steps: &[Step],
    (rating, rulebook): (&Rating, &Rulebook),
    words: &Words,
    colour: bool,
) -> String {
    let mut text = steps::text(start, steps, words, colour);
    if !rating.solved {
        let mut marks = start.clone();
        for step in steps {
            marks.apply(step);
        }
        text += &format!("\n{}", steps::lines(&draw::pencilmarks(&marks, None::<&Step>, colour)));
    }
    let end = match &rating.level {
        Some(level) => format!("solved, {}", visible(level)),
        None if rating.solved => "solved".to_owned(),
        None if rating.er_at_least.is_some() => {
            format!("past the rate budget with {} empty cells", rating.stuck_cells)
        }
        None => format!("stuck with {} empty cells", rating.stuck_cells),
    };
    text + &format!("\n{end} in {} steps; {}\n", rating.steps, measures(rating, rulebook))
}
