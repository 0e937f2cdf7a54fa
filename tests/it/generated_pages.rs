//! Pages and pictures that are made from the program: `docs/COLUMNS.md`, the tables of `docs/INPUTS.md`, `docs/steps`, and the table of
//! speeds in README.md. Tests hold them current; with `GRIDMILL_BLESS=1` they rewrite them. The page of steps is the golden of all texts and
//! explanations. Reports, which `python3 benches` makes, are of this version.

use crate::prelude::*;
use gridmill::{
    corpus::ExportLayout,
    draw::{Marks, StepPicture, contact_sheet, svg},
    generate::{Addition, BoardKind},
    rate::{Measure, Notation, Role, StepHelp, library::Case},
    tables::{
        read::formats,
        schema::{ColumnUnit, Invariance, Presence, Promise},
    },
};
use gridmill_testing::assert_current;
use std::fmt::Write;

const COLUMNS_HEAD: &str = r#"<!-- Made from the schema. Do not edit: change the schema, then run `GRIDMILL_BLESS=1 cargo test --test it columns_page`. -->
# Columns

Every column that a corpus can have. The page is made from the schema by which corpora are written; `cargo test` holds it
current.

- **Type** is that of Parquet readers. CSV holds the same values as text; an empty field is null.
- **Promise** is what a seed decides. `stream`: the value is the same for good, within a stream version. `scale`: the same for good,
  within a stream version and a version of a built-in scale. `program`: it is the same on every machine for one version of the program.
  `run`: it differs from run to run. [SCALE.md](SCALE.md#promises) has more.
- **Transforms** says what becomes of the value when the puzzle is transformed (digits relabelled, rows and columns permuted,
  transposed). `same`: all transforms of a puzzle have the value. `applied`: a grid, transformed with the puzzle. `may differ`: the value
  depends on the order of cells and digits, or on how the row was made. [`gridmill augment`](TRAINING.md#random-images) copies the first, transforms the
  second and leaves out the third.
- **In** names the corpora that have the column.
- Ratings are numbers of the scale of the rulebook: `er` 4.2, `score` 392. [RATINGS.md](RATINGS.md) explains the scales. `score`
  stands here twice: its type depends on the rulebook.

A CSV reader that guesses types may take `solution` for a number: Polars stops, others lose digits. These lines read it as text:

| reader | line |
|---|---|
| Polars | `pl.read_csv(path, schema_overrides={"puzzle": pl.String, "solution": pl.String})` |
| pandas | `pd.read_csv(path, dtype={"puzzle": str, "solution": str})` |
| DuckDB | `FROM read_csv('corpus/data/*.csv', types={'puzzle': 'VARCHAR', 'solution': 'VARCHAR'})` |
| pyarrow | `csv.read_csv(path, convert_options=csv.ConvertOptions(column_types={"puzzle": pa.string(), "solution": pa.string()}))` |
| R, readr | `read_csv(path, col_types = cols(puzzle = "c", solution = "c"))` |
| Excel | Data, From Text/CSV, Transform Data: type Text for both columns |
"#;

const COUNTS: &str = "
## Steps of each technique

One column for each technique of the rulebook, in the order of `gridmill techniques`. Type `uint16`, nullable, unit steps,
promise `scale`, transforms `may differ`, in corpora whose rulebook has the technique.

| column | meaning |
|---|---|
";

const ADDED: &str = "
## Columns that `gridmill rate`, `solve`, `canonical` and `augment` add

`rate` keeps the columns of its input and puts the rating columns after them. [With several rulebooks](RATINGS.md#several-rulebooks) the columns
of each have its name before theirs, such as `se_er`. A row that is no puzzle has nulls there, and
`reason` (string, nullable) says why. `solve --out` does the same with `solution`, and `canonical` with its columns; a grid that has not
exactly one solution has `canonical_puzzle`, `automorphisms` and `class_id` all the same, unless a digit is twice in a house.
`generate --add canonical` has the same columns in its rows, without `reason`. `augment` adds `source_index` and `transform` to the columns that it copies and transforms.
";

fn presence(column: &Column) -> String {
    let option = match column.presence {
        Presence::Always => "all",
        Presence::Symmetry => "`--symmetry`",
        Presence::SymmetryMix => "`--mix symmetry=...`",
        Presence::Weights => "`controlled-bias`, `weighted`, `enumerated`",
        Presence::Timings => "all but `--no-timings`",
        Presence::Ratings => "`--rulebook`",
        Presence::Measure(Measure::Er) => "`--rulebook se`",
        Presence::Measure(Measure::Score) => "`--rulebook hodoku`",
        Presence::Budget => "`--rulebook` with chains of `se`, or braids",
        Presence::RatingTimings => "`--rulebook`, but not `--no-timings`",
        Presence::Technique(_) => "`--rulebook`, technique in the rulebook",
        Presence::Added(Addition::Canonical) => "`--add canonical`, `gridmill canonical`",
        Presence::Added(addition) => return format!("`--add {}`", addition.name()),
        Presence::Board => "`--board`",
        Presence::BoardLabel(BoardKind::Ambiguous) => "`--board solutions=`",
        Presence::BoardLabel(BoardKind::Broken) => "`--board broken`",
        Presence::BoardLabel(BoardKind::Partial) => "`--board filled=`",
        Presence::Forms(fact) => return format!("`gridmill canonical --add {}`", fact.name()),
        Presence::Augmented => "`gridmill augment`",
    };
    option.to_owned()
}

const fn promise(column: &Column) -> &'static str {
    match column.promise {
        Promise::Stream => "stream",
        Promise::Scale => "scale",
        Promise::Program => "program",
        Promise::Run => "run",
    }
}

const fn transforms(column: &Column) -> &'static str {
    match column.invariance {
        Invariance::Transformed => "applied",
        Invariance::Same => "same",
        Invariance::Differs => "may differ",
    }
}

fn columns_page() -> String {
    let counts = |column: &&Column| matches!(column.presence, Presence::Technique(_));
    let mut page = format!(
        "{COLUMNS_HEAD}\n| column | type | unit | promise | transforms | in | meaning |\n|---|---|---|---|---|---|---|\n"
    );
    for column in Column::all().filter(|column| !counts(column)) {
        page += &format!(
            "| `{}` | {}{} | {} | {} | {} | {} | {} |\n",
            column.name(),
            column.kind.name(),
            if column.nullable { ", nullable" } else { "" },
            column.unit.map_or("", ColumnUnit::name),
            promise(column),
            transforms(column),
            presence(column),
            column.meaning
        );
    }
    page += COUNTS;
    for column in Column::all().filter(counts) {
        page += &format!("| `{}` | {} |\n", column.name(), column.meaning);
    }
    page + ADDED
}

#[test]
fn columns_page_is_current() {
    assert_current("docs/COLUMNS.md", &columns_page(), "--test it columns_page");
}

const INPUTS_BEGIN: &str = "<!-- Made from the formats. Change these, then run `GRIDMILL_BLESS=1 cargo test --test it inputs_page`. -->\n";
const INPUTS_END: &str = "<!-- End of what is made. -->\n";

fn inputs_tables() -> String {
    let mut page = "| format | ending | or begins with |\n|---|---|---|\n".to_owned();
    for format in formats() {
        let endings: Vec<String> = format.endings.iter().map(|ending| format!("`.{ending}`")).collect();
        let endings = if endings.is_empty() { "any other".to_owned() } else { endings.join(", ") };
        page += &format!("| [{}](#{}) | {endings} | {} |\n", format.name, format.section, format.begins);
    }
    page += "\nWhat programs and sites give, and what [`export --to`](TRAINING.md#layouts-of-other-programs) writes for them:\n\n";
    page += "| program | what is read | written |\n|---|---|---|\n";
    let mut programs: Vec<(&str, Vec<&str>, Vec<String>)> = Vec::new();
    let mut of = |program: &'static str, read: Option<&'static str>, written: Option<String>| {
        let place = programs.iter().position(|known| known.0 == program).unwrap_or_else(|| {
            programs.push((program, Vec::new(), Vec::new()));
            programs.len() - 1
        });
        programs[place].1.extend(read);
        programs[place].2.extend(written);
    };
    for format in formats() {
        format.programs.iter().for_each(|&(program, what)| of(program, Some(what), None));
    }
    for layout in ExportLayout::ALL {
        of(layout.program(), None, Some(format!("`{}`", layout.name())));
    }
    for (program, read, written) in programs {
        page += &format!("| {program} | {} | {} |\n", read.join("; "), written.join(", "));
    }
    page
}

#[test]
fn inputs_page_is_current() {
    let page = read("docs/INPUTS.md");
    let about = formats().filter(|format| !format.about.is_empty());
    let list = about.map(|format| format!("- {}\n", format.about)).collect();
    let mut parts = page.split(INPUTS_BEGIN);
    let mut made = parts.next().unwrap().to_owned();
    for (part, text) in parts.zip([inputs_tables(), list]) {
        let (_, after) = part.split_once(INPUTS_END).unwrap();
        made += &format!("{INPUTS_BEGIN}\n{text}\n{INPUTS_END}{after}");
    }
    assert_current("docs/INPUTS.md", &made, "--test it inputs_page");
}

const STEPS_HEAD: &str = "\
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

fn steps_page() -> String {
    let (examples, mut page) = (examples(), STEPS_HEAD.to_owned());
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
    assert_current("docs/steps/README.md", &steps_page(), "--test it steps_page");
}

#[test]
fn every_technique_has_an_example() {
    let shown: Vec<Technique> = examples().iter().map(|step| step.technique).collect();
    assert_eq!(shown, Technique::all().collect::<Vec<_>>());
}

/// Bytes that the file may have.
const LARGEST: usize = 1_500_000;

/// Draws the step of each position of the rater's examples.
fn drawn_sheet() -> String {
    let mut memory = FinderMemory::default();
    let cases = include_str!("../../crates/rate/testdata/steps.txt").lines();
    let cases: Vec<Case> = cases.filter_map(|line| Case::parse(line).unwrap()).collect();
    assert_eq!(cases.len(), Technique::COUNT);
    let draw = |case: &Case| {
        let step = case.step(&mut memory).unwrap();
        StepPicture::new(&Marks::from(&case.marks), &step).with_explanation(Wording::english()).draw()
    };
    svg(&contact_sheet("A step of each technique", cases.iter().map(draw).collect(), 4, 500.0))
}

#[test]
fn contact_sheet_is_current() {
    let sheet = drawn_sheet();
    assert!(sheet.len() < LARGEST, "{} bytes", sheet.len());
    assert_current("docs/steps/contact-sheet.svg", &sheet, "--test it contact_sheet");
}

const SPEEDS_HEAD: &str = "| work | a second | `sudoku` crate 0.8 | ratio |\n|---|--:|--:|--:|\n";

fn read(page: &str) -> String {
    fs::read_to_string(root().join(page)).unwrap()
}

/// Cells of a row of a table in Markdown.
fn cells(row: &str) -> Vec<&str> {
    row.trim_matches('|').split('|').map(str::trim).collect()
}

/// The first number of a cell such as `11.9 (11.2-12.2)`, in the first table that has both the row and the column, each found by a test.
fn figure(page: &str, is_column: impl Fn(&str) -> bool, is_row: impl Fn(&str) -> bool) -> f64 {
    let mut columns: Option<usize> = None;
    let mut before = "";
    for line in page.lines() {
        if line.starts_with("|---") {
            columns = cells(before).iter().rposition(|name| is_column(name));
        } else if let (Some(column), true) = (columns, line.starts_with('|'))
            && is_row(cells(line)[0])
        {
            return cells(line)[column].split(' ').next().unwrap().parse().unwrap();
        }
        before = line;
    }
    panic!("a report without a row or a column that README quotes")
}

/// A number with commas between thousands.
fn with_commas(number: f64) -> String {
    let digits = format!("{number:.0}");
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).unwrap()).collect();
    groups.join(",")
}

