#!/usr/bin/env bash
# Measures the bias of the fills and writes reports/fills.md. `bash benches/fills.sh [GRIDS]`; the default is 10,000,000 grids of each
# fill, which takes a few minutes.
set -euo pipefail
cd "$(dirname "$0")/.."

mkdir -p reports
page=$(mktemp)
trap 'rm -f "$page"' EXIT
cargo bench --locked --quiet --bench bias -- "${1:-10000000}" > "$page"
cat "$page" > reports/fills.md
echo "wrote reports/fills.md"
