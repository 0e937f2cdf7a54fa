//! Puzzles in links of other programs.
//!
//! | link | puzzle |
//! |---|---|
//! | of any site | a value of the query, or a part of the path, that has all cells, or a packed state of SudokuWiki |
//! | `f-puzzles.com/?load=...`, `sudokupad.app/fpuz...` | compressed JSON, see `f_puzzles` |
//! | `sudokupad.app/scl...`, `app.crackingthecryptic.com/sudoku/?puzzleid=scl...` | compressed JSON, see `sudokupad` |
//! | `sudokupad.app/` with a short name | none: it is on a server, and nothing here opens a connection |
//!
//! The packed parts are read without their link, too. Only plain Sudoku is read; a variant is refused with its name.

mod f_puzzles;
mod loose_json;
pub(crate) mod lz_string;
mod sudokupad;

use self::{
    loose_json::Loose,
    lz_string::{LzError, decompress},
};
use super::limits::shown;
use gridmill_board::{Cell, Digit, Grid, Shape, WikiString};
use std::borrow::Cow;

/// Keys of queries that hold puzzles, in the order in which they are looked for.
const KEYS: [&str; 9] = ["bd", "puzzle", "sudoku", "p", "s", "grid", "givens", "board", "puzzleid"];

/// Sites whose links have names of puzzles on a server.
const SITES_WITH_NAMES: [&str; 3] = ["sudokupad.app", "crackingthecryptic.com", "svencodes.com"];

/// Characters that a compressed puzzle has at least.
const SHORTEST: usize = 40;

/// Returns the first link, or packed puzzle, of a line.
pub(super) fn link(line: &str) -> Option<&str> {
    let ends = |c: char| matches!(c, '<' | '>' | '"' | '\'' | '(' | ')' | '[' | ']');
    line.split_whitespace().map(|word| word.trim_matches(ends)).find(|word| {
        let (host, rest) = word.split_once('/').unwrap_or((word, ""));
        let is_host = host.contains('.') && !rest.is_empty() && host.chars().any(|c| c.is_ascii_alphabetic());
        word.contains("://") || is_host || packed(word).is_some()
    })
}

/// Returns the puzzle of a link, or of its packed part.
pub(crate) fn puzzle(shape: Shape, link: &str) -> Result<Grid, String> {
    if let Some(packed) = packed(link) {
        return packed.puzzle(shape);
    }
    let address = link.split_once("://").map_or(link, |(_, rest)| rest);
    let (address, fragment) = address.split_once('#').unwrap_or((address, ""));
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    let (host, path) = path.split_once('/').unwrap_or((path, ""));
    let host = host.to_ascii_lowercase();
    let mut values: Vec<(Cow<'_, str>, Cow<'_, str>)> = Vec::new();
    for pair in query.split('&').chain(fragment.split('&')) {
        let (key, value) = pair.split_once('=').unwrap_or(("", pair));
        values.push((decoded(key), decoded(value)));
    }
    if host.ends_with("f-puzzles.com") {
        let load = values.iter().find(|(key, _)| key == "load").map(|(_, value)| value);
        let load = load.ok_or("the link has no puzzle: there is no load= in it")?;
        return Packed::FPuzzles(load).puzzle(shape);
    }
    values.sort_by_key(|(key, _)| KEYS.iter().position(|known| *known == key.as_ref()).unwrap_or(KEYS.len()));
    let path = decoded(path);
    // What is compressed may hold the separator of a path.
    let names = ["puzzle/", "sudoku/"].iter().find_map(|folder| path.strip_prefix(folder)).unwrap_or(&path);
    let values = values.iter().map(|(_, value)| value.as_ref());
    for value in values.clone().chain([names]).chain(path.split('/')) {
        if let Some(packed) = packed(value) {
            return packed.puzzle(shape);
        }
        if value.chars().count() == shape.cells() {
            return Grid::parse(shape, value).map_err(|error| format!("the link has no puzzle: {error}"));
        }
    }
    if SITES_WITH_NAMES.iter().any(|site| host.ends_with(site)) {
        return Err(
            "the link has the name of a puzzle, which only its site knows; open it there and give the cells"
                .to_owned(),
        );
    }
    let cells = shape.cells();
    Err(format!(
        "the link has no puzzle that is read: {cells} cells, or those of SudokuWiki, f-puzzles and SudokuPad"
    ))
}

