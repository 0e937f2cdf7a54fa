//! Shapes of grids that a rulebook rates.

use super::Rulebook;
use crate::{Pencilmarks, Technique};
use gridmill_board::Shape;

/// Reason why a rulebook does not rate grids of a shape.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UnfitRulebook {
    /// No rulebook rates grids of this shape.
    #[error("ratings are for grids with a side up to 9; boxes of {shape} make a side of {}", shape.side())]
    Side {
        /// The shape.
        shape: Shape,
    },
    /// The rulebook has a technique that is known for 9x9 grids alone.
    #[error(
        "rulebook {rulebook} is for 9x9 grids, because of {technique}; rulebook basic rates boxes of {shape}"
    )]
    Technique {
        /// Name of the rulebook.
        rulebook: String,
        /// The first such technique.
        technique: Technique,
        /// The shape.
        shape: Shape,
    },
}

impl Rulebook {
    /// Returns true if the rulebook rates grids of `shape`; [`check_shape`](Self::check_shape) has the reason if not.
    pub fn fits(&self, shape: Shape) -> bool {
        self.check_shape(shape).is_ok()
    }

    /// Checks that the rulebook rates grids of `shape`. Any rulebook rates 9x9 grids; one whose techniques
    /// [know any shape](crate::Family::is_of_any_shape) rates all shapes with a side up to 9.
    ///
    /// ```
    /// use gridmill_board::Shape;
    /// use gridmill_rate::Rulebook;
    ///
    /// let shape = Shape::new(2, 3)?;
    /// assert!(Rulebook::basic().check_shape(shape).is_ok());
    /// let refused = Rulebook::hodoku().check_shape(shape).unwrap_err().to_string();
    /// assert_eq!(refused, "rulebook hodoku is for 9x9 grids, because of x_wing; rulebook basic rates boxes of 2x3");
    /// # Ok::<(), gridmill_board::ShapeError>(())
    /// ```
    ///
    /// # Errors
    /// [`UnfitRulebook`] if it does not.
    pub fn check_shape(&self, shape: Shape) -> Result<(), UnfitRulebook> {
        if shape == Shape::STANDARD {
            return Ok(());
        }
        if !Pencilmarks::supports(shape) {
            return Err(UnfitRulebook::Side { shape });
        }
        let techniques = self.rules.iter().flat_map(|rule| rule.techniques.iter());
        match techniques.into_iter().find(|technique| !technique.family().is_of_any_shape()) {
            None => Ok(()),
            Some(technique) => {
                Err(UnfitRulebook::Technique { rulebook: self.name.to_string(), technique, shape })
            }
        }
    }
}
