//! Reads rulebooks from TOML.

use super::{DifficultyLevel, Measure, Rule, Rulebook, RulebookError};
use crate::{Conventions, Technique, TechniqueSet, Tenths};
use serde::{
    Deserialize, Deserializer,
    de::{self, SeqAccess, Visitor},
};
use std::{fmt, ops::Range};
use toml::Spanned;

/// Highest rating of a rule.
const MAX_RATING: f64 = 6000.0;
/// Bytes of a rulebook, at most. The parser of TOML takes 80 times as many; the largest built-in rulebook has 4,000.
const MAX_BYTES: usize = 1 << 20;
/// Characters of a line that an error shows.
const LINE_SHOWN: usize = 60;
/// Highest score of a level.
const MAX_SCORE: f64 = 1_000_000.0;

/// A rulebook as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RulebookText {
    name: String,
    scale: String,
    conventions: Conventions,
    measure: Option<Spanned<MeasureText>>,
    #[serde(default)]
    level: Vec<LevelText>,
    #[serde(default)]
    rule: Vec<Spanned<RuleText>>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum MeasureText {
    Er,
    Score,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LevelText {
    name: String,
    max_score: Option<Spanned<Number>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RuleText {
    technique: Spanned<Techniques>,
    rating: Spanned<Number>,
    level: Option<Spanned<String>>,
}

enum Techniques {
    One(String),
    Several(Vec<Spanned<String>>),
}

impl<'de> Deserialize<'de> for Techniques {
    // A derived untagged enum would lose the places of the names.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OneOrSeveral;

        impl<'de> Visitor<'de> for OneOrSeveral {
            type Value = Techniques;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of a technique, or a list of names")
            }

            fn visit_str<E: de::Error>(self, name: &str) -> Result<Techniques, E> {
                Ok(Techniques::One(name.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut names: A) -> Result<Techniques, A::Error> {
                let mut several = Vec::new();
                while let Some(name) = names.next_element()? {
                    several.push(name);
                }
                Ok(Techniques::Several(several))
            }
        }

        deserializer.deserialize_any(OneOrSeveral)
    }
}

/// A number, whole or not.
#[derive(Clone, Copy)]
struct Number(f64);

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct AnyNumber;

        impl Visitor<'_> for AnyNumber {
            type Value = Number;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number with one decimal at most")
            }

            fn visit_f64<E: de::Error>(self, number: f64) -> Result<Number, E> {
                Ok(Number(number))
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Number, E> {
                Ok(Number(number as f64))
            }
        }

        deserializer.deserialize_any(AnyNumber)
    }
}

/// Description of an error, and the part of the text that has it.
struct Problem {
    span: Range<usize>,
    problem: String,
}

fn problem<T>(span: Range<usize>, problem: impl Into<String>) -> Result<T, Problem> {
    Err(Problem { span, problem: problem.into() })
}

pub(super) fn parse(text: &str) -> Result<Rulebook, RulebookError> {
    if text.len() > MAX_BYTES {
        let problem = format!("it is longer than {} MiB", MAX_BYTES >> 20);
        return Err(RulebookError { line: 1, problem });
    }
    let line_of = |span: Range<usize>| text[..span.start.min(text.len())].matches('\n').count() + 1;
    let parsed: RulebookText = toml::from_str(text).map_err(|error| {
        let line = error.span().map_or(1, line_of);
        let shown: String =
            text.lines().nth(line - 1).unwrap_or_default().trim().chars().take(LINE_SHOWN).collect();
        RulebookError { line, problem: format!("`{shown}`: {}", error.message()) }
    })?;
    let read = read(parsed);
    let rulebook =
        read.map_err(|Problem { span, problem }| RulebookError { line: line_of(span), problem })?;
    Ok(Rulebook { text: text.into(), ..rulebook })
}

