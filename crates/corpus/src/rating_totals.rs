//! Totals of ratings: levels, ratings, hardest techniques and time, of a size that does not depend on the number of rows.

use gridmill_generate::Rated;
use gridmill_rate::{Measure, Rulebook, Technique, Tenths};
use serde_json::{Map, Value, json};
use std::{collections::BTreeMap, sync::Arc};

/// Values of a rating that totals count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RatingStatistics {
    /// Place among the levels of the rulebook.
    level: Option<usize>,
    hardest_rating: Option<Tenths>,
    score: Option<Tenths>,
    hardest: Option<Technique>,
    solved: bool,
    out_of_budget: bool,
    time_ns: u64,
}

impl From<&Rated> for RatingStatistics {
    fn from(rated: &Rated) -> Self {
        let rating = &rated.rating;
        Self {
            level: rating.level.as_deref().and_then(|level| rated.rulebook().level_place(level)),
            hardest_rating: rating.er,
            score: rating.score,
            hardest: rating.hardest,
            solved: rating.solved,
            out_of_budget: rating.er_at_least.is_some(),
            time_ns: u64::try_from(rated.time.as_nanos()).unwrap_or(u64::MAX),
        }
    }
}

/// Totals of the ratings of a run, all by one rulebook. Totals of disjoint runs merge into that of the whole.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RatingTotals {
    /// Number of ratings, of puzzles solved and not.
    pub rated: u64,
    /// Number of puzzles that the techniques solved.
    pub solved: u64,
    /// Number of puzzles on which the budget ran out.
    pub out_of_budget: u64,
    levels: BTreeMap<usize, u64>,
    hardest_ratings: BTreeMap<Tenths, u64>,
    scores: BTreeMap<Tenths, u64>,
    hardest: BTreeMap<&'static str, u64>,
    /// Time spent rating on all threads together, in nanoseconds; 0 without a clock.
    pub time_ns: u64,
}

/// Quantiles of a measure that totals show.
const QUANTILES: [(&str, f64); 5] = [("min", 0.0), ("p10", 0.1), ("median", 0.5), ("p90", 0.9), ("max", 1.0)];

impl RatingTotals {
    /// Adds the ratings of a row to the totals of each rulebook.
    pub fn add_each(totals: &mut Vec<Self>, row: impl ExactSizeIterator<Item = RatingStatistics>) {
        if totals.len() < row.len() {
            totals.resize_with(row.len(), Self::default);
        }
        totals.iter_mut().zip(row).for_each(|(totals, rating)| totals.add(rating));
    }

    /// Adds other totals of each rulebook.
    pub fn merge_each(totals: &mut Vec<Self>, others: &[Self]) {
        if totals.len() < others.len() {
            totals.resize_with(others.len(), Self::default);
        }
        totals.iter_mut().zip(others).for_each(|(totals, other)| totals.merge(other));
    }

    /// Returns the totals of each rulebook as JSON: nothing without rulebooks, the totals of one, or those of several by name.
    pub fn each_to_json(totals: &[Self], rulebooks: &[Arc<Rulebook>]) -> Value {
        let none = Self::default();
        let of = |place: usize| totals.get(place).unwrap_or(&none).to_json(&rulebooks[place]);
        match rulebooks {
            [] => Value::Null,
            [_] => of(0),
            several => {
                let named = several.iter().enumerate();
                named
                    .map(|(place, rulebook)| (rulebook.name().to_owned(), of(place)))
                    .collect::<Map<_, _>>()
                    .into()
            }
        }
    }

    /// Adds a rating.
    pub fn add(&mut self, row: RatingStatistics) {
        self.rated += 1;
        self.solved += u64::from(row.solved);
        self.out_of_budget += u64::from(row.out_of_budget);
        self.time_ns += row.time_ns;
        if let Some(level) = row.level {
            *self.levels.entry(level).or_default() += 1;
        }
        if let Some(rating) = row.hardest_rating {
            *self.hardest_ratings.entry(rating).or_default() += 1;
        }
        if let Some(score) = row.score {
            *self.scores.entry(score).or_default() += 1;
        }
        if let Some(hardest) = row.hardest {
            *self.hardest.entry(hardest.name()).or_default() += 1;
        }
    }

    /// Adds other totals.
    pub fn merge(&mut self, other: &Self) {
        fn add<K: Ord + Copy>(mine: &mut BTreeMap<K, u64>, theirs: &BTreeMap<K, u64>) {
            for (&key, rows) in theirs {
                *mine.entry(key).or_default() += rows;
            }
        }
        self.rated += other.rated;
        self.solved += other.solved;
        self.out_of_budget += other.out_of_budget;
        self.time_ns += other.time_ns;
        add(&mut self.levels, &other.levels);
        add(&mut self.hardest_ratings, &other.hardest_ratings);
        add(&mut self.scores, &other.scores);
        add(&mut self.hardest, &other.hardest);
    }