fn speed_table() -> String {
    let [generate, solvers, rating] =
        ["generate", "solvers", "rating"].map(|name| read(&format!("reports/{name}/README.md")));
    let mut table = SPEEDS_HEAD.to_owned();
    for (work, mode) in [("minimal puzzles", "(minimal)"), ("`--givens 36`", "--givens 36")] {
        let made = |column: &str| figure(&generate, |name| name == column, |row| row == mode);
        let [ours, theirs] = ["puzzles/s", "crate, puzzles/s"].map(made).map(with_commas);
        table += &format!("| {work} | {ours} | {theirs} | {:.1} |\n", made("ratio"));
    }
    let random = |is_column: fn(&str) -> bool| figure(&solvers, is_column, |row| row == "random minimal");
    let theirs = random(|name| name == "crate, checks/s");
    // The last one has the widest vectors of the machine, and several puzzles at the same time.
    let ratio = random(|name| name.starts_with("bitboard"));
    let ours = with_commas((theirs * ratio / 1e4).round() * 1e4);
    table += &format!(
        "| uniqueness checks, random minimal, 64 to a call | {ours} | {} | {ratio:.1} |\n",
        with_commas(theirs)
    );
    let rated = |column: &str| figure(&rating, |name| name == column, |row| row == "random minimal");
    let [hodoku, se] = ["hodoku/s", "se/s"].map(rated).map(with_commas);
    table
        + &format!("| `--rulebook hodoku`, `--rulebook se`, random minimal puzzles | {hodoku}, {se} | | |\n")
}

