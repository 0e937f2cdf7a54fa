//! Tests of the library and of the program, in one executable: it links once, and its helpers are written once.
//!
//! A module for each command or topic; `common` has the helpers. What takes long is ignored, with the command that runs it.

mod architecture;
mod augment;
mod canonical;
mod canonical_laws;
mod cards;
mod classes;
mod cli;
mod columns_page;
mod common;
mod compare;
mod corpus;
mod digs;
mod distributions;
mod export;
mod external;
mod facts;
mod fills;
mod forms;
mod grammar;
mod input_grids;
mod inputs;
mod job_array;
mod jsonl;
mod memory;
mod mixes;
mod outputs;
mod overlap;
mod plan;
mod printed_commands;
mod properties;
mod rate;
mod readers;
mod report;
mod search_difficulty;
mod solve;
mod solvers;
mod soundness;
mod speed_table;
mod split_folders;
mod step_help;
mod steps_page;
mod technique;
mod trace;
mod trust;
