//! Pictures as pages of a PDF file, with the fonts embedded so that text can be searched, copied and printed anywhere.
//!
//! ```text
//! shapes --operators--> content of a page       text --glyphs--> Type0 font, Identity-H --> the TrueType file, once for all pages
//! ```
//!
//! Nothing depends on the time: equal pictures give equal bytes. Source: ISO 32000-1, "Document management: Portable document format", 2008.

use crate::{
    Anchor, Colour, Element, ElementKind, ExtraFont, Font, Paint, Picture, Point, Segment,
    font::{
        BOLD, CAP_HEIGHT, CharacterMap, RAISED, REGULAR, character_width, is_built_in, raised, table,
        unsigned,
    },
    text_width,
};
use pdf_writer::{
    Content, Finish as _, Name, Pdf, Rect, Ref, Str, TextStr,
    types::{CidFontType, FontFlags, LineCapStyle, LineJoinStyle, SystemInfo, UnicodeCmap},
    writers::ExtGraphicsState,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::LazyLock,
};
use subsetter::{GlyphRemapper, subset};
use ttf_parser::{Face, GlyphId, RawFace, Tag};

/// Distance of the control points of a quarter of a circle, as a part of the radius.
const QUARTER: f64 = 0.552_284_75;
/// Objects of a font: font, descendant, descriptor, file, map to Unicode.
const FONT_OBJECTS: i32 = 5;
const SYSTEM: SystemInfo<'static> =
    SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

/// Returns pictures as the pages of a PDF file; a unit is a point. A page is drawn when the one before it is written.
///
/// ```
/// use gridmill_board::Grid;
/// use gridmill_draw::{PuzzlePicture, pdf};
///
/// let page = PuzzlePicture::new(&Grid::empty("2x2".parse()?)).draw();
/// assert!(pdf([page], "A book").starts_with(b"%PDF-1.7"));
/// # Ok::<(), gridmill_board::ShapeError>(())
/// ```
pub fn pdf(pages: impl IntoIterator<Item = Picture>, title: &str) -> Vec<u8> {
    let (catalog, tree, info) = (Ref::new(1), Ref::new(2), Ref::new(3));
    let fonts = [(Font::regular(1.0), Ref::new(4)), (Font::bold(1.0), Ref::new(4 + FONT_OBJECTS))];
    let mut next = Ref::new(4 + 2 * FONT_OBJECTS);
    let mut extra = ExtraFont::in_use().map(ExtraGlyphs::new);
    let extra_font = next;
    if extra.is_some() {
        next = Ref::new(next.get() + FONT_OBJECTS);
    }
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(tree).lang(TextStr("en"));
    pdf.document_info(info).title(TextStr(title)).creator(TextStr("gridmill"));
    for (font, first) in fonts {
        write_font(&mut pdf, &FontFile::for_font(font).embedded(), first);
    }
    let mut kids = Vec::new();
    for picture in pages {
        let (page, contents) = (next.bump(), next.bump());
        let (operators, opacities) = content(&picture, &mut extra);
        let mut writer = pdf.page(page);
        writer.parent(tree).media_box(Rect::new(0.0, 0.0, short(picture.width), short(picture.height)));
        if picture.bleed > 0.0 {
            let (from, to) = (picture.bleed, (picture.width - picture.bleed, picture.height - picture.bleed));
            writer.bleed_box(Rect::new(0.0, 0.0, short(picture.width), short(picture.height)));
            writer.trim_box(Rect::new(short(from), short(from), short(to.0), short(to.1)));
        }
        writer.contents(contents);
        let mut resources = writer.resources();
        let mut names = resources.fonts();
        for (font, first) in fonts {
            names.pair(font_name(font.bold), first);
        }
        if extra.is_some() {
            names.pair(EXTRA, extra_font);
        }
        names.finish();
        if !opacities.is_empty() {
            let mut states = resources.ext_g_states();
            for percent in opacities {
                let alpha = f32::from(percent) / 100.0;
                let mut state = states.insert(Name(&opacity_name(percent))).start::<ExtGraphicsState<'_>>();
                state.non_stroking_alpha(alpha).stroking_alpha(alpha);
            }
        }
        resources.finish();
        writer.finish();
        pdf.stream(contents, &operators);
        kids.push(page);
    }
    if let Some(extra) = &extra {
        extra.write(&mut pdf, extra_font);
    }
    let count = i32::try_from(kids.len()).unwrap_or(i32::MAX);
    pdf.pages(tree).kids(kids).count(count);
    pdf.finish()
}

