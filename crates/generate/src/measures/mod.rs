//! Measures of rows besides givens and ratings, each described once.
//!
//! To add a measure, write a module here with its value, add a variant to [`Addition`] with an arm in each function, a field to [`Measured`],
//! and its columns in `gridmill-tables` (`schema/measure_columns.rs`).

mod er_images;
mod forms;
mod guesses;
mod open_steps;
mod trial;
mod unavoidable;

pub use er_images::ErImages;
#[doc(hidden)]
pub use forms::{FormFact, RowForms};
pub use guesses::{SearchDifficulty, SearchDifficultyError, SearchRater};
pub use open_steps::{Choices, OpenSteps};
pub use unavoidable::UnavoidableMeasures;

use er_images::ErImagesMeter;
use gridmill_board::{Grid, Puzzle, Shape, Solution};
use gridmill_rate::{
    Pencilmarks,
    trial::{self as engine, Backdoors, TrialRating, TrialValue},
};
use open_steps::OpenStepsMeter;
use std::{fmt, str::FromStr};
use trial::{BackdoorMeter, TrialMeter, WhipMeter};

/// Columns of one measure, path or trace that rows may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Addition {
    /// Steps of each solving path.
    Path,
    /// The same steps as short text ([`CompactPath`](gridmill_rate::CompactPath)).
    CompactPath,
    /// Guesses of the solver ([`SearchDifficulty`]).
    Guesses,
    /// Trace of a depth-first search.
    SearchTrace,
    /// Trial depth and braids ([`gridmill_rate::trial`]).
    Trial,
    /// Least backdoors by singles.
    Backdoors,
    /// Length of whips.
    Whips,
    /// Choices at each step of a solving path ([`OpenSteps`]).
    OpenSteps,
    /// ER of images of the puzzle ([`ErImages`]).
    ErImages,
    /// Unavoidable sets of the solution ([`UnavoidableMeasures`]).
    Unavoidable,
    /// Canonical forms of puzzle and solution ([`Grid::canonical`]).
    Canonical,
}

// In the order of help. Measures by which puzzles are chosen are taken in this order: cheap ones come first.
gridmill_board::named_values!(Addition {
    Path "path",
    CompactPath "compact_path",
    Guesses "guesses",
    SearchTrace "search_trace",
    Trial "trial",
    Backdoors "backdoors",
    Whips "whips",
    OpenSteps "open_steps",
    ErImages "er_images",
    Unavoidable "unavoidable",
    Canonical "canonical",
});

