//! `gridmill plan`: estimates that fit a terminal, add up, and leave nothing behind.

use crate::prelude::*;

fn plan(options: &[&str]) -> String {
    let temporary = tempfile::tempdir().unwrap();
    let args = [&["plan", "--seconds=0.5"], options].concat();
    let printed = gridmill().args(args).env("TMPDIR", temporary.path()).stdout_text();
    assert_eq!(fs::read_dir(temporary.path()).unwrap().count(), 0, "files are left behind");
    printed
}

#[test]
fn a_trillion_rows_on_a_thousand_machines_fit_a_terminal() {
    for format in sample(vec!["parquet"], vec!["parquet", "csv", "jsonl"]) {
        let options = ["--count=1e12", "--machines=1000x64", "--givens=46", "--format", format];
        let page = plan(&options);
        assert!(page.lines().count() <= 24, "{page}");
        assert!(page.lines().all(|line| line.chars().count() <= 80), "{page}");
        assert!(page.starts_with("1,000,000,000,000 rows on 1,000 machines of 64 cores, "), "{page}");
        assert!(page.contains("\nfiles          1,000,000 of 1,000,000 rows, 1,000 a machine\n"), "{page}");
        assert!(page.trim_end().ends_with(" --part auto/1000"), "{page}");
    }
}

#[test]
fn figures_add_up() {
    let options = ["--json", "--count=1e9", "--machines=7x3", "--givens=46", "--no-timings"];
    let printed = parsed(&plan(&options));
    let number = |path: &str| printed.pointer(path).and_then(Value::as_f64).expect(path);
    let rate = number("/measured/rows_per_core_second/mean");
    assert!(rate > 100.0 && number("/measured/merge_rows_per_second") > rate);
    let close =
        |found: f64, expected: f64| assert!((found / expected - 1.0).abs() < 1e-6, "{found} {expected}");
    close(number("/estimate/core_hours/mean"), 1e9 / rate / 3600.0);
    // A thousand files on seven machines: one makes 143 of them.
    close(number("/estimate/seconds/mean"), 143e6 / rate / 3.0);
    let bytes = 1e9 * number("/measured/bytes_per_row") + 1000.0 * number("/measured/bytes_per_file");
    close(number("/estimate/bytes"), bytes);
    // Two grids of 81 cells as Parquet, at less than 3.2 bits a cell.
    let row = number("/measured/bytes_per_row");
    assert!((40.0..90.0).contains(&row), "{row}");
    for path in ["/measured/rows_per_core_second", "/estimate/seconds", "/estimate/core_hours"] {
        let at = |name: &str| number(&format!("{path}/{name}"));
        assert!(at("low") <= at("mean") && at("mean") <= at("high"), "{path}");
    }
}

#[test]
fn mistakes_are_refused_in_one_line() {
    // No puzzle has so few givens.
    for option in [
        "--count=0",
        "--machines=0",
        "--machines=8x",
        "--machines=x8",
        "--seconds=0",
        "--seconds=nan",
        "--givens=5",
    ] {
        let count = if option == "--count=0" { None } else { Some("--count=10") };
        let args: Vec<&str> = ["plan", option].into_iter().chain(count).collect();
        let printed = refusal(&args, 2);
        assert!(printed.starts_with("error: "), "{option}: {printed}");
    }
}

/// A row of a hard search takes minutes. The estimate then ends in the time that it was given.
#[test]
fn rows_that_take_minutes_are_not_waited_for() {
    let options = ["--count=10", "--dig=climb", "--objective=er", "--er=11.9..", "--seed=1"];
    let printed = gridmill().arg("plan").arg("--seconds=0.5").args(options).stderr_text(2);
    assert_eq!(printed, "error: no puzzle was made in 0.5 s: give --seconds more\n");
}
