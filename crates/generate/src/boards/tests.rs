//! Boards against definitions by brute force.

use super::*;
use crate::{Dig, Generated, Generator, Givens, Plan, RatingPlan};
use gridmill_board::{Cell, CellSet, Digit};
use gridmill_rate::{Rater, Rulebook};
use gridmill_solve::{Backtracking, Solver};
use rand::{Rng as _, SeedableRng};
use std::collections::BTreeSet;

fn several(range: &str) -> BoardPlan {
    BoardPlan::Ambiguous { solutions: range.parse().unwrap() }
}

fn partial(range: &str, order: FillOrder) -> BoardPlan {
    BoardPlan::Partial { filled: range.parse().unwrap(), order }
}

fn plan(shape: &str, board: BoardPlan) -> Plan {
    let plan = Plan::for_shape(shape.parse().unwrap()).with_board(board);
    let rating = if board.follows_path() {
        RatingPlan::by([Rulebook::default_for(plan.shape).clone()])
    } else {
        RatingPlan::default()
    };
    plan.with_rating(rating)
}

fn made(plan: &Plan, count: u8) -> Vec<(Generated, DerivedBoard)> {
    let mut generator = Generator::new(plan.clone()).unwrap();
    let one = |n| {
        let made = generator.generate_with_seed([n; 32]).unwrap();
        let board = made.board.clone().unwrap();
        (made, *board)
    };
    (0..count).map(one).collect()
}

/// Lists solutions by trying the digits of the cell with the fewest, without any other rule.
fn by_trying(grid: &Grid, limit: usize) -> Vec<String> {
    /// Digits that each row, column and box has, one bit each.
    type Used = [[u32; 9]; 3];
    fn houses(shape: Shape, cell: usize) -> [usize; 3] {
        let cell = Cell::new(cell);
        [shape.row(cell), shape.col(cell), shape.box_of(cell)]
    }
    fn search(shape: Shape, cells: &mut [u8], used: &mut Used, limit: usize, found: &mut Vec<String>) {
        let free = |used: &Used, cell: usize| {
            let taken = houses(shape, cell).into_iter().enumerate().fold(0, |all, (k, n)| all | used[k][n]);
            !taken & ((1 << shape.side()) - 1)
        };
        let open = (0..cells.len()).filter(|&cell| cells[cell] == 0);
        let Some(cell) = open.min_by_key(|&cell| free(used, cell).count_ones()) else {
            return found.push(cells.iter().map(|&digit| char::from(b'0' + digit)).collect());
        };
        let digits = free(used, cell);
        for digit in (0..9).filter(|digit| digits >> digit & 1 == 1) {
            if found.len() == limit {
                return;
            }
            let before = *used;
            houses(shape, cell).into_iter().enumerate().for_each(|(k, n)| used[k][n] |= 1 << digit);
            cells[cell] = digit + 1;
            search(shape, cells, used, limit, found);
            (cells[cell], *used) = (0, before);
        }
    }
    let shape = grid.shape();
    let mut cells: Vec<u8> = grid.cells().iter().map(|cell| cell.map_or(0, Digit::value)).collect();
    let mut used = [[0; 9]; 3];
    for (cell, digit) in cells.iter().enumerate().filter(|(_, digit)| **digit > 0) {
        for (k, n) in houses(shape, cell).into_iter().enumerate() {
            assert_eq!(used[k][n] >> (digit - 1) & 1, 0, "a house of {grid} shows {digit} twice");
            used[k][n] |= 1 << (digit - 1);
        }
    }
    let mut found = Vec::new();
    search(shape, &mut cells, &mut used, limit, &mut found);
    found.sort();
    found
}

#[test]
fn ambiguous_boards_have_all_their_solutions_and_no_other() {
    for (shape, range, count) in
        [("2x2", "2", 40), ("2x2", "2..5", 40), ("2x3", "3..20", 40), ("3x3", "2..10", 60), ("3x3", "3", 20)]
    {
        let plan = plan(shape, several(range));
        for (made, board) in made(&plan, count) {
            let BoardLabel::Ambiguous(label) = &board.label else { panic!("{board:?}") };
            let range: CountRange = range.parse().unwrap();
            let solutions: Vec<String> = label.solutions.iter().map(ToString::to_string).collect();
            assert_eq!(solutions, by_trying(&board.grid, 1000), "{}", board.grid);
            assert!(range.contains(solutions.len() as u64));
            assert!(solutions.contains(&made.solution.to_string()) && board.grid.is_within(&made.solution));
            let puzzle = made.puzzle.grid();
            let is_kept = |cell| board.grid.get(cell).is_none_or(|given| puzzle.get(cell) == Some(given));
            assert!(plan.shape.all_cells().all(is_kept));
            assert_masks(label, &solutions);
        }
    }
}

