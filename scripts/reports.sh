#!/usr/bin/env bash
# Makes the sample reports from seeds, in target/pages or OUT. `bash scripts/reports.sh [--quick] [OUT]`
# Takes less than half an hour on two cores, and prints the time of each part. Without OUT it also renews what git holds of them under
# reports/: the pictures that README and docs show, and the page and tables of `compare`. --quick, for CI, makes a hundredth of the rows
# and writes to OUT, or nowhere. KEEP=DIR keeps the corpora in DIR; another run then makes only the pages.
set -euo pipefail
start=$PWD
cd "$(dirname "$0")/.."
. scripts/common.sh

million=1000000 explained=100000 weighted=300000 each=50000 few=10000 checks=20000
root=$PWD
out=$root/target/pages
kept=$root/reports
if [ "${1:-}" = --quick ]; then
    million=10000 explained=1000 weighted=3000 each=1000 few=200 checks=200
    shift
    out=
    kept=
fi
if [ -n "${1:-}" ]; then
    out=$(cd "$start" && realpath -m "$1")
    kept=
fi
build_program
program=$(realpath "$GRIDMILL")
if [ -n "${KEEP:-}" ]; then
    work=$(cd "$start" && realpath -m "$KEEP")
    mkdir -p "$work"
else
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
fi
cd "$work"
rm -rf reports svg

seed=42
make() {
    local name=$1
    shift
    "$program" generate --seed "$seed" --resume --progress never --out "$name" "$@"
}

# report FOLDER NAME OPTION...: writes a page and its metrics as JSON to reports/FOLDER. Paths are relative, because the first line of a
# page holds the command.
report() {
    local folder=reports/$1 name=$2
    shift 2
    "$program" report "$@" --out "$folder/$name.html" --out "$folder/$name.json" --progress never
}

part() {
    local begin=$SECONDS
    mkdir -p "reports/$1"
    "part_$1"
    echo "$1: $((SECONDS - begin)) s"
}

# Makes top-down minimal puzzles on uniform grids, rated by two rulebooks.
part_difficulty() {
    make top-down --count "$million" --rulebook hodoku
    report difficulty index top-down --svg svg
    local name
    for name in givens-published ceilings techniques; do cp "svg/$name-wide.svg" "reports/difficulty/$name.svg"; done
    make top-down-se --count "$explained" --rulebook se
    report difficulty se top-down-se
}

# Makes a weighted sample of all minimal puzzles, rated by two rulebooks.
part_unbiased() {
    make enumerated --count "$weighted" --dig enumerated --rulebook se,hodoku --add guesses
    report unbiased index enumerated
}

# Corpora with seeds of their own share no grid.
part_generators() {
    local seed
    seed="42 uniform" make uniform --count "$each" --rulebook hodoku
    seed="42 diagonal" make diagonal --count "$each" --fill diagonal --rulebook hodoku
    seed="42 digitwise" make digitwise --count "$each" --fill digitwise --rulebook hodoku
    seed="42 symmetric" make symmetric --count "$each" --symmetry rot180 --rulebook hodoku
    seed="42 bottom-up" make bottom-up --count "$each" --dig bottom-up --rulebook hodoku
    seed="42 walk" make walk --count "$few" --dig walk --givens 20..22 --rulebook hodoku
    cat > patterns.txt <<'PATTERNS'
# three patterns of 28 cells, with every symmetry of the square
.xx...xx.x..x.x..xx.......x.x..x..x....x.x....x..x..x.x.......xx..x.x..x.xx...xx.
x...x...x..x.x.x...x.x.x.x...x...x..xx.....xx..x...x...x.x.x.x...x.x.x..x...x...x
x...x...x..x.x.x...xx...xx....x.x...xx.....xx...x.x....xx...xx...x.x.x..x...x...x
PATTERNS
    seed="42 pattern" make pattern --count "$few" --pattern patterns.txt --rulebook hodoku
    seed="42 every" make every --count "$each" --dig enumerated --rulebook hodoku
    report generators index every uniform diagonal digitwise symmetric bottom-up walk pattern
}

part_checkers() {
    "$program" compare --count "$checks" --seed 1 --progress never --out reports/checkers/index.html --out reports/checkers/README.md \
        --out reports/checkers/index.json
}

for each_part in difficulty unbiased generators checkers; do part "$each_part"; done
echo "all: $SECONDS s"
if [ -n "$out" ]; then
    for folder in difficulty unbiased generators checkers; do
        rm -rf "${out:?}/$folder"
        mkdir -p "$out"
        cp -r "reports/$folder" "$out/$folder"
    done
fi
if [ -n "$kept" ]; then
    mkdir -p "$kept/difficulty" "$kept/checkers"
    cp reports/difficulty/*.svg "$kept/difficulty"
    cp reports/checkers/index.html reports/checkers/README.md "$kept/checkers"
fi
find reports -type f -size +0 | sort
