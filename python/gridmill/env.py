"""Environments for reinforcement learning: many boards at once by gymnasium's vector API, or one by its `Env`.

gymnasium is not needed. Where it is installed, the classes are its subclasses, have its spaces, and are registered as
`gridmill/Sudoku-v0`.

>>> import numpy as np
>>> from gridmill.env import VectorEnv
>>> env = VectorEnv(64, seed=1, teacher="singles")
>>> observations, infos = env.reset()
>>> for _ in range(100):
...     actions = np.maximum(env.teacher_actions(), 0)
...     observations, rewards, terminations, truncations, infos = env.step(actions)
>>> observations["board"].shape, rewards.shape
((64, 81), (64,))
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

import gridmill

from . import _gridmill
from ._shown import shown
from .difficulty import Measure
from .difficulty import options as options_of

if TYPE_CHECKING:
    import gymnasium
    from gymnasium import Env as _EnvBase
    from gymnasium.vector import VectorEnv as _VectorBase
else:
    try:
        import gymnasium
        from gymnasium import Env as _EnvBase
        from gymnasium.vector import VectorEnv as _VectorBase
    except ImportError:
        gymnasium = None

        class _EnvBase:
            """Parts of gymnasium's classes that are used here."""

            closed = False

            def __class_getitem__(cls, _):
                return cls

            def reset(self, *, seed=None, options=None):
                pass

            def close(self):
                self.closed = True

        _VectorBase = _EnvBase

__all__ = ["OUTCOMES", "Env", "VectorEnv"]

_Observation: TypeAlias = Literal["board", "givens", "candidates", "notes"]
_Rewards: TypeAlias = Literal["dense", "sparse"] | Mapping[str, float]
_Infos: TypeAlias = dict[str, Any]

OUTCOMES = ("begun", "correct", "wrong", "illegal", "erased", "noted")
"""Names of the numbers in `infos["outcome"]`: results of the last actions."""


# Arguments that are rules of the episodes.
_RULES = ("legal", "wrong", "erase", "notes", "rewards", "max_steps", "max_mistakes", "autoreset", "teacher")


