//! Pages of reports: each finding rests on columns that are there, on facts that the rows agree with, and on ratings that are known; every
//! number of a chart is one, and lies in its box; and what any two of several corpora share.

use crate::{
    common::{
        drawing::{assert_numbers, assert_pictures},
        html::assert_well_formed,
    },
    prelude::*,
    report::generate,
};
use arrow_array::{Array, Float64Array, cast::AsArray, types::Float64Type};
use parquet::{
    arrow::arrow_reader::ParquetRecordBatchReaderBuilder,
    file::{metadata::KeyValue, properties::WriterProperties},
};

/// A table and what its file states of it.
#[derive(Clone)]
struct Stated {
    batch: RecordBatch,
    metadata: Vec<KeyValue>,
}

impl Stated {
    /// Makes a corpus, and reads its only file.
    fn generate(place: &Folder, name: &str, options: &str) -> Self {
        let out = place.named(name);
        let words: Vec<&str> = options.split(' ').collect();
        run(&[&["generate", "--seed=9", "--no-timings", "--out", &out][..], &words].concat());
        let data = Path::new(&out).join("data");
        let file = std::fs::read_dir(data).unwrap().next().unwrap().unwrap().path();
        let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(file).unwrap()).unwrap();
        let metadata = reader.metadata().file_metadata().key_value_metadata().unwrap().clone();
        let metadata = metadata.into_iter().filter(|entry| entry.key.starts_with("gridmill.")).collect();
        let mut batches = reader.with_batch_size(1 << 20).build().unwrap();
        Self { batch: batches.next().unwrap().unwrap(), metadata }
    }

    fn names(&self) -> Vec<String> {
        self.batch.schema().fields().iter().map(|field| field.name().clone()).collect()
    }

    /// Keeps these columns, as another program does that passes the metadata on.
    fn with_columns(&self, keep: impl Fn(&str) -> bool) -> Self {
        let places: Vec<usize> = (0..self.batch.num_columns()).filter(|&n| keep(&self.names()[n])).collect();
        Self { batch: self.batch.project(&places).unwrap(), ..self.clone() }
    }

    /// Replaces a column, whose name may change.
    fn with_column(&self, name: &str, other: &str, array: ArrayRef) -> Self {
        let schema = self.batch.schema();
        let place = schema.index_of(name).unwrap();
        let mut fields: Vec<_> = schema.fields().iter().cloned().collect();
        fields[place] = Arc::new(Field::new(other, array.data_type().clone(), true));
        let mut arrays = self.batch.columns().to_vec();
        arrays[place] = array;
        Self { batch: RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays).unwrap(), ..self.clone() }
    }

    /// Replaces words of the metadata.
    fn stating(mut self, from: &str, to: &str) -> Self {
        for entry in &mut self.metadata {
            entry.value = entry.value.take().map(|value| value.replace(from, to));
        }
        self
    }

    fn write(&self, place: &Folder, name: &str) -> String {
        let path = place.named(name);
        let schema = self.batch.schema();
        let schema = Arc::new(Schema::new(schema.fields().clone()));
        let batch = RecordBatch::try_new(Arc::clone(&schema), self.batch.columns().to_vec()).unwrap();
        let properties = WriterProperties::builder().set_key_value_metadata(Some(self.metadata.clone()));
        let file = File::create(&path).unwrap();
        let mut writer = ArrowWriter::try_new(file, schema, Some(properties.build())).unwrap();
        writer.write(&batch).unwrap();
        writer.close().unwrap();
        path
    }

    /// Returns the page on the table, with its corpus as JSON.
    fn report(&self, place: &Folder) -> (String, Value) {
        let path = self.write(place, "rows.parquet");
        let of = |form: &str| run(&["report", &path, "--check=5", "--format", form]);
        let json = parsed(&of("json"));
        (of("md"), json["corpora"][0].clone())
    }
}

/// The findings of a page, the first of which names the rows.
fn findings(page: &str) -> Vec<String> {
    let line = page.lines().find(|line| line.starts_with("**")).unwrap();
    line.trim_matches('*').trim_end_matches('.').split("; ").map(str::to_owned).collect()
}

