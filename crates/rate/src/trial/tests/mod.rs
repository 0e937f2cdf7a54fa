//! Laws of the measures, against slow definitions.

mod oracle;
mod rulebook;

use super::{
    Braid, BraidLink, BudgetSpent, Trial, TrialValue, Variable,
    board::{BANDS, Board, Closure, LANES},
    engine::{Engine, Method},
};
use crate::{Candidate, CellSet, House, Pencilmarks, SinglesClosure};
use gridmill_board::{Digit, DigitSet, Grid, HouseKind, Shape, Solution};
use oracle::{State, Variables};

// Depth, B, BxB and BxBB as values of puzzles.

const BUDGET: u64 = 10_000_000;

/// All four measures.
fn measure(trial: &mut Trial, grid: &Grid, budget: u64) -> [TrialValue; 4] {
    let marks = Pencilmarks::new(grid);
    [
        trial.depth(&marks, budget),
        trial.braid_rating(&marks, budget),
        trial.bxb(&marks, budget),
        trial.bxbb(&marks, budget),
    ]
}

/// Returns the least number of `limits` with which the definition solves.
fn least(grid: &Grid, solve: impl Fn(&mut State, &Variables, u8) -> bool) -> Option<u8> {
    let variables = Variables::new(grid.shape());
    let state = State::new(&variables, &Pencilmarks::new(grid));
    (0..5).find(|&limit| {
        let mut state = state.clone();
        solve(&mut state, &variables, limit) && state.is_solved()
    })
}

#[test]
fn values_of_small_puzzles_are_those_of_the_definition() {
    let mut trial = Trial::new();
    let mut ratings = [0; 6];
    for (rows, cols) in [(2, 2), (2, 3), (3, 2)] {
        let shape = Shape::new(rows, cols).unwrap();
        let mut numbers = oracle::Numbers::new(21);
        for _ in 0..10 {
            let solution = oracle::solution(shape, &mut numbers);
            let grid = oracle::puzzle(&solution, 1, &mut numbers);
            let [depth, rating, bxb, bxbb] = measure(&mut trial, &grid, BUDGET);
            assert_eq!(depth.exact(), least(&grid, State::try_all));
            let braids =
                |state: &mut State, variables: &_, length| state.braid_all(variables, usize::from(length));
            assert_eq!(rating.exact(), least(&grid, braids));
            let whips =
                |state: &mut State, variables: &_, length| state.whip_all(variables, usize::from(length));
            let w = trial.whip_rating(&Pencilmarks::new(&grid), BUDGET);
            assert_eq!(w.exact(), least(&grid, whips));
            assert_eq!((bxb, bxbb), (TrialValue::Exactly(0), TrialValue::Exactly(0)));
            ratings[usize::from(rating.exact().unwrap())] += 1;
        }
    }
    assert!(ratings[0] > 0 && ratings[2..].iter().sum::<i32>() > 0, "{ratings:?}");
}

/// Of 9x9 puzzles up to W 3; equal for images, and never below B.
#[test]
fn whips_of_standard_puzzles_are_those_of_the_definition() {
    let (mut trial, mut numbers) = (Trial::new(), oracle::Numbers::new(5));
    let mut compared = 0;
    for grid in oracle::standard() {
        let marks = Pencilmarks::new(&grid);
        let w = trial.whip_rating(&marks, BUDGET);
        assert_eq!(trial.whip_rating(&Pencilmarks::new(&oracle::image(&grid, &mut numbers)), BUDGET), w);
        match (trial.braid_rating(&marks, BUDGET), w) {
            (TrialValue::Exactly(b), TrialValue::Exactly(w)) => assert!((b == 0) == (w == 0) && b <= w),
            (b, w) => assert_eq!((b, w), (TrialValue::Undefined, TrialValue::Undefined), "{grid}"),
        }
        let Some(w @ 0..=3) = w.exact() else { continue };
        let variables = Variables::new(grid.shape());
        let solves = |length: usize| {
            let mut state = State::new(&variables, &marks);
            state.whip_all(&variables, length) && state.is_solved()
        };
        assert!(solves(w.into()) && (w == 0 || !solves(usize::from(w) - 1)), "{grid} {w}");
        compared += usize::from(w > 1);
    }
    assert!(compared > 5, "{compared}");
}

