"""Sudoku as an environment of verifiers (Prime Intellect). Needs Python 3.11 and `pip install "gridmill[verifiers]"`.

The package finds it by the id `gridmill-verifiers`: `eval gridmill-verifiers --env.taskset.difficulty 0.5`. With `turns` above 1, a puzzle is
a game of text commands (`gridmill.text.Game`), otherwise it has one answer.

>>> from itertools import islice
>>> from gridmill.verifiers import load_environment
>>> env = load_environment(seed=42, difficulty=0.5)
>>> task = next(iter(env.taskset.take(1)))
>>> task.data.name, task.data.prompt.splitlines()[0][:22]
('42#0', 'Solve this 9x9 Sudoku.')
"""

# The package has no types.
# mypy: allow-subclassing-any, allow-untyped-decorators, disable-error-code="import-untyped"
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import verifiers.v1 as vf

import gridmill
from gridmill import difficulty
from gridmill.text import COMMANDS, Game, Score, make_prompt, score_answer

__all__ = ["SudokuEnv", "SudokuTaskset", "load_environment"]

_ID = "gridmill-verifiers"
_BATCH = 64
_GAME = "One command a turn, as the last line: {commands}. The game ends when the board is solved, or after {turns} turns."


class SudokuTaskConfig(vf.TaskConfig):
    """Scores: arguments of `gridmill.text.score_answer`, and `refuse` and `commands` of `gridmill.text.Game`.

    Each `hint` and `check` costs `help_cost`, so that asking for them alone does not pay.
    """

    partial: float = 1.0
    penalty: float = 0.0
    keep_givens: bool = True
    help_cost: float = 0.05
    refuse: str = "conflict"
    commands: list[str] = list(COMMANDS)


class SudokuTasksetConfig(vf.TasksetConfig):
    """Puzzles and prompts.

    `difficulty`, `width` and `by` are those of `gridmill.difficulty.options`, `options` are further ones of `gridmill.stream`. `style` and
    `answer_style` are styles of `gridmill.text`. `turns` above 1 makes each puzzle a game of at most this many turns.
    """

    seed: int | str = 0
    difficulty: float | None = None
    width: float = 0.1
    by: str = "er"
    box: str = "3x3"
    options: dict[str, Any] = {}
    style: str = "spaced"
    answer_style: str | None = None
    turns: int = 1
    task: SudokuTaskConfig = SudokuTaskConfig()


class SudokuData(vf.TaskData):
    """A puzzle, and how it is played."""

    puzzle: str
    solution: str
    box: str
    style: str
    turns: int
    read_as: str | None = None


class SudokuState(vf.State):
    """The game, as `Game.to_dict` gives it; None where the puzzle has one answer."""

    game: dict[str, Any] | None = None


class SudokuTask(vf.Task[SudokuData, SudokuState, SudokuTaskConfig]):
    """One puzzle, scored from 0 to 1."""

    @property
    def key(self) -> str:
        return str(self.data.puzzle)

    def new_game(self) -> Game:
        entry = {"puzzle": self.data.puzzle, "solution": self.data.solution}
        rules = {"refuse": self.config.refuse, "commands": self.config.commands}
        return Game(entry, style=self.data.style, box=self.data.box, **rules)

    def score_reply(self, reply: str) -> Score:
        """Score of an answer with its reasons."""
        entry = {"puzzle": self.data.puzzle, "solution": self.data.solution}
        scoring = {name: getattr(self.config, name) for name in ("partial", "penalty", "keep_givens")}
        return score_answer(reply, entry, style=self.data.read_as, box=self.data.box, **scoring)

    @vf.reward
    async def sudoku(self, trace: Any) -> float:
        """The score of the answer; of a game, 1 if it was solved, else `partial` times the share of right cells, less the cost of help; 0 at least."""
        if trace.state.game is None:
            return self.score_reply(trace.last_reply).score
        game = Game.from_dict(trace.state.game)
        score = 1.0 if game.is_solved else self.config.partial * game.progress
        return max(0.0, score - self.config.help_cost * game.helps)

    @vf.metric
    async def solved(self, trace: Any) -> dict[str, float]:
        """1 if the puzzle was solved; of a game, also the number of refused commands, and of hints and checks."""
        if trace.state.game is None:
            return {"solved": float(self.score_reply(trace.last_reply).is_solved)}
        game = Game.from_dict(trace.state.game)
        return {"solved": float(game.is_solved), "mistakes": float(game.mistakes), "helps": float(game.helps)}


class SudokuTaskset(vf.Taskset[SudokuTask, SudokuTasksetConfig]):
    """Puzzles of a seed without end. Task i depends on the configuration and i alone."""

    INFINITE = True

    def load(self) -> Iterator[SudokuTask]:
        config = self.config
        chosen: dict[str, Any] = {"box": config.box}
        if config.difficulty is not None:
            chosen |= difficulty.options(config.difficulty, by=config.by, width=config.width, box=config.box)
        for table in gridmill.stream(config.seed, _BATCH, **{**chosen, **config.options}):
            rows = zip(*(table[name].to_list() for name in ("index", "puzzle", "solution")), strict=True)
            yield from (self._task(*row) for row in rows)

    def _task(self, index: int, puzzle: str, solution: str) -> Any:
        config = self.config
        style = config.answer_style or config.style
        data = SudokuData(
            name=f"{config.seed}#{index}",
            puzzle=puzzle,
            solution=solution,
            box=config.box,
            style=config.style,
            turns=config.turns,
            read_as=style if style == "boxes" else None,
        )
        task = SudokuTask(data, config.task)
        game = _GAME.format(commands=", ".join(task.new_game().examples), turns=config.turns) if config.turns > 1 else None
        prompt = make_prompt(puzzle, config.style, answer_style=config.answer_style, instructions=game, box=config.box)
        return task.with_data(prompt=prompt)


class SudokuEnvConfig(vf.EnvConfig):
    """One agent, which only talks."""

    agent: vf.AgentConfig = vf.AgentConfig(harness={"id": "null"}, runtime={"type": "subprocess"})


class SudokuEnv(vf.Env[SudokuEnvConfig]):
    """Asks for one answer, or plays a game in turns: the reply to each command is the next message of the user."""

    async def run(self, task: Any, agents: Any) -> None:
        if task.data.turns <= 1:
            await agents.agent.run(task)
            return
        game = task.new_game()
        async with agents.agent.interaction(task) as interaction:
            interaction.trace.state.game = game.to_dict()
            segment = await interaction.turn()
            for turn in range(task.data.turns):
                if segment.terminated:
                    break
                reply = game.apply(segment.last_reply)
                interaction.trace.state.game = game.to_dict()
                if game.is_solved or turn + 1 == task.data.turns:
                    break
                segment = await interaction.turn(f"{reply}\n\n{game.render()}")


def load_environment(**taskset: Any) -> SudokuEnv:
    """Makes the environment; arguments are fields of `SudokuTasksetConfig`, `task` those of `SudokuTaskConfig` as a dict."""
    return SudokuEnv(SudokuEnvConfig.model_validate({"taskset": {"id": _ID, **taskset}}))
