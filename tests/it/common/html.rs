//! A page read strictly: every element closed in its turn, every attribute quoted and once, every name defined and once.

use std::collections::{BTreeMap, BTreeSet};

/// Elements that have no end tag in HTML.
const VOID: [&str; 3] = ["meta", "link", "br"];

/// An element that is open: its name, and how many cells its rows have.
struct Open {
    name: String,
    cells: usize,
}

/// Names that a page defines and names that it refers to.
#[derive(Default)]
struct Names {
    defined: BTreeSet<String>,
    referred: BTreeSet<String>,
}

/// Fails with what is wrong with the page and where.
pub(crate) fn assert_well_formed(page: &str) {
    let mut open: Vec<Open> = Vec::new();
    let (mut names, mut rows) = (Names::default(), Vec::<usize>::new());
    let mut rest = page;
    while let Some(at) = rest.find('<') {
        assert_escaped(&rest[..at]);
        let tail = &rest[at..];
        if let Some(comment) = tail.strip_prefix("<!--") {
            let (inside, after) = comment.split_once("-->").expect("an open comment");
            assert!(!inside.contains("<!--") && !inside.contains("--!>"), "{inside}");
            rest = after;
        } else if let Some(after) = tail.strip_prefix("<!DOCTYPE html>") {
            assert!(open.is_empty());
            rest = after;
        } else {
            let (tag, after) = tail[1..].split_once('>').expect("an open tag");
            rest = after;
            let Some(name) = tag.strip_prefix('/') else {
                let (name, closed) = start(tag, &open, &mut names);
                if name == "style" {
                    rest = after.split_once("</style>").expect("an open style").1;
                } else if !closed {
                    open.push(Open { name, cells: 0 });
                }
                continue;
            };
            let last = open.pop().unwrap_or_else(|| panic!("</{name}> closes nothing"));
            assert_eq!(last.name, name, "near {}", &after[..after.len().min(80)]);
            count_cells(&last, &mut open, &mut rows);
        }
    }
    assert_escaped(rest);
    assert!(open.is_empty() && rest.trim().is_empty(), "{:?} stay open", open.last().map(|open| &open.name));
    let missing: Vec<_> = names.referred.difference(&names.defined).collect();
    assert!(missing.is_empty(), "{missing:?} are not on the page");
}

/// Reads a start tag; its name, and whether it is closed at once.
fn start(tag: &str, open: &[Open], names: &mut Names) -> (String, bool) {
    let (tag, slash) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
    let (name, attributes) = tag.split_once([' ', '\n']).unwrap_or((tag, ""));
    assert!(name.chars().all(|c| c.is_ascii_alphanumeric()) && name != "script", "<{tag}>");
    let inside = |element: &str| open.iter().any(|open| open.name == element);
    assert!(!slash || inside("svg"), "<{tag}/>: only SVG closes so");
    let block = ["p", "div", "table", "figure", "section", "h2", "h3", "pre", "details"].contains(&name);
    assert!(!(block && inside("p")), "<{tag}> in a paragraph");
    for (key, value) in attributes_of(attributes) {
        match key {
            "id" => assert!(names.defined.insert(value.to_owned()), "two are called {value}"),
            "aria-labelledby" => names.referred.extend(value.split(' ').map(str::to_owned)),
            "href" if value.starts_with('#') => drop(names.referred.insert(value[1..].to_owned())),
            "href" => assert_eq!(value, "data:,", "the page loads something"),
            "src" => panic!("the page loads {value}"),
            _ => {}
        }
    }
    (name.to_owned(), slash || VOID.contains(&name))
}

/// Names and values, each quoted, none twice.
fn attributes_of(mut text: &str) -> BTreeMap<&str, &str> {
    let mut all = BTreeMap::new();
    while !text.trim().is_empty() {
        let (key, after) = text.trim_start().split_once("=\"").unwrap_or_else(|| panic!("bare: {text}"));
        let (value, after) = after.split_once('"').unwrap_or_else(|| panic!("open: {text}"));
        assert!(after.is_empty() || after.starts_with([' ', '\n']), "{after}");
        assert!(key.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == ':'), "{key}");
        assert_escaped(value);
        assert!(all.insert(key, value).is_none(), "two attributes {key}");
        text = after;
    }
    all
}

/// Text without bare ampersands and control characters.
fn assert_escaped(text: &str) {
    assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text:?}");
    assert!(!text.contains('>'), "{text}");
    for after in text.split('&').skip(1) {
        let known = ["amp;", "lt;", "gt;", "quot;"].iter().any(|entity| after.starts_with(entity));
        assert!(known, "&{}", &after.chars().take(20).collect::<String>());
    }
}

/// All rows of a table have the same cells.
fn count_cells(last: &Open, open: &mut [Open], rows: &mut Vec<usize>) {
    match last.name.as_str() {
        "td" | "th" => open.last_mut().expect("a row").cells += 1,
        "tr" => rows.push(last.cells),
        "table" => {
            assert!(rows.windows(2).all(|pair| pair[0] == pair[1]), "{rows:?}");
            rows.clear();
        }
        _ => {}
    }
}
