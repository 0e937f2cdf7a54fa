#!/bin/bash
# Makes one part of a corpus in each task of a PBS job array. `qsub pbs.sh`; for Torque, `-t 1-64` in place of `-J 1-64`
#PBS -N gridmill
#PBS -J 1-64
#PBS -l select=1:ncpus=8:mem=4gb
#PBS -l walltime=04:00:00
#PBS -r y
set -euo pipefail
cd "${PBS_O_WORKDIR:-.}"

# PBS does not tell the number of tasks: auto/64 repeats that of -J, which begins at 1.
exec gridmill generate \
    --count "${COUNT:-1e9}" --seed "${SEED:-42}" --shard-rows "${SHARD_ROWS:-1e6}" --no-timings \
    --part auto/64 --out "${OUT:-corpus}/parts/{part}" --resume --progress never
