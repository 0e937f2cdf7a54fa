//! Names of the digs, and one table of facts about each.

use super::SubsetSampler;
use gridmill_board::Shape;
use serde::{Deserialize, Serialize};

/// Name of a dig; [`Dig`](crate::Dig) adds the options of each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum DigMode {
    /// Tries each given of a complete grid once, in random order, and removes it if one solution remains. With a symmetry,
    /// whole orbits are tried in place of givens.
    ///
    /// Distribution: over grids and orders, the probability of a minimal puzzle grows with the number of orders that
    /// lead to it.
    ///
    /// Bias: puzzles with few givens are over-represented: 9x9 mean about 24.4 givens, against 26.6 over all minimal
    /// puzzles.
    #[default]
    TopDown,
    /// Adds random digits at random cells of an empty grid, each of which leaves a solution, until one solution is left.
    /// Then digs top-down over these givens. No fill is used.
    ///
    /// Distribution: that of the process. It chooses the complete grid, too, which is not uniform.
    ///
    /// Bias: puzzles with few givens are over-represented even more than by top-down: 9x9 mean 23.87, sd 1.08 (D. Berthier
    /// 2009).
    BottomUp,
    /// Walks over the minimal puzzles of one grid: puts three givens back, minimises again, and accepts the result unless
    /// it has more givens than before. For numbers of givens that top-down hardly reaches.
    ///
    /// Distribution: the first puzzle with a required number of givens on a random walk; each walk has its own grid and
    /// order.
    ///
    /// Bias: puzzles with many neighbours of few givens are over-represented. Within a range, the number met first is
    /// kept, mostly the highest.
    Walk,
    /// Searches for puzzles whose givens fill exactly the cells of a pattern: changes a few digits of a random grid at a
    /// time, as long as the number of solutions does not grow.
    ///
    /// Distribution: the end of a random local search.
    ///
    /// Bias: puzzles with many neighbours of few solutions are over-represented.
    Pattern,
    /// Removes givens in random order and fails at the first that cannot be removed, unless the puzzle is minimal then
    /// (D. Berthier 2009). Each descent has a new grid; grids of 64 to 128 cells (9x9 among them), where successes are
    /// rare, serve 64 descents each.
    ///
    /// Distribution: on a grid, a descent ends at a minimal puzzle with k givens of n cells with probability exactly
    /// 1/C(n, k). Its weight C(n, k) makes every minimal puzzle count the same. If several descents on a grid succeed, one
    /// of their puzzles is taken, each equally likely, with its weight times their number.
    ///
    /// Bias: none after weighting, except that of the fill.
    ControlledBias,
    /// Digs top-down to a minimal puzzle and computes the probability of the path taken: m(i) givens were removable at
    /// step i of L, and the weight is the product of all m(i), divided by L!.
    ///
    /// Distribution: on a grid, the weights of a puzzle, summed over its L! orders and their probabilities
    /// 1/(m(1)...m(L)), give exactly 1. The mean weight is therefore an unbiased estimate of the number of minimal puzzles.
    ///
    /// Bias: none after weighting, except that of the fill.
    Weighted,
    /// Draws a new grid and a random subset of k givens (9x9: 33) until the subset has one solution, finds all minimal puzzles
    /// within it, and draws one of them. One try of 64 is a weighted dig that counts only puzzles with more than k givens.
    ///
    /// Distribution: on a grid of n cells, the subset has any k givens with equal probability. A minimal puzzle with j givens
    /// counts C(n, j)/C(k, j) in each subset around it, of which there are C(n-j, k-j): over all subsets, each counts the same.
    /// The weight of a row is the sum over all minimal puzzles in its subset, one of which is drawn in proportion.
    ///
    /// Bias: none after weighting, except that of the fill.
    Enumerated,
    /// Climbs over minimal puzzles: takes one or two givens out, puts others in, minimises, and moves to a puzzle that ranks no lower by an
    /// objective, until a matching puzzle comes or a number of neighbours was made. A start is a minimal puzzle of a new grid, or a given puzzle.
    ///
    /// Distribution: the end of a random local search. It chooses the complete grid, too.
    ///
    /// Bias: no sample of any population: puzzles with many neighbours that lead to them are over-represented.
    Climb,
}

/// Place where a dig ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DigEnd {
    /// At the required number of givens, or where no given can go.
    Target,
    /// Where no given can go: every puzzle is minimal.
    Minimal,
    /// At a puzzle whose minimality is not established.
    Unknown,
}

/// An option with which puzzles with fewer givens are reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FewerGivensHint {
    /// The option with its value, and the reason.
    pub advice: &'static str,
    /// True if it takes the place of a uniform fill.
    pub is_fill: bool,
}