/// Without any one column, no finding is another than with all of them.
#[test]
#[ignore = "40 s, a hundred pages: bash scripts/long_tests.sh"]
fn very_long_findings_rest_on_columns_that_are_there() {
    let place = Folder::made();
    for (name, options) in [
        ("hodoku", "--count=120 --rulebook=hodoku"),
        ("budget", "--count=150 --rulebook=se --budget=rating=500"),
        ("weighted", "--count=80 --dig=enumerated --rulebook=hodoku"),
    ] {
        let whole = Stated::generate(&place, name, options);
        let (page, json) = whole.report(&place);
        let all = findings(&page);
        assert!(all.len() > 2, "{all:?}");
        let score = json["columns"].as_array().unwrap().iter().find(|column| column["name"] == "score");
        let score = score.unwrap()["median"].as_f64().unwrap();
        let check = |kept: &Stated, words: &str| {
            let found = findings(&kept.report(&place).0);
            let first = all[0].replace("minimal ", "");
            let is_of = |prefix: &str| found[0].replace("minimal ", "").starts_with(prefix);
            let unweighted = all[0].starts_with("All") && is_of("80 rows, a sample of all");
            assert!(is_of(&first) || unweighted, "{words}: {found:?}");
            for finding in found.iter().skip(1).filter(|_| !unweighted) {
                let other = finding.rsplit_once(' ').unwrap();
                let is_score = other.0.starts_with("median score")
                    && (other.1.replace(',', "").parse::<f64>().unwrap() - score).abs() < 0.01 * score;
                assert!(all.contains(finding) || is_score, "{name}, {words}: {finding} of {all:?}");
            }
        };
        for column in whole.names().iter().filter(|name| *name != "puzzle") {
            check(&whole.with_columns(|name| name != column), &format!("without {column}"));
        }
        for kept in words(
            "puzzle puzzle,solution,level puzzle,solved puzzle,solved,t_hidden_single \
             puzzle,solved,t_x_wing puzzle,er puzzle,score,t_naked_single",
        ) {
            let kept: Vec<&str> = kept.split(',').collect();
            check(&whole.with_columns(|name| kept.contains(&name)), &format!("{kept:?}"));
        }
    }
}

#[test]
fn ratings_that_the_budget_ended_are_their_own_class() {
    let place = Folder::made();
    let rows = Stated::generate(&place, "budget", "--count=150 --rulebook=se --budget=rating=50");
    let (page, json) = rows.report(&place);
    let ended = rows.batch.column_by_name("er_at_least").unwrap();
    let ended = ended.len() - ended.null_count();
    assert!((2..40).contains(&ended), "{ended}");
    let difficulty = &json["difficulty"];
    assert_eq!(difficulty["beyond_budget"]["rows"], ended);
    assert_eq!(difficulty["solved"]["rows"], 150 - ended);
    let all = findings(&page);
    assert!(all.iter().any(|finding| finding.ends_with("% not rated within the budget")), "{all:?}");
    assert!(all.iter().any(|finding| finding.starts_with("mean ER of those solved ")), "{all:?}");
    assert!(!page.contains("beyond these techniques"), "{page}");
    assert!(page.contains(&format!("{ended} rows were not rated within the budget")), "{page}");
    assert!(page.contains("means, quartiles and correlations of ratings are those of the others"), "{page}");
    let (rated, path) = (place.named("rated.parquet"), rows.write(&place, "rows.parquet"));
    let rate = ["rate", &path, "--rulebook=se", "--budget=rating=50", "--out", &rated];
    let said = gridmill().args(rate).stderr_text(0);
    assert!(said.contains(&format!("not rated within the budget: {ended}, which have no ER here")), "{said}");
    assert!(!said.contains("not solved by the techniques"), "{said}");
    // Of rows that do not say which ratings were ended, it is not known.
    let (page, json) = rows.with_columns(|name| name != "er_at_least").report(&place);
    assert_eq!(json["difficulty"]["beyond_budget"], Value::Null);
    assert!(!page.contains("beyond these techniques") && !page.contains("within the budget"), "{page}");
    let (page, json) = rows.with_columns(|name| name != "solved").report(&place);
    assert_eq!(json["difficulty"]["solved"], Value::Null);
    assert!(!page.contains("beyond these techniques") && !page.contains("the techniques solve"), "{page}");
    // Weighted estimates say how much they lose.
    let options = "--count=150 --dig=enumerated --rulebook=se --budget=rating=50";
    let (page, json) = Stated::generate(&place, "weighted", options).report(&place);
    let lost = &json["unbiased"]["beyond_budget"];
    assert_eq!(lost["sample"]["rows"], json["difficulty"]["beyond_budget"]["rows"]);
    assert!(lost["sample"]["rows"].as_u64().unwrap() > 0);
    let all = findings(&page);
    assert!(all.iter().any(|finding| finding.ends_with("not rated within the budget")), "{all:?}");
    assert!(all.iter().any(|finding| finding.starts_with("mean ER of those solved ")), "{all:?}");
    assert!(page.contains("Estimated share not rated within the budget: "), "{page}");
}

