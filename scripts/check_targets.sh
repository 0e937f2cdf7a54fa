#!/usr/bin/env bash
# Checks that the solvers compile for processors that are not here: ARM with NEON, and wasm. `bash scripts/check_targets.sh`
# Installs the targets with rustup; says so where it cannot.
set -euo pipefail
cd "$(dirname "$0")/.."

for target in aarch64-unknown-linux-gnu wasm32-unknown-unknown; do
    if ! rustup target add "$target" >/dev/null 2>&1; then
        echo "skipped: no target $target"
        continue
    fi
    # A check makes no machine code. blake3 asks for a C compiler all the same.
    name=${target//-/_}
    env "CC_$name=true" "AR_$name=true" cargo check --locked --quiet --target "$target" --package gridmill-solve
    echo "$target: gridmill-solve compiles"
done
