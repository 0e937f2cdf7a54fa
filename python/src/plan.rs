//! `CorpusPlan`: a corpus whose rows and files are made by many processes; `CorpusWriter`: the process that puts the files together.

use crate::{
    arguments::{Items, existing, number, whole},
    background::{self, Bar},
    capsules,
    errors::{InputError, OptionError, exception},
    options,
    rows::{Order, schema_of},
    stream::Stream,
    table::{Table, joined},
};
use gridmill::{
    corpus::{DistributedCorpus, Job, Shard, Workers, write_shard},
    generate::Tasks,
    tables::Error,
};
use pyo3::{
    exceptions::{PyIndexError, PyRuntimeError, PyValueError},
    prelude::*,
    types::{PyCapsule, PyDict, PyType},
};
use std::{
    path::PathBuf,
    sync::{Mutex, PoisonError},
};

/// Rows of a batch of a table, which is joined at the end.
const BATCH_ROWS: u64 = 8192;

/// A corpus that many processes make: the rows of `generate` and the files of `gridmill generate`, in pieces that need nothing of each
/// other.
///
/// Takes the options of `generate`, which `help(gridmill.generate)` lists, and leaves times out, so that a piece that is made again is the same. A plan can be pickled. With `from_`
/// and `exclude`, the files must be there under the same names wherever the plan is unpickled.
///
/// >>> import gridmill, pickle
/// >>> plan = gridmill.CorpusPlan(250, seed=42, shard_rows=100)
/// >>> plan.shards, plan.rows(2)
/// (3, (200, 250))
/// >>> there = pickle.loads(pickle.dumps(plan))
/// >>> there.table(200, 250)["puzzle"][0] == gridmill.generate(250, seed=42)[200].puzzle
/// True
/// >>> [len(batch) for batch in there.batches(0, 250, 100)]
/// [100, 100, 50]
#[pyclass(module = "gridmill", frozen)]
#[derive(Debug)]
pub(crate) struct CorpusPlan {
    job: Job,
    /// The options, kept only where a plan needs files that its description does not hold.
    options: Option<Py<PyDict>>,
}

impl CorpusPlan {
    fn take(job: Job, options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        if job.timings {
            return Err(OptionError::new_err(
                "a plan has no times: its rows are the same each time they are made",
            ));
        }
        job.validate().map_err(exception)?;
        // A plan that its count cannot meet is refused now, not by a worker.
        Tasks::new(&job.plan, job.seed.clone(), Some(job.whole()))
            .map_err(|error| exception(error.into()))?;
        let options = options::of_files(&job, options);
        Ok(Self { job, options })
    }

    fn order(&self, (start, stop): (u64, u64), batch_rows: u64, threads: usize) -> PyResult<Order> {
        let rows = self.job.rows();
        if start > stop || stop > rows.end || start < rows.start {
            let has = match rows.start {
                0 => rows.end.to_string(),
                first => format!("rows {first} to {}", rows.end),
            };
            let problem = format!("there are no rows {start} to {stop}; the corpus has {has}");
            return Err(PyIndexError::new_err(problem));
        }
        if batch_rows == 0 {
            return Err(OptionError::new_err("batch_rows is 0; give 1 or more"));
        }
        let job = self.job.clone();
        Ok(Order { job, endless: false, rows: start..stop, batch_rows, stride: batch_rows, threads })
    }
}

#[pymethods]
impl CorpusPlan {
    #[new]
    #[pyo3(signature = (count, *, seed=None, **options))]
    fn new(
        count: &Bound<'_, PyAny>,
        seed: Option<&Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let (job, _) = options::job(Some(whole("count", count)?), seed, options)?;
        Self::take(job, options)
    }

    /// Returns the plan with this description, which `json` has. `options` are those of a plan with a file of grids.
    #[staticmethod]
    #[pyo3(signature = (json, options=None))]
    fn from_json(json: &str, options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        Self::take(options::restored(json, options)?, options)
    }

    /// The plan as JSON: what decides each byte of the corpus.
    #[getter]
    fn json(&self) -> PyResult<String> {
        options::described(&self.job)
    }

