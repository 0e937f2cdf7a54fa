//! gridmill for JavaScript: the engine as WebAssembly.
//!
//! ```text
//! JavaScript value -JSON-> Engine -> the crates of the program -JSON-> JavaScript value
//! ```
//!
//! [`Engine`] has all functions, and runs on any platform. [`Gridmill`] is the same for wasm-bindgen: its errors are exceptions.
//! `js/` has the package around it: types, a worker, and the conversion of values.

mod bindings;
mod engine;
mod error;
mod options;

pub use bindings::Gridmill;
pub use engine::Engine;
pub use error::InputError;
pub use options::GenerateOptions;
