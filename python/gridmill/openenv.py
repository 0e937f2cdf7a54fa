"""Sudoku as an environment of OpenEnv (Meta): a server, and its client. Needs `pip install "gridmill[openenv]"`.

An episode is a game of text commands (`gridmill.text.Game`), or has one answer. Each session has a puzzle of its own, by its seed and options.

>>> from gridmill.openenv import SudokuAction, SudokuEnvironment
>>> env = SudokuEnvironment()
>>> seen = env.reset(seed=42, er="1.0..1.5", refuse="conflict")
>>> print(seen.prompt.splitlines()[0][:22])
Solve this 9x9 Sudoku.
>>> env.step(SudokuAction(command="hint")).reply.startswith("r")
True

`python -m gridmill.openenv --port 8000` serves it; `SudokuClient(base_url="http://localhost:8000")` plays. In a file of a Space, `app = create_app()`.
"""

# Installed with the extra alone.
# mypy: allow-subclassing-any, disable-error-code="import-not-found,import-untyped"
from __future__ import annotations

import argparse
import secrets
from typing import Any
from uuid import uuid4

from openenv.core import EnvClient
from openenv.core.client_types import StepResult
from openenv.core.env_server import create_app as _create_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, EnvironmentMetadata, Observation, State
from pydantic import Field

import gridmill
from gridmill import OptionError, difficulty
from gridmill._shown import shown
from gridmill.text import COMMANDS, Game, make_prompt, score_answer

__all__ = ["REWARDS", "SudokuAction", "SudokuClient", "SudokuEnvironment", "SudokuObservation", "SudokuState", "create_app"]

#: Parts of the reward. `progress` is paid for the change of the share of right cells, `mistake` and `hint` for each refused command and each
#: `hint` or `check`, `solved` at the end.
REWARDS = {"progress": 1.0, "mistake": -0.05, "hint": -0.05, "solved": 1.0}

_GAME = "One command a turn, as the last line: {commands}. The game ends when the board is solved, or after {turns} turns."
#: Options of a game; the others are those of `gridmill.stream`.
_RULES = ("refuse", "commands", "style", "rulebook")


class SudokuAction(Action):  # type: ignore[misc]
    """A turn."""

    command: str = Field(..., description="A command such as `place r1c1 5`, `note r1c1 24`, `undo`, `check` or `hint`, alone or as the last line of a response; in an episode of one turn, the response with the solved board")


class SudokuObservation(Observation):  # type: ignore[misc]
    """What a player sees."""

    prompt: str = Field(default="", description="The task, the rules, the puzzle and how to answer; after `reset` alone")
    reply: str = Field(default="", description="One line about the last command")
    board: str = Field(default="", description="The board as it is shown")
    cells: str = Field(default="", description="Givens and entries, row by row, `.` for an empty cell")
    progress: float = Field(default=0.0, description="Share of the empty cells of the puzzle that are right, 0 to 1")
    solved: bool = Field(default=False, description="True if all cells are right")
    mistakes: int = Field(default=0, description="Refused commands")
    turns_left: int = Field(default=0, description="Turns before the episode ends")


class SudokuState(State):  # type: ignore[misc]
    """State of an episode."""

    puzzle: str = ""
    box: str = "3x3"
    seed: int | None = None
    options: dict[str, Any] = Field(default_factory=dict)
    #: `Game.to_dict`; it has the solution.
    game: dict[str, Any] = Field(default_factory=dict)


