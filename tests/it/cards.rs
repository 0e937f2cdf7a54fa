//! Data set cards: every sentence about the sample holds in the rows, for every mode and option.

use crate::prelude::*;

/// Rows of a corpus by column.
struct Rows(BTreeMap<String, Vec<String>>);

impl Rows {
    fn get(&self, name: &str) -> &[String] {
        &self.0[name]
    }

    fn all(&self, name: &str, value: &str) -> bool {
        self.get(name).iter().all(|found| found == value)
    }

    fn givens(&self) -> impl Iterator<Item = usize> {
        self.get("givens").iter().map(|givens| givens.parse().unwrap())
    }

    fn within(&self, name: &str, least: f64, most: f64) -> bool {
        self.get(name).iter().all(|value| (least..=most).contains(&value.parse().unwrap()))
    }
}

/// Makes a corpus and returns the sentences of its card about the sample, the whole card, and the rows.
fn make(options: &str) -> (Vec<String>, String, Rows) {
    let folder = corpus(&[&["--seed=5", "--format=csv", "--no-timings"], &words(options)[..]].concat());
    let card = folder.card();
    let data = folder.bytes("data/part-00000-of-00001.csv");
    let header = csv::Reader::from_reader(&data[..]).headers().unwrap().clone();
    let rows = Rows(header.iter().map(|name| (name.to_owned(), column(&data, name))).collect());
    let from = card.find("## What this sample represents").unwrap();
    let to = card.find("## Sample rows").unwrap();
    let text = card[from..to].lines().skip(1).collect::<Vec<_>>().join(" ");
    // Protects the full stops that end no sentence.
    let text = text.replace("D. Berthier", "D_ Berthier");
    let sentences = text.split_inclusive(". ").map(|sentence| sentence.trim().replace("D_", "D."));
    (sentences.filter(|sentence| !sentence.is_empty()).collect(), card, rows)
}

/// Sentences about methods and populations, which no sample of rows can contradict.
const METHODS: &[&str] = &[
    "Complete grids are exactly uniform",
    "Complete grids are not uniform",
    "The grid comes from the dig, so grids are not uniformly distributed",
    "every grid of this size was equally likely",
    "Givens were tried in random order",
    "Givens were taken away in random order until one could not go",
    "Random digits that left a solution",
    "Puzzles with few givens come far too often",
    "The puzzles are not a fair sample",
    "The puzzles are no fair sample",
    "Each puzzle is the first with the required number of givens on a random walk",
    "A given grid with several solutions was completed for each puzzle again",
    "Complete grids were given, and taken in turn",
    "Complete grids come from",
    "A minimal puzzle with k givens of n cells",
    "With rows weighted by exp(weight)",
    "Few rows carry most of the weight",
    "Puzzles that many orders lead to come more often.",
    "So the low counts of the range are rarer",
    "a pass that could go no further was kept",
    "Ratings are on the scale",
    "Chains had ",
    "The first box",
    "Boxes on the diagonal",
];

/// Numbers in a sentence.
fn numbers(sentence: &str) -> Vec<f64> {
    let sentence = sentence.replace("..", " ");
    let parts = sentence.split(|letter: char| !letter.is_ascii_digit() && letter != '.');
    parts.filter_map(|part| part.trim_matches('.').parse().ok()).collect()
}

