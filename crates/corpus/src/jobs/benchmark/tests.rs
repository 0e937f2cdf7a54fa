//! Answers are read in the forms in which programs write them, and scored by the rules.

use super::{
    answers::{Answer, Answers},
    definition::{BENCHMARK_STRATA, are_jobs_of_benchmark, jobs},
    folder::Question,
    score::{ScoredRows, strata},
};
use gridmill_board::{Grid, Shape};
use gridmill_solve::{Bitboard, prove};
use gridmill_tables::write::Format;

const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn question(stratum: usize, id: &str, transposed: bool) -> Question {
    let mut text = PUZZLE.to_owned();
    if transposed {
        text = (0..81).map(|cell| PUZZLE.as_bytes()[cell % 9 * 9 + cell / 9] as char).collect();
    }
    let (puzzle, solution) = prove(text.parse().unwrap(), &mut Bitboard::new(1_000_000)).unwrap().unwrap();
    Question { stratum, id: id.to_owned(), puzzle, solution }
}

fn of(questions: &[Question], texts: &[Option<&str>]) -> ScoredRows {
    let texts = texts.iter().map(|text| text.map(str::to_owned)).collect();
    strata(questions, &Answers::InOrder(texts)).unwrap()[0].rows
}

fn read(text: &str) -> Answer {
    Answer::read(Shape::STANDARD, Some(text))
}

#[test]
fn grids_are_read_in_every_layout() {
    let grid: Grid = SOLUTION.parse().unwrap();
    let rows: Vec<&str> = (0..9).map(|row| &SOLUTION[9 * row..9 * row + 9]).collect();
    let spaced: Vec<String> = rows.iter().map(|row| row.split("").collect::<Vec<_>>().join(" ")).collect();
    let lists: Vec<String> = rows
        .iter()
        .map(|row| format!("{:?}", row.bytes().map(|digit| digit - b'0').collect::<Vec<_>>()))
        .collect();
    let boxed: Vec<String> =
        rows.iter().map(|row| format!("{}|{}|{}", &row[..3], &row[3..6], &row[6..])).collect();
    for text in [
        SOLUTION.to_owned(),
        rows.join("\n"),
        spaced.join("\r\n"),
        format!("[{}]", lists.join(",\n ")),
        boxed.join("\n---+---+---\n"),
        format!("\t{SOLUTION}  \n"),
    ] {
        assert_eq!(read(&text), Answer::Grid(grid.clone()), "{text}");
    }
    let partial = SOLUTION.replace('9', ".").replace('8', "_").replace('7', "0");
    assert_eq!(read(&partial), Answer::Grid(partial.replace(['_', '0'], ".").parse().unwrap()));
    let long = "1".repeat(1 << 20);
    for text in [
        "no",
        &SOLUTION[1..],
        &format!("{SOLUTION}1"),
        &SOLUTION.replace('5', "٥"),
        &SOLUTION.replace('5', "a"),
        &long,
    ] {
        assert_eq!(read(text), Answer::Invalid, "{}", &text.chars().take(99).collect::<String>());
    }
    for text in [None, Some(""), Some(" \n")] {
        assert_eq!(Answer::read(Shape::STANDARD, text), Answer::Missing);
    }
}

/// 51 cells are empty. Each rule is seen in the counts.
#[test]
fn answers_are_scored_by_the_rules() {
    let one = [question(0, "er_1/0", false)];
    let share = |text: &str| format!("{:.4}", of(&one, &[Some(text)]).cells().mean);
    let right = of(&one, &[Some(SOLUTION)]);
    assert_eq!((right.exact, right.invalid, right.missing, right.cells().mean), (1, 0, 0, 1.0));
    // The givens alone: no cell is right. Givens may be left out.
    assert_eq!(share(PUZZLE), "0.0000");
    assert_eq!(
        share(
            &PUZZLE
                .bytes()
                .zip(SOLUTION.chars())
                .map(|(given, digit)| if given == b'.' { digit } else { '.' })
                .collect::<String>()
        ),
        "1.0000"
    );
    let wrong = format!("{}3{}", &SOLUTION[..2], &SOLUTION[3..]);
    assert_eq!((share(&wrong), of(&one, &[Some(&wrong)]).exact), ("0.9804".to_owned(), 0));
    let changed = of(&one, &[Some(&format!("1{}", &SOLUTION[1..]))]);
    assert_eq!((changed.exact, changed.invalid, changed.cells().mean), (0, 1, 0.0));
    let none = of(&one, &[None]);
    assert_eq!((none.rows, none.missing, none.exact), (1, 1, 0));
}

/// Means and errors of shares 1, 1, 0 and 0, and the interval of 2 in 4 (R: `prop.test(2, 4, correct = FALSE)`).
#[test]
fn shares_have_their_errors() {
    let four: Vec<Question> = (0..4).map(|n| question(0, &format!("er_1/{n}"), false)).collect();
    let rows = of(&four, &[Some(SOLUTION), Some(SOLUTION), Some("?"), None]);
    let (exact, cells) = (rows.exact(), rows.cells());
    assert_eq!((rows.rows, rows.exact, rows.invalid, rows.missing), (4, 2, 1, 1));
    assert!((exact.low - 0.150_039).abs() < 1e-5 && (exact.high - 0.849_961).abs() < 1e-5, "{exact:?}");
    // sqrt((4 * 0.25 / 3) / 4)
    assert!((cells.mean - 0.5).abs() < 1e-12 && (cells.standard_error.unwrap() - 0.288_675).abs() < 1e-6);
    assert_eq!(of(&four[..1], &[Some(SOLUTION)]).cells().standard_error, None);
}

