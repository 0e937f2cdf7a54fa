"""Examples of the documentation run, and are there."""

import doctest
import os
import pathlib
import runpy

import gridmill
from gridmill import _gridmill

FOLDER = pathlib.Path(__file__).parents[1]


def test_examples_of_the_functions_run():
    assert doctest.testmod(gridmill).failed == 0
    results = doctest.testmod(_gridmill)
    assert results.failed == 0 and results.attempted > 20


def test_each_function_and_class_is_documented():
    for name in gridmill.__all__:
        thing = getattr(gridmill, name)
        if callable(thing):
            assert thing.__doc__, name
            if not isinstance(thing, type):
                assert ">>>" in thing.__doc__, name


def test_the_page_runs():
    page = os.environ.get("GRIDMILL_PAGE", str(FOLDER.parent / "docs" / "PYTHON.md"))
    assert doctest.testfile(page, module_relative=False, encoding="utf-8", optionflags=doctest.ELLIPSIS).failed == 0


def test_the_tour_runs(capsys):
    runpy.run_path(str(FOLDER / "examples" / "tour.py"))
    assert "median ER" in capsys.readouterr().out
