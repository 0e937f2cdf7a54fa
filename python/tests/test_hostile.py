"""Hostile input gives an exception, and never a crash; calls leak nothing."""

import gc
import itertools
import pathlib
import random
import tempfile

import numpy as np
import pyarrow as pa
import pytest

import gridmill
import gridmill.boards
from gridmill.text import format_board

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
OUT = tempfile.mkdtemp()
ROWS = [
    gridmill.dedup,
    gridmill.split,
    gridmill.augment,
    gridmill.report,
    lambda data: gridmill.overlap(data, data),
    lambda data: gridmill.export(data, "text", f"{OUT}/rows.txt", overwrite=True),
    lambda data: gridmill.export(data, "numpy", f"{OUT}/arrays", overwrite=True, invalid="skip"),
]
QUESTIONS = [gridmill.solve, gridmill.count_solutions, gridmill.is_unique, gridmill.is_minimal]
TABLES = [gridmill.rate, gridmill.canonical]
SINGLE = [
    gridmill.steps,
    lambda puzzle: gridmill.minimal_puzzles(puzzle, limit=100),
    lambda puzzle: gridmill.unavoidable_sets(puzzle, 6),
    lambda puzzle: gridmill.scan(puzzle, 4),
]


class Lying:
    """An object whose Arrow methods return what they should not."""

    def __init__(self, answer):
        self.answer = answer

    def __arrow_c_stream__(self, requested_schema=None):
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


class LyingArray:
    def __init__(self, answer):
        self.answer = answer

    def __arrow_c_array__(self, requested_schema=None):
        return self.answer


def wrong():
    """Objects that hold no puzzles in any question."""
    yield from (None, True, 0, -1, 2**80, 1.5, float("nan"), 1j, b"bytes", bytearray(81), object(), int, len, ...)
    yield from ({}, {PUZZLE: 1}, {PUZZLE}, [None], [1], [[PUZZLE]], [PUZZLE, None], (PUZZLE, 5), [b"x"], [float("nan")])
    yield from (memoryview(b"x" * 81), range(81), np.float64(1.0), np.bool_(True), np.datetime64("2020-01-01"))
    for dtype in ("f2", "f4", "f8", "c8", "?", "M8[s]", "m8[s]", "S81", "V3", "O"):
        yield np.zeros((2, 81), dtype)
    yield np.full((2, 81), np.nan)
    yield np.array(5, "u1")
    yield np.zeros((2, 81), ">u2")
    yield np.zeros((2, 81), [("a", "u1")])
    for shape in [(0,), (80,), (82,), (2, 80), (2, 82), (81, 2), (3, 9, 8), (2, 3, 9, 9), (1, 1, 1, 1, 81), (9, 8), (0, 0), (7, 7)]:
        yield np.zeros(shape, "u1")
    for value in (10, 255):
        yield np.full((2, 81), value, "u1")
    for value in (-1, 10, 256, 257, 2**31, 2**63 - 1, -(2**63)):
        yield np.full((3, 81), value, "i8")
    yield np.full((3, 81), 2**64 - 1, "u8")
    yield pa.array([1, 2])
    yield pa.array([[1], [2]])
    yield pa.nulls(3)
    yield pa.table({"a": ["x"]})
    yield pa.table({"puzzle": [1]})
    yield pa.table([["x"], ["y"]], names=["puzzle", "puzzle"])
    for answer in (None, 5, "x", object(), ValueError("no"), KeyError("no"), pa.array(["x"]).__arrow_c_array__()[1]):
        yield Lying(answer)
        yield LyingArray(answer)
    yield LyingArray((1, 2))
    yield LyingArray((None,))
    schema, array = pa.array(["x"]).__arrow_c_array__()
    yield LyingArray((array, schema))
    used = pa.table({"puzzle": [PUZZLE]}).__arrow_c_stream__()
    gridmill.solve(Lying(used))
    yield Lying(used)


class LyingList(list):
    """A list that states another length than it has."""

    def __init__(self, items, length):
        super().__init__(items)
        self.length = length

    def __len__(self):
        if isinstance(self.length, Exception):
            raise self.length
        return self.length

    def __length_hint__(self):
        return len(self)


class LyingArrayOfNumPy(np.ndarray):
    """An array that states another shape than it has."""

    @property
    def shape(self):
        return LyingList([2**40, 81], 2**62)


