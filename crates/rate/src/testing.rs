//! Positions and steps for the tests of the families, written as people write them.

use crate::{
    Candidate, Candidates, CellSet, Conventions, Family, Finder, FinderMemory, HouseKind, Pencilmarks, Rater,
    Rulebook, SearchFlow, Step, Technique, Technique as T, TechniqueSet, library::Case, peers,
};
use gridmill_board::{Cell, Digit, DigitSet, Grid, Shape};
use gridmill_testing::sample;

/// Returns the states of a path by the rulebook `hodoku`, for searches that are compared with their definitions.
pub(super) fn states(puzzle: &str) -> Vec<Pencilmarks> {
    let mut marks = Pencilmarks::new(&Grid::parse(Shape::STANDARD, puzzle).unwrap());
    let mut states = Vec::new();
    Rater::new(Rulebook::hodoku()).trace(&mut marks, |marks, _| states.push(marks.clone()));
    states
}

/// A puzzle whose path has almost locked sets, forcing chains and nets.
pub(super) const HARD: &str =
    "..6..3...9..7...1..5..8....7..9..4.......6..1.3..5..........296..8....4.4..2....7";

/// Returns the digit of a figure.
pub(super) fn digit(value: u8) -> Digit {
    Digit::new(value).unwrap()
}

/// `r1c1 r2c34`: rows and columns, each of several figures.
pub(super) fn cells(text: &str) -> CellSet {
    let mut cells = CellSet::EMPTY;
    for word in text.split_whitespace() {
        let (rows, columns) = word.strip_prefix('r').and_then(|word| word.split_once('c')).unwrap();
        for row in rows.bytes() {
            for column in columns.bytes() {
                cells = cells.with(Cell::new(usize::from(row - b'1') * 9 + usize::from(column - b'1')));
            }
        }
    }
    cells
}

/// `5 r1c1 r2c34`, several digits' parted by commas.
pub(super) fn candidates(text: &str) -> Candidates {
    let mut candidates = Candidates::EMPTY;
    for part in text.split(',') {
        let (value, rest) = part.trim().split_once(' ').unwrap();
        candidates.extend(digit(value.parse().unwrap()), cells(rest));
    }
    candidates
}

/// Nothing placed, and a digit in the named places of some rows, or columns, alone.
pub(super) fn with_lines(kind: HouseKind, value: u8, text: &str) -> Pencilmarks {
    let mut marks = Pencilmarks::blank();
    let keep = cells(text);
    for house in kind.houses().filter(|house| house.cells().meets(keep)) {
        for cell in house.cells() - keep {
            marks.eliminate(cell, digit(value));
        }
    }
    marks
}

/// Removes a digit from the named cells.
pub(super) fn without(marks: &mut Pencilmarks, value: u8, text: &str) {
    for cell in cells(text) {
        marks.eliminate(cell, digit(value));
    }
}

/// Leaves the named cells these candidates alone.
pub(super) fn leave(marks: &mut Pencilmarks, text: &str, values: &[u8]) {
    for cell in cells(text) {
        for other in DigitSet::full(9).iter().filter(|digit| !values.contains(&digit.value())) {
            marks.eliminate(cell, other);
        }
    }
}

/// All steps of a technique by HoDoKu's conventions.
pub(super) fn all(marks: &Pencilmarks, technique: Technique) -> Vec<Step> {
    all_by(marks, technique, &mut FinderMemory::default())
}

/// Compares searches of a technique along paths with memory of the states before and with none.
pub(super) fn assert_memory_changes_nothing(technique: Technique) {
    let mut scratch = FinderMemory::default();
    let turned: String = HARD.chars().rev().collect();
    // A path, and another with what was kept of the first.
    let (path, others) = (states(HARD), states(&turned));
    let found = path.iter().chain(others.iter().take(sample(3, usize::MAX))).map(|marks| {
        let steps = all_by(marks, technique, &mut scratch);
        assert!(steps == all(marks, technique), "{technique:?} in {:?}", marks.grid());
        steps.len()
    });
    assert!(found.sum::<usize>() > 0, "{technique:?} has steps");
}

