//! Identities of input files.

use gridmill_tables::facts::InputIdentity;
use serde::{Deserialize, Serialize};

/// Identity of an input file, by which a later run knows it again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct InputFile {
    pub(super) name: String,
    pub(super) size_bytes: u64,
    pub(super) blake3: String,
}

impl InputFile {
    /// Returns the name and the hash.
    pub(super) fn identity(&self) -> InputIdentity {
        InputIdentity { name: self.name.clone(), blake3: self.blake3.clone() }
    }
}
