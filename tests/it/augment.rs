//! `gridmill augment`: images that their transforms make, with the columns that images share.

use crate::prelude::*;
use gridmill::tables::schema::Invariance;
use std::io::{BufRead as _, BufReader};

/// Order of nine lines or digits that changes nothing.
const SAME: &str = "123456789";

fn augment(args: &[&str], input: &str) -> String {
    run_with(&[&["augment"], args].concat(), input)
}

/// Runs the command, which must fail with this exit code and one line.
fn refused(args: &[&str], input: &str, code: i32) -> String {
    let said = gridmill().arg("augment").args(args).write_stdin(input.to_owned()).stderr_text(code);
    let last = said.lines().last().unwrap().to_owned();
    assert!(last.starts_with("error: "), "{said}");
    last
}

/// Header of CSV text.
fn header(text: &str) -> Vec<String> {
    text.lines().next().unwrap().split(',').map(str::to_owned).collect()
}

fn corpus(folder: &Folder, options: &[&str]) -> String {
    let out = folder.path().display().to_string();
    run(&[&["generate", "--seed=5", "--out", &out], options].concat());
    out
}

/// Checks that each row of `text` is what its transform makes of its source; returns the transforms.
fn check_images(
    shape: Shape,
    text: &str,
    puzzles: &[String],
    solutions: Option<&[String]>,
) -> Vec<Transform> {
    let sources: Vec<usize> = column(text, "source_index").iter().map(|text| text.parse().unwrap()).collect();
    let transforms: Vec<Transform> =
        column(text, "transform").iter().map(|text| text.parse().unwrap()).collect();
    let image = |transform: &Transform, text: &str| {
        assert_eq!(transform.target(), shape);
        transform.grid(&Grid::parse(shape, text).unwrap()).to_string()
    };
    for (row, (source, transform)) in sources.iter().zip(&transforms).enumerate() {
        assert_eq!(column(text, "puzzle")[row], image(transform, &puzzles[*source]), "row {row}");
        if let Some(solutions) = solutions {
            assert_eq!(column(text, "solution")[row], image(transform, &solutions[*source]), "row {row}");
        }
    }
    transforms
}

#[test]
fn the_transform_of_a_row_makes_it_of_its_source() {
    let folder = Folder::new();
    let path = corpus(&folder, &["--count=40", "--no-timings"]);
    let plain = run(&["generate", "--seed=5", "--count=40", "--no-timings"]);
    let (puzzles, solutions) = (column(&plain, "puzzle"), column(&plain, "solution"));
    let text = augment(&[&path, "--times=3", "--seed=9"], "");
    let transforms = check_images(Shape::STANDARD, &text, &puzzles, Some(&solutions));
    assert_eq!(transforms.len(), 120);
    let distinct: BTreeSet<String> = column(&text, "transform").into_iter().collect();
    assert_eq!(distinct.len(), 120);
    let expected: Vec<String> = (0..120).map(|row| (row / 3).to_string()).collect();
    assert_eq!(column(&text, "source_index"), expected);

    // The rows are a function of input and seed.
    assert_eq!(augment(&[&path, "--times=3", "--seed=9", "--threads=1"], ""), text);
    assert_ne!(augment(&[&path, "--times=3", "--seed=8"], ""), text);
    let first_two: String = std::iter::once(text.lines().next().unwrap())
        .chain(text.lines().skip(1).enumerate().filter(|(row, _)| row % 3 < 2).map(|(_, line)| line))
        .map(|line| format!("{line}\n"))
        .collect();
    assert_eq!(augment(&[&path, "--times=2", "--seed=9"], ""), first_two);

    // The row itself comes first, and the images stay.
    let with_original = augment(&[&path, "--times=3", "--seed=9", "--keep-original"], "");
    check_images(Shape::STANDARD, &with_original, &puzzles, Some(&solutions));
    let (originals, images): (Vec<_>, Vec<_>) =
        with_original.lines().skip(1).enumerate().partition(|(row, _)| row % 4 == 0);
    assert_eq!(
        images.iter().map(|(_, line)| *line).collect::<Vec<_>>(),
        text.lines().skip(1).collect::<Vec<_>>()
    );
    for (source, (_, line)) in originals.iter().enumerate() {
        assert!(line.starts_with(&format!("{},{},", puzzles[source], solutions[source])), "{line}");
        assert!(line.ends_with(",3x3-d123456789-r123456789-c123456789"), "{line}");
    }
}