fn read(text: RulebookText) -> Result<Rulebook, Problem> {
    let conventions = text.conventions;
    let levels = text.level.into_iter().map(read_level).collect::<Result<Vec<_>, _>>()?;
    let first = text.rule.first().map_or(0..0, Spanned::span);
    let mut seen = TechniqueSet::EMPTY;
    let rules = text.rule.into_iter().map(|rule| read_rule(rule.into_inner(), &levels, &mut seen));
    let rules = rules.collect::<Result<Vec<_>, _>>()?;
    if !rules.iter().any(Rule::places_digits) {
        return problem(
            first,
            "rule: no `technique` ever places a digit; add `naked_single` or `hidden_single`",
        );
    }
    let measure = read_measure(text.measure, conventions, &rules)?;
    Ok(Rulebook {
        text: "".into(),
        name: text.name.into(),
        scale: text.scale.into(),
        conventions,
        measure,
        rules,
        levels,
    })
}

/// Checks the measure, or chooses it by the rules.
fn read_measure(
    measure: Option<Spanned<MeasureText>>,
    conventions: Conventions,
    rules: &[Rule],
) -> Result<Measure, Problem> {
    let has_decimals = rules.iter().any(Rule::has_decimal);
    let Some(measure) = measure else { return Ok(Measure::by_default(conventions, rules)) };
    match measure.get_ref() {
        MeasureText::Er => Ok(Measure::Er),
        MeasureText::Score if has_decimals => problem(
            measure.span(),
            "measure = `score`: a rating has a decimal; make all ratings whole, or give `er`",
        ),
        MeasureText::Score => Ok(Measure::Score),
    }
}

fn read_level(level: LevelText) -> Result<DifficultyLevel, Problem> {
    let max_score = level.max_score.map(|score| read_number(&score, "max_score", MAX_SCORE)).transpose()?;
    Ok(DifficultyLevel { name: level.name.into(), max_score })
}

fn read_rule(rule: RuleText, levels: &[DifficultyLevel], seen: &mut TechniqueSet) -> Result<Rule, Problem> {
    let (at, rating) = (rule.technique.span(), read_number(&rule.rating, "rating", MAX_RATING)?);
    let names = match rule.technique.into_inner() {
        Techniques::One(name) => vec![(at.clone(), name)],
        Techniques::Several(names) => {
            names.into_iter().map(|name| (name.span(), name.into_inner())).collect()
        }
    };
    let mut techniques = TechniqueSet::EMPTY;
    let mut family = None;
    for (span, name) in names {
        let technique: Technique = match name.parse() {
            Ok(technique) => technique,
            Err(error) => return problem(span, format!("technique: {error}")),
        };
        if seen.contains(technique) {
            return problem(span, format!("technique `{name}` is there twice"));
        }
        if family.is_some_and(|family| family != technique.family()) {
            return problem(span, format!("technique `{name}` is of another family than those before it"));
        }
        family = Some(technique.family());
        *seen = seen.with(technique);
        techniques = techniques.with(technique);
    }
    let Some(family) = family else { return problem(at, "technique: the list is empty") };
    let names = || levels.iter().map(|level| &*level.name).collect::<Vec<_>>().join(", ");
    let level = match rule.level {
        None if levels.is_empty() => None,
        None => return problem(at, format!("rule without `level`: allowed are {}", names())),
        Some(level) => {
            let place = levels.iter().position(|known| &*known.name == level.get_ref());
            let Some(place) = place else {
                let text = format!("level = `{}`: allowed are {}", level.get_ref(), names());
                return problem(level.span(), text);
            };
            u8::try_from(place).ok()
        }
    };
    #[expect(clippy::cast_possible_truncation, reason = "at most 60,000")]
    let rating = rating.tenths() as u16;
    Ok(Rule { techniques, family, rating, most_extra: u16::MAX, level })
}

