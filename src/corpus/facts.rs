//! Facts that tables state about their rows, in the metadata of Arrow schemas and Parquet files.

use crate::board::Shape;
use arrow_schema::{Metadata, Schema, SchemaRef};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::sync::Arc;

/// Version of the JSON that is written.
const VERSION: u32 = 1;

/// Key of the plan of generated files.
pub(super) const PLAN_KEY: &str = "gridmill.plan";

/// Facts about the rows of a table, which their cells do not tell: 2x3 and 3x2 boxes both have 36.
///
/// Written as JSON under [`KEY`](Self::KEY). Fields that are unknown are passed over, so that files of later versions can be read.
///
/// ```
/// use gridmill::{board::Shape, corpus::Facts};
///
/// let facts = Facts::of_shape(Shape::new(3, 2).unwrap());
/// assert_eq!(facts.to_json(), r#"{"version":1,"shape":"3x2"}"#);
/// assert_eq!(Facts::parse(r#"{"version":2,"shape":"3x2","rows":5}"#), Ok(facts));
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Facts {
    /// Shape of all puzzles; `None` if it is unknown.
    pub shape: Option<Shape>,
}

/// JSON form of facts.
#[derive(Serialize, Deserialize)]
struct Stated {
    version: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    shape: Option<Shape>,
}

/// The part of a plan that states facts.
#[derive(Deserialize)]
struct Planned {
    #[serde(rename = "box")]
    shape: Shape,
}

impl Facts {
    /// Key of the metadata.
    pub const KEY: &'static str = "gridmill.facts";

    /// Creates the facts of puzzles of one shape.
    pub const fn of_shape(shape: Shape) -> Self {
        Self { shape: Some(shape) }
    }

    /// Returns the JSON form.
    pub fn to_json(&self) -> String {
        let stated = Stated { version: VERSION, shape: self.shape };
        serde_json::to_string(&stated).unwrap_or_default()
    }

    /// Parses the JSON form.
    ///
    /// # Errors
    /// A line that says why the text states no facts.
    pub fn parse(text: &str) -> Result<Self, String> {
        // A list of the values would be read as the fields, too.
        let fields = serde_json::from_str::<Map<String, Value>>(text);
        let stated = fields.and_then(|fields| serde_json::from_value::<Stated>(fields.into()));
        let stated = stated.map_err(|error| format!("the metadata {} are damaged: {error}", Self::KEY))?;
        if stated.version == 0 {
            return Err(format!("the metadata {} have version 0; versions begin at 1", Self::KEY));
        }
        Ok(Self { shape: stated.shape })
    }

    /// Reads the facts of metadata; none are known where they state none.
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    pub fn of_metadata(metadata: &Metadata) -> Result<Self, String> {
        Self::of_values(|key| metadata.get(key).cloned())
    }

    /// Reads the facts of keys and values: those under [`KEY`](Self::KEY), or else the shape of the plan that generated files have.
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    pub(super) fn of_values(value: impl Fn(&str) -> Option<String>) -> Result<Self, String> {
        if let Some(text) = value(Self::KEY) {
            return Self::parse(&text);
        }
        // A plan of another version states its shape as well.
        let plan = value(PLAN_KEY).and_then(|plan| serde_json::from_str::<Planned>(&plan).ok());
        Ok(Self { shape: plan.map(|plan| plan.shape) })
    }

    /// Returns a schema with these facts in its metadata, in the place of others.
    pub fn in_schema(&self, schema: &Schema) -> SchemaRef {
        let mut metadata = schema.metadata().clone();
        self.put(&mut metadata);
        Arc::new(schema.clone().with_metadata(metadata))
    }

    /// Puts the facts into metadata, in the place of others.
    pub fn put(&self, metadata: &mut Metadata) {
        if *self == Self::default() {
            metadata.remove(Self::KEY);
        } else {
            metadata.insert(Self::KEY, self.to_json());
        }
    }

    /// Joins the facts of parts of one table.
    ///
    /// # Errors
    /// A line that names two shapes that contradict each other.
    pub fn join(self, other: Self) -> Result<Self, String> {
        match (self.shape, other.shape) {
            (Some(one), Some(two)) if one != two => {
                Err(format!("the data state {one} boxes and {two} boxes; give puzzles of one shape"))
            }
            (one, two) => Ok(Self { shape: one.or(two) }),
        }
    }

