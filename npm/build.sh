#!/usr/bin/env bash
# Builds the package into npm/pkg, ready for `npm pack`. `bash npm/build.sh`
# Needs Rust alone; it installs the target with rustup.
set -euo pipefail
cd "$(dirname "$0")/.."
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
wasm=wasm32-unknown-unknown
out=npm/pkg

rustup target add "$wasm" > /dev/null 2>&1 || { echo "skipped: no target $wasm"; exit 3; }
# The tool has a folder of its own, because its dependencies have other features.
cargo build --locked --quiet --manifest-path npm/bindgen/Cargo.toml --target-dir "$target/bindgen"
rm -rf "$out"
mkdir -p "$out"
# Each module with the 128-bit vectors of WebAssembly, which browsers have since 2021 to 2023.
module() {
    RUSTFLAGS="-C target-feature=+simd128" cargo build --locked --quiet --package gridmill-npm --lib --profile wasm --target "$wasm" \
        --target-dir "$target/wasm" "${@:2}"
    "$target/bindgen/debug/bindgen" "$target/wasm/$wasm/wasm/gridmill_npm.wasm" "$out/$1"
    echo "$1: $(gzip -9c "$out/$1/gridmill_bg.wasm" | wc -c) bytes gzipped"
}
module core
module full --features full
# The wordings of each language: the file, and a module with its text, which every bundler and browser can import.
mkdir "$out/languages"
cp crates/rate/src/wording/*.txt "$out/languages"
echo 'declare const wording: string; export default wording;' > "$out/languages/wording.d.ts"
for file in "$out"/languages/*.txt; do
    # Without comments, at the same lines.
    if sed 's/^#.*//' "$file" | grep -q '[`\\$]'; then echo "$file has a character that ends a text of JavaScript" >&2; exit 1; fi
    { printf 'export default `'; sed 's/^#.*//' "$file"; printf '`;\n'; } > "${file%.txt}.js"
done
# What is compiled in, with its licence.
cargo tree --locked --package gridmill-npm --features full --target "$wasm" --edges normal,no-proc-macro --prefix none --format '{p} {l}' \
    | sed 's/ (\*)$//' | grep -v ' (/' | sort -u > "$out/DEPENDENCIES.txt"
cp npm/js/* npm/README.md LICENSE-* "$out"
# With the address of the sources, if Cargo.toml has it.
address=$(sed -n 's/^repository = "\(.*\)"$/\1/p' Cargo.toml)
line='  "repository": { "type": "git", "url": "git+'$address'.git" },'
sed "${address:+/^  \"license\"/i\\$line}" npm/package.json > "$out/package.json"
