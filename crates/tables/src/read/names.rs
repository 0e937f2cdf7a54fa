//! Names of columns: selection of the column to read, and renaming of duplicates.

use super::limits;
use crate::{
    error::{Error, Result},
    schema::{
        ColumnId,
        arrow::{may_hold_grids, type_words},
    },
};
use arrow_schema::{Field, Schema, SchemaRef};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeSet, path::Path, sync::Arc};

/// Names of columns that hold puzzles, in the order in which they are looked for.
const PUZZLE_NAMES: [&str; 6] = [ColumnId::Puzzle.name(), "question", "quizzes", "quiz", "sudoku", "clues"];
/// Names of columns that hold solutions, in the order in which they are looked for.
const SOLUTION_NAMES: [&str; 3] = [ColumnId::Solution.name(), "answer", "solutions"];

/// Returns true for a name of columns of puzzles or solutions.
pub fn holds_grids(name: &str) -> bool {
    PUZZLE_NAMES.iter().chain(&SOLUTION_NAMES).any(|known| known.eq_ignore_ascii_case(name))
}

/// Columns of a table that hold the grids, where their names are not the usual ones.
///
/// Without a name, the puzzles are in the first column that there is of `puzzle`, `question`, `quizzes`, `quiz`, `sudoku` and
/// `clues`, and the solutions in that of `solution`, `answer` and `solutions`. Upper and lower case are the same.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GridColumns {
    /// Name of the column with the puzzles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<String>,
    /// Name of the column with the solutions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution: Option<String>,
}

/// Name of the column with the puzzles, and of that with the solutions after a comma: `quiz`, `quiz,answer` or `,answer`.
impl From<&str> for GridColumns {
    fn from(text: &str) -> Self {
        let (puzzle, solution) = text.split_once(',').unwrap_or((text, ""));
        let [puzzle, solution] = [puzzle, solution].map(|name| (!name.is_empty()).then(|| name.to_owned()));
        Self { puzzle, solution }
    }
}

impl GridColumns {
    /// Writes the names as they are read; `None` if none is named.
    pub fn text(&self) -> Option<String> {
        let puzzle = self.puzzle.as_deref();
        match &self.solution {
            Some(solution) => Some(format!("{},{solution}", puzzle.unwrap_or_default())),
            None => puzzle.map(str::to_owned),
        }
    }

    /// Returns the place of the column with the puzzles among the `names` of a table in memory.
    ///
    /// # Errors
    /// [`Error::Option`] if there is none, or more than one of the same name.
    pub fn puzzle_place(&self, names: &[impl AsRef<str>]) -> Result<usize> {
        ColumnChoice::puzzles(self).place(Path::new(""), names).map_err(|error| match error {
            Error::Corpus { problem, .. } => Error::option(problem),
            other => other,
        })
    }
}

/// Grids that a reader takes from a table.
#[derive(Debug, Clone, Default)]
pub struct ColumnChoice {
    columns: GridColumns,
    solutions_first: bool,
}

impl ColumnChoice {
    /// Chooses the puzzles.
    pub fn puzzles(columns: &GridColumns) -> Self {
        Self { columns: columns.clone(), solutions_first: false }
    }

    /// Chooses the solutions; the puzzles where there are none, or where only their column is named.
    pub(super) fn solutions_first(self) -> Self {
        Self { solutions_first: true, ..self }
    }

    pub(super) const fn is_named(&self) -> bool {
        self.columns.puzzle.is_some() || (self.solutions_first && self.columns.solution.is_some())
    }

    /// Returns the number of the column of the grids, from 1, if the user names it by a number.
    pub(super) fn number(&self) -> Option<usize> {
        let [name] = self.names()[..] else { return None };
        name.parse().ok().filter(|&number| number > 0)
    }

    /// Returns the path of the grids in nested objects, if the user names one: keys with points between them.
    pub(super) fn path(&self) -> Option<&str> {
        let [name] = self.names()[..] else { return None };
        Some(name).filter(|name| self.is_named() && name.contains('.'))
    }

