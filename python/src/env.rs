//! `EnvState`: the boards, episodes and puzzles of `gridmill.env`.

use crate::{
    arguments::{AnyInt, Items},
    background::try_lock,
    boards::{Taken, rulebook_for},
    errors::{InputError, OptionError, exception},
    input::Boxes,
    options,
    puzzle_stream::PuzzleStream,
};
use gridmill::{
    board::Shape,
    env::{
        Autoreset, Boards, EndedEpisodes, EnvError, EnvOptions, Episode, EpisodeState, LegalMoves, Outcome,
        PuzzleSource, Rewards, StepError, Teacher, VectorEnv, VectorState, WrongDigits,
    },
    generate::Budgets,
};
use numpy::{
    Element, IntoPyArray, PyArray1, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyReadonlyArray1,
    PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::{
    exceptions::{PyRuntimeError, PyTypeError},
    prelude::*,
    types::{PyDict, PyString},
};
use std::{
    path::PathBuf,
    sync::{Mutex, MutexGuard},
};

/// Most environments of one object: their boards take some gigabytes.
const MAX_ENVS: i128 = 1 << 24;

/// Adviser of `teacher_actions`.
enum Adviser {
    /// The first forced cell.
    Singles,
    /// A rulebook.
    Rulebook(Box<Teacher>),
}

/// Rewards, terminations and truncations.
type Results<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>);

/// Numbers of environments, with the last observations and counts of their episodes.
type Ended<'py> = (Bound<'py, PyAny>, Bound<'py, PyDict>, Bound<'py, PyDict>);

/// Puzzles and their solutions, one row each.
type Rows<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>);

/// Puzzles of the episodes.
enum Source {
    None,
    Stream(Box<PuzzleStream>),
    Rows(PuzzleRows),
}

/// Puzzles of an array, and their solutions. Episode k of environment e has row `e + k * num_envs`, and the first row comes after the
/// last.
struct PuzzleRows {
    cells: usize,
    envs: usize,
    puzzles: Vec<u8>,
    solutions: Vec<u8>,
}

impl PuzzleSource for Source {
    type Error = PyErr;

    fn puzzles(
        &mut self,
        required: &[Episode],
        puzzles: &mut Vec<u8>,
        solutions: &mut Vec<u8>,
    ) -> PyResult<()> {
        match self {
            Self::None => {
                Err(PyRuntimeError::new_err("the environment is closed; there are no more puzzles"))
            }
            Self::Stream(stream) => stream.puzzles(required, puzzles, solutions),
            Self::Rows(rows) => {
                for &Episode { env, episode } in required {
                    rows.extend(env, episode, puzzles, solutions);
                }
                Ok(())
            }
        }
    }
}

impl PuzzleRows {
    fn extend(&self, env: usize, episode: u64, puzzles: &mut Vec<u8>, solutions: &mut Vec<u8>) {
        let rows = (self.puzzles.len() / self.cells) as u128;
        let row = (env as u128 + u128::from(episode) * self.envs as u128) % rows;
        let range = row as usize * self.cells..(row as usize + 1) * self.cells;
        puzzles.extend_from_slice(&self.puzzles[range.clone()]);
        solutions.extend_from_slice(&self.solutions[range]);
    }
}

/// Boards, rules and puzzles behind `VectorEnv` and `Env` of `gridmill.env`.
#[pyclass(module = "gridmill._gridmill", frozen)]
pub(crate) struct EnvState {
    state: Mutex<State>,
}

/// State that a call changes.
struct State {
    env: VectorEnv,
    adviser: Option<Adviser>,
    source: Source,
}

