"""Scores simple solvers on a benchmark, and compares measures of difficulty by how well they tell which puzzles these solve.

| solver | what it does |
|---|---|
| singles | naked and hidden singles until none is left |
| one guess | where these stop: each candidate of a cell with the fewest, each followed by singles |
| 10, 100, 1,000 nodes | breadth-first search: a node is a board after singles; its children are the candidates of a cell with the fewest |
| network | a message-passing network, trained on random images of the split `train`; fills its surest cells, round by round |
"""

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

import gridmill
from gridmill import benchmark, boards
from measuring import head, machine, report, row

NAME = "gridmill-bench-2"
SEED = "baselines"
# Puzzles whose searches run side by side.
CHUNK = 64


def run(options: argparse.Namespace) -> None:
    rows = 10 if options.quick else options.rows
    seconds = 10 if options.quick else options.seconds
    with tempfile.TemporaryDirectory() as made, report(options, "reports/benchmark/README.md"):
        folder = options.rows_of or Path(made) / "bench"
        if options.rows_of is None:
            benchmark.make(folder, name=NAME, first=rows, progress=False)
        puzzles = benchmark.load(folder)
        names = list(dict.fromkeys(puzzle["stratum"] for puzzle in puzzles))
        strata = {name: grids([puzzle for puzzle in puzzles if puzzle["stratum"] == name][:rows]) for name in names}
        solvers = {
            "singles": singles,
            "one guess": lambda given: search(given, 1 << 30, depth=1),
            "10 nodes": lambda given: search(given, 10),
            "100 nodes": lambda given: search(given, 100),
            "1,000 nodes": lambda given: search(given, 1000),
        }
        searches = dict(solvers)
        if seconds > 0:
            train = gridmill.read(folder, split="train")
            network = Network(np.random.default_rng(1))
            steps = network.train(train.puzzles[:rows], train.solutions[:rows], seconds)
            solvers["network"] = network.solve
        print(f"# Baselines of {NAME}\n")
        print(f"Exact solutions, % (standard error), of the first {rows:,} rows of each stratum. {gridmill.__version__}, {machine()}.\n")
        lines = __doc__.splitlines()[2:]
        print("\n".join(lines if seconds > 0 else lines[:-1]) + "\n")
        by_stratum(strata, solvers)
        if seconds > 0:
            print(f"\nThe network has {network.size:,} parameters and was trained for {seconds} s: {steps:,} batches of {Network.BATCH}.")
        print()
        by_measure(200 if options.quick else options.puzzles, searches)


def grids(puzzles: list[dict[str, str]]) -> tuple[np.ndarray, np.ndarray]:
    """Cells of puzzles and of their solutions."""
    given, solved = ("".join(puzzle[name] for puzzle in puzzles).replace(".", "0") for name in ("puzzle", "solution"))
    return tuple(np.frombuffer(cells.encode(), np.uint8).reshape(-1, 81) - 48 for cells in (given, solved))


def by_stratum(strata: dict[str, tuple[np.ndarray, np.ndarray]], solvers: dict[str, Callable[[np.ndarray], np.ndarray]]) -> None:
    head("stratum: | rows | " + " | ".join(solvers))
    hardest = ("guesses_20", "guesses_50", "guesses_100")
    shares = {}
    for name, (given, solved) in strata.items():
        shares[name] = [(solve(given) == solved).all(axis=1).mean() for solve in solvers.values()]
        row(name, len(given), *(share_text(share, len(given)) for share in shares[name]))
    count = min(len(strata[name][0]) for name in hardest)
    means = [np.mean([shares[name][place] for name in hardest]) for place in range(len(solvers))]
    row("**headline**", "", *(share_text(mean, len(hardest) * count) for mean in means))


def share_text(share: float, count: int) -> str:
    return f"{share:.1%} ({np.sqrt(share * (1 - share) / count):.1%})"


def by_measure(count: int, solvers: dict[str, Callable[[np.ndarray], np.ndarray]]) -> None:
    """Prints how well each measure of difficulty tells the solved from the unsolved ones of random minimal puzzles."""
    table = gridmill.generate(count, seed=SEED, rulebook="se", add="guesses", progress=False).table()
    measures = {"fewer givens": -table["givens"].to_numbers(), "ER": table["er"].to_numbers(), "guesses": table["guesses"].to_numbers()}
    print("## Why not by number of givens\n")
    print(f"{count:,} random minimal puzzles, as `generate` makes them. The share of pairs, one solved and one not, in which the unsolved one is")
    print("the harder one by the measure, ties counted half (0.5: the measure says nothing, 1: all), and Spearman's rank correlation with failure.\n")
    head("solver: | solved | " + " | ".join(measures))
    for name, solve in solvers.items():
        failed = (solve(table.puzzles) != table.solutions).any(axis=1)
        # A few failures say nothing.
        is_mixed = 20 <= failed.sum() <= count - 20
        found = [f"{pairs(values, failed):.3f}, {rank_correlation(values, failed):.2f}" if is_mixed else "" for values in measures.values()]
        row(name, f"{1 - failed.mean():.1%}", *found)
    names = list(measures)
    print("\nRank correlation of the measures: " + ", ".join(
        f"{one} and {other} {rank_correlation(measures[one], measures[other]):.2f}" for place, one in enumerate(names) for other in names[place + 1 :]
    ) + ".")


