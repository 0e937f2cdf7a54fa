#!/usr/bin/env bash
# Builds Schoku, of a checkout of Mart1nSchulz/Schoku, as `count`, a child process of the benches.
# `bash benches/build_schoku.sh SCHOKU OUT`, then `SCHOKU_COUNT=OUT python3 benches solvers`. Needs g++ or the compiler $CXX, and AVX2.
# The sources stay where they are: Schoku's licence is the GPL.
set -euo pipefail
cd "$(dirname "$0")/.."
source=$(realpath "$1")/src
"${CXX:-g++}" -O3 -std=gnu++17 -mavx2 -mbmi -mbmi2 -mlzcnt -fopenmp -w -DNDEBUG -DOPT_NEWSETS -Ibenches/peers/schoku "-I$source" \
    benches/peers/schoku/count.cc -o "$2"
"$2"
