//! Help with states of play: the stored path, and whatever people send.

mod premises;

use crate::{Help, HelpData, Helper, NotesKind, Problem, ProblemKind, State, StateText, Status};
use gridmill_board::{Cell, Digit, DigitSet, Grid, Shape};
use gridmill_generate::{Generator, MasterSeed, Plan, Tasks};
use gridmill_rate::{Pencilmarks, Rater, Rulebook, Step};
use gridmill_solve::{Solutions, count_solutions, solve};
use gridmill_testing::sample;
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64;

/// The state of a path at these marks: digits that are no givens are entries, candidates are notes.
fn state_of(givens: &Grid, marks: &Pencilmarks) -> State {
    let shape = givens.shape();
    let notes = shape.all_cells().map(|cell| marks.candidates(cell)).collect();
    State::new(givens.clone()).with_entries(marks.grid()).unwrap().with_notes(notes).unwrap()
}

fn puzzles(count: u64, plan: Plan, seed: u64) -> Vec<Grid> {
    let tasks = Tasks::new(&plan, MasterSeed::from(seed), None).unwrap();
    let mut generator = Generator::new(plan).unwrap();
    let mut puzzle = |index| generator.make(&tasks.task(index).unwrap()).unwrap().puzzle.into_grid();
    (0..count).map(&mut puzzle).collect()
}

/// Returns the steps of a puzzle, each with the marks before it.
fn path(grid: &Grid, rulebook: &Rulebook) -> Vec<(Pencilmarks, Step)> {
    let mut path = Vec::new();
    let mut see = |before: &Pencilmarks, step: &Step| path.push((before.clone(), step.clone()));
    Rater::new(rulebook).trace(&mut Pencilmarks::new(grid), &mut see);
    path
}

/// At each state of a path, the next step is that of the path: of HoDoKu's, whose singles depend on the order in which they came to
/// light, of the Explainer's, and of small shapes.
#[test]
fn replayed_paths_are_the_stored_ones() {
    let small = |shape: &str| Plan::for_shape(shape.parse().unwrap());
    for (rulebook, plan, count) in [
        (Rulebook::hodoku(), Plan::default(), 900),
        (Rulebook::se(), Plan::default(), 20),
        (Rulebook::basic(), Plan::default(), 40),
        (Rulebook::basic(), small("2x2"), 40),
        (Rulebook::basic(), small("2x3"), 40),
        (Rulebook::basic(), small("2x4"), 20),
    ] {
        let mut helper = Helper::new(rulebook);
        for grid in puzzles(count, plan, 11) {
            for (before, step) in path(&grid, rulebook) {
                let help = helper.help(&state_of(&grid, &before));
                assert_eq!(help.status, Status::Unique, "{grid} {}", help.message);
                assert!(help.problems.is_empty(), "{grid}: {:?}", help.problems);
                assert_eq!(help.next.as_ref(), Some(&step), "{grid} {}", before.grid());
                assert_eq!(help.marks.as_ref(), Some(&before), "{grid}");
            }
        }
    }
}

/// Without notes, the step is the first after the last placement that was entered, unless the board shows no way to it.
#[test]
fn paths_without_notes_go_on_after_the_last_entry() {
    let mut helper = Helper::new(Rulebook::hodoku());
    let (mut states, mut others) = (0, 0);
    for grid in puzzles(200, Plan::default(), 12) {
        let path = path(&grid, Rulebook::hodoku());
        let mut expected = 0;
        for (place, (before, _)) in path.iter().enumerate() {
            if place > 0 && path[place - 1].1.placement.is_some() {
                expected = place;
            }
            let state = State::new(grid.clone()).with_entries(before.grid()).unwrap();
            let (next, expected) = (helper.help(&state).next.unwrap(), &path[expected].1);
            states += 1;
            others += i32::from((next.technique, &next.reason) != (expected.technique, &expected.reason));
        }
    }
    assert!(others * 50 < states, "{others} of {states}");
}

/// A helper that is asked about states in any order answers as a new one does.
#[test]
fn answers_do_not_depend_on_earlier_questions() {
    let mut random = Pcg64::seed_from_u64(13);
    let mut states = Vec::new();
    for grid in puzzles(30, Plan::default(), 13) {
        let path = path(&grid, Rulebook::hodoku());
        for _ in 0..5 {
            let (before, _) = &path[random.random_range(0..path.len())];
            states.push(off_the_path(&state_of(&grid, before), &mut random));
        }
    }
    let mut helper = Helper::new(Rulebook::hodoku());
    for _ in 0..2 {
        for state in &states {
            let (one, other) = (helper.help(state), Helper::new(Rulebook::hodoku()).help(state));
            assert_eq!((one.next, one.marks, one.message), (other.next, other.marks, other.message));
        }
    }
}

