//! Pictures as PNG, and as pixels.

use crate::{
    Anchor, Colour, Element, ElementKind, Font, Paint, Picture, Point, Segment,
    extra::ExtraFont,
    font::{BOLD, RAISED, REGULAR, character_width, is_built_in, raised},
    text_width,
};
use tiny_skia::{FillRule, LineCap, LineJoin, Path, PathBuilder, Pixmap, Rect, StrokeDash, Transform};
use ttf_parser::{Face, OutlineBuilder};

/// Pixels of a side, at most.
const MAX_SIDE: u32 = 16_384;

/// Error: a picture without pixels, or with more than 16,384 across or down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a picture of {0} pixels across has none, or more than 16,384 across or down")]
pub struct PngError(u32);

/// Returns a picture as PNG on white, `width` pixels wide.
///
/// # Errors
/// [`PngError`] for a width of 0, and for more than 16,384 pixels across or down.
///
/// ```
/// use gridmill_board::Grid;
/// use gridmill_draw::{PuzzlePicture, png};
///
/// let puzzle: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let picture = PuzzlePicture::new(&puzzle).draw();
/// assert!(png(&picture, 252)?.starts_with(b"\x89PNG"));
/// assert!(png(&picture, 0).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn png(picture: &Picture, width: u32) -> Result<Vec<u8>, PngError> {
    drawn(picture, width).and_then(|pixels| encoded(&pixels)).ok_or(PngError(width))
}

/// Returns the pixels of a picture on white, `width` of them across: red, green and blue of each, row by row.
///
/// # Errors
/// As [`png()`].
///
/// ```
/// use gridmill_board::Grid;
/// use gridmill_draw::{PuzzlePicture, pixels};
///
/// let picture = PuzzlePicture::new(&Grid::empty("2x2".parse()?)).draw();
/// assert_eq!(pixels(&picture, 64)?.len(), 64 * 64 * 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn pixels(picture: &Picture, width: u32) -> Result<Vec<u8>, PngError> {
    Ok(rgb(&drawn(picture, width).ok_or(PngError(width))?))
}

/// Returns the colours of pixels, whose opacity is whole everywhere.
fn rgb(pixels: &Pixmap) -> Vec<u8> {
    pixels.pixels().iter().flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect()
}

/// Draws a picture; `None` if it has no pixels or too many.
fn drawn(picture: &Picture, width: u32) -> Option<Pixmap> {
    let scale = f64::from(width) / picture.width;
    let height = (picture.height * scale).round();
    if !(1.0..=f64::from(MAX_SIDE)).contains(&height) || width > MAX_SIDE {
        return None;
    }
    let extra = ExtraFont::in_use();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked above")]
    let mut canvas = Canvas {
        pixels: Pixmap::new(width, height as u32)?,
        faces: [Face::parse(REGULAR, 0).ok()?, Face::parse(BOLD, 0).ok()?],
        extra: extra.as_ref().and_then(|font| Face::parse(font.bytes(), 0).ok()),
    };
    canvas.pixels.fill(tiny_skia::Color::WHITE);
    canvas.draw(&picture.elements, Transform::from_scale(f32_of(scale), f32_of(scale)));
    Some(canvas.pixels)
}

/// Encodes the colours of pixels.
fn encoded(pixels: &Pixmap) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut encoder = ::png::Encoder::new(&mut bytes, pixels.width(), pixels.height());
    encoder.set_color(::png::ColorType::Rgb);
    encoder.set_compression(::png::Compression::Fast);
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(&rgb(pixels)).ok()?;
    writer.finish().ok()?;
    Some(bytes)
}

/// A picture being drawn.
struct Canvas<'a> {
    pixels: Pixmap,
    /// Regular and bold.
    faces: [Face<'a>; 2],
    /// The font of letters that these lack.
    extra: Option<Face<'a>>,
}

