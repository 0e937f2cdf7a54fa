//! Cases of single steps in the format of HoDoKu's regression library, and a test whether the engine finds them.
//!
//! [`LibraryLine`] has the form of a line. The step after the state is the case; the digits that matter are not read, and a code with the
//! variant `x` is a case where no instance may be found.
//!
//! Techniques for which HoDoKu has no code have their name in place of it: `:unique_loop_1:13:...`.
//!
//! A case passes if some instance of its technique eliminates, or places, exactly the candidates of the line.

use super::{
    Candidate, Candidates, CellSet, Conventions, Finder, FinderMemory, Pencilmarks, SearchFlow, Sink, Step,
    Technique, TechniqueSet,
};
use gridmill_board::{Cell, Digit, LibraryLine};

/// One line of a library.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// The code with its variant, as it stands.
    pub code: String,
    /// The technique, if the engine knows it.
    pub technique: Option<Technique>,
    /// The state.
    pub marks: Pencilmarks,
    /// True if an instance must be found; false if none may be.
    pub must_be_found: bool,
    /// Effect that an instance must have.
    pub expected: StepEffect,
}

/// Effect of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct StepEffect {
    /// Eliminations.
    pub eliminations: Candidates,
    /// Placements.
    pub placements: Candidates,
}

impl StepEffect {
    /// Returns the effect of a step.
    pub fn new(step: &Step) -> Self {
        Self { eliminations: step.eliminations, placements: step.placements().collect() }
    }
}

impl Case {
    /// Reads a line; `None` for comments and empty lines.
    ///
    /// # Errors
    /// A description of the error in the line.
    pub fn parse(line: &str) -> Result<Option<Self>, String> {
        let line = line.trim_end();
        if line.is_empty() || line.starts_with('#') {
            return Ok(None);
        }
        // Seven fields: a line that ends after its cells is a puzzle, not a case.
        if line.bytes().filter(|&byte| byte == b':').count() < 6 {
            return Err("not of the form `:code:digits:cells:deleted:eliminations:placements:`".to_owned());
        }
        let line = LibraryLine::parse(line).map_err(|error| error.to_string())?;
        let mut marks = Pencilmarks::blank();
        for cell in CellSet::ALL {
            let (given, entry) = (line.givens.get(cell), line.entries.get(cell));
            if let Some(digit) = given.or(entry) {
                marks.place_first(cell, digit, given.is_some());
            }
        }
        for &(cell, digit) in &line.deleted {
            marks.eliminate(cell, digit);
        }
        let (number, variant) = line.code.split_once('-').unwrap_or((&line.code, ""));
        // A fifth figure counts several fish that are listed as one.
        let technique = number.get(..4).and_then(Technique::from_code).or_else(|| number.parse().ok());
        let candidates = |list: &[(Cell, Digit)]| {
            list.iter().map(|&(cell, digit)| Candidate { cell, digit }).collect::<Candidates>()
        };
        let expected = StepEffect {
            eliminations: candidates(&line.eliminations),
            placements: candidates(&line.placements),
        };
        let must_be_found = variant != "x";
        Ok(Some(Self { code: line.code, technique, marks, must_be_found, expected }))
    }

    /// Passes each instance of the technique to `see`, until it stops.
    fn each(&self, scratch: &mut FinderMemory, see: &mut Sink<'_>) {
        let Some(technique) = self.technique else { return };
        let requested = TechniqueSet::only(technique);
        let finder = Finder::new(&self.marks, requested, Conventions::Hodoku, scratch);
        let _ = finder.thorough().find(technique.family(), see);
    }

    /// Returns the effects of all instances of the technique, each once.
    pub fn found(&self, scratch: &mut FinderMemory) -> Vec<StepEffect> {
        let mut found = Vec::new();
        self.each(scratch, &mut |step| {
            found.push(StepEffect::new(&step));
            SearchFlow::Continue(())
        });
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Returns the first instance of the technique that has the expected effect.
    pub fn step(&self, scratch: &mut FinderMemory) -> Option<Step> {
        let mut found = None;
        self.each(scratch, &mut |step| {
            if StepEffect::new(&step) != self.expected {
                return SearchFlow::Continue(());
            }
            found = Some(step);
            SearchFlow::Break(())
        });
        found
    }

    /// Returns true if the effects that were found satisfy the case.
    pub fn passes(&self, found: &[StepEffect]) -> bool {
        if self.must_be_found { found.contains(&self.expected) } else { found.is_empty() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The file has each technique once, and its step is found as the line says.
    #[test]
    fn the_examples_of_all_techniques_are_found() {
        let mut scratch = FinderMemory::default();
        let mut techniques = Vec::new();
        for line in include_str!("../testdata/steps.txt").lines() {
            let Some(case) = Case::parse(line).unwrap() else { continue };
            let technique = case.technique.unwrap();
            techniques.push(technique);
            let step = case.step(&mut scratch).unwrap_or_else(|| panic!("no step of {technique}"));
            assert_eq!((step.technique, StepEffect::new(&step)), (technique, case.expected));
        }
        assert_eq!(techniques, Technique::all().collect::<Vec<_>>());
    }
}
