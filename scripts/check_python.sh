#!/usr/bin/env bash
# Builds the wheel of the Python package, installs it in an empty environment without Rust, and runs its tests, examples, notebooks and mypy.
# `bash scripts/check_python.sh [--quick]`
# Packages are those of the groups `check` and `check-torch` in python/pyproject.toml. Without Python or the packages, the check prints that it
# is skipped. The quick form compiles the library with fewer optimizations, and does without PyTorch, which takes 6 GB.
set -euo pipefail
cd "$(dirname "$0")/.."
quick=${1:-}

python=$(command -v python3) || { echo "skipped: no python3"; exit 0; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$python" -m venv "$work/venv" >/dev/null 2>&1 || { echo "skipped: python3 has no venv"; exit 0; }
packages_of() { sed -n "/^$1 = \[/,/^\]/s/^ *\"\([a-z]*==.*\)\",\$/\1/p" python/pyproject.toml; }
install() { "$work/venv/bin/pip" install --quiet --disable-pip-version-check "$@"; }
mapfile -t packages < <(packages_of check)
install "${packages[@]}" || { echo "skipped: cannot install ${packages[*]}"; exit 0; }

# Annotations refer to the types of PyTorch, so the modules are checked where it is.
modules=(-m gridmill -m gridmill._gridmill -m gridmill.datasets)
if [[ $quick == --quick ]]; then
    echo "skipped: the tests of gridmill.torch, without --quick they run"
elif install "$(packages_of check-torch)"; then
    modules=(-p gridmill)
else
    echo "skipped: cannot install PyTorch, nor test gridmill.torch"
fi

# The program is what the package is compared with.
export CARGO_TARGET_DIR="$PWD/target"
cargo build --release --locked --quiet
options=()
if [[ $quick == --quick ]]; then
    options=(--config profile.release.package.gridmill.opt-level=1 --config profile.release.package.gridmill.codegen-units=16)
fi
(cd python && "$work/venv/bin/maturin" build --release --locked --quiet --interpreter "$work/venv/bin/python" --out "$work/wheels" "${options[@]}")
install --no-index "$work"/wheels/*.whl

# Tests see the installed package, not the sources.
mkdir "$work/run"
cp -r python/tests python/examples "$work/run"
export GRIDMILL="$PWD/target/release/gridmill" GRIDMILL_REPOSITORY="$PWD"
cd "$work/run"
"$work/venv/bin/python" -m pytest --quiet -p no:cacheprovider tests
"$work/venv/bin/mypy" --strict --no-error-summary examples/tour.py
"$work/venv/bin/mypy" --strict --no-error-summary "${modules[@]}"
"$work/venv/bin/python" -m mypy.stubtest gridmill._gridmill --ignore-disjoint-bases
