"""Measures `gridmill rate --rulebook se` beside skfr (G. Penet 2012), another rater by the scale of the Sudoku Explainer, on one core.

`python3 scripts/bench_raters.py GRIDMILL SKFR [--quick]`, with puzzle collections in $GRIDMILL_DATA. SKFR is the program of
github.com/dobrichev/skfr, built with `g++ -O3 -march=native`. The programs take turns; each time is that of a whole process.
"""

import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROUNDS, QUICK_ROUNDS = 3, 2


def generated(gridmill: str, folder: Path, *options: str) -> list[str]:
    subprocess.run([gridmill, "generate", *options, "--seed", "1", "--no-timings", "--progress", "never", "--out", folder / "corpus"], check=True, capture_output=True)
    subprocess.run([gridmill, "export", folder / "corpus", "--to", "text", "--out", folder / "puzzles.txt"], check=True, capture_output=True)
    puzzles = (folder / "puzzles.txt").read_text().split()
    shutil.rmtree(folder / "corpus")
    (folder / "puzzles.txt").unlink()
    return puzzles


def collected(name: str, most: int) -> list[str]:
    path = Path(os.environ.get("GRIDMILL_DATA", "")) / name
    return [line[:81] for line in path.read_text().splitlines()][:most] if path.is_file() else []


def main() -> None:
    gridmill, skfr = [str(Path(path).resolve()) for path in sys.argv[1:3]]
    quick = "--quick" in sys.argv
    few, rounds = (20, QUICK_ROUNDS) if quick else (1, ROUNDS)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sets = {
            "random minimal": generated(gridmill, folder, "--count", str(20_000 // few)),
            "easy, 36 givens": generated(gridmill, folder, "--count", str(100_000 // few), "--givens", "36"),
            "top1465": collected("top1465.txt", 1465 // few),
            "first 50 of hardest, SE 11+": collected("hardest-11plus-5000.txt", 50 // few),
        }
        version = subprocess.run([gridmill, "--version"], check=True, capture_output=True, text=True).stdout.strip()
        processor = next((line.split(":")[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")), platform.processor())
        print("<!-- SKFR=path/to/skfr bash scripts/bench.sh raters -->\n# Ratings by the Explainer's scale, beside skfr\n")
        print(f"{version} on {processor}. Whole processes on one core, in turns, {rounds} rounds; medians (quartiles). skfr rates ER, EP and ED alone; gridmill adds the")
        print("steps of each technique. Beyond 9.0, skfr's ratings are not always those of the Explainer.\n")
        print("| set | puzzles | rated by skfr | skfr/s | gridmill/s | ratio |\n|---|--:|--:|--:|--:|--:|")
        for label, puzzles in sets.items():
            if not puzzles:
                print(f"{label}: not there", file=sys.stderr)
                continue
            (folder / "set.txt").write_text("".join(f"{puzzle}\n" for puzzle in puzzles))
            commands = [
                [skfr, "-iset"],
                [gridmill, "rate", "set.txt", "--rulebook", "se", "--threads", "1", "--no-timings", "--progress", "never", "--out", "rated.csv"],
            ]
            seconds: list[list[float]] = [[], []]
            for round in range(rounds):
                for n in (0, 1) if round % 2 == 0 else (1, 0):
                    (folder / "rated.csv").unlink(missing_ok=True)
                    start = time.perf_counter()
                    subprocess.run(commands[n], check=n == 1, cwd=folder, capture_output=True)
                    seconds[n].append(time.perf_counter() - start)
            rated = len((folder / "set_rat.txt").read_text().splitlines())
            ratios = [a / b for a, b in zip(*seconds, strict=True)]
            low, middle, high = statistics.quantiles(ratios, n=4, method="inclusive")
            rates = [len(puzzles) / statistics.median(times) for times in seconds]
            print(f"| {label} | {len(puzzles)} | {rated} | {rates[0]:.4g} | {rates[1]:.5g} | {middle:.2f} ({low:.2f}-{high:.2f}) |")


main()
