//! The English wording: every technique has its sentences, and they are whole.

use super::{explain::Phrases, *};
use crate::{CellNames, FinderMemory, House, HouseKind, Notation, Reason, Step, Technique, library::Case};
use gridmill_board::{Cell, Digit};

/// The explanations of the example of each technique.
fn explanations() -> Vec<(Technique, String)> {
    let (mut scratch, notation) = (FinderMemory::default(), Notation::default());
    let cases =
        include_str!("../../testdata/steps.txt").lines().filter_map(|line| Case::parse(line).unwrap());
    let mut explained = Vec::new();
    for case in cases {
        let step = case.step(&mut scratch).unwrap();
        let phrases = Phrases { wording: Wording::english(), notation: &notation };
        let (key, slots) = phrases.of(&step);
        let (_, needed) = super::find(key).unwrap();
        let missing: Vec<_> = needed.iter().filter(|slot| !slots.names().contains(slot)).collect();
        assert!(missing.is_empty(), "{key} lacks {missing:?}");
        explained.push((step.technique, step.explanation(Wording::english(), &notation)));
    }
    explained
}

#[test]
fn every_technique_is_explained_in_whole_sentences() {
    let explained = explanations();
    assert_eq!(
        explained.iter().map(|(technique, _)| *technique).collect::<Vec<_>>(),
        Technique::all().collect::<Vec<_>>()
    );
    for (technique, text) in explained {
        assert!(text.ends_with('.'), "{technique}: {text}");
        for wrong in ["  ", " .", " ,", ",,", "..", "{", "}", "()", "and and", " in  ", ". ,"] {
            assert!(!text.contains(wrong), "{technique} has `{wrong}`: {text}");
        }
    }
}

/// Another shape and the style of letters reach every name.
#[test]
fn names_are_those_of_the_notation() {
    let six = Notation::new("2x3".parse().unwrap(), CellNames::LetterDigit);
    let (three, cells) = (Digit::new(3).unwrap(), [20, 22].map(Cell::new).into_iter().collect());
    let house = House::new(HouseKind::Row, 3);
    let reason = Reason::Intersection { house, cover: House::new(HouseKind::Box, 3), digit: three, cells };
    let step = Step::place(Technique::DirectClaiming, Cell::new(9), three, reason);
    assert_eq!(
        step.explanation(Wording::english(), &six),
        "In row D the digit 3 can only go in D3 or D5, and these cells are all in box 4, so 3 cannot stand anywhere else in box 4. That \
         leaves only B4 for it in row B. So B4 is 3."
    );
}

/// A wording with one line changed is refused, and the error says the line and what is allowed there.
#[test]
fn errors_name_the_line_and_what_is_allowed() {
    let replaced =
        |from: &str, to: &str| Wording::parse(&Wording::english_text().replacen(from, to, 1)).unwrap_err();
    let line =
        |text: &str| 1 + Wording::english_text().lines().position(|line| line.starts_with(text)).unwrap();
    let row = line("house.row");
    assert_eq!(
        replaced("house.row: row {number}", "house.row: row {num}").to_string(),
        format!("line {row}: `house.row` has no slot `num`; its slots are number")
    );
    assert_eq!(
        replaced("house.row: row {number}", "house.row: row {number").to_string(),
        format!(
            "line {row}: the braces of `house.row` do not match; a slot is {{name}}, or {{name?one|many}}"
        )
    );
    assert_eq!(
        replaced("house.row:", "house.raw:"),
        WordingProblem::UnknownKey {
            line: row,
            key: "house.raw".to_owned(),
            nearest: vec!["house.row", "houses.row", "house.box"]
        }
        .into()
    );
    assert_eq!(
        replaced("house.row:", "house.box:"),
        WordingProblem::Repeated { line: row + 2, key: "house.box" }.into()
    );
    assert_eq!(
        replaced("house.row: row {number}\n", ""),
        WordingProblem::Missing { keys: vec!["house.row"] }.into()
    );
    assert_eq!(replaced("house.row:", "house.row"), WordingProblem::NoKey { line: row }.into());
    for wrong in ["{cells?one}", "{cells?one|two|three}", "{cells?one|two", "}", "{", "{cells:if}"] {
        assert!(
            Template::parse(wrong, &["cells"]).is_err_and(|error| error == TemplateError::Braces),
            "{wrong}"
        );
    }
}

#[test]
fn choices_follow_the_number_of_items() {
    let template = Template::parse("{n?{n} is|all of {n:or} are} here", &["n"]).unwrap();
    let phrases = Phrases { wording: Wording::english(), notation: &Notation::default() };
    let list = |items: &[&str]| phrases.list(&items.iter().map(|&item| item.to_owned()).collect::<Vec<_>>());
    let filled = |items| template.fill(&Slots::default().with("n", list(items)));
    assert_eq!(filled(&["a"]), "a is here");
    assert_eq!(filled(&["a", "b", "c"]), "all of a, b or c are here");
}
