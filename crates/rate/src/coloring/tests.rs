//! The colours of HoDoKu's technique page «Coloring» (B. Hobiger 2008-2012), on an otherwise empty grid.

use super::super::testing::{all, candidates, cells, taken, with_lines, without};
use super::*;

#[test]
fn what_sees_both_colours_goes() {
    // r1c2 - r1c8 - r7c8 - r7c1: r1c2 and r7c1 have unlike colours.
    let mut marks = with_lines(HouseKind::Row, 3, "r1c28 r7c18");
    without(&mut marks, 3, "r2345689c8");
    assert_eq!(taken(&marks, Technique::SimpleColorsTrap), [candidates("3 r23c1 r89c2")]);
    assert_eq!(taken(&marks, Technique::SimpleColorsWrap), []);
    // r1c2 - r1c8 - r9c8 - r9c5: places that r9c5 and r1c2 both see are eliminated already, or absent.
    let mut marks = with_lines(HouseKind::Row, 3, "r1c28 r9c58");
    without(&mut marks, 3, "r2345678c8");
    assert_eq!(taken(&marks, Technique::SimpleColorsTrap), []);
}

#[test]
fn a_colour_that_sees_itself_goes() {
    // r2c2 - r2c8 - r7c8 - r7c3 - r1c3: r2c2, r7c8 and r1c3 have one colour, and r2c2 sees r1c3.
    let mut marks = with_lines(HouseKind::Row, 3, "r2c28 r7c38");
    without(&mut marks, 3, "r1345689c8 r345689c3");
    let Some(step) = all(&marks, Technique::SimpleColorsWrap).into_iter().next() else { panic!("a wrap") };
    assert_eq!(step.eliminations, candidates("3 r2c2 r7c8 r1c3"));
    assert_eq!(step.reason.cells(), cells("r2c28 r7c38 r1c3"));
}

#[test]
fn two_components_take_together() {
    // r1c1 - r1c9 and r5c2 - r5c9: r1c9 sees r5c9, so r1c1 or r5c2 holds 3.
    let marks = with_lines(HouseKind::Row, 3, "r1c19 r5c29");
    assert_eq!(taken(&marks, Technique::MultiColors1), [candidates("3 r23c2 r46c1")]);
    assert_eq!(taken(&marks, Technique::MultiColors2), []);
    // No place of the one sees a place of the other.
    let other = with_lines(HouseKind::Row, 3, "r1c19 r5c28");
    assert_eq!(taken(&other, Technique::MultiColors1), []);
}

#[test]
fn a_colour_that_sees_both_of_another_component_goes() {
    // r1c1 - r1c8, and r2c7 - r2c9: r1c8 sees both of the latter.
    let mut marks = with_lines(HouseKind::Row, 3, "r2c79");
    without(&mut marks, 3, "r1c234567 r1c9");
    let found = taken(&marks, Technique::MultiColors2);
    assert_eq!(found, [candidates("3 r1c8")]);
}
