//! Files of patterns: read for a plan, and kept next to the corpus that was made by them.

use super::{folder::Folder, job::Job};
use gridmill_board::{Pattern, PatternError, Shape};
use gridmill_tables::{
    Error, Result,
    files::{WRITTEN_BY_HAND, read_text},
};
use std::path::Path;

/// Reads the patterns in a file, with `x` for a given and `.` for an empty cell: one a line, or drawn with a line for each row, blanks and
/// bars between marks, and rules between rows. Empty lines and those that begin with `#` are left out.
///
/// # Errors
/// [`Error::Io`] if the file cannot be read, [`Error::Option`] with path, line and column if a line is no pattern, a drawing is not square,
/// or there is none.
pub fn read_patterns(path: &Path) -> Result<Vec<Pattern>> {
    let text = read_text(path, WRITTEN_BY_HAND).map_err(Error::io("reading", path))?;
    let is_rule = |line: &str| line.contains("--") && line.chars().all(|c| " |+-".contains(c));
    let is_between = |c: char| c.is_whitespace() || c == '|';
    let lines = (1..).zip(text.lines()).map(|(number, line)| (number, line.trim()));
    let mut lines =
        lines.filter(|(_, line)| !(line.is_empty() || line.starts_with('#') || is_rule(line))).peekable();
    let problem = |number: usize, problem: &dyn std::fmt::Display| {
        Error::option(format!("{} line {number} {problem}", path.display()))
    };
    let mut patterns = Vec::new();
    while let Some((first, line)) = lines.next() {
        let marks = |line: &str| line.replace(is_between, "");
        let mut drawn = marks(line);
        let side = drawn.chars().count();
        // Marks of a row where no grid has so few cells.
        if Shape::of_cells(side * side).is_some() && Shape::of_cells(side).is_none() {
            row(line).map_err(|error| problem(first, &error))?;
            for read in 1..side {
                let Some((number, line)) = lines.next_if(|(_, line)| marks(line).chars().count() == side)
                else {
                    let found = if read == 1 { "a row".to_owned() } else { format!("{read} rows") };
                    let required = format!(
                        "begins {found} of {side} marks; write {side} rows for a {side}x{side} grid, or the whole pattern in one line"
                    );
                    return Err(problem(first, &required));
                };
                row(line).map_err(|error| problem(number, &error))?;
                drawn += &marks(line);
            }
        }
        patterns.push(drawn.parse().map_err(|error| problem(first, &error))?);
    }
    if patterns.is_empty() {
        return Err(Error::option(format!(
            "{} holds no pattern; write one a line, or draw it",
            path.display()
        )));
    }
    Ok(patterns)
}

/// Checks the marks of a row; the error has the column in the line.
fn row(line: &str) -> Result<Pattern, PatternError> {
    line.replace(|c: char| c.is_whitespace() || c == '|', ".").parse()
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

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<String>, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("p.txt");
        std::fs::write(&path, text).unwrap();
        let patterns = read_patterns(&path).map(|all| all.iter().map(Pattern::to_string).collect());
        patterns.map_err(|error| error.to_string().replace(&path.display().to_string(), "p.txt"))
    }

    #[test]
    fn patterns_may_be_drawn() {
        let rows = ["x.x..x", "..xx..", ".x..x.", "x....x", "xx..xx", ".xxxx."];
        let whole = rows.concat();
        let bars: String = rows
            .map(|row| format!("| {} {} {} | {} |\n", &row[..1], &row[1..2], &row[2..3], &row[3..]))
            .concat();
        for text in [
            rows.join("\n"),
            format!("# six\n\n{}\n\n{}\n", rows[..2].join("\n"), rows[2..].join("\r\n")),
            format!("+-------+-----+\n{bars}+-------+-----+\n"),
        ] {
            assert_eq!(read(&text), Ok(vec![whole.clone()]), "{text}");
            assert_eq!(read(&format!("{text}\n{whole}\n{text}")), Ok(vec![whole.clone(); 3]), "{text}");
        }
        // Sixteen marks are a whole pattern.
        assert_eq!(read(&"xx..\n".repeat(4)), Ok(vec!["xx..".repeat(4)]));
        assert_eq!(read(&"xx..xx..xx..xx..\n".repeat(16)).map(|all| all.len()), Ok(16));
        let short = "p.txt line 1 begins 5 rows of 6 marks; write 6 rows for a 6x6 grid, or the whole pattern in one line";
        assert_eq!(read(&rows[..5].join("\n")), Err(short.to_owned()));
        assert_eq!(
            read(&rows.join("\n").replace("x....x", "x...x")).unwrap_err(),
            short.replace("5 rows", "3 rows")
        );
        let wrong = read(&bars.replacen("x . x", "x . y", 1)).unwrap_err();
        assert!(wrong.starts_with("p.txt line 1 column 7: 'y' is no mark"), "{wrong}");
        assert_eq!(read("# none\n"), Err("p.txt holds no pattern; write one a line, or draw it".to_owned()));
    }
}