/// Checks a sentence against the rows; `None` if it is not known.
fn holds(sentence: &str, rows: &Rows) -> Option<bool> {
    let count = rows.get("puzzle").len();
    let has = |text: &str| sentence.contains(text);
    let target = |sentence: &str| numbers(sentence);
    Some(
        if ["All puzzles are minimal", "Only minimal puzzles were kept", "The puzzles are minimal"]
            .iter()
            .any(|text| has(text))
        {
            rows.all("minimal", "true")
        } else if has("Only puzzles that are not minimal") {
            rows.all("minimal", "false")
        } else if has("Whether the puzzles are minimal was not established") {
            rows.all("minimal", "")
        } else if has("Whether a puzzle is minimal is known only where each orbit left has one given") {
            rows.get("minimal").iter().all(|minimal| minimal.is_empty() || minimal == "true")
                && rows.get("minimal").iter().any(String::is_empty)
        } else if has("Where digging could go no further, the puzzle is minimal") {
            rows.get("minimal").iter().all(|minimal| minimal.is_empty() || minimal == "true")
        } else if has("Where `orbit_minimal` is true, no orbit can go") {
            let known = rows.get("orbit_minimal");
            known.iter().all(|minimal| minimal.is_empty() || minimal == "true")
        } else if has("Digging went on until no orbit could go; puzzles with other than")
            || has("Digging went on until no given could go; puzzles with other than")
        {
            let range = target(sentence);
            rows.within("givens", range[0], *range.last().unwrap())
        } else if has("Digging went on until no orbit could go.") {
            rows.all("orbit_minimal", "true")
        } else if has("Digging went on until no given could go.") {
            rows.all("minimal", "true")
        } else if has("Digging stopped at the target of each puzzle") {
            true
        } else if has("Digging stopped at ") && has("..") {
            let range = target(&sentence.replace("..", " "));
            rows.within("givens", 0.0, range[1])
        } else if has("Puzzles with target ") {
            true
        } else if has("Digging stopped at ") {
            rows.within("givens", target(sentence)[0], target(sentence)[0])
        } else if has("Each puzzle drew a target between ") {
            let range = target(sentence);
            rows.within("givens", range[0], range[1])
        } else if has("Targets and their shares are ") {
            let shares: Vec<(usize, f64)> = sentence
                .split_whitespace()
                .find(|word| word.contains(':') && word.contains(','))
                .unwrap()
                .trim_end_matches(':')
                .split(',')
                .map(|share| share.split_once(':').unwrap())
                .map(|(givens, share)| (givens.parse().unwrap(), share.parse().unwrap()))
                .collect();
            shares.iter().all(|&(number, share)| {
                let found = rows.givens().filter(|&givens| givens == number).count();
                (found as f64 - share * count as f64).abs() < 1.0
            })
        } else if has("Orbits of the symmetry ") {
            let name = sentence.split_whitespace().nth(4).unwrap();
            rows.get("puzzle").iter().all(|puzzle| is_symmetric(puzzle, name))
        } else if has("Orbits of the row's `symmetry`") {
            let symmetries = rows.get("symmetry").iter().zip(rows.get("puzzle"));
            symmetries.clone().any(|(name, _)| name == "none")
                && symmetries.into_iter().all(|(name, puzzle)| name == "none" || is_symmetric(puzzle, name))
        } else if has("Symmetries and their shares are rot180:0.5,none:0.5") {
            rows.get("symmetry").iter().filter(|name| *name == "none").count() == count / 2
        } else if has("Levels come in turn, row by row: easy,medium.") {
            rows.get("level").chunks(2).all(|levels| levels == ["easy", "medium"])
        } else if has("(rulebook ") && has(" still solved the puzzle") || has("can go without a harder step")
        {
            rows.all("solved", "true")
        } else if has("Only puzzles with ") && has(" were kept; `attempts` counts") {
            let level = sentence.split("level ").nth(1).map(|rest| rest.split([',', ' ']).next().unwrap());
            let level = level.filter(|level| *level != "of");
            let er = sentence.split("with ER ").nth(1).map(numbers);
            level.is_none_or(|level| rows.all("level", level))
                && er.is_none_or(|er| rows.within("er", er[0], er[1]))
        } else if has("puzzles in a row share a complete grid") {
            let most = target(sentence)[0];
            let runs =
                rows.get("solution").chunk_by(|one, other| one == other).map(<[String]>::len).max().unwrap();
            runs as f64 <= most && runs > 1
        } else if has("The givens fill the cells of a pattern") {
            let shape = |puzzle: &String| puzzle.chars().map(|letter| letter != '.').collect::<Vec<_>>();
            rows.get("puzzle").iter().all(|puzzle| shape(puzzle) == shape(&rows.get("puzzle")[0]))
        } else if has("They are the ") && has(" of the file") {
            let mut solutions = rows.get("solution").to_vec();
            solutions.sort();
            solutions.dedup();
            solutions.len() == 3
        } else if METHODS.iter().any(|method| has(method)) {
            // A mean that is stated is that of the rows, within what a small sample allows.
            let stated = sentence.split("mean about ").nth(1).map(|rest| numbers(rest)[0]);
            let mean = rows.givens().sum::<usize>() as f64 / count as f64;
            let standard = rows.get("puzzle")[0].len() == 81;
            // One given is the deviation of a puzzle: 5 standard errors, so that it fails once in a million seeds.
            stated.is_none_or(|stated| {
                !standard || (mean - stated).abs() < 5.0 * 1.12 / (count as f64).sqrt() + 0.05
            })
        } else {
            return None;
        },
    )
}

