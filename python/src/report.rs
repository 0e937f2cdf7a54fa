//! `report`: the page about one corpus or several.

use crate::{
    arguments::number,
    background::{self, Bar},
    corpus::Corpus,
    data::{Choice, Data, Source},
    errors::{InputError, OptionError, exception},
    input::chosen,
    values::json,
};
use arrow_array::RecordBatch;
use gridmill::{
    board::Shape,
    corpus::{CorpusReader, Provenance, RunHooks, Sources},
    report::{
        Form, Origin, Report as Metrics, Summary, SummaryCollector, SummaryOptions, VerifyScope, summarise,
    },
    tables::{
        Error,
        facts::Facts,
        files::Draft,
        read::{GridColumns, MemoryTable},
        threads::thread_pool,
    },
};
use pyo3::{
    prelude::*,
    types::{PyDict, PyTuple},
};
use rayon::prelude::*;
use std::{path::PathBuf, sync::atomic::Ordering::Relaxed};

/// A report about one corpus or several.
///
/// A notebook shows the page; `print(r)` its tables. `r.html`, `r.markdown`, `r.csv` and `r.json` are texts, `r.data` is a dict of every figure.
#[pyclass(module = "gridmill", frozen)]
#[derive(Debug)]
pub(crate) struct Report {
    /// Names of the corpora.
    titles: Vec<String>,
    metrics: Metrics,
}

/// Corpus to sum up.
struct Named<'py> {
    name: String,
    rows: Rows<'py>,
}

enum Rows<'py> {
    /// Rows that are made and forgotten.
    Made(Bound<'py, Corpus>),
    Given(Box<Data>),
}

