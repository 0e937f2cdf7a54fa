//! Columns of images: which of the input's are copied, transformed or left out, and what is added. In columns of boards, grids and masks are
//! transformed, lists of them in order again, cells and digits renamed.

use crate::column_job::renamed;
use arrow_array::{
    Array, ArrayRef, PrimitiveArray, StringArray,
    builder::{ListBuilder, StringBuilder},
    cast::AsArray,
    types::UInt16Type,
};
use arrow_schema::{DataType, Field, Fields, Schema, SchemaRef};
use gridmill_board::{Cell, Digit, Grid, Shape, Transform};
use gridmill_tables::{
    Result,
    read::{ColumnChoice, GridColumns, TableInput, names::holds_grids},
    schema::{Column, ColumnId, Invariance, LayoutColumn, RowImage, arrow::text, without_prefix},
    write::arrays::field,
};
use std::sync::Arc;

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

/// Characters of a value that a message shows.
const SHOWN: usize = 60;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BoardForm {
    /// A grid or a mask, or several.
    Grids,
    Cell,
    Digit,
}

impl BoardForm {
    /// Returns the form of a column that a transform changes with the board; `None` for other columns, and other types.
    pub(super) fn of(name: &str, kind: &DataType) -> Option<Self> {
        let is_list = matches!(kind, DataType::List(item) if item.data_type() == &DataType::Utf8);
        match Column::named(name)?.id {
            ColumnId::Board
            | ColumnId::AmbiguousCells
            | ColumnId::Conflict
            | ColumnId::Entries
            | ColumnId::AllSolutions
            | ColumnId::DifferingSets => (kind == &DataType::Utf8 || is_list).then_some(Self::Grids),
            ColumnId::WrongCell => (kind == &DataType::Utf8).then_some(Self::Cell),
            ColumnId::WrongDigit => [DataType::Utf8, DataType::UInt16].contains(kind).then_some(Self::Digit),
            _ => None,
        }
    }

    /// Returns the column of images: the value of each source, transformed.
    pub(super) fn images(self, array: &ArrayRef, images: &[Image]) -> ArrayRef {
        match (self, array.data_type()) {
            (_, DataType::List(_)) => lists(array, images),
            (Self::Digit, DataType::UInt16) => {
                let digits = array.as_primitive::<UInt16Type>();
                let digit = |image: &Image| {
                    let value = digits.is_valid(image.row).then(|| digits.value(image.row))?;
                    Some(
                        u8::try_from(value)
                            .map_or(value, |small| renamed_digit(small, &image.transform).into()),
                    )
                };
                Arc::new(images.iter().map(digit).collect::<PrimitiveArray<UInt16Type>>())
            }
            _ => {
                let one = |image: &Image| {
                    text(array, image.row).map(|value| self.transformed(value, &image.transform))
                };
                Arc::new(images.iter().map(one).collect::<StringArray>())
            }
        }
    }

    /// Checks that the value of a row can be transformed; an empty one needs none.
    ///
    /// # Errors
    /// The value and what is allowed, in words.
    pub(super) fn check(self, array: &ArrayRef, row: usize, shape: Shape) -> Result<(), String> {
        let refused = |value: &str, allowed: &str| {
            let shown: String = value.chars().take(SHOWN).collect();
            Err(format!("{shown:?} cannot be transformed with the puzzle: give {allowed}"))
        };
        if array.is_null(row) {
            return Ok(());
        }
        if let DataType::List(_) = array.data_type() {
            let texts = array.as_list::<i32>().value(row);
            let mut texts = texts.as_string::<i32>().iter().map(Option::unwrap_or_default);
            return match texts.find(|text| !is_grid(text, shape)) {
                Some(text) => refused(text, &grids_of(shape)),
                None => Ok(()),
            };
        }
        if array.data_type() == &DataType::UInt16 {
            let value = array.as_primitive::<UInt16Type>().value(row);
            let digit = u8::try_from(value).ok().and_then(|value| digit_of(value, shape));
            return digit.map_or_else(|| refused(&value.to_string(), &digits_of(shape)), |_| Ok(()));
        }
        let text = text(array, row).unwrap_or_default();
        if text.trim().is_empty() {
            return Ok(());
        }
        let (can_be, allowed) = match self {
            Self::Grids => {
                let several = serde_json::from_str::<Vec<String>>(text);
                let all_are = several.map_or_else(
                    |_| text.split(' ').all(|text| is_grid(text, shape)),
                    |several| several.iter().all(|text| is_grid(text, shape)),
                );
                (all_are, grids_of(shape))
            }
            Self::Cell => (cell_named(text, shape).is_some(), "a cell such as r3c4".to_owned()),
            Self::Digit => {
                let digit = text.trim().parse().ok().and_then(|value| digit_of(value, shape));
                (digit.is_some(), digits_of(shape))
            }
        };
        if can_be { Ok(()) } else { refused(text, &allowed) }
    }

