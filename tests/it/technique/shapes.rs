//! Ratings of grids of all shapes with a side up to 9, by the definition of each technique: all houses, all sets of cells and digits.

use crate::prelude::*;

/// Shapes, numbers of puzzles, and numbers of those whose steps are compared with the definitions.
const SHAPES: [(&str, u64, u64); 6] =
    [("2x2", 500, 50), ("2x3", 500, 25), ("3x2", 500, 25), ("2x4", 100, 3), ("4x2", 100, 3), ("3x3", 50, 1)];

/// Houses of a shape, and the cells that see each other.
struct Houses {
    side: usize,
    boxes: Vec<Vec<usize>>,
    lines: Vec<Vec<usize>>,
    /// Boxes and lines.
    all: Vec<Vec<usize>>,
    peers: Vec<Vec<usize>>,
}

impl Houses {
    fn of(shape: Shape) -> Self {
        let cells: Vec<Cell> = shape.all_cells().collect();
        let kind = |number_of: &dyn Fn(Cell) -> usize| -> Vec<Vec<usize>> {
            let house = |number| {
                cells.iter().filter(move |&&cell| number_of(cell) == number).map(|cell| cell.index())
            };
            (0..shape.side()).map(|number| house(number).collect()).collect()
        };
        let boxes = kind(&|cell| shape.box_of(cell));
        let lines = [kind(&|cell| shape.row(cell)), kind(&|cell| shape.col(cell))].concat();
        let all = [boxes.clone(), lines.clone()].concat();
        let share = |one, other| all.iter().any(|house| house.contains(&one) && house.contains(&other));
        let seen = |one| (0..cells.len()).filter(|&other| other != one && share(one, other)).collect();
        let peers = (0..cells.len()).map(seen).collect();
        Self { side: shape.side(), boxes, lines, all, peers }
    }
}

/// A state: for each cell the candidates as bits, none if it is filled.
struct State<'a> {
    of: &'a Houses,
    candidates: Vec<u32>,
}

/// Placements and eliminations: a cell and digits.
type Effects = Vec<(usize, u32)>;

impl<'a> State<'a> {
    fn new(of: &'a Houses, marks: &Pencilmarks) -> Self {
        let candidates = |cell| if marks.value(cell).is_some() { 0 } else { marks.candidates(cell).bits() };
        Self { of, candidates: marks.shape().all_cells().map(candidates).collect() }
    }

    fn empty(&self, house: &[usize]) -> Vec<usize> {
        house.iter().copied().filter(|&cell| self.candidates[cell] != 0).collect()
    }

    fn places(&self, house: &[usize], digit: usize) -> Vec<usize> {
        house.iter().copied().filter(|&cell| self.candidates[cell] >> digit & 1 == 1).collect()
    }

    /// The placements that a technique finds.
    fn placements(&self, technique: Technique) -> Effects {
        let mut found = Vec::new();
        let is_of_boxes = technique == Technique::HiddenSingleBox;
        for house in if is_of_boxes { &self.of.boxes } else { &self.of.all } {
            let empty = self.empty(house);
            match technique {
                Technique::FullHouse if empty.len() == 1 => found.push((empty[0], self.candidates[empty[0]])),
                Technique::NakedSingle => {
                    found.extend(empty.iter().map(|&cell| (cell, self.candidates[cell])));
                }
                Technique::HiddenSingle | Technique::HiddenSingleBox if empty.len() > 1 => {
                    let places = (0..self.of.side).map(|digit| (self.places(house, digit), 1 << digit));
                    let single = places.filter(|(places, _)| places.len() == 1);
                    found.extend(single.map(|(places, digit)| (places[0], digit)));
                }
                _ => {}
            }
        }
        found.retain(|(_, digits): &(usize, u32)| digits.is_power_of_two());
        found
    }