    /// The master seed, as text.
    #[getter]
    fn seed(&self) -> String {
        self.job.seed.to_string()
    }

    /// Number of files of the corpus.
    #[getter]
    const fn shards(&self) -> u64 {
        self.job.shards()
    }

    /// Names of the columns, in order.
    #[getter]
    fn column_names(&self) -> Vec<String> {
        schema_of(&self.job, self.job.count).fields().iter().map(|field| field.name().clone()).collect()
    }

    /// The command of the program that writes this corpus to the folder `corpus`.
    #[getter]
    fn command(&self) -> String {
        self.job.command("corpus", None)
    }

    fn __len__(&self) -> PyResult<usize> {
        let rows = isize::try_from(self.job.count).ok().and_then(|rows| usize::try_from(rows).ok());
        rows.ok_or_else(|| PyValueError::new_err("the corpus has more rows than len() can say"))
    }

    fn __repr__(&self) -> String {
        format!("<gridmill.CorpusPlan of {} puzzles: {}>", self.job.count, self.command())
    }

    /// Returns the index of the first row of a shard, and the index after the last.
    fn rows(&self, #[pyo3(from_py_with = number::shard)] shard: u64) -> PyResult<(u64, u64)> {
        if shard >= self.job.shards() {
            let problem = format!("there is no shard {shard}; there are {}", self.job.shards());
            return Err(PyIndexError::new_err(problem));
        }
        let rows = self.job.rows_of(shard);
        Ok((rows.start, rows.end))
    }

    /// Makes the rows from index `start` to before `stop`, on `threads`, 0 for one a core.
    #[pyo3(signature = (start, stop, *, threads=1))]
    fn table(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = number::start)] start: u64,
        #[pyo3(from_py_with = number::stop)] stop: u64,
        #[pyo3(from_py_with = number::threads)] threads: usize,
    ) -> PyResult<Table> {
        let order = self.order((start, stop), BATCH_ROWS, threads)?;
        let batches = background::run(py, Bar::none(), move |events| order.made(events))?;
        Ok(Table::new(joined(&batches)?))
    }

    /// Returns the rows from index `start` to before `stop` in tables of `batch_rows` rows, made while they are taken, in bounded memory.
    #[pyo3(signature = (start, stop, batch_rows=8192, *, threads=1))]
    fn batches(
        &self,
        #[pyo3(from_py_with = number::start)] start: u64,
        #[pyo3(from_py_with = number::stop)] stop: u64,
        #[pyo3(from_py_with = number::batch_rows)] batch_rows: u64,
        #[pyo3(from_py_with = number::threads)] threads: usize,
    ) -> PyResult<Stream> {
        Ok(Stream::new(self.order((start, stop), batch_rows, threads)?))
    }

    /// Returns a capsule with the Arrow schema of the rows.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        capsules::schema(py, &schema_of(&self.job, self.job.count))
    }

    /// Begins to write the corpus to a folder. The process that calls this puts the files together; others write them.
    ///
    /// `resume` goes on with the folder of a writer or of a command that was interrupted, `overwrite` replaces a corpus that is there, and
    /// `license` is the one that the card states.
    ///
    /// >>> import gridmill, os, tempfile
    /// >>> plan, folder = gridmill.CorpusPlan(250, seed=42, shard_rows=100), tempfile.mkdtemp()
    /// >>> with plan.begin(folder) as writer:
    /// ...     for shard in writer.missing:
    /// ...         writer.enter([plan.write_shard(shard, folder, writer.run)])
    /// ...     writer.finish()
    /// >>> sorted(os.listdir(folder))
    /// ['README.md', 'croissant.json', 'data', 'manifest.json']
    #[pyo3(signature = (folder, *, overwrite=false, resume=false, license=None))]
    fn begin(
        &self,
        py: Python<'_>,
        folder: PathBuf,
        overwrite: bool,
        resume: bool,
        license: Option<String>,
    ) -> PyResult<CorpusWriter> {
        let existing = existing(overwrite, resume)?;
        let job = self.job.clone();
        let begin = move |_: &_| DistributedCorpus::begin(job, &folder, existing, license);
        let corpus = background::run(py, Bar::none(), begin)?;
        Ok(CorpusWriter { run: corpus.run().to_owned(), corpus: Mutex::new(Some(corpus)) })
    }

    /// Writes a shard to the folder of a writer, from any process that sees it, and returns the entry for `CorpusWriter.enter`.
    ///
    /// `run` is that of the writer. A shard that is written twice is the same file.
    #[pyo3(signature = (shard, folder, run, *, threads=1))]
    fn write_shard(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = number::shard)] shard: u64,
        folder: PathBuf,
        run: String,
        #[pyo3(from_py_with = number::threads)] threads: usize,
    ) -> PyResult<String> {
        let job = self.job.clone();
        let entry = background::run(py, Bar::none(), move |events| {
            let workers = Workers::new(job.plan.clone(), job.seed.clone(), job.whole(), threads)?;
            write_shard(&job, shard, (&folder, &run), &workers, &events.stop)
        })?;
        serde_json::to_string(&entry).map_err(|error| PyRuntimeError::new_err(error.to_string()))
    }

    /// Returns the pickled form: the description, and the options of a plan with a file of grids.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyType>,))> {
        let caller = py.import("operator")?.getattr("methodcaller")?;
        let options = self.options.as_ref().map(|options| options.bind(py).clone());
        Ok((caller.call1(("from_json", self.json()?, options))?, (py.get_type::<Self>(),)))
    }
}

