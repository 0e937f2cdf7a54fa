//! Small or endless inputs that want much memory or time. Parquet files that declare more than they hold, or hold more than they seem to.

use crate::{jobs, prelude::*};
use arrow_array::{Array, ArrayRef, Int32Array, ListArray, RecordBatch, StringArray};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{DataType, Field, Schema};
use parquet::{
    arrow::ArrowWriter,
    basic::{Compression, ZstdLevel},
    file::{metadata::KeyValue, properties::WriterProperties},
};
use std::sync::Arc;

const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Commands that read puzzles or answers; `FILE` is the file.
const READERS: [&str; 9] = [
    "rate FILE --progress never",
    "report FILE --progress never",
    "compare FILE --count 50 --invalid=skip --progress never",
    "generate --from FILE --seed 1 --givens 46 --count 2 --progress never",
    "dedup FILE --invalid=skip --memory 64MiB --progress never",
    "export FILE --to jsonl --invalid=skip --progress never",
    "canonical FILE --progress never",
    "minimals FILE --limit 10 --json",
    "benchmark INPUTS/bench --score FILE",
];

/// Address space of a run, so that a failure does not take the machine's memory.
const ADDRESSES: &str = "ulimit -v 2097152";

/// Large streams as shell commands. LARGE and FLAT are more than the memory limit; MANY is enough rows to see
/// memory grow.
const STREAMS: [(&str, &str); 13] = [
    ("zeros", "head -c LARGE /dev/zero"),
    ("one line", "head -c LARGE /dev/zero | tr '\\0' 1"),
    ("one field", "{ echo puzzle; head -c LARGE /dev/zero | tr '\\0' 1; echo; }"),
    (
        "one quoted field",
        "{ printf 'puzzle,b\\nx,\"'; head -c LARGE /dev/zero | tr '\\0' 1; printf '\"\\n'; }",
    ),
    ("quote without end", "{ printf 'a,puzzle\\n\"'; head -c LARGE /dev/zero | tr '\\0' '\\n'; }"),
    ("one header", "{ printf 'puzzle,'; head -c LARGE /dev/zero | tr '\\0' a; echo; }"),
    ("columns", "{ printf puzzle; head -c LARGE /dev/zero | tr '\\0' ,; echo; }"),
    ("fields", "{ echo puzzle,a; head -c FLAT /dev/zero | tr '\\0' ,; echo; }"),
    ("blank lines", "head -c FLAT /dev/zero | tr '\\0' '\\n'"),
    ("blank rows", "{ echo puzzle,a; head -c FLAT /dev/zero | tr '\\0' '\\n'; }"),
    ("comments", "yes '# nothing' | head -c FLAT"),
    ("long rows", "{ echo a,puzzle; yes \"$(head -c 300000 /dev/zero | tr '\\0' 1),x\" | head -c LARGE; }"),
    ("short rows", "{ echo a,puzzle; yes '1,2' | head -c MANY; }"),
];

/// Files read whole: manifests, patterns, rulebooks, libraries; `FILE` is a large or endless one.
const WHOLE: [&str; 6] = [
    "generate --pattern FILE --seed 1 --count 2",
    "generate --rulebook FILE --seed 1 --count 2",
    "rate in.csv --rulebook FILE",
    "techniques --check FILE",
    "techniques --rulebook FILE",
    "generate --from FILE --seed 1 --count 2 --givens 46",
];

