//! Most unavoidable sets that share no cell: a largest clique of the graph whose edges join disjoint sets.
//!
//! Branch and bound by greedy colouring (E. Tomita and T. Seki, "An efficient branch-and-bound algorithm for finding a maximum clique",
//! 2003; with bits, P. San Segundo, D. Rodriguez-Losada and A. Jimenez 2011): sets of one colour all meet each other, so that a clique has
//! one of them at most.

use gridmill_board::CellSet;

/// Unavoidable sets that share no cell.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct MaxClique {
    /// The sets.
    pub sets: Vec<CellSet>,
    /// True if no larger choice exists among the sets searched; false if the budget ended before that was known.
    pub is_largest: bool,
}

/// Set of unavoidable sets, one bit each.
type Bits = Vec<u64>;

struct CliqueSearch {
    /// Sets disjoint from each set.
    disjoint: Vec<Bits>,
    chosen: Vec<usize>,
    best: Vec<usize>,
    nodes: u64,
    budget: u64,
}

/// Finds a largest clique.
pub(crate) fn find(sets: &[CellSet], budget: u64) -> MaxClique {
    let words = sets.len().div_ceil(64);
    let disjoint = sets.iter().map(|set| bits_of(words, sets, |other| !set.meets(*other))).collect();
    let mut search = CliqueSearch { disjoint, chosen: Vec::new(), best: Vec::new(), nodes: 0, budget };
    let is_largest = search.extend(&bits_of(words, sets, |_| true)).is_some();
    let mut best: Vec<CellSet> = search.best.iter().map(|&number| sets[number]).collect();
    best.sort_unstable();
    MaxClique { sets: best, is_largest }
}

fn bits_of(words: usize, sets: &[CellSet], holds: impl Fn(&CellSet) -> bool) -> Bits {
    let mut bits = vec![0; words];
    for (number, _) in sets.iter().enumerate().filter(|(_, set)| holds(set)) {
        bits[number / 64] |= 1 << (number % 64);
    }
    bits
}

impl CliqueSearch {
    /// Extends the chosen sets by some of `able`. Returns `None` if the budget is spent.
    fn extend(&mut self, able: &Bits) -> Option<()> {
        self.nodes += 1;
        if self.nodes > self.budget {
            return None;
        }
        if self.chosen.len() > self.best.len() {
            self.best.clone_from(&self.chosen);
        }
        let mut able = able.clone();
        // The sets with the highest colours first: those left then need fewer colours.
        for (number, colours) in self.coloured(&able).into_iter().rev() {
            if self.chosen.len() + colours <= self.best.len() {
                return Some(());
            }
            let below =
                able.iter().zip(&self.disjoint[number]).map(|(able, disjoint)| able & disjoint).collect();
            self.chosen.push(number);
            let done = self.extend(&below);
            self.chosen.pop();
            done?;
            able[number / 64] &= !(1 << (number % 64));
        }
        Some(())
    }

    /// Returns the sets by colour, each with the number of colours so far.
    fn coloured(&self, able: &Bits) -> Vec<(usize, usize)> {
        let mut left = able.clone();
        let mut order = Vec::new();
        let mut colours = 0;
        while left.iter().any(|&word| word != 0) {
            colours += 1;
            let mut same = left.clone();
            while let Some(number) = first(&same) {
                order.push((number, colours));
                left[number / 64] &= !(1 << (number % 64));
                same[number / 64] &= !(1 << (number % 64));
                for (same, disjoint) in same.iter_mut().zip(&self.disjoint[number]) {
                    *same &= !disjoint;
                }
            }
        }
        order
    }
}

fn first(bits: &[u64]) -> Option<usize> {
    let word = bits.iter().position(|&word| word != 0)?;
    Some(64 * word + bits[word].trailing_zeros() as usize)
}
