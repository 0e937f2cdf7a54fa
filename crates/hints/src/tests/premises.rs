//! Premises of hints, checked on the visible board by the definition of each technique. Reads answers as JSON alone, so it shares no code with
//! what it checks.

use crate::{HelpData, Helper, NotesKind, State, Status};
use gridmill_board::{Cell, DigitSet, Grid};
use gridmill_generate::{Generator, MasterSeed, Plan, Tasks};
use gridmill_rate::{Pencilmarks, Rater, Rulebook};
use gridmill_solve::{Solutions, solve};
use rand::{Rng, RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64;
use serde_json::Value;
use std::collections::BTreeMap;

/// Candidates of each cell, bit d - 1 for digit d.
type Masks = [u16; 81];

/// Houses by number: rows, columns, boxes.
fn house(number: usize) -> Vec<usize> {
    let (kind, place) = (number / 9, number % 9);
    let cell = |n: usize| match kind {
        0 => 9 * place + n,
        1 => 9 * n + place,
        _ => 9 * (place / 3 * 3 + n / 3) + place % 3 * 3 + n % 3,
    };
    (0..9).map(cell).collect()
}

fn named_house(name: &str) -> Vec<usize> {
    let (kind, number) = name.split_at(1);
    house(
        ["r", "c", "b"].iter().position(|&known| known == kind).unwrap() * 9
            + number.parse::<usize>().unwrap()
            - 1,
    )
}

fn common_houses(cells: &[usize]) -> impl Iterator<Item = Vec<usize>> {
    (0..27).map(house).filter(|house| cells.iter().all(|cell| house.contains(cell)))
}

/// Candidates that the digits of a grid allow.
fn by_digits(grid: &str) -> Masks {
    let digits: Vec<u32> = grid.chars().map(|letter| letter.to_digit(10).unwrap_or(0)).collect();
    std::array::from_fn(|cell| {
        let seen = (0..27).map(house).filter(|house| house.contains(&cell)).flatten();
        let seen =
            seen.filter(|&other| digits[other] > 0).fold(0, |seen, other| seen | 1 << (digits[other] - 1));
        if digits[cell] > 0 { 0 } else { 0x1FF & !seen }
    })
}

/// A step of an answer, on the marks before it.
struct Checked<'a> {
    step: &'a Value,
    marks: &'a Masks,
}