fn assert_masks(label: &AmbiguousLabel, solutions: &[String]) {
    let differ = |one: &str, other: &str| -> String {
        one.bytes().zip(other.bytes()).map(|(a, b)| if a == b { '.' } else { 'x' }).collect()
    };
    let pairs: BTreeSet<String> = solutions
        .iter()
        .flat_map(|one| {
            solutions.iter().filter(move |&other| other != one).map(move |other| differ(one, other))
        })
        .collect();
    let size = |mask: &String| mask.matches('x').count();
    let least = pairs.iter().map(size).min().unwrap();
    let smallest: Vec<String> = pairs.iter().filter(|mask| size(mask) == least).cloned().collect();
    assert_eq!(label.differing_sets.iter().map(ToString::to_string).collect::<Vec<_>>(), smallest);
    let anywhere = |place| pairs.iter().any(|mask| mask.as_bytes()[place] == b'x');
    let ambiguous: String =
        (0..solutions[0].len()).map(|place| if anywhere(place) { 'x' } else { '.' }).collect();
    assert_eq!(label.ambiguous.to_string(), ambiguous);
}

/// Orders that jump over the range are drawn again; a puzzle without such an order is rejected.
#[test]
fn numbers_of_solutions_that_no_order_has_reject_the_puzzle() {
    // No 4x4 puzzle loses givens one by one and gets exactly 289 solutions: the empty grid has 288.
    let plan = Plan { attempts: 3, ..plan("2x2", several("289")) };
    let error = Generator::new(plan).unwrap().generate_with_seed([1; 32]).unwrap_err();
    insta::assert_snapshot!(error, @"no minimal puzzle with an ambiguous board in 3 attempts; others came: with numbers of solutions outside the range 3 times; allow more attempts, or another value of `board=solutions`");
}

#[test]
fn broken_boards_have_no_solution_and_show_no_digit_twice() {
    for (shape, count) in [("2x2", 60), ("2x3", 60), ("3x3", 60)] {
        for (made, board) in made(&plan(shape, BoardPlan::Broken), count) {
            let BoardLabel::Broken(label) = &board.label else { panic!("{board:?}") };
            let (puzzle, shape) = (made.puzzle.grid(), made.puzzle.grid().shape());
            assert_eq!(by_trying(&board.grid, 1), Vec::<String>::new());
            assert_ne!(made.solution.get(label.wrong_cell), label.wrong_digit);
            let wrong: Vec<Cell> =
                shape.all_cells().filter(|&cell| board.grid.get(cell) != puzzle.get(cell)).collect();
            assert_eq!((wrong, puzzle.get(label.wrong_cell)), (vec![label.wrong_cell], None));
            let sees = |cell: Cell| {
                let wrong = label.wrong_cell;
                cell != wrong
                    && (shape.row(cell) == shape.row(wrong)
                        || shape.col(cell) == shape.col(wrong)
                        || shape.box_of(cell) == shape.box_of(wrong))
            };
            assert!(shape.all_cells().all(|c| !sees(c) || board.grid.get(c) != Some(label.wrong_digit)));
        }
    }
}

