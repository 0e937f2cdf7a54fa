//! The fish of HoDoKu's technique pages (B. Hobiger 2008-2012), each in the smallest position that has it: a digit that may be
//! anywhere but in the base houses.

use super::super::testing::{all, candidates, cells, digit, taken, with_lines};
use super::*;

#[test]
fn a_fish_empties_its_cover_houses() {
    for (kind, technique, places, goes) in [
        (HouseKind::Row, Technique::XWing, "r2c38 r7c38", "5 r1345689c38"),
        (HouseKind::Column, Technique::XWing, "r15c2 r15c6", "5 r15c1345789"),
        (HouseKind::Row, Technique::Swordfish, "r1c15 r4c59 r8c19", "5 r235679c159"),
        (HouseKind::Row, Technique::Swordfish, "r1c159 r4c159 r8c159", "5 r235679c159"),
        (HouseKind::Row, Technique::Jellyfish, "r1c14 r3c47 r5c79 r8c19", "5 r24679c1479"),
    ] {
        let marks = with_lines(kind, 5, places);
        assert_eq!(taken(&marks, technique), [candidates(goes)], "{technique} {places}");
    }
}

#[test]
fn a_finned_fish_takes_what_sees_its_fins() {
    for (technique, places, goes) in [
        (Technique::FinnedXWing, "r2c38 r7c389", "5 r89c8"),
        (Technique::FinnedXWing, "r2c38 r7c3789", "5 r89c8"),
        (Technique::SashimiXWing, "r2c38 r7c379", "5 r89c8"),
        (Technique::FinnedSwordfish, "r1c15 r4c59 r8c129", "5 r79c1"),
        (Technique::SashimiSwordfish, "r1c15 r4c59 r8c239", "5 r79c1"),
        (Technique::FinnedJellyfish, "r1c14 r3c47 r5c79 r8c129", "5 r79c1"),
        (Technique::SashimiJellyfish, "r1c14 r3c47 r5c79 r8c239", "5 r79c1"),
    ] {
        let marks = with_lines(HouseKind::Row, 5, places);
        assert_eq!(taken(&marks, technique), [candidates(goes)], "{technique} {places}");
    }
    let two_boxes = with_lines(HouseKind::Row, 5, "r2c38 r7c3589");
    assert_eq!(taken(&two_boxes, Technique::FinnedXWing), []);
}

#[test]
fn two_fish_of_one_base_are_listed_as_one_after_both() {
    // Column 8 covers, and r7c9 is the fin; or column 9 does, and r2c8 is.
    let marks = with_lines(HouseKind::Row, 5, "r2c38 r7c39");
    let steps = all(&marks, Technique::SashimiXWing);
    let taken: Vec<_> = steps.iter().map(|step| step.eliminations).collect();
    assert_eq!(taken, ["5 r89c8", "5 r13c9", "5 r89c8 r13c9"].map(candidates));
}

#[test]
fn a_franken_fish_has_boxes_among_its_houses() {
    // Rows 2 and 5 and box 9 in columns 1, 7 and 8.
    let mut marks = with_lines(HouseKind::Row, 5, "r2c18 r5c17");
    for cell in cells("r789c789") - cells("r7c7 r9c8") {
        marks.eliminate(cell, digit(5));
    }
    let steps = all(&marks, Technique::FrankenSwordfish);
    let goes = candidates("5 r1346789c1, 5 r1346c7, 5 r1346c8");
    let [step] = &steps[..] else { panic!("one swordfish, not {}", steps.len()) };
    assert_eq!(step.eliminations, goes);
    let Reason::Fish { base, cover, fins, .. } = &step.reason else { panic!("a fish") };
    assert_eq!(base.map(|house| house.to_string()).collect::<Vec<_>>(), ["row 2", "row 5", "box 9"]);
    assert_eq!(
        cover.map(|house| house.to_string()).collect::<Vec<_>>(),
        ["column 1", "column 7", "column 8"]
    );
    assert!(fins.is_empty());
}

#[test]
fn a_finned_franken_fish_takes_what_sees_its_fins() {
    let mut marks = with_lines(HouseKind::Row, 5, "r2c18 r5c17");
    for cell in cells("r789c789") - cells("r7c79 r9c8") {
        marks.eliminate(cell, digit(5));
    }
    let steps = all(&marks, Technique::FinnedFrankenSwordfish);
    let base = ["row 2", "row 5", "box 9"];
    let of_base = |step: &&Step| {
        let Reason::Fish { base: houses, fins, .. } = &step.reason else { return false };
        houses.map(|house| house.to_string()).eq(base) && *fins == cells("r7c9")
    };
    let found: Vec<_> = steps.iter().filter(of_base).map(|step| step.eliminations).collect();
    assert_eq!(found, [candidates("5 r7c1")]);
    assert_eq!(all(&marks, Technique::FrankenSwordfish), []);
}
