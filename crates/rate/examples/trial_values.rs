//! Prints one measure without a rulebook of each puzzle of standard input, a line each: `trial_values depth|b|bxb|bxbb`.

use gridmill_board::{Grid, Shape};
use gridmill_rate::{
    Pencilmarks,
    trial::{Trial, TrialValue},
};
use std::io::{self, BufRead as _, Write as _};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let measure: fn(&mut Trial, &Pencilmarks, u64) -> TrialValue = match std::env::args().nth(1).as_deref() {
        Some("depth") => Trial::depth,
        Some("b") => Trial::braid_rating,
        Some("bxb") => Trial::bxb,
        Some("bxbb") => Trial::bxbb,
        _ => return Err("give depth, b, bxb or bxbb".into()),
    };
    let (mut trial, mut out) = (Trial::new(), io::BufWriter::new(io::stdout().lock()));
    for line in io::stdin().lock().lines() {
        let line = line?;
        let grid = Grid::parse(Shape::STANDARD, line.get(..81).unwrap_or(&line))?;
        writeln!(out, "{}", measure(&mut trial, &Pencilmarks::new(&grid), u64::MAX))?;
    }
    Ok(out.flush()?)
}