#[pymethods]
impl EnvState {
    #[new]
    #[pyo3(signature = (num_envs, *, r#box=None, legal="empty", wrong="keep", erase=false, notes=false, rewards=None, max_steps=None, max_mistakes=None, autoreset="next_step", teacher=None))]
    #[expect(clippy::too_many_arguments, reason = "options by name")]
    fn new(
        num_envs: AnyInt,
        r#box: Option<&str>,
        legal: &str,
        wrong: &str,
        erase: bool,
        notes: bool,
        rewards: Option<&Bound<'_, PyAny>>,
        max_steps: Option<AnyInt>,
        max_mistakes: Option<AnyInt>,
        autoreset: &str,
        teacher: Option<PathBuf>,
    ) -> PyResult<Self> {
        let shape = crate::input::chosen(r#box)?.unwrap_or(Shape::STANDARD);
        let AnyInt(num_envs) = num_envs;
        let envs = usize::try_from(num_envs).ok().filter(|_| (1..=MAX_ENVS).contains(&num_envs));
        let envs = envs
            .ok_or_else(|| OptionError::new_err(format!("num_envs is {num_envs}; give 1 to {MAX_ENVS}")))?;
        let rules = EnvOptions {
            legal: named("legal", legal, &LEGAL)?,
            wrong: named("wrong", wrong, &WRONG)?,
            erase,
            notes,
            rewards: rewards.map_or(Ok(Rewards::DENSE), rewards_of)?,
            max_steps: limit("max_steps", max_steps)?,
            max_mistakes: limit("max_mistakes", max_mistakes)?,
            autoreset: named("autoreset", autoreset, &AUTORESET)?,
        };
        let env = VectorEnv::new(shape, envs, rules).map_err(env_exception)?;
        let adviser = teacher.map(|name| adviser(name, shape)).transpose()?;
        Ok(Self { state: Mutex::new(State { env, adviser, source: Source::None }) })
    }

    /// Takes puzzles from a stream of `generate` from now on. The next episode of every environment has number 0 with `restart`.
    #[pyo3(
        signature = (seed, options, *, first_env=AnyInt(0), restart=true),
        text_signature = "($self, seed, options, *, first_env=0, restart=True)"
    )]
    fn set_stream(
        &self,
        seed: &Bound<'_, PyAny>,
        options: &Bound<'_, PyDict>,
        first_env: AnyInt,
        restart: bool,
    ) -> PyResult<()> {
        let (job, threads) = options::job(None, Some(seed), Some(options))?;
        let mut state = self.lock()?;
        let State { env, source, .. } = &mut *state;
        if job.plan.shape != env.shape() {
            let (found, required) = (job.plan.shape, env.shape());
            return Err(OptionError::new_err(format!(
                "box is {found}; the environments have {required} boxes"
            )));
        }
        let AnyInt(first_env) = first_env;
        let first = u32::try_from(first_env)
            .map_err(|_| OptionError::new_err(format!("first_env is {first_env}; give 0 to {}", u32::MAX)))?;
        let stream = PuzzleStream::new(job, threads, env.envs(), first.into()).map_err(exception)?;
        *source = Source::Stream(Box::new(stream));
        if restart {
            env.restart_numbers();
        }
        Ok(())
    }

    /// Gives the next episode of every environment the number 0.
    fn restart(&self) -> PyResult<()> {
        self.lock()?.env.restart_numbers();
        Ok(())
    }

    /// Takes puzzles and solutions from arrays from now on; the next episode of every environment has number 0.
    fn set_rows(&self, puzzles: &Bound<'_, PyAny>, solutions: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut state = self.lock()?;
        let (puzzles, solutions) = state.take_rows(puzzles, solutions)?;
        if puzzles.len() == 0 {
            return Err(InputError::new_err("puzzles has no rows; give at least one"));
        }
        let State { env, source, .. } = &mut *state;
        let cells = env.shape().cells();
        let (puzzles, solutions) = (puzzles.cells, solutions.cells);
        *source = Source::Rows(PuzzleRows { cells, envs: env.envs(), puzzles, solutions });
        env.restart_numbers();
        Ok(())
    }

    /// Puzzles and solutions of `set_rows`; None for a stream.
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Option<Rows<'py>>> {
        let state = self.lock()?;
        let Source::Rows(rows) = &state.source else { return Ok(None) };
        Ok(Some((state.grids(py, &rows.puzzles)?, state.grids(py, &rows.solutions)?)))
    }

    /// Boards, counts and episodes by name, which `load` goes on from.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let state = self.lock()?;
        let VectorState { is_reset, puzzles, solutions, boards, notes, episodes, .. } = state.env.state();
        let saved = counts(py, episodes)?;
        for counted in ["empty", "solved"] {
            saved.del_item(counted)?;
        }
        saved.set_item("is_reset", is_reset)?;
        saved.set_item("puzzles", state.grids(py, puzzles)?)?;
        saved.set_item("solutions", state.grids(py, solutions)?)?;
        saved.set_item("boards", state.grids(py, boards)?)?;
        saved.set_item("notes", state.grids(py, notes)?)?;
        let VectorState { next_episodes, rewards, terminated, truncated, is_over, .. } = state.env.state();
        saved.set_item("next_episodes", array(py, next_episodes.clone()))?;
        saved.set_item("rewards", array(py, rewards.clone()))?;
        saved.set_item("terminated", array(py, terminated.clone()))?;
        saved.set_item("truncated", array(py, truncated.clone()))?;
        saved.set_item("is_over", array(py, is_over.clone()))?;
        Ok(saved)
    }

    /// Goes on from what `save` returned; the source of puzzles stays.
    fn load(&self, saved: &Bound<'_, PyDict>) -> PyResult<()> {
        let mut state = VectorState::default();
        state.is_reset = item(saved, "is_reset")?;
        state.puzzles = values(saved, "puzzles")?;
        state.solutions = values(saved, "solutions")?;
        state.boards = values(saved, "boards")?;
        state.notes = values(saved, "notes")?;
        state.next_episodes = values(saved, "next_episodes")?;
        state.rewards = values(saved, "rewards")?;
        state.terminated = values(saved, "terminated")?;
        state.truncated = values(saved, "truncated")?;
        state.is_over = values(saved, "is_over")?;
        let (steps, mistakes) = (values(saved, "steps")?, values(saved, "mistakes")?);
        let outcomes: Vec<u8> = values(saved, "outcome")?;
        let limits: Vec<(u32, u32)> = steps.into_iter().zip(mistakes).collect();
        for ((episode, number), (steps, mistakes)) in
            values(saved, "episode_index")?.into_iter().zip(outcomes).zip(limits)
        {
            let outcome = Outcome::ALL.into_iter().find(|outcome| outcome.number() == number);
            let mut counts = EpisodeState::default();
            counts.outcome = outcome.ok_or_else(|| unfit("outcome"))?;
            (counts.episode, counts.steps, counts.mistakes) = (episode, steps, mistakes);
            state.episodes.push(counts);
        }
        self.lock()?.env.set_state(state).map_err(env_exception)
    }

    /// Begins the next episode of all environments, or of those where `mask` is true; with the puzzles of an array, one for each
    /// environment, if it is given.
    #[pyo3(signature = (*, mask=None, puzzles=None, solutions=None))]
    fn reset(
        &self,
        py: Python<'_>,
        mask: Option<PyReadonlyArray1<'_, bool>>,
        puzzles: Option<&Bound<'_, PyAny>>,
        solutions: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let mask: Option<Vec<bool>> = mask.map(|mask| mask.as_array().iter().copied().collect());
        let mut state = self.lock()?;
        let mut given = match puzzles.zip(solutions) {
            Some((puzzles, solutions)) => Some(state.one_row_each(puzzles, solutions)?),
            None => None,
        };
        let State { env, source, .. } = &mut *state;
        let done = py.detach(|| match &mut given {
            Some(given) => env.reset(mask.as_deref(), given),
            None => env.reset(mask.as_deref(), source),
        });
        done.map_err(step_exception)
    }

    /// Ends the threads that make puzzles.
    fn close(&self) -> PyResult<()> {
        self.lock()?.source = Source::None;
        Ok(())
    }

    /// Takes one action in each environment.
    fn step(&self, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let (py, numbers) = (actions.py(), numbers(actions)?);
        let mut state = self.lock()?;
        let State { env, source, .. } = &mut *state;
        py.detach(|| env.step(&numbers, source)).map_err(step_exception)
    }

    /// Number of actions.
    #[getter]
    fn num_actions(&self) -> PyResult<usize> {
        Ok(self.lock()?.env.actions().len())
    }

    /// Number of digits.
    #[getter]
    fn side(&self) -> PyResult<usize> {
        Ok(self.lock()?.env.shape().side())
    }

    /// Rewards, terminations and truncations of the last step.
    fn results<'py>(&self, py: Python<'py>) -> PyResult<Results<'py>> {
        let env = &self.lock()?.env;
        Ok((
            array(py, env.rewards().to_vec()),
            array(py, env.terminated().to_vec()),
            array(py, env.truncated().to_vec()),
        ))
    }

    /// Observations by name: board, givens, candidates, notes.
    fn observe<'py>(&self, py: Python<'py>, names: Items<String>) -> PyResult<Bound<'py, PyDict>> {
        let state = self.lock()?;
        state.observations(py, &names.0, state.env.boards(), state.env.puzzles(), state.env.notes())
    }

    /// Counts of the episodes by name.
    fn infos<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        counts(py, self.lock()?.env.states())
    }

    /// Environments whose episode ended in the last step and has been followed by the next one, with their last observations and counts;
    /// None if there are none.
    fn ended<'py>(&self, py: Python<'py>, names: Items<String>) -> PyResult<Option<Ended<'py>>> {
        let state = self.lock()?;
        let EndedEpisodes { envs, states, boards, puzzles, notes, .. } = state.env.ended();
        if envs.is_empty() {
            return Ok(None);
        }
        let numbers = envs.iter().map(|&env| env as u64).collect();
        let observations = state.observations(py, &names.0, boards, puzzles, notes)?;
        Ok(Some((array(py, numbers), observations, counts(py, states)?)))
    }

    /// True for each legal action of each environment.
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let env = &self.lock()?.env;
        let (envs, actions) = (env.envs(), env.actions().len());
        let mut out = vec![false; envs * actions];
        py.detach(|| env.legal_actions(&mut out));
        Ok(out.into_pyarray(py).reshape([envs, actions])?.into_any())
    }

    /// Action of the teacher in each environment, -1 for none.
    fn teacher_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut state = self.lock()?;
        let State { env, adviser, .. } = &mut *state;
        let mut out = vec![0; env.envs()];
        let Some(adviser) = adviser else {
            return Err(OptionError::new_err("teacher is None; give one, such as \"singles\" or \"hodoku\""));
        };
        py.detach(|| match adviser {
            Adviser::Singles => env.teacher_actions(None, &mut out),
            Adviser::Rulebook(teacher) => env.teacher_actions(Some(&mut **teacher), &mut out),
        });
        Ok(array(py, out))
    }

    /// Solutions of the boards.
    fn solutions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let state = self.lock()?;
        state.grids(py, state.env.solutions())
    }
}

