"""Measures unavoidable sets, scans and minimal puzzles, on one core.

`python3 benches/bench_frontier.py GRIDMILL KNOWN_PUZZLES [--quick]`, with puzzle collections in $GRIDMILL_DATA. KNOWN_PUZZLES is the example of this name of
gridmill-unavoidable. Times are processor times of whole processes with one thread. `SCANNED=N` in the environment scans the grids of so many puzzles with
17 givens whole.
"""

import csv
import json
import os
import resource
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from measuring import collected, version_of

# 7.1 million core hours for 5,472,730,538 grids.
MCGUIRE_SECONDS = 7.1e6 * 3600 / 5_472_730_538
EXACT_FOURS = 82120835397888 / 7092292600576


def run(gridmill: str, *args: str, text: str | None = None) -> tuple[str, float]:
    """Runs the program on core 0, and returns its output with its processor time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(["taskset", "-c", "0", gridmill, *args], input=text, check=True, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done.stdout, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def grids_of(gridmill: str, count: int, seed: int) -> list[str]:
    """Returns uniform grids."""
    rows = run(gridmill, "generate", "--count", str(count), "--seed", str(seed), "--columns", "solution", "--threads", "1", "--progress", "never")[0]
    return rows.split()[1:]


def unavoidable(gridmill: str, few: int) -> None:
    print("## Unavoidable sets\n\nAll minimal sets up to a size, of uniform grids, and the most that share no cell.\n")
    print("| size | grids | grids/s | sets | of them with 4 cells | 6 | 8 | 9 | 10 | 11 | 12 | most that share no cell |")
    print("|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
    for size, count in [(6, 4000), (10, 4000), (12, 400)]:
        grids = grids_of(gridmill, count // few, 11)
        out, seconds = run(gridmill, "unavoidable", "--size", str(size), "--json", "-", text="\n".join(grids))
        answers = [json.loads(line) for line in out.splitlines()]
        sizes: Counter[str] = Counter()
        for answer in answers:
            sizes.update(answer["by_size"])
        n = len(answers)
        cells = " | ".join(f"{sizes[str(cells)] / n:.2f}" for cells in (4, 6, 8, 9, 10, 11, 12))
        cliques = sum(answer["max_clique"] for answer in answers) / n
        print(f"| {size} | {n:,} | {n / seconds:,.0f} | {sum(sizes.values()) / n:.1f} | {cells} | {cliques:.2f} |")
    print(f"\nThe exact mean number of sets of four cells over all grids is {EXACT_FOURS:.4f}.\n")


def scan_time(gridmill: str, grid: str, givens: int, out: Path) -> tuple[dict, float]:
    text, seconds = run(gridmill, "scan", grid, "--givens", str(givens), "--threads", "1", "--json", "--progress", "never", "--overwrite", "--out", str(out))
    return json.loads(text), seconds


def scans(gridmill: str, quick: bool, folder: Path) -> None:
    print("## Scans of uniform grids\n\nAll minimal puzzles with at most so many givens, each grid whole.\n")
    print("| givens | grids | found | seconds a grid: mean | least | most | million branches/s |\n|--:|--:|--:|--:|--:|--:|--:|")
    grids = grids_of(gridmill, 40, 12)
    for givens, count in [(15, 20), (16, 20), (17, 4)]:
        count = 2 if quick else count
        if quick and givens == 17:
            continue
        results = [scan_time(gridmill, grid, givens, folder / "found.txt") for grid in grids[:count]]
        times = [seconds for _, seconds in results]
        found, nodes = (sum(result[name] for result, _ in results) for name in ("puzzles", "nodes"))
        mean = sum(times) / count
        print(f"| {givens} | {count} | {found} | {mean:.2f} | {min(times):.2f} | {max(times):.2f} | {nodes / sum(times) / 1e6:.1f} |")
    print(f"\nG. McGuire, B. Tugemann and G. Civario (2012) scanned all 5,472,730,538 grids for 16 givens in 7.1 million hours of cores of a Xeon cluster of 2011: {MCGUIRE_SECONDS:.1f} seconds a grid.\n")
    print("Estimates by `--estimate`, from four seconds of work on each grid:\n\n| givens | grids | seconds a grid |\n|--:|--:|--:|")
    for givens in (16, 17, 18, 19):
        estimates = []
        for grid in grids[:2 if quick else 6]:
            text, _ = run(gridmill, "scan", grid, "--givens", str(givens), "--estimate", "--json")
            estimates.append(json.loads(text)["thread_seconds"])
        print(f"| {givens} | {len(estimates)} | {sum(estimates) / len(estimates):,.0f} |")
    print()


def richest(gridmill: str, puzzles: list[str], folder: Path) -> tuple[str, int]:
    """Returns the grid that most of the puzzles have, up to symmetry, and their number."""
    listed, forms = folder / "list.txt", folder / "forms.csv"
    listed.write_text("\n".join(puzzles))
    run(gridmill, "canonical", str(listed), "--out", str(forms), "--progress", "never")
    with forms.open() as rows:
        return Counter(row["canonical_grid"] for row in csv.DictReader(rows)).most_common(1)[0]


def known(gridmill: str, known_puzzles: str, quick: bool, folder: Path) -> None:
    puzzles = collected("17-clue.txt", 49_158)
    if not puzzles:
        print("17-clue.txt: not there", file=sys.stderr)
        return
    count = 1 if quick else int(os.environ.get("SCANNED", "5"))
    chosen = puzzles[:: len(puzzles) // count][:count]
    print("## Known puzzles with 17 givens\n\nScans of the grids of puzzles of the complete list of 49,158, evenly spaced in it.\n")
    print("| grids | puzzles of the list found again | 17 givens in all | seconds a grid: mean | most |\n|--:|--:|--:|--:|--:|")
    again, found, times = 0, 0, []
    for puzzle in chosen:
        out = folder / "found.txt"
        result, seconds = scan_time(gridmill, puzzle, 17, out)
        again += puzzle in out.read_text().split()
        found += result["puzzles"]
        times.append(seconds)
    print(f"| {count} | {again} | {found} | {sum(times) / count:.1f} | {max(times):.1f} |\n")
    if not quick:
        grid, listed = richest(gridmill, puzzles, folder)
        result, seconds = scan_time(gridmill, grid, 17, folder / "found.txt")
        print(f"The grid with the most puzzles of the list has {listed}. A scan of it found {result['puzzles']} in {seconds:,.0f} seconds.\n")
    few = puzzles[:: len(puzzles) // (20 if quick else 500)]
    words = subprocess.run(["taskset", "-c", "0", known_puzzles], input="\n".join(few), check=True, capture_output=True, text=True).stdout
    print(f"A scan divides a grid into some ten thousand units. The unit in which a known puzzle must be, searched alone: {words.strip()}.\n")


def minimals(gridmill: str, few: int) -> None:
    print("## Minimal puzzles within puzzles\n\nUniform grids dug to so many givens at random.\n")
    print("| givens | puzzles | puzzles/s | minimal puzzles within one: mean |\n|--:|--:|--:|--:|")
    for givens, count in [(30, 4000), (32, 1000), (34, 400), (36, 100)]:
        rows = run(gridmill, "generate", "--count", str(count // few), "--seed", "13", "--givens", str(givens), "--columns", "puzzle", "--threads", "1", "--progress", "never")[0]
        puzzles = rows.split()[1:]
        out, seconds = run(gridmill, "minimals", "--json", "--limit", "100000000", "-", text="\n".join(puzzles))
        within = [json.loads(line)["minimal_puzzles"] for line in out.splitlines()]
        print(f"| {givens} | {len(within):,} | {len(within) / seconds:,.0f} | {sum(within) / len(within):,.0f} |")


def main() -> None:
    gridmill, known_puzzles = [str(Path(path).resolve()) for path in sys.argv[1:3]]
    quick = "--quick" in sys.argv
    print("<!-- bash benches/bench.sh frontier -->\n# The frontier: unavoidable sets, scans, minimal puzzles\n")
    print(f"{version_of(gridmill)}. Processor times of whole processes with one thread on one core, whose other thread may be busy.\n")
    with tempfile.TemporaryDirectory() as name:
        unavoidable(gridmill, 20 if quick else 1)
        scans(gridmill, quick, Path(name))
        known(gridmill, known_puzzles, quick, Path(name))
        minimals(gridmill, 20 if quick else 1)


if __name__ == "__main__":
    main()
