//! Answers are read in the forms in which programs write them, and scored by the rules.

use super::{
    answers::{Answer, Answers, Fault},
    definition::{BENCHMARKS, Making},
    folder::Question,
    score::{BenchmarkScore, ScoredRows, strata},
};
use gridmill_board::{Grid, Shape};
use gridmill_solve::{Bitboard, prove};
use gridmill_tables::{schema::ColumnId, write::Format};

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
    strata(BENCHMARKS[0], questions, &Answers::InOrder(texts)).unwrap()[0].rows
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
        assert_eq!(read(&text), Answer::Grid { grid: grid.clone(), has_text: false }, "{text}");
        for around in [
            format!("So the grid is:\n{text}\nDone."),
            format!("x 1\n{text}\n2 y"),
            format!("{PUZZLE}\nis solved by\n{text}\n(9 rows)"),
        ] {
            assert_eq!(read(&around), Answer::Grid { grid: grid.clone(), has_text: true }, "{around}");
        }
    }
    let partial = SOLUTION.replace('9', ".").replace('8', "_").replace('7', "0");
    let partial_grid = partial.replace(['_', '0'], ".").parse().unwrap();
    assert_eq!(read(&partial), Answer::Grid { grid: partial_grid, has_text: false });
    let sentence = format!("It is {SOLUTION}. Or was it {}?", &SOLUTION[1..]);
    assert_eq!(read(&sentence), Answer::Grid { grid, has_text: true });
    let long = "1".repeat(1 << 20);
    for (text, fault) in [
        ("no", Fault::NoGrid),
        (&SOLUTION[1..], Fault::Length),
        (&format!("{SOLUTION}1"), Fault::Length),
        (&format!("{SOLUTION}1 x"), Fault::NoGrid),
        (&format!("{}\nand 1\n{}", &SOLUTION[..45], &SOLUTION[45..]), Fault::NoGrid),
        (&SOLUTION.replace('5', "٥"), Fault::NoGrid),
        (&SOLUTION.replace('5', "a"), Fault::NoGrid),
        (&long, Fault::Length),
    ] {
        assert_eq!(read(text), Answer::Invalid(fault), "{}", &text.chars().take(99).collect::<String>());
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
    assert_eq!((right.exact, right.invalid(), right.missing, right.cells().mean), (1, 0, 0, 1.0));
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
    assert_eq!(
        (changed.exact, changed.changed_givens, changed.invalid(), changed.cells().mean),
        (0, 1, 1, 0.0)
    );
    let texts = ["Solved: ", "no ", ""]
        .map(|before| format!("{before}{}", if before == "no " { "" } else { SOLUTION }));
    let kinds =
        of(&[&one[0], &one[0], &one[0]].map(Clone::clone), &[Some(&texts[0]), Some(&texts[1]), Some("12")]);
    assert_eq!((kinds.exact, kinds.with_text, kinds.no_grid, kinds.wrong_length), (1, 1, 1, 1));
    let none = of(&one, &[None]);
    assert_eq!((none.rows, none.missing, none.exact), (1, 1, 0));
}

/// Means and errors of shares 1, 1, 0 and 0, and the interval of 2 in 4 (R: `prop.test(2, 4, correct = FALSE)`).
#[test]
fn shares_have_their_errors() {
    let four: Vec<Question> = (0..4).map(|n| question(0, &format!("er_1/{n}"), false)).collect();
    let rows = of(&four, &[Some(SOLUTION), Some(SOLUTION), Some("?"), None]);
    let (exact, cells) = (rows.exact(), rows.cells());
    assert_eq!((rows.rows, rows.exact, rows.invalid(), rows.missing), (4, 2, 1, 1));
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
        strata(BENCHMARKS[0], &two, &Answers::ByKey(pairs))
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
    let short = strata(BENCHMARKS[0], &two, &Answers::InOrder(vec![None])).unwrap_err().to_string();
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
    // Of several keys a prediction comes before a right answer.
    let both = "{\"model\":{\"answer\":2},\"answer\":\"2\",\"response\":\"1\",\"id\":7}\n";
    assert_eq!(read(both), pairs(&[("7", Some("1"))]));
    assert_eq!(read("answer,puzzle,prediction\n2,1.,1\n"), pairs(&[("1.", Some("1"))]));
    assert_eq!(read("{\"prediction\":\"1\"}\n"), Ok(Answers::InOrder(vec![some("1")])));
    assert_eq!(read(""), Ok(Answers::InOrder(Vec::new())));
    insta::assert_snapshot!(read("{\"id\":1,\"text\":\"1\"}").unwrap_err(), @"an object has none of the keys prediction, output, response, completion, generation, answer, solution");
    insta::assert_snapshot!(read("{\"id\":1,\"answer\":\"1\"}\n{\"answer\":\"1\"}").unwrap_err(), @"some objects have one of the keys, and others none: id, puzzle, question");
    assert!(read("{\"id\":").unwrap_err().contains("this is no JSON object"));
    let returns = read("id,answer\rer_1/0,12\r");
    assert_eq!(returns, pairs(&[("er_1/0", Some("12"))]));
    insta::assert_snapshot!(read("id,answer\n1,\"2\n3,4\n").unwrap_err(), @"line 2: the quotation mark that opens a field here has no closing one");
    // No more are kept than there are puzzles, and little of a long one.
    let most = "it has more than 12,000 answers; no benchmark has as many puzzles";
    for long in [
        "\n".repeat(3_000_000),
        "{\"answer\":1}\n".repeat(12_001),
        "answer\n1\n".to_owned() + &"1\n".repeat(12_000),
    ] {
        assert_eq!(read(&long), Err(most.to_owned()));
    }
    let spaced = SOLUTION.split("").collect::<Vec<_>>().join(&" ".repeat(100));
    let thought = format!("<think>{}</think>\nIt is:\n{SOLUTION}", "1? ".repeat(5000));
    for text in [
        spaced.as_str(),
        &"| ".repeat(5000),
        &"1".repeat(5000),
        &format!("x{}", " ".repeat(5000)),
        &thought.replace('\n', " "),
    ] {
        let Ok(Answers::InOrder(kept)) = read(text) else { panic!("{text}") };
        assert!(kept[0].as_ref().unwrap().len() < 1000);
        assert_eq!(
            Answer::read(Shape::STANDARD, kept[0].as_deref()),
            Answer::read(Shape::STANDARD, Some(text))
        );
    }
}

