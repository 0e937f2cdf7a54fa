# /// script
# requires-python = ">=3.9"
# dependencies = [
#     "duckdb>=1.1",
#     "html5lib>=1.1",
# ]
# ///
"""Checks the figures of a report that readers quote against DuckDB and independent code.

    uv run scripts/check_report.py CORPUS... REPORT.json
    uv run scripts/check_report.py --leak GRIDMILL CORPUS OTHER

REPORT.json is `gridmill report CORPUS... --format json`. Rows and duplicates, givens, ratings, levels, techniques, puzzles that fall to
singles, rank correlations, times, weighted estimates, differences and overlaps are computed again from the Parquet files, by other
formulas where they exist; standard errors of weighted estimates are compared with those of a bootstrap. Estimates from what attempts counted are
computed again from the manifest, by the matrix of covariances.

Rows that corpora share up to symmetry are compared with the columns of CORPUS.forms.parquet where `gridmill canonical` has written it. With
--leak, images of puzzles of CORPUS, made here, are hidden among the rows of OTHER, and the report of both must find them all.
"""

import json
import math
import random
import subprocess
import sys
import tempfile
from collections import Counter
from fractions import Fraction
from itertools import accumulate
from pathlib import Path

import duckdb

checked = Counter()


def same(what, found, expected, by=1e-9):
    """Checks that numbers agree to a relative difference, and that anything else is equal."""
    checked[what.split(":")[0]] += 1
    if expected is None or found is None or isinstance(expected, (str, bool)):
        assert found == expected, f"{what}: {found!r} reported, {expected!r} computed"
        return
    near = abs(found - expected) <= by * max(abs(expected), 1e-300) or abs(found - expected) < 1e-12
    assert near, f"{what}: {found!r} reported, {expected!r} computed"


def wilson(part, whole):
    z = 1.959963984540054
    p, n = part / whole, whole
    middle, half = p + z * z / (2 * n), z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return max(0, (middle - half) / (1 + z * z / n)), min(1, (middle + half) / (1 + z * z / n))


def same_share(what, found, rows, whole):
    same(what, found["rows"], rows)
    same(what, found["share"], rows / whole)
    low, high = wilson(rows, whole)
    same(what, found["low"], low, 1e-6)
    same(what, found["high"], high, 1e-6)


def moments(name, scan):
    """Returns rows, mean and standard deviation of a column, computed with fractions."""
    values = [Fraction(row[0]) for row in duckdb.sql(f'SELECT "{name}" FROM {scan} WHERE "{name}" IS NOT NULL').fetchall()]
    if len(values) < 2:
        return len(values), float(values[0]) if values else None, None
    mean = sum(values) / len(values)
    return len(values), float(mean), math.sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1))


def sql(what, scan, rest=""):
    return duckdb.sql(f"SELECT {what} FROM {scan} {rest}").fetchall()[0]


def of_rows(figures, scan):
    """Checks rows and duplicates, and the mean of the givens."""
    rows, distinct = sql("count(*), count(DISTINCT puzzle)", scan)
    same("rows", figures["rows"], rows)
    assert figures["distinct"] == {"looked_at": rows, "distinct": distinct, "copies": rows - distinct, "one_in": 1}
    for check in figures["checks"]:
        assert (check["passed"], check["looked_at"], check["failed"], check["example"]) == (True, rows, 0, None), check
    givens, mean, sd = moments("givens", scan)
    for key, value in (("rows", givens), ("mean", mean), ("sd", sd)):
        same(f"givens: {key}", figures["givens"][key], value)
    for bin in figures["givens"]["bins"]:
        same_share("givens: shares", bin, sql("count(*)", scan, f"WHERE givens = {bin['value']}")[0], rows)
    for time in figures["times"]:
        same("times: mean", time["mean_ns"], sql(f"avg({time['column']})", scan)[0])