/// Returns a number from 0 to `most` with one decimal at most.
fn read_number(number: &Spanned<Number>, key: &str, most: f64) -> Result<Tenths, Problem> {
    let value = number.get_ref().0;
    match Tenths::try_from(value) {
        Ok(tenths) if value <= most => Ok(tenths),
        _ => problem(
            number.span(),
            format!("{key}: allowed is a number from 0 to {most} with one decimal at most"),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "name = \"mine\"\nscale = \"mine/1\"\nconventions = \"hodoku\"\n";

    #[test]
    fn the_measure_follows_the_ratings_unless_it_is_named() {
        let measure = |conventions: &str, named: &str, rating: &str| {
            let head = HEAD.replace("hodoku", conventions);
            let text = format!("{head}{named}\n[[rule]]\ntechnique = \"naked_single\"\nrating = {rating}");
            let rulebook = Rulebook::parse(&text).unwrap();
            (rulebook.measure(), rulebook.shown(Tenths::whole(3)), rulebook.shown(Tenths::whole(1234)))
        };
        let [er, score] = [(Measure::Er, "3.0", "1234.0"), (Measure::Score, "3", "1234")]
            .map(|(measure, shown, score)| (measure, shown.to_owned(), score.to_owned()));
        assert_eq!(measure("hodoku", "", "3"), score);
        assert_eq!(measure("hodoku", "", "2.3"), er);
        assert_eq!(measure("explainer", "", "3"), er);
        assert_eq!(measure("explainer", "measure = \"score\"", "3"), score);
        assert_eq!(measure("hodoku", "measure = \"er\"", "3"), er);
        assert_eq!(Rulebook::hodoku().measure(), Measure::Score);
        assert_eq!(Rulebook::se().measure(), Measure::Er);
    }

    #[test]
    fn faults_are_named_by_line_and_key() {
        let rule = |text: &str| format!("{HEAD}[[rule]]\n{text}\n");
        for (text, line, part) in [
            ("name = ".to_owned(), 1, ""),
            ("name = 3".to_owned(), 1, "name"),
            ("name = \"mine\"\nscale = 3".to_owned(), 2, "scale"),
            (HEAD.replace("hodoku", "mine"), 3, "conventions"),
            (
                format!("{HEAD}measure = \"hardness\"\n[[rule]]\ntechnique = \"naked_single\"\nrating = 3"),
                4,
                "expected `er` or `score`",
            ),
            (
                format!("{HEAD}measure = \"score\"\n[[rule]]\ntechnique = \"naked_single\"\nrating = 2.3"),
                4,
                "has a decimal",
            ),
            (HEAD.to_owned(), 1, "`technique` ever places a digit"),
            (HEAD.to_owned() + &"a=1\n".repeat(1 << 18), 1, "it is longer than 1 MiB"),
            (rule("technique = \"naked_pair\"\nrating = 3"), 4, "`technique` ever places a digit"),
            (rule("technique = \"naked_single\""), 4, "missing field `rating`"),
            (rule("rating = 3"), 4, "missing field `technique`"),
            (rule("technique = \"nakedsingle\"\nrating = 3"), 5, "naked_single"),
            (rule("technique = \"naked_single\"\nrating = \"hard\""), 6, "one decimal"),
            (rule("technique = \"naked_single\"\nrating = 2.35"), 6, "one decimal"),
            (rule("technique = \"naked_single\"\nrating = 3\nlevel = \"easy\""), 7, "level"),
            (rule("technique = [\"naked_single\", \"x_wing\"]\nrating = 3"), 5, "another family"),
            (rule("technique = [\"naked_single\", \"naked_single\"]\nrating = 3"), 5, "twice"),
            (
                rule("technique = \"naked_single\"\nrating = 3\ncolour = 1"),
                7,
                "unknown field `colour`, expected one of `technique`, `rating`, `level`",
            ),
        ] {
            let error = Rulebook::parse(&text).unwrap_err();
            assert_eq!(error.line, line, "{text}: {error}");
            assert!(error.problem.contains(part), "{text}: {error}");
        }
    }
}
