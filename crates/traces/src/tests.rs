//! Traces of many puzzles: they replay, changed ones are refused, and labels equal their definition.

use crate::{
    Alternatives, AssertRule, BackdoorSize, Body, BranchOrder, Constraint, Contradiction, DigitOrder, Event,
    MoveLabeller, Propagation, SearchEnd, SearchOptions, Searcher, Sequence, Vocabulary, encode_path,
    path_states, replay,
};
use gridmill_board::{Cell, Digit, Grid, House, HouseKind, Shape};
use gridmill_generate::{Generator, MasterSeed, Plan, Tasks};
use gridmill_rate::{Candidate, CompactPath, Pencilmarks, Rater, Rulebook, SinglesClosure, Step};
use gridmill_solve::{Solutions, count_solutions, solve};

/// Shapes with a side up to 9.
const SHAPES: [&str; 6] = ["2x2", "2x3", "3x2", "2x4", "4x2", "3x3"];

fn puzzles(shape: &str, count: u64, seed: u64) -> Vec<Grid> {
    let plan = Plan::for_shape(shape.parse().unwrap());
    let tasks = Tasks::new(&plan, MasterSeed::from(seed), None).unwrap();
    let mut generator = Generator::new(plan).unwrap();
    (0..count).map(|index| generator.make(&tasks.task(index).unwrap()).unwrap().puzzle.into_grid()).collect()
}

/// Minimal puzzles, these without a given (several solutions), with a wrong digit (often none), and with a digit twice in a row.
fn grids(shape: &str, count: u64, seed: u64) -> Vec<Grid> {
    let mut grids = Vec::new();
    for (n, puzzle) in (0..).zip(puzzles(shape, count, seed)) {
        let side = puzzle.shape().side();
        let filled =
            |grid: &Grid| grid.shape().all_cells().filter(|&cell| grid.get(cell).is_some()).nth(n % 4);
        let mut changed = puzzle.clone();
        let given = filled(&puzzle).unwrap();
        match n % 4 {
            0 => {
                changed.set(given, None);
            }
            1 => {
                let empty = puzzle.shape().all_cells().find(|&cell| puzzle.get(cell).is_none()).unwrap();
                changed.set(empty, Some(Digit::from_index(n % side)));
            }
            2 => {
                let neighbour = Cell::new(given.index() / side * side + (given.index() + 1) % side);
                changed.set(neighbour, puzzle.get(given));
            }
            _ => {}
        }
        grids.extend([puzzle, changed]);
    }
    grids
}

fn all_options() -> impl Iterator<Item = SearchOptions> {
    let options = SearchOptions::default().with_max_events(3_000);
    BranchOrder::ALL.iter().flat_map(move |&order| {
        DigitOrder::ALL.iter().flat_map(move |&digits| {
            Propagation::ALL.iter().map(move |&propagation| {
                options.with_order(order).with_digits(digits).with_propagation(propagation).with_seed(7)
            })
        })
    })
}

/// Each order, loss of propagation, shape and limit: the checker accepts the trace, and the solutions are those of a solver.
#[test]
fn traces_replay_and_count_the_solutions() {
    let (mut truncated, mut traces) = (0, 0);
    for shape in SHAPES {
        for (n, grid) in grids(shape, 16, 5).iter().enumerate() {
            let limit = [1, 2, 30][n % 3];
            let expected = count_solutions(grid, limit);
            for options in all_options() {
                let mut searcher = Searcher::new(grid.shape(), options.with_limit(limit)).unwrap();
                let mut events = Vec::new();
                let summary = searcher.search(grid, |event| events.push(*event));
                let replayed =
                    replay(grid, &events).unwrap_or_else(|error| panic!("{grid} {options:?} {error}"));
                assert_eq!(summary.events, events.len() as u64);
                assert_eq!((summary.end, summary.solutions), (replayed.end, replayed.solutions.len() as u64));
                assert!(replayed.solutions.iter().all(|solution| grid.is_within(solution)));
                let mut distinct: Vec<String> = replayed.solutions.iter().map(ToString::to_string).collect();
                distinct.sort_unstable();
                distinct.dedup();
                assert_eq!(distinct.len(), replayed.solutions.len(), "a solution is found once");
                traces += 1;
                if summary.end == SearchEnd::Truncated {
                    truncated += 1;
                    assert_eq!(summary.events, 3_001);
                } else {
                    assert_eq!(summary.solutions, expected, "{grid} {options:?}");
                    assert_eq!(summary.end == SearchEnd::Limit, expected == limit);
                }
            }
        }
    }
    assert!(traces > 10_000 && truncated * 10 < traces, "{truncated} of {traces}");
}

