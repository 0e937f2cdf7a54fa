//! Turbot fish: two strong links of one digit joined by a weak one.
//!
//! ```text
//! far = near - near = far        a place that sees both far ends goes
//! ```
//!
//! Order: the fish with the most eliminations first, then HoDoKu's sum of the cells that it takes from, then its first end.
//! Two places that a box alone links strongly, though they are in one line, count as linked weakly.

use super::{pairs, seen_by};
use crate::{
    Candidates, CellSet, House, HouseKind, Pencilmarks, Reason, SearchFlow, Sink, Step, Technique,
    elimination_order::ascending, peers, step_links::alternating,
};
use gridmill_board::{Cell, Digit, DigitSet};

/// A turbot fish: the chain from end to end.
#[derive(Debug, Clone, Copy)]
struct Turbot {
    digit: Digit,
    chain: [Cell; 4],
    eliminations: CellSet,
}

pub(super) fn find(marks: &Pencilmarks, digits: DigitSet, sink: &mut Sink<'_>) -> SearchFlow {
    let mut all: Vec<Turbot> = Vec::new();
    for digit in digits {
        collect(marks, digit, &mut all);
    }
    let key = |&Turbot { digit, chain, eliminations }: &Turbot| {
        let first = 9 * chain[0].index() + digit.index();
        [81 - eliminations.len() as usize, index_sum(eliminations, digit), first]
    };
    let keys: Vec<_> = all.iter().map(key).collect();
    ascending(&keys).into_iter().try_for_each(|number| sink(step(&all[number])))
}

/// All of a digit, from the lower end.
fn collect(marks: &Pencilmarks, digit: Digit, all: &mut Vec<Turbot>) {
    let mut links = [[Cell::new(0); 2]; 27];
    let mut count = 0;
    for kind in HouseKind::ALL {
        for link in pairs(marks, digit, kind).filter(|&link| kind != HouseKind::Box || !in_line(link)) {
            links[count] = link;
            count += 1;
        }
    }
    for (n, one) in links[..count].iter().enumerate() {
        for other in &links[n + 1..count] {
            if one.iter().any(|cell| other.contains(cell)) {
                continue;
            }
            for (a, b) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                let chain = [one[a], one[1 - a], other[1 - b], other[b]];
                let eliminations = seen_by(chain[0], chain[3]) & marks.places(digit);
                if peers(chain[1]).contains(chain[2]) && !eliminations.is_empty() {
                    let [first, .., last] = chain;
                    let chain = if first <= last { chain } else { [chain[3], chain[2], chain[1], chain[0]] };
                    all.push(Turbot { digit, chain, eliminations });
                }
            }
        }
    }
}

fn in_line([one, other]: [Cell; 2]) -> bool {
    [HouseKind::Row, HouseKind::Column].into_iter().any(|kind| House::of(kind, one) == House::of(kind, other))
}

/// Returns HoDoKu's sort key: later cells have more weight.
fn index_sum(cells: CellSet, digit: Digit) -> usize {
    cells.enumerate().map(|(n, cell)| cell.index() * (1 + 80 * n) + usize::from(digit.value())).sum()
}

fn step(turbot: &Turbot) -> Step {
    let Turbot { digit, chain, eliminations } = *turbot;
    let nodes = alternating(chain.map(|cell| (CellSet::only(cell), digit)));
    Step::eliminate(Technique::TurbotFish, Candidates::of(digit, eliminations), Reason::Chain(nodes))
}
