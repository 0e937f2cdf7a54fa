//! Sound inputs that are mutated, made in code.

use super::targets::Target;
use arrow_array::{
    Array as _, ArrayRef, BinaryArray, BooleanArray, DictionaryArray, Float64Array, Int32Array,
    LargeStringArray, ListArray, RecordBatch, StringArray, StringViewArray, StructArray,
    TimestampNanosecondArray, UInt16Array, UInt64Array, types::Int32Type,
};
use arrow_buffer::OffsetBuffer;
use arrow_ipc::{
    CompressionType,
    writer::{FileWriter, IpcWriteOptions, StreamWriter},
};
use arrow_schema::{Field, Schema};
use gridmill::{
    corpus::{Job, Manifest, Shard},
    generate::{Addition, BoardPlan, Dig, GivensMix, Plan, RatingPlan},
    rate::Rulebook,
    tables::{facts::Facts, read::formats},
};
use parquet::{
    arrow::ArrowWriter,
    basic::{Compression, ZstdLevel},
    file::{
        metadata::KeyValue,
        properties::{WriterProperties, WriterVersion},
    },
};
use std::sync::Arc;

const A: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const B: &str = "....5..3.1..8..2...7....6..2..4...........1.5....3.....6..7.......2..4...........";
const SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// `A` in links, compressed.
const FPUZZLES: &str = "N4IgzglgXgpiBcBOANCALhNAbO8QEERUBDAVzQAsB7AJwRCJAHMaIATBAbU9ADdispXAFZUTCLxgA7BGhpCAvsj4ChCAMxiJ02fJhLgBgyH6DcAdi2SZ8OYuVGHDgLrIeJ1bgBsVnbb2OhsoeZggAjL42dvrBpmpIkbr2KqHwoszaUQFOQYauPMZxuCgZ1kkxKfEAHIn+yYGBIfE+pX7RRvmVuDWtWfU5hZ4ILeJldRUNsUPwmr3lCp1NuAAste0DU6k9o23ZuUsaa3uNReFHioun8JZz45P7VwBM5xMbXcMvC24P0yOZ828TtNnrd1u94Nt/ncXN97gd4KtQXt4REkcl4SUdn1Xj9UuksfNOvdBltPm94TcCdDwZioe1nM4FEA=";
const SUDOKUPAD: &str = "N4YwzgXArADANCAphA2i4A3aBfOmIDMuceWA7MSQLpzpYBsl+AjLvgJxtZSU0qkROAgByUS+RnD75RJcQzH4i0rABYmWWQKJyW2FRApyBAJkUK+AycfxmRuS/IjqBrAUKc9HTrQKMd9GgAnZDQUeBg+eGYouBM+ZjhI2kSYlLi+EyTMuDSULPi+cLgCWNVYqASSqvL0ytos0oa4Wvy4SqL4eliyWOEq7vTe9P7mwbbhtv6igmzaWbzZ+NpVOZRVvNXllCg13bzdwtoUWaaTlr5Z+vXqlYu7692z3dbdjuPZ8dnJ2dGb8dWk1Wf12412k1202O9DWMLyMO2ZDWSLySO2wjWGLyGKOaBhZxhrRh1yRZyRrSR1wxZwxrQx7zxcHGMMmML+SPGSMmSL+GPGGMmGOmNBAAENUPgAOQAFwAltKADbIAAEAElpQAdSVgZUAewAdohJVwIJKggBXJWQZUAOV1QQAtqKFcqwOaACa6gDW5uVFqtytFAAcgwqAJ4AOmNNFl7tNAA9JXAwIhpXL9QBzSCgA0AMwVspA0pAAAtECAvYgghBc9hsEA===";
const SMALL: [&str; 3] = ["1234341221434321", "1...3.......4..1", "1234............"];

