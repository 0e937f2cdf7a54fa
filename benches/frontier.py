"""Measures unavoidable sets, scans, minimal puzzles and climbs, each on one core."""

import argparse
import csv
import datetime
import json
import os
import tempfile
from collections import Counter
from pathlib import Path

from measuring import QUIET, collected, example, head, on_core, processor, report, row, version_of

# 7.1 million core hours for 5,472,730,538 grids.
MCGUIRE_SECONDS = 7.1e6 * 3600 / 5_472_730_538
EXACT_FOURS = 82120835397888 / 7092292600576


def run(options: argparse.Namespace) -> None:
    if options.name == "climb":
        with report(options, "reports/frontier/climb.md"):
            climb(1 if options.quick else options.seconds, options.core)
        return
    known_puzzles, few = example("gridmill-unavoidable", "known_puzzles"), 20 if options.quick else 1
    with tempfile.TemporaryDirectory() as name, report(options, "reports/frontier/README.md"):
        print("# The frontier: unavoidable sets, scans, minimal puzzles\n")
        print(f"{version_of(options.program)}. Processor times of whole processes with one thread on one core, whose other thread may be busy.")
        unavoidable(options.program, few)
        scans(options.program, options.quick, Path(name))
        known(options.program, known_puzzles, 1 if options.quick else options.scanned, options.quick, Path(name))
        minimals(options.program, few)


def made(gridmill: str, column: str, count: int, seed: int, *options: str) -> list[str]:
    """A column of generated rows: `solution`, which is a uniform grid, or `puzzle`."""
    command = [gridmill, "generate", "--count", count, "--seed", seed, *options, "--columns", column, "--threads", 1, *QUIET]
    return on_core(command)[0].split()[1:]


def answers(command: list[object], lines: list[str]) -> tuple[list[dict], float]:
    """What a command prints about each of these lines as JSON, and its seconds."""
    out, seconds = on_core([*command, "--json", "-"], "\n".join(lines))
    return [json.loads(line) for line in out.splitlines()], seconds


