#!/usr/bin/env bash
# Measures the seconds that a puzzle with a technique takes and writes reports/rating/techniques.md.
# `bash benches/technique_times.sh [PROGRAM]`; the default is target/release/gridmill. Takes about an hour of one core: at most a
# minute of processor time for each technique of each rulebook.
set -euo pipefail
cd "$(dirname "$0")/.."

program=${1:-target/release/gridmill}
limit=60
puzzles=15
page=$(mktemp)
trap 'rm -f "$page" "$page.times"' EXIT

# Prints the processor seconds of row INDEX with the technique, or nothing if it takes more than LEFT seconds.
# seconds INDEX RULEBOOK TECHNIQUE LEFT
seconds() {
    : > "$page.times"
    (
        ulimit -S -t "$4"
        "$program" show --seed 1 --index "$1" --rulebook "$2" --require "$3" --attempts 1000000000 > /dev/null || exit 0
        times > "$page.times"
    ) 2> /dev/null
    # The second line has the user and system times of the program.
    [ ! -s "$page.times" ] || awk -F '[ms ]' 'NR == 2 { print 60 * $1 + $2 }' "$page.times"
}

# Prints the line of a technique: puzzles, mean and median. Puzzles that were not ended count in the mean, and as the longest in the
# median.
# line RULEBOOK TECHNIQUE
line() {
    local taken=() spent=0 time left
    while [ "${#taken[@]}" -lt "$puzzles" ] && left=$(awk "BEGIN { left = $limit - $spent; print int(left + 0.5) }") && [ "$left" -gt 0 ]; do
        time=$(seconds "${#taken[@]}" "$1" "$2" "$left")
        if [ -z "$time" ]; then
            spent=$limit
        else
            taken+=("$time")
            spent=$(awk "BEGIN { print $spent + $time }")
        fi
    done
    local found=${#taken[@]} middle
    if [ "$found" -eq 0 ]; then
        echo "| $2 | 0 | none in a minute | |"
        return
    fi
    middle=$(((found + ($(awk "BEGIN { print ($spent >= $limit) }"))) / 2))
    [ "$middle" -lt "$found" ] || middle=$((found - 1))
    printf '%s\n' "${taken[@]}" | sort -g | awk -v name="$2" -v spent="$spent" -v found="$found" -v middle="$middle" '
        function shown(time) { return time < 0.01 ? "under 0.01" : sprintf(time < 1 ? "%.2f" : "%.1f", time) }
        NR == middle + 1 { median = $1 }
        END { printf "| %s | %d | %s | %s |\n", name, found, shown(spent / found), shown(median) }'
}

# Prints the head of a table.
# head_of TITLE
head_of() {
    printf '\n## %s\n\n| technique | puzzles | mean, s | median, s |\n|---|--:|--:|--:|\n' "$1"
}

# Prints the techniques of a rulebook, whose ratings stand in this column of the list; those of no rulebook for `none`.
techniques() {
    if [ "$1" = none ]; then
        "$program" techniques | awk 'NR > 1 && !match(substr($0, 45), /[0-9]/) { print $1 }'
        return
    fi
    "$program" techniques | awk -v rulebook="$1" '
        NR == 1 { place = match($0, " " rulebook "( |$)") + 1; next }
        substr($0, place, 3) ~ /[0-9]/ { print $1 }'
}

machine=$(awk -F': ' '/model name/ { print $2; exit }' /proc/cpuinfo | sed 's/(R)//g')
{
    echo '<!-- bash benches/technique_times.sh -->'
    echo '# Seconds for a puzzle with a technique'
    echo
    echo "$("$program" --version) on $machine, one thread, $(date -u +%F)."
    echo
    echo "\`gridmill show --seed 1 --index I --rulebook RULEBOOK --require TECHNIQUE --attempts 1000000000\` for rows 0 to $((puzzles - 1)), or as many as a" \
        'minute of processor time has. It digs random minimal puzzles until the path of one takes the technique. Times are processor' \
        'seconds of the whole program. A row that the minute cuts short counts in the mean, and as the longest in the' \
        'median.'
    for rulebook in hodoku se; do
        head_of "$rulebook"
        for technique in $(techniques "$rulebook"); do
            line "$rulebook" "$technique"
        done
    done
    head_of 'practice:TECHNIQUE, where hodoku has none in a minute or does not try it'
    for technique in $(grep -B 999 '^## se' "$page" | awk -F '[ |]+' '/none in a minute/ { print $2 }') $(techniques none); do
        line "practice:$technique" "$technique"
    done
} > "$page"
mkdir -p reports/rating
cat "$page" > reports/rating/techniques.md
echo "wrote reports/rating/techniques.md"
