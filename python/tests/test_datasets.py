"""Hugging Face datasets: the rows of the corpus, in memory and as streams by shard."""

import doctest

import pytest

import gridmill

datasets = pytest.importorskip("datasets")
pa = pytest.importorskip("pyarrow")
pytestmark = pytest.mark.filterwarnings("ignore:This DataLoader will create")

from datasets.distributed import split_dataset_by_node

import gridmill.datasets as module
from gridmill.datasets import dataset, iterable, splits

COUNT = 1000
OPTIONS = {"givens": 30, "rulebook": "hodoku"}
ROWS = pa.table(gridmill.generate(COUNT, seed=7, **OPTIONS)).to_pylist()


def by_index(rows):
    return sorted(rows, key=lambda row: row["index"])


def test_corpora_and_tables(tmp_path):
    for data in (gridmill.generate(COUNT, seed=7, **OPTIONS), next(gridmill.stream(7, COUNT, **OPTIONS))):
        made = dataset(data)
        assert isinstance(made, datasets.Dataset) and made.to_list() == ROWS
    assert made.filter(lambda row: row["givens"] == 30).num_rows == COUNT
    made.save_to_disk(tmp_path / "saved")
    assert datasets.load_from_disk(tmp_path / "saved").to_list() == ROWS


def test_paths_of_steps():
    corpus = gridmill.generate(5, seed=7, rulebook="hodoku", add="path")
    assert dataset(corpus).to_list() == pa.table(corpus).to_pylist()
    assert list(iterable(7, count=5, rulebook="hodoku", add="path")) == pa.table(corpus).to_pylist()


def test_splits(tmp_path):
    parts = splits({"train": gridmill.generate(100, seed=1), "test": gridmill.generate(50, seed=2)})
    assert isinstance(parts, datasets.DatasetDict)
    assert {name: part.num_rows for name, part in parts.items()} == {"train": 100, "test": 50}


def test_one_shard_is_the_corpus_in_order():
    made = iterable(7, count=COUNT, batch_size=128, **OPTIONS)
    assert made.num_shards == 1 and made.features == dataset(gridmill.generate(1, seed=7, **OPTIONS)).features
    assert list(made) == ROWS
    assert list(made) == ROWS
    assert list(iterable(7, count=COUNT, start=990, **OPTIONS)) == ROWS[990:]


def test_without_count_it_is_endless():
    assert list(iterable(7, batch_size=128, **OPTIONS).take(COUNT)) == ROWS


def test_mixes_without_a_count_have_exact_shares_in_blocks():
    mix = {"mix": "givens=30:0.5,26:0.5", "require": None}
    assert list(iterable(7, count=50, **mix)) == pa.table(gridmill.generate(50, seed=7, **mix)).to_pylist()
    endless = iterable(7, mix_block=20, **mix)
    assert sorted(row["givens"] for row in endless.take(20)) == [26] * 10 + [30] * 10


@pytest.mark.parametrize("world", [1, 2, 3])
def test_nodes_have_every_row_once(world):
    made = iterable(7, count=COUNT, batch_size=64, num_shards=6, **OPTIONS)
    assert made.num_shards == 6
    nodes = [list(split_dataset_by_node(made, rank=rank, world_size=world)) for rank in range(world)]
    assert all(len(node) < COUNT for node in nodes) or world == 1
    assert by_index(row for node in nodes for row in node) == ROWS


@pytest.mark.parametrize("workers", [0, 1, 2, 3])
def test_workers_have_every_row_once(workers):
    data = pytest.importorskip("torch.utils.data")
    made = iterable(7, count=COUNT, batch_size=64, num_shards=3, **OPTIONS)
    loader = data.DataLoader(made, batch_size=None, num_workers=workers)
    assert by_index(loader) == ROWS


def test_lists_are_no_shards():
    made = iterable(7, count=10, num_shards=2, require=["x_wing"], rulebook="hodoku")
    assert made.num_shards == 2 and len(list(made)) == 10


def test_state_resumes():
    made = iterable(7, count=COUNT, batch_size=64, num_shards=2, **OPTIONS)
    whole = list(made)
    rows = iter(made)
    for _ in range(700):
        next(rows)
    state = made.state_dict()
    again = iterable(7, count=COUNT, batch_size=64, num_shards=2, **OPTIONS)
    again.load_state_dict(state)
    assert list(again) == whole[700:]


@pytest.mark.parametrize(
    "arguments", [{"num_shards": 0}, {"batch_size": 0}, {"seed": None}, {"givens": 90}, {"count": 0}, {"no_such_option": 1}]
)
def test_bad_arguments_are_refused_in_one_line(arguments):
    with pytest.raises(ValueError) as problem:
        iterable(**{"seed": 7, **arguments})
    assert len(str(problem.value).splitlines()) == 1


def test_examples_run():
    results = doctest.testmod(module)
    assert results.failed == 0 and results.attempted > 5