impl Canvas<'_> {
    fn draw(&mut self, elements: &[Element], transform: Transform) {
        for element in elements {
            self.element(element, transform);
        }
    }

    fn element(&mut self, element: &Element, transform: Transform) {
        match &element.0 {
            ElementKind::Rect { at, size, round, paint } => {
                if let Some(path) = rectangle(*at, *size, *round) {
                    self.shape(&path, paint, transform);
                }
            }
            ElementKind::Circle { at, radius, paint } => {
                if let Some(path) = PathBuilder::from_circle(f32_of(at.0), f32_of(at.1), f32_of(*radius)) {
                    self.shape(&path, paint, transform);
                }
            }
            ElementKind::Path { segments, paint } => {
                if let Some(path) = path(segments) {
                    self.shape(&path, paint, transform);
                }
            }
            ElementKind::Text { at, text, font, anchor, colour } => {
                let before = match anchor {
                    Anchor::Start => 0.0,
                    Anchor::Middle => 0.5,
                    Anchor::End => 1.0,
                };
                let start = (at.0 - before * text_width(text, *font), at.1);
                self.text(start, text, *font, *colour, transform);
            }
            ElementKind::Upright { at, text, font, colour } => {
                let upwards = transform.pre_translate(f32_of(at.0), f32_of(at.1)).pre_rotate(-90.0);
                self.text((0.0, 0.0), text, *font, *colour, upwards);
            }
            ElementKind::Characters { y, characters, font, colour } => {
                for &(x, character) in characters {
                    let start = (x - 0.5 * character_width(character, *font), *y);
                    self.text(start, character.encode_utf8(&mut [0; 4]), *font, *colour, transform);
                }
            }
            ElementKind::Titled { shape, .. } => self.element(shape, transform),
            ElementKind::Group { at, scale, elements } => {
                let scale = f32_of(*scale);
                let inner = transform.pre_translate(f32_of(at.0), f32_of(at.1)).pre_scale(scale, scale);
                self.draw(elements, inner);
            }
        }
    }

    fn shape(&mut self, path: &Path, paint: &Paint, transform: Transform) {
        if let Some(fill) = paint.fill {
            self.pixels.fill_path(path, &inked(fill), FillRule::Winding, transform, None);
        }
        if let Some(stroke) = paint.stroke {
            let dash = stroke.dash.lengths(stroke.width).into_iter().map(f32_of).collect::<Vec<_>>();
            let line = tiny_skia::Stroke {
                width: f32_of(stroke.width),
                line_cap: LineCap::Round,
                line_join: LineJoin::Round,
                dash: if dash.is_empty() { None } else { StrokeDash::new(dash, 0.0) },
                ..tiny_skia::Stroke::default()
            };
            self.pixels.stroke_path(path, &inked(stroke.colour), &line, transform, None);
        }
    }

    /// Draws a line of text from the start of its base line.
    fn text(&mut self, (mut x, y): Point, text: &str, font: Font, colour: Colour, transform: Transform) {
        let built_in = &self.faces[usize::from(font.bold)];
        let mut outline = Outline(PathBuilder::new(), Transform::identity());
        for character in text.chars() {
            let (shown, (size, lift)) = match raised(character) {
                Some(digit) => (digit, RAISED),
                None => (character, (1.0, 0.0)),
            };
            let extra = self.extra.as_ref().filter(|_| !is_built_in(shown));
            let face = extra.filter(|face| face.glyph_index(shown).is_some()).unwrap_or(built_in);
            let scale = f32_of(font.size * size / f64::from(face.units_per_em()));
            outline.1 = Transform::from_row(scale, 0.0, 0.0, -scale, f32_of(x), f32_of(y - lift * font.size));
            if let Some(glyph) = face.glyph_index(shown).or_else(|| face.glyph_index('?')) {
                face.outline_glyph(glyph, &mut outline);
            }
            x += character_width(character, font);
        }
        if let Some(path) = outline.0.finish() {
            self.pixels.fill_path(&path, &inked(colour), FillRule::Winding, transform, None);
        }
    }
}

/// Outlines of glyphs, moved to their places.
struct Outline(PathBuilder, Transform);

