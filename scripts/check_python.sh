#!/usr/bin/env bash
# Builds the wheel of the Python package, installs it in an empty environment without Rust, and runs its tests, examples and mypy.
# `bash scripts/check_python.sh`
# Packages are those of the group `check` in python/pyproject.toml. Without Python or the packages, the check prints that it is skipped.
set -euo pipefail
cd "$(dirname "$0")/.."

python=$(command -v python3) || { echo "skipped: no python3"; exit 0; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$python" -m venv "$work/venv" >/dev/null 2>&1 || { echo "skipped: python3 has no venv"; exit 0; }
packages=$(sed -n '/^check = \[/,/^\]/s/^ *"\([a-z]*==.*\)",$/\1/p' python/pyproject.toml)
# shellcheck disable=SC2086
"$work/venv/bin/pip" install --quiet --disable-pip-version-check $packages \
    || { echo "skipped: cannot install" $packages; exit 0; }

# The program is what the package is compared with.
export CARGO_TARGET_DIR="$PWD/target"
cargo build --release --locked --quiet
(cd python && "$work/venv/bin/maturin" build --release --locked --quiet --interpreter "$work/venv/bin/python" --out "$work/wheels")
"$work/venv/bin/pip" install --quiet --disable-pip-version-check --no-index "$work"/wheels/*.whl

# Tests see the installed package, not the sources.
mkdir "$work/run"
cp -r python/tests python/examples "$work/run"
export GRIDMILL="$PWD/target/release/gridmill" GRIDMILL_PAGE="$PWD/docs/PYTHON.md"
cd "$work/run"
"$work/venv/bin/python" -m pytest --quiet -p no:cacheprovider tests
"$work/venv/bin/mypy" --strict --no-error-summary examples/tour.py
"$work/venv/bin/python" -m mypy.stubtest gridmill._gridmill --ignore-disjoint-bases
