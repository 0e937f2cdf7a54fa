//! The frozen benchmarks: their rows, the folders that hold them, and scores of answers.

use crate::prelude::*;

/// Makes the first rows of each stratum.
fn make(rows: u32, options: &[&str]) -> Folder {
    let folder = Folder::new();
    run(&[&["benchmark", &format!("--first={rows}"), "--out", &folder.name()], options].concat());
    folder
}

/// Columns of all strata, in order.
fn rows(folder: &Path, name: &str) -> Vec<(String, String)> {
    let mut all = Vec::new();
    let order: Vec<String> =
        ["er", "guesses"].iter().flat_map(|of| (1..=6).map(move |n| format!("{of}_{n}"))).collect();
    for stratum in order {
        let text = fs::read(folder.join(format!("data/{stratum}-00000-of-00001.csv"))).unwrap();
        all.extend(column(&text, name).into_iter().map(|value| (stratum.clone(), value)));
    }
    all
}

/// The rows are a promise: they change only with another benchmark.
#[test]
fn golden_rows() {
    let folder = make(2, &["--format=csv"]);
    let names = ["puzzle", "se_er", "se_ep", "se_ed", "hodoku_level", "hodoku_score", "guesses", "class_id"];
    let columns = names.map(|name| rows(folder.path(), name));
    let lines = (0..columns[0].len()).map(|row| {
        let cells: Vec<&str> = columns.iter().map(|column| &column[row].1[..]).collect();
        format!("{} {}\n", columns[0][row].0, cells.join(" "))
    });
    insta::assert_snapshot!("golden_benchmark", lines.collect::<String>());
    // The contents are the same in each format, and so is the folder after a run that had nothing to do.
    let before = folder.bytes("manifest.json");
    let out = &folder.name();
    run(&["benchmark", "--first=2", "--format=csv", "--resume", "--out", out]);
    assert_eq!(folder.bytes("manifest.json"), before);
    let other = ["benchmark", "--first=3", "--format=csv", "--resume", "--out", out];
    assert_refusal(&other, 1, "other rows are here");
}

#[test]
fn strata_are_splits_within_their_ranges() {
    let folder = make(1, &["--format=csv", "--license=cc0-1.0"]);
    let path = folder.path().to_str().unwrap();
    let definition = parsed(&run(&["benchmark", "--json"]));
    let values: BTreeMap<&str, Vec<(String, String)>> =
        [("er", rows(folder.path(), "se_er")), ("guesses", rows(folder.path(), "guesses"))].into();
    for (place, stratum) in definition["strata"].as_array().unwrap().iter().enumerate() {
        let measure = if place < 6 { "er" } else { "guesses" };
        let range = stratum[measure].as_str().unwrap();
        let (least, most) = range.split_once("..").unwrap_or((range, range));
        let value: f64 = values[measure][place].1.parse().unwrap();
        assert!((least.parse().unwrap()..=most.parse().unwrap()).contains(&value), "{stratum}: {value}");
    }
    // Other commands read the splits, and each states the population of its stratum.
    run(&["overlap", path, "--fail-on=grid"]);
    assert_eq!(run(&["export", path, "--split=er_6", "--to=text"]).lines().count(), 1);
    assert_eq!(manifest(&folder)["plan"]["classes_in_common"], 0);
    let card = folder.text("README.md");
    assert!(
        card.contains("pretty_name: gridmill-bench-1\n")
            && card.contains("# gridmill-bench-1: 12 Sudoku puzzles")
    );
    assert!(card.contains("  - split: guesses_6\n") && card.contains("--er 9.0..11.9"), "{card}");
}

#[test]
fn answers_are_scored() {
    let folder = make(1, &[]);
    let files = Folder::made();
    let path = folder.path().to_str().unwrap();
    let solutions: Vec<String> = (["er_1", "er_2", "er_6", "guesses_6"])
        .map(|split| {
            let solved = run(&["export", path, "--split", split, "--to=sudoku-extreme"]);
            format!("{split}/0,{}\n", column(&solved, "answer")[0])
        })
        .to_vec();
    let answers = files.write("answers.csv", format!("id,answer\n{}er_3/0,none\n", solutions.concat()));
    let score = ["benchmark", path, "--score", &answers];
    let text = run(&score);
    assert!(text.lines().all(|line| line.len() <= 80), "{text}");
    insta::assert_snapshot!(text);
    // A pipe is read once.
    let objects: String = (solutions.iter().map(|line| line.trim()).chain(["er_3/0,none"]))
        .filter_map(|line| line.split_once(','))
        .map(|(id, answer)| format!("{{\"id\":\"{id}\",\"answer\":\"{answer}\"}}\n"))
        .collect();
    if cfg!(unix) {
        let piped = ["benchmark", path, "--score", "/dev/stdin"];
        assert_eq!(crate::common::run_with(&piped, &objects), text);
    }
    let json = parsed(&run(&[&score[..], &["--json"]].concat()));
    assert_eq!((&json["all"]["exact"]["count"], &json["all"]["missing"]), (&4.into(), &7.into()));
    assert_eq!((&json["measures"]["er"]["invalid"], &json["whole"]), (&1.into(), &false.into()));
}

