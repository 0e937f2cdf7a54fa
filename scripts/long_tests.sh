#!/usr/bin/env bash
# Runs the tests that `cargo test` leaves out because they are long: statistics, agreement of solvers, killed runs.
# `bash scripts/long_tests.sh [--quick]`
# Their names begin with `long_` or `very_long_`; the quick form skips the latter. What each costs is in its `#[ignore]`. Tests that need a
# release build have other names, and their `#[ignore]` has the command. The long form also runs the tests of `cargo test`, all with full samples.
set -euo pipefail
cd "$(dirname "$0")/.."

skipped=()
if [[ ${1:-} == --quick ]]; then
    skipped=(--skip very_long_)
else
    export GRIDMILL_SAMPLES=full
    cargo test --locked --lib --test it
fi
cargo test --locked --lib --test it -- --ignored long_ "${skipped[@]}"
