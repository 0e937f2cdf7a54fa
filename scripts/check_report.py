# /// script
# requires-python = ">=3.9"
# dependencies = [
#     "duckdb>=1.1",
#     "html5lib>=1.1",
#     "numpy>=1.24",
#     "pillow>=10",
# ]
# ///
"""Checks the metrics of a report against DuckDB and independent code.

    uv run scripts/check_report.py CORPUS... REPORT.json
    uv run scripts/check_report.py --leak GRIDMILL CORPUS OTHER

REPORT.json is `gridmill report CORPUS... --format json`. Every column, count, share, mean, deviation, quartile, technique, pair of
techniques, cell, digit, symmetry, time, weighted estimate, difference, test and overlap is computed again from the Parquet files, by other
formulas where they exist; standard errors are compared with those of a bootstrap. A metric that is not known here is an error.

What corpora share up to symmetry is compared with the columns of CORPUS.forms.parquet where `gridmill canonical` has written it. With
--leak, images of puzzles of CORPUS, made here, are hidden among the rows of OTHER, and the report of both must find them all.
"""

import bisect
import itertools
import json
import math
import random
import subprocess
import sys
import tempfile
from collections import Counter
from fractions import Fraction
from pathlib import Path

import duckdb
import numpy

checked = Counter()


def same(what, found, expected, by=1e-9):
    """Checks that numbers agree to a relative difference, and that anything else is equal."""
    checked[what.split(":")[0]] += 1
    if expected is None or found is None or isinstance(expected, (str, bool)):
        assert found == expected, f"{what}: {found!r} reported, {expected!r} computed"
        return
    near = abs(found - expected) <= by * max(abs(expected), 1e-300) or abs(found - expected) < 1e-12
    assert near, f"{what}: {found!r} reported, {expected!r} computed"


def known(what, found, names):
    """Checks that the object holds these names and no others, so that a new metric must be added here."""
    assert set(found) == set(names.split()), f"{what}: {set(found) ^ set(names.split())}"


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
        known("column", column, "name type nulls not_finite min q25 median q75 max mean sd exact values")
        name, kind = column["name"], kinds[column["name"]]
        same(f"columns: {name} not finite", column["not_finite"], 0)
        same(f"columns: {name} nulls", column["nulls"], sql(f'count(*) - count("{name}")', scan)[0])
        if kind == "BOOLEAN":
            same(f"columns: {name} true", column["values"]["true"], sql(f'count(*) FILTER ("{name}")', scan)[0])
        elif kind == "VARCHAR":
            if column["values"]:
                same(f"columns: {name} texts", sum(column["values"].values()), sql(f'count("{name}")', scan)[0])
        elif "[" not in kind:
            least, most, q1, q2, q3 = sql(
                f'min("{name}"), max("{name}"), '
                + ", ".join(f'quantile_cont("{name}", {q})' for q in (0.25, 0.5, 0.75)), scan)
            _, mean, sd = moments(name, scan)
            same(f"columns: {name} min", column["min"], least)
            same(f"columns: {name} max", column["max"], most)
            same(f"columns: {name} mean", column["mean"], mean)
            same(f"columns: {name} sd", column["sd"], sd)
            for key, share, value in (("q25", 0.25, q1), ("median", 0.5, q2), ("q75", 0.75, q3)):
                if not column["exact"]:
                    # The quartile is then one of two values, not between them.
                    other = sql(f'quantile_disc("{name}", {share})', scan)[0]
                    value = min(value, other, key=lambda value: abs(value - column[key]))
                same(f"columns: {name} {key}", column[key], value, 1e-9 if column["exact"] else 3e-3)


def moments(name, scan):
    """Returns rows, mean and standard deviation of a column, computed with fractions."""
    values = [Fraction(row[0]) for row in duckdb.sql(f'SELECT "{name}" FROM {scan} WHERE "{name}" IS NOT NULL').fetchall()]
    if len(values) < 2:
        return len(values), float(values[0]) if values else None, None
    mean = sum(values) / len(values)
    return len(values), float(mean), math.sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1))


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
    known("positions", figures["positions"], "side cells cells_test digits digits_test by_digit symmetries")
    uniform(figures["positions"], puzzles)
    for symmetry in figures["positions"]["symmetries"]:
        same_share("positions: symmetry", symmetry, symmetric[symmetry["name"]], len(puzzles))


def uniform(found, puzzles):
    """Checks the tests of equal cells and digits: sums over rows in place of the histogram, the normal distribution by erfc."""
    cells, size = found["cells"], len(found["cells"])
    shares = [sum(cell != "." for cell in puzzle) / size for puzzle in puzzles]
    variance = math.fsum(share * (1 - share) for share in shares)
    mean = math.fsum(shares)
    z = [(count - mean) / math.sqrt(variance) for count in cells]
    test = found["cells_test"]
    known("cells test", test, "chi_square degrees p z")
    for one, other in zip(test["z"], z):
        same("positions: cells", one, other, 1e-6)
    statistic = (size - 1) / size * math.fsum(x * x for x in z)
    same("positions: cells", test["chi_square"], statistic, 1e-6)
    same("positions: cells", test["degrees"], size - 1)
    same("positions: cells", test["p"], survival(size - 1, statistic), 1e-6)
    test, side = found["digits_test"], found["side"]
    known("digits test", test, "counts largest_z cell digit p")
    deviations = []
    for n, cell in enumerate(found["digits"]):
        expected = sum(cell) / side
        deviations += [((count - expected) / math.sqrt(expected * (1 - 1 / side)), n, digit + 1)
                       for digit, count in enumerate(cell) if expected]
    largest = max(abs(z) for z, *_ in deviations)
    same("positions: digits", test["counts"], len(deviations))
    same("positions: digits", abs(test["largest_z"]), largest, 1e-9)
    assert any((n, digit) == (test["cell"], test["digit"]) and abs(abs(z) - largest) < 1e-9 for z, n, digit in deviations)
    one = math.erfc(largest / math.sqrt(2))
    same("positions: digits", test["p"], 1 - (1 - one) ** len(deviations), 1e-6)


def rating_column(scan):
    """The column with the rating of the hardest step."""
    return "er" if "er" in columns_of(scan) else "hardest_score"


def named(value):
    """A number or a name as the report names its category: 7 for 7.0."""
    return f"{value:g}" if isinstance(value, float) else str(value)


