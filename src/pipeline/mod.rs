//! From a plan and a master seed to rows, in parallel and in order.
//!
//! Floor 3: the only one that knows threads, clocks and seeds.

mod generator;
mod plan;
mod record;
mod run;
mod seed;
mod summary;

pub use generator::{Generated, Generator};
pub use plan::{Givens, Plan};
pub use record::Record;
pub use run::{BLOCK_ROWS, Block, Counters, Workers};
pub use seed::{MasterSeed, STREAM_VERSION};
pub use summary::{RunSummary, Tally};
