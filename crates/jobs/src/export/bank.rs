//! A bank for apps: an object a line with short keys, without what is empty, and with the solving path.
//!
//! `docs/APPS.md` lists the keys. A step is what [`StepData`] has, without what follows from the rest and from the step before. Explanations
//! follow from it too and are most of the bytes, so they are there in a language that was chosen alone. A single has none: cell, digit and
//! house say it all.

use super::{ExportOutput, Exporter, OpenOutputs, Prepared};
use gridmill_board::Shape;
use gridmill_generate::{Budgets, PlanRater, Rated};
use gridmill_rate::{
    CandidateData, CellNames, Family, Measure, NodeData, Pencilmarks, Reason, Rulebook, SetData, Step,
    StepData, Tenths, Wording,
};
use gridmill_tables::{
    Error, Result,
    files::{TextSink, output_error},
    read::{Rows, TableInput},
};
use rayon::prelude::*;
use serde::Serialize;
use std::{
    io::{BufWriter, Write as _},
    path::PathBuf,
    sync::Arc,
};

pub(super) struct BankWriter {
    path: PathBuf,
    out: BufWriter<TextSink>,
    shape: Shape,
    rulebook: Arc<Rulebook>,
    budget: u64,
    wording: Option<Wording>,
}

impl BankWriter {
    /// Begins a file. Steps are those of the plan that the rows state, or else of the usual rulebook; explanations are in this wording.
    pub(super) fn begin(
        out: ExportOutput<'_>,
        shape: Shape,
        wording: Option<Wording>,
        tables: &TableInput,
        open: &mut dyn OpenOutputs,
    ) -> Result<Self> {
        let (path, sink) = out.sink(open)?;
        let plan = tables.facts().plan();
        let planned = plan.and_then(|plan| plan.rating.technique_rulebook()).cloned();
        Ok(Self {
            path,
            out: sink.buffered(),
            shape,
            rulebook: planned.unwrap_or_else(|| Arc::new(Rulebook::default_for(shape).clone())),
            budget: plan.map_or(Budgets::DEFAULT, |plan| plan.budgets).rating,
            wording,
        })
    }
}