enum Packed<'a> {
    Wiki(&'a str),
    FPuzzles(&'a str),
    SudokuPad(&'a str),
}

fn packed(text: &str) -> Option<Packed<'_>> {
    if WikiString::has_form(text) {
        return Some(Packed::Wiki(text));
    }
    let is_base64 = |rest: &&str| {
        let is_figure = |c: char| c.is_ascii_alphanumeric() || "+/-=$ %".contains(c);
        rest.len() >= SHORTEST && rest.chars().all(is_figure)
    };
    let after = |prefix| text.strip_prefix(prefix).filter(is_base64);
    after("fpuzzles")
        .or_else(|| after("fpuz"))
        .map(Packed::FPuzzles)
        .or_else(|| ["scl", "ctc", "scf"].into_iter().find_map(after).map(Packed::SudokuPad))
}

impl Packed<'_> {
    fn puzzle(&self, shape: Shape) -> Result<Grid, String> {
        let found = match self {
            Self::Wiki(text) => {
                let state = WikiString::parse(shape, text);
                return state
                    .map(|state| state.givens)
                    .map_err(|error| format!("the link has no puzzle: {error}"));
            }
            Self::FPuzzles(text) => json(text).and_then(|value| f_puzzles::puzzle(shape, &value)),
            Self::SudokuPad(text) => json(text).and_then(|value| sudokupad::puzzle(shape, &value)),
        };
        found.map_err(|refused| refused.to_string())
    }
}

fn json(base64: &str) -> Result<Loose, Refused> {
    let text = decompress(&decoded(base64)).map_err(|error| match error {
        LzError::Damaged => Refused::Damaged,
        LzError::TooLong => Refused::TooLong,
    })?;
    Loose::parse(&text).ok_or(Refused::Damaged)
}

/// Replaces `%2B` and the like.
fn decoded(text: &str) -> Cow<'_, str> {
    if !text.contains('%') {
        return Cow::Borrowed(text);
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let figure = |place: usize| rest.get(place).and_then(|&byte| char::from(byte).to_digit(16));
        if let (b'%', Some(high), Some(low)) = (first, figure(1), figure(2))
            && let Ok(byte) = u8::try_from(16 * high + low)
        {
            bytes.push(byte);
            rest = &rest[3..];
        } else {
            bytes.push(*first);
            rest = after;
        }
    }
    Cow::Owned(String::from_utf8_lossy(&bytes).into_owned())
}

/// Reason why a puzzle of a link is not read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
enum Refused {
    /// The data are damaged, or of a form that is not known.
    #[error("the link is damaged, or of a form that is not read")]
    Damaged,
    #[error("the puzzle of the link is too long")]
    TooLong,
    /// The puzzle has another rule, of this name.
    #[error("the puzzle of the link has {0}; only plain Sudoku is read")]
    Variant(String),
    /// The puzzle has another number of rows or of cells in a row.
    #[error("the puzzle of the link has {found} rows or columns where a {shape} grid has {}", shape.side())]
    Size { found: usize, shape: Shape },
    /// Value of a cell that is no digit.
    #[error("the link has {found:?} at {cell}, which is no digit")]
    Value { cell: String, found: String },
}

/// Returns the error for a key that is not of plain Sudoku.
fn variant(names: &[(&str, &str)], key: &str) -> Refused {
    let name = names.iter().find(|(known, _)| *known == key).map(|(_, name)| (*name).to_owned());
    Refused::Variant(name.unwrap_or_else(|| format!("the rule or drawing {:?}", shown(key))))
}

/// Checks the number of rows, and of cells in a row.
fn check_side(shape: Shape, found: usize) -> Result<(), Refused> {
    if found == shape.side() { Ok(()) } else { Err(Refused::Size { found, shape }) }
}

