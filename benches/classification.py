"""Compares trial depths and braids with those of D. Berthier's classification: $SUDOKU_CLASSIF names a checkout of github.com/denis-berthier/Sudoku-classif.

Each set is a file of puzzles and a file of values, a line for a puzzle. Sets whose files are not there, or only as pointers of Git LFS, are named.
"""

import argparse
import os
from pathlib import Path

from measuring import QUIET, head, output, report, row, version_of

# Words, measure, files of puzzles and of values; values below the last number are bounds in that file.
ELEVEN = "eleven-26370-TE2"
FULL = f"{ELEVEN}/BxB-full-results-w-SHC"
SETS = [
    ("39 givens (dob)", "depth", "dob-2650-39c/puzzles.txt", "dob-2650-39c/TE-depth.txt", 0),
    ("39 givens (dob)", "b", "dob-2650-39c/puzzles.txt", "dob-2650-39c/B-ratings.txt", 0),
    ("18 givens, depth 2 (blue)", "bxb", "Mat-2000000-18c/TE2-780-Blue/puzzles.txt", "Mat-2000000-18c/TE2-780-Blue/BxB.txt", 0),
    ("18 givens, highest ER", "bxb", "Mat-2000000-18c/highest-SER/puzzles.txt", "Mat-2000000-18c/highest-SER/BxB.txt", 0),
    ("most BxB (mith)", "bxb", "Monhard-until-2023-08-15-TE23/TE2/puzzles.txt", "Monhard-until-2023-08-15-TE23/TE2/BxB.txt", 7),
    ("depth 3 (mith)", "bxbb", "Monhard-until-2023-08-15-TE23/TE3/puzzles.txt", "Monhard-until-2023-08-15-TE23/TE3/BxBB.txt", 0),
    (
        "three programs agree (eleven)",
        "bxb",
        f"{ELEVEN}/BxB-PBCS-Table-11-2/PBCS-table-puzzles.txt",
        f"{ELEVEN}/BxB-PBCS-Table-11-2/PBCS-table-BxB-SHC6.txt",
        0,
    ),
    *((f"ER {er} (eleven)", "bxb", f"{FULL}/puzzles-{er}.txt", f"{FULL}/BxB-{er}.txt", 0) for er in ("11.4+", "11.3", "11.2", "11.1", "11.0", "10.9")),
]
NAMES = {"depth": "depth", "b": "B", "bxb": "BxB", "bxbb": "BxBB"}


def lines(path: Path) -> list[str]:
    """The lines that have something; none of a pointer of Git LFS."""
    found = [line for line in path.read_text().splitlines() if line.strip()] if path.is_file() else []
    return [] if found and found[0].startswith("version https://git-lfs") else found


def run(options: argparse.Namespace) -> None:
    root = Path(os.environ["SUDOKU_CLASSIF"])
    options.command = f"SUDOKU_CLASSIF=path/to/Sudoku-classif {options.command}"
    most = 20 if options.quick else options.most
    with report(options, "reports/rating/classification.md"):
        different = compare(options.program, root, most)
    if different:
        raise SystemExit(f"{different} values differ")


def rated(gridmill: str, measure: str, puzzles: list[str]) -> list[str]:
    """The column of a measure, empty where the budget ends it."""
    column = {"depth": "trial_depth"}.get(measure, measure)
    command = [gridmill, "rate", "-", "--rulebook", "none", "--add", "trial", "--budget", f"trial={10**12}", "--columns", column, *QUIET]
    lines = output(command, input="".join(f"{puzzle}\n" for puzzle in puzzles)).split("\n")
    return [line.strip('"') for line in lines[1 : len(puzzles) + 1]]


def compare(gridmill: str, root: Path, most: int) -> int:
    """Prints the table, and returns the number of values that differ."""
    print("# Trial depth and braids, compared with D. Berthier's classification\n")
    print(f"{version_of(gridmill)}; sets of github.com/denis-berthier/Sudoku-classif, up to {most:,} puzzles of each at even distances. Values are those that the")
    print("classification gives exactly.\n")
    head("set | measure: | puzzles | values | equal")
    absent, different = [], []
    for words, measure, puzzles, values, least in SETS:
        known = list(zip(lines(root / puzzles), lines(root / values)))
        known = [(line.strip()[:81], int(value)) for line, value in known if int(value) >= least]
        if not known:
            absent.append(f"{words}, {NAMES[measure]}")
            continue
        known = known[:: max(len(known) // most, 1)][:most]
        # A value of 0 is that of a puzzle of less depth, which has none.
        found = [own or "0" for own in rated(gridmill, measure, [puzzle for puzzle, _ in known])]
        different += [(puzzle, NAMES[measure], value, own) for (puzzle, value), own in zip(known, found, strict=True) if own != str(value)]
        theirs = [value for _, value in known]
        row(words, NAMES[measure], len(known), f"{min(theirs)} to {max(theirs)}", sum(own == str(value) for own, value in zip(found, theirs)))
    if absent:
        print(f"\nNot there: {'; '.join(absent)}.")
    for puzzle, measure, value, own in different:
        print(f"\n`{puzzle}`: {measure} {value}, here {own}")
    return len(different)
