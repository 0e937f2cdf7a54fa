//! Understanding: summaries of corpora that add up, and pages made of them.
//!
//! ```text
//! batch --absorb--> Summary --figures--> Report --render--> HTML, Markdown, JSON, CSV
//! ```
//!
//! Floor 5, above [`compare`](crate::compare), of whose findings it makes pages, too. Files are read by `corpus` and written
//! by the roof; nothing here knows either.

mod chart;
mod checkers;
mod figures;
mod markup;
mod page;
mod render;
mod sections;
mod stats;
mod summary;
mod words;

pub use checkers::{checkers_html, checkers_markdown};
pub use figures::{Bias, Origin, Report, SCHEMA};
pub use render::Form;
pub use summary::{Gather, Look, Summary, Wanted};
