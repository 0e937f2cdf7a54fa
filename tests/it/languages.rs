//! Languages of steps, hints, problems and books: `--language`.

use crate::prelude::*;

/// A puzzle that takes more than singles.
const HARDER: &str = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";

#[test]
fn steps_are_explained_in_the_language() {
    for (language, title, explanation) in [
        ("en", "Naked Single", "5 is the only digit that is still possible in r5c5. So r5c5 is 5."),
        (
            "de",
            "Nackter Einer",
            "5 ist die einzige Ziffer, die in r5c5 noch möglich ist. Also steht in r5c5 die 5.",
        ),
        ("fr", "Singleton nu", "5 est le seul chiffre encore possible en r5c5. Donc 5 va en r5c5."),
        ("ES", "Único desnudo", "5 es el único dígito que aún es posible en r5c5. Por tanto, 5 va en r5c5."),
        ("ja", "裸のシングル", "r5c5に入る数字は5しか残っていません。よってr5c5は5です。"),
    ] {
        let (code, next, _) = outcome(&["solve", "--next", "--language", language, PUZZLE], "");
        assert_eq!(code, 0);
        assert!(next.replace('\n', " ").contains(&format!("  1  {title} {explanation} ")), "{next}");
        let (_, all, _) = outcome(&["solve", "--steps", "--language", language, PUZZLE], "");
        assert!(all.replace('\n', " ").contains(&format!("  1  {title} {explanation} ")), "{all}");
        assert!(!all.contains("naked single places"), "{all}");
        let (_, json, _) = outcome(&["solve", "--next", "--json", "--language", language, PUZZLE], "");
        let json = parsed(&json);
        assert_eq!(json["next"]["explanation"], explanation);
        assert_eq!(json["next"]["levels"]["technique"], title);
    }
    let (_, show, _) =
        outcome(&["show", "0", "--seed=1", "--rulebook=hodoku", "--add=path", "--language=de"], "");
    assert!(show.contains("Also steht in"), "{show}");
}

/// Lines of text without spaces fit the terminal too.
#[test]
fn lines_fit_a_terminal() {
    for language in Wording::languages() {
        let (_, text, _) = outcome(&["solve", "--steps", "--language", language, HARDER], "");
        let width = |line: &str| line.chars().map(|c| if c > '\u{2e80}' { 2 } else { 1 }).sum::<usize>();
        let longest = text.lines().map(width).max().unwrap();
        assert!(longest <= 86, "{language}: {longest}");
    }
}