/// Properties of a dig, whatever its options. Help, data set cards, reports and messages follow them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
#[non_exhaustive]
pub struct DigFacts {
    /// Name in options, plans and reports.
    pub name: &'static str,
    /// Option that the dig cannot do without, in words.
    pub needs: Option<&'static str>,
    /// Place where the dig ends.
    pub end: DigEnd,
    /// Setting that helps where too few givens go.
    pub(crate) fewer_givens: Option<FewerGivensHint>,
    /// Words for its puzzles in a sentence; `{grids}` stands for the complete grids.
    pub population: &'static str,
    /// True if most tries give no puzzle. Each try then draws one of several input grids: tries on one grid until one succeeds would make grids
    /// on which tries seldom succeed count too much.
    pub(crate) repeats_tries: bool,
    /// Distribution of the puzzles, in short.
    pub distribution: &'static str,
    /// Description of the dig and of its bias, for data set cards.
    pub bias: &'static str,
    /// True if each puzzle has a weight.
    pub weighted: bool,
    /// True if the dig starts from a complete grid; false if it makes its own.
    pub starts_from_grid: bool,
    /// Reason why the dig takes no input grids, in words; `None` if it takes them.
    pub(crate) refuses_input_grids: Option<&'static str>,
    /// True if the distribution stays the same when several puzzles are dug from one grid.
    pub(crate) may_share_grids: bool,
    /// Passes on one grid before a new grid is made. Part of the stream version.
    pub(crate) passes_per_grid: u64,
    /// Default limit of attempts: enough for any puzzle that can be had in reasonable time.
    pub default_attempts: u64,
}

/// Facts that most digs share.
const USUAL: DigFacts = DigFacts {
    name: "",
    needs: None,
    end: DigEnd::Minimal,
    fewer_givens: None,
    population: "",
    repeats_tries: false,
    distribution: "",
    bias: "",
    weighted: false,
    starts_from_grid: true,
    refuses_input_grids: None,
    may_share_grids: false,
    passes_per_grid: 1,
    default_attempts: 100_000,
};

/// Facts of [`DigMode::TopDown`]: passes reach 21 givens once in 400.
const WALK_REACHES_FEWER: FewerGivensHint =
    FewerGivensHint { advice: "`dig=walk`, which reaches fewer givens", is_fill: false };

const TOP_DOWN: DigFacts = DigFacts {
    name: "top-down",
    end: DigEnd::Target,
    fewer_givens: Some(WALK_REACHES_FEWER),
    population: "puzzles dug top-down from {grids}",
    distribution: "favours few givens",
    bias: "Givens were tried in random order, each once, and taken away where one solution remained.",
    may_share_grids: true,
    passes_per_grid: 4,
    ..USUAL
};

const BOTTOM_UP: DigFacts = DigFacts {
    name: "bottom-up",
    end: DigEnd::Target,
    fewer_givens: Some(WALK_REACHES_FEWER),
    population: "puzzles dug bottom-up",
    distribution: "favours few givens more than top-down",
    bias: "Random digits that left a solution were put at random cells of an empty grid until one solution was \
           left; these givens were then tried in random order, each once, and taken away where one solution \
           remained. Puzzles with few givens come far too often, more so than by digging from complete grids \
           (9x9: mean about 23.9 givens, against 26.6 over all minimal puzzles; D. Berthier 2009).",
    starts_from_grid: false,
    refuses_input_grids: Some("begins with an empty grid"),
    passes_per_grid: 4,
    ..USUAL
};

/// Facts of [`DigMode::Walk`]: walks reach 19 givens in some thousand digs.
const WALK: DigFacts = DigFacts {
    name: "walk",
    needs: Some("a number of givens to walk to, such as `givens=19..21`"),
    fewer_givens: Some(FewerGivensHint {
        advice: "`fill=selected`, whose grids have puzzles with fewer givens",
        is_fill: true,
    }),
    population: "puzzles of random walks on {grids}",
    distribution: "first puzzle with a required number of givens on a random walk",
    bias: "Each puzzle is the first with the required number of givens on a random walk over the minimal puzzles \
           of a grid: three givens put back, all others tried again, and the result kept if it had no more givens \
           than before. The puzzles are minimal, but no fair sample of those with that number of givens: puzzles that \
           lie close to many others come too often.",
    may_share_grids: true,
    ..USUAL
};

const PATTERN: DigFacts = DigFacts {
    name: "pattern",
    needs: Some("a pattern: give `pattern=FILE`"),
    end: DigEnd::Unknown,
    population: "puzzles found by search within patterns",
    distribution: "end of a random local search",
    bias: "The givens fill the cells of a pattern: the digits of a random complete grid on these cells were \
           changed, up to three at a time, as long as the number of solutions did not grow, until it was one. \
           The puzzles are no fair sample of all with that pattern: those that lie close to many others with \
           few solutions come too often.",
    refuses_input_grids: Some("changes the digits of its grid"),
    ..USUAL
};

/// Facts of [`DigMode::ControlledBias`]: a descent succeeds once in 257,000 on 9x9 grids.
const CONTROLLED_BIAS: DigFacts = DigFacts {
    name: "controlled-bias",
    population: "puzzles dug controlled-bias from {grids}",
    repeats_tries: true,
    distribution: "known: weight C(cells, givens)",
    bias: "Givens were taken away in random order until one could not go, in 64 orders from each grid of 64 to 128 \
           cells and one from any other; the few puzzles that were minimal then were kept (D. Berthier 2009). A \
           minimal puzzle with k givens of n cells comes with a probability proportional to 1/C(n, k); `weight` is \
           ln C(n, k), or ln s C(n, k) for one puzzle kept of s on a grid. With rows weighted by \
           exp(weight), all minimal puzzles of a grid count the same, whatever the fill makes of the grids; the sum of \
           exp(weight) divided by the sum of `attempts` estimates the number of minimal puzzles per grid.",
    weighted: true,
    default_attempts: 100_000_000,
    ..USUAL
};

