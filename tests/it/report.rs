//! `gridmill report` as a process: every form, shards and the whole, and files that are not what they should be.

use crate::{common::html::assert_well_formed, prelude::*};
use gridmill::draw::{Anchor, Colour, Element, Font, Picture, pdf};

/// The first corpus of a report as JSON; nothing on the page or in the figures is no number.
fn figures(paths: &[&str], options: &[&str]) -> Value {
    let args = |form| [&["report", "--progress=never", "--format", form][..], paths, options].concat();
    let html = run(&args("html"));
    assert_well_formed(&html);
    assert!(!html.contains("NaN") && !html.contains("inf ") && !html.contains(">inf"));
    // Tiles have small pictures of their own, puzzles their text in place of a table.
    let count = |part: &str| html.matches(part).count();
    assert_eq!(count("<figure"), count("<svg ") - count("<dd class=\"spark\">"));
    assert_eq!(count("<figure id=\"chart-"), count("<details class=\"numbers\">"));
    assert_eq!(count("<figure class=\"card\">"), count("</svg>\n<code>"));
    run(&args("md"));
    let json = parsed(&run(&args("json")));
    assert_eq!(json["schema"], 6);
    json["corpora"][0].clone()
}

pub(super) fn generate(out: &str, options: &[&str]) {
    run(&[&["generate", "--out", out][..], options].concat());
}

/// Makes the parts of a corpus in folders such as `1of3`.
fn parts_in<const N: usize>(files: &Folder, plan: &[&str]) -> [String; N] {
    std::array::from_fn(|part| {
        let out = files.named(format!("{}of{N}", part + 1));
        generate(&out, &[plan, &["--part", &format!("{}/{N}", part + 1)]].concat());
        out
    })
}

#[test]
fn pages_have_bibtex_entries() {
    let files = Folder::made();
    let corpus = files.named("a_b");
    run(&["generate", "--count=20", "--seed=s&t", "--rulebook=se", "--out", &corpus]);
    let page = run(&["report", &corpus, "--format=md"]);
    let entries = page.split("To cite (BibTeX)").nth(1).unwrap();
    entries.assert_has(&[
        "@misc{corpus1,\n  title = {a\\_b: 20 Sudoku puzzles},",
        ", seed s\\&t}",
        "@misc{sudokuexplainer,",
        "@inproceedings{berthier2009,",
    ]);
    assert!(!entries.contains("@misc{hodoku") && !entries.contains("@book"), "{entries}");
}

#[test]
#[ignore = "25 s, many pages: bash scripts/long_tests.sh"]
fn long_parts_add_up_to_the_whole_to_the_last_digit() {
    let files = Folder::made();
    let plan =
        ["-n6000", "--seed=5", "--rulebook=hodoku", "--no-timings", "--dig=weighted", "--shard-rows=1000"];
    generate(&files.named("whole"), &plan);
    let parts: [String; 3] = parts_in(&files, &plan);
    let options = ["--name=corpus", "--check=200,duplicates=3000"];
    let whole = figures(&[&files.named("whole")], &[&options[..], &["--threads=1"]].concat());
    let joined = figures(&[&parts[2], &parts[0], &parts[1]], &[&options[..], &["--threads=3"]].concat());
    assert_eq!(whole, joined);
    assert_eq!(whole["rows"], 6000);
    assert_eq!(whole["distinct"]["one_in"], 2, "more puzzles than hashes may be kept");
    assert!(whole["unbiased"]["minimal_puzzles"]["ln"].as_f64().unwrap() > 80.0);
}

#[test]
fn the_report_of_a_run_is_that_of_its_files() {
    let count = sample("-n150", "-n900");
    let files = Folder::made();
    let (out, report) = (files.named("corpus"), files.named("end.json"));
    generate(&out, &[count, "--seed=6", "--rulebook=se", "--no-timings", "--report", &report]);
    let end = parsed(&fs::read_to_string(&report).unwrap());
    assert_eq!(end["corpora"][0], figures(&[&out], &[]));
    // Rows that were there already count, too.
    fs::remove_file(&report).unwrap();
    generate(&out, &[count, "--seed=6", "--rulebook=se", "--no-timings", "--report", &report, "--resume"]);
    let again = parsed(&fs::read_to_string(&report).unwrap());
    assert_eq!(end["corpora"], again["corpora"]);
}