enum Case {
    Stream { feed: String, line: &'static str },
    File { path: PathBuf, line: &'static str },
}

/// Runs the stage.
pub(crate) fn run(attack: &Attack, tally: &Tally) {
    jobs::inputs(attack);
    let folder = attack.folder("files");
    let [large, flat, many] =
        if attack.options.quick { ["600M", "200M", "2M"] } else { ["2200M", "600M", "8M"] };
    let mut cases: Vec<(String, Case)> = Vec::new();
    for (name, feed) in STREAMS {
        for line in READERS {
            let command = line.split_whitespace().next().unwrap_or_default();
            let feed = feed.replace("LARGE", large).replace("FLAT", flat).replace("MANY", many);
            cases.push((format!("streams/{name}/{command}"), Case::Stream { feed, line }));
        }
    }
    for path in files(&folder).into_iter().chain(parquet_files(&folder)) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        for line in READERS {
            let command = line.split_whitespace().next().unwrap_or_default();
            cases.push((format!("files/{name}/{command}"), Case::File { path: path.clone(), line }));
        }
    }
    for (n, path) in patched(&folder).into_iter().enumerate() {
        let line = READERS[n % READERS.len()];
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        cases.push((format!("patched/{name}"), Case::File { path, line }));
    }
    for (n, line) in WHOLE.iter().enumerate() {
        for path in ["/dev/zero", "sparse", "deep"] {
            let path = if path.starts_with('/') { path.into() } else { folder.join(path) };
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            cases.push((format!("whole/{n}/{name}"), Case::File { path, line }));
        }
    }
    attack.dice("order").shuffle(&mut cases);
    attack.in_parallel(&cases, |(label, case)| {
        if attack.wants(label) {
            let group = label.split('/').next().unwrap_or_default();
            tally.count(group, label, case.run(attack, tally));
        }
    });
}

/// Files of text that are small, or sparse.
fn files(folder: &Path) -> Vec<PathBuf> {
    let columns = |count: usize, rows: usize| {
        let names: Vec<String> = (0..count).map(|n| format!("c{n}")).collect();
        let row = format!("{PUZZLE}{}\n", ",1".repeat(count));
        format!("puzzle,{}\n{}", names.join(","), row.repeat(rows))
    };
    let texts = [
        ("columns-20000.csv", columns(20_000, 1)),
        ("columns-empty.csv", format!("puzzle{}\n{PUZZLE}\n", ",".repeat(55_000))),
        ("columns-1000000.csv", columns(1_000_000, 1)),
        ("columns-same.csv", format!("puzzle{}\n{PUZZLE}\n{PUZZLE},1,2\n", ",a".repeat(500))),
        ("columns-all-puzzle.csv", format!("puzzle{}\n{PUZZLE}\n", ",puzzle".repeat(500))),
        ("columns-many-rows.csv", columns(2_000, 0) + &format!("{PUZZLE}\n").repeat(60_000)),
        ("deep", "[".repeat(3_000_000)),
    ];
    let mut files: Vec<PathBuf> = Vec::new();
    for (name, text) in texts {
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        files.push(path);
    }
    for name in ["sparse", "sparse.csv", "sparse.txt", "sparse.parquet"] {
        let path = folder.join(name);
        File::create(&path).unwrap().set_len(3 << 30).unwrap();
        files.push(path);
    }
    files
}

impl Case {
    fn run(&self, attack: &Attack, tally: &Tally) -> Verdict {
        let room = attack.room();
        let dir = room.path();
        let patience = Duration::from_mins(1);
        match self {
            Self::Stream { feed, line } => {
                let call =
                    Call::new(attack, dir, words(attack, line, Path::new("-"))).feed(feed).before(ADDRESSES);
                call.stdout("/dev/null").patience(patience).run().sound(tally)
            }
            Self::File { path, line } => {
                fs::write(dir.join("in.csv"), format!("puzzle\n{PUZZLE}\n")).unwrap();
                let call =
                    Call::new(attack, dir, words(attack, line, path)).before(ADDRESSES).patience(patience);
                let is_summary =
                    ["report", "compare", "generate", "techniques"].iter().any(|word| line.starts_with(word));
                let call = if is_summary { call } else { call.stdout("/dev/null") };
                let ended = call.run();
                ended.sound(tally)?;
                // Nothing in these files is that many.
                if String::from_utf8_lossy(&ended.stdout).replace(',', "").contains("1844674407370955") {
                    return fail(Kind::Lost, "a number that went below 0");
                }
                Ok(())
            }
        }
    }
}

fn words(attack: &Attack, line: &str, file: &Path) -> Vec<String> {
    jobs::words(&line.replace("FILE", &file.display().to_string()), &attack.folder("inputs"))
}

/// Five bytes of a varint: 2^31 - 1 as the signed numbers of the footer are written.
const LARGEST: [u8; 5] = [0xFE, 0xFF, 0xFF, 0xFF, 0x0F];

fn properties(dictionary: bool, keys: Option<Vec<KeyValue>>) -> WriterProperties {
    WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_dictionary_enabled(dictionary)
        .set_key_value_metadata(keys)
        .build()
}

fn write(path: &Path, batches: impl IntoIterator<Item = RecordBatch>, properties: WriterProperties) {
    let mut batches = batches.into_iter().peekable();
    let schema = batches.peek().expect("one batch at least").schema();
    let mut writer = ArrowWriter::try_new(File::create(path).unwrap(), schema, Some(properties)).unwrap();
    for batch in batches {
        writer.write(&batch).unwrap();
    }
    writer.close().unwrap();
}

fn batch(columns: &[(&str, ArrayRef)]) -> RecordBatch {
    let fields: Vec<Field> =
        columns.iter().map(|(name, array)| Field::new(*name, array.data_type().clone(), true)).collect();
    let arrays = columns.iter().map(|(_, array)| Arc::clone(array)).collect();
    RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays).unwrap()
}

