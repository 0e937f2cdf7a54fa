"""Shares of all minimal puzzles by number of givens, from counts in many subsets of uniform grids: tables of docs/BIAS.md.

`python3 benches counts --seconds S` goes on for S seconds of wall time, at the lowest priority: with two runs of `--dig enumerated`, of one seed each; with
random subsets of 36 cells, in which puzzles of many givens are less rare (`minimals --print by-givens`); with larger ones for 19 and 20 givens (`scan --within`);
with scans of whole grids for 18; with rated rows; and with the number of puzzles of single grids. All work is in batches, which a seed and a number define.
reports/unbiased/counts.json has how many are done and what they counted, not the rows, so that any machine can go on; the tables are made from it. `--check`
makes the first batch of each kind again, and compares hashes and counts; scripts/reproduce.sh does that.
"""

import csv
import json
import math
import os
import random
import subprocess
import tempfile
import time
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from pathlib import Path
from typing import NamedTuple

from bias import GIVENS, shown, solve, survival
from measuring import QUIET, ROOT, children_seconds, lines_of, output, processor, replace_part

SUMMARY = Path("reports") / "unbiased" / "counts.json"
GRIDS = 6_670_903_752_021_072_936_960
CELLS = 81
# Classes of minimal puzzles with 17 givens, none with automorphisms, and the images of a class.
SEVENTEEN, IMAGES = 49_158, 1_218_998_108_160
# Rows of a batch of a run, and of the whole run.
BATCH, ROWS = 10_000, 10_000_000


class Subsets(NamedTuple):
    """Random subsets of the cells of uniform grids, each of a grid of its own."""

    cells: int
    # Subsets of a batch.
    batch: int
    # The number of givens of the puzzles that are counted; 0 for all.
    givens: int
    # Part of the time of all that is done: by what the wanted errors need.
    part: float


RUNS = {"1": 0.3, "2": 0.3}
SUBSETS = {"larger": Subsets(36, 5_000, 0, 0.32), "20": Subsets(45, 500, 20, 0.03), "19": Subsets(50, 300, 19, 0.01), "scan": Subsets(CELLS, 1, 18, 0.01)}
PARTS = {**RUNS, **{name: kind.part for name, kind in SUBSETS.items()}, "grids": 0.02, "rated": 0.01}
# Grids of a batch, and rows of each; rated rows of a batch.
GRIDS_BATCH, GRID_ROWS, RATED_BATCH = 10, 700, 5_000
# Levels of HoDoKu above the easy one, whose puzzles fall to singles.
LEVELS = ("medium", "hard", "unfair", "extreme")
# For these givens: other subsets, and the variance of the number of puzzles over the square of its mean: of a row, and of such a subset. Fixed, so that the parts
# of both in an estimate do not depend on what is found later. Those of 29 and 30 givens, and of subsets of 45 and 50 cells, are of a pilot with other seeds; it found
# too few others, whose values are rounded from the first 630,000 rows and 320,000 subsets.
PILOT = {19: ("19", 40_000, 41), 20: ("20", 600, 14), 29: ("larger", 62, 118), 30: ("larger", 3_164, 2_303), 31: ("larger", 300_000, 90_000)}


