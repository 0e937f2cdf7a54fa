#!/usr/bin/env bash
# Checks the main figures of small reports with DuckDB, and pages as HTML and in headless Chromium. `bash scripts/check_report.sh [PAGE...]`
# The pages named are checked as pages, too. Python packages are installed into a temporary environment. A check is skipped, with a
# message, without what it needs: Python, its packages, the Nu Html Checker (`vnu`, or java with VNU_JAR), Chromium, and
# node with axe-core and puppeteer-core (installed by npm, or in NODE_PATH). Four minutes on two cores.
set -euo pipefail
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
make part --count 1000 --seed 44 --rulebook se --add guesses,trial --trial-budget 2000 --add backdoors --shard-rows 100 --part 2/2
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

# Shows a page with a script at its end in a window of some width, and prints the title that the script sets. The browser is another's
# program: where it ends without a page, it is started again, three times at most, each time with a profile of its own.
shown() {
    local page=$1 width=$2 script=$3 code attempt
    sed "s#</body>#<script>$script</script></body>#" "$page" > "$work/measured.html"
    for attempt in 1 2 3; do
        code=0
        timeout 120 "$browser" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run --disable-sync \
            --disable-background-networking --disable-component-update --enable-logging=stderr --user-data-dir="$work/profile-$attempt" \
            --window-size="$width,900" --dump-dom "file://$work/measured.html" > "$work/dom" 2> "$work/log" || code=$?
        if grep CONSOLE "$work/log" >&2; then return 1; fi
        if [ "$code" = 0 ] && sed -n 's#.*<title>\([a-z]* [0-9][a-z0-9 ]*\)</title>.*#\1#p' "$work/dom" | grep -m 1 .; then return; fi
    done
    echo "$page: $browser ended with $code and without a page:" >&2
    tail -5 "$work/log" >&2
    return 1
}

# Checks a page in the browser: it loads nothing, has no error, a table under every chart, fits a phone, and is no longer than 8,000
# pixels on a desk. Pages on several corpora are longer.
seen() {
    local page=$1 measured width charts tables height
    if grep -qE '(src|href)="(https?:)?//|@import|url\(' "$page"; then
        echo "$page loads something from outside" >&2
        exit 1
    fi
    measured=$(shown "$page" 500 'document.title = "width " + document.documentElement.scrollWidth + " figures " + document.querySelectorAll("figure[id] > svg").length + " tables " + document.querySelectorAll("figure[id] > .numbers table").length')
    read -r _ width _ charts _ tables <<< "$measured"
    [ "$charts" -gt 6 ] && [ "$charts" = "$tables" ] && [ "$width" -le 500 ] \
        || { echo "$page: $charts charts, $tables tables, $width pixels wide of 500" >&2; exit 1; }
    measured=$(shown "$page" 1280 'document.title = "height " + document.documentElement.scrollHeight')
    read -r _ height <<< "$measured"
    [ "$height" -le 8000 ] || { echo "$page: $height pixels long" >&2; exit 1; }
    echo "${page#"$work/"}: $charts charts with their tables, $width pixels wide of 500, $height long of 8000, no error"
}

# Checks accessibility by the rules of axe-core, in light and dark, 1280 and 390 pixels wide.
accessible() {
    command -v node > /dev/null || { echo "accessibility skipped: no node"; return; }
    export NODE_PATH=${NODE_PATH:-$work/node_modules}
    if ! [ -d "$NODE_PATH/puppeteer-core" ]; then
        npm install --silent --no-audit --no-fund --prefix "$work" axe-core puppeteer-core > /dev/null 2>&1 \
            || { echo "accessibility skipped: no axe-core and puppeteer-core"; return; }
        NODE_PATH=$work/node_modules
    fi
    CHROMIUM=$browser node scripts/check_report.js "$@"
}

environment
figures
valid
echo '<!DOCTYPE html><body></body>' > "$work/empty.html"
if ! browser=$(command -v chromium || command -v chromium-browser); then
    echo "pages in a browser skipped: no chromium"
elif ! shown "$work/empty.html" 500 'document.title = "width 0"' > /dev/null; then
    echo "pages in a browser skipped: $browser does not show an empty page"
else
    for page in "${pages[@]}"; do seen "$page"; done
    accessible "${pages[@]}"
fi
