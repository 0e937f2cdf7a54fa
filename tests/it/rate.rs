//! Ratings in a corpus and of existing puzzles, as a process; levels, steps and ratings of 4x4, 6x6 and 8x8 puzzles.

use crate::prelude::*;
use gridmill::rate::CompactPath;

fn solved_by(rulebook: &Rulebook, puzzle: &str) -> bool {
    let mut marks = Pencilmarks::new(&Grid::parse(Shape::STANDARD, puzzle).unwrap());
    Rater::new(rulebook).rate(&mut marks).solved
}

#[test]
fn ratings_follow_the_columns_of_the_input() {
    let text = run_with(&["rate", "--no-timings"], PUZZLE);
    let value = |name| column(&text, name)[0].clone();
    assert_eq!(value("puzzle"), PUZZLE);
    assert_eq!((value("solved").as_str(), value("level").as_str()), ("true", "easy"));
    assert_eq!((value("stuck_cells").as_str(), value("reason").as_str()), ("0", ""));
    let count = |technique: Technique| value(technique.count_column().0).parse::<u32>().unwrap();
    let singles = [Technique::FullHouse, Technique::NakedSingle, Technique::HiddenSingle].map(count);
    assert_eq!(singles.iter().sum::<u32>(), 51, "one step for each empty cell");
    let score = 4 * (singles[0] + singles[1]) + 14 * singles[2];
    assert_eq!(value("score"), score.to_string());
    assert_eq!(value("steps"), "51");
}

#[test]
fn rows_without_a_rating_have_a_reason_and_keep_their_place() {
    let two = PUZZLE.replacen("53..7", ".....", 1).replacen("6..195", "......", 1);
    let none = PUZZLE.replacen("53", "55", 1);
    let input = format!("{PUZZLE}\nshort\n{two}\n{none}\n{SOLUTION}\n{PUZZLE}\n");
    let text = run_with(&["rate"], &input);
    assert_eq!(
        column(&text, "reason"),
        [
            "",
            "column 6: 5 cells where a 3x3 grid has 81",
            "several solutions; two differ in 14 cells: r1c1, r1c4, r2c1, r2c5 and 10 more",
            "contradiction: 5 twice in row 1, at r1c1 and r1c2; 5 twice in box 1, at r1c1 and r1c2",
            "nothing to solve",
            ""
        ]
    );
    assert_eq!(column(&text, "solved"), ["true", "", "", "", "", "true"]);
    assert_eq!(column(&text, "puzzle")[1], "short");
    for row in csv::Reader::from_reader(text.as_bytes()).records().skip(1).take(4) {
        let row = row.unwrap();
        let nulls = row.iter().skip(1).take(row.len() - 2);
        assert!(nulls.into_iter().all(str::is_empty), "{row:?}");
    }
    for (rows, printed) in [
        (format!("{PUZZLE}\nshort\n{two}\n"), "line 2, column 6: 5 cells"),
        (format!("{PUZZLE}\n{PUZZLE}\n{two}\n"), "line 3, column 1: several solutions"),
        (format!("{none}\n"), "line 1, column 1: contradiction: 5 twice in row 1"),
        (format!("{PUZZLE}\n{SOLUTION}\n"), "line 2, column 1: nothing to solve"),
    ] {
        let (code, message) = failure_with(&["rate", "--invalid=stop", "--progress=never"], &rows);
        assert_eq!(code, 1);
        assert!(message.contains(printed), "{message}");
    }
    run_with(&["rate", "--invalid=stop"], PUZZLE);
}

#[test]
fn a_faulty_rulebook_is_refused_by_line_and_key() {
    let folder = Folder::made();
    let single = "[[rule]]\ntechnique = \"naked_single\"\nrating = 1\n";
    for (rules, line, printed) in [
        ("[[rule]]\ntechnique = \"naked_pair\"\nrating = 1\n".to_owned(), 4, "places a digit"),
        (format!("{single}{single}"), 8, "technique \"naked_single\" is there twice"),
        ("[[rule]]\ntechnique = \"naked_single\"\n".to_owned(), 4, "\"rating\""),
        (single.replace("naked", "naked_"), 5, "the nearest names are naked_single"),
    ] {
        let text = format!("name = \"mine\"\nscale = \"mine/1\"\nconventions = \"hodoku\"\n{rules}");
        let name = folder.write("mine.toml", text);
        let (code, message) = failure_with(&["rate", "--rulebook", &name, "--progress=never"], PUZZLE);
        assert_eq!(code, 2, "{message}");
        message.assert_has(&[&format!("mine.toml: line {line}: "), printed]);
    }
}