fn texts(text: &str, rows: usize) -> ArrayRef {
    Arc::new(StringArray::from(vec![text; rows]))
}

/// Files that hold much.
fn parquet_files(folder: &Path) -> Vec<PathBuf> {
    let long = "1".repeat(300_000);
    let path = |name: &str| folder.join(name);
    let plain = path("long-values.parquet");
    let repeat = |rows: usize| {
        (0..rows / 50).map(|_| batch(&[("puzzle", texts(".", 50)), ("long", texts(&long, 50))]))
    };
    write(&plain, repeat(6_000), properties(false, None));
    let dictionary = path("long-values-dictionary.parquet");
    write(&dictionary, repeat(20_000), properties(true, None));
    let puzzles = path("long-puzzles.parquet");
    write(&puzzles, (0..400).map(|_| batch(&[("puzzle", texts(&long, 50))])), properties(true, None));

    let wide = path("columns.parquet");
    let columns: Vec<(String, ArrayRef)> = (0..20_000).map(|n| (format!("c{n}"), texts("1", 1))).collect();
    let mut columns: Vec<(&str, ArrayRef)> =
        columns.iter().map(|(name, array)| (name.as_str(), Arc::clone(array))).collect();
    columns.push(("puzzle", texts(".", 1)));
    write(&wide, [batch(&columns)], properties(false, None));

    let same = path("columns-same.parquet");
    let number: ArrayRef = Arc::new(Int32Array::from(vec![Some(1), None]));
    write(
        &same,
        [batch(&[
            ("puzzle", texts(".", 2)),
            ("a", Arc::clone(&number)),
            ("a", texts("x", 2)),
            ("a", number),
        ])],
        properties(false, None),
    );

    let keys = path("keys.parquet");
    let plan = ["[".repeat(1_000_000), "{\"a\":".repeat(300_000)];
    let pairs = plan.map(|plan| KeyValue::new("gridmill.facts".to_owned(), plan)).to_vec();
    write(&keys, [batch(&[("puzzle", texts(".", 2))])], properties(false, Some(pairs)));

    let deep = path("deep.parquet");
    write(&deep, [batch(&[("puzzle", texts(".", 1)), ("deep", nested(60))])], properties(false, None));

    let groups = path("row-groups.parquet");
    let small = WriterProperties::builder().set_max_row_group_row_count(Some(1)).build();
    write(&groups, [batch(&[("puzzle", texts(".", 3_000))])], small);
    vec![plain, dictionary, puzzles, wide, same, keys, deep, groups]
}

/// Lists in lists, each of one item.
fn nested(depth: usize) -> ArrayRef {
    let mut array: ArrayRef = Arc::new(Int32Array::from(vec![1]));
    for _ in 0..depth {
        let item = Arc::new(Field::new("item", array.data_type().clone(), true));
        array = Arc::new(ListArray::new(item, OffsetBuffer::from_lengths([1]), array, None));
    }
    debug_assert!(matches!(array.data_type(), DataType::List(_)));
    array
}

/// A small file with a number in its page headers or its footer replaced by a large one, at every place.
fn patched(folder: &Path) -> Vec<PathBuf> {
    let whole = folder.join("small.parquet");
    let rows = batch(&[("puzzle", texts(PUZZLE, 4)), ("n", Arc::new(Int32Array::from(vec![1, 2, 3, 4])))]);
    write(&whole, [rows], properties(true, None));
    let bytes = fs::read(&whole).unwrap();
    let places = (4..bytes.len() - LARGEST.len()).filter(|place| *place < 300 || *place + 700 > bytes.len());
    let patch = |place: usize| {
        let mut patched = bytes.clone();
        patched[place..place + LARGEST.len()].copy_from_slice(&LARGEST);
        let path = folder.join(format!("patched-{place}.parquet"));
        fs::write(&path, patched).unwrap();
        path
    };
    places.map(patch).collect()
}
