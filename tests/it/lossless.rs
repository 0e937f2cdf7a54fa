//! No row is lost in silence: rows written are rows read, and a byte that is deleted, inserted or exchanged changes the rows, is refused,
//! or is in one of the places that the documents name, which each test states.

use crate::prelude::*;
use arrow_array::{Array as _, cast::AsArray as _};
use arrow_schema::DataType;
use gridmill::tables::{JsonLiterals, write::TableWriter};
use proptest::prelude::*;

/// A row: the values of its columns, and the puzzle if it is one.
type Row = (Vec<Option<String>>, Option<String>);

/// Names of columns and rows.
type Table = (Vec<String>, Vec<Row>);

const PUZZLES: [&str; 5] =
    ["1...3.......4..1", "1234341221434321", "..2..1...3..4...", "4...............", "...13..2....1..."];

/// Reads all rows of a file with puzzles of 4x4.
fn read(path: &Path) -> Result<Table, String> {
    let text = |error: gridmill::tables::Error| error.to_string();
    let mut tables =
        TableInput::new(Sources::from(vec![path.to_owned()]), "2x2".parse().unwrap()).map_err(text)?;
    let names = tables.schema().fields().iter().map(|field| field.name().clone()).collect();
    let mut rows = Vec::new();
    while let Some(read) = tables.next_rows().map_err(text)? {
        for (row, (_, puzzle)) in read.puzzles.iter().enumerate() {
            let value = |column: &ArrayRef| {
                let column = column.as_string::<i32>();
                column.is_valid(row).then(|| column.value(row).to_owned())
            };
            let values = read.batch.columns().iter().map(value).collect();
            rows.push((values, puzzle.as_ref().ok().map(ToString::to_string)));
        }
    }
    Ok((names, rows))
}

/// Writes columns of text.
fn write(path: &Path, format: Format, names: &[String], columns: &[Vec<Option<String>>]) {
    let fields: Vec<Field> = names.iter().map(|name| Field::new(name, DataType::Utf8, true)).collect();
    let arrays = columns.iter().map(|column| Arc::new(StringArray::from(column.clone())) as ArrayRef);
    let batch = RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays.collect()).unwrap();
    let out = fs::File::create(path).unwrap();
    let mut writer = TableWriter::begin(path, format, out, &batch.schema()).unwrap();
    writer.push(&batch, &JsonLiterals::NONE).unwrap();
    writer.end().unwrap();
}

/// Signs that formats use, and some that they do not.
const SIGNS: &str = "[#\"',;:|\\\\{}\\[\\]. \t\r\n01a\u{e9}\u{feff}-]{0,6}";

/// Columns of notes before and after the puzzles, with names that may begin like a comment.
fn columns() -> impl Strategy<Value = (Vec<String>, Vec<Vec<Option<String>>>)> {
    let row = (prop::option::of(SIGNS), 0..PUZZLES.len(), prop::option::of(SIGNS));
    let first = prop::sample::select(vec!["#id", "note", " a,b", "\"", "# \"x\"\n"]);
    (first, prop::collection::vec(row, 1..20)).prop_map(|(first, rows)| {
        let puzzles = rows.iter().map(|(_, puzzle, _)| Some(PUZZLES[*puzzle].to_owned())).collect();
        let columns = vec![
            rows.iter().map(|row| row.0.clone()).collect(),
            puzzles,
            rows.iter().map(|row| row.2.clone()).collect(),
        ];
        (vec![first.to_owned(), "puzzle".to_owned(), "last".to_owned()], columns)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, rng_seed: prop::test_runner::RngSeed::Fixed(20_261_127), failure_persistence: None, ..ProptestConfig::default() })]

    /// CSV has no null: such a value is an empty text. White space and quotation marks around a name of CSV are left out.
    #[test]
    fn rows_written_are_rows_read((names, columns) in columns()) {
        let files = Folder::made();
        for format in Format::ALL {
            let path = files.file(format!("a.{}", format.name()));
            write(&path, format, &names, &columns);
            let (found, rows) = read(&path).unwrap();
            let is_csv = format == Format::Csv;
            let name = |name: &String| if is_csv { name.trim().trim_matches('"').to_owned() } else { name.clone() };
            prop_assert_eq!(found, names.iter().map(name).collect::<Vec<_>>());
            let value = |column: &Vec<Option<String>>, row: usize| {
                let value = column[row].clone();
                if is_csv { Some(value.unwrap_or_default()) } else { value }
            };
            let expected: Vec<Row> = (0..columns[0].len())
                .map(|row| (columns.iter().map(|column| value(column, row)).collect(), columns[1][row].clone()))
                .collect();
            prop_assert_eq!(rows, expected, "{}", format.name());
        }
        let path = files.file("a.txt");
        let puzzles: Vec<String> = columns[1].iter().flatten().cloned().collect();
        for end in ["\n", "\r\n", "\r"] {
            fs::write(&path, puzzles.join(end)).unwrap();
            let expected = puzzles.iter().map(|puzzle| (vec![Some(puzzle.clone())], Some(puzzle.clone())));
            prop_assert_eq!(read(&path).unwrap().1, expected.collect::<Vec<_>>());
        }
    }
}

