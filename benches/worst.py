"""Measures the commands on inputs that are slow for them, one process an input."""

import argparse
import statistics
from pathlib import Path

from measuring import QUIET, collected, generated, head, limited, report, row, scratch, version_of

# Seconds of an input, after which it is stopped.
LIMIT = 120


def run(options: argparse.Namespace) -> None:
    with report(options, "reports/solvers/worst.md"), scratch() as folder:
        print("# Slow inputs of the commands\n")
        print(
            f"{version_of(options.program)}, one thread. Each input has a process of its own; times are processor seconds with its start, some 0.01."
            f" Rows of collections are counted from 1. `Refused`: one line in place of an answer, by the default budgets. `Over`: stopped after {LIMIT} seconds.\n"
        )
        head("command | inputs: | number | mean, s | worst, s | the worst | refused | over")
        for command, name, inputs in cases(options.program, folder, 10 if options.quick else 1):
            measure(options.program, folder, command, name, inputs)


def cases(program: str, folder: Path, part: int) -> list[tuple[str, str, list[str]]]:
    """Commands, and what each reads from FILE."""
    hard = [(name, collected(f"{name}.txt", most)[::part]) for name, most in (("hardest-11plus-5000", 400), ("hardest-1106", 200), ("17-clue", 200), ("top1465", 200))]
    large = [(f"minimal, {box}", generated(program, folder, "--box", box, "-n", "20")) for box in ("3x4", "4x4")]
    some = [(f"{givens} givens, 3x3", generated(program, folder, "--givens", str(givens), "-n", str(100 // part))) for givens in (36, 38, 40)]
    grids = [("symmetric, empty and nearly empty grids", symmetric())]
    lists: list[tuple[str, list[tuple[str, list[str]]]]] = [
        *((f"rate FILE --rulebook {rulebook}", hard) for rulebook in ("se", "hodoku", "braids")),
        ("rate FILE --rulebook none --add trial,guesses,backdoors", hard),
        ("minimals FILE", some),
        ("canonical FILE", [*grids, hard[0], *large]),
        ("unavoidable FILE --size 12", [("symmetric 9x9 grids", symmetric()[:2]), ("hardest-1106", hard[1][1][:50])]),
        ("generate -n 1 --pattern FILE", [("patterns", patterns())]),
    ]
    return [(command, name, inputs) for command, named in lists for name, inputs in named if inputs]


def symmetric() -> list[str]:
    """Complete grids with the most symmetries that are known, grids of shifted rows, and grids with few givens."""
    digits = "123456789ABCDEFGHIJKLMNOP"

    def shifted(rows: int, columns: int, step: int) -> str:
        """Rows that are shifted by the width of a box within a band, and by `step` more from band to band."""
        side = rows * columns
        starts = [columns * (line % rows) + step * (line // rows) for line in range(side)]
        return "".join(digits[(start + column) % side] for start in starts for column in range(side))

    # 648 automorphisms: each box is the one on its left with its rows turned, and the one above with its columns turned.
    most = "".join(digits[3 * ((r % 3 + c // 3) % 3) + (c % 3 + r // 3) % 3] for r in range(9) for c in range(9))
    nearly = ["." * cells for cells in (16, 64, 81)] + [f"1{'.' * 80}", f"12{'.' * 79}", f"1{'.' * 255}", f"{digits[:9]}{'.' * 72}"]
    return [most, shifted(3, 3, 1), *(shifted(*shape, 1) for shape in ((2, 3), (3, 4), (4, 4), (4, 5), (5, 5))), *nearly]


def patterns() -> list[str]:
    """Patterns that few puzzles fill, or none."""
    rows = {
        "boxes of one diagonal": ["xxx......"] * 3 + ["...xxx..."] * 3 + ["......xxx"] * 3,
        "a frame": ["xxxxxxxxx", *["x.......x"] * 7, "xxxxxxxxx"],
        "a cross": [*["....x...."] * 4, "xxxxxxxxx", *["....x...."] * 4],
        "18 cells": ["x........", ".x.......", "..x......", "...x.....", "....x....", ".....x...", "......x..", ".......x.", "........x"],
        "a chessboard": ["x.x.x.x.x", ".x.x.x.x."] * 4 + ["x.x.x.x.x"],
    }
    lists = ["".join(lines) for lines in rows.values()]
    # Both diagonals and the middle cross.
    return [*lists, "".join("x" if r in (c, 8 - c) or 4 in (r, c) else "." for r in range(9) for c in range(9))]


def measure(program: str, folder: Path, command: str, name: str, inputs: list[str]) -> None:
    """Prints the row of a command on some inputs."""
    file, seconds, refused, over = folder / "input.txt", [], 0, 0
    for text in inputs:
        file.write_text(f"{text}\n")
        code, taken = limited([program, *(file if word == "FILE" else word for word in command.split()), *QUIET], LIMIT)
        refused += code > 0
        over += code < 0
        seconds.append(taken)
    worst = max(range(len(inputs)), key=seconds.__getitem__)
    row(f"`{command}`", name, len(inputs), f"{statistics.mean(seconds):.3f}", f"{seconds[worst]:.2f}", worst + 1, refused, over)
