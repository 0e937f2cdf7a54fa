//! Properties by which splits are stratified.

use arrow_array::{ArrayRef, RecordBatch};
use gridmill_tables::{Error, Result, read::Rows, schema::ColumnId, write::cells_as_text::write_cell};
use serde::{Deserialize, Serialize};

/// Property whose values have the same shares in each split.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stratum {
    /// The column `level`; beside other rulebooks, that of the first with a score.
    Level,
    /// The column `er`, or that of the rulebook that has one.
    Er,
    /// The number of givens.
    Givens,
}

impl Stratum {
    /// Every property.
    pub const ALL: [Self; 3] = [Self::Level, Self::Er, Self::Givens];

    /// Returns the name in options.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Level => ColumnId::Level.name(),
            Self::Er => ColumnId::Er.name(),
            Self::Givens => ColumnId::Givens.name(),
        }
    }

    /// Returns the column, alone or beside those of other rulebooks: the level of the first that has a score, else of the first; the ER of the
    /// first that has one.
    fn column(self, rows: &RecordBatch) -> Option<&ArrayRef> {
        let named = |name: &str| rows.column_by_name(name);
        let schema = rows.schema_ref();
        let prefixes = schema.fields().iter().filter_map(|field| field.name().strip_suffix(self.name()));
        let prefixes = prefixes.filter(|prefix| prefix.ends_with('_'));
        let has = |prefix: &&str, id: ColumnId| named(&format!("{prefix}{}", id.name())).is_some();
        let of_rulebook = prefixes.filter(|prefix| has(prefix, ColumnId::StuckCells));
        let with_score = of_rulebook.clone().find(|prefix| has(prefix, ColumnId::HardestScore));
        let prefix = with_score.filter(|_| self == Self::Level).or_else(|| of_rulebook.clone().next());
        named(self.name()).or_else(|| named(&format!("{}{}", prefix?, self.name())))
    }

    /// Returns the value of each row.
    pub(super) fn values(self, rows: &Rows) -> Result<Vec<String>> {
        if self == Self::Givens {
            let givens = |grid: &Result<_, _>| grid.as_ref().map_or(0, gridmill_board::Grid::givens);
            return Ok(rows.puzzles.iter().map(|(_, grid)| givens(grid).to_string()).collect());
        }
        let name = self.name();
        let Some(column) = self.column(&rows.batch) else {
            let problem = format!("no column is called {name}; `gridmill rate` adds ratings");
            return Err(Error::corpus(rows.file.0.clone(), problem));
        };
        let value = |row| {
            let mut text = Vec::new();
            write_cell(column, row, &mut text)?;
            Ok(String::from_utf8_lossy(&text).into_owned())
        };
        (0..rows.batch.num_rows()).map(value).collect()
    }
}
