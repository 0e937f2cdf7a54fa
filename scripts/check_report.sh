#!/usr/bin/env bash
# Checks every figure of small reports with DuckDB, and the page in headless Chromium. `bash scripts/check_report.sh`
# Python packages go to an environment of their own. Without Python, its packages or Chromium, the check says that it skips.
set -euo pipefail
cd "$(dirname "$0")/.."

program=${GRIDMILL:-target/release/gridmill}
[ -x "$program" ] || cargo build --release --locked --quiet
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$program" generate --count 3000 --seed 42 --rate hodoku --shard-rows 1000 --progress never --out "$work/rated"
"$program" generate --count 2000 --seed 43 --rate hodoku --dig weighted --progress never --out "$work/weighted"
for corpus in rated weighted; do
    "$program" report "$work/$corpus" --check all --out "$work/$corpus.json" --progress never
done
"$program" report "$work/rated" "$work/weighted" --out "$work/page.html" --progress never

figures() {
    local python packages
    python=$(command -v python3) || { echo "figures skipped: no python3"; return; }
    "$python" -m venv "$work/venv" >/dev/null 2>&1 || { echo "figures skipped: python3 has no venv"; return; }
    packages=$(sed -n 's/^# *"\([a-z]*[=><].*\)",$/\1/p' scripts/check_report.py)
    # shellcheck disable=SC2086
    "$work/venv/bin/pip" install --quiet --disable-pip-version-check $packages \
        || { echo "figures skipped: cannot install" $packages; return; }
    for corpus in rated weighted; do
        "$work/venv/bin/python" scripts/check_report.py "$work/$corpus" "$work/$corpus.json"
    done
}

# The page as the browser sees it: nothing from outside, no error, a table under every chart, nothing wider than a phone.
page() {
    local browser charts tables
    browser=$(command -v chromium || command -v chromium-browser) || { echo "page skipped: no chromium"; return; }
    if grep -qE '(src|href)="(https?:)?//|@import|url\(' "$work/page.html"; then
        echo "the page loads something from outside" >&2
        exit 1
    fi
    # The page says its own width in a title once it is laid out.
    sed 's#</body>#<script>document.title = "width " + document.documentElement.scrollWidth + " figures " + document.querySelectorAll("figure > svg").length + " tables " + document.querySelectorAll("figure details table").length;</script></body>#' \
        "$work/page.html" > "$work/measured.html"
    timeout 120 "$browser" --headless --no-sandbox --disable-gpu --enable-logging=stderr --user-data-dir="$work/profile" \
        --window-size=500,900 --dump-dom "file://$work/measured.html" > "$work/dom" 2> "$work/log"
    if grep -q CONSOLE "$work/log"; then
        grep CONSOLE "$work/log" >&2
        exit 1
    fi
    read -r _ width _ charts _ tables < <(sed -n 's#.*<title>\(width [0-9]* figures [0-9]* tables [0-9]*\)</title>.*#\1#p' "$work/dom" | head -1)
    [ "$charts" -gt 10 ] && [ "$charts" = "$tables" ] && [ "$width" -le 500 ] \
        || { echo "page: $charts charts, $tables tables, $width pixels wide of 500" >&2; exit 1; }
    echo "page: $charts charts with their tables, $width pixels wide of 500, no error"
}

figures
page
