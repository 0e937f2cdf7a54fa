//! Options of ratings as people give them, and the rating plan that they mean.

use super::{options::exclude, rulebooks::read_rulebooks, trial_options::TrialOptions};
use gridmill_board::Shape;
use gridmill_generate::{
    ErMix, GuessesMix, GuessesRange, LevelCycle, LevelMix, LevelName, Message, RatingPlan, RatingRange,
    ScoreMix, ScoreRange, Setting,
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
    /// Range of ER, in tenths.
    pub er: Option<RatingRange>,
    /// Range of EP, in tenths.
    pub ep: Option<RatingRange>,
    /// Range of ED, in tenths.
    pub ed: Option<RatingRange>,
    /// Level, in any case.
    pub level: Option<String>,
    /// Shares of levels.
    pub level_mix: Option<LevelMix>,
    /// Levels in turn.
    pub level_cycle: Option<LevelCycle>,
    /// Shares of ranges of ER.
    pub er_mix: Option<ErMix>,
    /// True to limit the dig of each low range of ER to its upper end.
    pub aim: bool,
    /// Range of guesses, which are then measured.
    pub guesses: Option<GuessesRange>,
    /// Shares of ranges of guesses, which are then measured.
    pub guesses_mix: Option<GuessesMix>,
    /// Range of scores.
    pub score: Option<ScoreRange>,
    /// Shares of ranges of scores.
    pub score_mix: Option<ScoreMix>,
    /// Measures without a rulebook.
    pub trial: TrialOptions,
}

impl RatingOptions {
    /// Builds the rating plan of these options for puzzles of a shape.
    ///
    /// # Errors
    /// [`Error::Option`] for rulebooks that are not there, for options that do not go together, and for a measure that no rulebook has.
    pub fn plan(&self, shape: Shape) -> Result<RatingPlan> {
        let targets = [
            (Setting::LevelMix, self.level_mix.is_some()),
            (Setting::LevelCycle, self.level_cycle.is_some()),
            (Setting::Level, self.level.is_some()),
            (Setting::ErMix, self.er_mix.is_some()),
            (Setting::GuessesMix, self.guesses_mix.is_some()),
            (Setting::ScoreMix, self.score_mix.is_some()),
        ];
        let all = targets.into_iter().chain(self.trial.mixes());
        let mut given = all.filter_map(|(setting, is_given)| is_given.then_some(setting));
        if let (Some(one), Some(other)) = (given.next(), given.next())
            && one != Setting::Level
        {
            return Err(exclude(one, other));
        }
        if self.er.is_some() && self.er_mix.is_some() {
            return Err(exclude(Setting::Er, Setting::ErMix));
        }
        if self.guesses.is_some() && self.guesses_mix.is_some() {
            return Err(exclude(Setting::Guesses, Setting::GuessesMix));
        }
        if self.score.is_some() && self.score_mix.is_some() {
            return Err(exclude(Setting::Score, Setting::ScoreMix));
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
        (plan.er, plan.ep, plan.ed) = (self.er, self.ep, self.ed);
        plan.level = self.level.as_deref().map(as_named);
        let level_mix = self.level_mix.clone();
        plan.level_mix = level_mix.map(|mix| mix.map(|LevelName(level)| LevelName(as_named(&level))));
        let level_cycle = self.level_cycle.clone();
        plan.level_cycle = level_cycle.map(|cycle| cycle.map(|LevelName(level)| LevelName(as_named(&level))));
        plan.er_mix.clone_from(&self.er_mix);
        plan.aim = self.aim;
        (plan.guesses, plan.guesses_mix) = (self.guesses, self.guesses_mix.clone());
        (plan.score, plan.score_mix) = (self.score, self.score_mix.clone());
        plan.trial = self.trial.plan()?;
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
    const fn needs_er(&self) -> bool {
        let in_range = self.er.is_some() || self.ep.is_some() || self.ed.is_some();
        self.max_er.is_some() || in_range || self.er_mix.is_some()
    }

    /// Returns the rulebooks that the options imply for puzzles of a shape.
    pub(super) fn implied(&self, shape: Shape) -> Option<&'static str> {
        let default = Rulebook::default_for(shape).name();
        let by_level = self.level.is_some() || self.level_mix.is_some() || self.level_cycle.is_some();
        let by_score = self.score.is_some() || self.score_mix.is_some();
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
