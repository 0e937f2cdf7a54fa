//! Outputs of every command: whole or absent, never an input, nothing replaced unasked; and names from outside that are hostile.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

mod common;

use arrow_array::{ArrayRef, RecordBatch, StringArray, UInt64Array};
use common::{column, gridmill, html::assert_well_formed};
use parquet::arrow::ArrowWriter;
use serde_json::Value;
use std::{
    fs::{self, File},
    io::Write,
    os::unix::fs::{FileTypeExt, symlink},
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    sync::Arc,
    time::Duration,
};

const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// A folder with a file of puzzles, `in.csv`, and nothing else.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        Self::with("puzzle,er,dig_ns\n", &format!("{PUZZLE},12,900\n").repeat(300))
    }

    fn with(header: &str, rows: &str) -> Self {
        let place = Self(tempfile::tempdir().unwrap());
        place.write("in.csv", &format!("{header}{rows}"));
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, contents: &str) {
        fs::write(self.path(name), contents).unwrap();
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// Names of all files and folders in it, hidden ones, too.
    fn names(&self) -> Vec<String> {
        names(self.0.path())
    }

    /// A command of the program in the folder.
    fn run(&self, args: &[&str]) -> Output {
        gridmill().current_dir(self.0.path()).args(args).arg("--progress=never").output().unwrap()
    }

    /// The same in a shell, after what `before` does to it.
    fn shell(&self, before: &str, args: &[&str]) -> Output {
        let script = format!("{before}; exec \"$0\" \"$@\"");
        let mut command = Command::new("sh");
        command.args(["-c", &script, common::PATH]).args(args).current_dir(self.0.path());
        command.output().unwrap()
    }
}