impl EnvState {
    /// Takes the state for a call.
    ///
    /// # Errors
    /// `RuntimeError` while another thread is in a call.
    fn lock(&self) -> PyResult<MutexGuard<'_, State>> {
        try_lock(&self.state, "this environment", "make one for each thread, with first_env")
    }
}

impl State {
    /// Takes puzzles and their solutions.
    fn take_rows(
        &self,
        puzzles: &Bound<'_, PyAny>,
        solutions: &Bound<'_, PyAny>,
    ) -> PyResult<(Taken, Taken)> {
        let boxes = Boxes::Chosen(self.env.shape());
        let (puzzles, solutions) =
            (Taken::take(puzzles, "puzzles", boxes)?, Taken::take(solutions, "solutions", boxes)?);
        if puzzles.len() != solutions.len() {
            let (found, required) = (solutions.len(), puzzles.len());
            return Err(InputError::new_err(format!(
                "{found} solutions for {required} puzzles; give one each"
            )));
        }
        let cells = self.env.shape().cells();
        if let Some(row) = solutions.cells.chunks_exact(cells).position(|solution| solution.contains(&0)) {
            return Err(InputError::new_err(format!(
                "puzzles: row {row} has no solution or several; give puzzles with exactly one"
            )));
        }
        Ok((puzzles, solutions))
    }

