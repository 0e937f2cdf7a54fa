//! Values of the slots of patterns: strong links of one digit, wings, colours, deadly patterns, almost locked sets.

use super::{
    explain::{Phrases, figure},
    template::{Slots, Value},
};
use crate::{AlmostLockedSet, CellSet, ChainNode, House, HouseKind, Reason, Step, Technique as T, peers};
use gridmill_board::{Cell, Digit, DigitSet};

impl Phrases<'_> {
    /// Fills the slots of skyscrapers, kites and empty rectangles.
    pub(super) fn of_pattern(&self, step: &Step, slots: Slots) -> Slots {
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
            (_, [[first, near, beside, last]]) => {
                let slots = self.with_pair(slots, ("house_1", "pair_1"), *first | *near);
                let slots = self.with_pair(slots, ("house_2", "pair_2"), *beside | *last);
                self.with_house(slots, "shared", *near | *beside)
                    .with("linking", self.cells(*near | *beside))
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
        let set =
            |digits: &[Digit]| digits.iter().fold(DigitSet::EMPTY, |all, &digit| all | DigitSet::only(digit));
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
        // The digit by which a pincer is linked is that of the pincer's nodes beside the one that goes.
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
    pub(super) fn of_colors(&self, step: &Step, slots: Slots) -> Slots {
        let Reason::Colors { digit, colors } = &step.reason else { return slots };
        let slots = slots.with("digit", figure(*digit));
        let gone = step.eliminations.all_cells();
        let seen = |cells: CellSet| cells.fold(CellSet::EMPTY, |seen, cell| seen | peers(cell));
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
        let goes = digits.filter(|&digit| !step.eliminations.cells(digit).is_empty());
        let goes = goes.fold(DigitSet::EMPTY, |all, digit| all | DigitSet::only(digit));
        let stays = digits - goes;
        let pattern = match step.technique {
            T::AvoidableRectangle1 | T::AvoidableRectangle2 => "deadly.avoidable",
            T::UniqueLoop1 | T::UniqueLoop2 | T::UniqueLoop3 | T::UniqueLoop4 => "deadly.loop",
            _ => "deadly.rectangle",
        };
        let both = Slots::default().with("cells", self.cells(cells)).with("digits", self.digits(digits));
        let slots = slots
            .with("pattern", self.wording.fill(pattern, &both))
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
        slots.with("corner", self.cells(cells.filter(opposite).collect()))
    }

    /// Fills the slots of almost locked sets.
    pub(super) fn of_sets(
        &self,
        step: &Step,
        sets: &[AlmostLockedSet],
        links: DigitSet,
        slots: Slots,
    ) -> Slots {
        let common = DigitSet::full(9)
            .filter(|&digit| !step.eliminations.cells(digit).is_empty())
            .fold(DigitSet::EMPTY, |all, digit| all | DigitSet::only(digit));
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
    [HouseKind::Row, HouseKind::Column].into_iter().all(|kind| House::of(kind, one) != House::of(kind, other))
}
