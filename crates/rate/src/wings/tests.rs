//! The wings of HoDoKu's technique page «Wings» (B. Hobiger 2008-2012), on an otherwise empty grid.

use super::super::testing::{candidates, cells, digit, leave, taken, without};
use super::*;

fn position(cells: &[(&str, &[u8])]) -> Pencilmarks {
    let mut marks = Pencilmarks::blank();
    for (name, values) in cells {
        leave(&mut marks, name, values);
    }
    marks
}

#[test]
fn an_xy_wing_takes_z_from_what_sees_both_pincers() {
    let marks = position(&[("r1c1", &[1, 2]), ("r1c8", &[1, 3]), ("r3c2", &[2, 3])]);
    assert_eq!(taken(&marks, Technique::XyWing), [candidates("3 r1c23 r3c789")]);
    let in_line = position(&[("r1c1", &[1, 2]), ("r1c8", &[1, 3]), ("r7c1", &[2, 3])]);
    assert_eq!(taken(&in_line, Technique::XyWing), [candidates("3 r7c8")]);
    let apart = position(&[("r1c1", &[1, 2]), ("r1c8", &[1, 3]), ("r7c2", &[2, 3])]);
    assert_eq!(taken(&apart, Technique::XyWing), []);
}

#[test]
fn an_xyz_wing_takes_z_from_what_sees_all_three() {
    let marks = position(&[("r1c1", &[1, 2, 3]), ("r1c8", &[1, 3]), ("r3c2", &[2, 3])]);
    assert_eq!(taken(&marks, Technique::XyzWing), [candidates("3 r1c23")]);
    let column = position(&[("r5c5", &[4, 7, 9]), ("r9c5", &[4, 9]), ("r4c4", &[7, 9])]);
    assert_eq!(taken(&column, Technique::XyzWing), [candidates("9 r46c5")]);
    let same = position(&[("r5c5", &[4, 7, 9]), ("r9c5", &[4, 9]), ("r4c4", &[4, 9])]);
    assert_eq!(taken(&same, Technique::XyzWing), []);
}

#[test]
fn a_w_wing_takes_z_where_a_strong_link_joins_the_pincers() {
    // 2 has two places in row 5: one sees r1c1, one r9c9.
    let mut marks = position(&[("r1c1", &[2, 6]), ("r9c9", &[2, 6])]);
    assert_eq!(taken(&marks, Technique::WWing), []);
    without(&mut marks, 2, "r5c2345678");
    assert_eq!(taken(&marks, Technique::WWing), [candidates("6 r1c9 r9c1")]);
    marks.eliminate(cells("r1c9").first().unwrap(), digit(6));
    assert_eq!(taken(&marks, Technique::WWing), [candidates("6 r9c1")]);
    marks.eliminate(cells("r9c1").first().unwrap(), digit(6));
    assert_eq!(taken(&marks, Technique::WWing), []);
}
