//! A bank of puzzles: classes that are excluded, rows as JSON, and solving paths as short text.

use crate::{classes::images, common::Runs as _, prelude::*};
use gridmill::rate::CompactPath;

const LEVELS: [&str; 6] = [
    "generate",
    "--count=40",
    "--seed=7",
    "--no-timings",
    "--symmetry=rot180",
    "--mix=level=easy:0.5,medium:0.25,hard:0.25",
];

fn class(puzzle: &str) -> String {
    puzzle.parse::<Grid>().unwrap().canonical().unwrap().class_id().to_string()
}

fn classes(csv: &str) -> BTreeSet<String> {
    column(&csv, "puzzle").iter().map(|puzzle| class(puzzle)).collect()
}

/// The preset of newspapers is its mixes: the rows are theirs, each level has its givens, and a single level excludes it.
#[test]
fn newspapers_have_many_givens_where_puzzles_are_easy() {
    let made = ["generate", "--count=12", "--seed=5", "--no-timings", "--symmetry=rot180"];
    let rows = run(&[&made[..], &["--preset=newspaper"]].concat());
    let [levels, givens] = ["level", "givens"].map(|name| column(&rows, name));
    for (place, (level, givens)) in levels.iter().zip(&givens).enumerate() {
        let (name, range) = [("easy", 38..=40), ("medium", 32..=34), ("hard", 26..=30)][place / 4].clone();
        assert!(level == name && range.contains(&givens.parse().unwrap()), "row {place}: {level} {givens}");
    }
    let mixes = [
        "--mix=level=easy:1,medium:1,hard:1",
        "--mix=givens=38..40:1,32..34:1,26..30:1",
        "--mix-order=listed",
    ];
    assert_eq!(run(&[&made[..], &mixes].concat()), rows);
    let refused = gridmill().args(made).args(["--preset=newspaper", "--level=easy"]).stderr_text(2);
    assert!(refused.contains("--mix level=...") && refused.contains("exclude each other"), "{refused}");
}

/// A list of images, a CSV and a folder of last year's puzzles: none is repeated, even up to symmetry, and levels have their shares.
#[test]
fn excluded_puzzles_do_not_come_again() {
    let files = Folder::made();
    let known = run(&LEVELS);
    let puzzles = column(&known, "puzzle");
    let (list, table) = puzzles.split_at(15);
    let list = files.write("last year.txt", images(list, 3).join("\n"));
    let rows = table[..10].iter().map(|puzzle| format!("{puzzle},x\n")).collect::<String>();
    let table_file = files.write("table.csv", format!("quizzes,note\n{rows}"));
    let folder = files.named("folder");
    let part = ["--part=4/4", "--shard-rows=10", "--format=csv", "--progress=never", "--out", &folder];
    run(&[&LEVELS[..], &part].concat());
    assert!(files.text("folder/data/part-00003-of-00004.csv").contains(&puzzles[30]));

    let exclude = ["--exclude", &folder, &list, &table_file];
    let new = run(&[&LEVELS[..], &exclude].concat());
    let excluded: BTreeSet<String> =
        [&puzzles[..25], &puzzles[30..]].concat().iter().map(|puzzle| class(puzzle)).collect();
    assert_eq!(excluded.len(), 35);
    assert!(classes(&new).is_disjoint(&excluded));
    let count = |level: &str| column(&new, "level").iter().filter(|&found| found == level).count();
    assert_eq!(["easy", "medium", "hard"].map(count), [20, 10, 10]);
    // Rows whose puzzles are not excluded are as they were.
    let (old, new_rows): (Vec<&str>, Vec<&str>) = (known.lines().collect(), new.lines().collect());
    for row in 1..=40 {
        assert_eq!(old[row] == new_rows[row], (26..=30).contains(&row), "row {}", row - 1);
    }
    // More digs, counted, and the same rows for any number of threads and order of files.
    let attempts =
        |csv: &str| -> u64 { column(&csv, "attempts").iter().map(|n| n.parse::<u64>().unwrap()).sum() };
    assert!(attempts(&new) >= attempts(&known) + 35);
    let other = ["--threads=3", "--exclude", &table_file, &list, &folder];
    assert_eq!(run(&[&LEVELS[..], &other].concat()), new);
}

