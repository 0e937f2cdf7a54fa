//! The options of `generate` as Python has them: `python/src/options.txt`, which is in `help(gridmill.generate)`, and the class `Options`
//! of the type stubs. Both are made from the table of options. A test holds them current;
//! `GRIDMILL_BLESS=1 cargo test --lib python_options` rewrites them.

use crate::{
    corpus::{JobOptions, OptionKind, OptionRow},
    generate::with_options,
};
use gridmill_testing::assert_current;
use std::{fs, path::Path};

/// Widest line of the text.
const WIDTH: usize = 100;

/// Arguments of `generate` that have no name among the options.
const ARGUMENTS: [&str; 2] = ["count", "seed"];

/// The option `threads`, which the table does not have because it decides nothing about the rows.
const THREADS: &str =
    "threads: int\n    Threads, 0 for one a core; the result does not depend on it [default: 0]\n";

fn rows() -> impl Iterator<Item = &'static OptionRow> {
    JobOptions::rows().iter().filter(|row| !ARGUMENTS.contains(&row.name))
}

fn argument(name: &str) -> String {
    if name == "from" { "from_".to_owned() } else { name.to_owned() }
}

fn page() -> String {
    let entry = |row: &OptionRow| {
        let meaning = with_options(&row.meaning(), |name, value| match value {
            Some(value) => format!("{} {value}", argument(name)),
            None => argument(name),
        });
        format!("{}: {}\n{}", argument(row.name), values(row).0, wrapped(&meaning))
    };
    rows().map(entry).chain([THREADS.to_owned()]).collect::<Vec<_>>().join("\n")
}

/// Returns the class of the stubs from its first option on.
fn stub() -> String {
    // Python never adds times: the option is for programs that compare the two.
    let stubbed = rows().filter(|row| row.name != "no_timings" && row.name != "start" && row.name != "of");
    let lines = stubbed.map(|row| format!("    {}: {} | None\n", argument(row.name), values(row).1));
    lines.chain(["    threads: _Int | None\n".to_owned()]).collect()
}

/// Returns the values that an option takes, in words and as a type.
fn values(row: &OptionRow) -> (String, String) {
    let (words, kind) = match row.kind {
        OptionKind::Switch => ("bool", "bool"),
        OptionKind::Name(names) => {
            let quoted =
                names().iter().map(|value| format!("\"{}\"", value.name)).collect::<Vec<_>>().join(", ");
            let is_truth = names().iter().any(|value| value.name == "true");
            let words = quoted.replace("\"true\"", "True").replace("\"false\"", "False");
            return (words, format!("{}Literal[{quoted}]", if is_truth { "bool | " } else { "" }));
        }
        OptionKind::List(_) => ("text or list of texts", "_Names"),
        OptionKind::Words(_) => ("path or list of paths", "_PathOrPaths"),
        OptionKind::Value(name) | OptionKind::Values(name) => match name {
            "FILE" => ("path", "_Path"),
            "N" | "K" | "INDEX" | "NODES" | "ROWS" => ("int", "_Int"),
            "GIVENS" | "RANGE" | "SCORE" | "DEPTH" | "B" | "CELLS" => {
                ("int, range, (least, most) or text", "_GivensRange")
            }
            "ER" if row.name == "max_er" => ("float", "_Number | str"),
            "ER" | "EP" | "ED" | "GUESSES" => ("float, (least, most) or text", "_RatingRange"),
            "NAME=COUNT,..." => ("dict of counts, or text", "_Budget"),
            "NAME=TARGET:SHARE,..." => ("dict of dicts of shares, text or list of texts", "_Mixes"),
            "RULEBOOK" => ("text, path or list of these", "_PathOrPaths"),
            "RxC" => ("text", "_Box"),
            name if name.ends_with(",...") => ("text or list of texts", "_Names"),
            _ => ("text", "str"),
        },
    };
    (words.to_owned(), kind.to_owned())
}

fn wrapped(text: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is a line");
        if !line.is_empty() && line.len() + 5 + word.len() > WIDTH {
            lines.push(word.to_owned());
        } else {
            line.push_str(if line.is_empty() { "" } else { " " });
            line.push_str(word);
        }
    }
    lines.iter().map(|line| format!("    {line}\n")).collect()
}

#[test]
fn options_of_python_are_current() {
    let stubs = "python/gridmill/_gridmill.pyi";
    let written = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(stubs)).unwrap();
    let start = written.find("    box: _Box | None\n    fill:").expect("the class has its options");
    let end = start + written[start..].find("\n\n").expect("the class ends") + 1;
    let stubs_now = format!("{}{}{}", &written[..start], stub(), &written[end..]);
    assert_current("python/src/options.txt", &page(), "--lib python_options");
    assert_current(stubs, &stubs_now, "--lib python_options");
}
