//! Events and steps of traces as dicts of Python, and back.

use crate::{
    arguments::{AnyInt, Items},
    errors::{InputError, OptionError},
};
use gridmill::{
    board::{Cell, Digit, House, HouseKind},
    rate::{Candidate, Candidates},
    traces::{
        Alternatives, AssertRule, Body, Constraint, Contradiction, Event, PathStep, SearchEnd, Sequence,
        Vocabulary,
    },
};
use pyo3::{IntoPyObjectExt, prelude::*, types::PyDict};

/// Names of the rules of assertions.
const RULES: [(&str, AssertRule); 5] = [
    ("naked", AssertRule::NakedSingle),
    ("hidden_row", AssertRule::HiddenSingle(HouseKind::Row)),
    ("hidden_column", AssertRule::HiddenSingle(HouseKind::Column)),
    ("hidden_box", AssertRule::HiddenSingle(HouseKind::Box)),
    ("try", AssertRule::Try),
];

/// Names of the ends of searches.
const ENDS: [(&str, SearchEnd); 3] =
    [("exhausted", SearchEnd::Exhausted), ("limit", SearchEnd::Limit), ("truncated", SearchEnd::Truncated)];

/// Returns the vocabulary of a side.
pub(crate) fn vocabulary(AnyInt(side): AnyInt) -> PyResult<Vocabulary> {
    let known = usize::try_from(side).ok().and_then(Vocabulary::of_side);
    known.ok_or_else(|| OptionError::new_err(format!("side is {side}: allowed are 4, 6, 8 and 9")))
}

/// Returns events or steps as a list of dicts. Cells count from 0, row by row; houses from 0: rows, columns, boxes.
pub(crate) fn event_dicts(py: Python<'_>, vocabulary: Vocabulary, body: &Body) -> PyResult<Py<PyAny>> {
    let dicts: PyResult<Vec<Bound<'_, PyDict>>> = match body {
        Body::Search(events) => events.iter().map(|event| event_dict(py, vocabulary, event)).collect(),
        Body::Path { steps, .. } => steps.iter().map(|step| step_dict(py, step)).collect(),
    };
    dicts?.into_py_any(py)
}

fn pairs(candidates: impl Iterator<Item = Candidate>) -> Vec<(usize, u8)> {
    candidates.map(|candidate| (candidate.cell.index(), candidate.digit.value())).collect()
}

fn step_dict<'py>(py: Python<'py>, step: &PathStep) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("technique", step.technique.name())?;
    dict.set_item("placements", pairs(step.placements.iter().copied()))?;
    dict.set_item("eliminations", pairs(step.eliminations.iter()))?;
    Ok(dict)
}

fn event_dict<'py>(py: Python<'py>, vocabulary: Vocabulary, event: &Event) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    let cell = |cell: Cell| dict.set_item("cell", cell.index());
    let house = |house: House, digit: Digit| {
        dict.set_item("house", house.kind() as usize * vocabulary.side() + house.number())?;
        dict.set_item("digit", digit.value())
    };
    match event {
        Event::Assert { candidate, rule } => {
            let name = RULES.iter().find(|(_, known)| known == rule).map(|(name, _)| name);
            dict.set_item("event", name)?;
            cell(candidate.cell)?;
            dict.set_item("digit", candidate.digit.value())?;
        }
        Event::Guess { constraint, alternatives } => {
            dict.set_item("event", "guess")?;
            match *constraint {
                Constraint::Cell(at) => cell(at)?,
                Constraint::Place(at, digit) => house(at, digit)?,
            }
            dict.set_item("alternatives", pairs(alternatives.as_slice().iter().copied()))?;
        }
        Event::Contradiction(contradiction) => {
            let is_repeated = matches!(contradiction, Contradiction::Repeated(..));
            dict.set_item("event", if is_repeated { "repeated" } else { "contradiction" })?;
            match *contradiction {
                Contradiction::NoCandidate(at) => cell(at)?,
                Contradiction::NoPlace(at, digit) | Contradiction::Repeated(at, digit) => house(at, digit)?,
            }
        }
        Event::Backtrack { depth } => {
            dict.set_item("event", "backtrack")?;
            dict.set_item("depth", depth)?;
        }
        Event::Solution => dict.set_item("event", "solution")?,
        Event::End(end) => {
            dict.set_item("event", ENDS.iter().find(|(_, known)| known == end).map(|(name, _)| name))?;
        }
    }
    Ok(dict)
}

