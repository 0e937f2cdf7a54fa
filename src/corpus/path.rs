//! Solving paths as columns: nested lists in Parquet, JSON in text.
//!
//! ```text
//! path        list of struct
//!   technique     name
//!   placements    list of {cell, digit}      cell: row-major from 0; digit: 1 to 9
//!   eliminations  list of {cell, digit}
//!   cells         list of cell               what a person would point at
//! ```

use crate::technique::{Candidate, Step, Technique};
use arrow_array::{
    ArrayRef, ListArray, StructArray, UInt8Array,
    builder::{ArrayBuilder as _, StringDictionaryBuilder, UInt8Builder},
    types::Int32Type,
};
use arrow_buffer::{NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{DataType, Field, Fields};
use serde_json::{Value, json};
use std::sync::Arc;

fn list(name: &str, item: DataType) -> Field {
    Field::new(name, DataType::List(item_field(item)), false)
}

fn item_field(item: DataType) -> Arc<Field> {
    Arc::new(Field::new("item", item, false))
}

fn candidate_fields() -> Fields {
    ["cell", "digit"].map(|name| Field::new(name, DataType::UInt8, false)).into_iter().collect()
}

fn step_fields() -> Fields {
    let name = DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8));
    let candidates = DataType::Struct(candidate_fields());
    Fields::from(vec![
        Field::new("technique", name, false),
        list("placements", candidates.clone()),
        list("eliminations", candidates),
        list("cells", DataType::UInt8),
    ])
}

/// The type of the column.
pub(super) fn data_type() -> DataType {
    DataType::List(item_field(DataType::Struct(step_fields())))
}

/// Columns of plain values that a type comes to in Parquet.
pub(super) fn leaves(kind: &DataType) -> usize {
    match kind {
        DataType::List(item) => leaves(item.data_type()),
        DataType::Struct(fields) => fields.iter().map(|field| leaves(field.data_type())).sum(),
        _ => 1,
    }
}

/// Lengths of lists, one after the other.
struct Offsets(Vec<i32>);

impl Offsets {
    fn new() -> Self {
        Self(vec![0])
    }

    fn push(&mut self, len: usize) {
        let last = self.0.last().copied().unwrap_or(0);
        self.0.push(last + i32::try_from(len).unwrap_or(i32::MAX));
    }

    fn list(self, item: DataType, values: ArrayRef, nulls: Option<NullBuffer>) -> ListArray {
        ListArray::new(item_field(item), OffsetBuffer::new(ScalarBuffer::from(self.0)), values, nulls)
    }
}

/// Candidates of many steps.
struct CandidateLists {
    offsets: Offsets,
    cells: UInt8Builder,
    digits: UInt8Builder,
}

impl CandidateLists {
    fn new() -> Self {
        Self { offsets: Offsets::new(), cells: UInt8Builder::new(), digits: UInt8Builder::new() }
    }

    fn push(&mut self, candidates: impl Iterator<Item = Candidate>) {
        let before = self.cells.len();
        for Candidate { cell, digit } in candidates {
            self.cells.append_value(index(cell));
            self.digits.append_value(digit.value());
        }
        self.offsets.push(self.cells.len() - before);
    }

    fn finish(mut self) -> ArrayRef {
        let columns: Vec<ArrayRef> = vec![Arc::new(self.cells.finish()), Arc::new(self.digits.finish())];
        let structs = StructArray::new(candidate_fields(), columns, None);
        Arc::new(self.offsets.list(DataType::Struct(candidate_fields()), Arc::new(structs), None))
    }
}

fn index(cell: crate::board::Cell) -> u8 {
    u8::try_from(cell.index()).unwrap_or(u8::MAX)
}

/// Paths as an array.
pub(super) fn array<'a>(paths: impl Iterator<Item = Option<&'a [Step]>>) -> ArrayRef {
    let mut techniques = StringDictionaryBuilder::<Int32Type>::new();
    let [mut placements, mut eliminations] = [CandidateLists::new(), CandidateLists::new()];
    let (mut cells, mut cell_offsets) = (Vec::new(), Offsets::new());
    let (mut steps, mut present) = (Offsets::new(), Vec::new());
    for path in paths {
        present.push(path.is_some());
        let path = path.unwrap_or_default();
        steps.push(path.len());
        for step in path {
            techniques.append_value(step.technique.name());
            placements.push(step.placement.into_iter());
            eliminations.push(step.eliminations.iter());
            let before = cells.len();
            cells.extend(step.reason.cells().map(index));
            cell_offsets.push(cells.len() - before);
        }
    }
    let cells = cell_offsets.list(DataType::UInt8, Arc::new(UInt8Array::from(cells)), None);
    let columns: Vec<ArrayRef> =
        vec![Arc::new(techniques.finish()), placements.finish(), eliminations.finish(), Arc::new(cells)];
    let structs = StructArray::new(step_fields(), columns, None);
    let nulls = present.contains(&false).then(|| NullBuffer::from(present));
    Arc::new(steps.list(DataType::Struct(step_fields()), Arc::new(structs), nulls))
}

/// A path as JSON, in the same form.
pub(super) fn json(steps: &[Step]) -> String {
    let candidate = |c: Candidate| json!({ "cell": index(c.cell), "digit": c.digit.value() });
    let step = |step: &Step| {
        json!({
            "technique": Technique::name(step.technique),
            "placements": step.placement.into_iter().map(candidate).collect::<Vec<Value>>(),
            "eliminations": step.eliminations.iter().map(candidate).collect::<Vec<Value>>(),
            "cells": step.reason.cells().map(index).collect::<Vec<u8>>(),
        })
    };
    Value::Array(steps.iter().map(step).collect()).to_string()
}
