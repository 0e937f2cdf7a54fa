//! Elements of lists, and texts that are no lists.

use super::*;

/// Elements of a text for grids of 4x4, as objects, and the error at the end.
fn all(text: &str) -> (Vec<String>, Option<String>) {
    let choice = ColumnChoice::default();
    let is_objects = beginning(text, &choice) == Beginning::Object;
    let input = Box::new(io::BufReader::with_capacity(3, io::Cursor::new(text.as_bytes().to_vec())));
    let mut elements = Elements::new(Path::new("a"), (input, 0), &choice, 4, is_objects);
    let (mut found, mut object) = (Vec::new(), Vec::new());
    loop {
        match elements.read(&mut object) {
            Ok(true) => found.push(String::from_utf8(object.clone()).unwrap()),
            Ok(false) => return (found, None),
            Err(error) => {
                assert!(!elements.read(&mut object).unwrap(), "an error is the end");
                return (found, Some(error.to_string()));
            }
        }
    }
}

#[test]
fn elements_are_objects() {
    let list = r#"[ {"a": "]}\"["},{"b":[{}]} , "x", null,
        [1,2, 3],12 ]"#;
    let objects = [
        r#"{"a": "]}\"["}"#,
        r#"{"b":[{}]}"#,
        r#"{"puzzle":"x"}"#,
        r#"{"puzzle":null}"#,
        r#"{"puzzle":[1,2, 3]}"#,
        r#"{"puzzle":12}"#,
    ];
    let within = format!(r#"{{"n": {{"data": [1]}}, "z": "\"", "Puzzles":{list}, "more": [{{}}]}}"#);
    let deeper = format!("{{\"data\":{{\"items\" :{list}}},\"n\":1}} ");
    for text in [list, &within, &deeper] {
        assert_eq!(all(text), (objects.map(str::to_owned).to_vec(), None), "{text}");
    }
    let lines = "{\n\"a\": 1}\n\n{\"b\":\n2}\n";
    assert_eq!(all(lines).0, ["{\n\"a\": 1}", "{\"b\":\n2}"]);
    assert_eq!(all("[]"), (vec![], None));
}

#[test]
fn rows_of_a_grid_belong_together() {
    let row = "[1,0,null,\".\"]";
    let grid = format!("{{\"puzzle\":[{}]}}", [row; 4].join(","));
    assert_eq!(all(&format!("[{}]", [row; 8].join(" , "))).0, [grid.clone(), grid.clone()]);
    let short = format!("{{\"puzzle\":[{row},{row}]}}");
    let then = format!("[{row},{row},\"1234341221434321\",{}]", [row; 4].join(","));
    assert_eq!(all(&then).0[0].replace(",]", "]"), short);
    assert_eq!(all(&then).0[1..], ["{\"puzzle\":\"1234341221434321\"}".to_owned(), grid]);
    let texts = "[\"1...\",\"..3.\",\"....\",\"...4\"]";
    assert_eq!(all(texts).0, [format!("{{\"puzzle\":{texts}}}")]);
}

#[test]
fn lists_follow_each_other() {
    let expected = ["x", "y", "z"].map(|text| format!("{{\"puzzle\":\"{text}\"}}"));
    for text in [
        "[\"x\",\"y\"]\n[\"z\"]\n",
        "[\"x\"][][\"y\",\"z\"]",
        "{\"puzzles\":[\"x\",\"y\"]}\n\n{\"n\":2,\"puzzles\":[\"z\"],\"m\":[]}",
        "[\"x\"]{\"data\":{\"rows\":[\"y\",\"z\"],\"n\":1},\"n\":1}",
        "{\"puzzl\\u0065s\":[\"x\",\"y\",\"z\"]}",
    ] {
        assert_eq!(all(text), (expected.to_vec(), None), "{text}");
    }
    // Rows of a grid are in one list.
    let row = "[1,0,null,\".\"]";
    let short = format!("{{\"puzzle\":[{row},{row}]}}");
    let lists = all(&format!("[{row},{row}] [{row},{row}]"));
    assert_eq!(lists, (vec![short.clone(), short], None));
}

