//! The rectangles and the BUG of HoDoKu's technique page «Uniqueness» (B. Hobiger 2008-2012), on an otherwise empty grid.

use super::super::testing::{all, candidates, cells, digit, leave, seeing_all, taken, without};
use super::*;
use gridmill_board::Cell;

/// 1 and 2 in r1c1, r1c2, r5c1 and r5c2, with the extra digits of the last two.
fn position(third: &[u8], fourth: &[u8]) -> Pencilmarks {
    let mut marks = Pencilmarks::blank();
    leave(&mut marks, "r1c12", &[1, 2]);
    leave(&mut marks, "r5c1", third);
    leave(&mut marks, "r5c2", fourth);
    marks
}

#[test]
fn type_1_one_fat_cell_loses_the_pair() {
    let marks = position(&[1, 2], &[1, 2, 8, 9]);
    assert_eq!(taken(&marks, Technique::UniqueRectangle1), [candidates("1 r5c2, 2 r5c2")]);
    assert_eq!(taken(&position(&[1, 2, 7], &[1, 2, 8]), Technique::UniqueRectangle1), []);
    let missing = position(&[1, 2], &[2, 8, 9]);
    assert_eq!(taken(&missing, Technique::UniqueRectangle1), [candidates("2 r5c2")]);
}

#[test]
fn types_2_and_5_one_more_digit_is_in_a_fat_cell() {
    let marks = position(&[1, 2, 7], &[1, 2, 7]);
    assert_eq!(taken(&marks, Technique::UniqueRectangle2), [seeing_all(&marks, 7, "r5c12")]);
    assert_eq!(taken(&marks, Technique::UniqueRectangle5), []);
    let mut diagonal = Pencilmarks::blank();
    leave(&mut diagonal, "r1c1 r5c2", &[1, 2]);
    leave(&mut diagonal, "r1c2 r5c1", &[1, 2, 7]);
    assert_eq!(taken(&diagonal, Technique::UniqueRectangle5), [candidates("7 r46c2 r23c1")]);
    assert_eq!(taken(&diagonal, Technique::UniqueRectangle2), []);
}

#[test]
fn type_3_fat_cells_count_as_one_cell_of_a_subset() {
    let mut marks = position(&[1, 2, 7], &[1, 2, 8]);
    leave(&mut marks, "r5c9", &[7, 8]);
    assert_eq!(taken(&marks, Technique::UniqueRectangle3), [candidates("7 r5c345678, 8 r5c345678")]);
    let mut in_box = position(&[1, 2, 7], &[1, 2, 8]);
    leave(&mut in_box, "r6c3", &[7, 8]);
    let goes = "7 r4c123 r5c3 r6c12, 8 r4c123 r5c3 r6c12";
    assert_eq!(taken(&in_box, Technique::UniqueRectangle3), [candidates(goes)]);
}

#[test]
fn type_4_a_digit_that_is_nowhere_else_takes_the_other() {
    let mut marks = position(&[1, 2, 7], &[1, 2, 8]);
    without(&mut marks, 1, "r5c3456789 r46c123");
    assert_eq!(taken(&marks, Technique::UniqueRectangle4), [candidates("2 r5c12")]);
}

#[test]
fn type_6_a_digit_that_is_nowhere_else_in_both_lines_goes() {
    let mut marks = Pencilmarks::blank();
    leave(&mut marks, "r1c1 r5c2", &[1, 2]);
    leave(&mut marks, "r1c2", &[1, 2, 7]);
    leave(&mut marks, "r5c1", &[1, 2, 8]);
    without(&mut marks, 1, "r15c3456789 r2346789c12");
    assert_eq!(taken(&marks, Technique::UniqueRectangle6), [candidates("1 r1c2 r5c1")]);
}

#[test]
fn a_hidden_rectangle_takes_opposite_a_lean_corner() {
    let mut marks = Pencilmarks::blank();
    leave(&mut marks, "r1c1", &[1, 2]);
    leave(&mut marks, "r1c2 r5c1", &[1, 2, 3, 4, 5]);
    leave(&mut marks, "r5c2", &[1, 2, 6, 7]);
    without(&mut marks, 1, "r5c3456789 r2346789c2");
    assert_eq!(taken(&marks, Technique::HiddenRectangle), [candidates("2 r5c2")]);
    without(&mut marks, 2, "r5c2");
    assert_eq!(taken(&marks, Technique::HiddenRectangle), []);
}

/// r1c1 = 1, r1c2 = 2 and r5c1 = 2 were found.
#[test]
fn an_avoidable_rectangle_is_not_completed() {
    let mut marks = Pencilmarks::blank();
    for (name, value, given) in [("r1c1", 1, false), ("r1c2", 2, false), ("r5c1", 2, false)] {
        marks.place_first(cells(name).first().unwrap(), digit(value), given);
    }
    leave(&mut marks, "r5c2", &[1, 9]);
    assert_eq!(taken(&marks, Technique::AvoidableRectangle1), [candidates("1 r5c2")]);
    let mut given = Pencilmarks::blank();
    for (name, value) in [("r1c1", 1), ("r1c2", 2), ("r5c1", 2)] {
        given.place_first(cells(name).first().unwrap(), digit(value), name == "r5c1");
    }
    leave(&mut given, "r5c2", &[1, 9]);
    assert_eq!(taken(&given, Technique::AvoidableRectangle1), []);
}

#[test]
fn an_avoidable_rectangle_with_one_more_digit_takes_that() {
    let mut marks = Pencilmarks::blank();
    marks.place_first(cells("r1c1").first().unwrap(), digit(1), false);
    marks.place_first(cells("r1c2").first().unwrap(), digit(2), false);
    leave(&mut marks, "r5c1", &[2, 9]);
    leave(&mut marks, "r5c2", &[1, 9]);
    assert_eq!(taken(&marks, Technique::AvoidableRectangle2), [seeing_all(&marks, 9, "r5c12")]);
}

#[test]
fn a_bug_with_one_more_digit_keeps_that() {
    let marks = bug(true);
    let [step] = &all(&marks, Technique::BugPlus1)[..] else { panic!("a BUG") };
    assert_eq!(step.eliminations, candidates("1 r1c1, 2 r1c1"));
    assert_eq!(all(&bug(false), Technique::BugPlus1), [], "all cells have two candidates");
    let mut lean = bug(true);
    without(&mut lean, 3, "r1c2");
    assert_eq!(all(&lean, Technique::BugPlus1), [], "a cell has one candidate");
}

/// All but 1, 2 and 3 are placed. Each cell has its digit and the next of these three, so that each is in two places of each
/// house; r1c1 has all three if there is one `more`.
fn bug(more: bool) -> Pencilmarks {
    let mut marks = Pencilmarks::blank();
    let digit_of = |cell: Cell| {
        let (row, column) = (cell.index() / 9, cell.index() % 9);
        Digit::from_index((row * 3 + row / 3 + column) % 9)
    };
    for cell in CellSet::ALL.filter(|&cell| digit_of(cell).index() > 2) {
        marks.place(cell, digit_of(cell));
    }
    for cell in marks.empty().filter(|&cell| !more || cell.index() > 0) {
        marks.eliminate(cell, Digit::from_index((digit_of(cell).index() + 2) % 3));
    }
    marks
}
