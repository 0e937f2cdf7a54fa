//! Cards of data sets: README.md with its metadata, and Croissant 1.0. Here are the facts of a data set in the forms that catalogs read.
//! Source of the form: MLCommons, "Croissant Format Specification 1.0", 2024.

pub(crate) mod card;
pub(crate) mod split_card;

use crate::read::sources::Sources;
use arrow_array::Array as _;
use arrow_schema::DataType;
use gridmill_board::Shape;
use gridmill_tables::{
    REPOSITORY, Result,
    escape::bibtex,
    facts::HistoryStep,
    numbers::thousands,
    read::{GridColumns, TableInput},
    schema::{Column, ColumnKind, LayoutColumn, Presence, Promise},
    write::{
        Format,
        json::{self, has_json_form},
    },
};
use serde_json::{Value, json};
use std::path::Path;

pub(crate) struct Dataset {
    /// Name, if it has one of its own.
    pub name: Option<String>,
    /// Sentence that says what the rows are.
    pub description: String,
    pub format: Format,
    /// Names of the splits, and the pattern of the names of their files.
    pub splits: Vec<(String, String)>,
    pub columns: Vec<DatasetColumn>,
    pub rows: u64,
    /// Identifier of a license, such as `cc0-1.0`, if the maker chose one.
    pub license: Option<String>,
    /// Commands that made the rows.
    pub history: Vec<HistoryStep>,
}

pub(crate) struct DatasetColumn {
    pub name: String,
    pub kind: DatasetKind,
    pub nullable: bool,
}

/// Type of a column, as far as catalogs tell types apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DatasetKind {
    Text,
    /// Whole numbers, and the name of the type.
    Whole(&'static str),
    Real,
    Flag,
    /// Steps of a path, which are no plain value.
    Nested,
}

impl DatasetKind {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Whole(_) => "whole number",
            Self::Real => "number",
            Self::Flag => "flag",
            Self::Nested => "nested",
        }
    }
}

impl DatasetColumn {
    /// Describes a column of the schema in a file of `format`.
    pub(crate) fn of(named: &LayoutColumn, format: Format) -> Self {
        let column = named.column;
        let kind = match column.kind {
            ColumnKind::Grid | ColumnKind::Name | ColumnKind::Text => DatasetKind::Text,
            ColumnKind::Path | ColumnKind::Texts | ColumnKind::Tokens if format == Format::Csv => {
                DatasetKind::Text
            }
            ColumnKind::Path | ColumnKind::Texts | ColumnKind::Tokens => DatasetKind::Nested,
            ColumnKind::Bool => DatasetKind::Flag,
            ColumnKind::U16 => DatasetKind::Whole("uint16"),
            ColumnKind::U32 => DatasetKind::Whole("uint32"),
            ColumnKind::U64 => DatasetKind::Whole("uint64"),
            ColumnKind::Decimal | ColumnKind::F64 => DatasetKind::Real,
        };
        Self { name: named.name().to_owned(), kind, nullable: column.nullable }
    }

    /// Describes a column of any table. In CSV all is text but columns of the schema.
    pub(crate) fn of_arrow(name: &str, kind: &DataType, format: Format) -> Self {
        if let Some(column) = Column::of_name(name).filter(|_| format == Format::Csv) {
            let described = Self::of(&LayoutColumn::plain(column), format);
            return Self { name: name.to_owned(), nullable: true, ..described };
        }
        let kind = match kind {
            DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View | DataType::Dictionary(..) => {
                DatasetKind::Text
            }
            DataType::Boolean => DatasetKind::Flag,
            DataType::Float16 | DataType::Float32 | DataType::Float64 => DatasetKind::Real,
            kind if kind.is_unsigned_integer() => DatasetKind::Whole("uint64"),
            kind if kind.is_integer() => DatasetKind::Whole("int64"),
            _ => DatasetKind::Nested,
        };
        Self { name: name.to_owned(), kind, nullable: true }
    }

