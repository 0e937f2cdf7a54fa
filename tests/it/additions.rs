//! The contract of every column of `--add`: equal values wherever a puzzle appears, in every format, in parts and resumed runs.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common::{
    Folder, column, corpus, data_bytes, manifest, merged, parsed, parts, refusal, run, run_with,
    silent_refusal,
};
use gridmill::{
    generate::Addition,
    tables::schema::{Column, Presence},
};
use serde_json::Value;
use std::{collections::BTreeMap, fs};

const PLAN: [&str; 4] = ["--seed=42", "--rulebook=hodoku", "--no-timings", "--progress=never"];

/// The columns of an addition, and a line of `show`.
fn known(addition: Addition) -> (Vec<&'static str>, String) {
    let columns = Column::all().filter(|column| column.presence == Presence::Added(addition));
    let shown = match addition {
        Addition::Path | Addition::CompactPath => "full house".to_owned(),
        Addition::SearchTrace => "solution".to_owned(),
        _ => format!("\n{:<11} ", addition.name()),
    };
    (columns.map(Column::name).collect(), shown)
}

/// Returns an addition as plans have it, with few images.
fn spelled(addition: Addition) -> String {
    let number = if addition == Addition::ErImages { ":2" } else { "" };
    format!("{}{number}", addition.name())
}

/// Returns an addition as an option.
fn option(addition: Addition) -> String {
    format!("--add={}", spelled(addition))
}

fn generate(folder: &Folder, options: &[&str]) {
    run(&[&["generate", "--out", &folder.name()], &PLAN[..], options].concat());
}

/// Returns columns as text.
fn values(rows: &str, names: &[&str]) -> Vec<Vec<String>> {
    names.iter().map(|name| column(rows.as_bytes(), name)).collect()
}

/// Returns a value of a row in JSON as any format has it: numbers and lists may be text there.
fn plain(value: &Value) -> Value {
    let Some(text) = value.as_str() else { return value.clone() };
    if text.is_empty() {
        return Value::Null;
    }
    let list = || serde_json::from_str(&format!("[{}]", text.replace(' ', ",")));
    let is_list = text.contains(' ') && text.bytes().all(|byte| byte == b' ' || byte.is_ascii_digit());
    serde_json::from_str(text)
        .ok()
        .or_else(|| if is_list { list().ok() } else { None })
        .unwrap_or_else(|| text.into())
}

/// Measures puzzles: the columns of an addition.
fn measured(addition: Addition, puzzles: &str, threads: &str) -> Vec<Vec<String>> {
    let rated = match addition {
        Addition::Canonical => run_with(&["canonical", threads], puzzles),
        _ => run_with(&["rate", "--rulebook=hodoku", "--no-timings", &option(addition), threads], puzzles),
    };
    values(&rated, &known(addition).0)
}

#[test]
fn columns_are_added_and_no_other_changes() {
    let made = |options: &[&str]| run(&[&["generate", "--count=120"], &PLAN[..], options].concat());
    let plain = made(&[]);
    let puzzles = column(plain.as_bytes(), "puzzle").join("\n");
    for addition in Addition::ALL {
        let (names, shown) = known(addition);
        let text = made(&[&option(addition), "--threads=1"]);
        assert_eq!(text, made(&[&option(addition), "--threads=3"]), "{addition:?}");
        let header = text.lines().next().unwrap().replacen(&format!(",{}", names.join(",")), "", 1);
        assert_eq!(header, plain.lines().next().unwrap(), "{addition:?}");
        for name in header.split(',') {
            assert_eq!(column(text.as_bytes(), name), column(plain.as_bytes(), name), "{addition:?}: {name}");
        }
        for threads in ["--threads=1", "--threads=3"] {
            assert_eq!(measured(addition, &puzzles, threads), values(&text, &names), "{addition:?}");
        }
        let one = run(&["show", "--seed=42", "--index=0", "--rulebook=hodoku", &option(addition)]);
        assert!(one.contains(&shown), "{one}");
    }
}

#[test]
fn formats_hold_the_same_values() {
    for addition in Addition::ALL {
        let names = &known(addition).0;
        let json =
            run(&[&["generate", "--count=60", "--format=jsonl", &option(addition)], &PLAN[..]].concat());
        let mut hashes = BTreeMap::new();
        for format in ["csv", "jsonl", "parquet"] {
            let folder = Folder::new();
            let options = ["--count=60", "--format", format, &option(addition)];
            generate(&folder, &options);
            generate(&folder, &[&options[..], &["--resume", "--verify"]].concat());
            hashes.insert(manifest(&folder)["shards"][0]["contents_blake3"].to_string(), format);
            let read = run(&["dedup", "--format=jsonl", &folder.name()]);
            for (found, expected) in read.lines().map(parsed).zip(json.lines().map(parsed)) {
                for name in names {
                    assert_eq!(plain(&found[name]), plain(&expected[name]), "{addition:?}: {format}");
                }
            }
            if addition == Addition::Canonical {
                let again = run(&["canonical", &folder.name()]);
                for name in names {
                    let kept = column(again.as_bytes(), &format!("input_{name}"));
                    assert_eq!(kept, column(again.as_bytes(), name), "{format}: {name}");
                }
            } else {
                // Columns that are measured again take the place of those there.
                let rate = ["rate", "--rulebook=hodoku", "--format=jsonl", &option(addition), &folder.name()];
                let again = run(&rate);
                for (found, expected) in again.lines().map(parsed).zip(json.lines().map(parsed)) {
                    assert!(
                        names.iter().all(|name| plain(&found[name]) == plain(&expected[name])),
                        "{addition:?}: {format}"
                    );
                    assert!(!found.to_string().contains("\"input_"), "{found}");
                }
            }
            let page = run(&["report", &folder.name(), "--format=md"]);
            assert!(page.contains("60 minimal 9x9 puzzles"), "{page}");
        }
        assert_eq!(hashes.len(), 1, "{addition:?}: {hashes:?}");
    }
}

