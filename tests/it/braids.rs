//! Braids as steps: their data replay as proofs, B is the ER, and commands take the rulebook where they take others.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common::{column, parsed, run, run_with, words};
use gridmill::{
    board::{Cell, Grid, House, HouseKind, Shape},
    rate::{
        Candidate, Family, Pencilmarks, Rater, Reason, Rulebook, Step, StepData, Tenths,
        trial::{Trial, TrialValue, Variable},
    },
};
use std::collections::BTreeSet;

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

fn pair(candidate: Candidate) -> (usize, u8) {
    (candidate.cell.index(), candidate.digit.value())
}

/// Replays a step by the definition: one candidate after the other is the only one of its variable, and the last variable has none.
fn is_proof(marks: &Pencilmarks, step: &Step) -> bool {
    let Reason::Braid { braid, .. } = &step.reason else { return false };
    let (shape, mut state) = (step.shape, state(marks));
    let assert = |state: &mut State, one: (usize, u8)| state.retain(|&other| !are_linked(shape, one, other));
    if !state.contains(&pair(braid.target)) || !step.eliminations.iter().eq([braid.target]) {
        return false;
    }
    assert(&mut state, pair(braid.target));
    for link in &braid.links {
        let left = state.iter().filter(|&&one| has(shape, link.variable, one));
        if !left.copied().eq([pair(link.candidate)]) {
            return false;
        }
        assert(&mut state, pair(link.candidate));
    }
    !state.iter().any(|&one| has(shape, braid.last, one))
}

/// Checks the chain of the data: a node is off because of one that is on and linked to it, on because the rest of its variable is off; in the
/// end all of the last variable is off.
fn check_chain(marks: &Pencilmarks, step: &Step) {
    let Reason::Braid { braid, .. } = &step.reason else { return };
    let data = StepData::from(step);
    let [nodes] = &data.chains[..] else { panic!("{step}: one chain") };
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
    let small = run(&["generate", "--count=60", "--box=2x4", "--seed=braids", "--no-timings"]);
    let small = column(small.as_bytes(), "puzzle");
    let shape = Shape::new(2, 4).unwrap();
    let standard = gridmill::generate(35).take(300).map(|puzzle| puzzle.to_string().parse().unwrap());
    standard.chain(small.iter().map(|text| Grid::parse(shape, text).unwrap())).collect()
}

#[test]
fn every_braid_is_a_proof_and_the_longest_is_b() {
    let (mut rater, mut trial) = (Rater::new(Rulebook::braids()), Trial::new());
    let (mut braids, mut values) = (0, BTreeSet::new());
    for puzzle in puzzles() {
        let rating = rater.trace(&mut Pencilmarks::new(&puzzle), |marks, step| {
            if step.technique.family() == Family::Braids {
                assert!(is_proof(marks, step), "{puzzle}: {step}");
                check_chain(marks, step);
                braids += 1;
            }
        });
        let value = trial.braid_rating(&Pencilmarks::new(&puzzle), 10_000_000);
        let er = rating
            .er
            .map_or(TrialValue::Undefined, |er| TrialValue::Exactly((er.tenths() / 10).try_into().unwrap()));
        assert_eq!(er, value, "{puzzle}");
        values.insert(rating.er);
    }
    assert!(braids > 1000 && values.len() > 5, "{braids} {values:?}");
}

/// A braid with a link less, or with an end that is not empty, is refused, and so is one on a state that lacks what it needs to be gone.
#[test]
fn the_replay_refuses_what_is_no_proof() {
    let mut refused = 0;
    let blank = Pencilmarks::new(&Grid::empty(Shape::STANDARD));
    for puzzle in gridmill::generate(35).take(40) {
        let grid: Grid = puzzle.to_string().parse().unwrap();
        Rater::new(Rulebook::braids()).trace(&mut Pencilmarks::new(&grid), |marks, step| {
            let Reason::Braid { braid, nodes, links } = &step.reason else { return };
            assert!(is_proof(marks, step) && !is_proof(&blank, step));
            for n in 0..braid.links.len() {
                let [mut shorter, mut open] = [braid.clone(), braid.clone()];
                shorter.links.remove(n);
                open.last = braid.links[n].variable;
                for braid in [shorter, open] {
                    let mut other = step.clone();
                    other.reason = Reason::Braid { braid, nodes: nodes.clone(), links: links.clone() };
                    assert!(!is_proof(marks, &other), "{other}");
                    refused += 1;
                }
            }
        });
    }
    assert!(refused > 50, "{refused}");
}

const PUZZLE: &str = "..3.56......18.2..6....71.........9..1.59.3.889.2....5..2.....75...3.....7.....6.";

#[test]
fn rate_and_generate_take_the_rulebook() {
    let rated = run_with(&["rate", "-", "--no-timings", "--rulebook=braids,hodoku"], PUZZLE);
    let value = |name: &str| column(rated.as_bytes(), name).remove(0);
    assert_eq!(["braids_er", "braids_hardest", "braids_t_braid"].map(value), ["2.0", "braid", "2"]);
    let names = rated.lines().next().unwrap();
    assert!(!names.contains("hodoku_t_braid") && names.contains("hodoku_t_x_wing"), "{names}");
    let made =
        run(&words("generate --count=4 --seed=1 --rulebook=braids --mix=er=0..0:0.5,3..9:0.5 --no-timings"));
    let mut ratings: Vec<Tenths> =
        column(made.as_bytes(), "er").iter().map(|er| er.parse().unwrap()).collect();
    ratings.sort_unstable();
    assert!(ratings[..2] == [Tenths::default(); 2] && ratings[2] >= Tenths::whole(3), "{ratings:?}");
}

/// Grids of any shape are chosen by B.
#[test]
fn small_grids_have_an_er() {
    let options = ["--box=2x3", "--count=5", "--seed=1", "--rulebook=braids", "--er=2..9"];
    let made = run(&[&["generate", "--no-timings"], &options[..]].concat());
    let ratings = column(made.as_bytes(), "er");
    assert!(ratings.len() == 5 && ratings.iter().all(|er| er.parse::<Tenths>().unwrap() >= Tenths::whole(2)));
}

/// Past the budget the length that was searched, or the longest so far, is a lower bound.
#[test]
fn a_spent_budget_leaves_a_bound() {
    for (budget, bound) in [("rating=2500", "1.0"), ("rating=8000", "2.0")] {
        let options = ["rate", "-", "--no-timings", "--rulebook=braids", "--budget", budget];
        let rated = run_with(&options, PUZZLE);
        let value = |name: &str| column(rated.as_bytes(), name).remove(0);
        assert_eq!(["er", "er_at_least", "solved"].map(value), ["", bound, "false"]);
    }
}

/// A path has its singles and braids in text and in JSON.
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