class _Core:
    """Boards and their puzzles, with what both classes share."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        options, observation, puzzles = given["options"], given["observation"], given["puzzles"]
        self.box = options.get("box")
        self._num_envs, self._rules = given["num_envs"], {name: given[name] for name in _RULES}
        self.state = _gridmill.EnvState(self._num_envs, box=self.box, **self._rules)
        self.names = [observation] if isinstance(observation, str) else list(observation)
        if not self.names:
            raise gridmill.OptionError("observation is empty; give one or more of board, givens, candidates, notes")
        self.is_flat = isinstance(observation, str)
        self.state.observe(self.names)
        self.teacher, self._options = given["teacher"], options
        self._seed, self._by, self._first_env = given["seed"], given["difficulty_by"], given["first_env"]
        self._has_stream = puzzles is None
        self._is_started = self._is_closed = False
        if puzzles is not None:
            if options.keys() - {"box"} or given["difficulty"] is not None:
                raise gridmill.OptionError("puzzles are given: options of generate and difficulty go without them")
            self.state.set_rows(puzzles, _solutions(puzzles, self.box))
        self.difficulty: float | None = given["difficulty"]
        if self._has_stream:
            # Options that cannot be met are refused now.
            self._set_stream("0" if self._seed is None else self._seed, restart=True)

    def _set_stream(self, seed: int | str | bytes, *, restart: bool) -> None:
        options = dict(self._options)
        if self.difficulty is not None:
            options |= options_of(self.difficulty, by=self._by, box=self.box or "3x3")
        self.state.set_stream(seed, options, first_env=self._first_env, restart=restart)
        self._is_closed = False

    def set_difficulty(self, difficulty: float) -> None:
        if not self._has_stream:
            raise gridmill.OptionError("puzzles are given: difficulty goes without them")
        before, self.difficulty = self.difficulty, difficulty
        try:
            self._set_stream("0" if self._seed is None else self._seed, restart=False)
        except Exception:
            self.difficulty = before
            raise

    def reset(self, seed: int | str | bytes | None, options: Mapping[str, Any] | None) -> None:
        given = dict(options or {})
        mask, puzzles = given.pop("reset_mask", None), given.pop("puzzles", None)
        if given:
            raise gridmill.OptionError(f"options has no {shown(next(iter(given)))}; there are: reset_mask, puzzles")
        if mask is not None and not (isinstance(mask, np.ndarray) and mask.dtype == np.bool_ and mask.ndim == 1):
            raise TypeError("options['reset_mask'] must be a NumPy array of bool, one for each environment")
        solutions = None if puzzles is None else _solutions(puzzles, self.box)
        if self._has_stream and (seed is not None or not self._is_started):
            if seed is None and self._seed is None:
                seed = secrets.randbits(63)
            self._seed = self._seed if seed is None else seed
            assert self._seed is not None
            self._set_stream(self._seed, restart=True)
        elif seed is not None:
            self.state.restart()
        self._is_started = True
        self.state.reset(mask=mask, puzzles=puzzles, solutions=solutions)

    def close(self) -> None:
        self.state.close()
        self._is_closed = True

    def state_dict(self) -> dict[str, Any]:
        return {"seed": self._seed, "difficulty": self.difficulty, "is_started": self._is_started, **self.state.save()}

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        saved = dict(state)
        try:
            seed, difficulty, is_started = (saved.pop(name) for name in ("seed", "difficulty", "is_started"))
        except KeyError as missing:
            raise gridmill.InputError(f"state has no {missing.args[0]}; give what state_dict returned") from None
        if self._is_closed:
            raise RuntimeError("the environment is closed; make a new one")
        before = self._seed, self.difficulty
        self._seed, self.difficulty = seed, difficulty
        try:
            if self._has_stream:
                self._set_stream("0" if seed is None else seed, restart=False)
            self.state.load(saved)
        except Exception:
            self._seed, self.difficulty = before
            if self._has_stream:
                self._set_stream("0" if self._seed is None else self._seed, restart=False)
            raise
        self._is_started = is_started

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "state": self.state.save(), "rows": self.state.rows()}

    def __setstate__(self, saved: dict[str, Any]) -> None:
        saved = dict(saved)
        state, rows, is_closed = saved.pop("state"), saved.pop("rows"), saved["_is_closed"]
        self.__dict__.update(saved)
        self.state = _gridmill.EnvState(self._num_envs, box=self.box, **self._rules)
        if rows is not None:
            self.state.set_rows(*rows)
        elif self._has_stream and not is_closed:
            self._set_stream("0" if self._seed is None else self._seed, restart=True)
        self.state.load(state)

    def single_observation_space(self) -> Any:
        side = self.state.side
        cells = side * side
        spaces = gymnasium.spaces
        top = (1 << side) - 1
        parts: dict[str, gymnasium.Space[Any]] = {
            "board": spaces.Box(0, side, (cells,), np.uint8),
            "givens": spaces.MultiBinary(cells),
            "candidates": spaces.Box(0, top, (cells,), np.uint16),
            "notes": spaces.Box(0, top, (cells,), np.uint16),
        }
        return parts[self.names[0]] if self.is_flat else spaces.Dict({name: parts[name] for name in self.names})


def _solutions(puzzles: Any, box: str | None) -> NDArray[np.uint8]:
    if not isinstance(puzzles, np.ndarray):
        raise TypeError(f"puzzles is {type(puzzles).__name__}; it must be a NumPy array of whole numbers")
    solutions: NDArray[np.uint8] = gridmill.solve(puzzles, box=box, progress=False)
    return solutions


def _text(board: NDArray[np.uint8]) -> str:
    side = round(len(board) ** 0.5)
    rows = board.reshape(side, side).tolist()
    return "\n".join(" ".join(str(value) if value else "." for value in row) for row in rows)


class _Playing:
    """What both classes have."""

    _core: _Core
    metadata: dict[str, Any]
    render_mode: str | None

    def _start(self, given: Mapping[str, Any]) -> None:
        """Takes the arguments by name."""
        mode, modes = given["render_mode"], self.metadata["render_modes"]
        if mode is not None and mode not in modes:
            raise gridmill.OptionError(f"render_mode is {shown(mode)}; give None or one of: {', '.join(modes)}")
        self._core = _Core(given)
        self.render_mode, self._has_masks = mode, given["action_masks"]

    @property
    def num_actions(self) -> int:
        """Number of actions of each environment."""
        return self._core.state.num_actions

    @property
    def difficulty(self) -> float | None:
        """Difficulty of new episodes, from 0 to 1; None if it was not set."""
        return self._core.difficulty

    def set_difficulty(self, difficulty: float) -> None:
        """Sets the difficulty of the episodes that begin from now on."""
        self._core.set_difficulty(difficulty)

    def state_dict(self) -> dict[str, Any]:
        """Returns the state from which `load_state_dict` goes on: boards, counts, episodes, seed and difficulty.

        It has numbers and arrays. Copies by `copy.deepcopy` and `pickle` have the same state.
        """
        return self._core.state_dict()

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Goes on from a state of `state_dict`, of an environment with the same arguments: the same actions lead to the same results."""
        self._core.load_state_dict(state)


