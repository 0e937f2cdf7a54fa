//! Puzzles and states from arguments, files and standard input.
//!
//! ```text
//! argument that names no file   a state; arguments as long as a side of a grid are its rows
//! - with --json                 each line is a state, and has an answer before the next is read
//! file or -   of states         answered one by one, as their lines come, a line each or drawn over several
//!             of anything else  read as every command reads puzzles
//! ```

use super::SolveJob;
use crate::{
    board::{PencilmarkGrid, Shape},
    cli::{grid_arguments::GridArgument, terminal::tell_standard_input},
    hints::StateText,
    tables::{
        Error, Result,
        read::{Puzzles, parse_puzzle},
    },
};
use std::{
    fs::File,
    io::{self, BufRead as _, BufReader, Read, stdin},
    path::{Path, PathBuf},
};

impl SolveJob<'_> {
    /// Reports everything that the arguments name.
    pub(super) fn read_all(&mut self) -> Result<()> {
        let arguments = GridArgument::all_of(&self.args.puzzles);
        let is_single = GridArgument::is_single(&arguments);
        for argument in &arguments {
            match argument {
                GridArgument::Text(text) => self.read_text(text, is_single)?,
                GridArgument::File(path) => self.read_file(path)?,
            }
        }
        Ok(())
    }

    fn read_text(&mut self, argument: &str, is_single: bool) -> Result<()> {
        let mut read = StateText::read(argument, self.args.shape);
        // Links, and the other forms in which files have puzzles.
        if read.state.is_err() {
            match parse_puzzle(self.args.shape.unwrap_or(Shape::STANDARD), argument) {
                Ok(grid) => read.state = Ok(grid.into()),
                Err(problem) if argument.contains("://") => read.state = Err(problem.into()),
                Err(_) => {}
            }
        }
        // As JSON the message is about the state, whoever sent it.
        if let Err(problem) = &read.state
            && !self.args.json
        {
            return Err(Error::option(format!("the puzzle (there is no file of this name): {problem}")));
        }
        let number = (!is_single).then_some(self.all + 1);
        self.report_text(read, number)
    }

    fn read_file(&mut self, path: &Path) -> Result<()> {
        tell_standard_input([path]);
        let is_stdin = path.as_os_str() == "-";
        if is_stdin && self.args.json {
            let lines = StateLines::new(BufReader::new(stdin()), self.args.shape);
            return self.report_states(path, StateLines { is_one_a_line: true, ..lines });
        }
        if is_stdin {
            // The first bytes stay in the buffer of standard input, from which every reader goes on.
            let head = stdin().lock().fill_buf().map_err(Error::io("reading", path))?.to_vec();
            if StateLines::are_begun_by(&head, self.args.shape) {
                return self.read_states(path, stdin());
            }
        } else if path.is_file() {
            let mut head = Vec::new();
            let opened = File::open(path).map_err(Error::io("reading", path))?;
            let read = (&opened).take(HEAD).read_to_end(&mut head);
            read.map_err(Error::io("reading", path))?;
            if StateLines::are_begun_by(&head, self.args.shape) {
                return self.read_states(path, File::open(path).map_err(Error::io("reading", path))?);
            }
        }
        let sources = self.args.split.sources(&[PathBuf::from(path)]);
        let shape = sources.stated_shape(self.args.shape, &self.args.column.named())?;
        for row in Puzzles::new(&sources, shape)?.columns(&self.args.column.named()) {
            match row {
                Ok((_, grid)) => self.report(grid.into(), Some(self.all + 1))?,
                Err(error @ Error::NoPuzzle { .. }) => self.tell_unreadable(&error.to_string())?,
                Err(error) => return Err(error),
            }
            if is_stdin {
                self.flush()?;
            }
        }
        Ok(())
    }

    fn read_states(&mut self, path: &Path, input: impl Read) -> Result<()> {
        self.report_states(path, StateLines::new(BufReader::new(input), self.args.shape))
    }

    fn report_states(&mut self, path: &Path, mut lines: StateLines<impl Read>) -> Result<()> {
        while let Some((line, read)) = lines.next().transpose().map_err(Error::io("reading", path))? {
            match &read.state {
                Err(problem) if !self.args.json => {
                    self.tell_unreadable(&format!("{}: line {line}: {problem}", path.display()))?;
                }
                _ => self.report_text(read, Some(self.all + 1))?,
            }
            if path.as_os_str() == "-" {
                self.flush()?;
            }
        }
        Ok(())
    }
}

