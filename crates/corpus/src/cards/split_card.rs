//! The card of a folder with splits: `README.md` and `croissant.json` next to the data.

use super::{ColumnRows, Dataset, DatasetColumn, sample_rows};
use crate::{
    make::folder::Folder,
    splits::{
        equivalence::Equivalence,
        manifest::{Rule, Selection, SplitManifest, SplitPlan, StratumJob},
    },
};
use arrow_schema::Schema;
use gridmill_tables::{Result, facts::Population, numbers::thousands, schema::Column};

const TEMPLATE: &str = include_str!("split_card.md");

/// Writes the card of a folder whose files are whole and have these columns.
///
/// # Errors
/// [`Error::Io`](gridmill_tables::Error::Io) if a file cannot be read or written.
pub fn write_split_card(folder: &Folder, manifest: &SplitManifest, schema: &Schema) -> Result<()> {
    let plan = manifest.plan.clone().unwrap_or_default();
    let dataset = dataset(manifest, &plan, schema);
    let with_rows = manifest.files.iter().filter(|file| file.rows > 0).map(|file| file.name.as_str());
    let sample =
        sample_rows(&folder.data(), (manifest.selection.shape, &manifest.selection.columns), with_rows)?;
    let fields = [
        ("header", dataset.header()),
        ("loading", dataset.loading()),
        ("title", title(&manifest.selection, &plan)),
        ("description", dataset.description.clone()),
        ("splits", splits(&plan)),
        ("commands", commands(&manifest.selection)),
        ("proof", proof(&manifest.selection, &plan)),
        ("columns", columns(&dataset)),
        ("sample", sample),
        ("bibtex", dataset.bibtex()),
        ("made_by", dataset.made_by()),
        ("license", license(manifest.license.as_deref())),
    ];
    let card = fields
        .iter()
        .fold(TEMPLATE.to_owned(), |card, (name, value)| card.replace(&format!("{{{{{name}}}}}"), value));
    folder.replace(&folder.card(), card.as_bytes())?;
    folder.replace(&folder.croissant(), dataset.croissant().as_bytes())
}

fn dataset(manifest: &SplitManifest, plan: &SplitPlan, schema: &Schema) -> Dataset {
    let Selection { format, .. } = manifest.selection;
    let column = |field: &std::sync::Arc<arrow_schema::Field>| {
        DatasetColumn::of_arrow(field.name(), field.data_type(), format)
    };
    let pattern = |name: &str| (name.to_owned(), format!("data/{name}-*.{}", format.name()));
    Dataset {
        name: match &manifest.selection.rule {
            Rule::Benchmark { name, .. } => Some(name.clone()),
            Rule::Dedup | Rule::Split { .. } => None,
        },
        description: description(manifest, plan),
        format,
        splits: plan.splits.iter().map(|split| pattern(&split.name)).collect(),
        columns: schema.fields().iter().map(column).collect(),
        rows: plan.splits.iter().map(|split| split.rows).sum(),
        license: manifest.license.clone(),
        history: manifest.facts.history.clone(),
    }
}

fn title(selection: &Selection, plan: &SplitPlan) -> String {
    let rows: u64 = plan.splits.iter().map(|split| split.rows).sum();
    let (name, of) = match &selection.rule {
        Rule::Dedup => (String::new(), "without duplicates"),
        Rule::Split { .. } => (String::new(), "in splits that share no class"),
        Rule::Benchmark { name, .. } => (format!("{name}: "), "in strata of difficulty"),
    };
    format!("{name}{} Sudoku puzzles, {} boxes, {of}", thousands(rows), selection.shape)
}

const fn class_of(by: Equivalence) -> &'static str {
    match by {
        Equivalence::Row => "Rows with the same givens are one class.",
        Equivalence::Puzzle => {
            "Puzzles that are the same turned round (givens of equal canonical form) are one class."
        }
        Equivalence::Expansion => {
            "Puzzles whose expansions, the grids with all digits that naked and hidden singles place, are the same turned round are one class."
        }
        Equivalence::Grid => {
            "Puzzles whose solutions are the same turned round (solutions of equal canonical form) are one class."
        }
    }
}

