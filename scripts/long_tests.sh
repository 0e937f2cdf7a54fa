#!/usr/bin/env bash
# Runs the tests that `cargo test` leaves out because they are long: statistics, agreement of solvers, runs that are killed.
# `bash scripts/long_tests.sh [--quick]`
# CI runs the quick form, without the tests that are marked `very long`: seven and a half minutes on two slow cores. Tests that need a release
# build say so where they are ignored, and are not among these.
set -euo pipefail
cd "$(dirname "$0")/.."

marked='ignore = "(very )?long: '
[[ ${1:-} != --quick ]] || marked='ignore = "long: '
mapfile -t names < <(grep -rhEA3 "$marked" tests/it --include='*.rs' | grep -oP '^fn \K\w+')
pattern=$(IFS='|' && echo "${names[*]}")
# With their modules, because one name may begin another.
mapfile -t paths < <(cargo test --locked --quiet --test it -- --ignored --list | grep -oP "^[\w:]+::($pattern)(?=: test$)")
if [[ ${#paths[@]} -ne ${#names[@]} ]]; then
    echo "long tests: ${#names[@]} are marked, ${#paths[@]} were found" >&2
    exit 1
fi
cargo test --locked --test it -- --ignored --exact "${paths[@]}"