def ranks(values: np.ndarray) -> np.ndarray:
    """Ranks from 1, the mean one for equal values."""
    _, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    return (np.cumsum(counts) - (counts - 1) / 2)[places]


def pairs(values: np.ndarray, failed: np.ndarray) -> float:
    """Share of pairs in which the failed one has the larger value (H. B. Mann and D. R. Whitney 1947)."""
    fails, rest = failed.sum(), (~failed).sum()
    return float((ranks(values)[failed].sum() - fails * (fails + 1) / 2) / (fails * rest))


def rank_correlation(one: np.ndarray, other: np.ndarray) -> float:
    return float(np.corrcoef(ranks(one), ranks(other))[0, 1])


def singles(given: np.ndarray) -> np.ndarray:
    """Places naked and hidden singles until there is none."""
    cells, open_rows = given.copy(), np.arange(len(given))
    while len(open_rows):
        forced = boards.forced(cells[open_rows])
        open_rows = open_rows[forced.any(axis=1)]
        cells[open_rows] += forced[forced.any(axis=1)]
    return cells


def search(given: np.ndarray, nodes: int, depth: int | None = None) -> np.ndarray:
    """Breadth-first search with at most this many nodes for each puzzle; where it finds no solution, what singles leave."""
    return np.concatenate([search_chunk(given[at : at + CHUNK], nodes, depth) for at in range(0, len(given), CHUNK)])


def search_chunk(given: np.ndarray, nodes: int, depth: int | None) -> np.ndarray:
    answers, left = singles(given), np.full(len(given), nodes)
    frontier, owners = given, np.arange(len(given))
    level = 0
    while len(frontier):
        # The first nodes of each puzzle, in the order in which they came.
        starts = np.searchsorted(owners, np.arange(len(given)))
        is_in = np.arange(len(owners)) - starts[owners] < left[owners]
        frontier, owners = singles(frontier[is_in]), owners[is_in]
        left -= np.bincount(owners, minlength=len(given))
        is_sound = ~boards.conflicts(frontier).any(axis=1)
        frontier, owners = frontier[is_sound], owners[is_sound]
        is_full = (frontier != 0).all(axis=1)
        answers[owners[is_full]], left[owners[is_full]] = frontier[is_full], 0
        if level == depth:
            break
        level += 1
        goes_on = ~is_full & (left[owners] > 0)
        frontier, owners = frontier[goes_on], owners[goes_on]
        moves = boards.legal_moves(frontier)
        # Filled cells are not chosen; a cell without candidates is, and has no children.
        counts = np.where(frontier == 0, moves.sum(axis=2), 10)
        cell = counts.argmin(axis=1) if len(frontier) else np.zeros(0, int)
        parent, digit = np.nonzero(moves[np.arange(len(frontier)), cell])
        frontier, owners = frontier[parent], owners[parent]
        frontier[np.arange(len(frontier)), cell[parent]] = digit + 1
    return answers


