#!/usr/bin/env bash
# Makes the commit and the tag of a release. `bash scripts/release.sh VERSION [--dry-run | --notes]`
# It writes the version, the date and the address of the sources into every file that holds them, closes the part "Unreleased" of CHANGELOG.md,
# commits and tags; nothing is pushed. --dry-run does this in a clone, which it removes, and makes and tries every artefact there
# (scripts/check_release.sh). --notes prints what CHANGELOG.md says about VERSION. docs/RELEASING.md has the rest.
set -euo pipefail
cd "$(dirname "$0")/.."

fail() { echo "release: $1" >&2; exit "${2:-1}"; }
version=${1-} mode=${2-}
[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+(-[0-9a-z.]+)?$ ]] || fail "a version such as 1.0.0 or 1.0.0-rc.2 is required, not \`$version\`" 2
[[ -z $mode || $mode == --dry-run || $mode == --notes ]] || fail "no option \`$mode\`; the options are --dry-run and --notes" 2

notes() { awk -v head="## $version" '/^## / { on = $0 == head; next } on' CHANGELOG.md | sed '/./,$!d'; }
old=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -n 1)
if [[ $mode == --notes ]]; then
    [[ $old == "$version" ]] || fail "Cargo.toml has the version $old, not $version"
    [[ -n $(notes) ]] || fail "CHANGELOG.md has no part \`## $version\`"
    notes
    exit
fi

address=$(sed -n 's/^repository = "\(.*\)"$/\1/p' Cargo.toml)
[[ -z $(git status --porcelain) ]] || fail "there are changes that are not committed"
[[ -z $(git tag --list "v$version") ]] || fail "there is a tag v$version"
[[ -n $(version=Unreleased notes) ]] || fail "CHANGELOG.md has nothing under \`## Unreleased\`"
if [[ $mode == --dry-run ]]; then
    [[ -n $address ]] || echo "Cargo.toml has no \`repository\`: artefacts have no links, and installers are not made"
    clone=$(mktemp -d)
    trap 'rm -rf "$clone"' EXIT
    git clone --quiet . "$clone"
    export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target}
    cd "$clone"
else
    [[ -n $address ]] || fail "Cargo.toml has no \`repository\`: write the address of the sources there first"
fi

# Files that hold the version and cannot ask Cargo. A test compares them with Cargo.toml.
files=(Cargo.toml npm/package.json CITATION.cff codemeta.json tests/it/snapshots/it__report__a_small_report_holds_these_figures.snap)
sed -i "s/\(^version: \|\"version\": \"\|version = \"\|gridmill \)${old//./\\.}\b/\1$version/" "${files[@]}"
today=$(date -u +%F)
sed -i "s/^date-released: .*/date-released: $today/" CITATION.cff
sed -i "s/^\(  \"dateModified\": \).*/\1\"$today\",/" codemeta.json
if [[ -n $address ]]; then
    sed -i "/^repository-code: /d; /^version: /a repository-code: $address" CITATION.cff
    sed -i "/^  \"codeRepository\": /d; /^  \"version\": /a\\  \"codeRepository\": \"$address\"," codemeta.json
fi
sed -i "s/^## Unreleased$/## Unreleased\n\n## $version/" CHANGELOG.md
for manifest in Cargo.toml benches/peers/Cargo.toml; do
    cargo update --workspace --offline --quiet --manifest-path "$manifest"
done

git commit --quiet --all --message "Release $version"
git tag --annotate "v$version" --message "gridmill $version"
git --no-pager show --stat --format="%s" HEAD
if [[ $mode == --dry-run ]]; then
    bash scripts/check_release.sh
    echo "dry: nothing is left of it but the artefacts in $CARGO_TARGET_DIR/release-check"
else
    echo "To release it: git push --follow-tags"
fi