#[test]
fn answers_name_their_puzzles() {
    let two = [question(0, "er_1/0", false), question(6, "guesses_1/0", true)];
    let by = |pairs: &[(&str, &str)]| {
        let pairs = pairs.iter().map(|(key, text)| ((*key).to_owned(), Some((*text).to_owned()))).collect();
        strata(&two, &Answers::ByKey(pairs))
    };
    let other = two[1].solution.to_string();
    let counts = |pairs: &[(&str, &str)]| {
        let strata = by(pairs).unwrap();
        [0, 6].map(|stratum| (strata[stratum].rows.exact, strata[stratum].rows.missing))
    };
    assert_eq!(counts(&[("guesses_1/0", &other), (PUZZLE, SOLUTION)]), [(1, 0), (1, 0)]);
    assert_eq!(counts(&[(&PUZZLE.replace('.', "0"), SOLUTION)]), [(1, 0), (0, 1)]);
    let problem = |pairs: &[(&str, &str)]| by(pairs).unwrap_err().to_string();
    insta::assert_snapshot!(problem(&[("er_1/1", SOLUTION)]), @r#""er_1/1" is no puzzle of the benchmark, nor the id of one, such as er_1/0"#);
    insta::assert_snapshot!(problem(&[("er_1/0", SOLUTION), (PUZZLE, "")]), @"er_1/0 has several answers");
    let short = strata(&two, &Answers::InOrder(vec![None])).unwrap_err().to_string();
    insta::assert_snapshot!(short, @"1 answers in order, where the benchmark has 2 puzzles: give one for each, empty where there is none, or name the puzzles");
}

#[test]
fn files_of_answers_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let read = |text: &str| {
        let path = folder.path().join("answers");
        std::fs::write(&path, text).unwrap();
        Answers::read(&path).map_err(|error| error.to_string().split("answers: ").last().unwrap().to_owned())
    };
    let some = |text: &str| Some(text.to_owned());
    let pairs = |pairs: &[(&str, Option<&str>)]| {
        Ok(Answers::ByKey(
            pairs.iter().map(|(key, text)| ((*key).to_owned(), text.map(str::to_owned))).collect(),
        ))
    };
    assert_eq!(read("12\n\n34\n"), Ok(Answers::InOrder(vec![some("12"), None, some("34")])));
    assert_eq!(
        read("\u{feff}id,answer\ner_1/0,12\ner_1/1,\n"),
        pairs(&[("er_1/0", Some("12")), ("er_1/1", None)])
    );
    assert_eq!(read("model,answer\nx,\"1\n2\"\n"), Ok(Answers::InOrder(vec![some("1\n2")])));
    let objects = "{\"puzzle\":\"1.\",\"solution\":[[1,2]]}\n\n{\"id\":\"a\",\"output\":null}\n";
    assert_eq!(read(objects), pairs(&[("1.", Some("[[1,2]]")), ("a", None)]));
    assert_eq!(read("{\"prediction\":\"1\"}\n"), Ok(Answers::InOrder(vec![some("1")])));
    assert_eq!(read(""), Ok(Answers::InOrder(Vec::new())));
    insta::assert_snapshot!(read("{\"id\":1,\"text\":\"1\"}").unwrap_err(), @"an object has none of the keys answer, solution, prediction, output");
    insta::assert_snapshot!(read("{\"id\":1,\"answer\":\"1\"}\n{\"answer\":\"1\"}").unwrap_err(), @"some objects have one of the keys, and others none: id, puzzle, question");
    assert!(read("{\"id\":").unwrap_err().contains("this is no JSON object"));
    let returns = read("id,answer\rer_1/0,12\r");
    assert_eq!(returns, pairs(&[("er_1/0", Some("12"))]));
    insta::assert_snapshot!(read("id,answer\n1,\"2\n3,4\n").unwrap_err(), @"line 2: the quotation mark that opens a field here has no closing one");
    // No more are kept than there are puzzles, and little of a long one.
    let most = "it has more than 12,000 answers; the benchmark has 12,000 puzzles";
    for long in [
        "\n".repeat(3_000_000),
        "{\"answer\":1}\n".repeat(12_001),
        "answer\n1\n".to_owned() + &"1\n".repeat(12_000),
    ] {
        assert_eq!(read(&long), Err(most.to_owned()));
    }
    let spaced = SOLUTION.split("").collect::<Vec<_>>().join(&" ".repeat(100));
    for text in [spaced.as_str(), &"| ".repeat(5000), &"1".repeat(5000), &format!("x{}", " ".repeat(5000))] {
        let Ok(Answers::InOrder(kept)) = read(text) else { panic!("{text}") };
        assert!(kept[0].as_ref().unwrap().len() < 1000);
        assert_eq!(
            Answer::read(Shape::STANDARD, kept[0].as_deref()),
            Answer::read(Shape::STANDARD, Some(text))
        );
    }
}

/// Strata of a measure are apart and in order, and their jobs do not depend on the number of rows.
#[test]
fn strata_are_apart() {
    let ends = |range: &str| {
        let (least, most) = range.split_once("..").unwrap_or((range, range));
        [least, most].map(|end| end.parse::<f64>().unwrap())
    };
    for pair in BENCHMARK_STRATA.windows(2).filter(|pair| pair[0].measure == pair[1].measure) {
        assert!(ends(pair[0].range)[1] < ends(pair[1].range)[0], "{pair:?}");
    }
    let mut all = jobs(7, Format::Csv).unwrap();
    assert!(are_jobs_of_benchmark(&all) && !are_jobs_of_benchmark(&[]));
    all[3].job.seed = "another".parse().unwrap();
    assert!(!are_jobs_of_benchmark(&all));
}
