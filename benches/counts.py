"""Shares of all minimal puzzles by number of givens, from what long runs of `--dig enumerated` counted: tables of docs/BIAS.md.

`python3 benches counts --seconds S` goes on for S seconds of wall time, at the lowest priority, on one thread: a quarter of it each with two runs, of one seed
each, with random subsets of 36 givens, in which puzzles of many givens are less rare, and with scans of uniform grids for 18 givens. What is made is
kept in FOLDER and can be stopped and started again. The counts, not the rows, are written to reports/unbiased/counts.json, and from it the tables. `--check` makes the first thousandth of
each run and the first subsets again, and compares hashes and counts with those of counts.json; scripts/reproduce.sh does that.
"""

import csv
import json
import math
import random
import resource
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from bias import GIVENS, shown, solve, survival
from measuring import QUIET, ROOT, lines_of, processor, replace_part

SEEDS = ("flagship-1", "flagship-2")
SHARD_ROWS = 10_000
ROWS = 1000 * SHARD_ROWS
SUMMARY = Path("reports") / "unbiased" / "counts.json"
GRIDS = 6_670_903_752_021_072_936_960
# Classes of minimal puzzles with 17 givens, none with automorphisms, and the images of a class.
SEVENTEEN, IMAGES = 49_158, 1_218_998_108_160
# Givens of the larger subsets, and how many are counted at once.
LARGER, SUBSETS = 36, 5_000
# Givens of the scans.
FEW = 18
# Variance of the number of puzzles with so many givens over the square of its mean: of a row, and of a larger subset. Those of a pilot, 100,000 rows
# and 40,000 subsets of other seeds, so that the parts of both in an estimate do not depend on what they found. Of 31 givens it found too few.
PILOT = {29: (62, 118), 30: (3_164, 2_303)}


def command(program, seed, out):
    """The command of a run, without timings, which the hash of its rows leaves out as well."""
    plan = ["--dig", "enumerated", "--count", str(ROWS), "--seed", seed, "--shard-rows", str(SHARD_ROWS)]
    return [program, "generate", *plan, "--columns", "index,puzzle,givens,weight,attempts", "--threads", "1", "--out", str(out)]


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


def counted(folder):
    """The sums of the whole files of a run, the entry of its first file, and its manifest."""
    manifest = json.loads((folder / "manifest.json").read_text())
    shards = manifest["shards"]
    journal = folder / ".work" / "shards.jsonl"
    if journal.exists():
        shards += [json.loads(line) for line in journal.read_text().splitlines() if line.endswith("}")]
    sums = Sums()
    for shard in shards:
        sums.add(shard["counts"])
    first = next((shard for shard in shards if shard["first_index"] == 0), None)
    return sums, first, manifest