/// Parts, resumed runs and merged ones have the same bytes; with other excluded puzzles they are refused. Order and image do not count.
#[test]
fn a_corpus_knows_what_it_excludes() {
    let files = Folder::made();
    let known = column(&run(&["generate", "--count=20", "--seed=1", "--no-timings"]), "puzzle");
    let list = files.write("known.txt", known.join("\n"));
    let turned = files.write("turned.txt", images(&known, 3).join("\n"));
    let fewer = files.write("fewer.txt", known[1..].join("\n"));
    // Parquet has the names of the files in its metadata.
    let line = "generate --count=30 --seed=1 --shard-rows=10 --no-timings --format=csv --out";
    let make = |folder: &Folder, more: &[&str]| {
        run(&[&words(line)[..], &[&folder.name()], more].concat());
    };
    let whole = Folder::new();
    make(&whole, &["--exclude", &list]);
    let plan = manifest(&whole)["job"]["plan"]["exclude"].clone();
    let mut ids: Vec<String> = known.iter().map(|puzzle| class(puzzle) + "\n").collect();
    ids.sort();
    let hash = blake3::hash(ids.concat().as_bytes()).to_string();
    assert_eq!(plan, serde_json::json!({"files": ["known.txt"], "blake3": hash, "classes": 20}));
    let by = &manifest(&whole)["facts"]["population"]["by"];
    assert_eq!(*by, json!(["no class of the excluded files"]));
    let card = whole.card();
    assert!(card.contains(" --out corpus --exclude known.txt\n"), "{card}");
    assert!(card.contains("`gridmill show . N` in this folder makes row N again"), "{card}");

    let resumed = Folder::new();
    make(&resumed, &["--part=2/3", "--exclude", &list]);
    make(&resumed, &["--resume", "--exclude", &list]);
    assert_eq!(everything(&resumed), everything(&whole));
    make(&whole, &["--resume", "--exclude", &turned]);
    for (other, shown) in [(&["--exclude", &fewer][..], "\""), (&[], "null here")] {
        let text = refusal(&[&words(line)[..], &[&whole.name(), "--resume"], other].concat(), 1);
        text.assert_has(&["a different corpus is here: exclude (its classes' BLAKE3) is", shown]);
    }
    let [one, two, out] = [(); 3].map(|()| Folder::new());
    make(&one, &["--part=1/2", "--exclude", &turned]);
    make(&two, &["--part=2/2", "--exclude", &fewer]);
    gridmill().args(["merge", &one.name(), &two.name(), "--out", &out.name()]).stderr_text(1);
    make(&two, &["--overwrite", "--part=2/2", "--exclude", &list]);
    run(&["merge", &one.name(), &two.name(), "--out", &out.name()]);
    assert_eq!(data_bytes(&out), data_bytes(&whole));

    // A row is made again with the same puzzles excluded.
    let corpus = &whole.name();
    let shown = run(&["show", corpus, "3", "--exclude", &turned]);
    let rows = run(&["generate", "--count=30", "--seed=1", "--no-timings", "--exclude", &list]);
    assert!(shown.contains(&column(&rows, "puzzle")[3]), "{shown}");
    let stored = ["show", corpus, "3", "--json"];
    assert_eq!(run(&stored), run(&[&stored[..], &["--exclude", &turned]].concat()));
    assert_eq!(run(&stored), run(&["show", corpus, "3", "--exclude", &list, "--json"]));
    let half = one.name();
    let printed = refusal(&["show", &half, "25"], 1).replace(&half, "CORPUS");
    insta::assert_snapshot!(printed, @"error: CORPUS: its rows were made without the puzzles of other files, and it does not hold row 25: give --exclude turned.txt");
    let said = "other puzzles were excluded from its rows: the BLAKE3 of their classes is ";
    assert_refusal(&["show", corpus, "3", "--exclude", &fewer], 1, said);
    let bare = Folder::new();
    make(&bare, &[]);
    let printed = refusal(&["show", &bare.name(), "3", "--exclude", &list], 1);
    assert!(
        printed.ends_with("its rows were made without excluded puzzles; leave --exclude out"),
        "{printed}"
    );
}

