//! Grids in arrays as programs print them: cells between brackets.
//!
//! ```text
//! [[5 3 0 0 7 0 0 0 0]          NumPy            [[5, 3, None, ...], ...]        Python
//!  [6 0 0 1 9 5 0 0 0]                           {{5,3,0,...}, ...};             C
//!  ...]                                          [{"value": 5}, {}, ...]         JSON, an object a cell
//! board = np.array([...])       code             ["53..7....", "6..195...", ...] rows as text
//! ```
//!
//! A list ends with its bracket; the innermost one with as many cells as a grid has is a grid, so that lists of grids are read one by one. Text
//! outside brackets, comments of code and arrays of at most three numbers, such as `int board[9][9]`, are left out.

use super::{
    drawn_grid::DrawnGrid,
    limits::shown,
    rows_of_cells::{cell_of_word, known_cells},
};
use gridmill_board::{GridError, PencilmarkGrid, Shape};
use std::collections::VecDeque;

/// Numbers that an array may have which declares a size.
const SIZES: usize = 3;

/// Keys of the value of a cell that is an object.
const VALUES: [&str; 5] = ["value", "cell", "digit", "number", "v"];

struct Leaf {
    /// Line and column, from 1.
    place: (u64, usize),
    value: Value,
}

enum Value {
    Cell(char),
    /// Cell that is an object, and whether that says that it is a given.
    Object(char, Option<bool>),
    /// Text of several characters: candidates of a cell, a row, or a grid.
    Text(String),
    Wrong(String),
}

#[derive(Default)]
pub(super) struct Arrays {
    side: usize,
    /// Elements before each bracket that is open.
    open: Vec<usize>,
    leaves: Vec<Leaf>,
    /// Elements beyond those of a grid.
    more: usize,
    /// Brackets around the last grid of the present array.
    around: Option<usize>,
    /// Brackets around the argument that is left out, such as `dtype=int64`.
    skipped: Option<usize>,
    in_comment: bool,
    /// Elements of arrays that declare a size.
    pub(super) left_out: usize,
    is_ended: bool,
}

impl Arrays {
    pub(super) fn new(side: usize) -> Self {
        Self { side, ..Self::default() }
    }

    /// Returns true if a line may begin an array of grids: it opens more brackets than it closes, or has a whole grid, and begins with a bracket
    /// or names the array.
    pub(super) fn are_begun_by(line: &str, side: usize) -> bool {
        let text = line.trim_start();
        let is_bracket = |c: char| matches!(c, '[' | '{' | '(');
        let is_named = || {
            let assigned = text.find('=').map(|place| place + 1);
            let called = ["array(", "list(", "tensor(", "matrix("].iter().find_map(|call| text.find(call));
            let begin = assigned.into_iter().chain(called).min();
            text.starts_with(|c: char| c.is_alphabetic() || c == '_')
                && begin.is_some_and(|begin| text[begin..].contains(is_bracket))
        };
        // R combines values by a function of one letter.
        let is_combined = text.starts_with("c(");
        if !text.starts_with(is_bracket) && !is_combined && !is_named() {
            return false;
        }
        let (mut arrays, mut grids) = (Self::new(side), VecDeque::new());
        arrays.feed(1, line, &mut grids);
        let is_wrong = |leaf: &Leaf| matches!(leaf.value, Value::Wrong(_));
        !grids.is_empty()
            || text.starts_with(is_bracket) && arrays.is_rows()
            || !arrays.open.is_empty() && !arrays.leaves.iter().any(is_wrong)
    }

    /// Returns the side that the first list of numbers of a text shows, by its length as a row or as a grid.
    pub(super) fn side_of(text: &str) -> Option<usize> {
        let end = text.find([']', '}', ')'])?;
        let begin = text[..end].rfind(['[', '{', '('])?;
        let mut arrays = Self::new(Shape::MAX_SIDE);
        arrays.feed(1, &text[begin..end].replace(['\n', '\r'], " "), &mut VecDeque::new());
        let count = match &arrays.leaves[..] {
            [Leaf { value: Value::Text(text), .. }, ..] => text.chars().count(),
            leaves => leaves.len(),
        };
        let is_side = |side: &usize| Shape::of_cells(side * side).is_some();
        Some(count).filter(is_side).or_else(|| Shape::of_cells(count).map(Shape::side))
    }

