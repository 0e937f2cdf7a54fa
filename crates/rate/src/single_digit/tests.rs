//! The patterns of HoDoKu's technique page «Single Digit Patterns» (B. Hobiger 2008-2012), on an otherwise empty grid.

use super::super::testing::{all, candidates, cells, digit, taken, with_lines, without};
use super::*;

#[test]
fn a_skyscraper_takes_what_sees_both_roofs() {
    let marks = with_lines(HouseKind::Row, 1, "r1c25 r9c26");
    assert_eq!(taken(&marks, Technique::Skyscraper), [candidates("1 r23c6 r78c5")]);
    let columns = with_lines(HouseKind::Column, 1, "r39c4 r19c8");
    assert_eq!(taken(&columns, Technique::Skyscraper), [candidates("1 r1c56 r3c79")]);
    let x_wing = with_lines(HouseKind::Row, 1, "r1c25 r9c25");
    assert_eq!(taken(&x_wing, Technique::Skyscraper), []);
    let opposite_columns = with_lines(HouseKind::Row, 1, "r1c25 r9c28");
    assert_eq!(taken(&opposite_columns, Technique::Skyscraper), []);
}

/// Row 2 has r2c2 and r2c8, column 3 has r1c3 and r9c3.
fn kite() -> Pencilmarks {
    let mut marks = with_lines(HouseKind::Row, 6, "r2c28");
    without(&mut marks, 6, "r345678c3");
    marks
}

#[test]
fn a_kite_takes_the_crossing_of_its_strings() {
    assert_eq!(taken(&kite(), Technique::TwoStringKite), [candidates("6 r9c8")]);
    let mut gone = kite();
    without(&mut gone, 6, "r9c8");
    assert_eq!(taken(&gone, Technique::TwoStringKite), []);
    let apart = with_lines(HouseKind::Row, 6, "r2c28 r6c28");
    assert_eq!(taken(&apart, Technique::TwoStringKite), []);
}

#[test]
fn a_dual_kite_takes_both_crossings() {
    // Row 2 and column 2 meet row 1 and column 3 in box 1: r2c3 and r1c2 are the places in the box.
    let mut marks = with_lines(HouseKind::Row, 6, "r1c27 r2c38");
    without(&mut marks, 6, "r34567c2 r8c2 r34567c3 r9c3");
    assert_eq!(taken(&marks, Technique::TwoStringKite), [candidates("6 r8c7"), candidates("6 r9c8")]);
    assert_eq!(taken(&marks, Technique::DualTwoStringKite), [candidates("6 r8c7 r9c8")]);
    assert_eq!(taken(&kite(), Technique::DualTwoStringKite), []);
}

#[test]
fn a_turbot_fish_joins_any_two_strong_links() {
    assert!(taken(&kite(), Technique::TurbotFish).contains(&candidates("6 r9c8")));
    // A strong link in box 1, from r1c1 to r3c3, and one in row 9.
    let mut marks = with_lines(HouseKind::Row, 6, "r9c38");
    without(&mut marks, 6, "r1c23 r2c123 r3c12");
    assert_eq!(taken(&marks, Technique::TurbotFish), [candidates("6 r1c8")]);
    without(&mut marks, 6, "r1c8");
    assert_eq!(taken(&marks, Technique::TurbotFish), []);
}

#[test]
fn an_empty_rectangle_takes_where_its_arm_and_the_link_meet() {
    // Box 1 has 2 in row 2 and column 1 alone; column 7 has it in r2c7 and r8c7.
    let mut marks = Pencilmarks::blank();
    without(&mut marks, 2, "r1c23 r3c23 r134567c7 r9c7");
    assert_eq!(taken(&marks, Technique::EmptyRectangle), [candidates("2 r8c1")]);
    assert_eq!(
        marks.places_in(super::super::House::new(HouseKind::Box, 0), digit(2)),
        cells("r1c1 r2c123 r3c1")
    );
    // Row 7 has it in r7c1 and r7c9: the other arm.
    without(&mut marks, 2, "r7c2345678");
    assert_eq!(taken(&marks, Technique::EmptyRectangle), [candidates("2 r2c9"), candidates("2 r8c1")]);
    assert_eq!(taken(&marks, Technique::DualEmptyRectangle), [candidates("2 r2c9 r8c1")]);
}

#[test]
fn an_empty_rectangle_of_two_places_comes_last() {
    let mut marks = Pencilmarks::blank();
    without(&mut marks, 2, "r1c123 r2c13 r3c23 r134567c7 r9c7");
    assert_eq!(taken(&marks, Technique::EmptyRectangle), [candidates("2 r8c1")]);
}

#[test]
fn templates_place_what_all_of_them_share_and_take_what_none_has() {
    // Row 1 and row 2 hold 6 in columns 1 and 2 alone: an X-wing, which leaves the rest of these columns no template.
    let marks = with_lines(HouseKind::Row, 6, "r1c14 r4c14");
    assert_eq!(taken(&marks, Technique::TemplateDelete), [candidates("6 r2356789c1 r2356789c4")]);
    assert_eq!(taken(&marks, Technique::TemplateSet), []);
    // r9c9 is the only place for 6 in its row that leaves column 9 a place.
    let mut shared = with_lines(HouseKind::Row, 6, "r1c14 r4c14");
    without(&mut shared, 6, "r2356789c1 r2356789c4 r9c235678");
    let step = &all(&shared, Technique::TemplateSet)[0];
    assert_eq!(step.placements().collect::<Candidates>(), candidates("6 r9c9"));
}

#[test]
fn a_template_that_every_template_of_another_digit_meets_is_none() {
    // 1 is at r1c1 by itself, and 3 could stand there by itself.
    let alone = with_lines(HouseKind::Row, 1, "r1c1");
    let taken = taken(&alone, Technique::TemplateDelete);
    assert!(taken.contains(&candidates("1 r2c123 r3c123 r456789c1")), "{taken:?}");
    assert!(taken.contains(&candidates("3 r1c1")), "{taken:?}");
}
