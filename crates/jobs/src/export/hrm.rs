//! A folder that the training programs of HRM and TRM read: a set of groups, each a puzzle and random images of it.
//!
//! ```text
//! OUT/identifiers.json                    ["<blank>"]
//! OUT/train/dataset.json                  sizes and meanings
//! OUT/train/facts.json                    what the puzzles are a sample of
//! OUT/train/all__inputs.npy               uint8, examples x cells: 1 for an empty cell, digit + 1
//! OUT/train/all__labels.npy               the same of the solutions
//! OUT/train/all__puzzle_identifiers.npy   int32, examples: 0
//! OUT/train/all__puzzle_indices.npy       int32, examples + 1: 0, 1, 2 ...
//! OUT/train/all__group_indices.npy        int32, groups + 1: the first example of each group, then the end
//! ```
//!
//! Layout as described by the data builders of HRM (2025) and TRM (2025).

use super::{
    Exporter, FACTS, OpenOutputs, Prepared,
    numpy::{Item, NpyFile},
};
use crate::augment::Images;
use gridmill_board::{Grid, Shape, Solution};
use gridmill_tables::{
    Error, Result,
    files::{Draft, FileNames, FolderDraft},
    read::Rows,
};
use rayon::prelude::*;
use serde_json::json;
use std::path::Path;

/// Examples that are made at once: some 10 MiB.
const EXAMPLES: usize = 1 << 16;

/// Files of a set.
const NAMES: &[&str] = &[
    "dataset.json",
    FACTS,
    "all__inputs.npy",
    "all__labels.npy",
    "all__puzzle_identifiers.npy",
    "all__puzzle_indices.npy",
    "all__group_indices.npy",
];

pub(super) struct Hrm {
    shape: Shape,
    /// The images, and their number for each puzzle.
    images: (Images, usize),
    inputs: NpyFile,
    labels: NpyFile,
    identifiers: NpyFile,
    puzzle_indices: NpyFile,
    group_indices: NpyFile,
    metadata: Draft,
    set: FolderDraft,
    /// The file next to the sets, unless another set has it already.
    names: Option<Draft>,
    groups: u64,
    examples: u64,
}

impl Hrm {
    pub(super) fn begin(
        folder: &Path,
        set: &str,
        shape: Shape,
        images: (Images, usize),
        facts: &str,
        open: &mut dyn OpenOutputs,
    ) -> Result<Self> {
        let set = open.folder(&folder.join(set), FileNames::Listed(NAMES))?;
        let names = folder.join("identifiers.json");
        let names = (!names.exists()).then(|| open.file(&names)).transpose()?;
        let draft = |name: &str| Draft::open(&set.hidden().join(name), false);
        draft(FACTS)?.keep_with(facts.as_bytes())?;
        let file = |name: &str, item, width| NpyFile::begin(draft(name)?, item, width);
        let cells = Some(shape.cells());
        let mut hrm = Self {
            shape,
            images,
            inputs: file("all__inputs.npy", Item::U8, cells)?,
            labels: file("all__labels.npy", Item::U8, cells)?,
            identifiers: file("all__puzzle_identifiers.npy", Item::I32, None)?,
            puzzle_indices: file("all__puzzle_indices.npy", Item::I32, None)?,
            group_indices: file("all__group_indices.npy", Item::I32, None)?,
            metadata: draft("dataset.json")?,
            set,
            names,
            groups: 0,
            examples: 0,
        };
        hrm.puzzle_indices.push(1, &0_i32.to_le_bytes())?;
        hrm.group_indices.push(1, &0_i32.to_le_bytes())?;
        Ok(hrm)
    }

    fn group(&mut self, examples: u64) -> Result<()> {
        let first = self.examples;
        self.groups += 1;
        self.examples += examples;
        let Ok(last) = i32::try_from(self.examples) else {
            let problem = format!(
                "more than {} examples: the layout has 32-bit numbers; take fewer puzzles or images",
                i32::MAX
            );
            return Err(Error::option(problem));
        };
        let ends: Vec<u8> = (first + 1..=self.examples)
            .flat_map(|end| i32::try_from(end).unwrap_or(i32::MAX).to_le_bytes())
            .collect();
        self.puzzle_indices.push(examples, &ends)?;
        self.identifiers.push(examples, &vec![0; ends.len()])?;
        self.group_indices.push(1, &last.to_le_bytes())
    }
}

fn group((images, count): &(Images, usize), row: &Prepared) -> (Vec<u8>, Vec<u8>) {
    let (mut inputs, mut labels) = (Vec::new(), Vec::new());
    if let Some(solution) = &row.solution {
        push_grid(&row.grid, &mut inputs);
        push_solution(solution, &mut labels);
        for transform in images.of(row.index).take(*count) {
            push_grid(&transform.grid(&row.grid), &mut inputs);
            push_solution(&transform.solution(solution), &mut labels);
        }
    }
    (inputs, labels)
}

/// Adds the example of a grid: 1 for an empty cell, digit + 1.
fn push_grid(grid: &Grid, out: &mut Vec<u8>) {
    out.extend(grid.cells().iter().map(|cell| cell.map_or(1, |digit| digit.value() + 1)));
}

fn push_solution(solution: &Solution, out: &mut Vec<u8>) {
    out.extend(solution.cells().iter().map(|digit| digit.value() + 1));
}

impl Exporter for Hrm {
    fn push(&mut self, _: &Rows, prepared: &[Prepared]) -> Result<()> {
        let examples = 1 + self.images.1;
        let puzzles = (EXAMPLES / examples).max(1);
        for chunk in prepared.chunks(puzzles) {
            let groups: Vec<_> = chunk.par_iter().map(|row| group(&self.images, row)).collect();
            for (inputs, labels) in groups {
                self.inputs.push(examples as u64, &inputs)?;
                self.labels.push(examples as u64, &labels)?;
                self.group(examples as u64)?;
            }
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Vec<String>> {
        let metadata = json!({
            "seq_len": self.shape.cells(),
            "vocab_size": self.shape.side() + 2,
            "pad_id": 0,
            "ignore_label_id": 0,
            "blank_identifier_id": 0,
            "num_puzzle_identifiers": 1,
            "total_groups": self.groups,
            "mean_puzzle_examples": 1,
            "total_puzzles": self.examples,
            "sets": ["all"],
        });
        for file in [self.inputs, self.labels, self.identifiers, self.puzzle_indices, self.group_indices] {
            file.keep()?;
        }
        if let Some(names) = self.names {
            names.keep_with(b"[\"<blank>\"]\n")?;
        }
        self.metadata.keep_with(format!("{metadata}\n").as_bytes())?;
        self.set.keep()?;
        Ok(Vec::new())
    }
}
