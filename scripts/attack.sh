#!/usr/bin/env bash
# Attacks the program and counts the cases that survive. `bash scripts/attack.sh [--quick | --minutes N]`
#
#   --quick       four minutes, for CI
#   --minutes N   the long form, with fuzzing until N minutes are over; without this option, about 20 minutes
#   --seed N      other choices; the same seed makes the same ones
#   --only STAGE  one stage, or several with commas between; --case LABEL one case of it
#
# The long form writes its figures to reports/attack. Exit code 1 if a case fails. tests/attack/README.md lists the stages.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/common.sh

memory=/dev/shm
[ -w "$memory" ] || memory=${TMPDIR:-/tmp}
scratch=$(mktemp -d -p "$memory" gridmill-attack.XXXXXX)
cleanup() {
    # A disk is still mounted only if the attack was killed.
    # Without one, grep fails, and `set -e` would make that the exit code.
    grep -o " $scratch/[^ ]*" /proc/mounts | xargs -r umount || true
    rm -rf "$scratch"
}
trap cleanup EXIT

cargo build --locked --profile "$profile"
# Not `tee /dev/stderr`, which empties a log file there.
attack=$(cargo test --profile "$profile" --locked --test attack --no-run 2>&1 | tee >(cat >&2) | sed -n 's/^ *Executable .*(\(.*\))$/\1/p')
"$attack" --scratch "$scratch" "$@"