/// Returns the glyphs of each text of a PDF file.
fn shown_texts(pdf: &[u8]) -> Vec<Vec<u8>> {
    let lines: Vec<&[u8]> = pdf.split(|&byte| byte == b'\n').collect();
    lines.iter().filter_map(|line| line.strip_suffix(b" Tj")).map(<[u8]>::to_vec).collect()
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let files = Folder::made();
    let corpus = files.named("corpus");
    generate(&corpus, &["-n500", "--seed=7", "--rulebook=hodoku"]);
    for form in ["html", "md", "json", "csv"] {
        let page = || run(&["report", &corpus, "--format", form]);
        assert_eq!(page(), page(), "{form}");
    }
    let svg = files.named("svg");
    run(&["report", &corpus, "--svg", &svg]);
    // Two sizes for print, with colours that every program knows.
    for (name, width) in [("givens.svg", "85mm"), ("givens-wide.svg", "170mm")] {
        let picture = fs::read_to_string(format!("{svg}/{name}")).unwrap();
        let start =
            format!("<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" width=\"{width}\" height=\"");
        assert!(picture.starts_with(&start), "{}", &picture[..200]);
        assert!(!picture.contains("var(") && picture.contains("#0068a3"), "{name}");
        // The picture says what it shows, and styles nothing else on a page.
        let texts = picture.split("<text").skip(1);
        let words: Vec<&str> = texts.map(|text| between(text, ">", "<")).collect();
        let words = words.join(" ");
        assert!(words.contains("sample of 9x9 puzzles dug top-down from uniform grids, 500 rows"), "{words}");
        assert!(!picture.contains("<style") && !picture.contains(" id="), "{name}");
    }
    // Each is there as PDF: a page of the same size, with the same bytes for the same rows.
    let mut word = Picture::new((50.0, 20.0), "", "");
    let (font, anchor) = (Font::bold(12.0), Anchor::Start);
    word.elements.push(Element::text((0.0, 15.0), "givens", font, anchor, Colour::BLACK));
    let word = pdf([word], "");
    for (name, points) in [("givens", "240.94"), ("givens-wide", "481.89")] {
        let pdf = fs::read(Path::new(&svg).join(name).with_extension("pdf")).unwrap();
        let text = String::from_utf8_lossy(&pdf);
        assert!(text.starts_with("%PDF-1.") && text.trim_end().ends_with("%%EOF"), "{name}");
        assert!(text.contains(&format!("/MediaBox [0 0 {points} ")), "{name}");
        assert!(text.contains("OpenSans-Bold"), "{name}");
        let label = &shown_texts(&word)[0];
        assert!(shown_texts(&pdf).contains(label), "{name}");
    }
    let again = files.named("again");
    run(&["report", &corpus, "--svg", &again]);
    let [one, other] = [&svg, &again].map(|folder| fs::read(format!("{folder}/givens.pdf")).unwrap());
    assert_eq!(one, other);
}

/// A small corpus, every figure: 4x4, all columns but times.
#[test]
fn a_small_report_holds_these_figures() {
    let files = Folder::made();
    let corpus = files.named("small");
    let measures = ["--add=guesses", "--add=trial", "--add=backdoors"];
    let plan = ["-n40", "--seed=1", "--box=2x2", "--dig=controlled-bias", "--no-timings"];
    generate(&corpus, &[&plan[..], &measures].concat());
    let mut figures = figures(&[&corpus], &[]);
    // Search nodes belong to the solver, the plan to the manifest.
    for of_the_plan in ["plan", "bias", "facts"] {
        figures.as_object_mut().unwrap().remove(of_the_plan);
    }
    figures["columns"].as_array_mut().unwrap().retain(|column| column["name"] != "nodes");
    insta::assert_snapshot!(format!("{figures:#}"));
}

