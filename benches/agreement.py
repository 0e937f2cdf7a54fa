"""Compares ratings with those of HoDoKu and of the Sudoku Explainer, and writes the tables of docs/RATINGS.md.

The folder $GRIDMILL_DATA holds the reference ratings by their names below; a set whose file is missing has no row. Ratings that differ are printed
on standard error.
"""

import argparse
import csv
import math
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from measuring import QUIET, lines_of, output, replace_part

# Names that HoDoKu prints for techniques, where they are not ours.
HODOKU = {
    "locked_candidates_type_1_(pointing)": "pointing",
    "locked_candidates_type_2_(claiming)": "claiming",
    "naked_quadruple": "naked_quad",
    "hidden_quadruple": "hidden_quad",
    "almost_locked_set_xz_rule": "als_xz",
    "almost_locked_set_xy_wing": "als_xy_wing",
    "almost_locked_set_chain": "als_xy_chain",
    "bivalue_universal_grave_+_1": "bug_plus_1",
    "2_string_kite": "two_string_kite",
} | {f"uniqueness_test_{n}": f"unique_rectangle_{n}" for n in range(1, 7)} | {f"avoidable_rectangle_type_{n}": f"avoidable_rectangle_{n}" for n in (1, 2)}


def ours(name: str) -> str:
    plain = name.strip().lower().replace("-", "_").replace(" ", "_")
    return HODOKU.get(plain, plain)


def lines(name: str, separator: str | None = None) -> list:
    """The lines of a reference file without comments, or their fields (a space stands for any white space); none if there is no file."""
    path = Path(os.environ["GRIDMILL_DATA"], name)
    found = [line for line in path.read_text().splitlines() if not line.startswith("#")] if path.exists() else []
    return [line.split(separator.strip(" ") or None) for line in found] if separator else found


def rated(program: str, puzzles: list[str], rulebook: str) -> list[dict[str, str]]:
    """The rows of `gridmill rate`."""
    command = [program, "rate", "-", "--rulebook", rulebook, "--no-timings", *QUIET]
    return list(csv.DictReader(output(command, input="\n".join(puzzles)).splitlines()))


def steps_of(path: str) -> Counter[str]:
    """The number of steps of each technique in a path as HoDoKu prints it, with brute force."""
    return Counter(ours(re.split(r": | => | in ", step)[0]) for step in path.split(" | "))


def counted(row: dict[str, str]) -> dict[str, int]:
    return {key[2:]: int(value) for key, value in row.items() if key.startswith("t_") and value not in ("", "0")}


def hodoku(program: str) -> Iterator[tuple]:
    """Rows of the table: set, puzzles, equal score, equal level, equal number of steps of each technique, brute force."""
    paths = [(puzzle, level, score, steps_of(path)) for puzzle, level, score, path in lines("hodoku-steps-dev.tsv", "\t")[1:]]
    top = {line.split()[0] for line in lines("top1465.txt") if line}
    sets = {
        "random minimal": [
            (puzzle, level, score, {ours(name): int(count) for name, count in (part.rsplit(":", 1) for part in found.split(";"))})
            for puzzle, level, score, _, found in lines("hodoku-ratings-dev.tsv", "\t")[1:]
        ],
        "random minimal, not easy": [path for path in paths if path[0] not in top],
        "top1465": [path for path in paths if path[0] in top],
    }
    for name, puzzles in sets.items():
        equal, forced, whole = [0, 0, 0], 0, 0
        for (puzzle, level, score, steps), row in zip(puzzles, rated(program, [p[0] for p in puzzles], "hodoku") if puzzles else [], strict=True):
            if "brute_force" in steps:
                forced += 1
                if row["solved"] != "false":
                    print(f"{puzzle}: HoDoKu tries digits, gridmill does not", file=sys.stderr)
                continue
            same = [row["score"] == score, row["level"] == level.lower(), counted(row) == steps]
            equal = [total + one for total, one in zip(equal, same)]
            whole += all(same)
            if not all(same):
                print(f"{puzzle}: {row['score']} {row['level']}, HoDoKu {score} {level}", file=sys.stderr)
        if puzzles:
            yield name, len(puzzles), *equal, forced, interval(whole, len(puzzles) - forced)


