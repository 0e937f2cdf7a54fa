//! Values of the slots of a step: singles, locked candidates, subsets, fish, and the words that all share.

use super::{Slots, Value, Wording};
use crate::{
    AlmostLockedSet, Candidate, Candidates, CellNames, CellSet, ChainNode, ForcingKind, House, HouseKind,
    HouseSet, Notation, Reason, Step, Technique as T, peers,
    step::successive,
    trial::{Braid, BraidLink, Variable},
};
use gridmill_board::{Cell, Digit, DigitSet};
use serde::Serialize;

/// Most cells that are listed one by one; more are written together.
const MAX_CELLS: u32 = 6;

impl Step {
    /// Explains the step in whole sentences: what to look at, and why it follows.
    ///
    /// The sentences follow from the step alone; they name no candidates outside the pattern.
    pub fn explanation(&self, wording: &Wording, notation: &Notation) -> String {
        let (key, slots) = Phrases { wording, notation }.of(self);
        wording.fill(key, &slots)
    }
}

/// Levels of help with a step, each of which tells something else; the last is its [explanation](Step::explanation).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct StepLevels {
    /// Where to look: at houses, cells or digits.
    #[serde(rename = "where")]
    pub place: String,
    /// The cells where something changes, without the digits.
    pub cell: String,
    /// The digits that change something, without the cells.
    pub digit: String,
    /// Title of the technique.
    pub technique: String,
}

impl Step {
    /// Returns the levels of help that come before the explanation.
    pub fn levels(&self, wording: &Wording, notation: &Notation) -> StepLevels {
        Phrases { wording, notation }.levels(self)
    }
}