class SudokuEnvironment(Environment[SudokuAction, SudokuObservation, SudokuState]):  # type: ignore[misc]
    """A puzzle that is played in turns. Sessions share nothing."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, **defaults: Any) -> None:
        """`defaults` are options of `reset` that episodes have if theirs do not say otherwise."""
        super().__init__()
        self._defaults = defaults
        self._state = SudokuState(episode_id=str(uuid4()))
        self._game: Game | None = None
        self._turns = 0
        self._rewards = REWARDS
        self._difficulty: float | None = defaults.get("difficulty")

    def reset(self, seed: int | None = None, episode_id: str | None = None, **options: Any) -> SudokuObservation:
        """Begins an episode with the puzzle of `seed`, or of a random one.

        `difficulty` is a number from 0 to 1, a quantile of `gridmill.difficulty` by `by` (`"er"` or `"guesses"`). `turns` is the most turns (200);
        1 asks for the solved board, scored by `gridmill.text.score_answer`. `refuse`, `commands`, `style` and `rulebook` are those of
        `gridmill.text.Game`; hints are left out unless `commands` has them. `rewards` sets parts of `REWARDS`. All others are options of
        `gridmill.stream`, such as `box`, `level`, `er`, `guesses` and `givens`.
        """
        chosen = {**self._defaults, **options}
        self._turns = chosen.pop("turns", 200)
        if type(self._turns) is not int or self._turns < 1:
            raise OptionError(f"turns is {shown(self._turns)}; give 1 or more")
        self._rewards = _rewards_of(chosen.pop("rewards", {}))
        rules = {name: chosen.pop(name) for name in _RULES if name in chosen}
        share, by = chosen.pop("difficulty", None), chosen.pop("by", "er")
        box = chosen.pop("box", "3x3")
        if share is not None:
            chosen = {**difficulty.options(share, by=by, box=box), **chosen}
        seed = secrets.randbits(63) if seed is None else seed
        table = next(gridmill.stream(seed, 1, **{"box": box, "threads": 1, **chosen}))
        entry = {"puzzle": table["puzzle"].to_list()[0], "solution": table["solution"].to_list()[0]}
        self._game = Game(entry, box=box, **rules)
        self._state = SudokuState(
            episode_id=episode_id or str(uuid4()), puzzle=entry["puzzle"], box=box, seed=seed, options=chosen, game=self._game.to_dict()
        )
        commands = ", ".join(self._game.examples)
        how = _GAME.format(commands=commands, turns=self._turns) if self._turns > 1 else None
        prompt = make_prompt(entry["puzzle"], rules.get("style", "grid"), instructions=how, box=box)
        return self._seen(prompt=prompt, reward=0.0)

    def step(self, action: SudokuAction, timeout_s: float | None = None, **_: Any) -> SudokuObservation:
        """Carries out a command, or scores the answer of an episode of one turn. After the end, nothing changes."""
        game = self._game
        if game is None:
            raise OptionError("there is no episode; call reset first")
        if self._is_over:
            return self._seen(reply="The episode is over.", reward=0.0)
        self._state.step_count += 1
        if self._turns == 1:
            score = score_answer(action.command, {"puzzle": game.puzzle, "solution": game.solution}, box=game.box)
            reward = self._rewards["progress"] * score.score + self._rewards["solved"] * score.is_solved
            reply = " ".join(score.reasons)
            return self._seen(reply=reply, reward=reward, progress=score.right / max(score.empty, 1), solved=score.is_solved)
        before = (game.progress, game.mistakes, game.helps)
        reply = game.apply(action.command)
        changes = (game.progress - before[0], game.mistakes - before[1], game.helps - before[2], float(game.is_solved))
        reward = sum(part * change for part, change in zip(self._rewards.values(), changes, strict=True))
        self._state.game = game.to_dict()
        return self._seen(reply=reply, reward=reward)

    @property
    def state(self) -> SudokuState:
        """The puzzle, its options and the game."""
        return self._state

    def get_metadata(self) -> EnvironmentMetadata:
        """Name and description for the page of a server."""
        return EnvironmentMetadata(
            name="gridmill", description="Sudoku in turns: puzzles of any difficulty and shape from one seed", version=gridmill.__version__
        )

    @property
    def _is_over(self) -> bool:
        return self._game is None or self._game.is_solved or self._state.step_count >= self._turns

    def _seen(self, *, prompt: str = "", reply: str = "", reward: float, **answered: Any) -> SudokuObservation:
        game = self._game
        assert game is not None
        seen = {"progress": game.progress, "solved": game.is_solved, **answered}
        return SudokuObservation(
            prompt=prompt,
            reply=reply,
            board=game.render(),
            cells=game.board,
            mistakes=game.mistakes,
            turns_left=max(0, self._turns - self._state.step_count),
            done=self._is_over,
            reward=reward,
            **seen,
        )


class SudokuClient(EnvClient[SudokuAction, SudokuObservation, SudokuState]):  # type: ignore[misc]
    """Client of a server; `.sync()` gives one without `await`. Options of `reset` are those of `SudokuEnvironment.reset`."""

    def _step_payload(self, action: SudokuAction) -> dict[str, Any]:
        return {"command": action.command}

    def _parse_result(self, payload: dict[str, Any]) -> StepResult[SudokuObservation]:
        seen = SudokuObservation(**{**payload["observation"], "reward": payload.get("reward"), "done": payload.get("done", False)})
        return StepResult(observation=seen, reward=seen.reward, done=seen.done)

    def _parse_state(self, payload: dict[str, Any]) -> SudokuState:
        return SudokuState(**payload)


def create_app(*, sessions: int = 1000, **defaults: Any) -> Any:
    """Makes the application of a server for at most `sessions` players at a time. `defaults` are options of `SudokuEnvironment`."""
    return _create_app(
        lambda: SudokuEnvironment(**defaults), SudokuAction, SudokuObservation, env_name="gridmill", max_concurrent_envs=sessions
    )


def _rewards_of(parts: Any) -> dict[str, float]:
    if not isinstance(parts, dict) or not parts.keys() <= REWARDS.keys():
        raise OptionError(f"rewards is {shown(parts)}; its parts are: {', '.join(REWARDS)}")
    return {**REWARDS, **{name: float(value) for name, value in parts.items()}}


def main() -> None:
    """Serves the environment."""
    import uvicorn

    parser = argparse.ArgumentParser(prog="python -m gridmill.openenv", description="Serves Sudoku as an environment of OpenEnv.")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--sessions", type=int, default=1000, help="sessions at a time, at most")
    arguments = parser.parse_args()
    uvicorn.run(create_app(sessions=arguments.sessions), host=arguments.host, port=arguments.port)


if __name__ == "__main__":
    main()
