//! Names that many tests use: helpers, vocabulary and parts of the standard library.

pub(crate) use crate::common::{
    Folder, PATH, PUZZLE, Runs, SOLUTION, Text, assert_failure, assert_refusal, assert_refusals, column,
    corpus, counts, data_bytes, everything, failure, failure_with, files_below, gridmill, json_lines,
    manifest, merged, names, names_in, no_such_file, outcome, parsed, parts, picked, refusal, root, run,
    run_with, silent_refusal, start, tree, wait_until, with_slashes, words,
};
pub(crate) use arrow_array::{ArrayRef, RecordBatch, StringArray};
pub(crate) use arrow_schema::{Field, Schema};
pub(crate) use gridmill::{
    board::{Cell, Digit, Grid, Shape, Solution, Transform},
    corpus::Sources,
    generate::{Dig, Effort, Fill, Filler, Generator, Givens, Plan, Tasks, random_transform},
    rate::{Family, FinderMemory, Pencilmarks, Rater, Rulebook, Step, Technique, Wording},
    solve::{
        Backtracking, BitParallel, Bitboard, DancingLinks, OutOfNodes, Remover, Solutions, Solver, SolverKind,
    },
    tables::{
        read::{GridColumns, Puzzles, TableInput},
        schema::Column,
        write::Format,
    },
};
pub(crate) use gridmill_testing::sample;
pub(crate) use parquet::arrow::ArrowWriter;
pub(crate) use rand::SeedableRng as _;
pub(crate) use rand_pcg::Pcg64;
pub(crate) use serde_json::{Value, json};
pub(crate) use std::{
    collections::{BTreeMap, BTreeSet},
    fs::{self, File},
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    sync::Arc,
    thread,
    time::{Duration, Instant},
};
