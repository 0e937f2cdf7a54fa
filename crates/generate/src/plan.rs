//! What to make: the resolved options of one puzzle, as they stand in a manifest.

use super::{GivenGrids, Mix, RatingPlan, fit};
use crate::{
    Dig, Fill,
    error::{Error, Result},
    random,
};
use gridmill_board::{Pattern, Shape, Symmetry};
use gridmill_solve::SolverKind;
use rand::Rng;
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// How many givens to leave.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Givens {
    /// As few as the dig can: until no given can go.
    #[default]
    Minimal,
    /// From the first number to the last, both included.
    Range(usize, usize),
}

/// Whether puzzles must be minimal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Minimality {
    /// It does not matter, and is established only where the dig does so by itself.
    #[default]
    #[serde(rename = "any")]
    Any,
    /// No given can go.
    #[serde(rename = "true")]
    Minimal,
    /// Some given can go.
    #[serde(rename = "false")]
    NotMinimal,
}

impl Minimality {
    /// All of them, in the order in which help lists them.
    pub const ALL: [Self; 3] = [Self::Any, Self::Minimal, Self::NotMinimal];

    /// The name in options, plans and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::Minimal => "true",
            Self::NotMinimal => "false",
        }
    }
}

/// Everything that decides which puzzle a seed gives, and the effort it takes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Size of the grid.
    #[serde(rename = "box")]
    pub shape: Shape,
    /// How complete grids are made; it must support the shape ([`Fill::default_for`] gives one that does).
    pub fill: Fill,
    /// The grids to dig from, for [`Fill::Given`]: puzzles in a row take them in turn.
    #[serde(default)]
    pub from: Option<GivenGrids>,
    /// How puzzles are dug.
    #[serde(default)]
    pub dig: Dig,
    /// How many givens stay.
    pub givens: Givens,
    /// How many givens stay, where that differs over a corpus by quota; [`givens`](Self::givens) is minimal then.
    #[serde(default)]
    pub givens_mix: Option<Mix>,
    /// The symmetry of the givens' cells.
    #[serde(default)]
    pub symmetry: Symmetry,
    /// The cells of the givens, for [`Dig::Pattern`]: puzzles in a row take them in turn.
    #[serde(default)]
    pub patterns: Vec<Pattern>,
    /// Whether puzzles must be minimal.
    #[serde(default)]
    pub minimal: Minimality,
    /// Puzzles in a row of a corpus that are dug from one grid; more save time, and make rows depend on each other.
    #[serde(default = "one")]
    pub max_puzzles_per_grid: u64,
    /// Digging passes that one puzzle may take before the run fails.
    pub attempts: u64,
    /// Search nodes that one complete grid, or one uniqueness check, may take before the run fails.
    pub node_budget: u64,
    /// The solver that checks uniqueness; decides the effort columns alone.
    pub checker: SolverKind,
    /// How puzzles are rated, how hard they may become, and which are wanted.
    #[serde(default, skip_serializing_if = "RatingPlan::is_none")]
    pub rating: RatingPlan,
}

impl Default for Plan {
    /// Minimal 9x9 puzzles.
    fn default() -> Self {
        Self::for_shape(Shape::STANDARD)
    }
}

impl Plan {
    /// The default node budget: some tens of seconds of search on the largest shapes, never reached by 9x9.
    pub const NODE_BUDGET: u64 = 10_000_000;

    /// Minimal puzzles of `shape`, dug from grids of its default fill.
    pub fn for_shape(shape: Shape) -> Self {
        Self {
            shape,
            fill: Fill::default_for(shape),
            from: None,
            dig: Dig::default(),
            givens: Givens::default(),
            givens_mix: None,
            symmetry: Symmetry::default(),
            patterns: Vec::new(),
            minimal: Minimality::default(),
            max_puzzles_per_grid: 1,
            attempts: Dig::default().default_attempts(),
            node_budget: Self::NODE_BUDGET,
            checker: SolverKind::default_for(shape),
            rating: RatingPlan::default(),
        }
    }

    /// Checks that the options fit each other.
    ///
    /// # Errors
    /// [`Error::Option`] with what is allowed.
    pub fn validate(&self) -> Result<()> {
        self.validate_fill()?;
        fit::check(self)?;
        self.rating.validate(self.shape, self.dig)?;
        if !self.checker.supports(self.shape) {
            let able = SolverKind::ALL
                .into_iter()
                .filter(|checker| checker.supports(self.shape))
                .map(SolverKind::name);
            return Err(Error::Option(format!(
                "checker {} does not know {} grids; those that do: {}",
                self.checker.name(),
                self.shape,
                able.collect::<Vec<_>>().join(", ")
            )));
        }
        let numbers = [
            ("attempts", self.attempts),
            ("node budget", self.node_budget),
            ("max puzzles per grid", self.max_puzzles_per_grid),
        ];
        for (name, value) in numbers {
            if value == 0 {
                return Err(Error::Option(format!("{name} 0 leaves nothing to try; give 1 or more")));
            }
        }
        Ok(())
    }

