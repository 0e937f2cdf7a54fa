//! Arguments of Python as the words of the library: numbers, seeds, ranges, shares, paths; splits and classes, for rows that are read and
//! rows that are made.

use crate::errors::OptionError;
use gridmill::{
    corpus::{Equivalence, IfExists, Job, OptionValue, Shares, SplitJob},
    tables::read::Invalid,
};
use pyo3::{
    Borrowed,
    conversion::FromPyObjectOwned,
    exceptions::PyTypeError,
    prelude::*,
    types::{
        PyBool, PyByteArray, PyBytes, PyDict, PyFloat, PyInt, PyList, PyMapping, PyRange, PyRangeMethods,
        PyString, PyTuple,
    },
};
use std::path::PathBuf;

/// Characters of a value that a message shows.
const SHOWN: usize = 60;

/// Decimals of a share, the most that a mix takes.
const DECIMALS: usize = 9;

/// Returns a value as a message shows it: as Python writes it, without the end if it is long.
fn shown(value: &Bound<'_, PyAny>) -> String {
    let written = value.repr().and_then(|text| text.extract::<String>());
    let written = written.unwrap_or_else(|_| format!("of {}", kind(value)));
    let line = written.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= SHOWN {
        return line;
    }
    line.chars().take(SHOWN).chain("...".chars()).collect()
}

fn kind(value: &Bound<'_, PyAny>) -> String {
    value.get_type().name().map_or_else(|_| "an unknown type".to_owned(), |name| name.to_string())
}

/// Returns the exception for a value of a type that the argument does not take.
fn wrong_type(name: &str, value: &Bound<'_, PyAny>, required: &str) -> PyErr {
    PyTypeError::new_err(format!("{name} is {}, of type {}: {required}", shown(value), kind(value)))
}

/// Returns the exception for a value that the argument does not take.
pub(crate) fn refused(name: &str, value: &Bound<'_, PyAny>, problem: &str) -> PyErr {
    OptionError::new_err(format!("{name} is {}: {problem}", shown(value)))
}

/// Takes a whole number from 0, of Python or NumPy.
///
/// # Errors
/// `TypeError` for another type, `ValueError` for a number that is negative or beyond 64 bits.
pub(crate) fn whole(name: &str, value: &Bound<'_, PyAny>) -> PyResult<u64> {
    let Some(number) = index(value) else {
        return Err(wrong_type(name, value, "give a whole number"));
    };
    number.extract().map_err(|_| refused(name, &number, "give a whole number from 0 to 18446744073709551615"))
}

/// Takes a whole number from 0, or None.
///
/// # Errors
/// As [`whole`].
pub(crate) fn whole_or_none(name: &str, value: Option<&Bound<'_, PyAny>>) -> PyResult<Option<u64>> {
    value.filter(|value| !value.is_none()).map(|value| whole(name, value)).transpose()
}

/// Takes numbers of arguments for `from_py_with`: each function is called like its argument, so that the exception names it. PyO3 itself
/// raises an `OverflowError` without a name.
pub(crate) mod number {
    use super::{refused, whole};
    use pyo3::prelude::*;

    macro_rules! take {
        ($($name:ident),*) => {$(
            pub(crate) fn $name(value: &Bound<'_, PyAny>) -> PyResult<u64> {
                whole(stringify!($name), value)
            }
        )*};
    }

    take!(batch_rows, limit, shard, start, stop, times);

    /// Takes a number of threads: an int, or a text such as "4".
    pub(crate) fn threads(value: &Bound<'_, PyAny>) -> PyResult<usize> {
        let number = match value.extract::<&str>() {
            Ok(text) => text.parse().ok(),
            Err(_) => Some(whole("threads", value)?),
        };
        number
            .and_then(|number| usize::try_from(number).ok())
            .ok_or_else(|| refused("threads", value, "give a whole number, 0 for one a core"))
    }
}

/// Takes budgets for `from_py_with`: a count where there is one name, or counts by name, as text or a dict; None for the defaults.
pub(crate) mod budget {
    use super::{named_counts, refused};
    use gridmill::generate::{Budget, Budgets};
    use pyo3::prelude::*;

    fn take(value: &Bound<'_, PyAny>, names: &[Budget]) -> PyResult<Budgets> {
        match named_counts("budget", value)? {
            None => Ok(Budgets::DEFAULT),
            Some(text) => Budgets::parse(&text, names).map_err(|problem| refused("budget", value, &problem)),
        }
    }

    pub(crate) fn all(value: &Bound<'_, PyAny>) -> PyResult<Budgets> {
        take(value, &Budget::ALL)
    }

