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
packages_of() { sed -n "/^$1 = \[/,/^\]/s/^ *\"\([a-z]*==.*\)\",\$/\1/p" python/pyproject.toml; }
install() { "$work/venv/bin/pip" install --quiet --disable-pip-version-check "$@"; }
mapfile -t packages < <(packages_of check)
install "${packages[@]}" || { echo "skipped: cannot install ${packages[*]}"; exit 0; }
# PyTorch is large. Each of these is tested where it can be installed.
missing=()
while read -r package; do
    install "$package" || { echo "skipped: cannot install $package, nor run its tests"; missing+=("${package%%==*}"); }
done < <(packages_of check-models)

# The program is what the package is compared with.
export CARGO_TARGET_DIR="$PWD/target"
cargo build --release --locked --quiet
(cd python && "$work/venv/bin/maturin" build --release --locked --quiet --interpreter "$work/venv/bin/python" --out "$work/wheels")
install --no-index "$work"/wheels/*.whl

# Tests see the installed package, not the sources.
mkdir "$work/run"
cp -r python/tests python/examples "$work/run"
export GRIDMILL="$PWD/target/release/gridmill" GRIDMILL_PAGE="$PWD/docs/PYTHON.md"
cd "$work/run"
"$work/venv/bin/python" -m pytest --quiet -p no:cacheprovider tests
"$work/venv/bin/mypy" --strict --no-error-summary examples/tour.py
# The modules are annotated by the types of what they import.
if [[ ${#missing[@]} == 0 ]]; then
    "$work/venv/bin/mypy" --strict --no-error-summary -p gridmill
fi
"$work/venv/bin/python" -m mypy.stubtest gridmill._gridmill --ignore-disjoint-bases