/// Adds right digits, and removes wrong notes, in cells by chance.
fn off_the_path(state: &State, random: &mut Pcg64) -> State {
    let Solutions::Unique(solution) = solve(state.givens()) else { panic!("unique") };
    let (mut entries, mut notes) = (state.entries().clone(), Vec::new());
    for cell in state.shape().all_cells() {
        let mut noted = state.notes(cell).unwrap_or(DigitSet::EMPTY);
        if state.filled().get(cell).is_none() && random.random_bool(0.1) {
            entries.set(cell, Some(solution.get(cell)));
        } else if random.random_bool(0.2) {
            noted = DigitSet::only(solution.get(cell));
        }
        notes.push(noted);
    }
    State::new(state.givens().clone()).with_entries(entries).unwrap().with_notes(notes).unwrap()
}

/// Steps of states off the path are sound, and lead to the solution as long as the rulebook has one.
#[test]
fn play_in_any_order_ends_at_the_solution() {
    let mut random = Pcg64::seed_from_u64(14);
    let mut helper = Helper::new(Rulebook::hodoku());
    for grid in puzzles(60, Plan::default(), 14) {
        let Solutions::Unique(solution) = solve(&grid) else { panic!("unique") };
        let mut state = State::new(grid.clone());
        for _ in 0..300 {
            let help = helper.help(&state);
            let before = help.marks_before_next();
            let (Some(step), Some(mut marks)) = (help.next, before) else {
                assert!(help.status == Status::Complete || help.stuck_cells.is_some(), "{}", help.message);
                break;
            };
            for gone in step.eliminations.iter() {
                assert_ne!(solution.get(gone.cell), gone.digit, "{grid}: {step}");
            }
            marks.apply(&step);
            state = off_the_path(&state_of(&grid, &marks), &mut random);
        }
    }
}

/// An app that shows hints and performs them, and notes what is left where something goes, comes to the end: each step comes once.
#[test]
fn hints_lead_on_from_an_empty_board() {
    let mut helper = Helper::new(Rulebook::hodoku());
    for grid in puzzles(60, Plan::default(), 17) {
        let shape = grid.shape();
        let mut entries = Grid::empty(shape);
        let mut notes = vec![DigitSet::EMPTY; 81];
        for round in 0.. {
            assert!(round < 200, "{grid} {entries}");
            let state = State::new(grid.clone()).with_entries(entries.clone()).unwrap();
            let help = helper.help(&state.with_notes(notes.clone()).unwrap());
            assert!(help.problems.is_empty(), "{:?}", help.problems);
            let (Some(step), Some(marks)) = (help.rests_on.first().or(help.next.as_ref()), &help.marks)
            else {
                assert!(help.status == Status::Complete || help.stuck_cells.is_some(), "{}", help.message);
                break;
            };
            for gone in step.eliminations.iter() {
                let noted = &mut notes[gone.cell.index()];
                if noted.is_empty() {
                    *noted = marks.candidates(gone.cell);
                }
            }
            for gone in step.eliminations.iter() {
                notes[gone.cell.index()].remove(gone.digit);
            }
            for placed in step.placements() {
                entries.set(placed.cell, Some(placed.digit));
                notes[placed.cell.index()] = DigitSet::EMPTY;
            }
        }
    }
}

