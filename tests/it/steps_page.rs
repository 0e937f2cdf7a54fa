//! `docs/steps/README.md`, made from an example of each technique. A test holds it current; `GRIDMILL_BLESS=1 cargo test --test it
//! steps_page` rewrites it. It is the golden of all texts and explanations.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use gridmill::rate::{
    Family, FinderMemory, Notation, Role, Step, StepHelp, Technique, Wording, library::Case,
};
use serde_json::Value;
use std::{env, fmt::Write, fs, path::Path};

const HEAD: &str = "\
<!-- Made from examples. Do not edit: change crates/rate, then run `GRIDMILL_BLESS=1 cargo test --test it steps_page`. -->
# Steps of each technique

The data, the text and the explanation of a step of each technique. [RATINGS.md](../RATINGS.md#solving-paths) describes the fields. Every
step has `technique`, `text`, `cells` and `roles`; the tables name the other fields that are filled, and the roles. The positions are in
[steps.txt](../../crates/rate/testdata/steps.txt), the sentences of explanations in
[en.txt](../../crates/rate/src/wording/en.txt), in other languages next to it ([LANGUAGES.md](../LANGUAGES.md)).

## Roles

| role | cells and digits |
|---|---|
";

const FAMILIES: [Family; 14] = [
    Family::Singles,
    Family::Locked,
    Family::Subsets,
    Family::Fish,
    Family::SingleDigit,
    Family::Coloring,
    Family::Uniqueness,
    Family::Wings,
    Family::Chains,
    Family::Als,
    Family::Forcing,
    Family::Exclusion,
    Family::Chaining,
    Family::Braids,
];

fn examples() -> Vec<Step> {
    let mut memory = FinderMemory::default();
    let lines = include_str!("../../crates/rate/testdata/steps.txt").lines();
    lines.filter_map(|line| Case::parse(line).unwrap()).map(|case| case.step(&mut memory).unwrap()).collect()
}

/// Fields other than those of every step.
const FIELDS: [&str; 14] = [
    "placements",
    "eliminations",
    "digits",
    "houses",
    "base",
    "cover",
    "fins",
    "extra",
    "sets",
    "colors",
    "chains",
    "kind",
    "sources",
    "nodes",
];

/// Lists the fields of a step that are filled, other than those of every step.
fn filled(help: &StepHelp) -> String {
    let fields = serde_json::to_value(help).unwrap();
    let is_filled = |name: &&str| {
        let value: &Value = &fields[*name];
        !value.is_null() && value.as_array().is_none_or(|items| !items.is_empty())
    };
    FIELDS.into_iter().filter(is_filled).map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" ")
}

fn roles(step: &Step) -> String {
    let mut names: Vec<String> = step.roles().iter().map(|role| format!("`{}`", role.role.name())).collect();
    names.dedup();
    names.join(" ")
}

fn page() -> String {
    let (examples, mut page) = (examples(), HEAD.to_owned());
    for role in Role::ALL {
        writeln!(page, "| `{}` | {} |", role.name(), role.meaning()).unwrap();
    }
    for family in FAMILIES {
        let of_family = || examples.iter().filter(|step| step.technique.family() == family);
        let help = |step| StepHelp::new(step, Wording::english(), &Notation::default());
        write!(page, "\n## Family `{}`\n\n| technique | fields | roles |\n|---|---|---|\n", family.name())
            .unwrap();
        for step in of_family() {
            writeln!(page, "| `{}` | {} | {} |", step.technique, filled(&help(step)), roles(step)).unwrap();
        }
        for step in of_family() {
            let StepHelp { data, explanation, .. } = help(step);
            write!(page, "\n**{}**: `{}`  \n{explanation}\n", step.technique.title(), data.text).unwrap();
        }
    }
    page
}

#[test]
fn steps_page_is_current() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/steps/README.md");
    if env::var_os("GRIDMILL_BLESS").is_some() {
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, page()).unwrap();
    }
    let current = fs::read_to_string(&file).unwrap_or_default() == page();
    assert!(
        current,
        "docs/steps/README.md is not current: run `GRIDMILL_BLESS=1 cargo test --test it steps_page`"
    );
}

#[test]
fn every_technique_has_an_example() {
    let shown: Vec<Technique> = examples().iter().map(|step| step.technique).collect();
    assert_eq!(shown, Technique::all().collect::<Vec<_>>());
}