#[test]
#[ignore = "10 s, statistics: bash scripts/long_tests.sh"]
fn long_weights_lead_to_the_exact_shares() {
    let files = Folder::made();
    let corpus = files.named("distribution");
    generate(&corpus, &["-n20000", "--seed=2", "--box=2x2", "--dig=controlled-bias", "--no-timings"]);
    let unbiased = &figures(&[&corpus], &[])["unbiased"];
    // All minimal 4x4 puzzles: 25,728 with 4 givens, 58,368 with 5, 1,536 with 6.
    for (n, exact) in [25_728.0, 58_368.0, 1_536.0].into_iter().enumerate() {
        let (exact, all) = (exact / 85_632.0, &unbiased["givens"][n]["all"]);
        let (value, error) = (all["value"].as_f64().unwrap(), all["error"].as_f64().unwrap());
        assert!((value - exact).abs() < 4.0 * error, "{n}: {value} +- {error}, {exact}");
    }
    let amount = &unbiased["minimal_puzzles"];
    let (value, error) = (amount["estimate"].as_f64().unwrap(), amount["relative_error"].as_f64().unwrap());
    assert!((value / 85_632.0 - 1.0).abs() < 4.0 * error, "{value} +- {error}");
}

/// Parts add up, and depth 0, B 0 and backdoors of no cell are the puzzles that fall to singles.
#[test]
#[ignore = "10 s, trials of many rows: bash scripts/long_tests.sh"]
fn long_measures_without_a_rulebook_agree_with_each_other() {
    let files = Folder::made();
    let plan = ["-n300", "--seed=5", "--rulebook=se", "--no-timings", "--dig=weighted", "--shard-rows=100"];
    let plan =
        [&plan[..], &["--add=guesses", "--add=trial", "--add=backdoors", "--budget=trial=2000"]].concat();
    generate(&files.named("whole"), &plan);
    let parts: [String; 3] = parts_in(&files, &plan);
    let whole = figures(&[&files.named("whole")], &["--name=corpus", "--threads=1"]);
    assert_eq!(whole, figures(&[&parts[1], &parts[2], &parts[0]], &["--name=corpus", "--threads=3"]));
    let (singles, shares) = (&whole["unbiased"]["falls_to_singles"], &whole["trial"]["shares"]);
    for (n, of) in ["trial_depth", "b", "backdoor_size"].into_iter().enumerate() {
        let (shares, least) = (&shares[n], &shares[n]["classes"][0]);
        assert_eq!((&shares["of"], &shares["rows"], &least["value"]), (&of.into(), &300.into(), &0.into()));
        assert_eq!(least["rows"], singles["sample"]["rows"], "{of}");
        assert_eq!(least["estimate"], singles["all"], "{of}");
    }
    let b = &shares[1];
    assert!(b["bounds"].as_u64().unwrap() > 0 && b["estimated_mean"].is_null(), "{b:#}");
    assert!(!b["classes"][0]["published"].is_null(), "all minimal 9x9 puzzles");
    let page = run(&["report", &files.named("whole"), "--format=md"]);
    page.assert_has(&["Definitions trial/1; budget of 2,000 nodes for depth and braids and 2,000 nodes"]);
}

