//! A dig with its options, so that options which do not go together cannot be combined.

use super::{Givens, GivensMix, GivensTarget, SymmetryMix, SymmetryTarget, is_default};
use crate::{
    Climber, DigFacts, DigMode, Objective,
    error::{Error, Result},
};
use gridmill_board::{Pattern, Symmetry};
use serde::{Deserialize, Serialize};

/// Dig with its options. [`DigMode`] describes the digs.
///
/// # Example
/// ```
/// use gridmill_generate::{Dig, Generator, Givens, Plan};
///
/// let dig = Dig::walk(Givens::Range(20, 22))?;
/// let made = Generator::new(Plan::default().with_dig(dig))?.generate()?;
/// assert!((20..=22).contains(&made.givens));
/// assert!(Dig::walk(Givens::Minimal).is_err());
/// # Ok::<(), gridmill_generate::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "DigOptions", into = "DigOptions")]
#[non_exhaustive]
pub enum Dig {
    /// [`DigMode::TopDown`].
    TopDown {
        /// Symmetry of the givens' cells.
        #[doc(hidden)]
        symmetry: SymmetryTarget,
        /// Number of givens to leave.
        #[doc(hidden)]
        givens: GivensTarget,
    },
    /// [`DigMode::BottomUp`].
    BottomUp {
        /// Number of givens to leave.
        #[doc(hidden)]
        givens: GivensTarget,
    },
    /// [`DigMode::Walk`].
    Walk {
        /// Number of givens to reach.
        #[doc(hidden)]
        givens: WalkTarget,
    },
    /// [`DigMode::Pattern`].
    Pattern {
        /// Cells of the givens; puzzles in a row take the patterns in turn.
        #[doc(hidden)]
        patterns: Patterns,
    },
    /// [`DigMode::ControlledBias`].
    ControlledBias,
    /// [`DigMode::Weighted`].
    Weighted,
    /// [`DigMode::Enumerated`].
    Enumerated,
    /// [`DigMode::Climb`].
    Climb {
        /// Measure that it raises.
        #[doc(hidden)]
        objective: Objective,
        /// Number of givens: the range of objectives of givens, and a condition of others.
        #[doc(hidden)]
        givens: GivensTarget,
        /// Neighbours of a climb without a required range.
        #[doc(hidden)]
        steps: u64,
    },
}

/// Number of givens that a walk can reach: a number or a range, never [`Givens::Minimal`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WalkTarget(GivensTarget);

/// One or more patterns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Patterns(Vec<Pattern>);

/// A dig and its options side by side, as command lines and manifests have them. Not yet checked: [`Dig`] has a
/// conversion that fails if they do not go together.
///
/// # Example
/// ```
/// use gridmill_board::Symmetry;
/// use gridmill_generate::{Dig, DigMode, DigOptions};
///
/// let mut options = DigOptions::new(DigMode::Weighted);
/// assert_eq!(Dig::try_from(options.clone())?, Dig::Weighted);
/// options.symmetry = Symmetry::Rot180;
/// assert!(Dig::try_from(options).is_err());
/// # Ok::<(), gridmill_generate::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DigOptions {
    /// The dig.
    #[serde(rename = "dig", default)]
    pub mode: DigMode,
    /// Number of givens to leave; minimal if there is a mix.
    pub givens: Givens,
    /// Numbers of givens to leave by quota.
    #[serde(default)]
    pub givens_mix: Option<GivensMix>,
    /// Symmetry of the givens' cells; none if there is a mix.
    #[serde(default)]
    pub symmetry: Symmetry,
    /// Symmetries of the givens' cells by quota.
    #[serde(default, skip_serializing_if = "is_default")]
    pub symmetry_mix: Option<SymmetryMix>,
    /// Cells of the givens.
    #[serde(default)]
    pub patterns: Vec<Pattern>,
    /// Measure that a climb raises.
    #[serde(default, skip_serializing_if = "is_default")]
    pub objective: Option<Objective>,
    /// Neighbours of a climb without a required range.
    #[serde(default, skip_serializing_if = "is_default")]
    pub climb_steps: Option<u64>,
}

impl DigOptions {
    /// Creates the options of a dig: minimal puzzles, without symmetry.
    pub fn new(mode: DigMode) -> Self {
        Self { mode, ..Self::default() }
    }
}

/// Target of digs that always go on until no given can be removed.
static MINIMAL: GivensTarget = GivensTarget::Fixed(Givens::Minimal);
/// Symmetry of digs that know none.
static NO_SYMMETRY: SymmetryTarget = SymmetryTarget::Fixed(Symmetry::None);

impl Default for Dig {
    /// Top-down to minimal puzzles.
    fn default() -> Self {
        Self::top_down(Givens::Minimal)
    }
}

