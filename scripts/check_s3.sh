#!/usr/bin/env bash
# Builds the program with object stores, and checks corpora in one: moto's S3 server on this machine, with kills and with faults.
# `bash scripts/check_s3.sh [--quick]`
# The quick form has 100,000 rows and 4 kills, and compiles with fewer optimizations; the full one 10,000,000 rows and 20 kills. Without Python
# or the packages, the check prints that it is skipped.
set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python=$(command -v python3) || { echo "skipped: no python3"; exit 0; }
"$python" -m venv "$work/venv" >/dev/null 2>&1 || { echo "skipped: python3 has no venv"; exit 0; }
packages=(boto3==1.44.5 "moto[server]==5.2.5" pytest==9.2.0)
"$work/venv/bin/pip" install --quiet --disable-pip-version-check "${packages[@]}" || {
    echo "skipped: cannot install ${packages[*]}"
    exit 0
}

if [[ ${1:-} == --quick ]]; then
    export QUICK=1
    options=(--config profile.dev.package.gridmill.opt-level=1 --config profile.dev.package.gridmill.debug=0)
    profile=debug
else
    options=(--release)
    profile=release
fi
export CARGO_TARGET_DIR="$PWD/target"
if [[ -z ${QUICK:-} ]]; then
    cargo test --locked --quiet --release --lib --features cloud storage
fi
cargo build --locked --quiet --bin gridmill --features cloud "${options[@]}"
# The next build without object stores takes the same name.
cp "target/$profile/gridmill" "$work"
export GRIDMILL="$work/gridmill"
cd scripts
PYTHONDONTWRITEBYTECODE=1 "$work/venv/bin/python" -m pytest --quiet --capture=no -p no:cacheprovider check_s3.py
