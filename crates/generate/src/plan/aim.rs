//! Aimed digs: each range of ER has a dig that stays within it.
//!
//! ```text
//! er_mix 1.0..1.5:0.5,4.0..5.0:0.5    a row of the first range: a given goes only while steps up to 1.5 solve the puzzle
//!                                     a row of the second:      the usual dig
//! ```
//!
//! A dig without a limit mostly ends with harder puzzles than a low range wants, and each of them is rated before it is rejected. A limit is
//! checked at each given instead. That pays for ranges that end at 2.0 or below, and costs more than it saves above
//! (docs/notes/dig.md); so ranges above have the usual dig.

use super::RatingPlan;
use crate::{
    DigMode,
    error::{Error, Result},
    message::{Message, Setting},
};
use gridmill_rate::{Rulebook, Tenths};

/// Highest upper end of a range at which a limit pays. Part of the stream version.
const MOST: Tenths = Tenths::new(20);

impl RatingPlan {
    /// Limits the dig of each range of ER to its upper end, where that pays. The puzzles are then no selection of what the dig makes.
    pub fn with_aim(self) -> Self {
        Self { aim: true, ..self }
    }

    /// Returns the rules that the dig of a puzzle with target `number` may need; `None` if the target has the usual dig.
    pub(crate) fn aimed(&self, number: usize) -> Option<Rulebook> {
        let target = self.er_mix.as_ref().map(|mix| *mix.target(number));
        let range = self.er.or(target).filter(|range| self.aim && range.most() <= MOST)?;
        let allowed = self.er_rulebook()?.up_to(range.most());
        allowed.places_digits().then_some(allowed)
    }

    /// Returns the rules of the dig for each target, of one if there is no mix.
    pub(crate) fn aimed_targets(&self) -> impl Iterator<Item = Option<Rulebook>> + '_ {
        let targets = self.er_mix.as_ref().map_or(1, |mix| mix.targets().count());
        (0..targets).map(|number| self.aimed(number))
    }

    /// Returns the place of the dig for target `number` among [`aimed_targets`](Self::aimed_targets): one range is that of all targets of another mix.
    pub(crate) fn aim_place(&self, number: usize) -> usize {
        if self.er_mix.is_some() { number } else { 0 }
    }

    /// Returns the upper ends of the ranges whose digs are aimed.
    pub fn aims(&self) -> Vec<Tenths> {
        let ranges = self.er_mix.iter().flat_map(|mix| mix.targets().copied()).chain(self.er);
        let aimed = self.aimed_targets().map(|allowed| allowed.is_some());
        ranges.zip(aimed).filter_map(|(range, is_aimed)| is_aimed.then_some(range.most())).collect()
    }

    /// Checks that an aim has ranges of ER, and a dig that can be limited.
    pub(super) fn check_aim(&self, dig: DigMode) -> Result<()> {
        if !self.aim {
            return Ok(());
        }
        let refuse = |problem: Message| Err(Error::Option(problem));
        let aim = || Message::default().set(Setting::Aim);
        if self.er.is_none() && self.er_mix.is_none() {
            let problem =
                aim().and(" limits the dig to a range of ER: give ").set_to(Setting::Er, "1.0..1.5");
            return refuse(problem.and(" or ").set(Setting::ErMix));
        }
        if self.limits_dig() {
            let problem = aim().and(" and ").set(Setting::MaxEr).and(" or ").set(Setting::MaxTechnique);
            return refuse(problem.and(" both limit the dig: give one"));
        }
        if dig != DigMode::TopDown {
            return refuse(aim().and(format!(" goes with dig top-down, not {}", dig.name())));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridmill_board::Shape;

    fn plan(mix: &str) -> RatingPlan {
        RatingPlan::by([Rulebook::se().clone()]).with_er_mix(mix.parse().unwrap()).with_aim()
    }

    #[test]
    fn low_ranges_are_aimed() {
        let plan = plan("1.0..1.2:1,1.8..2.0:1,2.1..2.6:1");
        assert_eq!(plan.aims().iter().map(ToString::to_string).collect::<Vec<_>>(), ["1.2", "2.0"]);
        assert!(
            plan.aimed(1).unwrap().techniques().iter().count()
                > plan.aimed(0).unwrap().techniques().iter().count()
        );
        assert!(RatingPlan { aim: false, ..plan }.aimed(0).is_none());
    }

    #[test]
    fn an_aim_needs_a_range_and_a_dig_that_can_be_limited() {
        let problem = |plan: RatingPlan, dig| plan.validate(Shape::STANDARD, dig).unwrap_err().to_string();
        let se = || RatingPlan::by([Rulebook::se().clone()]).with_aim();
        insta::assert_snapshot!(problem(se(), DigMode::TopDown), @"aim limits the dig to a range of ER: give er 1.0..1.5 or er mix");
        let limited = plan("1.0..1.2:1").with_max_er(Tenths::new(20));
        insta::assert_snapshot!(problem(limited, DigMode::TopDown), @"aim and max er or max technique both limit the dig: give one");
        insta::assert_snapshot!(problem(plan("1.0..1.2:1"), DigMode::Walk), @"aim goes with dig top-down, not walk");
    }
}
