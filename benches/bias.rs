//! The bias of the fills as a page of Markdown: `python3 benches fills`, or `cargo bench --bench bias -- GRIDS` with the number
//! of grids a fill. Times are medians over rounds in which the fills take turns.
#![allow(clippy::print_stdout, reason = "the page goes to standard output")]

#[path = "../tests/it/fills/bands.rs"]
mod bands;

use bands::Tally;
use gridmill::{
    board::Shape,
    generate::{Fill, Filler},
};
use rand::SeedableRng;
use rand_pcg::Pcg64;
use std::{sync::LazyLock, time::Instant};

/// The numbers of each fill come from a `Pcg64` with this seed.
const SEED: &[u8; 32] = b"the bias of fills, measured once";
/// Rounds of timing, and grids in each.
const ROUNDS: usize = 21;
const GRIDS_A_ROUND: u64 = 200_000;
/// Grids of other fills for one of `selected`, which draws many.
const SLOWER: u64 = 100;

fn main() {
    // Cargo adds `--bench`.
    let grids: u64 = std::env::args().find_map(|arg| arg.parse().ok()).unwrap_or(100_000);
    let tallies = Fill::ALL.map(|fill| tally(fill, grids.div_ceil(slowness(fill))));
    head(grids);
    classes(&tallies);
    unavoidable(&tallies);
    speed();
}

fn filler(fill: Fill) -> Filler {
    Filler::new(fill, Shape::STANDARD, 1_000_000)
}

/// Returns by how many times fewer grids are made by a fill.
fn slowness(fill: Fill) -> u64 {
    if fill == Fill::Selected { SLOWER } else { 1 }
}

fn tally(fill: Fill, grids: u64) -> Tally {
    let (mut filler, mut rng, mut tally) = (filler(fill), Pcg64::from_seed(*SEED), Tally::new());
    for _ in 0..grids {
        tally.absorb(&filler.fill(&mut rng).expect("enough nodes"));
    }
    tally
}

fn head(grids: u64) {
    println!(
        "<!-- python3 benches fills --grids {grids} -->\n\n# The bias of the fills, 9x9\n\n{grids} grids of each fill, a \
         {SLOWER}th of them of `selected`, numbers from `Pcg64` with the seed `{}`. Made by {}.\n",
        String::from_utf8_lossy(SEED),
        gridmill::tables::PROGRAM
    );
}

fn classes(tallies: &[Tally]) {
    println!(
        "## Classes of bands and stacks\n\nBands (three rows) and stacks (three columns) fall into 44 classes by the number \
         of ways to complete them\n(Felgenhauer and Jarvis 2005), with exactly known shares among \
         all grids. Chi-square\nof each place on 43 degrees of freedom: a uniform fill has 43 on average and exceeds \
         59.3 in one place of\n20, 77.5 in one of 1,000, 102.7 in one of a million. Of a biased fill it grows with the number of grids.\n\n\
         | fill | rows 1-3 | rows 4-6 | rows 7-9 | columns 1-3 | columns 4-6 | columns 7-9 |\n\
         |---|--:|--:|--:|--:|--:|--:|"
    );
    for (fill, tally) in Fill::ALL.iter().zip(tallies) {
        let cells: String = tally.chi_squares().iter().map(|chi2| format!(" {chi2:.1} |")).collect();
        println!("| `{}` |{cells}", fill.name());
    }
}

fn unavoidable(tallies: &[Tally]) {
    let (sets, all) = bands::mean_fours();
    let exact = sets as f64 / all as f64;
    println!(
        "\n## Unavoidable sets of four cells in a grid\n\nTwo digits that stand crosswise in two lines: a puzzle needs one \
         of the four as a given. The exact mean over all grids\nis an average over the bands, weighted with their \
         completions. z is the distance of the means in standard errors.\n\n\
         | fill | mean | standard deviation | mean - exact | z |\n|---|--:|--:|--:|--:|\n\
         | all grids, exactly {sets} / {all} | {exact:.5} | | | |"
    );
    for (fill, tally) in Fill::ALL.iter().zip(tallies) {
        let (mean, sd) = tally.fours();
        let off = mean - exact;
        let z = off / sd * (tally.grids as f64).sqrt();
        println!("| `{}` | {mean:.5} | {sd:.4} | {off:+.5} | {z:+.1} |", fill.name());
    }
}

fn speed() {
    let mut times = Fill::ALL.map(|_| Vec::with_capacity(ROUNDS));
    let mut fillers = Fill::ALL.map(|fill| (filler(fill), Pcg64::from_seed(*SEED)));
    for _ in 0..ROUNDS {
        for (fill, (times, (filler, rng))) in Fill::ALL.into_iter().zip(times.iter_mut().zip(&mut fillers)) {
            let grids = GRIDS_A_ROUND / slowness(fill);
            let start = processor_ns();
            for _ in 0..grids {
                std::hint::black_box(filler.fill(rng).expect("enough nodes"));
            }
            times.push((processor_ns() - start) / grids as f64);
        }
    }
    println!(
        "\n## Time\n\n{}, one thread, {} {}; processor time, medians of {ROUNDS} rounds of {GRIDS_A_ROUND} grids (`selected`: a {SLOWER}th) in which the fills took \
         turns.\n\n| fill | ns a grid | grids a second | times the time of `uniform` |\n|---|--:|--:|--:|",
        processor(),
        std::env::consts::OS,
        std::env::consts::ARCH
    );
    let medians = times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[ROUNDS / 2]
    });
    for (fill, ns) in Fill::ALL.iter().zip(medians) {
        println!("| `{}` | {ns:.0} | {:.0} | {:.1} |", fill.name(), 1e9 / ns, ns / medians[0]);
    }
}

/// Processor time of this thread, without what others took meanwhile; time on the clock where the system has no
/// such count.
fn processor_ns() -> f64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let printed = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let printed = printed.as_deref().and_then(|text| text.split(' ').next()?.parse().ok());
    printed.unwrap_or_else(|| START.elapsed().as_secs_f64() * 1e9)
}

/// The processor's name, where the system has it.
fn processor() -> String {
    let cpus = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name =
        cpus.lines().find(|line| line.starts_with("model name")).and_then(|line| line.split(": ").nth(1));
    name.unwrap_or("a processor without a name").to_owned()
}
