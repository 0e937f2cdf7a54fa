//! Names that many stages use.

pub(crate) use crate::{
    corpora::{Entry, Tree, plant, tree},
    jobs::Job,
    run::{Call, Ended},
    tally::{Kind, Tally, Verdict, fail, fail_if},
    tools::{Attack, Dice, damage},
};
pub(crate) use rustix::process::Signal;
pub(crate) use serde_json::Value;
pub(crate) use std::{
    collections::{BTreeMap, BTreeSet},
    fs::{self, File},
    path::{Path, PathBuf},
    process::Command,
    sync::{Mutex, atomic::Ordering::Relaxed},
    thread,
    time::{Duration, Instant},
};
