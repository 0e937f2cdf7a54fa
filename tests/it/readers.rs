//! Readers of files from anywhere: they end, stay within bounds, and say in one line what is wrong.

use crate::prelude::*;
use arrow_array::{BinaryArray, Int64Array};
use gridmill::tables::read::{FormatDescription, formats};
use parquet::{
    basic::{Compression, ZstdLevel},
    file::properties::WriterProperties,
};
use std::fmt::Write as _;

/// Writes columns, which may have equal names, as Parquet.
fn write_parquet(files: &Folder, name: &str, columns: &[(&str, ArrayRef)]) -> String {
    let fields = columns.iter().map(|(name, array)| Field::new(*name, array.data_type().clone(), true));
    let schema = Arc::new(Schema::new(fields.collect::<Vec<_>>()));
    let arrays = columns.iter().map(|(_, array)| array.clone()).collect();
    let batch = RecordBatch::try_new(schema, arrays).unwrap();
    let properties =
        WriterProperties::builder().set_compression(Compression::ZSTD(ZstdLevel::default())).build();
    let path = files.file(name);
    let file = File::create(&path).unwrap();
    let mut writer = ArrowWriter::try_new(file, batch.schema(), Some(properties)).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
    text(&path)
}

fn text(path: &Path) -> String {
    path.to_str().unwrap().to_owned()
}

fn puzzles(rows: usize) -> ArrayRef {
    Arc::new(StringArray::from(vec![PUZZLE; rows]))
}

/// The one line that the program ends with before it has written anything.
fn failure(args: &[&str]) -> String {
    let run = gridmill().args(args).assert().failure().stdout("");
    refused(run.get_output())
}

/// The one line that the program ends with; rows that were read before may have been written.
fn refused(output: &Output) -> String {
    let line = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(1), "{:?}: {line}", output.status);
    assert_eq!(line.lines().count(), 1, "{line}");
    assert!(line.len() < 2000 && !line.contains("panicked"), "{line}");
    line.trim_end().to_owned()
}

/// Runs a line of a shell of Unix, in which `"$GRIDMILL"` is the program.
#[cfg(unix)]
fn shell(line: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new("sh");
    command.args(["-c", line, "sh"]).args(arguments);
    command
        .env("GRIDMILL", crate::common::PATH)
        .env("LC_ALL", "C")
        .env("MALLOC_ARENA_MAX", "1")
        .output()
        .unwrap()
}

/// Runs the program with at most this many megabytes of address space.
fn within(megabytes: u32, args: &[&str]) -> Output {
    limited(&format!("-v {}", megabytes << 10), args)
}

/// Runs the program under a limit of `ulimit`. Windows has no limits: it runs without.
fn limited(limit: &str, args: &[&str]) -> Output {
    #[cfg(unix)]
    return shell(&format!("ulimit {limit}; exec \"$GRIDMILL\" \"$@\""), args);
    #[cfg(windows)]
    return Command::new(crate::common::PATH).args(args).output().expect(limit);
}

fn report(paths: &[&str]) -> Value {
    let args = [&["report"], paths, &["--format=json", "--progress=never", "--check=0"]].concat();
    let json = parsed(&run(&args));
    json["corpora"][0].clone()
}

/// The commands that read a file, writing nothing but to standard output.
fn commands(file: &str) -> [Vec<&str>; 3] {
    [
        vec!["rate", file, "--progress=never", "-j2"],
        vec!["report", file, "--format=json", "--progress=never", "-j2"],
        vec!["compare", file, "--progress=never"],
    ]
}

/// Names and contents of sound files of the formats, with each ending.
fn examples() -> impl Iterator<Item = (String, &'static [u8])> {
    let named = |format: FormatDescription| {
        let endings = if format.endings.is_empty() { &["txt"][..] } else { format.endings };
        endings
            .iter()
            .map(move |ending| (format!("{}.{ending}", format.name.replace(' ', "_")), format.example))
    };
    formats().flat_map(named).filter(|(_, example)| !example.is_empty())
}

