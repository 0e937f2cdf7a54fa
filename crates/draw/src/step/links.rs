//! Arrows of a step: curves that bend around candidates, digits and each other; and the legend of all marks.

use super::{
    removed_mark,
    scene::{HousePart, Mark, Scene, SceneLink},
    shape_of,
};
use crate::{
    Anchor, Dash, Element, ElementKind, Font, Marks, Paint, Point, Segment, Stroke,
    font::text_width,
    frame::{Frame, centred},
    picture::{BASE, COVER, THREADS, TINTS, ink, mark},
};
use gridmill_board::Cell;
use gridmill_rate::{ChainNode, LinkKind, Wording};
use std::collections::{BTreeMap, BTreeSet};

/// Distance of an arrow from the middle of a candidate.
const GAP: f64 = 8.6;
/// Below this length two candidates are neighbours: an arrow leads around.
const SHORT: f64 = 30.0;
/// The same for candidates side by side.
const NEAR: f64 = 22.0;
/// Size of the head of an arrow between neighbours.
const NEAR_HEAD: f64 = 4.6;
/// Heights of the bend that are tried, as parts of the length.
const BENDS: [f64; 11] = [0.1, -0.1, 0.18, -0.18, 0.0, 0.27, -0.27, 0.38, -0.38, 0.5, -0.5];
/// Points of a curve that are compared with what is in the way.
const SAMPLES: usize = 24;
/// Side of the squares in which curves count as near each other.
const SQUARE: f64 = 5.0;

/// Widths by the number of links.
#[derive(Debug, Clone, Copy)]
pub(super) struct LinkLook {
    pub(super) width: f64,
    head: f64,
}

impl LinkLook {
    pub(super) const fn for_links(count: usize) -> Self {
        match count {
            0..=16 => Self { width: 1.7, head: 6.5 },
            17..=40 => Self { width: 1.2, head: 5.2 },
            _ => Self { width: 0.8, head: 4.0 },
        }
    }

    /// Returns the line of a link.
    pub(super) fn stroke(self, kind: Option<LinkKind>, thread: usize) -> Stroke {
        let colour = THREADS[thread % THREADS.len()];
        match kind {
            Some(LinkKind::Strong) => Stroke::new(colour, self.width),
            Some(LinkKind::Weak) => Stroke::new(colour, self.width * 0.8).with_dash(Dash::Dashed),
            None => Stroke::new(colour, self.width).with_dash(Dash::Dotted),
        }
    }
}

/// A curve from candidate to candidate.
#[derive(Debug, Clone, Copy)]
struct Curve {
    from: Point,
    bend: Point,
    to: Point,
}

impl Curve {
    fn at(&self, t: f64) -> Point {
        let mix = |a: f64, b: f64, c: f64| (1.0 - t) * (1.0 - t) * a + 2.0 * t * (1.0 - t) * b + t * t * c;
        (mix(self.from.0, self.bend.0, self.to.0), mix(self.from.1, self.bend.1, self.to.1))
    }

    fn samples(&self) -> impl Iterator<Item = Point> {
        (0..=SAMPLES).map(|n| self.at(n as f64 / SAMPLES as f64))
    }
}

/// Arrows of all links, and the candidates that they pass.
#[derive(Debug, Default)]
pub(super) struct Arrows {
    pub(super) lines: Vec<Element>,
    pub(super) heads: Vec<Element>,
    /// Middle of the first link of each chain.
    pub(super) starts: Vec<(usize, Point)>,
    pub(super) crossed: BTreeSet<super::scene::Place>,
}