/// CSV in, Parquet out, CSV out again: the columns of the input are there each time, ours renamed where they were there.
#[test]
fn columns_of_the_input_are_kept() {
    let files = Folder::made();
    let (table, rated, again) =
        (files.named("table.csv"), files.named("rated.parquet"), files.named("again.csv"));
    fs::write(&table, format!("id,puzzle,er\nfirst,{PUZZLE},x\nsecond,{SOLUTION},y\n")).unwrap();
    run(&["rate", &table, "--out", &rated, "--add=path", "--no-timings"]);
    assert!(!Path::new(&format!("{rated}.part")).exists());
    let (code, message) = failure_with(&["rate", &table, "--out", &rated], "");
    assert_eq!(code, 2);
    assert!(message.contains("--overwrite"), "{message}");
    let (_, message) = failure_with(&["rate", &rated, "--progress=never"], "");
    assert!(message.contains("FILE.parquet"), "lists have no form in CSV: {message}");
    run(&["rate", &table, "--out", &rated, "--no-timings", "--overwrite"]);
    run(&["rate", &rated, "--rulebook=se", "--out", &again]);
    let text = fs::read(&again).unwrap();
    assert_eq!(column(&text, "id"), ["first", "second"]);
    assert_eq!(column(&text, "er"), ["x", "y"], "a column of no scale that is known");
    assert_eq!(column(&text, "hodoku_hardest_score"), ["4", ""]);
    assert_eq!(column(&text, "hodoku_score"), ["204", ""]);
    assert_eq!(column(&text, "se_er"), ["1.2", ""]);
    assert_eq!(column(&text, "reason"), ["", "nothing to solve"]);
    assert!(!String::from_utf8(text).unwrap().contains("input_"));
}

#[test]
fn technique_limited_puzzles_have_one_solution_and_need_no_more() {
    for limit in [
        &["--technique=..naked_pair"][..],
        &["--max-er=1.2"],
        &["--technique=..full_house", "--rulebook=mine"],
    ] {
        let mine = "name = \"mine\"\nscale = \"mine/1\"\nconventions = \"hodoku\"\n\
             [[rule]]\ntechnique = \"naked_single\"\nrating = 1\n[[rule]]\ntechnique = \"full_house\"\nrating = 2\n";
        let folder = Folder::made();
        let file = folder.write("mine.toml", mine);
        let limit: Vec<String> = limit.iter().map(|option| option.replace("mine", &file)).collect();
        let limits: Vec<&str> = limit.iter().map(String::as_str).collect();
        let text = run(&[&["generate", "-n40", "--seed=5"], &limits[..]].concat());
        let mut checker = SolverKind::Bitboard.solver(Shape::STANDARD, 1_000_000);
        let solutions = column(&text, "solution");
        for (puzzle, solution) in column(&text, "puzzle").iter().zip(&solutions) {
            let grid = Grid::parse(Shape::STANDARD, puzzle).unwrap();
            let Solutions::Unique(found) = checker.solutions(&grid).unwrap() else { panic!("{puzzle}") };
            assert_eq!(found.to_string(), *solution);
        }
        assert!(column(&text, "solved").iter().all(|solved| solved == "true"));
        assert!(column(&text, "minimal").iter().all(String::is_empty), "not established");
        if limit[0] == "--max-er=1.2" {
            let ers = column(&text, "er");
            assert!(
                ers.iter().all(|er| er == "1.2" || er == "1.0"),
                "none in a row or column, which is 1.5: {ers:?}"
            );
        }
    }
}

/// No given of a technique-limited puzzle can go: each removal leaves the allowed techniques stuck.
#[test]
fn technique_limited_digs_go_to_the_end() {
    let text = run(&["generate", "-n10", "--seed=6", "--technique=..hidden_single"]);
    let mut last = false;
    let singles = Rulebook::hodoku().restricted(|rule| {
        let allowed = !last;
        last |= rule.techniques().contains(Technique::HiddenSingle);
        allowed
    });
    for puzzle in column(&text, "puzzle") {
        assert!(solved_by(&singles, &puzzle));
        for cell in puzzle.match_indices(|c| c != '.').map(|(cell, _)| cell) {
            let mut without = puzzle.clone();
            without.replace_range(cell..=cell, ".");
            assert!(!solved_by(&singles, &without), "{puzzle} without cell {cell}");
        }
    }
}