/// Bytes of a file that distinguish states from other formats.
const HEAD: u64 = 4096;

/// Bytes of a line that are read; a longer one is no state.
const LINE_BYTES: u64 = 1 << 20;

/// Fields by which JSON is known for states, not for rows of a table.
const FIELDS: [&str; 3] = ["\"givens\"", "\"puzzle\"", "\"entries\""];

struct StateLines<R> {
    input: BufReader<R>,
    shape: Option<Shape>,
    /// Lines read.
    number: u64,
    /// True if every line is a state, whatever it holds: who sends one waits for its answer.
    is_one_a_line: bool,
}

impl StateLines<io::Empty> {
    /// Returns true if the beginning of an input is that of states which other readers would not understand in full: JSON objects, lines
    /// of HoDoKu's libraries, grids with entries, and candidates, drawn or in a line.
    fn are_begun_by(head: &[u8], shape: Option<Shape>) -> bool {
        let head = String::from_utf8_lossy(head);
        let lines = || head.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        let Some(first) = lines().next() else { return false };
        if first.starts_with('{') {
            return FIELDS.iter().any(|field| head.contains(field));
        }
        let is_digit = |letter: char| letter.is_ascii_digit() || letter == '+' || letter == '.';
        first.starts_with(":0")
            || (first.contains('+') && first.chars().all(is_digit))
            || is_drawn(lines())
            || has_candidates(first, shape)
    }
}

/// Returns true if a line is a whole grid with the candidates of each cell.
fn has_candidates(line: &str, shape: Option<Shape>) -> bool {
    let shape = shape.unwrap_or(Shape::STANDARD);
    let letters = line.chars().filter(|letter| !letter.is_whitespace()).count();
    letters > shape.cells() && PencilmarkGrid::parse(shape, line).is_ok()
}

/// Returns what stands between the spaces and bars of a line.
fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| c.is_whitespace() || c == '|').filter(|word| !word.is_empty())
}

/// Returns true if the first line that is no rule is a row of drawn candidates.
fn is_drawn<'a>(mut lines: impl Iterator<Item = &'a str>) -> bool {
    let is_rule = |line: &&str| line.chars().filter(|letter| "-+=".contains(*letter)).count() > 2;
    let Some(row) = lines.find(|line| !is_rule(line)) else { return false };
    let words: Vec<&str> = words(row).collect();
    let is_notes = |word: &&str| word.chars().all(|letter| letter.is_ascii_digit() || "+*.".contains(letter));
    Shape::of_cells(words.len() * words.len()).is_some()
        && words.iter().all(is_notes)
        && words.iter().any(|word| word.len() > 1)
}

impl<R: Read> StateLines<R> {
    fn new(input: BufReader<R>, shape: Option<Shape>) -> Self {
        Self { input, shape, number: 0, is_one_a_line: false }
    }

    /// Reads a line without its end; `None` at the end of the input.
    fn line(&mut self) -> io::Result<Option<String>> {
        let mut line = Vec::new();
        let read = (&mut self.input).take(LINE_BYTES).read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(None);
        }
        self.number += 1;
        if line.pop_if(|last| *last == b'\n').is_none() && read as u64 == LINE_BYTES {
            self.input.skip_until(b'\n')?;
        }
        Ok(Some(String::from_utf8_lossy(&line).trim().trim_start_matches('\u{feff}').to_owned()))
    }

    /// Reads the state of a line, or a puzzle in another form of a line, such as a link.
    fn state_of_line(&self, line: &str) -> StateText {
        let mut read = StateText::read(line, self.shape);
        let is_json = line.starts_with(['{', '[', '"']);
        if read.state.is_err() && !is_json {
            match parse_puzzle(self.shape.unwrap_or(Shape::STANDARD), line) {
                Ok(grid) => read.state = Ok(grid.into()),
                Err(_) if line.is_empty() => read.state = Err("the line is empty".to_owned().into()),
                Err(_) => {}
            }
        }
        read
    }

    /// Reads the lines of a drawing, of which the first is given, to a blank line or to the last row.
    fn drawing(&mut self, first: String) -> io::Result<String> {
        let words = words(&first).count();
        // Numbers of a grid with a side above 9.
        let usual = if words > Shape::STANDARD.side() { words } else { Shape::STANDARD.side() };
        let (mut text, side) = (first, self.shape.map_or(usual, Shape::side));
        let has_rows = |text: &str| is_whole(text, side);
        while !has_rows(&text)
            && let Some(line) = self.line()?.filter(|line| !line.is_empty())
        {
            text += &format!("\n{line}");
        }
        Ok(text)
    }
}

