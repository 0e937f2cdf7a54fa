//! `Corpus`: it makes its rows when they are asked for.

use crate::{
    arguments::{AnyInt, BySplit, existing},
    background::{self, Bar},
    capsules,
    errors::{OptionError, exception},
    rows::{Order, RowReader, digits, schema_of},
    table::{Table, array_of_grids, place},
    values::{Places, iterate, json},
};
use arrow_array::RecordBatch;
use gridmill::{
    board::Grid,
    cli::bindings::grid_text,
    corpus::{Corpus as CorpusFolder, IfExists, Job, Part, SYSTEM_CLOCK},
    draw::{PuzzlePicture, svg},
    generate::{Generator, Record, Tasks},
    report::{Summary, SummaryCollector},
    tables::{Error, write::arrays::record_batch},
};
use pyo3::{
    IntoPyObjectExt,
    exceptions::PyRuntimeError,
    prelude::*,
    types::{PyCapsule, PyDict, PySlice},
};
use std::{
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

/// Rows of a batch of an Arrow stream.
const BATCH_ROWS: u64 = 8192;

/// A corpus of puzzles: a function of its seed, its count and its options.
///
/// Rows are made when they are asked for. As an Arrow stream (pyarrow.table(c), polars.DataFrame(c), DuckDB), they are made again each
/// time, in bounded memory. `c.puzzles` and `c.solutions` make them once and keep both arrays. `c[123]` makes one, `c[5:10]` a `Table` of
/// some.
#[pyclass(module = "gridmill", frozen)]
#[derive(Debug)]
pub(crate) struct Corpus {
    job: Job,
    threads: usize,
    /// The option `progress`.
    progress: Option<bool>,
    /// Puzzles and solutions, once they are made.
    arrays: Mutex<Option<(Py<PyAny>, Py<PyAny>)>>,
    /// Tasks and generator of the last single row, kept for the next.
    generator: Mutex<Option<(Tasks, Generator)>>,
}

/// Key of a corpus: a slice, or the number of a puzzle.
#[derive(FromPyObject)]
enum Key<'py> {
    #[pyo3(annotation = "slice")]
    Puzzles(Bound<'py, PySlice>),
    #[pyo3(annotation = "int")]
    Puzzle(AnyInt),
}

impl Corpus {
    /// Creates a corpus whose rows are made when they are asked for.
    pub(crate) fn new(job: Job, threads: usize, progress: Option<bool>) -> Self {
        Self { job, threads, progress, arrays: Mutex::default(), generator: Mutex::default() }
    }

    fn order(&self, batch_rows: u64) -> Order {
        let (job, threads) = (self.job.clone(), self.threads);
        Order { rows: job.rows(), job, endless: false, batch_rows, stride: batch_rows, threads }
    }

    fn bar(&self) -> Bar {
        Bar::new("generate", Some(self.job.count), self.progress)
    }

    /// Adds all rows to a summary.
    pub(crate) fn sum(&self, py: Python<'_>, collector: SummaryCollector) -> PyResult<Summary> {
        let (order, layout) = (self.order(BATCH_ROWS), self.job.layout());
        background::run(py, self.bar(), move |events| {
            collector.declare(&order.schema());
            order.workers()?.run(
                order.blocks(),
                &events.stop,
                &events.counters,
                |records| {
                    collector.absorb(&record_batch(records, &layout)?);
                    Ok(())
                },
                |_, ()| Ok(()),
            )?;
            Ok(collector.finish())
        })
    }

    /// Returns all rows in batches, of which there is at least one.
    pub(crate) fn batches(&self, py: Python<'_>) -> PyResult<Vec<RecordBatch>> {
        self.made(py, self.order(BATCH_ROWS))
    }

    /// Makes some of the rows.
    fn rows(&self, py: Python<'_>, places: Places) -> PyResult<Table> {
        let (first, stride) = places.ascending();
        let first = self.job.start + first;
        let end = first + places.len().saturating_sub(1).saturating_mul(stride) + u64::from(places.len() > 0);
        let (batch_rows, stride) = if stride == 1 { (BATCH_ROWS, BATCH_ROWS) } else { (1, stride) };
        let order = Order { rows: first..end, batch_rows, stride, ..self.order(BATCH_ROWS) };
        let table = Table::of_batches(&self.made(py, order)?, self.job.plan.shape)?;
        if places.is_backward() { table.reversed() } else { Ok(table) }
    }

    /// Makes the puzzle with this index.
    fn puzzle(&self, py: Python<'_>, index: u64) -> PyResult<Puzzle> {
        let kept = self.generator.lock().unwrap_or_else(PoisonError::into_inner).take();
        let job = self.job.clone();
        let (record, kept) = background::run(py, Bar::none(), move |_| {
            let (tasks, mut generator) = match kept {
                Some(kept) => kept,
                None => (
                    Tasks::new(&job.plan, job.seed.clone(), Some(job.whole()))?,
                    Generator::new(job.plan.clone())?.with_clock(SYSTEM_CLOCK),
                ),
            };
            let made = tasks.task(index).and_then(|task| generator.make(&task));
            let made = made.map_err(|error| Error::from(error.of_puzzle(index)))?;
            Ok((Record { index, made }, (tasks, generator)))
        })?;
        *self.generator.lock().unwrap_or_else(PoisonError::into_inner) = Some(kept);
        let row = record_batch(std::slice::from_ref(&record), &self.job.layout()).map_err(exception)?;
        Ok(Puzzle { row: Table::new(row).row(py, 0)?.unbind(), record })
    }

    /// Makes rows in batches, of which there is at least one.
    fn made(&self, py: Python<'_>, order: Order) -> PyResult<Vec<RecordBatch>> {
        background::run(py, self.bar(), move |events| order.made(events))
    }

    /// Returns the plan and the provenance of the rows.
    pub(crate) const fn job(&self) -> &Job {
        &self.job
    }

    /// Returns the arrays of puzzles and solutions.
    fn arrays(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, Py<PyAny>)> {
        let cached = |py| {
            let arrays = self.arrays.lock().unwrap_or_else(PoisonError::into_inner);
            arrays.as_ref().map(|(puzzles, solutions)| (puzzles.clone_ref(py), solutions.clone_ref(py)))
        };
        if let Some(arrays) = cached(py) {
            return Ok(arrays);
        }
        py.import("numpy")?;
        let (order, cells) = (self.order(BATCH_ROWS), self.job.plan.shape.cells());
        let too_many = || OptionError::new_err("the arrays do not fit in memory; take the rows as a stream");
        let size = usize::try_from(self.job.count).ok().and_then(|rows| rows.checked_mul(cells));
        let size = size.filter(|&size| isize::try_from(size).is_ok()).ok_or_else(too_many)?;
        let (mut puzzles, mut solutions) = (Vec::new(), Vec::new());
        puzzles.try_reserve_exact(size).map_err(|_| too_many())?;
        solutions.try_reserve_exact(size).map_err(|_| too_many())?;
        let (puzzles, solutions) = background::run(py, self.bar(), move |events| {
            order.workers()?.run(
                order.blocks(),
                &events.stop,
                &events.counters,
                |records| Ok(digits(records)),
                |_, block: (Vec<u8>, Vec<u8>)| {
                    puzzles.extend(block.0);
                    solutions.extend(block.1);
                    Ok(())
                },
            )?;
            Ok((puzzles, solutions))
        })?;
        let made =
            (array_of_grids(py, puzzles, cells)?.unbind(), array_of_grids(py, solutions, cells)?.unbind());
        *self.arrays.lock().unwrap_or_else(PoisonError::into_inner) =
            Some((made.0.clone_ref(py), made.1.clone_ref(py)));
        Ok(made)
    }
}

#[pymethods]
impl Corpus {
    /// The master seed, as text.
    #[getter]
    fn seed(&self) -> String {
        self.job.seed.to_string()
    }

    /// Box rows x box columns of the puzzles, such as "3x3".
    #[getter]
    fn r#box(&self) -> String {
        self.job.plan.shape.to_string()
    }

    /// The command of the program that writes this corpus to the folder `corpus`.
    #[getter]
    fn command(&self) -> String {
        self.job.command("corpus", None)
    }

    /// The puzzles as a NumPy array of uint8 with shape (n, 81), 0 for an empty cell; for other sizes, the cells of the grid. Made once,
    /// with the solutions.
    #[getter]
    fn puzzles(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(self.arrays(py)?.0)
    }

    /// The solutions as a NumPy array of uint8 with shape (n, 81). Made once, with the puzzles.
    #[getter]
    fn solutions(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(self.arrays(py)?.1)
    }

    /// The boards of the option `board` as a NumPy array of uint8 with shape (n, 81), 0 for an empty cell. Made again each
    /// time.
    #[getter]
    fn boards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        if self.job.plan.board.is_none() {
            return Err(OptionError::new_err("the rows have no boards; give board, such as \"broken\""));
        }
        self.table(py)?.boards(py)
    }

    /// Facts about the rows as a dict, as those of a `Table`.
    #[getter]
    fn facts(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        json(py, &self.job.facts(gridmill::tables::PROGRAM).to_json())
    }

    /// Returns all rows in memory.
    ///
    /// >>> import gridmill
    /// >>> gridmill.generate(3, seed=42).table()["givens"].to_list()
    /// [24, 26, 27]
    fn table(&self, py: Python<'_>) -> PyResult<Table> {
        Table::of_batches(&self.batches(py)?, self.job.plan.shape)
    }

    fn __len__(&self) -> PyResult<usize> {
        let rows = isize::try_from(self.job.count).ok().and_then(|rows| usize::try_from(rows).ok());
        rows.ok_or_else(|| OptionError::new_err("the corpus has more rows than len() can say"))
    }

    fn __iter__<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        iterate(this.as_any(), this.get().job.count)
    }

    fn __getitem__(&self, py: Python<'_>, key: Key<'_>) -> PyResult<Py<PyAny>> {
        match key {
            Key::Puzzles(slice) => self.rows(py, Places::of(&slice, self.job.count)?)?.into_py_any(py),
            Key::Puzzle(AnyInt(index)) => {
                self.puzzle(py, self.job.start + place(index, self.job.count)?)?.into_py_any(py)
            }
        }
    }
    fn __repr__(&self) -> String {
        format!("<gridmill.Corpus of {} puzzles: {}>", self.job.count, self.command())
    }

    /// Writes the folder that `gridmill generate` writes: the same files, byte for byte, as with `--no-timings`.
    ///
    /// Ctrl-C leaves what `resume=True` goes on with. `overwrite` replaces a corpus that is in the folder; `part="2/8"` writes one
    /// machine's part; `license` is the one that the card states. `split` and `by` are those of `generate`: the folder has the files of
    /// the splits.
    ///
    /// >>> import gridmill, os, tempfile
    /// >>> folder = tempfile.mkdtemp()
    /// >>> gridmill.generate(10, seed=42).save(folder, license="cc0-1.0")
    /// >>> sorted(os.listdir(folder))
    /// ['README.md', 'croissant.json', 'data', 'manifest.json']
    #[pyo3(
        signature = (folder, *, overwrite=false, resume=false, part=None, split=None, by=None, license=None),
        text_signature = "($self, folder, *, overwrite=False, resume=False, part=None, split=None, by='puzzle', license=None)"
    )]
    #[expect(clippy::too_many_arguments, reason = "options by name in Python")]
    fn save(
        &self,
        py: Python<'_>,
        folder: PathBuf,
        overwrite: bool,
        resume: bool,
        part: Option<&str>,
        split: Option<&Bound<'_, PyAny>>,
        by: Option<&str>,
        license: Option<String>,
    ) -> PyResult<()> {
        let existing = existing(overwrite, resume)?;
        let by_split = BySplit::of(split, by)?;
        if by_split.is_some() && part.is_some() {
            return Err(OptionError::new_err("part and split exclude each other; give one"));
        }
        let part = part.map_or(Ok(Part::WHOLE), str::parse).map_err(OptionError::new_err)?;
        let (job, order) = (self.job.clone(), self.order(BATCH_ROWS));
        let split = by_split.map(|by_split| by_split.job(&job, license.clone(), self.threads));
        background::run(py, self.bar(), move |events| {
            let write = |folder: &Path, existing| {
                let mut corpus = CorpusFolder::open(job.clone(), part, folder, existing)?;
                if let Some(license) = &license {
                    corpus.set_license(license.clone());
                }
                corpus.write(&order.workers()?, events)?.outcome
            };
            match split {
                None => write(&folder, existing),
                Some(split) => split
                    .run_generated(&job, (&folder, existing), events, |rows| write(rows, IfExists::Resume))
                    .map(drop),
            }
        })
    }

    /// Returns a capsule with the Arrow schema.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        capsules::schema(py, &schema_of(&self.job, self.job.count))
    }

    /// Returns a capsule with the rows as an Arrow stream. They come with their own types, whatever schema is asked for.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        capsules::stream(py, Box::new(RowReader::new(self.order(BATCH_ROWS))))
    }

    /// Refuses to be pickled in a way that names the cure: a corpus is its seed and its options.
    #[expect(clippy::unused_self, reason = "a method of Python")]
    fn __reduce__(&self) -> PyResult<()> {
        Err(PyRuntimeError::new_err("a corpus is not pickled; call generate() with the same options there"))
    }
}