    /// Returns the cells of a list of any shape, written as JSON, `.` for an empty one; `None` if it has not as many as a grid, or one is none.
    pub(super) fn cells_of_list(list: &str) -> Option<String> {
        let mut arrays = Self::new(Shape::MAX_SIDE);
        let open = list.trim_end().trim_end_matches(']');
        arrays.feed(1, open, &mut VecDeque::new());
        let found = match &arrays.leaves[..] {
            leaves if leaves.iter().all(|leaf| matches!(leaf.value, Value::Text(_))) => {
                leaves.len() * leaves.len()
            }
            leaves => leaves.len(),
        };
        let (mut arrays, mut grids) = (Self::new(Shape::of_cells(found)?.side()), VecDeque::new());
        arrays.feed(1, list, &mut grids);
        let grid = grids
            .pop_front()
            .filter(|grid| grids.is_empty() && grid.problem.is_none() && grid.candidates.is_empty())?;
        // Next to another sign for empty, 0 may be a digit; that is for the reader of the grid to say.
        Some(if grid.text.contains('.') { grid.text } else { grid.text.replace('0', ".") })
    }

    /// Reads a line, and appends the grids that end in it.
    pub(super) fn feed(&mut self, line: u64, text: &str, grids: &mut VecDeque<DrawnGrid>) {
        let chars: Vec<char> = text.chars().collect();
        let mut at = 0;
        while at < chars.len() {
            let rest = &chars[at..];
            let place = (line, at + 1);
            if self.in_comment {
                at += if rest.starts_with(&['*', '/']) { 2 } else { 1 };
                self.in_comment = !rest.starts_with(&['*', '/']);
                continue;
            }
            at += match rest {
                ['/', '*', ..] => {
                    self.in_comment = true;
                    2
                }
                ['/', '/', ..] | ['#', ..] => rest.len(),
                ['{', ..]
                    if !self.open.is_empty()
                        && let Some((value, length)) = object(rest, self.side) =>
                {
                    self.push(place, value);
                    length
                }
                ['[' | '{' | '(', ..] => {
                    self.open.push(self.leaves.len() + self.more);
                    1
                }
                [']' | '}' | ')', ..] => {
                    self.close(grids);
                    1
                }
                [',', ..] => {
                    self.skipped = self.skipped.filter(|&depth| depth < self.open.len());
                    1
                }
                [mark @ ('"' | '\''), ..] => {
                    let (text, length) = quoted(rest, *mark);
                    if self.open.is_empty() {
                        self.push_whole(place, &text, grids);
                    }
                    let value = self.value_of_text(&text);
                    self.push(place, value);
                    length
                }
                [c, ..] if c.is_whitespace() || matches!(c, ';' | ':' | '=' | '|') => 1,
                _ => {
                    let length = rest.iter().position(|&c| is_end_of_word(c)).unwrap_or(rest.len()).max(1);
                    let word: String = rest[..length].iter().collect();
                    if self.open.is_empty() {
                        self.push_whole(place, &word, grids);
                    }
                    let next = rest[length..].iter().find(|c| !c.is_whitespace());
                    match next {
                        Some('(') if word.starts_with(char::is_alphabetic) => {}
                        Some('=') if word.starts_with(char::is_alphabetic) => {
                            self.skipped = Some(self.open.len()).filter(|&depth| depth > 0);
                        }
                        _ => {
                            let value = self.value_of_word(&word);
                            self.push(place, value);
                        }
                    }
                    length
                }
            };
        }
    }

