"""How often 95 % intervals of weighted estimates contain the truth: a table of docs/BIAS.md.

Rows are independent, so that blocks of a run are runs of their own: up to 200 blocks of each size, from the first row on. An interval is the estimate ± z
standard errors. The other one has Student's t in place of z, with as many degrees of freedom as the squares behind the error amount to: the inverse of
the part of the largest one. The truth of 6x6 is exact (a transversal search over all 49 classes of grids); that of 9x9 is estimated from long runs,
whose errors are a hundredth of those of the blocks.
"""

import csv
import io
import json
import math
import subprocess

from measuring import QUIET, lines_of, replace_part, scratch

SIZES = (100, 300, 1000, 3000)
BLOCKS = 200
Z = 1.959963984540054
# Mean givens, minimal puzzles a grid.
TRUTH = {"3x3": (26.5775, 4.6566e15), "2x3": (11.03312, 1_530_065.625)}
# Shape, dig, and rows of the run.
RUNS = (("3x3", "enumerated", 40_000), ("3x3", "weighted", 300_000), ("2x3", "weighted", 300_000), ("2x3", "controlled-bias", 30_000))


def student(degrees):
    """The 97.5 % quantile of Student's t (G. W. Hill 1970, the expansion in 1/degrees)."""
    v = max(degrees, 2)
    return Z + (Z**3 + Z) / (4 * v) + (5 * Z**5 + 16 * Z**3 + 3 * Z) / (96 * v**2) + (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / (384 * v**3)


def of_terms(estimate, terms, whole):
    """An estimate with its error and the part of the largest square."""
    squares = [term * term for term in terms]
    every, n = math.fsum(squares), len(terms)
    return estimate, math.sqrt(every * n / (n - 1)) / whole, max(squares) / every if every else 1


def by_rows(rows):
    """Mean givens and the relative number of puzzles by the weights of rows: weight, givens, attempts."""
    whole, attempts = math.fsum(w for w, _, _ in rows), sum(a for _, _, a in rows)
    mean, ratio = math.fsum(w * k for w, k, _ in rows) / whole, whole / attempts
    return of_terms(mean, [w * (k - mean) for w, k, _ in rows], whole), of_terms(ratio, [w - ratio * a for w, _, a in rows], attempts)


def by_counts(shards):
    """The same by what attempts counted, from the sums of the files of a block."""
    from counts import Sums

    sums = Sums()
    for shard in shards:
        sums.add(shard["counts"])
    (mean, error), (ratio, relative) = sums.mean(), sums.per_grid()
    every = sum(sums.sum.values())
    largest = {}
    for shard in shards:
        for j, of in shard["counts"]["by_givens"].items():
            largest[j] = max(largest.get(j, [0, 0, 0]), of["largest"])
    squares = (error * every) ** 2 * (sums.rows - 1) / sums.rows
    part = max((moment - mean * x) ** 2 for _, x, moment in largest.values()) / squares
    squares = (relative * every) ** 2 * (sums.rows - 1) / sums.rows
    part_of_number = max(x * x for _, x, _ in largest.values()) / squares
    return (mean, error, min(part, 1)), (ratio, ratio * relative, min(part_of_number, 1))


def blocks_of(program, shape, dig, count):
    """The estimates of each block of each size, by the rows and, where attempts count puzzles, by the counts."""
    found, files = {}, SIZES[0]
    with scratch() as folder:
        options = ["--box", shape, "--dig", dig, "--seed", "coverage", "--count", str(count), "--shard-rows", str(files)]
        options += ["--columns", "puzzle,weight,givens,attempts", "--format", "csv", "--no-timings", *QUIET]
        subprocess.run([program, "generate", *options, "--out", folder / "run"], check=True)
        shards = json.loads((folder / "run" / "manifest.json").read_text())["shards"]
        rows = []
        for shard in shards:
            lines = csv.DictReader(io.StringIO((folder / "run" / "data" / shard["name"]).read_text()))
            rows += [(float(row["weight"]), int(row["givens"]), int(row["attempts"])) for row in lines]
    rows = [(math.exp(w), k, a) for w, k, a in rows]
    for size in SIZES:
        for block in range(min(BLOCKS, len(rows) // size)):
            found.setdefault(("rows", size), []).append(by_rows(rows[block * size : (block + 1) * size]))
            if "counts" in shards[0]:
                some = shards[block * size // files : (block + 1) * size // files]
                found.setdefault(("counts", size), []).append(by_counts(some))
    return found


def covered(estimates, truth, quantile):
    inside = [abs(value - truth) <= quantile(part) * error for value, error, part in estimates]
    low = sum(value + quantile(part) * error < truth for value, error, part in estimates)
    return sum(inside) / len(inside), low


def run(options):
    lines = []
    for shape, dig, count in RUNS:
        found = blocks_of(options.program, shape, dig, count // (10 if options.quick else 1))
        for by in dict.fromkeys(by for by, _ in found):
            for place, what in enumerate(("mean givens", "number of puzzles")):
                cells = []
                for size in SIZES:
                    estimates = [both[place] for both in found[by, size]]
                    truth = TRUTH[shape][place]
                    share, low = covered(estimates, truth, lambda _: Z)
                    wide, _ = covered(estimates, truth, lambda part: student(1 / part))
                    cells.append(f"{share:.0%} ({low} of {len(estimates)} below), {wide:.0%}")
                lines.append([{"3x3": "9x9", "2x3": "6x6"}[shape], f"`{dig}`", by, what, *cells])
    head = "shape | dig: | from: | estimate: | " + " | ".join(f"{size:,} rows" for size in SIZES)
    text = [
        "Part of 95 % intervals that contain the truth (in parentheses: how many of all lie below it), then the same of intervals with Student's t,"
        " whose degrees of freedom are the inverse of the largest part of a row:",
        "",
        *lines_of(head, lines),
        "",
        f"Chance alone moves a share of {BLOCKS} blocks by {math.sqrt(0.05 * 0.95 / BLOCKS):.1%} (one standard error), of 40 by {math.sqrt(0.05 * 0.95 / 40):.1%}.",
    ]
    replace_part(options, "docs/BIAS.md", {"Coverage, made by benches/coverage.py": text})
