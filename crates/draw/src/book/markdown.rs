//! Text of the pages before the puzzles, in a part of Markdown: headings, paragraphs, lists, emphasis, breaks.
//!
//! ```text
//! # Heading          ## and ### are smaller       ---       a new page
//! *one*, **two**     emphasis, which is bold      - 1. *    items of lists
//! \* and the like    the sign itself              \         at the end of a line: the next one begins a new line, as after two spaces
//! ```
//!
//! Anything else of Markdown is an error with its line, so that no page shows marks in place of what they mean.

use std::{mem, str::FromStr};

/// Text of the pages before the puzzles.
///
/// ```
/// use gridmill_draw::book::FrontMatter;
///
/// assert!("# How to play\n\nFill in **every** cell.".parse::<FrontMatter>().is_ok());
/// let error = "Some text\n\n![A picture](a.png)".parse::<FrontMatter>().unwrap_err();
/// assert_eq!(error.to_string(), "line 3: pictures are not known; there are headings, paragraphs, lists, emphasis and ---");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FrontMatter {
    /// Blocks of each page, of which longer ones become several.
    pub(super) pages: Vec<Vec<Block>>,
}

/// Heading, paragraph or item of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) kind: BlockKind,
    /// Lines that break where the text says so.
    pub(super) lines: Vec<Vec<Run>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum BlockKind {
    /// From 1, the largest, to 3.
    Heading(usize),
    Paragraph,
    /// With its mark.
    Item(String),
}

/// Text of one weight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) text: String,
    pub(super) bold: bool,
}

/// Error: text that is not in the known part of Markdown.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
#[non_exhaustive]
pub struct FrontMatterError {
    /// Number of the line, from 1.
    pub line: usize,
    problem: String,
}

/// List of what is known, for messages.
const KNOWN: &str = "there are headings, paragraphs, lists, emphasis and ---";

fn unknown(what: &str) -> String {
    format!("{what} are not known; {KNOWN}")
}

impl FromStr for FrontMatter {
    type Err = FrontMatterError;

    fn from_str(text: &str) -> Result<Self, FrontMatterError> {
        let mut parser = Parser::default();
        for (number, line) in (1..).zip(text.lines()) {
            parser.line(number, line)?;
        }
        parser.close()?;
        parser.pages.push(parser.page);
        Ok(Self { pages: parser.pages.into_iter().filter(|page| !page.is_empty()).collect() })
    }
}

/// Emphasis that is open: its marks, and the line where it began.
type Emphasis = Option<(usize, usize)>;

#[derive(Default)]
struct Parser {
    pages: Vec<Vec<Block>>,
    page: Vec<Block>,
    open: Option<Block>,
    emphasis: Emphasis,
    /// True if the next line of the block begins a new line.
    is_broken: bool,
}

impl Parser {
    fn close(&mut self) -> Result<(), FrontMatterError> {
        if let Some((marks, line)) = self.emphasis.take() {
            let problem =
                format!("the emphasis of {} does not end; write \\* for the sign", "*".repeat(marks));
            return Err(FrontMatterError { line, problem });
        }
        self.page.extend(self.open.take());
        Ok(())
    }

    fn line(&mut self, number: usize, line: &str) -> Result<(), FrontMatterError> {
        let text = line.trim();
        if text.is_empty() {
            return self.close();
        }
        self.check(line, text).map_err(|problem| FrontMatterError { line: number, problem })?;
        let is_broken = line.ends_with("  ");
        let added = if is_rule(text) {
            self.pages.push(mem::take(&mut self.page));
            Ok(())
        } else if let Some(heading) = text.strip_prefix('#') {
            self.close()?;
            let words = heading.trim_start_matches('#');
            self.begin(BlockKind::Heading(1 + heading.len() - words.len()));
            let added = self.inline(number, words.trim());
            added.map_err(|problem| FrontMatterError { line: number, problem })?;
            return self.close();
        } else if let Some((mark, rest)) = item(text) {
            self.close()?;
            self.begin(BlockKind::Item(mark));
            self.inline(number, rest)
        } else {
            if self.open.is_none() {
                self.begin(BlockKind::Paragraph);
            }
            self.inline(number, text)
        };
        self.is_broken |= is_broken;
        added.map_err(|problem| FrontMatterError { line: number, problem })
    }

