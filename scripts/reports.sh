#!/usr/bin/env bash
# Rebuilds the sample reports under reports/ from seeds. `bash scripts/reports.sh [--quick] [OUT]`
# The whole takes under half an hour on two cores; --quick, for CI, makes a hundredth of the rows and writes to OUT, or nowhere.
set -euo pipefail
cd "$(dirname "$0")/.."

million=1000000 weighted=300000 each=100000 checks=20000
out=reports
if [ "${1:-}" = --quick ]; then
    million=10000 weighted=3000 each=1000 checks=200
    shift
    out=${1:-}
fi
program=${GRIDMILL:-target/release/gridmill}
[ -x "$program" ] || cargo build --release --locked --quiet
program=$(realpath "$program")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
out=$(realpath -m "${out:-$work/reports}")
mkdir -p "$out/difficulty" "$out/unbiased" "$out/generators" "$out/checkers"
cd "$work"

make() {
    local name=$1
    shift
    "$program" generate --seed 42 --progress never --out "$name" "$@"
}

make top-down --count "$million" --rate hodoku
"$program" report top-down --out page.html --svg svg --progress never
mv page.html "$out/difficulty/index.html"
cp svg/givens-published.svg svg/ceilings.svg svg/techniques.svg "$out/difficulty/"

# All minimal puzzles: each row has a weight of its own.
make weighted --count "$weighted" --dig weighted --rate hodoku
"$program" report weighted --out "$out/unbiased/index.html" --progress never

make bottom-up --count "$each" --dig bottom-up --rate hodoku
make symmetric --count "$each" --symmetry rot180 --rate hodoku
make diagonal --count "$each" --fill diagonal --rate hodoku
make uniform --count "$each" --rate hodoku
"$program" report uniform diagonal bottom-up symmetric --out "$out/generators/index.html" --progress never

"$program" compare --count "$checks" --seed 1 --progress never --markdown "$out/checkers/README.md" --hgrm "$out/checkers" > /dev/null
find "$out" -newer "$work/top-down/manifest.json" -type f | sort
