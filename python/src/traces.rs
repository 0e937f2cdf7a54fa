//! `search_trace` and what reads its tokens: searches as arrays for training.

use crate::{
    arguments::{AnyInt, Items, number, refused, whole_or_none},
    background::{self, Bar},
    errors::{InputError, OptionError, exception},
    input::{Boxes, Puzzles},
    trace_events::{event_dicts, vocabulary},
};
use gridmill::{
    board::{Digit, Grid, Shape},
    tables::{Error, threads::OrderedMap},
    traces::{
        BackdoorSize, Body, Event, Mark, MoveLabeller, SearchEnd, SearchOptions, Searcher, UnknownName,
        Vocabulary,
    },
};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods};
use pyo3::{
    exceptions::{PyIndexError, PyTypeError},
    prelude::*,
    types::{PyBool, PyDict, PyList},
};
use std::{
    ops::Range,
    str::FromStr,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

/// Rows that a thread takes at once.
const CHUNK: usize = 64;
/// Chunks for each thread that are ready ahead of the first that is not.
const WINDOW: usize = 64;
/// Size of backdoors that the budget does not decide.
const UNKNOWN: i8 = -1;
/// Size of backdoors of a state without solution.
const NO_SOLUTION: i8 = -2;

/// Sequences of tokens, one for each puzzle: `tokens[offsets[i]:offsets[i + 1]]`, or `traces[i]`.
#[pyclass(module = "gridmill", frozen)]
#[derive(Debug)]
pub(crate) struct Traces {
    vocabulary: Vocabulary,
    /// Tokens of all sequences, one after the other: uint16.
    #[pyo3(get)]
    tokens: Py<PyArray1<u16>>,
    /// Places in `tokens` where the sequences begin, and the end: int64, one more than there are puzzles.
    #[pyo3(get)]
    offsets: Py<PyArray1<i64>>,
    /// Solutions that each search found: uint64. Of paths 1 where the techniques solve the puzzle, and 0 where they do not.
    #[pyo3(get)]
    solutions: Py<PyArray1<u64>>,
    /// Guesses of each search: uint64; 0 for paths.
    #[pyo3(get)]
    guesses: Py<PyArray1<u64>>,
    /// Contradictions that each search met: uint64; 0 for paths.
    #[pyo3(get)]
    contradictions: Py<PyArray1<u64>>,
    /// True for searches that the budget of events ended: bool.
    #[pyo3(get)]
    truncated: Py<PyArray1<bool>>,
    /// Good moves, as a dict of arrays with a row for each state before a single or a guess; None without `labels=True`.
    ///
    /// `offsets` (int64): the labels of puzzle i are rows `offsets[i]` to `offsets[i + 1]`. `tokens` (int64): place of the event's first
    /// token in its sequence. `sizes` (int8): size of the least backdoors; -1 unknown, -2 no solution. `states` (uint8, rows x cells): the
    /// digits before the event. `moves` (uint16, rows x cells): good digits of each cell, bit 0 is digit 1.
    #[pyo3(get)]
    labels: Option<Py<PyDict>>,
}

#[pymethods]
impl Traces {
    /// Side of the grids: 4, 6, 8 or 9. `trace_vocabulary(side)` has the names of their tokens.
    #[getter]
    const fn side(&self) -> usize {
        self.vocabulary.side()
    }

    /// Decodes the sequence of a puzzle: a list of events, or of the steps of a person, as dicts.
    fn events(&self, py: Python<'_>, index: AnyInt) -> PyResult<Py<PyAny>> {
        let tokens = self.row(py, index)?;
        let sequence =
            self.vocabulary.decode(&tokens).map_err(|error| InputError::new_err(error.to_string()))?;
        event_dicts(py, self.vocabulary, &sequence.body)
    }

    /// Returns an array of uint16, (puzzles, length), in which the token `pad` fills the ends of rows. `length` is that of the longest
    /// sequence by default; longer sequences are cut at it.
    #[pyo3(signature = (length=None))]
    fn to_numpy<'py>(
        &self,
        py: Python<'py>,
        length: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray2<u16>>> {
        let length = whole_or_none("length", length)?;
        let length = length.map(|length| usize::try_from(length).unwrap_or(usize::MAX));
        let (tokens, offsets) = (self.tokens.bind(py).try_readonly(), self.offsets.bind(py).try_readonly());
        let (tokens, offsets) = (tokens.map_err(borrowed)?, offsets.map_err(borrowed)?);
        let rows = rows_of(tokens.as_slice()?, offsets.as_slice()?)?;
        let length = length.unwrap_or_else(|| rows.iter().map(|row| row.len()).max().unwrap_or(0));
        let size = rows.len().checked_mul(length).filter(|&size| size <= isize::MAX as usize / 2);
        let mut padded = Vec::new();
        size.and_then(|size| padded.try_reserve_exact(size).ok()).ok_or_else(|| {
            OptionError::new_err(format!(
                "length is {length}: {} rows of it do not fit into memory",
                rows.len()
            ))
        })?;
        let pad = self.vocabulary.mark(Mark::Pad);
        for row in &rows {
            padded.extend_from_slice(&row[..row.len().min(length)]);
            padded.resize(padded.len() + length.saturating_sub(row.len()), pad);
        }
        padded.into_pyarray(py).reshape([rows.len(), length])
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.offsets.bind(py).len()?.saturating_sub(1))
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: AnyInt) -> PyResult<Bound<'py, PyArray1<u16>>> {
        Ok(self.row(py, index)?.into_pyarray(py))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (rows, tokens) = (self.__len__(py)?, self.tokens.bind(py).len()?);
        Ok(format!("<gridmill.Traces of {rows} puzzles, {tokens} tokens>"))
    }
}

