#!/bin/bash
# Makes one part of a corpus in each task of a Slurm job array. `sbatch slurm.sh`
#
# A task that is killed or requeued goes on where it was. To run some tasks again: sbatch --array=5,9 slurm.sh
#SBATCH --job-name=gridmill
#SBATCH --array=1-64
#SBATCH --cpus-per-task=8
#SBATCH --mem=4G
#SBATCH --time=04:00:00
#SBATCH --output=gridmill-%A_%a.log
#SBATCH --open-mode=append
#SBATCH --requeue
# A minute before the time is up, the program is told to save its rows.
#SBATCH --signal=B:TERM@60
set -euo pipefail

# exec: the signal reaches the program, not this shell.
exec gridmill generate \
    --count "${COUNT:-1e9}" --seed "${SEED:-42}" --shard-rows "${SHARD_ROWS:-1e6}" --no-timings \
    --part auto/64 --out "${OUT:-corpus}/parts/{part}" --resume \
    --threads "${SLURM_CPUS_PER_TASK:-0}" --progress never
