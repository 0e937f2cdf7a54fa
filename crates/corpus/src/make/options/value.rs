//! Values of options that are given by name, and the parsers of the table.

use super::JobOptions;
use gridmill_generate::{Target, TargetMeasure};
use std::{path::PathBuf, str::FromStr};

/// Value of an option that is given by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OptionValue {
    /// True or false.
    Flag(bool),
    /// A text or number.
    Text(String),
    /// Several values.
    Several(Vec<String>),
}

impl OptionValue {
    fn text(&self) -> Result<String, String> {
        match self {
            Self::Flag(flag) => Ok(flag.to_string()),
            Self::Text(text) => Ok(text.clone()),
            Self::Several(_) => Err("give one value".to_owned()),
        }
    }

    /// Returns several values as one text, between commas.
    pub(super) fn joined(&self) -> Self {
        match self {
            Self::Several(texts) => Self::Text(texts.join(",")),
            value => value.clone(),
        }
    }
}

pub(super) fn parsed<T: FromStr<Err: ToString>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error: T::Err| error.to_string())
}

#[expect(clippy::unnecessary_wraps, reason = "as other parsers")]
pub(super) fn path(text: &str) -> Result<PathBuf, String> {
    Ok(PathBuf::from(text))
}

/// Returns the value of this name, in any case.
pub(super) fn named<T: Copy>(text: &str, all: &[T], name: fn(T) -> &'static str) -> Result<T, String> {
    let found = all.iter().copied().find(|&value| name(value).eq_ignore_ascii_case(text));
    found.ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|&value| name(value)).collect();
        format!("give one of {}", names.join(", "))
    })
}

pub(super) fn set<T>(
    option: &mut Option<T>,
    value: &OptionValue,
    parse: impl Fn(&str) -> Result<T, String>,
) -> Result<(), String> {
    *option = Some(parse(&value.text()?)?);
    Ok(())
}

pub(super) fn replace<T>(
    option: &mut T,
    value: &OptionValue,
    parse: impl Fn(&str) -> Result<T, String>,
) -> Result<(), String> {
    *option = parse(&value.text()?)?;
    Ok(())
}

pub(super) fn switch(option: &mut bool, value: &OptionValue) -> Result<(), String> {
    match value {
        OptionValue::Flag(flag) => *option = *flag,
        OptionValue::Text(_) | OptionValue::Several(_) => return Err("it is true or false".to_owned()),
    }
    Ok(())
}

pub(super) fn several<T>(
    option: &mut Vec<T>,
    value: &OptionValue,
    parse: impl Fn(&str) -> Result<T, String>,
) -> Result<(), String> {
    let texts = match value {
        OptionValue::Several(texts) => texts.clone(),
        value => vec![value.text()?],
    };
    *option = texts.iter().map(|text| parse(text)).collect::<Result<_, _>>()?;
    Ok(())
}

/// Parses several values, those of one text between commas.
pub(super) fn list<T>(
    option: &mut Vec<T>,
    value: &OptionValue,
    parse: impl Fn(&str) -> Result<T, String>,
) -> Result<(), String> {
    let texts = value.joined().text()?;
    several(option, &OptionValue::Several(texts.split(',').map(str::to_owned).collect()), parse)
}

pub(super) fn range(all: &mut JobOptions, measure: TargetMeasure, value: &OptionValue) -> Result<(), String> {
    let target = Target::range_of(measure, &value.text()?).map_err(|error| error.to_string())?;
    all.base.rating = std::mem::take(&mut all.base.rating).with_target(target);
    Ok(())
}
