"""Checks that an installed wheel makes the puzzle of the documentation, solves it, and runs the command."""

import pathlib
import subprocess
import sys
import tempfile

import gridmill

corpus = gridmill.generate(1000, seed=42)
puzzle = "2...7....5......731..4...59..6.3..1.......6.....2.8.9......5.27.823.....6.....1.."
assert corpus[0].puzzle == puzzle, corpus[0].puzzle
assert gridmill.solve(puzzle) == corpus[0].solution

with tempfile.TemporaryDirectory() as folder:
    corpus.save(pathlib.Path(folder) / "python")
    command = [sys.executable, "-m", "gridmill", "generate", "--count=1000", "--seed=42", "--no-timings", f"--out={folder}/command"]
    subprocess.run(command, check=True)
    made, written = (pathlib.Path(folder, name, "manifest.json").read_bytes() for name in ("python", "command"))
    assert made == written

print(f"gridmill {gridmill.__version__}: {len(corpus)} puzzles")
