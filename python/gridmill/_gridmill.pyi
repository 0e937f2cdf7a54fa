"""Types of the extension module. The functions have their documentation, with examples, at run time."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from os import PathLike
from typing import Any, Literal, Protocol, TypeAlias, TypedDict, final, overload, runtime_checkable, type_check_only

import numpy as np
from numpy.typing import NDArray
from typing_extensions import Unpack

__all__ = [
    "Column",
    "Corpus",
    "CorpusPlan",
    "CorpusWriter",
    "EnvState",
    "Help",
    "InputError",
    "MinimalPuzzles",
    "OptionError",
    "Puzzle",
    "Report",
    "ScannedGrid",
    "SearchError",
    "Step",
    "Stream",
    "TRACE_VERSION",
    "Table",
    "Traces",
    "UnavoidableSets",
    "__version__",
    "augment",
    "benchmark_questions",
    "board_cells",
    "board_next_step",
    "board_wrong_cells",
    "canonical",
    "check_trace",
    "class_keys",
    "count_solutions",
    "decode_trace",
    "dedup",
    "encode_trace",
    "export",
    "generate",
    "hint",
    "images",
    "is_minimal",
    "is_unique",
    "main",
    "make_benchmark",
    "minimal_puzzles",
    "overlap",
    "parse_compact_path",
    "path_states",
    "path_tokens",
    "rate",
    "read",
    "report",
    "scan",
    "score_benchmark",
    "search_trace",
    "solve",
    "split",
    "steps",
    "stream",
    "technique_names",
    "trace_vocabulary",
    "unavoidable_sets",
]

__version__: str
TRACE_VERSION: str

class OptionError(ValueError):
    """An argument, or several together, that cannot be met: the line names it, and what is allowed."""

class InputError(ValueError):
    """Rows, grids or files that do not hold what they should: the line says which, where, and why."""

class SearchError(ValueError):
    """A puzzle that was not found within the attempts and the node budget of its plan."""

@runtime_checkable
class _ArrowStream(Protocol):
    """Tables, chunked arrays, data frames and their columns."""

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...

@runtime_checkable
class _ArrowArray(Protocol):
    """Arrow arrays."""

    def __arrow_c_array__(self, requested_schema: Any = None) -> Any: ...

_ArrowData: TypeAlias = _ArrowStream | _ArrowArray
_Texts: TypeAlias = list[str] | tuple[str, ...] | Iterator[str] | NDArray[np.str_]
_Grids: TypeAlias = NDArray[np.uint8]
_Boards: TypeAlias = NDArray[np.integer[Any]]
_Paths: TypeAlias = PathLike[str] | Sequence[PathLike[str]]
_Columns: TypeAlias = Mapping[str, NDArray[np.integer[Any]] | _Texts | _ArrowData]
_Rows: TypeAlias = NDArray[np.integer[Any]] | _Texts | _ArrowData | _Columns | _Paths
_Puzzles: TypeAlias = str | NDArray[np.integer[Any]] | _Texts | _ArrowData
_By: TypeAlias = Literal["row", "puzzle", "expansion", "grid"]
_Invalid: TypeAlias = Literal["stop", "skip"]
_Language: TypeAlias = Literal["en", "de", "fr", "es", "ja"]
_Cells: TypeAlias = Literal["r1c1", "A1", "words"]
_Stratum: TypeAlias = Literal["level", "er", "givens", "guesses", "score", "trial_depth", "b", "backdoor_size"]

_Int: TypeAlias = int | np.integer[Any]
_Number: TypeAlias = float | np.integer[Any] | np.floating[Any]
_Seed: TypeAlias = _Int | str | bytes
_Path: TypeAlias = str | PathLike[str]
_PathOrPaths: TypeAlias = _Path | Sequence[_Path]
_Names: TypeAlias = str | Sequence[str]
_Shares: TypeAlias = str | Mapping[str, float]
_Budget: TypeAlias = _Int | str | Mapping[str, _Int] | None
_Mixes: TypeAlias = _Names | Mapping[str, str | Mapping[Any, float]]
_GivensRange: TypeAlias = _Int | str | range | tuple[_Int, _Int]
_RatingRange: TypeAlias = _Number | str | tuple[_Number, _Number]

_Box: TypeAlias = Literal[
    "2x2", "2x3", "2x4", "2x5", "3x2", "3x3", "3x4", "3x5",
    "4x2", "4x3", "4x4", "4x5", "5x2", "5x3", "5x4", "5x5",
]
_Format: TypeAlias = Literal["parquet", "csv", "jsonl"]
_Layout: TypeAlias = Literal[
    "hrm", "numpy", "jsonl", "json", "csv", "bank", "sudoku-extreme", "sdm", "text", "hodoku", "opensudoku", "sudokuwiki", "sudoku-coach", "f-puzzles",
    "sudokupad", "sdk", "ipuz", "svg", "png", "book",
]

@type_check_only
class Options(TypedDict, total=False):
    """Options of `generate`, `stream` and `CorpusPlan`. `help(gridmill.generate)` tells the meaning of each."""

    box: _Box | None
    fill: Literal["uniform", "diagonal", "digitwise", "selected"] | None
    from_: _Path | None
    column: str | None
    dig: Literal["top-down", "bottom-up", "walk", "pattern", "controlled-bias", "weighted", "enumerated", "climb"] | None
    objective: Literal["er", "guesses", "b", "bxb", "depth", "few", "many"] | None
    climb_steps: _Int | None
    givens: _GivensRange | None
    symmetry: Literal["none", "rot180", "rot90", "diagonal", "antidiagonal", "horizontal", "vertical", "full"] | None
    mix: _Mixes | None
    mix_block: _Int | None
    mix_order: Literal["random", "listed"] | None
    preset: Literal["newspaper"] | None
    pattern: _Path | None
    minimal: bool | Literal["any", "true", "false"] | None
    max_puzzles_per_grid: _Int | None
    attempts: _Int | None
    budget: _Budget | None
    board: str | None
    rulebook: _PathOrPaths | None
    add: _Names | None
    technique: str | None
    max_er: _Number | str | None
    require: _Names | None
    er: _RatingRange | None
    ep: _RatingRange | None
    ed: _RatingRange | None
    level: _Names | None
    aim: bool | None
    guesses: _RatingRange | None
    score: _GivensRange | None
    trial_depth: _GivensRange | None
    b: _GivensRange | None
    backdoor: _GivensRange | None
    checker: Literal["backtracking", "bitboard", "dancing-links", "bit-parallel"] | None
    format: Literal["parquet", "csv", "jsonl"] | None
    shard_rows: _Int | None
    exclude: _PathOrPaths | None
    columns: _Names | None
    threads: _Int | None

@final
class Table:
    """Rows in memory, with named columns; speaks the Arrow PyCapsule interface."""

    @property
    def box(self) -> _Box | None: ...
    @property
    def facts(self) -> dict[str, Any]: ...
    @property
    def column_names(self) -> list[str]: ...
    @property
    def puzzles(self) -> _Grids: ...
    @property
    def solutions(self) -> _Grids: ...
    @property
    def boards(self) -> _Grids: ...
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, key: str, /) -> Column: ...
    @overload
    def __getitem__(self, key: int, /) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, key: slice, /) -> Table: ...
    def __iter__(self) -> Iterator[dict[str, Any]]: ...
    def __arrow_c_schema__(self) -> Any: ...
    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...

@final
class Column:
    """A column in memory; speaks the Arrow PyCapsule interface."""

    def to_list(self) -> list[Any]: ...
    def to_numpy(self) -> NDArray[Any]: ...
    def to_numbers(self) -> NDArray[np.int64] | NDArray[np.float64] | NDArray[np.bool_]: ...
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, key: int, /) -> Any: ...
    @overload
    def __getitem__(self, key: slice, /) -> Column: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __arrow_c_schema__(self) -> Any: ...
    def __arrow_c_array__(self, requested_schema: Any = None) -> Any: ...

@final
class Corpus:
    """A corpus of puzzles: a function of its seed, its count and its options. Rows are made when they are asked for."""

    @property
    def box(self) -> _Box: ...
    @property
    def seed(self) -> str: ...
    @property
    def command(self) -> str: ...
    @property
    def facts(self) -> dict[str, Any]: ...
    @property
    def puzzles(self) -> _Grids: ...
    @property
    def solutions(self) -> _Grids: ...
    @property
    def boards(self) -> _Grids: ...
    def table(self) -> Table: ...
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, key: int, /) -> Puzzle: ...
    @overload
    def __getitem__(self, key: slice, /) -> Table: ...
    def __iter__(self) -> Iterator[Puzzle]: ...
    def save(
        self,
        folder: str | PathLike[str],
        *,
        overwrite: bool = False,
        resume: bool = False,
        part: str | None = None,
        split: _Shares | None = None,
        by: _By = "puzzle",
        license: str | None = None,
    ) -> None: ...
    def __arrow_c_schema__(self) -> Any: ...
    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...

@final
class CorpusPlan:
    """A corpus that many processes make, in pieces that need nothing of each other."""

    def __new__(
        cls,
        count: _Int,
        *,
        seed: _Seed | None = None,
        start: _Int | None = None,
        of: _Int | None = None,
        no_timings: Literal[True] | None = True,
        **options: Unpack[Options],
    ) -> CorpusPlan: ...
    @staticmethod
    def from_json(json: str, options: dict[str, Any] | None = None) -> CorpusPlan: ...
    @property
    def json(self) -> str: ...
    @property
    def seed(self) -> str: ...
    @property
    def shards(self) -> int: ...
    @property
    def column_names(self) -> list[str]: ...
    @property
    def command(self) -> str: ...
    def __len__(self) -> int: ...
    def rows(self, shard: int) -> tuple[int, int]: ...
    def table(self, start: int, stop: int, *, threads: int = 1) -> Table: ...
    def batches(self, start: int, stop: int, batch_rows: int = 8192, *, threads: int = 1) -> Stream: ...
    def begin(
        self,
        folder: str | PathLike[str],
        *,
        overwrite: bool = False,
        resume: bool = False,
        license: str | None = None,
    ) -> CorpusWriter: ...
    def write_shard(self, shard: int, folder: str | PathLike[str], run: str, *, threads: int = 1) -> str: ...
    def __arrow_c_schema__(self) -> Any: ...

@final
class CorpusWriter:
    """The process that puts the files of a corpus together."""

    @property
    def run(self) -> str: ...
    @property
    def missing(self) -> list[int]: ...
    def enter(self, entries: Sequence[str]) -> None: ...
    def finish(self) -> None: ...
    def close(self) -> None: ...
    def __enter__(self) -> CorpusWriter: ...
    def __exit__(self, *_error: object) -> None: ...

@final
class Puzzle:
    """One puzzle of a corpus."""

    @property
    def index(self) -> int: ...
    @property
    def puzzle(self) -> str: ...
    @property
    def solution(self) -> str: ...
    @property
    def givens(self) -> int: ...
    @property
    def row(self) -> dict[str, Any]: ...
    def svg(self, *, solution: bool = False) -> str: ...
    def _repr_html_(self) -> str: ...

@final
class Traces:
    """Sequences of tokens, one for each puzzle."""

    @property
    def tokens(self) -> NDArray[np.uint16]: ...
    @property
    def offsets(self) -> NDArray[np.int64]: ...
    @property
    def solutions(self) -> NDArray[np.uint64]: ...
    @property
    def guesses(self) -> NDArray[np.uint64]: ...
    @property
    def contradictions(self) -> NDArray[np.uint64]: ...
    @property
    def truncated(self) -> NDArray[np.bool_]: ...
    @property
    def labels(self) -> dict[str, NDArray[Any]] | None: ...
    @property
    def side(self) -> int: ...
    def events(self, index: int) -> list[dict[str, Any]]: ...
    def to_numpy(self, length: int | None = None) -> NDArray[np.uint16]: ...
    def __len__(self) -> int: ...
    def __getitem__(self, key: int, /) -> NDArray[np.uint16]: ...

@final
class Step:
    """One step of a person."""

    @property
    def technique(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def explanation(self) -> str: ...
    @property
    def drawing(self) -> str: ...
    @property
    def data(self) -> dict[str, Any]: ...
    @property
    def json(self) -> str: ...
    def svg(self, *, letters: bool = False) -> str: ...
    def _repr_svg_(self) -> str: ...

@final
class MinimalPuzzles:
    """Minimal puzzles within a puzzle."""

    @property
    def puzzle(self) -> str: ...
    @property
    def solution(self) -> str: ...
    @property
    def needed(self) -> list[int]: ...
    @property
    def optional(self) -> list[int]: ...
    @property
    def complete(self) -> bool: ...
    @property
    def by_givens(self) -> dict[int, int]: ...
    def classes(self) -> int: ...
    def to_list(self) -> list[str]: ...
    def to_numpy(self) -> NDArray[np.uint8]: ...
    def __len__(self) -> int: ...

@final
class UnavoidableSets:
    """Minimal unavoidable sets of a grid."""

    @property
    def grid(self) -> str: ...
    @property
    def solution(self) -> str: ...
    @property
    def sets(self) -> list[list[int]]: ...
    @property
    def complete_to(self) -> int: ...
    @property
    def by_size(self) -> dict[int, int]: ...
    @property
    def max_clique(self) -> int: ...
    @property
    def max_clique_is_largest(self) -> bool: ...
    @property
    def max_clique_sets(self) -> list[list[int]]: ...
    @property
    def hit_once(self) -> int | None: ...
    def __len__(self) -> int: ...

@final
class ScannedGrid:
    """All minimal puzzles of a grid with few givens."""

    @property
    def solution(self) -> str: ...
    @property
    def givens(self) -> int: ...
    @property
    def by_givens(self) -> dict[int, int]: ...
    def to_list(self) -> list[str]: ...
    def to_numpy(self) -> NDArray[np.uint8]: ...
    def __len__(self) -> int: ...

@final
class Help:
    """Answer about one state of play."""

    @property
    def status(self) -> str: ...
    @property
    def message(self) -> str: ...
    @property
    def problems(self) -> list[dict[str, Any]]: ...
    @property
    def next(self) -> Step | None: ...
    @property
    def rests_on(self) -> list[Step]: ...
    @property
    def solution(self) -> str | None: ...
    @property
    def solutions(self) -> list[str]: ...
    @property
    def differing_cells(self) -> list[int]: ...
    @property
    def stuck(self) -> dict[str, Any] | None: ...
    @property
    def data(self) -> dict[str, Any]: ...
    @property
    def json(self) -> str: ...

@final
class Stream:
    """Puzzles in batches, without end or up to a count."""

    @property
    def column_names(self) -> list[str]: ...
    @property
    def position(self) -> int: ...
    def __iter__(self) -> Stream: ...
    def __next__(self) -> Table: ...
    def __arrow_c_schema__(self) -> Any: ...

@final
class EnvState:
    """Boards, rules and puzzles behind `VectorEnv` and `Env` of `gridmill.env`."""

    def __new__(
        cls,
        num_envs: int,
        *,
        box: str | None = None,
        legal: str = "empty",
        wrong: str = "keep",
        erase: bool = False,
        notes: bool = False,
        rewards: str | Mapping[str, float] | None = None,
        max_steps: int | None = None,
        max_mistakes: int | None = None,
        autoreset: str = "next_step",
        teacher: str | PathLike[str] | None = None,
    ) -> EnvState: ...
    @property
    def num_actions(self) -> int: ...
    @property
    def side(self) -> int: ...
    def set_stream(self, seed: int | str | bytes, options: Mapping[str, Any], *, first_env: int = 0, restart: bool = True) -> None: ...
    def restart(self) -> None: ...
    def set_rows(self, puzzles: _Boards, solutions: _Boards) -> None: ...
    def rows(self) -> tuple[_Grids, _Grids] | None: ...
    def save(self) -> dict[str, Any]: ...
    def load(self, saved: dict[str, Any]) -> None: ...
    def reset(self, *, mask: NDArray[np.bool_] | None = None, puzzles: _Boards | None = None, solutions: _Boards | None = None) -> None: ...
    def step(self, actions: _Boards) -> None: ...
    def close(self) -> None: ...
    def results(self) -> tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_]]: ...
    def observe(self, names: Sequence[str]) -> dict[str, NDArray[Any]]: ...
    def infos(self) -> dict[str, NDArray[Any]]: ...
    def ended(self, names: Sequence[str]) -> tuple[NDArray[np.uint64], dict[str, NDArray[Any]], dict[str, NDArray[Any]]] | None: ...
    def legal_actions(self) -> NDArray[np.bool_]: ...
    def teacher_actions(self) -> NDArray[np.int64]: ...
    def solutions(self) -> _Grids: ...

@final
class Report:
    """A report about one corpus or several."""

    @property
    def html(self) -> str: ...
    @property
    def markdown(self) -> str: ...
    @property
    def json(self) -> str: ...
    @property
    def csv(self) -> str: ...
    @property
    def data(self) -> dict[str, Any]: ...
    @property
    def failed_checks(self) -> list[str]: ...
    def save(self, path: str | PathLike[str], *, overwrite: bool = False) -> None: ...
    def _repr_html_(self) -> str: ...

@overload
def generate(
    count: _Int,
    *,
    seed: _Seed | None = None,
    split: None = None,
    by: None = None,
    progress: bool | None = None,
    start: _Int | None = None,
    of: _Int | None = None,
    no_timings: bool | None = True,
    **options: Unpack[Options],
) -> Corpus: ...
@overload
def generate(
    count: _Int,
    *,
    seed: _Seed | None = None,
    split: _Shares,
    by: _By = "puzzle",
    progress: bool | None = None,
    start: _Int | None = None,
    of: _Int | None = None,
    no_timings: bool | None = True,
    **options: Unpack[Options],
) -> dict[str, Table]: ...
def stream(
    seed: _Seed,
    batch_size: _Int = 8192,
    *,
    start: _Int = 0,
    count: _Int | None = None,
    shard: tuple[int, int] | None = None,
    of: _Int | None = None,
    no_timings: bool | None = True,
    **options: Unpack[Options],
) -> Stream: ...
@overload
def solve(puzzles: str, *, column: str | None = None, box: str | None = None, threads: int = 0, progress: bool | None = None) -> str | None: ...
@overload
def solve(puzzles: NDArray[np.integer[Any]], *, column: str | None = None, box: str | None = None, threads: int = 0, progress: bool | None = None) -> _Grids: ...
@overload
def solve(puzzles: _Texts, *, column: str | None = None, box: str | None = None, threads: int = 0, progress: bool | None = None) -> list[str | None]: ...
@overload
def solve(puzzles: _ArrowData, *, column: str | None = None, box: str | None = None, threads: int = 0, progress: bool | None = None) -> Column: ...
@overload
def count_solutions(puzzles: str, limit: int = 2, *, column: str | None = None, box: str | None = None, threads: int = 0, progress: bool | None = None) -> int: ...
@overload
def count_solutions(puzzles: NDArray[np.integer[Any]], limit: int = 2, *, column: str | None = None, box: str | None = None, threads: int = 0, progress: bool | None = None) -> NDArray[np.uint64]: ...
@overload
def count_solutions(puzzles: _Texts, limit: int = 2, *, column: str | None = None, box: str | None = None, threads: int = 0, progress: bool | None = None) -> list[int]: ...
@overload
def count_solutions(puzzles: _ArrowData, limit: int = 2, *, column: str | None = None, box: str | None = None, threads: int = 0, progress: bool | None = None) -> Column: ...
@overload
def is_unique(puzzles: str, *, column: str | None = None, box: str | None = None, threads: int = 0, progress: bool | None = None) -> bool: ...
@overload
def is_unique(puzzles: NDArray[np.integer[Any]], *, column: str | None = None, box: str | None = None, threads: int = 0, progress: bool | None = None) -> NDArray[np.bool_]: ...
@overload
def is_unique(puzzles: _Texts, *, column: str | None = None, box: str | None = None, threads: int = 0, progress: bool | None = None) -> list[bool]: ...
@overload
def is_unique(puzzles: _ArrowData, *, column: str | None = None, box: str | None = None, threads: int = 0, progress: bool | None = None) -> Column: ...
@overload
def is_minimal(puzzles: str, *, column: str | None = None, box: str | None = None, threads: int = 0, progress: bool | None = None) -> bool: ...
@overload
def is_minimal(puzzles: NDArray[np.integer[Any]], *, column: str | None = None, box: str | None = None, threads: int = 0, progress: bool | None = None) -> NDArray[np.bool_]: ...
@overload
def is_minimal(puzzles: _Texts, *, column: str | None = None, box: str | None = None, threads: int = 0, progress: bool | None = None) -> list[bool]: ...
@overload
def is_minimal(puzzles: _ArrowData, *, column: str | None = None, box: str | None = None, threads: int = 0, progress: bool | None = None) -> Column: ...
@overload
def rate(puzzles: str, rulebook: str | PathLike[str] | Sequence[str | PathLike[str]] | None = None, *, add: _Names | None = None, budget: _Budget = None, no_timings: bool = True, column: str | None = None, box: str | None = None, threads: int = 0, progress: bool | None = None) -> dict[str, Any]: ...
@overload
def rate(
    puzzles: NDArray[np.integer[Any]] | _Texts | _ArrowData, rulebook: str | PathLike[str] | Sequence[str | PathLike[str]] | None = None, *, add: _Names | None = None, budget: _Budget = None, no_timings: bool = True, column: str | None = None, box: str | None = None, threads: int = 0, progress: bool | None = None
) -> Table: ...
@overload
def canonical(puzzles: str, *, add: _Names | None = None, column: str | None = None, box: str | None = None, threads: int = 0, progress: bool | None = None) -> dict[str, Any]: ...
@overload
def canonical(
    puzzles: NDArray[np.integer[Any]] | _Texts | _ArrowData, *, add: _Names | None = None, column: str | None = None, box: str | None = None, threads: int = 0, progress: bool | None = None
) -> Table: ...
def parse_compact_path(text: str) -> list[dict[str, Any]]: ...
def minimal_puzzles(puzzle: str | NDArray[np.integer[Any]], *, limit: int = 1000000, box: str | None = None) -> MinimalPuzzles: ...
def unavoidable_sets(grid: str | NDArray[np.integer[Any]], size: _Int = 10, *, budget: _Int = 1000000000, box: str | None = None) -> UnavoidableSets: ...
def scan(
    grid: str | NDArray[np.integer[Any]], givens: _Int, *, within: bool = False, threads: int = 0, box: str | None = None
) -> ScannedGrid: ...
def steps(puzzle: str | NDArray[np.integer[Any]], rulebook: str | PathLike[str] | None = None, *, budget: _Budget = None, box: str | None = None, language: _Language | str | PathLike[str] | None = None, cells: _Cells = "r1c1") -> list[Step]: ...
def search_trace(
    puzzles: _Puzzles, *, order: Literal["fewest", "fewest_places", "rows", "random_fewest", "random"] = "fewest", digits: Literal["ascending", "random", "solution_first", "solution_last"] = "ascending", propagation: Literal["singles", "naked", "none"] = "singles", seed: int = 0, limit: int = 1, max_events: int = 100000, labels: bool = False, label_budget: int = 10000, column: str | None = None, box: str | None = None, threads: int = 0, progress: bool | None = None
) -> Traces: ...
def path_tokens(puzzles: _Puzzles, rulebook: str | PathLike[str] | None = None, *, budget: _Budget = None, column: str | None = None, box: str | None = None, threads: int = 0, progress: bool | None = None) -> Traces: ...
def path_states(
    puzzles: _Puzzles, rulebook: str | PathLike[str] | None = None, *, budget: _Budget = None, column: str | None = None, box: str | None = None, threads: int = 0, progress: bool | None = None
) -> tuple[NDArray[np.uint8], NDArray[np.uint16], NDArray[np.int64]]: ...
def trace_vocabulary(side: int = 9) -> list[str]: ...
def decode_trace(tokens: NDArray[np.uint16] | Sequence[int], side: int = 9) -> dict[str, Any]: ...
def encode_trace(trace: dict[str, Any], side: int = 9) -> NDArray[np.uint16]: ...
def check_trace(puzzle: str | NDArray[np.integer[Any]], tokens: NDArray[np.uint16] | Sequence[int], *, box: str | None = None) -> list[str]: ...
def images(
    puzzles: _Puzzles, entries: _Puzzles | None = None, *, width: _Int = 252, grey: bool = False, dark: bool = False, column: str | None = None, box: str | None = None, threads: int = 0, progress: bool | None = None
) -> NDArray[np.uint8]: ...
def hint(state: str | Mapping[str, Any] | Sequence[Any] | NDArray[np.integer[Any]], rulebook: str | PathLike[str] = "hodoku", *, budget: _Budget = None, language: _Language | str | PathLike[str] | None = None, cells: _Cells = "r1c1") -> Help: ...
@overload
def dedup(data: NDArray[np.integer[Any]], *, by: _By = "puzzle", return_counts: Literal[False] = False, column: str | None = None, box: str | None = None, split: str | None = None, invalid: _Invalid = "stop", threads: int = 0, progress: bool | None = None) -> _Grids: ...
@overload
def dedup(data: NDArray[np.integer[Any]], *, by: _By = "puzzle", return_counts: Literal[True], column: str | None = None, box: str | None = None, split: str | None = None, invalid: _Invalid = "stop", threads: int = 0, progress: bool | None = None) -> tuple[_Grids, dict[str, Any]]: ...
@overload
def dedup(data: list[str] | tuple[str, ...] | Iterator[str], *, by: _By = "puzzle", return_counts: Literal[False] = False, column: str | None = None, box: str | None = None, split: str | None = None, invalid: _Invalid = "stop", threads: int = 0, progress: bool | None = None) -> list[str]: ...
@overload
def dedup(data: list[str] | tuple[str, ...] | Iterator[str], *, by: _By = "puzzle", return_counts: Literal[True], column: str | None = None, box: str | None = None, split: str | None = None, invalid: _Invalid = "stop", threads: int = 0, progress: bool | None = None) -> tuple[list[str], dict[str, Any]]: ...
@overload
def dedup(data: _ArrowData | _Columns | _Paths, *, by: _By = "puzzle", return_counts: Literal[False] = False, column: str | None = None, box: str | None = None, split: str | None = None, invalid: _Invalid = "stop", threads: int = 0, progress: bool | None = None) -> Table: ...
@overload
def dedup(data: _ArrowData | _Columns | _Paths, *, by: _By = "puzzle", return_counts: Literal[True], column: str | None = None, box: str | None = None, split: str | None = None, invalid: _Invalid = "stop", threads: int = 0, progress: bool | None = None) -> tuple[Table, dict[str, Any]]: ...
@overload
def split(data: NDArray[np.integer[Any]], into: _Shares = "train:0.9,validation:0.05,test:0.05", *, by: _By = "puzzle", seed: _Seed = 0, stratify: _Stratum | None = None, exclude: _Rows | None = None, out: None = None, return_counts: Literal[False] = False, column: str | None = None, box: str | None = None, split: str | None = None, invalid: _Invalid = "stop", threads: int = 0, progress: bool | None = None) -> dict[str, _Grids]: ...
@overload
def split(data: NDArray[np.integer[Any]], into: _Shares = "train:0.9,validation:0.05,test:0.05", *, by: _By = "puzzle", seed: _Seed = 0, stratify: _Stratum | None = None, exclude: _Rows | None = None, out: None = None, return_counts: Literal[True], column: str | None = None, box: str | None = None, split: str | None = None, invalid: _Invalid = "stop", threads: int = 0, progress: bool | None = None) -> tuple[dict[str, _Grids], dict[str, Any]]: ...
@overload
def split(data: list[str] | tuple[str, ...] | Iterator[str], into: _Shares = "train:0.9,validation:0.05,test:0.05", *, by: _By = "puzzle", seed: _Seed = 0, stratify: _Stratum | None = None, exclude: _Rows | None = None, out: None = None, return_counts: Literal[False] = False, column: str | None = None, box: str | None = None, split: str | None = None, invalid: _Invalid = "stop", threads: int = 0, progress: bool | None = None) -> dict[str, list[str]]: ...
@overload
def split(data: list[str] | tuple[str, ...] | Iterator[str], into: _Shares = "train:0.9,validation:0.05,test:0.05", *, by: _By = "puzzle", seed: _Seed = 0, stratify: _Stratum | None = None, exclude: _Rows | None = None, out: None = None, return_counts: Literal[True], column: str | None = None, box: str | None = None, split: str | None = None, invalid: _Invalid = "stop", threads: int = 0, progress: bool | None = None) -> tuple[dict[str, list[str]], dict[str, Any]]: ...
@overload
def split(data: _ArrowData | _Columns | _Paths, into: _Shares = "train:0.9,validation:0.05,test:0.05", *, by: _By = "puzzle", seed: _Seed = 0, stratify: _Stratum | None = None, exclude: _Rows | None = None, out: None = None, return_counts: Literal[False] = False, column: str | None = None, box: str | None = None, split: str | None = None, invalid: _Invalid = "stop", threads: int = 0, progress: bool | None = None) -> dict[str, Table]: ...
@overload
def split(data: _ArrowData | _Columns | _Paths, into: _Shares = "train:0.9,validation:0.05,test:0.05", *, by: _By = "puzzle", seed: _Seed = 0, stratify: _Stratum | None = None, exclude: _Rows | None = None, out: None = None, return_counts: Literal[True], column: str | None = None, box: str | None = None, split: str | None = None, invalid: _Invalid = "stop", threads: int = 0, progress: bool | None = None) -> tuple[dict[str, Table], dict[str, Any]]: ...
@overload
def split(
    data: _Rows,
    into: _Shares = "train:0.9,validation:0.05,test:0.05",
    *,
    out: _Path,
    by: _By = "puzzle",
    seed: _Seed = 0,
    stratify: _Stratum | None = None,
    exclude: _Rows | None = None,
    return_counts: bool = False,
    format: _Format | None = None,
    shard_rows: _Int | None = None,
    license: str | None = None,
    overwrite: bool = False,
    resume: bool = False,
    column: str | None = None,
    box: str | None = None,
    split: str | None = None,
    invalid: _Invalid = "stop",
    threads: int = 0,
    progress: bool | None = None,
) -> dict[str, Any]: ...
def read(
    data: str | _Rows,
    *,
    column: str | None = None,
    box: str | None = None,
    split: str | None = None,
    invalid: _Invalid = "stop",
    progress: bool | None = None,
) -> Table: ...
def export(
    data: _Rows,
    layout: _Layout,
    out: _Path,
    *,
    overwrite: bool = False,
    set: str | None = None,
    augment: _Int = 0,
    seed: _Seed = 0,
    columns: _Names | None = None,
    title: str | None = None,
    paper: str | None = None,
    per_page: _Int | str | Mapping[str, _Int] | None = None,
    large_print: bool = False,
    hints: bool | _Names = False,
    front: _Path | None = None,
    bleed: str | None = None,
    black: bool = False,
    pages: _Int | None = None,
    language: _Language | None = None,
    font: str | PathLike[str] | None = None,
    width: _Int = 400,
    dark: bool = False,
    budget: _Budget = None,
    column: str | None = None,
    box: str | None = None,
    split: str | None = None,
    invalid: _Invalid = "stop",
    threads: int = 0,
    progress: bool | None = None,
) -> dict[str, Any]: ...
def main(arguments: Sequence[str]) -> int: ...
def make_benchmark(
    folder: str | PathLike[str],
    *,
    name: str = "gridmill-bench-1",
    first: int | None = None,
    overwrite: bool = False,
    resume: bool = False,
    license: str | None = None,
    threads: int = 0,
    progress: bool | None = None,
) -> None: ...
def benchmark_questions(folder: str | PathLike[str]) -> list[dict[str, str]]: ...
def score_benchmark(answers: PathLike[str] | dict[str, Any] | Iterable[Any], folder: str | PathLike[str]) -> dict[str, Any]: ...
def class_keys(
    data: _Rows,
    *,
    by: _By = "puzzle",
    seed: _Seed | None = None,
    column: str | None = None,
    box: str | None = None,
    split: str | None = None,
    invalid: _Invalid = "stop",
    threads: int = 0,
    progress: bool | None = None,
) -> Column: ...
def overlap(*data: _Rows, against: _Rows | tuple[_Rows, ...] | None = None, by: _By | Sequence[_By] | None = None, column: str | None = None, box: str | None = None, split: str | None = None, threads: int = 0, progress: bool | None = None, **named: _Rows) -> dict[str, Any]: ...
def augment(
    data: _Rows,
    times: int = 1,
    *,
    seed: _Seed = 0,
    only: str | Sequence[str] | None = None,
    keep_original: bool = False,
    rulebook: str | PathLike[str] | Sequence[str | PathLike[str]] | None = None,
    column: str | None = None,
    box: str | None = None,
    split: str | None = None,
    invalid: _Invalid = "stop",
    threads: int = 0,
    progress: bool | None = None,
) -> Table: ...
def report(
    *data: _Rows,
    check: int | Literal["all"] = 1000,
    column: str | None = None,
    box: str | None = None,
    split: str | None = None,
    threads: int = 0,
    progress: bool | None = None,
    **named: _Rows,
) -> Report: ...
def board_cells(question: str, boards: _Boards, *, box: str | None = None, threads: int = 0) -> NDArray[Any]: ...
def board_wrong_cells(boards: _Boards, solutions: _Boards, *, box: str | None = None, threads: int = 0) -> NDArray[np.bool_]: ...
def board_next_step(boards: _Boards, rulebook: str | PathLike[str] | None = None, *, placement: bool = False, eliminations: bool = False, budget: _Budget = None, box: str | None = None, threads: int = 0) -> NDArray[np.int16]: ...
def technique_names() -> list[str]: ...
