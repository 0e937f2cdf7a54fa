//! `gridmill --cite`: the entry of BibTeX, from CITATION.cff.

use super::terminal;
use crate::tables::REPOSITORY;

const CITATION: &str = include_str!("../../CITATION.cff");

/// Prints the entry.
pub(super) fn print() -> anyhow::Result<()> {
    Ok(terminal::print(&entry())?)
}

/// Returns the entry. It has the address of the sources if they have one.
fn entry() -> String {
    let url = match REPOSITORY {
        "" => String::new(),
        address => format!("  url = {{{address}}},\n"),
    };
    let year = field("date-released").split('-').next().unwrap_or_default();
    format!(
        "@software{{gridmill,\n  author = {{{{{}}}}},\n  title = {{{}}},\n  version = {{{}}},\n  year = {{{year}}},\n{url}}}\n",
        field("  - name"),
        field("title"),
        field("version")
    )
}

/// Returns the value of a key at the start of a line.
fn field(key: &str) -> &'static str {
    let of_line = |line: &'static str| line.strip_prefix(key)?.strip_prefix(": ");
    CITATION.lines().find_map(of_line).unwrap_or_default().trim_matches('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Files that cannot ask Cargo have the version and the address of Cargo.toml.
    #[test]
    fn citations_have_version_and_address() {
        assert_eq!(field("version"), env!("CARGO_PKG_VERSION"));
        assert_eq!(field("repository-code"), REPOSITORY);
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let read = |name: &str| std::fs::read_to_string(root.join(name)).unwrap();
        let codemeta: serde_json::Value = serde_json::from_str(&read("codemeta.json")).unwrap();
        assert_eq!(codemeta["version"], env!("CARGO_PKG_VERSION"));
        assert_eq!(codemeta["dateModified"], field("date-released"));
        assert_eq!(codemeta["codeRepository"].as_str().unwrap_or_default(), REPOSITORY);
        let package: serde_json::Value = serde_json::from_str(&read("npm/package.json")).unwrap();
        assert_eq!(package["version"], env!("CARGO_PKG_VERSION"));
        assert!(entry().lines().all(|line| !line.contains("{}")), "{}", entry());
    }
}
