//! Text of steps: one line of notation, for a person at the grid.
//!
//! ```text
//! r3c46: naked pair {2,7} in row 3 removes 2 from r3c1
//! r5c8: hidden single in box 6 places 4
//! r4c2: cell forcing chains of 8 nodes by cell from 1 at r4c2 and from 6 at r4c2 to not 6 at r7c4 (...) removes 6 from r7c4
//! r14c28: x-wing of 5 in rows 1 and 4 covered by columns 2 and 8 removes 5 from r7c28
//! r6c6: braid of length 3 (1 in column 6 at r3c6, 2 in box 2 at r2c4, nothing in r4c4) removes 2 from r6c6
//! r1c15 r4c5: x-chain (3)r1c1 = (3)r1c5 - (3)r4c5 removes 3 from r4c1
//! ```
//!
//! Chains are in Eureka notation: `=` is a strong link, `-` a weak one.
//!
//! Cells that share rows or columns are written together, as is usual: `r3c46` is r3c4 and r3c6.

use super::{
    AlmostLockedSet, Candidates, CellNames, CellSet, ChainNode, Family, ForcingKind, HouseKind, HouseSet,
    LinkKind, Notation, Reason, Step,
    trial::{Braid, BraidLink, Variable},
};
use gridmill_board::{Digit, DigitSet};
use std::fmt;

impl fmt::Display for Step {
    /// Writes the text, with cells such as `r1c1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(&self.notation(CellNames::RowColumn)))
    }
}

impl Step {
    /// Returns the step as one line of notation, with the names of cells and the shape of `notation`.
    pub fn text(&self, notation: &Notation) -> String {
        let text = StepText(*notation);
        let name = self.technique.title().to_lowercase();
        let mut line = match (&self.reason, self.placement) {
            (Reason::Cell(_) | Reason::House(_), Some(placed)) => {
                format!("{}: {name}{}", notation.cell(placed.cell), text.why(&self.reason))
            }
            (Reason::Forcing { .. }, _) => {
                let from = self.reason.sources().iter().fold(CellSet::EMPTY, |all, node| all | node.cells);
                format!("{}: {name}{}", notation.cells(from), text.why(&self.reason))
            }
            (Reason::Braid { braid, .. }, _) => {
                format!("{}: {name}{}", notation.cell(braid.target.cell), text.why(&self.reason))
            }
            (Reason::Chain(nodes), _) if self.technique.family() == Family::Chaining => {
                let length = self.reason.nodes().unwrap_or(0);
                let cells = notation.cells(self.reason.cells_in(*notation));
                format!("{cells}: {name} of {length} nodes {}", text.eureka(nodes))
            }
            (reason, _) => {
                format!("{}: {name}{}", notation.cells(reason.cells_in(*notation)), text.why(reason))
            }
        };
        if let Some(placed) = self.placement {
            line += &format!(" places {}", placed.digit);
            if !matches!(self.reason, Reason::Cell(_) | Reason::House(_)) {
                let cells = self.placements().map(|placed| placed.cell).collect();
                line += &format!(" at {}", notation.cells(cells));
            }
        }
        if !self.eliminations.is_empty() {
            let and = if self.placement.is_some() { " and" } else { "" };
            line += &format!("{and} removes {}", text.eliminations(&self.eliminations));
        }
        line
    }
}

/// Text of the parts of a step.
struct StepText(Notation);