/// Finds the ways of the links of a step.
pub(super) fn arrows(frame: &Frame, marks: &Marks, scene: &Scene) -> Arrows {
    let look = LinkLook::for_links(scene.links.len());
    let mut router = Router { frame, marks, scene, near: BTreeMap::new() };
    let (mut arrows, mut seen) = (Arrows::default(), BTreeSet::new());
    for link in &scene.links {
        let (from, to) = router.ends(link);
        let Some(curve) = router.route(from, to, look.head) else { continue };
        for (x, y) in curve.samples().collect::<Vec<_>>() {
            *router.near.entry(square((x, y))).or_default() += 1;
            arrows.crossed.extend(router.candidate_near((x, y), 7.5));
        }
        let stroke = look.stroke(link.kind, link.thread);
        let segments = vec![Segment::Move(curve.from), Segment::Curve(curve.bend, curve.to)];
        arrows.lines.push(Element(ElementKind::Path { segments, paint: Paint::stroke(stroke) }));
        let size = if distance(from, to) < SHORT { look.head.min(NEAR_HEAD) } else { look.head };
        arrows.heads.push(head(&curve, size, stroke));
        if scene.threads > 1 && seen.insert(link.thread) {
            arrows.starts.push((link.thread, curve.at(0.5)));
        }
    }
    arrows
}

/// Draws the head of an arrow behind the end of its curve.
fn head(curve: &Curve, size: f64, stroke: Stroke) -> Element {
    let (ux, uy) = direction(curve.bend, curve.to);
    let (x, y) = curve.to;
    let (tip, half) = ((x + ux * size, y + uy * size), size * 0.42);
    let segments = vec![
        Segment::Move(rounded(tip)),
        Segment::Line(rounded((x - uy * half, y + ux * half))),
        Segment::Line(rounded((x + uy * half, y - ux * half))),
        Segment::Close,
    ];
    Element(ElementKind::Path { segments, paint: Paint::fill(stroke.colour) })
}

fn direction(from: Point, to: Point) -> Point {
    let length = distance(from, to).max(1e-6);
    ((to.0 - from.0) / length, (to.1 - from.1) / length)
}

/// Returns the distance of two points. A square root, unlike `hypot`, is the same on every machine.
fn distance(from: Point, to: Point) -> f64 {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    (dx * dx + dy * dy).sqrt()
}

fn rounded((x, y): Point) -> Point {
    ((x * 10.0).round() / 10.0, (y * 10.0).round() / 10.0)
}

#[expect(clippy::cast_possible_truncation, reason = "a place in a picture")]
fn square((x, y): Point) -> (i32, i32) {
    ((x / SQUARE).floor() as i32, (y / SQUARE).floor() as i32)
}

struct Router<'a> {
    frame: &'a Frame,
    marks: &'a Marks,
    scene: &'a Scene,
    /// Number of curves in each square.
    near: BTreeMap<(i32, i32), u32>,
}

