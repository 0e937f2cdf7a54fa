"""Measures what docs/SCALE.md says: merges of many parts, manifests of many shards, and estimates of `plan` beside runs.

    python3 benches/bench_scale.py merge|manifest|plan target/release/gridmill [--quick|--full]

Prints reports/scale/merge.md, manifest.md or plan.md. Needs 2 GB in $TMPDIR, 12 GB
with --full, and 500,000 inodes. `--full` adds 500,000 shards to `manifest`, and runs of 1e7 and 1e8 rows to `plan`: 15 minutes of two idle cores.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from measuring import measured, processor

# Files that a merge may have open: fewer than it has parts.
OPEN_FILES = 64




def generate(program, out, rows, *options):
    command = [program, "generate", "--count", rows, "--seed", 1, "--no-timings", "--out", out, "--progress", "never"]
    return measured([*command, *options])


def cut(whole, parts, number):
    """Cuts a corpus into parts, by hard links to its files."""
    manifest = json.loads((whole / "manifest.json").read_text())
    shards = manifest.pop("shards")
    for part in range(number):
        folder = parts / f"{part + 1:05}"
        (folder / "data").mkdir(parents=True)
        own = shards[part * len(shards) // number : (part + 1) * len(shards) // number]
        for shard in own:
            os.link(whole / "data" / shard["name"], folder / "data" / shard["name"])
        own = {**manifest, "parts": [f"{part + 1}/{number}"], "complete": False, "shards": own}
        (folder / "manifest.json").write_text(json.dumps(own))


def merge(program, work, quick, _full):
    print("# Merges of many parts\n")
    print("`gridmill merge --parts parts --out merged`, with parts cut from one corpus of shards of one row, CSV without timings.")
    print(f"At most {OPEN_FILES} files may be open (`ulimit -n`). Each result is compared with the corpus, byte for byte.\n")
    print(f"`bash benches/bench.sh scale` on {os.cpu_count()} cores of an {processor()}. Peak memory is that of `wait4`; memory a")
    print("shard is what it grows by from the merge before it.\n")
    print("| parts | shards | seconds | parts a second | MB | bytes a shard |")
    print("|--:|--:|--:|--:|--:|--:|")
    before = None
    for number, shards in [(10, 10), (1000, 1000), (10_000, 10_000), (10_000, 100_000)]:
        if quick:
            number, shards = (max(2, number // 100), max(2, shards // 100))
        whole, parts, out = work / "whole", work / "parts", work / "merged"
        generate(program, whole, shards, "--shard-rows", 1, "--format", "csv")
        cut(whole, parts, number)
        seconds, peak, _ = measured([program, "merge", "--parts", parts, "--out", out], OPEN_FILES)
        subprocess.run(["diff", "-r", whole, out], check=True)
        grown = "" if before is None else f"{(peak - before[1]) / (shards - before[0]):,.0f}"
        before = (shards, peak)
        print(f"| {number:,} | {shards:,} | {seconds:.1f} | {number / seconds:,.0f} | {peak / 1e6:.0f} | {grown} |", flush=True)
        for folder in (whole, parts, out):
            shutil.rmtree(folder)


def manifest(program, work, quick, full):
    print("# Manifests of many shards\n")
    print("Corpora of shards of one row, CSV without timings: making them, and `--resume` with nothing left to do, which reads the manifest,")
    print("hashes every file and writes the manifest again.\n")
    print(f"`bash benches/bench.sh scale` on {os.cpu_count()} cores of an {processor()}.\n")
    print("| shards | manifest MB | bytes a shard | made in s | MB | resumed in s | MB |")
    print("|--:|--:|--:|--:|--:|--:|--:|")
    for shards in [1000, 10_000, 100_000] + [500_000] * full:
        shards = shards // 100 if quick else shards
        out = work / "corpus"
        options = ["--shard-rows", 1, "--format", "csv"]
        made, peak, _ = generate(program, out, shards, *options)
        size = (out / "manifest.json").stat().st_size
        resumed, again, _ = generate(program, out, shards, *options, "--resume")
        print(
            f"| {shards:,} | {size / 1e6:.1f} | {size / shards:.0f} | {made:.1f} | {peak / 1e6:.0f} | {resumed:.1f} | {again / 1e6:.0f} |",
            flush=True,
        )
        shutil.rmtree(out)
    print("\nReading and writing manifests alone, `cargo test --release --test it -- --ignored --nocapture manifests`:\n")
    test = ["cargo", "test", "--release", "--locked", "--quiet", "--test", "job_array", "--", "--ignored", "--nocapture", "manifests"]
    told = measured(test)[2]
    print("\n".join(line for line in told.splitlines() if line.startswith("|")))


def plan(program, work, quick, full):
    print("# Estimates beside runs\n")
    print("`gridmill plan --json` is run before each `gridmill generate --no-timings`, on the same number of threads. Ratios are estimate")
    print("divided by measurement: above 1, the run was quicker or smaller than estimated. The range is that of the slices of the estimate.")
    print("Merges use all cores.\n")
    print(f"`bash benches/bench.sh scale` on {os.cpu_count()} cores of an {processor()}.\n")
    print("| plan | rows | workers | estimated s | range | measured s | ratio | estimated MB | measured MB | ratio | merge: estimated s | measured s |")
    print("|---|--:|--:|--:|---|--:|--:|--:|--:|--:|--:|--:|")
    cores = len(os.sched_getaffinity(0))
    runs = [("", rows, workers) for rows in (10**5, 10**6) for workers in (1, 2, 4)]
    runs += [("--givens 46", 10**7, workers) for workers in (1, 2, 4)]
    runs += [("--format csv", 10**6, 2), ("--rulebook hodoku", 10**5, 2)]
    if full:
        runs += [("", 10**7, 2), ("--givens 46", 10**8, 2)]
    for options, rows, workers in runs:
        rows = rows // 100 if quick else rows
        words = [*options.split(), "--no-timings", "--threads", workers]
        small = ["--seconds", 1] if quick else []
        told = measured([program, "plan", "--json", "--count", rows, "--cores", min(workers, cores), *words, *small])[2]
        estimate = json.loads(told)["estimate"]
        out, merged = work / "corpus", work / "merged"
        command = [program, "generate", "--count", rows, "--seed", 1, "--out", out, "--progress", "never", *words]
        seconds, _, _ = measured(command)
        size = sum(file.stat().st_size for file in (out / "data").iterdir())
        joined = [""] * 2
        if workers == 2:
            joined = [f"{estimate['merge_seconds']:.1f}", f"{measured([program, 'merge', out, '--out', merged])[0]:.1f}"]
            shutil.rmtree(merged)
        guess = estimate["seconds"]
        print(
            f"| `{options or 'default'}` | {rows:,} | {workers} | {guess['mean']:.1f} | {guess['low']:.1f} to {guess['high']:.1f} | {seconds:.1f} "
            f"| {guess['mean'] / seconds:.2f} | {estimate['bytes'] / 1e6:.1f} | {size / 1e6:.1f} | {estimate['bytes'] / size:.3f} "
            f"| {' | '.join(joined)} |",
            flush=True,
        )
        shutil.rmtree(out)


def main():
    what, program = sys.argv[1], Path(sys.argv[2]).resolve()
    work = Path(tempfile.mkdtemp(dir=os.environ.get("TMPDIR", ".")))
    try:
        {"merge": merge, "manifest": manifest, "plan": plan}[what](program, work, "--quick" in sys.argv[3:], "--full" in sys.argv[3:])
    finally:
        shutil.rmtree(work)


main()
