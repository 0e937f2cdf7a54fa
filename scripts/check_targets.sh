#!/usr/bin/env bash
# Checks that the crates compile for processors that are not here: the solvers for ARM with NEON; for WebAssembly all up to `generate`, without
# random numbers of the system and without a C compiler. `bash scripts/check_targets.sh`
# Installs the targets with rustup; says so where it cannot. A check makes no machine code.
set -euo pipefail
cd "$(dirname "$0")/.."

# check TARGET COMPILER PACKAGE
check() {
    local name=${1//-/_}
    if ! rustup target add "$1" >/dev/null 2>&1; then
        echo "skipped: no target $1"
        return
    fi
    env "CC_$name=$2" "AR_$name=$2" cargo check --locked --quiet --target "$1" --package "$3"
    echo "$1: $3 compiles"
}

# blake3 asks for a C compiler there; `true` makes nothing of its sources.
check aarch64-unknown-linux-gnu true gridmill-solve
# `false` would fail if anything were compiled.
check wasm32-unknown-unknown false gridmill-npm
if cargo tree --locked --package gridmill-npm --features full --target wasm32-unknown-unknown --edges normal | grep -q getrandom; then
    echo "gridmill-npm depends on getrandom" >&2
    exit 1
fi