/// Returns the houses to look at; none where cells say more.
fn houses_of(reason: &Reason) -> HouseSet {
    match reason {
        Reason::House(house) | Reason::Subset { house, .. } => HouseSet::only(*house),
        Reason::Intersection { house, cover, .. } => HouseSet::only(*house) | HouseSet::only(*cover),
        Reason::Fish { base, cover, .. } => *base | *cover,
        _ => HouseSet::EMPTY,
    }
}

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

    /// Says less than all about a step, in several ways.
    fn levels(&self, step: &Step) -> StepLevels {
        let places = match houses_of(&step.reason) {
            houses if (1..=4).contains(&houses.len()) => self.houses(houses),
            _ => match (&step.reason, step.reason.cells_in(*self.notation)) {
                (Reason::Fish { digit, .. } | Reason::Colors { digit, .. }, cells)
                    if cells.len() > MAX_CELLS =>
                {
                    let digit = Slots::default().with("digits", figure(*digit));
                    self.wording.fill("level.digits", &digit).into()
                }
                (_, cells) => self.cells(cells),
            },
        };
        let placed: Candidates = step.placements().collect();
        let (changed, keys) = if placed.is_empty() {
            (step.eliminations, ["level.cell_removed", "level.digit_removed"])
        } else {
            (placed, ["level.cell_placed", "level.digit_placed"])
        };
        let slots = Slots::default()
            .with("places", places)
            .with("cells", self.cells(changed.all_cells()))
            .with("digits", self.digits(changed.all_digits()));
        let [cell, digit] = keys.map(|key| self.wording.fill(key, &slots));
        StepLevels {
            place: self.wording.fill("level.where", &slots),
            cell,
            digit,
            technique: self.wording.title(step.technique),
        }
    }

    pub(super) fn cell(&self, cell: Cell) -> Value {
        self.cell_name(cell).into()
    }

    fn cell_name(&self, cell: Cell) -> String {
        match self.notation.names() {
            CellNames::Words => self.wording.cell_in_words(self.notation.shape(), cell),
            _ => self.notation.cell(cell),
        }
    }

    /// Lists cells one by one, many of them by rows.
    pub(super) fn cells(&self, cells: CellSet) -> Value {
        let names: Vec<String> = if cells.len() <= MAX_CELLS || self.notation.names() == CellNames::Words {
            cells.iter().map(|cell| self.cell_name(cell)).collect()
        } else {
            self.notation.cells(cells).split(' ').map(str::to_owned).collect()
        };
        Value { count: cells.len() as usize, ..self.list(&names) }
    }

    pub(super) fn digits(&self, digits: DigitSet) -> Value {
        let names: Vec<String> = digits.iter().map(|digit| digit.to_string()).collect();
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
            let of_kind: Vec<House> = houses.iter().filter(|house| house.kind() == kind).collect();
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
        self.wording.list(items)
    }

    /// Joins two sentences.
    fn then(&self, first: String, last: &str) -> String {
        self.wording.join("sentences", first, last)
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

// Values of the slots of patterns: strong links of one digit, wings, colours, deadly patterns, almost locked sets.

impl Phrases<'_> {
    /// Fills the slots of skyscrapers, kites and empty rectangles.
    fn of_pattern(&self, step: &Step, slots: Slots) -> Slots {
        let Reason::Fish { digit, base, chains, .. } = &step.reason else { return slots };
        let slots = slots.with("digit", figure(*digit));
        let pairs: Vec<[CellSet; 4]> = chains
            .iter()
            .filter_map(|chain| <[ChainNode; 4]>::try_from(&chain[..]).ok())
            .map(|nodes| nodes.map(|node| node.cells))
            .collect();
        match (step.technique, &pairs[..]) {
            (T::EmptyRectangle, [[far, near, row, column]]) => {
                let target = step.eliminations.all_cells();
                let inside = *row | *column;
                let slots = self.with_house(slots, "shared", inside);
                let slots = self.with_house(slots, "line_1", *near | *row);
                let slots = self.with_house(slots, "line_2", target | *column);
                self.with_house(slots, "house", *near | *far)
                    .with("cells", self.cells(inside))
                    .with("pair", self.cells(*near | *far))
                    .with("near", self.cells(*near))
                    .with("far", self.cells(*far))
                    .with("target", self.cells(target))
            }
            (T::DualEmptyRectangle, [one, other]) => {
                let inside = one[2] | one[3];
                let slots = self.with_house(slots, "shared", inside).with("cells", self.cells(inside));
                let slots = self.with_pair(slots, ("house_1", "pair_1"), one[0] | one[1]);
                self.with_pair(slots, ("house_2", "pair_2"), other[0] | other[1])
                    .with("far", self.cells(one[0] | other[0]))
                    .with("target", self.cells(step.eliminations.all_cells()))
            }
            (T::DualTwoStringKite, [one, other]) => {
                let names = [
                    ("house_1", "pair_1"),
                    ("house_2", "pair_2"),
                    ("house_3", "pair_3"),
                    ("house_4", "pair_4"),
                ];
                let links = [one[0] | one[1], one[2] | one[3], other[0] | other[1], other[2] | other[3]];
                let linking = one[1] | one[2];
                let slots = names
                    .into_iter()
                    .zip(links)
                    .fold(slots, |slots, (names, pair)| self.with_pair(slots, names, pair));
                slots
                    .with("linking", self.cells(linking))
                    .with("shared", self.houses(*base))
                    .with("endpoints_1", self.cells(one[0] | one[3]))
                    .with("endpoints_2", self.cells(other[0] | other[3]))
            }
            (_, [[first, near, next, last]]) => {
                let slots = self.with_pair(slots, ("house_1", "pair_1"), *first | *near);
                let slots = self.with_pair(slots, ("house_2", "pair_2"), *next | *last);
                self.with_house(slots, "shared", *near | *next)
                    .with("linking", self.cells(*near | *next))
                    .with("endpoints", self.cells(*first | *last))
            }
            _ => slots,
        }
    }

    fn with_house(&self, slots: Slots, name: &'static str, cells: CellSet) -> Slots {
        match self.line(cells) {
            Some(house) => slots.with(name, self.house(house)),
            None => slots,
        }
    }

    fn with_pair(&self, slots: Slots, (house, pair): (&'static str, &'static str), cells: CellSet) -> Slots {
        self.with_house(slots, house, cells).with(pair, self.cells(cells))
    }

    /// Fills the slots of wings.
    pub(super) fn of_wing(&self, step: &Step, slots: Slots) -> Slots {
        let Reason::Wing { cells, digits, chains } = &step.reason else { return slots };
        let Some((&goes, linking)) = digits.split_last() else { return slots };
        let set = |digits: &[Digit]| digits.iter().copied().collect::<DigitSet>();
        let slots = slots.with("digit", figure(goes));
        if let (T::WWing, &[one, near, far, other]) = (step.technique, &cells[..]) {
            let link = CellSet::only(near).with(far);
            return self
                .with_pair(slots, ("house", "linking"), link)
                .with("pincers", self.cells(CellSet::only(one).with(other)))
                .with("digits", self.digits(set(digits)))
                .with("link", self.digits(set(linking)));
        }
        let &[pivot, one, other] = &cells[..] else { return slots };
        // The digit by which a pincer is linked is that of the pincer's other nodes, not of the removed one.
        let link = |pincer: Cell| {
            let nodes = chains.iter().flatten();
            nodes
                .filter(|node| node.cells == CellSet::only(pincer) && node.digit != goes)
                .map(|node| node.digit)
                .next()
        };
        let of_pivot = if step.technique == T::XyzWing { &digits[..] } else { linking };
        let linked = |pincer| link(pincer).map_or_else(Value::default, figure);
        slots
            .with("pivot", self.cell(pivot))
            .with("digits", self.digits(set(of_pivot)))
            .with("pincer_1", self.cell(one))
            .with("digit_1", linked(one))
            .with("pincer_2", self.cell(other))
            .with("digit_2", linked(other))
            .with("pincers", self.cells(CellSet::only(one).with(other)))
    }

    /// Fills the slots of colours.
    fn of_colors(&self, step: &Step, slots: Slots) -> Slots {
        let Reason::Colors { digit, colors } = &step.reason else { return slots };
        let slots = slots.with("digit", figure(*digit));
        let gone = step.eliminations.all_cells();
        let seen = |cells: CellSet| cells.iter().fold(CellSet::EMPTY, |seen, cell| seen | peers(cell));
        match (step.technique, &colors[..]) {
            (T::SimpleColorsWrap, &[one, other]) => {
                let wrong = if one.is_within(gone) { one } else { other };
                slots
                    .with("color_1", self.cells(one))
                    .with("color_2", self.cells(other))
                    .with("false", self.cells(wrong))
            }
            (_, &[one, other]) => slots
                .with("color_1", self.cells(one))
                .with("color_2", self.cells(other))
                .with("target", self.cells(gone)),
            (technique, &[a, b, c, d]) => {
                // Of multi colors 2 the first is false; of multi colors 1 the first two see each other.
                let turns = [[a, b, c, d], [a, b, d, c], [b, a, c, d], [b, a, d, c]];
                let fits = |&[one, opposite, other, across]: &[CellSet; 4]| match technique {
                    T::MultiColors2 => one.is_within(gone),
                    _ => seen(one).meets(other) && (seen(opposite) & seen(across)).meets(gone),
                };
                let [one, opposite, other, across] = turns.into_iter().find(fits).unwrap_or(turns[0]);
                slots
                    .with("color_1", self.cells(one))
                    .with("opposite_1", self.cells(opposite))
                    .with("color_2", self.cells(other))
                    .with("opposite_2", self.cells(across))
            }
            _ => slots,
        }
    }

    /// Fills the slots of deadly patterns.
    pub(super) fn of_deadly(&self, step: &Step, slots: Slots) -> Slots {
        let Reason::Deadly { digits, cells, extra, roof, further, house } = step.reason else { return slots };
        let gone = step.eliminations.all_cells();
        let goes = digits & step.eliminations.all_digits();
        let stays = digits - goes;
        let pattern = match step.technique {
            T::AvoidableRectangle1 | T::AvoidableRectangle2 => "deadly.avoidable",
            T::UniqueLoop1 | T::UniqueLoop2 | T::UniqueLoop3 | T::UniqueLoop4 => "deadly.loop",
            T::BugPlus1 | T::Bug1 | T::Bug2 | T::Bug3 | T::Bug4 => "deadly.bug",
            _ => "deadly.rectangle",
        };
        let of_pattern = Slots::default()
            .with("cells", self.cells(cells))
            .with("digits", self.digits(digits))
            .with("roof", self.cells(roof))
            .with("one", self.wording.fill("deadly.one", &Slots::default()));
        let slots = slots
            .with("pattern", self.wording.fill(pattern, &of_pattern))
            .with("cells", self.cells(cells))
            .with("digits", self.digits(digits))
            .with("roof", self.cells(roof))
            .with("further", self.digits(further))
            .with("goes", self.digits(goes))
            .with("digit", self.digits(stays))
            .with("target", self.cells(gone));
        let slots = match house {
            Some(house) => {
                let subset = if gone.meets(extra) { "deadly.hidden" } else { "deadly.naked" };
                let of = Slots::default().with("extra", self.cells(extra)).with("house", self.house(house));
                slots.with("house", self.house(house)).with("subset", self.wording.fill(subset, &of))
            }
            None => slots.with("house", Value::default()).with("subset", Value::default()),
        };
        let opposite = |cell: &Cell| gone.single().is_some_and(|gone| in_other_lines(*cell, gone));
        slots.with("corner", self.cells(cells.iter().filter(opposite).collect()))
    }

    /// Fills the slots of almost locked sets.
    pub(super) fn of_sets(
        &self,
        step: &Step,
        sets: &[AlmostLockedSet],
        links: DigitSet,
        slots: Slots,
    ) -> Slots {
        let common = step.eliminations.all_digits();
        let slots = slots.with("links", self.digits(links)).with("common", self.digits(common));
        if let (T::SueDeCoq, [core, square, line]) = (step.technique, sets) {
            return slots
                .with("core", self.cells(core.cells))
                .with("digits", self.digits(core.digits))
                .with("box", self.cells(square.cells))
                .with("digits_1", self.digits(square.digits))
                .with("line", self.cells(line.cells))
                .with("digits_2", self.digits(line.digits));
        }
        let (slots, sets) = match (step.technique, sets) {
            (T::DeathBlossom, [stem, petals @ ..]) => {
                (slots.with("stem", self.cells(stem.cells)).with("digits", self.digits(stem.digits)), petals)
            }
            _ => (slots, sets),
        };
        let name = |n: usize| u8::try_from(n).map_or('Z', |n| char::from(b'A' + n.min(25))).to_string();
        let named = |(n, set): (usize, &AlmostLockedSet)| {
            let slots = Slots::default().with("name", name(n)).with("cells", self.cells(set.cells));
            self.wording.fill("set", &slots.with("digits", self.digits(set.digits)))
        };
        let names: Vec<String> = sets.iter().enumerate().map(named).collect();
        slots.with("sets", self.list(&names)).with("last", name(sets.len().saturating_sub(1)))
    }
}

