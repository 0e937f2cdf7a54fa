//! Statistics of corpora: summaries that merge, and pages made from them.
//!
//! ```text
//! batch --absorb--> Summary --measure--> Report --render--> HTML, Markdown, JSON, CSV
//! ```
//!
//! [`compare`] puts uniqueness checkers side by side; its results are rendered as pages, too.

mod charts;
mod checkers;
mod format;
mod markup;
mod metrics;
mod page;
mod render;
mod sections;
mod stats;
mod summarise;

pub use checkers::{checkers_charts, checkers_html, checkers_markdown, checkers_verdict};
use gridmill_summary as summary;
pub use metrics::{Bias, Origin, Report, SCHEMA};
pub use page::ChartFiles;
pub use render::Form;
pub use summarise::summarise;

pub use gridmill_compare as compare;
pub use gridmill_summary::{Summary, SummaryCollector, SummaryOptions, VerifyScope};
