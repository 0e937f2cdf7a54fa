//! A braid as a proof.

use crate::{Candidate, House};
use gridmill_board::{Cell, Digit};

/// Something that has exactly one value in every solution: what a cell holds, or where a digit of a house is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Variable {
    /// The digit of a cell.
    Cell(Cell),
    /// The cell of a digit in a house.
    House(House, Digit),
}

/// Variable of a braid, and the only candidate that is left there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct BraidLink {
    /// The variable.
    pub variable: Variable,
    /// Its only candidate that is not linked to the target or to a candidate before; the next variables use it.
    pub candidate: Candidate,
}

/// Proof that a candidate is false: placing it, and then the only candidate of one variable after the other, leaves a variable without
/// candidates.
///
/// Source: D. Berthier, "Pattern-Based Constraint Satisfaction", 3rd ed. 2021.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Braid {
    /// Candidate that is proved false.
    pub target: Candidate,
    /// Variables with one candidate, in order.
    pub links: Vec<BraidLink>,
    /// Variable in which nothing is left.
    pub last: Variable,
}

impl Braid {
    /// Returns the length: the number of variables, 1 or more.
    pub const fn length(&self) -> usize {
        self.links.len() + 1
    }
}
