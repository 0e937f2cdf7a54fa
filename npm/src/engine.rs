//! The engine: every function takes and returns plain values or JSON. Solving paths as frames, rows with the columns of a corpus of the same
//! plan, and the language of explanations.

use crate::{
    GenerateOptions, InputError,
    options::{named, rulebook},
};
use gridmill_board::{Digit, DigitSet, Shape};
#[cfg(feature = "full")]
use gridmill_draw::{Marks, StepPicture};
use gridmill_draw::{PuzzlePicture, svg};
use gridmill_generate::{Budgets, Generated, Generator, Plan, Rated, Tasks};
use gridmill_hints::{Extent, Help, HelpData, Helper, RatingData, State, StateText, Status};
use gridmill_rate::{CellNames, Measure, Pencilmarks, Rater, Step, StepHelp, Wording};
use gridmill_solve::{OutOfNodes, Remover, SolverKind};
use serde::Serialize;
use serde_json::{Map, Value};
use wasm_bindgen::prelude::wasm_bindgen;

/// Generates, solves, helps, rates and draws; keeps nothing but memory that makes the next call faster. Its name in JavaScript is `Gridmill`.
#[wasm_bindgen(js_name = Gridmill)]
#[derive(Debug, Default)]
pub struct Engine {
    /// The last generator, with the options that it is for.
    generator: Option<(GenerateOptions, Box<Maker>)>,
    /// The last helper, with the name of its rulebook.
    helper: Option<(String, Helper)>,
    solver: Option<(Shape, Box<dyn Remover>)>,
    words: Words,
}

#[derive(Debug)]
struct Maker {
    plan: Plan,
    tasks: Tasks,
    generator: Generator,
}

fn to_json(value: &impl Serialize) -> String {
    // Texts, numbers and lists always have a form in JSON.
    serde_json::to_string(value).unwrap_or_default()
}

#[wasm_bindgen(js_class = Gridmill)]
impl Engine {
    /// Creates the engine.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the version of the package.
    pub fn version() -> String {
        env!("CARGO_PKG_VERSION").to_owned()
    }

    /// Sets the wording of explanations and problems, the text of its file, and the names of cells in them: English and `r1c1` without them.
    ///
    /// # Errors
    /// [`InputError`] for a text that is no wording, with line, key and what is allowed there, and for unknown names.
    #[expect(clippy::needless_pass_by_value, reason = "texts that may be missing come by value")]
    pub fn set_words(&mut self, wording: Option<String>, cells: Option<String>) -> Result<(), InputError> {
        self.words = Words::read(wording.as_deref(), cells.as_deref())?;
        Ok(())
    }

    /// Makes a row of a corpus; `options` is a JSON object.
    ///
    /// # Errors
    /// [`InputError`] for options that are not allowed, and for a puzzle that is not found.
    pub fn generate(&mut self, options: &str) -> Result<String, InputError> {
        let options = GenerateOptions::read(options)?;
        let index = options.index;
        let mut key = options.clone();
        key.index = 0;
        let mut maker = match self.generator.take() {
            Some((of, maker)) if of == key => maker,
            _ => {
                let plan = options.plan()?;
                let tasks = Tasks::new(&plan, options.master_seed()?, None)?;
                Box::new(Maker { generator: Generator::new(plan.clone())?, plan, tasks })
            }
        };
        let made = maker.tasks.task(index).and_then(|task| maker.generator.make(&task))?;
        let row = row(&maker.plan, index, &made);
        self.generator = Some((key, maker));
        Ok(row.to_string())
    }

    /// Reports what is wrong with a state, and its solution or two of them, as the command `solve --json` does.
    ///
    /// # Errors
    /// None: a text that is no state has an answer that says so.
    pub fn solve(&mut self, state: &str) -> Result<String, InputError> {
        self.help(state, None, Extent::Solution)
    }

