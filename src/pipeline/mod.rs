//! From a plan and a master seed to rows, in parallel and in order.
//!
//! Floor 3: the only one that knows threads, clocks and seeds.

mod fit;
mod generator;
mod given;
mod mix;
mod permutation;
mod plan;
mod rating;
mod record;
mod run;
mod seed;
mod source;
mod summary;
mod task;
mod weights;

pub use generator::{Generated, Generator};
pub use given::{Gathering, GivenGrids, Unfit};
pub use mix::Mix;
pub use plan::{Givens, Minimality, Plan};
pub use rating::{PlanRater, Rated, RatingPlan};
pub use record::Record;
pub use run::{BLOCK_ROWS, Block, Counters, Workers, thread_pool, threads};
pub use seed::{MasterSeed, STREAM_VERSION};
pub use summary::{RunSummary, Tally};
pub use task::{Task, Tasks};
pub use weights::{Amount, Estimate, Weighted};
