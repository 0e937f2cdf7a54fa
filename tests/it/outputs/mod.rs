//! Outputs of every command: whole or absent, never an input, nothing replaced unasked.

#[cfg(unix)] // Windows has no such names.
mod hostile_names;
#[cfg(unix)] // Lines of a shell, and signals.
mod interrupted;

use crate::{common, prelude::*};
#[cfg(unix)] // On Windows, a link takes a privilege.
use std::os::unix::fs::{FileTypeExt as _, symlink};
#[cfg(unix)]
use std::{io::Write as _, time::Duration};

/// Every way to write a file: the arguments before it, and its name.
const WRITERS: [(&[&str], &str); 8] = [
    (&["rate", "in.csv", "--no-timings", "--out"], "o.csv"),
    (&["rate", "in.csv", "--no-timings", "--out"], "o.parquet"),
    (&["report", "in.csv", "--check=5", "--out"], "o.html"),
    (&["report", "in.csv", "--check=5", "--out"], "o.json"),
    (&["compare", "in.csv", "--count=20", "--checkers=bitboard", "--out"], "o.html"),
    (&["compare", "in.csv", "--count=20", "--checkers=bitboard", "--out"], "o.md"),
    (&["generate", "--count=20", "--seed=1", "--out=corpus", "--report"], "o.html"),
    (&["generate", "--count=20", "--seed=1", "--report"], "o.md"),
];

#[test]
fn two_runs_at_once_leave_a_whole_file() {
    let place = filled();
    succeeds(&output(&place, &["rate", "in.csv", "--no-timings", "--out=expected.csv"]));
    let expected = place.text("expected.csv");
    for round in 0..20 {
        let overwrite = round % 2 == 0;
        let children: Vec<_> = (0..2)
            .map(|_| {
                let mut command = Command::new(common::PATH);
                command.args(["rate", "in.csv", "--no-timings", "--progress=never", "--out=o.csv"]);
                command.args(overwrite.then_some("--overwrite")).current_dir(place.path());
                command.stderr(Stdio::null()).spawn().unwrap()
            })
            .collect();
        let mut codes: Vec<i32> =
            children.into_iter().map(|mut child| child.wait().unwrap().code().unwrap()).collect();
        codes.sort_unstable();
        assert!(codes == [0, 0] || !overwrite && codes == [0, 2], "{codes:?}");
        assert_eq!(place.text("o.csv"), expected, "round {round}");
        assert_eq!(names(place.path()), ["expected.csv", "in.csv", "o.csv"]);
        fs::remove_file(place.file("o.csv")).unwrap();
    }
}

/// The name that drafts had belongs to whoever made a file of it: data, a link, or the input itself.
#[test]
fn other_files_stay_as_they_are() {
    let place = filled();
    place.write("victim", "precious");
    place.write("o.csv.part", "mine");
    #[cfg(unix)]
    symlink("victim", place.file("o.parquet.part")).unwrap();
    fs::copy(place.file("in.csv"), place.file("o.html.part")).unwrap();
    for (args, out) in [
        (&["rate", "in.csv", "--out"][..], "o.csv"),
        (&["rate", "in.csv", "--out"], "o.parquet"),
        (&["report", "o.html.part", "--out"], "o.html"),
    ] {
        succeeds(&output(&place, &[args, &[out]].concat()));
    }
    assert_eq!((place.text("o.csv.part"), place.text("victim")), ("mine".to_owned(), "precious".to_owned()));
    assert_eq!(place.text("o.html.part"), place.text("in.csv"));
    #[cfg(unix)]
    assert!(fs::symlink_metadata(place.file("o.parquet.part")).unwrap().is_symlink());
}

