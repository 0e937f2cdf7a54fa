//! Steps that techniques find: a placement or eliminations, and the reason.

use super::{
    Candidate, Candidates, CellNames, CellSet, House, HouseSet, Notation, Technique, Tenths, trial::Braid,
};
use gridmill_board::{Cell, Digit, DigitSet, Shape};

/// A link's end: a digit in one cell, or in several of one house of which one must hold it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ChainNode {
    /// One cell, or a group.
    pub cells: CellSet,
    /// The digit.
    pub digit: Digit,
    /// True if the digit is there (on), false if it is not (off).
    pub on: bool,
}

/// Cells of one house with one candidate more than cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct AlmostLockedSet {
    /// The cells.
    pub cells: CellSet,
    /// Their candidates.
    pub digits: DigitSet,
}

/// Kind of forcing argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ForcingKind {
    /// A candidate on and off: the same follows from both.
    Double,
    /// A candidate on, or off: a node follows on and off.
    Contradiction,
    /// All candidates of a cell: the same follows from each.
    Cell,
    /// All places of a digit in a house: the same follows from each.
    House,
}

impl ForcingKind {
    /// The name in data.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Double => "double",
            Self::Contradiction => "contradiction",
            Self::Cell => "cell",
            Self::House => "house",
        }
    }
}

/// Reason of a step: the cells, digits and houses that a person would point at.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// One cell has one candidate left.
    Cell(Cell),
    /// One digit has one place left in a house.
    House(House),
    /// The places of a digit in one house lie in another.
    Intersection {
        /// The house whose places all lie in the cover.
        house: House,
        /// The house that they lie in.
        cover: House,
        /// The digit.
        digit: Digit,
        /// The places.
        cells: CellSet,
    },
    /// As many digits as cells of a house.
    Subset {
        /// The house; one of them where there are two.
        house: House,
        /// The digits.
        digits: DigitSet,
        /// The cells.
        cells: CellSet,
    },
    /// A fish, or a pattern of one digit with strong links in base houses.
    Fish {
        /// The digit.
        digit: Digit,
        /// The base houses.
        base: HouseSet,
        /// The cover houses.
        cover: HouseSet,
        /// The places in the base houses, without fins.
        cells: CellSet,
        /// The fins.
        fins: CellSet,
        /// The chains of a pattern of strong links, from one endpoint to the other; none of a fish.
        chains: Vec<Vec<ChainNode>>,
    },
    /// Cells by their roles, such as pivot and pincers, and the digits that link them.
    Wing {
        /// The cells: a pivot first where there is one.
        cells: Vec<Cell>,
        /// The digits that matter; the one that is eliminated last.
        digits: Vec<Digit>,
        /// The chain from pincer to pincer; of a pivot with three candidates, one to each pincer.
        chains: Vec<Vec<ChainNode>>,
    },
    /// Conjugate pairs of one digit in two colours, or of several components.
    Colors {
        /// The digit.
        digit: Digit,
        /// The cells of each colour, two for each component.
        colors: Vec<CellSet>,
    },
    /// A rectangle, loop or BUG that would have two solutions.
    Deadly {
        /// The digits of the pattern; of a BUG those that are surplus.
        digits: DigitSet,
        /// Its cells.
        cells: CellSet,
        /// Cells of an additional subset, empty without one.
        extra: CellSet,
        /// Cells of the pattern that may hold another digit, and so save the puzzle.
        roof: CellSet,
        /// Digits beyond those of the pattern that the argument needs: those of the roof, or of the additional subset; of BUG+1 the
        /// one that is placed next, of BUG type 4 the one that both cells need.
        further: DigitSet,
        /// House of the additional subset, or of the digit that is locked into the roof.
        house: Option<House>,
    },
    /// A chain or loop from one node to the next.
    Chain(Vec<ChainNode>),
    /// Several chains that share a conclusion, or contradict each other.
    Chains {
        /// From the assumption to the end. In a net, a node may follow from several others.
        chains: Vec<Vec<ChainNode>>,
        /// Of each chain, the places of a node and of one that follows from it, ordered by the second.
        links: Vec<Vec<[u16; 2]>>,
    },
    /// Several chains from assumptions of which one holds, each with all that leads from its assumption to its end.
    Forcing {
        /// Kind of argument.
        kind: ForcingKind,
        /// From the assumption to the end; each node follows from some of those before it.
        chains: Vec<Vec<ChainNode>>,
        /// Of each chain, the places of a node and of one that follows from it directly, ordered by the second.
        links: Vec<Vec<[u16; 2]>>,
        /// Nodes of all chains, and of those within them, by which they are rated.
        nodes: u32,
    },
    /// A candidate from which singles follow, until nothing is left in a cell, or of a digit in a house.
    Braid {
        /// The variables of the braid.
        braid: Braid,
        /// Their candidates from the assumption on: those that are left are on, those that are gone off.
        nodes: Vec<ChainNode>,
        /// Places of a node and of one that follows from it, ordered by the second.
        links: Vec<[u16; 2]>,
    },
    /// Almost locked sets, and the digits that link each to the next.
    Sets {
        /// The sets, in the order in which they link.
        sets: Vec<AlmostLockedSet>,
        /// Digits that link them, or the digits of a stem.
        links: DigitSet,
    },
    /// Places of a digit that all its templates share, or that none has.
    Template {
        /// The digit.
        digit: Digit,
        /// The places.
        cells: CellSet,
    },
    /// Cells whose pairs or triples of values were counted, and the cells that forbid them.
    Aligned {
        /// The cells.
        cells: Vec<Cell>,
        /// The cells that forbid.
        excluders: CellSet,
    },
}

