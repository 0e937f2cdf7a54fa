//! Pictures of steps: the candidates before a step, and its pattern, result and chain on them.
//!
//! ```text
//! circle, green      pattern, or on            solid arrow    strong link
//! square, blue       fins, or off              dashed arrow   weak link
//! struck, red        removed                   dotted arrow   a pattern or a chain within the chain
//! white on green     placed                    outlines       houses: base solid, cover dashed
//! number, green      order of the candidates of a braid
//! ```

mod links;
mod scene;

use self::{
    links::{arrows, legend},
    scene::{HousePart, Mark, Place, Scene},
};
use crate::{
    Anchor, Colour, Dash, Element, ElementKind, Font, Labels, Marks, Paint, Picture, Point, Segment, Stroke,
    font::{fitting, wrapped},
    frame::{Frame, centred},
    picture::{BASE, BASE_TINT, COVER, THREADS, TINTS, ink, mark},
};
use gridmill_board::{Cell, Digit, DigitSet, House, HouseKind, Shape};
use gridmill_rate::{CellNames, Notation, Step, Wording};

/// Side of a cell with nine candidates.
const CELL: f64 = 58.0;
/// Size of candidates.
const CANDIDATE: f64 = 12.5;
/// Radius of a mark on a candidate.
const MARK: f64 = 7.8;
/// Size of a placed digit.
const VALUE: f64 = 31.0;
/// Lines of the caption at most.
const CAPTION_LINES: usize = 8;
/// Size and line height of the caption.
const CAPTION: (f64, f64) = (12.0, 16.0);

/// Picture of a step on the candidates before it.
#[derive(Debug, Clone)]
pub struct StepPicture<'a> {
    marks: &'a Marks,
    step: &'a Step,
    labels: Labels,
    names: CellNames,
    has_legend: bool,
    wording: Option<&'a Wording>,
}

impl<'a> StepPicture<'a> {
    /// Draws `step` on `marks`, the state before it, with numbers on rows and columns and a legend.
    pub const fn new(marks: &'a Marks, step: &'a Step) -> Self {
        Self {
            marks,
            step,
            labels: Labels::Numbers,
            names: CellNames::RowColumn,
            has_legend: true,
            wording: None,
        }
    }

    /// Sets the names of cells in the explanation, and those of rows and columns at the grid.
    pub const fn with_names(self, names: CellNames) -> Self {
        let labels = match names {
            CellNames::LetterDigit => Labels::Letters,
            _ => Labels::Numbers,
        };
        Self { labels, names, ..self }
    }

    /// Sets what stands at rows and columns.
    pub const fn with_labels(mut self, labels: Labels) -> Self {
        self.labels = labels;
        self
    }

    /// Sets whether the marks are explained below the grid.
    pub(crate) const fn with_legend(mut self, has_legend: bool) -> Self {
        self.has_legend = has_legend;
        self
    }

    /// Explains the step below the grid, in whole sentences of this language and at most eight lines; the legend is in the language, too.
    pub const fn with_explanation(mut self, wording: &'a Wording) -> Self {
        self.wording = Some(wording);
        self
    }

    /// Size of the candidates.
    pub(crate) const CANDIDATE: f64 = CANDIDATE;

    /// Returns width and height of a picture of this shape without a legend, with labels.
    pub(crate) fn size(shape: Shape) -> Point {
        frame(shape, Labels::Numbers).size()
    }

    /// Returns the names of cells.
    fn notation(&self) -> Notation {
        let shape = self.marks.shape();
        // Steps are of grids with a side up to 9.
        Notation::new(if shape.side() > 9 { Shape::STANDARD } else { shape }, self.names)
    }