/// Each wrong digit of small puzzles, against all subsets of the givens.
#[test]
fn conflicts_are_least() {
    let mut sizes = BTreeSet::new();
    for (shape, count) in [("2x2", 20), ("2x3", 12)] {
        for (made, board) in made(&plan(shape, BoardPlan::Broken), count) {
            let BoardLabel::Broken(label) = &board.label else { panic!("{board:?}") };
            let puzzle = made.puzzle.grid();
            let wrong = (label.wrong_cell, label.wrong_digit);
            let conflict = label.conflict.unwrap().cells();
            let givens: Vec<Cell> =
                puzzle.shape().all_cells().filter(|&cell| puzzle.get(cell).is_some()).collect();
            let mut solver = Backtracking::new(puzzle.shape(), u64::MAX);
            let mut is_conflict = |cells: CellSet| {
                solver.count(&super::with_givens(puzzle, wrong, cells), 1).unwrap().solutions == 0
            };
            let subsets = (0..1_u32 << givens.len()).map(|bits| {
                (0..givens.len()).filter(|n| bits >> n & 1 == 1).map(|n| givens[n]).collect::<CellSet>()
            });
            let smaller: Vec<CellSet> = subsets.filter(|cells| cells.len() + 1 == conflict.len()).collect();
            assert!(is_conflict(conflict) && !smaller.into_iter().any(is_conflict), "{}", board.grid);
            sizes.insert(conflict.len());
        }
    }
    assert!(sizes.len() > 3, "{sizes:?}");
}

/// A budget that is used up gives no conflict in place of a wrong one.
#[test]
fn conflicts_beyond_the_budget_are_not_claimed() {
    let (made, board) = made(&plan("3x3", BoardPlan::Broken), 1).remove(0);
    let BoardLabel::Broken(label) = &board.label else { panic!("{board:?}") };
    let wrong = (label.wrong_cell, label.wrong_digit);
    let puzzle = made.puzzle.grid();
    let mut solver = Backtracking::new(puzzle.shape(), u64::MAX);
    let within = |solver: &mut Backtracking, budget| super::least_within(puzzle, wrong, solver, budget);
    assert_eq!(within(&mut solver, 2), None);
    let cells = within(&mut solver, u64::MAX).unwrap();
    assert_eq!(cells.len(), label.conflict.unwrap().cells().len());
}

#[test]
fn partly_filled_boards_lie_on_the_path() {
    for (shape, range) in [("2x2", "6..12"), ("2x3", "20"), ("3x3", "35..60")] {
        let plan = plan(shape, partial(range, FillOrder::Path));
        let mut filled = BTreeSet::new();
        for (made, board) in made(&plan, 40) {
            let BoardLabel::Partial(label) = board.label else { panic!("{board:?}") };
            let puzzle = made.puzzle.grid();
            assert_eq!((board.grid.givens(), label.filled), (label.filled, board.grid.givens()));
            assert_eq!(label.entries.cells().len() as usize, label.filled - made.givens);
            assert!(board.grid.is_within(&made.solution) && made.ratings[0].path.is_none());
            filled.insert(label.filled);
            let mut steps = Vec::new();
            let mut marks = gridmill_rate::Pencilmarks::new(puzzle);
            let rating =
                Rater::new(&plan.rating.rulebooks[0]).trace(&mut marks, |_, s| steps.push(s.clone()));
            let path: Vec<Cell> =
                steps.iter().flat_map(gridmill_rate::Step::placements).map(|c| c.cell).collect();
            let on_path = path.iter().take_while(|&&cell| board.grid.get(cell).is_some()).count();
            let entries = label.entries.cells().len() as usize;
            assert_eq!(on_path, entries.min(path.len()), "{}", board.grid);
            assert!(!rating.solved || on_path == entries);
        }
        let range: CountRange = range.parse().unwrap();
        assert!(filled.iter().all(|&filled| range.contains(filled as u64)));
        assert!(filled.len() > 4 || range.least() == range.most(), "{filled:?}");
    }
}

#[test]
fn random_orders_differ_from_the_path() {
    let boards = |order| made(&plan("3x3", partial("40", order)), 20);
    let (random, path) = (boards(FillOrder::Random), boards(FillOrder::Path));
    assert!(random.iter().zip(&path).all(|((one, _), (other, _))| one.puzzle == other.puzzle));
    assert!(random.iter().zip(&path).all(|((_, one), (_, other))| one.grid != other.grid));
}

