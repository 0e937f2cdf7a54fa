//! The contract of every column of `--add`: equal values wherever a puzzle appears, in every format, in parts and resumed runs. Search
//! difficulty, search traces, and measures without a rulebook: trial depth, braids, backdoors.

use crate::{common::HARD, prelude::*};
use gridmill::{
    generate::{Addition, SearchDifficulty, SearchRater},
    rate::trial::{Trial, TrialValue},
    solve::prove,
    tables::{
        facts::Facts,
        schema::{Presence, arrow::type_words},
    },
    traces::{Body, SearchOptions, Searcher, Vocabulary, replay},
};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use std::str::FromStr;

const PLAN: [&str; 4] = ["--seed=42", "--rulebook=hodoku", "--no-timings", "--progress=never"];

/// The columns of an addition, and a line of `show`.
fn known(addition: Addition) -> (Vec<&'static str>, String) {
    let columns = Column::all().filter(|column| column.presence == Presence::Added(addition));
    let shown = match addition {
        Addition::Path | Addition::CompactPath => "full house".to_owned(),
        Addition::SearchTrace => "solution".to_owned(),
        _ => format!("\n{:<11} ", addition.name()),
    };
    (columns.map(Column::name).collect(), shown)
}

/// Returns an addition as plans have it, with few images.
fn spelled(addition: Addition) -> String {
    let number = if addition == Addition::ErImages { ":2" } else { "" };
    format!("{}{number}", addition.name())
}

/// Returns an addition as an option.
fn option(addition: Addition) -> String {
    format!("--add={}", spelled(addition))
}

fn generate(folder: &Folder, options: &[&str]) {
    run(&[&["generate", "--out", &folder.name()], &PLAN[..], options].concat());
}

/// Returns columns as text.
fn values(rows: &str, names: &[&str]) -> Vec<Vec<String>> {
    names.iter().map(|name| column(&rows, name)).collect()
}

/// Returns a value of a row in JSON as any format has it: numbers and lists may be text there.
fn plain(value: &Value) -> Value {
    let Some(text) = value.as_str() else { return value.clone() };
    if text.is_empty() {
        return Value::Null;
    }
    let list = || serde_json::from_str(&format!("[{}]", text.replace(' ', ",")));
    let is_list = text.contains(' ') && text.bytes().all(|byte| byte == b' ' || byte.is_ascii_digit());
    serde_json::from_str(text)
        .ok()
        .or_else(|| if is_list { list().ok() } else { None })
        .unwrap_or_else(|| text.into())
}

/// Measures puzzles: the columns of an addition.
fn measured(addition: Addition, puzzles: &str, threads: &str) -> Vec<Vec<String>> {
    let rated = match addition {
        Addition::Canonical => run_with(&["canonical", threads], puzzles),
        _ => run_with(&["rate", "--rulebook=hodoku", "--no-timings", &option(addition), threads], puzzles),
    };
    values(&rated, &known(addition).0)
}

#[test]
fn columns_are_added_and_no_other_changes() {
    let count = sample("--count=12", "--count=120");
    let made = |options: &[&str]| run(&[&["generate", count], &PLAN[..], options].concat());
    let plain = made(&[]);
    let puzzles = column(&plain, "puzzle").join("\n");
    for addition in Addition::ALL {
        let (names, shown) = known(addition);
        let text = made(&[&option(addition), "--threads=1"]);
        assert_eq!(text, made(&[&option(addition), "--threads=3"]), "{addition:?}");
        let header = text.lines().next().unwrap().replacen(&format!(",{}", names.join(",")), "", 1);
        assert_eq!(header, plain.lines().next().unwrap(), "{addition:?}");
        for name in header.split(',') {
            assert_eq!(column(&text, name), column(&plain, name), "{addition:?}: {name}");
        }
        for threads in ["--threads=1", "--threads=3"] {
            assert_eq!(measured(addition, &puzzles, threads), values(&text, &names), "{addition:?}");
        }
        let one = run(&["show", "0", "--seed=42", "--rulebook=hodoku", &option(addition)]);
        assert!(one.contains(&shown), "{one}");
    }
}

