"""Compares ratings with those of HoDoKu and of the Sudoku Explainer, and writes the tables of docs/RATINGS.md.

    GRIDMILL_DATA=FOLDER python3 benches/agreement.py target/release/gridmill

The folder holds the reference ratings by their names below; a set whose file is missing has no row. Ratings that differ are printed on standard error.
"""

import csv
import math
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

PAGE = Path(__file__).resolve().parent.parent / "docs" / "RATINGS.md"
BEGIN, END = "<!-- made by benches/agreement.py -->\n", "<!-- end -->\n"
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


def ours(name):
    plain = name.strip().lower().replace("-", "_").replace(" ", "_")
    return HODOKU.get(plain, plain)


def lines(folder, name):
    """The lines of a file without comments; none if there is no file."""
    path = Path(folder) / name
    return [line for line in path.read_text().splitlines() if not line.startswith("#")] if path.exists() else []


def rated(program, puzzles, rulebook):
    """The rows of `gridmill rate`."""
    with tempfile.TemporaryDirectory() as folder:
        source, out = Path(folder, "puzzles.txt"), Path(folder, "rated.csv")
        source.write_text("\n".join(puzzles) + "\n")
        command = [program, "rate", source, "--rulebook", rulebook, "--no-timings", "--progress", "never", "--out", out]
        subprocess.run([str(word) for word in command], check=True)
        with out.open(newline="") as rows:
            return list(csv.DictReader(rows))


def steps_of(path):
    """The number of steps of each technique in a path as HoDoKu prints it, and if a digit was tried by brute force."""
    counts = {}
    for step in path.split(" | "):
        name = ours(re.split(r": | => | in ", step)[0])
        counts[name] = counts.get(name, 0) + 1
    return counts


def counted(row):
    return {key[2:]: int(value) for key, value in row.items() if key.startswith("t_") and value not in ("", "0")}


def hodoku(program, folder):
    """Rows of the table: set, puzzles, equal score, equal level, equal number of steps of each technique, brute force."""
    ratings = [line.split("\t") for line in lines(folder, "hodoku-ratings-dev.tsv")[1:]]
    paths = [line.split("\t") for line in lines(folder, "hodoku-steps-dev.tsv")[1:]]
    top = set(line.split()[0] for line in lines(folder, "top1465.txt") if line)
    sets = {
        "random minimal": [
            (puzzle, level, score, {ours(name): int(count) for name, count in (part.rsplit(":", 1) for part in found.split(";"))})
            for puzzle, level, score, _, found in ratings
        ],
        "random minimal, not easy": [(p, level, score, steps_of(path)) for p, level, score, path in paths if p not in top],
        "top1465": [(p, level, score, steps_of(path)) for p, level, score, path in paths if p in top],
    }
    for name, puzzles in sets.items():
        if not puzzles:
            continue
        equal, forced, whole = [0, 0, 0], 0, 0
        for (puzzle, level, score, steps), row in zip(puzzles, rated(program, [p[0] for p in puzzles], "hodoku"), strict=True):
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
        yield name, len(puzzles), *equal, forced, interval(whole, len(puzzles) - forced)


def explainer(program, folder):
    """Rows of the table: set, puzzles, equal ER, EP, ED, equal number of steps of each rating."""
    plain = [line.split(",") for line in lines(folder, "se-ratings-dev.csv")[1:]]
    traced = [line.split("\t") for line in lines(folder, "se-steps-dev.tsv")[1:]]
    hard = [line.split() for line in lines(folder, "se-ratings-extreme-dev.txt")]
    sets = {
        "controlled-bias minimal (D. Berthier)": [(p, [er]) for p, _, er in plain],
        "1.2 to 10.6": [(p, found.split("/")) for p, found, *_ in traced],
        "10.6 to 11.9 (eleven)": [(p, [str(float(value)) for value in found]) for p, *found in hard],
    }
    for name, puzzles in sets.items():
        if not puzzles:
            continue
        rows = rated(program, [puzzle for puzzle, _ in puzzles], "se")
        equal, whole = {key: 0 for key, _ in zip(("er", "ep", "ed"), puzzles[0][1])}, 0
        for (puzzle, found), row in zip(puzzles, rows, strict=True):
            for key, value in zip(equal, found):
                equal[key] += float(row[key]) == float(value)
            same = [float(row[key]) for key in equal] == [float(value) for value in found]
            whole += same
            if not same:
                print(f"{puzzle}: {[row[key] for key in equal]}, Explainer {found}", file=sys.stderr)
        yield name, len(puzzles), *(equal.get(key) for key in ("er", "ep", "ed")), interval(whole, len(puzzles))


