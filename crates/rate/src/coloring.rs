//! Simple and multi colors: the conjugate pairs of a digit, coloured in two colours, of which one is true in each component; remote pairs.
//!
//! ```text
//! trap     a place that sees both colours of a component is eliminated
//! wrap     two places of one colour see each other: that colour is false
//! multi 1  a colour of one component sees one of another: one of the two opposite colours is true, and
//!          a place that sees both goes
//! multi 2  a colour of one component sees both colours of another: it is false
//! ```
//!
//! Order: by digit, by first cell of the component (of both, for multi colors); wrap before trap, multi 2 before multi 1.
//!
//! Sources: B. Hobiger's HoDoKu (2008-2012); the colours go back to players' forums of 2005.

use crate::{
    Candidate, Candidates, CellSet, Finder, House, HouseKind, Pencilmarks, Reason, SearchFlow, Sink, Step,
    Technique, candidates::ascending, peers, step::alternating,
};
use gridmill_board::{Cell, Digit, DigitSet};

/// No digit has more components: each takes two cells, and at least two houses of some kind.
const MAX_COLORS: usize = 16;

/// The two colours of one component.
type Component = [CellSet; 2];

/// Finds colors.
pub(super) fn find(finder: &mut Finder<'_>, sink: &mut Sink<'_>) -> SearchFlow {
    use Technique as T;
    let Finder { marks, requested, .. } = *finder;
    let simple = requested.contains(T::SimpleColorsTrap) || requested.contains(T::SimpleColorsWrap);
    let multi = requested.contains(T::MultiColors1) || requested.contains(T::MultiColors2);
    let mut sink =
        |step: Step| if requested.contains(step.technique) { sink(step) } else { SearchFlow::Continue(()) };
    let digits = finder.scratch.templates.digits(marks);
    let mut colored = [[CellSet::EMPTY; 2]; MAX_COLORS];
    for digit in digits.iter().filter(|_| simple) {
        let components = color(marks, digit, &mut colored);
        components.iter().try_for_each(|component| simple_colors(marks, digit, component, &mut sink))?;
    }
    for digit in digits.iter().filter(|_| multi) {
        let components = color(marks, digit, &mut colored);
        for (n, one) in components.iter().enumerate() {
            for (_, other) in components.iter().enumerate().filter(|(m, _)| *m != n) {
                multi_colors(marks, digit, one, other, &mut sink)?;
            }
        }
    }
    SearchFlow::Continue(())
}

/// The components of a digit's conjugate pairs, by first cell, which has the first colour.
fn color<'a>(marks: &Pencilmarks, digit: Digit, colored: &'a mut [Component; MAX_COLORS]) -> &'a [Component] {
    let mut rest = marks.places(digit);
    let mut count = 0;
    while let Some(cell) = rest.first() {
        rest = rest.without(cell);
        let mut component = [CellSet::only(cell), CellSet::EMPTY];
        let mut fresh = component;
        while !(fresh[0].is_empty() && fresh[1].is_empty()) {
            let [even, odd] = fresh.map(|cells| partners(marks, digit, cells) & rest);
            rest -= even | odd;
            fresh = [odd, even];
            component = [component[0] | odd, component[1] | even];
        }
        if !component[1].is_empty() && count < MAX_COLORS {
            colored[count] = component;
            count += 1;
        }
    }
    &colored[..count]
}

/// The other places of the houses that have two, one of them among `cells`.
fn partners(marks: &Pencilmarks, digit: Digit, cells: CellSet) -> CellSet {
    let mut partners = CellSet::EMPTY;
    for cell in cells {
        for house in HouseKind::ALL.map(|kind| House::holding(kind, cell)) {
            if marks.positions(house, digit).count_ones() == 2 {
                partners |= marks.places_in(house, digit).without(cell);
            }
        }
    }
    partners
}

/// The cells that see one of `cells` or more.
fn seen(cells: CellSet) -> CellSet {
    cells.iter().fold(CellSet::EMPTY, |seen, cell| seen | super::peers(cell))
}