/// Name of the font of letters that the built-in one lacks.
const EXTRA: Name<'static> = Name(b"X");

const fn font_name(bold: bool) -> Name<'static> {
    Name(if bold { b"B" } else { b"R" })
}

/// Returns the name of the settings for an opacity.
fn opacity_name(percent: u8) -> [u8; 4] {
    let [tens, ones] = [percent / 10 % 10, percent % 10].map(|digit| b'0' + digit);
    [b'A', b'0' + percent / 100, tens, ones]
}

/// Font as a PDF file has it.
struct EmbeddedFont<'a> {
    name: &'a str,
    bytes: &'a [u8],
    /// True for outlines in the Compact Font Format.
    is_compact: bool,
    /// Units of the em square.
    units: f64,
    /// Left, bottom, right and top of all glyphs.
    bounds: [i16; 4],
    /// Height over, and depth under the base line.
    reach: [i16; 2],
    /// Advance of each glyph, in thousandths of the size.
    advances: Vec<f64>,
    characters: Vec<(char, u16)>,
}

/// Writes the objects of a font, the first of which pages refer to.
fn write_font(pdf: &mut Pdf, file: &EmbeddedFont<'_>, font: Ref) {
    let at = |n: i32| Ref::new(font.get() + n);
    let [descendant, descriptor, stream, unicode] = [1, 2, 3, 4].map(at);
    // Six letters and a plus sign say that the font is a subset.
    let name = format!("GRDMLL+{}", file.name);
    let name = Name(name.as_bytes());
    let mut type0 = pdf.type0_font(font);
    type0.base_font(name).encoding_predefined(Name(b"Identity-H"));
    type0.descendant_font(descendant).to_unicode(unicode);
    type0.finish();
    let mut cid = pdf.cid_font(descendant);
    cid.subtype(if file.is_compact { CidFontType::Type0 } else { CidFontType::Type2 });
    cid.base_font(name).system_info(SYSTEM).font_descriptor(descriptor);
    if !file.is_compact {
        cid.cid_to_gid_map_predefined(Name(b"Identity"));
    }
    cid.widths().consecutive(0, file.advances.iter().copied().map(short));
    cid.finish();
    let thousandths = |units: i16| short(f64::from(units) * 1000.0 / file.units);
    let [left, bottom, right, top] = file.bounds.map(thousandths);
    let [ascent, descent] = file.reach.map(thousandths);
    let mut writer = pdf.font_descriptor(descriptor);
    writer
        .name(name)
        .flags(FontFlags::NON_SYMBOLIC)
        .bbox(Rect::new(left, bottom, right, top))
        .italic_angle(0.0)
        .ascent(ascent)
        .descent(descent)
        .cap_height(short(CAP_HEIGHT * 1000.0))
        .stem_v(if file.name.ends_with("Bold") { 140.0 } else { 90.0 });
    if file.is_compact {
        writer.font_file3(stream);
    } else {
        writer.font_file2(stream);
    }
    writer.finish();
    let length = i32::try_from(file.bytes.len()).unwrap_or(i32::MAX);
    let mut data = pdf.stream(stream, file.bytes);
    if file.is_compact {
        data.pair(Name(b"Subtype"), Name(b"CIDFontType0C"));
    } else {
        data.pair(Name(b"Length1"), length);
    }
    data.finish();
    let mut map = UnicodeCmap::new(Name(b"Adobe-Identity-UCS"), SYSTEM);
    for &(character, glyph) in &file.characters {
        map.pair(glyph, character);
    }
    pdf.cmap(unicode, &map.finish());
}

/// Letters of another font that pages use, and their glyphs in a subset of its file.
struct ExtraGlyphs {
    font: ExtraFont,
    glyphs: GlyphRemapper,
    letters: BTreeMap<u16, char>,
}

impl ExtraGlyphs {
    fn new(font: ExtraFont) -> Self {
        Self { font, glyphs: GlyphRemapper::new(), letters: BTreeMap::new() }
    }

    fn has(&self, letter: char) -> bool {
        self.font.glyph(letter).is_some()
    }

    /// Returns the glyph of a letter in the subset.
    fn glyph(&mut self, letter: char) -> u16 {
        let glyph = self.glyphs.remap(self.font.glyph(letter).unwrap_or(0));
        self.letters.entry(glyph).or_insert(letter);
        glyph
    }

