#!/bin/sh
# Installs gridmill @VERSION@ for Linux and macOS, with manual pages and completions, into $GRIDMILL_ROOT or ~/.local.
set -eu
base=${GRIDMILL_BASE:-@ADDRESS@/releases/download/v@VERSION@}
root=${GRIDMILL_ROOT:-$HOME/.local}
case $(uname -s)-$(uname -m) in
    Linux-x86_64) target=x86_64-unknown-linux-gnu ;;
    Linux-aarch64) target=aarch64-unknown-linux-gnu ;;
    Darwin-arm64) target=aarch64-apple-darwin ;;
    Darwin-x86_64) target=x86_64-apple-darwin ;;
    *) echo "install: no program for $(uname -s) on $(uname -m); cargo install gridmill builds it" >&2; exit 1 ;;
esac
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for file in "gridmill-$target.tar.xz" "gridmill-$target.tar.xz.sha256"; do
    curl --proto '=https,file' --fail --silent --show-error --location --remote-name "$base/$file"
done
if command -v sha256sum >/dev/null; then sha256sum -c "gridmill-$target.tar.xz.sha256" >/dev/null; else shasum -a 256 -c "gridmill-$target.tar.xz.sha256" >/dev/null; fi
tar -xf "gridmill-$target.tar.xz"
mkdir -p "$root/bin" "$root/share"
cp "gridmill-$target/gridmill" "$root/bin/"
cp -R "gridmill-$target/share/." "$root/share/"
echo "gridmill @VERSION@ is in $root/bin"