#[test]
fn images_have_equal_values() {
    let mut trial = Trial::new();
    let mut numbers = oracle::Numbers::new(31);
    for grid in oracle::standard().iter().step_by(2) {
        let values = measure(&mut trial, grid, BUDGET);
        for _ in 0..3 {
            let image = oracle::image(grid, &mut numbers);
            assert_eq!(measure(&mut trial, &image, BUDGET), values, "{grid:?} {image:?}");
        }
    }
}

/// A spent budget leaves a true bound, never another value.
#[test]
fn a_spent_budget_leaves_a_bound() {
    let mut trial = Trial::new();
    let mut bounds = 0;
    for grid in oracle::standard().iter().step_by(3) {
        let exact = measure(&mut trial, grid, BUDGET);
        for budget in [0, 1, 3, 10, 40, 150, 600, 2500] {
            for (value, exact) in measure(&mut trial, grid, budget).into_iter().zip(exact) {
                match (value, exact) {
                    (TrialValue::AtLeast(least), TrialValue::Exactly(exact)) => assert!(least <= exact),
                    (TrialValue::AtLeast(_), TrialValue::Undefined) => {}
                    _ => assert_eq!(value, exact),
                }
                bounds += usize::from(value != exact);
            }
            assert!(trial.nodes() <= budget);
        }
    }
    assert!(bounds > 100, "{bounds}");
}

#[test]
fn grids_without_one_solution_have_no_values() {
    let mut trial = Trial::new();
    let none = Grid::parse(Shape::new(2, 2).unwrap(), "12....3.....3...");
    let twice = Grid::parse(Shape::new(2, 2).unwrap(), "1.1.............");
    for grid in [none.unwrap(), twice.unwrap()] {
        assert_eq!(measure(&mut trial, &grid, BUDGET), [TrialValue::Undefined; 4], "{grid:?}");
    }
    let several = Grid::parse(Shape::new(2, 2).unwrap(), "12..............").unwrap();
    let [depth, rest @ ..] = measure(&mut trial, &several, BUDGET);
    assert_eq!((depth, rest), (TrialValue::AtLeast(4), [TrialValue::Undefined; 3]));
}

/// The measures of puzzles from easy to hard fit together. The rating of a puzzle is the depth and the braids at this depth, and what a budget
/// leaves open is bounded once.
#[test]
fn a_rating_has_the_braids_of_its_depth() {
    let (mut trial, mut singles) = (Trial::new(), SinglesClosure::new(Shape::STANDARD));
    let (mut depths, mut bounds) = ([0; 4], 0);
    for grid in oracle::standard() {
        let [depth, b, bxb, bxbb] = measure(&mut trial, &grid, BUDGET);
        let marks = Pencilmarks::new(&grid);
        let rating = trial.rating(&marks, BUDGET);
        let place = usize::from(depth.exact().unwrap());
        let digits: Vec<u8> = grid.cells().iter().map(|cell| cell.map_or(0, Digit::value)).collect();
        assert_eq!([b == TrialValue::Exactly(0), singles.solves(&digits)], [place == 0; 2], "{grid:?}");
        assert_eq!([b.exact().is_some(), bxb == TrialValue::Exactly(0)], [place <= 1; 2]);
        assert_eq!([bxb.exact().is_some(), bxbb == TrialValue::Exactly(0)], [place <= 2; 2]);
        let at_depth = |least: u8, most: u8, value: TrialValue| {
            value.exact().filter(|_| (least..=most).contains(&depth.exact().unwrap()))
        };
        assert_eq!((rating.depth, rating.at_least()), (depth, None));
        assert_eq!(rating.b(), at_depth(0, 1, b));
        assert_eq!((rating.bxb(), rating.bxbb()), (at_depth(2, 2, bxb), at_depth(3, 3, bxbb)));
        depths[place] += 1;
        for budget in [0, 1, 10, 100, 1000] {
            let bounded = trial.rating(&marks, budget);
            let known = [bounded.b(), bounded.bxb(), bounded.bxbb()].into_iter().flatten().next();
            match bounded.at_least() {
                None => assert_eq!(bounded, rating),
                Some(bound) => {
                    let open = if bounded.depth.exact().is_none() { depth } else { rating.braids.unwrap() };
                    assert!(known.is_none() && bound <= open.exact().unwrap(), "{bounded:?} {rating:?}");
                    bounds += 1;
                }
            }
        }
    }
    assert!(depths[0] > 2 && depths[1] > 10 && depths[2] > 2 && bounds > 30, "{depths:?} {bounds}");
}

