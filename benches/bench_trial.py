"""Measures trial depth and braids beside the Sudoku Hierarchical Classifier (F. Cordoliani), on one core.

`python3 benches/bench_trial.py GRIDMILL TRIAL_VALUES SHC_JAR [--quick]`, with puzzle collections in $GRIDMILL_DATA. TRIAL_VALUES is the example of this name of
gridmill-rate; SHC_JAR is SHC.jar of github.com/denis-berthier/Sudoku_Hierarchical_Classifier, and `java` runs it. The programs take turns; each time is that
of a whole process, with the start of Java. Their values are compared.
"""

import hashlib
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from measuring import collected, generated, in_turns, ratio, version_of

ROUNDS, QUICK_ROUNDS = 3, 2
# What is measured, as each program names it: the set, the number of puzzles, gridmill's word, the classifier's words.
CASES = [
    ("random minimal", 4000, "depth", ["TE-depth"]),
    ("random minimal", 1000, "b", ["B", "-max-length", "12"]),
    ("top1465", 1465, "depth", ["TE-depth"]),
    ("SE 11+", 200, "depth", ["TE-depth"]),
    ("SE 11+", 20, "bxb", ["BxB"]),
]
NAMES = {"depth": "depth", "b": "B", "bxb": "BxB"}


def main() -> None:
    gridmill, trial_values, jar = [str(Path(path).resolve()) for path in sys.argv[1:4]]
    quick = "--quick" in sys.argv
    few, rounds = (10, QUICK_ROUNDS) if quick else (1, ROUNDS)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sets = {
            "random minimal": generated(gridmill, folder, "--count", "4000"),
            "top1465": collected("top1465.txt", 1465),
            "SE 11+": collected("hardest-11plus-5000.txt", 5000),
        }
        jar_hash = hashlib.sha256(Path(jar).read_bytes()).hexdigest()[:16]
        print("<!-- SHC=path/to/SHC.jar bash benches/bench.sh trial -->\n# Trial depth and braids, beside SHC\n")
        print(f"{version_of(gridmill)}; SHC.jar with SHA-256 {jar_hash}. Whole processes on one core, in turns, {rounds} rounds; medians (quartiles).")
        print("The time of SHC includes the start of Java, some tenths of a second.\n")
        print("| set | measure | puzzles | equal | SHC/s | gridmill/s | ratio |\n|---|---|--:|--:|--:|--:|--:|")
        for label, most, measure, words in CASES:
            puzzles = sets[label][: max(most // few, 2)]
            if not puzzles:
                print(f"{label}: not there", file=sys.stderr)
                continue
            text = "".join(f"{puzzle}\n" for puzzle in puzzles)
            (folder / "set.txt").write_text(text)
            values: dict[str, list[str]] = {}

            def classify() -> None:
                subprocess.run(["taskset", "-c", "0", "java", "-jar", jar, *words, "-input", "set.txt", "-output", "values.txt"], check=True, cwd=folder, capture_output=True)
                lines = (folder / "values.txt").read_text().splitlines()
                values["shc"] = [line for line in lines if line and not line.startswith("***")]

            def measured() -> None:
                run = subprocess.run(["taskset", "-c", "0", trial_values, measure], check=True, input=text, capture_output=True, text=True)
                values["gridmill"] = run.stdout.split()

            seconds = in_turns([classify, measured], rounds)
            equal = sum(a == b for a, b in zip(values["shc"], values["gridmill"], strict=True))
            rates = [len(puzzles) / statistics.median(times) for times in seconds]
            print(f"| {label} | {NAMES[measure]} | {len(puzzles)} | {equal} | {rates[0]:.4g} | {rates[1]:.5g} | {ratio(*seconds)} |")


if __name__ == "__main__":
    main()
