//! Patterns and nested chains that extend an exhausted closure: locked digits, pairs, X-Wings, chains.

use super::{super::rating::ChainLevel, Cause, Hint, Node, NodeKey, Set, ancestors, hints};
use crate::{
    Candidates, CellSet, Conventions, Finder, FinderMemory, House, HouseSet, Pencilmarks, Reason, SearchFlow,
    Step, Technique as T, TechniqueSet,
};
use gridmill_board::{Cell, Digit, DigitSet};
use std::{cell::RefCell, collections::BTreeMap, rc::Rc};

/// State, the state at the start of the search, and the candidates eliminated since.
struct Since<'a> {
    marks: &'a Pencilmarks,
    base: &'a Pencilmarks,
    off: &'a Set,
}

pub(super) fn advanced(
    marks: &Pencilmarks,
    base: &Pencilmarks,
    off: &Set,
    level: ChainLevel,
) -> Vec<Rc<Node>> {
    let since = Since { marks, base, off };
    if level.plus() > 0 {
        for techniques in [&[T::Pointing, T::Claiming][..], &[T::HiddenPair], &[T::NakedPair], &[T::XWing]] {
            let nodes = since.by_technique(techniques.iter().copied().collect());
            if !nodes.is_empty() {
                return nodes;
            }
        }
    }
    for &nested in level.nested() {
        let nodes: Vec<_> = known(marks, nested).iter().flat_map(|hint| since.by_hint(hint)).collect();
        if !nodes.is_empty() {
            return nodes;
        }
    }
    Vec::new()
}

/// Hints by level and state. State: candidates of each cell, with a further bit if it is empty, and the count of each placed digit.
type Known = BTreeMap<(ChainLevel, Vec<u32>), Rc<[Rc<Hint>]>>;

thread_local! {
    static KNOWN: RefCell<Known> = const { RefCell::new(Known::new()) };
}

/// Returns all hints of a level. They are remembered, because many closures leave the same candidates.
fn known(marks: &Pencilmarks, level: ChainLevel) -> Rc<[Rc<Hint>]> {
    let cells = (0..81).map(Cell::new);
    let cells =
        cells.map(|cell| marks.candidates(cell).bits() | u32::from(marks.empty().contains(cell)) << 9);
    let placed = DigitSet::full(9).map(|digit| marks.placed(digit));
    let key = (level, cells.chain(placed).collect());
    if let Some(known) = KNOWN.with_borrow(|known| known.get(&key).cloned()) {
        return known;
    }
    let hints: Rc<[Rc<Hint>]> = hints(marks, level).into_iter().map(Rc::new).collect();
    KNOWN.with_borrow_mut(|known| {
        if known.len() >= MAX_KNOWN {
            known.clear();
        }
        known.insert(key, hints.clone());
    });
    hints
}

/// Most remembered states; beyond it all are forgotten.
const MAX_KNOWN: usize = 5000;

impl Since<'_> {
    fn by_technique(&self, wanted: TechniqueSet) -> Vec<Rc<Node>> {
        let mut steps = Vec::new();
        let mut scratch = FinderMemory::default();
        let family = wanted.iter().next().unwrap().family();
        let _ =
            Finder::new(self.marks, wanted, Conventions::Explainer, &mut scratch).find(family, &mut |step| {
                steps.push(step);
                SearchFlow::Continue(())
            });
        steps.iter().flat_map(|step| self.nodes(&step.eliminations, &self.step_parents(step), None)).collect()
    }

    fn by_hint(&self, hint: &Rc<Hint>) -> Vec<Rc<Node>> {
        self.nodes(&hint.eliminations, &self.hint_parents(hint), Some(hint))
    }

    fn nodes(&self, gone: &Candidates, parents: &[NodeKey], hint: Option<&Rc<Hint>>) -> Vec<Rc<Node>> {
        let parents: Vec<_> = parents.iter().map(|&key| self.off.get(key).unwrap().clone()).collect();
        let mut nodes = Vec::new();
        for cell in gone.all_cells().filter(|_| !parents.is_empty()) {
            for digit in gone.digits(cell) {
                nodes.push(Rc::new(Node {
                    key: (cell.index(), digit.index(), false),
                    parents: parents.clone(),
                    cause: Some(Cause::Advanced),
                    nested: hint.cloned(),
                }));
            }
        }
        nodes
    }

    fn gone(&self, cell: Cell, digit: Digit) -> Option<NodeKey> {
        let gone = self.base.has(cell, digit) && !self.marks.has(cell, digit);
        gone.then_some((cell.index(), digit.index(), false))
    }

    fn step_parents(&self, step: &Step) -> Vec<NodeKey> {
        match &step.reason {
            Reason::Intersection { house, cover, digit, .. } => {
                self.outside(HouseSet::only(*house), HouseSet::only(*cover), *digit)
            }
            Reason::Fish { digit, base, cover, .. } => self.outside(*base, *cover, *digit),
            Reason::Subset { house, digits, .. } if step.technique == T::HiddenPair => {
                let cells = (0..9).map(|n| house.cell(n));
                let cells = cells.filter(|&cell| (self.marks.candidates(cell) & *digits).is_empty());
                cells.flat_map(|cell| digits.filter_map(move |digit| self.gone(cell, digit))).collect()
            }
            Reason::Subset { cells, digits, house } => {
                let others = DigitSet::full(9) - *digits;
                let cells = (0..9).map(|n| house.cell(n)).filter(|&cell| cells.contains(cell));
                cells.flat_map(|cell| others.filter_map(move |digit| self.gone(cell, digit))).collect()
            }
            _ => unreachable!("no other technique is asked for"),
        }
    }

    fn outside(&self, base: HouseSet, cover: HouseSet, digit: Digit) -> Vec<NodeKey> {
        let covered: CellSet = cover.cells();
        let cells = base.flat_map(|house| (0..9).map(move |n| house.cell(n)));
        cells.filter(|&cell| !covered.contains(cell)).filter_map(|cell| self.gone(cell, digit)).collect()
    }

    fn hint_parents(&self, hint: &Hint) -> Vec<NodeKey> {
        let mut parents: Vec<NodeKey> = Vec::new();
        for node in hint.ends.iter().flat_map(ancestors).filter(|node| node.on()) {
            let found: Vec<NodeKey> = match node.cause.or(hint.assumed) {
                Some(Cause::Cell) => {
                    DigitSet::full(9).filter_map(|digit| self.gone(node.cell(), digit)).collect()
                }
                Some(Cause::House(kind)) => self.gone_from(House::of(kind, node.cell()), node.digit()),
                Some(Cause::Advanced) | None => Vec::new(),
            };
            for key in found {
                if !parents.contains(&key) {
                    parents.push(key);
                }
            }
        }
        parents
    }

    fn gone_from(&self, house: House, digit: Digit) -> Vec<NodeKey> {
        (0..9).filter_map(|n| self.gone(house.cell(n), digit)).collect()
    }
}