/// Rounds are equal for images of a puzzle, and get stuck exactly where the depth is 2 or more.
#[test]
fn rounds_give_the_depth_in_any_order() {
    let mut trial = Trial::new();
    let mut numbers = oracle::Numbers::new(4);
    let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let mut grids = vec![Grid::parse(Shape::STANDARD, hard).unwrap()];
    grids.extend(oracle::standard().into_iter().take(8));
    let small = Shape::new(2, 3).unwrap();
    for _ in 0..8 {
        let solution = oracle::solution(small, &mut numbers);
        grids.push(oracle::puzzle(&solution, 1, &mut numbers));
    }
    for grid in grids {
        let marks = Pencilmarks::new(&grid);
        let rounds = trial.rounds(&marks, 0);
        let depth = trial.depth(&marks, BUDGET).exact().unwrap();
        assert_eq!((rounds.rounds == 0, rounds.is_stuck), (depth == 0, depth >= 2), "{grid}");
        let image = oracle::image(&grid, &mut numbers);
        assert_eq!(trial.rounds(&Pencilmarks::new(&image), 0), rounds, "{grid}");
        let cut = trial.rounds(&marks, rounds.left + 1);
        assert!(cut.rounds <= 1 && cut.left <= rounds.left);
    }
}

// The result of each method, candidate by candidate, against the definition.

/// Resolves a state by a method, without a known solution.
fn resolved(marks: &Pencilmarks, method: Method) -> (Closure, Board, Engine) {
    let mut engine = Engine::new(marks.shape());
    engine.begin(u64::MAX);
    let mut board = engine.layout.board(marks);
    let mut closure = engine.close(&mut board).unwrap();
    if closure == Closure::Open {
        engine.start_level(0);
        closure = engine.resolve(&mut board, Method::SINGLES, method, 0, &[[0; LANES]; BANDS]).unwrap();
    }
    (closure, board, engine)
}

/// Compares with the definition. Returns the closure.
fn compare(marks: &Pencilmarks, depth: u8, braids: u8) -> Closure {
    let (closure, board, engine) = resolved(marks, Method { depth, braids });
    let variables = Variables::new(marks.shape());
    let mut state = State::new(&variables, marks);
    let is_consistent = state.try_braids(&variables, depth, usize::from(braids));
    assert_eq!(closure != Closure::Contradiction, is_consistent, "{depth} {braids}");
    if is_consistent {
        assert_eq!(closure == Closure::Solved, state.is_solved(), "{depth} {braids}");
        for cell in marks.shape().all_cells() {
            for digit in DigitSet::full(marks.shape().side()) {
                let found = engine.layout.place(cell, digit).is_in(&board.candidates);
                assert_eq!(
                    found,
                    state.possible[variables.id(cell, digit)],
                    "{depth} {braids}: {cell:?} {digit}"
                );
            }
        }
    }
    closure
}

/// Compares random states of a shape: with this many givens, and candidates deleted. Some must stay open, not all.
fn compare_states(sides: (u8, u8), (givens, deleted): (usize, usize), rounds: usize, methods: &[(u8, u8)]) {
    let shape = Shape::new(sides.0, sides.1).unwrap();
    let mut numbers = oracle::Numbers::new(7);
    let mut open = 0;
    for _ in 0..rounds {
        let solution = oracle::solution(shape, &mut numbers);
        let marks = oracle::state(&solution, givens, deleted, &mut numbers);
        for &(depth, braids) in methods {
            open += usize::from(compare(&marks, depth, braids) == Closure::Open);
        }
    }
    assert!((1..rounds * methods.len()).contains(&open), "{open} of {rounds} stay open");
}

#[test]
fn all_methods_agree_on_4x4() {
    compare_states(
        (2, 2),
        (4, 4),
        60,
        &[(0, 0), (0, 1), (0, 2), (0, 5), (1, 0), (2, 0), (1, 1), (1, 2), (2, 1)],
    );
}