/// The default search of thousands of puzzles, and what its orders promise.
#[test]
fn searches_keep_their_orders() {
    for grid in puzzles("3x3", 1000, 6) {
        let options = SearchOptions::default();
        let mut searcher = Searcher::new(grid.shape(), options).unwrap();
        let events = searcher.events(&grid);
        assert_eq!(events, searcher.events(&grid), "the memory of a search leaves no trace");
        assert_eq!(replay(&grid, &events).unwrap().solutions.len(), 1);
        let run = |options| {
            let mut searcher = Searcher::new(grid.shape(), options).unwrap();
            searcher.search(&grid, |_| ())
        };
        assert_eq!(run(options.with_digits(DigitOrder::SolutionFirst)).contradictions, 0);
        let last = run(options.with_digits(DigitOrder::SolutionLast));
        assert!(last.guesses == 0 || last.contradictions > 0);
        let proof = run(options.with_limit(2));
        assert_eq!((proof.solutions, proof.end), (1, SearchEnd::Exhausted));
    }
}

#[test]
fn random_orders_are_functions_of_seed_and_puzzle() {
    let options = SearchOptions::default().with_order(BranchOrder::Random).with_digits(DigitOrder::Random);
    let mut differing = 0;
    for grid in puzzles("3x3", 60, 8) {
        let events = |seed| Searcher::new(grid.shape(), options.with_seed(seed)).unwrap().events(&grid);
        assert_eq!(events(3), events(3));
        differing += usize::from(events(3) != events(4));
    }
    assert!(differing > 10, "{differing}");
}

/// Changes of one event that make any trace wrong, by their names.
fn changed(puzzle: &Grid, events: &[Event]) -> Vec<(&'static str, Vec<Event>)> {
    let (shape, side) = (puzzle.shape(), puzzle.shape().side());
    let given = shape.all_cells().find(|&cell| puzzle.get(cell).is_some()).unwrap();
    let (row, there) = (House::new(HouseKind::Row, shape.row(given)), puzzle.get(given).unwrap());
    let mut found = Vec::new();
    for (place, event) in events.iter().enumerate().skip(events.len() % 5).step_by(5) {
        // A budget may end a search anywhere.
        if events.get(place + 1) == Some(&Event::End(SearchEnd::Truncated)) {
            continue;
        }
        let mut with = |name: &'static str, replaced: Vec<Event>| {
            let rest = events[place + 1..].iter().copied();
            let all: Vec<Event> = events[..place].iter().copied().chain(replaced).chain(rest).collect();
            found.push((name, all));
        };
        with("twice", vec![*event; 2]);
        if !matches!(event, Event::Assert { rule: AssertRule::NakedSingle | AssertRule::HiddenSingle(_), .. })
        {
            with("dropped", Vec::new());
        }
        match *event {
            Event::Assert { candidate, rule } => {
                let digit = Digit::from_index((candidate.digit.index() + 1) % side);
                if rule == AssertRule::NakedSingle || rule == AssertRule::Try {
                    with("digit", vec![Event::Assert { candidate: Candidate { digit, ..candidate }, rule }]);
                }
                let other = if rule == AssertRule::Try { AssertRule::NakedSingle } else { AssertRule::Try };
                with("rule", vec![Event::Assert { candidate, rule: other }]);
                with("cell", vec![Event::Assert { candidate: Candidate { cell: given, ..candidate }, rule }]);
                with("solution", vec![Event::Solution, *event]);
                with("end", vec![Event::End(SearchEnd::Exhausted)]);
            }
            Event::Guess { constraint, alternatives } => {
                let all = alternatives.as_slice();
                let mut guess = |name, candidates: &[Candidate], constraint| {
                    let alternatives = Alternatives::new(candidates).unwrap();
                    with(name, vec![Event::Guess { constraint, alternatives }]);
                };
                guess("fewer", &all[1..], constraint);
                if all.len() < 9 {
                    guess("repeated", &[all, &all[..1]].concat(), constraint);
                    let strange = Candidate { cell: given, digit: there };
                    guess("further", &[all, &[strange]].concat(), constraint);
                }
                if all.len() > 1 {
                    guess("order", &[&all[1..], &all[..1]].concat(), constraint);
                }
                guess("constraint", all, Constraint::Cell(given));
                guess("house", all, Constraint::Place(row, there));
            }
            Event::Contradiction(_) => {
                with("cell", vec![Event::Contradiction(Contradiction::NoCandidate(given))]);
                with("house", vec![Event::Contradiction(Contradiction::NoPlace(row, there))]);
                with("solution", vec![Event::Solution]);
            }
            Event::Backtrack { depth } => {
                with("deeper", vec![Event::Backtrack { depth: depth + 1 }]);
                with("higher", vec![Event::Backtrack { depth: depth - 1 }]);
            }
            Event::Solution => {
                with("contradiction", vec![Event::Contradiction(Contradiction::NoCandidate(given))]);
            }
            Event::End(_) => {}
        }
    }
    found
}