fn description(manifest: &SplitManifest, plan: &SplitPlan) -> String {
    let Selection { by, rule, .. } = &manifest.selection;
    let rule = match rule {
        Rule::Dedup => format!("The first of each class was kept, of {} rows.", thousands(plan.rows)),
        Rule::Split { into, seed, stratify, .. } => {
            let strata = stratify.map_or_else(String::new, |stratum| {
                format!(" Each split has the same shares of every {}.", stratum.value_name())
            });
            format!(
                "Whole classes went to each split, by shares of {into} in an order that the seed {seed} decides.{strata}"
            )
        }
        Rule::Benchmark { .. } => {
            return "Each split is a stratum: puzzles whose difficulty is in a range, made by a command of its own. No two strata share a \
                    complete grid, turned round or not."
                .to_owned();
        }
    };
    format!("{} {rule} {}", class_of(*by), population(manifest))
}

/// States the population of the rows, and what they do not support.
fn population(manifest: &SplitManifest) -> String {
    let facts = &manifest.facts;
    let limits = facts.limits(false).join(" ");
    if facts.population == Population::Unknown {
        return limits;
    }
    let words = facts.population_words(manifest.selection.shape);
    let weights = match facts.weight_column() {
        Some(column) => format!(" Each row counts exp({column}) of them."),
        None => String::new(),
    };
    let limits = if limits.is_empty() { limits } else { format!(" {limits}") };
    format!("Rows are a sample of {words}.{weights}{limits}")
}

fn splits(plan: &SplitPlan) -> String {
    let row = |name: &str, rows: u64, classes: u64| {
        format!("| {name} | {} | {} |\n", thousands(rows), thousands(classes))
    };
    plan.splits.iter().map(|split| row(&split.name, split.rows, split.classes)).collect()
}

fn proof(selection: &Selection, plan: &SplitPlan) -> String {
    let mut lines = Vec::new();
    if let Rule::Split { .. } | Rule::Benchmark { .. } = selection.rule {
        let common = thousands(plan.classes_in_common);
        lines.push(format!(
            "Classes in more than one split: {common}, counted from the rows as they were placed. `gridmill overlap . --fail-on {}` in this \
             folder counts them again from the files.",
            selection.by.name()
        ));
    }
    let left_out = [
        (plan.duplicates, "repeat an earlier row"),
        (plan.excluded, "are of a class in the excluded files"),
        (plan.no_puzzle, "hold no puzzle that could be compared"),
    ];
    for (rows, why) in left_out.into_iter().filter(|(rows, _)| *rows > 0) {
        lines.push(format!("Rows left out because they {why}: {}.", thousands(rows)));
    }
    lines.join(" ")
}

/// Returns the commands that make the rows of each stratum, and the population that each is a sample of.
fn commands(selection: &Selection) -> String {
    let Rule::Benchmark { strata, .. } = &selection.rule else { return String::new() };
    let of = |StratumJob { name, job }: &StratumJob| {
        let population = job.facts(gridmill_tables::PROGRAM).population_words(selection.shape);
        format!("\n`{name}`, a sample of {population}:\n\n```\n{}\n```\n", job.command(name, None))
    };
    let strata: String = strata.iter().map(of).collect();
    format!("\n<details>\n<summary>The command that makes each stratum</summary>\n{strata}\n</details>\n")
}

fn columns(dataset: &Dataset) -> String {
    let row = |column: &DatasetColumn| {
        let meaning = Column::of_name(&column.name).map_or("", |known| known.meaning);
        format!("| `{}` | {} | {meaning} |\n", column.name.replace('|', "\\|"), column.kind.name())
    };
    let mut rows = ColumnRows::default();
    for column in &dataset.columns {
        rows.push(&column.name, &row(column));
    }
    rows.tables("| column | type | meaning |\n|---|---|---|\n")
}

pub(crate) fn license(license: Option<&str>) -> String {
    match license {
        Some(license) => format!("{license}, as the maker of this data set chose."),
        None => {
            "The maker of this data set chooses its license: fill in the line in the header above.".to_owned()
        }
    }
}
