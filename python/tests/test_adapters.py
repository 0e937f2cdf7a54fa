"""Adapters, against the packages themselves."""

import asyncio
import doctest
import json
import socket
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

import gridmill
from gridmill.text import parse_board, score_answer


class TestReasoningGym:
    @pytest.fixture(autouse=True)
    def _package(self):
        self.package = pytest.importorskip("reasoning_gym")
        import gridmill.reasoning_gym

        self.ours = gridmill.reasoning_gym

    def create(self, **config):
        return self.package.create_dataset("gridmill_sudoku", **config)

    def test_the_examples_run(self):
        assert doctest.testmod(self.ours).failed == 0

    def test_entries_have_the_fields_of_the_package(self):
        data = self.create(seed=42, size=100)
        assert len(data) == 100 and len(list(data)) == 100
        theirs = self.package.create_dataset("sudoku", seed=1, size=1)[0]
        for entry in data:
            assert set(theirs) <= set(entry) and set(theirs["metadata"]) <= set(entry["metadata"])
            assert json.dumps(entry)
            solution = parse_board(entry["answer"], side=9)
            assert gridmill.solve(parse_board(entry["question"], side=9)) == solution
            assert data.score_answer(entry["answer"], entry) == 1.0
            assert data.score_answer(f"So <answer>\n{entry['answer']}\n</answer>", entry) == 1.0
            for wrong in (None, "", entry["question"], "no idea"):
                assert data.score_answer(wrong, entry) == 0.0

    def test_an_item_depends_on_seed_and_index_alone(self):
        one, other = self.create(seed=5), self.create(seed=5, size=3)
        order = [200, 0, 64, 63, 1, 4000, 0]
        assert [one[index] for index in order] == [other[index] for index in reversed(order)][::-1]
        assert one[0] != self.create(seed=6)[0]
        puzzles = gridmill.generate(200, seed=5)
        assert one[130]["metadata"]["puzzle"] == puzzles.puzzles[130].reshape(9, 9).tolist()
        with pytest.raises(IndexError):
            one[-1]

    def test_their_score_of_our_answers(self):
        data, theirs = self.create(seed=3), self.package.create_dataset("sudoku", seed=1)
        for index in range(10):
            assert theirs.score_answer(data[index]["answer"], data[index]) == 1.0
            assert score_answer(theirs[index]["answer"], theirs[index]).score == 1.0

    @pytest.mark.parametrize(("box", "side"), [("2x2", 4), ("2x3", 6)])
    def test_small_boards(self, box, side):
        data = self.create(seed=1, box=box, style="grid", answer_style="rncn", min_difficulty=0.4, max_difficulty=0.6, by="givens")
        entry = data[0]
        assert len(entry["metadata"]["puzzle"]) == side and data.score_answer(entry["answer"], entry) == 1.0

    def test_the_score_function_of_the_package(self):
        score = self.package.get_score_answer_fn("gridmill_sudoku")
        for box in ("2x2", "3x2", "3x3"):
            entry = json.loads(json.dumps(self.create(seed=1, box=box)[3]))
            assert score(answer=f"<answer>{entry['answer']}</answer>", entry=entry) == 1.0
            assert score(answer="", entry=entry) == 0.0

    @pytest.mark.parametrize(
        "config",
        [
            {},
            {"style": "boxes"},
            {"style": "grid", "answer_style": "boxes", "box": "3x2"},
            {"answer_style": "rncn", "box": "2x2"},
            {"partial": 0.0},
            {"penalty": 2.0},
            {"keep_givens": False, "partial": 0.5},
        ],
    )
    def test_an_entry_is_scored_by_its_own_configuration(self, config):
        score = self.package.get_score_answer_fn("gridmill_sudoku")
        data = self.create(seed=1, **config)
        for index in range(3):
            entry = json.loads(json.dumps(data[index]))
            answer = entry["answer"]
            place = max(place for place, sign in enumerate(answer) if sign.isdecimal())
            wrong = answer[:place] + ("1" if answer[place] != "1" else "2") + answer[place + 1 :]
            assert score(answer, entry) == data.score_answer(answer, entry) == 1.0
            assert score(wrong, entry) == data.score_answer(wrong, entry) < 1.0
        # Entries of an earlier version do not say it.
        entry["metadata"].pop("scoring")
        assert data.score_answer(answer, entry) == 1.0

    def test_difficulty_and_curriculum(self):
        from reasoning_gym.coaching.base_curriculum import DefaultCurriculumContext, RangeAttributeMode
        from reasoning_gym.factory import create_curriculum

        curriculum = create_curriculum("gridmill_sudoku")
        context = DefaultCurriculumContext(mode=RangeAttributeMode.UPPER_BOUND)
        config = curriculum.generate_configuration({"seed": 1, "by": "er"}, context=context)
        assert (config.min_difficulty, config.max_difficulty) == (0.0, 0.1)
        curriculum.increment_attr_level("difficulty")
        config = curriculum.generate_configuration({"seed": 1, "by": "er"}, context=context)
        assert (config.min_difficulty, config.max_difficulty) == (0.1, 0.2)
        lower, upper = map(float, gridmill.difficulty.between(0.1, 0.2, by="er")["er"].split(".."))
        entry = self.ours.GridmillSudokuDataset(config)[0]
        puzzle = "".join("".join(map(str, row)) for row in entry["metadata"]["puzzle"])
        assert lower <= gridmill.rate(puzzle, "se")["er"] <= upper

    @pytest.mark.parametrize(
        "config",
        [
            {"style": "plain"},
            {"options": {"seed": 1}},
            {"box": "9x9"},
            {"min_difficulty": 2.0},
            {"size": -1},
            {"options": {"givens": "many"}},
        ],
    )
    def test_configurations_that_cannot_be_met(self, config):
        with pytest.raises(ValueError):
            self.create(seed=1, **config)

    def test_the_package_uses_it_in_composites(self):
        from reasoning_gym.composite import CompositeConfig, CompositeDataset, DatasetSpec

        spec = DatasetSpec(name="gridmill_sudoku", weight=1.0, config={"seed": 2})
        data = CompositeDataset(CompositeConfig(size=5, seed=1, datasets=[spec]))
        for entry in data:
            assert data.score_answer(entry["answer"], entry) == 1.0


