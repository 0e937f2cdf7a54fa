//! Options of ratings as people give them, and the rating plan that they mean.

use super::{rulebooks::read_rulebooks, trial_options::TrialOptions};
use gridmill_board::Shape;
use gridmill_generate::{
    LevelCycle, LevelMix, LevelName, Message, RatingPlan, Setting, Target, TargetMeasure,
};
use gridmill_rate::{Measure, Rulebook, Technique, Tenths};
use gridmill_tables::{Error, Result, escape::visible};
use std::path::Path;

/// Options of ratings and filters by them.
#[derive(Debug, Clone, Default)]
pub struct RatingOptions {
    /// Names or files of rulebooks, several of them between commas; `none` for none. Where there is none, those that other options need.
    pub rulebook: Vec<String>,
    /// True to keep the steps.
    pub trace: bool,
    /// True to keep the steps as short text.
    pub compact_path: bool,
    /// Work that the chains of one puzzle may take, in nodes.
    pub rate_budget: Option<u64>,
    /// Last technique that a puzzle may need.
    pub max_technique: Option<Technique>,
    /// Highest rating of a step that a puzzle may need, in tenths.
    pub max_er: Option<Tenths>,
    /// Technique whose rating the hardest step reaches.
    pub min_technique: Option<Technique>,
    /// Techniques of which a step is taken.
    pub require: Vec<Technique>,
    /// Values required of measures, which are then taken; each measure once.
    pub targets: Vec<Target>,
    /// Level, in any case.
    pub level: Option<String>,
    /// Shares of levels.
    pub level_mix: Option<LevelMix>,
    /// Levels in turn.
    pub level_cycle: Option<LevelCycle>,
    /// True to limit the dig of each low range of ER to its upper end.
    pub aim: bool,
    /// Measures without a rulebook.
    pub trial: TrialOptions,
}

impl RatingOptions {
    /// Builds the rating plan of these options for puzzles of a shape.
    ///
    /// # Errors
    /// [`Error::Option`] for rulebooks that are not there, for options that do not go together, and for a measure that no rulebook has.
    pub fn plan(&self, shape: Shape) -> Result<RatingPlan> {
        let by_level = [
            (Setting::LevelCycle, self.level_cycle.is_some()),
            (Setting::Level, self.level.is_some()),
            (Setting::Mix, self.level_mix.is_some()),
        ];
        let mixes = self.targets.iter().map(|target| (Setting::Mix, target.mix().is_some()));
        let mut given =
            by_level.into_iter().chain(mixes).filter_map(|(setting, is_given)| is_given.then_some(setting));
        if let (Some(one), Some(other)) = (given.next(), given.next())
            && one != Setting::Level
        {
            let problem = if one == other {
                Message::from("only one mix of levels or of a measure has shares: give one ")
                    .set(Setting::Mix)
            } else {
                Message::default().set(one).and(" and ").set(other).and(" exclude each other; give one")
            };
            return Err(Error::Option(problem));
        }
        let names: Vec<&str> = match self.rulebook.as_slice() {
            [] => self.implied(shape).into_iter().collect(),
            [only] if only == "none" => Vec::new(),
            several => several.iter().map(String::as_str).collect(),
        };
        let rulebooks = if names.is_empty() { Vec::new() } else { read_rulebooks(&names)? };
        let has_er = rulebooks.iter().any(|book| book.measure() == Measure::Er && book.fits(shape));
        if self.needs_er() && shape != Shape::STANDARD && !has_er {
            let problem =
                Message::from(format!("ER, EP and ED are of 9x9 grids; for boxes of {shape} choose by "));
            return Err(Error::Option(problem.set(Setting::Level)));
        }
        let mut plan = RatingPlan::by(rulebooks);
        let levels = plan.technique_rulebook().cloned();
        let as_named = |level: &str| as_named(level, levels.as_deref());
        (plan.trace, plan.compact_path) = (self.trace, self.compact_path);
        plan.budget = self.rate_budget.unwrap_or(plan.budget);
        (plan.max_technique, plan.max_er) = (self.max_technique, self.max_er);
        plan.min_technique = self.min_technique;
        plan.require.clone_from(&self.require);
        plan.level = self.level.as_deref().map(as_named);
        let level_mix = self.level_mix.clone();
        plan.level_mix = level_mix.map(|mix| mix.map(|LevelName(level)| LevelName(as_named(&level))));
        let level_cycle = self.level_cycle.clone();
        plan.level_cycle = level_cycle.map(|cycle| cycle.map(|LevelName(level)| LevelName(as_named(&level))));
        plan.aim = self.aim;
        plan.trial = self.trial.plan(&self.targets)?;
        plan.targets.clone_from(&self.targets);
        plan.targets.sort_by_key(|target| target.measure().name());
        if let Some(rulebook) = levels.filter(|_| self.needs_er() && plan.er_rulebook().is_none()) {
            let problem =
                format!("rulebook {} has a score and no ER, EP or ED: leave ", visible(rulebook.name()));
            let problem = Message::from(problem).set(Setting::Rulebook).and(" out or give ");
            let problem = problem.set_to(Setting::Rulebook, "se").and(" for ").set(Setting::Er).and(", ");
            let problem =
                problem.set(Setting::Ep).and(", ").set(Setting::Ed).and(" and ").set(Setting::MaxEr);
            return Err(Error::Option(problem.and(", or choose by ").set(Setting::Level)));
        }
        if plan.rulebooks.is_empty() && (self.rate_budget.is_some() || !plan.is_without_rulebook()) {
            let problem =
                Message::from("these options need ratings: leave ").set_to(Setting::Rulebook, "none");
            let problem =
                problem.and(" out, or give ").set_to(Setting::Rulebook, "hodoku").and(", se or a file");
            return Err(Error::Option(problem));
        }
        Ok(plan)
    }

    /// Goes through the files that the rulebooks may be.
    pub(super) fn files(&self) -> impl Iterator<Item = &Path> {
        let named = self.rulebook.iter().map(String::as_str);
        named.clone().chain(named.flat_map(|names| names.split(','))).map(Path::new)
    }

    /// Returns true if an option is about ER, EP or ED.
    fn needs_er(&self) -> bool {
        self.max_er.is_some() || self.targets.iter().any(|target| target.measure().is_of_er())
    }

    /// Returns the rulebooks that the options imply for puzzles of a shape.
    pub(super) fn implied(&self, shape: Shape) -> Option<&'static str> {
        let default = Rulebook::default_for(shape).name();
        let by_level = self.level.is_some() || self.level_mix.is_some() || self.level_cycle.is_some();
        let by_score = self.targets.iter().any(|target| target.measure() == TargetMeasure::Score);
        let by_technique =
            self.max_technique.is_some() || self.min_technique.is_some() || !self.require.is_empty();
        match (by_level || by_score, self.needs_er()) {
            (true, true) => Some("hodoku,se"),
            (false, true) => Some("se"),
            (true, false) => Some(default),
            (false, false) => (by_technique || self.trace || self.compact_path).then_some(default),
        }
    }
}

/// Returns the name of a level as the rulebook writes it, whatever its case here.
fn as_named(level: &str, rulebook: Option<&Rulebook>) -> String {
    let levels = rulebook.map_or(&[][..], Rulebook::levels);
    let found = levels.iter().find(|known| known.name.eq_ignore_ascii_case(level));
    found.map_or(level, |known| &known.name).to_owned()
}