class Sums:
    """Sums over what the attempts of rows counted, as manifests have them."""

    def __init__(self):
        self.rows = self.attempts = self.squared_attempts = 0
        self.sum, self.with_attempts, self.rows_with, self.products, self.largest = {}, {}, {}, {}, {}

    def add(self, counts):
        self.rows += counts["rows"]
        self.attempts += counts["attempts"]
        self.squared_attempts += counts["squared_attempts"]
        for name, of in counts["by_givens"].items():
            j = int(name)
            self.sum[j] = self.sum.get(j, 0) + of["sum"]
            self.rows_with[j] = self.rows_with.get(j, 0) + of["rows"]
            self.with_attempts[j] = self.with_attempts.get(j, 0) + of["with_attempts"]
            self.largest[j] = max(self.largest.get(j, 0), of["largest"][0])
            for other, product in of["products"].items():
                pair = (int(other), j)
                self.products[pair] = self.products.get(pair, 0) + product
        return self

    def add_row(self, found):
        """Adds what one attempt found, by givens."""
        self.rows, self.attempts, self.squared_attempts = self.rows + 1, self.attempts + 1, self.squared_attempts + 1
        for j, x in found.items():
            for sums, value in ((self.sum, x), (self.with_attempts, x), (self.rows_with, 1)):
                sums[j] = sums.get(j, 0) + value
            self.largest[j] = max(self.largest.get(j, 0), x)
            for k, other in found.items():
                if k <= j:
                    self.products[k, j] = self.products.get((k, j), 0) + other * x

    def dump(self):
        """The form that manifests have."""
        by_givens = {
            str(j): {
                "rows": self.rows_with[j],
                "sum": self.sum[j],
                "with_attempts": self.with_attempts[j],
                "products": {str(k): value for (k, of), value in sorted(self.products.items()) if of == j},
                "largest": [self.largest[j]],
            }
            for j in sorted(self.sum)
        }
        return {"rows": self.rows, "attempts": self.attempts, "squared_attempts": self.squared_attempts, "by_givens": by_givens}

    def error(self, of):
        """The standard error of a ratio to the sum of all, of which `of` makes the linear part."""
        squares = sum(of(j) * of(k) * product * (1 if j == k else 2) for (j, k), product in self.products.items())
        return math.sqrt(max(0, squares) * self.rows / (self.rows - 1)) / sum(self.sum.values())

    def mean(self):
        middle = sum(j * x for j, x in self.sum.items()) / sum(self.sum.values())
        return middle, self.error(lambda j: j - middle)

    def share(self, j):
        share = self.sum.get(j, 0) / sum(self.sum.values())
        return share, self.error(lambda k: (k == j) - share)

    def of_givens(self, j):
        """Minimal puzzles per grid with j givens, and the relative error; 1 if nothing was found."""
        found = self.sum.get(j, 0)
        ratio = found / self.attempts
        squares = self.products.get((j, j), 0) + ratio * ratio * self.squared_attempts - 2 * ratio * self.with_attempts.get(j, 0)
        return ratio, math.sqrt(max(0, squares) * self.rows / (self.rows - 1)) / found if found else 1.0

    def per_grid(self):
        """Minimal puzzles per grid, and the relative error."""
        every = sum(self.sum.values())
        ratio = every / self.attempts
        squares = sum(product * (1 if j == k else 2) for (j, k), product in self.products.items())
        squares += ratio * ratio * self.squared_attempts - 2 * ratio * sum(self.with_attempts.values())
        return ratio, math.sqrt(max(0, squares) * self.rows / (self.rows - 1)) / every

    def covariances(self, classes):
        """Covariances of the shares of these classes."""
        every, f = sum(self.sum.values()), self.rows / (self.rows - 1)
        both = lambda j, k: self.products.get((min(j, k), max(j, k)), 0)
        with_all = {j: sum(both(j, k) for k in self.sum) for j in self.sum}
        squares = sum(with_all.values())
        shares = {j: self.sum.get(j, 0) / every for j in classes}
        covariance = lambda j, k: (
            both(j, k) - shares[j] * with_all.get(k, 0) - shares[k] * with_all.get(j, 0) + shares[j] * shares[k] * squares
        ) * f / every**2
        return [[covariance(j, k) for k in classes] for j in classes]


def enumerated(program, folder, seed, *plan):
    """Makes rows in a folder, and returns the entry of their only file."""
    words = ["--dig", "enumerated", "--seed", seed, *plan, "--threads", "1", "--no-timings", *QUIET]
    subprocess.run([program, "generate", *words, "--out", folder], check=True, stdout=subprocess.DEVNULL)
    (file,) = json.loads((folder / "manifest.json").read_text())["shards"]
    return file


def rows_of(program, name, number):
    """Makes a batch of rows of a run, and returns their hash and what their attempts counted."""
    with tempfile.TemporaryDirectory() as folder:
        plan = ["--count", str(ROWS), "--shard-rows", str(BATCH), "--part", f"{number + 1}/{ROWS // BATCH}"]
        columns = ["--columns", "index,puzzle,givens,weight,attempts"]
        file = enumerated(program, Path(folder) / "run", f"flagship-{name}", *plan, *columns)
    return {"contents_blake3": file["contents_blake3"], "counts": Sums().add(file["counts"]).dump()}


