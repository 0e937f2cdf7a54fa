#!/usr/bin/env bash
# Measures climbs on one core, and writes reports/frontier/climb.md. `bash benches/frontier_climb.sh [SECONDS [CORE]]`: seconds of each run (60)
# and the core (1). Rates are by processor time. Lists of hard puzzles in the folder GRIDMILL_DATA serve as starts and for comparison;
# `TDOKU_GENERATE=PROGRAM` compares with tdoku's generator (benches/build_tdoku.sh).
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-60} core=${2:-1}

cargo build --locked --quiet --release -p gridmill-generate --example climb_rates
page=$(mktemp)
trap 'rm -f "$page"' EXIT
machine=$(awk -F': ' '/model name/ { print $2; exit }' /proc/cpuinfo)
load=$(cut -d' ' -f1 /proc/loadavg)
{
  echo "<!-- bash benches/frontier_climb.sh $seconds $core -->"
  echo '# Climbs: puzzles a minute on one core'
  echo
  echo "gridmill on $machine, core $core of $(nproc), beside other programs (load $load at the beginning), $(date -u +%Y-%m)."
  echo "Each run took $seconds seconds. A row is the end of one climb (\`generate --dig climb\`, seed 1), \"wanted\" the range of the objective, and a"
  echo 'class puzzles that are equal up to symmetry. Rates are by processor time. The standard error of few rows is about the root of their number.'
  echo
  taskset -c "$core" target/release/examples/climb_rates "$seconds"
} > "$page"
mkdir -p reports/frontier
cat "$page" > reports/frontier/climb.md
echo "wrote reports/frontier/climb.md"