#[test]
fn changed_traces_are_refused() {
    let mut kinds = std::collections::BTreeMap::new();
    for shape in SHAPES {
        for (n, grid) in grids(shape, 6, 9).iter().enumerate() {
            for (k, options) in all_options().enumerate().filter(|(k, _)| (n + k) % 19 == 0) {
                let options = options.with_limit(1 + k as u64 % 3).with_max_events(120);
                let events = Searcher::new(grid.shape(), options).unwrap().events(grid);
                if matches!(events[0], Event::Contradiction(Contradiction::Repeated(..))) {
                    continue;
                }
                for (name, changed) in changed(grid, &events) {
                    assert!(replay(grid, &changed).is_err(), "{grid} {options:?} {name}");
                    *kinds.entry(name).or_insert(0) += 1;
                }
            }
        }
    }
    assert!(kinds.len() == 16 && kinds.values().all(|&count| count > 5), "{kinds:?}");
}

/// Large shapes, cells beyond the grid and empty traces are errors.
#[test]
fn strange_traces_are_refused() {
    let grid: Grid = "1......2..3.4...".parse().unwrap();
    let large = Grid::empty(Shape::new(4, 4).unwrap());
    assert!(Searcher::new(large.shape(), SearchOptions::default()).is_err());
    assert!(replay(&large, &[]).unwrap_err().to_string().contains("side up to 9"));
    assert_eq!(replay(&grid, &[]).unwrap_err().to_string(), "event 0: the trace has no end");
    let (cell, digit) = (Cell::new(80), Digit::from_index(8));
    let candidate = Candidate { cell, digit };
    let near = Candidate { cell: Cell::new(1), digit };
    for event in [
        Event::Assert { candidate, rule: AssertRule::NakedSingle },
        Event::Assert { candidate: near, rule: AssertRule::HiddenSingle(HouseKind::Box) },
        Event::Guess {
            constraint: Constraint::Cell(cell),
            alternatives: Alternatives::new(&[candidate]).unwrap(),
        },
        Event::Guess {
            constraint: Constraint::Place(House::new(HouseKind::Box, 8), digit),
            alternatives: Alternatives::new(&[]).unwrap(),
        },
        Event::Contradiction(Contradiction::NoCandidate(cell)),
        Event::Contradiction(Contradiction::NoPlace(House::new(HouseKind::Row, 0), digit)),
        Event::Contradiction(Contradiction::Repeated(House::new(HouseKind::Row, 8), digit)),
        Event::Backtrack { depth: 200 },
    ] {
        assert!(replay(&grid, &[event]).is_err(), "{event:?}");
        let mut labeller = MoveLabeller::new(grid.shape(), 10).unwrap();
        assert!(labeller.label(&grid, &[event]).len() <= 1);
    }
}