/// Makes the report about a corpus, or compares several.
///
/// Takes what `dedup` takes; named ones are called by their names: `report(train=..., test=...)`. Rows of a `Corpus` are made for it and not
/// kept. `split` is that to read of files that are of several. `check` puzzles are solved again and looked at one by one: a number, or `"all"`.
///
/// >>> import gridmill
/// >>> report = gridmill.report(gridmill.generate(100, seed=42, rulebook="se"))
/// >>> report.data["corpora"][0]["rows"]
/// 100
/// >>> "<!DOCTYPE html>" in report.html
/// True
#[pyfunction]
#[pyo3(
    signature = (*data, check=None, column=None, r#box=None, split=None, threads=0, progress=None, **named),
    text_signature = "(*data, check=1000, column=None, box=None, split=None, threads=0, progress=None, **named)"
)]
#[expect(clippy::too_many_arguments, reason = "options by name in Python")]
pub(crate) fn report(
    data: &Bound<'_, PyTuple>,
    check: Option<&Bound<'_, PyAny>>,
    column: Option<String>,
    r#box: Option<String>,
    split: Option<String>,
    #[pyo3(from_py_with = number::threads)] threads: usize,
    progress: Option<bool>,
    named: Option<&Bound<'_, PyDict>>,
) -> PyResult<Report> {
    let (py, scope) = (data.py(), scope(check)?);
    let choice = Choice { shape: r#box, split, ..Choice::of_pair(column.as_deref()) };
    let (mut corpora, is_alone) = (Vec::new(), data.len() == 1);
    for (number, data) in data.iter().enumerate() {
        let name = if is_alone { "data".to_owned() } else { format!("data {}", number + 1) };
        corpora.push(Named::take(name, &data, &choice)?);
    }
    for (name, data) in named.into_iter().flatten() {
        corpora.push(Named::take(name.extract()?, &data, &choice)?);
    }
    if corpora.is_empty() {
        return Err(OptionError::new_err("a report needs data: give a corpus, a table or a path"));
    }
    let several = corpora.len() > 1;
    let mut summed = Vec::new();
    for corpus in corpora {
        let options = move |shape| SummaryOptions { scope, forms: several, ..SummaryOptions::of(shape) };
        summed.push(corpus.sum(py, options, threads, progress)?);
    }
    let titles = summed.iter().map(|(origin, _): &(Origin, Summary)| origin.name.clone()).collect();
    Ok(Report { titles, metrics: Metrics::new("gridmill.report() of the Python package".to_owned(), summed) })
}

/// Parses `check`.
fn scope(check: Option<&Bound<'_, PyAny>>) -> PyResult<VerifyScope> {
    let problem = || OptionError::new_err("check must be \"all\" or a number of puzzles (0 for none)");
    match check {
        None => Ok(VerifyScope::Sample(1000)),
        Some(check) => match check.extract::<String>() {
            Ok(text) if text == "all" => Ok(VerifyScope::All),
            Ok(_) => Err(problem()),
            Err(_) => check.extract().map(VerifyScope::Sample).map_err(|_| problem()),
        },
    }
}

impl<'py> Named<'py> {
    fn take(name: String, data: &Bound<'py, PyAny>, choice: &Choice) -> PyResult<Self> {
        let rows = match data.cast::<Corpus>() {
            Ok(corpus) => {
                let facts = Facts::of_shape(corpus.get().job().plan.shape);
                facts.shape_with(chosen(choice.shape.as_deref())?).map_err(InputError::new_err)?;
                Rows::Made(corpus.clone())
            }
            Err(_) => Rows::Given(Box::new(Data::take(data, choice)?)),
        };
        Ok(Self { name, rows })
    }

    fn sum(
        self,
        py: Python<'_>,
        options: impl Fn(Shape) -> SummaryOptions + Send + 'static,
        threads: usize,
        progress: Option<bool>,
    ) -> PyResult<(Origin, Summary)> {
        let Self { name, rows } = self;
        let data = match rows {
            Rows::Made(corpus) => {
                let corpus = corpus.get();
                let provenance = Provenance::of_job(corpus.job(), gridmill::tables::PROGRAM);
                let options = options(corpus.job().plan.shape);
                let options = options.with_scales(&provenance.facts, std::iter::empty());
                let summary = corpus.sum(py, SummaryCollector::new(options))?;
                return Ok((Origin::of(name, &provenance), summary));
            }
            Rows::Given(data) => data,
        };
        let (bar, columns) = (Bar::new("report", data.rows(), progress), data.columns().clone());
        background::run(py, bar, move |events| {
            let pool = thread_pool(threads)?;
            match &data.source {
                Source::Table(table) => {
                    let options = options(data.shape());
                    let options = options.with_scales(table.facts(), std::iter::once(table.schema()));
                    let collector = SummaryCollector::new(options);
                    sum_table(table, &columns, &pool, &collector, events)?;
                    let provenance = Provenance::of_facts(table.facts().clone());
                    Ok((Origin::of(name, &provenance), collector.finish()))
                }
                Source::Files(files) => {
                    sum_files(name, files, &columns, options(data.shape()), &pool, events)
                }
            }
        })
    }
}

/// Adds the rows of a table.
fn sum_table(
    table: &MemoryTable,
    columns: &GridColumns,
    pool: &rayon::ThreadPool,
    collector: &SummaryCollector,
    events: &RunHooks,
) -> Result<(), Error> {
    let table = table.with_standard_names(columns)?;
    collector.declare(table.schema());
    pool.install(|| {
        table.batches().par_iter().flat_map_iter(pieces).try_for_each(|batch| {
            collector.absorb(&batch);
            events.counters.rows.fetch_add(batch.num_rows() as u64, Relaxed);
            if events.stop.load(Relaxed) { Err(Error::Interrupted) } else { Ok(()) }
        })
    })
}

/// Cuts a batch into pieces for threads.
fn pieces(batch: &RecordBatch) -> Vec<RecordBatch> {
    const ROWS: usize = 4096;
    let piece = |start| batch.slice(start, ROWS.min(batch.num_rows() - start));
    (0..batch.num_rows()).step_by(ROWS).map(piece).collect()
}

/// Adds the rows of files, which are parts of one corpus.
fn sum_files(
    name: String,
    files: &Sources,
    columns: &GridColumns,
    options: SummaryOptions,
    pool: &rayon::ThreadPool,
    events: &RunHooks,
) -> Result<(Origin, Summary), Error> {
    let open = |path: &PathBuf| {
        match CorpusReader::open_with(path, Some(options.shape), columns, &files.split) {
            // Other files of the list are of that split.
            Err(Error::Splits { required: Some(_), .. }) if files.paths().len() > 1 => None,
            opened => Some(opened),
        }
    };
    let sources = files.paths().iter().filter_map(open).collect::<Result<Vec<_>, _>>()?;
    if sources.is_empty() {
        return Err(Error::option("the list of paths is empty"));
    }
    summarise(name, &sources, options, pool, events)
}

#[pymethods]
impl Report {
    /// The page, whole in one file.
    #[getter]
    fn html(&self) -> String {
        self.metrics.render(Form::Html)
    }

    /// Tables for people and for repositories.
    #[getter]
    fn markdown(&self) -> String {
        self.metrics.render(Form::Markdown)
    }

    /// Every figure as JSON.
    #[getter]
    fn json(&self) -> String {
        self.metrics.render(Form::Json)
    }

    /// Every figure, one a line, as CSV.
    #[getter]
    fn csv(&self) -> String {
        self.metrics.render(Form::Csv)
    }

    /// Every figure as a dict.
    #[getter]
    fn data(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        json(py, &self.json())
    }

    /// Checks that failed, a sentence each.
    #[getter]
    fn failed_checks(&self) -> Vec<String> {
        self.metrics.failed_checks()
    }

    /// Writes the report in the form that the ending says: .html, .md, .json or .csv. `overwrite` replaces a file.
    #[pyo3(signature = (path, *, overwrite=false))]
    fn save(&self, py: Python<'_>, path: PathBuf, overwrite: bool) -> PyResult<()> {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        let form = Form::ALL.into_iter().find(|form| ending.as_deref() == Some(form.name()));
        let form = form.ok_or_else(|| {
            let name = path.display();
            InputError::new_err(format!("{name}: the report's name must end in .html, .md, .json or .csv"))
        })?;
        py.detach(|| Draft::open(&path, overwrite)?.keep_with(self.metrics.render(form).as_bytes()))
            .map_err(exception)
    }

    fn __str__(&self) -> String {
        self.markdown()
    }

    fn __repr__(&self) -> String {
        format!("<gridmill.Report of {}>", self.titles.join(", "))
    }

    /// Returns the page in a frame for a notebook.
    fn _repr_html_(&self) -> String {
        let page = self.html().replace('&', "&amp;").replace('"', "&quot;");
        format!("<iframe width=\"100%\" height=\"800\" style=\"border:0\" srcdoc=\"{page}\"></iframe>")
    }
}