    /// Returns the possible names of the column, in the order in which they are looked for.
    fn names(&self) -> Vec<&str> {
        match (&self.columns.solution, &self.columns.puzzle) {
            (Some(solution), _) if self.solutions_first => vec![solution],
            (_, Some(puzzle)) => vec![puzzle],
            (_, None) if self.solutions_first => [&SOLUTION_NAMES[..], &PUZZLE_NAMES].concat(),
            (_, None) => PUZZLE_NAMES.to_vec(),
        }
    }

    /// Returns true if a column of this name may hold the grids.
    pub(super) fn allows(&self, name: &str) -> bool {
        self.names().iter().any(|&required| is_called(name, required))
    }

    pub(super) fn names_solution(&self, name: &str) -> bool {
        self.columns.solution.as_deref().is_some_and(|required| is_called(name, required))
    }

    /// Returns the place among `names` of the column to read.
    pub(super) fn place(&self, path: &Path, names: &[impl AsRef<str>]) -> Result<usize> {
        let required = self.names();
        for name in &required {
            if let Some(place) = place_of(path, names, name)? {
                return Ok(place);
            }
        }
        let required = match required.as_slice() {
            [name] => limits::shown(name),
            [others @ .., last] => format!("{} or {last}", others.join(", ")),
            [] => String::new(),
        };
        let there = if names.is_empty() {
            "there is none".to_owned()
        } else {
            format!("the columns are: {}", limits::listed(names.iter().map(AsRef::as_ref)))
        };
        let is_known = self.is_named() || names.is_empty();
        let way = if is_known { "" } else { NAME_IT };
        Err(Error::corpus(path, format!("no column is called {required}; {there}{way}")))
    }

    /// Returns the places of the columns with the grids.
    ///
    /// # Errors
    /// [`Error::Corpus`] if there are no puzzles, or a named column is not there.
    pub(super) fn grid_places(&self, path: &Path, schema: &Schema) -> Result<Vec<usize>> {
        let puzzle = self.text_place(path, schema)?;
        Ok([puzzle].into_iter().chain(self.solution_place(path, schema, puzzle)?).collect())
    }

    /// Returns the place of the column to read, which must hold text or lists of cells.
    ///
    /// # Errors
    /// [`Error::Corpus`] if there is no such column, or two of them.
    pub fn text_place(&self, path: &Path, schema: &Schema) -> Result<usize> {
        let place = self.place(path, &names(schema))?;
        must_hold_text(path, schema.field(place))?;
        Ok(place)
    }

    /// Returns the place of the column with the solutions, if there is one next to that at `puzzle`.
    ///
    /// # Errors
    /// [`Error::Corpus`] if there is no such column, or two of them.
    pub fn solution_place(&self, path: &Path, schema: &Schema, puzzle: usize) -> Result<Option<usize>> {
        let names = names(schema);
        if let Some(name) = &self.columns.solution {
            let place = Self { solutions_first: true, ..self.clone() }.place(path, &names)?;
            if place == puzzle {
                let problem = format!("the column {} cannot hold both grids", limits::shown(name));
                return Err(Error::corpus(path, problem));
            }
            must_hold_text(path, schema.field(place))?;
            return Ok(Some(place));
        }
        for name in SOLUTION_NAMES {
            if let Some(place) = place_of(path, &names, name)? {
                let is_text = may_hold_grids(schema.field(place).data_type());
                return Ok((is_text && place != puzzle).then_some(place));
            }
        }
        Ok(None)
    }

