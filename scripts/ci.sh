#!/usr/bin/env bash
# Checks the repository, part by part. `bash scripts/ci.sh [--full] [PART...]`
#
#   core       form, lints, docs, tests, benches build, the first command
#   python     the Python package: tests, examples, notebooks, types; other readers of corpora
#   engines    Ray, Spark and object stores
#   browser    the package for JavaScript, and the site
#   reports    the sample pages: HTML, display, figures
#   long       the tests that `cargo test` leaves out
#   attack     kills, failing system calls, full disks, mutated files
#   api        the public items of the libraries
#   platforms  clusters, other processors, Windows
#
# Without names it runs all of them, in the order of this list, which takes an hour on two cores. --full runs each check in its long form, which takes
# many hours.
set -euo pipefail
cd "$(dirname "$0")/.."

mapfile -t all < <(sed -n 's/^#   \([a-z]*\)  .*/\1/p' scripts/ci.sh)
quick=(--quick)
chosen=()
for word in "$@"; do
    case $word in
        -h | --help)
            sed -n '2,/^set /s/^# \{0,1\}//p' scripts/ci.sh
            exit
            ;;
        --full) quick=() ;;
        *)
            [[ " ${all[*]} " == *" $word "* ]] || { echo "ci: no part \`$word\`; the parts are ${all[*]}" >&2; exit 2; }
            chosen+=("$word")
            ;;
    esac
done
[[ ${#chosen[@]} -gt 0 ]] || chosen=("${all[@]}")
has() { [[ " ${chosen[*]} " == *" $1 "* ]]; }

# Prints the name of a step, with the seconds since the start.
step() { printf '\n== %s (%d s)\n' "$*" "$SECONDS"; }

# Nothing is compiled a second time.
export CARGO_INCREMENTAL=0

work=$(mktemp -d)
# Sets `used` to the seconds of processor time of what has ended; a subshell has times of its own.
measure() {
    times >"$work/times"
    used=$(awk -F '[ms ]+' 'NR == 2 { printf "%d", 60 * ($1 + $3) + $2 + $4 }' "$work/times")
}
used=0
background=
current=
times=()
finish() {
    local code=$?
    # With its children, which would go on without it.
    [[ -z $background ]] || kill -- "-$background" 2>/dev/null || true
    [[ $code == 0 || -z $current ]] || times+=("$current" failed "")
    if [[ ${#times[@]} -gt 0 ]]; then
        measure
        printf '\n%-10s %8s %10s\n' part seconds processor
        printf '%-10s %8s %10s\n' "${times[@]}" all "$SECONDS" "$used"
    fi
    rm -rf "$work"
}
trap finish EXIT

part_core() {
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
    # It builds the program that the parts after this one run.
    step "the first command of README"
    cargo run --release --locked --quiet -- generate --count 1000000 --seed 42 --out "$work/corpus"
}

# Makes an environment of Python with the wheel, which the parts from here on share. Without it, each check makes its own.
share_environment() {
    [[ -z ${GRIDMILL_ENVIRONMENT:-} ]] || return 0
    step an environment of Python
    local groups=()
    has engines && groups=(check-ray check-spark check-s3)
    mkdir -p "$work/shared"
    bash scripts/python_environment.sh "$work/shared" "${groups[@]}" && export GRIDMILL_ENVIRONMENT="$work/shared"
}

# The full form needs PyTorch, of 6 GB, in an environment of its own, and has longer loops.
part_python() {
    [[ ${#quick[@]} == 0 ]] || share_environment || true
    step python
    bash scripts/check_python.sh "${quick[@]}"
    step readers
    bash scripts/check_readers.sh "${quick[@]}"
}

# The quick forms take two, three and three minutes, the full ones fifteen to twenty.
engine_checks() {
    local begin=$SECONDS
    bash scripts/check_engine.sh ray "${quick[@]}"
    bash scripts/check_engine.sh spark "${quick[@]}"
    bash scripts/check_s3.sh "${quick[@]}"
    echo $((SECONDS - begin)) >"$work/engines.seconds"
}

# Runs the engines in the background: they wait for networks, servers and child processes, and compile nothing while the parts after them do.
# `join_engines` shows what they print.
part_engines() {
    if share_environment; then
        step engines and object stores, in the background
        # In a process group of its own.
        set -m
        engine_checks >"$work/engines.log" 2>&1 &
        background=$!
        set +m
    else
        # Without the environment, each check builds what it needs.
        engine_checks
    fi
}

join_engines() {
    local code=0
    step engines and object stores
    wait "$background" || code=$?
    background=
    cat "$work/engines.log"
    return "$code"
}

part_browser() {
    step browser
    bash scripts/check_browser.sh "${quick[@]}"
}

# The quick form makes every sample page small in half a minute; checking HTML, display and figures takes two minutes.
part_reports() {
    step reports
    bash scripts/reports.sh "${quick[@]}" "$work/pages"
    bash scripts/check_report.sh "${quick[@]}" "$work"/pages/*/*.html
}

part_long() {
    step long tests
    bash scripts/long_tests.sh "${quick[@]}"
}

# The quick form takes four minutes, the full one twenty.
part_attack() {
    step attack
    bash scripts/attack.sh "${quick[@]}"
}

part_api() {
    step public API
    bash scripts/public_api.sh
}

# The quick form of Windows takes two minutes, the full one half an hour.
part_platforms() {
    step clusters
    # In an environment of its own: linters would change versions of packages that the engines need.
    GRIDMILL_ENVIRONMENT='' bash scripts/check_cluster.sh
    step targets
    bash scripts/check_targets.sh
    step windows
    bash scripts/check_windows.sh "${quick[@]}"
}

for current in "${all[@]}"; do
    has "$current" || continue
    measure
    begin=("$SECONDS" "$used")
    "part_$current"
    measure
    [[ $current == engines ]] || times+=("$current" $((SECONDS - begin[0])) $((used - begin[1])))
done
if has engines; then
    current=engines
    measure
    begin=("$SECONDS" "$used")
    [[ -z $background ]] || join_engines
    measure
    times+=(engines "$(cat "$work/engines.seconds")" $((used - begin[1])))
fi
current=