#[test]
fn every_format_ends_for_good() {
    let files = Folder::made();
    let parquet = write_parquet(&files, "a.parquet", &[("puzzle", puzzles(10))]);
    let paths: Vec<_> =
        examples().map(|(name, example)| files.write(&name, example)).chain([parquet]).collect();
    let rows = |paths: &[&String]| {
        let inputs: Vec<PathBuf> = paths.iter().map(PathBuf::from).collect();
        let mut rows = Puzzles::new(&Sources::from(inputs), Shape::STANDARD).unwrap();
        let read = rows.by_ref().map(Result::unwrap).count();
        assert!((0..5000).all(|_| rows.next().is_none()), "{paths:?}");
        read
    };
    for first in &paths {
        let own = rows(&[first]);
        assert!(own > 0, "{first}");
        for last in &paths {
            assert_eq!(rows(&[first, last]), own + rows(&[last]), "{first} {last}");
        }
        let mut tables = TableInput::new(Sources::from(vec![first.into()]), Shape::STANDARD).unwrap();
        assert_eq!(tables.next_rows().unwrap().unwrap().puzzles.len(), own);
        assert!((0..10).all(|_| tables.next_rows().unwrap().is_none()), "{first}");
    }
}

#[test]
fn every_format_ends_for_good_where_it_is_cut_or_damaged() {
    let files = Folder::made();
    for (name, example) in examples() {
        for place in (0..example.len()).step_by(7) {
            let mut damaged = example.to_vec();
            damaged[place] = 0xFF;
            for bytes in [&example[..place], &damaged] {
                let path = files.write(&name, bytes);
                let inputs = Sources::from(vec![path.into()]);
                let Ok(mut rows) = Puzzles::new(&inputs, Shape::STANDARD) else { continue };
                assert!(rows.by_ref().take(1000).count() < 1000, "{name} {place}");
                assert!((0..10).all(|_| rows.next().is_none()), "{name} {place}");
            }
        }
    }
}

#[test]
fn every_format_ends_for_good_after_an_error() {
    let files = Folder::made();
    let whole = write_parquet(&files, "a.parquet", &[("puzzle", puzzles(3000))]);
    let mut damaged = fs::read(&whole).unwrap();
    let pages = damaged.len() / 20;
    damaged[10..pages].fill(0xAA);
    let paths = [
        files.write("damaged.parquet", damaged),
        files.write("long.csv", format!("puzzle\n{PUZZLE}\n{}\n{PUZZLE}\n", "x".repeat(2 << 20))),
        files.write("wide.csv", format!("puzzle\n{PUZZLE}\n{}\n{PUZZLE}\n", "x,".repeat(2000))),
        files.write("a.jsonl", format!("{{\"puzzle\":\"{PUZZLE}\"}}\n").repeat(5) + "{\n{}\n"),
        files.write("a.json", format!("[\"{PUZZLE}\",\"{PUZZLE}\" \"{PUZZLE}\"]")),
    ];
    for path in &paths {
        let mut rows = Puzzles::new(&Sources::from(vec![path.into()]), Shape::STANDARD).unwrap();
        assert_eq!(rows.by_ref().filter(Result::is_err).count(), 1, "{path}");
        assert!((0..5000).all(|_| rows.next().is_none()), "{path}");
        let Ok(mut tables) = TableInput::new(Sources::from(vec![path.into()]), Shape::STANDARD) else {
            continue;
        };
        assert!(tables.next_rows().is_err(), "{path}");
        assert!((0..10).all(|_| tables.next_rows().unwrap().is_none()), "{path}");
    }
}

#[test]
fn compare_counts_the_puzzles_that_are_there() {
    let files = Folder::made();
    let path = write_parquet(&files, "ten.parquet", &[("puzzle", puzzles(10))]);
    for count in [&[][..], &["--count=25"]] {
        let fixed = ["compare", &path, "--format=json", "--checkers=bitboard,dancing-links"];
        let json = parsed(&run(&[&fixed, count].concat()));
        assert_eq!((&json["puzzles"], &json["outcomes"][0]["checks"]), (&10.into(), &10.into()));
    }
}

