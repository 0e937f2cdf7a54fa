"""Options as values of Python: what means the same as the text of the command, what is refused, and the types and the help of each."""

import ast
import enum
import fractions
import importlib.resources
import itertools
import pydoc
import re

import numpy as np
import pytest

import gridmill
import gridmill.benchmark
import gridmill.boards
import gridmill.env

STUB = (importlib.resources.files("gridmill") / "_gridmill.pyi").read_text(encoding="utf-8")


class Givens(enum.IntEnum):
    FEW = 24


class Text(str):
    def __str__(self):
        return "another text"


SAME = [
    ({"givens": range(22, 27)}, {"givens": "22..26"}),
    ({"givens": (22, 26)}, {"givens": "22..26"}),
    ({"givens": (np.int64(22), np.uint8(26))}, {"givens": "22..26"}),
    ({"givens": range(30, 31)}, {"givens": 30}),
    ({"givens": Givens.FEW}, {"givens": "24"}),
    ({"givens": np.int16(30)}, {"givens": "30"}),
    ({"givens": np.array(30)}, {"givens": "30"}),
    ({"givens": Text("30")}, {"givens": "30"}),
    ({"mix": {"givens": {30: 0.2, 26: 0.8}}}, {"mix": "givens=30:0.2,26:0.8"}),
    ({"mix": {"givens": {(28, 30): 1, range(27, 28): np.float32(3), "expert": np.int8(2)}}}, {"mix": "givens=28..30:1,27:3,expert:2"}),
    ({"mix": {"givens": {30: 0.1 + 0.2, 26: 0.7}}}, {"mix": "givens=30:0.3,26:0.7"}),
    ({"mix": {"level": {"easy": 1, "medium": fractions.Fraction(1)}}}, {"mix": "level=easy:1,medium:1"}),
    ({"level": ["easy", "easy", "medium"]}, {"level": "easy,easy,medium"}),
    ({"level": ("easy", "medium")}, {"level": "easy,medium"}),
    ({"mix": {"symmetry": {"rot180": 0.5, "none": 0.5}}}, {"mix": "symmetry=rot180:0.5,none:0.5"}),
    ({"mix": {"er": {(1.0, 2.0): 0.5, (2.3, np.float64(3.0)): 0.5}}}, {"mix": "er=1.0..2.0:0.5,2.3..3.0:0.5"}),
    ({"guesses": (0, 0.5)}, {"guesses": "0..0.5"}),
    ({"mix": {"guesses": {(0, 0.5): 1}}}, {"mix": "guesses=0..0.5:1"}),
    ({"score": range(300, 901)}, {"score": "300..900"}),
    ({"mix": {"score": {(0, 300): 1, range(301, 901): 2, np.int64(950): 1}}}, {"mix": "score=0..300:1,301..900:2,950:1"}),
    ({"backdoor": range(1, 3)}, {"backdoor": "1..2"}),
    ({"board": ("filled=35..60", "order=random")}, {"board": "filled=35..60,order=random"}),
    ({"er": (1.5, 3)}, {"er": "1.5..3"}),
    ({"max_er": np.float32(2.3)}, {"max_er": "2.3"}),
    ({"require": ("naked_pair",)}, {"require": "naked_pair"}),
    ({"er": "1.2..1.5", "aim": np.True_}, {"er": "1.2..1.5", "aim": True}),
    ({"minimal": True}, {"minimal": "true"}),
    ({"columns": ("puzzle", "givens")}, {"columns": "puzzle,givens"}),
    ({"threads": np.int8(1)}, {"threads": "1"}),
    ({"start": np.uint64(5)}, {"start": "5"}),
]


@pytest.mark.parametrize(("given", "text"), SAME)
def test_values_of_python_mean_what_the_text_means(given, text):
    for make in (gridmill.generate, gridmill.CorpusPlan):
        one, other = make(20, seed=3, **given), make(20, seed=3, **text)
        assert one.command == other.command
    assert gridmill.generate(5, seed=3, **given).table()["puzzle"].to_list() == gridmill.generate(5, seed=3, **text).table()["puzzle"].to_list()


