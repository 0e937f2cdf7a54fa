//! Tests of canonical forms: images, searches through whole groups, and known numbers of classes.

use super::*;
use gridmill_testing::sample;
use proptest::{prelude::*, test_runner::RngSeed};
use rand::SeedableRng as _;
use rand_pcg::Pcg64;
use std::{cmp::Ordering, collections::BTreeMap};

/// Minimal puzzles and their solutions.
pub(super) const PUZZLES: [(&str, &str); 8] = [
    (
        ".514..6........4....4.2..........3..68..7...4.7.38.5........2....98.215......7.9.",
        "751439682268715439394628715145296378683571924972384561817953246439862157526147893",
    ),
    (
        "..3.2.48....4....56...9.........5.......8.9.2.32...7....5....743.48......781.6...",
        "953721486827463195641598327489275613716384952532619748165932874394857261278146539",
    ),
    (
        "....5.7...3......2....89..5..1....3.6.2..5....4.8....1......3261....6.9...42.....",
        "498652713536741982217389645751964238682135479349827561975418326123576894864293157",
    ),
    (
        "..6.......34..9...15.8.4.....7...28.31..7.4.........7....15.6...417..8..9..3.....",
        "826517934734629518159834762597463281318275496462981375273158649641792853985346127",
    ),
    (
        "5...7.1...3.6429...6..59.....3.....7..6..34.58.5....3.4..........7.....4....9.6..",
        "594378126731642958268159743143925867926783415875416239419567382687231594352894671",
    ),
    (
        "........12...4....45...6......7.59....5....8.84.9...1..6...2..7...1..64...2..71..",
        "738259461296841375451376298613785924925614783847923516164592837579138642382467159",
    ),
    (
        "...2..4.67........14...8.....9.5..1....3..56....9..3.8.6...3...9...2.7.1..51....3",
        "398271456756439182142568937639857214817342569524916378461793825983625741275184693",
    ),
    (
        "6.5.3.......9....114.....3....7..6.89..6...4..5.82....41...73..2.......4..8.6....",
        "695132487873946521142578936324719658981653742756824193419287365267395814538461279",
    ),
];

/// Complete grid with the most automorphisms: 648 (G. Stertenbrink; Russell and Jarvis 2006).
pub(super) const MAX_CANONICAL: &str =
    "123456789456789123789123456231564897564897231897231564312645978645978312978312645";

fn below(rng: &mut Pcg64, bound: usize) -> usize {
    usize::try_from(rng.next_u64() % bound as u64).unwrap()
}

fn shuffled(rng: &mut Pcg64, count: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    for i in (1..count).rev() {
        order.swap(i, below(rng, i + 1));
    }
    order
}

/// Draws an order of lines that keeps the lines of a box together.
fn shuffled_lines(rng: &mut Pcg64, boxes: usize, per_box: usize) -> Vec<usize> {
    let boxes = shuffled(rng, boxes);
    boxes.iter().flat_map(|b| shuffled(rng, per_box).into_iter().map(move |i| b * per_box + i)).collect()
}

/// Draws a transform of a shape to itself.
pub(super) fn random_transform(rng: &mut Pcg64, shape: Shape) -> Transform {
    let rows = shuffled_lines(rng, shape.box_cols(), shape.box_rows());
    let cols = shuffled_lines(rng, shape.box_rows(), shape.box_cols());
    let transposed = shape.transposed() == shape && rng.next_u64() & 1 == 1;
    Transform::new(shape, &rows, &cols, &shuffled(rng, shape.side()), transposed).unwrap()
}

/// Removes the digits of the cells for which `keep` is false.
fn kept(text: &str, keep: impl Fn(usize) -> bool) -> Grid {
    let kept = |(cell, c)| if keep(cell) { c } else { '.' };
    text.chars().enumerate().map(kept).collect::<String>().parse().unwrap()
}