impl Traces {
    /// Copies the tokens of a sequence; a negative index counts from the end.
    fn row(&self, py: Python<'_>, AnyInt(index): AnyInt) -> PyResult<Vec<u16>> {
        let (tokens, offsets) = (self.tokens.bind(py).try_readonly(), self.offsets.bind(py).try_readonly());
        let (tokens, offsets) = (tokens.map_err(borrowed)?, offsets.map_err(borrowed)?);
        let rows = offsets.as_slice()?.len().saturating_sub(1);
        let place = if index < 0 { index + rows as i128 } else { index };
        let place = usize::try_from(place).ok().filter(|&place| place < rows);
        let place = place.ok_or_else(|| PyIndexError::new_err(format!("index {index} of {rows} puzzles")))?;
        let found = rows_of(tokens.as_slice()?, &offsets.as_slice()?[place..place + 2])?;
        Ok(found[0].to_vec())
    }
}

fn borrowed(error: numpy::BorrowError) -> PyErr {
    InputError::new_err(error.to_string())
}

/// Divides tokens at offsets, which a user may have changed.
fn rows_of<'a>(tokens: &'a [u16], offsets: &[i64]) -> PyResult<Vec<&'a [u16]>> {
    let row = |pair: &[i64]| {
        let (start, end) = (usize::try_from(pair[0]).ok()?, usize::try_from(pair[1]).ok()?);
        tokens.get(start..end)
    };
    let rows: Option<Vec<_>> = offsets.windows(2).map(row).collect();
    rows.ok_or_else(|| InputError::new_err("the offsets do not fit the tokens"))
}

/// Tokens and totals of some puzzles.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) tokens: Vec<u16>,
    pub(crate) totals: Vec<Totals>,
    labels: FoundLabels,
}

/// Totals of a puzzle.
#[derive(Default)]
pub(crate) struct Totals {
    /// Number of tokens.
    pub(crate) length: usize,
    pub(crate) solutions: u64,
    pub(crate) guesses: u64,
    pub(crate) contradictions: u64,
    pub(crate) truncated: bool,
}

/// Labels of some puzzles.
#[derive(Default)]
struct FoundLabels {
    /// Labels of each puzzle.
    counts: Vec<usize>,
    tokens: Vec<i64>,
    sizes: Vec<i8>,
    states: Vec<u8>,
    moves: Vec<u16>,
}

impl Found {
    pub(crate) fn extend(&mut self, more: Self) {
        self.tokens.extend(more.tokens);
        self.totals.extend(more.totals);
        self.labels.counts.extend(more.labels.counts);
        self.labels.tokens.extend(more.labels.tokens);
        self.labels.sizes.extend(more.labels.sizes);
        self.labels.states.extend(more.labels.states);
        self.labels.moves.extend(more.labels.moves);
    }

