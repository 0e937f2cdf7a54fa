"""The notebooks of the documentation run, and give the outputs that they show."""

import json
import os
import pathlib

import pytest

nbclient = pytest.importorskip("nbclient")
nbformat = pytest.importorskip("nbformat")
pytest.importorskip("ipykernel")

REPOSITORY = pathlib.Path(os.environ.get("GRIDMILL_REPOSITORY", pathlib.Path(__file__).parents[2]))
NOTEBOOKS = sorted((REPOSITORY / "docs" / "notebooks").glob("*.ipynb"))


def shown(notebook):
    """The outputs of each cell, without bars on standard error."""
    for cell in notebook.cells:
        outputs = [output for output in cell.get("outputs", []) if output.get("name") != "stderr"]
        yield [output["text"] if output.output_type == "stream" else dict(output.data) for output in outputs]


def test_there_are_notebooks():
    assert len(NOTEBOOKS) == 2


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_shows_what_it_says(path, tmp_path):
    notebook = nbformat.read(path, as_version=4)
    expected = list(shown(notebook))
    resources = {"metadata": {"path": str(tmp_path)}}
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3", resources=resources).execute()
    assert list(shown(notebook)) == expected
    assert len(json.dumps(expected)) < 50_000
