"""Boards as text, prompts, scores of answers, and games in turns."""

import doctest
import json
import random
import sys

import numpy as np
import pytest

import gridmill
from gridmill.text import COMMANDS, STYLES, Game, format_board, make_prompt, parse_board, score_answer

BOXES = ["2x2", "2x3", "3x2", "2x4", "4x2", "3x3"]
SPARSE = ["rncn", "pairs", "tuples", "keyed"]
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
ENTRY = {"puzzle": PUZZLE, "solution": SOLUTION}


def test_the_examples_run():
    modules = [module for name, module in sys.modules.items() if name.startswith("gridmill.text") or name == "gridmill._shown"]
    results = [doctest.testmod(module) for module in modules]
    assert sum(result.failed for result in results) == 0 and sum(result.attempted for result in results) > 15


@pytest.fixture(scope="module", params=BOXES)
def boards(request):
    corpus = gridmill.generate(200, seed=7, box=request.param)
    table = corpus.table()
    return request.param, table["puzzle"].to_list(), table["solution"].to_list()


@pytest.mark.parametrize("style", STYLES)
def test_what_is_written_is_read(boards, style):
    box, puzzles, solutions = boards
    side = round(len(puzzles[0]) ** 0.5)
    for board in puzzles + solutions:
        text = format_board(board, style, box=box)
        assert parse_board(text, style, side=side, box=box) == board
        if style != "boxes":
            assert parse_board(f"\n{text}\n", side=side) == board


@pytest.mark.parametrize("style", [style for style in STYLES if style != "boxes"])
def test_a_solution_within_free_text_is_read(boards, style):
    box, puzzles, solutions = boards
    for puzzle, board in list(zip(puzzles, solutions, strict=True))[:50]:
        text = format_board(board, style, box=box)
        other = format_board(puzzle, "grid", box=box)
        for answer in (
            f"<think>It could be\n{other}\n</think>\nMy answer is:\n```\n{text}\n```\nI checked 4 rows.",
            f"The puzzle was\n\n{other}\n\nand I found this.\n\n<answer>\n{text}\n</answer>\nThank you, 1 2 3 4!",
            f"**Answer:**\n\n{text}",
        ):
            assert parse_board(answer) == board


@pytest.mark.parametrize(
    ("style", "empty"), [(s, e) for s in STYLES if s in ("line", "rows", "spaced", "grid", "csv", "xml", "table") for e in ".0_*"]
)
def test_each_sign_of_an_empty_cell(style, empty):
    text = format_board(PUZZLE, style, empty=empty)
    assert parse_board(text, side=9) == PUZZLE
    assert text.count(empty) >= 51


def test_forms_in_which_models_answer():
    rows = [SOLUTION[start : start + 9] for start in range(0, 81, 9)]
    spaced = [" ".join(row) for row in rows]
    for answer in (
        f"The solution is {SOLUTION}.",
        f"It is [[{'],['.join(','.join(row) for row in rows)}]].",
        "\n".join(f"Row {number + 1}: {row}" for number, row in enumerate(spaced)),
        "\n".join(f"{number + 1}. {row}" for number, row in enumerate(spaced)),
        "\n".join(f"**{row}**" for row in spaced),
        "\n".join(f"> {row}" for row in []) + "\n\n".join("\n".join(spaced[at : at + 3]) for at in (0, 3, 6)),
        r"\boxed{\begin{array}{c}" + "\n" + "\n".join(" & ".join(row) + r" \\" for row in rows) + "\n" + r"\end{array}}",
        json.dumps("\n".join(spaced)),
        "\n".join("".join(chr(0xFF10 + int(sign)) for sign in row) for row in rows),
        "\n".join(" ".join(f"{sign}\ufe0f\u20e3" for sign in row) for row in rows),
        "\n".join("│".join(("", *(row[at : at + 3] for at in (0, 3, 6)), "")) for row in rows),
        f"<answer>{SOLUTION}",
        f"<ANSWER>nothing</ANSWER> then <Answer>{' '.join(rows)}</Answer>",
        format_board(PUZZLE, "spaced") + "\n" + "\n".join(spaced),
    ):
        assert parse_board(answer) == SOLUTION, answer
        assert score_answer(answer, ENTRY).score == 1.0


