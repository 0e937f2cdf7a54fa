"""Sudoku as a dataset of reasoning-gym, by the name `gridmill_sudoku`. Needs `pip install "gridmill[reasoning-gym]"`.

>>> import gridmill.reasoning_gym
>>> import reasoning_gym
>>> data = reasoning_gym.create_dataset("gridmill_sudoku", seed=42, size=1000, min_difficulty=0.4, max_difficulty=0.6)
>>> entry = data[7]
>>> data.score_answer(entry["answer"], entry)
1.0
>>> gridmill.count_solutions(entry["answer"].replace(" ", "").replace("\\n", ""))
1
"""

# The package has no types.
# mypy: allow-subclassing-any, disable-error-code="import-untyped"
from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any

from reasoning_gym.coaching import BaseCurriculum, RangeAttributeDefinition
from reasoning_gym.factory import DATASETS, ProceduralDataset, register_dataset

import gridmill
from gridmill import OptionError, difficulty
from gridmill.text import Score, Style, format_board, make_prompt, score_answer
from gridmill.text._styles import form_of

__all__ = ["DATASET_NAME", "GridmillSudokuConfig", "GridmillSudokuCurriculum", "GridmillSudokuDataset"]

DATASET_NAME = "gridmill_sudoku"
#: Puzzles that are made at once, and batches that are kept.
_BATCH = 64
_KEPT = 16


@dataclass
class GridmillSudokuConfig:
    """Puzzles, their form, and the score of an answer.

    Item i of a seed depends on the seed, the options and i alone. `min_difficulty` and `max_difficulty` are shares as in
    `gridmill.difficulty.between`, with `by`; without them, puzzles are those of `options`, which are options of `gridmill.generate`. `style`
    and `answer_style` are styles of `gridmill.text`; `partial`, `penalty` and `keep_givens` are those of `score_answer`. Entries state
    how they are scored (`metadata["scoring"]`), so that any object of the dataset scores them alike.
    """

    min_difficulty: float | None = None
    max_difficulty: float | None = None
    by: difficulty.Measure = "er"
    box: str = "3x3"
    style: Style = "spaced"
    answer_style: Style | None = None
    partial: float = 1.0
    penalty: float = 0.0
    keep_givens: bool = True
    options: dict[str, Any] = field(default_factory=dict)
    seed: int | None = None
    size: int = 500

    def validate(self) -> None:
        """Refuses what cannot be met, in one line."""
        form_of(self.style)
        form_of(self.answer_style or self.style)
        for name in ("seed", "box", "start", "count", "shard"):
            if name in self.options:
                raise OptionError(f"options has {name}; give it as a field of the configuration")
        if self.size < 0:
            raise OptionError(f"size is {self.size}; give 0 or more")
        gridmill.stream(0, 1, **{**self.stream_options(), "threads": 1})

    def stream_options(self) -> dict[str, Any]:
        """Options of `gridmill.stream`."""
        chosen: dict[str, Any] = {}
        if self.min_difficulty is not None or self.max_difficulty is not None:
            lower = 0.0 if self.min_difficulty is None else self.min_difficulty
            upper = 1.0 if self.max_difficulty is None else self.max_difficulty
            chosen = difficulty.between(lower, upper, by=self.by, box=self.box)
        return {"box": self.box, **chosen, **self.options}


class GridmillSudokuDataset(ProceduralDataset):
    """Puzzles with one solution each, made in batches of which the last few are kept."""

    def __init__(self, config: GridmillSudokuConfig) -> None:
        super().__init__(config=config, seed=config.seed, size=config.size)
        self._batches: OrderedDict[int, list[dict[str, Any]]] = OrderedDict()

    def __getitem__(self, idx: int) -> dict[str, Any]:
        if idx < 0:
            raise IndexError(f"index is {idx}; give 0 or more")
        number, place = divmod(idx, _BATCH)
        return self._entry(idx, self._batch(number)[place])

    def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
        """Score from 0 to 1 of an answer, or of a whole response."""
        return self.score(answer, entry).score

    def score(self, answer: str | None, entry: dict[str, Any]) -> Score:
        """Score of an answer with its reasons, by the configuration that made the entry, or else by this one."""
        own = entry.get("metadata", entry).get("scoring") or self._scoring
        return score_answer(answer, entry, **own)

    @property
    def _scoring(self) -> dict[str, Any]:
        """Arguments of `score_answer`. Each entry has its own, because another object may score it, with another configuration."""
        config: GridmillSudokuConfig = self.config
        style = config.answer_style or config.style
        return {
            "style": style if style == "boxes" else None,
            "partial": config.partial,
            "penalty": config.penalty,
            "keep_givens": config.keep_givens,
            "box": config.box,
        }

    def _batch(self, number: int) -> list[dict[str, Any]]:
        if number in self._batches:
            self._batches.move_to_end(number)
        else:
            stream = gridmill.stream(self.seed, _BATCH, start=number * _BATCH, **self.config.stream_options())
            table = next(stream)
            names = [name for name in table.column_names if name in _METADATA]
            columns = [table[name].to_list() for name in names]
            self._batches[number] = [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)]
            if len(self._batches) > _KEPT:
                self._batches.popitem(last=False)
        return self._batches[number]

    def _entry(self, idx: int, row: dict[str, Any]) -> dict[str, Any]:
        config: GridmillSudokuConfig = self.config
        style = config.answer_style or config.style
        grids = {name: _nested(row[name]) for name in ("puzzle", "solution")}
        instructions = None if config.answer_style else "Answer with the solved board in the same form."
        return {
            "question": make_prompt(row["puzzle"], config.style, answer_style=style, instructions=instructions, box=config.box),
            "answer": format_board(row["solution"], style, box=config.box),
            "metadata": {
                **row,
                **grids,
                "source_dataset": DATASET_NAME,
                "source_index": idx,
                "scoring": self._scoring,
                "num_empty": row["puzzle"].count("."),
                "difficulty": {"difficulty": (config.min_difficulty, config.max_difficulty), "by": config.by},
            },
        }


#: Columns that go to the metadata, where a row has them.
_METADATA = ("puzzle", "solution", "givens", "level", "score", "er", "ep", "ed", "guesses")


def _nested(cells: str) -> list[list[int]]:
    side = {16: 4, 36: 6, 64: 8, 81: 9}[len(cells)]
    digits = [0 if sign == "." else int(sign) for sign in cells]
    return [digits[start : start + side] for start in range(0, len(digits), side)]


class GridmillSudokuCurriculum(BaseCurriculum):
    """Ten steps of difficulty, each with a tenth of all puzzles more by ER: the easiest tenth, the easiest two tenths, and so on."""

    def __init__(self) -> None:
        super().__init__(GridmillSudokuCurriculum.__name__, GridmillSudokuConfig)
        self._define_attributes(
            RangeAttributeDefinition(
                name="difficulty",
                levels=[step / 10 for step in range(11)],
                description="share of minimal puzzles that are easier",
                lower_field_name="min_difficulty",
                upper_field_name="max_difficulty",
                ensure_interval=True,
            )
        )


if DATASET_NAME not in DATASETS:
    register_dataset(DATASET_NAME, GridmillSudokuDataset, GridmillSudokuConfig, GridmillSudokuCurriculum)