/// Wrong digits and missing notes are found where they are, all of them, and nothing else is.
#[test]
fn every_planted_error_is_reported() {
    let mut random = Pcg64::seed_from_u64(15);
    let mut helper = Helper::new(Rulebook::hodoku());
    for grid in puzzles(100, Plan::default(), 15) {
        let Solutions::Unique(solution) = solve(&grid) else { panic!("unique") };
        let (mut entries, mut notes) = (Grid::empty(Shape::STANDARD), vec![DigitSet::EMPTY; 81]);
        let (mut wrong, mut missing, mut changed) = (Vec::new(), Vec::new(), Vec::new());
        for cell in Shape::STANDARD.all_cells() {
            let digit = solution.get(cell);
            let other = Digit::from_index((digit.index() + random.random_range(1..9)) % 9);
            match (grid.get(cell), random.random_range(0..10)) {
                (Some(_), 0) => {
                    entries.set(cell, Some(other));
                    changed.push(cell);
                }
                (None, 0) => {
                    entries.set(cell, Some(other));
                    wrong.push(cell);
                }
                (None, 1) => drop(entries.set(cell, Some(digit))),
                (None, 2) => {
                    notes[cell.index()] = DigitSet::only(other);
                    missing.push(cell);
                }
                (None, 3) => notes[cell.index()] = DigitSet::only(digit) | DigitSet::only(other),
                _ => {}
            }
        }
        let state = State::new(grid).with_entries(entries).unwrap().with_notes(notes).unwrap();
        let state = state.with_notes_kind(NotesKind::All);
        let help = helper.help(&state);
        let cells = |kind: ProblemKind| -> Vec<Cell> {
            let of_kind = |problem: &&Problem| problem.kind == kind;
            help.problems.iter().filter(of_kind).flat_map(|problem| problem.cells.clone()).collect()
        };
        assert_eq!(cells(ProblemKind::WrongEntry), wrong);
        assert_eq!(cells(ProblemKind::MissingNote), missing);
        assert_eq!(cells(ProblemKind::ChangedGiven), changed);
        assert_eq!(help.status, Status::Wrong);
        assert!(help.next.is_none());
    }
}

/// Thousands of random and hostile states: always one object with the same fields, never a panic; and the answer is right about the
/// number of solutions.
#[test]
fn hostile_states_have_one_object_each() {
    let mut random = Pcg64::seed_from_u64(16);
    let mut helper = Helper::new(Rulebook::hodoku()).with_node_budget(20_000);
    let real: Vec<Grid> = puzzles(20, Plan::default(), 16);
    let mut seen = std::collections::BTreeMap::new();
    let mut fields = None;
    for round in 0..sample(3000, 10_000) {
        let text = hostile(round, &real, &mut random);
        let read = StateText::read(&text, None);
        let help = read
            .state
            .map_or_else(|problem| Help::unreadable(problem.to_string()), |state| helper.help(&state));
        *seen.entry(help.status).or_insert(0) += 1;
        if let (Some(state), false) = (&help.state, help.status == Status::Undecided) {
            let count = count_solutions(state.givens(), 2);
            assert_eq!(help.solution.is_some(), count == 1, "{text}");
            assert_eq!(help.solutions.len() == 2, count == 2, "{text}");
        }
        let json = HelpData::new(&help).with_id(read.id).to_json();
        assert!(!json.contains('\n'), "{json}");
        let object: serde_json::Value = serde_json::from_str(&json).unwrap();
        let keys: Vec<String> = object.as_object().unwrap().keys().cloned().collect();
        assert_eq!(fields.get_or_insert_with(|| keys.clone()), &keys, "{text}");
    }
    let least = |status, least| assert!(seen.get(&status).is_some_and(|&seen| seen >= least), "{seen:?}");
    for status in Status::ALL.into_iter().filter(|&status| status != Status::Undecided) {
        least(status, sample(6, 20));
    }
}

