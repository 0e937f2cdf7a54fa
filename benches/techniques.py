"""Measures the seconds that a puzzle with a technique takes."""

import argparse
import datetime

from measuring import head, limited, output, report, row, version_of

# Processor seconds and puzzles of each technique.
LIMIT, PUZZLES = 60.0, 15


def run(options: argparse.Namespace) -> None:
    limit = 1.0 if options.quick else LIMIT
    with report(options, "reports/rating/techniques.md"):
        measure(options.program, limit)


def measure(program: str, limit: float) -> None:
    print("# Seconds for a puzzle with a technique\n")
    print(f"{version_of(program)}, one thread, {datetime.datetime.now(datetime.UTC):%Y-%m-%d}.\n")
    print(
        f"`gridmill show I --seed 1 --rulebook RULEBOOK --require TECHNIQUE --attempts 1000000000` for rows 0 to {PUZZLES - 1}, or as many as a"
        " minute of processor time has. It digs random minimal puzzles until the path of one takes the technique. Times are processor"
        " seconds of the whole program. A row that the minute cuts short counts in the mean, and as the longest in the median."
    )
    none, missing = techniques(program), []
    for rulebook in ("hodoku", "se"):
        print(f"\n## {rulebook}\n")
        head("technique | puzzles | mean, s | median, s")
        for technique in techniques(program, rulebook):
            found = line(program, rulebook, technique, limit)
            if not found and rulebook == "hodoku":
                missing.append(technique)
    print("\n## practice:TECHNIQUE, where hodoku has none in a minute or does not try it\n")
    head("technique | puzzles | mean, s | median, s")
    for technique in missing + none:
        line(program, f"practice:{technique}", technique, limit)


def techniques(program: str, rulebook: str | None = None) -> list[str]:
    """The techniques with a rating in the column of this rulebook; without one, those of no rulebook."""
    title, *lines = output([program, "techniques"]).splitlines()
    if rulebook is None:
        return [line.split()[0] for line in lines if line.strip() and not any(letter.isdigit() for letter in line[44:])]
    place = f"{title} ".index(f" {rulebook} ") + 1
    return [line.split()[0] for line in lines if any(letter.isdigit() for letter in line[place : place + 3])]


def line(program: str, rulebook: str, technique: str, limit: float) -> int:
    """Prints the line of a technique, and returns its number of puzzles. A puzzle that is cut short counts in the mean, and as the longest in the median."""
    taken: list[float] = []
    spent = 0.0
    while len(taken) < PUZZLES and (left := int(limit - spent + 0.5)) > 0:
        row_options = ["--seed", "1", "--rulebook", rulebook, "--require", technique, "--attempts", "1000000000"]
        code, time = limited([program, "show", len(taken), *row_options], left)
        if code:
            spent = limit
        else:
            taken.append(time)
            spent += time
    if not taken:
        row(technique, 0, "none in a minute", "")
        return 0
    middle = min((len(taken) + (spent >= limit)) // 2, len(taken) - 1)
    shown = [f"{time:.2f}" if 0.01 <= time < 1 else f"{time:.1f}" if time >= 1 else "under 0.01" for time in (spent / len(taken), sorted(taken)[middle])]
    row(technique, len(taken), *shown)
    return len(taken)
