//! Braids as steps: their data, and commands that take the rulebook where they take others. That they are proofs, and B the ER, is tested
//! where they are found.

use crate::prelude::*;
use gridmill::{
    board::{House, HouseKind},
    rate::{Reason, StepData, Tenths, trial::Variable},
};

/// Candidates that are possible.
type State = BTreeSet<(usize, u8)>;

fn state(marks: &Pencilmarks) -> State {
    let open = |cell: Cell| marks.candidates(cell).iter().map(move |digit| (cell.index(), digit.value()));
    marks.empty().iter().flat_map(open).collect()
}

/// Returns true if at most one of the two is true.
fn are_linked(shape: Shape, one: (usize, u8), other: (usize, u8)) -> bool {
    let houses = |cell: usize| {
        let cell = Cell::new(cell);
        [shape.row(cell), shape.col(cell), shape.box_of(cell)]
    };
    let share = || houses(one.0).iter().zip(houses(other.0)).any(|(&one, other)| one == other);
    one != other && (one.0 == other.0 || one.1 == other.1 && share())
}

/// Returns true if the variable has the candidate.
fn has(shape: Shape, variable: Variable, (cell, digit): (usize, u8)) -> bool {
    let in_house = |house: House| {
        let cell = Cell::new(cell);
        house.number()
            == match house.kind() {
                HouseKind::Row => shape.row(cell),
                HouseKind::Column => shape.col(cell),
                HouseKind::Box => shape.box_of(cell),
            }
    };
    match variable {
        Variable::Cell(own) => own.index() == cell,
        Variable::House(house, own) => own.value() == digit && in_house(house),
    }
}

/// Checks the chain of the data: a node is off because of one that is on and linked to it, on because the rest of its variable is off; in the
/// end all of the last variable is off.
fn check_chain(marks: &Pencilmarks, step: &Step) {
    let Reason::Braid { braid, .. } = &step.reason else { return };
    let data = StepData::from(step);
    let [nodes] = &data.chains[..] else { panic!("{step}: one chain") };
    assert!(step.eliminations.iter().eq([braid.target]), "{step}");
    let at = |n: usize| (usize::from(nodes[n].cells[0]), nodes[n].digit);
    let mut variables = braid.links.iter().map(|link| link.variable);
    for (n, node) in nodes.iter().enumerate() {
        let parents: BTreeSet<(usize, u8)> = node.parents.iter().map(|&parent| at(parent.into())).collect();
        assert!(node.parents.iter().all(|&parent| usize::from(parent) < n));
        assert!(node.parents.iter().all(|&parent| nodes[usize::from(parent)].on != node.on), "{step}");
        if !node.on {
            assert!(
                parents.len() == 1 && parents.iter().all(|&one| are_linked(step.shape, one, at(n))),
                "{step}"
            );
        } else if n > 0 {
            let variable = variables.next().unwrap();
            let others =
                state(marks).into_iter().filter(|&one| has(step.shape, variable, one) && one != at(n));
            assert_eq!(parents, others.collect(), "{step}");
        }
    }
    assert!(variables.next().is_none());
    let off: BTreeSet<_> = (0..nodes.len()).filter(|&n| !nodes[n].on).map(at).collect();
    assert!(
        state(marks)
            .into_iter()
            .filter(|&one| has(step.shape, braid.last, one))
            .all(|one| off.contains(&one))
    );
}

/// Puzzles of 9x9 cells and of a smaller shape.
fn puzzles() -> Vec<Grid> {
    let small =
        run(&["generate", sample("--count=30", "--count=60"), "--box=2x4", "--seed=braids", "--no-timings"]);
    let small = column(&small, "puzzle");
    let shape = Shape::new(2, 4).unwrap();
    let standard =
        gridmill::generate(35).take(sample(120, 300)).map(|puzzle| puzzle.to_string().parse().unwrap());
    standard.chain(small.iter().map(|text| Grid::parse(shape, text).unwrap())).collect()
}

#[test]
fn chains_of_the_data_follow_from_their_braids() {
    let (mut rater, mut braids) = (Rater::new(Rulebook::braids()), 0);
    for puzzle in puzzles() {
        rater.trace(&mut Pencilmarks::new(&puzzle), |marks, step| {
            if step.technique.family() == Family::Braids {
                check_chain(marks, step);
                braids += 1;
            }
        });
    }
    assert!(braids > sample(400, 1000), "{braids}");
}

const PUZZLE: &str = "..3.56......18.2..6....71.........9..1.59.3.889.2....5..2.....75...3.....7.....6.";

#[test]
fn rate_and_generate_take_the_rulebook() {
    let rated = run_with(&["rate", "-", "--no-timings", "--rulebook=braids,hodoku"], PUZZLE);
    let value = |name: &str| column(&rated, name).remove(0);
    assert_eq!(["braids_er", "braids_hardest", "braids_t_braid"].map(value), ["2.0", "braid", "2"]);
    let names = rated.lines().next().unwrap();
    assert!(!names.contains("hodoku_t_braid") && names.contains("hodoku_t_x_wing"), "{names}");
    let made =
        run(&words("generate --count=4 --seed=1 --rulebook=braids --mix=er=0..0:0.5,3..9:0.5 --no-timings"));
    let mut ratings: Vec<Tenths> = column(&made, "er").iter().map(|er| er.parse().unwrap()).collect();
    ratings.sort_unstable();
    assert!(ratings[..2] == [Tenths::default(); 2] && ratings[2] >= Tenths::whole(3), "{ratings:?}");
}

#[test]
fn small_grids_have_an_er() {
    let options = ["--box=2x3", "--count=5", "--seed=1", "--rulebook=braids", "--er=2..9"];
    let made = run(&[&["generate", "--no-timings"], &options[..]].concat());
    let ratings = column(&made, "er");
    assert!(ratings.len() == 5 && ratings.iter().all(|er| er.parse::<Tenths>().unwrap() >= Tenths::whole(2)));
}

/// Past the budget the length that was searched, or the longest so far, is a lower bound.
#[test]
fn a_spent_budget_leaves_a_bound() {
    for (budget, bound) in [("rating=2500", "1.0"), ("rating=8000", "2.0")] {
        let options = ["rate", "-", "--no-timings", "--rulebook=braids", "--budget", budget];
        let rated = run_with(&options, PUZZLE);
        let value = |name: &str| column(&rated, name).remove(0);
        assert_eq!(["er", "er_at_least", "solved"].map(value), ["", bound, "false"]);
    }
}

#[test]
fn solve_shows_the_next_braid() {
    let text = run(&["solve", "--next", "--rulebook=braids", "--json", PUZZLE]);
    let json = parsed(&text);
    assert_eq!(json["next"]["technique"], "naked_single", "{text}");
    let steps = run(&["solve", "--steps", "--rulebook=braids", PUZZLE]);
    let braids: Vec<&str> = steps.lines().filter(|line| line.contains("braid of")).collect();
    assert_eq!(
        braids,
        [
            " 24  r4c5: braid of length 2 (1 in row 6 at r6c8, no 1 in row 7) removes 1 from r4c5",
            " 25  r8c3: braid of length 2 (1 in column 6 at r4c6, no 1 in column 9) removes 1 from r8c3",
        ]
    );
    assert!(steps.contains("solved in 58 steps; ER 2.0, EP 0.0, ED 0.0, score 4.0 (braids/1)"), "{steps}");
}