/// All steps of a technique, by this memory of the states before.
fn all_by(marks: &Pencilmarks, technique: Technique, scratch: &mut FinderMemory) -> Vec<Step> {
    let mut steps = Vec::new();
    let requested = TechniqueSet::only(technique);
    let _ =
        Finder::new(marks, requested, Conventions::Hodoku, scratch).find(technique.family(), &mut |step| {
            steps.push(step);
            SearchFlow::Continue(())
        });
    assert!(steps.iter().all(|step| step.technique == technique), "only the requested technique is found");
    let there = |Candidate { cell, digit }: Candidate| marks.has(cell, digit);
    assert!(steps.iter().all(|step| step.eliminations.iter().all(there)), "only what is there is taken");
    steps
}

/// Returns the eliminations of each step of a technique.
pub(super) fn taken(marks: &Pencilmarks, technique: Technique) -> Vec<Candidates> {
    let mut taken: Vec<_> = all(marks, technique).into_iter().map(|step| step.eliminations).collect();
    taken.sort_unstable();
    taken.dedup();
    taken
}

/// The cells of several cells' common peers that hold a digit.
pub(super) fn seeing_all(marks: &Pencilmarks, value: u8, text: &str) -> Candidates {
    let seen = cells(text).iter().fold(CellSet::ALL, |seen, cell| seen & peers(cell));
    Candidates::from_cells(digit(value), seen & marks.places(digit(value)))
}

// Small positions for tests of finders, and the steps found in them as text.

/// An empty grid in which some cells (`12 13` is r1c2 r1c3) have some digits alone.
pub(super) fn position(restrictions: &[(&str, &str)]) -> Pencilmarks {
    let mut marks = Pencilmarks::blank();
    for (cells, digits) in restrictions {
        for cell in cells.split(' ').map(cell) {
            for digit in DigitSet::full(9).iter().filter(|digit| !digits.contains(&digit.to_string())) {
                marks.eliminate(cell, digit);
            }
        }
    }
    marks
}

/// Takes a digit from cells.
pub(super) fn without_cells(mut marks: Pencilmarks, digit: u8, cells: &str) -> Pencilmarks {
    for cell in cells.split(' ').map(cell) {
        marks.eliminate(cell, Digit::new(digit).unwrap());
    }
    marks
}

fn cell(name: &str) -> Cell {
    let number: usize = name.parse().unwrap();
    Cell::new(number / 10 * 9 + number % 10 - 10)
}

pub(super) fn steps(marks: &Pencilmarks, technique: Technique, conventions: Conventions) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut scratch = FinderMemory::default();
    let _ = Finder::new(marks, TechniqueSet::only(technique), conventions, &mut scratch).find(
        technique.family(),
        &mut |step| {
            steps.push(step);
            SearchFlow::Continue(())
        },
    );
    steps
}

/// Returns the effect of each step in order: `2=13` places 2 at r1c3, `2-13 2-14` eliminates 2 from r1c3 and r1c4. Repetitions are
/// left out.
pub(super) fn found(marks: &Pencilmarks, technique: Technique, conventions: Conventions) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for step in steps(marks, technique, conventions) {
        let text = |sign| {
            move |Candidate { cell, digit }| {
                format!("{digit}{sign}{}{}", cell.index() / 9 + 1, cell.index() % 9 + 1)
            }
        };
        let does = step.placements().map(text('=')).chain(step.eliminations.iter().map(text('-')));
        let does = does.collect::<Vec<_>>().join(" ");
        if !found.contains(&does) {
            found.push(does);
        }
    }
    found
}

