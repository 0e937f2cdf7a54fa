//! The chains of HoDoKu's technique page «Chains and Loops» (B. Hobiger 2008-2012), each drawn on an otherwise empty grid.

use super::super::examples::{found, position, steps, without};
use super::super::{Conventions::Hodoku, Pencilmarks, Reason, Technique};

/// Returns an empty grid without some digits in some cells.
fn lacking(taken: &[(u8, &str)]) -> Pencilmarks {
    taken.iter().fold(Pencilmarks::blank(), |marks, &(digit, cells)| without(marks, digit, cells))
}

/// Returns the eliminations of the preferred step, and the nodes of its chain.
fn first(marks: &Pencilmarks, technique: Technique) -> (String, usize) {
    let nodes = match &steps(marks, technique, Hodoku)[0].reason {
        Reason::Chain(nodes) => nodes.len(),
        reason => panic!("{reason:?} is no chain"),
    };
    (found(marks, technique, Hodoku).remove(0), nodes)
}

/// Strong links: 1 in column 1 (r1, r7), 4 in row 7 (c1, c7), 3 in column 7 (r1, r7), 2 in row 1 (c1, c7).
const ONE: (u8, &str) = (1, "21 31 41 51 61 81 91");
const FOUR: (u8, &str) = (4, "72 73 74 75 76 78 79");
const THREE: (u8, &str) = (3, "27 37 47 57 67 87 97");
const TWO: (u8, &str) = (2, "12 13 14 15 16 18 19");

#[test]
fn an_x_chain_takes_what_sees_both_ends() {
    // 5: r1c1 = r5c1 - r6c2 = r6c8 - r9c8 = r9c5.
    let taken = [(5, "21 31 41 61 71 81 91"), (5, "63 64 65 66 67 69"), (5, "92 93 94 96 97 99")];
    assert_eq!(found(&lacking(&taken), Technique::XChain, Hodoku), ["5-18", "5-15"]);
    assert_eq!(first(&lacking(&taken), Technique::XChain), ("5-18".to_owned(), 4));
    assert!(found(&lacking(&taken[1..]), Technique::XChain, Hodoku).is_empty());
}

#[test]
fn an_xy_chain_takes_what_sees_both_ends() {
    let long = position(&[("11", "12"), ("12", "23"), ("62", "34"), ("69", "45"), ("99", "15")]);
    assert_eq!(first(&long, Technique::XyChain), ("1-19 1-91".to_owned(), 10));
    let short = position(&[("11", "12"), ("15", "23"), ("55", "34"), ("59", "14")]);
    assert_eq!(first(&short, Technique::XyChain), ("1-19 1-51".to_owned(), 8));
    let broken = position(&[("11", "12"), ("15", "25"), ("55", "34"), ("59", "14")]);
    assert!(found(&broken, Technique::XyChain, Hodoku).is_empty());
}

/// r1c1 1 = r7c1 4 = r7c7 3 = r1c7 2 = r1c1: each cell keeps its two digits.
#[test]
fn a_continuous_loop_locks_its_cells() {
    let ring = lacking(&[ONE, FOUR, THREE, TWO]);
    let (taken, nodes) = first(&ring, Technique::ContinuousNiceLoop);
    let kept = [("11", "12"), ("71", "14"), ("77", "34"), ("17", "23")];
    let mut expected: Vec<_> = kept
        .iter()
        .flat_map(|(cell, kept)| {
            ('1'..='9').filter(|&d| !kept.contains(d)).map(move |d| format!("{d}-{cell}"))
        })
        .collect();
    expected.sort();
    assert_eq!((taken, nodes), (expected.join(" "), 8));
    assert!(found(&lacking(&[ONE, FOUR, THREE]), Technique::ContinuousNiceLoop, Hodoku).is_empty());
}

/// r1c1 1 = r7c1 4 = r7c2 6 = r2c2 - 1 = r1c1: 1 is there or there.
#[test]
fn a_discontinuous_loop_of_strong_links_leaves_one_digit() {
    let taken = [ONE, (4, "73 74 75 76 77 78 79"), (6, "12 32 42 52 62 82 92"), (1, "12 13 21 23 31 32 33")];
    let expected = "2-11 3-11 4-11 5-11 6-11 7-11 8-11 9-11";
    assert_eq!(first(&lacking(&taken), Technique::DiscontinuousNiceLoop).0, expected);
    assert!(
        !found(&lacking(&taken[1..]), Technique::DiscontinuousNiceLoop, Hodoku)
            .contains(&expected.to_owned())
    );
}

#[test]
fn an_inference_chain_of_one_digit_takes_what_sees_both_ends() {
    // 1 at r1c1 = r7c1 - r7c7 = r1c7.
    let marks = lacking(&[ONE, (1, "27 37 47 57 67 87 97")]);
    let expected = "1-12 1-13 1-14 1-15 1-16 1-18 1-19".to_owned();
    assert_eq!(first(&marks, Technique::Aic), (expected, 4));
}

#[test]
fn an_inference_chain_of_two_digits_takes_each_from_the_other_end() {
    let marks = lacking(&[ONE, FOUR, (2, "27 37 47 57 67 87 97")]);
    assert_eq!(found(&marks, Technique::Aic, Hodoku), ["1-17 2-11"]);
}

#[test]
fn groups_are_links_of_grouped_chains() {
    // 1 in row 1 at c1 or c78, in column 9 at r3 or r7.
    let row = (1, "12 13 14 15 16 19");
    let one_end = lacking(&[row, (1, "29 49 59 69 89 99")]);
    assert_eq!(found(&one_end, Technique::GroupedDiscontinuousNiceLoop, Hodoku), ["1-71"]);
    assert!(found(&one_end, Technique::DiscontinuousNiceLoop, Hodoku).is_empty());
    let column = (1, "29 49 59 69 79 89");
    let both_ends = lacking(&[row, column, (1, "72 73 74 75 76 77 79")]);
    let expected = "1-21 1-31 1-41 1-51 1-61 1-81 1-91".to_owned();
    assert_eq!(first(&both_ends, Technique::GroupedAic), (expected, 6));
    let round = lacking(&[row, column, (2, "92 93 94 95 96 97 98"), (3, "21 31 41 51 61 71 81")]);
    let (taken, nodes) = first(&round, Technique::GroupedContinuousNiceLoop);
    assert!(taken.starts_with("1-27 1-28 1-37 1-38 1-91 2-11 3-99 4-11 4-91 4-99"), "{taken}");
    assert_eq!((taken.split(' ').count(), nodes), (4 + 3 * 7, 8));
}
