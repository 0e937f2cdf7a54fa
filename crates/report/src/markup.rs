//! Text of pages as types: HTML (and SVG, which has the same rules) and Markdown.
//!
//! Text gets into either through one function, `text`, which escapes it. All else that they are made of is in the source:
//! `html!("<td>{}</td>", Html::text(name))` takes a template of the source and pieces that are escaped already.

use gridmill_draw::{Picture, svg_in_page};
use gridmill_tables::escape::is_unsafe;
use std::fmt;

/// Markup with every text in it escaped.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Html(String);

/// Markdown with every text in it escaped.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Markdown(String);

/// A piece of HTML: a template with `{}` for each of the pieces that follow it.
macro_rules! html {
    ($template:literal $(, $piece:expr)* $(,)?) => {
        $crate::markup::Html::filled($template, &[$(&$piece),*])
    };
}

/// A piece of Markdown: a template with `{}` for each of the pieces that follow it.
macro_rules! markdown {
    ($template:literal $(, $piece:expr)* $(,)?) => {
        $crate::markup::Markdown::filled($template, &[$(&$piece),*])
    };
}

pub(super) use {html, markdown};

macro_rules! language {
    ($name:ident) => {
        impl $name {
            pub(super) fn literal(text: &'static str) -> Self {
                Self(text.to_owned())
            }

            /// Returns a template of the source with `{}` replaced by the pieces in turn. Braces of the pieces mean nothing.
            pub(super) fn filled(template: &'static str, pieces: &[&Self]) -> Self {
                debug_assert_eq!(template.matches("{}").count(), pieces.len(), "{template}");
                let mut parts = template.split("{}");
                let mut filled = parts.next().unwrap_or_default().to_owned();
                for (part, piece) in parts.zip(pieces) {
                    filled += &piece.0;
                    filled += part;
                }
                Self(filled)
            }

            pub(super) fn into_string(self) -> String {
                self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl FromIterator<Self> for $name {
            fn from_iter<I: IntoIterator<Item = Self>>(pieces: I) -> Self {
                Self(pieces.into_iter().map(|piece| piece.0).collect())
            }
        }
    };
}
language!(Html);
language!(Markdown);

/// Replaces what no page may hold: control characters but line ends and tabs, overrides of the direction of text, and code points
/// that are no characters.
pub(super) fn printable(text: &str) -> String {
    let forbidden = |c: char| is_unsafe(c) && c != '\n' && c != '\t' || u32::from(c) & 0xFFFE == 0xFFFE;
    text.replace(forbidden, "\u{fffd}")
}

/// Escapes text for a comment of HTML, which Markdown has, too.
fn in_comment(text: &str) -> String {
    printable(text).replace("-->", "- ->").replace("--!>", "- -!>").replace('<', "&lt;")
}

impl Html {
    /// Escapes text between tags, and in quoted attributes.
    pub(super) fn text(text: &str) -> Self {
        let text = printable(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        Self(text.replace('"', "&quot;"))
    }

    pub(super) fn comment(text: &str) -> Self {
        Self(in_comment(text))
    }

    pub(super) fn style(rules: &str) -> Self {
        Self(printable(rules).replace('<', "\\3c "))
    }

    pub(super) fn picture(picture: &Picture) -> Self {
        Self(printable(&svg_in_page(picture)))
    }

    /// Replaces each `{{name}}` of a template once; inserted text is not searched again.
    pub(super) fn page(template: &'static str, fields: &[(&str, Self)]) -> Self {
        let mut parts = template.split("{{");
        let mut page = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (name, rest) = part.split_once("}}").unwrap_or(("", part));
            page += fields.iter().find(|(known, _)| *known == name).map_or("", |(_, value)| &value.0);
            page += rest;
        }
        Self(page)
    }
}

impl Markdown {
    pub(super) fn push(&mut self, piece: &Self) {
        self.0 += &piece.0;
    }

    /// Escapes text within a line: no HTML, no link, picture, code, emphasis or table, and no end of the line.
    pub(super) fn text(text: &str) -> Self {
        let text = printable(text).replace(['\n', '\t'], " ");
        let mut escaped = String::with_capacity(text.len());
        let mut before = ' ';
        let mut rest = text.chars().peekable();
        while let Some(c) = rest.next() {
            let within_a_word =
                before.is_alphanumeric() && rest.peek().is_some_and(|next| next.is_alphanumeric());
            match c {
                '<' => escaped += "&lt;",
                '>' => escaped += "&gt;",
                '&' => escaped += "&amp;",
                '\\' | '`' | '*' | '[' | ']' | '|' | '~' => escaped.extend(['\\', c]),
                '_' if !within_a_word => escaped.extend(['\\', c]),
                c => escaped.push(c),
            }
            before = c;
        }
        Self(escaped)
    }

    /// Escapes text that begins a line: as [`text`](Self::text), and no heading, list, rule or indented code.
    pub(super) fn line(text: &str) -> Self {
        let Self(mut text) = Self::text(text.trim_start());
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        if text.starts_with(['#', '+', '-', '=']) {
            text.insert(0, '\\');
        } else if digits > 0 && [". ", ") "].iter().any(|end| text[digits..].starts_with(end)) {
            text.insert(digits, '\\');
        }
        Self(text)
    }

    /// Returns unchanged text in a fence that is longer than any in it.
    pub(super) fn code(text: &str) -> Self {
        let text = printable(text);
        let mut longest = 0;
        let mut run = 0;
        for c in text.chars() {
            run = if c == '`' { run + 1 } else { 0 };
            longest = longest.max(run);
        }
        let fence = "`".repeat(3.max(longest + 1));
        Self(format!("{fence}\n{text}\n{fence}\n"))
    }

    pub(super) fn comment(text: &str) -> Self {
        Self(in_comment(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_holds_no_tag_of_a_text() {
        let text = |text| Html::text(text).into_string();
        assert_eq!(text("<a> & \u{0}\u{1f}\n\u{ffff}"), "&lt;a&gt; &amp; \u{fffd}\u{fffd}\n\u{fffd}");
        assert_eq!(text("\u{202e}gpj.exe\u{2066}"), "\u{fffd}gpj.exe\u{fffd}");
        assert_eq!(text("\" onload='x'"), "&quot; onload='x'");
        let cell = html!("<td{}>{}</td>", Html::literal(" class=\"n\""), Html::text("{} <b>"));
        assert_eq!(cell.into_string(), "<td class=\"n\">{} &lt;b&gt;</td>");
    }

    #[test]
    fn templates_are_filled_once() {
        let fields = [("a", Html::text("{{b}}")), ("b", Html::text("<"))];
        assert_eq!(Html::page("{{a}} {{b}} {{c}}.", &fields).into_string(), "{{b}} &lt; .");
    }

    #[test]
    fn comments_end_where_they_should() {
        for text in ["-->", "--->", "<!-->", "--!>", "<!--", "<!--->", "a--!-->b", "\u{1b}-->"] {
            let inside = Html::comment(text).into_string();
            assert!(["-->", "--!>", "<!--"].iter().all(|end| !inside.contains(end)), "{inside}");
        }
    }

    #[test]
    fn markdown_holds_no_markup_of_a_text() {
        let text = |text| Markdown::text(text).into_string();
        assert_eq!(text("<img src=x onerror=alert(1)>"), "&lt;img src=x onerror=alert(1)&gt;");
        assert_eq!(text("a | b\nc\td"), "a \\| b c d");
        assert_eq!(
            text("![x](http://x) `c` *b* ~s~ \\|"),
            "!\\[x\\](http://x) \\`c\\` \\*b\\* \\~s\\~ \\\\\\|"
        );
        assert_eq!(text("t_naked_single _x_ \u{1b}"), "t_naked_single \\_x\\_ \u{fffd}");
        let line = |text| Markdown::line(text).into_string();
        assert_eq!(
            ["# h", "- x", "    code", "1. x", "12) x", "=", "3,000 rows", "3.5"].map(line),
            ["\\# h", "\\- x", "code", "1\\. x", "12\\) x", "\\=", "3,000 rows", "3.5"]
        );
        assert_eq!(Markdown::code("a\n```\n<b>").into_string(), "````\na\n```\n<b>\n````\n");
    }
}