def _forms(board):
    """Further forms in which models write a board."""
    rows = [board[start : start + 9] for start in range(0, 81, 9)]
    grid = [[int(sign) for sign in row] for row in rows]
    spaced, listed, latex = [[sign.join(row) for row in rows] for sign in (" ", ", ", " & ")]
    ordinals = "First Second Third Fourth Fifth Sixth Seventh Eighth Ninth".split()
    head = "|   | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 |\n" + "|---" * 10 + "|"
    each = [
        ("- {}", spaced), ("* {}", spaced), ("+ {}", spaced), ("\u2022 {}", spaced), ("> {}", spaced), ("{n}) {}", spaced),
        ("- Row {n}: {}", spaced), ("Row {n} = [{}]", listed), ("Row {n} - {}", spaced), ("Row {n} \u2192 {}", spaced),
        ("- **Row {n}**: {}", spaced), ("**Row {n}:** {}", spaced), ("{ordinal} row: {}", spaced), ("Line {n}: {}", spaced),
        ("row {n} is {}", spaced), ("| {n} | {} |", [" | ".join(row) for row in rows]), ("  - [{}]", listed),
    ]  # fmt: skip
    yield from (
        "\n".join(form.format(row, n=n + 1, ordinal=ordinals[n]) for n, row in enumerate(lines)) for form, lines in each
    )
    yield head + "\n" + "\n".join(f"| **{n + 1}** | {' | '.join(row)} |" for n, row in enumerate(rows))
    yield json.dumps(grid, indent=2)
    yield "```json\n" + json.dumps({"solution": grid}, indent=2) + "\n```"
    yield json.dumps([int(sign) for sign in board], indent=4)
    yield json.dumps({f"row{n + 1}": row for n, row in enumerate(grid)}, indent=2)
    yield "array([[" + "],\n       [".join(listed) + "]])"
    yield "board = np.array([[" + "],\n    [".join(listed) + "]], dtype=int8)"
    yield r"\begin{array}{ccccccccc}" + r" \\ ".join(latex) + r"\end{array}"
    yield "$$\\begin{array}{|c|c|c|}\n\\hline\n" + " \\\\\n".join(latex) + " \\\\ \\hline\n\\end{array}$$"
    yield " / ".join(spaced)
    yield "/".join(rows)
    yield "\n".join(" ".join(f"*{sign}*" for sign in row) for row in rows)
    for zero in (0x660, 0x966, 0x1D7CE, 0x245F):
        yield "\n".join(" ".join(chr(zero + int(sign)) for sign in row) for row in rows)
    yield "\n".join(spaced) + "\n\nThe puzzle was:\n" + format_board(PUZZLE, "spaced")


_AROUND = ["{}", "<think>1 2 3?</think><answer>\n{}\n</answer>", "It is:\n\n```\n{}\n```\nDone.", "It is:\n\n{}\n\nAll rows are right."]


@pytest.mark.parametrize("around", _AROUND)
def test_every_form_is_read_and_no_wrong_board_scores(around):
    random.seed(7)
    empty = [cell for cell, sign in enumerate(PUZZLE) if sign == "."]
    boards = [SOLUTION]
    while len(boards) < 4:
        cells = list(SOLUTION)
        one, other = random.sample(empty, 2)
        cells[one], cells[other] = cells[other], cells[one]
        boards += ["".join(cells)] if cells[one] != cells[other] else []
    for board in boards:
        for form in _forms(board):
            score = score_answer(around.replace("{}", form), ENTRY, partial=0)
            assert score.board == board, form
            assert score.score == float(board == SOLUTION)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no board was found"),
        ("I do not know.", "no board was found"),
        (f"<think>{SOLUTION}", "no board was found: the text ends within <think>"),
        (f"<think>{SOLUTION}</think> Done.", "no board was found"),
        (f"{SOLUTION}<answer></answer>", "no board was found"),
        ("\n".join(["1 2 3 4 5 6 7 8 9"] * 7), "no board was found: 7 rows of 9 cells stand together"),
        ("1234 1234 1234 1239", "no board was found: a board of 4 rows holds 9"),
        (SOLUTION[:-1], "no board was found"),
        (SOLUTION + "1", "no board was found"),
        ("²³⁴⁵ ³⁴⁵² ⁴⁵²³ ⁵²³⁴", "no board was found"),
    ],
)
def test_the_reason_why_there_is_no_board(text, reason):
    with pytest.raises(gridmill.InputError) as error:
        parse_board(text)
    assert str(error.value) == reason
    score = score_answer(text, ENTRY)
    assert score.score == 0.0 and score.board is None and score.left == 51


