//! The `hodoku` rulebook against HoDoKu, and the finders against its library of cases.

use super::{data, grid};
use gridmill::rate::{FinderMemory, Pencilmarks, Rater, Rulebook, Technique, library::Case};

#[test]
fn every_case_of_the_library_is_found() {
    let [Some(text)] = data::read("library", ["reglib-dev.txt"]) else { return };
    let mut scratch = FinderMemory::default();
    let (mut cases, mut failed) = (0, Vec::new());
    for line in text.lines() {
        let Some(case) = Case::parse(line).unwrap() else { continue };
        cases += 1;
        if !case.passes(&case.found(&mut scratch)) {
            failed.push(line);
        }
    }
    assert!(cases >= 500, "{cases} cases are no library");
    assert!(failed.is_empty(), "{} of {cases}:\n{}", failed.len(), failed.join("\n"));
}

#[test]
fn levels_and_scores_are_those_of_hodoku() {
    let [Some(text)] = data::read("ratings", ["hodoku-ratings-dev.tsv"]) else { return };
    let rulebook = Rulebook::hodoku();
    let mut rater = Rater::new(rulebook);
    let mut rows = 0;
    for line in text.lines().skip(1) {
        let [puzzle, level, score, ..] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let rating = rater.rate(&mut Pencilmarks::new(&grid(puzzle)));
        assert!(rating.solved, "{puzzle}");
        let ours = rating.level.as_deref().unwrap_or_default();
        assert!(ours.eq_ignore_ascii_case(level), "{puzzle} is {level}, not {ours}");
        assert_eq!(rating.score, score.parse().ok(), "{puzzle}");
        rows += 1;
        let singles = [Technique::FullHouse, Technique::NakedSingle, Technique::HiddenSingle];
        let alone = singles.iter().map(|&single| u32::from(rating.count(single))).sum::<u32>();
        assert!(level != "Easy" || alone == rating.steps, "{puzzle} is easy, and needs more than singles");
    }
    assert!(rows >= 500, "{rows} puzzles are no sample");
}
