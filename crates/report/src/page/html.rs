//! The page: one file that loads nothing.

use super::{Chart, Document, Lead, PageBlock, PuzzleCard, Section, Table, Tile};
use crate::{
    charts::{COLUMN, MAIN, variables},
    markup::{Html, html},
};

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("style.css");

pub(crate) fn page(document: &Document) -> String {
    let Document { command, title, sections, closing, .. } = document;
    let link = |section: &Section| {
        html!("<li><a href=\"#{}\">{}</a></li>\n", Html::text(&section.id), Html::text(&section.title))
    };
    let fields = [
        ("command", Html::comment(command)),
        ("title", Html::text(title)),
        ("style", html!("{}{}", Html::style(&variables()), Html::literal(STYLE))),
        ("links", sections.iter().map(link).collect()),
        ("lead", lead(&document.lead)),
        ("closing", Html::text(closing)),
        ("sections", sections.iter().map(section).collect()),
    ];
    Html::page(PAGE, &fields).into_string()
}

fn lead(Lead { findings, warnings, limits, chart: main, tiles, puzzles, notes }: &Lead) -> Html {
    let warn = |words: &String| html!("<p class=\"warning\">{}</p>\n", Html::text(words));
    let note = |words: &String| html!("<p class=\"note\">{}</p>\n", Html::text(words));
    let all_tiles = html!("<dl class=\"tiles\">\n{}</dl>\n", tiles.iter().map(tile).collect::<Html>());
    let main = main.iter().map(|main| html!("<div class=\"main\">\n{}</div>\n", figure(main, MAIN)));
    let all_notes = html!(
        "<details class=\"folded\"><summary>How the rows were drawn</summary>\n{}</details>\n",
        notes.iter().map(note).collect::<Html>(),
    );
    let findings = unbroken(findings).replace(" \u{b1}", "\u{a0}\u{b1}");
    html!(
        "<p class=\"findings\">{}</p>\n{}{}<div class=\"first\">\n{}{}</div>\n{}{}",
        Html::text(&findings),
        warnings.iter().map(warn).collect::<Html>(),
        limits.iter().map(note).collect::<Html>(),
        main.collect::<Html>(),
        unless(tiles.is_empty(), all_tiles),
        cards(puzzles),
        unless(notes.is_empty(), all_notes),
    )
}

fn unless(is_empty: bool, html: Html) -> Html {
    if is_empty { Html::default() } else { html }
}

/// Keeps the parts of a number on one line: its unit, and its error.
fn unbroken(text: &str) -> String {
    text.replace(" %", "\u{a0}%").replace("\u{b1} ", "\u{b1}\u{a0}").replace(" \u{d7} ", "\u{a0}\u{d7}\u{a0}")
}

fn tile(Tile { name, value, about, picture, alarm }: &Tile) -> Html {
    let class = Html::literal(if *alarm { " class=\"alarm\"" } else { "" });
    let picture = picture.iter().map(|one| html!("<dd class=\"spark\">{}</dd>\n", Html::picture(one)));
    let shown = html!("<dd class=\"value\">{}</dd>\n", Html::text(&unbroken(value)));
    html!(
        "<div{}><dt>{}</dt>\n{}{}<dd class=\"about\">{}</dd></div>\n",
        class,
        Html::text(name),
        unless(value.is_empty(), shown),
        picture.collect::<Html>(),
        Html::text(about),
    )
}

fn cards(puzzles: &[PuzzleCard]) -> Html {
    if puzzles.is_empty() {
        return Html::default();
    }
    let card = |PuzzleCard { title, about, text, picture }: &PuzzleCard| {
        html!(
            "<figure class=\"card\">\n<figcaption><strong>{}</strong><span>{}</span></figcaption>\n{}\
             <code>{}</code>\n</figure>\n",
            Html::text(title),
            Html::text(about),
            Html::picture(picture),
            Html::text(text),
        )
    };
    let class = Html::literal(if puzzles.len() > 5 { "cards many" } else { "cards" });
    html!("<div class=\"{}\">\n{}</div>\n", class, puzzles.iter().map(card).collect::<Html>())
}

