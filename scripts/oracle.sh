#!/usr/bin/env bash
# Compares the se rulebook's chains with their plain definition, step by step. `bash scripts/oracle.sh [--quick]`
#
#   20,000 puzzles of all digs   every step up to level (+)
#   500 hard ones (ER 8.5 on)    every step up to the first nested level (9.5)
#   8 of ER 11                   the same; there, the definition takes seconds for each state
#
# Puzzle collections in $GRIDMILL_DATA are added to the hard ones. About 15 minutes of processor time.
set -euo pipefail
cd "$(dirname "$0")/.."

share=1
[ "${1:-}" = --quick ] && share=100
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

cargo build --release --locked --quiet

# puzzles COUNT OPTION...: prints puzzles, one a line.
puzzles() {
    local count=$(($1 / share))
    shift
    "${CARGO_TARGET_DIR:-target}"/release/gridmill generate --count "$count" --progress never "$@" | tail -n +2 | cut -d, -f2
}

for symmetry in rot180 rot90 diagonal full; do
    puzzles 500 --seed 1 --symmetry "$symmetry"
done > "$folder/digs"
{
    puzzles 7000 --seed 2
    puzzles 4000 --seed 3 --dig bottom-up
    puzzles 2000 --seed 4 --dig walk --givens 19..21
    puzzles 300 --seed 5 --dig controlled-bias
    puzzles 2700 --seed 6 --dig weighted
    puzzles 1000 --seed 7 --givens 30
    puzzles 1000 --seed 8 --givens 22..26
} >> "$folder/digs"
head -n $((1000 / share)) "$folder/digs" | cut -c-81 | tr -c '.\n' x > "$folder/patterns"
puzzles 1000 --seed 9 --dig pattern --pattern "$folder/patterns" >> "$folder/digs"
puzzles 500 --seed 10 --er 8.5..12.0 > "$folder/hard"
collection() {
    local file=${GRIDMILL_DATA:-../shared/data}/$1.txt
    if [ -f "$file" ]; then
        grep -E '^[0-9.]{81}' "$file" | sed -n "1,$2p" >> "$folder/hard"
    else
        echo "skipped: $file is not there; GRIDMILL_DATA may name another folder"
    fi
}
collection hardest-11plus-5000 8
collection top1465 $((200 / share))

# compare FILE LEVEL COUNT: compares the puzzles of the file up to the level, on all threads.
compare() {
    PUZZLES="$folder/$1" LEVEL=$2 TAKE=$(($3 / share)) cargo test --release --locked --quiet -p gridmill-rate --lib -- --ignored \
        puzzles_of_a_file_agree_with_the_definition
    cat "$folder/$1.compared"
}

compare digs 1 20000
compare hard 2 100000