#[test]
fn an_existing_output_is_replaced_only_on_request() {
    for (args, out) in WRITERS {
        let place = filled();
        place.write(out, "old");
        let (code, said) = refusal(&output(&place, &[args, &[out]].concat()));
        assert_eq!((code, place.text(out).as_str()), (2, "old"), "{args:?} {said}");
        assert!(said.contains(out) && said.contains("--overwrite"), "{said}");
        assert_eq!(names(place.path()).len(), 2, "{:?}", names(place.path()));
        if args.contains(&"--out=corpus") || args[0] != "generate" {
            succeeds(&output(&place, &[args, &[out, "--overwrite"]].concat()));
            assert_ne!(fs::read(place.file(out)).unwrap(), b"old", "{args:?}");
        }
    }
    let place = filled();
    let compare = ["compare", "in.csv", "--count=20", "--checkers=bitboard", "--svg=speeds"];
    let report = ["report", "in.csv", "--check=5", "--svg=svg"];
    for (args, file) in [(&report[..], "svg/givens.svg"), (&compare, "speeds/speed.svg")] {
        let run = |more: &[&str]| output(&place, &[args, more].concat());
        succeeds(&run(&[]));
        place.write(file, "old");
        let (code, said) = refusal(&run(&[]));
        assert!(code == 2 && said.contains("--overwrite") && place.text(file) == "old", "{said}");
        succeeds(&run(&["--overwrite"]));
        assert_ne!(place.text(file), "old");
    }
}

#[test]
fn an_input_is_never_an_output() {
    let place = filled();
    let rows = place.text("in.csv");
    fs::hard_link(place.file("in.csv"), place.file("hard.csv")).unwrap();
    #[cfg(unix)]
    symlink("in.csv", place.file("link.csv")).unwrap();
    #[cfg(windows)]
    fs::hard_link(place.file("in.csv"), place.file("link.csv")).unwrap();
    fs::create_dir(place.file("svg")).unwrap();
    fs::hard_link(place.file("in.csv"), place.file("svg/givens.svg")).unwrap();
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
        &["compare", "in.csv", "--out=in.csv"],
        &["compare", "hard.csv", "--out=link.csv"],
        &["generate", "--count=2", "--from=in.csv", "--out=corpus", "--report=in.csv"],
        &["generate", "--count=2", "--rulebook=rules.csv", "--out=corpus", "--report=rules.csv"],
    ] {
        let (code, said) = refusal(&output(&place, &[args, &["--overwrite"]].concat()));
        assert!(code == 2 && said.contains("input"), "{args:?}: {said}");
        assert_eq!(
            (place.text("in.csv"), place.text("rules.csv").as_str()),
            (rows.clone(), rules),
            "{args:?}"
        );
    }
    let stdin = Command::new(common::PATH)
        .args(["report", "-", "--out=in.csv", "--overwrite"])
        .current_dir(place.path())
        .stdin(fs::File::open(place.file("in.csv")).unwrap())
        .output();
    assert!(refusal(&stdin.unwrap()).1.contains("input"));
    succeeds(&output(&place, &["generate", "--count=20", "--seed=1", "--out=corpus"]));
    let manifest = place.text("corpus/manifest.json");
    let (code, said) =
        refusal(&output(&place, &["report", "corpus", "--out=corpus/manifest.json", "--overwrite"]));
    assert!(code == 2 && said.contains("corpus") && place.text("corpus/manifest.json") == manifest, "{said}");
}

#[test]
fn two_outputs_are_two_files() {
    let place = filled();
    fs::create_dir(place.file("far")).unwrap();
    #[cfg(unix)]
    symlink("far", place.file("near")).unwrap();
    // No link, so that `near` is another folder: `..` leads from it to the first.
    #[cfg(windows)]
    fs::create_dir(place.file("near")).unwrap();
    let near = if cfg!(unix) { "--out=near/o.html" } else { "--out=near/../far/o.html" };
    for args in [
        &["report", "in.csv", "--out=o.html", "--out=./o.html"][..],
        &["report", "in.csv", "--out=far/o.html", near],
        &["report", "in.csv", "--format=csv", "--out=-", "--out=-"],
        &["compare", "in.csv", "--out=o.html", "--out=./o.html"],
    ] {
        assert_eq!(refusal(&output(&place, args)).0, 2, "{args:?}");
        assert_eq!(
            (names(place.path()), names(place.file("far")).len()),
            (["far", "in.csv", "near"].map(str::to_owned).to_vec(), 0)
        );
    }
}