impl Outline {
    fn placed(&self, x: f32, y: f32) -> tiny_skia::Point {
        let mut point = tiny_skia::Point::from_xy(x, y);
        self.1.map_point(&mut point);
        point
    }
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        let to = self.placed(x, y);
        self.0.move_to(to.x, to.y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let to = self.placed(x, y);
        self.0.line_to(to.x, to.y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (bend, to) = (self.placed(x1, y1), self.placed(x, y));
        self.0.quad_to(bend.x, bend.y, to.x, to.y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let (one, two, to) = (self.placed(x1, y1), self.placed(x2, y2), self.placed(x, y));
        self.0.cubic_to(one.x, one.y, two.x, two.y, to.x, to.y);
    }

    fn close(&mut self) {
        self.0.close();
    }
}

fn rectangle(at: Point, size: Point, round: f64) -> Option<Path> {
    let [left, top, right, bottom] = [at.0, at.1, at.0 + size.0, at.1 + size.1].map(f32_of);
    let round = f32_of(round.min(size.0 / 2.0).min(size.1 / 2.0));
    if round <= 0.0 {
        return Some(PathBuilder::from_rect(Rect::from_ltrb(left, top, right, bottom)?));
    }
    let mut path = PathBuilder::new();
    path.move_to(left + round, top);
    path.line_to(right - round, top);
    path.quad_to(right, top, right, top + round);
    path.line_to(right, bottom - round);
    path.quad_to(right, bottom, right - round, bottom);
    path.line_to(left + round, bottom);
    path.quad_to(left, bottom, left, bottom - round);
    path.line_to(left, top + round);
    path.quad_to(left, top, left + round, top);
    path.close();
    path.finish()
}

fn path(segments: &[Segment]) -> Option<Path> {
    let mut path = PathBuilder::new();
    for segment in segments {
        match *segment {
            Segment::Move((x, y)) => path.move_to(f32_of(x), f32_of(y)),
            Segment::Line((x, y)) => path.line_to(f32_of(x), f32_of(y)),
            Segment::Curve((bx, by), (x, y)) => path.quad_to(f32_of(bx), f32_of(by), f32_of(x), f32_of(y)),
            Segment::Close => path.close(),
        }
    }
    path.finish()
}

fn inked(colour: Colour) -> tiny_skia::Paint<'static> {
    let [red, green, blue] = colour.parts;
    let mut paint = tiny_skia::Paint { anti_alias: true, ..tiny_skia::Paint::default() };
    let opacity = u16::from(colour.percent.min(100)) * 255 / 100;
    paint.set_color_rgba8(red, green, blue, u8::try_from(opacity).unwrap_or(u8::MAX));
    paint
}

#[expect(clippy::cast_possible_truncation, reason = "places of a picture need no more figures")]
fn f32_of(value: f64) -> f32 {
    value as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Stroke;

    /// Reads the pixels of a PNG.
    fn read(bytes: &[u8]) -> (u32, Vec<[u8; 3]>) {
        let mut reader = ::png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let mut buffer = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut buffer).unwrap();
        (info.width, buffer.as_chunks().0.to_vec())
    }

    #[test]
    fn shapes_have_their_colours_and_places() {
        let mut picture = Picture::new((10.0, 5.0), "", "");
        let red = Colour::rgb(0xff_0000);
        picture.elements.push(Element::rect((0.0, 0.0), (5.0, 5.0), Paint::fill(red)));
        picture.elements.push(Element::line((5.0, 2.5), (10.0, 2.5), Stroke::new(Colour::BLACK, 1.0)));
        let (width, pixels) = read(&png(&picture, 100).unwrap());
        let at = |x: usize, y: usize| pixels[y * width as usize + x];
        assert_eq!((width, pixels.len()), (100, 5000));
        assert_eq!(pixels.as_flattened(), super::pixels(&picture, 100).unwrap());
        assert_eq!([at(20, 20), at(75, 25), at(75, 10)], [[255, 0, 0], [0, 0, 0], [255, 255, 255]]);
    }

    /// Letters cover about as much as their strokes, within their widths.
    #[test]
    fn text_is_drawn_where_it_is_measured() {
        let mut picture = Picture::new((100.0, 20.0), "", "");
        let font = Font::bold(16.0);
        picture.elements.push(Element::text((50.0, 16.0), "H8", font, Anchor::Middle, Colour::BLACK));
        let (width, pixels) = read(&png(&picture, 400).unwrap());
        let dark: Vec<usize> = (0..pixels.len())
            .filter(|&place| pixels[place][0] < 128)
            .map(|place| place % width as usize)
            .collect();
        let half = 2.0 * text_width("H8", font);
        let (first, last) = (*dark.iter().min().unwrap() as f64, *dark.iter().max().unwrap() as f64);
        assert!((200.0 - half..200.0).contains(&first) && (200.0..200.0 + half).contains(&last));
        assert!((500..3000).contains(&dark.len()), "{}", dark.len());
    }

    #[test]
    fn sizes_are_bounded() {
        let picture = Picture::new((1.0, 100.0), "", "");
        assert_eq!(png(&picture, 0), Err(PngError(0)));
        assert_eq!(png(&picture, 200), Err(PngError(200)));
        assert!(png(&picture, 3).is_ok());
    }
}