    /// Records that no more lines follow.
    pub(super) fn end(&mut self, grids: &mut VecDeque<DrawnGrid>) {
        if !self.open.is_empty() || self.is_rows() {
            self.open = vec![0];
            // Rows without an end are no whole grid.
            self.is_ended = true;
            self.close(grids);
        }
    }

    fn value_of_word(&self, word: &str) -> Value {
        match cell_of_word(word.rsplit("np.").next().unwrap_or(word), self.side) {
            Ok(Some(cell)) => Value::Cell(cell),
            Ok(None) if word == "..." => {
                Value::Wrong("the print leaves out cells; print the whole array".to_owned())
            }
            Ok(None) => Value::Wrong(format!("{:?} is no cell", shown(word))),
            Err(problem) => Value::Wrong(problem),
        }
    }

    fn value_of_text(&self, text: &str) -> Value {
        let text = text.trim();
        let is_number = self.side > 9 && text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
        let is_text = text.chars().nth(1).is_some() && !is_number && !text.starts_with('-');
        match cell_of_word(text, self.side) {
            Ok(Some(cell)) if !is_text || cell == '.' => Value::Cell(cell),
            Err(problem) if is_number => Value::Wrong(problem),
            _ if text.chars().nth(1).is_some() => Value::Text(text.to_owned()),
            _ => Value::Cell(text.chars().next().unwrap_or('.')),
        }
    }

    /// Adds the whole grid that a word outside brackets is, if it is one.
    fn push_whole(&self, (line, column): (u64, usize), text: &str, grids: &mut VecDeque<DrawnGrid>) {
        let cells = self.side * self.side;
        if text.chars().count() == cells && known_cells(text.chars(), self.side) == cells {
            let places = (0..cells).map(|cell| (line, column + cell)).collect();
            grids.push_back(DrawnGrid {
                line,
                rows: self.side,
                text: text.to_owned(),
                places,
                ..DrawnGrid::default()
            });
        }
    }

    fn push(&mut self, place: (u64, usize), value: Value) {
        if self.skipped.is_some() || self.open.is_empty() {
            return;
        }
        if self.leaves.len() < self.side * self.side {
            self.leaves.push(Leaf { place, value });
        } else {
            self.more += 1;
        }
    }

    /// Returns true if the elements so far are whole rows of a grid, in lists of their own, and more may come.
    fn is_rows(&self) -> bool {
        let found = self.leaves.len();
        let is_cell = |leaf: &Leaf| !matches!(leaf.value, Value::Text(_));
        !self.is_ended
            && self.more == 0
            && found > 0
            && found.is_multiple_of(self.side)
            && self.leaves.iter().all(is_cell)
    }

    fn close(&mut self, grids: &mut VecDeque<DrawnGrid>) {
        self.skipped = self.skipped.filter(|&depth| depth < self.open.len());
        // Of a grid with brackets around its rows, the one around all of them ends it.
        let has_all = self.open.pop() == Some(0);
        let depth = self.open.len();
        let cells = self.side * self.side;
        let found = self.leaves.len();
        let texts = |length: usize| {
            found > 0
                && self.leaves.iter().all(
                    |leaf| matches!(&leaf.value, Value::Text(text) if cells_of_text(text).count() == length),
                )
        };
        let is_grid = found == cells || found == self.side && texts(self.side);
        if self.more == 0 && is_grid && (has_all || depth == 0) {
            let leaves = std::mem::take(&mut self.leaves);
            grids.push_back(self.grid(leaves));
            self.around = Some(depth);
        } else if has_all && self.more == 0 && texts(cells) {
            let leaves = std::mem::take(&mut self.leaves);
            grids.extend(leaves.into_iter().map(|leaf| self.grid(vec![leaf])));
            self.around = Some(depth);
        } else if depth == 0 && self.is_rows() {
            // Rows may be printed one by one.
            return;
        } else if found > 0 && (depth == 0 || self.around == Some(depth)) {
            let is_size = depth == 0 && self.around.is_none() && found <= SIZES;
            if !is_size {
                let (first, column) = self.leaves[0].place;
                let found = found + self.more;
                let shape = Shape::of_cells(cells).unwrap_or(Shape::STANDARD);
                let wrong = self.leaves.iter().find_map(|leaf| match &leaf.value {
                    Value::Wrong(problem) => Some((leaf.place.0, leaf.place.1, problem.clone())),
                    Value::Cell(_) | Value::Object(..) | Value::Text(_) => None,
                });
                let length = (first, column, GridError::Length { found, shape }.to_string());
                let problem = Some(wrong.unwrap_or(length));
                grids.push_back(DrawnGrid { line: first, problem, ..DrawnGrid::default() });
            }
            self.left_out = if is_size { found } else { 0 };
            (self.leaves, self.more) = (Vec::new(), 0);
        }
        if depth == 0 {
            self.around = None;
        }
    }

