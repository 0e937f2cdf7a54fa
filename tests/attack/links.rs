//! Symbolic links and strangers' files in the place of outputs. What a link points at must stay as it is.

use crate::{
    corpora::settled,
    jobs,
    prelude::*,
    tampered::{canaries, untouched},
};
use std::os::unix::fs::symlink;

const CORPUS: &str = "generate --seed 9 --givens 46 --count 20 --shard-rows 10 --no-timings --progress never --format csv --out corpus";

/// A link below the folder of the run, and where it points: files and folders of strangers, and what is not there.
const LINKS: [(&str, &str); 19] = [
    ("corpus/.work", "../canary"),
    ("corpus/.work", "../canary/none"),
    ("corpus/.work/lock", "../../canary/lock"),
    ("corpus/.work/lock", "../../canary/none"),
    ("corpus/data", "../canary/folder"),
    ("corpus/data", "../canary/none"),
    ("corpus/data/part-00000-of-00002.csv", "../../canary/secret.txt"),
    ("corpus/data/part-00000-of-00002.csv", "../../canary/none"),
    ("corpus/data/part-00001-of-00002.csv", "../../canary"),
    ("corpus/manifest.json", "../canary/secret.txt"),
    ("corpus/manifest.json", "../canary/manifest.json"),
    ("corpus/manifest.json", "../canary/none"),
    ("corpus/README.md", "../canary/secret.txt"),
    ("corpus/README.md", "../canary/none"),
    ("corpus/.work/part-00000-of-00002.csv", "../../canary/secret.txt"),
    ("corpus/.work/manifest.json", "../../canary/secret.txt"),
    ("corpus/.work/folder", "../../canary/folder"),
    ("corpus/.work/shards.jsonl", "../../canary/secret.txt"),
    ("corpus/manifest.json", "/dev/zero"),
];

/// Commands on a corpus folder.
const COMMANDS: [(&str, &str); 4] =
    [("resume", "--resume"), ("overwrite", "--overwrite"), ("new", ""), ("merge", "merge")];

/// Files of a corpus in whose place a pipe stands, to which nobody writes.
const PIPES: [&str; 5] =
    ["manifest.json", "data/part-00000-of-00002.csv", ".work/lock", ".work/shards.jsonl", "README.md"];

/// Commands with files as outputs, and other names that may be links or strangers' files.
const FILES: [(&str, &str, &[&str]); 6] = [
    ("rate-csv", "rate in.csv --out o.csv --overwrite", &["o.csv", "o.csv.part", ".o.csv.part", "o.csv.tmp"]),
    ("rate-parquet", "rate in.csv --out o.parquet --overwrite", &["o.parquet", "o.parquet.part"]),
    ("report", "report in.csv --out o.md --overwrite", &["o.md", "o.md.part"]),
    (
        "svg",
        "report in.csv --out o.md --svg svg --overwrite",
        &["svg/givens.svg", "svg/givens.svg.part", "svg/cells.svg"],
    ),
    ("compare", "compare in.csv --out o.html --out o.md --overwrite", &["o.html", "o.md", "o.html.part"]),
    ("generate-report", "generate --seed 1 --count 3 --out corpus --report o.md", &["o.md", "o.md.part"]),
];

/// Runs the stage.
pub(crate) fn run(attack: &Attack, tally: &Tally) {
    let inputs = jobs::inputs(attack);
    let room = attack.room();
    attack.call(room.path(), CORPUS).run();
    let corpus = settled(&tree(&room.path().join("corpus")));
    let puzzles = fs::read(inputs.join("puzzles.csv")).unwrap();
    let cases = cases();
    attack.in_parallel(&cases, |(group, label, case)| {
        if !attack.wants(label) {
            return;
        }
        let room = attack.room();
        let dir = room.path();
        let head: Vec<u8> =
            puzzles.split_inclusive(|&byte| byte == b'\n').take(20).flatten().copied().collect();
        fs::write(dir.join("in.csv"), &head).unwrap();
        fs::write(dir.join("o.csv.part"), &head).unwrap();
        canaries(dir);
        tally.count(group, label, case.run(attack, tally, dir, &corpus));
    });
}

