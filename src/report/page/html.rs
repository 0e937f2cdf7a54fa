//! The page: one file that loads nothing.

use super::{Block, Chart, Document, Section, Table};
use crate::report::words::escape;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("style.css");
/// What charts need of the style, on the page and alone.
const CHART_STYLE: &str = include_str!("chart.css");

/// The document as a page.
pub(in crate::report) fn html(document: &Document) -> String {
    let Document { command, title, sections, closing } = document;
    let links = sections.iter().map(|section| format!("<a href=\"#{}\">{}</a>\n", section.id, section.title));
    let fields = [
        ("command", comment(command)),
        ("title", escape(title)),
        ("style", format!("{CHART_STYLE}{STYLE}")),
        ("links", links.collect()),
        ("closing", escape(closing)),
        ("sections", sections.iter().map(section).collect::<String>()),
    ];
    filled(PAGE, &fields)
}

/// Text as it may stand in a comment.
pub(super) fn comment(text: &str) -> String {
    text.replace("-->", "- ->").replace("--!>", "- -!>").replace("<!--", "<!- -")
}

/// A template with `{{name}}` replaced, once: what is put in is not looked at again.
fn filled(template: &str, fields: &[(&str, String)]) -> String {
    let mut parts = template.split("{{");
    let mut page = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once("}}").unwrap_or(("", part));
        page += fields.iter().find(|(known, _)| *known == name).map_or("", |(_, value)| value);
        page += rest;
    }
    page
}

fn section(Section { id, title, blocks }: &Section) -> String {
    let blocks: String = blocks.iter().map(block).collect();
    format!("<section id=\"{id}\">\n<h2>{title}</h2>\n<div class=\"blocks\">\n{blocks}</div>\n</section>\n")
}

fn block(block: &Block) -> String {
    match block {
        Block::Heading(text) => format!("<h3>{}</h3>\n", escape(text)),
        Block::Text(text) => format!("<p>{}</p>\n", escape(text)),
        Block::Code(text) => format!("<pre><code>{}</code></pre>\n", escape(text)),
        Block::Table(caption, rows) => table(caption, rows),
        Block::Chart(one) => chart(one, "chart"),
        Block::Gallery(charts) => {
            let charts: String = charts.iter().map(|one| chart(one, "small")).collect();
            format!("<div class=\"gallery\">\n{charts}</div>\n")
        }
    }
}

fn chart(Chart { id, title, caption, svg, table: rows }: &Chart, class: &str) -> String {
    let (title, caption) = (escape(title), escape(caption));
    let caption = if caption.is_empty() { String::new() } else { format!("<span>{caption}</span>") };
    format!(
        "<figure id=\"chart-{id}\" class=\"{class}\">\n<figcaption><strong>{title}</strong>{caption}</figcaption>\n{svg}\
         <details><summary>Numbers</summary>\n{}</details>\n</figure>\n",
        table(&title, rows)
    )
}

fn table(caption: &str, Table { columns, rows }: &Table) -> String {
    let class =
        |n: usize| if columns.get(n).is_some_and(|(_, number)| *number) { " class=\"n\"" } else { "" };
    let head: String = columns
        .iter()
        .enumerate()
        .map(|(n, (name, _))| format!("<th scope=\"col\"{}>{}</th>", class(n), escape(name)))
        .collect();
    let cell = |(n, text): (usize, &String)| format!("<td{}>{}</td>", class(n), escape(text));
    let row =
        |row: &Vec<String>| format!("<tr>{}</tr>\n", row.iter().enumerate().map(cell).collect::<String>());
    let body: String = rows.iter().map(row).collect();
    format!(
        "<div class=\"table\"><table>\n<caption>{caption}</caption>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\
         </tbody>\n</table></div>\n"
    )
}

/// A chart as a file: with its own colours and ground.
pub(super) fn standalone(svg: &str) -> String {
    let style =
        format!("<style>{CHART_STYLE}</style>\n<rect class=\"ground\" width=\"100%\" height=\"100%\"/>\n");
    match svg.split_once("</desc>\n") {
        Some((head, body)) => format!("{head}</desc>\n{style}{body}"),
        None => svg.to_owned(),
    }
}