impl Dig {
    /// Creates a top-down dig without symmetry.
    pub fn top_down(givens: impl Into<GivensTarget>) -> Self {
        Self::TopDown { symmetry: NO_SYMMETRY.clone(), givens: givens.into() }
    }

    /// Creates a top-down dig in orbits of `symmetry`, until no orbit can be removed.
    pub fn symmetric(symmetry: impl Into<SymmetryTarget>) -> Self {
        Self::TopDown { symmetry: symmetry.into(), givens: GivensTarget::Fixed(Givens::Minimal) }
    }

    /// Creates a bottom-up dig.
    pub fn bottom_up(givens: impl Into<GivensTarget>) -> Self {
        Self::BottomUp { givens: givens.into() }
    }

    /// Creates a walk.
    ///
    /// # Errors
    /// [`Error::Option`] if the target has no number of givens.
    pub fn walk(givens: impl Into<GivensTarget>) -> Result<Self> {
        Ok(Self::Walk { givens: WalkTarget::new(givens)? })
    }

    /// Creates a pattern dig.
    ///
    /// # Errors
    /// [`Error::Option`] if there is no pattern.
    pub fn pattern(patterns: impl Into<Vec<Pattern>>) -> Result<Self> {
        Ok(Self::Pattern { patterns: Patterns::new(patterns)? })
    }

    /// Creates a climb to puzzles with any number of givens.
    ///
    /// ```
    /// use gridmill_generate::{Dig, Generator, Objective, Plan};
    ///
    /// let made = Generator::new(Plan::default().with_dig(Dig::climb(Objective::Few)))?.generate_with_seed([1; 32])?;
    /// assert!(made.givens < 22);
    /// # Ok::<(), gridmill_generate::Error>(())
    /// ```
    pub const fn climb(objective: Objective) -> Self {
        Self::Climb { objective, givens: GivensTarget::Fixed(Givens::Minimal), steps: Climber::STEPS }
    }

    /// Returns the dig without its options.
    pub const fn mode(&self) -> DigMode {
        match self {
            Self::TopDown { .. } => DigMode::TopDown,
            Self::BottomUp { .. } => DigMode::BottomUp,
            Self::Walk { .. } => DigMode::Walk,
            Self::Pattern { .. } => DigMode::Pattern,
            Self::ControlledBias => DigMode::ControlledBias,
            Self::Weighted => DigMode::Weighted,
            Self::Enumerated => DigMode::Enumerated,
            Self::Climb { .. } => DigMode::Climb,
        }
    }

    /// Returns the facts about the dig.
    #[doc(hidden)]
    pub const fn facts(&self) -> &'static DigFacts {
        self.mode().facts()
    }

    /// Returns the name in options, plans and reports.
    pub const fn name(&self) -> &'static str {
        self.facts().name
    }

    /// Returns the number of givens to leave; [`Givens::Minimal`] for digs without that option.
    #[doc(hidden)]
    pub fn givens(&self) -> &GivensTarget {
        match self {
            Self::TopDown { givens, .. } | Self::BottomUp { givens } | Self::Climb { givens, .. } => givens,
            Self::Walk { givens } => givens.target(),
            Self::Pattern { .. } | Self::ControlledBias | Self::Weighted | Self::Enumerated => &MINIMAL,
        }
    }

    /// Returns the symmetry of the givens' cells; [`Symmetry::None`] for digs without that option.
    #[doc(hidden)]
    pub fn symmetry(&self) -> &SymmetryTarget {
        if let Self::TopDown { symmetry, .. } = self { symmetry } else { &NO_SYMMETRY }
    }

    /// Returns the patterns; none for digs without that option.
    #[doc(hidden)]
    pub fn patterns(&self) -> &[Pattern] {
        if let Self::Pattern { patterns } = self { patterns } else { &[] }
    }

    /// Returns the measure that a climb raises; `None` for other digs.
    #[doc(hidden)]
    pub const fn objective(&self) -> Option<Objective> {
        if let Self::Climb { objective, .. } = self { Some(*objective) } else { None }
    }

    /// Checks that a climb has neighbours to try.
    pub(super) fn check_steps(&self) -> Result<()> {
        match self {
            Self::Climb { steps: 0, .. } => refuse("`climb_steps=0` leaves nothing to try; give 1 or more"),
            _ => Ok(()),
        }
    }

    /// Returns the dig and its options side by side.
    pub fn options(&self) -> DigOptions {
        let (givens, givens_mix) = match self.givens() {
            GivensTarget::Fixed(givens) => (*givens, None),
            GivensTarget::Mix(mix) => (Givens::Minimal, Some(mix.clone())),
        };
        let (symmetry, symmetry_mix) = match self.symmetry() {
            SymmetryTarget::Fixed(symmetry) => (*symmetry, None),
            SymmetryTarget::Mix(mix) => (Symmetry::None, Some(mix.clone())),
        };
        let (mode, patterns) = (self.mode(), self.patterns().to_vec());
        let (objective, climb_steps) = match self {
            Self::Climb { objective, steps, .. } => (Some(*objective), Some(*steps)),
            _ => (None, None),
        };
        DigOptions { mode, givens, givens_mix, symmetry, symmetry_mix, patterns, objective, climb_steps }
    }
}