#[test]
fn sequences_read_back() {
    for shape in SHAPES {
        for grid in grids(shape, 8, 10) {
            let vocabulary = Vocabulary::of_side(grid.shape().side()).unwrap();
            for options in all_options().step_by(7) {
                let events = Searcher::new(grid.shape(), options.with_limit(3)).unwrap().events(&grid);
                let body = Body::Search(events);
                let sequence = Sequence { board: Some(grid.cells().to_vec()), body };
                let tokens = vocabulary.encode(&sequence);
                let read = vocabulary.decode(&tokens).unwrap();
                assert_eq!(read, sequence);
                assert_eq!(read.grid(grid.shape()).as_ref(), Some(&grid));
                let padded = [&tokens[..], &[vocabulary.mark(crate::Mark::Pad); 3]].concat();
                assert_eq!(vocabulary.decode(&padded).as_ref(), Ok(&sequence));
            }
            let mut tokens = Vec::new();
            let mut rater = Rater::new(Rulebook::default_for(grid.shape())).with_budget(1000);
            let rating = encode_path(&mut rater, &grid, &mut tokens);
            let read = vocabulary.decode(&tokens).unwrap();
            assert_eq!(vocabulary.encode(&read), tokens);
            let Body::Path { steps, solved } = read.body else { panic!("{:?}", read.body) };
            assert_eq!((steps.len(), solved), (rating.steps as usize, Some(rating.solved)));
        }
    }
}

/// The steps of a path, read back, are those of its short text, and lead through its states.
#[test]
fn paths_lead_through_their_states() {
    for (shape, rulebook) in
        [("3x3", Rulebook::hodoku()), ("3x3", Rulebook::se()), ("2x3", Rulebook::basic())]
    {
        for grid in puzzles(shape, 30, 12) {
            let (mut rater, cells) = (Rater::new(rulebook).with_budget(20_000), grid.shape().cells());
            let mut steps: Vec<Step> = Vec::new();
            rater.trace(&mut Pencilmarks::new(&grid), |_, step| steps.push(step.clone()));
            let mut tokens = Vec::new();
            encode_path(&mut rater, &grid, &mut tokens);
            let sequence = Vocabulary::of_side(grid.shape().side()).unwrap().decode(&tokens).unwrap();
            let Body::Path { steps: read, .. } = sequence.body else { panic!("a path") };
            let compact = CompactPath::from_steps(&steps, grid.shape()).into_steps();
            assert_eq!(read, compact);
            let states = path_states(&mut rater, &grid);
            assert_eq!(states.digits.len(), (steps.len() + 1) * cells);
            let mut marks = Pencilmarks::new(&grid);
            for (n, step) in read.iter().enumerate() {
                assert_eq!(states.digits[n * cells..][..cells], values(&marks.grid()));
                let bits = |cell| u32::from(states.candidates[n * cells + Cell::index(cell)]);
                assert!(grid.shape().all_cells().all(|cell| bits(cell) == marks.candidates(cell).bits()));
                step.placements.iter().for_each(|placed| marks.place(placed.cell, placed.digit));
                for removed in step.eliminations.iter() {
                    marks.eliminate(removed.cell, removed.digit);
                }
            }
            assert_eq!(states.digits[steps.len() * cells..], values(&marks.grid()));
        }
    }
}

fn values(grid: &Grid) -> Vec<u8> {
    grid.cells().iter().map(|cell| cell.map_or(0, Digit::value)).collect()
}

