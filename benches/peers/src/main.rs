//! gridmill and other solvers, and its rulebooks: `python3 benches solvers|generate|shapes|rate|canonical [--quick]`.
//!
//! Reports go to standard output as Markdown, progress to standard error.

mod canonical;
mod children;
mod generate;
mod modes;
mod rate;
mod sets;
mod shapes;
mod solvers;
mod tails;
mod turns;

use anyhow::{Result, bail};

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let quick = arguments.iter().any(|argument| argument == "--quick");
    match arguments.first().map(String::as_str) {
        Some("solvers") => solvers::report(quick),
        Some("generate") => generate::report(quick),
        Some("shapes") => shapes::report(quick),
        Some("canonical") => canonical::report(quick),
        Some("rate") => rate::report(quick),
        _ => bail!("usage: gridmill-peers solvers|generate|shapes|rate|canonical [--quick]"),
    }
}