def test_only_boards_of_the_right_size_count():
    text = "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n"
    assert parse_board(text) == "1234341221434321"
    assert parse_board(f"{SOLUTION}\n\n{text}", side=9) == SOLUTION
    with pytest.raises(gridmill.InputError):
        parse_board(text, side=9)


def test_hostile_texts_have_a_score_in_linear_time():
    pieces = r"<answer> </answer> <think> </think> [ ( 5 . < \n \a 1. a".split() + ["5 ", "- ", "row 1", "(1 ,1 ,", "r1c1=5 "]
    texts = [piece * 20_000 for piece in pieces] + ["\x00\ud800", "\u2028" * 999, "[" * 99_999 + "]" * 99_999, "534678912\n" * 10_000]
    random.seed(3)
    alphabet = "123456789._*-|+=:,;[](){}<>\\\"'`\n\r\t \x0b\u2028答５٣²"
    texts += ["".join(random.choices(alphabet, k=random.randrange(400))) for _ in range(1000)]
    texts += ["".join(random.choices(pieces + [SOLUTION, "\n"], k=8)) for _ in range(1000)]
    for text in texts:
        for style in (None, "boxes", "pairs"):
            assert 0.0 <= score_answer(text, ENTRY, style=style).score <= 1.0
    for answer in (None, 5, b"1", [SOLUTION], {}, float("nan")):
        assert score_answer(answer, ENTRY).reasons == (f"The answer is {type(answer).__name__}, not text.",)


def test_laws_of_the_score():
    rng = random.Random(5)
    empty = [cell for cell, sign in enumerate(PUZZLE) if sign == "."]
    for _ in range(2000):
        cells = list(SOLUTION)
        wrong, left = (rng.sample(empty, rng.randrange(20)) for _ in range(2))
        for cell in wrong:
            cells[cell] = rng.choice([digit for digit in "123456789" if digit != SOLUTION[cell]])
        for cell in left:
            cells[cell] = "."
        bad = len(set(wrong) - set(left))
        right = len(empty) - bad - len(left)
        text = "".join(cells)
        score = score_answer(text, ENTRY)
        assert (score.right, score.wrong, score.left, score.changed, score.board) == (right, bad, len(left), 0, text)
        assert score.score == right / 51 and score.is_solved == (right == 51)
        assert score_answer(text, ENTRY, penalty=1.0).score == (1.0 if right == 51 else max(0, right - bad) / 51)
        assert score_answer(text, ENTRY, partial=0.0).score == float(right == 51)
        assert score_answer(text, ENTRY, partial=0.5).score == (1.0 if right == 51 else right / 102)


def test_changed_givens():
    changed = "6" + SOLUTION[1:]
    score = score_answer(changed, ENTRY)
    assert score.score == 0.0 and score.changed == 1 and not score.is_solved
    assert score.reasons[0] == "1 given is changed: r1c1 is 6, not 5."
    assert score_answer(changed, ENTRY, keep_givens=False, partial=0.9).score == 0.9
    # A list may leave the givens out, and may not contradict them.
    listed = ", ".join(f"r{cell // 9 + 1}c{cell % 9 + 1}: {SOLUTION[cell]}" for cell in range(81) if PUZZLE[cell] == ".")
    assert score_answer(listed, ENTRY).score == 1.0
    assert score_answer(f"{listed}, r1c1: 6", ENTRY).score == 0.0


