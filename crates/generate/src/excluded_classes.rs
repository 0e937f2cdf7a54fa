//! Classes of puzzles that are excluded: no made puzzle is the same as, or an image of, one of them.
//!
//! ```text
//! puzzles -canonical forms-> names of their classes, each once, in order -> hash
//! ```
//!
//! A manifest has the hash. It does not hold the classes themselves.

use crate::error::{Error, Result};
use gridmill_board::{ClassId, Grid};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Classes of puzzles of which a plan makes none.
///
/// Two are equal if their classes are; names of files, the order of puzzles and which image of a puzzle was read do not count.
///
/// # Example
/// ```
/// use gridmill_board::Grid;
/// use gridmill_generate::{Dig, ExcludedClasses, Generator, Givens, Plan};
///
/// let plan = Plan::for_shape("2x2".parse()?).with_dig(Dig::top_down(Givens::Range(4, 4)));
/// let known = Generator::new(plan.clone())?.generate_with_seed([7; 32])?.puzzle;
/// let class = known.grid().canonical()?.class_id();
/// let plan = plan.with_excluded(ExcludedClasses::new(["known.txt"], [class]));
/// let new = Generator::new(plan)?.generate_with_seed([7; 32])?.puzzle;
/// assert_ne!(new.grid().canonical()?.class_id(), class);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExcludedClasses {
    files: Vec<String>,
    /// BLAKE3 hash of the names of the classes in order, each once, a line feed after each.
    blake3: String,
    classes: u64,
    /// Puzzles that were given, if they were.
    #[serde(skip)]
    puzzles: Option<u64>,
    /// The classes in order.
    #[serde(skip)]
    loaded: Option<Arc<[ClassId]>>,
    /// The one puzzle that is not excluded, where it is known.
    #[serde(skip)]
    known: Option<Grid>,
}

impl ExcludedClasses {
    /// Condition of rows of which those of the classes were left out, in words.
    #[doc(hidden)]
    pub const POPULATION: &str = "no class of the excluded files";

    /// Puzzles of the classes, in words, as messages count them.
    pub(crate) const REJECTED: &str = "of an excluded class";

    /// Creates the set of these classes, of puzzles in files of these names.
    pub fn new(
        files: impl IntoIterator<Item = impl Into<String>>,
        classes: impl IntoIterator<Item = ClassId>,
    ) -> Self {
        let mut classes: Vec<ClassId> = classes.into_iter().collect();
        let puzzles = Some(classes.len() as u64);
        classes.sort_unstable();
        classes.dedup();
        let mut hasher = blake3::Hasher::new();
        for class in &classes {
            hasher.update(format!("{class}\n").as_bytes());
        }
        Self {
            files: files.into_iter().map(Into::into).collect(),
            blake3: hasher.finalize().to_string(),
            classes: classes.len() as u64,
            puzzles,
            loaded: Some(classes.into()),
            known: None,
        }
    }

    /// Makes the row again whose puzzle is known, without the classes: any other puzzle that its digs come to was excluded.
    #[doc(hidden)]
    pub fn for_known(self, puzzle: Grid) -> Self {
        Self { known: Some(puzzle), ..self }
    }

    /// Returns the names of the files.
    #[doc(hidden)]
    pub fn files(&self) -> &[String] {
        &self.files
    }

    /// Returns the BLAKE3 hash of the names of the classes in order, each once, a line feed after each.
    #[doc(hidden)]
    pub fn blake3(&self) -> &str {
        &self.blake3
    }

    /// Returns the number of classes.
    pub const fn len(&self) -> u64 {
        self.classes
    }

    /// Returns the number of puzzles whose classes were given, equal ones counted each; `None` if the classes come from a manifest.
    #[doc(hidden)]
    pub const fn puzzles(&self) -> Option<u64> {
        self.puzzles
    }

    /// Returns true if there are no classes.
    pub const fn is_empty(&self) -> bool {
        self.classes == 0
    }

    /// Returns true if the class of the puzzle is excluded. A grid without canonical form is not.
    pub fn contains(&self, puzzle: &Grid) -> bool {
        if let Some(known) = &self.known {
            return known != puzzle;
        }
        let classes = self.loaded.as_deref().unwrap_or_default();
        puzzle.canonical().is_ok_and(|canonical| classes.binary_search(&canonical.class_id()).is_ok())
    }

    /// Checks that the classes are at hand.
    ///
    /// # Errors
    /// [`Error::Option`] if they come from a manifest, which has only their hash.
    pub(crate) fn check_loaded(&self) -> Result<()> {
        match (&self.loaded, &self.known) {
            (Some(_), _) | (_, Some(_)) => Ok(()),
            (None, None) => Err(Error::option(format!(
                "the excluded puzzles of {} are not at hand: a manifest holds the hash of their classes alone; read them from \
                 their files",
                self.files.join(", ")
            ))),
        }
    }
}

#[doc(hidden)]
impl PartialEq for ExcludedClasses {
    fn eq(&self, other: &Self) -> bool {
        (&self.blake3, self.classes) == (&other.blake3, other.classes)
    }
}

