//! Manifests and shards changed by hand, then `--resume`, `merge`, `report`, `rate` and `compare`.
//!
//! A manifest is not trusted: a command either fails with one line or does what it would have done with the true one.
//! Nothing outside its folder is written, and no input changes.

use crate::{
    corpora::{self, difference, settled},
    prelude::*,
};
use serde_json::json;

/// Cases of the long form.
const CASES: usize = 4_000;
const QUICK: usize = 250;

const PLAN: &str = "generate --seed 9 --givens 46 --count 40 --shard-rows 10 --no-timings --progress never";

/// The corpora that are tampered with.
struct Truth {
    format: &'static str,
    whole: Tree,
    parts: [Tree; 2],
}

/// Runs the stage.
pub(crate) fn run(attack: &Attack, tally: &Tally) {
    let truths = ["parquet", "csv"].map(|format| truth(attack, format));
    let cases: Vec<usize> = (0..if attack.options.quick { QUICK } else { CASES }).collect();
    attack.in_parallel(&cases, |number| {
        let label = number.to_string();
        if attack.wants(&label) {
            let mut dice = attack.dice(&label);
            let truth = dice.pick(&truths);
            let (group, verdict) = if dice.one_in(3) {
                ("shards", truth.shard_case(attack, tally, &mut dice))
            } else {
                ("manifests", truth.manifest_case(attack, tally, &mut dice))
            };
            tally.count(group, &label, verdict);
        }
    });
}

fn truth(attack: &Attack, format: &'static str) -> Truth {
    let make = |part: &str| {
        let room = attack.room();
        let line = format!("{PLAN} --format {format} {part} --out corpus");
        let ended = attack.call(room.path(), line).run();
        assert!(ended.code == Some(0), "a corpus cannot be made: {}", ended.said());
        settled(&tree(&room.path().join("corpus")))
    };
    Truth { format, whole: make(""), parts: [make("--part 1/2"), make("--part 2/2")] }
}

/// Lays out strangers' files next to a corpus.
pub(crate) fn canaries(dir: &Path) -> Tree {
    let mut canaries = Tree::new();
    for name in ["canary/secret.txt", "canary/folder/part-00000-of-00001.csv", "secret.txt", "canary/lock"] {
        canaries.insert(name.to_owned(), Entry::File(format!("{name} is not yours\n").into_bytes()));
    }
    plant(dir, &canaries);
    tree(dir)
}

/// Checks that nothing but `free` changed in a folder.
pub(crate) fn untouched(dir: &Path, before: &Tree, free: &str) -> Verdict {
    let kept = |tree: &Tree| -> Tree {
        let ours = |name: &str| name == free || name.starts_with(&format!("{free}/"));
        tree.iter()
            .filter(|(name, _)| !ours(name))
            .map(|(name, entry)| (name.clone(), entry.clone()))
            .collect()
    };
    match difference(&kept(before), &kept(&tree(dir))) {
        None => Ok(()),
        Some(difference) => fail(Kind::Lost, format!("outside the folder: {difference}")),
    }
}