#[test]
fn impossible_exclusions_are_refused_in_one_line() {
    let files = Folder::made();
    let bad = files.write("bad.txt", "1".repeat(81));
    let empty = files.write("empty.txt", "# none\n");
    let refused = |more: &[&str], code| {
        let printed = refusal(&[&["generate", "--count=1", "--seed=1"], more].concat(), code);
        printed.replace(&bad, "FILE")
    };
    insta::assert_snapshot!(refused(&["--exclude", &bad], 1), @"error: FILE: line 1, column 1: digit 1 at r1c2 is already in its row, column or box");
    insta::assert_snapshot!(refused(&["--exclude", &empty], 2), @"error: --exclude: empty.txt holds no puzzle");
    insta::assert_snapshot!(refused(&["--from=-", "--exclude", "-"], 2), @"error: standard input is named twice, and can be read once");
    insta::assert_snapshot!(refused(&["--column=,x", "--exclude", &empty], 2), @"error: --column names a column of a file: give --from FILE");
    let whole = Folder::new();
    let out = &whole.name();
    run(&["generate", "--count=1", "--seed=1", "--out", out]);
    let printed = refused(&["--overwrite", "--out", out, "--exclude", out], 2).replace(out, "OUT");
    assert!(printed.starts_with("error: OUT"), "{printed}");
}

#[test]
fn rows_are_shown_as_json() {
    let rows = run(&["generate", "--count=9", "--seed=4", "--no-timings", "--rulebook=se", "--format=jsonl"]);
    let options = ["show", "6", "--seed=4", "--rulebook=se", "--json"];
    assert_eq!(run(&options), rows.lines().nth(6).unwrap().to_owned() + "\n");
    let shown = run(&[&options[..], &["--columns=puzzle,er"]].concat());
    let row = parsed(&shown);
    assert!(shown.starts_with("{\"puzzle\":\"") && row.as_object().unwrap().len() == 2, "{shown}");
    let corpus = Folder::new();
    let out = &corpus.name();
    run(&["generate", "--count=9", "--seed=4", "--rulebook=se", "--out", out]);
    assert_eq!(run(&["show", out, "6", "--json"]), run(&options));
    assert_eq!(refusal(&["show", out, "6", "--columns=puzzle"], 2), "error: --columns goes with --json");
}