def test_seed_and_count_are_names_everywhere():
    rows = gridmill.generate(count=20, seed=7).table()["puzzle"].to_list()
    assert gridmill.CorpusPlan(count=20, seed=7).table(0, 20)["puzzle"].to_list() == rows
    assert next(gridmill.stream(seed=7, count=20))["puzzle"].to_list() == rows
    assert next(gridmill.stream(7, 20))["puzzle"].to_list() == rows
    for same in (np.int64(7), np.uint8(7), "7", np.array(7)):
        assert gridmill.generate(np.int32(20), seed=same).seed == "7"
    text = bytes(range(32))
    assert gridmill.generate(1, seed=text).seed == gridmill.generate(1, seed=bytearray(text)).seed == text.hex()


@pytest.mark.parametrize(
    ("seed", "error", "line"),
    [
        (-1, gridmill.OptionError, "seed is -1: give a whole number from 0, a text or 32 bytes"),
        (np.int64(-1), gridmill.OptionError, "seed is .*-1.*: give a whole number from 0"),
        (1.0, TypeError, "seed is 1.0, of type float: give a whole number from 0"),
        (np.float64(1), TypeError, "seed is .*1.0.*: give a whole number from 0"),
        (True, TypeError, "seed is True, of type bool"),
        ("", gridmill.OptionError, "seed is '': give"),
        (b"short", gridmill.OptionError, "seed is b'short': give"),
        ([1], TypeError, r"seed is \[1\], of type list"),
    ],
)
def test_seeds_that_are_none_are_refused(seed, error, line):
    rows = ["." * 81]
    calls = [
        lambda: gridmill.generate(1, seed=seed),
        lambda: gridmill.CorpusPlan(1, seed=seed),
        lambda: gridmill.stream(seed),
        lambda: gridmill.split(rows, seed=seed),
        lambda: gridmill.augment(rows, seed=seed),
        lambda: gridmill.class_keys(rows, seed=seed),
    ]
    for call in calls:
        with pytest.raises(error, match=f"^{line}"):
            call()


@pytest.mark.parametrize(
    ("options", "error", "line"),
    [
        ({"givens": "many"}, gridmill.OptionError, "givens is 'many': give minimal, easy, medium, hard, expert, a number"),
        ({"givens": [22, 26]}, gridmill.OptionError, r"givens is \[22, 26\]: give one value"),
        ({"givens": range(26, 22)}, gridmill.OptionError, r"givens is range\(26, 22\): give a range with step 1 that is not empty"),
        ({"givens": range(0, 10**30)}, gridmill.OptionError, "givens is range"),
        ({"givens": 30.5}, gridmill.OptionError, "givens is 30.5: give"),
        ({"givens": b"30"}, TypeError, "givens is b'30', of type bytes: give text, a number, a range, a path, a list or a dict"),
        ({"givens": object()}, TypeError, "givens is <object"),
        ({"mix": {"givens": {30: "a"}}}, gridmill.OptionError, r"mix is \{'givens': \{30: 'a'\}\}: .*; give givens"),
        ({"mix": {"givens": {30: None}}}, TypeError, "mix is None, of type NoneType: a share is a number above 0"),
        ({"mix": {"givens": {None: 1}}}, TypeError, "mix is None"),
        ({"mix": {"givens": {30: float("nan")}}}, gridmill.OptionError, r"mix is \{'givens': \{30: nan\}\}: .*; give givens"),
        ({"mix": {"givens": {30: -1.0}}}, gridmill.OptionError, r"mix is \{'givens': \{30: -1.0\}\}: .*; give givens"),
        ({"mix": {"givens": {}}}, gridmill.OptionError, r"mix is \{'givens': \{\}\}: .*; give givens"),
        ({"er": (5.0, 2.0)}, gridmill.OptionError, r"er is \(5.0, 2.0\): 5.0..2.0 is empty"),
        ({"er": (1.25, 2.0)}, gridmill.OptionError, r"er is \(1.25, 2.0\): give a rating with one decimal"),
        ({"aim": "yes"}, gridmill.OptionError, "aim is 'yes': it is true or false"),
        ({"aim": 1}, gridmill.OptionError, "aim is 1: it is true or false"),
        ({"dig": "deep"}, gridmill.OptionError, "dig is 'deep': give one of top-down, bottom-up"),
        ({"box": "9x9"}, gridmill.OptionError, "box is '9x9': "),
        ({"from_": 5.5}, OSError, "5.5"),
        ({"require": "no_such"}, gridmill.OptionError, "require is 'no_such': "),
        ({"max_er": {1: -1}}, gridmill.OptionError, "max_er is {1: -1}: "),
        ({"mix": {"givens": {30: -1, 26: 2}}}, gridmill.OptionError, "mix is {'givens': {30: -1, 26: 2}}: "),
        ({"threads": -1}, ValueError, "threads is -1: give a whole number from 0"),
        ({"threads": 1.5}, TypeError, "threads is 1.5, of type float: give a whole number"),
        ({"colour": "red"}, gridmill.OptionError, "there is no option \"colour\"; there are: count, start"),
        ({"givens": "x" * 10**6}, gridmill.OptionError, "givens is 'x{59}...: give"),
    ],
)
def test_mistakes_name_the_argument_and_the_value(options, error, line):
    with pytest.raises(error, match=f"^{line}" if error is not OSError else line) as problem:
        gridmill.generate(10, seed=1, **options)
    assert "--" not in str(problem.value) and "\n" not in str(problem.value)
    assert len(str(problem.value)) < 800