#[test]
fn formats_hold_the_same_values() {
    let (count, of_count) =
        sample(("--count=6", "6 minimal 9x9 puzzles"), ("--count=60", "60 minimal 9x9 puzzles"));
    for addition in Addition::ALL {
        let names = &known(addition).0;
        let json = run(&[&["generate", count, "--format=jsonl", &option(addition)], &PLAN[..]].concat());
        let mut hashes = BTreeMap::new();
        for format in ["csv", "jsonl", "parquet"] {
            let folder = Folder::new();
            let options = [count, "--format", format, &option(addition)];
            generate(&folder, &options);
            generate(&folder, &[&options[..], &["--resume", "--verify"]].concat());
            hashes.insert(manifest(&folder)["shards"][0]["contents_blake3"].to_string(), format);
            let read = run(&["dedup", "--format=jsonl", &folder.name()]);
            for (found, expected) in read.lines().map(parsed).zip(json.lines().map(parsed)) {
                for name in names {
                    assert_eq!(plain(&found[name]), plain(&expected[name]), "{addition:?}: {format}");
                }
            }
            if addition == Addition::Canonical {
                let again = run(&["canonical", &folder.name()]);
                for name in names {
                    let kept = column(&again, &format!("input_{name}"));
                    assert_eq!(kept, column(&again, name), "{format}: {name}");
                }
            } else {
                // Columns that are measured again take the place of those there.
                let rate = ["rate", "--rulebook=hodoku", "--format=jsonl", &option(addition), &folder.name()];
                let again = run(&rate);
                for (found, expected) in again.lines().map(parsed).zip(json.lines().map(parsed)) {
                    assert!(
                        names.iter().all(|name| plain(&found[name]) == plain(&expected[name])),
                        "{addition:?}: {format}"
                    );
                    assert!(!found.to_string().contains("\"input_"), "{found}");
                }
            }
            if format == sample("parquet", format) {
                let page = run(&["report", &folder.name(), "--format=md"]);
                assert!(page.contains(of_count), "{page}");
            }
        }
        assert_eq!(hashes.len(), 1, "{addition:?}: {hashes:?}");
    }
}

#[test]
fn parts_and_resumed_runs_have_the_same_bytes() {
    let [count, shard] = sample(["--count=9", "--shard-rows=3"], ["--count=90", "--shard-rows=30"]);
    for addition in Addition::ALL {
        let plan = [count, shard, &option(addition)];
        let whole = corpus(&[&PLAN[..], &plan, &["--threads=1"]].concat());
        let expected = data_bytes(&whole);
        let parts = parts(3, &[&PLAN[..], &plan].concat());
        assert_eq!(data_bytes(&merged(&parts)), expected, "{addition:?}");
        whole.remove("data/part-00001-of-00003.parquet");
        generate(&whole, &[&plan[..], &["--resume"]].concat());
        assert_eq!(data_bytes(&whole), expected, "{addition:?}");
        let other = ["generate", "--resume", "--out", &whole.name()];
        let (message, addition) = (refusal(&[&other[..], &PLAN, &plan[..2]].concat(), 1), spelled(addition));
        assert!(message.contains(&format!("add is \"{addition}\" there and absent here")), "{message}");
    }
}

#[test]
fn the_option_is_in_manifest_card_and_printed_command() {
    let plain = corpus(&[&PLAN[..], &["--count=20"]].concat());
    let plain = [plain.card(), plain.text("manifest.json")];
    for addition in Addition::ALL {
        let names = known(addition).0;
        let row = format!("| `{}` | ", names[0]);
        let folder = corpus(&[&PLAN[..], &["--count=20", &option(addition)]].concat());
        let (found, addition) = (manifest(&folder), spelled(addition));
        assert_eq!(found["manifest"], 6);
        assert_eq!(found["job"]["plan"]["add"], addition);
        let card = folder.card();
        assert!(card.contains(&format!(" --add {addition} -")) && card.contains(&row), "{card}");
        for text in &plain {
            assert!(names.iter().all(|name| !text.contains(&format!("`{name}`"))), "{addition:?}: {text}");
            assert!(
                !text.contains(&format!("add {addition}")) && !text.contains(&format!("\"{addition}\"")),
                "{text}"
            );
        }
    }
}