/// One puzzle of a corpus. `print(p)` draws it; a notebook shows a picture.
#[pyclass(module = "gridmill", frozen)]
#[derive(Debug)]
pub(crate) struct Puzzle {
    record: Record,
    row: Py<PyDict>,
}

impl Puzzle {
    fn grid(&self) -> &Grid {
        self.record.made.puzzle.grid()
    }
}

#[pymethods]
impl Puzzle {
    /// Index in the corpus, from 0.
    #[getter]
    const fn index(&self) -> u64 {
        self.record.index
    }

    /// The puzzle as text, row by row, `.` for an empty cell.
    #[getter]
    fn puzzle(&self) -> String {
        self.grid().to_string()
    }

    /// The solution as text.
    #[getter]
    fn solution(&self) -> String {
        self.record.made.solution.to_string()
    }

    /// Number of givens, in cells.
    #[getter]
    const fn givens(&self) -> usize {
        self.record.made.givens
    }

    /// The whole row: a dict of all columns.
    #[getter]
    fn row(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.row.bind(py).copy()?.into_py_any(py)
    }

    fn __str__(&self) -> String {
        grid_text(self.grid())
    }

    fn __repr__(&self) -> String {
        format!("<gridmill.Puzzle {}: {}>", self.record.index, self.grid())
    }

    /// Returns the picture as SVG; with the solution in the empty cells, if it is asked for.
    ///
    /// >>> import gridmill
    /// >>> gridmill.generate(1, seed=42)[0].svg()[:4]
    /// '<svg'
    #[pyo3(signature = (*, solution=false))]
    fn svg(&self, solution: bool) -> String {
        let picture = PuzzlePicture::new(self.grid());
        let picture = if solution { picture.with_entries(&self.record.made.solution) } else { picture };
        svg(&picture.draw())
    }

    /// Returns the picture for a notebook.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        let encoded = py.import("base64")?.call_method1("b64encode", (self.svg(false).as_bytes(),))?;
        let encoded: String = encoded.call_method0("decode")?.extract()?;
        Ok(format!("<img width=\"336\" alt=\"{}\" src=\"data:image/svg+xml;base64,{encoded}\">", self.grid()))
    }
}