impl Exporter for BankWriter {
    fn push(&mut self, rows: &Rows, prepared: &[Prepared]) -> Result<()> {
        let rater = || {
            let rater = || PlanRater::new(Arc::clone(&self.rulebook), true, self.budget);
            Pencilmarks::supports(self.shape).then(rater)
        };
        let line = |rater: &mut Option<PlanRater>, row: &Prepared| {
            let rated = rater.as_mut().map(|rater| rater.rate(&row.grid));
            let line = BankRow::new(row, rows.index(row.row), rated.as_ref(), self.wording.as_ref());
            let line = serde_json::to_vec(&line);
            line.map_err(|error| Error::option(error.to_string()))
        };
        let lines: Result<Vec<_>> = prepared.par_iter().map_init(rater, line).collect();
        for mut line in lines? {
            line.push(b'\n');
            self.out.write_all(&line).map_err(|error| output_error(&self.path, error))?;
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Vec<String>> {
        TextSink::finish(self.out, &self.path)?;
        let scale = self.rulebook.scale();
        Ok(Pencilmarks::supports(self.shape)
            .then(|| format!("levels and steps by {scale}"))
            .into_iter()
            .collect())
    }
}

fn is_empty<T>(list: &[T]) -> bool {
    list.is_empty()
}

#[derive(Serialize)]
struct BankRow<'a> {
    i: u64,
    p: String,
    s: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    l: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    n: Option<serde_json::Number>,
    #[serde(skip_serializing_if = "is_empty")]
    h: Vec<BankStep>,
}

impl<'a> BankRow<'a> {
    fn new(row: &Prepared, index: Option<u64>, rated: Option<&'a Rated>, wording: Option<&Wording>) -> Self {
        let rating = rated.map(|rated| (&rated.rating, rated.rulebook().measure()));
        let number = rating.and_then(|(rating, measure)| match measure {
            Measure::Er => rating.er,
            Measure::Score => rating.score,
        });
        let path = rated.and_then(|rated| rated.path.as_deref()).unwrap_or_default();
        Self {
            i: index.unwrap_or(row.index),
            p: row.grid.to_string(),
            s: row.solution.as_ref().map(ToString::to_string),
            l: rated.and_then(Rated::level),
            n: number.and_then(number_of),
            h: (0..path.len())
                .map(|n| BankStep::new(&path[n], n.checked_sub(1).map(|before| &path[before]), wording))
                .collect(),
        }
    }
}

/// Returns a number with a decimal only where it has one.
fn number_of(tenths: Tenths) -> Option<serde_json::Number> {
    match tenths.tenths() {
        whole if whole.is_multiple_of(10) => Some((whole / 10).into()),
        _ => serde_json::Number::from_f64(tenths.value()),
    }
}

#[derive(Serialize)]
struct BankStep {
    #[serde(skip_serializing_if = "Option::is_none")]
    t: Option<&'static str>,
    #[serde(skip_serializing_if = "is_empty")]
    a: Vec<(u8, u8)>,
    #[serde(skip_serializing_if = "is_empty")]
    e: Vec<(u8, u8)>,
    #[serde(skip_serializing_if = "is_empty")]
    c: Vec<u8>,
    #[serde(skip_serializing_if = "is_empty")]
    d: Vec<u8>,
    #[serde(skip_serializing_if = "is_empty")]
    h: Vec<&'static str>,
    #[serde(skip_serializing_if = "is_empty")]
    b: Vec<&'static str>,
    #[serde(skip_serializing_if = "is_empty")]
    v: Vec<&'static str>,
    #[serde(skip_serializing_if = "is_empty")]
    f: Vec<u8>,
    #[serde(skip_serializing_if = "is_empty")]
    y: Vec<u8>,
    #[serde(skip_serializing_if = "is_empty")]
    s: Vec<(Vec<u8>, Vec<u8>)>,
    #[serde(skip_serializing_if = "is_empty")]
    k: Vec<Vec<u8>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    m: Option<&'static str>,
    #[serde(skip_serializing_if = "is_empty")]
    n: Vec<Vec<BankNode>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    x: Option<String>,
}

impl BankStep {
    /// Returns a step, with its technique if the one before has another.
    fn new(step: &Step, before: Option<&Step>, wording: Option<&Wording>) -> Self {
        let notation = step.notation(CellNames::RowColumn);
        let data = StepData::new(step, &notation);
        let is_single = step.technique.family() == Family::Singles;
        let is_new = before.is_none_or(|before| before.technique != step.technique);
        // The cells of chains are those of their nodes.
        let has_nodes = matches!(
            step.reason,
            Reason::Chain(_) | Reason::Chains { .. } | Reason::Forcing { .. } | Reason::Braid { .. }
        );
        let explanation = |wording: &Wording| step.explanation(wording, &notation);
        let places = |list: Vec<CandidateData>| list.into_iter().map(|at| (at.cell, at.digit)).collect();
        let set = |SetData { cells, digits, .. }: SetData| (cells, digits);
        Self {
            t: is_new.then_some(data.technique),
            a: places(data.placements),
            e: places(data.eliminations),
            c: if is_single || has_nodes { Vec::new() } else { data.cells },
            d: data.digits,
            h: if data.base.is_empty() { data.houses } else { Vec::new() },
            b: data.base,
            v: data.cover,
            f: data.fins,
            y: data.extra,
            s: data.sets.into_iter().map(set).collect(),
            k: data.colors,
            m: data.kind,
            n: data.chains.into_iter().map(nodes).collect(),
            x: wording.filter(|_| !is_single).map(explanation),
        }
    }
}

#[derive(Serialize)]
#[serde(untagged)]
enum BankNode {
    /// An assumption, where the chain begins, or a node that follows from the one before: by a strong link if it is on, else by a weak one.
    Plain(Vec<u8>, u8, u8),
    /// A node that follows otherwise.
    Other(Vec<u8>, u8, u8, &'static str, Vec<u16>),
}

fn nodes(chain: Vec<NodeData>) -> Vec<BankNode> {
    let node = |(place, NodeData { cells, digit, on, link, parents, .. }): (u16, NodeData)| {
        let link = link.and_then(|link| link.get(..1)).unwrap_or_default();
        let is_plain = match place.checked_sub(1) {
            None => parents.is_empty(),
            Some(before) => parents == [before] && link == if on { "s" } else { "w" },
        };
        if is_plain {
            BankNode::Plain(cells, digit, u8::from(on))
        } else {
            BankNode::Other(cells, digit, u8::from(on), link, parents)
        }
    };
    (0..).zip(chain).map(node).collect()
}