    /// Adds the next step, as `solve --next --json` does.
    ///
    /// # Errors
    /// [`InputError`] for an unknown rulebook.
    pub fn hint(&mut self, state: &str, rulebook: Option<String>) -> Result<String, InputError> {
        self.help(state, rulebook, Extent::Next)
    }

    /// Adds all steps and their rating, as `solve --steps --json` does.
    ///
    /// # Errors
    /// [`InputError`] for an unknown rulebook.
    pub fn steps(&mut self, state: &str, rulebook: Option<String>) -> Result<String, InputError> {
        self.help(state, rulebook, Extent::Steps)
    }

    /// Returns all steps from a state on, each with the board before it.
    ///
    /// # Errors
    /// [`InputError`] for a text that is no state, a state without steps, and an unknown rulebook.
    pub fn film(&mut self, state: &str, rulebook: Option<String>) -> Result<String, InputError> {
        let help = self.steps_of(state, rulebook)?;
        Ok(to_json(&frames(&help, &self.words)))
    }

    /// Rates a puzzle.
    ///
    /// # Errors
    /// [`InputError`] for a text that is no puzzle with one solution, and an unknown rulebook.
    pub fn rate(&mut self, puzzle: &str, rulebook: Option<String>) -> Result<String, InputError> {
        let help = self.steps_of(puzzle, rulebook)?;
        match (help.status, &help.rulebook, &help.rating) {
            (Status::Unique | Status::Complete, Some(rulebook), Some(rating)) => {
                Ok(to_json(&RatingData::new(rating, rulebook)))
            }
            _ => Err(InputError::new(format!(
                "only a puzzle with one solution has a rating: {}",
                help.message
            ))),
        }
    }

    /// Counts solutions up to `limit`.
    ///
    /// # Errors
    /// [`InputError`] for a text that is no grid, and a search that takes too long.
    pub fn count(&mut self, grid: &str, limit: u32) -> Result<u32, InputError> {
        let grid = read(grid)?.filled();
        let shape = grid.shape();
        let mut solver = match self.solver.take() {
            Some((of, solver)) if of == shape => solver,
            _ => SolverKind::default_for(shape).solver(shape, Budgets::DEFAULT.nodes),
        };
        let count = solver.count(&grid, u64::from(limit));
        self.solver = Some((shape, solver));
        match count {
            Ok(count) => Ok(u32::try_from(count.solutions).unwrap_or(limit)),
            Err(OutOfNodes { budget }) => Err(InputError::new(format!(
                "the search takes more than {budget} nodes; fill in more cells first"
            ))),
        }
    }

    /// Draws a state, or step `step` of its path from 0, with the candidates before it.
    ///
    /// # Errors
    /// [`InputError`] for a text that is no state, and a step that is not there.
    pub fn svg(
        &mut self,
        state: &str,
        step: Option<u32>,
        rulebook: Option<String>,
    ) -> Result<String, InputError> {
        let Some(number) = step else {
            let state = read(state)?;
            return Ok(svg(&PuzzlePicture::new(state.givens()).with_entries(state.entries().clone()).draw()));
        };
        let help = self.steps_of(state, rulebook)?;
        let steps = help.steps.as_deref().unwrap_or_default();
        let place = usize::try_from(number).unwrap_or(usize::MAX);
        let (Some(step), Some(mut marks)) = (steps.get(place), help.marks) else {
            return Err(InputError::new(format!(
                "there is no step {number}; the path has {} steps",
                steps.len()
            )));
        };
        steps[..place].iter().for_each(|step| marks.apply(step));
        draw_step(&marks, step, &self.words)
    }

    /// Returns the least text of all grids that are equal up to symmetry, and the name of the class.
    ///
    /// # Errors
    /// [`InputError`] for a text that is no grid of a shape with canonical forms.
    #[cfg(feature = "full")]
    pub fn canonical(&self, grid: &str) -> Result<String, InputError> {
        let canonical =
            read(grid)?.filled().canonical().map_err(|error| InputError::new(error.to_string()))?;
        let class_id = canonical.class_id().to_string();
        Ok(serde_json::json!({"form": canonical.form.to_string(), "class_id": class_id}).to_string())
    }
}

