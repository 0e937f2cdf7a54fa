//! Options of measures without a rulebook as people give them.

use super::options::exclude;
use gridmill_generate::{Message, Setting, TrialMeasure, TrialPlan, TrialTarget};
use gridmill_tables::{Error, Result};

/// Options of measures without a rulebook, and filters by them.
#[derive(Debug, Clone, Default)]
pub struct TrialOptions {
    /// True to measure trial depth and braids.
    pub trial: bool,
    /// True to measure backdoors.
    pub backdoors: bool,
    /// Work that each question about a puzzle may take, in nodes.
    pub budget: Option<u64>,
    /// Wanted trial depths, which are then measured.
    pub depth: TrialTarget,
    /// Wanted B, which is then measured.
    pub b: TrialTarget,
    /// Wanted sizes of the least backdoors, which are then measured.
    pub backdoor: TrialTarget,
}

impl TrialOptions {
    /// Builds the plan of these options.
    ///
    /// # Errors
    /// [`Error::Option`] for options that exclude each other, and for a budget of nothing.
    pub fn plan(&self) -> Result<TrialPlan> {
        let mut plan = TrialPlan::default();
        plan.measures = self.trial || self.depth.selects() || self.b.selects();
        plan.backdoors = self.backdoors || self.backdoor.selects();
        plan.budget = self.budget.unwrap_or(plan.budget);
        (plan.depth, plan.b, plan.backdoor) = (self.depth.clone(), self.b.clone(), self.backdoor.clone());
        let is_twice = |target: &TrialTarget| target.range.is_some() && target.mix.is_some();
        if let Some((measure, _)) = plan.targets().into_iter().find(|(_, target)| is_twice(target)) {
            return Err(exclude(measure.setting(), measure.mix_setting()));
        }
        if self.budget.is_some() && !plan.is_measured() {
            let problem = Message::default().set(Setting::TrialBudget).and(" limits measures: give ");
            return Err(Error::Option(problem.set(Setting::Trial).and(" or ").set(Setting::Backdoors)));
        }
        Ok(plan)
    }

    /// Returns the settings of mixes with true for those that are given.
    pub(super) fn mixes(&self) -> [(Setting, bool); 3] {
        [
            (TrialMeasure::Depth, &self.depth),
            (TrialMeasure::B, &self.b),
            (TrialMeasure::Backdoor, &self.backdoor),
        ]
        .map(|(measure, target)| (measure.mix_setting(), target.mix.is_some()))
    }
}

/// Returns the options of a command that mean a plan.
pub(crate) fn command_options(plan: &TrialPlan) -> String {
    if !plan.is_measured() {
        return String::new();
    }
    let option = |setting: Setting| format!(" --{}", setting.name().replace('_', "-"));
    let switches = [(Setting::Trial, plan.measures), (Setting::Backdoors, plan.backdoors)];
    let switches = switches.into_iter().filter(|&(_, is_on)| is_on).map(|(setting, _)| option(setting));
    let targets = plan.targets().into_iter().flat_map(|(measure, target)| {
        let range = target.range.map(|range| format!("{} {range}", option(measure.setting())));
        let mix = target.mix.as_ref().map(|mix| format!("{} {mix}", option(measure.mix_setting())));
        range.into_iter().chain(mix)
    });
    let budget = format!("{} {}", option(Setting::TrialBudget), plan.budget);
    switches.chain([budget]).chain(targets).collect()
}
