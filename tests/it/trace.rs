//! Traces: every step's text follows from its data alone, in CSV, Parquet and JSON.

use crate::prelude::*;

/// ER 10.5 by the Explainer: chains within chains.
const NESTED: &str = "..6..3...9..7...1..5..8....7..9..4.......6..1.3..5..........29...8.7..4.4..2....7";

fn list(value: &Value) -> Vec<u64> {
    value.as_array().unwrap().iter().map(|item| item.as_u64().unwrap()).collect()
}

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|item| item.as_str().unwrap()).collect()
}

fn joined(digits: &[u64]) -> String {
    digits.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

/// `1, 2 and 3`.
fn and(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Groups cells that share their columns (or rows): `r3c46`.
fn words(cells: &[u64], by_row: bool) -> Vec<String> {
    let split = |cell: u64| if by_row { (cell / 9, cell % 9) } else { (cell % 9, cell / 9) };
    let mut groups: Vec<(String, String)> = Vec::new();
    for line in 0..9 {
        let mut inner: Vec<u64> = cells
            .iter()
            .map(|&cell| split(cell))
            .filter(|(at, _)| *at == line)
            .map(|(_, index)| index)
            .collect();
        inner.sort_unstable();
        inner.dedup();
        let inner: String = inner.iter().map(|index| (index + 1).to_string()).collect();
        if inner.is_empty() {
            continue;
        }
        match groups.iter_mut().find(|(_, others)| *others == inner) {
            Some((lines, _)) => *lines += &(line + 1).to_string(),
            None => groups.push(((line + 1).to_string(), inner)),
        }
    }
    let word = |(lines, inner): (String, String)| {
        if by_row { format!("r{lines}c{inner}") } else { format!("r{inner}c{lines}") }
    };
    groups.into_iter().map(word).collect()
}

fn cells(cells: &[u64]) -> String {
    let [rows, columns] = [true, false].map(|by_row| words(cells, by_row));
    if columns.len() < rows.len() { columns.join(" ") } else { rows.join(" ") }
}

fn house(name: &str) -> String {
    let kind = match &name[..1] {
        "r" => "row",
        "c" => "column",
        _ => "box",
    };
    format!("{kind} {}", &name[1..])
}

/// Groups houses by kind: `rows 1 and 4 and column 2`.
fn houses(names: &[&str]) -> String {
    let kinds = [("r", "rows"), ("c", "columns"), ("b", "boxes")];
    let of = |(letter, plural): (&str, &str)| {
        let of_kind: Vec<&&str> = names.iter().filter(|name| name.starts_with(letter)).collect();
        match of_kind.len() {
            0 => None,
            1 => Some(house(of_kind[0])),
            _ => {
                let numbers: Vec<String> = of_kind.iter().map(|name| name[1..].to_owned()).collect();
                Some(format!("{plural} {}", and(&numbers)))
            }
        }
    };
    kinds.into_iter().filter_map(of).collect::<Vec<_>>().join(" and ")
}

fn eureka(chain: &Value) -> String {
    let mut text = String::new();
    for (at, node) in chain.as_array().unwrap().iter().enumerate() {
        text += match (at, node["link"].as_str()) {
            (0, None) => "",
            (_, Some("strong")) => " = ",
            (_, Some("weak")) => " - ",
            _ => " > ",
        };
        text += &format!("({}){}", node["digit"], cells(&list(&node["cells"])));
    }
    text
}

fn plain(node: &Value) -> String {
    let not = if node["on"] == true { "" } else { "not " };
    format!("{not}{} at {}", node["digit"], cells(&list(&node["cells"])))
}

/// Writes the ends of chains, each once.
fn ends(chains: &[Value], end: fn(&Vec<Value>) -> Option<&Value>, between: &str) -> String {
    let mut ends: Vec<String> = Vec::new();
    for end in chains.iter().filter_map(|chain| end(chain.as_array().unwrap())).map(plain) {
        if !ends.contains(&end) {
            ends.push(end);
        }
    }
    ends.join(between)
}

fn forcing(step: &Value) -> String {
    let (chains, nodes) = (step["chains"].as_array().unwrap(), step["nodes"].as_u64().unwrap());
    let listed: u64 = chains.iter().map(|chain| chain.as_array().unwrap().len() as u64).sum();
    let within = nodes.saturating_sub(listed);
    let within = if within == 0 { String::new() } else { format!(" ({within} in chains within)") };
    let written: Vec<String> = chains
        .iter()
        .map(|chain| chain.as_array().unwrap().iter().map(plain).collect::<Vec<_>>().join(", "))
        .collect();
    format!(
        " of {nodes} nodes{within} by {} from {} to {} ({})",
        step["kind"].as_str().unwrap(),
        ends(chains, |chain| chain.first(), " and from "),
        ends(chains, |chain| chain.last(), " and to "),
        written.join("; ")
    )
}

/// Rebuilds the text of a step from its other fields.
fn rebuilt(step: &Value) -> String {
    let technique: Technique = step["technique"].as_str().unwrap().parse().unwrap();
    let family = technique.family().name();
    let (digits, at) = (list(&step["digits"]), list(&step["cells"]));
    let (extra, fins) = (list(&step["extra"]), list(&step["fins"]));
    let (base, cover) = (texts(&step["base"]), texts(&step["cover"]));
    let chains = step["chains"].as_array().unwrap();
    let sets = step["sets"].as_array().unwrap();
    let colors = step["colors"].as_array().unwrap();
    let placed = step["placements"].as_array().unwrap().first();
    let of_houses = texts(&step["houses"]);
    let is_single = family == "singles";
    let mut pointed = cells(&at);
    let why = if is_single {
        let cell = placed.unwrap()["cell"].as_u64().unwrap();
        pointed = cells(&[cell]);
        of_houses.first().map_or(String::new(), |name| format!(" in {}", house(name)))
    } else if step["kind"].is_string() {
        let sources = step["sources"].as_array().unwrap();
        pointed = cells(&sources.iter().flat_map(|source| list(&source["cells"])).collect::<Vec<_>>());
        forcing(step)
    } else if !chains.is_empty() && base.is_empty() && family != "wings" {
        let length =
            if family == "chaining" { format!(" of {} nodes", step["nodes"]) } else { String::new() };
        format!("{length} {}", chains.iter().map(eureka).collect::<Vec<_>>().join("; "))
    } else if !sets.is_empty() {
        let set =
            |set: &Value| format!("{} {{{}}}", cells(&list(&set["cells"])), joined(&list(&set["digits"])));
        let links =
            if digits.is_empty() { String::new() } else { format!(" linked by {{{}}}", joined(&digits)) };
        format!(" {}{links}", and(&sets.iter().map(set).collect::<Vec<_>>()))
    } else if !colors.is_empty() {
        let colors: Vec<String> = colors.iter().map(|color| cells(&list(color))).collect();
        let pairs: Vec<String> = colors.chunks(2).map(|pair| pair.join(" against ")).collect();
        format!(" of {} in {}", digits[0], pairs.join(" and in "))
    } else if family == "exclusion" {
        pointed = cells(&at.iter().chain(&extra).copied().collect::<Vec<_>>());
        format!(" of {} forbidden by {}", cells(&at), cells(&extra))
    } else if family == "locked" && !base.is_empty() {
        let by = if cover[0].starts_with('b') { "within" } else { "along" };
        format!(" of {} in {} {by} {}", digits[0], house(base[0]), house(cover[0]))
    } else if !base.is_empty() {
        let word = if fins.len() > 1 { "fins" } else { "fin" };
        let fins = if fins.is_empty() { String::new() } else { format!(" with {word} {}", cells(&fins)) };
        let by = if cover.is_empty() { String::new() } else { format!(" covered by {}", houses(&cover)) };
        format!(" of {} in {}{by}{fins}", digits[0], houses(&base))
    } else if !of_houses.is_empty() {
        format!(" {{{}}} in {}", joined(&digits), house(of_houses[0]))
    } else if family == "uniqueness" {
        let extra = if extra.is_empty() { String::new() } else { format!(" with {}", cells(&extra)) };
        format!(" {{{}}}{extra}", joined(&digits))
    } else if family == "wings" {
        format!(" {{{}}}", joined(&digits))
    } else {
        format!(" of {}", joined(&digits))
    };
    let mut text = format!("{pointed}: {}{why}", technique.title().to_lowercase());
    if let Some(placed) = placed {
        text += &format!(" places {}", placed["digit"]);
        if !is_single {
            text += &format!(" at {}", cells(&[placed["cell"].as_u64().unwrap()]));
        }
    }
    let gone = step["eliminations"].as_array().unwrap();
    let of_digit = |digit: u64| {
        let gone = gone.iter().filter(|candidate| candidate["digit"] == digit);
        let gone: Vec<u64> = gone.map(|candidate| candidate["cell"].as_u64().unwrap()).collect();
        (!gone.is_empty()).then(|| format!("{digit} from {}", cells(&gone)))
    };
    let gone: Vec<String> = (1..=9).filter_map(of_digit).collect();
    if gone.is_empty() {
        return text;
    }
    let and = if placed.is_some() { " and" } else { "" };
    format!("{text}{and} removes {}", gone.join(", "))
}

#[test]
#[ignore = "3 s, hundreds of paths by two rulebooks: bash scripts/long_tests.sh"]
fn long_texts_follow_from_the_data() {
    let corpus = run(&["generate", "-n400", "--seed=3", "--no-timings"]);
    let puzzles = column(&corpus, "puzzle").join("\n") + "\n" + NESTED;
    let mut seen = BTreeSet::new();
    for rulebook in ["--rulebook=hodoku", "--rulebook=se"] {
        let text = run_with(&["rate", rulebook, "--add=path", "--no-timings"], &puzzles);
        for path in column(&text, "path") {
            let steps = parsed(&path);
            for step in steps.as_array().unwrap() {
                assert_eq!(step["text"].as_str().unwrap(), rebuilt(step), "{step}");
                seen.insert(step["technique"].as_str().unwrap().to_owned());
            }
        }
    }
    for name in [
        "full_house",
        "naked_single",
        "pointing",
        "naked_pair",
        "hidden_pair",
        "x_wing",
        "finned_swordfish",
        "skyscraper",
        "two_string_kite",
        "empty_rectangle",
        "multi_colors_2",
        "unique_rectangle_1",
        "xy_wing",
        "w_wing",
        "aic",
        "discontinuous_nice_loop",
        "als_xz",
        "sue_de_coq",
        "forcing_chain",
        "cell_forcing_chains",
        "aligned_pair_exclusion",
        "direct_hidden_pair",
        "bug_plus_1",
    ] {
        assert!(seen.contains(name), "{name} is not among {seen:?}");
    }
}

#[test]
fn solve_and_rate_have_the_same_steps() {
    for rulebook in ["--rulebook=hodoku", "--rulebook=se"] {
        let rated = run_with(&["rate", rulebook, "--add=path", "--no-timings"], NESTED);
        let path = parsed(&column(&rated, "path")[0]);
        let solved = parsed(&run(&["solve", rulebook, "--steps", "--json", NESTED]));
        let without_explanation = |step: &Value| {
            let mut step = step.clone();
            let fields = step.as_object_mut().unwrap();
            let (levels, explanation) = (fields.remove("levels"), fields.remove("explanation"));
            assert!(levels.is_some_and(|levels| {
                levels["where"].as_str().is_some_and(|text| text.starts_with("Look at "))
            }));
            assert!(explanation.is_some_and(|text| text.as_str().is_some_and(|text| text.ends_with('.'))));
            step
        };
        let steps: Vec<Value> = solved["steps"].as_array().unwrap().iter().map(without_explanation).collect();
        assert_eq!(Value::from(steps), path);
        let next = parsed(&run(&["solve", rulebook, "--next", "--json", NESTED]));
        assert_eq!(without_explanation(&next["next"]), path[0]);
    }
}
