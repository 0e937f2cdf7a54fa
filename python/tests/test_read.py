"""Rows of files as tables."""

import numpy as np
import pytest

import gridmill


@pytest.fixture(scope="module")
def corpus():
    return gridmill.generate(200, seed=42, rulebook="se", format="parquet")


def test_folders_files_and_data_in_memory_are_the_same_table(corpus, tmp_path):
    folder = tmp_path / "corpus"
    corpus.save(folder)
    table = corpus.table()
    file = next(folder.glob("data/*.parquet"))
    for data in (folder, str(folder), file, [file], corpus, table):
        found = gridmill.read(data)
        assert found.box == "3x3" and (found.puzzles == table.puzzles).all()
        assert (found.solutions == table.solutions).all() and found["er"].to_list() == table["er"].to_list()
    assert gridmill.read(folder).facts["design"]["seed"] == "42"


def test_other_names_and_forms_become_puzzles(tmp_path):
    file = tmp_path / "rows.csv"
    file.write_text("id,quizzes,solutions\n1,1...3.......4..1,1234341221434321\n2,,\n")
    with pytest.raises(gridmill.InputError, match="line 3"):
        gridmill.read(file, box="2x2")
    table = gridmill.read(file, box="2x2", invalid="skip")
    assert table.column_names == ["id", "puzzle", "solution"] and table.puzzles.shape == (1, 16)
    array = tmp_path / "grids.npy"
    np.save(array, table.puzzles.reshape(1, 4, 4).astype(np.int8))
    assert (gridmill.read(array).puzzles == table.puzzles).all()


def test_arrow_files_are_read(corpus, tmp_path):
    pa = pytest.importorskip("pyarrow")
    feather = pytest.importorskip("pyarrow.feather")
    table = pa.table(corpus.table())
    for compression in ("uncompressed", "lz4", "zstd"):
        feather.write_feather(table, tmp_path / f"{compression}.feather", compression=compression)
        assert (gridmill.read(tmp_path / f"{compression}.feather").puzzles == corpus.puzzles).all()
    with pa.OSFile(str(tmp_path / "rows.arrow"), "wb") as out, pa.ipc.new_stream(out, table.schema) as stream:
        stream.write_table(table, max_chunksize=70)
    assert (gridmill.read(tmp_path / "rows.arrow").puzzles == corpus.puzzles).all()


def test_what_cannot_be_read_is_one_line(tmp_path):
    with pytest.raises((gridmill.InputError, OSError)) as error:
        gridmill.read(tmp_path / "none.csv")
    assert "\n" not in str(error.value)
    with pytest.raises(TypeError):
        gridmill.read(5)
