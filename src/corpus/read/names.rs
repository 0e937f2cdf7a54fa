//! Names of columns: selection of the column to read, and renaming of duplicates.

use super::{Columns, is_called, limits};
use crate::{
    error::{Error, Result},
    schema::arrow::is_plain_text,
};
use arrow_schema::Schema;
use std::{collections::BTreeSet, path::Path};

/// Returns the place among `names` of the column to read.
///
/// # Errors
/// [`Error::Corpus`] if there is none, or more than one of the same name.
pub(super) fn column_of(path: &Path, names: &[impl AsRef<str>], columns: Columns) -> Result<usize> {
    let problem = |problem: String| Error::Corpus { path: path.to_owned(), problem };
    for &column in columns {
        let mut places = names
            .iter()
            .enumerate()
            .filter(|(_, name)| is_called(name.as_ref(), column))
            .map(|(place, _)| place);
        match (places.next(), places.next()) {
            (Some(place), None) => return Ok(place),
            (Some(_), Some(_)) => return Err(problem(two_are_called(column.name()))),
            (None, _) => {}
        }
    }
    let wanted = columns.iter().map(|column| column.name()).collect::<Vec<_>>().join(" or ");
    let there = if names.is_empty() {
        "there is none".to_owned()
    } else {
        format!("the columns are: {}", limits::listed(names.iter().map(AsRef::as_ref)))
    };
    Err(problem(format!("no column is called {wanted}; {there}")))
}

/// Returns the place of the column to read, which must hold text.
pub(in crate::corpus) fn text_column(path: &Path, schema: &Schema, columns: Columns) -> Result<usize> {
    let names: Vec<&str> = schema.fields().iter().map(|field| field.name().as_str()).collect();
    let column = column_of(path, &names, columns)?;
    let field = schema.field(column);
    if is_plain_text(field.data_type()) {
        return Ok(column);
    }
    let (name, kind) = (field.name(), field.data_type());
    let problem = format!("the {name} column holds {kind}; it must hold text (Utf8)");
    Err(Error::Corpus { path: path.to_owned(), problem })
}

fn two_are_called(name: &str) -> String {
    format!("two columns are called {}; rename one", limits::shown(name))
}

/// Makes the names unique: later duplicates become `name (2)` and so on.
///
/// # Errors
/// [`Error::Corpus`] if a name comes twice that is `read_by_name`, or if there are too many.
pub(in crate::corpus) fn unique<'a>(
    path: &Path,
    names: impl ExactSizeIterator<Item = &'a str>,
    read_by_name: impl Fn(&str) -> bool,
) -> Result<Vec<String>> {
    let problem = |problem: String| Error::Corpus { path: path.to_owned(), problem };
    if names.len() > limits::COLUMNS {
        let (found, most) = (names.len(), limits::COLUMNS);
        return Err(problem(format!("it has {found} columns; at most {most} are allowed")));
    }
    let names: Vec<&str> = names.collect();
    let given: BTreeSet<&str> = names.iter().copied().collect();
    let mut taken = BTreeSet::new();
    let mut unique = Vec::with_capacity(names.len());
    for name in names {
        let mut free = name.to_owned();
        let mut number = 2;
        while taken.contains(&free) || (number > 2 && given.contains(free.as_str())) {
            if read_by_name(name) {
                return Err(problem(two_are_called(name)));
            }
            free = format!("{name} ({number})");
            number += 1;
        }
        taken.insert(free.clone());
        unique.push(free);
    }
    Ok(unique)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_columns_of_a_name_are_numbered() {
        let path = Path::new("a.csv");
        let rename = |names: &[&str]| unique(path, names.iter().copied(), |name| name == "puzzle");
        assert_eq!(rename(&["a", "b", "a", "a"]).unwrap(), ["a", "b", "a (2)", "a (3)"]);
        assert_eq!(rename(&["a", "a", "a (2)"]).unwrap(), ["a", "a (3)", "a (2)"]);
        assert_eq!(rename(&["", "puzzle", ""]).unwrap(), ["", "puzzle", " (2)"]);
        let error = rename(&["puzzle", "a", "puzzle"]).unwrap_err();
        assert_eq!(error.to_string(), "a.csv: two columns are called puzzle; rename one");
        assert!(rename(&vec!["a"; 1024]).is_ok());
        assert!(rename(&vec!["a"; 1025]).unwrap_err().to_string().contains("at most 1024"));
    }
}