/// Bytes that are inserted or take the place of another.
const BYTES: &[u8] = b"0\"',;#:\n\r\t [{]}\\x|.\xFF\0";

/// Deletes, inserts and exchanges each byte of a file; returns the number of changes that neither changed the rows nor were refused. Each of
/// them must be `allowed`.
fn change_bytes(name: &str, whole: &[u8], allowed: impl Fn(&str) -> bool) -> usize {
    let files = Folder::made();
    let path = files.file(name);
    fs::write(&path, whole).unwrap();
    let rows = read(&path).unwrap();
    assert!(!rows.1.is_empty() && rows.1.iter().all(|(_, puzzle)| puzzle.is_some()));
    let mut changed = BTreeSet::new();
    for place in 0..=whole.len() {
        let (before, after) = whole.split_at(place);
        changed.extend(BYTES.iter().map(|&byte| [before, &[byte], after].concat()));
        if let Some((_, rest)) = after.split_first() {
            changed.insert([before, rest].concat());
            changed.extend(BYTES.iter().map(|&byte| [before, &[byte], rest].concat()));
        }
    }
    changed.remove(whole);
    let mut silent = 0;
    for bytes in changed {
        fs::write(&path, &bytes).unwrap();
        if read(&path).is_ok_and(|read| read == rows) {
            let text = String::from_utf8_lossy(&bytes);
            assert!(allowed(&text), "{name}: rows are the same after a change: {text:?}");
            silent += 1;
        }
    }
    silent
}

/// Lines that are not blank.
fn lines(text: &str) -> Vec<&str> {
    text.split(['\n', '\r']).filter(|line| !line.trim().is_empty()).collect()
}

/// Allowed: blank lines and forms of line ends; white space around names, around values of known columns, and between two halves
/// of a puzzle; `#` before the header.
#[test]
#[ignore = "10 s, each byte of a table changed: bash scripts/long_tests.sh"]
fn long_each_byte_of_csv_counts() {
    for delimiter in [",", ";", "\t"] {
        let [a, b, c, ..] = PUZZLES;
        let whole = format!("note,puzzle,level\n\"a \"\"b\"\"\",{a},x\n#,{b},easy\n c ,{c},\n");
        let whole = whole.replace(',', delimiter);
        let cut = |text: &str| -> Vec<Vec<String>> {
            let fields = |line: &str| -> Vec<String> {
                let fields = line.split(delimiter).enumerate();
                fields
                    .map(
                        |(place, field)| {
                            if place > 0 { field.split_whitespace().collect() } else { field.to_owned() }
                        },
                    )
                    .collect()
            };
            let mut rows: Vec<Vec<String>> = lines(text).into_iter().map(fields).collect();
            rows[0][0] = rows[0][0].trim().trim_start_matches('#').trim().to_owned();
            rows
        };
        let expected = cut(&whole);
        let name = if delimiter == "\t" { "a.tsv" } else { "a.csv" };
        assert!(change_bytes(name, whole.as_bytes(), |text| cut(text) == expected) > 20);
    }
}

/// Leaves out white space. A change of that in a text other than a puzzle changes the rows.
fn without_space(json: &str) -> String {
    json.replace([' ', '\t', '\r', '\n'], "")
}

