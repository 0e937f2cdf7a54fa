#!/usr/bin/env bash
# Measures climbs on one core, and writes reports/frontier/climb.md. `bash scripts/frontier_climb.sh [SECONDS [CORE]]`: seconds of each run (60)
# and the core (1). Lists of hard puzzles in the folder GRIDMILL_DATA serve as starts and for comparison; without them their rows are missing.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-60} core=${2:-1} data=${GRIDMILL_DATA:-}

cargo build --locked --quiet --release
program=$PWD/target/release/gridmill
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Makes rows for a time; then $rows has their number, and the file $classes a class of each, sorted, once.
climb() {
  rm -rf "$work/rows"
  timeout -s INT "$seconds" taskset -c "$core" "$program" generate --dig climb --threads 1 --count 20000 --shard-rows 1 --seed 1 \
    --columns puzzle,class_id --canonical --format csv --no-timings --progress never --out "$work/rows" "$@" > "$work/log" 2>&1 || true
  if [ ! -d "$work/rows" ]; then cat "$work/log" >&2; exit 1; fi
  find "$work/rows/data" -name '*.csv' -exec tail -qn +2 {} + > "$work/all" 2> /dev/null || true
  rows=$(wc -l < "$work/all")
  cut -d, -f2 "$work/all" | tr -d '\r' | sort -u > "$classes"
}

# Classes of the puzzles of a file that begin its lines.
classes_of() {
  cut -c1-81 "$1" | grep -v '#' > "$work/list.txt"
  "$program" canonical "$work/list.txt" --progress never | python3 -c '
import csv, sys
print("\n".join(sorted({row["class_id"] for row in csv.DictReader(sys.stdin)})))'
}

a_minute() { python3 -c "print(f'{60 * $1 / $seconds:.1f}')"; }
line() { echo "| $1 | \`$2\` | $rows | $(wc -l < "$classes") | $(a_minute "$rows") | $3 |"; }

classes=$work/classes
mkdir -p reports/frontier
{
  machine=$(awk -F': ' '/model name/ { print $2; exit }' /proc/cpuinfo)
  load=$(cut -d' ' -f1 /proc/loadavg)
  echo "<!-- bash scripts/frontier_climb.sh -->"
  echo "# Climbs: puzzles a minute on one core"
  echo
  echo "$("$program" --version) on $machine, core $core of $(nproc), load $load before the first run (the runs share the machine with others); \
$(date -u +%Y-%m-%d). Each run took $seconds seconds with \`gridmill generate --dig climb --threads 1 --seed 1\` and the options shown. A row is the \
end of one climb; classes are rows that differ up to symmetry. Few rows are a rough rate: the standard error of n is about the root of n."
  echo
  echo "| starts | options | rows | classes | rows/min | |"
  echo "|---|---|--:|--:|--:|---|"
  for er in 9.0 10.0 10.5 11.0; do
    climb --objective er --er "$er..20.0"; line random "--objective er --er $er..20.0" ""
  done
  climb --objective depth --trial-depth 2..3; line random "--objective depth --trial-depth 2..3" ""
  climb --objective guesses --guesses 50..1000; line random "--objective guesses --guesses 50..1000" ""
  for givens in 19 18 17; do
    climb --objective few --givens "$givens"
    known=
    if [ "$givens" = 17 ] && [ -f "$data/17-clue.txt" ]; then
      classes_of "$data/17-clue.txt" > "$work/known"
      known="$(comm -12 "$classes" "$work/known" | wc -l) of them in the list of 49,158"
    fi
    line random "--objective few --givens $givens" "$known"
    # Ends at 18 givens are starts for 17.
    [ "$givens" != 18 ] || cut -d, -f1 "$work/all" > "$work/eighteen.txt"
  done
  if [ -s "$work/eighteen.txt" ]; then
    climb --objective few --givens 17 --from "$work/eighteen.txt"; line "own puzzles of 18" "--objective few --givens 17 --from FILE" ""
  fi
  for givens in 32 34 36 38; do
    climb --objective many --givens "$givens..81"; line random "--objective many --givens $givens..81" ""
  done
  list=$data/hardest-11plus-5000.txt
  if [ -f "$list" ]; then
    classes_of "$list" > "$work/known"
    climb --objective er --er 11.0..20.0 --from "$list"
    line "the list of 5,000 with ER 11" "--objective er --er 11.0..20.0 --from FILE" "$(comm -23 "$classes" "$work/known" | wc -l) classes not in the list"
    awk 'NR % 2' "$list" > "$work/half.txt"
    awk 'NR % 2 == 0' "$list" > "$work/other.txt"
    classes_of "$work/other.txt" > "$work/held"
    climb --objective er --er 11.0..20.0 --from "$work/half.txt"
    line "every second of the list" "the same" "$(comm -12 "$classes" "$work/held" | wc -l) classes of the other half found"
  fi
} > "$work/page"
cat "$work/page" > reports/frontier/climb.md
echo "wrote reports/frontier/climb.md"