#[test]
fn weights_that_rows_lack_estimate_nothing() {
    let place = Folder::made();
    let rows = Stated::generate(&place, "weighted", "--count=60 --dig=enumerated");
    let (page, json) = rows.report(&place);
    assert!(findings(&page)[0].starts_with("All minimal 9x9 puzzles, estimated from 60 weighted rows"));
    let weights = rows.batch.column_by_name("weight").unwrap().as_primitive::<Float64Type>().clone();
    let givens = rows.batch.column_by_name("givens").unwrap();
    let light = |n: usize| format!("{:?}", givens.slice(n, 1)).contains("24");
    let missing = (0..60).filter(|&n| light(n)).count();
    assert!(missing > 0 && missing < 60, "{missing}");
    for odd in [None, Some(f64::NAN), Some(f64::INFINITY)] {
        let with = |n: usize| if light(n) { odd } else { Some(weights.value(n)) };
        let array: ArrayRef = Arc::new((0..60).map(with).collect::<Float64Array>());
        let (page, json) = rows.with_column("weight", "weight", array).report(&place);
        assert_eq!(json["unbiased"], Value::Null, "{odd:?}");
        assert_eq!(json["facts"]["weights"]["kind"], "void");
        assert!(!page.contains("estimated from"), "{page}");
        let words = format!("The column weight is not used: {missing} of 60 rows have no weight.");
        assert!(page.contains(&words), "{page}");
    }
    // The column has the name that is stated.
    let other = rows.with_column("weight", "w", Arc::new(weights.clone()));
    let stated = r#""weights":{"kind":"ln","column":""#;
    let named = other.clone().stating(&format!("{stated}weight"), &format!("{stated}w"));
    assert_eq!(named.report(&place).1["unbiased"], json["unbiased"]);
    let (page, found) = other.report(&place);
    assert_eq!(found["unbiased"], Value::Null);
    assert!(page.contains("The column weight is not used: the rows have no column weight."), "{page}");
    let two = rows.stating(&format!("{stated}weight"), &format!("{stated}w"));
    assert_eq!(two.report(&place).1["unbiased"], Value::Null);
}

#[test]
fn a_shape_that_the_rows_contradict_is_refused() {
    let place = Folder::made();
    let rows = Stated::generate(&place, "weighted", "--count=20 --dig=enumerated");
    let rows = rows.stating(r#""shape":"3x3""#, r#""shape":"2x2""#);
    let path = rows.write(&place, "rows.parquet");
    let said = gridmill().args(["report", &path, "--progress=never"]).stderr_text(1);
    let problem = "rows.parquet: 2x2 boxes are stated, which have 16 cells; its puzzles have 81\n";
    assert!(said.ends_with(problem) && said.lines().count() == 1, "{said}");
}

const HARD: &str = ".29.....5.....1.383..42......6....7.2..973..4.4....9......42..165.1.....4.....82.";

/// Writes the report on these files in every form, with all pictures, and checks each of them.
fn check(place: &Folder, name: &str, inputs: &[&str]) {
    let outs: Vec<String> =
        ["html", "md", "json", "csv"].iter().map(|form| place.named(format!("{name}.{form}"))).collect();
    let folder = place.file(format!("{name}-pictures"));
    let mut command = gridmill();
    command.args(["report", "--progress=never", "--check=20", "--svg"]).arg(&folder).args(inputs);
    for out in &outs {
        command.args(["--out", out]);
    }
    command.assert().success();
    for out in &outs {
        let text = fs::read_to_string(out).unwrap();
        assert_numbers(out, &text);
        if out.ends_with("html") {
            assert_pictures(out, &text);
        }
    }
    for entry in fs::read_dir(&folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            continue;
        }
        let shown = path.display().to_string();
        let text = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
        assert_numbers(&shown, &text);
        if shown.ends_with("svg") {
            assert_eq!(assert_pictures(&shown, &text), 1, "{shown}");
        }
    }
}