    /// Takes one puzzle for each environment.
    fn one_row_each(&self, puzzles: &Bound<'_, PyAny>, solutions: &Bound<'_, PyAny>) -> PyResult<Source> {
        let (puzzles, solutions) = self.take_rows(puzzles, solutions)?;
        let envs = self.env.envs();
        if puzzles.len() != envs {
            let found = puzzles.len();
            return Err(InputError::new_err(format!(
                "{found} puzzles for {envs} environments; give one each"
            )));
        }
        let cells = self.env.shape().cells();
        let (puzzles, solutions) = (puzzles.cells, solutions.cells);
        Ok(Source::Rows(PuzzleRows { cells, envs, puzzles, solutions }))
    }

    /// Returns cells of boards as an array with a row for each board.
    fn grids<'py, T: Element + Clone>(&self, py: Python<'py>, cells: &[T]) -> PyResult<Bound<'py, PyAny>> {
        let width = self.env.shape().cells();
        Ok(cells.to_vec().into_pyarray(py).reshape([cells.len() / width, width])?.into_any())
    }

    fn observations<'py>(
        &self,
        py: Python<'py>,
        names: &[String],
        boards: &[u8],
        puzzles: &[u8],
        notes: &[u16],
    ) -> PyResult<Bound<'py, PyDict>> {
        let observations = PyDict::new(py);
        for name in names {
            let array = match name.as_str() {
                "board" => self.grids(py, boards)?,
                "givens" => {
                    let givens: Vec<i8> = puzzles.iter().map(|&value| i8::from(value != 0)).collect();
                    self.grids(py, &givens)?
                }
                "candidates" => {
                    let mut masks = vec![0_u16; boards.len()];
                    // The boards of an environment have digits of its shape.
                    if let Ok(boards) = Boards::new(self.env.shape(), boards) {
                        py.detach(|| boards.candidates(&mut masks));
                    }
                    self.grids(py, &masks)?
                }
                "notes" if self.env.options().notes => self.grids(py, notes)?,
                other => {
                    let notes = if self.env.options().notes { ", notes" } else { "" };
                    return Err(OptionError::new_err(format!(
                        "observation {other:?} is not there; there are: board, givens, candidates{notes}"
                    )));
                }
            };
            observations.set_item(name, array)?;
        }
        Ok(observations)
    }
}

