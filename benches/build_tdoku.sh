#!/usr/bin/env bash
# Builds the solvers of a checkout of t-dillon/tdoku with its submodule fsss2 as `count`, a child process of the benches.
# `bash benches/build_tdoku.sh TDOKU OUT [GENERATE]`, then `TDOKU_COUNT=OUT python3 benches solvers`. With GENERATE it builds tdoku's program
# `generate`, too, for `TDOKU_GENERATE=GENERATE python3 benches climb`. Needs patch, and clang or the compilers $CC and $CXX.
# The sources stay where they are: licences of these solvers are their own.
set -euo pipefail
cd "$(dirname "$0")/.."
tdoku=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cc=${CC:-clang}
cxx=${CXX:-clang++}
flags=(-O3 -march=native -w "-I$tdoku/include" "-I$tdoku/src" "-I$tdoku/other" -c)
cp -r "$tdoku/other/jsolve" "$work"
# The file of differences is from the original to what is there, or already applied.
grep -q JSolve_guesses "$work/jsolve/JSolve.c" || patch --silent "$work/jsolve/JSolve.c" "$tdoku/other/jsolve/JSolve.c.diff"
"$cc" "${flags[@]}" "$work/jsolve/JSolve.c" -o "$work/jsolve.o"
"$cxx" "${flags[@]}" -std=c++14 -fno-exceptions -fno-rtti "$tdoku/src/solver_dpll_triad_simd.cc" -o "$work/tdoku.o"
"$cxx" "${flags[@]}" -std=c++14 "$tdoku/src/util.cc" -o "$work/util.o"
"$cxx" "${flags[@]}" -std=c++14 -DFSSS2 -DJSOLVE -DBB_SUDOKU "$tdoku/other/other_solvers.cc" -o "$work/other.o"
"$cxx" "${flags[@]}" -std=c++14 "$tdoku/other/module_fsss2/fsss2.cpp" -o "$work/fsss2.o"
"$cxx" "${flags[@]}" -std=c++14 "$tdoku/other/module_fsss2/t_128.cpp" -o "$work/t_128.o"
"$cxx" "${flags[@]}" -std=c++14 "$tdoku/other/bb_sudoku/bb_sudoku_solver.cpp" -o "$work/bb_sudoku.o"
"$cxx" "${flags[@]}" -std=c++17 benches/peers/tdoku/count.cc -o "$work/count.o"
"$cxx" "$work"/*.o -o "$2"
"$2"
if [ -n "${3:-}" ]; then
  "$cxx" "${flags[@]}" -std=c++14 "$tdoku/src/generate.cc" -o "$work/generate.o"
  "$cxx" "$work"/{generate,tdoku,util}.o -o "$3"
fi