    /// Writes the objects of the font, with the glyphs that were used alone.
    fn write(&self, pdf: &mut Pdf, first: Ref) {
        let Ok(bytes) = subset(self.font.bytes(), 0, &self.glyphs) else { return };
        // Outlines of OpenType are embedded without the file around them.
        let outlines = RawFace::parse(&bytes, 0).ok().and_then(|face| face.table(Tag::from_bytes(b"CFF ")));
        let Ok(face) = Face::parse(self.font.bytes(), 0) else { return };
        let units = f64::from(face.units_per_em());
        let bounds = face.global_bounding_box();
        let advance = |glyph| f64::from(face.glyph_hor_advance(GlyphId(glyph)).unwrap_or(0)) * 1000.0 / units;
        write_font(
            pdf,
            &EmbeddedFont {
                name: "Letters",
                bytes: outlines.unwrap_or(&bytes),
                is_compact: outlines.is_some(),
                units,
                bounds: [bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max],
                reach: [face.ascender(), face.descender()],
                advances: self.glyphs.remapped_gids().map(advance).collect(),
                characters: self.letters.iter().map(|(&glyph, &letter)| (letter, glyph)).collect(),
            },
            first,
        );
    }
}

/// Returns a number as PDF has it, to a hundredth.
#[expect(clippy::cast_possible_truncation, reason = "coordinates of a page")]
fn short(value: f64) -> f32 {
    ((value * 100.0).round() / 100.0) as f32
}

/// Returns the operators of a page, and the opacities that it uses.
fn content(picture: &Picture, extra: &mut Option<ExtraGlyphs>) -> (Vec<u8>, BTreeSet<u8>) {
    let (content, opacities) = (Content::new(), BTreeSet::new());
    let mut page = Page { content, state: State::default(), opacities, extra };
    page.content.transform([1.0, 0.0, 0.0, -1.0, 0.0, short(picture.height)]);
    page.content.set_line_cap(LineCapStyle::RoundCap).set_line_join(LineJoinStyle::RoundJoin);
    page.elements(&picture.elements);
    (page.content.finish().into_vec(), page.opacities)
}

/// Settings that are in force.
#[derive(Debug, Clone, Default)]
struct State {
    fill: Option<[u8; 3]>,
    stroke: Option<[u8; 3]>,
    /// 100 where there is none.
    percent: Option<u8>,
    width: Option<f32>,
    dashes: Vec<f32>,
}

struct Page<'a> {
    content: Content,
    state: State,
    opacities: BTreeSet<u8>,
    extra: &'a mut Option<ExtraGlyphs>,
}