def explainer(program: str) -> Iterator[tuple]:
    """Rows of the table: set, puzzles, equal ER, EP, ED, and all of them."""
    sets = {
        "controlled-bias minimal (D. Berthier)": [(puzzle, [er]) for puzzle, _, er in lines("se-ratings-dev.csv", ",")[1:]],
        "1.2 to 10.6": [(puzzle, found.split("/")) for puzzle, found, *_ in lines("se-steps-dev.tsv", "\t")[1:]],
        "10.6 to 11.9 (eleven)": [(puzzle, found) for puzzle, *found in lines("se-ratings-extreme-dev.txt", " ")],
    }
    for name, puzzles in sets.items():
        if not puzzles:
            continue
        names = ("er", "ep", "ed")[: len(puzzles[0][1])]
        equal: Counter[str] = Counter()
        whole = 0
        for (puzzle, found), row in zip(puzzles, rated(program, [puzzle for puzzle, _ in puzzles], "se"), strict=True):
            same = [key for key, value in zip(names, found) if float(row[key]) == float(value)]
            equal.update(same)
            whole += len(same) == len(names)
            if len(same) < len(names):
                print(f"{puzzle}: {[row[key] for key in names]}, Explainer {found}", file=sys.stderr)
        yield name, len(puzzles), *(equal[key] if key in names else None for key in ("er", "ep", "ed")), interval(whole, len(puzzles))


def library(program: str) -> list[str]:
    """A sentence about HoDoKu's regression library, if it is there."""
    path = Path(os.environ["GRIDMILL_DATA"], "reglib-dev.txt")
    if not path.exists():
        return []
    done = subprocess.run([program, "techniques", "--check", path], stdout=subprocess.PIPE, text=True)
    _, cases, found, *_ = next(line.split() for line in done.stdout.splitlines() if line.startswith("all "))
    return [f"\nOf {cases} cases of HoDoKu's regression library, {found} are found (`gridmill techniques --check`)."]


def interval(equal: int, of: int) -> str:
    """Returns the 95 % interval of the share that agrees (Wilson 1927), for puzzles drawn as these were."""
    z, share = 1.959963984540054, equal / of
    middle, half = share + z * z / (2 * of), z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    low, high = (middle - half) / (1 + z * z / of), (middle + half) / (1 + z * z / of)
    return f"{100 * low:.2f} % to {100 * min(high, 1):.2f} %".replace("100.00", "100")


def table(columns: str, rows: Iterator[tuple]) -> list[str]:
    cells = ([f"{cell:,}" if isinstance(cell, int) else cell or "" for cell in row] for row in rows)
    return [*lines_of(columns, cells), ""]


def run(options: argparse.Namespace) -> None:
    if "GRIDMILL_DATA" not in os.environ:
        raise SystemExit("GRIDMILL_DATA must name the folder of the reference ratings")
    text = [
        "`hodoku` against HoDoKu 2.2.4 with its default options; equal scores, levels, and numbers of steps of each technique:\n",
        *table("puzzles | count | score | level | steps | brute force | share that agrees, 95 %", hodoku(options.program)),
        "Where HoDoKu finds no technique it places a digit of the solution, at 10,000 points. gridmill does not: such a puzzle is not solved,\n"
        "and counts only in its own column. The puzzles were drawn from random minimal ones and from magictour's top 1465; the second row leaves out those\n"
        "of level easy. HoDoKu 2.2.4 rated them on a machine of the project. The share is that of puzzles with all three equal, with its Wilson interval.\n",
        "`se` against the Sudoku Explainer 1.2.1:\n",
        *table("puzzles | count | ER | EP | ED | share that agrees, 95 %", explainer(options.program)),
        "The first row has the ER that D. Berthier published with his collection of controlled-bias minimal puzzles; the second was rated by the\n"
        "original on a machine of the project, with puzzles of all ratings; the third are hard puzzles collected by eleven, with their ratings. The\n"
        "share is that of puzzles with all ratings equal. Both rulebooks were compared with these puzzles while they were written: the intervals hold for\n"
        "puzzles drawn in the same way only if that taught them nothing about single puzzles.",
        *library(options.program),
    ]
    replace_part(options, "docs/RATINGS.md", {"made by benches/agreement.py": text})
