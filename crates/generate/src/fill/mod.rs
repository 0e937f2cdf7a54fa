//! Fills: methods that make a complete grid, and the bias of each.

mod completer;
mod diagonal;
mod digitwise;
mod selected;
mod shuffle_pool;
mod uniform;

use self::{diagonal::Diagonal, digitwise::Digitwise, selected::Selected, uniform::Uniform};
pub use completer::Completer;
use gridmill_board::{Shape, Solution};
use gridmill_solve::OutOfNodes;
use rand::Rng;
use serde::{Deserialize, Serialize};
pub use shuffle_pool::ShufflePool;

/// Method that makes complete grids. [`Fill::Uniform`] alone gives all grids the same probability.
///
/// Measured on ten million 9x9 grids of each: chi-square, on 43 degrees of freedom, of the 44 classes of bands
/// (three rows) and stacks (three columns) by their number of completions, and the mean number of unavoidable sets
/// of four cells in a grid. `reports/fills.md` has the rest.
///
/// | fill | rows 1-3 | rows 4-6 | rows 7-9 | stacks | four-cell sets |
/// |---|---|---|---|---|---|
/// | all grids, exactly | | | | | 11.579 |
/// | `uniform` | 34 | 56 | 38 | 35 to 39 | 11.580 |
/// | `diagonal` | 55,350 | 54,682 | 55,578 | 53,954 to 54,708 | 10.407 |
/// | `digitwise` | 12,442 | 16,172 | 207,755 | 5,749 to 14,716 | 10.966 |
/// | `selected`, of 100,000 | 70,964 | 70,373 | 72,056 | 70,122 to 71,656 | 3.768 |
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Fill {
    /// Draws from a larger set of known size that holds every grid once, until it draws a grid.
    ///
    /// Distribution: every complete grid has exactly the same probability. Shapes 2x2, 2x3, 3x2 and 3x3 only.
    ///
    /// Bias: none.
    Uniform,
    /// Shuffles the independent diagonal boxes, then completes by backtracking: fewest candidates first, ties at
    /// random.
    ///
    /// Distribution: the diagonal boxes are uniform; the rest is a random path down a search tree. A grid that few paths
    /// reach is rarer than one that many paths reach.
    ///
    /// Bias: grids that leave less freedom to later boxes are under-represented, in all bands and stacks alike. Over 9x9
    /// grids the mean number of four-cell unavoidable sets is 10.41, where all grids together have 11.58.
    Diagonal,
    /// Places digit after digit, box after box, at a random allowed position, and steps back when a box has none.
    ///
    /// Distribution: a random depth-first path; positions that failed are forbidden until the search has stepped back past
    /// them.
    ///
    /// Bias: the choice of a position ignores how many completions it leaves. Early digits are spread almost evenly over
    /// their possible patterns; the last ones take the positions left over. The boxes filled last deviate most: over 9x9
    /// grids the last band about 15 times as far as the first. The mean number of
    /// four-cell unavoidable sets is 10.97 instead of 11.58.
    Digitwise,
    /// Draws 256 grids of the uniform fill and takes the one with the fewest small unavoidable sets. Its puzzles need fewer givens: walks
    /// reach 19 of them in less than half of the digs, and 18 in an eighth.
    ///
    /// Distribution: the weight of a grid is the sum of 2^-n over all unavoidable sets that are 2n cells in two rows of a band
    /// or two columns of a stack. The grid with the least weight of 256 uniform ones is taken, of equal ones the first. Grids of equal
    /// weight have the same probability. Shapes 2x2, 2x3, 3x2 and 3x3 only.
    ///
    /// Bias: grids with few small sets only; most grids never occur. The mean number of four-cell unavoidable sets is 3.77
    /// instead of 11.58.
    Selected,
    /// Makes no grids: takes input grids, and completes partial ones by a [`Completer`].
    ///
    /// Distribution: that of the input grids. Completions of a partial grid to which many search paths lead are more
    /// frequent.
    ///
    /// Bias: that of the input grids.
    Given,
}

impl Fill {
    /// All fills that make grids from nothing, in the order in which help lists them.
    pub const ALL: [Self; 4] = [Self::Uniform, Self::Diagonal, Self::Digitwise, Self::Selected];

    /// Returns the default fill of a shape: uniform if it supports the shape, diagonal otherwise.
    pub const fn default_for(shape: Shape) -> Self {
        if Self::Uniform.supports(shape) { Self::Uniform } else { Self::Diagonal }
    }

    /// Returns true if this fill makes grids of `shape`.
    pub const fn supports(self, shape: Shape) -> bool {
        match self {
            Self::Uniform | Self::Selected => Uniform::new(shape).is_some(),
            Self::Diagonal | Self::Digitwise | Self::Given => true,
        }
    }