def grids_of(program, number):
    """Estimates the number of minimal puzzles of each grid of a batch: number, its relative error, and the unavoidable sets of four cells."""
    seed, found = f"flagship-grids-{number}", []
    for grid in uniform_grids(program, GRIDS_BATCH, seed):
        sets = output([program, "unavoidable", grid, "--size", "4", "--json"])
        with tempfile.TemporaryDirectory() as folder:
            (only := Path(folder) / "grid.txt").write_text(f"{grid}\n")
            file = enumerated(program, Path(folder) / "run", seed, "--from", str(only), "--count", str(GRID_ROWS), "--columns", "index,puzzle,givens,weight")
        of_grid, relative = Sums().add(file["counts"]).per_grid()
        found.append([float(f"{of_grid:.6g}"), round(relative, 5), json.loads(sets)["by_size"].get("4", 0)])
    return {"counts": found}


def rated_of(program, number):
    """Rates a batch of rows, and returns their hash and sums of weights and measures by givens."""
    with tempfile.TemporaryDirectory() as folder:
        rated = ["--rulebook", "se,hodoku", "--add", "trial", "--add", "backdoors", "--add", "guesses", "--format", "csv"]
        columns = "index,puzzle,givens,weight,se_er,hodoku_level,trial_depth,b,backdoor_size,guesses"
        out = Path(folder) / "run"
        file = enumerated(program, out, f"flagship-rated-{number}", "--count", str(RATED_BATCH), *rated, "--columns", columns)
        rows = list(csv.DictReader((out / "data" / "part-00000-of-00001.csv").read_text().splitlines()))
    sums = {}
    for row in rows:
        weight = math.exp(float(row["weight"]) - 38)
        measures = {"depth 2 or more": int(row["trial_depth"]) >= 2, "singles": row["trial_depth"] == "0"}
        measures |= {level: row["hodoku_level"] == level for level in LEVELS}
        measures |= {name: float(row[name]) for name in ("se_er", "b", "backdoor_size", "guesses") if row[name]}
        for name, x in measures.items():
            of = sums.setdefault(row["givens"], {}).setdefault(name, [0] * 6)
            of[:] = map(sum, zip(of, (1, weight, weight * x, weight**2, weight**2 * x, (weight * x) ** 2)))
    return {"contents_blake3": file["contents_blake3"], "counts": sums}


def uniform_grids(program, number, seed):
    """Complete grids, each equally likely."""
    words = ["--count", str(number), "--seed", seed, "--givens", "46", "--columns", "solution", "--no-timings"]
    return answers(program, "generate", *words).split()[1:]


def answers(program, *words, puzzles=()):
    """Standard output of the program on one thread."""
    given = "".join(f"{puzzle}\n" for puzzle in puzzles) if puzzles else None
    return subprocess.run([program, *words, "--threads", "1", *QUIET], check=True, capture_output=True, text=True, input=given).stdout


def subsets_of(program, name, number):
    """Counts minimal puzzles in a batch of subsets."""
    kind, seed, sums = SUBSETS[name], f"flagship-{name}-{number}", Sums()
    grids = uniform_grids(program, kind.batch, seed)
    draw = random.Random(seed)
    kept = (set(draw.sample(range(CELLS), kind.cells)) for _ in grids)
    puzzles = ["".join(digit if cell in cells else "." for cell, digit in enumerate(grid)) for cells, grid in zip(kept, grids)]
    if kind.givens:
        numbers = ({kind.givens: found} for found in scanned(program, puzzles, kind.givens))
    else:
        rows = list(csv.DictReader(answers(program, "minimals", "-", "--print=by-givens", "--limit", "100000000", puzzles=puzzles).splitlines()))
        for row in rows:
            if row["reason"]:
                raise SystemExit(f"subset of seed {seed}: {row['reason']}")
        numbers = ({j: int(row[f"minimal_puzzles_{j}"] or 0) for j in range(17, kind.cells + 1)} for row in rows)
    for found in numbers:
        sums.add_row({j: n * math.comb(CELLS, j) / math.comb(kind.cells, j) for j, n in found.items() if n})
    return {"counts": sums.dump()}


