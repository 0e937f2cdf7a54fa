//! Facts travel with rows: each command passes on, or changes, what the rows of its input stand for.

use crate::prelude::*;

struct Folder(crate::common::Folder);

impl Folder {
    fn new() -> Self {
        Self(crate::common::Folder::made())
    }

    fn path(&self, name: &str) -> String {
        self.0.named(name)
    }

    /// Runs a command in the folder, without progress.
    fn run(&self, line: &str) -> String {
        self.0.run(&words(line))
    }

    /// Returns the only corpus of a report as JSON.
    fn report(&self, of: &str) -> Value {
        let json = parsed(&self.run(&format!("report {of} --format json")));
        json["corpora"][0].clone()
    }

    fn facts(&self, of: &str) -> Value {
        self.report(of)["facts"].clone()
    }

    /// Makes 600 weighted rows of all minimal 4x4 puzzles.
    fn weighted(&self) {
        self.run(
            "generate --count 600 --seed 3 --box 2x2 --dig weighted --no-timings --shard-rows 200 --out w",
        );
    }
}

const ALL: &str = "minimal-puzzles";

fn kinds(facts: &Value) -> [&str; 3] {
    ["population", "rows", "weights"].map(|fact| facts[fact]["kind"].as_str().unwrap_or("unknown"))
}

#[test]
#[ignore = "10 s, ratings of weighted rows: bash scripts/long_tests.sh"]
fn long_rating_afterwards_keeps_weights_and_errors() {
    let folder = Folder::new();
    folder.run("generate --count 400 --seed 5 --dig enumerated --no-timings --out bare");
    folder.run("generate --count 400 --seed 5 --dig enumerated --rulebook hodoku --no-timings --out rated");
    folder.run("rate bare --out after.parquet --no-timings");
    let [rated, after] = ["rated", "after.parquet"].map(|corpus| folder.report(corpus));
    assert_eq!(rated["unbiased"], after["unbiased"]);
    assert_eq!(after["unbiased"]["independent"], true);
    assert!(after["unbiased"]["minimal_puzzles"]["ln"].as_f64().unwrap() > 80.0);
    for fact in ["population", "rows", "weights", "scales"] {
        assert_eq!(rated["facts"][fact], after["facts"][fact], "{fact}");
    }
    let history: Vec<&str> = after["facts"]["history"]
        .as_array()
        .unwrap()
        .iter()
        .map(|step| step["command"].as_str().unwrap())
        .collect();
    assert!(history[0].starts_with("gridmill generate --count 400"), "{history:?}");
    assert_eq!(history[1], "gridmill rate --rulebook hodoku-2.2/2");
    assert_eq!(after["facts"]["history"][1]["inputs"][0]["name"], "bare");
    // Rated again by the same rulebook, the scale is the same; the forms change nothing.
    folder.run("rate after.parquet --out again.parquet --no-timings");
    assert_eq!(folder.facts("again.parquet")["scales"], after["facts"]["scales"]);
    folder.run("canonical after.parquet --out forms.parquet");
    let forms = folder.report("forms.parquet");
    assert_eq!(forms["unbiased"], after["unbiased"]);
    folder.run("solve after.parquet --out solved.parquet");
    assert_eq!(folder.report("solved.parquet")["unbiased"], after["unbiased"]);
}

#[test]
fn every_command_passes_facts_on_or_changes_them() {
    let folder = Folder::new();
    folder.weighted();
    let whole = folder.report("w");
    assert_eq!(kinds(&whole["facts"]), [ALL, "independent", "ln"]);
    // A cut at random keeps the law.
    folder.run("split w --into train:0.5,test:0.5 --by row --seed 1 --out cut");
    let train = folder.facts("cut --split train");
    assert_eq!(kinds(&train), [ALL, "independent", "ln"]);
    assert_eq!((&train["splits"]["name"], &train["splits"]["by"]), (&"train".into(), &"row".into()));
    let file = folder.0.file("cut/data/test-00000-of-00001.parquet");
    assert_eq!(folder.facts(&file.display().to_string())["splits"]["name"], "test");
    assert_eq!(folder.facts("cut --split all")["splits"]["name"], Value::Null);
    let manifest = fs::read_to_string(folder.path("cut/manifest.json")).unwrap();
    let manifest = parsed(&manifest);
    assert_eq!(manifest["facts"]["population"]["kind"], ALL);
    // One of each puzzle is no sample any more: there are only 36 classes.
    folder.run("dedup w --by puzzle --out distinct.parquet");
    let distinct = folder.report("distinct.parquet");
    assert_eq!(kinds(&distinct["facts"]), ["distinct", "unknown", "void"]);
    assert_eq!(distinct["unbiased"], Value::Null);
    // Images weigh what their sources weigh, and depend on each other.
    folder.run("augment w --times 2 --seed 1 --out images.parquet");
    let images = folder.report("images.parquet");
    assert_eq!(kinds(&images["facts"]), ["images", "grouped-by-source", "ln"]);
    let unbiased = &images["unbiased"];
    assert_eq!((&unbiased["independent"], &unbiased["per_grid"]), (&Value::Bool(false), &Value::Null));
    let mean = |report: &Value| report["unbiased"]["means"][0]["all"]["value"].as_f64().unwrap();
    assert!((mean(&images) - mean(&whole)).abs() < 1e-9, "each source has as many images");
    // Parts make the whole again.
    for part in ["1/3", "2/3", "3/3"] {
        let out = part.replace('/', "of");
        folder.run(&format!(
            "generate --count 600 --seed 3 --box 2x2 --dig weighted --no-timings --shard-rows 200 --part {part} --out {out}"
        ));
    }
    let parts = ["merge", "1of3", "2of3", "3of3", "--out", "merged"];
    gridmill().current_dir(folder.0.path()).args(parts).assert().success();
    assert_eq!(folder.facts("merged"), whole["facts"]);
    assert_eq!(folder.facts("1of3 3of3 2of3"), whole["facts"]);
}

