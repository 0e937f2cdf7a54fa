//! Targets of climbs: the wanted values of an objective are those that the plan's filters want.

use super::{Dig, Givens, NumberRange, Plan};
use crate::{ClimbRange, ClimbTarget, Objective};

impl Plan {
    /// Returns the target of a climb to a puzzle with this number of givens, and target `rating` of a mix; `None` for other digs.
    pub(crate) fn climb_target(&self, rating: usize, givens: Givens) -> Option<ClimbTarget> {
        let Dig::Climb { objective, .. } = &self.dig else { return None };
        let plan = &self.rating;
        let range = match objective {
            Objective::Er => {
                let mixed = plan.er_mix.as_ref().map(|mix| *mix.target(rating));
                plan.er.or(mixed).map(|range| of_range(range, |er| er.tenths()))
            }
            Objective::Guesses => {
                let mixed = plan.guesses_mix.as_ref().map(|mix| *mix.target(rating));
                plan.guesses.or(mixed).map(|range| of_range(range, |guesses| guesses.hundredths()))
            }
            Objective::B => plan.trial.b.wanted(rating).map(|range| of_range(range, u32::from)),
            Objective::Depth => plan.trial.depth.wanted(rating).map(|range| of_range(range, u32::from)),
            Objective::Bxb => None,
            Objective::Few | Objective::Many => match givens {
                Givens::Minimal => None,
                Givens::Range(fewest, most) => Some(of_givens(fewest, most)),
            },
        };
        let bounds = givens.bounds(self.shape);
        Some(ClimbTarget { givens: bounds, ..ClimbTarget::new(range) })
    }
}

fn of_range<T: super::RangeNumber>(range: NumberRange<T>, value: impl Fn(T) -> u32) -> ClimbRange {
    ClimbRange { least: value(range.least()), most: value(range.most()) }
}

/// Converts numbers of givens, which validation has checked.
fn of_givens(fewest: usize, most: usize) -> ClimbRange {
    let number = |givens| u32::try_from(givens).unwrap_or(u32::MAX);
    ClimbRange { least: number(fewest), most: number(most) }
}
