"""Measures `gridmill rate --rulebook se` beside skfr (G. Penet 2012), another rater by the scale of the Sudoku Explainer, on one core.

`python3 benches/bench_raters.py GRIDMILL SKFR [--quick]`, with puzzle collections in $GRIDMILL_DATA. SKFR is the program of
github.com/dobrichev/skfr, built with `g++ -O3 -march=native`. The programs take turns; each time is that of a whole process.
"""

import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from measuring import collected, generated, in_turns, ratio, version_of

ROUNDS, QUICK_ROUNDS = 3, 2


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
        print("<!-- SKFR=path/to/skfr bash benches/bench.sh raters -->\n# Ratings by the Explainer's scale, beside skfr\n")
        print(f"{version_of(gridmill)}. Whole processes on one core, in turns, {rounds} rounds; medians (quartiles). skfr rates ER, EP and ED alone; gridmill adds the")
        print("steps of each technique. Beyond 9.0, skfr's ratings are not always those of the Explainer.\n")
        print("| set | puzzles | rated by skfr | skfr/s | gridmill/s | ratio |\n|---|--:|--:|--:|--:|--:|")
        for label, puzzles in sets.items():
            if not puzzles:
                print(f"{label}: not there", file=sys.stderr)
                continue
            (folder / "set.txt").write_text("".join(f"{puzzle}\n" for puzzle in puzzles))

            def skfr_rates() -> None:
                subprocess.run([skfr, "-iset"], cwd=folder, capture_output=True, check=False)

            def gridmill_rates() -> None:
                (folder / "rated.csv").unlink(missing_ok=True)
                subprocess.run([gridmill, "rate", "set.txt", "--rulebook", "se", "--threads", "1", "--no-timings", "--progress", "never", "--out", "rated.csv"], check=True, cwd=folder, capture_output=True)

            seconds = in_turns([skfr_rates, gridmill_rates], rounds)
            rated = len((folder / "set_rat.txt").read_text().splitlines())
            rates = [len(puzzles) / statistics.median(times) for times in seconds]
            print(f"| {label} | {len(puzzles)} | {rated} | {rates[0]:.4g} | {rates[1]:.5g} | {ratio(*seconds)} |")


if __name__ == "__main__":
    main()