#[test]
fn braids_agree_on_6x6() {
    compare_states((2, 3), (9, 14), 25, &[(0, 1), (0, 2), (0, 3), (0, 4), (1, 0)]);
    compare_states((3, 2), (9, 14), 25, &[(0, 1), (0, 2), (0, 3), (1, 0)]);
}

#[test]
fn trials_of_trials_agree_on_6x6() {
    compare_states((2, 3), (15, 12), 8, &[(2, 0), (1, 1), (1, 2)]);
}

#[test]
fn singles_and_locked_candidates_agree_on_larger_shapes() {
    for (sides, givens) in [((2, 4), 24), ((4, 2), 24), ((3, 3), 30)] {
        compare_states(sides, (givens, 80), 20, &[(0, 0), (0, 1)]);
    }
}

/// States that have no solution: a candidate of the solution is deleted.
#[test]
fn contradictions_agree() {
    let shape = Shape::new(2, 3).unwrap();
    let mut numbers = oracle::Numbers::new(11);
    let mut contradictions = 0;
    for _ in 0..20 {
        let solution = oracle::solution(shape, &mut numbers);
        let mut marks = oracle::state(&solution, 13, 12, &mut numbers);
        let cell = marks.empty().first().unwrap();
        marks.eliminate(cell, solution.get(cell));
        for (depth, braids) in [(0, 0), (0, 1), (0, 3), (1, 0), (1, 1)] {
            contradictions += usize::from(compare(&marks, depth, braids) == Closure::Contradiction);
        }
    }
    assert!(contradictions > 20, "{contradictions}");
}

// Backdoors against all sets of cells.

const BACKDOOR_BUDGET: u64 = 1_000_000;

/// Compares with the definition for all sizes up to the least.
fn check_backdoors(marks: &Pencilmarks, solution: &Solution, trial: &mut Trial) -> u8 {
    let found = trial.backdoors(marks, solution, BACKDOOR_BUDGET);
    let size = found.size.exact().unwrap();
    for smaller in 0..size {
        assert_eq!(oracle::backdoors(marks, solution, usize::from(smaller)).0, 0);
    }
    let (count, cells) = oracle::backdoors(marks, solution, usize::from(size));
    assert_eq!(found.count, Some(count));
    assert_eq!(found.cells, cells.into_iter().collect::<CellSet>());
    assert_eq!(found.first.len(), u32::from(size));
    size
}

/// Puzzles of small shapes, of which some need two cells.
#[test]
fn small_shapes_agree_with_all_sets() {
    let mut trial = Trial::new();
    let mut sizes = [0; 4];
    for (rows, cols) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2)] {
        let shape = Shape::new(rows, cols).unwrap();
        let mut numbers = oracle::Numbers::new(1);
        for _ in 0..if shape.side() < 8 { 6 } else { 2 } {
            let solution = oracle::solution(shape, &mut numbers);
            let grid = oracle::puzzle(&solution, 1, &mut numbers);
            sizes[usize::from(check_backdoors(&Pencilmarks::new(&grid), &solution, &mut trial))] += 1;
        }
    }
    assert!(sizes[0] > 0 && sizes[1] > 0, "{sizes:?}");
}

/// States with several solutions need more cells: the backdoors lead to the solution that is given.
#[test]
fn few_givens_need_more_cells() {
    let shape = Shape::new(2, 3).unwrap();
    let mut numbers = oracle::Numbers::new(2);
    let mut trial = Trial::new();
    let mut sizes = [0; 8];
    for _ in 0..4 {
        let solution = oracle::solution(shape, &mut numbers);
        let mut grid = oracle::puzzle(&solution, 0, &mut numbers);
        let givens: Vec<_> = shape.all_cells().filter(|&cell| grid.get(cell).is_some()).collect();
        for &cell in givens.iter().take(3) {
            grid.set(cell, None);
        }
        sizes[usize::from(check_backdoors(&Pencilmarks::new(&grid), &solution, &mut trial))] += 1;
    }
    assert!(sizes[2] + sizes[3] > 0, "{sizes:?}");
}