enum Case {
    Corpus { link: &'static str, target: &'static str, command: &'static str },
    File { line: &'static str, name: &'static str, way: &'static str },
    Pipe { name: &'static str, line: &'static str },
}

fn cases() -> Vec<(&'static str, String, Case)> {
    let mut cases = Vec::new();
    for (link, target) in LINKS {
        for (name, command) in COMMANDS {
            cases.push(("corpus", format!("{name}/{link}/{target}"), Case::Corpus { link, target, command }));
        }
    }
    for (command, line, names) in FILES {
        for name in names {
            for way in ["link", "dangling", "file", "folder"] {
                cases.push(("files", format!("{command}/{name}/{way}"), Case::File { line, name, way }));
            }
        }
    }
    for name in PIPES {
        for line in ["resume", "merge part corpus --out whole", "report corpus --progress never"] {
            let label = format!("{}/{name}/pipe", line.split(' ').next().unwrap_or_default());
            cases.push(("pipes", label, Case::Pipe { name, line }));
        }
    }
    cases
}

impl Case {
    fn run(&self, attack: &Attack, tally: &Tally, dir: &Path, corpus: &Tree) -> Verdict {
        match self {
            Self::Corpus { link, target, command } => {
                linked(attack, tally, dir, corpus, (link, target, command))
            }
            Self::File { line, name, way } => other_names(attack, tally, dir, (line, name, way)),
            Self::Pipe { name, line } => piped(attack, tally, dir, corpus, (name, line)),
        }
    }
}

/// A link within a corpus folder.
fn linked(
    attack: &Attack,
    tally: &Tally,
    dir: &Path,
    corpus: &Tree,
    (link, target, command): (&str, &str, &str),
) -> Verdict {
    plant(&dir.join("corpus"), corpus);
    plant(&dir.join("part"), corpus);
    if let Some(Entry::File(manifest)) = corpus.get("manifest.json") {
        fs::write(dir.join("canary/manifest.json"), manifest).unwrap();
    }
    let path = dir.join(link);
    let _ = fs::remove_file(&path).or_else(|_| fs::remove_dir_all(&path));
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    symlink(target, &path).unwrap();
    let before = tree(dir);
    let line = match command {
        "merge" => "merge part --out corpus --overwrite".to_owned(),
        word => format!("{CORPUS} {word}"),
    };
    let call = attack.call(dir, line).before("ulimit -v 2097152");
    let ended = call.run();
    untouched(dir, &before, "corpus")?;
    ended.sound(tally)?;
    if ended.code == Some(0) && command != "merge" {
        // The link is gone, and what it pointed at was not taken for a part of the corpus.
        let found = settled(&tree(&dir.join("corpus")));
        if found.values().any(|entry| matches!(entry, Entry::Link(_))) {
            return fail(Kind::Lost, "exit code 0, and a link is part of the corpus");
        }
    }
    Ok(())
}

/// A pipe within a corpus folder: nothing waits for it.
fn piped(attack: &Attack, tally: &Tally, dir: &Path, corpus: &Tree, (name, line): (&str, &str)) -> Verdict {
    plant(&dir.join("corpus"), corpus);
    plant(&dir.join("part"), corpus);
    let path = dir.join("corpus").join(name);
    let _ = fs::remove_file(&path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let made = Command::new("mkfifo").arg(&path).status();
    if !made.is_ok_and(|made| made.success()) {
        tally.skip("mkfifo is not there");
        return Ok(());
    }
    let line = if line == "resume" { format!("{CORPUS} --resume") } else { line.to_owned() };
    attack.call(dir, line).patience(Duration::from_secs(5)).run().sound(tally)
}

/// A link, a file or a folder in the place of an output, or where a draft may be.
fn other_names(attack: &Attack, tally: &Tally, dir: &Path, (line, name, way): (&str, &str, &str)) -> Verdict {
    let timed = "generate --count 30 --seed 1 --givens 46 --progress never";
    let made = attack.call(dir, timed).run();
    fs::write(dir.join("timed.csv"), made.stdout).unwrap();
    let path = dir.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let _ = fs::remove_file(&path);
    let up = if name.contains('/') { "../" } else { "" };
    match way {
        "link" => symlink(format!("{up}canary/secret.txt"), &path).unwrap(),
        "dangling" => symlink(format!("{up}canary/none"), &path).unwrap(),
        "file" => fs::write(&path, "a stranger's file\n").unwrap(),
        _ => fs::create_dir(&path).unwrap(),
    }
    let before = tree(dir);
    let ended = Call::new(attack, dir, line.split_whitespace().chain(["--progress", "never"])).run();
    ended.sound(tally)?;
    let after = tree(dir);
    // Outputs named on the command line may be new; all else stays, drafts of strangers too.
    let named =
        |key: &str| line.split_whitespace().any(|word| word == key || key.starts_with(&format!("{word}/")));
    let is_draft = |key: &str| {
        !matches!(
            Path::new(key).extension().and_then(|e| e.to_str()),
            Some("csv" | "parquet" | "md" | "html" | "svg")
        )
    };
    for (key, entry) in &before {
        let replaceable = named(key) && !is_draft(key) && !["in.csv", "timed.csv"].contains(&key.as_str());
        if !replaceable && after.get(key) != Some(entry) {
            return fail(Kind::Lost, format!("{key} is no more what it was; {}", ended.said()));
        }
    }
    match after.keys().find(|key| !before.contains_key(*key) && !named(key) && !key.starts_with("corpus")) {
        Some(key) => fail(Kind::Lost, format!("{key} was made; {}", ended.said())),
        None => Ok(()),
    }
}