    /// Returns the name in options, plans and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::Diagonal => "diagonal",
            Self::Digitwise => "digitwise",
            Self::Selected => "selected",
            Self::Given => "given",
        }
    }

    /// Returns a sentence on the fill's bias, for data set cards.
    pub const fn bias(self) -> &'static str {
        match self {
            Self::Uniform => {
                "Complete grids are exactly uniform: every grid of this size was equally likely."
            }
            Self::Diagonal => {
                "Complete grids come from shuffled diagonal boxes completed by backtracking (fewest candidates \
                 first, ties at random); not all grids are equally likely: grids that leave the search little \
                 freedom are under-represented (9x9: 10.41 unavoidable sets of four cells on average, where all \
                 grids have 11.58)."
            }
            Self::Digitwise => {
                "Complete grids come from placing digit after digit, box after box, at random allowed positions \
                 with a step back where none is left; not all grids are equally likely: positions are chosen \
                 without regard to how many completions they leave (9x9: 10.97 unavoidable sets of four cells on \
                 average, where all grids have 11.58; the last band is off most)."
            }
            Self::Selected => {
                "Complete grids are the one of 256 uniform ones with the fewest small unavoidable sets in two rows or two \
                 columns: most grids never occur, so that the puzzles can have fewer givens (9x9: 3.77 unavoidable sets \
                 of four cells on average, where all grids have 11.58)."
            }
            Self::Given => {
                "Complete grids were given, and taken in turn: puzzle N has grid N modulo their number. A given grid \
                 with several solutions was completed for each puzzle anew, by backtracking (fewest candidates first, \
                 ties at random): not all of its solutions are equally likely."
            }
        }
    }
}

/// Makes complete grids of one shape; owns its scratch memory and is reused.
#[derive(Debug)]
pub struct Filler(FillerKind);

#[derive(Debug)]
enum FillerKind {
    Uniform(Uniform),
    Diagonal(Box<Diagonal>),
    Digitwise(Box<Digitwise>),
    Selected(Selected),
}

impl Filler {
    /// Creates a filler for `shape` that may visit `budget` search nodes per grid. The uniform fill does not search.
    ///
    /// # Panics
    /// Panics if the fill does not [support](Fill::supports) the shape, or is [`Fill::Given`].
    pub fn new(fill: Fill, shape: Shape, budget: u64) -> Self {
        Self(match fill {
            Fill::Uniform => match Uniform::new(shape) {
                Some(uniform) => FillerKind::Uniform(uniform),
                None => panic!("the uniform fill makes no {shape} grids"),
            },
            Fill::Diagonal => FillerKind::Diagonal(Box::new(Diagonal::new(shape, budget))),
            Fill::Digitwise => FillerKind::Digitwise(Box::new(Digitwise::new(shape, budget))),
            Fill::Selected => match Selected::new(shape) {
                Some(selected) => FillerKind::Selected(selected),
                None => panic!("the selected fill makes no {shape} grids"),
            },
            Fill::Given => panic!("given grids are not made"),
        })
    }

    /// Makes a complete grid: a function of the numbers of `rng` alone.
    ///
    /// # Errors
    /// [`OutOfNodes`] if the search exceeds the budget.
    pub fn fill(&mut self, rng: &mut impl Rng) -> Result<Solution, OutOfNodes> {
        match &mut self.0 {
            FillerKind::Uniform(uniform) => Ok(uniform.fill(rng)),
            FillerKind::Diagonal(diagonal) => diagonal.fill(rng),
            FillerKind::Digitwise(digitwise) => digitwise.fill(rng),
            FillerKind::Selected(selected) => Ok(selected.fill(rng)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_pcg::Pcg64;

    fn grids(fill: Fill, shape: &str, seeds: std::ops::Range<u8>) -> Vec<String> {
        let mut filler = Filler::new(fill, shape.parse().unwrap(), 1_000_000);
        seeds.map(|seed| filler.fill(&mut Pcg64::from_seed([seed; 32])).unwrap().to_string()).collect()
    }

    /// Part of the stream: these grids never change within a stream version.
    #[test]
    fn value_stability() {
        for fill in Fill::ALL {
            insta::assert_debug_snapshot!(fill.name(), grids(fill, "3x3", 0..3));
        }
        for shape in ["2x2", "2x3", "3x2"] {
            insta::assert_debug_snapshot!(format!("uniform_{shape}"), grids(Fill::Uniform, shape, 0..3));
        }
    }

    #[test]
    fn every_shape_up_to_16x16_fills_and_owes_nothing_to_earlier_grids() {
        for fill in Fill::ALL {
            for shape in ["2x2", "2x3", "3x2", "2x4", "3x3", "3x4", "4x4"] {
                if !fill.supports(shape.parse().unwrap()) {
                    assert_eq!(Fill::default_for(shape.parse().unwrap()), Fill::Diagonal);
                    continue;
                }
                let together = grids(fill, shape, 0..5);
                let alone = grids(fill, shape, 4..5);
                assert_eq!(together[4], alone[0], "{} {shape}", fill.name());
            }
        }
    }

    /// All 288 grids of 4x4 must occur, except where grids are selected: 192 of them have the least weight. This tests coverage, not the
    /// distribution, because some fills are biased. 40,000 draws miss a grid of probability 1/2000 with chance 2e-9.
    #[test]
    fn small_grids_are_all_reached() {
        for fill in Fill::ALL {
            let mut filler = Filler::new(fill, "2x2".parse().unwrap(), 1_000_000);
            let mut rng = Pcg64::from_seed([9; 32]);
            let distinct: std::collections::BTreeSet<_> =
                (0..40_000).map(|_| filler.fill(&mut rng).unwrap().to_string()).collect();
            let expected = if fill == Fill::Selected { 192 } else { 288 };
            assert_eq!(distinct.len(), expected, "{}", fill.name());
        }
    }
}
