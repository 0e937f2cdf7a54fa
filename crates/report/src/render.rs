//! The forms of a report.

use super::Report;
use gridmill_tables::escape::{json_text, spreadsheet_text};
use serde_json::Value;

/// The form of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// A page with charts, whole in one file.
    Html,
    /// Tables for people and for repositories.
    Markdown,
    /// Every figure, with a schema version.
    Json,
    /// Every figure, one a line.
    Csv,
}

gridmill_board::named_values!(Form { Html "html", Markdown "md", Json "json", Csv "csv" });

impl Form {
    /// Returns the endings of file names.
    pub const fn endings(self) -> &'static [&'static str] {
        match self {
            Self::Html => &["html"],
            Self::Markdown => &["md"],
            Self::Json => &["json"],
            Self::Csv => &["csv"],
        }
    }
}

impl Report {
    /// Renders the report.
    pub fn render(&self, form: Form) -> String {
        match form {
            Form::Html => super::page::html(&self.document()),
            Form::Markdown => super::page::markdown(&self.document()),
            Form::Json => json_text(&format!("{}\n", self.to_json())).into_owned(),
            Form::Csv => csv(&self.to_json()),
        }
    }

    /// Serializes every value; a number that is not finite is null.
    pub fn to_json(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }
}

/// Writes every value of the JSON on a line of its own: its path, and its value.
fn csv(json: &Value) -> String {
    let mut lines = "figure,value\n".to_owned();
    flatten(json, &mut String::new(), &mut lines);
    lines
}

fn flatten(value: &Value, path: &mut String, lines: &mut String) {
    let len = path.len();
    let mut inner = |path: &mut String, name: &str, value: &Value| {
        if len > 0 {
            path.push('.');
        }
        path.push_str(name);
        flatten(value, path, lines);
        path.truncate(len);
    };
    match value {
        Value::Object(fields) => fields.iter().for_each(|(name, value)| inner(path, name, value)),
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(n, value)| inner(path, &n.to_string(), value));
        }
        Value::Null => *lines += &format!("{},\n", field(path)),
        Value::String(text) => *lines += &format!("{},{}\n", field(path), field(text)),
        Value::Bool(_) | Value::Number(_) => *lines += &format!("{},{value}\n", field(path)),
    }
}

/// Escapes text as a field: no formula, on one line, and quoted where it must be (RFC 4180).
fn field(text: &str) -> String {
    let text = spreadsheet_text(text);
    if text.contains([',', '"']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.into_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn csv_holds_every_leaf() {
        let json = serde_json::json!({ "a": [1, { "b": null }], "c": "x, \"y\"", "d": true });
        insta::assert_snapshot!(csv(&json), @r#"
        figure,value
        a.0,1
        a.1.b,
        c,"x, ""y"""
        d,true
        "#);
    }

    #[test]
    fn csv_holds_no_formula_and_no_control_character() {
        let json = serde_json::json!({ "name": "=cmd|'/C calc'!A0", "=1+1,\n\u{1b}[2J": -1, "t": "a\nb\u{202e}", "n": "-2" });
        insta::assert_snapshot!(csv(&json), @r#"
        figure,value
        "'=1+1,\n\u{1b}[2J",-1
        n,'-2
        name,'=cmd|'/C calc'!A0
        t,a\nb\u{202e}
        "#);
    }
}