#[test]
fn files_made_elsewhere_are_reported_as_far_as_they_go() {
    let files = Folder::made();
    let empty = figures(&[&files.write("empty.txt", "")], &[]);
    assert_eq!((&empty["rows"], &empty["givens"]), (&Value::from(0), &Value::Null));
    let header = figures(&[&files.write("header.csv", "puzzle,er\n")], &[]);
    assert_eq!(header["rows"], 0);
    let one = figures(&[&files.write("one.csv", format!("puzzle\n{PUZZLE}\n"))], &["--check=all"]);
    assert_eq!((&one["givens"]["mean"], &one["givens"]["sd"]), (&Value::from(30.0), &Value::Null));
    let bad = figures(&[&files.write("bad.txt", format!("{PUZZLE}\nhello\n{PUZZLE}\n"))], &[]);
    assert_eq!(
        (&bad["rows"], &bad["puzzles"], &bad["distinct"]["copies"]),
        (&3.into(), &2.into(), &1.into())
    );
    assert_eq!(bad["checks"][1]["failed"], 1);
    let odd = figures(&[&files.write("odd.txt", format!("\u{1}<b>&\u{7f}\t\"-->\n{PUZZLE}\n"))], &[]);
    assert_eq!((&odd["rows"], &odd["puzzles"]), (&2.into(), &1.into()));
    let nulls = figures(&[&files.write("null.csv", format!("puzzle,er,score,weight\n{PUZZLE},,,\n"))], &[]);
    assert_eq!((&nulls["difficulty"], &nulls["unbiased"]), (&Value::Null, &Value::Null));
    let foreign = figures(&[&files.write("foreign.csv", format!("id;puzzle;er\nx;{PUZZLE};hard\n"))], &[]);
    assert_eq!(foreign["columns"][2]["type"], "string");
    let strange = format!("puzzle,weight,er,givens,solution\n{PUZZLE},inf,70000,3,{PUZZLE}\n");
    let strange = figures(&[&files.write("strange.csv", &strange)], &[]);
    let failed = |n: usize| strange["checks"][n]["failed"].clone();
    assert_eq!((failed(4), failed(5)), (1.into(), 1.into()), "solution and givens");
    let two = figures(&[&files.write("a.txt", PUZZLE), &files.write("b.csv", "puzzle\n")], &[]);
    assert_eq!(two["name"], "a");
}

/// All rows of one kind of nothing: each is a report, and none holds what is no number (see `figures`).
#[test]
fn columns_without_values_leave_their_sections_out() {
    let files = Folder::made();
    let rows = |row: &str| format!("{row}\n").repeat(3);
    let columns = "index,puzzle,givens,er,score,level,hardest,solved,weight,attempts,rate_ns,t_naked_single";
    let of = |name: &str, text: String| figures(&[&files.write(name, text)], &[]);
    let null = of("null.csv", format!("{columns}\n{}", rows(&format!(",{PUZZLE},,,,,,,,,,"))));
    assert_eq!((&null["rows"], &null["puzzles"]), (&3.into(), &3.into()));
    assert_eq!((&null["difficulty"], &null["unbiased"]), (&Value::Null, &Value::Null));
    assert_eq!(null["times"].as_array().unwrap().len(), 0);
    // A file without any puzzle is a mistake.
    let none = files.write("none.csv", format!("{columns}\n{}", rows(",,,,,,,,,,,")));
    assert_refusal(&["report", "--format=json", &none], 1, "none.csv: line 2");
    let unsolved = of("unsolved.csv", format!("puzzle,er,solved\n{}", rows(&format!("{PUZZLE},,false"))));
    assert_eq!(picked(&unsolved["difficulty"], &["rated", "hardest_step"]), json!([3, null]));
    let single = format!("{columns}\n0,{PUZZLE},30,10,300.5,easy,naked_single,true,46.1,1,900,51\n");
    let single = figures(&[&files.write("single.csv", &single)], &["--check=all"]);
    // A stranger's weights may mean anything.
    assert_eq!(single["unbiased"], Value::Null);
    let weighted = files.named("weighted");
    generate(&weighted, &["-n1", "--seed=3", "--box=2x2", "--dig=weighted", "--no-timings"]);
    let weighted = figures(&[&weighted], &[]);
    assert_eq!(weighted["unbiased"]["effective_rows"], 1.0);
    assert_eq!(weighted["unbiased"]["means"][0]["all"]["error"], Value::Null);
    assert_eq!(single["difficulty"]["hardest_technique"][0]["share"], 1.0);
    let odd = format!("puzzle,weight,rate_ns,er\n{PUZZLE},-1e300,18446744073709551615,65535\n");
    let odd = of("odd.csv", odd);
    assert_eq!((&odd["difficulty"], &odd["unbiased"]), (&Value::Null, &Value::Null));
}