#[test]
fn formats_hold_the_same_images() {
    let (folder, place) = (Folder::new(), Folder::made());
    let path = corpus(&folder, &["--count=30", "--no-timings", "--add=canonical"]);
    let text = augment(&[&path, "--times=4", "--seed=2"], "");
    let columns = header(&text).into_iter().map(|name| (column(&text, &name), name));
    let columns: Vec<(Vec<String>, String)> = columns.collect();
    for name in ["out.csv", "out.jsonl", "out.parquet"] {
        let out = place.named(name);
        let json = parsed(&augment(&[&path, "--times=4", "--seed=2", "--json", "--out", &out], ""));
        assert_eq!((&json["rows"], &json["images"], &json["skipped"]), (&30.into(), &120.into(), &0.into()));
        assert_eq!(json["left_out"], serde_json::json!(["index", "attempts", "checks", "nodes"]));
        // `export --to jsonl` reads all three.
        let rows = run(&["export", &out, "--to=jsonl"]);
        for (row, line) in rows.lines().enumerate() {
            let row_as_json = parsed(line);
            for (values, name) in &columns {
                let found = row_as_json[name].to_string();
                assert_eq!(found.trim_matches('"'), values[row], "{out}, {name}");
            }
        }
        let again = refused(&[&path, "--times=4", "--out", &out], "", 2);
        assert!(again.contains("--overwrite"), "{again}");
        augment(&[&path, "--times=1", "--out", &out, "--overwrite"], "");
    }
}

/// All 128 transforms of the cells of 4x4, or 24 of its digits, come equally often: chi-square on 127 and 23 degrees of freedom. 194 and 59
/// are exceeded by one seed in 10,000.
#[test]
fn transforms_are_uniform() {
    let puzzle = "1...3......3..2.";
    for (kinds, size, limit) in [("rows,columns,bands,stacks,transpose", 128, 194.0), ("digits", 24, 59.0)] {
        let times = (200 * size).to_string();
        let text = augment(&["--box=2x2", "--only", kinds, "--seed=3", "--times", &times], puzzle);
        let mut counts: BTreeMap<String, u32> = BTreeMap::new();
        for transform in column(&text, "transform") {
            *counts.entry(transform).or_default() += 1;
        }
        let chi2: f64 = counts.values().map(|&n| (f64::from(n) - 200.0).powi(2) / 200.0).sum();
        assert_eq!(counts.len(), size);
        assert!(chi2 < limit, "{kinds}: chi-square {chi2}");
    }
}

#[test]
fn kinds_limit_the_transforms() {
    let text = |kinds: &str| augment(&["--times=60", "--only", kinds], PUZZLE);
    let transforms = |kinds: &str| column(&text(kinds), "transform");
    for transform in transforms("digits") {
        assert!(transform.ends_with(&format!("-r{SAME}-c{SAME}")), "{transform}");
    }
    let bands: BTreeSet<String> = transforms("bands").into_iter().collect();
    let order = |rows| format!("3x3-d{SAME}-r{rows}-c{SAME}");
    let rows = ["123456789", "123789456", "456123789", "456789123", "789123456", "789456123"];
    assert_eq!(bands, rows.into_iter().map(order).collect());
    let transposed = transforms("Transpose,digits");
    assert!(
        transposed.iter().any(|text| text.ends_with("-t"))
            && !transposed.iter().all(|text| text.ends_with("-t"))
    );
    assert!(transforms("rows,columns,bands,stacks,digits").iter().all(|text| !text.ends_with("-t")));
    // Rows and transposition generate columns.
    assert!(transforms("rows,transpose").iter().any(|text| !text.contains(&format!("-c{SAME}"))));
    let unknown = refused(&["--times=1", "--only=boxes"], PUZZLE, 2);
    assert!(unknown.contains("digits, rows, columns, bands, stacks, transpose"), "{unknown}");
}

