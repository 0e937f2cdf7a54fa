//! Cells of text that are JSON literals.

/// Cells of text columns that hold a number, a flag, a list or an object of JSON: writers of JSON give them no quotes. Only readers of JSON know
/// any.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct JsonLiterals {
    /// True at the rows of each column. Columns without such cells, and the rows after the last of them, may have no entry.
    columns: Vec<Vec<bool>>,
}

impl JsonLiterals {
    /// No cell.
    pub const NONE: Self = Self { columns: Vec::new() };

    /// Returns true if the cell is a literal.
    pub fn contains(&self, column: usize, row: usize) -> bool {
        self.columns.get(column).and_then(|rows| rows.get(row)).copied().unwrap_or(false)
    }

    /// Adds a cell.
    pub(crate) fn insert(&mut self, column: usize, row: usize) {
        if self.columns.len() <= column {
            self.columns.resize_with(column + 1, Vec::new);
        }
        let rows = &mut self.columns[column];
        rows.resize(rows.len().max(row + 1), false);
        rows[row] = true;
    }

    /// Returns the cells of some columns: those at these places, in order; none for a column that is new.
    #[must_use]
    pub fn select(&self, places: impl IntoIterator<Item = Option<usize>>) -> Self {
        if self.columns.is_empty() {
            return Self::NONE;
        }
        let column = |place: Option<usize>| place.and_then(|place| self.columns.get(place)).cloned();
        Self { columns: places.into_iter().map(|place| column(place).unwrap_or_default()).collect() }
    }

    /// Returns the cells of some rows, in order.
    #[must_use]
    pub fn take(&self, rows: &(impl Iterator<Item = usize> + Clone)) -> Self {
        let column = |(column, known): (usize, &Vec<bool>)| {
            if known.is_empty() {
                return Vec::new();
            }
            rows.clone().map(|row| self.contains(column, row)).collect()
        };
        Self { columns: self.columns.iter().enumerate().map(column).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_follow_their_columns_and_rows() {
        let mut cells = JsonLiterals::NONE;
        assert_eq!(cells.select([Some(3), None]), JsonLiterals::NONE);
        cells.insert(2, 1);
        cells.insert(0, 4);
        let all = |cells: &JsonLiterals| {
            let places = (0..4).flat_map(|column| (0..6).map(move |row| (column, row)));
            places.filter(|&(column, row)| cells.contains(column, row)).collect::<Vec<_>>()
        };
        assert_eq!(all(&cells), [(0, 4), (2, 1)]);
        assert_eq!(all(&cells.select([None, Some(2), Some(0)])), [(1, 1), (2, 4)]);
        assert_eq!(all(&cells.take(&[4, 1, 1].into_iter())), [(0, 0), (2, 1), (2, 2)]);
    }
}