class VectorEnv(_Playing, _VectorBase[Any, NDArray[np.int64], NDArray[Any]]):
    """Many boards, each an environment, by gymnasium's vector API. There is no Python loop over boards.

    **Puzzles.** Episode k of environment e has row `k * 2**32 + e` of `gridmill.stream(seed, **options)`, whatever `num_envs` is.
    `options` are those of `generate`, such as `er="2.0..4.0"`, `givens=30` or `box="2x3"`. `first_env` is the number of the first
    environment, so that several objects share the environments of one seed. `difficulty`, a number from 0 to 1, adds
    options by quantiles of `difficulty_by` (see `gridmill.difficulty`), and `set_difficulty` changes it. `puzzles`, an array of puzzles with one solution each, is
    taken in the place of a stream: episode k of environment e has row `e + k * num_envs`, counted round.

    **Actions.** `cell * 9 + digit - 1` places a digit. With `erase`, 81 further numbers erase a cell; with `notes`, 729 further ones
    set or clear a note. Illegal actions change nothing. `legal` tells which placements are legal: `"candidates"`, `"empty"` (any digit
    in an empty cell) or `"entries"` (any digit in a cell that is not given). `wrong` tells what happens to a digit that is not that of
    the solution: `"keep"` or `"reject"`.

    **Rewards.** `rewards` is `"dense"` (1 for a right digit, -1 for a wrong one or an illegal action, 1 for the solution), `"sparse"` (1
    for the solution) or a dict of the parts `correct`, `wrong`, `conflict`, `illegal`, `solved` and `step`, which are added up. A right
    digit that is erased or replaced takes `correct` back.

    **Ends.** An episode is terminated when the board is solved, or when no action is legal. It is truncated after `max_steps` actions or
    `max_mistakes` wrong digits. `autoreset` is `"next_step"`, `"same_step"` or `"disabled"`, as in gymnasium.

    **Observations.** A dict of arrays with one row for each environment, or one array if `observation` is one name: `board` (uint8),
    `givens` (int8), `candidates` and `notes` (uint16, masks).

    **Infos.** Arrays `episode_index`, `steps`, `mistakes`, `empty`, `outcome` (numbers of `OUTCOMES`) and `solved`; `teacher_action` with
    `teacher`, which is `"singles"` or a rulebook; `action_mask` with `action_masks`.

    >>> from gridmill.env import VectorEnv
    >>> env = VectorEnv(4, seed=7, box="2x2", observation="board")
    >>> board, infos = env.reset()
    >>> board.shape, env.num_actions
    ((4, 16), 64)
    >>> board, rewards, terminations, truncations, infos = env.step(env.action_masks().argmax(axis=1))
    >>> rewards.tolist(), infos["steps"].tolist()
    ([1.0, -1.0, -1.0, 1.0], [1, 1, 1, 1])
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}

    def __init__(
        self,
        num_envs: int = 1,
        seed: int | str | bytes | None = None,
        *,
        observation: _Observation | Sequence[_Observation] = ("board", "givens"),
        legal: Literal["candidates", "empty", "entries"] = "empty",
        wrong: Literal["keep", "reject"] = "keep",
        erase: bool = False,
        notes: bool = False,
        rewards: _Rewards = "dense",
        max_steps: int | None = 324,
        max_mistakes: int | None = None,
        autoreset: Literal["next_step", "same_step", "disabled"] = "next_step",
        teacher: str | PathLike[str] | None = None,
        action_masks: bool = False,
        puzzles: NDArray[np.integer[Any]] | None = None,
        difficulty: float | None = None,
        difficulty_by: Measure = "guesses",
        first_env: int = 0,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self._start(locals())
        self.num_envs = num_envs
        self._is_same_step = autoreset == "same_step"
        if gymnasium is not None:
            mode = gymnasium.vector.AutoresetMode[autoreset.upper()]
            self.metadata = {**self.metadata, "autoreset_mode": mode}
            self.single_action_space = gymnasium.spaces.Discrete(self.num_actions)
            self.single_observation_space = self._core.single_observation_space()
            batch = gymnasium.vector.utils.batch_space
            self.action_space = batch(self.single_action_space, num_envs)
            self.observation_space = batch(self.single_observation_space, num_envs)

    def reset(
        self, *, seed: int | str | bytes | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Any, _Infos]:
        """Begins an episode in each environment: episode 0 of `seed` if it is given, or else the next one.

        `options["reset_mask"]`, an array of bool, names the environments; `options["puzzles"]` has a puzzle for each.
        """
        super().reset(seed=int(seed) if isinstance(seed, (int, np.integer)) else None)
        self._core.reset(seed, options)
        return self._observation(self._core.state.observe(self._core.names)), self._infos()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], _Infos]:
        """Takes one action in each environment. Returns observations, rewards, terminations, truncations and infos."""
        state = self._core.state
        state.step(actions)
        rewards, terminations, truncations = state.results()
        infos = self._infos()
        if self._is_same_step:
            self._add_final(infos)
        return self._observation(state.observe(self._core.names)), rewards, terminations, truncations, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """True for each legal action of each environment."""
        return self._core.state.legal_actions()

    def teacher_actions(self) -> NDArray[np.int64]:
        """Action of the teacher in each environment, -1 for none: the correction of a wrong entry, or the next digit."""
        return self._core.state.teacher_actions()

    def solutions(self) -> NDArray[np.uint8]:
        """Solutions of the boards, one row for each environment."""
        return self._core.state.solutions()

    def render(self) -> tuple[str, ...] | None:
        """Boards as text with `render_mode="ansi"`, otherwise None."""
        if self.render_mode != "ansi":
            return None
        return tuple(_text(board) for board in self._core.state.observe(["board"])["board"])

    def close(self, **kwargs: Any) -> None:
        """Ends the threads that make puzzles."""
        self._core.close()
        super().close(**kwargs)

    def _observation(self, observations: dict[str, NDArray[Any]]) -> Any:
        return observations[self._core.names[0]] if self._core.is_flat else observations

    def _infos(self) -> _Infos:
        infos: _Infos = self._core.state.infos()
        if self._core.teacher is not None:
            infos["teacher_action"] = self.teacher_actions()
        if self._has_masks:
            infos["action_mask"] = self.action_masks()
        return {**infos, **{f"_{name}": np.ones(self.num_envs, np.bool_) for name in infos}}

    def _add_final(self, infos: _Infos) -> None:
        """Adds the last observations and counts of the episodes that have just ended, as gymnasium's environments do."""
        ended = self._core.state.ended(self._core.names)
        if ended is None:
            return
        envs, observations, counts = ended
        mask = np.zeros(self.num_envs, np.bool_)
        mask[envs] = True
        final = np.full(self.num_envs, None, object)
        for place, env in enumerate(envs):
            final[env] = self._observation({name: rows[place] for name, rows in observations.items()})
        last: _Infos = {}
        for name, values in counts.items():
            last[name] = np.zeros(self.num_envs, values.dtype)
            last[name][envs] = values
            last[f"_{name}"] = mask.copy()
        infos |= {"final_obs": final, "_final_obs": mask, "final_info": last, "_final_info": mask.copy()}


