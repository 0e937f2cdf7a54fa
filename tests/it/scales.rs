//! Kept scales: what their finders do is part of them. Rows by a released scale are the same for good; if one of these hashes changes, the
//! change belongs to a new version of the scale (CONTRIBUTING.md, "Change a scale").

use crate::prelude::*;

/// Returns the BLAKE3 hash of these columns, row by row, and the values themselves.
fn rows(options: &[&str], names: &[&str]) -> (String, Vec<Vec<String>>) {
    let text = run(&[&["generate", "--no-timings", "--seed=scales"], options].concat());
    let columns: Vec<Vec<String>> = names.iter().map(|name| column(&text, name)).collect();
    let rows: Vec<Vec<String>> =
        (0..columns[0].len()).map(|row| columns.iter().map(|column| column[row].clone()).collect()).collect();
    let lines: String = rows.iter().map(|row| row.join(",") + "\n").collect();
    (blake3::hash(lines.as_bytes()).to_string(), rows)
}

/// A thousand rows of five levels, and the first of each.
#[test]
fn rows_by_level_are_the_same_for_good() {
    let options = [
        "--count=1000",
        "--symmetry=rot180",
        "--rulebook=hodoku-2.2/2",
        "--mix=level=easy:1,medium:1,hard:1,unfair:1,extreme:1",
    ];
    let (hash, rows) = rows(&options, &["puzzle", "level", "score", "hardest", "steps"]);
    let first = |level: &str| rows.iter().find(|row| row[1] == level).unwrap().join(",");
    let firsts = ["easy", "medium", "hard", "unfair", "extreme"].map(first).join("\n");
    insta::assert_snapshot!(firsts, @r"
    198...2.....8....1..5..3.....2.17.4..5.4.9.6..4.58.7.....9..6..5....8.....7...523,easy,222,hidden_single,53
    7.4.....1....5..8..5.62...48.9...4...47.9.31...1...2.82...35.4..9..4....4.....1.3,medium,498,pointing,55
    .3...2...58...9.7..69..1...6...3.7...24.7.15...3.1...2...5..24..5.1...37...8...1.,hard,1338,xy_wing,63
    ..7.....4.4.9...719...3......432...7.9.....4.1...845......9...328...5.9.5.....4..,unfair,1660,xy_chain,67
    .1......4..327.1..4....3.5....386....9.....7....795....2.9....8..1.376..5......4.,extreme,2630,xy_chain,72
    ");
    assert_eq!(hash, "378a68ed3c1d3054784a8a3c331ab32b72abd55410df3194e78d6ba6d1d5f500");
}

#[test]
fn rows_by_er_are_the_same_for_good() {
    let options = [
        "--count=150",
        "--rulebook=se-1.2.1/1",
        "--mix=er=1.0..2.5:1,2.6..4.4:1,4.5..6.5:1,6.6..7.1:1,7.2..9.5:1",
    ];
    let (hash, rows) = rows(&options, &["puzzle", "er", "ep", "ed", "score", "hardest"]);
    let firsts: Vec<String> = rows[..5].iter().map(|row| row.join(",")).collect();
    insta::assert_snapshot!(firsts.join("\n"), @r"
    .3..5............17.9...4.....2.879...49...5...............32.825...463...6..7.1.,8.3,1.2,1.2,129.1,cell_forcing_chains
    ...7..2..6.3..245...5........2.1.......4..3.8..9.8.....1......7...2...9..8.6....3,2.6,1.2,1.2,79.1,pointing
    18......44..........9.56...6.........4.2..5....8...9.7.9...1..8....386......7..13,2.6,1.2,1.2,79.0,pointing
    .......84..8...7...6.53..9..5.2.......9........7..95.....4.5..3..6.2..71.1..6....,7.2,1.2,1.2,113.0,forcing_chain
    .6.52......4..1....3....1..8.......69..23...454.8..9......4...2.823....94......7.,3.4,1.2,1.2,81.8,hidden_pair
    ");
    assert_eq!(hash, "348c0257a50bba7c78f9a07d956e261febd32b65a07a3804221a6aa2f4e3a0fe");
}

#[test]
fn scales_are_selected_by_name_and_version() {
    let level = |rulebook: &str| {
        run(&["generate", "--count=3", "--seed=1", "--no-timings", "--level=hard", "--rulebook", rulebook])
    };
    let newest = level("hodoku");
    for name in ["hodoku-2.2/2", "HODOKU-2.2", "hodoku/2"] {
        assert_eq!(level(name), newest, "{name}");
    }
    let puzzle = column(&newest, "puzzle")[0].clone();
    let rate = |rulebook: &str| run_with(&["rate", "--no-timings", "--rulebook", rulebook], &puzzle);
    assert_eq!(rate("hodoku-2.2/2,se-1.2.1/1"), rate("hodoku,se"));
    for name in ["hodoku-2.2/1", "se/7"] {
        let printed = format!("rulebook {name}: there is no scale {name}; there are hodoku-2.2/2, ");
        assert_failure(&["generate", "--count=1", "--rulebook", name], &printed);
    }
    // A file may have the name of a scale.
    let files = Folder::made();
    let own = "name = \"mine\"\nscale = \"mine/1\"\nconventions = \"hodoku\"\n[[rule]]\ntechnique = \"naked_single\"\nrating = 1\n";
    files.write("se", own);
    let mut rate = gridmill();
    rate.current_dir(files.path()).args(["rate", "--no-timings", "--rulebook=se"]).write_stdin(puzzle);
    let text = rate.stdout_text();
    assert!(text.lines().next().unwrap().contains("hardest_score"), "{text}");
}

/// A technique that simpler ones leave nothing in its usual place is found at once where it is tried early.
#[test]
fn a_technique_is_practised() {
    let options = [
        "--count=4",
        "--require=franken_swordfish",
        "--rulebook=practice:franken_swordfish",
        "--attempts=1000",
    ];
    let folder = Folder::new();
    let out = &folder.name();
    run(&[&["generate", "--seed=1", "--format=csv", "--out", out], &options[..]].concat());
    let rows = folder.bytes("data/part-00000-of-00001.csv");
    let name = gridmill::rate::Technique::FrankenSwordfish.count_column().0;
    assert!(column(&rows, name).iter().all(|steps| steps.parse::<u32>().unwrap() > 0));
    let card = folder.card();
    assert!(card.contains("--rulebook corpus/rulebook.toml --require franken_swordfish "), "{card}");
    let again = run(&[&["generate", "--seed=1"], &options[..]].concat());
    assert_eq!(column(&again, "puzzle"), column(&rows, "puzzle"));
    let unknown = ["generate", "--count=1", "--rulebook=practice:frankenfish"];
    assert_failure(&unknown, "rulebook practice:frankenfish: ");
}

#[test]
fn missing_scales_are_named() {
    let folder = Folder::new();
    let out = &folder.name();
    let options = ["--count=3", "--seed=1", "--level=hard", "--no-timings", "--progress=never", "--out", out];
    run(&[&["generate"], &options[..]].concat());
    let manifest = folder.text("manifest.json");
    assert!(manifest.contains("--rulebook hodoku-2.2/2 "), "the command names the scale");
    let later = manifest.replace("\"rulebook\": \"hodoku\"", "\"rulebook\": \"hodoku-2.2/9\"");
    assert_ne!(later, manifest);
    folder.write("manifest.json", later);
    let printed = "its ratings are on a scale that this program lacks: there is no scale hodoku-2.2/9; there are hodoku-2.2/2, ";
    assert_failure(&[&["generate", "--resume"], &options[..]].concat(), printed);
    assert_failure(&["show", out, "1"], printed);
    // An older corpus whose plan has the name alone.
    let (known, older) = ("\"rating_scale\": \"hodoku-2.2/2\"", "\"rating_scale\": \"hodoku-2.2/1\"");
    folder.write("manifest.json", manifest.replace(known, older));
    assert_failure(&["show", out, "1"], "there is no scale hodoku-2.2/1; there are hodoku-2.2/2, ");
    run(&["report", out, "--format=md"]);
}
