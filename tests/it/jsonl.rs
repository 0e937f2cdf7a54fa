//! JSON lines as input and as output.

use crate::{common::OTHER as B, prelude::*};

#[test]
fn objects_are_rows() {
    let files = Folder::made();
    let text = format!(
        "{{\"id\": 1, \"quiz\": \"{PUZZLE}\", \"solution\": \"{SOLUTION}\", \"rating\": 7.250, \"tags\": [\"a\", {{\"b\": null}}]}}\n\n\
         {{\"quiz\": \"{B}\", \"note\": \"caf\\u00e9, \\\"x\\\"\", \"id\": 12345678901234567890123, \"rating\": null, \"ok\": true}}\r\n"
    );
    let expected = [
        ("id", ["1", "12345678901234567890123"]),
        ("quiz", [PUZZLE, B]),
        ("rating", ["7.250", ""]),
        ("tags", ["[\"a\", {\"b\": null}]", ""]),
        ("note", ["", "café, \"x\""]),
        ("ok", ["", "true"]),
        ("reason", ["", ""]),
    ];
    for name in ["a.jsonl", "a.NDJSON", "a"] {
        let path = files.write(name, format!("\u{feff}{text}"));
        let rated = run(&["rate", &path, "--no-timings"]);
        assert!(rated.starts_with("id,quiz,solution,rating,tags,note,ok,score,"), "{rated}");
        for (name, values) in expected {
            assert_eq!(column(&rated, name), values);
        }
        assert_eq!(run_with(&["rate", "-", "--no-timings"], &text), rated);
        run(&["compare", &path]);
        let report = run(&["report", &path, "--format=json", "--check=all"]);
        assert_eq!(parsed(&report)["corpora"][0]["rows"], 2);
        let dug = ["generate", "-n2", "--seed=1", "--no-timings", "--progress=never", "--from"];
        let line = files.write("solution.txt", SOLUTION);
        let one = files.write("one.jsonl", text.lines().next().unwrap());
        assert_eq!(run(&[&dug[..], &[&one]].concat()), run(&[&dug[..], &[&line]].concat()));
        // All values come out unchanged.
        let out = files.named("rated.jsonl");
        run(&["rate", &path, "--out", &out, "--overwrite"]);
        let written = fs::read_to_string(&out).unwrap();
        assert!(written.starts_with(&format!("{{\"id\":1,\"quiz\":\"{PUZZLE}\"")), "{written}");
        written.assert_has(&[
            "\"rating\":7.250,\"tags\":[\"a\", {\"b\": null}],\"note\":null,\"ok\":null,",
            "\"id\":12345678901234567890123,",
        ]);
        let rows = json_lines(&written);
        assert_eq!((&rows[1]["note"], &rows[1]["ok"]), (&json!("café, \"x\""), &json!(true)));
        assert!(rows[0]["hardest_score"].is_u64() && rows[0]["score"].is_u64() && rows[0]["solved"] == true);
        assert!(rows[0]["hardest"].is_string() && rows[0]["reason"].is_null());
    }
}

#[test]
fn a_damaged_line_is_one_line_with_its_number() {
    let files = Folder::made();
    let good = format!("{{\"puzzle\": \"{PUZZLE}\", \"n\": 1}}\n");
    let most = "x".repeat(1 << 20);
    let cases = [
        ("{\"puzzle\": 5\n", "line 2: column 12: this is no JSON object: EOF while parsing an object"),
        ("[1]\n", "line 2: column 1: this is no JSON object: invalid type: sequence, expected an object"),
        ("puzzle\n", "line 2: column 1: this is no JSON object: expected value"),
        ("{\"puzzle\": \"\", \"puzzle\": \"\"}\n", "line 2: the key puzzle comes twice"),
        ("{\"puzzle\": \"\\ud800\"}\n", "line 2: the string of puzzle is not Unicode"),
        (&most, "line 2: it has more than 1,048,576 bytes; at most that many are allowed"),
    ];
    for (line, expected) in cases {
        let path = files.write("a.jsonl", format!("{good}{line}"));
        for command in ["rate", "compare", "report"] {
            let said = refusal(&[command, &path], 1);
            assert!(said.ends_with(&format!("a.jsonl: {expected}")), "{command} {said}");
        }
    }
    let keys: String = (0..1100).map(|n| format!("\"k{n}\":0,")).collect();
    let path = files.write("wide.jsonl", format!("{{{keys}\"puzzle\":\"{PUZZLE}\"}}\n"));
    assert!(silent_refusal(&["rate", &path, "--progress=never"], 1).contains("line 1: column"));
    let path = files.write("none.jsonl", "{\"id\": 1, \"text\": \"x\"}\n");
    let line = silent_refusal(&["rate", &path, "--progress=never"], 1);
    assert!(line.ends_with("the columns are: id, text; none of them holds a puzzle"), "{line}");
    // What is no puzzle is a row like any other.
    let rows = format!("{good}{{\"puzzle\": 53}}\n{{\"n\": 2}}\n{{\"puzzle\": \"53\"}}\n");
    let path = files.write("rows.jsonl", rows);
    let rated = run(&["rate", &path]);
    let reasons =
        ["", "the puzzle is no string", "there is no puzzle", "column 3: 2 cells where a 3x3 grid has 81"];
    assert_eq!(column(&rated, "reason"), reasons);
    let line = silent_refusal(&["compare", &path, "--progress=never"], 1);
    assert!(line.ends_with("rows.jsonl: line 2, column 1: the puzzle is no string"), "{line}");
    // A key that comes after the first batch.
    let late = good.repeat(9000) + &good.replace("\"n\"", "\"m\"");
    let path = files.write("late.jsonl", late);
    let out = files.named("out.csv");
    let line = silent_refusal(&["rate", &path, "--out", &out, "--progress=never"], 1);
    assert!(
        line.ends_with("line 9001: the key m is new; those of the first 8,192 objects are: puzzle, n"),
        "{line}"
    );
    assert!(!std::path::Path::new(&out).exists());
}

