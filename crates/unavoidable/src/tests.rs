//! Unavoidable sets and scans against definitions, on small grids.

use crate::{
    Scan, UnavoidableSets,
    bands::{self, Bands, part, whole},
};
use gridmill_board::{Cell, CellSet, Grid, Shape, Solution, Transform};
use gridmill_solve::{Remover, Solutions, SolverKind, is_unique, solve};
use gridmill_testing::sample;
use std::collections::{BTreeMap, BTreeSet};

/// Complete 9x9 grid.
const GRID: &str = "123456789456789123789123456231674895875912364694538217317265948542897631968341572";

fn solution(text: &str) -> Solution {
    Solution::new(&text.parse().unwrap()).unwrap()
}

/// All complete 4x4 grids.
fn grids_4x4() -> Vec<Solution> {
    let shape: Shape = "2x2".parse().unwrap();
    SolverKind::default_for(shape).solver(shape, u64::MAX).list(&Grid::empty(shape), 1000).unwrap()
}

/// The minimal differences to all other grids, by size.
fn by_definition(grid: &Solution, others: &[Solution]) -> BTreeSet<CellSet> {
    let differs = |other: &Solution| {
        let cells = grid.shape().all_cells().filter(|&cell| grid.get(cell) != other.get(cell));
        cells.collect::<CellSet>()
    };
    let mut sets: Vec<CellSet> = others.iter().map(differs).filter(|set| !set.is_empty()).collect();
    sets.sort_by_key(|set| set.len());
    let mut minimal: Vec<CellSet> = Vec::new();
    for set in sets {
        if !minimal.iter().any(|smaller| smaller.is_within(set)) {
            minimal.push(set);
        }
    }
    minimal.into_iter().collect()
}

#[test]
fn unavoidable_sets_of_4x4_grids_are_the_minimal_differences() {
    let grids = grids_4x4();
    assert_eq!(grids.len(), 288);
    for grid in &grids {
        let expected = by_definition(grid, &grids);
        let found = UnavoidableSets::find(grid, 16);
        assert_eq!(found.as_slice().iter().copied().collect::<BTreeSet<_>>(), expected, "{grid}");
        for size in 4..16 {
            let small = UnavoidableSets::find(grid, size);
            let expected = found.as_slice().iter().filter(|set| set.len() as usize <= size);
            assert!(small.as_slice().iter().eq(expected), "{grid} to {size}");
        }
    }
}

/// The solutions of a 6x6 grid without 20 of its cells give sets by the definition; each must contain one of those found.
#[test]
fn unavoidable_sets_of_6x6_grids_are_those_of_partial_grids() {
    let grid = solution("123456456123231564564231312645645312");
    let found = UnavoidableSets::find(&grid, 20);
    let mut solver = SolverKind::default_for(grid.shape()).solver(grid.shape(), u64::MAX);
    let mut seen = BTreeSet::new();
    let mut random = gridmill_testing::Numbers::new(1);
    for _ in 0..200 {
        let mut puzzle = Grid::from(&grid);
        let mut removed = CellSet::EMPTY;
        while removed.len() < 20 {
            let cell = Cell::new(random.below(36));
            puzzle.set(cell, None);
            removed = removed.with(cell);
        }
        let others = solver.list(&puzzle, 100_000).unwrap();
        let expected = by_definition(&grid, &others);
        let within: BTreeSet<CellSet> =
            found.as_slice().iter().copied().filter(|set| set.is_within(removed)).collect();
        assert_eq!(within, expected, "{removed:?}");
        seen.extend(expected);
    }
    assert!(seen.len() > 20, "{}", seen.len());
}

#[test]
fn found_sets_of_9x9_grids_are_unavoidable_and_minimal() {
    let grid = solution(GRID);
    let sets = UnavoidableSets::find(&grid, 10);
    for set in sets.as_slice() {
        let mut puzzle = Grid::from(&grid);
        for cell in *set {
            puzzle.set(cell, None);
        }
        assert!(!is_unique(&puzzle), "{set:?}");
        for cell in *set {
            puzzle.set(cell, Some(grid.get(cell)));
            assert!(is_unique(&puzzle), "{set:?} without {cell:?}");
            puzzle.set(cell, None);
        }
    }
}

#[test]
fn a_budget_gives_the_sizes_that_were_searched_whole() {
    let grid = solution(GRID);
    let whole = UnavoidableSets::find(&grid, 9);
    let part = UnavoidableSets::find_within(&grid, 9, 1000);
    assert!((4..9).contains(&part.complete_to()), "{}", part.complete_to());
    let expected = whole.as_slice().iter().filter(|set| set.len() as usize <= part.complete_to());
    assert!(part.as_slice().iter().eq(expected));
    assert_eq!(UnavoidableSets::find_within(&grid, 9, 5).complete_to(), 0);
}