    /// Checks that a line is of a known kind.
    fn check(&self, line: &str, text: &str) -> Result<(), String> {
        let heading = text.strip_prefix('#').map(|rest| rest.trim_start_matches('#'));
        let is_indented = line.starts_with("    ") || line.starts_with('\t');
        Err(match () {
            () if is_indented && self.open.is_none() => unknown("indented lines of code"),
            () if is_rule(text) && self.open.is_some() => {
                "--- below a text is another heading in Markdown; leave a line empty before it".to_owned()
            }
            () if text.bytes().all(|byte| byte == b'=') => "a heading begins with #".to_owned(),
            () if text.starts_with("```") || text.starts_with("~~~") => unknown("blocks of code"),
            () if text.starts_with('>') => unknown("quotes"),
            () if text.starts_with('|') => unknown("tables"),
            () if heading.is_some_and(|words| text.len() - words.len() > 3) => {
                "headings have one, two or three #".to_owned()
            }
            () if heading.is_some_and(|words| !words.starts_with(' ')) => {
                "a heading has a space after #; write \\# for the sign".to_owned()
            }
            () if line.starts_with("  ") && !is_rule(text) && item(text).is_some() => {
                unknown("lists within lists")
            }
            () => return Ok(()),
        })
    }

    fn begin(&mut self, kind: BlockKind) {
        self.open = Some(Block { kind, lines: vec![Vec::new()] });
        self.is_broken = false;
    }

    /// Adds a line of text to the open block.
    fn inline(&mut self, number: usize, text: &str) -> Result<(), String> {
        let Some(block) = &mut self.open else { return Ok(()) };
        if mem::take(&mut self.is_broken) {
            block.lines.push(Vec::new());
        }
        let (text, is_broken) = text.strip_suffix('\\').map_or((text, false), |text| (text, true));
        self.is_broken = is_broken;
        let Some(line) = block.lines.last_mut() else { return Ok(()) };
        let mut run = Run { text: String::new(), bold: self.emphasis.is_some() };
        if !line.is_empty() {
            run.text.push(' ');
        }
        let characters: Vec<char> = text.chars().collect();
        let at = |place: usize| characters.get(place).copied();
        let is_gap = |place: Option<char>| place.is_none_or(char::is_whitespace);
        let mut n = 0;
        while let Some(character) = at(n) {
            let before = n.checked_sub(1).and_then(at);
            match character {
                '\\' if at(n + 1).is_some_and(|next| next.is_ascii_punctuation()) => {
                    n += 1;
                    run.text.extend(at(n));
                }
                '`' => return Err(unknown("signs of code")),
                '~' if at(n + 1) == Some('~') => return Err(unknown("struck words")),
                '!' if at(n + 1) == Some('[') => return Err(unknown("pictures")),
                '[' if is_link(&characters[n..]) => return Err(unknown("links")),
                '<' if at(n + 1).is_some_and(|next| next.is_ascii_alphabetic() || "/!?".contains(next)) => {
                    return Err(unknown("HTML and links in <>"));
                }
                '&' if is_entity(&characters[n..]) => {
                    return Err("write the sign itself in place of its name between & and ;".to_owned());
                }
                '_' if is_gap(before) && !is_gap(at(n + 1)) => {
                    return Err("emphasis is written with *; write \\_ for the sign".to_owned());
                }
                '*' => {
                    let marks = characters[n..].iter().take_while(|&&next| next == '*').count();
                    let after = at(n + marks);
                    match self.emphasis {
                        Some((open, _)) if open == marks && !is_gap(before) => self.emphasis = None,
                        None if !is_gap(after) && marks < 4 => self.emphasis = Some((marks, number)),
                        open if is_gap(after) && (open.is_none() || is_gap(before)) => {
                            run.text.extend(&characters[n..n + marks]);
                            n += marks;
                            continue;
                        }
                        _ => return Err("emphasis within emphasis; write \\* for the sign".to_owned()),
                    }
                    n += marks;
                    let bold = self.emphasis.is_some();
                    line.push(mem::replace(&mut run, Run { text: String::new(), bold }));
                    continue;
                }
                other => run.text.push(other),
            }
            n += 1;
        }
        line.push(run);
        line.retain(|run| !run.text.is_empty());
        Ok(())
    }
}

/// Returns true for a line between pages: three or more of `-`, `*` or `_`, with spaces between them or not.
fn is_rule(text: &str) -> bool {
    let is_of = |sign: char| {
        text.chars().all(|found| found == sign || found == ' ') && text.matches(sign).count() > 2
    };
    ['-', '*', '_'].into_iter().any(is_of)
}

