//! Solving paths as columns: nested lists in Parquet, JSON in text.
//!
//! ```text
//! path        list of struct
//!   technique     name
//!   placements    list of {cell, digit}      cell: row-major from 0; digit: 1 to 9
//!   eliminations  list of {cell, digit}
//!   cells         list of cell               what a person would point at
//!   kind          name                       of forcing chains: double, contradiction, cell, house; null for other steps
//!   sources       list of {cells, digit, on} what chains start from; none for other steps
//!   nodes         number                     of chains, with those within them; null for other steps
//! ```

use crate::rate::{Candidate, ChainNode, Reason, Step, Technique};
use arrow_array::{
    ArrayRef, ListArray, StructArray, UInt8Array,
    builder::{ArrayBuilder as _, BooleanBuilder, StringDictionaryBuilder, UInt8Builder, UInt32Builder},
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

fn node_fields() -> Fields {
    Fields::from(vec![
        list("cells", DataType::UInt8),
        Field::new("digit", DataType::UInt8, false),
        Field::new("on", DataType::Boolean, false),
    ])
}

fn step_fields() -> Fields {
    let name = DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8));
    let candidates = DataType::Struct(candidate_fields());
    Fields::from(vec![
        Field::new("technique", name.clone(), false),
        list("placements", candidates.clone()),
        list("eliminations", candidates),
        list("cells", DataType::UInt8),
        Field::new("kind", name, true),
        list("sources", DataType::Struct(node_fields())),
        Field::new("nodes", DataType::UInt32, true),
    ])
}

/// Returns the type of the column.
pub(super) fn data_type() -> DataType {
    DataType::List(item_field(DataType::Struct(step_fields())))
}

/// Counts the leaf columns of a type in Parquet.
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

/// Nodes of many steps.
struct NodeLists {
    offsets: Offsets,
    cells: Vec<u8>,
    cell_offsets: Offsets,
    digits: UInt8Builder,
    on: BooleanBuilder,
}

impl NodeLists {
    fn new() -> Self {
        let (digits, on) = (UInt8Builder::new(), BooleanBuilder::new());
        Self { offsets: Offsets::new(), cells: Vec::new(), cell_offsets: Offsets::new(), digits, on }
    }

    fn push(&mut self, nodes: &[ChainNode]) {
        for node in nodes {
            self.cells.extend(node.cells.map(index));
            self.cell_offsets.push(node.cells.len() as usize);
            self.digits.append_value(node.digit.value());
            self.on.append_value(node.on);
        }
        self.offsets.push(nodes.len());
    }

    fn finish(mut self) -> ArrayRef {
        let cells = self.cell_offsets.list(DataType::UInt8, Arc::new(UInt8Array::from(self.cells)), None);
        let columns: Vec<ArrayRef> =
            vec![Arc::new(cells), Arc::new(self.digits.finish()), Arc::new(self.on.finish())];
        let structs = StructArray::new(node_fields(), columns, None);
        Arc::new(self.offsets.list(DataType::Struct(node_fields()), Arc::new(structs), None))
    }
}

const fn kind(reason: &Reason) -> Option<&'static str> {
    match reason {
        Reason::Forcing { kind, .. } => Some(kind.name()),
        _ => None,
    }
}

fn index(cell: crate::board::Cell) -> u8 {
    u8::try_from(cell.index()).unwrap_or(u8::MAX)
}

/// Paths as an array.
pub(super) fn array<'a>(paths: impl Iterator<Item = Option<&'a [Step]>>) -> ArrayRef {
    let [mut techniques, mut kinds] = [(); 2].map(|()| StringDictionaryBuilder::<Int32Type>::new());
    let (mut sources, mut nodes) = (NodeLists::new(), UInt32Builder::new());
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
            kinds.append_option(kind(&step.reason));
            sources.push(&step.reason.sources());
            nodes.append_option(step.reason.nodes());
        }
    }
    let cells = cell_offsets.list(DataType::UInt8, Arc::new(UInt8Array::from(cells)), None);
    let columns: Vec<ArrayRef> = vec![
        Arc::new(techniques.finish()),
        placements.finish(),
        eliminations.finish(),
        Arc::new(cells),
        Arc::new(kinds.finish()),
        sources.finish(),
        Arc::new(nodes.finish()),
    ];
    let structs = StructArray::new(step_fields(), columns, None);
    let nulls = present.contains(&false).then(|| NullBuffer::from(present));
    Arc::new(steps.list(DataType::Struct(step_fields()), Arc::new(structs), nulls))
}

/// Formats a path as JSON, in the same form.
pub(super) fn json(steps: &[Step]) -> String {
    let candidate = |c: Candidate| json!({ "cell": index(c.cell), "digit": c.digit.value() });
    let node = |node: &ChainNode| {
        let cells: Vec<u8> = node.cells.map(index).collect();
        json!({ "cells": cells, "digit": node.digit.value(), "on": node.on })
    };
    let step = |step: &Step| {
        json!({
            "technique": Technique::name(step.technique),
            "placements": step.placement.into_iter().map(candidate).collect::<Vec<Value>>(),
            "eliminations": step.eliminations.iter().map(candidate).collect::<Vec<Value>>(),
            "cells": step.reason.cells().map(index).collect::<Vec<u8>>(),
            "kind": kind(&step.reason),
            "sources": step.reason.sources().iter().map(node).collect::<Vec<Value>>(),
            "nodes": step.reason.nodes(),
        })
    };
    Value::Array(steps.iter().map(step).collect()).to_string()
}