impl Addition {
    /// Returns the meaning in a few words, for help.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Path => "steps of each solving path",
            Self::CompactPath => "the same as short text, some 10 bytes a step",
            Self::Guesses => "those of the solver, their geometric mean over 32 transforms",
            Self::SearchTrace => "tokens of a depth-first search with singles",
            Self::Trial => "trial-and-error depth and the length of braids: B, BxB, BxBB",
            Self::Backdoors => "the fewest cells that, given in addition, let singles solve",
            Self::Whips => "the length of whips, braids that are chains: W",
            Self::OpenSteps => "placements and steps that are open at each step of the path",
            Self::ErImages => "the least and the most ER of 24 images of the puzzle, or of K: er_images:K",
            Self::Unavoidable => "unavoidable sets of the solution with up to 10 cells",
            Self::Canonical => "canonical forms of puzzle and solution, automorphisms, class",
        }
    }

    /// Returns the feature of the crate that it needs, if it is built without it.
    pub(crate) fn missing_feature(self) -> Option<&'static str> {
        let (name, is_built) = match self {
            Self::Trial | Self::Backdoors | Self::Whips => ("trial", cfg!(feature = "trial")),
            Self::Unavoidable => ("unavoidable", cfg!(feature = "unavoidable")),
            Self::ErImages => ("er-images", cfg!(feature = "er-images")),
            Self::Canonical => ("classes", cfg!(feature = "classes")),
            Self::Path | Self::CompactPath | Self::Guesses | Self::SearchTrace | Self::OpenSteps => {
                return None;
            }
        };
        (!is_built).then_some(name)
    }

    /// Checks that puzzles of a shape can have the columns.
    ///
    /// # Errors
    /// A line with the reason.
    pub fn check_shape(self, shape: Shape) -> Result<(), String> {
        let is_supported = match self {
            Self::Path | Self::CompactPath | Self::Guesses | Self::Canonical => true,
            Self::SearchTrace | Self::Trial | Self::Backdoors | Self::Whips | Self::OpenSteps => {
                Pencilmarks::supports(shape)
            }
            Self::ErImages => shape == Shape::STANDARD,
            Self::Unavoidable => UnavoidableMeasures::supports(shape),
        };
        let name = self.name();
        let grids = if self == Self::ErImages { "9x9 grids" } else { "grids with a side up to 9" };
        let refused = || format!("`add={name}` is for {grids}, not for {shape} boxes");
        if is_supported { Ok(()) } else { Err(refused()) }
    }

    /// Returns a sentence about the columns for those who only have the rows, if the meaning of each column does not say all.
    #[doc(hidden)]
    pub fn note(self) -> Option<String> {
        (self == Self::Unavoidable).then(UnavoidableMeasures::note)
    }

    /// Creates the meter of the measure; `None` for steps, which raters keep.
    fn meter(self, shape: Shape, trial_budget: u64, er_images: u16) -> Option<Box<dyn Meter>> {
        Some(match self {
            Self::Path | Self::CompactPath => return None,
            Self::Guesses => Box::new(SearchRater::for_shape(shape)),
            Self::SearchTrace => Box::new(|puzzle: &Grid, _: &Solution, measured: &mut Measured| {
                measured.searched = Some(puzzle.clone());
            }),
            Self::Trial => Box::new(TrialMeter::new(trial_budget)),
            Self::Backdoors => Box::new(BackdoorMeter::new(trial_budget)),
            Self::Whips => Box::new(WhipMeter::new(trial_budget)),
            Self::OpenSteps => Box::new(OpenStepsMeter::new(shape)),
            Self::ErImages => Box::new(ErImagesMeter::new(er_images)),
            Self::Unavoidable => Box::new(|puzzle: &Grid, solution: &Solution, measured: &mut Measured| {
                measured.unavoidable = UnavoidableMeasures::of(puzzle, solution);
            }),
            Self::Canonical => Box::new(|puzzle: &Grid, solution: &Solution, measured: &mut Measured| {
                measured.forms = forms::of_puzzle(puzzle, solution);
            }),
        })
    }
}

/// Facts by which a measure can be taken again.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
#[doc(hidden)]
pub struct Definition {
    /// Version of the definition, if it has one.
    pub version: Option<&'static str>,
    /// Bounds by name, such as the nodes of work that a question may take.
    pub bounds: Vec<(&'static str, u64)>,
}

/// Measures that were taken of a puzzle with one solution; none by default.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Measured {
    /// Guesses of the solver.
    pub guesses: Option<SearchDifficulty>,
    /// The puzzle, if its search is traced.
    pub searched: Option<Grid>,
    /// Trial depth, and the braids at this depth.
    pub trial: Option<TrialRating>,
    /// Least backdoors.
    pub backdoors: Option<Backdoors>,
    /// W rating.
    pub whips: Option<TrialValue>,
    /// Choices at each step of the path.
    pub open_steps: Option<OpenSteps>,
    /// ER of images.
    pub er_images: Option<ErImages>,
    /// Measures by unavoidable sets.
    pub unavoidable: Option<UnavoidableMeasures>,
    /// Canonical forms.
    #[doc(hidden)]
    pub forms: Option<Box<RowForms>>,
}

impl Measured {
    /// Returns a line about each value that is there, with its name.
    pub fn words(&self) -> Vec<(&'static str, String)> {
        let line = |addition: Addition| {
            let words = match addition {
                Addition::Path | Addition::CompactPath | Addition::SearchTrace => None,
                Addition::Guesses => self.guesses.map(SearchDifficulty::words),
                Addition::Trial => self.trial.map(trial::words),
                Addition::Backdoors => self.backdoors.map(trial::backdoor_words),
                Addition::Whips => self.whips.map(|w| format!("W {w}")),
                Addition::OpenSteps => self.open_steps.map(OpenSteps::words),
                Addition::ErImages => self.er_images.map(ErImages::words),
                Addition::Unavoidable => self.unavoidable.map(UnavoidableMeasures::words),
                Addition::Canonical => self.forms.as_deref().map(RowForms::words),
            };
            Some((addition.name(), words?))
        };
        Addition::ALL.into_iter().filter_map(line).collect()
    }
}