def scanned(program, puzzles, givens):
    """Numbers of minimal puzzles with so many givens within each of these, which have none if they have several solutions."""
    rows = csv.DictReader(answers(program, "solve", "-", "--out", "-", "--format", "csv", puzzles=puzzles).splitlines())
    places = [place for place, row in enumerate(rows) if row["solution"]]
    found, at = [0] * len(puzzles), 0
    if not places:
        return found
    # Those of each puzzle in turn.
    for small in answers(program, "scan", "-", "--within", "--givens", str(givens), puzzles=[puzzles[place] for place in places]).split():
        while any(digit not in (".", given) for digit, given in zip(small, puzzles[places[at]])):
            at += 1
        found[places[at]] += CELLS - small.count(".") == givens
    return found


def make(program, name, number):
    """Makes a batch, and returns what it counted and the processor time that it took."""
    before = children_seconds()
    if name in RUNS:
        made = rows_of(program, name, number)
    elif name in SUBSETS:
        made = subsets_of(program, name, number)
    else:
        made = (grids_of if name == "grids" else rated_of)(program, number)
    return made, children_seconds() - before


def added(name, old, new):
    """What was counted, and what a batch counted."""
    if name == "grids":
        return [*(old or []), *new]
    if name == "rated":
        one = lambda j, measure: [total for of in (old or {}, new) if (total := of.get(j, {}).get(measure))]
        names = lambda *all: dict.fromkeys(name for of in all for name in of)
        return {
            j: {measure: [sum(of) for of in zip(*one(j, measure))] for measure in names((old or {}).get(j, {}), new.get(j, {}))}
            for j in sorted(names(old or {}, new))
        }
    return (Sums().add(old) if old else Sums()).add(new).dump()


def first_of(name, made):
    """What another machine makes again to the last bit: of rated rows, their hash."""
    return {"contents_blake3": made["contents_blake3"]} if name == "rated" else made


def workers(options):
    return ProcessPoolExecutor(options.jobs, initializer=os.nice, initargs=(19,))


def go_on(options, summary, save):
    """Goes on with the kind of work that has had the least of its part of the time, and saves after each batch."""
    end, kinds = time.monotonic() + options.seconds, summary["kinds"]
    for name in PARTS:
        kinds.setdefault(name, {"batches": 0, "processor_seconds": 0, "first": None, "counts": None})
    begun = {name: kind["batches"] for name, kind in kinds.items()}
    # What is expected of batches that are not done, and those that are done before one with a smaller number.
    running, early = {}, {}

    def spent(name):
        kind = kinds[name]
        each = kind["processor_seconds"] / kind["batches"] if kind["batches"] else 10
        return (kind["processor_seconds"] + each * (begun[name] - kind["batches"])) / PARTS[name]

    with workers(options) as pool:
        while running or time.monotonic() < end:
            while len(running) < options.jobs and time.monotonic() < end:
                name = min(PARTS, key=spent)
                running[pool.submit(make, options.program, name, begun[name])] = (name, begun[name])
                begun[name] += 1
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                early[running.pop(done)] = done.result()
            for name, kind in kinds.items():
                while (name, kind["batches"]) in early:
                    made, seconds = early.pop((name, kind["batches"]))
                    kind["first"] = kind["first"] or first_of(name, made)
                    kind["counts"] = added(name, kind["counts"], made["counts"])
                    kind["batches"] += 1
                    kind["processor_seconds"] = round(kind["processor_seconds"] + seconds, 1)
            save(summary)


