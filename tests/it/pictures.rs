//! Pictures of `solve --picture` and `show --picture`.

use crate::prelude::*;

/// A picture a step, in order, each with the title of its technique and the text of the step.
#[test]
fn every_step_has_its_picture() {
    let place = Folder::made();
    let folder = place.named("steps");
    let printed = gridmill().args(["solve", PUZZLE, "--steps", "--picture", &folder]).stdout_text();
    let mut names = names(&folder);
    assert_eq!(names.pop().as_deref(), Some("steps.jsonl"));
    assert_eq!(names.len(), 51);
    assert_eq!((names[0].as_str(), names[50].as_str()), ("puzzle-1-step-01.svg", "puzzle-1-step-51.svg"));
    for name in &names {
        let picture = fs::read_to_string(place.file("steps").join(name)).unwrap();
        let step = picture.split("<desc>").nth(1).unwrap().split("</desc>").next().unwrap();
        assert!(printed.contains(step), "{step}");
        assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
        assert!(!picture.contains("NaN") && !picture.contains("inf\""));
    }
    let lines = json_lines(&place.text("steps/steps.jsonl"));
    let mut board: Vec<char> = PUZZLE.chars().collect();
    for ((number, line), name) in (1..).zip(&lines).zip(&names) {
        assert_eq!((line["file"].as_str(), line["step"].as_u64()), (Some(name.as_str()), Some(number)));
        assert_eq!(line["before"].as_str().unwrap(), board.iter().collect::<String>());
        assert!(printed.contains(line["text"].as_str().unwrap()));
        assert!(line["explanation"].as_str().unwrap().len() > 20);
        for placed in line["placements"].as_array().unwrap() {
            let cell = usize::try_from(placed["cell"].as_u64().unwrap()).unwrap();
            let digit = placed["digit"].to_string();
            assert!(line["candidates"][cell].as_str().unwrap().contains(&digit), "{line}");
            board[cell] = digit.chars().next().unwrap();
        }
    }
    assert!(lines.len() == 51 && !board.contains(&'.'));
    assert_failure(&["solve", PUZZLE, "--steps", "--picture", &folder], "exists; give --overwrite");
    gridmill().args(["solve", PUZZLE, "--steps", "--overwrite", "--picture", &folder]).assert().success();
}

#[test]
fn the_next_step_is_one_file() {
    let place = Folder::made();
    let file = place.named("next.svg");
    gridmill().args(["solve", PUZZLE, "--next", "--picture", &file]).assert().success();
    assert!(fs::read_to_string(&file).unwrap().contains("<title>Naked Single</title>"));
    let other = place.named("more.svg");
    for (args, said) in [
        (&["--steps", "--picture", &other][..], "holds one picture; give a folder"),
        (&["--next", "--picture", &place.named("next.pdf")], "a picture ends in .svg or .png"),
        (&["--next", "--picture", "-"], "a picture ends in .svg or .png"),
        (&["--picture", &file], "--picture goes with --steps or --next"),
    ] {
        assert_failure(&[&["solve", PUZZLE], args].concat(), said);
    }
}

#[test]
fn show_draws_the_puzzle_and_its_path() {
    let place = Folder::made();
    let (file, folder) = (place.named("puzzle.svg"), place.named("all"));
    let show = ["show", "0", "--seed=1"];
    let printed = gridmill().args(show).args(["--picture", &file]).stdout_text();
    let picture = fs::read_to_string(&file).unwrap();
    let givens = picture.split("givens: ").nth(1).unwrap().split('<').next().unwrap();
    assert!(printed.contains(givens) && givens.len() == 81);
    gridmill().args(show).args(["--rulebook=hodoku", "--add=path", "--picture", &folder]).assert().success();
    let names = names(&folder);
    assert!(names.len() > 40 && names.iter().any(|name| name == "solution-0.svg"), "{names:?}");
    assert!(names.iter().filter(|name| name.starts_with("puzzle-0-step-")).count() + 3 == names.len());
    let dark = place.named("dark.svg");
    gridmill().args(show).args(["--picture", &dark, "--style=dark"]).assert().success();
    assert!(fs::read_to_string(&dark).unwrap().contains("#181818") && !picture.contains("#181818"));
    let refused = |more: &[&str]| refusal(&[&show[..], more].concat(), 2);
    insta::assert_snapshot!(refused(&["--style=dark"]), @"error: the following required arguments were not provided: --picture <FILE|DIR>");
    insta::assert_snapshot!(refused(&["--style=width=9", "--picture=a.svg"]), @"error: --style width is for PNG: give --picture FILE.png or a folder");
    insta::assert_snapshot!(refused(&["--style=dark,black", "--picture=a.svg"]), @"error: invalid value 'dark,black' for '--style <LIST>': give dark,width=PIXELS,font=FILE, or some of these");
    insta::assert_snapshot!(refused(&["--style=dark=1", "--picture=a.svg"]), @"error: invalid value 'dark=1' for '--style <LIST>': give dark,width=PIXELS,font=FILE, or some of these");
    insta::assert_snapshot!(refused(&["--style=dark,dark", "--picture=a.svg"]), @"error: invalid value 'dark,dark' for '--style <LIST>': dark is given twice");
    insta::assert_snapshot!(refused(&["--style=width=0", "--picture=a.png"]), @"error: invalid value 'width=0' for '--style <LIST>': width: give a whole number, 1 or more");
    insta::assert_snapshot!(refused(&["--style=font", "--picture=a.png"]), @"error: invalid value 'font' for '--style <LIST>': give dark,width=PIXELS,font=FILE, or some of these");
}