    /// Draws the picture.
    pub fn draw(&self) -> Picture {
        let shape = self.marks.shape();
        let frame = frame(shape, self.labels);
        let wording = self.wording.unwrap_or_else(|| Wording::english());
        let scene = Scene::new(self.marks, self.step, &frame, wording);
        let notation = self.notation();
        let description = self.step.text(&notation);
        let title = wording.title(self.step.technique);
        let mut picture = Picture::new(frame.size(), title, description);
        Canvas { frame, marks: self.marks, scene: &scene }.draw(self.labels, &mut picture.elements);
        let left = frame.at.0;
        if self.has_legend {
            let width = frame.whole();
            let at = (left, picture.height + 2.0);
            picture.height += legend(&scene, wording, at, width, &mut picture.elements);
        }
        let explained = || self.wording.map(|wording| self.step.explanation(wording, &notation));
        if let Some(caption) = explained() {
            let (font, step) = (Font::regular(CAPTION.0), CAPTION.1);
            let mut lines = wrapped(&caption, font, frame.whole());
            if lines.len() > CAPTION_LINES {
                lines.truncate(CAPTION_LINES);
                let last = lines.last_mut().map(|line| format!("{line} \u{2026}"));
                lines[CAPTION_LINES - 1] = fitting(&last.unwrap_or_default(), font, frame.whole());
            }
            for line in lines {
                let at = (left, picture.height + CAPTION.0);
                picture.elements.push(Element::text(at, line, font, Anchor::Start, ink::WORDS));
                picture.height += step;
            }
            picture.height += 4.0;
        }
        picture
    }
}

/// Returns the grid of a shape, whose cells have place for their candidates.
fn frame(shape: Shape, labels: Labels) -> Frame {
    let cell = (CELL / 3.0 * shape.box_cols().max(shape.box_rows()) as f64).max(CELL * 0.85);
    Frame::new(shape, cell, labels)
}

/// A grid with candidates, and the marks on it.
struct Canvas<'a> {
    frame: Frame,
    marks: &'a Marks,
    scene: &'a Scene,
}