const WEIGHTED: DigFacts = DigFacts {
    name: "weighted",
    population: "puzzles dug weighted from {grids}",
    distribution: "known: weight of each puzzle from the probability of its path",
    bias: "Givens were tried in random order, each once, and taken away where one solution remained; `weight` is \
           sum ln m(i) - ln L!, where m(i) givens could have gone at step i of L. With rows weighted by \
           exp(weight), all minimal puzzles of a grid count the same, whatever the fill makes of the grids; the sum of \
           exp(weight) divided by the sum of `attempts` estimates the number of minimal puzzles per grid, without \
           bias. Few rows carry most of the weight: the sample size of an estimate is the variance of the quantity over the \
           square of its standard error, never the number of rows.",
    weighted: true,
    may_share_grids: true,
    ..USUAL
};

const ENUMERATED: DigFacts = DigFacts {
    name: "enumerated",
    population: "puzzles dug enumerated from {grids}",
    repeats_tries: true,
    distribution: "known: weight from all minimal puzzles within a random subset",
    bias: "Each try drew a grid and a random subset of k of its givens (k is 33 for 9x9, 14 for 6x6, 7 for 4x4), until a subset had one \
           solution; all minimal puzzles within it were found, and one of them drawn. With C(n, j) / C(k, j) for each \
           minimal puzzle with j givens of n cells, `weight` is the logarithm of their sum, and the draw in proportion to \
           them. On 9x9, chance decided which subsets were searched, by their needed givens, and which were kept, by their \
           sum; the weights are divided by these probabilities, so that most are equal. One try of 64 was a weighted dig instead, kept only with more than k givens; the weights of both kinds are \
           divided by the shares of their tries. With rows weighted by exp(weight), all minimal puzzles of a grid count the \
           same, whatever the fill makes of the grids; the sum of exp(weight) divided by the sum of `attempts` estimates the \
           number of minimal puzzles per grid, without bias. Weights differ: the sample size of an estimate is \
           the variance of the quantity over the square of its standard error, never the number of rows.",
    weighted: true,
    ..USUAL
};

/// Facts of [`DigMode::Climb`]: some seconds of climbing by ER, with restarts, make this many neighbours.
const CLIMB: DigFacts = DigFacts {
    name: "climb",
    needs: Some("a measure to raise, such as `objective=er`"),
    population: "puzzles at the ends of climbs, no sample of any population",
    distribution: "end of a local search for hard puzzles, or for few or many givens",
    bias: "Each puzzle is the end of a climb over minimal puzzles: one or two givens out, others in, those no longer needed out, and \
           the result kept if it ranked no lower by the objective, or higher than the worst of a pool. The puzzles are minimal, and no \
           sample of any population: a puzzle comes the more often, the more puzzles near it lead to it.",
    default_attempts: 10_000_000,
    ..USUAL
};

impl DigMode {
    /// All digs, in the order in which help lists them.
    pub const ALL: [Self; 8] = [
        Self::TopDown,
        Self::BottomUp,
        Self::Walk,
        Self::Pattern,
        Self::ControlledBias,
        Self::Weighted,
        Self::Enumerated,
        Self::Climb,
    ];

    /// Returns the facts about the dig.
    ///
    /// ```
    /// use gridmill_generate::DigMode;
    ///
    /// assert!(DigMode::Weighted.facts().weighted);
    /// assert!(!DigMode::BottomUp.facts().starts_from_grid);
    /// ```
    #[doc(hidden)]
    pub const fn facts(self) -> &'static DigFacts {
        match self {
            Self::TopDown => &TOP_DOWN,
            Self::BottomUp => &BOTTOM_UP,
            Self::Walk => &WALK,
            Self::Pattern => &PATTERN,
            Self::ControlledBias => &CONTROLLED_BIAS,
            Self::Weighted => &WEIGHTED,
            Self::Enumerated => &ENUMERATED,
            Self::Climb => &CLIMB,
        }
    }

    /// Returns true if the dig knows grids of this shape.
    pub fn supports(self, shape: Shape) -> bool {
        self != Self::Enumerated || SubsetSampler::supports(shape)
    }

    /// Returns the name in options, plans and reports.
    pub const fn name(self) -> &'static str {
        self.facts().name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_plans() {
        for mode in DigMode::ALL {
            assert_eq!(serde_json::to_value(mode).unwrap(), mode.name());
        }
    }

    /// A line that goes on in the source leaves no spaces in the text.
    #[test]
    fn texts_are_one_line() {
        for mode in DigMode::ALL {
            let facts = mode.facts();
            for text in [facts.population, facts.distribution, facts.bias] {
                assert!(!text.contains("  ") && !text.contains('\n'), "{text}");
            }
        }
    }
}