#[test]
fn what_is_no_benchmark_is_refused() {
    let files = Folder::made();
    let answers = files.write("answers.txt", "1\n");
    let [corpus, plain] = ["corpus", "plain"].map(|name| files.named(name));
    run(&["generate", "-n3", "--seed=1", "--out", &plain]);
    run(&["generate", "-n3", "--seed=1", "--split=a:1", "--out", &corpus]);
    for (args, code, said) in [
        (&[&corpus, "--score", &answers][..], 1, "this is no folder of a benchmark"),
        (&[&plain, "--score", &answers], 1, "this is no folder of a benchmark: it has no splits"),
        (&["none", "--score", &answers], 1, "none"),
        (&["--score", &answers], 2, "<DIR>"),
        (&["--first=0", "--out=x"], 2, "0"),
        (&["--first=1001", "--out=x"], 2, "1001"),
    ] {
        let message = refusal(&[&["benchmark"], args].concat(), code);
        assert!(message.contains(said), "{args:?}: {message}");
    }
}

/// The second benchmark has climbs, sets to train with, and a headline number.
#[test]
#[ignore = "20 s, makes the hardest rows: bash scripts/long_tests.sh"]
fn long_hard_strata_are_scored_with_a_headline() {
    let folder = make(1, &["--name=gridmill-bench-2", "--format=csv"]);
    let path = folder.path().to_str().unwrap();
    let definition = parsed(&run(&["benchmark", "--name=gridmill-bench-2", "--json"]));
    let columns = [("er", "se_er"), ("guesses", "guesses"), ("trial_depth", "trial_depth")];
    let mut answers = "id,model,answer\n".to_owned();
    for stratum in definition["strata"].as_array().unwrap() {
        let name = stratum["stratum"].as_str().unwrap();
        let text = folder.bytes(format!("data/{name}-00000-of-00001.csv"));
        let (measure, values) = columns
            .into_iter()
            .find_map(|(measure, name)| Some((stratum[measure].as_str()?, column(&text, name))))
            .unwrap();
        let (least, most) = measure.split_once("..").unwrap_or((measure, measure));
        let range = least.parse::<f64>().unwrap()..=most.parse().unwrap();
        assert!(values.iter().all(|value| range.contains(&value.parse().unwrap())), "{name}: {values:?}");
        if ["guesses_20", "guesses_50"].contains(&name) {
            answers += &format!("{name}/0,m,The grid: {}\n", column(&text, "solution")[0]);
        }
    }
    let files = Folder::made();
    let answers = files.write("answers.csv", answers);
    let score = ["benchmark", path, "--score", &answers];
    let json = parsed(&run(&[&score[..], &["--json"]].concat()));
    assert!((json["headline"]["share"].as_f64().unwrap() - 2.0 / 3.0).abs() < 1e-12, "{json}");
    // The strata are scored, the sets to train with are not.
    let scored = json["strata"].as_array().unwrap().len();
    assert_eq!((&json["all"]["rows"], &json["all"]["with_text"]), (&scored.into(), &2.into()));
    assert_eq!(scored, definition["strata"].as_array().unwrap().len() - 2);
    let text = run(&score);
    assert!(text.lines().filter(|line| !line.contains(':')).all(|line| line.len() <= 80), "{text}");
    assert!(text.contains("headline: exact 0.667 ("), "{text}");
    let paper = run(&[&score[..], &["--markdown"]].concat());
    assert!(paper.contains("| guesses_50 | 50..99.99 | 1 | 100.0 (20.7 to 100.0) |"), "{paper}");
    assert!(paper.lines().last().unwrap().starts_with("| **headline** |"), "{paper}");
}

/// All rows have the pinned hashes.
#[test]
#[ignore = "an hour in release mode: cargo test --release --test it -- --ignored the_whole_benchmarks"]
fn the_whole_benchmarks_have_their_hashes() {
    for name in ["gridmill-bench-1", "gridmill-bench-2"] {
        let folder = Folder::new();
        gridmill().args(["benchmark", "--name", name, "--out"]).arg(folder.path()).assert().success();
    }
}
