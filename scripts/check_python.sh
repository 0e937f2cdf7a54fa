#!/usr/bin/env bash
# Builds the wheel of the Python package, installs it in an empty environment, and runs its tests, examples, notebooks and mypy.
# `bash scripts/check_python.sh [--quick]`
# Packages are those of the groups `check`, `check-torch` and `check-adapters` in python/pyproject.toml. Without Python or the packages, the check
# prints that it is skipped. The quick form has shorter loops, and does without PyTorch, which takes 6 GB, and without the adapters' packages, which
# take 0.6 GB and two minutes.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/common.sh

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [[ ${1:-} == --quick ]]; then
    groups=()
    export GRIDMILL_QUICK=1
    echo "skipped: the tests of gridmill.torch and of adapters; without --quick they run"
else
    groups=(check-torch check-adapters check-trl)
fi
bash scripts/python_environment.sh "$work" "${groups[@]}" || { [[ $? == 3 ]] && exit 0 || exit 1; }
# The program is what the package is compared with.
build_program

# Tests see the installed package, not the sources.
mkdir "$work/run"
cp -r python/tests python/examples "$work/run"
export GRIDMILL_REPOSITORY="$PWD"
cd "$work/run"
# scripts/check_engine.sh runs the tests of engines.
"$work/venv/bin/python" -m pytest --quiet -p no:cacheprovider --ignore=tests/test_ray.py --ignore=tests/test_spark.py tests
if [[ -z ${GRIDMILL_QUICK:-} ]] && "$work/venv/bin/python" -c "import trl" 2>/dev/null; then
    HF_HUB_OFFLINE=1 "$work/venv/bin/python" examples/grpo.py >"$work/grpo.log" 2>&1 || { tail -20 "$work/grpo.log"; exit 1; }
    tail -1 "$work/grpo.log" | grep -q "^3 steps" || { tail -5 "$work/grpo.log"; exit 1; }
fi
"$work/venv/bin/mypy" --strict --no-error-summary examples/tour.py
# A module is annotated with the types of what it imports.
modules=(-m gridmill -m gridmill._gridmill -m gridmill.datasets -m gridmill.benchmark -m gridmill.boards -m gridmill.env -m gridmill.difficulty -m gridmill.traces -p gridmill.text)
for package in torch reasoning_gym verifiers openenv; do
    if "$work/venv/bin/python" -c "import $package" 2>/dev/null; then
        modules+=(-m "gridmill.$package")
    fi
done
"$work/venv/bin/mypy" --strict --no-error-summary "${modules[@]}"
"$work/venv/bin/python" -m mypy.stubtest gridmill._gridmill --ignore-disjoint-bases
