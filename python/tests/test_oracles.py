"""`dedup`, `split`, `overlap` and `class_keys` against canonical forms of the tests' own, by all transforms."""

import collections
import itertools
import random

import numpy as np
import pytest

import gridmill

# Rows and columns of a box, puzzles, images of each.
CASES = [("2x2", 24, 3), ("2x3", 8, 2), ("3x2", 8, 2), ("3x3", 6, 2)]


def orders(groups, size):
    """All orders of lines that keep groups of `size` lines together."""
    inner = list(itertools.permutations(range(size)))
    for outer in itertools.permutations(range(groups)):
        for within in itertools.product(inner, repeat=groups):
            yield [group * size + line for group, lines in zip(outer, within) for line in lines]


def relabelled(grids, side):
    """Grids with their digits numbered by first appearance."""
    found = grids[:, None, :] == np.arange(1, side + 1)[None, :, None]
    first = np.where(found.any(2), found.argmax(2), grids.shape[1] + np.arange(side))
    names = np.zeros((len(grids), side + 1), np.int64)
    names[:, 1:] = first.argsort(1).argsort(1) + 1
    return np.take_along_axis(names, grids.astype(np.int64), 1).astype("u1")


def least(rows):
    return min(map(bytes, rows))


def canonical(grid, box):
    """The least image of a grid, row by row. Of all transforms, only those with the least first row are gone through."""
    rows, columns = map(int, box.split("x"))
    side = rows * columns
    row_orders = np.array(list(orders(side // rows, rows)))
    column_orders = np.array(list(orders(side // columns, columns)))
    best = None
    grids = [grid, grid.T] if rows == columns else [grid]
    firsts = {}
    for turned, line in itertools.product(range(len(grids)), range(side)):
        firsts[turned, line] = relabelled(grids[turned][line][column_orders], side)
    lowest = min(least(images) for images in firsts.values())
    for (turned, line), images in firsts.items():
        kept = column_orders[(images == np.frombuffer(lowest, "u1")).all(1)]
        below = row_orders[row_orders[:, 0] == line]
        for columns_kept in kept:
            found = least(relabelled(grids[turned][below][:, :, columns_kept].reshape(len(below), -1), side))
            best = found if best is None else min(best, found)
    return best


def expanded(grid, box):
    """The grid with all digits that naked and hidden singles place, `None` if they contradict it."""
    rows, columns = map(int, box.split("x"))
    side = rows * columns
    cells = list(itertools.product(range(side), repeat=2))
    kinds = [lambda row, column: row, lambda row, column: column, lambda row, column: (row // rows, column // columns)]
    houses = [[cell for cell in cells if kind(*cell) == house] for kind in kinds for house in {kind(*cell) for cell in cells}]
    grid = grid.copy()
    while True:
        seen = {cell: {grid[other] for house in houses if cell in house for other in house if other != cell} for cell in cells}
        if any(grid[cell] in seen[cell] for cell in cells if grid[cell]):
            return None
        candidates = {cell: {grid[cell]} if grid[cell] else set(range(1, side + 1)) - seen[cell] for cell in cells}
        places = [[cell for cell in house if digit in candidates[cell]] for house in houses for digit in range(1, side + 1)]
        if not all(candidates.values()) or not all(places):
            return None
        digits = [digit for _ in houses for digit in range(1, side + 1)]
        singles = [(cell, min(found)) for cell, found in candidates.items() if len(found) == 1]
        singles += [(place[0], digit) for place, digit in zip(places, digits) if len(place) == 1]
        singles = {single for single in singles if not grid[single[0]]}
        if not singles:
            return grid
        if len({cell for cell, _ in singles}) < len(singles):
            return None
        for cell, digit in singles:
            grid[cell] = digit


def image(grid, box, rng):
    """A random image of a grid."""
    rows, columns = map(int, box.split("x"))
    side = rows * columns

    def order(groups, size):
        return [group * size + line for group in rng.sample(range(groups), groups) for line in rng.sample(range(size), size)]

    if rows == columns and rng.random() < 0.5:
        grid = grid.T
    digits = np.array([0, *rng.sample(range(1, side + 1), side)], "u1")
    return digits[grid[order(side // rows, rows)][:, order(side // columns, columns)]]


def text(grid):
    return "".join(".123456789"[cell] for cell in grid.ravel())


class Case:
    def __init__(self, box, count, images):
        rng, corpus = random.Random(box), gridmill.generate(count, seed=5, box=box)
        side = int(corpus.puzzles.shape[1] ** 0.5)
        grids = [puzzle.reshape(side, side) for puzzle in corpus.puzzles]
        # With the number of the puzzle that each is made of.
        rows = [*enumerate(grids), *((n, image(grid, box, rng)) for n, grid in enumerate(grids) for _ in range(images))]
        # Nearly the same: a given taken away, so that the solution may be no longer one.
        for source, grid in enumerate(grids):
            near = image(grid, box, rng).copy()
            near[tuple(rng.choice(np.argwhere(near > 0)))] = 0
            rows.append((source, near))
        # Equal rows, and images of grids with other givens: the same class by grid alone.
        rows += rng.sample(list(enumerate(grids)), min(4, len(grids)))
        rng.shuffle(rows)
        sources, rows = zip(*rows)
        self.box, self.side = box, side
        self.rows = [text(grid) for grid in rows]
        self.forms = [canonical(grid, box) for grid in rows]
        # A whole 9x9 grid is named by the puzzle that it is made of.
        expansions = [expanded(grid, box) for grid in rows]
        self.expanded = [row for row, grid in zip(self.rows, expansions) if grid is not None]
        self.expansion_forms = [
            canonical(grid, box) if side < 9 or not grid.all() else source for source, grid in zip(sources, expansions) if grid is not None
        ]
        # The puzzles that have a class by grid.
        is_unique = gridmill.is_unique(self.rows, box=box)
        self.unique = list(itertools.compress(self.rows, is_unique))
        if side == 9:
            # All images of a whole grid have the same first row: the form takes long. Random grids are of different classes.
            self.grid_forms = list(itertools.compress(sources, is_unique))
            return
        grids = [solution.reshape(side, side) for solution in self.digits(gridmill.solve(self.unique, box=box))]
        self.grid_forms = [canonical(grid, box) for grid in grids]

    @staticmethod
    def digits(texts):
        return [np.array([int(cell) for cell in one], "u1") for one in texts]

    def by(self, by):
        """Rows and their classes by definition."""
        return {
            "row": (self.rows, self.rows),
            "puzzle": (self.rows, self.forms),
            "expansion": (self.expanded, self.expansion_forms),
            "grid": (self.unique, self.grid_forms),
        }[by]


@pytest.fixture(scope="module", params=CASES, ids=lambda case: case[0])
def case(request):
    return Case(*request.param)


BY = ["row", "puzzle", "expansion", "grid"]


def test_images_have_the_form_of_their_puzzle():
    rng, grid = random.Random(1), gridmill.generate(1, seed=2).puzzles[0].reshape(9, 9)
    assert canonical(grid, "3x3") == canonical(image(grid, "3x3", rng), "3x3")
    assert canonical(grid, "3x3") != canonical(gridmill.generate(1, seed=3).puzzles[0].reshape(9, 9), "3x3")


@pytest.mark.parametrize("by", BY)
def test_dedup_keeps_the_first_of_each_class(case, by):
    rows, classes = case.by(by)
    first = {}
    for row, of in zip(rows, classes):
        first.setdefault(of, row)
    assert gridmill.dedup(rows, by=by, box=case.box) == list(first.values())
    assert len(first) < len(rows) or by == "grid"


@pytest.mark.parametrize("by", BY)
def test_keys_are_equal_exactly_in_a_class(case, by):
    rows, classes = case.by(by)
    for seed in (None, 3):
        keys = gridmill.class_keys(rows, by=by, box=case.box, seed=seed).to_list()
        assert len(set(zip(keys, classes))) == len(set(keys)) == len(set(classes))


@pytest.mark.parametrize("by", BY)
def test_splits_part_classes_and_lose_nothing(case, by):
    rows, classes = case.by(by)
    of = dict(zip(rows, classes))
    for seed in range(5):
        splits = gridmill.split(rows, {"a": 0.5, "b": 0.3, "c": 0.2}, by=by, seed=seed, box=case.box)
        assert collections.Counter(itertools.chain(*splits.values())) == collections.Counter(rows)
        found = [{of[row] for row in split} for split in splits.values()]
        assert all(one.isdisjoint(two) for one, two in itertools.combinations(found, 2))
        # The order of the rows is kept.
        for split in splits.values():
            left = iter(rows)
            assert all(row in left for row in split)
        assert splits == gridmill.split(rows, {"a": 0.5, "b": 0.3, "c": 0.2}, by=by, seed=seed, box=case.box)
        left_out = gridmill.split(rows, {"a": 1}, by=by, seed=seed, exclude=splits["b"], box=case.box)["a"]
        assert left_out == [row for row in rows if of[row] not in {of[other] for other in splits["b"]}]


def test_overlap_counts_common_classes(case):
    cut = len(case.unique) // 2
    sides = case.unique[:cut], case.unique[cut:]
    pairs = {pair["by"]: pair for pair in gridmill.overlap(*sides, by=BY, box=case.box)["pairs"]}
    of, expansion = dict(zip(case.rows, case.forms)), dict(zip(case.expanded, case.expansion_forms))
    forms = {
        "row": case.unique,
        "puzzle": [of[row] for row in case.unique],
        "expansion": [expansion[row] for row in case.unique],
        "grid": case.grid_forms,
    }
    for by in BY:
        one, two = forms[by][:cut], forms[by][cut:]
        common = set(one) & set(two)
        assert pairs[by]["classes"] == len(common), by
        assert pairs[by]["rows"] == [sum(form in common for form in side) for side in (one, two)], by