    fn transformed(self, text: &str, transform: &Transform) -> String {
        match self {
            Self::Grids => match serde_json::from_str::<Vec<String>>(text) {
                Ok(several) => {
                    serde_json::json!(in_order(several.iter().map(String::as_str), transform)).to_string()
                }
                Err(_) => in_order(text.split(' '), transform).join(" "),
            },
            Self::Cell => cell_named(text, transform.shape())
                .map_or_else(|| text.to_owned(), |cell| transform.cell(cell).name(transform.target())),
            Self::Digit => text
                .trim()
                .parse()
                .map_or_else(|_| text.to_owned(), |digit| renamed_digit(digit, transform).to_string()),
        }
    }
}

fn lists(array: &ArrayRef, images: &[Image]) -> ArrayRef {
    let mut builder = ListBuilder::new(StringBuilder::new());
    for image in images {
        let is_there = array.is_valid(image.row);
        if is_there {
            let texts = array.as_list::<i32>().value(image.row);
            let texts = texts.as_string::<i32>().iter().flatten();
            for text in in_order(texts, &image.transform) {
                builder.values().append_value(text);
            }
        }
        builder.append(is_there);
    }
    Arc::new(builder.finish())
}

/// Transforms texts, and puts them in ascending order.
fn in_order<'a>(texts: impl Iterator<Item = &'a str>, transform: &Transform) -> Vec<String> {
    let mut texts: Vec<String> = texts.map(|text| grid(text, transform)).collect();
    texts.sort_unstable();
    texts
}

/// Returns true for the text of a grid or a mask: a character a cell, of which digits are those of the shape.
fn is_grid(text: &str, shape: Shape) -> bool {
    let is_foreign = |byte| Digit::from_ascii(byte).is_some_and(|digit| digit.index() >= shape.side());
    text.len() == shape.cells() && text.is_ascii() && !text.bytes().any(is_foreign)
}

fn grids_of(shape: Shape) -> String {
    format!("{} characters, a digit or an empty cell each", shape.cells())
}

fn digits_of(shape: Shape) -> String {
    format!("a digit from 1 to {}", shape.side())
}

/// Transforms a grid or a mask; a text of another length stays.
fn grid(text: &str, transform: &Transform) -> String {
    let shape = transform.shape();
    if text.len() != shape.cells() || !text.is_ascii() {
        return text.to_owned();
    }
    let mut moved = vec![b'.'; text.len()];
    for (cell, byte) in shape.all_cells().zip(text.bytes()) {
        let digit = Digit::from_ascii(byte).filter(|digit| digit.index() < shape.side());
        moved[transform.cell(cell).index()] = digit.map_or(byte, |digit| transform.digit(digit).ascii());
    }
    String::from_utf8_lossy(&moved).into_owned()
}

/// Returns the cell of a name such as `r3c4`, in any case.
fn cell_named(text: &str, shape: Shape) -> Option<Cell> {
    shape.all_cells().find(|cell| cell.name(shape).eq_ignore_ascii_case(text.trim()))
}

fn digit_of(value: u8, shape: Shape) -> Option<Digit> {
    Digit::new(value).filter(|digit| digit.index() < shape.side())
}

/// Returns the digit that takes the place of this one; another number stays.
fn renamed_digit(value: u8, transform: &Transform) -> u8 {
    digit_of(value, transform.shape()).map_or(value, |digit| transform.digit(digit).value())
}

pub(super) struct Image {
    /// Number of the source in its batch.
    pub(super) row: usize,
    pub(super) transform: Transform,
    pub(super) grid: Grid,
    pub(super) puzzle: String,
    pub(super) solution: Option<String>,
    pub(super) origin: RowImage,
}
