//! Files of patterns: read for a plan, and kept beside the corpus that was made by them.

use super::{folder::Folder, job::Job};
use gridmill_board::Pattern;
use gridmill_tables::{
    Error, Result,
    files::read_whole::{WRITTEN_BY_HAND, read_text},
};
use std::path::Path;

/// Reads the patterns in a file: one a line, `x` for a given and `.` for an empty cell; empty lines and those that begin
/// with `#` are left out.
///
/// # Errors
/// [`Error::Io`] if the file cannot be read, [`Error::Option`] with path, line and column if a line is no pattern or
/// there is none.
pub fn read_patterns(path: &Path) -> Result<Vec<Pattern>> {
    let text = read_text(path, WRITTEN_BY_HAND).map_err(Error::io("reading", path))?;
    let lines = (1..).zip(text.lines()).map(|(n, line)| (n, line.trim()));
    let pattern = |(n, line): (usize, &str)| {
        let named = |error| Error::option(format!("{} line {n} {error}", path.display()));
        line.parse().map_err(named)
    };
    let patterns: Vec<_> = lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(pattern)
        .collect::<Result<_>>()?;
    if patterns.is_empty() {
        return Err(Error::option(format!("{} holds no pattern; write one a line", path.display())));
    }
    Ok(patterns)
}

/// Writes the patterns of `job`, if it has some, where its command looks for them.
pub(crate) fn write(folder: &Folder, job: &Job) -> Result<()> {
    let patterns = job.plan.dig.patterns();
    if patterns.is_empty() {
        return Ok(());
    }
    let lines: String = patterns.iter().map(|pattern| format!("{pattern}\n")).collect();
    folder.replace(&folder.patterns(), lines.as_bytes())
}