impl Truth {
    fn resume<'a>(&self, attack: &'a Attack, dir: &Path) -> Call<'a> {
        let line = format!("{PLAN} --format {} --out corpus --resume", self.format);
        attack.call(dir, line)
    }

    /// One changed manifest, by one command.
    fn manifest_case(&self, attack: &Attack, tally: &Tally, dice: &mut Dice) -> Verdict {
        let room = attack.room();
        let dir = room.path();
        let command = *dice.pick(&["resume", "merge", "report"]);
        let pristine = if command == "merge" { &self.parts[1] } else { &self.whole };
        let Some(Entry::File(text)) = pristine.get("manifest.json") else { return Ok(()) };
        let (text, change) = mutate(text, dice);
        let mut tampered = pristine.clone();
        let (text, change) = match with_journal(&text).filter(|_| dice.one_in(4)) {
            Some((text, journal)) => {
                tampered.insert(".work/shards.jsonl".to_owned(), Entry::File(journal));
                (text, format!("{change}, in a journal"))
            }
            None => (text, change),
        };
        tampered.insert("manifest.json".to_owned(), Entry::File(text.clone()));
        plant(&dir.join("corpus"), &tampered);
        plant(&dir.join("first"), &self.parts[0]);
        canaries(dir);
        let before = tree(dir);
        let verdict = match command {
            "resume" => self.resume_tampered(attack, tally, dir, &before),
            "merge" => self.merge_tampered(attack, tally, dir, &before),
            _ => self.report_tampered(attack, tally, dir, (&before, &text)),
        };
        verdict.map_err(|(kind, problem)| (kind, format!("{command}, {}, {change}: {problem}", self.format)))
    }

    fn resume_tampered(&self, attack: &Attack, tally: &Tally, dir: &Path, before: &Tree) -> Verdict {
        let ended = self.resume(attack, dir).run();
        ended.sound(tally)?;
        untouched(dir, before, "corpus")?;
        let found = settled(&tree(&dir.join("corpus")));
        if ended.code != Some(0) {
            return kept(&self.whole, &found);
        }
        match difference(&without_contents(&self.whole), &without_contents(&found)) {
            None => Ok(()),
            Some(difference) => fail(Kind::Lost, format!("exit code 0, and {difference}")),
        }
    }

    fn merge_tampered(&self, attack: &Attack, tally: &Tally, dir: &Path, before: &Tree) -> Verdict {
        let ended = Call::new(attack, dir, ["merge", "first", "corpus", "--out", "merged"]).run();
        ended.sound(tally)?;
        untouched(dir, before, "merged")?;
        let found = settled(&tree(&dir.join("merged")));
        if ended.code == Some(0) {
            return match difference(&self.whole, &found) {
                None => Ok(()),
                Some(difference) => fail(Kind::Lost, format!("exit code 0, and {difference}")),
            };
        }
        if found.contains_key("manifest.json") {
            return fail(Kind::Lost, "refused, and a manifest is there");
        }
        Ok(())
    }

    fn report_tampered(
        &self,
        attack: &Attack,
        tally: &Tally,
        dir: &Path,
        (before, text): (&Tree, &[u8]),
    ) -> Verdict {
        let args = ["report", "corpus", "--format", "json", "--check", "0", "--progress", "never"];
        let ended = Call::new(attack, dir, args).run();
        ended.sound(tally)?;
        untouched(dir, before, "none")?;
        if ended.code != Some(0) {
            return Ok(());
        }
        let report: Value =
            serde_json::from_slice(&ended.stdout).map_err(|error| (Kind::Lost, error.to_string()))?;
        let manifest: Value = serde_json::from_slice(text).unwrap_or_default();
        let journal = before.get("corpus/.work/shards.jsonl");
        if journal.is_some() {
            let rows = report["corpora"][0]["rows"].as_u64().unwrap_or(u64::MAX);
            return if rows <= 40 && rows.is_multiple_of(10) {
                Ok(())
            } else {
                fail(Kind::Lost, format!("{rows} rows"))
            };
        }
        let names = manifest["shards"].as_array().cloned().unwrap_or_default();
        let names: Vec<_> =
            names.iter().map(|shard| shard["name"].as_str().unwrap_or_default().to_owned()).collect();
        let distinct: BTreeSet<_> = names.iter().cloned().collect();
        let ours = |name: &String| self.whole.contains_key(&format!("data/{name}"));
        if distinct.len() != names.len() || !names.iter().all(ours) {
            return fail(Kind::Lost, format!("exit code 0 with the shards {names:?}"));
        }
        let rows = report["corpora"][0]["rows"].as_u64();
        if rows != Some(10 * names.len() as u64) {
            return fail(Kind::Lost, format!("{rows:?} rows of {} shards", names.len()));
        }
        Ok(())
    }

    /// One changed shard, by one command.
    fn shard_case(&self, attack: &Attack, tally: &Tally, dice: &mut Dice) -> Verdict {
        let room = attack.room();
        let dir = room.path();
        let command = *dice.pick(&["resume", "merge", "report", "rate", "compare"]);
        let pristine = if command == "merge" { &self.parts[1] } else { &self.whole };
        let shards: Vec<&String> = pristine.keys().filter(|name| name.starts_with("data/")).collect();
        let shard = (*dice.pick(&shards)).clone();
        let mut tampered = pristine.clone();
        let change = damage_shard(&mut tampered, &shard, dice);
        plant(&dir.join("corpus"), &tampered);
        plant(&dir.join("first"), &self.parts[0]);
        canaries(dir);
        let before = tree(dir);
        let unchanged = tampered == *pristine;
        let call = |words: &[&str]| Call::new(attack, dir, words.iter().copied()).run();
        let file = format!("corpus/{shard}");
        let check = || -> Verdict {
            match command {
                "resume" => {
                    let ended = self.resume(attack, dir).run();
                    untouched(dir, &before, "corpus")?;
                    self.remade(tally, dir, &ended, (&shard, change, unchanged))
                }
                "merge" => {
                    let ended = call(&["merge", "first", "corpus", "--out", "merged"]);
                    untouched(dir, &before, "merged")?;
                    if unchanged { ended.succeeded(tally) } else { ended.refused(tally) }
                }
                "report" => {
                    call(&["report", "corpus", "--format", "json", "--progress", "never"]).sound(tally)?;
                    untouched(dir, &before, "none")
                }
                "rate" => {
                    call(&["rate", &file, "--out", "out.csv", "--progress", "never"]).sound(tally)?;
                    untouched(dir, &before, "out.csv")
                }
                _ => {
                    call(&["compare", &file, "--invalid=skip", "--progress", "never"]).sound(tally)?;
                    untouched(dir, &before, "none")
                }
            }
        };
        check().map_err(|(kind, problem)| (kind, format!("{command}, {shard} {change}: {problem}")))
    }

    /// After `--resume`: the changed shard is whole again, and its name was said.
    fn remade(
        &self,
        tally: &Tally,
        dir: &Path,
        ended: &Ended,
        (shard, change, unchanged): (&str, &str, bool),
    ) -> Verdict {
        ended.sound(tally)?;
        if ended.code != Some(0) && change == "a folder" {
            return Ok(());
        }
        ended.succeeded(tally)?;
        corpora::equal(&self.whole, &dir.join("corpus"))?;
        let name = shard.trim_start_matches("data/");
        if !unchanged && change != "removed" && !ended.stderr.contains(name) {
            return fail(Kind::Message, format!("no word that {name} was made again; {}", ended.said()));
        }
        Ok(())
    }
}

