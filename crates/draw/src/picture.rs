//! Pictures as lists of shapes, which writers turn into SVG and PDF.

use crate::Colour;

/// Place or size: to the right and down, in pixels or points.
pub type Point = (f64, f64);

/// A picture: shapes with direct colours, the first at the bottom.
///
/// ```
/// use gridmill_draw::{Colour, Element, Paint, Picture, svg};
///
/// let mut picture = Picture::new((20.0, 10.0), "A box", "One grey box.");
/// picture.elements.push(Element::rect((5.0, 0.0), (10.0, 10.0), Paint::fill(Colour::rgb(0x808080))));
/// assert!(svg(&picture).contains("<rect x=\"5\" y=\"0\" width=\"10\" height=\"10\" fill=\"#808080\"/>"));
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Picture {
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
    /// Short name, for screen readers and title bars.
    pub title: String,
    /// Text in place of the picture where it cannot be seen.
    pub description: String,
    /// Shapes, the first at the bottom.
    pub elements: Vec<Element>,
}

impl Picture {
    /// Creates a picture without shapes.
    pub fn new((width, height): Point, title: impl Into<String>, description: impl Into<String>) -> Self {
        let (title, description) = (title.into(), description.into());
        Self { width, height, title, description, elements: Vec::new() }
    }

    /// Scales the picture to a width.
    pub fn scaled_to(mut self, width: f64) -> Self {
        let scale = width / self.width;
        (self.width, self.height) = (width, self.height * scale);
        self.elements = vec![Element(ElementKind::Group { at: (0.0, 0.0), scale, elements: self.elements })];
        self
    }

    /// Returns the shapes of the picture moved to `at` and scaled, as one shape of another picture.
    pub fn placed(self, at: Point, scale: f64) -> Element {
        Element(ElementKind::Group { at, scale, elements: self.elements })
    }
}

/// A shape.
#[derive(Debug, Clone, PartialEq)]
pub struct Element(pub(crate) ElementKind);

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum ElementKind {
    /// A rectangle.
    Rect {
        /// Upper left corner.
        at: Point,
        /// Width and height.
        size: Point,
        /// Radius of the corners.
        round: f64,
        /// Fill and outline.
        paint: Paint,
    },
    /// A circle.
    Circle {
        /// Centre.
        at: Point,
        /// Radius.
        radius: f64,
        /// Fill and outline.
        paint: Paint,
    },
    /// Lines and curves.
    Path {
        /// Pieces in order.
        segments: Vec<Segment>,
        /// Fill and outline.
        paint: Paint,
    },
    /// One line of text.
    Text {
        /// Place of the anchor on the base line.
        at: Point,
        /// Text.
        text: String,
        /// Size and weight.
        font: Font,
        /// Alignment to the place.
        anchor: Anchor,
        /// Colour.
        colour: Colour,
    },
    /// One line of text that reads upwards from its place.
    Upright {
        /// Start of the base line.
        at: Point,
        /// Text.
        text: String,
        /// Size and weight.
        font: Font,
        /// Colour.
        colour: Colour,
    },
    /// Characters on one base line, each centred on its place.
    Characters {
        /// Base line.
        y: f64,
        /// Places and characters from left to right.
        characters: Vec<(f64, char)>,
        /// Size and weight.
        font: Font,
        /// Colour.
        colour: Colour,
    },
    /// A shape with a text that browsers show next to the pointer.
    Titled {
        /// Text.
        title: String,
        /// A rectangle, circle or path.
        shape: Box<Element>,
    },
    /// Shapes moved and scaled.
    Group {
        /// Place of their origin.
        at: Point,
        /// Factor of their sizes.
        scale: f64,
        /// Shapes.
        elements: Vec<Element>,
    },
}

impl Element {
    /// Creates a rectangle with sharp corners.
    pub const fn rect(at: Point, size: Point, paint: Paint) -> Self {
        Element(ElementKind::Rect { at, size, round: 0.0, paint })
    }

    /// Creates a circle.
    pub const fn circle(at: Point, radius: f64, paint: Paint) -> Self {
        Element(ElementKind::Circle { at, radius, paint })
    }

