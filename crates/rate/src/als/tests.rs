//! Sets linked as on HoDoKu's technique pages «Almost Locked Sets» and «Miscellaneous» (B. Hobiger 2008-2012), each on an otherwise
//! empty grid.

use super::{Als, chain::shared, collect};
use crate::{
    Candidates,
    Conventions::Hodoku,
    Technique,
    testing::{HARD, all, assert_memory_changes_nothing, found, position, states},
};
use gridmill_board::DigitSet;

fn taken(restrictions: &[(&str, &str)], technique: Technique) -> Vec<String> {
    found(&position(restrictions), technique, Hodoku)
}

#[test]
fn two_linked_sets_take_what_sees_a_digit_of_both() {
    // 1 links r1c12 {1,2,3} to r5c13 {1,3,4}; 3 goes.
    let sets = [("11", "123"), ("12", "23"), ("51", "14"), ("53", "34")];
    assert_eq!(taken(&sets, Technique::AlsXz), ["3-13 3-23 3-33"]);
    let apart = [("11", "123"), ("12", "23"), ("52", "14"), ("53", "34")];
    assert!(taken(&apart, Technique::AlsXz).is_empty());
}

#[test]
fn two_sets_linked_twice_are_locked() {
    let sets = [("11 15", "123"), ("18", "12")];
    let expected =
        "1-12 1-13 1-14 1-16 1-17 1-19 2-12 2-13 2-14 2-16 2-17 2-19 3-12 3-13 3-14 3-16 3-17 3-19";
    assert_eq!(taken(&sets, Technique::AlsXz), [expected]);
}

#[test]
fn a_third_set_links_two() {
    // r1c1 {1,5} -1- r1c89 {1,2,4} -2- r5c8 {2,5}.
    let sets = [("11", "15"), ("18", "124"), ("19", "14"), ("58", "25")];
    assert_eq!(taken(&sets, Technique::AlsXyWing), ["5-51"]);
}

#[test]
fn a_chain_links_four_sets() {
    // r1c1 {1,5} -1- r1c9 {1,2} -2- r5c9 {2,3} -3- r79c9 {3,5,7}.
    let sets = [("11", "15"), ("19", "12"), ("59", "23"), ("79", "357"), ("99", "37")];
    assert_eq!(taken(&sets, Technique::AlsXyChain), ["5-71"]);
    assert!(taken(&sets[..4], Technique::AlsXyChain).is_empty());
}

#[test]
fn petals_share_what_goes() {
    let flower = [("55", "123"), ("52", "14"), ("53", "24"), ("46", "34")];
    assert_eq!(taken(&flower, Technique::DeathBlossom), ["4-41 4-42 4-43 4-54 4-56"]);
    assert!(taken(&flower[..3], Technique::DeathBlossom).is_empty());
}

#[test]
fn sue_de_coq_clears_the_line_and_the_box() {
    // {1,2,3,4} at r1c12, {1,2} at r1c8, {3,4} at r2c3.
    let small = [("11 12", "1234"), ("18", "12"), ("23", "34")];
    let row = "1-13 1-14 1-15 1-16 1-17 1-19 2-13 2-14 2-15 2-16 2-17 2-19";
    let square = "3-13 3-21 3-22 3-31 3-32 3-33 4-13 4-21 4-22 4-31 4-32 4-33";
    assert_eq!(taken(&small, Technique::SueDeCoq), [format!("{row} {square}")]);
    // A digit that is neither in the line nor in the box: 5 stays where they meet.
    let three = [("11 12 13", "12345"), ("18", "12"), ("23", "34")];
    let found = taken(&three, Technique::SueDeCoq);
    assert_eq!(found.len(), 1);
    assert!(found[0].ends_with("5-14 5-15 5-16 5-17 5-19 5-21 5-22 5-31 5-32 5-33"), "{found:?}");
    // 6 is added by the line cells, and goes from the rest of the line.
    let extra = [("11 12", "12345"), ("17 18", "126"), ("22 23", "345")];
    let found = taken(&extra, Technique::SueDeCoq);
    assert!(found[0].ends_with("6-13 6-14 6-15 6-16 6-19"), "{found:?}");
    assert!(taken(&small[..2], Technique::SueDeCoq).is_empty());
}