/// Removes all digits but those of `givens` random cells.
pub(super) fn kept_at_random(rng: &mut Pcg64, text: &str, givens: usize) -> Grid {
    let cells = shuffled(rng, text.len());
    kept(text, |cell| cells[..givens].contains(&cell))
}

/// Grids of most kinds: complete, minimal, with several solutions, nearly complete, nearly empty.
fn ordinary() -> Vec<Grid> {
    let mut rng = Pcg64::seed_from_u64(1);
    let mut grids: Vec<Grid> =
        PUZZLES.iter().flat_map(|&(a, b)| [a, b].map(|text| text.parse().unwrap())).collect();
    for (_, solution) in PUZZLES {
        for givens in [1, 2, 3, 6, 12, 18, 40, 60, 79, 80] {
            grids.push(kept_at_random(&mut rng, solution, givens));
        }
    }
    grids
}

/// Grids that are whole boxes, lines or digits of complete ones, many with automorphisms.
fn symmetric() -> Vec<Grid> {
    let mut grids = vec![MAX_CANONICAL.parse().unwrap(), Grid::empty(Shape::STANDARD)];
    for mask in [0o20, 0o21, 0o421, 0o124, 0o776, 0o525, 0o7] {
        for solution in [MAX_CANONICAL, PUZZLES[0].1] {
            let has = |n: usize| mask >> n & 1 == 1;
            grids.push(kept(solution, |cell| has(cell / 27 * 3 + cell % 9 / 3)));
            grids.push(kept(solution, |cell| has(cell / 9)));
            grids.push(kept(solution, |cell| has(cell / 9) != has(cell % 9)));
            grids.push(kept(solution, |cell| has(usize::from(solution.as_bytes()[cell] - b'1'))));
        }
    }
    grids
}

/// Returns the complete grid whose rows are the numbers in order, shifted.
pub(super) fn shifted(shape: Shape) -> String {
    let value = |cell| {
        let (row, col) = (shape.row(cell), shape.col(cell));
        let shift = shape.box_cols() * (row % shape.box_rows()) + row / shape.box_rows();
        Digit::from_index((shift + col) % shape.side()).to_string()
    };
    shape.all_cells().map(value).collect()
}

/// Removes all digits of the grid of shifted rows but those of `givens` random cells.
fn kept_of_shifted(rng: &mut Pcg64, shape: Shape, givens: usize) -> Grid {
    // The text alone would be a grid of the wide shape.
    Grid::parse(shape, &kept_at_random(rng, &shifted(shape), givens).to_string()).unwrap()
}

/// Checks that a grid, its form and random images of it have one form, to which the transforms lead.
fn check_images(grid: &Grid, images: usize, rng: &mut Pcg64) {
    let canonical = grid.canonical().unwrap();
    assert_eq!(canonical.transform.grid(grid), canonical.form, "{grid}");
    assert_eq!(canonical.form.canonical().unwrap().form, canonical.form, "{grid}");
    for _ in 0..images {
        let image = random_transform(rng, grid.shape()).grid(grid);
        let other = image.canonical().unwrap();
        assert_eq!(other.form, canonical.form, "{grid} and {image}");
        assert_eq!(other.automorphisms, canonical.automorphisms, "{grid} and {image}");
        assert_eq!(other.class_id(), canonical.class_id(), "{grid} and {image}");
        assert_eq!(other.transform.grid(&image), canonical.form, "{image}");
    }
}

/// Compares all 2 x 1296 x 1296 images of a 9x9 grid, with digits named as they appear. Returns the least, as values, and the
/// number of orders that give it.
fn search_whole_group(grid: &Grid) -> (Vec<u8>, u32) {
    let orders = super::orders(3, 3);
    let lines = super::Lines::from_grid(grid).unwrap();
    let (mut least, mut minimisers) = (vec![u8::MAX; 81], 0);
    let mut image = vec![0; 81];
    for lines in lines.values {
        for rows in &orders {
            for cols in &orders {
                match compare(&lines, rows, cols, &least, &mut image) {
                    Ordering::Less => (minimisers, least) = (1, image.clone()),
                    Ordering::Equal => minimisers += 1,
                    Ordering::Greater => {}
                }
            }
        }
    }
    (least, minimisers)
}

