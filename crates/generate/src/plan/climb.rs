//! Targets of climbs: the required values of an objective are those that the plan's filters want.

use super::{Givens, Plan, TargetMeasure};
use crate::{ClimbRange, ClimbTarget, Objective};

impl Plan {
    /// Returns the target of a climb to a puzzle with this number of givens, and target `rating` of a mix; `None` for other digs.
    pub(crate) fn climb_target(&self, rating: usize, givens: Givens) -> Option<ClimbTarget> {
        let range = self.climb_range(self.dig.objective()?, rating, givens);
        let bounds = givens.bounds(self.shape);
        Some(ClimbTarget { givens: bounds, ..ClimbTarget::new(range) })
    }

    /// Returns the objective of a climb that finds harder puzzles where the filters want them, with the least value; `None` where no filter is
    /// of an objective that knows the shape.
    pub(crate) fn harder_objective(&self, rating: usize) -> Option<(Objective, u32)> {
        let of_filters = [Objective::Er, Objective::Guesses, Objective::B, Objective::Depth];
        let mut known = of_filters.into_iter().filter(|objective| objective.supports(self.shape));
        known.find_map(|objective| {
            Some((objective, self.climb_range(objective, rating, Givens::Minimal)?.least))
        })
    }

    /// Returns the values of an objective that the filters want.
    fn climb_range(&self, objective: Objective, rating: usize, givens: Givens) -> Option<ClimbRange> {
        let of = |measure| {
            let (least, most) = self.rating.target(measure)?.required(rating).ends();
            Some(ClimbRange { least, most })
        };
        match objective {
            Objective::Er => of(TargetMeasure::Er),
            Objective::Guesses => of(TargetMeasure::Guesses),
            Objective::B => of(TargetMeasure::B),
            Objective::Depth => of(TargetMeasure::TrialDepth),
            Objective::Bxb => None,
            Objective::Few | Objective::Many => match givens {
                Givens::Minimal => None,
                Givens::Range(fewest, most) => Some(of_givens(fewest, most)),
            },
        }
    }
}

/// Converts numbers of givens, which validation has checked.
fn of_givens(fewest: usize, most: usize) -> ClimbRange {
    let number = |givens| u32::try_from(givens).unwrap_or(u32::MAX);
    ClimbRange { least: number(fewest), most: number(most) }
}