#[test]
fn unequal_corpora_are_compared_as_far_as_they_go() {
    let files = Folder::made();
    let rated = files.named("rated");
    generate(&rated, &["-n30", "--seed=3", "--rulebook=se", "--no-timings"]);
    let empty = files.write("empty.csv", "puzzle,er\n");
    let one = files.write("one.csv", format!("puzzle,er\n{PUZZLE},12\n"));
    for paths in [[&rated, &empty], [&empty, &rated], [&one, &rated], [&empty, &one]] {
        figures(&[paths[0], paths[1]], &[]);
    }
    let small = files.write("small.txt", "1...............\n");
    figures(&[&rated, &small], &[]);
}

#[test]
fn a_part_is_known_as_one() {
    let files = Folder::made();
    let plan = ["-n500", "--seed=9", "--no-timings", "--shard-rows=100"];
    let first = |paths: &[&str]| {
        let figures = figures(paths, &["--check=0"]);
        let rows = [&figures["planned_rows"], &figures["whole_rows"]].map(|rows| rows.as_u64().unwrap());
        (rows, figures["checks"][0]["passed"].clone(), figures["checks"][0]["note"].clone())
    };
    let parts: [String; 2] = parts_in(&files, &plan);
    let note = Value::from("against the manifest: a part, 300 of 500 rows");
    assert_eq!(first(&[&parts[1]]), ([300, 500], true.into(), note));
    let whole = Value::from("against the manifest's count");
    assert_eq!(first(&[&parts[1], &parts[0]]), ([500, 500], true.into(), whole.clone()));
    assert_eq!(first(&[&parts[0], &parts[0]]).1, false, "one part twice");
    // The other part made in the same folder, and then the whole.
    generate(&parts[1], &[&plan[..], &["--part=1/2", "--resume"]].concat());
    assert_eq!(first(&[&parts[1]]), ([500, 500], true.into(), whole.clone()));
    generate(&parts[0], &[&plan[..], &["--resume"]].concat());
    assert_eq!(first(&[&parts[0]]), ([500, 500], true.into(), whole));
    let report = files.named("end.json");
    generate(&files.named("third"), &[&plan[..], &["--part=3/5", "--report", &report]].concat());
    let end = parsed(&fs::read_to_string(&report).unwrap());
    let end = &end["corpora"][0];
    assert_eq!((&end["planned_rows"], &end["checks"][0]["passed"]), (&100.into(), &true.into()));
}

#[test]
fn several_files_hold_the_same_report() {
    let files = Folder::made();
    let [corpus, page, json] = ["corpus", "page.html", "page.json"].map(|name| files.named(name));
    generate(&corpus, &["-n20", "--seed=1", "--no-timings"]);
    run(&["report", &corpus, "--out", &page, "--out", &json]);
    let page = fs::read_to_string(page).unwrap();
    let json = parsed(&fs::read_to_string(json).unwrap());
    let command = json["command"].as_str().unwrap();
    // A backslash is quoted.
    let end = if cfg!(windows) { "page.html' --out" } else { "page.html --out" };
    assert!(command.contains(end) && page.starts_with(&format!("<!-- {command} -->\n")));
}

#[test]
fn what_cannot_be_read_is_one_clear_line() {
    let files = Folder::made();
    let corpus = files.named("corpus");
    generate(&corpus, &["-n30", "--seed=8", "--no-timings"]);
    let shard = Path::new(&corpus).join("data/part-00000-of-00001.parquet");
    let report = |path: &str| failure(&["report", path, "--format=json"]);
    assert!(report(&files.write("none.csv", "id,text\n")).contains("puzzle"));
    assert!(report(&files.named("absent")).contains("absent"));
    files.make("void");
    assert!(report(&files.named("void")).contains("no corpus"));
    fs::remove_file(&shard).unwrap();
    assert!(report(&corpus).contains("part-00000"));
    assert_failure(&["report", &corpus, "--out", "/tmp/report.pdf"], ".html");
}