/// Reads what `decode_trace` returns.
///
/// # Errors
/// `ValueError` with the number of the event or step that is wrong.
pub(crate) fn sequence(vocabulary: Vocabulary, trace: &Bound<'_, PyDict>) -> PyResult<Sequence> {
    let side = vocabulary.side();
    let board = trace.get_item("board")?.filter(|board| !board.is_none());
    let board = board.map(|board| cells(&board, side)).transpose()?;
    let each = |name: &str| -> PyResult<Option<Vec<Bound<'_, PyAny>>>> {
        trace.get_item(name)?.map(|list| Ok(list.extract::<Items<_>>()?.0)).transpose()
    };
    let body = match (each("events")?, each("steps")?) {
        (Some(events), None) => {
            let events = events.iter().enumerate();
            Body::Search(
                events
                    .map(|(n, event)| read_event(event, side).map_err(|error| at(event, "event", n, &error)))
                    .collect::<PyResult<_>>()?,
            )
        }
        (None, Some(steps)) => {
            let steps = steps.iter().enumerate();
            let steps =
                steps.map(|(n, step)| read_step(step, side).map_err(|error| at(step, "step", n, &error)));
            let solved = trace.get_item("solved")?.map(|solved| solved.extract()).transpose()?.flatten();
            Body::Path { steps: steps.collect::<PyResult<_>>()?, solved }
        }
        _ => return Err(InputError::new_err("a trace is a dict with events, or with steps")),
    };
    Ok(Sequence::new(board, body))
}

/// Returns the error of an event or a step with its number.
fn at(event: &Bound<'_, PyAny>, kind: &str, number: usize, error: &PyErr) -> PyErr {
    InputError::new_err(format!("{kind} {number}: {}", error.value(event.py())))
}

fn cells(board: &Bound<'_, PyAny>, side: usize) -> PyResult<Vec<Option<Digit>>> {
    let Items(values): Items<u8> = board.extract()?;
    if values.len() != side * side || values.iter().any(|&value| usize::from(value) > side) {
        let expected = side * side;
        return Err(InputError::new_err(format!("board: give {expected} numbers from 0 to {side}")));
    }
    Ok(values.into_iter().map(Digit::new).collect())
}

/// Returns a number of a dict that is below `end`.
fn number(dict: &Bound<'_, PyAny>, key: &str, end: usize) -> PyResult<usize> {
    let value = dict.get_item(key).map_err(|_| InputError::new_err(format!("{key} is missing")))?;
    let found = value.extract::<usize>().ok().filter(|&found| found < end);
    found.ok_or_else(|| InputError::new_err(format!("{key}: give a whole number below {end}")))
}

fn digit(dict: &Bound<'_, PyAny>, side: usize) -> PyResult<Digit> {
    digit_of(number(dict, "digit", side + 1)?)
}

fn digit_of(value: usize) -> PyResult<Digit> {
    let digit = u8::try_from(value).ok().and_then(Digit::new);
    digit.ok_or_else(|| InputError::new_err("digit: 0 is none"))
}

fn cell(dict: &Bound<'_, PyAny>, side: usize) -> PyResult<Cell> {
    Ok(Cell::new(number(dict, "cell", side * side)?))
}

fn house(dict: &Bound<'_, PyAny>, side: usize) -> PyResult<House> {
    let house = number(dict, "house", 3 * side)?;
    Ok(House::new(HouseKind::ALL[house / side], house % side))
}