impl StepText {
    /// Describes the reason: the text after the name of the technique.
    fn why(&self, reason: &Reason) -> String {
        let cells = |cells| self.0.cells(cells);
        match reason {
            Reason::Cell(_) => String::new(),
            Reason::House(house) => format!(" in {}", self.0.house(*house)),
            Reason::Intersection { house, cover, digit, .. } => {
                let by = if cover.kind() == HouseKind::Box { "within" } else { "along" };
                format!(" of {digit} in {} {by} {}", self.0.house(*house), self.0.house(*cover))
            }
            Reason::Subset { house, digits, .. } => format!(" {} in {}", set(*digits), self.0.house(*house)),
            Reason::Fish { digit, base, cover, fins, .. } => {
                let by = if cover.is_empty() {
                    String::new()
                } else {
                    format!(" covered by {}", self.houses(*cover))
                };
                let word = if fins.is_several() { "fins" } else { "fin" };
                let fins =
                    if fins.is_empty() { String::new() } else { format!(" with {word} {}", cells(*fins)) };
                format!(" of {digit} in {}{by}{fins}", self.houses(*base))
            }
            Reason::Wing { digits, .. } => format!(" {{{}}}", list(digits.iter().copied())),
            Reason::Colors { digit, colors } => {
                let against = |pair: &[CellSet]| {
                    pair.iter().map(|&color| cells(color)).collect::<Vec<_>>().join(" against ")
                };
                let pairs: Vec<_> = colors.chunks(2).map(against).collect();
                format!(" of {digit} in {}", pairs.join(" and in "))
            }
            Reason::Deadly { digits, extra, .. } => {
                let extra = if extra.is_empty() { String::new() } else { format!(" with {}", cells(*extra)) };
                format!(" {}{extra}", set(*digits))
            }
            Reason::Chain(nodes) => format!(" {}", self.eureka(nodes)),
            Reason::Chains { chains, .. } => {
                let chains: Vec<_> = chains.iter().map(|nodes| self.eureka(nodes)).collect();
                format!(" {}", chains.join("; "))
            }
            Reason::Forcing { kind, chains, nodes, .. } => self.forcing(*kind, chains, *nodes),
            Reason::Braid { braid, .. } => self.braid(braid),
            Reason::Sets { sets, links } => {
                let sets: Vec<_> = sets.iter().map(|set| self.almost_locked(set)).collect();
                let links =
                    if links.is_empty() { String::new() } else { format!(" linked by {}", set(*links)) };
                format!(" {}{links}", and(&sets))
            }
            Reason::Template { digit, .. } => format!(" of {digit}"),
            Reason::Aligned { cells: aligned, excluders } => {
                format!(" of {} forbidden by {}", cells(aligned.iter().copied().collect()), cells(*excluders))
            }
        }
    }

    fn almost_locked(&self, set: &AlmostLockedSet) -> String {
        format!("{} {}", self.0.cells(set.cells), self::set(set.digits))
    }

    /// `(5)r1c2 - (5)r1c7 = (5)r4c7`; `>` where two neighbours do not alternate.
    fn eureka(&self, nodes: &[ChainNode]) -> String {
        let mut text = String::new();
        for (at, node) in nodes.iter().enumerate() {
            if let Some(before) = at.checked_sub(1).and_then(|before| nodes.get(before)) {
                text += match LinkKind::between(before, node) {
                    Some(LinkKind::Strong) => " = ",
                    Some(LinkKind::Weak) => " - ",
                    None => " > ",
                };
            }
            text += &format!("({}){}", node.digit, self.0.cells(node.cells));
        }
        text
    }

    /// `not 5 at r1c7`.
    fn node(&self, node: &ChainNode) -> String {
        let not = if node.on { "" } else { "not " };
        format!("{not}{} at {}", node.digit, self.0.cells(node.cells))
    }

    /// ` of 8 nodes by cell from 1 at r4c2 and from 6 at r4c2 to not 6 at r7c4 (1 at r4c2 ...; 6 at r4c2 ...)`.
    ///
    /// A node may follow from several others, so a chain lists its nodes in order of arrival.
    fn forcing(&self, kind: ForcingKind, chains: &[Vec<ChainNode>], nodes: u32) -> String {
        let told: usize = chains.iter().map(Vec::len).sum();
        let within = usize::try_from(nodes).unwrap_or(usize::MAX).saturating_sub(told);
        let within = if within == 0 { String::new() } else { format!(" ({within} in chains within)") };
        let ends = |end: fn(&Vec<ChainNode>) -> Option<&ChainNode>| {
            let mut ends: Vec<String> = Vec::new();
            for end in chains.iter().filter_map(end).map(|end| self.node(end)) {
                if !ends.contains(&end) {
                    ends.push(end);
                }
            }
            ends
        };
        let from = ends(|chain| chain.first()).join(" and from ");
        let to = ends(|chain| chain.last()).join(" and to ");
        let listed =
            |nodes: &Vec<ChainNode>| nodes.iter().map(|node| self.node(node)).collect::<Vec<_>>().join(", ");
        let chains: Vec<_> = chains.iter().map(listed).collect();
        format!(" of {nodes} nodes{within} by {} from {from} to {to} ({})", kind.name(), chains.join("; "))
    }

