#!/usr/bin/env bash
# Checks that the workspace compiles for Windows and macOS, and runs the tests for Windows under wine. `bash scripts/check_windows.sh [--quick]`
# The full form takes half an hour on two cores, and compares the rows of `gridmill.exe` with those of the program of this machine. The quick one
# compiles for Windows only, and runs no test.
# It installs the targets with rustup, and mingw-w64 and wine with apt-get where that is allowed. What cannot be had is skipped, with a message:
# a test run that is skipped leaves the checks of both targets.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/common.sh

quick=${1:-}
windows=x86_64-pc-windows-gnu
macos=aarch64-apple-darwin
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
# The Python package needs the Python of its platform.
workspace=(--workspace --exclude gridmill-python)
export CARGO_TARGET_DIR=$target

find_tools() {
    compiler=$(type -P x86_64-w64-mingw32-gcc || true)
    wine=$(type -P wine || type -P wine64 || true)
}
find_tools
if [[ $quick != --quick && (-z $compiler || -z $wine) ]]; then
    # `mingw-w64` links Windows programs and compiles zstd for them.
    install_system_packages mingw-w64 wine wine64
    find_tools
fi

check() {
    local name=$1
    if ! rustup target add "$name" > /dev/null 2>&1; then
        echo "skipped: no target $name"
        return
    fi
    shift
    env "$@" cargo check --locked --quiet "${workspace[@]}" --tests --target "$name"
    step "$name: the workspace compiles"
}

# A check links nothing and calls no function of C. zstd and blake3 ask for a C compiler all the same: `true` makes nothing of their sources.
no_compiler() { echo "CC_${1//-/_}=true" "AR_${1//-/_}=true"; }
if [[ $quick == --quick ]]; then
    # shellcheck disable=SC2046
    check "$windows" $(no_compiler "$windows") "RUSTFLAGS=${RUSTFLAGS:-} -D warnings"
    exit 0
fi
# shellcheck disable=SC2046
check "$macos" $(no_compiler "$macos") "RUSTFLAGS=${RUSTFLAGS:-} -D warnings"
if [[ -z $compiler ]]; then
    skip "no x86_64-w64-mingw32-gcc (package mingw-w64); nothing is compiled for Windows"
fi
check "$windows" "RUSTFLAGS=${RUSTFLAGS:-} -D warnings"
if [[ -z $wine ]]; then
    skip "no wine; no test is run for Windows"
fi

# A Windows of its own.
export WINEPREFIX=$target/wine WINEDEBUG=-all
mkdir -p "$WINEPREFIX" "$target/$windows/libraries"
"$wine" wineboot --init > /dev/null 2>&1
# Rust takes its random numbers from a library that wine has from version 9 on. This one has its only function, made of an older one.
if [[ ! -e $WINEPREFIX/drive_c/windows/system32/bcryptprimitives.dll ]]; then
    source=$target/$windows/bcryptprimitives.c
    cat > "$source" << 'C'
#include <windows.h>
#include <ntsecapi.h>
/* RtlGenRandom is SystemFunction036 of advapi32. */
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T length) { return RtlGenRandom(bytes, (ULONG)length); }
C
    "$compiler" -shared -O1 -o "$target/$windows/libraries/bcryptprimitives.dll" "$source" -ladvapi32
    # The tests of examples run in folders of their own.
    folder=$target/$windows/libraries
    export WINEPATH="Z:${folder//\//\\}"
fi
# wine has no Cargo, which shows insta the workspace. Its version 8 fails now and then where two threads start processes at once.
export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER=$wine INSTA_WORKSPACE_ROOT=$PWD INSTA_UPDATE=no RUST_TEST_THREADS=1

cargo test --locked --quiet --target "$windows" --no-fail-fast
step "$windows: the tests pass"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rows=(generate --count 300 --seed 1 --rulebook hodoku --no-timings --progress never --format csv)
cargo build --locked --quiet --bin gridmill
(cd "$work" && "$target/debug/gridmill" "${rows[@]}" --out linux && wine "$target/$windows/debug/gridmill.exe" "${rows[@]}" --out windows)
# The card names the command, and with it the folder.
diff --recursive --exclude README.md "$work/linux" "$work/windows"
step "$windows: gridmill.exe makes the same corpus, byte for byte"
