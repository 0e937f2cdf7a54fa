//! `python/src/options.txt`, the options in `help(gridmill.generate)`, made from the help of the command line. A test holds it current;
//! `GRIDMILL_BLESS=1 cargo test --lib python_options` rewrites it.

use crate::corpus::JobOptions;
use clap::{Arg, ArgAction};
use std::{env, fs, path::Path};

/// Widest line of the text.
const WIDTH: usize = 100;

/// Arguments of `generate` that have no name among the options.
const BESIDE: [&str; 2] = ["count", "seed"];

fn page() -> String {
    let program = super::program();
    let generate = program.find_subcommand("generate").expect("the command is there");
    let entry = |name: &str| {
        let long = name.replace('_', "-");
        let option = generate.get_arguments().find(|option| option.get_long() == Some(&long));
        entry(name, option.unwrap_or_else(|| panic!("generate has no --{long}")))
    };
    let names = JobOptions::names().chain(["threads"]).filter(|name| !BESIDE.contains(name));
    names.map(entry).collect::<Vec<_>>().join("\n")
}

fn entry(name: &str, option: &Arg) -> String {
    let argument = if name == "from" { "from_" } else { name };
    let default = option.get_default_values().first().filter(|_| !is_switch(option));
    let default =
        default.map_or_else(String::new, |value| format!(" [default: {}]", value.to_string_lossy()));
    let meaning = option.get_help().map(ToString::to_string).unwrap_or_default();
    format!("{argument}: {}\n{}", values(name, option), wrapped(&(in_python(&meaning) + &default)))
}

fn is_switch(option: &Arg) -> bool {
    matches!(option.get_action(), ArgAction::SetTrue)
}

/// Returns the values that an option takes, as Python writes them.
fn values(name: &str, option: &Arg) -> String {
    if is_switch(option) {
        return "bool".to_owned();
    }
    let names = option.get_possible_values();
    if !names.is_empty() {
        let names = names.iter().map(|value| match value.get_name() {
            "true" => "True".to_owned(),
            "false" => "False".to_owned(),
            name => format!("\"{name}\""),
        });
        return names.collect::<Vec<_>>().join(", ");
    }
    let is_list = matches!(option.get_action(), ArgAction::Append)
        || option.get_num_args().is_some_and(|number| number.max_values() > 1);
    let values = option.get_value_names().and_then(|names| names.first()).map_or("", |name| name.as_str());
    let values = match values {
        "FILE" if is_list => "path or list of paths",
        "FILE" => "path",
        "N" | "K" | "INDEX" | "NODES" | "ROWS" => "int",
        "GIVENS" | "RANGE" | "SCORE" => "int, range, (least, most) or text",
        "ER" if name == "max_er" => "float",
        "ER" | "EP" | "ED" | "GUESSES" => "float, (least, most) or text",
        "NAME=TARGET:SHARE,..." => "dict of dicts of shares, text or list of texts",
        "RULEBOOK" => "text, path or list of these",
        values if is_list || values.ends_with(",...") => "text or list of texts",
        _ => "text",
    };
    values.to_owned()
}

/// Writes the options that a text names as arguments: `--shard-rows` is `shard_rows`.
fn in_python(text: &str) -> String {
    let word = |word: &str| {
        let Some(start) = word.find("--") else { return word.to_owned() };
        let (before, option) = (&word[..start], &word[start + 2..]);
        let end = option.find(|c: char| !c.is_ascii_lowercase() && c != '-').unwrap_or(option.len());
        let name =
            if &option[..end] == "from" { "from_".to_owned() } else { option[..end].replace('-', "_") };
        format!("{before}{name}{}", &option[end..])
    };
    text.split_whitespace().map(word).collect::<Vec<_>>().join(" ")
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
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("python/src/options.txt");
    if env::var_os("GRIDMILL_BLESS").is_some() {
        fs::write(&file, page()).unwrap();
    }
    let current = fs::read_to_string(&file).unwrap() == page();
    assert!(
        current,
        "python/src/options.txt is not current: run `GRIDMILL_BLESS=1 cargo test --lib python_options`"
    );
}