// Examples of textbooks: at least three of each family, each with the effect that its source gives.
//
// A position is cells and candidates deleted before, as in HoDoKu's library, or cells of an otherwise empty grid with their
// candidates: `22:36 42:69` has 3 and 6 at r2c2. Effects are written as by [`found`].
//
// Sources: B. Hobiger's technique pages of HoDoKu (2008-2012), A. Stuart's SudokuWiki (2008-2025), Sudopedia, sudoku.org.pl.

struct Example {
    technique: T,
    conventions: Conventions,
    source: &'static str,
    position: &'static str,
    does: &'static str,
}

const fn hodoku(technique: T, source: &'static str, position: &'static str, does: &'static str) -> Example {
    Example { technique, conventions: Conventions::Hodoku, source, position, does }
}

const fn explainer(
    technique: T,
    source: &'static str,
    position: &'static str,
    does: &'static str,
) -> Example {
    Example { technique, conventions: Conventions::Explainer, source, position, does }
}

impl Example {
    fn marks(&self) -> Pencilmarks {
        match self.position.strip_prefix(':') {
            Some(cells) => Case::parse(&format!(":::{cells}:::")).unwrap().unwrap().marks,
            None => position(
                &self.position.split(' ').map(|cell| cell.split_once(':').unwrap()).collect::<Vec<_>>(),
            ),
        }
    }
}

