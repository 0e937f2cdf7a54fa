//! `generate`: a corpus, or its rows in splits.

use crate::{
    arguments::whole,
    by_split::BySplit,
    corpus::Corpus,
    errors::{exception, warn_few_classes},
    options,
    splits::split_in_memory,
};
use gridmill::generate::Tasks;
use pyo3::{IntoPyObjectExt, prelude::*, types::PyDict};

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
