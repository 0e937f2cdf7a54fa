//! The report as Markdown: the same findings and sections, charts as their tables.

use super::{Chart, Document, Lead, PageBlock, PuzzleCard, Section, Table, Tile};
use crate::markup::{Markdown, markdown};

/// Rows of a table in Markdown; the rest is in the other forms.
const MAX_ROWS: usize = 40;

/// Renders the document as Markdown; the first line is the command.
pub(crate) fn text(document: &Document) -> String {
    let Document { command, title, sections, closing, .. } = document;
    let mut text = markdown!("<!-- {} -->\n\n# {}\n", Markdown::comment(command), Markdown::text(title));
    text.push(&lead(&document.lead));
    for Section { title, blocks, .. } in sections {
        text.push(&markdown!("\n## {}\n", Markdown::text(title)));
        for one in blocks {
            text.push(&block(one));
        }
    }
    text.push(&markdown!("\n{}\n", Markdown::line(closing)));
    text.into_string()
}

fn lead(Lead { findings, warnings, limits, chart: main, tiles, puzzles, notes }: &Lead) -> Markdown {
    let tile = |Tile { name, value, about, .. }: &Tile| {
        let parts: Vec<&str> =
            [value, about].into_iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
        markdown!("- {}: {}\n", Markdown::text(name), Markdown::text(&parts.join(", ")))
    };
    let tiles: Markdown = tiles.iter().map(tile).collect();
    let note = |words: &String| markdown!("\n{}\n", Markdown::line(words));
    markdown!(
        "\n**{}**\n{}{}{}\n{}{}{}",
        Markdown::text(findings),
        warnings.iter().map(|words| warning(words)).collect::<Markdown>(),
        limits.iter().map(note).collect::<Markdown>(),
        main.iter().map(chart).collect::<Markdown>(),
        tiles,
        cards(puzzles),
        notes.iter().map(note).collect::<Markdown>(),
    )
}

fn warning(words: &str) -> Markdown {
    markdown!("\n**Warning:** {}\n", Markdown::text(words))
}

fn cards(puzzles: &[PuzzleCard]) -> Markdown {
    if puzzles.is_empty() {
        return Markdown::default();
    }
    let row = |card: &PuzzleCard| vec![card.title.clone(), card.about.clone(), card.text.clone()];
    markdown!("\n{}", table(&Table::with(&["example", "about", "puzzle"], puzzles.iter().map(row))))
}

fn block(block: &PageBlock) -> Markdown {
    match block {
        PageBlock::Heading(heading) => markdown!("\n### {}\n", Markdown::text(heading)),
        PageBlock::Text(words) => markdown!("\n{}\n", Markdown::line(words)),
        PageBlock::Warning(words) => warning(words),
        PageBlock::Code(code) => markdown!("\n{}", Markdown::code(code)),
        PageBlock::Table(caption, rows) => markdown!("\n**{}**\n\n{}", Markdown::text(caption), table(rows)),
        PageBlock::Chart(one) => chart(one),
        PageBlock::Gallery(charts) => charts.iter().map(chart).collect(),
        PageBlock::Puzzles(puzzles) => cards(puzzles),
        PageBlock::Folded(summary, blocks) => {
            let blocks: Markdown = blocks.iter().map(self::block).collect();
            markdown!("\n#### {}\n{}", Markdown::text(summary), blocks)
        }
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
    let body = rows.iter().take(MAX_ROWS).map(|row| line(row.iter().map(cell).collect()));
    let more = match rows.len().saturating_sub(MAX_ROWS) {
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