def of_scans(kind, both):
    """What the scans say about puzzles of few givens."""
    sums, few = Sums().add(kind["counts"]), SUBSETS["scan"].givens
    (mean, relative), (total, total_error) = sums.of_givens(few), both.per_grid()
    error = mean * relative
    share_error = mean / total * math.hypot(relative, total_error)
    return (
        f"{few} givens: {sums.sum[few]:,.0f} puzzles, all that {sums.rows:,} uniform grids have, in {sums.rows_with[few]:,} of them,"
        f" {sums.largest[few]:.0f} at most in one (`scan`). So a grid has {shown(mean, error)} on average, and their share is"
        f" {100 * mean / total:.2e} ± {100 * share_error:.1e} per cent; some {mean * GRIDS / IMAGES:.2e} ± {error * GRIDS / IMAGES:.1e} classes."
    )


def of_subsets(kinds, both):
    """The table of shares of few and of many givens."""
    total, total_error = both.per_grid()
    rows = []
    for j, (name, *variances) in PILOT.items():
        sums = Sums().add(kinds[name]["counts"])
        number, relative = sums.of_givens(j)
        share = number / total
        estimates = [both.share(j), (share, share * math.hypot(relative, total_error))]
        # In inverse proportion to the variances that the pilot predicts.
        parts = [of.rows / variance for of, variance in zip((both, sums), variances)]
        parts = [part / sum(parts) for part in parts]
        mean = sum(part * estimate for part, (estimate, _) in zip(parts, estimates))
        error = math.hypot(*(part * error for part, (_, error) in zip(parts, estimates)))
        cells = [shown(100 * share, 100 * error) if share else "none" for share, error in [*estimates, (mean, error)]]
        published = GIVENS.get(j)
        apart = f"{(100 * mean - published[0]) / math.hypot(100 * error, published[1]):+.1f}".replace("-", "−") if published else "–"
        found = f"{sums.rows_with.get(j, 0):,} of {sums.rows:,}"
        rows.append([str(j), cells[0], SUBSETS[name].cells, found, *cells[1:], f"{error / mean:.1%}", f"{parts[1]:.0%}", shown(*published) if published else "–", apart])
    head = (
        "givens | subsets of 33 | other subsets | which have some | their estimate | both | relative error | their part"
        " | D. Berthier 2009 | difference in standard errors"
    )
    hours = sum(kinds[name]["processor_seconds"] for name in SUBSETS) / 3600
    larger = Sums().add(kinds["larger"]["counts"])
    each = lambda j: larger.sum[j] / larger.rows_with[j]
    most = max(larger.sum)
    # What a subset with some would count continues what those with one and two givens fewer counted.
    limit = -math.log(0.05) * each(most) ** 2 / each(most - 1) / larger.rows / total
    return [
        "Puzzles of few and of many givens are rare in subsets of 33 givens. In other random subsets, each of a grid of its own, all minimal puzzles were counted"
        f" (`minimals --print by-givens`), or those with 19 and with 20 givens (`scan --within`); with the scans below, {hours:.1f} hours."
        " Both estimates are unbiased; each has the part that is best by variances that a pilot and the first rows showed:",
        "",
        *lines_of(head, rows),
        "",
        f"{most + 1} givens: no subset has any, so that at most {100 * limit:.1e} per cent of all minimal puzzles have as many (95 %; by the numbers that subsets with"
        f" {most} and {most - 1} had).",
        "",
    ]


