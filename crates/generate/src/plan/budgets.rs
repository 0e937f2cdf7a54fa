//! Budgets: the work that searches may take before they are given up.

use gridmill_board::{named_values, numbers};
use gridmill_rate::{Rater, trial::Trial};
use std::{fmt, str::FromStr};

/// Kind of work that a budget bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Budget {
    /// Search nodes of one grid, puzzle or check.
    Nodes,
    /// Work of the chains of `se`, or of braids, on one puzzle.
    Rating,
    /// Work of each question by trial and error about one puzzle.
    Trial,
}

named_values!(Budget { Nodes "nodes", Rating "rating", Trial "trial" });

/// Work that searches may take, in nodes, of each kind.
///
/// ```
/// use gridmill_generate::Budgets;
///
/// let budgets: Budgets = "rating=5M,trial=2000".parse()?;
/// assert_eq!((budgets.rating, budgets.nodes), (5_000_000, Budgets::DEFAULT.nodes));
/// assert_eq!(budgets.to_string(), "nodes=10000000,rating=5000000,trial=2000");
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budgets {
    /// Search nodes that one complete grid, one puzzle or one uniqueness check may take.
    pub nodes: u64,
    /// Work that the chains of one puzzle may take ([`Rater::BUDGET`]). A puzzle that needs more has a null `er`.
    pub rating: u64,
    /// Work that each question by trial and error about a puzzle may take ([`Trial`]). A value that needs more is a bound.
    pub trial: u64,
}

impl Budgets {
    /// Budgets where none are given. The search nodes are some tens of seconds on the largest shapes, and never reached by 9x9.
    pub const DEFAULT: Self = Self { nodes: 10_000_000, rating: Rater::BUDGET, trial: Trial::BUDGET };

    /// Parses `NAME=COUNT,...` with these names, each at most once; where there is one name, a count without it, too. Others have
    /// their default.
    ///
    /// # Errors
    /// One line that says what is allowed.
    #[doc(hidden)]
    pub fn parse(text: &str, names: &[Budget]) -> Result<Self, String> {
        let mut budgets = Self::DEFAULT;
        let only = names.first().filter(|_| names.len() == 1).map(|budget| budget.name());
        for (name, count) in numbers::named_list(text, only)? {
            let Some(&budget) = names.iter().find(|budget| budget.name() == name) else {
                let forms: Vec<String> =
                    names.iter().map(|budget| format!("{}=COUNT", budget.name())).collect();
                return Err(format!("give {}", forms.join(",")));
            };
            *budgets.of_mut(budget) =
                numbers::positive(count).map_err(|problem| format!("{name}: {problem}"))?;
        }
        Ok(budgets)
    }

    /// Writes those that are used, as `parse` reads them; nothing if none is.
    #[doc(hidden)]
    pub fn text(&self, is_used: impl Fn(Budget) -> bool) -> String {
        let used = Budget::ALL.into_iter().filter(|&budget| is_used(budget));
        used.map(|budget| format!("{}={}", budget.name(), self.of(budget))).collect::<Vec<_>>().join(",")
    }

    /// Returns one of them.
    #[doc(hidden)]
    pub const fn of(&self, budget: Budget) -> u64 {
        match budget {
            Budget::Nodes => self.nodes,
            Budget::Rating => self.rating,
            Budget::Trial => self.trial,
        }
    }

    /// Returns true if one differs from its default.
    #[doc(hidden)]
    pub const fn changes(&self, budget: Budget) -> bool {
        self.of(budget) != Self::DEFAULT.of(budget)
    }

    const fn of_mut(&mut self, budget: Budget) -> &mut u64 {
        match budget {
            Budget::Nodes => &mut self.nodes,
            Budget::Rating => &mut self.rating,
            Budget::Trial => &mut self.trial,
        }
    }
}

impl Default for Budgets {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl fmt::Display for Budgets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(|_| true))
    }
}

impl FromStr for Budgets {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::parse(text, &Budget::ALL)
    }
}

gridmill_board::text_in_data!(Budgets);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_are_read_as_they_are_written() {
        assert_eq!("nodes=10000000,rating=200000000,trial=1000000".parse(), Ok(Budgets::DEFAULT));
        let some: Budgets = "trial=2k, nodes=7".parse().unwrap();
        assert_eq!(some, Budgets { nodes: 7, trial: 2000, ..Budgets::DEFAULT });
        assert_eq!(some.to_string().parse(), Ok(some));
        assert_eq!(some.text(|budget| budget != Budget::Nodes), "rating=200000000,trial=2000");
        assert!(some.changes(Budget::Nodes) && !some.changes(Budget::Rating));
        let json = serde_json::to_string(&some).unwrap();
        assert_eq!(serde_json::from_str::<Budgets>(&json).unwrap(), some);
    }

    #[test]
    fn a_single_budget_needs_no_name() {
        let nodes = |text| Budgets::parse(text, &[Budget::Nodes]).map(|budgets| budgets.nodes);
        assert_eq!((nodes("5M"), nodes("nodes=6")), (Ok(5_000_000), Ok(6)));
    }

    #[test]
    fn mistakes_are_explained_in_one_line() {
        let problem = |text: &str, names: &[Budget]| Budgets::parse(text, names).unwrap_err();
        insta::assert_snapshot!(problem("5", &Budget::ALL), @"give nodes=COUNT,rating=COUNT,trial=COUNT");
        insta::assert_snapshot!(problem("", &Budget::ALL), @"give nodes=COUNT,rating=COUNT,trial=COUNT");
        insta::assert_snapshot!(problem("chains=5", &Budget::ALL), @"give nodes=COUNT,rating=COUNT,trial=COUNT");
        insta::assert_snapshot!(problem("trial=5", &[Budget::Nodes]), @"give nodes=COUNT");
        insta::assert_snapshot!(problem("trial=0", &Budget::ALL), @"trial: give a whole number, 1 or more");
        insta::assert_snapshot!(problem("rating=2x", &Budget::ALL), @"rating: give a whole number, such as 1000000, 1_000_000, 1e6 or 1M");
        insta::assert_snapshot!(problem("nodes=1,nodes=2", &Budget::ALL), @"nodes is given twice");
    }
}