#[test]
fn corpora_are_compared_with_the_first() {
    let files = Folder::made();
    let [one, other] = ["one", "other"].map(|name| files.named(name));
    generate(&one, &["-n800", "--seed=1", "--rulebook=hodoku", "--no-timings"]);
    generate(&other, &["-n800", "--seed=1", "--rulebook=hodoku", "--dig=bottom-up", "--no-timings"]);
    let page = run(&["report", &one, &other, "--format=json"]);
    let json = parsed(&page);
    let givens = &json["comparisons"][0]["numbers"][0];
    assert_eq!(givens["of"], "givens");
    assert!(givens["high"].as_f64().unwrap() < 0.0, "bottom-up puzzles have fewer givens: {givens}");
    assert!(givens["ks_p"].as_f64().unwrap() < 1e-6);
    let same = parsed(&run(&["report", &one, &one, "--format=json"]));
    assert_eq!(same["corpora"].as_array().unwrap().len(), 1, "parts of one corpus");
    assert_eq!(same["corpora"][0]["distinct"]["copies"], 800);
}

#[test]
fn ratings_of_tables_are_in_natural_units() {
    let files = Folder::made();
    let rows = |ers: [&str; 3]| {
        let row = |(n, er): (usize, &str)| format!("{n},{PUZZLE},{er},60.{n},xy_wing,true\n");
        let rows: String = ers.into_iter().enumerate().map(row).collect();
        format!("index,puzzle,er,score,hardest,solved\n{rows}")
    };
    let whole = figures(&[&files.write("a.csv", rows(["7", "2", "7"]))], &["--name=corpus"]);
    let decimal = figures(&[&files.write("b.csv", rows(["7.0", "2.0", "7.0"]))], &["--name=corpus"]);
    assert_eq!(whole["difficulty"], decimal["difficulty"]);
    let step = &whole["difficulty"]["hardest_step"];
    assert_eq!((&step["column"], &step["ratings"]["bins"][1]["value"]), (&"er".into(), &7.0.into()));
    // By ER, then by score, then by place.
    let scores: Vec<&Value> =
        whole["difficulty"]["hardest"].as_array().unwrap().iter().map(|hard| &hard["score"]).collect();
    assert_eq!(scores, [&Value::from(60.2), &60.0.into(), &60.1.into()]);
}

#[test]
fn manifests_of_other_versions_are_refused() {
    let files = Folder::made();
    let (out, merged) = (files.named("corpus"), files.named("merged"));
    let plan = ["-n20", "--seed=3", "--no-timings"];
    generate(&out, &plan);
    let manifest = format!("{out}/manifest.json");
    // Version 1 had another name for the solver, too.
    let older = fs::read_to_string(&manifest).unwrap();
    let older =
        older.replacen("\"manifest\": 6", "\"manifest\": 1", 1).replacen("\"bitboard\"", "\"band\"", 1);
    fs::write(&manifest, &older).unwrap();
    let out = out.clone();
    let resume = [&["generate", "--progress=never", "--out", &out, "--resume"], &plan[..]].concat();
    let said = "manifest version 1 is not known; this program reads version 6";
    for command in [&resume[..], &["merge", &out, "--out", &merged], &["report", &out]] {
        assert_failure(command, said);
    }
    assert!(!Path::new(&merged).exists() && fs::read_to_string(&manifest).unwrap() == older);
}

/// The text between the first `from` and the next `to`.
fn between<'a>(page: &'a str, from: &str, to: &str) -> &'a str {
    let (_, rest) = page.split_once(from).unwrap_or_else(|| panic!("no {from}"));
    rest.split_once(to).unwrap().0
}