def test_numbers_are_named():
    for call, error, line in [
        (lambda: gridmill.generate(-1, seed=1), ValueError, "count is -1: give a whole number from 0"),
        (lambda: gridmill.generate("x", seed=1), TypeError, "count is 'x', of type str: give a whole number"),
        (lambda: gridmill.generate(1e3, seed=1), TypeError, "count is 1000.0, of type float"),
        (lambda: gridmill.generate(True, seed=1), TypeError, "count is True, of type bool"),
        (lambda: gridmill.stream(1, batch_size=-1), ValueError, "batch_size is -1"),
        (lambda: gridmill.stream(1, start=2**64), ValueError, "start is 18446744073709551616"),
        (lambda: gridmill.CorpusPlan(None), TypeError, "count is None"),
    ]:
        with pytest.raises(error, match=f"^{line}"):
            call()


def test_numbers_that_python_does_not_write_are_refused():
    huge = 10**5000
    for options in ({"givens": huge}, {"givens": (1, huge)}, {"mix": {"givens": {huge: 1}}}, {"columns": [huge]}, {"givens": range(1, huge)}):
        with pytest.raises(gridmill.OptionError):
            gridmill.generate(10, seed=1, **options)
    with pytest.raises(gridmill.OptionError, match="^seed is "):
        gridmill.generate(10, seed=huge)
    for options in ({"mix": {"givens": {30: huge}}}, {"threads": huge}):
        with pytest.raises(ValueError):
            gridmill.generate(10, seed=1, **options)
    with pytest.raises(ValueError, match="^count is "):
        gridmill.generate(huge)


class Lying:
    """Objects whose methods fail."""

    def __repr__(self):
        raise RuntimeError("no repr")

    __index__ = __fspath__ = __len__ = __repr__


def test_objects_whose_methods_fail_are_refused():
    for name in ("givens", "er", "level", "exclude", "threads"):
        for value in (Lying(), [Lying()], {Lying(): 1}, {30: Lying()}, (Lying(), 1)):
            with pytest.raises((TypeError, ValueError, RuntimeError)):
                gridmill.generate(1, seed=1, **{name: value})
    with pytest.raises((TypeError, RuntimeError)):
        gridmill.generate(1, seed=Lying())


def literals(name):
    """Values of a Literal of the stub, and the members of a TypedDict."""
    for node in ast.parse(STUB).body:
        if isinstance(node, ast.AnnAssign) and node.target.id == name:
            return [value.value for value in ast.walk(node.value) if isinstance(value, ast.Constant)]
        if isinstance(node, ast.ClassDef) and node.name == name:
            return [item.target.id for item in node.body if isinstance(item, ast.AnnAssign)]
    raise AssertionError(name)


def option_values(name):
    """Values of an option in the TypedDict of the stub."""
    [options] = [node for node in ast.parse(STUB).body if isinstance(node, ast.ClassDef) and node.name == "Options"]
    [member] = [item for item in options.body if isinstance(item, ast.AnnAssign) and item.target.id == name]
    values = [value.value for value in ast.walk(member.annotation) if isinstance(value, ast.Constant)]
    return [value for value in values if value is not None]


def listed(**options):
    with pytest.raises(gridmill.OptionError, match="give one of") as problem:
        gridmill.generate(1, seed=1, **options)
    return str(problem.value).split("give one of ")[1].split(", ")