/// Returns true if the pattern of the givens has the symmetry.
fn is_symmetric(puzzle: &str, name: &str) -> bool {
    let side = puzzle.len().isqrt();
    let last = side - 1;
    let image = |row: usize, col: usize| match name {
        "rot180" => (last - row, last - col),
        "rot90" => (col, last - row),
        "horizontal" => (last - row, col),
        "vertical" => (row, last - col),
        "diagonal" => (col, row),
        "antidiagonal" => (last - col, last - row),
        other => panic!("symmetry {other}"),
    };
    let given = |(row, col): (usize, usize)| puzzle.as_bytes()[row * side + col] != b'.';
    (0..side).all(|row| (0..side).all(|col| given((row, col)) == given(image(row, col))))
}

#[test]
fn every_sentence_holds_in_the_rows() {
    let files = Folder::made();
    files.write("pattern.txt", "x.x.x.x..x.x.x.x\n");
    files.write("grids.txt", "1234341221434321\n1234341223414123\n4321214334121234\n");
    let own = "name = \"mine\"\nscale = \"mine/1\"\nconventions = \"hodoku\"\n\
               [[rule]]\ntechnique = \"naked_single\"\nrating = 1.5\n\
               [[rule]]\ntechnique = \"hidden_single\"\nrating = 1.2\n";
    files.write("own.toml", own);
    let (pattern, grids, own) =
        (files.named("pattern.txt"), files.named("grids.txt"), files.named("own.toml"));
    let mut seen = BTreeMap::<String, usize>::new();
    for options in [
        "--count=300",
        "--count=300 --dig=bottom-up",
        "--count=20 --givens=30",
        "--count=40 --givens=24..27",
        "--count=20 --givens=24..25 --minimal=true",
        "--count=10 --minimal=false --givens=28",
        "--count=40 --mix=givens=30:0.5,26:0.25,40:0.25",
        "--count=30 --symmetry=rot180",
        "--count=20 --symmetry=rot90 --givens=36",
        "--count=20 --symmetry=diagonal --givens=30..34",
        "--count=5 --symmetry=vertical --minimal=true --box=2x3",
        "--count=30 --symmetry=horizontal --box=2x3",
        "--count=30 --symmetry=antidiagonal --box=2x2",
        "--count=40 --mix=symmetry=rot180:0.5,none:0.5",
        "--count=20 --mix=symmetry=rot180:0.5,none:0.5 --level=easy,medium",
        "--count=3 --dig=walk --givens=22..23",
        "--count=30 --dig=weighted",
        "--count=30 --dig=weighted --box=2x2 --max-puzzles-per-grid=3",
        "--count=30 --dig=controlled-bias --box=2x2",
        &format!("--count=5 --box=2x2 --pattern={pattern}"),
        &format!("--count=12 --box=2x2 --from={grids}"),
        "--count=30 --fill=diagonal",
        "--count=30 --fill=digitwise --max-puzzles-per-grid=4",
        "--count=12 --rulebook=hodoku --level=easy",
        "--count=8 --er=1.5..2.3",
        "--count=10 --technique=..naked_pair",
        "--count=10 --technique=..hidden_single --givens=32",
        "--count=10 --max-er=1.2 --symmetry=rot180",
        "--count=20 --rulebook=se",
        &format!("--count=5 --rulebook={own} --er=1.0..2.0"),
    ] {
        let (sentences, card, rows) = make(options);
        assert!(sentences.len() > 1, "{options}: {sentences:?}");
        for sentence in &sentences {
            match holds(sentence, &rows) {
                Some(true) => *seen.entry(sentence.clone()).or_default() += 1,
                Some(false) => panic!("{options}: not so in the rows: {sentence}"),
                None => panic!("{options}: no check knows: {sentence}"),
            }
        }
        // Where ratings decide which puzzles are kept, no puzzle is promised for longer than a rating: as long as a built-in scale.
        let selects =
            ["--level", "--er", "--technique", "--max-er"].iter().any(|option| options.contains(option));
        let is_own = options.contains("own.toml");
        let promise = card.lines().find(|line| line.starts_with("A seed promises ")).unwrap();
        let for_good = promise.split(" for good").next().unwrap();
        assert_eq!(for_good.contains("`puzzle`"), !selects, "{options}: {promise}");
        let of_scale = promise.split_once(" also within ").map_or(for_good, |(before, _)| before);
        assert_eq!(of_scale.contains("`puzzle`"), !selects || !is_own, "{options}: {promise}");
        assert_eq!(
            card.contains("the same version of the program give the same puzzles"),
            is_own,
            "{options}"
        );
    }
    assert!(seen.len() > 25, "{}", seen.len());
}