    fn grid(&self, leaves: Vec<Leaf>) -> DrawnGrid {
        let mut grid = DrawnGrid { line: leaves[0].place.0, rows: self.side, ..DrawnGrid::default() };
        let is_of_candidates = leaves.len() == self.side * self.side;
        // Where some cells are marked as givens, the others are entries of a player.
        let has_givens = leaves.iter().any(|leaf| matches!(leaf.value, Value::Object(_, Some(true))));
        let (mut words, mut has_candidates) = (Vec::new(), false);
        for Leaf { place: (line, column), value } in leaves {
            let value = match value {
                Value::Object(_, Some(false)) => Value::Cell('.'),
                Value::Object(_, None) if has_givens => Value::Cell('.'),
                Value::Object(cell, _) => Value::Cell(cell),
                value => value,
            };
            match value {
                Value::Object(cell, _) | Value::Cell(cell) => {
                    grid.text.push(cell);
                    grid.places.push((line, column));
                    words.push(cell.to_string());
                }
                Value::Text(text) if is_of_candidates => {
                    has_candidates = true;
                    grid.text.push('.');
                    grid.places.push((line, column));
                    words.push(text);
                }
                Value::Text(text) => {
                    grid.places.extend(cells_of_text(&text).zip(1..).map(|(_, cell)| (line, column + cell)));
                    grid.text.extend(cells_of_text(&text));
                }
                Value::Wrong(problem) => {
                    grid.problem.get_or_insert((line, column, problem));
                    grid.text.push('.');
                    grid.places.push((line, column));
                }
            }
        }
        if let (true, None, Some(shape)) =
            (has_candidates, &grid.problem, Shape::of_cells(self.side * self.side))
        {
            let text = words.join(" ");
            match PencilmarkGrid::parse(shape, &text) {
                Ok(marks) => (grid.text, grid.candidates) = (marks.grid.to_string(), marks.candidates),
                Err(error) => grid.problem = Some((grid.line, 1, error.place().2)),
            }
            grid.groups.push((0, text));
        }
        grid
    }
}

/// Returns the cells of a text, which may have blanks between them.
fn cells_of_text(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|c| !c.is_whitespace())
}

fn is_end_of_word(c: char) -> bool {
    c.is_whitespace()
        || matches!(c, '[' | ']' | '{' | '}' | '(' | ')' | ',' | ';' | '"' | '\'' | '=' | ':' | '|')
}

/// Reads a text in quotation marks; returns it and its length with the marks.
fn quoted(chars: &[char], mark: char) -> (String, usize) {
    let (mut text, mut is_escaped) = (String::new(), false);
    for (place, &c) in chars.iter().enumerate().skip(1) {
        match c {
            _ if is_escaped => {
                is_escaped = false;
                text.push(if matches!(c, 'n' | 't' | 'r') { ' ' } else { c });
            }
            '\\' => is_escaped = true,
            _ if c == mark => return (text, place + 1),
            _ => text.push(c),
        }
    }
    (text, chars.len())
}

