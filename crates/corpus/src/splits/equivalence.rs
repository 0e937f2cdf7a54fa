//! Relations between rows that count as being the same.

use serde::{Deserialize, Serialize};

/// Relation between rows that counts as being the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Equivalence {
    /// The same givens in the same cells.
    Row,
    /// Givens that a transform takes to each other: the same canonical form.
    Puzzle,
    /// Expansions that a transform takes to each other: the grids with all digits that naked and hidden singles place.
    Expansion,
    /// Solutions that a transform takes to each other.
    Grid,
}

gridmill_board::named_values!(Equivalence { Row "row", Puzzle "puzzle", Expansion "expansion", Grid "grid" });