LENGTHS = [0, 1, -1, 2**31, 2**40, 2**62, 2**63 - 1, ValueError("no"), MemoryError("no")]


@pytest.mark.parametrize("length", LENGTHS)
def test_a_length_is_a_hint(length):
    lying = lambda *items: LyingList(items, length)  # noqa: E731
    puzzles = lying(PUZZLE, PUZZLE)
    for question in QUESTIONS:
        assert question(puzzles) == question([PUZZLE, PUZZLE])
    for function in [*TABLES, gridmill.augment, gridmill.dedup, gridmill.class_keys, gridmill.report, gridmill.split]:
        function(puzzles)
    assert gridmill.dedup(puzzles) == [PUZZLE]
    assert gridmill.search_trace(puzzles).guesses.tolist() == [0, 0]
    assert len(gridmill.augment({"puzzle": puzzles}, 2)) == 4
    # Names, rulebooks, relations, tokens, events, cells, paths.
    assert len(gridmill.augment([PUZZLE], only=lying("digits"))) == 1
    assert "se_er" in gridmill.rate([PUZZLE], lying("se", "hodoku")).column_names
    assert gridmill.overlap([PUZZLE], [PUZZLE], by=lying("row"))["pairs"][0]["classes"] == 1
    gridmill.export([PUZZLE], "jsonl", f"{OUT}/lying.jsonl", columns=lying("puzzle"), overwrite=True)
    tokens = gridmill.search_trace(PUZZLE)[0]
    assert gridmill.check_trace(PUZZLE, lying(*tokens.tolist())) == [gridmill.solve(PUZZLE)]
    trace = gridmill.decode_trace(tokens)
    trace = {"board": lying(*trace["board"]), "events": lying(*trace["events"])}
    assert (gridmill.encode_trace(trace) == tokens).all()
    gridmill.export([PUZZLE], "text", f"{OUT}/lying.txt", overwrite=True)
    assert len(gridmill.dedup(lying(pathlib.Path(f"{OUT}/lying.txt")))) == 1
    assert gridmill.generate(2, seed=1, level=lying("easy", "hard")).table()["level"].to_list() == ["easy", "hard"]
    assert format_board(lying(*[0] * 16), "line") == "." * 16
    with gridmill.CorpusPlan(2, seed=1).begin(tempfile.mkdtemp()) as writer:
        writer.enter(lying())
        with pytest.raises(ValueError, match="no entry of a shard"):
            writer.enter(lying("x"))


def test_a_shape_is_that_of_the_array():
    array = gridmill.generate(2, seed=1).puzzles
    lying = array.view(LyingArrayOfNumPy)
    assert (np.asarray(gridmill.solve(lying)) == gridmill.solve(array)).all()
    assert (gridmill.dedup(lying) == array).all()
    assert (gridmill.boards.candidates(lying) == gridmill.boards.candidates(array)).all()


def test_rows_beyond_memory_are_refused():
    texts = np.broadcast_to(np.array([PUZZLE]), 10**14)
    with pytest.raises(MemoryError):
        gridmill.solve(texts)


def texts():
    """Texts that are no puzzles."""
    yield from ("", " ", ".", "w" * 81, "." * 80, "." * 82, "\0" * 81, "é" * 81, "٣" * 81, "\ud83d\ude00" * 81, "." * 10**6, "~" * 81)
    rng = random.Random(1)
    for _ in range(400):
        cells = list(PUZZLE)
        for _ in range(rng.randrange(1, 4)):
            where = rng.randrange(len(cells))
            match rng.randrange(3):
                case 0:
                    cells[where] = chr(rng.choice([0, 7, 58, 65, 127, 160, 0x661, 0xFFFD, 0x1F600]))
                case 1:
                    del cells[where]
                case 2:
                    cells.insert(where, rng.choice("123.x"))
        text = "".join(cells)
        # White space is left out by the reader.
        read = "".join(text.split())
        if len(read) != 81 or not set(read) <= set("123456789.0_*-?xX"):
            yield text