fn names(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = names.map(|name| name.to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// The exit code, and the one line on standard error.
fn refusal(output: &Output) -> (i32, String) {
    let said = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(said.lines().count(), 1, "{said}");
    (output.status.code().expect("an exit code and no signal"), said.trim_end().to_owned())
}

fn succeeds(output: &Output) {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Every way to write a file: the arguments before it, and its name.
const WRITERS: [(&[&str], &str); 8] = [
    (&["rate", "in.csv", "--no-timings", "--out"], "o.csv"),
    (&["rate", "in.csv", "--no-timings", "--out"], "o.parquet"),
    (&["report", "in.csv", "--check=5", "--out"], "o.html"),
    (&["report", "in.csv", "--check=5", "--out"], "o.json"),
    (&["compare", "in.csv", "--count=20", "--checkers=bitboard", "--html"], "o.html"),
    (&["compare", "in.csv", "--count=20", "--checkers=bitboard", "--markdown"], "o.md"),
    (&["generate", "--count=20", "--seed=1", "--out=corpus", "--report"], "o.html"),
    (&["generate", "--count=20", "--seed=1", "--report"], "o.md"),
];

#[test]
fn two_runs_at_once_leave_a_whole_file() {
    let place = Place::new();
    succeeds(&place.run(&["rate", "in.csv", "--no-timings", "--out=expected.csv"]));
    let expected = place.read("expected.csv");
    for round in 0..20 {
        let overwrite = round % 2 == 0;
        let children: Vec<_> = (0..2)
            .map(|_| {
                let mut command = Command::new(common::PATH);
                command.args(["rate", "in.csv", "--no-timings", "--progress=never", "--out=o.csv"]);
                command.args(overwrite.then_some("--overwrite")).current_dir(place.path(""));
                command.stderr(Stdio::null()).spawn().unwrap()
            })
            .collect();
        let mut codes: Vec<i32> =
            children.into_iter().map(|mut child| child.wait().unwrap().code().unwrap()).collect();
        codes.sort_unstable();
        assert!(codes == [0, 0] || !overwrite && codes == [0, 2], "{codes:?}");
        assert_eq!(place.read("o.csv"), expected, "round {round}");
        assert_eq!(place.names(), ["expected.csv", "in.csv", "o.csv"]);
        fs::remove_file(place.path("o.csv")).unwrap();
    }
}

/// The name that drafts had belongs to whoever made a file of it: data, a link, or the input itself.
#[test]
fn files_beside_an_output_stay_as_they_are() {
    let place = Place::new();
    place.write("victim", "precious");
    place.write("o.csv.part", "mine");
    symlink("victim", place.path("o.parquet.part")).unwrap();
    fs::copy(place.path("in.csv"), place.path("o.html.part")).unwrap();
    for (args, out) in [
        (&["rate", "in.csv", "--out"][..], "o.csv"),
        (&["rate", "in.csv", "--out"], "o.parquet"),
        (&["report", "o.html.part", "--out"], "o.html"),
    ] {
        succeeds(&place.run(&[args, &[out]].concat()));
    }
    assert_eq!((place.read("o.csv.part"), place.read("victim")), ("mine".to_owned(), "precious".to_owned()));
    assert_eq!(place.read("o.html.part"), place.read("in.csv"));
    assert!(fs::symlink_metadata(place.path("o.parquet.part")).unwrap().is_symlink());
}

#[test]
fn an_output_that_exists_is_replaced_only_if_that_is_wanted() {
    for (args, out) in WRITERS {
        let place = Place::new();
        place.write(out, "old");
        let (code, said) = refusal(&place.run(&[args, &[out]].concat()));
        assert_eq!((code, place.read(out).as_str()), (2, "old"), "{args:?} {said}");
        assert!(said.contains(out) && said.contains("--overwrite"), "{said}");
        assert_eq!(place.names().len(), 2, "{:?}", place.names());
        if args.contains(&"--out=corpus") || args[0] != "generate" {
            succeeds(&place.run(&[args, &[out, "--overwrite"]].concat()));
            assert_ne!(fs::read(place.path(out)).unwrap(), b"old", "{args:?}");
        }
    }
    let place = Place::new();
    for (folder, file) in [("--svg=svg", "svg/givens.svg"), ("--hgrm=hgrm", "hgrm/in-dig_ns.hgrm")] {
        let report = |more: &[&str]| place.run(&[&["report", "in.csv", "--check=5", folder], more].concat());
        succeeds(&report(&[]));
        place.write(file, "old");
        let (code, said) = refusal(&report(&[]));
        assert!(code == 2 && said.contains("--overwrite") && place.read(file) == "old", "{said}");
        succeeds(&report(&["--overwrite"]));
        assert_ne!(place.read(file), "old");
    }
    let compare = ["compare", "in.csv", "--count=20", "--checkers=bitboard", "--hgrm=times"];
    succeeds(&place.run(&compare));
    place.write("times/files-bitboard.hgrm", "old");
    let (code, said) = refusal(&place.run(&compare));
    assert!(code == 2 && said.contains("files-bitboard.hgrm exists"), "{said}");
    assert_eq!(names(&place.path("times")), ["files-bitboard.hgrm"]);
    succeeds(&place.run(&[&compare[..], &["--overwrite"]].concat()));
    assert_ne!(place.read("times/files-bitboard.hgrm"), "old");
}

#[test]
fn an_input_is_never_an_output() {
    let place = Place::new();
    let rows = place.read("in.csv");
    fs::hard_link(place.path("in.csv"), place.path("hard.csv")).unwrap();
    symlink("in.csv", place.path("link.csv")).unwrap();
    fs::create_dir(place.path("svg")).unwrap();
    fs::hard_link(place.path("in.csv"), place.path("svg/givens.svg")).unwrap();
    let rules = "name = \"m\"\nscale = \"m/1\"\nconventions = \"hodoku\"\n[[rule]]\ntechnique = \"naked_single\"\nrating = 1\n";
    place.write("rules.csv", rules);
    for args in [
        &["rate", "in.csv", "--out=in.csv"][..],
        &["rate", "in.csv", "--out=./hard.csv"],
        &["rate", "link.csv", "--out=in.csv"],
        &["rate", "in.csv", "--rulebook=rules.csv", "--out=rules.csv"],
        &["report", "in.csv", "--out=in.csv"],
        &["report", "in.csv", "--out=link.csv"],
        &["report", "hard.csv", "in.csv", "--out=o.html", "--out=in.csv"],
        &["report", "in.csv", "--check=0", "--svg=svg"],
        &["compare", "in.csv", "--html=in.csv"],
        &["compare", "hard.csv", "--markdown=link.csv"],
        &["generate", "--count=2", "--from=in.csv", "--out=corpus", "--report=in.csv"],
        &["generate", "--count=2", "--rate=rules.csv", "--out=corpus", "--report=rules.csv"],
    ] {
        let (code, said) = refusal(&place.run(&[args, &["--overwrite"]].concat()));
        assert!(code == 2 && said.contains("input"), "{args:?}: {said}");
        assert_eq!(
            (place.read("in.csv"), place.read("rules.csv").as_str()),
            (rows.clone(), rules),
            "{args:?}"
        );
    }
    let stdin = place.shell("exec < in.csv", &["report", "-", "--out=in.csv", "--overwrite"]);
    assert!(refusal(&stdin).1.contains("input"));
    succeeds(&place.run(&["generate", "--count=20", "--seed=1", "--out=corpus"]));
    let manifest = place.read("corpus/manifest.json");
    let (code, said) =
        refusal(&place.run(&["report", "corpus", "--out=corpus/manifest.json", "--overwrite"]));
    assert!(code == 2 && said.contains("corpus") && place.read("corpus/manifest.json") == manifest, "{said}");
}

#[test]
fn two_outputs_are_two_files() {
    let place = Place::new();
    fs::create_dir(place.path("far")).unwrap();
    symlink("far", place.path("near")).unwrap();
    for args in [
        &["report", "in.csv", "--out=o.html", "--out=./o.html"][..],
        &["report", "in.csv", "--out=far/o.html", "--out=near/o.html"],
        &["report", "in.csv", "--format=csv", "--out=-", "--out=-"],
        &["compare", "in.csv", "--html=o", "--markdown=o"],
    ] {
        assert_eq!(refusal(&place.run(args)).0, 2, "{args:?}");
        assert_eq!(
            (place.names(), names(&place.path("far")).len()),
            (["far", "in.csv", "near"].map(str::to_owned).to_vec(), 0)
        );
    }
}

#[test]
fn links_are_replaced_and_what_they_lead_to_stays() {
    let place = Place::new();
    place.write("real.csv", "old");
    symlink("real.csv", place.path("link.csv")).unwrap();
    symlink("absent.csv", place.path("dangling.csv")).unwrap();
    for link in ["link.csv", "dangling.csv"] {
        let out = format!("--out={link}");
        let (code, said) = refusal(&place.run(&["rate", "in.csv", &out]));
        assert!(code == 2 && said.contains(link), "{said}");
        assert!(fs::symlink_metadata(place.path(link)).unwrap().is_symlink());
        succeeds(&place.run(&["rate", "in.csv", &out, "--overwrite"]));
        assert!(fs::symlink_metadata(place.path(link)).unwrap().is_file());
        assert!(place.read(link).starts_with("puzzle,"));
    }
    assert_eq!(place.read("real.csv"), "old");
    assert!(!place.path("absent.csv").exists());
}

/// Devices and pipes in a folder of their own: whoever runs this may be able to replace those in /dev.
#[test]
fn what_is_no_regular_file_is_written_to() {
    let place = Place::new();
    let made = |command: &str, args: &[&str]| {
        Command::new(command)
            .args(args)
            .current_dir(place.path(""))
            .output()
            .is_ok_and(|made| made.status.success())
    };
    if made("mknod", &["null.csv", "c", "1", "3"]) && fs::write(place.path("null.csv"), "x").is_ok() {
        succeeds(&place.run(&["rate", "in.csv", "--out=null.csv"]));
        succeeds(&place.run(&["report", "in.csv", "--check=0", "--out=null.csv", "--overwrite"]));
        let compare = ["compare", "in.csv", "--count=20", "--html=null.csv", "--markdown=null.csv"];
        succeeds(&place.run(&compare));
        assert!(fs::metadata(place.path("null.csv")).unwrap().file_type().is_char_device());
        assert_eq!(place.names(), ["in.csv", "null.csv"]);
    } else {
        println!("skipped: a device cannot be made here");
    }
    let report = ["report", "in.csv", "--check=0", "--format=csv", "--progress=never", "--out=/dev/fd/1"];
    succeeds(&place.shell("echo before > o; exec >> o", &report));
    assert!(place.read("o").starts_with("before\nfigure,value\n"));
    assert!(made("mkfifo", &["pipe.csv"]));
    let pipe = place.path("pipe.csv");
    let reader = std::thread::spawn(move || fs::read_to_string(pipe).unwrap());
    succeeds(&place.run(&["rate", "in.csv", "--out=pipe.csv"]));
    assert_eq!(reader.join().unwrap().lines().count(), 301);
    assert!(fs::symlink_metadata(place.path("pipe.csv")).unwrap().file_type().is_fifo());
}

/// The limit stops a write midway, as a full disk does.
#[test]
fn a_write_that_fails_leaves_the_old_file_or_none() {
    let more: [(&[&str], &str); 2] = [
        (&["report", "in.csv", "--check=5", "--svg"], "svg"),
        (&["compare", "in.csv", "--count=20", "--checkers=bitboard", "--hgrm"], "hgrm"),
    ];
    for (args, out) in WRITERS.into_iter().chain(more) {
        let place = Place::new();
        let limit =
            if out == "hgrm" || out == "o.parquet" || out == "o.md" { "ulimit -f 0" } else { "ulimit -f 2" };
        let limited = |more: &[&str]| place.shell(limit, &[args, &[out, "--progress=never"], more].concat());
        if args[0] == "generate" {
            // The corpus is there: the report alone is cut.
            succeeds(&place.run(&["generate", "--count=20", "--seed=1", "--out=corpus"]));
        }
        let resume: &[&str] = if args.contains(&"--out=corpus") { &["--resume"] } else { &[] };
        let output = limited(resume);
        if args.contains(&"--out=corpus") {
            // Files of the corpus itself may not fit either.
            assert_ne!(output.status.code(), Some(0));
        } else {
            let (code, said) = refusal(&output);
            assert!(code == 1 && said.contains(out), "{args:?}: {said}");
        }
        assert!(output.status.code().is_some(), "no signal: {args:?}");
        if place.path(out).is_dir() {
            assert_eq!(names(&place.path(out)), [""; 0]);
        } else {
            assert!(!place.path(out).exists(), "{args:?}");
            assert!(!place.names().iter().any(|name| name.starts_with('.')), "{:?}", place.names());
            if args[0] != "generate" {
                place.write(out, "old");
                assert_eq!(refusal(&limited(&["--overwrite"])).0, 1);
                assert_eq!(place.read(out), "old");
            }
        }
    }
}

#[test]
fn a_full_disk_leaves_whole_charts() {
    let disk = tempfile::tempdir().unwrap();
    let mounted =
        Command::new("mount").args(["-t", "tmpfs", "-o", "size=64k", "tmpfs"]).arg(disk.path()).output();
    if !mounted.is_ok_and(|output| output.status.success()) {
        println!("skipped: a tmpfs cannot be mounted here");
        return;
    }
    let place = Place::new();
    let folder = disk.path().join("svg").display().to_string();
    let output = place.run(&["report", "in.csv", "--check=5", "--svg", &folder]);
    let charts = names(Path::new(&folder));
    let whole = charts.iter().all(|name| {
        let text = fs::read_to_string(Path::new(&folder).join(name)).unwrap();
        text.starts_with("<svg") && text.ends_with("</svg>\n")
    });
    assert!(Command::new("umount").arg(disk.path()).status().unwrap().success());
    let (code, said) = refusal(&output);
    assert!(code == 1 && said.contains("svg") && said.contains("No space"), "{said}");
    assert!(whole && !charts.is_empty(), "{charts:?}");
}

/// A signal ends a comparison between two blocks, and its drafts go with it.
#[test]
fn an_interrupted_comparison_leaves_nothing() {
    let place = Place::new();
    let mut command = Command::new(common::PATH);
    command.args(["compare", "--count=1000000000", "--seed=1", "--box=2x2", "--progress=never"]);
    command.args(["--html=o.html", "--hgrm=times"]).current_dir(place.path("")).stdout(Stdio::null());
    let mut child = command.stderr(Stdio::null()).spawn().unwrap();
    let opened = (0..600).any(|_| {
        std::thread::sleep(Duration::from_millis(100));
        place.path("times").exists() && names(&place.path("times")).len() == 4 * 2
    });
    if !opened {
        child.kill().unwrap();
        panic!("no draft was opened");
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(
        (place.names(), names(&place.path("times")).len()),
        (vec!["in.csv".to_owned(), "times".to_owned()], 0)
    );
}

/// A run that cannot end by itself, since its input neither ends nor goes on, is cut short, and its draft goes with it.
#[test]
fn a_run_that_is_cut_short_leaves_nothing() {
    let place = Place::new();
    let mut command = Command::new(common::PATH);
    command.args(["rate", "--out=o.csv", "--progress=never"]).current_dir(place.path(""));
    let mut child = command.stdin(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    // `wait` would close an input that is left in the child.
    let mut input = child.stdin.take().unwrap();
    input.write_all(format!("{PUZZLE}\n").repeat(700).as_bytes()).unwrap();
    let opened = (0..600).any(|_| {
        std::thread::sleep(Duration::from_millis(100));
        place.names().len() == 2
    });
    if !opened {
        child.kill().unwrap();
        panic!("no draft was opened");
    }
    assert!(Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    drop(input);
    assert_eq!(place.names(), ["in.csv"]);
}

/// Commands that print data.
const PRINTERS: [&[&str]; 14] = [
    &["--help"],
    &["--version"],
    &["help", "rate"],
    &["rate", "--help"],
    &["show", "--seed=1", "--index=0"],
    &["solve", PUZZLE],
    &["solve", "--steps", PUZZLE],
    &["techniques"],
    &["rate", "in.csv", "--progress=never"],
    &["report", "in.csv", "--check=5", "--progress=never"],
    &["compare", "in.csv", "--count=5", "--checkers=bitboard"],
    &["compare", "in.csv", "--count=5", "--checkers=bitboard", "--json"],
    &["compare", "in.csv", "--count=5", "--checkers=bitboard", "--csv"],
    &["generate", "--count=2", "--seed=1", "--progress=never"],
];

#[test]
fn standard_output_that_fails_is_told() {
    let place = Place::new();
    for args in PRINTERS {
        let (code, said) = refusal(&place.shell("exec > /dev/full", args));
        assert!(code == 1 && said.contains("writing standard output: "), "{args:?}: {said}");
        let mut child = Command::new(common::PATH);
        child.args(args).current_dir(place.path("")).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = child.spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]), "{args:?}");
    }
}

/// A name with a formula, HTML, Markdown, control characters and an override of the text's direction.
const HOSTILE: &str = "=1+<img src=x onerror=alert(1)>|![x](http://x)`'\"--> \u{1b}[31m\u{9b}2J\u{202e}\r&";

/// Characters that steer a terminal.
fn steers(c: char) -> bool {
    c.is_control() && c != '\n'
        || ('\u{202a}'..='\u{202e}').contains(&c)
        || ('\u{2066}'..='\u{2069}').contains(&c)
}

/// The files of hostile names: a table with hostile columns and values, and a corpus with a hostile manifest.
fn hostile_place() -> (Place, String) {
    let quoted = format!("\"{}\"", HOSTILE.replace('"', "\"\""));
    let header = format!("puzzle,er,{quoted},level\n");
    let place = Place::with(&header, &format!("{PUZZLE},12,-1,{quoted}\n").repeat(30));
    let times: ArrayRef = Arc::new(UInt64Array::from(vec![500, 600]));
    let puzzles: ArrayRef = Arc::new(StringArray::from(vec![PUZZLE; 2]));
    let (steering, climbing) = (format!("{HOSTILE}_ns"), "../../climb_ns");
    let columns = [("puzzle", puzzles), (&steering, Arc::clone(&times)), (climbing, times)];
    let rows = RecordBatch::try_from_iter(columns).unwrap();
    let mut writer =
        ArrowWriter::try_new(File::create(place.path("times.parquet")).unwrap(), rows.schema(), None)
            .unwrap();
    writer.write(&rows).unwrap();
    writer.close().unwrap();
    let file = format!("{}.csv", HOSTILE.replace('/', ":"));
    fs::rename(place.path("in.csv"), place.path(&file)).unwrap();
    succeeds(&place.run(&["generate", "--count=20", "--seed=1", "--out=corpus", "--no-timings"]));
    let mut manifest: Value = serde_json::from_str(&place.read("corpus/manifest.json")).unwrap();
    manifest["program"] = HOSTILE.into();
    place.write("corpus/manifest.json", &manifest.to_string());
    fs::rename(place.path("corpus"), place.path(&format!("corpus {}", HOSTILE.replace('/', ":")))).unwrap();
    (place, file)
}

/// Nothing of the names means anything to what reads the report, in any form.
#[test]
fn hostile_names_are_text_in_reports() {
    let (place, file) = hostile_place();
    let corpus = format!("corpus {}", HOSTILE.replace('/', ":"));
    let name = format!("--name={}", HOSTILE.replace(',', ""));
    for args in
        [&[file.as_str(), &corpus][..], &[&corpus, "times.parquet"], &["times.parquet", &corpus, &name]]
    {
        let form = |form| {
            let args = [
                &["report", "--check=5", "--svg=svg", "--hgrm=a/b/hgrm", "--overwrite", "--format", form],
                args,
            ];
            let output = place.run(&args.concat());
            succeeds(&output);
            assert!(!String::from_utf8(output.stderr).unwrap().contains(steers));
            String::from_utf8(output.stdout).unwrap()
        };
        let page = form("html");
        assert_well_formed(&page);
        // The first line is a comment, which ends where it should.
        let body = page.split_once('\n').unwrap().1;
        assert!(!body.contains("<img") && body.contains("&lt;img src=x") && !page.contains(steers), "{body}");
        let text = form("md");
        // Code in fences is literal.
        let body: String = text.split_once('\n').unwrap().1.split("\n```").step_by(2).collect();
        assert!(!body.contains("<img") && !body.contains("![x]") && !text.contains(steers));
        let first = text.lines().next().unwrap();
        assert!(first.ends_with(" -->") && first.matches("-->").count() == 1, "{first}");
        for table in text.split("\n\n").filter(|block| block.starts_with("| ")) {
            let cells = |line: &str| line.replace("\\\\", "").replace("\\|", "").matches('|').count();
            assert!(table.lines().all(|line| cells(line) == cells(table.lines().next().unwrap())), "{table}");
        }
        let json = form("json");
        assert!(!json.contains(steers), "{json}");
        let json: Value = serde_json::from_str(&json).unwrap();
        assert!(json.to_string().contains("onerror"));
        let csv = form("csv");
        assert!(!csv.contains(steers), "{csv}");
        for row in csv::Reader::from_reader(csv.as_bytes()).records() {
            for cell in &row.unwrap() {
                assert!(!cell.starts_with(['=', '+', '-', '@']) || cell.parse::<f64>().is_ok(), "{cell}");
            }
        }
    }
    let charts = names(&place.path("svg"));
    assert!(charts.len() > 5, "{charts:?}");
    for chart in charts {
        let svg = place.read(&format!("svg/{chart}"));
        let style = svg.find("<style>").unwrap()..svg.find("</style>").unwrap() + 8;
        assert!(!svg.contains("<img") && !svg.contains(steers), "{chart}");
        assert_well_formed(&[&svg[..style.start], &svg[style.end..]].concat());
    }
    let times = names(&place.path("a/b/hgrm"));
    assert!(times.len() >= 2 && times.iter().any(|name| name.contains("climb")), "{times:?}");
    assert_eq!(
        (names(&place.path("a")), names(&place.path("a/b"))),
        (vec!["b".to_owned()], vec!["hgrm".to_owned()])
    );
    assert!(!place.names().iter().any(|name| name.contains("climb")));
}

/// `rate` copies columns as they are to the byte: they are data.
#[test]
fn columns_that_are_copied_stay_as_they_are() {
    let (place, file) = hostile_place();
    let output = place.run(&["rate", &file]);
    succeeds(&output);
    assert_eq!(column(&output.stdout, "input_level"), vec![HOSTILE.to_owned(); 30]);
    assert_eq!(column(&output.stdout, HOSTILE), vec!["-1".to_owned(); 30]);
}

/// Every message is one line without a character that steers the terminal.
#[test]
fn hostile_names_are_text_on_the_terminal() {
    let (place, file) = hostile_place();
    let corpus = format!("corpus {}", HOSTILE.replace('/', ":"));
    let line = format!("{}\nerror: not this", HOSTILE.replace('/', ":"));
    place.write("none.csv", &format!("\"{}\"\n1\n", HOSTILE.replace('"', "\"\"")));
    place.write("rules.toml", &format!("name = {0:?}\n[[{0:?}]]", "\u{1b}[31m"));
    let option = format!("--{HOSTILE}");
    for args in [
        &["report", &line][..],
        &["report", "none.csv"],
        &["report", &file, "--out", &file],
        &["report", &file, "--out", &format!("{}.pdf", HOSTILE.replace('/', ":"))],
        &["report", &corpus, "--name", &format!("{line},b,c")],
        &["rate", &line],
        &["rate", "none.csv"],
        &["rate", &file, "--strict", "--rulebook", &line],
        &["rate", &file, "--rulebook=rules.toml"],
        &["rate", &file, "--out", &line],
        &["rate", &file, &option],
        &["compare", &line],
        &["compare", "none.csv"],
        &["compare", &file, "--html", &file],
        &["compare", &file, "--checkers", &line],
        &["generate", "--count=1", "--out=c", "--from", &line],
        &["merge", &line, "--out=c"],
        &["solve", &line],
        &["techniques", "--check", &line],
        &["techniques", "--rulebook", &line],
    ] {
        let output = place.run(args);
        let (code, said) = refusal(&output);
        assert!(code != 0 && !said.contains(steers) && !said.contains("panicked"), "{args:?}: {said}");
        assert!(output.stdout.is_empty());
    }
    // A failed check names the corpus.
    place.write("bad.csv", &format!("puzzle,givens\n{PUZZLE},3\n"));
    let output = place.run(&["report", "bad.csv", "--format=json", "--name", &line.replace(',', "")]);
    let (_, said) = refusal(&output);
    assert!(said.starts_with("check failed: ") && !said.contains(steers), "{said}");
    let levels = "name = \"\\u001B[31m\"\nscale = \"\\u001B/1\"\nconventions = \"hodoku\"\n[[level]]\nname = \"\\u001B[2J\"\n\
         [[rule]]\ntechnique = [\"naked_single\"]\nrating = 1\nlevel = \"\\u001B[2J\"\n";
    place.write("levels.toml", levels);
    for args in [
        &["techniques", "--rulebook=levels.toml"][..],
        &["solve", PUZZLE, "--steps", "--rulebook=levels.toml"],
    ] {
        let output = gridmill().current_dir(place.path("")).args(args).output().unwrap();
        succeeds(&output);
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(!text.contains(steers) && text.contains("\\u{1b}"), "{text}");
    }
}

/// A shell that reads the command of the hint gets the words that were given.
#[test]
fn the_hint_to_resume_can_be_pasted() {
    let place = Place::new();
    place.write("rules.toml", "name = \"m\"\nscale = \"m/1\"\nconventions = \"hodoku\"\n[[rule]]\ntechnique = \"full_house\"\nrating = 1\n");
    let out = "my d; ls '$HOME' \u{1b}[31m\nx";
    let args = [
        "generate",
        "--count=3",
        "--seed=1",
        "--givens=17",
        "--attempts=2",
        "--rate=rules.toml",
        "--out",
        out,
    ];
    let output = place.run(&args);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!said.contains(steers), "{said}");
    let hint = said.lines().find(|line| line.starts_with("gridmill generate ")).expect("a hint");
    let script = format!("gridmill() {{ printf '%s\\0' \"$@\"; }}; {hint}");
    let Ok(shell) = Command::new("bash").args(["-c", &script]).output() else {
        println!("skipped: no bash");
        return;
    };
    let words = String::from_utf8(shell.stdout).unwrap();
    let words: Vec<&str> = words.split_terminator('\0').collect();
    let value = |option: &str| words[words.iter().position(|word| *word == option).unwrap() + 1];
    assert_eq!((value("--out"), value("--rate")), (out, format!("{out}/rulebook.toml").as_str()));
    assert_eq!(words.last(), Some(&"--resume"));
}
