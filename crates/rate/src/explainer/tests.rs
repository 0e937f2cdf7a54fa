//! Positions made by hand from the definitions in N. Juillerat's program and A. Stuart's SudokuWiki.

use super::T;
use crate::{
    Conventions::{Explainer, Hodoku},
    Pencilmarks, Rater, Rulebook, Tenths,
    testing::{found, position, steps, without_cells},
};
use gridmill_board::{Grid, Shape};

const NONE: [&str; 0] = [];

/// A digit that has places in two columns at two rows, three at three, four at four; the rows lose the rest.
#[test]
fn fish_of_each_size_take_from_the_lines_across() {
    for (technique, size) in [(T::XWing, 2), (T::Swordfish, 3), (T::Jellyfish, 4)] {
        let mut marks = Pencilmarks::blank();
        for col in 1..=size {
            let rows = (1..=9).filter(|row| (row % 2 == 1) && row / 2 < size);
            let others: Vec<_> = (1..=9)
                .filter(|row| !rows.clone().any(|r| r == *row))
                .map(|r| format!("{r}{}", 2 * col))
                .collect();
            marks = without_cells(marks, 5, &others.join(" "));
        }
        let gone = found(&marks, technique, Explainer);
        let cells = (1..=9).filter(|row| (row % 2 == 1) && row / 2 < size).flat_map(|row| {
            (1..=9).filter(move |col| col % 2 == 1 || col / 2 > size).map(move |col| (row, col))
        });
        let expected: Vec<_> = cells.map(|(row, col)| format!("5-{row}{col}")).collect();
        assert_eq!(gone, [expected.join(" ")], "{technique}");
    }
}

/// Columns as base come before rows.
#[test]
fn fish_with_columns_as_base_come_first() {
    let rows = without_cells(Pencilmarks::blank(), 3, "13 14 15 16 17 18 19 43 44 45 46 47 48 49");
    let first = |marks: &Pencilmarks| found(marks, T::XWing, Explainer)[0][..4].to_owned();
    assert_eq!(first(&rows), "3-21");
    let both = without_cells(rows, 8, "13 23 33 53 63 73 83 19 29 39 59 69 79 89");
    assert_eq!(first(&both), "8-41");
}

#[test]
fn an_xy_wing_takes_z_where_both_pincers_see() {
    let marks = position(&[("11", "12"), ("19", "13"), ("91", "23")]);
    assert_eq!(found(&marks, T::XyWing, Explainer), ["3-99"]);
    assert_eq!(found(&marks, T::XyzWing, Explainer), NONE);
}

#[test]
fn an_xyz_wing_takes_z_where_the_pivot_sees_too() {
    let marks = position(&[("11", "123"), ("19", "13"), ("22", "23")]);
    assert_eq!(found(&marks, T::XyzWing, Explainer), ["3-12 3-13"]);
    assert_eq!(found(&marks, T::XyWing, Explainer), NONE);
}

#[test]
fn pincers_in_the_box_come_before_those_in_the_row() {
    let marks = position(&[("11", "12"), ("19", "13"), ("22", "23"), ("91", "23")]);
    let in_box = "3-12 3-13 3-27 3-28 3-29";
    assert_eq!(found(&marks, T::XyWing, Explainer), [in_box, "3-99"]);
}

#[test]
fn rectangles_of_each_type() {
    let two = ("11 12", "12");
    let type_1 = position(&[two, ("41", "12"), ("42", "123")]);
    assert_eq!(found(&type_1, T::UniqueRectangle1, Explainer), ["1-42 2-42"]);
    let type_2 = position(&[two, ("41 42", "123")]);
    let gone = "3-43 3-44 3-45 3-46 3-47 3-48 3-49 3-51 3-52 3-53 3-61 3-62 3-63";
    assert_eq!(found(&type_2, T::UniqueRectangle2, Explainer), [gone]);
    let type_3 = position(&[two, ("41", "123"), ("42", "124"), ("49", "34")]);
    let naked = "3-43 3-44 3-45 3-46 3-47 3-48 4-43 4-44 4-45 4-46 4-47 4-48";
    assert_eq!(found(&type_3, T::UniqueRectangle3, Explainer), [naked]);
    assert_eq!(steps(&type_3, T::UniqueRectangle3, Explainer)[0].extra, Tenths::new(1));
    let type_4 = without_cells(position(&[two, ("41", "12345"), ("42", "12367")]), 1, "43 44 45 46 47 48 49");
    assert_eq!(found(&type_4, T::UniqueRectangle4, Explainer), ["2-41 2-42"]);
}

/// Four cells in four boxes are no rectangle: they could not be exchanged.
#[test]
fn a_rectangle_lies_in_two_boxes() {
    let marks = position(&[("11 15 51", "12"), ("55", "123")]);
    assert_eq!(found(&marks, T::UniqueRectangle1, Explainer), NONE);
}

#[test]
fn loops_are_worth_more_by_their_length_and_known_by_either_conventions() {
    let six = without_cells(position(&[("11 14 24 27 37", "12"), ("31", "127")]), 1, "17 21 34");
    for conventions in [Hodoku, Explainer] {
        assert_eq!(found(&six, T::UniqueLoop1, conventions), ["1-31 2-31"]);
        assert_eq!(steps(&six, T::UniqueLoop1, conventions)[0].extra, Tenths::new(1));
    }
    assert_eq!(found(&six, T::UniqueRectangle1, Explainer), NONE);
}

/// With 1 in r1c1, or elsewhere in the box, r1c2 could be neither 1, nor 2 next to 12, nor 4 next to 14.
#[test]
fn an_aligned_pair_loses_a_value_without_partner() {
    let marks = position(&[("11", "123"), ("12", "124"), ("21", "12"), ("22", "14")]);
    for conventions in [Hodoku, Explainer] {
        let gone = ["1-11", "1-13", "1-23", "1-31", "1-32", "1-33"];
        assert_eq!(found(&marks, T::AlignedPairExclusion, conventions), gone);
    }
}

/// The end of a puzzle in which all cells have two candidates but one, which has three.
fn bug() -> Pencilmarks {
    let text = "1..4.67.9....8.23..6.....45..4.9.....3.6..9.49..32..5..9.........193....7....2...";
    let mut marks = Pencilmarks::new(&Grid::parse(Shape::STANDARD, text).unwrap());
    let mut rater = Rater::new(Rulebook::se());
    while let Some(crate::NextStep { step, .. }) = rater.next_step(&marks).unwrap() {
        if step.technique == T::Bug1 {
            return marks;
        }
        marks.apply(&step);
    }
    panic!("there is a BUG on the way")
}

#[test]
fn a_bug_of_type_1_leaves_the_surplus_alone() {
    let marks = bug();
    let three = marks.cells_with(3).single().unwrap();
    assert_eq!(marks.cells_with(2), marks.empty().without(three));
    let step = &steps(&marks, T::Bug1, Hodoku)[0];
    assert_eq!(step.eliminations.len(), 2);
    assert!(step.eliminations.all_cells().contains(three));
    assert_eq!(found(&marks, T::Bug2, Explainer), NONE);
    // With one candidate less it is no BUG.
    let mut marks = marks;
    let cell = marks.cells_with(2).first().unwrap();
    marks.eliminate(cell, marks.candidates(cell).first().unwrap());
    assert_eq!(found(&marks, T::Bug1, Explainer), NONE);
}
