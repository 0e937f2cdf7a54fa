//! Changes of a manifest: of its shards, of any value, and of its text.

use crate::tools::Dice;
use serde_json::{Value, json};

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
pub(crate) fn mutate(text: &[u8], dice: &mut Dice) -> (Vec<u8>, String) {
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
pub(crate) fn with_journal(text: &[u8]) -> Option<(Vec<u8>, Vec<u8>)> {
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
            bytes.truncate(dice.below(text.len()));
            "cut short"
        }
        1 => {
            for _ in 0..=dice.below(4) {
                let place = dice.below(bytes.len());
                bytes[place] ^= 1 << dice.below(8);
            }
            "changed bits"
        }
        2 => {
            bytes = "[".repeat(200_000).into_bytes();
            "deep nesting"
        }
        3 => {
            bytes = format!("{}{}", r#"{"job":"#.repeat(100_000), "1").into_bytes();
            "deep objects"
        }
        4 => {
            bytes.clear();
            "empty"
        }
        5 => {
            bytes.splice(0..0, [0xEF, 0xBB, 0xBF]);
            "a byte order mark"
        }
        6 => {
            bytes.extend_from_slice(text);
            "twice"
        }
        7 => {
            bytes.splice(1..1, b"\n\"complete\": true,\n".iter().copied());
            "a key twice"
        }
        _ => {
            let place = dice.below(bytes.len());
            bytes.splice(place..place, vec![b' '; 1 << 20]);
            "a million blanks"
        }
    };
    (bytes, change.to_owned())
}