/// The process that puts the files of a corpus together. It keeps other runs out of the folder until `finish` or `close`.
#[pyclass(module = "gridmill", frozen)]
#[derive(Debug)]
pub(crate) struct CorpusWriter {
    run: String,
    corpus: Mutex<Option<DistributedCorpus>>,
}

impl CorpusWriter {
    /// Does something with the open folder, without the GIL.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut DistributedCorpus) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        let over = || PyValueError::new_err("the writer is closed");
        py.detach(|| {
            let mut corpus = self.corpus.lock().unwrap_or_else(PoisonError::into_inner);
            corpus.as_mut().map(work)
        })
        .ok_or_else(over)?
        .map_err(exception)
    }

    fn take(&self) -> Option<DistributedCorpus> {
        self.corpus.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

#[pymethods]
impl CorpusWriter {
    /// Name of the run, for `CorpusPlan.write_shard`.
    #[getter]
    fn run(&self) -> &str {
        &self.run
    }

    /// Numbers of the shards that are not entered yet.
    #[getter]
    fn missing(&self, py: Python<'_>) -> PyResult<Vec<u64>> {
        self.with(py, |corpus| Ok(corpus.missing()))
    }

    /// Enters shards that `CorpusPlan.write_shard` has written. What is entered, a run that goes on keeps.
    fn enter(&self, py: Python<'_>, entries: Items<String>) -> PyResult<()> {
        let shard = |entry: &String| serde_json::from_str::<Shard>(entry);
        let shards: Result<Vec<Shard>, _> = entries.0.iter().map(shard).collect();
        let shards = shards.map_err(|error| InputError::new_err(format!("no entry of a shard: {error}")))?;
        self.with(py, |corpus| corpus.enter(shards))
    }

    /// Checks that each shard is there, and writes the manifest, the card and the description. Closes the writer.
    fn finish(&self, py: Python<'_>) -> PyResult<()> {
        let corpus = self.take();
        background::run(py, Bar::none(), move |_| match corpus {
            Some(corpus) => corpus.finish(),
            None => Err(Error::option("the writer is closed")),
        })
    }

    /// Leaves the folder as it is, for a run that goes on with it. Shards of this run that are still written fail.
    fn close(&self) {
        drop(self.take());
    }

    fn __enter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    #[pyo3(signature = (*_error))]
    fn __exit__(&self, _error: &Bound<'_, pyo3::types::PyTuple>) {
        self.close();
    }

    fn __repr__(&self) -> String {
        format!("<gridmill.CorpusWriter {}>", self.run)
    }
}