def difficulty(figures, scan, names):
    found = figures["difficulty"]
    known("difficulty", found, "rated solved beyond_budget hardest_step score score_by_ratio level hardest_technique techniques together hardest")
    rated = sql("count(solved)", scan)[0]
    same("difficulty: rated", found["rated"], rated)
    same_share("difficulty: solved", found["solved"], sql("count(*) FILTER (solved)", scan)[0], rated)
    ended = sql("count(er_at_least)", scan)[0] if "er_at_least" in columns_of(scan) else 0
    same_share("difficulty: beyond budget", found["beyond_budget"], ended, rated)
    step = found["hardest_step"]
    known("hardest step", step, "column ratings by_givens of_givens ceilings")
    rating = rating_column(scan)
    same("difficulty: hardest step", step["column"], rating)
    histogram("difficulty: hardest step", step["ratings"], counts(rating, scan))
    pairs = counts(f"(givens, {rating})", scan, f"AND {rating} IS NOT NULL")
    expected = sorted((pair[0], pair[1], rows) for pair, rows in pairs)
    assert [(cell["givens"], cell["rating"], cell["rows"]) for cell in step["by_givens"]] == expected
    for line in step["of_givens"]:
        quartiles = ", ".join(f"quantile_cont({rating}, {share})" for share in (0.25, 0.5, 0.75))
        row = sql(f"count({rating}), avg({rating}), {quartiles}", scan, f"WHERE givens = {line['givens']}")
        for key, value in zip(("rows", "mean", "q25", "median", "q75"), row):
            same("difficulty: hardest step of givens", line[key], value)
    for ceiling in step["ceilings"]:
        same_share("difficulty: ceilings", ceiling, sql("count(*)", scan, f"WHERE {rating} <= {ceiling['rating']}")[0], rated)
        hardest = counts("hardest", scan, f"AND {rating} = {ceiling['rating']}")
        hardest = [name for name, _ in sorted(hardest, key=lambda line: (-line[1], line[0]))]
        same("difficulty: ceilings", ", ".join(ceiling["techniques"]), ", ".join(hardest))
    hardest = counts("hardest", scan, f"AND {rating} IS NOT NULL")
    assert [line["name"] for line in found["hardest_technique"]] == \
        [name for name, _ in sorted(hardest, key=lambda line: (-line[1], line[0]))]
    for line in found["hardest_technique"]:
        same_share("difficulty: hardest technique", line, dict(hardest)[line["name"]], sum(rows for _, rows in hardest))
    for level in found["level"]:
        rows = sql("count(*)", scan, f"WHERE level = '{level['name']}'")[0]
        same_share("difficulty: level", level, rows, sql("count(level)", scan)[0])
    scores, mean, sd = moments("score", scan)
    same("difficulty: score", found["score"]["rows"], scores)
    same("difficulty: score", found["score"]["mean"], mean)
    same("difficulty: score", found["score"]["sd"], sd)
    width = found["score"]["width"]
    for bin in found["score"]["bins"]:
        within = f"WHERE score >= {bin['value']} AND score < {bin['value'] + width}" if width else f"WHERE score = {bin['value']}"
        same_share("difficulty: score", bin, sql("count(*)", scan, within)[0], scores)
    ratio = found["score_by_ratio"]
    same("difficulty: score by ratio", sum(bin["rows"] for bin in ratio["bins"]), scores)
    for bin in ratio["bins"]:
        place = round(20 * math.log10(bin["value"]))
        same("difficulty: score by ratio", bin["value"], 10 ** (place / 20))
        within = f"WHERE score >= {bin['value']!r}::DOUBLE AND score < {10 ** ((place + 1) / 20)!r}::DOUBLE"
        same_share("difficulty: score by ratio", bin, sql("count(*)", scan, within)[0], scores)
    assert {"t_" + technique["name"] for technique in found["techniques"]} == set(names)
    for technique in found["techniques"]:
        name = "t_" + technique["name"]
        used, uses = sql(f"count(*) FILTER ({name} > 0), sum({name})", scan)
        same_share("difficulty: techniques", technique, used, rated)
        same("difficulty: techniques", technique["uses"], uses)
        same("difficulty: techniques", technique["mean_uses"], uses / used if used else None)
    for pair in found["together"]:
        both = sql(f"count(*) FILTER (t_{pair['one']} > 0 AND t_{pair['other']} > 0)", scan)[0]
        same("difficulty: together", pair["rows"], both)
        one, other = (sql(f"count(*) FILTER (t_{pair[key]} > 0)", scan)[0] for key in ("one", "other"))
        same("difficulty: together", pair["lift"], both * sql("count(t_full_house)", scan)[0] / (one * other))
    together = {(pair["one"], pair["other"]) for pair in found["together"]}
    used = [technique["name"] for technique in found["techniques"] if technique["rows"]]
    apart = [(one, other) for n, one in enumerate(used) for other in used[n + 1:] if (one, other) not in together]
    if apart:
        both = ", ".join(f"count(*) FILTER (t_{one} > 0 AND t_{other} > 0)" for one, other in apart)
        assert not any(sql(both, scan)), "techniques that come together are missing"
        checked["difficulty: together"] += len(apart)
    er, order = ("er", "er DESC, score DESC, index") if rating == "er" else ("NULL", "score DESC, index")
    hardest = duckdb.sql(f"SELECT puzzle, {er}, score FROM {scan} WHERE {rating} IS NOT NULL ORDER BY {order} LIMIT 10").fetchall()
    assert [(hard["puzzle"], hard["er"], hard["score"]) for hard in found["hardest"]] == hardest


def relations(figures, scan):
    """Checks rank correlations with the ranks of DuckDB's window functions, and errors by the derivative of each cell's weight."""
    measures = [name for name in columns_of(scan) if name == "er" or name.endswith("_er")]
    scored = [name[:-len("hardest_score")] + "score" for name in columns_of(scan) if name.endswith("hardest_score")]
    others = [name for name in ("b", "backdoor_size", "guesses") if name in columns_of(scan)]
    pairs = [(er, score) for er in measures for score in scored] + [(one, other) for one in measures + scored for other in others]
    pairs += list(itertools.combinations(others, 2))
    assert sorted((line["one"], line["other"]) for line in figures["relations"]) == sorted(pairs), pairs
    weighted = figures["unbiased"] is not None
    for line in figures["relations"]:
        known("relation", line, "one other rows spearman error estimate joint")
        relation(line, scan, weighted)


