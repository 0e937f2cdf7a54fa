//! `--columns`: the columns that rows are written with; and columns that files of several formats have in common.

use crate::prelude::*;

const MADE: [&str; 6] =
    ["generate", "--count=12", "--seed=5", "--no-timings", "--rulebook=hodoku", "--progress=never"];

#[test]
fn rows_have_the_columns_in_the_order_of_their_names() {
    let all = run(&MADE);
    let some = run(&[&MADE[..], &["--columns=level,puzzle,score"]].concat());
    assert_eq!(some.lines().next(), Some("level,puzzle,score"));
    for name in ["level", "puzzle", "score"] {
        assert_eq!(column(&some, name), column(&all, name));
    }
    let levels = column(&all, "level").join("\n");
    assert_eq!(run(&[&MADE[..], &["--columns=level"]].concat()), format!("level\n{levels}\n"));
    let json = run(&[&MADE[..], &["--columns=level,puzzle", "--format=jsonl"]].concat());
    let puzzles = column(&all, "puzzle");
    assert!(json.starts_with(&format!("{{\"level\":\"{}\",\"puzzle\":", column(&all, "level")[0])));
    assert!(json.lines().zip(&puzzles).all(|(line, puzzle)| line.ends_with(&format!("\"{puzzle}\"}}"))));
}

/// A corpus states its columns: a run that goes on and a merge have the same, in every format, with and without times.
#[test]
fn a_corpus_knows_its_columns() {
    for format in ["csv", "jsonl", "parquet"] {
        let fixed = ["--count=30", "--seed=5", "--shard-rows=10", "--rulebook=se", "--format", format];
        let make =
            |columns: &str, more: &[&str]| corpus(&[&fixed[..], &["--columns", columns], more].concat());
        let whole = make("er,puzzle,rate_ns", &[]);
        assert_eq!(names_in(&manifest(&whole)["columns"]), ["er", "puzzle", "rate_ns"]);
        let out = ["generate", "--resume", "--out", &whole.name()];
        run(&[&out, &fixed[..], &["--columns=er,puzzle,rate_ns", "--verify"]].concat());
        let printed = r#"columns is ["er","puzzle","rate_ns"] there and ["puzzle","er","rate_ns"] here"#;
        assert_refusal(&[&out, &fixed[..], &["--columns=puzzle,er,rate_ns"]].concat(), 1, printed);
        let card = whole.card();
        assert!(card.contains(" --columns er,puzzle,rate_ns ") && !card.contains("| `solution` |"), "{card}");
        // Parts are the whole.
        let parts = ["1/2", "2/2"].map(|part| make("puzzle,level,er", &["--no-timings", "--part", part]));
        let at_once = make("puzzle,level,er", &["--no-timings"]);
        assert_eq!(data_bytes(&merged(&parts)), data_bytes(&at_once));
        let report = run(&["report", &at_once.name(), "--format=json"]);
        assert_eq!(parsed(&report)["corpora"][0]["rows"], 30);
    }
}