/// The sound inputs of a target.
pub(crate) fn of(target: &Target) -> Vec<Vec<u8>> {
    let strings = |texts: &[String]| texts.iter().map(|text| text.clone().into_bytes()).collect();
    match (target.name, target.file) {
        ("facts", _) => strings(&facts()),
        ("json", _) | (_, "manifest.json") => strings(&jsons()),
        ("library", _) => strings(&libraries()),
        ("options", _) => strings(&options()),
        ("patterns", _) => strings(&patterns()),
        ("rulebook", _) => strings(&rulebooks()),
        (_, "fuzz.arrow") => arrows(),
        (_, "fuzz.npy") => arrays(),
        (_, "fuzz.parquet") => parquets(),
        (_, "fuzz.csv") => strings(&tables()),
        _ => {
            let examples = formats().map(|format| format.example.to_vec());
            strings(&texts()).into_iter().chain(examples.filter(|example| !example.is_empty())).collect()
        }
    }
}

fn texts() -> Vec<String> {
    let mut texts = vec![
        format!("{A}\n{B}\n{SOLVED}\n"),
        B.replace('.', "0"),
        A.chars().map(|c| format!("{c} ")).collect(),
        SMALL.join("\n"),
        format!("{}\n", ".".repeat(625)),
        "A".repeat(256),
        format!("\u{FEFF}{A}\n"),
        format!("{{\"puzzle\":\"{A}\",\"n\":1.50}}\n{{\"n\":[1,{{}}],\"puzzle\":\"\\u0031\"}}\n"),
        format!("Grid 01\n{}\nGrid 02\n\n{}", drawn(A, "", "\n"), drawn(B, "|---+---+---|\n", "|\n")),
        format!(":0000:x:+{A}:113 413::\n:0402-1:5:{B}\n"),
        format!(
            "https://www.sudokuwiki.org/sudoku.htm?bd={A}\nhttps://f-puzzles.com/?load={FPUZZLES}\nscl{SUDOKUPAD}\n"
        ),
        format!("S9B{}\n", "0b1f".repeat(40) + "01"),
        drawn(A, "", "\n").replace('.', " 124 "),
        format!("{}\n", "1.3......".repeat(81)),
        format!("[{{\"puzzle\":\"{A}\",\"n\":[{{}}]}},{{\"puzzle\":[5,3,null,\"7\"]}}]"),
        format!(
            "{{\"day\":1,\"a\":{{\"b\":[{{\"puzzle\":\"{A}\"}},{{\"puzzle\":[5,-1]}}]}},\"c\":{{\"puzzle\":\"{B}\"}}}}"
        ),
        format!("board = np.array([\n{}], dtype=int) # mine\n", listed(A, "[", ", ", "],\n")),
        format!("int a[9][9] = {{\n{}}};\n[[{}]]\n", listed(B, "{", ",", "},\n"), listed(A, "[", " ", "]\n")),
        format!("3x3:c9b3_2_1\n7f2c {A} 1.5\n+{A}\n0000:x:{B}:::\n"),
        format!(
            "<?xml version='1.0'?><opensudoku><game data=\"{A}\"/><!-- x --><game data='version: 1&#10;5|1,2,|0|0|-|1|'/></opensudoku>"
        ),
        format!(
            "| | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 |\n|---|---|---|---|---|---|---|---|---|---|\n{}",
            listed(A, "| A | ", " | ", " |\n").replace('0', " ")
        ),
        format!("  1 2 3 4 5 6 7 8 9\n{}", listed(A, "| ", " ", " |\n").replace('0', " ")),
    ];
    texts.extend([A, B, SOLVED].map(str::to_owned));
    texts
}

/// Rows of a grid with something before, between and after their cells.
fn listed(grid: &str, before: &str, between: &str, after: &str) -> String {
    let row = |row: usize| {
        let cells: Vec<String> =
            grid[9 * row..9 * row + 9].chars().map(|c| if c == '.' { '0' } else { c }.to_string()).collect();
        format!("{before}{}{after}", cells.join(between))
    };
    (0..9).map(row).collect()
}

/// A grid over nine lines with rules between bands.
fn drawn(grid: &str, rule: &str, end: &str) -> String {
    let row = |row: usize| {
        let before = if row.is_multiple_of(3) { rule } else { "" };
        format!("{before}{}{end}", &grid[9 * row..9 * row + 9])
    };
    (0..9).map(row).collect()
}

