//! Ratings in words.

use crate::{
    rate::{Measure, Rating, Rulebook, Tenths},
    tables::escape::visible,
};

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