    /// Returns the type for `datasets`, which reads CSV by pandas: that has no missing flags and no missing whole numbers.
    const fn feature(&self) -> &'static str {
        match (self.kind, self.nullable) {
            (DatasetKind::Text | DatasetKind::Nested, _) | (DatasetKind::Flag, true) => "string",
            (DatasetKind::Flag, false) => "bool",
            (DatasetKind::Whole(_), true) | (DatasetKind::Real, _) => "float64",
            (DatasetKind::Whole(name), false) => name,
        }
    }

    /// Returns the type in Croissant; `None` for columns that it has no plain type for.
    const fn croissant(&self) -> Option<&'static str> {
        match self.kind {
            DatasetKind::Text => Some("sc:Text"),
            DatasetKind::Whole(_) => Some("sc:Integer"),
            DatasetKind::Real => Some("sc:Float"),
            DatasetKind::Flag => Some("sc:Boolean"),
            DatasetKind::Nested => None,
        }
    }
}

impl Dataset {
    pub(crate) fn header(&self) -> String {
        let name = self.name.as_deref().unwrap_or("gridmill Sudoku corpus");
        let mut header = format!("---\npretty_name: {name}\n");
        header += &match &self.license {
            Some(license) => format!("license: {license}\n"),
            None => "# license: choose one and write it here, such as cc0-1.0\n".to_owned(),
        };
        header += &format!("size_categories:\n- {}\n", size_category(self.rows));
        header += "task_categories:\n- question-answering\n- text-generation\n";
        header += "tags:\n- sudoku\n- puzzles\n- reasoning\n- constraint-satisfaction\n";
        header += "configs:\n- config_name: default\n  data_files:\n";
        for (name, pattern) in &self.splits {
            header += &format!("  - split: {name}\n    path: {pattern}\n");
        }
        if self.format == Format::Csv {
            // `datasets` would take solutions for numbers.
            header += "  features:\n";
            for column in &self.columns {
                header += &format!("  - name: {}\n    dtype: {}\n", yaml(&column.name), column.feature());
            }
        }
        header + "---\n"
    }

    pub(crate) fn croissant(&self) -> String {
        let encoding = match self.format {
            Format::Parquet => "application/x-parquet",
            Format::Csv => "text/csv",
            Format::Jsonl => "application/jsonlines",
        };
        let files = self.splits.iter().map(|(name, pattern)| {
            json!({
                "@type": "cr:FileSet", "@id": format!("{name}-files"), "name": format!("{name}-files"),
                "description": format!("Files of the split {name}."),
                "encodingFormat": encoding, "includes": pattern,
            })
        });
        let records = self.splits.iter().map(|(name, _)| {
            let fields = self.columns.iter().filter_map(|column| {
                let meaning = Column::of_name(&column.name).map(|known| known.meaning);
                Some(json!({
                    "@type": "cr:Field", "@id": format!("{name}/{}", column.name), "name": column.name,
                    "description": meaning.unwrap_or_default(), "dataType": column.croissant()?,
                    "source": { "fileSet": { "@id": format!("{name}-files") }, "extract": { "column": column.name } },
                }))
            });
            json!({
                "@type": "cr:RecordSet", "@id": name, "name": name, "description": format!("Rows of the split {name}."),
                "field": fields.collect::<Vec<_>>(),
            })
        });
        let mut document = json!({
            "@context": context(),
            "@type": "sc:Dataset",
            "name": self.name.as_deref().unwrap_or("gridmill-sudoku-corpus"),
            "description": self.description,
            "conformsTo": "http://mlcommons.org/croissant/1.0",
            "keywords": ["sudoku"],
            "version": "1.0.0",
            "citeAs": self.bibtex(),
            "distribution": files.collect::<Vec<_>>(),
            "recordSet": records.collect::<Vec<_>>(),
        });
        if let Some(license) = &self.license {
            document["license"] = json!(license);
        }
        format!("{document:#}\n")
    }