    /// ` of length 3 (1 in column 6 at r3c6, 2 in r2c4, no 4 in box 3)`.
    fn braid(&self, braid: &Braid) -> String {
        let link = |link: &BraidLink| {
            let (digit, cell) = (link.candidate.digit, self.0.cell(link.candidate.cell));
            match link.variable {
                Variable::Cell(_) => format!("{digit} in {cell}"),
                Variable::House(house, _) => format!("{digit} in {} at {cell}", self.0.house(house)),
            }
        };
        let last = match braid.last {
            Variable::Cell(cell) => format!("nothing in {}", self.0.cell(cell)),
            Variable::House(house, digit) => format!("no {digit} in {}", self.0.house(house)),
        };
        let variables: Vec<String> = braid.links.iter().map(link).chain([last]).collect();
        format!(" of length {} ({})", braid.length(), variables.join(", "))
    }

    /// `2 from r3c1, 7 from r4c56`.
    fn eliminations(&self, candidates: &Candidates) -> String {
        let of = |digit| (digit, candidates.cells(digit));
        let digits = DigitSet::full(9).map(of).filter(|(_, cells)| !cells.is_empty());
        let each = |(digit, from)| format!("{digit} from {}", self.0.cells(from));
        digits.map(each).collect::<Vec<_>>().join(", ")
    }

    /// `rows 1 and 4 and column 8`.
    fn houses(&self, houses: HouseSet) -> String {
        let of = |kind: HouseKind| {
            let name = match (kind, houses.filter(|house| house.kind() == kind).count()) {
                (_, 0) => return None,
                (HouseKind::Row, 1) => "row",
                (HouseKind::Row, _) => "rows",
                (HouseKind::Column, 1) => "column",
                (HouseKind::Column, _) => "columns",
                (HouseKind::Box, 1) => "box",
                (HouseKind::Box, _) => "boxes",
            };
            let of_kind = houses.filter(|house| house.kind() == kind);
            let numbers: Vec<_> = of_kind.map(|house| self.0.number(house)).collect();
            Some(format!("{name} {}", and(&numbers)))
        };
        HouseKind::ALL.into_iter().filter_map(of).collect::<Vec<_>>().join(" and ")
    }
}

/// `{2,7}`.
fn set(digits: DigitSet) -> String {
    format!("{{{}}}", list(digits))
}

/// `2,7`.
fn list(digits: impl IntoIterator<Item = Digit>) -> String {
    digits.into_iter().map(|digit| digit.to_string()).collect::<Vec<_>>().join(",")
}

