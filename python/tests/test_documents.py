"""Examples of the documentation run, and are there."""

import doctest
import importlib.util
import os
import pathlib
import re
import runpy

import pytest

import gridmill
import gridmill.boards
import gridmill.env
import gridmill.traces
from gridmill import _gridmill

FOLDER = pathlib.Path(__file__).parents[1]
REPOSITORY = pathlib.Path(os.environ.get("GRIDMILL_REPOSITORY", FOLDER.parent))


def test_examples_of_the_functions_run():
    assert doctest.testmod(gridmill).failed == 0
    results = doctest.testmod(_gridmill)
    assert results.failed == 0 and results.attempted > 20
    assert doctest.testmod(gridmill.traces).failed == 0
    for module in (gridmill.boards, gridmill.env):
        results = doctest.testmod(module)
        assert results.failed == 0 and results.attempted > 5


def test_each_function_and_class_is_documented():
    for name in gridmill.__all__:
        thing = getattr(gridmill, name)
        if callable(thing):
            assert thing.__doc__, name
            if not isinstance(thing, type):
                assert ">>>" in thing.__doc__, name


@pytest.mark.parametrize(("name", "least"), [("PYTHON.md", 10), ("ENVIRONMENTS.md", 10), ("TRAINING.md", 5), ("TRACES.md", 10)])
def test_the_page_runs(name, least):
    page = REPOSITORY / "docs" / name
    text = page.read_text(encoding="utf-8")
    # Examples under such a comment run where the package is there.
    for needed in set(re.findall(r"^<!-- needs (\w+) -->$", text, re.MULTILINE)):
        if importlib.util.find_spec(needed) is None:
            text = re.sub(rf"^<!-- needs {needed} -->\n```python\n.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    examples = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    assert len(examples.examples) > least
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples).failed == 0


def test_the_examples_of_training_run():
    text = (REPOSITORY / "docs" / "TRAINING.md").read_text(encoding="utf-8")
    blocks = [block for block in re.findall(r"^```python\n(.*?)^```$", text, re.M | re.S) if block.startswith(">>>")]
    assert blocks
    for block in blocks:
        examples = doctest.DocTestParser().get_doctest(block, {}, "TRAINING.md", None, 0)
        assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples).failed == 0


def test_the_tour_runs(capsys):
    runpy.run_path(str(FOLDER / "examples" / "tour.py"))
    assert "median ER" in capsys.readouterr().out


def test_the_example_of_the_readme_runs():
    readme = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", readme, re.S)
    names: dict[str, object] = {}
    exec(example, names)
    assert len(names["ratings"]) == len(names["puzzles"]) == 1000