/// Returns true if two cells share neither row nor column.
fn in_other_lines(one: Cell, other: Cell) -> bool {
    [HouseKind::Row, HouseKind::Column]
        .into_iter()
        .all(|kind| House::holding(kind, one) != House::holding(kind, other))
}

// Values of the slots of chains: their stories, and the conclusions from their ends.

/// Maximum number of nodes of a forcing chain that are listed one by one.
const MAX_NODES: usize = 12;

impl Phrases<'_> {
    /// Fills the slots of a step with one chain.
    pub(super) fn of_chain(&self, step: &Step, nodes: &[ChainNode], slots: Slots) -> Slots {
        if step.technique == T::RemotePair {
            let mut cells: Vec<CellSet> = nodes.iter().map(|node| node.cells).collect();
            cells.dedup();
            let names: Vec<String> = cells.iter().map(|&cells| self.cells(cells).text).collect();
            let digits = nodes.iter().map(|node| node.digit).collect();
            return slots.with("cells", self.list(&names)).with("digits", self.digits(digits));
        }
        slots.with("story", self.links(nodes, &successive(nodes))).with("conclusion", self.conclusion(nodes))
    }

    /// Tells a chain node by node, each with its reason. `links` are the places of a node and of one that follows from it.
    fn links(&self, nodes: &[ChainNode], links: &[[u16; 2]]) -> String {
        let Some((first, rest)) = nodes.split_first() else { return String::new() };
        let statement = |(place, node): (u16, &ChainNode)| {
            let parents = links.iter().filter(|link| link[1] == place);
            let parents: Vec<&ChainNode> =
                parents.filter_map(|link| nodes.get(usize::from(link[0]))).collect();
            self.statement(node, &parents)
        };
        self.sentences(first, (1..).zip(rest).map(statement))
    }

    /// Joins an assumption and the statements that follow from it.
    fn sentences(&self, first: &ChainNode, statements: impl Iterator<Item = String>) -> String {
        let mut story = self.wording.fill("chain.start", &Slots::default().with("node", self.node(first)));
        for (n, statement) in statements.enumerate() {
            let key = if n == 0 { "chain.first" } else { "chain.next" };
            story = self.then(story, &self.wording.fill(key, &Slots::default().with("statement", statement)));
        }
        story
    }

    /// Says what a node is, and why it follows from its parents where that is by one cell or house.
    fn statement(&self, to: &ChainNode, parents: &[&ChainNode]) -> String {
        let all = |is: fn(&ChainNode, &ChainNode) -> bool| parents.iter().all(|from| is(from, to));
        let slots = Slots::default().with("node", self.node(to)).with("cells", self.cells(to.cells));
        let is_alternating = !parents.is_empty() && all(|from, to| from.on != to.on);
        let several = parents.len() > 1;
        let key = if !is_alternating {
            None
        } else if all(|from, to| from.digit == to.digit) {
            let cells = parents.iter().fold(to.cells, |all, from| all | from.cells);
            let houses: Vec<String> =
                self.notation.common_houses(cells).map(|house| self.house(house).text).collect();
            // Of two houses that the nodes share, only one need have no other place.
            let (key, house) = match (to.on, several) {
                (true, true) => ("chain.left_house", self.list(&houses)),
                (true, false) => ("chain.strong_house", self.list(&houses)),
                (false, _) => ("chain.weak_house", self.list(&houses[..houses.len().min(1)])),
            };
            let slots = slots.clone().with("house", house).with("digit", figure(to.digit));
            (!houses.is_empty()).then_some((key, slots))
        } else if all(|from, to| from.cells == to.cells && from.digit != to.digit) {
            let key = match (to.on, several) {
                (true, true) => "chain.left_cell",
                (true, false) => "chain.strong_cell",
                (false, _) => "chain.weak_cell",
            };
            Some((key, slots.clone().with("other", figure(parents[0].digit))))
        } else {
            None
        };
        match key {
            Some((key, slots)) => self.wording.fill(key, &slots),
            None => self.node(to),
        }
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
        let (Reason::Chains { links, .. } | Reason::Forcing { links, .. }) = &step.reason else {
            return Slots::default();
        };
        let stories: Vec<String> =
            chains.iter().zip(links).map(|(chain, links)| self.story(chain, links)).collect();
        let sources = step.reason.sources();
        let assumptions: Vec<String> = sources.iter().map(|node| self.node(node)).collect();
        let listed: usize = chains.iter().map(Vec::len).sum();
        let (digits, cells) = sources.iter().fold((DigitSet::EMPTY, CellSet::EMPTY), |all, node| {
            (all.0 | DigitSet::only(node.digit), all.1 | node.cells)
        });
        let slots = Slots::default()
            .with("assumptions", self.list(&assumptions))
            .with(
                "stories",
                stories.into_iter().reduce(|all, story| self.then(all, &story)).unwrap_or_default(),
            )
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
        let within = usize::try_from(*nodes).unwrap_or(usize::MAX).saturating_sub(listed);
        let mut argument = self.wording.fill(key, &slots);
        if within > 0 {
            let within = Slots::default().with_count("count", within);
            argument = self.then(argument, &self.wording.fill("story.within", &within));
        } else if step.links().iter().flatten().any(|link| link.kind.is_none()) {
            let nested = [T::NestedForcing, T::NestedMultiple, T::NestedDynamic, T::NestedNested];
            let key = if nested.contains(&step.technique) { "story.nested" } else { "story.patterns" };
            argument = self.then(argument, &self.wording.fill(key, &Slots::default()));
        }
        slots.with("argument", argument)
    }

    /// Fills the slots of a braid: what is left in each variable.
    pub(super) fn of_braid(&self, step: &Step, braid: &Braid) -> Slots {
        let on = |Candidate { cell, digit }| ChainNode { cells: CellSet::only(cell), digit, on: true };
        let left = |link: &BraidLink| {
            let node = on(link.candidate);
            let slots = Slots::default().with("node", self.node(&node)).with("cells", self.cells(node.cells));
            match link.variable {
                Variable::Cell(_) => self.wording.fill("chain.left_cell", &slots),
                Variable::House(house, _) => {
                    self.wording.fill("chain.left_house", &slots.with("house", self.house(house)))
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
        let statements = braid.links.iter().map(left).chain([nothing]);
        Slots::default()
            .with("story", self.sentences(&on(braid.target), statements))
            .with("result", self.result(step))
    }

    /// Tells what follows from an assumption; of a long chain the end alone.
    fn story(&self, nodes: &[ChainNode], links: &[[u16; 2]]) -> String {
        match nodes {
            [] => String::new(),
            [only] => self.wording.fill("story.one", &Slots::default().with("assumption", self.node(only))),
            [first, between @ .., last] if nodes.len() > MAX_NODES => {
                let slots =
                    Slots::default().with("assumption", self.node(first)).with("end", self.node(last));
                self.wording.fill("story.long", &slots.with_count("count", between.len() + 1))
            }
            _ => self.links(nodes, links),
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
