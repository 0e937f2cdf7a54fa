//! Pages of small books.

use super::*;
use crate::{ElementKind, Font, svg};
use gridmill_board::Shape;

fn small(count: usize, level: impl Fn(usize) -> Option<&'static str>) -> Vec<BookPuzzle> {
    let shape: Shape = "2x2".parse().unwrap();
    let puzzle = Grid::parse(shape, "1...3.......4..1").unwrap();
    let solution = Grid::parse(shape, "1243342121344312").unwrap();
    let of = |n| {
        let made = BookPuzzle::new(puzzle.clone()).with_solution(solution.clone());
        level(n).map_or(made.clone(), |level| made.with_level(level))
    };
    (0..count).map(of).collect()
}

fn texts(page: &Picture) -> Vec<(String, Font)> {
    page.elements
        .iter()
        .filter_map(|element| match &element.0 {
            ElementKind::Text { text, font, .. } => Some((text.clone(), *font)),
            _ => None,
        })
        .collect()
}

#[test]
fn a_page_looks_like_this() {
    let book = Book::new(small(2, |_| Some("easy")), BookLayout::new(Paper::A5, 2));
    insta::assert_snapshot!(svg(&book.pages().next().unwrap()));
}

/// 7 easy and 3 hard puzzles at 4 a page are 2 + 1 pages; 10 solutions at 12 a page are one.
#[test]
fn levels_begin_new_pages_and_solutions_follow() {
    let level = |n: usize| Some(if n % 3 == 1 { "hard" } else { "easy" });
    let book = Book::new(small(10, level), BookLayout::new(Paper::A5, 4)).with_title("Small");
    let pages: Vec<Picture> = book.pages().collect();
    assert_eq!(pages.len(), book.page_count());
    let headings: Vec<String> =
        pages[1..].iter().map(|page| page.title.split([' ', ':']).next().unwrap().to_owned()).collect();
    assert_eq!(headings, ["Easy", "Easy", "Hard", "Solutions"]);
    let numbers = |page: &Picture| -> Vec<usize> {
        texts(page).iter().filter(|(_, font)| font.bold).filter_map(|(text, _)| text.parse().ok()).collect()
    };
    assert_eq!(numbers(&pages[1]), [1, 2, 3, 4]);
    assert_eq!(numbers(&pages[3]), [8, 9, 10]);
    assert_eq!(numbers(&pages[4]), (1..=10).collect::<Vec<_>>());
    // The contents name the first page of each.
    let front: Vec<String> = texts(&pages[0]).into_iter().map(|(text, _)| text).collect();
    assert!(front.starts_with(
        &["Small", "10 puzzles", "Easy", "2", "Hard", "4", "Solutions", "5"].map(str::to_owned)
    ));
}

/// The spine is on the left of odd pages, where the page number is on the right.
#[test]
fn margins_are_mirrored() {
    let layout = BookLayout::new(Paper::SIX_BY_NINE, 1);
    let (right, left) = (layout.page(1, 400), layout.page(2, 400));
    assert!((right.left - (Paper::SIX_BY_NINE.width() - left.right)).abs() < 1e-9);
    assert!(right.left > left.left + 20.0);
    assert!(layout.page(1, 800).left > right.left && layout.page(1, 10).left < right.left);
}

/// Boxes of every number stay between the margins and apart, on upright and on wide paper.
#[test]
fn boxes_fit() {
    for paper in ["a4", "a5", "letter", "6x9in", "297x210", "100x100", "60x200"] {
        for count in 1..=BookLayout::MAX_PUZZLES {
            let layout = BookLayout::new(paper.parse().unwrap(), count);
            let page = layout.page(1, 10);
            let boxes = BookLayout::boxes(&page, count, 14.0);
            assert_eq!(boxes.len(), count);
            for (n, &((x, y), side)) in boxes.iter().enumerate() {
                let name = format!("{paper} {count} {n}");
                assert!(side > 0.0 || paper == "60x200" || paper == "100x100", "{name}");
                assert!(x >= page.left - 0.1 && x + side <= page.right + 0.1, "{name}");
                assert!(y - 14.0 >= page.top - 0.1 && y + side <= page.bottom + 0.1, "{name}");
                for &((a, b), _) in &boxes[..n] {
                    assert!((a - x).abs() >= side - 0.1 || (b - y).abs() >= side + 13.9, "{name}");
                }
            }
        }
    }
}

#[test]
fn characters_without_a_glyph_are_named() {
    let book = Book::new(small(1, |_| Some("\u{6613}")), BookLayout::new(Paper::A4, 1))
        .with_title("Sudoku \u{6570}\u{72ec}\n\u{1f600} \u{17d}lut\u{fd}");
    assert_eq!(book.title(), Some("Sudoku ?? ? \u{17d}lut\u{fd}"));
    assert_eq!(book.replaced(), ['\u{6613}', '\u{6570}', '\u{72ec}', '\u{1f600}']);
}

#[test]
fn no_puzzles_make_no_pages() {
    assert!(Book::new(Vec::new(), BookLayout::new(Paper::A4, 4)).pages().next().is_none());
}

/// A long title has smaller letters, and no word of it is lost.
#[test]
fn long_titles_are_whole() {
    for title in [
        "Small",
        "Ninety-nine puzzles for long train journeys, rainy afternoons, and evenings without electricity anywhere",
        "Donaudampfschifffahrtselektrizitaetenhauptbetriebswerk",
    ] {
        for paper in [Paper::A4, Paper::A5] {
            let layout = BookLayout::new(paper, 2);
            assert!(layout.fits_title(title), "{title}");
            let front = Book::new(small(1, |_| None), layout).with_title(title).pages().next().unwrap();
            let lines: Vec<String> =
                texts(&front).into_iter().filter(|(_, font)| font.bold).map(|(text, _)| text).collect();
            assert_eq!(lines.join(" "), title);
        }
    }
}
