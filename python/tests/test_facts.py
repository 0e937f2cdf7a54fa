"""Facts travel with rows: what functions pass on, change, and what pandas and pyarrow do to them."""

import json

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest

import gridmill

KEY = b"gridmill.facts"


@pytest.fixture(scope="module")
def weighted():
    return gridmill.generate(400, seed=3, box="2x2", dig="weighted")


def kinds(table):
    return tuple(table.facts.get(fact, {}).get("kind", "unknown") for fact in ("population", "rows", "weights"))


ALL = ("minimal-puzzles", "independent", "ln")


def test_functions_pass_facts_on(weighted, tmp_path):
    assert kinds(weighted) == kinds(weighted.table()) == ALL
    table = weighted.table()
    splits = gridmill.split(table, {"train": 0.5, "test": 0.5}, by="row", seed=1)
    assert kinds(splits["train"]) == ALL
    assert splits["test"].facts["splits"]["name"] == "test"
    distinct = gridmill.dedup(table, by="puzzle")
    assert kinds(distinct) == ("distinct", "unknown", "void")
    assert kinds(gridmill.augment(table, times=2, seed=1)) == ("images", "grouped-by-source", "ln")
    # The command states the same of the same rows.
    weighted.save(tmp_path / "corpus")
    manifest = json.loads((tmp_path / "corpus" / "manifest.json").read_text())
    assert manifest["facts"]["population"] == weighted.facts["population"]
    found = gridmill.report(tmp_path / "corpus").data["corpora"][0]
    assert found["facts"]["weights"] == weighted.facts["weights"]


def test_reports_of_tables_have_the_errors_of_corpora(weighted):
    [table], [corpus] = (gridmill.report(data).data["corpora"] for data in (weighted.table(), weighted))
    assert table["unbiased"] == corpus["unbiased"]
    assert table["unbiased"]["means"][0]["all"]["error"] > 0


def test_rows_that_pyarrow_selects_lose_their_weights(weighted, tmp_path):
    table = pa.table(weighted.table())
    assert json.loads(table.schema.metadata[KEY])["weights"]["kind"] == "ln"
    heavy = table.filter(pc.greater(table["weight"], 5))
    assert 0 < heavy.num_rows < table.num_rows
    assert gridmill.report(table).data["corpora"][0]["unbiased"]
    assert gridmill.report(heavy).data["corpora"][0]["unbiased"] is None
    # In a file, too.
    pq.write_table(heavy, tmp_path / "heavy.parquet")
    found = gridmill.report(tmp_path / "heavy.parquet").data["corpora"][0]
    assert found["unbiased"] is None and found["facts"]["weights"]["kind"] == "void"
    assert "selected by another program" in found["facts"]["population"]["by"]


def handed_out(weighted):
    """Every table that the package gives of the same 400 weighted rows, as one that pyarrow holds."""
    options = {"seed": 3, "box": "2x2", "dig": "weighted"}
    plan = gridmill.CorpusPlan(400, **options)
    yield pa.table(weighted)
    yield pa.RecordBatchReader.from_stream(weighted).read_all()
    yield pa.table(weighted.table())
    yield pa.table(weighted[:])
    yield pa.table(weighted.table()[::-1])
    yield pa.table(plan.table(0, 400))
    yield pa.table(next(plan.batches(0, 400)))
    yield pa.table(next(gridmill.stream(batch_size=400, count=400, **options)))
    yield pa.table(next(gridmill.stream(batch_size=400, **options)))
    yield pa.table(gridmill.split(weighted, {"train": 0.99, "test": 0.01}, by="row", seed=1)["train"])
    yield pa.table(gridmill.augment(weighted, times=1, seed=1))
    yield pa.table(gridmill.rate(weighted))
    # A schema is that of a table with these columns.
    rows = pa.table(weighted).replace_schema_metadata()
    yield pa.table(rows.columns, schema=pa.schema(weighted))
    yield pa.table(rows.columns, schema=pa.schema(plan))


def test_every_table_counts_its_rows(weighted, tmp_path):
    found = list(handed_out(weighted))
    for number, table in enumerate(found):
        assert int(table.schema.metadata[b"gridmill.rows"]) == table.num_rows >= 390, number
        if "weight" not in table.column_names:
            continue
        assert gridmill.report(table).data["corpora"][0]["unbiased"], number
        heavy = table.filter(pc.greater(table["weight"], 5))
        assert 0 < heavy.num_rows < table.num_rows
        assert gridmill.report(heavy).data["corpora"][0]["unbiased"] is None, number
        pq.write_table(heavy, tmp_path / "heavy.parquet")
        assert gridmill.report(tmp_path / "heavy.parquet").data["corpora"][0]["unbiased"] is None, number
    assert sum("weight" in table.column_names for table in found) >= 12
    parts = [pa.table(batch) for batch in gridmill.stream(3, 150, count=400, box="2x2", dig="weighted")]
    assert [int(part.schema.metadata[b"gridmill.rows"]) for part in parts] == [150, 150, 100]
    column = pa.field(weighted.table()["puzzle"][:7])
    assert column.metadata[b"gridmill.rows"] == b"7" and KEY in column.metadata


def test_data_frames_and_lists_state_nothing(weighted):
    pandas = pytest.importorskip("pandas")
    frame = pa.table(weighted.table()).to_pandas()
    assert isinstance(frame, pandas.DataFrame)
    found = gridmill.report(frame[["puzzle", "givens", "weight"]].reset_index(drop=True), box="2x2").data["corpora"][0]
    assert found["unbiased"] is None or found["facts"].get("weights", {}).get("kind") == "ln"
    assert gridmill.report(weighted.table()["puzzle"].to_list(), box="2x2").data["corpora"][0]["unbiased"] is None


def test_ratings_on_several_scales_stand_next_to_each_other():
    corpus = gridmill.generate(60, seed=5, rulebook=["hodoku", "se"], add="guesses")
    assert [(scale["rulebook"], scale["prefix"]) for scale in corpus.facts["scales"]] == [("hodoku", "hodoku_"), ("se", "se_")]
    made = corpus.table()
    rated = gridmill.rate(corpus.puzzles, ["hodoku", "se"])
    assert rated.facts["scales"] == corpus.facts["scales"]
    assert rated["se_er"].to_list() == made["se_er"].to_list() == gridmill.rate(corpus.puzzles, "se")["er"].to_list()
    assert gridmill.rate(corpus.puzzles, "hodoku,se")["hodoku_level"].to_list() == made["hodoku_level"].to_list()
    images = gridmill.augment(corpus, times=2, seed=1, rulebook=["se", "hodoku"])
    assert "se_er" in images.column_names and "er" not in images.column_names
    found = gridmill.report(corpus).data["corpora"][0]
    assert [relation["one"] + " " + relation["other"] for relation in found["relations"]] == [
        "se_er hodoku_score", "hodoku_score guesses", "se_er guesses"
    ]
    assert found["further_scales"][0]["rating_scale"].startswith("se-")
    with pytest.raises(ValueError, match="give each name once"):
        gridmill.rate(corpus.puzzles, ["se", "se"])
    both = gridmill.generate(10, seed=5, level="medium", er="1.5..3.0").table()
    assert set(both["hodoku_level"].to_list()) == {"medium"}