/// Reads a cell that is an object of JSON, such as `{"value": 5, "given": true}`; returns its length too. `None` for other braces.
fn object(chars: &[char], side: usize) -> Option<(Value, usize)> {
    let end = chars.iter().position(|&c| c == '}')?;
    let inside: String = chars[1..end].iter().collect();
    if inside.trim().is_empty() {
        return Some((Value::Cell('.'), end + 1));
    }
    if inside.contains(['{', '[']) || !inside.contains(':') {
        return None;
    }
    let (mut value, mut is_given) = (Value::Cell('.'), None);
    for (key, text) in inside.split(',').filter_map(|pair| pair.split_once(':')) {
        let (key, text) = (key.trim().trim_matches(['"', '\'']), text.trim().trim_matches(['"', '\'']));
        if key == "given" {
            is_given = Some(text == "true");
        }
        if VALUES.contains(&key) {
            value = match cell_of_word(text, side) {
                Ok(Some(cell)) => Value::Cell(cell),
                Ok(None) => Value::Wrong(format!("{:?} is no cell", shown(text))),
                Err(problem) => Value::Wrong(problem),
            };
        }
    }
    let value = match value {
        Value::Cell(cell) => Value::Object(cell, is_given),
        value => value,
    };
    Some((value, end + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: &str = "12.4341221434321";

    /// Grids of side 4 in a text, or the problems of those that have one.
    fn read(text: &str) -> Vec<String> {
        let (mut arrays, mut grids) = (Arrays::new(4), VecDeque::new());
        for (line, text) in (1..).zip(text.lines()) {
            arrays.feed(line, text, &mut grids);
        }
        arrays.end(&mut grids);
        let shape = "2x2".parse().unwrap();
        let said = |grid: &DrawnGrid| match grid.parse(shape) {
            Ok(grid) => grid.to_string(),
            Err((line, column, problem)) => format!("{line}:{column}: {problem}"),
        };
        grids.iter().map(said).collect()
    }

    #[test]
    fn arrays_of_many_languages_are_grids() {
        let cells = |empty: &str, between: &str, brackets: [&str; 2]| {
            let rows: Vec<String> = A
                .as_bytes()
                .chunks(4)
                .map(|row| {
                    let row: Vec<String> = row
                        .iter()
                        .map(|&c| if c == b'.' { empty.to_owned() } else { char::from(c).to_string() })
                        .collect();
                    format!("{}{}{}", brackets[0], row.join(between), brackets[1])
                })
                .collect();
            rows
        };
        let numpy = cells("0", " ", ["[", "]"]).join("\n ");
        let python = cells("None", ", ", ["[", "]"]).join(",\n    ");
        let c = cells("0", ",", ["{", "}"]).join(",\n");
        let floats = "[[1. 2. nan 4.]\n [3. 4. 1. 2.]\n [2. 1. 4. 3.]\n [4. 3. 2. 1.]]";
        for text in [
            format!("[{numpy}]"),
            format!("array([{}])", python.replace("None", "-1")),
            format!("board = np.array([{python}], dtype=object)"),
            format!("import numpy as np\n# my board\nboard = [\n    {python},\n]\nprint(board)"),
            format!("int board[4][4] = {{\n{c}\n}};"),
            format!("int[,] board = new int[4, 4] {{\n{c}\n}}; // easy"),
            format!("int grid[4][4] = /* rows [1, 2] */ {{{c}}};"),
            format!("[{}]", cells("''", ", ", ["[", "]"]).join(", ")),
            format!("[{}]", cells("\" \"", ",", ["[", "]"]).join(",")),
            floats.to_owned(),
            "[np.int64(1), np.int64(2), 0, np.int64(4), 3,4,1,2,2,1,4,3,4,3,2,1]".to_owned(),
            "['12.4', '3412', \"2143\", '4321']".to_owned(),
            "('1 2 . 4', '3 4 1 2', '2 1 4 3', '4 3 2 1')".to_owned(),
            format!("['{A}']"),
            format!(
                "[{}]",
                A.chars()
                    .map(|c| if c == '.' {
                        "{}".to_owned()
                    } else {
                        format!("{{\"value\":{c},\"given\":true}}")
                    })
                    .collect::<Vec<_>>()
                    .join(",")
            ),
            format!(
                "[[{}]]",
                A.chars()
                    .map(|c| format!("'{}'", if c == '.' { "3".to_owned() } else { c.to_string() }))
                    .collect::<Vec<_>>()
                    .join(",")
                    .replacen("'3'", "'34'", 1)
            ),
        ] {
            let expected = if text.contains("'34'") { ["3:1"] } else { [""] };
            let found = read(&text);
            assert_eq!(found.len(), 1, "{text}: {found:?}");
            if expected == [""] {
                assert_eq!(found, [A], "{text}");
            }
        }
        assert_eq!(read(&format!("[[{numpy}]\n\n [{numpy}]]")), [A, A]);
        assert_eq!(read(&format!("['{A}', '{A}']")), [A, A]);
        // A row in each list.
        let lines = cells("0", ", ", ["[", "]"]);
        assert_eq!(read(&lines.join("\n")), [A]);
        assert_eq!(read(&format!("{}\n\n{}", lines.join(",\n"), lines.join("\n"))), [A, A]);
        assert_eq!(read("int board[4][4];"), [""; 0]);
        // An entry of a player, next to givens.
        let played = format!("[{{\"value\":1,\"given\":true}},{{\"value\":2}},{}]", vec!["{}"; 14].join(","));
        assert_eq!(read(&played), ["1..............."]);
    }

    #[test]
    fn lists_of_any_shape_have_cells() {
        let list = |cells: usize| format!("[{}]", vec!["0"; cells].join(","));
        for cells in [16, 36, 81, 256, 625] {
            assert_eq!(Arrays::cells_of_list(&list(cells)), Some(".".repeat(cells)), "{cells}");
        }
        let rows = format!("[{}]", vec!["[1,null,-1,16,10,0,0,0,0,0,0,0,0,0,0,0]"; 16].join(","));
        assert_eq!(Arrays::cells_of_list(&rows), Some("1..GA00000000000".repeat(16)));
        assert_eq!(
            Arrays::cells_of_list("[\"1..4\",\"....\",\"....\",\"4..1\"]").as_deref(),
            Some("1..4........4..1")
        );
        for list in [list(80), "[]".to_owned(), list(16).replacen('0', "17", 1)] {
            assert_eq!(Arrays::cells_of_list(&list), None, "{list}");
        }
    }

    #[test]
    fn mistakes_have_their_place() {
        for (text, said) in [
            ("[[1 2 3 4]\n [3 5 1 2]\n [2 1 4 3]\n [4 3 2 1]]", "2:5: '5' is no cell of a 2x2 grid"),
            ("[1 2 3 4\n 1 2 3]", "1:2: 7 cells where a 2x2 grid has 16"),
            ("[1 2 3 4 1 2 3 4 1 2 3 4 1 2 3 4 1 2]", "1:2: 18 cells where a 2x2 grid has 16"),
            (
                "[[1 2 ... 4]\n [3 4 1 2]\n [2 1 4 3]\n [4 3 2 1]]",
                "1:7: the print leaves out cells; print the whole array",
            ),
            ("[[1 2 a 4]\n [3 4 1 2]\n [2 1 4 3]\n [4 3 2 1]]", "1:7: 'a' is no cell of a 2x2 grid"),
            ("[0 -1 3 1 1 2 3 1 1 2 3 1 1 2 3 1]", "1:2: 0 occurs with another sign"),
            ("[[1 2 3 4]\n [3 4 1 2]", "1:3: 8 cells where a 2x2 grid has 16"),
            ("[1 2 3 4]\n[3 4 1 2]\n", "1:2: 8 cells where a 2x2 grid has 16"),
            ("[1 2 3 4]\n[3 4 1]\n", "1:2: 7 cells where a 2x2 grid has 16"),
        ] {
            let found = read(text);
            assert!(found.len() == 1 && found[0].starts_with(said), "{text}: {found:?}");
        }
    }
}