#[test]
fn speed_table_is_that_of_the_reports() {
    let readme = read("README.md");
    let start = readme.find(SPEEDS_HEAD).expect("a table of speeds");
    let end = start + readme[start..].find("\n\n").unwrap() + 1;
    let page = format!("{}{}{}", &readme[..start], speed_table(), &readme[end..]);
    assert_current("README.md", &page, "--test it speed_table");
}

/// Returns the versions of gridmill that a text names, as major and minor: `1.0` of `gridmill 1.0.0-rc.1`.
fn versions(text: &str) -> Vec<&str> {
    let minor = |rest: &'_ str| {
        let digits =
            |at: usize| rest[at..].find(|c: char| !c.is_ascii_digit()).map_or(rest.len(), |n| at + n);
        let dot = digits(0);
        (dot > 0 && rest[dot..].starts_with('.')).then(|| digits(dot + 1)).filter(|end| *end > dot + 1)
    };
    text.split("gridmill ").skip(1).filter_map(|rest| Some(&rest[..minor(rest)?])).collect()
}

/// Pages of reports that are of an older version are made again. Their data may stay: a run of hours is as true as it was.
#[test]
fn reports_are_of_this_version() {
    let ours = [env!("CARGO_PKG_VERSION_MAJOR"), env!("CARGO_PKG_VERSION_MINOR")].join(".");
    let mut named = 0;
    for path in files_below(&root().join("reports"), &|_: &Path| false) {
        if path.extension().is_some_and(|ending| ending == "md" || ending == "html") {
            for version in versions(&fs::read_to_string(&path).unwrap()) {
                let place = path.display();
                assert_eq!(version, ours, "{place} is of another version: python3 benches makes it again");
                named += 1;
            }
        }
    }
    assert!(named > 10, "{named}");
    assert_eq!(versions("gridmill 1.2.3-rc.1 and gridmill 20, gridmill 0.3.4. gridmill 1."), ["1.2", "0.3"]);
}

#[test]
fn figures_are_found_in_tables() {
    let page =
        "| a | b | b, wide |\n|---|--:|--:|\n| x | 1.5 (1-2) | 2 |\n\n| c | b |\n|---|--:|\n| y | 7 |\n";
    assert!((figure(page, |name| name == "b", |row| row == "x") - 1.5).abs() < 1e-9);
    assert!((figure(page, |name| name.starts_with('b'), |row| row == "x") - 2.0).abs() < 1e-9);
    assert!((figure(page, |name| name == "b", |row| row == "y") - 7.0).abs() < 1e-9);
    assert_eq!([12.0, 1234.4, 1_234_567.0].map(with_commas), ["12", "1,234", "1,234,567"]);
}
