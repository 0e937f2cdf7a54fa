//! `augment`: random images of rows.

use crate::{
    arguments::{Items, by_name, number},
    background::{self, Bar},
    classes::master_seed,
    data::{Choice, Data, Source},
    errors::{OptionError, exception},
    ratings::Rulebooks,
    table::Table,
};
use gridmill::{
    corpus::{AugmentJob, RateJob},
    generate::{TransformGroup, TransformKind},
    tables::read::Invalid,
};
use pyo3::{prelude::*, types::PyString};

/// Makes random images of puzzles: the same puzzles with digits relabelled, rows and columns permuted, transposed.
///
/// Each of the `times` images of a row is uniform over all transforms that keep the shape, or over those that `only` generates, such as
/// `["digits", "rows"]`. It is a function of the seed, the number of the row and of the image. `keep_original` puts each row before its images;
/// `rate` rates them by a rulebook. Columns that all images share are kept, solutions are transformed, others are left out.
///
/// Takes what `dedup` takes. Returns a `Table` with `puzzle`, `solution` if there was one, the kept columns, `source_index` (the row, from 0)
/// and `transform` (its text form).
///
/// >>> import gridmill
/// >>> images = gridmill.augment(gridmill.generate(10, seed=42), times=3, seed=1)
/// >>> len(images), images["source_index"].to_list()[:4]
/// (30, [0, 0, 0, 1])
/// >>> bool((gridmill.solve(images.puzzles) == images.solutions).all())
/// True
#[pyfunction]
#[pyo3(
    signature = (data, times=1, *, seed=None, only=None, keep_original=false, rulebook=None, column=None, r#box=None, split=None, invalid="stop", threads=0, progress=None),
    text_signature = "(data, times=1, *, seed=0, only=None, keep_original=False, rulebook=None, column=None, box=None, split=None, invalid='stop', threads=0, progress=None)"
)]
#[expect(clippy::too_many_arguments, reason = "options by name in Python")]
pub(crate) fn augment(
    data: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = number::times)] times: u64,
    seed: Option<&Bound<'_, PyAny>>,
    only: Option<&Bound<'_, PyAny>>,
    keep_original: bool,
    rulebook: Option<Rulebooks>,
    column: Option<String>,
    r#box: Option<String>,
    split: Option<String>,
    invalid: &str,
    #[pyo3(from_py_with = number::threads)] threads: usize,
    progress: Option<bool>,
) -> PyResult<Table> {
    let invalid = by_name("invalid", invalid, &Invalid::ALL, Invalid::name)?;
    let (py, seed, kinds) = (data.py(), master_seed(seed)?, kinds(only)?);
    let rulebooks = rulebook.as_ref().map(Rulebooks::read).transpose()?;
    let data = Data::take(data, &Choice { shape: r#box, split, ..Choice::of_pair(column.as_deref()) })?;
    let shape = data.shape();
    let rate = rulebooks.map(|rulebooks| RateJob::new(shape, rulebooks, threads));
    let group = if kinds.is_empty() {
        TransformGroup::full(shape)
    } else {
        TransformGroup::generated_by(shape, &kinds).map_err(|error| exception(error.into()))?
    };
    let job = AugmentJob { times, keep_original, group, seed, rate, invalid, threads };
    let images = data.rows().map(|rows| rows.saturating_mul(times + u64::from(keep_original)));
    let batches = background::run(py, Bar::new("augment", images, progress), move |events| {
        let mut augmented = match &data.source {
            Source::Table(table) => job.open_in_memory(table, data.columns())?,
            Source::Files(files) => job.open(files.clone(), data.columns())?,
        };
        Ok(job.run_in_memory(&mut augmented, &events.stop, &events.counters.rows)?.1)
    })?;
    Table::of_batches(&batches, shape)
}

/// Returns kinds of transforms by their names: a list, or a text with commas.
fn kinds(only: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<TransformKind>> {
    let Items(names): Items<String> = match only {
        None => Items(Vec::new()),
        Some(text) if text.is_instance_of::<PyString>() => {
            Items(text.extract::<String>()?.split(',').map(str::to_owned).collect())
        }
        Some(list) => list.extract()?,
    };
    let kind = |name: &String| {
        let found = TransformKind::ALL.into_iter().find(|kind| kind.name().eq_ignore_ascii_case(name.trim()));
        found.ok_or_else(|| {
            let all: Vec<&str> = TransformKind::ALL.into_iter().map(TransformKind::name).collect();
            OptionError::new_err(format!("only={name:?}: give some of {}", all.join(", ")))
        })
    };
    names.iter().map(kind).collect()
}
