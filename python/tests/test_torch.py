"""Datasets of PyTorch: each row once, whatever the number of workers and ranks."""

import contextlib
import copy
import doctest
import multiprocessing
import pickle

import numpy as np
import pytest

import gridmill

torch = pytest.importorskip("torch")
pytestmark = pytest.mark.filterwarnings("ignore:This DataLoader will create")

from torch.utils.data import DataLoader

import gridmill.torch as module
from gridmill.torch import PuzzleDataset, TableDataset

COUNT = 1000
CORPUS = gridmill.generate(COUNT, seed=7)
TABLE = next(gridmill.stream(7, COUNT))


def loader(dataset, workers=0, context="fork", **options):
    return DataLoader(dataset, batch_size=None, num_workers=workers, multiprocessing_context=context if workers else None, **options)


def joined(batches):
    """All rows of batches as arrays, by the order in which they came."""
    batches = list(batches)
    return {name: np.concatenate([batch[name].numpy() for batch in batches]) for name in batches[0]}


def check_rows(found, corpus, start=0):
    """Each row from `start` once, and equal to that of the corpus."""
    order = np.argsort(found["index"])
    assert (found["index"][order] == np.arange(start, len(corpus))).all()
    assert found["puzzles"].dtype == found["solutions"].dtype == np.uint8
    assert (found["puzzles"][order] == corpus.puzzles[start:]).all()
    assert (found["solutions"][order] == corpus.solutions[start:]).all()


def both(**options):
    """A dataset of each class with the same rows."""
    yield PuzzleDataset(7, count=COUNT, batch_size=64, **options)
    yield TableDataset(CORPUS, batch_size=64, **options)


PROCESSES = [("fork", workers, world) for workers in (0, 1, 2, 3) for world in (1, 2, 3)]
PROCESSES += [("spawn", workers, 1) for workers in (1, 2, 3)]


