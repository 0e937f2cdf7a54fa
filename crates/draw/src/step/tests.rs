//! Properties of the pictures of real steps.

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
                let scene = Scene::new(&state, step, &frame);
                let distinct = scene
                    .links
                    .iter()
                    .filter(|link| link.from.cells != link.to.cells || link.from.digit != link.to.digit);
                assert!(curves.count() >= distinct.count().min(1), "{step}");
                let mut points = Vec::new();
                all_points(&picture.elements, &mut points);
                assert!(
                    points
                        .iter()
                        .all(|at| (0.0..=picture.width).contains(&at.0)
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
    let digits = |values: &[u8]| {
        values.iter().fold(DigitSet::EMPTY, |mut set, &value| {
            set.insert(Digit::new(value).unwrap());
            set
        })
    };
    let pair = digits(&[1, 2]);
    let marks = Marks::new(shape, |cell| match cell.index() {
        18 | 19 => CellMarks::empty(pair),
        _ => CellMarks::empty(DigitSet::full(6)),
    });
    let cells: CellSet = [18, 19].map(Cell::new).into_iter().collect();
    let gone = Candidates::of(Digit::new(1).unwrap(), CellSet::only(Cell::new(20)));
    let house = House::new(HouseKind::Box, 2);
    let step = Step::eliminate(Technique::NakedPair, gone, Reason::Subset { house, digits: pair, cells });
    let picture = StepPicture::new(&marks, &step).with_labels(Labels::Letters).draw();
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
            let scene = Scene::new(&state, step, &frame);
            let last = matches!(braid.last, gridmill_rate::trial::Variable::House(..));
            assert_eq!(scene.houses.len(), usize::from(last));
            seen[usize::from(count > 0)] += 1;
        });
    }
    assert!(seen.iter().all(|&count| count > 1), "{seen:?}");
}
