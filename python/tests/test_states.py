"""Datasets of PyTorch: mixtures, orders, and runs that go on from a state."""

import copy
import pickle

import numpy as np
import pytest

import gridmill

torch = pytest.importorskip("torch")
pytestmark = pytest.mark.filterwarnings("ignore:This DataLoader will create", "ignore::DeprecationWarning", "ignore:.set_vital")

from torch.utils.data import DataLoader

from gridmill.torch import Mixture, PuzzleDataset, TableDataset

COUNT = 500
TABLE = next(gridmill.stream(7, COUNT))
EASY, HARD = {"givens": 40}, {"givens": 28}


def loader(dataset, workers=0, **options):
    return DataLoader(dataset, batch_size=None, num_workers=workers, multiprocessing_context="fork" if workers else None, **options)


def take(dataset, batches, workers=0):
    return [batch for batch, _ in zip(loader(dataset, workers), range(batches))]


def same(one, other):
    assert len(one) == len(other)
    for first, second in zip(one, other):
        assert first.keys() == second.keys()
        assert all(torch.equal(first[name], second[name]) for name in first)


def mixture(**options):
    table = TableDataset(TABLE, columns=["givens"], shuffle=True)
    given = {"columns": ["givens"], "batch_size": 20, "seed": 3, **options}
    return Mixture([EASY, PuzzleDataset(9, columns=["givens"], **HARD), table], [0.5, 0.3, 0.2], **given)


def test_a_mixture_has_exact_shares_and_each_row_of_a_source_in_order():
    batches = take(mixture(), 30)
    assert list(batches[0]) == ["source", "index", "givens", "puzzles", "solutions"]
    for batch in batches:
        assert torch.bincount(batch["source"]).tolist() == [10, 6, 4]
        assert set(batch["givens"][:10].tolist()) == {40} and set(batch["givens"][10:16].tolist()) == {28}
    rows = {name: np.concatenate([batch[name].numpy() for batch in batches]) for name in batches[0]}
    for source in (0, 1):
        assert (rows["index"][rows["source"] == source] == np.arange(len(rows["index"][rows["source"] == source]))).all()
    assert len(set(rows["index"][rows["source"] == 2])) == 120, "of a table, no row comes twice in a pass"
    hard = gridmill.generate(180, seed=9, **HARD)
    assert (rows["puzzles"][rows["source"] == 1] == hard.puzzles).all()
    easy = next(iter(PuzzleDataset("3 source 0", batch_size=10, **EASY)))
    assert torch.equal(batches[0]["puzzles"][:10], easy["puzzles"])


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_batches_do_not_depend_on_workers(workers):
    def changed():
        dataset = mixture(augment=2)
        dataset.set_weights([0, 1, 0], at=4)
        dataset.set_weights([0.2, 0.2, 0.6], at=9)
        return dataset

    batches = take(changed(), 14)
    same(take(changed(), 14, workers), batches)
    assert torch.bincount(batches[4]["source"]).tolist() == [0, 40]
    ranks = [take(mixture(augment=2, rank=rank, world_size=2), 3, workers) for rank in range(2)]
    same([batch for pair in zip(*ranks) for batch in pair], take(mixture(augment=2), 6))


def test_finite_sources_begin_again():
    table = TableDataset(TABLE, columns=["givens"], batch_size=64)
    few = PuzzleDataset(7, count=7, start=2, columns=["givens"])
    batches = take(Mixture([table, few], [1, 1], batch_size=200), 11)
    rows = {name: np.concatenate([batch[name].numpy() for batch in batches]) for name in batches[0]}
    assert (rows["index"][rows["source"] == 0] == np.arange(1100) % COUNT).all()
    assert (rows["index"][rows["source"] == 1] == 2 + np.arange(1100) % 5).all()
    given = TABLE["givens"].to_numpy()
    assert (rows["givens"] == given[rows["index"]]).all()


