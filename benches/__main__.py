"""Measures gridmill, and writes reports/."""

import argparse
import importlib
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from measuring import ROOT, cargo


class Program(NamedTuple):
    """A measuring program: `run(options)` of a module."""

    module: str
    words: str
    # Options that `--quick`, `--program` and `--out` do not cover, as argparse has them.
    options: dict[str, dict[str, object]] = {}
    # Groups of python/pyproject.toml, where the program needs the Python package.
    groups: list[str] | None = None
    runs_gridmill: bool = True


def number(default: int, words: str) -> dict[str, object]:
    return {"type": int, "default": default, "metavar": "N", "help": f"{words}; default: {default:,}"}


def words(*choices: str) -> dict[str, object]:
    return {"nargs": "*", "help": f"{', '.join(choices)}; default: all of them"}


REPORT = {"type": Path, "metavar": "FILE", "help": "report to read in place of that of reports/unbiased"}
PROGRAMS = {
    "solvers": Program("peers", "uniqueness checkers, compared with the sudoku crate and the peers of $TDOKU_COUNT and $SCHOKU_COUNT (benches/build_*.sh)"),
    "generate": Program("peers", "every way to generate, on one core"),
    "shapes": Program("peers", "other shapes than 9x9, on one core"),
    "rate": Program("peers", "ratings by every rulebook, on one core"),
    "canonical": Program("peers", "canonical forms, on one core"),
    "fills": Program("peers", "the bias of the fills; a few minutes", {"--grids": number(10_000_000, "of each fill")}),
    "worst": Program("worst", "rate, minimals, canonical, unavoidable and generate on inputs that are slow for them; ten minutes"),
    "raters": Program("raters", "ratings, compared with skfr, whose program $SKFR names"),
    "trial": Program(
        "raters",
        "trial depth and braids, compared with the Sudoku Hierarchical Classifier, whose jar $SHC names (needs Java), or with the values of $SUDOKU_CLASSIF",
        {"--most": number(1000, "puzzles of each set of $SUDOKU_CLASSIF")},
    ),
    "techniques": Program("techniques", "seconds for a puzzle with each technique; an hour of one core"),
    "classes": Program("classes", "duplicates, splits and overlap of 20 million rows; needs 12 GB in $TMPDIR"),
    "scale": Program(
        "scale",
        "merges of many parts, manifests of many shards, estimates of plan compared with runs; needs 2 GB in $TMPDIR and 500,000 inodes",
        {
            "what": words("merge", "manifest", "plan"),
            "--full": {"action": "store_true", "help": "also runs of up to 1e8 rows and 500,000 shards; needs 12 GB, 15 minutes of two idle cores"},
        },
    ),
    "frontier": Program(
        "frontier", "unavoidable sets, scans, minimal puzzles, on one core; an hour", {"--scanned": number(200, "puzzles with 17 givens whose grids are scanned")}
    ),
    "climb": Program(
        "frontier",
        "climbs on one core; compares with tdoku's generator if $TDOKU_GENERATE names it (benches/build_tdoku.sh)",
        {"--seconds": number(60, "of each run"), "--core": number(1, "of this machine")},
    ),
    "python": Program("python_package", "the Python package; needs 7 GB in $TMPDIR for PyTorch", groups=["check-torch", "bench"]),
    "engines": Program(
        "engines",
        "Ray and Spark on two cores; needs Java, and 8 GB in $TMPDIR",
        {"what": words("generate", "rate"), "--runs": number(3, "of each work")},
        ["check-ray", "check-spark"],
    ),
    "quantiles": Program("quantiles", "quantiles of difficulty, in python/gridmill/_quantiles.py", {"--count": number(100_000, "puzzles")}, []),
    "baselines": Program(
        "baselines",
        "simple solvers on gridmill-bench-2, and measures of difficulty by what these solve; half an hour",
        {
            "--rows": number(100, "of each stratum"),
            "--rows-of": {"type": Path, "metavar": "DIR", "help": "folder of the benchmark; default: make one"},
            "--seconds": number(600, "of training a network, 0 for none"),
            "--puzzles": number(5000, "to compare measures with"),
        },
        [],
        runs_gridmill=False,
    ),
    "effort": Program(
        "effort",
        "orders of puzzles by open steps, scores and pencilmark's minutes; needs pencilmark; five minutes",
        {"--count": number(500, "puzzles"), "--jobs": number(1, "processes of pencilmark")},
    ),
    "agreement": Program("agreement", "agreement with HoDoKu and the Sudoku Explainer, in docs/RATINGS.md"),
    "counts": Program(
        "counts",
        "shares by givens from counts in subsets of many grids, which can be stopped: tables of docs/BIAS.md",
        {
            "--seconds": number(0, "of wall time to go on with the runs"),
            "--jobs": number(1, "batches at once"),
            "--check": {"action": "store_true", "help": "make the first batch of each kind again, and compare"},
        },
    ),
    "coverage": Program("coverage", "how often 95 % intervals of weighted estimates contain the truth: a table of docs/BIAS.md; three minutes"),
    "bias": Program(
        "bias",
        "shares of all minimal puzzles, compared with published ones: tables of docs/BIAS.md and reports/unbiased",
        {"--machine": {"help": "machine of the run; default: the one that the page names"}, "--trial": REPORT, "--rated": REPORT},
        runs_gridmill=False,
    ),
}


def in_environment(groups: list[str]) -> int:
    """Runs this command in a new environment with the Python package."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["bash", ROOT / "scripts" / "python_environment.sh", folder, *groups], check=True, stdout=sys.stderr)
        return subprocess.run([f"{folder}/venv/bin/python", *sys.argv, "--here"]).returncode


def main() -> int:
    names = "\n".join(f"  {name:<11} {program.words}" for name, program in PROGRAMS.items())
    parser = argparse.ArgumentParser(
        prog="python3 benches",
        usage="%(prog)s NAME [OPTIONS]",
        description=f"{__doc__} Collections of puzzles are read from the folder $GRIDMILL_DATA.\n\n{names}",
        epilog="`python3 benches NAME --help` lists the options of one. A report is replaced only when the new one is complete.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("name", metavar="NAME", choices=PROGRAMS, help="one of these")
    name = parser.parse_args(sys.argv[1:2]).name
    program = PROGRAMS[name]
    parser = argparse.ArgumentParser(prog=f"python3 benches {name}", description=f"Measures {program.words}.")
    for option, settings in program.options.items():
        parser.add_argument(option, **settings)
    parser.add_argument("--quick", action="store_true", help="a small run, for a first look")
    parser.add_argument("--program", type=Path, help="gridmill to measure; default: the release build of this repository")
    parser.add_argument("--out", metavar="PATH", help="folder for what is written in place of reports/ and docs/, or - for standard output")
    if program.groups is not None:
        parser.add_argument("--here", action="store_true", help="with the packages of this interpreter, not in a new environment")
    options = parser.parse_args(sys.argv[2:])
    options.name = name
    # As the report prints it: what is measured, not where.
    options.command = re.sub(r" --(here|(program|out|rows-of)[ =]\S+)", "", " ".join(["python3 benches", *sys.argv[1:]]))
    if program.groups is not None and not options.here:
        return in_environment(program.groups)
    if options.program is None and program.runs_gridmill:
        cargo("build")
    options.program = str((options.program or ROOT / "target" / "release" / "gridmill").resolve())
    importlib.import_module(program.module).run(options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
