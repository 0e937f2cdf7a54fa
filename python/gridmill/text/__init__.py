"""Puzzles for text models: boards as text, prompts, scores of answers, and games in turns. Needs no other package.

>>> import gridmill
>>> from gridmill.text import make_prompt, score_answer
>>> entry = gridmill.generate(1, seed=42)[0]
>>> prompt = make_prompt(entry, "grid")
>>> score_answer(f"<think>Let me see ...</think><answer>{entry.solution}</answer>", entry).score
1.0
>>> score_answer("I give up.", entry).reasons
('No board was found.',)
"""

from ._game import COMMANDS, Game
from ._parse import parse_board
from ._score import Score, make_prompt, score_answer
from ._styles import STYLES, Style, format_board

__all__ = ["COMMANDS", "STYLES", "Game", "Score", "Style", "format_board", "make_prompt", "parse_board", "score_answer"]