def test_weights_change_while_it_runs():
    dataset = mixture()
    shares = []
    for step, batch in zip(range(8), dataset):
        shares.append(torch.bincount(batch["source"], minlength=3).tolist())
        if step == 2:
            dataset.set_weights([0, 0, 1])
    assert shares == [[10, 6, 4]] * 3 + [[0, 0, 20]] * 5 and dataset.weights == [0, 0, 1]
    with pytest.raises(ValueError, match="at is 3, and batches up to step 7 are begun; give 8 or more"):
        dataset.set_weights([1, 0, 0], at=3)
    with pytest.raises(ValueError, match="at is missing"):
        mixture(rank=0, world_size=2).set_weights([1, 0, 0])
    # Workers see a change, and lose no row by it.
    dataset = mixture()
    seen = []
    for step, batch in zip(range(40), loader(dataset, 2)):
        seen.append(batch)
        if step == 2:
            dataset.set_weights([0, 1, 0])
    assert torch.bincount(seen[-1]["source"]).tolist() == [0, 20]
    again = mixture()
    again.load_state_dict({**dataset.state_dict(), "epoch": 0, "start": 0})
    same(take(again, 40), seen)


@pytest.mark.parametrize("workers", [0, 2])
def test_a_loop_goes_on_from_its_steps(workers):
    for make in (
        mixture,
        lambda **place: PuzzleDataset(7, batch_size=20, augment=2, **place),
        lambda **place: TableDataset(TABLE, batch_size=20, shuffle=True, augment=2, **place),
    ):
        for rank in range(2):
            whole = take(make(rank=rank, world_size=2), 6)
            dataset = make(rank=rank, world_size=2)
            take(dataset, 2, workers)
            state = pickle.loads(pickle.dumps(dataset.state_dict(steps=2)))
            # The number of workers may be another.
            for other in (0, 1, 3):
                rest = make(rank=rank, world_size=2)
                rest.load_state_dict(state)
                same(take(rest, 4, other), whole[2:])


def test_a_process_knows_what_it_has_yielded():
    dataset = PuzzleDataset(7, count=100, batch_size=20)
    batches = list(dataset)
    rows = iter(dataset)
    next(rows), next(rows)
    state = dataset.state_dict()
    assert state == {"epoch": 0, "start": 40}
    other = PuzzleDataset(7, count=100, batch_size=20)
    other.load_state_dict(state)
    assert len(other) == 3 and other.state_dict() == state
    same(list(other), batches[2:])
    # The rest of the epoch is over: the next iteration is whole.
    same(list(other), batches)
    same(list(dataset), batches)
    assert dataset.state_dict() == {"epoch": 0, "start": 100}


def test_torchdata_resumes_every_dataset():
    stateful = pytest.importorskip("torchdata.stateful_dataloader").StatefulDataLoader

    def loaded(make, workers):
        return stateful(make(), batch_size=None, num_workers=workers, multiprocessing_context="fork" if workers else None)

    def changed():
        dataset = mixture()
        dataset.set_weights([0, 1, 0], at=4)
        return dataset

    for make in (changed, lambda: PuzzleDataset(7, count=200, batch_size=20), lambda: TableDataset(TABLE, batch_size=50, shuffle=True, augment=2)):
        whole = take(make(), 10)
        for workers, steps in ((0, 3), (2, 3), (2, 4)):
            first = loaded(make, workers)
            batches = [batch for _, batch in zip(range(steps), first)]
            same(batches, whole[:steps])
            state = pickle.loads(pickle.dumps(first.state_dict()))
            second = loaded(make, workers)
            second.load_state_dict(state)
            same([batch for _, batch in zip(range(1), second)], whole[steps : steps + 1])
            # A worker that has given nothing since still knows where it is.
            third = loaded(make, workers)
            third.load_state_dict(pickle.loads(pickle.dumps(second.state_dict())))
            same([batch for _, batch in zip(range(9 - steps), third)], whole[steps + 1 :])


