//! The chains of HoDoKu's technique page «Chains and Loops» (B. Hobiger 2008-2012), each drawn on an otherwise empty grid.

use super::{
    Tree,
    link_graph::{self, LinkGraph, Nodes},
    reach::Reach,
};
use crate::{
    Candidates,
    Conventions::Hodoku,
    House, HouseKind, Pencilmarks, Rater, Reason, Rulebook, Technique,
    candidates::elimination_order,
    peers,
    testing::{HARD, assert_memory_changes_nothing, found, position, states, steps, without_cells},
};
use gridmill_board::{Cell, Digit, Grid, Shape};

/// Returns an empty grid without some digits in some cells.
fn lacking(taken: &[(u8, &str)]) -> Pencilmarks {
    taken.iter().fold(Pencilmarks::blank(), |marks, &(digit, cells)| without_cells(marks, digit, cells))
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
    assert_eq!(found(&lacking(&taken), Technique::XChain, Hodoku), ["5-15", "5-18"]);
    assert_eq!(first(&lacking(&taken), Technique::XChain), ("5-15".to_owned(), 6));
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

/// A chain of ten nodes whose eliminations come first, and one of eight.
#[test]
fn the_chain_with_the_first_eliminations_is_preferred_to_a_shorter_one() {
    let long = [("11", "12"), ("12", "23"), ("62", "34"), ("69", "45"), ("49", "15")];
    let short = [("85", "67"), ("88", "78"), ("58", "89"), ("53", "69")];
    assert_eq!(first(&position(&short), Technique::XyChain), ("6-55 6-83".to_owned(), 8));
    assert_eq!(
        first(&position(&[&long[..], &short].concat()), Technique::XyChain),
        ("1-19 1-41".to_owned(), 10)
    );
}

/// Takes the nodes of a chain.
type See<'a> = dyn FnMut(&[(Cell, Digit)]) + 'a;

/// Every chain by its definition, depth first: no cell twice but by the strong link of an XY-chain, 20 nodes at most.
fn walk(marks: &Pencilmarks, is_xy: bool, path: &mut Vec<(Cell, Digit)>, see: &mut See<'_>) {
    let (cell, digit) = path[path.len() - 1];
    let alone = |house: House, digit| marks.places_in(house, digit).len() == 2;
    let strong: Vec<(Cell, Digit)> = if is_xy {
        marks.candidates(cell).iter().filter(|&other| other != digit).map(|other| (cell, other)).collect()
    } else {
        let sees = |&peer: &Cell| {
            HouseKind::ALL.into_iter().any(|kind| {
                let house = House::of(kind, cell);
                house.cells().contains(peer) && alone(house, digit)
            })
        };
        (marks.places(digit) & peers(cell)).iter().filter(sees).map(|peer| (peer, digit)).collect()
    };
    for on in strong {
        let closes = !is_xy && on.0 == path[0].0;
        if !is_xy && !closes && path.iter().any(|node| node.0 == on.0) {
            continue;
        }
        path.push(on);
        if on.1 == path[0].1 && path.len() >= 4 {
            see(path);
        }
        if path.len() < 20 && !closes {
            let next = marks.places(on.1) & peers(on.0);
            for peer in next.iter().filter(|&peer| !is_xy || marks.candidates(peer).len() == 2) {
                if path.iter().all(|node| node.0 != peer) {
                    path.push((peer, on.1));
                    walk(marks, is_xy, path, see);
                    path.pop();
                }
            }
        }
        path.pop();
    }
}

#[test]
fn the_best_line_is_the_best_of_all_simple_paths() {
    let puzzles = include_str!("../explainer/chaining/tests/rated.txt");
    let mut seen = [0, 0];
    for puzzle in
        puzzles.lines().filter_map(|line| line.split(' ').next()).filter(|text| text.len() == 81).take(40)
    {
        let mut marks = Pencilmarks::new(&Grid::parse(Shape::STANDARD, puzzle).unwrap());
        let mut rater = Rater::new(Rulebook::hodoku());
        while let Some(crate::NextStep { step, .. }) = rater.next_step(&marks).unwrap() {
            // Before a single there are too many open cells for a search of all paths.
            let is_late = marks.empty().len() < 55 && step.placement.is_none();
            for (n, technique) in
                [Technique::XChain, Technique::XyChain].into_iter().enumerate().filter(|_| is_late)
            {
                let mut best: Option<(u32, u32, Candidates)> = None;
                for cell in marks.empty() {
                    for digit in
                        marks.candidates(cell).iter().filter(|_| n == 0 || marks.candidates(cell).len() == 2)
                    {
                        walk(&marks, n == 1, &mut vec![(cell, digit)], &mut |path| {
                            let (end, _) = path[path.len() - 1];
                            let taken = Candidates::of(digit, marks.places(digit) & peers(cell) & peers(end));
                            let rank = (81 - taken.len(), elimination_order(taken.iter()), taken);
                            if !taken.is_empty()
                                && best.is_none_or(|best| (rank.0, rank.1) < (best.0, best.1))
                            {
                                best = Some(rank);
                            }
                        });
                    }
                }
                let ours = steps(&marks, technique, Hodoku).first().map(|step| step.eliminations);
                assert_eq!(ours, best.map(|(.., taken)| taken), "{technique} in {}", marks.grid());
                seen[n] += usize::from(ours.is_some());
            }
            marks.apply(&step);
        }
    }
    assert!(seen.iter().all(|&count| count > 20), "{seen:?}");
}

/// Closures of all roots, which share those of the nodes that they lead to and are kept from step to step, and trees of each root by itself
/// in a new graph.
#[test]
fn a_node_reaches_what_its_tree_does() {
    let mut tree = Tree::default();
    let mut kept =
        [Nodes::Candidates, Nodes::Groups].map(|nodes| (nodes, LinkGraph::default(), Reach::default()));
    let mut count = 0;
    for marks in &states(HARD) {
        for (nodes, graph, reach) in &mut kept {
            graph.read(marks, *nodes);
            reach.read(graph);
            let graph = &mut LinkGraph::default();
            graph.read(marks, *nodes);
            for cell in marks.empty() {
                for digit in marks.candidates(cell) {
                    for root in [link_graph::off(cell, digit), link_graph::on(cell, digit)] {
                        tree.grow(graph, root, u32::MAX);
                        let (expected, found) = (tree.consequences(graph), reach.from(graph, root));
                        assert_eq!((found.on, found.off), (expected.on, expected.off), "{cell:?} {digit}");
                        count += found.on.len();
                    }
                }
            }
        }
    }
    assert!(count > 10_000);
}

#[test]
fn loops_are_searched_from_step_to_step_without_difference() {
    for technique in [
        Technique::DiscontinuousNiceLoop,
        Technique::Aic,
        Technique::GroupedDiscontinuousNiceLoop,
        Technique::GroupedAic,
    ] {
        assert_memory_changes_nothing(technique);
    }
}
