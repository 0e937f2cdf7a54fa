//! `gridmill unavoidable`: the unavoidable sets of grids.

use super::{
    args::search_budget,
    draw::{self, Drawing},
    grid_arguments::{Answers, GridArguments, only_solution},
    terminal::{COLUMNS, wants_colour},
};
use crate::{
    board::{CellSet, Grid, Solution},
    generate::Budgets,
    tables::{Result, numbers::thousands},
    unavoidable::{MaxClique, UnavoidableSets},
};
use serde_json::{Value, json};

/// Options of `unavoidable`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    grids: GridArguments,

    /// Largest size, in cells: each two more take some five times as long
    #[arg(long, value_name = "CELLS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(4..=81))]
    size: u64,

    /// Search nodes of each size, at most; beyond it, the sets are those of the sizes before
    #[arg(long = "budget", value_name = "NODES", default_value = "1000000000", value_parser = search_budget)]
    budgets: Budgets,

    /// Print the sets, one a line, in place of their numbers; with --json, add them to each object
    #[arg(long)]
    list: bool,

    /// Print one JSON object for each grid
    #[arg(long)]
    json: bool,
}

/// Nodes of the search for the most sets that share no cell.
const CLIQUE_BUDGET: u64 = 10_000_000;

struct Answer<'a> {
    grid: &'a Grid,
    solution: Solution,
    sets: UnavoidableSets,
    clique: MaxClique,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let mut answers = args.grids.answers(["grid", "grids"])?;
    let is_read = args.grids.each(|grid| args.report(grid, &mut answers));
    answers.end(is_read)
}

impl Args {
    fn report(&self, read: std::result::Result<Grid, String>, answers: &mut Answers) -> Result<()> {
        answers.all += 1;
        let answer = read.as_ref().map_err(Clone::clone).and_then(|grid| self.answer(grid));
        let text = match answer {
            Ok(answer) if self.json => format!("{}\n", answer.to_json(self.list)),
            Ok(answer) if self.list => answer.list(),
            Ok(answer) => {
                let title = if answers.is_single { String::new() } else { format!("grid {}\n", answers.all) };
                title + &answer.page(wants_colour())
            }
            Err(problem) => {
                let grid = read.ok().map(|grid| grid.to_string());
                let object = json!({ "grid": grid, "message": problem }).to_string();
                return answers.fail(self.json.then_some(object), problem);
            }
        };
        answers.write(&text)
    }

    fn answer<'a>(&self, grid: &'a Grid) -> std::result::Result<Answer<'a>, String> {
        let solution = only_solution(grid)?;
        let size = usize::try_from(self.size).unwrap_or(usize::MAX);
        let sets = UnavoidableSets::find_within(&solution, size, self.budgets.nodes);
        let clique = sets.max_clique(CLIQUE_BUDGET);
        Ok(Answer { grid, solution, sets, clique })
    }
}

impl Answer<'_> {
    /// Returns true if the grid is a puzzle, not complete.
    fn is_puzzle(&self) -> bool {
        self.grid.givens() < self.grid.shape().cells()
    }

    /// Draws the grid and the sets that share no cell, and counts.
    fn page(&self, colour: bool) -> String {
        let solution = Grid::from(&self.solution);
        let drawings = [draw::grid(&solution, self.grid, colour), self.marked()];
        let title = format!("{} sets that share no cell", self.clique.sets.len());
        let mut text = draw::pair(("solution", &drawings[0]), (&title, &drawings[1]), COLUMNS);
        let Self { sets, clique, .. } = self;
        text += &format!(
            "{} minimal unavoidable sets with up to {} cells\n",
            thousands(sets.as_slice().len() as u64),
            sets.complete_to()
        );
        for (size, number) in sets.by_size() {
            text += &format!("{size:>9} {:>13}\n", thousands(number as u64));
        }
        text += &format!("no puzzle of this grid has fewer than {} givens\n", clique.sets.len());
        if !clique.is_largest {
            text += "more of these sets may share no cell: the search was not finished\n";
        }
        if self.is_puzzle() {
            text += &format!(
                "{} givens; {} sets have exactly one of them\n",
                self.grid.givens(),
                thousands(self.sets.hit_once(self.grid).count() as u64)
            );
        }
        text
    }

    fn marked(&self) -> Drawing {
        let shape = self.grid.shape();
        let letter = |cell| {
            let place = self.clique.sets.iter().position(|set| set.contains(cell));
            place.and_then(|place| (b'a'..=b'z').nth(place)).map_or('.', char::from)
        };
        draw::letters(shape, letter)
    }

    /// Lists the sets: the cells of each with their digits.
    fn list(&self) -> String {
        let named = |set: &CellSet| {
            let cell = |cell: crate::board::Cell| {
                format!("{}={}", cell.name(self.grid.shape()), self.solution.get(cell).value())
            };
            set.into_iter().map(cell).collect::<Vec<_>>().join(" ")
        };
        self.sets.as_slice().iter().map(|set| named(set) + "\n").collect()
    }

    /// Returns the answer as JSON. Cells count from 0, row by row.
    fn to_json(&self, with_sets: bool) -> Value {
        let cells = |sets: &[CellSet]| -> Vec<Vec<usize>> {
            sets.iter().map(|set| set.into_iter().map(crate::board::Cell::index).collect()).collect()
        };
        let by_size: serde_json::Map<String, Value> =
            self.sets.by_size().into_iter().map(|(size, sets)| (size.to_string(), sets.into())).collect();
        let hit_once = self.is_puzzle().then(|| self.sets.hit_once(self.grid).count());
        let mut json = json!({
            "grid": self.grid.to_string(),
            "message": null,
            "solution": self.solution.to_string(),
            "complete_to": self.sets.complete_to(),
            "sets": self.sets.as_slice().len(),
            "by_size": by_size,
            "max_clique": self.clique.sets.len(),
            "max_clique_is_largest": self.clique.is_largest,
            "max_clique_cells": cells(&self.clique.sets),
            "hit_once": hit_once,
        });
        if with_sets {
            json["cells"] = cells(self.sets.as_slice()).into();
        }
        json
    }
}
