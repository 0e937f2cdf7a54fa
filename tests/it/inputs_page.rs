//! The tables of `docs/INPUTS.md`, made from the formats that are read and the layouts that are written. A test holds them current;
//! `GRIDMILL_BLESS=1 cargo test --test it inputs_page` rewrites them.

use gridmill::{corpus::ExportLayout, tables::read::formats};
use std::{env, fs, path::Path};

const BEGIN: &str = "<!-- Made from the formats. Change these, then run `GRIDMILL_BLESS=1 cargo test --test it inputs_page`. -->\n";
const END: &str = "<!-- End of what is made. -->\n";

fn tables() -> String {
    let mut page = "| format | ending | or begins with |\n|---|---|---|\n".to_owned();
    for format in formats() {
        let endings: Vec<String> = format.endings.iter().map(|ending| format!("`.{ending}`")).collect();
        let endings = if endings.is_empty() { "any other".to_owned() } else { endings.join(", ") };
        page += &format!("| [{}](#{}) | {endings} | {} |\n", format.name, format.section, format.begins);
    }
    page += "\nWhat programs and sites give, and what [`export --to`](TRAINING.md#layouts-of-other-programs) writes for them:\n\n";
    page += "| program | what is read | written |\n|---|---|---|\n";
    let mut programs: Vec<(&str, Vec<&str>, Vec<String>)> = Vec::new();
    let mut of = |program: &'static str, read: Option<&'static str>, written: Option<String>| {
        let place = programs.iter().position(|known| known.0 == program).unwrap_or_else(|| {
            programs.push((program, Vec::new(), Vec::new()));
            programs.len() - 1
        });
        programs[place].1.extend(read);
        programs[place].2.extend(written);
    };
    for format in formats() {
        format.programs.iter().for_each(|&(program, what)| of(program, Some(what), None));
    }
    for layout in ExportLayout::ALL {
        of(layout.program(), None, Some(format!("`{}`", layout.name())));
    }
    for (program, read, written) in programs {
        page += &format!("| {program} | {} | {} |\n", read.join("; "), written.join(", "));
    }
    page
}

#[test]
fn inputs_page_is_current() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/INPUTS.md");
    let page = fs::read_to_string(&file).unwrap();
    let (before, rest) = page.split_once(BEGIN).unwrap();
    let (_, after) = rest.split_once(END).unwrap();
    let made = format!("{before}{BEGIN}\n{}\n{END}{after}", tables());
    if env::var_os("GRIDMILL_BLESS").is_some() {
        fs::write(&file, &made).unwrap();
    }
    let current = fs::read_to_string(&file).unwrap() == made;
    assert!(
        current,
        "docs/INPUTS.md is not current: run `GRIDMILL_BLESS=1 cargo test --test it inputs_page`"
    );
}
