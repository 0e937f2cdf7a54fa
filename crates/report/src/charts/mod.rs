//! Charts: axes, scales and marks as pictures of `gridmill_draw`.
//!
//! ```text
//!   legend            a drawing is data; a picture has the width that it is drawn for
//!   y label
//!   |  marks
//!   +---------- x label
//! ```
//!
//! Numbers of pictures are written with few decimals: equal numbers give equal bytes.

mod bars;
mod canvas;
mod dots;
mod forest;
mod frame;
mod heat;
mod law;
mod lines;
mod ridges;
mod strip;

use gridmill_draw::{Picture, pdf, svg_in_print};

pub(super) use bars::{Bar, BarChart};
pub(super) use canvas::variables;
pub(super) use dots::{Dot, DotPlot};
pub(super) use forest::{Forest, ForestRow};
pub(super) use frame::Axis;
pub(super) use heat::{HeatCell, HeatMap};
pub(super) use law::{LawChart, LawPoint, LawShare};
pub(super) use lines::{Band, LineChart, Mark, Series};
pub(super) use ridges::{Ridge, Ridges};
pub(super) use strip::{Strip, spark, strip_bar};

/// Width of a column of the page, in pixels: a small phone, and a third of a desk's screen.
pub(super) const COLUMN: f64 = 336.0;
/// Width of the chart of the first screen.
pub(super) const MAIN: f64 = 380.0;
/// Width of a tile of the first screen.
const TILE: f64 = 160.0;
/// Height of a chart whose height does not follow from its rows, at the width of a column.
const HEIGHT: f64 = 220.0;
/// Points of a millimetre.
const POINTS: f64 = 72.0 / 25.4;

/// Size of a chart in a file of its own.
#[derive(Debug, Clone, Copy)]
pub(super) struct PrintSize {
    /// Pixels at which text has its size.
    width: f64,
    millimetres: f64,
}

impl PrintSize {
    /// A column of a journal: text of 12 pixels is 8.6 points.
    pub(super) const COLUMN: Self = Self { width: COLUMN, millimetres: 85.0 };
    /// Two columns, with text of the same size.
    pub(super) const PAGE: Self = Self { width: 2.0 * COLUMN, millimetres: 170.0 };
}

/// Data of a chart, to be drawn at a width.
pub(super) enum Drawing {
    Lines(LineChart),
    Bars(BarChart),
    Dots(DotPlot),
    Forest(Forest),
    Heat(HeatMap),
    Law(LawChart),
    Ridges(Ridges),
    Strip(Strip),
    /// A picture of one size, which is scaled.
    Picture(Picture),
}

impl Drawing {
    pub(super) fn draw(&self, title: &str, description: &str, width: f64) -> Picture {
        let canvas = match self {
            Self::Lines(chart) => lines::draw(chart, width),
            Self::Bars(chart) => bars::draw(chart, width),
            Self::Dots(chart) => dots::draw(chart, width),
            Self::Forest(chart) => forest::draw(chart, width),
            Self::Heat(chart) => heat::draw(chart, width),
            Self::Law(chart) => law::draw(chart, width),
            Self::Ridges(chart) => ridges::draw(chart, width),
            Self::Strip(chart) => strip::draw(chart, width),
            Self::Picture(picture) => {
                let mut picture = picture.clone().scaled_to(width);
                (picture.title, picture.description) = (title.to_owned(), description.to_owned());
                return picture;
            }
        };
        canvas.finish(title, description)
    }

    /// Draws it for files of its own, as SVG and as PDF, with the title and the quantity that it shows above it.
    pub(super) fn draw_alone(
        &self,
        (title, description): (&str, &str),
        quantity: &str,
        size: PrintSize,
    ) -> (String, Vec<u8>) {
        let picture = canvas::with_heading(self.draw(title, description, size.width), quantity);
        let svg = svg_in_print(&picture, size.millimetres);
        (svg, pdf([picture.scaled_to(size.millimetres * POINTS)], title))
    }
}