impl Page<'_> {
    fn elements(&mut self, elements: &[Element]) {
        for element in elements {
            self.element(element);
        }
    }

    fn element(&mut self, element: &Element) {
        match &element.0 {
            ElementKind::Rect { at, size, round, paint } => {
                self.settings(paint);
                if *round > 0.0 {
                    self.round_rect(*at, *size, *round);
                } else {
                    let [width, height] = [size.0, size.1].map(|side| short(side.max(0.0)));
                    self.content.rect(short(at.0), short(at.1), width, height);
                }
                self.paint(paint);
            }
            ElementKind::Circle { at, radius, paint } => {
                self.settings(paint);
                let corner = (at.0 - radius, at.1 - radius);
                self.round_rect(corner, (2.0 * radius, 2.0 * radius), *radius);
                self.paint(paint);
            }
            ElementKind::Path { segments, paint } => {
                self.settings(paint);
                self.path(segments);
                self.paint(paint);
            }
            ElementKind::Text { at, text, font, anchor, colour } => {
                let before = match anchor {
                    Anchor::Start => 0.0,
                    Anchor::Middle => text_width(text, *font) / 2.0,
                    Anchor::End => text_width(text, *font),
                };
                self.text((at.0 - before, at.1), text, *font, *colour, [1.0, 0.0, 0.0, -1.0]);
            }
            ElementKind::Upright { at, text, font, colour } => {
                self.text(*at, text, *font, *colour, [0.0, -1.0, -1.0, 0.0]);
            }
            ElementKind::Titled { shape, .. } => self.element(shape),
            ElementKind::Characters { y, characters, font, colour } => {
                self.characters(*y, characters, *font, *colour);
            }
            ElementKind::Group { at, scale, elements } => {
                let outer = self.state.clone();
                self.content.save_state();
                let scale = scale_factor(*scale);
                self.content.transform([scale, 0.0, 0.0, scale, short(at.0), short(at.1)]);
                self.elements(elements);
                self.content.restore_state();
                self.state = outer;
            }
        }
    }

    /// Starts text whose base line has the direction of the first two numbers of a matrix.
    fn begin_text(&mut self, at: Point, font: Font, colour: Colour, [a, b, c, d]: [f32; 4]) {
        self.fill(colour);
        self.content.begin_text().set_font(font_name(font.bold), short(font.size));
        self.content.set_text_matrix([a, b, c, d, short(at.0), short(at.1)]);
    }

    /// Shows a line of text; characters of exponents that the font lacks are raised digits.
    fn text(&mut self, at: Point, text: &str, font: Font, colour: Colour, matrix: [f32; 4]) {
        self.begin_text(at, font, colour, matrix);
        let is_extra = |c| !is_built_in(c) && self.extra.as_ref().is_some_and(|extra| extra.has(c));
        let characters: Vec<(char, [bool; 2])> =
            text.chars().map(|c| (c, [raised(c).is_some(), is_extra(c)])).collect();
        for run in characters.chunk_by(|one, other| one.1 == other.1) {
            let [is_raised, is_extra] = run[0].1;
            let run = run.iter().map(|(c, _)| *c);
            if let Some(extra) = self.extra.as_mut().filter(|_| is_extra) {
                let glyphs: Vec<u8> = run.flat_map(|c| extra.glyph(c).to_be_bytes()).collect();
                self.content.set_font(EXTRA, short(font.size)).show(Str(&glyphs));
                self.content.set_font(font_name(font.bold), short(font.size));
                continue;
            }
            if is_raised {
                self.content.set_font(font_name(font.bold), short(font.size * RAISED.0));
                self.content.set_rise(short(font.size * RAISED.1));
            }
            let glyphs: Vec<u8> = run.flat_map(|c| glyph(raised(c).unwrap_or(c), font)).collect();
            self.content.show(Str(&glyphs));
            if is_raised {
                self.content.set_font(font_name(font.bold), short(font.size)).set_rise(0.0);
            }
        }
        self.content.end_text();
    }

    /// Shows characters in one go: between two of them the pen is moved.
    fn characters(&mut self, y: f64, characters: &[(f64, char)], font: Font, colour: Colour) {
        let Some(&(first, character)) = characters.first() else { return };
        let advance = |character: char| character_width(character, font);
        let start = first - advance(character) / 2.0;
        self.begin_text((start, y), font, colour, [1.0, 0.0, 0.0, -1.0]);
        let mut pen = start;
        let mut positioned = self.content.show_positioned();
        let mut items = positioned.items();
        for &(x, character) in characters {
            let target = x - advance(character) / 2.0;
            // Thousandths of the size, to the left.
            let thousandths = ((pen - target) / font.size * 1000.0).round();
            if thousandths != 0.0 {
                items.adjust(short(thousandths));
            }
            items.show(Str(&glyph(character, font)));
            pen += advance(character) - thousandths / 1000.0 * font.size;
        }
        items.finish();
        positioned.finish();
        self.content.end_text();
    }

    fn fill(&mut self, colour: Colour) {
        if self.state.fill != Some(colour.parts) {
            let [red, green, blue] = parts(colour);
            if is_grey(colour) {
                self.content.set_fill_gray(red);
            } else {
                self.content.set_fill_rgb(red, green, blue);
            }
            self.state.fill = Some(colour.parts);
        }
        self.opacity(colour.percent);
    }

    fn opacity(&mut self, percent: u8) {
        if self.state.percent.unwrap_or(100) != percent {
            self.opacities.insert(percent);
            self.content.set_parameters(Name(&opacity_name(percent)));
            self.state.percent = Some(percent);
        }
    }

    fn settings(&mut self, paint: &Paint) {
        if let Some(colour) = paint.fill {
            self.fill(colour);
        }
        let Some(stroke) = paint.stroke else { return };
        if self.state.stroke != Some(stroke.colour.parts) {
            let [red, green, blue] = parts(stroke.colour);
            if is_grey(stroke.colour) {
                self.content.set_stroke_gray(red);
            } else {
                self.content.set_stroke_rgb(red, green, blue);
            }
            self.state.stroke = Some(stroke.colour.parts);
        }
        if paint.fill.is_none() {
            self.opacity(stroke.colour.percent);
        }
        let width = short(stroke.width);
        if self.state.width != Some(width) {
            self.content.set_line_width(width);
            self.state.width = Some(width);
        }
        let dashes: Vec<f32> = stroke.dash.lengths(stroke.width).into_iter().map(short).collect();
        if self.state.dashes != dashes {
            self.content.set_dash_pattern(dashes.iter().copied(), 0.0);
            self.state.dashes = dashes;
        }
    }

    fn paint(&mut self, paint: &Paint) {
        match (paint.fill, paint.stroke) {
            (Some(_), Some(_)) => self.content.fill_nonzero_and_stroke(),
            (Some(_), None) => self.content.fill_nonzero(),
            (None, Some(_)) => self.content.stroke(),
            (None, None) => self.content.end_path(),
        };
    }

    fn path(&mut self, segments: &[Segment]) {
        let mut last: Point = (0.0, 0.0);
        for segment in segments {
            match *segment {
                Segment::Move(at) => self.content.move_to(short(at.0), short(at.1)),
                Segment::Line(at) => self.content.line_to(short(at.0), short(at.1)),
                Segment::Curve(bend, end) => {
                    let toward = |from: Point| {
                        (from.0 + (bend.0 - from.0) * 2.0 / 3.0, from.1 + (bend.1 - from.1) * 2.0 / 3.0)
                    };
                    self.cubic(toward(last), toward(end), end)
                }
                Segment::Close => self.content.close_path(),
            };
            last = match *segment {
                Segment::Move(at) | Segment::Line(at) | Segment::Curve(_, at) => at,
                Segment::Close => last,
            };
        }
    }

    fn cubic(&mut self, one: Point, two: Point, end: Point) -> &mut Content {
        let [a, b, c] = [one, two, end].map(|(x, y)| (short(x), short(y)));
        self.content.cubic_to(a.0, a.1, b.0, b.1, c.0, c.1)
    }

    /// Adds a rectangle with round corners; a circle is one whose corners are all of it.
    fn round_rect(&mut self, (x, y): Point, (width, height): Point, round: f64) {
        let round = round.min(width / 2.0).min(height / 2.0);
        let (near, far) = (round * (1.0 - QUARTER), round);
        let (right, bottom) = (x + width, y + height);
        self.content.move_to(short(x + far), short(y));
        self.content.line_to(short(right - far), short(y));
        self.cubic((right - near, y), (right, y + near), (right, y + far));
        self.content.line_to(short(right), short(bottom - far));
        self.cubic((right, bottom - near), (right - near, bottom), (right - far, bottom));
        self.content.line_to(short(x + far), short(bottom));
        self.cubic((x + near, bottom), (x, bottom - near), (x, bottom - far));
        self.content.line_to(short(x), short(y + far));
        self.cubic((x, y + near), (x + near, y), (x + far, y));
        self.content.close_path();
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a factor near one")]
fn scale_factor(scale: f64) -> f32 {
    ((scale * 10_000.0).round() / 10_000.0) as f32
}

/// Returns true for black, white and grey, which are printed with one ink.
fn is_grey(colour: Colour) -> bool {
    let [red, green, blue] = colour.parts;
    red == green && green == blue
}

fn parts(colour: Colour) -> [f32; 3] {
    colour.parts.map(|part| short(f64::from(part) / 255.0))
}

/// Returns the glyph of a character as two bytes; a question mark for what the font lacks.
fn glyph(character: char, font: Font) -> [u8; 2] {
    let file = FontFile::for_font(font);
    file.glyph(character).or_else(|| file.glyph('?')).unwrap_or(0).to_be_bytes()
}

static REGULAR_FILE: LazyLock<FontFile> = LazyLock::new(|| FontFile::read("OpenSans", REGULAR));
static BOLD_FILE: LazyLock<FontFile> = LazyLock::new(|| FontFile::read("OpenSans-Bold", BOLD));

/// A font and its measures, in units of the em square.
#[derive(Debug)]
struct FontFile {
    /// Name in PDF files.
    pub(crate) name: &'static str,
    /// The whole file.
    pub(crate) bytes: &'static [u8],
    /// Units of the em square.
    pub(crate) units: f64,
    /// Left, bottom, right and top of all glyphs.
    bounds: [i16; 4],
    /// Height over, and depth under the base line.
    pub(crate) reach: [i16; 2],
    advances: Vec<u16>,
    glyphs: BTreeMap<char, u16>,
}

impl FontFile {
    /// Returns the file of a font.
    pub(crate) fn for_font(font: Font) -> &'static Self {
        if font.bold { &BOLD_FILE } else { &REGULAR_FILE }
    }

    fn read(name: &'static str, bytes: &'static [u8]) -> Self {
        let [head, hhea, hmtx, maxp] = [*b"head", *b"hhea", *b"hmtx", *b"maxp"].map(|tag| table(bytes, tag));
        let last = unsigned(bytes, hhea + 34).saturating_sub(1);
        // Glyphs beyond the measured ones have the last advance.
        let advance = |glyph: u16| unsigned(bytes, hmtx + 4 * usize::from(glyph.min(last)));
        let signed = |at| unsigned(bytes, at).cast_signed();
        Self {
            name,
            bytes,
            units: f64::from(unsigned(bytes, head + 18)),
            bounds: [36, 38, 40, 42].map(|at| signed(head + at)),
            reach: [4, 6].map(|at| signed(hhea + at)),
            advances: (0..unsigned(bytes, maxp + 4)).map(advance).collect(),
            glyphs: glyphs(bytes),
        }
    }

    /// Returns the glyph of a character, if the font has it.
    pub(crate) fn glyph(&self, character: char) -> Option<u16> {
        self.glyphs.get(&character).copied()
    }

    /// Returns the whole file as it is embedded.
    fn embedded(&self) -> EmbeddedFont<'static> {
        let thousandths = |&advance: &u16| f64::from(advance) * 1000.0 / self.units;
        EmbeddedFont {
            name: self.name,
            bytes: self.bytes,
            is_compact: false,
            units: self.units,
            bounds: self.bounds,
            reach: self.reach,
            advances: self.advances.iter().map(thousandths).collect(),
            characters: self.glyphs.iter().map(|(&character, &glyph)| (character, glyph)).collect(),
        }
    }
}