/// Checks that whole shards are still there after a refusal.
fn kept(whole: &Tree, found: &Tree) -> Verdict {
    for (name, entry) in whole.iter().filter(|(name, _)| name.starts_with("data/")) {
        if found.get(name) != Some(entry) {
            return fail(Kind::Lost, format!("refused, and {name} is no more what it was"));
        }
    }
    Ok(())
}

/// The tree with a manifest without `contents_blake3`, which `--resume` need not read rows for.
fn without_contents(tree: &Tree) -> Tree {
    let mut tree = tree.clone();
    if let Some(Entry::File(text)) = tree.get("manifest.json") {
        let mut manifest: Value = serde_json::from_slice(text).unwrap_or_default();
        for shard in manifest.get_mut("shards").and_then(Value::as_array_mut).into_iter().flatten() {
            if let Some(shard) = shard.as_object_mut() {
                shard.remove("contents_blake3");
            }
        }
        tree.insert("manifest.json".to_owned(), Entry::File(manifest.to_string().into_bytes()));
    }
    tree
}

/// Damages one shard; the kind of damage.
fn damage_shard(tree: &mut Tree, shard: &str, dice: &mut Dice) -> &'static str {
    let Some(Entry::File(mut bytes)) = tree.get(shard).cloned() else { return "absent" };
    match dice.below(8) {
        0 => {
            tree.remove(shard);
            return "removed";
        }
        1 => {
            tree.insert(shard.to_owned(), Entry::Folder);
            return "a folder";
        }
        _ => {}
    }
    let change = damage(&mut bytes, dice);
    tree.insert(shard.to_owned(), Entry::File(bytes));
    change
}