fn simple_colors(
    marks: &Pencilmarks,
    digit: Digit,
    component: &Component,
    sink: &mut Sink<'_>,
) -> SearchFlow {
    let sees = component.map(seen);
    let mut wrapped = CellSet::EMPTY;
    for (color, seen) in component.iter().zip(sees) {
        if color.meets(seen) {
            wrapped |= *color;
        }
    }
    for (technique, eliminations) in [
        (Technique::SimpleColorsWrap, wrapped),
        (Technique::SimpleColorsTrap, sees[0] & sees[1] & marks.places(digit)),
    ] {
        if !eliminations.is_empty() {
            sink(step(technique, digit, component.to_vec(), eliminations))?;
        }
    }
    SearchFlow::Continue(())
}

fn multi_colors(
    marks: &Pencilmarks,
    digit: Digit,
    one: &Component,
    other: &Component,
    sink: &mut Sink<'_>,
) -> SearchFlow {
    let sees = one.map(seen);
    if !sees.iter().any(|sees| sees.meets(other[0] | other[1])) {
        return SearchFlow::Continue(());
    }
    let (mut contradicted, mut trapped) = (CellSet::EMPTY, CellSet::EMPTY);
    for color in 0..2 {
        if other.iter().all(|&other| sees[color].meets(other)) {
            contradicted |= one[color];
        }
        for across in (0..2).filter(|&across| sees[color].meets(other[across])) {
            trapped |= sees[1 - color] & seen(other[1 - across]) & marks.places(digit);
        }
    }
    for (technique, eliminations) in
        [(Technique::MultiColors2, contradicted), (Technique::MultiColors1, trapped)]
    {
        if !eliminations.is_empty() {
            let colors = one.iter().chain(other).copied().collect();
            sink(step(technique, digit, colors, eliminations))?;
        }
    }
    SearchFlow::Continue(())
}

fn step(technique: Technique, digit: Digit, colors: Vec<CellSet>, eliminations: CellSet) -> Step {
    Step::eliminate(technique, Candidates::from_cells(digit, eliminations), Reason::Colors { digit, colors })
}

// Remote pairs: a chain of four cells or more with the same two candidates, which take turns.
//
// ```text
// {a,b} - {a,b} - {a,b} - {a,b}      a cell that sees two cells an odd number of steps apart, three or more, is neither a nor b
// ```
//
// Order: the pair that takes the most first, then HoDoKu's sum of the cells that it takes from, then the shorter chain, then
// by first cell. The ends of the chain must eliminate its lower digit somewhere, or its higher.
//
// Sources: B. Hobiger's HoDoKu (2008-2012), which looks at chains of ten cells at most.

/// Cells of the longest chain.
const MAX_CELLS: usize = 10;

pub(super) fn find_remote_pairs(finder: &mut Finder<'_>, sink: &mut Sink<'_>) -> SearchFlow {
    let Finder { marks, requested, .. } = *finder;
    let mut rest = marks.cells_with(2);
    if !requested.contains(Technique::RemotePair) || rest.len() < 4 {
        return SearchFlow::Continue(());
    }
    let mut all = Vec::new();
    while let Some(first) = rest.first() {
        let digits = marks.candidates(first);
        let cells = digits.iter().fold(rest, |cells, digit| cells & marks.places(digit));
        rest -= cells;
        let anything = digits.into_iter().any(|digit| !(marks.places(digit) - cells).is_empty());
        if cells.len() < 4 || !anything {
            continue;
        }
        for start in cells {
            let mut chain =
                Chain { marks, digits, free: cells.without(start), cells: [start; MAX_CELLS], len: 1 };
            chain.grow(&mut all);
        }
    }
    let key = |pair: &Pair| {
        // A pair has two digits in 81 cells at most.
        [162 - pair.eliminations.len() as usize, index_sum(&pair.eliminations), pair.len]
    };
    let keys: Vec<_> = all.iter().map(key).collect();
    ascending(&keys).into_iter().try_for_each(|number| sink(all[number].step()))
}

/// Search for chains that extends one chain cell by cell.
struct Chain<'a> {
    marks: &'a Pencilmarks,
    digits: DigitSet,
    /// The cells with these candidates that are not in it.
    free: CellSet,
    cells: [Cell; MAX_CELLS],
    len: usize,
}