def relation(found, scan, weighted):
    steps = lambda name: 100 if name == "guesses" else 10 if name.endswith("er") else 1
    names = [found["one"], found["other"]]
    # A bin keeps seven binary digits; without bins, the correlation hardly differs.
    width = lambda value: f"greatest(1, 2 ** (floor(log2(greatest({value}, 1))) - 6))"
    binned = lambda value: f"floor({value} / {width(value)})"
    values = [f"round({name} * {steps(name)})" for name in names]
    both = f"WHERE {names[0]} IS NOT NULL AND {names[1]} IS NOT NULL"
    rank = lambda name: f"rank() OVER (ORDER BY {name}) + (count(*) OVER (PARTITION BY {name}) - 1) / 2"
    for by, (one, other) in ((1e-9, [f"({width(v)}, {binned(v)})" for v in values]), (3e-3, values)):
        pairs = f"(SELECT {one} AS a, {other} AS b FROM {scan} {both})"
        rows, rho = sql("count(*), corr(a, b)", f"(SELECT {rank('a')} AS a, {rank('b')} AS b FROM {pairs})")
        same("relations: rows", found["rows"], rows)
        same("relations: spearman", found["spearman"], rho, by)
    weight = "exp(weight - (SELECT max(weight) FROM {scan}))".format(scan=scan) if weighted else "1.0::DOUBLE"
    bins = [f"({width(v)}, {binned(v)})" for v in values]
    cells = duckdb.sql(f"SELECT {bins[0]} AS a, {bins[1]} AS b, sum({weight}), sum(({weight}) ** 2), count(*) FROM {scan} {both} "
                       "GROUP BY 1, 2 ORDER BY 1, 2").fetchall()
    rho, error = weighted_spearman(cells)
    if weighted:
        assert found["error"] is None
        same("relations: estimate", found["estimate"]["value"], rho, 1e-7)
        same("relations: error", found["estimate"]["error"], error, 1e-4)
    else:
        assert found["estimate"] is None
        same("relations: error", found["error"], error, 1e-4)
    round_ends = [0] + [step * 10 ** power for power in range(9) for step in (1, 2, 5)]
    end = lambda name, value: int(value) if name.endswith(("er", "b", "size")) else round_ends[bisect.bisect_right(round_ends, value) - 1]
    joint, whole = {}, Counter()
    for one, other, w in duckdb.sql(f"SELECT {names[0]}, {names[1]}, {weight} FROM {scan} {both}").fetchall():
        key = end(names[0], one), end(names[1], other)
        joint.setdefault(key, []).append(w)
        whole[key[0]] += w
    assert [(cell["one"], cell["other"], cell["rows"]) for cell in found["joint"]] == [(*key, len(joint[key])) for key in sorted(joint)]
    for cell in found["joint"]:
        same("relations: joint", cell["share"], math.fsum(joint[cell["one"], cell["other"]]) / whole[cell["one"]], 1e-7)


def weighted_spearman(cells):
    """Correlates weighted mid-ranks; the error follows from the numerical derivative by the weight of each cell."""
    bins = [numpy.unique([cell[side] for cell in cells], axis=0, return_inverse=True)[1].ravel() for side in (0, 1)]

    def rho(weights):
        ranks = []
        for place in bins:
            share = numpy.bincount(place, weights) / weights.sum()
            ranks.append((numpy.cumsum(share) - share / 2 - 0.5)[place])
        one, other = ranks
        return (weights * one * other).sum() / math.sqrt((weights * one * one).sum() * (weights * other * other).sum())

    weights, n = numpy.array([cell[2] for cell in cells], float), sum(cell[4] for cell in cells)
    step, squares = 1e-4 * weights.mean(), []
    for place, cell in enumerate(cells):
        changed = []
        for sign in (1, -1):
            weights[place] += sign * step
            changed.append(rho(weights))
            weights[place] -= sign * step
        squares.append(float(cell[3]) * ((changed[0] - changed[1]) / (2 * step)) ** 2)
    return rho(weights), math.sqrt(math.fsum(squares) * n / (n - 1))


def levels_by_er(figures, scan):
    """Checks the shares of levels among the puzzles of each whole ER."""
    names = columns_of(scan)
    level = next((name[:-len("hardest_score")] + "level" for name in names if name.endswith("hardest_score")), None)
    er = next((name for name in names if name == "er" or name.endswith("_er")), None)
    if level is None or er is None:
        assert figures["levels_by_er"] == []
        return
    weighted = figures["unbiased"] is not None
    rows = duckdb.sql(f"SELECT {level}, floor({er}), {'weight' if weighted else '0.0'} FROM {scan} "
                      f"WHERE {level} IS NOT NULL AND {er} IS NOT NULL").fetchall()
    top = max(row[2] for row in rows)
    cells = Counter((row[0], int(row[1])) for row in rows)
    assert [(line["level"], line["er"]) for line in figures["levels_by_er"]] == sorted(cells)
    for line in figures["levels_by_er"]:
        known("level by er", line, "level er rows share low high estimate largest")
        of_er = [(row[0] == line["level"], math.exp(row[2] - top)) for row in rows if row[1] == line["er"]]
        same_share("levels by er", line, cells[line["level"], line["er"]], len(of_er))
        if not weighted:
            assert line["estimate"] is None and line["largest"] is None
            continue
        whole, n = math.fsum(w for _, w in of_er), len(of_er)
        part = math.fsum(w for chosen, w in of_er if chosen) / whole
        same("levels by er", line["estimate"]["value"], part, 1e-8)
        if n > 1:
            error = math.sqrt(n / (n - 1) * math.fsum((w * (chosen - part)) ** 2 for chosen, w in of_er)) / whole
            assert abs(line["estimate"]["error"] - error) < 1e-6
        same("levels by er", line["largest"], max(w for chosen, w in of_er if chosen) / (part * whole), 1e-8)


# Measures without a rulebook: the columns of value and bound, and the rows that can have them.
TRIAL = {
    "trial_depth": ("trial_depth", "trial_at_least", "true"),
    "b": ("b", "trial_at_least", "trial_depth <= 1"),
    "bxb": ("bxb", "trial_at_least", "trial_depth = 2"),
    "bxbb": ("bxbb", "trial_at_least", "trial_depth = 3"),
    "backdoor_size": ("backdoor_size", "backdoor_at_least", "true"),
}
# Per cent of all minimal puzzles by B (D. Berthier), of as many effective rows.
SHARES_OF_B, ROWS_OF_B = [29.1708, 8.4391, 12.6055, 22.2640, 21.4437, 4.7430, 1.0478, 0.2302, 0.0443, 0.0092], 3.18e6


def trial_classes(names, of):
    """Returns an expression of a pair, whether it is a bound and its value, and the condition under which a row has it."""
    value, bound, where = TRIAL[of]
    if value not in names:
        return None
    number = f"coalesce({value}, {bound})" if bound in names else value
    return f"({value} IS NULL, {number})", f"{where} AND {number} IS NOT NULL"