impl Checked<'_> {
    fn numbers(value: &Value) -> Vec<usize> {
        value
            .as_array()
            .unwrap()
            .iter()
            .map(|number| usize::try_from(number.as_u64().unwrap()).unwrap())
            .collect()
    }

    fn list(&self, field: &str) -> Vec<usize> {
        Self::numbers(&self.step[field])
    }

    fn houses(&self, field: &str) -> Vec<Vec<usize>> {
        self.step[field].as_array().unwrap().iter().map(|name| named_house(name.as_str().unwrap())).collect()
    }

    fn candidates(&self, field: &str) -> Vec<(usize, usize)> {
        let of = |one: &Value, field: &str| usize::try_from(one[field].as_u64().unwrap()).unwrap();
        self.step[field].as_array().unwrap().iter().map(|one| (of(one, "cell"), of(one, "digit"))).collect()
    }

    fn has(&self, cell: usize, digit: usize) -> bool {
        self.marks[cell] >> (digit - 1) & 1 == 1
    }

    fn places(&self, house: &[usize], digit: usize) -> Vec<usize> {
        house.iter().copied().filter(|&cell| self.has(cell, digit)).collect()
    }

    fn mask(digits: &[usize]) -> u16 {
        digits.iter().fold(0, |mask, digit| mask | 1 << (digit - 1))
    }

    /// Digits of cells that are no digits of a set.
    fn others(&self, cells: &[usize], digits: &[usize]) -> u16 {
        cells.iter().fold(0, |all, &cell| all | self.marks[cell]) & !Self::mask(digits)
    }

    fn within(some: &[usize], all: &[usize]) -> bool {
        some.iter().all(|one| all.contains(one))
    }

    /// Returns what is false about the step.
    fn problem(&self, solution: &str) -> Option<String> {
        let digit_of = |cell: usize| usize::from(solution.as_bytes()[cell] - b'0');
        let (placed, gone) = (self.candidates("placements"), self.candidates("eliminations"));
        if placed.iter().any(|&(cell, digit)| digit_of(cell) != digit || !self.has(cell, digit)) {
            return Some("places what is not there".to_owned());
        }
        if gone.iter().any(|&(cell, digit)| digit_of(cell) == digit || !self.has(cell, digit)) {
            return Some("removes what is not there".to_owned());
        }
        if placed.is_empty() && gone.is_empty() {
            return Some("does nothing".to_owned());
        }
        self.by_pattern(&placed).or_else(|| self.by_chains()).or_else(|| self.by_sets())
    }

    /// Checks singles, locked candidates, subsets, fish and deadly patterns.
    fn by_pattern(&self, placed: &[(usize, usize)]) -> Option<String> {
        let technique = self.step["technique"].as_str().unwrap();
        let (cells, digits) = (self.list("cells"), self.list("digits"));
        let say = |holds: bool, what: &str| (!holds).then(|| what.to_owned());
        match technique {
            "naked_single" => say(self.marks[placed[0].0].is_power_of_two(), "the cell has other candidates"),
            "full_house" | "hidden_single" | "hidden_single_box" => {
                let places = self.places(&self.houses("houses")[0], placed[0].1);
                say(places == [placed[0].0], "the digit has other places")
            }
            "pointing" | "claiming" => {
                let (base, cover) = (self.houses("base"), self.houses("cover"));
                let is_locked = self.places(&base[0], digits[0]) == cells && Self::within(&cells, &cover[0]);
                say(is_locked, "the digit is not locked")
            }
            _ if technique.starts_with("naked_") || technique.starts_with("locked_") => {
                say(self.others(&cells, &digits) == 0 && cells.len() == digits.len(), "no naked subset")
            }
            _ if technique.starts_with("hidden_")
                && !digits.is_empty()
                && technique != "hidden_rectangle" =>
            {
                let house = &self.houses("houses")[0];
                let is_hidden = digits.iter().all(|&digit| Self::within(&self.places(house, digit), &cells));
                say(is_hidden && cells.len() == digits.len(), "no hidden subset")
            }
            _ if !self.houses("cover").is_empty() && self.step["chains"].as_array().unwrap().is_empty() => {
                let (fins, cover) = (self.list("fins"), self.houses("cover"));
                let is_covered =
                    |cell: &usize| fins.contains(cell) || cover.iter().any(|house| house.contains(cell));
                let bases = self.houses("base");
                say(bases.iter().all(|base| self.places(base, digits[0]).iter().all(is_covered)), "no fish")
            }
            _ if technique.starts_with("unique_") || technique == "hidden_rectangle" => {
                let role = |name: &str| {
                    let roles = self.step["roles"].as_array().unwrap().iter();
                    roles
                        .filter(|role| role["role"] == name)
                        .flat_map(|role| Self::numbers(&role["cells"]))
                        .collect::<Vec<_>>()
                };
                let extra = self.list("extra");
                let floor: Vec<usize> = cells
                    .iter()
                    .copied()
                    .filter(|cell| !role("roof").contains(cell) && !extra.contains(cell))
                    .collect();
                say(self.others(&floor, &digits) == 0, "the pattern holds other digits")
            }
            _ => None,
        }
    }

    /// Checks the links of chains that are links of one cell or house.
    fn by_chains(&self) -> Option<String> {
        for chain in self.step["chains"].as_array().unwrap() {
            let nodes: Vec<(Vec<usize>, usize, bool)> = chain
                .as_array()
                .unwrap()
                .iter()
                .map(|node| {
                    let digit = usize::try_from(node["digit"].as_u64().unwrap()).unwrap();
                    (Self::numbers(&node["cells"]), digit, node["on"].as_bool().unwrap())
                })
                .collect();
            for (node, data) in nodes.iter().zip(chain.as_array().unwrap()) {
                let (cells, digit, is_on) = node;
                if !cells.iter().all(|&cell| self.has(cell, *digit)) {
                    return Some(format!("no candidate {digit} in {cells:?}"));
                }
                let parents = Self::numbers(&data["parents"]);
                if data["link"].is_null() || parents.is_empty() {
                    continue;
                }
                let parents: Vec<_> = parents.iter().map(|&place| &nodes[place]).collect();
                let holds = if *is_on {
                    let left = |cells: &[usize], digit| {
                        let all: Vec<usize> = parents
                            .iter()
                            .flat_map(|parent| parent.0.clone())
                            .chain(cells.iter().copied())
                            .collect();
                        common_houses(&all).any(|house| Self::within(&self.places(&house, digit), &all))
                    };
                    let digits: Vec<usize> = parents.iter().map(|parent| parent.1).chain([*digit]).collect();
                    let of_cell = cells.len() == 1 && parents.iter().all(|parent| parent.0 == *cells);
                    of_cell && self.others(cells, &digits) == 0 || left(cells, *digit)
                } else {
                    parents.iter().any(|(others, other, _)| {
                        let all: Vec<usize> = cells.iter().chain(others).copied().collect();
                        if other == digit { common_houses(&all).next().is_some() } else { others == cells }
                    })
                };
                if !holds {
                    return Some(format!("no link to {digit} in {cells:?}"));
                }
            }
        }
        None
    }

    /// Checks almost locked sets.
    fn by_sets(&self) -> Option<String> {
        for set in self.step["sets"].as_array().unwrap() {
            let (cells, digits) = (Self::numbers(&set["cells"]), Self::numbers(&set["digits"]));
            if self.others(&cells, &digits) != 0 {
                return Some(format!("the set {cells:?} holds other digits than {digits:?}"));
            }
        }
        None
    }
}