#[test]
fn every_shape_keeps_its_shape() {
    for (rows, cols) in (2..=5_u8).flat_map(|rows| (2..=5_u8).map(move |cols| (rows, cols))) {
        let shape = Shape::new(rows, cols).unwrap();
        let puzzle = format!("1.2{}", ".".repeat(shape.cells() - 3));
        let boxes = shape.to_string();
        let text = augment(&["--box", &boxes, "--times=20"], &puzzle);
        let transforms = check_images(shape, &text, &[puzzle], None);
        assert_eq!(transforms.len(), 20);
        let transposed = column(&text, "transform").iter().any(|text| text.ends_with("-t"));
        assert_eq!(transposed, rows == cols, "{shape}");
    }
    let refused = refused(&["--box=2x3", "--times=1", "--only=transpose"], "", 2);
    assert_eq!(refused, "error: transposition takes 2x3 boxes to 3x2; leave transpose out");
}

#[test]
fn columns_go_by_their_invariance() {
    let folder = Folder::new();
    let path = corpus(
        &folder,
        &["--count=20", "--dig=weighted", "--rulebook=se", "--add=path", "--add=guesses", "--add=canonical"],
    );
    let text = augment(&[&path, "--times=2"], "");
    let all = run(&words(
        "generate --seed=5 --count=1 --dig=weighted --rulebook=se --add=path --add=guesses --add=canonical",
    ));
    let expected: Vec<String> = header(&all)
        .into_iter()
        .filter(|name| Column::named(name).unwrap().invariance != Invariance::Differs)
        .chain(Column::of_images().map(|column| column.name().to_owned()))
        .collect();
    assert_eq!(header(&text), expected);
    assert!(["class_id", "weight"].iter().all(|name| expected.contains(&(*name).to_owned())));

    // What is copied is so, and true of the images.
    let forms = run_with(&["canonical"], &text);
    for name in Column::of_forms_with(&[]).map(Column::name) {
        assert_eq!(column(&forms, &format!("input_{name}")), column(&forms, name), "{name}");
    }
    let givens: Vec<String> = column(&text, "puzzle")
        .iter()
        .map(|puzzle| puzzle.bytes().filter(|byte| *byte != b'.').count().to_string())
        .collect();
    assert_eq!(column(&text, "givens"), givens);

    let said = gridmill().args(["augment", &path, "--times=2"]).stderr_text(0);
    let names = "index, attempts, checks, nodes, fill_ns, dig_ns, score, level, er, ep, ed, hardest, steps, solved, stuck_cells, er_at_least, guesses, t_*, path, rate_ns";
    assert!(
        said.starts_with(&format!(
            "left out, because images may have other values: {names}; --rulebook rates the images\n40 rows in "
        )),
        "{said}"
    );

    let foreign = format!(
        "id,quizzes,note,Rating,solutions,my_ns,transform\n7,{PUZZLE},\"a, b\",3,{SOLUTION},1,x\n8,{PUZZLE},,4,,1,y\n"
    );
    let text = augment(&["--times=2"], &foreign);
    assert_eq!(
        header(&text),
        ["id", "quizzes", "note", "solutions", "input_transform", "source_index", "transform"]
    );
    assert_eq!(column(&text, "id"), ["7", "7", "8", "8"]);
    assert_eq!(column(&text, "note"), ["a, b", "a, b", "", ""]);
    assert_eq!(column(&text, "input_transform"), ["x", "x", "y", "y"]);
    let solutions = column(&text, "solutions");
    let transform: Transform = column(&text, "transform")[1].parse().unwrap();
    assert_eq!(solutions[1], transform.grid(&SOLUTION.parse().unwrap()).to_string());
    assert_eq!(solutions[2..], ["", ""]);
    // Empty cells stay as they are written, and JSON stays JSON.
    let zeros = PUZZLE.replace('.', "0");
    let json = format!("{{\"puzzle\":\"{zeros}\",\"n\":4,\"list\":[1,{{}}],\"none\":null,\"text\":\"4\"}}\n");
    let rows = augment(&["--times=2", "--format=jsonl"], &json);
    for line in rows.lines() {
        line.assert_has(&[",\"n\":4,\"list\":[1,{}],\"none\":null,\"text\":\"4\",\"source_index\":0,"]);
        assert_eq!(line[11..92].matches('0').count(), 51, "{line}");
    }
}