#[doc(hidden)]
impl Eq for ExcludedClasses {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dig, Generator, Givens, Plan, random, random_transform};
    use rand::SeedableRng as _;
    use rand_pcg::Pcg64;
    use std::collections::BTreeMap;

    fn class(grid: &Grid) -> ClassId {
        grid.canonical().unwrap().class_id()
    }

    /// Puzzles of 4x4 with 4 givens, one of each class that this many seeds make.
    fn classes_of(plan: &Plan, seeds: u16) -> BTreeMap<ClassId, Grid> {
        let mut generator = Generator::new(plan.clone()).unwrap();
        let mut made = |n: u16| {
            let mut seed = [0; 32];
            seed[..2].copy_from_slice(&n.to_le_bytes());
            generator.generate_with_seed(seed).unwrap().puzzle.into_grid()
        };
        (0..seeds).map(&mut made).map(|grid| (class(&grid), grid)).collect()
    }

    /// There are 13 classes of puzzles with 4 givens (G. Royle). With all but some excluded, only those are made.
    #[test]
    fn all_classes_but_some_leave_those() {
        let four = Plan::for_shape("2x2".parse().unwrap()).with_dig(Dig::top_down(Givens::Range(4, 4)));
        let all = classes_of(&four, 1000);
        assert_eq!(all.len(), 13);
        for left in [1, 2, 5] {
            let stay: Vec<ClassId> = all.keys().copied().step_by(3).take(left).collect();
            let others = all.keys().copied().filter(|class| !stay.contains(class));
            let made = classes_of(&four.clone().with_excluded(ExcludedClasses::new(["all"], others)), 60);
            assert!(made.keys().eq(&stay), "{left}");
        }
        let plan = four.with_excluded(ExcludedClasses::new(["a", "b"], all.keys().copied()));
        let none = Generator::new(plan.with_attempts(50)).unwrap().generate_with_seed([1; 32]).unwrap_err();
        let none = none.to_string();
        let (start, rest) = none.split_once("of an excluded class").unwrap();
        assert!(start.starts_with("no puzzle with 4 givens in 50 attempts"), "{none}");
        assert!(rest.ends_with("; allow more attempts, or exclude fewer puzzles"), "{none}");
    }

    /// A puzzle that was made with excluded classes is made again without them, in as many attempts.
    #[test]
    fn a_known_puzzle_is_made_without_the_classes() {
        let four = Plan::for_shape("2x2".parse().unwrap()).with_dig(Dig::top_down(Givens::Range(4, 4)));
        let excluded = classes_of(&four, 1000).into_keys().skip(3);
        let plan = four.with_excluded(ExcludedClasses::new(["all"], excluded));
        let (mut generator, mut repeated) = (Generator::new(plan.clone()).unwrap(), 0);
        for seed in [[1; 32], [2; 32], [3; 32]] {
            let made = generator.generate_with_seed(seed).unwrap();
            let stated = serde_json::to_string(plan.exclude.as_ref().unwrap()).unwrap();
            let stated: ExcludedClasses = serde_json::from_str(&stated).unwrap();
            let known = plan.clone().with_excluded(stated.for_known(made.puzzle.grid().clone()));
            let again = Generator::new(known).unwrap().generate_with_seed(seed).unwrap();
            assert_eq!((&again.puzzle, again.attempts), (&made.puzzle, made.attempts));
            repeated += u64::from(made.attempts > 1);
        }
        assert!(repeated > 0);
    }

    #[test]
    fn a_set_is_known_by_its_classes_in_any_order_and_image() {
        let plan = Plan::default().with_dig(Dig::top_down(Givens::Range(30, 30)));
        let mut generator = Generator::new(plan).unwrap();
        let puzzles: Vec<Grid> =
            (0..8).map(|n| generator.generate_with_seed([n; 32]).unwrap().puzzle.into_grid()).collect();
        let one = ExcludedClasses::new(["one"], puzzles.iter().map(class));
        let mut rng = Pcg64::from_seed([5; 32]);
        let mut images: Vec<Grid> =
            puzzles.iter().map(|grid| random_transform(&mut rng, grid.shape()).grid(grid)).collect();
        random::shuffle(&mut rng, &mut images);
        assert_ne!(images, puzzles);
        let other = ExcludedClasses::new(["x", "y"], images.iter().chain(&puzzles).map(class));
        assert_eq!((&other, other.blake3(), other.len()), (&one, one.blake3(), 8));
        assert_eq!((one.puzzles(), other.puzzles()), (Some(8), Some(16)));
        assert!(images.iter().all(|image| one.contains(image)));
        assert_ne!(ExcludedClasses::new(["one"], puzzles.iter().skip(1).map(class)), one);
        let mut lines: Vec<String> = puzzles.iter().map(|grid| format!("{}\n", class(grid))).collect();
        lines.sort();
        assert_eq!(one.blake3(), blake3::hash(lines.concat().as_bytes()).to_string());
    }

    #[test]
    fn a_manifest_names_them_and_knows_them_again() {
        let grid: Grid = "1...3.......4..1".parse().unwrap();
        let excluded = ExcludedClasses::new(["one.txt"], [class(&grid)]);
        let text = serde_json::to_string(&excluded).unwrap();
        insta::assert_snapshot!(text, @r#"{"files":["one.txt"],"blake3":"2ac2e4dc375fe463eb384bdb9bffb29fed8539c9b578c09817b3b5706e22b64c","classes":1}"#);
        let read: ExcludedClasses = serde_json::from_str(&text).unwrap();
        assert!(read == excluded && !read.contains(&grid) && excluded.contains(&grid));
        assert_eq!((excluded.puzzles(), read.puzzles()), (Some(1), None));
        let plan = Plan::for_shape(grid.shape()).with_excluded(read);
        plan.validate().unwrap();
        insta::assert_snapshot!(Generator::new(plan).unwrap_err(), @"the excluded puzzles of one.txt are not at hand: a manifest holds the hash of their classes alone; read them from their files");
    }
}
