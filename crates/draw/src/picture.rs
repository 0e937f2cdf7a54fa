//! Pictures as lists of shapes, which writers turn into SVG and PDF; and their colours.

/// Place or size: to the right and down, in pixels or points.
pub type Point = (f64, f64);

/// A picture: shapes with direct colours, the first at the bottom.
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
    #[doc(hidden)]
    pub elements: Vec<Element>,
    /// Width of the margin that is cut off after printing.
    pub(crate) bleed: f64,
}

impl Picture {
    /// Creates a picture without shapes.
    #[doc(hidden)]
    pub fn new((width, height): Point, title: impl Into<String>, description: impl Into<String>) -> Self {
        let (title, description) = (title.into(), description.into());
        Self { width, height, title, description, elements: Vec::new(), bleed: 0.0 }
    }

    /// Draws the picture light on dark: each colour keeps its hue; light becomes dark, and dark light.
    pub fn dark(mut self) -> Self {
        let ground = Element::rect((0.0, 0.0), (self.width, self.height), Paint::fill(Colour::WHITE));
        self.elements.insert(0, ground);
        for element in &mut self.elements {
            element.recolour(Colour::on_dark, Colour::on_dark);
        }
        self
    }

    /// Scales the picture to a width.
    #[doc(hidden)]
    pub fn scaled_to(mut self, width: f64) -> Self {
        let scale = width / self.width;
        (self.width, self.height, self.bleed) = (width, self.height * scale, self.bleed * scale);
        self.elements = vec![Element(ElementKind::Group { at: (0.0, 0.0), scale, elements: self.elements })];
        self
    }

    /// Adds a margin that is cut off after printing: PDF has the rest as its trim box.
    pub(crate) fn with_bleed(mut self, bleed: f64) -> Self {
        if bleed > 0.0 {
            let (at, scale) = ((bleed, bleed), 1.0);
            (self.width, self.height) = (self.width + 2.0 * bleed, self.height + 2.0 * bleed);
            self.elements = vec![Element(ElementKind::Group { at, scale, elements: self.elements })];
            self.bleed += bleed;
        }
        self
    }

    /// Leaves black and grey: lines and words are black, or white on dark ground, and areas grey.
    pub(crate) fn in_black(mut self) -> Self {
        for element in &mut self.elements {
            element.recolour(Colour::grey, Colour::black);
        }
        self
    }

    /// Returns the shapes of the picture moved to `at` and scaled, as one shape of another picture.
    #[doc(hidden)]
    pub fn placed(self, at: Point, scale: f64) -> Element {
        Element(ElementKind::Group { at, scale, elements: self.elements })
    }
}

/// A shape.
///
/// ```
/// use gridmill_draw::{Colour, Element, Paint, Picture, svg};
///
/// let mut picture = Picture::new((20.0, 10.0), "A box", "One grey box.");
/// picture.elements.push(Element::rect((5.0, 0.0), (10.0, 10.0), Paint::fill(Colour::rgb(0x808080))));
/// assert!(svg(&picture).contains("<rect x=\"5\" y=\"0\" width=\"10\" height=\"10\" fill=\"#808080\"/>"));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Element(pub(crate) ElementKind);

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum ElementKind {
    Rect {
        /// Upper left corner.
        at: Point,
        /// Width and height.
        size: Point,
        /// Radius of the corners.
        round: f64,
        paint: Paint,
    },
    Circle {
        at: Point,
        radius: f64,
        paint: Paint,
    },
    /// Lines and curves.
    Path {
        segments: Vec<Segment>,
        paint: Paint,
    },
    /// One line of text.
    Text {
        /// Place of the anchor on the base line.
        at: Point,
        text: String,
        font: Font,
        /// Alignment to the place.
        anchor: Anchor,
        colour: Colour,
    },
    /// One line of text that reads upwards from its place.
    Upright {
        /// Start of the base line.
        at: Point,
        text: String,
        font: Font,
        colour: Colour,
    },
    /// Characters on one base line, each centred on its place.
    Characters {
        /// Base line.
        y: f64,
        /// Places and characters from left to right.
        characters: Vec<(f64, char)>,
        font: Font,
        colour: Colour,
    },
    /// A shape with a text that browsers show next to the pointer.
    Titled {
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
        elements: Vec<Element>,
    },
}