/// Reads the glyphs of all characters.
fn glyphs(bytes: &[u8]) -> BTreeMap<char, u16> {
    let map = CharacterMap::new(bytes);
    let codes = |segment| {
        let (first, last) = map.codes(bytes, segment);
        (first..=last).map(move |code| (char::from_u32(code), map.glyph(bytes, segment, code)))
    };
    let all = (0..map.segments).flat_map(codes);
    all.filter_map(|(character, glyph)| Some((character?, glyph)).filter(|_| glyph != 0)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{extra::advance, has_glyph, text_width};

    fn page(text: &str) -> Picture {
        let mut picture = Picture::new((200.0, 100.0), "A page", "");
        let font = Font::bold(12.0);
        picture.elements.push(Element::text((10.0, 20.0), text, font, Anchor::Start, Colour::BLACK));
        picture
    }

    fn find(bytes: &[u8], part: &[u8]) -> Option<usize> {
        bytes.windows(part.len()).position(|window| window == part)
    }

    fn count(bytes: &[u8], part: &str) -> usize {
        bytes.windows(part.len()).filter(|window| *window == part.as_bytes()).count()
    }

    /// Every entry of the table at the end of the file leads to its object.
    #[test]
    fn objects_are_where_the_table_says() {
        let bytes = pdf([page("one"), page("two")], "Two");
        let text = String::from_utf8_lossy(&bytes[bytes.len() - 4000..]).into_owned();
        let start: usize =
            text.split("startxref").nth(1).unwrap().trim().lines().next().unwrap().parse().unwrap();
        let table = String::from_utf8_lossy(&bytes[start..]).into_owned();
        let entries: Vec<&str> = table.lines().skip(2).take_while(|line| line.len() > 16).collect();
        let objects = 3 + 10 + 4;
        assert_eq!(entries.len(), objects + 1);
        for (n, entry) in entries.iter().enumerate().skip(1) {
            let at: usize = entry[..10].parse().unwrap();
            assert!(bytes[at..].starts_with(format!("{n} 0 obj").as_bytes()), "object {n}");
        }
    }

    #[test]
    fn fonts_are_embedded_whole_and_once() {
        let bytes = pdf((0..5).map(|n| page(&n.to_string())), "Five");
        assert_eq!(count(&bytes, "/Type /Page\n"), 5);
        assert_eq!((count(&bytes, "/FontFile2"), count(&bytes, "/Identity-H")), (2, 2));
        for bold in [false, true] {
            let file = FontFile::for_font(Font { size: 1.0, bold });
            assert!(find(&bytes, file.bytes).is_some());
        }
        assert_eq!(count(&bytes, "/ToUnicode"), 2);
    }

    /// The text of a page is its glyphs, and the map has the letter of each; one that the font lacks is a question mark.
    #[test]
    fn text_can_be_read_back() {
        let bytes = pdf([page("S\u{fa}doku 9 \u{6570}")], "Text");
        let file = FontFile::for_font(Font::bold(1.0));
        let glyphs: Vec<u8> =
            "S\u{fa}doku 9 ?".chars().flat_map(|c| file.glyph(c).unwrap().to_be_bytes()).collect();
        let mut expected = Content::new();
        expected.show(Str(&glyphs));
        assert!(find(&bytes, &expected.finish()).is_some());
        for c in ['S', '\u{fa}', '9', '?'] {
            let pair = format!("<{:04X}> <{:04X}>", file.glyph(c).unwrap(), u32::from(c));
            assert!(count(&bytes, &pair) > 0, "{pair}");
        }
    }

    /// The built-in font with another letter in place of its last.
    fn font_with(letter: char) -> ExtraFont {
        let mut bytes = BOLD.to_vec();
        let (map, code) = (CharacterMap::new(&bytes), u16::try_from(u32::from(letter)).unwrap());
        let segment = map.segments - 2;
        let glyph = map.glyph(&bytes, segment, map.codes(&bytes, segment).0);
        let end = map.at + 14 + 2 * segment;
        let [start, delta, offset] = [1, 2, 3].map(|n| end + 2 + 2 * n * map.segments);
        for (at, value) in [(end, code), (start, code), (delta, glyph.wrapping_sub(code)), (offset, 0)] {
            bytes[at..at + 2].copy_from_slice(&value.to_be_bytes());
        }
        ExtraFont::new(bytes).unwrap()
    }

    /// The built-in font serves as the other: it has no more letters, but those that it has are measured and found.
    #[test]
    fn a_font_is_read_and_holds_in_its_scope() {
        let font = ExtraFont::new(BOLD.to_vec()).unwrap();
        let expected = text_width("\u{153}", Font::bold(1.0));
        assert!((ExtraFont::with(Some(&font), || advance('\u{153}').unwrap()) - expected).abs() < 1e-9);
        assert_eq!(advance('a'), None);
        ExtraFont::with(Some(&font), || {
            assert!(advance('a').is_some());
            ExtraFont::with(None, || assert_eq!(advance('a'), None));
            assert!(advance('a').is_some() && !has_glyph('\u{4e00}'));
        });
        assert_eq!(advance('a'), None);
        for wrong in [&b""[..], b"OTTO", &BOLD[..200]] {
            let error = ExtraFont::new(wrong.to_vec()).unwrap_err().to_string();
            assert!(error.ends_with("; give a TrueType or OpenType font"), "{error}");
        }
    }

    /// Letters that the built-in font lacks are of a subset of the other, and the text can be read back.
    #[test]
    fn letters_of_another_font_are_embedded_as_a_subset() {
        let font = font_with('\u{6570}');
        let bytes = ExtraFont::with(Some(&font), || pdf([page("S\u{6570}S \u{6570}"), page("x")], "Text"));
        assert_eq!((count(&bytes, "/FontFile2"), count(&bytes, "/ToUnicode")), (3, 3));
        assert_eq!(count(&bytes, "<0001> <6570>"), 1);
        assert_eq!(count(&bytes, "/X 12 Tf"), 2);
        assert!(find(&bytes, font.bytes()).is_none());
        let without = pdf([page("S\u{6570}S \u{6570}"), page("x")], "Text").len();
        assert!(bytes.len() < without + 10_000, "{} {without}", bytes.len());
        assert_eq!(pdf([page("x")], "Text"), ExtraFont::with(None, || pdf([page("x")], "Text")));
    }

    #[test]
    fn equal_pages_give_equal_bytes_with_any_title() {
        for title in ["Plain", "", "(\\)\n\0", "\u{6570}\u{72ec} \u{1f600} \u{202e}abc"] {
            assert_eq!(pdf([page("x")], title), pdf([page("x")], title));
        }
        let bytes = pdf([], "None");
        assert_eq!(count(&bytes, "/Type /Page\n"), 0);
        assert_eq!(count(&bytes, "CreationDate") + count(&bytes, "/ID"), 0);
    }

    /// Black, white and grey are of one ink; a bleed is outside of the trim box.
    #[test]
    fn grey_is_one_ink_and_pages_have_a_trim_box() {
        let mut picture = page("x");
        let paint = Paint::both(Colour::rgb(0x80_8080), crate::Stroke::new(Colour::rgb(0x00_8000), 1.0));
        picture.elements.push(Element::rect((0.0, 0.0), (9.0, 9.0), paint));
        let (bytes, _) = content(&picture, &mut None);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        assert!(
            text.contains("0.5 g\n") && text.contains("0 0.5 0 RG\n") && !text.contains("rg\n"),
            "{text}"
        );
        let (bytes, _) = content(&picture.clone().in_black(), &mut None);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        assert!(text.contains("0.5 g\n") && text.contains("0 G\n") && !text.contains("RG\n"), "{text}");
        let bytes = pdf([picture.with_bleed(9.0), page("y")], "Bleed");
        assert_eq!(
            (count(&bytes, "/MediaBox [0 0 218 118]"), count(&bytes, "/BleedBox [0 0 218 118]")),
            (1, 1)
        );
        assert_eq!((count(&bytes, "/TrimBox [9 9 209 109]"), count(&bytes, "/TrimBox")), (1, 1));
    }

    /// Exponents that the font lacks are smaller digits above the base line.
    #[test]
    fn exponents_are_raised() {
        let (bytes, _) = content(&page("10\u{2077}"), &mut None);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        assert!(text.contains(&format!("{} Ts", short(12.0 * RAISED.1))), "{text}");
        let width = |text| text_width(text, Font::bold(10.0));
        assert!((width("10\u{2077}") - width("10") - width("7") * RAISED.0).abs() < 1e-9);
    }

    /// A page names each opacity once and returns to full opacity.
    #[test]
    fn opacities_are_settings_of_their_page() {
        let mut picture = page("x");
        let pale = Paint::fill(Colour::BLACK.with_opacity(20));
        picture.elements.insert(0, Element::rect((0.0, 0.0), (9.0, 9.0), pale));
        let bytes = pdf([picture, page("y")], "Pale");
        assert_eq!((count(&bytes, "/A020 gs"), count(&bytes, "/A100 gs")), (1, 1));
        assert_eq!(count(&bytes, "/ca 0.2"), 1);
    }

    /// Characters in one go are where each of them would be by itself.
    #[test]
    fn characters_stand_at_their_places() {
        let mut picture = Picture::new((200.0, 100.0), "A row", "");
        let (font, colour) = (Font::regular(10.0), Colour::BLACK);
        let characters = vec![(20.0, '1'), (40.0, '1'), (100.0, '7')];
        picture.elements.push(Element(ElementKind::Characters { y: 50.0, characters, font, colour }));
        let (bytes, _) = content(&picture, &mut None);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let advance = character_width('1', Font { size: 1.0, ..font });
        // The first character is centred at 20; between the places of two, 20 and 60, one advance is taken off.
        let start = format!("1 0 0 -1 {} 50 Tm", short(20.0 - advance * 5.0));
        assert!(text.contains(&start), "{text}");
        for gap in [2000.0, 6000.0] {
            let adjusted = short((advance * 1000.0 - gap).round());
            assert!(text.contains(&format!("{adjusted} ")), "{adjusted} in {text}");
        }
    }

    /// The widths that are read at compile time are those of the files.
    #[test]
    fn widths_are_those_of_the_glyphs() {
        for font in [Font::regular(1.0), Font::bold(1.0)] {
            let file = FontFile::for_font(font);
            assert!(file.bounds[0] < 0 && file.bounds[3] > 1000 && file.reach[1] < 0);
            let EmbeddedFont { advances, characters, .. } = file.embedded();
            for (character, glyph) in characters {
                let width = text_width(character.encode_utf8(&mut [0; 4]), font) * 1000.0;
                assert!(
                    has_glyph(character) && (width - advances[usize::from(glyph)]).abs() < 1e-9,
                    "{character}"
                );
            }
        }
    }
}
