//! Ratings of chains: a base by kind and level, and a bonus by the number of nodes.
//!
//! ```text
//! nodes     6 or fewer  7 8  9 10  11-14  15-18  19-26  27-34  35-50  51-66  67-98 ...
//! bonus     0           0.1  0.2   0.3    0.4    0.5    0.6    0.7    0.8    0.9
//! ```
//!
//! Ratings are sums of floating point numbers and are compared as such, as the Explainer does: 6.6 + 0.1 < 6.5 + 0.2.

/// Kinds of links that a chain uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum LinkKinds {
    /// Links of one digit: strong ones between two places in a house.
    X,
    /// Strong links between two candidates of a cell.
    Y,
    /// Both.
    Xy,
}

impl LinkKinds {
    pub(super) const fn cycle_base(self) -> f64 {
        match self {
            Self::X | Self::Y => 6.5,
            Self::Xy => 7.0,
        }
    }

    pub(super) const fn forcing_base(self) -> f64 {
        match self {
            Self::X | Self::Y => 6.6,
            Self::Xy => 7.0,
        }
    }
}

/// Kind of cycle or forcing argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ChainKind {
    /// Cycle back to the start.
    Cycle(LinkKinds),
    /// Chain to the negation of its start.
    Forcing(LinkKinds),
    /// Shared conclusion of a candidate on and off.
    Double,
    /// Assumption that turns a candidate on and off.
    Contradiction,
    /// Shared conclusion of all candidates of a cell.
    Cell,
    /// Shared conclusion of all places of a digit in a house.
    House,
}

impl ChainKind {
    /// Returns the rating of the shortest cycle or single chain of the kind.
    pub(super) const fn base(self) -> f64 {
        match self {
            Self::Cycle(links) => links.cycle_base(),
            Self::Forcing(links) => links.forcing_base(),
            Self::Double | Self::Contradiction | Self::Cell | Self::House => 0.0,
        }
    }

    /// Returns the sort key among hints of equal rating and complexity: the lowest comes first.
    pub(super) const fn sort_key(self) -> u8 {
        match self {
            Self::Double => 1,
            Self::Cycle(LinkKinds::X) | Self::Forcing(LinkKinds::X) => 2,
            Self::Cycle(LinkKinds::Y) | Self::Forcing(LinkKinds::Y) => 3,
            Self::Cycle(LinkKinds::Xy) | Self::Forcing(LinkKinds::Xy) => 4,
            Self::Cell => 5,
            Self::House => 6,
            Self::Contradiction => 7,
        }
    }
}

/// Level of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ChainLevel {
    /// Cycles and single chains.
    Simple,
    /// Contradictions of one digit.
    Nishio,
    /// Several static chains.
    Multiple,
    /// Eliminated candidates count as gone; from 1 on, patterns and nested chains are added.
    Dynamic(u8),
}

impl ChainLevel {
    pub(super) const fn is_dynamic(self) -> bool {
        matches!(self, Self::Nishio | Self::Dynamic(_))
    }

    /// Returns true if the closures of the level are built upon, or are built upon by, another level.
    pub(super) const fn is_layered(self) -> bool {
        matches!(self, Self::Dynamic(_))
    }

    /// Returns the dynamic level of a layer.
    #[expect(clippy::cast_possible_truncation, reason = "5 at most")]
    pub(super) const fn of_layer(layer: usize) -> Self {
        Self::Dynamic(layer as u8)
    }

    /// Returns the number of a dynamic level, and 0 for all others.
    pub(super) const fn plus(self) -> u8 {
        if let Self::Dynamic(plus) = self { plus } else { 0 }
    }

    /// Returns the levels of the nested chains.
    pub(super) const fn nested(self) -> &'static [Self] {
        match self {
            Self::Dynamic(2) => &[Self::Simple],
            Self::Dynamic(3) => &[Self::Simple, Self::Multiple],
            Self::Dynamic(4) => &[Self::Dynamic(0)],
            Self::Dynamic(5) => &[Self::Dynamic(0), Self::Dynamic(2)],
            _ => &[],
        }
    }

    /// Returns the rating of the shortest chains. For simple chains it also depends on their kind.
    pub(super) fn base(self) -> f64 {
        match self {
            Self::Simple => 6.5,
            Self::Nishio => 7.5,
            Self::Multiple => 8.0,
            Self::Dynamic(0) => 8.5,
            Self::Dynamic(1) => 9.0,
            Self::Dynamic(level) => 9.5 + 0.5 * (f64::from(level) - 2.0),
        }
    }
}

/// Returns the bonus for a number of nodes.
pub(super) fn length(nodes: usize) -> f64 {
    let (mut bonus, mut ceiling, mut odd) = (0.0, 4, false);
    while nodes > ceiling + 2 {
        bonus += 0.1;
        ceiling = if odd { ceiling * 4 / 3 } else { ceiling * 3 / 2 };
        odd = !odd;
    }
    bonus
}

/// Converts a rating to tenths, as it is shown.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "below 30")]
pub(super) fn tenths(rating: f64) -> u16 {
    ((rating + 0.05) * 10.0) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longer_chains_are_worth_more() {
        let bonus = |nodes| tenths(length(nodes));
        let steps = [6, 8, 10, 14, 18, 26, 34, 50, 66, 98, 130, 194, 258, 386];
        for (tenth, most) in (0..).zip(steps) {
            assert_eq!((bonus(most), bonus(most + 1)), (tenth, tenth + 1));
        }
        assert!(6.6 + length(8) < 6.5 + length(10));
    }
}
