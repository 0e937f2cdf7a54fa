//! Names of the files of a corpus.

use gridmill_generate::RatingPlan;
use gridmill_rate::Rulebook;
use std::sync::Arc;

/// Files of rulebooks of one's own in a corpus, in the order of the plan.
pub(crate) const RULEBOOKS: [&str; RatingPlan::MAX_RULEBOOKS] =
    ["rulebook.toml", "rulebook-2.toml", "rulebook-3.toml", "rulebook-4.toml"];

/// Files of a corpus besides those in its folders. The manifest is the first.
pub const CORPUS_FILES: [&str; 8] = [
    "manifest.json",
    "README.md",
    "croissant.json",
    "patterns.txt",
    RULEBOOKS[0],
    RULEBOOKS[1],
    RULEBOOKS[2],
    RULEBOOKS[3],
];

/// Folders of a corpus: its shards, and what a run works with.
pub const CORPUS_FOLDERS: [&str; 2] = ["data", ".work"];

/// Ending of the files of saved rows in `.work/`.
pub(crate) const SAVED_ROWS: &str = ".rows";

/// Name of the journal in `.work/`.
pub(crate) const JOURNAL: &str = "shards.jsonl";

/// Beginning of the names of the journal's objects in `.work/`.
pub(crate) const JOURNAL_OBJECT: &str = "shards-";

/// Returns true for the name of a journal in `.work/`.
pub(crate) fn is_journal(name: &str) -> bool {
    name == JOURNAL || name.starts_with(JOURNAL_OBJECT)
}

/// Returns the file of each rulebook in a corpus; none for those that are built in.
pub(crate) fn rulebook_files(rulebooks: &[Arc<Rulebook>]) -> impl Iterator<Item = Option<&'static str>> {
    let mut files = RULEBOOKS.into_iter();
    rulebooks.iter().map(move |rulebook| if rulebook.is_built_in() { None } else { files.next() })
}
