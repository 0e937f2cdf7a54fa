"""The frozen benchmark is made, read and scored as the command does."""

import doctest
import json
import os
import pathlib
import subprocess

import numpy as np
import pytest

import gridmill
from gridmill import benchmark
from gridmill.text import format_board


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("benchmark") / "bench"
    benchmark.make(folder, first=1)
    return folder


def test_the_example_runs():
    results = doctest.testmod(benchmark)
    assert results.failed == 0 and results.attempted > 5


def test_puzzles_have_their_solutions(folder):
    puzzles = benchmark.load(folder)
    assert [puzzle["id"] for puzzle in puzzles] == [f"{of}_{n}/0" for of in ("er", "guesses") for n in range(1, 7)]
    assert gridmill.solve([puzzle["puzzle"] for puzzle in puzzles]) == [puzzle["solution"] for puzzle in puzzles]


def test_every_form_of_answers_has_the_same_score(folder):
    puzzles = benchmark.load(folder)
    right = [puzzle["solution"] for puzzle in puzzles[:7]] + [None] * 5
    cells = [[int(digit) for digit in text] if text else None for text in right]
    arrays = [np.array(text, np.uint8).reshape(9, 9) if text else None for text in cells]
    forms = [right, iter(right), cells, arrays]
    forms += [{puzzle[key]: text for puzzle, text in zip(puzzles, right)} for key in ("id", "puzzle")]
    scores = [benchmark.score(answers, folder) for answers in forms]
    assert all(score == scores[0] for score in scores)
    assert scores[0]["all"]["exact"]["count"] == 7 and scores[0]["all"]["missing"] == 5
    assert scores[0]["measures"]["er"]["exact"]["share"] == 1.0


def test_responses_are_read_as_by_score_answer(folder):
    puzzles = benchmark.load(folder)
    plain = {puzzle["id"]: puzzle["solution"] for puzzle in puzzles}
    styles = ["spaced", "grid", "table", "json", "rncn", "labelled"]
    forms = [{id: f"The answer is:\n<answer>{text}</answer>" for id, text in plain.items()}]
    forms += [{id: f"<think>1?</think>{format_board(text, style)}" for id, text in plain.items()} for style in styles]
    chat = [[{"role": "user", "content": "Solve it."}, {"role": "assistant", "content": text}] for text in forms[0].values()]
    forms += [chat, [[{"role": "assistant", "content": [{"type": "text", "text": text}]}] for text in plain.values()]]
    scores = [benchmark.score(answers, folder) for answers in forms]
    assert all(score["all"]["exact"]["count"] == 12 for score in scores)
    # Lists of cells may leave out the givens; what is no board stays invalid, and what says nothing missing.
    entries = [format_board(without_givens(puzzle), "rncn") for puzzle in puzzles]
    assert benchmark.score(entries, folder)["all"]["exact"]["count"] == 12
    around = benchmark.score([f"Here it is: {puzzle['solution']}." for puzzle in puzzles], folder)["all"]
    assert around["exact"]["count"] == 12
    nothing = benchmark.score(["no idea", "<answer></answer>", [{"role": "user", "content": "?"}], *[None] * 9], folder)
    assert (nothing["all"]["invalid"], nothing["all"]["no_grid"], nothing["all"]["missing"]) == (1, 1, 11)


def without_givens(puzzle):
    return "".join("." if given != "." else digit for given, digit in zip(puzzle["puzzle"], puzzle["solution"]))


def test_a_file_has_the_score_of_the_command(folder, tmp_path):
    puzzles = benchmark.load(folder)
    answers = tmp_path / "answers.jsonl"
    answers.write_text("".join(json.dumps({"id": puzzle["id"], "answer": f"<think>?</think>So <answer>{puzzle['puzzle']}</answer>"}) + "\n" for puzzle in puzzles))
    score = benchmark.score(answers, folder)
    program = os.environ.get("GRIDMILL")
    if program is not None:
        run = subprocess.run([program, "benchmark", folder, "--score", answers, "--json"], capture_output=True, check=True)
        assert json.loads(run.stdout) == score
    assert score["all"]["cells"]["mean"] == 0.0


def test_arrays_of_numpy_are_read(folder, tmp_path):
    puzzles = benchmark.load(folder)
    answers = np.array([[int(digit) for digit in puzzle["solution"]] for puzzle in puzzles], np.uint8)
    answers[3:] = 0
    for form in (answers, answers.reshape(-1, 9, 9).astype(np.int64)):
        np.save(tmp_path / "answers.npy", form)
        score = benchmark.score(tmp_path / "answers.npy", folder)["all"]
        assert (score["exact"]["count"], score["missing"]) == (3, 9)


def test_the_second_benchmark_has_a_headline(tmp_path):
    benchmark.make(tmp_path / "hard", name="gridmill-bench-2", first=1)
    puzzles = benchmark.load(tmp_path / "hard")
    assert not {"train", "validation"} & {puzzle["stratum"] for puzzle in puzzles}
    assert len(gridmill.read(tmp_path / "hard", split="train")) == 1
    score = benchmark.score({puzzle["id"]: puzzle["solution"] for puzzle in puzzles if puzzle["stratum"] == "guesses_100"}, tmp_path / "hard")
    assert score["headline"]["share"] == pytest.approx(1 / 3)
    with pytest.raises(gridmill.OptionError, match="give one of: gridmill-bench-1, gridmill-bench-2"):
        benchmark.make(tmp_path / "new", name="gridmill-bench-3")


@pytest.mark.parametrize("answers", ["one text", {1: "x"}, 5, ["1"], {"er_9/0": "1"}, pathlib.Path("none")])
def test_what_is_no_answers_is_an_error(folder, answers):
    with pytest.raises((TypeError, ValueError, OSError)):
        benchmark.score(answers, folder)


def test_folders_are_checked(folder, tmp_path):
    with pytest.raises(gridmill.OptionError, match="first is 0"):
        benchmark.make(tmp_path / "new", first=0)
    with pytest.raises(gridmill.InputError):
        benchmark.make(folder, first=1)
    (tmp_path / "manifest.json").write_text("{}")
    with pytest.raises(gridmill.InputError):
        benchmark.load(tmp_path)