#[test]
#[ignore = "10 s, many charts: bash scripts/long_tests.sh"]
fn long_pictures_of_corpora_have_numbers_within_their_boxes() {
    let place = Folder::made();
    let samples = [
        ("rated", "--count=150 --rulebook=hodoku"),
        ("both", "--count=60 --rulebook=hodoku --rulebook=se --add guesses"),
        ("shared-grids", "--count=200 --max-puzzles-per-grid=10 --rulebook=hodoku"),
        ("nearly-full", "--count=30 --givens=80..81"),
        ("one-row", "--count=1 --rulebook=hodoku"),
        ("weighted", "--count=80 --dig=enumerated --rulebook=hodoku"),
        ("small-grids", "--count=200 --box=2x2 --dig=weighted --add trial,backdoors"),
    ];
    for (name, options) in samples {
        let out = place.named(name);
        let words: Vec<&str> = options.split(' ').collect();
        run(&[&["generate", "--seed=7", "--out", &out][..], &words].concat());
        check(&place, name, &[&out]);
    }
    let [rated, shared, one] = ["rated", "shared-grids", "one-row"].map(|name| place.named(name));
    check(&place, "compared", &[&rated, &shared, &one]);
}

/// Tables of others may hold anything: no rows, equal values, none, zeros, and the ends of the numbers.
#[test]
#[ignore = "3 s, all pictures of many tables: bash scripts/long_tests.sh"]
fn long_pictures_of_odd_tables_have_numbers_within_their_boxes() {
    let place = Folder::made();
    let names = "index,puzzle,givens,er,score,hardest_score,level,hardest,solved,guesses,fill_ns,solve_ns,t_naked_single,t_x_wing,weight";
    let most = u64::MAX.to_string();
    let row = |n: usize, puzzle: &str, values: [&str; 8]| {
        let [er, score, level, solved, guesses, fill, solve, weight] = values;
        format!(
            "{n},{puzzle},30,{er},{score},{score},{level},x_wing,{solved},{guesses},{fill},{solve},{n},0,{weight}\n"
        )
    };
    let tables: Vec<(&str, Vec<String>)> = vec![
        ("no-rows", Vec::new()),
        ("a-row", vec![row(0, PUZZLE, ["1.2", "4", "easy", "true", "0", "0", "0", "0.0"])]),
        (
            "equal-rows",
            (0..40).map(|n| row(n, PUZZLE, ["2.0", "100", "easy", "true", "1", "5", "5", "1.5"])).collect(),
        ),
        ("no-values", (0..40).map(|n| row(n, if n % 2 == 0 { PUZZLE } else { HARD }, [""; 8])).collect()),
        (
            "zeros",
            (0..4000)
                .map(|n| {
                    let puzzle = if n % 3 == 0 { PUZZLE } else { HARD };
                    row(n, puzzle, ["0", "0", "hard", "false", "0", "0", "0", "0"])
                })
                .collect(),
        ),
        (
            "ends",
            (0..60)
                .map(|n| {
                    let (puzzle, ends) = match n % 3 {
                        0 => (PUZZLE, ["11.9", "4294967295", "own", "true", "1e300", &most, "1", "1e300"]),
                        1 => (
                            HARD,
                            [
                                "-3",
                                "1",
                                "a level with a very long name indeed",
                                "true",
                                "5e-324",
                                "1",
                                &most,
                                "-1e300",
                            ],
                        ),
                        _ => (HARD, ["1e300", "0", "easy", "false", "-1e300", "0", "1", "5e-324"]),
                    };
                    row(n, puzzle, ends)
                })
                .collect(),
        ),
    ];
    let files: Vec<String> = tables
        .iter()
        .map(|(name, rows)| {
            let file = place.write(format!("{name}-rows.csv"), format!("{names}\n{}", rows.concat()));
            check(&place, name, &[&file]);
            file
        })
        .collect();
    check(&place, "all-odd", &files.iter().map(String::as_str).collect::<Vec<_>>());
}

/// The puzzles of the rows of a corpus in CSV.
fn puzzles_of(corpus: &str) -> Vec<String> {
    let rows = fs::read_to_string(format!("{corpus}/data/part-00000-of-00001.csv")).unwrap();
    let puzzle = |line: &str| line.split(',').find(|field| field.len() == 81).map(str::to_owned);
    rows.lines().skip(1).filter_map(puzzle).collect()
}