/// Makes the text of a state: of a real one with errors, of chance, or of mutated bytes.
fn hostile(round: usize, real: &[Grid], random: &mut Pcg64) -> String {
    let pick = |random: &mut Pcg64| real[random.random_range(0..real.len())].to_string();
    let digits = |random: &mut Pcg64, cells: usize, most: u32, empty: f64| -> String {
        let mut digit = || if random.random_bool(empty) { 0 } else { random.random_range(1..=most) };
        (0..cells).map(|_| char::from_digit(digit(), 36).unwrap_or('.')).collect()
    };
    match round % 10 {
        0 => pick(random),
        1 => format!(r#"{{"givens":"{}","entries":"{}"}}"#, pick(random), digits(random, 81, 9, 0.9)),
        2 => {
            let notes: Vec<String> = (0..81).map(|_| digits(random, 3, 9, 0.5)).collect();
            format!(r#"{{"id":{round},"puzzle":"{}","notes":{}}}"#, pick(random), serde_json::json!(notes))
        }
        3 => digits(random, 81, 9, 0.8),
        4 => {
            let cells = [16, 36, 64, 81, 100][random.random_range(0..5)];
            digits(random, cells, 4, 0.9)
        }
        5 => digits(random, 729, 9, 0.4),
        6 => {
            // A solution with some digits gone, and maybe one of them wrong.
            let Solutions::Unique(solution) = solve(&pick(random).parse().unwrap()) else { panic!("unique") };
            let mut keep = |letter: char| if random.random_bool(0.5) { letter } else { '.' };
            let most: String = solution.to_string().chars().map(&mut keep).collect();
            if round % 20 == 6 { most } else { solution.to_string() }
        }
        7 => {
            let lines: Vec<String> = (0..9)
                .map(|_| (0..9).map(|_| digits(random, 3, 9, 0.3)).collect::<Vec<_>>().join(" "))
                .collect();
            lines.join("\n")
        }
        8 => {
            // A digit too much, mostly without a contradiction at sight.
            let mut grid: Grid = pick(random).parse().unwrap();
            let empty: Vec<Cell> =
                Shape::STANDARD.all_cells().filter(|&cell| grid.get(cell).is_none()).collect();
            let cell = empty[random.random_range(0..empty.len())];
            let can = Pencilmarks::new(&grid).candidates(cell).nth(0);
            grid.set(cell, can);
            grid.to_string()
        }
        _ => {
            let mut bytes =
                format!(r#"{{"givens":"{}","entries":[0,1,2],"notes":"{}"}}"#, pick(random), "1".repeat(81))
                    .into_bytes();
            for _ in 0..random.random_range(1..20) {
                let place = random.random_range(0..bytes.len());
                match random.random_range(0..3) {
                    0 => bytes[place] = random.random(),
                    1 => drop(bytes.remove(place)),
                    _ => bytes.insert(place, b"{}[]\",:+.|0129"[random.random_range(0..14)]),
                }
            }
            String::from_utf8_lossy(&bytes).into_owned()
        }
    }
}

/// Candidates drawn with a grid are part of the puzzle: they decide where the digits alone do not.
#[test]
fn candidates_that_decide_are_kept() {
    const SOLUTION: &str =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    // The digit of the solution and the next one in each cell; only the digit in the first.
    let next = |digit: char| char::from_digit(digit.to_digit(10).unwrap() % 9 + 1, 10).unwrap();
    let words: Vec<String> = SOLUTION.chars().map(|digit| format!("{digit}{}", next(digit))).collect();
    let several = words.join(" ");
    let one = several.replacen("56", "5", 1);
    let place = |word: &str| ('1'..='9').map(|d| if word.contains(d) { d } else { '.' }).collect::<String>();
    let dense: String = one.split(' ').map(place).collect();
    let mut helper = Helper::new(Rulebook::hodoku()).with_extent(crate::Extent::Steps);
    for text in [one.clone(), dense, one.replace(' ', "\n"), serde_json::json!({ "puzzle": one }).to_string()]
    {
        let help = helper.answer(&text);
        assert_eq!(
            (help.status, help.message.as_str()),
            (Status::Unique, "within the candidates, one solution"),
            "{text}"
        );
        assert_eq!(help.solution.unwrap().to_string(), SOLUTION);
        assert!(help.rating.unwrap().solved);
    }
    let help = helper.answer(&several);
    assert!(help.status == Status::Multiple && help.message.starts_with("within the candidates, several"));
    let is_within = |text: String| text.chars().zip(&words).all(|(digit, word)| word.contains(digit));
    assert!(help.solutions.iter().all(|solution| is_within(solution.to_string())));
    let none = one.replacen("34", "4", 1);
    assert_eq!(helper.answer(&none).status, Status::None);
    // A player's notes exclude nothing from the puzzle.
    let noted = serde_json::json!({ "givens": format!("5{}", ".".repeat(80)), "notes": words });
    assert_ne!(helper.answer(&noted.to_string()).status, Status::Unique);
}

#[test]
fn assumed_boxes_are_in_the_message() {
    let mut helper = Helper::new(Rulebook::hodoku());
    let help = helper.answer("5.6..2....5......6....2..4.3..13....");
    assert_eq!(
        (help.status, help.message.as_str()),
        (Status::Unique, "one solution; boxes of 2x3 are assumed, because 3x2 fits as well: box says which")
    );
    assert_eq!(helper.answer(".1...........23..5.......6.21....5.2").message, "one solution");
    let wrong = r#"{"givens": "5.6..2....5......6....2..4.3..13....", "entries": "....1..............................."}"#;
    assert!(helper.answer(wrong).message.ends_with("fits as well: box says which"));
}
