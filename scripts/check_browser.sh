#!/usr/bin/env bash
# Builds the package for JavaScript and checks it: types, rows and JSON against the command, the page of its README, the same with bundlers, the
# site in headless Chromium and Firefox and by Lighthouse, and what npm would publish. `bash scripts/check_browser.sh [--quick] [PICTURES]`
# Screenshots of every state of the site go to PICTURES, or nowhere. Skips, with a message, what needs node and npm, or a browser, where they
# are not there; packages of the checks are those of npm/check/package-lock.json. Nine minutes on two cores, four of which compile.
set -euo pipefail
quick=()
if [[ ${1:-} == --quick ]]; then
    quick=(--quick)
    shift
fi
site=("${quick[@]}")
[[ -z ${1:-} ]] || site+=(--pictures "$(realpath -m "$1")")
cd "$(dirname "$0")/.."
. scripts/common.sh

type -P node npm > /dev/null || skip "no node or no npm"
bash npm/build.sh || { [[ $? == 3 ]] && exit 0 || exit 1; }
[[ ${#quick[@]} -gt 0 ]] || cargo test --locked --quiet --package gridmill-npm --lib
step "the package is built"
# 453,000 before hints listed the steps that they rest on and steps had levels of help; 458,000 before numbers of solutions and more signs for empty cells.
most=460000
size=$(gzip -9c npm/pkg/core/gridmill_bg.wasm | wc -c)
((size <= most)) || { echo "the module has $size bytes gzipped, more than $most" >&2; exit 1; }

build_program
install_check_packages || skip "the packages of the checks cannot be had"
# The package as a user has it.
ln -sfn ../../pkg npm/check/node_modules/gridmill
rm -rf npm/site/gridmill
cp -r npm/pkg npm/site/gridmill
(cd npm/check && npx --no-install tsc --project . && npx --no-install tsc --project ../site/jsconfig.json)
step "types are complete"
(cd npm/check && node --test)
step "rows, steps and JSON are those of the command"
(cd npm/pkg && npm pack --silent --dry-run > /dev/null && npm publish --dry-run --silent > /dev/null)
step "npm would publish it"

find_chromium() { type -P chromium || type -P chromium-browser || type -P google-chrome || true; }
chromium=$(find_chromium)
[[ -n $chromium ]] || { install_system_packages chromium; chromium=$(find_chromium); }
[[ -n $chromium ]] || skip "no Chromium for the pages"
CHROMIUM=$chromium node npm/check/readme.js
step "the page of the README runs"
(cd npm/check && CHROMIUM=$chromium node bundlers.js)
step "bundlers build the worker"
node npm/check/site/run.js npm/site --program "$chromium" "${site[@]}"
step "the site plays"
CHROMIUM=$chromium node npm/check/site/lighthouse.js npm/site "${quick[@]}"
step "Lighthouse gives the required scores"
find_firefox() { type -P firefox-esr || type -P firefox || true; }
firefox=$(find_firefox)
[[ -n $firefox ]] || { install_system_packages firefox-esr; firefox=$(find_firefox); }
[[ -n $firefox ]] || skip "no Firefox for the site"
node npm/check/site/run.js npm/site --browser firefox --program "$firefox" "${site[@]}"
step "the site plays in Firefox"