#[test]
fn puzzles_hit_every_set_and_needed_givens_are_alone_in_one() {
    let grid = solution(GRID);
    let sets = UnavoidableSets::find(&grid, 10);
    let mut puzzle = Grid::from(&grid);
    assert_eq!(sets.missed(&puzzle).count(), 0);
    let first = sets.as_slice()[0];
    for cell in first {
        puzzle.set(cell, None);
    }
    assert_eq!(sets.missed(&puzzle).collect::<Vec<_>>(), [first]);
    puzzle.set(first.first().unwrap(), Some(grid.get(first.first().unwrap())));
    assert!(sets.hit_once(&puzzle).any(|set| set == first));
}

/// Against all choices of sets, where there are few.
#[test]
fn cliques_are_largest() {
    for grid in grids_4x4().iter().step_by(17) {
        let sets = UnavoidableSets::find(grid, 6);
        let found = sets.max_clique(u64::MAX);
        assert!(found.is_largest);
        let union = found.sets.iter().fold(CellSet::EMPTY, |union, set| {
            assert!(!union.meets(*set));
            union | *set
        });
        assert!(union.len() <= 16);
        assert_eq!(found.sets.len(), packed(sets.as_slice(), CellSet::EMPTY));
    }
    let sets = UnavoidableSets::find(&solution(GRID), 10);
    assert!(!sets.max_clique(3).is_largest);
}

fn packed(sets: &[CellSet], taken: CellSet) -> usize {
    let Some((first, rest)) = sets.split_first() else { return 0 };
    let without = packed(rest, taken);
    if first.meets(taken) { without } else { without.max(1 + packed(rest, taken | *first)) }
}

fn scanned(grid: &Solution, givens: usize) -> Vec<Grid> {
    searched(&Scan::new(grid, givens))
}

fn searched(scan: &Scan) -> Vec<Grid> {
    let mut searcher = scan.searcher(&|| false);
    let mut puzzles: Vec<Grid> = (0..scan.units())
        .flat_map(|turn| searcher.search(scan.unit_of_turn(turn)).unwrap().puzzles)
        .collect();
    puzzles.sort_by_key(ToString::to_string);
    puzzles
}

/// Exact numbers over all 288 grids, which are of two classes: by enumeration of all choices of givens.
#[test]
fn scans_of_4x4_grids_find_all_minimal_puzzles() {
    let mut classes: BTreeMap<String, (Solution, usize)> = BTreeMap::new();
    for grid in grids_4x4() {
        let class = grid.canonical().unwrap().form.to_string();
        classes.entry(class).or_insert((grid, 0)).1 += 1;
    }
    assert_eq!(classes.len(), 2);
    let mut by_givens = [0; 17];
    for (grid, images) in classes.values() {
        let found = scanned(grid, 16);
        for puzzle in &found {
            by_givens[puzzle.givens()] += images;
        }
        assert!(found.windows(2).all(|two| two[0] != two[1]));
        for givens in 0..6 {
            let few = scanned(grid, givens);
            assert!(few.iter().eq(found.iter().filter(|puzzle| puzzle.givens() <= givens)));
        }
    }
    assert_eq!(by_givens[4..7], [25_728, 58_368, 1_536]);
    assert_eq!(by_givens.iter().sum::<usize>(), 85_632);
}

/// Against the puzzles of the whole grid, for all choices of givens of which some are not given.
#[test]
fn scans_within_puzzles_find_the_minimal_puzzles_of_their_givens() {
    for grid in grids_4x4().iter().step_by(97) {
        let all = scanned(grid, 6);
        for left_out in (0..1 << 16).step_by(sample(311, 61)) {
            let mut puzzle = Grid::from(grid);
            for cell in puzzle.shape().all_cells().filter(|cell| left_out >> cell.index() & 1 == 1) {
                puzzle.set(cell, None);
            }
            let is_within = |small: &&Grid| {
                small
                    .cells()
                    .iter()
                    .zip(puzzle.cells())
                    .all(|(small, given)| small.is_none() || small == given)
            };
            let expected: Vec<Grid> = all.iter().filter(is_within).cloned().collect();
            assert_eq!(searched(&Scan::within(&puzzle, grid, 6)), expected, "{puzzle}");
        }
    }
}

/// Against all choices of eight givens below the first row.
#[test]
#[ignore = "100 s, a whole scan and all choices: bash scripts/long_tests.sh"]
fn very_long_scans_of_6x6_grids_find_all_puzzles_with_eight_givens() {
    let grid = solution("146352523146361425452613615234234561");
    let mut found = scanned(&grid, 8);
    assert!(found.iter().all(|puzzle| is_unique(puzzle) && puzzle.givens() == 8));
    found.retain(|puzzle| puzzle.cells()[..6].iter().all(Option::is_none));
    let mut solver = SolverKind::default_for(grid.shape()).solver(grid.shape(), u64::MAX);
    let mut expected = Vec::new();
    choose(&grid, &mut *solver, &mut Grid::empty(grid.shape()), (6, 8), &mut expected);
    expected.sort_by_key(ToString::to_string);
    assert_eq!(found, expected);
    assert!(found.iter().any(|puzzle| puzzle.to_string() == "........3.4...1..54......15.......6."));
}

