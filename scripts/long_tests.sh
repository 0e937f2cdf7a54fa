#!/usr/bin/env bash
# Runs the tests that `cargo test` leaves out because they are long: statistics, agreement of solvers, killed runs.
# `bash scripts/long_tests.sh [--quick]`
# Their names begin with `long_` or `very_long_`; the quick form skips the latter. What each costs is in its `#[ignore]`. Tests that need a
# release build have other names, and their `#[ignore]` has the command.
set -euo pipefail
cd "$(dirname "$0")/.."

skipped=()
[[ ${1:-} != --quick ]] || skipped=(--skip very_long_)
cargo test --locked --lib --test it -- --ignored long_ "${skipped[@]}"