    /// Creates a line through points.
    pub fn lines(points: &[Point], paint: Paint) -> Self {
        let segment = |(n, &at)| if n == 0 { Segment::Move(at) } else { Segment::Line(at) };
        Element(ElementKind::Path { segments: points.iter().enumerate().map(segment).collect(), paint })
    }

    /// Creates a straight line.
    pub fn line(from: Point, to: Point, stroke: Stroke) -> Self {
        Self::lines(&[from, to], Paint::stroke(stroke))
    }

    /// Adds a text that browsers show next to the pointer; none if it is empty.
    pub fn titled(self, title: &str) -> Self {
        if title.is_empty() {
            return self;
        }
        Element(ElementKind::Titled { title: title.to_owned(), shape: Box::new(self) })
    }

    /// Creates a line of text that reads upwards from its place.
    pub const fn upright(at: Point, text: String, font: Font, colour: Colour) -> Self {
        Self(ElementKind::Upright { at, text, font, colour })
    }

    /// Creates a line of text.
    pub fn text(at: Point, text: impl Into<String>, font: Font, anchor: Anchor, colour: Colour) -> Self {
        Element(ElementKind::Text { at, text: text.into(), font, anchor, colour })
    }
}

/// Piece of a path.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Segment {
    /// Starts a new line.
    Move(Point),
    /// Straight line.
    Line(Point),
    /// Quadratic curve: control point and end.
    Curve(Point, Point),
    /// Line back to the start.
    Close,
}

/// Fill and outline of a shape.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Paint {
    /// Colour inside.
    pub fill: Option<Colour>,
    /// Line around.
    pub stroke: Option<Stroke>,
}

impl Paint {
    /// Creates a fill without an outline.
    pub const fn fill(colour: Colour) -> Self {
        Self { fill: Some(colour), stroke: None }
    }

    /// Creates an outline without a fill.
    pub const fn stroke(stroke: Stroke) -> Self {
        Self { fill: None, stroke: Some(stroke) }
    }

    /// Creates a fill with an outline.
    pub const fn both(colour: Colour, stroke: Stroke) -> Self {
        Self { fill: Some(colour), stroke: Some(stroke) }
    }
}

/// Look of a line. Ends and corners are round.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Stroke {
    /// Colour.
    pub colour: Colour,
    /// Width.
    pub width: f64,
    /// Pattern.
    pub dash: Dash,
}

impl Stroke {
    /// Creates a solid line.
    pub const fn new(colour: Colour, width: f64) -> Self {
        Self { colour, width, dash: Dash::Solid }
    }

    /// Sets the pattern.
    pub const fn with_dash(self, dash: Dash) -> Self {
        Self { dash, ..self }
    }
}

/// Pattern of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Dash {
    /// Without gaps.
    Solid,
    /// Strokes and gaps.
    Dashed,
    /// Dots.
    Dotted,
    /// Strokes and dots in turn.
    DashDotted,
    /// Short strokes and wide gaps.
    Sparse,
}

impl Dash {
    /// Returns the lengths of strokes and gaps in turn for a line of this width; none if there are no gaps.
    pub(crate) fn lengths(self, width: f64) -> Vec<f64> {
        // Round ends make each stroke longer by the width.
        let (stroke, gap) = (2.0 + 1.6 * width, 1.6 + 1.8 * width);
        match self {
            Self::Solid => Vec::new(),
            Self::Dashed => vec![stroke, gap],
            Self::Dotted => vec![0.1, 1.0 + 1.5 * width],
            Self::DashDotted => vec![stroke, gap, 0.1, gap],
            Self::Sparse => vec![width, 3.0 * width],
        }
    }
}

/// Size and weight of text.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Font {
    /// Size of the em square.
    pub size: f64,
    /// True for bold, false for regular.
    pub bold: bool,
}

impl Font {
    /// Creates a regular font.
    pub const fn regular(size: f64) -> Self {
        Self { size, bold: false }
    }

    /// Creates a bold font.
    pub const fn bold(size: f64) -> Self {
        Self { size, bold: true }
    }
}

/// Alignment of text to its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Anchor {
    /// The text starts there.
    Start,
    /// The text is centred there.
    Middle,
    /// The text ends there.
    End,
}
