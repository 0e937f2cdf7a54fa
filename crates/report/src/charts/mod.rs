//! Charts as SVG of our own: axes, scales and marks, coloured by classes so that light, dark and print differ by style alone.
//!
//! ```text
//!   legend            a drawing is data; a canvas has the width that it is drawn for
//!   y label
//!   |  marks
//!   +---------- x label
//! ```
//!
//! Every number is written with one decimal at most: equal numbers give equal bytes.

mod bars;
mod dots;
mod forest;
mod frame;
mod grid;
mod heat;
mod lines;
mod palette;
mod pdf;
mod ridges;
mod spark;
mod strip;
mod svg;

pub(super) use bars::{Bar, BarChart};
pub(super) use dots::{Dot, DotPlot};
pub(super) use forest::{Forest, ForestRow};
pub(super) use frame::Axis;
pub(super) use grid::{DrawnLink, Link, StepMarks, Sudoku};
pub(super) use heat::{HeatCell, HeatMap};
pub(super) use lines::{Band, LineChart, Mark, Series};
pub(super) use palette::{variables, with_literals};
pub(super) use ridges::{Ridge, Ridges};
pub(super) use spark::spark;
pub(super) use strip::{Strip, strip_bar};
use svg::{Anchor, Svg, fitting, text_width};

use super::markup::{Html, html};

/// Width that charts are drawn for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Canvas {
    /// Pixels at which text has its size.
    pub(super) width: f64,
    /// Millimetres in print, for files of their own.
    print_mm: Option<f64>,
}

impl Canvas {
    /// A column of the page: as wide as a small phone, and a third of a desk's screen.
    pub(super) const COLUMN: Self = Self { width: 336.0, print_mm: None };
    /// The chart of the first screen.
    pub(super) const MAIN: Self = Self { width: 380.0, print_mm: None };
    /// A tile of the first screen.
    pub(super) const TILE: Self = Self { width: 160.0, print_mm: None };
    /// A column of a journal, in print: text of 12 pixels is 8.6 points.
    pub(super) const PRINT_COLUMN: Self = Self { width: 336.0, print_mm: Some(Self::PRINT_COLUMN_MM) };
    const PRINT_COLUMN_MM: f64 = 85.0;
    /// Two columns, with text of the same size.
    pub(super) const PRINT_PAGE: Self = Self { width: 672.0, print_mm: Some(170.0) };
}

/// Height of a chart whose height does not follow from its rows, at the width of a column.
const HEIGHT: f64 = 220.0;
/// Most series that one chart distinguishes, by colour and dash.
pub(super) const MAX_SERIES: usize = 5;

/// Data of a chart, to be drawn on a canvas.
#[derive(Debug)]
pub(super) enum Drawing {
    Lines(LineChart),
    Bars(BarChart),
    Dots(DotPlot),
    Forest(Forest),
    Heat(HeatMap),
    Ridges(Ridges),
    Strip(Strip),
    Sudoku(Sudoku),
}

impl Drawing {
    /// Draws it, with a title and a description for screen readers.
    pub(super) fn draw(&self, id: &str, title: &str, description: &str, canvas: Canvas) -> Html {
        self.svg(canvas).finish(id, title, description, canvas.print_mm)
    }

    /// Draws it for files of its own, as SVG and as PDF, with the title and the quantity that it shows above it.
    pub(super) fn draw_alone(
        &self,
        (id, title, description): (&str, &str, &str),
        quantity: &str,
        canvas: Canvas,
    ) -> (Html, Vec<u8>) {
        let picture = self.svg(canvas).with_heading(title, quantity);
        let millimetres = canvas.print_mm.unwrap_or(Canvas::PRINT_COLUMN_MM);
        (picture.finish(id, title, description, canvas.print_mm), pdf::pdf(&picture, title, millimetres))
    }

    fn svg(&self, canvas: Canvas) -> Svg {
        match self {
            Self::Lines(chart) => lines::draw(chart, canvas),
            Self::Bars(chart) => bars::draw(chart, canvas),
            Self::Dots(chart) => dots::draw(chart, canvas),
            Self::Forest(chart) => forest::draw(chart, canvas),
            Self::Heat(chart) => heat::draw(chart, canvas),
            Self::Ridges(chart) => ridges::draw(chart, canvas),
            Self::Strip(chart) => strip::draw(chart, canvas),
            Self::Sudoku(chart) => grid::draw(chart, canvas),
        }
    }
}

/// Returns the class of series `n`.
fn series_class(n: usize) -> Html {
    html!("s{}", Html::text(&(n % MAX_SERIES + 1).to_string()))
}