#[test]
fn problems_are_named_in_the_language() {
    let state = format!(r#"{{"givens":"{PUZZLE}","entries":"..5{}"}}"#, ".".repeat(78));
    let message = |language: &str| {
        let (code, text, _) = outcome(&["solve", "--json", "--language", language, "--cells=a1", &state], "");
        assert_eq!(code, 1);
        let json = parsed(&text);
        json["problems"][0]["message"].as_str().unwrap().to_owned()
    };
    assert_eq!(message("de"), "5 steht zweimal in Zeile A: A1 und A3");
    assert_eq!(message("fr"), "5 est deux fois dans la ligne A : A1 et A3");
    assert_eq!(message("es"), "5 está dos veces en la fila A: A1 y A3");
    assert_eq!(message("ja"), "A行目に5が二つあります: A1、A3");
}

#[test]
fn cells_are_named_in_words() {
    let explanation = |language: &str| {
        let (_, text, _) =
            outcome(&["solve", "--next", "--json", "--cells=words", "--language", language, PUZZLE], "");
        let json = parsed(&text);
        json["next"]["explanation"].as_str().unwrap().to_owned()
    };
    assert!(explanation("en").ends_with("So row 5 column 5 is 5."));
    assert!(explanation("de").ends_with("Also steht in Zeile 5 Spalte 5 die 5."));
    assert!(explanation("ja").ends_with("よって5行5列は5です。"));
}

#[test]
fn a_file_is_a_wording() {
    let place = Folder::made();
    let german = Wording::text_of("de").unwrap();
    let own = place
        .write("own.txt", german.replace("Also steht in {cell} die {digit}.", "Trag {digit} in {cell} ein."));
    let (code, text, _) = outcome(&["solve", "--next", "--language", &own, PUZZLE], "");
    assert_eq!(code, 0);
    assert!(text.replace('\n', " ").contains("Trag 5 in r5c5 ein."), "{text}");

    let refused = |text: String| {
        let file = place.write("wrong.txt", text);
        let (code, out, error) = outcome(&["solve", "--next", "--language", &file, PUZZLE], "");
        assert_eq!((code, &out[..]), (2, ""), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
        error
    };
    let line = 1 + german.lines().position(|line| line.starts_with("house.row")).unwrap();
    let error = refused(german.replace("house.row: Zeile {number}", "house.row: Zeile {nummer}"));
    let said =
        format!("wrong.txt: line {line}: \"house.row\" has no slot \"nummer\"; its slots are number\n");
    assert!(error.ends_with(&said), "{error}");
    let error = refused(german.replace("house.row: Zeile {number}\n", ""));
    assert!(error.ends_with("wrong.txt: there is no text for \"house.row\"\n"), "{error}");
    assert!(refused("\u{0}\n".to_owned()).contains("line 1: there is no key"));
    assert!(refused(String::new()).contains("there is no text for \"aic\", "));

    let (code, _, error) = outcome(&["solve", "--language", "nowhere.txt", PUZZLE], "");
    assert_eq!(code, 2);
    assert!(error.contains("nowhere.txt"), "{error}");
    assert_eq!(outcome(&["solve", "--language=xx", PUZZLE], "").0, 2);
    assert_eq!(outcome(&["solve", "--language=de", "--language", &own, PUZZLE], "").0, 2);
    let rows = place.write("rows.txt", format!("{PUZZLE}\n"));
    let (code, _, error) = outcome(&["export", &rows, "--to=sdm", "--language=de"], "");
    assert!(code == 2 && error.contains("--language is for --to book"), "{error}");
}

/// Pixels have the letters of a font, or the run fails before a picture is written; an SVG document has the fonts of its reader.
#[test]
fn pictures_lack_no_letters() {
    let place = Folder::made();
    let [png, svg] = ["step.png", "step.svg"].map(|name| place.named(name));
    let (code, _, error) = outcome(&["solve", "--next", "--language=ja", "--picture", &png, PUZZLE], "");
    assert!(
        code == 2
            && error.contains("the built-in font lacks ")
            && error.contains("--style font=FILE takes a file"),
        "{error}"
    );
    assert!(!place.has("step.png"));
    assert_eq!(outcome(&["solve", "--next", "--language=ja", "--picture", &svg, PUZZLE], "").0, 0);
    let picture = fs::read_to_string(&svg).unwrap();
    picture.assert_has(&["<title>裸のシングル</title>", "r5c5に入る数字は"]);
    assert_eq!(outcome(&["solve", "--next", "--language=de", "--picture", &png, PUZZLE], "").0, 0);
}

#[test]
fn a_book_has_its_language() {
    let place = Folder::made();
    let rows =
        place.write("rows.csv", format!("puzzle,solution,level\n{HARDER},,Hard\n{PUZZLE},{SOLUTION},easy\n"));
    let out = place.file("pages");
    let out = out.to_str().unwrap();
    let (code, _, error) = outcome(
        &["export", &rows, "--to=book", "--title=Buch", "--hints", "--language=de", "--out", out],
        "",
    );
    assert_eq!(code, 0, "{error}");
    assert!(!error.contains('?'), "{error}");
    let pages: String =
        (1..=5).map(|n| fs::read_to_string(format!("{out}/page-00{n}.svg")).unwrap_or_default()).collect();
    for word in ["2 Rätsel", "Leicht", "Schwer", "Tipps", "Lösungen", "Fülle das Gitter", "Das streicht"] {
        assert!(pages.contains(word), "{word}");
    }
    for word in ["puzzles", ">Easy", ">Hard", "Hints", "Solutions", "This removes"] {
        assert!(!pages.contains(word), "{word}");
    }
}