def library(program, folder):
    """Cases of HoDoKu's regression library, and those found."""
    if not lines(folder, "reglib-dev.txt"):
        return None
    done = subprocess.run([program, "techniques", "--check", str(Path(folder) / "reglib-dev.txt")], capture_output=True, text=True)
    total = next(line.split() for line in done.stdout.splitlines() if line.startswith("all "))
    return int(total[1]), int(total[2])


def interval(equal, of):
    """Returns the 95 % interval of the share that agrees (Wilson 1927), for puzzles drawn as these were."""
    z, share = 1.959963984540054, equal / of
    middle, half = share + z * z / (2 * of), z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    low, high = (middle - half) / (1 + z * z / of), (middle + half) / (1 + z * z / of)
    return f"{100 * low:.2f} % to {100 * min(high, 1):.2f} %".replace("100.00", "100")


def text(value):
    return "" if value is None else f"{value:,}" if isinstance(value, int) else value


def table(head, rows):
    ruler = "|" + "---|" + "--:|" * (len(head) - 1)
    return "\n".join([f"| {' | '.join(head)} |", ruler, *(f"| {' | '.join(map(text, row))} |" for row in rows)])


def main():
    program, folder = Path(sys.argv[1]).resolve(), os.environ["GRIDMILL_DATA"]
    scores, ratings, cases = list(hodoku(program, folder)), list(explainer(program, folder)), library(program, folder)
    parts = [
        "`hodoku` against HoDoKu 2.2.4 with its default options; equal scores, levels, and numbers of steps of each technique:",
        table(["puzzles", "count", "score", "level", "steps", "brute force", "share that agrees, 95 %"], scores),
        "Where HoDoKu finds no technique it places a digit of the solution, at 10,000 points. gridmill does not: such a puzzle is not solved,\n"
        "and counts in its column alone. The puzzles were drawn from random minimal ones and from magictour's top 1465; the second row leaves out those\n"
        "of level easy. HoDoKu 2.2.4 rated them on a machine of the project. The share is that of puzzles with all three equal, with its Wilson interval.",
        "`se` against the Sudoku Explainer 1.2.1:",
        table(["puzzles", "count", "ER", "EP", "ED", "share that agrees, 95 %"], ratings),
        "The first row has the ER that D. Berthier published with his collection of controlled-bias minimal puzzles; the second was rated by the\n"
        "original on a machine of the project, with puzzles of all ratings; the third are hard puzzles collected by eleven, with their ratings. The\n"
        "share is that of puzzles with all ratings equal. Both rulebooks were compared with these puzzles while they were written: the intervals hold for\n"
        "puzzles drawn in the same way only if that taught them nothing about single puzzles.",
    ]
    if cases:
        parts.append(f"Of {cases[0]} cases of HoDoKu's regression library, {cases[1]} are found (`gridmill techniques --check`).")
    page = PAGE.read_text()
    start, end = page.index(BEGIN) + len(BEGIN), page.index(END)
    PAGE.write_text(page[:start] + "\n" + "\n\n".join(parts) + "\n\n" + page[end:])
    print("\n\n".join(parts))


if __name__ == "__main__":
    main()
