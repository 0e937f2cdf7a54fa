//! Display of steps, for a person at the grid.
//!
//! ```text
//! r3c46: naked pair {2,7} in row 3 removes 2 from r3c1
//! r5c8: hidden single in box 6 places 4
//! r4c2: cell forcing chains of 8 nodes from 1 at r4c2 and from 6 at r4c2 to not 6 at r7c4 (...) removes 6 from r7c4
//! r1c2 r1c8 r4c2 r4c8: x-wing of 5 in rows 1 4, columns 2 8 removes 5 from r7c28
//! r1c15 r4c5: x-chain (3)r1c1 = (3)r1c5 - (3)r4c5 removes 3 from r4c1
//! ```
//!
//! Chains are in Eureka notation: `=` is a strong link, `-` a weak one.
//!
//! Cells that share rows or columns are written together, as is usual: `r3c46` is r3c4 and r3c6.

use super::{
    AlmostLockedSet, Candidates, CellSet, ChainNode, Family, ForcingKind, House, HouseKind, HouseSet,
    LinkKind, Reason, Step,
};
use gridmill_board::{Cell, Digit, DigitSet, Shape};
use std::fmt;

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.technique.title().to_lowercase();
        match (&self.reason, self.placement) {
            (Reason::Cell(_) | Reason::House(_), Some(placed)) => {
                write!(f, "{}: {name}{}", placed.cell.name(Shape::STANDARD), why(&self.reason))?;
            }
            (Reason::Forcing { kind, chains, nodes, .. }, _) => {
                let from = self.reason.sources().iter().fold(CellSet::EMPTY, |all, node| all | node.cells);
                write!(f, "{}: {name}{}", cells(from), forcing(*kind, chains, *nodes))?;
            }
            (Reason::Chain(nodes), _) if self.technique.family() == Family::Chaining => {
                let length = self.reason.nodes().unwrap_or(0);
                let cells = cells(self.reason.cells());
                write!(f, "{cells}: {name} of {length} nodes {}", eureka(nodes))?;
            }
            _ => write!(f, "{}: {name}{}", cells(self.reason.cells()), why(&self.reason))?,
        }
        if let Some(placed) = self.placement {
            write!(f, " places {}", placed.digit)?;
            if !matches!(self.reason, Reason::Cell(_) | Reason::House(_)) {
                write!(f, " at {}", cells(self.placements().map(|placed| placed.cell).collect()))?;
            }
        }
        if self.eliminations.is_empty() {
            return Ok(());
        }
        let and = if self.placement.is_some() { " and" } else { "" };
        write!(f, "{and} removes {}", eliminations(&self.eliminations))
    }
}

