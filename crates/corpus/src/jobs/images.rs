//! Random images of puzzles: transforms that are functions of a seed and of numbers, whatever the threads.

use gridmill_board::Transform;
use gridmill_generate::{MasterSeed, TransformGroup};
use rand::SeedableRng as _;
use rand_pcg::Pcg64;

/// Source of the transforms that make images.
#[derive(Debug)]
pub(crate) struct Images {
    context: &'static str,
    seed: MasterSeed,
    group: TransformGroup,
}

impl Images {
    /// Creates a source of transforms of `group`. The context separates them from all other uses of the seed.
    pub(crate) const fn new(context: &'static str, seed: MasterSeed, group: TransformGroup) -> Self {
        Self { context, seed, group }
    }

    /// Returns the group of the transforms.
    pub(crate) const fn group(&self) -> &TransformGroup {
        &self.group
    }

    /// Draws the transforms of the puzzle in row `index`, one after the other: a function of the seed and the index.
    pub(crate) fn of(&self, index: u64) -> impl Iterator<Item = Transform> + use<> {
        let mut rng = Pcg64::from_seed(blake3::derive_key(self.context, &self.seed.puzzle_seed(index)));
        let group = self.group;
        std::iter::repeat_with(move || group.draw(&mut rng))
    }

    /// Draws the transform of one image of the puzzle in row `index`: a function of the seed, the index and the number of the image. It is
    /// none of those that [`of`](Self::of) draws.
    pub(crate) fn one(&self, index: u64, image: u64) -> Transform {
        let mut material = [0; 40];
        material[..32].copy_from_slice(&self.seed.puzzle_seed(index));
        material[32..].copy_from_slice(&image.to_le_bytes());
        self.group.draw(&mut Pcg64::from_seed(blake3::derive_key(self.context, &material)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridmill_board::Shape;

    fn images(seed: &str) -> Images {
        Images::new("gridmill tests, images", seed.parse().unwrap(), TransformGroup::full(Shape::STANDARD))
    }

    /// Each number changes the image, and nothing else does.
    #[test]
    fn images_depend_on_seed_row_and_number_alone() {
        let first = images("1").one(5, 3);
        assert_eq!(images("1").one(5, 3), first);
        for other in [images("2").one(5, 3), images("1").one(6, 3), images("1").one(5, 4)] {
            assert_ne!(other, first);
        }
        let [one, other] = [images("1").of(5).take(3), images("1").of(5).take(3)];
        let one: Vec<_> = one.collect();
        assert_eq!(one, other.collect::<Vec<_>>());
        assert!(one[0] != one[1] && !one.contains(&images("1").one(5, 0)));
    }
}