/// Makes one image and compares it with the least one. Leaves the image unfinished if it is greater.
fn compare(
    lines: &[super::Line; 9],
    rows: &[usize],
    cols: &[usize],
    least: &[u8],
    image: &mut [u8],
) -> Ordering {
    let (mut names, mut labels) = (0, [0; 10]);
    let mut order = Ordering::Equal;
    for (place, cell) in image.iter_mut().enumerate() {
        let value = usize::from(lines[rows[place / 9]][cols[place % 9]]);
        if value > 0 && labels[value] == 0 {
            names += 1;
            labels[value] = names;
        }
        *cell = labels[value];
        order = order.then((*cell).cmp(&least[place]));
        if order == Ordering::Greater {
            break;
        }
    }
    order
}

fn check_whole_group(grid: &Grid) {
    let canonical = grid.canonical().unwrap();
    let (least, automorphisms) = search_whole_group(grid);
    let values: Vec<u8> = canonical.form.cells().iter().map(|cell| cell.map_or(0, Digit::value)).collect();
    assert_eq!(values, least, "{grid}");
    assert_eq!(canonical.automorphisms, automorphisms, "{grid}");
}

#[test]
fn images_have_one_form() {
    let mut rng = Pcg64::seed_from_u64(2);
    for grid in ordinary().iter().chain(&symmetric()) {
        check_images(grid, 8, &mut rng);
    }
}

#[test]
fn images_of_small_shapes_have_one_form() {
    let mut rng = Pcg64::seed_from_u64(3);
    for (shape, givens) in
        [("2x2", 4), ("2x2", 7), ("2x3", 9), ("2x3", 20), ("3x2", 12), ("2x4", 30), ("4x2", 45)]
    {
        let shape: Shape = shape.parse().unwrap();
        check_images(&kept_of_shifted(&mut rng, shape, givens), 3, &mut rng);
        check_images(&kept_of_shifted(&mut rng, shape, shape.cells()), 1, &mut rng);
    }
}

fn assert_equal(grid: &Grid, canonical: &Canonical, other: &Least) {
    assert_eq!(
        (canonical.form.cells(), canonical.automorphisms),
        (&*other.cells, other.automorphisms),
        "{grid}"
    );
    assert_eq!(other.transform.grid(grid), canonical.form, "{grid}");
}

#[test]
fn the_fast_ways_agree_with_the_plain_one() {
    for grid in ordinary().iter().step_by(3).filter(|grid| grid.givens() > 6) {
        assert_equal(grid, &grid.canonical().unwrap(), &plain::least(grid));
    }
}

#[test]
fn the_general_way_agrees_with_those_of_9x9() {
    for grid in ordinary().iter().chain(&symmetric()) {
        assert_equal(grid, &grid.canonical().unwrap(), &general::least(grid).unwrap());
    }
}

#[test]
fn the_general_way_agrees_with_the_plain_one() {
    let mut rng = Pcg64::seed_from_u64(4);
    let often = sample(3, 1);
    for (shape, step) in
        [("2x2", 1), ("2x3", often), ("3x2", often), ("2x4", 9), ("4x2", 9), ("5x2", 33), ("2x5", 33)]
    {
        let shape: Shape = shape.parse().unwrap();
        for givens in (0..=shape.cells()).filter(|givens| givens % step == 3 % step) {
            let kept = kept_of_shifted(&mut rng, shape, givens);
            let grid = random_transform(&mut rng, shape).grid(&kept);
            assert_equal(&grid, &grid.canonical().unwrap(), &plain::least(&grid));
        }
    }
}