def unavoidable(gridmill: str, few: int) -> None:
    print("\n## Unavoidable sets\n\nAll minimal sets up to a size, of uniform grids, and the most that share no cell.\n")
    head("size: | grids | grids/s | sets | of them with 4 cells | 6 | 8 | 9 | 10 | 11 | 12 | most that share no cell")
    for size, count in [(6, 4000), (10, 4000), (12, 400)]:
        found, seconds = answers([gridmill, "unavoidable", "--size", size], made(gridmill, "solution", count // few, 11))
        sizes: Counter[str] = Counter()
        for answer in found:
            sizes.update(answer["by_size"])
        n, cliques = len(found), sum(answer["max_clique"] for answer in found)
        cells = [f"{sizes[str(cells)] / n:.2f}" for cells in (4, 6, 8, 9, 10, 11, 12)]
        row(size, f"{n:,}", f"{n / seconds:,.0f}", f"{sum(sizes.values()) / n:.1f}", *cells, f"{cliques / n:.2f}")
    print(f"\nThe exact mean number of sets of four cells over all grids is {EXACT_FOURS:.4f}.")


def scan(gridmill: str, grid: str, givens: int, *options: object) -> tuple[dict, float]:
    text, seconds = on_core([gridmill, "scan", grid, "--givens", givens, "--json", *options])
    return json.loads(text), seconds


def whole_scan(gridmill: str, grid: str, givens: int, out: Path) -> tuple[dict, float]:
    return scan(gridmill, grid, givens, "--threads", 1, *QUIET, "--overwrite", "--out", out)


def scans(gridmill: str, quick: bool, folder: Path) -> None:
    print("\n## Scans of uniform grids\n\nAll minimal puzzles with at most this number of givens, each grid whole.\n")
    head("givens | grids | found | seconds a grid: mean | least | most | million branches/s")
    grids = made(gridmill, "solution", 40, 12)
    for givens, count in [(15, 2), (16, 2)] if quick else [(15, 20), (16, 20), (17, 20), (18, 4)]:
        results = [whole_scan(gridmill, grid, givens, folder / "found.txt") for grid in grids[:count]]
        times = [seconds for _, seconds in results]
        found, nodes = (sum(result[name] for result, _ in results) for name in ("puzzles", "nodes"))
        row(givens, count, found, *(f"{time:.2f}" for time in (sum(times) / count, min(times), max(times))), f"{nodes / sum(times) / 1e6:.1f}")
    print(
        "\nG. McGuire, B. Tugemann and G. Civario (2012) scanned all 5,472,730,538 grids for 16 givens in 7.1 million hours of cores of a Xeon cluster of"
        f" 2011: {MCGUIRE_SECONDS:.1f} seconds a grid.\n\nEstimates by `--estimate`, from four seconds of work on each grid:\n"
    )
    head("givens | grids | seconds a grid")
    for givens in (18, 19, 20):
        estimates = [scan(gridmill, grid, givens, "--estimate")[0]["thread_seconds"] for grid in grids[: 2 if quick else 6]]
        row(givens, len(estimates), f"{sum(estimates) / len(estimates):,.0f}")


def grids_of(gridmill: str, puzzles: list[str], folder: Path) -> list[str]:
    """The canonical grid of each puzzle."""
    listed, forms = folder / "list.txt", folder / "forms.csv"
    listed.write_text("\n".join(puzzles))
    on_core([gridmill, "canonical", listed, "--out", forms, *QUIET])
    with forms.open() as rows:
        return [row["canonical_grid"] for row in csv.DictReader(rows)]


def known(gridmill: str, known_puzzles: str, count: int, quick: bool, folder: Path) -> None:
    puzzles, out = collected("17-clue.txt", 49_158), folder / "found.txt"
    if not puzzles:
        return
    grids = grids_of(gridmill, puzzles, folder)
    listed = Counter(grids)
    print("\n## Known puzzles with 17 givens\n\nScans of the grids of puzzles of the complete list of 49,158, evenly spaced in it.\n")
    head("grids | puzzles of the list in them | 17 givens found | seconds a grid: mean | most")
    step = len(puzzles) // count
    found, times = 0, []
    for puzzle in puzzles[::step][:count]:
        result, seconds = whole_scan(gridmill, puzzle, 17, out)
        if puzzle not in out.read_text().split():
            raise SystemExit(f"a scan of its grid misses {puzzle}")
        found += result["puzzles"]
        times.append(seconds)
    row(count, sum(listed[grid] for grid in grids[::step][:count]), found, f"{sum(times) / count:.1f}", f"{max(times):.1f}")
    if not quick:
        grid, most = listed.most_common(1)[0]
        result, seconds = whole_scan(gridmill, grid, 17, out)
        print(f"\nThe grid with the most puzzles of the list has {most}. A scan of it found {result['puzzles']} in {seconds:,.0f} seconds.")
    few = puzzles[:: len(puzzles) // (20 if quick else 500)]
    words = on_core([known_puzzles], "\n".join(few))[0].strip()
    print(f"\nA scan divides a grid into some hundred units. Searching only the unit in which a known puzzle must be: {words}.")


def minimals(gridmill: str, few: int) -> None:
    print("\n## Minimal puzzles within puzzles\n\nUniform grids dug to a number of givens at random.\n")
    head("givens | puzzles | puzzles/s | minimal puzzles within one: mean")
    for givens, count in [(30, 4000), (32, 1000), (34, 400), (36, 100)]:
        puzzles = made(gridmill, "puzzle", count // few, 13, "--givens", str(givens))
        found, seconds = answers([gridmill, "minimals", "--limit", 100_000_000], puzzles)
        within = [answer["minimal_puzzles"] for answer in found]
        row(givens, f"{len(within):,}", f"{len(within) / seconds:,.0f}", f"{sum(within) / len(within):,.0f}")


def climb(seconds: int, core: int) -> None:
    rates = example("gridmill-generate", "climb_rates")
    print("# Climbs: puzzles a minute on one core\n")
    print(
        f"gridmill on {processor()}, core {core} of {os.cpu_count()}, next to other programs (load {os.getloadavg()[0]:.2f} at the beginning),"
        f" {datetime.datetime.now(datetime.UTC):%Y-%m}.\nEach run took {seconds} seconds. A row is the end of one climb (`generate --dig climb`, seed 1),"
        ' "required" the range of the objective, and a\nclass puzzles that are equal up to symmetry. Rates are by processor time. The standard error of few'
        " rows is about the root of their number.\n"
    )
    print(on_core([rates, seconds], core=core)[0], end="")
