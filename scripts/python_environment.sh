#!/usr/bin/env bash
# Makes FOLDER/venv, an environment of Python with the package and with the group `check` and the groups that are named.
# `bash scripts/python_environment.sh FOLDER GROUP...`
# The group `check` must install; exit code 3 says that it does not, or that there is no Python. Without a later one, a line says so. With
# GRIDMILL_ENVIRONMENT, the environment of that folder is taken as it is.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/common.sh
folder=$1
shift
# Several checks in turn may share an environment that has the groups of all.
if [[ -n ${GRIDMILL_ENVIRONMENT:-} ]]; then
    ln -s "$GRIDMILL_ENVIRONMENT/venv" "$folder/venv"
    exit 0
fi
mapfile -t packages < <(packages_of_group check)
new_environment "$folder" "${packages[@]}" || exit 3
for group in "$@"; do
    mapfile -t packages < <(packages_of_group "$group")
    install_packages "$folder" "${packages[@]}" || true
done

export CARGO_TARGET_DIR="$PWD/target"
(cd python && "$folder/venv/bin/maturin" build --profile "$profile" --locked --quiet --features cloud --interpreter "$folder/venv/bin/python" --out "$folder/wheels")
# Nothing is compiled here: the wheel is all that a machine without Rust needs.
install_packages "$folder" --no-index "$folder"/wheels/*.whl
