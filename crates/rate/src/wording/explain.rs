//! Values of the slots of a step: singles, locked candidates, subsets, fish, and the words that all share.

use super::{
    Wording,
    template::{Slots, Value},
};
use crate::{
    Candidates, CellSet, ChainNode, House, HouseKind, HouseSet, Notation, Reason, Step, Technique as T,
};
use gridmill_board::{Cell, Digit, DigitSet};

/// Most cells that are listed one by one; more are written together.
const MAX_CELLS: u32 = 6;

impl Step {
    /// Explains the step in whole sentences: what to look at, and why it follows.
    ///
    /// The sentences follow from the step alone; they name no candidates beside those of the pattern.
    pub fn explanation(&self, wording: &Wording, notation: &Notation) -> String {
        let (key, slots) = Phrases { wording, notation }.of(self);
        wording.fill(key, &slots)
    }
}

/// Returns the figure of a digit.
pub(super) fn figure(digit: Digit) -> Value {
    digit.to_string().into()
}

/// Parts of sentences in a wording and a notation.
#[derive(Debug, Clone, Copy)]
pub(super) struct Phrases<'a> {
    pub(super) wording: &'a Wording,
    pub(super) notation: &'a Notation,
}

impl Phrases<'_> {
    /// Returns the key of a step and the values of its slots.
    pub(super) fn of(&self, step: &Step) -> (&'static str, Slots) {
        let slots = Slots::default().with("eliminations", self.eliminations(&step.eliminations));
        let slots = match step.placement {
            Some(placed) if step.technique != T::TemplateSet => {
                slots.with("cell", self.cell(placed.cell)).with("digit", figure(placed.digit))
            }
            _ => slots,
        };
        let key = step.technique.name();
        match &step.reason {
            Reason::Cell(_) => (key, slots),
            Reason::House(house) => (key, slots.with("house", self.house(*house))),
            Reason::Intersection { house, cover, digit, cells } => {
                let slots = slots
                    .with("house", self.house(*house))
                    .with("cover", self.house(*cover))
                    .with("cells", self.cells(*cells));
                let slots = match step.placement {
                    Some(placed) => {
                        let target = self.notation.house_of(house.kind(), placed.cell);
                        slots.with("target", self.house(target))
                    }
                    None => slots.with("digit", figure(*digit)),
                };
                (key, slots)
            }
            Reason::Subset { house, digits, cells } => {
                let slots = slots.with("house", self.house(*house)).with("digits", self.digits(*digits));
                (key, slots.with("cells", self.cells(*cells)))
            }
            Reason::Fish { chains, .. } if !chains.is_empty() => (key, self.of_pattern(step, slots)),
            Reason::Fish { digit, base, cover, cells, fins, .. } => {
                let slots = slots
                    .with("digit", figure(*digit))
                    .with("base", self.houses(*base))
                    .with("cover", self.houses(*cover))
                    .with("cells", self.cells(*cells))
                    .with("fins", self.cells(*fins));
                (key, slots)
            }
            Reason::Wing { .. } => (key, self.of_wing(step, slots)),
            Reason::Colors { .. } => (key, self.of_colors(step, slots)),
            Reason::Deadly { .. } => (key, self.of_deadly(step, slots)),
            Reason::Chain(nodes) => (key, self.of_chain(step, nodes, slots)),
            Reason::Chains { .. } | Reason::Forcing { .. } => (key, self.of_forcing(step)),
            Reason::Braid { braid, .. } => (key, self.of_braid(step, braid)),
            Reason::Sets { sets, links } => {
                let is_double = step.technique == T::AlsXz && links.len() > 1;
                let key = if is_double { "als_xz.double" } else { key };
                (key, self.of_sets(step, sets, *links, slots))
            }
            Reason::Template { digit, cells } => {
                (key, slots.with("digit", figure(*digit)).with("cells", self.cells(*cells)))
            }
            Reason::Aligned { cells, excluders } => {
                let cells = cells.iter().copied().collect();
                (key, slots.with("cells", self.cells(cells)).with("excluders", self.cells(*excluders)))
            }
        }
    }

    pub(super) fn cell(&self, cell: Cell) -> Value {
        self.notation.cell(cell).into()
    }

    /// Lists cells one by one, many of them by rows.
    pub(super) fn cells(&self, cells: CellSet) -> Value {
        let names: Vec<String> = if cells.len() <= MAX_CELLS {
            cells.map(|cell| self.notation.cell(cell)).collect()
        } else {
            self.notation.cells(cells).split(' ').map(str::to_owned).collect()
        };
        Value { count: cells.len() as usize, ..self.list(&names) }
    }

    pub(super) fn digits(&self, digits: DigitSet) -> Value {
        let names: Vec<String> = digits.map(|digit| digit.to_string()).collect();
        self.list(&names)
    }

    pub(super) fn house(&self, house: House) -> Value {
        let key = match house.kind() {
            HouseKind::Row => "house.row",
            HouseKind::Column => "house.column",
            HouseKind::Box => "house.box",
        };
        self.wording.fill(key, &Slots::default().with("number", self.notation.number(house))).into()
    }

    /// Lists houses by kind.
    pub(super) fn houses(&self, houses: HouseSet) -> Value {
        let kinds = [
            (HouseKind::Row, "houses.row"),
            (HouseKind::Column, "houses.column"),
            (HouseKind::Box, "houses.box"),
        ];
        let of = |(kind, key): (HouseKind, &'static str)| {
            let of_kind: Vec<House> = houses.filter(|house| house.kind() == kind).collect();
            let numbers: Vec<String> = of_kind.iter().map(|&house| self.notation.number(house)).collect();
            match of_kind[..] {
                [] => None,
                [house] => Some(self.house(house).text),
                _ => Some(self.wording.fill(key, &Slots::default().with("numbers", self.list(&numbers)))),
            }
        };
        let names: Vec<String> = kinds.into_iter().filter_map(of).collect();
        Value { count: houses.len() as usize, ..self.list(&names) }
    }

    /// Joins items by commas, and the last by "and", or by "or".
    pub(super) fn list(&self, items: &[String]) -> Value {
        let [text, or] = ["list.and", "list.or"].map(|key| self.joined(items, key));
        Value { text, or, count: items.len() }
    }

    fn joined(&self, items: &[String], last_key: &str) -> String {
        let join = |key: &str, first: String, last: &String| {
            self.wording.fill(key, &Slots::default().with("first", first).with("last", last.clone()))
        };
        match items {
            [] => String::new(),
            [one] => one.clone(),
            [first, between @ .., last] => {
                let before = between.iter().fold(first.clone(), |all, item| join("list.more", all, item));
                join(last_key, before, last)
            }
        }
    }

    /// Writes a node as a statement: a cell is a digit, or is not.
    pub(super) fn node(&self, node: &ChainNode) -> String {
        let slots = Slots::default().with("cells", self.cells(node.cells)).with("digit", figure(node.digit));
        self.wording.fill(if node.on { "node.on" } else { "node.off" }, &slots)
    }

    /// Lists eliminations; digits that go from the same cells are together.
    pub(super) fn eliminations(&self, eliminations: &Candidates) -> Value {
        let mut groups: Vec<(DigitSet, CellSet)> = Vec::new();
        for digit in DigitSet::full(9) {
            let cells = eliminations.cells(digit);
            match groups.iter_mut().find(|(_, known)| *known == cells) {
                _ if cells.is_empty() => {}
                Some((digits, _)) => *digits |= DigitSet::only(digit),
                None => groups.push((DigitSet::only(digit), cells)),
            }
        }
        let removal = |&(digits, cells): &(DigitSet, CellSet)| {
            let slots = Slots::default().with("digits", self.digits(digits)).with("cells", self.cells(cells));
            self.wording.fill("removal", &slots)
        };
        let removals: Vec<String> = groups.iter().map(removal).collect();
        self.list(&removals)
    }

    /// Returns the row or column that two groups of cells share, or else their box.
    pub(super) fn line(&self, cells: CellSet) -> Option<House> {
        self.notation.common_houses(cells).next()
    }
}