/// Rows of a corpus are the same in all formats, and so are their hashes.
#[test]
fn a_corpus_of_json_is_that_of_csv() {
    let args = words("-n30 --seed=8 --rulebook=hodoku --add=path --shard-rows=20 --dig=weighted");
    let folders = ["csv", "jsonl"].map(|format| corpus(&[&args[..], &["--format", format]].concat()));
    let hashes = |folder: &Folder| {
        let shards = manifest(folder)["shards"].as_array().unwrap().clone();
        shards.iter().map(|shard| shard["contents_blake3"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(hashes(&folders[0]), hashes(&folders[1]));
    let data = data_bytes(&folders[1]);
    assert_eq!(data.keys().collect::<Vec<_>>(), ["part-00000-of-00002.jsonl", "part-00001-of-00002.jsonl"]);
    let rows: Vec<Value> =
        data.values().flat_map(|bytes| json_lines(std::str::from_utf8(bytes).unwrap())).collect();
    let csv: Vec<u8> = data_bytes(&folders[0]).into_values().next().unwrap();
    for (row, (puzzle, path)) in rows.iter().zip(column(&csv, "puzzle").iter().zip(column(&csv, "path"))) {
        assert_eq!(row["puzzle"], *puzzle);
        assert_eq!(row["path"], parsed(&path));
        assert!(row["weight"].is_f64() && row["minimal"] == true && row["dig_ns"].is_u64());
    }
    assert_eq!(rows.len(), 30);
    let card = folders[1].card();
    assert!(card.contains("path: data/*.jsonl"), "{card}");
    // It is resumed, verified, merged, rated and reported as any other.
    let made = &folders[1].name();
    folders[1].write("data/part-00001-of-00002.jsonl", "{}\n");
    let again = ["generate", "--format=jsonl", "--resume", "--verify", "--out", made];
    run(&[&again, &args[..]].concat());
    assert!(data_bytes(&folders[1]).keys().eq(data.keys()));
    let merged = Folder::new();
    run(&["merge", made, "--out", &merged.name()]);
    assert_eq!(data_bytes(&merged), data_bytes(&folders[1]));
    let report = |folder: &Folder| {
        let json = parsed(&run(&["report", &folder.name(), "--format=json", "--check=all"]));
        (json["corpora"][0]["checks"].clone(), json["corpora"][0]["givens"].clone())
    };
    assert_eq!(report(&folders[0]), report(&folders[1]));
    let rated = run(&["rate", made, "--no-timings"]);
    let scores = rows.iter().map(|row| row["score"].to_string());
    assert_eq!(column(&rated, "score"), scores.collect::<Vec<_>>());
    assert!(!rated.contains("input_"));
    let text = folders[1].text("data/part-00001-of-00002.jsonl");
    let few = ["-n2", "--seed=8", "--format=jsonl", "--no-timings"];
    let streamed = run(&[&["generate"], &few[..]].concat());
    assert_eq!(data_bytes(&corpus(&few)).into_values().next().unwrap(), streamed.into_bytes());
    assert!(text.ends_with("}\n"));
}

/// Columns of all formats have a form in JSON lines: nested ones too.
#[test]
fn ratings_of_any_input_can_be_json() {
    let files = Folder::made();
    let table =
        files.write("a.csv", format!("id,puzzle,level,empty\n007,{PUZZLE},x,\n8,{B},\"a\"\"b\",\n9,bad,,\n"));
    let [parquet, first, second] = ["a.parquet", "first.jsonl", "second.jsonl"].map(|name| files.named(name));
    run(&["rate", &table, "--add=path", "--out", &parquet, "--no-timings"]);
    run(&["rate", &table, "--add=path", "--out", &first, "--no-timings"]);
    run(&["rate", &parquet, "--out", &second, "--no-timings"]);
    let [first, second] = [first, second].map(|path| json_lines(&fs::read_to_string(path).unwrap()));
    let given = [&first[0]["id"], &first[0]["level"], &first[0]["empty"], &first[1]["level"]];
    assert_eq!(given, [&json!("007"), &json!("x"), &json!(""), &json!("a\"b")]);
    assert!(first[2]["hodoku_level"].is_null() && first[2]["reason"].is_string());
    let path = first[0]["hodoku_path"].as_array().unwrap();
    assert!(path[0]["technique"].is_string() && path[0]["placements"][0]["cell"].is_u64(), "{path:?}");
    // The facts of the Parquet file say that these were ratings by the same rulebook: they are replaced.
    assert!(second[0]["hodoku_path"].is_null() && second[0]["level"] == "x");
    assert_eq!(second[0]["hodoku_steps"], first[0]["hodoku_steps"]);
    let out = files.named("rated.json");
    let said = gridmill().args(["rate", &table, "--out", &out, "--progress=never"]).stderr_text(2);
    said.assert_has(&["a file ends in .parquet, .csv, .jsonl, .ndjson, and a folder has no ending"]);
    // --format says it too, for a file without an ending and for standard output.
    let rated = |more: &[&str]| run(&[&["rate", &table, "--no-timings"], more].concat());
    let rows = rated(&["--format=jsonl"]);
    assert_eq!(json_lines(&rows).len(), 3);
    let out = files.named("rated");
    rated(&["--format=jsonl", "--out", &out]);
    assert_eq!(fs::read_to_string(&out).unwrap(), rows);
    let refused = refusal(&["rate", &table, "--format=parquet"], 2);
    assert_eq!(refused, "error: Parquet needs a file: give --out FILE.parquet");
}