#[test]
fn the_same_bytes_are_promised_without_times_only() {
    for (options, differs) in [(&[][..], true), (&["--no-timings"][..], false)] {
        let card = corpus(&[&["--count=3", "--seed=5"], options].concat()).card();
        assert_eq!(card.contains("differ from run to run, and so do the bytes of the files"), differs);
    }
}

#[test]
fn promises_name_the_columns_that_are_there() {
    for (columns, level, promises) in [
        (
            "puzzle,nodes",
            &[][..],
            "A seed promises `puzzle` for good, within a stream version; `nodes` is the same on any machine for one version of the program.",
        ),
        ("puzzle", &[], "A seed promises `puzzle` for good, within a stream version."),
        ("puzzle,level", &["--level=easy"], "A seed promises `puzzle`, `level` within hodoku-2.2/2."),
        (
            "puzzle,solution,level",
            &[],
            "A seed promises `puzzle`, `solution` for good, within a stream version; `level` also within hodoku-2.2/2.",
        ),
        (
            "puzzle,fill_ns",
            &[],
            "A seed promises `puzzle` for good, within a stream version. `fill_ns` differs from run to run, and so do the bytes of the files: \
             with `--no-timings` these are the same, too.",
        ),
    ] {
        let fixed = ["--count=3", "--seed=5", "--rulebook=hodoku", "--columns", columns];
        let card = corpus(&[&fixed, level].concat()).card();
        assert!(card.lines().any(|line| line == promises), "{columns}: {card}");
    }
}

#[test]
fn entries_have_version_and_commands() {
    let folder = Folder::new();
    let corpus = folder.file("corpus");
    gridmill().args(["generate", "-n20", "--seed=s_1", "--out"]).arg(&corpus).assert().success();
    let split = folder.file("split");
    gridmill().arg("split").arg(&corpus).args(["--into=train:1", "--out"]).arg(&split).assert().success();
    let program = format!("Made by gridmill {}: \\texttt{{gridmill ", env!("CARGO_PKG_VERSION"));
    let generate = format!("{program}generate --count 20 --seed s\\_1 ");
    for (card, commands) in
        [(&corpus, vec![&generate]), (&split, vec![&generate, &format!("{program}split ")])]
    {
        let read = |name: &str| fs::read_to_string(card.join(name)).unwrap();
        let croissant = crate::common::parsed(&read("croissant.json"));
        for command in commands {
            assert!(read("README.md").contains(command), "{command} in {}", read("README.md"));
            assert!(croissant["citeAs"].as_str().unwrap().contains(command), "{croissant}");
        }
    }
}
