//! Puzzles and states from arguments, files and standard input.
//!
//! ```text
//! argument that names no file   a state; arguments as long as a side of a grid are its rows
//! - with --json                 each line is a state, and has an answer before the next is read
//! file or -   of states         answered one by one, as their lines come
//!             of anything else  read as every command reads puzzles
//! ```

use super::{SolveJob, states::StateLines};
use crate::{
    board::Shape,
    cli::{grid_arguments::GridArgument, terminal::tell_standard_input},
    hints::StateText,
    tables::{
        Error, Result,
        read::{Puzzles, parse_puzzle},
    },
};
use std::{
    fs::File,
    io::{BufRead as _, BufReader, Read, stdin},
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
            let problem = format!("the puzzle (there is no file of this name): {problem}");
            return Err(Error::option(problem));
        }
        let number = (!is_single).then_some(self.all + 1);
        self.report_text(read, number)
    }

    fn read_file(&mut self, path: &Path) -> Result<()> {
        tell_standard_input([path]);
        let is_stdin = path.as_os_str() == "-";
        if is_stdin && self.args.json {
            let lines = StateLines::new(BufReader::new(stdin()), self.args.shape).one_a_line();
            return self.report_states(path, lines);
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