/// Chain with eliminations.
struct Pair {
    digits: DigitSet,
    cells: [Cell; MAX_CELLS],
    len: usize,
    eliminations: Candidates,
}

impl Chain<'_> {
    fn grow(&mut self, all: &mut Vec<Pair>) {
        let last = self.cells[self.len - 1];
        if self.len >= 4 && self.len.is_multiple_of(2) {
            self.keep(all);
        }
        if self.len == MAX_CELLS {
            return;
        }
        for next in self.free & peers(last) {
            self.free = self.free.without(next);
            self.cells[self.len] = next;
            self.len += 1;
            self.grow(all);
            self.len -= 1;
            self.free = self.free.with(next);
        }
    }

    /// Keeps the chain if its ends eliminate something, listed from its lower end.
    fn keep(&self, all: &mut Vec<Pair>) {
        let (first, last) = (self.cells[0], self.cells[self.len - 1]);
        let ends = Candidates::within(self.marks, self.digits, peers(first) & peers(last));
        if first > last || ends.is_empty() {
            return;
        }
        let mut seen = CellSet::EMPTY;
        for from in 0..self.len {
            for to in (from + 3..self.len).step_by(2) {
                seen |= peers(self.cells[from]) & peers(self.cells[to]);
            }
        }
        let eliminations = Candidates::within(self.marks, self.digits, seen);
        all.push(Pair { digits: self.digits, cells: self.cells, len: self.len, eliminations });
    }
}

impl Pair {
    fn step(&self) -> Step {
        let cells = &self.cells[..self.len];
        let (Some(low), Some(high)) = (self.digits.first(), self.digits.iter().last()) else {
            return Step::eliminate(Technique::RemotePair, self.eliminations, Reason::Chain(Vec::new()));
        };
        // The chain begins with a digit that it eliminates.
        let turns = if self.eliminations.cells(low).is_empty() { [high, low] } else { [low, high] };
        let nodes = cells.iter().enumerate().flat_map(|(n, &cell)| {
            let [off, on] = if n % 2 == 0 { turns } else { [turns[1], turns[0]] };
            [(CellSet::only(cell), off), (CellSet::only(cell), on)]
        });
        Step::eliminate(Technique::RemotePair, self.eliminations, Reason::Chain(alternating(nodes)))
    }
}

/// Returns HoDoKu's sort key: later candidates have more weight.
fn index_sum(candidates: &Candidates) -> usize {
    let weigh = |(n, Candidate { cell, digit })| cell.index() * (1 + 80 * n) + usize::from(digit.value());
    candidates.iter().enumerate().map(weigh).sum()
}

#[cfg(test)]
mod tests {
    use super::{
        super::testing::{all, candidates, cells, digit, position},
        *,
    };

    #[test]
    fn a_colour_that_sees_itself_goes() {
        // r2c2 - r2c8 - r7c8 - r7c3 - r1c3: r2c2, r7c8 and r1c3 have one colour, and r2c2 sees r1c3.
        let marks = position("rows 3 in r2c28 r7c38, no 3 in r1345689c8 r345689c3");
        let Some(step) = all(&marks, Technique::SimpleColorsWrap).into_iter().next() else {
            panic!("a wrap")
        };
        assert_eq!(step.eliminations, candidates("3 r2c2 r7c8 r1c3"));
        assert_eq!(step.reason.cells(), cells("r2c28 r7c38 r1c3"));
    }

    #[test]
    fn a_longer_chain_eliminates_next_to_any_two_unlike_cells() {
        // A ring: of its six chains, the first leads from r1c1 all the way round to r1c5. Outside row 1 it eliminates from cells that
        // see two cells three steps apart, as r1c1 and r5c5 are.
        let steps = all(&position("47 in r1c15 r5c59 r9c19"), Technique::RemotePair);
        let most = steps.first().map(|step| step.eliminations).unwrap();
        assert_eq!(most.cells(digit(4)), cells("r1c2346789 r5c1 r9c5"));
        assert_eq!(most.cells(digit(4)), most.cells(digit(7)));
        assert!(steps.windows(2).all(|two| two[0].eliminations.len() >= two[1].eliminations.len()));
    }
}