#[test]
fn images_are_rated_as_by_rate() {
    let folder = Folder::new();
    let path = corpus(&folder, &["--count=15", "--rulebook=hodoku"]);
    let text = augment(&[&path, "--times=2", "--rulebook=se"], "");
    let images = augment(&[&path, "--times=2"], "");
    assert_eq!(text, run_with(&["rate", "--rulebook=se", "--no-timings"], &images));
    assert_eq!(text, augment(&[&path, "--times=2", "--rulebook=SE", "--threads=1"], ""));
    let refused = refused(&["--box=2x2", "--times=1", "--rulebook=se"], "", 2);
    assert_eq!(
        refused,
        "error: rulebook se is for 9x9 grids, because of x_wing; rulebook basic rates boxes of 2x2"
    );
}

#[test]
fn one_split_at_a_time() {
    let place = Folder::made();
    let rows = format!("puzzle\n{PUZZLE}\n");
    let file = |name: &str| place.write(name, &rows);
    let [train, more, test] =
        ["hub/train-00000-of-00002.csv", "hub/train-00001-of-00002.csv", "hub/test-00000-of-00001.csv"]
            .map(file);
    let folders = [file("split/train/rows.csv"), file("split/test/rows.csv")];
    let refuse = |files: &[&str]| {
        let out = place.named("out.csv");
        let said = refused(&[files, &["--times=1", "--out", &out]].concat(), "", 2);
        assert!(!Path::new(&out).exists());
        said
    };
    let line = "error: the files are of several splits (test, train), which must not mix by accident; --split NAME takes one, --split all takes all of them";
    assert_eq!(refuse(&[&train, &test]), line);
    assert_eq!(refuse(&[&folders[0], &folders[1]]), line);
    assert_eq!(refuse(&[&place.named("hub")]), line);
    assert_eq!(column(&augment(&[&train, &more, "--times=2"], ""), "source_index"), ["0", "0", "1", "1"]);
    assert_eq!(augment(&[&train, &test, "--times=1", "--split=all"], "").lines().count(), 3);
    // The folders of `gridmill split`.
    let puzzles = run(&["generate", "-n60", "--seed=1", "--no-timings"]);
    let divided = place.named("divided");
    run_with(&["split", "--into=train:0.5,holdout:0.5", "--out", &divided], &puzzles);
    let said = refuse(&[&divided]);
    assert!(said.starts_with("error: the files are of several splits (holdout, train), "), "{said}");
    let train = format!("{divided}/data/train-00000-of-00001.parquet");
    assert_eq!(augment(&[&train, "--times=2"], "").lines().count(), 61);
    // Shards of a corpus are no splits.
    let folder = Folder::new();
    let path = corpus(&folder, &["--count=20", "--shard-rows=10"]);
    assert_eq!(augment(&[&path, "--times=1"], "").lines().count(), 21);
}

#[test]
fn rows_that_are_no_puzzle_stop_the_run_or_are_left_out() {
    let place = Folder::made();
    let other = SOLUTION.replacen("53", "35", 1);
    let bad = [
        ("short", SOLUTION, "5 cells where a 3x3 grid has 81"),
        (PUZZLE, "12", "the solution is none: 2 cells where a 3x3 grid has 81"),
        (PUZZLE, PUZZLE, "the solution is none: r1c3 is empty"),
        (PUZZLE, &other, "the solution is none: digit"),
        (&PUZZLE.replacen('.', "1", 1), SOLUTION, "the solution has other digits than the givens"),
    ];
    for (puzzle, solution, problem) in bad {
        let rows = format!("puzzle,solution\n{PUZZLE},{SOLUTION}\n{puzzle},{solution}\n{PUZZLE},\n");
        let out = place.named("out.parquet");
        let said = refused(&["--times=2", "--out", &out], &rows, 1);
        assert!(said.starts_with("error: -: line 3, column ") && said.contains(problem), "{said}");
        assert!(!Path::new(&out).exists() && fs::read_dir(place.path()).unwrap().count() == 0);
        let kept = augment(&["--times=2", "--invalid=skip"], &rows);
        assert_eq!(column(&kept, "source_index"), ["0", "0", "2", "2"]);
        // The images of other rows do not depend on what is left out.
        let sound = format!("puzzle,solution\n{PUZZLE},{SOLUTION}\n{PUZZLE},{SOLUTION}\n{PUZZLE},\n");
        let all = augment(&["--times=2"], &sound);
        assert_eq!(column(&kept, "transform")[2..], column(&all, "transform")[4..]);
    }
    let (code, _, said) = outcome(&["augment", "--times=2", "--invalid=skip"], &format!("{PUZZLE}\nx\n"));
    assert!(code == 0 && said.contains(": 2 images for each of 1 row; 1 row left out"), "{said}");
}