def test_literals_are_the_values_of_the_library():
    for name in ("dig", "fill", "symmetry", "minimal", "checker", "format"):
        assert option_values(name) == listed(**{name: "?"}), name
    shapes = [f"{rows}x{columns}" for rows, columns in itertools.product(range(1, 7), repeat=2)]
    known = set(literals("_Box"))
    for shape in shapes:
        try:
            assert gridmill.generate(1, seed=1, box=shape).box == shape
            assert shape in known
        except gridmill.OptionError:
            assert shape not in known, shape
    for name, call in {
        "_By": lambda: gridmill.dedup([], by="?"),
        "_Invalid": lambda: gridmill.dedup([], invalid="?"),
        "_Stratum": lambda: gridmill.split([], stratify="?"),
    }.items():
        with pytest.raises(gridmill.OptionError, match="give one of") as problem:
            call()
        assert str(problem.value).split("give one of ")[1].split(", ") == literals(name)


def test_types_and_help_have_every_option():
    with pytest.raises(gridmill.OptionError) as problem:
        gridmill.generate(1, no_such_option=1)
    names = str(problem.value).split("there are: ")[1].split(", ")
    beside = {"count", "seed", "start", "of", "no_timings"}
    arguments = {"from_" if name == "from" else name for name in names}
    assert set(literals("Options")) == arguments - beside
    text = pydoc.render_doc(gridmill.generate)
    described = dict(re.findall(r"^ +(\w+): (.+)$", text, re.MULTILINE))
    assert arguments - {"count", "seed"} <= set(described)
    assert described["aim"] == "bool" and described["dig"].startswith('"top-down", "bottom-up"')
    options = text[text.index("Options:") : text.index("Examples:")]
    assert "--" not in options


def test_whole_numbers_out_of_range_are_value_errors(tmp_path):
    puzzle = "." * 80 + "1"
    corpus, plan = gridmill.generate(3, seed=1), gridmill.CorpusPlan(3, seed=1)
    traces = gridmill.search_trace(puzzle, limit=1)
    threads = [gridmill.solve, gridmill.is_unique, gridmill.is_minimal, gridmill.rate, gridmill.canonical, gridmill.search_trace, gridmill.path_tokens]
    threads += [gridmill.dedup, gridmill.augment, gridmill.split, gridmill.class_keys, gridmill.overlap, gridmill.report]
    for number in (-1, 2**64, -(2**80), 2**200):
        calls = {f"threads {call.__name__}": lambda call=call: call([puzzle], threads=number) for call in threads}
        calls |= {
            "threads stream": lambda: gridmill.stream(1, threads=number),
            "threads table": lambda: plan.table(0, 1, threads=number),
            "threads candidates": lambda: gridmill.boards.candidates(corpus.puzzles, threads=number),
            "threads make": lambda: gridmill.benchmark.make(tmp_path / "bench", threads=number),
            "first make": lambda: gridmill.benchmark.make(tmp_path / "bench", first=number),
            "limit": lambda: gridmill.count_solutions(puzzle, number),
            "budget rate": lambda: gridmill.rate(puzzle, budget={"rating": number}),
            "budget steps": lambda: gridmill.steps(puzzle, budget=number),
            "budget trial": lambda: gridmill.rate(puzzle, add="trial", budget={"trial": number}),
            "times": lambda: gridmill.augment([puzzle], number),
            "start": lambda: plan.table(number, 3),
            "stop": lambda: plan.batches(0, number),
            "batch_rows": lambda: plan.batches(0, 3, number),
            "shard rows": lambda: plan.rows(number),
            "shard": lambda: gridmill.stream(1, shard=(0, number)),
            "length": lambda: traces.to_numpy(number),
            "side": lambda: gridmill.trace_vocabulary(number),
            "num_envs": lambda: gridmill.env.VectorEnv(number),
            "max_steps": lambda: gridmill.env.VectorEnv(1, max_steps=number),
            "first_env": lambda: gridmill.env.VectorEnv(1, first_env=number),
        }
        for name, call in calls.items():
            with pytest.raises(ValueError, match=f"^{name.split()[0]} is ") as problem:
                call()
            assert "\n" not in str(problem.value) and len(str(problem.value)) < 250, name
    for sequence in (corpus, corpus.table(), corpus.table()["puzzle"], traces):
        for index in (3, -4, 2**64, -(2**80), 2**200):
            with pytest.raises(IndexError):
                sequence[index]
    for call in (lambda: gridmill.solve([puzzle], threads=1.5), lambda: gridmill.augment([puzzle], True), lambda: gridmill.env.VectorEnv("2")):
        with pytest.raises(TypeError, match="whole number"):
            call()