/// Makes three corpora: a training file, a test file that is clean, and one with two images of each of the first 40 test puzzles and a
/// puzzle of the training file as it is. Returns their paths.
fn leaked(files: &Folder) -> [String; 3] {
    let [train, test, leak] = ["train", "test", "leak.txt"].map(|name| files.named(name));
    generate(&train, &["-n300", "--seed=11", "--no-timings", "--format=csv"]);
    generate(&test, &["-n100", "--seed=12", "--no-timings", "--format=csv"]);
    let mut rng = Pcg64::seed_from_u64(13);
    let mut lines = vec![puzzles_of(&train)[5].clone()];
    for puzzle in &puzzles_of(&test)[..40] {
        let puzzle: Grid = puzzle.parse().unwrap();
        for _ in 0..2 {
            lines.push(random_transform(&mut rng, Shape::STANDARD).grid(&puzzle).to_string());
        }
    }
    // A row with two solutions has a class, but no solution; one with a digit twice in a row has neither.
    lines.push(format!("{}{}", "123456789", ".".repeat(72)));
    lines.push(format!("{}{}", "11", ".".repeat(79)));
    fs::write(&leak, lines.join("\n")).unwrap();
    [train, test, leak]
}

fn report(form: &str, paths: &[&str], options: &[&str]) -> String {
    run(&[&["report", "--format", form][..], paths, options].concat())
}

