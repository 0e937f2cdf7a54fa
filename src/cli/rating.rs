//! Options of ratings: limits on the difficulty of puzzles, and filters by rating.

use super::args::MeasureArgs;
use crate::{
    corpus::{RatingOptions, TrialOptions},
    generate::{
        ErMix, GuessesMix, GuessesRange, LevelCycle, LevelMix, RatingRange, ScoreMix, ScoreRange, TrialMix,
        TrialRange, TrialTarget,
    },
    rate::{Measure, Rating, Rulebook, Technique, Tenths},
    tables::escape::visible,
};

/// Options of ratings and filters by them. Techniques, levels and scores are those of hodoku or another rulebook with a score, and an ER, EP or
/// ED is one of se; where no rulebook is named, puzzles are rated by each that an option needs.
#[derive(Debug, clap::Args)]
pub(super) struct RatingArgs {
    /// Rate each puzzle by techniques that people use: hodoku, se, basic, braids, a version of a scale such as hodoku-2.2/2,
    /// practice:TECHNIQUE, a file with a rulebook, several between commas, or none
    #[arg(long, value_name = "RULEBOOK", help_heading = "Ratings")]
    rulebook: Vec<String>,

    #[command(flatten)]
    pub measures: MeasureArgs,

    /// Take givens only as long as techniques up to this one, in the rulebook's order, solve the puzzle
    #[arg(long, value_name = "TECHNIQUE", help_heading = "Ratings", hide_short_help = true)]
    max_technique: Option<Technique>,

    /// Take givens only as long as steps rated this much or less solve the puzzle
    #[arg(long, value_name = "ER", help_heading = "Ratings", hide_short_help = true)]
    max_er: Option<Tenths>,

    /// Keep puzzles whose hardest step is rated as this technique or higher
    #[arg(long, value_name = "TECHNIQUE", help_heading = "Ratings", hide_short_help = true)]
    min_technique: Option<Technique>,

    /// Keep puzzles that take a step of this technique; may be given several times
    #[arg(
        long,
        value_name = "TECHNIQUE",
        value_delimiter = ',',
        help_heading = "Ratings",
        hide_short_help = true
    )]
    require: Vec<Technique>,

    /// Keep puzzles with an ER in this range, such as 4.0..4.6 (both included) or 10.5..
    #[arg(long, value_name = "ER", help_heading = "Ratings")]
    er: Option<RatingRange>,

    /// Keep puzzles with an EP in this range: the hardest step up to the first that places a digit
    #[arg(long, value_name = "EP", help_heading = "Ratings", hide_short_help = true)]
    ep: Option<RatingRange>,

    /// Keep puzzles with an ED in this range: the first step
    #[arg(long, value_name = "ED", help_heading = "Ratings", hide_short_help = true)]
    ed: Option<RatingRange>,

    /// Keep puzzles of this level, such as hard
    #[arg(long, value_name = "LEVEL", help_heading = "Ratings")]
    level: Option<String>,

    /// Exact shares of levels over the whole corpus, such as easy:0.2,medium:0.5,hard:0.3: whole numbers in proportion, or fractions that add up to 1
    #[arg(long, value_name = "MIX", conflicts_with_all = ["level", "er_mix", "guesses_mix"], help_heading = "Ratings")]
    level_mix: Option<LevelMix>,

    /// Levels in turn, such as easy,easy,medium,hard: row i has level i modulo their number
    #[arg(long, value_name = "LEVEL,...", conflicts_with_all = ["level", "level_mix", "er_mix", "guesses_mix"], help_heading = "Ratings", hide_short_help = true)]
    level_cycle: Option<LevelCycle>,

    /// Exact shares of ranges of ER over the whole corpus, such as 1.0..2.0:0.5,2.1..4.0:0.5
    #[arg(long, value_name = "MIX", conflicts_with_all = ["er", "guesses_mix"], help_heading = "Ratings", hide_short_help = true)]
    er_mix: Option<ErMix>,

    /// Limit the dig of each range of ER (--er, --er-mix) to its upper end, if that is 2.0 or below: easy ranges come at once, with more
    /// givens than minimal puzzles have
    #[arg(long, help_heading = "Ratings", hide_short_help = true)]
    aim: bool,

    /// Keep puzzles whose guesses lie in this range, such as 3..5 (both included, at most two decimals); implies --search-difficulty
    #[arg(long, value_name = "GUESSES", help_heading = "Ratings")]
    guesses: Option<GuessesRange>,

    /// Exact shares of ranges of guesses over the whole corpus, such as 0..0.5:0.3,1..3:0.7; implies --search-difficulty
    #[arg(
        long,
        value_name = "MIX",
        conflicts_with = "guesses",
        help_heading = "Ratings",
        hide_short_help = true
    )]
    guesses_mix: Option<GuessesMix>,

    /// Keep puzzles with a score in this range, such as 300..900 (both included), by hodoku or another rulebook with scores
    #[arg(long, value_name = "SCORE", help_heading = "Ratings")]
    score: Option<ScoreRange>,

    /// Exact shares of ranges of scores over the whole corpus, such as 0..300:0.5,301..900:0.5
    #[arg(long, value_name = "MIX", conflicts_with_all = ["score", "level_mix", "level_cycle", "er_mix", "guesses_mix"], help_heading = "Ratings", hide_short_help = true)]
    score_mix: Option<ScoreMix>,

    #[command(flatten)]
    trial: TrialFilterArgs,
}