/// Strings that are no shard of the corpus, or harm where they are trusted.
const STRINGS: [&str; 22] = [
    "",
    ".",
    "..",
    "/",
    "../../secret.txt",
    "../../canary/secret.txt",
    "../manifest.json",
    "/etc/passwd",
    "data",
    "part-00000-of-00004.parquet/../../../secret.txt",
    "part-00000-of-00004.csv",
    "part-00001-of-00004.parquet",
    "part-00009-of-00004.parquet",
    "other.csv",
    "a\u{0}b",
    "a\nb\u{1b}[31mc",
    "\u{202e}csv",
    "minimal",
    "1/18446744073709551615",
    "9/8",
    "gridmill 99.0.0",
    "18446744073709551615",
];

/// The manifest with one or more changes, and what they are.
fn mutate(text: &[u8], dice: &mut Dice) -> (Vec<u8>, String) {
    if dice.one_in(5) {
        return raw(text, dice);
    }
    let mut manifest: Value = serde_json::from_slice(text).unwrap_or_default();
    let mut changes = Vec::new();
    for _ in 0..=dice.below(2) {
        let change = if dice.one_in(3) { anywhere(&mut manifest, dice) } else { shards(&mut manifest, dice) };
        changes.push(change);
    }
    (serde_json::to_vec_pretty(&manifest).unwrap_or_default(), changes.join(" and "))
}

/// The manifest without its shards, and these as the lines of a journal, if it has any.
fn with_journal(text: &[u8]) -> Option<(Vec<u8>, Vec<u8>)> {
    let mut manifest: Value = serde_json::from_slice(text).ok()?;
    let shards = manifest.get_mut("shards")?.as_array_mut()?;
    let journal: String = shards.drain(..).map(|shard| format!("{shard}\n")).collect();
    Some((serde_json::to_vec_pretty(&manifest).ok()?, journal.into_bytes()))
}

/// Any value that a file may hold.
fn value(dice: &mut Dice) -> Value {
    match dice.below(12) {
        0 => Value::Null,
        1 => json!(dice.one_in(2)),
        2 => json!(0),
        3 => json!(u64::MAX),
        4 => json!(-1),
        5 => json!(1_000_000_000_000_000_000_u64),
        6 => json!(dice.below(100)),
        7 => json!(1.5e300),
        8 => json!([]),
        9 => json!({}),
        10 => json!("x".repeat(1 << dice.below(20))),
        _ => json!(*dice.pick(&STRINGS)),
    }
}