/// Checks an answer to a state of 9x9 with one solution; returns whether it has a step, and on how many steps that rests.
fn check(state: &State, answer: &Value) -> Option<(usize, usize)> {
    let filled = state.filled().to_string();
    let solution = answer["solution"].as_str().unwrap();
    let mut marks = by_digits(&filled);
    let noted = |cell: usize| {
        state
            .notes(Cell::new(cell))
            .map_or(0, |digits| digits.into_iter().fold(0_u16, |mask, digit| mask | 1 << digit.index()))
    };
    if answer["notes"] == "all" {
        for (cell, mask) in marks.iter_mut().enumerate().filter(|(cell, _)| noted(*cell) != 0) {
            *mask &= noted(cell);
        }
    }
    let assumed = answer["assumed"].as_array().unwrap();
    assert!(assumed.is_empty() || answer["notes"] == "partial", "{answer}");
    for one in assumed {
        let (cells, digits) = (Checked::numbers(&one["cells"]), Checked::numbers(&one["digits"]));
        assert!(cells.iter().all(|&cell| Checked::mask(&digits) & !noted(cell) == 0), "not noted: {one}");
        for gone in one["excluded"].as_array().unwrap() {
            let [cell, digit] =
                ["cell", "digit"].map(|field| usize::try_from(gone[field].as_u64().unwrap()).unwrap());
            assert_eq!(noted(cell) >> (digit - 1) & 1, 0, "noted: {one}");
            assert_ne!(usize::from(solution.as_bytes()[cell] - b'0'), digit, "of the solution: {one}");
            marks[cell] &= !(1 << (digit - 1));
        }
    }
    let rests_on = answer["rests_on"].as_array().unwrap();
    for step in rests_on {
        let checked = Checked { step, marks: &marks };
        assert_eq!(checked.problem(solution), None, "{state:?} rests on {step}");
        for (cell, digit) in checked.candidates("eliminations") {
            marks[cell] &= !(1 << (digit - 1));
        }
    }
    let text = |mask: u16| {
        (1..=9)
            .filter(|digit| mask >> (digit - 1) & 1 == 1)
            .map(|digit| digit.to_string())
            .collect::<String>()
    };
    let candidates: Vec<String> = marks.iter().map(|&mask| text(mask)).collect();
    assert_eq!(answer["candidates"], Value::from(candidates), "{answer}");
    let next = &answer["next"];
    if next.is_null() {
        return None;
    }
    assert_eq!(Checked { step: next, marks: &marks }.problem(solution), None, "{state:?} next {next}");
    Some((rests_on.len(), assumed.len()))
}

