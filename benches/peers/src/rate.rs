//! Ratings by rulebook on the same puzzles, on one thread: `python3 benches rate [--quick]`.
//!
//! ```text
//! every puzzle is rated by every rulebook (and warms up): what each comes to is kept
//! round 0   singles, hodoku, se     the whole set each; one clock reading before and after
//! round 1   hodoku, se, singles     the order rotates
//! ...       ratio of a round = time of hodoku / time of se
//! ```
//!
//! Sets that are not there are skipped, and named on standard error.

use crate::{
    sets::{self, Set},
    turns::{in_turns, ratios, spread, three_digits},
};
use anyhow::{Context as _, Result, ensure};
use gridmill::{
    board::Grid,
    rate::{Family, Pencilmarks, Rater, Rulebook},
    report::compare::Machine,
};
use std::{hint::black_box, time::Instant};

/// Rounds, in a quick report and in a whole one.
const ROUNDS: [usize; 2] = [2, 7];

/// Rates of other raters on the same kinds of puzzles, from other runs: the sets of [`sets::to_rate`] in order.
const QUOTED: [(&str, [&str; 4]); 2] =
    [("skfr", ["550", "8600", "40", "3.2"]), ("Explainer 1.2.1", ["11-16", "1000", "", ""])];

/// A rulebook by name, and what rates by it.
type Contestant = (&'static str, Rater);

/// Totals of the ratings of a set: puzzles solved, and the sum of their ERs.
type Outcome = (usize, u64);

/// Races all rulebooks on all sets.
pub fn report(quick: bool) -> Result<()> {
    let mut raters = contestants();
    print!("{}", head(quick));
    for (place, set) in sets::to_rate(quick)? {
        eprintln!("{}: {} puzzles", set.name, set.puzzles.len());
        let row =
            race(&set, &mut raters, ROUNDS[usize::from(!quick)]).with_context(|| set.name.to_owned())?;
        println!("{row}{}", QUOTED.map(|(_, rates)| format!(" {} |", rates[place])).concat());
    }
    Ok(())
}

fn contestants() -> [Contestant; 3] {
    let singles = Rulebook::se().restricted(|rule| rule.family() == Family::Singles);
    [("singles", singles), ("hodoku", Rulebook::hodoku().clone()), ("se", Rulebook::se().clone())]
        .map(|(name, rulebook)| (name, Rater::new(&rulebook)))
}

fn race(set: &Set, raters: &mut [Contestant; 3], rounds: usize) -> Result<String> {
    let expected: Vec<Outcome> = raters.iter_mut().map(|(_, rater)| outcome(rater, &set.puzzles)).collect();
    let all = set.puzzles.len();
    ensure!(expected[2].0 == all, "se solves {} of {all}", expected[2].0);
    let seconds = in_turns(raters.len(), rounds, |n, _| {
        let clock = Instant::now();
        let found = black_box(outcome(&mut raters[n].1, &set.puzzles));
        let seconds = clock.elapsed().as_secs_f64();
        ensure!(found == expected[n], "{} changed between two runs", raters[n].0);
        Ok(seconds)
    })?;
    let solved: Vec<String> =
        expected.iter().map(|(solved, _)| format!("{:.1}", 100.0 * *solved as f64 / all as f64)).collect();
    let rate = |seconds: &Vec<f64>| spread(seconds.iter().map(|seconds| all as f64 / seconds), three_digits);
    let er = expected[2].1 as f64 / 10.0 / all as f64;
    Ok(format!(
        "| {} | {all} | {er:.2} | {} % | {} | {} | {} | {} |",
        set.name,
        solved[0],
        rate(&seconds[0]),
        rate(&seconds[1]),
        rate(&seconds[2]),
        spread(ratios(&seconds[2], &seconds[1]), three_digits)
    ))
}

fn outcome(rater: &mut Rater, puzzles: &[Grid]) -> Outcome {
    let ratings = puzzles.iter().map(|puzzle| rater.rate(&mut Pencilmarks::new(puzzle)));
    ratings.fold((0, 0), |(solved, sum), rating| {
        (solved + usize::from(rating.solved), sum + u64::from(rating.er.unwrap_or_default().tenths()))
    })
}

fn head(quick: bool) -> String {
    let rounds = ROUNDS[usize::from(!quick)];
    let quoted: String = QUOTED.map(|(name, _)| format!(" {name}, quoted |")).concat();
    let quick = if quick { " --quick" } else { "" };
    format!(
        "<!-- python3 benches rate{quick} -->\n# Puzzles rated a second on one core\n\n{} on {}.\n\n\
         Each rulebook rates the whole of each set {rounds} times on one thread, in turns whose order rotates: singles alone, \
         `hodoku` (score, level and techniques) and `se` (ER, EP, ED and techniques; all that it has, at the default rate \
         budget, which no puzzle here exceeds). Rates and the ratio (time of `hodoku` over that of `se`, in the same round) are medians \
         (quartiles) over rounds. \"Singles\" is the share of puzzles that they solve, ER the mean by `se`, in the sense of the \
         Explainer. Every rating is the same in each round, or there would be no report. Sets that are files are not part of \
         gridmill; those that were not there are missing.\n\n\
         The last columns are not of this run: they quote rates that others reached on such puzzles on a machine of this kind, \
         skfr (ER, EP, ED alone) and the Sudoku Explainer itself (N. Juillerat). They give an order of magnitude.\n\n\
         | set | puzzles | ER | singles | singles/s | hodoku/s | se/s | ratio |{quoted}\n\
         |---|--:|--:|--:|--:|--:|--:|--:|{}\n",
        gridmill::tables::PROGRAM,
        Machine::here(),
        "--:|".repeat(QUOTED.len())
    )
}