/// The column has a number, 24 if none is given; other numbers are refused.
#[test]
fn er_images_take_a_number() {
    let made = |options: &[&str]| run(&[&["generate", "--count=9"], &PLAN[..], options].concat());
    let three = made(&["--add=er_images:3"]);
    assert!(three.lines().next().unwrap().contains(",er_least,er_most,"), "{three}");
    assert_eq!(made(&["--add=er_images:24"]), made(&["--add=er_images"]));
    let range = "er_images:K takes 1 to 1000 images";
    for (option, problem) in [
        ("--add=er_images:0", range),
        ("--add=er_images:1001", range),
        ("--add=trial:3", "trial takes no number"),
    ] {
        let message = silent_refusal(&["generate", "--count=1", option], 2);
        assert!(message.contains(problem), "{message}");
    }
}

#[test]
fn sides_above_9_are_refused() {
    for addition in Addition::ALL {
        for (command, shape) in
            [("generate", "3x4"), ("generate", "4x4"), ("generate", "5x5"), ("rate", "4x4")]
        {
            let expected = match addition {
                Addition::Path | Addition::CompactPath | Addition::Guesses | Addition::Canonical => continue,
                Addition::ErImages => format!("--add er_images is for 9x9 grids, not for {shape} boxes"),
                _ => format!(
                    "--add {} is for grids with a side up to 9, not for {shape} boxes",
                    addition.name()
                ),
            };
            let rulebook = if command == "rate" { &["--rulebook=none"][..] } else { &["--count=1"] };
            let option = option(addition);
            let args = [&[command, "--box", shape, &option], rulebook].concat();
            assert_eq!(silent_refusal(&args, 2), format!("error: {expected}"));
        }
    }
}

/// Returns the numbers of a column.
fn figures<T: FromStr>(csv_text: &str, name: &str) -> Vec<Option<T>> {
    column(&csv_text, name).iter().map(|text| text.parse().ok()).collect()
}

/// Mean ranks of the values, by definition.
fn ranks(values: &[f64]) -> Vec<f64> {
    let count = |test: &dyn Fn(f64) -> bool| values.iter().filter(|value| test(**value)).count() as f64;
    let rank = |&value: &f64| {
        count(&|other| other < value) + f64::midpoint(count(&|other| other.total_cmp(&value).is_eq()), 1.0)
    };
    values.iter().map(rank).collect()
}

fn spearman(pairs: &[(f64, f64)]) -> f64 {
    let [one, other] = [
        ranks(&pairs.iter().map(|pair| pair.0).collect::<Vec<_>>()),
        ranks(&pairs.iter().map(|pair| pair.1).collect::<Vec<_>>()),
    ];
    let mean = f64::midpoint(pairs.len() as f64, 1.0);
    let sum = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| (x - mean) * (y - mean)).sum::<f64>();
    sum(&one, &other) / (sum(&one, &one) * sum(&other, &other)).sqrt()
}

/// The least number of the bin of `number`: seven binary digits are kept.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small and positive")]
fn bin(number: f64) -> f64 {
    let number = number.round() as u64;
    let dropped = (64 - number.leading_zeros()).saturating_sub(7);
    (number >> dropped << dropped) as f64
}