    pub(crate) fn into_traces(
        self,
        py: Python<'_>,
        vocabulary: Vocabulary,
        with_labels: bool,
    ) -> PyResult<Traces> {
        py.import("numpy")?;
        let cells = vocabulary.side() * vocabulary.side();
        let labels = with_labels.then(|| self.labels.into_dict(py, cells)).transpose()?;
        let lengths: Vec<usize> = self.totals.iter().map(|totals| totals.length).collect();
        let truncated: Vec<bool> = self.totals.iter().map(|totals| totals.truncated).collect();
        let column = |of: fn(&Totals) -> u64| {
            let values: Vec<u64> = self.totals.iter().map(of).collect();
            values.into_pyarray(py).unbind()
        };
        Ok(Traces {
            vocabulary,
            tokens: self.tokens.into_pyarray(py).unbind(),
            offsets: offsets(&lengths).into_pyarray(py).unbind(),
            solutions: column(|totals| totals.solutions),
            guesses: column(|totals| totals.guesses),
            contradictions: column(|totals| totals.contradictions),
            truncated: truncated.into_pyarray(py).unbind(),
            labels,
        })
    }
}

impl FoundLabels {
    fn into_dict(self, py: Python<'_>, cells: usize) -> PyResult<Py<PyDict>> {
        let (dict, rows) = (PyDict::new(py), self.sizes.len());
        dict.set_item("offsets", offsets(&self.counts).into_pyarray(py))?;
        dict.set_item("tokens", self.tokens.into_pyarray(py))?;
        dict.set_item("sizes", self.sizes.into_pyarray(py))?;
        dict.set_item("states", self.states.into_pyarray(py).reshape([rows, cells])?)?;
        dict.set_item("moves", self.moves.into_pyarray(py).reshape([rows, cells])?)?;
        Ok(dict.unbind())
    }

    /// Adds the labels of a puzzle. Its tokens begin with those of the board.
    fn add(&mut self, puzzle: &Grid, events: &[Event], labeller: &mut MoveLabeller, vocabulary: Vocabulary) {
        let labels = labeller.label(puzzle, events);
        self.counts.push(labels.len());
        let (mut token, mut at) = (puzzle.cells().len() + 2, 0);
        let mut replay = GridReplay::new(puzzle);
        let mut written = Vec::new();
        for label in labels {
            for event in &events[at..label.event] {
                written.clear();
                vocabulary.encode_event(event, &mut written);
                token += written.len();
                replay.take(event);
            }
            at = label.event;
            self.tokens.push(i64::try_from(token).unwrap_or(i64::MAX));
            self.sizes.push(match label.size {
                BackdoorSize::Cells(size) => i8::try_from(size).unwrap_or(i8::MAX),
                BackdoorSize::Unknown => UNKNOWN,
                BackdoorSize::NoSolution => NO_SOLUTION,
            });
            self.states.extend_from_slice(&replay.cells);
            self.moves.extend(label.moves);
        }
    }
}

/// Digits of the cells while events are replayed.
struct GridReplay {
    cells: Vec<u8>,
    stack: Vec<Vec<u8>>,
}

impl GridReplay {
    fn new(puzzle: &Grid) -> Self {
        let cells = puzzle.cells().iter().map(|cell| cell.map_or(0, Digit::value)).collect();
        Self { cells, stack: Vec::new() }
    }

    fn take(&mut self, event: &Event) {
        match event {
            Event::Assert { candidate, .. } => self.cells[candidate.cell.index()] = candidate.digit.value(),
            Event::Guess { .. } => self.stack.push(self.cells.clone()),
            Event::Backtrack { depth } => {
                self.stack.truncate(usize::from(*depth));
                if let Some(before) = self.stack.last() {
                    self.cells.clone_from(before);
                }
            }
            Event::Contradiction(_) | Event::Solution | Event::End(_) => {}
        }
    }
}

/// Returns the places where rows of these lengths begin, and the end.
pub(crate) fn offsets(lengths: &[usize]) -> Vec<i64> {
    let mut end = 0_i64;
    let ends = lengths.iter().map(|&length| {
        end = end.saturating_add_unsigned(length as u64);
        end
    });
    std::iter::once(0).chain(ends).collect()
}