/// The column `compact_path` has technique, placements and eliminations of the column `path`, in some ten bytes a step.
#[test]
fn compact_paths_hold_the_steps() {
    let options =
        ["generate", "--count=50", "--seed=1", "--no-timings", "--format=jsonl", "--symmetry=rot180"];
    let mix = ["--mix=level=easy:1,medium:1,hard:1,unfair:1,extreme:1", "--add=compact_path"];
    let text = run(&[&options[..], &mix, &["--add=path"]].concat());
    let (mut steps, mut bytes) = (0, 0);
    for line in text.lines() {
        let row = parsed(line);
        let compact = row["compact_path"].as_str().unwrap();
        let read: CompactPath = compact.parse().unwrap();
        let path = row["path"].as_array().unwrap();
        assert_eq!((read.to_string().as_str(), read.steps().len()), (compact, path.len()));
        for (step, full) in read.steps().iter().zip(path) {
            let place = |of: &Value| [&of["cell"], &of["digit"]].map(|value| value.as_u64().unwrap());
            let places = |list: &Value| list.as_array().unwrap().iter().map(place).collect::<BTreeSet<_>>();
            let ours = |cell: usize, digit: u8| [cell as u64, u64::from(digit)];
            let placed = step.placements.iter().map(|placed| ours(placed.cell.index(), placed.digit.value()));
            let removed = step.eliminations.iter().map(|gone| ours(gone.cell.index(), gone.digit.value()));
            assert_eq!(placed.collect::<BTreeSet<_>>(), places(&full["placements"]), "{compact}");
            assert_eq!(removed.collect::<BTreeSet<_>>(), places(&full["eliminations"]), "{compact}");
            assert_eq!(step.technique, full["technique"].as_str().unwrap().parse::<Technique>().unwrap());
        }
        (steps, bytes) = (steps + path.len(), bytes + compact.len());
    }
    assert!(bytes < 12 * steps, "{bytes} bytes for {steps} steps");
    // Rows for an app stay below a kilobyte, and other rows have neither column.
    let columns = "--columns=index,puzzle,solution,level,compact_path";
    let rows = run(&[&options[..], &mix, &[columns]].concat());
    assert!(rows.len() < 50 * 1000, "{} bytes", rows.len());
    let first = parsed(rows.lines().next().unwrap());
    assert_eq!(first["compact_path"], parsed(text.lines().next().unwrap())["compact_path"]);
    let csv = run(&["generate", "--count=3", "--seed=1", "--no-timings", "--add=compact_path"]);
    assert!(csv.lines().next().unwrap().ends_with(",compact_path"), "{csv}");
    // Rated afterwards, the text is the same, in Parquet too.
    let files = Folder::made();
    let list = files.write("list.txt", column(&csv, "puzzle").join("\n"));
    let out = files.named("rated.parquet");
    run(&["rate", &list, "--add=compact_path", "--no-timings", "--out", &out]);
    let rated = run(&["export", &out, "--to=jsonl"]);
    let paths: Vec<Value> = rated.lines().map(|line| parsed(line)["compact_path"].clone()).collect();
    assert_eq!(paths, column(&csv, "compact_path"));
}

