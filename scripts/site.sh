#!/usr/bin/env bash
# Makes the site of documents: the pages of git with search, the page that plays, sample reports, the API. `bash scripts/site.sh [--quick] [OUT]`
# OUT is target/site if it is not given. Every link is followed. Needs mdBook, which it installs into the target folder, and Python. --quick makes small
# reports, and leaves the API and the page that plays out where they are not built. An hour without it on two cores, most of it for the reports.
set -euo pipefail
quick=
if [[ ${1:-} == --quick ]]; then
    quick=--quick
    shift
fi
out=$(realpath -m "${1:-$(dirname "$0")/../target/site}")
cd "$(dirname "$0")/.."
. scripts/common.sh

version=0.5.4
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
mdbook=$target/tools/bin/mdbook
type -P python3 >/dev/null || skip "no python3 for the site"
"$mdbook" --version 2>/dev/null | grep -qF "$version" ||
    cargo install --quiet --locked --root "$target/tools" --version "$version" mdbook || skip "mdBook $version cannot be installed"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/parts"
[[ -d npm/pkg || -n $quick ]] || bash npm/build.sh || true
if [[ -d npm/pkg ]]; then
    mkdir "$work/parts/play"
    git archive HEAD:npm/site | tar --extract --directory "$work/parts/play"
    cp -r npm/pkg "$work/parts/play/gridmill"
else
    echo "skipped: the page that plays, because \`bash npm/build.sh\` has not built it"
fi
build_program
bash scripts/reports.sh $quick "$work/parts/pages" >/dev/null
step "sample reports"
[[ -n $quick ]] || cargo doc --locked --workspace --no-deps --quiet --target-dir "$target/api"
if [[ -d $target/api/doc ]]; then cp -r "$target/api/doc" "$work/parts/api"; else echo "skipped: the API"; fi

python3 scripts/site.py sources "$work/parts" "$work/book"
address=$(sed -n 's/^repository = "\(.*\)"$/\1/p' Cargo.toml)
[[ -z $address ]] || export MDBOOK_OUTPUT__HTML__GIT_REPOSITORY_URL="$address"
"$mdbook" build "$work/book" --dest-dir "$out"
cp -r "$work"/parts/. "$out"
python3 scripts/site.py check "$out"
step "the site is in $out"
