//! Steps as help: links that are what they say, roles for every step, and explanations in whole sentences, over random puzzles.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use gridmill::{
    board::Grid,
    rate::{
        Family, LinkKind, Notation, Pencilmarks, Rater, Reason, Role, Rulebook, Step, StepLink, Technique,
        Wording,
    },
};
use std::collections::{BTreeMap, BTreeSet};

/// Returns true if the second node must be on when the first is off: two candidates of a cell, or the only two places, or groups of
/// places, of a house.
fn is_conjugate(marks: &Pencilmarks, link: &StepLink) -> bool {
    let (from, to) = (link.from, link.to);
    if from.digit != to.digit {
        let cell = from.cells.first().unwrap();
        let both = marks.has(cell, from.digit) && marks.has(cell, to.digit);
        return from.cells == to.cells && both && marks.candidates(cell).len() == 2;
    }
    let both = from.cells | to.cells;
    both.common_houses().into_iter().any(|house| marks.places_in(house, from.digit).is_within(both))
}

/// Returns true if the two nodes exclude each other: candidates of one cell, or places of one house.
fn are_exclusive(link: &StepLink) -> bool {
    let (from, to) = (link.from, link.to);
    if from.digit == to.digit {
        !from.cells.meets(to.cells) && !(from.cells | to.cells).common_houses().is_empty()
    } else {
        from.cells == to.cells && from.cells.len() == 1
    }
}

/// Checks the links of a chain whose links alternate: not those of forcing chains, where a node may follow from several.
fn check_links(marks: &Pencilmarks, step: &Step) -> usize {
    let mut count = 0;
    for (n, chain) in step.links().iter().enumerate() {
        assert!(!chain.is_empty(), "{step}: chain {n} is empty");
        for pair in chain.windows(2) {
            assert_eq!(pair[0].to, pair[1].from, "{step}");
            assert_ne!(pair[0].kind, pair[1].kind, "{step}");
        }
        for link in chain {
            match link.kind {
                Some(LinkKind::Strong) => assert!(is_conjugate(marks, link), "{step}: {link:?}"),
                Some(LinkKind::Weak) => assert!(are_exclusive(link), "{step}: {link:?}"),
                None => panic!("{step}: {link:?}"),
            }
            for node in [link.from, link.to] {
                assert!(node.cells.into_iter().all(|cell| marks.has(cell, node.digit)), "{step}: {node:?}");
            }
            count += 1;
        }
    }
    count
}

/// Roles that a step must have, by technique.
fn needed(technique: Technique) -> &'static [Role] {
    use Technique as T;
    match technique {
        T::XyWing | T::XyzWing => &[Role::Pivot, Role::Pincers, Role::Linking],
        T::WWing => &[Role::Pincers, Role::Linking],
        T::EmptyRectangle | T::DualEmptyRectangle => &[Role::EmptyRectangle, Role::Endpoints, Role::Linking],
        T::ContinuousNiceLoop
        | T::GroupedContinuousNiceLoop
        | T::BidirectionalXCycle
        | T::BidirectionalYCycle
        | T::BidirectionalCycle => &[Role::Loop],
        T::DiscontinuousNiceLoop | T::GroupedDiscontinuousNiceLoop => &[Role::Discontinuity],
        T::ForcingXChain | T::ForcingChain => &[Role::Assumption],
        T::SueDeCoq => &[Role::Core, Role::Box, Role::Line],
        T::AlsXyChain => &[Role::Endpoints, Role::Als, Role::Linking],
        T::AlsXyWing => &[Role::Als, Role::Pivot, Role::Linking],
        T::AlsXz => &[Role::Als, Role::Linking],
        T::BugPlus1 | T::Bug1 | T::Bug2 | T::Bug3 | T::Bug4 => &[Role::Surplus],
        _ => match technique.family() {
            Family::Singles => &[Role::Placed],
            Family::Locked => &[Role::Locked],
            Family::Subsets => &[Role::Subset],
            Family::SingleDigit | Family::Chains => &[Role::Endpoints, Role::Linking],
            Family::Fish
                if technique.name().starts_with("finned") || technique.name().starts_with("sashimi") =>
            {
                &[Role::Base]
            }
            Family::Fish => &[Role::Base],
            Family::Coloring => &[Role::Color],
            Family::Uniqueness => &[Role::Roof],
            Family::Exclusion => &[Role::Aligned, Role::Excluders],
            Family::Forcing | Family::Chaining => &[Role::Assumption],
            Family::Braids => &[Role::Assumption, Role::Contradiction],
            _ => &[],
        },
    }
}

/// Techniques that must come up, so that the test looks at something.
const SEEN: [Technique; 14] = [
    Technique::Skyscraper,
    Technique::TwoStringKite,
    Technique::EmptyRectangle,
    Technique::TurbotFish,
    Technique::XyWing,
    Technique::XyzWing,
    Technique::WWing,
    Technique::RemotePair,
    Technique::XChain,
    Technique::XyChain,
    Technique::Aic,
    Technique::ForcingChain,
    Technique::ForcingXChain,
    Technique::GroupedContinuousNiceLoop,
];

#[test]
fn links_and_roles_are_those_of_the_marks() {
    let puzzles: Vec<Grid> =
        gridmill::generate(33).take(300).map(|puzzle| puzzle.to_string().parse().unwrap()).collect();
    let mut links: BTreeMap<Technique, usize> = BTreeMap::new();
    for rulebook in [Rulebook::hodoku(), Rulebook::se()] {
        let mut rater = Rater::new(rulebook).with_budget(1_000_000);
        for puzzle in &puzzles {
            rater.trace(&mut Pencilmarks::new(puzzle), |marks, step| {
                let roles: BTreeSet<Role> = step.roles().iter().map(|role| role.role).collect();
                let lacks = needed(step.technique).iter().find(|role| !roles.contains(role));
                assert!(lacks.is_none(), "{step} lacks {lacks:?}");
                assert_eq!(roles.contains(&Role::Eliminated), !step.eliminations.is_empty());
                if !matches!(step.reason, Reason::Chains { .. } | Reason::Forcing { .. }) {
                    *links.entry(step.technique).or_default() += check_links(marks, step);
                }
            });
        }
    }
    for technique in SEEN {
        assert!(links.get(&technique).is_some_and(|&count| count > 1), "{technique}: {links:?}");
    }
}

#[test]
fn explanations_are_whole_sentences() {
    let notation = Notation::default();
    for rulebook in [Rulebook::hodoku(), Rulebook::se()] {
        let mut rater = Rater::new(rulebook).with_budget(1_000_000);
        for puzzle in gridmill::generate(34).take(100) {
            rater.trace(&mut Pencilmarks::new(&puzzle.to_string().parse().unwrap()), |_, step| {
                let text = step.explanation(Wording::english(), &notation);
                assert!(text.ends_with('.') && text.len() > 40, "{step}: {text}");
                for wrong in ["  ", " .", " ,", ",,", "..", "{", "}", "()", ", .", " in ,", "is .", "and ."] {
                    assert!(!text.contains(wrong), "{step}: `{wrong}` in {text}");
                }
            });
        }
    }
}
