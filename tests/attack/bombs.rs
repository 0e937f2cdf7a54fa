//! Small or endless inputs that want much memory or time, and names that harm where they are shown. Parquet files that declare more than they
//! hold, or hold more than they seem to.

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

/// Names that harm where they are not escaped: in HTML, Markdown, tables of figures, terminals and shells.
const NAMES: [&str; 9] = [
    "<img src=x onerror=alert(1)>",
    "a|b`c`<script>alert(1)</script>",
    "=cmd|'calc'!A0",
    "@SUM(1+1)",
    "\u{1b}[31mred\u{1b}]0;title\u{7}",
    "](javascript:alert(1))![x](http://example.org/x.png)",
    "my d; ls",
    "$(touch touched)",
    "\u{202e}txt.exe",
];

enum Case {
    Stream { feed: String, line: &'static str },
    File { path: PathBuf, line: &'static str },
    Name { name: &'static str, form: &'static str, place: &'static str },
    Folder,
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
    for (n, name) in NAMES.iter().enumerate() {
        for form in ["html", "md", "csv", "json"] {
            for place in ["file", "column", "value", "corpus"] {
                cases.push((format!("names/{n}/{form}/{place}"), Case::Name { name, form, place }));
            }
        }
    }
    cases.push(("folder/8000".to_owned(), Case::Folder));
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
            Self::Name { name, form, place } => shown(attack, tally, dir, (name, form, place)),
            Self::Folder => {
                fs::create_dir(dir.join("many")).unwrap();
                for n in 0..8_000 {
                    fs::write(dir.join(format!("many/{n:05}.csv")), format!("puzzle\n{PUZZLE}\n")).unwrap();
                }
                let args = ["report", "many", "--format", "json", "--check", "0", "--progress", "never"];
                let ended = Call::new(attack, dir, args).before("ulimit -n 1024").run();
                ended.succeeded(tally)?;
                let report: serde_json::Value = serde_json::from_slice(&ended.stdout).unwrap_or_default();
                fail_if(report["corpora"][0]["rows"] != 8_000, Kind::Lost, || "not 8,000 rows".to_owned())
            }
        }
    }
}

fn words(attack: &Attack, line: &str, file: &Path) -> Vec<String> {
    jobs::words(&line.replace("FILE", &file.display().to_string()), &attack.folder("inputs"))
}

/// A name in a report: it shows as text, whatever it holds.
fn shown(attack: &Attack, tally: &Tally, dir: &Path, (name, form, place): (&str, &str, &str)) -> Verdict {
    let quoted = format!("\"{}\"", name.replace('"', "\"\""));
    let (file, column, value, corpus) = match place {
        "file" => (format!("{}.csv", name.replace('/', "_")), "b", "1", None),
        "column" => ("in.csv".to_owned(), quoted.as_str(), "1", None),
        "value" => ("in.csv".to_owned(), "level", quoted.as_str(), None),
        _ => ("in.csv".to_owned(), "b", "1", Some(name)),
    };
    let text = format!("puzzle,{column}\n{PUZZLE},{value}\nshort,{value}\n");
    fs::write(dir.join(&file), text).unwrap();
    let (file, out) = (format!("./{file}"), format!("out.{form}"));
    let name = corpus.map(|corpus| format!("--name={}", corpus.replace(',', " ")));
    let args = ["report", &file, "--format", form, "--out", &out].into_iter().chain(name.as_deref());
    let ended = Call::new(attack, dir, args).run();
    ended.sound(tally)?;
    let rate = Call::new(attack, dir, ["rate", &file, "--invalid=stop", "--out", "rated.csv"]).run();
    rate.sound(tally)?;
    fail_if(dir.join("touched").exists(), Kind::Lost, || "a name was run by a shell".to_owned())?;
    let page = fs::read_to_string(dir.join(format!("out.{form}"))).unwrap_or_default();
    if let Some(harm) = harm(&page, form) {
        return fail(Kind::Lost, format!("{harm} in the {form} report"));
    }
    Ok(())
}

/// The first harm in a page.
fn harm(page: &str, form: &str) -> Option<&'static str> {
    if page.chars().any(|c| c.is_control() && c != '\n' && c != '\t') {
        return Some("a control character");
    }
    let is_formula = |field: &str| field.trim_matches('"').starts_with(['=', '@']);
    let prose = if form == "md" { prose(page) } else { String::new() };
    match form {
        "html" if page.contains("<img") || page.contains("<script>alert") => Some("an element from a name"),
        "md" if prose.contains("<img") || prose.contains("<script>") => Some("HTML from a name"),
        "md" if prose.contains("](javascript:") => Some("a link from a name"),
        "csv" if page.lines().any(|line| line.split(',').any(is_formula)) => Some("a formula from a name"),
        "json" if serde_json::from_str::<serde_json::Value>(page).is_err() => Some("a syntax error"),
        _ => None,
    }
}

/// Markdown without comments, escaped characters, code spans and fences.
fn prose(page: &str) -> String {
    let mut text = String::new();
    let mut rest = page;
    while let Some(c) = rest.chars().next() {
        let fence = rest.len() - rest.trim_start_matches('`').len();
        let skipped = match c {
            '<' if rest.starts_with("<!--") => rest.find("-->").map(|end| end + 3),
            '\\' => rest.char_indices().nth(2).map(|(end, _)| end),
            '`' => code(rest, fence).or(Some(fence)),
            _ => None,
        };
        if skipped.is_none() {
            text.push(c);
        }
        rest = &rest[skipped.unwrap_or(c.len_utf8())..];
    }
    text
}

/// Where the code ends that begins with a fence of backticks.
fn code(text: &str, fence: usize) -> Option<usize> {
    let mut at = fence;
    while let Some(next) = text[at..].find('`') {
        let run = text[at + next..].len() - text[at + next..].trim_start_matches('`').len();
        at += next + run;
        if run == fence {
            return Some(at);
        }
    }
    None
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
