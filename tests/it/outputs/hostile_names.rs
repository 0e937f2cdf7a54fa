//! Names of files, columns, programs and shards that try to be markup, formulas, shell words or terminal escapes.

use super::{filled, filled_with, output, refusal, succeeds};
use crate::{common::html::assert_well_formed, prelude::*};
use arrow_array::UInt64Array;

/// A name with a formula, HTML, Markdown, control characters and an override of the text's direction.
const HOSTILE: &str = "=1+<img src=x onerror=alert(1)>|![x](http://x)](javascript:alert(1))$(touch touched)`'\"--> \u{1b}[31m\u{9b}2J\u{202e}\r&";

/// Characters that steer a terminal.
fn steers(c: char) -> bool {
    c.is_control() && c != '\n'
        || ('\u{202a}'..='\u{202e}').contains(&c)
        || ('\u{2066}'..='\u{2069}').contains(&c)
}

/// The files of hostile names: a table with hostile columns and values, and a corpus with a hostile manifest.
fn hostile_place() -> (Folder, String) {
    let quoted = format!("\"{}\"", HOSTILE.replace('"', "\"\""));
    let header = format!("puzzle,er,{quoted},level\n");
    let place = filled_with(&header, &format!("{PUZZLE},12,-1,{quoted}\n").repeat(30));
    let times: ArrayRef = Arc::new(UInt64Array::from(vec![500, 600]));
    let puzzles: ArrayRef = Arc::new(StringArray::from(vec![PUZZLE; 2]));
    let (steering, climbing) = (format!("{HOSTILE}_ns"), "../../climb_ns");
    let columns = [("puzzle", puzzles), (&steering, Arc::clone(&times)), (climbing, times)];
    let rows = RecordBatch::try_from_iter(columns).unwrap();
    let mut writer =
        ArrowWriter::try_new(File::create(place.file("times.parquet")).unwrap(), rows.schema(), None)
            .unwrap();
    writer.write(&rows).unwrap();
    writer.close().unwrap();
    let file = format!("{}.csv", HOSTILE.replace('/', ":"));
    fs::rename(place.file("in.csv"), place.file(&file)).unwrap();
    succeeds(&output(&place, &["generate", "--count=20", "--seed=1", "--out=corpus", "--no-timings"]));
    let mut manifest = parsed(&place.text("corpus/manifest.json"));
    manifest["program"] = HOSTILE.into();
    place.write("corpus/manifest.json", manifest.to_string());
    fs::rename(place.file("corpus"), place.file(format!("corpus {}", HOSTILE.replace('/', ":")))).unwrap();
    (place, file)
}

/// Nothing of the names means anything to what reads the report, in any form.
#[test]
fn hostile_names_are_text_in_reports() {
    let (place, file) = hostile_place();
    let corpus = format!("corpus {}", HOSTILE.replace('/', ":"));
    let name = format!("--name={}", HOSTILE.replace(',', ""));
    for args in
        [&[file.as_str(), &corpus][..], &[&corpus, "times.parquet"], &["times.parquet", &corpus, &name]]
    {
        let form = |form| {
            let args = [&["report", "--check=5", "--svg=svg", "--overwrite", "--format", form], args];
            let output = output(&place, &args.concat());
            succeeds(&output);
            assert!(!String::from_utf8(output.stderr).unwrap().contains(steers));
            String::from_utf8(output.stdout).unwrap()
        };
        let page = form("html");
        assert_well_formed(&page);
        // The first line is a comment, which ends where it should.
        let body = page.split_once('\n').unwrap().1;
        assert!(!body.contains("<img") && body.contains("&lt;img src=x") && !page.contains(steers), "{body}");
        let text = form("md");
        // Code in fences is literal.
        let body: String = text.split_once('\n').unwrap().1.split("\n```").step_by(2).collect();
        let body = body.replace("\\]", "");
        assert!(!["<img", "![x]", "](javascript:"].iter().any(|harm| body.contains(harm)), "{body}");
        assert!(!text.contains(steers));
        let first = text.lines().next().unwrap();
        assert!(first.ends_with(" -->") && first.matches("-->").count() == 1, "{first}");
        for table in text.split("\n\n").filter(|block| block.starts_with("| ")) {
            let cells = |line: &str| line.replace("\\\\", "").replace("\\|", "").matches('|').count();
            assert!(table.lines().all(|line| cells(line) == cells(table.lines().next().unwrap())), "{table}");
        }
        let json = form("json");
        assert!(!json.contains(steers), "{json}");
        let json = parsed(&json);
        assert!(json.to_string().contains("onerror"));
        let csv = form("csv");
        assert!(!csv.contains(steers), "{csv}");
        for row in csv::Reader::from_reader(csv.as_bytes()).records() {
            for cell in &row.unwrap() {
                assert!(!cell.starts_with(['=', '+', '-', '@']) || cell.parse::<f64>().is_ok(), "{cell}");
            }
        }
    }
    let charts = names(place.file("svg"));
    assert!(charts.len() > 5, "{charts:?}");
    let is = |chart: &String, ending: &str| {
        std::path::Path::new(chart).extension().is_some_and(|its| its == ending)
    };
    assert!(charts.iter().any(|chart| is(chart, "pdf")));
    for chart in charts.iter().filter(|chart| is(chart, "svg")) {
        let svg = place.text(format!("svg/{chart}"));
        assert!(!svg.contains("<img") && !svg.contains("<style") && !svg.contains(steers), "{chart}");
        assert_well_formed(&svg);
    }
    assert!(!names(place.path()).iter().any(|name| name.contains("climb") || name == "touched"));
}