#[test]
fn unknown_columns_are_refused_in_one_line() {
    let refused = |columns: &str| refusal(&[&MADE[..], &["--columns", columns]].concat(), 2);
    insta::assert_snapshot!(refused("puzzle,levl"), @"error: --columns levl: there is no such column; the nearest are level; docs/COLUMNS.md lists all");
    insta::assert_snapshot!(refused("puzzle,guesses"), @"error: --columns guesses: the rows of this plan do not have it; give --add guesses");
    insta::assert_snapshot!(refused("puzzle,dig_ns"), @"error: --columns dig_ns: the rows of this plan do not have it; leave --no-timings out");
    insta::assert_snapshot!(refused("puzzle,weight"), @"error: --columns weight: the rows of this plan do not have it; give --dig weighted, controlled-bias or enumerated");
    insta::assert_snapshot!(refused("puzzle,er"), @"error: --columns er: the rows of this plan do not have it; give --rulebook se");
    insta::assert_snapshot!(refused("puzzle,t_nishio_forcing_chains"), @"error: --columns t_nishio_forcing_chains: the rows of this plan do not have it; give --rulebook se");
    insta::assert_snapshot!(refused("puzzle,puzzle"), @"error: --columns puzzle: the column is named twice");
    let files = Folder::made();
    let folder = refusal(&[&MADE[..], &["--columns=level", "--out", &files.named("folder")]].concat(), 2);
    insta::assert_snapshot!(folder, @"error: --columns level: rows need the column puzzle too");
    insta::assert_snapshot!(refused("puzzle,,"), @"error: invalid value 'puzzle,,' for '--columns <NAME,...>': give names of columns between commas, such as puzzle,solution,level");
    let list = files.write("list.txt", PUZZLE);
    let rated = refusal(&["rate", &list, "--columns=puzzle,levels"], 2);
    insta::assert_snapshot!(rated, @"error: --columns levels: there is no such column; the nearest are level; the columns are puzzle, score, level, hardest, hardest_score, steps, solved, stuck_cells, t_full_house, t_hidden_single, t_naked_single, t_pointing, ...");
    let exported = refusal(&["export", &list, "--to=sdm", "--columns=puzzle"], 2);
    insta::assert_snapshot!(exported, @"error: --columns puzzle: the columns of the layout sdm are fixed");
    let deduped = refusal(&["dedup", &list, "--columns=x"], 2);
    let bare = files.write("bare.csv", format!("id,quizzes\n1,{}\n", ".".repeat(81)));
    let bare = refusal(&["dedup", &bare, "--columns=id"], 2);
    insta::assert_snapshot!(bare, @"error: --columns id: rows need the column quizzes too");
    insta::assert_snapshot!(deduped, @"error: --columns x: there is no such column; the columns are puzzle");
}

/// Every command that writes rows writes those columns, those of the input among them.
#[test]
fn commands_on_rows_write_the_named_columns() {
    let files = Folder::made();
    let made = run(&MADE);
    let puzzles = column(&made, "puzzle");
    let rows: String =
        puzzles.iter().enumerate().map(|(n, puzzle)| format!("{n},{puzzle},\"a, {n}\"\n")).collect();
    let table = files.write("mine.csv", format!("id,quizzes,note\n{rows}{}", rows.lines().next().unwrap()));
    let header = |args: &[&str]| {
        let out = run(&[args, &[&table]].concat());
        assert!(out.lines().count() > 11, "{out}");
        out.lines().next().unwrap().to_owned()
    };
    assert_eq!(header(&["rate", "--columns=level,note,quizzes"]), "level,note,quizzes");
    assert_eq!(header(&["canonical", "--columns=class_id,id"]), "class_id,id");
    assert_eq!(header(&["augment", "--times=2", "--columns=source_index,quizzes"]), "source_index,quizzes");
    assert_eq!(header(&["dedup", "--columns=note,quizzes"]), "note,quizzes");
    let json = run(&["export", &table, "--to=jsonl", "--columns=note,id"]);
    assert!(json.starts_with("{\"note\":\"a, 0\",\"id\":\"0\"}\n"), "{json}");
    // JSON keeps what is no string.
    let lines: String = puzzles
        .iter()
        .map(|puzzle| format!("{{\"n\":7.50,\"puzzle\":\"{puzzle}\",\"s\":\"x\"}}\n"))
        .collect();
    let args = ["dedup", "-", "--columns=s,n,puzzle", "--format=jsonl", "--progress=never"];
    assert!(run_with(&args, &lines).starts_with("{\"s\":\"x\",\"n\":7.50,\"puzzle\":"));
    for folder in ["a", "b"] {
        let out = files.named(folder);
        let split = ["split", &table, "--into=one:1", "--columns=quizzes,id", "--out", &out];
        let dedup = ["dedup", &table, "--columns=quizzes,id", "--out", &out];
        let args = if folder == "a" { &split[..] } else { &dedup };
        run(args);
        run(&[args, &["--resume"]].concat());
        let all_columns: Vec<&str> =
            args.iter().copied().filter(|arg| !arg.starts_with("--columns")).chain(["--resume"]).collect();
        assert_refusal(&all_columns, 1, "output_columns");
    }
}

