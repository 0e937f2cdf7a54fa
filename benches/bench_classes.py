"""Measures dedup, split and overlap: time, peak memory, and that no row is lost or doubled. Prints reports/classes/README.md.

    python3 benches/bench_classes.py target/release/gridmill [--quick]
"""

import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from measuring import measured, processor




def main():
    program, quick = sys.argv[1], "--quick" in sys.argv[2:]
    million = 10_000 if quick else 1_000_000
    rows = 20 * million
    work = Path(tempfile.mkdtemp(dir=os.environ.get("TMPDIR", ".")))
    try:
        run(program, rows, million, work)
    finally:
        shutil.rmtree(work)


def run(program, rows, million, work):
    quiet = ["--progress", "never"]
    corpus = work / "corpus"
    measured([program, "generate", "-n", rows - million, "--seed", 1, "--givens", 36, "--no-timings", "--out", corpus, *quiet])
    copies = work / "copies.parquet"
    first = sorted((corpus / "data").iterdir())[0]
    measured([program, "augment", first, "--times", 1, "--out", copies, *quiet])
    # All rows have the columns that both have.
    rows_of = {}
    for name, source in (("corpus", corpus), ("copies", copies)):
        rows_of[name] = work / f"{name}.txt"
        measured([program, "export", source, "--to", "text", "--out", rows_of[name], *quiet])
    texts = list(rows_of.values())
    print("<!-- bash benches/bench.sh classes -->")
    print("# Duplicates, splits and overlap\n")
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    print(f"{version} on {processor()}, {os.cpu_count()} cores, {platform.system().lower()} {platform.machine()}.\n")
    print(f"{rows:,} puzzles with 36 givens as text, of which {million:,} are random images of others, on all cores, with `--memory 1GiB`. "
          "Peak memory is that of the process (`ru_maxrss`). Each run checks that the images are found, all of them, and that every row "
          "is written once.\n")
    print("| work | seconds | rows a second | peak MiB |\n|---|--:|--:|--:|")

    def row(name, seconds, peak, count=rows):
        print(f"| {name} | {seconds:.1f} | {count / seconds:,.0f} | {peak / 2**20:.0f} |", flush=True)

    kept = {}
    for by in ("row", "puzzle", "grid"):
        seconds, peak, out = measured(
            [program, "dedup", *texts, "--by", by, "--out", work / "kept", "--overwrite", "--json", *quiet])
        totals = json.loads(out)
        kept[by] = totals["kept"]
        assert totals["rows"] == rows and written(work / "kept") == totals["kept"], totals
        row(f"`dedup --by {by}`", seconds, peak)
    for by in ("puzzle", "grid"):
        seconds, peak, out = measured(
            [program, "split", *texts, "--by", by, "--into", "train:0.9,validation:0.05,test:0.05", "--out", work / "sets",
             "--overwrite", "--json", *quiet])
        plan = json.loads(out)["plan"]
        assert (plan["rows"], plan["classes"], plan["classes_in_common"]) == (rows, kept[by], 0), plan
        assert written(work / "sets") == rows
        row(f"`split --by {by}`", seconds, peak)
    seconds, peak, out = measured([program, "overlap", *texts, "--json", *quiet])
    found = {pair["by"]: pair["rows"] for pair in json.loads(out)["pairs"]}
    assert (found["row"], found["puzzle"]) == ([0, 0], [million, million]) and found["grid"][1] == million, found
    assert (kept["row"], kept["puzzle"]) == (rows, rows - million), kept
    row("`overlap`, all three relations", seconds, peak)
    # Pairs of equal classes among random grids: almost all grids have no automorphism.
    grids, classes = rows - million, 5_472_730_538
    pairs, wanted = grids - kept["grid"], grids * (grids - 1) / 2 / classes
    print(f"\nAmong the {grids:,} random grids, {pairs:,} repeat a class; {wanted:,.0f} ± {wanted**0.5:,.0f} are expected of "
          "5,472,730,538 classes (Russell, Jarvis 2006).")


def written(folder):
    manifest = json.loads((folder / "manifest.json").read_text())
    return sum(file["rows"] for file in manifest["files"])


if __name__ == "__main__":
    main()