#[test]
fn mixtures_and_strangers_are_named() {
    let folder = Folder::new();
    folder.weighted();
    folder.run("generate --count 300 --seed 4 --box 2x2 --no-timings --out plain");
    let mixture = folder.report("w plain --join");
    assert_eq!(kinds(&mixture["facts"]), ["mixture", "unknown", "void"]);
    assert_eq!(mixture["unbiased"], Value::Null);
    let page = folder.run("report w plain --join --format md");
    assert!(page.contains("Rows of 2 designs stand next to each other"), "{page}");
    folder.run("generate --count 100 --seed 3 --box 2x2 --dig weighted --no-timings --format csv --out csv");
    let rows = folder.0.file("csv/data/part-00000-of-00001.csv");
    fs::copy(rows, folder.path("stranger.csv")).unwrap();
    assert_eq!(kinds(&folder.facts("csv")), [ALL, "independent", "ln"]);
    let stranger = folder.report("stranger.csv");
    assert_eq!(kinds(&stranger["facts"]), ["unknown"; 3]);
    assert_eq!(stranger["unbiased"], Value::Null);
    let page = folder.run("report stranger.csv --format md");
    for sentence in ["do not say how their rows were drawn", "The column weight is not used"] {
        assert!(page.replace('\u{a0}', " ").contains(sentence), "{sentence} in {page}");
    }
}

/// Puzzles of given grids are a population of their own, from which rows are independent. Rows that share grids of a fill have no errors.
#[test]
fn given_grids_are_the_population() {
    let folder = Folder::new();
    fs::write(folder.path("one.txt"), "1234341221434321\n").unwrap();
    folder
        .run("generate --count 200 --seed 3 --box 2x2 --dig weighted --from one.txt --no-timings --out one");
    let one = folder.report("one");
    assert_eq!(one["facts"]["population"]["grids"]["grids"], 1);
    assert_eq!(kinds(&one["facts"])[1], "independent");
    assert!(one["unbiased"]["means"][0]["all"]["error"].as_f64().unwrap() > 0.0);
    assert_eq!(one["unbiased"]["minimal_puzzles"], Value::Null);
    assert!(folder.run("report one --format md").contains("of this grid"));
    folder.run("generate --count 200 --seed 3 --box 2x2 --dig weighted --max-puzzles-per-grid 4 --no-timings --out four");
    let four = folder.report("four");
    assert_eq!(kinds(&four["facts"])[1], "grouped-by-grid");
    assert_eq!(four["unbiased"]["means"][0]["all"]["error"], Value::Null);
}

#[test]
fn facts_of_a_folder_are_those_of_its_files() {
    let folder = Folder::new();
    folder.weighted();
    let data = Path::new(&folder.path("w")).join("data");
    let shards: Vec<String> =
        (0..3).map(|n| data.join(format!("part-0000{n}-of-00003.parquet")).display().to_string()).collect();
    assert_eq!(folder.facts(&format!("{} --join", shards.join(" "))), folder.facts("w"));
}

/// Names of the columns of a file of comma-separated values, without counts of techniques.
fn header(text: &str) -> Vec<&str> {
    let names = text.lines().next().unwrap().split(',');
    names.filter(|name| !name.contains("t_")).collect()
}

fn scales(facts: &Value) -> Vec<(&str, &str)> {
    let scales = facts["scales"].as_array().unwrap().iter();
    scales
        .map(|scale| (scale["rulebook"].as_str().unwrap(), scale["prefix"].as_str().unwrap_or("")))
        .collect()
}

const BOTH: [(&str, &str); 2] = [("hodoku", "hodoku_"), ("se", "se_")];

