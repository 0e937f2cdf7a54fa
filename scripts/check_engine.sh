#!/usr/bin/env bash
# Runs the tests of gridmill.ray on a cluster of two nodes, or those of gridmill.spark on two executors, on this machine.
# `bash scripts/check_engine.sh ray|spark [--quick]`
# 20 runs of Ray each lose workers to `kill -9`, one while rows are made, one while files are written; 5 of Spark lose executors, and one starts
# tasks twice by speculation. The quick form has 2 and 1 of them. Versions are those of the groups `check-ray` and `check-spark` in
# python/pyproject.toml. Java is installed by apt-get where it is missing and that is allowed. Without Python, Java or the engine, the check prints
# that it is skipped. The wheel is that of scripts/check_python.sh: cargo builds it once for both.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/common.sh

engine=${1:-}
case $engine in
    ray) package=ray kills=20 quick_kills=2 tests=(tests/test_ray.py tests/test_plan.py) ;;
    spark) package=pyspark kills=5 quick_kills=1 tests=(tests/test_spark.py) ;;
    *) echo "usage: bash scripts/check_engine.sh ray|spark [--quick]" >&2; exit 2 ;;
esac
if [[ ${2:-} == --quick ]]; then
    echo "skipped: $((kills - quick_kills)) of $kills runs that lose processes; without --quick they run"
    kills=$quick_kills
fi
if [[ $engine == spark ]]; then
    type -P java >/dev/null || install_system_packages openjdk-17-jre-headless
    type -P java >/dev/null || skip "no Java, which Spark needs"
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bash scripts/python_environment.sh "$work" "check-$engine" || { [[ $? == 3 ]] && exit 0 || exit 1; }
"$work/venv/bin/python" -c "import $package" 2>/dev/null || skip "no $engine"

# Tests see the installed package, not the sources.
mkdir "$work/run"
cp -r python/tests "$work/run"
build_program
export GRIDMILL_KILLS=$kills GRIDMILL_REPOSITORY="$PWD" PYSPARK_PYTHON="$work/venv/bin/python"
cd "$work/run"
"$work/venv/bin/python" -m pytest --quiet -p no:cacheprovider --show-capture=no "${tests[@]}"
"$work/venv/bin/mypy" --strict --no-error-summary -m "gridmill.$engine"