/// Lists the choices of `left` more givens from cell `first` on that have one solution. A choice that has several even with all cells from
/// there on is dropped.
fn choose(
    grid: &Solution,
    solver: &mut dyn Remover,
    puzzle: &mut Grid,
    (first, left): (usize, usize),
    found: &mut Vec<Grid>,
) {
    let mut all = puzzle.clone();
    for cell in (first..if left == 0 { 0 } else { 36 }).map(Cell::new) {
        all.set(cell, Some(grid.get(cell)));
    }
    if solver.count(&all, 2).unwrap().solutions > 1 {
        return;
    }
    if left == 0 {
        return found.push(puzzle.clone());
    }
    for cell in first..36 {
        puzzle.set(Cell::new(cell), Some(grid.get(Cell::new(cell))));
        choose(grid, solver, puzzle, (cell + 1, left - 1), found);
        puzzle.set(Cell::new(cell), None);
    }
}

#[test]
fn each_puzzle_is_found_in_its_unit_alone() {
    let scan = Scan::new(&solution("146352523146361425452613615234234561"), 8);
    let mut searcher = scan.searcher(&|| false);
    for unit in 0..scan.units() {
        for puzzle in searcher.search(unit).unwrap().puzzles {
            assert_eq!(scan.unit_of(&puzzle), Some(unit));
        }
    }
    assert_eq!(scan.unit_of(&Grid::from(scan.solution())), None);
}

#[test]
fn a_stopped_search_says_so() {
    let scan = Scan::new(&solution(GRID), 18);
    assert_eq!(scan.searcher(&|| true).search(scan.unit_of_turn(0)), None);
}

#[test]
fn each_unit_has_one_turn() {
    for givens in [0, 4, 5, 6] {
        let scan = Scan::new(&grids_4x4()[5], givens);
        let turns: BTreeSet<usize> = (0..scan.units()).map(|turn| scan.unit_of_turn(turn)).collect();
        assert_eq!(turns.len(), scan.units());
    }
}

/// A puzzle with 18 givens, made by a random walk, and images of it.
#[test]
fn images_of_a_puzzle_are_found_in_their_units() {
    let puzzle: Grid =
        ".....4.5...2....1.9.4............9........28.15...6.....6.......8..1.......92...3".parse().unwrap();
    let lines = [[0, 1, 2, 3, 4, 5, 6, 7, 8], [4, 3, 5, 8, 7, 6, 1, 2, 0], [8, 6, 7, 0, 2, 1, 4, 5, 3]];
    for (number, rows) in lines.iter().enumerate() {
        for transposed in sample(vec![number == 1], vec![false, true]) {
            let transform =
                Transform::new(puzzle.shape(), rows, &lines[2 - number], &lines[1], transposed).unwrap();
            let image = transform.grid(&puzzle);
            let Solutions::Unique(grid) = solve(&image) else { panic!("several solutions") };
            let scan = Scan::new(&grid, 18);
            let unit = scan.unit_of(&image).unwrap();
            let found = scan.searcher(&|| false).search(unit).unwrap().puzzles;
            assert!(
                found.contains(&image)
                    && found.iter().all(|puzzle| is_unique(puzzle) && puzzle.givens() <= 18)
            );
        }
    }
}

/// Against all choices, and all pairs of choices, of cells.
#[test]
fn bands_and_pairs_of_bands_meet_all_sets() {
    let sets: Vec<u128> =
        UnavoidableSets::find(&solution(GRID), 10).as_slice().iter().map(|set| set.bits()).collect();
    let bands = Bands::new(&sets, 14);
    let mut pairs = 0;
    for unit in 0..bands.units {
        let unit = bands.unit(unit);
        let [outer, inner, last] = unit.bands;
        assert!(BTreeSet::from(unit.bands).len() == 3 && unit.left > 0);
        let within: Vec<u128> = sets.iter().copied().filter(|set| set & bands::cells_of(last) == 0).collect();
        let parts: Vec<(u32, u32)> = within.iter().map(|&set| (part(set, outer), part(set, inner))).collect();
        let mut found = Vec::new();
        let all: Result<(), ()> = unit.each(&parts, |choice, others| {
            found.extend(others.iter().map(|&other| whole(choice, outer) | whole(other, inner)));
            Ok(())
        });
        assert_eq!(all, Ok(()));
        let able: Vec<u32> = choices(27, unit.inner.sets[0].count_ones());
        let mut expected = Vec::new();
        for &choice in unit.outer {
            let meets = |&chosen: &u128| within.iter().all(|set| set & chosen != 0);
            expected
                .extend(able.iter().map(|&other| whole(choice, outer) | whole(other, inner)).filter(meets));
        }
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected);
        pairs += found.len();
    }
    assert!(pairs > 500, "{pairs}");
}

/// All choices of some of the first cells.
fn choices(cells: u32, number: u32) -> Vec<u32> {
    if number == 0 {
        return vec![0];
    }
    (0..cells)
        .flat_map(|last| choices(last, number - 1).into_iter().map(move |set| set | 1 << last))
        .collect()
}
