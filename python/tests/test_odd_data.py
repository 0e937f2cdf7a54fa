"""Odd Arrow data and arrays give the right rows, or an exception of one line."""

import threading

import numpy as np
import pyarrow as pa
import pytest

import gridmill

CORPUS = gridmill.generate(6, seed=11)
TEXTS = CORPUS.table()["puzzle"].to_list()
SOLUTIONS = CORPUS.table()["solution"].to_list()
PLAIN = pa.array(TEXTS)
QUESTIONS = [gridmill.solve, gridmill.count_solutions, gridmill.is_unique, gridmill.is_minimal, gridmill.rate, gridmill.canonical]
ROWS = [gridmill.dedup, gridmill.split, gridmill.augment, gridmill.class_keys, gridmill.report, gridmill.overlap]


class Twice:
    """Data that hands out the same capsules each time."""

    def __init__(self, data):
        self.capsules = data.__arrow_c_stream__()

    def __arrow_c_stream__(self, requested_schema=None):
        return self.capsules


def columns():
    """The same puzzles in columns of odd types."""
    encoded = PLAIN.dictionary_encode()
    yield "large_string", PLAIN.cast(pa.large_string())
    yield "string_view", PLAIN.cast(pa.string_view())
    yield "dictionary", encoded
    yield "dictionary with more values", pa.DictionaryArray.from_arrays(pa.array([2, 3, 4, 5, 6, 7], pa.int8()), pa.array(["x", "y", *TEXTS]))
    yield "dictionary of large", PLAIN.cast(pa.large_string()).dictionary_encode()
    yield "slice", pa.array(["x", "y", *TEXTS, "z"]).slice(2, 6)
    yield "slice of views", pa.array(["x", *TEXTS]).cast(pa.string_view()).slice(1)
    yield "slice of a dictionary", pa.array(["x", *TEXTS]).dictionary_encode().slice(1)
    yield "chunks", pa.chunked_array([TEXTS[:1], [], TEXTS[1:4], [], TEXTS[4:]], pa.string())
    yield "binary", pa.array([text.encode() for text in TEXTS])
    yield "fixed binary", pa.array([text.encode() for text in TEXTS], pa.binary(81))
    yield "run ends", pa.RunEndEncodedArray.from_arrays([1, 2, 3, 4, 5, 6], PLAIN)
    yield "list", pa.array([[text] for text in TEXTS])
    yield "struct", pa.array([{"puzzle": text} for text in TEXTS])
    yield "lists of digits", pa.array([[int(cell) for cell in text.replace(".", "0")] for text in TEXTS])
    yield "bool", pa.array([True] * 6)
    yield "NaN", pa.array([float("nan")] * 6)
    yield "json", pa.ExtensionArray.from_storage(pa.json_(), PLAIN)


ODD = list(columns())


def call(function, data):
    """The answer; None for an exception, which must be of a documented class and have one line."""
    try:
        return function(data)
    except (TypeError, ValueError, KeyError) as error:
        assert "\n" not in str(error) and "panic" not in str(error), error
        return None


@pytest.mark.parametrize("name,column", ODD, ids=[name for name, _ in ODD])
def test_odd_columns(name, column):
    for data in (column, pa.table({"puzzle": column}), pa.table({"x": column, "puzzle": column})):
        solved = call(gridmill.solve, data)
        assert solved is None or solved.to_list() == SOLUTIONS
        for function in QUESTIONS:
            answer = call(function, data)
            assert answer is None or len(answer) == 6
        # Where one reads them, so do the others.
        kept = call(gridmill.dedup, data)
        assert kept is None or kept["puzzle"].to_list() == TEXTS
        for function in ROWS:
            call(function, data)
        keys = call(gridmill.class_keys, data)
        assert keys is None or keys.to_list() == gridmill.class_keys(TEXTS).to_list()
        parts = call(gridmill.split, data)
        assert parts is None or sorted(sum((part["puzzle"].to_list() for part in parts.values()), [])) == sorted(TEXTS)
    if name in ("large_string", "string_view", "slice", "chunks", "slice of views", "dictionary"):
        assert gridmill.solve(column).to_list() == SOLUTIONS


def test_nulls_and_no_rows():
    nulls = pa.array([TEXTS[0], None, TEXTS[1]])
    for function in [*QUESTIONS[:4], *ROWS[:4]]:
        with pytest.raises(ValueError) as problem:
            function(nulls)
        assert "row 1" in str(problem.value) and "\n" not in str(problem.value)
    assert gridmill.dedup(pa.table({"puzzle": nulls}), invalid="skip")["puzzle"].to_list() == TEXTS[:2]
    empty = pa.table({"puzzle": pa.array([], pa.string())})
    assert len(gridmill.dedup(empty)) == len(gridmill.solve(empty)) == len(gridmill.augment(empty)) == 0
    for nothing in (pa.table({}), pa.table([PLAIN, PLAIN], ["puzzle", "puzzle"]), pa.table({"puzzle": pa.nulls(3)})):
        for function in [*QUESTIONS, *ROWS]:
            call(function, nothing)
    for function in [*QUESTIONS[:4], *ROWS[:4]]:
        with pytest.raises((ValueError, TypeError)):
            function(pa.table({}))


def test_other_columns_pass_whatever_they_are():
    for name, column in ODD:
        table = pa.table({"puzzle": PLAIN, "other": column})
        kept = call(gridmill.dedup, table)
        assert kept is None or pa.table(kept)["other"].to_pylist() == table["other"].to_pylist() or name == "NaN", name


def test_arrays_of_any_layout():
    right = CORPUS.puzzles
    forms = [np.asfortranarray(right), right.repeat(2, 0)[::2], right[::-1][::-1], right.astype("i8"), right.reshape(6, 9, 9).transpose(0, 2, 1).copy().transpose(0, 2, 1)]
    for array in forms:
        assert (gridmill.solve(array).reshape(6, 81) == CORPUS.solutions).all()
        assert (gridmill.dedup(array).reshape(6, 81) == right).all()
    wrong = [right.astype(">u2"), right.astype("f8"), right.astype("O"), right > 0, right.astype("i8") - 1, right.astype("i8") + 2**40, right.astype("u1") + 9]
    for array in wrong:
        for function in [*QUESTIONS[:4], *ROWS]:
            assert call(function, array) is None


def test_capsules_are_emptied_once():
    for function in [gridmill.solve, gridmill.dedup, gridmill.report]:
        data = Twice(pa.table({"puzzle": PLAIN}))
        assert function(data) is not None
        with pytest.raises(ValueError) as problem:
            function(data)
        assert "\n" not in str(problem.value)


def test_threads_call_at_once():
    answers, functions = [], [gridmill.solve, gridmill.dedup, gridmill.class_keys, gridmill.canonical]
    table = pa.table(CORPUS)

    def work(number):
        for _ in range(10):
            answers.append((number % 4, str(pa.table({"x": gridmill.solve(table)}) if number % 4 == 0 else len(functions[number % 4](table)))))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 80 and len(set(answers)) == 4
