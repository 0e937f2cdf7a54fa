#!/usr/bin/env bash
# Checks the main figures of small reports with DuckDB, and pages as HTML and in headless Chromium.
# `bash scripts/check_report.sh [--quick] [PAGE...]`
# The pages named are checked as pages, too. Python packages are installed into a temporary environment. A check is skipped, with a
# message, without what it needs: Python, its packages, the Nu Html Checker (`vnu`, or java with VNU_JAR), Chromium, node and npm.
# Three minutes on two cores in the full form; the quick one looks at pages in two of four forms.
set -euo pipefail
quick=()
if [[ ${1:-} == --quick ]]; then
    quick=(--quick)
    shift
fi
pages=()
for page in "$@"; do pages+=("$(realpath "$page")"); done
cd "$(dirname "$0")/.."
. scripts/common.sh

build_program
program=$GRIDMILL
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
make() { "$program" generate --progress never --out "$work/$1" "${@:2}"; }
make rated --count 3000 --seed 42 --rulebook hodoku --add guesses --shard-rows 1000
make weighted --count 2000 --seed 43 --rulebook hodoku --dig weighted
# Measures without a rulebook, some of them lower bounds.
make part --count 1000 --seed 44 --rulebook se --add guesses,trial --budget trial=2000 --add backdoors --shard-rows 100 --part 2/2
report() { "$program" report --check all --progress never "$@"; }
make plain --count 1000 --seed 45 --dig bottom-up
# Weighted rows on two scales, the second of which has a section of its own.
make both --count 1500 --seed 46 --rulebook hodoku,se --dig enumerated --add guesses,trial,backdoors
make plain-both --count 1000 --seed 47 --rulebook se,hodoku
# The first puzzles of the rated corpus.
make other --count 500 --seed 42 --rulebook hodoku
for corpus in rated weighted other; do "$program" canonical "$work/$corpus" --out "$work/$corpus.forms.parquet" --progress never; done
report "$work/rated" "$work/weighted" "$work/other" --out "$work/figures.json" --out "$work/compared.html"
report "$work/part" --out "$work/part.json" --out "$work/part.html"
report "$work/both" --out "$work/both.json" --out "$work/both.html"
report "$work/plain-both" --out "$work/plain-both.json"
for page in rated weighted plain; do report "$work/$page" --out "$work/$page.html"; done
"$program" compare --count 100 --seed 1 --progress never --out "$work/checkers.html" --out - > "$work/checkers"
pages=("$work"/{plain,rated,part,weighted,compared,both,checkers}.html "${pages[@]}")

python=
environment() {
    local packages
    mapfile -t packages < <(packages_of_scripts scripts/check_report.py)
    new_environment "$work" "${packages[@]}" && python=$work/venv/bin/python || true
}

figures() {
    [ -n "$python" ] || { echo "figures skipped: no Python environment"; return; }
    "$python" scripts/check_report.py "$work"/{rated,weighted,other} "$work/figures.json"
    for corpus in part both plain-both; do
        "$python" scripts/check_report.py "$work/$corpus" "$work/$corpus.json"
    done
    "$python" scripts/check_report.py --leak "$program" "$work/rated" "$work/weighted"
}

# Checks HTML by a strict parser and by the Nu Html Checker, each if it is installed.
valid() {
    if [ -n "$python" ]; then
        # The parser has an older rule for comments, no `--` within them, so the first line is left out.
        "$python" -c 'import html5lib, sys
for page in sys.argv[1:]:
    html5lib.HTMLParser(strict=True).parse(open(page).read().partition("\n")[2])' "${pages[@]}"
        echo "parsed strictly: ${#pages[@]} pages"
    else
        echo "strict parsing skipped: no Python environment"
    fi
    local vnu=()
    if command -v vnu > /dev/null; then
        vnu=(vnu)
    elif [ -n "${VNU_JAR:-}" ] && command -v java > /dev/null; then
        vnu=(java -jar "$VNU_JAR")
    else
        echo "Nu Html Checker skipped: no vnu, and no java with VNU_JAR"
        return
    fi
    "${vnu[@]}" --errors-only "${pages[@]}"
    echo "valid by the Nu Html Checker: ${#pages[@]} pages"
}

# Checks pages in the browser, with the packages of npm/check.
seen() {
    local browser
    type -P node npm > /dev/null || { echo "pages in a browser skipped: no node or no npm"; return; }
    browser=$(type -P chromium || type -P chromium-browser) || { echo "pages in a browser skipped: no chromium"; return; }
    install_check_packages || { echo "pages in a browser skipped: the packages of the checks cannot be had"; return; }
    CHROMIUM=$browser node npm/check/reports.js "${quick[@]}" "${pages[@]}"
}

environment
figures
valid
seen
