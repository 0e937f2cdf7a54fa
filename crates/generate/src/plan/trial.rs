//! Measures without a rulebook that a plan takes.

use crate::{
    error::{Error, Result},
    message::{Message, Setting},
};
use gridmill_board::Shape;
use gridmill_rate::{Pencilmarks, trial::Trial};
use serde::{Deserialize, Serialize};

/// Measures without a rulebook of a plan: none by default. Trial depth, B and backdoors are those of [`gridmill_rate::trial`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[non_exhaustive]
pub struct TrialPlan {
    /// True to measure trial depth and braids.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub measures: bool,
    /// True to measure backdoors.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub backdoors: bool,
    /// Work that each question about a puzzle may take, in nodes ([`Trial`]). A value that needs more is a bound.
    pub budget: u64,
}

impl Default for TrialPlan {
    fn default() -> Self {
        Self { measures: false, backdoors: false, budget: Trial::BUDGET }
    }
}

impl TrialPlan {
    /// Returns true if something is measured.
    pub const fn is_measured(&self) -> bool {
        self.measures || self.backdoors
    }

    /// Checks that something can be measured.
    pub(super) fn validate(&self, shape: Shape) -> Result<()> {
        let refuse = |problem: Message| Err(Error::Option(problem));
        if !self.is_measured() {
            return Ok(());
        }
        if self.budget == 0 {
            return refuse(
                Message::default()
                    .set_to(Setting::TrialBudget, 0)
                    .and(" leaves nothing to try; give 1 or more"),
            );
        }
        if !Pencilmarks::supports(shape) {
            let setting = if self.measures { Setting::Trial } else { Setting::Backdoors };
            let problem = format!(" is for grids with a side up to 9, not for {shape} boxes");
            return refuse(Message::default().set(setting).and(problem));
        }
        Ok(())
    }
}