/// The budget bounds the size from below, and the size stays exact when the count does not.
#[test]
fn a_spent_budget_bounds_the_size() {
    let shape = Shape::new(2, 3).unwrap();
    let solution = oracle::solution(shape, &mut oracle::Numbers::new(3));
    let mut few = Grid::empty(shape);
    for cell in shape.all_cells().take(14) {
        few.set(cell, Some(solution.get(cell)));
    }
    let few = Pencilmarks::new(&few);
    let mut trial = Trial::new();
    let whole = trial.backdoors(&few, &solution, BACKDOOR_BUDGET);
    let nodes = trial.nodes();
    let size = whole.size.exact().unwrap();
    let mut bounds = 0;
    for budget in (0..nodes).step_by(usize::try_from(nodes / 30 + 1).unwrap()) {
        let found = trial.backdoors(&few, &solution, budget);
        assert_eq!((found.count, trial.nodes()), (None, budget));
        match found.size {
            TrialValue::AtLeast(least) => {
                assert!(least <= size);
                bounds += 1;
            }
            value => assert_eq!(value, TrialValue::Exactly(size)),
        }
    }
    assert!(bounds > 10);
}

#[test]
fn other_solutions_and_contradictions_have_no_backdoors() {
    let shape = Shape::new(2, 2).unwrap();
    let solution = Solution::new(&Grid::parse(shape, "1234341221434321").unwrap()).unwrap();
    let mut trial = Trial::new();
    for text in ["2...............", "11..............", "1234341221434312"] {
        let marks = Pencilmarks::new(&Grid::parse(shape, text).unwrap());
        assert_eq!(trial.backdoors(&marks, &solution, BACKDOOR_BUDGET).size, TrialValue::Undefined, "{text}");
    }
    let standard = Pencilmarks::new(&Grid::empty(Shape::STANDARD));
    assert_eq!(trial.backdoors(&standard, &solution, BACKDOOR_BUDGET).size, TrialValue::Undefined);
}

// Braids as proofs: replayed by their definition, and none is shorter.

/// Returns the number of a variable in the lists of the definition.
fn number(variables: &Variables, variable: Variable) -> usize {
    let square = variables.side * variables.side;
    match variable {
        Variable::Cell(cell) => cell.index(),
        Variable::House(house, digit) => {
            let kind = match house.kind() {
                HouseKind::Row => 1,
                HouseKind::Column => 2,
                HouseKind::Box => 3,
            };
            kind * square + house.number() * variables.side + digit.index()
        }
    }
}

/// Replays a braid: each variable has its candidate alone when its turn comes, the last has none, all differ.
fn is_proof(variables: &Variables, state: &State, braid: &Braid) -> bool {
    let mut state = state.clone();
    state.assert(variables, variables.id(braid.target.cell, braid.target.digit));
    let mut used = Vec::new();
    for link in &braid.links {
        let id = variables.id(link.candidate.cell, link.candidate.digit);
        let number = number(variables, link.variable);
        let left: Vec<_> = variables.candidates[number].iter().filter(|&&id| state.possible[id]).collect();
        if left != [&id] || state.value[id] {
            return false;
        }
        used.push(number);
        state.assert(variables, id);
    }
    let last = number(variables, braid.last);
    used.push(last);
    used.sort_unstable();
    used.dedup();
    used.len() == braid.length() && variables.candidates[last].iter().all(|&id| !state.possible[id])
}

/// Returns a state with its placed digits as values.
fn state_of_play(variables: &Variables, marks: &Pencilmarks) -> State {
    let mut state = State::new(variables, marks);
    for cell in marks.shape().all_cells() {
        if let Some(digit) = marks.value(cell) {
            state.value[variables.id(cell, digit)] = true;
        }
    }
    state
}

/// Checks all candidates of a state: each has a braid exactly if singles refute it, and a shortest one up to `limit`.
fn check_braids(marks: &Pencilmarks, limit: usize) -> usize {
    let shape = marks.shape();
    let variables = Variables::new(shape);
    let state = state_of_play(&variables, marks);
    let mut trial = Trial::new();
    let mut longest = 0;
    for cell in marks.empty() {
        for digit in marks.candidates(cell) {
            let mut copy = state.clone();
            copy.assert(&variables, variables.id(cell, digit));
            let is_refuted = !copy.close(&variables);
            // Some shortest braids of hard puzzles are long.
            let Ok(braid) = trial.braid(marks, Candidate { cell, digit }, 5000) else { continue };
            assert_eq!(braid.is_some(), is_refuted);
            let Some(braid) = braid else { continue };
            assert_eq!(braid.target, Candidate { cell, digit });
            assert!(is_proof(&variables, &state, &braid), "{braid:?}");
            let shorter = (braid.length() - 1).min(limit);
            assert!(shorter == 0 || !state.has_braid(&variables, variables.id(cell, digit), shorter));
            longest = longest.max(braid.length());
        }
    }
    longest
}