def difficulty(found, figures, scan, prefix):
    """Checks ratings, levels and techniques of a scale, whose columns have a prefix."""
    column = prefix + found["hardest_step"]["column"]
    rated, solved = sql(f"count({prefix}solved), count(*) FILTER ({prefix}solved)", scan)
    same("difficulty: rated", found["rated"], rated)
    same_share("difficulty: solved", found["solved"], solved, rated)
    rows, mean, sd = moments(column, scan)
    for key, value in (("rows", rows), ("mean", mean), ("sd", sd)):
        same(f"difficulty: hardest step {key}", found["hardest_step"]["ratings"][key], value)
    same("difficulty: mean score", found["score"]["mean"], moments(f"{prefix}score", scan)[1])
    summary = next(one for one in figures["columns"] if one["name"] == column)
    for key, share in (("q25", 0.25), ("median", 0.5), ("q75", 0.75)):
        same(f"difficulty: {key}", summary[key], sql(f"quantile_cont({column}, {share})", scan)[0])
    for level in found["level"]:
        chosen = sql("count(*)", scan, f"WHERE {prefix}level = '{level['name']}'")[0]
        same_share("difficulty: level", level, chosen, sql(f"count({prefix}level)", scan)[0])
    for technique in found["techniques"]:
        used = sql(f"count(*) FILTER ({prefix}t_{technique['name']} > 0)", scan)[0]
        same_share("difficulty: techniques", technique, used, rated)


def relation(found, scan):
    """Checks a rank correlation with the ranks of DuckDB; the report bins values by seven binary digits."""
    one, other = found["one"], found["other"]
    rank = lambda name: f"rank() OVER (ORDER BY {name}) + (count(*) OVER (PARTITION BY {name}) - 1) / 2"
    pairs = f"(SELECT {one} AS a, {other} AS b FROM {scan} WHERE {one} IS NOT NULL AND {other} IS NOT NULL)"
    rho = sql("corr(a, b)", f"(SELECT {rank('a')} AS a, {rank('b')} AS b FROM {pairs})")[0]
    same("relations: spearman", found["spearman"], rho, 3e-3)


