#!/usr/bin/env bash
# The tables of shares by givens in docs/BIAS.md, by one command. `bash scripts/reproduce.sh [SECONDS]`
# Without a number: makes the first thousandth of both runs and the first larger subsets again, and compares the hashes of the rows, and what was
# counted, with reports/unbiased/counts.json. With one: goes on in the folder flagship for so long, at the lowest priority, on one thread, and
# writes that file and the tables. What was stopped goes on where it stopped. A minute, or so many seconds.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ $# -eq 0 ]; then
    python3 benches counts --check
else
    python3 benches counts --seconds "$1"
fi
