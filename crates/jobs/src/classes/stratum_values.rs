//! Values of the property by which splits are stratified.

use arrow_array::{ArrayRef, RecordBatch};
use gridmill_board::Grid;
use gridmill_corpus::Stratum;
use gridmill_tables::{Error, Result, read::Rows, schema::ColumnId, write::cells::write_cell};

/// Returns the value of each row.
pub(super) fn stratum_values(stratum: Stratum, rows: &Rows) -> Result<Vec<String>> {
    if stratum == Stratum::Givens {
        let givens = |grid: &Result<_, _>| grid.as_ref().map_or(0, Grid::givens);
        return Ok(rows.puzzles.iter().map(|(_, grid)| givens(grid).to_string()).collect());
    }
    let name = stratum.name();
    let Some(column) = column(stratum, &rows.batch) else {
        let adds = match stratum {
            Stratum::Guesses => "measures the search difficulty",
            Stratum::TrialDepth | Stratum::B => "measures trial depth and braids",
            Stratum::BackdoorSize => "measures backdoors",
            Stratum::Level | Stratum::Er | Stratum::Givens | Stratum::Score => "adds ratings",
        };
        let problem = format!("no column is called {name}; the command rate {adds}");
        return Err(Error::corpus(rows.file.0.clone(), problem));
    };
    let has_classes = matches!(stratum, Stratum::Guesses | Stratum::Score);
    let value = |row| {
        let mut text = Vec::new();
        write_cell(column, row, &mut text)?;
        let text = String::from_utf8_lossy(&text);
        Ok(if has_classes { class_by_first_digit(&text) } else { text.into_owned() })
    };
    (0..rows.batch.num_rows()).map(value).collect()
}

/// Returns the column, alone or next to those of other rulebooks: the level and the score of the first that measures by
/// scores, else of the first; the ER of the first that has one.
fn column(stratum: Stratum, rows: &RecordBatch) -> Option<&ArrayRef> {
    let named = |name: &str| rows.column_by_name(name);
    let schema = rows.schema_ref();
    let prefixes = schema.fields().iter().filter_map(|field| field.name().strip_suffix(stratum.name()));
    let prefixes = prefixes.filter(|prefix| prefix.ends_with('_'));
    let has = |prefix: &&str, id: ColumnId| named(&format!("{prefix}{}", id.name())).is_some();
    let of_rulebook = prefixes.filter(|prefix| has(prefix, ColumnId::StuckCells));
    let with_score = of_rulebook.clone().find(|prefix| has(prefix, ColumnId::HardestScore));
    let prefix = with_score
        .filter(|_| matches!(stratum, Stratum::Level | Stratum::Score))
        .or_else(|| of_rulebook.clone().next());
    named(stratum.name()).or_else(|| named(&format!("{}{}", prefix?, stratum.name())))
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
    use super::*;

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
