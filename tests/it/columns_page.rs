//! `docs/COLUMNS.md`, made from the schema. A test holds it current; `GRIDMILL_BLESS=1 cargo test --test it columns_page` rewrites it.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use gridmill::{
    generate::{Addition, BoardKind},
    rate::Measure,
    tables::schema::{Column, ColumnUnit, Invariance, Presence, Promise},
};
use std::{env, fs, path::Path};

const HEAD: &str = r#"<!-- Made from the schema. Do not edit: change the schema, then run `GRIDMILL_BLESS=1 cargo test --test it columns_page`. -->
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
        Presence::Board => "`--solutions`, `--broken`, `--fill-to`",
        Presence::BoardLabel(BoardKind::Ambiguous) => "`--solutions`",
        Presence::BoardLabel(BoardKind::Broken) => "`--broken`",
        Presence::BoardLabel(BoardKind::Partial) => "`--fill-to`",
        Presence::CanonicalWithin => "`gridmill canonical --minlex solution`",
        Presence::Bands => "`gridmill canonical --bands`",
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

fn page() -> String {
    let counts = |column: &&Column| matches!(column.presence, Presence::Technique(_));
    let mut page = format!(
        "{HEAD}\n| column | type | unit | promise | transforms | in | meaning |\n|---|---|---|---|---|---|---|\n"
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
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/COLUMNS.md");
    if env::var_os("GRIDMILL_BLESS").is_some() {
        fs::write(&file, page()).unwrap();
    }
    let current = fs::read_to_string(&file).unwrap() == page();
    assert!(
        current,
        "docs/COLUMNS.md is not current: run `GRIDMILL_BLESS=1 cargo test --test it columns_page`"
    );
}