    /// Renames the columns with the grids to `puzzle` and `solution`. Other columns of these names become `input_NAME`.
    ///
    /// # Errors
    /// [`Error::Corpus`] if there are no puzzles, or a named column is not there.
    pub fn with_standard_names(&self, path: &Path, schema: &SchemaRef) -> Result<SchemaRef> {
        let puzzle = self.text_place(path, schema)?;
        let solution = self.solution_place(path, schema, puzzle)?;
        let standard = |place: usize| match place {
            _ if place == puzzle => Some(ColumnId::Puzzle.name()),
            _ if Some(place) == solution => Some(ColumnId::Solution.name()),
            _ => None,
        };
        let taken: Vec<&str> = (0..schema.fields().len()).filter_map(standard).collect();
        let mut used: BTreeSet<String> = schema.fields().iter().map(|field| field.name().clone()).collect();
        let fields = schema.fields().iter().enumerate().map(|(place, field)| {
            let mut name = standard(place).unwrap_or(field.name()).to_owned();
            if standard(place).is_none() && taken.contains(&name.as_str()) {
                while used.contains(&name) {
                    name = format!("input_{name}");
                }
                used.insert(name.clone());
            }
            if field.name() == &name { Arc::clone(field) } else { Arc::new(renamed(field, name)) }
        });
        let fields: Vec<_> = fields.collect();
        Ok(if fields == schema.fields().to_vec() {
            Arc::clone(schema)
        } else {
            Arc::new(Schema::new(fields))
        })
    }
}

/// Returns the error of a table without a known column, none of whose first values is a puzzle: to name a column would not help.
pub(super) fn without_puzzles(error: Error) -> Error {
    match error {
        Error::Corpus { path, problem } => match problem.strip_suffix(NAME_IT) {
            Some(problem) => Error::corpus(path, format!("{problem}; none of them holds a puzzle")),
            None => Error::corpus(path, problem),
        },
        other => other,
    }
}

/// Advice where a column of another name may hold the puzzles.
const NAME_IT: &str = "; name it with `column`";

fn renamed(field: &Field, name: String) -> Field {
    field.clone().with_name(name)
}

fn names(schema: &Schema) -> Vec<&str> {
    schema.fields().iter().map(|field| field.name().as_str()).collect()
}

fn is_called(name: &str, required: &str) -> bool {
    name.trim().trim_matches('"').eq_ignore_ascii_case(required)
}

/// Returns the place of the column that is called `required`.
fn place_of(path: &Path, names: &[impl AsRef<str>], required: &str) -> Result<Option<usize>> {
    let mut places = (0..names.len()).filter(|&place| is_called(names[place].as_ref(), required));
    match (places.next(), places.next()) {
        (place, None) => Ok(place),
        (_, Some(_)) => Err(Error::corpus(path, two_are_called(required))),
    }
}

fn must_hold_text(path: &Path, field: &Field) -> Result<()> {
    if may_hold_grids(field.data_type()) {
        return Ok(());
    }
    let (name, kind) = (limits::shown(field.name()), type_words(field.data_type()));
    Err(Error::corpus(path, format!("the {name} column holds {kind}; it must hold text, or lists of cells")))
}

fn two_are_called(name: &str) -> String {
    format!("two columns are called {}; rename one", limits::shown(name))
}

/// Makes the names unique: later duplicates become `name (2)` and so on.
///
/// # Errors
/// [`Error::Corpus`] if a name comes twice that is `read_by_name`, or if there are too many.
pub fn unique<'a>(
    path: &Path,
    names: impl ExactSizeIterator<Item = &'a str>,
    read_by_name: impl Fn(&str) -> bool,
) -> Result<Vec<String>> {
    let problem = |problem: String| Error::corpus(path, problem);
    if names.len() > limits::COLUMNS {
        let (found, most) = (names.len(), limits::COLUMNS);
        return Err(problem(format!("it has {found} columns; at most {most} are allowed")));
    }
    let names: Vec<&str> = names.collect();
    let mut known = BTreeSet::new();
    match names.iter().find(|&&name| !known.insert(name) && read_by_name(name)) {
        Some(name) => Err(problem(two_are_called(name))),
        None => Ok(distinct_names(names)),
    }
}

/// Makes names distinct: later duplicates become `name (2)` and so on.
pub fn distinct_names(names: Vec<&str>) -> Vec<String> {
    let given: BTreeSet<&str> = names.iter().copied().collect();
    let mut taken = BTreeSet::new();
    let distinct = |name: &str| {
        let (mut free, mut number) = (name.to_owned(), 2);
        while taken.contains(&free) || (number > 2 && given.contains(free.as_str())) {
            free = format!("{name} ({number})");
            number += 1;
        }
        taken.insert(free.clone());
        free
    };
    names.into_iter().map(distinct).collect()
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
