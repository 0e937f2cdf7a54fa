//! Compares the search with the oracle on the puzzles of a file: every chaining step on the way to the end of each.
//!
//! ```text
//! no easier rule applies -> level after level: do both find nothing? -> both find the same first step -> apply it, and go on
//! ```
//!
//! The oracle is slow from the nested levels on. So the highest level to compare is a parameter. Above it the search continues
//! alone, so that the easier steps after it are compared too.

use super::{compare, found, marks};
use crate::{
    Family, FinderMemory, Rater, Rulebook,
    explainer::chaining::{hints::LEVELS as ALL, rating::ChainLevel},
};
use std::{
    collections::BTreeMap,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    thread,
};

/// Counts of comparisons.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// States in which no easier rule applies.
    pub(super) states: usize,
    /// By level: states in which it was compared, and states in which it had a step.
    compared: BTreeMap<ChainLevel, [usize; 2]>,
    /// Steps above the highest level, found by the search alone.
    beyond: usize,
}

impl Tally {
    fn report(&self, puzzles: usize) -> String {
        let mut text = format!("{puzzles} puzzles agree in {} states that need chains\n", self.states);
        for (level, [compared, steps]) in &self.compared {
            text += &format!("{level:?}: compared in {compared} states, the first to lead on in {steps}\n");
        }
        text + &format!("{} steps of higher levels were not compared\n", self.beyond)
    }

    fn add(&mut self, other: &Self) {
        self.states += other.states;
        self.beyond += other.beyond;
        for (&level, counts) in &other.compared {
            let sum = self.compared.entry(level).or_default();
            (sum[0], sum[1]) = (sum[0] + counts[0], sum[1] + counts[1]);
        }
    }
}

/// Solves a puzzle and compares each level up to `highest`.
pub(super) fn compare_path(puzzle: &str, highest: ChainLevel, all: bool) -> Tally {
    let mut rater = Rater::new(&Rulebook::se().restricted(|rule| rule.family != Family::Chaining));
    let (mut marks, mut scratch, mut tally) = (marks(puzzle), FinderMemory::default(), Tally::default());
    loop {
        rater.rate(&mut marks);
        if marks.is_complete() {
            return tally;
        }
        tally.states += 1;
        let mut step = None;
        for level in ALL.into_iter().take_while(|&level| level <= highest) {
            let [compared, steps] = tally.compared.entry(level).or_default();
            step = compare(&marks, level, all, &mut scratch);
            *compared += 1;
            *steps += usize::from(step.is_some());
            if step.is_some() {
                break;
            }
        }
        if step.is_none() {
            let beyond = ALL.into_iter().filter(|&level| level > highest);
            step = beyond.into_iter().find_map(|level| found(&marks, level, 1, &mut scratch).pop());
            tally.beyond += usize::from(step.is_some());
        }
        let Some(step) = step else { return tally };
        marks.apply(&step);
    }
}

/// Reads environment variables. `PUZZLES` names the file, one puzzle a line; `SKIP` and `TAKE` choose among them. `LEVEL` is the
/// highest level to compare, from 0 (8.5) to 5 (11.0), 1 by default. Counts are written to a file beside that of the puzzles.
#[test]
#[ignore = "needs PUZZLES=file: bash scripts/oracle.sh"]
fn puzzles_of_a_file_agree_with_the_definition() {
    let number = |name| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let (skip, take) = (number("SKIP").unwrap_or(0), number("TAKE").unwrap_or(usize::MAX));
    let highest = ChainLevel::Dynamic(number("LEVEL").map_or(1, |level| u8::try_from(level).unwrap()));
    let file = std::env::var("PUZZLES").unwrap();
    let text = std::fs::read_to_string(&file).unwrap();
    let puzzles = text.lines().filter_map(|line| line.get(..81)).filter(|puzzle| is_puzzle(puzzle));
    let puzzles: Vec<String> = puzzles.skip(skip).take(take).map(|puzzle| puzzle.replace('0', ".")).collect();
    assert!(!puzzles.is_empty());
    let tally = on_all_threads(&puzzles, |puzzle| compare_path(puzzle, highest, false));
    std::fs::write(format!("{file}.compared"), tally.report(puzzles.len())).unwrap();
}

fn is_puzzle(text: &str) -> bool {
    text.bytes().all(|cell| matches!(cell, b'0'..=b'9' | b'.'))
}

/// Sums over puzzles, which threads take one by one.
fn on_all_threads(puzzles: &[String], of: impl Fn(&str) -> Tally + Sync) -> Tally {
    let (next, sum) = (AtomicUsize::new(0), Mutex::new(Tally::default()));
    let work = || {
        while let Some(puzzle) = puzzles.get(next.fetch_add(1, Relaxed)) {
            let tally = of(puzzle);
            sum.lock().unwrap().add(&tally);
        }
    };
    thread::scope(|scope| {
        let threads = thread::available_parallelism().map_or(1, std::num::NonZero::get);
        (0..threads).for_each(|_| drop(scope.spawn(work)));
    });
    sum.into_inner().unwrap()
}
