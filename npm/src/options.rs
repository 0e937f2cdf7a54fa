//! Options of a puzzle as JavaScript gives them, and the plan that they mean: the plan that the command makes of the same options.

use crate::InputError;
use gridmill_board::{Shape, Symmetry};
use gridmill_generate::{
    Addition, Additions, DigMode, DigOptions, Fill, Givens, LevelCycle, LevelName, MasterSeed, Minimality,
    Plan, RatingPlan, Target, TargetMeasure, TechniqueRange,
};
use gridmill_rate::{Rulebook, Technique};
use serde_json::Value;
use std::str::FromStr;

/// Every option.
const NAMES: &str = "seed, index, box, givens, level, er, score, guesses, symmetry, rulebook, dig, fill, minimal, technique, \
     require, add, attempts";

/// Options of a puzzle. The default is what the command makes without options.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GenerateOptions {
    /// Seed of the corpus.
    pub seed: Option<String>,
    /// Place in the corpus, from 0.
    pub index: u64,
    /// Boxes: `3x3`.
    pub shape: Option<String>,
    /// Givens to leave: a number, a range or `minimal`.
    pub givens: Option<String>,
    /// Level, in any case, or several between commas that puzzles have in turn.
    pub level: Option<String>,
    /// Range of ER.
    pub er: Option<String>,
    /// Range of scores.
    pub score: Option<String>,
    /// Range of guesses.
    pub guesses: Option<String>,
    /// Symmetry of the cells of the givens.
    pub symmetry: Option<String>,
    /// Rulebook.
    pub rulebook: Option<String>,
    /// Dig.
    pub dig: Option<String>,
    /// Fill.
    pub fill: Option<String>,
    /// Condition on the minimality.
    pub minimal: Option<String>,
    /// Range of the hardest technique.
    pub technique: Option<String>,
    /// Techniques of which a step is taken.
    pub require: Vec<String>,
    /// Columns to add.
    pub add: Additions,
    /// Digs that the puzzle may take.
    pub attempts: Option<u64>,
}

impl GenerateOptions {
    /// Reads the options from an object.
    ///
    /// # Errors
    /// [`InputError`] for unknown names and values of another type.
    pub fn read(json: &str) -> Result<Self, InputError> {
        let Ok(Value::Object(given)) = serde_json::from_str(json) else {
            return Err(InputError::new("options are an object"));
        };
        let mut options = Self::default();
        given.iter().try_for_each(|(name, value)| options.set(name, value))?;
        Ok(options)
    }

    /// Sets an option. Null leaves it out.
    fn set(&mut self, name: &str, value: &Value) -> Result<(), InputError> {
        if value.is_null() {
            return Ok(());
        }
        // Levels in turn may be a list.
        let joined = match value {
            Value::Array(_) if name == "level" => Some(texts(name, value)?.join(",")),
            _ => text(value),
        };
        let place = match name {
            "seed" => &mut self.seed,
            "box" => &mut self.shape,
            "givens" => &mut self.givens,
            "level" => &mut self.level,
            "er" => &mut self.er,
            "score" => &mut self.score,
            "guesses" => &mut self.guesses,
            "symmetry" => &mut self.symmetry,
            "rulebook" => &mut self.rulebook,
            "dig" => &mut self.dig,
            "fill" => &mut self.fill,
            "minimal" => &mut self.minimal,
            "technique" => &mut self.technique,
            _ => return self.set_other(name, value),
        };
        *place = Some(joined.ok_or_else(|| InputError::option(name, "give a text or a number"))?);
        Ok(())
    }

    /// Sets an option that is no text.
    fn set_other(&mut self, name: &str, value: &Value) -> Result<(), InputError> {
        match (name, value) {
            ("index", value) => self.index = whole(name, value)?,
            ("attempts", value) => self.attempts = Some(whole(name, value)?),
            ("add", value) => {
                let names =
                    if let Value::String(name) = value { vec![name.clone()] } else { texts(name, value)? };
                if names.iter().any(|name| name != Addition::Guesses.name()) {
                    return Err(InputError::option(name, "give guesses; the command adds other columns"));
                }
                self.add = names.iter().map(|_| Addition::Guesses).collect();
            }
            ("require", value) => self.require = texts(name, value)?,
            _ => {
                return Err(InputError::option(name, format!("there is no such option; there are: {NAMES}")));
            }
        }
        Ok(())
    }

    /// Returns the seed.
    ///
    /// # Errors
    /// [`InputError`] without a seed.
    pub fn master_seed(&self) -> Result<MasterSeed, InputError> {
        let text = self.seed.as_deref().unwrap_or_default();
        text.parse().map_err(|error| InputError::option("seed", error))
    }