#[test]
fn parts_and_resumed_runs_have_the_same_bytes() {
    for addition in Addition::ALL {
        let plan = ["--count=90", "--shard-rows=30", &option(addition)];
        let whole = corpus(&[&PLAN[..], &plan, &["--threads=1"]].concat());
        let expected = data_bytes(&whole);
        let parts = parts(3, &[&PLAN[..], &plan].concat());
        assert_eq!(data_bytes(&merged(&parts)), expected, "{addition:?}");
        fs::remove_file(whole.path().join("data/part-00001-of-00003.parquet")).unwrap();
        generate(&whole, &[&plan[..], &["--resume"]].concat());
        assert_eq!(data_bytes(&whole), expected, "{addition:?}");
        let other = ["generate", "--resume", "--out", &whole.name()];
        let (message, addition) = (refusal(&[&other[..], &PLAN, &plan[..2]].concat(), 1), spelled(addition));
        assert!(message.contains(&format!("add is \"{addition}\" there and absent here")), "{message}");
    }
}

/// The manifest and the card name the option; without it, nothing of it appears.
#[test]
fn the_option_is_in_manifest_card_and_printed_command() {
    let plain = corpus(&[&PLAN[..], &["--count=20"]].concat());
    let plain = [plain.card(), fs::read_to_string(plain.path().join("manifest.json")).unwrap()];
    for addition in Addition::ALL {
        let names = known(addition).0;
        let row = format!("| `{}` | ", names[0]);
        let folder = corpus(&[&PLAN[..], &["--count=20", &option(addition)]].concat());
        let (found, addition) = (manifest(&folder), spelled(addition));
        assert_eq!(found["manifest"], 4);
        assert_eq!(found["job"]["plan"]["add"], addition);
        let card = folder.card();
        assert!(card.contains(&format!(" --add {addition} -")) && card.contains(&row), "{card}");
        for text in &plain {
            assert!(names.iter().all(|name| !text.contains(&format!("`{name}`"))), "{addition:?}: {text}");
            assert!(
                !text.contains(&format!("add {addition}")) && !text.contains(&format!("\"{addition}\"")),
                "{text}"
            );
        }
    }
}

/// The option is the column with a number; other numbers are refused.
#[test]
fn er_images_take_a_number() {
    let made = |options: &[&str]| run(&[&["generate", "--count=9"], &PLAN[..], options].concat());
    let three = made(&["--er-images=3"]);
    assert_eq!(three, made(&["--add=er_images:3"]));
    assert_eq!(made(&["--add=er_images:24"]), made(&["--add=er_images"]));
    let range = "er_images:K takes 1 to 1000 images";
    for (option, problem) in [
        ("--er-images=0", range),
        ("--add=er_images:1001", range),
        ("--add=trial:3", "trial takes no number"),
    ] {
        let message = silent_refusal(&["generate", "--count=1", option], 2);
        assert!(message.contains(problem), "{message}");
    }
}

#[test]
fn sides_above_9_are_refused() {
    for addition in Addition::ALL {
        for (command, shape) in
            [("generate", "3x4"), ("generate", "4x4"), ("generate", "5x5"), ("rate", "4x4")]
        {
            let expected = match addition {
                Addition::Path | Addition::CompactPath | Addition::Guesses => continue,
                Addition::Canonical if command == "rate" => continue,
                Addition::Canonical => {
                    format!(
                        "canonical forms are made for boxes of 2x2, 2x3, 3x2, 2x4, 4x2 and 3x3, not of {shape}"
                    )
                }
                Addition::ErImages => format!("--add er_images is for 9x9 grids, not for {shape} boxes"),
                _ => format!(
                    "--add {} is for grids with a side up to 9, not for {shape} boxes",
                    addition.name()
                ),
            };
            let rulebook = if command == "rate" { &["--rulebook=none"][..] } else { &["--count=1"] };
            let option = option(addition);
            let args = [&[command, "--box", shape, &option], rulebook].concat();
            assert_eq!(silent_refusal(&args, 2), format!("error: {expected}"));
        }
    }
}
