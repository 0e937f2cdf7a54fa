//! The `hodoku` rulebook against HoDoKu, and the finders against its library of cases.

use crate::{data, grid};
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
    let (mut rows, mut same_level, mut scores) = (0, 0, Vec::new());
    for line in text.lines().skip(1) {
        let [puzzle, level, score, ..] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let rating = rater.rate(&mut Pencilmarks::new(&grid(puzzle)));
        assert!(rating.solved, "{puzzle}");
        let ours = rating.level.map_or("", |level| &rulebook.levels()[usize::from(level)].name);
        rows += 1;
        same_level += u32::from(ours.eq_ignore_ascii_case(level));
        scores.push((score.parse::<f64>().unwrap(), f64::from(rating.score.unwrap()) / 10.0));
        let singles = [Technique::FullHouse, Technique::NakedSingle, Technique::HiddenSingle];
        let alone = singles.iter().map(|&single| u32::from(rating.counts[single as usize])).sum::<u32>();
        assert!(level != "Easy" || alone == rating.steps, "{puzzle} is easy, and needs more than singles");
    }
    let rho = spearman(&scores);
    println!("level agrees on {same_level} of {rows}, Spearman's rho of scores {rho:.4}");
    assert!(f64::from(same_level) >= 0.97 * f64::from(rows), "level agrees on {same_level} of {rows}");
    assert!(rho >= 0.98, "Spearman's rho of scores {rho}");
}

/// Spearman's rank correlation, ties at their mean rank.
fn spearman(pairs: &[(f64, f64)]) -> f64 {
    let one = ranks(&pairs.iter().map(|pair| pair.0).collect::<Vec<_>>());
    let other = ranks(&pairs.iter().map(|pair| pair.1).collect::<Vec<_>>());
    let mean = one.iter().sum::<f64>() / one.len() as f64;
    let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| (x - mean) * (y - mean)).sum::<f64>();
    product(&one, &other) / (product(&one, &one) * product(&other, &other)).sqrt()
}

fn ranks(values: &[f64]) -> Vec<f64> {
    let below = |value: f64| values.iter().filter(|&&other| other < value).count() as f64;
    let equal = |value: f64| values.iter().filter(|other| other.total_cmp(&value).is_eq()).count() as f64;
    values.iter().map(|&value| below(value) + (equal(value) - 1.0) / 2.0).collect()
}
