//! The puzzles: generated ones, and collections where they are at hand.
//!
//! Collections lie in `$GRIDMILL_DATA`, or next to the repository in `shared/data`; they belong to their makers and are
//! read in place.

use anyhow::Result;
use gridmill::{
    board::{Grid, Shape},
    corpus::Sources,
    generate::{Budgets, Dig, Generator, Givens, MasterSeed, Plan},
    report::compare::Sampler,
    tables::read::Puzzles,
};
use std::path::{Path, PathBuf};

/// Collections and what they hold.
const COLLECTIONS: [(&str, &str); 5] = [
    ("17-clue.txt", "17 givens"),
    ("top1465.txt", "top1465"),
    ("hardest-11plus-5000.txt", "hardest, SE 11+"),
    ("hardest-1106.txt", "hardest-1106"),
    ("multiple-solutions.txt", "several solutions"),
];

/// The collection that is measured whole.
const WHOLE: &str = "17-clue.txt";

/// Puzzles of one kind.
pub struct Set {
    pub name: &'static str,
    pub puzzles: Vec<Grid>,
}

/// All sets that can be had, in the order of the report.
pub fn all(quick: bool) -> Result<Vec<Set>> {
    let most = if quick { 500 } else { 20_000 };
    let seed: MasterSeed = "peers".parse()?;
    let mut sampler = Sampler::new(Shape::STANDARD, seed.clone(), Budgets::DEFAULT.nodes);
    let samples = (0..most as u64).map(|index| sampler.sample(index)).collect::<Result<Vec<_>, _>>()?;
    let (minimal, broken) = samples.into_iter().map(|sample| (sample.puzzle, sample.broken)).unzip();
    let mut sets = vec![
        Set { name: "easy, 36 givens", puzzles: easy(&seed, most)? },
        Set { name: "random minimal", puzzles: minimal },
        Set { name: "random minimal, one given removed", puzzles: broken },
    ];
    for (file, name) in COLLECTIONS {
        let path = folder().join(file);
        if path.exists() {
            let most = if !quick && file == WHOLE { usize::MAX } else { most };
            sets.push(Set { name, puzzles: collection(&path, most)? });
        } else {
            eprintln!("{name}: skipped, there is no {}", path.display());
        }
    }
    Ok(sets)
}

/// The sets that are rated, each with its place among all of them: those that are not there are missing.
pub fn to_rate(quick: bool) -> Result<Vec<(usize, Set)>> {
    let most = |whole: usize| if quick { whole / 20 } else { whole };
    let seed: MasterSeed = "ratings".parse()?;
    let mut generator = Generator::new(Plan::default())?;
    let minimal =
        |index| generator.generate_with_seed(seed.puzzle_seed(index)).map(|made| made.puzzle.into_grid());
    let minimal = (0..most(20_000) as u64).map(minimal).collect::<Result<_, _>>()?;
    let mut sets = vec![
        (0, Set { name: "random minimal", puzzles: minimal }),
        (1, Set { name: "easy, 36 givens", puzzles: easy(&seed, most(20_000))? }),
    ];
    for (place, file, name, count) in [
        (2, "top1465.txt", "top1465", 1465),
        (3, "hardest-11plus-5000.txt", "first 50 of hardest, SE 11+", 50),
    ] {
        let path = folder().join(file);
        if path.exists() {
            let rows = Puzzles::new(&Sources::from(vec![path.clone()]), Shape::STANDARD)?;
            let first = rows.take(most(count)).map(|row| row.map(|(_, grid)| grid));
            sets.push((place, Set { name, puzzles: first.collect::<Result<_, _>>()? }));
        } else {
            eprintln!("{name}: skipped, there is no {}", path.display());
        }
    }
    Ok(sets)
}

fn folder() -> PathBuf {
    let default = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    std::env::var_os("GRIDMILL_DATA").map_or_else(default, PathBuf::from)
}

fn easy(seed: &MasterSeed, count: usize) -> Result<Vec<Grid>> {
    let mut generator = Generator::new(Plan::default().with_dig(Dig::top_down(Givens::Range(36, 36))))?;
    let mut puzzle =
        |index| generator.generate_with_seed(seed.puzzle_seed(index)).map(|made| made.puzzle.into_grid());
    Ok((0..count as u64).map(&mut puzzle).collect::<Result<_, _>>()?)
}

/// The puzzles of a file, or every n-th of them so that `most` are left: the order of a file means something.
fn collection(path: &Path, most: usize) -> Result<Vec<Grid>> {
    let rows = Puzzles::new(&Sources::from(vec![path.to_owned()]), Shape::STANDARD)?;
    let grids = rows.map(|row| row.map(|(_, grid)| grid)).collect::<Result<Vec<_>, _>>()?;
    let step = grids.len().div_ceil(most).max(1);
    Ok(grids.into_iter().step_by(step).collect())
}