/// Options of a run over puzzles.
#[derive(Clone, Copy)]
pub(crate) struct RunOptions {
    pub(crate) description: &'static str,
    pub(crate) threads: usize,
    pub(crate) progress: Option<bool>,
}

/// Reason why there are no answers.
enum Failure {
    /// A row that is not a puzzle, and why.
    Refused(usize, String),
    Stopped,
}

/// Works on all puzzles, which have one shape, on threads.
pub(crate) fn each<W: Send, T: Default + Send + 'static>(
    py: Python<'_>,
    puzzles: Puzzles,
    options: RunOptions,
    worker: impl Fn() -> W + Send + Sync + 'static,
    work: impl Fn(&mut W, &Grid, &mut T) -> Result<(), String> + Send + Sync + 'static,
    join: impl Fn(&mut T, T) + Send + 'static,
) -> PyResult<T> {
    let puzzles = Arc::new(puzzles);
    let (all, shape) = (Arc::clone(&puzzles), puzzles.first_shape());
    let bar = Bar::new(options.description, Some(all.len() as u64), options.progress);
    let rows = puzzles.len();
    let found = background::run(py, bar, move |events| {
        let chunk = |worker: &mut W, rows: Range<usize>, _: &AtomicBool| {
            let (mut found, mut grid) = (T::default(), Grid::empty(shape));
            for row in rows {
                if events.stop.load(Relaxed) {
                    return Err(Failure::Stopped);
                }
                let read = all.read(row, &mut grid).and_then(|()| {
                    if grid.shape() == shape {
                        work(worker, &grid, &mut found)
                    } else {
                        Err(format!("a {} grid among {shape} grids; one call takes one shape", grid.shape()))
                    }
                });
                read.map_err(|reason| Failure::Refused(row, reason))?;
                events.counters.rows.fetch_add(1, Relaxed);
            }
            Ok(found)
        };
        let chunks = (0..rows).step_by(CHUNK).map(|start| start..rows.min(start + CHUNK));
        let mut together = T::default();
        let join = |found: T| {
            join(&mut together, found);
            Ok(())
        };
        let threads = if rows <= CHUNK { 1 } else { options.threads };
        let done = OrderedMap::new(threads)?.map(chunks, WINDOW, worker, chunk, join);
        Ok(done.map(|()| together))
    })?;
    found.map_err(|failure| match failure {
        Failure::Refused(row, reason) => puzzles.refuse(row, &reason),
        Failure::Stopped => exception(Error::Interrupted),
    })
}

/// Reads a named value of an option.
fn named<T: FromStr<Err = UnknownName>>(option: &str, name: &str) -> PyResult<T> {
    name.parse().map_err(|error: UnknownName| {
        OptionError::new_err(format!("{option} is {name:?}: allowed are {}", error.allowed.join(", ")))
    })
}

/// Reads a whole number of an option.
fn whole(option: &str, value: &Bound<'_, PyAny>, least: u64) -> PyResult<u64> {
    let number = if value.is_instance_of::<PyBool>() { None } else { value.extract::<u64>().ok() };
    number
        .filter(|&number| number >= least)
        .ok_or_else(|| refused(option, value, &format!("give a whole number from {least} to {}", u64::MAX)))
}