def test_wrong_objects_raise():
    count = 0
    for question, thing in itertools.product([*QUESTIONS, *SINGLE, *TABLES], wrong()):
        is_of_rows = isinstance(thing, np.ndarray) and thing.dtype.kind in "ui" and thing.shape[-1:] == (81,)
        if question in TABLES and (is_of_rows or (isinstance(thing, pa.Array) and pa.types.is_null(thing.type))):
            # Rows of an array that are no puzzles have a reason there.
            try:
                assert None not in question(thing)["reason"].to_list()
            except (TypeError, ValueError):
                pass
        else:
            with pytest.raises((TypeError, ValueError, KeyError, UnicodeError)):
                question(thing)
        count += 1
    assert count > 600


def test_wrong_texts_raise():
    count = 0
    for text in texts():
        for question in [*QUESTIONS, *TABLES, *SINGLE]:
            with pytest.raises((ValueError, UnicodeError)):
                question(text)
            count += 1
        with pytest.raises((ValueError, UnicodeError)):
            gridmill.solve([PUZZLE, text])
        reasons = gridmill.rate([PUZZLE, text])["reason"].to_list() if text.isprintable() else [None, "x"]
        assert reasons[0] is None and reasons[1]
    assert count > 2000


def hostile(rng):
    """A random object that most functions cannot use: arrays of any type, shape and stride, texts, Arrow data, nests of these."""
    kind = rng.randrange(9)
    if kind <= 3:
        shape = [rng.choice([0, 1, 2, 3, 9, 16, 36, 80, 81, 82, 256]) for _ in range(rng.randrange(5))]
        if np.prod(shape, dtype=float) > 2e5:
            shape = [2, 81]
        dtype = rng.choice(["u1", "i1", "u2", ">i2", "i4", ">u4", "u8", "i8", "f2", "f4", "f8", "c16", "?", "S3", "U81", "O", "M8[D]", "V5"])
        array = np.frombuffer(rng.randbytes(64) * (int(np.prod(shape)) * np.dtype(dtype).itemsize // 64 + 1), "u1")
        if dtype == "O":
            array = np.full(shape, rng.choice([None, 1, PUZZLE, float("nan")]), "O")
        elif dtype == "U81":
            array = np.full(shape, rng.choice([PUZZLE, "", "x", "\U0001f600"]))
        else:
            array = array[: int(np.prod(shape)) * np.dtype(dtype).itemsize].view(dtype).reshape(shape)
        if rng.random() < 0.3:
            array = np.asarray(array.copy() % 10 if array.dtype.kind in "ui" else array.copy())
        if rng.random() < 0.3:
            array.flags.writeable = False
        match rng.randrange(6):
            case 0:
                array = array.T
            case 1 if array.ndim:
                array = array[:: rng.choice([-1, 2, -3])]
            case 2 if array.ndim:
                # Rows without end in little memory.
                array = np.broadcast_to(array[:1], (rng.choice([3, 10**11]), *array.shape[1:])) if len(array) else array
            case 3:
                array = np.ma.masked_array(array)
        return array
    if kind == 4:
        cells = [rng.choice("0123456789.*_ABx \0é") for _ in range(rng.choice([0, 1, 16, 36, 80, 81, 82, 256, 5000]))]
        return "".join(cells)
    if kind == 5:
        return rng.choice([list, tuple, iter])([hostile(rng) if rng.random() < 0.2 else PUZZLE for _ in range(rng.randrange(4))])
    if kind == 6:
        texts = [rng.choice([PUZZLE, None, "", "x", "." * 81, "." * 16]) for _ in range(rng.randrange(5))]
        type_ = rng.choice([pa.string(), pa.large_string(), pa.string_view(), pa.dictionary(pa.int8(), pa.string()), pa.binary()])
        column = pa.array([text and text.encode() for text in texts] if type_ == pa.binary() else texts, pa.string() if pa.types.is_dictionary(type_) else type_)
        column = column.dictionary_encode() if pa.types.is_dictionary(type_) else column
        name = rng.choice(["puzzle", "quizzes", "other", ""])
        return rng.choice([column, pa.chunked_array([column, column]), pa.table({name: column}), pa.table({name: column, "solution": column})])
    if kind == 7:
        return {rng.choice(["puzzle", "solution", "x", 5, None]): hostile(rng) for _ in range(rng.randrange(3))}
    return rng.choice([None, 0, -1, 2**70, float("nan"), float("inf"), 1j, b"", bytearray(81), object(), {1}, range(3), int, memoryview(b"x"), ..., Lying(5), LyingArray((1, 2))])


def test_ten_thousand_hostile_inputs(quick):
    rng = random.Random(20261122)
    functions = [*QUESTIONS, *TABLES, *SINGLE, *ROWS]
    answers = 0
    # A state has an answer, whatever is wrong with it; what is no state at all is a type error.
    for _ in range(1_000):
        thing = hostile(rng)
        try:
            assert gridmill.hint(thing).data["status"]
        except (TypeError, ValueError, OverflowError, MemoryError, UnicodeError) as error:
            assert "panicked" not in str(error)
    calls = 2_000 if quick else 10_000
    for _ in range(calls):
        function, thing = rng.choice(functions), hostile(rng)
        try:
            function(thing)
            answers += 1
        except (TypeError, ValueError, KeyError, OverflowError, MemoryError, UnicodeError) as error:
            assert "panicked" not in str(error)
    # Some of them are puzzles.
    assert calls / 20 < answers < calls / 2


def test_wrong_options_raise():
    values = [object(), [], {}, b"x", 2**80, -1, -1.5, float("nan"), float("inf"), "", "\0", "x", "--out=x", "-h", "--help", [None], 1j, np.zeros(3)]
    with pytest.raises(ValueError) as problem:
        gridmill.generate(1, no_such_option=1)
    names = str(problem.value).split("there are: ")[1].split(", ")
    count = 0
    for name in [*names, "out", "json", "help", "h", "", "-", "version", "progress", "\0", "é"]:
        for value in values:
            if name in ("count", "seed"):
                continue
            try:
                gridmill.generate(1, seed=1, **{name: value})
            except (TypeError, ValueError, OSError):
                pass
            count += 1
    assert count > 600
    for count, error in [(0, ValueError), (-1, ValueError), (2**64, ValueError), ("x", TypeError), (None, TypeError), (1.5, TypeError)]:
        with pytest.raises(error):
            gridmill.generate(count, seed=1)
    for seed in ("", object(), b"", b"short", [1], 1j):
        with pytest.raises((TypeError, ValueError)):
            gridmill.generate(1, seed=seed)
    for arguments in [{"limit": -1}, {"limit": "x"}, {"threads": -1}, {"column": 5}, {"colour": 1}]:
        with pytest.raises((TypeError, ValueError)):
            gridmill.count_solutions(PUZZLE, **arguments)


def test_huge_corpora_are_lazy_and_refused_as_arrays():
    corpus = gridmill.generate(2**62, seed=1)
    assert len(corpus) == 2**62
    assert len(corpus[2**62 - 1].puzzle) == 81
    with pytest.raises(ValueError, match="memory"):
        corpus.puzzles
    with pytest.raises(ValueError):
        len(gridmill.generate(2**64 - 1, seed=1))


def memory():
    """Memory of the process in bytes."""
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * 4096


def test_calls_leak_nothing(quick):
    pytest.importorskip("resource")
    corpus = gridmill.generate(100, seed=1)
    arrays, table = corpus.puzzles, pa.table(corpus)

    def once():
        for _ in range(100):
            gridmill.solve(PUZZLE)
            with pytest.raises(ValueError):
                gridmill.solve("x")
        gridmill.solve(arrays)
        gridmill.solve(table)
        gridmill.rate(table)
        gridmill.canonical(PUZZLE)
        gridmill.steps(PUZZLE)
        pa.table(corpus)
        next(gridmill.stream(1, 10))
        gridmill.generate(10, seed=1).puzzles
        corpus[3]._repr_html_()

    times = 20 if quick else 60
    for _ in range(times // 2):
        once()
    gc.collect()
    before = memory()
    for _ in range(times):
        once()
    gc.collect()
    assert memory() - before < 16 << 20


def test_a_million_calls_leak_nothing(quick):
    short = "1...3.......4..1"

    def calls(count):
        for _ in range(count):
            gridmill.solve(short)

    calls(50_000)
    gc.collect()
    before = memory()
    calls(200_000 if quick else 1_000_000)
    gc.collect()
    # A leak of nine bytes a call would show, in the quick form one of eleven.
    assert memory() - before < (2 << 20 if quick else 8 << 20)


def test_memory_of_a_stream_is_flat():
    stream = gridmill.stream(1, 4096)
    for _ in range(10):
        next(stream)
    before = memory()
    for _ in range(40):
        next(stream)
    assert memory() - before < 32 << 20