#[test]
fn a_page_answers_before_it_lists() {
    let files = Folder::made();
    let corpus = files.named("corpus");
    generate(&corpus, &["-n400", "--seed=2", "--rulebook=hodoku"]);
    let page = run(&["report", &corpus, "--format=html"]);
    let json = figures(&[&corpus], &[]);
    let findings = between(&page, "<p class=\"findings\">", "</p>");
    let singles = json["falls_to_singles"]["share"].as_f64().unwrap();
    assert!(findings.starts_with("400 minimal 9x9 puzzles dug top-down from uniform grids; "), "{findings}");
    // Value and error share their digits.
    let error = 100.0 * (singles * (1.0 - singles) / 400.0).sqrt();
    let words = format!("{:.1}\u{a0}%\u{a0}\u{b1}\u{a0}{error:.1}\u{a0}% fall to singles", 100.0 * singles);
    assert!(findings.contains(&words), "{findings}: {words}");
    let order = [
        "<p class=\"findings\">",
        "<figure id=\"chart-givens-published\">",
        "<dl class=\"tiles\">",
        "<figure class=\"card\">",
        "<section id=\"difficulty\">",
        "<section id=\"provenance\">\n<details class=\"folded whole\">",
    ];
    let places: Vec<usize> =
        order.iter().map(|part| page.find(part).unwrap_or_else(|| panic!("no {part}"))).collect();
    assert!(places.is_sorted(), "{places:?}");
    assert!(!page.contains("<script"));
    // The example of each level is the row of it with the least index.
    let csv = files.named("rows");
    generate(&csv, &["-n400", "--seed=2", "--rulebook=hodoku", "--format=csv"]);
    let rows = fs::read_to_string(format!("{csv}/data/part-00000-of-00001.csv")).unwrap();
    for example in json["examples"]["puzzles"].as_array().unwrap() {
        let level = format!(",{},", example["of"].as_str().unwrap());
        let first = rows.lines().find(|line| line.contains(&level)).unwrap();
        assert!(first.contains(example["puzzle"].as_str().unwrap()), "{level}: {first}");
    }
}

#[test]
fn puzzles_in_both_corpora_are_a_warning() {
    let files = Folder::made();
    let (corpus, other) = (files.named("corpus"), files.named("other.txt"));
    generate(&corpus, &["-n60", "--seed=4", "--no-timings", "--format=csv"]);
    let rows = fs::read_to_string(format!("{corpus}/data/part-00000-of-00001.csv")).unwrap();
    let puzzle = |line: &str| line.split(',').find(|field| field.len() == 81).map(str::to_owned);
    let shared: Vec<String> = rows.lines().skip(1).filter_map(puzzle).take(7).collect();
    fs::write(&other, format!("{}\n{PUZZLE}\n", shared.join("\n"))).unwrap();
    let args = |form| ["report", &corpus, &other, "--progress=never", "--format", form].map(str::to_owned);
    let run_all = |form| run(&args(form).iter().map(String::as_str).collect::<Vec<_>>());
    let json = parsed(&run_all("json"));
    let overlap = &json["comparisons"][0]["overlap"];
    assert_eq!((&overlap["shared"], &overlap["looked_at"]), (&7.into(), &8.into()));
    let page = run_all("html");
    assert_eq!(
        between(&page, "<p class=\"warning\">", "</p>"),
        "corpus and other overlap: 7 puzzles are in both. That is 7 of 60 rows of corpus and 7 of 8 rows of other."
    );
    let (comparison, own) =
        (page.find("<section id=\"comparison\">"), page.find("<section id=\"corpus-1\">"));
    assert!(comparison.is_some() && comparison < own);
    assert!(run_all("md").contains("**Warning:** corpus and other overlap"));
}

#[test]
fn few_effective_rows_are_a_warning_and_single_rows_have_no_bar() {
    let files = Folder::made();
    let corpus = files.named("corpus");
    generate(&corpus, &["-n300", "--seed=5", "--dig=weighted", "--rulebook=hodoku", "--no-timings"]);
    let page = run(&["report", &corpus, "--format=html"]);
    let unbiased = &figures(&[&corpus], &[])["unbiased"];
    assert!(unbiased["effective_rows"].as_f64().unwrap() < 400.0);
    assert!(between(&page, "<p class=\"warning\">", "</p>").contains("of the variance of the mean givens"));
    let shares = unbiased["level"].as_array().unwrap();
    let resting = shares.iter().filter(|line| line["largest"].as_f64().unwrap() > 0.1).count();
    let chart = between(&page, "<figure id=\"chart-unbiased-level\">", "</svg>");
    assert!(resting > 0);
    assert_eq!(
        (chart.matches(">one row has").count(), chart.matches("fill=\"var(--c1)\"").count()),
        (resting, shares.len() - resting + 1)
    );
}