/// `1, 2 and 3`.
fn and(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Candidate, CellNames, House, Technique};
    use gridmill_board::{Cell, Shape};

    fn all(names: &[(usize, usize)]) -> CellSet {
        names.iter().map(|&(row, col)| Cell::new(9 * (row - 1) + col - 1)).collect()
    }

    fn digits(digits: &[usize]) -> DigitSet {
        let mut set = DigitSet::EMPTY;
        for &digit in digits {
            set.insert(Digit::from_index(digit - 1));
        }
        set
    }

    /// The text has sources, length and conclusion, but no nodes of nested chains.
    #[test]
    fn forcing_chains_name_what_they_assume_and_prove() {
        let node = |row, col, digit: usize, on| ChainNode {
            cells: all(&[(row, col)]),
            digit: Digit::from_index(digit - 1),
            on,
        };
        let target = Candidates::of(Digit::from_index(5), all(&[(7, 4)]));
        let chains = vec![
            vec![node(4, 2, 1, true), node(4, 4, 1, false), node(7, 4, 6, false)],
            vec![node(4, 2, 6, true), node(7, 4, 6, false)],
        ];
        let reason = Reason::Forcing { kind: ForcingKind::Cell, chains, links: Vec::new(), nodes: 5 };
        assert_eq!((reason.sources().len(), reason.nodes()), (2, Some(5)));
        let step = Step::eliminate(Technique::CellForcingChains, target, reason);
        assert_eq!(
            step.to_string(),
            "r4c2: cell forcing chains of 5 nodes by cell from 1 at r4c2 and from 6 at r4c2 to not 6 at r7c4 \
             (1 at r4c2, not 1 at r4c4, not 6 at r7c4; 6 at r4c2, not 6 at r7c4) removes 6 from r7c4"
        );
        let chains = vec![
            vec![node(7, 4, 6, true), node(1, 2, 5, true)],
            vec![node(7, 4, 6, true), node(1, 2, 5, false)],
        ];
        let reason =
            Reason::Forcing { kind: ForcingKind::Contradiction, chains, links: Vec::new(), nodes: 12 };
        assert_eq!(reason.sources().len(), 1);
        let step = Step::eliminate(Technique::NestedForcing, target, reason);
        assert_eq!(
            step.to_string(),
            "r7c4: dynamic forcing chains (+ forcing chains) of 12 nodes (8 in chains within) by contradiction \
             from 6 at r7c4 to 5 at r1c2 and to not 5 at r1c2 \
             (6 at r7c4, 5 at r1c2; 6 at r7c4, not 5 at r1c2) removes 6 from r7c4"
        );
    }

    #[test]
    fn steps_read_as_sentences() {
        let digit = |digit: usize| Digit::from_index(digit - 1);
        let row = House::new(HouseKind::Row, 2);
        let pair = all(&[(3, 4), (3, 6)]);
        let step = Step::eliminate(
            Technique::NakedPair,
            Candidates::of(digit(2), all(&[(3, 1)])),
            Reason::Subset { house: row, digits: digits(&[2, 7]), cells: pair },
        );
        assert_eq!(step.to_string(), "r3c46: naked pair {2,7} in row 3 removes 2 from r3c1");
        let letters = Notation::new(Shape::STANDARD, CellNames::LetterDigit);
        assert_eq!(step.text(&letters), "C46: naked pair {2,7} in row C removes 2 from C1");
        let cell = Cell::new(43);
        let six = House::new(HouseKind::Box, 5);
        let step = Step::place(Technique::HiddenSingle, cell, digit(4), Reason::House(six));
        assert_eq!(step.to_string(), "r5c8: hidden single in box 6 places 4");
        let fish = Reason::Fish {
            digit: digit(5),
            base: HouseSet::only(House::new(HouseKind::Row, 0))
                | HouseSet::only(House::new(HouseKind::Row, 3)),
            cover: HouseSet::only(House::new(HouseKind::Column, 1))
                | HouseSet::only(House::new(HouseKind::Column, 7)),
            cells: all(&[(1, 2), (1, 8), (4, 2)]),
            fins: all(&[(4, 9)]),
            chains: Vec::new(),
        };
        let gone = [Candidate { cell: Cell::new(71), digit: digit(5) }].into_iter().collect();
        let step = Step::eliminate(Technique::FinnedXWing, gone, fish);
        assert_eq!(
            step.to_string(),
            "r1c28 r4c29: finned x-wing of 5 in rows 1 and 4 covered by columns 2 and 8 with fin r4c9 removes 5 from r8c9"
        );
        let node = |row, col, on| ChainNode { cells: all(&[(row, col)]), digit: digit(3), on };
        let step = Step::eliminate(
            Technique::XChain,
            Candidates::of(digit(3), all(&[(9, 1), (9, 2)])),
            Reason::Chain(vec![node(1, 1, false), node(1, 5, true)]),
        );
        assert_eq!(step.to_string(), "r1c15: x-chain (3)r1c1 = (3)r1c5 removes 3 from r9c12");
        let nodes = vec![node(1, 1, true), node(1, 5, false), node(4, 5, true), node(1, 1, true)];
        let step = Step::eliminate(Technique::BidirectionalXCycle, step.eliminations, Reason::Chain(nodes));
        assert_eq!(
            step.to_string(),
            "r1c15 r4c5: bidirectional x-cycle of 3 nodes (3)r1c1 - (3)r1c5 = (3)r4c5 > (3)r1c1 removes 3 from r9c12"
        );
    }
}
