#!/usr/bin/env bash
# Builds the wheel of the Python package, installs it in an empty environment, and runs its tests, examples, notebooks and mypy.
# `bash scripts/check_python.sh [--quick]`
# Packages are those of the groups `check` and `check-torch` in python/pyproject.toml. Without Python or the packages, the check prints that it
# is skipped. The quick form compiles the library with fewer optimizations, and does without PyTorch, which takes 6 GB.
set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [[ ${1:-} == --quick ]]; then
    options=(--quick)
    echo "skipped: the tests of gridmill.torch; without --quick they run"
else
    options=(check-torch)
fi
bash scripts/python_environment.sh "$work" "${options[@]}" || { [[ $? == 3 ]] && exit 0 || exit 1; }

# Tests see the installed package, not the sources.
mkdir "$work/run"
cp -r python/tests python/examples "$work/run"
export GRIDMILL="$PWD/target/release/gridmill" GRIDMILL_REPOSITORY="$PWD"
cd "$work/run"
"$work/venv/bin/python" -m pytest --quiet -p no:cacheprovider tests
"$work/venv/bin/mypy" --strict --no-error-summary examples/tour.py
# A module is annotated with the types of what it imports.
modules=(-m gridmill -m gridmill._gridmill -m gridmill.datasets -m gridmill.boards -m gridmill.env)
if "$work/venv/bin/python" -c "import torch" 2>/dev/null; then
    modules+=(-m gridmill.torch)
fi
"$work/venv/bin/mypy" --strict --no-error-summary "${modules[@]}"
"$work/venv/bin/python" -m mypy.stubtest gridmill._gridmill --ignore-disjoint-bases