    /// Builds the plan.
    ///
    /// # Errors
    /// [`InputError`] for values that are not allowed, and for options that do not go together.
    pub fn plan(&self) -> Result<Plan, InputError> {
        let shape: Shape = read("box", self.shape.as_deref())?.unwrap_or(Shape::STANDARD);
        let modes = DigMode::ALL;
        let mode = named("dig", self.dig.as_deref(), &modes, DigMode::name)?.unwrap_or_default();
        if mode == DigMode::Climb {
            return Err(InputError::option(
                "dig",
                "the command alone makes climbs, which take long; give another dig",
            ));
        }
        let fill = named("fill", self.fill.as_deref(), &Fill::ALL, Fill::name)?;
        let mut dig = DigOptions::new(mode);
        dig.givens = read::<Givens>("givens", self.givens.as_deref())?.unwrap_or_default();
        dig.symmetry = read::<Symmetry>("symmetry", self.symmetry.as_deref())?.unwrap_or_default();
        let minimal = named("minimal", self.minimal.as_deref(), &Minimality::ALL, Minimality::name)?;
        let mut plan = Plan::for_shape(shape)
            .with_dig(dig.try_into()?)
            .with_minimal(minimal.unwrap_or_default())
            .with_fill(fill.unwrap_or_else(|| Fill::default_for(shape)))
            .with_rating(self.rating(shape)?);
        plan.attempts = self.attempts.unwrap_or(plan.attempts);
        plan.add = plan.add.and(self.add);
        plan.validate()?;
        Ok(plan)
    }

    /// Builds the plan of the ratings.
    fn rating(&self, shape: Shape) -> Result<RatingPlan, InputError> {
        let names = self.rulebook.clone().unwrap_or_else(|| self.implied(shape, self.er.is_some()));
        let rulebooks =
            names.split(',').filter(|name| !name.is_empty()).map(rulebook).collect::<Result<Vec<_>, _>>()?;
        let mut plan = RatingPlan::by(rulebooks);
        let levels = plan.technique_rulebook().map(|book| book.levels().to_vec()).unwrap_or_default();
        let given: Option<LevelCycle> = read("level", self.level.as_deref())?;
        let as_named = |LevelName(level)| {
            let known = levels.iter().find(|known| known.name.eq_ignore_ascii_case(&level));
            LevelName(known.map_or(level, |known| known.name.to_string()))
        };
        plan.levels = given.map(|given| given.map(as_named));
        for (measure, text) in [
            (TargetMeasure::Er, &self.er),
            (TargetMeasure::Score, &self.score),
            (TargetMeasure::Guesses, &self.guesses),
        ] {
            let range = |text: &String| Target::range_of(measure, text);
            let target = text.as_ref().map(range).transpose();
            let target = target.map_err(|error| InputError::option(measure.name(), error))?;
            plan = target.into_iter().fold(plan, RatingPlan::with_target);
        }
        let TechniqueRange { from, to } = read("technique", self.technique.as_deref())?.unwrap_or_default();
        (plan.min_technique, plan.max_technique) = (from, to);
        let required = self.require.iter().map(|name| name.parse::<Technique>());
        plan.require =
            required.collect::<Result<_, _>>().map_err(|error| InputError::option("require", error))?;
        Ok(plan)
    }

    /// Returns the names of the rulebooks that the options imply.
    fn implied(&self, shape: Shape, has_er: bool) -> String {
        let by_technique = self.technique.is_some() || !self.require.is_empty();
        let default = (self.level.is_some() || self.score.is_some() || by_technique && !has_er)
            .then(|| Rulebook::default_for(shape).name());
        default.into_iter().chain(has_er.then_some("se")).collect::<Vec<_>>().join(",")
    }
}

/// Returns the text of a text, a number or a truth value.
fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(flag) => Some(flag.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// Returns the texts of a list.
fn texts(name: &str, value: &Value) -> Result<Vec<String>, InputError> {
    let texts = value.as_array().map(|values| values.iter().map(text).collect::<Option<Vec<_>>>());
    texts.flatten().ok_or_else(|| InputError::option(name, "give a list of names"))
}

fn whole(name: &str, value: &Value) -> Result<u64, InputError> {
    value.as_u64().ok_or_else(|| InputError::option(name, "give a whole number from 0 on"))
}

fn read<T: FromStr<Err: ToString>>(name: &str, text: Option<&str>) -> Result<Option<T>, InputError> {
    text.map(|text| text.parse().map_err(|error: T::Err| InputError::option(name, error.to_string())))
        .transpose()
}

/// Returns the value of this name, in any case.
pub(crate) fn named<T: Copy>(
    option: &str,
    text: Option<&str>,
    all: &[T],
    name: fn(T) -> &'static str,
) -> Result<Option<T>, InputError> {
    let names: Vec<&str> = all.iter().map(|&value| name(value)).collect();
    Ok(place(option, text, &names)?.map(|place| all[place]))
}

/// Returns the place of a name, in any case.
fn place(option: &str, text: Option<&str>, names: &[&str]) -> Result<Option<usize>, InputError> {
    let Some(text) = text else { return Ok(None) };
    let place = names.iter().position(|name| name.eq_ignore_ascii_case(text));
    place.map(Some).ok_or_else(|| InputError::option(option, format!("give one of {}", names.join(", "))))
}

/// Returns the rulebook of this name or scale.
pub(crate) fn rulebook(name: &str) -> Result<Rulebook, InputError> {
    if !cfg!(feature = "full") && name.split('-').next() == Some("se") {
        return Err(InputError::new("the rulebook se is in the module gridmill/full"));
    }
    let found = Rulebook::built_in(name).map_err(|error| InputError::option("rulebook", error))?;
    Ok(found.clone())
}