/// `rate` copies columns as they are to the byte: they are data.
#[test]
fn columns_that_are_copied_stay_as_they_are() {
    let (place, file) = hostile_place();
    let output = output(&place, &["rate", &file]);
    succeeds(&output);
    assert_eq!(column(&output.stdout, "level"), vec![HOSTILE.to_owned(); 30]);
    assert_eq!(column(&output.stdout, HOSTILE), vec!["-1".to_owned(); 30]);
}

/// Every message is one line without a character that steers the terminal.
#[test]
fn hostile_names_are_text_on_the_terminal() {
    let (place, file) = hostile_place();
    let corpus = format!("corpus {}", HOSTILE.replace('/', ":"));
    let line = format!("{}\nerror: not this", HOSTILE.replace('/', ":"));
    place.write("none.csv", format!("\"{}\"\n1\n", HOSTILE.replace('"', "\"\"")));
    place.write("rules.toml", format!("name = {0:?}\n[[{0:?}]]", "\u{1b}[31m"));
    let option = format!("--{HOSTILE}");
    for args in [
        &["report", &line][..],
        &["report", "none.csv"],
        &["report", &file, "--out", &file],
        &["report", &file, "--out", &format!("{}.pdf", HOSTILE.replace('/', ":"))],
        &["report", &corpus, "--name", &format!("{line},b,c")],
        &["rate", &line],
        &["rate", "none.csv"],
        &["rate", &file, "--invalid=stop", "--rulebook", &line],
        &["rate", &file, "--rulebook=rules.toml"],
        &["rate", &file, "--out", &line],
        &["rate", &file, &option],
        &["compare", &line],
        &["compare", "none.csv"],
        &["compare", &file, "--out", &file],
        &["compare", &file, "--checkers", &line],
        &["generate", "--count=1", "--out=c", "--from", &line],
        &["merge", &line, "--out=c"],
        &["solve", &line],
        &["techniques", "--check", &line],
        &["techniques", "--rulebook", &line],
    ] {
        let output = output(&place, args);
        let (code, said) = refusal(&output);
        assert!(code != 0 && !said.contains(steers) && !said.contains("panicked"), "{args:?}: {said}");
        assert!(output.stdout.is_empty());
    }
    // A failed check names the corpus.
    place.write("bad.csv", format!("puzzle,givens\n{PUZZLE},3\n"));
    let output = output(&place, &["report", "bad.csv", "--format=json", "--name", &line.replace(',', "")]);
    let (_, said) = refusal(&output);
    assert!(said.starts_with("check failed: ") && !said.contains(steers), "{said}");
    let levels = "name = \"\\u001B[31m\"\nscale = \"\\u001B/1\"\nconventions = \"hodoku\"\n[[level]]\nname = \"\\u001B[2J\"\n\
         [[rule]]\ntechnique = [\"naked_single\"]\nrating = 1\nlevel = \"\\u001B[2J\"\n";
    place.write("levels.toml", levels);
    for args in [
        &["techniques", "--rulebook=levels.toml"][..],
        &["solve", PUZZLE, "--steps", "--rulebook=levels.toml"],
    ] {
        let output = gridmill().current_dir(place.path()).args(args).output().unwrap();
        succeeds(&output);
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(!text.contains(steers) && text.contains("\\u{1b}"), "{text}");
    }
}

/// A shell that reads the command of the hint gets the words that were given.
#[test]
fn the_hint_to_resume_can_be_pasted() {
    let place = filled();
    place.write("rules.toml", "name = \"m\"\nscale = \"m/1\"\nconventions = \"hodoku\"\n[[rule]]\ntechnique = \"full_house\"\nrating = 1\n");
    let out = "my d; ls '$HOME' \u{1b}[31m\nx";
    let args = [
        "generate",
        "--count=3",
        "--seed=1",
        "--givens=17",
        "--attempts=2",
        "--rulebook=rules.toml",
        "--out",
        out,
    ];
    let output = output(&place, &args);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!said.contains(steers), "{said}");
    let hint = said.lines().find(|line| line.starts_with("gridmill generate ")).expect("a hint");
    let script = format!("gridmill() {{ printf '%s\\0' \"$@\"; }}; {hint}");
    let Ok(shell) = Command::new("bash").args(["-c", &script]).output() else {
        println!("skipped: no bash");
        return;
    };
    let words = String::from_utf8(shell.stdout).unwrap();
    let words: Vec<&str> = words.split_terminator('\0').collect();
    let value = |option: &str| words[words.iter().position(|word| *word == option).unwrap() + 1];
    assert_eq!((value("--out"), value("--rulebook")), (out, format!("{out}/rulebook.toml").as_str()));
    assert_eq!(words.last(), Some(&"--resume"));
}