impl Canvas<'_> {
    fn draw(&self, labels: Labels, out: &mut Vec<Element>) {
        let arrows = arrows(&self.frame, self.marks, self.scene);
        self.frame.labels(labels, out);
        self.tints(out);
        self.frame.lines(out);
        self.houses(out);
        self.groups(out);
        out.extend(arrows.lines);
        for &(cell, digit) in arrows.crossed.iter().filter(|place| !self.is_marked(**place)) {
            let paint = Paint::fill(self.ground(cell));
            out.push(Element(ElementKind::Circle {
                at: self.frame.candidate(cell, digit),
                radius: 6.2,
                paint,
            }));
        }
        self.draw_marks(out);
        self.candidates(out);
        out.extend(arrows.heads);
        self.values(out);
        for (thread, at) in arrows.starts {
            badge(thread + 1, THREADS[thread % THREADS.len()], at, out);
        }
        if self.scene.is_ordered() {
            for (n, &(cell, digit)) in (1..).zip(&self.scene.order) {
                let (x, y) = self.frame.candidate(cell, digit);
                badge(n, mark::GREEN.1, (x + MARK, y - MARK), out);
            }
        }
    }

    fn is_marked(&self, place: Place) -> bool {
        self.scene.marked.contains_key(&place) || self.scene.removed.contains(&place)
    }

    /// Returns true if the digit of a placement is drawn over the whole cell.
    fn is_big(&self, cell: Cell) -> bool {
        let is_here = |place: &Place| place.0 == cell;
        self.scene.placed.iter().any(is_here)
            && !self.scene.marked.keys().any(is_here)
            && !self.scene.removed.iter().any(is_here)
    }

    /// Returns the colour behind the candidates of a cell.
    fn ground(&self, cell: Cell) -> Colour {
        let tint = self.scene.tints.get(&cell).and_then(|tints| tints.first());
        let in_base = || {
            let is_base = |part: &(House, HousePart)| part.1 == HousePart::Base;
            let bases = self.scene.houses.iter().filter(|part| is_base(part));
            bases.into_iter().any(|part| self.frame.house(part.0).contains(&cell))
        };
        match tint {
            Some(&tint) => TINTS[tint % TINTS.len()].0,
            None if in_base() => BASE_TINT,
            None => Colour::WHITE,
        }
    }

    fn tints(&self, out: &mut Vec<Element>) {
        let side = (self.frame.cell, self.frame.cell);
        for cell in self.frame.shape.all_cells() {
            let ground = self.ground(cell);
            if ground != Colour::WHITE {
                out.push(Element::rect(self.frame.corner(cell), side, Paint::fill(ground)));
            }
        }
        // Borders distinguish sets without colours.
        if self.scene.tint_words.len() < 2 {
            return;
        }
        for (&cell, tints) in &self.scene.tints {
            for (n, &tint) in tints.iter().enumerate() {
                let (x, y) = self.frame.corner(cell);
                let inset = 2.0 + 2.2 * n as f64;
                let side = self.frame.cell - 2.0 * inset;
                let dash = [Dash::Solid, Dash::Dashed, Dash::Dotted][tint % 3];
                let stroke = Stroke::new(TINTS[tint % TINTS.len()].1, 1.2).with_dash(dash);
                let (at, size) = ((x + inset, y + inset), (side, side));
                out.push(Element(ElementKind::Rect { at, size, round: 2.0, paint: Paint::stroke(stroke) }));
            }
        }
    }

    /// Outlines houses: bases solid, covers dashed and further in.
    fn houses(&self, out: &mut Vec<Element>) {
        for &(house, part) in &self.scene.houses {
            let cells = self.frame.house(house);
            let (Some(&first), Some(&last)) = (cells.first(), cells.last()) else { continue };
            let (colour, dash, inset) = match part {
                HousePart::Base => (BASE, Dash::Solid, 0.0),
                HousePart::Cover => (COVER, Dash::Dashed, 2.6),
            };
            let inset = inset + if house.kind() == HouseKind::Box { 1.6 } else { 0.0 };
            let (left, top) = self.frame.corner(first);
            let (right, bottom) = self.frame.corner(last);
            let size = (right - left + self.frame.cell, bottom - top + self.frame.cell);
            out.push(Element(ElementKind::Rect {
                at: (left + inset, top + inset),
                size: (size.0 - 2.0 * inset, size.1 - 2.0 * inset),
                round: 3.0,
                paint: Paint::stroke(Stroke::new(colour, 2.2).with_dash(dash)),
            }));
        }
    }

    /// Draws broad lines through the candidates of a group.
    fn groups(&self, out: &mut Vec<Element>) {
        for &(cells, digit, role) in &self.scene.groups {
            let (fill, line) = colours(role);
            let points: Vec<Point> = cells.iter().map(|cell| self.frame.candidate(cell, digit)).collect();
            for stroke in [Stroke::new(line, 2.0 * MARK + 5.0), Stroke::new(fill, 2.0 * MARK + 3.0)] {
                out.push(Element::lines(&points, Paint::stroke(stroke)));
            }
        }
    }

    /// Draws the marks below candidates.
    fn draw_marks(&self, out: &mut Vec<Element>) {
        for (&(cell, digit), &role) in &self.scene.marked {
            if !self.is_big(cell) {
                out.push(shape_of(role, self.frame.candidate(cell, digit), MARK));
            }
        }
        for &(cell, digit) in &self.scene.removed {
            if !self.scene.marked.contains_key(&(cell, digit)) {
                out.push(removed_mark(self.frame.candidate(cell, digit), MARK));
            }
        }
        for &(cell, digit) in self.scene.placed.iter().filter(|place| !self.is_big(place.0)) {
            let (at, paint) = (self.frame.candidate(cell, digit), Paint::fill(mark::GREEN.1));
            out.push(Element(ElementKind::Circle { at, radius: MARK + 1.2, paint }));
        }
        for &cell in &self.scene.evidence {
            let (at, radius) = (self.frame.middle(cell), self.frame.cell * 0.4);
            let paint = Paint::both(mark::GREEN.0, Stroke::new(mark::GREEN.1, 1.2));
            out.push(Element(ElementKind::Circle { at, radius, paint }));
        }
    }

    /// Draws candidates, a line of characters for each row of them, and strikes those that are removed.
    fn candidates(&self, out: &mut Vec<Element>) {
        let is_placed = |place: &Place| self.scene.placed.contains(place);
        let plain = |place: &Place| !self.is_marked(*place) && !is_placed(place);
        let marked = |place: &Place| self.is_marked(*place) && !is_placed(place);
        self.candidate_lines(plain, Font::regular(CANDIDATE), ink::CANDIDATE, out);
        self.candidate_lines(marked, Font::bold(CANDIDATE), ink::MARKED, out);
        self.candidate_lines(is_placed, Font::bold(CANDIDATE + 1.0), Colour::WHITE, out);
        for &(cell, digit) in &self.scene.removed {
            let (x, y) = self.frame.candidate(cell, digit);
            let reach = MARK * 0.9;
            let stroke = Stroke::new(mark::RED.1, 1.3);
            out.push(Element::line((x - reach, y + reach), (x + reach, y - reach), stroke));
        }
    }

    fn candidate_lines(
        &self,
        is_shown: impl Fn(&Place) -> bool,
        font: Font,
        colour: Colour,
        out: &mut Vec<Element>,
    ) {
        let shape = self.frame.shape;
        for row in 0..shape.side() {
            for line in 0..shape.box_rows() {
                let digits = (0..shape.box_cols()).map(|n| Digit::from_index(line * shape.box_cols() + n));
                let digits: DigitSet = digits.collect();
                let cells =
                    (0..shape.side()).map(|col| shape.cell(row, col)).filter(|&cell| !self.is_big(cell));
                let all = cells.flat_map(|cell| {
                    (self.marks.candidates(cell) & digits).iter().map(move |digit| (cell, digit))
                });
                let at = |(cell, digit): Place| self.frame.candidate(cell, digit);
                let places: Vec<Place> = all.filter(|place| is_shown(place)).collect();
                let Some(&first) = places.first() else { continue };
                let characters =
                    places.iter().map(|&place| (at(place).0, char::from(place.1.ascii()))).collect();
                out.push(Element(ElementKind::Characters {
                    y: centred(at(first).1, font.size),
                    characters,
                    font,
                    colour,
                }));
            }
        }
    }

    /// Draws placed digits, the new ones green.
    fn values(&self, out: &mut Vec<Element>) {
        let size = VALUE * (self.frame.cell / CELL).min(1.3);
        let (given, entered) = (Font::bold(size), Font::regular(size));
        let cell_of = |cell: Cell| self.marks.cell(cell);
        self.frame.digits(
            |cell| cell_of(cell).value.filter(|_| !cell_of(cell).is_given),
            entered,
            ink::ENTRY,
            out,
        );
        self.frame.digits(
            |cell| cell_of(cell).value.filter(|_| cell_of(cell).is_given),
            given,
            ink::GIVEN,
            out,
        );
        for &(cell, digit) in self.scene.placed.iter().filter(|place| self.is_big(place.0)) {
            let (x, y) = self.frame.middle(cell);
            let paint = Paint::both(Colour::WHITE, Stroke::new(mark::GREEN.1, 2.4));
            out.push(Element(ElementKind::Circle { at: (x, y), radius: self.frame.cell * 0.43, paint }));
            let at = (x, centred(y, size * 1.05));
            out.push(Element::text(
                at,
                digit.to_string(),
                Font::bold(size * 1.05),
                Anchor::Middle,
                mark::GREEN.1,
            ));
        }
    }
}