/// A puzzle with more givens than filled cells is rejected; a range begins with its givens.
#[test]
fn ranges_of_filled_cells_begin_with_the_givens() {
    let dig = Dig::top_down(Givens::Range(40, 40));
    let filled = plan("3x3", partial("20..41", FillOrder::Random)).with_dig(dig.clone());
    let counts: BTreeSet<usize> = made(&filled, 30).iter().map(|(_, board)| board.grid.givens()).collect();
    assert_eq!(counts, BTreeSet::from([40, 41]));
    let few = Plan { attempts: 5, ..plan("3x3", partial("20..39", FillOrder::Random)).with_dig(dig) };
    insta::assert_snapshot!(Generator::new(few).unwrap().generate_with_seed([1; 32]).unwrap_err(), @"no puzzle with 40 givens with a partly filled board in 5 attempts; others came: with more givens than filled cells 5 times; allow more attempts, or another value of `board=filled`");
}

#[test]
fn laws_name_the_number_of_orders() {
    assert!(BoardKind::Ambiguous.law().contains(&format!("up to {} times", super::ORDERS)));
}

/// The rows of a seed are a promise.
#[test]
fn value_stability() {
    let boards = [
        several("2..10"),
        BoardPlan::Broken,
        partial("35..60", FillOrder::Path),
        partial("50", FillOrder::Random),
    ];
    let mut texts = Vec::new();
    for board in boards {
        for (made, board) in made(&plan("3x3", board), 2) {
            let label = match board.label {
                BoardLabel::Ambiguous(label) => format!("{} {}", label.solutions.len(), label.ambiguous),
                BoardLabel::Broken(label) => {
                    format!(
                        "{} {} {}",
                        label.wrong_cell.name(made.solution.shape()),
                        label.wrong_digit,
                        label.conflict.unwrap()
                    )
                }
                BoardLabel::Partial(label) => format!("{} {}", label.filled, label.entries),
            };
            texts.push(format!("{}\n{label}", board.grid));
        }
    }
    insta::assert_snapshot!(texts.join("\n"), @r"
    .....6..4.9....37.8.....6......91..3.72.....95..2.7...4.53.8.............3..1....
    8 x..xx.xx.x..x....x..xxx..xx............xx.xx.......xxx....x.xxxx.xx.xx.xx..x.xxxx
    .......61.4....2.....6.5...38..7......4.2..7...69.......3.4..5.29.5.87........3..
    2 ...xxxx....x....x.xxx.x......xx...xxx....x..x.x...xxxx.....xx..............x.x.x.
    .....6..4.9....37.8.....6......91..3.72.....95..2.7..84.53.87............3..1....
    r7c7 7 ................x..................x.x............x..............................
    .......61.4....2.....6.5...38.47......4.2..7...69....8..3.4..5.29.5.87........3..
    r6c9 8 .......xx.x....x.....x.x......xx......x.x......x........x.x....xx.x.xx........x..
    153976284296..537.84.1.36..6..591723372..4..95192374684.53.8..7.......3..3..1..4.
    50 xxxxx.xx.x.x..x....x.x.x...x..x..xx.x....x....xx.x.xx.........x.......x........x.
    .372.4.6164.3172.....6.543738.47......482..737.6953..486374..5.29153874647516.3..
    53 .xxx.x...x..xxx.........xxx............x....xx...xx..xxx.x.......x.x..xxxxxxx....
    ....7628429...537.8471..695..4591.23.7268..5951.237..84.5368..77...5..3..3.71254.
    50 ....x.xx.x....x....xxx...xx..xx...x....xx..x..x..x........x...xx...x..x....x.xxx.
    53...4.6164..172.512869543738247..1...4821.7...695.8.48.374..5229.5387........3.8
    50 xx...x...x...xx..xxxx.x.xxx..x....x....x.x.......x.x.xx..x....x....x............x
    ");
}

/// Puzzles, their grids and their ratings are those of the same plan without boards.
#[test]
fn puzzles_do_not_depend_on_boards() {
    let plain = Plan::default();
    for board in [BoardPlan::Broken, partial("40", FillOrder::Random)] {
        let with = made(&plain.clone().with_board(board), 20);
        let mut generator = Generator::new(plain.clone()).unwrap();
        for (n, (made, _)) in (0..).zip(with) {
            let alone = generator.generate_with_seed([n; 32]).unwrap();
            assert_eq!(Generated { board: None, ..made }, alone);
        }
    }
}

#[test]
fn options_that_do_not_go_together_are_told() {
    let random = "filled=35..60, order=random".parse();
    assert_eq!(random, Ok(partial("35..60", FillOrder::Random)));
    assert_eq!("filled=40,order=path".parse(), Ok(partial("40", FillOrder::Path)));
    let bad = [
        "",
        "solution",
        "broken=1",
        "broken,order=random",
        "solutions=2,order=path",
        "filled=40,order=",
        "filled=40,random",
    ];
    for bad in bad {
        let problem = bad.parse::<BoardPlan>().unwrap_err();
        assert_eq!(
            problem, "give solutions=RANGE, broken, filled=RANGE or filled=RANGE,order=random",
            "{bad}"
        );
    }
    let refused = |shape: &str, board| plan(shape, board).validate().unwrap_err().to_string();
    insta::assert_snapshot!(refused("3x3", several("1..10")), @"`board=solutions=1..10` cannot be met: give from 2 to 1000");
    insta::assert_snapshot!(refused("3x3", several("2..1001")), @"`board=solutions=2..1001` cannot be met: give from 2 to 1000");
    insta::assert_snapshot!(refused("4x4", BoardPlan::Broken), @"`board=broken` is for grids of up to 9x9 cells, not for boxes of 4x4");
    insta::assert_snapshot!(refused("3x3", partial("82", FillOrder::Random)), @"`board=filled=82` cannot be met: a 3x3 grid has from 17 to 81 filled cells");
    insta::assert_snapshot!(refused("3x3", partial("5..16", FillOrder::Random)), @"`board=filled=5..16` cannot be met: a 3x3 grid has from 17 to 81 filled cells");
    let no_rulebook = Plan::default().with_board(partial("40", FillOrder::Path));
    insta::assert_snapshot!(no_rulebook.validate().unwrap_err(), @"`board=filled=40` follows a rulebook: give `rulebook`, or `board=filled=40,order=random`");
    let weighted = Plan::default().with_dig(Dig::Weighted);
    insta::assert_snapshot!(weighted.clone().with_board(several("2")).validate().unwrap_err(), @"`board=solutions` rejects puzzles by chance, which the weights of dig weighted do not count; give another dig");
    weighted.with_board(BoardPlan::Broken).validate().unwrap();
    for bad in ["", "two", "2..", "9..2", "-1", "70000", "1..2..3"] {
        assert!(bad.parse::<CountRange>().is_err(), "{bad}");
    }
}

/// Manifests have them as options have.
#[test]
fn plans_with_boards_are_written_and_read() {
    for board in [several("2..10"), BoardPlan::Broken, partial("40", FillOrder::Random)] {
        let plan = Plan::default().with_board(board);
        let text = serde_json::to_string(&plan).unwrap();
        assert_eq!(serde_json::from_str::<Plan>(&text).unwrap(), plan);
        assert!(!serde_json::to_string(&Plan::default()).unwrap().contains("solutions"));
    }
    let text =
        serde_json::to_string(&Plan::default().with_board(partial("35..60", FillOrder::Random))).unwrap();
    assert!(text.ends_with(r#","board":"filled=35..60,order=random"}"#), "{text}");
}

/// Every collection against all subsets of its cells.
#[test]
fn hitting_sets_are_smallest() {
    let mut rng = rand_pcg::Pcg64::seed_from_u64(5);
    for _ in 0..300 {
        let mut sets = HittingSets::default();
        let mut all = Vec::new();
        for _ in 0..=rng.next_u32() % 12 {
            let set = u128::from((rng.next_u32() & rng.next_u32() | 1 << (rng.next_u32() % 12)) & 0xfff);
            all.push(set);
            sets.add(CellSet::from_bits(set));
            // Sets arrive one after the other, as in a run.
            let found = sets.smallest(&mut u64::MAX.clone()).unwrap().bits();
            assert!(all.iter().all(|set| set & found != 0));
            let hits = |cells: &u128| all.iter().all(|set| set & cells != 0);
            let least = (0..1u128 << 12).filter(hits).map(u128::count_ones).min();
            assert_eq!(Some(found.count_ones()), least);
        }
    }
}

#[test]
fn budgets_end_a_search() {
    let mut sets = HittingSets::default();
    (0..20).for_each(|cell| sets.add(CellSet::only(Cell::new(cell))));
    assert!(sets.smallest(&mut 19).is_err());
    let mut budget = 1000;
    assert_eq!(sets.smallest(&mut budget).unwrap().len(), 20);
    assert!(budget < 1000);
}