/// 56 KB of columns took 3.9 GB, a line of a million columns more than there was.
#[test]
fn columns_are_bounded() {
    let files = Folder::made();
    let table = |columns: usize, rows: usize| {
        let fields = ",".repeat(if columns > 1024 { 0 } else { columns - 1 });
        format!("puzzle{}\n{}", ",a".repeat(columns - 1), format!("{PUZZLE}{fields}\n").repeat(rows))
    };
    let wide = files.write("wide.csv", table(20_000, 8000));
    let wider = files.write("wider.csv", table(1_000_000, 1));
    for (path, name) in [(&wide, "wide.csv"), (&wider, "wider.csv")] {
        for args in commands(path) {
            let line = refused(&within(500, &args));
            line.assert_has(&[name, "line 1", "1,024 columns"]);
        }
    }
    let rows = sample(600, 3000);
    let most = files.write("most.csv", table(1024, rows));
    let out = files.named("out.csv");
    for args in [&commands(&most)[1][..], &["rate", &most, "--progress=never", "-j2", "--out", &out]] {
        let output = within(500, args);
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
    assert_eq!(fs::read_to_string(&out).unwrap().lines().count(), rows + 1);
}

#[cfg(unix)]
#[test]
fn fields_without_end_stop_at_the_bound() {
    let endless = |head: &str| format!("{{ printf '{head}'; yes 1234567890; }} | \"$GRIDMILL\" \"$@\"");
    for args in commands("-") {
        let line = refused(&shell(&endless("puzzle,a\\n\""), &args));
        assert!(line.contains("-: line 2: the record has more than 1,048,576 bytes"), "{line}");
        let line = refused(&shell(&format!("{} ", endless("puzzle,\"")), &args));
        assert!(line.contains("-: line 1: the record has more than 1,048,576 bytes"), "{line}");
    }
}

/// Batches end by their bytes as well as by their rows.
#[test]
#[ignore = "12 s, large inputs: bash scripts/long_tests.sh"]
fn long_long_fields_are_read_in_little_memory() {
    let files = Folder::made();
    let long = "y".repeat(300_000);
    let mut table = "puzzle,note\n".to_owned();
    for _ in 0..600 {
        writeln!(table, "{PUZZLE},{long}").unwrap();
    }
    let path = files.write("long.csv", table);
    let out = files.named("out.csv");
    let rated = within(400, &["rate", &path, "--out", &out, "--progress=never", "-j2", "--no-timings"]);
    assert!(rated.status.success(), "{}", String::from_utf8_lossy(&rated.stderr));
    assert_eq!(fs::read_to_string(&out).unwrap().matches(&long).count(), 600);
    // The same rows as a list in one line, of 180 MB.
    let row = format!("{{\"puzzle\":\"{PUZZLE}\",\"note\":\"{long}\"}}");
    let list = files.write("long.json", format!("[{}]", vec![row; 600].join(",")));
    for path in [path, list] {
        let reported = within(400, &commands(&path)[1]);
        assert!(reported.status.success(), "{}", String::from_utf8_lossy(&reported.stderr));
        let json: Value = serde_json::from_slice(&reported.stdout).unwrap();
        assert_eq!(json["corpora"][0]["rows"], 600);
    }
}

#[test]
fn lines_are_numbered_whatever_stands_between() {
    let files = Folder::made();
    let table = format!("# made\n\npuzzle,note\n{PUZZLE},\"a\nb\"\n\n\r\n\n{PUZZLE},\n");
    let table = files.write("a.csv", table);
    let mut input = TableInput::new(Sources::from(vec![table.into()]), Shape::STANDARD).unwrap();
    let rows = input.next_rows().unwrap().unwrap();
    assert_eq!(rows.puzzles.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [4, 9]);
    // A value that is found wrong long after the types were decided.
    let rows = format!("{PUZZLE},12\n\n").repeat(9000);
    let late = files.write("late.csv", format!("puzzle,er\n{rows}{PUZZLE},x\n"));
    let line = failure(&["report", &late, "--format=json", "--progress=never"]);
    assert!(line.ends_with("late.csv: line 18002: er is \"x\"; it must hold a whole number"), "{line}");
}

/// Devices and lines without end are refused; a pipe has as many rows as it likes.
#[cfg(unix)]
#[test]
fn inputs_without_end_are_refused() {
    let files = Folder::made();
    let out = files.named("out.csv");
    for device in
        ["/dev/zero", "/dev/full", "/dev/urandom"].into_iter().filter(|path| Path::new(path).exists())
    {
        for args in
            [vec!["solve", device], vec!["dedup", device, "--out", &out]].into_iter().chain(commands(device))
        {
            let line = refused(&shell("exec timeout 60 \"$GRIDMILL\" \"$@\"", &args));
            line.assert_has(&[device, "it is a device without end; give a file or a pipe"]);
        }
        let line = format!("exec timeout 60 \"$GRIDMILL\" \"$@\" < {device}");
        let line = refused(&shell(&line, &["rate", "-", "--progress=never"]));
        assert!(line.ends_with("reading -: it is a device without end; give a file or a pipe"), "{line}");
    }
    let line = format!("{{ echo {PUZZLE}; head -c 40000000 /dev/zero; }} | \"$GRIDMILL\" \"$@\"");
    let line = refused(&shell(&line, &["rate", "-", "--progress=never", "--out", &out]));
    assert!(
        line.ends_with("reading -: line 2 has more than 16,777,216 bytes; at most that many are allowed"),
        "{line}"
    );
}

/// 14 MB of rules took 1.1 GB.
#[test]
fn rulebooks_are_bounded() {
    let files = Folder::made();
    let rule = "[[rule]]\ntechnique = \"naked_single\"\nrating = 4\n";
    let long = files.write("long.toml", format!("name = \"a\"\n{}", rule.repeat(280_000)));
    let puzzles = files.write("a.txt", PUZZLE);
    let output = within(400, &["rate", &puzzles, "--rulebook", &long, "--progress=never"]);
    let line = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{line}");
    assert!(line.contains("long.toml: it is longer than 1 MiB"), "{line}");
}

#[test]
fn excluded_files_are_read_whole_and_counted() {
    let files = Folder::made();
    let folder = files.file("");
    let rows = run(&["generate", "--count=40", "--seed=exclude", "--no-timings", "--columns=puzzle"]);
    files.write("all.csv", &rows);
    let puzzles: Vec<&str> = rows.lines().skip(1).collect();
    let list = |puzzles: &[&str]| serde_json::to_string(puzzles).unwrap();
    let lists: String = puzzles[..30].chunks(10).map(|ten| list(ten) + "\n").collect();
    let objects: String =
        puzzles[..30].chunks(7).map(|seven| format!("{{\"puzzles\":{}}}\n", list(seven))).collect();
    for (name, text) in [
        ("lists.jsonl", lists),
        ("objects.json", objects),
        ("returns.txt", puzzles[..30].join("\r")),
        ("returns.csv", format!("puzzle\r{}", puzzles[..30].join("\r"))),
    ] {
        files.write(name, text);
        let split =
            format!("split all.csv --exclude {name} --into=train:1 --out=split --overwrite --format=csv");
        let split = words(&split);
        let stated = gridmill().current_dir(&folder).args(split).stderr_text(0);
        assert!(stated.contains(&format!("excluded: 30 puzzles in {name}\n")), "{stated}");
        assert!(stated.contains("left out: 30 rows"), "{stated}");
        let make =
            ["generate", "--count=1", "--seed=exclude", "--exclude", name, "--out=made", "--overwrite"];
        let stated = gridmill().current_dir(&folder).args(make).stderr_text(0);
        assert!(stated.contains(&format!("excluded: 30 puzzles in {name}\n")), "{stated}");
    }
}

#[test]
fn damaged_parquet_is_one_line_in_every_command() {
    let files = Folder::made();
    let shard: Vec<String> =
        (0..3000).map(|n| PUZZLE.replacen("53", &format!("{}{}", n % 9 + 1, n / 9 % 9 + 1), 1)).collect();
    let path = write_parquet(&files, "whole.parquet", &[("puzzle", Arc::new(StringArray::from(shard)))]);
    let whole = fs::read(&path).unwrap();
    let mut ways: Vec<Vec<u8>> = Vec::new();
    for start in [4, 12, 40, whole.len() / 2] {
        let mut damaged = whole.clone();
        let end = (start + whole.len() / 3).min(whole.len() - 500);
        damaged[start.min(end)..end].fill(0xAA);
        ways.push(damaged);
    }
    for length in [0, 3, 8, 11, 12, whole.len() / 2, whole.len() - 1] {
        ways.push(whole[..length].to_vec());
    }
    ways.push([&b"PAR1"[..], &[0xFF; 100], &100_u32.to_le_bytes(), b"PAR1"].concat());
    ways.push([&b"PAR1"[..], &[0xFF; 100], &u32::MAX.to_le_bytes(), b"PAR1"].concat());
    for (number, bytes) in ways.iter().enumerate() {
        let path = files.write(format!("{number}.parquet"), bytes);
        for args in commands(&path) {
            let line = refused(&within(800, &args));
            assert!(line.contains(&format!("{number}.parquet: ")), "{line}");
        }
    }
}

#[test]
fn columns_of_one_name_are_distinguished_or_refused() {
    let files = Folder::made();
    let row = format!("{PUZZLE},1,2,x,{PUZZLE}\n");
    let parquet = [("puzzle", puzzles(3)), ("puzzle", puzzles(3))];
    for twice in [
        files.write("twice.csv", format!("puzzle,a,b,c,puzzle\n{row}")),
        files.write("Twice.csv", format!("Puzzle,a,b,c,puzzle\n{row}")),
        write_parquet(&files, "twice.parquet", &parquet),
    ] {
        for args in commands(&twice) {
            let line = refused(gridmill().args(&args).assert().failure().get_output());
            assert!(line.ends_with(": two columns are called puzzle; rename one"), "{line}");
            assert!(line.contains(&twice), "{line}");
        }
    }
    let numbers: ArrayRef = Arc::new(Int64Array::from(vec![Some(1), None, Some(3)]));
    let foreign =
        [("note", puzzles(3)), ("note", numbers.clone()), ("puzzle", puzzles(3)), ("note", numbers)];
    let parquet = write_parquet(&files, "foreign.parquet", &foreign);
    let csv = format!("note,note,puzzle,note\na,1,{PUZZLE},1\na,,{PUZZLE},\na,3,{PUZZLE},3\n");
    for path in [parquet, files.write("foreign.csv", csv)] {
        let figures = report(&[&path]);
        assert_eq!(names_in(&figures["columns"]), ["note", "note (2)", "puzzle", "note (3)"], "{path}");
        let nulls = [0, 1, 2, 3].map(|place| figures["columns"][place]["nulls"].as_u64().unwrap());
        assert_eq!(nulls, [0, 1, 0, 1], "{path}");
        let rated = run(&["rate", &path]);
        assert!(rated.starts_with("note,note (2),puzzle,note (3),score,"), "{rated}");
        assert_eq!(crate::common::column(&rated, "note (3)"), ["1", "", "3"]);
        let out = files.named("rated.parquet");
        run(&["rate", &path, "--out", &out, "--overwrite"]);
        assert_eq!(report(&[&out])["columns"][3]["name"], "note (3)");
        run(&["compare", &path]);
    }
    let givens = files.write("givens.csv", format!("puzzle,givens,givens\n{PUZZLE},30,30\n"));
    let line = failure(&["report", &givens, "--format=json", "--progress=never"]);
    assert!(line.ends_with("givens.csv: two columns are called givens; rename one"), "{line}");
}

/// 200 files with 64 descriptors, in both formats.
#[test]
fn many_files_need_few_descriptors() {
    let files = Folder::made();
    let folders = ["csv", "parquet"].map(|name| {
        files.make(name);
        files.named(name)
    });
    for number in 0..200 {
        files.write(format!("csv/{number:03}.csv"), format!("puzzle\n{PUZZLE}\n{PUZZLE}\n"));
        write_parquet(&files, &format!("parquet/{number:03}.parquet"), &[("puzzle", puzzles(2))]);
    }
    for folder in &folders {
        let names: Vec<String> =
            fs::read_dir(folder).unwrap().map(|entry| text(&entry.unwrap().path())).collect();
        let one_by_one: Vec<&str> = names.iter().map(String::as_str).chain(["--join"]).collect();
        for paths in [vec![folder.as_str()], one_by_one] {
            let args = [vec!["report"], paths, vec!["--format=json", "--progress=never", "-j4"]].concat();
            let output = limited("-n 64", &args);
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            let json: Value = serde_json::from_slice(&output.stdout).unwrap();
            assert_eq!(json["corpora"][0]["rows"], 400, "{folder}");
        }
    }
}

#[test]
fn a_column_without_a_text_form_is_found_before_the_first_row() {
    let files = Folder::made();
    let bytes: ArrayRef = Arc::new(BinaryArray::from(vec![&b"x"[..]; 3]));
    let path = write_parquet(&files, "blob.parquet", &[("puzzle", puzzles(3)), ("blob", bytes)]);
    let line = failure(&["rate", &path, "--progress=never"]);
    let expected =
        "blob.parquet: the blob column holds bytes, for which CSV has no form; give --out FILE.parquet";
    assert!(line.ends_with(expected), "{line}");
    let out = files.named("out.csv");
    assert!(failure(&["rate", &path, "--out", &out, "--progress=never"]).ends_with(expected));
    assert!(!Path::new(&out).exists());
    let out = files.named("out.parquet");
    run(&["rate", &path, "--out", &out]);
    assert_eq!(report(&[&out])["rows"], 3);
}

#[test]
fn shards_are_files_of_the_corpus() {
    let files = Folder::made();
    let corpus = files.named("corpus");
    run(&["generate", "-n20", "--seed=1", "--format=csv", "--out", &corpus]);
    files.write("payload.csv", format!("puzzle\n{PUZZLE}\n"));
    let manifest = files.file("corpus/manifest.json");
    let whole = fs::read_to_string(&manifest).unwrap();
    for name in ["../../payload.csv", "/etc/hostname", "..", "", "a/b.csv"] {
        fs::write(&manifest, whole.replace("part-00000-of-00001.csv", name)).unwrap();
        let line = failure(&["report", &corpus, "--format=json", "--progress=never"]);
        assert!(line.contains("manifest.json: "), "{line}");
    }
}

/// Of a folder without a manifest, files are read, and what links lead to; nothing else is opened.
#[cfg(unix)]
#[test]
fn folders_hold_files_and_links_to_them() {
    let files = Folder::made();
    files.make("folder/inner.csv");
    let real = files.write("real.csv", format!("puzzle\n{PUZZLE}\n"));
    std::os::unix::fs::symlink(&real, files.file("folder/link.csv")).unwrap();
    std::os::unix::fs::symlink(files.file("gone"), files.file("folder/gone.csv")).unwrap();
    let made = Command::new("mkfifo").arg(files.file("folder/pipe.csv")).status().unwrap();
    assert!(made.success());
    assert_eq!(report(&[&files.named("folder")])["rows"], 1);
}

/// A pipe with a name is read once, from its beginning.
#[cfg(unix)]
#[test]
fn pipes_are_read_as_standard_input_is() {
    let files = Folder::made();
    let table = files.write("a.csv", format!("puzzle,er\n{PUZZLE},12\n"));
    for args in commands("PIPE") {
        let line = format!("mkfifo \"$0\"; cat {table} > \"$0\" & \"$GRIDMILL\" {}", args.join(" "));
        let pipe = files.named(format!("{}.pipe", args[0]));
        let line = line.replace("PIPE", &pipe).replace("$0", &pipe);
        let output = shell(&line, &[]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(!output.stdout.is_empty());
    }
}