#[cfg(unix)]
#[test]
fn links_are_replaced_and_what_they_lead_to_stays() {
    let place = filled();
    place.write("real.csv", "old");
    symlink("real.csv", place.file("link.csv")).unwrap();
    symlink("absent.csv", place.file("dangling.csv")).unwrap();
    for link in ["link.csv", "dangling.csv"] {
        let out = format!("--out={link}");
        let (code, said) = refusal(&output(&place, &["rate", "in.csv", &out]));
        assert!(code == 2 && said.contains(link), "{said}");
        assert!(fs::symlink_metadata(place.file(link)).unwrap().is_symlink());
        succeeds(&output(&place, &["rate", "in.csv", &out, "--overwrite"]));
        assert!(fs::symlink_metadata(place.file(link)).unwrap().is_file());
        assert!(place.text(link).starts_with("puzzle,"));
    }
    assert_eq!(place.text("real.csv"), "old");
    assert!(!place.file("absent.csv").exists());
}

/// Devices and pipes in a folder of their own: whoever runs this may be able to replace those in /dev.
#[cfg(unix)]
#[test]
fn what_is_no_regular_file_is_written_to() {
    let place = filled();
    let made = |command: &str, args: &[&str]| {
        Command::new(command)
            .args(args)
            .current_dir(place.path())
            .output()
            .is_ok_and(|made| made.status.success())
    };
    if made("mknod", &["null.csv", "c", "1", "3"]) && fs::write(place.file("null.csv"), "x").is_ok() {
        succeeds(&output(&place, &["rate", "in.csv", "--out=null.csv"]));
        succeeds(&output(&place, &["report", "in.csv", "--check=0", "--out=null.csv", "--overwrite"]));
        let compare = ["compare", "in.csv", "--count=20", "--out=null.csv"];
        succeeds(&output(&place, &compare));
        assert!(fs::metadata(place.file("null.csv")).unwrap().file_type().is_char_device());
        assert_eq!(names(place.path()), ["in.csv", "null.csv"]);
    } else {
        println!("skipped: a device cannot be made here");
    }
    let report = ["report", "in.csv", "--check=0", "--format=csv", "--progress=never", "--out=/dev/fd/1"];
    succeeds(&shell(&place, "echo before > o; exec >> o", &report));
    assert!(place.text("o").starts_with("before\nfigure,value\n"));
    assert!(made("mkfifo", &["pipe.csv"]));
    let pipe = place.file("pipe.csv");
    let reader = std::thread::spawn(move || fs::read_to_string(pipe).unwrap());
    succeeds(&output(&place, &["rate", "in.csv", "--out=pipe.csv"]));
    assert_eq!(reader.join().unwrap().lines().count(), 301);
    assert!(fs::symlink_metadata(place.file("pipe.csv")).unwrap().file_type().is_fifo());
}

