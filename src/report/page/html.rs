//! The page: one file that loads nothing.

use super::{Chart, Document, PageBlock, Section, Table};
use crate::report::markup::{Html, html};

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("style.css");
/// Style of charts, on the page and in files of their own.
const CHART_STYLE: &str = include_str!("chart.css");

/// Renders the document as a page.
pub(in crate::report) fn page(document: &Document) -> String {
    let Document { command, title, sections, closing } = document;
    let link = |section: &Section| {
        html!("<a href=\"#{}\">{}</a>\n", Html::text(&section.id), Html::text(&section.title))
    };
    let fields = [
        ("command", Html::comment(command)),
        ("title", Html::text(title)),
        ("style", html!("{}{}", Html::literal(CHART_STYLE), Html::literal(STYLE))),
        ("links", sections.iter().map(link).collect()),
        ("closing", Html::text(closing)),
        ("sections", sections.iter().map(section).collect()),
    ];
    Html::page(PAGE, &fields).into_string()
}

fn section(Section { id, title, blocks }: &Section) -> Html {
    html!(
        "<section id=\"{}\">\n<h2>{}</h2>\n<div class=\"blocks\">\n{}</div>\n</section>\n",
        Html::text(id),
        Html::text(title),
        blocks.iter().map(block).collect::<Html>(),
    )
}

fn block(block: &PageBlock) -> Html {
    match block {
        PageBlock::Heading(text) => html!("<h3>{}</h3>\n", Html::text(text)),
        PageBlock::Text(text) => html!("<p>{}</p>\n", Html::text(text)),
        PageBlock::Code(text) => html!("<pre><code>{}</code></pre>\n", Html::text(text)),
        PageBlock::Table(caption, rows) => table(caption, rows),
        PageBlock::Chart(one) => chart(one, "chart"),
        PageBlock::Gallery(charts) => {
            let charts: Html = charts.iter().map(|one| chart(one, "small")).collect();
            html!("<div class=\"gallery\">\n{}</div>\n", charts)
        }
    }
}

fn chart(Chart { id, title, caption, svg, table: rows }: &Chart, class: &'static str) -> Html {
    let caption =
        if caption.is_empty() { Html::default() } else { html!("<span>{}</span>", Html::text(caption)) };
    html!(
        "<figure id=\"chart-{}\" class=\"{}\">\n<figcaption><strong>{}</strong>{}</figcaption>\n{}\
         <details><summary>Numbers</summary>\n{}</details>\n</figure>\n",
        Html::text(id),
        Html::literal(class),
        Html::text(title),
        caption,
        svg,
        table(title, rows),
    )
}

fn table(caption: &str, Table { columns, rows }: &Table) -> Html {
    let class = |n: usize| {
        let number = columns.get(n).is_some_and(|(_, number)| *number);
        Html::literal(if number { " class=\"n\"" } else { "" })
    };
    let head = |(n, (name, _)): (usize, &(String, bool))| {
        html!("<th scope=\"col\"{}>{}</th>", class(n), Html::text(name))
    };
    let cell = |(n, text): (usize, &String)| html!("<td{}>{}</td>", class(n), Html::text(text));
    let row = |row: &Vec<String>| html!("<tr>{}</tr>\n", row.iter().enumerate().map(cell).collect::<Html>());
    html!(
        "<div class=\"table\"><table>\n<caption>{}</caption>\n<thead><tr>{}</tr></thead>\n<tbody>\n{}\
         </tbody>\n</table></div>\n",
        Html::text(caption),
        columns.iter().enumerate().map(head).collect::<Html>(),
        rows.iter().map(row).collect::<Html>(),
    )
}

/// Renders a chart as a file: with its own colours and ground.
pub(super) fn standalone(svg: &Html) -> String {
    let style = html!(
        "<style>{}</style>\n<rect class=\"ground\" width=\"100%\" height=\"100%\"/>\n",
        Html::literal(CHART_STYLE),
    );
    match svg.split_after("</desc>\n") {
        Some((head, body)) => html!("{}{}{}", head, style, body).into_string(),
        None => svg.to_string(),
    }
}