    fn validate_fill(&self) -> Result<()> {
        fit::given_grids(self)?;
        if self.fill.supports(self.shape) {
            return Ok(());
        }
        let others: Vec<_> =
            Fill::ALL.into_iter().filter(|fill| fill.supports(self.shape)).map(Fill::name).collect();
        Err(Error::Option(format!(
            "fill {} knows the shapes 2x2, 2x3, 3x2 and 3x3 only; for {} give {}",
            self.fill.name(),
            self.shape,
            others.join(" or ")
        )))
    }
}

const fn one() -> u64 {
    1
}

impl Givens {
    /// Where a dig stops: drawn uniformly from a range of several numbers.
    pub(super) fn stop_at(self, rng: &mut impl Rng) -> usize {
        match self {
            Self::Minimal => 0,
            Self::Range(fewest, most) if fewest == most => fewest,
            Self::Range(fewest, most) => fewest + random::index_below(rng, most - fewest + 1),
        }
    }

    /// The fewest and the most givens that are wanted in a puzzle of `shape`.
    pub(super) const fn bounds(self, shape: Shape) -> (usize, usize) {
        match self {
            Self::Minimal => (0, shape.cells()),
            Self::Range(fewest, most) => (fewest, most),
        }
    }

    /// Whether a puzzle with this many givens is wanted.
    pub(super) const fn accepts(self, givens: usize) -> bool {
        match self {
            Self::Minimal => true,
            Self::Range(fewest, most) => fewest <= givens && givens <= most,
        }
    }
}

impl fmt::Display for Givens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Minimal => f.write_str("minimal"),
            Self::Range(fewest, most) if fewest == most => write!(f, "{fewest}"),
            Self::Range(fewest, most) => write!(f, "{fewest}..{most}"),
        }
    }
}

impl FromStr for Givens {
    type Err = String;

    /// `minimal`, `N`, or `A..B` with both ends included (`A..=B` and `A-B` mean the same).
    fn from_str(text: &str) -> Result<Self, String> {
        let number = |part: &str| part.trim().parse::<usize>().ok();
        let range = ["..=", "..", "-"].iter().find_map(|mark| text.split_once(mark));
        let parsed = match range {
            _ if text == "minimal" => Some(Self::Minimal),
            Some((fewest, most)) => number(fewest).zip(number(most)).map(|(a, b)| Self::Range(a, b)),
            None => number(text).map(|n| Self::Range(n, n)),
        };
        parsed.ok_or_else(|| {
            "give minimal, a number such as 30, or a range such as 22..26 (both included)".to_owned()
        })
    }
}

impl Serialize for Givens {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Givens {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn givens_round_trip() {
        for text in ["minimal", "30", "22..26"] {
            assert_eq!(text.parse::<Givens>().unwrap().to_string(), text);
        }
        assert_eq!("22..=26".parse(), Ok(Givens::Range(22, 26)));
        assert_eq!("22-26".parse(), Ok(Givens::Range(22, 26)));
        for bad in ["", "few", "22..", "..26", "-3", "1..2..3", "3.5"] {
            assert!(bad.parse::<Givens>().is_err(), "{bad}");
        }
    }

    #[test]
    fn impossible_options_are_named_with_what_is_allowed() {
        let problem = |givens, shape: &str| {
            let plan = Plan { givens, ..Plan::for_shape(shape.parse().unwrap()) };
            plan.validate().unwrap_err().to_string()
        };
        let magic = Plan { shape: "4x4".parse().unwrap(), ..Plan::default() };
        insta::assert_snapshot!(magic.validate().unwrap_err(), @"fill uniform knows the shapes 2x2, 2x3, 3x2 and 3x3 only; for 4x4 give diagonal or digitwise");
        insta::assert_snapshot!(problem(Givens::Range(26, 22), "3x3"), @"givens 26..22 is empty; write the smaller number first");
        insta::assert_snapshot!(problem(Givens::Range(16, 16), "3x3"), @"givens 16 cannot be met: a 3x3 puzzle has from 17 to 81");
        insta::assert_snapshot!(problem(Givens::Range(4, 17), "2x2"), @"givens 4..17 cannot be met: a 2x2 puzzle has from 4 to 16");
    }
}