/// Sets a cell to the digit of this text. Digits from 10 on are numbers or letters.
fn set_cell(grid: &mut Grid, cell: Cell, text: &str) -> Result<(), Refused> {
    let number = text.parse().ok().and_then(Digit::new);
    let letter = || <[u8; 1]>::try_from(text.as_bytes()).ok().and_then(|[byte]| Digit::from_ascii(byte));
    let digit = number.or_else(letter).filter(|digit| digit.index() < grid.shape().side());
    let digit = digit.ok_or_else(|| Refused::Value { cell: cell.name(grid.shape()), found: shown(text) })?;
    grid.set(cell, Some(digit));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    /// Made by compressors that this project does not have: the same puzzle in each form.
    const FPUZZLES: &str = "N4IgzglgXgpiBcBOANCALhNAbO8QEERUBDAVzQAsB7AJwRCJAHMaIATBAbU9ADdispXAFZUTCLxgA7BGhpCAvsj4ChCAMxiJ02fJhLgBgyH6DcAdi2SZ8OYuVGHDgLrIeJ1bgBsVnbb2OhsoeZggAjL42dvrBpmpIkbr2KqHwoszaUQFOQYauPMZxuCgZ1kkxKfEAHIn+yYGBIfE+pX7RRvmVuDWtWfU5hZ4ILeJldRUNsUPwmr3lCp1NuAAste0DU6k9o23ZuUsaa3uNReFHioun8JZz45P7VwBM5xMbXcMvC24P0yOZ828TtNnrd1u94Nt/ncXN97gd4KtQXt4REkcl4SUdn1Xj9UuksfNOvdBltPm94TcCdDwZioe1nM4FEA=";
    const SUDOKUPAD: &str = "N4YwzgXArADANCAphA2i4A3aBfOmIDMuceWA7MSQLpzpYBsl+AjLvgJxtZSU0qkROAgByUS+RnD75RJcQzH4i0rABYmWWQKJyW2FRApyBAJkUK+AycfxmRuS/IjqBrAUKc9HTrQKMd9GgAnZDQUeBg+eGYouBM+ZjhI2kSYlLi+EyTMuDSULPi+cLgCWNVYqASSqvL0ytos0oa4Wvy4SqL4eliyWOEq7vTe9P7mwbbhtv6igmzaWbzZ+NpVOZRVvNXllCg13bzdwtoUWaaTlr5Z+vXqlYu7692z3dbdjuPZ8dnJ2dGb8dWk1Wf12412k1202O9DWMLyMO2ZDWSLySO2wjWGLyGKOaBhZxhrRh1yRZyRrSR1wxZwxrQx7zxcHGMMmML+SPGSMmSL+GPGGMmGOmNBAAENUPgAOQAFwAltKADbIAAEAElpQAdSVgZUAewAdohJVwIJKggBXJWQZUAOV1QQAtqKFcqwOaACa6gDW5uVFqtytFAAcgwqAJ4AOmNNFl7tNAA9JXAwIhpXL9QBzSCgA0AMwVspA0pAAAtECAvYgghBc9hsEA===";
    const WIKI: &str = "S9B05039d4507b25mbuac06dxch010905b19sdn8209080xch75bk06dx08429r1906dc2r2403045t7708cv03415x0107891z8o02420pax063l066b4i34dk0208cvbf622s040109bdbv051j2i9b9b086u2b0709";

    fn read(link: &str) -> Result<String, String> {
        puzzle(Shape::STANDARD, link).map(|grid| grid.to_string())
    }

    #[test]
    fn links_of_many_sites_hold_puzzles() {
        let escaped = |text: &str| text.replace('+', "%2B").replace('/', "%2F").replace('=', "%3D");
        for text in [
            format!("https://www.sudokuwiki.org/sudoku.htm?bd={PUZZLE}"),
            format!("https://www.sudokuwiki.org/sudoku.htm?bd={WIKI}"),
            format!("www.sudokuwiki.org/sudoku.htm?bd={}", WIKI.to_lowercase()),
            format!("https://sudoku.coach/en/play?x=1&puzzle={PUZZLE}&y={PUZZLE}"),
            format!("http://example.com/?solution={}&p={}#top", "1".repeat(81), PUZZLE.replace('.', "0")),
            format!("http://example.com/{PUZZLE}"),
            format!("http://example.com/play/{PUZZLE}/hints"),
            format!("http://example.com/#{PUZZLE}"),
            format!("(<https://example.com/?s={PUZZLE}>)"),
            format!("https://www.f-puzzles.com/?load={FPUZZLES}"),
            format!("https://f-puzzles.com/?load={}", escaped(FPUZZLES)),
            format!("https://sudokupad.app/fpuzzles{}", escaped(FPUZZLES)),
            format!("https://sudokupad.app/fpuz{FPUZZLES}?setting-nogrid=1"),
            format!("https://sudokupad.app/scl{SUDOKUPAD}"),
            format!("https://sudokupad.app/puzzle/scl{}", escaped(SUDOKUPAD)),
            format!("https://app.crackingthecryptic.com/sudoku/?puzzleid=scl{}", escaped(SUDOKUPAD)),
            format!("https://beta.sudokupad.app/{PUZZLE}"),
            format!("scl{SUDOKUPAD}"),
            format!("fpuzzles{FPUZZLES}"),
            WIKI.to_owned(),
        ] {
            let found = link(&format!("an easy one: {text} by me")).map(str::to_owned);
            let found = found.unwrap_or_else(|| panic!("no link: {text}"));
            let cells = read(&found).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(cells.replace('0', "."), PUZZLE, "{text}");
        }
        for line in ["", "53..7....", "a.b", "1/2", "and/or", "scl", "fpuzzles", "S9B", &"x".repeat(162)] {
            assert_eq!(link(line), None, "{line}");
        }
    }

    #[test]
    fn other_forms_of_the_data_are_plain() {
        for (packed, kind) in [
            // Strict JSON without regions; boxes as regions; entries of the player; no cell marked as given.
            (
                "sclN4IgxgpgNlDOIC4AEBtFoBuBDKBXCiSIArCAL4A0SmO+hIAzOVcJdWzXgciAOzPsWHYQF0q6ENi70AbANZCWk2tyIBGecuk8AnJql0epYYvZjUC6lsNE9Ha6pAAOeScHvONkHNHjPjlzdLYIdZV1MQg0cmMnMJKPoAFnCPUJ5AiLSiGIj7BJ4NWL8svhTgvJV6ACYyoJKfOMjKnh9ctqt8ohqK7SIMsz8gnq9k4cdCpU6QO3b/emNGocyp/vLJ5qJ+Mfo7EXMQACcIAHMASwB7ADt4ZBR9qFPLiBvUETIgA=",
                "strict",
            ),
            (
                "fpuzN4IgzglgXgpiBcBOANCALhNAbO8QEERUBDAVzQAsB7AJwRCJAHMaIATBAbU9ADdispXAFZUTCLxgA7BGhpDUNGOKoz4ABgC+yPgKEIAzGInTZ8mIuURVCLTpBKVau6EfW1ARm27BuAOzGkmpyCg5WNvBe9m4RUa7hagBM3mFOCMnRCemaALrIPCD8vggAbIGm8CEWqe62KTHO9VkaKUX6keXB5pZpka16uCjMJl2hDQhxhQMIosNBZmPNk+PwGfG9azURyXkFKy5TxUidC9X7/UcAHCeV3VuNmb3LS01Pr7WrF+1lcxVVPR9NisdvkfO1rr9RmdmgZ3hFYY8Pgj1h8ACxfXA/cTzW6LXroxERAkoiLCOFqMn2Nq4IyQ04A0m5UGHdqom7/e6GclcwlqZEs3AQ7F/O4rYmc+Di6mGdmi5rilaUkkUjETWV4j5k3Zg/zq6G9fkrQ0w7mS1WrPUMtQK+WmpUS+3S+BYkb0h1MvbNErml04jkrb280qmvwhsNU6YWum4/UfS7moWumNWhDxoPwePaiWB5XB9M5gUINnR/3NUMRo4eS0S8s6hBDYVQlPwWsStO5jPm2aNt0rTPMgOmguD9Otp2Jv1y3qtlYz5rtwst6t980NpOl3qZnKaIA==",
                "boxes",
            ),
            (
                "fpuzN4IgzglgXgpiBcBOANCALhNAbO8QEERUBDAVzQAsB7AJwRCJAHMaIATBAbU9ADdispXAFZUTCLxgA7BGhpCAvsj4ChCAMxiJ02fJhKVg3ABYDBkPyMIA7Fskz4cxcrMuXAXWQ8Lq3ADY7HUc9V2BzSzV4AEZAhyd9ZR8rJFjdZ0NI0WZtOJC3MI8vAozcFGz7NISShAAOVOD00NCkyIDyoPizT28I3Dr23Mb88N8ENvEKhqqmxN6Nes7u6vhjBbzikeT+iY71zcjNAcqZ5ZijqYUlltxbc87h/OuEACY1oY3Z0fhxnOOl/f8b2mD2KT3grzu6zB21+F0KPBOYNWkPSYLOO0GVTBZQxxxBYKyuIu/xBANqQMRc3gtyJ92WONhi3cCiA==",
                "entries",
            ),
            (
                "fpuzN4IgzglgXgpiBcBOANCALhNAbO8QEERUBDAVzQAsB7AJwRCJAHMaIATBAbU9ADdispXAFYAvsj4ChCAMzjg8+SH6DcAdkUTNCgLrIeyqbgBs2pSunwAjOaMJEt1QjFbXu/QomGnSR5YAcZm5+Jop6Bha4gcFu3pamMZ6SPnLhyZYALEHpUdpxuHKJ+Qg2acXwGokhCABM2dXwpmkNCUnZ5XVekQjR7jzt3fBZXXbWDQ5Fg2LNVSM+vXmDlTn2ojo6okA",
                "bare",
            ),
        ] {
            assert_eq!(read(packed).as_deref(), Ok(PUZZLE), "{kind}");
        }
        let six = puzzle(
            "2x3".parse().unwrap(),
            "fpuzN4IgzglgXgpiBcA2ANCALhNAbO8QEERUBDAVzQAsB7AJwRCJAHMaIATBAbU9ADdispXAEZUTCLxgA7BGhpCAvsmBKVy1apD9BuFMwnTZ8mAoC6yHhuVaBQhAGYxBmfDmL1HlecuerfW7gATE6SLm4m6t5q/joIACwhhq7GfqlRqdbadvAArIlhKb5RNrFI+Ubu0Rkx2aL6oRUmpqYKQA",
        );
        assert_eq!(six.map(|grid| grid.to_string()).as_deref(), Ok("1....6..3.......2..4.......5..6....1"));
    }

    #[test]
    fn variants_and_damage_are_named() {
        let only = "; only plain Sudoku is read";
        for (packed, said) in [
            (
                "fpuzN4IgzglgXgpiBcBOANCALhNAbO8QEERUBDAVzQAsB7AJwRCJAHMaIATBAbU9ADdispXAFZUTCLxgA7BGhpCAvsj4ChCAMxiJ02fJhLgBgyH6DcAdi2SZ8OYuVGHDgLrIeJ1bgBsVnbb2OhsoeZggAjL42dvrBpmpIkbr2KqHwoszaUQFOQYauPMZxuCgZ1kkxKfEAHIn+yYGBIfE+pX7RRvmVuDWtWfU5hZ4ILeJldRUNsUPwmr3lCp1NuAAste0DU6k9o23ZuUsaa3uNReFHioun8JZz45P7VwBM5xMbXcMvC24P0yOZ828TtNnrd1u94Nt/ncXN97gd4KtQXt4REkcl4SUdn1Xj9UuksfNOvdBltPm94TcCdDwZioe1nK4QABrCBYHA0ADGxCYuHcHJgbLAXBAACUwgBhMKMMXix4gRlXEBVEALBRAA===",
                "has killer cages",
            ),
            (
                "fpuzN4IgzglgXgpiBcBOANCALhNAbO8QEERUBDAVzQAsB7AJwRCJAHMaIATBAbU9ADdispXAFZUTCLxgA7BGhpCAvsj4ChCAMxiJ02fJhLgBgyH6DcAdi2SZ8OYuVGHDgLrIeJ1bgBsVnbb2OhsoeZggAjL42dvrBpmpIkbr2KqHwoszaUQFOQYauPMZxuCgZ1kkxKfEAHIn+yYGBIfE+pX7RRvmVuDWtWfU5hZ4ILeJldRUNsUPwmr3lCp1NuAAste0DU6k9o23ZuUsaa3uNReFHioun8JZz45P7VwBM5xMbXcMvC24P0yOZ828TtNnrd1u94Nt/ncXN97gd4KtQXt4REkcl4SUdn1Xj9UuksfNOvdBltPm94TcCdDwZioe1nK4QGwIMQmFQpAIANTlVCUGA0AC2VAFMDQ/K4zgUQA=",
                "has a diagonal",
            ),
            (
                "fpuzN4IgzglgXgpiBcBOANCALhNAbO8QEERUBDAVzQAsB7AJwRCJAHMaIATBAbU9ADdispXAFZUTCLxgA7BGhpCAvsj4ChCAMxiJ02fJhLgBgyH6DcAdi2SZ8OYuVGHDgLrIeJ1bgBsVnbb2OhsoeZggAjL42dvrBpmpIkbr2KqHwoszaUQFOQYauPMZxuCgZ1kkxKfEAHIn+yYGBIfE+pX7RRvmVuDWtWfU5hZ4ILeJldRUNsUPwmr3lCp1NuAAste0DU6k9o23ZuUsaa3uNReFHioun8JZz45P7VwBM5xMbXcMvC24P0yOZ828TtNnrd1u94Nt/ncXN97gd4KtQXt4REkcl4SUdn1Xj9UuksfNOvdBltPm94TcCdDwZioe1nK5wABrACeYAAxjRiAAHGB0eDudkwLBYegAJQADABhMKMK4gdQgBYKIA===",
                "has the rule or drawing \"skyscraper\"",
            ),
            (
                "fpuzN4IgzglgXgpiBcBOANCALhNAbO8QEERUBDAVzQAsB7AJwRCJAHMaIATBAbU9ADdispXAFZUTCLxgA7BGhpDUNGOKoz4ARgC+yPgKEIAzGInTZ8mNuCXLIfoNwB2Y5LVyh1nR6sBdZD1t6uABszqbwbhaeUbr2COqhruY2dvpICWbuOgGx8KLMJomZVtGavjzJgQgo+S4ZkTGpABzp4Ukl7Q3BLRHWZZ0IzTVhPR0VOSFDhfVeY6lGk3Wlfv3wACzdbcVb2U0bRbO48+K1rfvRO7jxC6cWfRcITtcjW1738ABMe9MdbxPHw0k+gcEH8CotRucUrhPk9Nm9Bv8pr1ljMslCEOtYUU3ldEeCVtU8TdUSs8kSekCISsEWDiT90fBHuS4QzCbSKd5NEA=",
                "has irregular regions",
            ),
            (
                "fpuzN4IgzglgXgpiBcBOANCALhNAbO8QEERUBDAVzQAsB7AJwRCJAHMaIATBAbU9ADdispXAFZUTCLxgA7BGhpCAvsj4ChCAMxiJ02fJhLQ4yVIAK0gMYQsAWWI0A1mC4BGZACYAugYMh+g3ADsWsa6isre4eEeyDy+qrgAbME68HJhwBEq/giuzNoyqXo+fmpIyQVp+spx2fCieSGF6ZkK0TzF8QgoDSmVHbUAHOWhVRmRYxM1pUk9FUVRMVmlQ7MjLeNTicNNo+tLuJqrO62LmwgALNt94/3LV/OTJQf3zRtPOS/6bfsIQUfXE0yZ3gbk+e1uW3+RW+EIQMyMvQe4Oq7xBYJRnXgKwRc2aMJuGNqlyh6WBuRxa0JpW6FOOBJ+dTB+MBb0x2PylJZDL+tIBwJpHOOHi8QA=",
                "has given pencilmarks",
            ),
            (
                "sclN4YwzgXArADANCAphA2i4A3aBfOmIDMuceWA7MSQLpzpYBsl+AjLvgJxtZSU0qkROAgByUS+RnD75RJcQzH4i0rABYmWWQKJyW2FRApyBAJkUK+AycfxmRuS/IjqBrAUKc9HTrQKMd9GgAnZDQUeBg+eGYouBM+ZjhI2kSYlLi+EyTMuDSULPi+cLgCWNVYqASSqvL0ytos0oa4Wvy4SqL4eliyWOEq7vTe9P7mwbbhtv6igmzaWbzZ+NpVOZRVvNXllCg13bzdwtoUWaaTlr5Z+vXqlYu7692z3dbdjuPZ8dnJ2dGb8dWk1Wf12412k1202O9DWMLyMO2ZDWSLySO2wjWGLyGKOaBhZxhrRh1yRZyRrSR1wxZwxrQx7zxcHGMMmML+SPGSMmSL+GPGGMmGOmNBAAENUPgAOQAFwAltKADbIAAEAElpQAdSVgZUAewAdohJVwIJKggBXJWQZUAOV1QQAtqKFcqwOaACa6gDW5uVFqtytFAAcgwqAJ4AOmNNFl7tNAA9JXAwIhpXL9QBzSCgA0AMwVspA0pAAAtECAvYgghBc7gFRKAO5B1AoVI5I4gCAAYQAYr3e3BpSWIMwYPpsEA==",
                "has lines",
            ),
            (
                "sclN4YwzgXArADANCAphA2i4A3aBfOmIDMuceWA7MSQLpzpYBsl+AjLvgJxtZSU0qkROAgByUS+RnD75RJcQzH4i0rABYmWWQKJyW2FRApyBAJkUK+AycfxmRuS/IjqBrAUKc9HTrQKMd9GgAnZDQUeBg+eGYouBM+ZjhI2kSYlLi+EyTMuDSULPi+cLgCWNVYqASSqvL0ytos0oa4Wvy4SqL4eliyWOEq7vTe9P7mwbbhtv6igmzaWbzZ+NpVOZRVvNXllCg13bzdwtoUWaaTlr5Z+vXqlYu7692z3dbdjuPZ8dnJ2dGb8dWk1Wf12412k1202O9DWMLyMO2ZDWSLySO2wjWGLyGKOaBhZxhrRh1yRZyRrSR1wxZwxrQx7zxcHGMMmML+SPGSMmSL+GPGGMmGOmNBAAENUKBQsVksUYjRNFwIAByAAuAEsVQAbZAAAgAkiqADpKsA6gD2ADtEErFUqggBXbWQHUAOTNQQAtqLNTqwPaACZmgDW9p1DqdOtFAAco5qAJ4AOhtNDV/uVAA8lXAwIgVeqLQBzSCgS0AM01apAKpAAAtECAg4gghBS9hsEA===",
                "has cages",
            ),
            (
                "sclN4YwzgXArADANCAphA2i4A3aBfOmIDMuceWA7MSQLpzpYBsl+AjLvgJxtZSU0qkROAgByUS+RnD75RJcQzH4i0rABYmWWQKJyW2FRApyBAJkUK+AycfxmRuS/IjqBrAUKc9HTrQKMd9GgAnZDQUeBg+eGYouAI+ZjhI2kSYlLgTPhMkrLg0lGzMvnCM2NVYqAS4qvL0ytps+Ia4WoK4SuL4eliyWOEq7vTe9P7mwbbhtv7ighzaWfzZzNpVOZRV/NXllCg13fzdotoUWaaTlr5Z+vXqlYu7692z3dbdjuPZ8dnJ2dGb8dWk1Wf12412k1202O9DWMPyMO2ZDWSPySO2wjWGPyGKOaBhZxhrRh1yRZyRrSR1wxZwxrQx7zxcHGMMmML+SPGSMmSL+GPGGMmGOmNBAAENUPgAOQAFwAltKADbIAAEAElpQAdSVgZUAewAdohJVwIJKggBXJWQZUAOV1QQAtqKFcqwOaACa6gDW5uVFqtytFAAcgwqAJ4AOmNNFl7tNAA9JXAwIhpXL9QBzSCgA0AMwVspA0pAAAtECAvYgghBc9hsEA===",
                "has irregular regions",
            ),
            (
                "sclN4YwzgXArADANCAphA2i4A3aBfOmIDMuceWA7MSQLpzpYBsl+AjLvgJxtZSU0qkROAgByUS+RnD75RJcQzH4i0rABYmWWQKJyW2FRApyBAJkUK+AycfxmRuS/IjqBrAUKc9HTrQKMd9GgAnZDQUeBg+eGYouBM+ZjhI2kSYlLi+EyTMuDSULPi+cLgCWNVYqASSqvL0ytos0oa4Wvy4SqL4eliyWOEq7vTe9P7mwbbhtv6igmzaWbzZ+NpVOZRVvNXllCg13bzdwtoUWaaTlr5Z+vXqlYu7692z3dbdjuPZ8dnJ2dGb8dWk1Wf12412k1202O9DWMLyMO2ZDWSLySO2wjWGLyGKOaBhZxhrRh1yRZyRrSR1wxZwxrQx7zxcHGMMmML+SPGSMmSL+GPGGMmGOmNBAAENUPgAOQAFwAltKADbIAAEAElpQAdSVgZUAewAdohJVwIJKggBXJWQZUAOV1QQAtqKFcqwOaACa6gDW5uVFqtytFAAcgwqAJ4AOmNNFl7tNAA9JXAwIhpXL9QBzSCgA0AMwVspA0pAAAtECAvYgghBc7gHanRe7RdLxcBRfq5V79bKMyXpRBpXA5YrkJLE9hsEA",
                "has the anti-knight rule",
            ),
        ] {
            assert_eq!(read(packed), Err(format!("the puzzle of the link {said}{only}")), "{said}");
        }
        let error = |text: &str| read(text).unwrap_err();
        assert_eq!(
            error(&WIKI.replacen('S', "X", 1)),
            "the link has no puzzle: it is a Sudoku X; only plain Sudoku is read"
        );
        assert_eq!(
            error(
                "fpuzN4IgzglgXgpiBcA2ANCALhNAbO8QEERUBDAVzQAsB7AJwRCJAHMaIATBAbU9ADdispXAEZUTCLxgA7BGhpCAvsmBKVy1apD9BuFMwnTZ8mAoC6yHhuVaBQhAGYxBmfDmL1HlecuerfW7gATE6SLm4m6t5q/joIACwhhq7GfqlRqdbadvAArIlhKb5RNrFI+Ubu0Rkx2aL6oRUmpqYKQA"
            ),
            "the puzzle of the link has 6 rows or columns where a 3x3 grid has 9"
        );
        assert_eq!(
            error(
                "fpuzN4IgzglgXgpiBcBOANCALhNAbO8QEERUBDAVzQAsB7AJwRCJAHMaIATBAbU9ADdispXAEYADKiYReMAHYI0NIQF9kfAUIQBmCVNnzFMFcCNGQ/QbgDsO6XPgLlqk06cBdZDzPrcANht77A2djVS8LBGF/OwdDUPMNJCj9RzVw+ABWJMCU4KV3HlN43BRmXWiguO8EAA4smNyXENSEv1LbZNjjfObcWraA+sbgsJa6iqbhoq0x5W6R3AAWGc7Jqvg+yXbslcq07X7ynMb5iOW8jx6EawOOhqaT+AAmM6HjqfhWzYGg7sK1z7Kt1eE12CWeN22fzSG0BkLcFzuDyWEMGl3gkRR4weJS+hx293emUxswRwKhCRhW1RqzS11xQLRONh9VcriUQA="
            ),
            "the link has \"10\" at r1c1, which is no digit"
        );
        for text in [
            format!("scl{}", &SUDOKUPAD[..200]),
            format!("fpuz{SUDOKUPAD}"),
            format!("scl{}", "A".repeat(60)),
        ] {
            assert_eq!(error(&text), "the link is damaged, or of a form that is not read", "{text}");
        }
        assert!(error("https://sudokupad.app/k7qc98e00u").contains("only its site knows"));
        assert!(error("https://f-puzzles.com/?id=abc").contains("there is no load="));
        assert!(error("https://example.com/1234").contains("no puzzle that is read: 81 cells"));
        assert!(
            error(&format!("https://example.com/?bd={}", PUZZLE.replace('5', "w")))
                .contains("column 1: 'w' is no cell")
        );
    }
}
