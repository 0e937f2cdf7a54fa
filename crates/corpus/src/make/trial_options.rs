//! Options of measures without a rulebook as people give them.

use gridmill_generate::{Message, Setting, Target, TargetMeasure, TrialPlan};
use gridmill_tables::{Error, Result};

/// Options of measures without a rulebook.
#[derive(Debug, Clone, Default)]
pub struct TrialOptions {
    /// True to measure trial depth and braids.
    pub trial: bool,
    /// True to measure backdoors.
    pub backdoors: bool,
    /// Work that each question about a puzzle may take, in nodes.
    pub budget: Option<u64>,
}

impl TrialOptions {
    /// Builds the plan of these options, with the measures of the required values.
    ///
    /// # Errors
    /// [`Error::Option`] for a budget of nothing.
    pub fn plan(&self, targets: &[Target]) -> Result<TrialPlan> {
        let requires = |measure| targets.iter().any(|target| target.measure() == measure);
        let mut plan = TrialPlan::default();
        plan.measures = self.trial || requires(TargetMeasure::TrialDepth) || requires(TargetMeasure::B);
        plan.backdoors = self.backdoors || requires(TargetMeasure::Backdoor);
        plan.budget = self.budget.unwrap_or(plan.budget);
        if self.budget.is_some() && !plan.is_measured() {
            let problem = Message::default().set(Setting::TrialBudget).and(" limits measures: give ");
            return Err(Error::Option(problem.set(Setting::Trial).and(" or ").set(Setting::Backdoors)));
        }
        Ok(plan)
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
    let budget = format!("{} {}", option(Setting::TrialBudget), plan.budget);
    switches.chain([budget]).collect()
}
