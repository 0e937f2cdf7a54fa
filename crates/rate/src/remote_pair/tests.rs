//! The chains of HoDoKu's technique page «Chains and Loops: Remote Pair» (B. Hobiger 2008-2012), on an otherwise empty grid.

use super::super::testing::{all, candidates, cells, digit, leave, taken};
use super::*;

fn position(chain: &str) -> Pencilmarks {
    let mut marks = Pencilmarks::blank();
    leave(&mut marks, chain, &[4, 7]);
    marks
}

#[test]
fn four_cells_take_from_what_sees_both_ends() {
    let marks = position("r1c1 r1c5 r5c5 r5c9");
    assert_eq!(taken(&marks, Technique::RemotePair), [candidates("4 r1c9 r5c1, 7 r1c9 r5c1")]);
    assert_eq!(taken(&position("r1c1 r1c5 r5c5"), Technique::RemotePair), []);
}

#[test]
fn a_longer_chain_takes_beside_any_two_of_unlike_turns() {
    // A ring: of its six chains, the first leads from r1c1 all the way round to r1c5. Outside row 1 it eliminates from cells that
    // see two cells three steps apart, as r1c1 and r5c5 are.
    let steps = all(&position("r1c1 r1c5 r5c5 r5c9 r9c9 r9c1"), Technique::RemotePair);
    let most = steps.first().map(|step| step.eliminations).unwrap();
    assert_eq!(most.cells(digit(4)), cells("r1c2346789 r5c1 r9c5"));
    assert_eq!(most.cells(digit(4)), most.cells(digit(7)));
    assert!(steps.windows(2).all(|two| two[0].eliminations.len() >= two[1].eliminations.len()));
}

#[test]
fn a_ring_of_four_takes_from_each_of_its_lines() {
    let goes = ["r1c2346789", "r2346789c1", "r2346789c5", "r5c2346789"];
    let mut goes = goes.map(|cells| candidates(&format!("4 {cells}, 7 {cells}")));
    goes.sort_unstable();
    assert_eq!(taken(&position("r1c1 r1c5 r5c1 r5c5"), Technique::RemotePair), goes);
}