/// Searches for the solutions of puzzles, depth first, and returns every event of each search as tokens.
///
/// Takes what `solve` takes; all puzzles have one shape, with a side up to 9. A sequence is `bos`, the cells of the board, `sep`, the events,
/// `eos`; docs/TRACES.md lists events, orders and tokens.
///
/// `order` says what a guess branches on: `fewest` (the cell with the fewest candidates), `fewest_places` (also digits in houses), `rows`,
/// `random_fewest`, `random`. `digits` is the order of alternatives: `ascending`, `random`, `solution_first`, `solution_last`. `propagation` is
/// `singles`, `naked` or `none`. `seed` is that of random orders. The search ends after `limit` solutions (2 proves that there is only one) or
/// `max_events` events. `labels=True` adds the good moves of each state; `label_budget` limits their
/// search for each state, in closures under singles.
///
/// >>> import gridmill
/// >>> traces = gridmill.search_trace(["1......2..3.4...", "1...3......3..2."])
/// >>> len(traces), traces[0].dtype, traces.guesses.tolist()
/// (2, dtype('uint16'), [0, 1])
/// >>> traces.events(0)[0]
/// {'event': 'naked', 'cell': 2, 'digit': 4}
/// >>> traces.to_numpy().shape
/// (2, 49)
#[pyfunction]
#[pyo3(
    signature = (puzzles, *, order="fewest", digits="ascending", propagation="singles", seed=None, limit=None, max_events=None, labels=false, label_budget=None, column=None, r#box=None, threads=0, progress=None),
    text_signature = "(puzzles, *, order='fewest', digits='ascending', propagation='singles', seed=0, limit=1, max_events=100000, labels=False, label_budget=10000, column=None, box=None, threads=0, progress=None)"
)]
#[expect(clippy::too_many_arguments, reason = "options by name in Python")]
pub(crate) fn search_trace(
    puzzles: &Bound<'_, PyAny>,
    order: &str,
    digits: &str,
    propagation: &str,
    seed: Option<&Bound<'_, PyAny>>,
    limit: Option<&Bound<'_, PyAny>>,
    max_events: Option<&Bound<'_, PyAny>>,
    labels: bool,
    label_budget: Option<&Bound<'_, PyAny>>,
    column: Option<&str>,
    r#box: Option<&str>,
    #[pyo3(from_py_with = number::threads)] threads: usize,
    progress: Option<bool>,
) -> PyResult<Traces> {
    let py = puzzles.py();
    let number = |name, value: Option<&Bound<'_, PyAny>>, default, least| {
        value.map_or(Ok(default), |value| whole(name, value, least))
    };
    let options = SearchOptions::default()
        .with_order(named("order", order)?)
        .with_digits(named("digits", digits)?)
        .with_propagation(named("propagation", propagation)?)
        .with_seed(number("seed", seed, 0, 0)?)
        .with_limit(number("limit", limit, 1, 1)?)
        .with_max_events(number("max_events", max_events, SearchOptions::MAX_EVENTS, 1)?);
    let budget = number("label_budget", label_budget, MoveLabeller::BUDGET, 0)?;
    let puzzles = Puzzles::take(puzzles, column, Boxes::of_option(r#box)?)?;
    let shape = puzzles.first_shape();
    let vocabulary = side_of(shape)?;
    let labeller = move || labels.then(|| MoveLabeller::new(shape, budget)).transpose();
    let worker =
        move || Searcher::new(shape, options).and_then(|searcher| Ok((searcher, labeller()?, Vec::new())));
    let run = RunOptions { description: "search_trace", threads, progress };
    let work = move |worker: &mut Result<(Searcher, Option<MoveLabeller>, Vec<Event>), _>,
                     puzzle: &Grid,
                     found: &mut Found| {
        let (searcher, labeller, events) = worker.as_mut().map_err(|error| format!("{error}"))?;
        let start = found.tokens.len();
        let summary = match labeller {
            None => searcher.encode(puzzle, &mut found.tokens),
            Some(labeller) => {
                events.clear();
                vocabulary.encode_board(puzzle, &mut found.tokens);
                let summary = searcher.search(puzzle, |event| {
                    vocabulary.encode_event(event, &mut found.tokens);
                    events.push(*event);
                });
                found.tokens.push(vocabulary.mark(Mark::Eos));
                found.labels.add(puzzle, events, labeller, vocabulary);
                summary
            }
        };
        found.totals.push(Totals {
            length: found.tokens.len() - start,
            solutions: summary.solutions,
            guesses: summary.guesses,
            contradictions: summary.contradictions,
            truncated: summary.end == SearchEnd::Truncated,
        });
        Ok(())
    };
    each(py, puzzles, run, worker, work, Found::extend)?.into_traces(py, vocabulary, labels)
}

/// Returns the vocabulary of grids of a shape.
pub(crate) fn side_of(shape: Shape) -> PyResult<Vocabulary> {
    let unfit =
        || InputError::new_err(format!("traces are for grids with a side up to 9, not for {shape} boxes"));
    Vocabulary::of_side(shape.side()).ok_or_else(unfit)
}

/// Reads tokens: a dict with `board` (the cells, 0 for an empty one; None without) and `events`, or `steps` and `solved` for the steps of a person.
///
/// >>> import gridmill
/// >>> trace = gridmill.decode_trace(gridmill.search_trace("1......2..3.4...")[0], side=4)
/// >>> trace["board"][:4], trace["events"][-1]
/// ([1, 0, 0, 0], {'event': 'limit'})
#[pyfunction]
#[pyo3(signature = (tokens, side=AnyInt(9)), text_signature = "(tokens, side=9)")]
pub(crate) fn decode_trace(py: Python<'_>, tokens: &Bound<'_, PyAny>, side: AnyInt) -> PyResult<Py<PyDict>> {
    let vocabulary = vocabulary(side)?;
    let sequence =
        vocabulary.decode(&taken(tokens)?).map_err(|error| InputError::new_err(error.to_string()))?;
    let dict = PyDict::new(py);
    let cells = |board: &Vec<Option<Digit>>| {
        let values = board.iter().map(|cell| cell.map_or(0, Digit::value));
        PyList::new(py, values)
    };
    dict.set_item("board", sequence.board.as_ref().map(cells).transpose()?)?;
    let events = event_dicts(py, vocabulary, &sequence.body)?;
    match sequence.body {
        Body::Search(_) => dict.set_item("events", events)?,
        Body::Path { solved, .. } => {
            dict.set_item("steps", events)?;
            dict.set_item("solved", solved)?;
        }
    }
    Ok(dict.unbind())
}

/// Writes what `decode_trace` returns as tokens: an array of uint16.
///
/// >>> import gridmill
/// >>> tokens = gridmill.search_trace("1......2..3.4...")[0]
/// >>> bool((gridmill.encode_trace(gridmill.decode_trace(tokens, side=4), side=4) == tokens).all())
/// True
#[pyfunction]
#[pyo3(signature = (trace, side=AnyInt(9)), text_signature = "(trace, side=9)")]
pub(crate) fn encode_trace<'py>(
    trace: &Bound<'py, PyDict>,
    side: AnyInt,
) -> PyResult<Bound<'py, PyArray1<u16>>> {
    let vocabulary = vocabulary(side)?;
    let sequence = crate::trace_events::sequence(vocabulary, trace)?;
    trace.py().import("numpy")?;
    Ok(vocabulary.encode(&sequence).into_pyarray(trace.py()))
}

