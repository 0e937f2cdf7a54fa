//! Reads puzzles with few givens from standard input, one a line, searches the unit of a scan in which each must be found, and counts those that are.
//! A scan of a whole grid with puzzles of 17 givens takes minutes, its units milliseconds.

use gridmill_board::Grid;
use gridmill_solve::{Solutions, solve};
use gridmill_unavoidable::Scan;
use std::io::stdin;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (mut all, mut found, mut nodes) = (0, 0, 0);
    for line in stdin().lines() {
        let puzzle: Grid = line?.parse()?;
        let Solutions::Unique(solution) = solve(&puzzle) else { return Err("not unique".into()) };
        let scan = Scan::new(&solution, puzzle.givens());
        let mut searcher = scan.searcher(&|| false);
        let unit = scan.unit_of(&puzzle).and_then(|unit| searcher.search(unit));
        all += 1;
        if let Some(unit) = unit {
            nodes += unit.nodes;
            found += u32::from(unit.puzzles.contains(&puzzle));
        }
    }
    #[expect(clippy::print_stdout, reason = "an example tells its result")]
    {
        println!("{found} of {all} puzzles found in their unit, {nodes} branches");
    }
    Ok(())
}