fn section(Section { id, title, folded, blocks }: &Section) -> Html {
    let (id, title) = (Html::text(id), Html::text(title));
    let blocks = group(blocks);
    if *folded {
        html!(
            "<section id=\"{}\">\n<details class=\"folded whole\"><summary><h2>{}</h2></summary>\n{}</details>\n</section>\n",
            id,
            title,
            blocks,
        )
    } else {
        html!("<section id=\"{}\">\n<h2>{}</h2>\n{}</section>\n", id, title, blocks)
    }
}

/// Sets blocks below each other, and neighbouring charts side by side.
fn group(blocks: &[PageBlock]) -> Html {
    let is_chart = |block: &PageBlock| matches!(block, PageBlock::Chart(_));
    let run = |run: &[PageBlock]| {
        let inner: Html = run.iter().map(block).collect();
        if run.first().is_some_and(is_chart) {
            html!("<div class=\"charts\">\n{}</div>\n", inner)
        } else {
            inner
        }
    };
    blocks.chunk_by(|a, b| is_chart(a) == is_chart(b)).map(run).collect()
}

fn block(block: &PageBlock) -> Html {
    match block {
        PageBlock::Heading(text) => html!("<h3>{}</h3>\n", Html::text(text)),
        PageBlock::Text(text) => html!("<p>{}</p>\n", Html::text(text)),
        PageBlock::Warning(text) => html!("<p class=\"warning\">{}</p>\n", Html::text(text)),
        PageBlock::Code(text) => html!("<pre><code>{}</code></pre>\n", Html::text(text)),
        PageBlock::Table(caption, rows) => table(caption, rows),
        PageBlock::Chart(one) => chart(one),
        PageBlock::Gallery(charts) => {
            html!("<div class=\"gallery\">\n{}</div>\n", charts.iter().map(chart).collect::<Html>())
        }
        PageBlock::Puzzles(puzzles) => cards(puzzles),
        PageBlock::Folded(summary, blocks) => html!(
            "<details class=\"folded\"><summary>{}</summary>\n{}</details>\n",
            Html::text(summary),
            group(blocks),
        ),
    }
}

fn chart(one: &Chart) -> Html {
    figure(one, COLUMN)
}

fn figure(one: &Chart, width: f64) -> Html {
    let Chart { id, title, caption, table: rows, .. } = one;
    let picture = Html::picture(&one.drawing.draw(title, caption, width));
    let caption = unless(caption.is_empty(), html!("<span>{}</span>", Html::text(caption)));
    html!(
        "<figure id=\"chart-{}\">\n<figcaption><strong>{}</strong>{}</figcaption>\n{}\
         <details class=\"numbers\"><summary>Numbers</summary>\n{}</details>\n</figure>\n",
        Html::text(id),
        Html::text(title),
        caption,
        picture,
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
    let cell = |(n, text): (usize, &String)| {
        if n == 0 {
            html!("<th scope=\"row\"{}>{}</th>", class(n), Html::text(text))
        } else {
            html!("<td{}>{}</td>", class(n), Html::text(text))
        }
    };
    let row = |row: &Vec<String>| html!("<tr>{}</tr>\n", row.iter().enumerate().map(cell).collect::<Html>());
    html!(
        "<div class=\"table\" role=\"region\" aria-label=\"{}\" tabindex=\"0\"><table>\n<caption>{}</caption>\n\
         <thead><tr>{}</tr></thead>\n<tbody>\n{}</tbody>\n</table></div>\n",
        Html::text(caption),
        Html::text(caption),
        columns.iter().enumerate().map(head).collect::<Html>(),
        rows.iter().map(row).collect::<Html>(),
    )
}