/// Describes the reason: the text after the name of the technique.
fn why(reason: &Reason) -> String {
    match reason {
        Reason::Cell(_) => String::new(),
        Reason::House(house) => format!(" in {house}"),
        Reason::Intersection { house, cover, digit, .. } => {
            format!(", every {digit} of {house} is in {cover}")
        }
        Reason::Subset { house, digits, .. } => format!(" {} in {house}", set(*digits)),
        Reason::Fish { digit, base, cover, fins, .. } => {
            let fins = if fins.is_empty() { String::new() } else { format!(" with fins {}", cells(*fins)) };
            format!(" of {digit} in {}, {}{fins}", houses(*base), houses(*cover))
        }
        Reason::Wing { digits, .. } => format!(" of {}", list(digits.iter().copied())),
        Reason::Colors { digit, colors } => {
            let colors: Vec<_> = colors.iter().map(|&color| cells(color)).collect();
            format!(" of {digit}, {}", colors.join(" against "))
        }
        Reason::Deadly { digits, extra, .. } => {
            let extra = if extra.is_empty() { String::new() } else { format!(" with {}", cells(*extra)) };
            format!(" {}{extra}", set(*digits))
        }
        Reason::Chain(nodes) => format!(" {}", eureka(nodes)),
        Reason::Chains { chains, .. } => {
            let chains: Vec<_> = chains.iter().map(|nodes| eureka(nodes)).collect();
            format!(" {}", chains.join("; "))
        }
        Reason::Forcing { kind, chains, nodes, .. } => forcing(*kind, chains, *nodes),
        Reason::Sets { sets, links } => {
            let sets: Vec<_> = sets.iter().map(almost_locked).collect();
            let links = if links.is_empty() { String::new() } else { format!(" linked by {}", list(*links)) };
            format!(" {}{links}", sets.join(", "))
        }
        Reason::Template { digit, .. } => format!(" of {digit}"),
        Reason::Aligned { cells: aligned, excluders } => {
            format!(" of {}, forbidden by {}", cells(aligned.iter().copied().collect()), cells(*excluders))
        }
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

fn almost_locked(set: &AlmostLockedSet) -> String {
    format!("{} {}", cells(set.cells), self::set(set.digits))
}

/// `(5)r1c2 - (5)r1c7 = (5)r4c7`; `>` where two neighbours do not alternate.
fn eureka(nodes: &[ChainNode]) -> String {
    let mut text = String::new();
    for (at, node) in nodes.iter().enumerate() {
        if let Some(before) = at.checked_sub(1).and_then(|before| nodes.get(before)) {
            text += match LinkKind::between(before, node) {
                Some(LinkKind::Strong) => " = ",
                Some(LinkKind::Weak) => " - ",
                None => " > ",
            };
        }
        text += &format!("({}){}", node.digit, cells(node.cells));
    }
    text
}

/// `not 5 at r1c7`.
fn node(node: &ChainNode) -> String {
    let not = if node.on { "" } else { "not " };
    format!("{not}{} at {}", node.digit, cells(node.cells))
}

/// ` of 8 nodes, by cell, from 1 at r4c2 and from 6 at r4c2 to not 6 at r7c4 (1 at r4c2 ...; 6 at r4c2 ...)`.
///
/// A node may follow from several others, so a chain lists its nodes in order of arrival.
fn forcing(kind: ForcingKind, chains: &[Vec<ChainNode>], nodes: u32) -> String {
    let told: usize = chains.iter().map(Vec::len).sum();
    let within = usize::try_from(nodes).unwrap_or(usize::MAX).saturating_sub(told);
    let within = if within == 0 { String::new() } else { format!(", {within} of them in chains within") };
    let ends = |end: fn(&Vec<ChainNode>) -> Option<&ChainNode>| {
        let mut ends: Vec<String> = Vec::new();
        for end in chains.iter().filter_map(end).map(node) {
            if !ends.contains(&end) {
                ends.push(end);
            }
        }
        ends
    };
    let from = ends(|chain| chain.first()).join(" and from ");
    let to = ends(|chain| chain.last()).join(" and to ");
    let listed = |nodes: &Vec<ChainNode>| nodes.iter().map(node).collect::<Vec<_>>().join(", ");
    let chains: Vec<_> = chains.iter().map(listed).collect();
    format!(" of {nodes} nodes{within}, by {}, from {from} to {to} ({})", kind.name(), chains.join("; "))
}

/// `2 from r3c1, 7 from r4c56`.
fn eliminations(candidates: &Candidates) -> String {
    let of = |digit| (digit, candidates.cells(digit));
    let digits = DigitSet::full(9).map(of).filter(|(_, cells)| !cells.is_empty());
    digits.map(|(digit, from)| format!("{digit} from {}", cells(from))).collect::<Vec<_>>().join(", ")
}

/// `rows 1 4, columns 2 8`.
fn houses(houses: HouseSet) -> String {
    let of = |kind: HouseKind| {
        let numbers: Vec<_> = houses.filter(|house| house.kind() == kind).collect();
        let name = match (kind, numbers.len()) {
            (_, 0) => return None,
            (_, 1) => return Some(numbers[0].to_string()),
            (HouseKind::Row, _) => "rows",
            (HouseKind::Column, _) => "columns",
            (HouseKind::Box, _) => "boxes",
        };
        let numbers: Vec<_> = numbers.iter().map(|house| (house.number() + 1).to_string()).collect();
        Some(format!("{name} {}", numbers.join(" ")))
    };
    HouseKind::ALL.into_iter().filter_map(of).collect::<Vec<_>>().join(", ")
}

/// CellSet as people write them: `r3c46`, `r13c5`; by rows or by columns, whichever takes fewer words.
pub(super) fn cells(cells: CellSet) -> String {
    let by_row = grouped(cells, HouseKind::Row);
    let by_column = grouped(cells, HouseKind::Column);
    if by_column.len() < by_row.len() { by_column.join(" ") } else { by_row.join(" ") }
}

/// One word for all lines of a kind that hold the same indices.
fn grouped(cells: CellSet, kind: HouseKind) -> Vec<String> {
    let index = |cell: Cell| char::from(b'1' + u8::try_from(House::index_of(kind, cell)).unwrap_or(0));
    let mut groups: Vec<(String, String)> = Vec::new();
    for house in kind.houses() {
        let indices: String = (cells & house.cells()).map(index).collect();
        let number = (house.number() + 1).to_string();
        match groups.iter_mut().find(|(_, others)| *others == indices) {
            _ if indices.is_empty() => {}
            Some((numbers, _)) => numbers.push_str(&number),
            None => groups.push((number, indices)),
        }
    }
    let word = |(lines, indices): (String, String)| match kind {
        HouseKind::Column => format!("r{indices}c{lines}"),
        HouseKind::Row | HouseKind::Box => format!("r{lines}c{indices}"),
    };
    groups.into_iter().map(word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Candidate, Technique};

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

    #[test]
    fn cells_are_written_together() {
        assert_eq!(cells(all(&[(3, 4), (3, 6)])), "r3c46");
        assert_eq!(cells(all(&[(1, 5), (3, 5)])), "r13c5");
        assert_eq!(cells(all(&[(1, 2), (1, 8), (4, 2), (4, 8)])), "r14c28");
        assert_eq!(cells(all(&[(1, 1), (2, 2)])), "r1c1 r2c2");
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
            "r4c2: cell forcing chains of 5 nodes, by cell, from 1 at r4c2 and from 6 at r4c2 to not 6 at r7c4 \
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
            "r7c4: dynamic forcing chains (+ forcing chains) of 12 nodes, 8 of them in chains within, by contradiction, \
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
        };
        let gone = [Candidate { cell: Cell::new(71), digit: digit(5) }].into_iter().collect();
        let step = Step::eliminate(Technique::FinnedXWing, gone, fish);
        assert_eq!(
            step.to_string(),
            "r1c28 r4c29: finned x-wing of 5 in rows 1 4, columns 2 8 with fins r4c9 removes 5 from r8c9"
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