/// Returns values as an array.
fn array<T: Element>(py: Python<'_>, values: Vec<T>) -> Bound<'_, PyAny> {
    values.into_pyarray(py).into_any()
}

/// Error: a state that lacks an item, or has one of another type.
fn unfit(name: &str) -> PyErr {
    InputError::new_err(format!("state has no {name} of an environment; give what state_dict returned"))
}

/// Returns an item of a saved state.
fn item<T: for<'a, 'py> FromPyObject<'a, 'py>>(saved: &Bound<'_, PyDict>, name: &str) -> PyResult<T> {
    let found = saved.get_item(name)?.ok_or_else(|| unfit(name))?;
    found.extract().map_err(|_| unfit(name))
}

/// Returns the values of an array of a saved state.
fn values<T: Element + Copy>(saved: &Bound<'_, PyDict>, name: &str) -> PyResult<Vec<T>> {
    let found = saved.get_item(name)?.ok_or_else(|| unfit(name))?;
    let array = found.cast::<PyArrayDyn<T>>().map_err(|_| unfit(name))?;
    let array = array.try_readonly().map_err(|_| unfit(name))?;
    Ok(array.as_array().iter().copied().collect())
}

/// Returns counts of episodes by name.
fn counts<'py>(py: Python<'py>, states: &[EpisodeState]) -> PyResult<Bound<'py, PyDict>> {
    let counts = PyDict::new(py);
    counts.set_item("episode_index", array(py, states.iter().map(|state| state.episode).collect()))?;
    counts.set_item("steps", array(py, states.iter().map(|state| state.steps).collect()))?;
    counts.set_item("mistakes", array(py, states.iter().map(|state| state.mistakes).collect()))?;
    counts.set_item("empty", array(py, states.iter().map(|state| state.empty).collect()))?;
    counts.set_item("outcome", array(py, states.iter().map(|state| state.outcome.number()).collect()))?;
    counts.set_item("solved", array(py, states.iter().map(EpisodeState::is_solved).collect()))?;
    Ok(counts)
}

/// Values of the option `legal`.
const LEGAL: [(&str, LegalMoves); 3] =
    [("candidates", LegalMoves::Candidates), ("empty", LegalMoves::Empty), ("entries", LegalMoves::Entries)];

/// Values of the option `wrong`.
const WRONG: [(&str, WrongDigits); 2] = [("keep", WrongDigits::Keep), ("reject", WrongDigits::Reject)];

/// Values of the option `autoreset`.
const AUTORESET: [(&str, Autoreset); 3] = [
    ("next_step", Autoreset::NextStep),
    ("same_step", Autoreset::SameStep),
    ("disabled", Autoreset::Disabled),
];

/// Returns the value of an option by its name.
fn named<T: Copy>(option: &str, found: &str, values: &[(&str, T)]) -> PyResult<T> {
    let value = values.iter().find(|(name, _)| *name == found);
    value.map(|&(_, value)| value).ok_or_else(|| {
        let names: Vec<&str> = values.iter().map(|&(name, _)| name).collect();
        OptionError::new_err(format!("{option} is {found:?}; give one of: {}", names.join(", ")))
    })
}

/// Returns a limit, which is 1 or more.
fn limit(option: &str, limit: Option<AnyInt>) -> PyResult<Option<u32>> {
    let Some(AnyInt(found)) = limit else { return Ok(None) };
    match u32::try_from(found) {
        Ok(limit @ 1..) => Ok(Some(limit)),
        _ => Err(OptionError::new_err(format!(
            "{option} is {found}; give 1 to {}, or None for no limit",
            u32::MAX
        ))),
    }
}