#[test]
fn what_is_no_other_list_is_refused() {
    let error = |text: &str| all(text).1.unwrap_or_default();
    let list_or_end = "where another list or the end of the text should be (row 2 of the JSON list)";
    for (text, found) in [("[1]x", "'x'"), ("[1]\n,[2]", "','"), ("{\"data\":[1]}]", "']'")] {
        let line = text.lines().count();
        assert_eq!(error(text), format!("a: line {line}: {found} {list_or_end}"));
    }
    for (text, problem) in [
        ("{\"puzzles\":[1],\n\"data\":[2]}", "line 2: data is a second list in one object; give one"),
        ("{\"data\":{\"rows\":[1]},\"items\":{}}", "line 1: items is a second list in one object; give one"),
        ("{\"data\":[1],\"data\":[2]}", "line 1: the key data comes twice"),
        ("{\"n\":1,\"\\u006e\":1,\"data\":[1]}", "line 1: the key n comes twice"),
        (
            "[1] {\"data\":[1],\"puzzle\":1}",
            "line 1: the object has puzzle and a list of puzzles; give one of them",
        ),
        (
            "[1] {\"n\":1}",
            "line 1: '}' where a list under a key such as puzzles should be (row 2 of the JSON list)",
        ),
        ("{\"data\":[1] \"n\":1}", "line 1: '\"' where a comma or } should be (row 2 of the JSON list)"),
        ("{\"n\":1x,\"data\":[1]}", "line 1: a value is no JSON"),
        ("[1] {\"n\":[},\"data\":[1]}", "line 1: a value is no JSON"),
        ("{\"data\":[1],}", "line 1: '}' where a key should be (row 2 of the JSON list)"),
        (
            "{\"data\":[1]",
            "line 1: the end of the text where a comma or } should be (row 2 of the JSON list)",
        ),
    ] {
        assert_eq!(error(text), format!("a: {problem}"), "{text}");
    }
    let keys: String = (0..=COLUMNS).map(|n| format!("\"{n}\":0,")).collect();
    assert_eq!(error(&format!("[] {{{keys}\"data\":[]}}")), "a: line 1: the object has more than 1024 keys");
}

#[test]
fn damage_has_a_place() {
    let error = |text: &str| all(text).1.unwrap_or_default();
    assert_eq!(error("[\n1 2]"), "a: line 2: '2' where a comma or ] should be (row 2 of the JSON list)");
    assert_eq!(
        error("[\n1,"),
        "a: line 2: the end of the text where the rest of it should be (row 2 of the JSON list)"
    );
    assert_eq!(
        error("[[1,\n\n2"),
        "a: line 3: the end of the text where the rest of it should be (row 1 of the JSON list)"
    );
    assert_eq!(error("[1,]"), "a: line 1: ']' where a value should be (row 2 of the JSON list)");
    let long = format!("[1,\"{}\"]", "x".repeat(2 << 20));
    assert_eq!(error(&long), "a: row 2: it has more than 1,048,576 bytes; at most that many are allowed");
}

#[test]
fn documents_are_told_from_lines() {
    let begins = |text| beginning(text, &ColumnChoice::default());
    for text in ["[", "[1", " [\n{", "[\"a", "[]", "{\"puzzles\": [", "{\"a\":1,\n \"data\":{\"rows\":["] {
        assert_eq!(begins(text), Beginning::List, "{text}");
    }
    for text in [
        "[Puzzle]",
        "{\"puzzle\":\"\"}",
        "{\"puzzle\":\"\",\"data\":[1]}\n{}",
        "{\"data\":1}\n",
        "{",
        "x",
        "{\n",
    ] {
        assert_eq!(begins(text), Beginning::Other, "{text}");
    }
    assert_eq!(begins("{\n\"puzzle\": \"\"\n}"), Beginning::Object);
}