def test_entries_of_every_form():
    corpus = gridmill.generate(3, seed=1)
    puzzle = corpus[0]
    nested = [[int(sign) for sign in puzzle.solution[start : start + 9]] for start in range(0, 81, 9)]
    for entry in (
        puzzle,
        puzzle.row,
        corpus.table()[0],
        puzzle.puzzle,
        corpus.puzzles[0],
        {"metadata": {"puzzle": corpus.puzzles[0].reshape(9, 9).tolist(), "solution": nested}},
        {"puzzle": corpus.puzzles[0], "solution": corpus.solutions[0].astype(np.int64)},
    ):
        assert score_answer(puzzle.solution, entry).score == 1.0
    assert score_answer("1" * 36, gridmill.generate(1, seed=1, box="2x3")[0].puzzle, box="2x3").score == 0.0
    for entry, error in (
        ({}, "entry has no field puzzle, and none in metadata"),
        ("." * 81, "puzzle does not have exactly one solution"),
        ("12", "puzzle has 2 cells; a board has 16, 36, 64 or 81"),
        ({"puzzle": PUZZLE, "solution": PUZZLE}, "solution is no filled board of the size of puzzle"),
        ({"puzzle": "9" * 16}, "puzzle holds 9 in r1c1; a 4x4 board has 1 to 4"),
        ({"puzzle": np.full((9, 9), np.nan)}, "puzzle holds 'nan'; cells are whole numbers from 0 to 9"),
        ({"puzzle": np.zeros((2000, 2000), dtype=int)}, "puzzle has more than 81 cells; a board has 16, 36, 64 or 81"),
    ):
        with pytest.raises(gridmill.InputError) as found:
            score_answer("", entry)
        assert str(found.value) == error
    for options in ({"partial": 1.5}, {"penalty": -1}, {"penalty": float("nan")}, {"style": "plain"}):
        with pytest.raises(gridmill.OptionError):
            score_answer("", ENTRY, **options)


@pytest.mark.parametrize("style", STYLES)
def test_prompts(boards, style):
    box, puzzles, solutions = boards
    side = round(len(puzzles[0]) ** 0.5)
    prompt = make_prompt(puzzles[0], style, box=box)
    assert format_board(puzzles[0], style, box=box) in prompt and f"1 to {side}" in prompt and "<answer>" in prompt
    board = prompt.split("\n\n")[1]
    assert parse_board(board, style, side=side, box=box) == puzzles[0]
    other = make_prompt(puzzles[0], "grid", answer_style=style, rules=False, box=box)
    assert style == "grid" or format_board("1234341221434321", style) in other
    assert make_prompt(puzzles[0], style, instructions="Go!", box=box).endswith("\n\nGo!")


def play(game, solution, order):
    """Places the digits of the solution, and returns the replies."""
    cells = [cell for cell, sign in enumerate(game.board) if sign == "."]
    order.shuffle(cells)
    return [game.apply(f"place r{cell // game.side + 1}c{cell % game.side + 1} {solution[cell]}") for cell in cells]


@pytest.mark.parametrize("refuse", ["wrong", "conflict", "nothing"])
def test_a_game_is_won_by_the_solution(boards, refuse):
    box, puzzles, solutions = boards
    for puzzle, solution in list(zip(puzzles, solutions, strict=True))[:10]:
        game = Game({"puzzle": puzzle, "solution": solution}, refuse=refuse, box=box)
        replies = play(game, solution, random.Random(1))
        assert game.is_solved and game.progress == 1.0 and game.mistakes == 0
        assert replies[-1] == "Solved." and game.check() == "Solved." and game.moves == puzzle.count(".")
        assert replies[-2].endswith("; 1 cell is empty.")
        assert gridmill.solve(puzzle, box=box) == game.board