/// Shifted rows are the grid with many automorphisms whose tied columns are linked; few givens of it leave hardly any.
#[test]
fn images_of_large_shapes_have_one_form() {
    let mut rng = Pcg64::seed_from_u64(5);
    for shape in ["3x4", "4x3", "5x2", "3x5", "4x4", "4x5", "5x5"] {
        let shape: Shape = shape.parse().unwrap();
        let cells = shape.cells();
        for givens in [cells / 5, cells / 3, cells / 2, cells * 4 / 5, cells] {
            check_images(&kept_of_shifted(&mut rng, shape, givens), 2, &mut rng);
        }
    }
}

#[test]
fn forms_are_least_in_the_whole_group() {
    let picked = [PUZZLES[0].0, PUZZLES[1].1, MAX_CANONICAL];
    for text in picked {
        check_whole_group(&text.parse().unwrap());
    }
    check_whole_group(&kept(MAX_CANONICAL, |cell| cell / 9 % 3 == cell % 3));
}

#[test]
#[ignore = "a minute in release mode: cargo test --release -p gridmill-board whole_group_of_all_kinds -- --ignored"]
fn whole_group_of_all_kinds() {
    for grid in ordinary().iter().chain(&symmetric()) {
        check_whole_group(grid);
    }
}

#[test]
fn known_numbers_of_automorphisms() {
    let count = |grid: &Grid| grid.canonical().unwrap().automorphisms;
    assert_eq!(count(&MAX_CANONICAL.parse().unwrap()), 648);
    assert_eq!(count(&Grid::empty(Shape::STANDARD)), 3_359_232);
    // One given may be in any of 81 cells: the orders that keep it are 1 in 81.
    assert_eq!(count(&kept(PUZZLES[0].1, |cell| cell == 40)), 3_359_232 / 81);
    assert_eq!(count(&Grid::empty("2x2".parse().unwrap())), 2 * 8 * 8);
    assert_eq!(count(&Grid::empty("2x3".parse().unwrap())), 48 * 72);
    assert_eq!(count(&Grid::empty("3x4".parse().unwrap())), 24 * 6_u32.pow(4) * 6 * 24_u32.pow(3));
}

/// Lists the completions of a grid.
pub(super) fn complete(grid: &mut Grid, found: &mut Vec<Grid>) {
    let shape = grid.shape();
    let Some(cell) = shape.all_cells().find(|&cell| grid.get(cell).is_none()) else {
        found.push(grid.clone());
        return;
    };
    for index in 0..shape.side() {
        let digit = Some(Digit::from_index(index));
        let sees = |other| {
            shape.row(other) == shape.row(cell)
                || shape.col(other) == shape.col(cell)
                || shape.box_of(other) == shape.box_of(cell)
        };
        if shape.all_cells().all(|other| grid.get(other) != digit || !sees(other)) {
            grid.set(cell, digit);
            complete(grid, found);
            grid.set(cell, None);
        }
    }
}

/// Enumerates the classes of complete grids that extend `beginning`, and sums the sizes of the classes.
fn classes(shape: &str, beginning: &str) -> (usize, u128) {
    let shape: Shape = shape.parse().unwrap();
    let text: String = beginning.chars().chain(std::iter::repeat('.')).take(shape.cells()).collect();
    let mut grids = Vec::new();
    complete(&mut Grid::parse(shape, &text).unwrap(), &mut grids);
    let mut classes = BTreeMap::new();
    for grid in grids {
        let canonical = grid.canonical().unwrap();
        classes.insert(canonical.form.to_string(), canonical.automorphisms);
    }
    let group = u128::from(Grid::empty(shape).canonical().unwrap().automorphisms);
    let names: u128 = (1..=shape.side() as u128).product();
    (classes.len(), classes.values().map(|&automorphisms| group / u128::from(automorphisms) * names).sum())
}