/// Takes one measure; owns its scratch memory and is reused.
trait Meter: Send {
    fn measure(&mut self, puzzle: &Grid, solution: &Solution, measured: &mut Measured);
}

impl<F: FnMut(&Grid, &Solution, &mut Measured) + Send> Meter for F {
    fn measure(&mut self, puzzle: &Grid, solution: &Solution, measured: &mut Measured) {
        self(puzzle, solution, measured);
    }
}

impl Meter for SearchRater {
    fn measure(&mut self, puzzle: &Grid, _: &Solution, measured: &mut Measured) {
        measured.guesses = self.rate(&Puzzle::from_proven(puzzle.clone()));
    }
}

/// Takes the measures of a plan; owns its scratch memory and is reused.
///
/// ```
/// use gridmill_board::Shape;
/// use gridmill_generate::{Addition, Generator, Measured, Measurer, Plan};
///
/// let made = Generator::new(Plan::default())?.generate_with_seed([7; 32])?;
/// let (mut measurer, mut measured) = (Measurer::new([Addition::Guesses].into(), Shape::STANDARD, 1_000), Measured::default());
/// measurer.measure(made.puzzle.grid(), &made.solution, &mut measured);
/// assert_eq!(measured.words()[0].0, "guesses");
/// # Ok::<(), gridmill_generate::Error>(())
/// ```
pub struct Measurer {
    meters: Vec<(Addition, Box<dyn Meter>)>,
}

impl fmt::Debug for Measurer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.meters.iter().map(|(addition, _)| addition)).finish()
    }
}

impl Measurer {
    /// Creates a measurer of these measures, for puzzles of a shape. Each question by trial and error may take `trial_budget` nodes of work.
    ///
    /// # Panics
    /// Panics if puzzles of the shape cannot have one of them ([`Addition::check_shape`]).
    pub fn new(add: Additions, shape: Shape, trial_budget: u64) -> Self {
        let meter =
            |addition: Addition| Some((addition, addition.meter(shape, trial_budget, add.er_images())?));
        Self { meters: add.iter().filter_map(meter).collect() }
    }

    /// Takes the measures of a puzzle with its solution.
    ///
    /// # Panics
    /// Panics if the puzzle is of another shape.
    pub fn measure(&mut self, puzzle: &Grid, solution: &Solution, measured: &mut Measured) {
        self.measure_without(Additions::default(), puzzle, solution, measured);
    }

    pub(crate) fn measure_one(
        &mut self,
        addition: Addition,
        puzzle: &Grid,
        solution: &Solution,
        measured: &mut Measured,
    ) {
        if let Some((_, meter)) = self.meters.iter_mut().find(|(of, _)| *of == addition) {
            meter.measure(puzzle, solution, measured);
        }
    }

    /// Takes all measures but for these, which were taken.
    pub(crate) fn measure_without(
        &mut self,
        taken: Additions,
        puzzle: &Grid,
        solution: &Solution,
        measured: &mut Measured,
    ) {
        for (_, meter) in self.meters.iter_mut().filter(|(addition, _)| !taken.has(*addition)) {
            meter.measure(puzzle, solution, measured);
        }
    }
}

/// Set of additions.
///
/// ```
/// use gridmill_generate::{Addition, Additions};
///
/// let columns: Additions = "guesses,canonical".parse()?;
/// assert!(columns.has(Addition::Guesses) && !columns.has(Addition::Path));
/// assert_eq!(columns.with(Addition::Path).to_string(), "path,guesses,canonical");
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Additions {
    set: u32,
    /// Images of which the ER is taken; 0 for the usual number.
    er_images: u16,
}

impl Additions {
    /// Returns true if `addition` is one of them.
    pub const fn has(self, addition: Addition) -> bool {
        self.set & 1 << addition as u32 != 0
    }

    /// Returns true if there is none.
    pub const fn is_empty(&self) -> bool {
        self.set == 0
    }

    /// Adds one.
    #[must_use]
    pub const fn with(self, addition: Addition) -> Self {
        Self { set: self.set | 1 << addition as u32, ..self }
    }

    /// Adds one if `is_needed`.
    #[must_use]
    #[doc(hidden)]
    pub const fn with_if(self, addition: Addition, is_needed: bool) -> Self {
        if is_needed { self.with(addition) } else { self }
    }