impl Element {
    /// Changes the colours of areas, and those of lines and letters.
    fn recolour(&mut self, area: fn(Colour) -> Colour, line: fn(Colour) -> Colour) {
        match &mut self.0 {
            ElementKind::Rect { paint, .. }
            | ElementKind::Circle { paint, .. }
            | ElementKind::Path { paint, .. } => {
                paint.fill = paint.fill.map(area);
                if let Some(stroke) = &mut paint.stroke {
                    stroke.colour = line(stroke.colour);
                }
            }
            ElementKind::Text { colour, .. }
            | ElementKind::Upright { colour, .. }
            | ElementKind::Characters { colour, .. } => *colour = line(*colour),
            ElementKind::Titled { shape, .. } => shape.recolour(area, line),
            ElementKind::Group { elements, .. } => {
                for element in elements {
                    element.recolour(area, line);
                }
            }
        }
    }

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

/// A colour of red, green and blue, with an opacity.
///
/// ```
/// assert_eq!(gridmill_draw::Colour::BLACK.hex(), "#000");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Colour {
    pub(crate) parts: [u8; 3],
    pub(crate) percent: u8,
    variable: Option<&'static str>,
}

/// Lightness of the dark ground, of 255.
const GROUND: u16 = 24;

impl Colour {
    /// Black.
    pub const BLACK: Self = Self::rgb(0);
    /// White.
    pub const WHITE: Self = Self::rgb(0xff_ffff);

    /// Creates a colour from `0xRRGGBB`.
    pub const fn rgb(value: u32) -> Self {
        let [_, red, green, blue] = value.to_be_bytes();
        Self { parts: [red, green, blue], percent: 100, variable: None }
    }

    /// Sets the opacity, from 0 to 100.
    pub const fn with_opacity(self, percent: u8) -> Self {
        Self { percent, ..self }
    }

    /// Names the CSS variable that has this colour in pages, which can then have a dark theme.
    ///
    /// ```
    /// use gridmill_draw::{Colour, Element, Paint, Picture, svg_in_page};
    ///
    /// let mut picture = Picture::new((20.0, 10.0), "A box", "");
    /// let ink = Colour::rgb(0x202020).with_variable("ink");
    /// picture.elements.push(Element::rect((5.0, 0.0), (10.0, 10.0), Paint::fill(ink)));
    /// assert!(svg_in_page(&picture).contains("fill=\"var(--ink)\""));
    /// ```
    pub const fn with_variable(self, name: &'static str) -> Self {
        Self { variable: Some(name), ..self }
    }

    /// Returns the name of the CSS variable, if there is one.
    pub const fn variable(self) -> Option<&'static str> {
        self.variable
    }

    /// Returns the colour for a dark ground: as much lighter or darker than the middle grey as this one is darker or lighter, of the same hue.
    fn on_dark(self) -> Self {
        let least = u16::from(*self.parts.iter().min().unwrap_or(&0));
        let most = u16::from(*self.parts.iter().max().unwrap_or(&0));
        // White becomes a dark grey, which is easier to look at than black.
        let part = |part: u8| GROUND + (u16::from(part) + 255 - least - most) * (255 - GROUND) / 255;
        Self { parts: self.parts.map(|one| u8::try_from(part(one)).unwrap_or(u8::MAX)), ..self }
    }

    /// Returns the lightness, by the weights of ITU-R BT.709, from 0 to 255.
    fn lightness(self) -> u8 {
        let [red, green, blue] = self.parts.map(u32::from);
        u8::try_from((2126 * red + 7152 * green + 722 * blue + 5000) / 10_000).unwrap_or(u8::MAX)
    }

    /// Returns a grey as light as the colour.
    fn grey(self) -> Self {
        Self { parts: [self.lightness(); 3], ..self }
    }

    /// Returns black, or white for what is nearly white.
    fn black(self) -> Self {
        let part = if self.lightness() > 230 { 255 } else { 0 };
        Self { parts: [part; 3], ..self }
    }

    /// Returns the colour as `#rrggbb`, or `#rgb` where that is the same.
    pub fn hex(self) -> String {
        let [red, green, blue] = self.parts;
        if self.parts.iter().all(|part| part % 17 == 0) {
            format!("#{:x}{:x}{:x}", red / 17, green / 17, blue / 17)
        } else {
            format!("#{red:02x}{green:02x}{blue:02x}")
        }
    }
}

