//! Contradictions and verities as on HoDoKu's technique page «Last Resort» (B. Hobiger 2008-2012), each on an otherwise empty grid.

use super::super::examples::{found, position, without};
use super::super::testing::{HARD, states};
use super::super::{Conventions::Hodoku, Pencilmarks, Technique};
use super::table::Tables;
use super::{ForcingScratch, ForcingSearch, LinkGraph, Nodes, Reach, Tree, house_digits};

fn takes(marks: &Pencilmarks, technique: Technique, what: &str) -> bool {
    found(marks, technique, Hodoku).contains(&what.to_owned())
}

/// r1c1 1 = r7c1 4 = r7c2 6 = r2c2 - 1 = r1c1.
#[test]
fn what_leads_to_its_opposite_is_wrong() {
    let taken = [
        (1, "21 31 41 51 61 81 91"),
        (4, "73 74 75 76 77 78 79"),
        (6, "12 32 42 52 62 82 92"),
        (1, "12 13 21 23 31 32 33"),
    ];
    let marks =
        taken.iter().fold(Pencilmarks::blank(), |marks, &(digit, cells)| without(marks, digit, cells));
    assert_eq!(found(&marks, Technique::ForcingChainContradiction, Hodoku)[0], "1=11");
    assert!(takes(&marks, Technique::ForcingChainContradiction, "9-11"), "a digit beside it is wrong, too");
}

/// An XY-wing: either digit of r1c1 takes 3 from r5c5.
#[test]
fn what_all_candidates_of_a_cell_lead_to_is_so() {
    let marks = position(&[("11", "12"), ("15", "13"), ("51", "23")]);
    assert!(takes(&marks, Technique::ForcingChainVerity, "3-55"));
    let apart = position(&[("11", "12"), ("15", "13"), ("61", "23")]);
    assert!(!takes(&apart, Technique::ForcingChainVerity, "3-55"));
}

/// 1 at r1c1 leaves 3 at r1c5 and 4 at r1c9, both together 5 at r1c3, and this 6 at both r6c3 and r9c3.
#[test]
fn a_net_joins_several_ways() {
    let cells = [("11", "127"), ("15", "13"), ("19", "14"), ("13", "345"), ("63", "56"), ("93", "56")];
    let marks = position(&cells);
    assert!(takes(&marks, Technique::ForcingNetContradiction, "1-11"));
    assert!(!takes(&marks, Technique::ForcingChainContradiction, "1-11"));
    assert!(!takes(&position(&cells[..5]), Technique::ForcingNetContradiction, "1-11"));
}

/// A candidate follows by chains from alternatives of which one holds if its opposite leads to a contradiction.
#[test]
fn chains_to_a_shared_conclusion_are_contradictions_turned_round() {
    let (mut graph, mut reach, mut tree) = (LinkGraph::default(), Reach::default(), Tree::default());
    let mut forcing = ForcingScratch::default();
    let mut count = 0;
    for marks in states(HARD) {
        graph.read(&marks, Nodes::Groups);
        reach.read(&graph);
        let mut search = ForcingSearch {
            marks: &marks,
            graph: &graph,
            tree: &mut tree,
            reach: &mut reach,
            forcing: &mut forcing,
            is_net: false,
            houses: house_digits(&marks),
        };
        search.assume();
        let ([found, _], expected) = (search.conclusions(), search.contradicted());
        assert_eq!((found.on, found.off), (expected.on, expected.off));
        count += found.on.len() + found.off.len();
    }
    assert!(count > 0);
}

/// Trials that are kept, and trials of each state by itself.
#[test]
fn trials_are_kept_from_step_to_step_without_difference() {
    let (mut graph, mut kept) = (LinkGraph::default(), Tables::default());
    let turned: String = HARD.chars().rev().collect();
    for marks in states(HARD).iter().chain(&states(&turned)) {
        graph.read(marks, Nodes::Groups);
        let mut anew = Tables::default();
        kept.read(marks, &graph);
        anew.read(marks, &graph);
        assert!(kept.direct() == anew.direct(), "{:?}", marks.grid());
    }
}
