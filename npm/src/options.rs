//! Options of a puzzle as JavaScript gives them, and the plan that they mean: the plan that the command makes of the same options.

use crate::InputError;
use gridmill_board::{Shape, Symmetry};
use gridmill_generate::{
    Addition, Additions, DigMode, DigOptions, Fill, Givens, LevelCycle, LevelName, MasterSeed, Minimality,
    Plan, RatingPlan, Target, TargetMeasure, TechniqueRange,
};
use gridmill_rate::{Rulebook, Technique};
use serde_json::Value;
use std::{collections::BTreeMap, str::FromStr};

/// Every option.
const NAMES: &str = "seed, index, box, givens, level, er, score, guesses, symmetry, rulebook, dig, fill, minimal, technique, \
     require, add, attempts";

/// Options of a puzzle. The default is what the command makes without options.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GenerateOptions {
    /// Place in the corpus, from 0.
    pub index: u64,
    /// Those that are a text, a number or a truth value.
    texts: BTreeMap<&'static str, String>,
    /// Techniques of which a step is taken.
    require: Vec<String>,
    /// Columns to add.
    add: Additions,
    /// Digs that the puzzle may take.
    attempts: Option<u64>,
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
        match name {
            "index" => self.index = whole(name, value)?,
            "attempts" => self.attempts = Some(whole(name, value)?),
            "add" => {
                let names =
                    if let Value::String(name) = value { vec![name.clone()] } else { texts(name, value)? };
                if names.iter().any(|name| name != Addition::Guesses.name()) {
                    return Err(InputError::option(name, "give guesses; the command adds other columns"));
                }
                self.add = names.iter().map(|_| Addition::Guesses).collect();
            }
            "require" => self.require = texts(name, value)?,
            _ => {
                let Some(known) = NAMES.split(", ").find(|known| *known == name) else {
                    let problem = format!("there is no such option; there are: {NAMES}");
                    return Err(InputError::option(name, problem));
                };
                // Levels in turn may be a list.
                let joined = match value {
                    Value::Array(_) if name == "level" => Some(texts(name, value)?.join(",")),
                    _ => text(value),
                };
                let text = joined.ok_or_else(|| InputError::option(name, "give a text or a number"))?;
                self.texts.insert(known, text);
            }
        }
        Ok(())
    }

    fn text(&self, name: &str) -> Option<&str> {
        self.texts.get(name).map(String::as_str)
    }

    fn parsed<T: FromStr<Err: ToString>>(&self, name: &str) -> Result<Option<T>, InputError> {
        let parse =
            |text: &str| text.parse().map_err(|error: T::Err| InputError::option(name, error.to_string()));
        self.text(name).map(parse).transpose()
    }

    /// Returns the value of a list that has the name which is given, in any case.
    fn named<T: Copy>(
        &self,
        option: &str,
        all: &[T],
        name: fn(T) -> &'static str,
    ) -> Result<Option<T>, InputError> {
        named(option, self.text(option), all, name)
    }

    /// Returns the seed.
    ///
    /// # Errors
    /// [`InputError`] without a seed.
    pub fn master_seed(&self) -> Result<MasterSeed, InputError> {
        let text = self.text("seed").unwrap_or_default();
        text.parse().map_err(|error| InputError::option("seed", error))
    }

    /// Builds the plan.
    ///
    /// # Errors
    /// [`InputError`] for values that are not allowed, and for options that do not go together.
    pub fn plan(&self) -> Result<Plan, InputError> {
        let shape: Shape = self.parsed("box")?.unwrap_or(Shape::STANDARD);
        let mode = self.named("dig", &DigMode::ALL, DigMode::name)?.unwrap_or_default();
        if mode == DigMode::Climb {
            return Err(InputError::option(
                "dig",
                "the command alone makes climbs, which take long; give another dig",
            ));
        }
        let fill = self.named("fill", &Fill::ALL, Fill::name)?;
        let mut dig = DigOptions::new(mode);
        dig.givens = self.parsed::<Givens>("givens")?.unwrap_or_default();
        dig.symmetry = self.parsed::<Symmetry>("symmetry")?.unwrap_or_default();
        let minimal = self.named("minimal", &Minimality::ALL, Minimality::name)?;
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
        let names = self.text("rulebook").map_or_else(|| self.implied(shape), str::to_owned);
        let rulebooks =
            names.split(',').filter(|name| !name.is_empty()).map(rulebook).collect::<Result<Vec<_>, _>>()?;
        let mut plan = RatingPlan::by(rulebooks);
        let levels = plan.technique_rulebook().map(|book| book.levels().to_vec()).unwrap_or_default();
        let given: Option<LevelCycle> = self.parsed("level")?;
        let as_named = |LevelName(level)| {
            let known = levels.iter().find(|known| known.name.eq_ignore_ascii_case(&level));
            LevelName(known.map_or(level, |known| known.name.to_string()))
        };
        plan.levels = given.map(|given| given.map(as_named));
        for measure in [TargetMeasure::Er, TargetMeasure::Score, TargetMeasure::Guesses] {
            let Some(text) = self.text(measure.name()) else { continue };
            let target = Target::range_of(measure, text);
            plan = plan.with_target(target.map_err(|error| InputError::option(measure.name(), error))?);
        }
        let TechniqueRange { from, to } = self.parsed("technique")?.unwrap_or_default();
        (plan.min_technique, plan.max_technique) = (from, to);
        let required = self.require.iter().map(|name| name.parse::<Technique>());
        plan.require =
            required.collect::<Result<_, _>>().map_err(|error| InputError::option("require", error))?;
        Ok(plan)
    }

    /// Returns the names of the rulebooks that the options imply.
    fn implied(&self, shape: Shape) -> String {
        let has = |name: &str| self.texts.contains_key(name);
        let has_er = has("er");
        let by_technique = has("technique") || !self.require.is_empty();
        let default = (has("level") || has("score") || by_technique && !has_er)
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

/// Returns the value of this name, in any case.
pub(crate) fn named<T: Copy>(
    option: &str,
    text: Option<&str>,
    all: &[T],
    name: fn(T) -> &'static str,
) -> Result<Option<T>, InputError> {
    let Some(text) = text else { return Ok(None) };
    let found = all.iter().find(|&&value| name(value).eq_ignore_ascii_case(text));
    let names = || all.iter().map(|&value| name(value)).collect::<Vec<_>>().join(", ");
    found.copied().map(Some).ok_or_else(|| InputError::option(option, format!("give one of {}", names())))
}

/// Returns the rulebook of this name or scale.
pub(crate) fn rulebook(name: &str) -> Result<Rulebook, InputError> {
    if !cfg!(feature = "full") && name.split('-').next() == Some("se") {
        return Err(InputError::new("the rulebook se is in the module gridmill/full"));
    }
    let found = Rulebook::built_in(name).map_err(|error| InputError::option("rulebook", error))?;
    Ok(found.clone())
}