#[test]
fn options_that_cannot_be_met_are_refused_in_one_line() {
    for (args, printed) in [
        (&["--times=0"][..], "1 or more"),
        (&["--times=1000001"], "at most 1,000,000"),
        (&["--times=1", "--json"], "--json takes standard output"),
        (&["--times=1", "--format=parquet"], "Parquet needs a file"),
        (&["--times=1", "--out=x.txt"], "a file ends in .parquet, .csv"),
        (&["--times=1", "--rulebook=no-such-book"], "no-such-book"),
    ] {
        let said = refused(args, PUZZLE, 2);
        assert!(said.contains(printed), "{args:?}: {said}");
    }
    let said = refused(&["--times=1", "--column=absent"], &format!("puzzle\n{PUZZLE}\n"), 1);
    assert!(said.contains("absent"), "{said}");
    let place = Folder::made();
    let damaged = place.write("x.parquet", "PAR1 no such file PAR1");
    refused(&[&damaged, "--times=1"], "", 1);
}

/// Rows come while images are made: a reader that has enough ends the run.
#[test]
fn images_stream() {
    let place = Folder::made();
    let path = place.write("puzzles.txt", format!("{PUZZLE}\n").repeat(1000));
    let mut child = Command::new(PATH)
        .args(["augment", &path, "--times=1000000", "--progress=never"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let rows = BufReader::new(child.stdout.take().unwrap()).lines().take(20_000).map(Result::unwrap);
    assert!(rows.skip(1).all(|row| row.contains(",0,3x3-d")));
    let ended = child.wait_with_output().unwrap();
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
}

#[test]
fn values_of_the_board_are_transformed_or_refused() {
    let row = |cell: &str| format!("puzzle,wrong_cell,wrong_digit\n{PUZZLE},{cell},4\n");
    let images = augment(&["--times=5", "--seed=1"], &row("r9c6"));
    assert_eq!(augment(&["--times=5", "--seed=1"], &row("R9C6")), images);
    assert!(column(&images, "wrong_cell").iter().any(|cell| cell != "r9c6"));
    assert_eq!(column(&augment(&["--times=2"], &row("")), "wrong_cell"), ["", ""]);
    let rows = |name: &str, value: &str| format!("puzzle,{name}\n{PUZZLE},\n{PUZZLE},{value}\n");
    let (short, mask) = ("x".repeat(80), ".".repeat(81));
    for (name, value, allowed) in [
        ("wrong_cell", "F6", "give a cell such as r3c4"),
        ("wrong_cell", "r10c1", "give a cell such as r3c4"),
        ("wrong_digit", "10", "give a digit from 1 to 9"),
        ("wrong_digit", "four", "give a digit from 1 to 9"),
        ("board", short.as_str(), "give 81 characters, a digit or an empty cell each"),
        ("conflict", &format!("{mask} {short}"), "give 81 characters, a digit or an empty cell each"),
        ("board", &format!("A{}", &mask[1..]), "give 81 characters, a digit or an empty cell each"),
    ] {
        let rows = rows(name, value);
        let said = refused(&["--times=1"], &rows, 1);
        assert!(said.contains("-: line 3, column 1: ") && said.contains(name), "{said}");
        assert!(said.ends_with(allowed), "{said}");
        assert_eq!(augment(&["--times=1", "--invalid=skip"], &rows).lines().count(), 2, "{name} {value}");
    }
}