/// A bank has short keys, nothing empty, and steps by which the puzzle is solved: 2 to 4 KB a row of any level. In a language, steps that are
/// no singles have explanations, and nothing else changes.
#[test]
fn banks_have_short_keys_and_whole_paths() {
    let corpus = Folder::new();
    let mix = "--mix=level=easy:1,medium:1,hard:1,unfair:1,extreme:1";
    run(&["generate", "--count=50", "--seed=3", mix, "--add=path", "--out", &corpus.name()]);
    let bank = run(&["export", &corpus.name(), "--to=bank"]);
    let explained = run(&["export", &corpus.name(), "--to=bank", "--language=de"]);
    let rows = run(&["export", &corpus.name(), "--to=jsonl"]);
    assert_eq!(bank.lines().count(), 50);
    let (mut sizes, mut linked) = (BTreeMap::<String, Vec<usize>>::new(), 0);
    for ((line, explained), full) in bank.lines().zip(explained.lines()).zip(rows.lines()) {
        let (row, mut explained, full) = (parsed(line), parsed(explained), parsed(full));
        for (short, long) in
            [("i", "index"), ("p", "puzzle"), ("s", "solution"), ("l", "level"), ("n", "score")]
        {
            assert_eq!(row[short], full[long], "{long}");
        }
        assert!(![":[]", ":null", ":\"\"", ":{}"].iter().any(|empty| line.contains(empty)), "{line}");
        let mut board = full["puzzle"].as_str().unwrap().as_bytes().to_vec();
        let mut technique = Value::Null;
        for (step, long) in row["h"].as_array().unwrap().iter().zip(full["path"].as_array().unwrap()) {
            assert_ne!(step["t"], technique, "a technique is there once for steps in a row");
            technique = step.get("t").cloned().unwrap_or(technique);
            assert_eq!(technique, long["technique"]);
            for [cell, digit] in pairs(&step["a"]) {
                board[cell] = b'0' + u8::try_from(digit).unwrap();
            }
            assert_eq!(pairs(&step["e"]).len(), long["eliminations"].as_array().unwrap().len());
            let chains = long["chains"].as_array().unwrap();
            assert_eq!(step["n"].as_array().map_or(0, Vec::len), chains.len());
            for (short, long) in step["n"].as_array().into_iter().flatten().zip(chains) {
                let (short, long) = (short.as_array().unwrap(), long.as_array().unwrap());
                assert_eq!(short.len(), long.len());
                for (place, (node, full)) in short.iter().zip(long).enumerate() {
                    assert_eq!((&node[0], &node[1]), (&full["cells"], &full["digit"]));
                    assert_eq!(node[2] == 1, full["on"] == true);
                    let link = full["link"].as_str().map_or("", |link| &link[..1]);
                    let plain = if node[2] == 1 { "s" } else { "w" };
                    assert_eq!(node[3].as_str().unwrap_or(if place == 0 { "" } else { plain }), link);
                    let before: Vec<Value> = place.checked_sub(1).map(Value::from).into_iter().collect();
                    let parents = node[4].as_array().unwrap_or(&before);
                    assert_eq!(Some(parents), full["parents"].as_array());
                    linked += 1;
                }
            }
        }
        assert_eq!(row["h"].as_array().unwrap().len(), full["path"].as_array().unwrap().len());
        assert_eq!(String::from_utf8(board).unwrap(), full["solution"].as_str().unwrap());
        sizes.entry(row["l"].as_str().unwrap().to_owned()).or_default().push(line.len());
        for (step, long) in
            explained["h"].as_array_mut().unwrap().iter_mut().zip(full["path"].as_array().unwrap())
        {
            let technique = long["technique"].as_str().unwrap();
            let is_single = technique.ends_with("single") || technique == "full_house";
            let text = step.as_object_mut().unwrap().remove("x");
            assert_eq!(text.is_none(), is_single, "{technique}");
            assert!(text.is_none_or(|text| !text.to_string().contains("This removes")));
        }
        assert_eq!(explained, row);
    }
    assert!(linked > 100, "{linked}");
    for (level, most) in
        [("easy", 2_000), ("medium", 2_300), ("hard", 2_700), ("unfair", 3_200), ("extreme", 4_500)]
    {
        // Ten rows of each level.
        let mean = sizes[level].iter().sum::<usize>() / 10;
        assert!((most / 2..most).contains(&mean), "{mean} bytes a row, {level}");
    }
    // Steps of other shapes are by another rulebook; those of large grids are none.
    let small =
        run(&["generate", "--box=2x3", "--count=1", "--seed=1", "--columns=index,puzzle", "--format=jsonl"]);
    let files = Folder::made();
    let small = run(&["export", &files.write("small.jsonl", small), "--box=2x3", "--to=bank"]);
    assert!(parsed(&small)["l"].is_string(), "{small}");
    let large = run(&["generate", "--box=4x4", "--count=1", "--seed=1", "--format=csv", "--columns=puzzle"]);
    let large = run(&["export", &files.write("large.csv", large), "--box=4x4", "--to=bank"]);
    assert_eq!(parsed(&large).as_object().unwrap().keys().collect::<Vec<_>>(), ["i", "p", "s"]);
}

/// Pairs of numbers of a list, which may be left out.
fn pairs(list: &Value) -> Vec<[usize; 2]> {
    let number = |value: &Value| usize::try_from(value.as_u64().unwrap()).unwrap();
    let pair = |pair: &Value| [number(&pair[0]), number(&pair[1])];
    list.as_array().into_iter().flatten().map(pair).collect()
}
