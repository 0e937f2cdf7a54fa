//! Trial depth, braids, backdoors and whips.

use super::{Measured, Meter};
use gridmill_board::{Grid, Solution};
use gridmill_rate::{
    Pencilmarks,
    trial::{Backdoors, Trial, TrialRating, TrialValue},
};

pub(super) struct TrialMeter {
    trial: Trial,
    budget: u64,
}

pub(super) struct BackdoorMeter(TrialMeter);

pub(super) struct WhipMeter(TrialMeter);

impl TrialMeter {
    pub(super) fn new(budget: u64) -> Self {
        Self { trial: Trial::new(), budget }
    }
}

impl BackdoorMeter {
    pub(super) fn new(budget: u64) -> Self {
        Self(TrialMeter::new(budget))
    }
}

impl WhipMeter {
    pub(super) fn new(budget: u64) -> Self {
        Self(TrialMeter::new(budget))
    }
}

impl Meter for WhipMeter {
    fn measure(&mut self, puzzle: &Grid, _: &Solution, measured: &mut Measured) {
        if cfg!(feature = "trial") {
            let Self(TrialMeter { trial, budget }) = self;
            measured.whips = Some(trial.whip_rating(&Pencilmarks::new(puzzle), *budget));
        }
    }
}

impl Meter for TrialMeter {
    fn measure(&mut self, puzzle: &Grid, _: &Solution, measured: &mut Measured) {
        if cfg!(feature = "trial") {
            measured.trial = Some(self.trial.rating(&Pencilmarks::new(puzzle), self.budget));
        }
    }
}

impl Meter for BackdoorMeter {
    fn measure(&mut self, puzzle: &Grid, solution: &Solution, measured: &mut Measured) {
        if cfg!(feature = "trial") {
            let Self(TrialMeter { trial, budget }) = self;
            measured.backdoors = Some(trial.backdoors(&Pencilmarks::new(puzzle), solution, *budget));
        }
    }
}

/// Describes depth and braids: `depth 1, B 4`.
pub(super) fn words(trial: TrialRating) -> String {
    let name = match trial.depth {
        TrialValue::Exactly(2) => "BxB",
        TrialValue::Exactly(3) => "BxBB",
        _ => "B",
    };
    let braids = trial.braids.map(|braids| format!(", {name} {braids}"));
    format!("depth {}{}", trial.depth, braids.unwrap_or_default())
}

/// Describes least backdoors: `3 of size 2`.
pub(super) fn backdoor_words(backdoors: Backdoors) -> String {
    let count = backdoors.count.map_or("not counted".to_owned(), |count| count.to_string());
    format!("{count} of size {}", backdoors.size)
}