/// Without its column, a weight weighs nothing any more, and the facts say so.
#[test]
fn weights_without_their_column_are_void() {
    let files = Folder::made();
    let make = |name: &str, columns: &str| {
        let options = ["generate", "--count=40", "--seed=3", "--box=2x2", "--dig=weighted", "--no-timings"];
        let out = files.named(name);
        run(&[&options[..], &["--columns", columns, "--out", &out]].concat());
        out
    };
    let facts = |of: &str| parsed(&run(&["report", of, "--format=json"]))["corpora"][0]["facts"].clone();
    let weighted = make("weighted", "puzzle,weight,attempts");
    assert_eq!(facts(&weighted)["weights"]["kind"], "ln");
    assert_eq!(facts(&weighted)["weights"]["attempts"], true);
    assert_eq!(facts(&make("uncounted", "weight,puzzle"))["weights"]["attempts"], false);
    let void = serde_json::json!({"kind": "void", "reason": "the column weight was left out"});
    assert_eq!(facts(&make("bare", "puzzle"))["weights"], void);
    // A command on the rows does the same, and drops scales of which no column is left.
    let rated = files.named("rated.parquet");
    let weighted_9 = files.named("nine");
    run(&["generate", "--count=9", "--seed=3", "--dig=weighted", "--out", &weighted_9]);
    run(&["rate", &weighted_9, "--columns=puzzle,attempts", "--out", &rated]);
    assert_eq!(facts(&rated)["weights"], void);
    assert_eq!(facts(&rated)["scales"], Value::Null);
}

/// A list, a CSV and a Parquet file: the rows have the columns that all have, and the others are named.
#[test]
fn files_of_several_formats_are_deduplicated_together() {
    let files = Folder::made();
    let made = run(&MADE);
    let puzzles = column(&made, "puzzle");
    let list = files.write("list.txt", puzzles[..6].join("\n"));
    let rows: String = puzzles[4..].iter().map(|puzzle| format!("{puzzle},30,note\n")).collect();
    let table = files.write("table.csv", format!("quizzes,givens,note\n{rows}"));
    let parquet = files.named("made.parquet");
    run_with(&["rate", "-", "--no-timings", "--out", &parquet], &puzzles[..8].join("\n"));
    let dedup = |inputs: &[&str], more: &[&str]| {
        let (code, out, printed) = outcome(&[&["dedup"], inputs, more].concat(), "");
        assert_eq!(code, 0, "{printed}");
        (out, printed.lines().find(|line| line.starts_with("left out")).unwrap_or_default().to_owned())
    };
    let (out, printed) = dedup(&[&table, &list], &[]);
    assert_eq!(out, format!("puzzle\n{}\n", [&puzzles[4..], &puzzles[..4]].concat().join("\n")));
    assert_eq!(printed, "left out, because not all files have them: givens, note");
    let (out, printed) = dedup(&[&list, &parquet, &table], &["--format=jsonl"]);
    assert_eq!(out.lines().count(), 12);
    printed.assert_has(&["score, level, ", ", t_*, "]);
    assert!(printed.ends_with("givens, note"), "{printed}");
    // Values of the same column keep their text, whatever their types.
    let numbers =
        files.write("numbers.csv", format!("level,puzzle,score,solved\nmine,{},12,true\n", puzzles[11]));
    let (out, _) = dedup(&[&parquet, &numbers], &[]);
    assert_eq!(out.lines().next(), Some("puzzle,score,level,solved"));
    let rated = run_with(&["rate", "-", "--no-timings"], &puzzles[..8].join("\n"));
    for name in ["score", "level", "solved"] {
        assert_eq!(column(&out, name)[..8], column(&rated, name)[..8]);
    }
    assert!(out.ends_with(&format!("{},12,mine,true\n", puzzles[11])), "{out}");
    let splits = files.named("splits");
    run(&["split", &list, &table, "--into=a:0.5,b:0.5", "--out", &splits, "--format=csv"]);
    let rows = ["a", "b"].map(|name| files.text(format!("splits/data/{name}-00000-of-00001.csv")));
    assert!(rows.iter().all(|rows| rows.starts_with("puzzle\n")));
    assert_eq!(rows.iter().map(|rows| rows.lines().count() - 1).sum::<usize>(), 14);
    let overlap = run(&["overlap", &list, &table, "--json"]);
    assert!(overlap.contains("\"classes\": 2"), "{overlap}");
}
