//! Rates Sudoku puzzles by human techniques: solves them step by step and rates the difficulty. It never calls a
//! solver: each step is a proof from the pencilmarks. Grids have a side up to 9: all techniques know 9x9, and singles, locked candidates
//! and subsets the smaller shapes, too.
//!
//! A [`Rater`] solves [`Pencilmarks`] by the rules of a [`Rulebook`]:
//!
//! ```
//! use gridmill_board::{Grid, Shape};
//! use gridmill_rate::{Pencilmarks, Rater, Rulebook, Technique};
//!
//! let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let grid = Grid::parse(Shape::STANDARD, text)?;
//! let rating = Rater::new(Rulebook::se()).rate(&mut Pencilmarks::new(&grid));
//! assert!(rating.solved);
//! assert_eq!(rating.er.map(f64::from), Some(1.2));
//! assert_eq!(rating.hardest, Some(Technique::HiddenSingle));
//! # Ok::<(), gridmill_board::GridError>(())
//! ```
//!
//! [`Rater::next_step`] gives a hint: a step with its reason, and the place of its rule in the rulebook:
//!
//! ```
//! use gridmill_board::{Grid, Shape};
//! use gridmill_rate::{Pencilmarks, Rater, Rulebook};
//!
//! let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let mut marks = Pencilmarks::new(&Grid::parse(Shape::STANDARD, text)?);
//! let mut rater = Rater::new(Rulebook::hodoku());
//! let step = rater.next_step(&marks)?.ok_or("no technique applies")?.step;
//! println!("{step}");
//! marks.apply(&step);
//! assert_eq!(marks.empty().len(), 50);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Rulebooks are data; one that is not built in is read from TOML:
//!
//! ```
//! use gridmill_board::{Grid, Shape};
//! use gridmill_rate::{Pencilmarks, Rater, Rulebook};
//!
//! let singles = Rulebook::parse(
//!     r#"
//!     name = "singles"
//!     scale = "singles/1"
//!     conventions = "hodoku"
//!     [[rule]]
//!     technique = "naked_single"
//!     rating = 1.0
//!     "#,
//! )?;
//! let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let rating = Rater::new(&singles).rate(&mut Pencilmarks::new(&Grid::parse(Shape::STANDARD, text)?));
//! assert!(rating.solved && rating.steps == 51);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ```text
//! Rulebook   rules in order, a rating each         data: rulebooks/*.toml
//!   Rule     a technique, or some of one family that are searched together
//! Pencilmarks -Finder-> Step -apply-> Pencilmarks -> ... -> Rating
//! ```
//!
//! A finder searches the requested techniques of one [`Family`] and passes each instance to a sink, in a documented order, until the
//! sink stops it. HoDoKu and the Sudoku Explainer define some techniques differently, or try their instances in another order:
//! [`Conventions`] select one.
//!
//! | types | |
//! |---|---|
//! | [`Rater`], [`Rating`] | solves by a rulebook; the difficulty |
//! | [`Rulebook`], [`Rule`], [`DifficultyLevel`] | rules in order, with ratings and levels; built-in ones by their scale |
//! | [`SinglesClosure`] | whether singles alone solve a grid, and its expansion, which no rulebook changes |
//! | [`Pencilmarks`] | placed digits and candidates |
//! | [`Finder`], [`Step`], [`Reason`] | finds the steps of a family; a step and its reason |
//! | [`StepRole`], [`StepLink`] | roles of the cells of a step, and the links of its chains, for drawings |
//! | [`StepData`] | a step as plain data, for files and drawings |
//! | [`Notation`], [`Wording`] | names of cells and houses in text; sentences that explain steps |
//! | [`CompactPath`] | a solving path as short text, and its reader |
//! | [`Technique`], [`Family`], [`TechniqueSet`] | names |
//! | [`CellSet`], [`House`], [`Candidates`] | sets of cells, houses, sets of candidates |
//! | [`trial`] | difficulty without a rulebook: trial-and-error depth, braids, backdoors |
//!
//! Items that are hidden from these pages are for gridmill's own crates and may change in any version.

mod als;
mod braids;
mod candidates;
mod cell_tables;
mod chains;
mod coloring;
mod compact_path;
mod explainer;
mod fish;
mod forcing;
#[doc(hidden)]
pub mod library;
mod locked;
mod notation;
mod pencilmarks;
mod rater;
mod role;
mod rulebook;
mod single_digit;
mod singles;
mod singles_queue;
mod step;
mod step_data;
mod subsets;
mod sue_de_coq;
mod technique;
mod tenths;
#[cfg(test)]
mod testing;
pub mod trial;
mod uniqueness;
mod wings;
mod wording;

pub use candidates::{Candidate, Candidates};
pub use compact_path::{CompactPath, CompactPathError, CompactStep};
use gridmill_board::{CellSet, House, HouseKind, HouseSet, peers};
pub use notation::{CellNames, Notation};
pub use pencilmarks::{DeadEnd, Pencilmarks};
pub use rater::{NextStep, Rater, Rating};
pub use role::Role;
pub use rulebook::{DifficultyLevel, Measure, Rule, Rulebook, RulebookError, UnfitRulebook, UnknownScale};
use serde::{Deserialize, Serialize};
pub use singles::SinglesClosure;
use std::ops::ControlFlow;
#[doc(hidden)]
pub use step::{AlmostLockedSet, ForcingKind};
pub use step::{ChainNode, LinkKind, Reason, Step, StepLink};
#[doc(hidden)]
pub use step_data::{CandidateData, NodeData, RoleData, SetData, SourceData, StepHelp};
pub use step_data::{StepData, StepRole};
pub use technique::{Family, Technique, TechniqueSet, UnknownTechnique};
pub use tenths::{Tenths, TenthsError};
pub use wording::{StepLevels, Wording, WordingError};

