"""Compares orders of puzzles by effort: minutes that pencilmark estimates, scores, ratings, guesses and open steps.

`pip install pencilmark==1.0.0rc1` (PyPI) where this runs. It estimates a solver's time from the solving path; here its minutes are only an order.
"""

import argparse
import csv
import io

from measuring import QUIET, head, machine, output, report, row, version_of

SEED = "effort"
# Columns of `generate`, and what a table calls them.
MEASURES = {
    "hodoku_score": "score",
    "open_index": "`open_index`",
    "open_steps_mean": "`open_steps_mean`",
    "open_placements_mean": "`open_placements_mean`",
    "open_steps_least": "`open_steps_least`",
    "open_placements_at": "`open_placements_at`",
    "se_er": "ER",
    "guesses": "guesses",
    "givens": "givens",
}


def run(options: argparse.Namespace) -> None:
    try:
        import pencilmark
    except ImportError:
        raise SystemExit("pencilmark is missing: pip install pencilmark==1.0.0rc1") from None
    count = 20 if options.quick else options.count
    with report(options, "reports/effort/README.md"):
        made = [options.program, "generate", "--count", str(count), "--seed", SEED, "--rulebook", "hodoku,se", "--add", "guesses,open_steps", *QUIET]
        rows = [one for one in csv.DictReader(io.StringIO(output(made))) if one["open_index"]]
        # The limit ends a search that the minutes do not depend on.
        cards = pencilmark.rate_many([one["puzzle"] for one in rows], jobs=options.jobs, max_seconds=5)
        minutes = [card["time"] for card in cards]
        print("# Order by effort, compared with pencilmark\n")
        print(f"{version_of(options.program)}, pencilmark {pencilmark.__version__}. {machine()}.\n")
        print(f"Rank correlation (Spearman) of measures with the minutes that pencilmark estimates, over {len(rows)} of {count} random minimal puzzles")
        print(f"(seed `{SEED}`) that the rulebook `hodoku` solves, and over those of them that singles do not solve. The minutes are a model's, not people's: the table")
        print("says how far two models agree about the order.\n")
        hard = [place for place, one in enumerate(rows) if float(one["se_er"] or 99) > 2.3]
        head(f"measure: | all {len(rows)} | {len(hard)} beyond singles")
        for column, name in MEASURES.items():
            values = [float(one[column] or 0) for one in rows]
            parts = (range(len(rows)), hard)
            row(name, *(shown(spearman([values[n] for n in part], [minutes[n] for n in part])) for part in parts))


def shown(correlation: float) -> str:
    """A correlation, or a dash where all values are equal."""
    return "-" if correlation != correlation else f"{correlation:.2f}"


def ranks(values: list[float]) -> list[float]:
    """Ranks, equal values with their mean."""
    order = sorted(range(len(values)), key=values.__getitem__)
    found = [0.0] * len(values)
    first = 0
    while first < len(order):
        last = first
        while last < len(order) and values[order[last]] == values[order[first]]:
            last += 1
        for place in order[first:last]:
            found[place] = (first + last - 1) / 2
        first = last
    return found


def spearman(one: list[float], other: list[float]) -> float:
    mean = (len(one) - 1) / 2
    pairs = [(a - mean, b - mean) for a, b in zip(ranks(one), ranks(other), strict=True)]
    norm = (sum(a * a for a, _ in pairs) * sum(b * b for _, b in pairs)) ** 0.5
    return sum(a * b for a, b in pairs) / norm if norm else float("nan")