def test_refused_digits_are_those_of_a_brute_force(boards):
    box, puzzles, solutions = boards
    side, (height, width) = round(len(puzzles[0]) ** 0.5), map(int, box.split("x"))
    rng = random.Random(2)
    for puzzle, solution in list(zip(puzzles, solutions, strict=True))[:10]:
        game = Game({"puzzle": puzzle, "solution": solution}, box=box)
        strict = Game({"puzzle": puzzle, "solution": solution}, box=box, refuse="wrong")
        for _ in range(100):
            row, column, digit = (rng.randrange(1, side + 1) for _ in range(3))
            cell, board = side * (row - 1) + column - 1, game.board
            seen = any(
                sign == str(digit) and other != cell
                and (other // side == row - 1 or other % side == column - 1 or (other // side // height, other % side // width) == ((row - 1) // height, (column - 1) // width))
                for other, sign in enumerate(board)
            )  # fmt: skip
            refused = game.place(row, column, digit).startswith("Refused: ")
            assert refused == (puzzle[cell] != "." or seen)
            assert strict.place(row, column, digit).startswith("Refused: ") == (puzzle[cell] != "." or digit != int(solution[cell]))
            expected = board if refused else board[:cell] + str(digit) + board[cell + 1 :]
            assert game.board == expected


def test_undo_takes_everything_back():
    rng = random.Random(4)
    game = Game(ENTRY, refuse="nothing")
    states = [game.to_dict()]
    while len(states) < 300:
        row, column, digit = (rng.randrange(1, 10) for _ in range(3))
        move = rng.choice(
            [lambda: game.place(row, column, digit), lambda: game.erase(row, column), lambda: game.note(row, column, [digit])]
        )
        if not move().startswith("Refused"):
            states.append(game.to_dict())
    for state in reversed(states[:-1]):
        assert not game.undo().startswith("Refused")
        for name in ("board", "notes", "history"):
            assert game.to_dict()[name] == state[name]
    assert game.undo() == "Refused: nothing is left to undo."


def test_a_state_goes_through_json():
    rng = random.Random(6)
    game = Game(ENTRY, commands=["place", "note", "undo", "hint"], style="spaced")
    for _ in range(60):
        cell = f"r{rng.randrange(1, 10)}c{rng.randrange(1, 10)}"
        game.apply(rng.choice(["hint", "undo", "nonsense", f"place {cell} {rng.randrange(1, 10)}", f"note {cell} 12"]))
        state = json.loads(json.dumps(game.to_dict()))
        again = Game.from_dict(state)
        assert again.to_dict() == game.to_dict() and again.hint() == Game.from_dict(state).hint()
    for name, value in [
        ("board", "1" * 81),
        ("board", "1"),
        ("history", [[0, 1, []]]),
        ("history", 5),
        ("notes", {"2": [99]}),
        ("excluded", {"999": [1]}),
        ("moves", -1),
        ("hints", 0.5),
        ("puzzle", "x"),
        ("refuse", "all"),
    ]:
        with pytest.raises(gridmill.InputError):
            Game.from_dict({**game.to_dict(), name: value})
    with pytest.raises(gridmill.InputError):
        Game.from_dict({})


def test_hints_are_the_path_of_the_rulebook(boards):
    box, puzzles, solutions = boards
    for puzzle, solution in list(zip(puzzles, solutions, strict=True))[:10]:
        game = Game({"puzzle": puzzle, "solution": solution}, box=box)
        path = gridmill.steps(puzzle, box=box)
        for number, step in enumerate(path):
            assert game.hint() == step.text
            for placed in step.data["placements"]:
                game.place(placed["cell"] // game.side + 1, placed["cell"] % game.side + 1, placed["digit"])
            assert game.hints == number + 1 and game.mistakes == 0
        assert game.is_solved or game.hint() not in [step.text for step in path]


def test_commands_in_free_text():
    for text in (
        "place r1c3 4",
        "r1c3=4",
        "r1c3: 4",
        "[1 3 4]",
        "(1,3)=4",
        "PLACE R1C3 4.",
        "I am sure.\n\n`place r1c3 4`",
        "place r9c9 1\n**place r1c3 4**",
        "<think>undo</think><answer>\nr1c3: 4\n</answer> ok",
    ):
        game = Game(ENTRY)
        assert game.apply(text) == "r1c3 is 4 now; 50 cells are empty.", text
    game = Game(ENTRY, commands=["place", "check"])
    assert game.apply("undo") == "Refused: no command was found; write one of: place r1c1 5, check."
    assert game.apply("place r1c1 5") == "Refused: r1c1 is a given."
    assert game.apply("place r1c3 5") == "Refused: 5 is in row 1 already, in r1c1."
    assert game.apply("check") == "No entry is wrong; 51 cells are empty." and game.mistakes == 3
    assert game.place(0, 1, 1) == game.place(1, 1, 10) == game.place("1", None, True) == "Refused: rows, columns and digits are 1 to 9."
    assert game.place(np.int64(1), np.int8(3), np.uint8(4)) == "r1c3 is 4 now; 50 cells are empty."
    assert json.dumps(game.to_dict())
    loose = Game(ENTRY, refuse="nothing")
    assert loose.apply("place r1c3 9") == "r1c3 is 9 now; 50 cells are empty." and loose.check() == "Wrong: r1c3."
    assert loose.apply("note r1c4 26") == "r1c4 has the notes 26." and loose.notes == {"r1c4": "26"}
    assert loose.apply("note r1c4 none") == "r1c4 has no notes." and loose.apply("show") == loose.render()
    assert loose.hint() == "r1c3 is not 9 in the solution"
    with pytest.raises(gridmill.OptionError, match="commands is 'quit'; there are: place, erase"):
        Game(ENTRY, commands=["quit"])
    assert set(COMMANDS) == {"place", "erase", "note", "undo", "check", "hint", "show"}


def test_hostile_commands_have_a_reply():
    rng = random.Random(8)
    words = "place note erase r1c1 r9c9 r1c3 5 undo hint ( ) [ : = <answer> none".split() + ["\n", " ", "\ud800", "9" * 300]
    game = Game(ENTRY)
    for _ in range(5000):
        reply = game.apply("".join(rng.choices(words, k=rng.randrange(7))))
        assert reply and isinstance(reply, str)
    for command in (None, 5, b"undo", "place r1c1 " + "5" * 1_000_000, "\n" * 1_000_000):
        assert game.apply(command).startswith("Refused: no command was found")
    assert all(given in (".", sign) for given, sign in zip(PUZZLE, game.board, strict=True))


def test_messages_are_one_short_line():
    grid = np.zeros((9, 9))
    for call in (
        lambda: format_board(PUZZLE, grid),
        lambda: format_board(PUZZLE, empty=grid),
        lambda: make_prompt(PUZZLE, "spaced", answer_style=grid),
        lambda: parse_board(PUZZLE, side=grid.tolist()),
        lambda: Game(ENTRY, refuse=grid),
        lambda: format_board(PUZZLE, "x" * 10_000),
    ):
        with pytest.raises(ValueError) as problem:
            call()
        line = str(problem.value)
        assert "\n" not in line and len(line) < 300 and " is " in line


def test_the_last_message_of_the_assistant_counts():
    solution = gridmill.solve(PUZZLE)
    user, right = {"role": "user", "content": solution}, {"role": "assistant", "content": f"<answer>{solution}</answer>"}
    parts = {"role": "assistant", "content": [{"type": "image"}, {"type": "text", "text": solution}]}
    for messages in ([right], (user, right), [{"role": "assistant", "content": "?"}, user, right, user], [parts]):
        assert score_answer(messages, ENTRY).score == 1.0
    for messages in ([user], [right, {"role": "assistant", "content": "?"}], [{"role": "assistant", "content": None}], [{"role": "assistant"}]):
        assert score_answer(messages, ENTRY).reasons == ("No board was found.",)
    for other in ([], [solution], [{"content": solution}], [[right]]):
        assert score_answer(other, ENTRY).reasons == ("The answer is list, not text.",)
