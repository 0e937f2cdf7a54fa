//! Text made safe for the places that read more into it than letters: terminals, spreadsheets, shells, JSON and BibTeX.
//!
//! Names of files, columns, corpora and programs come from outside. HTML and Markdown have functions of their own in `report`.

use std::borrow::Cow;

/// True for characters that steer a terminal or change the order of the text around them: control characters, line and paragraph
/// separators, and marks, embeddings, overrides and isolates of text direction (Unicode Standard Annex 9).
pub fn is_unsafe(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Makes unsafe characters visible: `\n`, `\t`, `\u{1b}`, `\u{202e}`. All other text stays as it is.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if is_unsafe(c) { shown.extend(c.escape_default()) } else { shown.push(c) }
    }
    Cow::Owned(shown)
}

/// Makes text a cell of a table of figures that spreadsheets take for text, not for a formula: a single quote is put before `=`, `+`,
/// `-`, `@`, tab and carriage return (OWASP, "CSV Injection"), and unsafe characters are made visible. Quotes of CSV are not added.
///
/// For text of reports alone. Columns that `rate` copies are data, and keep their bytes.
pub fn spreadsheet_text(text: &str) -> Cow<'_, str> {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        return Cow::Owned(format!("'{}", visible(text)));
    }
    visible(text)
}

/// Escapes the unsafe characters that JSON allows in strings. `json` is a whole text of JSON, in which lines may end.
pub fn json_text(json: &str) -> Cow<'_, str> {
    let escaped = |c: char| is_unsafe(c) && c != '\n';
    if !json.contains(escaped) {
        return Cow::Borrowed(json);
    }
    let mut text = String::with_capacity(json.len() + 8);
    for c in json.chars() {
        if escaped(c) { text += &format!("\\u{:04x}", u32::from(c)) } else { text.push(c) }
    }
    Cow::Owned(text)
}

/// Quotes text as one word of a shell command. Unsafe characters take the form `$'\n'`, which bash, zsh and ksh read (and POSIX
/// since 2024), so that the command can be shown on a terminal and copied from it.
pub fn shell_word(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._-/,:=".contains(&byte);
    // zsh takes a word that begins with = for the path of a command.
    if !text.is_empty() && !text.starts_with('=') && text.bytes().all(plain) {
        return text.to_owned();
    }
    if !text.contains(is_unsafe) {
        return format!("'{}'", text.replace('\'', r"'\''"));
    }
    let mut word = "$'".to_owned();
    for c in text.chars() {
        match c {
            '\'' | '\\' => word.extend(['\\', c]),
            // Three octal digits a byte: no digit of the text can be taken for a part of them.
            c if is_unsafe(c) => {
                word += &c
                    .encode_utf8(&mut [0; 4])
                    .bytes()
                    .map(|byte| format!("\\{byte:03o}"))
                    .collect::<String>();
            }
            c => word.push(c),
        }
    }
    word + "'"
}

/// Escapes the signs that mean something in BibTeX and TeX; braces become parentheses, so that they always match.
pub fn bibtex(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '{' => out.push('('),
            '}' => out.push(')'),
            '\\' => out.push('/'),
            '#' | '$' | '%' | '&' | '_' => out.extend(['\\', c]),
            '~' | '^' => out.push('-'),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_and_direction_become_visible() {
        for text in ["", "corpus", "c:\\dir\\n", "\u{e4}\u{6570}\u{1f600}", "a | b <c> & d"] {
            assert!(matches!(visible(text), Cow::Borrowed(same) if same == text));
        }
        assert_eq!(visible("a\nb\t\u{1b}[31m\u{9b}2J\u{7f}"), "a\\nb\\t\\u{1b}[31m\\u{9b}2J\\u{7f}");
        assert_eq!(
            visible("\u{202e}gpj.exe\u{2066}\u{2028}\u{200f}"),
            "\\u{202e}gpj.exe\\u{2066}\\u{2028}\\u{200f}"
        );
    }

    #[test]
    fn cells_are_no_formulas() {
        let cells = ["=cmd|'/C calc'!A0", "+1", "-1", "@SUM(1)", "\t=1", "\r=1", "a=1", "", "1"]
            .map(spreadsheet_text);
        assert_eq!(
            cells,
            ["'=cmd|'/C calc'!A0", "'+1", "'-1", "'@SUM(1)", "'\\t=1", "'\\r=1", "a=1", "", "1"]
        );
    }

    #[test]
    fn json_keeps_its_meaning() {
        let value = serde_json::json!({ "a\u{9b}\n": ["\u{202e}\u{7f}\u{1b}", "plain \u{e4}"] });
        let text = format!("{value:#}\n");
        let escaped = json_text(&text);
        assert!(!escaped.contains(|c| is_unsafe(c) && c != '\n'), "{escaped}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&escaped).unwrap(), value);
    }

    /// A shell prints the words as they were.
    #[test]
    fn a_shell_reads_words_back() {
        let words = [
            "plain",
            "",
            "it's",
            "my d; ls",
            "$HOME `id` \"x\"",
            "\\n",
            "-x",
            "a\nb",
            "\u{1b}[31m'\\1",
            "\u{202e}0\t7",
            "!",
        ];
        let command = words.map(shell_word).join(" ");
        assert!(!command.contains(is_unsafe), "{command}");
        let shell =
            std::process::Command::new("bash").args(["-c", &format!("printf '%s\\0' {command}")]).output();
        let Ok(output) = shell else { return };
        assert_eq!(String::from_utf8(output.stdout).unwrap(), words.map(|word| format!("{word}\0")).concat());
    }

    #[test]
    fn names_are_escaped_for_bibtex() {
        assert_eq!(bibtex("50 % of_{a}\\b & #1"), "50 \\% of\\_(a)/b \\& \\#1");
    }
}
