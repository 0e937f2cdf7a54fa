#!/usr/bin/env bash
# Measures speed and writes reports/. `bash benches/bench.sh solvers|generate|shapes|rate|raters|trial|canonical|classes|python|engines|scale|frontier [--quick]`
# A report is replaced only when the new one is whole. Puzzle collections are read from $GRIDMILL_DATA.
set -euo pipefail
cd "$(dirname "$0")/.."

quick=${2:-}

# report FILE COMMAND...: writes the output of the command to the file.
report() {
    local file=$1
    shift
    mkdir -p "$(dirname "$file")"
    "$@" > "$file.new" || { rm -f "$file.new"; exit 1; }
    mv "$file.new" "$file"
    echo "$file"
}

# Builds both packages in one target folder, so that shared dependencies are built once.
build() {
    cargo build --release --locked --quiet
    cargo build --release --locked --quiet --manifest-path benches/peers/Cargo.toml --target-dir target
}

# Puts the figures of the reports that README quotes into its table of speeds.
speed_table() {
    [ "$quick" = --quick ] || GRIDMILL_BLESS=1 cargo test --locked --quiet --test it speed_table > /dev/null
}

# Compares the solvers with the sudoku crate and with the peers of $TDOKU_COUNT and $SCHOKU_COUNT (benches/build_tdoku.sh, benches/build_schoku.sh).
solvers() {
    build
    # shellcheck disable=SC2086
    report reports/solvers/README.md target/release/gridmill-peers solvers $quick
    speed_table
}

# Measures every way to generate, on one core.
generate() {
    build
    # shellcheck disable=SC2086
    report reports/generate/README.md target/release/gridmill-peers generate $quick
    speed_table
}

# Measures other shapes than 9x9, on one core.
shapes() {
    build
    # shellcheck disable=SC2086
    report reports/shapes/README.md target/release/gridmill-peers shapes $quick
}

# Measures ratings by every rulebook, on one core.
rate() {
    build
    # shellcheck disable=SC2086
    report reports/rating/README.md target/release/gridmill-peers rate $quick
    speed_table
}

# Measures ratings beside skfr, whose program $SKFR names.
raters() {
    cargo build --release --locked --quiet
    # shellcheck disable=SC2086
    report reports/rating/skfr.md python3 benches/bench_raters.py target/release/gridmill "${SKFR:?names the program of skfr}" $quick
}

# Measures trial depth and braids beside the Sudoku Hierarchical Classifier, whose jar $SHC names. Needs Java.
trial() {
    cargo build --release --locked --quiet
    cargo build --release --locked --quiet --package gridmill-rate --example trial_values
    # shellcheck disable=SC2086
    report reports/rating/shc.md python3 benches/bench_trial.py target/release/gridmill target/release/examples/trial_values "${SHC:?names SHC.jar}" $quick
}

# Measures canonical forms, on one core.
canonical() {
    build
    # shellcheck disable=SC2086
    report reports/canonical/README.md target/release/gridmill-peers canonical $quick
}

# Measures duplicates, splits and overlap of 20 million rows, on all cores. Needs Python, and 12 GB in $TMPDIR.
classes() {
    cargo build --release --locked --quiet
    # shellcheck disable=SC2086
    report reports/classes/README.md python3 benches/bench_classes.py target/release/gridmill $quick
}

# Measures the Python package, in an environment of its own. Needs Python, and 7 GB in $TMPDIR for PyTorch.
python() {
    local environment
    environment=$(mktemp -d)
    bash scripts/python_environment.sh "$environment" check-torch bench >&2
    # shellcheck disable=SC2086
    report reports/python/README.md "$environment/venv/bin/python" benches/bench_python.py target/release/gridmill $quick
    rm -rf "$environment"
}

# Measures Ray and Spark on two cores. Needs Python, Java, and 8 GB in $TMPDIR.
engines() {
    local environment
    environment=$(mktemp -d)
    bash scripts/python_environment.sh "$environment" check-ray check-spark >&2
    for what in generate rate; do
        # shellcheck disable=SC2086
        report "reports/scale/engines-$what.md" "$environment/venv/bin/python" benches/bench_engines.py "$what" target/release/gridmill $quick
    done
    rm -rf "$environment"
}

# Measures merges of many parts, manifests of many shards, and the estimates of plan beside runs. Needs Python, and 2 GB in
# $TMPDIR; `--full` in place of `--quick` adds runs of 1e8 rows, and needs 12 GB.
scale() {
    cargo build --release --locked --quiet
    for what in merge manifest plan; do
        # shellcheck disable=SC2086
        report "reports/scale/$what.md" python3 benches/bench_scale.py "$what" target/release/gridmill $quick
    done
}

# Measures unavoidable sets, scans and minimal puzzles, on one core. Needs Python; an hour, because scans of grids with 17 givens take minutes.
frontier() {
    cargo build --release --locked --quiet
    cargo build --release --locked --quiet --package gridmill-unavoidable --example known_puzzles
    # shellcheck disable=SC2086
    report reports/frontier/README.md python3 benches/bench_frontier.py target/release/gridmill target/release/examples/known_puzzles $quick
}

case "${1:-}" in
    solvers | generate | shapes | rate | raters | trial | canonical | classes | python | engines | scale | frontier) "$1" ;;
    *)
        echo "usage: bash benches/bench.sh solvers|generate|shapes|rate|raters|trial|canonical|classes|python|engines|scale|frontier [--quick]" >&2
        exit 2
        ;;
esac