#[test]
fn values_are_those_of_the_library() {
    let text = run(&["generate", "-n300", "--seed=42", "--no-timings", "--add=guesses"]);
    insta::assert_snapshot!(column(&text, "guesses")[..24].join(" "), @"0.0 0.0 1.48 2.47 1.0 0.0 0.0 1.0 1.0 4.0 0.0 1.0 1.0 0.0 2.0 1.0 2.0 0.0 0.0 0.0 0.0 1.0 0.0 0.0");
    let values = figures::<f64>(&text, "guesses");
    let mut rater = SearchRater::new();
    for (puzzle, value) in column(&text, "puzzle").iter().zip(&values) {
        let grid = Grid::parse(Shape::STANDARD, puzzle).unwrap();
        let (puzzle, _) = prove(grid, &mut Bitboard::new(1_000_000)).unwrap().unwrap();
        assert_eq!(rater.rate(&puzzle).map(SearchDifficulty::guesses), *value, "{puzzle}");
    }
    assert!(values.contains(&Some(0.0)) && values.iter().any(|value| *value > Some(3.0)));
}

#[test]
fn rows_without_one_solution_have_no_value() {
    let none = PUZZLE.replacen("53", "55", 1);
    let several = PUZZLE.replacen("53..7", ".....", 1).replacen("6..195", "......", 1);
    let rate = ["rate", "--add=guesses", "--add=search_trace"];
    let text = run_with(&rate, &format!("{PUZZLE}\nshort\n{several}\n{none}\n"));
    assert_eq!(figures::<f64>(&text, "guesses"), [Some(0.0), None, None, None]);
    assert_eq!(column(&text, "search_trace")[1..], ["", "", ""]);
    assert!(column(&text, "reason")[1..].iter().all(|reason| !reason.is_empty()));
}

/// The report's rank correlation is that of the definition, with ER and with scores; parts add up to the whole.
#[test]
#[ignore = "20 s, chains of se on many rows: bash scripts/long_tests.sh"]
fn long_reports_show_the_rank_correlation_with_ratings() {
    for (rulebook, rating, steps) in [("se", "er", 10.0), ("hodoku", "score", 1.0)] {
        let size = ["--count=600", "--shard-rows=200", "--rulebook", rulebook];
        let plan = [&["--seed=42", "--no-timings", "--add=guesses"], &size[..]].concat();
        let (whole, parts) = (corpus(&plan), parts(3, &plan));
        let path = &whole.name();
        let json = parsed(&run(&["report", path, "--format=json"]));
        let found = json["corpora"][0]["relations"][0].clone();
        let text = run(&[&["generate", "--format=csv"], &plan[..]].concat());
        let both = figures::<f64>(&text, rating).into_iter().zip(figures::<f64>(&text, "guesses"));
        let pairs: Vec<(f64, f64)> = both.filter_map(|(rating, guesses)| Some((rating?, guesses?))).collect();
        let binned: Vec<_> =
            pairs.iter().map(|&(rating, guesses)| (bin(rating * steps), bin(guesses * 100.0))).collect();
        assert_eq!((&found["one"], &found["other"]), (&rating.into(), &"guesses".into()));
        assert_eq!(found["rows"].as_u64(), Some(pairs.len() as u64));
        let (rho, expected) = (found["spearman"].as_f64().unwrap(), spearman(&binned));
        assert!((rho - expected).abs() < 1e-12 && rho > 0.3, "{rulebook}: {rho}, not {expected}");
        assert!((rho - spearman(&pairs)).abs() < 1e-3, "the bins hardly matter");
        let column =
            json["corpora"][0]["columns"].as_array().unwrap().iter().find(|c| c["name"] == "guesses");
        assert_eq!(column.unwrap()["min"], 0.0);
        let page = run(&["report", path, "--format=md"]);
        let rating = if rating == "er" { "ER" } else { "score" };
        let sentence = format!("Rank correlation of search difficulty and {rating} (Spearman): {rho:.3}");
        assert!(page.contains(&sentence), "{sentence}");
        let paths: Vec<String> = parts.iter().map(Folder::name).collect();
        let joined = parsed(&run(&["report", &paths[1], &paths[0], &paths[2], "--format=json"]));
        assert_eq!(joined["corpora"][0]["relations"][0], found);
    }
    let plain = run(&["generate", "-n50", "--seed=1", "--rulebook=se", "--no-timings"]);
    let folder = Folder::made();
    let file = folder.write("plain.csv", plain);
    let json = parsed(&run(&["report", &file, "--format=json"]));
    assert_eq!(json["corpora"][0]["relations"], Value::Array(Vec::new()));
}

