#!/bin/bash
# Joins the parts that slurm.sh made. `sbatch --dependency=afterok:JOB slurm-merge.sh`, with the number of the array's job
#SBATCH --job-name=gridmill-merge
#SBATCH --cpus-per-task=8
#SBATCH --mem=4G
#SBATCH --time=12:00:00
#SBATCH --output=gridmill-merge-%j.log
#SBATCH --open-mode=append
#SBATCH --requeue
set -euo pipefail

exec gridmill merge --parts "${OUT:-corpus}/parts" --out "${OUT:-corpus}/whole" --resume