/// Filters by measures without a rulebook.
#[derive(Debug, clap::Args)]
pub(super) struct TrialFilterArgs {
    /// Keep puzzles whose trial depth lies in this range, such as 2 or 1..2 (both included); implies --trial
    #[arg(long, value_name = "DEPTH", help_heading = "Ratings", hide_short_help = true)]
    trial_depth: Option<TrialRange>,

    /// Exact shares of ranges of trial depths, such as 0:0.5,1..2:0.5; implies --trial
    #[arg(
        long,
        value_name = "MIX",
        conflicts_with = "trial_depth",
        help_heading = "Ratings",
        hide_short_help = true
    )]
    trial_depth_mix: Option<TrialMix>,

    /// Keep puzzles whose B (length of braids) lies in this range, such as 4..6; implies --trial
    #[arg(long, value_name = "B", help_heading = "Ratings", hide_short_help = true)]
    b: Option<TrialRange>,

    /// Exact shares of ranges of B, such as 1..3:0.5,4..6:0.5; implies --trial
    #[arg(long, value_name = "MIX", conflicts_with = "b", help_heading = "Ratings", hide_short_help = true)]
    b_mix: Option<TrialMix>,

    /// Keep puzzles whose least backdoors have so many cells, such as 1 or 2..3; implies --backdoors
    #[arg(long, value_name = "CELLS", help_heading = "Ratings", hide_short_help = true)]
    backdoor: Option<TrialRange>,

    /// Exact shares of ranges of sizes of backdoors, such as 1:0.5,2:0.5; implies --backdoors
    #[arg(
        long,
        value_name = "MIX",
        conflicts_with = "backdoor",
        help_heading = "Ratings",
        hide_short_help = true
    )]
    backdoor_mix: Option<TrialMix>,
}

impl TrialFilterArgs {
    /// Returns the options, with the measures that are wanted in any case.
    fn options(&self, measures: &MeasureArgs) -> TrialOptions {
        let target =
            |range: Option<TrialRange>, mix: &Option<TrialMix>| TrialTarget { range, mix: mix.clone() };
        TrialOptions {
            trial: measures.trial,
            backdoors: measures.backdoors,
            budget: measures.trial_budget,
            depth: target(self.trial_depth, &self.trial_depth_mix),
            b: target(self.b, &self.b_mix),
            backdoor: target(self.backdoor, &self.backdoor_mix),
        }
    }
}

impl RatingArgs {
    /// Returns the options.
    pub(super) fn options(&self) -> RatingOptions {
        RatingOptions {
            rulebook: self.rulebook.clone(),
            trace: self.measures.trace,
            compact_path: self.measures.compact_path,
            rate_budget: self.measures.budget.rate_budget,
            max_technique: self.max_technique,
            max_er: self.max_er,
            min_technique: self.min_technique,
            require: self.require.clone(),
            er: self.er,
            ep: self.ep,
            ed: self.ed,
            level: self.level.clone(),
            level_mix: self.level_mix.clone(),
            level_cycle: self.level_cycle.clone(),
            er_mix: self.er_mix.clone(),
            aim: self.aim,
            guesses: self.guesses,
            guesses_mix: self.guesses_mix.clone(),
            score: self.score,
            score_mix: self.score_mix.clone(),
            trial: self.trial.options(&self.measures),
        }
    }
}

/// Describes the measures of a puzzle on the scale of the rulebook, `-` where one is missing:
/// `ER 7.2, EP 1.2, ED 1.2, score 130.3 (se-1.2.1/1)` or `score 392, hardest step 100 (hodoku-2.2/2)`.
pub(super) fn measures(rating: &Rating, rulebook: &Rulebook) -> String {
    let shown = |number: Option<Tenths>| number.map_or("-".to_owned(), |number| rulebook.shown(number));
    let score = shown(rating.score);
    let measures = match rulebook.measure() {
        Measure::Er => {
            let er = match rating.er_at_least {
                Some(least) => format!("{} at least", rulebook.shown(least)),
                None => shown(rating.er),
            };
            format!("ER {er}, EP {}, ED {}, score {score}", shown(rating.ep), shown(rating.ed))
        }
        Measure::Score => format!("score {score}, hardest step {}", shown(rating.er)),
    };
    format!("{measures} ({})", visible(rulebook.scale()))
}
