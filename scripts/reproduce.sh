#!/usr/bin/env bash
# The tables of shares by givens in docs/BIAS.md, by one command. `bash scripts/reproduce.sh [SECONDS]`
# Without a number: makes the first batch of each kind again, and compares the hashes of the rows, and what was counted, with
# reports/unbiased/counts.json. With one: goes on from that file for so long, at the lowest priority, on two cores, and writes it and the tables. A minute, or
# so many seconds.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ $# -eq 0 ]; then
    python3 benches counts --check --jobs 2
else
    python3 benches counts --seconds "$1" --jobs 2
fi
