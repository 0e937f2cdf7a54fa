//! ER of images: the Explainer's rating as a property of the puzzle.
//!
//! ```text
//! canonical form --derive_key("gridmill ... er images ...")--> Pcg64 --> images 2, 3, ... K; image 1 is the form itself
//! each image --rulebook se--> ER          least and most of the K values
//! ```
//!
//! The Sudoku Explainer takes the first of equal steps in the order of cells and digits, so that images of one puzzle may have different ER.
//! The images depend on the class of the puzzle alone: all puzzles of a class have the same values. More images begin with the fewer, so that the least
//! never rises with their number.

use super::{Measured, Meter};
use crate::TransformGroup;
use gridmill_board::{Grid, Shape, Solution};
use gridmill_rate::{Pencilmarks, Rater, Rulebook, Tenths};
use rand::SeedableRng;
use rand_pcg::Pcg64;

const CONTEXT: &str = "gridmill 2026-11-28 er images 1";

/// ER of images of a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct ErImages {
    /// The least ER.
    pub least: Tenths,
    /// The largest ER.
    pub most: Tenths,
}

impl ErImages {
    pub(crate) const DEFAULT_IMAGES: u16 = 24;

    pub(crate) const MAX_IMAGES: u16 = 1_000;

    /// Describes the values: `7.1 to 7.2`.
    pub(super) fn words(self) -> String {
        format!("{} to {}", self.least, self.most)
    }
}

/// Returns the rulebook `se`, or that of the shape where `se` is not built: such plans are refused before.
pub(super) fn rulebook() -> &'static Rulebook {
    Rulebook::built_in("se").unwrap_or_else(|_| Rulebook::default_for(Shape::STANDARD))
}

/// Takes the measure; owns its scratch memory and is reused.
pub(super) struct ErImagesMeter {
    rater: Rater,
    transforms: TransformGroup,
    images: u16,
}

impl ErImagesMeter {
    pub(super) fn new(images: u16) -> Self {
        let transforms = TransformGroup::full(Shape::STANDARD);
        Self { rater: Rater::new(rulebook()), transforms, images }
    }

    /// Measures a puzzle; `None` if an image has no ER: it is solved from the start, or its rating takes more work than a rating may.
    fn er_images(&mut self, puzzle: &Grid) -> Option<ErImages> {
        let Self { rater, transforms, images } = self;
        let form = puzzle.canonical().ok()?.form;
        let mut rng = Pcg64::from_seed(blake3::derive_key(CONTEXT, form.to_string().as_bytes()));
        let mut er = |image: &Grid| rater.rate(&mut Pencilmarks::new(image)).er;
        let first = er(&form)?;
        (1..*images).try_fold(ErImages { least: first, most: first }, |ErImages { least, most }, _| {
            let er = er(&transforms.draw(&mut rng).grid(&form))?;
            Some(ErImages { least: least.min(er), most: most.max(er) })
        })
    }
}

impl Meter for ErImagesMeter {
    fn measure(&mut self, puzzle: &Grid, _: &Solution, measured: &mut Measured) {
        if cfg!(feature = "er-images") {
            measured.er_images = self.er_images(puzzle);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Generator, Plan};

    fn measured(puzzle: &Grid, images: u16) -> ErImages {
        ErImagesMeter::new(images).er_images(puzzle).unwrap()
    }

    /// The ER of this puzzle depends on its orientation.
    const TWO: &str = "..2.1.....9....3...47..9..1..9.23.8.4..........81.4..5.2.65.....8.2...57..5...6..";

    /// All puzzles of a class have the values, more images widen them, and the first image is the form.
    #[test]
    fn values_are_of_the_class_and_widen() {
        let mut generator = Generator::new(Plan::default()).unwrap();
        let made = (0..8).map(|n| generator.generate_with_seed([n; 32]).unwrap().puzzle.grid().clone());
        let puzzles: Vec<Grid> = made.chain([TWO.parse().unwrap()]).collect();
        let group = TransformGroup::full(Shape::STANDARD);
        for puzzle in &puzzles {
            let (few, many) = (measured(puzzle, 3), measured(puzzle, 9));
            let image = group.draw(&mut Pcg64::from_seed([5; 32])).grid(puzzle);
            assert_eq!((measured(&image, 3), measured(&image, 9)), (few, many));
            assert!(many.least <= few.least && few.most <= many.most);
            let form = puzzle.canonical().unwrap().form;
            let er = Rater::new(Rulebook::se()).rate(&mut Pencilmarks::new(&form)).er.unwrap();
            assert_eq!(measured(puzzle, 1), ErImages { least: er, most: er });
        }
        let two = measured(puzzles.last().unwrap(), 9);
        assert!(two.least < two.most);
    }

    #[test]
    fn value_stability() {
        let easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let words =
            [easy, TWO].map(|text| measured(&text.parse().unwrap(), ErImages::DEFAULT_IMAGES).words());
        insta::assert_snapshot!(words.join("; "), @"1.2 to 1.2; 8.4 to 8.5");
    }
}