    pub(crate) fn nodes(value: &Bound<'_, PyAny>) -> PyResult<Budgets> {
        take(value, &[Budget::Nodes])
    }

    pub(crate) fn rating(value: &Bound<'_, PyAny>) -> PyResult<Budgets> {
        take(value, &[Budget::Rating])
    }
}

/// Whole number of any size. One beyond the type is its end, which no range of ours includes.
pub(crate) struct AnyInt(pub(crate) i128);

impl FromPyObject<'_, '_> for AnyInt {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let number = index(&object).ok_or_else(|| {
            PyTypeError::new_err(format!(
                "{} is of type {}: give a whole number",
                shown(&object),
                kind(&object)
            ))
        })?;
        let end = || Ok(if number.lt(0)? { i128::MIN } else { i128::MAX });
        number.extract().or_else(|_: PyErr| end()).map(Self)
    }
}

/// Values of a sequence. Memory is not reserved by its length, which an object may state as it likes.
pub(crate) struct Items<T>(pub(crate) Vec<T>);

impl<'py, T: FromPyObjectOwned<'py>> FromPyObject<'_, 'py> for Items<T> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let is_sequence = object.hasattr("__getitem__")?
            && !object.is_instance_of::<PyString>()
            && !object.is_instance_of::<PyDict>();
        if !is_sequence {
            return Err(PyTypeError::new_err(format!("{} is no list", shown(&object))));
        }
        let mut items = Vec::new();
        for item in object.try_iter()? {
            items.push(item?.extract().map_err(Into::into)?);
        }
        Ok(Self(items))
    }
}

/// Returns the whole number that a value is: an int of Python or NumPy, not a bool.
fn index<'py>(value: &Bound<'py, PyAny>) -> Option<Bound<'py, PyInt>> {
    if value.is_instance_of::<PyBool>() {
        return None;
    }
    let number = value.py().import("operator").and_then(|operator| operator.call_method1("index", (value,)));
    number.ok()?.cast_into::<PyInt>().ok()
}

/// Takes a seed: a whole number from 0, a text, or 32 bytes, which become hexadecimal digits.
///
/// # Errors
/// `TypeError` for another type, `ValueError` for a negative number, an empty text, and bytes of another number.
pub(crate) fn seed_text(seed: &Bound<'_, PyAny>) -> PyResult<String> {
    let required = "give a whole number from 0, a text or 32 bytes";
    let refused = || refused("seed", seed, required);
    if let Some(number) = index(seed) {
        if number.lt(0)? {
            return Err(refused());
        }
        return number.str().and_then(|text| text.extract()).map_err(|_| refused());
    }
    if let Ok(text) = seed.cast::<PyString>() {
        let text = text.to_str()?;
        return if text.is_empty() { Err(refused()) } else { Ok(text.to_owned()) };
    }
    let bytes: Option<Vec<u8>> = if seed.is_instance_of::<PyBytes>() || seed.is_instance_of::<PyByteArray>() {
        Some(seed.extract()?)
    } else {
        None
    };
    match bytes {
        Some(bytes) if bytes.len() == 32 => Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect()),
        Some(_) => Err(refused()),
        None => Err(wrong_type("seed", seed, required)),
    }
}

/// Takes the value of an option; `None` for None.
///
/// A `range` and a tuple of two numbers are ranges: `range(22, 27)` and `(22, 26)` are both 22 to 26. A dict has mixes by name, each a dict of shares by target, or
/// budgets by name.
/// A list, or another tuple, has several values.
///
/// # Errors
/// `TypeError` for another type.
pub(crate) fn option_value(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Option<OptionValue>> {
    if value.is_none() {
        return Ok(None);
    }
    // A bool of NumPy is one, too.
    if let Ok(flag) = value.extract::<bool>() {
        return Ok(Some(OptionValue::Flag(flag)));
    }
    if let Some(range) = range_text(name, value)? {
        return Ok(Some(OptionValue::Text(range)));
    }
    if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        let texts: PyResult<_> = value.try_iter()?.map(|item| text(name, &item?)).collect();
        return Ok(Some(OptionValue::Several(texts?)));
    }
    if let Ok(shares) = value.cast::<PyMapping>() {
        // Other options refuse the text by their own message.
        return Ok(Some(match name {
            "mix" => OptionValue::Several(mixes(name, shares)?),
            "budget" | "per_page" => OptionValue::Several(counts(name, shares)?),
            _ => OptionValue::Text(shares_text(name, shares)?),
        }));
    }
    Ok(Some(OptionValue::Text(text(name, value)?)))
}

