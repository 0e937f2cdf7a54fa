//! Columns of images: which of the input's are copied, transformed or left out, and what is added.

use super::boards::BoardForm;
use crate::jobs::add_columns::renamed;
use arrow_schema::{DataType, Field, Fields, Schema, SchemaRef};
use gridmill_tables::{
    Result,
    read::{ColumnChoice, GridColumns, TableInput, names::holds_grids},
    schema::{Column, Invariance, LayoutColumn, without_prefix},
    write::arrays::field,
};
use std::sync::Arc;

/// Columns of images.
#[derive(Debug)]
pub(super) struct OutputColumns {
    /// Columns of the input that images have, in order.
    pub(super) kept: Vec<Kept>,
    /// Place in the input of the column with the solutions.
    pub(super) solution: Option<usize>,
    /// Place in the input of the column with the puzzles.
    pub(super) puzzle: usize,
    /// The kept columns, then the source and the transform.
    pub(super) schema: SchemaRef,
    /// Names of the other columns of the input.
    pub(super) left_out: Vec<String>,
}

/// Column of the input that images have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kept {
    /// The puzzles, transformed.
    Puzzle,
    /// The solutions, transformed.
    Solution,
    /// The column of boards at this place, transformed.
    Board(usize, BoardForm),
    /// The column at this place, as it is.
    Copied(usize),
}

impl OutputColumns {
    /// Decides about each column of the input.
    ///
    /// # Errors
    /// [`Error::Corpus`](gridmill_tables::Error::Corpus) if a named column is not there.
    pub(super) fn new(tables: &TableInput, columns: &GridColumns) -> Result<Self> {
        let (path, given) = (tables.first(), tables.schema());
        let choice = ColumnChoice::puzzles(columns);
        let puzzle = choice.text_place(path, given)?;
        let solution = choice.solution_place(path, given, puzzle)?;
        let scales = &tables.facts().scales;
        let plain = |name: &'_ str| -> String {
            let of_scale = scales.iter().find_map(|scale| without_prefix(name, &scale.prefix));
            of_scale.unwrap_or(name).to_owned()
        };
        let role = |place: usize, field: &Field| match Invariance::of(&plain(field.name())) {
            _ if place == puzzle => Some(Kept::Puzzle),
            _ if Some(place) == solution => Some(Kept::Solution),
            // Another grid would not fit the images.
            _ if holds_grids(field.name()) => None,
            Invariance::Same => Some(Kept::Copied(place)),
            Invariance::Transformed => {
                BoardForm::of(field.name(), field.data_type()).map(|form| Kept::Board(place, form))
            }
            Invariance::Differs => None,
        };
        let (mut kept, mut fields, mut left_out) = (Vec::new(), Vec::new(), Vec::new());
        for (place, field) in given.fields().iter().enumerate() {
            match role(place, field) {
                Some(role) => {
                    let kind = match role {
                        Kept::Copied(_) | Kept::Board(..) => field.data_type(),
                        Kept::Puzzle | Kept::Solution => &DataType::Utf8,
                    };
                    kept.push(role);
                    fields.push(Field::new(field.name(), kind.clone(), true));
                }
                None => left_out.push(field.name().clone()),
            }
        }
        let ours = |name: &str| Column::of_images().any(|column| column.name() == name);
        let names = renamed(&Fields::from(fields.clone()), ours);
        let given = fields.into_iter().zip(names).map(|(field, name)| field.with_name(name));
        let schema = Arc::new(Schema::new(
            given
                .chain(Column::of_images().map(|column| field(&LayoutColumn::plain(column))))
                .collect::<Vec<_>>(),
        ));
        Ok(Self { kept, solution, puzzle, schema, left_out })
    }
}