class TestVerifiers:
    """Runs episodes through the package, with a model that is a small server."""

    @pytest.fixture(autouse=True)
    def _package(self):
        pytest.importorskip("verifiers.v1")
        import gridmill.verifiers

        self.ours = gridmill.verifiers

    def test_the_examples_run(self):
        assert doctest.testmod(self.ours).failed == 0

    def test_tasks(self):
        env = self.ours.load_environment(seed=42, box="2x2", style="grid")
        tasks = list(env.taskset.take(70))
        corpus = gridmill.generate(70, seed=42, box="2x2")
        assert [task.data.puzzle for task in tasks] == corpus.table()["puzzle"].to_list()
        assert parse_board(tasks[69].data.prompt.split("\n\n")[1]) == corpus[69].puzzle
        assert tasks[0].data.idx == 0 and json.dumps(tasks[0].data.model_dump(mode="json"))
        for reply in (corpus[0].solution, "no", corpus[0].puzzle):
            assert tasks[0].score_reply(reply) == score_answer(reply, corpus[0])

    def test_a_single_answer(self, model):
        trace = model(self.ours, lambda messages: f"<think>1</think><answer>{solve(messages)}</answer>", box="2x2")
        assert trace.reward == 1.0 and trace.metrics["solved"] == 1.0 and trace.num_turns == 1
        trace = model(self.ours, lambda messages: "I do not know.", box="2x2")
        assert trace.reward == 0.0 and trace.metrics["solved"] == 0.0

    def test_a_game_is_won(self, model):
        trace = model(self.ours, next_move, box="2x2", turns=20)
        assert trace.reward == 1.0 and trace.metrics["solved"] == 1.0 and trace.metrics["mistakes"] == 0.0
        assert trace.num_turns == trace.task.data.puzzle.count(".")

    def test_a_game_ends_after_its_turns(self, model):
        trace = model(self.ours, next_move, box="2x2", turns=3, task={"partial": 0.5})
        assert trace.reward == 0.5 * 3 / trace.task.data.puzzle.count(".") and trace.num_turns == 3
        trace = model(self.ours, lambda messages: "place r9c9 9", box="2x2", turns=4)
        assert trace.reward == 0.0 and trace.metrics["mistakes"] == 4.0


def boards_of(messages):
    """Boards of the messages of the user, the first of them the puzzle."""
    return [parse_board(message["content"].split("\n\n")[1], side=4) for message in messages if message["role"] == "user"]


def solve(messages):
    return gridmill.solve(boards_of(messages)[0])


def next_move(messages):
    boards, solution = boards_of(messages), solve(messages)
    cell = boards[-1].index(".")
    return f"That is forced.\nplace r{cell // 4 + 1}c{cell % 4 + 1} {solution[cell]}"


HARNESS = """
import httpx
import verifiers.v1 as vf
from verifiers.v1.dialects.chat import message_to_wire

__all__ = ["InProcessHarness"]


class InProcessHarness(vf.Harness[vf.HarnessConfig]):
    APPENDS_SYSTEM_PROMPT = True
    SUPPORTS_RESUME = True
    EXECUTES_CODE = False
    NEEDS_CONTAINER = False

    async def launch(self, ctx, trace, runtime, endpoint, secret, mcp_urls, data):
        prompt = data.prompt
        messages = [{"role": "user", "content": prompt}] if isinstance(prompt, str) else [message_to_wire(m) for m in prompt]
        async with httpx.AsyncClient(timeout=60) as client:
            reply = await client.post(
                endpoint + "/chat/completions",
                headers={"Authorization": f"Bearer {secret}"},
                json={"model": ctx.model, "messages": messages},
            )
        return vf.ProgramResult(exit_code=0 if reply.is_success else 1, stdout="", stderr=reply.text)
"""