fn tables() -> Vec<String> {
    vec![
        format!("puzzle\n{A}\n{B}\n"),
        format!(
            "index,puzzle,solution,givens,minimal,weight\n0,{A},{SOLVED},30,false,1.5\n1,{B},,17,true,-2e10\n"
        ),
        format!("id;puzzle;name\n1;{A};\"a;b\"\"c\"\n2;\"{B}\";x\n"),
        format!("puzzle\tlevel\n{A}\teasy\n{B}\thard\n"),
        format!(
            "\u{FEFF}puzzle,er,score,hardest,solved,t_naked_single,path\n{A},12,345.5,xy_wing,true,3,[]\n"
        ),
        format!("solution,Puzzle,dig_ns,attempts\r\n{SOLVED},{A},12345,1\r\n"),
        format!("puzzle,a,a\n{A},1,2,3,4\n{A}\n"),
        format!("puzzle\n{}\n", SMALL.join("\n")),
        format!("{A}\n{B}\n"),
        format!("source,question,answer\nx,{A},{SOLVED}\ny,{B},\n"),
        format!("sep=;\nid;puzzle\n1;\"{}\"\n2;\"[[{}]]\"\n", drawn(A, "", "\n"), listed(B, "[", " ", "]\n")),
        format!("# id,puzzle\n1,{A}\n"),
        format!("{}{}", listed(A, "", ",", "\n"), listed(B, "x,", ",", ",\n")),
        format!(
            "{}\n{}\n",
            (1..=81).map(|n| format!("c{n}")).collect::<Vec<_>>().join(","),
            listed(A, "", ",", ",").trim_end_matches(',')
        ),
    ]
}

fn patterns() -> Vec<String> {
    vec![
        format!("{}\n", "x".repeat(81)),
        format!("# cells\n{}\n\n{}\n", A.replace(|c: char| c != '.', "x"), ".x".repeat(8)),
        "xxxx....xxxx....\n".to_owned(),
    ]
}

fn rulebooks() -> Vec<String> {
    let small = "name = \"mine\"\nscale = \"mine/1\"\nconventions = \"hodoku\"\n\n[[level]]\nname = \"easy\"\nmax_score = 800\n\n[[level]]\nname = \"hard\"\n\n[[rule]]\ntechnique = \"naked_single\"\nrating = 2.3\nlevel = \"easy\"\n\n[[rule]]\ntechnique = [\"hidden_single\", \"full_house\"]\nrating = 5\nlevel = \"hard\"\n";
    let plain = "name = 'a'\nscale = 'a/1'\nconventions = \"explainer\"\n[[rule]]\ntechnique = \"hidden_single\"\nrating = 1.2\n";
    let own = Rulebook::hodoku().text();
    vec![
        small.to_owned(),
        plain.to_owned(),
        small.to_owned(),
        own.lines().take(60).collect::<Vec<_>>().join("\n"),
    ]
}

fn libraries() -> Vec<String> {
    let cells = "+6.8...+4..3.+21......9+7...5....6.8.....+5......3.1.....8.7...+2......64.1.+3..7...9.+8";
    let plain: String = A.chars().collect();
    vec![
        format!(":0000:1:{plain}:::11 :\n"),
        format!(":0201-1:347:{cells}:514 728:314 714::\n"),
        format!(":0600-x:9:{plain}:123 456:789 111:222:a:b\n# comment\n"),
        format!(":0400:5:{B}::515 525::\n"),
    ]
}

fn options() -> Vec<String> {
    [
        "2/8",
        "1/1",
        "3x3",
        "4x4",
        "22..26",
        "minimal",
        "30",
        "17..=20",
        "30:0.2,26:0.5,22:0.3",
        "42",
        "a garden",
        "naked_single",
        "xx..xx..",
        "5x5",
    ]
    .map(str::to_owned)
    .into_iter()
    .chain(["5a".repeat(32)])
    .collect()
}

fn plans() -> Vec<Plan> {
    let rated = RatingPlan::by([Rulebook::hodoku().clone()]);
    vec![
        Plan::default(),
        Plan::default().with_dig(Dig::top_down("30:0.2,26:0.8".parse::<GivensMix>().expect("a mix"))),
        Plan::default().with_dig(
            Dig::pattern([A.replace(|c: char| c != '.', "x").parse().expect("a pattern")]).expect("a dig"),
        ),
        Plan::default().with_rating(rated),
        Plan::default().with_columns([Addition::Guesses]),
        Plan::default().with_columns([Addition::Canonical]),
        Plan::default().with_board(BoardPlan::Broken),
    ]
}

