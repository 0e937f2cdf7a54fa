//! Values of the slots of chains: their stories, and the conclusions from their ends.

use super::{
    explain::{Phrases, figure},
    template::{Slots, Value},
};
use crate::{
    Candidate, CellSet, ChainNode, ForcingKind, Reason, Step, Technique as T,
    trial::{Braid, BraidLink, Variable},
};
use gridmill_board::{Digit, DigitSet};

/// Most nodes of a forcing chain that are told one by one.
const MAX_NODES: usize = 12;

impl Phrases<'_> {
    /// Fills the slots of a step with one chain.
    pub(super) fn of_chain(&self, step: &Step, nodes: &[ChainNode], slots: Slots) -> Slots {
        if step.technique == T::RemotePair {
            let mut cells: Vec<CellSet> = nodes.iter().map(|node| node.cells).collect();
            cells.dedup();
            let names: Vec<String> = cells.iter().map(|&cells| self.notation.cells(cells)).collect();
            let digits = nodes.iter().fold(DigitSet::EMPTY, |all, node| all | DigitSet::only(node.digit));
            return slots.with("cells", self.list(&names)).with("digits", self.digits(digits));
        }
        slots.with("story", self.links(nodes)).with("conclusion", self.conclusion(nodes))
    }

    /// Tells a chain node by node, with the reasons of strong links.
    fn links(&self, nodes: &[ChainNode]) -> String {
        let Some(first) = nodes.first() else { return String::new() };
        let mut story = self.wording.fill("chain.start", &Slots::default().with("node", self.node(first)));
        for (n, pair) in nodes.windows(2).enumerate() {
            let [from, to] = [&pair[0], &pair[1]];
            let slots = Slots::default().with("node", self.node(to));
            let mut houses = self.notation.common_houses(from.cells | to.cells);
            // Of two houses that the nodes share, only one need have no other place.
            let (house, several) = (houses.next(), houses.next().is_some());
            let statement = if from.on || !to.on {
                self.node(to)
            } else if from.digit != to.digit && from.cells == to.cells {
                self.wording.fill("chain.strong_cell", &slots)
            } else if let Some(house) = house.filter(|_| from.digit == to.digit && !several) {
                let slots = slots.with("cells", self.cells(to.cells)).with("house", self.house(house));
                self.wording.fill("chain.strong_house", &slots)
            } else {
                self.node(to)
            };
            let key = if n == 0 { "chain.first" } else { "chain.next" };
            story += &self.wording.fill(key, &Slots::default().with("statement", statement));
        }
        story + &self.wording.fill("chain.end", &Slots::default())
    }

    /// Says what the ends of a chain imply.
    fn conclusion(&self, nodes: &[ChainNode]) -> String {
        let [first, .., last] = nodes else { return String::new() };
        let of =
            |cells, digit| Slots::default().with("cells", self.cells(cells)).with("digit", figure(digit));
        let same_digit = first.digit == last.digit;
        let (key, slots) = match (first.on, last.on, first.cells == last.cells) {
            (true, false, true) if same_digit => ("conclusion.false", of(first.cells, first.digit)),
            (false, true, true) if same_digit => ("conclusion.true", of(first.cells, first.digit)),
            (true, true, true) if !same_digit => ("conclusion.two_digits", of(first.cells, first.digit)),
            (false, false, true) if !same_digit => {
                let slots = of(first.cells, last.digit).with("other", figure(first.digit));
                ("conclusion.never", slots)
            }
            (_, _, true) => ("conclusion.loop", Slots::default()),
            _ if same_digit => ("conclusion.either", of(first.cells | last.cells, first.digit)),
            _ => {
                let first = self.node(&ChainNode { on: true, ..*first });
                let last = self.node(&ChainNode { on: true, ..*last });
                ("conclusion.cross", Slots::default().with("first", first).with("last", last))
            }
        };
        self.wording.fill(key, &slots)
    }

    /// Fills the slots of a step with several chains.
    pub(super) fn of_forcing(&self, step: &Step) -> Slots {
        let chains = step.reason.chains();
        let stories: Vec<String> = chains.iter().map(|chain| self.story(chain)).collect();
        let sources = step.reason.sources();
        let assumptions: Vec<String> = sources.iter().map(|node| self.node(node)).collect();
        let told: usize = chains.iter().map(Vec::len).sum();
        let (digits, cells) = sources.iter().fold((DigitSet::EMPTY, CellSet::EMPTY), |all, node| {
            (all.0 | DigitSet::only(node.digit), all.1 | node.cells)
        });
        let slots = Slots::default()
            .with("assumptions", self.list(&assumptions))
            .with("stories", stories.join(" "))
            .with("result", self.result(step))
            .with("cells", self.cells(cells))
            .with("digits", self.digits(digits))
            .with("digit", figure(digits.first().unwrap_or(Digit::from_index(0))));
        let slots = match self.line(cells) {
            Some(house) => slots.with("house", self.house(house)),
            None => slots,
        };
        let Reason::Forcing { kind, nodes, .. } = &step.reason else { return slots };
        let key = match kind {
            ForcingKind::Double => "forcing.double",
            ForcingKind::Contradiction => "forcing.contradiction",
            ForcingKind::Cell => "forcing.cell",
            ForcingKind::House => "forcing.house",
        };
        let within = usize::try_from(*nodes).unwrap_or(usize::MAX).saturating_sub(told);
        let mut argument = self.wording.fill(key, &slots);
        if within > 0 {
            argument += " ";
            argument += &self.wording.fill("story.within", &Slots::default().with_count("count", within));
        } else if step.links().iter().flatten().any(|link| link.kind.is_none()) {
            let nested = [T::NestedForcing, T::NestedMultiple, T::NestedDynamic, T::NestedNested];
            let key = if nested.contains(&step.technique) { "story.nested" } else { "story.patterns" };
            argument += " ";
            argument += &self.wording.fill(key, &Slots::default());
        }
        slots.with("argument", argument)
    }

    /// Fills the slots of a braid: what is left in each variable.
    pub(super) fn of_braid(&self, step: &Step, braid: &Braid) -> Slots {
        let on =
            |Candidate { cell, digit }| self.node(&ChainNode { cells: CellSet::only(cell), digit, on: true });
        let left = |link: &BraidLink| {
            let slots = Slots::default().with("node", on(link.candidate));
            match link.variable {
                Variable::Cell(_) => self.wording.fill("braid.cell", &slots),
                Variable::House(house, _) => {
                    self.wording.fill("braid.house", &slots.with("house", self.house(house)))
                }
            }
        };
        let nothing = match braid.last {
            Variable::Cell(cell) => {
                self.wording.fill("braid.no_digit", &Slots::default().with("cell", self.cell(cell)))
            }
            Variable::House(house, digit) => {
                let slots = Slots::default().with("digit", figure(digit)).with("house", self.house(house));
                self.wording.fill("braid.no_place", &slots)
            }
        };
        let conclusions: Vec<String> = braid.links.iter().map(left).chain([nothing]).collect();
        Slots::default()
            .with("assumption", on(braid.target))
            .with("conclusions", self.list(&conclusions))
            .with("result", self.result(step))
    }

    /// Tells what follows from an assumption; of a long chain the end alone.
    fn story(&self, nodes: &[ChainNode]) -> String {
        let Some((first, rest)) = nodes.split_first() else { return String::new() };
        let slots = Slots::default().with("assumption", self.node(first));
        let end =
            |slots: Slots| slots.with("end", rest.last().map_or_else(String::new, |node| self.node(node)));
        match rest.len() {
            0 => self.wording.fill("story.one", &slots),
            1 => self.wording.fill("story.two", &end(slots)),
            count if nodes.len() > MAX_NODES => {
                self.wording.fill("story.long", &end(slots).with_count("count", count))
            }
            _ => {
                let names: Vec<String> = rest.iter().map(|node| self.node(node)).collect();
                self.wording.fill("story.more", &slots.with("nodes", self.list(&names)))
            }
        }
    }

    /// Says what a step places or eliminates, as a statement.
    fn result(&self, step: &Step) -> Value {
        if let Some(Candidate { cell, digit }) = step.placement {
            return self.node(&ChainNode { cells: CellSet::only(cell), digit, on: true }).into();
        }
        let of = |Candidate { cell, digit }| {
            self.node(&ChainNode { cells: CellSet::only(cell), digit, on: false })
        };
        self.list(&step.eliminations.iter().map(of).collect::<Vec<_>>())
    }
}
