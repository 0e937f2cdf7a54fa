"""Measures the quantiles of python/gridmill/difficulty.py, and writes them to python/gridmill/_quantiles.py.

The population is that of `gridmill.generate` without options: minimal 9x9 puzzles dug top-down from uniform grids, each with the same weight.
"""

import argparse
import collections

import numpy as np

import gridmill
from measuring import write

SEED = "difficulty quantiles"
# Shares at which `guesses` is listed; `er` has so few values that all are.
SHARES = [*np.arange(0, 0.99, 0.005), *np.arange(0.99, 0.999, 0.001), *np.arange(0.999, 1, 0.0001), 1.0]
HEAD = '''"""Quantiles of difficulty: value, share of puzzles below it, share of puzzles up to it.

Made by `{command}`: {count:,} puzzles of `gridmill.generate({count}, seed={seed!r}, rulebook="se",
add="guesses")`, minimal 9x9 puzzles dug top-down from uniform grids, each with the same weight. The standard error of a
share p is sqrt(p (1 - p) / {count}), at most {error:.4f}.
"""

COUNT = {count}
'''


def run(options: argparse.Namespace) -> None:
    guesses, er = [], []
    count = options.count // (100 if options.quick else 1)
    for batch in gridmill.stream(SEED, count=count, rulebook="se", add="guesses"):
        guesses.append(batch["guesses"].to_numbers())
        er.append(batch["er"].to_numbers())
    tables = {"GUESSES": table(np.concatenate(guesses), 2, SHARES), "ER": table(np.concatenate(er), 1, None)}
    text = HEAD.format(command=options.command, count=count, seed=SEED, error=(0.25 / count) ** 0.5)
    for name, rows in tables.items():
        lines = (f"    ({value}, {below:.5f}, {up_to:.5f}),\n" for value, below, up_to in rows)
        text += f"{name}: tuple[tuple[float, float, float], ...] = (\n{''.join(lines)})\n"
    write(options, "python/gridmill/_quantiles.py", text)


def table(values: np.ndarray, decimals: int, shares: list[float] | None) -> list[tuple[float, float, float]]:
    """Values with the shares below and up to each: all values, or those at some shares."""
    counts = sorted(collections.Counter(round(float(value), decimals) for value in values if value == value).items())
    total, below, rows = sum(count for _, count in counts), 0, []
    for value, count in counts:
        rows.append((value, below / total, (below + count) / total))
        below += count
    if shares is None:
        return rows
    ends = np.array([row[2] for row in rows])
    return [rows[at] for at in sorted({min(int(np.searchsorted(ends, share)), len(rows) - 1) for share in shares})]