#[test]
fn each_example_is_found_as_in_its_source() {
    let mut failed = Vec::new();
    for example in &EXAMPLES {
        let Example { technique, conventions, source, does, .. } = *example;
        let all = found(&example.marks(), technique, conventions);
        if !all.iter().any(|found| found == does) {
            failed.push(format!("{technique}, {source}: {does} is not among {}", all.join(" | ")));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn every_family_has_three_examples() {
    use Family as F;
    for family in [
        F::Singles,
        F::Locked,
        F::Subsets,
        F::Fish,
        F::SingleDigit,
        F::Coloring,
        F::Uniqueness,
        F::Wings,
        F::Chains,
        F::Als,
        F::Forcing,
        F::Exclusion,
        F::Chaining,
    ] {
        let count = EXAMPLES.iter().filter(|example| example.technique.family() == family).count();
        assert!(count >= 3, "{} has {count}", family.name());
    }
}

const EXAMPLES: [Example; 44] = [
    // Singles
    hodoku(
        T::FullHouse,
        "B. Hobiger, HoDoKu: Full House, right example",
        ":2.7.......8..9.....3.6..8....8.649..6+927853.4..132.5....9..1.2.....4..9.......4.8:",
        "1=58",
    ),
    hodoku(
        T::NakedSingle,
        "B. Hobiger, HoDoKu: Naked Single",
        ":4+127+36+5+8+9......+1.656+8.1.+37....+85.21.1.......8.87.9.....3..7.+8658...........9.84.1:",
        "6=67",
    ),
    hodoku(
        T::HiddenSingle,
        "B. Hobiger, HoDoKu: Hidden Single, left example: what bars 6 from the rest of row 3",
        ":...........6......................................6..............................:635 637 638 639",
        "6=34",
    ),
    // Locked
    hodoku(
        T::Pointing,
        "B. Hobiger, HoDoKu: Pointing",
        ":984........+25...4...+1+9.+4..2..6.972+3...3+6.2...+2.+9.+3+5+61.+1+95+76+8+4+234+27+35189+6+63+8..97+5+1:",
        "5-37",
    ),
    hodoku(
        T::Pointing,
        "B. Hobiger, HoDoKu: Pointing, second example",
        ":34...6.7..8....93...2.+3..6.....1.....97+3+6+485......2...............6.8.9....923785:",
        "1-71 1-72 1-73 1-77 1-78 1-79",
    ),
    hodoku(
        T::Pointing,
        "A. Stuart, SudokuWiki: Intersection Removal, example 1",
        ":.1+79.36......8....9.....5.7.+72.1.43....4.2.+7..64+37.2+5.7.1....+65....3......56.1+72.:284 426 486 546 626 846 849 884 886 986",
        "2-72",
    ),
    // Subsets
    hodoku(
        T::NakedTriple,
        "B. Hobiger, HoDoKu: Naked Triple: column 2",
        "22:36 42:69 52:39",
        "3-12 3-32 3-62 3-72 3-82 3-92 6-12 6-32 6-62 6-72 6-82 6-92 9-12 9-32 9-62 9-72 9-82 9-92",
    ),
    hodoku(
        T::HiddenTriple,
        "B. Hobiger, HoDoKu: Hidden Triple",
        ":2+8....4+7+35+3+4+8+2+7+1+96.+71.34.8.+3..5...4....+3+4..+6.+46.79.+3+1..9.2.+36+5+4..3..9+8+21....8.+937:",
        "1-92 6-93",
    ),
    hodoku(
        T::HiddenQuad,
        "B. Hobiger, HoDoKu: Hidden Quad",
        ":.3.....1...8.9....4..6.8......+57694....+9+8+352....124...2+76..+519....7.+9....95...47.:121 151 361 861 485 299",
        "3-29 3-39 3-89 6-19 6-29 6-89 7-19 7-29 7-39 8-19 8-89",
    ),
    // Fish
    hodoku(
        T::XWing,
        "A. Stuart, SudokuWiki: X-Wing, example 1: 7 in rows 2 and 6",
        ":1.....5694+92.+5+6+1.8.5+6+1.9+24...+964.8.1.+6+4.1....2+18.35+6.+4.4.5...1+69.+5.+6+14.2621.....5:348 351 358 748 758 958 994",
        "7-14 7-54 7-84 7-88 7-94 7-98",
    ),
    hodoku(
        T::Swordfish,
        "B. Hobiger, HoDoKu: Swordfish, second example: 4 in rows 2, 4 and 7",
        ":1.+8+5..+2345..3.2+178...8..+5+6+9+8..6.5+7+93..5+9..4+8+13....+86+5298.2.6+31.......+8.....78.9..:",
        "4-32 4-33 4-35 4-62 4-63 4-65 4-82 4-83 4-85 4-92 4-93",
    ),
    hodoku(
        T::Jellyfish,
        "A. Stuart, SudokuWiki: Jellyfish, example 1: 7 in rows 2, 4, 5 and 8",
        ":....6.5...4.3.8.....9..4....24+8..91..3+5....6..81...2...+5.9..6.....4.1.5...7.3..8.:199 229 271 294 296 371 379 389 499 565 621 631 681 691 692 711 718 719 721 728 731 746 754 755 756 765 766 769 871 919 929 966 981 991",
        "7-35 7-37 7-39 7-61 7-75 7-79",
    ),
    hodoku(
        T::FinnedSwordfish,
        "Sudopedia, Finned Swordfish: columns 1, 6 and 7, a fin at r6c7",
        ":.................................................................................:721 726 727 731 736 737 761 766 771 776 777 781 786 787 791 796 797",
        "7-48 7-49 7-58 7-59",
    ),
    // SingleDigit
    hodoku(
        T::Skyscraper,
        "B. Hobiger, HoDoKu: Skyscraper: 1 in rows 3 and 5",
        ":+6+9+7.....+2..19+72.6+3..+3..679.9+12...6.+737+4+2+6.95.+8+65+7.+9.+2414+8+6+93+2+757.9.24..+6..+68.+7..+9:",
        "1-17 1-18 1-34 1-35",
    ),
    hodoku(
        T::EmptyRectangle,
        "A. Stuart, SudokuWiki: Empty Rectangles: 6 in box 5",
        ":4..1.3....8.5.742.9...4...5139...5..27.91..4.8.473.912592.8....74835.29....279854:",
        "6-49",
    ),
    hodoku(
        T::DualEmptyRectangle,
        "A. Stuart, SudokuWiki: Empty Rectangles, double",
        ":75.96.32....7.2.5.....3..4797..5..83..5.7.1..18.....7524..9.71..1.4.7....97.16.3.:",
        "6-59 6-83",
    ),
    // Coloring
    hodoku(
        T::SimpleColorsTrap,
        "B. Hobiger, HoDoKu: Simple Colors: a trap",
        ":21+4..+6.....+79.+2..4...4.7.....+1+87..32..+26+9.....48.21..642.+7.986+1..91+68...1+86+2+4...9:937 938 387 587 787 588 788 789",
        "3-19 3-39 3-81",
    ),
    hodoku(
        T::SimpleColorsWrap,
        "A. Stuart, SudokuWiki: Simple Colouring, rule 2: r9c6 and r9c8 have one colour",
        ":.+9+6+5+4+2.3...2+89+35+6.+58+37+16+2+949+7.+254+3.6.3+5+1+6+9.7+26+2.38+7.+593..6+71.2...7+92.6+4+3+26.+4+3....:193",
        "8-43 8-57 8-81 8-96 8-98",
    ),
    hodoku(
        T::SimpleColorsTrap,
        "A. Stuart, SudokuWiki: Simple Colouring, rule 4: r9c3 sees r8c1 and r9c8",
        ":.+1+4+3..+95..5.4.9....+98+56+14.+786.+91.5+4+2+5.1+84.7+6+9+4.9.5+6+183+1+86.9+43.+5..+51.8+69+4+94.+6.+5...:211 221 225 228 282 295 298",
        "7-85 7-93",
    ),
    // Uniqueness
    hodoku(
        T::UniqueRectangle1,
        "B. Hobiger, HoDoKu: Unique Rectangle Type 1",
        ":+5.+2..896+71..7..+4+5+2.675..3+8+121+3+6+578+4+9+6+5489+1+2+737....4+6+15+8219...+34+3.+6....+9+8..+5.+8+3.26:",
        "8-22 9-22",
    ),
    hodoku(
        T::UniqueRectangle2,
        "B. Hobiger, HoDoKu: Unique Rectangle Type 2, second example",
        ":.79.....6+3.5+6.14..6........+5+6+4..8.2.+298+51+4+6+3+7+71+32..+854.......6885.4..2.3..6....+4.:",
        "7-74 7-75 7-76 7-83 7-88 7-94 7-95 7-96",
    ),
    hodoku(
        T::BugPlus1,
        "A. Stuart, SudokuWiki: BUG, example 1: 3 comes thrice",
        ":+28+97+46+51+3+4+365+9+1+2+78+1+75+3+2+849+6+8+57.+6...+2.+4.287..+5.+2..+5.8.+7+598+6+7+43+2+13+6+4+8+127+5+9+71+29+35+68+4:",
        "4-68 6-68",
    ),
    // Wings
    hodoku(
        T::XyWing,
        "A. Stuart, SudokuWiki: Y-Wing, example 1: pivot r1c1",
        ":.345+9..+8+68.2.6+34+5.6.+5+4.8.....39+8.+5+64.5+8+6.+4.9.9+4+6..58..+5+2+73+1+6+9+48+3+81+24+96+75+4+6+9+8+5712+3:751",
        "2-57",
    ),
    hodoku(
        T::XyWing,
        "A. Stuart, SudokuWiki: Y-Wing, example 2: pivot r1c6",
        ":.345+9..+8+68.2.6+34+5.6.+5+4.8.....39+8.+5+64.5+8+6.+4.9.9+4+6..58..+5+2+73+1+6+9+48+3+81+24+96+75+4+6+9+8+5712+3:239 257 751",
        "7-32",
    ),
    hodoku(
        T::XyWing,
        "A. Stuart, SudokuWiki: Y-Wing, example 3: pivot r1c6",
        ":.345+9..+8+68.2.6+34+5.6.+5+4.8.....39+8.+5+64.5+8+6.+4.9.9+4+6..58..+5+2+73+1+6+9+48+3+81+24+96+75+4+6+9+8+5712+3:239 257 732 751",
        "7-29",
    ),
    // Chains
    hodoku(
        T::RemotePair,
        "B. Hobiger, HoDoKu: Remote Pair: r2c7, r2c2, r3c1, r6c1",
        ":+7+9845+2+3+16+6.3+7+81.+9+2.+1+2.+3.87.+3+7.+2+6+5.48+82.1+437+6..6.+89+7.+2+39+8..14+23+71.7.2+8.5.2...+7..+8+1:",
        "5-67",
    ),
    hodoku(
        T::XyChain,
        "A. Stuart, SudokuWiki: XY-Chains, example 1: r1c7, r1c5, r1c1, r3c2",
        ":.8.1.3.7..+9.+5.+6.....14.8.2.57+8+2+41+639+1+4+36+59+7+8+292+68+3+7+451.3+79.52.....+3.+4.+9+7+41+97+82.6.:221 327 587 631",
        "5-13 5-37 5-39",
    ),
    hodoku(
        T::ContinuousNiceLoop,
        "A. Stuart, SudokuWiki: Alternating Inference Chains, rule 1",
        ":....4..3+22+37..96+4....236.7.9.+3.+6.2.7....+2.+8+9+38.2+3+9..+64+35+1972+4+8+6+7+864..3+29+42+9+68+3+7..:114 146 156 554 556",
        "4-52 5-33 5-46 8-14",
    ),
    hodoku(
        T::DiscontinuousNiceLoop,
        "A. Stuart, SudokuWiki: Alternating Inference Chains, rule 2: 9 at r2c9",
        ":543.+8.+2+76+2..+3..1...+1.7.2..+37...9...4..16.8+7.+26...3+75.1...8+23.+1...2.+1...+71...+7.328:481 484 572 582 626 682 926 928 938 981 982 988",
        "5-29",
    ),
    hodoku(
        T::DiscontinuousNiceLoop,
        "A. Stuart, SudokuWiki: Alternating Inference Chains, rule 3",
        ":..6+13..2..3+1.+5264.7+2..+8.+3.126.5+718....8+4+6+32....32+98.653.......6.973...8..1..4.9..:799 949",
        "5-12",
    ),
    // Als
    hodoku(
        T::AlsXz,
        "B. Hobiger, HoDoKu: ALS-XZ, second example",
        ":.+934.7.6.4....59...276...+41........591.+5...8.2..78....6..25.4...4..........1....3:325 145 245 747 748 255 581 587 591 597",
        "8-73 8-83 8-93",
    ),
    hodoku(
        T::AlsXyWing,
        "B. Hobiger, HoDoKu: ALS-XY-Wing",
        ":4.6....7......1+46....+68+4...23.....+4....34.......8.+295+3.9.......+3.2.5761.5...2...4:812 914 721 722 723 924 829 133 733 143 743 144 944 849 852 153 753 859 171 773 873 175 893 996",
        "3-77",
    ),
    hodoku(
        T::AlsXz,
        "A. Stuart, SudokuWiki: Almost Locked Sets, example 1: r19c3 and r29c5, after easier steps",
        ":91.7....3.62..37.9735..4.86..9372.6..23.5..7..57.4893227.4..3..5.123769.39.....27:893",
        "8-15",
    ),
    hodoku(
        T::AlsXz,
        "B. Hobiger, HoDoKu: Doubly linked ALS-XZ",
        ":.......+3.6..5..18..83.1..+2....9573...6.....92...........+6...254.487...1+3..23.....:111 615 616 636 453 457 261 262 164 464 664 465 467 667 668 669 171 971 172 972 985 986 791 792 895 995 196 896 996",
        "1-41 1-49 1-51 1-53 1-61 1-62 1-63 2-12 4-13 4-63 7-25 9-25 9-26",
    ),
    // Forcing
    hodoku(
        T::ForcingChainVerity,
        "A. Stuart, SudokuWiki: Cell Forcing Chains, dual: r1c2",
        ":..6.195..9.7.+6+8.43.8.......8.41+9.......6+45+8.....+8.29.4.....+6+42.54...+16.7..298+43..:138 139 152 179 191 192 239 334 342 374 375 383 579 734 735 738 742 748 762 771 772",
        "3-52",
    ),
    hodoku(
        T::ForcingChainVerity,
        "A. Stuart, SudokuWiki: Cell Forcing Chains, triple: r6c3",
        ":.2...6.3+5.+58...6.1.+64.5.+2+89..+63..+9+52.3+5+69..1+88+9...5+3.+66...7.5+9.5.9.+6.8+2..8.5.+9+16.:391 724 726 751",
        "7-17",
    ),
    hodoku(
        T::ForcingChainVerity,
        "A. Stuart, SudokuWiki: Unit Forcing Chains, type 2: 8 in row 7",
        ":8..+9+7+62.5+2.7.3.+9.4+9..214+7+8...2..7+3...9...+3.7.+3+7.4..6..+73.65+1...5..+78.1..1.6+3+4...7:148 168 266 269 288 289 298 442 453 473 488 522 642 948 966 978 988 989",
        "8-49",
    ),
    // Exclusion
    explainer(
        T::AlignedPairExclusion,
        "A. Stuart, SudokuWiki: Aligned Pair Exclusion, example 1: r7c2 and r7c3",
        ":.971.3.4..3..4.7.....67...3273914586986..71.4154.68..77...91.....9736.5.36.....7.:",
        "8-73",
    ),
    explainer(
        T::AlignedPairExclusion,
        "A. Stuart, SudokuWiki: Aligned Pair Exclusion, example 4: r1c4 and r2c1, not aligned, after easier steps",
        ":.24.536....5.4...29..6.2..57..5.1.3....3675..35...4..12...35..95...1...3..32..85.:714 814",
        "8-21",
    ),
    explainer(
        T::AlignedPairExclusion,
        "sudoku.org.pl, Wykluczenie pary: r8c3 and r9c3",
        "83:12 93:267 13:26 91:27",
        "2-83",
    ),
    // Chaining
    explainer(
        T::BidirectionalCycle,
        "A. Stuart, SudokuWiki: Alternating Inference Chains, rule 1; the Explainer keeps the other candidates of the cells of a loop",
        ":....4..3+22+37..96+4....236.7.9.+3.+6.2.7....+2.+8+9+38.2+3+9..+64+35+1972+4+8+6+7+864..3+29+42+9+68+3+7..:114 146 156 554 556",
        "4-52 5-33 8-14",
    ),
    explainer(
        T::ForcingChain,
        "A. Stuart, SudokuWiki: Alternating Inference Chains, rule 2",
        ":543.+8.+2+76+2..+3..1...+1.7.2..+37...9...4..16.8+7.+26...3+75.1...8+23.+1...2.+1...+71...+7.328:481 484 572 582 626 682 926 928 938 981 982 988",
        "5-29",
    ),
    explainer(
        T::CellForcingChains,
        "A. Stuart, SudokuWiki: Cell Forcing Chains, triple: r6c3",
        ":.2...6.3+5.+58...6.1.+64.5.+2+89..+63..+9+52.3+5+69..1+88+9...5+3.+66...7.5+9.5.9.+6.8+2..8.5.+9+16.:391 724 726 751",
        "7-17",
    ),
    explainer(
        T::RegionForcingChains,
        "A. Stuart, SudokuWiki: Unit Forcing Chains, type 2: 8 in row 7",
        ":8..+9+7+62.5+2.7.3.+9.4+9..214+7+8...2..7+3...9...+3.7.+3+7.4..6..+73.65+1...5..+78.1..1.6+3+4...7:148 168 266 269 288 289 298 442 453 473 488 522 642 948 966 978 988 989",
        "8-49",
    ),
];
