#!/usr/bin/env bash
# Makes corpora and opens them with Hugging Face datasets, DuckDB, pandas, Polars and pyarrow; makes sets for training and opens them as
# Croissant, HRM folders and NumPy arrays. `bash scripts/check_readers.sh [--quick]`
# The full check makes 1,000,000 rows, --quick 20,000. Python packages are installed into a temporary environment. Without
# Python or the packages, the check prints that it is skipped.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/common.sh

rows=1000000
[ "${1:-}" = --quick ] && rows=20000
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mapfile -t packages < <(packages_of_scripts scripts/check_readers.py scripts/check_sets.py)
new_environment "$work" "${packages[@]}" || exit 0

build_program
gridmill=$GRIDMILL
for format in parquet csv jsonl; do
    $gridmill generate --count "$rows" --seed 42 --givens 36 --format "$format" --shard-rows $((rows / 4 + 1)) \
        --progress never --out "$work/$format"
    "$work/venv/bin/python" scripts/check_readers.py "$work/$format" "$rows"
done

sets() { "$work/venv/bin/python" scripts/check_sets.py "$@"; }
test_rows=$((rows / 100))
for format in parquet csv jsonl; do
    $gridmill split "$work/$format" --into train:0.99,test:0.01 --format "$format" --shard-rows $((rows / 3)) --progress never \
        --out "$work/split-$format"
    sets splits "$work/split-$format" train=$((rows - test_rows)) test=$test_rows
done
$gridmill generate --count 1000 --seed 7 --split train:0.9,test:0.1 --progress never --out "$work/made"
sets splits "$work/made" train=900 test=100
$gridmill export "$work/made" --to hrm --set train --augment 20 --progress never --out "$work/hrm"
$gridmill export "$work/made" --to hrm --set test --progress never --out "$work/hrm"
sets hrm "$work/hrm" train 900 20
sets hrm "$work/hrm" test 100 0
$gridmill export "$work/made" --to numpy --split train --progress never --out "$work/arrays"
sets numpy "$work/arrays" 900
$gridmill export "$work/made" --to book --split train --hints --title "Nine hundred" --progress never --out "$work/book.pdf"
if command -v qpdf >/dev/null; then qpdf --check "$work/book.pdf" >/dev/null; else echo "book.pdf is not checked: no qpdf"; fi