    /// The eliminations of each instance of a technique.
    fn eliminations(&self, technique: Technique) -> Vec<Effects> {
        use Technique as T;
        match technique {
            T::Pointing => self.locked(&self.of.boxes, &self.of.lines),
            T::Claiming => self.locked(&self.of.lines, &self.of.boxes),
            T::NakedPair => self.naked(2),
            T::NakedTriple => self.naked(3),
            T::NakedQuad => self.naked(4),
            T::HiddenPair => self.hidden(2),
            T::HiddenTriple => self.hidden(3),
            T::HiddenQuad => self.hidden(4),
            _ => Vec::new(),
        }
    }

    fn locked(&self, from: &[Vec<usize>], to: &[Vec<usize>]) -> Vec<Effects> {
        let mut found = Vec::new();
        for house in from {
            for cover in to {
                for digit in 0..self.of.side {
                    let places = self.places(house, digit);
                    if places.len() > 1 && places.iter().all(|cell| cover.contains(cell)) {
                        let rest =
                            self.places(cover, digit).into_iter().filter(|cell| !places.contains(cell));
                        found.push(rest.map(|cell| (cell, 1 << digit)).collect());
                    }
                }
            }
        }
        found
    }

    fn naked(&self, size: usize) -> Vec<Effects> {
        let mut found = Vec::new();
        for house in &self.of.all {
            for cells in choices(&self.empty(house), size) {
                let digits = cells.iter().fold(0, |digits, &cell| digits | self.candidates[cell]);
                if digits.count_ones() as usize == size {
                    let seen = |other: &&usize| cells.iter().all(|&cell| self.of.peers[cell].contains(other));
                    let others = self.of.peers[cells[0]].iter().filter(seen);
                    found.push(others.map(|&cell| (cell, digits & self.candidates[cell])).collect());
                }
            }
        }
        found
    }

    fn hidden(&self, size: usize) -> Vec<Effects> {
        let mut found = Vec::new();
        for house in &self.of.all {
            let digits: Vec<usize> =
                (0..self.of.side).filter(|&digit| !self.places(house, digit).is_empty()).collect();
            for digits in choices(&digits, size) {
                let kept = digits.iter().fold(0, |kept, digit| kept | 1 << digit);
                let cells: Vec<usize> =
                    house.iter().copied().filter(|&cell| self.candidates[cell] & kept != 0).collect();
                if cells.len() == size {
                    found.push(cells.iter().map(|&cell| (cell, self.candidates[cell] & !kept)).collect());
                }
            }
        }
        found
    }

    /// Returns true if the technique has an instance that does something.
    fn has(&self, technique: Technique) -> bool {
        let does = |effects: &Effects| effects.iter().any(|&(_, digits)| digits != 0);
        !self.placements(technique).is_empty() || self.eliminations(technique).iter().any(does)
    }

    fn place(&mut self, cell: usize, digit: u32) {
        self.candidates[cell] = 0;
        for &other in &self.of.peers[cell] {
            self.candidates[other] &= !digit;
        }
    }

    /// Applies all instances of all techniques, from the last, until none does anything.
    fn close(&mut self, techniques: &[Technique]) {
        while let Some(technique) = techniques.iter().copied().rev().find(|&technique| self.has(technique)) {
            for (cell, digits) in self.eliminations(technique).into_iter().flatten() {
                self.candidates[cell] &= !digits;
            }
            if let Some(&(cell, digit)) = self.placements(technique).first() {
                self.place(cell, digit);
            }
        }
    }
}

/// All choices of `size` of some numbers.
fn choices(from: &[usize], size: usize) -> Vec<Vec<usize>> {
    let chosen = (0..1_usize << from.len()).filter(|set| set.count_ones() as usize == size);
    chosen.map(|set| (0..from.len()).filter(|n| set >> n & 1 == 1).map(|n| from[n]).collect()).collect()
}

