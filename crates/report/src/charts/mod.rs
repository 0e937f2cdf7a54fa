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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::Unit;
    use gridmill_draw::svg_in_page;

    fn svg(drawing: &Drawing, title: &str, description: &str) -> String {
        svg_in_page(&drawing.draw(title, description, COLUMN))
    }

    #[test]
    fn bars_have_names_and_intervals() {
        let mut grey = Bar::of("x_wing", 0.0, None);
        (grey.behind, grey.instead) = (Some(0.2), Some("one row".to_owned()));
        let bars = vec![Bar::of("naked_pair", 0.4, Some((0.35, 0.45))), grey];
        let series = vec!["estimate".to_owned()];
        let chart = BarChart::of_shares(series, Some("sample".to_owned()), bars.into_iter());
        insta::assert_snapshot!(svg(&Drawing::Bars(chart), "Techniques", "Two."));
        let empty = BarChart::of_shares(Vec::new(), None, std::iter::empty());
        assert!(!svg(&Drawing::Bars(empty), "", "").contains("NaN"));
    }

    #[test]
    fn dots_have_names_and_intervals() {
        let (name, note) = ("X-Wing".to_owned(), "1.2".to_owned());
        let line = Dot::Line { name, share: 0.1, interval: (0.09, 0.11), ring: Some(0.05), note };
        let lines = vec![Dot::Heading("Fish".to_owned()), line];
        let chart = DotPlot { x: "share".to_owned(), names: ["used", "hardest", "steps"], lines };
        insta::assert_snapshot!(svg(&Drawing::Dots(chart), "Techniques", ""));
    }

    #[test]
    fn differences_stand_under_their_number() {
        let line = ForestRow::Line { name: "walk".to_owned(), value: -0.5, low: -0.6, high: -0.4 };
        let chart = Forest { x: "sd".to_owned(), rows: vec![ForestRow::Heading("givens".to_owned()), line] };
        insta::assert_snapshot!(svg(&Drawing::Forest(chart), "Differences", ""));
    }

    #[test]
    fn a_small_table_looks_like_this() {
        let names = |names: [&str; 2]| names.map(str::to_owned).to_vec();
        let cell = |depth: f64| Some(HeatCell { depth, text: format!("{depth}"), title: "a".to_owned() });
        let chart = |columns, cells| HeatMap {
            x_label: "column".to_owned(),
            y_label: "row".to_owned(),
            columns,
            rows: names(["one", "a & b"]),
            cells,
            blocks: (2, 1),
            ends: Some(("less".to_owned(), "more".to_owned())),
        };
        let draw = |chart| svg(&Drawing::Heat(chart), "Cells", "One is empty.");
        let cells = || vec![vec![cell(-0.5), cell(0.4)], vec![None, cell(2.0)]];
        insta::assert_snapshot!(draw(chart(names(["1", "2"]), cells())));
        let steep = draw(chart(names(["Aligned Triplet Exclusion", "Naked Pair"]), Vec::new()));
        assert!(steep.contains("rotate(-90)"));
    }

    #[test]
    fn two_distributions_look_like_this() {
        let row = |name: &str, from: f64| Ridge {
            name: name.to_owned(),
            note: "mean 24".to_owned(),
            bins: vec![(from, from + 1.0, 0.5), (from + 1.0, from + 2.0, 0.5)],
        };
        let rows = vec![row("one", 20.0), row("other", 21.0)];
        let chart = Ridges { x: Axis::new("givens", Unit::Count), rows, range: (20.0, 23.0) };
        insta::assert_snapshot!(svg(&Drawing::Ridges(chart), "Givens", ""));
    }

    #[test]
    fn parts_stand_in_their_order() {
        let names = ["easy", "medium", "hard"].map(str::to_owned).to_vec();
        let rows = vec![("one".to_owned(), vec![0.25, 0.5, 0.25])];
        let strip = Strip { names, rows };
        insta::assert_snapshot!(svg(&Drawing::Strip(strip), "Level", ""));
        assert!(!svg_in_page(&strip_bar(&[], &[], "none")).contains("NaN"));
    }
}