/// Returns the mark of an item and its text.
fn item(text: &str) -> Option<(String, &str)> {
    if let Some(rest) = ["- ", "* ", "+ "].into_iter().find_map(|mark| text.strip_prefix(mark)) {
        return Some(("\u{2022}".to_owned(), rest.trim_start()));
    }
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let rest = text[digits..].strip_prefix(['.', ')'])?.strip_prefix(' ')?;
    // A year at the end of a sentence that begins a line is no number of an item.
    (1..=3).contains(&digits).then(|| (format!("{}.", &text[..digits]), rest.trim_start()))
}

/// Returns true for `[text](`, `[text][` and `[text]:`.
fn is_link(text: &[char]) -> bool {
    let end = text.iter().position(|&character| character == ']');
    end.is_some_and(|end| text.get(end + 1).is_some_and(|next| "([:".contains(*next)))
}

/// Returns true for the name of a sign, such as `&copy;`.
fn is_entity(text: &[char]) -> bool {
    let name = text.iter().skip(1).take_while(|next| next.is_ascii_alphanumeric() || **next == '#').count();
    name > 0 && text.get(name + 1) == Some(&';')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(block: &Block) -> Vec<String> {
        let mark = |run: &Run| if run.bold { format!("<{}>", run.text) } else { run.text.clone() };
        block.lines.iter().map(|line| line.iter().map(mark).collect()).collect()
    }

    #[test]
    fn blocks_and_emphasis_are_read() {
        let text = "# The *Book*\n\nOne line\nand the next, **bold\nover two** lines.\\\nNew line  \nlast\n\n\
                    - an item\n  goes on\n- 2 * 3 and a_b\n12. twelfth\n\n---\n\n### Small\n2026 is no item.\n\\# \\*sign\\*\n";
        let front: FrontMatter = text.parse().unwrap();
        let kinds: Vec<Vec<&BlockKind>> =
            front.pages.iter().map(|page| page.iter().map(|block| &block.kind).collect()).collect();
        let bullet = BlockKind::Item("\u{2022}".to_owned());
        let (first, third) = (BlockKind::Heading(1), BlockKind::Heading(3));
        let (twelfth, paragraph) = (BlockKind::Item("12.".to_owned()), BlockKind::Paragraph);
        assert_eq!(kinds, [vec![&first, &paragraph, &bullet, &bullet, &twelfth], vec![&third, &paragraph]]);
        let all: Vec<Vec<String>> = front.pages.iter().flatten().map(words).collect();
        assert_eq!(
            all,
            [
                vec!["The <Book>"],
                vec!["One line and the next, <bold>< over two> lines.", "New line", "last"],
                vec!["an item goes on"],
                vec!["2 * 3 and a_b"],
                vec!["twelfth"],
                vec!["Small"],
                vec!["2026 is no item. # *sign*"],
            ]
        );
        assert_eq!("\n---\n\n---\n".parse::<FrontMatter>().unwrap().pages, Vec::<Vec<Block>>::new());
    }

    #[test]
    fn what_is_not_known_is_an_error_with_its_line() {
        for (text, line, part) in [
            ("a\n\n```\nx\n```", 3, "blocks of code"),
            ("see [this](http://a.b)", 1, "links"),
            ("[1]: http://a.b", 1, "links"),
            ("<b>x</b>", 1, "HTML"),
            ("a `b`", 1, "signs of code"),
            ("> said", 1, "quotes"),
            ("| a | b |", 1, "tables"),
            ("- a\n  - b", 2, "lists within lists"),
            ("    x", 1, "indented"),
            ("Title\n=====", 2, "begins with #"),
            ("Title\n---", 2, "leave a line empty"),
            ("#### four", 1, "one, two or three"),
            ("#tag", 1, "a space after #"),
            ("a\nb *c\nd", 2, "does not end"),
            ("a\nb *c\n\nd", 2, "does not end"),
            ("*a **b** c*", 1, "within emphasis"),
            ("_a_", 1, "written with *"),
            ("~~a~~", 1, "struck"),
            ("&copy; me", 1, "the sign itself"),
        ] {
            let error = text.parse::<FrontMatter>().unwrap_err();
            assert!(error.problem.contains(part), "{text:?}: {error}");
            assert_eq!(error.line, line, "{text:?}: {error}");
        }
    }
}