/// The rulebook with its rules in the opposite order.
fn reversed(rulebook: &Rulebook) -> Rulebook {
    let mut text = "name = \"reversed\"\nscale = \"reversed/1\"\nconventions = \"plain\"\n".to_owned();
    for technique in rulebook.rules().iter().rev().flat_map(|rule| rule.techniques().iter()) {
        text += &format!("[[rule]]\ntechnique = \"{technique}\"\nrating = 1\n");
    }
    Rulebook::parse(&text).unwrap()
}

fn is_sound(step: &Step, solution: &Solution) -> bool {
    step.placements().all(|placed| solution.get(placed.cell) == placed.digit)
        && step.eliminations.iter().all(|gone| solution.get(gone.cell) != gone.digit)
}

#[test]
#[ignore = "15 s, every technique by definition at each step: bash scripts/long_tests.sh"]
fn long_each_step_is_of_the_first_rule_that_has_one_by_definition() {
    let books = [Rulebook::basic().clone(), reversed(Rulebook::basic())];
    let mut seen = [0; Technique::COUNT];
    for (shape, count, compared) in SHAPES {
        let shape: Shape = shape.parse().unwrap();
        let houses = Houses::of(shape);
        let mut generator = Generator::new(Plan::for_shape(shape)).unwrap();
        for index in 0..count {
            let mut seed = [9; 32];
            seed[..8].copy_from_slice(&index.to_le_bytes());
            let made = generator.generate_with_seed(seed).unwrap();
            let mut ends = Vec::new();
            for rulebook in &books {
                let techniques: Vec<Technique> =
                    rulebook.rules().iter().flat_map(|rule| rule.techniques().iter()).collect();
                let mut marks = Pencilmarks::new(made.puzzle.grid());
                let rating = Rater::new(rulebook).trace(&mut marks, |before, step| {
                    assert!(is_sound(step, &made.solution), "{}: {step}", made.puzzle);
                    assert_eq!(before.present(&step.eliminations), step.eliminations);
                    seen[step.technique as usize] += 1;
                    if index < compared {
                        let state = State::new(&houses, before);
                        let first = techniques.iter().copied().find(|&technique| state.has(technique));
                        assert_eq!(first, Some(step.technique), "{}: {step}", made.puzzle);
                    }
                });
                let end = State::new(&houses, &marks);
                assert_eq!(rating.solved, marks.is_complete());
                assert!(
                    rating.solved
                        || index >= compared
                        || !techniques.iter().any(|&technique| end.has(technique))
                );
                assert!(!rating.solved || marks.grid() == (&made.solution).into());
                ends.push(end.candidates);
            }
            assert_eq!(ends[0], ends[1], "{}", made.puzzle);
            if index < compared {
                let mut by_definition = State::new(&houses, &Pencilmarks::new(made.puzzle.grid()));
                by_definition.close(&Rulebook::basic().techniques().iter().collect::<Vec<_>>());
                assert_eq!(ends[0], by_definition.candidates, "{}", made.puzzle);
            }
        }
    }
    let unseen = Rulebook::basic().techniques().iter().filter(|&technique| seen[technique as usize] == 0);
    assert_eq!(unseen.collect::<Vec<_>>(), []);
}

#[test]
fn the_next_step_of_basic_is_a_function_of_the_state() {
    for shape in ["2x3", "2x4", "3x3"] {
        let shape: Shape = shape.parse().unwrap();
        let mut generator = Generator::new(Plan::for_shape(shape)).unwrap();
        let made = generator.generate_with_seed([3; 32]).unwrap();
        let (mut path, mut rater) = (Vec::new(), Rater::new(Rulebook::basic()));
        rater.trace(&mut Pencilmarks::new(made.puzzle.grid()), |before, step| {
            path.push((before.clone(), step.clone()));
        });
        for (before, step) in path {
            let mut marks = Pencilmarks::new(&before.grid());
            for cell in marks.empty() {
                for digit in marks.candidates(cell) - before.candidates(cell) {
                    marks.eliminate(cell, digit);
                }
            }
            assert_eq!(rater.next_step(&marks).unwrap().unwrap().step, step);
        }
    }
}
