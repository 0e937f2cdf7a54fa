//! Bounds on the input, so that the memory of a reader depends neither on the size of a file nor on its declarations.

pub(super) const COLUMNS: usize = 1024;

/// Bytes of a line of plain text that are read; the largest puzzle has 625.
pub(super) const LINE_BYTES: usize = 1 << 16;

/// Bytes of a line of text, and of a value of JSON that is left out: more are taken for an input without end.
pub(super) const LONGEST_LINE: u64 = 16 << 20;

/// Bytes of a record of a text table.
pub(super) const RECORD_BYTES: usize = 1 << 20;

/// Bytes of the values of a batch of text, with [`VALUE_BYTES`] for each. The record that passes the bound is still taken.
pub(super) const BATCH_BYTES: usize = 8 << 20;

/// Bytes that a value of a batch takes besides its text.
pub(super) const VALUE_BYTES: usize = 8;

/// Characters of a name or value that an error message shows.
const SHOWN: usize = 40;
/// Names that an error message lists.
const LISTED: usize = 20;

/// Returns the beginning of a name or value from a file, in one line without control characters.
pub fn shown(text: &str) -> String {
    let mut line = String::new();
    for c in text.chars().take(SHOWN) {
        if c.is_control() {
            line.extend(c.escape_default());
        } else {
            line.push(c);
        }
    }
    if text.chars().nth(SHOWN).is_some() {
        line.push_str("...");
    }
    line
}

/// Lists the first of some names.
pub(super) fn listed<'a>(names: impl ExactSizeIterator<Item = &'a str>) -> String {
    let more = names.len().saturating_sub(LISTED);
    let first: Vec<String> = names.take(LISTED).map(shown).collect();
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    first.join(", ") + &more
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_show_names_in_one_short_line() {
        assert_eq!(shown("a\u{1b}[31m\nb"), "a\\u{1b}[31m\\nb");
        assert_eq!(shown(&"x".repeat(41)), format!("{}...", "x".repeat(40)));
        assert_eq!(shown(&"x".repeat(40)), "x".repeat(40));
        let names = ["name"; 23];
        assert!(listed(names.into_iter()).ends_with("name, name and 3 more"));
    }
}