/// The limit stops a write midway, as a full disk does.
#[cfg(unix)]
#[test]
fn a_write_that_fails_leaves_the_old_file_or_none() {
    let more: [(&[&str], &str); 2] = [
        (&["report", "in.csv", "--check=5", "--svg"], "svg"),
        (&["compare", "in.csv", "--count=20", "--checkers=bitboard", "--svg"], "svg"),
    ];
    for (args, out) in WRITERS.into_iter().chain(more) {
        let place = filled();
        let limit =
            if out == "svg" || out == "o.parquet" || out == "o.md" { "ulimit -f 0" } else { "ulimit -f 2" };
        let limited =
            |more: &[&str]| shell(&place, limit, &[args, &[out, "--progress=never"], more].concat());
        if args[0] == "generate" {
            // The corpus is there: the report alone is cut.
            succeeds(&output(&place, &["generate", "--count=20", "--seed=1", "--out=corpus"]));
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
        if place.file(out).is_dir() {
            assert_eq!(names(place.file(out)), [""; 0]);
        } else {
            assert!(!place.file(out).exists(), "{args:?}");
            assert!(
                !names(place.path()).iter().any(|name| name.starts_with('.')),
                "{:?}",
                names(place.path())
            );
            if args[0] != "generate" {
                place.write(out, "old");
                assert_eq!(refusal(&limited(&["--overwrite"])).0, 1);
                assert_eq!(place.text(out), "old");
            }
        }
    }
}

/// A run that cannot end by itself, since its input neither ends nor goes on, is cut short, and its draft goes with it.
#[cfg(unix)]
#[test]
fn a_run_that_is_cut_short_leaves_nothing() {
    let place = filled();
    let mut command = Command::new(common::PATH);
    command.args(["rate", "--out=o.csv", "--progress=never"]).current_dir(place.path());
    let mut child = command.stdin(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    // `wait` would close an input that is left in the child.
    let mut input = child.stdin.take().unwrap();
    input.write_all(format!("{PUZZLE}\n").repeat(700).as_bytes()).unwrap();
    let opened = (0..600).any(|_| {
        std::thread::sleep(Duration::from_millis(100));
        names(place.path()).len() == 2
    });
    if !opened {
        child.kill().unwrap();
        panic!("no draft was opened");
    }
    assert!(Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    drop(input);
    assert_eq!(names(place.path()), ["in.csv"]);
}

/// Commands that print data.
const PRINTERS: [&[&str]; 14] = [
    &["--help"],
    &["--version"],
    &["help", "rate"],
    &["rate", "--help"],
    &["show", "0", "--seed=1"],
    &["solve", PUZZLE],
    &["solve", "--steps", PUZZLE],
    &["techniques"],
    &["rate", "in.csv", "--progress=never"],
    &["report", "in.csv", "--check=5", "--progress=never"],
    &["compare", "in.csv", "--count=5", "--checkers=bitboard", "--progress=never"],
    &["compare", "in.csv", "--count=5", "--checkers=bitboard", "--progress=never", "--format=json"],
    &["compare", "in.csv", "--count=5", "--checkers=bitboard", "--progress=never", "--format=csv"],
    &["generate", "--count=2", "--seed=1", "--progress=never"],
];

#[test]
fn failing_standard_output_is_an_error() {
    let place = filled();
    for args in PRINTERS {
        #[cfg(unix)]
        {
            let (code, said) = refusal(&shell(&place, "exec > /dev/full", args));
            assert!(code == 1 && said.contains("writing standard output: "), "{args:?}: {said}");
        }
        let mut child = Command::new(common::PATH);
        child.args(args).current_dir(place.path()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = child.spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]), "{args:?}");
    }
}

/// Makes a link. On Windows that takes a privilege, and the commands with links are left out.
fn link(target: &str, path: &Path) {
    #[cfg(unix)]
    std::os::unix::fs::symlink(target, path).unwrap();
    #[cfg(windows)]
    let _ = (target, path);
}

#[test]
fn inputs_are_neither_replaced_nor_removed() {
    let place = Folder::made();
    let run = |line: &str| {
        let quiet = if line.starts_with("merge") { None } else { Some("--progress=never") };
        let args = line.split(' ').chain(quiet);
        gridmill().current_dir(place.path()).args(args).assert()
    };
    let generate = "generate --seed=1 --givens=46 --count=40 --no-timings --shard-rows=20 --format=csv";
    run(&format!("{generate} --out=corpus")).success();
    let path = |name: &str| place.file(name);
    fs::create_dir(path("rows")).unwrap();
    fs::copy(path("corpus/data/part-00000-of-00002.csv"), path("rows/a.csv")).unwrap();
    // A folder whose shards are those of the corpus, by a link and by their inodes.
    for name in ["linked", "hard"] {
        fs::create_dir(path(name)).unwrap();
        fs::copy(path("corpus/manifest.json"), path(name).join("manifest.json")).unwrap();
    }
    link("../corpus/data", &path("linked/data"));
    fs::create_dir(path("hard/data")).unwrap();
    for number in 0..2 {
        let shard = format!("data/part-0000{number}-of-00002.csv");
        fs::hard_link(path("corpus").join(&shard), path("hard").join(&shard)).unwrap();
    }
    link("corpus", &path("alias"));
    let before = tree(place.path());
    for line in [
        "canonical rows --out rows/a.csv --overwrite",
        "rate rows --out rows/a.csv --overwrite",
        "augment rows --times=1 --out rows/a.csv --overwrite",
        "export rows --to=sudoku-extreme --out rows/a.csv --overwrite",
        "dedup rows --out rows/a.csv --overwrite",
        "dedup rows --out kept.csv --report rows/a.csv --overwrite",
        "dedup rows --out kept --report rows/a.csv --resume",
        "report rows --out rows/a.csv --overwrite",
        "report corpus --out corpus/croissant.json --overwrite",
        "split corpus --out corpus --overwrite",
        "split linked --out corpus --overwrite",
        "split hard --out corpus --overwrite",
        "split corpus --out alias --overwrite",
        "split rows --exclude linked --out corpus --overwrite",
        "dedup linked --out corpus --overwrite",
        "merge linked --out corpus --overwrite",
        "merge hard --out corpus --overwrite",
        "generate --from linked --count=3 --out corpus --overwrite",
        "generate --seed=1 --givens=46 --count=40 --no-timings --shard-rows=20 --format=csv --out=corpus --resume --report corpus/croissant.json",
    ]
    .into_iter()
    .filter(|line| cfg!(unix) || !["linked", "alias"].iter().any(|link| line.contains(link)))
    {
        let failed = run(line).code(2);
        let said = String::from_utf8_lossy(&failed.get_output().stderr).into_owned();
        assert_eq!(said.lines().count(), 1, "{line}: {said}");
        assert!(
            ["is an input", "is a file of a corpus"].iter().any(|why| said.contains(why)),
            "{line}: {said}"
        );
        assert!(tree(place.path()) == before, "{line} has changed a file");
    }
}

/// A name that is not UTF-8 is said, and not passed over.
#[cfg(unix)]
#[test]
fn names_of_files_are_not_passed_over() {
    use std::os::unix::ffi::OsStrExt as _;
    let place = Folder::made();
    place.make("rows");
    let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
    for name in [&b"a.txt"[..], b"b\xff.txt"] {
        fs::write(place.file("rows").join(std::ffi::OsStr::from_bytes(name)), puzzle).unwrap();
    }
    let said = gridmill().current_dir(place.path()).args(["rate", "rows", "--progress=never"]).stderr_text(1);
    assert_eq!(said, "error: reading rows: it holds \"b\\xff.txt\", a name that is not UTF-8; rename it\n");
}

/// A folder with a file of puzzles, `in.csv`, and nothing else.
fn filled() -> Folder {
    filled_with("puzzle,er,dig_ns\n", &format!("{PUZZLE},12,900\n").repeat(300))
}

fn filled_with(header: &str, rows: &str) -> Folder {
    let place = Folder::made();
    place.write("in.csv", format!("{header}{rows}"));
    place
}

/// Runs the program in the folder.
fn output(place: &Folder, args: &[&str]) -> Output {
    gridmill().current_dir(place.path()).args(args).arg("--progress=never").output().unwrap()
}

/// The same in a shell of Unix, after what `before` does to it.
#[cfg(unix)]
fn shell(place: &Folder, before: &str, args: &[&str]) -> Output {
    let script = format!("{before}; exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script, common::PATH]).args(args).current_dir(place.path());
    command.output().unwrap()
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