@pytest.fixture
def model(tmp_path, monkeypatch):
    """Runs one episode with a model that is a function of the messages; returns its trace."""
    import verifiers.v1 as vf
    from verifiers.v1.runtimes import subprocess as runtime

    monkeypatch.setattr(runtime, "CACHE_DIR", tmp_path)
    (tmp_path / "in_process_harness.py").write_text(HARNESS)
    monkeypatch.syspath_prepend(str(tmp_path))
    sys.modules.pop("in_process_harness", None)
    current = {}

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            message = {"role": "assistant", "content": current["answer"](body["messages"])}
            choice = {"index": 0, "finish_reason": "stop", "message": message}
            reply = json.dumps({"id": "1", "object": "chat.completion", "created": 1, "model": body["model"], "choices": [choice]}).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(reply)))
            self.end_headers()
            self.wfile.write(reply)

        def log_message(self, *args):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()

    def run(module, answer, **taskset):
        current["answer"] = answer
        env = module.load_environment(seed=1, **taskset)
        env = type(env)(
            env.config.model_validate(
                {**env.config.model_dump(), "agent": {"harness": {"id": "in_process_harness"}, "runtime": {"type": "subprocess"}}}
            )
        )
        client = vf.EvalClientConfig(base_url=f"http://127.0.0.1:{server.server_port}/v1", api_key_var="NONE")

        async def episode():
            async with env.serving():
                task = next(iter(env.taskset.take(1)))
                return await env.run_episode(task, vf.ModelContext(model="m", client=client))

        found = asyncio.run(episode())
        assert found.ok, [error.message for error in found.errors] + [error.message for trace in found.traces for error in trace.errors]
        (trace,) = found.traces
        return trace

    yield run
    server.shutdown()
    server.server_close()


class TestOpenEnv:
    @pytest.fixture(autouse=True)
    def _package(self):
        pytest.importorskip("openenv")
        import gridmill.openenv

        self.ours = gridmill.openenv

    def test_the_examples_run(self):
        assert doctest.testmod(self.ours).failed == 0

    def test_an_episode_depends_on_its_seed_and_options_alone(self):
        one, other = self.ours.SudokuEnvironment(), self.ours.SudokuEnvironment(er="1.0..1.5", rulebook="se")
        options = {"difficulty": 0.2, "turns": 7, "box": "3x3"}
        first = one.reset(seed=5, **options)
        other.reset(seed=9)
        assert one.reset(seed=5, **options) == first
        assert one.reset(seed=6, **options).cells != first.cells
        assert first.turns_left == 7 and not first.done and first.prompt.count("\n") > 12

    def test_help_alone_does_not_pay(self):
        env = self.ours.SudokuEnvironment()
        seen, total = env.reset(seed=1, er="1.0..1.5", turns=400), 0.0
        while not seen.done:
            seen = env.step(self.ours.SudokuAction(command="hint"))
            total += seen.reward
            if "places" in seen.reply:
                cell, digit = seen.reply.split(":")[0], seen.reply.split()[-1]
                seen = env.step(self.ours.SudokuAction(command=f"place {cell} {digit}"))
                total += seen.reward
        assert seen.solved and total < 0
        assert env.step(self.ours.SudokuAction(command="undo")).reply == "The episode is over."

    def test_bad_options_are_refused_in_one_line(self):
        env = self.ours.SudokuEnvironment()
        for options in ({"turns": 0}, {"rewards": {"x": 1}}, {"er": "9..1"}, {"refuse": "all"}, {"nonsense": 1}):
            with pytest.raises((ValueError, TypeError)) as error:
                env.reset(seed=1, **options)
            assert "\n" not in str(error.value)
        with pytest.raises(gridmill.OptionError):
            self.ours.SudokuEnvironment().step(self.ours.SudokuAction(command="undo"))

    def test_a_server_plays_many_games_at_once(self):
        uvicorn = pytest.importorskip("uvicorn")
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        server = uvicorn.Server(uvicorn.Config(self.ours.create_app(), host="127.0.0.1", port=port, log_level="critical"))
        thread = threading.Thread(target=server.run, daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.05)

        async def episode(seed):
            async with self.ours.SudokuClient(base_url=f"http://127.0.0.1:{port}") as client:
                result = await client.reset(seed=seed, difficulty=0.2, turns=100)
                solution = (await client.state()).game["solution"]
                total, cells = 0.0, result.observation.cells
                for cell in (cell for cell, sign in enumerate(cells) if sign == "."):
                    command = f"place r{cell // 9 + 1}c{cell % 9 + 1} {solution[cell]}"
                    result = await client.step(self.ours.SudokuAction(command=command))
                    total += result.reward
                return result.done and result.observation.solved and abs(total - 2) < 1e-9, cells

        async def all_of(count):
            return await asyncio.gather(*(episode(seed) for seed in range(count)))

        played = asyncio.run(all_of(100))
        server.should_exit = True
        thread.join(10)
        assert all(won for won, _ in played) and len({cells for _, cells in played}) == 100
