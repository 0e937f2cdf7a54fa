//! gridmill for JavaScript: the engine as WebAssembly.
//!
//! ```text
//! JavaScript value -JSON-> Engine -> the crates of the program -JSON-> JavaScript value
//! ```
//!
//! [`Engine`] has all functions, and runs on any platform. For JavaScript its name is `Gridmill`, and its errors are exceptions.
//! `js/` has the package around it: types, a worker, and the conversion of values.

mod engine;
mod error;
mod options;

pub use engine::Engine;
pub use error::InputError;
pub use options::GenerateOptions;
