"""Measures what docs/SCALE.md says: merges of many parts, manifests of many shards, and estimates of `plan` compared with runs."""

import argparse
import json
import os
import shutil
import subprocess
from pathlib import Path

from measuring import QUIET, head, machine, measured, report, row, scratch

# Files that a merge may have open: fewer than it has parts.
OPEN_FILES = 64


def run(options: argparse.Namespace) -> None:
    programs = {"merge": merge, "manifest": manifest, "plan": plan}
    for what in options.what or programs:
        with scratch() as work, report(options, f"reports/scale/{what}.md"):
            programs[what](options.program, work, options.quick, options.full)


def generate(program: str, out: Path, rows: int, *options: object) -> tuple[float, int, str]:
    return measured([program, "generate", "--count", rows, "--seed", 1, "--no-timings", "--out", out, *QUIET, *options])


def cut(whole: Path, parts: Path, number: int) -> None:
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


def merge(program: str, work: Path, quick: bool, _full: bool) -> None:
    print("# Merges of many parts\n")
    print("`gridmill merge --parts parts --out merged`, with parts cut from one corpus of shards of one row, CSV without timings.")
    print(f"At most {OPEN_FILES} files may be open (`ulimit -n`). Each result is compared with the corpus, byte for byte.\n")
    print(f"On {machine()}. Peak memory is that of `wait4`; memory a shard is what it grows by from the merge before it.\n")
    head("parts: | shards | seconds | parts a second | MB | bytes a shard")
    before = None
    for number, shards in [(10, 10), (1000, 1000), (10_000, 10_000), (10_000, 100_000)]:
        if quick:
            number, shards = (max(2, number // 100), max(2, shards // 100))
        whole, parts, out = work / "whole", work / "parts", work / "merged"
        generate(program, whole, shards, "--shard-rows", 1, "--format", "csv")
        cut(whole, parts, number)
        seconds, peak, _ = measured([program, "merge", "--parts", parts, "--out", out], OPEN_FILES)
        subprocess.run(["diff", "-r", whole, out], check=True)
        grown = f"{(peak - before[1]) / (shards - before[0]):,.0f}" if before and shards > before[0] else ""
        before = (shards, peak)
        row(f"{number:,}", f"{shards:,}", f"{seconds:.1f}", f"{number / seconds:,.0f}", f"{peak / 1e6:.0f}", grown)
        for folder in (whole, parts, out):
            shutil.rmtree(folder)


def manifest(program: str, work: Path, quick: bool, full: bool) -> None:
    print("# Manifests of many shards\n")
    print("Corpora of shards of one row, CSV without timings: making them, and `--resume` with nothing left to do, which reads the manifest,")
    print(f"hashes every file and writes the manifest again. On {machine()}.\n")
    head("shards | manifest MB | bytes a shard | made in s | MB | resumed in s | MB")
    for shards in [1000, 10_000, 100_000] + [500_000] * full:
        shards = shards // 100 if quick else shards
        out, options = work / "corpus", ["--shard-rows", 1, "--format", "csv"]
        made, peak, _ = generate(program, out, shards, *options)
        size = (out / "manifest.json").stat().st_size
        resumed, again, _ = generate(program, out, shards, *options, "--resume")
        row(f"{shards:,}", f"{size / 1e6:.1f}", f"{size / shards:.0f}", f"{made:.1f}", f"{peak / 1e6:.0f}", f"{resumed:.1f}", f"{again / 1e6:.0f}")
        shutil.rmtree(out)
    if quick:
        return
    test = ["cargo", "test", "--release", "--locked", "--test", "it", "--", "--ignored", "--nocapture", "manifests"]
    print(f"\nOnly reading and writing manifests, `{' '.join(word for word in test if word != '--locked')}`:\n")
    print("\n".join(line for line in measured(test)[2].splitlines() if line.startswith("|")))


def plan(program: str, work: Path, quick: bool, full: bool) -> None:
    print("# Estimates compared with runs\n")
    print("`gridmill plan --json` is run before each `gridmill generate --no-timings`, on the same number of threads. Ratios are estimate")
    print("divided by measurement: above 1, the run was quicker or smaller than estimated. The range is that of the slices of the estimate.")
    print(f"Merges use all cores. On {machine()}.\n")
    head("plan | rows | workers | estimated s | range: | measured s | ratio | estimated MB | measured MB | ratio | merge: estimated s | measured s")
    cores = len(os.sched_getaffinity(0))
    runs = [("", rows, workers) for rows in (10**5, 10**6) for workers in (1, 2, 4)]
    runs += [("--givens 46", 10**7, workers) for workers in (1, 2, 4)]
    runs += [("--format csv", 10**6, 2), ("--rulebook hodoku", 10**5, 2)]
    if full:
        runs += [("", 10**7, 2), ("--givens 46", 10**8, 2)]
    for options, rows, workers in runs:
        rows = rows // 100 if quick else rows
        words = [*options.split(), "--no-timings", "--threads", workers]
        short = ["--seconds", 1] if quick else []
        answer = measured([program, "plan", "--json", "--count", rows, "--machines", f"1x{min(workers, cores)}", *words, *short])[2]
        estimate = json.loads(answer)["estimate"]
        out, merged = work / "corpus", work / "merged"
        seconds, _, _ = measured([program, "generate", "--count", rows, "--seed", 1, "--out", out, *QUIET, *words])
        size, guess = sum(file.stat().st_size for file in (out / "data").iterdir()), estimate["seconds"]
        times = f"{guess['mean']:.1f}", f"{guess['low']:.1f} to {guess['high']:.1f}", f"{seconds:.1f}", f"{guess['mean'] / seconds:.2f}"
        sizes = f"{estimate['bytes'] / 1e6:.1f}", f"{size / 1e6:.1f}", f"{estimate['bytes'] / size:.3f}"
        joined = "", ""
        if workers == 2:
            joined = f"{estimate['merge_seconds']:.1f}", f"{measured([program, 'merge', out, '--out', merged])[0]:.1f}"
            shutil.rmtree(merged)
        row(f"`{options or 'default'}`", f"{rows:,}", workers, *times, *sizes, *joined)
        shutil.rmtree(out)