/// Program whose definitions and orders are used where programs differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Conventions {
    /// HoDoKu 2.2 (B. Hobiger 2012).
    Hodoku,
    /// The Sudoku Explainer 1.2.1 (N. Juillerat 2007).
    Explainer,
    /// No program: the definitions of HoDoKu, and an order by place alone, so that the next step does not depend on those before it.
    /// Full houses and hidden singles come by house (boxes, rows, columns) and digit, naked singles by cell, and a pair or triple that
    /// is locked counts as naked.
    Plain,
}

impl Conventions {
    /// Returns the order of houses for singles and subsets.
    pub(crate) const fn kinds(self) -> [HouseKind; 3] {
        match self {
            Self::Hodoku | Self::Plain => HouseKind::BOX_ROW_COLUMN,
            Self::Explainer => HouseKind::BOX_COLUMN_ROW,
        }
    }
}

/// Answer of a sink: continue, or stop the search.
pub type SearchFlow = ControlFlow<()>;

/// Takes each step that a finder finds.
pub type Sink<'a> = dyn FnMut(Step) -> SearchFlow + 'a;

/// Looks for steps in one state.
///
/// The scratch memory of the families is kept between searches.
#[derive(Debug)]
pub struct Finder<'a> {
    marks: &'a Pencilmarks,
    requested: TechniqueSet,
    conventions: Conventions,
    thorough: bool,
    scratch: &'a mut FinderMemory,
}

/// Memory that finders keep between searches, so that none allocates.
#[derive(Debug, Default)]
pub struct FinderMemory {
    als: als::AlsScratch,
    braids: braids::BraidScratch,
    chains: chains::ChainScratch,
    forcing: forcing::ForcingScratch,
    explainer: explainer::ExplainerScratch,
    subset_sizes: subsets::SubsetSizes,
    sue_de_coq: sue_de_coq::SueDeCoqScratch,
    rectangles: Vec<uniqueness::Rectangle>,
    templates: single_digit::Templates,
}

impl FinderMemory {
    /// Starts a puzzle whose chains and braids may take `budget` nodes of work.
    fn begin_puzzle(&mut self, budget: u64) {
        self.explainer.chaining.begin(Some(budget));
        self.braids.begin();
    }

    /// Returns true if a search of this puzzle ended because the budget ran out.
    fn ran_out_of_budget(&self) -> bool {
        self.explainer.chaining.ran_out
    }

    /// Returns the extra rating that the steps of a family have at least where the budget ran out.
    fn least_extra(&self, family: Family) -> Tenths {
        if family == Family::Braids { self.braids.least_extra() } else { Tenths::default() }
    }

    /// Returns the work of this puzzle so far, in nodes.
    fn work(&self) -> u64 {
        self.explainer.chaining.work
    }
}

impl<'a> Finder<'a> {
    /// Creates a finder of the `requested` techniques in `marks`.
    pub fn new(
        marks: &'a Pencilmarks,
        requested: TechniqueSet,
        conventions: Conventions,
        scratch: &'a mut FinderMemory,
    ) -> Self {
        Self { marks, requested, conventions, thorough: false, scratch }
    }

    /// Also searches almost locked sets that overlap, and chains through almost locked sets, as HoDoKu does on demand.
    pub(crate) fn thorough(self) -> Self {
        Self { thorough: true, ..self }
    }

    /// Passes every instance of the requested techniques of a family to the sink, until the sink stops the search.
    ///
    /// Techniques in the form of the Explainer are searched before the rest: those that only it has, and under its conventions also
    /// those that it defines differently. In grids that are not 9x9 a family that does not
    /// [know their shape](Family::is_of_any_shape) has no instances.
    #[inline]
    pub fn find(&mut self, family: Family, sink: &mut Sink<'_>) -> SearchFlow {
        if self.marks.is_standard() {
            return self.find_all(family, sink);
        }
        let shape = self.marks.shape();
        match family {
            Family::Singles => singles::find(self, &mut |step| sink(step.in_shape(shape))),
            Family::Locked => locked::find(self, &mut |step| sink(step.in_shape(shape))),
            Family::Subsets => subsets::find(self, &mut |step| sink(step.in_shape(shape))),
            Family::Braids if cfg!(feature = "trial") => braids::find(self, sink),
            _ => SearchFlow::Continue(()),
        }
    }

    /// Finds steps of any family in a 9x9 grid.
    #[inline]
    fn find_all(&mut self, family: Family, sink: &mut Sink<'_>) -> SearchFlow {
        let explained = explainer::techniques(self.conventions).and(self.requested);
        // A program for which no rulebook asks for them does without their code.
        if cfg!(feature = "explainer") && !explained.is_empty() {
            explainer::find(self, explained, family, sink)?;
            self.requested = self.requested.except(explained);
        }
        match family {
            Family::Singles => singles::find(self, sink),
            Family::Locked => locked::find(self, sink),
            Family::Subsets => subsets::find(self, sink),
            Family::Fish => fish::find(self, sink),
            Family::SingleDigit => single_digit::find(self, sink),
            Family::Coloring => coloring::find(self, sink),
            Family::Uniqueness => uniqueness::find(self, sink),
            Family::Wings => wings::find(self, sink),
            Family::Chains => {
                coloring::find_remote_pairs(self, sink)?;
                chains::find(self, sink)
            }
            Family::Als => {
                als::find(self, sink)?;
                sue_de_coq::find(self, sink)
            }
            Family::Forcing => forcing::find(self, sink),
            Family::Braids if cfg!(feature = "trial") => braids::find(self, sink),
            Family::Braids | Family::Exclusion | Family::Chaining => SearchFlow::Continue(()),
        }
    }
}
