#!/usr/bin/env bash
# Everything a change must pass: form, lints, docs, tests, benches build, readers, reports, attack. `bash scripts/ci.sh`
set -euo pipefail
cd "$(dirname "$0")/.."

step() { printf '\n== %s\n' "$*"; }

step form
cargo fmt --all --check
step lints
cargo clippy --locked --all-targets --workspace -- -D warnings
# Not among all targets, because `cargo test` does not run it.
cargo clippy --locked --test attack -- -D warnings
step docs
RUSTDOCFLAGS="-D warnings" cargo doc --locked --workspace --no-deps --document-private-items --quiet
step tests
cargo test --locked --workspace
step benches build
cargo bench --locked --no-run
step readers
bash scripts/check_readers.sh --quick
# A small build of every sample page (half a minute), all of them as HTML and in the browser, and two minutes of figures.
step reports
pages=$(mktemp -d)
trap 'rm -rf "$pages"' EXIT
bash scripts/reports.sh --quick "$pages"
bash scripts/check_report.sh "$pages"/*/*.html
# Three minutes of what `scripts/attack.sh` does in twenty.
step attack
bash scripts/attack.sh --quick
