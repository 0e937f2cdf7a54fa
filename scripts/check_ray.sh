#!/usr/bin/env bash
# Runs the tests of gridmill.ray on a cluster of two nodes on this machine. `bash scripts/check_ray.sh [--quick]`
# 20 runs, or 2 in the quick form, each lose workers to `kill -9`: one while rows are made, one while files are written. The version of Ray is
# that of the group `check-ray` in python/pyproject.toml. Without Python or Ray, the check prints that it is skipped. The wheel is that of
# scripts/check_python.sh: cargo builds it once for both.
set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
options=()
export GRIDMILL_KILLS=20
if [[ ${1:-} == --quick ]]; then
    options=(--quick)
    GRIDMILL_KILLS=2
    echo "skipped: 18 of 20 runs with killed workers; without --quick they run"
fi
bash scripts/python_environment.sh "$work" "${options[@]}" check-ray || { [[ $? == 3 ]] && exit 0 || exit 1; }
"$work/venv/bin/python" -c "import ray" 2>/dev/null || { echo "skipped: no Ray"; exit 0; }

# Tests see the installed package, not the sources.
mkdir "$work/run"
cp -r python/tests "$work/run"
export GRIDMILL="$PWD/target/release/gridmill" GRIDMILL_REPOSITORY="$PWD"
cd "$work/run"
"$work/venv/bin/python" -m pytest --quiet -p no:cacheprovider --show-capture=no tests/test_ray.py tests/test_plan.py
"$work/venv/bin/mypy" --strict --no-error-summary -m gridmill.ray