    /// Adds the ER of a number of images, at least one.
    #[must_use]
    const fn with_er_images(self, images: u16) -> Self {
        let er_images = if images == ErImages::DEFAULT_IMAGES { 0 } else { images };
        Self { er_images, ..self.with(Addition::ErImages) }
    }

    /// Adds others.
    #[must_use]
    #[doc(hidden)]
    pub const fn and(self, others: Self) -> Self {
        let er_images = if others.has(Addition::ErImages) { others.er_images } else { self.er_images };
        Self { set: self.set | others.set, er_images }
    }

    /// Returns the number of images of which the ER is taken, if it is.
    const fn er_images(self) -> u16 {
        if self.er_images == 0 { ErImages::DEFAULT_IMAGES } else { self.er_images }
    }

    /// Returns the facts that a reader needs to take each measure again, where the meaning of the columns is not enough. Questions by trial
    /// and error have `trial_budget`.
    #[doc(hidden)]
    pub fn definitions(self, trial_budget: u64) -> impl Iterator<Item = (Addition, Definition)> {
        self.iter().filter_map(move |addition| {
            let (version, bounds) = match addition {
                Addition::Trial | Addition::Backdoors | Addition::Whips => {
                    (Some(engine::VERSION), vec![("budget", trial_budget)])
                }
                Addition::ErImages => {
                    (Some(er_images::rulebook().scale()), vec![("images", self.er_images().into())])
                }
                Addition::Unavoidable => (None, UnavoidableMeasures::bounds().into()),
                Addition::Path
                | Addition::CompactPath
                | Addition::Guesses
                | Addition::SearchTrace
                | Addition::OpenSteps
                | Addition::Canonical => return None,
            };
            Some((addition, Definition { version, bounds }))
        })
    }

    /// Goes through them in order.
    pub fn iter(self) -> impl Iterator<Item = Addition> {
        Addition::ALL.into_iter().filter(move |&addition| self.has(addition))
    }

    /// Returns true if the steps are kept in some form.
    #[doc(hidden)]
    pub const fn keep_steps(self) -> bool {
        self.has(Addition::Path) || self.has(Addition::CompactPath)
    }

    /// Returns true if something is measured without a rulebook.
    #[doc(hidden)]
    pub const fn measure_trial(self) -> bool {
        self.has(Addition::Trial) || self.has(Addition::Backdoors) || self.has(Addition::Whips)
    }
}

impl FromIterator<Addition> for Additions {
    fn from_iter<I: IntoIterator<Item = Addition>>(additions: I) -> Self {
        additions.into_iter().fold(Self::default(), Self::with)
    }
}

impl<const N: usize> From<[Addition; N]> for Additions {
    fn from(additions: [Addition; N]) -> Self {
        additions.into_iter().collect()
    }
}

impl FromStr for Additions {
    type Err = String;

    /// Parses names with commas between them.
    fn from_str(text: &str) -> Result<Self, String> {
        let named = |text: &str| {
            let (name, images) = text.split_once(':').map_or((text, None), |(name, k)| (name, Some(k)));
            let found = Addition::ALL.into_iter().find(|addition| addition.name().eq_ignore_ascii_case(name));
            let addition = found.ok_or_else(|| {
                let names = Addition::ALL.map(Addition::name).join(", ");
                format!("{name:?} is none of {names}")
            })?;
            match images {
                None => Ok(Self::from([addition])),
                Some(images) if addition == Addition::ErImages => {
                    let images =
                        images.parse().ok().filter(|images| (1..=ErImages::MAX_IMAGES).contains(images));
                    let range = || format!("er_images:K takes 1 to {} images", ErImages::MAX_IMAGES);
                    images.map(|images| Self::default().with_er_images(images)).ok_or_else(range)
                }
                Some(_) => Err(format!("{name} takes no number")),
            }
        };
        text.split(',').try_fold(Self::default(), |all, name| Ok(all.and(named(name.trim())?)))
    }
}

impl fmt::Display for Additions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = |addition: Addition| match addition {
            Addition::ErImages if self.er_images != 0 => format!("{}:{}", addition.name(), self.er_images),
            _ => addition.name().to_owned(),
        };
        f.write_str(&self.iter().map(named).collect::<Vec<_>>().join(","))
    }
}

gridmill_board::text_in_data!(Additions);
