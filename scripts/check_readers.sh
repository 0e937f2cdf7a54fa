#!/usr/bin/env bash
# Makes a corpus and opens it with Hugging Face datasets, DuckDB, pandas, Polars and pyarrow. `bash scripts/check_readers.sh [--quick]`
# The full check makes 1,000,000 rows, --quick 20,000. Python packages are installed into a temporary environment. Without
# Python or the packages, the check prints that it is skipped.
set -euo pipefail
cd "$(dirname "$0")/.."

rows=1000000
[ "${1:-}" = --quick ] && rows=20000
python=$(command -v python3) || { echo "skipped: no python3"; exit 0; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$python" -m venv "$work/venv" >/dev/null 2>&1 || { echo "skipped: python3 has no venv"; exit 0; }
# Packages named in the header of the script.
packages=$(sed -n 's/^# *"\([a-z]*[=><].*\)",$/\1/p' scripts/check_readers.py)
# shellcheck disable=SC2086
"$work/venv/bin/pip" install --quiet --disable-pip-version-check $packages \
    || { echo "skipped: cannot install" $packages; exit 0; }

cargo build --release --locked --quiet
for format in parquet csv jsonl; do
    target/release/gridmill generate --count "$rows" --seed 42 --givens 36 --format "$format" --shard-rows $((rows / 4 + 1)) \
        --progress never --out "$work/$format"
    "$work/venv/bin/python" scripts/check_readers.py "$work/$format" "$rows"
done