/// Notes of a player who notes a digit only where it has two places in a box.
fn snyder(marks: &Masks) -> Vec<DigitSet> {
    let mut notes = [0_u16; 81];
    for number in 18..27 {
        for digit in 0..9 {
            let places: Vec<usize> =
                house(number).into_iter().filter(|&cell| marks[cell] >> digit & 1 == 1).collect();
            if places.len() == 2 {
                for cell in places {
                    notes[cell] |= 1 << digit;
                }
            }
        }
    }
    notes.iter().map(|&mask| DigitSet::from_bits(mask.into())).collect()
}

/// Makes a state of a kind of notes from a board on a path. `marks` are those of the path there.
fn state_of(kind: &str, givens: &Grid, marks: &Pencilmarks, solution: &Grid, random: &mut Pcg64) -> State {
    let state = State::new(givens.clone()).with_entries(marks.grid()).unwrap();
    let cells = || givens.shape().all_cells();
    let shown = by_digits(&marks.grid().to_string());
    let digit = |cell| solution.get(cell).unwrap();
    let notes: Vec<DigitSet> = match kind {
        "none" => return state,
        // Half of them after the removals of the path.
        "snyder" if random.random_bool(0.5) => snyder(&shown),
        "snyder" => {
            let bits = |cell: Cell| u16::try_from(marks.candidates(cell).bits()).unwrap();
            snyder(&std::array::from_fn(|cell| bits(Cell::new(cell))))
        }
        "partial" => cells()
            .map(|cell| {
                let most = DigitSet::from_bits(u32::from(shown[cell.index()]))
                    & DigitSet::from_bits(random.next_u32() & 0x1FF);
                if random.random_bool(0.5) { most } else { DigitSet::EMPTY }
            })
            .collect(),
        "wrong" => cells()
            .map(|cell| {
                let noted = marks.candidates(cell);
                if random.random_bool(0.1) { noted - DigitSet::only(digit(cell)) } else { noted }
            })
            .collect(),
        // Those of the path, in some cells only the digit of the solution and another one.
        _ => cells()
            .map(|cell| {
                let noted = marks.candidates(cell);
                let few = DigitSet::only(digit(cell))
                    | noted.into_iter().next().map_or(DigitSet::EMPTY, DigitSet::only);
                if !noted.is_empty() && random.random_bool(0.1) { few } else { noted }
            })
            .collect(),
    };
    state.with_notes(notes).unwrap()
}

