//! Complete grids and puzzles dug from them; the caller brings the random numbers.
//!
//! Floor 2. Knows no clock, no thread, no file and no master seed.

mod complete;
mod diagonal;
mod dig;
mod digitwise;
mod fill;
mod limited;
pub mod random;
mod shuffle_pool;
mod transform;
mod uniform;

pub use complete::Completer;
pub use dig::{
    BottomUp, Descents, Dig, Digger, Dug, Effort, Found, Goal, Landed, Pass, PatternSearch, Start, Walked,
    controlled_bias, is_minimal, minimise, symmetric, top_down, walk, weighted,
};
pub use fill::{Fill, Filler};
pub use limited::Limited;
pub use shuffle_pool::ShufflePool;
pub use transform::random_transform;