def estimated(what, weights, chosen, line):
    """Checks an estimated share with its error and its heaviest row."""
    n, whole = len(weights), math.fsum(weights)
    part = math.fsum(w for w, c in zip(weights, chosen) if c) / whole
    same(what, line["estimate"]["value"], part, 1e-8)
    if n > 1:
        error = math.sqrt(n / (n - 1) * math.fsum((w * (c - part)) ** 2 for w, c in zip(weights, chosen))) / whole
        assert abs(line["estimate"]["error"] - error) < 1e-6 * error + 1e-9, what
    same(what, line["largest"], max(w for w, c in zip(weights, chosen) if c) / (part * whole), 1e-8)


def trial(figures, scan):
    """Checks depth, braid ratings and backdoors: shares by class, published shares of B, other measures by B."""
    found, names = figures["trial"], columns_of(scan)
    if not {"trial_depth", "backdoor_size"} & set(names):
        assert found is None
        return
    known("trial", found, "shares by_b backdoors sizes_by_level sizes_by_b")
    weighted = figures["unbiased"] is not None
    weight = f"exp(weight - (SELECT max(weight) FROM {scan}))" if weighted else "1.0::DOUBLE"
    rows_of = lambda what, where: duckdb.sql(f"SELECT {what}, {weight} FROM {scan} WHERE {where}").fetchall()
    by_class = {of: rows_of(*trial_classes(names, of)) for of in TRIAL if trial_classes(names, of)}
    assert [shares["of"] for shares in found["shares"]] == [of for of, rows in by_class.items() if rows]
    for shares in found["shares"]:
        known("trial shares", shares, "of rows bounds mean estimated_mean classes")
        rows = by_class[shares["of"]]
        weights, bounds = [w for _, w in rows], sum(is_bound for (is_bound, _), _ in rows)
        same("trial: rows", shares["rows"], len(rows))
        same("trial: bounds", shares["bounds"], bounds)
        if bounds:
            assert shares["mean"] is None and shares["estimated_mean"] is None
        else:
            same_mean("trial: mean", shares, [(value, w) for (_, value), w in rows], weighted)
        counted = Counter(row for row, _ in rows)
        assert [(line["at_least"], line["value"]) for line in shares["classes"]] == sorted(counted)
        for line in shares["classes"]:
            known("trial share", line, "value at_least rows share low high estimate largest published difference")
            key = (line["at_least"], line["value"])
            same_share("trial: share", line, counted[key], len(rows))
            if weighted:
                estimated("trial: share", weights, [row == key for row, _ in rows], line)
            is_known = weighted and shares["of"] == "b" and not line["at_least"] and line["value"] < len(SHARES_OF_B)
            assert (line["published"] is not None) == is_known
            if is_known:
                share, one = SHARES_OF_B[line["value"]] / 100, line["estimate"]
                error = math.sqrt(share * (1 - share) / ROWS_OF_B)
                same("trial: published", line["published"]["value"], share)
                same("trial: published", line["published"]["error"], error)
                same("trial: difference", line["difference"], (one["value"] - share) / math.hypot(one["error"], error), 1e-6)
    ratings = [name for name in names if name in ("er", "score") or name.endswith(("_er", "_score")) and not name.endswith("hardest_score")]
    ratings = [name for name in ratings if not name.endswith("score") or name[:-len("score")] + "er" not in names]
    others = [name for name in (*ratings, "guesses", "backdoor_size") if name in names] if "b" in by_class else []
    numbers_at("trial: by B", found["by_b"], scan, weight, weighted, "b", others)
    numbers_at("trial: backdoors", found["backdoors"], scan, weight, weighted, "backdoor_size", ["backdoors"] if "backdoors" in names else [])
    size = trial_classes(names, "backdoor_size")
    level = next((name for name in names if name == "level" or name.endswith("_level")), None)
    of_b = trial_classes(names, "b")
    sizes("trial: sizes by level", found["sizes_by_level"], level and size and rows_of(f"{level}, {size[0]}", f"{level} IS NOT NULL AND {size[1]}"), weighted)
    sizes("trial: sizes by B", found["sizes_by_b"], of_b and size and rows_of(f"{of_b[0]}, {size[0]}", f"{of_b[1]} AND {size[1]}"), weighted)


def same_mean(what, line, rows, weighted):
    """Checks the mean of values with weights."""
    n, whole = len(rows), math.fsum(w for _, w in rows)
    exact = [Fraction(value) for value, _ in rows]
    plain = sum(exact) / n
    same(what, line["mean"]["value"], float(plain))
    if not weighted:
        assert line["estimated_mean"] is None
        error = math.sqrt(sum((x - plain) ** 2 for x in exact) / (n - 1) / n) if n > 1 else None
        same(what, line["mean"]["error"], error, 1e-6)
        return
    middle = math.fsum(value * w for value, w in rows) / whole
    assert line["mean"]["error"] is None
    same(what, line["estimated_mean"]["value"], middle, 1e-8)
    if n > 1:
        error = math.sqrt(n / (n - 1) * math.fsum((w * (value - middle)) ** 2 for value, w in rows)) / whole
        assert abs(line["estimated_mean"]["error"] - error) < 1e-6 * (1 + middle), what


