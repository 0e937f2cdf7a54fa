//! Options of boards: their kind, numbers of solutions and of filled cells, and the order of entries.

use gridmill_board::numbers;
use std::{fmt, str::FromStr};

/// Range of numbers, both ends included, such as 2..10.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CountRange {
    least: u16,
    most: u16,
}

impl CountRange {
    /// Creates the range from `least` to `most`; `None` if it is empty.
    pub const fn new(least: u16, most: u16) -> Option<Self> {
        if least <= most { Some(Self { least, most }) } else { None }
    }

    /// Returns the least number.
    #[doc(hidden)]
    pub const fn least(self) -> u16 {
        self.least
    }

    /// Returns the greatest number.
    #[doc(hidden)]
    pub const fn most(self) -> u16 {
        self.most
    }

    /// Returns true if the range has this number.
    #[doc(hidden)]
    pub const fn contains(self, number: u64) -> bool {
        self.least as u64 <= number && number <= self.most as u64
    }
}

impl FromStr for CountRange {
    type Err = String;

    /// Parses `N`, or `A..B` with both ends included (`A..=B` and `A-B` mean the same).
    fn from_str(text: &str) -> Result<Self, String> {
        let number = |part: &str| part.trim().parse::<u16>().ok();
        let ends = match ["..=", "..", "-"].iter().find_map(|mark| text.split_once(mark)) {
            Some((least, most)) => number(least).zip(number(most)),
            None => number(text).map(|number| (number, number)),
        };
        let Some((least, most)) = ends else {
            return Err("give a number such as 3, or a range such as 2..10 (both included)".to_owned());
        };
        Self::new(least, most)
            .ok_or_else(|| format!("{least}..{most} is empty; write the smaller number first"))
    }
}

gridmill_board::text_in_data!(CountRange);

impl fmt::Display for CountRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.least == self.most {
            write!(f, "{}", self.least)
        } else {
            write!(f, "{}..{}", self.least, self.most)
        }
    }
}

/// Order in which cells are filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FillOrder {
    /// That of the solving path by the first rulebook; cells that its techniques do not reach follow in random order.
    #[default]
    Path,
    /// Random: each order is equally probable.
    Random,
}

gridmill_board::named_values!(FillOrder { Path "path", Random "random" });

/// Kind of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoardKind {
    /// With several solutions.
    Ambiguous,
    /// Without solution.
    Broken,
    /// On the way to the solution.
    Partial,
}

gridmill_board::named_values!(BoardKind { Ambiguous "solutions", Broken "broken", Partial "filled" });

impl BoardKind {
    /// Returns the distribution of the board given its puzzle, in a sentence. Cards and docs/BIAS.md have it.
    pub const fn law(self) -> &'static str {
        match self {
            Self::Ambiguous => {
                "givens go one by one in random order, each order equally probable, until the number of solutions is in the range; \
                 if the order skips the range, it is redrawn up to 64 times before the puzzle is rejected"
            }
            Self::Broken => {
                "each pair of an empty cell and a wrong digit that no given in its row, column and box shows is equally probable"
            }
            Self::Partial => {
                "the number of filled cells is uniform in the part of the range that is not below the givens; the entries are the \
                 first of the order"
            }
        }
    }

    /// Returns the condition that puzzles meet because they have such a board, in words.
    pub const fn condition(self) -> &'static str {
        match self {
            Self::Ambiguous => "with an ambiguous board",
            Self::Broken => "with a broken board",
            Self::Partial => "with a partly filled board",
        }
    }

    /// Returns words for puzzles that yield no such board.
    pub(crate) const fn rejection(self) -> &'static str {
        match self {
            Self::Ambiguous => "with numbers of solutions outside the range",
            Self::Broken => "without room for a wrong digit",
            Self::Partial => "with more givens than filled cells",
        }
    }

    /// Returns true if chance decides whether a puzzle yields a board.
    pub(crate) const fn rejects_by_chance(self) -> bool {
        match self {
            Self::Ambiguous => true,
            Self::Broken | Self::Partial => false,
        }
    }
}

/// Boards of a plan: `solutions=2..10`, `broken`, `filled=35..60` or `filled=40,order=random`.
///
/// ```
/// use gridmill_generate::{BoardPlan, CountRange, Generator, Plan};
///
/// let plan = Plan::default().with_board("solutions=2..10".parse()?);
/// let made = Generator::new(plan)?.generate_with_seed([1; 32])?;
/// let board = made.board.ok_or("no board")?;
/// assert!(board.grid.givens() < made.givens);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoardPlan {
    /// Puzzles without some of their givens, with this many solutions.
    Ambiguous {
        /// Number of solutions.
        solutions: CountRange,
    },
    /// Puzzles with one wrong digit, which leaves no solution.
    Broken,
    /// Puzzles with some cells filled.
    Partial {
        /// Number of filled cells, givens included.
        filled: CountRange,
        /// Order of the entries.
        order: FillOrder,
    },
}

impl BoardPlan {
    /// Most solutions that a board may have, because each is written.
    #[doc(hidden)]
    pub const MAX_SOLUTIONS: u16 = 1000;

    /// Returns the kind of the boards.
    #[doc(hidden)]
    pub const fn kind(&self) -> BoardKind {
        match self {
            Self::Ambiguous { .. } => BoardKind::Ambiguous,
            Self::Broken => BoardKind::Broken,
            Self::Partial { .. } => BoardKind::Partial,
        }
    }

    /// Describes the puzzles that have such a board.
    pub(crate) fn population(self) -> String {
        let condition = self.kind().condition();
        let words = |range: CountRange| match (range.least(), range.most()) {
            (least, most) if least == most => least.to_string(),
            (least, most) => format!("{least} to {most}"),
        };
        match self {
            Self::Ambiguous { solutions } => format!("{condition} of {} solutions", words(solutions)),
            Self::Broken => condition.to_owned(),
            Self::Partial { filled, .. } => format!("{condition} of {} cells", words(filled)),
        }
    }

    /// Returns true if entries follow the solving path.
    #[doc(hidden)]
    pub const fn follows_path(&self) -> bool {
        matches!(self, Self::Partial { order: FillOrder::Path, .. })
    }
}

impl FromStr for BoardPlan {
    type Err = String;

    /// Parses `solutions=RANGE`, `broken` or `filled=RANGE`, the last also with `,order=path` or `,order=random`.
    fn from_str(text: &str) -> Result<Self, String> {
        let order = |text: &str| FillOrder::ALL.into_iter().find(|order| order.name() == text);
        match *numbers::named_list(text, None)? {
            [("broken", "")] => Ok(Self::Broken),
            [("solutions", range)] => Ok(Self::Ambiguous { solutions: range.parse()? }),
            [("filled", range)] => Ok(Self::Partial { filled: range.parse()?, order: FillOrder::Path }),
            [("filled", range), ("order", name)] if let Some(order) = order(name) => {
                Ok(Self::Partial { filled: range.parse()?, order })
            }
            _ => Err("give solutions=RANGE, broken, filled=RANGE or filled=RANGE,order=random".to_owned()),
        }
    }
}

gridmill_board::text_in_data!(BoardPlan);

impl fmt::Display for BoardPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.kind().name();
        match self {
            Self::Ambiguous { solutions } => write!(f, "{name}={solutions}"),
            Self::Broken => f.write_str(name),
            Self::Partial { filled, order: FillOrder::Path } => write!(f, "{name}={filled}"),
            Self::Partial { filled, order } => write!(f, "{name}={filled},order={}", order.name()),
        }
    }
}
