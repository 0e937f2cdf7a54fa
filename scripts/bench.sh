#!/usr/bin/env bash
# Measures and writes reports/. `bash scripts/bench.sh solvers|generate|rate [--quick]`
# A report is replaced when the whole of it is there. Puzzle collections are found by $GRIDMILL_DATA.
set -euo pipefail
cd "$(dirname "$0")/.."

quick=${2:-}

# report FILE COMMAND...: what the command prints becomes the file.
report() {
    local file=$1
    shift
    mkdir -p "$(dirname "$file")"
    "$@" > "$file.new" || { rm -f "$file.new"; exit 1; }
    mv "$file.new" "$file"
    echo "$file"
}

# One target folder: what both packages need is built once.
build() {
    cargo build --release --locked --quiet
    cargo build --release --locked --quiet --manifest-path benches/peers/Cargo.toml --target-dir target
}

# Uniqueness checkers: beside the sudoku crate, and among themselves.
solvers() {
    build
    # shellcheck disable=SC2086
    report reports/solvers/README.md target/release/gridmill-peers solvers $quick
    local count=20000
    [ "$quick" = --quick ] && count=500
    target/release/gridmill compare --count "$count" --seed 1 --progress never --markdown reports/compare.md --overwrite > /dev/null
    echo reports/compare.md
}

# Every way to generate, on one core.
generate() {
    build
    # shellcheck disable=SC2086
    report reports/generate/README.md target/release/gridmill-peers generate $quick
}

# Ratings by every rulebook, on one core.
rate() {
    build
    # shellcheck disable=SC2086
    report reports/rating/README.md target/release/gridmill-peers rate $quick
}

case "${1:-}" in
    solvers | generate | rate) "$1" ;;
    *)
        echo "usage: bash scripts/bench.sh solvers|generate|rate [--quick]" >&2
        exit 2
        ;;
esac