#[test]
fn ratings_in_range_are_kept_at_any_number_of_threads() {
    let make = |threads: &str, options: &[&str]| {
        run(&[
            &["generate", sample("-n12", "-n30"), "--seed=7", "--no-timings", "--threads", threads],
            options,
        ]
        .concat())
    };
    let hard = make("1", &["--er=1.5..2.3"]);
    assert_eq!(hard, make("4", &["--er=1.5..2.3"]));
    let ers = column(&hard, "er");
    assert!(ers.iter().all(|er| (1.5..=2.3).contains(&er.parse::<f64>().unwrap())), "{ers:?}");
    assert!(column(&hard, "attempts").iter().any(|attempts| attempts != "1"));
    let pearls = make("2", &["--er=2.6..9.0", "--ep=1.5..2.3", "--ed=1.5"]);
    let within = |name, range: std::ops::RangeInclusive<f64>| {
        let all = column(&pearls, name);
        assert!(all.iter().all(|value| range.contains(&value.parse::<f64>().unwrap())), "{name}: {all:?}");
    };
    within("er", 2.6..=9.0);
    within("ep", 1.5..=2.3);
    within("ed", 1.5..=1.5);
    let with = make("2", &["--require=naked_pair,pointing", "--level=medium"]);
    for name in ["t_naked_pair", "t_pointing"] {
        assert!(column(&with, name).iter().all(|steps| steps != "0"));
    }
    assert!(column(&with, "level").iter().all(|level| level == "medium"));
}

/// ER 10.5 by the Explainer: chains within chains.
const NESTED: &str = "..6..3...9..7...1..5..8....7..9..4.......6..1.3..5..........29...8.7..4.4..2....7";

#[test]
fn a_budget_leaves_a_bound_in_place_of_the_er() {
    let rate = |puzzle: &str, options: &[&str]| {
        let text = run_with(&[&["rate", "--rulebook=se", "--no-timings"], options].concat(), puzzle);
        ["er", "er_at_least", "solved", "score", "stuck_cells", "reason"]
            .map(|name| column(&text, name)[0].clone())
    };
    let [er, at_least, solved, score, stuck, reason] = rate(NESTED, &["--budget=rating=5000"]);
    assert_eq!([er, solved, score, reason], ["", "false", "", ""]);
    assert_ne!(stuck, "0");
    assert!((7.5..=10.5).contains(&at_least.parse::<f64>().unwrap()), "{at_least}");
    let [er, at_least, solved, .., stuck, _] = rate(NESTED, &["--budget=rating=50000000"]);
    assert_eq!([er, at_least, solved, stuck], ["10.5", "", "true", "0"]);
    let [er, at_least, ..] = rate(PUZZLE, &["--budget=rating=1"]);
    assert_eq!([er, at_least], ["1.2", ""], "no chain is looked for");
    let hodoku = run_with(&["rate", "--budget=rating=1"], PUZZLE);
    assert!(!hodoku.lines().next().unwrap().contains("er_at_least"), "no budget limits its techniques");
}

/// ER 9.7 by the Explainer: contradictions, cells and houses, dynamic and not.
const DYNAMIC: &str = "..6..3...9..7...1..5..8....7..9..4....2..6..1.3..5..........29...8....4.4..2....7";

/// Steps by chains show what they start from, of which kind they are and how long; what they prove follows from that.
#[test]
fn paths_name_what_chains_start_from() {
    let text = run_with(&["rate", "--rulebook=se", "--add=path", "--no-timings"], DYNAMIC);
    let path = parsed(&column(&text, "path")[0]);
    let mut kinds = std::collections::BTreeMap::<String, usize>::new();
    for step in path.as_array().unwrap() {
        let sources = step["sources"].as_array().unwrap();
        let Some(nodes) = step["nodes"].as_u64() else {
            assert!(sources.is_empty() && step["kind"].is_null(), "{step}");
            continue;
        };
        let gone = step["eliminations"].as_array().unwrap();
        let placed = step["placements"].as_array().unwrap();
        let same = |key: &str| sources.iter().all(|source| source[key] == sources[0][key]);
        let kind = step["kind"].as_str().unwrap_or("chain");
        *kinds.entry(kind.to_owned()).or_default() += 1;
        assert!(nodes >= 4 && !gone.is_empty(), "{step}");
        match kind {
            "contradiction" => {
                let proved = if sources[0]["on"] == true { gone } else { placed };
                assert_eq!((sources.len(), proved.len()), (1, 1), "{step}");
                assert_eq!(proved[0]["digit"], sources[0]["digit"], "{step}");
                assert_eq!(proved[0]["cell"], sources[0]["cells"][0], "{step}");
            }
            "cell" => assert!(sources.len() >= 2 && same("cells") && !same("digit"), "{step}"),
            "house" => assert!(sources.len() >= 2 && same("digit") && !same("cells"), "{step}"),
            "double" => assert!(sources.len() == 2 && same("cells") && !same("on"), "{step}"),
            _ => assert_eq!(sources.len(), 1, "{step}"),
        }
    }
    assert!(["contradiction", "cell", "house"].iter().all(|kind| kinds.contains_key(*kind)), "{kinds:?}");
}

