# /// script
# requires-python = ">=3.9"
# dependencies = [
#     "duckdb>=1.1",
# ]
# ///
"""Checks the figures of a report against DuckDB and code of its own.

    uv run scripts/check_report.py CORPUS REPORT.json

REPORT.json is `gridmill report CORPUS --format json`. Every column, count, share, mean, deviation, quartile, technique, pair of
techniques, cell, digit, symmetry, time and weighted estimate is computed again from the Parquet files.
"""

import json
import math
import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path

import duckdb

checked = Counter()


def same(what, found, expected, by=1e-9):
    """Numbers agree to a relative difference; anything else is equal."""
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


def columns(figures, scan):
    kinds = {name: kind for name, kind, *_ in duckdb.sql(f"DESCRIBE SELECT * FROM {scan}").fetchall()}
    assert [column["name"] for column in figures["columns"]] == list(kinds)
    for column in figures["columns"]:
        name, kind = column["name"], kinds[column["name"]]
        same(f"columns: {name} nulls", column["nulls"], sql(f'count(*) - count("{name}")', scan)[0])
        if kind == "BOOLEAN":
            same(f"columns: {name} true", column["values"]["true"], sql(f'count(*) FILTER ("{name}")', scan)[0])
        elif kind == "VARCHAR":
            if column["values"]:
                same(f"columns: {name} texts", sum(column["values"].values()), sql(f'count("{name}")', scan)[0])
        elif "[" not in kind:
            least, most, mean, q1, q2, q3 = sql(
                f'min("{name}"), max("{name}"), avg("{name}"), '
                + ", ".join(f'quantile_cont("{name}", {q})' for q in (0.25, 0.5, 0.75)), scan)
            values = [row[0] for row in duckdb.sql(f'SELECT "{name}" FROM {scan} WHERE "{name}" IS NOT NULL').fetchall()]
            sd = None
            if len(values) > 1:
                exact = [Fraction(value) for value in values]
                middle = sum(exact) / len(exact)
                sd = math.sqrt(sum((value - middle) ** 2 for value in exact) / (len(exact) - 1))
            same(f"columns: {name} min", column["min"], least)
            same(f"columns: {name} max", column["max"], most)
            same(f"columns: {name} mean", column["mean"], mean)
            same(f"columns: {name} sd", column["sd"], sd)
            for key, value in (("q25", q1), ("median", q2), ("q75", q3)):
                same(f"columns: {name} {key}", column[key], value, 1e-9 if column["exact"] else 3e-3)


def sql(what, scan, rest=""):
    return duckdb.sql(f"SELECT {what} FROM {scan} {rest}").fetchall()[0]


def counts(name, scan, rest=""):
    query = f"SELECT {name}, count(*) FROM {scan} WHERE {name} IS NOT NULL {rest} GROUP BY 1 ORDER BY 1"
    return duckdb.sql(query).fetchall()


def histogram(what, found, expected):
    whole = sum(rows for _, rows in expected)
    same(what, found["rows"], whole)
    assert [bin["value"] for bin in found["bins"]] == [value for value, _ in expected], what
    for bin, (_, rows) in zip(found["bins"], expected):
        same_share(what, bin, rows, whole)
    mean = sum(value * rows for value, rows in expected) / whole
    same(what, found["mean"], mean)
    if whole > 1:
        same(what, found["sd"], math.sqrt(sum(rows * (value - mean) ** 2 for value, rows in expected) / (whole - 1)))


