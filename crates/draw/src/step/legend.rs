//! Legend of a step: the marks that are used, with words.

use super::{
    links::LinkLook,
    removed_mark,
    scene::{HousePart, Mark, Scene},
    shape_of,
};
use crate::{
    Anchor, Dash, Element, ElementKind, Font, Paint, Point, Stroke,
    colour::{BASE, COVER, THREADS, TINTS, ink, mark},
    font::text_width,
    frame::centred,
};
use gridmill_rate::LinkKind;

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
pub(super) fn legend(scene: &Scene, (left, top): Point, width: f64, out: &mut Vec<Element>) -> f64 {
    let (mut x, mut y) = (left, top + LINE / 2.0);
    let entries = entries(scene);
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

fn entries(scene: &Scene) -> Vec<(Symbol, String)> {
    let mut entries = Vec::new();
    for (tint, words) in &scene.tint_words {
        entries.push((Symbol::Tint(*tint), words.clone()));
    }
    for &(mark, words) in &scene.mark_words {
        if scene.marked.values().any(|used| *used == mark) {
            entries.push((Symbol::Mark(mark), words.to_owned()));
        }
    }
    if scene.houses.iter().any(|part| part.1 == HousePart::Cover) {
        entries.push((Symbol::House(HousePart::Base), "base".to_owned()));
        entries.push((Symbol::House(HousePart::Cover), "cover".to_owned()));
    }
    if !scene.removed.is_empty() {
        entries.push((Symbol::Removed, "removed".to_owned()));
    }
    if !scene.placed.is_empty() {
        entries.push((Symbol::Placed, "placed".to_owned()));
    }
    if scene.is_ordered() {
        entries.push((Symbol::Order, "order".to_owned()));
    }
    let kinds =
        [(Some(LinkKind::Strong), "strong link"), (Some(LinkKind::Weak), "weak link"), (None, "indirect")];
    for (kind, words) in kinds {
        if scene.links.iter().any(|link| link.kind == kind) {
            entries.push((Symbol::Link(kind), words.to_owned()));
        }
    }
    if scene.threads > 1 && scene.threads <= THREADS.len() {
        entries.extend((0..scene.threads).map(|n| (Symbol::Thread(n), format!("chain {}", n + 1))));
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
