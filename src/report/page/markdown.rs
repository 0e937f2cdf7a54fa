//! The report as Markdown: the same sections, charts as their tables.

use super::{Chart, Document, PageBlock, Table};
use crate::report::markup::{Markdown, markdown};

/// Rows of a table that stand in Markdown; the rest is in the other forms.
const MOST_ROWS: usize = 40;

/// Renders the document as Markdown; the first line is the command.
pub(in crate::report) fn text(document: &Document) -> String {
    let Document { command, title, sections, closing } = document;
    let mut text = markdown!("<!-- {} -->\n\n# {}\n", Markdown::comment(command), Markdown::text(title));
    for section in sections {
        text.push(&markdown!("\n## {}\n", Markdown::text(&section.title)));
        section.blocks.iter().for_each(|one| text.push(&block(one)));
    }
    text.push(&markdown!("\n{}\n", Markdown::line(closing)));
    text.into_string()
}

fn block(block: &PageBlock) -> Markdown {
    match block {
        PageBlock::Heading(heading) => markdown!("\n### {}\n", Markdown::text(heading)),
        PageBlock::Text(words) => markdown!("\n{}\n", Markdown::line(words)),
        PageBlock::Code(code) => markdown!("\n{}", Markdown::code(code)),
        PageBlock::Table(caption, rows) => markdown!("\n**{}**\n\n{}", Markdown::text(caption), table(rows)),
        PageBlock::Chart(one) => chart(one),
        PageBlock::Gallery(charts) => charts.iter().map(chart).collect(),
    }
}

fn chart(Chart { title, caption, table: rows, .. }: &Chart) -> Markdown {
    let caption =
        if caption.is_empty() { Markdown::default() } else { markdown!(" {}", Markdown::text(caption)) };
    markdown!("\n**{}**{}\n\n{}", Markdown::text(title), caption, table(rows))
}

fn table(Table { columns, rows }: &Table) -> Markdown {
    let cell = |text: &String| markdown!(" {} |", Markdown::text(text));
    let line = |cells: Markdown| markdown!("|{}\n", cells);
    let rule = |(_, number): &(String, bool)| Markdown::literal(if *number { "--:|" } else { "---|" });
    let body = rows.iter().take(MOST_ROWS).map(|row| line(row.iter().map(cell).collect()));
    let more = match rows.len().saturating_sub(MOST_ROWS) {
        0 => Markdown::default(),
        more => markdown!("\n{} more lines are in the other forms.\n", Markdown::text(&more.to_string())),
    };
    markdown!(
        "{}|{}\n{}{}",
        line(columns.iter().map(|(name, _)| cell(name)).collect()),
        columns.iter().map(rule).collect::<Markdown>(),
        body.collect::<Markdown>(),
        more,
    )
}