#[test]
fn transformed_copies_are_found_in_every_pair() {
    let files = Folder::made();
    let [train, test, leak] = leaked(&files);
    let paths = [train.as_str(), &test, &leak];
    let json = parsed(&report("json", &paths, &["--threads=2"]));
    let pairs = json["overlaps"].as_array().unwrap();
    let found = |pair: usize, kind: &str| -> [u64; 6] {
        let kind = &pairs[pair][kind];
        let [first, other] = [&kind["first"], &kind["other"]];
        let values = [
            &kind["shared"],
            &first["in_both"],
            &first["looked_at"],
            &other["in_both"],
            &other["looked_at"],
            &other["without"],
        ];
        values.map(|value| value.as_u64().unwrap())
    };
    let names: Vec<_> = pairs.iter().map(|pair| [&pair["first"], &pair["other"]]).collect();
    assert_eq!(names, [["train", "test"], ["train", "leak"], ["test", "leak"]]);
    for kind in ["text", "equivalent", "solutions"] {
        assert_eq!(found(0, kind), [0, 0, 300, 0, 100, 0], "{kind}");
    }
    assert_eq!(found(1, "text"), [1, 1, 300, 1, 83, 0]);
    assert_eq!(found(1, "equivalent"), [1, 1, 300, 1, 82, 1]);
    assert_eq!(found(2, "text"), [0, 0, 100, 0, 83, 0]);
    assert_eq!(found(2, "equivalent"), [40, 40, 100, 80, 82, 1]);
    assert_eq!(found(2, "solutions"), [40, 40, 100, 80, 81, 2]);
    assert_eq!(pairs[2]["equivalent"]["first"]["share"], 0.4);
    let page = report("html", &paths, &[]);
    assert_well_formed(&page);
    let warnings: Vec<&str> =
        page.split("<p class=\"warning\">").skip(1).map(|rest| rest.split("</p>").next().unwrap()).collect();
    let expected = "test and leak overlap: no puzzle is in both as text; 40 puzzles are in both up to symmetry. That is 40 \
                    of 100 rows of test and 80 of 82 rows of leak.";
    assert!(warnings.contains(&expected), "{warnings:?}");
    let row = "| test and leak | puzzle up to symmetry | 40 | 40 | 40.00 % | 80 | 97.56 % | 100 and 82 rows; without one: 0 and 1 |";
    let markdown = report("md", &paths, &[]);
    assert!(markdown.contains(row), "{markdown}");
    // The same rows in another order, on another number of threads, from files that hold their forms.
    let forms = ["train", "test", "leak"].map(|name| files.named(format!("forms/{name}.parquet")));
    files.make("forms");
    for (path, out) in paths.iter().zip(&forms) {
        run(&["canonical", path, "--out", out]);
    }
    let again = parsed(&report("json", &[&forms[0], &forms[1], &forms[2]], &["--threads=1", "--check=all"]));
    assert_eq!(again["overlaps"], json["overlaps"]);
    let check = again["corpora"][2]["checks"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((&check["name"], &check["looked_at"]), (&"canonical forms agree".into(), &82.into()));
    assert_eq!(check["passed"], true);
}

#[test]
fn wrong_forms_in_columns_fail_a_check() {
    let files = Folder::made();
    let [forms, other] = ["forms.csv", "other.txt"].map(|name| files.named(name));
    fs::write(&forms, format!("puzzle,class_id\n{PUZZLE},0123456789abcdef\n")).unwrap();
    fs::write(&other, PUZZLE).unwrap();
    let json = parsed(&report("json", &[&forms, &other], &["--check=all"]));
    let check = json["corpora"][0]["checks"].as_array().unwrap().last().unwrap();
    assert_eq!((&check["name"], &check["passed"]), (&"canonical forms agree".into(), &false.into()));
    // Of what is no class, the form is computed.
    fs::write(&forms, format!("puzzle,class_id\n{PUZZLE},training\n")).unwrap();
    let json = parsed(&report("json", &[&forms, &other], &[]));
    assert_eq!(json["overlaps"][0]["equivalent"]["shared"], 1);
}

#[test]
fn forms_are_compared_in_every_shape_and_thinned_sets_say_so() {
    let files = Folder::made();
    let [small, same, large, other, images] =
        ["small", "same", "large", "other", "images.csv"].map(|name| files.named(name));
    generate(&small, &["-n60", "--seed=1", "--box=2x3"]);
    generate(&same, &["-n60", "--seed=2", "--box=2x3"]);
    generate(&large, &["-n2", "--seed=1", "--box=3x4"]);
    generate(&other, &["-n2", "--seed=2", "--box=3x4"]);
    gridmill().args(["augment", &large, "--times=1", "--seed=1", "--out", &images]).assert().success();
    let overlaps =
        |paths: [&str; 2], options: &[&str]| parsed(&report("json", &paths, options))["overlaps"][0].clone();
    // 6x6 has 49 classes of grids, so that two sets of sixty grids share some.
    assert!(overlaps([&small, &same], &[])["solutions"]["shared"].as_u64().unwrap() > 10);
    let equivalent = |one, other| overlaps([one, other], &[])["equivalent"]["shared"].clone();
    assert_eq!((equivalent(&large, &other), equivalent(&large, &images)), (0.into(), 2.into()));
    let thinned = overlaps([&small, &same], &["--check=duplicates=20"]);
    assert!(thinned["equivalent"]["one_in"].as_u64().unwrap() >= 4, "{thinned}");
    assert!(report("md", &[&small, &same], &["--check=duplicates=20"]).contains("| one in "));
}

/// Two digs of the same grids share every solution and no puzzle; of many pairs the open table has what is shared alone.
#[test]
fn pairs_that_share_only_solutions_have_one_warning() {
    let files = Folder::made();
    let [one, half_turn, diagonal, other] =
        ["one", "half_turn", "diagonal", "other"].map(|name| files.named(name));
    generate(&one, &["-n30", "--seed=21"]);
    generate(&half_turn, &["-n30", "--seed=21", "--symmetry=rot180"]);
    generate(&diagonal, &["-n20", "--seed=21", "--symmetry=diagonal"]);
    generate(&other, &["-n30", "--seed=22"]);
    let page = report("md", &[&one, &half_turn, &diagonal, &other], &[]);
    let warnings: Vec<&str> = page.lines().filter(|line| line.contains("**Warning:**")).collect();
    let expected = "No puzzle is in both, but solutions are, up to symmetry: one and half_turn 30; one and diagonal 20; half_turn and \
                    diagonal 20.";
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(warnings[0].contains(expected), "{warnings:?}");
    let pairs = |title: &str| {
        let (_, rest) = page.split_once(title).unwrap_or_else(|| panic!("no {title}"));
        let table = rest.trim_start().lines().skip_while(|line| !line.starts_with('|'));
        table
            .take_while(|line| line.starts_with('|'))
            .filter(|line| line.contains("solution up to symmetry"))
            .count()
    };
    assert_eq!((pairs("Puzzles and solutions in both"), pairs("All pairs")), (3, 6));
    let none = report("md", &[&one, &other], &[]);
    assert!(none.contains("no two share a puzzle or a solution, also up to symmetry"), "{none}");
}