impl Router<'_> {
    /// Returns the nearest candidates of two nodes.
    fn ends(&self, link: &SceneLink) -> (Point, Point) {
        let places = |node: &ChainNode| -> Vec<Point> {
            node.cells.into_iter().map(|cell| self.frame.candidate(cell, node.digit)).collect()
        };
        let (from, to) = (places(&link.from), places(&link.to));
        let pairs = from.iter().flat_map(|&one| to.iter().map(move |&other| (one, other)));
        let apart = |pair: &(Point, Point)| distance(pair.0, pair.1);
        pairs.min_by(|a, b| apart(a).total_cmp(&apart(b))).unwrap_or_default()
    }

    /// Returns the best of several curves; `None` from a candidate to itself.
    fn route(&self, from: Point, to: Point, head: f64) -> Option<Curve> {
        let length = distance(from, to);
        if length < 1.0 {
            return None;
        }
        let curve = |bend: f64| trimmed(from, to, bend * length, head);
        if length < SHORT {
            let (head, bend) = (head.min(NEAR_HEAD), if length < NEAR { 1.15 } else { 0.75 });
            return [bend, -bend]
                .map(|bend| trimmed(from, to, bend * length, head))
                .into_iter()
                .min_by(|a, b| self.cost(a, from, to).total_cmp(&self.cost(b, from, to)));
        }
        let limit = 60.0 / length;
        let tried = BENDS.into_iter().filter(|bend| bend.abs() <= limit.max(0.1));
        let cost = |bend: f64| self.cost(&curve(bend), from, to) + 3.0 * bend.abs();
        tried.min_by(|&a, &b| cost(a).total_cmp(&cost(b))).map(curve)
    }

    /// Adds up what a curve passes.
    fn cost(&self, curve: &Curve, from: Point, to: Point) -> f64 {
        let passed = |point: Point| {
            let near = f64::from(self.near.get(&square(point)).copied().unwrap_or(0).min(3)) * 0.5;
            let is_end = |end: Point| distance(point, end) < 10.0;
            if is_end(from) || is_end(to) {
                return near;
            }
            near + self.obstacle(point)
        };
        curve.samples().map(passed).sum()
    }

    fn obstacle(&self, point: Point) -> f64 {
        let Some(cell) = self.cell_at(point) else { return 4.0 };
        if self.marks.value(cell).is_some() {
            return if distance(point, self.frame.middle(cell)) < 13.0 { 0.8 } else { 0.0 };
        }
        match self.candidate_near(point, 7.5) {
            Some(place) if self.scene.marked.contains_key(&place) || self.scene.removed.contains(&place) => {
                3.0
            }
            Some(_) => 0.7,
            None => 0.0,
        }
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "within the grid")]
    fn cell_at(&self, (x, y): Point) -> Option<Cell> {
        let (left, top) = self.frame.at;
        let side = self.frame.shape.side();
        let index = |place: f64| Some((place / self.frame.cell) as usize).filter(|_| place >= 0.0);
        let (col, row) = (index(x - left)?, index(y - top)?);
        (col < side && row < side).then(|| self.frame.shape.cell(row, col))
    }

    /// Returns the candidate within a distance of a point.
    fn candidate_near(&self, point: Point, reach: f64) -> Option<super::scene::Place> {
        let cell = self.cell_at(point)?;
        let is_near =
            |&digit: &gridmill_board::Digit| distance(point, self.frame.candidate(cell, digit)) < reach;
        self.marks.candidates(cell).iter().find(is_near).map(|digit| (cell, digit))
    }
}

/// Returns a curve whose ends leave space for marks and for the head of the arrow.
fn trimmed(from: Point, to: Point, height: f64, head: f64) -> Curve {
    let (ux, uy) = direction(from, to);
    let middle = (f64::midpoint(from.0, to.0), f64::midpoint(from.1, to.1));
    // A quadratic curve is half as high as its control point.
    let bend = (middle.0 - uy * 2.0 * height, middle.1 + ux * 2.0 * height);
    let length = distance(from, to);
    let bend = if length < SHORT { (middle.0 - uy * height, middle.1 + ux * height) } else { bend };
    let (out, back) = (direction(from, bend), direction(to, bend));
    let end = GAP + head;
    let start = (from.0 + out.0 * GAP, from.1 + out.1 * GAP);
    let stop = (to.0 + back.0 * end, to.1 + back.1 * end);
    Curve { from: rounded(start), bend: rounded(bend), to: rounded(stop) }
}

const FONT: Font = Font::regular(11.0);
/// Height of a line.
const LINE: f64 = 18.0;
/// Width of a symbol and the space after it.
const SYMBOL: f64 = 26.0;
/// Space between two entries.
const SPACE: f64 = 14.0;

/// Symbol of an entry.
enum Symbol {
    Mark(Mark),
    Removed,
    Placed,
    Order,
    Tint(usize),
    House(HousePart),
    Link(Option<LinkKind>),
    Thread(usize),
}

/// Draws the legend from a corner in lines of a width. Returns its height.
pub(super) fn legend(
    scene: &Scene,
    wording: &Wording,
    (left, top): Point,
    width: f64,
    out: &mut Vec<Element>,
) -> f64 {
    let (mut x, mut y) = (left, top + LINE / 2.0);
    let entries = entries(scene, wording);
    if entries.is_empty() {
        return 0.0;
    }
    for (symbol, words) in entries {
        let whole = SYMBOL + text_width(&words, FONT) + SPACE;
        if x > left && x + whole - SPACE > left + width {
            (x, y) = (left, y + LINE);
        }
        draw(&symbol, (x + 10.0, y), out);
        let at = (x + SYMBOL, centred(y, FONT.size));
        out.push(Element::text(at, words, FONT, Anchor::Start, ink::WORDS));
        x += whole;
    }
    y + LINE / 2.0 + 4.0 - top
}