#[test]
fn ratings_by_several_rulebooks_are_those_by_each() {
    let folder = Folder::new();
    let made = |rate: &str| {
        folder.run(&format!(
            "generate --count 60 --seed 5 --no-timings --format csv --add guesses --rulebook {rate}"
        ))
    };
    let [hodoku, se, both] = ["hodoku", "se", "hodoku,se"].map(made);
    fs::write(folder.path("bare.csv"), folder.run("generate --count 60 --seed 5 --no-timings --format csv"))
        .unwrap();
    let rated = folder.run("rate bare.csv --rulebook hodoku,se --add guesses --no-timings");
    for (alone, prefix) in [(&hodoku, "hodoku_"), (&se, "se_")] {
        let names = alone.lines().next().unwrap().split(',').skip(8).filter(|name| *name != "guesses");
        for name in names {
            let expected = column(alone, name);
            assert_eq!(column(&both, &format!("{prefix}{name}")), expected, "{prefix}{name}");
            assert_eq!(column(&rated, &format!("{prefix}{name}")), expected, "{prefix}{name}");
        }
    }
    assert_eq!(
        [column(&both, "guesses"), column(&rated, "guesses")],
        [column(&se, "guesses"), column(&se, "guesses")]
    );
    let images = |rate: &str| folder.run(&format!("augment bare.csv --times 2 --rulebook {rate}"));
    let (both, se) = (images("hodoku,se"), images("se"));
    assert_eq!(column(&both, "se_er"), column(&se, "er"));
    assert_eq!(column(&both, "puzzle"), column(&se, "puzzle"));
}

#[test]
fn rating_again_adds_or_replaces() {
    let folder = Folder::new();
    folder.run("generate --count 40 --seed 5 --no-timings --rulebook hodoku --out once");
    folder.run("rate once --rulebook se --no-timings --out twice.parquet");
    assert_eq!(scales(&folder.facts("twice.parquet")), BOTH);
    let twice = folder.run("rate once --rulebook se --no-timings");
    let together = folder.run("generate --count 40 --seed 5 --no-timings --rulebook hodoku,se --format csv");
    assert_eq!(header(&twice), [header(&together), vec!["reason"]].concat());
    for name in ["hodoku_score", "hodoku_level", "se_er", "se_t_pointing", "hodoku_t_pointing"] {
        assert_eq!(column(&twice, name), column(&together, name), "{name}");
    }
    // The same scale again, of one and of two.
    let same = folder.run("rate once --rulebook hodoku --no-timings");
    assert_eq!(header(&same).last(), Some(&"reason"));
    assert!(header(&same).contains(&"score") && !same.contains("hodoku_") && !same.contains("input_"));
    folder.run("rate twice.parquet --rulebook hodoku --no-timings --out again.parquet");
    let again = folder.report("again.parquet");
    let names: Vec<&str> =
        again["columns"].as_array().unwrap().iter().map(|column| column["name"].as_str().unwrap()).collect();
    assert!(names.iter().filter(|name| **name == "hodoku_score").count() == 1 && names.contains(&"se_er"));
    assert_eq!(names.iter().filter(|name| name.contains("reason")).count(), 1, "{names:?}");
    assert_eq!(scales(&again["facts"]), [BOTH[1], BOTH[0]]);
    // Of the rows of strangers it is not known on which scale they are.
    fs::write(folder.path("strangers.csv"), &same).unwrap();
    let added = folder.run("rate strangers.csv --rulebook hodoku --no-timings");
    assert_eq!(column(&added, "score"), column(&added, "hodoku_score"));
    let said = gridmill().args(["rate", "--rulebook", "se,hodoku,se"]).stderr_text(2);
    assert!(said.contains("give each name once"), "{said}");
}

#[test]
fn both_scales_go_through_every_command() {
    let folder = Folder::new();
    let ranges = "--level medium --er 1.5..3.0 --no-timings";
    let text = folder.run(&format!("generate --count 30 --seed 5 {ranges} --format csv"));
    assert!(column(&text, "hodoku_level").iter().all(|level| level == "medium"));
    let ers = column(&text, "se_er");
    assert!(ers.iter().all(|er| (1.5..=3.0).contains(&er.parse::<f64>().unwrap())), "{ers:?}");
    folder.run(&format!("generate --count 30 --seed 5 {ranges} --out made"));
    folder.run("split made --into train:0.8,test:0.2 --stratify level --out splits");
    folder.run("dedup made --out distinct.parquet");
    folder.run("canonical made --out forms.parquet");
    folder.run("augment made --times 2 --out images.parquet");
    folder.run("augment made --times 2 --rulebook se,hodoku --out rated.parquet");
    let facts = |of: &str| folder.facts(of);
    for of in ["made", "splits --split test", "distinct.parquet", "forms.parquet"] {
        assert_eq!(scales(&facts(of)), BOTH, "{of}");
    }
    assert!(facts("images.parquet")["scales"].as_array().is_none_or(Vec::is_empty));
    assert_eq!(scales(&facts("rated.parquet")), [BOTH[1], BOTH[0]]);
    folder.run(
        "generate --resume --verify --count 30 --seed 5 --level medium --er 1.5..3.0 --no-timings --out made",
    );
}
