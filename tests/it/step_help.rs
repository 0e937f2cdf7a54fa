//! Steps as help: links that are what they say, roles for every step, and explanations in whole sentences, over random puzzles.

use crate::prelude::*;
use gridmill::rate::{LinkKind, Notation, Reason, Role, StepLink};

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

/// Returns the grade of a text by Flesch and Kincaid (1975). The name of a cell, such as `r1c1`, is a word of one syllable.
fn reading_grade(text: &str) -> f64 {
    let words: Vec<&str> =
        text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let sentences = text.split(' ').filter(|word| word.ends_with(['.', ':', ';'])).count();
    let syllables = |word: &&str| {
        let word = word.to_lowercase();
        let groups =
            word.split(|letter| !"aeiouy".contains(letter)).filter(|group| !group.is_empty()).count();
        let is_silent = word.ends_with('e') && !word.ends_with("le");
        (groups - usize::from(is_silent && groups > 1)).max(1)
    };
    let total: usize = words.iter().map(syllables).sum();
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    let [words, sentences, total] = [words.len(), sentences, total].map(|count| count as f64);
    0.39 * words / sentences + 11.8 * total / words - 15.59
}

/// Passes steps that are no singles to `see`, of puzzles that take some, until it has seen `count` by each rulebook.
fn steps(count: usize, mut see: impl FnMut(&Pencilmarks, &Step)) {
    for rulebook in [Rulebook::hodoku(), Rulebook::se()] {
        let mut rater = Rater::new(rulebook).with_budget(1_000_000);
        let mut seen = 0;
        for puzzle in gridmill::generate(35) {
            rater.trace(&mut Pencilmarks::new(&puzzle.to_string().parse().unwrap()), |marks, step| {
                if step.technique.family() != Family::Singles && seen < count {
                    seen += 1;
                    see(marks, step);
                }
            });
            if seen >= count {
                break;
            }
        }
    }
}

/// The steps of hard puzzles are whole sentences, and read like a text for children of thirteen.
fn check_reading(count: usize) {
    let mut hardest: BTreeMap<Technique, (f64, String)> = BTreeMap::new();
    steps(count, |_, step| {
        let text = step.explanation(Wording::english(), &Notation::default());
        assert!(text.ends_with('.') && text.len() > 40, "{step}: {text}");
        for wrong in ["  ", " .", " ,", ",,", "..", "{", "}", "()", ", .", " in ,", "is .", "and ."] {
            assert!(!text.contains(wrong), "{step}: `{wrong}` in {text}");
        }
        let grade = reading_grade(&text);
        let most = hardest.entry(step.technique).or_default();
        if grade > most.0 {
            *most = (grade, text);
        }
    });
    for (technique, (grade, text)) in hardest {
        assert!(grade <= 8.0, "{technique} has grade {grade:.1}: {text}");
    }
}

#[test]
fn explanations_are_easy_to_read() {
    check_reading(200);
}

#[test]
#[ignore = "2,000 explanations by each rulebook"]
fn long_explanations_are_easy_to_read() {
    check_reading(2000);
}

/// A strong link says the house or the cell that makes it, and so does a weak one; what is said is so.
#[test]
fn links_have_their_reasons() {
    let (mut strong, mut shared, mut weak) = (0, 0, 0);
    steps(300, |marks, step| {
        let Reason::Chain(chain) = &step.reason else { return };
        if step.technique == Technique::RemotePair {
            return;
        }
        let text = step.explanation(Wording::english(), &Notation::default());
        let reasons = text.split_inclusive(". ").skip(1).take(chain.len() - 1);
        for (sentence, link) in reasons.zip(&step.links()[0]) {
            let both = link.from.cells | link.to.cells;
            let houses: Vec<_> = both.common_houses().into_iter().collect();
            match link.kind {
                Some(LinkKind::Strong) if link.from.digit != link.to.digit => {
                    assert!(sentence.ends_with(", its only other candidate. "), "{sentence} in {text}");
                    assert!(is_conjugate(marks, link));
                    strong += 1;
                }
                Some(LinkKind::Strong) => {
                    let named = houses.iter().map(|house| {
                        let kind = ["row", "column", "box"][house.kind() as usize];
                        format!("{kind} {}", house.number() + 1)
                    });
                    assert!(named.clone().all(|name| sentence.contains(&name)), "{sentence} in {text}");
                    assert!(sentence.contains(", the only other place"), "{sentence} in {text}");
                    assert!(is_conjugate(marks, link));
                    strong += 1;
                    shared += usize::from(houses.len() > 1);
                }
                _ => {
                    assert!(sentence.contains(", since "), "{sentence} in {text}");
                    assert!(are_exclusive(link));
                    weak += 1;
                }
            }
        }
    });
    assert!(strong > 300 && weak > 300 && shared > 20, "{strong} {weak} {shared}");
}

/// Where a node of a forcing chain follows from one other by a strong link, the text says "the only other", and it is.
#[test]
fn reasons_within_forcing_chains_hold() {
    let mut count = 0;
    steps(1000, |marks, step| {
        let (Reason::Chains { chains, links } | Reason::Forcing { chains, links, .. }) = &step.reason else {
            return;
        };
        for (chain, links) in chains.iter().zip(links) {
            for (place, &to) in (0_u16..).zip(chain) {
                let parents: Vec<_> = links.iter().filter(|link| link[1] == place).collect();
                let [[from, _]] = parents[..] else { continue };
                let from = chain[usize::from(*from)];
                let is_one = from.digit != to.digit && from.cells == to.cells
                    || from.digit == to.digit && !(from.cells | to.cells).common_houses().is_empty();
                if !from.on && to.on && is_one {
                    let link = StepLink { from, to, kind: Some(LinkKind::Strong) };
                    assert!(is_conjugate(marks, &link), "{step}: {link:?}");
                    count += 1;
                }
            }
        }
    });
    assert!(count > 20, "{count}");
}