class Network:
    """A message-passing network: each cell has a state, which the sums over its row, column and box change in rounds with the same weights."""

    BATCH, STATES, ROUNDS = 64, 48, 12

    def __init__(self, random: np.random.Generator) -> None:
        size = self.STATES
        shapes = {"enter": (10, size), "own": (size, size), "row": (size, size), "column": (size, size), "box": (size, size), "bias": (size,), "leave": (size, 9)}
        self.random = random
        self.weights = {name: random.normal(0, 0.3 / np.sqrt(shape[0]), shape).astype(np.float32) for name, shape in shapes.items()}

    @property
    def size(self) -> int:
        return sum(weights.size for weights in self.weights.values())

    def forward(self, given: np.ndarray) -> tuple[np.ndarray, list[np.ndarray]]:
        """Probabilities of digits by cell, and the states after each round."""
        weights = self.weights
        entered = weights["enter"][given] + weights["bias"]
        states = [np.maximum(entered, 0)]
        for _ in range(self.ROUNDS):
            last = states[-1]
            states.append(np.maximum(entered + last @ weights["own"] + sum(part(last) @ weights[name] for name, part in SUMS.items()), 0))
        scores = states[-1] @ weights["leave"]
        scores = np.exp(scores - scores.max(axis=2, keepdims=True))
        return scores / scores.sum(axis=2, keepdims=True), states

    def gradients(self, given: np.ndarray, solved: np.ndarray) -> dict[str, np.ndarray]:
        """Gradients of the mean cross-entropy of empty cells."""
        shares, states = self.forward(given)
        is_empty = given == 0
        error = shares - np.eye(9, dtype=np.float32)[solved - 1]
        error *= (is_empty / is_empty.sum())[..., None].astype(np.float32)
        found = {name: np.zeros_like(weights) for name, weights in self.weights.items()}
        found["leave"] = np.tensordot(states[-1], error, ([0, 1], [0, 1]))
        back = error @ self.weights["leave"].T
        entered = np.zeros_like(back)
        for after, last in zip(states[:0:-1], states[-2::-1]):
            back = back * (after > 0)
            entered += back
            found["own"] += np.tensordot(last, back, ([0, 1], [0, 1]))
            for name, part in SUMS.items():
                found[name] += np.tensordot(part(last), back, ([0, 1], [0, 1]))
            # The sums are symmetric.
            back = back @ self.weights["own"].T + sum(part(back @ self.weights[name].T) for name, part in SUMS.items())
        entered += back * (states[0] > 0)
        found["bias"] = entered.sum(axis=(0, 1))
        np.add.at(found["enter"], given.ravel(), entered.reshape(-1, self.STATES))
        return found

    def train(self, puzzles: np.ndarray, solutions: np.ndarray, seconds: float) -> int:
        """Trains with random images of puzzles (D. Kingma and J. Ba 2015), and returns the number of batches."""
        means = {name: np.zeros_like(weights) for name, weights in self.weights.items()}
        squares = {name: np.zeros_like(weights) for name, weights in self.weights.items()}
        end, step = time.monotonic() + seconds, 0
        while time.monotonic() < end:
            chosen = self.random.integers(0, len(puzzles), self.BATCH)
            source = {"puzzle": puzzles[chosen], "solution": solutions[chosen]}
            images = gridmill.augment(source, times=1, seed=step, threads=1, progress=False)
            given, solved = images.puzzles, images.solutions
            # Some cells are filled, as they are when it solves.
            given = np.where(self.random.random(given.shape) < self.random.random((self.BATCH, 1)) * 0.7, solved, given)
            step += 1
            gradients = self.gradients(given, solved)
            norm = np.sqrt(sum(float((gradient**2).sum()) for gradient in gradients.values()))
            for name, gradient in gradients.items():
                gradient = gradient * min(1, 1 / max(norm, 1e-9))
                means[name] += 0.1 * (gradient - means[name])
                squares[name] += 0.01 * (gradient**2 - squares[name])
                mean, square = means[name] / (1 - 0.9**step), squares[name] / (1 - 0.99**step)
                self.weights[name] -= 0.002 * mean / (np.sqrt(square) + 1e-8)
        return step

    def solve(self, given: np.ndarray) -> np.ndarray:
        """Fills the surest cell of each board, and all of which it is sure, until none is empty."""
        return np.concatenate([self.solve_chunk(given[at : at + 256]) for at in range(0, len(given), 256)])

    def solve_chunk(self, given: np.ndarray) -> np.ndarray:
        cells = given.copy()
        while (open_rows := np.flatnonzero((cells == 0).any(axis=1))).size:
            shares = self.forward(cells[open_rows])[0]
            sure = np.where(cells[open_rows] == 0, shares.max(axis=2), 0)
            fills = (sure == sure.max(axis=1, keepdims=True)) | (sure > 0.995)
            cells[open_rows] = np.where(fills, shares.argmax(axis=2) + 1, cells[open_rows])
        return cells


def row_sums(states: np.ndarray) -> np.ndarray:
    by_row = states.reshape(len(states), 9, 9, -1)
    return np.repeat(by_row.sum(axis=2), 9, axis=1)


def column_sums(states: np.ndarray) -> np.ndarray:
    by_row = states.reshape(len(states), 9, 9, -1)
    return np.tile(by_row.sum(axis=1), (1, 9, 1))


def box_sums(states: np.ndarray) -> np.ndarray:
    boxes = states.reshape(len(states), 3, 3, 3, 3, -1).sum(axis=(2, 4), keepdims=True)
    return np.broadcast_to(boxes, (len(states), 3, 3, 3, 3, boxes.shape[-1])).reshape(len(states), 81, -1)


#: Sums of states over the houses of each cell.
SUMS = {"row": row_sums, "column": column_sums, "box": box_sums}