    /// Returns the number of puzzles of each level of the rulebook, from the easiest.
    pub fn levels<'a>(&self, rulebook: &'a Rulebook) -> Vec<(&'a str, u64)> {
        let rows = |place: usize| self.levels.get(&place).copied().unwrap_or(0);
        let levels = rulebook.levels().iter().enumerate();
        levels.map(|(place, level)| (&*level.name, rows(place))).collect()
    }

    /// Returns the quantiles of the rulebook's measure, ER or score; empty where no puzzle was solved.
    ///
    /// A quantile is the least value with at least that share of the puzzles up to it.
    pub fn quantiles(&self, measure: Measure) -> Vec<(&'static str, Tenths)> {
        let counts = match measure {
            Measure::Er => &self.hardest_ratings,
            Measure::Score => &self.scores,
        };
        let all: u64 = counts.values().sum();
        let quantile = |share: f64| {
            let mut below = 0;
            let reaches = |(_, rows): &(&Tenths, &u64)| {
                below += **rows;
                below as f64 >= share * all as f64
            };
            counts.iter().find(reaches).map(|(&value, _)| value)
        };
        QUANTILES.into_iter().filter_map(|(name, share)| Some((name, quantile(share)?))).collect()
    }

    /// Returns techniques by the number of puzzles whose hardest step is theirs, the most frequent first, at most `most`.
    pub fn hardest(&self, most: usize) -> Vec<(&'static str, u64)> {
        let mut hardest: Vec<(&'static str, u64)> =
            self.hardest.iter().map(|(&name, &rows)| (name, rows)).collect();
        hardest.sort_by_key(|&(name, rows)| (std::cmp::Reverse(rows), name));
        hardest.truncate(most);
        hardest
    }

    /// Returns the totals as JSON, in the units of the rulebook's scale.
    pub fn to_json(&self, rulebook: &Rulebook) -> Value {
        let measure = match rulebook.measure() {
            Measure::Er => "er",
            Measure::Score => "score",
        };
        let quantiles: Map<String, Value> = self
            .quantiles(rulebook.measure())
            .into_iter()
            .map(|(name, number)| (name.to_owned(), json!(number.value())))
            .collect();
        let counts = |rows: Vec<(&str, u64)>| -> Map<String, Value> {
            rows.into_iter().map(|(name, rows)| (name.to_owned(), json!(rows))).collect()
        };
        json!({
            "scale": rulebook.scale(),
            "rated": self.rated,
            "solved": self.solved,
            "past_budget": self.out_of_budget,
            "levels": counts(self.levels(rulebook)),
            "measure": measure,
            "quantiles": quantiles,
            "hardest": counts(self.hardest(usize::MAX)),
            "rate_ns": self.time_ns,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(level: usize, er: u32, score: u32, hardest: Technique) -> RatingStatistics {
        RatingStatistics {
            level: Some(level),
            hardest_rating: Some(Tenths::new(er)),
            score: Some(Tenths::new(score)),
            hardest: Some(hardest),
            solved: true,
            out_of_budget: false,
            time_ns: 5,
        }
    }

    #[test]
    fn totals_of_parts_are_those_of_the_whole() {
        let rows = [
            row(0, 40, 2040, Technique::NakedSingle),
            row(0, 140, 3000, Technique::HiddenSingle),
            row(2, 1000, 9000, Technique::BugPlus1),
            row(2, 1600, 9500, Technique::XyWing),
            RatingStatistics {
                level: None,
                hardest_rating: None,
                score: None,
                hardest: None,
                solved: false,
                ..row(0, 0, 0, Technique::XyWing)
            },
        ];
        let mut whole = RatingTotals::default();
        for &row in &rows {
            whole.add(row);
        }
        for cut in 0..rows.len() {
            let mut parts = [RatingTotals::default(), RatingTotals::default()];
            rows.iter().enumerate().for_each(|(n, &row)| parts[usize::from(n >= cut)].add(row));
            let [mut first, second] = parts;
            first.merge(&second);
            assert_eq!(first, whole);
        }
        let hodoku = Rulebook::hodoku();
        assert_eq!((whole.rated, whole.solved, whole.time_ns), (5, 4, 25));
        assert_eq!(
            whole.levels(hodoku),
            [("easy", 2), ("medium", 0), ("hard", 2), ("unfair", 0), ("extreme", 0)]
        );
        assert_eq!(
            whole.quantiles(Measure::Score),
            [("min", 2040), ("p10", 2040), ("median", 3000), ("p90", 9500), ("max", 9500)]
                .map(|(name, tenths)| (name, Tenths::new(tenths)))
        );
        assert_eq!(whole.quantiles(Measure::Er)[2], ("median", Tenths::whole(14)));
        assert_eq!(whole.hardest(1), [("bug_plus_1", 1)]);
        assert_eq!(RatingTotals::default().quantiles(Measure::Er), []);
        let json = whole.to_json(hodoku);
        assert_eq!((&json["measure"], &json["quantiles"]["median"]), (&"score".into(), &300.0.into()));
    }
}
