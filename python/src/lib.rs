//! The extension module of the Python package `gridmill`: puzzles, arrays and tables of Python in front of the library.
//!
//! ```text
//! text, list, NumPy, Arrow -> input -> solve, ratings ---------> text, list, NumPy, table
//! rows of the same, files --> data --> classes, augment, report > list, NumPy, table, page
//!                  options -> corpus, plan, rows --------------------> NumPy, table, folder
//! ```
//!
//! The library does the work; nothing here knows how a puzzle is solved, rated or made. Work that can take long runs in `background`.
#![allow(clippy::doc_link_with_quotes, reason = "examples of Python, and a seed as hexadecimal digits")]
#![allow(clippy::needless_pass_by_value, reason = "arguments of Python functions are taken by value")]
#![allow(rustdoc::broken_intra_doc_links, reason = "examples of Python have brackets")]

mod arguments;
mod augment;
mod background;
mod benchmark;
mod boards;
mod capsules;
mod classes;
mod command;
mod corpus;
mod data;
mod env;
mod errors;
mod export;
mod generate;
mod images;
mod input;
mod options;
mod paths;
mod plan;
mod puzzle_stream;
mod ratings;
mod report;
mod rows;
mod scan;
mod solve;
mod steps;
mod stream;
mod table;
mod trace_events;
mod traces;
mod values;

/// Sudoku puzzles by the million, the same from the same seed on any machine.
#[pyo3::pymodule]
mod _gridmill {
    #[pymodule_export]
    use super::{
        augment::augment,
        benchmark::{benchmark_questions, make_benchmark, score_benchmark},
        boards::{board_cells, board_next_step, board_wrong_cells, technique_names},
        classes::{class_keys, dedup, overlap},
        command::main,
        corpus::{Corpus, Puzzle},
        data::read,
        env::EnvState,
        errors::{InputError, OptionError, SearchError},
        export::export,
        generate::{generate, split},
        images::images,
        paths::{path_states, path_tokens},
        plan::{CorpusPlan, CorpusWriter},
        ratings::{canonical, parse_compact_path, rate},
        report::{Report, report},
        scan::{MinimalPuzzles, ScannedGrid, UnavoidableSets, minimal_puzzles, scan, unavoidable_sets},
        solve::{count_solutions, is_minimal, is_unique, solve},
        steps::{Help, Step, hint, steps},
        stream::{Stream, stream},
        table::{Column, Table},
        trace_events::trace_vocabulary,
        traces::{Traces, check_trace, decode_trace, encode_trace, search_trace},
    };
    use pyo3::{prelude::*, types::PyModule};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        #[cfg(feature = "cloud")]
        gridmill::cloud::install();
        module.add("TRACE_VERSION", gridmill::traces::VOCABULARY_VERSION)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