    /// Returns the code that opens the first split: splits do not mix by accident.
    pub(crate) fn loading(&self) -> String {
        let (name, pattern) = self.splits.first().map_or(("train", "data/*"), |(name, path)| (name, path));
        let (polars, duckdb) = match self.format {
            Format::Parquet => (format!("read_parquet(\"{pattern}\")"), format!("'{pattern}'")),
            Format::Jsonl => (format!("read_ndjson(\"{pattern}\")"), format!("'{pattern}'")),
            // They would take solutions for numbers.
            Format::Csv => (
                format!("read_csv(\"{pattern}\", schema_overrides={{\"solution\": polars.String}})"),
                format!("read_csv('{pattern}', types={{'solution': 'VARCHAR'}})"),
            ),
        };
        format!(
            "```python\nfrom datasets import load_dataset\n\npuzzles = load_dataset(\"USER/NAME\", split=\"{name}\")  # or the path of this folder\n\
             print(puzzles[0])\n```\n\nPolars: `polars.{polars}`; DuckDB: `SELECT * FROM {duckdb}`.\n"
        )
    }

    /// Returns a BibTeX entry.
    pub(crate) fn bibtex(&self) -> String {
        let title = match &self.name {
            Some(name) => format!("{name}: {} Sudoku puzzles", thousands(self.rows)),
            None => format!("{} Sudoku puzzles", thousands(self.rows)),
        };
        // In typewriter type, where two hyphens make no dash.
        let made = |HistoryStep { program, command, .. }: &HistoryStep| {
            format!("Made by {}: \\texttt{{{}}}", bibtex(program), bibtex(command))
        };
        let made: Vec<String> = self.history.iter().map(made).collect();
        let url = match REPOSITORY {
            "" => String::new(),
            address => format!(",\n  url = {{{address}}}"),
        };
        format!("@misc{{sudokucorpus,\n  title = {{{title}}},\n  note = {{{}}}{url}\n}}", made.join(". "))
    }

    /// Returns the commands that made the rows, each with the program and its version, as a list of Markdown.
    pub(crate) fn made_by(&self) -> String {
        let step = |step: &HistoryStep| format!("- {}: `{}`\n", step.program, step.command.replace('`', "'"));
        self.history.iter().map(step).collect()
    }
}

/// Rows of a table of columns: those of counts of steps by technique are folded.
#[derive(Debug, Default)]
pub(crate) struct ColumnRows {
    shown: String,
    folded: String,
    count: usize,
}

impl ColumnRows {
    pub(crate) fn push(&mut self, name: &str, row: &str) {
        let known = Column::of_name(name);
        if known.is_some_and(|column| matches!(column.presence, Presence::Technique(_))) {
            self.folded += row;
            self.count += 1;
        } else {
            self.shown += row;
        }
    }

    /// Returns the tables, whose first two lines are `head`.
    pub(crate) fn tables(&self, head: &str) -> String {
        let Self { shown, folded, count } = self;
        let mut tables = format!("{head}{shown}");
        if *count > 0 {
            tables += &format!(
                "\n<details>\n<summary>{count} columns with the steps of one technique each</summary>\n\n{head}{folded}\n</details>\n"
            );
        }
        tables
    }
}

/// Quotes a name where YAML would read it as something else.
fn yaml(name: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let is_word = !name.is_empty() && name.bytes().all(is_plain) && !name.as_bytes()[0].is_ascii_digit();
    let is_taken = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
        .iter()
        .any(|word| name.eq_ignore_ascii_case(word));
    if is_word && !is_taken { name.to_owned() } else { json!(name).to_string() }
}

/// Returns the hub's name for the size of a data set.
fn size_category(rows: u64) -> String {
    const NAMES: [&str; 9] = ["1K", "10K", "100K", "1M", "10M", "100M", "1B", "10B", "100B"];
    let mut bound = 1000_u64;
    for (place, name) in NAMES.iter().enumerate() {
        if rows < bound {
            return if place == 0 { format!("n<{name}") } else { format!("{}<n<{name}", NAMES[place - 1]) };
        }
        bound *= 10;
    }
    if rows < bound { "100B<n<1T".to_owned() } else { "n>1T".to_owned() }
}

