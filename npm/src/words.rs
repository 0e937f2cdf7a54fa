//! Language of explanations and problems, and the names of cells in them.

use crate::{InputError, options::named};
use gridmill_rate::{CellNames, Wording};

/// Words of explanations and problems.
#[derive(Debug, Default)]
pub(crate) struct Words {
    /// Names of cells.
    pub(crate) names: CellNames,
    /// The wording, unless it is the English one.
    chosen: Option<Wording>,
}

impl Words {
    /// Reads the text of a wording and the style of names; English and `r1c1` without them.
    pub(crate) fn read(wording: Option<&str>, cells: Option<&str>) -> Result<Self, InputError> {
        let chosen = wording.map(Wording::parse).transpose();
        let chosen = chosen.map_err(|error| InputError::option("wording", error.to_string()))?;
        let names = named("cells", cells, &CellNames::ALL, CellNames::name)?.unwrap_or_default();
        Ok(Self { names, chosen })
    }

    /// Returns the wording.
    pub(crate) fn wording(&self) -> &Wording {
        self.chosen.as_ref().unwrap_or_else(|| Wording::english())
    }
}