def sections(summary):
    """The tables of docs/BIAS.md."""
    kinds = summary["kinds"]
    runs = [Sums().add(kinds[name]["counts"]) for name in RUNS]
    both = Sums()
    for name in RUNS:
        both.add(kinds[name]["counts"])
    rows, tested = [], []
    for j in sorted(set(both.sum) | set(GIVENS)):
        published = GIVENS.get(j)
        known = shown(*published) if published else "–"
        if j not in both.sum:
            rows.append([str(j), "none", "0", "–", known, "–"])
            continue
        share, error = (100 * value for value in both.share(j))
        apart = f"{(share - published[0]) / math.hypot(error, published[1]):+.1f}".replace("-", "−") if published else "–"
        part = both.largest[j] / both.sum[j]
        # One row carries it, or too few rows for an error.
        few = part > 0.1
        rows.append([str(j), f"one row has {part:.0%}" if few else shown(share, error), f"{both.rows_with[j]:,}", f"{error / share:.2%}", known, apart])
        if published and not few:
            tested.append(j)
    # The shares of the classes tested, among them: one degree of freedom less than classes.
    differences = [both.share(j)[0] - GIVENS[j][0] / 100 for j in tested[:-1]]
    matrix = both.covariances(tested[:-1])
    for place, j in enumerate(tested[:-1]):
        matrix[place][place] += (GIVENS[j][1] / 100) ** 2
    statistic = sum(value * weight for value, weight in zip(differences, solve(matrix, differences)))
    mean, number = both.mean(), both.per_grid()
    each = [f"{shown(*run.mean())} and {run.per_grid()[0]:.4e} ± {run.per_grid()[1]:.2%}" for run in runs]
    made = [f"{run.rows:,} rows of seed flagship-{name}" for name, run in zip(RUNS, runs)]
    times = sum(kinds[name]["processor_seconds"] for name in RUNS)
    return [
        "Per cent of all minimal puzzles, ± one standard error, from all puzzles that the attempts counted:",
        "",
        *lines_of("givens | here | rows that counted some | relative error | D. Berthier 2009 | difference in standard errors", rows),
        "",
        f"{summary['program']}, stream version {summary['stream']}, {' and '.join(made)},"
        f" {both.attempts:,} attempts, {times / 3600:.1f} hours of processor time, at the lowest priority.",
        "",
        f"Mean givens {shown(*mean)}; minimal puzzles a grid {number[0]:.4e} ± {number[1]:.3%}, in all {number[0] * GRIDS:.4e}.",
        f"The seeds alone: {'; '.join(each)}.",
        f"Chi-square over the classes of both columns, {tested[0]} to {tested[-1]} givens, none of them left out but those that one row carries: {statistic:.1f}"
        f" with {len(tested) - 1} degrees of freedom (p = {survival(statistic, len(tested) - 1):.2f}). Covariances are those of the counts; the published errors"
        " are taken as independent.",
        "",
        *of_subsets(kinds, both),
        of_scans(kinds["scan"], both),
        "",
        f"17 givens: exactly {SEVENTEEN:,} classes, each with {IMAGES:,} puzzles, so {SEVENTEEN * IMAGES:.4e} puzzles"
        f" and a share of {100 * SEVENTEEN * IMAGES / (number[0] * GRIDS):.2e} per cent; 16 and fewer: none (G. McGuire, B. Tugemann and G. Civario 2012).",
    ]


def grids_section(grids):
    """The law of the number of minimal puzzles of a grid."""
    numbers, count = [number for number, _, _ in grids], len(grids)
    mean = sum(numbers) / count
    squares = [(number - mean) ** 2 for number in numbers]
    # What the estimates of single grids add to the variance.
    noise = sum((number * relative) ** 2 for number, relative, _ in grids) / count
    of_estimates = sum(squares) / (count - 1)
    variance = of_estimates - noise
    variance_error = math.sqrt(sum((square - of_estimates) ** 2 for square in squares) / count / count)
    sd = math.sqrt(variance) / mean
    least, most = min(grids), max(grids)
    fours = [sets for _, _, sets in grids]
    middle, logs = sum(fours) / count, [math.log(number) for number in numbers]
    spread, height = sum((sets - middle) ** 2 for sets in fours), sum(logs) / count
    slope = sum((sets - middle) * (log - height) for sets, log in zip(fours, logs)) / spread
    left = [log - height - slope * (sets - middle) for sets, log in zip(fours, logs)]
    slope_error = math.sqrt(sum((sets - middle) ** 2 * rest**2 for sets, rest in zip(fours, left))) / spread
    of_logs = sum((log - height) ** 2 for log in logs) / count - sum(relative**2 for _, relative, _ in grids) / count
    explained = slope**2 * spread / count / of_logs
    rows = []
    bounds = [0, 7, 10, 13, 16, 100]
    for low, high in zip(bounds, bounds[1:]):
        some = [grid for grid in grids if low <= grid[2] < high]
        if len(some) < 2:
            continue
        average = sum(number for number, _, _ in some) / len(some)
        spread_of = sum((number - average) ** 2 for number, _, _ in some) / (len(some) - 1)
        true = max(0, spread_of - sum((number * relative) ** 2 for number, relative, _ in some) / len(some))
        name = f"{low} to {high - 1}" if high < 100 else f"{low} and more"
        error = math.sqrt(spread_of / len(some))
        rows.append([name, f"{len(some):,}", shown(average / 1e15, error / 1e15), f"{math.sqrt(true) / average:.0%}"])
    number = lambda grid: f"{grid[0]:.2e} ± {grid[1]:.0%} (unavoidable sets of four cells: {grid[2]})"
    return [
        f"Of {count:,} uniform grids, each by the counts of {GRID_ROWS} rows: {mean:.4e} ± {math.sqrt(of_estimates / count) / mean:.1%} minimal puzzles on average."
        f" The standard deviation over grids, without that of the estimates, is {sd:.1%} ± {variance_error / 2 / math.sqrt(variance) / mean:.1%} of it."
        f" The least and the most that were estimated: {number(least)}, {number(most)}.",
        "",
        f"With each unavoidable set of four cells more, a grid has {100 * (math.exp(slope) - 1):+.1f} ± {100 * slope_error:.1f} per cent of puzzles"
        f" (least squares of the logarithm); these sets explain {explained:.0%} of its variance over grids:".replace("-", "−"),
        "",
        *lines_of("unavoidable sets of four cells | grids | minimal puzzles a grid, 1e15 | standard deviation over these grids", rows),
    ]