/// Returns true if a drawing has all its rows.
fn is_whole(text: &str, side: usize) -> bool {
    text.lines().filter(|line| is_drawn(std::iter::once(*line)) || is_row(line, side)).count() >= side
}

/// Returns true for a row of as many groups of digits as a grid has columns.
fn is_row(line: &str, side: usize) -> bool {
    words(line).filter(|word| word.chars().any(|letter| letter.is_ascii_digit() || letter == '.')).count()
        == side
}

impl<R: Read> Iterator for StateLines<R> {
    /// State of a line, or the reason why it is none, with the number of the line.
    type Item = io::Result<(u64, StateText)>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let line = match self.line() {
                Ok(line) => line?,
                Err(error) => return Some(Err(error)),
            };
            let number = self.number;
            if self.is_one_a_line {
                return Some(Ok((number, self.state_of_line(&line))));
            }
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            // A frame below the last row of the drawing before.
            let is_frame = line.chars().all(|letter| "-+='`.:|*".contains(letter));
            if is_frame && line.contains("---") {
                continue;
            }
            let is_drawn = is_drawn(std::iter::once(line.as_str()));
            let text = if is_drawn { self.drawing(line) } else { Ok(line) };
            return Some(text.map(|text| (number, StateText::read(&text, self.shape))));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn read(text: &str) -> Vec<(u64, Result<usize, String>)> {
        let lines = StateLines::new(BufReader::new(text.as_bytes()), None);
        let state = |read: StateText| {
            read.state.map(|state| state.filled().givens()).map_err(|error| error.to_string())
        };
        lines.map(|line| line.unwrap()).map(|(number, read)| (number, state(read))).collect()
    }

    #[test]
    fn states_are_told_from_tables() {
        let is = |text: &str| StateLines::are_begun_by(text.as_bytes(), None);
        assert!(is(&format!("1.{}", "123456789".repeat(81).split_at(2).1)) && is(&"12 ".repeat(81)));
        assert!(is(r#"{"givens": "...", "entries": ""}"#));
        assert!(is(&format!("# a comment\n{}", PUZZLE.replacen('7', "+7", 1))));
        assert!(is(&format!(":0000:x:{PUZZLE}:::")));
        assert!(is(".-----.-----.\n| 1 24 | 3 24 |\n"));
        assert!(!is(PUZZLE) && !is("puzzle,solution\n") && !is("") && !is("| 5 3 . | . 7 . | . . . |\n"));
        assert!(!is(r#"{"question": "..."}"#));
    }

    #[test]
    fn each_line_or_drawing_is_a_state() {
        let drawn = ".------.------.\n| 1 24 | 3 24 |\n| 234 234 | 124 12 |\n:------+------:\n\
                     | 2 134 | 14 134 |\n| 34 134 | 124 1234 |\n'------'------'\n";
        let input = format!("{drawn}{drawn}\n");
        let small = StateLines::new(BufReader::new(input.as_bytes()), "2x2".parse().ok());
        let numbers: Vec<u64> = small
            .map(|line| line.unwrap())
            .map(|(number, read)| {
                assert_eq!(read.state.unwrap().givens().givens(), 3);
                number
            })
            .collect();
        assert_eq!(numbers, [2, 9]);
        let found = read(&format!("{PUZZLE}\n\nnonsense\n{{\"givens\": \"{PUZZLE}\"}}\n[1]"));
        assert_eq!(found.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [1, 3, 4, 5]);
        assert!(found[0].1 == Ok(30) && found[1].1.is_err() && found[2].1 == Ok(30) && found[3].1.is_err());
    }

    #[test]
    fn long_lines_are_no_states_and_end() {
        let long = "1".repeat(3 << 20);
        let found = read(&format!("{long}\n{PUZZLE}\n"));
        assert!(found.len() == 2 && found[0].1.is_err() && found[1] == (2, Ok(30)), "{}", found.len());
    }
}
