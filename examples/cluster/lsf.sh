#!/bin/bash
# Makes one part of a corpus in each task of an LSF job array. `bsub < lsf.sh`
#BSUB -J "gridmill[1-64]"
#BSUB -n 8
#BSUB -R "span[hosts=1]"
#BSUB -W 4:00
#BSUB -o gridmill-%J_%I.log
#BSUB -r
set -euo pipefail

exec gridmill generate \
    --count "${COUNT:-1e9}" --seed "${SEED:-42}" --shard-rows "${SHARD_ROWS:-1e6}" --no-timings \
    --part auto/64 --out "${OUT:-corpus}/parts/{part}" --resume --progress never
