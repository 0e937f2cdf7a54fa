"""Builds the paper with pandoc and Typst, in place of the journal's own tool, which needs a container: build.py OUT.pdf"""

import sys
import tempfile
from pathlib import Path

import pypandoc
import typst

folder = Path(__file__).parent
text = pypandoc.convert_file(
    folder / "paper.md", "typst", extra_args=["--standalone", "--citeproc", f"--bibliography={folder / 'paper.bib'}", "--variable=papersize:a4", "--variable=fontsize:10pt"])
with tempfile.TemporaryDirectory() as scratch:
    source = Path(scratch, "paper.typ")
    source.write_text(text)
    typst.compile(str(source), output=sys.argv[1])