/// Checks that tokens are a search of a puzzle, event by event, from the puzzle alone. Returns the solutions that it found.
///
/// Raises ValueError with the first event that is wrong. `gridmill.traces.replay` is the same in NumPy alone.
///
/// >>> import gridmill
/// >>> gridmill.check_trace("1......2..3.4...", gridmill.search_trace("1......2..3.4...")[0])
/// ['1243341221344321']
#[pyfunction]
#[pyo3(signature = (puzzle, tokens, *, r#box=None))]
pub(crate) fn check_trace(
    puzzle: &Bound<'_, PyAny>,
    tokens: &Bound<'_, PyAny>,
    r#box: Option<&str>,
) -> PyResult<Vec<String>> {
    let grid = Puzzles::take_one(puzzle, Boxes::of_option(r#box)?)?;
    let sequence = side_of(grid.shape())?.decode(&taken(tokens)?);
    let sequence = sequence.map_err(|error| InputError::new_err(error.to_string()))?;
    if sequence.board.is_some() && sequence.grid(grid.shape()).as_ref() != Some(&grid) {
        return Err(InputError::new_err("the board of the tokens is not the puzzle"));
    }
    let Body::Search(events) = sequence.body else {
        return Err(InputError::new_err("the tokens are steps of a person, not a search"));
    };
    let replayed = gridmill::traces::replay(&grid, &events);
    let replayed = replayed.map_err(|error| InputError::new_err(error.to_string()))?;
    Ok(replayed.solutions.iter().map(ToString::to_string).collect())
}

/// Takes tokens from an array or a list of whole numbers.
fn taken(tokens: &Bound<'_, PyAny>) -> PyResult<Vec<u16>> {
    if let Ok(array) = tokens.cast::<PyArray1<u16>>() {
        return Ok(array.try_readonly().map_err(borrowed)?.as_array().to_vec());
    }
    tokens.extract::<Items<u16>>().map(|items| items.0).map_err(|_| {
        PyTypeError::new_err(
            "tokens are one sequence of whole numbers from 0 to 65535: an array of uint16, or a list",
        )
    })
}
