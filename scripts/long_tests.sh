#!/usr/bin/env bash
# Runs the tests that `cargo test` leaves out because they are long: statistics, agreement of solvers, runs that are killed. `bash scripts/long_tests.sh`
# Takes five minutes on two cores. CI runs it. Tests that need a release build say so where they are ignored, and are not among these.
set -euo pipefail
cd "$(dirname "$0")/.."

mapfile -t names < <(grep -rhA3 'ignore = "long: ' tests/it --include='*.rs' | grep -oP '^fn \K\w+')
echo "${#names[@]} tests"
cargo test --locked --test it -- --ignored "${names[@]}"