/// Returns a count, or counts by name in text or a dict, as text; `None` for None.
///
/// # Errors
/// `TypeError` for another type.
pub(crate) fn named_counts(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    match option_value(name, value)? {
        None => Ok(None),
        Some(OptionValue::Text(text)) => Ok(Some(text)),
        Some(OptionValue::Several(texts)) => Ok(Some(texts.join(","))),
        Some(OptionValue::Flag(_)) => Err(wrong_type(name, value, "give a whole number, or counts by name")),
    }
}

/// Returns counts by their names as texts, such as `nodes=1000`.
fn counts(name: &str, counts: &Bound<'_, PyMapping>) -> PyResult<Vec<String>> {
    let text = |pair: Bound<'_, PyAny>| {
        let (key, count): (Bound<'_, PyAny>, Bound<'_, PyAny>) = pair.extract()?;
        Ok(format!("{}={}", text(name, &key)?, text(name, &count)?))
    };
    counts.items()?.iter().map(text).collect()
}

/// Returns mixes by their names as texts, such as `givens=30:0.5,26:0.5`.
fn mixes(name: &str, mixes: &Bound<'_, PyMapping>) -> PyResult<Vec<String>> {
    let text = |pair: Bound<'_, PyAny>| {
        let (kind, shares): (Bound<'_, PyAny>, Bound<'_, PyAny>) = pair.extract()?;
        let Ok(kind) = kind.extract::<String>() else {
            return Err(wrong_type(name, &kind, "the name of a mix is text, such as \"level\""));
        };
        let targets = match (shares.cast::<PyMapping>(), shares.extract::<String>()) {
            (Ok(shares), _) => shares_text(name, shares)?,
            (Err(_), Ok(text)) => text,
            (Err(_), Err(_)) => {
                return Err(wrong_type(
                    name,
                    &shares,
                    "a mix is a dict of shares, or text such as \"easy:0.5,hard:0.5\"",
                ));
            }
        };
        Ok(format!("{kind}={targets}"))
    };
    mixes.items()?.iter().map(text).collect()
}

/// Returns shares as text, such as `30:0.5,26:0.5`.
///
/// # Errors
/// `TypeError` for targets that are neither text, numbers nor ranges, and for shares that are no numbers.
fn shares_text(name: &str, shares: &Bound<'_, PyMapping>) -> PyResult<String> {
    let mut parts = Vec::new();
    for pair in shares.items()?.iter() {
        let (target, share): (Bound<'_, PyAny>, Bound<'_, PyAny>) = pair.extract()?;
        let target = range_text(name, &target)?.map_or_else(|| text(name, &target), Ok)?;
        parts.push(format!("{target}:{}", share_text(name, &share)?));
    }
    Ok(parts.join(","))
}

/// Writes a share with as many decimals as it may have: 0.1 + 0.2 is 0.3.
fn share_text(name: &str, share: &Bound<'_, PyAny>) -> PyResult<String> {
    // A share that is no share is refused with the whole dict.
    if index(share).is_some()
        && let Some(number) = number_text(share)?
    {
        return Ok(number);
    }
    if let Ok(text) = share.cast::<PyString>() {
        return Ok(text.to_str()?.to_owned());
    }
    if !is_real(share)? {
        return Err(wrong_type(name, share, "a share is a number above 0"));
    }
    let share: f64 = share.extract()?;
    if share.is_finite() && share.abs() < 1e12 {
        let decimals = format!("{share:.DECIMALS$}");
        return Ok(decimals.trim_end_matches('0').trim_end_matches('.').to_owned());
    }
    Ok(share.to_string())
}

/// Returns a range as text, both ends included: that of a `range`, or of a tuple of two numbers.
fn range_text(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    if let Ok(range) = value.cast::<PyRange>() {
        return match (range.start(), range.stop(), range.step()) {
            (Ok(start), Ok(stop), Ok(1)) if start < stop => Ok(Some(format!("{start}..{}", stop - 1))),
            _ => Err(refused(name, value, "give a range with step 1 that is not empty")),
        };
    }
    let Ok(ends) = value.cast::<PyTuple>() else { return Ok(None) };
    if ends.len() != 2 {
        return Ok(None);
    }
    let numbers = (number_text(&ends.get_item(0)?)?, number_text(&ends.get_item(1)?)?);
    Ok(if let (Some(least), Some(most)) = numbers { Some(format!("{least}..{most}")) } else { None })
}