/// A step on the way to the solution.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Step {
    /// The technique.
    pub technique: Technique,
    /// The digit that it places, if it does; of several, which only templates place, the first.
    pub placement: Option<Candidate>,
    /// The candidates that it eliminates; empty if it only places, because the consequences of a placement are not listed.
    pub eliminations: Candidates,
    /// Extra rating of this instance over the easiest of its technique.
    pub extra: Tenths,
    /// Why it holds.
    pub reason: Reason,
    /// The shape of the grid in which its cells are numbered.
    pub shape: Shape,
}

impl Step {
    /// A step of a 9x9 grid that places a digit.
    #[inline]
    pub fn place(technique: Technique, cell: Cell, digit: Digit, reason: Reason) -> Self {
        let (placement, eliminations) = (Some(Candidate { cell, digit }), Candidates::EMPTY);
        let (extra, shape) = (Tenths::default(), Shape::STANDARD);
        Self { technique, placement, eliminations, extra, reason, shape }
    }

    /// A step of a 9x9 grid that takes candidates away.
    #[inline]
    pub fn eliminate(technique: Technique, eliminations: Candidates, reason: Reason) -> Self {
        let (extra, shape) = (Tenths::default(), Shape::STANDARD);
        Self { technique, placement: None, eliminations, extra, reason, shape }
    }

    /// This step in a grid of `shape`.
    #[must_use]
    #[inline]
    pub fn in_shape(self, shape: Shape) -> Self {
        Self { shape, ..self }
    }

    /// Returns the names of the cells and houses of its grid.
    pub const fn notation(&self, names: CellNames) -> Notation {
        Notation::new(self.shape, names)
    }

    /// Returns the cells that its reason points at.
    pub fn cells(&self) -> CellSet {
        self.reason.cells_in(self.notation(CellNames::RowColumn))
    }

    /// The digits that it places.
    pub fn placements(&self) -> impl Iterator<Item = Candidate> + use<> {
        let (digit, others) = match (&self.reason, self.placement) {
            (&Reason::Template { digit, cells }, Some(first)) => (digit, cells.without(first.cell)),
            _ => (Digit::from_index(0), CellSet::EMPTY),
        };
        self.placement.into_iter().chain(others.map(move |cell| Candidate { cell, digit }))
    }

    /// Sets the extra rating over the easiest instance of its technique, in tenths.
    #[must_use]
    pub(crate) fn harder_by(self, extra: u16) -> Self {
        Self { extra: Tenths::new(extra.into()), ..self }
    }
}

impl Reason {
    /// Returns the first nodes of its chains, each once; empty if there are no chains.
    pub fn sources(&self) -> Vec<ChainNode> {
        let mut sources: Vec<ChainNode> = Vec::new();
        for node in self.chains().iter().filter_map(|chain| chain.first()) {
            if !sources.contains(node) {
                sources.push(*node);
            }
        }
        sources
    }

    /// Counts the nodes of its chains, by which they are rated if length counts; `None` if there are no chains.
    ///
    /// A loop counts its start once; chains within chains count.
    pub fn nodes(&self) -> Option<u32> {
        let len = |chain: &Vec<ChainNode>| {
            chain.len() - usize::from(chain.len() > 1 && chain.first() == chain.last())
        };
        match self {
            Self::Forcing { nodes, .. } => Some(*nodes),
            _ if self.chains().is_empty() => None,
            _ => u32::try_from(self.chains().iter().map(len).sum::<usize>()).ok(),
        }
    }

    pub(crate) fn chains(&self) -> &[Vec<ChainNode>] {
        match self {
            Self::Chain(chain) | Self::Braid { nodes: chain, .. } => std::slice::from_ref(chain),
            Self::Chains { chains, .. }
            | Self::Forcing { chains, .. }
            | Self::Fish { chains, .. }
            | Self::Wing { chains, .. } => chains,
            _ => &[],
        }
    }

    /// The cells of a 9x9 grid that the reason points at.
    pub fn cells(&self) -> CellSet {
        self.cells_in(Notation::default())
    }

    /// The cells that the reason points at, in a grid of any shape.
    pub(crate) fn cells_in(&self, notation: Notation) -> CellSet {
        let nodes = |nodes: &[ChainNode]| nodes.iter().fold(CellSet::EMPTY, |all, node| all | node.cells);
        match self {
            Self::Cell(cell) => CellSet::only(*cell),
            Self::House(house) => notation.cells_of(*house),
            Self::Intersection { cells, .. } | Self::Subset { cells, .. } | Self::Template { cells, .. } => {
                *cells
            }
            Self::Fish { cells, fins, .. } => *cells | *fins,
            Self::Wing { cells, .. } => cells.iter().copied().collect(),
            Self::Colors { colors, .. } => colors.iter().fold(CellSet::EMPTY, |all, &color| all | color),
            Self::Deadly { cells, extra, .. } => *cells | *extra,
            Self::Chain(chain) | Self::Braid { nodes: chain, .. } => nodes(chain),
            Self::Chains { chains, .. } | Self::Forcing { chains, .. } => {
                chains.iter().fold(CellSet::EMPTY, |all, chain| all | nodes(chain))
            }
            Self::Sets { sets, .. } => sets.iter().fold(CellSet::EMPTY, |all, set| all | set.cells),
            Self::Aligned { cells, excluders } => cells.iter().copied().collect::<CellSet>() | *excluders,
        }
    }
}
