//! The tables of a report for LaTeX, with the rules of the package booktabs.

use super::{Chart, Document, PageBlock, Section, Table};
use std::fmt::Write as _;

/// Rows of a table, at most: a longer one is no table for print.
const MAX_ROWS: usize = 60;

/// Renders the tables of the document, those of charts included. The first line is the command.
pub(crate) fn text(document: &Document) -> String {
    let command: String = document.command.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let mut text = format!("% {command}\n% \\usepackage{{booktabs}}\n% {}\n", comment(&document.title));
    let _ = writeln!(text, "% {}", comment(&document.lead.findings));
    if let Some(main) = &document.lead.chart {
        chart(main, &mut text);
    }
    for one in document.sections.iter().flat_map(|Section { blocks, .. }| blocks) {
        block(one, &mut text);
    }
    text
}

/// Returns a text on one line.
fn comment(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

fn block(block: &PageBlock, text: &mut String) {
    match block {
        PageBlock::Table(caption, rows) => table(caption, "", rows, text),
        PageBlock::Chart(one) => chart(one, text),
        PageBlock::Folded(_, blocks) => {
            for one in blocks {
                self::block(one, text);
            }
        }
        // Tables of small charts repeat those of the others; words stand on the page.
        PageBlock::Gallery(_)
        | PageBlock::Heading(_)
        | PageBlock::Text(_)
        | PageBlock::Warning(_)
        | PageBlock::Code(_)
        | PageBlock::Puzzles(_) => {}
    }
}

fn chart(Chart { title, quantity, table: rows, .. }: &Chart, text: &mut String) {
    table(title, quantity, rows, text);
}

/// Writes a table with its caption, and the quantity that it shows.
fn table(caption: &str, quantity: &str, Table { columns, rows }: &Table, text: &mut String) {
    let kinds: String = columns.iter().map(|(_, is_number)| if *is_number { 'r' } else { 'l' }).collect();
    let caption = if quantity.is_empty() {
        escaped(caption)
    } else {
        format!("{} ({})", escaped(caption), escaped(quantity))
    };
    let line = |cells: &mut dyn Iterator<Item = &str>| {
        let cells: Vec<String> = cells.map(escaped).collect();
        format!("{} \\\\\n", cells.join(" & "))
    };
    let _ = write!(
        text,
        "\n\\begin{{table}}\n\\caption{{{caption}}}\n\\begin{{tabular}}{{{kinds}}}\n\\toprule\n{}\\midrule\n",
        line(&mut columns.iter().map(|(name, _)| name.as_str()))
    );
    for row in rows.iter().take(MAX_ROWS) {
        *text += &line(&mut row.iter().map(String::as_str));
    }
    *text += "\\bottomrule\n\\end{tabular}\n";
    if rows.len() > MAX_ROWS {
        let _ = writeln!(text, "% {} more lines are in the other forms", rows.len() - MAX_ROWS);
    }
    *text += "\\end{table}\n";
}

/// Returns a text as LaTeX sets it: signs that mean something there are escaped, mathematical ones in math mode, others left out.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut raised = false;
    for c in text.chars() {
        let exponent = superscript(c);
        if raised && exponent.is_none() {
            out += "}$";
        }
        if !raised && exponent.is_some() {
            out += "$^{";
        }
        raised = exponent.is_some();
        match (exponent, c) {
            (Some(digit), _) => out.push(digit),
            (None, '&' | '%' | '$' | '#' | '_' | '{' | '}') => {
                out.push('\\');
                out.push(c);
            }
            (None, '\\') => out += "\\textbackslash{}",
            (None, '~') => out += "\\textasciitilde{}",
            (None, '^') => out += "\\textasciicircum{}",
            (None, '\u{b1}') => out += "$\\pm$",
            (None, '\u{d7}') => out += "$\\times$",
            (None, '\u{2212}') => out += "$-$",
            (None, '\u{2248}') => out += "$\\approx$",
            (None, '\u{2211}') => out += "$\\sum$",
            (None, '\u{2013}') => out += "--",
            (None, '\u{2026}') => out += "\\ldots{}",
            (None, '\u{a0}') => out.push('~'),
            (None, '\u{b5}') => out += "$\\mu$",
            (None, '\u{e9}') => out += "\\'e",
            (None, c) if c.is_ascii() && !c.is_ascii_control() => out.push(c),
            (None, _) => out.push('?'),
        }
    }
    if raised {
        out += "}$";
    }
    out
}

/// Returns the digit or sign that a raised character stands for.
const fn superscript(c: char) -> Option<char> {
    Some(match c {
        '\u{2070}' => '0',
        '\u{b9}' => '1',
        '\u{b2}' => '2',
        '\u{b3}' => '3',
        '\u{2074}' => '4',
        '\u{2075}' => '5',
        '\u{2076}' => '6',
        '\u{2077}' => '7',
        '\u{2078}' => '8',
        '\u{2079}' => '9',
        '\u{207b}' => '-',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_looks_like_this() {
        let rows = vec![vec!["a_b & c".to_owned(), "29.2 % \u{b1} 0.3 %".to_owned()]];
        let rows = Table::with(&["name", "#share"], rows);
        let mut text = String::new();
        table("Shares of 3.1 \u{d7} 10\u{b3}\u{2077}", "estimate", &rows, &mut text);
        insta::assert_snapshot!(text, @r"
        \begin{table}
        \caption{Shares of 3.1 $\times$ 10$^{37}$ (estimate)}
        \begin{tabular}{lr}
        \toprule
        name & share \\
        \midrule
        a\_b \& c & 29.2 \% $\pm$ 0.3 \% \\
        \bottomrule
        \end{tabular}
        \end{table}
        ");
    }

    /// No name of a stranger becomes a command.
    #[test]
    fn nothing_escapes() {
        assert_eq!(
            escaped("\\input{x}^~\u{1b}\n\u{202e}"),
            "\\textbackslash{}input\\{x\\}\\textasciicircum{}\\textasciitilde{}???"
        );
    }
}
