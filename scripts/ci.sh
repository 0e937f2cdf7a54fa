#!/usr/bin/env bash
# Runs what a change must pass: form, lints, docs, tests, benches build, readers, targets, platforms, and one of four parts of what takes longest.
# `bash scripts/ci.sh [--all]`
# Half an hour to 50 minutes on two cores, by the machine; --all, which a release must pass, takes more than an hour.
set -euo pipefail
cd "$(dirname "$0")/.."

all=no
[[ ${1:-} != --all ]] || all=yes

# Names a step, with the seconds since the start.
step() { printf '\n== %s (%d s)\n' "$*" "$SECONDS"; }

work=$(mktemp -d)
beside=
trap '[[ -z $beside ]] || kill "$beside" 2>/dev/null || true; rm -rf "$work"' EXIT

# Steps that wait for networks, servers and child processes run beside steps that compile. What they print is kept until `join`, which fails if
# they failed.
beside() { "$@" >"$work/beside" 2>&1 & beside=$!; }
join() {
    local code=0
    wait "$beside" || code=$?
    beside=
    cat "$work/beside"
    return "$code"
}

step form
cargo fmt --all --check
step lints
# With object stores, which the Python package has; the tests are compiled without them.
cargo clippy --locked --all-targets --workspace --features gridmill/cloud -- -D warnings
# `--all-targets` leaves it out, because `cargo test` does not run it. With the same packages and features, nothing else is checked again.
cargo clippy --locked --test attack --workspace --features gridmill/cloud -- -D warnings
step docs
# With the same features, the dependencies are those that the lints have checked.
RUSTDOCFLAGS="-D warnings" cargo doc --locked --workspace --features gridmill/cloud --no-deps --document-private-items --quiet
step tests
cargo test --locked
step benches build
# As tests, which shares what the tests have compiled; `cargo bench` optimizes them.
cargo test --locked --benches --no-run
step readers
bash scripts/check_readers.sh --quick
# What else takes minutes takes turns: a commit has one of four parts, by its number in the history. `--all` has every part.
part=$(($(git rev-list --count HEAD 2>/dev/null || echo 0) % 4))
has_part() { [[ $all == yes || $part == "$1" ]]; }

if has_part 0; then
    # The full form needs PyTorch, of 6 GB, and has longer loops.
    step python
    bash scripts/check_python.sh --quick
    # The quick forms take two, three and three minutes, the full ones fifteen to twenty. They use the wheel of the step python, and compile
    # nothing while the steps after them do.
    engines() {
        bash scripts/check_ray.sh --quick && bash scripts/check_spark.sh --quick && bash scripts/check_s3.sh --quick
    }
    step engines and object stores, beside what follows
    mkdir "$work/shared"
    if bash scripts/python_environment.sh "$work/shared" --quick check-ray check-spark check-s3; then
        export GRIDMILL_ENVIRONMENT="$work/shared"
        beside engines
    else
        # Without the environment, each check builds what it needs.
        engines
    fi
fi
if has_part 1; then
    step browser
    bash scripts/check_browser.sh --quick
    # Builds every sample page small (half a minute), and checks their HTML, their display and their metrics (two minutes).
    step reports
    bash scripts/reports.sh --quick "$work/pages"
    bash scripts/check_report.sh "$work"/pages/*/*.html
fi
if has_part 2; then
    step long tests
    bash scripts/long_tests.sh --quick
fi
if has_part 3; then
    # The quick form takes four minutes, the full one twenty.
    step attack
    bash scripts/attack.sh --quick
    step public API
    bash scripts/public_api.sh
fi
step clusters
bash scripts/check_cluster.sh
step targets
bash scripts/check_targets.sh
# The quick form takes two minutes, the full one half an hour.
step platforms
bash scripts/check_windows.sh --quick
if [[ -n $beside ]]; then
    step engines and object stores
    join
fi