impl Engine {
    fn help(&mut self, state: &str, rulebook: Option<String>, extent: Extent) -> Result<String, InputError> {
        let StateText { id, state, .. } = StateText::read(state, None);
        let help = match state {
            Ok(state) => self.helper(rulebook, extent)?.help(&state),
            Err(problem) => Help::unreadable(problem.to_string()),
        };
        Ok(HelpData::in_words(&help, self.words.names, self.words.wording()).with_id(id).to_json())
    }

    /// Returns the helper by a rulebook. One helper serves every extent, because it remembers the path of the last puzzle.
    fn helper(&mut self, name: Option<String>, extent: Extent) -> Result<&mut Helper, InputError> {
        let name = name.unwrap_or_else(|| "hodoku".to_owned());
        let helper = match self.helper.take() {
            Some((of, helper)) if of == name => helper,
            _ => Helper::new(&rulebook(&name)?).with_node_budget(Budgets::DEFAULT.nodes),
        };
        Ok(&mut self.helper.insert((name, helper.with_extent(extent))).1)
    }

    fn steps_of(&mut self, state: &str, rulebook: Option<String>) -> Result<Help, InputError> {
        let help = self.helper(rulebook, Extent::Steps)?.help(&read(state)?);
        if help.rulebook.is_none() {
            return Err(InputError::new(format!("there are no steps: {}", help.message)));
        }
        Ok(help)
    }
}

/// Draws a step on the candidates before it.
#[cfg(feature = "full")]
#[expect(clippy::unnecessary_wraps, reason = "as without the feature")]
fn draw_step(marks: &Pencilmarks, step: &Step, words: &Words) -> Result<String, InputError> {
    let marks = Marks::from(marks);
    Ok(svg(&StepPicture::new(&marks, step).with_names(words.names).with_explanation(words.wording()).draw()))
}

#[cfg(not(feature = "full"))]
fn draw_step(_: &Pencilmarks, _: &Step, _: &Words) -> Result<String, InputError> {
    Err(InputError::new("pictures of steps are in the module gridmill/full"))
}

/// Reads a state.
fn read(text: &str) -> Result<State, InputError> {
    StateText::read(text, None).state.map_err(|problem| InputError::new(problem.to_string()))
}

/// A step and the board before it.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct Frame {
    /// Digit of each cell; 0 for an empty one.
    digits: Vec<u8>,
    /// Candidates of each empty cell: bit d - 1 for digit d.
    candidates: Vec<u16>,
    step: StepHelp,
}

impl Frame {
    fn new(before: &Pencilmarks, step: &Step, words: &Words) -> Self {
        let cells = || before.shape().all_cells();
        let mask = |candidates: DigitSet| candidates.iter().map(|digit| 1 << digit.index()).sum::<u16>();
        Self {
            digits: cells().map(|cell| before.value(cell).map_or(0, Digit::value)).collect(),
            candidates: cells().map(|cell| mask(before.candidates(cell))).collect(),
            step: StepHelp::new(step, words.wording(), &step.notation(words.names)),
        }
    }
}

/// Returns the frames of the steps that a state has.
fn frames(help: &Help, words: &Words) -> Vec<Frame> {
    let Some(start) = &help.marks else { return Vec::new() };
    let mut marks = start.clone();
    let steps = help.steps.as_deref().unwrap_or_default();
    steps
        .iter()
        .map(|step| {
            let frame = Frame::new(&marks, step, words);
            marks.apply(step);
            frame
        })
        .collect()
}