/// An array of NumPy has an answer in each row; a row of zeros is none.
#[test]
fn arrays_of_answers_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("answers.npy");
    let header = format!("{:<117}\n", "{'descr': '|u1', 'fortran_order': False, 'shape': (3, 81), }");
    let digits: Vec<u8> = SOLUTION.bytes().map(|sign| sign - b'0').collect();
    let twelve: Vec<u8> = [&[12][..], &digits[1..]].concat();
    let bytes = [b"\x93NUMPY\x01\x00\x76\x00", header.as_bytes(), &digits, &[0; 81], &twelve].concat();
    std::fs::write(&path, bytes).unwrap();
    let Ok(Answers::InOrder(answers)) = Answers::read(&path) else { panic!("{:?}", Answers::read(&path)) };
    assert_eq!(answers, [Some(SOLUTION.to_owned()), None, Some("?".to_owned())]);
}

/// Strata of a measure are apart and in order, and their jobs do not depend on the number of rows.
#[test]
fn strata_are_apart() {
    let ends = |range: &str| {
        let (least, most) = range.split_once("..").unwrap_or((range, range));
        [least, most].map(|end| end.parse::<f64>().unwrap())
    };
    for benchmark in BENCHMARKS {
        for pair in benchmark.strata.windows(2).filter(|pair| pair[0].measure == pair[1].measure) {
            assert!(ends(pair[0].range)[1] < ends(pair[1].range)[0], "{pair:?}");
        }
        // The ranges of a mix are those of the stratum.
        for stratum in benchmark.splits() {
            let Making::ClimbMix(mix) = stratum.making else { continue };
            let parts: Vec<[f64; 2]> = mix
                .split('=')
                .nth(1)
                .unwrap()
                .split(',')
                .map(|part| ends(part.split(':').next().unwrap()))
                .collect();
            let whole = [parts[0][0], parts[parts.len() - 1][1]];
            assert!(whole.iter().zip(ends(stratum.range)).all(|(part, end)| (part - end).abs() < 1e-9));
            assert!(parts.windows(2).all(|pair| pair[1][0] - pair[0][1] < 0.02));
        }
        assert!(
            benchmark
                .headline
                .iter()
                .all(|name| benchmark.strata.iter().any(|stratum| stratum.name == *name))
        );
        let mut all = benchmark.jobs(7, Format::Csv).unwrap();
        assert!(benchmark.has_jobs(&all) && !benchmark.has_jobs(&[]));
        all[3].job.seed = "another".parse().unwrap();
        assert!(!benchmark.has_jobs(&all));
    }
    let measures = BENCHMARKS.map(|benchmark| benchmark.measures().collect::<Vec<_>>());
    assert_eq!(measures, [vec!["er", "guesses"], vec!["er", "guesses", ColumnId::TrialDepth.name()]]);
}

/// The mean of shares 1, 0.5 and 0 of four puzzles each, and its ends by those of the shares.
#[test]
fn the_headline_is_the_mean_of_the_hardest_strata() {
    let benchmark = BENCHMARKS[1];
    let place = |name: &str| benchmark.strata.iter().position(|stratum| stratum.name == name).unwrap();
    let mut questions = Vec::new();
    let mut texts = Vec::new();
    for (name, right) in benchmark.headline.iter().zip([4, 2, 0]) {
        for number in 0..4 {
            questions.push(question(place(name), &format!("{name}/{number}"), false));
            texts.push((number < right).then(|| SOLUTION.to_owned()));
        }
    }
    let strata = strata(benchmark, &questions, &Answers::InOrder(texts)).unwrap();
    let score = BenchmarkScore { benchmark, rows: 4, is_whole: false, strata };
    let headline = score.headline().unwrap();
    assert!((headline.share - 0.5).abs() < 1e-12);
    // Ends of 4, 2 and 0 in 4: 0.510109 to 1, 0.150039 to 0.849961, 0 to 0.489891.
    let low = (0.489_891_f64.powi(2) + 0.349_961_f64.powi(2)).sqrt() / 3.0;
    assert!(
        (headline.low - (0.5 - low)).abs() < 1e-5 && (headline.high - (0.5 + low)).abs() < 1e-5,
        "{headline:?}"
    );
}