HOUSES = [[9 * n + k for k in range(9)] for n in range(9)] + [[9 * k + n for k in range(9)] for n in range(9)] \
    + [[27 * (n // 3) + 3 * (n % 3) + 9 * (k // 3) + k % 3 for k in range(9)] for n in range(9)]
PEERS = [{cell for house in HOUSES if n in house for cell in house} - {n} for n in range(81)]


def falls_to_singles(puzzle):
    """Returns true if naked and hidden singles solve a puzzle, one after the other."""
    candidates, placed = [set("123456789") for _ in range(81)], {}
    waiting = [(cell, digit) for cell, digit in enumerate(puzzle) if digit != "."]
    while waiting:
        for cell, digit in waiting:
            placed[cell] = digit
            candidates[cell] = {digit}
            for peer in PEERS[cell]:
                candidates[peer].discard(digit)
        waiting = {cell: min(left) for cell, left in enumerate(candidates) if cell not in placed and len(left) == 1}
        for house in HOUSES:
            for digit in "123456789":
                places = [cell for cell in house if digit in candidates[cell]]
                if len(places) == 1 and places[0] not in placed:
                    waiting[places[0]] = digit
        waiting = list(waiting.items())
    return len(placed) == 81


def singles(figures, scan, prefix):
    puzzles = [row[0] for row in duckdb.sql(f"SELECT puzzle FROM {scan} WHERE {prefix}t_full_house IS NOT NULL").fetchall()]
    same("singles", figures["paths"], len(puzzles))
    same_share("singles", figures["falls_to_singles"], sum(map(falls_to_singles, puzzles)), len(puzzles))


def counted(found, corpus):
    """Checks the estimates from what attempts counted: sums over the files of the manifest."""
    shards = [shard["counts"] for shard in json.loads((corpus / "manifest.json").read_text())["shards"]]
    classes = sorted({int(j) for counts in shards for j in counts["by_givens"]})
    of = lambda counts, j: counts["by_givens"].get(str(j), {"sum": 0, "with_attempts": 0, "products": {}, "largest": [0, 0, 0]})
    total = {j: math.fsum(of(counts, j)["sum"] for counts in shards) for j in classes}
    pair = lambda j, k: math.fsum(of(counts, max(j, k))["products"].get(str(min(j, k)), 0) for counts in shards)
    products = {(j, k): pair(j, k) for j in classes for k in classes}
    rows, attempts = (sum(counts[key] for counts in shards) for key in ("rows", "attempts"))
    whole, f = math.fsum(total.values()), rows / (rows - 1)
    same("counts: rows", rows, found["rows"])
    same("counts: attempts", found["counted_attempts"], attempts)

    def estimate(what, found, of_class):
        """A mean of a number of each puzzle that its givens decide."""
        value = math.fsum(of_class(j) * total[j] for j in classes) / whole
        variance = math.fsum((of_class(j) - value) * (of_class(k) - value) * products[j, k] for j in classes for k in classes) * f / whole**2
        among = math.fsum((of_class(j) - value) ** 2 * total[j] for j in classes) / whole
        same(what, found["value"], value, 1e-8)
        same(what, found["error"], math.sqrt(variance), 1e-6)
        same(what, found["effective_rows"], among / variance, 1e-6)

    givens = next(mean for mean in found["means"] if mean["of"] == "givens")
    estimate("counts: mean givens", givens["all"], lambda j: j)
    assert [int(line["value"]) for line in found["givens"]] == classes
    for line in found["givens"]:
        estimate("counts: givens", line["all"], lambda j, of=int(line["value"]): j == of)
        largest = max(of(counts, line["value"])["largest"][0] for counts in shards)
        same("counts: largest", line["largest"], largest / total[int(line["value"])])
    ratio = whole / attempts
    squares = math.fsum(products.values()) + ratio**2 * math.fsum(counts["squared_attempts"] for counts in shards)
    squares -= 2 * ratio * math.fsum(of(counts, j)["with_attempts"] for counts in shards for j in classes)
    return math.log(ratio), math.sqrt(f * squares) / whole


def unbiased(found, scan, prefix, corpus):
    """Checks the estimates of weighted rows: effective rows, means and shares with their errors, and numbers of puzzles."""
    rating = prefix + next(line["of"] for line in found["means"] if line["of"] in ("er", "hardest_score"))
    techniques = [line["value"] for line in found["techniques"]]
    names = ["weight", "attempts", "givens", rating, f"{prefix}score", f"{prefix}level", *(f"{prefix}t_{name}" for name in techniques)]
    rows = duckdb.sql(f"SELECT {', '.join(names)}, puzzle FROM {scan} WHERE weight IS NOT NULL").fetchall()
    of = {name[len(prefix):] if name.startswith(prefix) else name: [row[n] for row in rows] for n, name in enumerate(names)}
    top, n = max(of["weight"]), len(rows)
    weights = [math.exp(weight - top) for weight in of["weight"]]
    whole = math.fsum(weights)
    same("unbiased: effective rows", found["effective_rows"], whole * whole / math.fsum(w * w for w in weights))
    same("unbiased: largest share", found["largest_share"], max(weights) / whole)

    def mean(what, estimate, values):
        kept = [(w, x) for w, x in zip(weights, values) if x is not None]
        part = math.fsum(w for w, _ in kept)
        middle = math.fsum(w * x for w, x in kept) / part
        terms = [(w * (x - middle)) ** 2 for w, x in kept]
        variance = len(kept) / (len(kept) - 1) * math.fsum(terms) / part ** 2
        among = math.fsum(w * (x - middle) ** 2 for w, x in kept) / part
        same(what, estimate["value"], middle, 1e-8)
        same(what, estimate["error"], math.sqrt(variance), 1e-6)
        if variance > 0:
            same(what, estimate["effective_rows"], among / variance, 1e-5)
            # The report keeps the rows with the largest weights and products alone.
            assert estimate["largest_part"] <= max(terms) / math.fsum(terms) + 1e-9, what
        return middle, math.sqrt(variance), math.sqrt(among)

    def quartile(what, found, values):
        """The least value up to which a share lies, and the values at the ends of R. Woodruff's interval."""
        kept = sorted((x, w) for w, x in zip(weights, values) if x is not None)
        part, q = math.fsum(w for _, w in kept), found["share"]
        sums = list(accumulate(w for _, w in kept))
        # The last of equal values ends the share.
        at = lambda share: next((n for n, upto in enumerate(sums) if upto >= share * part), len(kept) - 1)
        middle = at(q)
        squares, every = (math.fsum(w * w for x, w in kept if x <= most) for most in (kept[middle][0], kept[-1][0]))
        error = math.sqrt(len(kept) / (len(kept) - 1) * ((1 - q) ** 2 * squares + q * q * (every - squares))) / part
        ends = [q - 1.959963984540054 * error, q + 1.959963984540054 * error]
        expected = [kept[middle][0], *([kept[at(end)][0] for end in ends] if 0 < ends[0] and ends[1] < 1 else [None, None])]
        for one, other in zip([found["value"], *(found["interval"] or [None, None])], expected):
            # Scores above 127 are those of bins.
            same(what, one, other, 0.016 if what.endswith("score") else 1e-9)

    for line in found["means"]:
        for one in line["quartiles"]:
            quartile(f"unbiased: quartile {line['of']}", one, of[line["of"]])
    for line in found["means"]:
        if line["of"] != "givens" or found["counted_attempts"] is None:
            _, _, sd = mean(f"unbiased: mean {line['of']}", line["all"], of[line["of"]])
            same(f"unbiased: sd {line['of']}", line["all_sd"], sd, 1e-6)
    for line in found["givens"] if found["counted_attempts"] is None else []:
        mean("unbiased: givens", line["all"], [givens == int(line["value"]) for givens in of["givens"]])
    for line in found["rating_by_givens"]:
        values = [x if givens == line["givens"] else None for x, givens in zip(of[rating[len(prefix):]], of["givens"])]
        if sum(x is not None for x in values) > 1:
            mean("unbiased: rating by givens", line["all"], values)
    for line in found["level"]:
        mean("unbiased: level", line["all"], [level == line["value"] for level in of["level"]])
    for line in found["techniques"]:
        mean("unbiased: techniques", line["all"], [used > 0 for used in of["t_" + line["value"]]])
    if found["falls_to_singles"]:
        mean("unbiased: singles", found["falls_to_singles"]["all"], [falls_to_singles(row[-1]) for row in rows])
    if not found["per_grid"]:
        return
    by_counts = counted(found, corpus) if found["counted_attempts"] is not None else None
    attempts = sum(of["attempts"])
    ratio = whole / attempts
    variance = n / (n - 1) * math.fsum((w - ratio * tried) ** 2 for w, tried in zip(weights, of["attempts"])) / attempts ** 2
    grids = 6670903752021072936960
    ln, error = by_counts or (math.log(ratio) + top, math.sqrt(variance) / ratio)
    for what, amount, factor in (("per grid", found["per_grid"], 1), ("all", found["minimal_puzzles"], grids)):
        same(f"unbiased: {what}", amount["ln"], ln + math.log(factor))
        same(f"unbiased: {what}", amount["relative_error"], error, 1e-6)
    if not by_counts:
        bootstrap(found, list(zip(weights, of["givens"], of["attempts"])))


def bootstrap(found, rows):
    """Compares the standard errors of the delta method with those of a bootstrap (Efron 1979) of 400 draws."""
    chance, means, ratios = random.Random(1), [], []
    for _ in range(400):
        drawn = chance.choices(rows, k=len(rows))
        whole = math.fsum(w for w, *_ in drawn)
        means.append(math.fsum(w * givens for w, givens, _ in drawn) / whole)
        ratios.append(whole / sum(attempts for *_, attempts in drawn))
    deviation = lambda values: math.sqrt(sum((x - sum(values) / len(values)) ** 2 for x in values) / (len(values) - 1))
    givens = next(mean for mean in found["means"] if mean["of"] == "givens")
    delta = [givens["all"]["error"], found["per_grid"]["relative_error"]]
    drawn = [deviation(means), deviation(ratios) / (sum(ratios) / len(ratios))]
    for what, one, other in zip(("mean givens", "puzzles of a grid"), delta, drawn):
        assert 0.7 < one / other < 1.4, f"{what}: {one} by the delta method, {other} by the bootstrap"
        checked["unbiased: errors and a bootstrap"] += 1


def comparison(found, scan, other):
    """Checks the difference of unweighted means: Welch's interval and Cohen's d."""
    shared = f"(SELECT puzzle FROM {scan} INTERSECT SELECT puzzle FROM {other})"
    same("comparison: overlap", found["overlap"]["shared"], sql("count(*)", shared)[0])
    for number in found["numbers"] if not any(found["estimated"]) else []:
        (n, a, sd), (m, b, other_sd) = (moments(number["of"], table) for table in (scan, other))
        half = 1.959963984540054 * math.sqrt(sd * sd / n + other_sd * other_sd / m)
        pooled = math.sqrt(((n - 1) * sd * sd + (m - 1) * other_sd * other_sd) / (n + m - 2))
        d = (b - a) / pooled if sd and other_sd else None
        expected = (("difference", b - a), ("low", b - a - half), ("high", b - a + half), ("cohens_d", d))
        for key, value in expected:
            same("comparison: means", number[key], value, 1e-6)


def same_shared(what, found, keys, scans):
    """Checks keys that two tables share: SQL expressions of a key, null where a row has none, by table."""
    values = [f"(SELECT {key} AS key FROM {scan} WHERE {key} IS NOT NULL)" for key, scan in zip(keys, scans)]
    both = f"(SELECT key FROM {values[0]} INTERSECT SELECT key FROM {values[1]})"
    same(what, found["shared"], sql("count(*)", both)[0])
    for side, table in zip(("first", "other"), values):
        same(what, found[side]["in_both"], sql("count(*)", table, f"WHERE key IN {both}")[0])


def overlaps(found, corpora):
    """Checks every pair of corpora: as text, and up to symmetry where forms are at hand."""
    pairs = [(a, b) for n, a in enumerate(corpora) for b in corpora[n + 1:]]
    assert [(pair["first"], pair["other"]) for pair in found] == [(a.name, b.name) for a, b in pairs]
    for pair, (first, other) in zip(found, pairs):
        same_shared("overlap: text", pair["text"], ["puzzle"] * 2, [table(first), table(other)])
        forms = [corpus.parent / f"{corpus.name}.forms.parquet" for corpus in (first, other)]
        if all(path.exists() for path in forms):
            scans = [f"read_parquet('{path}')" for path in forms]
            same_shared("overlap: puzzles up to symmetry", pair["equivalent"], ["canonical_puzzle"] * 2, scans)
            same_shared("overlap: solutions up to symmetry", pair["solutions"], ["canonical_grid"] * 2, scans)


def image(puzzle, chance):
    """Returns a random image of a 9x9 puzzle: digits renamed, bands, stacks, rows, columns, transposed or not."""
    digits = dict(zip("123456789", chance.sample("123456789", 9)))
    lines = lambda: [3 * band + line for band in chance.sample(range(3), 3) for line in chance.sample(range(3), 3)]
    rows, cols, turned = lines(), lines(), chance.random() < 0.5
    cell = lambda r, c: puzzle[9 * c + r] if turned else puzzle[9 * r + c]
    return "".join(digits.get(cell(r, c), ".") for r in rows for c in cols)


def leak(program, corpus, other):
    """Hides images of 50 puzzles of one corpus, three of each, among the rows of another, and lets the report find them."""
    puzzles = [[row[0] for row in duckdb.sql(f"SELECT puzzle FROM {table(path)}").fetchall()] for path in (corpus, other)]
    chance = random.Random(5)
    images = [image(puzzle, chance) for puzzle in chance.sample(puzzles[0], 50) for _ in range(3)]
    rows = puzzles[1] + images
    chance.shuffle(rows)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "leaked.txt"
        path.write_text("".join(f"{row}\n" for row in rows))
        command = [program, "report", corpus, path, "--format", "json", "--progress", "never"]
        found = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)["overlaps"][0]
    for kind in ("equivalent", "solutions"):
        same(f"leak: {kind}", found[kind]["shared"], 50)
        same(f"leak: {kind}", found[kind]["first"]["in_both"], 50)
        same(f"leak: {kind}", found[kind]["other"]["in_both"], 150)
    same("leak: text", found["text"]["shared"], len(set(puzzles[0]) & set(rows)))
    print(f"leak: 150 images of 50 puzzles among {len(rows)} rows, all found")


def table(corpus):
    return f"read_parquet('{corpus / 'data' / '*.parquet'}')"


def corpus_figures(figures, corpus):
    scan = table(corpus)
    of_rows(figures, scan)
    for scale in (figures, *figures["further_scales"]):
        prefix = scale["prefix"] or ""
        if scale["difficulty"]:
            difficulty(scale["difficulty"], figures, scan, prefix)
        if scale["unbiased"]:
            unbiased(scale["unbiased"], scan, prefix, corpus)
    if figures["difficulty"]:
        singles(figures, scan, figures["prefix"] or "")
    for found in figures["relations"]:
        relation(found, scan)
    return figures["rows"]


def main():
    if sys.argv[1] == "--leak":
        return leak(sys.argv[2], *map(Path, sys.argv[3:]))
    *corpora, path = map(Path, sys.argv[1:])
    report = json.loads(path.read_text())
    assert report["schema"] == 6 and len(report["corpora"]) == len(corpora)
    rows = [corpus_figures(figures, corpus) for figures, corpus in zip(report["corpora"], corpora)]
    for found, corpus in zip(report["comparisons"], corpora[1:]):
        comparison(found, table(corpora[0]), table(corpus))
    overlaps(report["overlaps"], corpora)
    print(f"{' and '.join(corpus.name for corpus in corpora)}: {' and '.join(map(str, rows))} rows; {sum(checked.values())} figures "
          "computed again: " + ", ".join(f"{what} {count}" for what, count in sorted(checked.items())))


main()