#[test]
fn braids_are_shortest_proofs_in_small_shapes() {
    let mut longest = 0;
    for (rows, cols) in [(2, 2), (2, 3), (3, 2)] {
        let shape = Shape::new(rows, cols).unwrap();
        let mut numbers = oracle::Numbers::new(5);
        for _ in 0..6 {
            let solution = oracle::solution(shape, &mut numbers);
            let puzzle = oracle::puzzle(&solution, 1, &mut numbers);
            longest = longest.max(check_braids(&Pencilmarks::new(&puzzle), 4));
        }
    }
    assert!(longest >= 5, "{longest}");
}

#[test]
fn braids_are_proofs_in_standard_puzzles() {
    let mut longest = 0;
    for puzzle in oracle::standard().iter().step_by(15) {
        longest = longest.max(check_braids(&Pencilmarks::new(puzzle), 1));
    }
    assert!(longest >= 6, "{longest}");
}

#[test]
fn there_are_no_braids_where_there_is_nothing_to_prove() {
    let shape = Shape::new(2, 2).unwrap();
    let mut trial = Trial::new();
    let grid = Grid::parse(shape, "1...3......3..2.").unwrap();
    let marks = Pencilmarks::new(&grid);
    for cell in Shape::STANDARD.all_cells() {
        for digit in DigitSet::full(9) {
            let is_candidate = cell.index() < 16 && digit.index() < 4 && marks.has(cell, digit);
            let found = trial.braid(&marks, Candidate { cell, digit }, 1000).unwrap();
            assert!(found.is_none() || is_candidate, "{cell:?} {digit}");
        }
    }
    let twice = Pencilmarks::new(&Grid::parse(shape, "1..1............").unwrap());
    let target = Candidate { cell: shape.cell(1, 0), digit: Digit::from_index(1) };
    assert_eq!(trial.braid(&twice, target, 1000), Ok(None));
    assert_eq!(trial.braid(&Pencilmarks::new(&Grid::empty(shape)), target, 0), Err(BudgetSpent));
}

/// The picture of the README, and its braid: the first that is found is as long.
#[test]
fn the_braid_of_the_readme_holds() {
    let readme = include_str!("../README.md");
    let picture = readme.split("```text\n").nth(1).unwrap();
    let rows = picture.lines().filter_map(|line| line.strip_prefix('r'));
    let shape = Shape::new(2, 3).unwrap();
    let mut marks = Pencilmarks::new(&Grid::empty(shape));
    for (row, line) in rows.take(6).enumerate() {
        let cells = line.split_whitespace().skip(1).filter(|word| *word != "|").take(6);
        for (col, text) in cells.enumerate() {
            let cell = shape.cell(row, col);
            for digit in DigitSet::full(6).iter().filter(|digit| !text.contains(&digit.to_string())) {
                marks.eliminate(cell, digit);
            }
        }
    }
    for cell in marks.empty() {
        if let Some(digit) = marks.candidates(cell).single() {
            marks.place(cell, digit);
        }
    }
    let digit = Digit::from_index;
    let candidate = |row: usize, col: usize, digit| Candidate { cell: shape.cell(row - 1, col - 1), digit };
    let house = |kind, number: usize, digit| Variable::House(House::new(kind, number - 1), digit);
    let link = |variable, candidate| BraidLink { variable, candidate };
    let braid = Braid {
        target: candidate(6, 6, digit(1)),
        links: vec![
            link(house(HouseKind::Column, 6, digit(0)), candidate(3, 6, digit(0))),
            link(house(HouseKind::Box, 2, digit(1)), candidate(2, 4, digit(1))),
        ],
        last: Variable::Cell(shape.cell(3, 3)),
    };
    let variables = Variables::new(shape);
    assert!(is_proof(&variables, &State::new(&variables, &marks), &braid));
    let found = Trial::new().braid(&marks, braid.target, 1000).unwrap().unwrap();
    assert_eq!(found.length(), braid.length());
}