/// Returns the digits that link two sets: the first and the last.
fn links(one: &Als, other: &Als) -> DigitSet {
    let sees = |from: &Als, to: &Als, digit| {
        !to.places(digit).is_empty() && to.places(digit).is_within(from.seen(digit))
    };
    let linking = |&digit: &_| sees(one, other, digit) && sees(other, one, digit);
    let mut digits =
        one.digits().iter().filter(linking).fold(DigitSet::EMPTY, |all, digit| all | DigitSet::only(digit));
    if one.cells().meets(other.cells()) {
        return DigitSet::EMPTY;
    }
    let first = digits.pop_first().map_or(DigitSet::EMPTY, DigitSet::only);
    first | digits.iter().last().map_or(DigitSet::EMPTY, DigitSet::only)
}

/// Returns the eliminations of all wings, in order: by the first link and then by the second.
fn wings_by_definition(sets: &[Als]) -> Vec<Candidates> {
    let mut found = Vec::new();
    let mut wing = |[one, other]: [&Als; 2], digits: DigitSet| {
        let eliminations = shared(one, other, digits);
        if digits.len() > 1 && !one.cells().meets(other.cells()) && !eliminations.is_empty() {
            found.push(eliminations);
        }
    };
    for n in 0..sets.len() {
        for (m, other) in sets.iter().enumerate().skip(n + 1) {
            let by = links(&sets[n], other);
            let seconds = || sets.iter().enumerate().skip(n + 1).filter(|(place, _)| *place != m);
            if by.is_empty() {
                continue;
            }
            for (_, second) in seconds().filter(|(place, _)| *place > m) {
                let digits = links(&sets[n], second);
                if !digits.is_empty() {
                    wing([other, second], by | digits);
                }
            }
            for (_, second) in seconds() {
                let digits = links(other, second);
                if !digits.is_empty() {
                    wing([&sets[n], second], by | digits);
                }
            }
        }
    }
    found
}

#[test]
fn pairs_and_wings_are_those_of_the_definition_all_along_a_path() {
    let mut counts = [0; 2];
    for marks in states(HARD).iter().step_by(3) {
        let mut sets = Vec::new();
        collect(marks, &mut sets);
        let mut pairs = Vec::new();
        for (n, one) in sets.iter().enumerate() {
            for other in &sets[n + 1..] {
                let digits = links(one, other);
                let mut eliminations = Candidates::EMPTY;
                digits
                    .iter()
                    .for_each(|digit| eliminations.union(&shared(one, other, DigitSet::only(digit))));
                if digits.len() > 1 {
                    for (set, other) in [(one, other), (other, one)] {
                        for digit in set.digits() - digits {
                            eliminations.extend(digit, set.seen(digit) - other.cells());
                        }
                    }
                }
                if !eliminations.is_empty() {
                    pairs.push(eliminations);
                }
            }
        }
        let found = |technique| -> Vec<Candidates> {
            all(marks, technique).into_iter().map(|step| step.eliminations).collect()
        };
        assert_eq!(found(Technique::AlsXz), pairs);
        let wings = wings_by_definition(&sets);
        assert_eq!(found(Technique::AlsXyWing), wings);
        counts = [counts[0] + pairs.len(), counts[1] + wings.len()];
    }
    assert!(counts.into_iter().all(|count| count > 100), "{counts:?}");
}

#[test]
fn sets_and_links_are_kept_from_step_to_step_without_difference() {
    for technique in [Technique::AlsXz, Technique::AlsXyWing, Technique::AlsXyChain] {
        assert_memory_changes_nothing(technique);
    }
}
