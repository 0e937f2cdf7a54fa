//! The card of a folder with splits.

use super::{Folder, SplitManifest};
use crate::error::Result;

/// Writes the card.
pub(super) fn write(folder: &Folder, manifest: &SplitManifest) -> Result<()> {
    let _ = manifest;
    folder.replace(&folder.card(), b"")
}