/// Returns the columns of a puzzle as JSON: those that a corpus of the same plan has, without times.
fn row(plan: &Plan, index: u64, made: &Generated) -> Value {
    let mut row = Map::new();
    let mut set = |name: &str, value: Value| row.insert(name.to_owned(), value);
    set("index", index.into());
    set("puzzle", made.puzzle.grid().to_string().into());
    set("solution", made.solution.to_string().into());
    set("givens", made.givens.into());
    set("minimal", made.minimal.into());
    if !plan.dig.symmetry().is_none() {
        set("orbit_minimal", made.orbit_minimal.into());
    }
    if plan.dig.facts().weighted {
        set("weight", made.weight.into());
    }
    set("attempts", made.attempts.into());
    set("checks", made.effort.checks.into());
    set("nodes", made.effort.nodes.into());
    if let Some(difficulty) = made.measured.as_ref().and_then(|measured| measured.guesses) {
        set("guesses", difficulty.guesses().into());
    }
    for (prefix, rated) in plan.rating.prefixes().iter().zip(&made.ratings) {
        add_rating(prefix, rated, &mut row);
    }
    Value::Object(row)
}

/// Adds the columns of a rating.
fn add_rating(prefix: &str, rated: &Rated, row: &mut Map<String, Value>) {
    let rulebook = rated.rulebook();
    // A rating is numbers, texts and truth values.
    let data = serde_json::to_value(RatingData::new(&rated.rating, rulebook)).unwrap_or_default();
    let Value::Object(mut data) = data else { return };
    data.remove("scale");
    if rulebook.measure() == Measure::Er && !Rater::limits(rulebook.techniques()) {
        data.remove("er_at_least");
    }
    row.extend(data.into_iter().map(|(name, value)| (format!("{prefix}{name}"), value)));
    for technique in rulebook.techniques().iter() {
        row.insert(format!("{prefix}t_{}", technique.name()), rated.rating.count(technique).into());
    }
}

/// Words of explanations and problems.
#[derive(Debug, Default)]
struct Words {
    /// Names of cells.
    names: CellNames,
    /// The wording, unless it is the English one.
    chosen: Option<Wording>,
}

impl Words {
    /// Reads the text of a wording and the style of names; English and `r1c1` without them.
    fn read(wording: Option<&str>, cells: Option<&str>) -> Result<Self, InputError> {
        let chosen = wording.map(Wording::parse).transpose();
        let chosen = chosen.map_err(|error| InputError::option("wording", error.to_string()))?;
        let names = named("cells", cells, &CellNames::ALL, CellNames::name)?.unwrap_or_default();
        Ok(Self { names, chosen })
    }

    /// Returns the wording.
    fn wording(&self) -> &Wording {
        self.chosen.as_ref().unwrap_or_else(|| Wording::english())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_reach_every_answer() {
        let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let english = Wording::text_of("en").unwrap();
        let own = english.replacen("So {cell} is {digit}.", "Darum {cell} = {digit}.", 3);
        let mut engine = Engine::new();
        engine.set_words(Some(own), Some("a1".into())).unwrap();
        assert!(engine.hint(puzzle, None).unwrap().contains("possible in E5. Darum E5 = 5."));
        assert!(engine.film(puzzle, None).unwrap().contains("Darum E5 = 5."));
        assert!(engine.solve(&format!("55{}", &puzzle[2..])).unwrap().contains("5 stands twice in row A"));
        let error = engine.set_words(Some("x".into()), None).unwrap_err().to_string();
        assert!(error.starts_with("wording: line 1: there is no key"), "{error}");
        assert!(engine.set_words(None, Some("r".into())).unwrap_err().to_string().contains("words"));
        // A refused wording changes nothing.
        assert!(engine.hint(puzzle, None).unwrap().contains("Darum E5 = 5."));
        engine.set_words(None, None).unwrap();
        assert!(engine.hint(puzzle, None).unwrap().contains("So r5c5 is 5."));
    }

    #[test]
    fn grids_of_other_shapes_have_help() {
        let mut engine = Engine::new();
        assert_eq!(engine.count(&".".repeat(16), 300).unwrap(), 288);
        assert!(engine.hint(&".".repeat(256), None).unwrap().contains("\"next\":null"));
    }
}
