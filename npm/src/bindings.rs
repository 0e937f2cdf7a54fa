//! The engine for wasm-bindgen. Errors are exceptions with the line of the program.

use crate::{Engine, InputError};
use wasm_bindgen::{JsError, prelude::wasm_bindgen};

/// The engine.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Gridmill {
    engine: Engine,
}

fn thrown<T>(result: Result<T, InputError>) -> Result<T, JsError> {
    result.map_err(|error| JsError::new(&error.to_string()))
}

#[wasm_bindgen]
#[expect(clippy::needless_pass_by_value, reason = "texts that may be missing come by value")]
#[expect(clippy::missing_errors_doc, reason = "the types for JavaScript have the documentation")]
#[expect(missing_docs, reason = "the types for JavaScript have the documentation")]
impl Gridmill {
    #[wasm_bindgen(constructor)]
    #[expect(clippy::new_without_default, reason = "a constructor of JavaScript")]
    pub fn new() -> Self {
        Self { engine: Engine::new() }
    }

    pub fn version() -> String {
        env!("CARGO_PKG_VERSION").to_owned()
    }

    pub fn set_words(&mut self, wording: Option<String>, cells: Option<String>) -> Result<(), JsError> {
        thrown(self.engine.set_words(wording.as_deref(), cells.as_deref()))
    }

    pub fn generate(&mut self, options: &str) -> Result<String, JsError> {
        thrown(self.engine.generate(options))
    }

    pub fn solve(&mut self, state: &str) -> Result<String, JsError> {
        thrown(self.engine.solve(state))
    }

    pub fn hint(&mut self, state: &str, rulebook: Option<String>) -> Result<String, JsError> {
        thrown(self.engine.hint(state, rulebook.as_deref()))
    }

    pub fn steps(&mut self, state: &str, rulebook: Option<String>) -> Result<String, JsError> {
        thrown(self.engine.steps(state, rulebook.as_deref()))
    }

    pub fn film(&mut self, state: &str, rulebook: Option<String>) -> Result<String, JsError> {
        thrown(self.engine.film(state, rulebook.as_deref()))
    }

    pub fn rate(&mut self, puzzle: &str, rulebook: Option<String>) -> Result<String, JsError> {
        thrown(self.engine.rate(puzzle, rulebook.as_deref()))
    }

    pub fn count(&mut self, grid: &str, limit: u32) -> Result<u32, JsError> {
        thrown(self.engine.count(grid, limit))
    }

    pub fn svg(
        &mut self,
        state: &str,
        step: Option<u32>,
        rulebook: Option<String>,
    ) -> Result<String, JsError> {
        thrown(self.engine.svg(state, step, rulebook.as_deref()))
    }

    #[cfg(feature = "full")]
    pub fn canonical(&self, grid: &str) -> Result<String, JsError> {
        thrown(self.engine.canonical(grid))
    }
}
