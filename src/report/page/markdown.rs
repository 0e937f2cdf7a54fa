//! The report as Markdown: the same sections, charts as their tables.

use super::{Block, Chart, Document, Table};

/// Rows of a table that stand in Markdown; the rest is in the other forms.
const MOST_ROWS: usize = 40;

/// The document as Markdown; the first line is the command.
pub(in crate::report) fn markdown(document: &Document) -> String {
    let Document { command, title, sections, closing } = document;
    let mut text = format!("<!-- {} -->\n\n# {title}\n", super::html::comment(command));
    for section in sections {
        text += &format!("\n## {}\n", section.title);
        for block in &section.blocks {
            text += &match block {
                Block::Heading(heading) => format!("\n### {heading}\n"),
                Block::Text(words) => format!("\n{words}\n"),
                Block::Code(code) => format!("\n```\n{code}\n```\n"),
                Block::Table(caption, rows) => format!("\n**{caption}**\n\n{}", table(rows)),
                Block::Chart(one) => chart(one),
                Block::Gallery(charts) => charts.iter().map(chart).collect(),
            };
        }
    }
    text + &format!("\n{closing}\n")
}

fn chart(Chart { title, caption, table: rows, .. }: &Chart) -> String {
    let caption = if caption.is_empty() { String::new() } else { format!(" {caption}") };
    format!("\n**{title}**{caption}\n\n{}", table(rows))
}

fn table(Table { columns, rows }: &Table) -> String {
    let cell = |text: &String| text.replace('|', "\\|");
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let rule: String = columns.iter().map(|(_, number)| if *number { "--:|" } else { "---|" }).collect();
    let head = line(columns.iter().map(|(name, _)| cell(name)).collect());
    let body = rows.iter().take(MOST_ROWS).map(|row| line(row.iter().map(cell).collect()));
    let more = rows.len().saturating_sub(MOST_ROWS);
    let more =
        if more > 0 { format!("\n{more} more lines are in the other forms.\n") } else { String::new() };
    format!("{head}|{rule}\n{}{more}", body.collect::<String>())
}