/// Returns the tokens of the default search.
fn tokens(puzzle: &str) -> Vec<u16> {
    let grid: Grid = puzzle.parse().unwrap();
    let mut tokens = Vec::new();
    Searcher::new(grid.shape(), SearchOptions::default()).unwrap().encode(&grid, &mut tokens);
    tokens
}

fn numbers(text: &str) -> Vec<u16> {
    text.split(' ').map(|number| number.parse::<u16>().unwrap()).collect()
}

#[test]
fn the_column_is_the_default_search() {
    let plain = ["generate", "-n40", "--seed=42", "--no-timings", "--add=search_trace"];
    let csv = run(&plain);
    let puzzles = column(&csv, "puzzle");
    for (puzzle, text) in puzzles.iter().zip(column(&csv, "search_trace")) {
        assert_eq!(numbers(&text), tokens(puzzle));
        let sequence = Vocabulary::of_side(9).unwrap().decode(&numbers(&text)).unwrap();
        let grid = sequence.grid(Shape::STANDARD).unwrap();
        let Body::Search(events) = sequence.body else { panic!("a search") };
        assert_eq!(replay(&grid, &events).unwrap().solutions.len(), 1);
    }
    let jsonl = run(&[&plain[..], &["--format=jsonl"]].concat());
    for line in jsonl.lines() {
        let row = parsed(line);
        assert_eq!(row["search_trace"], serde_json::json!(tokens(row["puzzle"].as_str().unwrap())));
    }
}

#[test]
fn parquet_holds_lists_of_numbers() {
    let made = corpus(&["-n4", "--seed=42", "--no-timings", "--add=search_trace"]);
    let shard = File::open(made.file("data/part-00000-of-00001.parquet")).unwrap();
    let file = ParquetRecordBatchReaderBuilder::try_new(shard).unwrap();
    let field = file.schema().field_with_name("search_trace").unwrap();
    assert_eq!(type_words(field.data_type()), "lists of whole numbers (16 bits)");
}

const GENERATE: [&str; 3] = ["generate", "--seed=42", "--no-timings"];
const NAMES: [&str; 8] =
    ["trial_depth", "b", "bxb", "bxbb", "trial_at_least", "backdoor_size", "backdoors", "backdoor_at_least"];

fn marks(text: &str) -> Pencilmarks {
    Pencilmarks::new(&Grid::parse(Shape::STANDARD, text).unwrap())
}

#[test]
fn values_are_those_of_the_library_and_show() {
    let options = ["--add=trial", "--add=backdoors"];
    let text = run(&[&GENERATE[..], &["--count=150"], &options[..]].concat());
    let mut trial = Trial::new();
    let [puzzles, solutions] = ["puzzle", "solution"].map(|name| column(&text, name));
    let [depths, b, sizes, counts] =
        ["trial_depth", "b", "backdoor_size", "backdoors"].map(|name| figures::<u64>(&text, name));
    let exact = |value: TrialValue| value.exact().map(u64::from);
    for (row, puzzle) in puzzles.iter().enumerate() {
        let solution = Solution::new(&Grid::parse(Shape::STANDARD, &solutions[row]).unwrap()).unwrap();
        let found = trial.backdoors(&marks(puzzle), &solution, Trial::BUDGET);
        assert_eq!((sizes[row], counts[row]), (exact(found.size), found.count), "{puzzle}");
        assert_eq!(depths[row], exact(trial.depth(&marks(puzzle), Trial::BUDGET)), "{puzzle}");
        assert_eq!(b[row], exact(trial.braid_rating(&marks(puzzle), Trial::BUDGET)), "{puzzle}");
        assert_eq!(b[row] == Some(0), sizes[row] == Some(0), "{puzzle}");
    }
    assert!(b.iter().max() >= Some(&Some(4)) && depths.contains(&Some(0)), "{b:?}");
    let shown = run(&[&["show", "7", "--seed=42"], &options[..]].concat());
    let expected = format!(
        "\ntrial       depth {}, B {}\nbackdoors   {} of size {}\n",
        depths[7].unwrap(),
        b[7].unwrap(),
        counts[7].unwrap(),
        sizes[7].unwrap()
    );
    assert!(shown.contains(&expected), "{expected}\n{shown}");
    insta::assert_snapshot!(column(&text, "b")[..24].join(" "), @"0 0 2 3 3 1 0 3 2 3 0 2 3 0 4 2 4 0 0 0 0 2 0 0");
}