/// Reads the option `rewards`: a name, or parts that are other than those of `dense`.
fn rewards_of(option: &Bound<'_, PyAny>) -> PyResult<Rewards> {
    if let Ok(name) = option.cast::<PyString>() {
        return named("rewards", name.to_str()?, &[("dense", Rewards::DENSE), ("sparse", Rewards::SPARSE)]);
    }
    let Ok(parts) = option.cast::<PyDict>() else {
        let kind = option.get_type().name()?;
        return Err(PyTypeError::new_err(format!(
            "rewards is {kind}; it must be \"dense\", \"sparse\" or a dict of numbers"
        )));
    };
    let mut rewards = Rewards { solved: 0.0, ..Rewards::SPARSE };
    for (name, value) in parts {
        let name: String = name.extract()?;
        let value: f64 =
            value.extract().map_err(|_| PyTypeError::new_err(format!("rewards[{name:?}] is no number")))?;
        if !value.is_finite() {
            return Err(OptionError::new_err(format!("rewards[{name:?}] is {value}; give a finite number")));
        }
        let part = match name.as_str() {
            "correct" => &mut rewards.correct,
            "wrong" => &mut rewards.wrong,
            "conflict" => &mut rewards.conflict,
            "illegal" => &mut rewards.illegal,
            "solved" => &mut rewards.solved,
            "step" => &mut rewards.step,
            _ => {
                return Err(OptionError::new_err(format!(
                    "rewards has no part {name:?}; there are: correct, wrong, conflict, illegal, solved, step"
                )));
            }
        };
        *part = value;
    }
    Ok(rewards)
}

/// Returns the adviser with a name: `singles` or a rulebook.
fn adviser(name: PathBuf, shape: Shape) -> PyResult<Adviser> {
    if name.as_os_str() == "singles" {
        return Ok(Adviser::Singles);
    }
    let rulebook = rulebook_for(Some(name), shape)?;
    let teacher = Teacher::new(&rulebook, shape).map_err(|unfit| InputError::new_err(unfit.to_string()))?;
    Ok(Adviser::Rulebook(Box::new(teacher.with_budget(Budgets::DEFAULT.rating))))
}

/// Returns the numbers of actions.
///
/// # Errors
/// `TypeError` for an object that is no array of whole numbers, `ValueError` for more than one dimension.
fn numbers(actions: &Bound<'_, PyAny>) -> PyResult<Vec<i64>> {
    let refuse = |kind: String| {
        PyTypeError::new_err(format!("actions is {kind}; it must be a NumPy array of whole numbers"))
    };
    let Ok(array) = actions.cast::<PyUntypedArray>() else {
        return Err(refuse(actions.get_type().name()?.to_string()));
    };
    if array.ndim() != 1 {
        let sizes = array.shape();
        return Err(OptionError::new_err(format!(
            "actions has shape {sizes:?}; give one action for each environment"
        )));
    }
    let dtype = array.dtype();
    if !matches!(dtype.kind(), b'i' | b'u') {
        return Err(refuse(format!("an array of {dtype}")));
    }
    if dtype.is_native_byteorder() == Some(false) {
        return Err(PyTypeError::new_err(
            "actions has its bytes in another order; give actions.astype('int64')",
        ));
    }
    let numbers = match actions.cast::<PyArray1<i64>>() {
        Ok(numbers) => numbers.clone(),
        // A number of 64 bits that is beyond int64 becomes negative, and is no action either.
        Err(_) => array.call_method1("astype", ("int64",))?.cast_into()?,
    };
    let numbers = numbers.try_readonly().map_err(|error| InputError::new_err(error.to_string()))?;
    Ok(numbers.as_array().to_vec())
}

fn env_exception(error: EnvError) -> PyErr {
    match error {
        EnvError::NotReset | EnvError::Ended { .. } => PyRuntimeError::new_err(error.to_string()),
        EnvError::Puzzle { .. } | EnvError::State { .. } => InputError::new_err(error.to_string()),
        error => OptionError::new_err(error.to_string()),
    }
}

fn step_exception(error: StepError<PyErr>) -> PyErr {
    match error {
        StepError::Env(error) => env_exception(error),
        StepError::Source(error) => error,
    }
}
