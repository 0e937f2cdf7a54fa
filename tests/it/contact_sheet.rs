//! `docs/steps/contact-sheet.svg`, a picture of a step of each technique. A test holds it current;
//! `GRIDMILL_BLESS=1 cargo test --test it contact_sheet` rewrites it.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use gridmill::{
    draw::{Marks, StepPicture, contact_sheet, svg},
    rate::{FinderMemory, Technique, Wording, library::Case},
};
use std::{env, fs, path::Path};

/// Bytes that the file may have.
const LARGEST: usize = 1_500_000;

/// Draws the step of each position of the rater's examples.
fn sheet() -> String {
    let mut memory = FinderMemory::default();
    let cases = include_str!("../../crates/rate/testdata/steps.txt").lines();
    let cases: Vec<Case> = cases.filter_map(|line| Case::parse(line).unwrap()).collect();
    assert_eq!(cases.len(), Technique::COUNT);
    let draw = |case: &Case| {
        let step = case.step(&mut memory).unwrap();
        StepPicture::new(&Marks::from(&case.marks), &step).with_explanation(Wording::english()).draw()
    };
    svg(&contact_sheet("A step of each technique", cases.iter().map(draw).collect(), 4, 500.0))
}

#[test]
fn contact_sheet_is_current() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/steps/contact-sheet.svg");
    let sheet = sheet();
    if env::var_os("GRIDMILL_BLESS").is_some() {
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, &sheet).unwrap();
    }
    assert!(sheet.len() < LARGEST, "{} bytes", sheet.len());
    let current = fs::read_to_string(&file).unwrap().replace("\r\n", "\n") == sheet;
    assert!(
        current,
        "docs/steps/contact-sheet.svg is not current: run `GRIDMILL_BLESS=1 cargo test --test it contact_sheet`"
    );
}