def test_tables_in_the_order_of_a_column():
    given = TABLE["givens"].to_numpy()
    for dataset in (TableDataset(TABLE, order="givens", batch_size=64), TableDataset(TABLE, columns=["givens"], order="givens", batch_size=64)):
        index = np.concatenate([batch["index"].numpy() for batch in loader(dataset, 2)])
        assert (index == np.lexsort((np.arange(COUNT), given))).all()
    labels = np.array([3.0, np.nan, 1.0, 3.0, 2.0])
    grids = {"puzzles": TABLE.puzzles[:5], "solutions": TABLE.solutions[:5], "label": labels}
    assert next(iter(TableDataset(grids, order="label")))["index"].tolist() == [2, 4, 0, 3, 1]
    assert take(Mixture([TableDataset(grids, order="label")], batch_size=7), 1)[0]["index"].tolist() == [2, 4, 0, 3, 1, 2, 4]


@pytest.mark.parametrize(
    "make",
    [
        lambda: Mixture([]),
        lambda: Mixture([EASY], weights=[1, 1]),
        lambda: Mixture([EASY], weights=[0]),
        lambda: Mixture([EASY], batch_size=0),
        lambda: Mixture([EASY, {"box": "2x3"}]),
        lambda: Mixture([EASY, PuzzleDataset(7, columns=["givens"])]),
        lambda: Mixture([PuzzleDataset(7, augment=2)]),
        lambda: Mixture([{"givens": 90}]),
        lambda: mixture().set_weights([1, 1]),
        lambda: mixture().load_state_dict({"epoch": 0, "start": 0}),
        lambda: mixture().load_state_dict({"epoch": 0, "start": 0, "weights": [[3, 1, 1, 1]]}),
        lambda: PuzzleDataset(7).load_state_dict({}),
        lambda: PuzzleDataset(7).load_state_dict({"epoch": 0, "start": -20}),
        lambda: PuzzleDataset(7).state_dict(steps=-1),
        lambda: TableDataset(TABLE, order="er"),
        lambda: TableDataset(TABLE, order="givens", shuffle=True),
        lambda: TableDataset({"puzzles": TABLE.puzzles, "solutions": TABLE.solutions}, order="puzzles"),
    ],
)
def test_what_means_nothing_is_refused_in_one_line(make):
    with pytest.raises(ValueError) as problem:
        make()
    assert len(str(problem.value).splitlines()) == 1


def test_mixtures_are_pickled_and_copied():
    dataset = mixture()
    dataset.set_weights([0, 0, 1], at=1)
    batches = take(dataset, 3)
    for other in (pickle.loads(pickle.dumps(dataset)), copy.deepcopy(dataset)):
        same(take(other, 3), batches)


def test_weights_change_any_number_of_times(monkeypatch):
    monkeypatch.setattr("gridmill.torch.SHARED_CHANGES", 8)
    steps = 30
    weights = [[1, step % 3] for step in range(steps)]

    def changed(sources, until):
        made = Mixture(sources, weights[0], batch_size=8, seed=1)
        for step in range(1, until):
            made.set_weights(weights[step], at=step)
        return made

    sources = [{"givens": 40}, {"givens": 30}]
    # All changes come before the first batch; the same ones come while it runs, and after a pause.
    expected = [batch["source"].tolist() for batch in take(changed(sources, steps), steps + 2)]
    running = Mixture(sources, weights[0], batch_size=8, seed=1)
    batches, found = iter(running), []
    for step in range(steps + 2):
        if 0 < step < steps:
            running.set_weights(weights[step], at=step)
        found.append(next(batches)["source"].tolist())
    assert found == expected
    resumed = Mixture(sources, batch_size=8, seed=1)
    resumed.load_state_dict(running.state_dict(steps=12))
    assert [batch["source"].tolist() for batch in take(resumed, steps - 12)] == expected[12:steps]
    # A worker that began before more changes than are shared says so.
    late = Mixture(sources, batch_size=8, seed=1)
    worker = copy.deepcopy(late)
    worker._changes, worker._weights = late._changes, late._weights
    for step in range(1, 12):
        late.set_weights(weights[step], at=step)
    with pytest.raises(RuntimeError, match="weights have changed"):
        next(iter(worker))
