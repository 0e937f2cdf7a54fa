//! `generate`: a corpus, or its rows in splits. `split`: rows that are there in splits that share no class, in memory or as a folder.

use crate::{
    arguments::{BySplit, MEMORY, by_name, existing, number, shares, whole, whole_or_none},
    background::{self, Bar},
    classes::master_seed,
    corpus::Corpus,
    data::{Choice, Data, Source},
    errors::{OptionError, exception, warn_few_classes},
    options,
    values::json,
};
use gridmill::{
    cli::bindings::refuse_inputs_in,
    corpus::{Equivalence, IfExists, Job, SplitJob, Stratum},
    generate::Tasks,
    tables::{read::Invalid, write::Format},
};
use pyo3::{IntoPyObjectExt, prelude::*, types::PyDict};
use std::path::PathBuf;

/// Makes a corpus of `count` puzzles from one seed: the same rows as `gridmill generate --count COUNT --seed SEED`.
///
/// `seed` is an int, a text or 32 bytes; without one, a random seed is taken. Every option of the command that is about puzzles has its
/// name here, with `_` for `-`, and `from_` for `from`. A range is `range(22, 27)`, `(22, 26)` or `"22..26"`, which are all 22 to 26. A
/// mix is a dict, `{"givens": {30: 0.2, 26: 0.8}}`, or a text, `"givens=30:0.2,26:0.8"`. An option that is None counts as not given. The default
/// `no_timings=True` leaves out the columns of times in nanoseconds, so that equal options give equal rows.
///
/// `progress=True` shows progress while rows are made for `puzzles`, `solutions` or `save`, if that takes longer than half a second; by
/// default, in terminals and notebooks.
///
/// Returns a `Corpus`; nothing is made yet. With `split={"train": 0.9, "test": 0.1}`, makes the rows and returns a dict with a `Table` for
/// each split, as `gridmill generate --split` writes them: rows that are the same by `by` (`"row"`, `"puzzle"`, `"expansion"` or `"grid"`, as for `dedup`)
/// are in one split.
///
/// Options:
///
#[doc = include_str!("options.txt")]
///
/// Examples:
///
/// >>> import gridmill
/// >>> corpus = gridmill.generate(100, seed=42, givens=30, symmetry="rot180")
/// >>> len(corpus)
/// 100
/// >>> corpus[-1].givens
/// 30
/// >>> corpus = gridmill.generate(100, seed=42, mix={"givens": {26: 0.5, (28, 30): 0.5}}, er=(1.0, 4.0))
/// >>> max(corpus.table()["er"].to_list())
/// 3.4
/// >>> splits = gridmill.generate(100, seed=42, split={"train": 0.9, "test": 0.1}, by="grid")
/// >>> {name: len(rows) for name, rows in splits.items()}
/// {'train': 90, 'test': 10}
/// >>> gridmill.generate(100, seed=42, givens=90)
/// Traceback (most recent call last):
///     ...
/// gridmill.OptionError: givens 90 cannot be met: a 3x3 puzzle has from 17 to 81
#[expect(clippy::doc_lazy_continuation, reason = "examples of Python, no quotes of Markdown")]
#[pyfunction]
#[pyo3(
    signature = (count, *, seed=None, split=None, by=None, progress=None, **options),
    text_signature = "(count, *, seed=None, split=None, by='puzzle', progress=None, **options)"
)]
pub(crate) fn generate(
    count: &Bound<'_, PyAny>,
    seed: Option<&Bound<'_, PyAny>>,
    split: Option<&Bound<'_, PyAny>>,
    by: Option<&str>,
    progress: Option<bool>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Py<PyAny>> {
    let py = count.py();
    let by_split = BySplit::of(split, by)?;
    let (job, threads) = options::job(Some(whole("count", count)?), seed, options)?;
    // A plan that its count cannot meet is refused now, not with the first row.
    Tasks::new(&job.plan, job.seed.clone(), Some(job.whole())).map_err(|error| exception(error.into()))?;
    warn_few_classes(py, job.plan.shape, job.count)?;
    let by_split = by_split.map(|by_split| by_split.job(&job, None, threads));
    let corpus = Corpus::new(job, threads, progress);
    match by_split {
        Some(job) => split_in_memory(Bound::new(py, corpus)?.as_any(), job, progress),
        None => corpus.into_py_any(py),
    }
}

/// Splits by default.
const SHARES: &str = "train:0.9,validation:0.05,test:0.05";

/// Splits data, and returns a dict of the splits, each in the form of the data.
fn split_in_memory(data: &Bound<'_, PyAny>, job: SplitJob, progress: Option<bool>) -> PyResult<Py<PyAny>> {
    let data_of_all = Data::take(data, &Choice::default())?;
    Ok(in_memory(data.py(), data_of_all, None, job, progress)?.0.into_any())
}

/// Splits data in memory; returns the splits, and what the plan counted as JSON.
fn in_memory(
    py: Python<'_>,
    data: Data,
    exclude: Option<Data>,
    job: SplitJob,
    progress: Option<bool>,
) -> PyResult<(Py<PyDict>, String)> {
    let (form, shape, bar) = (data.form.clone(), data.shape(), Bar::new("split", data.rows(), progress));
    let into = job.into.clone();
    let (plan, splits) = background::run(py, bar, move |events| {
        let exclude = exclude.map(|exclude| exclude.inputs(data.shape())).transpose()?;
        job.run_in_memory(&data.inputs(data.shape())?, exclude.as_ref(), events)
    })?;
    warn_few_classes(py, shape, plan.rows)?;
    let named = PyDict::new(py);
    for (name, batches) in into.names().zip(&splits) {
        named.set_item(name, form.give(py, batches, shape)?)?;
    }
    Ok((named.unbind(), serde_json::json!(plan).to_string()))
}

/// Splits data into a folder; returns what the plan counted as JSON.
fn in_folder(
    py: Python<'_>,
    data: Data,
    exclude: Option<Data>,
    job: SplitJob,
    (out, existing): (PathBuf, IfExists),
    progress: Option<bool>,
) -> PyResult<String> {
    if let Source::Table(_) = data.source {
        let problem = "out is for rows of files: give a pathlib.Path as data; Corpus.save(folder, split=...) writes the splits of a corpus";
        return Err(OptionError::new_err(problem));
    }
    if existing == IfExists::Overwrite {
        let read =
            [Some(&data), exclude.as_ref()].into_iter().flatten().filter_map(|data| match &data.source {
                Source::Files(files) => Some(files.paths()),
                Source::Table(_) => None,
            });
        refuse_inputs_in(&out, read.flatten().map(PathBuf::as_path)).map_err(exception)?;
    }
    let (shape, bar) = (data.shape(), Bar::new("split", data.rows(), progress));
    let manifest = background::run(py, bar, move |events| {
        let exclude = exclude.map(|exclude| exclude.inputs(data.shape())).transpose()?;
        job.run(&data.inputs(data.shape())?, exclude.as_ref(), &out, existing, events)
    })?;
    if let Some(plan) = &manifest.plan {
        warn_few_classes(py, shape, plan.rows)?;
    }
    Ok(serde_json::json!(manifest.plan).to_string())
}

/// Splits rows so that no class is in two splits.
///
/// `into` gives the splits and their shares of the rows: `{"train": 0.9, "test": 0.1}` or `"train:0.9,test:0.1"`. Rows of one class by `by`
/// (as for `dedup`) stay together, so sizes are exact up to one class. The same row goes to the same split for a seed, whatever the order of the
/// rows. `stratify` is `"level"`, `"er"`, `"givens"`, `"guesses"`, `"score"`, `"trial_depth"`, `"b"` or `"backdoor_size"`: each split gets the same
/// shares of its values; guesses and scores are classes by their whole part, from 10 on by their first digit. Rows that are the same as one of `exclude`, such as a benchmark, are left out.
///
/// Takes what `dedup` takes. Returns a dict of the splits, each in the form of the data; with `return_counts=True`, also a dict with the
/// numbers of rows and classes. That no class is in two splits is checked before the function returns.
///
/// `out="folder"` writes the folder of `gridmill split` with its card, byte for byte, and returns the dict of numbers alone. It is for rows of
/// files, which need no memory then; `Corpus.save` with `split` writes the splits of a corpus. `format`, `shard_rows` and `license` are those of the folder; `overwrite` replaces it, `resume` goes on with it.
///
/// >>> import gridmill
/// >>> corpus = gridmill.generate(1000, seed=42)
/// >>> splits = gridmill.split(corpus, {"train": 0.9, "test": 0.1}, seed=1)
/// >>> [len(rows) for rows in splits.values()]
/// [900, 100]
/// >>> gridmill.overlap(**splits)["pairs"][1]["classes"]
/// 0
/// >>> import os, pathlib, tempfile
/// >>> folder = pathlib.Path(tempfile.mkdtemp())
/// >>> corpus.save(folder / "corpus")
/// >>> gridmill.split(folder / "corpus", {"train": 0.9, "test": 0.1}, seed=1, out=folder / "splits")["splits"][1]["rows"]
/// 100
/// >>> sorted(os.listdir(folder / "splits"))
/// ['README.md', 'croissant.json', 'data', 'manifest.json']
#[pyfunction]
#[pyo3(
    signature = (data, into=None, *, by="puzzle", seed=None, stratify=None, exclude=None, return_counts=false, out=None, format=None, shard_rows=None, license=None, overwrite=false, resume=false, column=None, r#box=None, split=None, invalid="stop", threads=0, progress=None),
    text_signature = "(data, into='train:0.9,validation:0.05,test:0.05', *, by='puzzle', seed=0, stratify=None, exclude=None, return_counts=False, out=None, format=None, shard_rows=None, license=None, overwrite=False, resume=False, column=None, box=None, split=None, invalid='stop', threads=0, progress=None)"
)]
#[expect(clippy::too_many_arguments, reason = "options by name in Python")]
pub(crate) fn split(
    data: &Bound<'_, PyAny>,
    into: Option<&Bound<'_, PyAny>>,
    by: &str,
    seed: Option<&Bound<'_, PyAny>>,
    stratify: Option<&str>,
    exclude: Option<&Bound<'_, PyAny>>,
    return_counts: bool,
    out: Option<PathBuf>,
    format: Option<&str>,
    shard_rows: Option<&Bound<'_, PyAny>>,
    license: Option<String>,
    overwrite: bool,
    resume: bool,
    column: Option<String>,
    r#box: Option<String>,
    split: Option<String>,
    invalid: &str,
    #[pyo3(from_py_with = number::threads)] threads: usize,
    progress: Option<bool>,
) -> PyResult<Py<PyAny>> {
    let py = data.py();
    let into = match into {
        Some(into) => shares("into", into)?,
        None => SHARES.parse().map_err(OptionError::new_err)?,
    };
    let stratify =
        stratify.map(|stratify| by_name("stratify", stratify, &Stratum::ALL, Stratum::name)).transpose()?;
    let format_of = |name| by_name("format", name, &Format::ALL, Format::name);
    let job = SplitJob {
        by: by_name("by", by, &Equivalence::ALL, Equivalence::name)?,
        into,
        seed: master_seed(seed)?,
        stratify,
        format: format.map_or_else(|| Ok(Format::default()), format_of)?,
        shard_rows: whole_or_none("shard_rows", shard_rows)?.unwrap_or(Job::SHARD_ROWS),
        license: license.clone(),
        invalid: by_name("invalid", invalid, &Invalid::ALL, Invalid::name)?,
        memory: MEMORY,
        threads,
    };
    let of_folders = format.is_some() || shard_rows.is_some() || license.is_some() || overwrite || resume;
    if out.is_none() && of_folders {
        let problem = "format, shard_rows, license, overwrite and resume are for a folder: give out, too";
        return Err(OptionError::new_err(problem));
    }
    let existing = existing(overwrite, resume)?;
    let choice = Choice { column, shape: r#box, split, ..Choice::default() };
    let data = Data::take(data, &choice)?;
    let exclude = exclude.map(|exclude| Data::take_like(&data, exclude, &choice)).transpose()?;
    if let Some(out) = out {
        return json(py, &in_folder(py, data, exclude, job, (out, existing), progress)?);
    }
    let (splits, counts) = in_memory(py, data, exclude, job, progress)?;
    if return_counts { (splits, json(py, &counts)?).into_py_any(py) } else { Ok(splits.into_any()) }
}
