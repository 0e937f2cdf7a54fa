//! Cases of single steps in the format of HoDoKu's regression library, and a test whether the engine finds them.
//!
//! ```text
//! :0201-1:347:.6+8..9...:514 728:314 714::
//!  |      |   |         |       |      |  `-- the rest of the line; not read
//!  |      |   |         |       |      `-- placements, as eliminations
//!  |      |   |         |       `-- eliminations: digit, row, column
//!  |      |   |         `-- candidates deleted before, in the same form
//!  |      |   `-- 81 cells: `.` empty, `+` before a digit that was placed, not given
//!  |      `-- the digits that matter; not read
//!  `-- code, and a variant: `x` where no instance may be found
//! ```
//!
//! A case passes if some instance of its technique eliminates, or places, exactly the candidates of the line.

use super::{
    Candidate, Candidates, CellSet, Conventions, Finder, FinderMemory, Pencilmarks, SearchFlow, Step,
    Technique, TechniqueSet,
};
use gridmill_board::{Cell, Digit};

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
    pub fn of(step: &Step) -> Self {
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
        let fields: Vec<&str> = line.split(':').collect();
        let ["", code, _digits, givens, deleted, eliminations, placements, ..] = fields[..] else {
            return Err("not of the form `:code:digits:cells:deleted:eliminations:placements:`".to_owned());
        };
        let mut marks = read_cells(givens)?;
        for Candidate { cell, digit } in read_candidates(deleted)?.iter() {
            marks.eliminate(cell, digit);
        }
        let (number, variant) = code.split_once('-').unwrap_or((code, ""));
        // A fifth figure counts several fish that are listed as one.
        let technique = number.get(..4).and_then(Technique::from_code);
        let expected = StepEffect {
            eliminations: read_candidates(eliminations)?,
            placements: read_candidates(placements)?,
        };
        Ok(Some(Self { code: code.to_owned(), technique, marks, must_be_found: variant != "x", expected }))
    }

    /// Returns the effects of all instances of the technique, each once.
    pub fn found(&self, scratch: &mut FinderMemory) -> Vec<StepEffect> {
        let Some(technique) = self.technique else { return Vec::new() };
        let mut found = Vec::new();
        let wanted = TechniqueSet::only(technique);
        let _ = Finder::new(&self.marks, wanted, Conventions::Hodoku, scratch).thorough().find(
            technique.family(),
            &mut |step| {
                found.push(StepEffect::of(&step));
                SearchFlow::Continue(())
            },
        );
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Returns true if the effects that were found satisfy the case.
    pub fn passes(&self, found: &[StepEffect]) -> bool {
        if self.must_be_found { found.contains(&self.expected) } else { found.is_empty() }
    }
}

fn read_cells(text: &str) -> Result<Pencilmarks, String> {
    let mut marks = Pencilmarks::blank();
    let mut cells = CellSet::ALL;
    let mut given = true;
    for letter in text.bytes() {
        if letter == b'+' {
            given = false;
            continue;
        }
        let cell = cells.next().ok_or("more than 81 cells")?;
        match letter {
            b'.' | b'0' => {}
            b'1'..=b'9' => marks.place_first(cell, digit(letter)?, given),
            _ => return Err(format!("`{}` is no cell", char::from(letter))),
        }
        given = true;
    }
    if cells.is_empty() { Ok(marks) } else { Err(format!("{} cells, 81 are needed", 81 - cells.len())) }
}

fn read_candidates(text: &str) -> Result<Candidates, String> {
    text.split_whitespace().map(read_candidate).collect()
}

/// `digit row column`, each one figure.
fn read_candidate(text: &str) -> Result<Candidate, String> {
    let &[figure, row @ b'1'..=b'9', col @ b'1'..=b'9'] = text.as_bytes() else {
        return Err(format!("`{text}` is no candidate: digit, row and column from 1 to 9"));
    };
    let cell = Cell::new(usize::from(row - b'1') * 9 + usize::from(col - b'1'));
    Ok(Candidate { cell, digit: digit(figure)? })
}

fn digit(figure: u8) -> Result<Digit, String> {
    Some(figure)
        .filter(u8::is_ascii_digit)
        .and_then(Digit::from_ascii)
        .ok_or_else(|| format!("`{}` is no digit from 1 to 9", char::from(figure)))
}
