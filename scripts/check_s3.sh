#!/usr/bin/env bash
# Builds the program with object stores, and checks corpora in one: moto's S3 server on this machine, with kills and with faults.
# `bash scripts/check_s3.sh [--quick]`
# The quick form has 100,000 rows and 4 kills, and runs the command of the wheel; the full one 10,000,000 rows and 20 kills. Without Python or the
# packages, the check prints that it is skipped.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/common.sh

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [[ ${1:-} == --quick ]]; then
    export QUICK=1
    # The command of the wheel that scripts/check_python.sh builds.
    bash scripts/python_environment.sh "$work" check-s3 || { [[ $? == 3 ]] && exit 0 || exit 1; }
    export GRIDMILL="$work/venv/bin/gridmill"
else
    mapfile -t packages < <(packages_of_group check-s3)
    new_environment "$work" pytest "${packages[@]}" || exit 0
    export CARGO_TARGET_DIR="$PWD/target"
    cargo test --locked --quiet --release -p gridmill-cloud
    cargo build --locked --quiet --release --bin gridmill --features cloud
    # The next build without object stores takes the same name.
    cp target/release/gridmill "$work"
    export GRIDMILL="$work/gridmill"
fi
"$work/venv/bin/python" -c "import boto3, moto" 2>/dev/null || skip "no S3 server"
cd scripts
PYTHONDONTWRITEBYTECODE=1 "$work/venv/bin/python" -m pytest --quiet --capture=no -p no:cacheprovider check_s3.py
