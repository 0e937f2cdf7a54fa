//! The commands and links that the pages print: each command runs, and shows what the page shows.
//!
//! Rules for the pages:
//!
//! - A block `sh` holds commands, one a line; a line that ends with `\` goes on. Each must exit with 0.
//! - A block `console` holds commands after `$ `, each followed by all that it prints, on standard output and standard
//!   error. Each must exit with 0, and print what is shown.
//! - In what is shown, a line `...` stands for any number of lines, and `…` for any text within a line. Times (`1.5 ms`)
//!   and rates (`119,000 a second`, `35/s`, `13.3 times`) may differ, and so may the number of spaces. Of a line with three times or
//!   more, such as a row of `compare`, all numbers may.
//! - The commands of a page run in order, in one folder that is empty at first.
//! - Commands on object stores are run by `scripts/check_s3.py`, against a server.
//! - A command outside such blocks is an error. [`NOT_RUN`] and [`SHORTENED`] list the exceptions.

#![cfg(unix)]
use crate::prelude::*;
use std::env;

/// Beginnings of commands that are not run, and why.
const NOT_RUN: [(&str, &str); 11] = [
    ("cargo install ", "writes outside the scratch folder"),
    ("cargo test", "runs this test"),
    ("cargo bench", "takes minutes in an optimised build"),
    ("cargo fmt", "rewrites the sources"),
    ("cargo doc", "builds the documents of all dependencies"),
    ("cargo metadata", "is about the sources, not the program"),
    ("cargo tree", "is about the sources, not the program"),
    ("pip install ", "builds the package; scripts/check_python.sh does"),
    ("esbuild ", "is a package of npm; scripts/check_browser.sh runs it"),
    ("rollup ", "is a package of npm; scripts/check_browser.sh runs it"),
    ("bash scripts/", "takes minutes in an optimised build; scripts/ci.sh runs the quick forms"),
];

/// Texts within commands that take too long in a debug build, and what is run instead. Output is not compared then.
const SHORTENED: [(&str, &str); 5] = [
    ("gridmill benchmark --out bench", "gridmill benchmark --first 1 --out bench"),
    ("--name gridmill-bench-2 --out hard", "--name gridmill-bench-2 --first 1 --out hard"),
    ("--count 1000000 ", "--count 1000 "),
    ("--count 6000000 ", "--count 500 "),
    ("--count 40 ", "--count 2 "),
];

/// A command of a page.
#[derive(Debug, PartialEq)]
struct Printed {
    /// Number of its line in the page, from 1.
    line: usize,
    command: String,
    /// Output shown, in a `console` block.
    output: Option<Vec<String>>,
}

/// Pages of the project: Markdown files of the root, of `docs/`, of the crates and of the tests.
fn pages() -> Vec<PathBuf> {
    let is_left_out = |path: &Path| {
        let name = path.file_name().unwrap().to_string_lossy();
        // A corpus, which the README's first command leaves in the clone, has a card of its own.
        let is_corpus = path.join("manifest.json").exists();
        // Packages of npm, and the package that is built.
        let is_installed =
            name == "node_modules" || path.ends_with("npm/pkg") || path.ends_with("npm/site/gridmill");
        name.starts_with('.') || ["target", "reports"].contains(&&name[..]) || is_corpus || is_installed
    };
    let mut pages = files_below(root(), &is_left_out);
    pages.retain(|path| {
        let is_card = path.to_string_lossy().ends_with("card.md");
        path.extension().is_some_and(|ending| ending == "md") && !is_card
    });
    pages.sort();
    assert!(pages.len() > 15, "{pages:?}");
    pages
}

/// The commands of a page, in order.
fn commands(page: &str) -> Vec<Printed> {
    let mut found: Vec<Printed> = Vec::new();
    let mut language: Option<&str> = None;
    let mut goes_on = false;
    for (number, line) in page.lines().enumerate() {
        if let Some(after) = line.trim_start().strip_prefix("```") {
            language = if language.is_some() { None } else { Some(after.trim()) };
            goes_on = false;
            continue;
        }
        let line_number = number + 1;
        let (command, output) = match language {
            None => continue,
            Some("sh") if line.trim().is_empty() || line.starts_with('#') => continue,
            Some("sh") => (line, None),
            Some("console") if goes_on => (line, Some(Vec::new())),
            Some("console") => {
                let Some(command) = line.strip_prefix("$ ") else {
                    let last = found.last_mut().expect("output without a command");
                    last.output.as_mut().expect("a console block").push(line.to_owned());
                    continue;
                };
                (command, Some(Vec::new()))
            }
            Some(other) => {
                let hidden =
                    ["gridmill ", "cargo ", "bash ", "$ "].iter().any(|start| line.starts_with(start));
                assert!(!hidden, "line {line_number}: a command in a block `{other}`: {line}");
                continue;
            }
        };
        if goes_on {
            let last = found.last_mut().unwrap();
            last.command = format!("{} {}", last.command.trim_end_matches('\\').trim_end(), command.trim());
        } else {
            found.push(Printed { line: line_number, command: command.to_owned(), output });
        }
        goes_on = command.ends_with('\\');
    }
    found
}