/// Lines, digits and words.
pub(crate) mod ink {
    use super::Colour;

    pub(crate) const GIVEN: Colour = Colour::rgb(0x11_1111);
    pub(crate) const ENTRY: Colour = Colour::rgb(0x2f_4a75);
    pub(crate) const CANDIDATE: Colour = Colour::rgb(0x44_4444);
    pub(crate) const MARKED: Colour = Colour::rgb(0x00_0000);
    pub(crate) const WORDS: Colour = Colour::rgb(0x33_3333);
    pub(crate) const LABEL: Colour = Colour::rgb(0x66_6666);
    pub(crate) const RULE: Colour = Colour::rgb(0xb5_b5b5);
    pub(crate) const EDGE: Colour = Colour::rgb(0x22_2222);
}

/// Fills and outlines of marks on candidates, after the schemes PRGn and PuOr of ColorBrewer (C. Brewer 2003).
pub(crate) mod mark {
    use super::Colour;

    pub(crate) const GREEN: (Colour, Colour) = (Colour::rgb(0xa9_dfa3), Colour::rgb(0x1b_7837));
    pub(crate) const BLUE: (Colour, Colour) = (Colour::rgb(0xb9_d7f2), Colour::rgb(0x21_5f9a));
    pub(crate) const ORANGE: (Colour, Colour) = (Colour::rgb(0xfd_cf8a), Colour::rgb(0x9c_4d06));
    pub(crate) const PURPLE: (Colour, Colour) = (Colour::rgb(0xd9_c8ec), Colour::rgb(0x54_2788));
    pub(crate) const RED: (Colour, Colour) = (Colour::rgb(0xf9_b9ae), Colour::rgb(0xb2_182b));
}

/// Tints of cells, each with the colour of its border.
pub(crate) const TINTS: [(Colour, Colour); 6] = [
    (Colour::rgb(0xff_f2bf), Colour::rgb(0x9a_7b00)),
    (Colour::rgb(0xdc_eafa), Colour::rgb(0x2b_6cb0)),
    (Colour::rgb(0xea_dff7), Colour::rgb(0x6b_46a1)),
    (Colour::rgb(0xd9_f2e3), Colour::rgb(0x23_7a57)),
    (Colour::rgb(0xfd_e3d3), Colour::rgb(0xb3_5806)),
    (Colour::rgb(0xee_eeee), Colour::rgb(0x55_5555)),
];

/// Cells of the houses that a pattern starts from.
pub(crate) const BASE_TINT: Colour = Colour::rgb(0xf3_f3ee);

/// Outlines of base and cover houses.
pub(crate) const BASE: Colour = Colour::rgb(0x1f_5fae);
/// Outlines of cover houses.
pub(crate) const COVER: Colour = Colour::rgb(0xc2_5a00);

/// Chains of one step, one after the other.
pub(crate) const THREADS: [Colour; 6] = [
    Colour::rgb(0x1f_4e9c),
    Colour::rgb(0xb3_5806),
    Colour::rgb(0x6a_3d9a),
    Colour::rgb(0x00_706b),
    Colour::rgb(0x9d_2463),
    Colour::rgb(0x4d_4d4d),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Light becomes dark and dark light, the hue stays, and no text is light on light.
    #[test]
    fn dark_pictures_have_light_words_on_a_dark_ground() {
        let dark = |value: u32| Colour::rgb(value).on_dark().hex();
        assert_eq!([dark(0xff_ffff), dark(0), dark(0x80_8080)], ["#181818", "#fff", "#8b8b8b"]);
        let [red, green, blue] = Colour::rgb(0x1f_4e9c).on_dark().parts;
        assert!(blue > green && green > red && red > 100);
        let mut picture = Picture::new((10.0, 20.0), "", "");
        let text = Element::text((0.0, 0.0), "1", Font::regular(5.0), Anchor::Start, Colour::BLACK);
        picture.elements.push(Picture { elements: vec![text], ..picture.clone() }.placed((0.0, 0.0), 2.0));
        let svg = crate::svg(&picture.dark());
        let ground = svg.find("<rect x=\"0\" y=\"0\" width=\"10\" height=\"20\" fill=\"#181818\"/>").unwrap();
        assert!(ground < svg.find("font-size=\"5\" fill=\"#fff\"").unwrap(), "{svg}");
        assert!(!svg.contains("#000"), "{svg}");
    }
}