/// Any numbers are a sequence or an error, and what is read is written again.
#[test]
fn random_tokens_never_panic() {
    let mut state = 1_u64;
    let mut draw = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u16::try_from((state >> 33) % below as u64).unwrap()
    };
    let grid = puzzles("3x3", 1, 1).remove(0);
    let vocabulary = Vocabulary::of_side(9).unwrap();
    let events = Searcher::new(grid.shape(), SearchOptions::default().with_limit(2)).unwrap().events(&grid);
    let valid =
        vocabulary.encode(&Sequence { board: Some(grid.cells().to_vec()), body: Body::Search(events) });
    let mut read = 0;
    for _ in 0..20_000 {
        let mut tokens = valid.clone();
        for _ in 0..=draw(3) {
            let place = usize::from(draw(tokens.len()));
            tokens[place] = draw(vocabulary.len() + 5);
        }
        if let Ok(sequence) = vocabulary.decode(&tokens) {
            read += 1;
            assert_eq!(vocabulary.decode(&vocabulary.encode(&sequence)).as_ref(), Ok(&sequence));
            if let (Body::Search(events), Some(grid)) = (&sequence.body, sequence.grid(Shape::STANDARD)) {
                let _ = replay(&grid, events);
            }
        }
    }
    assert!(read > 100, "{read}");
}

/// Least backdoors by trying all sets of cells with another closure.
fn least_backdoors(state: &Grid, solution: &gridmill_board::Solution) -> (usize, Vec<usize>) {
    let mut closure = SinglesClosure::new(state.shape());
    let digits = values(state);
    let empty: Vec<usize> = (0..digits.len()).filter(|&cell| digits[cell] == 0).collect();
    if closure.solves(&digits) {
        return (0, Vec::new());
    }
    for size in 1..=3 {
        let mut found = Vec::new();
        let mut places: Vec<usize> = (0..size).collect();
        loop {
            let mut given = digits.clone();
            for &place in &places {
                given[empty[place]] = solution.cells()[empty[place]].value();
            }
            if closure.solves(&given) {
                found.extend(places.iter().map(|&place| empty[place]));
            }
            let Some(last) = (0..size).rev().find(|&n| places[n] + size - n < empty.len()) else { break };
            places[last] += 1;
            (last + 1..size).for_each(|n| places[n] = places[n - 1] + 1);
        }
        if !found.is_empty() {
            found.sort_unstable();
            found.dedup();
            return (size, found);
        }
    }
    (4, Vec::new())
}

#[test]
fn labels_equal_their_definition() {
    let mut sizes = [0; 4];
    let mut wrong = 0;
    for (shape, count) in [("2x2", 40), ("2x3", 40), ("2x4", 20), ("3x3", 30)] {
        for grid in puzzles(shape, count, 14) {
            let Solutions::Unique(solution) = solve(&grid) else { panic!("a puzzle") };
            let options = SearchOptions::default().with_limit(2);
            let events = Searcher::new(grid.shape(), options).unwrap().events(&grid);
            let labels = MoveLabeller::new(grid.shape(), 100_000).unwrap().label(&grid, &events);
            let mut sites = states(&grid, &events).into_iter();
            for label in &labels {
                let (_, state) = sites.find(|(event, _)| *event == label.event).unwrap();
                if !state.is_within(&solution) {
                    assert!(
                        label.size == BackdoorSize::NoSolution && label.moves.iter().all(|&moves| moves == 0)
                    );
                    wrong += 1;
                    continue;
                }
                let is_single = matches!(events[label.event], Event::Assert { .. });
                assert_eq!(singles(&state), without_backdoors(label, &state, &solution, is_single));
                if is_single && label.event % 9 != 0 {
                    continue;
                }
                let (size, cells) = least_backdoors(&state, &solution);
                assert_eq!(label.size, BackdoorSize::Cells(u8::try_from(size).unwrap()), "{state}");
                sizes[size] += 1;
                let mut expected = singles(&state);
                for cell in cells {
                    expected[cell] |= 1 << solution.cells()[cell].index();
                }
                assert_eq!(label.moves, expected);
            }
            let expected = events.iter().filter(|event| match event {
                Event::Assert { rule, .. } => *rule != AssertRule::Try,
                event => matches!(event, Event::Guess { .. }),
            });
            assert_eq!(labels.len(), expected.count());
        }
    }
    assert!(sizes[0] > 100 && sizes[1] > 20 && wrong > 20, "{sizes:?} {wrong}");
    // A budget gives no wrong set.
    let hard: Grid =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse().unwrap();
    let events = Searcher::new(hard.shape(), SearchOptions::default()).unwrap().events(&hard);
    let label = |budget| MoveLabeller::new(hard.shape(), budget).unwrap().label(&hard, &events).remove(0);
    assert_eq!(
        (label(20).size, label(20).moves.iter().any(|&moves| moves != 0)),
        (BackdoorSize::Unknown, false)
    );
    assert!(matches!(label(1_000_000).size, BackdoorSize::Cells(2 | 3)));
    let open = Grid::empty(Shape::STANDARD);
    let events = Searcher::new(open.shape(), SearchOptions::default()).unwrap().events(&open);
    assert_eq!(MoveLabeller::new(open.shape(), 10).unwrap().label(&open, &events), []);
}