/// The command as it is run, and whether it is the one that is printed. `None` if it is not run.
fn as_run(command: &str) -> Option<(String, bool)> {
    let needs_store = command.contains(" s3://") || command.starts_with("export AWS_");
    if needs_store || NOT_RUN.iter().any(|(start, _)| command.starts_with(start)) {
        return None;
    }
    let mut run = match command.strip_prefix("cargo run --release -- ") {
        Some(arguments) => format!("gridmill {arguments}"),
        None => command.to_owned(),
    };
    let printed = run.clone();
    for (long, short) in SHORTENED {
        run = run.replace(long, short);
    }
    let same = run == printed;
    Some((run, same))
}

/// A line without what differs from run to run: times, rates and numbers of spaces.
fn normal(line: &str) -> String {
    let is_number = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_digit())
            && word.chars().all(|c| c.is_ascii_digit() || ",.".contains(c))
    };
    let is_unit = |word: &str| ["ns", "µs", "ms", "s"].contains(&word.trim_end_matches([',', '.', ';', ')']));
    let words: Vec<&str> = line.split_whitespace().collect();
    let mut normal: Vec<&str> = Vec::new();
    let mut words = words.iter().peekable();
    while let Some(word) = words.next() {
        let next = words.peek().copied().copied().unwrap_or("");
        if is_number(word) && is_unit(next) {
            normal.push("TIME");
            words.next();
        } else if is_number(word) && ["a", "times"].contains(&next)
            || word.trim_end_matches(',').strip_suffix("/s").is_some_and(is_number)
        {
            normal.push("RATE");
        } else {
            normal.push(word);
        }
    }
    if normal.iter().filter(|&&word| word == "TIME").count() >= 3 {
        let is_figure = |word: &str| word.chars().all(|c| c.is_ascii_digit() || ",.()-/".contains(c));
        normal.iter_mut().filter(|word| is_figure(word)).for_each(|word| *word = "NUMBER");
    }
    normal.join(" ")
}

