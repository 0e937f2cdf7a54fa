//! Links between candidates, and everything that follows from one candidate or from all of them.
//!
//! ```text
//! link_graph         each link once, for tracing           strong: off -> on      weak: on -> off
//! implication_sets   reachability from all candidates      sets, no paths
//! conclusion_sets    the same of single candidates         rows of bits
//! closure            consequences of one assumption        nodes in order, with parents
//! ```

pub(crate) mod closure;
pub(crate) mod conclusion_sets;
pub(crate) mod implication_sets;
pub(crate) mod link_graph;
