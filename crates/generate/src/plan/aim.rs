//! Aimed digs: each range of ER has a dig that stays within it. A climb is aimed at the values of its objective that the plan's filters want.
//!
//! ```text
//! mix er=1.0..1.5:0.5,4.0..5.0:0.5    a row of the first range: a given goes only while steps up to 1.5 solve the puzzle
//!                                      a row of the second:      the usual dig
//! ```
//!
//! A dig without a limit mostly ends with harder puzzles than a low range wants, and each of them is rated before it is rejected. A limit is
//! checked at each given instead. That pays for ranges that end at 2.0 or below, and costs more than it saves above
//! (docs/notes/dig.md); so ranges above have the usual dig.

use super::{Givens, MeasureRange, Plan, RatingPlan, Target, TargetMeasure};
use crate::{
    ClimbRange, ClimbTarget, DigMode, Objective,
    error::{Error, Result},
};
use gridmill_rate::{Rulebook, Tenths};

/// Highest upper end of a range at which a limit pays, in tenths. Part of the stream version.
const MAX_AIM: u32 = 20;

impl RatingPlan {
    /// Returns the rules of the dig of a range; `None` if it has the usual dig.
    fn aimed_at(&self, range: MeasureRange) -> Option<Rulebook> {
        let (_, most) = Some(range.ends()).filter(|&(_, most)| self.aim && most <= MAX_AIM)?;
        let allowed = self.er_rulebook()?.up_to(Tenths::new(most));
        allowed.places_digits().then_some(allowed)
    }

    /// Returns the rules of the dig for each range of ER, of one if there is no range.
    pub(crate) fn aimed_targets(&self) -> impl Iterator<Item = Option<Rulebook>> + '_ {
        let ranges = self.target(TargetMeasure::Er).into_iter().flat_map(Target::ranges);
        let none = self.target(TargetMeasure::Er).is_none().then_some(None);
        ranges.map(|range| self.aimed_at(range)).chain(none)
    }

    /// Returns the place of the dig for target `number` among [`aimed_targets`](Self::aimed_targets): one range is that of all targets of another mix.
    pub(crate) fn aim_place(&self, number: usize) -> usize {
        let is_mixed = self.target(TargetMeasure::Er).is_some_and(|target| target.mix().is_some());
        if is_mixed { number } else { 0 }
    }

    /// Returns the upper ends of the ranges whose digs are aimed.
    #[doc(hidden)]
    pub fn aims(&self) -> Vec<Tenths> {
        let ranges = self.target(TargetMeasure::Er).into_iter().flat_map(Target::ranges);
        let aimed = ranges.filter(|&range| self.aimed_at(range).is_some());
        aimed.map(|range| Tenths::new(range.ends().1)).collect()
    }

    /// Checks that an aim has ranges of ER, and a dig that can be limited.
    pub(super) fn check_aim(&self, dig: DigMode) -> Result<()> {
        if !self.aim {
            return Ok(());
        }
        if self.target(TargetMeasure::Er).is_none() {
            let problem = "`aim` limits the dig to a range of ER: give `er=1.0..1.5` or `mix=er=1.0..1.5:1`";
            return Err(Error::option(problem));
        }
        if self.limits_dig() {
            return Err(Error::option("`aim` and `max_er` or `technique` both limit the dig: give one"));
        }
        if dig != DigMode::TopDown {
            return Err(Error::option(format!("`aim` goes with dig top-down, not {}", dig.name())));
        }
        Ok(())
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use gridmill_board::Shape;

    fn plan(mix: &str) -> RatingPlan {
        let target = format!("er={mix}").parse().unwrap();
        RatingPlan { aim: true, ..RatingPlan::by([Rulebook::se().clone()]) }.with_target(target)
    }

    #[test]
    fn low_ranges_are_aimed() {
        let plan = plan("1.0..1.2:1,1.8..2.0:1,2.1..2.6:1");
        assert_eq!(plan.aims().iter().map(ToString::to_string).collect::<Vec<_>>(), ["1.2", "2.0"]);
        let rules: Vec<_> = plan
            .aimed_targets()
            .map(|rules| rules.map_or(0, |rules| rules.techniques().iter().count()))
            .collect();
        assert!(rules[1] > rules[0] && rules[0] > 0 && rules[2] == 0, "{rules:?}");
        assert!(RatingPlan { aim: false, ..plan }.aimed_targets().all(|rules| rules.is_none()));
    }

    #[test]
    fn an_aim_needs_a_range_and_a_dig_that_can_be_limited() {
        let problem = |plan: RatingPlan, dig| plan.validate(Shape::STANDARD, dig).unwrap_err().to_string();
        let se = || RatingPlan { aim: true, ..RatingPlan::by([Rulebook::se().clone()]) };
        insta::assert_snapshot!(problem(se(), DigMode::TopDown), @"`aim` limits the dig to a range of ER: give `er=1.0..1.5` or `mix=er=1.0..1.5:1`");
        let limited = RatingPlan { max_er: Some(Tenths::new(20)), ..plan("1.0..1.2:1") };
        insta::assert_snapshot!(problem(limited, DigMode::TopDown), @"`aim` and `max_er` or `technique` both limit the dig: give one");
        insta::assert_snapshot!(problem(plan("1.0..1.2:1"), DigMode::Walk), @"`aim` goes with dig top-down, not walk");
    }
}