fn jsons() -> Vec<String> {
    let mut texts = Vec::new();
    for plan in plans() {
        let job = Job { shard_rows: 10, ..Job::new(plan, "42".parse().expect("a seed"), 25) };
        texts.push(serde_json::to_string(&job).unwrap());
        texts.push(serde_json::to_string(&job.plan).unwrap());
        let mut manifest = Manifest::new(job.clone());
        manifest.shards = (0..job.shards())
            .map(|n| Shard {
                name: job.shard_name(n),
                first_index: job.rows_of(n).start,
                rows: job.rows_of(n).end - job.rows_of(n).start,
                size_bytes: 1000,
                blake3: "0a".repeat(32),
                contents_blake3: "0b".repeat(32),
                counts: None,
            })
            .collect();
        manifest.complete = true;
        manifest.parts = vec!["1/2".parse().expect("a part")];
        texts.push(serde_json::to_string_pretty(&manifest).unwrap());
    }
    texts
}

type Column = (&'static str, ArrayRef);

fn file(columns: Vec<Column>, properties: WriterProperties) -> Vec<u8> {
    let fields: Vec<Field> =
        columns.iter().map(|(name, array)| Field::new(*name, array.data_type().clone(), true)).collect();
    let batch = RecordBatch::try_new(
        Arc::new(Schema::new(fields)),
        columns.into_iter().map(|(_, array)| array).collect(),
    )
    .unwrap();
    let mut bytes = Vec::new();
    let mut writer = ArrowWriter::try_new(&mut bytes, batch.schema(), Some(properties)).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
    bytes
}

/// Facts of several populations.
fn facts() -> Vec<String> {
    let drawn = || (1, "42".to_owned());
    let plan = |dig: Dig| Plan::default().with_dig(dig);
    let weighted = Facts::of_plan(&plan(Dig::Enumerated), drawn(), 1000);
    let plain = Facts::of_plan(&Plan::default(), drawn(), 1000);
    let mixture = weighted.clone().join(plain.clone()).unwrap();
    let images = weighted.clone().images(3).made_by("gridmill augment --times 3", Vec::new());
    let distinct = weighted.clone().without_duplicates("puzzle", 5);
    [weighted, plain, mixture, images, distinct].iter().map(Facts::to_json).collect()
}

/// Streams and files of Arrow, compressed or not, with texts, dictionaries and lists.
fn arrows() -> Vec<Vec<u8>> {
    let text: ArrayRef = Arc::new(StringArray::from(vec![Some(A), None, Some(B)]));
    let views: ArrayRef = Arc::new(StringViewArray::from(vec![A, B, "short"]));
    let words: DictionaryArray<Int32Type> = vec![Some(A), Some(B), None].into_iter().collect();
    let cells = [A, B, SOLVED]
        .map(|grid| Some(grid.bytes().map(|cell| Some(i32::from(cell) - 48)).collect::<Vec<_>>()));
    let lists: ArrayRef = Arc::new(ListArray::from_iter_primitive::<Int32Type, _, _>(cells));
    let mut all = Vec::new();
    for column in [text, views, Arc::new(words), lists] {
        let batch = RecordBatch::try_from_iter_with_nullable([("puzzle", column, true)]).unwrap();
        for compression in [None, Some(CompressionType::LZ4_FRAME), Some(CompressionType::ZSTD)] {
            let mut file = Vec::new();
            let options = IpcWriteOptions::default().try_with_compression(compression).unwrap();
            let mut out = FileWriter::try_new_with_options(&mut file, batch.schema_ref(), options).unwrap();
            out.write(&batch).unwrap();
            out.finish().unwrap();
            drop(out);
            all.push(file);
        }
        let mut stream = Vec::new();
        let mut out = StreamWriter::try_new(&mut stream, batch.schema_ref()).unwrap();
        out.write(&batch).unwrap();
        out.write(&batch).unwrap();
        out.finish().unwrap();
        drop(out);
        all.push(stream);
    }
    all
}

/// Arrays of NumPy.
fn arrays() -> Vec<Vec<u8>> {
    let cells: Vec<u8> = A.bytes().map(|cell| cell.saturating_sub(48)).collect();
    let array = |header: &str, numbers: Vec<u8>| {
        let length = u16::try_from(header.len()).unwrap().to_le_bytes();
        [b"\x93NUMPY\x01\x00".as_slice(), &length, header.as_bytes(), &numbers].concat()
    };
    vec![
        array("{'descr': '|i1', 'fortran_order': False, 'shape': (2, 81), }\n", cells.repeat(2)),
        array(
            "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 9, 9), }\n",
            cells.iter().flat_map(|&cell| f32::from(cell).to_le_bytes()).collect(),
        ),
        array(
            "{'descr': '>i8', 'fortran_order': False, 'shape': (9, 9), }\n",
            cells.iter().flat_map(|&cell| i64::from(cell).to_be_bytes()).collect(),
        ),
    ]
}

fn parquets() -> Vec<Vec<u8>> {
    let puzzles: ArrayRef = Arc::new(StringArray::from(vec![Some(A), None, Some(B), Some("short")]));
    let properties = || WriterProperties::builder();
    let numbers = Int32Array::from(vec![Some(1), Some(2), None, Some(4)]);
    let list = ListArray::new(
        Arc::new(Field::new("item", arrow_schema::DataType::Int32, true)),
        OffsetBuffer::from_lengths([1, 0, 2, 1]),
        Arc::new(numbers.clone()),
        None,
    );
    let structs = StructArray::from(vec![(
        Arc::new(Field::new("n", arrow_schema::DataType::Int32, true)),
        Arc::new(numbers.clone()) as ArrayRef,
    )]);
    let words: DictionaryArray<Int32Type> =
        vec![Some("easy"), Some("hard"), None, Some("easy")].into_iter().collect();
    let facts = Facts::of_plan(&Plan::default(), (1, "42".to_owned()), 1000).to_json();
    let keys = vec![KeyValue::new(Facts::KEY.to_owned(), facts)];
    let puzzle = || ("puzzle", Arc::clone(&puzzles));
    vec![
        file(vec![puzzle()], properties().set_dictionary_enabled(false).build()),
        file(vec![puzzle()], properties().set_compression(Compression::SNAPPY).build()),
        file(vec![puzzle()], properties().set_compression(Compression::ZSTD(ZstdLevel::default())).build()),
        file(
            vec![puzzle(), ("n", Arc::new(numbers.clone()))],
            properties().set_writer_version(WriterVersion::PARQUET_2_0).build(),
        ),
        file(
            vec![
                ("n", Arc::new(numbers)),
                ("puzzle", Arc::new(LargeStringArray::from(vec![A, B, "", A]))),
                ("level", Arc::new(words)),
            ],
            properties().build(),
        ),
        file(
            vec![
                ("puzzle", Arc::new(StringViewArray::from(vec![A, B, A, "1"]))),
                ("weight", Arc::new(Float64Array::from(vec![1.0, f64::NAN, f64::INFINITY, -0.0]))),
                ("minimal", Arc::new(BooleanArray::from(vec![Some(true), None, Some(false), None]))),
                ("givens", Arc::new(UInt16Array::from(vec![30, 17, 81, 0]))),
            ],
            properties().set_max_row_group_row_count(Some(2)).build(),
        ),
        file(vec![puzzle(), ("list", Arc::new(list)), ("struct", Arc::new(structs))], properties().build()),
        file(
            vec![
                puzzle(),
                ("bytes", Arc::new(BinaryArray::from(vec![b"\xFF\xFE".as_slice(), b"", b"a", b"b"]))),
                ("time", Arc::new(TimestampNanosecondArray::from(vec![0, i64::MAX, i64::MIN, 1]))),
                ("dig_ns", Arc::new(UInt64Array::from(vec![0, u64::MAX, 5, 1000]))),
            ],
            properties()
                .set_key_value_metadata(Some(keys))
                .set_compression(Compression::ZSTD(ZstdLevel::default()))
                .build(),
        ),
    ]
}