/// Checks whether `line` is as `shown`, in which `…` stands for any text.
fn line_is(shown: &str, line: &str) -> bool {
    let (shown, line) = (normal(shown), normal(line));
    let mut parts = shown.split('…');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = line.strip_prefix(first) else { return false };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else { return rest.is_empty() };
    for part in parts {
        match rest.split_once(part) {
            Some((_, after)) => rest = after,
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// Checks whether `lines` are as `shown`, in which a line `...` stands for any number of lines.
fn lines_are(shown: &[String], lines: &[&str]) -> bool {
    match shown.split_first() {
        None => lines.is_empty(),
        Some((dots, rest)) if dots.trim() == "..." => {
            (0..=lines.len()).any(|skipped| lines_are(rest, &lines[skipped..]))
        }
        Some((first, rest)) => {
            lines.split_first().is_some_and(|(line, lines)| line_is(first, line) && lines_are(rest, lines))
        }
    }
}

/// Checks whether a line is one of those that report progress every few seconds, towards a total or without one.
fn is_progress(line: &str) -> bool {
    let counted =
        line.split_once(" rows, ").filter(|(rows, _)| rows.bytes().all(|b| b.is_ascii_digit() || b == b','));
    let is_count = counted.is_some_and(|(_, rate)| rate.ends_with("/s") || rate == "starting");
    is_count || line.contains("/s, ") && line.contains(" left")
}

/// Runs the commands of a page in one folder. Returns those that fail, or print something else than shown.
fn run(page: &Path, commands: &[Printed]) -> Vec<String> {
    let mut failures = Vec::new();
    let scratch = tempfile::tempdir().unwrap();
    let (folder, programs) = (scratch.path().join("folder"), scratch.path().join("programs"));
    fs::create_dir(&folder).unwrap();
    fs::create_dir(&programs).unwrap();
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_gridmill"), programs.join("gridmill")).unwrap();
    let path = env::join_paths([programs].into_iter().chain(env::split_paths(&env::var_os("PATH").unwrap())))
        .unwrap();
    for Printed { line, command, output } in commands {
        let Some((run, same)) = as_run(command) else { continue };
        let place = format!("{}:{line}: {command}", page.strip_prefix(root()).unwrap().display());
        let result = Command::new("sh")
            .args(["-c", &format!("{{ {run}\n}} 2>&1")])
            .current_dir(&folder)
            .env("PATH", &path)
            .env("LC_ALL", "C")
            .env_remove("NO_COLOR")
            .output()
            .unwrap();
        let printed = String::from_utf8(result.stdout).unwrap();
        if !result.status.success() {
            failures.push(format!("{place}\nended with {}:\n{printed}", result.status));
        }
        let (Some(shown), true) = (output, same) else { continue };
        let end = shown.iter().rposition(|line| !line.trim().is_empty()).map_or(0, |last| last + 1);
        let lines: Vec<&str> = printed.trim_end().lines().filter(|line| !is_progress(line)).collect();
        if !lines_are(&shown[..end], &lines) {
            failures.push(format!("{place}\nshown:\n{}\nprinted:\n{printed}", shown.join("\n")));
        }
    }
    failures
}

#[test]
#[ignore = "45 s, every command of the pages: bash scripts/long_tests.sh"]
fn long_printed_commands_do_what_is_printed() {
    let (mut ran, mut failures) = (0, Vec::new());
    for page in pages() {
        let printed = commands(&fs::read_to_string(&page).unwrap());
        ran += printed.len();
        failures.extend(run(&page, &printed));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
    assert!(ran > 20, "{ran} commands");
}

#[test]
fn links_between_pages_resolve() {
    let mut links = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        let prose = text.split("```").step_by(2).collect::<String>();
        for after in prose.split("](").skip(1) {
            let target = after.split([')', ' ']).next().unwrap_or_default();
            if target.contains("://") {
                continue;
            }
            let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
            let file = if file.is_empty() { page.clone() } else { page.parent().unwrap().join(file) };
            assert!(file.exists(), "{}: {target} is not there", page.display());
            if !anchor.is_empty() {
                let found = fs::read_to_string(&file).unwrap().lines().any(|line| heading(line) == anchor);
                assert!(found, "{}: {target} has no such heading", page.display());
            }
            links += 1;
        }
    }
    assert!(links > 30, "{links} links");
}

/// The anchor of a heading, as Markdown viewers make it. Empty for other lines.
fn heading(line: &str) -> String {
    let Some((_, title)) = line.split_once("# ").filter(|(marks, _)| marks.chars().all(|c| c == '#')) else {
        return String::new();
    };
    let kept = title.to_lowercase().replace(' ', "-");
    kept.chars().filter(|c| c.is_alphanumeric() || "-_".contains(*c)).collect()
}

#[test]
fn blocks_are_read_as_the_rules_say() {
    let page =
        "text\n```sh\n# comment\ngridmill a \\\n    --b\n```\n```console\n$ gridmill c\nout\n\n$ d\n```\n";
    let shown = |lines: &[&str]| Some(lines.iter().map(|&line| line.to_owned()).collect());
    assert_eq!(
        commands(page),
        [
            Printed { line: 4, command: "gridmill a --b".into(), output: None },
            Printed { line: 8, command: "gridmill c".into(), output: shown(&["out", ""]) },
            Printed { line: 11, command: "d".into(), output: shown(&[]) },
        ]
    );
    assert_eq!(as_run("cargo test"), None);
    assert_eq!(as_run("cargo run --release -- show"), Some(("gridmill show".into(), true)));
    let (run, same) = as_run("gridmill generate --count 1000000 --seed 1").unwrap();
    assert_eq!((run.as_str(), same), ("gridmill generate --count 1000 --seed 1", false));
}

#[test]
fn output_is_compared_as_the_rules_say() {
    assert!(line_is("3 puzzles in 0.1 s, 35 a second", "3 puzzles in 12.0 s, 1,935 a second"));
    assert!(line_is("p50 21 µs,  max 1 ms", "p50 1.2 ms, max 7 s"));
    assert!(line_is("dlx 9,1 1.0 (1-2) 1 µs 2 µs 3 µs", "dlx 8 1.1 (1-3) 1 ms 2 s 3 s"));
    assert!(is_progress("1,000 rows, 200/s") && is_progress("40 of 100 puzzles, 8/s, 5 s left"));
    assert!(!is_progress("1,000 puzzles, 1,000 images of each"));
    assert!(line_is("dlx 9 1.0 (1-2) 1 µs - 3 µs 4 µs", "dlx 8 1/19 (1/20-1/18) 1 ms - 3 s 4 s"));
    assert!(line_is("bitboard is 13.3 times as fast", "bitboard is 9.81 times as fast"));
    assert!(line_is("0,12…,24,true…", "0,12345,24,true,1,81"));
    assert!(!line_is("0,12…,24", "0,12345,25"));
    assert!(!line_is("4 puzzles", "3 puzzles"));
    let shown = |text: &str| text.lines().map(ToOwned::to_owned).collect::<Vec<_>>();
    assert!(lines_are(&shown("a\n...\nd"), &["a", "b", "c", "d"]));
    assert!(lines_are(&shown("a\n..."), &["a"]));
    assert!(!lines_are(&shown("a\nd"), &["a", "b", "d"]));
    assert_eq!(heading("## The two `commands`: what"), "the-two-commands-what");
}