/// Moves of a label that are not explained by backdoors.
fn without_backdoors(
    label: &crate::MoveLabel,
    state: &Grid,
    solution: &gridmill_board::Solution,
    is_single: bool,
) -> Vec<u16> {
    let found = singles(state);
    let rest = label.moves.iter().zip(&found).enumerate().map(|(cell, (&moves, &single))| {
        let right = 1 << solution.cells()[cell].index();
        assert!(moves == single || moves == single | right, "a move that is not the solution's");
        if is_single { moves & single } else { single }
    });
    rest.collect()
}

/// Naked and hidden singles by their definition.
fn singles(state: &Grid) -> Vec<u16> {
    let marks = Pencilmarks::new(state);
    let mut found = vec![0; state.shape().cells()];
    for cell in state.shape().all_cells() {
        for digit in marks.candidates(cell) {
            let is_hidden = marks.houses().any(|house| {
                house.cells_in(state.shape()).contains(cell) && marks.places_in(house, digit).len() == 1
            });
            if is_hidden || marks.candidates(cell).len() == 1 {
                found[cell.index()] |= 1 << digit.index();
            }
        }
    }
    found
}

/// The grid before each event.
fn states(puzzle: &Grid, events: &[Event]) -> Vec<(usize, Grid)> {
    let (mut grid, mut stack, mut found) = (puzzle.clone(), Vec::new(), Vec::new());
    for (place, event) in events.iter().enumerate() {
        found.push((place, grid.clone()));
        match event {
            Event::Assert { candidate, .. } => {
                grid.set(candidate.cell, Some(candidate.digit));
            }
            Event::Guess { .. } => stack.push(grid.clone()),
            Event::Backtrack { depth } => {
                stack.truncate(usize::from(*depth));
                grid.clone_from(stack.last().unwrap());
            }
            _ => {}
        }
    }
    found
}

/// Traces are promises of the version: their tokens by name.
#[test]
fn traces_stay() {
    let text = |grid: &Grid, options: SearchOptions| {
        let vocabulary = Vocabulary::of_side(grid.shape().side()).unwrap();
        let names = vocabulary.names();
        let mut lines = Vec::new();
        Searcher::new(grid.shape(), options).unwrap().search(grid, |event| {
            let mut tokens = Vec::new();
            vocabulary.encode_event(event, &mut tokens);
            lines.push(
                tokens.iter().map(|&token| names[usize::from(token)].as_str()).collect::<Vec<_>>().join(" "),
            );
        });
        lines.join("\n")
    };
    let options = SearchOptions::default();
    let small: Grid = "1......2..3.4...".parse().unwrap();
    let open: Grid = "1...............".parse().unwrap();
    let random = options.with_order(BranchOrder::RandomFewest).with_digits(DigitOrder::Random).with_seed(42);
    insta::assert_snapshot!(text(&small, options.with_limit(2)));
    insta::assert_snapshot!(text(&open, options));
    insta::assert_snapshot!(text(&open, random.with_limit(3)));
    insta::assert_snapshot!(text(
        &open,
        random.with_order(BranchOrder::Random).with_propagation(Propagation::Naked)
    ));
    insta::assert_snapshot!(text(
        &open,
        options.with_order(BranchOrder::FewestPlaces).with_propagation(Propagation::None)
    ));
    let hard: Grid =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse().unwrap();
    insta::assert_snapshot!(text(&hard, options.with_order(BranchOrder::FewestPlaces).with_max_events(200)));
}