/// Beyond a budget there are bounds, and never another value; the facts state the budget of each kind of measure.
#[test]
fn budgets_leave_bounds_and_facts_state_them() {
    let input = format!("{PUZZLE}\n{HARD}\nshort\n");
    let rows = |options: &[&str]| {
        run_with(&[&["rate", "--rulebook=none", "--add=trial", "--add=backdoors"], options].concat(), &input)
    };
    let (exact, bounded) = (rows(&[]), rows(&["--budget=trial=40"]));
    let row = |text: &str, at: usize| NAMES.map(|name| column(&text, name)[at].clone()).join(" ");
    let rows =
        [row(&exact, 0), row(&exact, 1), row(&bounded, 1), row(&exact, 2)].map(|row| format!("[{row}]"));
    insta::assert_snapshot!(rows.join("\n"), @r"
    [0 0    0 1 ]
    [2  4   2 7 ]
    [    1   1]
    [       ]
    ");

    let folder = Folder::made();
    let out = folder.named("rated.parquet");
    let again = folder.named("again.parquet");
    let budget = ["--budget=trial=5000"];
    run_with(&[&["rate", "--rulebook=none", "--add=trial", "--out", &out], &budget[..]].concat(), &input);
    run(&["rate", &out, "--rulebook=none", "--add=backdoors", "--out", &again]);
    let facts = TableInput::new(Sources::from(vec![again.clone().into()]), Shape::STANDARD);
    let facts: Facts = facts.unwrap().facts().clone();
    let budgets: Vec<_> = facts
        .measures
        .iter()
        .map(|(name, of)| (&name[..], of.version.as_deref(), of.bounds["budget"]))
        .collect();
    assert_eq!(budgets, [("backdoors", Some("trial/1"), 1_000_000), ("trial", Some("trial/1"), 5000)]);
    assert!(facts.scales.is_empty());
    let back = run(&["rate", &again, "--rulebook=se"]);
    assert_eq!(figures::<u64>(&back, "trial_depth"), [Some(0), Some(2), None]);
    assert!(!back.lines().next().unwrap().contains("input_"), "{back}");
}

#[test]
fn rows_are_chosen_by_measures() {
    let kept = run(&[&GENERATE[..], &["--count=30", "--b=3..4", "--backdoor=1"]].concat());
    let [b, sizes] = ["b", "backdoor_size"].map(|name| figures::<u64>(&kept, name));
    assert!(b.iter().all(|&b| b == Some(3) || b == Some(4)) && b.contains(&Some(3)), "{b:?}");
    assert!(sizes.iter().all(|&size| size == Some(1)), "{sizes:?}");

    let folder = Folder::new();
    let out = folder.name();
    let mix =
        [&GENERATE[..], &["--count=40", "--mix=b=0:0.25,1..2:0.25,3..9:0.5", "--format=csv", "--out", &out]];
    run(&mix.concat());
    run(&[&mix.concat()[..], &["--resume", "--verify"]].concat());
    assert_eq!(manifest(&folder)["job"]["plan"]["add"], "trial");
    let text = run(&["rate", &out, "--rulebook=none", "--add=trial"]);
    let mut classes = BTreeMap::new();
    for b in figures::<u64>(&text, "b") {
        *classes.entry(b.unwrap().div_ceil(2).min(2)).or_insert(0) += 1;
    }
    assert_eq!(classes.into_iter().collect::<Vec<_>>(), [(0, 10), (1, 10), (2, 20)]);

    let files = Folder::made();
    let parts = files.named("parts");
    run(&["split", &out, "--into=train:0.5,test:0.5", "--stratify=b", "--out", &parts]);
    let easy = |split: &str| {
        let rows = run(&["rate", &parts, "--split", split, "--rulebook=none", "--add=trial"]);
        figures::<u64>(&rows, "b").into_iter().filter(|&b| b == Some(0)).count()
    };
    assert_eq!(["train", "test"].map(easy), [5, 5]);
}

#[test]
fn mistakes_are_refused_in_one_line() {
    let files = Folder::made();
    let puzzles = files.write("puzzles.txt", format!("{PUZZLE}\n"));
    let printed = |args: &[&str]| failure(&[&GENERATE[..], &["--count=1"], args].concat());
    insta::assert_snapshot!([
        failure(&["rate", &puzzles, "--rulebook=none"]),
        printed(&["--add=trial", "--box=4x4"]),
        printed(&["--budget=trial=5"]),
        printed(&["--b=2", "--mix=b=1:1"]),
        printed(&["--mix=b=1:1", "--mix=er=1.0..2.0:1"]),
        printed(&["--trial-depth=2", "--attempts=20"]),
        printed(&["--b=x"]),
    ].join("\n"), @r"
    error: there is nothing to measure: name a rulebook, or give --add guesses or other columns
    error: --add trial is for grids with a side up to 9, not for 4x4 boxes
    error: --budget trial=... limits measures: give --add trial or --add backdoors
    error: --mix b=... and --b exclude each other; give one
    error: only one mix of levels or of a measure has shares: give one --mix
    error: puzzle 0: no minimal puzzle and the required rating in 20 attempts; others came: trial depth 1 12 times, trial depth 0 8 times; allow more attempts or fewer givens: easier puzzles came than are required; or give --dig climb and --objective depth, with hard puzzles to start from by --from FILE
    error: invalid value 'x' for '--b <B>': give a whole number such as 2, or a range such as 4..6 (both included)
    ");
}

/// Every image of a puzzle has its values: 1,000 puzzles with 20 images each, of which some are hard.
#[test]
#[ignore = "a minute: bash scripts/long_tests.sh"]
fn very_long_images_of_a_puzzle_have_equal_values() {
    let text = run(&[&GENERATE[..], &["--count=1000", "--add=trial", "--add=backdoors"]].concat());
    let [puzzles, solutions] = ["puzzle", "solution"].map(|name| column(&text, name));
    let values: Vec<_> = NAMES.map(|name| figures::<u64>(&text, name)).into_iter().collect();
    let mut rng = rand_pcg::Pcg64::seed_from_u64(35);
    let mut trial = Trial::new();
    for (row, (puzzle, solution)) in puzzles.iter().zip(&solutions).enumerate() {
        let [puzzle, solution] = [puzzle, solution].map(|text| Grid::parse(Shape::STANDARD, text).unwrap());
        let solution = Solution::new(&solution).unwrap();
        for _ in 0..20 {
            let transform = random_transform(&mut rng, Shape::STANDARD);
            let image = Pencilmarks::new(&transform.grid(&puzzle));
            let rating = trial.rating(&image, Trial::BUDGET);
            let backdoors = trial.backdoors(&image, &transform.solution(&solution), Trial::BUDGET);
            let exact = |value: TrialValue| value.exact().map(u64::from);
            assert_eq!(
                [exact(rating.depth), rating.b().map(u64::from), exact(backdoors.size), backdoors.count],
                [values[0][row], values[1][row], values[5][row], values[6][row]],
                "{transform}"
            );
        }
    }
}
