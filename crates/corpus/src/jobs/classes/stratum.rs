//! Properties by which splits are stratified.

use arrow_array::{ArrayRef, RecordBatch};
use gridmill_tables::{Error, Result, read::Rows, schema::ColumnId, write::cells::write_cell};
use serde::{Deserialize, Serialize};

/// Property whose values have the same shares in each split.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stratum {
    /// The column `level`; next to other rulebooks, that of the first with a score.
    Level,
    /// The column `er`, or that of the rulebook that has one.
    Er,
    /// The number of givens.
    Givens,
    /// The column `guesses`, by classes: 0, more than 0 and below 1, the whole part below 10, then all numbers with the same first digit.
    Guesses,
    /// The column `score`, or that of the first rulebook that measures by scores, by classes like guesses.
    Score,
    /// The column `trial_depth`.
    TrialDepth,
    /// The column `b`.
    B,
    /// The column `backdoor_size`.
    BackdoorSize,
}

impl Stratum {
    /// Every property.
    pub const ALL: [Self; 8] = [
        Self::Level,
        Self::Er,
        Self::Givens,
        Self::Guesses,
        Self::Score,
        Self::TrialDepth,
        Self::B,
        Self::BackdoorSize,
    ];

    /// Returns the name in options.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Level => ColumnId::Level.name(),
            Self::Er => ColumnId::Er.name(),
            Self::Givens => ColumnId::Givens.name(),
            Self::Guesses => ColumnId::Guesses.name(),
            Self::Score => ColumnId::Score.name(),
            Self::TrialDepth => ColumnId::TrialDepth.name(),
            Self::B => ColumnId::B.name(),
            Self::BackdoorSize => ColumnId::BackdoorSize.name(),
        }
    }

    /// Returns the name of a value in texts.
    pub const fn value_name(self) -> &'static str {
        match self {
            Self::Level | Self::Er => self.name(),
            Self::TrialDepth => "trial depth",
            Self::B => "B",
            Self::BackdoorSize => "backdoor size",
            Self::Givens => "number of givens",
            Self::Guesses => "class of guesses",
            Self::Score => "class of scores",
        }
    }

    /// Returns true if values are numbers that are grouped by their first digit.
    const fn has_classes(self) -> bool {
        matches!(self, Self::Guesses | Self::Score)
    }

    /// Returns the column, alone or next to those of other rulebooks: the level and the score of the first that measures by
    /// scores, else of the first; the ER of the first that has one.
    fn column(self, rows: &RecordBatch) -> Option<&ArrayRef> {
        let named = |name: &str| rows.column_by_name(name);
        let schema = rows.schema_ref();
        let prefixes = schema.fields().iter().filter_map(|field| field.name().strip_suffix(self.name()));
        let prefixes = prefixes.filter(|prefix| prefix.ends_with('_'));
        let has = |prefix: &&str, id: ColumnId| named(&format!("{prefix}{}", id.name())).is_some();
        let of_rulebook = prefixes.filter(|prefix| has(prefix, ColumnId::StuckCells));
        let with_score = of_rulebook.clone().find(|prefix| has(prefix, ColumnId::HardestScore));
        let prefix = with_score
            .filter(|_| matches!(self, Self::Level | Self::Score))
            .or_else(|| of_rulebook.clone().next());
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
            let adds = match self {
                Self::Guesses => "measures the search difficulty",
                Self::TrialDepth | Self::B => "measures trial depth and braids",
                Self::BackdoorSize => "measures backdoors",
                Self::Level | Self::Er | Self::Givens | Self::Score => "adds ratings",
            };
            let problem = format!("no column is called {name}; the command rate {adds}");
            return Err(Error::corpus(rows.file.0.clone(), problem));
        };
        let value = |row| {
            let mut text = Vec::new();
            write_cell(column, row, &mut text)?;
            let text = String::from_utf8_lossy(&text);
            Ok(if self.has_classes() { class_by_first_digit(&text) } else { text.into_owned() })
        };
        (0..rows.batch.num_rows()).map(value).collect()
    }
}

/// Returns the class of a number of guesses or a score: `0`, `0+` for what is between 0 and 1, `1` to `9`, `10`, `20` and so on to `100`, then `200`. A
/// text that is not such a number is a class by itself.
fn class_by_first_digit(text: &str) -> String {
    let is_number = |number: &f64| number.is_finite() && *number >= 0.0;
    let Some(number) = text.parse().ok().filter(is_number) else { return text.to_owned() };
    if number > 0.0 && number < 1.0 {
        return "0+".to_owned();
    }
    let whole = format!("{:.0}", number.floor());
    let (first, rest) = whole.split_at(1);
    format!("{first}{}", "0".repeat(rest.len()))
}

#[cfg(test)]
mod tests {
    use super::class_by_first_digit;

    #[test]
    fn numbers_are_classes_by_their_first_digit() {
        let texts = [
            "0.0",
            "0.99",
            "1.0",
            "9.99",
            "10.0",
            "49.31",
            "99.99",
            "123.4",
            "392",
            "4294967295",
            "",
            "NaN",
            "-1.0",
            "x",
        ];
        let classes = texts.map(class_by_first_digit);
        assert_eq!(
            classes,
            ["0", "0+", "1", "9", "10", "40", "90", "100", "300", "4000000000", "", "NaN", "-1.0", "x"]
        );
    }
}