/// Returns fill and outline of a role.
const fn colours(role: Mark) -> (Colour, Colour) {
    match role {
        Mark::First => mark::GREEN,
        Mark::Second => mark::BLUE,
        Mark::Third => mark::ORANGE,
        Mark::Fourth => mark::PURPLE,
    }
}

/// Draws the mark of a role: circle, square, diamond or triangle.
fn shape_of(role: Mark, (x, y): Point, radius: f64) -> Element {
    let (fill, line) = colours(role);
    let paint = Paint::both(fill, Stroke::new(line, 1.1));
    let polygon = |points: &[Point]| {
        let mut segments: Vec<Segment> =
            points.iter().map(|&(dx, dy)| Segment::Line((x + dx, y + dy))).collect();
        segments[0] = Segment::Move((x + points[0].0, y + points[0].1));
        segments.push(Segment::Close);
        Element(ElementKind::Path { segments, paint })
    };
    match role {
        Mark::First => Element(ElementKind::Circle { at: (x, y), radius, paint }),
        Mark::Second => {
            let half = radius * 0.92;
            Element(ElementKind::Rect {
                at: (x - half, y - half),
                size: (2.0 * half, 2.0 * half),
                round: 1.5,
                paint,
            })
        }
        Mark::Third => {
            let reach = radius * 1.2;
            polygon(&[(0.0, -reach), (reach, 0.0), (0.0, reach), (-reach, 0.0)])
        }
        Mark::Fourth => {
            let reach = radius * 1.15;
            polygon(&[(0.0, -1.05 * reach), (reach, 0.75 * reach), (-reach, 0.75 * reach)])
        }
    }
}