    /// Returns the shape of the puzzles: that which the data state, or else the one `chosen` by an option.
    ///
    /// # Errors
    /// A line that names both, if they contradict each other.
    pub fn shape_with(self, chosen: Option<Shape>) -> Result<Option<Shape>, String> {
        match (self.shape, chosen) {
            (Some(stated), Some(chosen)) if stated != chosen => {
                Err(format!("the data state {stated} boxes, and box is {chosen}; leave the option out"))
            }
            (stated, chosen) => Ok(stated.or(chosen)),
        }
    }
}

/// Returns the only shape of grids with this many cells; `None` if no shape has so many.
///
/// # Errors
/// A line that names both shapes, if there are two.
pub fn only_shape(cells: usize) -> Result<Option<Shape>, String> {
    match Shape::of_cells(cells) {
        Some(shape) if shape != shape.transposed() => {
            let other = shape.transposed();
            Err(format!(
                "{cells} cells fit {shape} and {other} boxes; say which: box=\"{shape}\" or box=\"{other}\""
            ))
        }
        shape => Ok(shape),
    }
}

/// Returns the shape of puzzles of which the first has this many cells: `stated`, or else the only one that fits; 9x9 without a puzzle.
///
/// # Errors
/// A line that says that the puzzle does not fit the shape that is stated, or that two shapes fit.
pub(super) fn shape_of(cells: Option<usize>, stated: Option<Shape>) -> Result<Shape, String> {
    match (cells, stated) {
        (Some(cells), Some(shape)) if cells != shape.cells() => {
            let wanted = shape.cells();
            Err(format!("{shape} boxes are stated, which have {wanted} cells; its puzzles have {cells}"))
        }
        (_, Some(shape)) => Ok(shape),
        (Some(cells), None) => Ok(only_shape(cells)?.unwrap_or(Shape::STANDARD)),
        (None, None) => Ok(Shape::STANDARD),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(text: &str) -> Shape {
        text.parse().unwrap()
    }

    #[test]
    fn facts_go_through_a_schema_and_unknown_fields_are_passed_over() {
        let facts = Facts::of_shape(shape("3x2"));
        let schema = facts.in_schema(&Schema::empty().with_metadata([("a", "b")]));
        assert_eq!(schema.metadata()["a"], "b");
        assert_eq!(Facts::of_metadata(schema.metadata()), Ok(facts));
        assert_eq!(Facts::of_metadata(&Metadata::default()), Ok(Facts::default()));
        assert_eq!(Facts::parse(r#"{"version":7,"shape":"3x2","weights":{"a":1}}"#), Ok(facts));
        let plan = Metadata::from([(PLAN_KEY, r#"{"box":"3x2","fill":"uniform"}"#)]);
        assert_eq!(Facts::of_metadata(&plan), Ok(facts));
        assert!(Facts::default().in_schema(&schema).metadata().get(Facts::KEY).is_none());
    }

    #[test]
    fn damaged_facts_are_refused_in_one_line() {
        for text in [
            "",
            "{}",
            "[]",
            "[1]",
            "{\"version\":-1}",
            "{\"version\":0}",
            "{\"version\":1,\"shape\":\"9x9\"}",
            "\0",
        ] {
            let problem = Facts::parse(text).unwrap_err();
            assert!(problem.contains(Facts::KEY) && !problem.contains('\n'), "{problem}");
        }
    }

    #[test]
    fn contradictions_name_both_shapes() {
        let facts = Facts::of_shape(shape("3x2"));
        assert_eq!(facts.shape_with(Some(shape("3x2"))), Ok(facts.shape));
        let problem = facts.shape_with(Some(shape("2x3"))).unwrap_err();
        assert_eq!(problem, "the data state 3x2 boxes, and box is 2x3; leave the option out");
        assert!(facts.join(Facts::of_shape(shape("2x3"))).unwrap_err().contains("3x2 boxes and 2x3 boxes"));
        assert_eq!(facts.join(Facts::default()), Ok(facts));
    }

    #[test]
    fn sizes_of_two_shapes_are_ambiguous() {
        for (cells, shape) in [(16, "2x2"), (81, "3x3"), (256, "4x4"), (625, "5x5")] {
            assert_eq!(only_shape(cells), Ok(Some(shape.parse().unwrap())));
        }
        for cells in [36, 64, 100, 144, 225, 400] {
            assert!(only_shape(cells).is_err(), "{cells}");
        }
        assert_eq!(
            only_shape(36).unwrap_err(),
            "36 cells fit 2x3 and 3x2 boxes; say which: box=\"2x3\" or box=\"3x2\""
        );
        assert_eq!(only_shape(80), Ok(None));
    }
}