def numbers_at(what, found, scan, weight, weighted, at, names):
    """Checks means and medians of numbers for each value of a measure; medians are those of bins of seven binary digits."""
    expected = {}
    for name in names:
        for value, number, w in duckdb.sql(f"SELECT {at}, {name}, {weight} FROM {scan} WHERE {at} IS NOT NULL AND {name} IS NOT NULL").fetchall():
            number = round(number, 1) if name.endswith("er") else number
            expected.setdefault((value, name), []).append((number, w))
    assert [(line["at"], line["of"]) for line in found] == sorted(expected), what
    for line in found:
        known("number", line, "at of rows mean median estimated_mean estimated_median")
        rows = expected[line["at"], line["of"]]
        same(what, line["rows"], len(rows))
        same_mean(what, line, rows, weighted)
        steps = 100 if line["of"] == "guesses" else 10 if line["of"].endswith("er") else 1
        for key, weigh in (("median", lambda w: 1.0), ("estimated_median", lambda w: w)):
            if key == "estimated_median" and not weighted:
                assert line[key] is None
                continue
            ordered = sorted((math.floor(number * steps + 0.5), weigh(w)) for number, w in rows)
            sums = list(itertools.accumulate(w for _, w in ordered))
            place = ordered[bisect.bisect_left(sums, sums[-1] / 2)][0]
            width = 2 ** max(0, place.bit_length() - 7)
            same(what, line[key], (place // width * width + (width - 1) / 2) / steps)


def sizes(what, found, rows, weighted):
    """Checks shares of backdoor sizes among rows with the same level or B."""
    named = lambda of: of if isinstance(of, str) else f"at least {of[1]}" if of[0] else str(of[1])
    groups = {}
    for of, size, w in rows or []:
        groups.setdefault(of, []).append((size, w))
    assert [(line["of"], line["at_least"], line["value"]) for line in found] == \
        [(named(of), *size) for of in sorted(groups) for size in sorted({size for size, _ in groups[of]})], what
    by_name = {named(of): group for of, group in groups.items()}
    for line in found:
        known("size", line, "of value at_least rows share low high estimate largest")
        group, key = by_name[line["of"]], (line["at_least"], line["value"])
        same_share(what, line, sum(size == key for size, _ in group), len(group))
        if weighted:
            estimated(what, [w for _, w in group], [size == key for size, _ in group], line)


def examples(figures, scan, names):
    """Checks that each example is the row with the least index of its kind."""
    found = figures["examples"]
    known("examples", found, "first puzzles techniques")

    def same_example(line, where):
        known("example", line, "of puzzle rating score hardest")
        same("examples", line["puzzle"], sql("arg_min(puzzle, index)", scan, where)[0])
        if names:
            columns = (("rating", rating_column(scan)), ("score", "score"), ("hardest", "hardest"))
            for key, column in columns:
                value = sql(f"arg_min({column}, index)", scan, where)[0]
                same("examples", named(line[key]) if key == "hardest" else line[key], value)

    same_example(found["first"], "")
    levels = [level["name"] for level in figures["difficulty"]["level"]] if names else []
    if levels:
        assert [line["of"] for line in found["puzzles"]] == levels
    for line in found["puzzles"]:
        if not levels:
            where = f"WHERE floor({rating_column(scan)}) = {line['of']}" if line["of"] else ""
        else:
            where = f"WHERE level = '{line['of']}'"
        same_example(line, where)
    used = [technique["name"] for technique in figures["difficulty"]["techniques"] if technique["rows"]] if names else []
    assert [line["of"] for line in found["techniques"]] == used
    for line in found["techniques"]:
        same_example(line, f"WHERE t_{line['of']} > 0")


def times(figures, scan):
    for time in figures["times"]:
        known("time", time, "column rows total_ns mean_ns percentiles curve by_givens by_rating rating by_part part_rows")
        name = time["column"]
        values = [row[0] for row in duckdb.sql(f"SELECT {name} FROM {scan} WHERE {name} IS NOT NULL ORDER BY 1").fetchall()]
        same("times: rows", time["rows"], len(values))
        same("times: mean", time["mean_ns"], sum(values) / len(values))
        same("times: total", time["total_ns"], sum(values))
        for point in time["percentiles"] + time["curve"]:
            # Shares of a whole number of rows may round to the next row.
            place = point["percent"] / 100 * len(values)
            ranks = {max(1, math.ceil(place - 1e-9)), min(len(values), max(1, math.ceil(place + 1e-9)))}
            near = [values[n - 1] for n in ranks if abs(values[n - 1] - point["ns"]) <= 2e-3 * point["ns"]]
            same("times: percentiles", point["ns"], (near or [values[max(ranks) - 1]])[0], 2e-3)
        for key, column in (("by_givens", "givens"), ("by_rating", time["rating"])):
            for mean in time[key]:
                row = sql(f"count({name}), avg({name})", scan, f"WHERE {column} = {mean['at']}")
                same("times: means", mean["rows"], row[0])
                same("times: means", mean["mean_ns"], row[1])
        for mean in time["by_part"]:
            part = f"WHERE index >= {mean['at']} AND index < {mean['at'] + time['part_rows']}"
            same("times: parts", mean["mean_ns"], sql(f"avg({name})", scan, part)[0])


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


def singles(figures, scan):
    puzzles = [row[0] for row in duckdb.sql(f"SELECT puzzle FROM {scan} WHERE t_full_house IS NOT NULL").fetchall()]
    same("singles", figures["paths"], len(puzzles))
    same_share("singles", figures["falls_to_singles"], sum(map(falls_to_singles, puzzles)), len(puzzles))


def unbiased(figures, scan, further=False):
    """Checks the estimates; those of a further scale have none but of ratings and givens."""
    found = figures["unbiased"]
    known("unbiased", found, "rows effective_rows effective_rows_by_batches largest_share independent means givens rating_by_givens score "
          "hardest_step hardest_step_up_to level hardest falls_to_singles beyond_budget techniques per_grid minimal_puzzles")
    needs = [line["value"] for line in found["techniques"]]
    steps = "".join(f", t_{name}" for name in needs)
    rating = rating_column(scan)
    what = f"weight, givens, {rating}, score, level, attempts, hardest, index{steps}, puzzle"
    rows = duckdb.sql(f"SELECT {what} FROM {scan} WHERE weight IS NOT NULL").fetchall()
    top = max(row[0] for row in rows)
    weights = [math.exp(row[0] - top) for row in rows]
    whole, squares, n = math.fsum(weights), math.fsum(w * w for w in weights), len(rows)
    f = n / (n - 1)
    same("unbiased: effective rows", found["effective_rows"], whole * whole / squares)
    same("unbiased: largest share", found["largest_share"], max(weights) / whole)

    def share(what, line, chosen):
        known(what, line, "value sample all largest")
        same_share(what, line["sample"], sum(map(bool, chosen)), n)
        part = math.fsum(w for w, c in zip(weights, chosen) if c) / whole
        variance = f * math.fsum((w * (c - part)) ** 2 for w, c in zip(weights, chosen)) / whole ** 2
        same(what, line["all"]["value"], part, 1e-8)
        same(what, line["all"]["error"], math.sqrt(variance), 1e-6)
        of = [w for w, c in zip(weights, chosen) if c]
        same(what, line["largest"], max(of) / math.fsum(of), 1e-8)

    def mean(what, line, values):
        kept = [(w, x) for w, x in zip(weights, values) if x is not None]
        whole = math.fsum(w for w, _ in kept)
        middle = math.fsum(w * x for w, x in kept) / whole
        f = len(kept) / (len(kept) - 1)
        variance = f * math.fsum((w * (x - middle)) ** 2 for w, x in kept) / whole ** 2
        same(what, line["all"]["value"], middle, 1e-8)
        same(what, line["all"]["error"], math.sqrt(variance), 1e-6)
        exact = [Fraction(x) for _, x in kept]
        plain = sum(exact) / len(exact)
        same(what, line["sample"], float(plain))
        same(what, line["sample_sd"], math.sqrt(sum((x - plain) ** 2 for x in exact) / (len(exact) - 1)))
        if line["all_sd"] is not None:
            same(what, line["all_sd"], math.sqrt(math.fsum(w * (x - middle) ** 2 for w, x in kept) / whole), 1e-8)

    for key, place in (("givens", 1), ("hardest_step", 2), ("level", 4), ("hardest", 6)):
        for line in found[key]:
            share(f"unbiased: {key}", line, [named(row[place]) == line["value"] for row in rows])
    for line in found["hardest_step_up_to"]:
        chosen = [row[2] is not None and row[2] <= float(line["value"]) for row in rows]
        share("unbiased: hardest step up to", line, chosen)
    ended = "er_at_least IS NOT NULL" if "er_at_least" in columns_of(scan) else "false"
    chosen = [row[0] for row in duckdb.sql(f"SELECT {ended} FROM {scan} WHERE weight IS NOT NULL").fetchall()]
    if any(chosen):
        share("unbiased: beyond budget", found["beyond_budget"], chosen)
    else:
        same("unbiased: beyond budget", found["beyond_budget"], None)
    if not further:
        share("unbiased: singles", found["falls_to_singles"], [falls_to_singles(row[-1]) for row in rows])
    for line in found["techniques"]:
        share("unbiased: techniques", line, [row[8 + needs.index(line["value"])] > 0 for row in rows])
    for line in found["score"]:
        low, high = float(line["value"]), 10 ** (round(20 * math.log10(float(line["value"])) + 1) / 20)
        share("unbiased: score", line, [row[3] is not None and low * (1 - 1e-12) <= row[3] < high * (1 - 1e-12) for row in rows])
    for line in found["rating_by_givens"]:
        known("rating by givens", line, "givens rows all largest")
        kept = [(w, row[2]) for w, row in zip(weights, rows) if row[1] == line["givens"] and row[2] is not None]
        part = math.fsum(w for w, _ in kept)
        middle = math.fsum(w * x for w, x in kept) / part
        same("unbiased: rating by givens", line["rows"], len(kept))
        same("unbiased: rating by givens", line["all"]["value"], middle, 1e-8)
        if len(kept) > 1:
            variance = len(kept) / (len(kept) - 1) * math.fsum((w * (x - middle)) ** 2 for w, x in kept) / part ** 2
            assert abs(line["all"]["error"] - math.sqrt(variance)) < 1e-6 * (1 + middle)
        same("unbiased: rating by givens", line["largest"], max(w for w, _ in kept) / part, 1e-8)
    for line in found["means"]:
        place = {"givens": 1, rating: 2, "score": 3}[line["of"]]
        mean(f"unbiased: mean {line['of']}", line, [row[place] for row in rows])
    if further:
        assert [found[key] for key in ("effective_rows_by_batches", "falls_to_singles", "per_grid", "minimal_puzzles")] == [None] * 4
        return
    batches = [[(w, row[1]) for w, row in zip(weights, rows) if row[7] % 40 == n] for n in range(40)]
    middle = math.fsum(w * row[1] for w, row in zip(weights, rows)) / whole
    spread = math.fsum(w * (row[1] - middle) ** 2 for w, row in zip(weights, rows)) / whole
    between = math.fsum(math.fsum(w * (k - middle) for w, k in batch) ** 2 for batch in batches) / whole ** 2 * 40 / 39
    same("unbiased: effective rows by batches", found["effective_rows_by_batches"], spread / between, 1e-6)
    attempts = sum(row[5] for row in rows)
    ratio = whole / attempts
    variance = f * math.fsum((w - ratio * row[5]) ** 2 for w, row in zip(weights, rows)) / attempts ** 2
    same("unbiased: per grid", found["per_grid"]["ln"], math.log(ratio) + top)
    same("unbiased: per grid", found["per_grid"]["relative_error"], math.sqrt(variance) / ratio, 1e-6)
    grids = 6670903752021072936960
    same("unbiased: all", found["minimal_puzzles"]["ln"], math.log(ratio) + top + math.log(grids))
    for amount in (found["per_grid"], found["minimal_puzzles"]):
        same("unbiased: amounts", amount["estimate"], math.exp(amount["ln"]))
    same("unbiased: all", found["minimal_puzzles"]["relative_error"], math.sqrt(variance) / ratio, 1e-6)
    bootstrap(found, rows, weights)


def bootstrap(found, rows, weights):
    """Compares the standard errors of the delta method with those of a bootstrap (Efron 1979) of 400 draws."""
    chance, means, ratios = random.Random(1), [], []
    for _ in range(400):
        drawn = chance.choices(range(len(rows)), k=len(rows))
        whole = math.fsum(weights[n] for n in drawn)
        means.append(math.fsum(weights[n] * rows[n][1] for n in drawn) / whole)
        ratios.append(whole / sum(rows[n][5] for n in drawn))
    deviation = lambda values: math.sqrt(sum((x - sum(values) / len(values)) ** 2 for x in values) / (len(values) - 1))
    givens = next(mean for mean in found["means"] if mean["of"] == "givens")
    delta = [givens["all"]["error"], found["per_grid"]["relative_error"]]
    drawn = [deviation(means), deviation(ratios) / (sum(ratios) / len(ratios))]
    for what, one, other in zip(("mean givens", "puzzles of a grid"), delta, drawn):
        assert 0.7 < one / other < 1.4, f"{what}: {one} by the delta method, {other} by the bootstrap"
        checked["unbiased: errors beside a bootstrap"] += 1


def survival(degrees, x):
    """Returns the upper tail of the chi-square distribution, in closed form for whole degrees (Abramowitz and Stegun 1964, 26.4.4, 26.4.5)."""
    half, odd = x / 2, degrees % 2
    term = lambda k: math.exp(k * math.log(half) - half - math.lgamma(k + 1)) if half > 0 else float(k == 0)
    tail = math.fsum(term(k + odd / 2) for k in range(degrees // 2))
    return tail + (math.erfc(math.sqrt(half)) if odd else 0)


def kolmogorov(x):
    """Returns the upper tail of the Kolmogorov distribution, by the other of its two series."""
    if x < 0.05:
        return 1.0
    inner = math.fsum(math.exp(-((2 * k - 1) * math.pi / x) ** 2 / 8) for k in range(1, 200))
    return min(1.0, max(0.0, 1 - math.sqrt(2 * math.pi) / x * inner))


def same_difference(found, one, other, errors=None):
    """Checks the means of two samples (rows, mean, sd): Welch's interval, Cohen's d. Estimates have standard errors of their own."""
    (n, a, sd), (m, b, other_sd) = one, other
    what = "comparison: means"
    same(what, found["baseline_mean"], a)
    same(what, found["mean"], b)
    same(what, found["difference"], b - a, 1e-6)
    half = 1.959963984540054 * (math.hypot(*errors) if errors else math.sqrt(sd * sd / n + other_sd * other_sd / m))
    same(what, found["low"], b - a - half, 1e-6)
    same(what, found["high"], b - a + half, 1e-6)
    has_both = sd and other_sd
    pooled = math.sqrt(((n - 1) * sd * sd + (m - 1) * other_sd * other_sd) / (n + m - 2)) if has_both else None
    d = (b - a) / pooled if has_both else None
    same(what, found["cohens_d"], d, 1e-6)
    half = d and 1.959963984540054 * math.sqrt(1 / n + 1 / m + d * d / (2 * (n + m)))
    same(what, found["d_low"], d and d - half, 1e-6)
    same(what, found["d_high"], d and d + half, 1e-6)


def same_chi_square(found, one, other):
    """Checks the counts of two samples by category."""
    names = sorted(set(one) | set(other))
    table = [[sample.get(name, 0) for name in names] for sample in (one, other)]
    rows, whole = [sum(line) for line in table], sum(map(sum, table))
    observed = sum(count * count / (rows[n] * sum(line[k] for line in table))
                   for n, line in enumerate(table) for k, count in enumerate(line))
    statistic = whole * (observed - 1)
    what = "comparison: chi-square"
    same(what, found["degrees"], len(names) - 1)
    same(what, found["statistic"], statistic, 1e-6)
    same(what, found["p"], survival(len(names) - 1, statistic), 1e-6)
    same(what, found["cramers_v"], math.sqrt(statistic / whole), 1e-6)


def same_ks(found, one, other):
    n, m = sum(one.values()), sum(other.values())
    below = lambda sample, x: sum(rows for value, rows in sample.items() if value <= x)
    d = max(abs(Fraction(below(one, x), n) - Fraction(below(other, x), m)) for x in set(one) | set(other))
    size = math.sqrt(n * m / (n + m))
    same("comparison: KS", found["ks_d"], float(d))
    same("comparison: KS", found["ks_p"], kolmogorov((size + 0.12 + 0.11 / size) * float(d)), 1e-6)


def same_shares(found, one, other, n, m):
    """Checks differences of shares with Newcombe's interval, method 10."""
    for line in found["differences"]:
        known("difference", line, "name baseline share difference low high")
        a, b = one.get(line["name"], 0), other.get(line["name"], 0)
        (low, high), (other_low, other_high) = wilson(a, n), wilson(b, m)
        what, difference = "comparison: shares", b / m - a / n
        same(what, line["baseline"], a / n)
        same(what, line["share"], b / m)
        same(what, line["difference"], difference, 1e-6)
        same(what, line["low"], difference - math.hypot(b / m - other_low, high - a / n), 1e-6)
        same(what, line["high"], difference + math.hypot(other_high - b / m, a / n - low), 1e-6)


def moments_of(figures, name, scan):
    """Rows, mean, deviation and standard error: the estimates of weighted rows, which are checked above."""
    if not figures["unbiased"]:
        rows, mean, sd = moments(name, scan)
        return (rows, mean, sd), sd / math.sqrt(rows)
    mean = next(mean for mean in figures["unbiased"]["means"] if mean["of"] == name)
    return (figures["unbiased"]["effective_rows"], mean["all"]["value"], mean["all_sd"]), mean["all"]["error"]


def estimated_shares(figures, of):
    """Shares and intervals by category: of rows by Wilson, of estimates by the normal distribution."""
    if figures["unbiased"]:
        half = lambda line: 1.959963984540054 * line["all"]["error"]
        bounds = lambda line: (line["all"]["value"], max(0, line["all"]["value"] - half(line)), min(1, line["all"]["value"] + half(line)))
        return {line["value"]: bounds(line) for line in figures["unbiased"][{"level": "level"}.get(of, "techniques")]}
    lines = figures["difficulty"]["level" if of == "level" else "techniques"]
    return {line["name"]: (line["share"], line["low"], line["high"]) for line in lines}


def comparison(found, scan, other, names, figures):
    known("comparison", found, "baseline corpus estimated numbers categories overlap")
    weighted = [bool(figure["unbiased"]) for figure in figures]
    assert found["estimated"] == weighted
    known("overlap", found["overlap"], "baseline_looked_at looked_at shared one_in")
    shared = f"(SELECT puzzle FROM {scan} INTERSECT SELECT puzzle FROM {other})"
    wholes = [sql("count(DISTINCT puzzle)", table)[0] for table in (scan, other)]
    expected = (*wholes, sql("count(*)", shared)[0], 1)
    for key, value in zip(("baseline_looked_at", "looked_at", "shared", "one_in"), expected):
        same("comparison: overlap", found["overlap"][key], value)
    for number in found["numbers"]:
        known("number", number, "of unit baseline_mean mean difference low high cohens_d d_low d_high ks_d ks_p chi_square")
        if any(weighted):
            (one, error), (two, other_error) = (moments_of(figure, number["of"], table) for figure, table in zip(figures, (scan, other)))
            same_difference(number, one, two, (error, other_error))
            assert number["ks_d"] is None and number["chi_square"] is None
            continue
        same_difference(number, moments(number["of"], scan), moments(number["of"], other))
        if number["of"] in ("givens", "er", "hardest_score"):
            samples = [dict(counts(number["of"], table)) for table in (scan, other)]
            same_ks(number, *samples)
            same_chi_square(number["chi_square"], *samples)
        else:
            assert number["ks_d"] is None and number["chi_square"] is None
    for categories in found["categories"]:
        known("categories", categories, "of chi_square differences")
        if any(weighted):
            assert categories["chi_square"] is None
            one, two = (estimated_shares(figure, categories["of"]) for figure in figures)
            for line in categories["differences"]:
                if line["name"] in one and line["name"] in two:
                    (a, low, high), (b, other_low, other_high) = one[line["name"]], two[line["name"]]
                    same("comparison: estimated shares", line["difference"], b - a, 1e-6)
                    same("comparison: estimated shares", line["low"], b - a - math.hypot(b - other_low, high - a), 1e-6)
                    same("comparison: estimated shares", line["high"], b - a + math.hypot(other_high - b, a - low), 1e-6)
            continue
        if categories["of"] == "level":
            samples = [dict(counts("level", table)) for table in (scan, other)]
            same_chi_square(categories["chi_square"], *samples)
            wholes = [sum(sample.values()) for sample in samples]
        else:
            sums = ", ".join(f"count(*) FILTER ({name} > 0)" for name in names)
            samples = [dict(zip((name[2:] for name in names), sql(sums, table))) for table in (scan, other)]
            wholes = [sql("count(solved)", table)[0] for table in (scan, other)]
            assert {line["name"] for line in categories["differences"]} == \
                {name for sample in samples for name, rows in sample.items() if rows}
        same_shares(categories, *samples, *wholes)


def same_shared(what, found, keys, scans):
    """Checks keys that two tables share: SQL expressions of a key, null where a row has none, by table."""
    known(what, found, "shared one_in first other")
    same(what, found["one_in"], 1)
    values = [f"(SELECT {key} AS key FROM {scan} WHERE {key} IS NOT NULL)" for key, scan in zip(keys, scans)]
    both = f"(SELECT key FROM {values[0]} INTERSECT SELECT key FROM {values[1]})"
    same(what, found["shared"], sql("count(*)", both)[0])
    for side, table, scan in zip(("first", "other"), values, scans):
        rows = found[side]
        known(what, rows, "looked_at different in_both share without")
        looked_at, different = sql("count(*), count(DISTINCT key)", table)
        in_both = sql("count(*)", table, f"WHERE key IN {both}")[0]
        expected = (looked_at, different, in_both, in_both / looked_at, sql("count(*)", scan)[0] - looked_at)
        for key, value in zip(("looked_at", "different", "in_both", "share", "without"), expected):
            same(what, rows[key], value)


def overlaps(found, corpora):
    """Checks every pair of corpora: as text, and up to symmetry where forms are at hand."""
    pairs = [(a, b) for n, a in enumerate(corpora) for b in corpora[n + 1:]]
    assert [(pair["first"], pair["other"]) for pair in found] == [(a.name, b.name) for a, b in pairs]
    for pair, (first, other) in zip(found, pairs):
        known("pair", pair, "first other text equivalent solutions")
        same_shared("overlap: text", pair["text"], ["puzzle"] * 2, [table(first), table(other)])
        forms = [corpus.parent / f"{corpus.name}.forms.parquet" for corpus in (first, other)]
        if all(path.exists() for path in forms):
            scans = [f"read_parquet('{path}')" for path in forms]
            same_shared("overlap: puzzles up to symmetry", pair["equivalent"], ["canonical_puzzle"] * 2, scans)
            same_shared("overlap: solutions up to symmetry", pair["solutions"], ["canonical_grid"] * 2, scans)


def image(puzzle, chance):
    """Turns a 9x9 puzzle round at random: digits renamed, bands, stacks, rows, columns, transposed or not."""
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


def columns_of(scan):
    return [name for name, *_ in duckdb.sql(f"DESCRIBE SELECT * FROM {scan}").fetchall()]


def on_scale(scan, prefix):
    """Rows with the ratings of one scale under their own names, too."""
    aliases = [f", {name} AS {name[len(prefix):]}" for name in columns_of(scan) if prefix and name.startswith(prefix)]
    return f"(SELECT *{''.join(aliases)} FROM {scan})"


def corpus_figures(figures, corpus):
    scan, manifest = table(corpus), json.loads((corpus / "manifest.json").read_text())
    names = columns_of(scan)
    known("corpus", figures, "name program command seed planned_rows whole_rows rating_scale plan bias facts box rows puzzles distinct columns "
          "checks givens falls_to_singles paths difficulty times positions unbiased examples relations levels_by_er trial prefix further_scales")
    same("facts", json.dumps(figures["facts"], sort_keys=True), json.dumps(manifest["facts"], sort_keys=True))
    rows, distinct = sql("count(*), count(DISTINCT puzzle)", scan)
    for key, value in (("rows", rows), ("puzzles", rows), ("planned_rows", rows), ("whole_rows", manifest["job"]["count"])):
        same("rows", figures[key], value)
    assert figures["distinct"] == {"looked_at": rows, "distinct": distinct, "copies": rows - distinct, "one_in": 1}
    for check in figures["checks"]:
        known("check", check, "name passed looked_at failed example note")
        assert (check["passed"], check["looked_at"], check["failed"], check["example"]) == (True, rows, 0, None), check
        checked["checks"] += 1
    columns(figures, scan)
    relations(figures, scan)
    levels_by_er(figures, scan)
    trial(figures, scan)
    prefixes = [scale.get("prefix", "") for scale in manifest["facts"].get("scales", [])] or [""]
    assert [figures["prefix"]] + [scale["prefix"] for scale in figures["further_scales"]] == prefixes
    for scale in figures["further_scales"]:
        known("further scale", scale, "prefix rating_scale difficulty unbiased examples")
        of_scale = on_scale(scan, scale["prefix"])
        theirs = [name for name in columns_of(of_scale) if name.startswith("t_")]
        difficulty(scale, of_scale, theirs)
        examples(scale, of_scale, theirs)
        if "weight" in names:
            unbiased(scale, of_scale, True)
    scan = on_scale(scan, prefixes[0])
    names = columns_of(scan)
    histogram("givens", figures["givens"], counts("givens", scan))
    positions(figures, [row[0] for row in duckdb.sql(f"SELECT puzzle FROM {scan}").fetchall()])
    if "solved" in names:
        difficulty(figures, scan, [name for name in names if name.startswith("t_")])
        singles(figures, scan)
    examples(figures, scan, [name for name in names if name.startswith("t_")])
    times(figures, scan)
    if "weight" in names:
        unbiased(figures, scan)
    return rows


def main():
    if sys.argv[1] == "--leak":
        return leak(sys.argv[2], *map(Path, sys.argv[3:]))
    *corpora, path = map(Path, sys.argv[1:])
    report = json.loads(path.read_text())
    known("report", report, "schema program command corpora comparisons overlaps published")
    assert report["schema"] == 6 and len(report["corpora"]) == len(corpora)
    rows = [corpus_figures(figures, corpus) for figures, corpus in zip(report["corpora"], corpora)]
    first = table(corpora[0])
    names = [name for name in columns_of(first) if name.startswith("t_")]
    for found, corpus, figures in zip(report["comparisons"], corpora[1:], report["corpora"][1:]):
        comparison(found, first, table(corpus), names, (report["corpora"][0], figures))
    overlaps(report["overlaps"], corpora)
    print(f"{' and '.join(corpus.name for corpus in corpora)}: {' and '.join(map(str, rows))} rows; {sum(checked.values())} figures "
          "computed again: " + ", ".join(f"{what} {count}" for what, count in sorted(checked.items())))


main()