def rated_section(by_givens):
    """The table of ratings by givens."""

    def cell(j, name, scale=1):
        rows, total, of, squares, cross, high = by_givens[j].get(name, [0] * 6)
        if rows < 30:
            return "–"
        mean = of / total
        if not mean:
            return "none"
        error = math.sqrt(max(0, high - 2 * mean * cross + mean**2 * squares) * rows / (rows - 1)) / total
        return shown(scale * mean, scale * error) if error else f"{scale * mean:g}"

    def row(j):
        rows = max(of[0] for of in by_givens[j].values())
        shares = [cell(j, name, 100) for name in ("singles", *LEVELS, "depth 2 or more")]
        return [j, f"{rows:,}", *shares, *(cell(j, name) for name in ("se_er", "b", "guesses", "backdoor_size"))]

    head = f"givens | rows | falls to singles, % | {' | '.join(f'{level}, %' for level in LEVELS)} | depth 2 or more, % | mean ER | mean B | guesses | backdoor size"
    return [
        f"{sum(max(of[0] for of in measures.values()) for measures in by_givens.values()):,} rows of `--dig enumerated`, weighted; levels are HoDoKu's, ER that"
        " of the Sudoku Explainer, B that of puzzles of depth 0 and 1; ± one standard error, none where fewer than 30 rows are known:",
        "",
        *lines_of(head, map(row, by_givens)),
    ]


def check(options, kinds):
    """Makes the first batch of each kind again, and compares it with the summary."""
    with workers(options) as pool:
        for name, made in [(name, pool.submit(make, options.program, name, 0)) for name in PARTS]:
            if json.loads(json.dumps(first_of(name, made.result()[0]))) != kinds[name]["first"]:
                raise SystemExit(f"flagship-{name}: the first batch differs from that of {SUMMARY}")
            print(f"flagship-{name}: the first of {kinds[name]['batches']:,} batches is that of {SUMMARY}", flush=True)


def run(options):
    path = ROOT / SUMMARY
    summary = json.loads(path.read_text())
    if options.check:
        return check(options, summary["kinds"])

    def save(summary):
        new = path.with_name(f"{path.name}.new")
        new.write_text(json.dumps(summary, indent=1) + "\n")
        new.replace(path)

    if options.seconds:
        summary["program"] = subprocess.run([options.program, "--version"], check=True, capture_output=True, text=True).stdout.strip()
        summary["machine"] = processor()
        go_on(options, summary, save)
    kinds = summary["kinds"]
    parts = {"Counts": sections(summary), "Ratings": rated_section(kinds["rated"]["counts"]), "Grids": grids_section(kinds["grids"]["counts"])}
    replace_part(options, "docs/BIAS.md", {f"{name}, made by benches/counts.py": lines for name, lines in parts.items()})
