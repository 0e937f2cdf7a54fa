//! Draws Sudoku grids, the steps of their solution and books of them. Nothing here reads or writes files.
//!
//! A [`Picture`] is a list of shapes; [`svg()`] turns it into a document, [`svg_in_page`] into a part of a page:
//!
//! ```
//! use gridmill_board::{Grid, Shape};
//! use gridmill_draw::{PuzzlePicture, svg};
//!
//! let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let puzzle = Grid::parse(Shape::STANDARD, text)?;
//! let document = svg(&PuzzlePicture::new(&puzzle).draw());
//! assert!(document.ends_with("</svg>\n"));
//! # Ok::<(), gridmill_board::GridError>(())
//! ```
//!
//! A [`StepPicture`] shows a hint on the candidates before it: cells and candidates of the pattern, what is removed, and the chain as
//! arrows.
//!
//! ```
//! use gridmill_board::{Grid, Shape};
//! use gridmill_draw::{Marks, StepPicture, svg};
//! use gridmill_rate::{Pencilmarks, Rater, Rulebook};
//!
//! let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let marks = Pencilmarks::new(&Grid::parse(Shape::STANDARD, text)?);
//! let next = Rater::new(Rulebook::hodoku()).next_step(&marks)?.ok_or("no technique applies")?;
//! let document = svg(&StepPicture::new(&Marks::from(&marks), &next.step).draw());
//! assert!(document.contains("<title>Naked Single</title>"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | types | |
//! |---|---|
//! | [`Picture`] | a list of shapes |
//! | [`PuzzlePicture`] | a puzzle or a solution, of any shape |
//! | [`StepPicture`], [`Marks`] | a step on candidates |
//! | [`contact_sheet`] | many pictures with titles |
//! | [`book`] | pages of puzzles, hints and solutions |
//!
//! With the feature `pdf`, on by default, the function `pdf` turns pictures into the pages of a PDF file; with `png`, on by default, the function
//! `png` turns a picture into a file of pixels, and `pixels` into the pixels alone.
//!
//! Items that are hidden from these pages are for gridmill's own crates and may change in any version.

pub mod book;
#[cfg(feature = "letters")]
mod extra;
mod font;
mod frame;
mod marks;
#[cfg(feature = "pdf")]
mod pdf;
mod picture;
#[cfg(feature = "png")]
mod png;
mod puzzle;
mod step;
mod svg;

#[cfg(feature = "png")]
pub use self::png::{PngError, pixels, png};
#[cfg(feature = "letters")]
pub use extra::{ExtraFont, ExtraFontError};
pub use font::has_glyph;
#[doc(hidden)]
pub use font::{is_wide, pieces, text_width};
pub use frame::Labels;
pub use marks::{CellMarks, Marks};
#[cfg(feature = "pdf")]
pub use pdf::pdf;
pub use picture::Picture;
#[doc(hidden)]
pub use picture::{Anchor, Colour, Dash, Element, Font, Paint, Point, Stroke};
pub(crate) use picture::{ElementKind, Segment};
pub use puzzle::{PuzzlePicture, contact_sheet};
pub use step::StepPicture;
#[doc(hidden)]
pub use svg::svg_in_print;
pub use svg::{svg, svg_in_page};
