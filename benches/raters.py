"""Measures `gridmill rate --rulebook se` and skfr, and trial values and the Sudoku Hierarchical Classifier, in turns on one core.

$SKFR is the program of github.com/dobrichev/skfr (G. Penet 2012), built with `g++ -O3 -march=native`. $SHC is SHC.jar of
github.com/denis-berthier/Sudoku_Hierarchical_Classifier (F. Cordoliani), which `java` runs. Each time is that of a whole process.
"""

import argparse
import hashlib
import os
import statistics
import subprocess
import tempfile
from pathlib import Path

import classification
from measuring import QUIET, collected, example, generated, head, in_turns, output, ratio, report, row, version_of

# What is measured, as each program names it: the set, the number of puzzles, gridmill's word, the classifier's words.
TRIAL_CASES = [
    ("random minimal", 4000, "depth", ["TE-depth"]),
    ("random minimal", 1000, "b", ["B", "-max-length", "12"]),
    ("top1465", 1465, "depth", ["TE-depth"]),
    ("SE 11+", 200, "depth", ["TE-depth"]),
    ("SE 11+", 20, "bxb", ["BxB"]),
]
NAMES = {"depth": "depth", "b": "B", "bxb": "BxB"}


def run(options: argparse.Namespace) -> None:
    if options.name == "trial" and "SUDOKU_CLASSIF" in os.environ:
        return classification.run(options)
    variable = {"raters": "SKFR", "trial": "SHC"}[options.name]
    if variable not in os.environ:
        raise SystemExit(f"{variable} must name the program to compare with")
    peer = str(Path(os.environ[variable]).resolve())
    options.command = f"{variable}=path/to/{Path(peer).name} {options.command}"
    rounds = 2 if options.quick else 3
    with tempfile.TemporaryDirectory() as name:
        if options.name == "raters":
            with report(options, "reports/rating/skfr.md"):
                raters(options.program, peer, options.quick, rounds, Path(name))
        else:
            values = example("gridmill-rate", "trial_values")
            with report(options, "reports/rating/shc.md"):
                trial(options.program, values, peer, options.quick, rounds, Path(name))


def rates(puzzles: list[str], seconds: list[list[float]]) -> tuple[str, str, str]:
    """Puzzles a second of the peer and of gridmill, and the ratio."""
    peer, ours = (len(puzzles) / statistics.median(times) for times in seconds)
    return f"{peer:.4g}", f"{ours:.5g}", ratio(*seconds)


def raters(gridmill: str, skfr: str, quick: bool, rounds: int, folder: Path) -> None:
    few = 20 if quick else 1
    sets = {
        "random minimal": generated(gridmill, folder, "--count", str(20_000 // few)),
        "easy, 36 givens": generated(gridmill, folder, "--count", str(100_000 // few), "--givens", "36"),
        "top1465": collected("top1465.txt", 1465 // few),
        "first 50 of hardest, SE 11+": collected("hardest-11plus-5000.txt", 50 // few),
    }
    print("# Ratings by the Explainer's scale, compared with skfr\n")
    print(f"{version_of(gridmill)}. Whole processes on one core, in turns, {rounds} rounds; medians (quartiles). skfr rates only ER, EP and ED; gridmill adds the")
    print("steps of each technique. Beyond 9.0, skfr's ratings are not always those of the Explainer.\n")
    head("set | puzzles | rated by skfr | skfr/s | gridmill/s | ratio")
    rate = [gridmill, "rate", "set.txt", "--rulebook", "se", "--threads", "1", "--no-timings", *QUIET, "--overwrite", "--out", "rated.csv"]
    for label, puzzles in sets.items():
        if not puzzles:
            continue
        (folder / "set.txt").write_text("".join(f"{puzzle}\n" for puzzle in puzzles))
        seconds = in_turns(
            [
                lambda: subprocess.run([skfr, "-iset"], cwd=folder, capture_output=True, check=False),
                lambda: subprocess.run(rate, cwd=folder, capture_output=True, check=True),
            ],
            rounds,
        )
        rated = len((folder / "set_rat.txt").read_text().splitlines())
        row(label, len(puzzles), rated, *rates(puzzles, seconds))


def trial(gridmill: str, trial_values: str, jar: str, quick: bool, rounds: int, folder: Path) -> None:
    sets = {
        "random minimal": generated(gridmill, folder, "--count", "4000"),
        "top1465": collected("top1465.txt", 1465),
        "SE 11+": collected("hardest-11plus-5000.txt", 5000),
    }
    jar_hash = hashlib.sha256(Path(jar).read_bytes()).hexdigest()[:16]
    print("# Trial depth and braids, compared with SHC\n")
    print(f"{version_of(gridmill)}; SHC.jar with SHA-256 {jar_hash}. Whole processes on one core, in turns, {rounds} rounds; medians (quartiles).")
    print("The time of SHC includes the start of Java, some tenths of a second.\n")
    head("set | measure: | puzzles | equal | SHC/s | gridmill/s | ratio")
    for label, most, measure, words in TRIAL_CASES:
        puzzles = sets[label][: max(most // (10 if quick else 1), 2)]
        if not puzzles:
            continue
        text = "".join(f"{puzzle}\n" for puzzle in puzzles)
        (folder / "set.txt").write_text(text)
        classifier = ["taskset", "-c", "0", "java", "-jar", jar, *words, "-input", "set.txt", "-output", "values.txt"]
        found: list[str] = []
        seconds = in_turns(
            [
                lambda: subprocess.run(classifier, check=True, cwd=folder, capture_output=True),
                lambda: found.append(output(["taskset", "-c", "0", trial_values, measure], input=text)),
            ],
            rounds,
        )
        theirs = [line for line in (folder / "values.txt").read_text().splitlines() if line and not line.startswith("***")]
        equal = sum(a == b for a, b in zip(theirs, found[-1].split(), strict=True))
        row(label, NAMES[measure], len(puzzles), equal, *rates(puzzles, seconds))