impl WalkTarget {
    /// Creates a target.
    ///
    /// # Errors
    /// [`Error::Option`] if one of its targets is [`Givens::Minimal`].
    pub fn new(givens: impl Into<GivensTarget>) -> Result<Self> {
        let givens = givens.into();
        if givens.targets().any(|target| target == Givens::Minimal) {
            return Err(missing(DigMode::Walk));
        }
        Ok(Self(givens))
    }

    /// Returns the target.
    pub const fn target(&self) -> &GivensTarget {
        &self.0
    }
}

impl Patterns {
    /// Creates a list of patterns.
    ///
    /// # Errors
    /// [`Error::Option`] if it is empty.
    pub fn new(patterns: impl Into<Vec<Pattern>>) -> Result<Self> {
        let patterns = patterns.into();
        if patterns.is_empty() {
            return Err(missing(DigMode::Pattern));
        }
        Ok(Self(patterns))
    }
}

impl std::ops::Deref for Patterns {
    type Target = [Pattern];

    fn deref(&self) -> &[Pattern] {
        &self.0
    }
}

/// Error of a dig without the option that it needs.
fn missing(mode: DigMode) -> Error {
    Error::option(format!("dig {} needs {}", mode.name(), mode.facts().needs.unwrap_or("nothing")))
}

fn refuse<T>(problem: impl Into<String>) -> Result<T> {
    Err(Error::option(problem))
}

#[doc(hidden)]
impl From<Dig> for DigOptions {
    fn from(dig: Dig) -> Self {
        dig.options()
    }
}

impl TryFrom<DigOptions> for Dig {
    type Error = Error;

    fn try_from(options: DigOptions) -> Result<Self> {
        let DigOptions { mode, givens, givens_mix, symmetry, symmetry_mix, patterns, objective, climb_steps } =
            options;
        let name = mode.name();
        let target = match (givens, givens_mix) {
            (givens, None) => GivensTarget::Fixed(givens),
            (Givens::Minimal, Some(mix)) => GivensTarget::Mix(mix),
            (Givens::Range(..), Some(_)) => {
                return refuse(
                    "a mix of givens takes the place of one number of givens; give one of them".to_owned(),
                );
            }
        };
        let symmetry = match (symmetry, symmetry_mix) {
            (symmetry, None) => SymmetryTarget::Fixed(symmetry),
            (Symmetry::None, Some(mix)) => SymmetryTarget::Mix(mix),
            (_, Some(_)) => {
                return refuse("a mix of symmetries takes the place of one symmetry; give one of them");
            }
        };
        if mode != DigMode::Climb {
            let given = [("objective", objective.is_some()), ("climb_steps", climb_steps.is_some())];
            if let Some((option, _)) = given.into_iter().find(|(_, is_given)| *is_given) {
                return refuse(format!("`{option}` needs `dig=climb`, and this is dig {name}"));
            }
        }
        if mode != DigMode::TopDown && symmetry != NO_SYMMETRY {
            return refuse(format!("symmetry {symmetry} needs dig top-down; dig {name} knows none"));
        }
        if mode != DigMode::Pattern && !patterns.is_empty() {
            return refuse(format!("a pattern needs dig pattern, and this is dig {name}"));
        }
        let no_givens = |reason: &str| {
            if target == MINIMAL {
                return Ok(());
            }
            refuse(format!("dig {name} {reason}; leave `givens` out"))
        };
        let weights_known = || no_givens("gives minimal puzzles as they come, whose weights are known");
        match mode {
            DigMode::TopDown => Ok(Self::TopDown { symmetry, givens: target }),
            DigMode::BottomUp => Ok(Self::BottomUp { givens: target }),
            DigMode::Walk => Self::walk(target),
            DigMode::Pattern => {
                no_givens("takes its givens from the pattern")?;
                Self::pattern(patterns)
            }
            DigMode::ControlledBias => weights_known().map(|()| Self::ControlledBias),
            DigMode::Weighted => weights_known().map(|()| Self::Weighted),
            DigMode::Enumerated => weights_known().map(|()| Self::Enumerated),
            DigMode::Climb => {
                let Some(objective) = objective else { return Err(missing(mode)) };
                let steps = climb_steps.unwrap_or(Climber::STEPS);
                Ok(Self::Climb { objective, givens: target, steps })
            }
        }
    }
}