fn candidates(dict: &Bound<'_, PyAny>, key: &str, side: usize) -> PyResult<Vec<Candidate>> {
    let value = dict.get_item(key).map_err(|_| InputError::new_err(format!("{key} is missing")))?;
    let Items(pairs): Items<(usize, usize)> = value.extract()?;
    let candidate = |(cell, digit): (usize, usize)| {
        if cell >= side * side || digit > side {
            return Err(InputError::new_err(format!(
                "{key}: ({cell}, {digit}) is no cell and digit of the grid"
            )));
        }
        Ok(Candidate { cell: Cell::new(cell), digit: digit_of(digit)? })
    };
    pairs.into_iter().map(candidate).collect()
}

fn constraint(dict: &Bound<'_, PyAny>, side: usize) -> PyResult<Constraint> {
    Ok(if dict.contains("house")? {
        Constraint::Place(house(dict, side)?, digit(dict, side)?)
    } else {
        Constraint::Cell(cell(dict, side)?)
    })
}

fn read_event(event: &Bound<'_, PyAny>, side: usize) -> PyResult<Event> {
    let name: String = event
        .get_item("event")
        .and_then(|name| name.extract())
        .map_err(|_| InputError::new_err("event is missing"))?;
    if let Some((_, rule)) = RULES.iter().find(|(known, _)| *known == name) {
        let candidate = Candidate { cell: cell(event, side)?, digit: digit(event, side)? };
        return Ok(Event::Assert { candidate, rule: *rule });
    }
    if let Some((_, end)) = ENDS.iter().find(|(known, _)| *known == name) {
        return Ok(Event::End(*end));
    }
    Ok(match name.as_str() {
        "guess" => {
            let listed = candidates(event, "alternatives", side)?;
            let alternatives = Alternatives::new(&listed).filter(|_| !listed.is_empty());
            let alternatives =
                alternatives.ok_or_else(|| InputError::new_err("alternatives: give 1 to 9"))?;
            Event::Guess { constraint: constraint(event, side)?, alternatives }
        }
        "contradiction" => Event::Contradiction(match constraint(event, side)? {
            Constraint::Cell(cell) => Contradiction::NoCandidate(cell),
            Constraint::Place(house, digit) => Contradiction::NoPlace(house, digit),
        }),
        "repeated" => Event::Contradiction(Contradiction::Repeated(house(event, side)?, digit(event, side)?)),
        "backtrack" => {
            let depth = number(event, "depth", side * side + 1)?;
            Event::Backtrack { depth: u8::try_from(depth).unwrap_or(u8::MAX) }
        }
        "solution" => Event::Solution,
        _ => return Err(InputError::new_err(format!("{name:?} is no event"))),
    })
}

fn read_step(step: &Bound<'_, PyAny>, side: usize) -> PyResult<PathStep> {
    let name: String = step
        .get_item("technique")
        .and_then(|name| name.extract())
        .map_err(|_| InputError::new_err("technique is missing"))?;
    let technique = name
        .parse()
        .map_err(|error: gridmill::rate::UnknownTechnique| InputError::new_err(error.to_string()))?;
    let eliminations: Candidates = candidates(step, "eliminations", side)?.into_iter().collect();
    Ok(PathStep { technique, placements: candidates(step, "placements", side)?, eliminations })
}

/// Returns the names of the tokens of grids with a side of 4, 6, 8 or 9: `names[token]`.
///
/// The numbers stay the same for good; further techniques are added at the end. `TRACE_VERSION` is the name of the vocabulary.
///
/// >>> import gridmill
/// >>> names = gridmill.trace_vocabulary()
/// >>> len(names), names[80 * 9 + 4], names.index("pad")
/// (2007, 'r9c9=5', 1874)
#[pyfunction]
#[pyo3(signature = (side=AnyInt(9)), text_signature = "(side=9)")]
pub(crate) fn trace_vocabulary(side: AnyInt) -> PyResult<Vec<String>> {
    Ok(vocabulary(side)?.names())
}