/// Returns the names that the documents of Croissant 1.0 share.
fn context() -> Value {
    let mut context = json!({
        "@language": "en", "@vocab": "https://schema.org/", "cr": "http://mlcommons.org/croissant/",
        "rai": "http://mlcommons.org/croissant/RAI/", "dct": "http://purl.org/dc/terms/", "sc": "https://schema.org/",
        "conformsTo": "dct:conformsTo",
        "data": { "@id": "cr:data", "@type": "@json" }, "dataType": { "@id": "cr:dataType", "@type": "@vocab" },
        "examples": { "@id": "cr:examples", "@type": "@json" },
    });
    let own = [
        "citeAs",
        "column",
        "equivalentProperty",
        "extract",
        "field",
        "fileProperty",
        "fileObject",
        "fileSet",
        "format",
        "includes",
        "isLiveDataset",
        "jsonPath",
        "key",
        "md5",
        "parentField",
        "path",
        "recordSet",
        "references",
        "regex",
        "repeated",
        "replace",
        "samplingRate",
        "separator",
        "source",
        "subField",
        "transform",
    ];
    for name in own {
        context[name] = json!(format!("cr:{name}"));
    }
    context
}

/// Rows of a sample.
const ROWS: usize = 3;

/// Bytes of a value, at most; a longer one is left out.
const LONGEST: usize = 400;

/// Returns the first rows of the first of the files in `data`, whose grids are of this shape and in these columns, as JSON lines, without what differs from run to run, techniques that
/// were not used, and long values.
pub(crate) fn sample_rows<'a>(
    data: &Path,
    (shape, columns): (Shape, &GridColumns),
    mut files: impl Iterator<Item = &'a str>,
) -> Result<String> {
    let Some(file) = files.next() else { return Ok(String::new()) };
    let mut tables = TableInput::with_columns(Sources::from(vec![data.join(file)]), shape, columns)?;
    let Some(rows) = tables.next_rows()? else { return Ok(String::new()) };
    let mut out = Vec::new();
    for row in 0..rows.batch.num_rows().min(ROWS) {
        json::begin(&mut out);
        for (place, field) in rows.batch.schema_ref().fields().iter().enumerate() {
            let (array, start) = (rows.batch.column(place), out.len());
            let known = Column::of_name(field.name());
            let is_timing = known.is_some_and(|column| column.promise == Promise::Run);
            if is_timing || array.is_null(row) || !has_json_form(field.data_type()) {
                continue;
            }
            out.extend(json::key(field.name()));
            let before = out.len();
            json::write_cell(array, row, rows.literals.contains(place, row), &mut out);
            let is_count = known.is_some_and(|column| matches!(column.presence, Presence::Technique(_)));
            if out.len() - before > LONGEST || is_count && matches!(&out[before..], b"0" | b"\"0\"") {
                out.truncate(start);
            } else {
                out.push(b',');
            }
        }
        json::end(&mut out);
    }
    Ok(String::from_utf8_lossy(&out).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_the_names_of_the_hub() {
        for (rows, name) in [
            (0, "n<1K"),
            (999, "n<1K"),
            (1000, "1K<n<10K"),
            (1_000_000, "1M<n<10M"),
            (999_999_999_999, "100B<n<1T"),
            (1_000_000_000_000, "n>1T"),
        ] {
            assert_eq!(size_category(rows), name);
        }
    }

    #[test]
    fn names_that_yaml_reads_otherwise_are_quoted() {
        for (name, quoted) in
            [("puzzle", "puzzle"), ("no", "\"no\""), ("a: b", "\"a: b\""), ("", "\"\""), ("1e3", "\"1e3\"")]
        {
            assert_eq!(yaml(name), quoted);
        }
    }
}