/// Draws the mark of a candidate that is removed, without the line through it.
const fn removed_mark(at: Point, radius: f64) -> Element {
    Element(ElementKind::Circle { at, radius, paint: Paint::fill(mark::RED.0) })
}

/// Draws a number in a circle: that of a chain on its first arrow, or the place of a candidate in their order.
fn badge(number: usize, colour: Colour, (x, y): Point, out: &mut Vec<Element>) {
    let font = Font::bold(8.0);
    out.push(Element(ElementKind::Circle {
        at: (x, y),
        radius: 5.4,
        paint: Paint::both(Colour::WHITE, Stroke::new(colour, 1.0)),
    }));
    let at = (x, centred(y, font.size));
    out.push(Element::text(at, number.to_string(), font, Anchor::Middle, colour));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CellMarks, svg};
    use gridmill_board::{CellSet, Grid, Shape};
    use gridmill_rate::{Candidates, LinkKind, Pencilmarks, Rater, Reason, Rulebook, Technique};

    const PUZZLES: [&str; 3] = [
        "..3..6..9...18.2..89...31.4.14...6.....7.......5.4.3...........64.92...39....4..7",
        "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
        "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    ];

    fn all_points(elements: &[Element], out: &mut Vec<Point>) {
        for element in elements {
            match &element.0 {
                ElementKind::Rect { at, size, .. } => out.extend([*at, (at.0 + size.0, at.1 + size.1)]),
                ElementKind::Circle { at, .. }
                | ElementKind::Text { at, .. }
                | ElementKind::Upright { at, .. } => {
                    out.push(*at);
                }
                ElementKind::Titled { shape, .. } => all_points(std::slice::from_ref(shape), out),
                ElementKind::Path { segments, .. } => {
                    out.extend(segments.iter().filter_map(|segment| match *segment {
                        Segment::Move(at) | Segment::Line(at) | Segment::Curve(_, at) => Some(at),
                        Segment::Close => None,
                    }));
                }
                ElementKind::Characters { y, characters, .. } => {
                    out.extend(characters.iter().map(|(x, _)| (*x, *y)));
                }
                ElementKind::Group { elements, .. } => all_points(elements, out),
            }
        }
    }

    fn strikes(picture: &Picture) -> Vec<Point> {
        let stroke = Stroke::new(mark::RED.1, 1.3);
        let is_strike = |element: &Element| match &element.0 {
            ElementKind::Path { segments, paint } if paint.stroke == Some(stroke) => match segments[..] {
                [Segment::Move(from), Segment::Line(to)] => {
                    Some((f64::midpoint(from.0, to.0), f64::midpoint(from.1, to.1)))
                }
                _ => None,
            },
            _ => None,
        };
        picture.elements.iter().filter_map(is_strike).collect()
    }

    /// Every removed candidate is struck at its place, every placement and link is drawn, and all is within the picture.
    #[test]
    fn steps_are_drawn_whole() {
        let (mut steps, mut linked) = (0, 0);
        for rulebook in [Rulebook::hodoku(), Rulebook::se(), Rulebook::braids()] {
            let mut rater = Rater::new(rulebook);
            for puzzle in PUZZLES {
                let mut marks = Pencilmarks::new(&Grid::parse(Shape::STANDARD, puzzle).unwrap());
                while let Ok(Some(next)) = rater.next_step(&marks) {
                    let step = &next.step;
                    let state = Marks::from(&marks);
                    let picture = StepPicture::new(&state, step).with_legend(false).draw();
                    let frame = Frame::new(Shape::STANDARD, CELL, Labels::Numbers);
                    let mut expected: Vec<Point> =
                        step.eliminations.iter().map(|gone| frame.candidate(gone.cell, gone.digit)).collect();
                    let mut found = strikes(&picture);
                    for points in [&mut expected, &mut found] {
                        points.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
                    }
                    assert_eq!(found.len(), expected.len(), "{step}");
                    for (one, other) in found.iter().zip(&expected) {
                        assert!((one.0 - other.0).hypot(one.1 - other.1) < 0.1, "{step}");
                    }
                    let curves = picture.elements.iter().filter(|element| {
                    matches!(&element.0, ElementKind::Path { segments, .. } if matches!(segments[..], [_, Segment::Curve(..)]))
                });
                    let scene = Scene::new(&state, step, &frame, Wording::english());
                    let distinct = scene
                        .links
                        .iter()
                        .filter(|link| link.from.cells != link.to.cells || link.from.digit != link.to.digit);
                    assert!(curves.count() >= distinct.count().min(1), "{step}");
                    let mut points = Vec::new();
                    all_points(&picture.elements, &mut points);
                    assert!(
                        points.iter().all(|at| (0.0..=picture.width).contains(&at.0)
                            && (0.0..=picture.height).contains(&at.1)),
                        "{step}"
                    );
                    (steps, linked) = (steps + 1, linked + usize::from(!scene.links.is_empty()));
                    marks.apply(step);
                }
            }
        }
        assert!(steps > 150 && linked > 5, "{steps} {linked}");
    }

    /// A naked pair and a single of a 6x6 grid, whose houses are not those of 9x9.
    #[test]
    fn steps_of_small_grids_have_their_houses() {
        let shape: Shape = "2x3".parse().unwrap();
        let digits =
            |values: &[u8]| values.iter().map(|&value| Digit::new(value).unwrap()).collect::<DigitSet>();
        let pair = digits(&[1, 2]);
        let marks = Marks::new(shape, |cell| match cell.index() {
            18 | 19 => CellMarks::empty(pair),
            _ => CellMarks::empty(DigitSet::full(6)),
        });
        let cells: CellSet = [18, 19].map(Cell::new).into_iter().collect();
        let gone = Candidates::from_cells(Digit::new(1).unwrap(), CellSet::only(Cell::new(20)));
        let house = House::new(HouseKind::Box, 2);
        let step = Step::eliminate(Technique::NakedPair, gone, Reason::Subset { house, digits: pair, cells });
        let picture = StepPicture::new(&marks, &step).with_names(CellNames::LetterDigit).draw();
        let frame = Frame::new(shape, CELL, Labels::Letters);
        assert_eq!(
            frame.house(house).iter().map(|cell| cell.index()).collect::<Vec<_>>(),
            [12, 13, 14, 18, 19, 20]
        );
        assert_eq!(strikes(&picture).len(), 1);
        let circles = picture.elements.iter().filter(|element| {
        matches!(&element.0, ElementKind::Circle { paint: Paint { fill: Some(fill), .. }, .. } if *fill == mark::GREEN.0)
    });
        // Four marks and one in the legend.
        assert_eq!(circles.count(), 5);
        let text = svg(&picture);
        assert!(text.contains(">F</text>") && text.contains(">6</text>") && !text.contains(">G</text>"));

        // Legend and caption are in the words that are given.
        let own = Wording::text_of("en").unwrap().to_owned()
            + "legend.pattern: Muster\nlegend.removed: gestrichen\n";
        let wording = Wording::parse(&own).unwrap();
        let picture = StepPicture::new(&marks, &step).with_names(CellNames::Words).with_explanation(&wording);
        let text = svg(&picture.draw());
        for words in ["Muster", "gestrichen", "row 4 column 1", ">1</text>"] {
            assert!(text.contains(words), "{words}");
        }
        assert!(!text.contains(">removed<") && !text.contains(">A</text>"));
    }

    /// Solid, dashed and dotted lines can be distinguished without colours, and the legend names those that occur.
    #[test]
    fn links_differ_by_their_dashes() {
        let look = links::LinkLook::for_links(3);
        let dash = |kind| look.stroke(kind, 0).dash;
        assert_eq!(
            [Some(LinkKind::Strong), Some(LinkKind::Weak), None].map(dash),
            [Dash::Solid, Dash::Dashed, Dash::Dotted]
        );
    }

    /// The candidates of a braid are numbered at their places, unless there is only one; a house that has no place left is outlined.
    #[test]
    fn braids_show_their_order_and_their_end() {
        let mut seen = [0; 2];
        let frame = Frame::new(Shape::STANDARD, CELL, Labels::Numbers);
        let short = "..3.56......18.2..6....71.........9..1.59.3.889.2....5..2.....75...3.....7.....6.";
        for puzzle in PUZZLES.into_iter().chain([short]) {
            let mut marks = Pencilmarks::new(&Grid::parse(Shape::STANDARD, puzzle).unwrap());
            Rater::new(Rulebook::braids()).trace(&mut marks, |marks, step| {
                let Reason::Braid { braid, .. } = &step.reason else { return };
                let state = Marks::from(marks);
                let picture = StepPicture::new(&state, step).with_legend(false).draw();
                let number = |element: &Element| match &element.0 {
                    ElementKind::Text { at, text, font, .. } if *font == Font::bold(8.0) => {
                        Some((text.parse().unwrap(), *at))
                    }
                    _ => None,
                };
                let numbers: Vec<(usize, Point)> = picture.elements.iter().filter_map(number).collect();
                let count = if braid.links.len() > 1 { braid.links.len() } else { 0 };
                assert_eq!(
                    numbers.iter().map(|number| number.0).collect::<Vec<_>>(),
                    (1..=count).collect::<Vec<_>>()
                );
                for ((_, at), link) in numbers.iter().zip(&braid.links) {
                    let (x, y) = frame.candidate(link.candidate.cell, link.candidate.digit);
                    assert!((at.0 - x).abs() < 12.0 && (at.1 - y).abs() < 12.0, "{step}");
                }
                let scene = Scene::new(&state, step, &frame, Wording::english());
                let last = matches!(braid.last, gridmill_rate::trial::Variable::House(..));
                assert_eq!(scene.houses.len(), usize::from(last));
                seen[usize::from(count > 0)] += 1;
            });
        }
        assert!(seen.iter().all(|&count| count > 1), "{seen:?}");
    }
}