/// The classes of 4x4 and 6x6 grids and the numbers of grids: E. Russell, F. Jarvis 2006; OEIS A107739. Every class has a grid whose
/// first row is in order, and whose second begins with the digits of the second box in order.
#[test]
fn classes_of_small_grids_are_as_known() {
    assert_eq!(classes("2x2", ""), (2, 288));
    assert_eq!(classes("2x3", "123456456"), (49, 28_200_960));
}

#[test]
#[ignore = "a minute in release mode: cargo test --release -p gridmill-board classes_of_all_small_grids -- --ignored"]
fn classes_of_all_small_grids() {
    assert_eq!(classes("2x3", "123456"), (49, 28_200_960));
    assert_eq!(classes("3x2", "123456"), (49, 28_200_960));
}

#[test]
fn grids_without_form_are_errors() {
    let error = Grid::empty("4x4".parse().unwrap()).canonical().unwrap_err();
    assert_eq!(error, CanonicalError::Symmetric);
    let error = "1..............1".parse::<Grid>().unwrap().canonical().map(|canonical| canonical.form);
    assert!(error.is_ok());
    let error = "1..1............".parse::<Grid>().unwrap().canonical().unwrap_err();
    assert_eq!(error.to_string(), "digit 1 at r1c4 is already in its row, column or box");
}

/// Forms and names of classes are promises: a change here breaks every file that has them.
#[test]
fn forms_and_class_ids_are_stable() {
    let grids = PUZZLES.iter().take(3).flat_map(|&(puzzle, solution)| [puzzle, solution]);
    let small =
        ["12..............".to_owned(), shifted("2x3".parse().unwrap()), shifted("2x4".parse().unwrap())];
    let lines =
        grids.map(str::to_owned).chain([MAX_CANONICAL.to_owned(), ".".repeat(81)]).chain(small).map(|text| {
            let canonical = text.parse::<Grid>().unwrap().canonical().unwrap();
            format!("{} {} {}", canonical.class_id(), canonical.automorphisms, canonical.form)
        });
    insta::assert_snapshot!(lines.collect::<Vec<_>>().join("\n"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn equivalent_grids_have_one_form(seed: u64, solution in 0..8_usize, givens in 0..=81_usize) {
        let mut rng = Pcg64::seed_from_u64(seed);
        let grid = kept_at_random(&mut rng, PUZZLES[solution].1, givens);
        check_images(&grid, 2, &mut rng);
    }
}

#[test]
fn second_rows_are_those_of_felgenhauer_and_jarvis() {
    let all = permutations();
    assert_eq!(all.len(), 56 * 216);
    let table = &*ROW_PAIRS;
    let mut indices: Vec<usize> = all.iter().map(|next| table.index(next)).collect();
    indices.sort_unstable();
    indices.dedup();
    assert_eq!(indices.len(), all.len());
    let sizes: usize = table.centralisers.iter().map(|orders| 1296 / orders.len()).sum();
    assert_eq!(sizes, all.len());
}

#[test]
fn orders_of_columns_lead_to_the_least_row_of_the_class() {
    let all = permutations();
    let least: Vec<[u8; 9]> = (0..ROW_PAIRS.centralisers.len())
        .map(|class| {
            *all.iter().find(|next| usize::from(ROW_PAIRS.class(ROW_PAIRS.index(next))) == class).unwrap()
        })
        .collect();
    assert!(least.is_sorted());
    for next in all.iter().step_by(7) {
        let index = ROW_PAIRS.index(next);
        for order in ROW_PAIRS.columns(index) {
            let place_of = |col: u8| order[..9].iter().position(|&c| c == col).unwrap();
            let text: Vec<usize> = (0..9).map(|place| place_of(next[usize::from(order[place])])).collect();
            assert!(
                text.iter()
                    .zip(least[usize::from(ROW_PAIRS.class(index))])
                    .all(|(&a, b)| a == usize::from(b))
            );
        }
    }
}