#[test]
fn a_budget_does_not_depend_on_what_was_rated_before() {
    let corpus = run(&["generate", "-n120", "--seed=11"]);
    let mut puzzles = column(&corpus, "puzzle");
    puzzles.extend([NESTED.to_owned(), NESTED.to_owned()]);
    let rows = |puzzles: &[String], options: &[&str]| {
        let args = ["rate", "--rulebook=se", "--add=path", "--no-timings", "--progress=never"];
        let text = run_with(&[&args[..], options].concat(), &puzzles.join("\n"));
        text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    let budget = "--budget=rating=1500";
    let one = rows(&puzzles, &[budget, "--threads=1"]);
    assert_eq!(one, rows(&puzzles, &[budget, "--threads=4"]));
    puzzles.reverse();
    let mut backward = rows(&puzzles, &[budget, "--threads=1"]);
    backward.reverse();
    assert_eq!(one, backward);
    let whole = rows(&puzzles, &["--threads=2"]);
    assert_ne!(whole, one, "the budget is of consequence");
}

#[test]
fn a_corpus_with_a_budget_can_be_made_again_and_reported() {
    let files = Folder::made();
    let (out, report) = (files.named("corpus"), files.named("report.json"));
    let args = ["generate", "-n100", "--seed=12", "--rulebook=se", "--no-timings", "--progress=never"];
    let limited = run(&[&args[..], &["--budget=rating=200"]].concat());
    let whole = run(&args);
    let values = |text: &str, name| -> Vec<Option<f64>> {
        column(&text, name).iter().map(|value| value.parse().ok()).collect()
    };
    let [ers, bounds, true_ers] =
        [values(&limited, "er"), values(&limited, "er_at_least"), values(&whole, "er")];
    assert!(bounds.iter().flatten().count() > 0);
    for ((er, bound), true_er) in ers.iter().zip(&bounds).zip(&true_ers) {
        assert!(er.is_some() != bound.is_some(), "one or the other");
        assert!(
            er.is_none_or(|er| Some(er) == *true_er) && bound.is_none_or(|bound| Some(bound) <= *true_er)
        );
    }
    run(&[&args[..], &["--budget=rating=200", "--format=csv", "--out", &out]].concat());
    let card = fs::read_to_string(format!("{out}/README.md")).unwrap();
    assert!(
        card.contains("--budget nodes=10000000,rating=200 ")
            && card.contains("| `er_at_least` | float64, nullable |  |")
    );
    let manifest = fs::read_to_string(format!("{out}/manifest.json")).unwrap();
    assert!(manifest.contains("\"budget\": 200"), "{manifest}");
    // Another budget is another plan.
    failure(&[&args[..], &["--budget=rating=300", "--format=csv", "--out", &out, "--resume"]].concat());
    run(&["report", &out, "--out", &report, "--check=0"]);
    let figures = fs::read_to_string(&report).unwrap();
    assert!(figures.contains("er_at_least"));
    run(&["report", &out, "--out", &files.named("report.html"), "--check=0"]);
}

#[test]
fn a_corpus_with_a_rulebook_of_its_own_can_be_made_again() {
    let folder = Folder::made();
    let mine =
        include_str!("../../crates/rate/src/rulebooks/se.toml").replace("name = \"se\"", "name = \"mine\"");
    let (file, out) = (folder.write("mine.toml", mine), folder.named("corpus"));
    let args = ["generate", "-n20", "--seed=8", "--format=csv", "--no-timings", "--progress=never"];
    run(&[&args[..], &["--rulebook", &file, "--out", &out]].concat());
    fs::remove_file(&file).unwrap();
    let data = format!("{out}/data/part-00000-of-00001.csv");
    let first = fs::read(&data).unwrap();
    fs::remove_file(&data).unwrap();
    let rulebook = format!("{out}/rulebook.toml");
    run(&[&args[..], &["--rulebook", &rulebook, "--out", &out, "--resume"]].concat());
    assert_eq!(fs::read(&data).unwrap(), first);
}

#[test]
fn mistakes_are_refused_with_what_is_allowed() {
    for (args, part) in [
        (&["--technique=..nakedpair"][..], "naked_pair"),
        (&["--technique=swordfsh.."], "nearest names are swordfish"),
        (&["--require=naked_pair,xwing"], "nearest names are x_wing"),
        (&["--require=franken_x_wing"], "pointing and claiming, which come before it in rulebook hodoku"),
        (&["--rulebook=none", "--add=path"], "--rulebook"),
        (&["--rulebook=missing.toml"], "the built-in ones are hodoku, se"),
        (&["--rulebook=hodoku", "--box=2x3"], "9x9"),
        (&["--rulebook=se", "--level=easy"], "no levels"),
        (&["--rulebook=hodoku", "--level=expert"], "easy, medium, hard, unfair, extreme"),
        (&["--er=4.6..4.0"], "smaller number first"),
        (&["--ep=4.6..4.0"], "4.6..4.0 is empty"),
        (&["--ed=2..1"], "2.0..1.0 is empty"),
        (&["--er=4.44"], "one decimal"),
        (&["--rulebook=se", "--technique=..skyscraper"], "does not have skyscraper"),
        (&["--technique=..x_wing", "--dig=weighted"], "top-down"),
        (&["--rulebook=se", "--budget=rating=0"], "1 or more"),
        (&["--rulebook=se", "--budget=rating=2x"], "give a whole number"),
        (&["--budget=rating=5000"], "--rulebook hodoku, se"),
    ] {
        assert_refusal(&[&["generate", "-n1"], args].concat(), 2, part);
    }
}

const SIX: &str = "--box=2x3";

fn generate(options: &[&str]) -> String {
    run(&[&["generate", "--seed=3", "--no-timings"], options].concat())
}

fn levels(text: &str) -> Vec<(String, usize)> {
    let all = column(&text, "level");
    let names = Rulebook::basic().levels().iter().map(|level| level.name.to_string());
    names.map(|name| (name.clone(), all.iter().filter(|level| **level == name).count())).collect()
}

#[test]
fn quotas_of_levels_are_exact_in_any_number_of_threads() {
    let mix = "--mix=level=easy:0.5,medium:0.3,hard:0.2";
    for shape in [SIX, "--box=3x2", "--box=2x4"] {
        let text = generate(&["-n20", shape, mix, "--threads=1"]);
        let counts = levels(&text).into_iter().map(|(_, count)| count).collect::<Vec<_>>();
        assert_eq!(counts, [0, 10, 6, 4], "{shape}");
        assert_eq!(text, generate(&["-n20", shape, mix, "--threads=3"]));
    }
    let text = generate(&["-n10", "--box=2x2", "--givens=8", "--mix=level=beginner:0.4,easy:0.6"]);
    assert_eq!(levels(&text)[..2], [("beginner".to_owned(), 4), ("easy".to_owned(), 6)]);
}

#[test]
fn ratings_are_those_of_basic() {
    let folder = Folder::new();
    let out = &folder.name();
    let options = ["-n30", SIX, "--level=medium", "--add=path", "--format=csv", "--out", out];
    generate(&options);
    assert_eq!(manifest(&folder)["facts"]["scales"][0]["scale"], "basic/1");
    let rated = run(&["rate", out, "--no-timings"]);
    let by_name = run(&["rate", out, "--rulebook=basic", "--no-timings"]);
    assert_eq!(rated, by_name);
    let (puzzles, scores) = (column(&rated, "puzzle"), column(&rated, "score"));
    assert_eq!(levels(&rated)[2], ("medium".to_owned(), 30));
    let mut rater = Rater::new(Rulebook::basic());
    for (puzzle, score) in puzzles.iter().zip(scores) {
        let grid = Grid::parse(SIX[6..].parse().unwrap(), puzzle).unwrap();
        let rating = rater.rate(&mut Pencilmarks::new(&grid));
        assert_eq!(rating.score.map(|score| Rulebook::basic().shown(score)), Some(score));
    }
    let page = folder.run(&["report", ".", "--out", "page.html"]);
    assert_eq!(page, "");
}

#[test]
fn limits_and_filters_know_small_grids() {
    let text = generate(&["-n10", SIX, "--technique=..full_house"]);
    assert_eq!(levels(&text)[0], ("beginner".to_owned(), 10));
    let text = generate(&["-n5", "--box=2x4", "--require=naked_pair"]);
    assert!(column(&text, "t_naked_pair").iter().all(|steps| steps != "0"));
    assert_eq!(levels(&text)[3].1, 5);
    let text = generate(&["-n5", "--box=4x2", "--technique=naked_single.."]);
    assert_eq!(levels(&text)[..2].iter().map(|(_, count)| count).sum::<usize>(), 0);
}

#[test]
fn steps_are_those_of_the_shape() {
    let puzzle = "......34.3....2.";
    let next = run(&["solve", "--box=2x2", "--next", puzzle]);
    assert!(next.contains("r1c1: hidden single (box) in box 1 places 3\n"), "{next}");
    let json = run(&["solve", "--box=2x2", "--steps", "--json", puzzle]);
    let line = parsed(&json);
    assert_eq!(
        (line["rating"]["level"].as_str(), line["rating"]["scale"].as_str()),
        (Some("easy"), Some("basic/1"))
    );
    let first = &line["steps"][0];
    assert_eq!(picked(first, &["cells", "houses"]), json!([[0, 1, 4, 5], ["b1"]]));
    let row = run(&words("generate -n1 --seed=3 --box=2x4 --require=pointing --add=path --no-timings"));
    let path = parsed(&column(&row, "path")[0]);
    let shape: Shape = "2x4".parse().unwrap();
    let cells = path.as_array().unwrap().iter().flat_map(|step| step["cells"].as_array().unwrap());
    assert!(cells.into_iter().all(|cell| cell.as_u64().unwrap() < shape.cells() as u64));
    let shown = run(&["show", "0", "--seed=3", "--box=2x4", "--require=pointing", "--add=path"]);
    assert!(shown.contains("hard, score ") && shown.contains("(basic/1)"), "{shown}");
    let drawn = shown.lines().filter(|line| line.starts_with("│ ")).map(|line| line.chars().count());
    assert!(drawn.into_iter().all(|width| width < 80));
}

#[test]
fn impossible_options_are_refused_with_possible_ones() {
    let table = format!(
        "
        $ generate -n1 --box=2x2 --rulebook=hodoku
        2 error: rulebook hodoku is for 9x9 grids, because of x_wing; rulebook basic rates boxes of 2x2...
        $ solve --steps --rulebook=se {SIX} {}
        2 ...boxes of 2x3 have basic
        $ generate -n1 --box=4x4 --level=easy
        2 ...ratings are for grids with a side up to 9; boxes of 4x4 make a side of 16
        $ generate -n1 --box=2x2 --er=1.2..2.0
        2 ...ER, EP and ED are of 9x9 grids; for boxes of 2x2 choose by --level
        $ generate -n1 --box=2x2 --level=expert
        2 ...those of basic are beginner, easy, medium, hard
        $ generate -n1 --box=3x4 --add=trial
        2 ...--add trial is for grids with a side up to 9, not for 3x4 boxes
        ",
        ".".repeat(36)
    );
    assert_refusals(&[], &table);
    let rated = run_with(&["rate", "--box=2x2", "--no-timings"], "......34.3....2.\n1...............\n");
    assert_eq!(column(&rated, "level"), ["easy", ""]);
}

#[test]
fn compact_paths_are_in_the_shape_of_the_grid() {
    for (shape, boxes) in [("2x2", "--box=2x2"), ("2x3", SIX)] {
        let shape: Shape = shape.parse().unwrap();
        let text = generate(&["-n20", boxes, "--level=easy", "--add=compact_path"]);
        let columns = ["puzzle", "solution", "compact_path"].map(|name| column(&text, name));
        for ((puzzle, solution), path) in columns[0].iter().zip(&columns[1]).zip(&columns[2]) {
            let mut grid = Grid::parse(shape, puzzle).unwrap();
            for step in CompactPath::parse(path, shape).unwrap().steps() {
                for placed in &step.placements {
                    grid.set(placed.cell, Some(placed.digit));
                }
            }
            assert_eq!(grid.to_string(), *solution, "{puzzle}: {path}");
        }
    }
}