/// Allowed: white space between tokens, blank lines and comments, and a blank between two halves of a puzzle.
#[test]
fn each_byte_of_json_counts() {
    let row = |puzzle: &str| {
        format!("{{\"n\":12,\"puzzle\":\"{puzzle}\",\"note\":\"a \\\"b\",\"list\":[1,\"x\"]}}\n")
    };
    let whole: String = PUZZLES.iter().take(sample(2, 3)).map(|puzzle| row(puzzle)).collect();
    let objects = |text: &str| -> String {
        let rows = lines(text).into_iter().filter(|line| !line.trim().starts_with('#'));
        rows.map(without_space).collect()
    };
    let expected = objects(&whole);
    assert!(change_bytes("a.jsonl", whole.as_bytes(), |text| objects(text) == expected) > 20);
}

/// Allowed: white space between tokens, blank lines, a blank between two halves of a puzzle, and other keys of an object around a list.
#[test]
#[ignore = "25 s, each byte of lists changed: bash scripts/long_tests.sh"]
fn very_long_each_byte_of_json_lists_counts() {
    let [one, two, three, four, five] = PUZZLES.map(|puzzle| format!("\"{puzzle}\""));
    let rows = "[[1,0,0,0],[3,0,0,0],[0,0,0,4],[0,0,0,1]]";
    for whole in [
        format!("[{one},{two}]\n[{three}]\n[{{\"puzzle\":{four},\"n\":1}},{rows}]\n"),
        format!("{{\"puzzles\":[{one},{two}]}}\n{{\"puzzles\":[{three},{four},{five}]}}\n"),
        format!("{{\"n\":[1,\"x\"],\"data\":{{\"items\":[{one}],\"m\":null}},\"of\":\"x\"}}"),
        format!("{{\n\"puzzle\":{one},\n\"n\":1}}\n{{\"puzzle\":{two}}}"),
    ] {
        let expected = without_space(&whole);
        let list_of = |text: &str| -> Option<serde_json::Value> {
            let value: serde_json::Value = serde_json::from_str(text).ok()?;
            value.pointer("/data/items").cloned()
        };
        let list = list_of(&whole);
        let allowed = |text: &str| without_space(text) == expected || list.is_some() && list_of(text) == list;
        assert!(change_bytes("a.json", whole.as_bytes(), allowed) > 20);
    }
}

/// Allowed: blanks before and between cells, what follows the puzzle, blank lines and comments, and forms of line ends.
#[test]
fn each_byte_of_text_counts() {
    let whole = format!("# made\n{}\n{} a note\n{}#\n{},1", PUZZLES[0], PUZZLES[1], PUZZLES[2], PUZZLES[3]);
    let cells = |text: &str| -> Vec<String> {
        let line = |line: &str| -> Option<String> {
            let text = line.trim().split([',', ';', ':', '|', '#']).next()?;
            let (mut cells, mut words) = (String::new(), text.split_whitespace());
            while cells.len() < 16 {
                cells += words.next()?;
            }
            Some(cells)
        };
        lines(text)
            .into_iter()
            .filter(|line| !line.trim().starts_with('#'))
            .map(|text| line(text).unwrap_or_default())
            .collect()
    };
    let expected = cells(&whole);
    assert!(change_bytes("a.txt", whole.as_bytes(), |text| cells(text) == expected) > 20);
}

/// Parquet has statistics, names of programs and padding next to the values. A changed byte there has no effect; nowhere does one change the
/// number of rows in silence.
#[test]
fn no_byte_of_parquet_changes_the_number_of_rows() {
    let files = Folder::made();
    let path = files.file("a.parquet");
    let puzzles = PUZZLES.map(|puzzle| Some(puzzle.to_owned())).to_vec();
    write(&path, Format::Parquet, &["puzzle".to_owned()], &[puzzles]);
    let whole = fs::read(&path).unwrap();
    let rows = read(&path).unwrap().1;
    for place in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[place] ^= 1 << (place % 8);
        fs::write(&path, &bytes).unwrap();
        if let Ok((_, read)) = read(&path) {
            assert_eq!(read.len(), rows.len(), "byte {place} of {}", whole.len());
        }
    }
    for place in (0..whole.len()).step_by(5) {
        fs::write(&path, [&whole[..place], &whole[place + 1..]].concat()).unwrap();
        if let Ok((_, read)) = read(&path) {
            assert_eq!(read.len(), rows.len(), "byte {place} of {} deleted", whole.len());
        }
    }
}
