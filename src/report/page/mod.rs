//! A report as a document for people: sections of text, tables and charts.

mod html;
mod markdown;

use super::{Report, markup::Html};
pub(super) use html::page as html;
pub(super) use markdown::text as markdown;

/// A whole page.
#[derive(Debug)]
pub(super) struct Document {
    /// The command that makes it.
    pub(super) command: String,
    pub(super) title: String,
    pub(super) sections: Vec<Section>,
    /// The last line: what made it, and what holds of all of it.
    pub(super) closing: String,
}

/// A table: names of columns, and cells as text.
#[derive(Debug, Clone, Default)]
pub(super) struct Table {
    /// Names, and whether the column is set to the right, as numbers are.
    pub(super) columns: Vec<(String, bool)>,
    pub(super) rows: Vec<Vec<String>>,
}

/// A picture and the numbers it shows.
#[derive(Debug)]
pub(super) struct Chart {
    /// A name for files and links, unique in the report.
    pub(super) id: String,
    pub(super) title: String,
    /// Caption.
    pub(super) caption: String,
    pub(super) svg: Html,
    pub(super) table: Table,
}

/// A piece of a section.
#[derive(Debug)]
pub(super) enum PageBlock {
    Heading(String),
    Text(String),
    Code(String),
    Table(String, Table),
    Chart(Chart),
    /// Charts that are small and stand beside each other.
    Gallery(Vec<Chart>),
}

/// A section of the page.
#[derive(Debug)]
pub(super) struct Section {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) blocks: Vec<PageBlock>,
}

impl Table {
    /// Builds a table with columns of text (`a`) and of numbers (`#a`).
    pub(super) fn new(columns: &[&str]) -> Self {
        let column = |name: &&str| match name.strip_prefix('#') {
            Some(name) => (name.to_owned(), true),
            None => ((*name).to_owned(), false),
        };
        Self { columns: columns.iter().map(column).collect(), rows: Vec::new() }
    }

    pub(super) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// Builds the table with these rows.
    pub(super) fn with(columns: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> Self {
        Self { rows: rows.into_iter().collect(), ..Self::new(columns) }
    }
}

impl Report {
    /// Returns every chart by name, as a file of its own.
    pub fn charts(&self) -> Vec<(String, String)> {
        let mut files = Vec::new();
        for section in self.document().sections {
            for block in section.blocks {
                let charts = match block {
                    PageBlock::Chart(chart) => vec![chart],
                    PageBlock::Gallery(charts) => charts,
                    PageBlock::Heading(_)
                    | PageBlock::Text(_)
                    | PageBlock::Code(_)
                    | PageBlock::Table(..) => Vec::new(),
                };
                files.extend(charts.into_iter().map(|chart| {
                    let svg = html::standalone(&chart.svg);
                    (chart.id, svg)
                }));
            }
        }
        files
    }
}