/// Asks about states of each kind of notes, and checks every premise of every answer. Returns for each kind the states, and those with a step.
fn ask(count: u64) -> BTreeMap<&'static str, (usize, usize)> {
    let plan = Plan::default();
    let tasks = Tasks::new(&plan, MasterSeed::from(57), None).unwrap();
    let mut generator = Generator::new(plan).unwrap();
    let mut random = Pcg64::seed_from_u64(57);
    let mut helper = Helper::new(Rulebook::hodoku());
    let (mut shares, mut partial, mut unknown, mut premises) = (BTreeMap::new(), 0, 0, (0, 0));
    for index in 0..count {
        let givens = generator.make(&tasks.task(index).unwrap()).unwrap().puzzle.into_grid();
        let Solutions::Unique(solution) = solve(&givens) else { panic!("unique") };
        let solution = Grid::from(&solution);
        let mut path = Vec::new();
        Rater::new(Rulebook::hodoku())
            .trace(&mut Pencilmarks::new(&givens), |before, step| path.push((before.clone(), step.clone())));
        // Half of the boards come just after a removal, where there is one.
        let removals: Vec<usize> = (1..path.len()).filter(|&n| path[n - 1].1.placement.is_none()).collect();
        for kind in ["all", "snyder", "partial", "none", "wrong"] {
            let place = match removals[..] {
                [] => random.random_range(0..path.len()),
                _ if random.random_bool(0.5) => random.random_range(0..path.len()),
                _ => removals[random.random_range(0..removals.len())],
            };
            let state = state_of(kind, &givens, &path[place].0, &solution, &mut random);
            let mut help = helper.help(&state);
            // Where partial notes are not known as such, the state can say so.
            if help.status == Status::Wrong && matches!(kind, "snyder" | "partial") {
                unknown += 1;
                help = helper.help(&state.clone().with_notes_kind(NotesKind::Partial));
            }
            let answer: Value = serde_json::from_str(&HelpData::new(&help).to_json()).unwrap();
            let share: &mut (usize, usize) = shares.entry(kind).or_default();
            share.0 += 1;
            let kinds: &[NotesKind] = match kind {
                // Near the end of a game, all may be noted.
                "snyder" | "partial" => &[NotesKind::Partial, NotesKind::None, NotesKind::All],
                // Near the end, a missing note and a partial one may look the same.
                "wrong" if state.has_notes() => &[NotesKind::All, NotesKind::Partial],
                "none" | "wrong" => &[NotesKind::None],
                _ => &[NotesKind::All],
            };
            assert!(kinds.contains(&help.notes.unwrap()), "{kind}: {answer}");
            if kind == "wrong" && help.notes == Some(NotesKind::Partial) {
                partial += 1;
            }
            if help.status == Status::Wrong {
                // Neither the text nor the data names the digit.
                for problem in answer["problems"].as_array().unwrap() {
                    assert_eq!(
                        (&problem["kind"], &problem["digit"]),
                        (&"missing_note".into(), &Value::Null),
                        "{problem}"
                    );
                    let message = problem["message"].as_str().unwrap();
                    assert!(
                        message.starts_with("the notes of r")
                            && message.ends_with("lack its digit in the solution")
                    );
                }
                assert_eq!(kind, "wrong", "{answer}");
                continue;
            }
            match check(&state, &answer) {
                Some((rests_on, assumed)) => {
                    share.1 += 1;
                    premises.0 += usize::from(rests_on > 0);
                    premises.1 += usize::from(assumed > 0);
                }
                None => assert!(help.stuck_cells.is_some() || help.status == Status::Complete, "{answer}"),
            }
        }
    }
    println!(
        "states and those with a step, by notes: {shares:?}; {} rest on earlier steps, {} on assumptions",
        premises.0, premises.1
    );
    println!("{partial} with wrong notes taken as partial, {unknown} with partial notes taken as all");
    assert!(partial * 20 <= count && unknown * 10 <= count && premises.0 > 0 && premises.1 > 0);
    shares
}

fn every_state_has_a_step(count: u64) {
    for (kind, (states, hints)) in ask(count) {
        assert!(kind == "wrong" || hints == states, "{kind}: {hints} of {states}");
    }
}

#[test]
fn every_premise_is_on_the_board() {
    every_state_has_a_step(100);
}

#[test]
#[ignore = "2,000 states of each kind of notes"]
fn long_every_premise_is_on_the_board() {
    every_state_has_a_step(2000);
}