/// Returns a number as text; `None` for another value.
fn number_text(value: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    if let Some(number) = index(value) {
        // Python refuses to write numbers of thousands of digits.
        return Ok(Some(number.str().and_then(|text| text.extract()).unwrap_or_else(|_| shown(&number))));
    }
    if let Ok(float) = value.cast::<PyFloat>() {
        return Ok(Some(format!("{:?}", float.value())));
    }
    if is_real(value)? { value.str()?.extract().map(Some) } else { Ok(None) }
}

/// Returns true for a number of a type that counts as real, such as a float of NumPy.
fn is_real(value: &Bound<'_, PyAny>) -> PyResult<bool> {
    value.is_instance(&value.py().import("numbers")?.getattr("Real")?)
}

/// Returns a text, a number or a path as text.
fn text(name: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(text.to_str()?.to_owned());
    }
    let is_flag = value.is_instance_of::<PyBool>();
    if let Some(number) = number_text(value)?.filter(|_| !is_flag) {
        return Ok(number);
    }
    if value.hasattr("__fspath__")? {
        let path: PathBuf = value.extract()?;
        let problem = "the path must be text";
        let text = path.into_os_string().into_string();
        return text.map_err(|_| PyTypeError::new_err(format!("{name} is {}: {problem}", shown(value))));
    }
    Err(wrong_type(name, value, "give text, a number, a range, a path, a list or a dict of shares"))
}

/// Bytes of memory for sorting, about, as by default in the program.
pub(crate) const MEMORY: u64 = 1 << 30;

/// Returns the one of `all` that has this name.
pub(crate) fn by_name<T: Copy>(
    option: &str,
    text: &str,
    all: &[T],
    name: fn(T) -> &'static str,
) -> PyResult<T> {
    let found = all.iter().copied().find(|&one| name(one).eq_ignore_ascii_case(text));
    found.ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|&one| name(one)).collect();
        OptionError::new_err(format!("{option} is {text:?}: give one of {}", names.join(", ")))
    })
}

/// Returns the names of a list, or of a text with commas.
pub(crate) fn names(value: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    if value.is_instance_of::<PyString>() {
        return Ok(value.extract::<String>()?.split(',').map(|name| name.trim().to_owned()).collect());
    }
    Ok(value.extract::<Items<String>>()?.0)
}

/// Returns the treatment of a folder that is there already.
///
/// # Errors
/// `ValueError` if both are asked for.
pub(crate) fn existing(overwrite: bool, resume: bool) -> PyResult<IfExists> {
    match (resume, overwrite) {
        (true, true) => Err(OptionError::new_err("resume and overwrite cannot go together")),
        (true, false) => Ok(IfExists::Resume),
        (false, true) => Ok(IfExists::Overwrite),
        (false, false) => Ok(IfExists::Refuse),
    }
}

/// Takes shares by name: a dict, or text.
pub(crate) fn shares(name: &str, into: &Bound<'_, PyAny>) -> PyResult<Shares> {
    let text = match (into.cast::<PyMapping>(), into.extract::<String>()) {
        (Ok(shares), _) => shares_text(name, shares)?,
        (_, Ok(text)) => text,
        _ => {
            return Err(wrong_type(
                name,
                into,
                "give a dict of shares, or text such as \"train:0.9,test:0.1\"",
            ));
        }
    };
    text.parse().map_err(|problem: String| refused(name, into, &problem))
}

/// Splits of rows that are made.
#[derive(Debug)]
pub(crate) struct BySplit {
    into: Shares,
    by: Equivalence,
}

impl BySplit {
    /// Takes the arguments `split` and `by`; `None` for rows that stay together.
    ///
    /// # Errors
    /// `ValueError` for values that are not allowed, and for `by` without `split`.
    pub(crate) fn of(split: Option<&Bound<'_, PyAny>>, by: Option<&str>) -> PyResult<Option<Self>> {
        let Some(split) = split else {
            return match by {
                Some(_) => Err(OptionError::new_err("by says which rows stay in one split: give split, too")),
                None => Ok(None),
            };
        };
        let by = by_name("by", by.unwrap_or("puzzle"), &Equivalence::ALL, Equivalence::name)?;
        Ok(Some(Self { into: shares("split", split)?, by }))
    }

    /// Returns the job that splits the rows of `made`.
    pub(crate) fn job(self, made: &Job, license: Option<String>, threads: usize) -> SplitJob {
        SplitJob {
            by: self.by,
            into: self.into,
            seed: made.seed.clone(),
            stratify: None,
            format: made.format,
            shard_rows: made.shard_rows,
            license,
            invalid: Invalid::Stop,
            memory: MEMORY,
            threads,
        }
    }
}
