//! One image of a row.

use gridmill_board::{Grid, Transform};
use gridmill_tables::schema::RowImage;

/// Image of a source.
pub(super) struct Image {
    /// Number of the source in its batch.
    pub(super) row: usize,
    /// Transform that takes the source to the image.
    pub(super) transform: Transform,
    pub(super) grid: Grid,
    pub(super) puzzle: String,
    pub(super) solution: Option<String>,
    pub(super) origin: RowImage,
}
