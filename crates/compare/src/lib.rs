//! Uniqueness checkers side by side: the same questions, fair times, and whether they agree.
//!
//! It measures time and runs the commands of [`External`] checkers; it reads no files and
//! prints nothing.
//!
//! Each block of questions goes through every checker twice, in an order that rotates from block to block:
//!
//! ```text
//! block 0   time whole:  A B C   time each check:  A B C
//! block 1                B C A                     B C A
//! block 2                C A B                     C A B
//! ```
//!
//! The first pass reads the clock twice a block and gives rates and ratios, free of the timer's own cost. The second
//! reads it twice a check and gives latencies, nodes, answers and first solutions. What disturbs the machine disturbs
//! neighbours alike, so ratios are taken within blocks and their median and quartiles reported (the idea of paired
//! benchmarks: A. Georges, D. Buytaert, L. Eeckhout, "Statistically Rigorous Java Performance Evaluation", 2007,
//! shows why one run of each says little).
//!
//! An external checker answers a block in one run of its command, in the first pass, and sits out the second. Its start-up is
//! subtracted from the time of the run. A short block is read several times over, so that the start-up is the smaller part.

mod comparison;
mod external;
mod machine;
mod process_tree;
mod question;
mod report;
mod sample;

pub use comparison::{Backend, ByTechnique, Checker, Comparison, TECHNIQUE, percentile_curve};
pub use external::External;
pub use machine::{CLOCK, Machine, timer_cost_ns};
pub use question::{Answer, Question, Verdict, Workload};
pub use report::{
    CheckerResult, CheckersReport, ExternalRun, Latency, Mismatch, Outcome, Quantile, SCHEMA, Spread,
    write_csv,
};
pub use sample::{Sample, Sampler};

/// Puzzles of a block, where there are enough for [`BLOCKS`] of them.
pub const BLOCK: usize = 256;

/// Blocks at least, where there are as many puzzles: what the median and quartiles need.
pub const BLOCKS: usize = 20;

/// Returns the number of puzzles in a block when `puzzles` are to be compared.
pub fn block_size(puzzles: usize) -> usize {
    (puzzles / BLOCKS).clamp(1, BLOCK)
}
