# /// script
# requires-python = ">=3.9"
# dependencies = [
#     "datasets>=5",
#     "duckdb>=1.1",
#     "pandas>=3",
#     "polars>=1.0",
#     "pyarrow>=16",
# ]
# ///
"""Opens a corpus folder with common readers by their defaults, and checks a sample of rows independently.

    uv run scripts/check_readers.py CORPUS ROWS

Every reader must count ROWS rows in CORPUS/data. Of 2,000 rows spread over the corpus, the givens must be part of
the solution, the solution must be a complete valid grid, and a plain backtracking count must find just one solution.

Readers open each format by their defaults. CSV has no types, and no quoting makes readers that guess them take a column of digits
for text: NEEDS_OPTION lists the readers that need an option, and the check fails if one of them needs it no longer.
"""

import sys
import tempfile
import warnings
from pathlib import Path

import datasets
import duckdb
import pandas
import polars
import pyarrow.csv
import pyarrow.dataset
import pyarrow.json
import pyarrow.parquet

SAMPLE = 2000
NEEDS_OPTION = {("csv", "polars"), ("csv", "pyarrow"), ("jsonl", "pandas")}


def box(row, col):
    return row // 3 * 3 + col // 3


def houses():
    cells = [(r, c) for r in range(9) for c in range(9)]
    for n in range(9):
        yield [9 * r + c for r, c in cells if r == n]
        yield [9 * r + c for r, c in cells if c == n]
        yield [9 * r + c for r, c in cells if box(r, c) == n]


HOUSES = list(houses())
PEERS = [sorted({p for h in HOUSES if cell in h for p in h} - {cell}) for cell in range(81)]


def solutions(cells, limit=2):
    """Counts solutions of 81 characters up to limit, by plain backtracking: the cell with fewest candidates first."""
    best, choice = None, None
    for cell in range(81):
        if cells[cell] == ".":
            left = set("123456789") - {cells[p] for p in PEERS[cell]}
            if choice is None or len(left) < len(choice):
                best, choice = cell, left
                if len(left) < 2:
                    break
    if best is None:
        return 1
    found = 0
    for digit in choice:
        cells[best] = digit
        found += solutions(cells, limit - found)
        if found >= limit:
            break
    cells[best] = "."
    return found


def check_row(puzzle, solution, givens):
    assert len(puzzle) == len(solution) == 81, (puzzle, solution)
    assert all(p in (".", s) for p, s in zip(puzzle, solution)), f"givens not within the solution: {puzzle}"
    assert all(sorted(solution[c] for c in h) == list("123456789") for h in HOUSES), f"no solution: {solution}"
    assert givens == 81 - puzzle.count("."), f"{givens} givens claimed for {puzzle}"
    assert solutions(list(puzzle)) == 1, f"not unique: {puzzle}"


def first_solutions(corpus, kind):
    """The solution of the first row as text, by reader: each opens a file, or the folder, by its defaults."""
    file = str(sorted((corpus / "data").iterdir())[0])
    with tempfile.TemporaryDirectory() as cache:
        datasets.disable_progress_bars()
        yield "datasets", datasets.load_dataset(str(corpus), cache_dir=cache)["train"][0]["solution"]
    yield "duckdb", duckdb.sql(f"SELECT solution FROM '{file}' LIMIT 1").fetchall()[0][0]
    readers = {
        "parquet": (pandas.read_parquet, polars.read_parquet, pyarrow.parquet.read_table),
        "csv": (pandas.read_csv, polars.read_csv, pyarrow.csv.read_csv),
        "jsonl": (lambda path: pandas.read_json(path, lines=True), polars.read_ndjson, pyarrow.json.read_json),
    }[kind]
    for name, read in zip(("pandas", "polars", "pyarrow"), readers):
        try:
            yield name, read(file)["solution"][0]
        except polars.exceptions.ComputeError as error:
            yield name, f"error: {error}"


def check_defaults(corpus, kind, expected):
    for reader, found in first_solutions(corpus, kind):
        # DuckDB and pandas keep a long whole number exactly.
        exact = str(found) == expected
        assert exact == ((kind, reader) not in NEEDS_OPTION), f"{kind}, {reader} by its defaults: {found}"


def main():
    warnings.simplefilter("ignore")
    corpus, rows = Path(sys.argv[1]), int(sys.argv[2])
    files = sorted(p.name for p in (corpus / "data").iterdir())
    kind = files[0].rsplit(".")[-1]
    pattern = str(corpus / "data" / f"*.{kind}")
    text = {"puzzle": "VARCHAR", "solution": "VARCHAR"}
    if kind == "parquet":
        scan = f"read_parquet('{pattern}')"
        frame = polars.scan_parquet(pattern)
        dataset = pyarrow.dataset.dataset(corpus / "data")
    elif kind == "jsonl":
        scan = f"read_json('{pattern}')"
        frame = polars.scan_ndjson(pattern)
        dataset = pyarrow.dataset.dataset(corpus / "data", format="json")
    else:
        scan = f"read_csv('{pattern}', types={text})"
        frame = polars.scan_csv(pattern, schema_overrides={name: polars.String for name in text})
        convert = pyarrow.csv.ConvertOptions(column_types={name: pyarrow.string() for name in text})
        # The lines of docs/COLUMNS.md, for one file.
        first = str(corpus / "data" / files[0])
        as_text = {
            "polars": polars.read_csv(first, schema_overrides={name: polars.String for name in text}),
            "pandas": pandas.read_csv(first, dtype={name: str for name in text}),
            "pyarrow": pyarrow.csv.read_csv(first, convert_options=convert),
        }
        expected = duckdb.sql(f"SELECT solution FROM read_csv('{first}', types={text}) LIMIT 1").fetchall()[0][0]
        for reader, table in as_text.items():
            assert str(table["solution"][0]) == expected, reader
        dataset = pyarrow.dataset.dataset(
            corpus / "data", format=pyarrow.dataset.CsvFileFormat(convert_options=convert))

    counts = {
        "duckdb": duckdb.sql(f"SELECT count(*) FROM {scan}").fetchall()[0][0],
        "polars": frame.select(polars.len()).collect().item(),
        "pyarrow": dataset.count_rows(),
    }
    assert set(counts.values()) == {rows}, counts

    step = max(1, rows // SAMPLE)
    query = f"SELECT puzzle, solution, givens FROM {scan} WHERE index % {step} = 0 ORDER BY index LIMIT {SAMPLE}"
    sample = duckdb.sql(query).fetchall()
    twin = (frame.filter(polars.col("index") % step == 0).sort("index").head(SAMPLE)
            .select("puzzle", "solution", "givens").collect().rows())
    assert sample == twin, "duckdb and polars read different rows"
    indices = duckdb.sql(f"SELECT count(DISTINCT index), min(index), max(index) FROM {scan}").fetchall()[0]
    assert indices == (rows, 0, rows - 1), indices
    for row in sample:
        check_row(*row)
    check_defaults(corpus, kind, duckdb.sql(f"SELECT solution FROM {scan} WHERE index = 0").fetchall()[0][0])
    print(f"{kind}: {rows} rows in {len(files)} files for {', '.join(counts)}; {len(sample)} rows checked one by one")


main()