fn entries(scene: &Scene, wording: &Wording) -> Vec<(Symbol, String)> {
    let words = |name: &str| wording.legend(name);
    let mut entries = Vec::new();
    for (tint, words) in &scene.tint_words {
        entries.push((Symbol::Tint(*tint), words.clone()));
    }
    for &(mark, name) in &scene.mark_words {
        if scene.marked.values().any(|used| *used == mark) {
            entries.push((Symbol::Mark(mark), words(name)));
        }
    }
    if scene.houses.iter().any(|part| part.1 == HousePart::Cover) {
        entries.push((Symbol::House(HousePart::Base), words("base")));
        entries.push((Symbol::House(HousePart::Cover), words("cover")));
    }
    if !scene.removed.is_empty() {
        entries.push((Symbol::Removed, words("removed")));
    }
    if !scene.placed.is_empty() {
        entries.push((Symbol::Placed, words("placed")));
    }
    if scene.is_ordered() {
        entries.push((Symbol::Order, words("order")));
    }
    let kinds =
        [(Some(LinkKind::Strong), "strong_link"), (Some(LinkKind::Weak), "weak_link"), (None, "indirect")];
    for (kind, name) in kinds {
        if scene.links.iter().any(|link| link.kind == kind) {
            entries.push((Symbol::Link(kind), words(name)));
        }
    }
    if scene.threads > 1 && scene.threads <= THREADS.len() {
        entries
            .extend((0..scene.threads).map(|n| (Symbol::Thread(n), format!("{} {}", words("chain"), n + 1))));
    }
    entries
}

fn draw(symbol: &Symbol, (x, y): Point, out: &mut Vec<Element>) {
    let bar = |dy: f64| [(x - 9.0, y + dy), (x + 9.0, y + dy)];
    match *symbol {
        Symbol::Mark(mark) => out.push(shape_of(mark, (x, y), 6.0)),
        Symbol::Removed => {
            out.push(removed_mark((x, y), 6.0));
            out.push(Element::line((x - 5.0, y + 5.0), (x + 5.0, y - 5.0), Stroke::new(mark::RED.1, 1.6)));
        }
        Symbol::Placed => {
            let paint = Paint::fill(mark::GREEN.1);
            out.push(Element(ElementKind::Circle { at: (x, y), radius: 6.0, paint }));
        }
        Symbol::Order => super::badge(1, mark::GREEN.1, (x, y), out),
        Symbol::Tint(tint) => {
            let (fill, line) = TINTS[tint % TINTS.len()];
            let dash = [Dash::Solid, Dash::Dashed, Dash::Dotted][tint % 3];
            let paint = Paint::both(fill, Stroke::new(line, 1.2).with_dash(dash));
            out.push(Element(ElementKind::Rect {
                at: (x - 8.0, y - 6.0),
                size: (16.0, 12.0),
                round: 1.5,
                paint,
            }));
        }
        Symbol::House(part) => {
            let (colour, dash) = match part {
                HousePart::Base => (BASE, Dash::Solid),
                HousePart::Cover => (COVER, Dash::Dashed),
            };
            let paint = Paint::stroke(Stroke::new(colour, 1.8).with_dash(dash));
            out.push(Element(ElementKind::Rect {
                at: (x - 8.0, y - 5.0),
                size: (16.0, 10.0),
                round: 2.0,
                paint,
            }));
        }
        Symbol::Link(kind) => {
            let [from, to] = bar(0.0);
            out.push(Element::line(from, to, LinkLook::for_links(1).stroke(kind, 0)));
        }
        Symbol::Thread(n) => {
            let [from, to] = bar(0.0);
            out.push(Element::line(from, to, Stroke::new(THREADS[n % THREADS.len()], 2.0)));
            super::badge(n + 1, THREADS[n % THREADS.len()], (x, y), out);
        }
    }
}