/// A change of the list of shards.
fn shards(manifest: &mut Value, dice: &mut Dice) -> String {
    let is_usual = |value: &Value| {
        value.as_array().is_some_and(|all| !all.is_empty() && all.iter().all(Value::is_object))
    };
    if !manifest.get("shards").is_some_and(is_usual) {
        return anywhere(manifest, dice);
    }
    let Some(shards) = manifest["shards"].as_array_mut() else { return "nothing".to_owned() };
    let (place, other) = (dice.below(shards.len()), dice.below(shards.len()));
    match dice.below(9) {
        0 => {
            let copy = shards[place].clone();
            shards.insert(other, copy);
            format!("shard {place} twice")
        }
        1 => {
            shards.swap(place, other);
            format!("shards {place} and {other} exchanged")
        }
        2 => {
            shards.remove(place);
            format!("without shard {place}")
        }
        3 => {
            let mut copy = shards[place].clone();
            copy["name"] = json!(*dice.pick(&STRINGS));
            shards.push(copy);
            format!("one more shard {}", shards[shards.len() - 1]["name"])
        }
        4 => {
            let field =
                *dice.pick(&["rows", "first_index", "size_bytes", "name", "blake3", "contents_blake3"]);
            let its = shards[other][field].clone();
            shards[place][field] = its;
            format!("{field} of shard {place} from shard {other}")
        }
        5 => {
            let field = *dice.pick(&["rows", "first_index", "size_bytes"]);
            let number = shards[place][field].as_u64().unwrap_or(0);
            let step = *dice.pick(&[1, 10, u64::MAX - 4, 1 << 63]);
            shards[place][field] = json!(number.wrapping_add(step));
            format!("{field} of shard {place} {step} more")
        }
        6 => {
            let name = *dice.pick(&STRINGS);
            shards[place]["name"] = json!(name);
            format!("shard {place} called {name:?}")
        }
        7 => {
            let zeros = "0".repeat(64);
            let field = *dice.pick(&["blake3", "contents_blake3"]);
            shards[place][field] = json!(zeros);
            format!("{field} of shard {place} all zero")
        }
        _ => {
            let field =
                *dice.pick(&["rows", "first_index", "size_bytes", "name", "blake3", "contents_blake3"]);
            shards[place][field] = value(dice);
            format!("{field} of shard {place} is {}", short(&shards[place][field]))
        }
    }
}

/// A change of any value.
fn anywhere(manifest: &mut Value, dice: &mut Dice) -> String {
    let mut path = String::new();
    let mut here = &*manifest;
    while !dice.one_in(4) {
        let names: Vec<String> = match here {
            Value::Object(fields) => fields.keys().cloned().collect(),
            Value::Array(items) => (0..items.len()).map(|n| n.to_string()).collect(),
            _ => break,
        };
        if names.is_empty() {
            break;
        }
        let name = dice.pick(&names);
        path += &format!("/{name}");
        here = manifest.pointer(&path).unwrap_or(&Value::Null);
    }
    let (parent, name) = path.rsplit_once('/').unwrap_or_default();
    if dice.one_in(12)
        && let Some(Value::Object(fields)) = manifest.pointer_mut(parent)
    {
        fields.remove(name);
        return format!("without {path}");
    }
    let Some(here) = manifest.pointer_mut(&path) else { return "nothing".to_owned() };
    if dice.one_in(3)
        && let Value::Object(fields) = here
    {
        fields.insert("unknown".to_owned(), json!(1));
        return format!("{path}/unknown");
    }
    *here = value(dice);
    format!("{path} is {}", short(here))
}

fn short(value: &Value) -> String {
    value.to_string().chars().take(60).collect()
}

/// A change of the text.
fn raw(text: &[u8], dice: &mut Dice) -> (Vec<u8>, String) {
    let mut bytes = text.to_vec();
    let change = match dice.below(9) {
        0 => {
            bytes = "[".repeat(200_000).into_bytes();
            "deep nesting"
        }
        1 => {
            bytes = format!("{}{}", r#"{"job":"#.repeat(100_000), "1").into_bytes();
            "deep objects"
        }
        2 => {
            bytes.splice(0..0, [0xEF, 0xBB, 0xBF]);
            "a byte order mark"
        }
        3 => {
            bytes.extend_from_slice(text);
            "twice"
        }
        4 => {
            bytes.splice(1..1, b"\n\"complete\": true,\n".iter().copied());
            "a key twice"
        }
        5 => {
            let place = dice.below(bytes.len());
            bytes.splice(place..place, vec![b' '; 1 << 20]);
            "a million blanks"
        }
        _ => damage(&mut bytes, dice),
    };
    (bytes, change.to_owned())
}