def go_on(program, seed, out, seconds):
    """Goes on with a run for some seconds, and returns the processor time that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    resume = ["--resume"] if (out / "manifest.json").exists() else []
    run = subprocess.Popen(["nice", "-n", "19", *command(program, seed, out), *resume, "--no-timings", *QUIET], stdout=subprocess.DEVNULL)
    try:
        code = run.wait(timeout=seconds)
    except subprocess.TimeoutExpired:
        run.send_signal(signal.SIGINT)
        code = run.wait()
    if code not in (0, 130):
        raise SystemExit(f"the run of seed {seed} ended with {code}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def larger(program, number):
    """The sums of the random subsets with this number: a try each, in a grid of its own."""
    seed = f"flagship-larger-{number}"
    grids = [program, "generate", "--count", str(SUBSETS), "--seed", seed, "--givens", "36", "--columns", "solution", "--threads", "1", "--no-timings", *QUIET]
    solutions = subprocess.run(grids, check=True, capture_output=True, text=True).stdout.split()[1:]
    draw = random.Random(seed)
    kept = (set(draw.sample(range(81), LARGER)) for _ in solutions)
    puzzles = ("".join(digit if cell in cells else "." for cell, digit in enumerate(grid)) for cells, grid in zip(kept, solutions))
    count = ["nice", "-n", "19", program, "minimals", "-", "--by-givens", "--threads", "1", "--limit", "100000000", *QUIET]
    found = subprocess.run(count, check=True, capture_output=True, text=True, input="\n".join(puzzles) + "\n").stdout
    sums = Sums()
    for row in csv.DictReader(found.splitlines()):
        if row["reason"]:
            raise SystemExit(f"subset of seed {seed}: {row['reason']}")
        numbers = ((j, int(row[f"minimal_puzzles_{j}"] or 0)) for j in range(17, LARGER + 1))
        sums.add_row({j: n * math.comb(81, j) / math.comb(LARGER, j) for j, n in numbers if n})
    return sums


def go_on_larger(program, folder, seconds):
    """Counts in larger subsets for some seconds, and returns the sums of all, those of the first, and the processor time that it took."""
    path, begin = folder / "larger.jsonl", time.monotonic()
    lines = path.read_text().splitlines() if path.exists() else []
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    while time.monotonic() - begin < seconds:
        lines.append(json.dumps(larger(program, len(lines)).dump()))
        with path.open("a") as file:
            file.write(lines[-1] + "\n")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    sums = Sums()
    for line in lines:
        sums.add(json.loads(line))
    return sums, json.loads(lines[0]), after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def scanned(program, number):
    """The minimal puzzles with `FEW` givens of the uniform grid with this number, all of them."""
    grid = [program, "generate", "--count", "1", "--seed", f"flagship-scan-{number}", "--givens", "46", "--columns", "solution", "--no-timings", *QUIET]
    solution = subprocess.run(grid, check=True, capture_output=True, text=True).stdout.split()[1]
    scan = ["nice", "-n", "19", program, "scan", solution, "--givens", str(FEW), "--threads", "1", *QUIET]
    found = subprocess.run(scan, check=True, capture_output=True, text=True).stdout.split()
    return sum(81 - puzzle.count(".") == FEW for puzzle in found)


def go_on_scans(program, folder, seconds):
    """Scans grids for some seconds, and returns what all scans found."""
    path, begin = folder / f"scans-{FEW}.txt", time.monotonic()
    found = [int(line) for line in path.read_text().split()] if path.exists() else []
    while time.monotonic() - begin < seconds or not found:
        found.append(scanned(program, len(found)))
        with path.open("a") as file:
            file.write(f"{found[-1]}\n")
    return found


def of_scans(scans, both):
    """What the scans say about puzzles of few givens."""
    found, grids = scans["found"], len(scans["found"])
    mean, (total, total_error) = sum(found) / grids, both.per_grid()
    error = math.sqrt(sum((x - mean) ** 2 for x in found) / (grids - 1) / grids)
    share_error = mean / total * math.hypot(error / mean, total_error)
    return (
        f"{FEW} givens: {sum(found):,} puzzles, all that {grids:,} uniform grids have, in {sum(x > 0 for x in found):,} of them, {max(found)} at most in one"
        f" (`scan`). So a grid has {shown(mean, error)} on average, and their share is"
        f" {100 * mean / total:.2e} ± {100 * share_error:.1e} per cent; some {mean * GRIDS / IMAGES:.2e} ± {error * GRIDS / IMAGES:.1e} classes."
    )


def of_larger(summary, both):
    """The table of shares of many givens."""
    sums = Sums().add(summary["larger"]["counts"])
    total, total_error = both.per_grid()
    rows = []
    for j in sorted(PILOT):
        estimates = [both.share(j)]
        number, relative = sums.of_givens(j)
        share = number / total
        estimates.append((share, share * math.hypot(relative, total_error)))
        # In inverse proportion to the variances that the pilot predicts.
        parts = [runs.rows / variance for runs, variance in zip((both, sums), PILOT[j])]
        parts = [part / sum(parts) for part in parts]
        mean = sum(part * estimate for part, (estimate, _) in zip(parts, estimates))
        error = math.hypot(*(part * error for part, (_, error) in zip(parts, estimates)))
        cells = [shown(100 * share, 100 * error) if share else "none" for share, error in [*estimates, (mean, error)]]
        published = GIVENS.get(j)
        apart = f"{(100 * mean - published[0]) / math.hypot(100 * error, published[1]):+.1f}".replace("-", "−") if published else "–"
        rows.append([str(j), *cells, f"{error / mean:.1%}", f"{parts[1]:.0%}", shown(*published) if published else "–", apart])
    hours = summary["larger"]["processor_seconds"] / 3600
    head = f"givens | subsets of 33 | subsets of {LARGER} | both | relative error | part of {LARGER} | D. Berthier 2009 | difference in standard errors"
    return [
        f"Puzzles of many givens are rare in subsets of 33 givens. In {sums.attempts:,} random subsets of {LARGER} givens, each of a grid of its own"
        f" (`minimals --by-givens`; {hours:.2f} hours), all minimal puzzles were counted. Both estimates are unbiased; each has the part that is best by"
        " the variances of a pilot with other seeds:",
        "",
        *lines_of(head, rows),
        "",
    ]


def sections(summary):
    """The tables of docs/BIAS.md."""
    runs = [Sums().add(run["counts"]) for run in summary["runs"] if run["counts"]["rows"]]
    both = Sums()
    for run in summary["runs"]:
        both.add(run["counts"])
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
    made = [f"{run['counts']['rows']:,} rows of seed {run['seed']}" for run in summary["runs"]]
    times = sum(run["processor_seconds"] for run in summary["runs"])
    return [
        "Per cent of all minimal puzzles, ± one standard error, from all puzzles that the attempts counted:",
        "",
        *lines_of("givens | here | rows that counted some | relative error | D. Berthier 2009 | difference in standard errors", rows),
        "",
        f"{summary['program']}, stream version {summary['stream']}, {' and '.join(made)},"
        f" {both.attempts:,} attempts, {times / 3600:.2f} hours of processor time on one thread at the lowest priority of a busy machine.",
        "",
        f"Mean givens {shown(*mean)}; minimal puzzles a grid {number[0]:.4e} ± {number[1]:.3%}, in all {number[0] * GRIDS:.4e}.",
        f"The seeds alone: {'; '.join(each)}.",
        f"Chi-square over the classes of both columns, {tested[0]} to {tested[-1]} givens, none of them left out but those that one row carries: {statistic:.1f}"
        f" with {len(tested) - 1} degrees of freedom (p = {survival(statistic, len(tested) - 1):.2f}). Covariances are those of the counts; the published errors"
        " are taken as independent.",
        "",
        *(of_larger(summary, both) if "larger" in summary else []),
        *([of_scans(summary["scans"], both), ""] if sum(summary.get("scans", {}).get("found", [])) else []),
        f"17 givens: exactly {SEVENTEEN:,} classes, each with {IMAGES:,} puzzles, so {SEVENTEEN * IMAGES:.4e} puzzles"
        f" and a share of {100 * SEVENTEEN * IMAGES / (number[0] * GRIDS):.2e} per cent; 16 and fewer: none (G. McGuire, B. Tugemann and G. Civario 2012).",
    ]


def check(options, summary):
    """Makes the first file of each run again, and compares it with the summary."""
    for run in summary["runs"]:
        if not run["first_file"]:
            print(f"seed {run['seed']}: no file is whole yet")
            continue
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / "run"
            part = ["--part", f"1/{ROWS // SHARD_ROWS}", "--no-timings", *QUIET]
            subprocess.run([*command(options.program, run["seed"], out), *part], check=True, stdout=subprocess.DEVNULL)
            _, first, _ = counted(out)
        if (first["contents_blake3"], first["counts"]) != (run["first_file"]["contents_blake3"], run["first_file"]["counts"]):
            raise SystemExit(f"seed {run['seed']}: rows 0 to {SHARD_ROWS - 1} or their counts are not those of {SUMMARY}")
        print(f"seed {run['seed']}: the first {SHARD_ROWS:,} rows and their counts are those of {SUMMARY}")
    if json.loads(json.dumps(larger(options.program, 0).dump())) != summary["larger"]["first"]:
        raise SystemExit(f"the counts of the first {SUBSETS:,} subsets of {LARGER} givens are not those of {SUMMARY}")
    print(f"the counts of the first {SUBSETS:,} subsets of {LARGER} givens are those of {SUMMARY}")
    if scanned(options.program, 0) != summary["scans"]["found"][0]:
        raise SystemExit(f"the first scan for {FEW} givens does not find as many puzzles as {SUMMARY} has")
    print(f"the first scan for {FEW} givens finds as many puzzles as {SUMMARY} has")


def run(options):
    path = ROOT / SUMMARY
    summary = json.loads(path.read_text()) if path.exists() else None
    if options.check:
        return check(options, summary)
    if options.seconds:
        # Of runs that go on; those of a new folder start at zero.
        spent = {one["seed"]: one["processor_seconds"] for one in summary["runs"]} if summary and options.folder.exists() else {}
        runs = []
        for seed in SEEDS:
            out = options.folder / seed
            out.parent.mkdir(parents=True, exist_ok=True)
            seconds = go_on(options.program, seed, out, options.seconds / 4)
            sums, first, manifest = counted(out)
            if not sums.rows:
                raise SystemExit(f"seed {seed}: no file is whole yet; give more seconds")
            runs.append({
                "seed": seed,
                "command": " ".join(command("gridmill", seed, "FOLDER")),
                "processor_seconds": round(spent.get(seed, 0) + seconds),
                "first_file": first and {key: first[key] for key in ("contents_blake3", "counts")},
                "counts": sums.dump(),
            })  # fmt: skip
        sums, first, seconds = go_on_larger(options.program, options.folder, options.seconds / 4)
        before = (summary or {}).get("larger", {}).get("processor_seconds", 0) if spent else 0
        found = go_on_scans(options.program, options.folder, options.seconds / 4)
        summary = {
            "program": manifest["program"],
            "stream": manifest["job"]["stream"],
            "machine": processor(),
            "runs": runs,
            "larger": {"subsets_of": LARGER, "processor_seconds": round(before + seconds), "first": first, "counts": sums.dump()},
            "scans": {"givens": FEW, "found": found},
        }
        path.write_text(json.dumps(summary, indent=1) + "\n")
    if summary:
        replace_part(options, "docs/BIAS.md", {"Counts, made by benches/counts.py": sections(summary)})