class Env(_Playing, _EnvBase[Any, Any]):
    """One board by gymnasium's `Env`: environment `first_env` of `VectorEnv` with the same seed and options, without autoreset.

    >>> from gridmill.env import Env
    >>> env = Env(seed=7, box="2x2")
    >>> observation, info = env.reset()
    >>> observation, reward, terminated, truncated, info = env.step(int(env.action_masks().argmax()))
    >>> reward, terminated, info["steps"]
    (1.0, False, 1)
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}

    def __init__(
        self,
        seed: int | str | bytes | None = None,
        *,
        observation: _Observation | Sequence[_Observation] = ("board", "givens"),
        legal: Literal["candidates", "empty", "entries"] = "empty",
        wrong: Literal["keep", "reject"] = "keep",
        erase: bool = False,
        notes: bool = False,
        rewards: _Rewards = "dense",
        max_steps: int | None = 324,
        max_mistakes: int | None = None,
        teacher: str | PathLike[str] | None = None,
        action_masks: bool = False,
        puzzles: NDArray[np.integer[Any]] | None = None,
        difficulty: float | None = None,
        difficulty_by: Measure = "guesses",
        first_env: int = 0,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self._start({**locals(), "num_envs": 1, "autoreset": "disabled"})
        if gymnasium is not None:
            self.action_space = gymnasium.spaces.Discrete(self.num_actions)
            self.observation_space = self._core.single_observation_space()

    def reset(
        self, *, seed: int | str | bytes | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Any, _Infos]:
        """Begins an episode: episode 0 of `seed` if it is given, or else the next one; `options["puzzles"]` is its puzzle."""
        super().reset(seed=int(seed) if isinstance(seed, (int, np.integer)) else None)
        self._core.reset(seed, options)
        return self._observation(), self._info()

    def step(self, action: int | np.integer[Any]) -> tuple[Any, float, bool, bool, _Infos]:
        """Takes an action. Returns observation, reward, termination, truncation and info."""
        self._core.state.step(np.array([action]))
        rewards, terminations, truncations = self._core.state.results()
        return self._observation(), float(rewards[0]), bool(terminations[0]), bool(truncations[0]), self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """True for each legal action."""
        masks: NDArray[np.bool_] = self._core.state.legal_actions()[0]
        return masks

    def teacher_action(self) -> int:
        """Action of the teacher, -1 for none: the correction of a wrong entry, or the next digit."""
        return int(self._core.state.teacher_actions()[0])

    def solution(self) -> NDArray[np.uint8]:
        """Solution of the board."""
        solution: NDArray[np.uint8] = self._core.state.solutions()[0]
        return solution

    def render(self) -> str | None:
        """Board as text with `render_mode="ansi"`, otherwise None."""
        return _text(self._core.state.observe(["board"])["board"][0]) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Ends the threads that make puzzles."""
        self._core.close()
        super().close()

    def _observation(self) -> Any:
        observations = {name: rows[0] for name, rows in self._core.state.observe(self._core.names).items()}
        return observations[self._core.names[0]] if self._core.is_flat else observations

    def _info(self) -> _Infos:
        info: _Infos = {name: values[0].item() for name, values in self._core.state.infos().items()}
        if self._core.teacher is not None:
            info["teacher_action"] = self.teacher_action()
        if self._has_masks:
            info["action_mask"] = self.action_masks()
        return info


if gymnasium is not None and "gridmill/Sudoku-v0" not in gymnasium.registry:
    gymnasium.register("gridmill/Sudoku-v0", entry_point="gridmill.env:Env", vector_entry_point="gridmill.env:VectorEnv")
