//! Simple and multi colors: the conjugate pairs of a digit, coloured in two colours, of which one is true in each component.
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

use super::{
    Candidates, CellSet, Finder, House, HouseKind, Pencilmarks, Reason, SearchFlow, Sink, Step, Technique,
};
use gridmill_board::Digit;

/// No digit has more components: each takes two cells, and at least two houses of some kind.
const MOST: usize = 16;

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
    let mut colored = [[CellSet::EMPTY; 2]; MOST];
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
fn color<'a>(marks: &Pencilmarks, digit: Digit, colored: &'a mut [Component; MOST]) -> &'a [Component] {
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
        if !component[1].is_empty() && count < MOST {
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
        for house in HouseKind::ALL.map(|kind| House::of(kind, cell)) {
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
    Step::eliminate(technique, Candidates::of(digit, eliminations), Reason::Colors { digit, colors })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{all, candidates, cells, taken, with_lines, without};
    use super::*;

    #[test]
    fn what_sees_both_colours_goes() {
        // r1c2 - r1c8 - r7c8 - r7c1: r1c2 and r7c1 have unlike colours.
        let mut marks = with_lines(HouseKind::Row, 3, "r1c28 r7c18");
        without(&mut marks, 3, "r2345689c8");
        assert_eq!(taken(&marks, Technique::SimpleColorsTrap), [candidates("3 r23c1 r89c2")]);
        assert_eq!(taken(&marks, Technique::SimpleColorsWrap), []);
        // r1c2 - r1c8 - r9c8 - r9c5: places that r9c5 and r1c2 both see are eliminated already, or absent.
        let mut marks = with_lines(HouseKind::Row, 3, "r1c28 r9c58");
        without(&mut marks, 3, "r2345678c8");
        assert_eq!(taken(&marks, Technique::SimpleColorsTrap), []);
    }

    #[test]
    fn a_colour_that_sees_itself_goes() {
        // r2c2 - r2c8 - r7c8 - r7c3 - r1c3: r2c2, r7c8 and r1c3 have one colour, and r2c2 sees r1c3.
        let mut marks = with_lines(HouseKind::Row, 3, "r2c28 r7c38");
        without(&mut marks, 3, "r1345689c8 r345689c3");
        let Some(step) = all(&marks, Technique::SimpleColorsWrap).into_iter().next() else {
            panic!("a wrap")
        };
        assert_eq!(step.eliminations, candidates("3 r2c2 r7c8 r1c3"));
        assert_eq!(step.reason.cells(), cells("r2c28 r7c38 r1c3"));
    }

    #[test]
    fn two_components_take_together() {
        // r1c1 - r1c9 and r5c2 - r5c9: r1c9 sees r5c9, so r1c1 or r5c2 holds 3.
        let marks = with_lines(HouseKind::Row, 3, "r1c19 r5c29");
        assert_eq!(taken(&marks, Technique::MultiColors1), [candidates("3 r23c2 r46c1")]);
        assert_eq!(taken(&marks, Technique::MultiColors2), []);
        // No place of the one sees a place of the other.
        let other = with_lines(HouseKind::Row, 3, "r1c19 r5c28");
        assert_eq!(taken(&other, Technique::MultiColors1), []);
    }

    #[test]
    fn a_colour_that_sees_both_of_another_component_goes() {
        // r1c1 - r1c8, and r2c7 - r2c9: r1c8 sees both of the latter.
        let mut marks = with_lines(HouseKind::Row, 3, "r2c79");
        without(&mut marks, 3, "r1c234567 r1c9");
        let found = taken(&marks, Technique::MultiColors2);
        assert_eq!(found, [candidates("3 r1c8")]);
    }
}