def positions(figures, puzzles):
    side = figures["positions"]["side"]
    digits = [[0] * side for _ in range(side * side)]
    symmetric = Counter()
    last = side - 1
    images = {
        "rot180": [lambda r, c: (last - r, last - c)], "rot90": [lambda r, c: (c, last - r)],
        "diagonal": [lambda r, c: (c, r)], "antidiagonal": [lambda r, c: (last - c, last - r)],
        "horizontal": [lambda r, c: (last - r, c)], "vertical": [lambda r, c: (r, last - c)],
        "full": [lambda r, c: (c, last - r), lambda r, c: (r, last - c)],
    }
    for puzzle in puzzles:
        given = {(n // side, n % side) for n, cell in enumerate(puzzle) if cell != "."}
        for r, c in given:
            digits[r * side + c][int(puzzle[r * side + c], 36) - 1] += 1
        for name, moves in images.items():
            symmetric[name] += all({move(r, c) for r, c in given} == given for move in moves)
    assert figures["positions"]["digits"] == digits
    assert figures["positions"]["cells"] == [sum(cell) for cell in digits]
    checked["positions"] += side ** 3
    for symmetry in figures["positions"]["symmetries"]:
        same_share("positions: symmetry", symmetry, symmetric[symmetry["name"]], len(puzzles))


def difficulty(figures, scan, names):
    found = figures["difficulty"]
    rated = sql("count(solved)", scan)[0]
    same("difficulty: rated", found["rated"], rated)
    same_share("difficulty: solved", found["solved"], sql("count(*) FILTER (solved)", scan)[0], rated)
    histogram("difficulty: er", found["er"], counts("er", scan))
    pairs = counts("(givens, er)", scan, "AND er IS NOT NULL")
    expected = sorted((pair[0], pair[1], rows) for pair, rows in pairs)
    assert [(cell["givens"], cell["er"], cell["rows"]) for cell in found["er_by_givens"]] == expected
    for line in found["er_of_givens"]:
        row = sql("count(er), avg(er), quantile_cont(er, 0.25), quantile_cont(er, 0.5), quantile_cont(er, 0.75)", scan,
                  f"WHERE givens = {line['givens']}")
        for key, value in zip(("rows", "mean", "q25", "median", "q75"), row):
            same("difficulty: er of givens", line[key], value)
    for ceiling in found["ceilings"]:
        same_share("difficulty: ceilings", ceiling, sql("count(*)", scan, f"WHERE er <= {ceiling['er']}")[0], rated)
    for level in found["level"]:
        same("difficulty: level", level["rows"], sql("count(*)", scan, f"WHERE level = '{level['name']}'")[0])
    score = sum(bin["rows"] for bin in found["score"]["bins"])
    same("difficulty: score", score, sql("count(score)", scan)[0])
    same("difficulty: score", found["score"]["mean"], sql("avg(score)", scan)[0])
    singles = {"t_full_house", "t_hidden_single", "t_naked_single"}
    others = [f"{name} = 0" for name in names if name not in singles]
    alone = sql("count(*)", scan, "WHERE solved AND " + " AND ".join(others))[0]
    same_share("difficulty: singles alone", found["singles_alone"], alone, rated)
    assert {"t_" + technique["name"] for technique in found["techniques"]} == set(names)
    for technique in found["techniques"]:
        name = "t_" + technique["name"]
        needed, uses = sql(f"count(*) FILTER ({name} > 0), sum({name})", scan)
        same_share("difficulty: techniques", technique, needed, rated)
        same("difficulty: techniques", technique["uses"], uses)
        same("difficulty: techniques", technique["mean_uses"], uses / needed if needed else None)
    for pair in found["together"]:
        both = sql(f"count(*) FILTER (t_{pair['one']} > 0 AND t_{pair['other']} > 0)", scan)[0]
        same("difficulty: together", pair["rows"], both)
    hardest = duckdb.sql(f"SELECT puzzle, er FROM {scan} WHERE er IS NOT NULL ORDER BY er DESC, puzzle LIMIT 10").fetchall()
    assert [(hard["puzzle"], hard["er"]) for hard in found["hardest"]] == hardest


def times(figures, scan):
    for time in figures["times"]:
        name = time["column"]
        values = [row[0] for row in duckdb.sql(f"SELECT {name} FROM {scan} WHERE {name} IS NOT NULL ORDER BY 1").fetchall()]
        same("times: rows", time["rows"], len(values))
        same("times: mean", time["mean_ns"], sum(values) / len(values))
        for point in time["percentiles"]:
            # Shares of a whole number of rows may round to the next row.
            place = point["percent"] / 100 * len(values)
            ranks = {max(1, math.ceil(place - 1e-9)), min(len(values), max(1, math.ceil(place + 1e-9)))}
            near = [values[n - 1] for n in ranks if abs(values[n - 1] - point["ns"]) <= 2e-3 * point["ns"]]
            same("times: percentiles", point["ns"], (near or [values[max(ranks) - 1]])[0], 2e-3)
        for key, column in (("by_givens", "givens"), ("by_er", "er")):
            for mean in time[key]:
                row = sql(f"count({name}), avg({name})", scan, f"WHERE {column} = {mean['at']}")
                same("times: means", mean["rows"], row[0])
                same("times: means", mean["mean_ns"], row[1])
        for mean in time["by_part"]:
            part = f"WHERE index >= {mean['at']} AND index < {mean['at'] + time['part_rows']}"
            same("times: parts", mean["mean_ns"], sql(f"avg({name})", scan, part)[0])


def unbiased(figures, scan):
    found = figures["unbiased"]
    rows = duckdb.sql(f"SELECT weight, givens, er, score, level, attempts FROM {scan} WHERE weight IS NOT NULL").fetchall()
    top = max(row[0] for row in rows)
    weights = [math.exp(row[0] - top) for row in rows]
    whole, squares, n = math.fsum(weights), math.fsum(w * w for w in weights), len(rows)
    f = n / (n - 1)
    same("unbiased: effective rows", found["effective_rows"], whole * whole / squares)

    def share(what, line, chosen):
        part = math.fsum(w for w, c in zip(weights, chosen) if c) / whole
        variance = f * math.fsum((w * (c - part)) ** 2 for w, c in zip(weights, chosen)) / whole ** 2
        same(what, line["all"]["value"], part, 1e-8)
        same(what, line["all"]["error"], math.sqrt(variance), 1e-6)

    def mean(what, line, values):
        kept = [(w, x) for w, x in zip(weights, values) if x is not None]
        whole = math.fsum(w for w, _ in kept)
        middle = math.fsum(w * x for w, x in kept) / whole
        f = len(kept) / (len(kept) - 1)
        variance = f * math.fsum((w * (x - middle)) ** 2 for w, x in kept) / whole ** 2
        same(what, line["all"]["value"], middle, 1e-8)
        same(what, line["all"]["error"], math.sqrt(variance), 1e-6)
        if line["all_sd"] is not None:
            same(what, line["all_sd"], math.sqrt(math.fsum(w * (x - middle) ** 2 for w, x in kept) / whole), 1e-8)

    for key, place in (("givens", 1), ("er", 2), ("level", 4)):
        for line in found[key]:
            share(f"unbiased: {key}", line, [str(row[place]) == line["value"] for row in rows])
    for line in found["means"]:
        place = {"givens": 1, "er": 2, "score": 3}[line["of"]]
        mean(f"unbiased: mean {line['of']}", line, [row[place] for row in rows])
    attempts = sum(row[5] for row in rows)
    ratio = whole / attempts
    variance = f * math.fsum((w - ratio * row[5]) ** 2 for w, row in zip(weights, rows)) / attempts ** 2
    same("unbiased: per grid", found["per_grid"]["ln"], math.log(ratio) + top)
    same("unbiased: per grid", found["per_grid"]["relative_error"], math.sqrt(variance) / ratio, 1e-6)
    grids = 6670903752021072936960
    same("unbiased: all", found["minimal_puzzles"]["ln"], math.log(ratio) + top + math.log(grids))


def main():
    corpus, report = Path(sys.argv[1]), json.loads(Path(sys.argv[2]).read_text())
    scan = f"read_parquet('{corpus / 'data' / '*.parquet'}')"
    figures = report["corpora"][0]
    names = [name for name, *_ in duckdb.sql(f"DESCRIBE SELECT * FROM {scan}").fetchall()]
    assert report["schema"] == 1
    rows, distinct = sql("count(*), count(DISTINCT puzzle)", scan)
    same("rows", figures["rows"], rows)
    same("distinct", figures["distinct"]["distinct"], distinct)
    assert all(check["passed"] is not False for check in figures["checks"]), figures["checks"]
    columns(figures, scan)
    histogram("givens", figures["givens"], counts("givens", scan))
    positions(figures, [row[0] for row in duckdb.sql(f"SELECT puzzle FROM {scan}").fetchall()])
    if "er" in names:
        difficulty(figures, scan, [name for name in names if name.startswith("t_")])
    times(figures, scan)
    if "weight" in names:
        unbiased(figures, scan)
    print(f"{corpus.name}: {rows} rows; figures computed again: "
          + ", ".join(f"{what} {count}" for what, count in sorted(checked.items())))


main()
