#!/usr/bin/env bash
# Makes the data sets that are published, each from one seed, in folders of DIR. `bash scripts/datasets.sh [--small | --large] DIR [NAME...]`
#
#   graded-bank    symmetric puzzles of eight ranges of ER, for beginners to extreme: 10,000 of each, 100,000 with --large
#   minimal-joint  a weighted sample of all minimal puzzles with every measure: 100,000 rows, a million with --large
#   train-1k       1,000 puzzles to train on, that share no complete grid with the benchmark, and 1,000 to validate
#   bench-1        the first frozen benchmark
#   bench-2        the second, with puzzles of 100 guesses and more
#
# --small makes a hundredth, for a look; the benchmarks then have 10 rows of each stratum. A folder has data, card, Croissant, the manifest and SHA256SUMS,
# under CC0; the same bytes on any machine. Hugging Face datasets and mlcroissant open each, offline; without Python that is skipped with a message.
# An hour and a half on two cores, most of it for minimal-joint and bench-2; --large takes ten times as long. docs/DATASETS.md describes the sets.
set -euo pipefail
start=$PWD
cd "$(dirname "$0")/.."
. scripts/common.sh

mapfile -t all < <(sed -n 's/^#   \([a-z0-9-]*\)  .*/\1/p' scripts/datasets.sh)
each=10000 joint=100000 thousand=1000 bench=()
case ${1-} in
    --small) each=100 joint=1000 thousand=10 bench=(--first 10) && shift ;;
    --large) each=100000 joint=1000000 && shift ;;
esac
[[ $# -gt 0 && $1 != -* ]] || { echo "datasets: name the folder: bash scripts/datasets.sh [--small | --large] DIR [NAME...]" >&2; exit 2; }
out=$(cd "$start" && realpath -m "$1")
shift
for name in "$@"; do [[ " ${all[*]} " == *" $name "* ]] || { echo "datasets: no set \`$name\`; the sets are ${all[*]}" >&2; exit 2; }; done
[[ $# -gt 0 ]] || set -- "${all[@]}"
build_program
gridmill=$(realpath "$GRIDMILL")
mkdir -p "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mapfile -t packages < <(packages_of_scripts scripts/check_sets.py)
new_environment "$work" "${packages[@]}" || true

make() { "$gridmill" generate --no-timings --resume --license cc0-1.0 --progress never --out "$out/$1" "${@:2}"; }

graded_bank() {
    local ranges=1.0..1.2:1,1.3..1.7:1,1.8..2.5:1,2.6..3.0:1,3.1..4.0:1,4.1..6.4:1,6.5..7.4:1,7.5..11.9:1
    make graded-bank --count $((8 * each)) --seed graded-bank --symmetry rot180 --aim --mix "er=$ranges" --rulebook hodoku,se --add guesses
    splits=(train=$((8 * each)))
}

minimal_joint() {
    make minimal-joint --count "$joint" --seed minimal-joint --dig enumerated --rulebook hodoku,se --add guesses,trial,backdoors
    splits=(train="$joint")
}

train_1k() {
    local benchmark=$out/bench-1
    [[ -d $benchmark ]] || bench_1
    "$gridmill" generate --count $((2 * thousand)) --seed train-1k --no-timings --rulebook se --progress never --out "$work/rows"
    "$gridmill" split "$work/rows" --exclude "$benchmark" --by grid --into train:0.5,validation:0.5 --seed train-1k --license cc0-1.0 --resume \
        --progress never --out "$out/train-1k"
    "$gridmill" overlap "$out/train-1k" "$benchmark" --split all --fail-on grid --progress never >/dev/null
    splits=(train="$thousand" validation="$thousand")
}

bench_1() { benchmark bench-1; }
bench_2() { benchmark bench-2; }

benchmark() {
    "$gridmill" benchmark --name "gridmill-$1" --license cc0-1.0 --resume --progress never "${bench[@]}" --out "$out/$1"
    # The definition lists splits and their rows.
    mapfile -t splits < <("$gridmill" benchmark --name "gridmill-$1" |
        awk -v first="${bench[1]:-1000}" '/\.\.\.$/ { rows = $(NF - 1); gsub(",", "", rows); print $1 "=" (rows + 0 < first ? rows : first) }')
}

for name in "$@"; do
    "${name//-/_}"
    # Catalogs show the name.
    sed -i "s/^pretty_name: gridmill Sudoku corpus$/pretty_name: $name/" "$out/$name/README.md"
    sed -i "s/\"name\": \"gridmill-sudoku-corpus\"/\"name\": \"$name\"/" "$out/$name/croissant.json"
    (cd "$out/$name" && sha256sum data/* >SHA256SUMS)
    if [[ -d $work/venv ]]; then HF_HUB_OFFLINE=1 "$work/venv/bin/python" scripts/check_sets.py splits "$out/$name" "${splits[@]}"; fi
    step "$name: $(sha256sum <"$out/$name/SHA256SUMS" | cut -c 1-16)"
done
