#!/usr/bin/env bash
# Runs the tests of gridmill.spark on two executors on this machine. `bash scripts/check_spark.sh [--quick]`
# 5 runs, or 1 in the quick form, each lose executors to `kill -9`; one run starts tasks twice by speculation. The version of Spark is that of the
# group `check-spark` in python/pyproject.toml; Java is installed by apt-get where it is missing and that is allowed. Without Python, Java or
# Spark, the check prints that it is skipped. The wheel is that of scripts/check_python.sh: cargo builds it once for both.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! command -v java >/dev/null; then
    [[ $(id -u) == 0 ]] && command -v apt-get >/dev/null && apt-get -qq update && apt-get -qq install --yes openjdk-17-jre-headless >/dev/null ||
        { echo "skipped: no Java, which Spark needs"; exit 0; }
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
options=()
export GRIDMILL_KILLS=5
if [[ ${1:-} == --quick ]]; then
    options=(--quick)
    GRIDMILL_KILLS=1
    echo "skipped: 4 of 5 runs with killed executors; without --quick they run"
fi
bash scripts/python_environment.sh "$work" "${options[@]}" check-spark || { [[ $? == 3 ]] && exit 0 || exit 1; }
"$work/venv/bin/python" -c "import pyspark" 2>/dev/null || { echo "skipped: no Spark"; exit 0; }

# Tests see the installed package, not the sources.
mkdir "$work/run"
cp -r python/tests "$work/run"
export GRIDMILL="$PWD/target/release/gridmill" GRIDMILL_REPOSITORY="$PWD" PYSPARK_PYTHON="$work/venv/bin/python"
cd "$work/run"
"$work/venv/bin/python" -m pytest --quiet -p no:cacheprovider --show-capture=no tests/test_spark.py
"$work/venv/bin/mypy" --strict --no-error-summary -m gridmill.spark
