//! Options of ratings: limits on the difficulty of puzzles, and filters by rating.

use super::args::MeasureArgs;
use crate::{
    corpus::{RatingOptions, TrialOptions},
    generate::{LevelCycle, RangeError, Target, TargetMeasure},
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

    /// Remove givens only while the puzzle stays solvable at this rating or below
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
    #[arg(long, value_name = "ER", value_parser = range_of(TargetMeasure::Er), help_heading = "Ratings")]
    er: Option<Target>,

    /// Keep puzzles with an EP in this range: the hardest step up to the first that places a digit
    #[arg(long, value_name = "EP", value_parser = range_of(TargetMeasure::Ep), help_heading = "Ratings", hide_short_help = true)]
    ep: Option<Target>,

    /// Keep puzzles with an ED in this range: the first step
    #[arg(long, value_name = "ED", value_parser = range_of(TargetMeasure::Ed), help_heading = "Ratings", hide_short_help = true)]
    ed: Option<Target>,

    /// Keep puzzles of this level, such as hard
    #[arg(long, value_name = "LEVEL", help_heading = "Ratings")]
    level: Option<String>,

    /// Levels in turn, such as easy,easy,medium,hard: row i has level i modulo their number
    #[arg(
        long,
        value_name = "LEVEL,...",
        conflicts_with = "level",
        help_heading = "Ratings",
        hide_short_help = true
    )]
    level_cycle: Option<LevelCycle>,

    /// Limit the dig of each range of ER (--er, --mix er=...) to its upper end, if that is 2.0 or below: easy ranges come at once, with more
    /// givens than minimal puzzles have
    #[arg(long, help_heading = "Ratings", hide_short_help = true)]
    aim: bool,

    /// Keep puzzles whose guesses lie in this range, such as 3..5 (both included, at most two decimals); implies --search-difficulty
    #[arg(long, value_name = "GUESSES", value_parser = range_of(TargetMeasure::Guesses), help_heading = "Ratings")]
    guesses: Option<Target>,

    /// Keep puzzles with a score in this range, such as 300..900 (both included), by hodoku or another rulebook with scores
    #[arg(long, value_name = "SCORE", value_parser = range_of(TargetMeasure::Score), help_heading = "Ratings")]
    score: Option<Target>,

    /// Keep puzzles whose trial depth lies in this range, such as 2 or 1..2 (both included); implies --trial
    #[arg(long, value_name = "DEPTH", value_parser = range_of(TargetMeasure::TrialDepth), help_heading = "Ratings", hide_short_help = true)]
    trial_depth: Option<Target>,

    /// Keep puzzles whose B (length of braids) lies in this range, such as 4..6; implies --trial
    #[arg(long, value_name = "B", value_parser = range_of(TargetMeasure::B), help_heading = "Ratings", hide_short_help = true)]
    b: Option<Target>,

    /// Keep puzzles whose least backdoors have so many cells, such as 1 or 2..3; implies --backdoors
    #[arg(long, value_name = "CELLS", value_parser = range_of(TargetMeasure::Backdoor), help_heading = "Ratings", hide_short_help = true)]
    backdoor: Option<Target>,
}

/// Returns a parser of ranges of a measure.
fn range_of(measure: TargetMeasure) -> impl Fn(&str) -> Result<Target, RangeError> + Clone {
    move |text| Target::range_of(measure, text)
}

impl RatingArgs {
    /// Returns the options.
    pub(super) fn options(&self) -> RatingOptions {
        let Self { er, ep, ed, guesses, score, trial_depth, b, backdoor, .. } = self;
        let targets = [er, ep, ed, guesses, score, trial_depth, b, backdoor];
        RatingOptions {
            rulebook: self.rulebook.clone(),
            trace: self.measures.trace,
            compact_path: self.measures.compact_path,
            rate_budget: self.measures.budget.rate_budget,
            max_technique: self.max_technique,
            max_er: self.max_er,
            min_technique: self.min_technique,
            require: self.require.clone(),
            targets: targets.into_iter().flatten().cloned().collect(),
            level: self.level.clone(),
            level_mix: None,
            level_cycle: self.level_cycle.clone(),
            aim: self.aim,
            trial: TrialOptions {
                trial: self.measures.trial,
                backdoors: self.measures.backdoors,
                budget: self.measures.trial_budget,
            },
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
