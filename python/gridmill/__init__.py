"""Sudoku puzzles by the million, the same from the same seed on any machine.

>>> import gridmill
>>> corpus = gridmill.generate(1000, seed=42)
>>> len(corpus)
1000
>>> print(corpus[0].puzzle)
2...7....5......731..4...59..6.3..1.......6.....2.8.9......5.27.823.....6.....1..
"""

from ._gridmill import (
    Column,
    Corpus,
    CorpusPlan,
    CorpusWriter,
    Help,
    InputError,
    OptionError,
    Puzzle,
    Report,
    SearchError,
    Step,
    Stream,
    Table,
    __version__,
    augment,
    canonical,
    class_keys,
    count_solutions,
    dedup,
    generate,
    hint,
    is_minimal,
    is_unique,
    overlap,
    parse_compact_path,
    rate,
    report,
    solve,
    split,
    steps,
    stream,
)

__all__ = [
    "Column",
    "Corpus",
    "CorpusPlan",
    "CorpusWriter",
    "Help",
    "InputError",
    "OptionError",
    "Puzzle",
    "Report",
    "SearchError",
    "Step",
    "Stream",
    "Table",
    "__version__",
    "augment",
    "canonical",
    "class_keys",
    "count_solutions",
    "dedup",
    "generate",
    "hint",
    "is_minimal",
    "is_unique",
    "overlap",
    "parse_compact_path",
    "rate",
    "report",
    "solve",
    "split",
    "steps",
    "stream",
]
