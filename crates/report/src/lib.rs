//! Statistics of corpora: summaries that merge, and pages made from them.
//!
//! ```text
//! batch --absorb--> Summary --measure--> Report --render--> HTML, Markdown, JSON, CSV
//! ```
//!
//! [`compare`] puts uniqueness checkers side by side; its results are rendered as pages, too.

mod charts;
mod checkers;
pub mod compare;
mod format;
mod markup;
mod metrics;
mod page;
mod render;
mod sections;
mod stats;
mod summarise;
mod summary;

pub use checkers::{checkers_charts, checkers_html, checkers_markdown, checkers_verdict};
pub use metrics::{Bias, Origin, Report, SCHEMA};
pub use page::ChartFiles;
pub use render::Form;
pub use summarise::summarise;
pub use summary::{Summary, SummaryCollector, SummaryOptions, VerifyScope};
