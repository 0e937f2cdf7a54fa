#!/usr/bin/env bash
# Compares the public items of the published libraries with their lists in docs/api. `bash scripts/public_api.sh`
# `--bless` writes the lists. Needs cargo-public-api, which it installs into the target folder; skips, with a message, if it cannot.
set -euo pipefail
cd "$(dirname "$0")/.."

# The version whose format of rustdoc's JSON is that of the toolchain in rust-toolchain.toml.
version=0.52.0
target=${CARGO_TARGET_DIR:-target}
tool=$target/tools/bin/cargo-public-api
if ! "$tool" --version 2>/dev/null | grep -qF "$version"; then
    # Not optimized: it compiles in a third of the time, and reads ten files.
    if ! cargo install --debug --quiet --locked --root "$target/tools" --version "$version" cargo-public-api; then
        echo "public API: skipped, cargo-public-api $version could not be installed"
        exit 0
    fi
fi

# rustdoc's JSON is not stable; the variable allows it on a stable toolchain. rustdoc alone has it: where cargo has it, the build scripts of
# proc-macro2 and others run again, and whatever depends on them is compiled a second time, here and in the next step.
mkdir -p "$target/tools"
rustdoc=$(realpath "$target/tools")/rustdoc
printf '#!/bin/sh\nRUSTC_BOOTSTRAP=1 exec rustdoc "$@"\n' >"$rustdoc"
chmod +x "$rustdoc"

lists=$(mktemp -d)
trap 'rm -rf "$lists"' EXIT

# list PACKAGE... -- OPTION...: lists the items of libraries, all compiled with these options of cargo.
list() {
    local packages=() package
    while [[ $1 != -- ]]; do
        packages+=("$1")
        shift
    done
    shift
    RUSTDOC=$rustdoc RUSTDOCFLAGS="-Z unstable-options --output-format json" \
        cargo doc --quiet --locked --lib --no-deps "${packages[@]/#/--package=}" "$@"
    for package in "${packages[@]}"; do
        "$tool" public-api --rustdoc-json "$target/doc/${package//-/_}.json" -sss >"$lists/$package.txt"
    done
}
list gridmill-{board,solve,rate,hints,env,traces,draw,generate,unavoidable} -- --all-features
list gridmill -- --no-default-features

if [[ ${1-} == --bless ]]; then
    mkdir -p docs/api
    cp "$lists"/*.txt docs/api/
    wc -l docs/api/*.txt
elif ! diff --unified=0 --recursive docs/api "$lists"; then
    echo "public API: it is not what docs/api lists; bash scripts/public_api.sh --bless writes the lists, and CHANGELOG.md says what changed" >&2
    exit 1
else
    echo "public API: $(cat "$lists"/*.txt | wc -l) items, as listed"
fi
