"""Measures dedup, split and overlap: time, peak memory, and that no row is lost or doubled."""

import argparse
import json
import platform
from pathlib import Path

from measuring import QUIET, head, machine, measured, output, report, row, scratch


def run(options: argparse.Namespace) -> None:
    with scratch() as work, report(options, "reports/classes/README.md"):
        measure(options.program, 10_000 if options.quick else 1_000_000, work)


def measure(program: str, million: int, work: Path) -> None:
    rows = 20 * million
    corpus, copies = work / "corpus", work / "copies.parquet"
    measured([program, "generate", "-n", rows - million, "--seed", 1, "--givens", 36, "--no-timings", "--shard-rows", million, "--out", corpus, *QUIET])
    measured([program, "augment", min((corpus / "data").iterdir()), "--times", 1, "--out", copies, *QUIET])
    # All rows have the columns that both have.
    texts = [work / "corpus.txt", work / "copies.txt"]
    for source, text in zip((corpus, copies), texts):
        measured([program, "export", source, "--to", "text", "--out", text, *QUIET])
    print("# Duplicates, splits and overlap\n")
    print(f"{output([program, '--version']).strip()} on {machine()}, {platform.system().lower()} {platform.machine()}.\n")
    print(
        f"{rows:,} puzzles with 36 givens as text, of which {million:,} are random images of others, on all cores, with `--memory 1GiB`. "
        "Peak memory is that of the process (`ru_maxrss`). Each run checks that the images are found, all of them, and that every row "
        "is written once.\n"
    )
    head("work | seconds | rows a second | peak MiB")

    def timed(name: str, *command: object) -> dict:
        seconds, peak, out = measured([program, *command, "--json", *QUIET])
        row(name, f"{seconds:.1f}", f"{rows / seconds:,.0f}", f"{peak / 2**20:.0f}")
        return json.loads(out)

    kept = {}
    for by in ("row", "puzzle", "grid"):
        totals = timed(f"`dedup --by {by}`", "dedup", *texts, "--by", by, "--out", work / "kept", "--overwrite")
        kept[by] = totals["kept"]
        assert totals["rows"] == rows and written(work / "kept") == totals["kept"], totals
    into = "train:0.9,validation:0.05,test:0.05"
    for by in ("puzzle", "grid"):
        plan = timed(f"`split --by {by}`", "split", *texts, "--by", by, "--into", into, "--out", work / "sets", "--overwrite")["plan"]
        assert (plan["rows"], plan["classes"], plan["classes_in_common"]) == (rows, kept[by], 0), plan
        assert written(work / "sets") == rows
    found = {pair["by"]: pair["rows"] for pair in timed("`overlap`, all three relations", "overlap", *texts)["pairs"]}
    assert (found["row"], found["puzzle"]) == ([0, 0], [million, million]) and found["grid"][1] == million, found
    assert (kept["row"], kept["puzzle"]) == (rows, rows - million), kept
    # Pairs of equal classes among random grids: almost all grids have no automorphism.
    grids, classes = rows - million, 5_472_730_538
    pairs, expected = grids - kept["grid"], grids * (grids - 1) / 2 / classes
    print(
        f"\nAmong the {grids:,} random grids, {pairs:,} repeat a class; {expected:,.0f} ± {expected**0.5:,.0f} are expected of "
        "5,472,730,538 classes (Russell, Jarvis 2006)."
    )


def written(folder: Path) -> int:
    return sum(file["rows"] for file in json.loads((folder / "manifest.json").read_text())["files"])
