//! A report as a document for people: a first screen, and sections of text, tables and charts.

mod html;
mod markdown;

use super::{
    Report,
    charts::{Drawing, PrintSize},
    markup::printable,
};
use gridmill_draw::Picture;
pub(super) use html::page as html;
pub(super) use markdown::text as markdown;

pub(super) struct Document {
    pub(super) command: String,
    pub(super) title: String,
    pub(super) lead: Lead,
    pub(super) sections: Vec<Section>,
    /// The last line: what made it, and what holds of all of it.
    pub(super) closing: String,
}

/// The first screen: what is found, before anything is listed.
#[derive(Default)]
pub(super) struct Lead {
    /// The findings as a sentence.
    pub(super) findings: String,
    /// Facts that a reader must know before trusting the findings.
    pub(super) warnings: Vec<String>,
    /// Statements that the rows do not support.
    pub(super) limits: Vec<String>,
    /// The chart that matters most.
    pub(super) chart: Option<Chart>,
    pub(super) tiles: Vec<Tile>,
    pub(super) puzzles: Vec<PuzzleCard>,
    /// Populations that the rows represent.
    pub(super) notes: Vec<String>,
}

/// A number of the first screen.
pub(super) struct Tile {
    pub(super) name: String,
    pub(super) value: String,
    /// Words below the number.
    pub(super) about: String,
    pub(super) picture: Option<Picture>,
    /// True if the number is a warning.
    pub(super) alarm: bool,
}

impl Tile {
    pub(super) fn new(name: &str, value: String, about: impl Into<String>) -> Self {
        Self { name: name.to_owned(), value, about: about.into(), picture: None, alarm: false }
    }
}

pub(super) struct PuzzleCard {
    pub(super) title: String,
    pub(super) about: String,
    pub(super) text: String,
    pub(super) picture: Picture,
}

/// A table: names of columns, and cells as text.
#[derive(Debug, Clone, Default)]
pub(super) struct Table {
    /// Names, and whether the column is set to the right, as numbers are.
    pub(super) columns: Vec<(String, bool)>,
    pub(super) rows: Vec<Vec<String>>,
}

pub(super) struct Chart {
    /// A name for files and links, unique in the report.
    pub(super) id: String,
    pub(super) title: String,
    pub(super) caption: String,
    /// The quantity shown: what it is a sample or an estimate of; empty where the title says it.
    pub(super) quantity: String,
    pub(super) drawing: Drawing,
    pub(super) table: Table,
}

pub(super) enum PageBlock {
    Heading(String),
    Text(String),
    Warning(String),
    Code(String),
    Table(String, Table),
    Chart(Box<Chart>),
    /// Small charts side by side.
    Gallery(Vec<Chart>),
    Puzzles(Vec<PuzzleCard>),
    /// Blocks that are shown when their summary is opened.
    Folded(String, Vec<PageBlock>),
}

pub(super) struct Section {
    pub(super) id: String,
    pub(super) title: String,
    /// True if the page shows only the title until it is opened.
    pub(super) folded: bool,
    pub(super) blocks: Vec<PageBlock>,
}

impl Section {
    pub(super) fn open(id: &str, title: &str, blocks: Vec<PageBlock>) -> Self {
        Self { id: id.to_owned(), title: title.to_owned(), folded: false, blocks }
    }
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

    pub(super) fn and(mut self, columns: impl Iterator<Item = String>) -> Self {
        let names: Vec<String> = columns.collect();
        self.columns.extend(Self::new(&names.iter().map(String::as_str).collect::<Vec<_>>()).columns);
        self
    }

    pub(super) fn with(columns: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> Self {
        Self { rows: rows.into_iter().collect(), ..Self::new(columns) }
    }
}

/// Shows the charts among blocks to `see`, folded ones included.
pub(super) fn each_chart(blocks: &mut [PageBlock], see: &mut dyn FnMut(&mut Chart)) {
    for block in blocks {
        match block {
            PageBlock::Chart(chart) => see(chart),
            PageBlock::Gallery(charts) => charts.iter_mut().for_each(&mut *see),
            PageBlock::Folded(_, blocks) => each_chart(blocks, see),
            PageBlock::Heading(_)
            | PageBlock::Text(_)
            | PageBlock::Warning(_)
            | PageBlock::Code(_)
            | PageBlock::Puzzles(_)
            | PageBlock::Table(..) => {}
        }
    }
}

/// A chart as files of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChartFiles {
    /// Name of the files, without an ending.
    pub name: String,
    /// The picture as SVG.
    pub svg: String,
    /// The same as a page of PDF.
    pub pdf: Vec<u8>,
}

impl Document {
    /// Returns every chart as two files of its own, by name: `NAME` 85 mm wide, `NAME-wide` 170 mm.
    pub(super) fn charts(mut self) -> Vec<ChartFiles> {
        let mut files = Vec::new();
        let mut draw = |chart: &mut Chart| {
            for (ending, size) in [("", PrintSize::COLUMN), ("-wide", PrintSize::PAGE)] {
                let names = (chart.title.as_str(), chart.caption.as_str());
                let (svg, pdf) = chart.drawing.draw_alone(names, &chart.quantity, size);
                let name = format!("{}{ending}", chart.id);
                files.push(ChartFiles { name, svg: printable(&svg), pdf });
            }
        };
        self.lead.chart.iter_mut().for_each(&mut draw);
        self.sections.iter_mut().for_each(|section| each_chart(&mut section.blocks, &mut draw));
        files
    }
}

impl Report {
    /// Returns every chart as two files of its own, by name: `NAME` 85 mm wide, `NAME-wide` 170 mm. Their colours are literals.
    pub fn charts(&self) -> Vec<ChartFiles> {
        self.document().charts()
    }
}