@pytest.mark.parametrize("context, workers, world", PROCESSES)
def test_each_row_comes_once(context, workers, world):
    # To spawn takes seconds.
    for kind in (0, 1) if context == "fork" or workers == 2 else (0,):
        batches = []
        for rank in range(world):
            dataset = list(both(rank=rank, world_size=world))[kind]
            own = list(loader(dataset, workers, context))
            assert len(own) == len(dataset) == len(loader(dataset, workers))
            # The order of a rank does not depend on its workers.
            assert [batch["index"][0] // 64 for batch in own] == list(range(rank, 16, world))
            batches += own
        check_rows(joined(batches), CORPUS)


@pytest.mark.parametrize("size", [1, 7, 256, 999, 1000, 5000])
def test_batches_of_any_size(size):
    for workers in (0, 2):
        if size > 1:
            check_rows(joined(loader(PuzzleDataset(7, count=COUNT, batch_size=size), workers)), CORPUS)
        check_rows(joined(loader(TableDataset(CORPUS, batch_size=size), workers)), CORPUS)


@pytest.mark.parametrize("workers", [0, 2])
def test_without_count_it_is_endless(workers):
    dataset = PuzzleDataset(7, batch_size=100)
    batches = [batch for batch, _ in zip(loader(dataset, workers), range(10))]
    check_rows(joined(batches), CORPUS)
    with pytest.raises(TypeError, match="endless"):
        len(dataset)


@pytest.mark.parametrize("workers, world", [(0, 1), (2, 1), (1, 3)])
def test_start_resumes(workers, world):
    steps = 2
    start = steps * world * 64
    ranks = [{"rank": rank, "world_size": world} for rank in range(world)]
    rest = [batch for place in ranks for batch in loader(PuzzleDataset(7, count=COUNT, batch_size=64, start=start, **place), workers)]
    check_rows(joined(rest), CORPUS, start)
    for place in ranks:
        for dataset in both(**place):
            whole = joined(list(loader(dataset, workers))[steps:])
            dataset.set_epoch(0, start=start)
            assert len(dataset) == len(list(dataset))
            assert (joined(loader(dataset, workers))["index"] == whole["index"]).all()
            dataset.set_epoch(1)
            assert next(iter(dataset))["index"][0] == place["rank"] * 64


def test_iterating_again_gives_the_same_rows():
    dataset = PuzzleDataset(7, count=200, batch_size=64)
    first, second = joined(dataset), joined(dataset)
    assert all((first[name] == second[name]).all() for name in first)


@pytest.mark.parametrize("board", ["filled=35..60", "broken", "solutions=2"])
def test_images_have_their_boards(board):
    corpus = gridmill.generate(40, seed=1, board=board)
    data = {"puzzles": corpus.puzzles, "solutions": corpus.solutions, "boards": corpus.boards, "givens": corpus.table()["givens"].to_numpy()}
    table = gridmill.augment(corpus, 3, seed=0)
    for dataset in (TableDataset(data, batch_size=8, augment=3), module.Mixture([TableDataset(data)], batch_size=8, augment=3)):
        for batch, _ in zip(dataset, range(5)):
            puzzles, boards, rows = (batch[name].numpy() for name in ("puzzles", "boards", "index"))
            assert len(boards) == 24 and (batch["solutions"].numpy() == gridmill.solve(puzzles)).all()
            # The cells in which the board has the digit of the puzzle, and those in which it has none, are as many as in the source.
            source_puzzles, source_boards = corpus.puzzles[rows], corpus.boards[rows]
            for count in (lambda p, b: ((p == b) & (p > 0)).sum(axis=1), lambda p, b: (b == 0).sum(axis=1)):
                assert (count(puzzles, boards) == count(source_puzzles, source_boards)).all()
            if board.startswith("filled"):
                assert ((boards == 0) | (boards == batch["solutions"].numpy())).all()
            assert (boards != source_boards).any(axis=1).sum() > 20
    assert table.boards.shape == (120, 81)


@pytest.mark.parametrize("board, mask", [("filled=35..60", "entries"), ("broken", "conflict"), ("solutions=2..4", "ambiguous_cells")])
def test_boards_and_sets_of_cells_come_as_tensors(board, mask):
    corpus = gridmill.generate(40, seed=1, board=board)
    expected = np.array([[sign == "x" for sign in text] for text in corpus.table()[mask].to_list()])
    for dataset in (PuzzleDataset(1, count=40, batch_size=16, columns=[mask], board=board), TableDataset(corpus, batch_size=16, columns=[mask])):
        batch = joined(dataset)
        assert (batch["boards"] == corpus.boards).all()
        assert batch[mask].dtype == np.bool_ and (batch[mask] == expected).all()
    for batch in TableDataset(corpus, batch_size=16, columns=[mask], augment=3):
        puzzles, boards, solutions, cells = (batch[name].numpy() for name in ("puzzles", "boards", "solutions", mask))
        assert (cells.sum(axis=1) == expected[batch["index"].numpy()].sum(axis=1)).all()
        if mask == "entries":
            assert (cells == ((puzzles == 0) & (boards == solutions))).all()
        elif mask == "conflict":
            # The smallest conflict is of givens, and leaves no solution with the wrong digit.
            assert (puzzles[cells] > 0).all()
            wrong = (boards > 0) & (boards != solutions)
            assert (gridmill.count_solutions(np.where(cells | wrong, boards, 0), 1) == 0).all()
        else:
            assert (gridmill.count_solutions(np.where(cells, boards, solutions), 1) > 0).all() and not boards[cells].any()


def test_images_without_their_cells_are_refused():
    grids = {"puzzles": CORPUS.puzzles, "solutions": CORPUS.solutions}
    for name, values in [
        ("masks", np.zeros((COUNT, 81), bool)),
        ("candidates", np.zeros((COUNT, 81), np.uint16)),
        ("targets", np.zeros((COUNT, 81, 9), np.float32)),
        ("squares", np.zeros((COUNT, 9, 9), np.uint8)),
    ]:
        data = {**grids, name: values}
        assert next(iter(TableDataset(data)))[name].shape[1:] == values.shape[1:]
        words = f"{name} has a value for each cell, which augment does not move"
        with pytest.raises(ValueError, match=words):
            TableDataset(data, augment=2)
        with pytest.raises(ValueError, match=words):
            module.Mixture([TableDataset(data)], augment=2)
    for boards in (CORPUS.puzzles.astype(np.int64), CORPUS.puzzles.reshape(-1, 9, 9)):
        with pytest.raises(ValueError, match=r"boards is torch.* give uint8 of shape \(n, 81\)"):
            TableDataset({**grids, "boards": boards}, augment=2)
    TableDataset({**grids, "tokens": np.zeros((COUNT, 100), np.int64), "pairs": np.zeros((COUNT, 9))}, augment=2)


def test_options_columns_and_mixes():
    options = {"mix": "givens=30:0.5,26:0.5", "rulebook": "se"}
    table = next(gridmill.stream(3, 100, count=100, **options))
    corpus = gridmill.generate(100, seed=3, **options)
    found = joined(loader(PuzzleDataset(3, count=100, batch_size=30, columns=["givens", "er", "minimal"], **options), 2))
    assert list(found) == ["index", "givens", "er", "minimal", "puzzles", "solutions"]
    check_rows(found, corpus)
    assert found["givens"].dtype == np.int64 and sorted(set(found["givens"])) == [26, 30]
    assert found["er"].dtype == np.float64 and found["er"].tolist() == table["er"].to_list()
    nulls = [np.nan if value is None else float(value) for value in table["minimal"].to_list()]
    assert np.array_equal(found["minimal"], nulls, equal_nan=True)
    assert joined(PuzzleDataset(3, count=5, box="2x3"))["puzzles"].shape == (5, 36)


def test_tables_and_mappings():
    found = joined(loader(TableDataset(TABLE, columns=["givens", "nodes"], batch_size=64), 2))
    check_rows(found, CORPUS)
    assert (found["givens"] == TABLE["givens"].to_numpy()).all()
    puzzles = TABLE.puzzles.reshape(-1, 9, 9).astype(np.int32)
    puzzles.flags.writeable = False
    labels = np.linspace(0, 1, COUNT)
    found = joined(TableDataset({"puzzles": puzzles, "solutions": CORPUS.solutions, "label": labels}, batch_size=64))
    check_rows(found, CORPUS)
    assert (found["label"] == labels).all()


def test_tensors_are_free_to_change():
    dataset = TableDataset(CORPUS, batch_size=64)
    next(iter(dataset))["puzzles"][:] = 0
    check_rows(joined(dataset), gridmill.generate(COUNT, seed=7))


@pytest.mark.parametrize("workers", [0, 2])
def test_shuffled_epochs(workers):
    dataset = TableDataset(CORPUS, batch_size=64, shuffle=True, seed="order")
    loaded = loader(dataset, workers, persistent_workers=workers > 0)
    orders = []
    for epoch in (0, 1, 0):
        dataset.set_epoch(epoch)
        found = joined(loaded)
        check_rows(found, CORPUS)
        orders.append(found["index"])
    assert (orders[0] == orders[2]).all() and (orders[0] != orders[1]).any() and (orders[0] != np.arange(COUNT)).any()
    other = joined(TableDataset(CORPUS, batch_size=64, shuffle=True, seed="another"))
    assert (other["index"] != orders[0]).any()


def images_of(found, times):
    """Images are puzzles with their own solutions, and each puzzle has `times` of them."""
    assert (np.bincount(found["index"]) == times).all()
    assert (gridmill.solve(found["puzzles"]) == found["solutions"]).all()
    sources = CORPUS.puzzles[found["index"]]
    assert ((sources > 0).sum(1) == (found["puzzles"] > 0).sum(1)).all()
    assert (sources != found["puzzles"]).any(1).mean() > 0.9
    return found["puzzles"]


def test_images():
    for datasets in zip(both(augment=3), both(augment=3)):
        epochs = []
        for epoch in (0, 1):
            for dataset in datasets:
                dataset.set_epoch(epoch)
            epochs.append(images_of(joined(datasets[0]), 3))
            # Images do not depend on who makes them.
            assert (joined(loader(datasets[1], 2))["puzzles"] == epochs[-1]).all()
        assert (epochs[0] != epochs[1]).any()
    given = TABLE["givens"].to_numpy()
    found = joined(TableDataset(TABLE, columns=["givens"], batch_size=64, augment=2, shuffle=True))
    assert (found["givens"] == given[found["index"]]).all()


def of_rank(rank, folder):
    torch.distributed.init_process_group("gloo", init_method=f"file://{folder}/store", rank=rank, world_size=2)
    for context, workers in (("fork", 0), ("fork", 1), ("spawn", 1)):
        dataset = PuzzleDataset(7, count=COUNT, batch_size=64)
        found = joined(loader(dataset, workers, context))
        np.savez(f"{folder}/{rank}-{context}-{workers}.npz", **found)
    torch.distributed.destroy_process_group()


@pytest.mark.skipif(not torch.distributed.is_available(), reason="PyTorch has no distributed package")
def test_ranks_are_those_of_the_process_group(tmp_path):
    context = multiprocessing.get_context("spawn")
    processes = [context.Process(target=of_rank, args=(rank, str(tmp_path))) for rank in range(2)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(timeout=60)
        assert process.exitcode == 0
    for name in ("fork-0", "fork-1", "spawn-1"):
        parts = [np.load(tmp_path / f"{rank}-{name}.npz") for rank in range(2)]
        assert [part["index"][0] for part in parts] == [0, 64]
        check_rows({key: np.concatenate([part[key] for part in parts]) for key in parts[0]}, CORPUS)


@pytest.mark.parametrize(
    "make",
    [
        lambda: PuzzleDataset(None),
        lambda: PuzzleDataset(7, batch_size=0),
        lambda: PuzzleDataset(7, start=-1),
        lambda: PuzzleDataset(7, augment=-1),
        lambda: PuzzleDataset(7, count=0),
        lambda: PuzzleDataset(7, rank=1),
        lambda: PuzzleDataset(7, rank=2, world_size=2),
        lambda: PuzzleDataset(7, rank=-1, world_size=2),
        lambda: PuzzleDataset(7, givens=90),
        lambda: PuzzleDataset(7, mix_block=100),
        lambda: PuzzleDataset(7, no_such_option=1),
        lambda: PuzzleDataset(7, columns=["er"]),
        lambda: TableDataset({"puzzles": CORPUS.puzzles}),
        lambda: TableDataset({"puzzles": CORPUS.puzzles, "solutions": CORPUS.solutions[1:]}),
        lambda: TableDataset({"puzzles": CORPUS.puzzles / 2, "solutions": CORPUS.solutions}),
        lambda: TableDataset({"puzzles": CORPUS.puzzles - np.int64(1), "solutions": CORPUS.solutions}),
        lambda: TableDataset({"puzzles": CORPUS.puzzles, "solutions": CORPUS.solutions, "index": CORPUS.puzzles}),
        lambda: TableDataset(CORPUS, columns=["er"]),
        lambda: TableDataset(CORPUS, batch_size=0),
    ],
)
def test_bad_arguments_are_refused_in_one_line(make):
    with pytest.raises(ValueError) as problem:
        make()
    assert len(str(problem.value).splitlines()) == 1


def test_columns_of_text_are_refused():
    with pytest.raises(TypeError, match="not numbers"):
        next(iter(PuzzleDataset(7, columns=["puzzle"])))
    with pytest.raises(TypeError, match="not numbers"):
        TableDataset(TABLE, columns=["solution"])


def test_datasets_and_batches_are_pickled_and_copied():
    for dataset in both():
        check_rows(joined(pickle.loads(pickle.dumps(dataset))), CORPUS)
        batch = next(iter(dataset))
        for other in (pickle.loads(pickle.dumps(batch)), copy.copy(batch), copy.deepcopy(batch)):
            assert type(other) is type(batch) and all((other[name] == batch[name]).all() for name in batch)
        assert pickle.loads(pickle.dumps(batch))["puzzles"].add_(1).sum() > batch["puzzles"].sum()


def test_a_worker_that_is_left_early_ends():
    with contextlib.closing(iter(PuzzleDataset(7, batch_size=64))) as batches:
        next(batches)
    loaded = iter(loader(PuzzleDataset(7, batch_size=64), 1))
    next(loaded)
    process = loaded._workers[0]
    del loaded
    process.join(timeout=10)
    assert not process.is_alive()


def test_examples_run():
    results = doctest.testmod(module)
    assert results.failed == 0 and results.attempted > 5
